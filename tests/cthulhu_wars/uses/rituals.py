"""What a Ritual of Annihilation must change (reference 1.1, 3.3 and the spellbooks that speak of Rituals)."""

from __future__ import annotations

from companion.games.cthulhu_wars.facts import SignTaken
from tests.cthulhu_wars.uses.printed import GREAT, HIGH_PRIESTS, INDEPENDENT_COSTS
from tests.cthulhu_wars.uses.statements import must, states
from tests.cthulhu_wars.uses.watch import Numbers, Use

TRACKS = {
    2: (5, 6, 7, 7, 8, 8, 9, 10),
    3: (5, 6, 7, 8, 9, 10),
    4: (5, 6, 7, 7, 8, 8, 9, 10),
    5: (5, 6, 6, 7, 7, 8, 8, 9, 9, 10),
    6: (5, 6, 6, 7, 7, 7, 8, 8, 8, 9, 9, 10),
}
"""Reference 1.1."""


INDEPENDENT = tuple(unit for unit in INDEPENDENT_COSTS if unit not in ("nodens", "hagarg_ryonis"))
"""Reference 7: independent Great Old Ones that are no Elder Gods; by D6 each may give an Elder Sign, Nyogtha once."""


def cost(use: Use) -> int:
    """The number under the marker; 10 on Instant Death; with Herald of the Outer Gods always 5, at most 5 with the
    independent Rhan Tegoth, whose least is 5, too."""
    if use.has("herald") or use.pieces(use.who, "rhan_tegoth_free"):
        return 5
    track = use.state.own_track or TRACKS[len(use.state.seats)]
    step = use.before["ritual"]
    return track[step] if step < len(track) else 10


def controlled(use: Use, code: str) -> int:
    """Gates on the map, Yog-Sothoth, and a Gate on the card with its unit."""
    asleep = use.before.get(f"{code}.mark.gate_on_card", 0) and use.before.get(f"{code}.card", 0)
    yog = yog_gates(use.before, code, use.state.turn)
    return use.before.get(f"{code}.gates", 0) + yog + bool(asleep)


def yog_gates(at: Numbers, code: str, turn: int) -> int:
    """Yog-Sothoth is a Gate, unless the table has said in this turn's Gather Power that an Elder Thing is with him."""
    return 0 if at.get(f"{code}.mark.held_down_yog_sothoth") == turn else at.get(f"{code}.unit.yog_sothoth", 0)


@states("ritual")
def ritual(use: Use) -> Numbers:
    """The cost, 1 Doom for each Gate, an Elder Sign for each Great Old One of the faction's own, and what follows."""
    me = use.who
    drawn = sum(use.pieces(me, unit) for unit in GREAT if unit != "bastet")
    if use.state.rulings.get("D6") == "other":
        drawn += sum(use.pieces(me, unit) > 0 for unit in INDEPENDENT)
    if use.has("consecration") and (cathedrals := use.before.get(f"{me}.tokens", 0)):
        drawn += 2 if cathedrals == 4 else 1
    return performed(use, cost(use), controlled(use, me), drawn)


@states("final_ritual")
def final_ritual(use: Use) -> Numbers:
    """The same, in a battle, for a Killed Cat from Neptune."""
    return dict(ritual(use))


@states("ritual/otherwise")
def told(use: Use) -> Numbers:
    """A Ritual of which the table says what it costs and gives; what follows is as always."""
    said = use.answers[f"ritual/told/{use.who}"]
    return performed(use, said["cost"], said["doom"], said["signs"])


def performed(use: Use, paid: int, doom: int, drawn: int) -> Numbers:
    """What any Ritual changes."""
    me = use.who
    found: Numbers = {"me.power": -paid}
    track = use.state.own_track or TRACKS[len(use.state.seats)]
    found["ritual"] = int(use.before["ritual"] < len(track))
    if _yes(use, "dragon_descending"):
        doom *= 2
        found["me.down"] = 1
    drawn += int(use.answers.get("tablets/gates", 0) or 0) + _count(use, "inerrant")
    if use.has("tablets"):
        # A Unique one is a High Priest, too.
        found |= {f"me.unit.{unit}": -use.pieces(me, unit) for unit in HIGH_PRIESTS if use.pieces(me, unit)}
    bought = int(use.answers.get(f"prophetess/{me}/signs", 0) or 0)
    drawn += bought
    found["me.power"] -= 3 * bought
    less = 0
    for code in use.state.factions:
        if code != me and use.borrows(code, "TT"):
            picked = use.answers.get(f"sycophancy/{code}")
            picked = picked[0] if isinstance(picked, list) else picked
            if picked == "give":
                found[f"{code}.doom"] = found.get(f"{code}.doom", 0) + 1
            elif less < doom:
                less += 1
    # Subversion: Hagarg Ryonis takes one of them.
    taken = [fact for fact in use.facts if isinstance(fact, SignTaken) and fact.who == me]
    must(len(taken) <= 1 and all(use.pieces(fact.to, "hagarg_ryonis") for fact in taken), use, "she takes one")
    found |= {f"{fact.to}.signs": 1 for fact in taken}
    seen = use.change.get(f"{me}.signs", 0) + len(taken)
    must(seen == drawn or not use.state.bag, use, f"{drawn} Elder Signs")
    # Those that are not left in the bag are 1 Doom each.
    found |= {"me.signs": seen - len(taken), "me.doom": doom - less + drawn - seen}
    return {key: number for key, number in found.items() if number}


def _yes(use: Use, key: str) -> bool:
    value = use.answers.get(key)
    return (value[0] if isinstance(value, list) and value else value) == "yes"


def _count(use: Use, prefix: str) -> int:
    found = [value for key, value in use.answers.items() if key.startswith(prefix)]
    return sum(int(value) for value in found if isinstance(value, int))
