"""The choice that the button `next` would take, stepped through by knob or button, with a ring around it."""

from __future__ import annotations

from collections.abc import Iterator

from kivy.uix.widget import Widget

from companion.app.look.drawn import Tapped
from companion.app.look.host import FrontPage
from companion.app.look.pager import Pager

__all__ = ["Focus"]


class Focus:
    """A ring around one key of a page, or around none: then the verb button is meant."""

    def __init__(self) -> None:
        self._key: Tapped | None = None

    @property
    def on(self) -> bool:
        """Whether the ring is around a key."""
        return self._key is not None

    def clear(self) -> None:
        """Take the ring away."""
        if self._key is not None:
            self._key.focused = False
            self._key = None

    def step(self, page: FrontPage, by: int, *, farther: bool = False) -> None:
        """Move the ring over the choices of a page, and past the last to the verb button if that can be used.

        Args:
            page: whose.
            by: so many steps.
            farther: to all else that can be tapped on the page, too, after the verb button.
        """
        stops: list[Tapped | None] = [*keys_of(page.choices())]
        if page.verb.ready or not stops:
            stops.append(None)
        if farther:
            stops += beyond(page)
        now = self._key if self._key in stops else None
        place = stops.index(now) if now in stops else (-1 if by > 0 else 0)
        self.clear()
        self._key = stops[(place + by) % len(stops)]
        if self._key is not None:
            self._key.focused = True
            _into_sight(self._key)

    def use(self, page: FrontPage) -> bool:
        """Use the key with the ring; return whether there was one."""
        key = self._key
        if key is None or key not in [*keys_of(page.choices()), *beyond(page)]:
            self.clear()
            return False
        key.dispatch("on_use")
        return True


def beyond(page: FrontPage) -> list[Tapped]:
    """Return what a page has to tap besides its choices and the verb button, as far as it is in sight."""
    return [key for part in page.beyond() if part.get_root_window() for key in keys_of(part) if key.opacity]


def keys_of(root: Widget) -> list[Tapped]:
    """Return the keys under a widget that can be used now, as they are read: from the top, left to right."""
    found = [w for w in root.walk(restrict=True) if isinstance(w, Tapped) and w.usable and _in_column(w)]
    return sorted(found, key=lambda key: _reading_order(key))


def _reading_order(key: Tapped) -> tuple[int, int]:
    x, y = key.to_window(*key.pos)
    return -round(y + key.height), round(x)


def _in_column(key: Tapped) -> bool:
    """Whether a key is no part of a pager itself, which it would scroll."""
    pager = _pager_of(key)
    return pager is None or any(widget is pager.column.__self__ for widget in _around(key))


def _around(key: Tapped) -> Iterator[Widget]:
    """The widgets that a key lies in, the nearest first; a window is its own parent."""
    parent = key.parent
    while parent is not None and parent.parent is not parent:
        yield parent
        parent = parent.parent


def _pager_of(key: Tapped) -> Pager | None:
    return next((widget for widget in _around(key) if isinstance(widget, Pager)), None)


def _into_sight(key: Tapped) -> None:
    pager = _pager_of(key)
    if pager is not None:
        pager.show(key)
