"""A root widget of whose pictures only the places are painted where one differs from what the window still holds.

That is for machines that draw by software, where painting costs by the pixel: a graphics processor paints all of each
picture, as Kivy does by itself. Before a picture all widgets whose drawings have
changed are looked up, and only the rectangles that they take now or took before are painted; where the window's next
buffer holds an older picture, those of the pictures since, too. While most of the window moves, as when a long list
scrolls, to look for changes only costs: then all is painted, until there is a pause.
"""

from __future__ import annotations

import ctypes
import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, lru_cache, partial
from time import monotonic
from typing import Any, Final, NamedTuple, TypeAlias
from weakref import WeakKeyDictionary

from kivy.core.window import Window
from kivy.graphics import BindTexture, Callback, Canvas, InstructionGroup
from kivy.graphics.instructions import CanvasBase, ContextInstruction, Instruction
from kivy.graphics.opengl import (
    GL_COLOR_BUFFER_BIT,
    GL_RENDERER,
    GL_RGB,
    GL_SCISSOR_TEST,
    GL_UNSIGNED_BYTE,
    glClear,
    glClearColor,
    glDisable,
    glEnable,
    glGetString,
    glReadPixels,
    glScissor,
)
from kivy.uix.floatlayout import FloatLayout
from kivy.uix.scrollview import ScrollView
from kivy.uix.widget import Widget

from companion.app.widgets.rendering.motion import motion
from layouts.theme import look

__all__ = ["Box", "DamagePainter", "HasDamage", "drawn_by_software", "merged"]

_SOFTWARE: Final = ("llvmpipe", "softpipe", "swrast")
"""Mesa's names for drawing without a graphics processor."""

_A_PASS: Final = 15_000
"""To go over all drawings once more costs as much as painting so many pixels."""

_REACH: Final = 7
"""Units that a drawing may reach beyond its widget: a sign on a corner, the overhang of a letter."""

_MUCH: Final = 0.5
"""The share of the window that changes in one picture after the other while something moves."""

_IN_A_ROW: Final = 2
"""So many such pictures, and more are expected."""

_STRAIGHT: Final = 60
"""So many pictures are painted as a whole before it is looked again what changes."""

_PAUSE: Final = 0.2
"""Seconds without a picture after which nothing moves any more."""

_OLDEST: Final = 4
"""Of so many pictures it is known what was painted."""

_EGL_DRAW: Final = 0x3059
_EGL_EXTENSIONS: Final = 0x3055
_EGL_BUFFER_AGE: Final = 0x313D
_GLX_SCREEN: Final = 0x800C
_GLX_BUFFER_AGE: Final = 0x20F4

_UNSURE: Final = 2
"""So many pictures after a new size the window's buffers have it, too."""

Rectangle: TypeAlias = tuple[float, float, float, float]
"""Left, low, right, top, in pixels."""

_VALUES: Final = ("rgba", "xyz", "angle", "origin")


class Box(NamedTuple):
    """A rectangle of the window, in pixels from the lower left."""

    left: int
    low: int
    right: int
    top: int

    @property
    def area(self) -> int:
        """How many pixels it holds."""
        return max(0, self.right - self.left) * max(0, self.top - self.low)

    def with_(self, other: Box) -> Box:
        """Return the smallest one that holds both."""
        if self.left <= other.left and self.low <= other.low and self.right >= other.right and self.top >= other.top:
            return self
        return Box(
            min(self.left, other.left), min(self.low, other.low), max(self.right, other.right), max(self.top, other.top)
        )

    def within(self, other: Box) -> Box:
        """Return what lies in both."""
        return Box(
            max(self.left, other.left), max(self.low, other.low), min(self.right, other.right), min(self.top, other.top)
        )

    def meets(self, other: Box) -> bool:
        """Whether some pixels lie in both."""
        return self.left < other.right and self.right > other.left and self.low < other.top and self.top > other.low

    def turned(self, degrees: int, wide: int, high: int) -> Box:
        """Return where it lies on a window of that size whose picture is turned to the left."""
        left, low, right, top = self
        return {
            90: Box(high - top, left, high - low, right),
            180: Box(wide - right, high - top, wide - left, high - low),
            270: Box(low, wide - right, top, wide - left),
        }.get(degrees, self)


