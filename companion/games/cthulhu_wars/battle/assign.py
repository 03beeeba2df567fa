"""Who takes the Kills and the Pains (battle reference, states 8 to 10 and section 2.4)."""

from __future__ import annotations

from collections.abc import Mapping

from companion.games.cthulhu_wars import names
from companion.games.cthulhu_wars.battle.field import KILL, PAIN, Battle, Figure
from companion.games.cthulhu_wars.battle.figures import label, listing, options
from companion.games.cthulhu_wars.state import CthulhuState
from companion.table.prompts import Answer, Assign, Choose, Piece, Prompt
from companion.table.script import Script, ask_together
from companion.table.state import Notice

WORDS = {KILL: "Kill", PAIN: "Pain"}


def assign_kills(state: CthulhuState, battle: Battle) -> Script[None]:
    """State 8: Kills to pieces of both sides, then what turns a Kill into a Pain (state 9)."""
    battle.step = "kills"
    yield from assign(state, battle, KILL)
    for figure in battle.figures:
        rules = names.card(figure.side).battle_rules
        if KILL in figure.hits and not figure.soaked and rules.soaks_kill(state, battle, figure):
            figure.soaked = True
            battle.cancelled.append((figure.side, figure.unit))
            state.record(Notice(figure.side, f"The Kill on {label(figure)} becomes a Pain"))


def assign_pains(state: CthulhuState, battle: Battle) -> Script[None]:
    """State 10: Pains to pieces that carry no result yet; what is left over is lost."""
    battle.step = "pains"
    yield from assign(state, battle, PAIN)


def fate(state: CthulhuState, figure: Figure) -> str:
    """What a present piece's results come to: `KILL`, `PAIN` or nothing."""
    if not figure.hits or figure.status != "present":
        return ""
    deadly = names.card(figure.side).battle_rules.toughness(state, figure)
    return KILL if figure.hits.count(KILL) >= deadly and not figure.soaked else PAIN


def room(state: CthulhuState, figure: Figure) -> int:
    """How many more results a piece can take."""
    return max(0, names.card(figure.side).battle_rules.toughness(state, figure) - len(figure.hits))


def inflicted(battle: Battle, victim: str, result: str) -> int:
    """Results that the enemy's dice make."""
    return (battle.kills if result == KILL else battle.pains)[battle.foe(victim)]


def chooser(state: CthulhuState, battle: Battle, victim: str) -> str:
    """Who assigns what the enemy's dice made: the owner, or the enemy if it may (Vengeance)."""
    foe = battle.foe(victim)
    return foe if names.card(foe).battle_rules.assigns_enemy_hits(state, battle, foe) else victim


def assign(state: CthulhuState, battle: Battle, result: str) -> Script[None]:
    """Both sides at the same moment: first what the dice made, then what abilities added (always by the owner)."""
    for added in (False, True):

        def questions(added: bool = added) -> dict[str, Prompt]:
            found = {}
            for victim in battle.sides:
                number = battle.added.get((victim, result), 0) if added else inflicted(battle, victim, result)
                who = victim if added else chooser(state, battle, victim)
                key = f"battle/{result}/{victim}" + ("/added" if added else "")
                asked = question(state, battle, victim, result, number, who, key)
                if asked is not None:
                    found[victim] = asked
            return found

        for victim, asked in questions().items():
            if (only := indifferent(state, battle, victim, asked)) is not None:
                give(state, battle, result, only)
        yield from ask_part(state, battle, result, added, questions)


def ask_part(
    state: CthulhuState, battle: Battle, result: str, added: bool, questions: Mapping[str, Prompt]
) -> Script[None]:
    """Placeholder to be replaced."""
    yield from ()
