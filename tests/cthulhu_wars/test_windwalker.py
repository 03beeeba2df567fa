"""Windwalker: reference section 6, `WW`. What is expected is worked out by hand from there."""

from __future__ import annotations

import pytest

from companion.games.cthulhu_wars.facts import BookTaken, GateGone, GateSet, RequirementMet
from companion.games.cthulhu_wars.game import CTHULHU_WARS
from companion.games.cthulhu_wars.pool import pool
from companion.games.cthulhu_wars.roster import card
from companion.games.cthulhu_wars.two_players import worth
from companion.table.errors import BadSetupError
from companion.table.prompts import Choose
from companion.table.session import new_session
from tests.cthulhu_wars.battles import AREA, Skirmish
from tests.cthulhu_wars.evening import Evening, units

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


def give(game: Evening, code: str, *books: str) -> None:
    """Give books for requirements that are met; those that the companion sees by itself come last."""
    open_ones = [r for r in card(code).requirements if r.id not in game[code].met]
    for book, requirement in zip(books, sorted(open_ones, key=lambda r: r.met is not None), strict=False):
        game.state.record(RequirementMet(code, requirement.id))
        game.state.record(BookTaken(code, book, requirement.id))


def refused(game: Evening, option: str) -> str:
    """Why an option is greyed; empty if it is not."""
    assert isinstance(game.prompt, Choose)
    return next(o.refused for o in game.prompt.options if o.id == option)


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
    with pytest.raises(BadSetupError, match="Windwalker is never First Player in the first turn"):
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
    assert "afterwards/WW" not in [o.id for o in game.session.interjections]
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
    game.play(
        ("action/GC", "battle"),
        ("battle/area", "europe"),
        ("battle/enemy", "BG"),
        ("battle/pieces/GC", ["GC.deep_one.1"]),
        ("battle/pieces/BG", ["BG.acolyte.1"]),
    )
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
    assert refused(game, "awaken/cthulhu") == "It costs 11; you have 10 Power."
    game.correct(GC_power=3)
    game.play(("action/GC", "create_gate"))
    assert "europe" in game.options()
    game = frozen("GC", "BG")
    game.correct(GC_power=3)
    game.play(("action/GC", "create_gate"))
    assert refused(game, "europe") == "It costs 1; you have 0 Power."
    game = frozen("GC", "BG")
    game.correct(GC_power=1, GC_acolyte=5)
    game.play(("action/GC", "recruit"))
    assert refused(game, "europe") == "It costs 2; you have 1 Power."
    game.play(("toll/GC", []))
    assert (game["GC"].power, game.key) == (0, "action/BG")


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
    while game.key != "doom_phase/WW":
        game.answer([] if game.key.startswith("doom_phase") else game.options()[0])
    game.correct(ritual=step, WW_power=6)
    assert isinstance(game.prompt, Choose)
    assert game.prompt.options[0].label == "Ritual of Annihilation (5 Power)"
    doom = game["WW"].doom
    game.play(("doom_phase/WW", "ritual"))
    assert (game["WW"].power, game["WW"].doom, game.state.ritual) == (1, doom + 1, after)


def test_without_herald_a_ritual_costs_what_the_track_shows() -> None:
    """Herald is a spellbook; with it 4 Power are too few. Who cannot afford a ritual is not asked."""
    game = winter("GC", "BG")
    game.to_doom_phase()
    while game.key != "doom_phase/WW":
        game.answer([] if game.key.startswith("doom_phase") else game.options()[0])
    game.correct(ritual=2, WW_power=7)
    assert isinstance(game.prompt, Choose)
    assert game.prompt.options[0].label == "Ritual of Annihilation (7 Power)"
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
    assert refused(game, "WW") == "Only a Great Old One can capture its Cultists now."
    assert game.options() == ["BG", "YS"]


def test_ferox_leaves_great_old_ones_free() -> None:
    """Ferox: enemy Great Old Ones still can."""
    game = winter("GC", "BG")
    game.play(("action/WW", "move"), MOVE)
    game.correct(WW_ithaqua=1, GC_cthulhu=1)
    game.play(("action/GC", "capture"), ("capture", "WW"), ("capture/gate", []))
    assert (game["WW"].in_play["acolyte"], game["GC"].captives) == (5, {"WW": {"acolyte": 1}})


