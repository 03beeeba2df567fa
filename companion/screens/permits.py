"""Who may come in: the code of an evening, and the tokens of screens that were let in. Only their digests are kept."""

from __future__ import annotations

import base64
import os
from contextlib import suppress
from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct

from companion.table.digest import sha256
from companion.table.ordinary_file import read_file

CODE: Final = 9
"""Bytes of a code: 72 bits."""
TOKEN: Final = 16
"""Bytes of a token: 128 bits."""
MOST: Final = 8
"""Screens that are let in; one more takes the place of the first."""
_LARGEST: Final = 4096


class _Kept(Struct, frozen=True):
    game: str
    code: str
    tokens: tuple[str, ...]


class Permits:
    """The permits of one game, in a file for its owner's eyes alone.

    Args:
        path: the file.
        game: name of the game's file; permits of another game are worth nothing.
    """

    def __init__(self, path: Path, game: str) -> None:
        self._path, self._game = path, game
        self.code = ""
        kept = _read(path)
        if kept is not None and kept.game == game:
            self._code, self._tokens = kept.code, kept.tokens
        else:
            self._code, self._tokens = "", ()

    def new_code(self) -> str:
        """Make the code of this evening, unless there is one that is known, and return it."""
        if not self.code:
            self.code = _secret(CODE)
            self._code = _digest(self.code)
            self._write()
        return self.code

    def is_code(self, code: str) -> bool:
        """Return whether this is the code of this evening."""
        return bool(self._code) and _digest(code) == self._code

    def is_token(self, token: str) -> bool:
        """Return whether this is the token of a screen that was let in."""
        return _digest(token) in self._tokens

    def let_in(self) -> str:
        """Return a new token."""
        token = _secret(TOKEN)
        self._tokens = (*self._tokens, _digest(token))[-MOST:]
        # On a disk that takes nothing it is good until the companion ends.
        with suppress(OSError):
            self._write()
        return token

    def forget(self) -> None:
        """Take all permits back."""
        self.code, self._code, self._tokens = "", "", ()
        forget(self._path)

    def _write(self) -> None:
        """Write the file anew. Raises `OSError`."""
        fresh = self._path.with_suffix(".new")
        fresh.unlink(missing_ok=True)
        descriptor = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
        with os.fdopen(descriptor, "wb") as file:
            file.write(msgspec.json.encode(_Kept(self._game, self._code, self._tokens)))
        fresh.replace(self._path)


def forget(path: Path) -> None:
    """Forget the permits in a file; a disk that takes nothing keeps them for the same game, which they belong to."""
    with suppress(OSError):
        path.unlink(missing_ok=True)


def kept_for(path: Path) -> str:
    """Return the name of the game whose permits are kept in a file; empty if there are none."""
    kept = _read(path)
    return "" if kept is None else kept.game


def _read(path: Path) -> _Kept | None:
    # Whatever lies there instead is no permit.
    with suppress(OSError, msgspec.MsgspecError):
        return msgspec.json.decode(read_file(path, _LARGEST), type=_Kept)
    return None


def _secret(number: int) -> str:
    return base64.urlsafe_b64encode(os.urandom(number)).rstrip(b"=").decode()


def _digest(secret: str) -> str:
    return str(sha256(secret.encode()).hexdigest())
