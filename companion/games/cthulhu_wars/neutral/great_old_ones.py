"""What independent Great Old Ones and their own spellbooks do outside of battles (reference 7)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from companion.games.cthulhu_wars.facts import CounterSet, DoomGained, GateSet, PiecesLeft, PowerGained, RemovedFromGame
from companion.games.cthulhu_wars.model import names
from companion.games.cthulhu_wars.model.faction_parts import Action, costs, nothing_in_the_way
from companion.games.cthulhu_wars.model.maps import area_name
from companion.games.cthulhu_wars.model.neutral_cards import (
    AZATHOTH,
    BOKRUG,
    BYATIS,
    DAGON,
    HYDRA,
    JENKIN,
    NYOGTHA,
    TULZSCHA,
    YGOLONAC,
    YIG,
)
from companion.games.cthulhu_wars.model.state import ACOLYTE, CthulhuState
from companion.games.cthulhu_wars.model.units import Loss
from companion.games.cthulhu_wars.rules.card_books import BOOK, CARD_BOOKS, EARNED, FACE_DOWN, earn, has_book
from companion.games.cthulhu_wars.rules.common_questions import gate_left
from companion.games.cthulhu_wars.rules.elder_signs import draw
from companion.games.cthulhu_wars.rules.pool import enter, pool
from companion.games.cthulhu_wars.rules.surcharges import ask_toll, pick_target
from companion.table.prompts import Choose, Count, Option, Roll
from companion.table.script import Script, ask, pick_one, yes
from companion.table.words import N_, _

LOOK_POWER: Final = 6


# -- Actions -------------------------------------------------------------------------------------------------------


def driving(key: str, title: str, *, ocean: bool | None, own: bool) -> Callable[[CthulhuState, str], Script[None]]:
    """Cultists leave an area: a Gate there that one of them held is abandoned.

    Args:
        ocean: whether it is an ocean, or land; None for any.
        own: whether those of the user go, too.
    """

    def script(state: CthulhuState, me: str) -> Script[None]:
        def areas() -> list[str]:
            return [a.id for a in state.board.areas.values() if ocean is None or a.ocean is ocean]

        area = yield from pick_target(state, key, me, _(title), areas)
        owner = state.gates.get(area)
        if owner and (own or owner != me) and not state.fixed(area):
            state.record(GateSet(area, None))

    return script


def nightmare_web(state: CthulhuState, me: str) -> Script[None]:
    """Place a Nyogtha from the Pool."""
    yield from ask_toll(state, me)
    enter(state, me, NYOGTHA, 1, _("placed where there is a unit of its own"))


def zygote(state: CthulhuState, me: str) -> Script[None]:
    """All Acolytes of the pool."""
    yield from ask_toll(state, me)
    enter(state, me, ACOLYTE, pool(state, me, ACOLYTE), _("placed, each where there is a unit or Gate of its own"))


def ceremony(state: CthulhuState, me: str) -> Script[None]:
    """Give every enemy 2 Power, by which Tulzscha's spellbook is earned."""
    for code in state.of_others(me):
        state.record(PowerGained(code, 2, names.unit(me, TULZSCHA)))
    earn(state, me, TULZSCHA)
    yield from ()


def nuclear_chaos(state: CthulhuState, me: str) -> Script[None]:
    """Roll a die for everybody.

    The owner may change the own one by 1; the highest gain that much Power, the lowest that many Elder Signs.
    """
    state.record(CounterSet(me, f"{BOOK}{AZATHOTH}", FACE_DOWN))
    faces = {}
    for code in [me, *state.enemies(me)]:

        def roll(code: str = code) -> Roll:
            return Roll(key=f"nuclear_chaos/{code}", who=code, title=_("Nuclear Chaos"), dice=1, rule="neutral")

        faces[code] = sum((yield from ask(state, roll)))

    def own() -> Count:
        title, shown = _("Nuclear Chaos: your die?"), faces[me]
        return Count(key="nuclear_chaos/own", who=me, title=title, least=shown - 1, most=shown + 1, suggested=shown)

    faces[me] = int((yield from ask(state, own)))
    for code, face in faces.items():
        if face == max(faces.values()) and face:
            state.record(PowerGained(code, face, _("Nuclear Chaos")))
        if face == min(faces.values()):
            draw(state, code, _("Nuclear Chaos"), face)


def in_pool(unit: str) -> Callable[[CthulhuState, str], str]:
    """Return a function that refuses an Action while no such unit is in the Pool."""

    def refused(state: CthulhuState, me: str) -> str:
        return "" if pool(state, me, unit) > 0 else _("None is in your pool.")

    return refused


def chaos_refused(state: CthulhuState, me: str) -> str:
    """Return why Chaos cannot be used, or an empty string."""
    down = state.factions[me].marks.get(f"{BOOK}{AZATHOTH}") == FACE_DOWN
    return _("It is face down until the next Gather Power.") if down else ""


ACTIONS: Final = {
    DAGON: (
        Action(
            "tsunami",
            N_("Tsunami"),
            costs(1),
            nothing_in_the_way,
            driving("tsunami", N_("Tsunami: which coast?"), ocean=False, own=True),
            N_("All Cultists of a land area next to an ocean go to oceans next to it."),
            great=True,
        ),
    ),
    HYDRA: (
        Action(
            "agony_sting",
            N_("The Agony Sting"),
            costs(1),
            nothing_in_the_way,
            driving("agony_sting", N_("The Agony Sting: which ocean?"), ocean=True, own=False),
            N_("Enemy Cultists of an ocean go to land next to it."),
            great=True,
        ),
    ),
    TULZSCHA: (
        Action(
            "ceremony_of_annihilation",
            N_("Give all enemies 2 Power for Tulzscha's book"),
            costs(0),
            lambda s, me: _("Already done.") if has_book(s, me, TULZSCHA) else "",
            ceremony,
            known=True,
        ),
    ),
}
"""Those of the cards, by card."""

