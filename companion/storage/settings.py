"""What people set once and expect to find again, kept beside the games in a file of their own.

It is written by hand, too. What cannot be read in it is never written over, and what this version does not know stays
in it, as do people's notes. How the file is read and written: `settings_file.py`.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Final, Literal, get_args, get_origin

import msgspec

from companion.storage.atomic_file import write_whole
from companion.storage.errors import StorageError, why
from companion.storage.settings_file import StoredSettings, can_hold, fresh_text, read, with_values
from companion.table.file_names import plain_path
from companion.table.words import N_, _, n_

FILE: Final = "settings.toml"
"""Its name in the data folder."""

PREFIX: Final = "COMPANION_"
"""What the variables of the environment begin with that go before the file: `COMPANION_THEME=light`."""

_TOLD: Final = 3
"""Mistakes in the file that are told at once; the others are only counted."""


class Settings(msgspec.Struct):
    """The settings.

    Args:
        theme: colours of the screen.
        text: size of all text.
        language: code of the one in use (`companion.table.words.languages`); English if it is not there.
        dice: what the verb button offers for a roll: the tower, the app's dice, typing in, or whichever people tap.
        odds: whether the chances of a roll are shown where a game works them out.
        audit: whether people are asked once a turn if the numbers that win the game are right.
        hints: whether rules that are often got wrong are said beside a question.
        clock: whether the time of whoever is asked is counted and shown.
        turn_limit: minutes of a turn after which its clock says so; it needs no `clock`.
        sound: whether sounds are heard.
        motion: how much moves when something changes; `auto` follows the theme and the desktop.
        turn: whether prompts turn to face a player on the far side, or the whole picture the side of who decides.
        rotation: by how many degrees the whole picture is turned, touches with it.
        brightness: of the screen, in percent.
        dim: minutes without a touch after which it is dimmed; after three times as long it is dark.
        dark: what a screen without a light of its own does when it is dark and there is no desktop.
        screen: whether the window fills the display (`companion.setting_up.screens.is_fullscreen`).
        display: which of several screens it is drawn on (`companion.setting_up.screens.place_of`).
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
    audit: Literal["off", "on"] = "off"
    hints: Literal["off", "on"] = "on"
    clock: Literal["off", "on"] = "off"
    turn_limit: Literal["off", "2", "3", "5"] = "off"
    sound: Literal["off", "on"] = "off"
    motion: Literal["auto", "full", "less", "off"] = "auto"
    turn: Literal["off", "180", "sides"] = "off"
    rotation: Literal["0", "90", "180", "270"] = "0"
    brightness: Literal["25", "50", "75", "100"] = "100"
    dim: Literal["never", "1", "2", "5", "10"] = "5"
    dark: Literal["black", "off"] = "black"
    screen: Literal["auto", "full", "window"] = "auto"
    display: Literal["auto", "1", "2", "3", "4"] = "auto"
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
        """Read the settings; what is missing or cannot be read keeps its default (`mistakes` says what that is).

        What `override` was given goes before the file.
        """
        try:
            stored = read(path).values
        except StorageError:
            stored = {}
        plain = {name: _plain(name, value) for name, value in stored.items() if name in _TYPES}
        kept = {name: value for name, value in plain.items() if _fits(name, value)}
        return cls(**{**kept, **_instead})

    def save(self, path: Path) -> None:
        """Write the settings so that a power cut leaves either the old file or the new one.

        What stands in the file and could not be read stays as it is, as long as nothing else was chosen instead.
        Without a file, one is written in full, with what each setting is for.

        Raises:
            StorageError: the file is not as the companion writes it, or the disk refuses; it is unchanged.
        """
        stored = read(path)
        text = stored.text or fresh_text(_DEFAULTS)
        values = {name: getattr(self, name) for name in _TYPES if self._differs(name, stored)}
        if not stored.text:
            # What an earlier version's file held besides, for a later one.
            values |= {name: value for name, value in stored.values.items() if name not in _TYPES and can_hold(value)}
        changed = with_values(path, text, values)
        if changed == stored.text:
            return
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            write_whole(path, changed.encode())
        except OSError as error:
            raise StorageError(
                _("The settings cannot be saved in {path}: {why}. Everything else works.").format(
                    path=plain_path(path), why=why(error)
                )
            ) from error

    def _differs(self, name: str, stored: StoredSettings) -> bool:
        """Return whether the file has to say something else, for this setting."""
        value = getattr(self, name)
        if name in _instead and value == _instead[name]:
            return False
        kept = _plain(name, stored.values.get(name, _DEFAULTS[name]))
        if not _fits(name, kept):
            kept = _DEFAULTS[name]
        return bool(value != kept or (not stored.text and value != _DEFAULTS[name]))


