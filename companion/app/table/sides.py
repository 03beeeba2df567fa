"""Both sides of the battle in progress: whose, what has come of their dice, what they are the sum of."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

from kivy.clock import Clock
from kivy.properties import StringProperty
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.label import Label
from kivy.uix.widget import Widget

from companion.app.look.drawing import measure
from companion.app.look.marks import dice_row, ink_on, player_mark, symbol_mark, words
from companion.app.look.part import Part
from companion.app.look.widgets import Badge, Fit, Text, fitting_size, load_layout
from companion.table.view import PlayerView, SideView, View
from layouts.theme import look


class SideBoard(ButtonBehavior, BoxLayout):
    """One side of a battle: whose, what has come of its dice, what they are the sum of. A tap shows all of it."""

    head = Part(BoxLayout)
    badge = Part(Badge)
    title = Part(Fit)
    told = Part(BoxLayout)
    colour = StringProperty("#6b7a8f")

    def __init__(self, side: SideView, player: PlayerView | None) -> None:
        super().__init__()
        badge = self.badge
        badge.text = player_mark(player) if player else "?"
        badge.colour = self.colour = player.colour if player else "#6b7a8f"
        badge.colour_ink = ink_on(badge.colour)
        self.title.text = side.title
        self._side = side
        tell = Clock.create_trigger(self._tell, -1)
        self.told.bind(size=tell)
        self.title.bind(width=tell)
        tell()

    @property
    def side(self) -> SideView:
        """What is drawn."""
        return self._side

    def _tell(self, *_: Any) -> None:
        """Draw results, dice, sum and pieces.

        Results and the end of the sum are always there. Dice shrink until they fit, then results do, too; the pieces
        that fit take what is left.
        """
        told, side, title = self.told, self._side, self.title
        # A long name takes as many lines as it needs, at the smallest size if it must.
        self.head.height = max(
            52 * look.u, look.badge, measure(title.text, title.least, True, title.width * 0.985)[1] + 1
        )
        told.clear_widgets()
        pieces = [PieceText(text=line) for line in together(side.lines)]
        dice = DiceText(text=dice_line(side))
        for step, sum_step in (("title", "body"), ("option", "body"), ("body", "body"), ("small", "small")):
            total = TotalText(text=side.total, step=sum_step)
            least = measure("=", total.font_size, True, None)[1] + told.spacing if side.total else 0.0
            results = [
                ResultText(text=line, step=step, result=result)
                for line, (result, _) in zip(result_lines(side), side.results, strict=True)
            ]
            room = told.height - self._heights(results)
            dice.height = self._height_of_dice(dice, room - least)
            fits = dice.height + told.spacing <= room - least
            if fits:
                break
        shown: list[Label] = list(results)
        if side.faces and fits:
            room -= dice.height + told.spacing
            shown.append(dice)
        if side.total:
            # Before the dice the sum names all the pieces; after them their fate comes first.
            left = room - self._heights(pieces) if results else room
            total.text = shortened(side.total, total.font_size, told.width, max(least, left) - told.spacing)
            room -= self._heights([total])
            shown.append(total)
        for text in pieces:
            room -= self._heights([text])
            if room < 0:
                break
            shown.append(text)
        for widget in (*shown, Widget()):
            told.add_widget(widget)

    def _heights(self, texts: Sequence[Text]) -> float:
        """What these take with the gaps below them, in pixels."""
        told = self.told
        return float(sum(measure(t.text, t.font_size, t.bold, told.width)[1] + told.spacing for t in texts))

    def _height_of_dice(self, dice: DiceText, room: float) -> float:
        """How high the dice are at the largest size that leaves them in the room."""
        width = self.told.width
        # A pixel more than measured is what rounding may take.
        size = fitting_size(dice.text, dice.most, dice.least, width, room - self.told.spacing - 1, False)
        return measure(dice.text, size, False, width * 0.985)[1] + 1


def shortened(total: str, size: float, width: float, height: float) -> str:
    """Return a sum with as many of its last addends as fit; its end, which is what is rolled, always stays."""
    parts = re.split(r" (?=[+=] )", total)
    for first in range(len(parts)):
        said = " ".join(["…", *parts[first:]] if first else parts)
        if measure(said, size, True, width)[1] <= height:
            return said
    return said


def together(lines: Sequence[str]) -> list[str]:
    """Return the lines with equal ones counted: three Acolytes take one line."""
    counted: dict[str, int] = {}
    for line in lines:
        counted[line] = counted.get(line, 0) + 1
    return [line if n == 1 else f"{n} × {line}" for line, n in counted.items()]


def result_lines(side: SideView) -> list[str]:
    """Return a side's results, one per line, by shape, number and word."""
    return [f"{symbol_mark(r, n)} {v} {words(r, v)}" for n, (r, v) in enumerate(side.results)]


def dice_line(side: SideView) -> str:
    """Return a side's dice as they are drawn."""
    return dice_row(side.faces)


def side_lines(side: SideView) -> list[str]:
    """Return all that is known of a side, as lines to read."""
    return [line for line in (side.total, *result_lines(side), dice_line(side), *side.lines) if line]


class DiceText(Fit):
    """Dice as they fell."""


class ResultText(Text):
    """What the dice come to."""

    result = StringProperty("")


class TotalText(Text):
    """What a side rolls, and why."""


class PieceText(Text):
    """Pieces and their fate."""


class StepTitle(Fit):
    """How far the battle has come."""


class Sides(BoxLayout):
    """The sides of the battle, below how far it has come.

    Args:
        on_side: called with a side that was tapped.
    """

    steps = Part(StepTitle)
    row = Part(BoxLayout)

    def __init__(self, on_side: Callable[[SideView], None]) -> None:
        super().__init__()
        self._on_side = on_side
        self.boards: list[SideBoard] = []

    def show(self, view: View) -> None:
        """Draw the battle of a view."""
        within = 0 <= view.step < len(view.steps)
        self.steps.text = f"{view.step + 1}/{len(view.steps)}  {view.steps[view.step]}" if within else ""
        self.row.clear_widgets()
        self.boards = []
        players = {p.id: p for p in view.players}
        for side in view.sides:
            board = SideBoard(side, players.get(side.player))
            board.bind(on_release=lambda tapped: self._on_side(tapped.side))
            self.boards.append(board)
            self.row.add_widget(board)


load_layout("sides")
