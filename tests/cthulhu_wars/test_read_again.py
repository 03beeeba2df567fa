"""Rules of the chapters (reference 6 and 7) that were found missing as the factions' files were read against them."""

from __future__ import annotations

import pytest

from companion.games.cthulhu_wars.facts import BookTaken, CardTaken, CounterSet, GateSet, TokenPlaced
from companion.games.cthulhu_wars.rules.duel_losses import worth
from tests.cthulhu_wars.battles import Skirmish
from tests.cthulhu_wars.evening import Evening, give, onwards
from tests.cthulhu_wars.test_daemon_sultan import chaos, sultan

pytestmark = pytest.mark.usefixtures("battles_again")

UNIQUE = "keziah_mason"


def with_card(game: Evening, code: str, *cards: str) -> Evening:
    for card in cards:
        game.state.record(CardTaken(code, card, code, 0, 0))
    return game


def ids(game: Evening) -> list[str]:
    """What may be picked now."""
    return game.options()


# -- Crawling Chaos: The Harbinger -------------------------------------------------------------------------------------


def test_the_harbinger_is_paid_once_for_nyogthas_two_units() -> None:
    """Section 7, Nyogtha: one Great Old One for Elder Signs and Harbinger; `battle.md` 4.3: once per Great Old One, of
    several pieces too. Both are Killed: 3 Power once."""
    battle = Skirmish({"CC": {"nyarlathotep": 1, "hunting_horror": 2}, "GC": {"nyogtha": 2}})
    battle.roll(CC=[6, 6, 1, 1], GC=[1, 1])
    battle.play(("battle/kills_assigned/CC", "harbinger_kill"), ("battle/harbinger", "power"))
    assert battle.state.factions["CC"].power == 8 + 3
    assert "battle/kills_assigned/CC" not in battle.open_keys


# -- Opener of the Way -------------------------------------------------------------------------------------------------


def opener(*neutral: str) -> Evening:
    return Evening("OW", "CC", "BG", neutral=list(neutral), first="OW", starts={"OW": "antarctica"})


def test_the_beyond_one_goes_with_a_high_priest() -> None:
    """Section 6: one of your units with a cost of 3 or more, any kind, a High Priest included."""
    game = opener("high_priests")
    game.correct(OW_high_priest=1)
    game.act("OW", "beyond_one", ("beyond_one/from", "antarctica"), ("beyond_one/to", "europe"))
    assert game.state.gates["europe"] == "OW"


def test_the_beyond_one_goes_with_neutral_units_but_not_with_byatis() -> None:
    """Section 6: neutral units included; section 7: Byatis is not moved by abilities like a Move. A Gnorri costs 3."""
    game = with_card(opener("gnorri", "byatis"), "OW", "gnorri", "byatis")
    game.correct(OW_byatis=1)
    assert game.refusal("beyond_one") == "You have no unit costing 3 or more on the map."
    game.correct(OW_gnorri=1)
    assert game.refusal("beyond_one") == ""


def cursing(enemy: str, piece: str) -> Evening:
    """Opener with an Abomination curses Europe, where somebody has one neutral piece."""
    game = with_card(opener(piece), enemy, piece)
    game.state.record(BookTaken("OW", "dread_curse", ""))
    game.correct(**{f"{enemy}_{piece}": 1}, OW_abomination=1)
    return game


def test_dread_curse_hits_neutral_units_of_a_faction() -> None:
    """Section 6: not units that belong to no faction; those of a Loyalty Card belong to one."""
    game = cursing("CC", "gug")
    for code in ("CC", "BG"):
        for area in game.state.gates_of(code):
            game.state.record(GateSet(area, None))
    game.correct(CC_acolyte=0, BG_acolyte=0)
    assert game.refusal("dread_curse") == ""
    game.play(("action/OW", "dread_curse"), ("dread_curse/area", "europe"))
    if game.key == "dread_curse/whom":
        game.answer(["CC"])
    game.play(("dread_curse/roll", [6]))
    if game.key == "battle/pieces/CC":
        game.answer(["CC.gug.1"])
    assert game["CC"].in_play["gug"] == 0


