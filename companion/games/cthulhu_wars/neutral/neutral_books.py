"""Neutral spellbooks outside of battles (reference 7): what they do where the companion has a part in it."""

from __future__ import annotations

from typing import Final

from companion.games.cthulhu_wars.facts import BookPutBack, BookTaken, CardReturned, PowerGained
from companion.games.cthulhu_wars.model import names, roster
from companion.games.cthulhu_wars.model.battle_state import Battle
from companion.games.cthulhu_wars.model.faction_parts import Action, BattleAbility, nothing_in_the_way
from companion.games.cthulhu_wars.model.neutral_cards import BOOKS, MAO, RECRIMINATIONS, SHRIVELING, UNDIMENSIONED
from companion.games.cthulhu_wars.model.state import CthulhuState
from companion.games.cthulhu_wars.model.units import Loss, Rank, Window
from companion.games.cthulhu_wars.neutral.cards import registry
from companion.games.cthulhu_wars.rules.common_questions import lost_cultists
from companion.games.cthulhu_wars.rules.figures import lose, pick_figure
from companion.games.cthulhu_wars.rules.losses import eliminate_acolyte, leave_gates
from companion.games.cthulhu_wars.rules.pool import books_left, like_cultists, unit_cost
from companion.games.cthulhu_wars.rules.surcharges import ask_surcharge
from companion.table.prompts import Choose, Count, Option
from companion.table.script import Script, ask, counted, pick_one
from companion.table.state import Notice
from companion.table.words import N_, _


def mao_ceremony(state: CthulhuState, me: str) -> Script[None]:
    """Sacrifice any number of Cultists for 1 Power each, after all Power is counted."""
    if not state.can_use(me, MAO):
        return

    def build() -> Count | None:
        most = sum(state.in_play(me, unit) for unit in like_cultists(state, me))
        title = _("{book}: how many Cultists?").format(book=_(BOOKS[MAO].name))
        text = _("1 Power for each.")
        return Count(key=f"mao/{me}", who=me, title=title, text=text, least=0, most=most) if most else None

    number = int((yield from ask(state, build)) or 0)
    for n in range(number):
        told, key = lost_cultists(_(BOOKS[MAO].name), number), f"mao/{me}/{n + 1}"
        given = eliminate_acolyte(state, key, me, me, how=Loss.SACRIFICED, anywhere=True, any_kind=True, told=told)
        yield from counted(given, n + 1, number)
    if number:
        state.record(PowerGained(me, number, _(BOOKS[MAO].name)))


def others(state: CthulhuState, me: str) -> list[Option]:
    """Return the spellbooks that could be taken: own ones that are left, and neutral ones."""
    mine = [Option(b.id, _(b.name), detail=_(b.text)) for b in books_left(state, me)]
    neutral = (BOOKS[name] for name in state.neutral if name in BOOKS)
    return [*mine, *(Option(b.id, _(b.name), detail=_(b.text)) for b in neutral)]


def recriminations(state: CthulhuState, me: str) -> Script[None]:
    """Put any book of the faction card back, this one too, and take another one that is to be had."""

    def build() -> Choose:
        options = tuple(Option(book, names.book(me, book)) for book in state.factions[me].books)
        return Choose(key="recriminations/off", who=me, title=_("Which spellbook goes back?"), options=options)

    def build_on() -> Choose | None:
        options = tuple(others(state, me))
        title = _("Which one do you take?")
        return Choose(key="recriminations/on", who=me, title=title, options=options) if options else None

    on = yield from pick_one(state, build_on)
    off = yield from pick_one(state, build)
    if off is None or on is None:
        return
    registry.book_put_back(state, me, off)
    state.record(CardReturned(me, off) if off in BOOKS else BookPutBack(me, off))
    state.record(BookTaken(me, on, ""))


def undimensioned(state: CthulhuState, me: str) -> Script[None]:
    """Let units change places among their areas; Gates that are left are abandoned."""
    yield from ask_surcharge(state, me)
    state.record(Notice(me, _("Rearrange your units among the areas where you have units")))
    yield from leave_gates(state, "undimensioned", me, _("Which Gates did your units leave?"))


def shrivel(state: CthulhuState, battle: Battle, me: str) -> Script[None]:
    """Eliminate an enemy Monster or Cultist; its owner gains what it would cost to summon or recruit it now."""
    foe = battle.foe(me)
    figure = yield from pick_figure(
        state, battle, "battle/shriveling", me, _("Who is Eliminated?"), foe, Rank.MONSTER, Rank.CULTIST
    )
    if figure is None:
        return
    owner = figure.owner
    cost = unit_cost(state, owner, roster.card(owner).unit(figure.unit))
    yield from lose(state, battle, figure, Loss.ELIMINATED, me)
    if cost:
        state.record(PowerGained(owner, cost, _(BOOKS[SHRIVELING].name)))


def can_shrivel(_state: CthulhuState, battle: Battle, me: str) -> bool:
    """Return whether the enemy has a Monster or Cultist that can be shrivelled."""
    return bool(battle.present(battle.foe(me), Rank.MONSTER, Rank.CULTIST))


NEUTRAL_ACTIONS: Final = (
    Action(
        RECRIMINATIONS,
        BOOKS[RECRIMINATIONS].name,
        1,
        nothing_in_the_way,
        recriminations,
        BOOKS[RECRIMINATIONS].text,
        book=RECRIMINATIONS,
    ),
    Action(
        UNDIMENSIONED,
        BOOKS[UNDIMENSIONED].name,
        2,
        nothing_in_the_way,
        undimensioned,
        BOOKS[UNDIMENSIONED].text,
        book=UNDIMENSIONED,
    ),
)
"""Actions of those who have these books."""

BATTLE_ABILITIES: Final = (
    BattleAbility(
        SHRIVELING,
        BOOKS[SHRIVELING].name,
        Window.PRE_BATTLE,
        can_shrivel,
        shrivel,
        N_("Eliminate an enemy Monster or Cultist; its owner gains its cost in Power."),
        book=SHRIVELING,
    ),
)
"""What those who have these books may do in battles."""
