"""What independent Great Old Ones and their own spellbooks do outside of battles (reference 7).

A book lies on its own card: whether it is earned is a mark of the faction that has the card.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from msgspec import Struct

from companion.games.cthulhu_wars import names
from companion.games.cthulhu_wars.asking import gate_left, pick_faction
from companion.games.cthulhu_wars.elder_signs import draw
from companion.games.cthulhu_wars.faction import Action
from companion.games.cthulhu_wars.facts import (
    CardReturned,
    CardTaken,
    DoomGained,
    Entered,
    GateGone,
    GateSet,
    Left,
    Marked,
    OutOfGame,
    PowerGained,
)
from companion.games.cthulhu_wars.maps import area_name
from companion.games.cthulhu_wars.neutral import (
    ABHOTH,
    ATLACH_NACHA,
    AZATHOTH,
    BLOATED_WOMAN,
    BOKRUG,
    BYATIS,
    CARDS,
    CTHUGHA,
    DAGON,
    DAOLOTH,
    GHATANOTHOA,
    HYDRA,
    JENKIN,
    NYOGTHA,
    TULZSCHA,
    YGOLONAC,
    YIG,
)
from companion.games.cthulhu_wars.pool import enter, pool
from companion.games.cthulhu_wars.state import ACOLYTE, CthulhuState
from companion.games.cthulhu_wars.tolls import ask_toll, pick_target
from companion.games.cthulhu_wars.units import Loss
from companion.table.prompts import Choose, Count, Option, Roll
from companion.table.script import Script, ask, pick_one, yes
from companion.table.words import N_, _

BOOK: Final = "book_"
"""What the mark of a book begins with: 1 if it is earned, 2 while it lies face down."""
EARNED: Final = 1
FACE_DOWN: Final = 2
LOOK_POWER: Final = 6


class CardBook(Struct, frozen=True):
    """The spellbook of a card: by what it is earned, and what it does.

    Args:
        said: whether it is the players who say that it is earned.
    """

    name: str
    earned: str
    text: str
    said: bool = True


CARD_BOOKS: Final = {
    BYATIS: CardBook(
        N_("God of Forgetfulness"),
        N_("He survives a battle in which an enemy unit is Killed"),
        N_("1 Power: all enemy Cultists of a neighbouring area come to his."),
    ),
    NYOGTHA: CardBook(
        N_("Nightmare Web"),
        N_("It survives a battle against an enemy Great Old One"),
        N_("2 Power: a Nyogtha from the pool comes where you have a unit."),
    ),
    TULZSCHA: CardBook(
        N_("Ceremony of Annihilation"),
        N_("Action: every enemy gains 2 Power"),
        N_("In the Doom Phase gain the price of a Ritual instead of paying it, and move the marker."),
    ),
    YGOLONAC: CardBook(
        N_("The Revelations"),
        N_("You have just received him by Orifices"),
        N_("In the Doom Phase every other player gains an Elder Sign."),
    ),
    YIG: CardBook(
        N_("Messenger of Yig"),
        N_("Remove a Gate that you control"),
        N_("In the Doom Phase each other faction gives you 1 Power or you gain 1 Doom."),
    ),
    AZATHOTH: CardBook(
        N_("Nuclear Chaos"),
        N_("Every player has a Great Old One in play"),
        N_("All roll a die: the highest gain that much Power, the lowest that many Elder Signs."),
    ),
    DAGON: CardBook(
        N_("The Innsmouth Look"),
        N_("8 units in oceans"),
        N_("In the Doom Phase an Acolyte of yours leaves the game, and you gain 6 Power."),
    ),
    HYDRA: CardBook(
        N_("The Zygote"),
        N_("You, or an enemy, have no Great Old One in an ocean"),
        N_("1 Power: all Acolytes of your pool come where you have a unit or Gate."),
    ),
    ABHOTH: CardBook(
        N_("The Brood"),
        N_("4 kinds of Monster or 8 Monsters of yours are in play, Filth too"),
        N_("Gates of others in areas with Filth do not count in the Doom Phase."),
    ),
    DAOLOTH: CardBook(
        N_("Interdimensional"),
        N_("A Great Old One is Killed anywhere"),
        N_("He comes to an area without a Gate: one is placed there."),
    ),
    CTHUGHA: CardBook(
        N_("Firestorm"),
        N_("An enemy Great Old One is Killed in a battle"),
        N_("Each unit spared by Fire Vampires gives an Elder Sign, too."),
    ),
    BOKRUG: CardBook(
        N_("Doom that Came to Sarnath"),
        N_("You give the card to a player, who gets the book"),
        N_("At the end of the Doom Phase: a unit of yours Eliminated, or an Elder Sign discarded."),
    ),
    GHATANOTHOA: CardBook(
        N_("Execration of Mu"),
        N_("Fewer than 6 Gates and Cultists together in the Doom Phase, or pay 4"),
        N_("Mummify is no Action any more, and happens at once."),
    ),
    BLOATED_WOMAN: CardBook(
        N_("Disaster Looms"),
        N_("You have six spellbooks of your faction"),
        N_("In Gather Power your Gates give 1 Elder Sign instead of 2 Power."),
    ),
    ATLACH_NACHA: CardBook(N_("Cosmic Web"), N_("Web tokens in 6 areas"), N_("You win at once."), said=False),
}
"""All that are established."""


def has_book(state: CthulhuState, me: str, card: str) -> bool:
    """Whether the book of a card is earned and its Great Old One there."""
    return bool(state.factions[me].marks.get(f"{BOOK}{card}")) and state.in_play(me, card) > 0


def earn(state: CthulhuState, me: str, card: str) -> None:
    words = _("{faction}: {book}").format(faction=names.faction(me), book=_(CARD_BOOKS[card].name))
    state.record(Marked(me, f"{BOOK}{card}", EARNED, words))


# -- earning a book ------------------------------------------------------------------------------------------------


def to_earn(state: CthulhuState, me: str) -> list[str]:
    """Cards of which the book is not earned yet."""
    held = state.factions[me].loyalty
    return [
        card
        for card in held
        if card in CARD_BOOKS and CARD_BOOKS[card].said and not state.factions[me].marks.get(f"{BOOK}{card}")
    ]


def claim_book(state: CthulhuState, me: str) -> Script[None]:
    """Let the players say that the book of a card is earned."""

    def build() -> Choose | None:
        options = tuple(
            Option(
                card,
                _("{unit}: {book}").format(unit=names.unit(me, card), book=_(CARD_BOOKS[card].name)),
                _("You control no Gate.") if card == YIG and not state.held_gates(me) else "",
                detail=" ".join(
                    filter(None, (_(CARD_BOOKS[card].earned), _("Check your card.") if CARDS[card].one_source else ""))
                ),
            )
            for card in to_earn(state, me)
        )
        title = _("Which card's spellbook is earned?")
        return Choose(key="card_book", who=me, title=title, options=options, least=0) if options else None

    card = yield from pick_one(state, build)
    if card is None:
        return
    if card == YIG:

        def gates() -> Choose | None:
            options = tuple(Option(area, area_name(area)) for area in state.held_gates(me))
            title = _("Which Gate is removed?")
            return Choose(key="card_book/gate", who=me, title=title, options=options, on_map=True) if options else None

        area = yield from pick_one(state, gates)
        if area is None:
            return
        state.record(GateGone(area, removed=True))
    if card == BOKRUG:
        me = yield from give_away(state, me, card)
    earn(state, me, card)


def give_away(state: CthulhuState, me: str, card: str) -> Script[str]:
    """A card goes to a player of one's choice with its piece; who has it now."""
    title = _("{unit}: who gets the card?").format(unit=names.unit(me, card))
    to = yield from pick_faction(state, "card_book/to", me, title, lambda: state.of_others(me))
    number = state.in_play(me, card)
    if number:
        state.record(Left(me, card, number, Loss.EXCHANGED, by=me))
    state.record(CardReturned(me, card))
    state.record(CardTaken(to, card, to, 0, 0))
    if number:
        state.record(Entered(to, card, number, _("goes with its Loyalty Card")))
    return to


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
    """A Nyogtha from the pool."""
    yield from ask_toll(state, me)
    enter(state, me, NYOGTHA, 1, _("placed where there is a unit of its own"))


