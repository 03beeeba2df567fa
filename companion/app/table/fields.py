"""Where the fields of the table page are: that of who decides, and in a battle one for each side."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from kivy.uix.widget import Widget

from companion.app.table.board import TableBoard
from companion.app.table.question import Question
from companion.app.widgets.base.marks import player_drawing
from companion.app.widgets.pages.page import Page
from companion.app.widgets.rendering.ground import Beast, FieldPlace
from companion.table.view import PlayerView, TokenView, View
from layouts.glyphs import SYMBOLS, UNITS
from layouts.theme import look

__all__ = ["table_fields"]

_NEAR: Final = 24
"""Units from the edge of a page up to which the field of a side goes on to it."""
_PAD: Final = 3
"""Units that it is larger than what lies on it elsewhere."""

Box = tuple[float, float, float, float]


def table_fields(page: Page, board: TableBoard, question: Question, view: View) -> Sequence[FieldPlace]:
    """Return the fields of the table page, from the upper left."""
    colour, drawing = page.backdrop
    body = question.body
    strength = body.silhouette if body is not None else 0.2
    low, top, left = page.ids.foot.top, page.top, board.spine or page.x
    panels = body.side_panels() if body is not None else ()
    halves = [(half, half.player) for half in board.sides.halves] if board.sides.parent is board else []
    if not panels and not halves:
        if board.spine:
            # Above a strip of players the words of the header go on beyond the spine.
            top = top if board.sidebar.parent is board else page.content.top
        elif board.sidebar.parent is board:
            top = board.sidebar.y - 4 * look.u
        return (FieldPlace((left, low, page.right, top), colour, Beast(drawing, strength=strength)),)
    west = board.top_bar.right + _PAD * look.u if board.top_bar.parent is board and not look.portrait else page.x
    page_box = west, low, page.right, page.content.top
    shown = [(_box(widget), player) for widget, player in panels or halves if player is not None]
    sides = _sides(shown, page_box, view)
    if panels or not sides:
        return sides
    west = sides[0].box[0]
    east, beneath = sides[-1].box[2], min(side.box[1] for side in sides)
    beside = beneath - low < _NEAR * look.u
    rest = (east, low, page.right, page.content.top) if beside else (west, low, east, beneath)
    return (*sides, FieldPlace(rest, colour, Beast(drawing, 330, 70, 10, strength)))


def _box(widget: Widget) -> Box:
    """Return where a widget is on the window, however the question is turned: left, low, right and top in pixels."""
    (left, low), (right, top) = widget.to_window(*widget.pos), widget.to_window(widget.right, widget.top)
    return min(left, right), min(low, top), max(left, right), max(low, top)


def _sides(panels: Sequence[tuple[Box, PlayerView]], page: Box, view: View) -> tuple[FieldPlace, ...]:
    """Return a field for each side: they share the place that their panels take, up to the edges of the page."""
    if not panels:
        return ()
    near, pad = _NEAR * look.u, _PAD * look.u
    low, high = (
        (min(box[0] for box, _ in panels), min(box[1] for box, _ in panels)),
        (
            max(box[2] for box, _ in panels),
            max(box[3] for box, _ in panels),
        ),
    )
    west, south = (edge if at - edge < near else at - pad for at, edge in zip(low, page[:2], strict=True))
    east, north = (edge if edge - at < near else at + pad for at, edge in zip(high, page[2:], strict=True))
    (first, _), *_ = panels
    beside = all(box[1] < first[3] and box[3] > first[1] for box, _ in panels)
    ordered = sorted(panels, key=lambda panel: panel[0][0] if beside else -panel[0][3])
    found: list[FieldPlace] = []
    for place, (box, player) in enumerate(ordered):
        after = ordered[place + 1][0] if place + 1 < len(ordered) else None
        if beside:
            end = east if after is None else (box[2] + after[0]) / 2
            where, west = (west, south, end, north), end
        else:
            end = south if after is None else (box[1] + after[3]) / 2
            where, north = (west, end, east, north), end
        found.append(FieldPlace(where, player.colour, _fighter(player, view, where, beside), meets=place > 0))
    return tuple(found)


def _fighter(player: PlayerView, view: View, where: Box, beside: bool) -> Beast:
    """Return the largest of the pieces with which a player fights."""
    tokens = [token for side in view.sides if side.player == player.id for token in side.tokens]
    drawn = [token for token in tokens if token.symbol in UNITS]
    largest = max(drawn, key=_weight, default=None)
    drawing = SYMBOLS[largest.symbol] if largest is not None else player_drawing(player)
    if not beside:
        return Beast(drawing, 250, 30, 14, 0.22)
    high = (where[3] - where[1]) / look.u
    size = max(200.0, min(350.0, 1.05 * high))
    return Beast(drawing, size, 0.14 * size, min(0.0, size - high) - 12, 0.42)


def _weight(token: TokenView) -> float:
    """Return how much one of the pieces brings; of equal ones the last is the largest."""
    return (token.worth or 0) / max(1, token.number)
