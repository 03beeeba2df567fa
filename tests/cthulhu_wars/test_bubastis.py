"""Bubastis: reference section 6, `BB`. What is expected is worked out by hand from there."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.cthulhu_wars.facts import BookTaken, GateSet, RequirementMet
from companion.games.cthulhu_wars.game import CTHULHU_WARS
from companion.games.cthulhu_wars.model.roster import card
from companion.games.cthulhu_wars.model.units import Rank
from companion.games.cthulhu_wars.rules.duel_losses import worth
from companion.games.cthulhu_wars.rules.pool import gates, gates_on_map
from companion.table.errors import BadSetupError
from companion.table.prompts import Choose, Tell
from companion.table.session import new_session
from tests.cthulhu_wars.again import each_turn_again
from tests.cthulhu_wars.evening import Evening, give, onwards

MOON = "the_moon"
CATS = ("acolyte", "cat_from_mars", "cat_from_saturn", "cat_from_uranus")


def bubastis(*others: str, books: tuple[str, ...] = (), **more: Any) -> Evening:
    """A game in which it is the turn of Bubastis."""
    others = others or ("BG", "YS")
    game = Evening("BB", *others, first="BB", **more)
    give(game, "BB", *books)
    game.pass_others("BB")
    return game


def cats(game: Evening, mars: int = 0, saturn: int = 0, uranus: int = 0, bastet: int = 0) -> None:
    """Pieces that were brought into play before; what Bastet's awakening earned is earned."""
    if bastet and "awaken_bastet" not in game["BB"].met:
        game.state.record(RequirementMet("BB", "awaken_bastet"))
        book = next(b.id for b in reversed(card("BB").books) if b.id not in game["BB"].books)
        game.state.record(BookTaken("BB", book, "awaken_bastet"))
    game.correct(BB_cat_from_mars=mars, BB_cat_from_saturn=saturn, BB_cat_from_uranus=uranus, BB_bastet=bastet)


def turn_of(game: Evening, code: str) -> None:
    """The others pass or end their turns."""
    while game.key.startswith("action/") and (game.key != f"action/{code}" or "pass" not in game.options()):
        game.answer("finish" if "finish" in game.options() else "pass")


def lines(game: Evening) -> list[str]:
    """What was to be done on the board so far."""
    return [line for fact in game.state.facts if (line := fact.on_board())]


# -- numbers and set-up --------------------------------------------------------------------------------------------


def test_the_numbers_of_the_units() -> None:
    """Section 6, BB, table of units: rank, count, cost, Combat. No Cultist; the Elder God ranks as GOO."""
    assert [(u.id, u.rank, u.count, u.cost, u.combat) for u in card("BB").units] == [
        ("acolyte", Rank.MONSTER, 6, 1, 0),
        ("cat_from_mars", Rank.MONSTER, 2, 2, 1),
        ("cat_from_saturn", Rank.MONSTER, 2, 3, 2),
        ("cat_from_uranus", Rank.MONSTER, 2, 4, 3),
        ("bastet", Rank.GOO, 1, 6, 0),
    ]
    assert card("BB").unit("acolyte").name == "Earth Cat"
    assert {b.id for b in card("BB").books} == {
        "ailurophobia",
        "catabolism",
        "catnapping",
        "predator",
        "savagery",
        "zagazig",
    }


def test_it_starts_on_the_moon() -> None:
    """Section 6, BB, start: nobody is asked; 6 Earth Cats and a Gate on the Moon, which is no area of the map."""
    session = new_session(CTHULHU_WARS, {"factions": ["BG", "BB", "YS"], "signs": "app", "first": "BB", "direction": 1})
    board = session.prompts[0].prompt
    assert isinstance(board, Tell)
    assert "Bubastis: 6 Earth Cats (Moon); Power 8, Doom 0" in board.lines
    assert "Bubastis: the Moon tile beside the map" in board.lines
    state = session.state
    assert (state.factions["BB"].power, state.factions["BB"].in_play) == (8, {"acolyte": 6})
    assert (state.factions["BB"].start, state.gates[MOON]) == (MOON, "BB")
    assert MOON not in state.board.on_map
    assert not state.board.areas[MOON].ocean
    (area,) = (a for a in session.view.areas if a.id == MOON)
    assert (area.name, area.beside, area.marks) == ("Moon", True, ("Gate BB",))


