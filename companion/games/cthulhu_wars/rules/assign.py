"""Assign Kills and Pains (battle reference 2.4): the owner picks, unless the enemy may."""

from __future__ import annotations

from collections.abc import Sequence

from companion.games.cthulhu_wars.facts import ResultsAssigned
from companion.games.cthulhu_wars.model import names, roster
from companion.games.cthulhu_wars.model.battle_state import KILL, PAIN, Battle, Figure, Status
from companion.games.cthulhu_wars.model.neutral_cards import HAUNTER, UNKILLABLE
from companion.games.cthulhu_wars.model.state import CthulhuState
from companion.games.cthulhu_wars.model.symbols import symbol
from companion.games.cthulhu_wars.rules.figures import label
from companion.games.cthulhu_wars.rules.mind_control import controlled
from companion.table.prompts import Answer, Assign, Piece, Prompt
from companion.table.script import Script, ask, ask_together
from companion.table.words import _, n_


def capacity(state: CthulhuState, figure: Figure) -> int:
    """Return how many results a piece can take, and how many Kills kill it."""
    return roster.card(figure.owner).takes(state, figure)


def assigner(state: CthulhuState, battle: Battle, victim: str, *, added: bool = False) -> str:
    """Return who picks the victims: the owner, unless the enemy assigns the results."""
    foe = battle.foe(victim)
    return foe if roster.card(foe).assigns_for(state, battle, foe, added) else victim


def survives(state: CthulhuState, battle: Battle, figure: Figure) -> str:
    """Return by what a piece outlives any Kill, or an empty string."""
    return roster.card(figure.owner).survives(state, battle, figure)


def is_killed(state: CthulhuState, battle: Battle, figure: Figure) -> bool:
    """Return whether a piece has as many Kills as it can take, and no way to outlive them."""
    if figure.spared or survives(state, battle, figure):
        return False
    return figure.hits.count(KILL) >= capacity(state, figure)


def is_pained(state: CthulhuState, battle: Battle, figure: Figure) -> bool:
    """Return whether a piece carries a result and lives: it must retreat."""
    if figure.status is not Status.PRESENT or figure.spared:
        return False
    return bool(figure.hits) and not is_killed(state, battle, figure)


def assign(state: CthulhuState, battle: Battle, result: str) -> Script[None]:
    """Spread the Kills or Pains against both sides at the same moment; what finds no piece is lost."""
    if result == PAIN and any(added_by_others(state, battle, victim) for victim in battle.sides):
        for victim in battle.sides:
            rolled, chooser = battle.pains[battle.foe(victim)], assigner(state, battle, victim)
            others = added_by_others(state, battle, victim)
            calls = battle.calls(battle.foe(victim))
            yield from spread(state, battle, victim, result, rolled, chooser, () if others else calls)
            if others:
                yield from assign_added(state, battle, victim, calls)
        return

    def build() -> list[Prompt]:
        found = (assignment(state, battle, v, result, brought(battle, v, result), choosers[v]) for v in battle.sides)
        return [prompt for prompt in found if prompt is not None]

    choosers = {victim: assigner(state, battle, victim) for victim in battle.sides}
    answers = yield from ask_together(state, build)
    for victim in battle.sides:
        answer = answers.get(f"battle/{result}/{victim}")
        settle(state, battle, victim, result, brought(battle, victim, result), answer)


def brought(battle: Battle, victim: str, result: str) -> int:
    """Return how many of a result there are against a side, with a Pain for each called piece."""
    foe = battle.foe(victim)
    return battle.kills[foe] if result == KILL else battle.inflicts(foe)


def added_by_others(state: CthulhuState, battle: Battle, victim: str) -> bool:
    """Return whether the Pains that were added to those of the dice are assigned by somebody else."""
    if not battle.calls(battle.foe(victim)):
        return False
    return assigner(state, battle, victim) != assigner(state, battle, victim, added=True)


def assign_added(state: CthulhuState, battle: Battle, victim: str, called: Sequence[str]) -> Script[None]:
    """Spread the Pains of pieces that were called, besides those of the dice."""
    chooser = assigner(state, battle, victim, added=True)
    yield from spread(state, battle, victim, PAIN, 0, chooser, called)


