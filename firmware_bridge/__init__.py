"""Dice sources and buttons: the tower's wire protocol, its link, the buttons, and a simulated tower.

Usable without the companion. Nothing here knows a game or a screen.
"""

from __future__ import annotations

from firmware_bridge.dice import DiceSource, VirtualDice, parse_faces
from firmware_bridge.errors import BridgeError

__all__ = ["BridgeError", "DiceSource", "VirtualDice", "parse_faces"]
