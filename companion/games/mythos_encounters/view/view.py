"""What everybody may see of a combat."""

from __future__ import annotations

from typing import Final

from companion.games.mythos_encounters.facts import all_pieces, listed, several
from companion.games.mythos_encounters.model.forces import SYMBOLS
from companion.games.mythos_encounters.model.state import LOOKS, NOBODY, ROLES, SIDES, CombatState
from companion.games.mythos_encounters.model.steps import LABELS, CombatStep
from companion.table.prompts import dice_words
from companion.table.view import Counter, PlayerView, SideView, TokenView, View
from companion.table.words import _, n_

SHORT: Final = 6
"""Characters of a name where room is scarce; a longer one is cut to fewer, for its letters may be wide."""

RESULTS: Final = 4
"""Results of combats, the last ones, that have room on the closing page; the log has all."""


def view(state: CombatState) -> View:
    """Both sides, their pools, and how far the combat has come."""
    names = list(LABELS)
    fighting = state.step in names
    # With the game's name before them these would not stand on one line of an upright screen.
    header = (
        [_("Combat {number}").format(number=state.number)]
        if state.people and not state.over
        else [_("Mythos Encounters")]
    )
    if fighting:
        header.append(_("Roll {number} of 2").format(number=state.segment))
    return View(
        title=_("Mythos Encounters"),
        header=tuple(header),
        players=tuple(_player(state, seat) for seat in state.seats),
        counters=tuple(_counters(state)),
        sides=tuple(_side(state, side) for side in SIDES) if fighting else (),
        steps=tuple(map(_, LABELS.values())) if fighting else (),
        step=names.index(state.step) if fighting else -1,
        finished=_finished(state),
        told=tuple(state.tales),
    )


def _player(state: CombatState, seat: str) -> PlayerView:
    colour, glyph = LOOKS[seat]
    side = state.side_of(seat)
    force = state.forces.get(side)
    person, name = state.people[seat], state.label(seat)
    details = [person.god] if person.god != name and person.god else []
    details += [card.name for card in state.in_force() if card.player == seat]
    big = (Counter(f"{side}.dice", _("Dice"), state.pools[side], symbol="dice", passing=True),) if force else ()
    small = tuple(
        Counter(f"{side}.{kind}", several(kind), number, symbol=symbol)
        for kind, symbol in SYMBOLS.items()
        if (number := getattr(force, kind, 0))
    )
    word = name.split()[0]
    short = word if len(word) <= SHORT else word[: SHORT - 2]
    former = tuple(state.former.get(seat, ()))
    return PlayerView(seat, name, short, colour, glyph, big=big, small=small, details=tuple(details), former=former)


def _counters(state: CombatState) -> list[Counter]:
    found = []
    for side in SIDES:
        force = state.forces.get(side)
        if force is None:
            continue
        name = state.label(side)
        found.append(Counter(f"{side}.dice", _("{who}: dice").format(who=name), state.pools[side], symbol="dice"))
        for kind, symbol in SYMBOLS.items():
            words = _("{who}: {pieces}").format(who=name, pieces=several(kind))
            found.append(Counter(f"{side}.{kind}", words, getattr(force, kind), symbol=symbol))
    return found


def _side(state: CombatState, side: str) -> SideView:
    force = state.forces.get(side)
    person = state.person(side)
    lines = [_(ROLES[side])] if person.name or person.god else []
    lines += all_pieces(force)
    if force and force.ring:
        lines.append(_("own ring"))
    lines += [f"{card.name} {card.amount:+}" for card in state.in_force() if card.side == side and card.amount]
    if bound := listed(state.bound(side)):
        lines.append(_("kept out: {pieces}").format(pieces=bound))
    loss = state.losses.get(side) if state.step in (CombatStep.ROLL, CombatStep.LOSSES) else None
    tokens = tuple(
        TokenView(symbol, several(kind), number)
        for kind, symbol in SYMBOLS.items()
        if (number := getattr(force, kind, 0))
    )
    # Before the pieces have been added up there is no pool, and dice that have been read are put away.
    dice = None if state.step == CombatStep.GATE else state.pools[side]
    return SideView(
        player=state.fighters.get(side, ""),
        title=_("Empty Node") if state.fighters.get(side) == NOBODY else state.label(side),
        total="" if dice is None else dice_words(dice),
        lines=tuple(lines),
        faces=state.faces.get(side, ()) if state.step == CombatStep.ROLL else (),
        results=() if loss is None else (("lost", loss),),
        number=dice,
        unit=n_("die", "dice", dice or 0),
        tokens=tokens,
    )


def _finished(state: CombatState) -> str:
    if not state.over:
        return ""
    if len(state.results) == 1:
        return state.results[0]
    said = [f"{number}. {words}" for number, words in enumerate(state.results, start=1)]
    return " ".join(said[-RESULTS:])
