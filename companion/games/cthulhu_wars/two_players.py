"""Doom for lost enemy units in the two-player game (reference 3.8)."""

from __future__ import annotations

from collections.abc import Iterable

from companion.games.cthulhu_wars import names
from companion.games.cthulhu_wars.facts import DoomGained
from companion.games.cthulhu_wars.state import CthulhuState
from companion.table.prompts import TABLE
from companion.table.script import Script, yes


def playing(state: CthulhuState) -> bool:
    """Whether this is a two-player game; a Quick Battle has two sides but no Doom."""
    return len(state.seats) == 2 and not state.skirmish


def worth(owner: str, unit: str) -> int:
    """Doom for a unit: its cost, averaged where it has two (Cthulhu: 10 and 4)."""
    return 7 if unit == "cthulhu" else names.card(owner).unit(unit).cost


def doom_for_losses(
    state: CthulhuState, by: str, lost: Iterable[tuple[str, str]], spared: Iterable[tuple[str, str]] = (), why: str = ""
) -> None:
    """Give `by` the Doom for the enemy's losses.

    Args:
        lost: (owner, unit) of the enemy's pieces Killed or Eliminated.
        spared: those that avoided death by an ability; they give half, rounded up.
    """
    doom = sum(worth(owner, unit) for owner, unit in lost)
    doom += sum((worth(owner, unit) + 1) // 2 for owner, unit in spared)
    if doom and playing(state):
        state.record(DoomGained(by, doom, why or "an enemy unit Eliminated"))


def ask_if_it_counts(state: CthulhuState, by: str, key: str) -> Script[bool]:
    """Ask the table about a unit that another takes the place of: replacements give no Doom, but whether a
    spellbook's exchange is one is not established."""
    if not playing(state):
        return False
    text = "Replaced units give none; whether this is one, the printed rules do not say."
    return (yield from yes(state, key, TABLE, f"Does {names.faction(by)} get Doom for it?", text=text))
