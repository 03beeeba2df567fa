"""What can be looked up: the rules, each faction's card, and the neutral cards, in our own words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from companion.games.cthulhu_wars.boards.hooks import BoardRules
from companion.games.cthulhu_wars.boards.registry import in_use
from companion.games.cthulhu_wars.model import names
from companion.games.cthulhu_wars.model.faction import Faction
from companion.games.cthulhu_wars.model.neutral_cards import BOOKS, CARDS, PRIESTS, UNIQUE_PRIESTS
from companion.games.cthulhu_wars.model.roster import FACTIONS, card
from companion.games.cthulhu_wars.model.state import CthulhuState
from companion.games.cthulhu_wars.model.units import Unit
from companion.games.cthulhu_wars.neutral.loyalty_cards import one_source
from companion.games.cthulhu_wars.view.help import TITLES, TOPICS
from companion.table.lookup import Chapter, ReferenceEntry, named, rules_chapter
from companion.table.words import _, both, n_

__all__ = ["chapters"]


def chapters(state: CthulhuState) -> tuple[Chapter, ...]:
    """Return the rules, then the factions that play, the neutral cards in use, and all other factions."""
    playing = [card(code) for code in state.seats]
    others = [faction for faction in FACTIONS.values() if faction not in playing]
    used = state.neutral_in_use
    cards = [name for name in (*CARDS, *BOOKS) if name in used]
    cards += PRIESTS if UNIQUE_PRIESTS in state.neutral else ()
    neutral = [_neutral(cards)] if cards else []
    played = [_board(rules) for rules in in_use(state)]
    return (rules_chapter(TITLES, TOPICS), *played, *map(_faction, playing), *neutral, *map(_faction, others))


def _faction(faction: Faction) -> Chapter:
    sigil, entries = names.sigil(faction.code), tuple(_card(faction))
    return Chapter(faction.code, both(faction.name), sigil, entries, faction.name, faction.glyph)


def _card(faction: Faction) -> Iterator[ReferenceEntry]:
    """Return everything on a faction's card."""
    yield named(faction.ability_name, faction.ability_text)
    yield ReferenceEntry(_("Units"))
    for unit in faction.units:
        yield ReferenceEntry(both(unit.name), _numbers(unit), unit.name)
    yield ReferenceEntry(_("Spellbooks"))
    for book in faction.books:
        yield named(book.name, book.text)
    yield ReferenceEntry(_("Requirements"))
    for number, requirement in enumerate(faction.requirements, start=1):
        yield ReferenceEntry(str(number), _(requirement.text))
    if faction.one_source:
        yield ReferenceEntry(_("Check your card"))
        for number, words in enumerate(faction.one_source, start=1):
            yield ReferenceEntry(str(number), _(words))


def _board(rules: BoardRules) -> Chapter:
    """Return what a board adds, with what is said of the Actions that it brings."""
    entries = [ReferenceEntry(both(rules.title), _(rules.text), rules.title)]
    given = (*rules.actions, *rules.doom_phase, *rules.anytime)
    entries += [ReferenceEntry(both(action.name), _(action.text), action.name) for action in given if action.text]
    return Chapter("", _(rules.title), "map", tuple(entries))


def _neutral(cards: Iterable[str]) -> Chapter:
    entries = []
    for name in cards:
        thing = CARDS.get(name) or PRIESTS.get(name)
        if thing is not None:
            known = thing.cost_known and not thing.asks
            said = _numbers(thing.unit) + "." if known else ""
            title, text = thing.unit.name, thing.text
        else:
            said, title, text = "", BOOKS[name].name, BOOKS[name].text
        entries.append(ReferenceEntry(both(title), " ".join(filter(None, (said, _(text), one_source(name)))), title))
    return Chapter("", _("Neutral pieces"), "neutral", tuple(entries))


def _numbers(unit: Unit) -> str:
    """Return the numbers on the card of a kind of unit."""
    combat = _(unit.formula) if unit.formula else str(unit.combat)
    pieces = n_("{n} piece", "{n} pieces", unit.count).format(n=unit.count)
    return _("{pieces}, {cost} Power, Combat: {combat}").format(pieces=pieces, cost=unit.cost, combat=combat)