def spread(
    state: CthulhuState,
    battle: Battle,
    victim: str,
    result: str,
    rolled: int,
    chooser: str,
    called: Sequence[str] = (),
) -> Script[None]:
    """Let `chooser` spread results; where all the pieces are alike there is nothing to choose.

    Args:
        rolled: how many the dice brought.
        called: pieces that add one each.
    """

    def results() -> int:
        return rolled + sum(name in battle.called for name in called)

    answer = yield from ask(state, lambda: assignment(state, battle, victim, result, results(), chooser))
    settle(state, battle, victim, result, results(), answer)


def takers(state: CthulhuState, battle: Battle, victim: str, result: str) -> list[Figure]:
    """Return the pieces of a side that can take a result."""
    immune = UNKILLABLE if result == KILL else ()
    able = [f for f in battle.present(victim) if capacity(state, f) > len(f.hits) and f.unit not in immune]
    return drawn_to_light(battle, victim, able) if result == KILL else able


def drawn_to_light(battle: Battle, victim: str, able: list[Figure]) -> list[Figure]:
    """Return the Haunter of the Dark alone if the enemy's only Kill must be his (Fly to the Light)."""
    only = battle.kills.get(battle.foe(victim)) == 1 and not any(KILL in f.hits for f in battle.present(victim))
    his = [f for f in able if f.unit == HAUNTER and not controlled(battle, f.owner)]
    return his if only and his else able


def assignment(
    state: CthulhuState, battle: Battle, victim: str, result: str, number: int, chooser: str
) -> Assign | None:
    """Build the question who takes the results, or return None if it makes no difference."""
    able = takers(state, battle, victim, result)
    if not number or not able or all_alike(state, able):
        return None
    pieces = tuple(
        Piece(
            f.id,
            label(f),
            capacity(state, f) - len(f.hits) if f in able else 0,
            "" if f in able else _("Kills do not harm it.") if not f.hits else _("It already has a result."),
            symbol(f.owner, f.unit),
            victim,
            tuple(f.hits),
        )
        for f in battle.present(victim)
    )
    if result == KILL:
        title, brief = (
            n_("{faction} suffers {n} Kill", "{faction} suffers {n} Kills", number),
            n_("suffers {n} Kill", "suffers {n} Kills", number),
        )
    else:
        title, brief = (
            n_("{faction} suffers {n} Pain", "{faction} suffers {n} Pains", number),
            n_("suffers {n} Pain", "suffers {n} Pains", number),
        )
    return Assign(
        key=f"battle/{result}/{victim}",
        who=chooser,
        title=title.format(faction=names.faction(victim), n=number),
        brief=brief.format(n=number),
        text=unusual(victim, chooser),
        rule="kills" if result == KILL else "pains",
        results={result: number},
        pieces=pieces,
        suggested={f.id: (result,) for f in by_worth(able, dearest=chooser != victim)[:number]},
    )


def by_worth(figures: list[Figure], *, dearest: bool) -> list[Figure]:
    """Return pieces in the order in which results are likely given to them.

    An owner spares the Gate first, then what is dear; an enemy picks what is dear.
    """

    def worth(figure: Figure) -> tuple[int, int]:
        return figure.rank.value, roster.card(figure.owner).unit(figure.unit).cost

    if dearest:
        return sorted(figures, key=lambda f: (*worth(f), f.on_gate), reverse=True)
    return sorted(figures, key=lambda f: (f.on_gate, *worth(f)))


def settle(state: CthulhuState, battle: Battle, victim: str, result: str, number: int, answer: Answer | None) -> None:
    """Give the results to the pieces that were picked; alike pieces take them one by one without being picked."""
    able = takers(state, battle, victim, result)
    if answer is None:
        answer = {f.id: [result] for f in able[:number]} if all_alike(state, able) else {}
    if answer:
        state.record(ResultsAssigned(tuple((name, tuple(hits)) for name, hits in answer.items())))


def unusual(victim: str, chooser: str) -> str:
    """Return why it is not the owner who picks, or an empty string."""
    if chooser == victim:
        return ""
    said = _("Picked by {faction}: {ability}")
    return said.format(faction=names.faction(chooser), ability=_(roster.card(chooser).assigns_by))


def all_alike(state: CthulhuState, figures: list[Figure]) -> bool:
    """Return whether it makes no difference which of these takes a result."""
    kinds = {(f.unit, f.on_gate, f.bonus, tuple(f.hits), capacity(state, f)) for f in figures}
    return len(kinds) == 1 and capacity(state, figures[0]) == 1
