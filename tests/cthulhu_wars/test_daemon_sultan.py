"""Daemon Sultan: reference section 6, `DS`. What is expected is worked out by hand from there."""

from __future__ import annotations

import pytest

from companion.games.cthulhu_wars.facts import BookFlipped, CardTaken, CounterSet, GateGone, GateSet
from companion.games.cthulhu_wars.model.roster import card
from companion.table.prompts import Count
from tests.cthulhu_wars.battles import AREA, Skirmish
from tests.cthulhu_wars.evening import Evening, give, onwards, units

pytestmark = pytest.mark.usefixtures("battles_again")

MOVE = ("move", units(1))
THESIS, ANTITHESIS, SYNTHESIS = "avatar_thesis", "avatar_antithesis", "avatar_synthesis"


def sultan(*others: str, books: tuple[str, ...] = (), neutral: tuple[str, ...] = (), **options: str) -> Evening:
    """A game in which it is Daemon Sultan's turn; the others have passed once and have 8 Power again."""
    game = Evening(*others, "DS", options=options, neutral=[*neutral])
    give(game, "DS", *books)
    game.pass_others("DS")
    for code in others:
        game.correct(**{f"{code}_power": 8})
    return game


def chaos(game: Evening, area: str, owner: str | None = "DS") -> None:
    """A Chaos Gate that Daemon Sultan has placed before."""
    game.state.record(GateSet(area, owner, built=True))
    game["DS"].own_gates.append(area)
    game["DS"].start = game["DS"].start or "australia"
    game.correct(DS_doom=1)
    game.correct(DS_doom=0)


def awakened(game: Evening, *avatars: str, marker: int = 0) -> None:
    """Avatars that were awakened before are in play, their requirements met."""
    game.state.record(CounterSet("DS", "azathoth", marker))
    for avatar in avatars:
        name = avatar.removeprefix("avatar_")
        game.state.record(CounterSet("DS", f"{name}_awakened", 1))
        game["DS"].met.append(f"awaken_{name}")
        game["DS"].books.append([b.id for b in card("DS").books if b.id not in game["DS"].books][-1])
        game.correct(**{f"DS_{avatar}": 1})


# -- numbers and set-up --------------------------------------------------------------------------------------------


def test_daemon_sultan_begins_with_nothing_and_four_power() -> None:
    """Section 6, Start: nothing on the map, 4 Power, no start area, no Gate."""
    game = Evening("GC", "DS", "BG")
    assert (game["DS"].power, game["DS"].in_play, game["DS"].start) == (4, {}, "")
    assert game.state.gates_of("DS") == []
    (player,) = (p for p in game.session.view.players if p.id == "DS")
    assert (player.sigil, player.colour) == ("daemon-sultan", "#5a6470")
    numbers = {u.id: (u.count, u.rank.name) for u in card("DS").units}
    assert numbers == {
        "acolyte": (6, "CULTIST"),
        "larva_thesis": (2, "MONSTER"),
        "larva_antithesis": (2, "MONSTER"),
        "larva_synthesis": (2, "MONSTER"),
        THESIS: (1, "GOO"),
        ANTITHESIS: (1, "GOO"),
        SYNTHESIS: (1, "GOO"),
    }


def test_the_first_cultist_makes_the_start_area() -> None:
    """Section 6, Start: the area of its very first Cultist, also another faction's. A recruited one is asked for."""
    game = sultan("GC", "BG")
    game.play(("action/DS", "recruit"), ("start/DS", "south_pacific"))
    assert (game["DS"].power, game["DS"].in_play["acolyte"], game["DS"].start) == (3, 1, "south_pacific")


def test_the_first_cultist_may_be_a_high_priest() -> None:
    """Section 6, Start: of its very first Cultist, which a High Priest is, too (section 7)."""
    game = sultan("GC", "BG", neutral=("high_priests",))
    game.play(("action/DS", "recruit/high_priest"), ("start/DS", "europe"))
    assert (game["DS"].power, game["DS"].in_play, game["DS"].start) == (1, {"high_priest": 1}, "europe")


# -- Psychosis -----------------------------------------------------------------------------------------------------


