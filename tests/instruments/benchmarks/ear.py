"""An ear for the product as people start it: says between measurements where to tap, and does what a benchmark asks.

Nothing of the product is replaced. Lines on standard input name a method of `Ear` and its arguments, as JSON; each is
done in Kivy's thread, and its result goes to standard output as a line of JSON.
"""

from __future__ import annotations

import json
import sys
import threading
import traceback
from random import Random
from time import monotonic
from typing import Any


def listen() -> None:
    """Begin to listen; the app comes up meanwhile."""
    threading.Thread(target=_hear, daemon=True).start()


def _hear() -> None:
    ear: Ear | None = None
    for line in sys.stdin:
        # Kivy must not be imported before the product has set its stage: whoever asks has seen a picture by then.
        from kivy.clock import Clock

        ear = ear or Ear()
        Clock.schedule_once(lambda _, ear=ear, line=line: _do(ear, line), 0)


def _do(ear: Ear, line: str) -> None:
    name, *arguments = json.loads(line)
    try:
        said: Any = {"said": getattr(ear, name)(*arguments)}
    except Exception:  # noqa: BLE001 - whoever asked is told
        said = {"trouble": traceback.format_exc()}
    sys.__stdout__.write(json.dumps(said) + "\n")  # type: ignore[union-attr]
    sys.__stdout__.flush()  # type: ignore[union-attr]


