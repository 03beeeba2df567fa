"""Loyalty Cards: which are in the game, taking one, and awakening Great Old Ones.

Taking one happens in the Doom Phase (reference 7). A card whose last piece is lost goes back.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from companion.games.cthulhu_wars.facts import (
    CardReturned,
    CardTaken,
    NeutralsChosen,
    PowerGained,
    PowerSpent,
)
from companion.games.cthulhu_wars.model import names, roster
from companion.games.cthulhu_wars.model.faction_parts import CardDiscount
from companion.games.cthulhu_wars.model.neutral_cards import (
    BOOKS,
    CARDS,
    CULTISTS,
    DOOM,
    GREAT_OLD_ONES,
    HIGH_PRIESTS,
    MONSTERS,
    PRIESTS,
    TERROR_POWER,
    TERRORS,
    UNIQUE_PRIESTS,
    LoyaltyCard,
)
from companion.games.cthulhu_wars.model.rulings import OTHER, ruling
from companion.games.cthulhu_wars.model.state import CthulhuState, Phase
from companion.games.cthulhu_wars.model.symbols import neutral_symbol
from companion.games.cthulhu_wars.model.units import Rank
from companion.games.cthulhu_wars.neutral.cards import registry
from companion.games.cthulhu_wars.neutral.cards.registry import arrive
from companion.games.cthulhu_wars.neutral.unique_abilities import uniques
from companion.games.cthulhu_wars.rules.card_books import forget
from companion.games.cthulhu_wars.rules.common_questions import MootError, pick_faction
from companion.games.cthulhu_wars.rules.elder_signs import draw
from companion.games.cthulhu_wars.rules.pool import (
    enter,
    great_old_ones,
    has_priest,
    independent_kinds,
    pool,
    unit_cost,
)
from companion.games.cthulhu_wars.rules.surcharges import ask_surcharge, more_at_gates, pay_surcharge, surcharge, target
from companion.table.prompts import TABLE, Choose, Option
from companion.table.script import Script, pick_one, pick_some
from companion.table.state import Notice
from companion.table.words import N_, _

CHECK: Final = N_("Check your card.")
LOYALTY: Final = "loyalty"


def choose_neutrals(state: CthulhuState) -> Script[None]:
    """Ask which neutral pieces and spellbooks the table plays with, of those that nobody holds.

    While the board is set up it is asked first of which kinds there are any, so that what is left in the box takes no
    tap.
    """
    kinds = {
        "monsters": (_("Which neutral Monsters?"), [card.id for card in MONSTERS]),
        "terrors": (_("Which Terrors?"), [card.id for card in TERRORS]),
        "cultists": (_("Which neutral Cultists?"), [card.id for card in CULTISTS]),
        "great": (_("Which independent Great Old Ones?"), [card.id for card in GREAT_OLD_ONES]),
        "books": (_("Which neutral spellbooks?"), [*BOOKS]),
        "priests": (_("Play with High Priests?"), [HIGH_PRIESTS, UNIQUE_PRIESTS]),
    }
    wanted = (yield from _which_kinds(state, kinds)) if state.phase is Phase.SETUP else [*kinds]
    chosen: list[str] = []
    for key, (title, things) in kinds.items():
        if key in wanted:
            chosen += yield from _some(state, f"neutral/{key}", title, things)
    state.record(NeutralsChosen(tuple(chosen)))


def _which_kinds(state: CthulhuState, kinds: Mapping[str, tuple[str, list[str]]]) -> Script[list[str]]:
    labels = {
        "monsters": _("Monsters"),
        "terrors": _("Terrors"),
        "cultists": _("Cultists"),
        "great": _("Great Old Ones"),
        "books": _("Spellbooks"),
        "priests": _("High Priests"),
    }
    symbols = ("monster", "terror", "cultist", "great-old-one", "spellbook", "high-priest")
    there = tuple(key for key, (__, things) in kinds.items() if {*things} & {*state.neutral})
    return (
        yield from pick_some(
            state,
            lambda: Choose(
                key="neutral/kinds",
                who=TABLE,
                title=_("Which neutral pieces?"),
                options=tuple(
                    Option(key, labels[key], group=key, symbol=symbol)
                    for key, symbol in zip(kinds, symbols, strict=True)
                ),
                least=0,
                most=len(kinds),
                suggested=there,
            ),
        )
    )


def _some(state: CthulhuState, key: str, title: str, things: list[str]) -> Script[list[str]]:
    def build() -> Choose:
        held = {id_ for f in state.factions.values() for id_ in (*f.loyalty, *f.books)}
        options = tuple(
            Option(
                name,
                _card_label(name),
                _("Already taken.") if name in held else "",
                # A spellbook says what it does, as it does when one is taken.
                " ".join(filter(None, (_(BOOKS[name].text) if name in BOOKS else "", one_source(name)))),
                # A card is one of its kind: screens show its piece.
                group=name if name in CARDS else "",
                symbol=neutral_symbol(name) if name in CARDS else "",
            )
            for name in things
        )
        there = tuple(name for name in things if name in state.neutral)
        most = len([option for option in options if not option.refused])
        return Choose(
            key=key, who=TABLE, title=title, options=options, least=0, most=most, suggested=there, automatic=False
        )

    return (yield from pick_some(state, build))


def _card_label(name: str) -> str:
    if name in CARDS:
        return names.unit_of(CARDS[name].unit)
    if name in BOOKS:
        return _(BOOKS[name].name)
    return _("High Priests") if name == HIGH_PRIESTS else _("Unique High Priests")


def one_source(name: str) -> str:
    """Return what to do with a card that a single source tells; empty for others."""
    thing = CARDS.get(name) or BOOKS.get(name) or PRIESTS.get(name)
    return _(CHECK) if name == UNIQUE_PRIESTS or (thing and thing.one_source) else ""


# -- in the Doom Phase ---------------------------------------------------------------------------------------------


def on_offer(state: CthulhuState) -> list[LoyaltyCard]:
    """Return the cards of Monsters and Terrors that nobody has taken yet."""
    return [CARDS[name] for name in state.neutral if name in CARDS and not CARDS[name].independent]


def loyalty_option(state: CthulhuState, me: str) -> Option | None:
    """Return the option to take a card in the Doom Phase, or None if there is no card."""
    cards = on_offer(state)
    if not cards:
        return None
    refusals = [too_dear(state, me, card) for card in cards]
    return Option(
        LOYALTY,
        _("Take a Loyalty Card"),
        "" if "" in refusals else refusals[0],
        _("One per Doom Phase: {doom} Doom, plus {power} Power for a Terror").format(doom=DOOM, power=TERROR_POWER),
        symbol="doom",
        short=_("Loyalty Card"),
    )


def kin(me: str, card: LoyaltyCard) -> CardDiscount | None:
    """Return the special cost that a faction has for a card, or None."""
    return next((own for own in roster.card(me).kin if own.card == card.id), None)


def price(me: str, card: LoyaltyCard) -> tuple[int, int]:
    """Return the Doom and the Power for which a faction takes a card."""
    if own := kin(me, card):
        return own.doom, own.power
    return DOOM, TERROR_POWER if card.unit.rank is Rank.TERROR else 0


def too_dear(state: CthulhuState, me: str, card: LoyaltyCard) -> str:
    """Return why a faction cannot take a card, or an empty string."""
    faction = state.factions[me]
    doom, power = price(me, card)
    if faction.doom < doom:
        return _("It costs {doom} Doom.").format(doom=doom)
    if faction.power < power:
        return _("It also costs {power} Power.").format(power=power)
    return ""


def pay_kin(state: CthulhuState, me: str, card: LoyaltyCard) -> None:
    """Give each other faction an Elder Sign if the card had a price of the faction's own."""
    if kin(me, card):
        for code in state.enemies(me):
            draw(state, code, names.unit_of(card.unit))


