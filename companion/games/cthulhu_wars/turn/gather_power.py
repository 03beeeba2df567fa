"""Gather Power (reference 3.1): every addend named, then the half-of-leader rule."""

from __future__ import annotations

from typing import Any, Final, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from companion.games.cthulhu_wars.boards import registry as boards
from companion.games.cthulhu_wars.facts import (
    ActionsOver,
    PhaseBegan,
    PowerGained,
)
from companion.games.cthulhu_wars.model import names, roster
from companion.games.cthulhu_wars.model.state import CthulhuState, Phase
from companion.games.cthulhu_wars.model.units import Rank
from companion.games.cthulhu_wars.neutral.cards import registry
from companion.games.cthulhu_wars.neutral.loyalty_cards import gathers
from companion.games.cthulhu_wars.neutral.neutral_books import mao_ceremony
from companion.games.cthulhu_wars.neutral.unique_abilities import uniques
from companion.games.cthulhu_wars.rules.common_questions import MootError, unless_moot
from companion.games.cthulhu_wars.rules.gather_unchanged import put_back
from companion.games.cthulhu_wars.rules.high_priests import oath_after_count
from companion.games.cthulhu_wars.rules.mind_control import settle_gathering
from companion.games.cthulhu_wars.rules.pool import abandoned_gates, cultists, gates
from companion.games.cthulhu_wars.rules.untracked import left_to_table
from companion.games.cthulhu_wars.turn.after_action import announcement
from companion.games.cthulhu_wars.turn.spellbooks import notice_requirements
from companion.table.prompts import TABLE, Blank, Form, Sheet, SheetColumn, SheetRow, Tell
from companion.table.script import Script, ask, safe_point
from companion.table.words import _, labelled

MOST: Final = 99
"""What people can write down as somebody's sum."""


class Harvest(Struct, frozen=True):
    """What one faction gathers, and what the half-of-leader rule adds.

    Args:
        gates: controlled Gates, for 2 Power each; each of the other numbers is so much Power.
        others: what abilities add, each with its name.
    """

    code: str
    cultists: int = 0
    gates: int = 0
    abandoned: int = 0
    captives: int = 0
    captured_monsters: int = 0
    others: tuple[tuple[str, int], ...] = ()
    raised_by: int = 0

    @property
    def besides(self) -> int:
        """What comes by abilities and by the half-of-leader rule."""
        return sum(n for __, n in self.others) + self.raised_by

    @property
    def total(self) -> int:
        """Return the sum, after the half-of-leader rule."""
        return self.cultists + 2 * self.gates + self.abandoned + self.captives + self.captured_monsters + self.besides

    def notes(self) -> list[str]:
        """Return the other addends by name."""
        found = [f"{label} {n}" for label, n in self.others if n]
        if self.raised_by:
            found.append(_("raised to half the leader's {number}").format(number=self.raised_by))
        return found

    def parts(self) -> str:
        """Return the parts of the sum as people read it: `Cultists 6, Gates 1 x 2 = 2, ...`."""
        addends = (
            (_("Cultists"), self.cultists),
            (_("Gates {number} × 2 =").format(number=self.gates), 2 * self.gates),
            (_("abandoned Gates"), self.abandoned),
            (_("captured Cultists"), self.captives),
            (_("captured Monsters"), self.captured_monsters),
        )
        return ", ".join([*(f"{label} {n}" for label, n in addends if n), *self.notes()]) or _("nothing")

    def line(self) -> str:
        """Return who gathers what besides, by name; empty if nothing."""
        return labelled(names.faction(self.code), ", ".join(self.notes())) if self.besides else ""


def harvests(state: CthulhuState, own: dict[str, list[tuple[str, int]]]) -> list[Harvest]:
    """Work out what everybody gathers; `own` holds the addends of the factions' own abilities."""
    found = []
    for code in state.seats:
        number, abandoned = gates(state, code), abandoned_gates(state)
        captives = [
            (roster.card(owner).unit(unit).rank, n * roster.card(owner).captive_worth(state, owner, unit))
            for owner, kinds in state.factions[code].captives.items()
            for unit, n in kinds.items()
        ]
        harvest = Harvest(
            code,
            cultists=cultists(state, code),
            gates=number,
            abandoned=abandoned,
            captives=sum(n for rank, n in captives if rank is Rank.CULTIST),
            captured_monsters=sum(n for rank, n in captives if rank is not Rank.CULTIST),
            others=tuple(own.get(code, [])),
        )
        found.append(harvest)
    return half_of_leader(state, found)


def half_of_leader(state: CthulhuState, found: list[Harvest]) -> list[Harvest]:
    """Raise everybody below half of the highest Power to half of it, rounded up."""
    totals = {h.code: state.factions[h.code].power + h.total for h in found}
    least = (max(totals.values()) + 1) // 2
    return [replace(h, raised_by=max(0, least - totals[h.code])) for h in found]


