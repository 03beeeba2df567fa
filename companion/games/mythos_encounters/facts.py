"""What can happen in a combat."""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from companion.games.mythos_encounters.model.cards import Effect
from companion.games.mythos_encounters.model.forces import ATTACKER, DEFENDER, SEATS, Force, Outcome
from companion.games.mythos_encounters.model.state import ROLES, SIDES, CombatState, Person, PlayedCard
from companion.table.prompts import dice_words
from companion.table.state import Fact, TextFact
from companion.table.words import N_, NN_, _, and_list, n_

PIECES: Final = {
    "cultists": NN_("Cultist", "Cultists"),
    "servitors": NN_("Servitor", "Servitors"),
    "monsters": NN_("Monster", "Monsters"),
    "insane": NN_("Insane Cultist", "Insane Cultists"),
}
"""What people read, one and several."""

COUNTED: Final = {
    "cultists": N_("cultists"),
    "servitors": N_("servitors"),
    "monsters": N_("monsters"),
    "insane": N_("insane"),
}
"""The same in the middle of a correction."""


def pieces(kind: str, number: int) -> str:
    """Say a number of pieces."""
    return f"{number} {n_(*PIECES[kind], number)}"


def several(kind: str) -> str:
    """Say a kind of pieces, without a number."""
    return n_(*PIECES[kind], 2)


def listed(counts: dict[str, int]) -> str:
    """Say pieces by kind, those that there are: “3 Cultists and 1 Servitor”."""
    return and_list([pieces(kind, number) for kind in PIECES if (number := counts.get(kind, 0))])


def all_pieces(force: Force | None) -> list[str]:
    """Say all that a side has, a kind each."""
    return [pieces(kind, number) for kind in PIECES if (number := getattr(force, kind, 0))]


class BoardTask(Fact, frozen=True):
    """Something that may have to be done on the board: it stands on the combat's last page, too."""

    def apply(self, state: CombatState) -> None:
        if words := self.on_board():
            state.board.append(words)


class PlayersSat(Fact, frozen=True):
    """Who sits at the table, in order; the first one attacks the second."""

    people: tuple[Person, ...]

    def apply(self, state: CombatState) -> None:
        state.people = dict(zip(SEATS, self.people, strict=False))
        state.fighters = dict(zip(SIDES, SEATS, strict=False))

    def text(self) -> str:
        said = [", ".join(filter(None, (person.name, person.god))) for person in self.people]
        return (
            _("At the table: {names}.").format(names="; ".join(words for words in said if words)) if any(said) else ""
        )


class SidesChosen(TextFact, frozen=True):
    """Who attacks, or who is attacked; an empty seat stands for an empty Node."""

    side: str
    seat: str

    def apply(self, state: CombatState) -> None:
        state.fighters[self.side] = self.seat


class SegmentBegan(Fact, frozen=True):
    """The first or the second segment begins. Its cards are counted from what the pools are now."""

    segment: int

    def apply(self, state: CombatState) -> None:
        state.segment, state.bases = self.segment, dict(state.pools)


class ForceCommitted(Fact, frozen=True):
    """What a side has in the fight."""

    side: str
    who: str
    force: Force

    def apply(self, state: CombatState) -> None:
        state.forces[self.side] = self.force

    def text(self) -> str:
        sentence = _("{who}: {pieces}, in their own ring.") if self.force.ring else _("{who}: {pieces}.")
        return sentence.format(who=self.who, pieces=", ".join(all_pieces(self.force)) or _("nothing"))


class PiecesChanged(BoardTask, frozen=True):
    """Pieces join or leave a side."""

    side: str
    kind: str
    change: int
    why: str
    board: str = ""

    def apply(self, state: CombatState) -> None:
        super().apply(state)
        state.change_force(self.side, self.kind, self.change)

    def text(self) -> str:
        return self.why

    def on_board(self) -> str:
        return self.board

    def put_back(self) -> str:
        return _("Undo this: {task}").format(task=self.board) if self.board else ""


class PoolSet(Fact, frozen=True):
    """A side's pool is so large, and why."""

    side: str
    who: str
    dice: int
    why: str

    def apply(self, state: CombatState) -> None:
        state.pools[self.side] = self.dice

    def text(self) -> str:
        return _("{who}: {what}.").format(who=self.who, what=self.why)


class CardPlayed(BoardTask, frozen=True):
    """A card was played."""

    card: PlayedCard
    who: str
    words: str

    def apply(self, state: CombatState) -> None:
        super().apply(state)
        state.cards.append(self.card)

    def text(self) -> str:
        return self.words

    def on_board(self) -> str:
        if self.card.effect is Effect.NOTE:
            return self.words
        if not self.card.price:
            return ""
        return _("{who}: give up {pieces} outside this fight.").format(
            who=self.who, pieces=pieces("cultists", self.card.price)
        )

    def put_back(self) -> str:
        if self.card.effect is Effect.NOTE:
            return _("Undo this: {task}").format(task=self.words)
        if not self.card.price:
            return ""
        return _("{who}: take {pieces} back.").format(who=self.who, pieces=pieces("cultists", self.card.price))


