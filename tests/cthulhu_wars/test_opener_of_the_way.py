"""Opener of the Way: reference section 6, `OW`, and battle reference 3 and 4. What comes out is worked out by hand."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.cthulhu_wars.facts import GateGone, GateSet, TokenPlaced
from companion.games.cthulhu_wars.game import CTHULHU_WARS
from companion.games.cthulhu_wars.model.roster import card
from companion.games.cthulhu_wars.model.units import Rank
from companion.games.cthulhu_wars.rules.pool import gates, gates_on_map
from companion.table.prompts import Assign, Choose, Place, Roll
from companion.table.session import new_session
from tests.cthulhu_wars.battles import AREA, Skirmish
from tests.cthulhu_wars.evening import Evening, units
from tests.cthulhu_wars.test_faction_actions import with_books

pytestmark = pytest.mark.usefixtures("battles_again")

SPAWN = "spawn_of_yog_sothoth"
YOG = "yog_sothoth"
HOME = "antarctica"


def evening(*others: str, books: tuple[str, ...] = (), **setup: Any) -> Evening:
    """Opener is First Player and starts in Antarctica."""
    game = Evening("OW", *(others or ("CC", "BG")), starts={"OW": HOME}, **{"first": "OW", **setup})
    return with_books(game, "OW", *books)


def more_gates(game: Evening, number: int, owner: str | None = None) -> None:
    """Gates in so many areas more."""
    free = [area for area in game.state.board.areas if area not in game.state.gates]
    for area in free[:number]:
        game.state.record(GateSet(area, owner))


def anytime(game: Evening) -> dict[str, str]:
    """What may be done at any moment, and why not."""
    return {o.id: o.refused for o in game.session.interjections}


# -- numbers and set-up --------------------------------------------------------------------------------------------


def test_the_numbers_of_the_units() -> None:
    """Section 6, OW, table of units: rank, count, cost, Combat."""
    assert [(u.id, u.rank, u.count, u.cost, u.combat) for u in card("OW").units] == [
        ("acolyte", Rank.CULTIST, 6, 1, 0),
        ("mutant", Rank.MONSTER, 4, 2, 1),
        ("abomination", Rank.MONSTER, 3, 3, 2),
        (SPAWN, Rank.MONSTER, 2, 4, 3),
        (YOG, Rank.GOO, 1, 6, 0),
    ]


def test_it_starts_last_in_any_area_without_a_gate() -> None:
    """Section 6, OW, start; reference 2, set-up 5: 6 Acolytes, 8 Power, one controlled Gate."""
    session = new_session(CTHULHU_WARS, {"factions": ["OW", "GC", "YS"], "signs": "app", "first": "GC"})
    prompt = session.prompts[0].prompt
    assert isinstance(prompt, Choose)
    assert prompt.key == "setup/start/OW"
    assert {o.id for o in prompt.options} == set(session.state.board.areas) - {"south_pacific", "europe"}
    session.answer(session.prompts[0].ticket, "north_atlantic")
    opener = session.state.factions["OW"]
    assert (opener.start, opener.power, opener.in_play) == ("north_atlantic", 8, {"acolyte": 6})
    assert session.state.gates["north_atlantic"] == "OW"


def test_what_rests_on_one_source_is_marked() -> None:
    """Section 6, OW, rulings: the words on two players stand in one source only."""
    (player,) = (p for p in evening().session.view.players if p.id == "OW")
    assert any(line.startswith("Check your card:") and "two players" in line for line in player.details)


# -- The Beyond One ------------------------------------------------------------------------------------------------


def test_the_beyond_one_moves_a_unit_the_gate_and_its_keeper() -> None:
    """The Beyond One, 1 Power: own Gate from Antarctica to Europe; control does not change."""
    game = evening()
    game.correct(OW_abomination=1)
    game.act("OW", "beyond_one", ("beyond_one/from", HOME), ("beyond_one/to", "europe"))
    assert game.state.gates == {"europe": "OW", "asia": "CC", "africa": "BG"}
    assert (game["OW"].power, game["OW"].in_play) == (7, {"acolyte": 6, "abomination": 1})
    assert game.key == "action/CC"
    assert any("Abomination" in line and "Europe" in line for line in game.log())


@pytest.mark.parametrize("owner", ["CC", None])
def test_the_beyond_one_moves_an_enemys_or_an_abandoned_gate(owner: str | None) -> None:
    """The Beyond One: any physical Gate in the unit's area; of two kinds of unit one is named."""
    game = evening()
    game.correct(OW_abomination=1, OW_spawn_of_yog_sothoth=1)
    game.state.record(GateSet("asia", owner))
    game.act(
        "OW", "beyond_one", ("beyond_one/from", "asia"), ("beyond_one/unit", SPAWN), ("beyond_one/to", "australia")
    )
    assert game.state.gates == {HOME: "OW", "australia": owner, "africa": "BG"}
    assert game["OW"].power == 7


def test_the_beyond_one_goes_only_where_no_gate_is() -> None:
    """The Beyond One: into an area without a physical Gate; Yog-Sothoth there does not block."""
    game = evening()
    game.correct(OW_yog_sothoth=1)
    game.play(("action/OW", "beyond_one"), ("beyond_one/from", HOME))
    assert set(game.options()) == set(game.state.board.areas) - {HOME, "asia", "africa"}
    game.session.undo(2)
    assert (game.state.gates[HOME], game["OW"].power) == ("OW", 8)


@pytest.mark.parametrize(
    ("pieces", "missing"),
    [({}, "You have no unit costing 3 or more on the map."), ({"OW_mutant": 4}, "You have no unit costing")],
)
def test_the_beyond_one_needs_a_unit_of_cost_3(pieces: dict[str, int], missing: str) -> None:
    """The Beyond One: a Mutant costs 2, an Acolyte 1."""
    game = evening()
    game.correct(**{"OW_acolyte": 6, **pieces})
    assert game.refusal("beyond_one").startswith(missing)


def test_the_beyond_one_needs_a_physical_gate_and_a_place_for_it() -> None:
    """The Beyond One: Yog-Sothoth himself is never the Gate."""
    game = evening()
    game.correct(OW_yog_sothoth=1)
    more_gates(game, 10)
    game.correct(OW_doom=1)
    assert game.refusal("beyond_one") == "Every area has a Gate."
    for area in list(game.state.gates):
        game.state.record(GateGone(area))
    game.correct(OW_doom=2)
    assert game.refusal("beyond_one") == "No Gate is on the map."


# -- Yog-Sothoth ---------------------------------------------------------------------------------------------------


