"""What may be wrong with a picture. Each check is proven by a fault planted in a real page."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property, lru_cache, partial
from typing import Any, Final, cast

from kivy.core.text import Label as CoreLabel
from kivy.uix.scrollview import ScrollView

from companion.app.widgets.base.buttons import Key
from companion.app.widgets.base.widgets import FitLabel, TextWidget, WrapLabel
from companion.app.widgets.controls.tiles import OptionButton
from companion.app.widgets.pages.page import PhaseLabel
from companion.app.widgets.rendering.sprites import TextSprite
from layouts.theme import look
from layouts.typeset import Face, extent, parted
from tests.instruments.outside.covered import AROUND, SYMBOLS, covered, parts_of
from tests.instruments.outside.pixels import Colour, Pixels
from tests.instruments.outside.sight import (
    PX_PER_MM,
    Box,
    Seen,
    box_of,
    grid,
    hits,
    on_window,
    page_keys,
    shaped,
    words_of,
)

LEAST_TEXT: Final = 20.0
"""Units."""
LARGE_TEXT: Final = 30.0
"""Units; from here on a contrast of `LARGE_CONTRAST` does."""
LEAST_CONTRAST: Final = 4.5
LARGE_CONTRAST: Final = 3.0
FINGER_MM: Final = 9.0
WIDEST_GAP_MM: Final = 4.0
"""Of a gap to a neighbour half counts for a target; a finger does not aim into wider ones."""
ENDLESS: Final = (" log", "games")
"""Kinds of pages that list what has been; they grow with the evening."""
BESIDE: Final = 6
"""Pixels beside a thing that tell what it lies on."""
FAR: Final = 24
"""Levels of a channel from which on two colours are meant to be different ones."""

OWN: Final = 10
"""How far colours are apart, of 255, that are not one and the same."""
SHARED: Final = 0.25
"""Things that have the same colour at so many of their places share a ground."""
SHARE_IN_SIGHT: Final = 0.6
"""So much of a text must be in sight for its pixels to be judged."""


@dataclass(frozen=True)
class Finding:
    """Something wrong in a picture."""

    check: str
    kind: str
    size: tuple[int, int]
    text: str
    what: str
    box: Box


@dataclass
class Scene:
    """A page as it stands on the window.

    Args:
        kind: of page.
        size: of the window, in pixels.
        seen: its widgets, from the back to the front.
        targets: what has to be tapped to choose each thing that can be chosen, by what people read; None where there
            is nothing to tap.
        pixels: what it looks like.
    """

    kind: str
    size: tuple[int, int]
    seen: list[Seen]
    targets: dict[str, Any] = field(default_factory=dict)
    pixels: Pixels | None = None

    @property
    def unit(self) -> float:
        """Pixels of a unit: one at 800x480 and 480x800."""
        width, height = self.size
        return min(width / 800, height / 480) if width > height else min(width / 480, height / 800)

    @property
    def finger(self) -> float:
        """Pixels that a finger needs."""
        return FINGER_MM * PX_PER_MM[self.size]

    def touchable(self) -> list[Seen]:
        """What can be tapped, scrolled out of sight or not."""
        return [s for s in self.seen if s.touchable]

    def finding(self, check: str, thing: Seen, what: str) -> Finding:
        return Finding(check, self.kind, self.size, words_of(self.seen, thing)[:80], what, thing.box)


# -- overlap ------------------------------------------------------------------------------------------------------


def overlap(scene: Scene) -> Iterator[Finding]:
    """Two things that can be tapped, neither of which lies in the other, take touches at the same place."""
    things = [s for s in scene.touchable() if s.sight]
    for number, one in enumerate(things):
        for other in things[:number]:
            assert one.sight is not None
            common = one.sight.cut(other.sight) if other.sight else None
            if common is None or id(other.widget) in one.parents or id(one.widget) in other.parents:
                continue
            if not (shaped(one) or shaped(other)) or any(
                hits(one, x, y, scene.size[1]) and hits(other, x, y, scene.size[1]) for x, y in grid(common)
            ):
                lies = f"lies over {words_of(scene.seen, other)[:60]!r} by {common.width:.0f}x{common.height:.0f}"
                yield scene.finding("overlap", one, lies)


# -- reach --------------------------------------------------------------------------------------------------------


def reach(scene: Scene) -> Iterator[Finding]:
    """What can be tapped is in sight, or comes into sight by one flick, or by a tap on the key of its page; what can be
    chosen has something to tap."""
    window = Box(0, 0, *scene.size)
    for thing in scene.touchable():
        view = thing.viewport
        if view is not None and scene.kind.endswith(ENDLESS):
            continue
        if view is None:
            cut = thing.box.cut(window)
            if cut is None or cut.area < 0.9 * thing.box.area:
                yield scene.finding("reach", thing, "lies outside the window")
            continue
        up, down = view.top - thing.box.top, thing.box.bottom - view.bottom
        left, right = view.left - thing.box.left, thing.box.right - view.right
        if (max(up, down) > view.height + 1 or max(left, right) > view.width + 1) and not _on_a_page(scene, thing):
            far = max(up / view.height, down / view.height, left / view.width, right / view.width)
            yield scene.finding("reach", thing, f"is {far:.1f} flicks away")
    known = {id(thing.widget) for thing in scene.seen}
    for words, widget in scene.targets.items():
        if widget is None or id(widget) not in known:
            nowhere = Box(0, 0, *scene.size)
            yield Finding(
                "reach", scene.kind, scene.size, words[:80], "can be chosen, but nothing to tap stands for it", nowhere
            )


def _on_a_page(scene: Scene, thing: Seen) -> bool:
    """Whether a key in sight scrolls to where it stands whole; or to its top, where it is higher than what scrolls."""
    view = thing.viewport
    assert view is not None
    seen = {id(s.widget) for s in scene.seen if s.sight and s.sight.area > 0.9 * s.box.area}
    for key, top in page_keys(thing.widget):
        spare = max(0.0, view.height - thing.box.height)
        if id(key) in seen and top - 1 <= thing.box.top - view.top <= top + spare + 1:
            return True
    return False


# -- texts --------------------------------------------------------------------------------------------------------

_SHORTENED: Final = re.compile(r"\w(…|\.\.\.)$")


_FONTS: Final = {
    "text": ("Companion", False),
    "bold": ("Companion", True),
    "strong": ("Strong", False),
    "title": ("Title", False),
}


@lru_cache(maxsize=8192)
def natural(text: str, size: float, face: str, width: float | None) -> tuple[float, float]:
    """Return the size in pixels of a text in a voice of type as Kivy draws it, wrapped at `width` if given."""
    name, bold = _FONTS[face]
    label = CoreLabel(text=text, font_size=size, font_name=name, bold=bold, text_size=(width, None), padding=0)
    label.resolve_font_name()
    wide, high = label.render()
    return float(wide), float(high)


def text_cut(scene: Scene) -> Iterator[Finding]:
    """A text is larger than its place, ends in an ellipsis, or reaches out of what it stands on."""
    for thing in scene.seen:
        widget = thing.widget
        if not thing.text or not hasattr(widget, "texture_size"):
            continue
        if getattr(widget, "digest", False) and thing.text.endswith("…"):
            # The beginning of what can be read whole elsewhere; what there is of it is whole.
            continue
        if getattr(widget, "is_shortened", False) or _SHORTENED.search(thing.text):
            yield scene.finding("text cut", thing, "is shortened")
        elif not isinstance(widget, TextWidget):
            (wide, high), box = widget.texture_size, thing.box
            # A sigil in the place of words is not as wide as they would be.
            words = widget.way.text if isinstance(widget, OptionButton) else thing.text
            face: Face = getattr(widget, "face", "text")
            word, longest = max((extent(word, face, widget.font_size)[0], word) for word in parted(words))
            if isinstance(widget, Key) and word > widget.room()[0] + 1:
                yield scene.finding(
                    "text cut", thing, f"breaks the word {longest!r}: {word:.0f} in {widget.room()[0]:.0f}"
                )
            elif max(wide, word) > box.width + 1 or high > box.height + 1:
                yield scene.finding("text cut", thing, f"is {wide}x{high} in {box.width:.0f}x{box.height:.0f}")
        elif (why := _too_large(widget)) or (why := _reaches_out(scene, thing)):
            yield scene.finding("text cut", thing, why)
    for thing in scene.seen:
        yield from _out_of_reach(scene, thing)


def _out_of_reach(scene: Scene, thing: Seen) -> Iterator[Finding]:
    """A text is drawn above or below the window, all that can be scrolled to, or what it stands on."""
    height, content = scene.size[1], thing.widget
    while content.parent is not None and content.parent is not content and not isinstance(content.parent, ScrollView):
        content = content.parent
    scrolled = thing.viewport is not None and isinstance(content.parent, ScrollView)
    around, where = box_of(content, height) if scrolled else Box(0, 0, *scene.size), "where nobody can scroll to"
    if thing.touchable and not shaped(thing):
        around, where = thing.box, "beside what they stand on"
    for words in parts_of(thing.widget):
        if not isinstance(words, TextSprite):
            continue
        left, low, wide, high = words.rect
        text, size = str(words.said[0]), cast(float, words.said[2])
        (west, bottom), (east, top) = (
            on_window(thing.widget, *at, height) for at in ((left, low), (left + wide, low + high))
        )
        over = max(around.top - top, bottom - around.bottom) - AROUND * size
        if over > 1:
            box = Box(west, top, east, bottom)
            what = f"of {text[:40]!r} {over:.0f} lie {where}"
            yield Finding("text cut", scene.kind, scene.size, words_of(scene.seen, thing)[:80], what, box)


def _too_large(text: Any) -> str:
    """Why a text has no room on its widget; empty if it has."""
    face, (left, top) = _face(text), _margins(text)
    room = text.width - left, text.height - top
    word, longest = max((natural(word, text.font_size, face, None)[0], word) for word in parted(text.text))
    if word > room[0] + 1:
        return f"breaks the word {longest!r}: {word:.0f} in {room[0]:.0f}"
    wide, high = text.texture_size
    need = natural(text.text, text.font_size, face, room[0])[1]
    if max(high, need) > room[1] + 1:
        return f"is {max(high, need):.0f} high in {room[1]:.0f}"
    return f"is {wide} wide in {room[0]:.0f}" if wide > room[0] + 1 else ""


def _face(text: Any) -> str:
    return "title" if isinstance(text, PhaseLabel) else str(text.face)


def _margins(text: Any) -> tuple[float, float]:
    """What is free on the left of a text and above it, in pixels."""
    return (text.INDENT * look.u, text.HEAD * look.u) if isinstance(text, WrapLabel) else (0.0, 0.0)


def _reaches_out(scene: Scene, thing: Seen) -> str:
    box = inked(thing)
    window = Box(0, 0, *scene.size)
    if thing.viewport is None and (
        box.left < -1 or box.top < -1 or box.right > window.right + 1 or box.bottom > window.bottom + 1
    ):
        return "reaches out of the window"
    if thing.viewport is not None and (box.left < thing.viewport.left - 1 or box.right > thing.viewport.right + 1):
        return "reaches out of its column"
    around = thing.within
    if around is not None:
        key = next(s.box for s in reversed(scene.seen) if s.widget is around)
        if max(key.left - box.left, key.top - box.top, box.right - key.right, box.bottom - key.bottom) > 1.5:
            return "reaches out of its key"
    return ""


def inked(thing: Seen) -> Box:
    """Return where the letters of a text stand."""
    text, box, (left, top) = thing.widget, thing.box, _margins(thing.widget)
    room, face = (box.width - left, box.height - top), _face(thing.widget)
    need = natural(text.text, text.font_size, face, max(1.0, room[0]))
    # Wrapped it is as wide as its column, and a line that is not full has no letters at its end.
    wide = min(natural(text.text, text.font_size, face, None)[0], need[0], room[0])
    high = min(need[1], room[1])
    middle = isinstance(text, FitLabel) and text.align == "middle"
    x = box.middle[0] - wide / 2 if middle else box.left + left
    y = box.top + top + room[1] / 2
    return Box(x, y - high / 2, x + wide, y + high / 2)


def text_small(scene: Scene) -> Iterator[Finding]:
    """A text is under 20 units."""
    for thing in scene.seen:
        if thing.text and thing.widget.font_size < LEAST_TEXT * scene.unit - 0.1:
            yield scene.finding("text small", thing, f"is {thing.widget.font_size / scene.unit:.1f} units")


def text_covered(scene: Scene) -> Iterator[Finding]:
    """Letters lie under something that is drawn over them."""
    for ink, over, common in covered(scene.seen, scene.size):
        name = type(over.thing.widget).__name__
        text = str(cast(TextSprite, ink.part).said[0])
        what = f"{common.width:.0f}x{common.height:.0f} of {text[:40]!r} lie under a part of {name}"
        yield scene.finding("text covered", ink.thing, what)


# -- fingers ------------------------------------------------------------------------------------------------------


_MEASURED: Final[dict[object, tuple[float, float]]] = {}
"""How broad shapes are, as far as that matters, by where all that have one stand."""


def finger(scene: Scene) -> Iterator[Finding]:
    """A target, with half the gap to each of its neighbours, is under 9 mm."""
    things = scene.touchable()
    mm = PX_PER_MM[scene.size]
    drawn = frozenset((thing.widget.text, thing.box) for thing in things if shaped(thing))
    for thing in things:
        if shaped(thing):
            # A map is drawn alike on many pages.
            measured = scene.size, drawn, thing.widget.text, thing.box
            if measured not in _MEASURED:
                _MEASURED[measured] = _chords(scene, thing)
            wide, high = _MEASURED[measured]
        else:
            wide, high = thing.box.width, thing.box.height
        left, top, right, bottom = _gaps(thing, things, WIDEST_GAP_MM * mm)
        wide, high = wide + (left + right) / 2, high + (top + bottom) / 2
        if min(wide, high) < scene.finger - 0.5:
            yield scene.finding("finger", thing, f"is {wide / mm:.1f} x {high / mm:.1f} mm")


def _gaps(thing: Seen, things: Iterable[Seen], most: float) -> tuple[float, float, float, float]:
    """How far it is to the next target on each side, up to `most`; 0 where there is none."""
    box, found = thing.box, [most + 1] * 4
    for other in things:
        b = other.box
        if other is thing or id(other.widget) in thing.parents or id(thing.widget) in other.parents:
            continue
        if b.top < box.bottom and b.bottom > box.top:
            if b.right <= box.left + 1:
                found[0] = min(found[0], max(0.0, box.left - b.right))
            elif b.left >= box.right - 1:
                found[2] = min(found[2], max(0.0, b.left - box.right))
        if b.left < box.right and b.right > box.left:
            if b.bottom <= box.top + 1:
                found[1] = min(found[1], max(0.0, box.top - b.bottom))
            elif b.top >= box.bottom - 1:
                found[3] = min(found[3], max(0.0, b.top - box.bottom))
    left, top, right, bottom = (0.0 if gap > most else gap for gap in found)
    return left, top, right, bottom


def _chords(scene: Scene, thing: Seen) -> tuple[float, float]:
    """How wide and how high a shape is at its middle, or at the best of some places; no more than a finger needs."""
    best, enough = (0.0, 0.0), scene.finger
    for x, y in [thing.box.middle, *grid(thing.box)]:
        if not hits(thing, x, y, scene.size[1]):
            continue
        across = _run(partial(_inside, scene, thing, x, y, 1, 0), thing.box.width, enough)
        along = _run(partial(_inside, scene, thing, x, y, 0, 1), thing.box.height, enough)
        best = max(best, (across, along), key=min)
        if min(best) >= enough:
            break
    return best


def _inside(scene: Scene, thing: Seen, x: float, y: float, across: int, along: int, distance: float) -> bool:
    return hits(thing, x + across * distance, y + along * distance, scene.size[1])


def _run(inside: Callable[[float], bool], most: float, enough: float) -> float:
    """How far it goes on both ways, in pixels; when that is enough, it is not measured to the end."""
    length, step = 1.0, 2.0
    for sign in (-1, 1):
        distance = step
        while distance <= most and length < enough and inside(sign * distance):
            length, distance = length + step, distance + step
        length += distance - 1 <= most and inside(sign * (distance - 1))
    return length


# -- pixels -------------------------------------------------------------------------------------------------------


def low_contrast(scene: Scene) -> Iterator[Finding]:
    """The pixels of a text are under 4.5:1 against its ground; under 3:1 from 30 units."""
    if scene.pixels is None:
        return
    for thing in scene.seen:
        if not thing.text or not isinstance(thing.widget, TextWidget) or not any(c.isprintable() for c in thing.text):
            continue
        box = inked(thing)
        sight = box.cut(thing.sight) if thing.sight else None
        if sight is None or sight.area < SHARE_IN_SIGHT * box.area:
            continue
        ratio = scene.pixels.ink_contrast(*sight.rounded())
        least = LARGE_CONTRAST if thing.widget.font_size >= LARGE_TEXT * scene.unit - 0.1 else LEAST_CONTRAST
        if ratio < least - 0.05:
            yield scene.finding("contrast", thing, f"is {ratio:.1f}:1, wanted {least}:1")


def colour_only(scene: Scene) -> Iterator[Finding]:
    """Things of one sort, side by side, differ in nothing but colour.

    Either two say the same in different colours, or of three and more some share a colour that others have not: that
    tells something apart (what is picked, what is water), and an outline, a mark, another weight or another count of
    words has to say it, too. Where each has a colour of its own, or all but one, the colour is a name beside the
    written one; a field of one's own colour on a ground that all share is such a name, too. What lies on another ground
    lets that shine through.
    """
    if scene.pixels is None:
        return
    rows: dict[tuple[int, str, int, int], list[Seen]] = defaultdict(list)
    for thing in scene.seen:
        parent = thing.widget.parent
        if shaped(thing):
            # Its edge, which tells as much as its colour, does not run along its rectangle.
            continue
        worth = thing.touchable or (
            not isinstance(thing.widget, TextWidget) and words_of(scene.seen, thing) != type(thing.widget).__name__
        )
        if (
            worth
            and thing.sight
            and thing.sight.area > 0.9 * thing.box.area
            and min(thing.box.width, thing.box.height) > 16
        ):
            size = (round(thing.box.height / 6), 0) if not thing.touchable else (0, 0)
            rows[id(parent), type(thing.widget).__name__, *size].append(thing)
    for things in rows.values():
        coloured = [_coloured(scene, thing) for thing in things]
        if not any(one.differs(coloured[0]) for one in coloured):
            continue
        alike: dict[tuple[object, ...], list[Coloured]] = defaultdict(list)
        for one in coloured:
            alike[_signs(scene, one.thing)].append(one)
        for group in alike.values():
            yield from _told_apart(scene, group)


@dataclass(frozen=True)
class Coloured:
    """A thing by its colours.

    Args:
        scene: in which it is.
        thing: itself.
        most: the colour that most of it has.
    """

    scene: Scene
    thing: Seen
    most: Colour

    @cached_property
    def places(self) -> list[Colour]:
        """The colours at places all over it."""
        assert self.scene.pixels is not None
        return self.scene.pixels.across(*drawn(self.thing))

    @cached_property
    def beside(self) -> tuple[Colour, Colour]:
        """The colours of what it lies on, left of it and right of it."""
        return _beside(self.scene, self.thing)

    def differs(self, other: Coloured) -> bool:
        """Whether hardly a place of it has the colour that it has in the other one, by more than what they lie on
        differs."""
        if not far(self.most, other.most):
            return False
        most = FAR + max(map(apart, self.beside, other.beside))
        if not far(self.most, other.most, most):
            return False
        same = sum(not far(one, another, most) for one, another in zip(self.places, other.places, strict=True))
        return same < SHARED * len(self.places)


def _coloured(scene: Scene, thing: Seen) -> Coloured:
    assert scene.pixels is not None
    return Coloured(scene, thing, scene.pixels.ground(*drawn(thing)))


def _beside(scene: Scene, thing: Seen) -> tuple[Colour, Colour]:
    """The colours just left of a thing and right of it; of one at the window's edge the other one twice."""
    assert scene.pixels is not None
    left, top, right, bottom = drawn(thing)
    near, away = (left - BESIDE, left - 1), (right + 1, right + BESIDE)
    edges = near if left > BESIDE else away, away if right + BESIDE < scene.size[0] or left <= BESIDE else near
    one, other = (scene.pixels.ground(west, top, east, bottom) for west, east in edges)
    return one, other