def zygote(state: CthulhuState, me: str) -> Script[None]:
    """All Acolytes of the pool."""
    yield from ask_toll(state, me)
    enter(state, me, ACOLYTE, pool(state, me, ACOLYTE), _("placed, each where there is a unit or Gate of its own"))


def ceremony(state: CthulhuState, me: str) -> Script[None]:
    """What earns Tulzscha's book: every enemy gains 2 Power."""
    for code in state.of_others(me):
        state.record(PowerGained(code, 2, names.unit(me, TULZSCHA)))
    earn(state, me, TULZSCHA)
    yield from ()


def nuclear_chaos(state: CthulhuState, me: str) -> Script[None]:
    """Everybody rolls a die, and the owner may change the own one by 1; the highest gain that much Power, the lowest
    that many Elder Signs."""
    state.record(Marked(me, f"{BOOK}{AZATHOTH}", FACE_DOWN))
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
    def refused(state: CthulhuState, me: str) -> str:
        return "" if pool(state, me, unit) > 0 else _("None is in your pool.")

    return refused


def anything(_state: CthulhuState, _me: str) -> str:
    return ""


def chaos_refused(state: CthulhuState, me: str) -> str:
    down = state.factions[me].marks.get(f"{BOOK}{AZATHOTH}") == FACE_DOWN
    return _("It is face down until the next Gather Power.") if down else ""


