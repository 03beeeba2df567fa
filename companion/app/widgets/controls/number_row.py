"""How many there are of one kind: each number is a key."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from kivy.uix.widget import Widget

from companion.app.widgets.base.buttons import Key
from companion.app.widgets.rendering.sprites import RoundedRect, TextSprite
from layouts.colours import mixed, tint_of
from layouts.theme import look
from layouts.typeset import fitted

__all__ = ["NumberRow"]


class NumberRow(Widget):
    """The name of a kind, where it is high enough, and below it a key for each number from 0.

    Args:
        use: called with the number that was tapped.
    """

    def __init__(self, use: Callable[[int], None]) -> None:
        super().__init__(size_hint_y=None)
        self._use, self._most = use, 0
        self._back, self._name = RoundedRect(self.canvas.before), TextSprite(self.canvas)
        self._label, self._colour = "", "#808080"
        self.keys: list[Key] = []
        self._spare: list[Key] = []
        self.bind(pos=self._lay, size=self._lay)
        look.tell(self._lay)

    @property
    def spacing(self) -> float:
        """The gap between two keys, of which each has half, in pixels."""
        return float(1.5 * look.u)

    @staticmethod
    def fits(most: int, width: float) -> bool:
        """Return whether the keys of 0 to `most` have room in this width, in pixels."""
        return bool((most + 1) * look.finger <= width)

    @staticmethod
    def tall(*, named: bool) -> float:
        """Return its height with the name or without, in pixels."""
        return float((1.3 * look.least if named else 0.0) + 50 * look.u)

    def show(self, label: str, colour: str, most: int, taken: int) -> None:
        """Show the keys for a kind; no keys if `most` is 0.

        Args:
            label: its name.
            colour: whose it is, `#rrggbb`.
            most: how many there may be.
            taken: how many there are.
        """
        if (label, colour, most) != (self._label, self._colour, self._most):
            self._label, self._colour = label, colour
            if most != self._most:
                self._most = most
                self._have(most + 1 if most else 0)
            self._lay()
        for number, key in enumerate(self.keys):
            key.chosen = number == taken

    def _have(self, number: int) -> None:
        keys = [*self.keys, *self._spare]
        keys += [self._made(n) for n in range(len(keys), number)]
        for key in keys[number : len(self.keys)]:
            self.remove_widget(key)
        for key in keys[len(self.keys) : number]:
            key.focused = False
            self.add_widget(key)
        self.keys, self._spare = keys[:number], keys[number:]

    def _made(self, number: int) -> Key:
        return Key(text=str(number), face="strong", size_hint=(None, None), use=partial(self._use, number))

    def _lay(self, *__: Any) -> None:
        u, head = look.u, 1.3 * look.least
        if not self.keys or self.width < 2:
            self._back.hide()
            self._name.hide()
            return
        self._back.put(self.x, self.y, self.width, self.height, mixed(look.ground, tint_of(self._colour), 0.3), 8 * u)
        if self.height > self.tall(named=False) + 1:
            size, __wrap = fitted(self._label, "bold", look.small, look.least, self.width - 16 * u, head)
            # Kivy tells of a new height before it knows the new top.
            upper = self.y + self.height - head / 2
            self._name.put(self._label, "bold", size, look.ink, self.x + 8 * u, upper)
        else:
            head = 0.0
            self._name.hide()
        pitch = min(1.6 * look.finger, self.width / len(self.keys))
        for number, key in enumerate(self.keys):
            # The outermost ones have no neighbour to share a gap with.
            before = self.spacing / 2 if number else 0.0
            after = self.spacing / 2 if number < len(self.keys) - 1 else 0.0
            key.pos = self.x + number * pitch + before, self.y + u / 2
            key.size = pitch - before - after, self.height - head - u
