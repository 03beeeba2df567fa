"""Single pieces in a battle: how they leave it, Killed and Eliminated kept apart (battle reference 1)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from companion.games.cthulhu_wars.facts import GateSet, PieceAbilityUsed, PieceLost, PiecesJoined, UnitsMoved
from companion.games.cthulhu_wars.model import names, roster
from companion.games.cthulhu_wars.model.battle_figures import fresh
from companion.games.cthulhu_wars.model.battle_state import Battle, Figure, Status
from companion.games.cthulhu_wars.model.neutral_cards import AZATHOTH
from companion.games.cthulhu_wars.model.state import CthulhuState
from companion.games.cthulhu_wars.model.symbols import symbol
from companion.games.cthulhu_wars.model.units import Loss, Rank
from companion.games.cthulhu_wars.rules.azathoth_marker import outlives
from companion.games.cthulhu_wars.rules.losses import enemy_took_cultists, leave_game
from companion.games.cthulhu_wars.rules.mind_control import controlled, was_controlled
from companion.table.prompts import Choose, Count, Option
from companion.table.script import Script, ask, pick_one
from companion.table.state import Notice
from companion.table.words import _

SURVIVED: Final = (Status.PRESENT, Status.STAYED, Status.RETREATED)


def lose(state: CthulhuState, battle: Battle, figure: Figure, how: Loss, by: str) -> Script[None]:
    """Return a piece to its owner's Pool.

    `by` is the side that caused it, perhaps the owner itself.
    """
    if figure.status is Status.GONE:
        # The table has taken the piece off by a correction meanwhile.
        return
    if figure.unit == AZATHOTH and (yield from struck(state, battle, figure, how)):
        return
    if how is Loss.ELIMINATED and (yield from roster.card(figure.owner).instead(state, battle, figure)):
        return
    off_gate(state, battle, figure)
    state.record(PieceLost(figure.owner, figure.unit, 1, how, battle.area_of(figure), by, figure=figure.id))
    leave_game(state, figure.owner, figure.unit, how)
    if figure.rank is Rank.CULTIST:
        yield from enemy_took_cultists(state, figure.owner, by)


def struck(state: CthulhuState, battle: Battle, azathoth: Figure, how: Loss) -> Script[bool]:
    """Lower Azathoth's marker for a Kill in a battle, and return whether he survives.

    With an enemy's Elder Thing there he does not, and no die is rolled (RB FAQ).
    """
    # A mark of its own: what somebody else is paid for him, as by The Harbinger, spares him no Kill.
    mark = f"{azathoth.id}/struck"
    if mark in battle.paid:
        return True
    state.record(PieceAbilityUsed(mark))
    there = was_controlled if how is Loss.KILLED else controlled
    if there(battle, azathoth.owner):
        state.record(Notice(azathoth.owner, _("{unit}: no die (Mind Control)").format(unit=called(azathoth))))
        return False
    return (yield from outlives(state, azathoth.owner))


def come(
    state: CthulhuState,
    battle: Battle,
    key: str,
    me: str,
    unit: str,
    title: str,
    elsewhere: Callable[[], int],
    why: Callable[[int], str],
    *,
    text: str = "",
    called: bool = False,
) -> Script[None]:
    """Ask how many pieces of a kind come to a battle from elsewhere on the map, and bring them.

    Args:
        elsewhere: how many there are.
        why: what so many of them do, for the log.
        called: whether they only add a Pain against both sides each.
    """

    def build() -> Count | None:
        most = elsewhere()
        return Count(key=key, who=me, title=title, text=text, least=1, most=most) if most > 0 else None

    number = yield from ask(state, build)
    if number is None:
        return
    status = Status.CALLED if called else Status.PRESENT
    state.record(PiecesJoined(fresh(battle, f"{me}.{unit}" + ".called" * called, number), status))
    state.record(UnitsMoved(me, unit, number, battle.area, why(number)))


def side_taken(state: CthulhuState, battle: Battle, key: str, who: str) -> Script[str]:
    """Return the side for which pieces of `who` fight, and ask for it in a battle of others."""
    if who in battle.sides:
        return who

    def whose() -> Choose:
        options = tuple(Option(code, names.faction(code)) for code in battle.sides)
        return Choose(key=key, who=who, title=_("Who do they fight for?"), options=options)

    return (yield from pick_one(state, whose)) or battle.attacker


def survivors(battle: Battle, side: str, *ranks: Rank) -> list[Figure]:
    """Return the pieces of a side that are still there after the battle, if ranks are given only those of them."""
    return [f for f in battle.figures if f.side == side and f.status in SURVIVED and (not ranks or f.rank in ranks)]


def off_gate(state: CthulhuState, battle: Battle, figure: Figure) -> None:
    """Abandon a Gate when its keeper leaves the area or play (reference 3.5)."""
    if figure.on_gate and state.gates.get(battle.area) == figure.side:
        state.record(GateSet(battle.area, None))


def pick_figure(
    state: CthulhuState,
    battle: Battle,
    key: str,
    who: str,
    title: str,
    side: str,
    *ranks: Rank,
    unit: str = "",
    but: tuple[str, ...] = (),
) -> Script[Figure | None]:
    """Ask `who` for one piece of a side, of some ranks or of one kind, but some kinds; None if there is none."""

    def build() -> Choose:
        figures = [f for f in battle.present(side, *ranks, unit=unit) if f.unit not in but]
        options = tuple(Option(f.id, label(f), symbol=symbol(f.owner, f.unit)) for f in figures)
        return Choose(key=key, who=who, title=title, options=one_of_each(battle, options))

    picked = yield from pick_one(state, build)
    return None if picked is None else battle.figure(picked)


def called(figure: Figure) -> str:
    """Return the name of a piece, by the card of its own player."""
    return names.unit(figure.owner, figure.unit)


def label(figure: Figure) -> str:
    """Return a piece with what tells it from others: `Acolyte on the Gate`."""
    name = called(figure)
    if figure.owner != figure.side:
        return _("{unit} of {faction}").format(unit=name, faction=names.faction(figure.owner))
    if not figure.bonus:
        return _("{unit} on the Gate").format(unit=name) if figure.on_gate else name
    words = _("{unit} on the Gate, +{bonus} Combat") if figure.on_gate else _("{unit}, +{bonus} Combat")
    return words.format(unit=name, bonus=figure.bonus)


def one_of_each(battle: Battle, options: tuple[Option, ...]) -> tuple[Option, ...]:
    """Leave out options that differ from an earlier one by nothing that matters."""
    seen: dict[tuple[object, ...], Option] = {}
    for option in options:
        f = battle.figure(option.id)
        seen.setdefault((f.side, f.owner, f.unit, f.on_gate, f.bonus, tuple(f.hits), f.status), option)
    return tuple(seen.values())
