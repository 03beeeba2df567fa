"""Abandon and Control Gate after one's Action (reference 3.4): keys on the next player's question, without *More*."""

from __future__ import annotations

import os
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.app.test_layout import faults

pytestmark = pytest.mark.window

PICTURES = os.environ.get("COMPANION_PICTURES", "")
SIZES = pytest.mark.parametrize("size", [(800, 480), (720, 1280), (1280, 720)])


def after_an_action(face: Any, factions: list[str], *, gate: bool) -> None:
    """The first of them, at the table with its first numbers, has acted, and the next one is asked.

    Args:
        gate: whether a Gate is abandoned, so that there is one to take, too.
    """
    from companion.games.cthulhu_wars.facts import GateSet
    from companion.games.cthulhu_wars.game import CTHULHU_WARS

    face.begin(CTHULHU_WARS, {"factions": factions, "first": "CC"})
    chance = Random(2)
    while not face.item().prompt.key.startswith("action/"):
        face.answer(face.item().ticket, face.item().prompt.any_answer(chance))
    code, state = factions[0], face.session.state
    while face.item().prompt.key != f"action/{code}":
        face.answer(face.item().ticket, ["pass"])
    if gate:
        state.record(GateSet("europe", None, built=True))
    face.answer(face.item().ticket, ["move/1"])
    if face.item().prompt.key == f"action/{code}":
        face.answer(face.item().ticket, ["finish"])
    face.settle()


@SIZES
@pytest.mark.parametrize("code", ["GC", "BG", "SL", "TT", "WW"])
@pytest.mark.parametrize("gate", [False, True])
def test_both_have_a_key_where_they_are_possible(
    face: Any, fingers: Any, tmp_path: Path, size: tuple[int, int], code: str, gate: bool
) -> None:
    """Whatever else has a key there: requirements that only its player sees to be met, abilities after an Action."""
    from tests.instruments.outside import stage

    stage.resize(face.window, face.fingers, size)
    after_an_action(face, [code, "CC", "YS"], gate=gate)
    fingers.picture(Path(PICTURES or tmp_path) / "gates_{}_{}_{}x{}.png".format(code, int(gate), *size))
    assert face.item().prompt.who != code
    assert face.nearby(f"afterwards/{code}/abandon") is not None
    assert (face.nearby(f"afterwards/{code}/control") is not None) is gate
    assert not faults(face.shell, "gates after the Action")


@SIZES
def test_they_are_there_after_the_last_action_of_the_phase(
    face: Any, fingers: Any, tmp_path: Path, size: tuple[int, int]
) -> None:
    """The sums of Gather Power wait to be acknowledged; with five factions there is the least room."""
    from tests.instruments.outside import stage

    stage.resize(face.window, face.fingers, size)
    after_an_action(face, ["BG", "CC", "YS", "GC", "SL"], gate=False)
    state = face.session.state
    face.session.correct({f"{code}.power": int(code == state.active) for code in state.seats})
    face.page.refresh()
    last = state.active
    face.answer(face.item().ticket, ["move/1"])
    face.settle()
    assert face.item().prompt.key == "gather_power"
    fingers.picture(Path(PICTURES or tmp_path) / "gates_gather_{}x{}.png".format(*size))
    assert face.nearby(f"afterwards/{last}/abandon") is not None
    assert not faults(face.shell, "gates before Gather Power")


@SIZES
def test_it_is_one_tap(face: Any, size: tuple[int, int]) -> None:
    """Whoever controls one Gate is not asked which; the next player's question stands as it was."""
    from tests.instruments.outside import stage
    from tests.instruments.outside.hand import SightedFinger

    stage.resize(face.window, face.fingers, size)
    after_an_action(face, ["GC", "CC", "YS"], gate=False)
    asked = face.item().prompt.key
    finger = SightedFinger(face)
    finger.tap(face.nearby("afterwards/GC/abandon"))
    assert (finger.cost.taps, finger.cost.flicks) == (1, 0)
    assert face.session.state.gates["south_pacific"] is None
    assert face.item().prompt.key == asked
    assert face.nearby("afterwards/GC/control") is not None, "and back again"
