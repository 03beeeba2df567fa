"""Units lost outside battles."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from companion.games.cthulhu_wars.facts import GateSet, PiecesLeft, PiecesLeftCard, RemovedFromGame, StartAreaTold
from companion.games.cthulhu_wars.model import names, roster
from companion.games.cthulhu_wars.model.maps import area_name
from companion.games.cthulhu_wars.model.neutral_cards import AZATHOTH
from companion.games.cthulhu_wars.model.rulings import OTHER, ruling
from companion.games.cthulhu_wars.model.state import ACOLYTE, CthulhuState
from companion.games.cthulhu_wars.model.units import Loss, Rank
from companion.games.cthulhu_wars.rules.azathoth_marker import outlives
from companion.games.cthulhu_wars.rules.common_questions import gate_left, other_gates, pick_areas, pick_kind
from companion.games.cthulhu_wars.rules.duel_losses import ask_if_it_counts, doom_for_losses
from companion.games.cthulhu_wars.rules.mind_control import held_down
from companion.games.cthulhu_wars.rules.pool import cultists_on_map, gate_keepers, kinds, like_cultists
from companion.table.prompts import Choose, Option
from companion.table.script import Script, pick_one, pick_some
from companion.table.words import _


def leave_gate(
    state: CthulhuState, key: str, owner: str, area: str = "", *, told: str = "", unit: str = ACOLYTE
) -> Script[None]:
    """Abandon the Gate that a Cultist was taken from, if it was on one (reference 3.5).

    Args:
        told: what has happened, in a short sentence.
        unit: the kind that was taken.
    """
    gate = yield from gate_left(state, key, owner, told=told, unit=unit, areas=[area] if area else None)
    if gate is not None:
        state.record(GateSet(gate, None))


def leave_gates(
    state: CthulhuState,
    key: str,
    owner: str,
    title: str,
    *,
    near: Callable[[str], bool] = lambda _area: True,
    most: int | None = None,
    text: str = "",
    rule: str = "gates",
    decline: str = "",
) -> Script[None]:
    """Abandon the Gates that units have left, as their owner says (reference 3.5).

    Where Gates are only counted, the owner taps their number.

    Args:
        near: whether a Gate may be one of them.
        most: how many there may be at most.
    """
    if not state.follows:
        return
    words = decline or _("None of them")
    held = partial(_held_near, state, owner, near)
    for gate in (yield from pick_areas(state, key, owner, title, held, words, text=text, rule=rule, most=most)):
        state.record(GateSet(gate, None))


def _held_near(state: CthulhuState, owner: str, near: Callable[[str], bool]) -> list[str]:
    return [gate for gate in state.held_gates(owner) if near(gate)]


def see_starts(state: CthulhuState) -> Script[None]:
    """Ask where a faction's first Cultist came if it started nowhere: its start area (reference 6)."""
    if all(faction.start for faction in state.factions.values()):
        return
    for code in state.player_order():
        if state.factions[code].start or not cultists_on_map(state, code):
            continue

        def build(code: str = code) -> Choose:
            options = tuple(Option(a, area_name(a)) for a in state.board.areas)
            return Choose(
                key=f"start/{code}",
                who=code,
                title=_("Where is your first Cultist?"),
                text=_("That is your start area; put your faction token there."),
                rule="setup",
                options=options,
                on_map=True,
            )

        area = yield from pick_one(state, build)
        assert area is not None
        state.record(StartAreaTold(code, area))


def settle_gates(state: CthulhuState) -> Script[None]:
    """Ask about Gates that the companion believes controlled although the faction has too few Cultists left.

    Where Gates are only counted, so many are abandoned.
    """
    if state.follows:
        yield from see_starts(state)
    for code in state.player_order():
        # Mostly there is nothing to ask, after each Action.
        held = len(state.held_gates(code))
        if not held or held <= gate_keepers(state, code):
            continue

        def build(code: str = code) -> Choose | None:
            gates = state.held_gates(code)
            orphans = len(gates) - gate_keepers(state, code)
            if orphans <= 0 or not state.follows:
                return None
            return Choose(
                key=f"gates/{code}",
                who=code,
                title=_("Which Gates lost their Cultist?"),
                text=_("{faction}: too few Cultists on the map for all its Gates.").format(faction=names.faction(code)),
                rule="gates",
                options=(*(Option(a, area_name(a)) for a in gates), *other_gates(state, gates)),
                least=min(orphans, len(gates)),
                most=min(orphans, len(gates)),
                on_map=True,
            )

        orphaned = yield from pick_some(state, build)
        if not state.follows:
            gates = state.held_gates(code)
            orphaned = gates[: max(0, len(gates) - gate_keepers(state, code))]
        for area in orphaned:
            state.record(GateSet(area, None))


