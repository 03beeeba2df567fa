"""Where the factions stand on the Military and the Crypto Track, asked once a Round (reference 2.5)."""

from __future__ import annotations

from functools import partial
from typing import Final

from companion.games.messina.facts import TrackRanked
from companion.games.messina.model import names
from companion.games.messina.model.state import MessinaState
from companion.table.prompts import TABLE, Choose, Option, Place, Placing
from companion.table.script import Script, ask, pick_one, pick_some
from companion.table.words import N_, _

TRACKS: Final = {"military": N_("the Military Track"), "crypto": N_("the Crypto Track")}
LEVEL: Final = "level"


def ask_track(state: MessinaState, track: str) -> Script[None]:
    """Ask for the order on a track, unless it is known for everybody who fights."""
    if set(state.seats) <= set(state.tracks.get(track, {})):
        return
    seats = state.seating
    if len(seats) == 2:
        higher = yield from pick_one(state, partial(_pair_prompt, state, track))
        ranks = {seat: 1 if higher in (seat, LEVEL) else 2 for seat in seats}
    elif track == "military":
        found = yield from ask(state, partial(_places_prompt, state, track))
        ranks = {seat: int(found[seat]) for seat in seats}
    else:
        order = yield from pick_some(state, partial(_order_prompt, state, track))
        ranks = {seat: order.index(seat) + 1 if seat in order else len(seats) for seat in seats}
    state.record(TrackRanked(track, tuple(ranks.items())))


def _pair_prompt(state: MessinaState, track: str) -> Choose:
    options = [*map(names.option, state.seating)]
    if track == "military":
        options.append(Option(LEVEL, _("They are tied")))
    return Choose(
        key=state.key("tie", track),
        who=TABLE,
        title=_("A tie: who leads on the Military Track?")
        if track == "military"
        else _("A tie: who leads on the Crypto Track?"),
        options=tuple(options),
        rule="tie",
    )


def _places_prompt(state: MessinaState, track: str) -> Place:
    """Several may share a position."""
    seats = state.seating
    places = tuple(
        Option(str(place), (_("Highest"), _("Second"), _("Third"), _("Fourth"), _("Fifth"))[place - 1])
        for place in range(1, len(seats) + 1)
    )
    return Place(
        key=state.key("tie", track),
        who=TABLE,
        title=_("A tie: places on the Military Track"),
        pieces=tuple(Placing(seat, names.marked(seat), places, side=seat) for seat in seats),
        on_map=False,
        rule="tie",
    )


def _order_prompt(state: MessinaState, track: str) -> Choose:
    """Positions cannot be shared, so all but the last are enough."""
    number = len(state.seating) - 1
    return Choose(
        key=state.key("tie", track),
        who=TABLE,
        title=_("A tie: the Crypto Track, from the top"),
        text=_("Tap them from highest to lowest; leave out the last one."),
        options=tuple(map(names.option, state.seating)),
        least=number,
        most=number,
        rule="tie",
    )