def test_awakening_yog_sothoth_takes_a_spawns_place() -> None:
    """Awaken Yog-Sothoth: a Spawn on the map, 6 Power; the Spawn goes to the pool; no Gate is needed; requirement 6."""
    game = evening()
    assert "Spawn of Yog-Sothoth" in game.refusal("awaken/yog_sothoth")
    game.correct(OW_spawn_of_yog_sothoth=2)
    game.play(("action/OW", "awaken/yog_sothoth"), ("awaken/area", "europe"), ("book/OW", "channel_power"))
    assert game["OW"].in_play == {"acolyte": 6, SPAWN: 1, YOG: 1}
    assert (game["OW"].power, game["OW"].met) == (2, ["awaken"])


def test_awakening_yog_sothoth_costs_6() -> None:
    """Awaken Yog-Sothoth, step 2."""
    game = evening()
    game.correct(OW_spawn_of_yog_sothoth=1, OW_power=5)
    assert game.refusal("awaken/yog_sothoth") == "It costs 6; you have 5 Power."
    game.correct(OW_power=6, OW_yog_sothoth=1)
    assert game.refusal("awaken/yog_sothoth") == "Already in play."


def test_awakening_is_no_loss_for_two_players() -> None:
    """Awaken Yog-Sothoth, step 3: a replacement, so the other gains no Doom (reference 3.8)."""
    game = evening("CC")
    game.correct(OW_spawn_of_yog_sothoth=1)
    game.play(("action/OW", "awaken/yog_sothoth"), ("awaken/area", "europe"), ("book/OW", "channel_power"))
    assert game["CC"].doom == 0


def test_yog_sothoth_is_a_gate_in_gather_power_and_in_the_doom_phase() -> None:
    """The Key and the Gate: +2 Power, +1 Doom in the Doom Phase, +1 in a Ritual and the Elder Sign of a Great Old One.

    6 Acolytes + 2 for the Gate + 2 for Yog-Sothoth = 10; 2 Doom; a Ritual at 5 gives 2 more and a Sign.
    """
    game = evening()
    game.correct(OW_yog_sothoth=1)
    game.to_doom_phase()
    assert (game["OW"].power, game["OW"].doom, len(game["OW"].signs)) == (10, 2, 0)
    assert gates(game.state, "OW") == 2
    game.play(("doom_phase/OW", "ritual"))
    assert (game["OW"].power, game["OW"].doom, len(game["OW"].signs)) == (5, 4, 1)


def test_monsters_are_summoned_where_yog_sothoth_is() -> None:
    """The Key and the Gate: without any other Gate of yours."""
    game = evening()
    game.state.record(GateSet(HOME, None))
    game.correct(OW_doom=1)
    assert game.refusal("summon/mutant") == "You control no Gate."
    game.correct(OW_yog_sothoth=1)
    game.act("OW", "summon/mutant")
    assert (game["OW"].power, game["OW"].in_play["mutant"]) == (6, 1)


def test_yog_sothoth_is_never_controlled_or_abandoned() -> None:
    """The Key and the Gate: nobody rides him, so his Gate can be neither abandoned nor taken."""
    game = evening()
    game.state.record(GateSet(HOME, None))
    game.correct(OW_yog_sothoth=1)
    assert game.refusal("abandon") == "You control no Gate."
    (player,) = (p for p in game.session.view.players if p.id == "OW")
    assert "Gates: Yog-Sothoth" in player.details
    game.to_doom_phase()
    assert game["CC"].power == 6 + 2 + 1, "one abandoned Gate, not two"


def test_yog_sothoth_in_an_ocean_counts_for_yha_nthlei() -> None:
    """Rulings: Yog-Sothoth in an ocean gives Great Cthulhu Power; where he is the players say.

    6 Acolytes + 2 for the Gate, and 1 if he is there.
    """
    for answer, power in (("yes", 9), ("no", 8)):
        game = with_books(evening("GC", "BG"), "GC", "yha_nthlei")
        game.correct(OW_yog_sothoth=1, GC_cthulhu=1)
        game.pass_all()
        game.play(("yha_nthlei/OW.yog_sothoth", answer), ("gather_power", True))
        assert game["GC"].power == power


@pytest.mark.parametrize(("reading", "refused"), [("printed", ""), ("other", "There is no Gate in South Pacific.")])
def test_yog_sothoth_may_be_the_gate_for_cthulhu(reading: str, refused: str) -> None:
    """D44: where a text says Gate without controlled he counts, or not."""
    game = evening("GC", "BG", first="GC", options={"D44": reading})
    game.state.record(GateGone("south_pacific"))
    game.correct(OW_yog_sothoth=1, GC_power=10)
    assert game.refusal("awaken/cthulhu") == refused


# -- Dragon Ascending ----------------------------------------------------------------------------------------------


def test_dragon_ascending_takes_the_power_of_an_enemy_in_anybodys_turn() -> None:
    """Dragon Ascending: at 0 Power, in another's turn; Opener acts again; the book is face down for good."""
    game = evening(books=("dragon_ascending",))
    game.correct(CC_power=9, BG_power=4)
    game.act("OW", "pass")
    assert (game.key, game["OW"].power) == ("action/CC", 0)
    game.session.interject("dragon_ascending/OW")
    game.play(("dragon_ascending", "CC"))
    assert (game["OW"].power, game["CC"].power, game["OW"].flipped) == (9, 9, ["dragon_ascending"])
    game.act("CC", "pass")
    game.act("BG", "pass")
    assert game.key == "action/OW"
    assert "dragon_ascending/OW" not in anytime(game)
    game.to_doom_phase()
    assert game["OW"].flipped == ["dragon_ascending"]


def test_dragon_ascending_is_undone_whole() -> None:
    """Power and book come back together."""
    game = evening(books=("dragon_ascending",))
    game.correct(CC_power=9, BG_power=4)
    game.session.interject("dragon_ascending/OW")
    game.play(("dragon_ascending", "CC"))
    game.session.undo(2)
    assert (game["OW"].power, game["OW"].flipped, game.key) == (8, [], "action/OW")


def test_dragon_ascending_needs_the_book_and_an_enemy_with_other_power() -> None:
    """Dragon Ascending: the present Power of an enemy; one's own number would change nothing."""
    assert "dragon_ascending/OW" not in anytime(evening())
    game = evening(books=("dragon_ascending",))
    assert anytime(game)["dragon_ascending/OW"] == "Every enemy has as much Power as you."
    game.correct(CC_power=3)
    assert anytime(game)["dragon_ascending/OW"] == ""


