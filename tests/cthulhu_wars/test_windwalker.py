"""Windwalker: reference section 6, `WW`. What is expected is worked out by hand from there."""

from __future__ import annotations

import pytest

from companion.games.cthulhu_wars.facts import GateGone, GateSet, PhaseBegan
from companion.games.cthulhu_wars.game import CTHULHU_WARS
from companion.games.cthulhu_wars.model.roster import card
from companion.table.errors import BadSetupError
from companion.table.prompts import Choose
from companion.table.session import new_session
from tests.cthulhu_wars.evening import Evening, give, onwards, units

MOVE = ("move", units(1))
ARCTIC, ANTARCTIC = "arctic_ocean", "antarctica"


def winter(*others: str, books: tuple[str, ...] = (), start: str = ARCTIC) -> Evening:
    """A game in which it is Windwalker's turn, the others have passed once; books are given as if earned before."""
    game = Evening(*others, "WW", starts={"WW": start})
    give(game, "WW", *books)
    if len(others) > 1:
        game.pass_others("WW")
        for code in others:
            game.correct(**{f"{code}_power": 8})
    return game


def action_refused(game: Evening, name: str) -> str:
    """Why one of Windwalker's own Actions cannot be chosen, whoever's turn it is."""
    return next(a for a in card("WW").unique.actions if a.id == name).refused(game.state, "WW")


# -- numbers and set-up --------------------------------------------------------------------------------------------


def test_the_numbers_of_windwalker() -> None:
    """Section 6, `WW`: the table of units; the seven colours of the plan (test_colours) are wired with the sigil."""
    numbers = {u.id: (u.count, u.combat) for u in card("WW").units}
    assert numbers == {
        "acolyte": (6, 0),
        "wendigo": (4, 1),
        "gnoph_keh": (4, 3),
        "rhan_tegoth": (1, 3),
        "ithaqua": (1, 0),
    }
    (player,) = (p for p in winter("BG", "YS").session.view.players if p.id == "WW")
    assert (player.sigil, player.colour, player.name) == ("windwalker", "#b9e7fc", "Windwalker")


@pytest.mark.parametrize("start", [ARCTIC, ANTARCTIC])
def test_windwalker_picks_one_of_two_areas(start: str) -> None:
    """Section 6, Start: 6 Acolytes and 1 controlled Gate in the Arctic Ocean or Antarctica, 8 Power."""
    session = new_session(CTHULHU_WARS, {"factions": ["GC", "WW", "BG"], "signs": "app"})
    prompt = session.prompts[0].prompt
    assert isinstance(prompt, Choose)
    assert (prompt.key, prompt.who) == ("setup/start/WW", "WW")
    assert {o.id for o in prompt.open_options()} == {ARCTIC, ANTARCTIC}
    game = Evening("GC", "WW", "BG", starts={"WW": start})
    assert (game["WW"].power, game["WW"].in_play, game["WW"].start) == (8, {"acolyte": 6}, start)
    assert game.state.gates_of("WW") == [start]


def test_the_poles_of_the_largest_map() -> None:
    """maps.json, `earth66`: the Arctic Ocean and the Mountains of Madness carry the glyph; the other one counts."""
    seats = ("GC", "CC", "BG", "YS", "WW")
    assert card("WW").start["earth66"] == (ARCTIC, "mountains_of_madness")
    assert card("WW").start["earth55"] == (ARCTIC, ANTARCTIC)
    game = Evening(*seats, starts={"WW": ANTARCTIC})
    assert game.state.gates_of("WW") == [ANTARCTIC]


def test_windwalker_is_never_first_in_the_first_turn() -> None:
    """Reference 2.7: also with two players, where the other one then is without a question."""
    with pytest.raises(BadSetupError, match="Windwalker: never First Player in the first turn"):
        new_session(CTHULHU_WARS, {"factions": ["WW", "BG", "YS"], "first": "WW"})
    session = new_session(CTHULHU_WARS, {"factions": ["WW", "BG", "YS"], "signs": "app"})
    session.answer(session.prompts[0].ticket, ARCTIC)
    prompt = session.prompts[0].prompt
    assert isinstance(prompt, Choose)
    assert (prompt.key, [o.id for o in prompt.options]) == ("setup/first", ["BG", "YS"])
    session = new_session(CTHULHU_WARS, {"factions": ["WW", "BG"], "signs": "app"})
    session.answer(session.prompts[0].ticket, ARCTIC)
    assert session.state.first == "BG"


