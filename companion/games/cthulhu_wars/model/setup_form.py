"""What a game may be started with; whatever is left out is asked for. What depends on the factions is checked later."""

# Annotations that are read at each start are no texts here, which would have to be compiled each time.

from collections.abc import Mapping
from typing import Annotated, Any, ClassVar, Final, Literal, TypeAlias

from msgspec import UNSET, Meta, Struct, UnsetType, field

from companion.games.cthulhu_wars.model.drawn_map import DEAREST, LONGEST_TRACK, OwnMap
from companion.games.cthulhu_wars.model.maps import (
    BOARDS,
    BY_PLAYERS,
    DESCRIBED,
    IN_LIBRARY,
    LIBRARIES,
    LIBRARY,
    MOST_ON_OWN_MAP,
    MOST_PLAYERS,
    OTHER_BOARDS,
    OWN,
    RITUAL_TRACKS,
    layouts,
)
from companion.games.cthulhu_wars.model.neutral_cards import BOOKS, CARDS, HIGH_PRIESTS, UNIQUE_PRIESTS
from companion.table.limits import LONGEST_WORDS
from companion.table.setup import Setup, one_of, refuse, says
from companion.table.words import N_, _

BAG: Final = (1,) * 18 + (2,) * 12 + (3,) * 6
"""Values of all Elder Signs."""

QUICK_BATTLE: Final = "quick_battle"
BATTLE_MAP: Final = BY_PLAYERS[4][0]
"""The map of a Quick Battle that names none."""
BATTLE_STEPS: Final = len(RITUAL_TRACKS[4])
"""Steps of the ritual track that a Quick Battle uses."""

EACH_IN_OLD_GAMES: Final = "ask"
"""That rulings are asked for point by point, as a stored game says it that was begun by rules before version 10."""
EACH: Final = "each"
"""That they are asked for point by point."""
CHOOSE: Final = "choose"
"""That it is asked whether they are one of the sets below, or chosen point by point."""
RULEBOOK: Final = "rulebook"
SHEET: Final = "summary_2015"

SEVERAL: Final = "several"
"""The ruling by which more than two people may play several factions each."""
EIGHT: Final = "eight"
"""The ruling by which 7 or 8 factions may play on the 6-player map, whose printed reverse sides are not known."""
ALLOWED: Final = "other"
"""The reading of such a ruling that is not the printed rule."""
MOST_EACH: Final = 3
"""Factions that one person plays, at most."""

BORDERS: Final = N_(
    "“borders” lists those disputed pairs of areas that touch, as AREA/AREA; without it they are asked for."
)
MOST_BORDERS: Final = 50
"""Pairs of areas of which a set-up says that they touch."""

MOST_MAPS: Final = 100
"""Maps that people have described before, among which they pick."""

LETTERS: Final = 10
"""The longest name of a person that has room on the screen, in letters."""

Hand: TypeAlias = Annotated[list[str], Meta(min_length=1)]
Pieces: TypeAlias = dict[str, dict[str, Annotated[int, Meta(ge=0)]]]
Numbers: TypeAlias = dict[str, Annotated[int, Meta(ge=0, le=999)]]
Sentence: TypeAlias = Annotated[str, Meta(max_length=LONGEST_WORDS)]
Sign: TypeAlias = Annotated[int, Meta(ge=1, le=3)]
Cost: TypeAlias = Annotated[int, Meta(ge=1, le=DEAREST)]
Map: TypeAlias = Annotated[str, one_of(BOARDS)]

EARTH: Final = "earth"
ASK: Final = "ask"
CHOICES: Final = (ASK, EARTH, *OTHER_BOARDS)
"""What a set-up can say of the board: that it is asked for, or which one it is."""
LAYOUTS: Final = (*BOARDS, *LIBRARIES)
"""Layouts of boards whose areas are known."""

NEUTRAL: Final = (*CARDS, *BOOKS, HIGH_PRIESTS, UNIQUE_PRIESTS)
"""Whatever neutral a table may play with."""
_READINGS: Final = says(N_("“options” holds a reading for each ruling that is given."))
_MAP: Final = says(N_("The maps are: {maps}."), maps=", ".join(BOARDS))
_SIDE: Final = says(N_("A side is given by the short name of its faction."))


