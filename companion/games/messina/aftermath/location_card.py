"""The Location Card of the site (reference 2.6, D)."""

from __future__ import annotations

from companion.games.messina.facts import CardDrawn
from companion.games.messina.model import names
from companion.games.messina.model.state import MessinaState
from companion.games.messina.rules.common_questions import NOBODY, ask_holder
from companion.table.prompts import TABLE, Choose
from companion.table.script import Script, pick_one
from companion.table.words import _


def location_card(state: MessinaState) -> Script[None]:
    """If a combatant holds it, it goes to the victor; if several victors disagree, it stays where it is."""
    if state.location is None:
        yield from ask_holder(state, state.key("location"), _("Who holds the Location Card?"), "territory")
    if state.location == NOBODY:
        return
    if len(state.victors) == 1:
        state.record(_given(state, state.victors[0]))
        return
    heir = yield from pick_one(state, lambda: _heir_prompt(state))
    if heir is None:
        state.record(CardDrawn(words=_("The victors disagree: the Location Card stays where it is.")))
    else:
        state.record(_given(state, heir))


def _given(state: MessinaState, heir: str) -> CardDrawn:
    name = names.faction(heir)
    if state.victors == (heir,) and state.location == state.victor:
        return CardDrawn(words=_("{faction} keeps the Location Card.").format(faction=name))
    return CardDrawn(
        _("{faction} has the Location Card now.").format(faction=name),
        words=_("The Location Card goes to {faction}.").format(faction=name),
    )


def _heir_prompt(state: MessinaState) -> Choose:
    return Choose(
        key=state.key("heir"),
        who=TABLE,
        title=_("Who takes the Location Card?"),
        options=tuple(map(names.option, state.victors)),
        least=0,
        decline=_("They disagree"),
        rule="territory",
    )