# -- Hibernate -----------------------------------------------------------------------------------------------------


def test_hibernate_gains_power_and_ends_windwalkers_phase() -> None:
    """Hibernate: +1 per enemy Great Old One in play; no more Actions, Unlimited ones included; the Power is added to
    what the next Gather Power brings: 6 Cultists + 2 for the Gate."""
    game = winter("GC", "CC", "YS")
    game.correct(GC_cthulhu=1, CC_nyarlathotep=1, WW_power=5)
    game.play(("action/WW", "hibernate"))
    assert game["WW"].power == 7
    assert game.key == "action/GC"
    assert not [o.id for o in game.session.interjections if o.id.startswith("afterwards/")]
    (player,) = (p for p in game.session.view.players if p.id == "WW")
    assert player.done
    for code in ("GC", "CC", "YS", "GC", "CC", "YS"):
        assert game.key == f"action/{code}"
        game.answer("pass" if game[code].power < 8 else "move")
        if game.key == "move":
            game.answer(units(1))
    assert game.key == "gather_power"
    game.answer(True)
    assert game["WW"].power == 7 + 8


def test_who_hibernates_with_power_left_is_not_said_to_have_none() -> None:
    game = winter("GC", "BG")
    game.correct(WW_power=3, GC_power=1, BG_power=1)
    game.play(("action/WW", "hibernate"), ("action/GC", "pass"), ("action/BG", "pass"))
    assert game.key == "gather_power"
    assert game["WW"].power == 3
    began = [fact for fact in game.session.state.facts if isinstance(fact, PhaseBegan)]
    assert began[-1].text() == "Nobody can act: Gather Power"


def test_hibernate_gains_no_more_than_there_is() -> None:
    """Hibernate: not more than the Power you have."""
    game = winter("GC", "CC", "BG")
    game.correct(GC_cthulhu=1, CC_nyarlathotep=1, BG_shub_niggurath=1, WW_power=2)
    game.play(("action/WW", "hibernate"))
    assert game["WW"].power == 4


def test_hibernate_counts_no_own_great_old_one() -> None:
    """Hibernate: per enemy Great Old One; without any it still ends the phase, Power kept."""
    game = winter("GC", "BG")
    game.correct(WW_rhan_tegoth=1, WW_power=3)
    game.play(("action/WW", "hibernate"))
    assert (game["WW"].power, game.key) == (3, "action/GC")


def test_hibernate_counts_submerged_cthulhu() -> None:
    """Reference 3.10: submerged Cthulhu is in play."""
    game = winter("GC", "BG")
    game.correct(GC_cthulhu=1)
    game["GC"].card = {"cthulhu": 1}
    game.play(("action/WW", "hibernate"))
    assert game["WW"].power == 9


@pytest.mark.parametrize(("card_name", "pieces", "gained"), [("byatis", 1, 1), ("nyogtha", 2, 1)])
def test_hibernate_counts_independent_great_old_ones(card_name: str, pieces: int, gained: int) -> None:
    """Hibernate and D50: Independent ones under enemy control count, one of two figures once."""
    game = winter("GC", "BG")
    game["GC"].loyalty.append(card_name)
    game["GC"].in_play[card_name] = pieces
    game.play(("action/WW", "hibernate"))
    assert game["WW"].power == 8 + gained


def test_hibernate_needs_power() -> None:
    """Ruling: it may be used only with Power left."""
    game = winter("GC", "BG")
    assert action_refused(game, "hibernate") == ""
    game.correct(WW_power=0)
    assert action_refused(game, "hibernate") == "You have no Power left."


def test_hibernate_declined_by_another_action() -> None:
    """Hibernate is a choice: with another Action Windwalker's phase goes on."""
    game = winter("GC", "BG")
    game.play(("action/WW", "move"), MOVE)
    game.pass_others("WW")
    assert (game.key, game["WW"].power) == ("action/WW", 7)


def test_kept_power_counts_for_the_minimum_rule_and_for_first_player() -> None:
    """Ruling: 20 kept + 8 gathered = 28, so all others are raised to 14 and Windwalker is First Player, which is
    its first requirement."""
    game = winter("GC", "BG")
    game.correct(WW_power=20)
    game.play(("action/WW", "hibernate"))
    game.pass_all()
    game.play(("gather_power", True), ("first_player/direction", "1"))
    assert {c: game[c].power for c in ("WW", "GC", "BG")} == {"WW": 28, "GC": 14, "BG": 14}
    assert (game.state.first, game.key) == ("WW", "book/WW")


