"""Who may see what: the only place where something of a game becomes something for a network.

Everything is named field by field, so that what is added to a view later is not shown until somebody says so here. A
question that is secret is told without its words. Nothing here knows the set-up, the values of facts, or options.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import msgspec
from msgspec import Struct

from companion.table.prompts import TABLE
from companion.table.session import Session
from companion.table.view import AreaView, Counter, PlayerView, SideView, TokenView, Track, View
from companion.table.words import _
from layouts.colours import Tint, ink_on, mixed, tint_of
from layouts.glyphs import SYMBOLS
from layouts.palette import THEMES, Palette

__all__ = ["Seen", "page_words", "seen", "with_dice"]

COLOURS: Final = (
    "ground", "surface", "line", "ink", "dim", "accent", "accent_ink", "alert", "alert_ink", "power", "pain",
    "land", "sea",
)  # fmt: skip
"""Colours of the theme that the pages use; each is `#rrggbb`."""
NEWS: Final = 12
"""Lines of what has happened."""
_LOOKED: Final = 60
"""Facts that are looked at for these."""


class SeenNumber(Struct, frozen=True):
    """A number with its sign."""

    label: str
    value: int
    most: int
    sign: str


class SeenPlayer(Struct, frozen=True):
    """What everybody sees of a player."""

    id: str
    name: str
    person: str
    colour: str
    ink: str
    sign: str
    big: tuple[SeenNumber, ...]
    small: tuple[SeenNumber, ...]
    active: bool
    first: bool
    done: bool
    won: bool


class SeenTrack(Struct, frozen=True):
    """A row of spaces with a marker."""

    label: str
    cells: tuple[str, ...]
    at: int


class SeenPieces(Struct, frozen=True):
    """Alike pieces in a battle."""

    sign: str
    label: str
    number: int
    stamps: tuple[str, ...]
    gone: bool


class SeenSide(Struct, frozen=True):
    """A side of a battle."""

    player: str
    title: str
    number: int | None
    unit: str
    faces: tuple[int, ...]
    marks: tuple[str, ...]
    results: tuple[tuple[str, str, int], ...]
    pieces: tuple[SeenPieces, ...]


class SeenArea(Struct, frozen=True):
    """What lies in an area: each thing as a sign, with the id of its owner."""

    id: str
    name: str
    x: float
    y: float
    signs: tuple[tuple[str, str], ...]


class SeenAsked(Struct, frozen=True):
    """What is waited for."""

    who: str
    words: str


class Seen(Struct, frozen=True):
    """A whole picture of the game for everybody, with its colours.

    `falling` says that dice are falling: what they come to is in the next picture.
    """

    title: str
    header: tuple[str, ...]
    players: tuple[SeenPlayer, ...]
    tracks: tuple[SeenTrack, ...]
    sides: tuple[SeenSide, ...]
    place: str
    asked: tuple[SeenAsked, ...]
    news: tuple[str, ...]
    map: str
    areas: tuple[SeenArea, ...]
    links: tuple[tuple[str, str], ...]
    finished: str
    colours: dict[str, str]
    falling: bool = False


def seen(session: Session[Any], theme: str) -> Seen:
    """Return what everybody may see of a game now."""
    view = session.view
    shown = [area for area in view.areas if not area.beside]
    return Seen(
        title=view.title,
        header=view.header,
        players=tuple(map(_player, view.players)),
        tracks=tuple(map(_track, view.tracks)),
        sides=tuple(map(_side, view.sides)),
        place=view.place,
        asked=_asked(session, view),
        news=_news(session),
        map=view.map,
        areas=tuple(map(_area, shown)),
        links=view.links,
        finished=view.finished,
        colours=_colours(THEMES[theme]),
    )


def with_dice(before: Seen, now: Seen) -> Seen:
    """Return the picture of before with the dice that have just been rolled, but nothing that has come of them."""
    rolled = {side.player: side.faces for side in now.sides}
    sides = tuple(
        msgspec.structs.replace(side, faces=rolled.get(side.player, side.faces), marks=(), results=())
        if rolled.get(side.player, side.faces) != side.faces
        else side
        for side in before.sides
    )
    return msgspec.structs.replace(before, sides=sides, falling=True)


def page_words() -> dict[str, str]:
    """Return the pages' own words in the language in use."""
    return {
        "away": _("Not connected to the companion. It comes back by itself."),
        "battle": _("Battle"),
        "ask": _("Tap “Let in” on the companion: More, This screen, Television. It shows the same two words there:"),
        "full": _("Too many screens have asked already. Close one of them, and load this page again."),
        "later": _("Too many wrong codes. Wait a minute, then load this page again."),
        "news": _("What happened"),
        "no": _("The table has said no. Load this page again to ask once more."),
    }


