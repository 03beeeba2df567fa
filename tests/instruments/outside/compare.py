"""Compares two folders of pictures to the pixel: before and after a change that is to change none.

    .venv/bin/companion demo --out BEFORE    (on the old code)
    .venv/bin/companion demo --out AFTER     (on the new code)
    .venv/bin/python -m tests.instruments.outside.compare BEFORE AFTER [--out FOLDER]

Pictures are held together by their names, without the number they were taken at. With `--out` those that differ are
laid side by side, and beside them what differs, in white.
"""

from __future__ import annotations

import argparse
import re
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from companion.app.start import environment
from tests.x11.screen import Picture


@dataclass(frozen=True)
class Difference:
    """Where two pictures differ.

    Args:
        pixels: how many pixels do.
        box: left, upper, right and lower edge of all of these, in pixels from the upper left.
        side_by_side: both pictures, and what differs.
    """

    pixels: int
    box: tuple[int, int, int, int]
    side_by_side: Picture


def pictures(folder: Path) -> dict[str, Path]:
    """Return the pictures of a folder by their names without a number in front."""
    return {re.sub(r"^\d+_", "", path.stem): path for path in sorted(folder.glob("*.png"))}


def read(path: Path) -> Picture:
    """Read a picture from a file, with the library that draws the app."""
    from kivy.core.image.img_sdl2 import ImageLoaderSDL2

    (image,) = ImageLoaderSDL2(str(path), nocache=True)._data  # Kivy has no public way to pixels without a window
    step = {"rgb": 3, "rgba": 4}[image.fmt]
    drawn = bytearray(4 * image.width * image.height)
    for channel in range(3):
        drawn[2 - channel :: 4] = image.data[channel::step]
    return Picture(image.width, image.height, bytes(drawn))


def difference(before: Picture, after: Picture) -> Difference | None:
    """Return where two pictures differ; None if they are the same.

    Pictures of two sizes differ in all of the larger one.
    """
    if before == after:
        return None
    width, height = max(before.width, after.width), max(before.height, after.height)
    rows, places = [], []
    for y in range(height):
        old, new = (
            one.data[4 * y * one.width : 4 * (y + 1) * one.width].ljust(4 * width, b"\0") for one in (before, after)
        )
        shown = bytearray(4 * width)
        if old != new:
            for x in range(width):
                if old[4 * x : 4 * x + 4] != new[4 * x : 4 * x + 4]:
                    places.append((x, y))
                    shown[4 * x : 4 * x + 3] = b"\xff\xff\xff"
        rows.append(old + new + shown)
    across, down = [x for x, _ in places], [y for _, y in places]
    box = min(across, default=0), min(down, default=0), max(across, default=width) + 1, max(down, default=height) + 1
    return Difference(len(places), box, Picture(3 * width, height, b"".join(rows)))


def compared(before: Path, after: Path, out: Path | None) -> Iterator[str]:
    """Compare two folders, and tell of each picture that differs or that only one of them has."""
    old, new = pictures(before), pictures(after)
    if not old or not new:
        raise SystemExit(f"There are no pictures in {after if old else before}.")
    for name in sorted(old.keys() | new.keys()):
        if name not in new or name not in old:
            yield f"{name}: only in {before if name in old else after}"
        elif (found := difference(read(old[name]), read(new[name]))) is not None:
            left, top, right, low = found.box
            yield f"{name}: {found.pixels} pixels, within {left},{top}-{right},{low}"
            if out is not None:
                found.side_by_side.save(out / f"{name}.png")


def main() -> int:
    """Compare what the command line names; return 1 if anything differs."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("before", type=Path)
    parser.add_argument("after", type=Path)
    parser.add_argument("--out", type=Path, help="folder for those that differ, side by side")
    options = parser.parse_args()
    if options.out is not None:
        options.out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as home:
        environment.prepare(Path(home))
        found = list(compared(options.before, options.after, options.out))
    for line in found:
        print(line)
    print(f"{len(found)} of {len(pictures(options.before))} pictures differ.")
    return 1 if found else 0


if __name__ == "__main__":
    raise SystemExit(main())
