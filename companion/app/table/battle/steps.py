"""Place and steps of a battle."""

from __future__ import annotations

from typing import Literal

from kivy.properties import StringProperty

from companion.app.widgets.base.canvas_widget import CanvasWidget
from companion.app.widgets.rendering.sprites import RoundedRect, TextSprite
from companion.table.view import View
from layouts.colours import mixed
from layouts.glyphs import SYMBOLS
from layouts.theme import look
from layouts.typeset import extent, fitted

__all__ = ["BattleSteps"]


class BattleSteps(CanvasWidget):
    """Place of the battle, and a chip for each step, with the present one highlighted.

    Where not all names fit, past steps lose theirs first.

    Args:
        placed: whether the place is shown.
    """

    text = StringProperty("")

    def __init__(self, *, placed: bool = False) -> None:
        super().__init__()
        self._placed = placed
        self._place, self._now = "", -1
        self._names: tuple[str, ...] = ()
        self._where = TextSprite(self.canvas)
        self._chips: list[tuple[RoundedRect, TextSprite]] = []

    def show(self, view: View) -> None:
        """Show the steps of a view."""
        if (view.place, view.steps, view.step) == (self._place, self._names, self._now):
            return
        self._place, self._names, self._now = view.place, view.steps, view.step
        within = 0 <= view.step < len(view.steps)
        self.text = f"{view.step + 1}/{len(view.steps)}  {view.steps[view.step]}" if within else ""
        while len(self._chips) < len(view.steps):
            self._chips.append((RoundedRect(self.canvas, light=0), TextSprite(self.canvas)))
        self.later()

    def draw(self) -> None:
        u, (x, y), (w, h) = look.u, self.pos, self.size
        middle, left = y + h / 2, x
        if self._place and self._placed:
            said = f"{SYMBOLS['battle']} {self._place}"
            size, _ = fitted(said, "title", 0.8 * look.moment, look.least, self._room_for_place())
            self._where.put(said, "title", size, look.ink, x + 4 * u, middle)
            left += self._where.width + 14 * u
        else:
            self._where.put("", "title", look.least, look.ink, x, middle)
        gap, high, size = 4 * u, min(h - 4 * u, 1.5 * look.least), look.least
        widths, named = self._widths(x + w - left - gap * (len(self._names) - 1))
        for place, (back, word) in enumerate(self._chips):
            if place >= len(self._names):
                back.hide()
                word.hide()
                continue
            wide, now = widths[place], place == self._now
            done = place < self._now
            ground = look.accent if now else mixed(look.ground, look.ink, 0.2 if done else 0.07)
            ink = look.accent_ink if now else mixed(ground, look.ink, 0.78)
            back.put(left, middle - high / 2, wide, high, ground, high / 2)
            name = self._names[place] if named[place] else (SYMBOLS["check"] if done else "")
            face: Literal["bold", "text"] = "bold" if now else "text"
            word.put(name, face, size if named[place] else 0.8 * size, ink, left + wide / 2, middle, "middle")
            left += wide + gap

    def _room_for_place(self) -> float:
        """Return the width beside all chips, of which past ones need no names."""
        needed, bare = self._needed()
        taken = sum(wide if place >= self._now else bare for place, wide in enumerate(needed))
        return float(self.width - 18 * look.u - taken - 4 * look.u * (len(needed) - 1))

    def _needed(self) -> tuple[list[float], float]:
        """Return the width of each chip with its name, and of one without."""
        return [
            extent(name, "bold" if place == self._now else "text", look.least)[0] + 20 * look.u
            for place, name in enumerate(self._names)
        ], 26 * look.u

    def _widths(self, room: float) -> tuple[list[float], list[bool]]:
        """Return the width of each chip, and whether it shows its name."""
        number, (needed, bare) = len(self._names), self._needed()
        named = [True] * number

        def taken() -> float:
            return float(sum(wide if said else bare for wide, said in zip(needed, named, strict=True)))

        # Past steps lose their names first, then the last ones.
        for place in (*range(self._now), *range(number - 1, self._now, -1)):
            if taken() <= room:
                break
            named[place] = False
        spare = max(0.0, room - taken())
        shares = [(1.6 if place == self._now else 1.0) * said for place, said in enumerate(named)]
        return [
            (wide if said else bare) + spare * share / max(1.0, sum(shares))
            for wide, said, share in zip(needed, named, shares, strict=True)
        ], named
