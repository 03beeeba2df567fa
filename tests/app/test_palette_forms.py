"""The form of the page of Actions is chosen once for a game, and every row of every player has room in it."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from companion.table import words
from companion.table.palette import CARDS, GATES, OWN

if TYPE_CHECKING:
    from companion.app.widgets.controls.palette_form import GameForm

pytestmark = pytest.mark.window

WIDE = (800, 480)


@pytest.fixture(autouse=True)
def as_before(window: Any) -> Iterator[None]:  # noqa: ARG001 - fonts need it
    """Leave language and look as they were."""
    from layouts.theme import look

    portrait, u = look.portrait, look.u
    yield
    words.use(words.ENGLISH)
    look.fit(*((480 * u, 800 * u) if portrait else (800 * u, 480 * u)))
    look.choose("dark", "M")


def form_for(case: tuple[Any, ...]) -> GameForm:
    """The form of a game, by factions, box, screen, text size and language."""
    from companion.app.widgets.controls.palette_form import form_of
    from tests.instruments.palette_forms import prepared

    return form_of(*prepared(case))


def form(*codes: str, box: tuple[str, ...] = (), screen: tuple[int, int] = WIDE, text: str = "M") -> str:
    """The letter of the form of a game in English."""
    return form_for((codes, box, screen, text, words.ENGLISH)).step.name


@pytest.mark.parametrize("part", range(4))
def test_every_row_of_every_player_has_room(part: int) -> None:
    """200 games by seed of all that `tests.instruments.palette_forms` lays out, a quarter of them with pairs of
    neutral cards: keys as wide and as high as a finger, none on another, each that can ever be has its place."""
    from tests.instruments.palette_forms import PAIRS, Case, cases, faults

    chance = Random(f"forms {part}")
    found: list[Case] = chance.sample(list(cases()), 38)
    found += chance.sample([case for case in cases(chance.sample(PAIRS, 4)) if len(case[0]) == 4], 12)
    for case in sorted(found, key=lambda case: case[4]):
        assert not list(faults(case))


@pytest.mark.parametrize("code", ["GC", "BG", "WW", "OW", "AN", "BB"])
def test_few_keys_leave_the_names_in_the_ledger(code: str) -> None:
    from tests.instruments.palette_forms import ONE_OF_EACH, seats

    assert form_for((seats(code, 4)[:1], ONE_OF_EACH[:2], WIDE, "M", words.ENGLISH)).step.name == "A"


def test_one_player_with_many_keys_gives_all_the_same_form() -> None:
    """With Daemon Sultan at the table the ledger is narrow for Great Cthulhu, too."""
    assert form("GC", "BG", "WW") == "A"
    assert form("GC", "BG", "DS") == "B"


def test_large_words_stand_in_five_high_rows() -> None:
    from companion.app.widgets.controls.palette_form import GroupKey
    from tests.instruments.palette_forms import ONE_OF_EACH

    found = form_for((("GC", "DS", "SL", "TT"), ONE_OF_EACH, WIDE, "XL", words.ENGLISH))
    assert found.step.rows == 5
    for layout in found.layouts.values():
        last = layout.rows[-1].keys
        assert {key.key.group for key in last if isinstance(key.key, GroupKey)} == {GATES, OWN}


def test_what_many_cards_bring_stands_behind_one_key() -> None:
    """Of 28 neutral Monsters none has a key of its own in the row, and all stand behind *Neutral*."""
    from companion.app.widgets.controls.palette_form import GroupKey
    from tests.instruments.palette_forms import FULLEST

    layout = form_for((("GC", "BG"), FULLEST, WIDE, "M", words.ENGLISH)).layouts["action/GC"]
    shared = [key.key for row in layout.rows for key in row.keys if isinstance(key.key, GroupKey)]
    summons = [key.id for key in shared[0].keys if key.id.startswith("summon/")]
    assert {key.group for key in shared} == {CARDS}
    assert len(summons) == 28


def test_the_form_follows_from_what_is_known_as_the_game_begins() -> None:
    """The same again and again; only another size, text, language or table may make it another."""
    from tests.instruments.palette_forms import ONE_OF_EACH

    case = (("GC", "CC", "BG", "YS"), ONE_OF_EACH, WIDE, "M", words.ENGLISH)
    first = form_for(case)
    for _again in range(2):
        assert form_for((*case[:3], "XL", "de")) != first
        assert form_for(case) == first
