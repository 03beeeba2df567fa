"""The Loyalty Cards that factions have, and what these bring at each moment of the evening."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from typing import Final

from companion.games.cthulhu_wars.model import names
from companion.games.cthulhu_wars.model.battle_state import Battle
from companion.games.cthulhu_wars.model.faction_parts import Action, BattleAbility
from companion.games.cthulhu_wars.model.neutral_cards import CARDS, PRIESTS
from companion.games.cthulhu_wars.model.state import CthulhuState
from companion.games.cthulhu_wars.neutral.cards.hooks import CardHooks, CombatOf
from companion.games.cthulhu_wars.rules.card_books import has_book
from companion.games.cthulhu_wars.rules.pool import chosen_priest, enter
from companion.games.cthulhu_wars.rules.untracked import left_to_table
from companion.table.script import Script
from companion.table.words import _

_BESIDE: Final = ("earning", "hooks", "registry")
"""Files of this folder that are no cards."""


def _found() -> Iterator[CardHooks]:
    """Yield the hooks of every card: each file of this folder has them as `POWERS`, one or several."""
    for name in sorted(found.name for found in iter_modules([str(Path(__file__).parent)])):
        if name not in _BESIDE:
            powers = import_module(f"{__package__}.{name}").POWERS
            yield from (powers,) if isinstance(powers, CardHooks) else powers


POWERS: Final[Mapping[str, CardHooks]] = {powers.card: powers for powers in _found()}
"""The hooks of those cards of which more than numbers is carried out here, by card."""


def held(state: CthulhuState, me: str) -> list[CardHooks]:
    """Return the hooks of the cards of a faction."""
    faction = state.factions[me]
    # Most factions have none, and are asked a dozen times with each answer.
    chosen = chosen_priest(state, me)
    if not faction.loyalty and not chosen:
        return []
    return [POWERS[name] for name in (*faction.loyalty, chosen) if name in POWERS]


def arrive(state: CthulhuState, me: str, unit: str, number: int, words: str) -> Script[None]:
    """Bring new pieces of a card into play, with what comes with them."""
    powers = POWERS.get(unit)
    if powers is None or not (yield from powers.comes(state, me, number)):
        enter(state, me, unit, number, words)
    if powers is not None:
        powers.arrived(state, me)


def cheaper(state: CthulhuState, me: str, cultists: int = 0, priests: int = 0) -> int:
    """Return what cards take off the cost of a Great Old One; so many Cultists and High Priests must go for it, too."""
    return sum(powers.cheaper(state, me, cultists, priests) for powers in held(state, me))


def offer_cheaper(
    state: CthulhuState, me: str, cost: int, cultists: int = 0, priests: int = 0, more: int = 0
) -> Script[int]:
    """Offer what cards take off the cost of a Great Old One, and return what is left of it.

    Args:
        cultists: how many Cultists must go for the awakening.
        priests: how many High Priests must.
        more: Power that is to be paid besides, because of the area.
    """
    for powers in held(state, me):
        if powers.offers_cheaper is not None:
            cost = yield from powers.offers_cheaper(state, me, cost, cultists, priests, more)
    return cost


def card_returns(state: CthulhuState, me: str, card: str) -> None:
    """Run what a card brings as it goes back with its last piece."""
    if card in POWERS:
        POWERS[card].card_returns(state, me)


def awakened(state: CthulhuState, me: str, unit: str) -> Script[None]:
    """Run what follows as an independent Great Old One awakens."""
    if unit in POWERS:
        yield from POWERS[unit].awakened(state, me)


def great_awakened(state: CthulhuState, who: str, unit: str) -> Script[None]:
    """Run what follows for everybody as a faction has awakened a Great Old One."""
    for code in [who, *state.enemies(who)]:
        for powers in held(state, code):
            yield from powers.great_awakened(state, code, who, unit)


def moved(state: CthulhuState, me: str) -> Script[None]:
    """Run what follows a Move."""
    for powers in held(state, me):
        yield from powers.moved(state, me)


def moves_along(state: CthulhuState, me: str) -> int:
    """Return how many pieces of others a faction may Move."""
    return sum(powers.moves_along(state, me) for powers in held(state, me))


def also_captures(state: CthulhuState, me: str) -> Script[bool]:
    """Return whether another piece captures, too, in the same Action."""
    for powers in held(state, me):
        if (yield from powers.also_captures(state, me)):
            return True
    return False


def captured(state: CthulhuState, me: str, owner: str, unit: str) -> Script[None]:
    """Run what follows as a faction has captured a Cultist."""
    for powers in held(state, me):
        yield from powers.captured(state, me, owner, unit)


def also_battles(state: CthulhuState, me: str, pieces: Sequence[str]) -> Script[bool]:
    """Return whether another piece battles, too, after a battle of a faction with these pieces."""
    for powers in held(state, me):
        number = sum(name.startswith(f"{me}.{powers.card}.") for name in pieces)
        if (yield from powers.also_battles(state, me, number)):
            return True
    return False


def reminders(state: CthulhuState, me: str, action: str) -> list[str]:
    """Return the reminders of cards beside a Common Action."""
    return [words for powers in held(state, me) if (words := powers.reminds(state, me, action))]


def no_place(state: CthulhuState, me: str, unit: str) -> str:
    """Return why a new piece could not be placed, or an empty string."""
    return POWERS[unit].no_place(state, me) if unit in POWERS else ""


def _each(
    state: CthulhuState,
    codes: list[str],
    door: Callable[[CardHooks], Callable[[CthulhuState, str], Script[None]]],
    *,
    great_first: bool = False,
) -> Script[None]:
    for code in codes:
        for powers in sorted(held(state, code), key=_great_first) if great_first else held(state, code):
            card = CARDS.get(powers.card) or PRIESTS[powers.card]
            yield from left_to_table(state, names.unit_of(card.unit), _(card.text), door(powers)(state, code), who=code)


def noticed(state: CthulhuState) -> Script[None]:
    """Run what follows by itself, for every faction."""
    if state.by_hand:
        return
    for note in _NOTICED_FOR_ALL:
        note(state)
    codes = [code for code in state.player_order() if held(state, code)]
    if codes:
        yield from _each(state, codes, lambda powers: powers.noticed)


def asks_gather(state: CthulhuState, me: str) -> Script[list[tuple[str, int]]]:
    """Ask for addends in Gather Power that only the players know."""
    found: list[tuple[str, int]] = []
    for powers in held(state, me):
        found += yield from powers.asks_gather(state, me)
    return found


def gathers(state: CthulhuState, me: str) -> list[tuple[str, int]]:
    """Return addends in Gather Power, and what others' cards take off."""
    own = [addend for powers in held(state, me) for addend in powers.gathers(state, me)]
    return [*own, *(addend for found in _GATHERS_FOR_ALL for addend in found(state, me))]


