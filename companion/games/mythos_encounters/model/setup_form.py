"""What combats may be started with; whatever is left out is asked for."""

from __future__ import annotations

from typing import Annotated, ClassVar, Final, Literal, TypeAlias

import msgspec
from msgspec import UNSET, Meta, UnsetType, field

from companion.games.mythos_encounters.model.forces import ATTACKER, SEATS, VALUES
from companion.games.mythos_encounters.model.rulings import RULINGS
from companion.table.names import fault_in, refusal
from companion.table.setup import Setup, one_of, refuse, says
from companion.table.words import N_, _

MOST: Final = 20
"""The most pieces of one kind, more than any Node ever holds."""

MOST_VALUE: Final = 20
"""The largest number that a value may be set to."""

FIGHTERS: Final = 2
MOST_PEOPLE: Final = len(SEATS)

NAME: Final = 10
GOD: Final = 16
"""Characters that have room on the screen."""

Pieces: TypeAlias = Annotated[int, Meta(ge=0, le=MOST)] | UnsetType


class SideSetup(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a side of the first combat has; if anything is given, Monsters and Insane Cultists are 0 if left out."""

    cultists: Pieces = UNSET
    servitors: Pieces = UNSET
    monsters: Pieces = UNSET
    insane: Pieces = UNSET
    ring: bool | UnsetType = UNSET


class SeatSetup(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Somebody at the table."""

    name: str = ""
    god: str = ""

    def __post_init__(self) -> None:
        for words, most in ((self.name, NAME), (self.god, GOD)):
            if why := fault_in(words, most):
                refuse(refusal(words, why))


_SIDE: Final = says(
    N_("A side has 0 to {most} of each: {pieces}; “ring” is true or false."),
    most=MOST,
    pieces=", ".join(SideSetup.__struct_fields__[:-1]),
)


class CombatSetup(Setup, frozen=True):
    """Who sits there and the first combat.

    Args:
        rulings: readings that were chosen; `ask` asks for the rest.
        values: numbers of the published lists that are others at this table.
        people: everybody; the first attacks the second. Or else only the number of `others`.
        forms: whether pieces are asked for on one sheet rather than one after the other.
        gate: whether the attackers cross an unstable Gate.
    """

    thing: ClassVar[str] = N_("a combat")

    rulings: Annotated[dict[str, str], RULINGS.said] = field(name="options", default_factory=dict)
    values: Annotated[
        dict[Annotated[str, one_of(VALUES)], Annotated[int, Meta(ge=0, le=MOST_VALUE)]],
        says(N_("The values are whole numbers 0 to {most}: {values}."), most=MOST_VALUE, values=", ".join(VALUES)),
    ] = field(default_factory=dict)
    ask: Annotated[Literal["ask"] | UnsetType, says(N_("“rulings” can only be ask."))] = field(
        name="rulings", default=UNSET
    )
    people: Annotated[
        Annotated[list[SeatSetup], Meta(min_length=FIGHTERS, max_length=MOST_PEOPLE)] | UnsetType,
        says(
            N_("“players” is a list of {least} to {most} players, each with a name and a god."),
            least=FIGHTERS,
            most=MOST_PEOPLE,
        ),
    ] = field(name="players", default=UNSET)
    others: Annotated[
        Annotated[int, Meta(ge=0, le=MOST_PEOPLE - FIGHTERS)] | UnsetType,
        says(N_("There are 0 to {most} other players."), most=MOST_PEOPLE - FIGHTERS),
    ] = UNSET
    forms: Annotated[bool, says(N_("“forms” is true or false: whether pieces are asked for on one sheet."))] = False
    gate: Annotated[Literal["yes", "no"] | UnsetType, says(N_("“gate” is yes or no."))] = UNSET
    attacker: Annotated[SideSetup, _SIDE] = SideSetup()
    defender: Annotated[SideSetup, _SIDE] = SideSetup()

    def side(self, name: str) -> SideSetup:
        """Return what the attacker or the defender has."""
        return self.attacker if name == ATTACKER else self.defender

    def __post_init__(self) -> None:
        RULINGS.check(self.rulings)
        if any(self.values.get(key) == 0 for key in ("cultist_price", "servitor_price")):
            refuse(_("Pieces cost at least one die."))
        if self.people and self.others is not UNSET and self.others != len(self.people) - FIGHTERS:
            refuse(_("“players” and “others” differ. Leave one of them out."))
