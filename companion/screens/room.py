"""Who is let in, and what they are told. It runs in the thread of the session and knows no socket.

`take` gets what a connection says; `send` is called with what it is told. A stranger's line may be anything.
"""

from __future__ import annotations

import os
import time
from collections import OrderedDict
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final

import msgspec
from msgspec import Struct

from companion.screens.permits import Permits
from companion.screens.seen import Seen, page_words, seen, with_dice
from companion.table.session import Session
from companion.table.words import N_, _

__all__ = ["NOUNS", "Asking", "Room"]

PROTOCOL: Final = 1
WRONG: Final = 5
"""Wrong codes from an address after which it must wait."""
PAUSE: Final = 60.0
"""Seconds that it must wait."""
_ADDRESSES: Final = 64
"""Addresses of which wrong codes are remembered."""
MOST_ASKING: Final = 8
MOST_IN: Final = 8
_LONGEST: Final = 64
"""Characters of a code, a token or an epoch."""

NOUNS: Final = (
    N_("Anchor"),
    N_("Bell"),
    N_("Bridge"),
    N_("Candle"),
    N_("Cloud"),
    N_("Crow"),
    N_("Feather"),
    N_("Forest"),
    N_("Fox"),
    N_("Island"),
    N_("Lantern"),
    N_("Mirror"),
    N_("Owl"),
    N_("River"),
    N_("Ship"),
    N_("Spider"),
)
"""Words of which two tell a screen that asks from another."""

_ENCODE: Final = msgspec.json.Encoder().encode
Send = Callable[[Sequence[int], str, bytes], None]


class Have(Struct, frozen=True):
    """Which picture a screen has already."""

    epoch: str = ""
    rev: int = -1


class Hello(Struct, frozen=True):
    """What a screen says first, and the only thing that it may say."""

    t: str
    code: str = ""
    token: str = ""
    have: Have = Have()


class Asking(Struct, frozen=True):
    """A screen that asks to be let in."""

    number: int
    address: str
    words: tuple[str, str]


