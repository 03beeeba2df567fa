"""The Prophetess (reference 7): anybody may recruit her for her player; Elder Signs in a Ritual."""

from __future__ import annotations

from typing import Final

from companion.games.cthulhu_wars.facts import PowerSpent
from companion.games.cthulhu_wars.model import names
from companion.games.cthulhu_wars.model.neutral_cards import CARDS, PROPHETESS
from companion.games.cthulhu_wars.model.state import CthulhuState
from companion.games.cthulhu_wars.neutral.cards.hooks import CardHooks
from companion.games.cthulhu_wars.neutral.recruited_by_others import recruited_by_others
from companion.table.prompts import Count
from companion.table.script import Script, ask, yes
from companion.table.words import _

STEP: Final = 3
"""Power for each Elder Sign more in a Ritual."""


def prophecy(state: CthulhuState, me: str) -> Script[int]:
    """Give Elder Signs with a Ritual, each for 3 extra Power.

    Only the player who alone has the highest-ranked unit in her area gets them.
    """
    there = any(
        state.on_map(code, PROPHETESS) > 0 for code in state.seats if PROPHETESS in state.factions[code].loyalty
    )
    if not there or state.factions[me].power < STEP:
        return 0
    name = names.unit_of(CARDS[PROPHETESS].unit)
    title = _("Highest-ranked unit with The Prophetess?")
    text = _(
        "Rank: Cultist, Monster, Terror, independent Great Old One, faction Great Old One. "
        "Yours must be the only highest."
    )
    if not (yield from yes(state, f"prophetess/{me}", me, title, text=text)):
        return 0

    def build() -> Count:
        most = state.factions[me].power // STEP
        return Count(
            key=f"prophetess/{me}/signs",
            who=me,
            title=_("How many more Elder Signs?"),
            text=_("3 Power for each."),
            least=0,
            most=most,
        )

    number = int((yield from ask(state, build)) or 0)
    if number:
        state.record(PowerSpent(me, STEP * number, name))
    return number


POWERS: Final = CardHooks(PROPHETESS, for_others=recruited_by_others(PROPHETESS), ritual_signs=prophecy)