def test_dragon_ascending_in_gather_power_ties_for_first_player() -> None:
    """Rulings: after the minimum rule; the previous First Player decides the tie.

    Opener 6 + 2 = 8, Crawling Chaos 6 + 2 + 3 * 2 = 14; Opener then has 14, too.
    """
    game = evening(books=("dragon_ascending",))
    more_gates(game, 3, "CC")
    game.correct(CC_acolyte=6)
    while game.key != "gather_power":
        game.answer(game.options()[0] if game.key.startswith("book/") else "pass")
    game.play(("gather_power", True), ("dragon_ascending", ["CC"]))
    assert (game["OW"].power, game["CC"].power) == (14, 14)
    game.take_first("book/")
    assert (game.key, game.prompt.who, set(game.options())) == ("first_player/tie", "OW", {"OW", "CC"})


def test_dragon_ascending_may_be_kept_in_gather_power() -> None:
    """Dragon Ascending is optional: declined it is there later."""
    game = evening("CC", "GC", books=("dragon_ascending",), first="GC")
    more_gates(game, 1, "GC")
    game.correct(GC_acolyte=6)
    game.pass_all()
    game.play(("gather_power", True), ("dragon_ascending", []))
    assert (game["OW"].power, game["OW"].flipped) == (8, [])


def test_dragon_ascending_is_not_asked_for_where_nobody_has_more() -> None:
    """With 8 Power each there is nothing to gain: no question in Gather Power."""
    game = evening(books=("dragon_ascending",))
    game.pass_all()
    game.play(("gather_power", True))
    assert game.key == "first_player/tie"


# -- Dragon Descending ---------------------------------------------------------------------------------------------


def in_doom_phase(*books: str) -> Evening:
    """Opener has 2 Gates and Yog-Sothoth: a Ritual gives 3 Doom and a Sign."""
    game = evening(books=books)
    more_gates(game, 1, "OW")
    game.correct(OW_yog_sothoth=1)
    game.to_doom_phase()
    assert (game["OW"].doom, game["OW"].power) == (3, 12)
    return game


def test_dragon_descending_doubles_the_doom_of_a_ritual() -> None:
    """Dragon Descending: 3 + 3 Doom, one Sign as ever; face down for good."""
    game = in_doom_phase("dragon_descending")
    game.play(("doom_phase/OW", "ritual"), ("dragon_descending", "yes"))
    assert (game["OW"].power, game["OW"].doom, len(game["OW"].signs)) == (7, 9, 1)
    assert game["OW"].flipped == ["dragon_descending"]
    game.session.undo()
    assert (game["OW"].doom, game["OW"].flipped, game.key) == (6, [], "dragon_descending")


def test_dragon_descending_may_be_kept() -> None:
    """Dragon Descending, declined."""
    game = in_doom_phase("dragon_descending")
    game.play(("doom_phase/OW", "ritual"), ("dragon_descending", "no"))
    assert (game["OW"].doom, game["OW"].flipped) == (6, [])


def test_dragon_descending_needs_the_book_face_up_and_doom_to_double() -> None:
    """Without the book, after its use, or without Doom in the Ritual nothing is asked."""
    game = in_doom_phase()
    game.play(("doom_phase/OW", "ritual"))
    assert game.key != "dragon_descending"
    game = evening(books=("dragon_descending",))
    game.state.record(GateGone(HOME))
    game.to_doom_phase()
    game.until("doom_phase/OW")
    game.play(("doom_phase/OW", "ritual"))
    assert (game.key, game["OW"].doom) == ("action/CC", 0)


# -- Dread Curse of Azathoth ---------------------------------------------------------------------------------------


def cursing(*others: str, **counters: int) -> Evening:
    """Opener has the book, 2 Abominations and a Spawn: 3 dice."""
    game = evening(*(others or ("YS", "GC")), books=("dread_curse",))
    game.correct(**{"OW_abomination": 2, "OW_spawn_of_yog_sothoth": 1, **counters})
    return game


def test_dread_curse_kills_and_drives_out() -> None:
    """Dread Curse of Azathoth, 2 Power: a die per Abomination and Spawn; the owner picks who takes what, Opener where
    the pained go. 6, 5, 1 are a Kill and a Pain; Yellow Sign loses its Cultist, its Undead goes to Asia."""
    game = cursing(YS_undead=1)
    game.play(("action/OW", "dread_curse"), ("dread_curse/area", "europe"), ("dread_curse/whom", ["YS"]))
    assert isinstance(game.prompt, Roll)
    assert game.prompt.dice == 3
    game.play(("dread_curse/roll", [6, 5, 1]), ("battle/pieces/YS", ["YS.acolyte.1", "YS.acolyte.2", "YS.undead.1"]))
    assert isinstance(game.prompt, Assign)
    assert (game.key, game.prompt.who) == ("dread_curse/kill/YS", "YS")
    assert {piece.symbol for piece in game.prompt.pieces} == {"cultist", "unit-undead"}
    game.play(("dread_curse/kill/YS", {"YS.acolyte.2": ["kill"]}), ("dread_curse/pain/YS", {"YS.undead.1": ["pain"]}))
    assert isinstance(game.prompt, Place)
    assert (game.key, game.prompt.who) == ("dread_curse/flee/YS", "OW")
    assert [(piece.symbol, piece.side) for piece in game.prompt.pieces] == [("unit-undead", "YS")]
    assert {a.id for a in game.prompt.pieces[0].areas} == {"arctic_ocean", "asia", "north_atlantic"}
    game.play(("dread_curse/flee/YS", {"YS.undead.1": "asia"}))
    assert game["YS"].in_play == {"acolyte": 5, "undead": 1}
    assert (game["OW"].power, game.state.gates["europe"]) == (6, "YS")
    assert game.key == "action/YS"


def test_dread_curse_is_split_among_the_enemies_there() -> None:
    """Dread Curse: Opener splits Kills and Pains as it likes; results beyond the number of units are lost.

    6, 6, 4 are 2 Kills and 1 Pain: both Kills hit the single Acolyte of Yellow Sign, the Pain Great Cthulhu's.
    """
    game = cursing()
    game.play(
        ("action/OW", "dread_curse"),
        ("dread_curse/area", "europe"),
        ("dread_curse/whom", ["YS", "GC"]),
        ("dread_curse/roll", [6, 6, 4]),
        ("dread_curse/kills/YS", 2),
        ("dread_curse/pains/YS", 0),
        ("battle/pieces/YS", ["YS.acolyte.1"]),
        ("battle/pieces/GC", ["GC.acolyte.1"]),
        ("dread_curse/flee/GC", {"GC.acolyte.1": "asia"}),
    )
    assert (game["YS"].in_play["acolyte"], game["GC"].in_play["acolyte"]) == (5, 6)
    assert game.state.gates["europe"] is None, "the Acolyte on the Gate was Killed"