def merged(boxes: Iterable[Box]) -> list[Box]:
    """Return boxes that hold all of these, as few as it pays to paint one by one."""
    found: list[Box] = []
    for left, low, right, top in boxes:
        while right > left and top > low:
            most = (right - left) * (top - low) + _A_PASS
            for near in found:
                x0, y0, x1, y1 = near
                if x0 <= left and y0 <= low and x1 >= right and y1 >= top:
                    # Nearly all of them lie in one that is there already.
                    left = right
                    break
                west, south, east, north = min(x0, left), min(y0, low), max(x1, right), max(y1, top)
                if (east - west) * (north - south) <= (x1 - x0) * (y1 - y0) + most:
                    found.remove(near)
                    left, low, right, top = west, south, east, north
                    break
            else:
                found.append(Box(left, low, right, top))
                break
    return found


class _Place(NamedTuple):
    """Where the points stand on the window that a widget's children count in: as they are, or turned, and moved."""

    across: float = 1
    up: float = 1
    x: float = 0
    y: float = 0

    def within(self, widget: Widget) -> _Place:
        """Return that of a widget's children; this is that of the widget."""
        if type(widget).to_parent is Widget.to_parent:
            return self
        (x, y), (right, top) = widget.to_parent(0, 0), widget.to_parent(1, 1)
        return _Place(self.across * (right - x), self.up * (top - y), self.x + self.across * x, self.y + self.up * y)


class _Seen(NamedTuple):
    """How a widget was painted last: where, its own drawings, the widgets in it, and where all that is."""

    box: Box
    drawn: tuple[object, ...]
    children: tuple[Widget, ...]
    whole: Box


class HasDamage(Widget):
    """A large widget that knows where colours in it are new."""

    def patches(self) -> Sequence[Rectangle]:
        """Return where colours differ since this was asked last; nothing if it may be anywhere."""
        raise NotImplementedError


@lru_cache(maxsize=1)
def drawn_by_software() -> bool:
    """Return whether the window is drawn without a graphics processor; its graphics must be in use."""
    renderer = (glGetString(GL_RENDERER) or b"").decode(errors="replace").lower()
    return any(name in renderer for name in _SOFTWARE)


