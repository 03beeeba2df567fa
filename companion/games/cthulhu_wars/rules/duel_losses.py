"""Doom for lost units in the two-player game with one faction each (reference 3.8)."""

from __future__ import annotations

from collections.abc import Iterable
from math import ceil

from companion.games.cthulhu_wars.facts import DoomGained
from companion.games.cthulhu_wars.model import names, roster
from companion.games.cthulhu_wars.model.rulings import OTHER, ruling
from companion.games.cthulhu_wars.model.state import CthulhuState
from companion.table.prompts import TABLE
from companion.table.script import Script, yes
from companion.table.words import _


def worth(owner: str, unit: str) -> float:
    """Return the Doom for a unit: its cost, or their average where it has two, which may be a half more."""
    card = roster.card(owner)
    return card.worth.get(unit, card.unit(unit).cost)


def doom_for_losses(
    state: CthulhuState, owner: str, lost: Iterable[str], spared: Iterable[str] = (), why: str = ""
) -> None:
    """Give the other player the Doom for what `owner` loses, whoever's doing it is.

    It is rounded up for each unit, or by the other reading for all that are lost at once (D76).

    Args:
        lost: the units Killed or Eliminated, also by their owner's own doing.
        spared: those that avoided death by an ability; they give half.
    """
    if not state.duel:
        return
    each = [*(worth(owner, unit) for unit in lost), *(worth(owner, unit) / 2 for unit in spared)]
    doom = ceil(sum(each)) if ruling(state.rulings, "D76") == OTHER else sum(map(ceil, each))
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