def test_the_moon_lies_beside_a_map_of_the_tables_own_too() -> None:
    """It belongs to the faction, not to the board; such a map does not keep it as a start area."""
    areas = [{"name": name, "touches": ["A"] if name != "A" else []} for name in "ABC"]
    drawn = {"name": "Three", "areas": areas}
    setup = {"factions": ["BB", "YS"], "map": drawn, "signs": "app", "first": "BB", "direction": 1}
    session = new_session(CTHULHU_WARS, setup)
    session.answer(session.prompts[0].ticket, "B")
    assert session.state.gates == {MOON: "BB", "B": "YS"}
    assert session.state.board.on_map == ("A", "B", "C")
    assert session.prompts[0].prompt.key == "setup/board"
    told = session.prompts[0].prompt
    assert isinstance(told, Tell)
    assert told.lines[-1] == "Ritual marker on 5", "the companion draws the Elder Signs"


def test_an_area_that_people_call_moon_is_another_one() -> None:
    """A map of the table's own may have a Moon of its own."""
    areas = [{"name": name, "touches": ["moon"] if name != "moon" else []} for name in ("moon", "B", "C")]
    setup = {"factions": ["BB", "YS"], "map": {"name": "Three", "areas": areas}, "signs": "app", "first": "BB"}
    session = new_session(CTHULHU_WARS, {**setup, "direction": 1})
    session.answer(session.prompts[0].ticket, "moon")
    assert session.state.gates == {MOON: "BB", "moon": "YS"}


def test_without_cultists_nothing_is_offered_that_needs_them() -> None:
    """Section 6, BB: Earth Cats are Monsters; they build and control no Gates, and are summoned, not recruited."""
    game = bubastis()
    assert isinstance(game.prompt, Choose)
    ids = {o.id for o in game.prompt.options}
    assert not {"recruit", "create_gate", "control", "abandon"} & ids
    assert {"summon/acolyte", "summon/cat_from_mars", "capture", "move/1"} <= ids
    assert game.refusal("summon/acolyte") == "None is in your Pool."
    game.state.record(GateSet("africa", None))
    game.correct(BB_doom=1)
    assert "control" not in {o.id for o in game.prompt.options}


def test_an_earth_cat_is_summoned_at_the_moon() -> None:
    """Rulings: out of Earth Cats, summon them on the Moon; the Moon's Gate is one that it controls."""
    game = bubastis()
    game.correct(BB_acolyte=0)
    assert game.refusal("summon/acolyte") == ""
    game.act("BB", "summon/acolyte")
    assert (game["BB"].in_play["acolyte"], game["BB"].power) == (1, 7)
    assert "Bubastis: Earth Cat summoned at a controlled Gate" in game.log()


# -- the Moon ------------------------------------------------------------------------------------------------------


def test_the_gate_of_the_moon_needs_nobody_and_stays() -> None:
    """Section 6, BB, start: always controlled, also with no Cat at all; nobody can take or abandon it."""
    game = bubastis()
    game.correct(BB_acolyte=0)
    assert (gates(game.state, "BB"), game.state.gates[MOON]) == (1, "BB")
    assert game.key == "action/BB", "nobody asks which Gates have lost their Cultist"
    game.session.interject("gate")
    assert game.key == "gate/area"
    assert MOON not in game.options()


def test_all_units_can_move_for_none_holds_the_gate() -> None:
    """Section 6, BB: the Moon's Gate needs no unit, so all six Earth Cats may leave."""
    game = bubastis()
    assert "The Moon is next to every area" in game.option("move/1").detail
    game.play(("action/BB", "move"))
    assert [o.split(".")[0] for o in game.options()] == ["unit"] * 6
    game.play(("move", [f"unit.{n + 1}" for n in range(6)]))
    assert (game["BB"].power, game.state.gates[MOON]) == (2, "BB")


def test_the_moon_is_none_of_the_gates_on_the_map() -> None:
    """Section 6, BB: the tile lies off the map. Whether it counts for 8 or 12 Gates no source says; by hand it may."""
    game = Evening("BB", "OW", "BG", first="BB", starts={"OW": "europe"})
    assert gates_on_map(game.state) == 2
    game.pass_others("OW")
    assert "claim/OW" in [o.id for o in game.session.interjections]


def test_the_beyond_one_takes_neither_the_moon_nor_a_gate_to_it() -> None:
    """Rulings: not move the Moon or a Gate onto it."""
    game = Evening("OW", "BB", "BG", first="OW", starts={"OW": "europe"})
    game.correct(OW_spawn_of_yog_sothoth=1)
    game.play(("action/OW", "beyond_one"))
    assert MOON not in game.options()
    game.play(("beyond_one/from", "europe"))
    assert game.key == "beyond_one/to"
    assert MOON not in game.options()


def test_nobody_builds_a_gate_on_the_moon() -> None:
    """Section 6, BB: no other Gate can be built there."""
    game = Evening("BG", "BB", "YS", first="BG")
    game.play(("action/BG", "create_gate"))
    assert MOON not in game.options()
    assert "europe" not in game.options()
    assert "asia" in game.options()


