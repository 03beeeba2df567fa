"""Azathoth, the independent Great Old One: his price, his dice and Nuclear Chaos (reference 7: RB errata card)."""

from __future__ import annotations

from typing import Final

from companion.games.cthulhu_wars.facts import CounterSet, PowerGained
from companion.games.cthulhu_wars.model import names
from companion.games.cthulhu_wars.model.battle_state import Battle
from companion.games.cthulhu_wars.model.faction_parts import Action
from companion.games.cthulhu_wars.model.neutral_cards import AZATHOTH
from companion.games.cthulhu_wars.model.state import CthulhuState
from companion.games.cthulhu_wars.neutral.cards.earning import as_soon_as, everybody_great
from companion.games.cthulhu_wars.neutral.cards.hooks import CardHooks
from companion.games.cthulhu_wars.rules.azathoth_marker import HIGHEST, ask_where, put, stands
from companion.games.cthulhu_wars.rules.card_books import BOOK, EARNED, FACE_DOWN
from companion.games.cthulhu_wars.rules.elder_signs import draw
from companion.games.cthulhu_wars.rules.single_rolls import tell_roll
from companion.games.cthulhu_wars.rules.surcharges import more_at_gates
from companion.table.prompts import Count, Roll
from companion.table.script import Script, ask
from companion.table.words import N_, _, and_list

NEEDED: Final = 8
MORE: Final = 2
"""Power that is lost besides the die."""


def refused(state: CthulhuState, me: str) -> str:
    """Return why Azathoth cannot be awakened, or an empty string."""
    needed, words = NEEDED + more_at_gates(state, me), _("{unit} needs {power} Power.")
    return "" if state.factions[me].power >= needed else words.format(unit=names.unit(me, AZATHOTH), power=needed)


def price(state: CthulhuState, me: str) -> Script[int]:
    """Roll a die and add 2: a loss of Power, not a cost.

    The players say where his marker goes, most likely to the same number.
    """

    def roll() -> Roll:
        title, text = _("Azathoth: how much Power is lost?"), _("One die plus 2.")
        return Roll(key="azathoth/price", who=me, title=title, text=text, dice=1, rule="neutral")

    faces = yield from ask(state, roll)
    lost = sum(faces) + MORE
    tell_roll(state, me, names.unit(me, AZATHOTH), faces, _("{number} Power").format(number=lost))
    yield from ask_where(state, me, min(HIGHEST, lost), _("As his card says. The Power lost is filled in."))
    return lost


def nuclear_chaos(state: CthulhuState, me: str) -> Script[None]:
    """Roll a die for everybody.

    The owner may change the own one by 1; the highest gain that much Power, the lowest that many Elder Signs.
    """
    state.record(CounterSet(me, f"{BOOK}{AZATHOTH}", FACE_DOWN))
    faces = {}
    for code in [me, *state.enemies(me)]:

        def roll(code: str = code) -> Roll:
            return Roll(key=f"nuclear_chaos/{code}", who=code, title=_("Nuclear Chaos"), dice=1, rule="neutral")

        rolled = yield from ask(state, roll)
        faces[code] = sum(rolled)

    def own() -> Count:
        title, shown = _("Nuclear Chaos: your die?"), faces[me]
        return Count(key="nuclear_chaos/own", who=me, title=title, least=shown - 1, most=shown + 1, suggested=shown)

    shown = dict(faces)
    faces[me] = int((yield from ask(state, own)))
    for code, face in faces.items():
        outcomes = (_("highest"), face == max(faces.values())), (_("lowest"), face == min(faces.values()))
        outcome = and_list([word for word, holds in outcomes if holds]) or _("nothing")
        tell_roll(state, code, _("Nuclear Chaos"), (shown[code],), outcome)
        if face == max(faces.values()) and face:
            state.record(PowerGained(code, face, _("Nuclear Chaos")))
        if face == min(faces.values()):
            draw(state, code, _("Nuclear Chaos"), face)


def chaos_refused(state: CthulhuState, me: str) -> str:
    """Return why Chaos cannot be used, or an empty string."""
    down = state.factions[me].marks.get(f"{BOOK}{AZATHOTH}") == FACE_DOWN
    return _("It is face down until the next Gather Power.") if down else ""


def face_up(state: CthulhuState, me: str) -> None:
    """Turn Nuclear Chaos face up."""
    if state.factions[me].marks.get(f"{BOOK}{AZATHOTH}") == FACE_DOWN:
        state.record(CounterSet(me, f"{BOOK}{AZATHOTH}", EARNED))


def dice(state: CthulhuState, _battle: Battle, side: str, number: int) -> int | None:
    """Return what his marker shows, or None where nobody has told it."""
    return stands(state, side) * number if stands(state, side) else None


POWERS: Final = CardHooks(
    AZATHOTH,
    price=price,
    loses=True,
    too_dear=refused,
    dice=dice,
    dice_told=put,
    book_actions=(Action("nuclear_chaos", N_("Nuclear Chaos"), 0, chaos_refused, nuclear_chaos, known=True),),
    power_gathered=face_up,
    noticed=as_soon_as(AZATHOTH, everybody_great),
)
