"""The Azathoth marker on the Doom track (reference 7: RB errata card).

It is the Combat of the independent Azathoth, and he is Killed only when it reaches 0.
"""

from __future__ import annotations

from typing import Final

from companion.games.cthulhu_wars.facts import CounterSet
from companion.games.cthulhu_wars.model import names, roster
from companion.games.cthulhu_wars.model.neutral_cards import AZATHOTH, AZATHOTH_MARK
from companion.games.cthulhu_wars.model.state import CthulhuState
from companion.games.cthulhu_wars.rules.single_rolls import tell_roll
from companion.table.prompts import Count, Roll
from companion.table.script import Script, ask
from companion.table.words import _

USUAL: Final = 8
"""Where it is taken to stand if nobody has said so."""
HIGHEST: Final = 60
"""The highest space that is accepted: as many as dice, more than all enemies' faces come to."""


def keeper(state: CthulhuState, owner: str) -> tuple[str, str]:
    """Return the faction and the mark that hold the marker: one faction may have its own."""
    for code in state.seats:
        if mark := roster.card(code).worth_mark:
            return code, mark
    return owner, AZATHOTH_MARK


def shown(state: CthulhuState, code: str) -> bool:
    """Return whether a faction has the marker because of the card alone."""
    return AZATHOTH in state.factions[code].loyalty and keeper(state, code) == (code, AZATHOTH_MARK)


def stands(state: CthulhuState, owner: str) -> int:
    """Return the number that the marker shows; 0 if nobody has said so."""
    code, mark = keeper(state, owner)
    return state.factions[code].marks.get(mark, 0)


def put(state: CthulhuState, owner: str, number: int) -> None:
    """Move the marker to another space."""
    code, mark = keeper(state, owner)
    words = _("The Azathoth marker stands on {number}")
    state.record(CounterSet(code, mark, number, words.format(number=number)))


def ask_where(state: CthulhuState, owner: str) -> Script[None]:
    """Ask the players where the marker stands."""

    def build() -> Count:
        title = _("Where is the Azathoth marker?")
        return Count(key="azathoth/marker", who=owner, title=title, least=0, most=HIGHEST, suggested=USUAL)

    put(state, owner, int((yield from ask(state, build))))


def outlives(state: CthulhuState, owner: str) -> Script[bool]:
    """Lower the marker by a die in place of a death, and return whether he survives."""
    if not stands(state, owner):
        yield from ask_where(state, owner)

    def roll() -> Roll:
        title = _("{unit} is hit: roll a die").format(unit=names.unit(owner, AZATHOTH))
        text = _("It lowers his marker, and only 0 kills him.")
        return Roll(key="azathoth/struck", who=owner, title=title, text=text, dice=1, rule="neutral")

    faces = yield from ask(state, roll)
    left = max(0, stands(state, owner) - sum(faces))
    tell_roll(state, owner, names.unit(owner, AZATHOTH), faces, _("his marker is on {number}").format(number=left))
    put(state, owner, left)
    return stands(state, owner) > 0