def test_psychosis_places_an_acolyte_for_nothing() -> None:
    """Psychosis, 0 Power: an Acolyte in an area where no faction has a unit; here the first one."""
    game = sultan("GC", "BG")
    game.play(("action/DS", "psychosis"))
    assert "south_pacific" not in game.options(), "Great Cthulhu holds a Gate there"
    game.play(("psychosis", "europe"))
    assert (game["DS"].power, game["DS"].in_play["acolyte"], game["DS"].start) == (4, 1, "europe")
    assert "Put the faction token of Daemon Sultan into Europe" in [f.on_board() for f in game.state.facts]


def test_psychosis_needs_an_acolyte_in_the_pool() -> None:
    """Psychosis: from the pool."""
    game = sultan("GC", "BG")
    game["DS"].start = "europe"
    game.correct(DS_acolyte=6)
    assert game.refusal("psychosis") == "You have no Acolyte in your Pool."


def test_psychosis_costs_one_more_under_a_surcharge() -> None:
    """Ruling: into the Ice Age area 1 more (section 6, `WW`)."""
    game = sultan("GC", "WW")
    game["WW"].tokens.append("europe")
    game.play(("action/DS", "psychosis"), ("psychosis", "europe"))
    assert game["DS"].power == 3


def test_daemon_sultans_books_turn_up_before_the_next_actions() -> None:
    """Psychosis, second half: face-down books turn face up; no Action fits between Gather Power and the Doom Phase."""
    game = sultan("GC", "BG", books=("chaos_gate",))
    game.play(("action/DS", "chaos_gate"), ("chaos_gate/area", "asia"))
    assert game["DS"].flipped == ["chaos_gate"]
    game.to_doom_phase()
    assert game["DS"].flipped == []


# -- Chaos Gates ---------------------------------------------------------------------------------------------------


def test_the_chaos_gate_book() -> None:
    """Chaos Gate, 1 Power, flip: in any area without a Gate; only Daemon Sultan may control it."""
    game = sultan("GC", "BG", books=("chaos_gate",))
    game["DS"].start = "europe"
    game.correct(DS_acolyte=1)
    game.play(("action/DS", "chaos_gate"))
    assert "south_pacific" not in game.options()
    game.play(("chaos_gate/area", "asia"))
    assert (game["DS"].power, game.state.gates["asia"], game["DS"].own_gates) == (3, None, ["asia"])
    assert [a.marks for a in game.session.view.areas if a.id == "asia"] == [("Gate", "Chaos Gate")]
    assert game.key == "action/DS"
    assert game.refusal("control") == ""
    game.play(("action/DS", "finish"))
    game.state.record(GateSet("south_pacific", None))
    game.correct(GC_power=7)
    game.play(("action/GC", "control"))
    assert game.state.gates["south_pacific"] == "GC", "the only one that it may take"
    assert game.refusal("control") == "There is no abandoned Gate."


def test_the_chaos_gate_book_is_refused() -> None:
    """Chaos Gate: face down after its use; three in the box; 1 Power."""
    game = sultan("GC", "BG", books=("chaos_gate",))
    for area in ("asia", "europe", "australia"):
        chaos(game, area, None)
    assert game.refusal("chaos_gate") == "All three Chaos Gates are on the map."
    game.state.record(GateGone("asia"))
    game.state.record(BookFlipped("DS", "chaos_gate"))
    game.correct(DS_doom=1)
    assert game.refusal("chaos_gate") == "It is face down."


def test_d58_the_other_reading_needs_a_cultist_there() -> None:
    """D58: with the other reading one of your own Cultists must be in the area."""
    game = sultan("GC", "BG", books=("chaos_gate",), D58="other")
    assert game.refusal("chaos_gate") == "You have no Cultist without a Gate on the map."
    game.correct(DS_acolyte=1)
    assert game.refusal("chaos_gate") == ""
    game.play(("action/DS", "chaos_gate"))
    assert game.prompt.text == "One of your Cultists is there."
    game = sultan("GC", "BG", books=("chaos_gate",))
    assert game.refusal("chaos_gate") == ""
    game.play(("action/DS", "chaos_gate"))
    assert game.prompt.text == ""


def test_an_abandoned_chaos_gate_becomes_a_normal_one() -> None:
    """Section 6 and D26: in the Doom Phase, after it has given everybody 1 Power: Great Cthulhu 6 + 2 + 1."""
    game = sultan("GC", "BG")
    chaos(game, "asia", None)
    game["DS"].met.append("abandoned_gate")
    game["DS"].books.append("traitors")
    game.pass_all()
    game.play(("gather_power", True))
    assert game["GC"].power == 9
    while game.state.phase != "doom" or game.state.active != "DS":
        game.answer("1" if "direction" in game.key else [] if "doom_phase" in game.key else game.options()[0])
    assert (game["DS"].own_gates, game.state.gates["asia"]) == ([], None)


