"""A whole evening by knob, roll, next and undo alone, at 800x480.

    .venv/bin/python -m tests.instruments.outside.knob [--seeds 1] [--steps 400]

A robot with pins in memory answers every question at random and undoes now and then; on each new kind of page it turns
the knob once round and notes what a finger could tap and the ring never comes to. Prints where it could not answer,
what the ring never comes to, and how many presses and clicks an answer took.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter, defaultdict
from pathlib import Path
from random import Random
from statistics import median
from typing import TYPE_CHECKING, Any

from tests.instruments.outside.stage import on_stage, resize

if TYPE_CHECKING:
    from tests.instruments.outside.face import Face
    from tests.instruments.outside.hand import Pins


class Robot:
    """Plays by knob and buttons.

    Args:
        face: the app, wired.
        pins: of the buttons.
        chance: what it picks.
    """

    def __init__(self, face: Face, pins: Pins, chance: Random) -> None:
        self.face, self.pins, self.chance = face, pins, chance
        self.stuck: Counter[str] = Counter()
        self.unringed: dict[str, set[str]] = defaultdict(set)
        self.took: list[int] = []
        self.undone = 0

    def step(self) -> None:
        """Answer, or take back, one question."""
        from tests.instruments.outside.evenings import sensible
        from tests.instruments.outside.hand import OutOfReachError

        face = self.face
        kind = face.kind()
        if kind not in self.unringed:
            self.unringed[kind] = self._unringed()
        if self.chance.random() < 0.05 and face.session.timeline.entries and not getattr(face.left, "hold", 0):
            self._undo()
            return
        ticket, value = sensible(face.session, self.chance)
        item, prompts = face.item(), face.prompts()
        if item.prompt.kind != "roll" and getattr(face.question.body, "joint", False):
            # They are confirmed in one go.
            ticket, value = item.ticket, {prompt.key: prompt.any_answer(self.chance) for prompt in prompts}
        elif item.ticket != ticket:
            ticket, value = item.ticket, item.prompt.any_answer(self.chance)
        before = self.pins.presses + self.pins.clicks
        try:
            self.pins.answer(value)
        except OutOfReachError as error:
            self.stuck[str(error)] += 1
            face.redraw()
            if any(open_.ticket == ticket for open_ in face.session.prompts):
                face.answer(ticket, face.session.prompt_for(ticket).any_answer(self.chance))
        else:
            self.took.append(self.pins.presses + self.pins.clicks - before)

    def _undo(self) -> None:
        face, table = self.face, self.face.page
        before = len(face.session.timeline.entries)
        self.pins.press("undo")
        face.settle()
        for _ in range(3):
            if face.page is table:
                break
            self.pins.press("next")
        if len(face.session.timeline.entries) >= before or face.page is not table:
            self.stuck[f"{face.kind()}: undo"] += 1
            while face.page is not table:
                face.back()
        self.undone += 1

    def _unringed(self) -> set[str]:
        """What a finger could tap, and the ring never comes to."""
        from tests.instruments.outside.sight import look_at, words_of

        ringed = {id(widget) for widget in self.pins.stops() if widget is not None}
        self.face.redraw()
        seen = look_at(self.face.window)
        known = ringed | {id(self.face.verb), id(self.face.left)}
        # What a tap would only explain need not be reached.
        able = [s for s in seen if s.touchable and getattr(s.widget, "usable", True)]
        return {words_of(seen, s)[:40] for s in able if id(s.widget) not in known}


def evening(face: Face, pins: Pins, seed: int, steps: int, setup: dict[str, Any]) -> Robot:
    """Play one evening."""
    from companion.games.cthulhu_wars.game import CTHULHU_WARS

    robot = Robot(face, pins, Random(seed))
    face.begin(CTHULHU_WARS, setup)
    for _ in range(steps):
        if face.session.finished:
            break
        robot.step()
    return robot


def wired(window: Any, fingers: Any, folder: Path, factory: Any) -> Any:
    """The app with its buttons on pins of a factory, as a context."""
    from companion.app.hardware.device_hub import DeviceHub
    from tests.instruments.outside.face import on_window
    from tests.instruments.outside.hand import Pins

    return on_window(
        window, fingers, folder, hub=DeviceHub(None, "", factory), tower="off", wiring=Pins.WIRING, dice="here"
    )


def report(robots: list[Robot]) -> str:
    """What an answer took, where the robot could not answer, and what the ring never comes to."""
    took = sorted(n for robot in robots for n in robot.took)
    stuck = sum((robot.stuck for robot in robots), Counter[str]())
    ends = ", ".join("to its end" if r.face.session.finished else "not to its end" for r in robots[-1:])
    lines = [
        f"{len(took)} answers, {sum(r.undone for r in robots)} undone, the last evening {ends}",
        f"presses and clicks of an answer: median {median(took):.0f}, worst {took[-1]}" if took else "no answers",
        f"could not answer {stuck.total()} times",
    ]
    lines += [f"  {often} times: {what}" for what, often in stuck.most_common(20)]
    unringed: dict[str, set[str]] = defaultdict(set)
    for robot in robots:
        for kind, things in robot.unringed.items():
            unringed[kind] |= things
    lines.append("a finger can tap, the ring never comes to:")
    lines += [f"  {kind}: {', '.join(sorted(things))[:300]}" for kind, things in sorted(unringed.items()) if things]
    return "\n".join(lines)


def main() -> int:
    """Play and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seeds", type=int, default=1, help="evenings")
    parser.add_argument("--steps", type=int, default=400, help="of each evening, at most")
    given = parser.parse_args()
    with on_stage() as (window, fingers, folder):
        from gpiozero.pins.mock import MockFactory, MockPWMPin

        from tests.instruments.outside.hand import Pins

        resize(window, fingers, (800, 480))
        factory = MockFactory(pin_class=MockPWMPin)
        with wired(window, fingers, folder, factory) as face:
            pins = Pins(face, factory)
            robots = [evening(face, pins, seed, given.steps, {}) for seed in range(given.seeds)]
            sys.stdout.write(report(robots) + "\n")
        factory.close()
    return 1 if any(robot.stuck for robot in robots) else 0


if __name__ == "__main__":
    raise SystemExit(main())
