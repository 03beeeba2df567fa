"""The game on other screens of the network: has it served, and told of each step, while it is switched on."""

from __future__ import annotations

import logging
from collections.abc import Callable
from pathlib import Path
from typing import Final

from kivy.clock import Clock
from kivy.event import EventDispatcher
from kivy.properties import NumericProperty

from companion.screens import FILE
from companion.screens.link import PORT, Address, Came, Gone, Restarted, Said, ServerLink
from companion.screens.permits import Permits, forget, kept_for
from companion.screens.room import Asking, Room
from companion.storage.errors import StorageError, why
from companion.storage.game_library import OpenGame
from companion.table.words import _

__all__ = ["Television"]

_FALL: Final = 0.1
"""Seconds after which it is looked again whether dice have landed."""

_log = logging.getLogger(__name__)


class Television(EventDispatcher):
    """Shows one game on other screens. Whoever shows its state binds to `revision`.

    Args:
        data: the data folder.
        theme: returns the name of the theme.
        hides: returns whether dice are falling whose results must not be seen yet.
    """

    revision = NumericProperty(0)
    host = ""
    """Address at which it listens; `port` belongs to it. Tests name one."""
    first_port = PORT

    def __init__(self, data: Path, theme: Callable[[], str], hides: Callable[[], bool]) -> None:
        super().__init__()
        self._data, self._theme, self._hides = data, theme, hides
        self._game: OpenGame | None = None
        self._room: Room | None = None
        self._link: ServerLink | None = None
        self._permits: Permits | None = None
        self._at = Address("", 0)
        self._hear = Clock.create_trigger(lambda _: self._take())
        self._tell = Clock.create_trigger(lambda _: self._publish())
        self._tell_again = Clock.create_trigger(lambda _: self._publish(), _FALL)

    @property
    def on(self) -> bool:
        """True while the game is shown elsewhere."""
        return self._link is not None

    @property
    def address(self) -> str:
        """What is typed in on a television; empty without a network."""
        return f"{self._at.host}:{self._at.port}" if self._at.host else ""

    @property
    def link(self) -> str:
        """The address with the code of the evening, for a QR code. It lets in whoever has it."""
        assert self._permits is not None
        return f"http://{self.address}/#{self._permits.new_code()}"

    @property
    def asking(self) -> list[Asking]:
        """The screens that ask to be let in."""
        return [] if self._room is None else self._room.asking

    @property
    def guests(self) -> int:
        """How many screens look on."""
        return 0 if self._room is None else self._room.guests

    def switch_on(self, game: OpenGame) -> None:
        """Show a game elsewhere. Raises `StorageError`."""
        self.close()
        self._permits = Permits(self._data / FILE, game.path.name)
        try:
            self._permits.new_code()
        except OSError as error:
            raise StorageError(
                _(
                    "The companion cannot remember which screens may look on ({why}). The game is safe; make room or "
                    "mend the disk, then switch this on again."
                ).format(why=why(error))
            ) from error
        # A trigger is the only part of Kivy that is safe to use in another thread.
        self._link = ServerLink(lambda: self._hear(), self.host, self.first_port)
        self._room = Room(game.session, self._permits, self._link.send, self._theme, self._hides, self._changed)
        self._game, game.session.told = game, lambda: self._tell()
        self._changed()

    def resume(self, game: OpenGame) -> None:
        """Show a game elsewhere that was shown when the companion ended; forget permits of any other game."""
        if kept_for(self._data / FILE) == game.path.name:
            self.switch_on(game)
        else:
            self.switch_off()

    def switch_off(self) -> None:
        """Show it no more, and take all permits back."""
        self.close()
        forget(self._data / FILE)
        self._changed()

    def close(self) -> None:
        """Show it no more for now; who was let in comes back with the game."""
        if self._link is not None:
            self._link.close()
        if self._game is not None:
            self._game.session.told = lambda: None
        self._game = self._room = self._link = self._permits = None
        self._at = Address("", 0)
        for trigger in (self._hear, self._tell, self._tell_again):
            trigger.cancel()

    def let_in(self, number: int) -> None:
        """Let a screen in that has asked."""
        if self._room is not None:
            self._room.let_in(number)

    def refuse(self, number: int) -> None:
        """Send a screen away that has asked."""
        if self._room is not None:
            self._room.refuse(number)

    def look_changed(self) -> None:
        """Tell of another theme or language."""
        if self._room is not None:
            self._tell()

    def _changed(self) -> None:
        self.revision += 1

    def _publish(self) -> None:
        if self._room is None:
            return
        try:
            self._room.changed()
        except Exception:  # noqa: BLE001 - the game at the table must not end because of those who look on
            _log.exception("the picture for other screens cannot be made")
            self.switch_off()
            return
        if self._hides():
            self._tell_again()

    def _take(self) -> None:
        room, link = self._room, self._link
        if room is None or link is None:
            return
        guests = room.guests
        for message in link.news():
            match message:
                case Address():
                    self._at = message
                    self._changed()
                case Came(c=number, a=address):
                    room.come(number, address)
                case Said(c=number, m=said):
                    room.take(number, said)
                case Gone(c=number):
                    room.gone(number)
                case Restarted():
                    self._at = Address("", 0)
                    room.forget_all()
        if room.guests != guests:
            self._changed()
