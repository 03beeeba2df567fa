"""The events of a tower: plain data, handed over through a queue."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from firmware_bridge.errors import BridgeError

Mode = Literal["g", "r"]
"""`g`: the tower makes the faces. `r`: it reads real dice."""

Outcome = Literal["ok", "cocked", "few", "many", "jam", "timeout", "cut"]
"""How a roll or a drop came out; everything but `ok` is for people to decide on (PROTOCOL.md, "A roll")."""

Faces = tuple[int | None, ...]
"""One per die; None where there is no readable face."""


class TowerInfo(Struct, frozen=True):
    """What a tower says about itself.

    Attributes:
        where: the port it is on.
        uid: its own number, made once in its life; fairness is counted for each.
        boot: how many times it has started.
        bays: dice that it can read in one drop.
        max_dice: most dice of one roll.
    """

    where: str
    firmware: str
    hardware: str
    uid: str
    boot: int
    bays: int
    max_dice: int
    mode: str
    capabilities: frozenset[str]


class Connected(Struct, frozen=True):
    """A tower answers. Sent again when it has started anew."""

    info: TowerInfo


class Disconnected(Struct, frozen=True):
    """No tower: never found, or lost. The link goes on trying by itself, next in `retry_in` seconds."""

    error: BridgeError
    retry_in: float


class RollProgress(Struct, frozen=True):
    """A roll is going on.

    Attributes:
        stage: `tumble`, `empty` (take the dice out of the bays), `wait` (drop the dice now), `settle`, or `busy`
            (the tower has not begun: another roll is in the way).
        drop, drops: the number of this drop, from 1, and of all drops of the roll.
        dice: dice of this drop.
        done: faces already known.
    """

    roll_id: str
    stage: str
    drop: int
    drops: int
    dice: int
    done: int


class DropHeld(Struct, frozen=True):
    """A drop is no result; people choose: read again, throw again, or end the roll (and type it in).

    Attributes:
        bays: what lies in each bay, left to right: `1`..`6`, `?` not readable, `-` nothing.
    """

    roll_id: str
    outcome: Outcome
    bays: str
    drop: int
    drops: int
    dice: int
    done: int
    attempt: int


class RollFinished(Struct, frozen=True):
    """The faces of a roll. Comes once for each roll id.

    Attributes:
        number: the tower's running number of this roll.
        source: `g` made, `r` read.
        replayed: it came from the tower's journal after a lost reply or a reset, not from a second throw.
    """

    roll_id: str
    faces: Faces
    outcome: Outcome
    number: int
    source: str
    replayed: bool


class RollRefused(Struct, frozen=True):
    """The tower will not do this roll; nothing was thrown."""

    roll_id: str
    error: BridgeError


class UnaskedDrop(Struct, frozen=True):
    """Dice that nobody asked for were dropped into the tower."""

    drop_id: str
    faces: Faces
    outcome: Outcome
    number: int


class TowerButton(Struct, frozen=True):
    """The tower's own button: `down`, `hold` (after a second) or `up`."""

    key: int
    change: str


class TowerStatus(Struct, frozen=True):
    """The tower's counters, as it names them (PROTOCOL.md, `STAT`)."""

    values: tuple[tuple[str, str], ...]


class LineSeen(Struct, frozen=True):
    """A line on the wire, for the raw line viewer.

    Attributes:
        direction: `sent`, `received`, or `damaged` (text then says how many lines).
    """

    direction: str
    text: str


TowerEvent = (
    Connected
    | Disconnected
    | RollProgress
    | DropHeld
    | RollFinished
    | RollRefused
    | UnaskedDrop
    | TowerButton
    | TowerStatus
    | LineSeen
)
