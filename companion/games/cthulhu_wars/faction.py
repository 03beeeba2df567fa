"""What a faction's file consists of: numbers, abilities, requirements, all as data with small scripts.

Words in it are marked with `N_` (names of units with `NN_`) and asked for where they are shown; what its scripts say
and why they refuse is asked for there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from typing import Final

from msgspec import Struct, field

from companion.games.cthulhu_wars.battle.field import Battle, Figure
from companion.games.cthulhu_wars.neutral import UNITS
from companion.games.cthulhu_wars.state import ACOLYTE, START_POWER, CthulhuState
from companion.games.cthulhu_wars.units import Rank, Unit, Window
from companion.table.rulings import Ruling
from companion.table.script import Script
from companion.table.words import NN_

ACOLYTES: Final = Unit(ACOLYTE, *NN_("Acolyte", "Acolytes"), Rank.CULTIST, 6, 1, 0)
"""The Acolytes of almost every faction (reference 1)."""


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


def nothing_else(_state: CthulhuState, _code: str) -> Script[None]:
    """Most rules have nothing to settle at such a moment."""
    yield from ()


def nothing_in_the_way(_state: CthulhuState, _code: str) -> str:
    """Some Actions can be chosen whenever they can be paid; one that meets a requirement is offered until then."""
    return ""


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
        after: another one that is met whenever this one is, and is offered there first.
    """

    id: str
    text: str
    kind: str = "automatic"
    met: Callable[[CthulhuState, str], bool] | None = None
    signs: int = 0
    power_per_enemy: int = 0
    last: bool = False
    also: Callable[[CthulhuState, str], Script[None]] = nothing_else
    short: str = ""
    after: str = ""


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


class Action(Struct, frozen=True):
    """A faction's own Action (or requirement Action).

    Args:
        cost: Power to pay; may depend on the state.
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
    """

    id: str
    name: str
    cost: Callable[[CthulhuState, str], int]
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


class Awakening(Struct, frozen=True):
    """How a Great Old One is awakened; `refused` names the step that is missing.

    Args:
        areas: where it may appear, as far as the companion knows; None where only the players see it.
        cultists: how many Cultists on the map must go for it.
        priests: how many of the High Priests there must.
    """

    unit: str
    cost: Callable[[CthulhuState, str], int]
    refused: Callable[[CthulhuState, str], str]
    script: Callable[[CthulhuState, str], Script[None]]
    areas: Callable[[CthulhuState, str], Iterable[str]] | None = None
    cultists: int = 0
    priests: int = 0


def nothing_lost(_state: CthulhuState, _by: str) -> Script[None]:
    """Most factions do nothing when an enemy removes their Cultists."""
    yield from ()


class Unseen(Struct, frozen=True):
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


def nothing_to_gather(_state: CthulhuState, _code: str) -> Script[list[tuple[str, int]]]:
    """Most factions have no addend of their own in Gather Power."""
    yield from ()
    return []


def nothing_due(_state: CthulhuState, _code: str, _area: str) -> int:
    """Most factions make no Action of others dearer."""
    return 0


def nothing_shared(_state: CthulhuState, _code: str) -> Script[list[tuple[str, str, int]]]:
    """Most factions add nothing to what others gather."""
    yield from ()
    return []


def nothing_summoned(_state: CthulhuState, _code: str, _unit: str) -> Script[None]:
    """Most factions just place what they summon."""
    yield from ()


def nothing_gathered(_state: CthulhuState, _code: str) -> Script[None]:
    """Most factions do nothing at the end of Gather Power."""
    yield from ()


def nothing_after_number(_state: CthulhuState, _code: str, _number: int) -> Script[None]:
    """Most factions have nothing to settle after a Move or a Ritual."""
    yield from ()


def nothing_between(_state: CthulhuState, _declared: Battle, _me: str, _inner: bool) -> Script[bool]:
    """Most factions do nothing when a battle is declared."""
    yield from ()
    return False


def nothing_after(_state: CthulhuState, _battle: Battle, _me: str) -> Script[None]:
    """Most factions have nothing to settle when a battle is over."""
    yield from ()


class Unique(Struct, frozen=True):
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
    gather: Callable[[CthulhuState, str], Script[list[tuple[str, int]]]] = nothing_to_gather
    awakened: Callable[[CthulhuState, str], Script[None]] = nothing_else
    others_ritual: Callable[[CthulhuState, str, str, int], Script[int]] | None = None
    price_again: int = 0


