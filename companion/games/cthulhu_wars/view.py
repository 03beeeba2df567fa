"""What everybody may see of a game of Cthulhu Wars."""

from __future__ import annotations

from typing import Final

from companion.games.cthulhu_wars import names, roster
from companion.games.cthulhu_wars.battle.field import Battle, Stage, Status
from companion.games.cthulhu_wars.battle.totals import as_sum
from companion.games.cthulhu_wars.pool import pool
from companion.games.cthulhu_wars.state import BOOKS_TO_WIN, DOOM_TO_END, CthulhuState, Phase
from companion.games.cthulhu_wars.victory import closing_words, doom
from companion.table.view import AreaView, Counter, PlayerView, SideView, View

PHASES: Final = {
    Phase.SETUP: "Set-up",
    Phase.ACTION: "Action Phase",
    Phase.GATHER: "Gather Power",
    Phase.FIRST_PLAYER: "First Player",
    Phase.DOOM: "Doom Phase",
    Phase.END: "The end",
    Phase.OVER: "Game over",
    Phase.QUICK_BATTLE: "Quick Battle",
}
STEPS: Final = (
    (Stage.PRE_BATTLE, "Before"),
    (Stage.ROLL, "Roll"),
    (Stage.KILLS, "Kills"),
    (Stage.PAINS, "Pains"),
    (Stage.RETREAT, "Retreat"),
    (Stage.CLEANUP, "Done"),
)


def view(state: CthulhuState) -> View:
    """Ledger, map, and the battle in progress."""
    names_of_steps = [str(name) for name, _ in STEPS]
    battle = state.battle
    step = names_of_steps.index(state.step) if battle and state.step in names_of_steps else -1
    return View(
        title="Cthulhu Wars",
        header=header(state),
        players=tuple(player(state, code) for code in state.seats),
        counters=table_counters(state),
        areas=areas(state),
        links=links(state),
        sides=tuple(side(state, battle, code) for code in battle.sides) if battle else (),
        steps=tuple(label for _, label in STEPS) if battle else (),
        step=step,
        finished=result(state),
    )


def result(state: CthulhuState) -> str:
    """The closing words; a Quick Battle has no winner of the game."""
    if state.phase is not Phase.OVER:
        return ""
    return "The battle is over." if state.winners is None else closing_words(state.winners)


def header(state: CthulhuState) -> tuple[str, ...]:
    """Read across the table: turn, phase, who acts, what a ritual costs."""
    if state.skirmish or state.phase is Phase.SETUP:
        return (PHASES[Phase.QUICK_BATTLE if state.skirmish else state.phase],)
    left = len(state.track) - state.ritual
    ritual = "Instant Death" if state.instant_death else f"Ritual {state.ritual_cost} ({left} left)"
    parts = [f"Turn {state.turn}", PHASES[state.phase]]
    if state.active:
        parts.append(names.faction(state.active))
    return (*parts, ritual)


def table_counters(state: CthulhuState) -> tuple[Counter, ...]:
    """Numbers that belong to nobody."""
    if state.skirmish or state.phase is Phase.SETUP:
        return ()
    found = [
        Counter("ritual", "Ritual step", state.ritual, len(state.track)),
        Counter("turn", "Turn", state.turn),
    ]
    if state.duel:
        found.append(Counter("decay", "Decay", state.decay))
    return tuple(found)


