"""After the battle (battle reference 5): what counts towards spellbooks, and what to move on the board."""

from __future__ import annotations

from companion.games.cthulhu_wars import names
from companion.games.cthulhu_wars.battle.field import KILL, Battle
from companion.games.cthulhu_wars.facts import Marked, Set
from companion.games.cthulhu_wars.rulings import OTHER, ruling
from companion.games.cthulhu_wars.state import CthulhuState
from companion.games.cthulhu_wars.two_players import doom_for_losses
from companion.table.prompts import TABLE, Tell
from companion.table.script import Script, ask


def clean_up(state: CthulhuState, battle: Battle, first_fact: int) -> Script[None]:
    """Mark the area, count the kills, and tell people what to move.

    Args:
        first_fact: number of facts there were when the battle began.
    """
    battle.step = "cleanup"
    state.record(Set("battled", (*state.battled, battle.area)))
    great_cthulhus_kills(state, battle)
    for side in battle.sides:
        two_player_doom(state, battle, side)

    def build() -> Tell:
        lines = [line for fact in state.facts[first_fact:] if (line := fact.on_board())]
        return Tell(
            key="battle/board",
            who=TABLE,
            title="Battle over: move on the board",
            lines=tuple(lines) or ("Nothing to move.",),
            rule="battle",
        )

    yield from ask(state, build)


def great_cthulhus_kills(state: CthulhuState, battle: Battle) -> None:
    """Kill and/or Devour 1 and 2 enemy units; both in one battle need 3 (D8: a Kill that became a Pain is none)."""
    if "GC" not in battle.sides:
        return
    foe = battle.foe("GC")
    number = sum(owner == foe and how in ("Killed", "Devoured") for owner, _, how in battle.lost)
    if ruling(state.rulings, "D8") == OTHER:
        number += sum(f.side == foe and f.status != "gone" and KILL in f.hits for f in battle.figures)
    faction = state.factions["GC"]
    for mark, needed in (("kill_two", 2), ("kill_one", 1)):
        if number >= needed and mark not in faction.met and not faction.marks.get(mark):
            state.record(Marked("GC", mark, 1))
            number -= needed


def two_player_doom(state: CthulhuState, battle: Battle, side: str) -> None:
    """With two players a lost unit is Doom for the other, also one that its owner gave up, and half of it if the unit
    avoided death (reference 3.8)."""
    lost = [unit for owner, unit, _ in battle.lost if owner == side]
    spared = [f.unit for f in battle.figures if f.side == side and f.status != "gone" and KILL in f.hits]
    doom_for_losses(state, side, lost, spared, f"units of {names.faction(side)} lost in battle")
