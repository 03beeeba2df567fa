"""High Priests (reference section 7): Cultists that give themselves up for Power."""

from __future__ import annotations

from typing import Final

from companion.games.cthulhu_wars.facts import GateSet, PiecesLeft, PiecesLeftCard, PowerGained
from companion.games.cthulhu_wars.model.faction_parts import Action
from companion.games.cthulhu_wars.model.neutral_cards import HIGH_PRIEST
from companion.games.cthulhu_wars.model.state import CthulhuState, Phase
from companion.games.cthulhu_wars.model.units import Loss
from companion.games.cthulhu_wars.rules.common_questions import (
    gate_left,
    lost_unit,
)
from companion.games.cthulhu_wars.rules.losses import offers_from_card
from companion.games.cthulhu_wars.rules.pool import high_priests
from companion.table.prompts import Choose, Option
from companion.table.script import Script, pick_one
from companion.table.words import N_, _

OATH_POWER: Final = 2


def no_priest(state: CthulhuState, me: str) -> str:
    """Return why nobody can swear, or an empty string; he may lie on the faction card."""
    return "" if state.in_play(me, HIGH_PRIEST) > 0 else _("You have no High Priest on the map.")


def none_there(state: CthulhuState, me: str) -> str:
    """Return why there is no High Priest on the map, Unique or not, or an empty string."""
    return "" if high_priests(state, me) else _("You have no High Priest on the map.")


def oath_refused(state: CthulhuState, me: str) -> str:
    """Return why Unspeakable Oath cannot be used, or an empty string."""
    if not (state.between_actions or state.phase in (Phase.GATHER, Phase.DOOM)):
        return _("Only after an Action, in Gather Power or the Doom Phase.")
    return no_priest(state, me)


def unspeakable_oath(state: CthulhuState, me: str) -> Script[None]:
    """Return a High Priest to the Pool for 2 Power (Unspeakable Oath); he is not Eliminated."""
    if (yield from offers_from_card(state, "unspeakable_oath/from", me, [HIGH_PRIEST])):
        state.record(PiecesLeftCard(me, HIGH_PRIEST, 1, Loss.SACRIFICED))
    else:
        gate = yield from gate_left(
            state, "unspeakable_oath/gate", me, told=lost_unit(me, HIGH_PRIEST), unit=HIGH_PRIEST
        )
        if state.on_map(me, HIGH_PRIEST) <= 0:
            # The table has taken him off by a correction meanwhile.
            return
        state.record(PiecesLeft(me, HIGH_PRIEST, 1, Loss.SACRIFICED))
        if gate is not None:
            state.record(GateSet(gate, None))
    state.record(PowerGained(me, OATH_POWER, _("Unspeakable Oath")))


def oath_after_count(state: CthulhuState, me: str) -> Script[None]:
    """Ask for Unspeakable Oath once Power is gathered.

    A High Priest has counted by then, and is given up for 2 Power more before the First Player is determined. A faction
    without one is not asked.
    """

    def build() -> Choose | None:
        if no_priest(state, me):
            return None
        option = Option(OATH, _("Unspeakable Oath"), detail=_("+{number} Power").format(number=OATH_POWER))
        return Choose(
            key=f"oath/{me}",
            who=me,
            title=_("Unspeakable Oath now?"),
            text=_("Your High Priest is counted; before the First Player is determined he may still go for 2 Power."),
            rule=OATH,
            options=(option,),
            least=0,
            decline=_("Not now"),
        )

    while (yield from pick_one(state, build)) is not None:
        yield from unspeakable_oath(state, me)


OATH: Final = "unspeakable_oath"
UNSPEAKABLE_OATH: Final = Action(
    OATH,
    N_("Unspeakable Oath"),
    0,
    oath_refused,
    unspeakable_oath,
    N_("Return a High Priest to your Pool for 2 Power"),
    gives=lambda state, me: OATH_POWER * max(0, state.in_play(me, HIGH_PRIEST)),
)
