"""Who is asked "Anything more?" at the end of a turn (reference 3.4, D28): nobody after a Pass, and after the last
Power only who can still do something."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import pytest

from companion.games.cthulhu_wars.factions.daemon_sultan import ChaosPlaced
from companion.games.cthulhu_wars.facts import BookTaken, CardTaken, GateSet, RequirementMet
from companion.games.cthulhu_wars.model.neutral_cards import CARDS, HIGH_PRIESTS
from companion.games.cthulhu_wars.model.roster import FACTIONS, card
from companion.games.cthulhu_wars.model.units import Rank
from tests.cthulhu_wars.evening import Evening, onwards


def abandoned_gate(game: Evening) -> str:
    """An abandoned Gate comes to an area that has none."""
    area = next(a for a in game.state.board.areas if a not in game.state.gates)
    game.state.record(GateSet(area, None, built=True))
    return area


# -- after a Pass --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("code", FACTIONS)
@pytest.mark.parametrize("power", [1, 8])
def test_after_a_pass_nothing_is_asked(code: str, power: int) -> None:
    """D28: Unlimited Actions never after a Pass, whatever Gates are abandoned and whoever could take them."""
    others = [c for c in ("GC", "CC", "YS") if c != code and c not in card(code).duel_without]
    game = Evening(code, *others[:2])
    abandoned_gate(game)
    game.correct(**{f"{code}_acolyte": 4, f"{code}_power": power})
    onwards(game, f"action/{code}")
    game.answer("pass")
    assert game.prompt.who != code
    assert not any(o.id.startswith("afterwards") for o in game.session.interjections)


def test_nothing_is_asked_either_after_unlimited_actions_and_a_pass() -> None:
    """The same for who has taken one before: what was done before the Pass was before it."""
    game = Evening("BG", "CC", "YS")
    game.play(("action/BG", "abandon"), ("action/BG", "pass"))
    assert game.key == "action/CC"


def test_nothing_is_asked_by_a_pass_of_each_faction_of_one_person() -> None:
    """D2: with two factions in a hand each passes for itself."""
    game = Evening(players=[["GC", "BG"], ["CC", "YS"]])
    abandoned_gate(game)
    first = game.prompt.who
    game.answer("pass")
    assert game.key.startswith("action/")
    assert game.prompt.who != first


# -- after the last Power ------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Row:
    """What a faction has in play besides the Cultist on its only Gate, with its last Power spent.

    Args:
        asked: whether it is asked for more.
        code: the faction.
        neutral: cards of the game, which it has.
        pieces: numbers in play; the one Acolyte stands on its Gate.
        before: what else is so.
        gate: where a Gate is abandoned; for everybody if that is not said.
    """

    asked: bool
    code: str = "GC"
    neutral: tuple[str, ...] = ()
    pieces: dict[str, int] = field(default_factory=dict)
    before: Callable[[Evening], object] = lambda _game: None
    gate: Callable[[Evening], object] = abandoned_gate
    options: dict[str, str] = field(default_factory=dict)


def submerged(game: Evening) -> None:
    game["GC"].card["acolyte"] = 5


def captured(game: Evening) -> None:
    game["CC"].captives["GC"] = {"acolyte": 5}


def red_sign(game: Evening) -> None:
    game.state.record(RequirementMet("BG", "four_areas"))
    game.state.record(BookTaken("BG", "red_sign", "four_areas"))


def chaos_gate(game: Evening) -> None:
    area = next(a for a in game.state.board.areas if a not in game.state.gates)
    game.state.record(ChaosPlaced("DS", area))


WALKER = {"GC": "deep_one", "BG": "ghoul"}
"""A Monster that spends the last Power on a Move."""

ROWS = {
    "acolyte": Row(asked=True, pieces={"acolyte": 2}),
    "all Acolytes on Gates": Row(asked=False),
    "on the faction card": Row(asked=False, pieces={"acolyte": 6}, before=submerged),
    "captured": Row(asked=False, before=captured),
    "high_priest": Row(asked=True, neutral=(HIGH_PRIESTS,), pieces={"high_priest": 1}),
    "dark_demon": Row(asked=True, neutral=("dark_demon",), pieces={"dark_demon": 1}),
    "eidolon": Row(asked=False, neutral=("eidolon",), pieces={"eidolon": 1}),
    "prophetess": Row(asked=False, neutral=("prophetess",), pieces={"prophetess": 1}),
    "Monsters": Row(asked=False, pieces={"deep_one": 2, "shoggoth": 1}),
    "dark_young with The Red Sign": Row(asked=True, code="BG", pieces={"dark_young": 1}, before=red_sign),
    "dark_young alone": Row(asked=False, code="BG", pieces={"dark_young": 1}),
    "a Gate that only another one may control": Row(asked=False, pieces={"acolyte": 2}, gate=chaos_gate),
    "no Gate": Row(asked=False, pieces={"acolyte": 2}, gate=lambda _game: None),
    "not at 0 Power by the table's ruling": Row(asked=False, pieces={"acolyte": 2}, options={"D28": "other"}),
}


@pytest.mark.parametrize("row", ROWS)
def test_after_the_last_power_owners_of_a_cultist_at_a_free_gate_are_asked(row: str) -> None:
    """D28 and reference 3.5: a Cultist in the area of the Gate may stand on it, one that is not on a Gate yet; and so
    may what a faction's own rules let hold a Gate. Whoever has none of these is asked nothing."""
    case = ROWS[row]
    others = ["DS", "YS"] if case.code != "DS" else ["GC", "YS"]
    third = "CC" if case.code == "GC" else "GC"
    game = Evening(case.code, third, others[0], neutral=list(case.neutral), first=case.code, options=case.options)
    for name in case.neutral:
        if name in CARDS:
            game.state.record(CardTaken(case.code, name, case.code, 0, 0))
    case.before(game)
    pieces = {"acolyte": 1, WALKER[case.code]: 1, **case.pieces}
    game.correct(**{f"{case.code}_{unit}": number for unit, number in pieces.items()}, **{f"{case.code}_power": 1})
    case.gate(game)
    game.play((f"action/{case.code}", "move/1"))
    assert (game.prompt.who == case.code) is case.asked
    if case.asked:
        assert game.prompt.title.endswith(": anything else?")
        assert {"control", "abandon", "finish"} <= {*game.options()}


def test_a_gate_of_its_own_may_be_taken() -> None:
    """Reference 6: an abandoned Chaos Gate by Daemon Sultan alone."""
    game = Evening("DS", "GC", "YS")
    chaos_gate(game)
    game.correct(DS_acolyte=1, DS_power=1)
    onwards(game, "action/DS")
    game.play(("action/DS", "move/1"))
    assert "control" in game.options()


def test_each_cultist_and_faction_that_keeps_gates_otherwise_has_its_row() -> None:
    """A new one fails here until it is said whether it is asked."""
    kinds = {name for name, one in CARDS.items() if one.unit.rank is Rank.CULTIST}
    kinds |= {u.id for f in FACTIONS.values() for u in f.of_rank(Rank.CULTIST)}
    assert kinds == {"acolyte", "high_priest", "dark_demon", "eidolon", "prophetess"}
    plain = type(card("GC")).__struct_defaults__
    assert plain
    keeping = {code for code, f in FACTIONS.items() if f.keeps_gates not in plain}
    assert keeping == {"BG"}
