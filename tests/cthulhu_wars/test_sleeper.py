"""The Sleeper: reference section 6, `SL`; its battle abilities: battle reference, sections 3, 4 and 4.5.

What is expected was worked out by hand from the reference.
"""

from __future__ import annotations

from typing import Any, Final

import pytest

from companion.games.cthulhu_wars.factions.yellow_sign import Desecrated
from companion.games.cthulhu_wars.facts import (
    ActionsStopped,
    BattleFought,
    CardReturned,
    CardTaken,
    GateSet,
    KillsAdded,
    PiecesEntered,
    PiecesLeft,
    PiecesLeftCard,
    RemovedFromGame,
)
from companion.games.cthulhu_wars.game import CTHULHU_WARS
from companion.games.cthulhu_wars.model.battle_state import Battle
from companion.games.cthulhu_wars.model.maps import LIBRARIES
from companion.games.cthulhu_wars.model.roster import card
from companion.games.cthulhu_wars.model.units import Loss
from companion.games.cthulhu_wars.rules.pool import gates, pool
from companion.table.prompts import Choose, Form
from companion.table.session import new_session
from tests.cthulhu_wars.again import each_step_again, each_turn_again
from tests.cthulhu_wars.battles import Skirmish
from tests.cthulhu_wars.evening import Evening, units
from tests.cthulhu_wars.home_made import entered
from tests.cthulhu_wars.test_faction_actions import with_books

HOME: Final = "north_america"


@pytest.fixture(autouse=True)
def again(monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> None:
    """Battles are taken back and opened again after each step, but where a test puts in a fact by itself."""
    if "d45" not in request.node.name:
        each_step_again(monkeypatch)


# -- numbers -------------------------------------------------------------------------------------------------------


def test_numbers() -> None:
    """The table of units: count, cost, Combat; and the area of its glyph on each map."""
    sleeper = card("SL")
    assert [(u.id, u.count, u.cost, u.combat) for u in sleeper.units] == [
        ("acolyte", 6, 1, 0),
        ("wizard", 2, 1, 0),
        ("serpent_man", 3, 2, 1),
        ("formless_spawn", 4, 3, 0),
        ("tsathoggua", 1, 8, 0),
    ]
    west = {"earth33": "north_america", "earth35": "north_america"}
    assert {m: area for m, (area,) in sleeper.start.items()} == {
        **west,
        **dict.fromkeys(("earth53", "earth55", "earth66"), "north_america_west"),
        **dict.fromkeys(LIBRARIES, "chamber_of_sngac"),
    }


def test_set_up() -> None:
    """Start: 8 Power, 6 Acolytes and a controlled Gate in its area."""
    game = Evening("SL", "CC", "BG")
    assert (game["SL"].power, game["SL"].in_play, game.state.gates[HOME]) == (8, {"acolyte": 6}, "SL")


@pytest.mark.parametrize(
    ("pieces", "in_play", "power", "dice"),
    [
        ({"acolyte": 2, "wizard": 2, "serpent_man": 2}, {}, 8, 2),
        ({"formless_spawn": 1}, {"formless_spawn": 1}, 8, 1),
        ({"formless_spawn": 2}, {"formless_spawn": 3, "tsathoggua": 1}, 8, 8),
        ({"formless_spawn": 2}, {"formless_spawn": 3}, 8, 6),
        ({"tsathoggua": 1}, {"tsathoggua": 1}, 5, 5),
        ({"tsathoggua": 1}, {"tsathoggua": 1}, 0, 2),
        ({"tsathoggua": 1, "formless_spawn": 1}, {"tsathoggua": 1, "formless_spawn": 2}, 4, 7),
    ],
)
def test_combat(pieces: dict[str, int], in_play: dict[str, int], power: int, dice: int) -> None:
    """Battle reference 3: each Formless Spawn counts those on the map, and Tsathoggua there as one more; he counts the
    opponent's Power, at least 2. Its case 15: two in the battle, three on the map, Tsathoggua in play: 8."""
    battle = Skirmish({"SL": pieces, "GC": {"acolyte": 1}}, in_play={"SL": in_play}, power={"GC": power})
    assert battle.dice("SL") == dice


@pytest.mark.parametrize(("power", "dice"), [(3, 3), (1, 2)])
def test_a_quick_battle_asks_for_the_opponents_power(power: int, dice: int) -> None:
    """Battle reference 3, Tsathoggua."""
    battle = Skirmish({"SL": {"serpent_man": 1}, "GC": {"deep_one": 1}})
    assert battle.dice("GC") == 1, "nothing is asked without him"
    given: dict[str, Any] = {"attacker": "SL", "defender": "GC", "area": "europe", "books": {"SL": [], "GC": []}}
    session = new_session(CTHULHU_WARS, {"quick_battle": {**given, "others": []}})
    session.answer(session.prompts[0].ticket, ["tsathoggua.1"])
    session.answer(session.prompts[0].ticket, ["deep_one.1"])
    form = session.prompts[0].prompt
    assert isinstance(form, Form)
    assert [(blank.id, blank.group, blank.label) for blank in form.blanks] == [("GC.power", "Great Cthulhu", "Power")]
    session.answer(session.prompts[0].ticket, {"GC.power": power})
    (roll,) = [i.prompt.as_json()["dice"] for i in session.prompts if i.prompt.key == "battle/roll/SL"]
    assert roll == dice


# -- Tsathoggua ----------------------------------------------------------------------------------------------------


def test_awaken_tsathoggua() -> None:
    """A Formless Spawn on the map, 8 Power, he comes to its area; the Spawn stays. It is requirement 6."""
    game = Evening("SL", "CC", "BG")
    assert game.option("awaken/tsathoggua").refused == "No Formless Spawn is on the map."
    game.correct(SL_formless_spawn=1, SL_power=7)
    assert game.option("awaken/tsathoggua").refused == "It costs 8; you have 7 Power."
    game.correct(SL_power=9)
    game.act("SL", "awaken/tsathoggua", ("awaken/area", "europe"), ("book/SL", "burrow"))
    assert game["SL"].power == 1
    assert game["SL"].in_play == {"acolyte": 6, "formless_spawn": 1, "tsathoggua": 1}
    assert game["SL"].met == ["awaken"]
    assert game["SL"].signs == []


def test_an_awakening_is_counted_once() -> None:
    """Its counter, which may be corrected under More, says whether he has been awakened."""
    game = Evening("SL", "CC", "BG")
    game.correct(SL_formless_spawn=1)
    game.play(("action/SL", "awaken/tsathoggua"))
    game.take_first("awaken")
    assert (game["SL"].marks["awakened"], game["SL"].in_play["tsathoggua"]) == (1, 1)


def test_lethargy() -> None:
    """Lethargy, cost 0: nothing, and the turn is over."""
    game = Evening("SL", "CC", "BG")
    assert game.option("lethargy").refused == "Tsathoggua is not in play."
    game.correct(SL_tsathoggua=1)
    before = dict(game["SL"].in_play)
    game.act("SL", "lethargy")
    assert (game["SL"].power, game["SL"].in_play, game.key) == (8, before, "action/CC")


def test_lethargy_needs_another_active_faction() -> None:
    """Not allowed when nobody else has Power left and is not hibernating; no Decay out of nothing with two players."""
    game = Evening("SL", "CC", "BG")
    game.correct(SL_tsathoggua=1, CC_power=0)
    assert not game.option("lethargy").refused
    game.state.record(ActionsStopped("BG", words="BG rests"))
    game.correct(SL_power=7)
    assert game.option("lethargy").refused == "No other faction can act."
    two = Evening("SL", "CC")
    two.correct(SL_tsathoggua=1)
    assert not two.option("lethargy").refused
    two.correct(CC_power=0)
    assert two.option("lethargy").refused == "No other faction can act."


def test_lethargy_leaves_room_for_unlimited_actions() -> None:
    """D46: Unlimited Actions before or after it are allowed."""
    game = Evening("SL", "CC", "BG")
    game.correct(SL_tsathoggua=1)
    game.play(("action/SL", "abandon"), ("action/SL", "lethargy"), ("action/SL", "control"))
    assert game.state.gates[HOME] == "SL"


# -- Death from Below ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("out", "placed"),
    [
        ({}, "wizard"),
        ({"wizard": 1}, "wizard"),
        ({"wizard": 2}, "serpent_man"),
        ({"wizard": 2, "serpent_man": 3}, "formless_spawn"),
    ],
)
def test_death_from_below(out: dict[str, int], placed: str) -> None:
    """Once per Doom Phase, in its slot: a Monster of the lowest cost in the pool, no Power, no Gate."""
    game = Evening("SL", "CC", "BG")
    game.correct(**{f"SL_{unit}": n for unit, n in out.items()})
    game.to_doom_phase()
    game.state.record(GateSet(HOME, None))
    power = game["SL"].power
    game.play(("doom_phase/SL", "death_from_below"))
    assert game["SL"].in_play == {"acolyte": 6, **out, placed: out.get(placed, 0) + 1}
    assert game["SL"].power == power
    assert "death_from_below" not in game.ids()