def take_card(state: CthulhuState, me: str) -> Script[bool]:
    """Take one Loyalty Card with what comes with it; return whether one was taken."""

    def build() -> Choose:
        options = tuple(
            Option(
                card.id,
                names.unit_of(card.unit),
                too_dear(state, me, card),
                " ".join(filter(None, (_(card.text), one_source(card.id)))),
                cost=price(me, card)[1],
            )
            for card in on_offer(state)
        )
        title = _("Which Loyalty Card?")
        words = _("Its pieces are yours for the rest of the game.")
        return Choose(
            key="loyalty", who=me, title=title, text=words, options=options, least=0, rule="loyalty", automatic=False
        )

    picked = yield from pick_one(state, build)
    if picked is None:
        return False
    card, owner = CARDS[picked], me
    if card.for_enemy:
        title = _("Which enemy gets it?")
        owner = yield from pick_faction(state, "loyalty/enemy", me, title, lambda: state.of_others(me))
        if card not in on_offer(state) or too_dear(state, me, card):
            # The table has put it away meanwhile, or what would pay for it.
            return False
    state.record(CardTaken(owner, card.id, me, *price(me, card)))
    pay_kin(state, me, card)
    if not card.placed:
        return True
    if card.places:
        words = _("comes with its Loyalty Card, {where}").format(where=_(card.places))
    elif state.gates_of(owner):
        words = _("comes with its Loyalty Card, at a controlled Gate")
    else:
        unit = names.unit(owner, card.id)
        state.record(Notice(owner, _("{unit}: no controlled Gate, so none is placed").format(unit=unit)))
        return True
    yield from arrive(state, owner, card.id, card.placed, words)
    return True


# -- independent Great Old Ones ------------------------------------------------------------------------------------


def independents(state: CthulhuState, me: str) -> list[LoyaltyCard]:
    """Return the independent Great Old Ones that a faction could awaken.

    Nobody has them, or they are its own and not all in play.
    """
    held = [CARDS[name] for name in state.factions[me].loyalty if CARDS[name].independent]
    free = [CARDS[name] for name in state.neutral if name in CARDS and CARDS[name].independent]
    able = (card for card in held if not state.in_play(me, card.id) and not card.stays and pool(state, me, card.id))
    return [*able, *free]


