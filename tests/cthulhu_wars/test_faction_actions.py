"""The factions' own Actions and ongoing abilities outside battles: reference section 6."""

from __future__ import annotations

from typing import Any, Final

import pytest

from companion.games.cthulhu_wars.facts import BookTaken, Captured, CardTaken, GateSet
from companion.games.cthulhu_wars.model import roster
from companion.games.cthulhu_wars.rules.losses import enemy_took_cultists
from companion.games.cthulhu_wars.rules.pool import pool
from companion.games.cthulhu_wars.turn.spellbooks import unlimited_battle
from companion.table.prompts import Choose
from tests.cthulhu_wars.evening import Evening, units


def with_books(game: Evening, code: str, *books: str) -> Evening:
    """Give books as if claimed, so that requirements and books stay in step."""

    free = [r.id for r in roster.card(code).requirements if r.met is None and r.kind == "automatic"]
    others = [r.id for r in roster.card(code).requirements if r.id not in free]
    for book, requirement in zip(books, free + others, strict=False):
        game[code].met.append(requirement)
        game.state.record(BookTaken(code, book, requirement))
    game.correct(**{f"{code}_power": game[code].power + 1})
    game.correct(**{f"{code}_power": game[code].power - 1})
    return game


# -- Great Cthulhu -------------------------------------------------------------------------------------------------


def test_dreams_replaces_an_enemy_acolyte() -> None:
    """Dreams, 2 Power: the enemy Eliminates an Acolyte (its choice), one of yours is placed."""
    game = with_books(Evening("GC", "CC", "BG"), "GC", "dreams")
    assert game.refusal("dreams") == "You have no Acolyte in your Pool."
    game.correct(GC_acolyte=5)
    game.act("GC", "dreams", ("dreams/enemy", "CC"), ("dreams/area", "asia"), ("dreams/gate", "asia"))
    assert (game["GC"].in_play["acolyte"], game["CC"].in_play["acolyte"]) == (6, 5)
    assert game["GC"].power == 6
    assert game.state.gates["asia"] is None


def test_dreams_places_one_acolyte() -> None:
    """Dreams: one for the one that the enemy has lost, however many are in the Pool."""
    game = with_books(Evening("GC", "CC", "BG"), "GC", "dreams")
    game.correct(GC_acolyte=3)
    game.act("GC", "dreams", ("dreams/enemy", "CC"), ("dreams/area", "asia"), ("dreams/gate", []))
    assert (game["GC"].in_play["acolyte"], game["CC"].in_play["acolyte"]) == (4, 5)


def test_submerge_and_surface() -> None:
    """Submerge, 1 Power; the units return by a 0-cost Action and stay in play meanwhile."""
    game = with_books(Evening("GC", "CC", "BG"), "GC", "submerge")
    game.correct(GC_cthulhu=1, GC_deep_one=2)
    game.act(
        "GC",
        "submerge",
        ("submerge/area", "south_pacific"),
        ("submerge/with", ["deep_one.1"]),
    )
    assert game["GC"].card == {"cthulhu": 1, "deep_one": 1}
    assert game["GC"].in_play["deep_one"] == 2
    game.pass_others("GC")
    game.act("GC", "surface", ("submerge/to", "europe"))
    assert game["GC"].card == {}
    assert game["GC"].power == 7


def test_devolve_after_any_players_action() -> None:
    """Devolve: Acolytes become Deep Ones one for one, also on another player's turn; a Gate is then abandoned."""
    game = with_books(Evening("GC", "CC", "BG"), "GC", "devolve")
    game.act("GC", "move", ("move", units(1)))
    assert game.key == "action/CC"
    game.session.interject("devolve/GC")
    game.play(("devolve/number", 2), ("devolve/gates", ["south_pacific"]))
    assert game["GC"].in_play == {"acolyte": 4, "deep_one": 2}
    assert game.state.gates["south_pacific"] is None
    assert game.key == "action/CC"


def test_devolve_abandons_no_gate_if_its_deep_ones_are_gone_meanwhile() -> None:
    """Devolve: one for one, and the Pool has none any more after a correction."""
    game = with_books(Evening("GC", "CC", "BG"), "GC", "devolve")
    game.session.interject("devolve/GC")
    game.play(("devolve/number", 1))
    game.correct(GC_deep_one=4)
    game.play(("devolve/gates", ["south_pacific"]))
    assert (game["GC"].in_play["acolyte"], game.state.gates["south_pacific"]) == (6, "GC")


