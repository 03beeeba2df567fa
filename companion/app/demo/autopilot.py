"""Plays by touches: takes any open question and answers it at random but legally, as a person at the screen would."""

from __future__ import annotations

from random import Random
from typing import Final

from kivy.uix.widget import Widget

from companion.app.demo.fingertips import Fingertips
from companion.app.look.keyboard import KeyboardPage
from companion.app.look.page import LOCK_OUT
from companion.app.table.page import TablePage
from companion.app.table.prompts import PromptBody
from companion.app.table.prompts.assign import AssignBody
from companion.app.table.prompts.choose import ChooseBody, ChooseOnMapBody
from companion.app.table.prompts.count import CountBody
from companion.app.table.prompts.place import PlaceBody
from companion.app.table.prompts.roll import BothRollBody, RollBody
from companion.app.table.prompts.write import WriteBody
from companion.app.table.question import HandOver
from companion.table.prompts import Choose

SETTLE: Final = LOCK_OUT + 0.05
"""Seconds after which a new question takes touches."""


class Autopilot:
    """Answers questions by touching what is on the screen.

    Args:
        fingers: the finger.
        chance: what it picks.
    """

    def __init__(self, fingers: Fingertips, chance: Random) -> None:
        self._fingers, self._chance = fingers, chance

    def step(self, page: TablePage) -> None:
        """Answer the question on the screen (one of them, if several are open)."""
        self._fingers.skip(SETTLE)
        body = page.panel.body
        if body is None:
            raise ValueError("the game is over; there is no question to answer")
        if isinstance(body, HandOver):
            self._tap(page.verb)
            self._fingers.skip(SETTLE)
            body = page.panel.body
            assert body is not None
        self._answer(page, body)

    def _answer(self, page: TablePage, body: PromptBody) -> None:
        if isinstance(body, ChooseBody | ChooseOnMapBody):
            if self._choose(body):
                return
        elif isinstance(body, CountBody):
            for _ in range(self._chance.randint(0, 3)):
                self._tap(body.stepper.children[self._chance.choice((0, 2))])
        elif isinstance(body, WriteBody):
            self._write(page, body)
        elif isinstance(body, RollBody) and not body.ready:
            self._tap(body.card.here_key)
            return
        elif isinstance(body, AssignBody):
            self._assign(body)
            if body.ask.required == 1:
                return
        elif isinstance(body, PlaceBody):
            self._place(body)
            if len(body.ask.pieces) == 1:
                return
        self._confirm(page)

    def _choose(self, body: ChooseBody | ChooseOnMapBody) -> bool:
        """Pick options; return whether that was the answer already."""
        prompt: Choose = body.picking.prompt
        if body.picking.single:
            decline = prompt.least == 0 and not body.picking.picked and self._chance.random() < 0.4
            able = [o.id for o in prompt.open_options() if o.id in self._keys(body)]
            if decline or not able:
                return False
            self._tap(self._keys(body)[self._chance.choice(able)])
            return True
        able = [o.id for o in prompt.open_options()]
        wanted = set(self._chance.sample(able, self._chance.randint(prompt.least, min(prompt.most, len(able)))))
        if prompt.lacks(wanted):
            wanted = set(able)
        keys = self._keys(body)
        for name in able:
            if name in keys and (name in wanted) != (name in body.picking.picked):
                self._tap(keys[name])
        if isinstance(body, ChooseBody):
            groups = {o.id: o.group for o in prompt.options}
            for group, chips in body.chips.items():
                self._tap(chips[min(len(chips) - 1, sum(groups[w] == group for w in wanted))])
        return False

    @staticmethod
    def _keys(body: ChooseBody | ChooseOnMapBody) -> dict[str, Widget]:
        return dict(body.map.keys) if isinstance(body, ChooseOnMapBody) else dict(body.keys)

    def _assign(self, body: AssignBody) -> None:
        pieces = [p for p in body.ask.pieces if not p.refused]
        self._chance.shuffle(pieces)
        for piece in pieces:
            for _ in range(12):
                if body.ready or len(body.taken[piece.id]) == piece.capacity:
                    break
                self._tap(body.keys[piece.id])

    def _place(self, body: PlaceBody) -> None:
        for piece in body.ask.pieces:
            self._tap(body.keys[piece.id])
            area = self._chance.choice([a.id for a in piece.areas if not a.refused])
            keys = body.area_keys if body.map is None else body.map.keys
            self._tap(keys[area])

    def _write(self, page: TablePage, body: WriteBody) -> None:
        """Now and then a word, else nothing."""
        letters = self._chance.randint(0, 3)
        if not letters:
            return
        self._tap(body.line)
        keyboard = page.host.page
        assert isinstance(keyboard, KeyboardPage)
        for letter in self._chance.sample(sorted(keyboard.keys), letters):
            self._tap(keyboard.keys[letter])
        self._fingers.skip(SETTLE)
        self._tap(keyboard.verb)

    def _confirm(self, page: TablePage) -> None:
        self._fingers.skip(SETTLE)
        if page.verb.disabled:
            raise RuntimeError(f"the verb button stays dead: {page.verb.text!r} for {page.panel.title!r}")
        self._tap(page.verb)

    def _tap(self, widget: Widget) -> None:
        self._fingers.tap(widget)


def kind_of(page: TablePage) -> str:
    """Return a name for the kind of screen that a table shows, for pictures."""
    body = page.panel.body
    if body is None:
        return "finished"
    if isinstance(body, BothRollBody):
        return "both_roll"
    name = type(body).__name__.removesuffix("Body").lower()
    return f"{name}_battle" if page.session.view.sides else name
