"""The Doom Phase (reference 3.3): Doom for Gates, then one Ritual of Annihilation each, in player order.

What else takes effect in the phase comes around one's own Ritual, or after all Rituals (D32): `doom_abilities`.
"""

from __future__ import annotations

from typing import Final

from companion.games.cthulhu_wars.boards import registry as boards
from companion.games.cthulhu_wars.facts import (
    ActionPhaseBegan,
    DoomGained,
    DoomOrderSet,
    PhaseBegan,
    RitualsFinished,
)
from companion.games.cthulhu_wars.model import names, roster
from companion.games.cthulhu_wars.model.rulings import OTHER, ruling
from companion.games.cthulhu_wars.model.state import CthulhuState, Phase
from companion.games.cthulhu_wars.neutral.cards import registry
from companion.games.cthulhu_wars.neutral.loyalty_cards import LOYALTY, loyalty_option, take_card
from companion.games.cthulhu_wars.neutral.ritual import perform_ritual, ritual_gain, told_ritual
from companion.games.cthulhu_wars.neutral.unique_abilities import in_the_way
from companion.games.cthulhu_wars.rules.people import turn_began
from companion.games.cthulhu_wars.rules.pool import gates
from companion.games.cthulhu_wars.rules.ritual_marker import ritual_cost
from companion.games.cthulhu_wars.rules.untracked import left_to_table
from companion.games.cthulhu_wars.turn.common_actions import too_dear
from companion.games.cthulhu_wars.turn.doom_abilities import (
    abilities_left,
    abilities_place,
    ability_option,
    around_rituals,
    settle,
    use_ability,
)
from companion.games.cthulhu_wars.turn.palette import RATHER, rather, said
from companion.games.cthulhu_wars.turn.power_moments import power_to_come
from companion.games.cthulhu_wars.turn.spellbooks import notice_requirements
from companion.games.cthulhu_wars.turn.victory import end_triggered
from companion.table.prompts import Choose, Option, Sheet, SheetColumn, SheetRow
from companion.table.script import Script, pick_one, safe_point
from companion.table.state import Notice
from companion.table.words import _, and_list, labelled, n_

OTHERWISE: Final = "ritual/otherwise"
"""A Ritual whose cost or gain the table says."""


def doom_phase(state: CthulhuState) -> Script[None]:
    """Run the Doom Phase, or go on with it.

    `to_do` holds the players who have not had their Ritual yet, `to_come` those who have their abilities after all
    Rituals. The ruling of D32 is settled as the phase begins.
    """
    if not state.to_do and not state.to_come:
        yield from boards.doom_begins(state)
        yield from doom_for_gates(state)
        for code in state.player_order():
            registry.doom_phase_begins(state, code)
        order = tuple(state.player_order())
        state.record(DoomOrderSet(order, order if ruling(state.rulings, "D32") == OTHER else ()))
    while state.to_do or state.to_come:
        if state.by_hand:
            return
        rituals = bool(state.to_do)
        me = state.to_do[0] if rituals else state.to_come[0]
        if state.active != me:
            state.record(turn_began(state, me))
            if state.doom_place_began(me):
                for begins in (roster.card(me).doom_begins, registry.doom_begins):
                    yield from left_to_table(state, names.faction(me), "", begins(state, me), who=me)
            yield from notice_requirements(state)
        yield from safe_point()
        if not rituals:
            yield from abilities_place(state, me)
            state.record(DoomOrderSet((), tuple(state.to_come[1:])))
            continue
        yield from ritual_slot(state, me)
        if state.to_do[0] != me:
            continue
        yield from settle(state)
        state.record(DoomOrderSet(tuple(state.to_do[1:]), tuple(state.to_come)))
        if state.to_come and not state.to_do:
            state.record(RitualsFinished())
    for code in state.player_order():
        for ends in (roster.card(code).doom_ends, registry.doom_ends):
            yield from left_to_table(state, names.faction(code), "", ends(state, code), who=code)
    yield from boards.doom_ends(state)
    if end_triggered(state):
        state.record(PhaseBegan(Phase.END, state.turn, words=_("The game ends")))
    else:
        state.record(ActionPhaseBegan(state.turn + 1))


def doom_for_gates(state: CthulhuState) -> Script[None]:
    """Give everybody 1 Doom per controlled Gate, not in a two-player game (reference 3.8)."""
    if state.duel:
        return
    less = yield from registry.gates_without_doom(state)
    for code in state.seats:
        doom = gates(state, code) - less.get(code, 0)
        if doom:
            words = n_("{number} controlled Gate", "{number} controlled Gates", doom).format(number=doom)
            state.record(DoomGained(code, doom, words, for_gates=True))


def sheet(state: CthulhuState) -> Sheet | None:
    """Return the sheet of Doom from Gates with everybody's Doom, or None if there is none."""
    if not state.doom_for_gates:
        return None
    rows = []
    for code in state.seats:
        given = state.doom_for_gates.get(code, 0)
        rows.append(SheetRow(code, (f"+{given}" if given else "", str(state.factions[code].doom))))
    return Sheet((SheetColumn(_("Gates"), "gate"), SheetColumn(_("Doom now"), "doom")), tuple(rows))