def test_power_gained_while_hibernating_is_kept_and_wakes_nobody() -> None:
    """Ruling: Power gained meanwhile is kept; Windwalker takes no Action with it."""
    game = winter("GC", "BG")
    game.correct(WW_power=1)
    game.play(("action/WW", "hibernate"))
    game.correct(WW_power=6)
    game.act("GC", "move", MOVE)
    game.act("BG", "move", MOVE)
    assert (game.key, game["WW"].power) == ("action/GC", 6)


def test_a_hibernating_player_raises_decay() -> None:
    """Two players: the turn of a hibernating Windwalker raises the Decay marker, which the other then pays."""
    game = winter("BG")
    game.act("BG", "move", MOVE)
    game.play(("action/WW", "hibernate"))
    assert (game.state.decay, game["BG"].power, game.key) == (0, 7, "action/BG")
    game.act("BG", "move", MOVE)
    assert (game.state.decay, game["BG"].power, game["WW"].power) == (1, 5, 8)


# -- Ice Age -------------------------------------------------------------------------------------------------------


def frozen(*others: str, area: str = "europe", books: tuple[str, ...] = ()) -> Evening:
    """The token lies in an area; everybody has 8 Power, and the first of the others is up."""
    game = winter(*others, books=("ice_age", *books))
    game.play(("action/WW", "ice_age"), ("ice_age/area", area))
    game.correct(WW_power=8)
    return game


def test_ice_age_puts_the_token_and_moves_it() -> None:
    """Ice Age, 1 Power: any area; the one token moves when it is used again."""
    game = winter("GC", "BG", books=("ice_age",))
    game.play(("action/WW", "ice_age"), ("ice_age/area", "europe"))
    assert (game["WW"].power, game["WW"].tokens) == (7, ["europe"])
    assert [a.marks for a in game.session.view.areas if a.id == "europe"] == [("Ice Age",)]
    game.pass_others("WW")
    game.play(("action/WW", "ice_age"))
    assert "europe" not in game.options()
    game.play(("ice_age/area", "asia"))
    assert (game["WW"].power, game["WW"].tokens) == (6, ["asia"])


def test_ice_age_needs_its_book() -> None:
    """Ice Age is a spellbook."""
    game = winter("GC", "BG")
    assert isinstance(game.prompt, Choose)
    assert "ice_age" not in [o.id for o in game.prompt.options]


def test_ice_age_taxes_an_action_that_the_companion_does_not_see() -> None:
    """Ice Age: recruiting there costs an enemy 1 + 1, elsewhere 1."""
    game = frozen("GC", "BG")
    game.correct(GC_acolyte=5)
    game.play(("action/GC", "recruit"), ("toll/GC", "europe"))
    assert game["GC"].power == 6
    game.correct(BG_acolyte=5)
    game.play(("action/BG", "recruit"), ("toll/BG", []))
    assert game["BG"].power == 7


def test_ice_age_taxes_a_move_once() -> None:
    """Ruling: once per Action, not per unit: three units into the area cost 3 + 1."""
    game = frozen("GC", "BG")
    game.play(("action/GC", "move"), ("toll/GC", "europe"), ("move", units(3)))
    assert game["GC"].power == 4


def test_ice_age_taxes_where_the_area_is_known() -> None:
    """Ruling: building 3 + 1; awakening; Dreams 2 + 1. No question, for the area is asked anyway."""
    game = frozen("GC", "BG")
    game.play(("action/GC", "create_gate"), ("create_gate", "europe"))
    assert game["GC"].power == 4
    game = frozen("GC", "BG")
    give(game, "GC", "dreams")
    game.correct(GC_acolyte=5)
    game.play(("action/GC", "dreams"), ("dreams/enemy", "BG"), ("dreams/area", "europe"))
    assert game["GC"].power == 5
    game = frozen("GC", "BG", area="south_pacific")
    game.correct(GC_power=12)
    game.play(("action/GC", "awaken/cthulhu"), ("book/GC", "absorb"))
    assert game["GC"].power == 1


def test_ice_age_taxes_battles() -> None:
    """Battle reference 4.5, Ice Age: +1 for an enemy who declares there, once per declaration."""
    game = frozen("GC", "BG")
    game.correct(GC_deep_one=1)
    game.fight("GC", "europe", "BG", ["GC.deep_one.1"], ["BG.acolyte.1"])
    assert game["GC"].power == 6