class DamagePainter(FloatLayout):
    """Its children are painted on the colour of the ground. It takes the whole window, and nobody else paints there.

    `over` lies over all of them; who changes it calls `spoil`. With a graphics processor it is a plain layout.
    """

    def __init__(self, **values: Any) -> None:
        self._by_patches = drawn_by_software()
        self._straight = 0
        if self._by_patches:
            self._have_canvases()
        super().__init__(**values)
        if self._by_patches:
            self.bind(size=self.spoil, parent=self._take_over)
            Window.bind(rotation=self.spoil)
            look.tell(self.spoil)
        else:
            self.over = self.canvas.after
            look.tell(self._colour_ground)
            self._colour_ground()

    def _have_canvases(self) -> None:
        # What the window shows is `canvas`; what children draw goes to `_inner`.
        self._seen: WeakKeyDictionary[Widget, _Seen] = WeakKeyDictionary()
        self._tops: tuple[Widget, ...] = ()
        self._spoilt = True
        self._moving = 0
        self._last = 0.0
        self._held = _buffers()
        self._painted: deque[tuple[int, list[Box]]] = deque(maxlen=_OLDEST)
        self.canvas = Canvas()
        self._inner = Canvas()
        self.over = self._inner.after
        # It is painted by the callback: it is left out of the list, and only tells the window of changes.
        self.canvas.add(self._inner)
        self.canvas.children.clear()
        with self.canvas:
            Callback(self._begin)

    def add_widget(self, widget: Widget, *args: Any, **kwargs: Any) -> None:
        if not self._by_patches:
            super().add_widget(widget, *args, **kwargs)
            return
        outer, self.canvas = self.canvas, self._inner
        try:
            super().add_widget(widget, *args, **kwargs)
        finally:
            self.canvas = outer

    def remove_widget(self, widget: Widget, *args: Any, **kwargs: Any) -> None:
        if not self._by_patches:
            super().remove_widget(widget, *args, **kwargs)
            return
        outer, self.canvas = self.canvas, self._inner
        try:
            super().remove_widget(widget, *args, **kwargs)
        finally:
            self.canvas = outer

    def spoil(self, *_: object) -> None:
        """Have all of it painted again."""
        if self._by_patches:
            self._spoilt = True
            self._inner.ask_update()
        else:
            self.canvas.ask_update()

    def calm(self) -> None:
        """Say that nothing moves: of the next picture only what differs is painted."""
        if not self._by_patches:
            return
        if self._straight:
            self._last = 0.0
            self.spoil()
        self._moving = 0

    def _colour_ground(self) -> None:
        """Have Kivy clear the window in the colour of the ground before each picture."""
        Window.clearcolor = look.ground
        self.canvas.ask_update()

    def _take_over(self, _: object, parent: Widget | None) -> None:
        # Kivy would clear the window before each picture.
        if parent is None:
            vars(Window).pop("clear", None)
        else:
            Window.clear = lambda: None
        self.spoil()

    def _begin(self, _: object) -> None:
        now = monotonic()
        quick, self._last = now - self._last < _PAUSE, now
        if self._straight:
            if quick and self._straight < _STRAIGHT:
                self._straight += 1
                self._paint_all()
                return
            self._straight = self._moving = 0
            self._seen.clear()
            self._spoilt = True
        self._keep_up(quick)

    def _paint_all(self) -> None:
        """Paint all that is in sight, without a look at what changes."""
        self._differing([self._whole()])
        glClearColor(*look.ground)
        glClear(GL_COLOR_BUFFER_BIT)
        left_out: list[tuple[CanvasBase, list[Instruction]]] = []
        try:
            _leave_scrolled_out(self, left_out)
            self._inner.draw()
        finally:
            for canvas, instructions in left_out:
                canvas.children[:] = instructions

    def _whole(self) -> Box:
        return Box(0, 0, *map(round, Window.size))

    def _differing(self, boxes: list[Box]) -> list[Box] | None:
        """Note what differs from the picture before; return what of the next buffer differs, or None if all may."""
        shown, age = self._held.shown, self._held.age()
        if self._painted and self._painted[-1][0] == shown:
            # That picture was never shown: what is painted now comes on top of it.
            self._painted.append((shown, boxes + self._painted.pop()[1]))
            return boxes if age else None
        self._painted.append((shown, boxes))
        since = [part for number, part in self._painted if number > shown - age]
        return [box for part in since for box in part] if 0 < age == len(since) else None

    def _keep_up(self, quick: bool) -> None:
        """Paint what has changed; `quick` says that the picture before was just shown."""
        whole, changed = self._whole(), list(self._gone())
        for child in reversed(self.children):
            self._look(child, False, changed, _Place().within(self))
        boxes = [whole] if self._spoilt else [box.within(whole) for box in merged(changed)]
        differs = self._differing(boxes)
        boxes = [whole] if differs is None else merged(differs)
        area = sum(box.area for box in boxes)
        # A motion is soon over, and most of its pictures change little: only a list that scrolls goes on.
        scrolls = quick and area > _MUCH * whole.area and not motion.running
        self._moving = self._moving + 1 if scrolls else 0
        if self._moving > _IN_A_ROW:
            self._straight = 1
            self._paint_all()
            return
        if area > 0.8 * whole.area:
            boxes = [whole]
        self._spoilt = False
        glEnable(GL_SCISSOR_TEST)
        glClearColor(*look.ground)
        for box in boxes:
            left, low, right, top = box.turned(Window.rotation, whole.right, whole.top)
            glScissor(left, low, right - left, top - low)
            glClear(GL_COLOR_BUFFER_BIT)
            self._paint(box)
        glDisable(GL_SCISSOR_TEST)

    def _paint(self, box: Box) -> None:
        """Paint what lies in a box, and leave out for the moment what does not."""
        left_out: list[tuple[CanvasBase, list[Instruction]]] = []
        try:
            for child in self.children:
                self._leave_out(child, box, left_out)
            self._inner.draw()
        finally:
            for canvas, instructions in left_out:
                canvas.children[:] = instructions

    def _leave_out(self, widget: Widget, box: Box, left_out: list[tuple[CanvasBase, list[Instruction]]]) -> None:
        far = set()
        for child in widget.children:
            seen = self._seen.get(child)
            # One that went from one widget to another since is not known where it is now.
            if seen is None or seen.whole.meets(box):
                self._leave_out(child, box, left_out)
            else:
                far.add(child.canvas)
        if far:
            canvas = getattr(widget, "canvas_viewport", widget.canvas)
            all_of_them = canvas.children[:]
            left_out.append((canvas, all_of_them))
            canvas.children[:] = [instruction for instruction in all_of_them if instruction not in far]

    def _gone(self) -> Iterator[Box]:
        """Return the widgets that are no longer here."""
        now = tuple(self.children)
        for widget in self._tops:
            if widget not in now:
                yield from self._forget(widget)
        self._tops = now

    def _forget(self, widget: Widget) -> Iterator[Box]:
        """Where a widget and all in it stood, which need no longer be known."""
        seen = self._seen.pop(widget, None)
        if seen is not None:
            yield seen.box
            for child in seen.children:
                yield from self._forget(child)

    def _look(self, widget: Widget, moved: bool, changed: list[Box], place: _Place) -> Box:
        """Find where a widget and what is in it differ from how they were painted last; return where all of it is.

        Args:
            widget: whose.
            moved: whether what it stands on is elsewhere now.
            changed: takes the places.
            place: where its own points stand.
        """
        seen = self._seen.get(widget)
        if seen is not None and not moved and not widget.canvas.needs_redraw:
            return seen.whole
        children = tuple(widget.children)
        inner = {child.canvas for child in children}
        drawn, box = _values(widget.canvas, inner), _box_of(widget, place)
        # They are asked for in any case: what is painted as a whole has no older patches.
        patches = widget.patches() if isinstance(widget, HasDamage) else ()
        if seen is None:
            changed.append(box)
        else:
            if moved or children != seen.children or drawn != seen.drawn or any(_new(widget.canvas, inner)):
                if moved or box != seen.box or children != seen.children or _shapes(drawn) != _shapes(seen.drawn):
                    patches = ()
                changed += [_on_window(patch, place) for patch in patches] or [box, seen.box]
            moved = moved or (drawn != seen.drawn and not patches)
            for child in seen.children:
                if child not in children:
                    changed += self._forget(child)
        whole, inside = box, place.within(widget)
        for child in children:
            whole = whole.with_(self._look(child, moved, changed, inside))
        self._seen[widget] = _Seen(box, drawn, children, whole)
        return whole