def test_no_ferox_without_ithaqua() -> None:
    """Ferox needs Ithaqua in play. With him, and nobody else's Cultists there, Capture cannot be chosen at all."""
    game = winter("GC")
    game.act("GC", "move", MOVE)
    game.act("WW", "move", MOVE)
    game.correct(GC_deep_one=1)
    assert refused(game, "capture") == ""
    game.correct(WW_ithaqua=1)
    assert refused(game, "capture") == "Only a Great Old One can capture its Cultists now."


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
    assert refused(game, "awaken/rhan_tegoth") == "It costs 6; you have 5 Power."


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
    assert refused(game, "awaken/ithaqua") == "There is no Gate at either pole."


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
    game.play(("claim/WW", "six_books"), ("six_books/sacrifice", "yes"), ("book/WW", "howl"))
    assert (game["WW"].in_play["ithaqua"], game["BG"].doom, game["WW"].books) == (0, 6, ["howl"])


def test_a_claim_of_six_books_may_leave_ithaqua() -> None:
    """Requirement 3: the table's word is taken (neutral books on a card count), so the sacrifice can be declined;
    with three players, or without Ithaqua, it is not asked for."""
    game = winter("BG")
    game.correct(WW_ithaqua=1)
    game.session.interject("claim/WW")
    game.play(("claim/WW", "six_books"), ("six_books/sacrifice", "no"), ("book/WW", "howl"))
    assert (game["WW"].in_play["ithaqua"], game["BG"].doom) == (1, 0)
    game = winter("BG")
    game.session.interject("claim/WW")
    game.play(("claim/WW", "six_books"), ("book/WW", "howl"))
    game = winter("GC", "BG")
    game.correct(WW_ithaqua=1)
    game.session.interject("claim/WW")
    game.play(("claim/WW", "six_books"), ("book/WW", "howl"))
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
    game.session.interject("claim/WW")
    game.play(("claim/WW", "any_moment"), ("book/WW", "howl"))
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
    assert (game["WW"].doom, game.key) == (33, "end")
    assert len(game["WW"].books) == 6


def test_the_book_left_as_the_game_ends() -> None:
    """Requirement 4 is a choice."""
    game = winter("GC", "BG")
    game.correct(WW_doom=30)
    game.play(("action/WW", "move"), MOVE, ("last_claim/WW", "no"))
    assert (game["WW"].books, game.key) == ([], "end")


# -- battle: Combat ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("doom", "dice"), [(0, 0), (7, 4), (8, 4), (31, 16)])
def test_ithaqua_is_half_of_the_opponents_doom(doom: int, dice: int) -> None:
    """Battle reference 3: half of the opponent's Doom, rounded up; a bystander's does not count."""
    battle = Skirmish(
        {"WW": {"ithaqua": 1, "wendigo": 1}, "GC": {"acolyte": 1}}, doom={"GC": doom, "BG": 20}, others=["BG"]
    )
    assert battle.dice("WW") == dice + 1


def test_combat_of_the_others() -> None:
    """Battle reference 3: Wendigo 1, Gnoph-Keh 3, Rhan Tegoth 3."""
    battle = Skirmish({"WW": {"acolyte": 2, "wendigo": 2, "gnoph_keh": 1, "rhan_tegoth": 1}, "GC": {"acolyte": 1}})
    assert battle.dice("WW") == 8


def test_a_quick_battle_asks_for_the_doom_that_ithaqua_counts() -> None:
    """What Ithaqua's Combat looks at besides the pieces: the enemy's Doom."""
    session = new_session(CTHULHU_WARS, {"quick_battle": {"attacker": "WW", "defender": "GC", "others": []}})

    def play(key: str, value: object) -> None:
        assert session.prompts[0].prompt.key == key
        session.answer(session.prompts[0].ticket, value)

    play("quick/area", AREA)
    play("quick/books/WW", [])
    play("quick/books/GC", [])
    play("quick/pieces/WW", ["ithaqua.1"])
    play("quick/GC.doom", 9)
    play("quick/pieces/GC", ["acolyte.1"])
    assert session.prompts[0].prompt.as_json()["dice"] == 5