def test_ice_age_does_not_tax_windwalker_nor_other_areas() -> None:
    """Ice Age: an enemy Action; in other areas nothing changes."""
    game = frozen("GC", "BG")
    game.play(("action/GC", "create_gate"), ("create_gate", "asia"))
    assert game["GC"].power == 5
    game.pass_others("WW")
    game.play(("action/WW", "create_gate"), ("create_gate", "europe"))
    assert game["WW"].power == 5


def test_ice_age_does_not_tax_what_is_no_action_there() -> None:
    """Ruling: not Control and Abandon Gate, not Devolve."""
    game = frozen("GC", "BG")
    give(game, "GC", "devolve")
    game.state.record(GateSet("europe", None, built=True))
    game.correct(GC_power=7)
    game.correct(GC_power=8)
    game.play(("action/GC", "control"), ("action/GC", "abandon"), ("abandon", "europe"))
    game.session.interject("devolve/GC")
    game.play(("devolve/number", 1), ("devolve/gates", []))
    assert game["GC"].power == 8


def test_ice_age_keeps_out_who_cannot_pay() -> None:
    """Reference 3.4: pay first; an Action that cannot be fully performed may not be chosen."""
    game = frozen("GC", "BG", area="south_pacific")
    game.correct(GC_power=10)
    assert game.refusal("awaken/cthulhu") == "It costs 11; you have 10 Power."
    game.correct(GC_power=3)
    game.play(("action/GC", "create_gate"))
    assert "europe" in game.options()
    game = frozen("GC", "BG")
    game.correct(GC_power=3)
    game.play(("action/GC", "create_gate"))
    assert game.refusal("europe") == "It costs 1; you have 0 Power."
    game = frozen("GC", "BG")
    game.correct(GC_power=1, GC_acolyte=5)
    game.play(("action/GC", "recruit"))
    assert game.refusal("europe") == "It costs 2; you have 1 Power."
    game.play(("toll/GC", []))
    assert (game["GC"].power, game.key) == (0, "action/BG")


def test_ice_age_asks_by_its_name_and_area() -> None:
    """“Is the Action in one of these?” named neither the spellbook nor what was meant."""
    game = frozen("GC", "BG")
    game.play(("action/GC", "move/1"))
    assert isinstance(game.prompt, Choose)
    assert game.prompt.title == "Ice Age: is your Action there?"
    assert game.prompt.text == "An Action that ends or does something in Europe costs 1 Power more."
    assert game.option("europe").detail == "Ice Age: 1 more Power"


def test_ice_age_does_not_ask_where_a_summon_can_only_be_elsewhere() -> None:
    """A Monster comes to a Gate that its faction controls, and the companion knows all Gates."""
    game = frozen("GC", "BG")
    game.play(("action/GC", "summon/deep_one"))
    assert game.key != "toll/GC"
    assert game["GC"].power == 7


def test_ice_age_is_paid_unasked_where_a_summon_can_only_be_there() -> None:
    """The one Gate is in the area with the token: 1 + 1; who cannot pay that cannot summon."""
    game = frozen("GC", "BG", area="south_pacific")
    game.play(("action/GC", "summon/deep_one"))
    assert (game.key != "toll/GC", game["GC"].power) == (True, 6)
    game = frozen("GC", "BG", area="south_pacific")
    game.correct(GC_power=1)
    assert game.refusal("summon/deep_one") == "It costs 2; you have 1 Power."


def test_ice_age_asks_about_a_summon_at_one_of_several_gates() -> None:
    """It may be there or not."""
    game = frozen("GC", "BG", area="south_pacific")
    game.state.record(GateSet("asia", "GC", built=True))
    game.correct(GC_power=7)
    game.play(("action/GC", "summon/deep_one"), ("toll/GC", "south_pacific"))
    assert game["GC"].power == 5


# -- Arctic Wind ---------------------------------------------------------------------------------------------------


def test_arctic_wind_takes_a_keeper_along_for_free() -> None:
    """Arctic Wind: units in the area that Ithaqua leaves go with him for free; a Gate left like that is abandoned."""
    game = winter("GC", "BG", books=("arctic_wind",))
    game.correct(WW_ithaqua=1)
    game.play(("action/WW", "move"), MOVE, ("arctic_wind", [ARCTIC]))
    assert (game["WW"].power, game.state.gates[ARCTIC]) == (7, None)


