"""What happens in a battle. Most of it need not be read: the board's facts say what pieces do."""

from __future__ import annotations

from companion.games.cthulhu_wars.facts.board import PiecesLeft, UnitsMoved
from companion.games.cthulhu_wars.model import names
from companion.games.cthulhu_wars.model.battle_figures import piece
from companion.games.cthulhu_wars.model.battle_state import KILL, PAIN, Battle, Status
from companion.games.cthulhu_wars.model.state import CthulhuState
from companion.table.state import Fact, TextFact
from companion.table.words import _, n_


class BattleBegan(Fact, frozen=True):
    """A battle is declared.

    Args:
        pieces: ids of all pieces there.
        keepers: ids of those that hold the Gate.
    """

    area: str
    attacker: str
    defender: str
    pieces: tuple[str, ...]
    keepers: tuple[str, ...]

    def apply(self, state: CthulhuState) -> None:
        figures = [piece(name, on_gate=name in self.keepers) for name in self.pieces]
        state.battle = Battle(self.area, self.attacker, self.defender, figures)
        for side in state.battle.sides:
            there = state.battle.kinds(side)
            for unit in state.factions[side].in_play:
                state.stands(side, self.area, unit, there[unit])


class BattleFought(Fact, frozen=True):
    """A battle is decided: there was one in its area."""

    area: str

    def apply(self, state: CthulhuState) -> None:
        state.battled.append(self.area)


class BattleEnded(Fact, frozen=True):
    """All about a battle is done."""

    def apply(self, state: CthulhuState) -> None:
        if state.skirmish:
            # It is all that there was, and people still want to read what became of it.
            state.fought = state.battle
        state.battle = None


class AbilityUsed(Fact, frozen=True):
    """A faction has used a battle ability."""

    who: str
    ability: str

    def apply(self, state: CthulhuState) -> None:
        state.running_battle.used.append((self.who, self.ability))


class PieceAbilityUsed(Fact, frozen=True):
    """What a piece can do, or be paid for, once in a battle is done: its id, with more where that can be two things."""

    figure: str

    def apply(self, state: CthulhuState) -> None:
        state.running_battle.paid.append(self.figure)


class PiecesJoined(Fact, frozen=True):
    """Pieces from elsewhere on the map come to a battle.

    Args:
        side: the side on which they fight, if it is not their owner's.
    """

    pieces: tuple[str, ...]
    status: Status = Status.PRESENT
    side: str = ""

    def apply(self, state: CthulhuState) -> None:
        for name in self.pieces:
            figure = piece(name, status=self.status)
            figure.side = self.side or figure.side
            state.running_battle.figures.append(figure)


class Defected(TextFact, frozen=True):
    """Pieces of a battle fight on the other side in it."""

    pieces: tuple[str, ...]
    side: str

    def apply(self, state: CthulhuState) -> None:
        for name in self.pieces:
            state.running_battle.figure(name).side = self.side


class CombatRaised(Fact, frozen=True):
    """A piece has more Combat in this battle."""

    figure: str
    combat: int

    def apply(self, state: CthulhuState) -> None:
        state.running_battle.figure(self.figure).bonus += self.combat


class Rolled(Fact, frozen=True):
    """Dice of a side that fell, as faces or as numbers of symbols.

    Args:
        total: what the number of dice is made of, in words.
    """

    who: str
    faces: tuple[int, ...]
    kills: int
    pains: int
    misses: int
    total: str

    def apply(self, state: CthulhuState) -> None:
        battle = state.running_battle
        battle.faces[self.who] = list(self.faces)
        battle.kills[self.who], battle.pains[self.who] = self.kills, self.pains
        battle.misses[self.who] = self.misses
        battle.dice[self.who] = self.kills + self.pains + self.misses
        battle.totals[self.who] = self.total
        battle.veterans.extend(figure.id for figure in battle.present(self.who))

    def text(self) -> str:
        words = (
            _("{faction}: rolled {dice}: {kills}, {pains} (battle)")
            if self.faces
            else _("{faction}: rolled {kills}, {pains} (battle)")
        )
        return words.format(
            faction=names.faction(self.who),
            dice=" ".join(map(str, self.faces)),
            kills=n_("{n} Kill", "{n} Kills", self.kills).format(n=self.kills),
            pains=n_("{n} Pain", "{n} Pains", self.pains).format(n=self.pains),
        )


