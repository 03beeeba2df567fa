"""Somebody leaves in the middle of an evening, and the table says what becomes of the faction."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import Final

from companion.games.cthulhu_wars.facts import PowerGained
from companion.games.cthulhu_wars.facts.people import FATES, FactionsOut, FactionUnplayed, Fate
from companion.games.cthulhu_wars.model import roster
from companion.games.cthulhu_wars.model.state import CthulhuState, Phase
from companion.games.cthulhu_wars.rules.people import places
from companion.table.people import KEY, Place, Way
from companion.table.prompts import TABLE, Choose, Option
from companion.table.script import Script, pick_one, yes
from companion.table.words import _, opening

ALL: Final = "all"
"""The answer that nobody in particular makes the choices."""


def ways(state: CthulhuState, place: Place) -> tuple[Way, ...]:
    """Return what can become of the factions of somebody who leaves, where nobody takes them over."""
    others = [one for one in places(state) if one.id != place.id and one.id not in state.unplayed]
    refused = "" if others else _("Somebody must play on.")
    if place.id in state.unplayed:
        refused = _("Nobody plays it already.")
    nobody = Option("nobody", _("Nobody plays on"), refused, _("It passes; you say who makes forced choices"))
    left = [one for one in places(state) if one.id != place.id]
    refused = "" if len(left) > 1 and others else _("Two must play on.")
    if state.phase is not Phase.ACTION or not state.between_actions or state.battle is not None:
        refused = _("Only between Actions.")
    gone = Option("out", _("Out of the game"), refused, _("You say what becomes of pieces, Gates and captives"))
    return (
        Way(nobody, lambda: leave_unplayed(state, place, others)),
        Way(gone, lambda: leave_the_game(state, place, left)),
    )


def leave_unplayed(state: CthulhuState, place: Place, others: list[Place]) -> Script[None]:
    """Ask who makes the choices that the rules force, and whether it can still win."""

    def whose() -> Choose:
        options = [Option(one.id, one.name or one.what, sigil=one.sigil, colour=one.colour) for one in others]
        options.append(Option(ALL, _("All together")))
        title = _("{what}: who makes forced choices?").format(what=place.what)
        return Choose(key=f"{KEY}/by", who=TABLE, title=title, options=tuple(options), rule=KEY)

    by = yield from pick_one(state, whose)
    title = _("{what}: can it still win?").format(what=place.what)
    wins = yield from yes(state, f"{KEY}/wins", TABLE, title, rule=KEY)
    state.record(FactionUnplayed(place.id, place.name, "" if by == ALL else str(by), wins))


def leave_the_game(state: CthulhuState, place: Place, left: list[Place]) -> Script[None]:
    """Ask what becomes of all that the factions of a person have, and take them out of the game."""
    hand = state.hand(place.id)
    fates: dict[str, Fate] = {}
    for of, there in _there(state, hand).items():
        if there:
            fates[of] = yield from _fate(state, place, of)
    first = state.first
    if first in hand:

        def who() -> Choose:
            options = tuple(Option(one.id, one.name or one.what, sigil=one.sigil, colour=one.colour) for one in left)
            return Choose(key=f"{KEY}/first", who=TABLE, title=_("Who is First Player?"), options=options, rule=KEY)

        first = str((yield from pick_one(state, who)))
    if fates.get("captured") == Fate.WORTH:
        _pay_captors(state, hand)
    following = state.active
    if following in hand:
        after = [code for code in chain.from_iterable(state.hands_from(place.id)) if code not in hand]
        following = next((code for code in after if state.can_act(code)), after[0])
    state.record(FactionsOut(place.id, fates, following, first))


def _there(state: CthulhuState, hand: list[str]) -> dict[str, bool]:
    """Return which things factions have of which somebody must say what becomes of them."""
    factions = [state.factions[code] for code in hand]
    return {
        "pieces": any(any(faction.in_play.values()) for faction in factions),
        "gates": any(state.held_gates(code) for code in hand),
        "held": any(any(kinds.values()) for faction in factions for kinds in faction.captives.values()),
        "captured": any(_captors(state, hand)),
    }


def _captors(state: CthulhuState, hand: list[str]) -> Iterator[tuple[str, int]]:
    """Yield who has captured pieces of these factions, with what they are worth."""
    for captor in (code for code in state.seats if code not in hand):
        held = state.factions[captor].captives
        worth = sum(
            number * roster.card(owner).captive_worth(state, owner, unit)
            for owner in hand
            for unit, number in held.get(owner, {}).items()
        )
        if worth:
            yield captor, worth


def _pay_captors(state: CthulhuState, hand: list[str]) -> None:
    for captor, worth in [*_captors(state, hand)]:
        state.record(PowerGained(captor, worth, _("captured pieces that leave the game")))


def _fate(state: CthulhuState, place: Place, of: str) -> Script[Fate]:
    """Ask what becomes of one of these things."""

    def build() -> Choose:
        options = tuple(Option(fate, opening(_(words))) for (what, fate), words in FATES.items() if what == of)
        title = _("{what} is out of the game: what then?").format(what=place.what)
        return Choose(key=f"{KEY}/{of}", who=TABLE, title=title, options=options, rule=KEY)

    return Fate(str((yield from pick_one(state, build))))