def test_dread_curse_assigns_no_kill_to_the_hound() -> None:
    """Section 7, Angles of Time: it cannot be assigned a Kill; what is ongoing still applies to Dread Curse."""
    game = cursing("CC", "hound_of_tindalos")
    game.play(("action/OW", "dread_curse"), ("dread_curse/area", "europe"), ("dread_curse/whom", ["CC"]))
    game.play(("dread_curse/roll", [6]), ("battle/pieces/CC", ["CC.hound_of_tindalos.1"]))
    assert game["CC"].in_play["hound_of_tindalos"] == 1


# -- Byatis and Filth stay where they are ------------------------------------------------------------------------------


def test_byatis_does_not_dive_with_cthulhu() -> None:
    """Section 7: he cannot be moved by abilities like a Move."""
    game = with_card(Evening("GC", "CC", "BG", neutral=["byatis"], first="GC"), "GC", "byatis")
    game.state.record(BookTaken("GC", "submerge", ""))
    game.correct(GC_byatis=1, GC_cthulhu=1)
    game.take_first("book")
    game.play(("action/GC", "submerge"), ("submerge/area", "south_pacific"))
    assert game.key == "submerge/with"
    assert not [name for name in ids(game) if name.startswith("byatis")]


def test_byatis_does_not_dematerialize() -> None:
    """The same for the Ancients' ability."""
    game = Evening("AN", "CC", "BG", neutral=["byatis"], first="AN", starts={"AN": "australia"})
    with_card(game, "AN", "byatis").correct(AN_byatis=1)
    game.to_doom_phase()
    onwards(game, "doom_phase/AN")
    game.play(("doom_phase/AN", "dematerialization"))
    game.play(("dematerialization/from", "australia"), ("dematerialization/to", "europe"))
    assert not [name for name in ids(game) if name.startswith("byatis")]


# -- The Ancients: Independent Great Old Ones --------------------------------------------------------------------------


def ancients(*cathedrals: str) -> Evening:
    game = Evening("AN", "CC", "BG", neutral=["yig", "cthugha"], first="AN", starts={"AN": "australia"})
    for area in cathedrals:
        game.state.record(TokenPlaced("AN", area))
    game.correct(AN_power=9)
    game.take_first("book")
    return game


FOUR = ("north_atlantic", "indian_ocean", "north_pacific", "south_pacific")


def test_with_all_cathedrals_the_ancients_awaken_independents_at_a_gate() -> None:
    """Section 6, Cathedral: with all 4 in play at a controlled Gate without an own Great Old One."""
    assert ancients(*FOUR[:3]).refusal("awaken/yig") == "You have no Great Old One in play."
    game = ancients(*FOUR)
    game.play(("action/AN", "awaken/yig"))
    assert (game["AN"].power, game["AN"].in_play["yig"]) == (5, 1)


@pytest.mark.parametrize(("reading", "refused"), [("printed", ""), ("other", "You have no Great Old One in play.")])
@pytest.mark.parametrize("card", ["yig", "cthugha"])
def test_d79_an_independent_of_the_ancients_helps_to_awaken_another(card: str, reading: str, refused: str) -> None:
    """D79: with fewer than four Cathedrals and an Independent of their own; or not (HRF)."""
    game = Evening(
        *("AN", "CC", "BG"),
        neutral=["yig", "cthugha", "byatis"],
        first="AN",
        starts={"AN": "australia"},
        options={"D79": reading},
    )
    game.state.record(CardTaken("AN", "byatis", "AN", 0, 0))
    game.correct(AN_byatis=1, AN_power=9)
    assert game.refusal(f"awaken/{card}") == refused


def test_cthugha_then_simply_costs_6() -> None:
    """Section 6, Cathedral."""
    assert ancients(*FOUR[:3]).refusal("awaken/cthugha") == "You have no Great Old One in play."
    game = ancients(*FOUR)
    game.play(("action/AN", "awaken/cthugha"))
    assert (game["AN"].power, game["AN"].in_play["cthugha"]) == (3, 1)
    game = ancients(*FOUR)
    game.correct(AN_power=5)
    assert game.refusal("awaken/cthugha") == "It costs 6 Power."


# -- Tcho-Tcho: a Unique High Priest is a High Priest ------------------------------------------------------------------


