"""What tables often get wrong, said beside the question where it matters (sections of the reference in brackets)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from msgspec import Struct

from companion.games.cthulhu_wars.model import roster
from companion.games.cthulhu_wars.model.rulings import PRINTED, ruling
from companion.games.cthulhu_wars.model.state import BOOKS_TO_WIN, CthulhuState
from companion.games.cthulhu_wars.rules.pool import abandoned_gates, great_old_ones
from companion.games.cthulhu_wars.view.help import TITLES
from companion.table.lookup import Reminder
from companion.table.prompts import Prompt
from companion.table.words import N_, _


class Mistake(Struct, frozen=True):
    """One of them.

    Args:
        key: of the question, or what it begins with if a `/` ends it.
        applies: whether the rule applies now.
        text: what is right.
        topic: of the rules where it stands (`help.TITLES`).
    """

    key: str
    applies: Callable[[CthulhuState, Prompt], bool]
    text: str
    topic: str


def always(_state: CthulhuState, _prompt: Prompt) -> bool:
    """Whenever it is asked."""
    return True


def has_great_old_one(state: CthulhuState, prompt: Prompt) -> bool:
    """Return whether who decides has a Great Old One of its own in play, and no others give an Elder Sign (D6)."""
    if prompt.who not in state.factions or ruling(state.rulings, "D6") != PRINTED:
        return False
    return great_old_ones(state, prompt.who) > 0


def last_rituals(state: CthulhuState, _prompt: Prompt) -> bool:
    """Return whether the next Ritual moves the marker to Instant Death."""
    return state.ritual == len(state.track) - 1


def captives_held(state: CthulhuState, _prompt: Prompt) -> bool:
    """Return whether anybody holds captured pieces."""
    return any(n for f in state.factions.values() for kinds in f.captives.values() for n in kinds.values())


def gates_abandoned(state: CthulhuState, _prompt: Prompt) -> bool:
    """Return whether there is an abandoned Gate."""
    return abandoned_gates(state) > 0


def kills_taken(state: CthulhuState, prompt: Prompt) -> bool:
    """Return whether units of the side that is asked for carry a result, and none of it may carry more."""
    victim = prompt.key.rpartition("/")[2]
    figures = [f for f in state.battle.figures if f.side == victim] if state.battle else []
    return any(f.hits for f in figures) and all(roster.card(victim).takes(state, f) == 1 for f in figures)


def doom_without_books(state: CthulhuState, _prompt: Prompt) -> bool:
    """Return whether somebody with the most Doom lacks spellbooks, where each plays one faction."""
    most = max(f.doom for f in state.factions.values())
    return not state.several and any(f.doom == most and len(f.books) < BOOKS_TO_WIN for f in state.factions.values())


def battled_before(state: CthulhuState, _prompt: Prompt) -> bool:
    """Return whether there was a battle in this turn."""
    return bool(state.battled)


MISTAKES: Final = (
    # 3.3: 1 Elder Sign per own faction Great Old One in play; independents give none.
    Mistake(
        "doom_phase/",
        has_great_old_one,
        N_("A Ritual gives an Elder Sign for each of your own Great Old Ones, none for independent ones."),
        "ritual",
    ),
    # 3.3: a Ritual at 10 moves the marker on; the game ends at the end of this Doom Phase.
    Mistake(
        "doom_phase/",
        last_rituals,
        N_("The next Ritual moves the marker to Instant Death; players after it may still perform theirs, for 10."),
        "ritual",
    ),
    # 3.1, item 4.
    Mistake("gather_power", captives_held, N_("Captured pieces go home to their owners' Pools now."), "gather_power"),
    # 3.1, item 3.
    Mistake("gather_power", gates_abandoned, N_("An abandoned Gate gives everybody 1 Power."), "gather_power"),
    # 3.2.
    Mistake("first_player/direction", always, N_("The direction may differ from last turn."), "first_player"),
    # 3.4, Capture.
    Mistake(
        "capture", always, N_("Units of other factions do not protect a Cultist. Its owner picks which."), "capture"
    ),
    # 3.4, Move.
    Mistake("move", always, N_("Each unit moves at most once in an Action."), "move"),
    # 3.7: the pairing is free.
    Mistake("book/", always, N_("Whichever requirement you met, you may take any spellbook."), "spellbooks"),
    # Battle reference 2.1.
    Mistake("battle/area", battled_before, N_("One battle per area on your turn."), "battle"),
    # Battle reference 2.4.
    Mistake("battle/kill/", always, N_("Kills come before Pains; those that are left over are lost."), "kills"),
    Mistake("battle/pain/", kills_taken, N_("Assign Pains to units that have no result yet."), "pains"),
    # Battle reference 2.5.
    Mistake(
        "battle/retreat/",
        always,
        N_("They may go to different areas. Only units of the faction they fought block them."),
        "retreat",
    ),
    # 3.6.
    Mistake("end", doom_without_books, N_("The most Doom wins only with six spellbooks."), "victory"),
)
"""All of them, for the Referee's questions."""


def reminders(state: CthulhuState, prompt: Prompt) -> tuple[Reminder, ...]:
    """Return what tables often get wrong at a question; only the Referee says it."""
    if not state.guides:
        return ()
    return tuple(
        Reminder(_(one.text), _(TITLES[one.topic]))
        for one in MISTAKES
        if (prompt.key.startswith(one.key) if one.key.endswith("/") else prompt.key == one.key)
        and one.applies(state, prompt)
    )
