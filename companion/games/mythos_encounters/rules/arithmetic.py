"""The arithmetic of a combat: pools, the match of two ranked rolls, its result, and what dice buy afterwards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import Struct

from companion.games.mythos_encounters.model.forces import ATTACKER, DEFENDER, VALUES, Force, Outcome


class Pool(Struct, frozen=True):
    """The dice of a side, by where they come from."""

    cultist_dice: int
    servitor_dice: int
    monster_dice: int
    insane_dice: int

    @property
    def total(self) -> int:
        """All of them."""
        return self.cultist_dice + self.servitor_dice + self.monster_dice + self.insane_dice


def pool(force: Force, values: Mapping[str, int] = VALUES) -> Pool:
    """Dice of a side's pieces; the ring bonus is for Cultists and Servitors only (reference 1.1)."""
    ring = values["ring"] if force.ring else 0
    insane = force.insane if force.insane_each else min(force.insane, 1)
    return Pool(
        force.cultists * (values["cultist"] + ring),
        force.servitors * (values["servitor"] + ring),
        force.monsters * values["monster"],
        insane * values["insane"],
    )


def mishaps(faces: Sequence[int]) -> list[int]:
    """Return which of the crossing Cultists, counted from 0, have a mishap: each 1 (reference 1.7)."""
    return [place for place, face in enumerate(faces) if face == 1]


class Match(Struct, frozen=True):
    """Two rolls lined up from high to low (reference 1.4).

    Args:
        attacker: dice, ranked.
        defender: dice, ranked.
        tie: who loses equal dice: `both`, `attacker`, `defender` or `none`.
    """

    attacker: tuple[int, ...]
    defender: tuple[int, ...]
    tie: str = "both"

    @property
    def pairs(self) -> list[tuple[int, int, str]]:
        """Each column: the attacker's die, the defender's, and whose is higher (or `tie`)."""
        return [
            (mine, theirs, "tie" if mine == theirs else ATTACKER if mine > theirs else DEFENDER)
            for mine, theirs in zip(self.attacker, self.defender, strict=False)
        ]

    def loses(self, side: str) -> int:
        """Return how many dice a side loses; what has no opposite is safe and hits nothing."""
        other = DEFENDER if side == ATTACKER else ATTACKER
        return sum(who == other or (who == "tie" and self.tie in ("both", side)) for _, _, who in self.pairs)

    def left(self, side: str) -> int:
        """Return how many dice a side keeps."""
        return len(self.attacker if side == ATTACKER else self.defender) - self.loses(side)


def match(attacker: Sequence[int], defender: Sequence[int], tie: str = "both") -> Match:
    """Rank both rolls and line them up (reference 1.4)."""
    return Match(tuple(sorted(attacker, reverse=True)), tuple(sorted(defender, reverse=True)), tie)


def result(
    segment: int, attacker: int, defender: int, *, left_early: bool = False, more_dice: bool = False
) -> Outcome | None:
    """Return how the combat stands after a segment, or None while it goes on (reference 1.8).

    Args:
        segment: 1 or 2.
        attacker: dice left.
        defender: dice left.
        left_early: the attacker leaves after segment one.
        more_dice: when both survive segment two, more dice win; otherwise the defender holds.
    """
    if not attacker or not defender:
        if attacker:
            return Outcome.ATTACKER_WINS
        return Outcome.DEFENDER_WINS if defender else Outcome.MUTUAL_ANNIHILATION
    if segment == 1:
        return Outcome.ATTACKER_RETREATS if left_early else None
    return Outcome.ATTACKER_WINS if more_dice and attacker > defender else Outcome.DEFENDER_HOLDS


def astray(force: Force, dice: int, outcome: Outcome) -> bool:
    """Return whether Monsters attacked alone, live and have not cleared the Node: they do not go back (1.8)."""
    lone = bool(force.monsters) and not (force.cultists + force.servitors)
    return lone and bool(dice) and outcome.holder != ATTACKER


def exchangeable(dice: int, force: Force, *, capped: bool = True, values: Mapping[str, int] = VALUES) -> int:
    """Return the dice that may become pieces: those left, if capped up to the cost of the committed pieces (1.8)."""
    cap = force.cultists * values["cultist_price"] + force.servitors * values["servitor_price"]
    return min(dice, cap) if capped else dice


def mixes(dice: int, values: Mapping[str, int] = VALUES) -> list[tuple[int, int]]:
    """Every way to spend dice on Cultists and Servitors, most Servitors last; all that can be is spent (1.8)."""
    cultist, servitor = values["cultist_price"], values["servitor_price"]
    for spent in range(dice, 0, -1):
        found = [
            ((spent - s * servitor) // cultist, s)
            for s in range(spent // servitor + 1)
            if (spent - s * servitor) % cultist == 0
        ]
        if found:
            return found
    return []