def _told_apart(scene: Scene, group: list[Coloured]) -> Iterator[Finding]:
    said: dict[str, Coloured] = {}
    for one in group:
        words = words_of(scene.seen, one.thing)
        if words in said and one.differs(said[words]) and _as_many_parts(scene, one.thing, said[words].thing):
            odd = min((one, said[words]), key=lambda each: sum(not each.differs(other) for other in group))
            yield scene.finding("colour only", odd.thing, "says the same as another one in another colour")
            return
        said[words] = one
    colours: list[list[Coloured]] = []
    for one in group:
        like = next((c for c in colours if not one.differs(c[0])), None)
        if like is None:
            colours.append([one])
        else:
            like.append(one)
    own = [one for n, one in enumerate(group) if all(far(one.most, other.most, OWN) for other in group[:n])]
    if 2 < len(own) >= len(group) - 1:
        return
    if len(colours) > 1 and max(map(len, colours)) > 1:
        few = min(colours, key=len)[0].thing
        others = words_of(scene.seen, max(colours, key=len)[0].thing)[:40]
        yield scene.finding("colour only", few, f"differs from {others!r} and others by its colour alone")


def _as_many_parts(scene: Scene, one: Seen, other: Seen) -> bool:
    """Whether as much is drawn in two things; one that is struck through has one part more."""
    assert scene.pixels is not None
    return scene.pixels.parts(*one.box.rounded()) == scene.pixels.parts(*other.box.rounded())


