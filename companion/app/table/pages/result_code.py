"""Result of a game for the app BG Stats: a QR code for a phone, and a file."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from kivy.graphics import Color, Rectangle
from kivy.graphics.texture import Texture

from companion.app.widgets.base.canvas_widget import CanvasWidget
from companion.app.widgets.base.widgets import WrapLabel
from companion.app.widgets.controls.scroll_list import ScrollList
from companion.app.widgets.pages.page import Page
from companion.app.widgets.rendering.sprites import TextSprite
from companion.storage.bgstats_export import links
from companion.table.words import _
from layouts.theme import look
from layouts.typeset import fitted

__all__ = ["ResultPage"]

QUIET = 4
"""Width of the white margin that a reader needs, in modules."""


def modules_of(content: str) -> list[bytes] | None:
    """Return the rows of a QR code; None if the content is too long for one."""
    # Imported here, since it is used once an evening and would slow every start.
    import segno

    try:
        return [bytes(row) for row in segno.make(content, error="l", boost_error=False).matrix]
    except segno.DataOverflowError:
        return None


MOST_MODULES = 117
"""Maximum modules across a code, margins included: at 800x480 each has the three pixels that a phone reads."""


def readable_code(contents: Sequence[str]) -> tuple[str, list[bytes] | None]:
    """Return the fullest content whose code a phone reads off a small screen, with its rows; none if there is none.

    Args:
        contents: the fullest first.
    """
    for content in contents:
        rows = modules_of(content)
        if rows is not None and len(rows) + 2 * QUIET <= MOST_MODULES:
            return content, rows
    return "", None


class QrCode(CanvasWidget):
    """A QR code, black on white in every theme, with a text beside or below it.

    Args:
        content: of the code.
        rows: its modules, from the top.
        words: text beside it.
    """

    def __init__(self, content: str, rows: list[bytes], words: str) -> None:
        super().__init__()
        self.text, self.content = words, content
        self.modules = len(rows) + 2 * QUIET
        pixels = bytearray(b"\xff" * 3 * self.modules**2)
        for y, row in enumerate(reversed(rows)):
            for x, dark in enumerate(row):
                if dark:
                    at = 3 * ((y + QUIET) * self.modules + x + QUIET)
                    pixels[at : at + 3] = b"\0\0\0"
        self._texture = Texture.create(size=(self.modules, self.modules), colorfmt="rgb")
        self._texture.mag_filter = self._texture.min_filter = "nearest"
        self._texture.blit_buffer(bytes(pixels), colorfmt="rgb", bufferfmt="ubyte")
        with self.canvas:
            Color(1, 1, 1, 1)
            self._square = Rectangle(texture=self._texture)
        self._words = TextSprite(self.canvas)

    @property
    def code(self) -> tuple[float, float, float]:
        """Position and size of the code, in pixels."""
        return (*self._square.pos, self._square.size[0])

    def draw(self) -> None:
        u, w, h = look.u, self.width, self.height
        upright = h > w
        room = min(w, 0.8 * h) if upright else min(h, 0.62 * w)
        # Whole pixels for each module, so that edges are sharp.
        side = self.modules * max(1, int(room / self.modules))
        x = self.x + (w - side) / 2 if upright else self.x
        self._square.pos, self._square.size = (round(x), round(self.top - side)), (side, side)
        left, wide, high = (self.x, w, h - side - 8 * u) if upright else (x + side + 16 * u, w - side - 20 * u, h)
        size, wrap = fitted(self.text, "text", look.option, look.least, wide, high)
        middle = self.y + high / 2
        self._words.put(self.text, "text", size, look.ink, left, middle, wrap=wrap)


class ResultPage(Page):
    """Shows the code; a key writes the file.

    Args:
        play: the result, as `companion.storage.bgstats_export.play` returns it.
        save: writes it to a file.
    """

    def __init__(self, play: dict[str, Any], save: Callable[[], None]) -> None:
        super().__init__(_("The result"))
        content, rows = readable_code(links(play))
        if rows is not None:
            words = _(
                "Scan the code with the BG Stats app to log this play. The companion itself sends "
                "nothing. “Save” writes the same result, a page to read and a picture of the "
                "last page to the USB stick or next to the games."
            )
            self.code = QrCode(content, rows, words)
            self.content.add_widget(self.code)
        else:
            pager = ScrollList()
            words = _(
                "The names are too long for a code that a phone could read. “Save” writes the result to a file, on the "
                "USB stick or beside the games; the app BG Stats opens it."
            )
            pager.add(WrapLabel(text=words, step="option"))
            self.content.add_widget(pager)
        self.save_key = self.add_extra(_("Save"), save)
        self.primary.set_action(_("Done"), True)
