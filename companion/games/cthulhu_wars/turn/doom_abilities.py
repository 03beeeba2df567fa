"""What factions may do in the Doom Phase besides a Ritual: in their own place, or after all Rituals (D32).

Whoever has had that place may still do it until the phase ends, by a key that asks nobody anything.
"""

from __future__ import annotations

from companion.games.cthulhu_wars.facts import AbilityUsedUp, PowerSpent, RequirementMet
from companion.games.cthulhu_wars.model import names
from companion.games.cthulhu_wars.model.faction_parts import Action
from companion.games.cthulhu_wars.model.state import CthulhuState
from companion.games.cthulhu_wars.neutral.unique_abilities import doom_actions, in_the_way
from companion.games.cthulhu_wars.rules.losses import settle_gates
from companion.games.cthulhu_wars.rules.untracked import left_to_table
from companion.games.cthulhu_wars.turn.after_action import of_faction
from companion.games.cthulhu_wars.turn.palette import OWN
from companion.games.cthulhu_wars.turn.spellbooks import notice_requirements
from companion.table.prompts import Choose, Option
from companion.table.script import Script, pick_one
from companion.table.words import _, labelled


def abilities_left(state: CthulhuState, me: str) -> list[Action]:
    """Return what a faction has for the Doom Phase and has not used in this one."""
    met = state.factions[me].met
    return [
        a
        for a in doom_actions(state, me)
        if (me, a.id) not in state.used_up and a.requirement not in met and (not a.book or state.owns(me, a.book))
    ]


def around_rituals(state: CthulhuState, me: str) -> list[Action]:
    """Return those of them that do not take the place of a Ritual."""
    return [a for a in abilities_left(state, me) if not a.instead_of_ritual]


def ability_option(state: CthulhuState, me: str, ability: Action) -> Option:
    """Return the entry for one, with the reason if it cannot be used."""
    return Option(
        ability.id,
        _(ability.name),
        in_the_way(state, me, ability),
        ability.text and _(ability.text),
        symbol=ability.symbol or OWN,
        cost=ability.price(state, me) or None,
        short=ability.short and _(ability.short),
    )


def use_ability(state: CthulhuState, me: str, ability: Action) -> Script[None]:
    """Pay for an ability and carry it out: once per Doom Phase."""
    state.record(AbilityUsedUp(me, ability.id))
    if ability.price(state, me):
        state.record(PowerSpent(me, ability.price(state, me), _(ability.name)))
    yield from left_to_table(
        state, _(ability.name), ability.text and _(ability.text), ability.script(state, me), who=me
    )
    if ability.requirement:
        state.record(RequirementMet(me, ability.requirement))


def settle(state: CthulhuState) -> Script[None]:
    """Settle what each ability brings before Power is paid for the next: spellbooks (3.7)."""
    yield from settle_gates(state)
    yield from notice_requirements(state)


def abilities_place(state: CthulhuState, me: str) -> Script[None]:
    """Ask a player for Doom Phase abilities after all Rituals (D32); nobody is asked who has none to use."""

    def build() -> Choose | None:
        options = tuple(ability_option(state, me, a) for a in around_rituals(state, me))
        if me in state.unplayed or all(o.refused for o in options):
            return None
        return Choose(
            key=f"doom_abilities/{me}",
            who=me,
            title=_("Use a Doom Phase ability?"),
            text=_("All Rituals are over."),
            rule="doom_abilities",
            options=options,
            least=0,
            decline=_("Done"),
        )

    while (picked := (yield from pick_one(state, build))) is not None:
        yield from use_ability(state, me, next(a for a in around_rituals(state, me) if a.id == picked))
        yield from settle(state)


def late_abilities(state: CthulhuState) -> list[tuple[str, Action]]:
    """Return what can still be used by those whose place is over, by faction, until the phase ends."""
    if state.by_hand:
        return []
    return [(code, a) for code in state.seats if state.doom_place_over(code) for a in around_rituals(state, code)]


def late_options(state: CthulhuState) -> list[Option]:
    """Return a key for each of them."""
    return [
        of_faction(
            a.id,
            code,
            labelled(names.faction(code), _(a.name)),
            _(a.short or a.name),
            _("Until the Doom Phase ends"),
            in_the_way(state, code, a),
            near=True,
        )
        for code, a in late_abilities(state)
    ]


def use_late(state: CthulhuState, me: str, ability: Action) -> Script[None]:
    """Use an ability after one's place, while others have theirs."""
    yield from use_ability(state, me, ability)
    yield from settle(state)
