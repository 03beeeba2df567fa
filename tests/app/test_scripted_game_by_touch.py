"""The scripted evening once more, by touches on a real window, with a picture of every kind of screen."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

from tests.app.sizes import sized
from tests.cthulhu_wars.scripted_game import BAG, CODES, EVENING, RESULT, Interject, Totals

pytestmark = pytest.mark.window

PICTURES = os.environ.get("COMPANION_PICTURES", "")
"""A folder to keep the pictures in; by default they go to the test's own."""


class Hand:
    """Answers questions by touching what a person would touch.

    Args:
        fingers: the finger.
        shell: the app.
        folder: where the pictures go.
    """

    def __init__(self, fingers: Any, shell: Any, folder: Path) -> None:
        self.fingers, self.shell, self.folder = fingers, shell, folder
        self.taps = 0
        self.seen: list[str] = []
        self._filled: dict[str, Any] = {}

    @property
    def table(self) -> Any:
        return self.shell.page

    def tap(self, widget: Any) -> None:
        self.taps += 1
        self.fingers.tap(widget)

    def settle(self) -> None:
        """Let the lock-out after a change of meaning pass."""
        self.fingers.skip(0.4)

    def picture(self, name: str) -> None:
        """One picture of each kind of screen."""
        if name not in self.seen:
            self.seen.append(name)
            self.fingers.picture(self.folder / f"{len(self.seen):02}_{name}.png")

    def interject(self, key: str) -> None:
        self.settle()
        more = self.table.extras.children[0]
        self.tap(more)
        self.settle()
        self.picture("more")
        self.tap(self.shell.page.keys[key])
        self.settle()

    def answer(self, asked: str, value: Any) -> None:
        from companion.app.demo.touches import touches
        from companion.app.table.prompts.shared.hand_over import HandOverPrompt
        from companion.app.widgets.pages.page import PrimaryButton

        self.settle()
        if isinstance(self.table.question.body, HandOverPrompt):
            self.picture("hand_over")
            self.tap(self.table.primary)
            self.settle()
        prompts = [item.prompt for item in self.table.session.prompts]
        prompt = next((p for p in prompts if p.key == asked), None)
        assert prompt is not None, f"asked {[p.key for p in prompts]}, expected {asked}"
        table = self.table
        body = table.question.body
        self.picture(type(body).__name__ + ("_battle" if table.session.view.sides else ""))
        before = len(table.session.timeline.entries)
        token = table.question.token
        for key in touches(body, {prompt.key: value} if body.joint else value):
            if isinstance(key, PrimaryButton):
                self.settle()
                self.picture(type(self.shell.page).__name__.removesuffix("Page").lower())
            self.tap(key)
            if table.question.token != token:
                break
        else:
            self._filled[prompt.key] = value
            if prompt.kind != "roll" and {p.key for p in body.prompts} - {*self._filled}:
                # One confirmation is for all that stands on the page.
                return
            self._confirm()
        meant = {prompt.key: value} | self._filled
        self._filled = {}
        by_key = {p.key: p for p in prompts}
        for entry in table.session.timeline.entries[before : before + len(meant)]:
            asked_so = by_key[entry.key]
            said, wanted = (sorted(asked_so.summary(v).split(", ")) for v in (entry.value, meant.pop(entry.key)))
            assert said == wanted, entry.key
        assert not meant

    def _confirm(self) -> None:
        self.settle()
        assert not self.table.primary.disabled, self.table.primary.text
        self.tap(self.table.primary)


def totals(table: Any) -> Totals:
    """Power and Doom as the ledger shows them."""
    players = {p.id: p for p in table.session.view.players}
    power, doom = zip(*[[c.value for c in players[code].big] for code in CODES], strict=True)
    return Totals(power, doom)


@sized((800, 480), (720, 1280))
def test_the_scripted_game_by_touch(shell: Any, fingers: Any, tmp_path: Path, size: tuple[int, int]) -> None:
    """Set-up to victory on the screen; every total equals the one worked by hand."""
    from companion.games.cthulhu_wars.game import CTHULHU_WARS
    from companion.table.game import Mode

    folder = Path(PICTURES or tmp_path) / "{}x{}".format(*size)
    folder.mkdir(parents=True, exist_ok=True)
    shell.play(lambda: shell.library.start(CTHULHU_WARS, Mode("evening", "New game", "", {"bag": BAG})))
    hand = Hand(fingers, shell, folder)
    for step in EVENING:
        if isinstance(step, Totals):
            assert totals(hand.table) == step
        elif isinstance(step, Interject):
            hand.interject(step.key)
        else:
            hand.answer(*step)
    assert hand.table.session.finished
    assert hand.table.session.view.finished == RESULT
    hand.settle()
    hand.picture("finished")
    assert len(list(folder.glob("*.png"))) >= 10