def _colours(theme: Palette) -> dict[str, str]:
    """Return the colours that the pages use; those of the theme that let a field through are mixed here."""
    raised = _hex(mixed(tint_of(theme.surface), tint_of(theme.ink), 0.1))
    return {**{name: getattr(theme, name) for name in COLOURS}, "raised": raised}


def _hex(tint: Tint) -> str:
    return "#" + "".join(f"{round(255 * part):02x}" for part in tint[:3])


def _sign(name: str) -> str:
    return SYMBOLS.get(name, "")


def _number(counter: Counter) -> SeenNumber:
    return SeenNumber(counter.label, counter.value, counter.most, _sign(counter.symbol))


def _player(player: PlayerView) -> SeenPlayer:
    return SeenPlayer(
        id=player.id,
        name=player.name,
        person=player.person,
        colour=player.colour,
        ink=_hex(ink_on(player.colour)),
        sign=_sign(player.sigil) or player.glyph,
        big=tuple(map(_number, player.big)),
        small=tuple(_number(counter) for counter in player.small if counter.symbol),
        active=player.active,
        first=player.first,
        done=player.done,
        won=player.won,
    )


def _cell(cell: str) -> str:
    return _sign(cell[1:]) if cell.startswith(":") else cell


def _track(track: Track) -> SeenTrack:
    return SeenTrack(track.label, tuple(map(_cell, track.cells)), track.at)


def _side(side: SideView) -> SeenSide:
    return SeenSide(
        player=side.player,
        title=side.title,
        number=side.number,
        unit=side.unit,
        faces=side.faces,
        marks=tuple(_sign(mark.lower()) for mark in side.marks),
        results=tuple((_sign(name.lower()), _(name), number) for name, number in side.results),
        pieces=tuple(map(_pieces, side.tokens)),
    )


def _pieces(token: TokenView) -> SeenPieces:
    stamps = tuple(_sign(stamp.lower()) for stamp in token.stamps)
    return SeenPieces(_sign(token.symbol), token.label, token.number, stamps, token.gone)


def _area(area: AreaView) -> SeenArea:
    return SeenArea(
        id=area.id,
        name=area.name,
        x=area.x,
        y=area.y,
        signs=tuple((_sign(name), whose) for name, whose in area.signs),
    )


def _asked(session: Session[Any], view: View) -> tuple[SeenAsked, ...]:
    names = {player.id: player.called for player in view.players}
    secret = _("{who} decides in secret")
    return tuple(
        SeenAsked(
            "" if prompt.who == TABLE else prompt.who,
            secret.format(who=names.get(prompt.who, prompt.who)) if prompt.secret else prompt.title,
        )
        for prompt in (item.prompt for item in session.prompts)
    )


def _news(session: Session[Any]) -> tuple[str, ...]:
    """Return the last things that happened in words, the newest first."""
    facts: Sequence[Any] = session.state.facts[-_LOOKED:]
    said = (fact.text() for fact in reversed(facts))
    return tuple(words for words in said if words)[:NEWS]