def player(state: CthulhuState, code: str) -> PlayerView:
    """One faction's column."""
    card, faction = roster.card(code), state.factions[code]
    return PlayerView(
        id=code,
        name=card.name,
        short=card.code,
        colour=card.colour,
        glyph=card.glyph,
        sigil=card.name.lower().replace(" ", "-"),
        big=(
            Counter(f"{code}.power", "Power", faction.power),
            Counter(f"{code}.doom", "Doom", faction.doom, DOOM_TO_END),
        ),
        small=(
            *together(state, code),
            Counter("", "Gates", len(state.gates_of(code))),
            Counter(f"{code}.signs", "Signs", len(faction.signs)),
            Counter("", "Books", len(faction.books), BOOKS_TO_WIN),
            *(Counter(f"{code}.{u.id}", u.plural, state.in_play(code, u.id), u.count) for u in card.units),
            *(Counter(f"{code}.{m.id}", m.label, faction.marks.get(m.id, 0), m.most) for m in card.marks),
        ),
        details=details(state, code),
        active=code == state.active,
        first=bool(state.first) and state.first in state.hand(code),
        done=state.phase is Phase.ACTION and faction.power <= 0,
    )


def together(state: CthulhuState, code: str) -> tuple[Counter, ...]:
    """Whose faction it is and all Doom of that person, where people play several."""
    if not state.several:
        return ()
    hand = state.hand(code)
    return Counter("", "Player", state.players.index(hand) + 1), Counter("", "all Doom", doom(state, hand))


def details(state: CthulhuState, code: str) -> tuple[str, ...]:
    """Lines behind a tap: pieces, Gates, books, requirements."""
    card, faction = roster.card(code), state.factions[code]
    lines = [f"Player {state.players.index(state.hand(code)) + 1}: {names.hand(state.hand(code))}"] * state.several
    lines += [f"{card.ability_name}: {card.ability_text}"]
    lines += [f"{u.name}: {state.in_play(code, u.id)} in play, {pool(state, code, u.id)} in pool" for u in card.units]
    gates = [state.board.areas[a].name for a in state.gates_of(code)]
    lines.append("Gates: " + (", ".join(gates) or "none"))
    held = [f"{n} of {names.faction(c)}" for c, n in faction.captives.items() if n]
    if held:
        lines.append("Captured Cultists: " + ", ".join(held))
    lines += [f"Spellbook {names.book(code, b)}{' (face down)' if b in faction.flipped else ''}" for b in faction.books]
    lines += [f"{'✓' if r.id in faction.met else '–'} {r.text}" for r in card.requirements]
    return tuple(lines)


def areas(state: CthulhuState) -> tuple[AreaView, ...]:
    """The map with its Gates and the factions' own tokens."""
    if not state.map_id:
        return ()
    found = []
    for area in state.board.areas.values():
        marks = []
        if area.id in state.gates:
            owner = state.gates[area.id]
            marks.append(f"Gate {owner}" if owner else "Gate")
        marks += [roster.card(c).token for c in state.seats if area.id in state.factions[c].tokens]
        if state.battle and state.battle.area == area.id:
            marks.append("Battle")
        found.append(AreaView(area.id, area.name, area.x, area.y, area.ocean, tuple(marks)))
    return tuple(found)


def links(state: CthulhuState) -> tuple[tuple[str, str], ...]:
    """Neighbours, each pair once."""
    if not state.map_id:
        return ()
    return tuple((a.id, b) for a in state.board.areas.values() for b in a.adjacent if a.id < b)


def side(state: CthulhuState, battle: Battle, code: str) -> SideView:
    """One side of the battle: its pieces, their fate, its dice."""
    lines = []
    for figure in battle.figures:
        if figure.side != code:
            continue
        fate = ", ".join(figure.hits) or ("" if figure.status is Status.PRESENT else figure.status)
        lines.append(names.pieces(code, figure.unit, 1) + (f": {fate}" if fate else ""))
    total = as_sum(state, battle, code) if state.step == Stage.ROLL else ""
    results = (("Kill", battle.kills.get(code, 0)), ("Pain", battle.pains.get(code, 0))) if battle.rolled else ()
    title = f"{names.faction(code)} {'attacks' if code == battle.attacker else 'defends'}"
    return SideView(
        code,
        title,
        tuple(lines),
        battle.totals.get(code, total),
        tuple(battle.faces.get(code, ())),
        results,
    )
