"""Key that shows what an undo leaves to do on the board, until the game goes on."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from kivy.properties import ListProperty

from companion.app.widgets.base.buttons import Key
from companion.table.words import _
from layouts.glyphs import SYMBOLS
from layouts.theme import look
from layouts.typeset import stands

__all__ = ["PutBackKey"]


class PutBackKey(Key):
    """Shows as much as fits of what is to be put back; a tap shows all of it."""

    lines = ListProperty()

    def __init__(self, **values: Any) -> None:
        super().__init__(sign=SYMBOLS["hand"], step="small", size_hint_y=1, **values)
        self.bind(lines=self.later)

    def draw(self) -> None:
        self.text = next((said for said in self._ways() if stands(said, self.face, look.least, *self.room())), "")
        super().draw()

    def _ways(self) -> Iterator[str]:
        """Yield the texts from the longest: all lines, the first ones with a number, or a hint."""
        for shown in range(len(self.lines), 0, -1):
            others = [f"+{len(self.lines) - shown}"] if shown < len(self.lines) else []
            yield "  ".join([*self.lines[:shown], *others])
        yield _("Put back on the board")
        yield str(len(self.lines))
