"""What a faction may do at any moment, and the moments that it needs for that: those in which Power counts.

A key is enough for most of it. Where the rules would go on without a question, Power that could still be had needs one:
before a Ritual that is too dear, and where the Action Phase would be over (reference 3.3 and 3.4). After the count of
Gather Power the abilities have questions of their own.
"""

from __future__ import annotations

from typing import Final

from companion.games.cthulhu_wars.boards import registry as boards
from companion.games.cthulhu_wars.facts import ActionsGoOn
from companion.games.cthulhu_wars.model import roster
from companion.games.cthulhu_wars.model.faction_parts import Action, nothing_in_the_way
from companion.games.cthulhu_wars.model.neutral_cards import STARS
from companion.games.cthulhu_wars.model.state import CthulhuState, Phase
from companion.games.cthulhu_wars.neutral.cards import registry
from companion.games.cthulhu_wars.neutral.unique_abilities import closed
from companion.games.cthulhu_wars.rules.elder_signs import reveal
from companion.games.cthulhu_wars.rules.high_priests import UNSPEAKABLE_OATH
from companion.games.cthulhu_wars.rules.pool import has_priest
from companion.table.script import Script, yes
from companion.table.words import N_, _

MOST_OF_A_SIGN: Final = 3


def at_any_time(state: CthulhuState, code: str) -> tuple[Action, ...]:
    """Return what a faction may do at any moment; by a High Priest his oath, too."""
    own = (*roster.card(code).anytime, *registry.anytime(state, code), *boards.anytime(state, code))
    return own if UNSPEAKABLE_OATH in own or not has_priest(state, code) else (*own, UNSPEAKABLE_OATH)


def stars_give(state: CthulhuState, me: str) -> int:
    """Return the most Power that Stars Are Right may give in the Doom Phase.

    Nobody else knows what the Elder Signs show.
    """
    return MOST_OF_A_SIGN * len(state.factions[me].signs) if state.can_use(me, STARS) else 0


SIGNS: Final = Action(
    "signs",
    N_("Reveal Elder Signs"),
    0,
    nothing_in_the_way,
    reveal,
    N_("Stars Are Right: their value in Power, too"),
    gives=stars_give,
)
"""For whoever has Stars Are Right, in the Doom Phase."""


def power_to_come(state: CthulhuState, me: str) -> list[Action]:
    """Return what gives a faction Power in the Doom Phase whenever it likes."""
    if state.by_hand:
        return []
    return [
        a
        for a in (*at_any_time(state, me), SIGNS)
        if a.gives(state, me) > 0
        and (not a.book or state.can_use(me, a.book))
        and not (closed(state, me, a) or a.refused(state, me))
    ]


def goes_on(state: CthulhuState, me: str, name: str) -> Script[None]:
    """Let a faction act that has got Power after the last Action of the phase: it ends only when nobody has any."""
    title = _("Act with this Power now?")
    text = _("{name} came after the last Action: Yes lets the Action Phase go on, No keeps it for Gather Power.")
    said = yield from yes(state, f"goes_on/{me}", me, title, text=text.format(name=name), rule="goes_on")
    if said and state.between_actions:
        state.record(ActionsGoOn(me, state.turn))


def after_the_last_action(state: CthulhuState) -> bool:
    """Return whether Gather Power has begun and its count has not, when abilities may still come."""
    return state.phase is Phase.GATHER and state.between_actions