def test_four_ocean_gates_meet_the_requirement_whoever_controls_them() -> None:
    """Great Cthulhu, requirement 5: control 3 ocean Gates, or 4 exist in oceans."""
    game = Evening("GC", "CC", "BG")
    for area in ("indian_ocean", "north_atlantic", "south_atlantic"):
        game.state.record(GateSet(area, "CC"))
    game.play(("action/GC", "move"), ("move", units(1)), ("book/GC", "absorb"))
    assert "ocean_gates" in game["GC"].met


def test_own_five_spellbooks_is_the_last_requirement() -> None:
    """Great Cthulhu, requirement 6: in a Doom Phase with five books; it gives an Elder Sign too."""
    game = with_books(Evening("GC", "CC", "BG"), "GC", "absorb", "devolve", "dreams", "regenerate", "submerge")
    game.to_doom_phase()
    assert len(game["GC"].books) == 6
    assert len(game["GC"].signs) == 1


# -- Crawling Chaos ------------------------------------------------------------------------------------------------


def test_pay_four_and_pay_six_in_one_action_for_ten() -> None:
    """Crawling Chaos, requirements 1 and 2."""
    game = Evening("CC", "BG", "YS")
    game.correct(CC_power=11)
    game.play(("action/CC", "pay_ten"), ("book/CC", "madness"), ("book/CC", "abduct"))
    assert game["CC"].power == 1
    assert game["CC"].met == ["pay_four", "pay_six"]
    assert "pay_four" not in [o.id for o in game.prompt.options]  # type: ignore[attr-defined]


def test_twelve_power_meets_a_requirement_by_itself() -> None:
    """Crawling Chaos, requirement 3, noticed after anyone's Action."""
    game = Evening("BG", "CC", "YS")
    game.correct(CC_power=12)
    game.play(("action/BG", "move"), ("move", units(1)))
    assert (game.key, game.prompt.who) == ("book/CC", "CC")


@pytest.mark.parametrize(
    ("gates", "power", "met"),
    [
        (1, 11, []),
        (1, 12, ["three_gates"]),
        (2, 11, []),
        (3, 11, ["three_gates"]),
        (1, 14, ["three_gates"]),
        (1, 15, ["three_gates", "four_gates"]),
        (4, 11, ["three_gates", "four_gates"]),
    ],
)
def test_gates_or_power_meet_two_requirements(gates: int, power: int, met: list[str]) -> None:
    """Crawling Chaos, requirements 3 and 4: 3 Gates or 12 Power, and 4 Gates or 15 Power."""
    game = Evening("BG", "CC", "YS")
    for area in ("europe", "north_asia", "australia")[: gates - 1]:
        game.state.record(GateSet(area, "CC", built=True))
    game.correct(CC_power=power)
    game.play(("action/BG", "move"), ("move", units(1)))
    game.take_first("book/CC")
    assert game["CC"].met == met


def test_capture_meets_crawling_chaos_requirement() -> None:
    """Crawling Chaos, requirement 5."""
    game = Evening("CC", "BG", "YS")
    game.correct(CC_nightgaunt=1)
    game.play(("action/CC", "capture"), ("capture", "BG"), ("capture/gate", []), ("book/CC", "madness"))
    assert game["CC"].met == ["capture"]


def test_the_thousand_forms_is_split_among_the_enemies() -> None:
    """The Thousand Forms: the others lose the rolled Power together; the book is flipped until Gather Power."""
    game = with_books(Evening("CC", "BG", "YS"), "CC", "thousand_forms")
    game.correct(CC_nyarlathotep=1)
    game.play(
        ("action/CC", "thousand_forms"),
        ("thousand_forms/roll", [5]),
        ("thousand_forms/agree", "yes"),
        ("thousand_forms/share/BG", 2),
    )
    assert (game["BG"].power, game["YS"].power) == (6, 5)
    assert "Crawling Chaos: The Thousand Forms: rolled 5, 5 Power" in game.log()
    assert game["CC"].flipped == ["thousand_forms"]
    game.to_doom_phase()
    assert game["CC"].flipped == []