def eliminate_acolyte(
    state: CthulhuState,
    key: str,
    owner: str,
    by: str,
    area: str = "",
    *,
    replaced: bool = False,
    how: Loss = Loss.ELIMINATED,
    anywhere: bool = False,
    any_kind: bool = False,
    told: str = "",
) -> Script[None]:
    """Eliminate one Acolyte of `owner` because of `by`; the owner says whether it held a Gate.

    Args:
        any_kind: whether any Cultist will do; the owner picks, asked as `<key>/kind`.
        key: what is asked is `<key>/gate`, and `<key>/doom` in a two-player game.
        replaced: whether a unit of `by` takes its place.
        how: Eliminated or Removed, which gives Doom only by a ruling (D39).
        anywhere: whether the owner may offer one that lies on its faction card, asked as `<key>/from` (D42).
        told: what happens, in a short sentence.
    """
    unit, faction = ACOLYTE, state.factions[owner]
    able = like_cultists(state, owner) if any_kind else [ACOLYTE]
    if anywhere and (offered := (yield from offers_from_card(state, f"{key}/from", owner, able))):
        unit = offered
        state.record(PiecesLeftCard(owner, unit, 1, how, by=by))
    elif state.on_map(owner, ACOLYTE) > 0 or (any_kind and like_cultists_to_lose(state, owner)):
        if any_kind:
            unit = yield from pick_cultist(state, f"{key}/kind", owner, like_cultists_to_lose)
        state.record(PiecesLeft(owner, unit, 1, how, area, by))
        yield from leave_gate(state, f"{key}/gate", owner, area, told=told, unit=unit)
    elif anywhere and owner == by and (on_card := [u for u in like_cultists(state, owner) if faction.card.get(u)]):
        # Who gives its own has no others left.
        unit = on_card[0]
        state.record(PiecesLeftCard(owner, unit, 1, how, by=by))
    else:
        # The table has taken it off by a correction meanwhile.
        return
    yield from enemy_took_cultists(state, owner, by)
    if how is Loss.REMOVED and ruling(state.rulings, "D39") != OTHER:
        return
    if not replaced or (yield from ask_if_it_counts(state, f"{key}/doom", owner)):
        doom_for_losses(state, owner, [unit])


def cultists_to_lose(state: CthulhuState, owner: str) -> list[str]:
    """Return the kinds of Cultist of a faction on the map."""
    return [u.id for u in kinds(state, owner, Rank.CULTIST) if state.on_map(owner, u.id) > 0]


def like_cultists_to_lose(state: CthulhuState, owner: str) -> list[str]:
    """Return the kinds on the map to which rules for Cultists apply, except capture."""
    return [unit for unit in like_cultists(state, owner) if state.on_map(owner, unit) > 0]


def pick_cultist(
    state: CthulhuState, key: str, owner: str, able: Callable[[CthulhuState, str], list[str]] = cultists_to_lose
) -> Script[str]:
    """Ask a faction with several kinds of Cultist on the map which one it loses; it picks (reference 3.10)."""
    words = _("Which Cultist do you lose?")
    return (yield from pick_kind(state, key, owner, words, owner, lambda: able(state, owner)))


def leave_game(state: CthulhuState, owner: str, unit: str, how: Loss) -> None:
    """Remove a lost unit from the Pool if its faction's rules say so."""
    if how.a_loss and roster.card(owner).leaves_game(state, owner, unit):
        state.record(RemovedFromGame(owner, unit))


def lose_unit(
    state: CthulhuState, owner: str, unit: str, how: Loss, area: str, by: str, *, on_gate: bool = False
) -> Script[None]:
    """Move a unit from an area to its owner's Pool because of `by`, outside a battle.

    Args:
        on_gate: whether it held the Gate there, which is then abandoned.
    """
    if state.on_map(owner, unit) <= 0:
        # The table has taken it off by a correction meanwhile.
        return
    if unit == AZATHOTH and not (yield from held_down(state, owner, unit)) and (yield from outlives(state, owner)):
        return
    state.record(PiecesLeft(owner, unit, 1, how, area, by))
    leave_game(state, owner, unit, how)
    if on_gate and state.gates.get(area) == owner:
        state.record(GateSet(area, None))
    if roster.card(owner).unit(unit).rank is Rank.CULTIST:
        yield from enemy_took_cultists(state, owner, by)
    doom_for_losses(state, owner, [unit])


def offers_from_card(state: CthulhuState, key: str, owner: str, units: Sequence[str]) -> Script[str]:
    """Ask an owner whether it gives up a Cultist on its faction card, and which kind.

    Return an empty string if one on the map goes.
    """

    def on_card() -> list[str]:
        return [unit for unit in units if state.factions[owner].card.get(unit)]

    def build() -> Choose | None:
        if not on_card():
            return None
        gone = "" if any(state.on_map(owner, unit) > 0 for unit in units) else _("None is on the map.")
        options = (Option("map", _("One on the map"), gone), Option("card", _("One on the faction card")))
        return Choose(key=key, who=owner, title=_("Which Cultist do you give up?"), options=options)

    if (yield from pick_one(state, build)) != "card":
        return ""
    return (yield from pick_kind(state, f"{key}/kind", owner, _("Which Cultist do you lose?"), owner, on_card))


def enemy_took_cultists(state: CthulhuState, owner: str, by: str) -> Script[None]:
    """Let the owner's faction use what it may when an enemy has removed one or more of its Cultists."""
    if owner != by:
        yield from roster.card(owner).cultists_lost(state, by)
