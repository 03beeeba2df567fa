"""The course of the evening: phases, turns, Actions, what is counted, corrections, the end."""

from __future__ import annotations

from companion.games.cthulhu_wars.model import names, roster
from companion.games.cthulhu_wars.model.maps import area_name
from companion.games.cthulhu_wars.model.neutral_cards import AZATHOTH_MARK
from companion.games.cthulhu_wars.model.rulings import OTHER, ruling
from companion.games.cthulhu_wars.model.state import ACOLYTE, CthulhuState, Phase
from companion.table.state import Fact, TextFact
from companion.table.words import _, and_list, n_


class PhaseBegan(TextFact, frozen=True):
    """A phase begins; nobody is up yet.

    Args:
        phase: which one.
        turn: of the game; 0 where there is none.
    """

    phase: Phase
    turn: int

    def apply(self, state: CthulhuState) -> None:
        state.phase = self.phase
        state.active = ""
        if self.phase is not Phase.GATHER:
            # Until the count of Gather Power the Action Phase may still go on.
            state.resting.clear()
        state.doom_for_gates.clear()
        if self.phase is Phase.DOOM:
            state.doom_phases += 1
            state.used_up.clear()

    def heading(self) -> tuple[str, ...]:
        return names.moment(self.turn, self.phase)


class ActionPhaseBegan(Fact, frozen=True):
    """The Action Phase of another turn of the game begins."""

    turn: int

    def apply(self, state: CthulhuState) -> None:
        state.phase, state.turn, state.active = Phase.ACTION, self.turn, ""
        state.acted.clear()
        state.battled.clear()

    def text(self) -> str:
        return _("Action Phase, turn {number}").format(number=self.turn)

    def heading(self) -> tuple[str, ...]:
        return names.moment(self.turn, Phase.ACTION)


class FirstPlayerChosen(TextFact, frozen=True):
    """The marker goes to a player.

    Args:
        who: the faction it lies with.
    """

    who: str

    def apply(self, state: CthulhuState) -> None:
        state.first = self.who


class DirectionChosen(Fact, frozen=True):
    """Play goes clockwise (1) or counter-clockwise (-1); `given` by the set-up it need not be read."""

    direction: int
    given: bool = False

    def apply(self, state: CthulhuState) -> None:
        state.direction = self.direction

    def text(self) -> str:
        if self.given:
            return ""
        return _("Play goes clockwise") if self.direction == 1 else _("Play goes counter-clockwise")


class TurnBegan(Fact, frozen=True):
    """A faction is up: it acts, or has its place in the Doom Phase.

    In the Action Phase it is forgotten which own factions have acted if this one has or somebody else is on, and then
    where battles were fought: one per area and turn (D4: per Action Phase).
    """

    who: str
    words: str = ""

    def apply(self, state: CthulhuState) -> None:
        state.active = self.who
        if state.phase is not Phase.ACTION:
            return
        if state.acted and (self.who in state.acted or self.who not in state.hand(state.acted[0])):
            state.acted.clear()
        if not state.acted and ruling(state.rulings, "D4") != OTHER:
            state.battled.clear()
        state.between_actions = True

    def text(self) -> str:
        return self.words


class FactionActed(Fact, frozen=True):
    """A faction has acted in this turn of its player, who plays several."""

    who: str

    def apply(self, state: CthulhuState) -> None:
        state.acted.append(self.who)


class ActionsStopped(TextFact, frozen=True):
    """A faction takes no more Actions in this phase and keeps its Power."""

    who: str

    def apply(self, state: CthulhuState) -> None:
        state.resting.append(self.who)


class ActionBegan(Fact, frozen=True):
    """An Action begins.

    The moment after the last Action is over, and abilities that work once per Action can be used again.
    """

    def apply(self, state: CthulhuState) -> None:
        state.between_actions, state.last_active = False, ""
        state.used_up.clear()