def test_a_chaos_gate_goes_with_ithaqua_and_with_the_beyond_one() -> None:
    """Section 6: a Gate in every respect; one that is removed or moved keeps its own books straight."""
    game = sultan("GC", "BG")
    chaos(game, "asia")
    game.state.gate_leaves("asia", "europe")
    assert (game["DS"].own_gates, game.state.gates["europe"]) == (["europe"], "DS")
    game.state.record(GateGone("europe"))
    assert (game["DS"].own_gates, "europe" in game.state.gates) == ([], False)


def test_animate_matter_moves_a_chaos_gate() -> None:
    """Animate Matter, 1 Power, flip: with its Cultist to an adjacent area; a Gate there is replaced, its unit stays."""
    game = sultan("GC", "BG", books=("animate_matter",))
    chaos(game, "south_america")
    game.correct(DS_acolyte=1)
    game.state.record(GateSet("south_atlantic", "BG", built=True))
    game.play(("action/DS", "animate_matter"))
    near = set(game.state.board.areas["south_america"].adjacent)
    assert set(game.options()) == near - {"south_pacific", "africa"}, "not another player's start area (D59)"
    game.play(("animate_matter/to", "south_atlantic"))
    assert (game["DS"].power, game["DS"].own_gates) == (3, ["south_atlantic"])
    assert game.state.gates["south_atlantic"] == "DS"
    assert "south_america" not in game.state.gates
    assert game["BG"].in_play["acolyte"] == 6
    assert game["DS"].flipped == ["animate_matter"]


def test_animate_matter_to_an_area_without_a_gate() -> None:
    """Animate Matter: the Gate and its Cultist go there, and nothing is replaced."""
    game = sultan("GC", "BG", books=("animate_matter",))
    chaos(game, "south_america")
    game.correct(DS_acolyte=1)
    game.play(("action/DS", "animate_matter"), ("animate_matter/to", "south_atlantic"))
    assert (game["DS"].own_gates, game.state.gates["south_atlantic"]) == (["south_atlantic"], "DS")
    assert "south_america" not in game.state.gates


def test_animate_matter_needs_a_chaos_gate_that_one_controls() -> None:
    """Animate Matter: refused."""
    game = sultan("GC", "BG", books=("animate_matter",))
    assert game.refusal("animate_matter") == "You control no Chaos Gate."
    chaos(game, "asia", None)
    assert game.refusal("animate_matter") == "You control no Chaos Gate."


@pytest.mark.parametrize(("alone", "signs"), [("yes", 1), ("no", 0)])
def test_traitors(alone: str, signs: int) -> None:
    """Traitors!, 1 Power, flip: a normal Gate with another's Cultist; an Elder Sign if one has no other unit there."""
    game = sultan("GC", "BG", books=("traitors",))
    chaos(game, "asia")
    game.correct(DS_acolyte=2, GC_acolyte=5)
    game.play(("action/DS", "traitors"), ("traitors/alone", alone))
    assert (game.state.gates["asia"], game["DS"].own_gates) == ("GC", [])
    assert (game["DS"].in_play["acolyte"], game["GC"].in_play["acolyte"]) == (1, 6)
    assert (game["DS"].power, len(game["DS"].signs), game["DS"].flipped) == (3, signs, ["traitors"])


def test_traitors_takes_back_the_only_cultist() -> None:
    """Traitors!: the one that controls the Gate returns to the pool, also if there is no other."""
    game = sultan("GC", "BG", books=("traitors",))
    chaos(game, "asia")
    game.correct(DS_acolyte=1, GC_acolyte=5)
    game.play(("action/DS", "traitors"), ("traitors/alone", "yes"))
    assert (game["DS"].in_play["acolyte"], game["GC"].in_play["acolyte"], game.state.gates["asia"]) == (0, 6, "GC")


def test_traitors_needs_a_gate_and_a_cultist_in_anothers_pool() -> None:
    """Traitors!: refused."""
    game = sultan("GC", "BG", books=("traitors",))
    assert game.refusal("traitors") == "You control no Chaos Gate."
    chaos(game, "asia")
    game.correct(DS_acolyte=1)
    assert game.refusal("traitors") == "Nobody else has a Cultist in its Pool."