def test_death_from_below_is_recalled_and_says_what_is_placed_and_where() -> None:
    """Its key vanished without a word, and went unused in the same way."""
    game = Evening("SL", "CC", "BG")
    game.to_doom_phase()
    assert isinstance(game.prompt, Choose)
    assert game.prompt.text == "It gives +1 Doom. Not used yet: Death from Below."
    made = len(game.state.facts)
    game.play(("doom_phase/SL", "death_from_below"))
    done = [fact.on_board() for fact in game.state.facts[made:] if isinstance(fact, PiecesEntered)]
    assert done == ["Place Sleeper Wizard in an area with one of its units"]
    assert isinstance(game.prompt, Choose)
    assert game.prompt.text == "It gives +1 Doom."


def test_death_from_below_declined() -> None:
    game = Evening("SL", "CC", "BG")
    game.to_doom_phase()
    game.play(("doom_phase/SL", []))
    assert game["SL"].in_play == {"acolyte": 6}
    assert game.key == "doom_phase/CC"


def test_death_from_below_refused() -> None:
    """No Monster in the pool; no unit on the map (D60)."""
    game = Evening("SL", "CC", "BG")
    game.correct(SL_wizard=2, SL_serpent_man=3, SL_formless_spawn=4)
    game.to_doom_phase()
    assert game.option("death_from_below").refused == "No Monster is in your Pool."
    game = Evening("SL", "CC", "BG")
    game.to_doom_phase()
    game.state.record(GateSet(HOME, None))
    game.correct(SL_acolyte=0)
    assert game.option("death_from_below").refused == "You have no unit on the map."


def test_death_from_below_may_place_a_neutral_monster() -> None:
    """Ties are the owner's choice; Ghasts count as cost 2, and one is placed."""
    game = Evening("SL", "CC", "BG", neutral=["ghast"])
    game.state.record(CardTaken("SL", "ghast", "SL", 0, 0))
    game.correct(SL_wizard=2)
    game.to_doom_phase()
    game.play(("doom_phase/SL", "death_from_below"))
    assert game.ids() == ["serpent_man", "ghast"]
    game.play(("death_from_below", "ghast"))
    assert game["SL"].in_play == {"acolyte": 6, "wizard": 2, "ghast": 1}


def test_death_from_below_may_place_filth() -> None:
    """It may place a Filth token if Sleeper owns Abhoth."""
    game = Evening("SL", "CC", "BG", neutral=["abhoth"])
    game.state.record(CardTaken("SL", "abhoth", "SL", 0, 0))
    game.correct(SL_wizard=2, SL_abhoth=1)
    game.to_doom_phase()
    game.play(("doom_phase/SL", "death_from_below"))
    assert game.ids() == ["serpent_man", "filth"]
    game.play(("death_from_below", "filth"))
    assert game["SL"].in_play["filth"] == 1


def test_death_from_below_places_no_filth_without_abhoth() -> None:
    """Only if Sleeper owns Abhoth: tokens that stayed on the map when he was lost bring no others."""
    game = Evening("SL", "CC", "BG", neutral=["abhoth"])
    game.state.record(CardTaken("SL", "abhoth", "SL", 0, 0))
    game.correct(SL_wizard=2, SL_abhoth=1, SL_filth=1)
    game.correct(SL_abhoth=0)
    game.state.record(CardReturned("SL", "abhoth"))
    game.to_doom_phase()
    game.play(("doom_phase/SL", "death_from_below"))
    assert game["SL"].in_play == {"acolyte": 6, "wizard": 2, "abhoth": 0, "filth": 1, "serpent_man": 1}


# -- Ancient Sorcery -----------------------------------------------------------------------------------------------


def sorcery(of: str, *others: str, **more: int) -> Evening:
    """A game in which a Serpent Man has been put on an enemy's card."""
    game = with_books(Evening("SL", of, *others), "SL", "ancient_sorcery")
    game.pass_others("SL")
    if game.key.startswith("action/") and game.state.active != "SL":
        raise AssertionError(game.key)
    game.correct(SL_serpent_man=2, **more)
    game.act("SL", "ancient_sorcery", *([("ancient_sorcery", of)] if others else []))
    return game


def test_ancient_sorcery_lends_until_the_end_of_the_doom_phase() -> None:
    """1 Power: a Serpent Man lies on the enemy's card, neither in play nor in the pool, and you have its unique ability
    (Flight). He returns in your Doom slot with 1 Power, before the Ritual (D48); the ability lasts to the end of the
    phase; the enemy loses nothing."""
    game = sorcery("CC", "BG")
    assert game["SL"].power == 7
    assert (game["SL"].in_play["serpent_man"], pool(game.state, "SL", "serpent_man")) == (1, 1)
    assert game["SL"].borrowed == ["CC"]
    game.pass_others("SL") if game.key != "action/SL" else None
    game.pass_all()
    # 6 Cultists and a Gate: 8 for everybody.
    game.to_doom_phase()
    game.until("doom_phase/SL")
    assert game["SL"].power == 8 + 1
    assert (game["SL"].in_play["serpent_man"], pool(game.state, "SL", "serpent_man")) == (2, 1)
    assert game["SL"].borrowed == ["CC"]
    game.play(("doom_phase/SL", "ritual"))
    assert game["SL"].power == 9 - 5
    while game.key.startswith(("doom_phase", "book")):
        game.answer([] if game.key.startswith("doom") else game.options()[0])
    assert game["SL"].borrowed == []


def test_ancient_sorcery_flight() -> None:
    """Crawling Chaos: your units move two areas; the enemy keeps its ability."""
    game = with_books(Evening("SL", "CC", "BG"), "SL", "ancient_sorcery")
    game.correct(SL_serpent_man=1)
    assert "One area" in game.option("move").detail
    game.act("SL", "ancient_sorcery", ("ancient_sorcery", "CC"))
    assert "two areas" in game.option("move").detail, "Crawling Chaos"
    game.act("CC", "move", ("move", units(1)))
    game.act("BG", "move", ("move", units(1)))
    assert "two areas" in game.option("move").detail, "Sleeper"