# -- Howl ----------------------------------------------------------------------------------------------------------

HOWL = {"WW": ["howl"]}


def test_howl_sends_a_unit_of_any_kind_away() -> None:
    """Howl: the enemy picks one of its units and an adjacent area; it has left the battle, nothing is Eliminated."""
    battle = Skirmish({"WW": {"wendigo": 2}, "GC": {"cthulhu": 1, "deep_one": 2, "acolyte": 1}}, books=HOWL)
    battle.play(("battle/pre_battle/WW", ["howl"]))
    prompt = battle.prompt("battle/howl")
    assert isinstance(prompt, Choose)
    assert prompt.who == "GC"
    assert {o.id.split(".")[1] for o in prompt.options} == {"cthulhu", "deep_one", "acolyte"}
    battle.play(("battle/howl", "GC.cthulhu.1"))
    where = battle.prompt("battle/howl/area")
    assert isinstance(where, Choose)
    assert where.who == "GC"
    assert {o.id for o in where.open_options()} == set(battle.state.board.areas[AREA].adjacent)
    battle.play(("battle/howl/area", "north_atlantic"))
    assert battle.in_play("GC") == {"acolyte": 1, "deep_one": 2, "cthulhu": 1}
    assert (battle.dice("GC"), battle.dice("WW")) == (2, 2)
    assert "Great Cthulhu: Cthulhu retreats to North Atlantic" in battle.log()


def test_howl_works_once() -> None:
    """Howl: once per battle, whoever it is that has Wendigos."""
    battle = Skirmish({"WW": {"wendigo": 2}, "GC": {"deep_one": 3}}, books=HOWL)
    battle.play(("battle/pre_battle/WW", ["howl"]), ("battle/howl/area", "north_atlantic"))
    assert battle.dice("GC") == 2


@pytest.mark.parametrize(("pieces", "books"), [({"gnoph_keh": 1}, ["howl"]), ({"wendigo": 1}, [])])
def test_howl_needs_a_wendigo_and_its_book(pieces: dict[str, int], books: list[str]) -> None:
    """Howl: refused."""
    battle = Skirmish({"WW": pieces, "GC": {"deep_one": 1}}, books={"WW": books})
    assert battle.dice("GC") == 1


def test_howl_declined_and_as_a_defender() -> None:
    """Howl: either side, optional."""
    battle = Skirmish({"GC": {"deep_one": 2}, "WW": {"wendigo": 1}}, books=HOWL)
    battle.play(("battle/pre_battle/WW", []))
    assert battle.dice("GC") == 2


def test_howl_of_the_last_unit_ends_the_battle() -> None:
    """Pair Howl - last unit: early end, no dice, not even the defender's pre-battle."""
    battle = Skirmish({"WW": {"wendigo": 1}, "CC": {"nightgaunt": 1}}, books={"WW": ["howl"], "CC": ["abduct"]})
    battle.play(("battle/pre_battle/WW", ["howl"]), ("battle/howl/area", "north_atlantic"))
    assert list(battle.open_keys) == ["battle/board"]
    assert battle.in_play("CC") == {"nightgaunt": 1}


def test_howl_off_a_gate_abandons_it() -> None:
    """Reference 3.5: a controller that leaves abandons the Gate at once."""
    battle = Skirmish({"WW": {"wendigo": 1}, "GC": {"acolyte": 1, "deep_one": 1}}, books=HOWL, gates={AREA: "GC"})
    battle.play(
        ("battle/pre_battle/WW", ["howl"]), ("battle/howl", "GC.acolyte.1"), ("battle/howl/area", "north_atlantic")
    )
    assert battle.state.gates[AREA] is None


