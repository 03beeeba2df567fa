"""Factions that are not in the box, by touches on a screen of 800x480: a Quick Battle each, and Actions of some."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.games.cthulhu_wars.model.roster import FACTIONS
from tests.app.test_examples_by_touch import Viewer
from tests.app.test_layout import faults
from tests.app.test_quick_battle_by_touch import CORE
from tests.app.test_scripted_game_by_touch import PICTURES

pytestmark = pytest.mark.window

EXPANSIONS = [code for code, faction in FACTIONS.items() if faction.expansion]
MOST_QUESTIONS = 80


def viewer(shell: Any, fingers: Any, resize: Any, folder: Path, setup: dict[str, Any]) -> Viewer:
    """A game on the screen, begun with a set-up."""
    from companion.games.cthulhu_wars.game import CTHULHU_WARS
    from companion.table.game import Mode

    resize(800, 480)
    found = Viewer(fingers, shell, folder)
    shell.play(lambda: shell.library.start(CTHULHU_WARS, Mode("test", "Test", "", setup)))
    return found


@pytest.mark.slow
@pytest.mark.parametrize("code", EXPANSIONS)
def test_a_quick_battle_of_each(shell: Any, fingers: Any, resize: Any, tmp_path: Path, code: str) -> None:
    """From the sides to the end, at random; no page has anything cut off."""
    from companion.app.demo.autopilot import Autopilot

    folder = Path(PICTURES or tmp_path) / f"expansion_{code}"
    chance = Random(7)
    setup = {"quick_battle": {"attacker": code, "defender": chance.choice(CORE)}}
    hand = viewer(shell, fingers, resize, folder, setup)
    pilot, looked = Autopilot(fingers, chance), set[str]()
    for _ in range(MOST_QUESTIONS):
        if hand.table.session.finished:
            break
        hand.settle()
        key = hand.table.session.prompts[0].prompt.key
        if key not in looked:
            looked.add(key)
            hand.found += faults(shell, key)
        pilot.step(hand.table)
    assert hand.table.session.finished
    assert not hand.found, "\n".join(hand.found)


def test_actions_of_windwalker(shell: Any, fingers: Any, resize: Any, tmp_path: Path) -> None:
    """The pole, an awakening, the token with its question for an enemy, and Hibernate; each page is looked at."""
    setup = {"factions": ["GC", "WW", "BG"], "signs": "app", "direction": 1}
    hand = viewer(shell, fingers, resize, Path(PICTURES or tmp_path) / "windwalker", setup)
    for key, value in (
        ("setup/start/WW", "antarctica"),
        ("setup/board", True),
        ("action/GC", ["create_gate"]),
        ("create_gate", "arctic_ocean"),
        ("book/WW", "ice_age"),
        ("action/WW", ["ice_age"]),
        ("ice_age/area", "europe"),
        ("action/BG", ["move/2"]),
        ("toll/BG", "europe"),
        ("action/BG", ["finish"]),
        ("action/GC", ["move/1"]),
        ("toll/GC", []),
        ("action/WW", ["awaken/rhan_tegoth"]),
        ("awaken/rhan_tegoth", "arctic_ocean"),
        ("book/WW", "howl"),
        ("action/BG", ["pass"]),
        ("action/GC", ["pass"]),
    ):
        hand.look(key)
        hand.answer(key, value)
    hand.look("hibernate")
    session = hand.table.session
    assert {c: f.power for c, f in session.state.factions.items()} == {"GC": 0, "WW": 1, "BG": 0}
    hand.answer("action/WW", ["hibernate"])
    hand.look("gather_power")
    assert session.prompts[0].prompt.key == "gather_power"
    assert session.state.factions["WW"].power == 1
    assert not hand.found, "\n".join(hand.found)


def test_actions_of_opener_and_the_ancients(shell: Any, fingers: Any, resize: Any, tmp_path: Path) -> None:
    """Both start areas, The Beyond One, a Cathedral, Dread Curse and its retreats; each page is looked at."""
    setup = {"factions": ["OW", "AN", "CC"], "signs": "app", "first": "OW", "direction": 1}
    hand = viewer(shell, fingers, resize, Path(PICTURES or tmp_path) / "opener_and_ancients", setup)
    session = hand.table.session
    steps = (
        ("setup/start/AN", "australia"),
        ("setup/start/OW", "antarctica"),
        ("setup/board", True),
        ("action/OW", ["beyond_one"]),
        ("beyond_one/from", "antarctica"),
        ("beyond_one/unit", "abomination"),
        ("beyond_one/to", "europe"),
        ("action/AN", ["cathedral"]),
        ("cathedral", "asia"),
        ("book/AN", "festival"),
        ("action/CC", ["move/1"]),
        ("action/OW", ["claim/two_enemy_gates"]),
        ("book/OW", "dread_curse"),
        ("action/OW", ["dread_curse"]),
        ("dread_curse/area", "asia"),
        ("dread_curse/whom", ["CC"]),
        ("dread_curse/roll", [6, 5]),
        ("battle/pieces/CC", ["CC.acolyte.1", "CC.acolyte.2"]),
        ("dread_curse/kill/CC", {"CC.acolyte.2": ["kill"]}),
        ("dread_curse/flee/CC", {"CC.acolyte.1": "africa"}),
    )
    for key, value in steps:
        hand.look(key)
        hand.answer(key, value)
        if key == "setup/board":
            session.correct({"OW.abomination": 1, "OW.spawn_of_yog_sothoth": 1})
            hand.table.refresh()
    hand.look("after")
    assert session.state.gates == {"europe": "OW", "australia": "AN", "asia": None}
    assert {c: f.power for c, f in session.state.factions.items()} == {"OW": 5, "AN": 7, "CC": 7}
    assert not hand.found, "\n".join(hand.found)


@pytest.mark.slow
def test_actions_of_daemon_sultan(shell: Any, fingers: Any, resize: Any, tmp_path: Path) -> None:
    """The first Cultist, a Gate, a Larva, Avatar Thesis with its number and its gift; each page is looked at."""
    setup = {"factions": ["GC", "DS", "BG"], "signs": "app", "direction": 1}
    hand = viewer(shell, fingers, resize, Path(PICTURES or tmp_path) / "daemon_sultan", setup)
    for key, value in (
        ("setup/board", True),
        ("action/GC", ["pass"]),
        ("action/DS", ["psychosis"]),
        ("psychosis", "europe"),
        ("action/BG", ["pass"]),
        ("action/DS", ["create_gate"]),
        ("create_gate", "europe"),
        ("action/DS", ["summon/larva_thesis"]),
    ):
        hand.look(key)
        hand.answer(key, value)
    hand.look("gather_power")
    session = hand.table.session
    assert {c: f.power for c, f in session.state.factions.items()} == {"GC": 0, "DS": 0, "BG": 0}
    assert session.state.factions["DS"].in_play == {"acolyte": 1, "larva_thesis": 1}
    hand.answer("gather_power", True)
    while session.state.phase != "action":
        prompt = session.prompts[0].prompt
        hand.look(prompt.key)
        declines = getattr(prompt, "least", 1) == 0
        hand.answer(prompt.key, [] if declines else [next(o.id for o in prompt.open_options())])
    while session.state.active != "DS":
        hand.answer(f"action/{session.state.active}", ["pass"])
    thesis: tuple[tuple[str, Any], ...] = (
        ("action/DS", ["awaken/avatar_thesis"]),
        ("awaken/thesis", 3),
        ("awaken/gift", "GC"),
        ("book/DS", "chaos_gate"),
    )
    for key, said in thesis:
        hand.look(key)
        hand.answer(key, said)
    assert session.state.factions["DS"].in_play["avatar_thesis"] == 1
    assert not hand.found, "\n".join(hand.found)


def test_actions_of_sleeper_and_tcho_tcho(shell: Any, fingers: Any, resize: Any, tmp_path: Path) -> None:
    """A start area, a High Priest, Ancient Sorcery, and Energy Nexus in the battle of another one with a book that it
    brings and Demand Sacrifice; their own pages are looked at."""
    setup = {"factions": ["SL", "TT", "CC"], "signs": "app", "first": "SL", "direction": 1}
    hand = viewer(shell, fingers, resize, Path(PICTURES or tmp_path) / "sleeper_and_tcho_tcho", setup)
    session = hand.table.session
    mine = ["SL.wizard.1", "SL.formless_spawn.1"]
    steps = (
        ("setup/start/TT", "south_pacific"),
        ("setup/board", True),
        ("action/SL", ["ancient_sorcery"]),
        ("ancient_sorcery", "CC"),
        ("action/TT", ["recruit/high_priest"]),
        ("action/CC", ["battle/SL"]),
        ("battle/area", "north_america"),
        ("battle/pieces/CC", ["CC.hunting_horror.1"]),
        ("battle/pieces/SL", mine),
        ("energy_nexus/SL", ["give_three"]),
        ("give_three", "TT"),
        ("book/SL", "demand_sacrifice"),
        ("battle/pieces_now/CC", ["CC.hunting_horror.1"]),
        ("battle/pieces_now/SL", mine),
        ("battle/pre_battle/SL", ["demand_sacrifice"]),
        ("battle/demand_sacrifice", "sign"),
        ("battle/roll/CC", [1, 1]),
        ("battle/roll/SL", [1, 1]),
        ("battle/board", True),
    )
    for key, value in steps:
        if key.startswith(("ancient_sorcery", "energy_nexus", "battle/pieces_now/SL", "battle/demand_sacrifice")):
            hand.look(key)
        hand.answer(key, value)
        if key == "setup/board":
            pieces = {"SL.formless_spawn": 1, "SL.wizard": 1, "SL.serpent_man": 1, "SL.tsathoggua": 1}
            session.correct({**pieces, "SL.power": 12, "CC.hunting_horror": 1, "TT.acolyte": 5})
            for requirement, book in (("six_dice", "ancient_sorcery"), ("ritual", "energy_nexus")):
                session.interject("claim/SL")
                session.answer(session.prompts[0].ticket, requirement)
                session.answer(session.prompts[0].ticket, book)
            hand.table.refresh()
    hand.look("after")
    assert {c: f.power for c, f in session.state.factions.items()} == {"SL": 12 - 1 - 3, "TT": 8 - 3 + 3, "CC": 8 - 1}
    assert len(session.state.factions["SL"].signs) == 1
    assert not hand.found, "\n".join(hand.found)


def test_actions_of_bubastis(shell: Any, fingers: Any, resize: Any, tmp_path: Path) -> None:
    """Bastet, Catnapping, a Move off the Moon, a battle there with its abilities, a Ritual in its other form; each page
    is looked at."""
    setup = {"factions": ["BB", "BG", "YS"], "signs": "app", "first": "BB", "direction": 1}
    hand = viewer(shell, fingers, resize, Path(PICTURES or tmp_path) / "bubastis", setup)
    session = hand.table.session
    cats = {"BB.cat_from_mars": 1, "BB.cat_from_saturn": 1, "BB.cat_from_uranus": 2, "BB.power": 20}
    hand.answer("setup/board", True)
    session.correct(cats)
    hand.table.refresh()
    for key, value in (
        ("action/BB", ["claim/moon_empty"]),
        ("book/BB", "catnapping"),
        ("action/BB", ["awaken/bastet"]),
        ("awaken/area", "asia"),
        ("book/BB", "zagazig"),
        ("action/BG", ["move/1"]),
        ("action/BG", ["finish"]),
        ("action/YS", ["pass"]),
        ("action/BB", ["catnapping"]),
        ("catnapping/area", "africa"),
        ("catnapping/whom", ["BG"]),
        ("action/BG", ["move/2"]),
        ("left/BB/BG", "2"),
        ("action/BG", ["finish"]),
        ("action/BB", ["pay_two"]),
        ("book/BB", "predator"),
        ("action/BG", ["move/1"]),
        ("left/BB/BG", []),
        ("action/BG", ["finish"]),
        ("action/BB", ["battle/BG"]),
        ("battle/area", "the_moon"),
        ("battle/pieces/BB", ["BB.cat_from_mars.1", "BB.cat_from_uranus.1"]),
        ("battle/pieces/BG", ["BG.acolyte.1", "BG.acolyte.2"]),
        ("battle/roll/BB", [6, 4, 1, 1]),
        ("battle/rolled/BB", ["zagazig"]),
        ("battle/near/BB", []),
        ("battle/retreat/BG", {"BG.acolyte.2": "europe"}),
        ("battle/after_battle/BB", ["predator"]),
    ):
        hand.look(key)
        hand.answer(key, value)
    hand.look("predator")
    assert session.state.factions["BG"].in_play["acolyte"] == 4
    assert not hand.found, "\n".join(hand.found)
