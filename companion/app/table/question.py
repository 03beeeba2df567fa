"""The open question: who decides, title and help, and below them the prompt's widget."""

from __future__ import annotations

import logging
from collections import defaultdict
from collections.abc import Callable, Sequence
from typing import Any, Final

from kivy.properties import BooleanProperty, NumericProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.app.table.header.icon_button import IconButton
from companion.app.table.header.player_clock import ClockFace
from companion.app.table.prompts.shared.base import Half, PromptContext, PromptWidget
from companion.app.table.prompts.shared.hand_over import HandOverPrompt
from companion.app.table.prompts.shared.registry import UnknownKindError, make_joint_widget, make_widget
from companion.app.widgets.base.buttons import Key
from companion.app.widgets.base.canvas_widget import CanvasWidget
from companion.app.widgets.base.kv_child import KvChild, load_layout
from companion.app.widgets.base.marks import player_mark
from companion.app.widgets.base.widgets import WrapLabel, clipped
from companion.app.widgets.controls.scroll_list import ScrollList
from companion.app.widgets.pages.page import InputGuard
from companion.app.widgets.rendering.colour_wipe import ColourWipe
from companion.app.widgets.rendering.sprites import RoundedRect, TextSprite
from companion.table.prompts import TABLE
from companion.table.session import LabelledAnswer, OpenPrompt
from companion.table.view import PlayerView
from companion.table.words import _, labelled
from layouts.colours import CLEAR, Tint, ink_on, tint_of
from layouts.corners import Corner
from layouts.glyphs import SYMBOLS
from layouts.theme import look
from layouts.typeset import extent, fitted

_log = logging.getLogger(__name__)

_FEW: Final = 3
"""Minimum room for a header, in heights of its type; below that it has no width yet."""

_KEPT: Final = 8
"""Questions whose half-picked answers are kept; more are never open at a moment, with those put off by another."""


