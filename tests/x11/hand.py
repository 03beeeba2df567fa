"""A finger that X moves on the started app, for which the app tells where its keys stand and whether it takes touches.

What a test waits for is told, never guessed by time.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from companion.table.session import Session
from tests.x11 import glass
from tests.x11.games import on_the_table
from tests.x11.product import Product
from tests.x11.screen import Screen

BEFORE: Final = "from tests.x11 import glass; glass.install(); "


class Hand:
    """A finger on the started app, and eyes that know where its keys stand.

    Args:
        display: where it runs.
        product: the app.
        game: the file of the game on the table.
        notes: what the app tells of its keys.
    """

    def __init__(self, display: Screen, product: Product, game: Path, notes: Path) -> None:
        self.display, self.product, self.game, self._notes = display, product, game, notes
        self.began = 0

    @property
    def seen(self) -> dict[str, Any]:
        """The page in front and its keys."""
        found: dict[str, Any] = (
            json.loads(self._notes.read_text()) if self._notes.exists() else {"page": "", "keys": {}}
        )
        return found

    def find(self, words: str, share: float = 0.5) -> tuple[float, float]:
        """A point of the key whose words begin so, that far from its left, as soon as it stands there."""
        self.display.until(lambda: self.box(words), f"a key {words!r}")
        left, top, right, bottom = self.box(words)
        return left + share * (right - left), (top + bottom) / 2

    def box(self, words: str) -> list[float]:
        """Where that key stands; empty if it does not."""
        found: dict[str, list[float]] = self.seen["keys"]
        return next((box for name, box in found.items() if name.startswith(words)), [])

    def tap(self, words: str, aside: int = 0) -> None:
        """Tap a key once the page takes touches, so many pixels beside its middle."""
        self.display.until(lambda: self.seen.get("settled"), "the question takes touches")
        x, y = self.find(words)
        self.display.tap(x + aside, y)

    def ready(self, entries: int) -> None:
        """Wait until the game in front has so many entries, and its question takes touches."""

        def is_ready() -> bool:
            seen = self.seen
            return seen.get("entries") == entries and bool(seen["settled"] and seen["open"])

        self.display.until(is_ready, f"a game of {entries} entries takes touches")

    def page(self, name: str) -> None:
        """Wait for a page."""
        self.display.until(lambda: self.seen["page"] == name and self.seen["open"], f"{name} is in front")

    def entries(self) -> list[dict[str, Any]]:
        """What was written into the game since the app was started, undo too."""
        return self.product.records(self.game)[self.began :]

    def light(self) -> int:
        """How bright the brightest of some points across the display is."""
        picture = self.display.picture()
        return max(max(picture.at(x, y)) for x in range(6, picture.width, 37) for y in range(6, picture.height, 23))


@contextmanager
def hand(
    screens: Callable[[int, int], Screen],
    folder: Path,
    moment: Callable[[Session[Any]], bool],
    hook: Mapping[str, str] | None = None,
    **settings: Any,
) -> Iterator[Hand]:
    """A game that stands at a moment, on the table of the started app, and a hand on it."""
    game = on_the_table(folder / "data", "cthulhu_wars", moment, tower="off", **{"dim": "never", **settings})
    told = folder / "glass.json"
    environment = {glass.NOTES: str(told), **(hook or {})}
    with (
        screens(800, 480) as display,
        Product(display, folder / "data", before=BEFORE, **environment) as product,
    ):
        found = Hand(display, product, game, told)
        display.until(lambda: found.seen["page"] == "TablePage", "the game is on the table")
        found.began = len(product.records(game))
        yield found
