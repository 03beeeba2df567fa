"""Every key that a game can bring is known from turn 1, with its place and the reason why it is not lit yet."""

from __future__ import annotations

from random import Random

import pytest

from companion.games.cthulhu_wars.game import CTHULHU_WARS
from companion.games.cthulhu_wars.model.neutral_cards import BOOKS, CARDS, HIGH_PRIESTS, UNIQUE_PRIESTS
from companion.games.cthulhu_wars.model.roster import FACTIONS, card
from companion.games.cthulhu_wars.turn.palette_keys import palette_of, palettes
from companion.table import palette as groups
from companion.table.autoplay import play
from companion.table.palette import Palette, SupportsPalettes
from companion.table.prompts import Choose
from companion.table.session import new_session
from tests.cthulhu_wars.evening import Evening
from tests.cthulhu_wars.test_faction_actions import with_books

AROUND = ("claim/", "rather/", "finish", "no_second", "from_fan/")
"""What stands around the keys: in the head, on the way on, and what lies on another player's card."""


def known(palette: Palette) -> set[str]:
    """The ids of all keys of a palette."""
    return {name for row in palette.rows for key in row.keys for name in key.ids}


@pytest.mark.parametrize("code", list(FACTIONS))
def test_all_that_is_ever_offered_is_known_from_turn_one(code: str) -> None:
    """Random evenings with neutral cards in the box: nothing is offered without a key, and no key comes or goes."""
    chance = Random(f"keys of {code}")
    assert isinstance(CTHULHU_WARS, SupportsPalettes)
    for _game in range(2):
        others = chance.sample([other for other in FACTIONS if other != code], 3)
        box = [*chance.sample(list(CARDS), 6), *chance.sample(list(BOOKS), 2), HIGH_PRIESTS]
        box += [UNIQUE_PRIESTS] if chance.random() < 0.5 else []
        session = new_session(CTHULHU_WARS, {"factions": [code, *others], "neutral": box, "signs": "app"})
        asked: set[str] = set()
        first: tuple[Palette, ...] = ()
        for _step in range(250):
            if session.finished:
                break
            play(session, chance, 1, interject=0)
            found = palettes(session.state)
            first = first or found
            assert found == first
            for prompt in (item.prompt for item in session.prompts):
                mine = next((palette for palette in found if palette.prompt == prompt.key), None)
                if mine is not None and isinstance(prompt, Choose):
                    offered = {option.id for option in prompt.options if not option.id.startswith(AROUND)}
                    assert not offered - known(mine)
                    asked.add(prompt.who)
        assert code in asked


@pytest.mark.parametrize("code", list(FACTIONS))
def test_six_spellbooks_bring_no_key_that_was_not_there(code: str) -> None:
    """With all books of its card what it may do has its key; each key of a book said before whose it is."""
    others = [other for other in ("GC", "CC", "BG") if other != code]
    game = Evening(*others[:2], code)
    before = palettes(game.state)
    mine = next(palette for palette in before if palette.prompt == f"action/{code}")
    books = [book.id for book in card(code).books]
    with_books(game, code, *books[:6])
    assert palettes(game.state) == before
    for action in (*card(code).actions, *card(code).between_actions):
        keys = [key for row in mine.rows for key in row.keys if {action.id, f"{action.id}/{code}"} & set(key.ids)]
        assert len(keys) == 1, action.id
        assert bool(keys[0].missing) == bool(action.book or action.requirement), action.id


@pytest.mark.parametrize("code", list(FACTIONS))
def test_pass_is_the_last_key_and_no_id_stands_twice(code: str) -> None:
    palette = palette_of(code, list(FACTIONS), [*CARDS, *BOOKS, HIGH_PRIESTS, UNIQUE_PRIESTS])
    assert palette.rows[-1].keys[-1].id == "pass"
    ids = [name for row in palette.rows for key in row.keys for name in key.ids]
    assert len(ids) == len(set(ids))
    said = {key.group for row in palette.rows for key in row.keys} - {"", groups.PIECES}
    assert said <= set(dict(palette.groups))


def test_one_card_of_a_kind_has_its_own_key_and_more_share_one() -> None:
    """One neutral Monster stands beside the faction's own; of two each is behind the key that all cards share."""
    one = palette_of("GC", ["GC", "CC"], ["ghast"]).rows[2].keys[-1]
    assert (one.text, one.group, one.missing) == ("Ghast", groups.PIECES, "You do not have its card.")
    two = palette_of("GC", ["GC", "CC"], ["ghast", "gug"]).rows[2].keys[-2:]
    assert [key.group for key in two] == [groups.CARDS] * 2


def test_who_may_borrow_has_a_place_for_what_others_lend() -> None:
    """Ancient Sorcery lends the unique Actions of enemies, which have a place from turn 1."""
    lent = [key for key in palette_of("SL", ["SL", "WW", "GC"], []).rows[-1].keys if key.group == groups.LENT]
    assert [key.text for key in lent] == ["Hibernate"]
    assert not [key for key in palette_of("GC", ["GC", "WW"], []).rows[-1].keys if key.group == groups.LENT]


def test_a_book_that_is_an_action_is_missing_until_it_is_owned() -> None:
    """The key of a spellbook of the same name needs no name of it in its reason."""
    keys = [key for row in palette_of("GC", ["GC", "CC"], []).rows for key in row.keys]
    assert next(key.missing for key in keys if "submerge" in key.ids) == "You do not have this spellbook."
