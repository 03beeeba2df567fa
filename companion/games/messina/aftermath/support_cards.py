"""One card against each losing faction that supported (reference 2.6, C)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from companion.games.messina.facts import UnitDestroyed
from companion.games.messina.model import names
from companion.games.messina.model.state import MessinaState
from companion.games.messina.model.units import CIVILIAN
from companion.games.messina.rules.cards import ChanceCard, against_support
from companion.games.messina.rules.common_questions import destroy_some
from companion.table.prompts import Choose, Option
from companion.table.script import Script, pick_some
from companion.table.words import _


def cards_against_support(state: MessinaState, factions: Sequence[str]) -> Script[None]:
    """One card for all supporting Units of a losing faction. Civ takes any of its Civilians, for all are alike."""
    for faction in factions:
        if not state.of([faction], support=True):
            continue
        fields = yield from pick_some(state, partial(_card_prompt, state, faction))
        effect = against_support(ChanceCard(faction if "name" in fields else "", civ="civ" in fields), faction)
        if effect.unit:
            able = state.of([faction], support=True)
            key = state.key("support_lost", faction)
            yield from destroy_some(
                state,
                key,
                faction,
                _("Which supporting Unit is lost?"),
                able,
                1,
                _("a card names its faction"),
                "support",
            )
        civilian = next((u for u in state.of([faction], support=True) if u.kind == CIVILIAN), None)
        if effect.civ and civilian is not None:
            state.record(UnitDestroyed(civilian, _("a card shows the Civ box"), forced=True))


def _card_prompt(state: MessinaState, faction: str) -> Choose:
    return Choose(
        key=state.key("support_card", faction),
        who=faction,
        title=_("{faction} draws a support card").format(faction=names.faction(faction)),
        text=_("Tap what it shows; nothing else on it matters."),
        options=(
            Option("name", _("Names {faction}").format(faction=names.faction(faction))),
            Option("civ", _("Civ box")),
        ),
        least=0,
        most=2,
        decline=_("None of it"),
        rule="support",
    )