def test_dread_curse_drives_a_keeper_off_its_gate() -> None:
    """Dread Curse: a pained unit moves away, and its Gate is abandoned."""
    game = cursing()
    game.play(
        ("action/OW", "dread_curse"),
        ("dread_curse/area", "europe"),
        ("dread_curse/whom", ["YS"]),
        ("dread_curse/roll", [4, 1, 1]),
        ("battle/pieces/YS", ["YS.acolyte.1"]),
        ("dread_curse/flee/YS", {"YS.acolyte.1": "asia"}),
    )
    assert (game["YS"].in_play["acolyte"], game.state.gates["europe"]) == (6, None)


def test_dread_curse_that_misses_asks_nothing_more() -> None:
    """Dread Curse: 1 to 3 are misses."""
    game = cursing()
    game.play(("action/OW", "dread_curse"), ("dread_curse/area", "europe"), ("dread_curse/whom", ["YS"]))
    game.play(("dread_curse/roll", [1, 2, 3]))
    assert (game.key, game["OW"].power) == ("action/YS", 6)


def test_dread_curse_is_refused_without_dice_power_or_enemies() -> None:
    """Dread Curse: at least one Abomination or Spawn in play, 2 Power, an enemy unit on the map."""
    game = cursing(OW_abomination=0, OW_spawn_of_yog_sothoth=0)
    assert game.refusal("dread_curse") == "You have no Abomination or Spawn in play."
    game.correct(OW_abomination=1, OW_power=1)
    assert game.refusal("dread_curse") == "It costs 2; you have 1 Power."
    assert "dread_curse" not in [o.id for o in evening().prompt.options]  # type: ignore[attr-defined]


def test_dread_curse_is_no_battle() -> None:
    """Battle reference 4.5, Dread Curse: no Regenerate, no Vengeance, no Madness; a Kill kills a Starspawn at once."""
    game = with_books(cursing("GC", "CC"), "GC", "regenerate")
    game = with_books(game, "CC", "madness")
    game.correct(GC_starspawn=1)
    game.play(
        ("action/OW", "dread_curse"),
        ("dread_curse/area", "europe"),
        ("dread_curse/whom", ["GC"]),
        ("dread_curse/roll", [6, 4, 1]),
        ("battle/pieces/GC", ["GC.starspawn.1"]),
    )
    assert game["GC"].in_play["starspawn"] == 0
    assert game.key == "action/GC"


def test_dread_curse_spares_no_emissary() -> None:
    """Battle reference 4.5, Dread Curse: no Emissary; a Great Old One that dies here was not Killed in a battle."""
    game = with_books(cursing("CC", "BG"), "CC", "emissary")
    game.correct(CC_nyarlathotep=1)
    game.play(
        ("action/OW", "dread_curse"),
        ("dread_curse/area", "asia"),
        ("dread_curse/whom", ["CC"]),
        ("dread_curse/roll", [6, 1, 1]),
        ("battle/pieces/CC", ["CC.nyarlathotep.1"]),
    )
    assert (game["CC"].in_play["nyarlathotep"], game.state.battled) == (0, [])


@pytest.mark.parametrize(("answer", "power"), [("yes", 9), ("no", 8)])
def test_dread_curse_and_passion(answer: str, power: int) -> None:
    """Battle reference 4.5, Dread Curse: ongoing texts apply; Passion gives 1 Power once per Action, if wanted."""
    game = with_books(cursing(), "YS", "passion")
    game.play(
        ("action/OW", "dread_curse"),
        ("dread_curse/area", "europe"),
        ("dread_curse/whom", ["YS"]),
        ("dread_curse/roll", [6, 6, 1]),
        ("battle/pieces/YS", ["YS.acolyte.2", "YS.acolyte.3"]),
        ("passion", answer),
    )
    assert (game["YS"].in_play["acolyte"], game["YS"].power) == (4, power)


def test_dread_curse_rolls_half_the_dice_with_two_players() -> None:
    """Rulings, two players: half of 3 dice rounded up; a Killed Acolyte is 1 Doom for the other (reference 3.8)."""
    game = cursing("YS")
    game.play(("action/OW", "dread_curse"), ("dread_curse/area", "europe"))
    assert isinstance(game.prompt, Roll)
    assert game.prompt.dice == 2
    game.play(("dread_curse/roll", [6, 1]), ("battle/pieces/YS", ["YS.acolyte.1"]))
    assert (game["YS"].in_play["acolyte"], game["OW"].doom) == (5, 1)


# -- They Break Through --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("owner", ["CC", None])
def test_they_break_through_summons_at_gates_of_others(owner: str | None) -> None:
    """They Break Through: at enemy-controlled and at abandoned Gates, also with no Gate and no unit of one's own."""
    game = evening(books=("they_break_through",))
    game.state.record(GateGone(HOME))
    game.state.record(GateGone("africa"))
    game.state.record(GateSet("asia", owner))
    game.correct(OW_acolyte=0)
    game.act("OW", "summon/abomination")
    assert (game["OW"].power, game["OW"].in_play["abomination"]) == (5, 1)


def test_they_break_through_needs_the_book_and_a_gate() -> None:
    """They Break Through: without it at one's own Gates only; without any Gate nowhere."""
    game = evening()
    game.state.record(GateGone(HOME))
    game.correct(OW_doom=1)
    assert game.refusal("summon/mutant") == "You control no Gate."
    game = evening(books=("they_break_through",))
    for area in list(game.state.gates):
        game.state.record(GateGone(area))
    game.correct(OW_doom=1)
    assert game.refusal("summon/mutant") == "You control no Gate."


# -- requirements --------------------------------------------------------------------------------------------------


def met(game: Evening) -> list[str]:
    """What is met after an Action, whatever books are taken."""
    game.correct(OW_power=max(1, game["OW"].power))
    game.play(("action/OW", "move"), ("move", units(1)))
    game.take_first("book/")
    return [r for r in game["OW"].met if r.endswith("_gates")]


def test_eight_gates_on_the_map() -> None:
    """Requirement 1: physical Gates, whoever controls them or nobody, and Yog-Sothoth (rulings)."""
    game = evening()
    more_gates(game, 4)
    assert met(game) == []
    game = evening()
    more_gates(game, 4)
    game.correct(OW_yog_sothoth=1)
    assert gates_on_map(game.state) == 8
    assert met(game) == ["eight_gates"]


