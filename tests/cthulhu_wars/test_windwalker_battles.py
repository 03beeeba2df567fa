"""Windwalker in battle: reference section 6, `WW`, and battle reference 3, 4 and 4.5. What is expected is worked out by
hand from there."""

from __future__ import annotations

import pytest

from companion.games.cthulhu_wars.game import CTHULHU_WARS
from companion.games.cthulhu_wars.rules.duel_losses import worth
from companion.games.cthulhu_wars.rules.pool import pool
from companion.table.prompts import Choose
from companion.table.session import new_session
from tests.cthulhu_wars.battles import AREA, Skirmish
from tests.cthulhu_wars.evening import Evening
from tests.cthulhu_wars.test_faction_actions import with_books
from tests.cthulhu_wars.test_windwalker import winter

pytestmark = pytest.mark.usefixtures("battles_again")


# -- battle: Combat ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("doom", "dice"), [(0, 0), (7, 4), (8, 4), (31, 16)])
def test_ithaqua_is_half_of_the_opponents_doom(doom: int, dice: int) -> None:
    """Battle reference 3: half of the opponent's Doom, rounded up; a bystander's does not count."""
    battle = Skirmish(
        {"WW": {"ithaqua": 1, "wendigo": 1}, "GC": {"acolyte": 1}}, doom={"GC": doom, "BG": 20}, others=["BG"]
    )
    assert battle.dice("WW") == dice + 1


def ithaqua_alone(**numbers: int) -> Evening:
    """Windwalker has Ithaqua on the map, and its Acolytes only by these numbers."""
    game = winter("GC", "BG")
    game.correct(WW_ithaqua=1)
    game.session.interject("gate")
    game.play(("gate/area", game["WW"].start), ("gate/owner", "abandoned"))
    game.correct(**{"WW_acolyte": 0, "WW_doom": 0, **numbers})
    return game


def test_ithaqua_alone_attacks_whoever_has_doom() -> None:
    """Battle reference 2.1 and 3: total Combat 0 may not declare, and Ithaqua's is made of the opponent's Doom, not of
    Windwalker's."""
    game = ithaqua_alone(GC_doom=5, BG_doom=0)
    assert game.refusal("battle/GC") == ""
    assert game.refusal("battle/BG") == "Your units have Combat 0."


@pytest.mark.parametrize("acolytes", [1, 0])
def test_a_battle_ends_when_a_correction_leaves_ithaqua_no_combat(acolytes: int) -> None:
    """Battle reference 2.1. It was asked for ever who is there, of Ithaqua alone without ever stopping."""
    game = ithaqua_alone(GC_doom=5, WW_doom=3, WW_acolyte=acolytes)
    game.play(("action/WW", "battle/GC"), ("battle/area", "asia"))
    game.correct(GC_doom=0)
    while game.key.startswith("battle/pieces/"):
        assert [item.prompt.key for item in game.session.prompts] != ["battle/pieces/WW"], "that is said already"
        game.answer(game.options())
    assert game.key == "action/WW"


def test_combat_of_the_others() -> None:
    """Battle reference 3: Wendigo 1, Gnoph-Keh 3, Rhan Tegoth 3."""
    battle = Skirmish({"WW": {"acolyte": 2, "wendigo": 2, "gnoph_keh": 1, "rhan_tegoth": 1}, "GC": {"acolyte": 1}})
    assert battle.dice("WW") == 8


def test_a_quick_battle_asks_for_the_doom_that_ithaqua_counts() -> None:
    """What Ithaqua's Combat looks at besides the pieces: the enemy's Doom."""
    session = new_session(CTHULHU_WARS, {"quick_battle": {"attacker": "WW", "defender": "GC", "others": []}})

    def play(key: str, value: object) -> None:
        session.answer(next(item.ticket for item in session.prompts if item.prompt.key == key), value)

    play("quick/area", AREA)
    play("quick/books/WW", [])
    play("quick/books/GC", [])
    play("quick/pieces/WW", ["ithaqua.1"])
    play("quick/pieces/GC", ["acolyte.1"])
    play("quick/counts", {"GC.doom": 9})
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


def test_howl_where_places_are_left_to_the_table() -> None:
    """The unit has left the battle: it rolls nothing and takes no result, wherever the table puts it."""
    game = Evening("GC", "WW", "CC", options={"places": "table"})
    with_books(game, "WW", "howl")
    game.correct(GC_deep_one=2, WW_wendigo=1)
    game.fight("GC", "africa", "WW", ["GC.deep_one.1", "GC.deep_one.2"], ["WW.wendigo.1"])
    game.play(("battle/pre_battle/WW", "howl"))
    assert game.session.prompt_for(game.session.prompts[0].ticket).as_json()["dice"] == 1
    game.play(("battle/roll/GC", [1]), ("battle/roll/WW", [1]))
    assert "Move Great Cthulhu Deep One from Africa to an area" in game.prompt.as_json()["lines"]


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