def test_yog_sothoth_may_awaken_on_the_moon() -> None:
    """Rulings: from a Spawn there."""
    game = Evening("OW", "BB", "BG", first="OW", starts={"OW": "europe"})
    game.correct(OW_spawn_of_yog_sothoth=1)
    game.play(("action/OW", "awaken/yog_sothoth"))
    assert MOON in game.options()


def test_other_ways_reach_the_moon() -> None:
    """Section 6, BB, start: Avatar and Submerge may reach it."""
    game = Evening("BG", "BB", "YS", first="BG")
    give(game, "BG", "frenzy")
    game.correct(BG_shub_niggurath=1)
    game.take_first("book")
    game.play(("action/BG", "avatar"))
    assert MOON in game.options()


# -- Gather Power and Doom -----------------------------------------------------------------------------------------


def test_every_cat_in_play_gathers_1_and_the_moon_2() -> None:
    """Gather Power: 6 Earth Cats and the Moon's Gate give 8, like everybody's first turn."""
    game = bubastis()
    game.pass_all()
    game.play(("gather_power", True))
    assert game["BB"].power == 8


def test_cats_of_all_kinds_gather_and_bastet_does_not() -> None:
    """Gather Power: 6 + 1 + 2 + 1 Cats and 2 for the Gate; Bastet is no Cat (FORK [1])."""
    game = bubastis()
    cats(game, mars=1, saturn=2, uranus=1, bastet=1)
    game.pass_all()
    assert isinstance(game.prompt, Tell)
    assert "Bubastis: Cat Power 10" in game.prompt.lines
    game.play(("gather_power", True))
    assert game["BB"].power == 12


def test_a_ritual_gives_1_doom_for_the_moon_and_no_elder_sign() -> None:
    """Rulings: a normal Ritual; Bastet, an Elder God, gives none."""
    game = bubastis()
    cats(game, bastet=1)
    game.correct(BB_doom=0)
    game.to_doom_phase()
    game.until("doom_phase/BB")
    assert game["BB"].doom == 1
    assert game.option("ritual").detail == "+1 Doom"
    game.play(("doom_phase/BB", "ritual"))
    assert (game["BB"].doom, game["BB"].signs, game.state.ritual) == (2, [], 1)


# -- Lunacy --------------------------------------------------------------------------------------------------------


def test_dreams_takes_an_earth_cat() -> None:
    """Lunacy: an ability that names Acolytes works on Earth Cats; an Acolyte comes where one was, also on the Moon."""
    game = Evening("GC", "BB", "BG")
    give(game, "GC", "dreams")
    game.correct(GC_acolyte=5)
    game.play(("action/GC", "dreams"), ("dreams/enemy", "BB"), ("dreams/area", MOON))
    assert (game["BB"].in_play["acolyte"], game["GC"].in_play["acolyte"], game["GC"].power) == (5, 6, 6)
    assert "Bubastis: Earth Cat Eliminated in Moon" in game.log()


def test_zingaya_takes_an_earth_cat() -> None:
    """Lunacy: the same of Zingaya; an Undead takes its place, and nobody asks about a Gate."""
    game = Evening("YS", "BB", "BG", first="YS")
    give(game, "YS", "zingaya")
    game.correct(YS_undead=1)
    game.play(("action/YS", "zingaya"))
    while game.key.startswith("zingaya"):
        game.answer("BB" if "BB" in game.options() else "europe")
    assert (game["BB"].in_play["acolyte"], game["YS"].in_play["undead"]) == (5, 2)


def test_surprise_takes_an_earth_cat() -> None:
    """Lunacy: the same of Surprise!."""
    game = Evening("TT", "BB", "BG", first="TT")
    give(game, "TT", "surprise")
    game.correct(TT_doom=1)
    game.play(("action/TT", "surprise"))
    game.play(("surprise/enemy", "BB"), ("surprise/area", MOON))
    assert (game["BB"].in_play["acolyte"], game["TT"].in_play["proto_shoggoth"]) == (5, 1)


def test_ghroth_takes_earth_cats() -> None:
    """Lunacy: they count among the Cultists that the enemies lose."""
    game = Evening("BG", "BB", "YS", first="BG")
    give(game, "BG", "ghroth")
    game.correct(BG_fungi=3)
    game.play(("action/BG", "ghroth"), ("ghroth/areas", 3), ("ghroth/roll", [2]), ("ghroth/agree", "yes"))
    game.play(("ghroth/share/BB", 2))
    assert (game["BB"].in_play["acolyte"], game["YS"].in_play["acolyte"]) == (4, 6)


