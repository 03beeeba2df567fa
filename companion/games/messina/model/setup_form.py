"""What the battles of a Round may be started with; whatever is left out is asked for."""

from __future__ import annotations

from typing import Annotated, ClassVar, Final, Literal, TypeAlias

from msgspec import UNSET, Meta, UnsetType, field

from companion.games.messina.model import names
from companion.games.messina.model.rulings import RULINGS
from companion.games.messina.model.units import KINDS, STRENGTH, SUPPORT
from companion.table.names import fault_in, refusal
from companion.table.setup import Setup, one_of, refuse, says
from companion.table.words import N_, _

MOST: Final = 20
"""The most Units of one kind and role, more than any site ever sees."""

MOST_STRENGTH: Final = 20
"""The largest strength that a Unit may be given."""

NAME: Final = 10
"""Characters of a name that have room on the screen."""

FACTIONS: Final = ", ".join(names.FACTIONS)
ROLES: Final = (*KINDS, *(f"support.{kind}" for kind in SUPPORT), *(f"routed.{kind}" for kind in KINDS))

Faction: TypeAlias = Annotated[str, one_of(names.FACTIONS)]
Strengths: TypeAlias = dict[Annotated[str, one_of(STRENGTH)], Annotated[int, Meta(ge=0, le=MOST_STRENGTH)]]
Counts: TypeAlias = dict[Annotated[str, one_of(ROLES)], Annotated[int, Meta(ge=0, le=MOST)]]


class RoundSetup(Setup, frozen=True):
    """The first battle and the readings of a Round.

    Args:
        rulings: readings that were chosen; `ask` asks for the rest.
        values: strengths of Units.
        seats: who fights, in the order in which they sit.
        seating: or else everybody in the game, in that order; who of them fights is asked.
        forms: whether Units are asked for on one sheet for each faction rather than kind by kind.
        initiator: whose March began it.
        names: what people are called, by faction.
        units: by faction, how many of each kind; `support.` and `routed.` stand before a kind.
    """

    thing: ClassVar[str] = N_("a battle")

    rulings: Annotated[dict[str, str], RULINGS.said] = field(name="options", default_factory=dict)
    values: Annotated[
        Strengths | UnsetType,
        says(N_("Strengths are whole numbers 0 to {most} of: {kinds}."), most=MOST_STRENGTH, kinds=", ".join(STRENGTH)),
    ] = UNSET
    ask: Annotated[Literal["ask"] | UnsetType, says(N_("“rulings” can only be ask."))] = field(
        name="rulings", default=UNSET
    )
    seats: Annotated[
        Annotated[list[Faction], Meta(min_length=2, max_length=5)] | UnsetType,
        says(N_("Two to five different factions fight. They are: {factions}."), factions=FACTIONS),
    ] = UNSET
    seating: Annotated[
        Annotated[list[Faction], Meta(min_length=2, max_length=5)] | UnsetType,
        says(N_("Two to five different factions are in the game. They are: {factions}."), factions=FACTIONS),
    ] = UNSET
    forms: Annotated[bool, says(N_("“forms” is true or false: whether Units are asked for on one sheet."))] = False
    initiator: Annotated[Faction | UnsetType, says(N_("The factions are: {factions}."), factions=FACTIONS)] = UNSET
    units: Annotated[
        dict[Faction, Counts] | UnsetType,
        says(
            N_("A faction's Units are numbers 0 to {most} of: {kinds}, or support. and routed. before one of these."),
            most=MOST,
            kinds=", ".join(KINDS),
        ),
    ] = UNSET

    names: Annotated[
        dict[Faction, Annotated[str, Meta(min_length=1, max_length=NAME)]],
        says(N_("“names” are names of up to {most} letters, by faction: {factions}."), most=NAME, factions=FACTIONS),
    ] = field(default_factory=dict)

    def __post_init__(self) -> None:
        RULINGS.check(self.rulings)
        for name in self.names.values():
            if why := fault_in(name, NAME):
                refuse(refusal(name, why))
        if self.seats and self.seating:
            refuse(_("Give who fights, or who is in the game, not both."))
        if len(set(self.seating or ())) != len(self.seating or ()):
            refuse(_("Each faction sits there once."))
        if self.seating and (self.initiator or self.units):
            refuse(_("Who began the battle, and its Units, are given with who fights."))
        seats = self.seats or ["red", "blue"]
        if len(set(seats)) != len(seats):
            refuse(_("Each faction fights once."))
        if self.initiator and self.initiator not in seats:
            refuse(_("Who began the battle is one of those that fight."))
        if any(faction not in seats for faction in self.units or ()):
            refuse(_("Units are given for the factions that fight."))