@pytest.mark.parametrize(
    ("others", "reading", "number"),
    [
        (("CC",), "printed", 10),
        (("CC", "BG"), "printed", 10),
        (("CC", "BG", "YS"), "printed", 12),
        (("CC", "BG", "YS"), "four", 10),
        (("CC",), "other", 10),
        (("CC", "BG"), "other", 12),
    ],
)
def test_twelve_gates_on_the_map(others: tuple[str, ...], reading: str, number: int) -> None:
    """Requirement 2 and D16: 12 Gates; 10 in games of 2 and 3, of up to 4, or of 2."""
    for gates_there, found in ((number - 1, ["eight_gates"]), (number, ["eight_gates", "twelve_gates"])):
        game = evening(*others, options={"D16": reading})
        more_gates(game, gates_there - len(game.state.gates))
        assert met(game) == found


def test_units_at_two_enemy_gates_are_claimed() -> None:
    """Requirement 3: where units stand only the players see."""
    game = evening()
    game.claim("OW", "two_enemy_gates", "channel_power")
    assert game["OW"].met == ["two_enemy_gates"]


def fight(game: Evening, mine: list[str], theirs: list[str], foe: str = "CC") -> None:
    """Opener declares a battle in Asia."""
    game.play(("action/OW", f"battle/{foe}"), ("battle/area", "asia"))
    game.play(("battle/pieces/OW", mine), (f"battle/pieces/{foe}", theirs))


def test_a_unit_lost_in_a_battle() -> None:
    """Requirement 4: Killed; noticed when the battle is over."""
    game = evening()
    game.correct(OW_mutant=1, CC_hunting_horror=1)
    fight(game, ["OW.mutant.1"], ["CC.hunting_horror.1"])
    game.play(("battle/roll/OW", [1]), ("battle/roll/CC", [6, 1]))
    assert game["OW"].met == []
    game.play(("battle/board", True), ("book/OW", "channel_power"))
    assert game["OW"].met == ["lose_unit"]


def test_a_unit_eliminated_before_the_dice_is_lost_too() -> None:
    """Requirement 4, battle reference 2.2: Devoured as the defender, and the battle ends early."""
    game = evening("GC", "CC", first="GC")
    game.correct(GC_cthulhu=1, OW_mutant=1)
    game.fight("GC", "asia", "OW", ["GC.cthulhu.1"], ["OW.mutant.1"])
    game.play(("battle/pre_battle/GC", "devour"), ("battle/board", True))
    game.until("book/OW", first=True)
    game.play(("book/OW", "channel_power"))
    assert "lose_unit" in game["OW"].met


@pytest.mark.holds("OW.after_battle")
def test_a_captured_or_promoted_unit_is_no_loss() -> None:
    """Requirement 4; battle reference 4.5, The Million Favored Ones: a promotion is no loss."""
    game = evening(books=("million_favored_ones",))
    game.correct(OW_mutant=2, CC_hunting_horror=1)
    fight(game, ["OW.mutant.1", "OW.mutant.2"], ["CC.hunting_horror.1"])
    game.play(("battle/roll/OW", [1, 1]), ("battle/roll/CC", [1, 1]))
    game.play(("battle/after_battle/OW", "million_favored_ones"), ("battle/million/OW", "OW.mutant.1"))
    game.play(("battle/million/OW", []), ("battle/board", True))
    assert "lose_unit" not in game["OW"].met
    game = evening("CC", "BG", first="CC")
    game.correct(CC_nightgaunt=1)
    game.play(("action/CC", "capture"), ("capture", "OW"), ("capture/gate", []))
    game.take_first("book/")
    assert "lose_unit" not in game["OW"].met


def test_two_great_old_ones_in_a_battle_share_an_area() -> None:
    """Requirement 5: with an enemy Great Old One; in a battle the companion sees it, elsewhere it is claimed."""
    game = evening()
    game.correct(OW_yog_sothoth=1, CC_nyarlathotep=1)
    fight(game, ["OW.yog_sothoth.1"], ["CC.nyarlathotep.1"])
    game.play(("battle/roll/OW", [1, 1]), ("battle/board", True))
    game.take_first("book/")
    assert "share_area" in game["OW"].met
    game = evening()
    game.claim("OW", "share_area", "channel_power")
    assert game["OW"].met == ["share_area"]


def test_a_great_old_one_without_its_like_shares_nothing() -> None:
    """Requirement 5 needs one on both sides."""
    game = evening()
    game.correct(OW_yog_sothoth=1, CC_nyarlathotep=1)
    fight(game, ["OW.yog_sothoth.1"], ["CC.acolyte.1"])
    game.play(("battle/roll/OW", [1, 1]), ("battle/board", True))
    assert "share_area" not in game["OW"].met


# -- Combat --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("pieces", "dice"),
    [({"acolyte": 3, "mutant": 2}, 2), ({"abomination": 3, SPAWN: 2}, 12), ({"mutant": 4, "abomination": 1}, 6)],
)
def test_combat(pieces: dict[str, int], dice: int) -> None:
    """Battle reference 3: Mutant 1, Abomination 2, Spawn 3."""
    assert Skirmish({"OW": pieces, "CC": {"acolyte": 1}}).dice("OW") == dice


@pytest.mark.parametrize(("great", "dice"), [(1, 2), (3, 6), (4, 8)])
def test_yog_sothoths_combat_counts_enemy_great_old_ones(great: int, dice: int) -> None:
    """Battle reference 3: 2 for each faction Great Old One that enemies have in play, all enemies together."""
    battle = Skirmish({"OW": {YOG: 1}, "CC": {"nyarlathotep": 1}}, great={"OW": great})
    assert battle.dice("OW") == dice


def test_yog_sothoth_does_not_count_himself() -> None:
    """Battle reference 3: your own do not count; with Combat 0 he may be attacked but not attack."""
    game = evening()
    game.correct(OW_yog_sothoth=1)
    assert game.refusal("battle/CC") == "Your units have Combat 0."
    battle = Skirmish({"CC": {"hunting_horror": 1}, "OW": {YOG: 1}})
    assert battle.dice("OW") == 0


def test_yog_sothoth_has_combat_4_with_two_players() -> None:
    """Battle reference 3 and rulings: always 4 in the official two-player game."""
    game = evening("CC")
    game.correct(OW_yog_sothoth=1)
    fight(game, ["OW.yog_sothoth.1"], ["CC.acolyte.1"])
    assert isinstance(game.prompt, Roll)
    assert game.prompt.dice == 4