def costs(power: int) -> Callable[[CthulhuState, str], int]:
    return lambda _state, _me: power


ACTIONS: Final = {
    DAGON: (
        Action(
            "tsunami",
            N_("Tsunami"),
            costs(1),
            anything,
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
            anything,
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
            anything,
            driving("god_of_forgetfulness", N_("Whose Cultists come to Byatis?"), ocean=None, own=False),
            N_("All enemy Cultists of a neighbouring area come to his."),
        ),
    ),
    NYOGTHA: (Action("nightmare_web", N_("Nightmare Web"), costs(2), in_pool(NYOGTHA), nightmare_web),),
    HYDRA: (Action("zygote", N_("The Zygote"), costs(1), in_pool(ACOLYTE), zygote),),
    AZATHOTH: (Action("nuclear_chaos", N_("Nuclear Chaos"), costs(0), chaos_refused, nuclear_chaos),),
}
"""Those of the cards' books, by card."""


def actions(state: CthulhuState, me: str) -> list[Action]:
    """What the cards of a faction let it do as an Action."""
    cards = [card for card in state.factions[me].loyalty if state.in_play(me, card) > 0]
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


MESSENGER: Final = Action("messenger_of_yig", CARD_BOOKS[YIG].name, costs(0), anything, messenger, CARD_BOOKS[YIG].text)


def doom_actions(state: CthulhuState, me: str) -> list[Action]:
    """What they let it do in its place in the Doom Phase."""
    return [MESSENGER] if has_book(state, me, YIG) else []


def doom_begins(state: CthulhuState, me: str) -> Script[None]:
    """What they bring as its place in the Doom Phase comes."""
    if state.in_play(me, BYATIS):
        title = _("Is no enemy unit with Byatis?")
        if (yield from yes(state, f"byatis/{me}", me, title)):
            draw(state, me, names.unit(me, BYATIS))
    if has_book(state, me, DAGON) and (state.on_map(me, ACOLYTE) or pool(state, me, ACOLYTE)):
        why = _(CARD_BOOKS[DAGON].name)
        if not pool(state, me, ACOLYTE):
            gate = yield from gate_left(state, f"innsmouth_look/{me}/gate", me)
            state.record(Left(me, ACOLYTE, 1, Loss.REMOVED, gate or "", by=me))
            if gate is not None:
                state.record(GateSet(gate, None))
        state.record(OutOfGame(me, ACOLYTE))
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
        state.record(Marked(me, f"{BOOK}{AZATHOTH}", EARNED))


def forget(state: CthulhuState, me: str, card: str) -> None:
    """The card goes back to the common pool: its book must be earned again."""
    if state.factions[me].marks.get(f"{BOOK}{card}"):
        state.record(Marked(me, f"{BOOK}{card}", 0))
