"""What a player may do on its turn, with costs and with the reason where it may not.

People learn places: the order is the same for every faction, whatever is possible.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from companion.games.cthulhu_wars.facts import PowerSpent
from companion.games.cthulhu_wars.model import names
from companion.games.cthulhu_wars.model.faction_parts import Action, RitualVariant
from companion.games.cthulhu_wars.model.neutral_cards import CARDS, LEFT_ACTIONS
from companion.games.cthulhu_wars.model.rulings import OTHER, ruling
from companion.games.cthulhu_wars.model.state import CthulhuState
from companion.games.cthulhu_wars.neutral.cards.registry import first_action
from companion.games.cthulhu_wars.neutral.unique_abilities import actions, in_the_way, unlimited
from companion.games.cthulhu_wars.rules.decay import own_to_act
from companion.games.cthulhu_wars.rules.mind_control import unless_there
from companion.games.cthulhu_wars.rules.pool import keeper_units
from companion.games.cthulhu_wars.turn import common_actions as common
from companion.games.cthulhu_wars.turn.common_choices import (
    FORMER_ACTIONS,
    ActionChoice,
    common_choices,
    unlimited_choices,
)
from companion.games.cthulhu_wars.turn.manual_evening import choices
from companion.games.cthulhu_wars.turn.spellbooks import cannot_be_met, claim_words, seen_by_players
from companion.table.prompts import Count, Option
from companion.table.script import Script, ask
from companion.table.state import Notice
from companion.table.words import _, and_list, labelled

RATHER: Final = "rather/"

BOOK: Final = "spellbook"
"""Drawing and tile of whatever earns a spellbook."""

FINISH: Final = "finish"
NO_SECOND: Final = "no_second"
"""Ids of what goes on without another Action."""

OTHER_ACTION: Final = "other"
"""Id of an Action that the table carries out itself."""

OWN: Final = "unique-action"
"""Drawing of whatever else is a faction's own."""


def palette(state: CthulhuState, me: str, done: list[str], *, acted: bool, second: bool = False) -> list[ActionChoice]:
    """Return all choices of the moment; each keeps its place, and what is impossible says why.

    Args:
        done: ids of what was done this turn, in order.
        acted: whether the turn's one Action is done; then only Unlimited Actions are left.
        second: whether this is the second Action of a double-action book.
    """
    others = [rather(code) for code in own_to_act(state, me)]
    if state.by_hand:
        return [*choices(state, me), *claim_choices(state, me), *([] if done else others), pass_choice(state, me, [])]
    common, own = common_choices(state, me), [*own_actions(state, me, done, second=second), *other_actions(state, me)]
    gates, passing = gate_choices(state, me), [pass_choice(state, me, [*common, *own])]
    over, way_on = _("Your Action is done."), list[ActionChoice]()
    if second:
        # No Unlimited Action fits between the two Actions of a double-action book.
        between = _("Not between two Actions.")
        common, own = held_back(state, me, common), held_back(state, me, own)
        gates, passing, others = because(between, gates), because(between, passing), because(between, others)
        way_on = [ActionChoice(Option(NO_SECOND, _("No second Action"), symbol="end-turn"), nothing)]
    elif acted or (done and (FORMER_ACTIONS.keys() & done or any(c.id in done for c in [*common, *own]))):
        if acted:
            common, own = because(over, common, free=True), because(over, own, free=True)
        else:
            common, own, gates = (held_back(state, me, some) for some in (common, own, gates))
        passing, others = because(over, passing), because(over, others)
        way_on = [ActionChoice(Option(FINISH, _("End turn"), symbol="end-turn"), counts=False)]
    else:
        common, own, gates = (held_back(state, me, some) for some in (common, own, gates))
        others = because(over, others) if done else others
    first = [c for c in own if c.option.tile != BOOK]
    last = [c for c in own if c.option.tile == BOOK]
    return [*common, *gates, *first, *others, *last, *claim_choices(state, me), *way_on, *passing]


def because(reason: str, choices: list[ActionChoice], *, free: bool = False) -> list[ActionChoice]:
    """Return choices that cannot be picked for this reason; with `free`, Unlimited Actions stay as they are."""
    return [c if free and c.unlimited else replace(c, option=replace(c.option, refused=reason)) for c in choices]


def free_choices(state: CthulhuState, me: str) -> list[ActionChoice]:
    """Return what may be done besides the turn's one Action.

    These are Common Actions, and Actions of the faction that are like them.
    """
    return [*unlimited_choices(state, me), *(c for c in own_actions(state, me, second=False) if c.unlimited)]


def held_back(state: CthulhuState, me: str, choices: list[ActionChoice]) -> list[ActionChoice]:
    """Refuse all but one Action while a card wants that one first."""
    found = first_action(state, me)
    if found is None:
        return choices
    first, why = found
    return [c if c.refused or c.id == first else replace(c, option=replace(c.option, refused=why)) for c in choices]


def gate_choices(state: CthulhuState, me: str) -> list[ActionChoice]:
    """Return the Unlimited Actions on Gates (reference 3.4).

    A faction without a unit that can hold a Gate has none.
    """
    if state.by_hand or not keeper_units(state, me):
        return []
    tired = too_tired(state, me)
    taking, leaving = tired or common.control_refused(state, me), tired or common.abandon_refused(state, me)
    control = _on_gate("control", _("Control Gate"), taking, "control-gate")
    abandon = _on_gate("abandon", _("Abandon Gate"), leaving, "abandon-gate")
    return [
        ActionChoice(control, common.control_gate, unlimited=True, counts=False, worth_asking=True),
        ActionChoice(abandon, common.abandon_gate, unlimited=True, counts=False),
    ]