def test_ancient_sorcery_summoning_is_unlimited() -> None:
    """Black Goat: Fertility Cult."""
    game = with_books(Evening("SL", "CC", "BG"), "SL", "ancient_sorcery")
    game.correct(SL_serpent_man=1)
    game.act("SL", "ancient_sorcery", ("ancient_sorcery", "BG"))
    game.act("CC", "move", ("move", units(1)))
    game.act("BG", "move", ("move", units(1)))
    game.play(("action/SL", "summon/wizard"), ("action/SL", "summon/wizard"))
    assert game["SL"].power == 8 - 1 - 1 - 1
    assert "move" in game.options()


def test_ancient_sorcery_immortal() -> None:
    """Great Cthulhu: each Great Old One awakened gives an Elder Sign; Tsathoggua costs 4 after his first awakening."""
    game = with_books(Evening("SL", "GC", "BG"), "SL", "ancient_sorcery")
    game.act("GC", "move", ("move", units(1)))
    while game.key != "action/SL":
        game.act("BG", "move", ("move", units(1)))
    game.correct(SL_serpent_man=1, SL_formless_spawn=1, SL_power=30)
    game.act("SL", "ancient_sorcery", ("ancient_sorcery", "GC"))
    for code in ("GC", "BG"):
        game.pass_others("SL") if game.state.active == code else None
    assert game.option("awaken/tsathoggua").cost == 8
    game.act("SL", "awaken/tsathoggua", ("awaken/area", "europe"), ("book/SL", "burrow"))
    assert game["SL"].power == 30 - 1 - 8
    assert len(game["SL"].signs) == 1
    game.correct(SL_tsathoggua=0)
    game.act("SL", "awaken/tsathoggua", ("awaken/area", "europe"))
    assert game["SL"].power == 21 - 4
    assert len(game["SL"].signs) == 2


def test_tsathoggua_costs_8_each_time_without_it() -> None:
    game = Evening("SL", "CC", "BG")
    game.correct(SL_formless_spawn=1, SL_power=20)
    game.act("SL", "awaken/tsathoggua", ("awaken/area", "europe"), ("book/SL", "burrow"))
    game.pass_others("SL")
    game.correct(SL_tsathoggua=0)
    game.act("SL", "awaken/tsathoggua", ("awaken/area", "europe"))
    assert game["SL"].power == 20 - 8 - 8
    assert game["SL"].signs == []


def test_ancient_sorcery_feast() -> None:
    """Yellow Sign: 1 Power per area with a Desecration token and one of your units; Yellow Sign has its own, too."""
    game = with_books(Evening("SL", "CC", "YS"), "SL", "ancient_sorcery")
    with_books(game, "YS", "passion", "zingaya", "shriek", "third_eye", "screaming_dead")
    game.correct(SL_serpent_man=1)
    game.act("SL", "ancient_sorcery", ("ancient_sorcery", "YS"))
    game.state.record(Desecrated("YS", HOME))
    game.state.record(Desecrated("YS", "europe"))
    game.pass_all()
    game.play(("feast", [HOME]), ("feast", ["europe"]), ("gather_power", True))
    # Both: 6 Cultists, a Gate, 1 area; Crawling Chaos 6 and a Gate.
    assert {c: game[c].power for c in ("SL", "CC", "YS")} == {"SL": 9, "CC": 8, "YS": 9}


def test_ancient_sorcery_hibernate() -> None:
    """Windwalker: 1 Power per enemy Great Old One in play, and no more Action in this phase."""
    game = with_books(Evening("SL", "WW", "BG"), "SL", "ancient_sorcery")
    game.correct(SL_serpent_man=1, BG_shub_niggurath=1)
    game.act("SL", "ancient_sorcery", ("ancient_sorcery", "WW"))
    game.pass_others("SL")
    game.play(("action/SL", "hibernate"))
    assert game["SL"].power == 8 - 1 + 1
    # The others have passed: Gather Power adds 6 Cultists and a Gate to what was kept.
    game.until("gather_power", first=True)
    game.answer(True)
    assert game["SL"].power == 8 + 8


def test_ancient_sorcery_the_beyond_one() -> None:
    """Opener of the Way: a unit of cost 3 or more takes a Gate to another area for 1 Power."""
    game = with_books(Evening("SL", "OW", "BG"), "SL", "ancient_sorcery")
    game.correct(SL_serpent_man=1, SL_formless_spawn=1)
    game.act("SL", "ancient_sorcery", ("ancient_sorcery", "OW"))
    game.pass_others("SL")
    game.act("SL", "beyond_one", ("beyond_one/from", HOME), ("beyond_one/to", "europe"))
    assert (game.state.gates["europe"], HOME in game.state.gates, game["SL"].power) == ("SL", False, 6)


def test_ancient_sorcery_dematerialization() -> None:
    """The Ancients: once, in its own place of the Doom Phase, units go from one area to another; although the Serpent
    Man has come back by then the ability lasts (D48)."""
    game = with_books(Evening("SL", "AN", "BG"), "SL", "ancient_sorcery")
    game.correct(SL_serpent_man=1)
    game.act("SL", "ancient_sorcery", ("ancient_sorcery", "AN"))
    game.to_doom_phase()
    game.until("doom_phase/SL")
    assert game["SL"].in_play["serpent_man"] == 1
    assert not game.option("dematerialization").refused
    game.play(("doom_phase/SL", "dematerialization"), ("dematerialization/from", HOME))
    assert game.prompt.who == "SL"


def test_several_serpent_men_hold_different_abilities() -> None:
    """Several Serpent Men may lie on different cards; each brings 1 Power when he returns."""
    game = with_books(Evening("SL", "CC", "BG"), "SL", "ancient_sorcery")
    game.correct(SL_serpent_man=3)
    game.act("SL", "ancient_sorcery", ("ancient_sorcery", "CC"))
    game.pass_others("SL")
    game.act("SL", "ancient_sorcery")
    assert game["SL"].borrowed == ["CC", "BG"], "the only card left"
    assert game.option("ancient_sorcery").refused == "You have the unique abilities of all enemies."
    game.to_doom_phase()
    game.until("doom_phase/SL")
    assert (game["SL"].power, game["SL"].in_play["serpent_man"]) == (8 + 2, 3)


def test_ancient_sorcery_brings_back_nobody_who_has_left_the_game() -> None:
    """A Serpent Man returns from an enemy's faction card; one that Dust to Dust has removed from the game does not, and
    gives no Power, neither beside one on a card nor alone (reference 7, Quachil Uttaus)."""
    game = with_books(Evening("SL", "CC", "BG"), "SL", "ancient_sorcery")
    game.correct(SL_serpent_man=2)
    game.state.record(PiecesLeft("SL", "serpent_man", 1, Loss.KILLED))
    game.state.record(RemovedFromGame("SL", "serpent_man"))
    game.act("SL", "ancient_sorcery", ("ancient_sorcery", "CC"))
    game.to_doom_phase()
    game.until("doom_phase/SL")
    assert (game["SL"].power, game["SL"].in_play["serpent_man"]) == (8 + 1, 1)
    game.until("action/")
    assert (game["SL"].power, game["SL"].in_play["serpent_man"]) == (8 + 1, 1)
    assert pool(game.state, "SL", "serpent_man") == 1
    game.to_doom_phase()
    game.until("action/")
    assert (game["SL"].in_play["serpent_man"], pool(game.state, "SL", "serpent_man")) == (1, 1)


