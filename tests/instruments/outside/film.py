"""Makes the film of the README: the dice of a battle fall, and a Great Old One awakens.

    .venv/bin/python -m tests.instruments.outside.film [--out docs/pictures]

It needs ImageMagick's `convert`. The evening is that of the strip, on the real window at 800x480, in half of that size.
"""

from __future__ import annotations

import argparse
import subprocess
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from firmware_bridge.simulator import SimulatedTower
from tests.instruments.outside.stage import grab, on_stage, resize
from tests.instruments.outside.strip import FOLDER, SIZE, Evening, halved
from tests.x11.screen import Picture

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.instruments.outside.face import Face

FILM: Final = "film.gif"
EACH: Final = 4
"""Pictures of the clock (60 a second) for one of the film."""
MOST: Final = 1_500_000
"""Bytes."""


def frames(face: Face, number: int) -> Iterator[Picture]:
    """Yield so many pictures of the film, from now on."""
    for _ in range(number):
        face.fingers.frames(EACH)
        pixels = grab(face)
        yield halved(Picture(pixels.width, pixels.height, pixels.data))


def film(window: Any, fingers: Any, folder: Path) -> list[Picture]:
    """Play the battle and the awakening on the app and return the pictures.

    Args:
        window: Kivy's.
        fingers: the finger.
        folder: for games and settings.
    """
    from companion.app.widgets.rendering.motion import motion
    from companion.table.session import LabelledAnswer
    from tests.instruments.outside.face import on_window

    resize(window, fingers, SIZE)
    found: list[Picture] = []
    with (
        SimulatedTower(folder.parent / "tower", seed=4, people_drop=None) as tower,
        on_window(window, fingers, folder, tower="off") as face,
    ):
        evening = Evening(face, tower)
        session = evening.session
        evening.play(lambda: session.state.turn == 2 and evening.asked("action/GC"))
        session.correct(
            {"GC.deep_one": 3, "GC.shoggoth": 1, "CC.nightgaunt": 2, "CC.hunting_horror": 1, "GC.power": 12}
        )
        here = len(session.timeline.entries)
        evening.to_the_roll()
        face.redraw()
        motion.restart(still=False)
        motion.level = "full"
        found += frames(face, 8)
        for faces, long in (([6, 5, 4, 2], 10), ([6, 4, 1], 28)):
            item = session.prompts[0]
            dice = [*faces, *[1] * item.prompt.dice][: item.prompt.dice]
            fingers.skip(1.0)
            face.page.answer(item.ticket, LabelledAnswer(dice, "virtual"))
            found += frames(face, long)
        motion.end()
        session.undo(len(session.timeline.entries) - here, past_dice=True)
        face.redraw()
        item = session.prompts[0]
        fingers.skip(1.0)
        face.page.answer(item.ticket, LabelledAnswer(["awaken/cthulhu"], "hand"))
        found += frames(face, 24)
        motion.restart(still=True)
    return found


def save(pictures: list[Picture], path: Path) -> None:
    """Write the pictures as one file that moves.

    Raises:
        AssertionError: it is too large for a page.
    """
    with tempfile.TemporaryDirectory() as folder:
        names = [str(picture.save(Path(folder) / f"{place:03}.png")) for place, picture in enumerate(pictures)]
        delay = ["-delay", str(round(100 * EACH / 60)), "-loop", "0"]
        subprocess.run(["convert", *delay, *names, "-colors", "64", "-layers", "Optimize", str(path)], check=True)
    assert path.stat().st_size <= MOST, path.stat().st_size


def main() -> int:
    """Make it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, default=FOLDER, help="the folder that takes it")
    given = parser.parse_args()
    given.out.mkdir(parents=True, exist_ok=True)
    with on_stage() as (window, fingers, folder):
        save(film(window, fingers, folder), given.out / FILM)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