def _leave_scrolled_out(widget: Widget, left_out: list[tuple[CanvasBase, list[Instruction]]]) -> None:
    """Leave out for the moment what is scrolled out of sight."""
    for child in widget.children:
        if isinstance(child, ScrollView) and child.children:
            column, down, reach = child.children[0], child.g_translate.y, _REACH * look.u
            low, top = child.y - down - reach, child.top - down + reach
            far = {row.canvas for row in column.children if row.top < low or row.y > top}
            if far:
                canvas, all_of_them = column.canvas, column.canvas.children[:]
                left_out.append((canvas, all_of_them))
                canvas.children[:] = [instruction for instruction in all_of_them if instruction not in far]
        else:
            _leave_scrolled_out(child, left_out)


def _box_of(widget: Widget, place: _Place) -> Box:
    """Where on the window a widget can have drawn something."""
    # One by one: Kivy puts together its pairs anew each time that one is asked for.
    x, y, w, h, reach = widget.x, widget.y, widget.width, widget.height, _REACH * look.u
    wide, high = getattr(widget, "texture_size", (0, 0))
    across, up = reach + max(0.0, (wide - w) / 2), reach + max(0.0, (high - h) / 2)
    return _on_window((x - across, y - up, x + w + across, y + h + up), place)


def _on_window(rectangle: Rectangle, place: _Place) -> Box:
    """Where a rectangle of a widget lies on the window."""
    west, south, east, north = rectangle
    left, right = place.x + place.across * west, place.x + place.across * east
    low, top = place.y + place.up * south, place.y + place.up * north
    if left > right:
        left, right = right, left
    if low > top:
        low, top = top, low
    return Box(int(left), int(low), int(right) + 1, int(top) + 1)


def _own(canvas: CanvasBase, inner: set[Canvas]) -> list[Instruction]:
    """Return the instructions of a widget's canvas without those of its children."""
    found: list[Instruction] = []
    for instruction in canvas.children:
        if not isinstance(instruction, CanvasBase):
            found += [instruction]
        elif instruction not in inner:
            found += _own(instruction, inner)
    return found


def _values(canvas: Canvas, inner: set[Canvas]) -> tuple[object, ...]:
    """Return a fingerprint of the drawings: which there are, their colours and turns."""
    found: list[object] = [canvas.opacity]
    for instruction in _own(canvas, inner):
        found += [instruction.uid]
        for name in _values_of(instruction.__class__):
            value = getattr(instruction, name)
            found += [value if name == "angle" else tuple(value)]
    return tuple(found)


@cache
def _values_of(kind: type[Instruction]) -> list[str]:
    """Return the names of what instructions of a class set: their colour, or how they turn and move."""
    sets = issubclass(kind, ContextInstruction) and not issubclass(kind, BindTexture)
    return [name for name in _VALUES if sets and hasattr(kind, name)]


def _shapes(drawn: Iterable[object]) -> list[object]:
    """Return the fingerprint without colours."""
    return [value for value in drawn if not isinstance(value, tuple)]


def _new(canvas: Canvas, inner: set[Canvas]) -> Iterator[bool]:
    """Whether drawings have been given new values since they were painted; colours and turns never forget that."""
    for instruction in _own(canvas, inner):
        if isinstance(instruction, InstructionGroup) or not isinstance(instruction, ContextInstruction):
            yield instruction.needs_redraw


