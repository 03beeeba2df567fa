"""Makes the companion's sounds out of sines and noise: `python -m layouts.build_sounds`.

They are our own, so that nobody else's rights lie on them, and small: 16 bits, one channel. What is heard is said in
`SOUNDS`, as notes that fade, and for dice as knocks on wood.
"""

from __future__ import annotations

import sys
import wave
from array import array
from collections.abc import Callable, Iterator
from functools import partial
from math import exp, pi, sin
from pathlib import Path
from random import Random
from typing import Final

RATE: Final = 22_050
"""Samples a second."""

FOLDER: Final = Path(__file__).parent / "sounds"

_LOUDEST: Final = 0.5
"""The loudest sample, as a share of the highest value: nobody is to be startled."""

_ATTACK: Final = 0.006
"""Seconds in which a note swells, so that it does not click."""


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
    """Mix sounds, each from its second on."""
    length = max(round(at * RATE) + len(part) for at, part in parts)
    found = [0.0] * length
    for at, part in parts:
        first = round(at * RATE)
        for place, value in enumerate(part):
            found[first + place] += value
    return found


def turn() -> list[float]:
    """Return the sound for another player's turn: two bells, the second one higher."""
    bell = (1.0, 0.35, 0.18)
    return together((0.0, note(587.33, 0.35, bell, 9)), (0.13, note(880.0, 0.5, bell, 7)))


def dice() -> list[float]:
    """Return the sound of dice that fall on felt; the last knock is at 0.58 s, as on the screen."""
    chance = Random(6)
    parts = [(0.58 * (number / 10) ** 1.4, knock(chance, chance.uniform(420, 900))) for number in range(11)]
    return together(*parts, (0.66, [0.0]))


def ritual() -> list[float]:
    """Return the sound of a low gong that beats against itself."""
    gong = (1.0, 0.5, 0.4, 0.2, 0.12)
    return together((0.0, note(98.0, 1.6, gong, 2.2)), (0.0, note(103.8, 1.6, gong, 2.4)))


def end() -> list[float]:
    """Return the sound of the end: four notes upwards and one that stays."""
    horn = (1.0, 0.5, 0.3, 0.12)
    steps = ((0.0, 293.66, 0.3), (0.16, 369.99, 0.3), (0.32, 440.0, 0.3), (0.48, 587.33, 1.1), (0.48, 369.99, 1.1))
    return together(*((at, note(pitch, seconds, horn, 3.0)) for at, pitch, seconds in steps))


def awakening(root: float, steps: tuple[float, ...], apart: float, overtones: tuple[float, ...]) -> list[float]:
    """Return a low chord that builds up, over a drone that beats against itself.

    Args:
        root: lowest pitch, in hertz.
        steps: pitches above it, as shares of the root, one after the other.
        apart: seconds between them.
        overtones: how strong their multiples are, itself first.
    """
    drone = ((0.0, note(root, 1.3, overtones, 1.6)), (0.0, note(root * 1.02, 1.3, overtones, 1.6)))
    chord = (
        (apart * (n + 1), note(root * step, 1.3 - apart * (n + 1), overtones, 2.0)) for n, step in enumerate(steps)
    )
    return together(*drone, *chord)


def gate() -> list[float]:
    """Return the sound of something that opens: a tone and its fifth, rising."""
    glass = (1.0, 0.1, 0.4, 0.05, 0.2)
    return together((0.0, note(220.0, 0.5, glass, 5)), (0.09, note(330.0, 0.5, glass, 5)))


def sign() -> list[float]:
    """Return the sound of a stone that is turned: a knock, then a high bell."""
    return together((0.0, knock(Random(3), 500)), (0.08, note(1174.66, 0.6, (1.0, 0.2, 0.3), 6)))


def books() -> list[float]:
    """Return the sound of six spellbooks: a quick note upwards for each."""
    bell = (1.0, 0.35, 0.18)
    return together(*((0.08 * n, note(293.66 * 2 ** (n / 6), 0.6, bell, 5)) for n in range(6)))


def lost() -> list[float]:
    """Return the sound of a loss: four notes downwards into a low one."""
    horn = (1.0, 0.5, 0.3, 0.12)
    steps = ((0.0, 293.66), (0.2, 261.63), (0.4, 233.08), (0.6, 146.83))
    return together(*((at, note(pitch, 1.5 - at, horn, 2.6)) for at, pitch in steps))


_HORN: Final = (1.0, 0.5, 0.3, 0.12)
_BELL: Final = (1.0, 0.1, 0.5, 0.05, 0.3)
_REED: Final = (0.6, 0.1, 0.9, 0.1, 0.5)
_AWAKENINGS: Final[dict[str, tuple[float, tuple[float, ...], float, tuple[float, ...]]]] = {
    "awaken": (65.41, (1.5, 2.0), 0.25, _HORN),
    "awaken-deep": (55.0, (1.5, 2.12, 3.0), 0.3, _HORN),
    "awaken-crooked": (73.42, (1.41, 2.0, 2.83), 0.18, _REED),
    "awaken-horned": (61.74, (1.19, 1.5, 2.38), 0.22, _HORN),
    "awaken-pale": (98.0, (2.38, 2.0, 1.59), 0.24, _REED),
    "awaken-open": (82.41, (2.0, 3.0, 4.0), 0.2, _BELL),
    "awaken-slow": (58.27, (1.33, 1.78), 0.38, _HORN),
    "awaken-wind": (87.31, (1.5, 2.25, 3.0), 0.16, _REED),
    "awaken-drums": (69.3, (1.0, 1.5, 1.0, 1.5), 0.15, _HORN),
    "awaken-old": (65.41, (1.25, 1.5, 1.875), 0.28, _REED),
    "awaken-bells": (110.0, (2.0, 2.52, 3.0), 0.17, _BELL),
    "awaken-flutes": (51.91, (1.41, 1.19, 2.83), 0.26, _BELL),
}
"""One for each mood that a faction names, and one for all others."""


SOUNDS: Final[dict[str, Callable[[], list[float]]]] = {
    "turn": turn,
    "dice": dice,
    "ritual": ritual,
    "end": end,
    "gate": gate,
    "sign": sign,
    "books": books,
    "lost": lost,
    **{name: partial(awakening, *parts) for name, parts in _AWAKENINGS.items()},
}

_LOW: Final = frozenset(_AWAKENINGS)
"""Sounds without high tones, which are written with half as many samples a second."""


def samples(sound: list[float]) -> array[int]:
    """Return a sound as samples of 16 bits, as loud as all the others."""
    most = max(map(abs, sound))
    return array("h", (round(32_767 * _LOUDEST * value / most) for value in sound))


def write(folder: Path) -> Iterator[Path]:
    """Write each sound into a folder, and yield its path."""
    for name, make in SOUNDS.items():
        rate = RATE // 2 if name in _LOW else RATE
        numbers = samples(make()[:: RATE // rate])
        if sys.byteorder == "big":
            numbers.byteswap()
        path = folder / f"{name}.wav"
        with wave.open(str(path), "wb") as file:
            file.setnchannels(1)
            file.setsampwidth(2)
            file.setframerate(rate)
            file.writeframes(numbers.tobytes())
        yield path


if __name__ == "__main__":
    for written in write(FOLDER):
        sys.stdout.write(f"{written.name}: {written.stat().st_size} bytes\n")
