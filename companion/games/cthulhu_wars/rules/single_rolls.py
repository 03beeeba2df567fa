"""Dice that are rolled for one purpose outside a battle: what they showed, for the log."""

from __future__ import annotations

from collections.abc import Iterable

from companion.games.cthulhu_wars.model import names
from companion.games.cthulhu_wars.model.state import CthulhuState
from companion.table.prompts import Answer, Roll
from companion.table.state import Notice
from companion.table.words import _


def tell_roll(state: CthulhuState, who: str, name: str, faces: Iterable[int], outcome: str) -> None:
    """Log what was rolled and what comes of it.

    Args:
        who: the faction that rolled.
        name: what it was rolled for.
        faces: of the dice.
        outcome: in a few words.
    """
    words = _("{faction}: {name}: rolled {faces}, {outcome}")
    shown = " ".join(map(str, faces))
    state.record(Notice(who, words.format(faction=names.faction(who), name=name, faces=shown, outcome=outcome)))


def tell_results(state: CthulhuState, who: str, name: str, roll: Roll, given: Answer) -> None:
    """Log the dice of a roll that gives Kills and Pains; the results alone where no faces were typed in."""
    results = ", ".join(f"{number} × {_(symbol)}" for symbol, number in roll.count(given).items() if number)
    if isinstance(given, list):
        tell_roll(state, who, name, given, results or _("nothing"))
        return
    words = _("{faction}: {name}: {results}")
    said = words.format(faction=names.faction(who), name=name, results=results or _("nothing"))
    state.record(Notice(who, said))


def success_or_failure(*, success: bool) -> str:
    """Return the word for the outcome of a roll that succeeds or fails."""
    return _("success") if success else _("failure")