def test_a_failed_ghroth_may_place_an_earth_cat() -> None:
    """Lunacy: one Acolyte of any faction; Bubastis has Earth Cats for those."""
    game = Evening("BG", "BB", "YS", first="BG")
    give(game, "BG", "ghroth")
    game.correct(BG_fungi=1, BB_acolyte=5)
    game.play(("action/BG", "ghroth"), ("ghroth/roll", [2]), ("ghroth/where", "asia"))
    assert game["BB"].in_play["acolyte"] == 6


def test_earth_cats_cannot_be_captured_as_cultists() -> None:
    """Lunacy: they are Monsters."""
    game = Evening("BG", "BB", "YS", first="BG")
    game.correct(BG_ghoul=1)
    game.correct(YS_acolyte=6)
    game.play(("action/BG", "capture"))
    assert (game["BG"].captives, game["BB"].in_play["acolyte"]) == ({"YS": {"acolyte": 1}}, 6), "nobody else has any"


def test_capture_monster_takes_an_earth_cat_which_is_then_lost() -> None:
    """Sleeper, rulings: Earth Cats are Monsters and can be taken; a capture is an Elimination (battle reference 1)."""
    game = Evening("SL", "BB", "BG", first="SL")
    give(game, "SL", "capture_monster")
    game["SL"].met.append("awaken_tsathoggua")
    game.state.record(BookTaken("SL", "burrow", "awaken_tsathoggua"))
    game.correct(SL_tsathoggua=1, BB_cat_from_mars=1)
    game.play(("action/SL", "capture_monster"))
    while game.key.startswith("capture_monster"):
        game.answer("cat_from_mars" if "cat_from_mars" in game.options() else game.options()[0])
    assert game["SL"].captives == {"BB": {"cat_from_mars": 1}}
    assert game.key == "book/BB"
    assert game["BB"].met == ["lost_mars_or_saturn"]
    game.play(("book/BB", "zagazig"))
    game.pass_all()
    assert isinstance(game.prompt, Tell)
    game.play(("gather_power", True))
    assert game["SL"].captives == {}


# -- Bastet --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("missing", range(4))
def test_bastet_needs_a_cat_of_each_kind(missing: int) -> None:
    """Awaken Bastet, step 1."""
    game = bubastis()
    there = [1, 1, 1, 1]
    there[missing] = 0
    game.correct(**{f"BB_{unit}": number for unit, number in zip(CATS, there, strict=True)})
    assert game.refusal("awaken/bastet") == "You need a Cat of each kind in play."


def test_bastet_awakens_for_6_in_any_area() -> None:
    """Awaken Bastet, steps 2 and 3, and requirement 6."""
    game = bubastis()
    cats(game, 1, 1, 1)
    game.correct(BB_power=5)
    assert game.refusal("awaken/bastet") == "It costs 6; you have 5 Power."
    game.correct(BB_power=8)
    game.play(("action/BB", "awaken/bastet"))
    assert {MOON, "europe", "arctic_ocean"} <= set(game.options())
    game.play(("awaken/area", "asia"), ("book/BB", "catnapping"))
    assert (game["BB"].power, game["BB"].in_play["bastet"], game["BB"].met) == (2, 1, ["awaken_bastet"])
    assert (game["BB"].signs, worth("BB", "bastet")) == ([], 6)


# -- Requires Attention --------------------------------------------------------------------------------------------


def attention(*others: str) -> Evening:
    """The place of Bubastis in the Doom Phase."""
    game = bubastis(*others)
    cats(game, bastet=1)
    game.to_doom_phase()
    onwards(game, "doom_phase/BB")
    game.correct(BB_power=8, BB_doom=1)
    return game


@pytest.mark.parametrize(("there", "signs"), [([], 0), (["gate"], 1), (["great"], 2), (["gate", "great"], 3)])
def test_requires_attention_gives_4_doom_and_signs_for_what_is_there(there: list[str], signs: int) -> None:
    """Requires Attention: the normal cost, the marker advances, exactly 4 Doom, 1 for a Gate, 2 for a Great Old One."""
    game = attention()
    game.correct(YS_king_in_yellow=1)
    assert game.option("requires_attention").cost == 5
    game.play(("doom_phase/BB", "requires_attention"), ("requires_attention", there))
    assert (game["BB"].power, game["BB"].doom, len(game["BB"].signs)) == (3, 5, signs)
    assert (game.state.ritual, game["BB"].rituals) == (1, 1)
    assert game.key != "doom_phase/BB" or not {"ritual", "requires_attention"} & set(game.options())