class DiceTold(Fact, frozen=True):
    """The table says how many dice a side rolls."""

    who: str
    dice: int

    def apply(self, state: CthulhuState) -> None:
        state.running_battle.told[self.who] = self.dice

    def text(self) -> str:
        words = n_("{faction}: {n} die (corrected by hand)", "{faction}: {n} dice (corrected by hand)", self.dice)
        return words.format(faction=names.faction(self.who), n=self.dice)


class Rerolled(Fact, frozen=True):
    """Dice of a side that fell again.

    Args:
        dice: how many they are.
        faces: all faces of the side as they lie now; none where only symbols are known.
        kills: all Kills of the side now; `pains` and `misses` likewise.
    """

    who: str
    dice: int
    faces: tuple[int, ...]
    kills: int
    pains: int
    misses: int

    def apply(self, state: CthulhuState) -> None:
        battle = state.running_battle
        battle.faces[self.who] = list(self.faces)
        battle.kills[self.who], battle.pains[self.who] = self.kills, self.pains
        battle.misses[self.who] = self.misses

    def text(self) -> str:
        words = n_(
            "{faction}: {n} die rerolled: now {kills}, {pains}",
            "{faction}: {n} dice rerolled: now {kills}, {pains}",
            self.dice,
        )
        return words.format(
            faction=names.faction(self.who),
            n=self.dice,
            kills=n_("{n} Kill", "{n} Kills", self.kills).format(n=self.kills),
            pains=n_("{n} Pain", "{n} Pains", self.pains).format(n=self.pains),
        )


class DiceReduced(TextFact, frozen=True):
    """A side rolls fewer dice because of its enemy."""

    who: str
    dice: int

    def apply(self, state: CthulhuState) -> None:
        less = state.running_battle.less
        less[self.who] = less.get(self.who, 0) + self.dice


class AssignedKillsBecamePains(TextFact, frozen=True):
    """The Kills that pieces carry become Pains."""

    figures: tuple[str, ...]

    def apply(self, state: CthulhuState) -> None:
        for name in self.figures:
            figure = state.running_battle.figure(name)
            figure.hits[:] = [PAIN if hit == KILL else hit for hit in figure.hits]
            state.running_battle.eased.append(name)


class FutureKillsBecomePains(TextFact, frozen=True):
    """The Kills of a side will count as Pains in this battle.

    Args:
        ruling: which one says whether those that abilities add do, too.
    """

    who: str
    ruling: str

    def apply(self, state: CthulhuState) -> None:
        state.running_battle.softened[self.who] = self.ruling


class KillsAdded(TextFact, frozen=True):
    """A side has more Kills than its dice show."""

    who: str
    kills: int

    def apply(self, state: CthulhuState) -> None:
        battle = state.running_battle
        battle.added[self.who] = battle.added.get(self.who, 0) + self.kills
        battle.kills[self.who] = battle.kills.get(self.who, 0) + self.kills


class KillsAndPainsSwapped(TextFact, frozen=True):
    """What the dice of both sides show changes: Kills are Pains, and Pains are Kills."""

    def apply(self, state: CthulhuState) -> None:
        battle = state.running_battle
        battle.kills, battle.pains = battle.pains, battle.kills


class KillsCancelled(TextFact, frozen=True):
    """Kills that the dice of a side show do not count."""

    who: str
    kills: int

    def apply(self, state: CthulhuState) -> None:
        battle = state.running_battle
        battle.kills[self.who] -= self.kills
        battle.cancelled[self.who] = battle.cancelled.get(self.who, 0) + self.kills