def test_traitors_lets_one_pick_the_player_and_is_face_down_afterwards() -> None:
    """Traitors!: you choose the player, whose Cultist comes from that player's pool; your own returns."""
    game = sultan("GC", "BG", books=("traitors",))
    chaos(game, "asia")
    game.correct(DS_acolyte=2, GC_acolyte=5, BG_acolyte=4)
    game.play(("action/DS", "traitors"), ("traitors/whose", "BG"), ("traitors/alone", "no"))
    assert (game.state.gates["asia"], game["BG"].in_play["acolyte"], game["GC"].in_play["acolyte"]) == ("BG", 5, 5)
    assert (game["DS"].in_play["acolyte"], game["DS"].power) == (1, 3)
    game.pass_others("DS")
    chaos(game, "europe")
    assert game.refusal("traitors") == "It is face down."


@pytest.mark.parametrize(("out", "kinds"), [(0, ["acolyte", "high_priest", "herbert_west"]), (1, ["acolyte"])])
def test_traitors_takes_no_second_high_priest_nor_one_who_controls_no_gate(out: int, kinds: list[str]) -> None:
    """Traitors!: the Cultist comes from the other's pool and controls the Gate: no High Priest while a Unique one is in
    play, for he is that one (section 7), and not the Prophetess, who controls none."""
    game = sultan("GC", "BG", books=("traitors",), neutral=("high_priests", "unique_priests", "prophetess"))
    chaos(game, "asia")
    game.state.record(CardTaken("GC", "prophetess", "GC", 0, 0))
    game.state.record(CounterSet("GC", "priest_herbert_west", 1))
    game.correct(DS_acolyte=2, GC_acolyte=5, GC_herbert_west=out)
    game.play(("action/DS", "traitors"), ("traitors/whose", "GC"))
    if game.key == "traitors/kind":
        assert game.options() == kinds
        game.answer("acolyte")
    else:
        assert kinds == ["acolyte"]
    assert (game.state.gates["asia"], game["GC"].in_play["acolyte"]) == ("GC", 6)


# -- the other books -----------------------------------------------------------------------------------------------


def test_consummation_turns_a_book_up() -> None:
    """Consummation, 1 Power, flip: one of the other face-down books can be used again."""
    game = sultan("GC", "BG", books=("chaos_gate", "consummation"))
    game["DS"].start = "europe"
    assert game.refusal("consummation") == "No other spellbook of yours is face down."
    game.play(("action/DS", "chaos_gate"), ("chaos_gate/area", "asia"))
    game.pass_others("DS")
    game.play(("action/DS", "consummation"))
    assert (game["DS"].power, game["DS"].flipped) == (2, ["consummation"])
    game.pass_others("DS")
    assert game.refusal("consummation") == "It is face down."


def test_fiendish_growth() -> None:
    """Fiendish Growth, 1 Power, flip: a Monster or Acolyte per faction in Avatar Antithesis' area, here two."""
    game = sultan("GC", "BG", books=("fiendish_growth",))
    assert game.refusal("fiendish_growth") == "Avatar Antithesis is not in play."
    awakened(game, THESIS, ANTITHESIS)
    game["DS"].start = "europe"
    game.play(("action/DS", "fiendish_growth"), ("fiendish_growth/factions", 2))
    assert game.prompt.title == "Which piece is placed there? (1 of 2)"
    game.play(("fiendish_growth/0", "larva_synthesis"), ("fiendish_growth/1", "acolyte"))
    assert (game["DS"].in_play["larva_synthesis"], game["DS"].in_play["acolyte"]) == (1, 1)
    assert (game["DS"].power, game["DS"].flipped) == (3, ["fiendish_growth"])


@pytest.mark.parametrize(("out", "offered"), [(5, True), (6, False)])
def test_fiendish_growth_offers_an_acolyte_that_is_in_the_pool(out: int, offered: bool) -> None:
    """Fiendish Growth: from your pool, also the last one there."""
    game = sultan("GC", "BG", books=("fiendish_growth",))
    awakened(game, THESIS, ANTITHESIS)
    game["DS"].start = "europe"
    game.correct(DS_acolyte=out)
    game.play(("action/DS", "fiendish_growth"), ("fiendish_growth/factions", 1))
    assert ("acolyte" in game.options()) is offered


