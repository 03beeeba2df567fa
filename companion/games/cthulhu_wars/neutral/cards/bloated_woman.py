"""The Bloated Woman: her Velvet Fan, and her spellbook Disaster Looms (reference 7)."""

from __future__ import annotations

from functools import partial
from typing import Final

from companion.games.cthulhu_wars.facts import PieceFanned, PieceUnfanned, PowerGained
from companion.games.cthulhu_wars.model import names, roster
from companion.games.cthulhu_wars.model.battle_state import Battle
from companion.games.cthulhu_wars.model.faction_parts import Action, BattleAbility
from companion.games.cthulhu_wars.model.neutral_cards import BLOATED_WOMAN, ONLY_IN_PLACE
from companion.games.cthulhu_wars.model.state import CthulhuState
from companion.games.cthulhu_wars.model.units import Rank, Window
from companion.games.cthulhu_wars.neutral.cards.earning import as_soon_as, six_books
from companion.games.cthulhu_wars.neutral.cards.hooks import CardHooks
from companion.games.cthulhu_wars.rules.card_books import CARD_BOOKS, has_book
from companion.games.cthulhu_wars.rules.elder_signs import draw
from companion.games.cthulhu_wars.rules.pool import enter, gates, pool, unit_cost
from companion.games.cthulhu_wars.rules.surcharges import ask_surcharge
from companion.table.prompts import Choose, Option
from companion.table.script import Script, pick_one
from companion.table.words import N_, _

FAN: Final = N_("The Velvet Fan")


def fallen(state: CthulhuState, battle: Battle, me: str) -> list[str]:
    """Return the kinds of enemy Monster and Cultist lost in the battle that lie in their Pool."""
    foe = battle.foe(me)
    lost = dict.fromkeys(unit for owner, unit, how in battle.lost if owner == foe and how.a_loss)
    ranks = (Rank.MONSTER, Rank.CULTIST)
    return [u for u in lost if roster.card(foe).unit(u).rank in ranks and pool(state, foe, u) > 0]


def can_fan(state: CthulhuState, battle: Battle, me: str) -> bool:
    """Return whether The Velvet Fan can be used."""
    return battle.took_part(me, BLOATED_WOMAN) and bool(fallen(state, battle, me))


def fan(state: CthulhuState, battle: Battle, me: str) -> Script[None]:
    """Put one lost enemy Monster or Cultist onto her card, out of its Pool."""
    foe = battle.foe(me)

    def build() -> Choose | None:
        options = tuple(Option(unit, names.unit(foe, unit)) for unit in fallen(state, battle, me))
        title = _("The Velvet Fan: who goes there?")
        return Choose(key="battle/velvet_fan", who=me, title=title, options=options) if options else None

    unit = yield from pick_one(state, build)
    if unit is not None:
        state.record(PieceFanned(foe, unit, me))


def refused(state: CthulhuState, me: str, unit: str) -> str:
    """Return why a piece cannot be taken from her card, or an empty string."""
    if roster.card(me).unit(unit).rank is Rank.MONSTER and not state.gates_of(me):
        return _("You control no Gate.")
    return ""


def cost(state: CthulhuState, me: str, unit: str) -> int:
    """Return what it costs to summon or recruit a unit on her card."""
    return unit_cost(state, me, roster.card(me).unit(unit))


def take_back(state: CthulhuState, me: str, holder: str, unit: str) -> Script[None]:
    """Summon or recruit a unit from her card; the Power goes to her player."""
    yield from ask_surcharge(state, me)
    if not state.fan(holder).get((me, unit)):
        return
    # Some cost less for each of their kind that is not in the pool: what was paid is what it cost on the card.
    paid = cost(state, me, unit)
    state.record(PieceUnfanned(me, unit, holder))
    state.record(PowerGained(holder, paid, _(FAN)))
    enter(state, me, unit, 1, _("comes from The Velvet Fan"))


def takings(state: CthulhuState, holder: str, me: str) -> list[Action]:
    """Return the Actions by which a faction takes units back from her card."""
    found = []
    for (owner, unit), number in state.fan(holder).items():
        if owner == me and number > 0 and unit not in ONLY_IN_PLACE:
            name = names.unit(me, unit)
            found.append(
                Action(
                    f"from_fan/{unit}",
                    _("{unit} from The Velvet Fan").format(unit=name),
                    partial(cost_of, unit),
                    partial(refusal_of, unit),
                    partial(take, holder, unit),
                    _("Its cost goes to {faction}").format(faction=names.faction(holder)),
                    short=name,
                )
            )
    return found


def cost_of(unit: str, state: CthulhuState, me: str) -> int:
    """Return the cost of a unit, for an Action."""
    return cost(state, me, unit)


def refusal_of(unit: str, state: CthulhuState, me: str) -> str:
    """Return the refusal of a unit, for an Action."""
    return refused(state, me, unit)


def take(holder: str, unit: str, state: CthulhuState, me: str) -> Script[None]:
    """Take a unit back, as an Action."""
    yield from take_back(state, me, holder, unit)


def gather_without_gates(state: CthulhuState, me: str) -> list[tuple[str, int]]:
    """Return what Disaster Looms takes off Gather Power: Gates give none."""
    return [(_(CARD_BOOKS[BLOATED_WOMAN].name), -2 * gates(state, me))] if has_book(state, me, BLOATED_WOMAN) else []


def loom(state: CthulhuState, me: str) -> Script[None]:
    """Draw an Elder Sign for each Gate, by Disaster Looms."""
    yield from ()
    if has_book(state, me, BLOATED_WOMAN):
        draw(state, me, _(CARD_BOOKS[BLOATED_WOMAN].name), gates(state, me))


def give_back(state: CthulhuState, me: str) -> None:
    """Return the units on her card to their owners' Pools."""
    for (owner, unit), number in state.fan(me).items():
        for __ in range(number):
            state.record(PieceUnfanned(owner, unit, me))


POWERS: Final = CardHooks(
    BLOATED_WOMAN,
    noticed=as_soon_as(BLOATED_WOMAN, six_books),
    gathers=gather_without_gates,
    gathered=loom,
    for_others=takings,
    card_returns=give_back,
    battle=(
        BattleAbility(
            "velvet_fan",
            FAN,
            Window.AFTER_BATTLE,
            can_fan,
            fan,
            N_("A lost enemy Monster or Cultist goes onto The Bloated Woman's card."),
            great=True,
        ),
    ),
)