def test_a_quick_battle_asks_for_the_great_old_ones_of_the_enemies() -> None:
    """Battle reference 3, Yog-Sothoth: those that are not in the battle count, too."""
    given = {"attacker": "OW", "defender": "CC", "area": AREA, "books": {"OW": [], "CC": []}, "others": []}
    session = new_session(CTHULHU_WARS, {"quick_battle": given})
    session.answer(session.prompts[0].ticket, [f"{YOG}.1"])
    session.answer(session.prompts[0].ticket, ["acolyte.1"])
    assert session.prompts[0].prompt.key == "quick/counts"
    session.answer(session.prompts[0].ticket, {"great/OW": 3})
    asked = {item.prompt.key: item.prompt for item in session.prompts}
    roll = asked["battle/roll/OW"]
    assert isinstance(roll, Roll)
    assert roll.dice == 6


# -- Channel Power -------------------------------------------------------------------------------------------------

CHANNEL = {"OW": ["channel_power"]}


def test_channel_power_rolls_all_misses_again() -> None:
    """Channel Power, 1 Power: 6, 4, 1, 2 - the two misses fall again as 6 and 3; then the last one as 5."""
    battle = Skirmish({"OW": {"mutant": 4}, "CC": {"acolyte": 4}}, books=CHANNEL)
    battle.roll(OW=[6, 4, 1, 2])
    assert battle.prompt("battle/reroll/OW").odds == "Kill 31%, Pain 56%", "1 - (5/6)^2 and 1 - (4/6)^2"
    battle.play(("battle/reroll/OW", "channel_power"))
    prompt = battle.prompt("battle/channel_power/OW/1")
    assert isinstance(prompt, Roll)
    assert prompt.dice == 2
    battle.play(("battle/channel_power/OW/1", [6, 3]))
    assert (battle.battle.kills["OW"], battle.battle.pains["OW"], battle.state.factions["OW"].power) == (2, 1, 7)
    battle.play(("battle/reroll/OW", "channel_power"), ("battle/channel_power/OW/2", [5]))
    assert (battle.battle.kills["OW"], battle.battle.pains["OW"], battle.state.factions["OW"].power) == (2, 2, 6)
    assert "battle/reroll/OW" not in battle.open_keys, "no miss is left"


def test_channel_power_may_be_left() -> None:
    """Channel Power, declined: the dice stand."""
    battle = Skirmish({"CC": {"hunting_horror": 1}, "OW": {"mutant": 2}}, books=CHANNEL)
    battle.roll(CC=[1, 1], OW=[6, 1]).play(("battle/reroll/OW", []))
    assert (battle.battle.kills["OW"], battle.state.factions["OW"].power) == (1, 8)


@pytest.mark.parametrize(
    ("more", "dice"),
    [({"books": {}}, [1, 1]), ({"books": CHANNEL, "power": {"OW": 0}}, [1, 1]), ({"books": CHANNEL}, [6, 5])],
)
def test_channel_power_needs_the_book_power_and_misses(more: dict[str, Any], dice: list[int]) -> None:
    """Channel Power is not offered otherwise; D10: with misses left always, whatever the Kills."""
    battle = Skirmish({"OW": {"mutant": 2}, "CC": {"acolyte": 1}}, **more)
    battle.roll(OW=dice)
    assert "battle/reroll/OW" not in battle.open_keys
    battle = Skirmish({"OW": {"mutant": 2}, "CC": {"acolyte": 1}}, books=CHANNEL)
    assert "battle/reroll/OW" in battle.roll(OW=[6, 1]).open_keys


def test_channel_power_after_the_dice_were_told_by_results() -> None:
    """A roll of which only Kills and Pains are known: 4 dice, 1 Kill, so 3 misses."""
    battle = Skirmish({"OW": {"mutant": 4}, "CC": {"acolyte": 4}}, books=CHANNEL)
    battle.play(("battle/roll/OW", {"kill": 1}), ("battle/reroll/OW", "channel_power"))
    prompt = battle.prompt("battle/channel_power/OW/1")
    assert isinstance(prompt, Roll)
    assert prompt.dice == 3


def test_dragon_ascending_pays_for_channel_power() -> None:
    """Battle reference 4.2, Channel Power: out of Power Opener may refill it by Dragon Ascending in between."""
    books = {"OW": ["channel_power", "dragon_ascending"]}
    battle = Skirmish({"OW": {"mutant": 2}, "CC": {"acolyte": 1}}, books=books, power={"OW": 0, "CC": 5})
    battle.roll(OW=[1, 1]).play(("battle/reroll/OW", "dragon_ascending"))
    assert battle.state.factions["OW"].power == 5, "one enemy alone needs no question"
    battle.play(("battle/reroll/OW", "channel_power"), ("battle/channel_power/OW/1", [6, 6]))
    assert (battle.battle.kills["OW"], battle.state.factions["OW"].power) == (2, 4)


# -- The Million Favored Ones --------------------------------------------------------------------------------------

MILLION = {"OW": ["million_favored_ones"]}
PROMOTE = ("battle/after_battle/OW", "million_favored_ones")


def fought(pieces: dict[str, int], **more: Any) -> Skirmish:
    """A battle in which nobody hits."""
    battle = Skirmish({"OW": pieces, "CC": {"acolyte": 1}}, **{"books": MILLION, **more})
    return battle.roll(OW=[1] * battle.dice("OW"))


@pytest.mark.parametrize(
    ("unit", "in_play"),
    [
        ("acolyte", {"mutant": 2}),
        ("mutant", {"acolyte": 1, "abomination": 1}),
    ],
)
def test_the_million_favored_ones_promote_one_step(unit: str, in_play: dict[str, int]) -> None:
    """The Million Favored Ones: Acolyte by Mutant, Mutant by Abomination."""
    battle = fought({"acolyte": 1, "mutant": 1}).play(PROMOTE, ("battle/million/OW", f"OW.{unit}.1"))
    battle.play(("battle/million/OW", []))
    assert battle.in_play("OW") == in_play


def test_the_million_favored_ones_promote_an_abomination() -> None:
    """The Million Favored Ones: Abomination by Spawn; one step, for what was placed is not promoted again."""
    battle = fought({"abomination": 1}).play(PROMOTE, ("battle/million/OW", "OW.abomination.1"))
    assert battle.in_play("OW") == {SPAWN: 1}
    assert list(battle.open_keys) == ["battle/board"]


def test_a_spawn_becomes_as_many_mutants_as_the_pool_holds() -> None:
    """The Million Favored Ones: 4 Mutants less the 1 in play are 3."""
    battle = fought({SPAWN: 1, "mutant": 1}).play(PROMOTE, ("battle/million/OW", f"OW.{SPAWN}.1"))
    battle.play(("battle/million/OW", []))
    assert battle.in_play("OW") == {"mutant": 4}


