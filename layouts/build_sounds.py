"""Makes the companion's sounds out of sines and noise: `python -m layouts.build_sounds`.

They are our own, so that nobody else's rights lie on them, and small: 16 bits, one channel. What is heard is said in
`SOUNDS`, as notes that fade, and for dice as knocks on wood.
"""

from __future__ import annotations

import sys
import wave
from array import array
from collections.abc import Callable, Iterator
from math import exp, pi, sin
from pathlib import Path
from random import Random
from typing import Final

RATE: Final = 22_050
"""Samples a second."""

FOLDER: Final = Path(__file__).parent / "sounds"

_LOUDEST: Final = 0.5
"""Of what a sample can hold: nobody is to start."""

_ATTACK: Final = 0.006
"""Seconds in which a note comes, so that it does not crack."""


def note(pitch: float, seconds: float, overtones: tuple[float, ...], fades: float) -> list[float]:
    """Return a tone that fades.

    Args:
        pitch: hertz.
        seconds: how long it is.
        overtones: how strong its multiples are, itself first.
        fades: how fast, per second.
    """
    found = []
    for place in range(round(seconds * RATE)):
        now = place / RATE
        tone = sum(
            share * sin(2 * pi * pitch * (number + 1) * now) * exp(-number * 2 * now)
            for number, share in enumerate(overtones)
        )
        found.append(tone * exp(-fades * now) * min(1.0, now / _ATTACK) * min(1.0, (seconds - now) / 0.02))
    return found


def knock(chance: Random, pitch: float) -> list[float]:
    """Return one die that hits wood."""
    soft, last = [], 0.0
    for place in range(round(0.07 * RATE)):
        now = place / RATE
        last = 0.6 * last + 0.4 * chance.uniform(-1, 1)
        soft.append((0.6 * last + 0.5 * sin(2 * pi * pitch * now)) * exp(-55 * now))
    return soft


def together(*parts: tuple[float, list[float]]) -> list[float]:
    """Lay sounds over each other, each from so many seconds on."""
    length = max(round(at * RATE) + len(part) for at, part in parts)
    found = [0.0] * length
    for at, part in parts:
        first = round(at * RATE)
        for place, value in enumerate(part):
            found[first + place] += value
    return found


def turn() -> list[float]:
    """Two bells, the second one higher: somebody else is up."""
    bell = (1.0, 0.35, 0.18)
    return together((0.0, note(587.33, 0.35, bell, 9)), (0.13, note(880.0, 0.5, bell, 7)))


def dice() -> list[float]:
    """Return the sound of a handful of dice that come to rest."""
    chance = Random(6)
    at, parts = 0.0, []
    for number in range(9):
        parts.append((at, knock(chance, chance.uniform(700, 1500))))
        at += 0.028 + 0.008 * number * chance.uniform(0.5, 1.0)
    return together(*parts)


def ritual() -> list[float]:
    """Return the sound of a low gong that beats against itself."""
    gong = (1.0, 0.5, 0.4, 0.2, 0.12)
    return together((0.0, note(98.0, 1.6, gong, 2.2)), (0.0, note(103.8, 1.6, gong, 2.4)))


def end() -> list[float]:
    """Four notes upwards and one that stays."""
    horn = (1.0, 0.5, 0.3, 0.12)
    steps = ((0.0, 293.66, 0.3), (0.16, 369.99, 0.3), (0.32, 440.0, 0.3), (0.48, 587.33, 1.1), (0.48, 369.99, 1.1))
    return together(*((at, note(pitch, seconds, horn, 3.0)) for at, pitch, seconds in steps))


SOUNDS: Final[dict[str, Callable[[], list[float]]]] = {"turn": turn, "dice": dice, "ritual": ritual, "end": end}


def samples(sound: list[float]) -> array[int]:
    """Return it as numbers of 16 bits, as loud as all the others."""
    most = max(map(abs, sound))
    return array("h", (round(32_767 * _LOUDEST * value / most) for value in sound))


def write(folder: Path) -> Iterator[Path]:
    """Write each sound into a folder, and tell where."""
    for name, make in SOUNDS.items():
        numbers = samples(make())
        if sys.byteorder == "big":
            numbers.byteswap()
        path = folder / f"{name}.wav"
        with wave.open(str(path), "wb") as file:
            file.setnchannels(1)
            file.setsampwidth(2)
            file.setframerate(RATE)
            file.writeframes(numbers.tobytes())
        yield path


if __name__ == "__main__":
    for written in write(FOLDER):
        sys.stdout.write(f"{written.name}: {written.stat().st_size} bytes\n")