def test_arctic_wind_declined() -> None:
    """Arctic Wind is optional, and free units that hold no Gate need not be told."""
    game = winter("GC", "BG", books=("arctic_wind",))
    game.correct(WW_ithaqua=1)
    game.play(("action/WW", "move"), MOVE, ("arctic_wind", []))
    assert (game["WW"].power, game.state.gates[ARCTIC]) == (7, "WW")


@pytest.mark.parametrize("lacking", ["book", "ithaqua", "gate"])
def test_arctic_wind_is_not_asked_for(lacking: str) -> None:
    """Arctic Wind needs its book, Ithaqua on the map, and matters to the companion only for a Gate."""
    game = winter("GC", "BG", books=() if lacking == "book" else ("arctic_wind",))
    if lacking != "ithaqua":
        game.correct(WW_ithaqua=1)
    if lacking == "gate":
        game.state.record(GateSet(ARCTIC, None))
    game.play(("action/WW", "move"), MOVE)
    assert game.key != "arctic_wind"


# -- Herald of the Outer Gods --------------------------------------------------------------------------------------


@pytest.mark.parametrize(("step", "after"), [(2, 3), (6, 6)])
def test_herald_makes_rituals_cost_five(step: int, after: int) -> None:
    """Herald: always 5, also on Instant Death; the marker still advances. One Gate gives 1 Doom besides the phase's."""
    game = winter("GC", "BG", books=("herald",))
    game.to_doom_phase()
    onwards(game, "doom_phase/WW")
    game.correct(ritual=step, WW_power=6)
    assert isinstance(game.prompt, Choose)
    assert game.prompt.options[0].cost == 5
    doom = game["WW"].doom
    game.play(("doom_phase/WW", "ritual"))
    assert (game["WW"].power, game["WW"].doom, game.state.ritual) == (1, doom + 1, after)


def test_without_herald_a_ritual_costs_what_the_track_shows() -> None:
    """Herald is a spellbook; with it 4 Power are too few. Who cannot afford a ritual is not asked."""
    game = winter("GC", "BG")
    game.to_doom_phase()
    onwards(game, "doom_phase/WW")
    game.correct(ritual=2, WW_power=7)
    assert isinstance(game.prompt, Choose)
    assert game.prompt.options[0].cost == 7
    give(game, "WW", "herald")
    game.correct(WW_power=5)
    assert game.key == "doom_phase/WW"
    game.correct(WW_power=4)
    assert game.key != "doom_phase/WW"


# -- Ferox ---------------------------------------------------------------------------------------------------------


def test_ferox_keeps_monsters_from_capturing() -> None:
    """Ferox: while Ithaqua is in play only Great Old Ones capture Windwalker's Cultists."""
    game = winter("GC", "BG", "YS")
    game.play(("action/WW", "move"), MOVE)
    game.correct(WW_ithaqua=1, GC_deep_one=1)
    game.play(("action/GC", "capture"))
    assert game.refusal("WW") == "Only a Great Old One can capture its Cultists now."
    assert game.options() == ["BG", "YS"]


def test_ferox_leaves_great_old_ones_free() -> None:
    """Ferox: enemy Great Old Ones still can."""
    game = winter("GC", "BG")
    game.play(("action/WW", "move"), MOVE)
    game.correct(WW_ithaqua=1, GC_cthulhu=1)
    game.play(("action/GC", "capture"), ("capture", "WW"), ("capture/gate", []))
    assert (game["WW"].in_play["acolyte"], game["GC"].captives) == (5, {"WW": {"acolyte": 1}})


def test_ferox_leaves_independent_great_old_ones_free() -> None:
    """Ferox: a Great Old One is one, whoever's it is."""
    game = winter("GC", "BG")
    game["GC"].loyalty.append("byatis")
    game["GC"].in_play["byatis"] = 1
    game.play(("action/WW", "move"), MOVE)
    game.correct(WW_ithaqua=1)
    game.play(("action/GC", "capture"), ("capture", "WW"), ("capture/gate", []))
    assert game["WW"].in_play["acolyte"] == 5


def test_no_ferox_without_ithaqua() -> None:
    """Ferox needs Ithaqua in play. With him, and nobody else's Cultists there, Capture cannot be chosen at all."""
    game = winter("GC")
    game.act("GC", "move", MOVE)
    game.act("WW", "move", MOVE)
    game.correct(GC_deep_one=1)
    assert game.refusal("capture") == ""
    game.correct(WW_ithaqua=1)
    assert game.refusal("capture") == "Only a Great Old One can capture its Cultists now."


