"""What a game shows of its state: frozen data for any screen, without a word about which game it is."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import Struct, field

from companion.table.words import _, and_list


class Counter(Struct, frozen=True, gc=False):
    """A number on the ledger.

    Args:
        key: name for corrections, like `"red.power"`; empty if it cannot be corrected.
        label: one or two words.
        value: the number.
        most: what the number is drawn against; 0 for none. Big counters with `most` are drawn as the race of all
            players from 0 to there.
        symbol: name of a drawing that screens with pictures show beside the number (`layouts/symbols`). Small counters
            without one are for the player's own page.
        pips: a small number out of `most` that is drawn as so many pips, `value` of them filled.
        passing: a number of the moment, such as dice in a fight: nobody leads or wins by it.
    """

    key: str
    label: str
    value: int
    most: int = 0
    symbol: str = ""
    pips: bool = False
    passing: bool = False


class Track(Struct, frozen=True, gc=False):
    """A row of spaces with a marker that goes from one to the next, such as rising costs.

    Args:
        key: the counter that is corrected by a tap, whose value is `at`; empty if it cannot be corrected.
        label: one or two words.
        symbol: name of a drawing.
        cells: what stands on each space; the name of a drawing is told by a colon before it (`:instant-death`).
        at: the present space; those before it are gone.
        end: what the last space is called, where a drawing stands on it.
    """

    key: str
    label: str
    symbol: str
    cells: tuple[str, ...]
    at: int
    end: str = ""

    def says(self, place: int) -> str:
        """Return what a space of the track says; the number of one that is not on it."""
        if not 0 <= place < len(self.cells):
            return str(place)
        return self.end if self.cells[place].startswith(":") else self.cells[place]


class PlayerView(Struct, frozen=True, gc=False):
    """One player's column: up to two big numbers, small ones below, and detail lines behind a tap.

    `colour` is `#rrggbb`, `glyph` a short text mark; colour, glyph and name always appear together. `sigil` names a
    drawing that screens with pictures show instead of the glyph, if they have it, and `silhouette` that of a piece that
    stands for the player across a page. `person` is who plays it, if that was said, and `former` who played it before,
    oldest first, with an empty text for one without a name. Where nobody plays it any more, `decided_by` says who makes
    the choices that the rules force. Once the game is over, `won` says who has won, and `turned`
    what was face down until then: each with its value, which is in the last of the big numbers.
    """

    id: str
    name: str
    short: str
    colour: str
    glyph: str
    big: tuple[Counter, ...] = ()
    small: tuple[Counter, ...] = ()
    details: tuple[str, ...] = ()
    active: bool = False
    first: bool = False
    done: bool = False
    sigil: str = ""
    silhouette: str = ""
    person: str = ""
    former: tuple[str, ...] = ()
    decided_by: str = ""
    won: bool = False
    turned: tuple[Counter, ...] = ()

    @property
    def called(self) -> str:
        """Who it is where people are spoken to: the person, if known, with what they play."""
        return _("{who} ({name})").format(who=self.person, name=self.name) if self.person else self.name

    @property
    def sits_there(self) -> str:
        """Who plays it, in a word; empty where that was not said."""
        return _("Nobody") if self.decided_by else self.person

    @property
    def asked(self) -> str:
        """Who answers its questions, where that is known."""
        return self.decided_by or self.person

    @property
    def handed_on(self) -> str:
        """Who has played it, one after the other; empty if it was one person."""
        if not self.former:
            return ""
        people = [one or _("somebody") for one in self.former]
        if self.decided_by:
            return _("{name}: played by {people}, then by nobody.").format(name=self.name, people=and_list(people))
        people.append(self.person or self.name)
        return _("{name}: played by {people}, one after the other.").format(name=self.name, people=and_list(people))


class GreatMoment(Struct, frozen=True, gc=False):
    """Something that a table remembers, which a screen shows large for a second.

    Args:
        title: two or three words.
        line: one short sentence below it, or nothing.
        who: id of the player in whose look it is shown; empty for nobody.
        symbol: name of a drawing; that of the player if it is empty.
        sound: name of a sound; empty for none.
        once: moments of the same name are shown once in an evening; empty for always.
    """

    title: str
    line: str = ""
    who: str = ""
    symbol: str = ""
    sound: str = ""
    once: str = ""


class AreaView(Struct, frozen=True, gc=False):
    """An area of the map, drawn as a labelled spot at `x`, `y` (0..1 from the left and the top).

    `marks` say in words what lies there, `signs` as drawings: the name of one, and whose it is (or nobody's). One that
    is `beside` the map is in no drawing of it.
    """

    id: str
    name: str
    x: float
    y: float
    water: bool = False
    marks: tuple[str, ...] = ()
    signs: tuple[tuple[str, str], ...] = ()
    beside: bool = False


class TokenView(Struct, frozen=True, gc=False):
    """Alike pieces of one side of a battle.

    Args:
        symbol: name of a drawing (`layouts/symbols`).
        label: their kind, in words.
        number: how many.
        worth: what they bring all together, such as dice; None where they are not counted so.
        stamps: what has befallen each of them, as names of drawings; such as results of the dice.
        gone: whether they are out of the battle.
    """

    symbol: str
    label: str
    number: int = 1
    worth: int | None = None
    stamps: tuple[str, ...] = ()
    gone: bool = False


class OddsView(Struct, frozen=True, gc=False):
    """What chance has in store of one result: how likely there will be at least one of it, at least two, and so on.

    `result` is its name, as in the results of a roll; the chances go from 0 to 1.
    """

    result: str
    at_least: tuple[float, ...]


class SideView(Struct, frozen=True, gc=False):
    """One side of a battle in progress: what it has and what has come of it so far.

    Args:
        player: whose it is.
        title: whose, and what they do, in words.
        lines: its pieces in words, and their fate.
        total: what it has all together, and why, in words.
        faces: its dice as they fell.
        results: what has come of them: its name and how many.
        marks: which result each die shows, empty for none; where there are no faces they stand for the dice.
        number: what it has all together, such as dice; None before that is known.
        unit: what that number counts, in the form that goes with it.
        tokens: its pieces as drawings.
        key: the counter by which that number is corrected; empty if it cannot be now.
        odds: what its dice may do, as long as they have not been rolled; a face shows it to people who want it.
    """

    player: str
    title: str
    lines: tuple[str, ...] = ()
    total: str = ""
    faces: tuple[int, ...] = ()
    results: tuple[tuple[str, int], ...] = ()
    marks: tuple[str, ...] = ()
    number: int | None = None
    unit: str = ""
    tokens: tuple[TokenView, ...] = ()
    odds: tuple[OddsView, ...] = ()
    key: str = ""

    @property
    def counter(self) -> Counter:
        """The same number as a counter."""
        return Counter(self.key, self.unit, self.number or 0)


class OutcomeView(Struct, frozen=True, gc=False):
    """What has become of one side of a battle.

    Args:
        player: whose it is.
        words: what became of its pieces by their names, without its own.
        lost: how many of its pieces are lost.
        left: how many were driven off.
        tokens: its pieces as drawings, with what has befallen them.
        dice: how many it has rolled.
        results: of its dice: the name, how many showed it, and how many do on average.
    """

    player: str
    words: str
    lost: int = 0
    left: int = 0
    tokens: tuple[TokenView, ...] = ()
    dice: int = 0
    results: tuple[tuple[str, int, float], ...] = ()


class ThirdParty(Struct, frozen=True, gc=False):
    """A player who may still step into the battle of two others, and with what."""

    player: str
    able: str


class View(Struct, frozen=True, gc=False):
    """Everything a screen shows besides the open questions.

    `header` is read across the table: the moment (a round, a turn), then the phase; who acts is told by
    `PlayerView.active`. `counters` and `tracks` belong to nobody. `direction` is that of play, `clockwise` or
    `counterclockwise`, where it matters; the players are listed clockwise. `sides` is filled while a battle runs,
    `place` says where it is, `notes` what everybody should know of it besides; `besides` who may still step in.
    `map` names the drawing of the board that the areas belong to, for screens that have it (`layouts/maps`).
    `gone` are players who are out of the game: who they were, and by whom they were played.
    `outcome` says what became of each side once a battle is decided, and for good where that battle was all.
    `finished` holds the closing words once the game is over, `told` sentences for its story and result.
    """

    title: str
    header: tuple[str, ...] = ()
    players: tuple[PlayerView, ...] = ()
    counters: tuple[Counter, ...] = ()
    tracks: tuple[Track, ...] = ()
    direction: str = ""
    areas: tuple[AreaView, ...] = ()
    links: tuple[tuple[str, str], ...] = ()
    map: str = ""
    sides: tuple[SideView, ...] = ()
    place: str = ""
    notes: tuple[str, ...] = ()
    besides: tuple[ThirdParty, ...] = ()
    gone: tuple[PlayerView, ...] = ()
    outcome: tuple[OutcomeView, ...] = ()
    steps: tuple[str, ...] = ()
    step: int = -1
    finished: str = ""
    told: tuple[str, ...] = ()
    extra: dict[str, Any] = field(default_factory=dict)

    @property
    def everybody(self) -> tuple[PlayerView, ...]:
        """The players, and behind them those who are out of the game."""
        return self.players + self.gone

    @property
    def changes(self) -> list[str]:
        """What was not played by one person to the end, in sentences."""
        found = [player.handed_on for player in self.players if player.former]
        words = _("{name}: played by {people}, then out of the game.")
        for player in self.gone:
            people = [one or _("somebody") for one in player.former]
            found.append(words.format(name=player.name, people=and_list(people)))
        return found

    def says(self, key: str, value: int) -> str:
        """Return a value of a counter as people read it.

        A value of a track is what its space says.
        """
        return next((track.says(value) for track in self.tracks if track.key == key), str(value))

    def labels(self) -> dict[str, str]:
        """Return the names of the counters that can be corrected by their key: `Ann, Pearls`."""
        found = {counter.key: counter.label for counter in self.counters}
        for player in self.players:
            for counter in (*player.big, *player.small):
                found[counter.key] = _("{player}, {counter}").format(player=player.name, counter=counter.label)
            for side in self.sides:
                if side.player == player.id:
                    found[side.key] = _("{player}, {counter}").format(player=player.name, counter=side.unit)
        return found

    def as_json(self) -> dict[str, Any]:
        """Return the view for JSON."""
        found: dict[str, Any] = msgspec.to_builtins(self)
        return found
