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
from companion.app.table.header.turn_lead import TurnLead
from companion.app.table.proportions import BROAD, HEAD, NARROW, SPINE
from companion.app.table.sidebar.put_back import PutBackKey
from companion.app.table.sidebar.recent import RecentEvents, SuggestedKeys
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
_NEAR: Final = 0.4
"""Maximum width of the suggested keys, as a share of the header's."""
_RACE: Final = 112
"""Least width of the race, in units."""
_CHIP: Final = 28
"""Width of a chip of the race and its gap, in units."""
_ALL: Final = 6
"""Spaces of a track that are shown where there is most room."""
_COMING: Final = 2
"""Spaces of a track that are shown where there is less room, the present one included."""
_SHORT: Final = 90
"""Width of the turn alone, in units."""


class TableHeader:
    """Fills the header of the table page.

    Args:
        page: the table page.
        race: of all players, which is here on a wide screen.
        times: the clocks of the game.
        open_help: opens the help of the question.
        open_put_back: shows all that is to be put back on the board.
        interject: starts an interjection.
        open_counter: opens a counter, with the name of its owner, to be corrected.
        near: the suggested keys, which are here where the question has no header.
        recent: the last events.
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
        recent: RecentEvents,
    ) -> None:
        self._page, self._race, self._near = page, race, near
        self._interject, self._open_counter = interject, open_counter
        self._view, self._phase = View(title=""), ""
        self.empty = False
        """True if nothing of a game is visible yet."""
        self._headed = list(reversed(page.header.children))
        self.lead = TurnLead(recent)
        self.steps = BattleSteps(placed=True)
        self.clock = ClockFace(times)
        self.clock.size_hint_x = None
        self.clock.bind(wide=self.clock.setter("width"))
        self.help_sign = IconButton(SYMBOLS["help"])
        self.help_sign.size_hint_x, self.help_sign.text = None, _("Help")
        self.help_sign.bind(on_use=lambda _: open_help(), height=lambda sign, high: setattr(sign, "width", high))
        self.put_back = PutBackKey(use=open_put_back)
        # Keep the area above the players at the left edge free for touches on the first one.
        self._corner = Widget(size_hint_x=None)
        self._free = Widget()
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
        self,
        *,
        wide: bool,
        fighting: bool,
        bare: bool,
        narrow: bool,
        timed: bool,
        helpful: bool,
        taken_back: Sequence[str],
    ) -> None:
        """Fill the header: with a battle's steps where they fit, else with turn, race and tracks.

        Args:
            wide: whether the ledger is hidden.
            fighting: whether there is a battle.
            bare: whether the question has no header, so that clock, help and suggested keys are here.
            narrow: whether the ledger stands beside the header, too, without names.
            timed: whether the clock of the player asked runs.
            helpful: whether there is help for the question.
            taken_back: what is to be put back on the board.
        """
        view, page, u = self._view, self._page, look.u
        placed = fighting and look.portrait and bool(view.place)
        # Two players have no direction of play.
        way = SYMBOLS.get(f"direction-{view.direction}", "") if len(view.players) > 2 else ""
        phase = "   ".join(filter(None, (self._phase, way)))
        page.heading = f"{SYMBOLS['battle']} {view.place}" if placed else phase
        self.help_sign.ink = tuple(look.ink)
        clock = [self.clock] if timed and bare else []
        help_sign = [self.help_sign] if helpful and bare else []
        # The place of a battle matters more than the phase, if only one fits.
        page.wide_heading = placed and bool(help_sign)
        near: list[Widget] = list(self.near_keys.values()) if self.empty else []
        for key in near:
            key.width = min(extent(key.text, "text", look.small)[0] + 80 * u, 0.66 * page.width)
        beside = not (wide or fighting or self.empty)
        alone = narrow and beside and not look.portrait
        for bar in self.tracks:
            bar.limit(1 if fighting or alone else _COMING if wide or look.portrait else _ALL)
        here = (wide or (beside and bare)) and not (self.empty or fighting)
        self._race.size_hint_x = None if alone else 1
        if alone:
            self._race.width = max(_RACE, _CHIP * len(view.players)) * u
        room = self._room_of_keys(clock, help_sign) if alone else _NEAR * page.width
        if here and self._near.stand(room, look.finger):
            near = [self._near]
        race = [self._race] if self._race.runs and not look.portrait and not (wide and near) else []
        self.put_back.lines = [*taken_back]
        noted = [self.put_back] if taken_back else []
        # The header then holds keys, so it is as high as a finger.
        high = max(look.finger, self._near.height if self._near in near else 0.0)
        page.header_height = HEAD if beside else high / u if help_sign or near or noted else 42
        self._corner.width = _CORNER * u
        if fighting and not look.portrait:
            wanted = [self.steps, *self.tracks, *clock, *help_sign]
        elif beside:
            self._show_lead(phase, alone, bool(noted))
            # What comes and goes has a place of its own, and moves nothing.
            free = [self._free] if alone else []
            wanted = [self.lead, *(noted or [*race, *self.tracks, *free, *near]), *clock, *help_sign]
        else:
            # On an upright screen only the turn has room beside keys.
            headed = self._headed[:1] if near and look.portrait and not self.empty else self._headed
            wanted = [*headed, *race, *self.tracks, *near, *clock, *help_sign]
        if noted and not beside:
            corner = [self._corner] if (wide or fighting) and view.players and not look.portrait else []
            wanted = [*corner, *noted, *clock, *help_sign]
        if page.header.children[::-1] == wanted:
            return
        page.header.clear_widgets()
        for widget in wanted:
            if widget.parent is not None:
                widget.parent.remove_widget(widget)
            page.header.add_widget(widget)

    def _room_of_keys(self, clock: Sequence[Widget], help_sign: Sequence[Widget]) -> float:
        """Return the width of suggested keys after a narrow ledger, in pixels: it is theirs, whether they are there."""
        u, parts = look.u, [self.lead, self._race, *self.tracks, *clock, *help_sign, self._free]
        # The sign for help takes its width from its height, a moment later.
        taken = sum(bar.natural for bar in self.tracks) + sum(widget.width for widget in clock)
        taken += HEAD * u * len(help_sign) + (NARROW + SPINE + _SHORT) * u + self._race.width
        return float(self._page.width - taken - 12 * u * (len(parts) + 2))

    def _show_lead(self, phase: str, alone: bool, noted: bool) -> None:
        """Show the turn, above the ledger or after a narrow one."""
        u = look.u
        if look.portrait:
            taken = sum(bar.natural for bar in self.tracks) + 36 * u
            self.lead.width = 0.5 * self._page.width if noted else self._page.width - taken
        else:
            self.lead.width = (NARROW + SPINE + _SHORT if alone else BROAD - SPINE) * u
        self.lead.show(self._page.moment, "" if alone else phase, (NARROW + SPINE) * u if alone else 0.0)

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
