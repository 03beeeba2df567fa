"""Somebody leaves in the middle of an evening, and the table says what becomes of the faction."""

from __future__ import annotations

from typing import Final

from companion.games.cthulhu_wars.facts.people import FactionUnplayed
from companion.games.cthulhu_wars.model.state import CthulhuState
from companion.games.cthulhu_wars.rules.people import places
from companion.table.people import KEY, Place, Way
from companion.table.prompts import TABLE, Choose, Option
from companion.table.script import Script, pick_one, yes
from companion.table.words import _

ALL: Final = "all"
"""The answer that nobody in particular makes the choices."""


def ways(state: CthulhuState, place: Place) -> tuple[Way, ...]:
    """Return what can become of the factions of somebody who leaves, where nobody takes them over."""
    others = [one for one in places(state) if one.id != place.id and one.id not in state.unplayed]
    refused = "" if others else _("Somebody must play on.")
    if place.id in state.unplayed:
        refused = _("Nobody plays it already.")
    nobody = Option("nobody", _("Nobody plays on"), refused, _("It passes; you say who makes forced choices"))
    return (Way(nobody, lambda: leave_unplayed(state, place, others)),)


def leave_unplayed(state: CthulhuState, place: Place, others: list[Place]) -> Script[None]:
    """Ask who makes the choices that the rules force, and whether it can still win."""

    def whose() -> Choose:
        options = [Option(one.id, one.name or one.what, sigil=one.sigil, colour=one.colour) for one in others]
        options.append(Option(ALL, _("All together")))
        title = _("{what}: who makes forced choices?").format(what=place.what)
        return Choose(key=f"{KEY}/by", who=TABLE, title=title, options=tuple(options), rule=KEY)

    by = yield from pick_one(state, whose)
    title = _("{what}: can it still win?").format(what=place.what)
    wins = yield from yes(state, f"{KEY}/wins", TABLE, title, rule=KEY)
    state.record(FactionUnplayed(place.id, place.name, "" if by == ALL else str(by), wins))