def test_howl_and_madness() -> None:
    """Pair Howl - Madness, surrounded area: the owner picks unit and area, Windwalker's own areas allowed; no
    Elimination even if Windwalker is all around."""
    battle = Skirmish(
        {"WW": {"wendigo": 1}, "GC": {"deep_one": 2}},
        books={"WW": ["howl"], "CC": ["madness"]},
        others=["CC"],
        gates=dict.fromkeys(("north_atlantic", "scandinavia"), "WW"),
    )
    battle.play(("battle/pre_battle/WW", ["howl"]))
    where = battle.prompt("battle/howl/area")
    assert isinstance(where, Choose)
    assert where.who == "GC"
    assert "north_atlantic" in [o.id for o in where.open_options()]
    battle.play(("battle/howl/area", "north_atlantic"))
    assert battle.in_play("GC") == {"deep_one": 2}


def test_howl_and_the_harbinger() -> None:
    """Pair Howl - Harbinger: gone for this battle with the unit that was moved."""
    battle = Skirmish(
        {"WW": {"wendigo": 1, "rhan_tegoth": 1}, "CC": {"nyarlathotep": 1, "hunting_horror": 2}}, books=HOWL
    )
    battle.play(
        ("battle/pre_battle/WW", ["howl"]), ("battle/howl", "CC.nyarlathotep.1"), ("battle/howl/area", "north_atlantic")
    )
    battle.roll(WW=[1, 1, 1, 1], CC=[6, 6, 1, 1])
    battle.play(("battle/kills_assigned/WW", []))
    assert list(battle.open_keys) == ["battle/board"], "The Harbinger is not offered"


def test_a_howled_ghoul_may_be_called() -> None:
    """Pair Howl - Necrophagy (4.1): a howled Ghoul took no part, so it may come back; it adds a Pain to both sides."""
    battle = Skirmish(
        {"WW": {"wendigo": 1}, "BG": {"ghoul": 1, "fungi": 1}}, books={"WW": ["howl"], "BG": ["necrophagy"]}
    )
    battle.play(
        ("battle/pre_battle/WW", ["howl"]), ("battle/howl", "BG.ghoul.1"), ("battle/howl/area", "north_atlantic")
    )
    battle.roll(WW=[1], BG=[1])
    battle.play(("battle/kills_assigned/BG", ["necrophagy"]))
    assert [f.status for f in battle.battle.figures if f.unit == "ghoul"] == ["gone", "called"]
    assert "Ghoul comes by Necrophagy to Europe" in battle.log()


# -- Berserkergang -------------------------------------------------------------------------------------------------

RAGE = {"WW": ["berserkergang"]}
MISSES = [1] * 6


def test_berserkergang_takes_one_for_each_killed_gnoph_keh() -> None:
    """Berserkergang: per Gnoph-Keh assigned a Kill the enemy Eliminates one of its Monsters or Cultists."""
    battle = Skirmish({"WW": {"gnoph_keh": 2}, "GC": {"deep_one": 3, "acolyte": 1}}, books=RAGE)
    battle.roll(WW=MISSES, GC=[6, 6, 1])
    battle.play(("battle/kills_assigned/WW", ["berserkergang"]))
    prompt = battle.prompt("battle/berserkergang/0")
    assert isinstance(prompt, Choose)
    assert prompt.who == "GC"
    battle.play(("battle/berserkergang/0", "GC.acolyte.1"))
    assert battle.in_play("GC") == {"deep_one": 2}
    assert battle.in_play("WW") == {}


def test_berserkergang_spares_those_that_are_killed_anyway() -> None:
    """Berserkergang: not one that is already assigned a Kill; what finds nobody is ignored."""
    battle = Skirmish({"WW": {"gnoph_keh": 2}, "GC": {"deep_one": 2}}, books=RAGE)
    battle.roll(WW=[6, 1, 1, 1, 1, 1], GC=[6, 6]).play(("battle/kills_assigned/WW", ["berserkergang"]))
    assert (battle.in_play("GC"), battle.in_play("WW")) == ({}, {})
    lost = [how for owner, _unit, how in battle.battle.lost if owner == "GC"]
    assert sorted(lost) == ["Eliminated", "Killed"]