class Ear:
    """What may be asked of the app."""

    def __init__(self) -> None:
        from pathlib import Path

        from kivy.app import App
        from kivy.core.window import Window

        from tests.instruments.outside.face import Face

        self.chance = Random(5)
        self.face = Face(Window, None, App.get_running_app().shell, Path())

    def entries(self) -> int:
        """How many entries the game has."""
        return len(self.face.session.timeline.entries)

    def question(self) -> list[int]:
        """Where the question stands: left, top, right, bottom."""
        return self._box(self.face.question)

    def place(self) -> dict[str, Any] | None:
        """Where one tap answers the question in front, or None: the key's place, and the question's."""
        from tests.instruments.outside.sight import hits, look_at

        target = self._one_tap()
        thing = next((s for s in look_at(self.face.window) if s.widget is target), None)
        if thing is None or thing.sight is None or thing.sight.area < 0.95 * thing.box.area:
            return None
        if not thing.touchable or not hits(thing, *thing.box.middle, self.face.window.height):
            return None
        return {"key": list(thing.box.rounded()), "question": self.question(), "entries": self.entries()}

    def skip(self) -> int:
        """Answer the question in front by chance, or begin another evening."""
        face = self.face
        if face.session.finished:
            self.again()
        item = self.chance.choice(face.session.prompts)
        face.session.answer(item.ticket, item.prompt.any_answer(self.chance), source="virtual")
        face.redraw()
        return self.entries()

    def again(self) -> None:
        """Begin an evening, and play it to its first Action."""
        from companion.games.cthulhu_wars.game import CTHULHU_WARS

        self.face.begin(CTHULHU_WARS, {"factions": ["GC", "CC", "BG", "YS"]})
        while not self.face.session.prompts[0].prompt.key.startswith("action/"):
            item = self.face.session.prompts[0]
            self.face.session.answer(item.ticket, item.prompt.any_answer(self.chance), source="virtual")
        self.face.redraw()

    def battle(self, *areas: str) -> None:
        """Begin a battle of many pieces where both sides are to roll, here in the app; without an area, where that is
        asked for on the map."""
        from companion.games.cthulhu_wars.game import CTHULHU_WARS

        self.face.shell.settings.dice = "here"
        armies = {"GC": {"deep_one": 4, "shoggoth": 2, "acolyte": 3}, "YS": {"byakhee": 3, "undead": 4, "acolyte": 2}}
        given = {"attacker": "GC", "defender": "YS", "others": [], "books": {"GC": [], "YS": []}, "pieces": armies}
        self.face.begin(CTHULHU_WARS, {"quick_battle": given | ({"area": areas[0]} if areas else {})})
        session = self.face.session
        # The file of a game is there long before its battles; a correction that changes nothing would not begin it.
        key, value = next(iter(session.game.counters(session.state).items()))
        for number in (value + 1, value):
            session.correct({key: number})
        self.face.redraw()

    def token(self) -> dict[str, Any] | None:
        """Where a token is that has been given nothing yet, and the question; None if no results are asked for."""
        body = self.face.page.question.body
        if not body.joint or body.prompt.kind != "assign":
            return None
        free = [name for name, token in body.bodies[0].grid.tokens.items() if token.usable and not token.chosen]
        key = self._box(body.bodies[0].grid.tokens[free[0]])
        return {"key": key, "question": self.question(), "entries": self.entries()}

    def until_retreat(self) -> None:
        """Answer by chance until somebody retreats, or the battle is over."""
        while (item := self.face.item()) is not None and item.prompt.kind != "place":
            self.skip()
            if not item.prompt.key.startswith("battle/"):
                break

    def retreat(self) -> dict[str, Any] | None:
        """Where an area is to which those may go who retreat, and the question; None if nobody does."""
        item = self.face.item()
        if item is None or item.prompt.kind != "place":
            return None
        able = {area.id for area in item.prompt.pieces[0].areas if not area.refused}
        keys = self.face.page.question.body.map.keys
        key = self._box(next(keys[area] for area in keys if area in able))
        return {"key": key, "question": self.question(), "entries": self.entries()}

    def way_on(self) -> dict[str, Any] | None:
        """Where the verb button is, and the question; None if it cannot be used."""
        if self.face.verb.disabled or self.face.session.finished:
            return None
        return {"key": self._box(self.face.verb), "question": self.question(), "entries": self.entries()}

    def key(self, name: str) -> list[int]:
        """Where a key of the table is: `log_key`, `more_key`."""
        return self._box(getattr(self.face, name))

    def back(self) -> None:
        """Close the page in front."""
        self.face.back()

    def turn(self, pins: list[int]) -> None:
        """Turn the knob by a click."""
        first, second = (self._pin(number) for number in pins)
        for pin, way in ((first, "low"), (second, "low"), (first, "high"), (second, "high")):
            getattr(pin, f"drive_{way}")()

    def ring(self) -> dict[str, Any] | None:
        """Where the ring is, if the button `next` answers with it."""
        ring = self.face.ring()
        if ring is None or ring is not self._one_tap(any_of=True):
            return None
        return {"key": self._box(ring), "question": self.question(), "entries": self.entries()}

    def press(self, number: int) -> None:
        """Press the button on a pin."""
        self._pin(number).drive_low()

    def let_go(self, number: int) -> float:
        """Let go of the button on a pin, which is when a short press acts; return when, on the monotonic clock."""
        pin = self._pin(number)
        at = monotonic()
        pin.drive_high()
        return at

    @staticmethod
    def _pin(number: int) -> Any:
        from gpiozero import Device

        return Device.pin_factory.pin(number)

    def _one_tap(self, any_of: bool = False) -> Any:
        """What answers by one tap: one of the options, or the one with the ring."""
        from companion.table.prompts import Choose, Tell

        item = self.face.item()
        if item is None or self.face.covered():
            return None
        if isinstance(item.prompt, Tell):
            return None if any_of else self.face.verb
        if not isinstance(item.prompt, Choose) or item.prompt.most > 1 or item.prompt.suggested:
            return None
        targets = [next(iter(self.face.targets([o.id])), None) for o in item.prompt.open_options()]
        if any_of:
            ring = self.face.ring()
            return ring if ring in targets else object()
        return self.chance.choice(targets) if targets else None

    def _box(self, widget: Any) -> list[int]:
        from tests.instruments.outside.sight import box_of

        return list(box_of(widget, self.face.window.height).rounded())
