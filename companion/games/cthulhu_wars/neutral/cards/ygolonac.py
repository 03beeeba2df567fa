"""Y'Golonac: Orifices, and his spellbook (reference 7)."""

from __future__ import annotations

from typing import Final

from companion.games.cthulhu_wars.facts import CardReturned, CardTaken, PieceResolved, PiecesEntered, PiecesLeft
from companion.games.cthulhu_wars.model.battle_state import Battle, Status
from companion.games.cthulhu_wars.model.faction_parts import BattleAbility
from companion.games.cthulhu_wars.model.neutral_cards import YGOLONAC
from companion.games.cthulhu_wars.model.state import CthulhuState
from companion.games.cthulhu_wars.model.units import Loss, Rank, Window
from companion.games.cthulhu_wars.neutral.cards.hooks import CardHooks
from companion.games.cthulhu_wars.rules.card_books import CARD_BOOKS, earn, forget, has_book
from companion.games.cthulhu_wars.rules.elder_signs import draw
from companion.games.cthulhu_wars.rules.figures import label, off_gate, one_of_each, survivors
from companion.games.cthulhu_wars.rules.mind_control import was_controlled
from companion.table.prompts import Choose, Option
from companion.table.script import Script, pick_one
from companion.table.words import N_, _


def can_enter(_state: CthulhuState, battle: Battle, me: str) -> bool:
    """Return whether a piece can enter in place of a Killed one."""
    killed = (me, YGOLONAC, Loss.KILLED) in battle.lost
    there = survivors(battle, battle.foe(me), Rank.TERROR, Rank.MONSTER, Rank.CULTIST)
    return killed and bool(there) and not was_controlled(battle, me)


def orifices(state: CthulhuState, battle: Battle, me: str) -> Script[None]:
    """Replace an enemy piece that its owner picks by Y'Golonac, who goes there with his card."""
    foe = battle.foe(me)

    def build() -> Choose:
        hosts = survivors(battle, foe, Rank.TERROR, Rank.MONSTER, Rank.CULTIST)
        options = tuple(Option(f.id, label(f)) for f in hosts)
        title = _("Orifices: who is replaced?")
        return Choose(key="battle/orifices", who=foe, title=title, options=one_of_each(battle, options))

    picked = yield from pick_one(state, build)
    if picked is None or YGOLONAC not in state.factions[me].loyalty:
        return
    host = battle.figure(picked)
    area = battle.area_of(host)
    off_gate(state, battle, host)
    state.record(PieceResolved((picked,), Status.GONE))
    state.record(PiecesLeft(host.owner, host.unit, 1, Loss.EXCHANGED, area, me))
    state.record(CardReturned(me, YGOLONAC))
    state.record(CardTaken(foe, YGOLONAC, foe, 0, 0))
    state.record(PiecesEntered(foe, YGOLONAC, 1, _("takes its place"), area))
    forget(state, me, YGOLONAC)
    earn(state, foe, YGOLONAC)


def revelations(state: CthulhuState, me: str) -> Script[None]:
    """Draw an Elder Sign for each enemy player, with his spellbook."""
    yield from ()
    if has_book(state, me, YGOLONAC):
        for hand in [hand for hand in state.players if me not in hand]:
            draw(state, hand[0], _(CARD_BOOKS[YGOLONAC].name))


POWERS: Final = CardHooks(
    YGOLONAC,
    doom_begins=revelations,
    battle=(
        BattleAbility(
            "orifices",
            N_("Orifices"),
            Window.KILLED,
            can_enter,
            orifices,
            N_("Y'Golonac replaces a surviving enemy and joins that player."),
            great=True,
            forced=True,
        ),
    ),
)