def tcho(*books: str, priests: int = 0) -> Evening:
    """Tcho-Tcho with Keziah Mason and so many plain High Priests."""
    game = Evening(
        "TT", "CC", "BG", neutral=["high_priests", "unique_priests"], first="TT", starts={"TT": "south_pacific"}
    )
    game.state.record(CounterSet("TT", f"priest_{UNIQUE}", 1))
    give(game, "TT", *books)
    game.correct(**{f"TT_{UNIQUE}": 1}, TT_high_priest=priests, TT_power=9)
    return game


def test_a_unique_high_priest_goes_for_ubbo_sathla() -> None:
    """Section 6: a Unique High Priest counts as a High Priest for everything except the Oath."""
    game = tcho()
    assert game.refusal("awaken/ubbo_sathla") == ""
    game.play(("action/TT", "awaken/ubbo_sathla"), ("awaken/gate", []))
    assert (game["TT"].in_play[UNIQUE], game["TT"].in_play["ubbo_sathla"], game["TT"].power) == (0, 1, 3)


def test_of_both_kinds_one_picks_who_goes_for_ubbo_sathla() -> None:
    """It is one's own choice."""
    game = tcho(priests=1)
    game.play(("action/TT", "awaken/ubbo_sathla"), ("awaken/kind", UNIQUE), ("awaken/gate", []))
    assert (game["TT"].in_play[UNIQUE], game["TT"].in_play["high_priest"]) == (0, 1)


def test_tablets_of_the_gods_takes_the_unique_one_too() -> None:
    """All your High Priests in play are Eliminated, and he counts for the Gates."""
    game = tcho("tablets", priests=1)
    game.to_doom_phase()
    onwards(game, "doom_phase/TT")
    game.play(("doom_phase/TT", "ritual"))
    assert game.prompt.as_json()["most"] == 2
    game.play(("tablets/gates", 2), ("tablets/left", []))
    assert (game["TT"].in_play[UNIQUE], game["TT"].in_play["high_priest"], len(game["TT"].signs)) == (0, 0, 2)


def test_dark_rituals_count_the_unique_one() -> None:
    """With him alone one enemy pays; with a plain one two may."""
    game = tcho("dark_rituals")
    game.play(("action/TT", "dark_rituals"))
    assert game.prompt.as_json()["most"] == 1
    game = tcho("dark_rituals", priests=1)
    game.play(("action/TT", "dark_rituals"))
    assert game.prompt.as_json()["most"] == 2


def test_martyrdom_by_a_unique_high_priest() -> None:
    """Section 6: also when the one that is Killed is a Unique one."""
    game = tcho("martyrdom")
    game.correct(CC_hunting_horror=1, TT_proto_shoggoth=1)
    game.fight("TT", "europe", "CC", [f"TT.{UNIQUE}.1", "TT.proto_shoggoth.1"], ["CC.hunting_horror.1"])
    game.play(("battle/roll/TT", [1]), ("battle/roll/CC", [6, 6]))
    game.decline("battle/more_kills")
    assert game.key == "battle/kills_assigned/TT"
    assert "martyrdom" in ids(game)


def test_hierophants_finds_no_fourth_high_priest() -> None:
    """Three in all, one of them a Unique one: none in the pool, so the Growth counter rises."""
    game = tcho("hierophants", priests=2)
    growth = game["TT"].marks.get("growth", 0)
    game.session.interject("claim/TT")
    game.answer(game.options()[0])
    game.answer(game.options()[0])
    assert (game["TT"].in_play["high_priest"], game["TT"].marks.get("growth", 0)) == (2, growth + 1)


# -- Daemon Sultan: Traitors! ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("keeper", ["acolyte", "high_priest"])
def test_traitors_asks_which_kind_of_cultist_held_the_gate(keeper: str) -> None:
    """Section 6: its controlling Cultist returns to the pool, a High Priest if it was one."""
    game = sultan("GC", "BG", books=("traitors",), neutral=("high_priests",))
    chaos(game, "asia")
    game.correct(DS_acolyte=2, DS_high_priest=1, GC_acolyte=4, GC_high_priest=1, BG_acolyte=5, BG_high_priest=1)
    game.play(("action/DS", "traitors"))
    while game.key != "traitors/keeper":
        assert game.key in ("traitors/whose", "traitors/kind")
        game.answer(game.options()[0])
    game.play(("traitors/keeper", keeper), ("traitors/alone", "no"))
    assert game["DS"].in_play["acolyte"] == (1 if keeper == "acolyte" else 2)
    assert game["DS"].in_play["high_priest"] == (0 if keeper == "high_priest" else 1)