def test_fiendish_growth_places_neutral_monsters() -> None:
    """The Monsters of one's Loyalty Cards lie in one's pool (section 7); a High Priest is no Acolyte."""
    game = sultan("GC", "BG", books=("fiendish_growth",), neutral=("gug", "dhole", "high_priests"))
    for thing in ("gug", "dhole"):
        game.state.record(CardTaken("DS", thing, "DS", 0, 0))
    awakened(game, THESIS, ANTITHESIS)
    game["DS"].start = "europe"
    game.play(("action/DS", "fiendish_growth"), ("fiendish_growth/factions", 1))
    larvae = [f"larva_{kind}" for kind in ("thesis", "antithesis", "synthesis")]
    assert game.options() == ["acolyte", *larvae, "gug"]
    game.play(("fiendish_growth/0", "gug"))
    assert game["DS"].in_play["gug"] == 1


def test_undirected_energy() -> None:
    """Undirected Energy, 1 Power, flip: 1 Power per faction in Avatar Thesis' area, oneself included: 4 - 1 + 3."""
    game = sultan("GC", "BG", books=("undirected_energy",))
    assert game.refusal("undirected_energy") == "Avatar Thesis is not in play."
    awakened(game, THESIS)
    game.play(("action/DS", "undirected_energy"), ("undirected_energy", 3))
    assert (game["DS"].power, game["DS"].flipped) == (6, ["undirected_energy"])


# -- awakenings ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("gift", "powers"), [("all", (9, 9)), ("GC", (10, 8))])
def test_awaken_thesis(gift: str, powers: tuple[int, int]) -> None:
    """Avatar Thesis: 0 to 8 as one chooses, the marker is set there; it replaces its Larva; every enemy gains 1 Power
    or one of them 2."""
    game = sultan("GC", "BG")
    game["DS"].start = "europe"
    assert game.refusal(f"awaken/{THESIS}") == "No Larva Thesis is on the map."
    game.correct(DS_larva_thesis=1)
    game.play(("action/DS", f"awaken/{THESIS}"))
    assert isinstance(game.prompt, Count)
    assert (game.prompt.least, game.prompt.most) == (0, 4)
    game.play(("awaken/thesis", 3), ("awaken/gift", gift), ("book/DS", "chaos_gate"))
    assert (game["DS"].power, game["DS"].marks["azathoth"]) == (1, 3)
    assert (game["DS"].in_play["larva_thesis"], game["DS"].in_play[THESIS]) == (0, 1)
    assert game["DS"].marks["thesis_awakened"] == 1
    assert (game["GC"].power, game["BG"].power) == powers
    assert game["DS"].met == ["awaken_thesis"]


def test_a_larva_that_is_corrected_away_meanwhile_is_not_taken_twice() -> None:
    """The Avatar awakens all the same: the price was asked for while the Larva stood there."""
    game = sultan("GC", "BG")
    game["DS"].start = "europe"
    game.correct(DS_larva_thesis=1)
    game.play(("action/DS", f"awaken/{THESIS}"))
    game.correct(DS_larva_thesis=0)
    game.play(("awaken/thesis", 0), ("awaken/gift", "all"))
    assert (game["DS"].in_play["larva_thesis"], game["DS"].in_play[THESIS]) == (0, 1)


@pytest.mark.parametrize(("gift", "doom", "signs"), [("all", 1, 0), ("BG", 0, 1)])
def test_awaken_antithesis(gift: str, doom: int, signs: int) -> None:
    """Avatar Antithesis: 8 minus the marker; then every enemy gains 1 Doom or one of them an Elder Sign."""
    game = sultan("GC", "BG")
    game.correct(DS_larva_antithesis=1, DS_power=6)
    assert game.refusal(f"awaken/{ANTITHESIS}") == "Avatar Thesis has not been awakened yet."
    awakened(game, THESIS, marker=3)
    game.play(("action/DS", f"awaken/{ANTITHESIS}"), ("awaken/gift", gift), ("book/DS", "chaos_gate"))
    assert (game["DS"].power, game["DS"].in_play[ANTITHESIS], game["DS"].in_play["larva_antithesis"]) == (1, 1, 0)
    assert (game["GC"].doom, game["BG"].doom, len(game["BG"].signs)) == (doom, doom, signs)


def synthesis(game: Evening) -> None:
    """Awaken the third Avatar for 8."""
    awakened(game, THESIS, ANTITHESIS)
    game.correct(DS_larva_synthesis=1, DS_power=9)
    game.play(("action/DS", f"awaken/{SYNTHESIS}"))