# -- summoning and awakening ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(("there", "cost"), [(0, 4), (1, 3), (2, 2), (3, 1)])
def test_gnoph_keh_cost_what_is_left_in_the_pool(there: int, cost: int) -> None:
    """Section 6: 4, 3, 2, 1 for the first to fourth."""
    game = winter("GC", "BG")
    game.correct(WW_gnoph_keh=there)
    game.play(("action/WW", "summon/gnoph_keh"))
    assert (game["WW"].power, game["WW"].in_play["gnoph_keh"]) == (8 - cost, there + 1)


def test_captured_gnoph_keh_are_not_in_the_pool() -> None:
    """Section 6: a captured one makes the next one cheaper."""
    game = winter("GC", "BG")
    game["GC"].captives["WW"] = {"gnoph_keh": 1}
    game.play(("action/WW", "summon/gnoph_keh"))
    assert game["WW"].power == 5


def test_awaken_rhan_tegoth() -> None:
    """Rhan Tegoth: 6 Power, either glyph area, no Gate or unit needed; requirement 5."""
    game = winter("GC", "BG")
    game.play(("action/WW", "awaken/rhan_tegoth"), ("awaken/rhan_tegoth", ANTARCTIC), ("book/WW", "howl"))
    assert (game["WW"].power, game["WW"].in_play["rhan_tegoth"], game["WW"].books) == (2, 1, ["howl"])
    assert game["WW"].met == ["awaken_rhan_tegoth"]


def test_rhan_tegoth_is_refused_without_power() -> None:
    """Rhan Tegoth, step 1: 6 Power, every time."""
    game = winter("GC", "BG")
    game.correct(WW_power=5)
    assert game.refusal("awaken/rhan_tegoth") == "It costs 6; you have 5 Power."


def test_awaken_ithaqua_takes_the_gate() -> None:
    """Ithaqua: after Rhan Tegoth, who need not be in play; the Gate in the glyph area is removed, its keeper stays."""
    game = winter("GC", "BG")
    game.play(("action/WW", "awaken/rhan_tegoth"), ("awaken/rhan_tegoth", ARCTIC), ("book/WW", "howl"))
    game.pass_others("WW")
    game.correct(WW_rhan_tegoth=0, WW_power=7)
    game.play(("action/WW", "awaken/ithaqua"), ("book/WW", "ice_age"))
    assert (game["WW"].power, game["WW"].in_play["ithaqua"], game["WW"].in_play["acolyte"]) == (1, 1, 6)
    assert ARCTIC not in game.state.gates
    (gone,) = (f for f in game.state.facts if isinstance(f, GateGone))
    assert (gone.on_board(), gone.put_back()) == (
        "Remove the Gate from Arctic Ocean",
        "Place a Gate in Arctic Ocean",
    )
    assert game["WW"].met == ["awaken_rhan_tegoth", "awaken_ithaqua"]


def test_ithaqua_takes_an_enemys_gate_too() -> None:
    """Ithaqua: any controller, or abandoned; at either pole."""
    game = winter("GC", "BG")
    game["WW"].marks["rhan_tegoth_awakened"] = 1
    game["WW"].met += ["awaken_rhan_tegoth", "other_pole"]
    game["WW"].books += ["howl", "ice_age"]
    game.state.record(GateSet(ANTARCTIC, "BG", built=True))
    game.correct(WW_power=7)
    game.play(("action/WW", "awaken/ithaqua"), ("awaken/ithaqua", ANTARCTIC), ("book/WW", "arctic_wind"))
    assert ANTARCTIC not in game.state.gates
    assert game.state.gates[ARCTIC] == "WW"


def test_ithaqua_is_refused() -> None:
    """Ithaqua: not before Rhan Tegoth, not without a Gate at a pole, not without 6 Power."""
    game = winter("GC", "BG")
    (ithaqua,) = (a for a in card("WW").awakenings if a.unit == "ithaqua")
    assert ithaqua.refused(game.state, "WW") == "Rhan Tegoth has not been awakened yet."
    game["WW"].marks["rhan_tegoth_awakened"] = 1
    assert ithaqua.refused(game.state, "WW") == ""
    game.state.record(GateGone(ARCTIC))
    assert ithaqua.refused(game.state, "WW") == "There is no Gate at either pole."
    game.correct(WW_rhan_tegoth=1, WW_power=6)
    game.play(*([("book/WW", "howl")] if game.key == "book/WW" else []))
    assert game.refusal("awaken/ithaqua") == "There is no Gate at either pole."


