"""Names of people stand where people are spoken to, whatever they are made of."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.games import GAMES
from companion.storage.bgstats_export import play as result_of
from companion.table.errors import BadSetupError
from companion.table.game import Mode
from companion.table.session import new_session
from tests.app.sizes import sized
from tests.app.test_layout import faults
from tests.instruments.outside.evenings import sensible

pytestmark = pytest.mark.window

SIZES = [(800, 480), (480, 800), (720, 1280)]
CODES = ("GC", "CC", "BG", "YS", "OW")
PEOPLE = {
    "plain": ("Anna", "Bo", "Cem", "Dora", "Eli"),
    "long": ("WWWWWWWWWW", "Maximilian", "WWWW WWWWW", "MMMMMMMMMM", "Alexandrie"),
    "emoji": ("🐙🐙🐙", "👩‍👩‍👧", "❤️", "🎲 Bo", "😀" * 10),
    "from the right": ("אבגדהוזחטי", "عبد الرحمن", "‎Ann", "אנה", "یاسمن"),
    "equal": ("Ann", "Ann", "Ann", "Ann", "Ann"),
    "none": ("", "", "", "", ""),
}


def begun(ours: Any, people: tuple[str, ...]) -> Any:
    """An evening of these people at its first Action, each with six Elder Signs."""
    named = [{"id": code, "name": name} for code, name in zip(CODES, people, strict=True)]
    setup = {"factions": list(CODES), "names": named, "first": "GC", "direction": 1, "signs": "app", "map": "earth55"}
    ours.play(lambda: ours.library.start(GAMES[0], Mode("test", "", "", setup)))
    session = ours.game.session
    chance = Random(2)
    while not session.prompts[0].prompt.key.startswith("action/"):
        session.answer(session.prompts[0].ticket, session.prompts[0].prompt.any_answer(chance))
    session.correct({f"{code}.signs": 6 for code in CODES})
    ours.page.refresh()
    return session


def named_fits(people: tuple[str, ...]) -> bool:
    try:
        new_session(
            GAMES[0],
            {"factions": list(CODES), "names": [{"id": c, "name": n} for c, n in zip(CODES, people, strict=True)]},
        )
    except BadSetupError:
        return False
    return True


@sized(*SIZES)
@pytest.mark.parametrize("kind", list(PEOPLE))
def test_names_break_no_page(ours: Any, fingers: Any, tmp_path: Path, kind: str, size: tuple[int, int]) -> None:
    """The table, who has the screen, a player's page, home, the last page: nothing cut off, nothing out of the window,
    and nothing that cannot be drawn stops the companion."""
    from layouts.theme import look

    people = tuple("".join(c for c in name if c.isprintable()) for name in PEOPLE[kind])
    session = begun(ours, people)
    table = ours.page
    found: list[str] = []

    def look_at(name: str) -> None:
        fingers.skip(0.4)
        fingers.frames(3)
        # Three keys at the foot of a narrow upright screen are narrow on every table.
        found.extend(fault for fault in faults(ours, name) if "Key is 45x62" not in fault)
        fingers.picture(tmp_path / f"{name}-{kind.replace(' ', '_')}-{size[0]}.png")

    look_at("table")
    table.open_player(session.view.players[0])
    look_at("player")
    assert people[0] in ours.page.heading
    assert "Great Cthulhu" in ours.page.heading
    ours.back()
    table.interject("signs/CC")
    look_at("handing over")
    if people[1]:
        assert table.question.body.words.text == f"Hand the screen to {people[1]} (Crawling Chaos)."
        assert table.primary.text == f"I am {people[1]}"
        assert people[1] in table.question.head.text
    else:
        assert table.primary.text == "I am Crawling Chaos"
    session.undo(1)
    ours.home()
    look_at("home")
    ours.page.act()
    session, chance = ours.game.session, Random(4)
    session.correct({f"{code}.doom": 29 for code in CODES})
    while not session.finished:
        session.answer(*sensible(session, chance))
    ours.page.refresh()
    ours.page.ending.reveal_all()
    look_at("the end")
    gap = 5 * look.u
    high = min((ours.page.ending.ranking.height + gap) / len(CODES) - gap, 62 * look.u)
    assert all(name.height <= high + 1 for __, __, __, name, *__ in ours.page.ending.ranking._rows)
    assert not found
    result = result_of(session.view, "Cthulhu Wars", "x", 0.0)
    assert len({player["sourcePlayerId"] for player in result["players"]}) == len(CODES), "five people are five"
    assert {player["name"] for player in result["players"]} == {
        name or player.name for name, player in zip(people, session.view.players, strict=True)
    }
    json.dumps(result)


def test_the_winner_is_called_by_name(ours: Any) -> None:
    """With the faction."""
    session, chance = begun(ours, PEOPLE["plain"]), Random(4)
    session.correct({f"{code}.doom": 29 for code in CODES})
    while not session.finished:
        session.answer(*sensible(session, chance))
    won = [player for player in session.view.players if player.won]
    assert all(player.called in session.view.finished for player in won)
    assert won or "loses" in session.view.finished


@pytest.mark.parametrize("name", ["a\nb", " Ann", "\u202eAnn", "far too long a name", "\x00"])
def test_a_name_that_no_line_can_hold_is_refused_at_the_set_up(name: str) -> None:
    """By headless and imports too."""
    assert named_fits(("Ann", *PEOPLE["none"][1:]))
    assert not named_fits((name, *PEOPLE["none"][1:]))
