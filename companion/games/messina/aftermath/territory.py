"""The Location Card of the site (reference 2.6, D)."""

from __future__ import annotations

from companion.games.messina import names
from companion.games.messina.facts import Drawn, Held
from companion.games.messina.state import MessinaState
from companion.table.prompts import TABLE, Choose, Option
from companion.table.script import Script, pick_one

NOBODY = 2


def location_card(state: MessinaState) -> Script[None]:
    """If a combatant holds it, it goes to the victor; if several victors disagree, it stays where it is."""
    assert state.sides is not None
    if state.location is None:
        picked = yield from pick_one(state, lambda: _holder_prompt(state))
        assert picked is not None
        state.record(Held(int(picked)))
    if state.location == NOBODY:
        return
    if len(state.victors) == 1:
        state.record(_given(state, state.victors[0]))
        return
    heir = yield from pick_one(state, lambda: _heir_prompt(state))
    if heir is None:
        state.record(Drawn("The victors disagree: the Location Card stays where it is."))
    else:
        state.record(_given(state, heir))


def _given(state: MessinaState, heir: str) -> Drawn:
    name = names.faction(heir)
    if state.victors == (heir,) and state.location == state.victor:
        return Drawn(f"{name} keeps the Location Card.")
    return Drawn(f"The Location Card goes to {name}.", f"{name} has the Location Card now.")


def _holder_prompt(state: MessinaState) -> Choose:
    assert state.sides is not None
    options = [Option(str(place), names.side(side)) for place, side in enumerate(state.sides)]
    return Choose(
        key=state.key("location"),
        who=TABLE,
        title="Who holds the Location Card of the site?",
        options=(*options, Option(str(NOBODY), "None of them")),
        rule="territory",
    )


def _heir_prompt(state: MessinaState) -> Choose:
    return Choose(
        key=state.key("heir"),
        who=TABLE,
        title="Which victor takes the Location Card?",
        options=tuple(Option(name, names.faction(name)) for name in state.victors),
        least=0,
        decline="They disagree",
        rule="territory",
    )
