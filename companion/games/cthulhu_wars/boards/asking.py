"""Questions and steps that several boards share."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from companion.games.cthulhu_wars.facts import GateGone, GateSet, PlacesSet
from companion.games.cthulhu_wars.model.maps import area_name
from companion.games.cthulhu_wars.model.state import CthulhuState
from companion.games.cthulhu_wars.model.units import Loss
from companion.games.cthulhu_wars.rules.common_questions import pick_kind
from companion.games.cthulhu_wars.rules.losses import cultists_to_lose, lose_unit
from companion.table.prompts import TABLE, Choose, Count, Option
from companion.table.script import Script, ask, pick_some
from companion.table.words import _


def special(state: CthulhuState, kind: str) -> list[str]:
    """Return the areas of one kind, as far as they are still on the map."""
    return [area for area in state.places.get(kind, []) if area in state.board.areas]


def die(state: CthulhuState, key: str, text: str) -> Script[int]:
    """Ask what a die shows that somebody rolls."""
    title = _("What does the die show?")
    return int((yield from ask(state, lambda: Count(key=key, who=TABLE, title=title, text=text, least=1, most=6))) or 1)


def pick_places(
    state: CthulhuState, key: str, who: str, title: str, areas: Callable[[], Sequence[str]], least: int, most: int
) -> Script[list[str]]:
    """Ask for so many areas of some; nothing is asked if there are none."""

    def build() -> Choose | None:
        options = tuple(Option(area, area_name(area)) for area in areas())
        if not options or not most:
            return None
        return Choose(
            key=key,
            who=who,
            title=title,
            options=options,
            least=min(least, len(options)),
            most=min(most, len(options)),
            on_map=True,
            rule="boards",
        )

    return (yield from pick_some(state, build))


def put(state: CthulhuState, kind: str, areas: Sequence[str], name: str, area: str = "") -> None:
    """Set where the pieces of one kind lie, with a line for the log if one comes to an area."""
    words = _("{name} to {area}").format(name=name, area=area_name(area)) if area else ""
    state.record(PlacesSet(kind, tuple(areas), words=words, todo=words))


def abandon(state: CthulhuState, areas: Sequence[str]) -> None:
    """Abandon the Gates in these areas that somebody controls."""
    for area in areas:
        if state.gates.get(area):
            state.record(GateSet(area, None))


def destroy_gate(state: CthulhuState, key: str, area: str) -> Script[None]:
    """Take the Gate off an area, with its keeper."""
    if area not in state.gates:
        return
    owner = state.gates[area]
    if owner and (able := cultists_to_lose(state, owner)):
        title = _("Which Cultist do you lose?")
        unit = yield from pick_kind(state, key, owner, title, owner, lambda: able)
        yield from lose_unit(state, owner, unit, Loss.ELIMINATED, area, owner)
    if area in state.gates:
        state.record(GateGone(area, removed=True))