def test_the_thousand_forms_gives_the_power_if_they_cannot_agree() -> None:
    """The Thousand Forms: otherwise you gain the rolled amount."""
    game = with_books(Evening("CC", "BG", "YS"), "CC", "thousand_forms")
    game.correct(CC_nyarlathotep=1)
    game.play(("action/CC", "thousand_forms"), ("thousand_forms/roll", [5]), ("thousand_forms/agree", "no"))
    assert game["CC"].power == 13


def test_the_thousand_forms_may_take_all_that_the_enemies_have() -> None:
    """The Thousand Forms: they are asked if they can give it up together, and not if they are 1 short."""
    game = with_books(Evening("CC", "BG", "YS"), "CC", "thousand_forms")
    game.correct(CC_nyarlathotep=1, BG_power=2, YS_power=3)
    game.play(("action/CC", "thousand_forms"), ("thousand_forms/roll", [5]), ("thousand_forms/agree", "yes"))
    assert (game["CC"].power, game["BG"].power, game["YS"].power) == (8, 0, 0)
    game = with_books(Evening("CC", "BG", "YS"), "CC", "thousand_forms")
    game.correct(CC_nyarlathotep=1, BG_power=2, YS_power=2)
    game.play(("action/CC", "thousand_forms"), ("thousand_forms/roll", [5]))
    assert (game["CC"].power, game["BG"].power, game["YS"].power) == (13, 2, 2)


@pytest.mark.parametrize("face", [5, 6])
def test_the_thousand_forms_is_halved_with_two_players(face: int) -> None:
    """Reference 3.8: halved, rounded up."""
    game = with_books(Evening("CC", "BG"), "CC", "thousand_forms")
    game.correct(CC_nyarlathotep=1)
    game.play(("action/CC", "thousand_forms"), ("thousand_forms/roll", [face]), ("thousand_forms/agree", "no"))
    assert game["CC"].power == 11


# -- Black Goat ----------------------------------------------------------------------------------------------------


def test_the_thousand_young_does_not_make_neutral_monsters_cheaper() -> None:
    """The Thousand Young names Ghouls, Fungi and Dark Young (reference 6)."""
    game = with_books(Evening("BG", "CC", "YS"), "BG", "thousand_young")
    game.state.neutral.append("voonith")
    game.state.record(CardTaken("BG", "voonith", "BG", 0, 0))
    game.correct(BG_shub_niggurath=1)
    assert isinstance(game.prompt, Choose)
    assert {o.id: o.cost for o in game.prompt.options if o.id in ("summon/voonith", "summon/fungi")} == {
        "summon/voonith": 3,
        "summon/fungi": 1,
    }


def test_the_thousand_young_makes_monsters_cheaper() -> None:
    """The Thousand Young: 1 less while Shub-Niggurath is in play; a Ghoul is free."""
    game = with_books(Evening("BG", "CC", "YS"), "BG", "thousand_young")
    game.correct(BG_shub_niggurath=1, BG_power=2)
    game.play(("action/BG", "summon/ghoul"))
    assert game["BG"].power == 2
    game.play(("action/BG", "summon/dark_young"))
    assert game["BG"].power == 0


def test_units_in_areas_are_claimed_by_the_players() -> None:
    """Black Goat, requirements 1 to 4: the companion does not see where figures stand and takes their word."""
    game = Evening("BG", "CC", "YS")
    game.claim("BG", "share_areas", "frenzy")
    assert game["BG"].power == 10, "1 Power per enemy player"
    assert game.key == "action/BG"


def test_two_cultists_are_eliminated_for_a_spellbook() -> None:
    """Black Goat, requirement 5."""
    game = Evening("BG", "CC", "YS")
    game.play(
        ("action/BG", "two_cultists"),
        ("two_cultists/cultist/0/gate", []),
        ("two_cultists/cultist/1/gate", "africa"),
        ("book/BG", "ghroth"),
    )
    assert game["BG"].in_play["acolyte"] == 4
    assert game.state.gates["africa"] is None
    assert game["BG"].power == 8


