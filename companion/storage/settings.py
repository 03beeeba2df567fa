"""The settings of this machine, in a file beside the games.

It is written by hand, too. What cannot be read in it is never written over, and what this version does not know stays
in it, as do people's notes. How the file is read and written: `settings_file.py`.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Annotated, Any, Final, Literal, TypeAlias, get_args, get_origin

import msgspec

from companion.storage.atomic_file import write_whole
from companion.storage.errors import StorageError, why
from companion.storage.settings_file import StoredSettings, can_hold, fresh_text, read, with_values
from companion.table.file_names import plain_path
from companion.table.words import N_, _, languages, n_, name_of

FILE: Final = "settings.toml"
"""Its name in the data folder."""

PREFIX: Final = "COMPANION_"
"""The beginning of variables of the environment that override the file: `COMPANION_THEME=light`."""

_TOLD: Final = 3
"""Mistakes in the file that are told at once; the others are only counted."""


DISPLAY: Final = N_("Display")
DICE: Final = N_("Dice")
TABLE: Final = N_("At the table")
MACHINE: Final = N_("This machine")

OffOn: TypeAlias = Literal["off", "on"]


class OnPage(msgspec.Struct, frozen=True):
    """The row of a setting on the settings page.

    Args:
        group: heading above it.
        title: its words.
        labels: of the values, in their order; the last one is for all that follow, and `{n}` is the value.
        stepped: whether plus and minus change it.
        bare: whether it counts only without a desktop.
    """

    group: str
    title: str
    labels: tuple[str, ...] = (N_("Off"), N_("On"))
    stepped: bool = False
    bare: bool = False


class Settings(msgspec.Struct):
    """The settings, in the order of file and page: for each its values, what it is for, its row if any, its default.

    All that is said of a setting is made from here: the file and its notes, the settings page, `docs/settings.md`.
    """

    # It is first, for people who cannot read the other rows.
    language: Annotated[
        str,
        N_("Language, as a two-letter code; English if there is no such translation."),
        OnPage(DISPLAY, N_("Language")),
    ] = "en"
    theme: Annotated[
        Literal["dark", "light", "contrast", "candle"],
        N_("Screen colours."),
        OnPage(DISPLAY, N_("Theme"), (N_("Dark"), N_("Light"), N_("High contrast"), N_("Candle"))),
    ] = "dark"
    text: Annotated[
        Literal["S", "M", "L", "XL"],
        N_("Size of all text."),
        OnPage(DISPLAY, N_("Text size"), (N_("S"), N_("M"), N_("L"), N_("XL")), stepped=True),
    ] = "M"
    brightness: Annotated[
        Literal["25", "50", "75", "100"],
        N_("Screen brightness, in percent."),
        OnPage(DISPLAY, N_("Brightness"), (N_("{n} %"),), stepped=True),
    ] = "100"
    dim: Annotated[
        Literal["never", "1", "2", "5", "10"],
        N_("Minutes without a touch before the screen dims; it goes dark after three times as long."),
        OnPage(DISPLAY, N_("Dim the screen after"), (N_("Never"), N_("{n} min")), stepped=True),
    ] = "5"
    dark: Annotated[
        Literal["black", "off"],
        N_(
            "What a dark screen without a light of its own does where there is no desktop: it shows black, or is "
            "switched off."
        ),
        OnPage(DISPLAY, N_("Dark screen"), (N_("Shows black"), N_("Is switched off")), bare=True),
    ] = "black"
    rotation: Annotated[
        Literal["0", "90", "180", "270"],
        N_("How far the picture and its touches are rotated, in degrees."),
        OnPage(DISPLAY, N_("Rotate screen"), (N_("{n}°"),), stepped=True),
    ] = "0"
    screen: Annotated[
        Literal["auto", "full", "window"],
        N_("Whether the window fills the screen: auto (on a Raspberry Pi and without a desktop), full, window."),
        OnPage(MACHINE, N_("Screen (after restart)"), (N_("Automatic"), N_("Full screen"), N_("Window"))),
    ] = "auto"
    display: Annotated[
        Literal["auto", "1", "2", "3", "4"],
        N_("Which of several screens, from the next start: auto, or its number. A Raspberry Pi 5 has two cards."),
    ] = "auto"
    dice: Annotated[
        Literal["ask", "tower", "here", "type"],
        N_("What the bright button offers for a roll: ask each time, the tower, dice rolled here, or typing in."),
        OnPage(DICE, N_("Dice"), (N_("Ask each time"), N_("Tower"), N_("Roll here"), N_("Type in"))),
    ] = "ask"
    odds: Annotated[OffOn, N_("Whether the chances of a roll are shown."), OnPage(DICE, N_("Show chances"))] = "off"
    tower: Annotated[
        Literal["on", "off"],
        N_("Whether to look for a dice tower."),
        OnPage(DICE, N_("Dice tower"), (N_("Auto-detect"), N_("Off"))),
    ] = "on"
    tower_port: Annotated[
        str, N_("Where: auto, a device such as /dev/table-companion-tower, socket://HOST:PORT or rfc2217://HOST:PORT.")
    ] = "auto"
    tower_mode: Annotated[
        Literal["g", "r"],
        N_("Whether the tower rolls electronically (g) or reads real dice (r)."),
        OnPage(DICE, N_("Tower dice"), (N_("Electronic dice"), N_("Reads real dice"))),
    ] = "g"
    turn: Annotated[
        Literal["off", "180", "sides"],
        N_("Whether questions turn to face their player: off, 180 (those on the far side), sides (all four)."),
        OnPage(TABLE, N_("Face players"), (N_("Off"), N_("180°"), N_("4 sides"))),
    ] = "off"
    far_side: Annotated[list[str], N_("Who sits on the far side; the companion sets this.")] = []
    left_side: Annotated[list[str], N_("Who sits on the left; the companion sets this.")] = []
    right_side: Annotated[list[str], N_("Who sits on the right; the companion sets this.")] = []
    audit: Annotated[
        OffOn,
        N_("Whether to ask once a turn if the numbers that decide the game are right."),
        OnPage(TABLE, N_("Check numbers each turn")),
    ] = "off"
    hints: Annotated[
        OffOn,
        N_("Whether often-missed rules are shown beside a question."),
        OnPage(TABLE, N_("Show often-missed rules")),
    ] = "on"
    clock: Annotated[
        OffOn, N_("Whether a clock counts how long each player takes to answer."), OnPage(TABLE, N_("Player clocks"))
    ] = "off"
    turn_limit: Annotated[
        Literal["off", "2", "3", "5"],
        N_("Minutes after which the clock of a turn changes its colour and sounds; nothing else happens."),
        OnPage(TABLE, N_("Turn limit"), (N_("Off"), N_("{n} min"))),
    ] = "off"
    sound: Annotated[
        OffOn,
        N_("Whether sounds play: at the start of a turn, for dice, a Ritual and the end."),
        OnPage(TABLE, N_("Sounds")),
    ] = "off"
    motion: Annotated[
        Literal["auto", "full", "less", "off"],
        N_(
            "How much moves when something changes: auto (less in the contrast theme, or where the desktop asks for "
            "it), full, less (nothing changes its place), off."
        ),
        OnPage(TABLE, N_("Motion"), (N_("Automatic"), N_("Full"), N_("Less"), N_("Off"))),
    ] = "auto"
    copies: Annotated[str, N_("Where games are copied each turn: auto (every USB stick), off, or a folder.")] = "auto"
    open_game: Annotated[str, N_("The game in progress, reopened after a power cut; the companion sets this.")] = ""
    # It is a table of the file (`firmware_bridge.wiring`), whose lines have notes of their own.
    wiring: Annotated[dict[str, Any], ""] = {}

    @classmethod
    def load(cls, path: Path) -> Settings:
        """Read the settings; what is missing or cannot be read keeps its default (`mistakes` says what that is).

        Values given to `override` go before those of the file.
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
        text = stored.text or fresh_text(_DEFAULTS, NOTES)
        values = {name: getattr(self, name) for name in _TYPES if self._differs(name, stored)}
        if not stored.text:
            # What an earlier version's file held besides, for a later one.
            values |= {name: value for name, value in stored.values.items() if name not in _TYPES and can_hold(value)}
        changed = with_values(path, text, values, NOTES)
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

    def next_of(self, name: str, by: int) -> str:
        """Return the value of a setting on the settings page so many values on; after the last one comes the first."""
        values, now = [*labels(name)], getattr(self, name)
        # People may have written any language into the file.
        return values[(values.index(now) + by) % len(values)] if now in values else values[0]

    def _differs(self, name: str, stored: StoredSettings) -> bool:
        """Return whether a setting differs from what the file says."""
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