def nothing_forbids(_state: CthulhuState, _battle: Battle, _me: str) -> str:
    """Most factions may attack with whatever has Combat."""
    return ""


class Place(Struct, frozen=True):
    """An area that a faction brings along beside the map, with a Gate that is always its own.

    It is next to every area. Units of the faction move and retreat there and back; others leave it so, but do not come
    there so.
    """

    id: str
    name: str


class Rite(Struct, frozen=True):
    """Another way in which a faction may perform its Ritual of Annihilation, for the same price.

    Args:
        refused: why it cannot be performed so now, or an empty string.
        gains: what it brings: Doom and Elder Signs, instead of those for Gates and Great Old Ones. It may ask.
    """

    id: str
    name: str
    refused: Callable[[CthulhuState, str], str]
    gains: Callable[[CthulhuState, str], Script[tuple[int, int]]]
    text: str = ""
    short: str = ""


def nothing_of_that_move(_state: CthulhuState, _code: str, _who: str, _spent: int) -> Script[None]:
    """Most factions do not mind where others move."""
    yield from ()


def nothing_instead(_state: CthulhuState, _battle: Battle, _figure: Figure) -> Script[bool]:
    """Most pieces are lost themselves."""
    yield from ()
    return False


class Begins(Struct, frozen=True):
    """What a faction begins with.

    Args:
        pieces: on the map, by kind; the first of them in its start area. With none it starts nowhere.
        priests: how many of its Acolytes are High Priests, if the table plays with them.
    """

    power: int = START_POWER
    pieces: Mapping[str, int] = field(default_factory=lambda: {ACOLYTE: 6})
    priests: int = 0


class Mark(Struct, frozen=True):
    """A counter of a faction's own: shown with its numbers and corrected by hand like them, from 0 to `most`."""

    id: str
    label: str
    most: int


class Kin(Struct, frozen=True):
    """A neutral card that a faction has at a price of its own; each other faction then gains an Elder Sign.

    One that is awakened needs a Gate that the faction controls, and no Great Old One there.
    """

    card: str
    doom: int
    power: int


class Token(Struct, frozen=True):
    """What a faction lays into areas, as `FactionState.tokens`.

    Args:
        name: what is said of an area that holds one.
        number: how many there are; 0 if any marker will do.
        gates: whether they are Gates that only the faction may control (`FactionState.own_gates`).
    """

    name: str
    number: int = 0
    gates: bool = False


