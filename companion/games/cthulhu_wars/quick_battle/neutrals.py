"""Which neutral pieces and spellbooks a side of a Quick Battle has, Unique High Priests among them."""

from __future__ import annotations

from companion.games.cthulhu_wars.facts import BookTaken, CardTaken, CounterSet
from companion.games.cthulhu_wars.model import names
from companion.games.cthulhu_wars.model.neutral_cards import BOOKS, BROUGHT, CARDS, PRIESTS
from companion.games.cthulhu_wars.model.setup_form import QuickBattleSetup
from companion.games.cthulhu_wars.model.state import BOOKS_TO_WIN, PRIEST, CthulhuState
from companion.games.cthulhu_wars.neutral.unique_priests import free_priests
from companion.games.cthulhu_wars.rules.pool import has_priest
from companion.table.prompts import Choose, Option
from companion.table.script import Script, pick_some
from companion.table.words import _


def ask_neutrals(state: CthulhuState, given: QuickBattleSetup, side: str) -> Script[None]:
    """Ask which neutral pieces and which neutral battle spellbook a side has.

    High Priests need not be named: each side with Cultists has one.
    """

    def build(text: str = "") -> Choose:
        options = [Option(name, card_name(name)) for name in state.neutral if name in CARDS]
        options += [Option(name, names.unit_of(PRIESTS[name].unit)) for name in unique_ones(state, side)]
        full = _("It has six spellbooks.") if len(given.books.get(side, ())) >= BOOKS_TO_WIN else ""
        options += [Option(name, _(BOOKS[name].name), full) for name in state.neutral if name in BOOKS]
        return Choose(
            key=f"quick/neutral/{side}",
            who=side,
            title=_("{faction}: neutral pieces?").format(faction=names.faction(side)),
            text=text,
            options=tuple(options),
            least=0,
            most=sum(not option.refused for option in options),
            decline=_("None"),
        )

    picked = yield from pick_some(state, build)
    while sum(name in PRIESTS for name in picked) > 1:
        picked = yield from pick_some(state, lambda: build(_("One of your High Priests may be a Unique one.")))
    for name in picked:
        if name in PRIESTS:
            state.record(CounterSet(side, f"{PRIEST}{name}", 1))
        else:
            state.record(CardTaken(side, name, side, 0, 0) if name in CARDS else BookTaken(side, name, ""))


def card_name(name: str) -> str:
    """Return what a Loyalty Card is called, with the tokens that its owner may have without it."""
    unit = names.unit_of(CARDS[name].unit)
    if name not in BROUGHT:
        return unit
    return _("{unit}, {tokens}").format(unit=unit, tokens=names.unit_of(BROUGHT[name], 2))


def unique_ones(state: CthulhuState, side: str) -> list[str]:
    """Return the Unique High Priests that a side may have: those that the other one has not."""
    return free_priests(state) if has_priest(state, side) else []
