"""The keys that a faction's Actions can ever have in a game, from its card, its enemies and the box.

They are known from turn 1: a spellbook, an awakening or a neutral card then lights a key, and moves none.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final

from companion.games.cthulhu_wars.model import names, roster
from companion.games.cthulhu_wars.model.faction import Faction
from companion.games.cthulhu_wars.model.faction_parts import Action
from companion.games.cthulhu_wars.model.neutral_cards import (
    CARDS,
    HIGH_PRIEST,
    HIGH_PRIESTS,
    LEFT_ACTIONS,
    PRIESTS,
    TOKENS,
    UNIQUE_PRIESTS,
    LoyaltyCard,
)
from companion.games.cthulhu_wars.model.state import ACOLYTE, CthulhuState
from companion.games.cthulhu_wars.model.units import Rank, Unit
from companion.games.cthulhu_wars.neutral.cards.registry import POWERS
from companion.games.cthulhu_wars.neutral.neutral_books import NEUTRAL_ACTIONS
from companion.games.cthulhu_wars.turn.common_actions import GATE_COST
from companion.games.cthulhu_wars.turn.common_choices import MOVES
from companion.games.cthulhu_wars.turn.palette import BOOK, OTHER_ACTION
from companion.table import palette as groups
from companion.table.palette import Palette, PaletteKey, PaletteRow
from companion.table.words import _, edition

DIGIT: Final = 8
"""What a price is taken for that the game reckons each time: any number of one digit."""


def palettes(state: CthulhuState) -> tuple[Palette, ...]:
    """Return the palette of each faction; none where the table carries out the Actions itself."""
    if state.by_hand or not state.seats:
        return ()
    box = tuple(sorted(state.neutral_in_use | ({HIGH_PRIESTS} if state.priests else set())))
    return _palettes(tuple(sorted(state.seats)), box, edition())


@lru_cache(maxsize=4)
def _palettes(seats: tuple[str, ...], box: tuple[str, ...], _edition: str) -> tuple[Palette, ...]:
    return tuple(palette_of(code, seats, box) for code in seats)


def palette_of(me: str, seats: Sequence[str], box: Sequence[str]) -> Palette:
    """Return the palette of a faction.

    Args:
        me: the faction.
        seats: all factions of the game.
        box: the neutral cards and spellbooks that the table plays with.
    """
    faction, enemies = roster.card(me), [code for code in roster.FACTIONS if code in seats and code != me]
    held = [card for card in CARDS.values() if card.id in box]
    move = [PaletteKey((f"move/{number}",), str(number)) for number in MOVES]
    move += [PaletteKey(("move",), _("More")), PaletteKey(("create_gate",), _("Create Gate"), no_keeper(), GATE_COST)]
    battle = [
        PaletteKey((f"battle/{code}",), names.faction(code), sigil=names.sigil(code), colour=roster.card(code).colour)
        for code in enemies
    ]
    summon = [_piece("summon", unit) for unit in faction.of_rank(Rank.MONSTER, Rank.TERROR) if unit.id not in TOKENS]
    summon += _of_cards("summon", [card for card in held if card.unit.rank in (Rank.MONSTER, Rank.TERROR)])
    awaken = [_piece("awaken", faction.unit(awakening.unit)) for awakening in faction.awakenings]
    awaken += _of_cards("awaken", [card for card in held if card.independent])
    return Palette(
        prompt=f"action/{me}",
        rows=(
            PaletteRow(tuple(move), _("Move"), "move"),
            PaletteRow(tuple(battle), _("Battle"), "battle"),
            PaletteRow(tuple(summon), _("Summon"), "summon"),
            PaletteRow(tuple(awaken), _("Awaken"), "awaken"),
            PaletteRow(tuple(_common(faction, held, box))),
            PaletteRow((*_own(faction, enemies), PaletteKey(("pass",), _("Pass")))),
        ),
        groups=(
            (groups.GATES, _("Gates")),
            (groups.OWN, _("Own")),
            (groups.CARDS, _("Neutral")),
            (groups.LENT, _("Lent")),
        ),
    )


def no_keeper() -> str:
    """Return why a faction without a unit that can hold a Gate has nothing to do with one."""
    return _("You have no unit that can hold a Gate.")


def _piece(action: str, unit: Unit) -> PaletteKey:
    return PaletteKey((f"{action}/{unit.id}",), names.in_short(unit), cost=unit.cost)


def _of_cards(action: str, cards: Sequence[LoyaltyCard]) -> list[PaletteKey]:
    """Return the keys of pieces of neutral cards; several of a kind share the key behind which all cards stand."""
    missing = _("You do not have its card.")
    if action == "awaken":
        missing = _("It is in play, or its card is another player's.")
    return [
        PaletteKey(
            (f"{action}/{card.id}",),
            names.in_short(card.unit),
            missing,
            card.unit.cost if card.cost_known else None,
            group=groups.PIECES if len(cards) == 1 else groups.CARDS,
        )
        for card in cards
    ]


def _common(faction: Faction, held: Sequence[LoyaltyCard], box: Sequence[str]) -> Iterator[PaletteKey]:
    """Yield what everybody may do besides, with what the cards of the box bring."""
    if faction.unit(ACOLYTE).rank is Rank.CULTIST:
        yield PaletteKey(("recruit",), _("Recruit"), cost=1)
    yield PaletteKey(("capture",), _("Capture"), cost=1)
    second = [unit for unit in faction.of_rank(Rank.CULTIST) if unit.id != ACOLYTE]
    if HIGH_PRIESTS in box and faction.cultists and not faction.has(HIGH_PRIEST):
        second.append(faction.unit(HIGH_PRIEST))
    for unit in second:
        yield PaletteKey((f"recruit/{unit.id}",), names.in_short(unit), cost=unit.cost, group=groups.PIECES)
    if UNIQUE_PRIESTS in box and (faction.has(HIGH_PRIEST) or second):
        ids = ("recruit/unique", *(f"recruit/{priest}" for priest in PRIESTS))
        yield PaletteKey(ids, _("Unique High Priest"), cost=DIGIT, group=groups.CARDS)
    yield PaletteKey(("control",), _("Control Gate"), no_keeper(), group=groups.GATES)
    yield PaletteKey(("abandon",), _("Abandon Gate"), no_keeper(), group=groups.GATES)
    for action in NEUTRAL_ACTIONS:
        if action.book in box:
            yield _action(action, _("You do not have this spellbook."), groups.CARDS)
    if any(card.id in LEFT_ACTIONS for card in held):
        yield PaletteKey((OTHER_ACTION,), _("Another Action"), _("You do not have its card."), group=groups.CARDS)
    for card in held:
        yield from _of_card(faction, card)


def _of_card(faction: Faction, card: LoyaltyCard) -> Iterator[PaletteKey]:
    """Yield what a card of the box may bring to whoever has it, or to others."""
    missing, unit = _needs(names.unit_of(card.unit)), card.unit
    if unit.rank is Rank.CULTIST:
        ids = (f"recruit/{unit.id}", f"recruit_for/{unit.id}")
        yield PaletteKey(ids, names.unit_of(unit), missing, unit.cost, group=groups.CARDS)
    if powers := POWERS.get(card.id):
        for action in (*powers.actions_in_play, *powers.actions, *powers.book_actions):
            yield _action(action, missing, groups.CARDS)
        for action in powers.between_actions:
            yield _between(action, faction.code, missing, groups.CARDS)


def _own(faction: Faction, enemies: Sequence[str]) -> Iterator[PaletteKey]:
    """Yield the faction's own Actions: unique ones, those of spellbooks, those that earn one."""
    own = [*faction.unique.actions, *faction.actions]
    for action in sorted(own, key=lambda action: _earns(action)):
        earned = _("Its spellbook is earned already.")
        yield _action(action, earned if action.requirement else _without_book(faction, action), groups.OWN)
    for action in faction.between_actions:
        yield _between(action, faction.code, _without_book(faction, action), groups.OWN)
    if faction.borrows:
        for code in enemies:
            for action in roster.card(code).unique.actions:
                yield _action(action, _("It is not lent to you now."), groups.LENT)


def _earns(action: Action) -> bool:
    return (action.symbol or (BOOK if action.requirement else "")) == BOOK


def _without_book(faction: Faction, action: Action) -> str:
    if not action.book:
        return ""
    book = names.book(faction.code, action.book)
    return _("You do not have this spellbook.") if book == _(action.name) else _needs(book)


def _needs(name: str) -> str:
    return _("It needs {name}.").format(name=name)


def _action(action: Action, missing: str, group: str) -> PaletteKey:
    cost = action.cost if isinstance(action.cost, int) else DIGIT
    return PaletteKey((action.id,), _(action.short or action.name), missing, cost or None, group=group)


def _between(action: Action, code: str, missing: str, group: str) -> PaletteKey:
    """Return the key of what may be done after any player's Action: it is offered as what may be done at any moment."""
    return PaletteKey((f"{action.id}/{code}",), _(action.short or action.name), missing, group=group)
