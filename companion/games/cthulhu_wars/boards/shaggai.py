"""Shaggai (reference 3.11): Worms, and areas that are Eradicated."""

from __future__ import annotations

from functools import partial
from typing import Final

from companion.games.cthulhu_wars.boards.asking import pick_places, put, special
from companion.games.cthulhu_wars.boards.hooks import BoardRules, SpecialAreas
from companion.games.cthulhu_wars.facts import (
    AreaEradicated,
    DoomGained,
    GateGone,
    PiecesLeft,
    PowerGained,
    RequirementMet,
    TokenGone,
)
from companion.games.cthulhu_wars.model import roster
from companion.games.cthulhu_wars.model.faction_parts import Action
from companion.games.cthulhu_wars.model.maps import SHAGGAI, area_name
from companion.games.cthulhu_wars.model.state import BOOKS_TO_WIN, CthulhuState
from companion.games.cthulhu_wars.model.units import Loss, Rank
from companion.games.cthulhu_wars.rules.common_questions import MootError, pick_area, pick_only, unit_options
from companion.games.cthulhu_wars.rules.elder_signs import draw
from companion.games.cthulhu_wars.rules.pool import kinds
from companion.table.prompts import TABLE, Choose, Option
from companion.table.script import Script, pick_some
from companion.table.words import N_, _

FIRST: Final = "first_worm"
WORM: Final = "worm"
EDGE: Final = "eradicated_edge"
"""The areas next to those that are Eradicated."""
BOOK_COST: Final = 6
LEAST_EACH: Final = 2


def begins(state: CthulhuState) -> Script[None]:
    """Put the first Worm into its area."""
    for area in special(state, FIRST):
        put(state, WORM, (area,), _("Worm"), area)
    yield from ()


def doom_ends(state: CthulhuState) -> Script[None]:
    """Eradicate the areas of the Worms that are rolled, then let each player add one."""
    if not state.follows:
        raise MootError
    title = _("Roll {number} dice: which Worms show?").format(number=len(state.players))
    there = special(state, WORM)
    for area in (yield from pick_places(state, "shaggai/rolled", TABLE, title, lambda: there, 0, len(there))):
        yield from eradicate(state, area)
    if over(state):
        return
    for hand in state.hands_from(state.first):
        able = places(state)
        if not able:
            continue
        title = _("Where does your Worm go?")
        area = yield from pick_area(state, f"shaggai/worm/{hand[0]}", hand[0], title, partial(list, able))
        put(state, WORM, [*special(state, WORM), area], _("Worm"), area)


def places(state: CthulhuState) -> list[str]:
    """Return the areas into which a Worm can be put: next to the first area or to an Eradicated one."""
    near = {*special(state, EDGE)}
    for area in special(state, FIRST):
        near.update(state.board.areas[area].adjacent)
    return [area for area in state.board.on_map if area in near and area not in special(state, WORM)]


def eradicate(state: CthulhuState, area: str) -> Script[None]:
    """Remove all that is in an area, with what it gives to its owners, and the area itself."""
    title, why = _("Which of your units are there?"), _("Eradication")
    owner = state.gates.get(area)
    for code in state.player_order():

        def build(code: str = code) -> Choose:
            options = tuple(unit_options(state, code, kinds(state, code)))
            return Choose(
                key=f"shaggai/units/{code}",
                who=code,
                title=title,
                text=_("{area} is Eradicated; they are Eliminated.").format(area=area_name(area)),
                options=options,
                least=0,
                most=len(options),
            )

        lost = yield from pick_some(state, build)
        for unit in kinds(state, code):
            number = sum(name.startswith(f"{unit.id}.") for name in lost)
            if number:
                state.record(PiecesLeft(code, unit.id, number, Loss.ELIMINATED, area))
                state.record(PowerGained(code, number, why))
            if number and unit.rank is Rank.GOO and roster.card(code).has(unit.id):
                yog = unit.id in roster.card(code).gate_units
                draw(state, code, why, 2 if yog else number)
        if area in state.factions[code].tokens:
            token = roster.card(code).token
            state.record(TokenGone(code, area))
            if token and token.eradicated:
                state.record(DoomGained(code, token.eradicated, why))
    if owner:
        draw(state, owner, why)
    if area in state.gates:
        state.record(GateGone(area, removed=True))
    near = [a for a in dict.fromkeys((*special(state, EDGE), *state.board.areas[area].adjacent)) if a != area]
    put(state, WORM, [a for a in special(state, WORM) if a != area], _("Worm"))
    put(state, EDGE, near, _("Worm"))
    state.record(AreaEradicated(area))


def over(state: CthulhuState) -> bool:
    """Return whether fewer than two areas are left for each player."""
    return len(state.board.on_map) < LEAST_EACH * len(state.players)


def no_book(state: CthulhuState, me: str) -> str:
    """Return why no spellbook can be bought, or an empty string."""
    if len(state.factions[me].books) >= BOOKS_TO_WIN:
        return _("You have all spellbooks.")
    held = set(special(state, WORM)) & set(state.gates_of(me))
    return "" if held or not state.follows else _("You have no Gate with a Worm.")


def buy_book(state: CthulhuState, me: str) -> Script[None]:
    """Take a spellbook without its requirement: one that is still open counts as met."""
    faction = state.factions[me]

    def build() -> Choose:
        left = [r for r in roster.card(me).requirements if r.id not in faction.met]
        options = tuple(Option(r.id, _(r.text)) for r in left)
        return Choose(key="shaggai/book", who=me, title=_("Instead of which requirement?"), options=options)

    state.record(RequirementMet(me, (yield from pick_only(state, build))))


RULES: Final = BoardRules(
    SHAGGAI,
    N_("Shaggai"),
    N_(
        "A Worm begins in The Worm that Gnaws in the Night. At the end of the Doom Phase as many dice are rolled as "
        "there are players: each Worm whose number shows is replaced by Eradication. Everything there leaves: 1 Power "
        "for each unit, an Elder Sign for a controlled Gate and for each Great Old One of the faction, 1 Doom for a "
        "Cathedral. Then each player puts a Worm next to the first area or an Eradicated one. Nothing may enter an "
        "Eradicated area; a Move across one costs one unit in all. At a Gate with a Worm an Action for 6 Power takes a "
        "spellbook, and awakening, summoning or a Cathedral may ignore its area for 2 Power more: pay that by the "
        "numbers. With fewer than two areas for each player the game ends. The Ocean Belt is the ocean."
    ),
    N_("You describe it once: no source tells its neighbours"),
    special=(SpecialAreas(FIRST, N_("Where does the first Worm start?")),),
    begins=begins,
    doom_ends=doom_ends,
    actions=(
        Action("worm_book", N_("A spellbook by a Worm"), BOOK_COST, no_book, buy_book, N_("Without its requirement")),
    ),
    over=over,
    signs=((WORM, N_("Worm")),),
)