def test_awaken_synthesis_and_the_enemies_agree() -> None:
    """Avatar Synthesis, 8: with three players half of 1d6 + 2, rounded up: 5 + 2 = 7, so 4 Power and Doom together."""
    game = sultan("GC", "BG")
    synthesis(game)
    game.correct(GC_doom=2)
    game.play(("awaken/azathoth", [5]), ("awaken/agree", "yes"), ("awaken/power", 3))
    game.play(("awaken/power/GC", 1), ("book/DS", "chaos_gate"))
    assert (game["GC"].power, game["BG"].power, game["GC"].doom, game["BG"].doom) == (7, 6, 1, 0)
    assert "Daemon Sultan: The Azathoth die: rolled 5, 4 Power and Doom" in game.log()
    assert (game["DS"].power, game["DS"].in_play[SYNTHESIS], game["DS"].met[-1]) == (1, 1, "awaken_synthesis")


def test_half_of_an_even_azathoth_die_is_not_rounded() -> None:
    """Avatar Synthesis: 4 + 2 = 6, so 3 Power and Doom together."""
    game = sultan("GC", "BG")
    synthesis(game)
    game.play(("awaken/azathoth", [4]), ("awaken/agree", "yes"))
    assert "Daemon Sultan: The Azathoth die: rolled 4, 3 Power and Doom" in game.log()


def test_daemon_sultan_wins_if_they_do_not_agree() -> None:
    """Avatar Synthesis: if the enemies do not agree Daemon Sultan wins the game at once."""
    game = sultan("GC", "BG")
    synthesis(game)
    game.play(("awaken/azathoth", [1]), ("awaken/agree", "no"))
    assert game.session.finished
    assert game.state.winners == [["DS"]]
    assert game.session.view.finished == "Victory: Daemon Sultan."


def test_the_azathoth_die_is_whole_with_four_players() -> None:
    """Avatar Synthesis: halved only with 2 or 3 players: 1 + 2 = 3."""
    game = sultan("GC", "BG", "YS")
    synthesis(game)
    game.play(("awaken/azathoth", [1]), ("awaken/agree", "yes"))
    assert sum(game[c].power for c in ("GC", "BG", "YS")) == 24
    game.play(("awaken/power/GC", 3), ("book/DS", "chaos_gate"))
    assert sum(game[c].power for c in ("GC", "BG", "YS")) == 21


def test_synthesis_is_refused() -> None:
    """Avatar Synthesis: after both others, from its Larva, for 8."""
    game = sultan("GC", "BG")
    game.correct(DS_larva_synthesis=1, DS_power=8)
    assert game.refusal(f"awaken/{SYNTHESIS}") == "The other two Avatars have not been awakened yet."
    awakened(game, THESIS)
    assert game.refusal(f"awaken/{SYNTHESIS}") == "The other two Avatars have not been awakened yet."
    awakened(game, ANTITHESIS)
    game.correct(DS_power=7)
    assert game.refusal(f"awaken/{SYNTHESIS}") == "It costs 8; you have 7 Power."
    game.correct(DS_power=8, DS_larva_synthesis=0)
    assert game.refusal(f"awaken/{SYNTHESIS}") == "No Larva Synthesis is on the map."


# -- requirements --------------------------------------------------------------------------------------------------


def test_three_larvae() -> None:
    """Requirement 1: one Larva of each type in play at the same time."""
    game = sultan("GC", "BG")
    game["DS"].start = "europe"
    game.correct(DS_acolyte=1, DS_larva_thesis=1, DS_larva_antithesis=1)
    game.play(("action/DS", "move"), MOVE)
    assert game["DS"].met == []
    game.correct(DS_larva_synthesis=1)
    game.play(("action/GC", "move"), MOVE, ("book/DS", "chaos_gate"))
    assert game["DS"].met == ["three_larvae"]


def test_an_abandoned_gate_in_gather_power() -> None:
    """Requirement 2: an abandoned Gate is on the map in the Gather Power Phase."""
    game = sultan("GC", "BG")
    game.state.record(GateSet("asia", None, built=True))
    game.pass_all()
    game.play(("gather_power", True), ("book/DS", "chaos_gate"))
    assert game["DS"].met == ["abandoned_gate"]


