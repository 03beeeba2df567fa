"""Where the losers at the site go, and who dies on the way (reference 2.6, Retreat)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Final

from companion.games.messina import names
from companion.games.messina.aftermath.spaces import Surroundings, spaces_for
from companion.games.messina.asking import destroy_some
from companion.games.messina.facts import Destroyed, Retreated
from companion.games.messina.rules.retreat import Space, can_enter, open_spaces
from companion.games.messina.rules.units import STACKING, WORKER, Unit
from companion.games.messina.rulings import ruling
from companion.games.messina.state import MessinaState
from companion.table.prompts import Choose, Count, Option, Place, Placing
from companion.table.script import Script, ask, pick_one, yes

HERE: Final = "here"
FAR: Final = "far"


def retreat_all(state: MessinaState, factions: Sequence[str]) -> Script[None]:
    """Every surviving loser at the site retreats and is routed; those who marched in go back where they came from."""
    map_of = Surroundings()
    for faction in factions:
        units = state.of([faction], support=False)
        if not units:
            continue
        origins = yield from _origins(state, faction, units)
        for name in (*names.SPACES, FAR):
            marched = [u for u in units if origins.get(u.id) == name]
            if marched:
                yield from _go_back(state, faction, name, marched)
        staying = [u for u in state.of([faction], support=False) if origins.get(u.id, HERE) == HERE]
        if staying:
            spaces = yield from spaces_for(state, faction, staying, map_of)
            yield from _leave(state, faction, staying, spaces)


def _origins(state: MessinaState, faction: str, units: list[Unit]) -> Script[dict[str, str]]:
    marched = [u for u in units if u.kind != WORKER]
    if faction != state.initiator or not marched:
        asked = len(state.seats) > 2 and marched
        title = f"{names.faction(faction)}: did any march in?"
        if not asked or not (yield from yes(state, state.key("marched", faction), faction, title, rule="retreat")):
            return {}
    areas = (
        Option(HERE, "They were here before"),
        *(Option(name, f"Space {name}") for name in names.SPACES),
        Option(FAR, "A space farther away"),
    )
    answer = yield from ask(
        state,
        lambda: Place(
            key=state.key("origin", faction),
            who=faction,
            title=f"{names.faction(faction)}: where did they march from?",
            text="The spaces round the site are A to F, clockwise from where you like. Who marched in goes back there, "
            "to the map, never onto a Location Card.",
            pieces=tuple(Placing(u.id, names.unit(u), areas) for u in marched),
            on_map=False,
            rule="retreat",
        ),
    )
    return dict(answer or {})


def _go_back(state: MessinaState, faction: str, name: str, units: list[Unit]) -> Script[None]:
    """Back to the space they marched from; what is to happen if an enemy holds it now is not said, so it is asked."""
    where = f"space {name}" if name != FAR else "their space"
    picked = yield from pick_one(
        state,
        lambda: Choose(
            key=state.key("back", faction, name),
            who=faction,
            title=f"{names.faction(faction)}: back to {where}?",
            text=f"{names.units(units)} marched in from there. They go to the map, never onto a Location Card.",
            options=(
                Option("all", "All of them go back"),
                Option("some", "There is not room for all", detail=f"at most {STACKING} Military Units in a space"),
                Option("taken", "An enemy holds it now: they are destroyed", detail="if the table reads it so"),
            ),
            rule="retreat",
        ),
    )
    if picked == "taken":
        for unit in units:
            state.record(Destroyed(unit, f"an enemy holds {where}"))
        return
    if picked == "some":
        yield from _squeeze(state, faction, name, units)
    _move(state, faction, [u for u in units if u in state.units], where)


def _leave(state: MessinaState, faction: str, units: list[Unit], spaces: list[Space]) -> Script[None]:
    """All go to one space of the loser's choice; who cannot enter it dies. Without any legal space all die."""
    ai = state.ai.get(faction, False)
    legal = open_spaces(spaces, [u.kind for u in units], ai)
    if not legal:
        for unit in units:
            state.record(Destroyed(unit, "there is no space to retreat to"))
        return
    picked = yield from pick_one(state, partial(_where_prompt, state, faction, units, legal, ai))
    space = next(s for s in legal if s.name == picked)
    for unit in units:
        if not can_enter(unit.kind, space, ai):
            why = "it cannot cross the cliff" if space.cliff else "it cannot live at the North Pole"
            state.record(Destroyed(unit, why))
    going = [u for u in units if u in state.units]
    if ruling(state.rulings, "stacking") == "all" and any(u.kind != WORKER for u in going):
        title = f"Is there room in space {space.name}?"
        text = f"For {names.units(going)}."
        if not (yield from yes(state, state.key("room", faction), faction, title, text=text, rule="stacking")):
            yield from _squeeze(state, faction, space.name, going)
    _move(state, faction, [u for u in going if u in state.units], f"space {space.name}")


def _where_prompt(state: MessinaState, faction: str, units: list[Unit], legal: list[Space], ai: bool) -> Choose:
    options = []
    for space in legal:
        dead = [u for u in units if not can_enter(u.kind, space, ai)]
        detail = f"{names.units(dead)} would die" if dead else ""
        options.append(Option(space.name, f"Space {space.name}", detail=detail))
    return Choose(
        key=state.key("retreat", faction),
        who=faction,
        title=f"{names.faction(faction)} retreats: where to?",
        text=f"With {names.units(units)}, all to one space. No Unit may be disbanded while it can retreat.",
        options=tuple(options),
        rule="retreat",
    )


def _squeeze(state: MessinaState, faction: str, name: str, units: list[Unit]) -> Script[None]:
    """What is over the stacking limit is destroyed, of the owner's choice; Workers are not counted."""
    counted = [u for u in units if u.kind != WORKER]
    room = yield from ask(
        state,
        lambda: Count(
            key=state.key("places", faction, name),
            who=faction,
            title="How many of them have room?",
            text=f"{names.units(counted)} count as Military Units.",
            least=0,
            most=min(STACKING, len(counted)),
            suggested=min(STACKING, len(counted)),
            rule="stacking",
        ),
    )
    key = state.key("excess", faction, name)
    over = len(counted) - room
    by_victor = bool(state.victors) and ruling(state.rulings, "excess") == "victor"
    who = state.victors[0] if by_victor else faction
    yield from destroy_some(state, key, who, "Which Units find no room?", counted, over, "no room", "stacking")


def _move(state: MessinaState, faction: str, units: list[Unit], where: str) -> None:
    if units:
        state.record(Retreated(faction, tuple(units), where))
