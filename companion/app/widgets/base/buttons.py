"""Things to tap: a key, and an option with a second line. Both draw themselves and can be given new words."""

from __future__ import annotations

from collections.abc import Callable
from math import ceil
from typing import Any, Final

from kivy.animation import Animation
from kivy.clock import Clock
from kivy.properties import BooleanProperty, ColorProperty, NumericProperty, OptionProperty, StringProperty

from companion.app.widgets.base.canvas_widget import CanvasWidget, Tappable
from companion.app.widgets.base.kv_child import load_layout
from companion.app.widgets.base.self_arranged import SelfArranged
from companion.app.widgets.rendering.sprites import RoundedRect, TextSprite
from layouts.colours import CLEAR, Tint, faded, mixed, thinned, tint_of
from layouts.corners import Corner
from layouts.theme import look
from layouts.typeset import extent, fitted, largest, stands, widest

__all__ = ["Key", "OptionKey"]

REPEATS_AFTER: Final = 0.4
"""Seconds for which a key must be held until it repeats."""

REPEATS_EVERY: Final = 0.12
"""Seconds from then on."""


class Key(Tappable, CanvasWidget):
    """Something to tap.

    `text` is as large as fits, up to the role of type `step`, or `most` pixels where that is given; `sign` is a symbol
    before it; `caption` says in words what a symbol as the text means, where they fit below it; `face` is its voice.
    `strong` is the look of the way on, `quiet` that of what matters less, `barred` that of the bar below a field,
    `tint` the colour of its field; a `bare` one has no shape, a `round` one is a disc. `held` is how much of the time
    for which it must be held is over. One that `repeats` is used again and again while a finger lies on it.
    """

    step = StringProperty("option")
    most = NumericProperty(0)
    least = NumericProperty(0)
    face = OptionProperty("text", options=("text", "bold", "strong", "title"))
    sign = StringProperty("")
    caption = StringProperty("")
    strong = BooleanProperty(False)
    quiet = BooleanProperty(False)
    barred = BooleanProperty(False)
    bare = BooleanProperty(False)
    round = BooleanProperty(False)
    tint = ColorProperty((0, 0, 0, 0))
    hold = NumericProperty(0.0)
    held = NumericProperty(0.0)
    repeats = BooleanProperty(False)

    def __init__(self, **values: Any) -> None:
        use: Callable[[], None] | None = values.pop("use", None)
        super().__init__(**values)
        self._field, self._hold = RoundedRect(self.canvas), RoundedRect(self.canvas, light=0)
        self._sign, self._words = TextSprite(self.canvas), TextSprite(self.canvas)
        self._caption = TextSprite(self.canvas)
        self._ring, self._frame = RoundedRect(self.canvas, ring=3), RoundedRect(self.canvas, ring=1.5)
        self._again: Any = None
        self.font_size = 0.0
        for name in (
            "text",
            "step",
            "most",
            "least",
            "face",
            "sign",
            "caption",
            "strong",
            "quiet",
            "barred",
            "bare",
            "tint",
        ):
            self.fbind(name, self.later)
        for name in ("held", "state", "chosen", "focused", "disabled", "refused"):
            self.fbind(name, self.later)
        if use is not None:
            self.bind(on_use=lambda *_: use())

    def colours(self) -> tuple[Tint, Tint]:
        """Return the colours of its field and of its words."""
        if self.disabled:
            return look.hollow, look.faint
        if self.strong or self.chosen:
            return look.accent, look.accent_ink
        if self.tint[3]:
            return self.tint, look.ink
        if self.bare and look.fielded:
            return CLEAR, look.ink
        if self.barred:
            return look.bar, look.ink
        return thinned(look.raised, 0.6) if self.quiet else look.raised, look.ink

    def framed(self) -> bool:
        """Return whether it has a frame: its colour alone says nothing to those who cannot tell it from others."""
        return bool(self.chosen)

    def radius(self) -> float:
        """Return how round its corners are, in pixels."""
        return float(min(self.size) / 2 if self.round else 10 * look.u)

    def room(self) -> tuple[float, float]:
        """Return width and height that its words may take, in pixels."""
        sign = self._sign_width()
        return self.width - (8 * look.u if not sign else sign + 8 * look.u), self.height - 6 * look.u

    def holds(self, text: str) -> bool:
        """Return whether a text fits as its words."""
        return stands(text, self.face, look.least, *self.room())

    @property
    def texture_size(self) -> tuple[int, int]:
        """Size of its drawn words, in pixels."""
        return self._words.width, self._words.height

    def draw(self) -> None:
        radius = self.radius()
        back, ink = self.colours()
        if self.state == "down" and not self.disabled:
            lit = look.ground if self.strong or self.chosen else look.ink
            back = mixed(back if back[3] else faded(lit, 0.0), lit, 0.3)
        self._field.cover(self, back, radius)
        if self.held:
            self._hold.put(self.x, self.y, max(2 * radius, self.width * self.held), self.height, look.alert, radius)
        else:
            self._hold.hide()
        wide, high = self.room()
        most, least = self.most or getattr(look, self.step), self.least or look.least
        middle = self.center_y
        if self._captioned:
            said = fitted(self.caption, "text", look.small, look.least, self.width - 4 * look.u)[0]
            most = min(most, self.height - 10 * look.u - 1.1 * said)
            middle += 0.55 * said
            low = self.y + 4 * look.u + 0.55 * said
            self._caption.put(self.caption, "text", said, ink, self.center_x, low, "middle")
        else:
            self._caption.hide()
        size, wrap = fitted(self.text, self.face, most, min(most, least), wide, high)
        self.font_size = size
        sign = self._sign_width()
        if sign:
            self._sign.put(self.sign, "text", 0.65 * sign, ink, self.x + sign / 2, self.center_y, "middle")
            self._words.put(self.text, self.face, size, ink, self.x + sign, self.center_y, "left", wrap)
        else:
            self._sign.hide()
            self._words.put(self.text, self.face, size, ink, self.center_x, middle, "middle", wrap)
        edge, inset = ink if self.strong or self.chosen else look.ink, 2 * look.u
        self._ring.cover(self, edge if self.focused else CLEAR, radius)
        wide, high = self.width - 2 * inset, self.height - 2 * inset
        framed = self.framed() and not self.focused
        edge = look.faint if self.disabled else edge
        self._frame.put(self.x + inset, self.y + inset, wide, high, edge if framed else CLEAR, radius - inset)

    def on_press(self) -> None:
        self.last_touch.ud[self] = not self.hold
        if self.hold:
            Animation.cancel_all(self, "held")
            filling = Animation(held=1.0, duration=self.hold)
            filling.bind(on_complete=self._held_long_enough)
            filling.start(self)
        elif self.repeats:
            self._again = Clock.schedule_once(self._once_more, REPEATS_AFTER)

    def on_release(self) -> None:
        # What a hold did may have made a key to tap of this one, or the other way round, under the finger.
        if self.last_touch.ud[self] and not self.hold:
            self.dispatch("on_use")

    def on_touch_up(self, touch: Any) -> bool | None:
        ours = touch.grab_current is self
        used: bool | None = super().on_touch_up(touch)
        if ours:
            self._stop_holding()
        return used

    def on_hold(self, *_: Any) -> None:
        """Forget a hold that has begun: the key has another meaning now."""
        self._stop_holding()

    def let_go(self) -> None:
        super().let_go()
        self._stop_holding()

    def _stop_holding(self) -> None:
        Animation.cancel_all(self, "held")
        self.held = 0.0
        if self._again is not None:
            self._again.cancel()
            self._again = None

    def _once_more(self, _: float) -> None:
        self._again = None
        if self.usable and self.there:
            self.last_touch.ud[self] = False
            self._again = Clock.schedule_once(self._once_more, REPEATS_EVERY)
            self.dispatch("on_use")

    def _held_long_enough(self, *_: Any) -> None:
        self.held = 0.0
        self.state = "normal"
        if self.there:
            self.dispatch("on_use")

    @property
    def _captioned(self) -> bool:
        """True if its caption fits below its symbol, and so do those of the keys beside it."""
        beside = self.parent.children if self.parent is not None else [self]
        keys = [key for key in beside if isinstance(key, Key) and key.caption]
        return self in keys and all(stands(k.caption, "text", look.least, k.width - 4 * look.u) for k in keys)

    def _sign_width(self) -> float:
        """Return the width of its sign with the room around it, in pixels."""
        return float(1.15 * min(look.sign, 0.55 * self.height)) if self.sign else 0.0


