"""Sides of the screen at which the players sit."""

from __future__ import annotations

from typing import Final

from companion.storage.settings import Settings
from companion.table.words import N_

__all__ = ["FAR", "SIDES", "seat", "side_of"]

FAR: Final = 180

SIDES: Final = {0: N_("This side"), 270: N_("Left"), FAR: N_("Far side"), 90: N_("Right")}
"""Names of the sides, by the rotation of the picture in degrees that faces them."""


def side_of(settings: Settings, player: str) -> int:
    """Return the rotation in degrees that faces a player; 0 unless they sit elsewhere."""
    return next((degrees for degrees, players in _elsewhere(settings).items() if player in players), 0)


def seat(settings: Settings, player: str, degrees: int) -> None:
    """Set the side of a player, by its rotation in degrees."""
    for side, players in _elsewhere(settings).items():
        if player in players:
            players.remove(player)
        if side == degrees:
            players.append(player)


def _elsewhere(settings: Settings) -> dict[int, list[str]]:
    return {270: settings.left_side, FAR: settings.far_side, 90: settings.right_side}
