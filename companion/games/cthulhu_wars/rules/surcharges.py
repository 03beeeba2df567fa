"""Areas in which Actions cost more Power because of an enemy's rules: paid once per Action."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from companion.games.cthulhu_wars.facts import AbilityUsedUp, PowerSpent
from companion.games.cthulhu_wars.model import names, roster
from companion.games.cthulhu_wars.model.faction_parts import nothing_due
from companion.games.cthulhu_wars.model.maps import area_name
from companion.games.cthulhu_wars.model.state import CthulhuState
from companion.games.cthulhu_wars.rules.common_questions import nothing_refused, pick_area
from companion.table.prompts import Choose, Option
from companion.table.script import Script, pick_one
from companion.table.words import _

SURCHARGE: Final = "toll"
"""Its id in stored games."""


def surcharge(state: CthulhuState, me: str, area: str) -> int:
    """Return the Power that an Action costs more because of an area, until it is paid."""
    due = creditors(state, me)
    return sum(roster.card(code).toll(state, code, area) for code in due) if due else 0


def creditors(state: CthulhuState, me: str) -> list[str]:
    """Return the factions to which `me` may owe a surcharge; mostly there is none."""
    if (me, SURCHARGE) in state.used_up:
        return []
    seats = [code for hand in state.players for code in hand if code != me]
    return [code for code in seats if roster.card(code).toll is not nothing_due]


def least_surcharge(state: CthulhuState, me: str, areas: Iterable[str]) -> int:
    """Return the Power that an Action of `me` costs more at least, in the cheapest of the areas that it may end in."""
    return min((surcharge(state, me, area) for area in areas), default=0) if creditors(state, me) else 0


def more_at_gates(state: CthulhuState, me: str) -> int:
    """Return the Power that an Action costs more at least which ends at a Gate of one's own."""
    return least_surcharge(state, me, state.gates_of(me)) if state.follows else 0


def pay_surcharge(state: CthulhuState, me: str, area: str) -> None:
    """Pay what the Action costs more in this area, if anything."""
    due = surcharge(state, me, area)
    if due:
        why = _("Action in {area}").format(area=area_name(area))
        state.record(PowerSpent(me, min(due, state.factions[me].power), why))
        state.record(AbilityUsedUp(me, SURCHARGE))


def target(state: CthulhuState, me: str, area: str, cost: int = 0) -> Option:
    """Return an area that an Action may end in as an option, with its surcharge.

    Args:
        cost: what is still to be paid besides.
    """
    due, power = surcharge(state, me, area), state.factions[me].power
    if not due:
        return Option(area, area_name(area))
    more = _("{ability}: {number} more Power").format(ability=surcharge_name(state, me, area), number=due)
    needed = _("It costs {cost}; you have {power} Power.").format(cost=cost + due, power=power)
    return Option(area, area_name(area), "" if power >= cost + due else needed, more)


def pick_target(
    state: CthulhuState,
    key: str,
    me: str,
    title: str,
    areas: Callable[[], Iterable[str]],
    *,
    text: str = "",
    rule: str = "",
    refused: Callable[[CthulhuState, Iterable[str]], list[Option]] = nothing_refused,
) -> Script[str]:
    """Ask for the area that an Action of `me` targets, and pay the surcharge there.

    Refused areas have the reason on them.
    """

    area = yield from pick_area(
        state, key, me, title, areas, text=text, rule=rule, refused=refused, option=lambda area: target(state, me, area)
    )
    pay_surcharge(state, me, area)
    return area


def surcharge_name(state: CthulhuState, me: str, area: str) -> str:
    """Return the ability by which an Action costs more in an area: of the token there, or the faction to be paid."""
    code = next(c for c in creditors(state, me) if roster.card(c).toll(state, c, area))
    token = roster.card(code).token
    return _(token.name) if token else names.faction(code)


def ask_surcharge(state: CthulhuState, me: str, cost: int = 0, areas: Iterable[str] | None = None) -> Script[None]:
    """Ask whether an Action costs more because of an area that is not known, and pay that.

    Args:
        cost: what is still to be paid for the Action besides.
        areas: where the Action may be, as far as the companion knows; None where only the players see it.
    """

    if not state.follows:
        return
    known = None if areas is None else list(areas)
    if known is not None and len(known) == 1:
        pay_surcharge(state, me, known[0])
        return

    def build() -> Choose | None:
        possible = (state.board.areas if known is None else known) if creditors(state, me) else ()
        dear = [area for area in possible if surcharge(state, me, area)]
        if not dear:
            return None
        text = _("An Action that ends or does something in one of these areas costs more Power.")
        if len(dear) == 1:
            text = _("An Action that ends or does something in {area} costs {number} Power more.")
        return Choose(
            key=f"toll/{me}",
            who=me,
            title=_("{ability}: is your Action there?").format(ability=surcharge_name(state, me, dear[0])),
            text=text.format(area=area_name(dear[0]), number=surcharge(state, me, dear[0])),
            rule="toll",
            options=tuple(target(state, me, area, cost) for area in dear),
            least=0,
            on_map=True,
            decline=_("No, elsewhere"),
        )

    area = yield from pick_one(state, build)
    if area is not None:
        pay_surcharge(state, me, area)