@pytest.mark.parametrize(
    ("enemy", "books", "kills", "rolled"),
    [
        ({"cthulhu": 1}, ["berserkergang"], [6, 1, 1, 1, 1, 1], [1, 1, 1]),
        ({"deep_one": 2}, ["berserkergang"], [4, 1], [1, 1, 1]),
        ({"deep_one": 2}, [], [6, 1], [1, 1, 1]),
        ({"deep_one": 1}, ["berserkergang"], [6], [6, 1, 1]),
    ],
    ids=["a Great Old One alone", "a Pain", "no book", "nobody left without a Kill"],
)
def test_berserkergang_is_not_offered(
    enemy: dict[str, int], books: list[str], kills: list[int], rolled: list[int]
) -> None:
    """Pair Berserkergang - GOOs: cannot choose them; and it needs a Kill, the book, and somebody to choose."""
    battle = Skirmish({"WW": {"gnoph_keh": 1}, "GC": enemy}, books={"WW": books})
    battle.play(*([("battle/pre_battle/GC", [])] if "cthulhu" in enemy else []))
    battle.roll(WW=rolled, GC=kills)
    assert "battle/kills_assigned/WW" not in battle.open_keys


def test_berserkergang_declined() -> None:
    """Berserkergang is optional, like every ability."""
    battle = Skirmish({"WW": {"gnoph_keh": 1}, "GC": {"deep_one": 2}}, books=RAGE)
    battle.roll(WW=[1, 1, 1], GC=[6, 1]).play(("battle/kills_assigned/WW", []))
    assert battle.in_play("GC") == {"deep_one": 2}


def test_berserkergang_sets_off_passion() -> None:
    """Battle reference 4.3, Passion: a Cultist Eliminated by an enemy."""
    battle = Skirmish(
        {"WW": {"gnoph_keh": 1}, "YS": {"acolyte": 1, "byakhee": 1}}, books={"WW": ["berserkergang"], "YS": ["passion"]}
    )
    battle.roll(WW=[1, 1, 1], YS=[6, 1])
    battle.play(
        ("battle/kills_assigned/WW", ["berserkergang"]),
        ("battle/berserkergang/0", "YS.acolyte.1"),
        ("passion", "yes"),
    )
    assert battle.state.factions["YS"].power == 9


# -- Eternal -------------------------------------------------------------------------------------------------------


def test_eternal_cancels_a_kill() -> None:
    """Eternal, 1 Power: the Kill has no effect on him; he takes no further result, here the Pain, and stays."""
    battle = Skirmish({"WW": {"rhan_tegoth": 1}, "GC": {"starspawn": 1}})
    battle.roll(WW=[1, 1, 1], GC=[6, 4, 1]).play(("battle/kills_assigned/WW", ["eternal_kill"]))
    assert battle.state.factions["WW"].power == 7
    assert list(battle.open_keys) == ["battle/board"]
    assert (battle.in_play("WW"), battle.fates("WW")) == ({"rhan_tegoth": 1}, ["present"])


def test_eternal_cancels_a_pain() -> None:
    """Eternal: a Pain likewise; he does not retreat."""
    battle = Skirmish({"WW": {"rhan_tegoth": 1}, "GC": {"starspawn": 1}})
    battle.roll(WW=[1, 1, 1], GC=[4, 1, 1]).play(("battle/pains_assigned/WW", ["eternal_pain"]))
    assert battle.state.factions["WW"].power == 7
    assert list(battle.open_keys) == ["battle/board"]


def test_eternal_declined() -> None:
    """Eternal is optional: he is Killed."""
    battle = Skirmish({"WW": {"rhan_tegoth": 1}, "GC": {"starspawn": 1}})
    battle.roll(WW=[1, 1, 1], GC=[6, 1, 1]).play(("battle/kills_assigned/WW", []))
    assert (battle.in_play("WW"), battle.state.factions["WW"].power) == ({}, 8)