def before_return(state: CthulhuState) -> None:
    """Run what is noted in Gather Power before what was captured goes home."""
    for code in state.player_order():
        for powers in held(state, code):
            powers.before_return(state, code)


def power_gathered(state: CthulhuState, me: str) -> None:
    """Run what cards note as their faction has gathered."""
    for powers in held(state, me):
        powers.power_gathered(state, me)


def after_count(state: CthulhuState, me: str) -> Script[None]:
    """Run what follows once all have gathered."""
    for powers in held(state, me):
        yield from powers.after_count(state, me)


def gathered(state: CthulhuState) -> Script[None]:
    """Run what follows at the end of Gather Power."""
    for powers in POWERS.values():
        powers.gather_over(state)
    yield from _each(state, state.player_order(), lambda powers: powers.gathered)


def first_player(state: CthulhuState) -> Script[None]:
    """Run what cards let their players do as the First Player is determined."""
    yield from _each(state, state.player_order(), lambda powers: powers.first_player)


def ritual_performed(state: CthulhuState, who: str, signs: int) -> Script[None]:
    """Run what follows for everybody as a faction has performed a Ritual."""
    for code in [who, *state.enemies(who)]:
        for powers in held(state, code):
            yield from powers.ritual_performed(state, code, who, signs)


def doom_phase_begins(state: CthulhuState, me: str) -> None:
    """Run what cards note as the Doom Phase begins."""
    for powers in held(state, me):
        powers.doom_phase_begins(state, me)