def test_requires_attention_may_be_declined_for_a_plain_ritual() -> None:
    """Requires Attention: you may perform your Ritual in this way; the plain one is the other choice."""
    game = attention()
    game.play(("doom_phase/BB", "ritual"))
    assert (game["BB"].power, game["BB"].doom, game["BB"].signs) == (3, 2, [])
    assert game.key != "doom_phase/BB" or not {"ritual", "requires_attention"} & set(game.options())


def test_requires_attention_needs_bastet_a_cultist_and_power() -> None:
    """Requires Attention: Bastet in play, an enemy Cultist on the map, and the price."""
    game = attention()
    assert game.refusal("requires_attention") == ""
    game.correct(BB_bastet=0)
    assert game.refusal("requires_attention") == "Bastet is not on the map."
    give(game, "BB", "ailurophobia")
    game.correct(BB_bastet=1, BB_power=4)
    assert game.refusal("requires_attention") == "It costs 5; you have 4 Power."
    game = attention()
    for code in ("BG", "YS"):
        (area,) = game.state.gates_of(code)
        game.state.record(GateSet(area, None))
        game.correct(**{f"{code}_acolyte": 0})
    assert game.refusal("requires_attention") == "No enemy Cultist is on the map."


def test_its_price_is_paid_before_anything_is_asked() -> None:
    """Reference 3.4, pay first: a correction while it is asked what is there leaves nobody below 0 Power."""
    game = attention()
    game.play(("doom_phase/BB", "requires_attention"))
    assert (game["BB"].power, game.state.ritual) == (3, 1)
    game.correct(BB_power=0)
    game.play(("requires_attention", []))
    assert (game["BB"].power, game["BB"].doom) == (0, 5)


def test_what_nobody_has_cannot_be_in_bastets_area() -> None:
    """Requires Attention: a Gate of an enemy and an enemy Great Old One are greyed while there are none."""
    game = attention()
    for code in ("BG", "YS"):
        (area,) = game.state.gates_of(code)
        game.state.record(GateSet(area, None))
    game.play(("doom_phase/BB", "requires_attention"))
    assert game.refusal("gate") == "No enemy controls a Gate."
    assert game.refusal("great") == "No enemy Great Old One is in play."


def test_yog_sothoth_counts_as_both() -> None:
    """Rulings: as Gate and as Great Old One, 3 Elder Signs; also where he is the only Gate of an enemy."""
    game = attention("OW", "YS")
    for code in ("OW", "YS"):
        (area,) = game.state.held_gates(code)
        game.state.record(GateSet(area, None))
    game.correct(OW_yog_sothoth=1)
    game.play(("doom_phase/BB", "requires_attention"))
    assert isinstance(game.prompt, Choose)
    assert "Yog-Sothoth" in game.prompt.text
    game.play(("requires_attention", ["gate", "great"]))
    assert len(game["BB"].signs) == 3


@pytest.mark.parametrize(("answer", "bubastis_gains", "tcho_tcho_gains"), [("give", 4, 1), ("less", 3, 0)])
def test_sycophancy_answers_requires_attention(answer: str, bubastis_gains: int, tcho_tcho_gains: int) -> None:
    """Rulings of Tcho-Tcho (FORK [1]): the ritualist gains 1 Doom less, or Tcho-Tcho gains 1."""
    game = attention("TT", "YS")
    doom = game["TT"].doom
    game.play(("doom_phase/BB", "requires_attention"), ("requires_attention", []), ("sycophancy/TT", answer))
    assert (game["BB"].doom - 1, game["TT"].doom - doom) == (bubastis_gains, tcho_tcho_gains)


# -- spellbooks outside battles ------------------------------------------------------------------------------------