class _Buffers:
    """Tells what the window still holds: it has two or more buffers that take turns, or one that is copied.

    `shown` counts the pictures that were shown. The window must be there, and its graphics in use.
    """

    def __init__(self) -> None:
        self._age = _egl() or _glx() or partial(int, _stays())
        self.shown = self._unsure = 0
        Window.bind(system_size=self._lose, on_flip=self._count)

    def age(self) -> int:
        """Return how many pictures ago what the next buffer holds was shown: 1 for the last one, 0 for nothing."""
        return 0 if self._unsure else self._age()

    def _lose(self, *_: object) -> None:
        self._unsure = _UNSURE

    def _count(self, *_: object) -> None:
        self.shown += 1
        self._unsure = max(0, self._unsure - 1)


@lru_cache(maxsize=1)
def _buffers() -> _Buffers:
    return _Buffers()


def _stays() -> bool:
    """Whether a buffer stays what it is when it has been shown: without a graphics processor it is copied.

    Nobody tells; it is tried with the pixel in the corner.
    """
    glEnable(GL_SCISSOR_TEST)
    glScissor(0, 0, 1, 1)
    stays = True
    for level in (0.2, 0.6):
        glClearColor(level, level, level, 1)
        glClear(GL_COLOR_BUFFER_BIT)
        Window.flip()
        seen = glReadPixels(0, 0, 1, 1, GL_RGB, GL_UNSIGNED_BYTE)
        stays = stays and abs(seen[0] - 255 * level) < 255 * 0.1
    glDisable(GL_SCISSOR_TEST)
    return stays


def _library(name: str) -> Any:
    """Return a library if this process has loaded it."""
    try:
        return ctypes.CDLL(name, mode=os.RTLD_NOLOAD)
    except OSError:
        return None


def _egl() -> Callable[[], int] | None:
    """Return the buffer age that EGL tells: a display without a desktop, or Wayland."""
    egl = _library("libEGL.so.1")
    if egl is None:
        return None
    egl.eglGetCurrentDisplay.restype = egl.eglGetCurrentSurface.restype = ctypes.c_void_p
    egl.eglQueryString.restype, egl.eglQueryString.argtypes = ctypes.c_char_p, [ctypes.c_void_p, ctypes.c_int]
    egl.eglQuerySurface.argtypes = [ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int, ctypes.POINTER(ctypes.c_int)]
    display, surface = egl.eglGetCurrentDisplay(), egl.eglGetCurrentSurface(_EGL_DRAW)
    if not display or not surface or b"EGL_EXT_buffer_age" not in egl.eglQueryString(display, _EGL_EXTENSIONS).split():
        return None

    def age() -> int:
        # SDL makes another surface where the window becomes another one.
        found, now = ctypes.c_int(), egl.eglGetCurrentSurface(_EGL_DRAW)
        return found.value if egl.eglQuerySurface(display, now, _EGL_BUFFER_AGE, ctypes.byref(found)) else 0

    return age


def _glx() -> Callable[[], int] | None:
    """Return the buffer age that GLX tells: X11 with a graphics processor."""
    glx = _library("libGL.so.1")
    if glx is None:
        return None
    glx.glXGetCurrentDisplay.restype = glx.glXGetCurrentContext.restype = ctypes.c_void_p
    glx.glXGetCurrentDrawable.restype = ctypes.c_ulong
    glx.glXQueryContext.argtypes = [ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int, ctypes.POINTER(ctypes.c_int)]
    glx.glXQueryExtensionsString.restype = ctypes.c_char_p
    glx.glXQueryExtensionsString.argtypes = [ctypes.c_void_p, ctypes.c_int]
    glx.glXQueryDrawable.restype = None
    glx.glXQueryDrawable.argtypes = [ctypes.c_void_p, ctypes.c_ulong, ctypes.c_int, ctypes.POINTER(ctypes.c_uint)]
    display, context = glx.glXGetCurrentDisplay(), glx.glXGetCurrentContext()
    if not display or not context:
        return None
    screen = ctypes.c_int()
    glx.glXQueryContext(display, context, _GLX_SCREEN, ctypes.byref(screen))
    known = glx.glXQueryExtensionsString(display, screen.value) or b""
    if b"GLX_EXT_buffer_age" not in known.split():
        return None

    def age() -> int:
        found = ctypes.c_uint()
        glx.glXQueryDrawable(display, glx.glXGetCurrentDrawable(), _GLX_BUFFER_AGE, ctypes.byref(found))
        return found.value

    return age
