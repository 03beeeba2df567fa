"""What a faction's file consists of: numbers, abilities, requirements, all as data with small scripts.

Words in it are marked with `N_` (names of units with `NN_`) and asked for where they are shown; what its scripts say
and why they refuse is asked for there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeAlias

from msgspec import Struct, field

from companion.games.cthulhu_wars.model.battle_state import Battle
from companion.games.cthulhu_wars.model.state import ACOLYTE, START_POWER, CthulhuState
from companion.games.cthulhu_wars.model.units import Window
from companion.table.script import Script

Amount: TypeAlias = int | Callable[[CthulhuState, str], int]
"""What something costs: always the same, or by the state."""


def nothing(*_: object) -> Script[None]:
    """Do nothing: what most factions and cards do at such a moment."""
    yield from ()


def nothing_instead(*_: object) -> Script[bool]:
    """Return that nothing was done, and that the usual comes."""
    yield from ()
    return False


def nothing_to_add(*_: object) -> Script[list[Any]]:
    """Return no addends."""
    yield from ()
    return []


def nothing_due(*_: object) -> int:
    """Return that an Action costs nothing more."""
    return 0


def nothing_in_the_way(*_: object) -> str:
    """Return no refusal: it can be chosen whenever it can be paid."""
    return ""


class Spellbook(Struct, frozen=True):
    """A spellbook, with what it does in our own words.

    Args:
        once: whether it stays face down for good once it is turned.
        tribe: which of several sets of three it belongs to, of which one is used; empty if it is always used.
    """

    id: str
    name: str
    text: str
    once: bool = False
    tribe: str = ""


class Progress(Struct, frozen=True):
    """How far a requirement is: a number of the number that it needs.

    Args:
        what: what is counted, as a message id; such as Gates.
        number: how many there are.
        needed: how many are needed.
    """

    what: str
    number: int
    needed: int


def uncounted(_state: CthulhuState, _code: str) -> tuple[Progress, ...]:
    """Return no numbers: most requirements are met or not."""
    return ()


class Requirement(Struct, frozen=True):
    """A spellbook requirement.

    Args:
        kind: `automatic` (noticed whenever it is true), `action`, `doom-phase`, or `anytime` for one that is met
            whenever its owner says so, also as the game ends.
        met: whether the companion can see that it is met; None where only the players can see it.
        signs: Elder Signs it gives besides the book.
        power_per_enemy: Power it gives for each enemy player besides the book.
        last: may only be met when the other five books are owned.
        also: what else happens when it is met.
        short: a word or two, if only the players can see that it is met; they say so among their Actions.
        claim: the same in a few words, for its own page of Actions; empty for `short`.
        after: another one that is met whenever this one is, and is offered there first.
        partly: whether the companion sees it only in a battle; elsewhere the players say so.
        progress: how far it is; of several numbers each alone meets it.
        refused: why it cannot be met by what is in play, or an empty string; asked only where pieces are followed.
        signs_now: how many Elder Signs `also` gives now, if it gives any.
    """

    id: str
    text: str
    kind: str = "automatic"
    met: Callable[[CthulhuState, str], bool] | None = None
    signs: int = 0
    power_per_enemy: int = 0
    last: bool = False
    also: Callable[[CthulhuState, str], Script[None]] = nothing
    short: str = ""
    claim: str = ""
    after: str = ""
    partly: bool = False
    progress: Callable[[CthulhuState, str], tuple[Progress, ...]] = uncounted
    refused: Callable[[CthulhuState, str], str] = nothing_in_the_way
    signs_now: Callable[[CthulhuState, str], int] | None = None


class BattleAbility(Struct, frozen=True):
    """Something that may be used in a window of a battle.

    Args:
        id: stable name.
        usable: whether `me` may use it now (the book is checked separately).
        script: what happens when it is used.
        book: the spellbook it needs, if any.
        third_party: may be used in battles of others too.
        repeat: may be used again in the same battle.
        late: comes after everybody's others of its window.
        great: whether it is the special ability of a Great Old One.
        forced: whether it is used by itself, because its card does not leave it to its player.
        ritual: whether it is a Ritual of Annihilation, at its price and with its gain, instead of a script.
    """

    id: str
    name: str
    window: Window
    usable: Callable[[CthulhuState, Battle, str], bool]
    script: Callable[[CthulhuState, Battle, str], Script[None]]
    text: str = ""
    book: str = ""
    third_party: bool = False
    repeat: bool = False
    late: bool = False
    great: bool = False
    forced: bool = False
    ritual: bool = False


class Action(Struct, frozen=True):
    """A faction's own Action (or requirement Action).

    Args:
        cost: Power to pay: a number, or a function of the state.
        refused: why it cannot be chosen now, or an empty string.
        script: what happens after the cost is paid.
        book: the spellbook it needs, if any.
        requirement: the requirement it meets, if it is a requirement Action; it is offered until that is met.
        again: whether a second, different Action follows (double-action books).
        symbol: name of its drawing; by default that of Actions of one's own, or of spellbooks for requirement Actions.
            Those with the drawing of spellbooks stand in one tile.
        short: a word or two for the tile, if the name is long.
        ends: whether it ends what its spellbook has begun, which can be done though that cannot be used any more.
        instead_of_ritual: whether it takes the place of a Ritual in the Doom Phase.
        great: whether it is the special ability of a Great Old One.
        summons: the kind of Monster that it brings, if it is one of the Summons of whoever has these as Unlimited
            Actions.
        known: whether what refuses it is known below the Referee, too: how its card lies, or that it is done.
        gives: for what may be done at any moment, the most Power that it gives now; it then has a moment of its own
            before a Ritual.
    """

    id: str
    name: str
    cost: Amount
    refused: Callable[[CthulhuState, str], str]
    script: Callable[[CthulhuState, str], Script[None]]
    text: str = ""
    book: str = ""
    requirement: str = ""
    again: bool = False
    symbol: str = ""
    short: str = ""
    ends: bool = False
    instead_of_ritual: bool = False
    great: bool = False
    summons: str = ""
    known: bool = False
    gives: Callable[[CthulhuState, str], int] = nothing_due

    def price(self, state: CthulhuState, me: str) -> int:
        """Return the Power that it costs now."""
        return self.cost if isinstance(self.cost, int) else self.cost(state, me)


class Awakening(Struct, frozen=True):
    """How a Great Old One is awakened; `refused` names the step that is missing.

    Args:
        cost: Power to pay: a number, or a function of the state.
        areas: where it may appear, as far as the companion knows; None where only the players see it.
        cultists: how many Cultists on the map must go for it.
        priests: how many of the High Priests there must.
    """

    unit: str
    cost: Amount
    refused: Callable[[CthulhuState, str], str]
    script: Callable[[CthulhuState, str], Script[None]]
    areas: Callable[[CthulhuState, str], Iterable[str]] | None = None
    cultists: int = 0
    priests: int = 0

    def price(self, state: CthulhuState, me: str) -> int:
        """Return the Power that it costs now."""
        return self.cost if isinstance(self.cost, int) else self.cost(state, me)


class UniqueAbility(Struct, frozen=True):
    """A faction's unique ability: the doors through which it works, so that another faction can have it for a while.

    Args:
        flight: whether units move up to two areas.
        unlimited: Common Actions that are Unlimited Actions, by id.
        actions: Actions of its own.
        doom_phase: what may be done once per Doom Phase.
        gather: addends in Gather Power.
        awakened: what happens each time a Great Old One has been awakened.
        others_ritual: what follows when somebody else has performed a Ritual; gets that faction and the Doom it gained,
            and returns how much of that it keeps.
        price_again: what the Great Old One of a faction that has it for a while costs after its first awakening; 0
            if it makes no difference.
    """

    flight: bool = False
    unlimited: tuple[str, ...] = ()
    actions: tuple[Action, ...] = ()
    doom_phase: tuple[Action, ...] = ()
    gather: Callable[[CthulhuState, str], Script[list[tuple[str, int]]]] = nothing_to_add
    awakened: Callable[[CthulhuState, str], Script[None]] = nothing
    others_ritual: Callable[[CthulhuState, str, str, int], Script[int]] | None = None
    price_again: int = 0


class OffBoardInputs(Struct, frozen=True):
    """What a faction's rules look at in a battle besides the pieces there: a Quick Battle must ask for it.

    Args:
        ritual: whether the present cost of a Ritual of Annihilation counts.
        great: whether the Great Old Ones of enemies count, wherever they are.
        gates: whether the faction's own Gates count.
        tokens: whether the areas count that hold a token of its own.
        in_play: kinds of own pieces of which the number in play counts.
        numbers: Power, Doom or a mark, anybody's, by the keys of `corrections.counters`.
    """

    ritual: bool = False
    gates: bool = False
    in_play: tuple[str, ...] = ()
    numbers: tuple[str, ...] = ()
    great: bool = False
    tokens: bool = False


class AreaBesideMap(Struct, frozen=True):
    """An area that a faction brings along beside the map, with a Gate that is always its own.

    It is next to every area. Units of the faction move and retreat there and back; others leave it so, but do not come
    there so.
    """

    id: str
    name: str


class RitualVariant(Struct, frozen=True):
    """Another way in which a faction may perform its Ritual of Annihilation, for the same price.

    Args:
        refused: why it cannot be performed so now, or an empty string.
        gains: what it brings: Doom and Elder Signs, instead of those for Gates and Great Old Ones. It may ask.
        great: whether it is the special ability of a Great Old One.
    """

    id: str
    name: str
    refused: Callable[[CthulhuState, str], str]
    gains: Callable[[CthulhuState, str], Script[tuple[int, int]]]
    text: str = ""
    short: str = ""
    great: bool = False


class StartingForces(Struct, frozen=True):
    """What a faction begins with.

    Args:
        pieces: on the map, by kind; the first of them in its start area. With none it starts nowhere.
        priests: how many of its Acolytes are High Priests, if the table plays with them.
    """

    power: int = START_POWER
    pieces: Mapping[str, int] = field(default_factory=lambda: {ACOLYTE: 6})
    priests: int = 0


class CustomCounter(Struct, frozen=True):
    """A counter of a faction's own: shown with its numbers and corrected by hand like them, from 0 to `most`."""

    id: str
    label: str
    most: int


class CardDiscount(Struct, frozen=True):
    """A neutral card that a faction has at a price of its own; each other faction then gains an Elder Sign.

    One that is awakened needs a Gate that the faction controls, and no Great Old One there.

    Args:
        replaces: the kind of unit that it replaces, if its card says that it replaces one.
        counts: the mark of an awakening as which it counts.
    """

    card: str
    doom: int
    power: int
    replaces: str = ""
    counts: str = ""


class AreaMarker(Struct, frozen=True):
    """What a faction lays into areas, as `FactionState.tokens`.

    Args:
        name: what is said of an area that holds one.
        number: how many there are; 0 if any marker will do.
        gates: whether they are Gates that only the faction may control (`FactionState.own_gates`).
        eradicated: Doom that one gives whose area is Eradicated, on Shaggai.
    """

    name: str
    number: int = 0
    gates: bool = False
    eradicated: int = 0
