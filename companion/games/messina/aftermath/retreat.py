"""Where the losers at the site go, and who dies on the way (reference 2.6, Retreat)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Final

from companion.games.messina.aftermath.retreat_spaces import Surroundings, spaces_for
from companion.games.messina.facts import UnitDestroyed, UnitsRetreated
from companion.games.messina.model import names
from companion.games.messina.model.rulings import ruling
from companion.games.messina.model.state import MessinaState
from companion.games.messina.model.units import STACKING, WORKER, MessinaUnit
from companion.games.messina.rules.common_questions import destroy_some
from companion.games.messina.rules.retreat import Space, can_enter, open_spaces
from companion.table.prompts import Choose, Count, Option, Place, Placing
from companion.table.script import Script, ask, pick_one, yes
from companion.table.words import _

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


def _origins(state: MessinaState, faction: str, units: list[MessinaUnit]) -> Script[dict[str, str]]:
    marched = [u for u in units if u.kind != WORKER]
    if faction != state.initiator or not marched:
        asked = len(state.seats) > 2 and marched
        title = _("{faction}: did any march in?").format(faction=names.faction(faction))
        if not asked or not (yield from yes(state, state.key("marched", faction), faction, title, rule="retreat")):
            return {}
    areas = (
        Option(HERE, _("Here before")),
        *(Option(name, _("Space {name}").format(name=name)) for name in names.SPACES),
        Option(FAR, _("Farther away")),
    )
    answer = yield from ask(
        state,
        lambda: Place(
            key=state.key("origin", faction),
            who=faction,
            title=_("{faction} marched in from where?").format(faction=names.faction(faction)),
            text=_(
                "A to F lie round the site, clockwise from any you like. Units go back where they came from, to the "
                "map, never onto a Location Card."
            ),
            pieces=tuple(Placing(u.id, names.unit(u), areas, u.kind) for u in marched),
            on_map=False,
            rule="retreat",
        ),
    )
    return dict(answer or {})


def _go_back(state: MessinaState, faction: str, name: str, units: list[MessinaUnit]) -> Script[None]:
    """Back to the space they marched from; what is to happen if an enemy holds it now is not said, so it is asked."""
    where = _("space {name}").format(name=name) if name != FAR else _("their space")
    picked = yield from pick_one(
        state,
        lambda: Choose(
            key=state.key("back", faction, name),
            who=faction,
            title=_("{faction}: back to {where}?").format(faction=names.faction(faction), where=where),
            text=_("{units} marched in from there. They go to the map, never onto a Location Card.").format(
                units=names.units(units)
            ),
            options=(
                Option("all", _("All of them go back")),
                Option(
                    "some",
                    _("They do not all fit"),
                    detail=_("at most {most} Military Units in a space").format(most=STACKING),
                ),
                Option("taken", _("An enemy holds it now: they are destroyed"), detail=_("if your table plays it so")),
            ),
            rule="retreat",
        ),
    )
    if picked == "taken":
        for unit in units:
            state.record(UnitDestroyed(unit, _("an enemy holds {where}").format(where=where)))
        return
    if picked == "some":
        yield from _squeeze(state, faction, name, units)
    _move(state, faction, [u for u in units if u in state.units], where)


def _leave(state: MessinaState, faction: str, units: list[MessinaUnit], spaces: list[Space]) -> Script[None]:
    """Retreat to one space of the loser's choice; Units that cannot enter it die, and without a legal space all do."""
    ai = state.ai.get(faction, False)
    legal = open_spaces(spaces, [u.kind for u in units], ai)
    if not legal:
        for unit in units:
            state.record(UnitDestroyed(unit, _("there is no space to retreat to")))
        return
    picked = yield from pick_one(state, partial(_where_prompt, state, faction, units, legal, ai))
    space = next(s for s in legal if s.name == picked)
    for unit in units:
        if not can_enter(unit.kind, space, ai):
            why = _("it cannot cross the cliff") if space.cliff else _("it cannot survive at the North Pole")
            state.record(UnitDestroyed(unit, why))
    going = [u for u in units if u in state.units]
    if ruling(state.rulings, "stacking") == "all" and any(u.kind != WORKER for u in going):
        title = _("Is there room in space {name}?").format(name=space.name)
        text = _("For {units}.").format(units=names.units(going))
        if not (yield from yes(state, state.key("room", faction), faction, title, text=text, rule="stacking")):
            yield from _squeeze(state, faction, space.name, going)
    _move(state, faction, [u for u in going if u in state.units], _("space {name}").format(name=space.name))


def _where_prompt(state: MessinaState, faction: str, units: list[MessinaUnit], legal: list[Space], ai: bool) -> Choose:
    options = []
    for space in legal:
        dead = [u for u in units if not can_enter(u.kind, space, ai)]
        detail = _("{units} would die").format(units=names.units(dead)) if dead else ""
        options.append(Option(space.name, _("Space {name}").format(name=space.name), detail=detail))
    return Choose(
        key=state.key("retreat", faction),
        who=faction,
        title=_("{faction} retreats: where to?").format(faction=names.faction(faction)),
        text=_("With {units}, all to one space. No Unit may be disbanded while it can retreat.").format(
            units=names.units(units)
        ),
        options=tuple(options),
        rule="retreat",
    )


def _squeeze(state: MessinaState, faction: str, name: str, units: list[MessinaUnit]) -> Script[None]:
    """Destroy Units over the stacking limit; the owner picks them, and Workers do not count."""
    counted = [u for u in units if u.kind != WORKER]
    room = yield from ask(
        state,
        lambda: Count(
            key=state.key("places", faction, name),
            who=faction,
            title=_("How many of them fit?"),
            text=_("{units} count as Military Units.").format(units=names.units(counted)),
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
    yield from destroy_some(state, key, who, _("Which Units do not fit?"), counted, over, _("no room"), "stacking")


def _move(state: MessinaState, faction: str, units: list[MessinaUnit], where: str) -> None:
    if units:
        state.record(UnitsRetreated(faction, tuple(units), where))
