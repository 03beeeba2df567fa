"""People who change during a game: they are called something else, or somebody else plays on.

No rulebook tells any of it: it is the table's word, and it is said like anything else that may be done at any moment.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Final, Protocol

from msgspec import Struct

from companion.table.prompts import TABLE, Choose, Option, Write
from companion.table.script import Script, ask, pick_one
from companion.table.state import Fact, TableState
from companion.table.words import N_, _, opening

__all__ = ["HELP", "KEY", "TOPIC", "Place", "PlaceChanged", "Way", "change_people", "option"]

KEY: Final = "people"
"""The interjection, and what the keys of its questions begin with."""

KNOWN: Final = "known/"
"""What the answer begins with that somebody at the table plays on."""

TOPIC: Final = N_("People who change")

HELP: Final = N_(
    "Somebody gets another name, leaves, or comes later. No rulebook tells what happens then: say what your table "
    "wants. It is noted in the log, and can be undone. Whoever plays already may take over another place, too: each is "
    "still reckoned by itself."
)


class NamedPlaces(Protocol):
    """A state that knows what people are called, by place."""

    def rename(self, place: str, name: str) -> None:
        """Call whoever sits at a place something else; an empty name is none. Only facts call this."""

    def hand_over(self, place: str, name: str) -> None:
        """Have somebody else play on at a place. Only facts call this."""


class LeavablePlaces(Protocol):
    """A state in which a place can be left empty."""

    def leave(self, place: str) -> None:
        """Have nobody at a place any more. Only facts call this."""


class Place(Struct, frozen=True):
    """A place at the table, as people are asked about it.

    Args:
        id: stable name.
        what: what is played there.
        name: who plays it; empty if nobody has said it.
        sigil: name of a drawing of what is played.
        colour: of what is played, `#rrggbb`.
    """

    id: str
    what: str
    name: str = ""
    sigil: str = ""
    colour: str = ""

    @property
    def label(self) -> str:
        """Who it is, with what they play."""
        if self.name in ("", self.what):
            return self.what
        return _("{who} ({name})").format(who=self.name, name=self.what)


class PlaceChanged(Fact, frozen=True):
    """A place at the table has changed hands: what the story of an evening tells.

    Args:
        place: id of it.
    """

    place: str


class PersonRenamed(Fact, frozen=True):
    """Somebody is called something else, from the beginning on.

    Args:
        place: id of where they sit.
        what: what they play.
        before: what they were called; empty if nobody had said it.
        name: what they are called now; empty for no name.
    """

    place: str
    what: str
    before: str
    name: str

    def apply(self, state: NamedPlaces) -> None:
        state.rename(self.place, self.name)

    def text(self) -> str:
        if not self.name:
            words = _("{before} ({what}) has no name any more.")
        elif not self.before:
            words = _("{what} is played by {name}.")
        else:
            words = _("{before} is called {name} ({what}).")
        return words.format(before=self.before, what=self.what, name=self.name)


class PlaceTakenOver(PlaceChanged, frozen=True):
    """Somebody else plays on.

    Args:
        what: what they play.
        before: who played it; empty if nobody had said it.
        name: who plays it now; empty for no name.
    """

    what: str
    before: str
    name: str

    def apply(self, state: NamedPlaces) -> None:
        state.hand_over(self.place, self.name)

    def text(self) -> str:
        words = _("{name} takes over {what} from {before}.") if self.before else _("{name} takes over {what}.")
        return opening(words.format(name=self.name or _("somebody else"), what=self.what, before=self.before))


class PlaceLeft(PlaceChanged, frozen=True):
    """Somebody has left, and nobody plays on there.

    Args:
        what: what they played.
        before: who played it; empty if nobody had said it.
    """

    what: str
    before: str

    def apply(self, state: LeavablePlaces) -> None:
        state.leave(self.place)

    def text(self) -> str:
        if self.before:
            return _("{before} has left, and nobody plays on ({what}).").format(before=self.before, what=self.what)
        return _("{what}: nobody plays on.").format(what=self.what)


class Way(Struct, frozen=True):
    """A further way in which a place can change, of a game's own.

    Args:
        option: what people pick.
        steps: asks for the rest, and records what has happened.
    """

    option: Option
    steps: Callable[[], Script[None]]


def option(*, refused: str = "") -> Option:
    """Return the entry under what can be done at any time."""
    detail = _("Another name; somebody leaves or comes")
    return Option(KEY, _(TOPIC), refused, detail, symbol="people", short=_("People"))


def change_people(
    state: TableState,
    places: Callable[[], Sequence[Place]],
    most: int,
    more: Callable[[Place], Sequence[Way]] = lambda _place: (),
) -> Script[None]:
    """Ask whose place changes, and how.

    Args:
        state: of the game.
        places: everybody at the table.
        most: characters of a name.
        more: the further ways in which a place can change.
    """

    def whose() -> Choose:
        options = tuple(Option(one.id, one.name or one.what, sigil=one.sigil, colour=one.colour) for one in places())
        return Choose(
            key=KEY, who=TABLE, title=_("Who is it about?"), options=options, least=0, decline=_("Nobody"), rule=KEY
        )

    picked = yield from pick_one(state, whose)
    if picked is None:
        return
    place = next(one for one in places() if one.id == picked)
    others = [one.name for one in places() if one.name and one.name != place.name]
    ways = {way.option.id: way for way in (*_usual(state, place, list(dict.fromkeys(others)), most), *more(place))}

    def how() -> Choose:
        return Choose(
            key=f"{KEY}/how",
            who=TABLE,
            title=_("{who}: what changes?").format(who=place.label),
            options=tuple(way.option for way in ways.values()),
            least=0,
            decline=_("Nothing"),
            rule=KEY,
        )

    chosen = yield from pick_one(state, how)
    if chosen is not None:
        yield from ways[chosen].steps()


def leaving(state: TableState, place: Place, refused: str) -> Way:
    """Return the way in which nobody plays on at a place, and that is all there is to say.

    Args:
        state: of the game.
        place: the place.
        refused: why it cannot be left now; empty if it can.
    """

    def steps() -> Script[None]:
        yield from ()
        state.record(PlaceLeft(place.id, place.what, place.name))

    return Way(Option("nobody", _("Nobody plays on"), refused), steps)


def _usual(state: TableState, place: Place, others: Sequence[str], most: int) -> tuple[Way, ...]:
    """Return what can change in every game."""
    named = Option("name", _("Another name") if place.name else _("A name"), detail=_("The same person plays on"))
    taken = Option("other", _("Somebody else plays on"), detail=_("From now on"))
    return Way(named, lambda: _rename(state, place, most)), Way(taken, lambda: _take_over(state, place, others, most))


def _rename(state: TableState, place: Place, most: int) -> Script[None]:
    title = _("{who}: which name?").format(who=place.label)
    name = yield from _name(state, f"{KEY}/name", title, most)
    if name != place.name:
        state.record(PersonRenamed(place.id, place.what, place.name, name))


def _take_over(state: TableState, place: Place, others: Sequence[str], most: int) -> Script[None]:
    """Ask who plays on: somebody who plays already, or somebody new."""

    def who() -> Choose | None:
        if not others:
            return None
        options = (*(Option(f"{KNOWN}{name}", name) for name in others), Option("new", _("Somebody new")))
        title = _("{what}: who plays on?").format(what=place.what)
        return Choose(key=f"{KEY}/other", who=TABLE, title=title, options=options, rule=KEY)

    picked = yield from pick_one(state, who)
    if picked is not None and picked.startswith(KNOWN):
        name = picked.removeprefix(KNOWN)
    else:
        title = _("{what}: name of who plays on?").format(what=place.what)
        name = yield from _name(state, f"{KEY}/name", title, most)
    state.record(PlaceTakenOver(place.id, place.what, place.name, name))


def _name(state: TableState, key: str, title: str, most: int) -> Script[str]:
    build = partial(Write, key=key, who=TABLE, title=title, decline=_("No name"), most=most, rule=KEY)
    name: str = yield from ask(state, build)
    return name