def gates_without_doom(state: CthulhuState) -> Script[dict[str, int]]:
    """Return how many Gates of each faction give no Doom."""
    less: Counter[str] = Counter()
    for found in _GATES_WITHOUT_DOOM:
        less.update((yield from found(state)))
    return less


def added_signs(state: CthulhuState, me: str) -> Script[int]:
    """Return how many Elder Signs cards add to a faction's Ritual."""
    number = 0
    for found in _RITUAL_SIGNS:
        number += yield from found(state, me)
    return number


def book_claimed(state: CthulhuState, me: str, card: str) -> Script[str]:
    """Run what earning the spellbook of a card takes; return who has earned it, or an empty string."""
    powers = POWERS.get(card)
    if powers is None or powers.book_claimed is None:
        return me
    return (yield from powers.book_claimed(state, me))


def picks_book(state: CthulhuState, code: str, requirement: str) -> str:
    """Return who picks the spellbook that a faction earns by a requirement, if not the faction."""
    return next((who for picks in _PICK_BOOKS if (who := picks(state, code, requirement))), "")


def book_picked(state: CthulhuState, code: str, requirement: str) -> Script[None]:
    """Run what follows as a faction has taken a spellbook for a requirement."""
    for powers in POWERS.values():
        yield from powers.book_picked(state, code, requirement)


def book_put_back(state: CthulhuState, me: str, book: str) -> None:
    """Run what follows as a faction puts a spellbook back."""
    for powers in POWERS.values():
        powers.book_put_back(state, me, book)


def doom_begins(state: CthulhuState, me: str) -> Script[None]:
    """Run what follows as a faction's place in the Doom Phase comes."""
    yield from _each(state, [me], lambda powers: powers.doom_begins, great_first=True)


def doom_ends(state: CthulhuState, me: str) -> Script[None]:
    """Run what follows as the Doom Phase ends."""
    yield from _each(state, [me], lambda powers: powers.doom_ends)


def actions(state: CthulhuState, me: str) -> list[Action]:
    """Return the Actions of a faction's cards, and what others' cards let it do."""
    in_play = [powers for powers in held(state, me) if state.in_play(me, powers.card) > 0]
    own = [action for powers in in_play for action in powers.actions_in_play]
    own += [a for powers in in_play if has_book(state, me, powers.card) for a in powers.book_actions]
    own += [action for powers in held(state, me) for action in powers.actions]
    return own + of_others(state, me)


def of_others(state: CthulhuState, me: str) -> list[Action]:
    """Return the Actions that the cards of others give a faction, those of Great Old Ones first."""
    found = [
        (powers, code)
        for code in state.enemies(me)
        for powers in sorted(held(state, code), key=lambda powers: powers.card)
    ]
    found.sort(key=lambda pair: _great_first(pair[0]))
    return [action for powers, code in found for action in powers.for_others(state, code, me)]


def first_action(state: CthulhuState, me: str) -> tuple[str, str] | None:
    """Return the Action, by id, that a faction must take first, and why no other one; None if it is free."""
    return next((found for first in _FIRST_ACTION if (found := first(state, me))), None)


def doom_actions(state: CthulhuState, me: str) -> list[Action]:
    """Return what cards let a faction do in its place in the Doom Phase."""
    found = held(state, me)
    with_book = (powers for powers in found if powers.book_doom_phase and has_book(state, me, powers.card))
    books = [action for powers in with_book for action in powers.book_doom_phase]
    return [*books, *(action for powers in found for action in powers.doom_phase)]


