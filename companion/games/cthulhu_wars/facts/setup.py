"""What an evening begins with: who plays, what lies on the table, and what people said of it."""

from __future__ import annotations

from companion.games.cthulhu_wars.model import names, roster
from companion.games.cthulhu_wars.model.maps import OWN, Area, Board, area_name
from companion.games.cthulhu_wars.model.neutral_cards import CARDS, HIGH_PRIEST, HIGH_PRIESTS, PRIESTS
from companion.games.cthulhu_wars.model.state import ENEMY_GREAT, PRIEST, START_POWER, CthulhuState, FactionState
from companion.table.state import Fact, TemplatedFact
from companion.table.words import N_, _


class GameBegan(Fact, frozen=True):
    """The table is laid: who plays what, board, 6 Acolytes each (reference section 2).

    Args:
        people: what those are called who play, by faction, where somebody plays several.
    """

    players: tuple[tuple[str, ...], ...]
    map_id: str
    signs: str
    people: tuple[str, ...] = ()

    def apply(self, state: CthulhuState) -> None:
        state.players = [list(hand) for hand in self.players]
        state.map_id = self.map_id
        state.chits = self.signs == "chits"
        for code in state.seats:
            begins = roster.card(code).begins
            state.factions[code] = FactionState(code, power=begins.power, in_play=dict(begins.pieces))

    def text(self) -> str:
        people = self.people or [names.hand(hand) for hand in self.players]
        return _("Playing: {players}").format(players=", ".join(people))


class PeopleNamed(Fact, frozen=True):
    """People have said what they are called; `people` are their names by the factions that they play."""

    people: dict[str, str]

    def apply(self, state: CthulhuState) -> None:
        state.names.update(self.people)

    def text(self) -> str:
        return ", ".join(
            _("{faction}: {name}").format(faction=names.faction(code), name=name) for code, name in self.people.items()
        )


class RulingsNamed(Fact, frozen=True):
    """The table plays by a set of rulings; what they say follows one by one.

    Args:
        title: what the set is called, marked with `N_`.
    """

    title: str

    def apply(self, state: CthulhuState) -> None:
        """Change nothing."""

    def text(self) -> str:
        return _("Rulings: {name}").format(name=_(self.title))


class FactionStarted(Fact, frozen=True):
    """A faction starts in an area, with a controlled Gate there.

    Args:
        picked: whether it could have been another area.
    """

    who: str
    area: str
    picked: bool = False

    def apply(self, state: CthulhuState) -> None:
        state.factions[self.who].start = self.area
        place = roster.card(self.who).place
        if place:
            state.lies_beside(place.id, self.who)
        state.gates[self.area] = self.who
        for unit in state.factions[self.who].in_play:
            state.stands(self.who, self.area, unit, state.on_map(self.who, unit))

    def text(self) -> str:
        if not self.picked:
            return ""
        return _("{faction}: start in {area}").format(faction=names.faction(self.who), area=area_name(self.area))


class StartAreaTold(TemplatedFact, frozen=True):
    """The first Cultist of a faction that started nowhere has come to an area, which is its start area from then on."""

    TEXT = N_("{area} is the start area of {faction}")
    ON_BOARD = N_("Put the faction token of {faction} into {area}")
    PUT_BACK = N_("Take the faction token of {faction} off {area}")

    who: str
    area: str

    def apply(self, state: CthulhuState) -> None:
        state.factions[self.who].start = self.area

    def gaps(self) -> dict[str, object]:
        return {"faction": names.faction(self.who), "area": area_name(self.area)}


class OwnMapChosen(Fact, frozen=True):
    """A map of the table's own lies on it."""

    title: str
    areas: tuple[Area, ...]

    def apply(self, state: CthulhuState) -> None:
        state.laid = Board(OWN, {area.id: area for area in self.areas}, title=self.title)

    def text(self) -> str:
        return _("The map is “{map}”").format(map=self.title)


class RitualTrackTold(Fact, frozen=True):
    """The Ritual track is one that the table has typed in."""

    costs: tuple[int, ...]

    def apply(self, state: CthulhuState) -> None:
        state.own_track = self.costs

    def text(self) -> str:
        return _("Ritual track: {costs}").format(costs=" ".join(map(str, self.costs)))


class DisputedBordersTold(Fact, frozen=True):
    """Which of the disputed pairs of areas are neighbours on the board that lies on the table."""

    borders: tuple[tuple[str, str], ...]

    def apply(self, state: CthulhuState) -> None:
        state.laid = state.board.with_borders(self.borders)

    def text(self) -> str:
        words = _("{one} and {other} touch")
        seen = [words.format(one=area_name(one), other=area_name(other)) for one, other in self.borders]
        return _("On this board: {borders}").format(borders="; ".join(seen) or _("none of the disputed borders"))


class QuickBattleBegan(Fact, frozen=True):
    """A table for a Quick Battle: only what the battle needs. The attacker counts as First Player."""

    seats: tuple[str, ...]
    map_id: str
    in_play: dict[str, dict[str, int]]
    gates: dict[str, str | None]
    ritual: int
    power: dict[str, int]
    doom: dict[str, int]
    great: dict[str, int]

    def apply(self, state: CthulhuState) -> None:
        state.players = [[code] for code in self.seats]
        state.map_id = self.map_id
        state.first = self.seats[0]
        state.ritual = self.ritual
        state.gates = dict(self.gates)
        for code in self.seats:
            power, doom = self.power.get(code, START_POWER), self.doom.get(code, 0)
            marks = {ENEMY_GREAT: self.great[code]} if code in self.great else {}
            there = self.in_play[code]
            marks |= {f"{PRIEST}{unit}": 1 for unit in there if unit in PRIESTS}
            held = [unit for unit in there if unit in CARDS]
            if HIGH_PRIEST in there:
                state.neutral = [HIGH_PRIESTS]
            state.factions[code] = FactionState(code, power, doom, in_play=dict(there), marks=marks, loyalty=held)
            place = roster.card(code).place
            if place:
                state.lies_beside(place.id, code)

    def text(self) -> str:
        attacker, defender = map(names.faction, self.seats[:2])
        return _("Quick Battle: {attacker} against {defender}").format(attacker=attacker, defender=defender)


class ThirdPartyAdded(Fact, frozen=True):
    """Somebody looks on at a Quick Battle, with a spellbook that serves in battles of others (battle reference 2.3)."""

    who: str

    def apply(self, state: CthulhuState) -> None:
        state.players.append([self.who])
        state.factions[self.who] = FactionState(self.who, START_POWER, 0)
        place = roster.card(self.who).place
        if place:
            state.lies_beside(place.id, self.who)

    def text(self) -> str:
        return _("{faction} looks on").format(faction=names.faction(self.who))
