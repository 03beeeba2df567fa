"""The scripted evening once more, by touches on a real window, with a picture of every kind of screen."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

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
        more = self.table.ids.extras.children[0]
        self.tap(more)
        self.settle()
        self.picture("more")
        self.tap(self.shell.page.keys[key])
        self.settle()

    def answer(self, key: str, value: Any) -> None:
        from companion.app.table.question import HandOver

        self.settle()
        if isinstance(self.table.panel.body, HandOver):
            self.picture("hand_over")
            self.tap(self.table.verb)
            self.settle()
        prompts = [item.prompt for item in self.table.session.prompts]
        prompt = next((p for p in prompts if p.key == key), None)
        assert prompt is not None, f"asked {[p.key for p in prompts]}, expected {key}"
        body = self.table.panel.body
        self.picture(type(body).__name__ + ("_battle" if self.table.session.view.sides else ""))
        getattr(self, f"_{prompt.kind}")(body, prompt, value)

    def _confirm(self) -> None:
        self.settle()
        assert not self.table.verb.disabled, self.table.verb.text
        self.tap(self.table.verb)

    def _write(self, body: Any, _prompt: Any, value: str) -> None:
        if value:
            self.tap(body.line)
            keyboard = self.shell.page
            for letter in value:
                self.tap(keyboard.board.ids.space if letter == " " else keyboard.keys[letter.upper()])
            self.settle()
            self.tap(keyboard.verb)
        self._confirm()

    def _choose(self, body: Any, prompt: Any, value: Any) -> None:
        keys = body.map.keys if hasattr(body, "map") else body.keys
        wanted = [value] if isinstance(value, str) else value
        if prompt.most == 1:
            self.tap(keys[wanted[0]]) if wanted else self._confirm()
            return
        for name in [o.id for o in prompt.options if o.id in keys]:
            if (name in wanted) != (name in body.picking.picked):
                self.tap(keys[name])
        for group, chips in getattr(body, "chips", {}).items():
            number = sum(o.group == group and o.id in wanted for o in prompt.options)
            if number != sum(o.group == group and o.id in body.picking.picked for o in prompt.options):
                self.tap(chips[number])
        for group, row in getattr(body, "counts", {}).items():
            while row.number < sum(o.group == group and o.id in wanted for o in prompt.options):
                self.tap(row.ids.plus)
        assert set(body.picking.picked) == set(wanted)
        self._confirm()

    def _count(self, body: Any, _prompt: Any, value: int) -> None:
        minus, _, plus = body.stepper.children[2], body.stepper.children[1], body.stepper.children[0]
        while body.value != value:
            self.tap(plus if body.value < value else minus)
        self._confirm()

    def _roll(self, body: Any, prompt: Any, value: list[int]) -> None:
        card = getattr(body, "card", None) or next(c for c in body.cards if c.prompt.key == prompt.key)
        self.tap(card.ids.typing)
        self.settle()
        page = self.shell.page
        if page.by_symbol:
            page.swap()
            self.settle()
        for face in value:
            self.tap(page.face_keys[face])
        self.picture("dice")
        self.settle()
        self.tap(page.verb)

    def _assign(self, body: Any, prompt: Any, value: dict[str, list[str]]) -> None:
        for piece, results in value.items():
            for _ in results:
                self.tap(body.keys[piece])
        if prompt.required > 1:
            self._confirm()

    def _tell(self, _body: Any, _prompt: Any, _value: bool) -> None:
        self._confirm()


def totals(table: Any) -> Totals:
    """Power and Doom as the ledger shows them."""
    players = {p.id: p for p in table.session.view.players}
    power, doom = zip(*[[c.value for c in players[code].big] for code in CODES], strict=True)
    return Totals(power, doom)


@pytest.mark.parametrize("size", [(800, 480), (720, 1280)])
def test_the_scripted_game_by_touch(
    shell: Any, fingers: Any, resize: Any, tmp_path: Path, size: tuple[int, int]
) -> None:
    """Set-up to victory on the screen; every total equals the one worked by hand."""
    from companion.games.cthulhu_wars.game import CTHULHU_WARS
    from companion.table.game import Mode

    resize(*size)
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