def _on_gate(name: str, label: str, refused: str, symbol: str) -> Option:
    return Option(name, label, refused, _("Unlimited"), symbol=symbol)


def gate_to_take(state: CthulhuState, me: str) -> bool:
    """Return whether there is a Gate to take control of, which is worth a question."""
    return not (state.by_hand or too_tired(state, me) or common.control_refused(state, me))


def too_tired(state: CthulhuState, me: str) -> str:
    """Return why Unlimited Actions on Gates are over (D28), or an empty string."""
    tired = state.factions[me].power <= 0 and ruling(state.rulings, "D28") == OTHER
    return _("You have no Power left.") if tired else ""


def own_actions(state: CthulhuState, me: str, done: Sequence[str] = (), *, second: bool) -> list[ActionChoice]:
    """Return the faction's own Actions.

    These are unique ones, those of face-up spellbooks, and requirement Actions not done before this turn. One that is a
    Summon is an Unlimited Action for a faction whose Summons are. A double-action book cannot be the second Action of
    another one, or of itself.

    Args:
        done: ids of what was done this turn; a requirement Action among them keeps its place.
        second: whether this is the second Action of a double-action book.
    """
    found = []
    faction = state.factions[me]
    for action in actions(state, me):
        if action.book and action.book not in faction.books:
            continue
        met = bool(action.requirement) and action.requirement in faction.met
        if met and action.id not in done:
            continue
        refused = _("Done this turn.") if met else ""
        if action.again and second:
            refused = _("Not as a second Action.")
        cost = action.price(state, me)
        free = (
            bool(action.summons)
            and "summon" in unlimited(state, me)
            and not common.another_first(state, me, action.summons)
        )
        symbol = action.symbol or (BOOK if action.requirement else OWN)
        option = Option(
            action.id,
            _(action.name),
            refused or in_the_way(state, me, action) or common.too_dear(state, me, cost),
            ". ".join(filter(None, (_("Unlimited") if free else "", said(state, me, action)))),
            symbol=symbol,
            cost=cost or None,
            tile=BOOK if symbol == BOOK else "",
            heading=_("Spellbook") if symbol == BOOK else "",
            short=action.short and _(action.short),
        )
        found.append(ActionChoice(option, action=action, unlimited=free, worth_asking=free, again=action.again))
    return found


def other_actions(state: CthulhuState, me: str) -> list[ActionChoice]:
    """Return the choice of an Action that the companion does not carry out, for whoever has a card with one."""
    cards = [names.unit_of(CARDS[card].unit) for card in state.factions[me].loyalty if card in LEFT_ACTIONS]
    if not cards:
        return []
    detail = _("Of a card that is left to you: {cards}").format(cards=and_list(cards))
    option = Option(OTHER_ACTION, _("Another Action"), detail=detail, symbol=OWN)
    return [ActionChoice(option, other_action)]


def other_action(state: CthulhuState, me: str) -> Script[None]:
    """Ask what an Action of a card costs that the table carries out itself, and pay that."""
    title, most = _("What does the Action cost?"), state.factions[me].power
    cost = yield from ask(
        state, lambda: Count(key="other/cost", who=me, title=title, least=0, most=most, automatic=False)
    )
    name = _("Another Action")
    if cost:
        state.record(PowerSpent(me, min(cost, state.factions[me].power), name))
    else:
        state.record(Notice(me, labelled(names.faction(me), name)))


def said(state: CthulhuState, me: str, action: Action | RitualVariant) -> str:
    """Return what an Action or Ritual does, and what an enemy's Elder Thing does to it."""
    text = action.text and _(action.text).rstrip(".")
    return ". ".join(filter(None, (text, unless_there(state, me) if action.great else "")))


def claim_choices(state: CthulhuState, me: str) -> list[ActionChoice]:
    """Say that a requirement is met that only the players can see."""
    return [
        ActionChoice(
            Option(
                f"claim/{r.id}",
                _("Requirement met: {requirement}").format(requirement=_(r.text)),
                cannot_be_met(state, me, r),
                detail=_("Take a spellbook"),
                symbol=BOOK,
                tile=BOOK,
                heading=_("Spellbook"),
                short=claim_words(state, me, r, r.claim or r.short or r.text),
            ),
            counts=False,
            claim=r,
        )
        for r in seen_by_players(state, me)
    ]


def rather(code: str) -> ActionChoice:
    """Act with another one of one's own factions first; the order within a turn is free (D2)."""
    label = _("{faction} first").format(faction=names.faction(code))
    return ActionChoice(Option(f"{RATHER}{code}", label, symbol="forward"), counts=False)


def pass_choice(state: CthulhuState, me: str, others: list[ActionChoice]) -> ActionChoice:
    """Drop to 0 Power; with two players only if nothing else can be done (reference 3.8)."""
    refused = ""
    if state.duel and any(not c.refused for c in others):
        refused = _("With two players nobody may drop to 0 Power.")
    detail = _("Drop from {power} to 0 Power").format(power=state.factions[me].power)
    return ActionChoice(Option("pass", _("Pass"), refused, detail, symbol="pass"), drop_to_zero)


def nothing(_state: CthulhuState, _me: str) -> Script[None]:
    """Leave out what may be left out."""
    yield from ()


def drop_to_zero(state: CthulhuState, me: str) -> Script[None]:
    """Drop to 0 Power: passing while having Power always does."""
    power = state.factions[me].power
    words = _("{faction}: passes; Power {power} → 0").format(faction=names.faction(me), power=power)
    state.record(PowerSpent(me, power, _("passes and drops to 0"), words))
    yield from ()