def test_ancient_sorcery_refused() -> None:
    game = with_books(Evening("SL", "CC", "BG"), "SL", "ancient_sorcery")
    assert game.option("ancient_sorcery").refused == "No Serpent Man is on the map."
    assert "ancient_sorcery" not in Evening("SL", "CC", "BG").ids(), "without the book"
    game.correct(SL_serpent_man=1, SL_power=1)
    assert not game.option("ancient_sorcery").refused
    game.act("SL", "move", ("move", units(1)))
    assert game["SL"].borrowed == [], "declined"


# -- Burrow --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("books", "moved", "left"), [(["burrow"], 2, 7), (["burrow"], 3, 6), (["burrow"], 1, 7), ([], 2, 6)]
)
def test_burrow(books: list[str], moved: int, left: int) -> None:
    """After a Move Action in which 2 or more Power were spent 1 is regained."""
    game = with_books(Evening("SL", "CC", "BG"), "SL", *books)
    game.act("SL", "move", ("move", units(moved)))
    assert game["SL"].power == left


@pytest.mark.parametrize(("answer", "left"), [("yes", 7), ("no", 6)])
def test_burrow_is_asked_for_with_two_players(answer: str, left: int) -> None:
    """Abilities are optional; with two players, who may not pass, Power may be unwanted (3.8, as D43)."""
    game = with_books(Evening("SL", "CC"), "SL", "burrow")
    game.act("SL", "move", ("move", units(2)), ("burrow", answer))
    assert game["SL"].power == left


# -- Capture Monster -----------------------------------------------------------------------------------------------


def test_capture_monster() -> None:
    """1 Power: an enemy Monster in Tsathoggua's area, its owner picks; 1 Power in Gather Power, then home."""
    game = with_books(Evening("SL", "CC", "BG"), "SL", "capture_monster")
    game.correct(SL_tsathoggua=1, BG_fungi=2, BG_ghoul=1)
    game.play(("action/SL", "capture_monster"))
    assert game.key == "capture_monster/which", "Black Goat alone has Monsters"
    assert game.prompt.who == "BG"
    game.play(("capture_monster/which", "fungi"))
    assert game["SL"].power == 7
    assert game["BG"].in_play == {"acolyte": 6, "fungi": 1, "ghoul": 1}
    assert game["SL"].captives == {"BG": {"fungi": 1}}
    assert pool(game.state, "BG", "fungi") == 4 - 1 - 1
    assert game["BG"].power == 8
    game.pass_all()
    game.answer(True)
    # 6 Cultists, a Gate, a captured Monster.
    assert game["SL"].power == 9
    assert game["SL"].captives == {}
    assert pool(game.state, "BG", "fungi") == 3


def test_capture_monster_takes_neutral_monsters_but_no_terror() -> None:
    """Terrors cannot be taken; a neutral Monster can."""
    game = with_books(Evening("SL", "CC", "BG", neutral=["gug", "hound_of_tindalos"]), "SL", "capture_monster")
    for card_id in ("gug", "hound_of_tindalos"):
        game.state.record(CardTaken("BG", card_id, "BG", 0, 0))
    game.correct(SL_tsathoggua=1, BG_hound_of_tindalos=1)
    assert game.option("capture_monster").refused == "No enemy Monster is on the map."
    game.correct(BG_gug=1)
    game.act("SL", "capture_monster")
    assert game["SL"].captives == {"BG": {"gug": 1}}


def test_capture_monster_refused() -> None:
    """Needs Tsathoggua on the map and an enemy Monster; Cultists and Great Old Ones are none."""
    game = with_books(Evening("SL", "CC", "YS"), "SL", "capture_monster")
    game.correct(YS_undead=1)
    assert game.option("capture_monster").refused == "Tsathoggua is not in play."
    game.correct(SL_tsathoggua=1, YS_undead=0, YS_king_in_yellow=1)
    assert game.option("capture_monster").refused == "No enemy Monster is on the map."
    assert "capture_monster" not in Evening("SL", "CC", "BG").ids(), "without the book"


def test_capture_monster_from_a_gate() -> None:
    """Dark Young with The Red Sign are Monsters; a Gate that one held is abandoned at once (3.5)."""
    game = with_books(with_books(Evening("SL", "CC", "BG"), "SL", "capture_monster"), "BG", "red_sign")
    game.correct(SL_tsathoggua=1, BG_dark_young=1)
    game.act("SL", "capture_monster", ("capture_monster/gate", "africa"))
    assert game.state.gates["africa"] is None
    assert game["SL"].captives == {"BG": {"dark_young": 1}}


def test_a_captured_monster_gives_doom_to_its_captor_alone_with_two() -> None:
    """Two players (3.8): a captured unit counts as Eliminated; a Fungus costs 2."""
    game = with_books(Evening("SL", "BG"), "SL", "capture_monster")
    game.correct(SL_tsathoggua=1, BG_fungi=1)
    game.act("SL", "capture_monster")
    assert (game["SL"].doom, game["BG"].doom) == (2, 0)


def test_passion_is_not_for_monsters() -> None:
    """Passion names Cultists."""
    game = with_books(with_books(Evening("SL", "CC", "YS"), "SL", "capture_monster"), "YS", "passion")
    game.correct(SL_tsathoggua=1, YS_undead=1)
    game.act("SL", "capture_monster")
    assert game["YS"].power == 8


# -- Cursed Slumber ------------------------------------------------------------------------------------------------


def slumbering(*others: str) -> Evening:
    """A game in which the Gate lies on the card."""
    game = with_books(Evening("SL", *others), "SL", "cursed_slumber")
    game.act("SL", "cursed_slumber")
    return game


def test_cursed_slumber_still_gives_power_and_doom() -> None:
    """1 Power: a controlled Gate with its unit goes onto the card; it gives Power, Doom and Ritual Doom."""
    game = slumbering("CC", "BG")
    assert game["SL"].power == 7
    assert HOME not in game.state.gates
    assert (game["SL"].card, game.state.on_map("SL", "acolyte"), gates(game.state, "SL")) == ({"acolyte": 1}, 5, 1)
    assert game["SL"].marks["gate_on_card"] == 1
    assert "Sleeper: the Gate in North America sleeps on the faction card, with its Acolyte" in game.log()
    game.to_doom_phase()
    assert game["SL"].power == 6 + 2
    assert game["SL"].doom == 1
    game.until("doom_phase/SL")
    game.play(("doom_phase/SL", "ritual"))
    assert game["SL"].doom == 2


def test_cursed_slumber_asks_only_for_units_on_the_map() -> None:
    """The unit that controls the Gate goes along: with a High Priest in the Pool it can only be an Acolyte."""
    game = with_books(Evening("SL", "CC", "BG", neutral=["high_priests"]), "SL", "cursed_slumber")
    game.correct(SL_high_priest=0)
    game.act("SL", "cursed_slumber")
    assert game["SL"].card == {"acolyte": 1}


def test_cursed_slumber_is_not_on_the_map() -> None:
    """Nothing is summoned there, and no second Gate comes onto the card."""
    game = slumbering("CC", "BG")
    game.pass_others("SL")
    assert game.option("summon/wizard").refused == "You control no Gate."
    assert game.option("cursed_slumber").refused == "A Gate is already on your card."
    assert game.option("abandon").refused == "You control no Gate."


def test_the_gate_comes_back() -> None:
    """Another Action of cost 1: Gate and unit go to any area without a physical Gate."""
    game = slumbering("CC", "BG")
    game.pass_others("SL")
    game.play(("action/SL", "end_slumber"))
    assert "africa" not in game.options()
    game.play(("end_slumber/area", "europe"))
    assert game["SL"].power == 6
    assert (game.state.gates["europe"], game["SL"].card) == ("SL", {})
    assert gates(game.state, "SL") == 1
    assert game.option("end_slumber").refused == "No Gate lies on your card."


