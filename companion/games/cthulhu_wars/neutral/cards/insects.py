"""Insects from Shaggai: Mind Parasite (reference 7)."""

from __future__ import annotations

from typing import Final

from companion.games.cthulhu_wars.facts import Defected, PiecesJoined
from companion.games.cthulhu_wars.model import names
from companion.games.cthulhu_wars.model.battle_figures import fresh
from companion.games.cthulhu_wars.model.battle_state import Battle
from companion.games.cthulhu_wars.model.neutral_cards import INSECT
from companion.games.cthulhu_wars.model.state import ACOLYTE, CthulhuState, Phase
from companion.games.cthulhu_wars.neutral.cards.hooks import CardHooks
from companion.table.prompts import Blank, Form
from companion.table.script import Script, ask
from companion.table.words import _


def parasite(state: CthulhuState, battle: Battle, me: str) -> Script[None]:
    """Let Acolytes in their area that are on no Gate fight on their side, without spellbooks."""
    if (
        me not in battle.sides
        or not battle.present(me, unit=INSECT)
        or state.phase not in (Phase.ACTION, Phase.QUICK_BATTLE)
    ):
        return
    words = _("{faction}: {pieces} on its side (Mind Parasite)")
    taken = tuple(f.id for f in battle.present(battle.foe(me), unit=ACOLYTE) if not f.on_gate)
    if taken:
        pieces = names.pieces(battle.foe(me), ACOLYTE, len(taken))
        state.record(Defected(taken, me, words=words.format(faction=names.faction(me), pieces=pieces)))

    def sheet() -> Form | None:
        blanks = tuple(
            Blank(code, names.faction(code), most=state.on_map(code, ACOLYTE))
            for code in state.seats
            if code not in battle.sides and state.on_map(code, ACOLYTE) > 0
        )
        title = _("Other players' Acolytes there?")
        text = _("Those not on a Gate fight for the Insects.")
        key = "battle/mind_parasite"
        return Form(key=key, who=me, title=title, text=text, blanks=blanks) if blanks else None

    answer = yield from ask(state, sheet)
    form = sheet()
    for code, number in (form.filled(answer) if form and answer is not None else {}).items():
        if number:
            state.record(PiecesJoined(fresh(battle, f"{code}.{ACOLYTE}", number), side=me))


def followers(state: CthulhuState, me: str) -> int:
    """Return how many Acolytes of others on no Gate may be with the Insects, which Move them."""
    if state.on_map(me, INSECT) <= 0:
        return 0
    free = (state.on_map(code, ACOLYTE) - len(state.held_gates(code)) for code in state.enemies(me))
    return sum(max(0, number) for number in free)


POWERS: Final = CardHooks(INSECT, moves_along=followers, battle_begins=parasite)