def test_avatar_asks_the_other_faction_for_the_piece() -> None:
    """Avatar, 1 Power: that faction picks the unit that swaps places."""
    game = Evening("BG", "CC", "YS")
    game.correct(BG_shub_niggurath=1, CC_nightgaunt=1)
    game.play(("action/BG", "avatar"), ("avatar/area", "asia"), ("avatar/faction", "CC"))
    assert game.prompt.who == "CC"
    game.play(("avatar/unit", "acolyte"), ("avatar/gate", "asia"))
    assert game.state.gates["asia"] is None
    assert game["BG"].power == 7
    assert "Black Goat: Shub-Niggurath swaps by Avatar to Asia" in game.log()


def test_ghroth_makes_the_enemies_lose_cultists() -> None:
    """Ghroth: a roll not above the areas with Fungi; enemies agree on the split, owners say which held Gates."""
    game = with_books(Evening("BG", "CC", "YS"), "BG", "ghroth")
    game.correct(BG_fungi=3)
    game.play(
        ("action/BG", "ghroth"),
        ("ghroth/areas", 3),
        ("ghroth/roll", [2]),
        ("ghroth/agree", "no"),
    )
    assert game.prompt.who == "BG", "without agreement Black Goat chooses the split"
    game.play(("ghroth/share/CC", 1), ("ghroth/CC/0/gate", []), ("ghroth/YS/0/gate", []))
    assert (game["CC"].in_play["acolyte"], game["YS"].in_play["acolyte"]) == (5, 5)
    assert "Black Goat: Ghroth: rolled 2, the enemies lose 2 Cultists" in game.log()
    assert game["BG"].power == 6


def test_failed_ghroth_places_an_acolyte_if_any_pool_has_one() -> None:
    """Ghroth, D20: the placement is mandatory."""
    game = with_books(Evening("BG", "CC", "YS"), "BG", "ghroth")
    game.correct(BG_fungi=1, CC_acolyte=4)
    game.play(("action/BG", "ghroth"), ("ghroth/roll", [2]), ("ghroth/where", "europe"))
    assert game["CC"].in_play["acolyte"] == 5
    assert "Black Goat: Ghroth: rolled 2, failure" in game.log()


# -- Yellow Sign ---------------------------------------------------------------------------------------------------


def test_ghroth_without_fungi_always_fails() -> None:
    """Ghroth: no die is 0 or less, so the Acolyte must be placed; the card asks for no Fungi."""
    game = with_books(Evening("BG", "CC", "YS"), "BG", "ghroth")
    game.correct(CC_acolyte=5)
    game.play(("action/BG", "ghroth"), ("ghroth/roll", [1]), ("ghroth/where", "europe"))
    assert (game["BG"].power, game["CC"].in_play["acolyte"]) == (6, 6)


def test_desecrate_succeeds_on_a_roll_not_above_the_units_there() -> None:
    """Desecrate, 2 Power: a token on success, and a piece of cost 2 or less either way."""
    game = Evening("YS", "CC", "BG")
    game.correct(YS_king_in_yellow=1)
    game["YS"].met.append("king")
    game["YS"].books.append("shriek")
    game.play(
        ("action/YS", "desecrate"),
        ("desecrate/area", "south_america"),
        ("desecrate/units", 3),
        ("desecrate/roll", [3]),
        ("desecrate/place", "byakhee"),
        ("book/YS", "zingaya"),
    )
    assert game["YS"].tokens == ["south_america"]
    assert "Yellow Sign: Desecrate: rolled 3, success" in game.log()
    assert game["YS"].met[-1] == "dragon"
    assert (game["YS"].in_play["byakhee"], game["YS"].power) == (1, 6)


def test_an_area_that_the_table_has_desecrated_meanwhile_has_one_token() -> None:
    """Desecrate, and “Correct tokens” before the die is read (two lay there)."""
    game = with_books(Evening("YS", "CC", "BG"), "YS", "shriek")
    game.correct(YS_king_in_yellow=1)
    game.play(("action/YS", "desecrate"), ("desecrate/area", "south_america"), ("desecrate/units", 3))
    game.session.interject("tokens")
    game.play(("tokens/YS", ["south_america"]), ("desecrate/roll", [3]))
    assert game["YS"].tokens == ["south_america"]
    assert game.key == "desecrate/place"


IN_VAIN: Final[tuple[tuple[str, Any], ...]] = (
    ("action/YS", "desecrate"),
    ("desecrate/area", "south_america"),
    ("desecrate/units", 2),
    ("desecrate/roll", [3]),
)
"""A Desecration that fails, and still places a piece."""