def drawn(thing: Seen) -> tuple[int, int, int, int]:
    """Left, top, right and bottom of what is seen of a thing; a finger may come down above and below that."""
    left, top, right, bottom = thing.box.rounded()
    inset = getattr(thing.widget, "inset", 0.0)
    below, above = inset if isinstance(inset, tuple) else (inset, inset)
    return left, top + round(above), right, bottom - round(below)


def apart(one: Colour, other: Colour) -> int:
    """How far two colours are apart, in the channel in which they differ most."""
    return max(abs(a - b) for a, b in zip(one, other, strict=True))


def far(one: Colour, other: Colour, most: int = FAR) -> bool:
    """Whether two colours are meant to be different ones."""
    return apart(one, other) > most


def _signs(scene: Scene, thing: Seen) -> tuple[object, ...]:
    """What tells a thing apart without its colour, whatever its words are."""
    assert scene.pixels is not None
    inside = [s for s in scene.seen if id(thing.widget) in s.chain]
    texts = [s for s in inside if s.text]
    plain = "+-.,:;×()'→&/"
    marks = sum(not (c.isalnum() or c.isspace() or c in plain) for s in texts for c in s.text)
    # What draws its words itself may show a sigil in their place.
    said = [str(part.said[0]) for part in parts_of(thing.widget) if isinstance(part, TextSprite)]
    sigil = any(said) and all(words >= SYMBOLS for words in said if words)
    # What cannot be picked may lie bare on its page.
    most = scene.pixels.ground(*drawn(thing))
    bare = not any(far(most, beside) for beside in _beside(scene, thing))
    weights = tuple(sorted({bool(getattr(s.widget, "bold", False)) for s in texts}))
    return len(texts), marks, sigil, bare, weights, scene.pixels.outline(*drawn(thing))


CHECKS: Final[dict[str, Callable[[Scene], Iterator[Finding]]]] = {
    "overlap": overlap,
    "reach": reach,
    "text cut": text_cut,
    "text covered": text_covered,
    "text small": text_small,
    "finger": finger,
    "contrast": low_contrast,
    "colour only": colour_only,
}


PIXELS: Final = frozenset({"contrast", "colour only"})
"""Checks that need the pixels of a page."""


def judge(scene: Scene, checks: Collection[str] = CHECKS) -> list[Finding]:
    """Return all that is wrong with a page, as these checks see it."""
    return [finding for name, check in CHECKS.items() if name in checks for finding in check(scene)]
