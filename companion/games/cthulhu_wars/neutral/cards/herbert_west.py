"""Herbert West: he brings Acolytes (reference 7, one source)."""

from __future__ import annotations

from typing import Final

from companion.games.cthulhu_wars.model import names
from companion.games.cthulhu_wars.model.neutral_cards import HERBERT
from companion.games.cthulhu_wars.model.state import ACOLYTE, CthulhuState
from companion.games.cthulhu_wars.neutral.cards.hooks import CardHooks, priest_action
from companion.games.cthulhu_wars.neutral.unique_priests import give_up
from companion.games.cthulhu_wars.rules.pool import enter, pool
from companion.table.prompts import Count
from companion.table.script import Script, ask
from companion.table.words import _

MOST_ACOLYTES: Final = 3


def herbert(state: CthulhuState, me: str) -> Script[None]:
    """Eliminate him, and bring up to 3 Acolytes to his area."""

    def build() -> Count | None:
        most = min(MOST_ACOLYTES, pool(state, me, ACOLYTE))
        title = _("{units}: how many join?").format(units=names.unit(me, ACOLYTE, 2))
        return Count(key="herbert_west", who=me, title=title, least=1, most=most, suggested=most) if most > 0 else None

    number = yield from ask(state, build)
    if (yield from give_up(state, me, HERBERT)):
        enter(state, me, ACOLYTE, int(number or 0), _("placed in his area"))


def no_acolyte(state: CthulhuState, me: str) -> str:
    """Return that no Acolyte is in the Pool, or an empty string."""
    return "" if pool(state, me, ACOLYTE) > 0 else _("No Acolyte is in your Pool.")


POWERS: Final = CardHooks(HERBERT, between_actions=(priest_action(HERBERT, herbert, no_acolyte),))