@pytest.mark.parametrize(("power", "face"), [(0, 6), (0, 4), (8, 1)])
def test_eternal_is_not_offered(power: int, face: int) -> None:
    """Eternal: needs 1 Power and a result on him."""
    battle = Skirmish({"WW": {"rhan_tegoth": 1}, "GC": {"deep_one": 1}}, power={"WW": power})
    battle.roll(WW=[1, 1, 1], GC=[face])
    assert not any("assigned/WW" in key for key in battle.open_keys)


def test_eternal_is_offered_for_him_alone() -> None:
    """Eternal: on a Gnoph-Keh the Kill stays."""
    battle = Skirmish({"WW": {"gnoph_keh": 1}, "GC": {"deep_one": 1}})
    battle.roll(WW=[1, 1, 1], GC=[6])
    assert list(battle.open_keys) == ["battle/board"]
    assert battle.in_play("WW") == {}


def test_eternal_and_the_harbinger() -> None:
    """Pair Eternal - Harbinger: the result counts although he is unharmed: half of 6 is 3 Power."""
    battle = Skirmish({"WW": {"rhan_tegoth": 1}, "CC": {"nyarlathotep": 1}}, books={"CC": ["madness"]})
    battle.roll(WW=[1, 1, 1], CC=[6])
    battle.play(
        ("battle/kills_assigned/WW", ["eternal_kill"]),
        ("battle/kills_assigned/CC", ["harbinger_kill"]),
        ("battle/harbinger", "power"),
    )
    assert battle.state.factions["CC"].power == 11
    assert battle.in_play("WW") == {"rhan_tegoth": 1}


@pytest.mark.parametrize("reading", ["printed", "other"])
def test_eternal_and_the_kill_books(reading: str) -> None:
    """Pair Eternal - Kill books of Great Cthulhu: a cancelled Kill counts in both readings of D8."""
    battle = Skirmish({"WW": {"rhan_tegoth": 1}, "GC": {"starspawn": 1}}, options={"D8": reading})
    battle.roll(WW=[1, 1, 1], GC=[6, 1, 1]).play(("battle/kills_assigned/WW", ["eternal_kill"]))
    assert battle.state.factions["GC"].marks.get("kill_one") == 1


def test_eternal_of_a_pain_counts_for_no_kill_book() -> None:
    """The same with a Pain: no unit was Killed."""
    battle = Skirmish({"WW": {"rhan_tegoth": 1}, "GC": {"starspawn": 1}})
    battle.roll(WW=[1, 1, 1], GC=[4, 1, 1]).play(("battle/pains_assigned/WW", ["eternal_pain"]))
    assert not battle.state.factions["GC"].marks.get("kill_one")


def test_eternal_and_a_blocked_retreat() -> None:
    """Pair Eternal - blocked retreat: with the Pain cancelled he is not pained, so only the other is lost."""
    battle = Skirmish({"WW": {"rhan_tegoth": 1, "wendigo": 1}, "GC": {"starspawn": 1}})
    battle.roll(WW=[1] * 4, GC=[4, 4, 1]).play(("battle/pains_assigned/WW", ["eternal_pain"]))
    battle.play(("battle/near/GC", list(battle.state.board.areas[AREA].adjacent)))
    assert battle.in_play("WW") == {"rhan_tegoth": 1}


def test_two_players_a_saved_rhan_tegoth_is_worth_half() -> None:
    """Two players: Gnoph-Keh is worth 3 Doom, Rhan Tegoth saved by Eternal 3."""
    assert (worth("WW", "gnoph_keh"), worth("WW", "rhan_tegoth"), worth("WW", "ithaqua")) == (3, 6, 6)
    game = winter("BG")
    game["WW"].met += ["awaken_rhan_tegoth"]
    game["WW"].books += ["herald"]
    game.correct(WW_rhan_tegoth=1, BG_fungi=1)
    game.play(
        ("action/BG", "battle"),
        ("battle/area", "europe"),
        ("battle/pieces/BG", ["BG.fungi.1"]),
        ("battle/pieces/WW", ["WW.rhan_tegoth.1"]),
        ("battle/roll/BG", [6]),
        ("battle/roll/WW", [1, 1, 1]),
        ("battle/kills_assigned/WW", ["eternal_kill"]),
        ("battle/board", True),
    )
    assert (game["BG"].doom, game["WW"].power, game["WW"].in_play["rhan_tegoth"]) == (3, 7, 1)