_PARTS: Final = {info.name: get_args(info.type) for info in msgspec.structs.fields(Settings)}
_TYPES: Final = {name: kind for name, (kind, *__) in _PARTS.items()}
NOTES: Final[dict[str, str]] = {name: note for name, (__, note, *__) in _PARTS.items() if note}
ROWS: Final[dict[str, OnPage]] = {name: row for name, (__, __, *rows) in _PARTS.items() for row in rows}
CHOICES: Final[dict[str, tuple[str, ...]]] = {
    name: get_args(kind) for name, kind in _TYPES.items() if get_origin(kind) is Literal
}
"""The values that each setting may take."""


def labels(name: str) -> dict[str, str]:
    """Return the values of a setting that has a row, each with its label in the language in use."""
    if name == "language":
        return {code: name_of(code) for code in languages()}
    said = ROWS[name].labels
    return {value: _(said[min(n, len(said) - 1)]).format(n=value) for n, value in enumerate(CHOICES[name])}


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
    shown = json.dumps(value, ensure_ascii=False, default=str)
    shown = shown if len(shown) <= 30 else f"{shown[:30]}…"
    return _("“{name}” is {shown} but must be {wanted}. Your file is not changed; the default is used.").format(
        name=name, shown=shown, wanted=_wanted(name)
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
"""Values that override the file in this process, by the name of the setting."""


def override(arguments: Iterable[str], environment: Mapping[str, str]) -> None:
    """Override settings of the file in this process; nothing of that is ever written to the file.

    Args:
        arguments: `name=value`, as on the command line; overrides the environment, too.
        environment: variables, of which those that begin with `PREFIX` count.

    Raises:
        StorageError: there is no such setting, or no such value for it.
    """
    _instead.clear()
    pairs = [(key, name, environment[key]) for name in _TYPES if (key := f"{PREFIX}{name.upper()}") in environment]
    for word in arguments:
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