class QuestionHeader(CanvasWidget):
    """Bar in the colour of the player asked: sigil, title, and help at its right end."""

    text = StringProperty("")
    named = BooleanProperty(False)
    """True if the player is named above the title, which does not name them."""
    lines = NumericProperty(1)
    """Number of lines of that, with the note."""
    steady = BooleanProperty(False)
    """True if its height never differs, because keys below it keep their places."""
    needed = NumericProperty(0)
    """Minimum height in pixels, so that a title in the smallest type has room for two lines."""

    def __init__(self, **values: Any) -> None:
        super().__init__(**values)
        self._title, self._colour, self._mark = "", "#808080", ""
        self._who = self._brief = self._said = ""
        self._back, self._wipe = (RoundedRect(self.canvas.before, Corner.UPPER, light=0.1) for _ in range(2))
        self._from, self._turn = "#808080", ColourWipe(self, self._back, self._wipe, self.later)
        self._sigil, self._name, self._words = (TextSprite(self.canvas.before) for _ in range(3))
        self._still_old = tuple(TextSprite(self.canvas.before) for _ in range(3))
        self.help = IconButton(SYMBOLS["help"])
        self.add_widget(self.help)
        self._clock: ClockFace | None = None
        self._hidden = False
        self._keys: Widget | None = None
        self.fbind("width", self._measure)

    def show(self, title: str, who: PlayerView, helpful: bool, note: str = "") -> None:
        """Show title and player; the note is shown beside the player's name."""
        if who.colour != self._colour:
            self._from = self._colour
            self._turn.begin()
        self._title, self._colour, self._mark = title, who.colour, player_mark(who)
        # Do not name a player twice, and name everybody only without a note.
        known = who.name in title or (bool(note) and who.id == TABLE)
        named = ", ".join(filter(None, (who.asked, "" if known else who.name)))
        self._who = labelled(named, note)
        # Colour and sigil say who it is, too.
        self._brief = labelled(who.asked, note) if note else self._who
        self._said = self._who
        self.named = bool(self._who)
        self.text = labelled(self._who, title)
        self.help.ink = self._ink(who.colour)
        self.help.disabled = not helpful
        self.help.opacity = 1 if helpful else 0
        self.help.text = _("Help")
        self._measure()
        self.later()

    def hide_title(self, hidden: bool) -> None:
        """Hide title and note, which may tell the result of dice that are falling; their place stays."""
        if hidden != self._hidden:
            self._hidden = hidden
            self.later()

    @staticmethod
    def _ink(colour: str) -> Tint:
        """Return the ink on a bar of this colour, or on a field."""
        ink: Tint = look.ink if look.fielded else ink_on(colour)
        return ink

    @property
    def _before(self) -> float:
        """Width before the title, in pixels: a field needs no sigil, as the players' row goes on into it."""
        return float((9 if look.fielded else 58) * look.u)

    def set_clock(self, clock: ClockFace | None) -> None:
        """Show a clock beside help, or none."""
        if self._clock is not None and self._clock is not clock:
            self.remove_widget(self._clock)
            self._clock.unbind(wide=self._clock_changed)
        if clock is not None and clock is not self._clock:
            if clock.parent is not None:
                clock.parent.remove_widget(clock)
            self.add_widget(clock)
            clock.bind(wide=self._clock_changed)
        if clock is not self._clock:
            self._clock = clock
            self._clock_changed()

    def set_keys(self, keys: Widget | None) -> None:
        """Show keys beside help, or none; they have their size."""
        if self._keys is not None and self._keys is not keys and self._keys.parent is self:
            self.remove_widget(self._keys)
        if keys is not None and keys.parent is not self:
            if keys.parent is not None:
                keys.parent.remove_widget(keys)
            self.add_widget(keys)
        if keys is not self._keys or keys is not None:
            self._keys = keys
            self._clock_changed()

    def look_changed(self) -> None:
        super().look_changed()
        self.help.ink = self._ink(self._colour)
        self._measure()

    def _clock_changed(self, *_: object) -> None:
        self._measure()
        self.later()

    def _room(self) -> float:
        """Return the maximum width of the texts, in pixels."""
        u = look.u
        room = self.width - self._before - (54 * u if not self.help.disabled else 10 * u)
        room -= self._keys.width + 6 * u if self._keys is not None else 0.0
        return float(room if self._clock is None else room - self._clock.wide - 4 * u)

    def _measure(self, *_: object) -> None:
        """Set the minimum height, before the layout."""
        room = round(self._room())
        if room < _FEW * look.title:
            # It has no width yet.
            return
        if self._who:
            self._said, self.lines = self._fitting(room)
        if self.steady and self._who and extent(self._title, "bold", look.least)[0] > room:
            # The title needs both lines; colour and sigil say who it is.
            self._said = ""
        name = 1.15 * look.least * self.lines if self._who else 0.0
        self.needed = extent(self._title, "bold", look.least, room)[1] + name + 2 * look.u

    def _fitting(self, room: float) -> tuple[str, int]:
        """Return the small text above the title, with the faction's name where it has room, and its lines."""
        for most in (2, 3, 4) if look.portrait else (1, 2, 3):
            for said in (self._who, self._brief):
                lines = round(extent(said, "text", look.least, room)[1] / (1.15 * look.least))
                if lines <= most:
                    return said, lines
        return self._brief, most

    def draw(self) -> None:
        if self.parent is None:
            return
        u, (x, y), (w, h) = look.u, self.pos, self.size
        if look.fielded:
            self._back.hide()
            self._wipe.hide()
        else:
            self._turn.draw(tint_of(self._from), tint_of(self._colour), 12 * u)
        left, side = x + self._before, 54 * u
        self.help.pos, self.help.size = (x + w - side, y), (side, h)
        room = self._room()
        if self._clock is not None:
            self._clock.pos, self._clock.size = (left + room + 4 * u, y), (self._clock.wide, h)
        if self._keys is not None:
            self._keys.pos = x + w - side - self._keys.width - 2 * u, y + (h - self._keys.height) / 2
        name = 1.15 * look.least * self.lines if self._said else 0.0
        size, wrap = fitted(self._title, "bold", look.title, look.least, room, h - name - 2 * u)
        asked = "" if self._hidden else self._title
        shown = self._said and not self._hidden
        said = clipped(self._said, look.least, room, name + 0.35 * look.least) if shown else ""

        def write(texts: Sequence[TextSprite], ink: Tint) -> None:
            sigil, title, who = texts
            mark = "" if look.fielded else self._mark
            sigil.put(mark, "text", min(38 * u, 0.76 * h), ink, x + 31 * u, y + h / 2, "middle")
            title.put(asked, "bold", size, ink, left, y + (h - name) / 2, wrap=wrap)
            who.put(said, "text", look.least, ink, left, y + h - name / 2 - 3 * u, wrap=round(room))

        texts = self._sigil, self._words, self._name
        ink, old, edge = self._ink(self._colour), self._ink(self._from), self._turn.edge
        write(texts, ink)
        if edge < x + w and old != ink:
            # Each part of a text is written in the ink of the ground behind it.
            write(self._still_old, old)
            for new, before in zip(texts, self._still_old, strict=True):
                new.clip(x, edge)
                before.clip(edge, x + w)
        else:
            for before in self._still_old:
                before.hide()

    face = "bold"

    @property
    def font_size(self) -> float:
        """Height of the smallest type, in pixels."""
        return float(look.least)

    @property
    def texture_size(self) -> tuple[int, int]:
        """Size of the texts as drawn, in pixels."""
        return max(self._words.width, self._name.width), round(0.85 * (self._words.height + self._name.height))