def test_failed_desecrate_places_the_piece_all_the_same() -> None:
    """Desecrate: either way place one Monster or Cultist of cost 2 or less."""
    game = Evening("YS", "CC", "BG")
    game.correct(YS_king_in_yellow=1)
    game.play(*IN_VAIN, ("desecrate/place", "undead"))
    assert "Yellow Sign: Desecrate: rolled 3, South America is not desecrated" in game.log()
    assert game["YS"].tokens == []
    assert game["YS"].in_play["undead"] == 1


def test_desecrate_places_neutral_pieces_too() -> None:
    """Section 7: Desecration places a Moonbeast on the map and a Shambler in the area; a Gnorri costs 3."""
    game = Evening("YS", "CC", "BG", neutral=["moonbeast", "dimensional_shambler", "gnorri"])
    for card in ("moonbeast", "dimensional_shambler", "gnorri"):
        game.state.record(CardTaken("YS", card, "YS", 0, 0))
    game.correct(YS_king_in_yellow=1)
    game.play(*IN_VAIN)
    assert game.options() == ["undead", "byakhee", "moonbeast", "dimensional_shambler"]
    game.play(("desecrate/place", "moonbeast"))
    assert game["YS"].in_play["moonbeast"] == 1


def test_the_third_eye_makes_desecrate_cheaper_and_gives_an_elder_sign() -> None:
    """The Third Eye: only while Hastur is in play."""
    game = with_books(Evening("YS", "CC", "BG"), "YS", "third_eye")
    game.correct(YS_king_in_yellow=1, YS_hastur=1)
    game.play(
        ("action/YS", "desecrate"),
        ("desecrate/area", "antarctica"),
        ("desecrate/units", 2),
        ("desecrate/roll", [1]),
        ("desecrate/place", "undead"),
    )
    assert (game["YS"].power, len(game["YS"].signs)) == (7, 1)


def test_the_third_eye_sees_nothing_without_hastur() -> None:
    """The Third Eye: Desecrate costs 2 and gives no Elder Sign."""
    game = with_books(Evening("YS", "CC", "BG"), "YS", "third_eye")
    game.correct(YS_king_in_yellow=1)
    game.play(("action/YS", "desecrate"), ("desecrate/area", "antarctica"), ("desecrate/units", 2))
    game.play(("desecrate/roll", [1]), ("desecrate/place", "undead"))
    assert (game["YS"].power, len(game["YS"].signs)) == (6, 0)


def test_the_shriek_may_call_one_byakhee() -> None:
    """Shriek of the Byakhee: any of your Byakhee."""
    game = with_books(Evening("YS", "CC", "BG"), "YS", "shriek")
    game.correct(YS_byakhee=2)
    game.act("YS", "shriek", ("shriek/area", "asia"), ("shriek/number", 1))
    assert "Yellow Sign: Byakhee flies to Asia" in game.log()


def test_zingaya_turns_an_enemy_acolyte_into_an_undead() -> None:
    """Zingaya, 1 Power; impossible with no Undead in the pool."""
    game = with_books(Evening("YS", "CC", "BG"), "YS", "zingaya")
    game.correct(YS_undead=6)
    assert game.refusal("zingaya") == "No Undead are in your Pool."
    game.correct(YS_undead=1)
    game.act("YS", "zingaya", ("zingaya/area", "africa"), ("zingaya/enemy", "BG"), ("zingaya/gate", []))
    assert (game["YS"].in_play["undead"], game["BG"].in_play["acolyte"]) == (2, 5)


def test_double_action_books_allow_a_second_different_action() -> None:
    """The Screaming Dead and He Who is Not to be Named: a second Action at once, not the other of the two."""
    game = with_books(Evening("YS", "CC", "BG"), "YS", "screaming_dead", "not_to_be_named")
    game.correct(YS_king_in_yellow=1, YS_hastur=1, YS_undead=2)
    game.play(("action/YS", "screaming_dead"), ("screaming_dead/area", "asia"), ("screaming_dead/undead", 1))
    assert "Yellow Sign: King in Yellow moves to Asia" in game.log()
    assert game.key == "action/YS"
    assert "not_to_be_named" not in game.options()
    assert "control" not in game.options(), "no Unlimited Action fits between the two"
    game.act("YS", "move", ("move", units(1)))
    assert game.key == "action/CC"


