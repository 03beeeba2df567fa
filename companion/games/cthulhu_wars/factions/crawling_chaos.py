"""Crawling Chaos (blue): reference section 6, `CC`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from companion.games.cthulhu_wars.asking import agree, pick_area, split
from companion.games.cthulhu_wars.factions.model import (
    Action,
    Awakening,
    Faction,
    Rank,
    Requirement,
    Spellbook,
    Unit,
)
from companion.games.cthulhu_wars.facts import BookFlipped, Entered, Marked, PowerGained, RequirementMet
from companion.games.cthulhu_wars.state import ACOLYTE, CthulhuState
from companion.table.prompts import TABLE, Roll
from companion.table.script import Script, ask

CODE: Final = "CC"
NYARLATHOTEP: Final = "nyarlathotep"
PAID_FOUR: Final = "pay_four"
PAID_SIX: Final = "pay_six"

UNITS: Final = (
    Unit(ACOLYTE, "Acolyte", "Acolytes", Rank.CULTIST, 6, 1, 0),
    Unit("nightgaunt", "Nightgaunt", "Nightgaunts", Rank.MONSTER, 3, 1, 0),
    Unit("flying_polyp", "Flying Polyp", "Flying Polyps", Rank.MONSTER, 3, 2, 1),
    Unit("hunting_horror", "Hunting Horror", "Hunting Horrors", Rank.MONSTER, 2, 3, 2),
    Unit(NYARLATHOTEP, "Nyarlathotep", "Nyarlathotep", Rank.GOO, 1, 10, 0),
)

BOOKS: Final = (
    Spellbook(
        "abduct",
        "Abduct",
        "Before a battle give up Nightgaunts; the enemy loses a Monster or Cultist for each.",
    ),
    Spellbook(
        "emissary",
        "Emissary of the Outer Gods",
        "Without an enemy Great Old One a Kill only Pains Nyarlathotep.",
    ),
    Spellbook(
        "invisibility",
        "Invisibility",
        "Before a battle each Flying Polyp keeps one Monster or Cultist out of it.",
    ),
    Spellbook(
        "madness",
        "Madness",
        "In any battle you choose where Pained units retreat, and which side goes first.",
    ),
    Spellbook("seek_and_destroy", "Seek and Destroy", "Before a battle bring in Hunting Horrors from anywhere."),
    Spellbook(
        "thousand_forms",
        "The Thousand Forms",
        "0 Power: roll a die; enemies together lose that Power or you gain it.",
    ),
)


def awakening_refused(state: CthulhuState, me: str) -> str:
    """Step 1: a controlled Gate."""
    return "" if state.gates_of(me) else "You control no Gate."


def awaken_nyarlathotep(state: CthulhuState, me: str) -> Script[None]:
    """Place Nyarlathotep at a controlled Gate."""
    area = yield from pick_area(
        state, me, "awaken/area", "At which Gate does Nyarlathotep appear?", lambda: state.gates_of(me)
    )
    state.record(Entered(me, NYARLATHOTEP, 1, "awakens", area))
    state.record(Marked(me, "awakened", 1))


def thousand_forms_refused(state: CthulhuState, me: str) -> str:
    if "thousand_forms" in state.factions[me].flipped:
        return "It is face down until the next Gather Power."
    return "" if state.in_play(me, NYARLATHOTEP) else "Nyarlathotep is not in play."


def thousand_forms(state: CthulhuState, me: str) -> Script[None]:
    """The Thousand Forms: enemies together lose the rolled Power, or you gain it.

    In a two-player game the number is halved, rounded up (reference 3.8).
    """
    faces = yield from ask(
        state,
        lambda: Roll(key="thousand_forms/roll", who=me, title="The Thousand Forms", dice=1, rule="thousand_forms"),
    )
    number = sum(faces)
    if len(state.seats) == 2:
        number = (number + 1) // 2
    state.record(BookFlipped(me, "thousand_forms"))
    power = {c: state.factions[c].power for c in state.enemies(me)}
    enough = sum(power.values()) >= number
    text = f"The enemies must give up {number} Power together. Do they agree on a split within a minute?"
    if not enough or not (yield from agree(state, TABLE, "thousand_forms/agree", "Do the enemies agree?", text)):
        state.record(PowerGained(me, number, "The Thousand Forms"))
        return
    shares = yield from split(state, TABLE, "thousand_forms/share", "Power lost", number, power)
    for code, share in shares.items():
        if share:
            state.record(PowerGained(code, -share, "The Thousand Forms"))


def pay_refused(requirement: str) -> Callable[[CthulhuState, str], str]:
    """A requirement Action can be done once."""

    def refused(state: CthulhuState, me: str) -> str:
        return "Already done." if requirement in state.factions[me].met else ""

    return refused


def both_refused(state: CthulhuState, me: str) -> str:
    met = state.factions[me].met
    return "One of them is already done." if PAID_FOUR in met or PAID_SIX in met else ""


def nothing_more(_state: CthulhuState, _me: str) -> Script[None]:
    """Paying is all there is to it."""
    yield from ()


def meet_both(state: CthulhuState, me: str) -> Script[None]:
    """Both paid requirements in one Action for 10 Power."""
    state.record(RequirementMet(me, PAID_FOUR))
    state.record(RequirementMet(me, PAID_SIX))
    yield from ()


REQUIREMENTS: Final = (
    Requirement(PAID_FOUR, "Pay 4 Power as an Action", "action"),
    Requirement(PAID_SIX, "Pay 6 Power as an Action", "action"),
    Requirement(
        "three_gates",
        "Control 3 Gates or have 12 Power",
        met=lambda s, me: len(s.gates_of(me)) >= 3 or s.factions[me].power >= 12,
    ),
    Requirement(
        "four_gates",
        "Control 4 Gates or have 15 Power",
        met=lambda s, me: len(s.gates_of(me)) >= 4 or s.factions[me].power >= 15,
    ),
    Requirement("capture", "Capture an enemy Cultist", met=lambda s, me: bool(sum(s.factions[me].captives.values()))),
    Requirement("awaken", "Awaken Nyarlathotep", met=lambda s, me: bool(s.factions[me].marks.get("awakened"))),
)

CRAWLING_CHAOS: Final = Faction(
    code=CODE,
    name="Crawling Chaos",
    colour="#4c86d9",
    glyph="CC",
    ability_name="Flight",
    ability_text="All units, Cultists too, may move two areas and pass over enemies.",
    units=UNITS,
    books=BOOKS,
    requirements=REQUIREMENTS,
    awakenings=(Awakening(NYARLATHOTEP, lambda _s, _c: 10, awakening_refused, awaken_nyarlathotep),),
    actions=(
        Action(
            "thousand_forms",
            "The Thousand Forms",
            lambda _s, _c: 0,
            thousand_forms_refused,
            thousand_forms,
            book="thousand_forms",
        ),
        Action(
            "pay_four",
            "Pay 4 for a spellbook",
            lambda _s, _c: 4,
            pay_refused(PAID_FOUR),
            nothing_more,
            requirement=PAID_FOUR,
        ),
        Action(
            "pay_six",
            "Pay 6 for a spellbook",
            lambda _s, _c: 6,
            pay_refused(PAID_SIX),
            nothing_more,
            requirement=PAID_SIX,
        ),
        Action("pay_ten", "Pay 10 for two spellbooks", lambda _s, _c: 10, both_refused, meet_both),
    ),
)