@pytest.mark.holds("YS.cultists_lost")
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
    """Eternal: a Pain likewise; he does not retreat, and it counts for no Kill book: no unit was Killed."""
    battle = Skirmish({"WW": {"rhan_tegoth": 1}, "GC": {"starspawn": 1}})
    battle.roll(WW=[1, 1, 1], GC=[4, 1, 1]).play(("battle/pains_assigned/WW", ["eternal_pain"]))
    assert battle.state.factions["WW"].power == 7
    assert list(battle.open_keys) == ["battle/board"]
    assert not battle.state.factions["GC"].marks.get("kill_one")


def test_eternal_declined() -> None:
    """Eternal is optional: he is Killed."""
    battle = Skirmish({"WW": {"rhan_tegoth": 1}, "GC": {"starspawn": 1}})
    battle.roll(WW=[1, 1, 1], GC=[6, 1, 1]).play(("battle/kills_assigned/WW", []))
    assert (battle.in_play("WW"), battle.state.factions["WW"].power) == ({}, 8)


def test_eternal_takes_the_last_power() -> None:
    """Eternal: for 1 Power."""
    battle = Skirmish({"WW": {"rhan_tegoth": 1}, "GC": {"deep_one": 1}}, power={"WW": 1})
    battle.roll(WW=[1, 1, 1], GC=[6]).play(("battle/kills_assigned/WW", ["eternal_kill"]))
    assert (battle.in_play("WW"), battle.state.factions["WW"].power) == ({"rhan_tegoth": 1}, 0)


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


def test_eternal_and_a_blocked_retreat() -> None:
    """Pair Eternal - blocked retreat: with the Pain cancelled he is not pained, so only the other is lost."""
    battle = Skirmish({"WW": {"rhan_tegoth": 1, "wendigo": 1}, "GC": {"starspawn": 1}})
    battle.roll(WW=[1] * 4, GC=[4, 4, 1]).play(("battle/pains_assigned/WW", ["eternal_pain"]))
    battle.play(("battle/near/GC", list(battle.state.board.areas[AREA].adjacent)))
    assert battle.in_play("WW") == {"rhan_tegoth": 1}


def test_two_players_a_saved_rhan_tegoth_is_worth_half() -> None:
    """Two players: Gnoph-Keh is worth 2.5 Doom, rounded up for each; Rhan Tegoth saved by Eternal 3."""
    assert (worth("WW", "gnoph_keh"), worth("WW", "rhan_tegoth"), worth("WW", "ithaqua")) == (2.5, 6, 6)
    game = winter("BG")
    game["WW"].met += ["awaken_rhan_tegoth"]
    game["WW"].books += ["herald"]
    game.correct(WW_rhan_tegoth=1, BG_fungi=1)
    game.play(
        ("action/BG", "battle/WW"),
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
    game.fight("BG", "europe", "WW", ["BG.fungi.1"], ["WW.rhan_tegoth.1"])
    game.play(
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


# -- with Opener of the Way ----------------------------------------------------------------------------------------


def test_a_howled_unit_is_not_promoted() -> None:
    """Pair Howl - Million Favored Ones: gone for this battle."""
    battle = Skirmish(
        {"WW": {"wendigo": 1}, "OW": {"acolyte": 1, "mutant": 1}},
        books={"WW": ["howl"], "OW": ["million_favored_ones"]},
    )
    battle.play(("battle/pre_battle/WW", ["howl"]), ("battle/howl", "OW.acolyte.1"))
    battle.play(("battle/howl/area", "north_atlantic")).roll(WW=[1], OW=[1])
    battle.play(("battle/after_battle/OW", "million_favored_ones"))
    prompt = battle.prompt("battle/million/OW")
    assert isinstance(prompt, Choose)
    assert [o.id for o in prompt.open_options()] == ["OW.mutant.1"]


def test_howl_works_on_yog_sothoth() -> None:
    """Ruling: Howl works on Great Old Ones; his Combat goes with him."""
    battle = Skirmish({"WW": {"wendigo": 1}, "OW": {"yog_sothoth": 1, "mutant": 1}}, books={"WW": ["howl"]})
    battle.play(("battle/pre_battle/WW", ["howl"]), ("battle/howl", "OW.yog_sothoth.1"))
    battle.play(("battle/howl/area", "north_atlantic"))
    assert battle.dice("OW") == 1
    assert battle.in_play("OW") == {"yog_sothoth": 1, "mutant": 1}
