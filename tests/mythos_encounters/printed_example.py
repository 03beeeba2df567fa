"""The example printed with the rules (reference 1.5): every answer in order, with the pools after it where they change.

The third player's Bind Servitors is countered; so is the defender's attempt to push its losses onto the third player.
Segment two uses the ranked row, on which everything that follows is based (reference 1.9).
"""

from __future__ import annotations

from typing import Any, NamedTuple


class Pools(NamedTuple):
    """Dice of attacker and defender at this point of the example."""

    attacker: int
    defender: int


Step = tuple[str, Any] | Pools

EXAMPLE: tuple[Step, ...] = (
    ("players", 3),
    ("names", "write"),
    ("first/name", "Geoff"),
    ("first/great", []),
    ("second/name", "Daniel"),
    ("second/great", "another"),
    ("second/god", "Great Cthulhu"),
    ("third/name", "Sam"),
    ("third/great", []),
    ("1/attacker/cultists", 3),
    ("1/attacker/servitors", 3),
    ("1/attacker/monsters", 0),
    ("1/attacker/insane", 0),
    ("1/defender/cultists", 2),
    ("1/defender/servitors", 2),
    ("1/defender/monsters", 0),
    ("1/defender/insane", 0),
    ("1/defender/ring", "yes"),
    ("1/gate", "yes"),
    ("1/gate/crossing", 3),
    ("1/gate/roll", [2, 5, 6]),
    Pools(9, 10),
    ("1/cards/1/1", "first"),
    ("1/cards/1/1/effect", "dhole"),
    ("1/cards/1/1/side", "attacker"),
    ("1/cards/1/1/amount", 3),
    ("1/cards/1/1/price", 2),
    Pools(12, 10),
    ("1/cards/1/2", "first"),
    ("1/cards/1/2/effect", "weapons"),
    ("1/cards/1/2/side", "attacker"),
    ("1/cards/1/2/amount", 3),
    Pools(15, 10),
    ("1/cards/1/3", "third"),
    ("1/cards/1/3/effect", "bind"),
    ("1/cards/1/3/side", "attacker"),
    ("1/cards/1/3/amount", 6),
    Pools(9, 10),
    ("1/cards/1/4", "first"),
    ("1/cards/1/4/effect", "cancel"),
    ("1/cards/1/4/name", ""),
    ("1/cards/1/4/target", "3"),
    ("1/cards/1/4/price", 0),
    Pools(15, 10),
    ("1/cards/1/5", "second"),
    ("1/cards/1/5/effect", "monster"),
    ("1/cards/1/5/name", ""),
    ("1/cards/1/5/side", "defender"),
    ("1/cards/1/5/amount", 3),
    ("1/cards/1/5/price", 2),
    Pools(15, 13),
    ("1/cards/1/6", []),
    ("1/roll/1/attacker", [3, 5, 6, 2, 4, 1, 5, 1, 3, 2, 6, 4, 4, 6, 3]),
    ("1/roll/1/defender", [6, 6, 3, 2, 5, 1, 3, 2, 2, 5, 6, 6, 2]),
    ("1/match/1", True),
    ("1/losses/1/6", "second"),
    ("1/losses/1/6/effect", "deflect"),
    ("1/losses/1/6/side", "defender"),
    ("1/losses/1/6/victim", "third"),
    ("1/losses/1/7", "third"),
    ("1/losses/1/7/effect", "elder_sign"),
    ("1/losses/1/7/price", 0),
    ("1/losses/1/8", []),
    ("1/off/1", True),
    Pools(8, 2),
    ("1/retreat", "stay"),
    ("1/cards/2/8", "second"),
    ("1/cards/2/8/effect", "star_vampire"),
    ("1/cards/2/8/side", "defender"),
    ("1/cards/2/8/amount", 3),
    ("1/cards/2/8/price", 0),
    Pools(8, 5),
    ("1/cards/2/9", []),
    ("1/roll/2/attacker", [5, 6, 4, 1, 1, 3, 6, 3]),
    ("1/roll/2/defender", [5, 5, 5, 3, 2]),
    ("1/match/2", True),
    ("1/losses/2/9", []),
    ("1/off/2", True),
    Pools(7, 0),
    ("1/post/9", "second"),
    ("1/post/9/effect", "west"),
    ("1/post/9/dice", 3),
    ("1/post/9/roll", [3, 2, 4]),
    ("1/post/9/back", 2),
    ("1/post/10", []),
    ("1/victor/give_up", "keep"),
    ("1/reform/attacker", "3+2"),
    ("1/board", True),
    ("1/next", "done"),
)