def mistakes(path: Path) -> str:
    """Say what in the settings file could not be read, and what was done instead; empty if all is well."""
    try:
        stored = read(path)
    except StorageError as error:
        return str(error)
    found = [
        stored.at(name) + _wrong(name, value)
        for name, value in stored.values.items()
        if name in _TYPES and not _fits(name, _plain(name, value))
    ]
    found += [stored.at(name) + _unknown(name) for name in stored.values if name not in _TYPES]
    left = len(found) - _TOLD
    more = [n_("There is {n} more mistake.", "There are {n} more mistakes.", left).format(n=left)] if left > 0 else []
    return "\n".join([_("In {path}:").format(path=plain_path(stored.path)), *found[:_TOLD], *more]) if found else ""


_TYPES: Final = {info.name: info.type for info in msgspec.structs.fields(Settings)}

CHOICES: Final[dict[str, tuple[str, ...]]] = {
    name: get_args(kind) for name, kind in _TYPES.items() if get_origin(kind) is Literal
}
"""The values that each setting may take."""

_WANTED: Final = {list[str]: N_("a list of names in quotes"), str: N_("some text in quotes")}
_TABLE: Final = N_("a table of the settings file")


def _fits(name: str, value: Any) -> bool:
    try:
        msgspec.convert(value, _TYPES[name])
    except msgspec.ValidationError:
        return False
    return True


def _wanted(name: str) -> str:
    if name in CHOICES:
        return _("one of {choices}").format(choices=", ".join(CHOICES[name]))
    return _(_WANTED.get(_TYPES[name], _TABLE))


def _wrong(name: str, value: Any) -> str:
    wanted = _wanted(name)
    shown = json.dumps(value, ensure_ascii=False, default=str)
    shown = shown if len(shown) <= 30 else f"{shown[:30]}…"
    return _("“{name}” is {shown} but must be {wanted}. Your file is not changed; the default is used.").format(
        name=name, shown=shown, wanted=wanted
    )


def _unknown(name: str) -> str:
    # Settings are mostly right.
    import difflib

    said = _("“{name}” is not a known setting and is ignored.").format(name=name[:40])
    near = difflib.get_close_matches(name, _TYPES, 1)
    return f"{said} " + _("Did you mean “{near}”?").format(near=near[0]) if near else said


def _plain(name: str, value: Any) -> Any:
    """Return a value as it is kept: people may leave out the quotes of a number, and write true for on."""
    if name not in CHOICES:
        return value
    if isinstance(value, bool):
        return "on" if value else "off"
    return str(value) if isinstance(value, int) else value


_DEFAULTS: Final = {name: getattr(Settings(), name) for name in _TYPES}

_instead: Final[dict[str, Any]] = {}
"""What goes before the file in this process."""


def override(said: Iterable[str], environment: Mapping[str, str]) -> None:
    """Let something go before the settings file, in this process; it is never written to the file.

    Args:
        said: `name=value`, as on the command line; goes before the environment, too.
        environment: of it, what begins with `PREFIX`.

    Raises:
        StorageError: there is no such setting, or no such value for it.
    """
    _instead.clear()
    named = [(f"{PREFIX}{name.upper()}", name, environment.get(f"{PREFIX}{name.upper()}")) for name in _TYPES]
    pairs = [(shown, name, value) for shown, name, value in named if value is not None]
    for word in said:
        name, given, value = word.partition("=")
        if name not in _TYPES or not given:
            raise StorageError(_("On the command line: {why}").format(why=_unknown(name)))
        pairs.append((word, name, value))
    for shown, name, value in pairs:
        kept: Any = [part.strip() for part in value.split(",") if part.strip()] if _TYPES[name] == list[str] else value
        if not _fits(name, kept):
            raise StorageError(
                _("{shown} is not allowed: it must be {wanted}.").format(shown=shown, wanted=_wanted(name))
            )
        _instead[name] = kept