def test_cursed_slumber_refused() -> None:
    game = with_books(Evening("SL", "CC", "BG"), "SL", "cursed_slumber")
    assert game.option("end_slumber").refused == "No Gate lies on your card."
    game.play(("action/SL", "abandon"))
    assert game.option("cursed_slumber").refused == "You control no Gate."
    assert "cursed_slumber" not in Evening("SL", "CC", "BG").ids(), "without the book"


def test_a_gate_whose_cultist_was_given_up_is_abandoned_on_the_card() -> None:
    """Its Cultist may be given up for Ghroth and the like: everybody gains 1 Power for the abandoned Gate, and it may
    still be brought back for 1."""
    game = slumbering("CC", "BG")
    game.state.record(PiecesLeftCard("SL", "acolyte", 1, Loss.ELIMINATED, by="BG"))
    assert gates(game.state, "SL") == 0
    game.pass_all()
    game.answer(True)
    # SL 5 Cultists and the abandoned Gate; the others 6, a Gate, and that one.
    assert {c: game[c].power for c in ("SL", "CC", "BG")} == {"SL": 6, "CC": 9, "BG": 9}
    game.to_doom_phase()
    while game.key.startswith(("doom_phase", "book")):
        game.answer([] if game.key.startswith("doom") else game.options()[0])
    game.pass_others("SL")
    game.act("SL", "end_slumber", ("end_slumber/area", "europe"))
    assert game.state.gates["europe"] is None
    assert game["SL"].power == 5


@pytest.mark.parametrize(("priests", "left"), [(1, 0), (0, 1)])
def test_a_high_priest_on_the_card_may_be_sacrificed(priests: int, left: int) -> None:
    """A High Priest there may be sacrificed; the Gate is then abandoned, and gives every player 1 Power."""
    game = with_books(Evening("SL", "CC", "BG", neutral=["high_priests"]), "SL", "cursed_slumber")
    game.correct(SL_high_priest=1)
    game.act("SL", "cursed_slumber", ("cursed_slumber/unit", "high_priest" if priests else "acolyte"))
    game.session.interject("unspeakable_oath/SL")
    assert game["SL"].in_play["high_priest"] == 0
    assert game["SL"].card == ({} if priests else {"acolyte": 1})
    assert (game["SL"].power, gates(game.state, "SL")) == (8 - 1 + 2, left)
    if priests:
        game.pass_all()
        game.answer(True)
        # 6 Cultists and the abandoned Gate; the others 6, a Gate, and that one.
        assert {c: game[c].power for c in ("SL", "CC", "BG")} == {"SL": 7, "CC": 9, "BG": 9}


def test_ghroth_may_take_a_high_priest_on_the_card() -> None:
    """A High Priest is a Cultist, whom his owner may offer there."""
    game = with_books(Evening("SL", "BG", "CC", neutral=["high_priests"]), "SL", "cursed_slumber")
    game.correct(SL_high_priest=1)
    game.act("SL", "cursed_slumber", ("cursed_slumber/unit", "high_priest"))
    with_books(game, "BG", "ghroth")
    game.correct(BG_fungi=4, CC_acolyte=1)
    game.play(("action/BG", "ghroth"), ("ghroth/areas", 4), ("ghroth/roll", [1]), ("ghroth/agree", "yes"))
    game.play(("ghroth/share/CC", 0)) if game.key == "ghroth/share/CC" else None
    game.play(("ghroth/share/SL", 1)) if game.key == "ghroth/share/SL" else None
    game.play(("ghroth/SL/0/from", "card"))
    assert (game["SL"].card, game["SL"].in_play) == ({}, {"acolyte": 6, "high_priest": 0})


def test_ghroth_may_take_the_cultist_on_the_card() -> None:
    """No enemy effect can touch it, but its owner may offer it."""
    game = with_books(slumbering("BG", "CC"), "BG", "ghroth")
    game.correct(BG_fungi=4, CC_acolyte=1)
    game.play(("action/BG", "ghroth"), ("ghroth/areas", 4), ("ghroth/roll", [1]), ("ghroth/agree", "yes"))
    game.play(("ghroth/share/CC", 0)) if game.key == "ghroth/share/CC" else None
    game.play(("ghroth/share/SL", 1)) if game.key == "ghroth/share/SL" else None
    game.play(("ghroth/SL/0/from", "card"))
    assert (game["SL"].card, game["SL"].in_play["acolyte"]) == ({}, 5)


# -- Energy Nexus --------------------------------------------------------------------------------------------------


def declared(**more: int) -> Evening:
    """Crawling Chaos has declared a battle against a Cultist of Black Goat in Africa; Sleeper has a Wizard there."""
    game = with_books(Evening("CC", "SL", "BG"), "SL", "energy_nexus")
    game.correct(**{"CC_hunting_horror": 1, "SL_wizard": 1, "SL_acolyte": 5, **more})
    game.fight("CC", "africa", "BG", ["CC.hunting_horror.1"], ["BG.acolyte.1"])
    return game


@pytest.mark.holds("SL.interrupts")
def test_energy_nexus_in_a_battle_of_others() -> None:
    """State 2: before the pre-battle one Action that starts in the area, at its normal cost, in anybody's turn; then
    the battle goes on with those who are there."""
    game = declared()
    assert (game.key, game.prompt.who) == ("energy_nexus/SL", "SL")
    game.play(
        ("energy_nexus/SL", "recruit"),
        ("battle/pieces_now/CC", ["CC.hunting_horror.1"]),
        ("battle/pieces_now/BG", ["BG.acolyte.1"]),
        ("battle/roll/CC", [1, 1]),
        ("battle/board", True),
    )
    assert (game["SL"].power, game["SL"].in_play["acolyte"], game["CC"].power) == (7, 6, 7)
    assert game.state.battled == ["africa"] or game.key == "action/SL"
    assert game.key == "action/SL"


def test_energy_nexus_where_places_are_left_to_the_table() -> None:
    """In the area, or a Gate there: whether it is Sleeper's only the table sees (all were refused)."""
    game = Evening("CC", "SL", "BG", options={"places": "table"})
    with_books(game, "SL", "energy_nexus", "cursed_slumber")
    game.correct(CC_hunting_horror=1, SL_wizard=1, SL_acolyte=5)
    game.fight("CC", "africa", "BG", ["CC.hunting_horror.1"], ["BG.acolyte.1"])
    assert {"summon/wizard", "cursed_slumber", "create_gate"} <= set(game.options())
    game.play(("energy_nexus/SL", "summon/wizard"))
    assert (game["SL"].power, game["SL"].in_play["wizard"]) == (8 - 1, 2)


def test_energy_nexus_declined() -> None:
    game = declared()
    game.play(("energy_nexus/SL", []), ("battle/roll/CC", [1, 1]), ("battle/board", True))
    assert (game["SL"].power, game["CC"].power) == (8, 7)


@pytest.mark.parametrize("missing", ["book", "wizard"])
def test_energy_nexus_needs_the_book_and_a_wizard(missing: str) -> None:
    game = Evening("CC", "SL", "BG")
    if missing == "wizard":
        with_books(game, "SL", "energy_nexus")
    else:
        game.correct(SL_wizard=1)
    game.correct(CC_hunting_horror=1)
    game.fight("CC", "africa", "BG", ["CC.hunting_horror.1"], ["BG.acolyte.1"])
    assert game.key == "battle/roll/CC"