class OptionKey(SelfArranged, Tappable, CanvasWidget):
    """An option: its label, a second line, and if it is refused the reason instead. Grows with its text.

    A `dense` one is one of many, and not higher than a finger needs. `digest` says that its second line is the
    beginning of what stands whole elsewhere. One that `answers` at a tap is never marked as chosen.
    `name` is for whoever made it; `mark` stands at its right end, a stripe of the colour `whose` (`#rrggbb`) at its
    left. `minimum_height` is what its words need, `least_width` what the longest of its label needs to stand whole,
    `floor` how high its neighbour is.
    """

    name = StringProperty("")
    label = StringProperty("")
    detail = StringProperty("")
    mark = StringProperty("")
    whose = StringProperty("")
    floor = NumericProperty(0)
    minimum_height = NumericProperty(0)
    least_width = NumericProperty(0)
    dense = BooleanProperty(False)
    answers = BooleanProperty(False)
    digest = False

    def __init__(self, **values: Any) -> None:
        use: Callable[[], None] | None = values.pop("use", None)
        super().__init__(**({"size_hint_y": None} | values))
        self._field, self._stripe = RoundedRect(self.canvas), RoundedRect(self.canvas, Corner.LEFT, light=0)
        self._label, self._detail, self._mark = (TextSprite(self.canvas) for _ in range(3))
        self._ring, self._frame = RoundedRect(self.canvas, ring=3), RoundedRect(self.canvas, ring=1.5)
        for name in ("label", "detail", "refused", "mark", "width", "floor", "chosen", "dense", "answers"):
            self.fbind(name, self._lay)
        for name in ("state", "focused", "chosen", "disabled", "whose"):
            self.fbind(name, self.later)
        self._lay()
        if use is not None:
            self.bind(on_use=lambda *_: use())

    def look_changed(self) -> None:
        self._lay()

    @property
    def texture_size(self) -> tuple[int, int]:
        """Size of its drawn words, in pixels."""
        return max(self._label.width, self._detail.width), self._label.height + self._detail.height

    @property
    def font_size(self) -> float:
        """Height of its smallest type, in pixels."""
        return float(look.small if self._below() else self._label_size())

    def _shown_mark(self) -> str:
        return self.mark or ("✓" if self.chosen else "")

    def _below(self) -> str:
        """Return the text below the label."""
        return str(self.refused or self.detail)

    def _room(self) -> float:
        """Maximum width of its lines, in pixels."""
        return float(max(30 * look.u, self.width - self._beside()))

    @property
    def usual_height(self) -> float:
        """Its own height, in pixels."""
        return float(max(52 * look.u if self.dense else look.target, self.minimum_height))

    def _beside(self) -> float:
        """Width that its lines leave free, in pixels."""
        # A mark may come and go with a tap; the words must not jump then.
        mark = extent(self.mark, "bold", look.option)[0] if self.mark else 0.0 if self.answers else look.option
        return float(28 * look.u + mark)

    def _label_size(self) -> float:
        """Size of its label in pixels: smaller than usual only where the longest word would be broken."""
        room = round(self._room())
        return largest(look.option, look.least, lambda size: widest(self.label, "text", size) <= room)

    def arrange(self, *_: object) -> None:
        self.text = ", ".join(filter(None, (self.label, self._below())))
        self.least_width = self._beside() + ceil(widest(self.label, "text", look.least))
        if self.width > 2:
            room = self._room()
            label = extent(self.label, "text", self._label_size(), round(room))[1] if self.label else 0
            below = extent(self._below(), "text", look.small, round(room))[1] if self._below() else 0
            self.minimum_height = label + below + 12 * look.u
            self.height = max(self.usual_height, self.floor)
        self.later()

    def draw(self) -> None:
        u, room = look.u, self._room()
        ink: Tint = look.accent_ink if self.chosen else look.faint if self.refused else look.ink
        quiet: Tint = look.accent_ink if self.chosen else look.dim
        back: Tint = look.accent if self.chosen else look.hollow if self.refused else look.raised
        if self.state == "down" and not self.refused:
            back = mixed(back, look.ink, 0.3)
        self._field.cover(self, back, 10 * u)
        if self.whose:
            self._stripe.put(self.x, self.y, 9 * u, self.height, tint_of(self.whose), 9 * u)
        else:
            self._stripe.hide()
        left, wrap = self.x + 13 * u, round(room)
        size = self._label_size()
        label = extent(self.label, "text", size, wrap)[1] if self.label else 0
        below = extent(self._below(), "text", look.small, wrap)[1] if self._below() else 0
        top = self.center_y + (label + below) / 2
        self._label.put(self.label, "text", size, ink, left, top - label / 2, wrap=wrap)
        self._detail.put(self._below(), "text", look.small, quiet, left, top - label - below / 2, wrap=wrap)
        self._mark.put(self._shown_mark(), "bold", look.option, ink, self.right - 12 * u, self.center_y, "right")
        self._ring.cover(self, (ink if self.chosen else look.ink) if self.focused else CLEAR, 10 * u)
        inset, edge = 2 * u, look.accent_ink if self.chosen and not self.focused else CLEAR
        self._frame.put(self.x + inset, self.y + inset, self.width - 2 * inset, self.height - 2 * inset, edge, 8 * u)


load_layout("keys")