class Room:
    """Everybody who looks on at a game.

    Args:
        session: of the game.
        permits: of the game.
        send: sends bytes to connections: `snap` (only the newest counts), `in` (they are let in), `say`, `bye`.
        theme: returns the name of the theme.
        hides: returns whether dice are falling whose results must not be seen yet.
        asked: called when other screens ask to be let in.
        now: returns the time in seconds.
    """

    def __init__(
        self,
        session: Session[Any],
        permits: Permits,
        send: Send,
        theme: Callable[[], str],
        hides: Callable[[], bool] = lambda: False,
        asked: Callable[[], None] = lambda: None,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self._session, self._permits, self._send = session, permits, send
        self._theme, self._hides, self._on_asked, self._now = theme, hides, asked, now
        self._addresses: dict[int, str] = {}
        self._in: list[int] = []
        self._asking: dict[int, Asking] = {}
        self._wrong: OrderedDict[str, tuple[int, float]] = OrderedDict()
        self.revision = 0
        self._picture: Seen = seen(session, theme())
        self._told = b""
        self._draw()

    @property
    def asking(self) -> list[Asking]:
        """The screens that ask to be let in, the first one first."""
        return [*self._asking.values()]

    @property
    def guests(self) -> int:
        """How many screens look on."""
        return len(self._in)

    def changed(self) -> None:
        """Tell everybody what is to be seen now, if that has changed."""
        now = seen(self._session, self._theme())
        if self._hides():
            now = with_dice(self._picture, now)
        if now == self._picture:
            return
        self._picture = now
        self.revision += 1
        self._draw()
        if self._in:
            self._send(self._in, "snap", self._told)

    def forget_all(self) -> None:
        """Forget all connections: the process that had them has ended."""
        self._addresses.clear()
        self._in.clear()
        self._asking.clear()
        self._on_asked()

    # -- from the network ---------------------------------------------------------------------------------------

    def come(self, number: int, address: str) -> None:
        """Note a connection."""
        self._addresses[number] = address

    def gone(self, number: int) -> None:
        """Forget a connection."""
        self._addresses.pop(number, None)
        if number in self._in:
            self._in.remove(number)
        if self._asking.pop(number, None) is not None:
            self._on_asked()

    def take(self, number: int, said: str) -> None:
        """Answer what a connection says."""
        if number not in self._addresses:
            return
        try:
            hello = msgspec.json.decode(said, type=Hello)
        except (msgspec.MsgspecError, RecursionError, ValueError):
            hello = None
        long = hello is not None and max(map(len, (hello.code, hello.token, hello.have.epoch))) > _LONGEST
        if hello is None or hello.t != "hello" or long or number in self._in or number in self._asking:
            self._close(number, "bad")
        elif self._must_wait(self._addresses[number]):
            self._close(number, "later")
        else:
            self._answer(number, hello)

    def _answer(self, number: int, hello: Hello) -> None:
        address = self._addresses[number]
        if hello.token and self._permits.is_token(hello.token):
            self._welcome(number, "", hello.have)
        elif hello.code and self._permits.is_code(hello.code):
            self._welcome(number, self._permits.let_in(), hello.have)
        elif hello.token or hello.code:
            wrong, __ = self._wrong.pop(address, (0, 0.0))
            self._wrong[address] = wrong + 1, self._now() + PAUSE
            while len(self._wrong) > _ADDRESSES:
                self._wrong.popitem(last=False)
            self._close(number, "who")
        elif len(self._asking) >= MOST_ASKING or any(one.address == address for one in self.asking):
            self._close(number, "full")
        else:
            asking = self._asking[number] = Asking(number, address, self._two_words())
            self._say(number, "say", t="wait", two=asking.words, words=page_words())
            self._on_asked()

    def _must_wait(self, address: str) -> bool:
        wrong, until = self._wrong.get(address, (0, 0.0))
        if wrong and until <= self._now():
            del self._wrong[address]
            return False
        return wrong >= WRONG

    # -- from the table -----------------------------------------------------------------------------------------

    def let_in(self, number: int) -> None:
        """Let a screen in that has asked; the table has said so. Nothing happens if it is gone."""
        if self._asking.pop(number, None) is not None:
            self._welcome(number, self._permits.let_in(), Have())
            self._on_asked()

    def refuse(self, number: int) -> None:
        """Send a screen away that has asked."""
        if self._asking.pop(number, None) is not None:
            self._close(number, "no")
            self._on_asked()

    # -- telling ------------------------------------------------------------------------------------------------

    def _welcome(self, number: int, token: str, have: Have) -> None:
        if len(self._in) >= MOST_IN:
            self._close(number, "full")
            return
        self._in.append(number)
        epoch = self._session.epoch
        self._say(number, "in", t="in", v=PROTOCOL, token=token, epoch=epoch, words=page_words())
        if have == Have(epoch, self.revision):
            self._say(number, "say", t="same", rev=self.revision)
        else:
            self._send([number], "snap", self._told)

    def _draw(self) -> None:
        what = {"t": "snap", "epoch": self._session.epoch, "rev": self.revision, "seen": self._picture}
        self._told = _ENCODE(what)

    def _say(self, number: int, kind: str, **what: Any) -> None:
        self._send([number], kind, _ENCODE(what))

    def _close(self, number: int, why: str) -> None:
        if number in self._in:
            self._in.remove(number)
        self._say(number, "bye", t="bye", why=why, words=page_words())

    def _two_words(self) -> tuple[str, str]:
        taken = [one.words for one in self.asking]
        pairs = ((_(NOUNS[one % len(NOUNS)]), _(NOUNS[other % len(NOUNS)])) for one, other in _endless())
        return next(pair for pair in pairs if pair not in taken and pair[0] != pair[1])


def _endless() -> Iterable[tuple[int, int]]:
    """Return pairs of numbers by chance, without end."""
    while True:
        one, other = os.urandom(2)
        yield one, other
