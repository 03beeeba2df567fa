"""The Eidolon and The Prophetess (reference 7): Cultists whom anybody may recruit for their player."""

from __future__ import annotations

from functools import partial
from typing import Final

from companion.games.cthulhu_wars.facts import CounterSet, PowerSpent
from companion.games.cthulhu_wars.model import names
from companion.games.cthulhu_wars.model.faction_parts import Action, costs
from companion.games.cthulhu_wars.model.neutral_cards import CARDS, EIDOLON, PROPHETESS
from companion.games.cthulhu_wars.model.state import CthulhuState
from companion.games.cthulhu_wars.neutral.cards.hooks import CardHooks, while_in_play
from companion.games.cthulhu_wars.rules.pool import enter, pool
from companion.games.cthulhu_wars.rules.surcharges import ask_toll
from companion.table.prompts import Count
from companion.table.script import Script, ask, yes
from companion.table.state import Notice
from companion.table.words import N_, _

DOWN: Final = "eidolon_down"
"""Mark: his card lies face down."""
STEP: Final = 3
"""Power for each Elder Sign more in a Ritual."""


def recruit_for(owner: str, card: str, state: CthulhuState, me: str) -> Script[None]:
    """One that somebody else recruits stays its player's."""
    yield from ask_toll(state, me)
    enter(state, owner, card, 1, _("recruited"))


def recruits(state: CthulhuState, me: str) -> list[Action]:
    """Those of others that a faction may recruit."""
    return [
        Action(
            f"recruit_for/{card}",
            _("Recruit {unit}").format(unit=names.unit_of(CARDS[card].unit)),
            costs(CARDS[card].unit.cost),
            lambda _s, _c: "",
            partial(recruit_for, code, card),
            _("It stays a unit of {faction}").format(faction=names.faction(code)),
            symbol="recruit",
        )
        for code in state.enemies(me)
        if state.factions[code].loyalty
        for card in (EIDOLON, PROPHETESS)
        if card in state.factions[code].loyalty and pool(state, code, card) > 0
    ]


# -- The Eidolon ---------------------------------------------------------------------------------------------------


def face_down(state: CthulhuState, me: str) -> str:
    """Return that the card is face down until the Doom Phase, or an empty string."""
    return _("It is face down until the Doom Phase.") if state.factions[me].marks.get(DOWN) else ""


def written(state: CthulhuState, me: str) -> Script[None]:
    """Everybody writes down the next Action, which must be taken if it is possible; his card is turned down."""
    yield from ()
    state.record(CounterSet(me, DOWN, 1))
    state.record(Notice(me, _("All write down their next Action, which must be taken if it is possible")))


def turned_up(state: CthulhuState, me: str) -> Script[None]:
    """In the Doom Phase his card is turned up."""
    yield from ()
    if state.factions[me].marks.get(DOWN):
        state.record(CounterSet(me, DOWN, 0))


# -- The Prophetess ------------------------------------------------------------------------------------------------


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
    text = _("Cultist, Monster, Terror, independent Great Old One, that of a faction: yours alone is the highest.")
    if not (yield from yes(state, f"prophetess/{me}", me, title, text=text)):
        return 0

    def build() -> Count:
        most = state.factions[me].power // STEP
        return Count(
            key=f"prophetess/{me}/signs",
            who=me,
            title=_("How many Elder Signs more?"),
            text=_("3 Power for each."),
            least=0,
            most=most,
        )

    number = int((yield from ask(state, build)) or 0)
    if number:
        state.record(PowerSpent(me, STEP * number, name))
    return number


POWERS: Final = (
    CardHooks(
        EIDOLON,
        between_actions=(
            Action(
                "eidolon",
                N_("A written Action"),
                costs(0),
                while_in_play(EIDOLON, face_down),
                written,
                N_("All write down their next Action"),
            ),
        ),
        doom_begins=turned_up,
    ),
    CardHooks(PROPHETESS),
)