def test_pieces_cycle_through_the_pool() -> None:
    """The Million Favored Ones, one after another: with no Mutant in the pool an Acolyte waits until one was promoted.

    Section 7 case 12: then each may become a Mutant.
    """
    battle = fought({"acolyte": 1, "mutant": 4})
    battle.play(PROMOTE)
    prompt = battle.prompt("battle/million/OW")
    assert isinstance(prompt, Choose)
    assert not any("acolyte" in o.id for o in prompt.open_options())
    battle.play(("battle/million/OW", "OW.mutant.1"), ("battle/million/OW", "OW.acolyte.1"), ("battle/million/OW", []))
    assert battle.in_play("OW") == {"mutant": 4, "abomination": 1}


def test_case_12_two_acolytes_become_mutants() -> None:
    """Section 7 case 12: two Acolytes survive, two Mutants are in the pool."""
    battle = fought({"acolyte": 2, "abomination": 1}, in_play={"OW": {"acolyte": 2, "abomination": 1, "mutant": 2}})
    battle.play(PROMOTE, ("battle/million/OW", "OW.acolyte.1"), ("battle/million/OW", "OW.acolyte.2"))
    battle.play(("battle/million/OW", []))
    assert battle.in_play("OW") == {"abomination": 1, "mutant": 4}


def test_an_acolyte_on_the_gate_that_is_promoted_leaves_it() -> None:
    """The Million Favored Ones: a Mutant holds no Gate (reference 3.5)."""
    battle = fought({"acolyte": 1, "mutant": 1}, gates={AREA: "OW"})
    battle.play(PROMOTE, ("battle/million/OW", "OW.acolyte.1"), ("battle/million/OW", []))
    assert battle.state.gates[AREA] is None


def test_the_million_favored_ones_may_be_left() -> None:
    """The Million Favored Ones, declined: at once, or after all."""
    assert fought({"mutant": 1}).play(("battle/after_battle/OW", [])).in_play("OW") == {"mutant": 1}
    battle = fought({"mutant": 1}).play(PROMOTE, ("battle/million/OW", []))
    assert battle.in_play("OW") == {"mutant": 1}


def test_the_million_favored_ones_need_the_book_and_a_piece_to_come() -> None:
    """Without the book, or with nobody who could be promoted, nothing is offered."""
    assert list(fought({"mutant": 1}, books={}).open_keys) == ["battle/board"]
    in_play = {"OW": {"abomination": 1, SPAWN: 2}}
    assert list(fought({"abomination": 1}, in_play=in_play).open_keys) == ["battle/board"]
    assert list(fought({YOG: 1, "mutant": 1}, in_play={"OW": {YOG: 1, "mutant": 1, "abomination": 3}}).open_keys) == [
        "battle/board"
    ]


def test_the_million_favored_ones_promote_where_they_have_retreated_to() -> None:
    """Battle reference 4.5: promote where they stand after retreating; the Killed give nothing."""
    battle = Skirmish({"CC": {"hunting_horror": 2}, "OW": {"mutant": 2}}, books=MILLION)
    battle.roll(CC=[6, 4, 1, 1], OW=[1, 1])
    battle.play(("battle/near/CC", []), ("battle/retreat/OW", {"OW.mutant.2": "scandinavia"}), PROMOTE)
    battle.play(("battle/million/OW", "OW.mutant.2"))
    assert battle.in_play("OW") == {"abomination": 1}
    assert "Abomination" in battle.log()
    assert "Scandinavia" in battle.log()


def test_a_spawn_eliminated_for_lack_of_retreat_gives_no_mutants() -> None:
    """Rulings; battle reference 4.5: a unit Eliminated for lack of retreat gives nothing."""
    battle = Skirmish({"CC": {"hunting_horror": 1}, "OW": {SPAWN: 1}}, books=MILLION)
    battle.roll(CC=[4, 1], OW=[1, 1, 1])
    battle.play(("battle/near/CC", list(battle.state.board.areas[AREA].adjacent)))
    assert battle.in_play("OW") == {}
    assert list(battle.open_keys) == ["battle/board"]


def test_units_hidden_by_invisibility_do_not_promote() -> None:
    """Battle reference 4.5, The Million Favored Ones - Invisibility."""
    books = {"CC": ["invisibility"], **MILLION}
    battle = Skirmish({"CC": {"flying_polyp": 1}, "OW": {"mutant": 1, "abomination": 1}}, books=books)
    battle.play(("battle/pre_battle/CC", "invisibility"), ("battle/invisibility", "OW.mutant.1"))
    battle.roll(CC=[1], OW=[1, 1]).play(PROMOTE)
    assert battle.in_play("OW") == {"abomination": 1, "mutant": 1}
    prompt = battle.prompt("battle/million/OW")
    assert isinstance(prompt, Choose)
    assert [o.id for o in prompt.options] == ["OW.abomination.1"]


def test_an_early_end_promotes_nobody() -> None:
    """Battle reference 2.2: no post-battle abilities without dice."""
    battle = Skirmish({"GC": {"cthulhu": 1}, "OW": {"mutant": 1}}, books=MILLION)
    battle.play(("battle/pre_battle/GC", "devour"))
    assert list(battle.open_keys) == ["battle/board"]


def test_promotions_are_no_deaths_for_two_players() -> None:
    """Rulings: promotions are no deaths in the two-player game."""
    game = evening("CC", books=("million_favored_ones",))
    game.correct(OW_mutant=2)
    fight(game, ["OW.mutant.1", "OW.mutant.2"], ["CC.acolyte.2"])
    game.play(("battle/roll/OW", [1, 1]), PROMOTE, ("battle/million/OW", "OW.mutant.1"), ("battle/million/OW", []))
    game.play(("battle/board", True))
    assert (game["CC"].doom, game["OW"].in_play["abomination"]) == (0, 1)


def test_promotions_are_taken_back_and_read_again() -> None:
    """Undo and redo of single steps."""
    battle = fought({"acolyte": 2, "mutant": 1}).play(PROMOTE, ("battle/million/OW", "OW.acolyte.1"))
    battle.session.undo()
    assert battle.in_play("OW") == {"acolyte": 2, "mutant": 1}
    battle.session.redo()
    assert battle.in_play("OW") == {"acolyte": 1, "mutant": 2}


# -- what others do to it ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("reward", "power", "signs"), [("power", 3, 0), ("signs", 0, 2)])
def test_the_harbinger_is_paid_for_yog_sothoth(reward: str, power: int, signs: int) -> None:
    """Battle reference 4.3, The Harbinger: half of his cost of 6, or 2 Elder Signs."""
    battle = Skirmish({"CC": {"nyarlathotep": 1, "hunting_horror": 1}, "OW": {YOG: 1}}, great={"OW": 1})
    battle.roll(CC=[6, 1], OW=[1, 1]).play(("battle/kills_assigned/CC", "harbinger_kill"), ("battle/harbinger", reward))
    assert battle.state.factions["CC"].power == 8 + power
    assert len(battle.state.factions["CC"].signs) == signs


