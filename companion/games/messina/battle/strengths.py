"""Strengths, secret Skill Cards, Chance Cards, and who wins (reference 2.3, 2.5)."""

from __future__ import annotations

from functools import partial
from typing import Final

from companion.games.messina.battle.tracks import TRACKS, ask_track
from companion.games.messina.facts import BattleWon, CardsRevealed, OtherStrength
from companion.games.messina.model import names
from companion.games.messina.model.state import MessinaState, Sides
from companion.games.messina.model.steps import BattleStep
from companion.games.messina.rules.common_questions import NOBODY, ask_holder
from companion.games.messina.rules.winner import Revelation, higher
from companion.table.prompts import Count, Prompt
from companion.table.script import Script, ask, ask_together
from companion.table.state import StepReached
from companion.table.words import _

MOST_STARS: Final = 9
MOST_OTHER: Final = 60


def reckon(state: MessinaState) -> Script[None]:
    """From the strengths to the winner."""
    assert state.sides is not None
    state.record(StepReached(BattleStep.STRENGTH))
    for faction in state.seats:
        number = yield from ask(state, partial(_other_prompt, state, faction))
        state.record(OtherStrength(faction, number))
    state.record(StepReached(BattleStep.SKILL))
    skill = yield from _skill(state)
    state.record(StepReached(BattleStep.CHANCE))
    chance = yield from ask_together(state, partial(_chance_prompts, state, state.sides))
    first, second = (chance[state.key("chance", place)] for place in (0, 1))
    showing = [_showing(state, side, skill, stars) for side, stars in zip(state.sides, (first, second), strict=True)]
    words = [_sum(state, side, shown) for side, shown in zip(state.sides, showing, strict=True)]
    totals = (showing[0].total, showing[1].total)
    state.record(CardsRevealed(tuple(skill.items()), (first, second), totals, (words[0], words[1])))
    state.record(StepReached(BattleStep.WINNER))
    found = higher(showing[0], showing[1])
    by = _("{high} against {low}").format(high=max(s.total for s in showing), low=min(s.total for s in showing))
    if found is None:
        found, by = yield from _tie(state, state.sides)
    difference = abs(showing[0].total - showing[1].total)
    state.record(BattleWon(found, state.sides[found], difference, by))


def _other_prompt(state: MessinaState, faction: str) -> Count:
    own = state.unit_strength([faction])
    return Count(
        key=state.key("other", faction),
        who=faction,
        title=_("{faction}: strength besides Units").format(faction=names.faction(faction)),
        text=_(
            "Its Units have strength {strength}. Add 6 for each Shield at the site, 6 for the Moon and 12 for a "
            "defending Starship, and what cards say."
        ).format(strength=own),
        least=0,
        most=MOST_OTHER,
        suggested=state.other[faction],
        rule="strength",
    )


def _skill(state: MessinaState) -> Script[dict[str, int]]:
    """At most one Skill Card each, face down; all are in before the Chance Cards."""

    def build() -> list[Prompt]:
        return [
            Count(
                key=state.key("skill", faction),
                who=faction,
                title=_("Your Skill Card"),
                text=_("Enter the card's stars, or 0 if you play none. Put it face down in front of you."),
                least=0,
                most=MOST_STARS,
                suggested=0,
                secret=True,
                rule="skill",
            )
            for faction in state.seats
        ]

    answers = yield from ask_together(state, build)
    return {faction: answers[state.key("skill", faction)] for faction in state.seats}


def _chance_prompts(state: MessinaState, sides: Sides) -> list[Prompt]:
    return [
        Count(
            key=state.key("chance", place),
            who=side[0],
            title=_("Stars of the Chance Card"),
            text=_("Of {side}. Each side draws one card face down; turn both up now, with all Skill Cards.").format(
                side=names.side(side)
            ),
            least=0,
            most=MOST_STARS,
            suggested=0,
            rule="chance",
        )
        for place, side in enumerate(sides)
    ]


def _showing(state: MessinaState, side: tuple[str, ...], skill: dict[str, int], chance: int) -> Revelation:
    return Revelation(state.strength(side), tuple(skill[faction] for faction in side), chance)


def _sum(state: MessinaState, side: tuple[str, ...], shown: Revelation) -> str:
    units = state.unit_strength(side)
    parts = [_("Units {strength}").format(strength=units)]
    if shown.strength != units:
        parts.append(_("other {strength}").format(strength=shown.strength - units))
    parts += [
        _("Skill {strength}").format(strength=sum(shown.skill)),
        _("Chance {strength}").format(strength=shown.chance),
    ]
    return f"{names.side(side)} {' + '.join(parts)} = {shown.total}"


def _tie(state: MessinaState, sides: Sides) -> Script[tuple[int, str]]:
    """Location Card, Military Track, Crypto Track; a pooled side counts by its best-placed member."""
    holder = yield from ask_holder(state, state.key("tie", "location"), _("A tie: who holds the Location Card?"), "tie")
    if holder != NOBODY:
        return holder, _("the Location Card")
    for track, title in TRACKS.items():
        yield from ask_track(state, track)
        best = [min(state.tracks[track][faction] for faction in side) for side in sides]
        if best[0] != best[1]:
            return int(best[1] < best[0]), _(title)
    raise AssertionError("positions on the Crypto Track cannot be shared")