def sheet(found: list[Harvest]) -> Sheet:
    """Return the sheet of all players; a column that nobody needs is left out."""
    columns = (
        (SheetColumn(_("Cultists"), "cultist"), [h.cultists for h in found]),
        (SheetColumn(_("Gates"), "gate"), [2 * h.gates for h in found]),
        (SheetColumn(_("abandoned Gates"), "gate-abandoned"), [h.abandoned for h in found]),
        (SheetColumn(_("captives"), "captive"), [h.captives + h.captured_monsters for h in found]),
        (SheetColumn(_("other"), "plus"), [h.besides for h in found]),
    )
    shown = [(heading, numbers) for heading, numbers in columns if any(numbers)]
    rows = tuple(
        SheetRow(h.code, (*(str(numbers[n]) if numbers[n] else "" for __, numbers in shown), f"+{h.total}"))
        for n, h in enumerate(found)
    )
    return Sheet((*(heading for heading, __ in shown), SheetColumn(_("Power"), "power")), rows)


def write_sums(state: CthulhuState, found: list[Harvest]) -> Script[dict[str, int]]:
    """Ask what everybody gathers, after the sums were refused."""

    def blanks() -> Form:
        return Form(
            key="gather_power/otherwise",
            who=TABLE,
            title=_("How much does each faction gather?"),
            text=_("As the companion calculated it. Correct anything that is wrong."),
            rule="gather_power",
            blanks=tuple(
                Blank(h.code, names.faction(h.code), most=max(MOST, h.total), suggested=h.total) for h in found
            ),
        )

    answer = yield from ask(state, blanks)
    return blanks().filled(answer)


Told: TypeAlias = dict[tuple[str, int], list[Any]]
"""What people have said of addends that must be asked for, by faction and number."""


def steps_of(state: CthulhuState, code: str) -> list[Script[Any]]:
    """Return the steps by which the abilities of a faction add something: for itself, and last for anybody."""
    card = roster.card(code)
    gather = (*(unique.gather for unique in uniques(state, code)), card.gather, registry.asks_gather, card.shares)
    return [door(state, code) for door in gather]


def ask_addends(state: CthulhuState) -> Script[Told]:
    """Ask for what only people know of them."""
    told: Told = {}
    for code in state.seats:
        *own, shares = steps_of(state, code)
        for n, steps in enumerate(own):
            told[code, n] = (yield from left_to_table(state, names.faction(code), "", steps, who=code)) or []
        shares.close()
    for code in state.seats:
        *own, shares = steps_of(state, code)
        for steps in own:
            steps.close()
        told[code, len(own)] = (yield from left_to_table(state, names.faction(code), "", shares, who=code)) or []
    return told


def unasked(steps: Script[list[Any]]) -> list[Any] | None:
    """Run steps that ask nothing and return what comes of them; None if they ask."""
    try:
        next(steps)
    except StopIteration as end:
        found: list[Any] = end.value
        return found
    except MootError:
        return None
    steps.close()
    return None


def addends(state: CthulhuState, told: Told) -> dict[str, list[tuple[str, int]]]:
    """Return what abilities add as things are now.

    The sheet waits, and much may be done before the count. What was asked stays as it was answered.
    """
    own: dict[str, list[tuple[str, int]]] = {code: [] for code in state.seats}
    shared: list[tuple[str, str, int]] = []
    for code in state.seats:
        found = []
        for n, steps in enumerate(steps_of(state, code)):
            now = unasked(steps)
            found.append(told.get((code, n), []) if now is None else now)
        *mine, asked, shares = found
        for more in (*mine, gathers(state, code), registry.gathers(state, code), boards.gathers(state, code), asked):
            own[code] += more
        shared += shares
    for who, label, power in shared:
        own[who].append((label, power))
    return own


def gather_power(state: CthulhuState) -> Script[None]:
    """Let all players gather together: one sheet, one tap when nothing is odd."""
    yield from safe_point()
    yield from boards.gather_begins(state)
    yield from settle_gathering(state)
    told = yield from ask_addends(state)

    def sums_told() -> Tell | None:
        if state.phase is not Phase.GATHER:
            return None
        return Tell(
            key="gather_power",
            who=TABLE,
            title=_("Gather Power"),
            text=announcement(state),
            lines=tuple(filter(None, (h.line() for h in harvests(state, addends(state, told))))),
            sheet=sheet(harvests(state, addends(state, told))),
            verb=_("Gather"),
            refusal=_("Adjust"),
            rule="gather_power",
        )

    right = yield from ask(state, sums_told)
    if state.phase is not Phase.GATHER:
        # Elder Signs that were revealed in the last turn have ended the game; or somebody acts again.
        return
    found = harvests(state, addends(state, told))
    sums = {harvest.code: harvest.total for harvest in found}
    if right is False:
        sums = yield from write_sums(state, found)
    state.record(ActionsOver())
    for harvest in found:
        words = harvest.parts() if sums[harvest.code] == harvest.total else _("set by hand")
        state.record(PowerGained(harvest.code, sums[harvest.code], words))
    registry.before_return(state)
    put_back(state)
    # Who has so much Power has it before any of it is lost or spent again (reference 3.7).
    yield from notice_requirements(state)
    for code in state.player_order():
        yield from left_to_table(state, names.faction(code), "", roster.card(code).gathered(state, code), who=code)
        registry.power_gathered(state, code)
    for code in state.player_order():
        yield from registry.after_count(state, code)
    yield from registry.gathered(state)
    for code in state.player_order():
        yield from unless_moot(state, code, mao_ceremony(state, code))
    for code in state.player_order():
        yield from left_to_table(state, _("Unspeakable Oath"), "", oath_after_count(state, code), who=code)
    yield from notice_requirements(state)
    state.record(PhaseBegan(Phase.FIRST_PLAYER, state.turn, words=_("Determine First Player")))
