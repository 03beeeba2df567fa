"""What screens are drawn with: pictures that are made once, and parts of which only what differs is changed.

A part belongs to a canvas for good. `put` says where and how it is drawn; what is the same as before costs nothing.
Colours are tints of white pictures, so that one serves all of them. Pictures stand in few textures, the pages: what
follows each other on a canvas is drawn in one go.
"""

from __future__ import annotations

from array import array
from collections import OrderedDict
from collections.abc import Sequence
from functools import cache, lru_cache
from struct import Struct
from typing import Final, Literal
from weakref import WeakValueDictionary, ref

from kivy.graphics import Canvas, Color, InstructionGroup, Mesh
from kivy.graphics.texture import Texture
from kivy.uix.widget import Widget

from layouts import FOLDER
from layouts.colours import CLEAR, Tint
from layouts.corners import Corner, Quad, patch, quads
from layouts.shelf_packer import ShelfPacker
from layouts.typeset import Face, pixels, whole

__all__ = ["QUAD", "RoundedRect", "Sprite", "TextSprite", "follow", "spot", "writing"]

_WHITE: Final = "luminance"
"""All pictures are white: kept is how opaque they are, and nothing else."""
_ACROSS: Final = 2048
"""Pixels across a page: lines are long. It is no higher: some graphics processors take no more."""
_WINDOWS: Final = 8
"""The first page has room for this many windows. What stands in one is drawn without a change of texture, which costs
more than most drawings, in time and in memory."""
_MORE: Final = 2
"""A page that is added when the others are full has room for this many."""
QUAD: Final = Struct("32f")
"""The four corners of a quad: each its place, its place on the page, and its tint."""
_MOST: Final = QUAD.size * 16_383
"""Bytes of the corners of a mesh: an index of more has no room in 16 bits."""
_TALL: Final = 160
"""Height in pixels above which a drawing has a page of its own: it would take a whole row of one."""
_LOW: Final = 96
"""Pixels of height up to which a field has a picture of its own height, which is drawn in a third of the triangles."""
_CORNER: Final = ((b"vPosition", 2, "float"), (b"vTexCoords0", 2, "float"), (b"vTint", 4, "float"))
_SHARES: Final = {"left": 0.0, "middle": 0.5, "right": 1.0}
"""Of a text's width, that lie before the point it stands at."""
_OWN: Final = (-1.0, 1.0, 1.0, 1.0)
"""A colour that no other drawing has: here all corners have their own."""


class _AtlasPage:
    """A texture in which many pictures stand.

    Parts that show pictures of one texture are drawn in one go.
    """

    def __init__(self, wide: int, high: int) -> None:
        self.wide, self.high = wide, high
        self.texture = Texture.create(size=(wide, high), colorfmt=_WHITE)
        # All stands on whole pixels, and what is stretched has no pattern: to look at four points for each pixel would
        # only cost twice as much without a graphics processor.
        self.texture.min_filter = self.texture.mag_filter = "nearest"
        self.shelves = ShelfPacker(wide, high)


class AtlasRegion:
    """A picture on a page. It stays there as long as somebody holds this."""

    def __init__(self, page: _AtlasPage, place: tuple[int, int], wide: int, high: int, turned: bool) -> None:
        self.page, self.width, self.height = page, wide, high
        self._place, self._turned = place, turned
        # Few parts of it are ever shown, and those again and again.
        self.parts: dict[tuple[float, float, float, float], tuple[float, float, float, float]] = {}

    def __del__(self) -> None:
        self.page.shelves.give_back(*self._place, self.width)

    @property
    def pixels(self) -> bytes:
        """The opacity of its pixels, in rows as they were given."""
        shown: bytes = self.page.texture.get_region(*self._place, self.width, self.height).pixels
        return shown[::4]

    def within(self, west: float, south: float, east: float, north: float) -> tuple[float, float, float, float]:
        """Return a part of the region as shares of the page, and remember it in `parts`.

        The part is given in pixels from its lower left.
        """
        (x, y), (wide, high) = self._place, (self.page.wide, self.page.high)
        low, top = (self.height - south, self.height - north) if self._turned else (south, north)
        found = (x + west) / wide, (y + low) / high, (x + east) / wide, (y + top) / high
        self.parts[west, south, east, north] = found
        return found


