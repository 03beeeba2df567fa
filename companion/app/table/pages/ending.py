"""End of a game: ranking, reveal of hidden points, curves and luck."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Generator, Mapping
from typing import Any, Final

from kivy.clock import Clock
from kivy.properties import BooleanProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.app.table.pages.battle_result import BattleResult
from companion.app.table.pages.curves import LuckRows, ScoreCurves
from companion.app.table.pages.standings import ClosingHeadline, Ranking, TimeSpent
from companion.app.table.pages.story_lines import StoryLines
from companion.app.widgets.base.buttons import Key
from companion.app.widgets.base.self_arranged import SelfArranged
from companion.app.widgets.rendering.ground import FieldPlace, Poster
from companion.app.widgets.rendering.snapshot import snapshot
from companion.storage.bgstats_export import ranked
from companion.storage.statistics import GameStatistics, told
from companion.storage.story import story
from companion.table.session import Session
from companion.table.view import View
from companion.table.words import _
from layouts.glyphs import SYMBOLS
from layouts.theme import look
from layouts.typeset import extent

__all__ = ["Ending"]

_log = logging.getLogger(__name__)

TURN: Final = 0.9
"""Seconds from one reveal to the next."""

_BUSY: Final = 0.012
"""Seconds of each frame spent on the statistics; a tap never waits longer."""

STORY: Final = "story"
LUCK: Final = "luck"


class Ending(SelfArranged, Widget):
    """The end of a game. Its statistics are computed between frames.

    Args:
        again: starts another game with the same seats.
        result: shows the result for other apps.
        changed: called when the primary button has another action.
        looked_back: called with the statistics of a game that has ended just now.
    """

    revealing = BooleanProperty(False)
    """True if something is still hidden."""

    def __init__(
        self,
        again: Callable[[], None],
        result: Callable[[], None],
        changed: Callable[[], None],
        looked_back: Callable[[GameStatistics], None],
    ) -> None:
        super().__init__()
        self._changed, self._looked_back = changed, looked_back
        self._poster = Poster(self.canvas.before)
        self._live = False
        self.headline, self.ranking, self.spent = ClosingHeadline(), Ranking(), TimeSpent()
        self.battle, self.story = BattleResult(), StoryLines()
        self.curves, self.luck = ScoreCurves(), LuckRows()
        self.again_key = Key(text=_("Rematch"), sign=SYMBOLS["rematch"], size_hint_y=1, use=again)
        self.result_key = Key(text=_("Result"), sign=SYMBOLS["qr-code"], size_hint_y=1, use=result)
        self.keys, self.tabs = BoxLayout(), BoxLayout()
        for key in (self.again_key, self.result_key):
            self.keys.add_widget(key)
        for part in (self.headline, self.spent, self.keys, self.tabs):
            self.add_widget(part)
        self.standings: Widget = self.ranking
        self.add_widget(self.standings)
        self.tab: dict[str, Key] = {}
        self.chronicle: GameStatistics | None = None
        self._view = View("")
        self._down: list[str] = []
        self._telling: Generator[None, None, GameStatistics] | None = None
        self._tell = Clock.create_trigger(self._tell_on, 0)
        self._next = Clock.create_trigger(self._turn_next, TURN)
        self.bind(pos=self._lay, size=self._lay)
        look.tell(self.look_changed)

    def look_changed(self) -> None:
        """Lay out anew after a change of the look."""
        self._lay()

    def show(self, session: Session[Any], seconds: Mapping[str, float], *, live: bool) -> None:
        """Show how a game ended.

        Args:
            session: of the game.
            seconds: how long each player was asked, by id, where that is known.
            live: whether it has ended just now, so that hidden things are revealed one by one.
        """
        self._view = view = session.view
        order = [player for __, player in reversed(ranked(view))]
        self._down = [player.id for player in order for __ in player.turned] if live else []
        self._show_standings(self.battle if view.outcome else self.ranking)
        self.result_key.text = _("Save") if view.outcome else _("Result")
        self.result_key.sign = SYMBOLS["share" if view.outcome else "qr-code"]
        self.spent.show(view.players, seconds)
        self._close_charts()
        self._live = live
        self._telling = told(session)
        self._tell()
        self._say("")
        if self._down:
            self._next()

    def _show_standings(self, wanted: Widget) -> None:
        """Show a ranking, or what became of a battle where that was all."""
        if wanted is not self.standings:
            self.remove_widget(self.standings)
            self.add_widget(wanted)
            self.standings = wanted

    def reveal_all(self) -> None:
        """Reveal all that is left at once."""
        self._down = []
        self._next.cancel()
        self._say("")

    def picture(self, behind: FieldPlace) -> bytes:
        """Return this page as a PNG file on the field behind it, without the keys that only do something."""
        self.keys.opacity = 0
        self._poster.put(behind)
        try:
            return snapshot(self)
        finally:
            self.keys.opacity = 1
            self._poster.hide()

    def leave(self) -> None:
        """Stop, since the game goes on or is closed."""
        if self.revealing:
            self._down, self.revealing = [], False
            self._changed()
        self._next.cancel()
        self._tell.cancel()
        self._telling = None

    def _turn_next(self, __: float) -> None:
        if self._down and self.parent is not None:
            who = self._down.pop(0)
            self._say(who)
            if self._down:
                self._next()

    def _say(self, last: str) -> None:
        down = {player.id: self._down.count(player.id) for player in self._view.players}
        self.revealing = bool(self._down)
        crowned = any(player.won for player in self._view.players)
        if self.revealing:
            self.headline.show(_("Revealing what is face down…"), False)
        else:
            self.headline.show(self._view.finished or _("Nothing is left to do."), crowned)
        self.ranking.show(self._view, down, last)
        self.battle.show(self._view)
        if self.chronicle is not None and not self.revealing and not self.tab:
            self._open_charts()
        self._lay()
        self._changed()

    def _tell_on(self, __: float) -> None:
        """Compute the statistics for a moment."""
        telling, end = self._telling, time.perf_counter() + _BUSY
        if telling is None or self.parent is None:
            return
        try:
            while time.perf_counter() < end:
                next(telling)
        except StopIteration as found:
            self._telling = None
            self.chronicle = found.value
            if self._live:
                self._looked_back(found.value)
            if not self.revealing:
                # The curves would give away what is still hidden.
                self._open_charts()
        except Exception:  # noqa: BLE001 - the ranking is shown without the statistics
            self._telling = None
            _log.exception("the game cannot be looked back on")
        else:
            self._tell()

    def _close_charts(self) -> None:
        self.chronicle = None
        self.tabs.clear_widgets()
        self.tab = {}
        for chart in (self.story, self.curves, self.luck):
            if chart.parent is not None:
                self.remove_widget(chart)

    def _open_charts(self) -> None:
        found = self.chronicle
        assert found is not None
        told_of = [label for label, curves in reversed(found.curves.items()) if any(len(c.values) > 1 for c in curves)]
        lines = story(found)
        self.story.show(lines)
        names = (*([STORY] if lines else []), *told_of, *([LUCK] if found.luck else []))
        if self._view.outcome:
            # What became of a battle says it all.
            names = ()
        for name in names:
            words = {STORY: _("Story"), LUCK: _("Luck")}.get(name, name)
            key = Key(text=words, size_hint_y=1, use=lambda name=name: self._open(name))
            # Long words have more of the width than short ones.
            key.size_hint_x = extent(words, "text", look.option)[0] + 2 * look.option
            self.tab[name] = key
            self.tabs.add_widget(key)
        if self.tab:
            self._open(next(iter(self.tab)))

    def _open(self, name: str) -> None:
        found = self.chronicle
        assert found is not None
        for other, key in self.tab.items():
            key.chosen = other == name
        charts: dict[str, Widget] = {STORY: self.story, LUCK: self.luck}
        chart = charts.get(name, self.curves)
        for away in (self.story, self.curves, self.luck):
            if away is not chart and away.parent is not None:
                self.remove_widget(away)
        if name == LUCK:
            self.luck.show(found)
        elif name != STORY:
            self.curves.show(found.curves[name], found.moments, {p.id: p for p in self._view.everybody})
        if chart.parent is None:
            self.add_widget(chart)
        self._lay()

    def arrange(self, *__: object) -> None:
        u, gap, (x, y), (w, h) = look.u, look.gap, self.pos, self.size
        head = max(44 * u, (2.6 if look.portrait else 1.3) * look.moment)
        self.headline.pos, self.headline.size = (x, y + h - head), (w, head)
        h -= head + gap / 2
        bar = 58 * u
        self.keys.spacing = self.tabs.spacing = gap
        rows = 6 if self._view.outcome else len(self._view.players)
        charted = bool(self.tab)
        left = w if look.portrait or not charted else 0.4 * w
        spent = self.spent.measure(left)
        low = y + bar + gap + (spent + gap / 2 if spent else 0)
        if look.portrait:
            tall = min(rows * 62 * u, 0.36 * h) if charted else min(rows * 67 * u, y + h - low)
            self.standings.pos, self.standings.size = (x, y + h - tall), (w, tall)
            self.spent.pos, self.spent.size = (x, y + bar + gap), (w, spent)
            self.keys.pos, self.keys.size = (x, y), (w, bar)
            top = y + h - tall - gap
            self.tabs.pos, self.tabs.size = (x, top - bar), (w, bar)
            chart = (x, low), (w, top - bar - gap - low)
        else:
            self.standings.pos, self.standings.size = (x, low), (left, y + h - low)
            self.spent.pos, self.spent.size = (x, y + bar + gap), (left, spent)
            self.keys.pos, self.keys.size = (x, y), (left, bar)
            right = x + left + gap
            self.tabs.pos, self.tabs.size = (right, y + h - bar), (w - left - gap, bar)
            chart = (right, y), (w - left - gap, h - bar - gap)
        for part in (self.story, self.curves, self.luck):
            part.pos, part.size = chart
