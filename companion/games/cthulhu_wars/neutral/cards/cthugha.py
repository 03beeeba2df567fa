"""Cthugha: his cost, his dice, Fire Vampires and his spellbook (reference 7)."""

from __future__ import annotations

from typing import Final

from companion.games.cthulhu_wars.facts import AssignedKillsBecamePains, PiecesLeft, PowerGained, UnitDiceTold
from companion.games.cthulhu_wars.model import names, roster
from companion.games.cthulhu_wars.model.battle_state import KILL, Battle, Figure
from companion.games.cthulhu_wars.model.faction_parts import BattleAbility
from companion.games.cthulhu_wars.model.neutral_cards import AZATHOTH, CARDS, CTHUGHA, DEAREST
from companion.games.cthulhu_wars.model.rulings import OTHER, ruling
from companion.games.cthulhu_wars.model.state import CthulhuState
from companion.games.cthulhu_wars.model.units import Loss, Rank, Window
from companion.games.cthulhu_wars.neutral.cards import lavinia_whateley
from companion.games.cthulhu_wars.neutral.cards.earning import by_battle, great_enemy_killed
from companion.games.cthulhu_wars.neutral.cards.hooks import CardHooks, CombatOf
from companion.games.cthulhu_wars.rules.assign import is_killed
from companion.games.cthulhu_wars.rules.card_books import CARD_BOOKS, has_book
from companion.games.cthulhu_wars.rules.common_questions import MootError
from companion.games.cthulhu_wars.rules.elder_signs import draw
from companion.games.cthulhu_wars.rules.figures import called, label, one_of_each
from companion.games.cthulhu_wars.rules.pool import kinds, unit_cost
from companion.games.cthulhu_wars.rules.surcharges import more_at_gates
from companion.table.prompts import Choose, Count, Option
from companion.table.script import Script, ask, pick_one
from companion.table.words import N_, _

FULL: Final = 6


def awakening_cost(state: CthulhuState, me: str, unit: str) -> int | None:
    """Return what a Great Old One costs to awaken now, or None if no source tells."""
    if unit in CARDS and not CARDS[unit].cost_known and unit != AZATHOTH:
        return None
    card = roster.card(me)
    if card.worth_mark and unit not in CARDS:
        return state.factions[me].marks.get(card.worth_mark, 0)
    return unit_cost(state, me, card.unit(unit))


def replaceable(state: CthulhuState, me: str) -> list[str]:
    """Return the Great Old Ones that he can replace."""
    return [u.id for u in kinds(state, me, Rank.GOO) if state.on_map(me, u.id) > 0 and u.id != CTHUGHA]


def too_dear(state: CthulhuState, me: str, unit: str) -> str:
    """Return why he cannot replace this one, or an empty string."""
    worth = awakening_cost(state, me, unit)
    return cannot_pay(state, me, FULL - (DEAREST if worth is None else worth))


def cannot_pay(state: CthulhuState, me: str, cost: int) -> str:
    """Return why he cannot be paid for, with all that makes him cheaper, or an empty string."""
    least = cost + more_at_gates(state, me) - lavinia_whateley.less(state, me)
    return "" if least <= state.factions[me].power else _("It costs {cost} Power.").format(cost=least)


def replaces_nobody(state: CthulhuState, me: str) -> bool:
    """Return whether there is no Great Old One to replace, and none is needed."""
    return roster.card(me).awakens_alone(state, me) and not replaceable(state, me)


def refused(state: CthulhuState, me: str) -> str:
    """Return why Cthugha cannot be awakened, or an empty string."""
    if replaces_nobody(state, me):
        return cannot_pay(state, me, FULL)
    reasons = [too_dear(state, me, unit) for unit in replaceable(state, me)]
    return "" if "" in reasons else next(iter(reasons), _("You have no Great Old One in play."))


def to_pay(cost: int) -> str:
    """Return a price in words; below 0 it is gained."""
    return (_("{cost} Power to pay") if cost >= 0 else _("{cost} Power to gain")).format(cost=abs(cost))