class KillsNoticed(Fact, frozen=True):
    """What the last Kills have brought is noticed."""

    def apply(self, state: CthulhuState) -> None:
        state.slain.clear()


class ActionEnded(Fact, frozen=True):
    """An Action is done: abilities after any player's Action may be used.

    Args:
        who: who may still see to Gates after it; nobody after a pass.
    """

    who: str

    def apply(self, state: CthulhuState) -> None:
        state.between_actions, state.last_active = True, self.who


class ActionsOver(Fact, frozen=True):
    """Nobody acts any more: what could be done after the last Action is past."""

    def apply(self, state: CthulhuState) -> None:
        state.between_actions, state.last_active = False, ""


class ActionsGoOn(Fact, frozen=True):
    """The Action Phase is not over: a faction has got Power after its last Action."""

    who: str
    turn: int

    def apply(self, state: CthulhuState) -> None:
        state.phase, state.active = Phase.ACTION, ""

    def text(self) -> str:
        return _("{faction} has Power again: the Action Phase goes on").format(faction=names.faction(self.who))

    def heading(self) -> tuple[str, ...]:
        return names.moment(self.turn, Phase.ACTION)


class AbilityUsedUp(Fact, frozen=True):
    """A faction has used an ability that works once per Action or Doom Phase."""

    who: str
    ability: str

    def apply(self, state: CthulhuState) -> None:
        state.used_up.append((self.who, self.ability))


class AbilityGivenUp(Fact, frozen=True):
    """A faction has given up an ability that it had begun, and can still use it."""

    who: str
    ability: str

    def apply(self, state: CthulhuState) -> None:
        state.used_up.remove((self.who, self.ability))


class DoomOrderSet(Fact, frozen=True):
    """The factions that have not had their place in the Doom Phase yet, in order.

    Args:
        codes: those whose Rituals are to come.
        later: those whose Doom Phase abilities come after all Rituals (D32).
    """

    codes: tuple[str, ...]
    later: tuple[str, ...] = ()

    def apply(self, state: CthulhuState) -> None:
        state.to_do, state.to_come = list(self.codes), list(self.later)


class RitualsFinished(Fact, frozen=True):
    """All have had their Ritual, and Doom Phase abilities follow (D32); nobody is up yet."""

    def apply(self, state: CthulhuState) -> None:
        state.active = ""

    def text(self) -> str:
        return _("All Rituals are over: Doom Phase abilities")


class DecayMoved(Fact, frozen=True):
    """The Decay marker of the two-player game moves."""

    to: int

    def apply(self, state: CthulhuState) -> None:
        state.decay = self.to

    def text(self) -> str:
        return _("Decay: {number}").format(number=self.to) if self.to else ""


class GatesCounted(Fact, frozen=True):
    """From now on the table sees to where Gates are: the companion only counts them."""

    def apply(self, state: CthulhuState) -> None:
        state.gates_seen = dict(state.gates)
        for area in state.loose_gates():
            owner = state.gates.pop(area)
            state.gates[state.unknown_area()] = owner


class GatesSeen(Fact, frozen=True):
    """The table has told where the Gates are.

    Args:
        gates: who controls the Gate of each area, or nobody; all Gates but those that are part of their area.
    """

    gates: dict[str, str | None]

    def apply(self, state: CthulhuState) -> None:
        for area in state.loose_gates():
            del state.gates[area]
        state.gates.update(self.gates)

    def text(self) -> str:
        return _("Gates on the map: {areas}").format(areas=", ".join(map(area_name, self.gates)) or _("none"))


class GatesTold(Fact, frozen=True):
    """The table says how many Gates a faction controls, or nobody, where the companion only counts them.

    Args:
        who: the faction; empty for abandoned Gates.
        number: all of them.
        loose: those of them that stand in areas of the map.
    """

    who: str
    number: int
    loose: int

    def apply(self, state: CthulhuState) -> None:
        state.count_gates(self.who or None, self.loose)

    def text(self) -> str:
        words = _("{counter}: {number} (corrected by hand)")
        return words.format(counter=names.counter(f"{self.who}.gates" if self.who else "abandoned"), number=self.number)