def own_to_come(state: CthulhuState, me: str) -> list[str]:
    """Return the other factions of the same person that come later.

    Their order is free (D2).
    """
    return [c for c in state.hand(me) if c != me and c in state.to_do]


def rite_options(state: CthulhuState, me: str, cost: int) -> list[Option]:
    """Return the other ways in which a faction may perform its Ritual."""
    return [
        Option(
            rite.id,
            _(rite.name),
            boards.no_ritual(state, me) or rite.refused(state, me) or too_dear(state, me, cost),
            said(state, me, rite),
            symbol="ritual",
            cost=cost,
            short=_(rite.short or rite.name),
        )
        for rite in roster.card(me).rites
    ]


def unused(state: CthulhuState, me: str) -> str:
    """Return a reminder of what may be used in the place of a player besides its Ritual, or an empty string."""
    if not state.doom_place_began(me):
        return ""
    able = [_(ability.name) for ability in around_rituals(state, me) if not in_the_way(state, me, ability)]
    return _("Not used yet: {abilities}.").format(abilities=and_list(able)) if able else ""


def ritual_slot(state: CthulhuState, me: str) -> Script[None]:
    """Run a player's place in the order: one Ritual and its Doom Phase abilities.

    They come in any order; the abilities wait if they come after all Rituals (D32).
    """
    used: list[str] = []

    def build() -> Choose | None:
        if me in state.unplayed:
            return None
        options = [
            ability_option(state, me, a)
            for a in abilities_left(state, me)
            if ("ritual" not in used if a.instead_of_ritual else state.doom_place_began(me))
        ]
        gain = ""
        if "ritual" not in used:
            cost, gain = ritual_cost(state, me), ritual_gain(state, me)
            ritual = Option(
                "ritual",
                _("Ritual of Annihilation"),
                boards.no_ritual(state, me) or too_dear(state, me, cost),
                gain,
                symbol="ritual",
                cost=cost,
                tile="ritual",
                short=_("Ritual"),
            )
            otherwise = Option(
                OTHERWISE,
                _("Ritual adjusted by hand"),
                detail=_("Enter its cost and gains"),
                symbol="ritual",
                tile="ritual",
                short=_("Adjust"),
            )
            options[:0] = [ritual, otherwise, *rite_options(state, me, cost)]
        card = loyalty_option(state, me) if LOYALTY not in used else None
        if card is not None:
            options.append(card)
        more = power_to_come(state, me) if "ritual" not in used else []
        within_reach = bool(more) and ritual_cost(state, me) <= state.factions[me].power + sum(
            a.gives(state, me) for a in more
        )
        if not within_reach and not any(not o.refused and o.id != OTHERWISE for o in options):
            return None
        options += [ability_option(state, me, a) for a in more]
        if not used:
            options += [rather(code).option for code in own_to_come(state, me)]
        return Choose(
            key=f"doom_phase/{me}",
            who=me,
            title=_("Ritual of Annihilation?"),
            text=" ".join(filter(None, (_("It gives {gain}.").format(gain=gain) if gain else "", unused(state, me)))),
            rule="ritual",
            sheet=sheet(state),
            options=tuple(options),
            least=0,
            decline=_("No Ritual") if "ritual" not in used else _("Done"),
        )

    # It is long: the first one is asked as it was built to see whether there is anything to ask.
    built = [build()]
    if built[0] is None:
        why, words = boards.no_ritual(state, me), _("{faction} cannot afford a Ritual: skipped")
        if me in state.unplayed:
            words = _("Nobody plays {faction}: no Ritual")
        name = names.faction(me)
        state.record(Notice(me, labelled(name, why) if why else words.format(faction=name)))
    while (picked := (yield from pick_one(state, lambda: built.pop() if built else build()))) is not None:
        if picked.startswith(RATHER):
            other = picked.removeprefix(RATHER)
            state.record(DoomOrderSet((other, *(c for c in state.to_do if c != other)), tuple(state.to_come)))
            return
        if any(a.id == picked for a in power_to_come(state, me)):
            source = next(a for a in power_to_come(state, me) if a.id == picked)
            yield from left_to_table(state, _(source.name), "", source.script(state, me), who=me)
            yield from settle(state)
            continue
        if picked == OTHERWISE:
            told = yield from left_to_table(state, _("Ritual of Annihilation"), "", told_ritual(state, me), who=me)
            if told is not False:
                used += [OTHERWISE, "ritual"]
            yield from settle(state)
            continue
        used.append(picked)
        rite = next((r for r in roster.card(me).rites if r.id == picked), None)
        if picked == "ritual" or rite:
            used.append("ritual")
            yield from left_to_table(state, _("Ritual of Annihilation"), "", perform_ritual(state, me, rite), who=me)
        elif picked == LOYALTY:
            if (yield from left_to_table(state, _("Loyalty Card"), "", take_card(state, me), who=me)) is False:
                used.remove(LOYALTY)
        else:
            ability = next(a for a in abilities_left(state, me) if a.id == picked)
            if ability.instead_of_ritual:
                used.append("ritual")
            yield from use_ability(state, me, ability)
        yield from settle(state)