class NamedPlayer(Struct, frozen=True, forbid_unknown_fields=True):
    """What somebody who plays a faction is called."""

    id: str
    name: Annotated[str, Meta(max_length=LETTERS)]


class EveningSetup(Setup, frozen=True):
    """A whole evening.

    Args:
        factions: of the players, one each, clockwise. Or else `players`: the factions of each.
        bag: values of the Elder Signs, the next one last.
        map: a layout, or `own` for one of `maps` or a new one, or a description.
        board: which board with rules of its own it is, or `ask`; `colour` adds the Colour Out of Space.
        rulings: readings that were chosen; `ask` says how the rest is chosen.
        seating: `table` asks for factions and names seat by seat.
        names: of the people, by the faction that they play.
        starts: where factions started last time that may pick an area.
        track: costs of a Ritual for 7 or 8 factions, or `ask`; games of old say nothing of it.
        neutral: Loyalty Cards and neutral spellbooks that the table plays with.
        borders: which of the pairs of areas touch of which sources say both, as for the same table again.
        maps: those that people have described before; `left_out` says which files are none.
    """

    thing: ClassVar[str] = N_("a game of Cthulhu Wars")

    factions: Annotated[list[str] | None, says(N_("Factions are given as a list of their short names."))] = None
    players: Annotated[
        Annotated[list[Hand], Meta(min_length=2)] | None,
        says(N_("Players are given as two or more lists of factions.")),
    ] = None
    map: Annotated[
        Annotated[str, one_of((*LAYOUTS, OWN))] | OwnMap | UnsetType,
        says(N_("The maps are: {maps}; or one is described."), maps=", ".join((*LAYOUTS, OWN))),
    ] = UNSET
    board: Annotated[
        Annotated[str, one_of(CHOICES)] | UnsetType, says(N_("The boards are: {boards}."), boards=", ".join(CHOICES))
    ] = UNSET
    colour: Annotated[bool | UnsetType, says(N_("“colour” says whether the Colour Out of Space is played with."))] = (
        UNSET
    )
    signs: Annotated[
        Literal["app", "chits"] | UnsetType,
        says(N_("Elder Signs are kept by the app (“app”) or as physical “chits”.")),
    ] = UNSET
    first: Annotated[str | UnsetType, says(N_("The First Player must be one of the factions."))] = UNSET
    direction: Annotated[Literal[1, -1] | UnsetType, says(N_("The direction is 1 (clockwise) or -1."))] = UNSET
    bag: Annotated[
        Annotated[list[Sign], Meta(max_length=len(BAG))],
        says(N_("The bag of Elder Signs is a list of up to {number} values from 1 to 3."), number=len(BAG)),
    ] = field(default_factory=list)
    rulings: Annotated[dict[str, str], _READINGS] = field(name="options", default_factory=dict)
    neutral: Annotated[
        list[Annotated[str, one_of(NEUTRAL)]],
        says(
            N_("“neutral” are Loyalty Cards and neutral spellbooks: {names}."),
            names=", ".join(NEUTRAL),
        ),
    ] = field(default_factory=list)
    borders: Annotated[Annotated[list[str], Meta(max_length=MOST_BORDERS)] | UnsetType, says(BORDERS)] = UNSET
    maps: Annotated[
        Annotated[list[OwnMap], Meta(max_length=MOST_MAPS)], says(N_("“maps” are descriptions of maps."))
    ] = field(default_factory=list)
    left_out: Annotated[
        Annotated[list[Sentence], Meta(max_length=MOST_MAPS)], says(N_("“left_out” says which maps cannot be used."))
    ] = field(default_factory=list)
    seating: Annotated[
        Literal["table"] | UnsetType,
        says(N_("“seating” can only be table: then people are asked to take their seats.")),
    ] = UNSET
    track: Annotated[
        Literal["ask"] | Annotated[list[Cost], Meta(min_length=1, max_length=LONGEST_TRACK)] | UnsetType,
        says(
            N_("“track” is ask, or a list of up to {longest} costs of a Ritual from 1 to {most}."),
            longest=LONGEST_TRACK,
            most=DEAREST,
        ),
    ] = UNSET
    starts: Annotated[
        dict[str, str], says(N_("“starts” says where factions started last time, which is offered again."))
    ] = field(default_factory=dict)
    names: Annotated[
        list[NamedPlayer],
        says(N_("“names” is a list of factions (id) with a name of up to {most} letters."), most=LETTERS),
    ] = field(default_factory=list)
    ask: Annotated[
        Literal["ask", "each", "choose", "rulebook", "summary_2015"] | UnsetType,
        says(
            N_(
                "“rulings” can be choose (the table is asked for a set of them), each (for each of them), rulebook or "
                "summary_2015."
            )
        ),
    ] = field(name="rulings", default=UNSET)

    @property
    def hands(self) -> list[list[str]]:
        """The factions of each player; none if they are asked for."""
        return self.players or [[code] for code in self.factions or ()]

    @property
    def codes(self) -> list[str]:
        """All factions."""
        return [code for hand in self.hands for code in hand]

    def allows(self, ruling: str) -> bool:
        """Return whether a ruling is given that allows more than the printed rules do."""
        return self.rulings.get(ruling) == ALLOWED

    @property
    def own_map(self) -> bool:
        """Whether the map is one of the table's own."""
        return self.map == OWN or isinstance(self.map, OwnMap) or self.board in DESCRIBED

    @property
    def other_board(self) -> str:
        """The board with rules of its own that is given, or an empty string."""
        if self.layout in LIBRARIES:
            return LIBRARY
        if isinstance(self.map, OwnMap):
            return self.map.kind
        return self.board if isinstance(self.board, str) and self.board in OTHER_BOARDS else ""

    @property
    def layout(self) -> str:
        """The printed layout that is given, or an empty string."""
        return self.map if isinstance(self.map, str) and not self.own_map else ""

    @property
    def most(self) -> int:
        """How many factions can play at most."""
        if isinstance(self.map, OwnMap):
            return min(MOST_ON_OWN_MAP, len(self.map.areas))
        if self.other_board == LIBRARY:
            return max(IN_LIBRARY)
        return MOST_ON_OWN_MAP if self.own_map or self.allows(EIGHT) else MOST_PLAYERS

    def __post_init__(self) -> None:
        if self.players is not None and self.factions is not None:
            refuse(_("Give the factions, or the factions of each player, not both."))
        free = self.allows(SEVERAL) and len(self.hands) > 2
        if len({len(hand) for hand in self.hands}) > 1 and not free:
            refuse(_("All players have the same number of factions."))
        if any(len(hand) > 1 for hand in self.hands) and len(self.hands) != 2 and not free:
            refuse(_("Only two players can play several factions each, unless the ruling “several” allows it."))
        if self.players is None and self.factions is None:
            if self.first is not UNSET or self.layout:
                refuse(_("The map and the First Player depend on the factions; give those too."))
            return
        if len(set(self.codes)) != len(self.codes):
            refuse(_("Each faction can be played once."))
        if not 2 <= len(self.codes) <= self.most:
            refuse(_("2 to {most} factions can play.").format(most=self.most))
        maps = layouts(len(self.codes), self.other_board)
        if self.layout and self.layout not in maps:
            refuse(_("{number} players use {maps}.").format(number=len(self.codes), maps=" / ".join(maps)))
        if not {named.id for named in self.names} <= set(self.codes):
            refuse(_("Names are given for the factions that play."))
        if self.first is not UNSET and self.first not in self.codes:
            refuse(_("The First Player must be one of the factions."))