def test_energy_nexus_that_leaves_a_side_without_units_ends_the_battle() -> None:
    """4.5, last unit of a side: no dice, no ability of any kind; the Power stays spent, the area counts as battled."""
    game = declared(BG_ghoul=1)
    with_books(game, "BG", "necrophagy")
    game.play(
        ("energy_nexus/SL", "capture"),
        ("capture", "BG"),
        ("capture/gate", "africa"),
        ("energy_nexus/SL", []),
        ("battle/pieces_now/CC", ["CC.hunting_horror.1"]),
        ("battle/pieces_now/BG", []),
        ("battle/board", True),
    )
    assert game["SL"].captives == {"BG": {"acolyte": 1}}
    assert (game["SL"].power, game["CC"].power) == (7, 7)
    assert game.state.gates["africa"] is None
    assert "africa" in [f.area for f in game.state.facts if isinstance(f, BattleFought)]


def test_energy_nexus_also_allows_control_of_a_gate() -> None:
    """Besides the Action, Control or Abandon Gate: here of the Gate that the captured Cultist has left."""
    game = declared()
    game.play(("energy_nexus/SL", "capture"), ("capture", "BG"), ("capture/gate", "africa"))
    assert set(game.options()) == {"control", "abandon"}
    game.play(("energy_nexus/SL", "control"))
    assert game.state.gates["africa"] == "SL"


def test_energy_nexus_only_with_what_starts_in_the_area() -> None:
    """Summoning needs an own Gate there, building none there, Cursed Slumber an own one there."""
    game = with_books(declared(SL_serpent_man=1), "SL", "cursed_slumber")
    assert game.option("summon/wizard").refused == "You control no Gate in Africa."
    assert game.option("create_gate").refused == "There is a Gate in Africa."
    assert game.option("cursed_slumber").refused == "You control no Gate in Africa."
    assert "pass" not in game.ids()
    assert {"move", "recruit", "capture", "battle/CC", "battle/BG"} <= set(game.options())


def test_energy_nexus_works_without_power() -> None:
    """At 0 Power for 0-cost Actions; Lethargy may be the Action (D46)."""
    game = declared(SL_power=0)
    assert game.key == "battle/roll/CC", "nothing to do without Power"
    game = declared(SL_power=0, SL_tsathoggua=1)
    assert game.options() == ["lethargy", "abandon"]
    game.play(
        ("energy_nexus/SL", "lethargy"),
        ("battle/pieces_now/CC", ["CC.hunting_horror.1"]),
        ("battle/pieces_now/BG", ["BG.acolyte.1"]),
    )
    assert (game.key, game["SL"].power) == ("battle/roll/CC", 0)


def test_energy_nexus_battle_first() -> None:
    """The Action may be a Battle, fought first with Sleeper as attacker, then the declared one with whoever is left; at
    most two in a row: before the inner one only another Action."""
    game = declared(SL_formless_spawn=2)
    game.play(
        ("energy_nexus/SL", "battle/CC"),
        ("battle/pieces/SL", ["SL.wizard.1", "SL.formless_spawn.1", "SL.formless_spawn.2"]),
        ("battle/pieces/CC", ["CC.hunting_horror.1"]),
    )
    assert game.key == "energy_nexus/SL"
    assert not any(name.startswith("battle") for name in game.ids()), "no chains"
    game.play(
        ("energy_nexus/SL", []),
        # Two Formless Spawn on the map: 2 each. Two dice of the Hunting Horror.
        ("battle/roll/SL", [6, 1, 1, 1]),
        ("battle/roll/CC", [1, 1]),
        ("battle/board", True),
        ("battle/pieces_now/CC", []),
        ("battle/pieces_now/BG", ["BG.acolyte.1"]),
        ("battle/board", True),
    )
    assert game["CC"].in_play == {"acolyte": 6, "hunting_horror": 0}
    assert (game["SL"].power, game["CC"].power) == (7, 7)
    assert game.key == "action/SL"


@pytest.mark.holds("SL.interrupts")
def test_energy_nexus_before_an_own_attack() -> None:
    """4.5, own attack: Action first, then the battle; here Burrow works, and who moved out is not in it."""
    game = with_books(Evening("SL", "CC", "BG"), "SL", "energy_nexus", "burrow")
    game.correct(SL_wizard=1, SL_serpent_man=2)
    game.fight("SL", "africa", "BG", ["SL.serpent_man.1", "SL.serpent_man.2", "SL.wizard.1"], ["BG.acolyte.1"])
    game.play(
        ("energy_nexus/SL", "move"),
        ("move", units(2)),
        ("battle/pieces_now/SL", ["SL.serpent_man.1"]),
        ("battle/pieces_now/BG", ["BG.acolyte.1"]),
    )
    assert isinstance(game.session.prompts[0].prompt.as_json()["dice"], int)
    assert game.session.prompts[0].prompt.as_json()["dice"] == 1
    # 1 for the battle, 2 for the Move, 1 back by Burrow.
    assert game["SL"].power == 8 - 1 - 2 + 1


def test_energy_nexus_needs_the_wizard_in_its_own_battle() -> None:
    """Where Sleeper is a side it is known who is there."""
    game = with_books(Evening("SL", "CC", "BG"), "SL", "energy_nexus")
    game.correct(SL_wizard=1, SL_serpent_man=1)
    game.fight("SL", "africa", "BG", ["SL.serpent_man.1"], ["BG.acolyte.1"])
    assert game.key == "battle/roll/SL"


def test_a_book_earned_by_energy_nexus_works_in_the_battle() -> None:
    """4.5: the third book is taken before the pre-battle, and Demand Sacrifice used."""
    game = with_books(Evening("CC", "SL", "BG"), "SL", "energy_nexus")
    game["SL"].met[:] = ["ritual"]
    game.correct(CC_hunting_horror=1, SL_wizard=1, SL_tsathoggua=1)
    game.fight("CC", "africa", "SL", ["CC.hunting_horror.1"], ["SL.wizard.1"])
    game.play(
        ("energy_nexus/SL", "give_three"),
        ("give_three", "BG"),
        ("book/SL", "demand_sacrifice"),
        ("battle/pieces_now/CC", ["CC.hunting_horror.1"]),
        ("battle/pieces_now/SL", ["SL.wizard.1"]),
        ("battle/pre_battle/SL", "demand_sacrifice"),
        ("battle/demand_sacrifice", "sign"),
    )
    assert len(game["SL"].signs) == 1
    assert (game["SL"].power, game["BG"].power) == (8 - 3, 8 + 3)


def test_energy_nexus_and_a_gate_put_to_slumber() -> None:
    """4.5: units and Gates gone are not in the battle."""
    game = with_books(Evening("CC", "SL", "BG"), "SL", "energy_nexus", "cursed_slumber")
    game.correct(CC_hunting_horror=1, SL_wizard=1)
    game.fight("CC", HOME, "SL", ["CC.hunting_horror.1"], ["SL.wizard.1", "SL.acolyte.1"])
    game.play(("energy_nexus/SL", "cursed_slumber"), ("battle/pieces_now/CC", ["CC.hunting_horror.1"]))
    assert "SL.acolyte.6" not in game.ids(), "one of the six lies on the card"
    game.play(("battle/pieces_now/SL", ["SL.wizard.1"]), ("battle/roll/CC", [6, 1]), ("battle/board", True))
    assert game["SL"].in_play == {"acolyte": 6, "wizard": 0}
    assert game["SL"].card == {"acolyte": 1}


# -- Demand Sacrifice ----------------------------------------------------------------------------------------------

ASLEEP: Final = {"SL": {"tsathoggua": 1}}


