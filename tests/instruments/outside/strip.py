"""Makes the strip of pictures at the head of the README: home, an Action, a battle, a map, the end of a game; and of
those that stand below it, the Action, the battle, the map and a tower that is simulated.

    .venv/bin/python -m tests.instruments.outside.strip [--out docs/pictures]

The evening is the same each time, on the real window at 800x480; in the strip it is half of that size.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, Final

from companion.bootstrap import ROOT
from firmware_bridge.simulator import SimulatedTower
from tests.instruments.outside.stage import grab, on_stage, resize
from tests.patience import PATIENCE
from tests.x11.screen import Picture

if TYPE_CHECKING:
    from tests.instruments.outside.face import Face

FOLDER: Final = ROOT / "docs" / "pictures"
STRIP: Final = "strip"
SIZE: Final = (800, 480)
GAP: Final = 8
"""Pixels between two pictures."""
PEOPLE: Final = {"GC": "Anna", "CC": "Bo", "BG": "Cem", "YS": "Dora"}
SETUP: Final = {
    "factions": list(PEOPLE),
    "names": [{"id": code, "name": name} for code, name in PEOPLE.items()],
    "signs": "app",
    "map": "earth35",
    "first": "GC",
    "direction": 1,
    "bag": [1, 2, 3] * 12,
}
SCENES: Final = ("home", "Action", "battle", "map", "end")
WHOLE: Final = {"table": "Action", "battle": "battle", "map": "map", "tower": "tower"}
"""What is shown in its own size, too, by the name of its file."""


class Evening:
    """Plays on the app by itself and takes a picture at each scene.

    Args:
        face: the app.
        tower: whose dice fall when they are dropped here.
    """

    def __init__(self, face: Face, tower: SimulatedTower) -> None:
        from companion.games.cthulhu_wars.game import CTHULHU_WARS

        self.face, self.tower, self.chance = face, tower, Random(12)
        self.taken: dict[str, Picture] = {}
        face.begin(CTHULHU_WARS, SETUP)

    @property
    def session(self) -> Any:
        """The game."""
        return self.face.session

    def play(self, until: Callable[[], bool]) -> None:
        """Answer at random until something is so."""
        from tests.instruments.outside.evenings import sensible

        for step in range(4000):
            if until():
                self.face.redraw()
                return
            if step % 40 == 39:
                # So that it comes to an end in good time.
                known = self.session.game.counters(self.session.state)
                more = {f"{code}.doom": self.chance.randint(0, 2) for code in PEOPLE}
                self.session.correct({key: min(27, known[key] + number) for key, number in more.items()})
            self.session.answer(*sensible(self.session, self.chance))
        raise AssertionError("it has not come about")

    def take(self, scene: str) -> None:
        """Take a picture."""
        self.face.settle()
        pixels = grab(self.face)
        self.taken[scene] = Picture(pixels.width, pixels.height, pixels.data)

    def asked(self, start: str) -> bool:
        """Whether the question in front has such a key."""
        return bool(self.session.prompts[0].prompt.key.startswith(start))

    def claim_all(self, code: str) -> None:
        """People say that all requirements of a faction are met."""
        while f"claim/{code}" in [option.id for option in self.session.interjections]:
            self.session.interject(f"claim/{code}")
            while not self.session.interjections:
                item = self.session.prompts[0]
                self.session.answer(item.ticket, item.prompt.any_answer(self.chance))

    def until(self, condition: Callable[[], object]) -> None:
        """Run frames until the tower, which keeps its own time, has brought something about."""
        end = time.monotonic() + PATIENCE
        while not condition():
            assert time.monotonic() < end, "it has not come about"
            self.face.fingers.frames(1)

    def to_the_roll(self) -> None:
        """Great Cthulhu's Shoggoth and Deep Ones against Bo's people, up to the dice."""
        session = self.session
        fight = (
            ["battle/CC"],
            [session.state.factions["CC"].start],
            ["GC.deep_one.1", "GC.deep_one.2", "GC.shoggoth.1"],
            ["CC.nightgaunt.1", "CC.hunting_horror.1", "CC.acolyte.1", "CC.acolyte.2"],
        )
        for value in fight:
            session.answer(session.prompts[0].ticket, value)
        while not self.asked("battle/roll"):
            session.answer(session.prompts[0].ticket, [])

    def battle(self) -> None:
        """That battle, up to whom the Kills and Pains befall."""
        session = self.session
        self.to_the_roll()
        for faces in ([6, 5, 4, 2], [6, 4, 1]):
            item = session.prompts[0]
            session.answer(item.ticket, [*faces, *[1] * item.prompt.dice][: item.prompt.dice])
        while not (self.asked("battle/kill") or self.asked("battle/pain")):
            session.answer(session.prompts[0].ticket, [])
        self.face.redraw()

    def into_the_tower(self) -> None:
        """The dice of one side have been read, and the tower waits for those of the other."""
        shell, fingers = self.face.shell, self.face.fingers
        self.to_the_roll()
        self.face.redraw()
        shell.settings.tower, shell.settings.tower_mode = "on", "r"
        shell.follow_hardware()
        self.until(lambda: shell.hub.tower.connected)
        self.face.settle()
        for card, faces in zip(self.face.page.question.body.cards, ("6542", ""), strict=True):
            fingers.tap(card.tower_key)
            self.until(partial(asks_for_dice, card))
            if faces:
                self.tower.drop(faces)
                self.until(partial(has_read, card))
                # Somebody takes them out again.
                self.tower.board.bays = ""
                self.face.settle()

    def run(self) -> None:
        """Take all of them."""
        session = self.session
        self.play(lambda: session.state.turn == 2 and self.asked("action/GC"))
        session.correct({"GC.deep_one": 3, "GC.shoggoth": 1, "CC.nightgaunt": 2, "CC.hunting_horror": 1, "GC.power": 6})
        self.face.redraw()
        self.take("Action")
        here = len(session.timeline.entries)
        # Dice that were taken in a battle would stay as they fell.
        self.into_the_tower()
        self.take("tower")
        self.face.shell.settings.tower = "off"
        self.face.shell.follow_hardware()
        session.undo(len(session.timeline.entries) - here)
        self.battle()
        self.take("battle")
        session.undo(len(session.timeline.entries) - here, past_dice=True)
        session.answer(session.prompts[0].ticket, ["battle/CC"])
        self.face.redraw()
        self.take("map")
        self.face.home()
        self.take("home")
        self.face.page.act()
        self.play(lambda: self.session.state.turn == 4 and self.asked("action/"))
        self.claim_all("YS")
        self.play(lambda: bool(self.session.finished))
        ending = self.face.page.ending
        ending.reveal_all()
        for _ in range(5000):
            self.face.fingers.frames(1)
            if ending.chronicle is not None:
                break
        self.take("end")


def asks_for_dice(card: Any) -> bool:
    """Whether the tower waits for the dice of this half of a battle."""
    return card._panel is not None and card._panel.message.startswith("Drop")


def has_read(card: Any) -> bool:
    """Whether the dice of this half have been read."""
    return bool(card.phase == "fallen")


def halved(picture: Picture) -> Picture:
    """The picture in half its size: each pixel is four of it."""
    wide, high = picture.width // 2, picture.height // 2
    found, data, row = bytearray(4 * wide * high), picture.data, 4 * picture.width
    for y in range(high):
        upper, lower = data[2 * y * row :][:row], data[(2 * y + 1) * row :][:row]
        for channel in range(3):
            four = (upper[channel::8], upper[channel + 4 :: 8], lower[channel::8], lower[channel + 4 :: 8])
            found[4 * wide * y + channel : 4 * wide * (y + 1) : 4] = bytes(
                sum(one) // 4 for one in zip(*four, strict=True)
            )
    return Picture(wide, high, bytes(found))


def side_by_side(pictures: Iterable[Picture]) -> Picture:
    """Pictures of one height in a row, with white between them."""
    shown = list(pictures)
    between = b"\xff" * 4 * GAP
    rows = (
        between.join(picture.data[4 * picture.width * y :][: 4 * picture.width] for picture in shown)
        for y in range(shown[0].height)
    )
    return Picture(sum(p.width for p in shown) + GAP * (len(shown) - 1), shown[0].height, b"".join(rows))


def pictures(window: Any, fingers: Any, folder: Path) -> dict[str, Picture]:
    """Play the evening on the app and return the pictures, by the names of their files.

    Args:
        window: Kivy's.
        fingers: the finger.
        folder: for games and settings.
    """
    # Kivy reads the command line unless the stage is set before it is imported.
    from companion.app.hardware.device_hub import DeviceHub
    from tests.instruments.outside.face import on_window

    resize(window, fingers, SIZE)
    link = folder.parent / "tower"
    with (
        SimulatedTower(link, seed=4, people_drop=None) as tower,
        on_window(window, fingers, folder, hub=DeviceHub(port=str(link)), tower="off") as face,
    ):
        evening = Evening(face, tower)
        evening.run()
    found = {name: evening.taken[scene] for name, scene in WHOLE.items()}
    return found | {STRIP: side_by_side(halved(evening.taken[scene]) for scene in SCENES)}


def main() -> int:
    """Make them."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, default=FOLDER, help="the folder that takes them")
    given = parser.parse_args()
    given.out.mkdir(parents=True, exist_ok=True)
    with on_stage() as (window, fingers, folder):
        for name, picture in pictures(window, fingers, folder).items():
            picture.save(given.out / f"{name}.png")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
