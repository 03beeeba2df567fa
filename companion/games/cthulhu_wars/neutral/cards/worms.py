"""Worms of Ghroth: what a die brings for each that is lost, and Eradication (reference 7)."""

from __future__ import annotations

from typing import Final

from companion.games.cthulhu_wars.facts import CounterSet, PowerGained
from companion.games.cthulhu_wars.model import names
from companion.games.cthulhu_wars.model.neutral_cards import WORM
from companion.games.cthulhu_wars.model.state import CthulhuState
from companion.games.cthulhu_wars.neutral.cards.hooks import CardHooks
from companion.games.cthulhu_wars.rules.elder_signs import draw
from companion.games.cthulhu_wars.rules.pool import enter, pool
from companion.games.cthulhu_wars.rules.single_rolls import success_or_failure, tell_roll
from companion.table.prompts import Count, Roll
from companion.table.script import Script, ask
from companion.table.words import _

ROLLED: Final = "worms_rolled"
"""Mark: for how many lost ones a die was rolled."""
MOST_PLACED: Final = 2


def die(state: CthulhuState, key: str, me: str, title: str, text: str) -> Script[int]:
    """Return what a die shows."""
    answer = yield from ask(state, lambda: Roll(key=key, who=me, title=title, text=text, dice=1, rule="neutral"))
    return sum(answer)


def in_words(state: CthulhuState, me: str) -> str:
    """Return the number of Worms in play, in words."""
    return _("{n} in play.").format(n=state.in_play(me, WORM))


def spawn(state: CthulhuState, me: str) -> Script[None]:
    """Roll for each lost one: above the number in play, up to two come to unoccupied areas."""
    faction = state.factions[me]
    for number in range(faction.marks.get(ROLLED, 0), faction.lost.get(WORM, 0)):
        state.record(CounterSet(me, ROLLED, number + 1))
        name = names.unit(me, WORM)
        title = _("{unit}: roll a die for the lost one").format(unit=name)
        face = yield from die(state, f"worm_of_ghroth/{me}", me, title, in_words(state, me))
        tell_roll(state, me, name, (face,), success_or_failure(success=face > state.in_play(me, WORM)))
        if face <= state.in_play(me, WORM):
            continue

        def build() -> Count | None:
            most = min(MOST_PLACED, pool(state, me, WORM))
            title = _("{units}: how many join?").format(units=names.unit(me, WORM, 2))
            text = _("Up to two, in empty areas.")
            return (
                Count(key=f"worm_of_ghroth/{me}/placed", who=me, title=title, text=text, least=0, most=most)
                if most > 0
                else None
            )

        placed = yield from ask(state, build)
        enter(state, me, WORM, int(placed or 0), _("placed in an empty area"))


def eradication(state: CthulhuState, me: str) -> Script[None]:
    """Roll at the end of Gather Power; not above the number in play, pay that for an Elder Sign."""
    if not state.in_play(me, WORM):
        return
    face = yield from die(state, f"eradication/{me}", me, _("Eradication"), in_words(state, me))
    tell_roll(state, me, _("Eradication"), (face,), success_or_failure(success=face <= state.in_play(me, WORM)))
    if face <= state.in_play(me, WORM):
        draw(state, me, _("Eradication"))
        state.record(PowerGained(me, -min(face, state.factions[me].power), _("Eradication")))


POWERS: Final = CardHooks(WORM, noticed=spawn, gathered=eradication)
