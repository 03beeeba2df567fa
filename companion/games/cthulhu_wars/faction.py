"""What a faction file consists of: numbers, abilities, requirements, all as data with small scripts."""

from __future__ import annotations

import enum
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from companion.table.script import Script

if TYPE_CHECKING:
    from companion.games.cthulhu_wars.battle.field import Battle
    from companion.games.cthulhu_wars.state import CthulhuState


class Rank(enum.Enum):
    """Category of a unit; the order is that of the Capture rule."""

    CULTIST = 1
    MONSTER = 2
    GOO = 3


class Window(enum.Enum):
    """The moments of a battle at which abilities may be used (battle reference, section 2)."""

    PRE_BATTLE = "pre-battle"
    AFTER_ROLL = "after the roll"
    KILLS_ASSIGNED = "Kills assigned"
    PAINS_ASSIGNED = "Pains assigned"
    AFTER_BATTLE = "after battle"


@dataclass(frozen=True)
class Unit:
    """A kind of piece. `combat` is the printed number; formulas are in `Faction.combat`."""

    id: str
    name: str
    plural: str
    rank: Rank
    count: int
    cost: int
    combat: int


@dataclass(frozen=True)
class Spellbook:
    """A spellbook, with what it does in our own words."""

    id: str
    name: str
    text: str


@dataclass(frozen=True)
class Requirement:
    """A spellbook requirement.

    Args:
        kind: `automatic` (noticed whenever it is true), `action` or `doom-phase`.
        met: whether the companion can see that it is met; None where only the players can see it.
        signs: Elder Signs it gives besides the book.
        power_per_enemy: Power it gives for each enemy player besides the book.
        last: may only be met when the other five books are owned.
    """

    id: str
    text: str
    kind: str = "automatic"
    met: Callable[[CthulhuState, str], bool] | None = None
    signs: int = 0
    power_per_enemy: int = 0
    last: bool = False


@dataclass(frozen=True)
class BattleAbility:
    """Something that may be used in a window of a battle.

    Args:
        id: stable name.
        usable: whether `me` may use it now (the book is checked separately).
        script: what happens when it is used.
        book: the spellbook it needs, if any.
        third_party: may be used in battles of others too.
        repeat: may be used again in the same battle.
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


@dataclass(frozen=True)
class Action:
    """A faction's own Action (or requirement Action).

    Args:
        cost: Power to pay; may depend on the state.
        refused: why it cannot be chosen now, or an empty string.
        script: what happens after the cost is paid.
        book: the spellbook it needs, if any.
        requirement: the requirement it meets, if it is a requirement Action.
        again: whether a second, different Action follows (Yellow Sign's double-action books).
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


@dataclass(frozen=True)
class Awakening:
    """How a Great Old One is awakened; `refused` names the step that is missing."""

    unit: str
    cost: Callable[[CthulhuState, str], int]
    refused: Callable[[CthulhuState, str], str]
    script: Callable[[CthulhuState, str], Script[None]]


def nothing_lost(_state: CthulhuState, _by: str) -> Script[None]:
    """Most factions do nothing when an enemy removes their Cultists."""
    yield from ()


@dataclass(frozen=True)
class Unseen:
    """What a faction's rules look at in a battle besides the pieces there: a Quick Battle must ask for it.

    Args:
        ritual: whether the present cost of a Ritual of Annihilation counts.
        gates: whether the faction's own Gates count.
        in_play: kinds of own pieces of which the number in play counts.
    """

    ritual: bool = False
    gates: bool = False
    in_play: tuple[str, ...] = ()


def nothing_to_gather(_state: CthulhuState, _code: str) -> Script[list[tuple[str, int]]]:
    """Most factions have no addend of their own in Gather Power."""
    yield from ()
    return []


@dataclass(frozen=True)
class Faction:
    """Everything about one faction.

    Args:
        summon_cost: the present cost of a Monster (printed, less what books take off).
        combat: dice of the kinds of unit whose Combat is not the printed number, by unit.
        gather: faction addends in Gather Power, `(label, power)`; a script, for some must ask.
        cultists_lost: what happens when an enemy removes one or more of its Cultists; gets that enemy.
        between_actions: what it may do after any player's Action.
        unseen: what must be known in a battle besides the pieces there, if it is in the battle or looks on.
        onlooker: spellbooks that it may use in battles of others.
        doom_phase: what it may do once per Doom Phase.
        flight: whether its units move up to two areas.
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
    actions: tuple[Action, ...] = ()
    battle: tuple[BattleAbility, ...] = ()
    summon_cost: Callable[[CthulhuState, str, Unit], int] = lambda _s, _c, unit: unit.cost
    combat: Callable[[CthulhuState, Battle, str], dict[str, int]] | None = None
    gather: Callable[[CthulhuState, str], Script[list[tuple[str, int]]]] = nothing_to_gather
    cultists_lost: Callable[[CthulhuState, str], Script[None]] = nothing_lost
    between_actions: tuple[Action, ...] = ()
    doom_phase: tuple[Action, ...] = ()
    unseen: Callable[[CthulhuState, Battle, str], Unseen] = lambda _s, _b, _c: Unseen()
    onlooker: tuple[str, ...] = ()
    flight: bool = False

    def unit(self, unit_id: str) -> Unit:
        """Return a kind of unit by its id."""
        return next(u for u in self.units if u.id == unit_id)

    def of_rank(self, *ranks: Rank) -> list[Unit]:
        """The kinds of unit of some ranks."""
        return [u for u in self.units if u.rank in ranks]