class Faction(Struct, frozen=True, dict=True):
    """Everything about one faction: each field is a door through which its rules come into the game.

    Args:
        start: where its first Gate may be, by map; a single area is printed there.
        place: an area that it brings along; without a `start` on the map it starts there.
        duel_without: factions with which it cannot play the two-player game.
        like_cultists: kinds of its units that are no Cultists, but to which what names Cultists happens as to those.
        begins: its Power and pieces at the start; who has none there starts where its first Cultist comes.
        settles: its place among those that pick one of several areas, where nobody has started; the lowest first.
        expansion: whether it is not in the box that everybody has; its rulings are asked for where it plays.
        summon_cost: the present cost of a Monster (printed, less what books take off).
        summons_at: where it may summon, in words, if that is not only where it controls a Gate on the map.
        summoned: what happens when it has summoned a Monster of some kind.
        gather: faction addends in Gather Power, `(label, power)`; a script, for some must ask.
        shares: addends in Gather Power that its rules give to anybody, `(who, label, power)`.
        gathered: what it may do at the end of Gather Power, after everybody was raised to half of the leader.
        cultists_lost: what happens when an enemy removes one or more of its Cultists; gets that enemy.
        between_actions: what it may do after any player's Action.
        anytime: what it may do at any moment of the evening, in anybody's turn and without Power.
        doom_phase: what it may do once per Doom Phase.
        doom_begins: what happens as its place in the Doom Phase comes, each time it does.
        doom_ends: what happens as the Doom Phase ends.
        ritual_signs: Elder Signs that a Ritual gives it besides those for its Great Old Ones.
        after_ritual: what it may do when it has performed one; gets the Doom that this brought.
        rites: other ways in which it may perform its Ritual.
        ritual_cost: what a Ritual of Annihilation costs it.
        guards_cultists: whether only Great Old Ones can capture its Cultists now.
        toll: Power that an enemy's Action costs more if it ends in an area or does something to it.
        after_move: what it settles when its units have moved by a Move Action; gets the Power spent on that.
        enemy_moved: what it settles when units of another faction have moved by a Move Action, before that one settles
            anything; gets that faction and the Power spent on it.
        unique: its unique ability; what of that needs no door of its own may stand in those of the faction.
        goes_first: whether it is First Player in turn 1: always, never, or (None) as the table likes.
        keeps_gates: kinds of its units besides Cultists that can hold a Gate now.
        gate_units: kinds of its units that are a Gate of its wherever they stand; nobody needs to hold it.
        more_gates: Gates that it controls besides those on the map with a piece of it on them.
        more_abandoned: abandoned Gates of its own that are not on the map.
        captive_worth: Power that a captured piece of it gives its captor in Gather Power.
        book_earned: what it settles when it has earned a spellbook.
        worth: Doom for the kinds of unit for which the two-player game gives another number than the cost.
        combat: dice of the kinds of unit whose Combat is not the printed number, by unit; never less than that.
        leaves_game: whether a unit of this kind that is Killed or Eliminated leaves the game.
        may_not_attack: why its pieces in a battle may not have declared it, though they have Combat; empty if they may.
        reminds: what its rules say of a Common Action now, shown where that is picked; gets the Action's id.
        takes: how many results one of its pieces may carry; so many Kills kill it.
        survives: by what one of its pieces outlives any Kill and a retreat with nowhere to go; empty if it does not.
        assigns_for: whether it spreads the results against its enemy in a battle; those that an ability adds to those
            of the dice are asked for apart.
        assigns_by: the ability by which it does.
        directs_retreats: the spellbook by which it may choose where units retreat in any battle, and who goes first.
        interrupts: what it may do when a battle is declared, before any ability; gets the battle, and whether this
            one was declared in the course of another. Returns whether it has acted.
        before_roll: what it settles in a battle as the totals are fixed.
        after_roll: what it settles in a battle once everybody has used what may be used after the roll.
        instead: whether something else was lost for a piece that is to be Eliminated in a battle.
        after_battle: what it settles when any battle is over.
        unseen: what must be known in a battle besides the pieces there, if it is in the battle or looks on.
        onlooker: spellbooks that it may use in battles of others.
        marks: counters of its own.
        one_source: what of its rules rests on a single source, a sentence each, for people to check on their cards.
        awakens_alone: whether it may awaken an independent Great Old One at a Gate without one of its own there.
        worth_mark: the counter that stands for the awakening cost of its Great Old Ones where a card asks for that.
        kin: neutral cards that it has at a price of its own.
        token: what it lays into areas, if it does.
        lays_out: what it puts on the table besides what everybody does.
        rulings: points of its own rules that tables read otherwise.
        help: help topics of its own.
    """

    code: str
    name: str
    colour: str
    glyph: str
    ability_name: str
    ability_text: str
    units: tuple[Unit, ...]
    books: tuple[Spellbook, ...]
    requirements: tuple[Requirement, ...]
    awakenings: tuple[Awakening, ...]
    start: Mapping[str, tuple[str, ...]]
    place: Place | None = None
    duel_without: tuple[str, ...] = ()
    like_cultists: tuple[str, ...] = ()
    begins: Begins = Begins()
    settles: int = 0
    expansion: bool = False
    actions: tuple[Action, ...] = ()
    summon_cost: Callable[[CthulhuState, str, Unit], int] = lambda _s, _c, unit: unit.cost
    summons_at: Callable[[CthulhuState, str], str] = lambda _s, _c: ""
    summoned: Callable[[CthulhuState, str, str], Script[None]] = nothing_summoned
    gather: Callable[[CthulhuState, str], Script[list[tuple[str, int]]]] = nothing_to_gather
    shares: Callable[[CthulhuState, str], Script[list[tuple[str, str, int]]]] = nothing_shared
    gathered: Callable[[CthulhuState, str], Script[None]] = nothing_gathered
    cultists_lost: Callable[[CthulhuState, str], Script[None]] = nothing_lost
    between_actions: tuple[Action, ...] = ()
    anytime: tuple[Action, ...] = ()
    doom_phase: tuple[Action, ...] = ()
    doom_begins: Callable[[CthulhuState, str], Script[None]] = nothing_else
    doom_ends: Callable[[CthulhuState, str], Script[None]] = nothing_else
    ritual_signs: Callable[[CthulhuState, str], int] = lambda _s, _c: 0
    after_ritual: Callable[[CthulhuState, str, int], Script[None]] = nothing_after_number
    rites: tuple[Rite, ...] = ()
    ritual_cost: Callable[[CthulhuState, str], int] = lambda state, _c: state.ritual_cost
    guards_cultists: Callable[[CthulhuState, str], bool] = lambda _s, _c: False
    toll: Callable[[CthulhuState, str, str], int] = nothing_due
    after_move: Callable[[CthulhuState, str, int], Script[None]] = nothing_after_number
    enemy_moved: Callable[[CthulhuState, str, str, int], Script[None]] = nothing_of_that_move
    unique: Unique = Unique()
    goes_first: bool | None = None
    keeps_gates: Callable[[CthulhuState, str], tuple[str, ...]] = lambda _s, _c: ()
    gate_units: tuple[str, ...] = ()
    more_gates: Callable[[CthulhuState, str], int] = lambda _s, _c: 0
    more_abandoned: Callable[[CthulhuState, str], int] = lambda _s, _c: 0
    captive_worth: Callable[[CthulhuState, str, str], int] = lambda _s, _c, _unit: 1
    book_earned: Callable[[CthulhuState, str], Script[None]] = nothing_else
    worth: Mapping[str, int] = field(default_factory=dict)
    battle: tuple[BattleAbility, ...] = ()
    combat: Callable[[CthulhuState, Battle, str], dict[str, int]] = lambda _s, _b, _c: {}
    leaves_game: Callable[[CthulhuState, str, str], bool] = lambda _s, _c, _unit: False
    may_not_attack: Callable[[CthulhuState, Battle, str], str] = nothing_forbids
    reminds: Callable[[CthulhuState, str, str], str] = lambda _s, _c, _action: ""
    takes: Callable[[CthulhuState, Figure], int] = lambda _s, _f: 1
    survives: Callable[[CthulhuState, Battle, Figure], str] = lambda _s, _b, _f: ""
    assigns_for: Callable[[CthulhuState, Battle, str, bool], bool] = lambda _s, _b, _c, _added: False
    assigns_by: str = ""
    directs_retreats: str = ""
    interrupts: Callable[[CthulhuState, Battle, str, bool], Script[bool]] = nothing_between
    before_roll: Callable[[CthulhuState, Battle, str], Script[None]] = nothing_after
    after_roll: Callable[[CthulhuState, Battle, str], Script[None]] = nothing_after
    instead: Callable[[CthulhuState, Battle, Figure], Script[bool]] = nothing_instead
    after_battle: Callable[[CthulhuState, Battle, str], Script[None]] = nothing_after
    unseen: Callable[[CthulhuState, Battle, str], Unseen] = lambda _s, _b, _c: Unseen()
    onlooker: tuple[str, ...] = ()
    marks: tuple[Mark, ...] = ()
    one_source: tuple[str, ...] = ()
    awakens_alone: Callable[[CthulhuState, str], bool] = lambda _s, _c: False
    worth_mark: str = ""
    kin: tuple[Kin, ...] = ()
    token: Token | None = None
    lays_out: tuple[str, ...] = ()
    rulings: Mapping[str, Ruling] = field(default_factory=dict)
    help: Mapping[str, str] = field(default_factory=dict)

    def unit(self, unit_id: str) -> Unit:
        """Return a kind of unit by its id, a neutral one too."""
        return self._units.get(unit_id) or UNITS[unit_id]

    def has(self, unit_id: str) -> bool:
        """Whether a kind of unit is on its own card."""
        return unit_id in self._units

    @cached_property
    def _units(self) -> dict[str, Unit]:
        return {unit.id: unit for unit in self.units}

    def of_rank(self, *ranks: Rank) -> tuple[Unit, ...]:
        """Its own kinds of unit of some ranks, or all."""
        found = self._ranked.get(ranks)
        if found is None:
            found = self._ranked[ranks] = tuple(u for u in self.units if not ranks or u.rank in ranks)
        return found

    def in_window(self, window: Window, *, late: bool) -> tuple[BattleAbility, ...]:
        """Its abilities of a window of a battle."""
        found = self._windows.get((window, late))
        if found is None:
            found = tuple(a for a in self.battle if a.window is window and a.late is late)
            self._windows[window, late] = found
        return found

    @cached_property
    def _windows(self) -> dict[tuple[Window, bool], tuple[BattleAbility, ...]]:
        return {}

    @cached_property
    def _ranked(self) -> dict[tuple[Rank, ...], tuple[Unit, ...]]:
        return {}
