"""What the companion knows of a game of Cthulhu Wars: counted, not placed.

It knows the Gates with their areas, and how many pieces of each kind are in play, in the pool and captured. It does
not know where figures stand; a script asks when a rule needs it.
"""

# Annotations that are read at each start are no texts here, which would have to be compiled each time.

from enum import StrEnum
from itertools import chain
from typing import Final

from msgspec import Struct, field
from msgspec.structs import replace

from companion.games.cthulhu_wars.model.battle_state import Battle
from companion.games.cthulhu_wars.model.drawn_map import MOST_AREAS
from companion.games.cthulhu_wars.model.maps import BESIDE, COUNTED, LONGEST_NAME, RITUAL_TRACKS, Board, board
from companion.games.cthulhu_wars.model.neutral_cards import BOOKS, CARDS, HIGH_PRIESTS
from companion.games.cthulhu_wars.model.setup_form import BAG, LETTERS, EveningSetup, QuickBattleSetup
from companion.table.names import held_to
from companion.table.rulings import RuledState

START_POWER: Final = 8
DOOM_TO_END: Final = 30
BOOKS_TO_WIN: Final = 6
GATES_IN_BOX: Final = 24
INSTANT_DEATH_COST: Final = 10

ACOLYTE: Final = "acolyte"
DEMON: Final = "has_demon"
"""Mark of whoever has a Dark Demon."""
PRIEST: Final = "priest_"
"""What the mark of a Unique High Priest begins with that a faction has chosen."""
ASIDE: Final = "aside_"
"""What the mark of pieces that wait on a card begins with."""
FAN: Final = "fan/"
"""What the mark of pieces begins with that lie on a card of a faction."""
WEB: Final = "web/"
"""What the mark of an area with a Web token begins with."""
PROTEUS: Final = "proteus_"
"""What the mark of the spellbook that works for Nodens begins with."""
SLOT: Final = "slot_"
"""What the mark of an Asteroid Cat on the slot of a requirement begins with."""
COVERED: Final = "covered_"
"""What the mark of a spellbook begins with on which pieces lie."""
HELD_DOWN: Final = "held_down_"
"""What the mark of a Great Old One begins with that an Elder Thing was with as Power was gathered: the turn."""
ENEMY_GREAT: Final = "enemy_great"
"""What a Quick Battle calls the Great Old Ones of a faction's enemies (`FactionState.marks`)."""


class Phase(StrEnum):
    """Where the evening is; each but the last has a script."""

    SETUP = "setup"
    ACTION = "action"
    GATHER = "gather"
    FIRST_PLAYER = "first_player"
    DOOM = "doom"
    END = "end"
    QUICK_BATTLE = "quick_battle"
    OVER = "over"


class HelpLevel(StrEnum):
    """How much the companion helps, as the table likes; the value is that of the set-up.

    The Scribe keeps counters and phases. The Clerk works out sums, costs, Rituals, the First Player and victory, and
    counts Gates without asking where they are. The Referee guides through everything.
    """

    SCRIBE = "scribe"
    CLERK = "clerk"
    REFEREE = "referee"


HELP: Final = "help"
"""The level of help among the rulings that a table has chosen."""


class Places(StrEnum):
    """Whether the Referee asks where Gates are and who stands next to a battle; the value is that of the set-up."""

    ASKED = "asked"
    TABLE = "table"


PLACES: Final = "places"
"""The same among the rulings."""
_REFEREE: Final = str(HelpLevel.REFEREE)
_ASKED: Final = str(Places.ASKED)