# -- requirements --------------------------------------------------------------------------------------------------


def test_the_gate_at_the_other_pole() -> None:
    """Requirement 2: a Gate, anybody's, in the glyph area where Windwalker did not start."""
    game = winter("GC", "BG")
    game.play(("action/WW", "move"), MOVE)
    game.play(("action/GC", "create_gate"), ("create_gate", ANTARCTIC))
    assert game.key == "book/WW"
    game.play(("book/WW", "howl"))
    assert game["WW"].met == ["other_pole"]


def test_the_own_pole_is_not_the_other_one() -> None:
    """Requirement 2: who started in Antarctica needs the Arctic Ocean."""
    game = winter("GC", "BG", start=ANTARCTIC)
    game.play(("action/WW", "move"), MOVE)
    assert game["WW"].met == []
    game.play(("action/GC", "create_gate"), ("create_gate", ARCTIC), ("book/WW", "howl"))
    assert game["WW"].met == ["other_pole"]


def test_first_player() -> None:
    """Requirement 1: Windwalker is First Player; noticed as the Doom Phase begins."""
    game = winter("GC", "BG")
    game.correct(GC_power=1, BG_power=1, WW_power=8, GC_acolyte=4, BG_acolyte=4)
    game.pass_all()
    game.play(("gather_power", True), ("first_player/direction", "1"), ("book/WW", "howl"))
    assert (game.state.first, game["WW"].met) == ("WW", ["first_player"])


def test_another_first_player_meets_nothing() -> None:
    """Requirement 1: Windwalker itself has the marker."""
    game = winter("GC", "BG")
    game.to_doom_phase()
    assert game.state.first != "WW"
    assert "first_player" not in game["WW"].met


SIX = ("absorb", "devolve", "dreams", "regenerate", "submerge", "yha_nthlei")


def test_six_books_of_another() -> None:
    """Requirement 3: another faction has 6 spellbooks on its card; five do not do."""
    game = winter("GC", "BG")
    give(game, "GC", *SIX[:5])
    game.play(("action/WW", "move"), MOVE)
    assert game["WW"].met == []
    give(game, "GC", SIX[5])
    game.play(("action/GC", "move"), MOVE, ("book/WW", "howl"))
    assert game["WW"].met == ["six_books"]


def test_two_players_may_sacrifice_ithaqua() -> None:
    """Requirement 3, two players: fulfilled instead by sacrificing Ithaqua; a unit lost by its owner's doing gives
    the other its cost in Doom, 6 (reference 3.8)."""
    game = winter("BG")
    game.correct(WW_ithaqua=1)
    game.session.interject("claim/WW")
    game.play(("claim/WW", "six_books"), ("book/WW", "howl"), ("six_books/sacrifice", "yes"))
    assert (game["WW"].in_play["ithaqua"], game["BG"].doom, game["WW"].books) == (0, 6, ["howl"])


def test_a_claim_of_six_books_may_leave_ithaqua() -> None:
    """Requirement 3: the table's word is taken (neutral books on a card count), so the sacrifice can be declined;
    with three players, or without Ithaqua, it is not asked for."""
    game = winter("BG")
    game.correct(WW_ithaqua=1)
    game.session.interject("claim/WW")
    game.play(("claim/WW", "six_books"), ("book/WW", "howl"), ("six_books/sacrifice", "no"))
    assert (game["WW"].in_play["ithaqua"], game["BG"].doom) == (1, 0)
    game = winter("BG")
    game.claim("WW", "six_books", "howl")
    game = winter("GC", "BG")
    game.correct(WW_ithaqua=1)
    game.claim("WW", "six_books", "howl")
    assert game["WW"].in_play["ithaqua"] == 1


@pytest.mark.parametrize(("complete", "signs"), [((), 0), (("GC",), 1), (("GC", "BG", "YS"), 3)])
def test_the_book_taken_at_any_moment(complete: tuple[str, ...], signs: int) -> None:
    """Requirement 4: no Action; 1 Elder Sign per enemy player with 6 spellbooks on its card, at most 3."""
    game = winter("GC", "BG", "YS")
    for code in complete:
        give(game, code, *[b.id for b in card(code).books])
    if complete:
        # With six books on another card requirement 3 is met, too.
        game["WW"].met.append("six_books")
        game["WW"].books.append("ice_age")
    game.claim("WW", "any_moment", "howl")
    assert (len(game["WW"].signs), game["WW"].power, game.key) == (signs, 8, "action/WW")