def test_temptation() -> None:
    """Requirement 3, Doom Phase, once: each other player chooses 1 Power or 1 Doom; one gains all that they gain."""
    game = sultan("GC", "BG")
    game.to_doom_phase()
    onwards(game, "doom_phase/DS")
    before = {c: (game[c].power, game[c].doom) for c in ("GC", "BG", "DS")}
    game.play(("doom_phase/DS", "temptation"), ("temptation/GC", "GC.power"), ("temptation/BG", "BG.doom"))
    after = {c: (game[c].power - before[c][0], game[c].doom - before[c][1]) for c in before}
    assert after == {"GC": (1, 0), "BG": (0, 1), "DS": (1, 1)}
    game.until("book/DS")
    game.play(("book/DS", "chaos_gate"))
    assert game["DS"].met == ["temptation"]


# -- battle --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("pieces", "marks", "dice"),
    [
        ({THESIS: 1}, 5, 5),
        ({ANTITHESIS: 1}, 5, 3),
        ({"larva_thesis": 2, THESIS: 1}, 1, 5),
        ({"larva_thesis": 1, "larva_antithesis": 1, ANTITHESIS: 1}, 6, 4),
    ],
)
def test_combat(pieces: dict[str, int], marks: int, dice: int) -> None:
    """Battle reference 3: Thesis the marker, Antithesis 8 less it, each Larva 2 while its own Avatar is in play."""
    battle = Skirmish({"GC": {"deep_one": 1}, "DS": pieces}, marks={"DS": {"azathoth": marks}})
    assert battle.dice("DS") == dice


@pytest.mark.holds("DS.before_roll")
def test_synthesis_rolls_the_azathoth_die_first() -> None:
    """Battle reference 3: 1d6 + 2 as the totals are fixed, then so many dice; it may declare."""
    battle = Skirmish({"DS": {SYNTHESIS: 1}, "GC": {"deep_one": 1}})
    battle.play(("battle/azathoth", [4]))
    assert battle.dice("DS") == 6
    assert "The Azathoth die: rolled 4, 6 dice" in battle.log()


def test_antithesis_has_8_where_nobody_has_moved_the_marker() -> None:
    """Battle reference 3: 8 less the Azathoth marker, which begins on 0."""
    assert Skirmish({"GC": {"deep_one": 1}, "DS": {ANTITHESIS: 1}}).dice("DS") == 8


def test_larvae_alone_have_no_combat() -> None:
    """Battle reference 3: 0 without their Avatar."""
    battle = Skirmish({"GC": {"deep_one": 1}, "DS": {"larva_thesis": 2}})
    assert battle.dice("DS") == 0


def ruler(**pieces: int) -> Skirmish:
    """Great Cthulhu attacks Avatars; Synthesis and Thesis are in play."""
    in_play = {THESIS: 1, SYNTHESIS: 1, **pieces}
    return Skirmish({"GC": {"starspawn": 1}, "DS": pieces}, in_play={"DS": in_play}, marks={"DS": {"azathoth": 2}})


def test_cosmic_ruler_gives_up_another_avatar() -> None:
    """Cosmic Ruler: a Kill on Avatar Antithesis; Thesis elsewhere on the map is Eliminated instead."""
    battle = ruler(**{ANTITHESIS: 1})
    battle.roll(GC=[6, 1, 1], DS=[1] * 6)
    battle.play(("battle/kills_assigned/DS", ["cosmic_ruler"]), ("battle/cosmic_ruler", THESIS))
    assert battle.in_play("DS") == {ANTITHESIS: 1, SYNTHESIS: 1}
    assert battle.fates("DS") == ["present"]


def test_cosmic_ruler_gives_up_an_avatar_of_the_battle() -> None:
    """Cosmic Ruler: any other Avatar on the map, here one beside it."""
    battle = ruler(**{ANTITHESIS: 1, THESIS: 1})
    battle.roll(GC=[6, 1, 1], DS=[1] * 8)
    battle.play(("battle/kill/DS", {f"DS.{ANTITHESIS}.1": ["kill"]}))
    battle.play(("battle/kills_assigned/DS", ["cosmic_ruler"]), ("battle/cosmic_ruler", THESIS))
    assert battle.in_play("DS") == {ANTITHESIS: 1, SYNTHESIS: 1}


@pytest.mark.parametrize("saved", [ANTITHESIS, THESIS])
def test_cosmic_ruler_of_two_that_die_saves_the_one_that_is_picked(saved: str) -> None:
    """Cosmic Ruler: Synthesis, elsewhere, goes in the place of either."""
    battle = ruler(**{ANTITHESIS: 1, THESIS: 1})
    battle.roll(GC=[6, 6, 1], DS=[1] * 8)
    battle.play(("battle/kills_assigned/DS", ["cosmic_ruler"]), ("battle/cosmic_ruler/saved", f"DS.{saved}.1"))
    assert battle.in_play("DS") == {saved: 1}