class KillsBecamePains(Fact, frozen=True):
    """Kills of a side that the dice and abilities have brought become Pains."""

    who: str
    kills: int

    def apply(self, state: CthulhuState) -> None:
        battle = state.running_battle
        battle.kills[self.who] -= self.kills
        battle.pains[self.who] += self.kills

    def text(self) -> str:
        words = n_("{faction}: {n} Kill counts as a Pain", "{faction}: {n} Kills count as Pains", self.kills)
        return words.format(faction=names.faction(self.who), n=self.kills)


class ResultsAssigned(Fact, frozen=True):
    """Results are spread: (piece, its further results)."""

    hits: tuple[tuple[str, tuple[str, ...]], ...]

    def apply(self, state: CthulhuState) -> None:
        for name, results in self.hits:
            state.running_battle.figure(name).hits.extend(results)
            state.running_battle.struck.append(name)


class KillMoved(TextFact, frozen=True):
    """A Kill on a piece is another one's."""

    figure: str

    def apply(self, state: CthulhuState) -> None:
        state.running_battle.figure(self.figure).hits.remove(KILL)


class ResultIgnored(TextFact, frozen=True):
    """What a piece was assigned has no effect on it."""

    figure: str

    def apply(self, state: CthulhuState) -> None:
        state.running_battle.figure(self.figure).spared = True


class WindowClosed(Fact, frozen=True):
    """Everybody has been offered its abilities: the results they answered to are not new any more."""

    def apply(self, state: CthulhuState) -> None:
        state.running_battle.struck.clear()


class PieceResolved(Fact, frozen=True):
    """What has become of pieces; those that are gone hold no Gate."""

    figures: tuple[str, ...]
    status: Status

    def apply(self, state: CthulhuState) -> None:
        for name in self.figures:
            figure = state.running_battle.figure(name)
            figure.status = self.status
            figure.on_gate = figure.on_gate and self.status is not Status.GONE


class PieceLost(PiecesLeft, frozen=True):
    """A piece leaves play in a battle."""

    figure: str = ""

    def apply(self, state: CthulhuState) -> None:
        super().apply(state)
        battle = state.running_battle
        figure = battle.figure(self.figure)
        figure.status, figure.on_gate = Status.GONE, False
        battle.lost.append((self.who, self.unit, self.how))


class PieceRetreated(UnitsMoved, frozen=True):
    """A pained piece leaves the area; where it goes no enemy can retreat any more."""

    figure: str = ""

    def apply(self, state: CthulhuState) -> None:
        super().apply(state)
        battle = state.running_battle
        figure = battle.figure(self.figure)
        figure.status, figure.on_gate, figure.area = Status.RETREATED, False, self.to
        battle.near.get(figure.side, []).append(self.to)


class SideEmptied(Fact, frozen=True):
    """The table says that a side has nobody left in the battle, as it had corrected it: these pieces stay away."""

    side: str

    def apply(self, state: CthulhuState) -> None:
        battle = state.running_battle
        battle.taken = [one for one in battle.taken if one.figure.side != self.side]

    def text(self) -> str:
        return _("{faction} has no unit left in the battle").format(faction=names.faction(self.side))


class ThirdPartyPresent(Fact, frozen=True):
    """A piece of a third faction stands in the area of a battle.

    It keeps enemy Great Old Ones from their special abilities.
    """

    who: str

    def apply(self, state: CthulhuState) -> None:
        state.running_battle.onlookers.append(self.who)


class AdjacentEnemiesTold(Fact, frozen=True):
    """The table has said which areas next to a battle hold units of a side."""

    side: str
    areas: tuple[str, ...]

    def apply(self, state: CthulhuState) -> None:
        state.running_battle.near[self.side] = list(self.areas)