def test_eternal_while_hibernating() -> None:
    """Ruling: works while hibernating and spends Power."""
    game = winter("GC", "BG")
    game.correct(WW_rhan_tegoth=1, BG_fungi=1, GC_power=0)
    game.play(("action/WW", "hibernate"))
    game.play(
        ("action/BG", "battle"),
        ("battle/area", "europe"),
        ("battle/enemy", "WW"),
        ("battle/pieces/BG", ["BG.fungi.1"]),
        ("battle/pieces/WW", ["WW.rhan_tegoth.1"]),
        ("battle/roll/BG", [6]),
        ("battle/roll/WW", [1, 1, 1]),
        ("battle/kills_assigned/WW", ["eternal_kill"]),
        ("battle/board", True),
    )
    assert (game["WW"].power, game["WW"].in_play["rhan_tegoth"]) == (7, 1)


# -- Cannibalism ---------------------------------------------------------------------------------------------------

FEED = {"WW": ["cannibalism"]}


@pytest.mark.parametrize("unit", ["wendigo", "acolyte"])
def test_cannibalism_after_a_battle_of_others(unit: str) -> None:
    """Cannibalism: also in a battle that one was not in: an enemy unit was Killed, so one piece comes from the pool."""
    battle = Skirmish({"GC": {"starspawn": 1}, "BG": {"ghoul": 1, "fungi": 1}}, books=FEED, others=["WW"])
    battle.roll(GC=[6, 1, 1], BG=[1]).play(("battle/kill/BG", {"BG.ghoul.1": ["kill"]}))
    battle.play(("battle/after_battle/WW", ["cannibalism"]), ("battle/cannibalism", unit))
    assert battle.in_play("WW") == {unit: 1}
    assert list(battle.open_keys) == ["battle/board"], "once per battle"


def test_cannibalism_declined() -> None:
    """Cannibalism is optional."""
    battle = Skirmish({"GC": {"starspawn": 1}, "BG": {"ghoul": 1}}, books=FEED, others=["WW"])
    battle.roll(GC=[6, 1, 1]).play(("battle/after_battle/WW", []))
    assert battle.in_play("WW") == {}


def test_cannibalism_needs_a_kill() -> None:
    """Pair Cannibalism - losses that are Eliminations: Devour and no-retreat do not count."""
    battle = Skirmish({"GC": {"cthulhu": 1}, "BG": {"fungi": 2}}, books=FEED, others=["WW"])
    battle.play(("battle/pre_battle/GC", ["devour"])).roll(GC=[4, 1, 1, 1, 1, 1], BG=[1])
    battle.play(("battle/near/GC", list(battle.state.board.areas[AREA].adjacent)))
    assert battle.in_play("BG") == {}
    assert list(battle.open_keys) == ["battle/board"]


def test_cannibalism_needs_an_enemy_killed_not_an_own_unit() -> None:
    """Cannibalism: at least one enemy unit was Killed."""
    battle = Skirmish({"WW": {"wendigo": 1}, "GC": {"deep_one": 1}}, books=FEED)
    battle.roll(WW=[1], GC=[6])
    assert list(battle.open_keys) == ["battle/board"]


def test_cannibalism_brings_back_the_wendigo_just_killed() -> None:
    """Ruling: it may bring back a Wendigo that died in the same battle; here all four were on the map."""
    battle = Skirmish(
        {"WW": {"wendigo": 4}, "GC": {"deep_one": 2}}, books=FEED, in_play={"WW": {"wendigo": 4, "acolyte": 6}}
    )
    battle.roll(WW=[6, 1, 1, 1], GC=[6, 1]).play(("battle/after_battle/WW", ["cannibalism"]))
    assert battle.in_play("WW") == {"wendigo": 4, "acolyte": 6}
    assert "Windwalker: Wendigo placed by Cannibalism in Europe" in battle.log()