class FactionState(Struct, omit_defaults=True):
    """One faction's card and stock.

    Args:
        signs: values of the Elder Signs held, face down; 0 for a physical chit whose value nobody entered.
        in_play: pieces on the map or on the faction card.
        captives: captured pieces held, by owner and kind.
        away: pieces that are neither in play nor in the pool: removed from the game, or on another's faction card.
        card: pieces of one's own lying on the faction card; they are in play, but not on the map.
        drawn: Elder Signs taken so far.
        rituals: Rituals of Annihilation performed so far.
        marks: small counters of the faction's own rules, by name.
        tokens: areas that hold a token of the faction's own.
        own_gates: areas of Gates that only it may control.
        borrowed: factions whose unique abilities it has, too, for a while.
        loyalty: Loyalty Cards of neutral pieces that are its own.
        lost: its pieces that were Killed, Eliminated or captured so far, by kind.
        start: the area of its first Gate; empty until that is known.
        turned: values of the Elder Signs that it revealed because the game was over.
        seen: its pieces as they were last said to stand, by area and kind. Nobody says every Move: it is for what is
            filled in for people to see and change, and no rule looks at it.
    """

    code: str
    power: int = START_POWER
    doom: int = 0
    signs: list[int] = field(default_factory=list)
    books: list[str] = field(default_factory=list)
    met: list[str] = field(default_factory=list)
    flipped: list[str] = field(default_factory=list)
    in_play: dict[str, int] = field(default_factory=dict)
    captives: dict[str, dict[str, int]] = field(default_factory=dict)
    away: dict[str, int] = field(default_factory=dict)
    card: dict[str, int] = field(default_factory=dict)
    drawn: int = 0
    rituals: int = 0
    marks: dict[str, int] = field(default_factory=dict)
    tokens: list[str] = field(default_factory=list)
    own_gates: list[str] = field(default_factory=list)
    borrowed: list[str] = field(default_factory=list)
    loyalty: list[str] = field(default_factory=list)
    lost: dict[str, int] = field(default_factory=dict)
    start: str = ""
    turned: list[int] = field(default_factory=list)
    seen: dict[str, dict[str, int]] = field(default_factory=dict)