BOOK_ACTIONS: Final = {
    BYATIS: (
        Action(
            "god_of_forgetfulness",
            N_("God of Forgetfulness"),
            costs(1),
            nothing_in_the_way,
            driving("god_of_forgetfulness", N_("Whose Cultists come to Byatis?"), ocean=None, own=False),
            N_("All enemy Cultists of a neighbouring area come to his."),
        ),
    ),
    NYOGTHA: (Action("nightmare_web", N_("Nightmare Web"), costs(2), in_pool(NYOGTHA), nightmare_web),),
    HYDRA: (Action("zygote", N_("The Zygote"), costs(1), in_pool(ACOLYTE), zygote),),
    AZATHOTH: (Action("nuclear_chaos", N_("Nuclear Chaos"), costs(0), chaos_refused, nuclear_chaos, known=True),),
}
"""Those of the cards' books, by card."""


def actions(state: CthulhuState, me: str) -> list[Action]:
    """Return what the cards of a faction let it do as an Action."""
    cards = [card for card in state.factions[me].loyalty if state.in_play(me, card) > 0]
    if not cards:
        return []
    own = [a for card in cards for a in ACTIONS.get(card, ())]
    return own + [a for card in cards if has_book(state, me, card) for a in BOOK_ACTIONS.get(card, ())]


# -- Doom Phase and Gather Power -----------------------------------------------------------------------------------


def messenger(state: CthulhuState, me: str) -> Script[None]:
    """Messenger of Yig: each other faction gives 1 Power, or its user gains 1 Doom."""
    why = _(CARD_BOOKS[YIG].name)
    for code in state.enemies(me):

        def build(code: str = code) -> Choose:
            poor = "" if state.factions[code].power > 0 else _("You have none.")
            name = names.faction(me)
            options = (
                Option("power", _("1 Power of yours for {faction}").format(faction=name), poor),
                Option("doom", _("{faction}: +1 Doom").format(faction=name)),
            )
            return Choose(key=f"messenger_of_yig/{code}", who=code, title=_("Messenger of Yig"), options=options)

        if (yield from pick_one(state, build)) == "power":
            state.record(PowerGained(code, -1, why))
            state.record(PowerGained(me, 1, why))
        else:
            state.record(DoomGained(me, 1, why))


MESSENGER: Final = Action(
    "messenger_of_yig", CARD_BOOKS[YIG].name, costs(0), nothing_in_the_way, messenger, CARD_BOOKS[YIG].text
)


def doom_actions(state: CthulhuState, me: str) -> list[Action]:
    """Return what the cards of a faction let it do in its place in the Doom Phase."""
    return [MESSENGER] if has_book(state, me, YIG) else []


def doom_begins(state: CthulhuState, me: str) -> Script[None]:
    """Run what the cards of a faction bring as its place in the Doom Phase comes."""
    if state.in_play(me, BYATIS):
        title = _("Is no enemy unit with Byatis?")
        if (yield from yes(state, f"byatis/{me}", me, title)):
            draw(state, me, names.unit(me, BYATIS))
    if has_book(state, me, DAGON) and (state.on_map(me, ACOLYTE) or pool(state, me, ACOLYTE)):
        why = _(CARD_BOOKS[DAGON].name)
        if not pool(state, me, ACOLYTE):
            gate = yield from gate_left(state, f"innsmouth_look/{me}/gate", me)
            state.record(PiecesLeft(me, ACOLYTE, 1, Loss.REMOVED, gate or "", by=me))
            if gate is not None:
                state.record(GateSet(gate, None))
        state.record(RemovedFromGame(me, ACOLYTE))
        state.record(PowerGained(me, LOOK_POWER, why))
    if has_book(state, me, YGOLONAC):
        for hand in [hand for hand in state.players if me not in hand]:
            draw(state, hand[0], _(CARD_BOOKS[YGOLONAC].name))


def doom_ends(state: CthulhuState, me: str) -> Script[None]:
    """Bokrug, who waits on his card, comes to any area without enemy units; if there is none he waits on."""
    if BOKRUG not in state.factions[me].loyalty or not pool(state, me, BOKRUG):
        return

    def build() -> Choose:
        options = tuple(Option(area, area_name(area)) for area in state.board.areas)
        title, text = _("Where does Bokrug come back?"), _("Any area without enemy units.")
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


def titter(state: CthulhuState, me: str) -> Script[list[tuple[str, int]]]:
    """Brown Jenkin in Gather Power: at an enemy's Gate 2 Power and 1 more per enemy Cultist there."""
    if not state.in_play(me, JENKIN):
        return []
    if not (yield from yes(state, f"brown_jenkin/{me}", me, _("Is Brown Jenkin at an enemy's Gate?"))):
        return []

    def build() -> Count:
        title = _("Enemy Cultists with Brown Jenkin?")
        return Count(key=f"brown_jenkin/{me}/cultists", who=me, title=title, least=0, most=MOST_CULTISTS)

    return [(names.unit(me, JENKIN), 2 + int((yield from ask(state, build))))]


MOST_CULTISTS: Final = 20


def gathered(state: CthulhuState, me: str) -> None:
    """Nuclear Chaos turns face up."""
    if state.factions[me].marks.get(f"{BOOK}{AZATHOTH}") == FACE_DOWN:
        state.record(CounterSet(me, f"{BOOK}{AZATHOTH}", EARNED))
