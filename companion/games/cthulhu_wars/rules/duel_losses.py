"""Doom for lost units in the two-player game with one faction each (reference 3.8)."""

from __future__ import annotations

from collections.abc import Iterable

from companion.games.cthulhu_wars.facts import DoomGained
from companion.games.cthulhu_wars.model import names, roster
from companion.games.cthulhu_wars.model.state import CthulhuState
from companion.table.prompts import TABLE
from companion.table.script import Script, yes
from companion.table.words import _


def worth(owner: str, unit: str) -> int:
    """Return the Doom for a unit: its cost, or their average where it has two."""
    card = roster.card(owner)
    return card.worth.get(unit, card.unit(unit).cost)


def doom_for_losses(
    state: CthulhuState, owner: str, lost: Iterable[str], spared: Iterable[str] = (), why: str = ""
) -> None:
    """Give the other player the Doom for what `owner` loses, whoever's doing it is.

    Args:
        lost: the units Killed or Eliminated, also by their owner's own doing.
        spared: those that avoided death by an ability; they give half, rounded up.
    """
    if not state.duel:
        return
    doom = sum(worth(owner, unit) for unit in lost)
    doom += sum((worth(owner, unit) + 1) // 2 for unit in spared)
    (other,) = state.enemies(owner)
    if doom:
        state.record(
            DoomGained(other, doom, why or _("a unit of {faction} Eliminated").format(faction=names.faction(owner)))
        )


def ask_if_it_counts(state: CthulhuState, key: str, owner: str) -> Script[bool]:
    """Ask whether a unit of `owner` that another one replaces counts as lost.

    Replacements give no Doom, but whether a spellbook's exchange is one is not established.
    """
    if not state.duel:
        return False
    (other,) = state.enemies(owner)
    text = _("Replaced units give none. The printed rules do not say whether this is one.")
    title = _("Does {faction} get Doom for it?").format(faction=names.faction(other))
    return (yield from yes(state, key, TABLE, title, text=text))