class CthulhuState(RuledState):
    """The whole game. Changed by facts only.

    `players` holds the factions of each person, clockwise: mostly one each, but a person may play several (D2).
    `names` are what people are called, by the factions that they play, as far as they said it; `former` are those who
    played a faction before somebody else took it over, oldest first, with an empty text for one without a name.
    `unplayed` are the factions that nobody plays any more, with the faction of whoever makes the choices that the rules
    force, or an empty text where all do; those in `barred` cannot win, and those in `gone` are out of the game.
    `laid` is the board and `own_track` the Ritual track where they are not those of the data. `given` is what the
    set-up says, `given_battle` what it says of a Quick Battle, whose Elder Signs are printed ones.
    `neutral` are the Loyalty Cards and neutral spellbooks that nobody has yet.
    `chits` says that Elder Signs are the printed ones, which nobody tells the companion.
    `acted` are the factions with which the person whose turn it is has acted in this turn, where there are several.
    `resting` are factions that take no more Actions in this phase, with whatever Power they have.
    `doom_for_gates` is what the Doom Phase that is going on has given for controlled Gates.
    `to_do` are the factions that have not had their place in the order of Rituals yet, and `to_come` those that have
    their Doom Phase abilities after all Rituals (D32) and have not had them yet.
    `used_up` are abilities that work once per Action or Doom Phase and were used in this one, as (faction, name).
    `slain` are pieces that were Killed, in a battle or not, since requirements were last looked at, as (faction, kind).
    `fought` is a Quick Battle that is over.
    `boards` are the boards and options with rules of their own that are played with (reference 3.11), `places` the
    areas in which their pieces lie, by kind, and `board_marks` their counters.
    `gates_seen` is where the Gates were when the companion was last told of places.
    """

    given: EveningSetup
    given_battle: QuickBattleSetup | None
    map_id: str
    laid: Board | None
    own_track: tuple[int, ...]
    neutral: list[str]
    players: list[list[str]]
    names: dict[str, str]
    former: dict[str, list[str]]
    unplayed: dict[str, str]
    barred: list[str]
    gone: list[str]
    factions: dict[str, FactionState]
    phase: Phase
    turn: int
    first: str
    direction: int
    active: str
    acted: list[str]
    resting: list[str]
    last_active: str
    to_do: list[str]
    to_come: list[str]
    ritual: int
    instant_death: bool
    gates: dict[str, str | None]
    gates_seen: dict[str, str | None]
    chits: bool
    bag: list[int]
    battled: list[str]
    decay: int
    doom_phases: int
    doom_for_gates: dict[str, int]
    used_up: list[tuple[str, str]]
    slain: list[tuple[str, str]]
    between_actions: bool
    winners: list[list[str]] | None
    battle: Battle | None
    fought: Battle | None
    boards: list[str]
    places: dict[str, list[str]]
    board_marks: dict[str, int]

    def __init__(self, given: EveningSetup, battle: QuickBattleSetup | None = None) -> None:
        super().__init__()
        self.given = given
        self.given_battle = battle
        self.rulings = dict(given.rulings)
        self.map_id = ""
        self.laid = None
        self.own_track = ()
        self.neutral = []
        self.players = []
        self.names = {named.id: named.name for named in given.names if named.name}
        self.former = {}
        self.unplayed = {}
        self.barred = []
        self.gone = []
        self.factions = {}
        self.phase = Phase.QUICK_BATTLE if self.skirmish else Phase.SETUP
        self.turn = 0
        self.first = ""
        self.direction = 1
        self.active = ""
        self.acted = []
        self.resting = []
        self.last_active = ""
        self.to_do = []
        self.to_come = []
        self.ritual = 0
        self.instant_death = False
        self.gates = {}
        self.gates_seen = {}
        self.chits = self.skirmish
        self.bag = list(BAG) if self.skirmish else list(given.bag)
        self.battled = []
        self.decay = 0
        self.doom_phases = 0
        self.doom_for_gates = {}
        self.used_up = []
        self.slain = []
        self.between_actions = False
        self.winners = None
        self.battle = None
        self.fought = None
        self.boards = []
        self.places = {}
        self.board_marks = {}

    @property
    def skirmish(self) -> bool:
        """Whether this is a Quick Battle, without a game around it."""
        return self.given_battle is not None

    @property
    def level(self) -> HelpLevel:
        """How much the companion helps."""
        return HelpLevel(self.rulings.get(HELP, _REFEREE))

    @property
    def guides(self) -> bool:
        """Whether the companion leads through battles piece by piece, and says what is often missed."""
        return self.rulings.get(HELP, _REFEREE) == _REFEREE

    @property
    def follows(self) -> bool:
        """Whether the companion asks where Gates and pieces are; else the table sees to that."""
        rulings = self.rulings
        # Two look-ups and no more, none of them in an enumeration: it is asked for a dozen times with each answer.
        return rulings.get(HELP, _REFEREE) == _REFEREE and rulings.get(PLACES, _ASKED) == _ASKED

    @property
    def counts_gates(self) -> bool:
        """Whether Gates are a number that the table may know better: they are in no area, and the board is laid out."""
        return not self.follows and self.phase is not Phase.SETUP

    @property
    def by_hand(self) -> bool:
        """Whether the table works out everything itself."""
        return self.rulings.get(HELP) == HelpLevel.SCRIBE

    @property
    def running_battle(self) -> Battle:
        """The battle that is going on, for facts and scripts of one."""
        assert self.battle is not None
        return self.battle

    @property
    def seats(self) -> list[str]:
        """All factions, clockwise; those of one person next to each other."""
        return [*chain.from_iterable(self.players)]

    @property
    def duel(self) -> bool:
        """Whether this is the two-player game with one faction each, which has rules of its own (reference 3.8).

        A Quick Battle has two sides, too, but is no game.
        """
        hands = self.players
        return len(hands) == 2 and len(hands[0]) == len(hands[1]) == 1 and not self.skirmish and not self.gone

    @property
    def several(self) -> bool:
        """Whether somebody plays more than one faction."""
        return any(len(hand) > 1 for hand in self.players)

    def hand(self, code: str) -> list[str]:
        """Return the factions of the person who plays `code`."""
        return next(hand for hand in self.players if code in hand)

    def rename(self, place: str, name: str) -> None:
        """Call the person who plays a faction something else; only facts call this."""
        for code in self.hand(place):
            self.names.pop(code, None)
            if name:
                self.names[code] = name

    def hand_over(self, place: str, name: str) -> None:
        """Have somebody else play the factions of a person from now on; only facts call this."""
        self.part(place)
        for code in self.hand(place):
            self.unplayed.pop(code, None)
            if code in self.barred:
                self.barred.remove(code)
        self.rename(place, name)

    def leave(self, place: str, by: str, *, wins: bool) -> None:
        """Have nobody play the factions of a person from now on; only facts call this."""
        self.part(place)
        for code in self.hand(place):
            self.unplayed[code] = by
            if not wins:
                self.barred.append(code)
        self.rename(place, "")

    def go_out(self, place: str, *, gates: bool, captives: bool, following: str, first: str) -> None:
        """Take the factions of a person out of the game; only facts call this.

        Args:
            place: one of them.
            gates: whether their Gates stay, abandoned.
            captives: whether what they have captured goes back to its owners.
            following: the faction whose turn it is then.
            first: the First Player then.
        """
        self.part(place)
        hand = self.hand(place)
        # The costs of Rituals are those of as many as have begun.
        self.own_track = self.track
        for code in hand:
            self._leave_gates(code, abandoned=gates)
            self._leave_captives(code, back=captives)
            self._leave_cards(code)
            old = self.factions[code]
            away = {**old.away}
            self.factions[code] = FactionState(code, power=0, in_play=dict.fromkeys(old.in_play, 0), away=away)
            self.unplayed.pop(code, None)
            self.names.pop(code, None)
            for kept in (self.barred, self.to_do, self.to_come, self.resting, self.acted):
                if code in kept:
                    kept.remove(code)
            self.doom_for_gates.pop(code, None)
        self.used_up = [one for one in self.used_up if one[0] not in hand]
        self.slain = [one for one in self.slain if one[0] not in hand]
        self.gone += hand
        self.players.remove(hand)
        self.active, self.first = following, first
        if self.last_active in hand:
            self.last_active = ""

    def _leave_gates(self, code: str, *, abandoned: bool) -> None:
        """Have the Gates of a faction abandoned or gone; those that only it may control are gone."""
        for area in self.gates_of(code):
            if abandoned and not self.fixed(area) and self.reserved_for(area) != code:
                self.gates[area] = None
            else:
                self.gate_leaves(area)
        for area in [area for area in self.factions[code].own_gates if area in self.gates]:
            self.gate_leaves(area)

    def _leave_captives(self, code: str, *, back: bool) -> None:
        """Have what a faction has captured go back or out of the game, and what others have of its own."""
        for owner, kinds in ({} if back else self.factions[code].captives).items():
            away = self.factions[owner].away
            for unit, number in kinds.items():
                away[unit] = away.get(unit, 0) + number
        for other in self.factions.values():
            other.captives.pop(code, None)

    def _leave_cards(self, code: str) -> None:
        """Have the neutral cards of a faction for others to take, and nothing of it on the cards of others."""
        faction = self.factions[code]
        self.neutral += [*faction.loyalty, *(book for book in faction.books if book in BOOKS)]
        covers = bool(faction.loyalty)
        for other in self.factions.values():
            gone = [m for m in other.marks if m.startswith(f"{FAN}{code}/") or (covers and m.startswith(COVERED))]
            for mark in gone:
                del other.marks[mark]
            if code in other.borrowed:
                other.borrowed.remove(code)

    def part(self, place: str) -> None:
        """Note who has played the factions of a person up to now; only facts call this."""
        hand = self.hand(place)
        before = next((self.names[code] for code in hand if code in self.names), "")
        for code in hand:
            if code not in self.unplayed:
                self.former.setdefault(code, []).append(before)

    def hold_to_setup(self) -> None:
        self.names = {code: held_to(name, LETTERS) for code, name in self.names.items()}
        self.former = {code: [held_to(one, LETTERS) for one in people] for code, people in self.former.items()}
        if self.laid is None:
            return
        if len(self.laid.areas) > MOST_AREAS + len(BESIDE):
            raise ValueError(f"a map of {len(self.laid.areas)} areas")
        for area in self.laid.areas:
            # It is known by its name, which stays; `area_name` shortens what is shown.
            held_to(area, LONGEST_NAME)
        self.laid = replace(self.laid, title=held_to(self.laid.title, LONGEST_NAME))

    @property
    def board(self) -> Board:
        """The board in use."""
        return self.laid or board(self.map_id)

    @property
    def track(self) -> tuple[int, ...]:
        """The ritual track for this number of factions; a Quick Battle uses that of the board it is fought on."""
        return self.own_track or RITUAL_TRACKS[4 if self.skirmish else len(self.seats)]

    @property
    def ritual_cost(self) -> int:
        """Cost under the ritual marker; on Instant Death it is 10 (reference 1.1)."""
        return self.track[self.ritual] if self.ritual < len(self.track) else INSTANT_DEATH_COST

    def player_order(self) -> list[str]:
        """Return all factions from the First Player on in the direction of play, those of a person together."""
        return [*chain.from_iterable(self.hands_from(self.first))]

    def hands_from(self, code: str) -> list[list[str]]:
        """Return the factions of each person in the direction of play, from that of `code` on."""
        hands = self.players if self.direction == 1 else self.players[::-1]
        at = 0
        while code not in hands[at]:
            at += 1
        return hands[at:] + hands[:at]

    def enemies(self, code: str) -> list[str]:
        """Return the other factions, in player order."""
        return [c for c in (self.player_order() if self.first else self.seats) if c != code]

    @property
    def priests(self) -> bool:
        """Whether every faction with Cultists has a High Priest."""
        return HIGH_PRIESTS in self.neutral

    @property
    def neutral_in_use(self) -> set[str]:
        """The neutral cards and spellbooks that the table plays with, whoever has them by now."""
        held = (name for faction in self.factions.values() for name in (*faction.loyalty, *faction.books))
        return {*self.neutral, *(name for name in held if name in CARDS or name in BOOKS)}

    def of_others(self, code: str) -> list[str]:
        """Return the factions of other players, in player order.

        Other factions of the same player are left out (D2).
        """
        hand = self.hand(code)
        return [c for c in self.enemies(code) if c not in hand]

    def gates_of(self, code: str) -> list[str]:
        """Return the areas of the Gates that a faction controls."""
        return [area for area, owner in self.gates.items() if owner == code]

    def fixed(self, area: str) -> bool:
        """Return whether the Gate of an area is part of it, so that nobody stands on it, takes, leaves or moves it."""
        return area in self.gates and area in self.board.beside

    def held_gates(self, code: str) -> list[str]:
        """Return the areas of the Gates that a faction controls with a piece on them."""
        held = [area for area, owner in self.gates.items() if owner == code]
        beside = self.board.beside if held else None
        return [area for area in held if area not in beside] if beside else held

    def loose_gates(self) -> list[str]:
        """Return the areas of the Gates that can be moved or taken off the map."""
        beside = self.board.beside
        return [area for area in self.gates if area not in beside]

    def ways(self, code: str, area: str) -> tuple[str, ...]:
        """Return the adjacent areas that units of a faction can move or retreat to.

        Of areas beside the map only its own is one of them.
        """
        near = self.board.areas[area].adjacent
        return tuple(other for other in near if not self.fixed(other) or self.gates[other] == code)

    def abandoned_gates(self) -> list[str]:
        """Return the areas of the Gates that nobody controls."""
        return [area for area, owner in self.gates.items() if owner is None]

    def reserved_for(self, area: str) -> str:
        """Return the faction that alone may control the Gate of an area, or an empty string."""
        for code, faction in self.factions.items():
            if area in faction.own_gates:
                return code
        return ""

    def lies_beside(self, area: str, owner: str) -> None:
        """Place a faction's own area beside the map, with its Gate; only facts call this."""
        self.laid = self.board.with_area(area)
        self.gates[area] = owner

    def unknown_area(self) -> str:
        """Return an area for one more Gate that is counted and not placed."""
        return next(name for n in range(1, len(self.gates) + 2) if (name := f"{COUNTED}{n}") not in self.gates)

    def count_gates(self, owner: str | None, number: int) -> None:
        """Set how many Gates on the map a faction, or nobody, controls; facts call this."""
        there = [area for area in self.loose_gates() if self.gates[area] == owner]
        for area in there[number:]:
            del self.gates[area]
        for __ in range(number - len(there)):
            self.gates[self.unknown_area()] = owner

    def gate_leaves(self, area: str, to: str = "") -> None:
        """Move a Gate to another area or off the map; only facts call this."""
        owner = self.gates.pop(area)
        reserved = self.reserved_for(area)
        if reserved:
            self.factions[reserved].own_gates.remove(area)
        if to:
            self.gates[to] = owner
        if to and reserved:
            self.factions[reserved].own_gates.append(to)

    def stands(self, code: str, area: str, unit: str, number: int) -> None:
        """Note that pieces of a kind are in an area; only facts call this.

        Those that would be too many are no longer elsewhere.
        """
        seen, left = self.factions[code].seen, max(0, self.on_map(code, unit))
        before = {other: there.get(unit, 0) for other, there in seen.items() if other != area}
        for other, wanted in {area: number, **before}.items():
            here, there = max(0, min(wanted, left)), seen.pop(other, {})
            left -= here
            if here or unit in there:
                there = {kind: n for kind, n in {**there, unit: here}.items() if n}
            if there:
                seen[other] = there

    def comes(self, code: str, area: str, unit: str, number: int) -> None:
        """Change how many pieces of a kind are seen in an area by a number; facts call this."""
        if area:
            self.stands(code, area, unit, self.factions[code].seen.get(area, {}).get(unit, 0) + number)

    def wanders(self, code: str) -> None:
        """Take one piece from the area where most free ones were seen; facts call this."""
        seen, held = self.factions[code].seen, self.held_gates(code)
        free = {(sum(there.values()) - (area in held), area) for area, there in seen.items()}
        most, area = max(free, default=(0, ""))
        if most > 0:
            unit = max(seen[area], key=lambda kind: seen[area][kind])
            self.comes(code, area, unit, -1)

    def in_play(self, code: str, unit: str) -> int:
        """Return how many pieces of a kind are in play, those on the faction card too, captured ones not."""
        return self.factions[code].in_play.get(unit, 0)

    def on_map(self, code: str, unit: str) -> int:
        """Return how many pieces of a kind are on the map: in play and not on the faction card."""
        faction = self.factions[code]
        return faction.in_play.get(unit, 0) - faction.card.get(unit, 0)

    def captured(self, code: str, unit: str = ACOLYTE) -> int:
        """Return how many pieces of a kind sit as captives on other factions' cards."""
        number = 0
        for faction in self.factions.values():
            if held := faction.captives.get(code):
                number += held.get(unit, 0)
        return number

    def absent(self, code: str, unit: str) -> int:
        """Return how many pieces of a kind are neither in play nor in the Pool, captured ones too."""
        number, fanned = self.factions[code].away.get(unit, 0) + self.aside(code, unit), f"{FAN}{code}/{unit}"
        # One round over all, for this is asked of each kind of piece whenever something is shown.
        for faction in self.factions.values():
            if fanned in faction.marks:
                number += faction.marks[fanned]
            if code in faction.captives:
                number += faction.captives[code].get(unit, 0)
        return number

    def aside(self, code: str, unit: str) -> int:
        """Return how many pieces of a kind wait on a card beside the map, by their own Loyalty Card."""
        return self.factions[code].marks.get(f"{ASIDE}{unit}", 0)

    def fan(self, code: str) -> dict[tuple[str, str], int]:
        """Return the pieces on a Loyalty Card of a faction that are in no Pool, by owner and kind."""
        found = {}
        for mark, number in self.factions[code].marks.items():
            if number and mark.startswith(FAN):
                __, owner, unit = mark.split("/")
                found[owner, unit] = number
        return found

    def webs(self) -> list[str]:
        """Return the areas with a Web token, whoever has placed it."""
        marks = (mark for faction in self.factions.values() for mark in faction.marks)
        return [mark.removeprefix(WEB) for mark in marks if mark.startswith(WEB)]

    def covers(self, code: str, book: str) -> int:
        """Return how many pieces lie on a spellbook, so that it cannot be used."""
        return self.factions[code].marks.get(f"{COVERED}{book}", 0) if code in self.factions else 0

    def owns(self, code: str, book: str) -> bool:
        """Return whether a faction is in the game and has a spellbook."""
        return code in self.factions and book in self.factions[code].books

    def doom_place_began(self, code: str) -> bool:
        """Return whether a faction's place for what takes effect in the Doom Phase has come (D32), or is over."""
        if code in self.to_come:
            return not self.to_do and self.to_come[0] == code
        return code not in self.to_do[1:]

    def doom_place_over(self, code: str) -> bool:
        """Return whether it is over while the Doom Phase goes on for others."""
        waiting = [*self.to_do, *self.to_come]
        return self.phase is Phase.DOOM and bool(waiting) and code not in waiting

    def can_act(self, code: str) -> bool:
        """Return whether a faction may still act in this Action Phase: it has Power and does not rest."""
        return self.factions[code].power > 0 and code not in self.resting

    def can_use(self, code: str, book: str) -> bool:
        """Return whether a spellbook is owned and face up, and nothing lies on it."""
        return self.owns(code, book) and book not in self.factions[code].flipped and not self.covers(code, book)