def awakening_refused(state: CthulhuState, me: str, card: LoyaltyCard) -> str:
    """Return why a faction cannot awaken one, as far as the companion sees it."""
    powers = registry.POWERS.get(card.id)
    if not state.gates_of(me) and (powers is None or powers.at_gate):
        return _("You control no Gate.")
    if not (helpers(state, me) or awakens_alone(state, me, card)):
        return _("You have no Great Old One in play.")
    if powers and powers.awakens_at and state.follows and not powers.awakens_at(state, me):
        return _("You control no Gate where it can awaken.")
    cost = awakening_cost(state, me, card)
    if cost is not None and state.factions[me].power < (cost := cost + more_at_gates(state, me)):
        return _("It costs {cost} Power.").format(cost=cost)
    return powers.too_dear(state, me) if powers else ""


def awakens_alone(state: CthulhuState, me: str, card: LoyaltyCard) -> bool:
    """Return whether a faction needs no Great Old One to awaken this one."""
    powers = registry.POWERS.get(card.id)
    return bool(powers and powers.alone) or kin(me, card) is not None or roster.card(me).awakens_alone(state, me)


def helpers(state: CthulhuState, me: str) -> int:
    """Return how many Great Old Ones in play may help to awaken another; of others than one's faction by D79."""
    others = sum(state.in_play(me, name) for name in independent_kinds(state, me))
    if not roster.card(me).of_rank(Rank.GOO) and ruling(state.rulings, "D79") == OTHER:
        others = 0
    return great_old_ones(state, me) + others


def awakening_cost(state: CthulhuState, me: str, card: LoyaltyCard) -> int | None:
    """Return what awakening one costs if all is given up that makes it cheaper; None if the card does not tell."""
    if not card.cost_known:
        return None
    return max(0, unit_cost(state, me, card.unit) - registry.cheaper(state, me))


def awaken_independent(state: CthulhuState, me: str, card: LoyaltyCard) -> Script[None]:
    """Pay for one, and place it at a controlled Gate with an own Great Old One."""
    powers = registry.POWERS.get(card.id)
    cost = unit_cost(state, me, card.unit)
    if powers and powers.price:
        cost = yield from powers.price(state, me)
    less = 0 if powers and powers.loses else registry.cheaper(state, me)

    def build() -> Choose | None:
        areas = state.gates_of(me) if powers is None or powers.at_gate else []
        if powers and powers.awakens_at:
            areas = powers.awakens_at(state, me)
        options = tuple(target(state, me, area, cost - less) for area in areas)
        if not options or not state.follows:
            return None
        alone = awakens_alone(state, me, card)
        words = "" if alone else _("One of your Gates with one of your Great Old Ones.")
        title = _("{unit}: in which area?").format(unit=names.unit_of(card.unit))
        return Choose(key="independent/area", who=me, title=title, text=words, options=options, on_map=True)

    area = yield from pick_one(state, build)
    if powers and not (powers.at_gate or powers.awakens_at):
        yield from ask_surcharge(state, me, max(0, cost - less))
    if card.id not in (*state.neutral, *state.factions[me].loyalty):
        # The table has taken the card out of the game meanwhile.
        raise MootError
    if card.id in state.neutral:
        state.record(CardTaken(me, card.id, me, 0, 0))
    words = _("Awaken {unit}").format(unit=names.unit_of(card.unit))
    if less:
        cost = yield from registry.offer_cheaper(state, me, cost, more=surcharge(state, me, area) if area else 0)
    if cost < 0:
        state.record(PowerGained(me, -cost, words))
    else:
        state.record(PowerSpent(me, min(cost, state.factions[me].power), words))
    pay_kin(state, me, card)
    if area:
        pay_surcharge(state, me, area)
    enter(state, me, card.id, card.unit.count, _("awakens"), area or "")
    yield from registry.awakened(state, me, card.id)
    for unique in uniques(state, me):
        yield from unique.awakened(state, me)
    yield from registry.great_awakened(state, me, card.id)


def return_cards(state: CthulhuState) -> None:
    """Return the cards of independent Great Old Ones with no piece left to everybody (D30)."""
    for code, faction in state.factions.items():
        if not faction.loyalty:
            continue
        for name in [n for n in faction.loyalty if CARDS[n].independent and not CARDS[n].stays]:
            if not state.in_play(code, name) and not state.absent(code, name):
                forget(state, code, name)
                registry.card_returns(state, code, name)
                state.record(CardReturned(code, name))


# -- what pieces bring by being in play ----------------------------------------------------------------------------


def gathers(state: CthulhuState, me: str) -> list[tuple[str, int]]:
    """Return what a faction without Cultists adds in Gather Power instead of a High Priest."""
    return [(_("High Priests"), 1)] if state.priests and not has_priest(state, me) else []