def between_actions(state: CthulhuState, me: str) -> list[Action]:
    """Return what cards let a faction do after any player's Action."""
    return [action for powers in held(state, me) for action in powers.between_actions]


def anytime(state: CthulhuState, me: str) -> list[Action]:
    """Return what cards let a faction do at any time, if it is possible now."""
    found = (action for powers in held(state, me) for action in powers.anytime)
    own = [action for action in found if not action.refused(state, me)]
    return [*own, *(action for others in _ANYTIME_FOR_ALL for action in others(state, me))]


def battle_begins(state: CthulhuState, battle: Battle) -> Script[None]:
    """Run what follows at the beginning of a battle, for everybody."""
    for code in state.seats:
        for powers in held(state, code):
            yield from powers.battle_begins(state, battle, code)


def battle_ends(state: CthulhuState, battle: Battle) -> Script[None]:
    """Run what follows at the end of a battle, for everybody."""
    for code in state.seats:
        for powers in held(state, code):
            yield from powers.battle_ends(state, battle, code)


def ask_added_dice(state: CthulhuState, battle: Battle, side: str) -> Script[None]:
    """Ask for dice that cards add to a side from anywhere."""
    for powers in held(state, side):
        yield from powers.ask_added_dice(state, battle, side)


def added_dice(state: CthulhuState, battle: Battle, side: str) -> list[tuple[str, int]]:
    """Return the dice that cards add to a side from anywhere, with their labels."""
    found = (added(state, battle, side) for added in _ADDED_DICE)
    return [(label, dice) for label, dice in found if dice]


def ask_dice(state: CthulhuState, battle: Battle, side: str, combat_of: CombatOf) -> Script[None]:
    """Settle the dice of a side's pieces that depend on those of others."""
    for powers in POWERS.values():
        if powers.asks_dice is not None and battle.present(side, unit=powers.card):
            yield from powers.asks_dice(state, battle, side, combat_of)


def rolled_apart(battle: Battle, side: str) -> int:
    """Return how many dice a side rolls at least, for pieces that always roll theirs."""
    return sum(len(battle.present(side, unit=unit)) for unit in _ROLLS_APART)


def _great_first(powers: CardHooks) -> tuple[bool, str]:
    """Sort independent Great Old Ones first, by their ids, and leave all others in their order."""
    card = CARDS.get(powers.card)
    return (False, powers.card) if card is not None and card.independent else (True, "")


_FOR_ALL: Final = sorted(POWERS.values(), key=_great_first)
_NOTICED_FOR_ALL: Final = [powers.noticed_for_all for powers in _FOR_ALL if powers.noticed_for_all]
_GATHERS_FOR_ALL: Final = [powers.gathers_for_all for powers in _FOR_ALL if powers.gathers_for_all]
_ANYTIME_FOR_ALL: Final = [powers.anytime_for_all for powers in _FOR_ALL if powers.anytime_for_all]
_FIRST_ACTION: Final = [powers.first_action for powers in _FOR_ALL if powers.first_action]
_GATES_WITHOUT_DOOM: Final = [powers.gates_without_doom for powers in _FOR_ALL if powers.gates_without_doom]
_RITUAL_SIGNS: Final = [powers.ritual_signs for powers in _FOR_ALL if powers.ritual_signs]
_ADDED_DICE: Final = [powers.added_dice for powers in _FOR_ALL if powers.added_dice]
_PICK_BOOKS: Final = [powers.picks_book for powers in _FOR_ALL if powers.picks_book]
_ROLLS_APART: Final = [powers.card for powers in _FOR_ALL if powers.rolls_apart]

_PLACES: Final = {name: number for number, name in enumerate((*CARDS, *PRIESTS))}
_BATTLE: Final = [ability for name in sorted(POWERS, key=lambda n: _PLACES[n]) for ability in POWERS[name].battle]
ABILITIES: Final[tuple[BattleAbility, ...]] = tuple(sorted(_BATTLE, key=lambda a: a.repeat or a.third_party))
"""What cards let their players do in battles, in the order of the cards; first what is done once and in one's own."""
