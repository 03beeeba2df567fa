"""Sources of dice: the interface, the built-in roller, and faces that people type in.

A source only makes faces. It knows neither who asked nor what they mean.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from random import SystemRandom
from typing import Final, Protocol

from firmware_bridge.errors import BadFacesError
from firmware_bridge.words import _, n_

__all__ = ["MAX_DICE", "DiceSource", "VirtualDice", "parse_faces"]

MAX_DICE: Final = 9999
"""The most dice of one roll, more than any table needs; asking for more is an error."""

FAIR: Final = SystemRandom().randrange
"""Returns a random number below its argument, from the operating system. `secrets` does the same, but loads OpenSSL."""

_SYMBOL_FREE = re.compile(r"[\s,;.+/|-]+")
_COUNTED = re.compile(r"(\d+)\s*[x×*]\s*(\d+)", re.IGNORECASE)


class DiceSource(Protocol):
    """Anything that can throw dice and say how they fell."""

    @property
    def name(self) -> str:
        """Short stable name, as it stands in the log: "virtual", "tower"."""
        ...

    def roll(self, dice: int, sides: int = 6) -> list[int]:
        """Throw `dice` dice of `sides` sides.

        Returns the faces, each 1..sides, in the order the dice are told apart.
        """
        ...


class VirtualDice:
    """The built-in roller: the operating system's entropy, made into faces without bias.

    Args:
        below: returns a random number from 0 up to its argument, which is excluded, all equally likely; tests give
            another one than the system's.
    """

    name: str = "virtual"

    def __init__(self, below: Callable[[int], int] = FAIR) -> None:
        self._below = below

    def roll(self, dice: int, sides: int = 6) -> list[int]:
        """Throw the dice.

        Args:
            dice: how many, 0..9999.
            sides: how many sides each has, 2..256.

        Raises:
            ValueError: a number outside these ranges.
        """
        if not 0 <= dice <= MAX_DICE:
            raise ValueError(f"cannot roll {dice} dice; 0 to {MAX_DICE} are possible")
        if not 2 <= sides <= 256:
            raise ValueError(f"there is no die of {sides} sides here; 2 to 256 are possible")
        return [self._below(sides) + 1 for _die in range(dice)]


def parse_faces(text: str, dice: int, sides: int = 6) -> list[int]:
    """Read the faces of real dice as people type them.

    Understood: `6 4 1`, `6,4,1`, `641` (single digits, dice of at most nine sides), and groups such as
    `3x6 2x1` (three sixes, two ones), mixed as one likes.

    Args:
        text: what was typed.
        dice: how many faces there must be.
        sides: sides of each die.

    Returns:
        The faces in the order typed.

    Raises:
        BadFacesError: something that is no face, or another number of dice. The message says which.
    """
    faces: list[int] = []
    rest = text
    while match := _COUNTED.search(rest):
        faces.extend(_plain(rest[: match.start()], sides))
        count = int(match.group(1)) if len(match.group(1)) <= 4 else MAX_DICE + 1
        if count + len(faces) > MAX_DICE:
            raise BadFacesError(
                _("You typed {given} dice, but only {n} were rolled. Type them again.").format(
                    given=match.group(0), n=dice
                )
            )
        faces.extend([_face(match.group(2), sides)] * count)
        rest = rest[match.end() :]
    faces.extend(_plain(rest, sides))
    if len(faces) != dice:
        raise BadFacesError(
            n_(
                "You typed {given}, but {n} was rolled. Type each face once.",
                "You typed {given}, but {n} were rolled. Type each face once.",
                dice,
            ).format(given=n_("{n} die", "{n} dice", len(faces)).format(n=len(faces)), n=dice)
        )
    return faces


def _plain(text: str, sides: int) -> list[int]:
    words = [word for word in _SYMBOL_FREE.split(text) if word]
    if sides <= 9:
        words = [letter for word in words for letter in word]
    return [_face(word, sides) for word in words]


def _face(word: str, sides: int) -> int:
    if word.isascii() and word.isdigit() and len(word) <= 4 and 1 <= int(word) <= sides:
        return int(word)
    raise BadFacesError(
        _("“{word}” is not a face of the die: faces run from 1 to {sides}. Type it again.").format(
            word=word[:12], sides=sides
        )
    )