def test_the_second_action_of_a_double_action_book_may_be_left_out() -> None:
    """The Screaming Dead: you *may* then take a second Action. Unlimited Actions are possible after it."""
    game = with_books(Evening("YS", "CC", "BG"), "YS", "screaming_dead")
    game.correct(YS_king_in_yellow=1, YS_undead=2)
    game.play(("action/YS", "screaming_dead"), ("screaming_dead/area", "asia"), ("screaming_dead/undead", 1))
    game.play(("action/YS", "no_second"))
    assert game.key == "action/CC"


def test_after_the_second_action_only_unlimited_ones_are_left() -> None:
    """Section 3.4: a turn is one Action (two with The Screaming Dead) and any Unlimited ones around it."""
    game = with_books(Evening("YS", "CC", "BG"), "YS", "screaming_dead")
    game.correct(YS_king_in_yellow=1, YS_undead=2, YS_power=6)
    game.play(("action/YS", "screaming_dead"), ("screaming_dead/area", "asia"), ("screaming_dead/undead", 1))
    game.state.record(GateSet("africa", None))
    game.play(("action/YS", "move"), ("move", units(1)))
    assert game.options() == ["control", "abandon", "finish"]


def test_no_second_action_without_power() -> None:
    """Section 3.4: at 0 Power there is no Action, not even one of cost 0; The Screaming Dead took the last Power."""
    game = with_books(Evening("YS", "CC", "BG"), "YS", "screaming_dead")
    game.correct(YS_king_in_yellow=1, YS_power=1)
    game.play(("action/YS", "screaming_dead"), ("screaming_dead/area", "asia"))
    assert game.key == "action/CC"


def test_passion_gives_one_power_when_an_enemy_takes_cultists() -> None:
    """Passion: at most 1 Power per Action, and only for an enemy's doing (D12)."""
    game = with_books(Evening("YS", "CC", "BG"), "YS", "passion")
    assert list(enemy_took_cultists(game.state, "YS", "YS")) == [], "its own doing"
    game.correct(CC_nightgaunt=1)
    game.act("YS", "move", ("move", units(1)))
    game.act("CC", "capture", ("capture", "YS"), ("capture/gate", []), ("passion", "yes"))
    assert game["YS"].power == 8
    assert list(enemy_took_cultists(game.state, "YS", "CC")) == [], "once per Action"


def test_three_doom_for_another_player() -> None:
    """Yellow Sign, requirement 1."""
    game = Evening("YS", "CC", "BG")
    game.play(("action/YS", "three_doom"), ("three_doom/enemy", "BG"), ("book/YS", "passion"))
    assert game["BG"].doom == 3


# -- all factions --------------------------------------------------------------------------------------------------


def test_captured_cultists_are_neither_in_play_nor_in_the_pool() -> None:
    """Reference 3.4: pool + map + captured is the stock."""
    game = Evening("GC", "CC", "BG")
    game.state.record(Captured("CC", "acolyte", "GC"))
    assert (game.state.in_play("CC", "acolyte"), pool(game.state, "CC", "acolyte"), game.state.captured("CC")) == (
        5,
        0,
        1,
    )


def test_unlimited_battle_comes_with_six_books_and_for_both_of_two_players() -> None:
    """Reference 3.4 and 3.8."""
    game = Evening("GC", "CC", "BG")
    game["CC"].books.extend(str(n) for n in range(6))
    assert [unlimited_battle(game.state, c) for c in ("GC", "CC")] == [False, True]
    two = Evening("GC", "CC")
    two["CC"].books.extend(str(n) for n in range(6))
    assert unlimited_battle(two.state, "GC")


def test_each_requirement_gives_one_book_of_free_choice() -> None:
    """Reference 3.7: the pairing is free and nothing is taken twice."""
    game = Evening("GC", "CC", "BG")
    game.claim("GC", "kill_one", "yha_nthlei")
    game.session.interject("claim/GC")
    assert "kill_one" not in game.options()
    game.play(("claim/GC", "kill_two"))
    assert "yha_nthlei" not in game.options()