class CounterCorrected(Fact, frozen=True):
    """A number set by hand; `key` is that of `corrections.counters`.

    Args:
        leaving: ids of pieces that leave the battle because they are not on the map: neither Killed nor Eliminated.
        returning: ids of those that are back in it because such a correction is corrected back.
    """

    key: str
    value: int
    leaving: tuple[str, ...] = ()
    returning: tuple[str, ...] = ()

    def apply(self, state: CthulhuState) -> None:
        self._set(state)
        for name in self.leaving:
            state.running_battle.take_off(name)
        for name in self.returning:
            state.running_battle.put_back(name)

    def _set(self, state: CthulhuState) -> None:
        code, __, name = self.key.partition(".")
        match name.split(".") if name else [code]:
            case ["turn"]:
                state.turn = self.value
            case ["decay"]:
                state.decay = self.value
            case ["ritual"]:
                state.ritual = self.value
                state.instant_death = self.value == len(state.track)
            case ["power"]:
                state.factions[code].power = self.value
            case ["doom"]:
                state.factions[code].doom = self.value
            case ["signs"]:
                self._signs(state, state.factions[code].signs)
            case ["captives", owner, *kind]:
                state.factions[code].captives.setdefault(owner, {})[kind[0] if kind else ACOLYTE] = self.value
            case [mark] if mark in (AZATHOTH_MARK, *names.OF_BOARDS, *(m.id for m in roster.card(code).marks)):
                state.factions[code].marks[mark] = self.value
            case [unit]:
                state.factions[code].in_play[unit] = self.value

    def _signs(self, state: CthulhuState, held: list[int]) -> None:
        """Draw from the bag, or put back at its end."""
        while len(held) < self.value:
            drawn = state.bag.pop()
            held.append(0 if state.chits else drawn)
        while len(held) > self.value:
            state.bag.insert(0, held.pop() or 1)

    def text(self) -> str:
        words = _("{counter}: {number} (corrected by hand)")
        if self.leaving:
            words = n_(
                "{counter}: {number} (corrected by hand); {n} leaves the battle",
                "{counter}: {number} (corrected by hand); {n} leave the battle",
                len(self.leaving),
            )
        elif self.returning:
            words = n_(
                "{counter}: {number} (corrected by hand); {n} is back in the battle",
                "{counter}: {number} (corrected by hand); {n} are back in the battle",
                len(self.returning),
            )
        number = len(self.leaving) or len(self.returning)
        return words.format(counter=names.counter(self.key), number=self.value, n=number)


class RitualMarked(CounterCorrected, frozen=True):
    """The marker on the Ritual track set by hand.

    Args:
        cost: of the next Ritual, as it is printed where the marker stands; None on Instant Death.
    """

    cost: int | None = None

    def text(self) -> str:
        words = _("{counter}: {number} (corrected by hand)")
        number = _("Instant Death") if self.cost is None else self.cost
        return words.format(counter=names.counter(self.key), number=number)


class NumberTold(CounterCorrected, frozen=True):
    """A number that the table was asked for; `key` is that of `corrections.counters`."""

    def text(self) -> str:
        return _("{counter}: {number}").format(counter=names.counter(self.key), number=self.value)


class GameEnded(Fact, frozen=True):
    """The game is over.

    Args:
        winners: the factions of each person who has won.
        people: what these are called, if not by their factions alone.
    """

    winners: tuple[tuple[str, ...], ...]
    people: tuple[str, ...] = ()

    def apply(self, state: CthulhuState) -> None:
        state.winners = [list(hand) for hand in self.winners]
        state.phase = Phase.OVER

    def text(self) -> str:
        if not self.winners:
            return _("Game over: everybody loses")
        people = self.people or [names.hand(hand) for hand in self.winners]
        return _("Game over: won by {players}").format(players=and_list(list(people)))