class RollsRanked(Fact, frozen=True):
    """Both sides have rolled."""

    attacker: tuple[int, ...]
    defender: tuple[int, ...]
    attacker_loses: int
    defender_loses: int
    names: tuple[str, str]

    def apply(self, state: CombatState) -> None:
        state.faces = {ATTACKER: self.attacker, DEFENDER: self.defender}
        state.losses = {ATTACKER: self.attacker_loses, DEFENDER: self.defender_loses}

    def text(self) -> str:
        attacker, defender = self.names
        return _("{row} against {other}: {attacker} loses {number}, {defender} {more}.").format(
            row=" ".join(map(str, self.attacker)),
            other=" ".join(map(str, self.defender)),
            attacker=attacker,
            number=self.attacker_loses,
            defender=defender,
            more=self.defender_loses,
        )


class LossesRemoved(Fact, frozen=True):
    """What both sides have lost in the end, whoever's losses those were."""

    attacker: int
    defender: int

    def apply(self, state: CombatState) -> None:
        state.losses = {ATTACKER: self.attacker, DEFENDER: self.defender}


class LossesRedirected(BoardTask, frozen=True):
    """A side's losses fall on somebody who has no dice for them in this fight, and pays on the board."""

    who: str
    victim: str
    dice: int

    def text(self) -> str:
        return _("{victim} takes {dice} that {who} would lose.").format(
            victim=self.victim, dice=dice_words(self.dice), who=self.who
        )

    def on_board(self) -> str:
        return _("{victim}: lose pieces worth {dice}, as the table agrees.").format(
            victim=self.victim, dice=dice_words(self.dice)
        )

    def put_back(self) -> str:
        return _("{victim}: take pieces worth {dice} back.").format(victim=self.victim, dice=dice_words(self.dice))


class TokensLost(TextFact, frozen=True):
    """Tokens leave as dice are lost; the last page says what is there at the end."""

    back: str

    def put_back(self) -> str:
        return self.back


class DefendersLeft(Fact, frozen=True):
    """What the defender still has in the Node, for the next group that attacks it."""

    force: Force

    def apply(self, state: CombatState) -> None:
        state.left = self.force


class BoardTaskNoted(BoardTask, frozen=True):
    """Something for the board that no number here depends on. Without a holder the Node is given up."""

    words: str
    board: str
    back: str = ""

    def text(self) -> str:
        return self.words

    def on_board(self) -> str:
        return self.board

    def put_back(self) -> str:
        return self.back


class CombatEnded(BoardTaskNoted, frozen=True, kw_only=True):
    """How the combat ends, and which side holds the Node."""

    outcome: Outcome

    def apply(self, state: CombatState) -> None:
        super().apply(state)
        state.outcome, state.holder = self.outcome, self.outcome.holder
        state.results.append(self.words)


class CombatTold(Fact, frozen=True):
    """Who has won a combat, and who lost what in it, for the last page; the log has it already."""

    words: str

    def apply(self, state: CombatState) -> None:
        state.tales.append(self.words)


class NodeGivenUp(BoardTaskNoted, frozen=True):
    """The attacker leaves the Node that was won: nobody holds it."""

    def apply(self, state: CombatState) -> None:
        super().apply(state)
        state.holder = ""


class Sequel(StrEnum):
    """What comes after a combat."""

    GROUP = "group"
    """Another group attacks the same Node."""
    TARGET = "target"
    """The same attacker attacks another one."""
    TURN = "turn"
    """Somebody else attacks."""
    DONE = "done"


class NextCombat(Fact, frozen=True):
    """The combat is over, and something else comes. Names and places stay.

    Args:
        what: comes.
        number: of the next combat.
    """

    what: Sequel
    number: int

    def apply(self, state: CombatState) -> None:
        if self.what is Sequel.DONE:
            state.over = True
            return
        state.standing = state.left if self.what is Sequel.GROUP and state.holder == DEFENDER else None
        if self.what is Sequel.TURN:
            state.fighters = {}
        elif self.what is Sequel.TARGET:
            state.fighters.pop(DEFENDER)
        elif not state.holder:
            state.fighters[DEFENDER] = ""
        state.number = self.number
        state.clear()

    def heading(self) -> tuple[str, ...]:
        return () if self.what is Sequel.DONE else (_("Combat {number}").format(number=self.number),)


class PoolCorrected(Fact, frozen=True):
    """A side's pool was set by hand; cards of the window that is open count from there."""

    side: str
    dice: int

    def apply(self, state: CombatState) -> None:
        state.bases[self.side] += self.dice - state.pools[self.side]
        state.pools[self.side] = self.dice

    def text(self) -> str:
        return _("Corrected: {side} dice is {number}.").format(side=_(ROLES[self.side]), number=self.dice)


class PiecesCorrected(Fact, frozen=True):
    """A side's pieces of a kind were counted by hand."""

    side: str
    kind: str
    number: int

    def apply(self, state: CombatState) -> None:
        change = self.number - getattr(state.forces[self.side], self.kind)
        state.change_force(self.side, self.kind, change)

    def text(self) -> str:
        return _("Corrected: {side} {pieces} is {number}.").format(
            side=_(ROLES[self.side]), pieces=_(COUNTED[self.kind]), number=self.number
        )


class ValueTold(TextFact, frozen=True):
    """A number of the published lists is another one at this table."""

    key: str
    value: int

    def apply(self, state: CombatState) -> None:
        state.values[self.key] = self.value