def test_lavinia_is_not_the_high_priest_who_goes_for_ubbo_sathla() -> None:
    """Section 7, Lavinia Whateley: Eliminated for 3 less; whoever goes for the awakening is another one. Alone she goes
    for it, and it costs 6; with a High Priest she may make it cheaper."""
    for priests, power, asked in ((0, 3, False), (1, 6, True)):
        game = Evening(
            "TT", "CC", "BG", neutral=["high_priests", "unique_priests"], first="TT", starts={"TT": "south_pacific"}
        )
        game.state.record(CounterSet("TT", "priest_lavinia_whateley", 1))
        game.correct(TT_lavinia_whateley=1, TT_high_priest=priests, TT_power=9)
        game.play(("action/TT", "awaken/ubbo_sathla"))
        assert (game.key == "lavinia_whateley") is asked
        if asked:
            game.answer("yes")
        while not game.key.startswith(("action/", "book/")):
            game.answer([] if game.key.endswith("gate") else game.options()[0])
        assert (game["TT"].power, game["TT"].in_play["ubbo_sathla"]) == (power, 1)
        assert (game["TT"].in_play["lavinia_whateley"], game["TT"].in_play["high_priest"]) == (0, 0)


# -- battles, Gates and two players ------------------------------------------------------------------------------------


@pytest.mark.parametrize(("faces", "offered"), [([6, 1, 1], False), ([6, 6, 1], True)])
def test_fire_vampires_spare_nobody_who_is_not_killed(faces: list[int], offered: bool) -> None:
    """Section 7, Cthugha: a Killed enemy unit; a Starspawn with Regenerate is so by its second Kill only."""
    battle = Skirmish(
        {"CC": {"cthugha": 1, "hunting_horror": 1, "nightgaunt": 1}, "GC": {"starspawn": 1}},
        books={"GC": ["regenerate"]},
    )
    battle.roll(CC=faces[: battle.dice("CC")], GC=[1, 1, 1])
    assert (battle.battle.kills["CC"], "battle/kills_assigned/CC" in battle.open_keys) == (1 + offered, offered)


def test_fire_vampires_spare_nobody_whom_emissary_saves() -> None:
    """Section 6, Emissary: his Kill becomes a Pain, so he is not Killed; he has no enemy Great Old One only without
    Cthugha, who is one, so with him there he is Killed and may be spared."""
    battle = Skirmish(
        {"GC": {"cthugha": 1, "deep_one": 1}, "CC": {"nyarlathotep": 1}},
        books={"CC": ["emissary", "madness", "abduct"]},
    )
    battle.roll(GC=[6] + [1] * (battle.dice("GC") - 1), CC=[1] * battle.dice("CC"))
    while "battle/kills_assigned/GC" not in battle.open_keys:
        battle.play((next(iter(battle.open_keys)), []))
    battle.play(("battle/kills_assigned/GC", "fire_vampires"))
    assert battle.state.factions["GC"].power == 9


def test_who_is_taken_by_the_innsmouth_look_may_leave_a_gate() -> None:
    """Section 7, Father Dagon: an Acolyte is removed from the game; with none in the pool one of the map, perhaps off a
    Gate (reference 3.5)."""
    for answer, owner in (("south_pacific", None), ([], "GC")):
        game = Evening("GC", "CC", "BG", neutral=["father_dagon"], first="GC")
        with_card(game, "GC", "father_dagon").correct(GC_father_dagon=1)
        game.session.interject("card_book/GC")
        if game.key == "card_book":
            game.answer("father_dagon")
        game.pass_all()
        while game.key != "innsmouth_look/GC/gate":
            assert game.state.phase != "action"
            game.answer(True if game.key == "gather_power" else "1" if "direction" in game.key else game.options()[0])
        game.play(("innsmouth_look/GC/gate", answer))
        assert (game["GC"].away["acolyte"], game.state.gates["south_pacific"]) == (1, owner)


def test_ubbo_sathla_is_worth_3_with_two_players() -> None:
    """Section 3.8: Doom equal to its cost, averaged: 0 in the Doom Phase and 6 in the Action Phase."""
    assert worth("TT", "ubbo_sathla") == 3