def test_cosmic_ruler_saves_no_larva_that_has_nowhere_to_go() -> None:
    """Cosmic Ruler: when an Avatar is chosen; a Larva is Eliminated, and nobody is asked."""
    battle = ruler(larva_thesis=1)
    battle.roll(GC=[4, 1, 1], DS=[1] * 2)
    battle.play(("battle/near/GC", list(battle.state.board.areas[AREA].adjacent)))
    assert battle.in_play("DS") == {THESIS: 1, SYNTHESIS: 1}


def test_cosmic_ruler_declined() -> None:
    """Cosmic Ruler is optional."""
    battle = ruler(**{ANTITHESIS: 1})
    battle.roll(GC=[6, 1, 1], DS=[1] * 6).play(("battle/kills_assigned/DS", []))
    assert battle.in_play("DS") == {THESIS: 1, SYNTHESIS: 1}


def test_cosmic_ruler_needs_synthesis_in_play() -> None:
    """Cosmic Ruler: while Avatar Synthesis is in play."""
    battle = Skirmish(
        {"GC": {"starspawn": 1}, "DS": {ANTITHESIS: 1}},
        in_play={"DS": {THESIS: 1, ANTITHESIS: 1}},
        marks={"DS": {"azathoth": 2}},
    )
    battle.roll(GC=[6, 1, 1], DS=[1] * 6)
    assert "battle/kills_assigned/DS" not in battle.open_keys
    assert battle.in_play("DS") == {THESIS: 1}


def test_cosmic_ruler_does_not_double_up() -> None:
    """Pair Cosmic Ruler - two dying Avatars: the substitute must not be Killed already; here both others are."""
    battle = Skirmish({"GC": {"starspawn": 1}, "DS": {ANTITHESIS: 1, SYNTHESIS: 1}}, marks={"DS": {"azathoth": 2}})
    battle.play(("battle/azathoth", [1])).roll(GC=[6, 6, 1], DS=[1] * 9)
    assert "battle/kills_assigned/DS" not in battle.open_keys
    assert battle.in_play("DS") == {}


@pytest.mark.holds("DS.instead")
def test_cosmic_ruler_for_a_blocked_retreat() -> None:
    """Cosmic Ruler, 12-13: an Elimination for having nowhere to go, likewise."""
    battle = ruler(**{ANTITHESIS: 1})
    battle.roll(GC=[4, 1, 1], DS=[1] * 6)
    battle.play(("battle/near/GC", list(battle.state.board.areas[AREA].adjacent)))
    battle.play(("battle/cosmic_ruler/instead", THESIS))
    assert battle.in_play("DS") == {ANTITHESIS: 1, SYNTHESIS: 1}


def test_cosmic_ruler_and_the_harbinger() -> None:
    """Pair Cosmic Ruler: a trigger of the Kill stays: half of Antithesis' 6 is 3 Power."""
    battle = Skirmish(
        {"CC": {"nyarlathotep": 1}, "DS": {ANTITHESIS: 1}},
        in_play={"DS": {THESIS: 1, ANTITHESIS: 1, SYNTHESIS: 1}},
        books={"CC": ["madness"]},
        marks={"DS": {"azathoth": 2}},
    )
    battle.roll(CC=[6], DS=[1] * 6)
    battle.play(("battle/kills_assigned/CC", ["harbinger_kill"]), ("battle/harbinger", "power"))
    battle.play(("battle/kills_assigned/DS", ["cosmic_ruler"]), ("battle/cosmic_ruler", THESIS))
    assert battle.state.factions["CC"].power == 11
    assert battle.in_play("DS") == {ANTITHESIS: 1, SYNTHESIS: 1}


def test_each_avatar_gives_an_elder_sign_in_a_ritual() -> None:
    """Ruling: up to 3 Elder Signs per Ritual."""
    game = sultan("GC", "BG")
    awakened(game, THESIS, ANTITHESIS, SYNTHESIS)
    game.to_doom_phase()
    onwards(game, "doom_phase/DS")
    game.correct(DS_power=9)
    game.play(("doom_phase/DS", "ritual"))
    assert len(game["DS"].signs) == 3
