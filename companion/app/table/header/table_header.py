"""Header of the table page: phase and tracks, battle steps, or what an undo leaves."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

from kivy.uix.widget import Widget

from companion.app.table.battle.steps import BattleSteps
from companion.app.table.header.bars import ScoreRace, TrackBar
from companion.app.table.header.icon_button import IconButton
from companion.app.table.header.player_clock import ClockFace
from companion.app.table.sidebar.put_back import PutBackKey
from companion.app.table.sidebar.recent import SuggestedKeys
from companion.app.widgets.base.buttons import Key
from companion.app.widgets.pages.page import Page
from companion.storage.play_times import PlayTimes
from companion.table.prompts import Option
from companion.table.view import Counter, Track, View
from companion.table.words import _
from layouts.glyphs import SYMBOLS
from layouts.theme import look
from layouts.typeset import extent

__all__ = ["TableHeader"]

_CORNER: Final = 96
"""Free width at the left edge above the players, in units."""
_NEAR: Final = 0.56
"""Maximum width of the suggested keys, as a share of the header's."""


class TableHeader:
    """Fills the header of the table page.

    Args:
        page: the table page.
        race: shows the direction of play on an upright screen.
        times: the clocks of the game.
        open_help: opens the help of the question.
        open_put_back: shows all that is to be put back on the board.
        interject: starts an interjection.
        open_counter: opens a counter, with the name of its owner, to be corrected.
        near: the suggested keys, which are here where the ledger is not visible.
    """

    def __init__(
        self,
        page: Page,
        race: ScoreRace,
        times: PlayTimes,
        open_help: Callable[[], None],
        open_put_back: Callable[[], None],
        interject: Callable[[str], None],
        open_counter: Callable[[Counter, str], None],
        near: SuggestedKeys,
    ) -> None:
        self._page, self._race, self._near = page, race, near
        self._interject, self._open_counter = interject, open_counter
        self._view, self._phase = View(title=""), ""
        self.empty = False
        """True if nothing of a game is visible yet."""
        self._headed = list(reversed(page.header.children))
        self.steps = BattleSteps(placed=True)
        self.clock = ClockFace(times)
        self.clock.size_hint_x = None
        self.clock.bind(wide=self.clock.setter("width"))
        self.help_sign = IconButton(SYMBOLS["help"])
        self.help_sign.size_hint_x, self.help_sign.text = None, _("Help")
        self.help_sign.bind(on_use=lambda _: open_help(), height=lambda sign, high: setattr(sign, "width", 1.3 * high))
        self.put_back = PutBackKey(use=open_put_back)
        # Keep the area above the players at the left edge free for touches on the first one.
        self._corner = Widget(size_hint_x=None)
        self.tracks: list[TrackBar] = []
        self.near_keys: dict[str, Key] = {}

    def show(self, view: View) -> None:
        """Show phase and tracks of a view."""
        self._view, self.empty = view, not view.players and not view.sides
        self._page.moment, *others = view.header or (view.title,)
        self._phase = "   ".join(others)
        self._show_tracks(view.tracks)

    def offer(self, interjections: Sequence[Option]) -> None:
        """Make a key for each suggested interjection, for before anything of a game is visible."""
        options = {option.id: option for option in interjections if option.near and not option.refused}
        self.near_keys = {name: key for name, key in self.near_keys.items() if name in options}
        for name, option in options.items():
            if name not in self.near_keys:
                self.near_keys[name] = Key(
                    quiet=True,
                    step="small",
                    sign=SYMBOLS.get(option.symbol, ""),
                    size_hint_x=None,
                    size_hint_y=1,
                    use=partial(self._interject, name),
                )
            said = option.detail or option.short or option.label
            self.near_keys[name].text = _("{question}: {answer}").format(question=option.label, answer=said)

    def fill(
        self, *, wide: bool, fighting: bool, bare: bool, timed: bool, helpful: bool, taken_back: Sequence[str]
    ) -> None:
        """Fill the header: with a battle's steps where they fit, else with phase and tracks.

        Args:
            wide: whether the ledger is hidden, so that suggested keys are here.
            fighting: whether there is a battle.
            bare: whether the question has no header, so that clock and help are here.
            timed: whether the clock of the player asked runs.
            helpful: whether there is help for the question.
            taken_back: what is to be put back on the board.
        """
        view, page = self._view, self._page
        placed = fighting and look.portrait and bool(view.place)
        # Two players have no direction of play; on an upright screen the race shows it.
        way = SYMBOLS.get(f"direction-{view.direction}", "") if len(view.players) > 2 else ""
        self._race.show_way(way if look.portrait else "")
        phase = "   ".join(filter(None, (self._phase, "" if look.portrait else way)))
        page.heading = f"{SYMBOLS['battle']} {view.place}" if placed else phase
        self.help_sign.ink = tuple(look.ink)
        clock = [self.clock] if timed and bare else []
        help_sign = [self.help_sign] if helpful and bare else []
        # The place of a battle matters more than the phase, if only one fits.
        page.wide_heading = placed and bool(help_sign)
        steps = [self.steps, *clock, *help_sign]
        near: list[Widget] = list(self.near_keys.values()) if self.empty else []
        for key in near:
            key.width = min(extent(key.text, "text", look.small)[0] + 80 * look.u, 0.66 * page.width)
        tracks = [] if look.portrait else self.tracks
        if wide and not (self.empty or fighting) and self._near.stand(_NEAR * page.width, look.finger):
            # Suggested keys matter more here than tracks.
            near, tracks = [self._near], []
            if self._near.parent not in (None, page.header):
                self._near.parent.remove_widget(self._near)
        self.put_back.lines = [*taken_back]
        noted = [self.put_back] if taken_back else []
        # The header then holds keys, so it is as high as a finger.
        high = max(look.finger, self._near.height if self._near in near else 0.0)
        page.header_height = high / look.u if help_sign or near or noted else 42
        wanted = steps if fighting and not look.portrait else [*self._headed, *near, *tracks, *clock, *help_sign]
        if noted:
            self._corner.width = _CORNER * look.u
            corner = [self._corner] if (wide or fighting) and view.players and not look.portrait else []
            wanted = [*corner, *noted, *clock, *help_sign]
        if page.header.children[::-1] == wanted:
            return
        page.header.clear_widgets()
        for bar in tracks:
            # On an upright screen it was as wide as its row.
            bar.width = bar.natural
        for widget in wanted:
            page.header.add_widget(widget)

    def _show_tracks(self, tracks: Sequence[Track]) -> None:
        while len(self.tracks) < len(tracks):
            bar = TrackBar()
            bar.size_hint_x = None
            bar.bind(natural=bar.setter("width"), on_use=self._correct_track)
            self.tracks.append(bar)
        while len(self.tracks) > len(tracks):
            self.tracks.pop()
        for bar, track in zip(self.tracks, tracks, strict=True):
            bar.show(track)

    def _correct_track(self, bar: TrackBar) -> None:
        track = bar.track
        if track is not None:
            self._open_counter(Counter(track.key, track.label, track.at), "")
