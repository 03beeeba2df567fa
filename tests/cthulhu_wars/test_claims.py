"""What only the players see is claimed; what cannot be met by the pieces in play says why."""

from __future__ import annotations

import pytest

from companion.games.cthulhu_wars.facts import GateSet
from companion.games.cthulhu_wars.model.roster import card
from companion.table.errors import NotNowError
from companion.table.prompts import Option
from tests.cthulhu_wars.evening import Evening


def offered(game: Evening, key: str) -> Option:
    """Return a key of what may be done at any moment."""
    return next(o for o in game.session.interjections if o.id == key)


def opener(**more: int) -> Evening:
    """Return a game in which Opener of the Way is to act."""
    game = Evening("OW", "CC", "YS", starts={"OW": "antarctica"}, first="OW")
    game.correct(**more)
    return game


def windwalker(*complete: str) -> Evening:
    """Return a game in which others have six spellbooks, and Great Cthulhu is to act."""
    game = Evening("GC", "BG", "WW", starts={"WW": "arctic_ocean"}, first="GC")
    for code in complete:
        game[code].books.extend(b.id for b in card(code).books)
        game[code].met.extend(r.id for r in card(code).requirements)
    if complete:
        # With six books on another card requirement 3 is met, too.
        game["WW"].met.append("six_books")
        game["WW"].books.append("ice_age")
    return game


@pytest.mark.parametrize(
    ("more", "refused"),
    [
        ({}, "You have no Great Old One in play."),
        ({"CC_nyarlathotep": 1}, "You have no Great Old One in play."),
        ({"OW_yog_sothoth": 1}, "No enemy has a Great Old One in play."),
        ({"OW_yog_sothoth": 1, "CC_nyarlathotep": 1}, ""),
    ],
)
def test_great_old_ones_share_an_area_only_if_there_are_two(more: dict[str, int], refused: str) -> None:
    """Opener, requirement 5: one of each must be in play."""
    game = opener(**more)
    while game.key.startswith("book/"):
        game.answer(game.options()[0])
    assert game.key == "action/OW"
    assert game.option("claim/share_area").refused == refused


def test_units_at_two_enemy_gates_need_two_such_gates() -> None:
    """Opener, requirement 3: Gates that an enemy controls, and two units."""
    game = opener()
    assert not game.option("claim/two_enemy_gates").refused
    theirs = [area for area, owner in game.state.gates.items() if owner == "CC"]
    game.state.record(GateSet(theirs[0], None))
    game.correct(OW_power=7)
    assert game.option("claim/two_enemy_gates").refused == "Enemies control fewer than 2 Gates."
    game.state.record(GateSet(theirs[0], "CC"))
    game.correct(OW_acolyte=1)
    assert game.option("claim/two_enemy_gates").refused == "You have only 1 unit in play."


def test_a_refused_claim_is_refused_between_turns_too() -> None:
    """Its key says why; whoever knows better says so by *Requirement met*."""
    game = opener()
    game.act("OW", "move/1")
    assert game.key != "action/OW"
    key = offered(game, "claim/OW/share_area")
    assert key.refused == "You have no Great Old One in play."
    with pytest.raises(NotNowError):
        game.session.interject("claim/OW/share_area")
    game.claim("OW", "share_area", "channel_power")
    assert game["OW"].met == ["share_area"]


def test_units_in_so_many_areas_need_so_many_units() -> None:
    """Black Goat, requirements 1 to 3."""
    game = Evening("BG", "CC", "YS")
    game.correct(BG_acolyte=3)
    assert game.option("claim/four_areas").refused == "You have only 3 units in play."
    game.correct(BG_ghoul=1)
    assert not game.option("claim/four_areas").refused


def test_areas_are_shared_only_with_who_has_units() -> None:
    """Black Goat, requirement 4: with every enemy faction; one unit may do, where both of them are."""
    game = Evening("BG", "CC", "YS")
    assert not game.option("claim/share_areas").refused
    game.correct(BG_acolyte=1)
    assert not game.option("claim/share_areas").refused
    for area in game.state.gates_of("CC"):
        game.state.record(GateSet(area, None))
    game.correct(CC_acolyte=0)
    assert game.option("claim/share_areas").refused == "Crawling Chaos has no unit in play."


def test_cats_in_all_start_areas_need_a_cat_for_each() -> None:
    """Bubastis, requirement 3."""
    game = Evening("BB", "CC", "YS", first="BB")
    assert not game.option("claim/start_areas").refused
    game.correct(BB_acolyte=1)
    assert game.option("claim/start_areas").refused == "You have only 1 unit in play."


def test_where_pieces_are_not_followed_the_players_say_it() -> None:
    """The companion does not know what is on the board there."""
    game = Evening("OW", "CC", "YS", starts={"OW": "antarctica"}, first="OW", options={"help": "clerk"})
    assert not game.option("claim/share_area").refused


@pytest.mark.parametrize(
    ("complete", "near", "short"),
    [
        ((), False, "Claim: Elder Signs, gives 0 now"),
        (("GC",), True, "Claim: 1 Elder Sign"),
        (("GC", "BG"), True, "Claim: 2 Elder Signs"),
    ],
)
def test_windwalkers_elder_signs_are_suggested_when_there_are_any(
    complete: tuple[str, ...], near: bool, short: str
) -> None:
    """Requirement 4 gives 1 Elder Sign per enemy with six spellbooks; its key stood beside every question."""
    key = offered(windwalker(*complete), "claim/WW/any_moment")
    assert (key.near, key.short, key.refused) == (near, short, "")


def test_windwalkers_own_page_says_how_many_elder_signs() -> None:
    game = windwalker()
    game.pass_others("WW")
    assert game.option("claim/any_moment").short == "Claim: Elder Signs, gives 0 now"
    game = windwalker("GC", "BG")
    game.pass_others("WW")
    assert game.option("claim/any_moment").short == "Claim: 2 Elder Signs"


def test_nothing_counts_before_a_spellbook_is_picked() -> None:
    """A stray touch on a claim gave Power and a book; now the page can be left again (reference 3.7)."""
    game = Evening("BG", "GC", "CC", "YS", first="GC")
    requirement = next(r for r in card("BG").requirements if r.power_per_enemy)
    power, signs = game["BG"].power, len(game["BG"].signs)
    game.session.interject("claim/BG")
    game.answer(requirement.id)
    assert game.key == "book/BG"
    assert (game["BG"].met, game["BG"].power, len(game["BG"].signs)) == ([], power, signs)
    game.answer([])
    assert game.key == "action/GC"
    assert (game["BG"].met, game["BG"].power, game["BG"].books) == ([], power, [])
    game.claim("BG", requirement.id, "ghroth")
    assert game["BG"].met == [requirement.id]
    assert game["BG"].books == ["ghroth"]
    assert game["BG"].power > power or len(game["BG"].signs) > signs


def test_the_last_spellbook_can_still_be_left_where_it_is() -> None:
    """Also where there is one alone to pick, a claim counts only when it has been picked."""
    game = Evening("BG", "GC", "CC", first="GC")
    books = [b.id for b in card("BG").books]
    for requirement, book in zip(card("BG").requirements, books[:-1], strict=False):
        game["BG"].met.append(requirement.id)
        game["BG"].books.append(book)
    last = next(r for r in card("BG").requirements if r.id not in game["BG"].met)
    game.session.interject("claim/BG")
    game.answer(last.id)
    assert game.key == "book/BG"
    game.answer([])
    assert len(game["BG"].books) == 5