def test_the_book_taken_as_the_game_ends() -> None:
    """Requirement 4: also as the game ends, signs included in the count."""
    game = winter("GC", "BG")
    give(game, "WW", "arctic_wind", "berserkergang", "cannibalism", "ice_age", "herald")
    game["WW"].met.remove("any_moment")
    game["WW"].met.append("awaken_ithaqua")
    give(game, "GC", *SIX)
    game.state.bag.append(3)
    game.correct(WW_doom=30)
    game.play(("action/WW", "move"), MOVE)
    game.play(("last_claim/WW", "yes"))
    assert game["WW"].books[-1] == "howl"
    assert game.key == "end"
    game.play(("end", True))
    assert game["WW"].doom == 33
    assert len(game["WW"].books) == 6


def test_the_book_left_as_the_game_ends() -> None:
    """Requirement 4 is a choice."""
    game = winter("GC", "BG")
    game.correct(WW_doom=30)
    game.play(("action/WW", "move"), MOVE, ("last_claim/WW", "no"))
    assert (game["WW"].books, game.key) == ([], "end")


def test_ithaqua_takes_the_place_of_yog_sothoth() -> None:
    """Step 2 and Opener's rulings: Yog-Sothoth will do if he is the only Gate there; he is then Eliminated. Where a
    Gate is, that one is removed."""
    game = winter("GC", "OW")
    game["WW"].marks["rhan_tegoth_awakened"] = 1
    game["WW"].met += ["awaken_rhan_tegoth"]
    game["WW"].books += ["howl"]
    game.correct(OW_yog_sothoth=1)
    game.play(("action/WW", "awaken/ithaqua"))
    assert set(game.options()) == {ARCTIC, ANTARCTIC}
    game.play(("awaken/ithaqua", ANTARCTIC), ("book/WW", "ice_age"))
    assert (game["OW"].in_play["yog_sothoth"], game["WW"].in_play["ithaqua"]) == (0, 1)
    assert game.state.gates[ARCTIC] == "WW"


def test_ithaqua_leaves_yog_sothoth_where_there_is_a_gate() -> None:
    """Step 2: the Gate is removed; Yog-Sothoth, wherever he is, stays."""
    game = winter("GC", "OW")
    game["WW"].marks["rhan_tegoth_awakened"] = 1
    game["WW"].met += ["awaken_rhan_tegoth"]
    game["WW"].books += ["howl"]
    game.correct(OW_yog_sothoth=1)
    game.play(("action/WW", "awaken/ithaqua"), ("awaken/ithaqua", ARCTIC), ("book/WW", "ice_age"))
    assert (game["OW"].in_play["yog_sothoth"], ARCTIC in game.state.gates) == (1, False)


def test_no_eternal_against_the_dread_curse() -> None:
    """Pair Dread Curse - everything of the battle chapter: no Eternal, so the Kill kills Rhan Tegoth."""
    game = winter("GC", "OW")
    give(game, "OW", "dread_curse")
    game.play(("action/WW", "move"), MOVE)
    game["WW"].met += ["awaken_rhan_tegoth"]
    game["WW"].books += ["howl"]
    game.correct(OW_spawn_of_yog_sothoth=1, WW_rhan_tegoth=1, GC_power=0)
    game.pass_others("OW")
    game.play(("action/OW", "dread_curse"), ("dread_curse/area", "asia"), ("dread_curse/whom", ["WW"]))
    game.play(("dread_curse/roll", [6]), ("battle/pieces/WW", ["WW.rhan_tegoth.1"]))
    assert (game["WW"].in_play["rhan_tegoth"], game["WW"].power) == (0, 7)


def test_ice_age_taxes_the_dread_curse_and_the_beyond_one() -> None:
    """Ruling: +1 for the Dread Curse on the area, and for The Beyond One into it."""
    game = frozen("GC", "OW", area="asia")
    give(game, "OW", "dread_curse")
    game.correct(OW_spawn_of_yog_sothoth=1)
    game.pass_others("OW")
    game.play(("action/OW", "dread_curse"), ("dread_curse/area", "asia"), ("dread_curse/whom", ["GC"]))
    assert game["OW"].power == 5
