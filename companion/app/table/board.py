"""Layout of the table page: header area, ledger or battle, and question."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from kivy.properties import BooleanProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.app.table.battle.sides import BattleSides
from companion.app.table.battle.steps import BattleSteps
from companion.app.table.header.bars import ScoreRace, ScoreStrip
from companion.app.table.proportions import BROAD, NARROW, RACE, SPINE, STRIP, question_high
from companion.table.view import PlayerView
from layouts.theme import look

__all__ = ["HeaderArea", "RotatedBox", "TableBoard"]


class HeaderArea(Widget):
    """Area above the table on an upright screen: the score race; or the score strip beside or above a wide question.

    Args:
        race: for when the ledger is visible.
        strip: for when it is not.
    """

    def __init__(self, race: ScoreRace, strip: ScoreStrip) -> None:
        super().__init__()
        self.race, self.strip = race, strip
        self.bind(pos=self._lay, size=self._lay)

    def show(self, players: Sequence[PlayerView], *, strip: bool, race: bool) -> None:
        """Show the strip, or the race where it has its place here."""
        self.race.show(players)
        if strip:
            self.strip.show(players, fresh=self.strip.parent is not self)
        wanted: list[Widget] = [self.strip] if strip else [self.race] if race else []
        if self.children != wanted:
            for child in [child for child in self.children if child not in wanted]:
                self.remove_widget(child)
            for widget in wanted:
                if widget.parent not in (None, self):
                    # On a wide screen the race is in the header.
                    widget.parent.remove_widget(widget)
                if widget.parent is None:
                    self.add_widget(widget)
        self._lay()

    def _lay(self, *_: object) -> None:
        for child in self.children:
            child.pos, child.size = self.pos, self.size


class RotatedBox(BoxLayout):
    """Holds the question; if `turned`, it is rotated to face the far side, touches included."""

    turned = BooleanProperty(False)

    def to_local(self, x: float, y: float, relative: bool = False) -> tuple[float, float]:  # noqa: ARG002
        return self._turn(x, y)

    def to_parent(self, x: float, y: float, relative: bool = False) -> tuple[float, float]:  # noqa: ARG002
        return self._turn(x, y)

    def on_touch_down(self, touch: Any) -> bool:
        return self._hand_on(super().on_touch_down, touch)

    def on_touch_move(self, touch: Any) -> bool:
        return self._hand_on(super().on_touch_move, touch)

    def on_touch_up(self, touch: Any) -> bool:
        return self._hand_on(super().on_touch_up, touch)

    def _turn(self, x: float, y: float) -> tuple[float, float]:
        return (2 * self.center_x - x, 2 * self.center_y - y) if self.turned else (x, y)

    def _hand_on(self, handler: Callable[[Any], bool], touch: Any) -> bool:
        touch.push()
        touch.apply_transform_2d(self.to_local)
        used = bool(handler(touch))
        touch.pop()
        return used


_MAP: Final = 0.72
"""Minimum height of a map that shares an upright page with a battle, per width."""


class TableBoard(Widget):
    """Race, ledger and question: side by side, or one below the other on an upright screen.

    Beside a question that takes the whole width, the players' numbers are in a strip; so they are in a battle, whose
    halves are above the question.

    Args:
        top: the race or the strip.
        left: the ledger.
        sides: the halves of a battle.
        steps: the steps of the battle, where they are not in the header.
        rotated: the question.
    """

    def __init__(
        self, top: HeaderArea, left: Widget, sides: BattleSides, steps: BattleSteps, rotated: RotatedBox
    ) -> None:
        super().__init__()
        self.top_bar, self.sidebar, self.sides, self.steps, self.rotated = top, left, sides, steps, rotated
        self.wide = self.bare = self.fighting = self.hosted = self.low = self.narrow = False
        self._rows, self._head = 0, 0.0
        self.add_widget(rotated)
        for part in (sides, steps):
            self._stand(part, False)
        self.bind(pos=self.lay, size=self.lay)
        look.tell(self.lay)

    def arrange(
        self,
        *,
        wide: bool,
        bare: bool,
        fighting: bool = False,
        hosted: bool = False,
        low: bool = False,
        narrow: bool = False,
        rows: int = 0,
        head: float = 0.0,
    ) -> None:
        """Set what is shown, and lay it out.

        Args:
            wide: whether the question takes the whole width.
            bare: whether the header area is hidden, since it has nothing to show.
            fighting: whether there is a battle.
            hosted: whether the question shows the halves of the battle itself.
            low: whether the halves take as little height as they can, for prompts to both sides at once.
            narrow: whether the ledger has no names, so that the question has more room.
            rows: how many rows of keys the question holds on an upright screen; 0 where it has no such keys.
            head: height of the page's header, which is beside a narrow ledger, in pixels.
        """
        self.wide, self.bare, self.fighting, self.hosted = wide, bare, fighting, hosted
        self.low, self.narrow, self._rows, self._head = low, narrow, rows, head
        self.lay()

    def lay(self, *_: object) -> None:
        """Position all parts."""
        if self.fighting:
            self._lay_battle()
            return
        self._stand(self.sides, False)
        self._stand(self.steps, False)
        self._stand(self.top_bar, not self.bare and (self.wide or look.portrait))
        self._stand(self.sidebar, not self.wide)
        u, gap, (x, y), (w, h) = look.u, SPINE * look.u, self.pos, self.size
        if not self.wide and not look.portrait:
            # Rows of the ledger go to the edge of the screen.
            x, w = x - look.gap, w + 2 * look.gap
            broad = (NARROW if self.narrow else BROAD) * u
            high = h + self._head if self.narrow else h
            self.sidebar.pos, self.sidebar.size = (x, y), (broad, high)
            left = broad + SPINE * u
            self.rotated.pos, self.rotated.size = (x + left, y), (w - left, h)
            return
        if self.wide and not self.bare and not look.portrait:
            side = STRIP * u
            self.top_bar.pos, self.top_bar.size = (x, y), (side, h)
            self.rotated.pos, self.rotated.size = (x + side + gap, y), (w - side - gap, h)
            return
        # The strip is as high as a finger, since it is tapped; the race is not.
        bar = 0.0 if self.bare else look.finger if self.wide else RACE * u
        self.top_bar.pos, self.top_bar.size = (x, y + h - bar), (w, bar)
        h -= bar + (0 if self.bare else 2 * u)
        if self.wide:
            self.rotated.pos, self.rotated.size = (x, y), (w, h)
            return
        # The keys have their height, and the ledger what is left.
        high = h - gap - question_high(self._rows)
        self.sidebar.pos, self.sidebar.size = (x - look.gap, y + h - high), (w + 2 * look.gap, high)
        self.rotated.pos, self.rotated.size = (x, y), (w, h - high - gap)

    @property
    def spine(self) -> float:
        """Where the spine between players and field ends, in pixels; 0 if there is none."""
        beside = self.sidebar if self.sidebar.parent is self else self.top_bar
        apart = beside.parent is self and not look.portrait and beside.right < self.rotated.x
        return float(self.rotated.x) if apart and not self.fighting else 0.0

    def _lay_battle(self) -> None:
        """Position strip, halves and question; on an upright screen the steps come first."""
        u, gap, (x, y), (w, h) = look.u, 6 * look.u, self.pos, self.size
        self._stand(self.sidebar, False)
        # On an upright screen prompts to both sides need the room more.
        counted = not self.bare and not (self.low and look.portrait)
        self._stand(self.top_bar, counted)
        self._stand(self.steps, look.portrait)
        if look.portrait:
            for bar, high in ((self.steps, 38 * u), (self.top_bar, look.finger if counted else 0)):
                if high:
                    bar.pos, bar.size = (x, y + h - high), (w, high)
                    h -= high + 4 * u
        elif self.wide and not self.hosted:
            # Beside a map the halves take the place of the players' numbers.
            side = 132 * u
            self._stand(self.top_bar, False)
            self._stand(self.sides, True)
            self.sides.stack(True)
            self.sides.pos, self.sides.size = (x, y), (side, h)
            self.rotated.pos, self.rotated.size = (x + side + gap, y), (w - side - gap, h)
            return
        elif not self.bare:
            side = STRIP * u
            self.top_bar.pos, self.top_bar.size = (x, y), (side, h)
            x, w = x + side + gap, w - side - gap
        self.sides.stack(False)
        high = min(self.sides.measure(w), self._share * h + self.sides.note_at_least(w))
        # Areas of a map must be as high as a finger, however large the text above.
        least = max(0.85 * w, _MAP * w + 2.2 * look.title)
        if self.hosted or (self.wide and (not look.portrait or h - high < least)):
            high = 0.0
        self._stand(self.sides, bool(high))
        if high:
            self.sides.pos, self.sides.size = (x, y + h - high), (w, high)
            high += gap
        self.rotated.pos, self.rotated.size = (x, y), (w, h - high)

    @property
    def _share(self) -> float:
        """Share of the height that the halves of a battle may take."""
        if look.portrait:
            return 0.26 if self.low else 0.5
        return 0.3 if self.low else 0.46

    def _stand(self, child: Widget, shown: bool) -> None:
        """Add a widget to the board or remove it."""
        if shown and child.parent is None:
            self.add_widget(child)
        elif not shown and child.parent is not None:
            self.remove_widget(child)
        if not shown and child in (self.sides, self.steps):
            # Without a size it is not drawn, before it is shown again with new content.
            child.size = 0, 0