def test_ailurophobia_gives_doom_for_each_kind_that_meets_an_enemy(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ailurophobia: 1 for each kind that shares an area other than the Moon; the players see which; once."""
    each_turn_again(monkeypatch)
    game = bubastis()
    game.play(("action/BB", "claim/moon_empty"), ("book/BB", "ailurophobia"))
    game.correct(BB_cat_from_mars=1, BB_cat_from_uranus=2)
    game.to_doom_phase()
    game.play(("doom_phase/BB", "ailurophobia"))
    assert game.options() == ["acolyte", "cat_from_mars", "cat_from_uranus"]
    game.play(("ailurophobia", ["acolyte", "cat_from_uranus"]))
    assert game["BB"].doom == 1 + 2
    assert game.key != "doom_phase/BB" or "ailurophobia" not in game.options()


@pytest.mark.parametrize(
    ("reading", "words"),
    [
        ("printed", "In any area but the Moon; 1 Doom for each kind."),
        ("other", "In any area, the Moon too; 1 Doom for each kind."),
    ],
)
def test_d80_ailurophobia_says_whether_the_moon_counts(reading: str, words: str) -> None:
    """D80: not for a Cat on the Moon (publisher's correction), or the card without these words."""
    game = bubastis(books=("ailurophobia",), options={"D80": reading})
    game.to_doom_phase()
    game.play(("doom_phase/BB", "ailurophobia"))
    assert game.prompt.text == words


def test_ailurophobia_counts_4_at_most_and_may_be_left() -> None:
    """Ailurophobia: four kinds; Bastet is none (FORK [1])."""
    game = bubastis(books=("ailurophobia",))
    cats(game, 2, 2, 2, 1)
    game.to_doom_phase()
    game.play(("doom_phase/BB", "ailurophobia"))
    assert game.options() == list(CATS)
    game.play(("ailurophobia", list(CATS)))
    assert game["BB"].doom == 5
    game.session.undo(2)
    assert (game.key, game["BB"].doom) == ("doom_phase/BB", 1)
    game.correct(BB_power=0)
    assert game.refusal("ailurophobia") == "", "it costs nothing"
    game.play(("doom_phase/BB", "ailurophobia"), ("ailurophobia", []))
    assert game["BB"].doom == 1, "none of them meets an enemy"
    game.session.undo(2)
    game.play(("doom_phase/BB", []))
    assert game["BB"].doom == 1


def test_ailurophobia_needs_its_book_and_a_cat() -> None:
    game = bubastis()
    game.to_doom_phase()
    assert isinstance(game.prompt, Choose)
    assert "ailurophobia" not in [o.id for o in game.prompt.options]
    game = bubastis(books=("ailurophobia",))
    game.to_doom_phase()
    game.correct(BB_acolyte=0)
    assert game.refusal("ailurophobia") == "You have no Cat on the map."


def test_catabolism_recruits_where_an_earth_cat_is() -> None:
    """Catabolism: Monsters also where an Earth Cat is, at their normal cost; Bastet stays a matter of awakening."""
    game = bubastis()
    assert game.option("summon/cat_from_mars").detail == "Where you control a Gate"
    give(game, "BB", "catabolism")
    assert game.option("summon/cat_from_mars").detail == "At your Gate, or Monsters where an Earth Cat is"
    assert game.option("summon/cat_from_mars").cost == 2
    game.act("BB", "summon/cat_from_mars")
    assert (game["BB"].in_play["cat_from_mars"], game["BB"].power) == (1, 6)


def test_catabolism_needs_an_earth_cat() -> None:
    game = bubastis(books=("catabolism",))
    game.correct(BB_acolyte=1)
    assert game.option("summon/cat_from_mars").detail == "At your Gate, or Monsters where an Earth Cat is"
    game.correct(BB_acolyte=0)
    assert game.option("summon/cat_from_mars").detail == "Where you control a Gate"


# -- Catnapping ----------------------------------------------------------------------------------------------------


def napping(*others: str) -> Evening:
    """Bastet is in play, with her book."""
    game = bubastis(*others, books=("catnapping",))
    cats(game, bastet=1)
    return game


def test_catnapping_takes_all_units_of_chosen_enemies_to_the_moon(monkeypatch: pytest.MonkeyPatch) -> None:
    """Catnapping: 1 Power; all units of the chosen factions in Bastet's area; their Gate there is abandoned (D57)."""
    each_turn_again(monkeypatch)
    game = bubastis()
    game.correct(BB_bastet=1)
    game.claim("BB", "moon_empty", "catnapping")
    if game.key == "book/BB":
        game.play(("book/BB", "savagery"))
    game.play(("action/BB", "catnapping"), ("catnapping/area", "africa"), ("catnapping/whom", ["BG"]))
    assert (game["BB"].power, game.state.gates["africa"]) == (7, None)
    assert game["BG"].in_play["acolyte"] == 6
    assert "Move all units of Black Goat from Africa to the Moon" in lines(game)


def test_catnapping_takes_as_many_factions_as_are_wanted() -> None:
    """Catnapping: any number; a Gate of somebody else stays controlled."""
    game = napping()
    game.play(("action/BB", "catnapping"), ("catnapping/area", "africa"), ("catnapping/whom", ["BG", "YS"]))
    assert (game.state.gates["africa"], game.state.gates["europe"]) == (None, "YS")
    game = napping()
    game.play(("action/BB", "catnapping"), ("catnapping/area", "africa"), ("catnapping/whom", ["YS"]))
    assert game.state.gates["africa"] == "BG"


def test_catnapping_needs_its_book_bastet_power_and_a_victim() -> None:
    game = bubastis()
    assert isinstance(game.prompt, Choose)
    assert "catnapping" not in [o.id for o in game.prompt.options]
    game = bubastis(books=("catnapping",))
    assert game.refusal("catnapping") == "Bastet is not on the map."
    cats(game, bastet=1)
    assert game.refusal("catnapping") == ""
    game.play(("action/BB", "catnapping"))
    assert MOON not in game.options(), "nobody is brought to where it is"
    game.play(("catnapping/area", "africa"))
    assert isinstance(game.prompt, Choose)
    assert game.prompt.suggested == ("BG",), "who controls the Gate there"
    game.play(("catnapping/whom", ["BG"]))
    assert game["BB"].marks["on_the_moon.BG"] == 1
    game = napping()
    game.play(("action/BB", "catnapping"), ("catnapping/area", "asia"))
    assert isinstance(game.prompt, Choose)
    assert game.prompt.suggested == ()


def test_whoever_leaves_the_moon_by_moving_pays_bubastis() -> None:
    """Catnapping: whenever an enemy unit leaves it by moving, Bubastis gains the Power spent on that."""
    game = napping()
    game.play(("action/BB", "catnapping"), ("catnapping/area", "africa"), ("catnapping/whom", ["BG"]))
    game.correct(BG_power=8)
    turn_of(game, "BG")
    game.play(("action/BG", "move/3"))
    assert (game.key, game.prompt.who) == ("left/BB/BG", "BG")
    assert game.options() == ["1", "2", "3", "none"]
    game.play(("left/BB/BG", "2"))
    assert (game["BB"].power, game["BG"].power) == (9, 5)


def test_a_move_from_elsewhere_pays_nothing() -> None:
    """Catnapping: only what leaves the Moon; once nobody is there any more nobody is asked."""
    game = napping()
    game.play(("action/BB", "catnapping"), ("catnapping/area", "africa"), ("catnapping/whom", ["BG"]))
    game.correct(BG_power=8)
    game.play(("action/BG", "move/1"), ("left/BB/BG", []))
    assert game["BB"].power == 7
    turn_of(game, "BG")
    game.play(("action/BG", "move/1"), ("left/BB/BG", "none"))
    turn_of(game, "BG")
    game.play(("action/BG", "move/1"))
    assert not game.key.startswith("left")
    assert not any(": +" in line and "Catnapping" in line for line in game.log())


def test_a_move_of_somebody_who_was_never_there_is_not_asked_about() -> None:
    game = napping()
    game.play(("action/BB", "catnapping"), ("catnapping/area", "africa"), ("catnapping/whom", ["BG"]))
    game.correct(YS_power=8)
    turn_of(game, "YS")
    game.play(("action/YS", "move/1"))
    assert not game.key.startswith("left")


def test_units_that_came_to_the_moon_otherwise_are_told_by_hand() -> None:
    """Catnapping pays for any enemy unit; who came by Avatar and the like the players say, under More."""
    game = bubastis()
    assert "on_the_moon/BB" not in [o.id for o in game.session.interjections]
    game = napping()
    game.session.interject("on_the_moon/BB")
    game.play(("on_the_moon", []))
    game.session.interject("on_the_moon/BB")
    game.play(("on_the_moon", ["YS"]))
    game.correct(YS_power=8)
    turn_of(game, "YS")
    game.play(("action/YS", "move/1"), ("left/BB/YS", "1"))
    assert game["BB"].power == 1


def test_burrow_does_not_lessen_what_bubastis_gains() -> None:
    """Catnapping: the Power spent, before refunds such as Burrow."""
    game = napping("SL", "YS")
    give(game, "SL", "burrow")
    (area,) = game.state.held_gates("SL")
    game.play(("action/BB", "catnapping"), ("catnapping/area", area), ("catnapping/whom", ["SL"]))
    game.correct(SL_power=8)
    turn_of(game, "SL")
    game.play(("action/SL", "move/2"), ("left/BB/SL", "2"))
    assert (game["BB"].power, game["SL"].power) == (9, 7)


# -- requirements --------------------------------------------------------------------------------------------------


def test_paying_2_power_earns_a_book() -> None:
    """Requirement 1, an Action; once."""
    game = bubastis()
    game.play(("action/BB", "pay_two"), ("book/BB", "savagery"))
    assert (game["BB"].power, game["BB"].met) == (6, ["pay_two"])
    game.correct(BG_power=0, YS_power=0)
    assert isinstance(game.prompt, Choose)
    assert "pay_two" not in [o.id for o in game.prompt.options]
    game = bubastis()
    game.correct(BB_power=1)
    assert game.refusal("pay_two") == "It costs 2; you have 1 Power."


def test_no_earth_cat_on_the_moon_is_claimed_by_the_players() -> None:
    """Requirement 2: where they stand the players see."""
    game = bubastis()
    game.play(("action/BB", "claim/moon_empty"), ("book/BB", "savagery"))
    assert (game["BB"].met, game["BB"].books, game["BB"].power) == (["moon_empty"], ["savagery"], 8)


def test_a_cat_in_every_start_area_gives_1_power_for_each_enemy_faction() -> None:
    """Requirement 3, with its reward: two enemy factions here."""
    game = bubastis()
    game.play(("action/BB", "claim/start_areas"), ("book/BB", "savagery"))
    assert (game["BB"].met, game["BB"].power) == (["start_areas"], 10)


def test_the_reward_counts_factions_where_one_person_plays_two() -> None:
    """Requirement 3: per enemy faction, here two of one enemy player; one's own other faction is no enemy."""
    game = Evening("BB", players=[["BB", "BG"], ["YS", "GC"]])
    game.correct(GC_power=0, YS_power=0)
    while game.key != "action/BB":
        game.answer("rather/BB" if "rather/BB" in game.options() else "pass")
    power = game["BB"].power
    game.play(("action/BB", "claim/start_areas"), ("book/BB", "savagery"))
    assert game["BB"].power == power + 2


@pytest.mark.parametrize(
    ("unit", "met"),
    [
        ("cat_from_mars", "lost_mars_or_saturn"),
        ("cat_from_saturn", "lost_mars_or_saturn"),
        ("cat_from_uranus", "lost_uranus"),
    ],
)
def test_a_lost_cat_earns_its_book(unit: str, met: str) -> None:
    """Requirements 4 and 5: Killed or Eliminated, here by Dread Curse of Azathoth, outside a battle."""
    game = Evening("OW", "BB", "BG", first="OW", starts={"OW": "europe"})
    give(game, "OW", "dread_curse")
    game.correct(OW_abomination=1, **{f"BB_{unit}": 1})
    game.play(("action/OW", "dread_curse"), ("dread_curse/area", "asia"), ("dread_curse/whom", ["BB"]))
    game.play(("dread_curse/roll", [6]), ("battle/pieces/BB", [f"BB.{unit}.1"]))
    assert "Opener of the Way: Dread Curse of Azathoth: rolled 6, 1 × kill" in game.log()
    assert game["BB"].in_play[unit] == 0
    game.play(("book/BB", "predator"))
    assert game["BB"].met == [met]


def test_a_correction_by_hand_is_no_loss() -> None:
    """Requirements 4 and 5: the table sets a number right; nobody lost anything."""
    game = bubastis()
    cats(game, 1, 1, 1)
    cats(game)
    assert (game.key, game["BB"].met) == ("action/BB", [])


# -- who plays with whom -------------------------------------------------------------------------------------------


def test_not_against_crawling_chaos_with_two_players() -> None:
    """Reference 3.8 and rulings; with two factions each, or three players, they may."""
    for seats in (["BB", "CC"], ["CC", "BB"]):
        with pytest.raises(BadSetupError, match="do not play the two-player game"):
            new_session(CTHULHU_WARS, {"factions": seats})
    assert new_session(CTHULHU_WARS, {"factions": ["BB", "CC", "GC"]}).prompts
    assert new_session(CTHULHU_WARS, {"players": [["BB", "GC"], ["CC", "BG"]]}).prompts
    session = new_session(CTHULHU_WARS, {"signs": "app"})
    session.answer(session.prompts[0].ticket, ["CC", "BB"])
    while session.prompts[0].prompt.key.startswith("setup/seat"):
        session.answer(session.prompts[0].ticket, "BB")
    prompt = session.prompts[0].prompt
    assert isinstance(prompt, Choose)
    assert prompt.key == "setup/two"
    refused = {"printed": "Crawling Chaos and Bubastis do not play the two-player game."}
    assert {o.id: o.refused for o in prompt.options if o.refused} == refused


def test_with_two_players_a_lost_earth_cat_is_1_doom() -> None:
    """Reference 3.8: its cost, for the other player."""
    game = Evening("YS", "BB", first="YS")
    give(game, "YS", "zingaya")
    assert worth("BB", "acolyte") == 1


def test_borrowed_lunacy_is_nothing() -> None:
    """Rulings: Ancient Sorcery on Bubastis gives Sleeper nothing."""
    unique = card("BB").unique
    assert (unique.actions, unique.doom_phase, unique.unlimited, unique.flight, unique.others_ritual) == (
        (),
        (),
        (),
        False,
        None,
    )


def test_what_rests_on_one_source_is_said_with_the_faction() -> None:
    """Marks [1]: Bastet as no Cat, Sycophancy and Requires Attention."""
    (player,) = (p for p in bubastis().session.view.players if p.id == "BB")
    checks = [line for line in player.details if line.startswith("Check your card")]
    assert any("Bastet" in line for line in checks)
    assert any("Zagazig" in line for line in checks)
