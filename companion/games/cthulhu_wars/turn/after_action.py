"""Between two Actions: what any player may do then, and what is left of the turn of the one who has just acted."""

from __future__ import annotations

from typing import Final

from companion.games.cthulhu_wars.model import names
from companion.games.cthulhu_wars.model.faction_parts import Action
from companion.games.cthulhu_wars.model.state import CthulhuState
from companion.games.cthulhu_wars.neutral.unique_abilities import between_actions, closed
from companion.games.cthulhu_wars.rules.common_questions import unless_moot
from companion.games.cthulhu_wars.rules.losses import settle_gates
from companion.games.cthulhu_wars.turn.palette import gate_choices
from companion.games.cthulhu_wars.turn.spellbooks import notice_requirements
from companion.table.prompts import Choose, Option
from companion.table.script import Script, pick_one
from companion.table.state import Notice
from companion.table.words import _, labelled


def abilities(state: CthulhuState) -> list[tuple[str, Action]]:
    """Return the abilities after any player's Action, as `(faction, ability)`.

    Where several want to use theirs, the player who has acted comes first, then turn order (D27).
    """
    first = state.last_active or state.active
    order = sorted(state.player_order(), key=lambda code: code != first)
    return [(code, a) for code in order for a in between_actions(state, code) if not a.book or state.owns(code, a.book)]


def refused_now(state: CthulhuState, code: str, action: Action) -> str:
    """Return why such an ability cannot be used now, or an empty string."""
    if not state.between_actions:
        return _("Only between Actions.")
    return closed(state, code, action) or action.refused(state, code)


def announcement(state: CthulhuState) -> str:
    """Return who may use such an ability now, in a line; empty if nobody may."""
    if not state.between_actions:
        return ""
    able = [f"{_(a.name)} ({names.faction(code)})" for code, a in abilities(state) if not refused_now(state, code, a)]
    return _("Available now under More: {abilities}.").format(abilities=", ".join(able)) if able else ""


def of_faction(
    key: str, code: str, label: str, short: str, detail: str, refused: str = "", *, near: bool = False
) -> Option:
    """Return what a faction may do at any moment: it stands under its name, with what else is its own.

    Args:
        key: the beginning of its id.
        code: the faction, perhaps with a slash and more.
        label: with the faction's name.
        short: without it.
        detail: what it does.
        refused: why it cannot be done now.
        near: whether it is offered beside what another player is asked.
    """
    who = code.partition("/")[0]
    return Option(
        f"{key}/{code}",
        label,
        refused,
        detail,
        symbol=names.sigil(who),
        tile=who,
        heading=names.faction(who),
        short=short,
        near=near,
        who=who,
    )


GATES: Final = "afterwards"
"""What the ids of the keys begin with by which a Gate is abandoned or taken after one's Action."""


def gate_keys(state: CthulhuState) -> list[Option]:
    """Return the keys Abandon Gate and Control Gate of the player who has just acted.

    Its turn lasts until the next Action (reference 3.4), also when the Action took its last Power (D28). There are none
    while its own question offers them.
    """
    me = state.last_active
    if not me or state.active == me:
        return []
    # Who has acted leaves a Gate more often than it finds one to take, which is asked about anyway.
    return [
        of_faction(
            GATES,
            f"{me}/{choice.id}",
            labelled(names.faction(me), choice.option.label),
            choice.option.label,
            _("Unlimited Action, until the next player acts"),
            choice.refused,
            near=True,
        )
        for choice in reversed(gate_choices(state, me))
    ]


def gate_afterwards(state: CthulhuState, me: str, action: str) -> Script[None]:
    """Let a faction abandon or control Gates after its Action, any number of times."""
    choice = next(c for c in gate_choices(state, me) if c.id == action)
    assert choice.script is not None
    if (yield from unless_moot(state, me, choice.script(state, me))):
        words = _("{faction}: {action} (Unlimited Action, after its Action)")
        state.record(Notice(me, words.format(faction=names.faction(me), action=choice.option.label)))
    yield from settle_gates(state)
    yield from notice_requirements(state)


def afterwards(state: CthulhuState, me: str) -> Script[None]:
    """Ask one question for both, as games begun before these keys do."""

    def build() -> Choose | None:
        options = tuple(c.option for c in gate_choices(state, me))
        if all(o.refused for o in options):
            return None
        title = _("Gates after the Action")
        return Choose(
            key=f"afterwards/{me}", who=me, title=title, rule="gates", options=options, least=0, decline=_("End turn")
        )

    while (picked := (yield from pick_one(state, build))) is not None:
        choice = next(c for c in gate_choices(state, me) if c.id == picked)
        assert choice.script is not None
        yield from unless_moot(state, me, choice.script(state, me))
        yield from settle_gates(state)
        yield from notice_requirements(state)
