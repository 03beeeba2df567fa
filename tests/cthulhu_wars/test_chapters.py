"""What can be looked up of Cthulhu Wars."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from companion.games.cthulhu_wars.game import CTHULHU_WARS
from companion.games.cthulhu_wars.model.battle_state import Battle
from companion.games.cthulhu_wars.model.roster import FACTIONS
from companion.table.autoplay import play
from companion.table.lookup import names
from companion.table.session import new_session
from tests.marked import marked


def state(**setup: Any) -> Any:
    session = new_session(CTHULHU_WARS, {"factions": ["GC", "CC", "BG", "YS"]} | setup)
    play(session, Random(1), 20)
    return session.state


def test_the_rules_come_first_then_the_factions_that_play_then_all_others() -> None:
    found = CTHULHU_WARS.chapters(state())
    assert found[0].title == "Rules"
    assert [chapter.id for chapter in found[1:5]] == ["GC", "CC", "BG", "YS"]
    assert sorted(chapter.id for chapter in found[1:]) == sorted(FACTIONS)


@pytest.mark.parametrize("code", sorted(FACTIONS))
def test_a_card_tells_ability_units_books_and_requirements(code: str) -> None:
    faction = FACTIONS[code]
    chapter = next(chapter for chapter in CTHULHU_WARS.chapters(state()) if chapter.id == code)
    told = {entry.title: entry.text for entry in chapter.entries}
    assert told[faction.ability_name] == faction.ability_text
    assert all(told[book.name] == book.text for book in faction.books)
    assert all(told[str(number)] for number in range(1, 7))
    for unit in faction.units:
        assert f"{unit.cost} Power" in told[unit.name]


@pytest.mark.parametrize("code", sorted(FACTIONS))
def test_a_combat_that_is_no_printed_number_is_told_in_words(code: str) -> None:
    """A unit without a formula must have the printed Combat, with no spellbook and whatever stands on the board."""
    faction, other = FACTIONS[code], "GC" if code != "GC" else "CC"
    seats = ["GC", "CC", "BG", "YS"]
    here = state(factions=seats if code in seats else [code, *seats[:3]])
    varying = faction.combat(here, Battle("arkham", code, other), code)
    for unit in faction.units:
        assert bool(unit.formula) == (unit.id in varying), unit.id


def test_neutral_cards_can_be_looked_up_where_they_are_in_use() -> None:
    assert all(chapter.symbol != "neutral" for chapter in CTHULHU_WARS.chapters(state()))
    here = state()
    here.neutral.extend(_some_cards())
    neutral = next(chapter for chapter in CTHULHU_WARS.chapters(here) if chapter.symbol == "neutral")
    assert len(neutral.entries) == 2
    assert all(entry.text for entry in neutral.entries)


@pytest.mark.parametrize("code", sorted(FACTIONS))
def test_each_faction_unit_and_book_is_found_by_its_name_in_both_languages(code: str) -> None:
    """The cards on the table may be printed in English."""
    with marked(whole=True):
        found = CTHULHU_WARS.chapters(state())
        where = {(name.said, name.chapter): name for name in names(found)}
        place = next(number for number, chapter in enumerate(found) if chapter.id == code)
        faction = FACTIONS[code]
        for name in (faction.name, *(book.name for book in faction.books)):
            assert where[name, place].entry == where[f"⟦{name}⟧", place].entry
        said = {name.said for name in names(found)}
        assert {text for unit in faction.units for text in (unit.name, f"⟦{unit.name}⟧")} <= said


def test_the_help_about_a_book_says_its_english_name_too() -> None:
    assert not CTHULHU_WARS.help("howl").startswith("Howl")
    with marked(whole=True):
        assert CTHULHU_WARS.help("howl").startswith("⟦⟦⟦Howl⟧ (Howl)⟧: ⟦")
        assert not CTHULHU_WARS.help("battle").startswith("⟦⟦")


def _some_cards() -> list[str]:
    from companion.games.cthulhu_wars.model.neutral_cards import BOOKS, CARDS

    return [next(iter(CARDS)), next(iter(BOOKS))]
