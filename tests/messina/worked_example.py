"""The worked example of the reference (2.8): every answer in order.

Red marches 2 Infantry and 2 Mechs on Blue's Mech, 2 Infantry and Worker; a Red Fighter supports.
"""

from __future__ import annotations

from typing import Any

EXAMPLE: tuple[tuple[str, Any], ...] = (
    ("1/seats", ["red", "blue"]),
    ("1/initiator", "red"),
    ("1/trigger", "yes"),
    ("1/units/red", ["infantry", "mech", "support.fighter"]),
    ("1/units/red/infantry", 2),
    ("1/units/red/mech", 2),
    ("1/units/red/support.fighter", 1),
    ("1/units/blue", ["mech", "infantry", "worker"]),
    ("1/units/blue/worker", 1),
    ("1/units/blue/infantry", 2),
    ("1/units/blue/mech", 1),
    ("1/other/red", 0),
    ("1/other/blue", 0),
    ("1/skill/red", 1),
    ("1/skill/blue", 3),
    ("1/chance/0", 0),
    ("1/chance/1", 1),
    ("1/overwhelming", ["blue.infantry.1"]),
    ("1/cards/blue", []),
    ("1/victor_cards/red", 1),
    ("1/victor_lost/red", ["red.infantry.1"]),
    ("1/location", "1"),
    ("1/came_from", ["C"]),
    ("1/free_spaces/blue", ["A", "B"]),
    ("1/cliffs/blue", []),
    ("1/retreat/blue", "B"),
    ("1/room/blue", "yes"),
    ("1/board", True),
    ("1/next", "done"),
)
