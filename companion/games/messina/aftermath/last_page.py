"""The last page of a battle: all that is to be done on the board, and what holds from now on."""

from __future__ import annotations

from collections.abc import Iterable

from companion.games.messina.facts import BattleTold
from companion.games.messina.model import names
from companion.games.messina.model.state import MessinaState
from companion.games.messina.model.units import WORKER, MessinaUnit
from companion.table.prompts import TABLE, Tell
from companion.table.script import Script, ask
from companion.table.words import _, n_


def closing(state: MessinaState) -> Script[None]:
    """Say it in one piece: by then most of it has scrolled out of the log's last lines."""
    tale = " ".join([_won(state), *_removed(state)])
    state.record(BattleTold(f"{state.number}. {tale}" if state.number > 1 else tale))
    yield from ask(state, lambda: _page(state))


def _page(state: MessinaState) -> Tell:
    lines = [*_removed(state), *_moved(state), *state.tasks] or [_("There is nothing to do.")]
    return Tell(
        key=state.key("board"),
        who=TABLE,
        title=_("Do this on the board"),
        text=_won(state),
        lines=(*lines, *_remarks(state)),
        rule="board",
    )


def _won(state: MessinaState) -> str:
    if not state.victors:
        return _("A stand-off: nobody wins.")
    if not state.difference:
        tie = n_("A tie: {factions} wins by {by}.", "A tie: {factions} win by {by}.", len(state.victors))
        return tie.format(factions=names.side(state.victors), by=state.won_by)
    sentence = n_("{factions} wins.", "{factions} win.", len(state.victors))
    return sentence.format(factions=names.side(state.victors))


def _removed(state: MessinaState) -> list[str]:
    found = []
    for support, sentence in ((False, _("{faction} loses {units}.")), (True, _("{faction} loses {units} in support."))):
        for faction in state.seats:
            gone = [u for u in state.destroyed if (u.faction, u.support) == (faction, support)]
            if gone:
                found.append(sentence.format(faction=names.faction(faction), units=names.units(gone)))
    return found


def _moved(state: MessinaState) -> list[str]:
    """Units that retreated, by the space they went to."""
    spaces = dict.fromkeys((r.faction, r.space) for r in state.routed if r.battle == state.number)
    found = []
    for faction, space in spaces:
        here = [r for r in state.routed if (r.battle, r.faction, r.space) == (state.number, faction, space)]
        said = ", ".join(f"{r.number} {names.kind(r.kind, r.number)}" for r in here)
        found.append(
            _("{faction} moves {units} to {space}, routed.").format(
                faction=names.faction(faction), units=said, space=space
            )
        )
    return found


def _remarks(state: MessinaState) -> list[str]:
    """Return what the rules say about the result from now on."""
    found = []
    if _workers(state.retreated):
        found.append(_("Workers that retreat leave their Utility."))
    staying = dict.fromkeys(u.faction for u in state.of(state.seats, support=False) if u.kind == WORKER)
    if staying:
        found.append(_("Workers of {factions} keep their Utility.").format(factions=names.side(staying)))
    if state.retreated:
        found.append(_("Routed Units block a Move ordered into their space."))
    return found


def _workers(units: Iterable[MessinaUnit]) -> bool:
    return any(unit.kind == WORKER for unit in units)
