"""Bokrug: Ghosts of Ib, and his spellbook Doom that Came to Sarnath (reference 7)."""

from __future__ import annotations

from typing import Final

from companion.games.cthulhu_wars.facts import CardReturned, CardTaken, PiecesEntered, PiecesLeft, SignDiscarded
from companion.games.cthulhu_wars.model import names
from companion.games.cthulhu_wars.model.battle_state import Battle
from companion.games.cthulhu_wars.model.maps import area_name
from companion.games.cthulhu_wars.model.neutral_cards import BOKRUG
from companion.games.cthulhu_wars.model.state import CthulhuState
from companion.games.cthulhu_wars.model.units import Loss, Rank
from companion.games.cthulhu_wars.neutral.cards.hooks import CardHooks
from companion.games.cthulhu_wars.rules.card_books import BOOK, CARD_BOOKS, forget
from companion.games.cthulhu_wars.rules.common_questions import (
    gate_left,
    lost_unit,
    pick_faction,
    pick_kind,
)
from companion.games.cthulhu_wars.rules.losses import lose_unit
from companion.games.cthulhu_wars.rules.mind_control import was_controlled
from companion.games.cthulhu_wars.rules.pool import enter, keeper_units, kinds, pool
from companion.table.prompts import Choose, Option
from companion.table.script import Script, pick_one
from companion.table.words import _


def lesser(state: CthulhuState, me: str) -> list[str]:
    """Return the kinds of own Monsters and Cultists on the map."""
    return [u.id for u in kinds(state, me, Rank.MONSTER, Rank.CULTIST) if state.on_map(me, u.id) > 0]


def sarnath(state: CthulhuState, me: str) -> Script[None]:
    """Have an enemy Eliminate an own Monster or Cultist, or discard an Elder Sign.

    The owner picks the enemy at the end of the Doom Phase, and the enemy the unit of the owner. Whether it may be left
    out no source tells.
    """
    # He may wait on the card; the book lies there all the same.
    if not state.factions[me].marks.get(f"{BOOK}{BOKRUG}"):
        return

    def build() -> Choose:
        alive = "" if lesser(state, me) else _("You have no Monster or Cultist on the map.")
        sign = "" if state.factions[me].signs else _("You have no Elder Sign.")
        options = (
            Option("unit", _("An enemy Eliminates one of your Monsters or Cultists"), alive),
            Option("sign", _("You discard an Elder Sign"), sign),
        )
        title = _(CARD_BOOKS[BOKRUG].name)
        return Choose(
            key=f"sarnath/{me}",
            who=me,
            title=title,
            text=_("No source says whether it may be skipped: read its card."),
            options=options,
            least=0,
            decline=_("Skip"),
        )

    picked = yield from pick_one(state, build)
    if picked == "sign":
        if state.factions[me].signs:
            state.record(SignDiscarded(me, len(state.factions[me].signs) - 1))
    elif picked == "unit":
        title = _("Which enemy picks?")
        enemy = yield from pick_faction(state, f"sarnath/{me}/enemy", me, title, lambda: state.of_others(me))
        title = _("Which one is Eliminated?")
        unit = yield from pick_kind(state, f"sarnath/{me}/unit", enemy, title, me, lambda: lesser(state, me))
        gate = None
        if unit in keeper_units(state, me):
            gate = yield from gate_left(state, f"sarnath/{me}/gate", me, told=lost_unit(me, unit), unit=unit)
        yield from lose_unit(state, me, unit, Loss.ELIMINATED, gate or "", enemy, on_gate=gate is not None)


def give_away(state: CthulhuState, me: str) -> Script[str]:
    """Ask for a player who takes his card with him, and return that player: by this the spellbook is earned."""
    title = _("{unit}: who gets the card?").format(unit=names.unit(me, BOKRUG))
    to = yield from pick_faction(state, "card_book/to", me, title, lambda: state.of_others(me))
    number = state.in_play(me, BOKRUG)
    if number:
        state.record(PiecesLeft(me, BOKRUG, number, Loss.EXCHANGED, by=me))
    state.record(CardReturned(me, BOKRUG))
    state.record(CardTaken(to, BOKRUG, to, 0, 0))
    if number:
        state.record(PiecesEntered(to, BOKRUG, number, _("goes with its Loyalty Card")))
    return to


def gone_for_good(state: CthulhuState, battle: Battle, me: str) -> Script[None]:
    """Return his card if he was Killed with an enemy's Elder Thing in his area."""
    yield from ()
    killed = (me, BOKRUG, Loss.KILLED) in battle.lost and BOKRUG in state.factions[me].loyalty
    if killed and was_controlled(battle, me):
        forget(state, me, BOKRUG)
        state.record(CardReturned(me, BOKRUG))


def comes_back(state: CthulhuState, me: str) -> Script[None]:
    """Bring Bokrug from his card to an area without enemy units, if there is one."""
    if BOKRUG not in state.factions[me].loyalty or not pool(state, me, BOKRUG):
        return

    def build() -> Choose:
        options = tuple(Option(area, area_name(area)) for area in state.board.areas)
        title, text = _("Where does Bokrug return?"), _("Any area without enemy units.")
        return Choose(
            key=f"bokrug/{me}",
            who=me,
            title=title,
            text=text,
            options=options,
            least=0,
            on_map=True,
            decline=_("There is none: he waits"),
        )

    area = yield from pick_one(state, build)
    if area is not None:
        enter(state, me, BOKRUG, 1, _("comes back"), area)


def doom_ends(state: CthulhuState, me: str) -> Script[None]:
    """Let him come back, then run his spellbook."""
    yield from comes_back(state, me)
    yield from sarnath(state, me)


POWERS: Final = CardHooks(BOKRUG, book_claimed=give_away, doom_ends=doom_ends, battle_ends=gone_for_good)
