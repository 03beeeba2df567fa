"""What people set once and expect to find again, kept as JSON beside the games.

The file is people's own: it is written by hand, too. What cannot be read in it is never written over, and what this
version does not know stays in it.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final, Literal, get_args, get_origin

import msgspec

from companion.shelf.errors import ShelfError, why
from companion.shelf.whole_file import write_whole
from companion.table.words import N_, _, n_

_LONGEST: Final = 1_000_000
"""Bytes; no settings are longer."""

_TOLD: Final = 3
"""So many mistakes are told at once."""


class Settings(msgspec.Struct):
    """The settings.

    Args:
        theme: colours of the screen.
        text: size of all text.
        language: code of the one in use (`companion.table.words.languages`); English if it is not there.
        dice: what the verb button offers for a roll: the tower, the app's dice, typing in, or whichever people tap.
        odds: whether the chances of a roll are shown where a game works them out.
        turn: whether prompts turn to face a player on the far side, or the whole picture the side of who decides.
        rotation: by how many degrees the whole picture is turned, touches with it.
        brightness: of the screen, in percent.
        dim: minutes without a touch after which it is dimmed; after three times as long it is dark.
        screen: whether the window fills the display (`companion.app.start.display.takes_all`).
        far_side: ids of the players who sit there.
        left_side: ids of the players who sit on the left.
        right_side: ids of the players who sit on the right.
        tower: whether a dice tower is looked for.
        tower_port: where: `auto`, a device, `socket://host:port` or `rfc2217://host:port`.
        tower_mode: whether the tower makes the faces (`g`) or reads real dice (`r`).
        wiring: which pin does what (`firmware_bridge.wiring`); empty without buttons.
        copies: where games are copied each turn: `auto` for every USB stick, `off`, or a folder.
        open_game: file name of the game on the table, so that it comes back after a power cut.
    """

    theme: Literal["dark", "light", "contrast", "candle"] = "dark"
    text: Literal["S", "M", "L", "XL"] = "M"
    language: str = "en"
    dice: Literal["ask", "tower", "here", "type"] = "ask"
    odds: Literal["off", "on"] = "off"
    turn: Literal["off", "180", "sides"] = "off"
    rotation: Literal["0", "90", "180", "270"] = "0"
    brightness: Literal["25", "50", "75", "100"] = "100"
    dim: Literal["never", "1", "2", "5", "10"] = "5"
    screen: Literal["auto", "full", "window"] = "auto"
    far_side: list[str] = []
    left_side: list[str] = []
    right_side: list[str] = []
    tower: Literal["on", "off"] = "on"
    tower_port: str = "auto"
    tower_mode: Literal["g", "r"] = "g"
    wiring: dict[str, Any] = {}
    copies: str = "auto"
    open_game: str = ""

    @classmethod
    def load(cls, path: Path) -> Settings:
        """Read the settings; what is missing or cannot be read keeps its default (`mistakes` says what that is)."""
        try:
            stored = _stored(path)
        except ShelfError:
            stored = {}
        return cls(**{name: stored[name] for name in stored.keys() & _TYPES.keys() if _fits(name, stored[name])})

    def save(self, path: Path) -> None:
        """Write the settings so that a power cut leaves either the old file or the new one.

        What stands in the file and could not be read stays as it is, as long as nothing else was chosen instead.

        Raises:
            ShelfError: the file is not as the companion writes it, or the disk refuses; it is unchanged.
        """
        kept = _stored(path)
        default = Settings()
        for name in _TYPES:
            value = getattr(self, name)
            if name not in kept or _fits(name, kept[name]) or value != getattr(default, name):
                kept[name] = value
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            write_whole(path, json.dumps(kept, indent=1).encode())
        except OSError as error:
            raise ShelfError(
                _("The settings cannot be kept in {path}: {why}. All else goes on.").format(path=path, why=why(error))
            ) from error


def mistakes(path: Path) -> str:
    """Say what in the settings file could not be read, and what was done instead; empty if all is well."""
    try:
        stored = _stored(path)
    except ShelfError as error:
        return str(error)
    found = [_wrong(name, value) for name, value in stored.items() if name in _TYPES and not _fits(name, value)]
    found += [
        _("“{name}” means nothing here and is left as it is.").format(name=name[:40])
        for name in stored
        if name not in _TYPES
    ]
    left = len(found) - _TOLD
    more = [n_("There is {n} more mistake.", "There are {n} more mistakes.", left).format(n=left)] if left > 0 else []
    return "\n".join([_("In {path}:").format(path=path), *found[:_TOLD], *more]) if found else ""


_TYPES: Final = {info.name: info.type for info in msgspec.structs.fields(Settings)}

CHOICES: Final[dict[str, tuple[str, ...]]] = {
    name: get_args(kind) for name, kind in _TYPES.items() if get_origin(kind) is Literal
}
"""The values that each setting may take."""

_WANTED: Final = {list[str]: N_("a list of names in quotes"), str: N_("some text in quotes")}


def _fits(name: str, value: Any) -> bool:
    try:
        msgspec.convert(value, _TYPES[name])
    except msgspec.ValidationError:
        return False
    return True


def _wrong(name: str, value: Any) -> str:
    wanted = (
        _("one of {choices}").format(choices=", ".join(CHOICES[name]))
        if name in CHOICES
        else _(_WANTED.get(_TYPES[name], N_("a table { }")))
    )
    shown = json.dumps(value, ensure_ascii=False)
    shown = shown if len(shown) <= 30 else f"{shown[:30]}…"
    return _("“{name}” is {shown}, and must be {wanted}. It is left as it is; the default is used.").format(
        name=name, shown=shown, wanted=wanted
    )


def _stored(path: Path) -> dict[str, Any]:
    """Return what stands in the file; nothing if there is none. Raises `ShelfError`."""
    try:
        if not path.exists():
            return {}
        if not path.is_file() or path.stat().st_size > _LONGEST:
            raise _unreadable(path, _("it is no file of settings"))
        stored = json.loads(path.read_text(encoding="utf-8"))
        json.dumps(stored, ensure_ascii=False).encode()
    except ShelfError:
        raise
    except json.JSONDecodeError as error:
        raise _unreadable(
            path,
            _("line {line}, column {column}: {why}").format(line=error.lineno, column=error.colno, why=error.msg),
        ) from error
    except UnicodeEncodeError as error:
        raise _unreadable(path, _("it holds half of a letter")) from error
    except UnicodeDecodeError as error:
        raise _unreadable(path, _("byte {number} belongs to no text").format(number=error.start + 1)) from error
    except OSError as error:
        raise _unreadable(path, error.strerror or str(error)) from error
    except (ValueError, RecursionError) as error:
        raise _unreadable(path, _("a number in it is too long, or it is nested too deep")) from error
    if not isinstance(stored, dict):
        raise _unreadable(path, _("line 1, column 1: it must begin with { and end with }"))
    return stored


def _unreadable(path: Path, words: str) -> ShelfError:
    return ShelfError(
        _(
            "The settings in {path} cannot be read ({words}). Defaults are used, and nothing is saved over "
            "the file: correct it and start again."
        ).format(path=path, words=words)
    )
