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
    ("others", 1),
    ("attacker/cultists", 3),
    ("attacker/servitors", 3),
    ("attacker/monsters", 0),
    ("attacker/insane", 0),
    ("defender/cultists", 2),
    ("defender/servitors", 2),
    ("defender/monsters", 0),
    ("defender/insane", 0),
    ("defender/ring", "yes"),
    ("gate", "yes"),
    ("gate/crossing", 3),
    ("gate/roll", [2, 5, 6]),
    Pools(9, 10),
    ("cards/1/1", "attacker"),
    ("cards/1/1/effect", "dhole"),
    ("cards/1/1/side", "attacker"),
    ("cards/1/1/amount", 3),
    ("cards/1/1/price", 2),
    Pools(12, 10),
    ("cards/1/2", "attacker"),
    ("cards/1/2/effect", "weapons"),
    ("cards/1/2/side", "attacker"),
    ("cards/1/2/amount", 3),
    Pools(15, 10),
    ("cards/1/3", "third"),
    ("cards/1/3/effect", "bind"),
    ("cards/1/3/side", "attacker"),
    ("cards/1/3/amount", 6),
    Pools(9, 10),
    ("cards/1/4", "attacker"),
    ("cards/1/4/effect", "cancel"),
    ("cards/1/4/name", ""),
    ("cards/1/4/target", "3"),
    ("cards/1/4/price", 0),
    Pools(15, 10),
    ("cards/1/5", "defender"),
    ("cards/1/5/effect", "monster"),
    ("cards/1/5/name", ""),
    ("cards/1/5/side", "defender"),
    ("cards/1/5/amount", 3),
    ("cards/1/5/price", 2),
    Pools(15, 13),
    ("cards/1/6", []),
    ("roll/1/attacker", [3, 5, 6, 2, 4, 1, 5, 1, 3, 2, 6, 4, 4, 6, 3]),
    ("roll/1/defender", [6, 6, 3, 2, 5, 1, 3, 2, 2, 5, 6, 6, 2]),
    ("match/1", True),
    ("losses/1/6", "defender"),
    ("losses/1/6/effect", "deflect"),
    ("losses/1/6/side", "defender"),
    ("losses/1/6/victim", "third"),
    ("losses/1/7", "third"),
    ("losses/1/7/effect", "cancel"),
    ("losses/1/7/name", "Elder Sign"),
    ("losses/1/7/price", 0),
    ("losses/1/8", []),
    Pools(8, 2),
    ("retreat", "stay"),
    ("cards/2/8", "defender"),
    ("cards/2/8/effect", "star_vampire"),
    ("cards/2/8/side", "defender"),
    ("cards/2/8/amount", 3),
    ("cards/2/8/price", 0),
    Pools(8, 5),
    ("cards/2/9", []),
    ("roll/2/attacker", [5, 6, 4, 1, 1, 3, 6, 3]),
    ("roll/2/defender", [5, 5, 5, 3, 2]),
    ("match/2", True),
    ("losses/2/9", []),
    Pools(7, 0),
    ("post/9", "defender"),
    ("post/9/effect", "west"),
    ("post/9/dice", 3),
    ("post/9/roll", [3, 2, 4]),
    ("post/9/back", 2),
    ("post/10", []),
    ("victor/give_up", "keep"),
    ("reform/attacker", "3+2"),
)