def test_yog_sothoth_takes_the_emissarys_cover() -> None:
    """Battle reference 4.3, Emissary: an enemy Great Old One in the battle, so a Kill kills Nyarlathotep."""
    battle = Skirmish(
        {"OW": {YOG: 1}, "CC": {"nyarlathotep": 1}}, books={"CC": ["emissary", "madness"]}, great={"OW": 1}
    )
    battle.roll(OW=[6, 1], CC=[1, 1])
    assert battle.in_play("CC") == {}


# -- with the abilities of others (battle reference 4.5) -----------------------------------------------------------


def test_absorb_devour_channel_power_and_three_more_in_one_battle() -> None:
    """Battle reference 2 to 4, six abilities at once, worked out by hand.

    Great Cthulhu's Shoggoth Absorbs the Acolyte (2 + 3), and Opener loses a Mutant to Devour: 1 + 2 dice against
    6 + 3 + 5. Opener rolls 6, 1, 1, pays 1 and rolls the misses again: 6, 5. Both Kills go to the Starspawn, which dies
    of two. A Ghoul comes: 1 + 1 Pains against each side, so all that is left is pained. After the retreats the Mutant
    becomes an Abomination and the Abomination a Spawn.
    """
    battle = Skirmish(
        {
            "OW": {"mutant": 2, "abomination": 1},
            "GC": {"cthulhu": 1, "starspawn": 1, "shoggoth": 1, "acolyte": 1},
        },
        books={"OW": ["channel_power", "million_favored_ones"], "GC": ["absorb", "regenerate"], "BG": ["necrophagy"]},
        others=["BG"],
        in_play={"BG": {"ghoul": 1}},
        power={"OW": 1},
    )
    battle.play(
        ("battle/pre_battle/GC", "absorb"),
        ("battle/absorb", ["GC.acolyte.1"]),
        ("battle/pre_battle/GC", "devour"),
        ("battle/devour", "OW.mutant.1"),
        ("battle/pre_battle/GC", []),
    )
    assert (battle.dice("OW"), battle.dice("GC")) == (3, 14)
    battle.roll(OW=[6, 1, 1], GC=[4, *[1] * 13])
    battle.play(("battle/reroll/OW", "channel_power"), ("battle/channel_power/OW/1", [6, 5]))
    battle.play(("battle/kill/GC", {"GC.starspawn.1": ["kill", "kill"]}))
    battle.play(("battle/kills_assigned/BG", "necrophagy"))
    battle.play(("battle/near/GC", []), ("battle/near/OW", []))
    battle.play(("battle/retreat/OW", {"OW.mutant.2": "scandinavia", "OW.abomination.1": "scandinavia"}))
    battle.play(("battle/retreat/GC", {"GC.cthulhu.1": "north_atlantic", "GC.shoggoth.1": "north_atlantic"}))
    battle.play(PROMOTE, ("battle/million/OW", "OW.mutant.2"), ("battle/million/OW", "OW.abomination.1"))
    assert battle.in_play("OW") == {"abomination": 1, SPAWN: 1}
    assert battle.in_play("GC") == {"cthulhu": 1, "shoggoth": 1}
    assert battle.in_play("BG") == {"ghoul": 1}
    assert (battle.state.factions["OW"].power, list(battle.open_keys)) == (0, ["battle/board"])


def test_demand_sacrifice_takes_kills_that_channel_power_brought() -> None:
    """Demand Sacrifice - Channel Power: re-rolls first, then the conversion: 1 Kill by the dice, 1 by the re-roll."""
    books = {"SL": ["demand_sacrifice"], **CHANNEL}
    battle = Skirmish({"SL": {"serpent_man": 1, "tsathoggua": 1}, "OW": {"mutant": 2}}, books=books)
    battle.play(("battle/pre_battle/SL", "demand_sacrifice"), ("battle/demand_sacrifice", "pains"))
    battle.roll(SL=[1] * battle.dice("SL"), OW=[6, 1])
    battle.play(("battle/reroll/OW", "channel_power"), ("battle/channel_power/OW/1", [6]))
    assert battle.in_play("SL") == {"serpent_man": 1, "tsathoggua": 1}
    assert [f.hits for f in battle.battle.figures if f.side == "SL"] == [["pain"], ["pain"]]


def test_promotions_come_before_cannibalism() -> None:
    """Cannibalism - Million Favored Ones: promotions first, although Windwalker attacks; a Mutant was Killed."""
    books = {"WW": ["cannibalism"], **MILLION}
    battle = Skirmish({"WW": {"wendigo": 2}, "OW": {"mutant": 2}}, books=books)
    battle.roll(WW=[6, 1], OW=[1, 1])
    assert list(battle.open_keys) == ["battle/after_battle/OW"]
    battle.play(PROMOTE, ("battle/million/OW", "OW.mutant.2"))
    assert "battle/after_battle/WW" in battle.open_keys
    assert battle.in_play("OW") == {"abomination": 1}


def test_dread_curse_makes_no_martyr() -> None:
    """Dread Curse - everything: no Martyrdom; a High Priest and a Proto-Shoggoth die of two Kills."""
    game = with_books(cursing("TT", "CC"), "TT", "martyrdom")
    game.correct(TT_high_priest=1, TT_proto_shoggoth=1)
    game.play(
        ("action/OW", "dread_curse"),
        ("dread_curse/area", "europe"),
        ("dread_curse/whom", ["TT"]),
        ("dread_curse/roll", [6, 6, 1]),
        ("battle/pieces/TT", ["TT.high_priest.1", "TT.proto_shoggoth.1"]),
    )
    assert (game["TT"].in_play["high_priest"], game["TT"].in_play["proto_shoggoth"]) == (0, 0)
    assert game.key == "action/TT"


def test_promotions_cost_nothing_under_ice_age() -> None:
    """Ice Age: promotions are free; the battle itself costs 1 more."""
    game = evening("WW", "CC", books=("million_favored_ones",))
    game.take_first("book/WW")
    game.correct(OW_mutant=1)
    game.state.record(TokenPlaced("WW", "asia"))
    fight(game, ["OW.mutant.1"], ["CC.acolyte.1"])
    game.play(("battle/roll/OW", [1]), PROMOTE)
    game.play(("battle/million/OW", "OW.mutant.1"))
    assert (game["OW"].power, game["OW"].in_play["abomination"]) == (8 - 2, 1)
