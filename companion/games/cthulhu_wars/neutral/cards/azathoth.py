"""Azathoth, the independent Great Old One: his awakening, his dice and Nuclear Chaos (reference 7).

His card is in RB's old layout, his book on the errata card.
"""

from __future__ import annotations

from typing import Final

from companion.games.cthulhu_wars.facts import CounterSet, DoomGained, PowerGained
from companion.games.cthulhu_wars.model import names
from companion.games.cthulhu_wars.model.battle_state import Battle
from companion.games.cthulhu_wars.model.card_rulings import DIE
from companion.games.cthulhu_wars.model.faction_parts import Action
from companion.games.cthulhu_wars.model.neutral_cards import AZATHOTH
from companion.games.cthulhu_wars.model.rulings import OTHER, ruling
from companion.games.cthulhu_wars.model.state import CthulhuState
from companion.games.cthulhu_wars.neutral.cards.earning import as_soon_as, everybody_great
from companion.games.cthulhu_wars.neutral.cards.hooks import CardHooks
from companion.games.cthulhu_wars.rules.azathoth_marker import put, stands
from companion.games.cthulhu_wars.rules.card_books import BOOK, EARNED, FACE_DOWN
from companion.games.cthulhu_wars.rules.elder_signs import draw
from companion.games.cthulhu_wars.rules.single_rolls import tell_roll
from companion.games.cthulhu_wars.rules.surcharges import more_at_gates
from companion.table.prompts import Count, Prompt, Roll
from companion.table.script import Script, ask, ask_together
from companion.table.state import Notice
from companion.table.words import N_, _, and_list

NEEDED: Final = 8
MORE: Final = 2
"""Power that is lost besides the die."""
SIDES: Final = 6
"""Faces of a die that an enemy may show."""
LOWEST_LOSES: Final = 2
"""Doom that whoever shows the lowest face loses."""
ROLLED: Final = "azathoth_rolled"
"""Mark of whoever awakens him: what the die showed."""


def refused(state: CthulhuState, me: str) -> str:
    """Return why Azathoth cannot be awakened, or an empty string."""
    needed, words = NEEDED + more_at_gates(state, me), _("{unit} needs {power} Power.")
    return "" if state.factions[me].power >= needed else words.format(unit=names.unit(me, AZATHOTH), power=needed)


def price(state: CthulhuState, me: str) -> Script[int]:
    """Roll a die and add 2: a loss of Power, not a cost."""

    def roll() -> Roll:
        title, text = _("Azathoth: how much Power is lost?"), _("One die plus 2.")
        return Roll(key="azathoth/price", who=me, title=title, text=text, dice=1, rule="neutral")

    faces = yield from ask(state, roll)
    lost = sum(faces) + MORE
    tell_roll(state, me, names.unit(me, AZATHOTH), faces, _("{number} Power").format(number=lost))
    state.record(CounterSet(me, ROLLED, sum(faces)))
    return lost


def awakens(state: CthulhuState, me: str) -> Script[None]:
    """Have each enemy show a face of a die, all at the same time, and put his marker on the sum (D68).

    Each gains that much Power; whoever shows the lowest loses 2 Doom.
    """
    enemies = state.of_others(me)

    def build() -> list[Prompt]:
        title, name = _("{unit} awakens: your die?"), names.unit(me, AZATHOTH)
        text = _("Choose a face; all are shown at once. You gain so much Power; the lowest loses 2 Doom.")
        return [
            Count(
                key=f"azathoth/face/{code}",
                who=code,
                title=title.format(unit=name),
                text=text,
                least=1,
                most=SIDES,
                secret=True,
                rule="neutral",
            )
            for code in enemies
        ]

    answers = yield from ask_together(state, build)
    shown = {code: int(answers[f"azathoth/face/{code}"]) for code in enemies}
    why = names.unit(me, AZATHOTH)
    for code, face in shown.items():
        words = _("{faction}: {unit}: shows {face}").format(faction=names.faction(code), unit=why, face=face)
        state.record(Notice(code, words))
    for code, face in shown.items():
        state.record(PowerGained(code, face, why))
    for code, face in shown.items():
        if face == min(shown.values()) and (lost := min(LOWEST_LOSES, state.factions[code].doom)):
            state.record(DoomGained(code, -lost, why))
    rolled, reading = state.factions[me].marks.get(ROLLED, 0), ruling(state.rulings, "D68")
    more = rolled if reading == OTHER else 0
    put(state, me, rolled + MORE if reading == DIE else sum(shown.values()) + more)
    state.record(CounterSet(me, ROLLED, 0))


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
    awakened=awakens,
    loses=True,
    too_dear=refused,
    dice=dice,
    dice_told=put,
    book_actions=(Action("nuclear_chaos", N_("Nuclear Chaos"), 0, chaos_refused, nuclear_chaos, known=True),),
    power_gathered=face_up,
    noticed=as_soon_as(AZATHOTH, everybody_great),
)