def demand(pieces: dict[str, dict[str, int]], answer: str, **more: Any) -> Skirmish:
    """A battle in which Sleeper has demanded a sacrifice; Tsathoggua is elsewhere."""
    books = {"SL": ["demand_sacrifice"], **more.pop("books", {})}
    battle = Skirmish(pieces, in_play=ASLEEP, books=books, **more)
    while battle.open_keys and "battle/pre_battle/SL" not in battle.open_keys:
        battle.play((next(iter(battle.open_keys)), []))
    return battle.play(("battle/pre_battle/SL", "demand_sacrifice"), ("battle/demand_sacrifice", answer))


def fought(battle: Skirmish) -> Battle:
    """The battle while it runs."""
    return battle.battle


def test_demand_sacrifice_kills_as_pains() -> None:
    """Battle reference 7, case 13: the enemy picks Kills as Pains and rolls 6 6 4: 0 Kills, 3 Pains."""
    battle = demand({"GC": {"starspawn": 1}, "SL": {"serpent_man": 3}}, "pains")
    assert len(battle.state.factions["SL"].signs) == 0
    battle.roll(GC=[6, 6, 4], SL=[6, 1, 1])
    assert (fought(battle).kills["GC"], fought(battle).pains["GC"]) == (0, 3)
    assert fought(battle).kills["SL"] == 1, "its own Kills stay"
    assert battle.in_play("SL")["serpent_man"] == 3


def test_demand_sacrifice_elder_sign() -> None:
    """The enemy picks: 1 Elder Sign at once; then the Kills kill."""
    battle = demand({"GC": {"starspawn": 1}, "SL": {"serpent_man": 3}}, "sign")
    assert len(battle.state.factions["SL"].signs) == 1
    battle.roll(GC=[6, 6, 4], SL=[1, 1, 1])
    assert (fought(battle).kills["GC"], fought(battle).pains["GC"]) == (2, 1)


def test_demand_sacrifice_is_the_enemys_choice_and_once() -> None:
    battle = Skirmish(
        {"GC": {"deep_one": 1}, "SL": {"serpent_man": 1}}, in_play=ASLEEP, books={"SL": ["demand_sacrifice"]}
    )
    battle.play(("battle/pre_battle/SL", "demand_sacrifice"))
    asked = battle.prompt("battle/demand_sacrifice")
    assert isinstance(asked, Choose)
    assert (asked.who, asked.optional) == ("GC", False)
    battle.play(("battle/demand_sacrifice", "sign"))
    assert "battle/roll/GC" in battle.open_keys


def test_demand_sacrifice_declined() -> None:
    battle = Skirmish(
        {"GC": {"deep_one": 1}, "SL": {"serpent_man": 1}}, in_play=ASLEEP, books={"SL": ["demand_sacrifice"]}
    )
    battle.play(("battle/pre_battle/SL", [])).roll(GC=[6], SL=[1])
    assert battle.in_play("SL") == {"tsathoggua": 1}


@pytest.mark.parametrize(("in_play", "books"), [({}, ["demand_sacrifice"]), (ASLEEP, [])])
def test_demand_sacrifice_needs_the_book_and_tsathoggua_in_play(in_play: Any, books: list[str]) -> None:
    """D15: in play only, he need not be there."""
    battle = Skirmish({"GC": {"deep_one": 1}, "SL": {"serpent_man": 1}}, in_play=in_play, books={"SL": books})
    assert "battle/roll/GC" in battle.open_keys


def test_demand_sacrifice_also_as_the_attacker() -> None:
    """4.1: the card's battle against Sleeper is any battle in which it is a side."""
    battle = demand({"SL": {"serpent_man": 1}, "GC": {"deep_one": 1}}, "pains")
    battle.roll(SL=[1], GC=[6])
    assert fought(battle).pains["GC"] == 1


@pytest.mark.parametrize(("option", "kills", "pains"), [("printed", 0, 3), ("other", 1, 2)])
def test_d45_which_kills_demand_sacrifice_takes(option: str, kills: int, pains: int) -> None:
    """D45: all Kill results of the enemy, added ones too (default), or those of its dice alone: here 2, and 1 added by
    an ability of a faction made at home."""
    with entered():
        battle = demand({"LL": {"moth": 1}, "SL": {"serpent_man": 3, "wizard": 1}}, "pains", options={"D45": option})
        battle.roll(LL=[6, 6], SL=[1, 1, 1])
        assert "battle/after_roll/LL" in battle.open_keys
        battle.state.record(KillsAdded("LL", 1, words="A Kill from somewhere"))
        battle.play(("battle/after_roll/LL", []), ("battle/topped_up/LL", []))
        assert (fought(battle).kills["LL"], fought(battle).pains["LL"]) == (kills, pains)


def test_demand_sacrifice_and_devour() -> None:
    """4.5: Eliminations are not converted."""
    battle = Skirmish(
        {"GC": {"cthulhu": 1}, "SL": {"serpent_man": 2}}, in_play=ASLEEP, books={"SL": ["demand_sacrifice"]}
    )
    battle.play(("battle/pre_battle/GC", "devour"), ("battle/pre_battle/SL", "demand_sacrifice"))
    battle.play(("battle/demand_sacrifice", "pains"))
    assert battle.in_play("SL") == {"serpent_man": 1, "tsathoggua": 1}


def test_demand_sacrifice_and_abduct() -> None:
    """4.5: Eliminations are not converted, whoever demanded before."""
    battle = Skirmish(
        {"SL": {"serpent_man": 2}, "CC": {"nightgaunt": 1, "flying_polyp": 1}},
        in_play=ASLEEP,
        books={"SL": ["demand_sacrifice"], "CC": ["abduct"]},
    )
    battle.play(("battle/pre_battle/SL", "demand_sacrifice"), ("battle/demand_sacrifice", "pains"))
    battle.play(("battle/pre_battle/CC", "abduct"))
    assert battle.in_play("SL") == {"serpent_man": 1, "tsathoggua": 1}


def test_demand_sacrifice_and_the_harbinger() -> None:
    """4.5: a Great Old One of Sleeper's that a converted Kill pains still pays Crawling Chaos: half of 8."""
    battle = Skirmish(
        {"CC": {"nyarlathotep": 1}, "SL": {"tsathoggua": 1}},
        books={"CC": ["abduct", "madness"], "SL": ["demand_sacrifice"]},
        power={"CC": 4},
    )
    battle.play(("battle/pre_battle/SL", "demand_sacrifice"), ("battle/demand_sacrifice", "pains"))
    # Nyarlathotep: 2 own books and 1 of the enemy; Tsathoggua: 4 Power of the enemy.
    battle.roll(CC=[6, 1, 1], SL=[1, 1, 1, 1])
    battle.play(("battle/pains_assigned/CC", "harbinger_pain"), ("battle/harbinger", "power"))
    assert battle.state.factions["CC"].power == 4 + 4


def test_demand_sacrifice_and_great_cthulhus_kill_books() -> None:
    """A Kill that became a Pain is no Kill (D8)."""
    battle = demand({"GC": {"starspawn": 1}, "SL": {"serpent_man": 1}}, "pains")
    battle.roll(GC=[6, 1, 1], SL=[1])
    assert fought(battle).lost == []


def test_formless_spawn_and_invisibility() -> None:
    """4.5: a hidden Formless Spawn rolls nothing, but stays on the map and counts for the others' Combat."""
    battle = Skirmish(
        {"CC": {"flying_polyp": 1}, "SL": {"formless_spawn": 2}},
        in_play={"SL": {"formless_spawn": 3}},
        books={"CC": ["invisibility"]},
    )
    battle.play(("battle/pre_battle/CC", "invisibility"), ("battle/invisibility", "SL.formless_spawn.1"))
    assert battle.dice("SL") == 3