class Closing(BoxLayout):
    """The closing words of a finished game."""

    pager = KvChild(ScrollList)


class Question(BoxLayout):
    """Shows the open prompts. A new question ignores touches for a moment.

    Args:
        on_answers: called with tickets and answers.
        on_help: called with the title and the help topic.
        on_change: called when the primary button has another action.
    """

    head = KvChild(QuestionHeader)
    tabs = KvChild(BoxLayout)
    holder = KvChild(BoxLayout)
    colour = StringProperty("#808080")
    title = StringProperty("")
    who = StringProperty("")
    asked = StringProperty("")
    helpful = BooleanProperty(False)
    settled = BooleanProperty(True)

    def __init__(
        self,
        on_answers: Callable[[Sequence[tuple[int, LabelledAnswer]]], None],
        on_help: Callable[[str, str], None],
        on_change: Callable[[], None],
    ) -> None:
        super().__init__()
        self._on_answers, self._on_help, self._on_change = on_answers, on_help, on_change
        self.body: PromptWidget | None = None
        self._items: tuple[OpenPrompt, ...] = ()
        self._current = 0
        self._pool: dict[int, dict[type[PromptWidget], PromptWidget]] = defaultdict(dict)
        self._bound: list[PromptWidget] = []
        self._shown_secret = -1
        self._halves: dict[int, Half] = {}
        self._input_guard = InputGuard(self._settled)
        self.help_key.bind(on_use=lambda _: self._on_help(self.title, self.prompt_rule))
        self._frame = RoundedRect(self.canvas.after, ring=3)
        self.bind(pos=self._draw, size=self._draw, colour=self._draw)
        # The header measures its height before it is laid out.
        self.fbind("width", self.head.setter("width"))
        look.tell(self._draw)

    @property
    def help_key(self) -> IconButton:
        """The key that opens the help."""
        return self.head.help

    def _draw(self, *_: object) -> None:
        self._frame.cover(self, CLEAR if look.fielded else tint_of(self.colour), 12 * look.u)

    @property
    def prompt_rule(self) -> str:
        """Help topic of the question shown."""
        return self.body.prompt.rule if self.body else ""

    @property
    def wide(self) -> bool:
        """True if the question takes the whole width."""
        return self.body is not None and self.body.wide

    @property
    def token(self) -> object:
        """What the primary button acts on."""
        return (type(self.body).__name__, self.body.item.first) if self.body else None

    def show(self, items: tuple[OpenPrompt, ...], context: PromptContext, closing: str = "") -> None:
        """Show the open prompts, or the closing words if there are none."""
        before = {item.first: item.prompt for item in self._items}
        front = self._items[self._current].first if self._items else 0
        self._current = next((n for n, item in enumerate(items) if item.first == front), 0)
        if self._shown_secret not in [item.ticket for item in items]:
            self._shown_secret = -1
        form = type(self.body)
        self._items, self._prompt_context, self._closing = items, context, closing
        self._build()
        # An answer to another question beside it leaves the one in front, and a finger on it, alone.
        if type(self.body) is not form or any(before.get(item.first) != item.prompt for item in items):
            self.settled = False
            self._input_guard.begin()

    def hide_results(self, hidden: bool) -> None:
        """Hide what tells the result of dice while they are falling."""
        self.head.hide_title(hidden)
        body = self.body
        if body is None:
            return
        unseen = body.opacity == 0
        body.hide_results(hidden)
        if unseen and not hidden:
            # What ends the dice is no touch on keys that nobody has seen.
            self.settled = False
            self._input_guard.begin()

    def show_header(self, shown: bool) -> None:
        """Show the header, or leave the title to the widgets around."""
        if shown and self.head.parent is None:
            self.add_widget(self.head, index=len(self.children))
            self.head.later()
        elif not shown and self.head.parent is not None:
            self.remove_widget(self.head)

    def switch_to(self, place: int) -> None:
        """Switch to another of several open prompts."""
        self._current = place
        self._shown_secret = -1
        self._build()

    def switch_to_player(self, who: str) -> bool:
        """Switch to the prompt of this player; return whether another was shown."""
        places = [place for place, item in enumerate(self._items) if item.prompt.who == who]
        if not places or (self.body is not None and self.body.joint) or self._current in places:
            return False
        self.switch_to(places[0])
        return True

    def on_touch_down(self, touch: Any) -> bool | None:
        if not self.settled and self.collide_point(*touch.pos):
            return True
        used: bool | None = super().on_touch_down(touch)
        return used

    def _settled(self) -> None:
        self.settled = True

    def _build(self) -> None:
        self.tabs.clear_widgets()
        self.tabs.height = 0
        old, self.body = self.body, None
        if old is not None:
            self._keep_halves(old)
            old.on_detach()
        if not self._items:
            self.holder.clear_widgets()
            self._end(_("The game is over"), self._closing)
            return
        try:
            body = make_joint_widget(self._items, self._prompt_context, self._pool) or self._widget_for_one()
        except UnknownKindError as error:
            _log.error("%s", error)
            self.holder.clear_widgets()
            self._end(_("This question cannot be shown"), str(error))
            return
        dropped = body.take_halves(self._halves)
        self.body, self.title, self.helpful = body, body.title, body.helpful
        self.help_key.marked = bool(self._prompt_context.reminders(body.prompt))
        self._show_who(body.who)
        if body not in self._bound:
            if body.pooled:
                self._bound.append(body)
            body.bind(on_answer=lambda _, ticket, given: self._on_answers([(ticket, given)]))
            body.bind(on_answers=lambda _, answers: self._on_answers(answers))
            body.bind(action_label=self._changed, ready=self._changed)
        if self.holder.children != [body]:
            self.holder.clear_widgets()
            self.holder.add_widget(body)
        if dropped:
            body.refuse(_("No longer possible: {what}").format(what=", ".join(dropped)))
        self._on_change()

    def _keep_halves(self, body: PromptWidget) -> None:
        """Keep what has been picked so far, for a question that is put anew."""
        new = body.halves()
        known = [(first, half) for first, half in self._halves.items() if first not in new]
        self._halves = dict([*known, *new.items()][-_KEPT:])

    def _changed(self, body: PromptWidget, _: object) -> None:
        # A pooled widget that is being rebound is not in front yet.
        if body is self.body:
            self._on_change()

    def _end(self, title: str, words: str) -> None:
        """Show a text instead of a question."""
        self.title, self.helpful = title, False
        closing = Closing()
        closing.pager.add(WrapLabel(text=words, step="title"))
        self.holder.add_widget(closing)
        self._show_who(TABLE)
        self._on_change()

    def _widget_for_one(self) -> PromptWidget:
        """Return the widget of the prompt in front, and make a tab for each prompt."""
        for place, other in enumerate(self._items if len(self._items) > 1 else ()):
            player = self._prompt_context.player(other.prompt.who)
            key = Key(
                text=f"{player_mark(player)} {player.asked or player.name}",
                chosen=place == self._current,
                size_hint_y=1,
            )
            key.bind(on_use=lambda _, place=place: self.switch_to(place))
            self.tabs.add_widget(key)
            # Tabs are low: the question needs the room more.
            self.tabs.height = 0.82 * look.target
        item = self._items[self._current]
        if item.prompt.secret and self._shown_secret != item.ticket:
            return HandOverPrompt(item, self._prompt_context, lambda: self._reveal(item.ticket))
        return make_widget(item, self._prompt_context, self._pool[0])

    def _reveal(self, ticket: int) -> None:
        self._shown_secret = ticket
        self._build()

    def _show_who(self, who: str) -> None:
        player = self._prompt_context.player(who)
        self.colour, self.who, self.asked = player.colour, player.name, who
        self.head.steady = self.body is not None and self.body.steady
        self.head.show(self.title, player, self.helpful, self.body.note if self.body is not None else "")


load_layout("question")