_pages: list[_AtlasPage] = []
_writings: OrderedDict[tuple[object, ...], AtlasRegion] = OrderedDict()
"""The texts that were drawn last."""
_standing: WeakValueDictionary[tuple[object, ...], AtlasRegion] = WeakValueDictionary()
"""All texts that somebody holds."""


def spot(wide: int, high: int, pixels: bytes, *, turned: bool = False) -> AtlasRegion:
    """Put a picture on a page.

    Args:
        wide: in pixels.
        high: in pixels.
        pixels: how opaque each is.
        turned: whether their rows begin with the upper one.
    """
    found = _place(wide, high)
    if found is None:
        _forget_old()
        found = _place(wide, high) or _place(wide, high, anywhere=True)
    if found is None:
        _pages[:] = [page for page in _pages if not page.shelves.empty]
        page = _AtlasPage(_ACROSS, _page_height())
        _pages.append(page)
        found = page, page.shelves.take(wide, high) or (0, 0)
    found[0].texture.blit_buffer(pixels, size=(wide, high), pos=found[1], colorfmt=_WHITE, bufferfmt="ubyte")
    return AtlasRegion(*found, wide, high, turned)


def _forget_old() -> None:
    """Forget the older half of the texts that were drawn: what nobody shows of it leaves its place to others."""
    for _ in range(len(_writings) // 2):
        _writings.popitem(last=False)


def _page_height() -> int:
    # To import it opens the window.
    from kivy.core.window import Window

    wide, high = map(int, Window.system_size)
    windows = _MORE if _pages else _WINDOWS
    return max(_TALL, min(_ACROSS, windows * wide * high // _ACROSS))


def _place(wide: int, high: int, *, anywhere: bool = False) -> tuple[_AtlasPage, tuple[int, int]] | None:
    if high > _TALL or wide > _ACROSS:
        page = _AtlasPage(wide, high)
        return page, page.shelves.take(wide, high) or (0, 0)
    for page in _pages:
        place = page.shelves.take(wide, high, anywhere=anywhere)
        if place is not None:
            return page, place
    return None


def writing(text: str, face: Face, size: float, width: float = 0, align: str = "left") -> AtlasRegion:
    """Return the text as a picture, drawn once and remembered; the arguments are those of `pixels`."""
    key = text, face, size, width, align
    found = _standing.get(key)
    if found is None:
        found = _standing[key] = spot(*pixels(text, face, size, width, align), turned=True)
    _writings[key] = found
    _writings.move_to_end(key)
    return found


@lru_cache(maxsize=200)
def _patch(radius: int, corners: Corner, ring: int, height: int) -> AtlasRegion:
    """Return a field that can be stretched; the arguments are those of `patch`."""
    return spot(*patch(radius, corners, ring, height))


@lru_cache(maxsize=256)
def _triangles(quads: int) -> array[int]:
    """Return the indices of the triangles of this many quads."""
    return array("H", (4 * quad + corner for quad in range(quads) for corner in (0, 1, 2, 0, 2, 3)))


class Batch(InstructionGroup):
    """Parts that follow each other on a canvas, drawn in one go."""

    @staticmethod
    def at_the_end(canvas: Canvas) -> Batch:
        """Return the one that ends a canvas; a new one if that ends with anything else."""
        drawn = canvas.children
        last = drawn[-1 - getattr(canvas, "has_after", False) :][:1]
        if last and isinstance(last[0], Batch):
            return last[0]
        _prepare()
        batch = Batch()
        canvas.add(batch)
        return batch

    def __init__(self) -> None:
        super().__init__()
        self.parts: list[Sprite] = []
        self._meshes: list[Mesh] = []
        self._shown = 0
        self._waits = False

    def later(self) -> None:
        """Have it follow its parts before the next picture."""
        if not self._waits:
            self._waits = True
            _changed.append(ref(self))
            self.flag_update()

    def follow(self) -> None:
        """Be drawn as the parts are now."""
        self._waits = False
        runs: list[tuple[Texture, list[bytes]]] = []
        room = 0
        for part in self.parts:
            picture = part.spot
            if picture is not None and (corners := part.vertices()):
                texture, size = picture.page.texture, len(corners)
                if not runs or runs[-1][0] is not texture or size > room:
                    runs.append((texture, []))
                    room = _MOST
                runs[-1][1].append(corners)
                room -= size
        if len(runs) != self._shown:
            self._show(len(runs))
        for mesh, (texture, drawn) in zip(self._meshes, runs, strict=False):
            if mesh.texture is not texture:
                mesh.texture = texture
            vertices = array("f", b"".join(drawn))
            if len(mesh.vertices) != len(vertices):
                mesh.indices = _triangles(vertices.itemsize * len(vertices) // QUAD.size)
            mesh.vertices = vertices

    def _show(self, number: int) -> None:
        """Show this many meshes."""
        self._shown = number
        self._meshes += [Mesh(fmt=_CORNER, mode="triangles") for _ in range(len(self._meshes), number)]
        self.clear()
        for instruction in (Color(*_OWN), *self._meshes[:number]) if number else ():
            self.add(instruction)


_changed: list[ref[Batch]] = []
"""Batches that have yet to follow their parts. What is gone before it is drawn need not follow."""


def follow(*_: object) -> None:
    """Have all drawings follow their parts, as is done before each picture; what is in none need not wait for one."""
    waiting = _changed[:]
    _changed.clear()
    for known in waiting:
        if (batch := known()) is not None:
            batch.follow()


def tint_shaders() -> tuple[str, str]:
    """Return the sources of the shaders that tint each corner: for corners, and for pixels."""
    corners, pixels = ((FOLDER / f"tints.{kind}").read_text(encoding="utf-8") for kind in ("vs", "fs"))
    return corners, pixels


@cache
def _prepare() -> None:
    """Install the shader that tints each corner, and make meshes when a picture is made."""
    # To import it opens the window.
    from kivy.core.window import Window

    shader = Window.render_context.shader
    shader.vs, shader.fs = tint_shaders()
    Window.bind(on_draw=follow)


class Sprite:
    """A tinted picture on a canvas. What is hidden or wholly clear costs nothing when the canvas is drawn.

    Args:
        canvas: where it is drawn.
    """

    _light, _top, _high = 0.0, 0, 1
    """By how much its lower edge is darker, 0 to 1; its upper edge and its height, in pixels."""

    def __init__(self, canvas: Canvas) -> None:
        self._tint: tuple[float, ...] = CLEAR
        self._quads: Sequence[Quad] = ()
        self._picture: AtlasRegion | None = None
        self._vertices: bytes | None = None
        self._batch = Batch.at_the_end(canvas)
        self._batch.parts.append(self)

    @property
    def spot(self) -> AtlasRegion | None:
        """The picture that it shows; None if nothing is to be seen."""
        return self._picture if self._tint[3] > 0 else None

    def tint(self, colour: Tint) -> None:
        """Give it another colour."""
        wanted = tuple(colour)
        if wanted != self._tint:
            self._tint, self._vertices = wanted, None
            self._batch.later()

    def hide(self) -> None:
        """Draw nothing until it is put somewhere again."""
        if self._tint[3] > 0:
            self.tint(CLEAR)

    def lay(self, picture: AtlasRegion, quads: Sequence[Quad]) -> None:
        """Show a picture, or parts of it, at places of the window."""
        self._picture, self._quads, self._vertices = picture, quads, None
        self._batch.later()

    def vertices(self) -> bytes:
        """Return the corners of its quads, each as in `QUAD`."""
        picture = self._picture
        if self._vertices is None and picture is not None:
            found, parts = list[float](), picture.parts
            below = above = self._tint
            # What lets its ground through takes its light from there.
            shaded = self._light and self._tint[3] == 1
            if shaded:
                edges = {edge for quad in self._quads for edge in (quad[1], quad[3])}
                tints = {edge: self._tint_at(edge) for edge in edges}
            for left, low, right, top, u, v, w, h in self._quads:
                west, south, east, north = parts.get((u, v, w, h)) or picture.within(u, v, w, h)
                if shaded:
                    below, above = tints[low], tints[top]
                found += left, low, west, south, *below, right, low, east, south, *below
                found += right, top, east, north, *above, left, top, west, north, *above
            self._vertices = array("f", found).tobytes()
        return self._vertices or b""

    def _tint_at(self, height: float) -> tuple[float, ...]:
        """Return its colour at a height of the window, in pixels."""
        red, green, blue, opaque = self._tint
        light = 1 - self._light * (self._top - height) / self._high
        return red * light, green * light, blue * light, opaque


class RoundedRect(Sprite):
    """A rounded field of colour, with soft light from above.

    Args:
        canvas: where it is drawn.
        corners: those that are round.
        ring: units of width of the line, where it is an outline only.
        light: by how much the lower edge is darker, 0 to 1.
    """

    def __init__(self, canvas: Canvas, corners: Corner = Corner.ALL, ring: float = 0, light: float = 0.16) -> None:
        super().__init__(canvas)
        self._corners, self._ring, self._light = corners, ring, 0.0 if ring else light
        self._wanted: tuple[float, ...] = ()
        self._shape: tuple[int, tuple[int, int, int, int]] | None = None

    @property
    def rect(self) -> tuple[int, int, int, int]:
        """Its last place: left, low, width and height in pixels."""
        return self._shape[1] if self._shape else (0, 0, 0, 0)

    def put(self, x: float, y: float, width: float, height: float, colour: Tint, radius: float) -> None:
        """Draw it there; all in pixels from the lower left."""
        self.tint(colour)
        wanted = x, y, width, height, radius
        if self._tint[3] <= 0 or wanted == self._wanted:
            return
        self._wanted = wanted
        left, low = round(x), round(y)
        rect = left, low, round(x + width) - left, round(y + height) - low
        radius = max(1, round(min(radius, rect[2] / 2 - 1, rect[3] / 2 - 1)))
        if (radius, rect) != self._shape:
            self._shape, self._top, self._high = (radius, rect), rect[1] + rect[3], rect[3]
            # A ring is counted in units of a small display, of which its corner is about ten.
            line = max(1, round(self._ring * radius / 10)) if self._ring else 0
            picture = _patch(radius, self._corners, line, rect[3] if 0 < rect[3] <= _LOW else 0)
            self.lay(picture, quads(rect, radius, line, picture.height) if min(rect[2:]) > 0 else ())

    def cover(self, widget: Widget, colour: Tint, radius: float) -> None:
        """Draw it where a widget is; the radius in pixels."""
        self.put(widget.x, widget.y, widget.width, widget.height, colour, radius)


class TextSprite(Sprite):
    """A text, or a symbol as one character of it."""

    def __init__(self, canvas: Canvas) -> None:
        super().__init__(canvas)
        self.said: tuple[object, ...] = ()
        self._place: tuple[int, int] = (0, 0)
        self.width = self.height = 0

    @property
    def rect(self) -> tuple[int, int, int, int]:
        """Its last place: left, low, width and height in pixels."""
        return *self._place, self.width, self.height

    def put(
        self,
        text: str,
        face: Face,
        size: float,
        colour: Tint,
        x: float,
        y: float,
        anchor: Literal["left", "middle", "right"] = "left",
        wrap: float = 0,
    ) -> None:
        """Draw it there.

        Args:
            text: nothing is drawn if it is empty.
            face: which voice of type.
            size: of the type, in pixels.
            colour: its tint.
            x: of its left end, its middle or its right end, as `anchor` says; pixels.
            y: of the middle of its height, in pixels.
            anchor: which of its points `x` is; lines of several are aligned so, too.
            wrap: where lines are broken, in pixels; 0 for one line.
        """
        if not text:
            self.width = self.height = 0
            self.said, self._picture = (), None
            self.hide()
            return
        size, wrap = whole(size, text), wrap and round(wrap)
        said = text, face, size, wrap, anchor
        if said != self.said:
            self.said = said
            align = "center" if anchor == "middle" else anchor
            self._picture = writing(text, face, size, wrap, align)
            self.width, self.height = self._picture.width, self._picture.height
            self._place = (-1, -1)
        left = x - _SHARES[anchor] * self.width
        place = round(left), round(y - self.height / 2)
        if place != self._place and self._picture is not None:
            self._place = place
            across, up = place
            quad = (across, up, across + self.width, up + self.height, 0, 0, self.width, self.height)
            self.lay(self._picture, (quad,))
        self.tint(colour)

    def clip(self, left: float, right: float) -> None:
        """Draw only what lies between two places, in pixels; the next `put` draws all of it again."""
        picture, (across, up) = self._picture, self._place
        if picture is None:
            return
        begin, end = max(across, round(left)), min(across + self.width, round(right))
        place = (begin, up, end, up + self.height, begin - across, 0, end - across, self.height)
        self.lay(picture, (place,) if end > begin else ())
        self._place = (-1, -1)