def test_cannibalism_needs_a_piece_in_the_pool() -> None:
    """Cannibalism: a Wendigo or an Acolyte from the pool; with all of them on the map there is none."""
    battle = Skirmish(
        {"GC": {"starspawn": 1}, "BG": {"ghoul": 1}},
        books=FEED,
        others=["WW"],
        in_play={"WW": {"wendigo": 4, "acolyte": 6}},
    )
    assert pool(battle.state, "WW", "wendigo") == 0
    battle.roll(GC=[6, 1, 1])
    assert list(battle.open_keys) == ["battle/board"]


def test_cannibalism_needs_its_book() -> None:
    """Cannibalism is a spellbook."""
    battle = Skirmish({"GC": {"starspawn": 1}, "BG": {"ghoul": 1}}, others=["WW"])
    battle.roll(GC=[6, 1, 1])
    assert list(battle.open_keys) == ["battle/board"]


def test_no_cannibalism_after_an_early_end() -> None:
    """Battle reference 2.2: no dice, no post-battle abilities."""
    battle = Skirmish({"GC": {"cthulhu": 1}, "BG": {"ghoul": 1}}, books=FEED, others=["WW"])
    battle.play(("battle/pre_battle/GC", ["devour"]))
    assert list(battle.open_keys) == ["battle/board"]


def test_cannibalism_and_necrophagy() -> None:
    """Pair Cannibalism - Necrophagy: the placed piece takes no Pain, and it stays where it is placed."""
    battle = Skirmish(
        {"GC": {"starspawn": 1}, "BG": {"fungi": 1}},
        books={"WW": ["cannibalism"], "BG": ["necrophagy"]},
        others=["WW"],
        in_play={"BG": {"fungi": 1, "ghoul": 1}},
    )
    battle.roll(GC=[6, 1, 1], BG=[1])
    battle.play(("battle/kills_assigned/BG", ["necrophagy"]), ("battle/near/BG", []))
    battle.play(("battle/retreat/GC", {"GC.starspawn.1": "north_atlantic"}))
    battle.play(("battle/after_battle/WW", ["cannibalism"]), ("battle/cannibalism", "wendigo"))
    assert battle.in_play("WW") == {"wendigo": 1}


# -- several at once -----------------------------------------------------------------------------------------------


def test_howl_berserkergang_eternal_and_cannibalism_in_one_battle() -> None:
    """Three Kills of Great Cthulhu on Windwalker's three: the Kill on Rhan Tegoth is cancelled for 1 Power, two
    Gnoph-Keh take two Deep Ones with them; one Kill takes the third, so a Wendigo comes. Cthulhu was sent away."""
    battle = Skirmish(
        {"WW": {"wendigo": 1, "gnoph_keh": 2, "rhan_tegoth": 1}, "GC": {"cthulhu": 1, "starspawn": 2, "deep_one": 3}},
        books={"WW": ["howl", "berserkergang", "cannibalism"]},
    )
    battle.play(
        ("battle/pre_battle/WW", ["howl"]),
        ("battle/howl", "GC.cthulhu.1"),
        ("battle/howl/area", "north_atlantic"),
    )
    battle.roll(WW=[6] + [1] * 9, GC=[6, 6, 6] + [1] * 6)
    battle.play(
        (
            "battle/kill/WW",
            {"WW.gnoph_keh.1": ["kill"], "WW.gnoph_keh.2": ["kill"], "WW.rhan_tegoth.1": ["kill"]},
        ),
        ("battle/kill/GC", {"GC.deep_one.1": ["kill"]}),
        ("battle/kills_assigned/WW", ["berserkergang"]),
        ("battle/berserkergang/0", "GC.deep_one.2"),
        ("battle/berserkergang/1", "GC.deep_one.3"),
        ("battle/kills_assigned/WW", ["eternal_kill"]),
        ("battle/after_battle/WW", ["cannibalism"]),
        ("battle/cannibalism", "wendigo"),
    )
    assert battle.in_play("WW") == {"wendigo": 2, "rhan_tegoth": 1}
    assert battle.in_play("GC") == {"cthulhu": 1, "starspawn": 2}
    assert battle.state.factions["WW"].power == 7