class QuickBattleSetup(Setup, frozen=True):
    """A Quick Battle.

    Args:
        others: factions that look on.
        pieces: in the battle, by faction and kind; `in_play` likewise, those in the battle counted too.
        books: spellbooks by faction.
        gates: who controls the Gate of an area, or nobody.
        ritual: the step that the marker is on.
        power: of each faction; `doom` likewise.
        marks: factions' own counters.
        tokens: areas that hold tokens of a faction's own, by faction.
        great: how many Great Old Ones the enemies of each faction have in play, if not only those that are there.
    """

    thing: ClassVar[str] = N_("a Quick Battle")

    attacker: Annotated[str | UnsetType, _SIDE] = UNSET
    defender: Annotated[str | UnsetType, _SIDE] = UNSET
    neutral: Annotated[
        Literal["ask"] | UnsetType, says(N_("“neutral” can only be ask: then neutral pieces are asked for."))
    ] = UNSET
    others: Annotated[list[str] | UnsetType, says(N_("“others” is a list of factions that look on."))] = UNSET
    pieces: Annotated[Pieces, says(N_("“pieces” are counted by faction and kind."))] = field(default_factory=dict)
    in_play: Annotated[Pieces, says(N_("Pieces “in_play” are counted by faction and kind."))] = field(
        default_factory=dict
    )
    books: Annotated[dict[str, list[str]], says(N_("“books” are lists of spellbooks by faction."))] = field(
        default_factory=dict
    )
    area: Annotated[str | UnsetType, says(N_("There is no such area on that map."))] = UNSET
    map: Annotated[Map, _MAP] = BATTLE_MAP
    gates: Annotated[
        dict[str, str | None] | UnsetType, says(N_("A Gate is controlled by a faction, or by nobody (null)."))
    ] = UNSET
    ritual: Annotated[
        Annotated[int, Meta(ge=0, le=BATTLE_STEPS)] | UnsetType,
        says(N_("The ritual marker is on step 0 to {most}."), most=BATTLE_STEPS),
    ] = UNSET
    power: Annotated[Numbers, says(N_("“power” is counted by faction."))] = field(default_factory=dict)
    doom: Annotated[Numbers, says(N_("“doom” is counted by faction."))] = field(default_factory=dict)
    marks: Annotated[Pieces, says(N_("“marks” are counted by faction and counter."))] = field(default_factory=dict)
    tokens: Annotated[dict[str, list[str]], says(N_("“tokens” are lists of areas by faction, each area once."))] = (
        field(default_factory=dict)
    )
    great: Annotated[Numbers, says(N_("“great” is counted by faction."))] = field(default_factory=dict)

    @property
    def sides(self) -> list[str]:
        """The attacker and the defender, as far as they are given."""
        return [code for code in (self.attacker, self.defender) if code is not UNSET]

    def __post_init__(self) -> None:
        seats = [*self.sides, *(self.others or ())]
        if len(set(seats)) != len(seats):
            refuse(_("Each faction fights or looks on once."))
        by_faction: dict[str, Mapping[str, Any]] = {
            "pieces": self.pieces,
            "in_play": self.in_play,
            "books": self.books,
            "power": self.power,
            "doom": self.doom,
            "marks": self.marks,
            "great": self.great,
            "tokens": self.tokens,
        }
        for key, by_side in by_faction.items():
            if not set(by_side) <= set(seats):
                refuse(_("“{key}” is given for the factions that are there.").format(key=key))


class SetupModes(Setup, frozen=True):
    """What a set-up with a Quick Battle consists of."""

    thing: ClassVar[str] = N_("a Quick Battle")

    battle: Annotated[dict[str, Any], says(N_("A Quick Battle is given by what is known of it, perhaps nothing."))] = (
        field(name=QUICK_BATTLE)
    )
    rulings: Annotated[dict[str, str], _READINGS] = field(name="options", default_factory=dict)


def read(setup: Mapping[str, Any]) -> tuple[EveningSetup, QuickBattleSetup | None]:
    """Return what a set-up gives for the evening and, if it has one, for the Quick Battle. Raises `BadSetupError`."""
    if QUICK_BATTLE not in setup:
        return EveningSetup.read(setup), None
    beside = SetupModes.read(setup)
    return EveningSetup(rulings=beside.rulings), QuickBattleSetup.read(beside.battle)
