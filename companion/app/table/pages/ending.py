"""End of a game: ranking, reveal of hidden points, curves and luck."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Generator, Mapping, Sequence
from typing import Any, Final

from kivy.clock import Clock
from kivy.properties import BooleanProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.app.table.pages.curves import LuckRows, ScoreCurves
from companion.app.widgets.base.buttons import Key
from companion.app.widgets.base.canvas_widget import CanvasWidget
from companion.app.widgets.base.marks import player_mark
from companion.app.widgets.base.self_arranged import SelfArranged
from companion.app.widgets.rendering.sprites import RoundedRect, TextSprite
from companion.storage.bgstats_export import ranked, score
from companion.storage.play_times import as_clock
from companion.storage.statistics import GameStatistics, told
from companion.table.session import Session
from companion.table.view import PlayerView, View
from companion.table.words import _
from layouts.colours import ink_on, mixed, tint_of
from layouts.corners import Corner
from layouts.glyphs import SYMBOLS
from layouts.theme import look
from layouts.typeset import extent, fitted, stands

__all__ = ["Ending"]

_log = logging.getLogger(__name__)

TURN: Final = 0.9
"""Seconds from one reveal to the next."""

_BUSY: Final = 0.012
"""Seconds of each frame spent on the statistics; a tap never waits longer."""

LUCK: Final = "luck"


class ClosingHeadline(CanvasWidget):
    """The closing words, after a trophy if somebody has won."""

    def __init__(self) -> None:
        super().__init__()
        self.text, self._crowned = "", False
        self._crown, self._words = TextSprite(self.canvas), TextSprite(self.canvas)

    def show(self, words: str, crowned: bool) -> None:
        """Show other words."""
        self.text, self._crowned = words, crowned
        self.later()

    def draw(self) -> None:
        u, x = look.u, self.x + 8 * look.u
        self._crown.put(SYMBOLS["trophy"] if self._crowned else "", "text", look.sign, look.accent, x, self.center_y)
        x += (look.sign + 10 * u) if self._crowned else 0
        size, wrap = fitted(self.text, "title", look.moment, look.least, self.right - x - 6 * u, self.height)
        self._words.put(self.text, "title", size, look.ink, x, self.center_y, wrap=wrap)


class Ranking(CanvasWidget):
    """The players, best first, with the deciding number; hidden points are not in it yet."""

    def __init__(self) -> None:
        super().__init__()
        self.text = ""
        self._rows: list[tuple[RoundedRect, RoundedRect, TextSprite, TextSprite, TextSprite, TextSprite]] = []
        self._shown: list[tuple[PlayerView, int, str, str]] = []
        self._last = ""

    @property
    def numbers(self) -> dict[str, int]:
        """The number shown for each player, by id."""
        return {player.id: value for player, value, *__ in self._shown}

    def show(self, view: View, down: dict[str, int], last: str = "") -> None:
        """Rank the players.

        Args:
            view: of the finished game.
            down: how many things of each player are still hidden.
            last: id of the player whose thing was revealed just now.
        """
        found = []
        for __, player in ranked(view):
            counted, hidden = score(player), down.get(player.id, 0)
            turned = player.turned[: len(player.turned) - hidden]
            under = sum(counter.value for counter in player.turned) - sum(counter.value for counter in turned)
            value = counted.value - under if counted is not None else 0
            said = "+".join(str(counter.value) for counter in turned)
            sign = SYMBOLS.get(player.turned[0].symbol, "") if player.turned else ""
            words = f"{said} {sign}".strip() if said else f"{hidden} {sign}" if hidden else ""
            brief = f"{sum(counter.value for counter in turned)} {sign}".strip() if said else words
            found.append((player, value, words, brief))
        if any(down.values()):
            found.sort(key=lambda row: -row[1])
        self._shown, self._last = found, last
        self.text = ", ".join(f"{player.name} {value}" for player, value, *__ in found)
        self.later()

    def draw(self) -> None:
        u, gap = look.u, 5 * look.u
        while len(self._rows) < len(self._shown):
            fields = RoundedRect(self.canvas, light=0.2), RoundedRect(self.canvas, Corner.LEFT, light=0.12)
            self._rows.append((*fields, *(TextSprite(self.canvas) for _ in range(4))))  # type: ignore[arg-type]
        high = min((self.height + gap) / max(1, len(self._shown)) - gap, 62 * u)
        for place, parts in enumerate(self._rows):
            if place >= len(self._shown):
                for part in parts:
                    part.hide()
                continue
            back, flag, sigil, name, turned, value = parts
            player, number, said, brief = self._shown[place]
            colour = tint_of(player.colour)
            y = self.top - (place + 1) * high - place * gap
            share = 0.55 if player.id == self._last else 0.22
            back.put(self.x, y, self.width, high, mixed(look.surface, colour, share), 10 * u)
            side, middle = min(58 * u, 1.1 * high), y + high / 2
            flag.put(self.x, y, side, high, colour, 10 * u)
            ink = ink_on(player.colour)
            sigil.put(player_mark(player), "text", min(0.8 * high, 40 * u), ink, self.x + side / 2, middle, "middle")
            size = min(1.25 * look.title, 0.72 * high)
            counted = score(player) is not None
            value.put(str(number) if counted else "", "strong", size, look.ink, self.right - 12 * u, middle, "right")
            end = self.right - 18 * u - value.width
            left = self.x + side + 8 * u
            if extent(said, "bold", max(look.least, 0.9 * look.small))[0] > 0.5 * (end - left):
                # The name is more important than the single points.
                said = brief
            turned.put(said, "bold", max(look.least, 0.9 * look.small), look.dim, end - 4 * u, middle, "right")
            room = end - 8 * u - turned.width - left
            words = "\n".join(filter(None, (player.person, player.name)))
            if high < 2.6 * look.least or not stands(words, "bold", look.least, room, high):
                one = player.person or player.name
                words = one if extent(one, "bold", look.least)[0] <= room else player.short
            size, wrap = fitted(words, "bold", look.body, look.least, room, high)
            name.put(words, "bold", size, look.ink, left, middle, wrap=wrap)


class TimeSpent(CanvasWidget):
    """How long each player was asked, if that was counted."""

    def __init__(self) -> None:
        super().__init__()
        self.text = ""
        self._words = TextSprite(self.canvas)

    def show(self, players: Sequence[PlayerView], seconds: Mapping[str, float]) -> None:
        """Show the times of the players that have one."""
        times = [f"{player_mark(player)} {as_clock(seconds[player.id])}" for player in players if player.id in seconds]
        self.text = f"{SYMBOLS['clock']}  " + "  ".join(times) if times else ""
        self.later()

    def measure(self, width: float) -> float:
        """Return the preferred height at this width, in pixels."""
        return extent(self.text, "text", look.least, round(width))[1] if self.text else 0.0

    def draw(self) -> None:
        self._words.put(self.text, "text", look.least, look.dim, self.x, self.center_y, wrap=round(self.width))


class Ending(SelfArranged, Widget):
    """The end of a game. Its statistics are computed between frames.

    Args:
        again: starts another game with the same seats.
        result: shows the result for other apps.
        changed: called when the primary button has another action.
    """

    revealing = BooleanProperty(False)
    """Whether something is still hidden."""

    def __init__(self, again: Callable[[], None], result: Callable[[], None], changed: Callable[[], None]) -> None:
        super().__init__()
        self._changed = changed
        self.headline, self.ranking, self.spent = ClosingHeadline(), Ranking(), TimeSpent()
        self.curves, self.luck = ScoreCurves(), LuckRows()
        self.again_key = Key(text=_("Rematch"), sign=SYMBOLS["rematch"], size_hint_y=1, use=again)
        self.result_key = Key(text=_("Result"), sign=SYMBOLS["qr-code"], size_hint_y=1, use=result)
        self.keys, self.tabs = BoxLayout(), BoxLayout()
        for key in (self.again_key, self.result_key):
            self.keys.add_widget(key)
        for part in (self.headline, self.ranking, self.spent, self.keys, self.tabs):
            self.add_widget(part)
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
        self.spent.show(view.players, seconds)
        self._close_charts()
        self._telling = told(session)
        self._tell()
        self._say("")
        if self._down:
            self._next()

    def reveal_all(self) -> None:
        """Reveal all that is left at once."""
        self._down = []
        self._next.cancel()
        self._say("")

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
        for chart in (self.curves, self.luck):
            if chart.parent is not None:
                self.remove_widget(chart)

    def _open_charts(self) -> None:
        found = self.chronicle
        assert found is not None
        told_of = [label for label, curves in reversed(found.curves.items()) if any(len(c.values) > 1 for c in curves)]
        for name in (*told_of, *([LUCK] if found.luck else [])):
            words = _("Luck") if name == LUCK else name
            key = Key(text=words, size_hint_y=1, use=lambda name=name: self._open(name))
            self.tab[name] = key
            self.tabs.add_widget(key)
        if self.tab:
            self._open(next(iter(self.tab)))

    def _open(self, name: str) -> None:
        found = self.chronicle
        assert found is not None
        for other, key in self.tab.items():
            key.chosen = other == name
        chart, away = (self.luck, self.curves) if name == LUCK else (self.curves, self.luck)
        if away.parent is not None:
            self.remove_widget(away)
        if name == LUCK:
            self.luck.show(found)
        else:
            self.curves.show(found.curves[name], found.moments, {p.id: p for p in self._view.players})
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
        rows = len(self._view.players)
        charted = bool(self.tab)
        left = w if look.portrait or not charted else 0.4 * w
        spent = self.spent.measure(left)
        low = y + bar + gap + (spent + gap / 2 if spent else 0)
        if look.portrait:
            tall = min(rows * 62 * u, 0.36 * h) if charted else min(rows * 67 * u, y + h - low)
            self.ranking.pos, self.ranking.size = (x, y + h - tall), (w, tall)
            self.spent.pos, self.spent.size = (x, y + bar + gap), (w, spent)
            self.keys.pos, self.keys.size = (x, y), (w, bar)
            top = y + h - tall - gap
            self.tabs.pos, self.tabs.size = (x, top - bar), (w, bar)
            chart = (x, low), (w, top - bar - gap - low)
        else:
            self.ranking.pos, self.ranking.size = (x, low), (left, y + h - low)
            self.spent.pos, self.spent.size = (x, y + bar + gap), (left, spent)
            self.keys.pos, self.keys.size = (x, y), (left, bar)
            right = x + left + gap
            self.tabs.pos, self.tabs.size = (right, y + h - bar), (w - left - gap, bar)
            chart = (right, y), (w - left - gap, h - bar - gap)
        for part in (self.curves, self.luck):
            part.pos, part.size = chart