# -- requirements --------------------------------------------------------------------------------------------------


def test_one_other_player_gains_3() -> None:
    """Requirement 1, an Action for 3 Power, once."""
    game = Evening("SL", "CC", "BG")
    game.act("SL", "give_three", ("give_three", "CC"), ("book/SL", "burrow"))
    assert {c: game[c].power for c in ("SL", "CC", "BG")} == {"SL": 5, "CC": 11, "BG": 8}
    game.pass_others("SL")
    assert "give_three" not in game.ids()


def test_every_other_player_gains_1() -> None:
    """Requirement 2; one at 0 Power acts again."""
    game = Evening("SL", "CC", "BG")
    game.correct(CC_power=0)
    game.act("SL", "give_one", ("book/SL", "burrow"))
    assert {c: game[c].power for c in ("SL", "CC", "BG")} == {"SL": 5, "CC": 1, "BG": 9}
    assert game.key == "action/CC"


def test_every_other_player_loses_1() -> None:
    """Requirement 3; a player at 1 loses that, one at 0 loses nothing, and 3 are paid all the same."""
    game = Evening("SL", "CC", "BG", "YS")
    game.correct(CC_power=0, BG_power=1)
    game.act("SL", "take_one", ("book/SL", "burrow"))
    assert {c: game[c].power for c in ("SL", "CC", "BG", "YS")} == {"SL": 5, "CC": 0, "BG": 0, "YS": 7}


@pytest.mark.parametrize("action", ["give_three", "give_one", "take_one"])
def test_the_three_need_3_power(action: str) -> None:
    game = Evening("SL", "CC", "BG")
    game.correct(SL_power=2)
    assert game.option(action).refused == "It costs 3; you have 2 Power."


def test_players_not_factions_gain_and_lose() -> None:
    """D2: where people play two factions each the other person says which of them it is."""
    game = Evening("SL", players=[["SL", "BG"], ["CC", "YS"]])
    game.act("SL", "give_one", ("give_one/CC", "YS"), ("book/SL", "burrow"))
    assert {c: game[c].power for c in ("SL", "BG", "CC", "YS")} == {"SL": 5, "BG": 8, "CC": 8, "YS": 9}


@pytest.mark.parametrize(("serpents", "met"), [(1, False), (2, True)])
def test_six_dice_are_just_enough(serpents: int, met: bool) -> None:
    """Requirement 4: 2 Formless Spawn roll 2 x 2 dice, and each Serpent Man 1."""
    game = Evening("SL", "CC", "BG")
    game.correct(SL_formless_spawn=2, SL_serpent_man=serpents)
    mine = ["SL.formless_spawn.1", "SL.formless_spawn.2", *(f"SL.serpent_man.{n + 1}" for n in range(serpents))]
    game.fight("SL", "africa", "BG", mine, ["BG.acolyte.1"])
    game.play(("battle/roll/SL", {"kill": 0, "pain": 0} if met else [1] * 5), ("battle/board", True))
    assert game["SL"].marks.get("six_dice", 0) == met


@pytest.mark.holds("SL.after_battle")
@pytest.mark.parametrize(("spawn", "met"), [(2, False), (3, True)])
def test_six_dice_in_one_battle(spawn: int, met: bool) -> None:
    """Requirement 4, noticed after the battle: 2 x 2 dice are too few, 3 x 3 are enough."""
    game = Evening("SL", "CC", "BG")
    game.correct(SL_formless_spawn=spawn)
    game.fight("SL", "africa", "BG", [f"SL.formless_spawn.{n + 1}" for n in range(spawn)], ["BG.acolyte.1"])
    game.play(("battle/roll/SL", {"kill": 0, "pain": 0} if met else [1] * spawn * spawn), ("battle/board", True))
    assert (game.key == "book/SL") is met
    assert game["SL"].marks.get("six_dice", 0) == met


def test_perform_a_ritual() -> None:
    """Requirement 5."""
    game = Evening("SL", "CC", "BG")
    game.to_doom_phase()
    game.play(("doom_phase/SL", "ritual"))
    game.until("book/SL")
    game.play(("book/SL", "burrow"))
    assert game["SL"].met == ["ritual"]
    assert game["CC"].rituals == 0


# -- each ability taken back and opened again -----------------------------------------------------------------------

OPENED_AGAIN: Final[dict[str, tuple[str, dict[str, int], list[tuple[str, Any]]]]] = {
    "lethargy": ("", {"SL_tsathoggua": 1}, [("action/SL", "lethargy")]),
    "awaken": ("", {"SL_formless_spawn": 1}, [("action/SL", "awaken/tsathoggua"), ("awaken/area", "europe")]),
    "ancient_sorcery": (
        "ancient_sorcery",
        {"SL_serpent_man": 1},
        [("action/SL", "ancient_sorcery"), ("ancient_sorcery", "CC")],
    ),
    "burrow": ("burrow", {}, [("action/SL", "move/2")]),
    "capture_monster": (
        "capture_monster",
        {"SL_tsathoggua": 1, "BG_fungi": 1, "BG_ghoul": 1},
        [("action/SL", "capture_monster"), ("capture_monster/which", "ghoul")],
    ),
    "cursed_slumber": ("cursed_slumber", {}, [("action/SL", "cursed_slumber")]),
    "energy_nexus": (
        "energy_nexus",
        {"SL_wizard": 1, "SL_serpent_man": 1, "SL_acolyte": 5},
        [
            ("action/SL", "battle/BG"),
            ("battle/area", "africa"),
            ("battle/pieces/SL", ["SL.wizard.1", "SL.serpent_man.1"]),
            ("battle/pieces/BG", ["BG.acolyte.1"]),
            ("energy_nexus/SL", "recruit"),
            ("battle/pieces_now/SL", ["SL.wizard.1", "SL.serpent_man.1"]),
            ("battle/pieces_now/BG", ["BG.acolyte.1"]),
            ("battle/roll/SL", [6]),
            ("battle/board", True),
        ],
    ),
    "give_three": ("", {}, [("action/SL", "give_three"), ("give_three", "BG"), ("book/SL", "burrow")]),
    "give_one": ("", {}, [("action/SL", "give_one"), ("book/SL", "burrow")]),
    "take_one": ("", {}, [("action/SL", "take_one"), ("book/SL", "burrow")]),
}


@pytest.mark.parametrize("name", OPENED_AGAIN)
def test_each_action_taken_back_and_opened_again(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """Undo, redo and opening the game anew change nothing, after each step of each ability."""
    each_turn_again(monkeypatch)
    book, numbers, steps = OPENED_AGAIN[name]
    game = Evening("SL", "CC", "BG")
    if book:
        game.claim("SL", "six_dice", book)
    if numbers:
        game.correct(**numbers)
    game.play(*steps)


def test_the_doom_phase_taken_back_and_opened_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same for the Serpent Man who comes back, Death from Below and a Ritual."""
    each_turn_again(monkeypatch)
    game = Evening("SL", "CC", "BG")
    game.claim("SL", "six_dice", "ancient_sorcery")
    game.correct(SL_serpent_man=1)
    game.act("SL", "ancient_sorcery", ("ancient_sorcery", "CC"))
    game.to_doom_phase()
    game.until("doom_phase/SL")
    game.play(("doom_phase/SL", "death_from_below"), ("doom_phase/SL", "ritual"))
    while game.key.startswith(("doom_phase", "book")):
        game.play((game.key, [] if game.key.startswith("doom") else game.options()[0]))
    assert (game["SL"].borrowed, game["SL"].in_play) == ([], {"acolyte": 6, "serpent_man": 1, "wizard": 1})