def price(state: CthulhuState, me: str) -> Script[int]:
    """Replace an own Great Old One, and return 6 less its awakening cost.

    Below 0 it is gained. A faction that needs no Great Old One pays 6.
    """
    if replaces_nobody(state, me):
        return FULL

    def build() -> Choose | None:
        options = []
        for unit in replaceable(state, me):
            worth = awakening_cost(state, me, unit)
            said = "" if worth is None else to_pay(FULL - worth)
            options.append(Option(unit, names.unit(me, unit), too_dear(state, me, unit), said))
        title = _("Cthugha: who is replaced?")
        if all(option.refused for option in options):
            return None
        return Choose(key="cthugha/replaced", who=me, title=title, options=tuple(options))

    unit = yield from pick_one(state, build)
    if unit is None:
        raise MootError
    worth = awakening_cost(state, me, unit)
    if worth is None:
        title = _("What does {unit} cost?").format(unit=names.unit(me, unit))
        text = _(CARDS[unit].text)
        least = max(0, FULL + more_at_gates(state, me) - lavinia_whateley.less(state, me) - state.factions[me].power)
        worth = yield from ask(
            state, lambda: Count(key="cthugha/worth", who=me, title=title, text=text, least=least, most=DEAREST)
        )
    if unit not in replaceable(state, me):
        raise MootError
    state.record(PiecesLeft(me, unit, 1, Loss.EXCHANGED, by=me))
    return FULL - int(worth or 0)


def killed_enemies(state: CthulhuState, battle: Battle, me: str) -> list[Figure]:
    """Return the enemy pieces that are Killed."""
    return [f for f in battle.present(battle.foe(me)) if KILL in f.hits and is_killed(state, battle, f)]


def can_use_fire_vampires(state: CthulhuState, battle: Battle, me: str) -> bool:
    """Return whether Fire Vampires can spare a piece; not of an enemy without Power or who hibernates (D70)."""
    foe = battle.foe(me)
    poor = not state.factions[foe].power or foe in state.resting
    if poor and ruling(state.rulings, "D70") != OTHER:
        return False
    return battle.took_part(me, CTHUGHA) and bool(killed_enemies(state, battle, me))


def fire_vampires(state: CthulhuState, battle: Battle, me: str) -> Script[None]:
    """Pain a Killed enemy piece instead, for 1 Power; what its Kill has set off stays."""

    def build() -> Choose:
        options = tuple(Option(f.id, label(f)) for f in killed_enemies(state, battle, me))
        title = _("Fire Vampires: who is only Pained?")
        return Choose(key="battle/fire_vampires", who=me, title=title, options=one_of_each(battle, options))

    picked = yield from pick_one(state, build)
    if picked is None:
        return
    words = _("{unit} is only Pained (Fire Vampires)").format(unit=called(battle.figure(picked)))
    state.record(AssignedKillsBecamePains((picked,), words=words))
    state.record(PowerGained(me, 1, _("Fire Vampires")))
    if has_book(state, me, CTHUGHA):
        draw(state, me, _(CARD_BOOKS[CTHUGHA].name))


def copy_combat(state: CthulhuState, battle: Battle, me: str, combat_of: CombatOf) -> Script[None]:
    """Give Cthugha the Combat of one enemy Great Old One, else 0; Elder Gods have none."""
    foe = battle.foe(me)
    kinds = {f.unit: len(battle.present(foe, unit=f.unit)) for f in battle.present(foe, Rank.GOO)}
    dice = {unit: combat_of(foe, unit) // number for unit, number in kinds.items()}

    def build() -> Choose | None:
        if len(set(dice.values())) < 2:
            return None
        words = _("{unit}: {n}")
        options = tuple(Option(u, words.format(unit=names.unit(foe, u), n=n)) for u, n in dice.items())
        title = _("Cthugha: whose Combat?")
        return Choose(key="battle/cthugha", who=me, title=title, options=options)

    picked = yield from pick_one(state, build)
    number = dice[picked] if picked else max(dice.values(), default=0)
    state.record(UnitDiceTold(me, CTHUGHA, number))


POWERS: Final = CardHooks(
    CTHUGHA,
    price=price,
    too_dear=refused,
    asks_dice=copy_combat,
    battle=(
        BattleAbility(
            "fire_vampires",
            N_("Fire Vampires"),
            Window.KILLS_ASSIGNED,
            can_use_fire_vampires,
            fire_vampires,
            N_("A Killed enemy unit is only Pained, and you gain 1 Power. Not if that enemy has none, or hibernates."),
            repeat=True,
            late=True,
            great=True,
        ),
    ),
    battle_ends=by_battle(CTHUGHA, great_enemy_killed),
)
