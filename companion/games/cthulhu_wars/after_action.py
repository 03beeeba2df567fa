"""Between two Actions: what any player may do then, and what is left of the turn of the one who has just acted."""

from __future__ import annotations

from companion.games.cthulhu_wars import names
from companion.games.cthulhu_wars.asking import unless_moot
from companion.games.cthulhu_wars.losses import settle_gates
from companion.games.cthulhu_wars.palette import gate_choices
from companion.games.cthulhu_wars.parts import Action
from companion.games.cthulhu_wars.spellbooks import notice_requirements
from companion.games.cthulhu_wars.state import CthulhuState
from companion.games.cthulhu_wars.uniques import between_actions, closed
from companion.table.prompts import Choose, Option
from companion.table.script import Script, pick_one
from companion.table.words import _


def abilities(state: CthulhuState) -> list[tuple[str, Action]]:
    """The abilities after any player's Action, by faction, in the order in which they come if several want to use
    theirs: the player who has acted first, then in turn order (D27)."""
    first = state.last_active or state.active
    order = sorted(state.player_order(), key=lambda code: code != first)
    return [(code, a) for code in order for a in between_actions(state, code) if not a.book or state.owns(code, a.book)]


def refused_now(state: CthulhuState, code: str, action: Action) -> str:
    """Why such an ability cannot be used now; empty if it can."""
    if not state.between_actions:
        return _("Only between Actions.")
    return closed(state, code, action) or action.refused(state, code)


def announcement(state: CthulhuState) -> str:
    """Who may use such an ability now, in a line; empty if nobody may."""
    if not state.between_actions:
        return ""
    able = [f"{_(a.name)} ({names.faction(code)})" for code, a in abilities(state) if not refused_now(state, code, a)]
    return _("Possible now, under More: {abilities}.").format(abilities=", ".join(able)) if able else ""


def of_faction(
    key: str, code: str, label: str, short: str, detail: str, refused: str = "", *, near: bool = False
) -> Option:
    """Something that a faction may do at any moment: it stands under its sigil, with what else is its own."""
    sigil = names.sigil(code)
    return Option(f"{key}/{code}", label, refused, detail, symbol=sigil, tile=code, short=short, near=near)


def gates_option(state: CthulhuState) -> Option | None:
    """The way back to the Gates of the player who has just acted: its turn lasts until the next Action (reference
    3.4), also when the Action took its last Power (D28). None while its own question
    offers them."""
    me = state.last_active
    if not me or state.active == me:
        return None
    reasons = [choice.refused for choice in gate_choices(state, me)]
    if not reasons:
        return None
    refused = "" if "" in reasons else reasons[-1]
    label = _("{faction}: a Gate after the Action").format(faction=names.faction(me))
    return of_faction("afterwards", me, label, _("Gate"), _("Control or abandon it"), refused, near=True)


def afterwards(state: CthulhuState, me: str) -> Script[None]:
    """Control and Abandon Gate after one's Action, any number of times."""

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
