"""Every door through which a faction's rules come into the game; what stands in them is made of `parts`.

People's own factions (docs/own_things.md) take those from here, too.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from typing import Final

from msgspec import Struct, field

from companion.games.cthulhu_wars.model.battle_state import Battle, Figure
from companion.games.cthulhu_wars.model.faction_parts import (
    Action,
    AreaBesideMap,
    AreaMarker,
    Awakening,
    BattleAbility,
    CardDiscount,
    CustomCounter,
    OffBoardInputs,
    Requirement,
    RitualVariant,
    Spellbook,
    StartingForces,
    UniqueAbility,
    nothing,
    nothing_due,
    nothing_in_the_way,
    nothing_instead,
    nothing_to_add,
)
from companion.games.cthulhu_wars.model.neutral_cards import UNITS
from companion.games.cthulhu_wars.model.state import ACOLYTE, CthulhuState
from companion.games.cthulhu_wars.model.units import Rank, Unit, Window
from companion.table.rulings import Ruling
from companion.table.script import Script
from companion.table.words import NN_

ACOLYTES: Final = Unit(ACOLYTE, *NN_("Acolyte", "Acolytes"), Rank.CULTIST, 6, 1, 0)
"""The Acolytes of almost every faction (reference 1)."""


class Faction(Struct, frozen=True, dict=True):
    """Everything about one faction: each field is a door through which its rules come into the game.

    A function gets the state, then the battle if there is one, and then whose it is; a script may ask and record.
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
    """Areas in which its first Gate may be, by map; a single one is printed there."""
    start_of_eight: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Those areas in a game of 8 factions, where they are others."""
    place: AreaBesideMap | None = None
    """An area that it brings along; without a `start` on the map it starts there."""
    duel_without: tuple[str, ...] = ()
    """Factions with which it cannot play the two-player game."""
    like_cultists: tuple[str, ...] = ()
    """Kinds of its units that are no Cultists, but to which what names Cultists happens as to those."""
    begins: StartingForces = StartingForces()
    """Its Power and pieces at the start; who has none there starts where its first Cultist comes."""
    settles: int = 0
    """Its place among those that pick one of several areas, where nobody has started; the lowest first."""
    expansion: bool = False
    """True if it comes in a box of its own; its rulings are asked for where it plays."""
    sound: str = ""
    """Mood of the sound of its awakenings (`layouts/build_sounds.py`)."""
    actions: tuple[Action, ...] = ()
    """Actions of its own."""
    summon_cost: Callable[[CthulhuState, str, Unit], int] = lambda _s, _c, unit: unit.cost
    """The present cost of a Monster (printed, less what books take off)."""
    summons_at: Callable[[CthulhuState, str], str] = nothing_in_the_way
    """Say where it may summon, if that is not only where it controls a Gate on the map."""
    summoned: Callable[[CthulhuState, str, str], Script[None]] = nothing
    """Run what follows when it has summoned a Monster of some kind."""
    gather: Callable[[CthulhuState, str], Script[list[tuple[str, int]]]] = nothing_to_add
    """Faction addends in Gather Power, `(label, power)`; a script, for some must ask."""
    shares: Callable[[CthulhuState, str], Script[list[tuple[str, str, int]]]] = nothing_to_add
    """Addends in Gather Power that its rules give to anybody, `(who, label, power)`."""
    gathered: Callable[[CthulhuState, str], Script[None]] = nothing
    """Run what it may do at the end of Gather Power, after everybody was raised to half of the leader."""
    cultists_lost: Callable[[CthulhuState, str], Script[None]] = nothing
    """Run what follows when an enemy removes one or more of its Cultists; gets that enemy."""
    between_actions: tuple[Action, ...] = ()
    """Actions that it may take after any player's Action."""
    anytime: tuple[Action, ...] = ()
    """Actions that it may take at any moment of the evening, in anybody's turn and without Power."""
    doom_phase: tuple[Action, ...] = ()
    """Actions that it may take once per Doom Phase."""
    doom_begins: Callable[[CthulhuState, str], Script[None]] = nothing
    """Run what follows as its place in the Doom Phase comes, each time it does."""
    doom_ends: Callable[[CthulhuState, str], Script[None]] = nothing
    """Run what follows as the Doom Phase ends."""
    ritual_signs: Callable[[CthulhuState, str], int] = lambda _s, _c: 0
    """Elder Signs that a Ritual gives it besides those for its Great Old Ones."""
    after_ritual: Callable[[CthulhuState, str, int], Script[None]] = nothing
    """Run what it may do when it has performed one; gets the Doom that this brought."""
    rites: tuple[RitualVariant, ...] = ()
    """Other ways in which it may perform its Ritual."""
    ritual_cost: Callable[[CthulhuState, str], int] = lambda state, _c: state.ritual_cost
    """Return what a Ritual of Annihilation costs it."""
    guards_cultists: Callable[[CthulhuState, str], bool] = lambda _s, _c: False
    """Return whether only Great Old Ones can capture its Cultists now."""
    toll: Callable[[CthulhuState, str, str], int] = nothing_due
    """The surcharge: Power that an enemy's Action costs more if it ends in an area or does something to it."""
    after_move: Callable[[CthulhuState, str, int], Script[None]] = nothing
    """Settle what follows when its units have moved by a Move Action; gets the Power spent on that."""
    enemy_moved: Callable[[CthulhuState, str, str, int], Script[None]] = nothing
    """Settle what follows when units of another faction have moved by a Move Action, before that one does.

    Gets that faction and the Power spent on it.
    """
    unique: UniqueAbility = UniqueAbility()
    """Its unique ability; what of that needs no door of its own may stand in those of the faction."""
    borrows: bool = False
    """True if it may have the unique abilities of others, too, for a while (`FactionState.borrowed`)."""
    goes_first: bool | None = None
    """True if it is First Player in turn 1, False if it never is, None if the table decides."""
    keeps_gates: Callable[[CthulhuState, str], tuple[str, ...]] = lambda _s, _c: ()
    """Kinds of its units besides Cultists that can hold a Gate now."""
    gate_units: tuple[str, ...] = ()
    """Kinds of its units that are a Gate of its wherever they stand; nobody needs to hold it."""
    more_gates: Callable[[CthulhuState, str], int] = lambda _s, _c: 0
    """Gates that it controls besides those on the map with a piece of it on them."""
    more_abandoned: Callable[[CthulhuState, str], int] = lambda _s, _c: 0
    """Abandoned Gates of its own that are not on the map."""
    captive_worth: Callable[[CthulhuState, str, str], int] = lambda _s, _c, _unit: 1
    """Power that a captured piece of it gives its captor in Gather Power."""
    book_earned: Callable[[CthulhuState, str], Script[None]] = nothing
    """Settle what follows when it has earned a spellbook."""
    worth: Mapping[str, float] = field(default_factory=dict)
    """Doom for units that give not their cost in the two-player game: the average of two, perhaps with a half."""
    battle: tuple[BattleAbility, ...] = ()
    combat: Callable[[CthulhuState, Battle, str], dict[str, int]] = lambda _s, _b, _c: {}
    """Dice of the kinds of unit whose Combat is not the printed number, by unit; never less than that."""
    leaves_game: Callable[[CthulhuState, str, str], bool] = lambda _s, _c, _unit: False
    """Return whether a unit of this kind that is Killed or Eliminated leaves the game."""
    may_not_attack: Callable[[CthulhuState, Battle, str], str] = nothing_in_the_way
    """Return why its pieces in a battle may not have declared it, though they have Combat; empty if they may."""
    reminds: Callable[[CthulhuState, str, str], str] = lambda _s, _c, _action: ""
    """Return what its rules say of a Common Action now, shown where that is picked; gets the Action's id."""
    takes: Callable[[CthulhuState, Figure], int] = lambda _s, _f: 1
    """Return how many results one of its pieces may carry; this number of Kills kills it."""
    survives: Callable[[CthulhuState, Battle, Figure], str] = lambda _s, _b, _f: ""
    """Name that by which a piece of it outlives any Kill and a retreat with nowhere to go; empty if it does not."""
    assigns_for: Callable[[CthulhuState, Battle, str, bool], bool] = lambda _s, _b, _c, _added: False
    """Return whether it spreads the results against its enemy in a battle.

    Those that an ability adds to those of the dice are asked for apart.
    """
    assigns_by: str = ""
    """The ability by which it does."""
    directs_retreats: str = ""
    """The spellbook by which it may choose where units retreat in any battle, and who goes first."""
    interrupts: Callable[[CthulhuState, Battle, str, bool], Script[bool]] = nothing_instead
    """Run what it may do when a battle is declared, before any ability; returns whether it has acted.

    Gets the battle, and whether this one was declared in the course of another. A Quick Battle asks it, too: then what
    is done is done on the board.
    """
    before_roll: Callable[[CthulhuState, Battle, str], Script[None]] = nothing
    """Settle what follows in a battle as the totals are fixed."""
    after_roll: Callable[[CthulhuState, Battle, str], Script[None]] = nothing
    """Settle what follows in a battle once everybody has used what may be used after the roll."""
    instead: Callable[[CthulhuState, Battle, Figure], Script[bool]] = nothing_instead
    """Return whether something else was lost for a piece that is to be Eliminated in a battle."""
    after_battle: Callable[[CthulhuState, Battle, str], Script[None]] = nothing
    """Settle what follows when any battle is over."""
    unseen: Callable[[CthulhuState, Battle, str], OffBoardInputs] = lambda _s, _b, _c: OffBoardInputs()
    """Return what must be known in a battle besides the pieces there, if it is in the battle or looks on."""
    onlooker: tuple[str, ...] = ()
    """Spellbooks that it may use in battles of others."""
    marks: tuple[CustomCounter, ...] = ()
    """Counters of its own."""
    one_source: tuple[str, ...] = ()
    """Sentences on rules that rest on a single source, for people to check on their cards."""
    awakens_alone: Callable[[CthulhuState, str], bool] = lambda _s, _c: False
    """Return whether it may awaken an independent Great Old One at a Gate without one of its own there."""
    worth_mark: str = ""
    """The counter that stands for the awakening cost of its Great Old Ones where a card asks for that."""
    kin: tuple[CardDiscount, ...] = ()
    """Neutral cards that it has at a price of its own."""
    silence_tokens: int = 1
    """How many Silence tokens its player may hold in the Library at Celaeno."""
    token: AreaMarker | None = None
    """The token that it lays into areas, if it does."""
    lays_out: tuple[str, ...] = ()
    """Sentences on what it puts on the table besides what everybody does."""
    lays_out_with: Mapping[str, str] = field(default_factory=dict)
    """A further such sentence, by the code of another faction that must play."""
    rulings: Mapping[str, Ruling] = field(default_factory=dict)
    """Points of its own rules that tables read otherwise."""
    help: Mapping[str, str] = field(default_factory=dict)
    """Help topics of its own."""

    def unit(self, unit_id: str) -> Unit:
        """Return a kind of unit by its id, a neutral one too."""
        return self._units.get(unit_id) or UNITS[unit_id]

    def has(self, unit_id: str) -> bool:
        """Return whether a kind of unit is on its own card."""
        return unit_id in self._units

    @cached_property
    def _units(self) -> dict[str, Unit]:
        return {unit.id: unit for unit in self.units}

    def of_rank(self, *ranks: Rank) -> tuple[Unit, ...]:
        """Return its own kinds of unit of some ranks, or all."""
        found = self._ranked.get(ranks)
        if found is None:
            found = self._ranked[ranks] = tuple(u for u in self.units if not ranks or u.rank in ranks)
        return found

    @cached_property
    def cultists(self) -> tuple[str, ...]:
        """Ids of its own kinds of Cultist."""
        return tuple(unit.id for unit in self.of_rank(Rank.CULTIST))

    @cached_property
    def seen_requirements(self) -> tuple[Requirement, ...]:
        """Those of its requirements of which the companion itself sees that they are met."""
        return tuple(r for r in self.requirements if r.met is not None)

    @cached_property
    def unseen_requirements(self) -> tuple[Requirement, ...]:
        """Those of which only the players see that they are met, at least outside battles, and say so when they are."""
        return tuple(r for r in self.requirements if (r.met is None or r.partly) and r.kind in ("automatic", "anytime"))

    def in_window(self, window: Window, *, late: bool) -> tuple[BattleAbility, ...]:
        """Return its abilities of a window of a battle."""
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
