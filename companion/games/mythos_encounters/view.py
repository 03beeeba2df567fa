"""What everybody may see of a combat."""

from __future__ import annotations

from typing import Final

from companion.games.mythos_encounters.ending import WORDS
from companion.games.mythos_encounters.facts import PIECES, all_pieces
from companion.games.mythos_encounters.state import NAMES, SIDES, CombatState
from companion.table.prompts import dice_words
from companion.table.view import Counter, PlayerView, SideView, View

LOOKS: Final = {
    "attacker": ("#c0392b", "⚔"),
    "defender": ("#2f7fd0", "◈"),
    "third": ("#e0b050", "◆"),
    "fourth": ("#3f8f4f", "★"),
    "fifth": ("#8e5bb5", "●"),
}
SHORT: Final = {"attacker": "Attack", "defender": "Defend", "third": "Third", "fourth": "Fourth", "fifth": "Fifth"}
STEPS: Final = (
    ("gate", "Gate"),
    ("cards", "Cards"),
    ("roll", "Roll"),
    ("losses", "Losses"),
    ("retreat", "Stay or leave"),
    ("post", "Afterwards"),
    ("victor", "Victor"),
    ("reform", "Reform"),
)


def view(state: CombatState) -> View:
    """Both sides, their pools, and how far the combat has come."""
    names = [name for name, _ in STEPS]
    fighting = state.step in names
    return View(
        title="Mythos Encounters",
        header=("Mythos Encounters", f"Roll {state.segment} of 2") if fighting else ("Mythos Encounters",),
        players=tuple(_player(state, player) for player in state.players),
        counters=tuple(_counters(state)),
        sides=tuple(_side(state, side) for side in SIDES) if fighting else (),
        steps=tuple(label for _, label in STEPS) if fighting else (),
        step=names.index(state.step) if fighting else -1,
        finished=_finished(state),
    )


def _player(state: CombatState, player: str) -> PlayerView:
    colour, glyph = LOOKS[player]
    force = state.forces.get(player)
    details = all_pieces(force)
    details += [card.name for card in state.in_force() if card.player == player]
    big = (Counter(f"{player}.dice", "Dice", state.pools[player]),) if force else ()
    return PlayerView(player, NAMES[player], SHORT[player], colour, glyph, big=big, details=tuple(details))


def _counters(state: CombatState) -> list[Counter]:
    found = []
    for side in SIDES:
        force = state.forces.get(side)
        if force is None:
            continue
        found.append(Counter(f"{side}.dice", f"{NAMES[side]} dice", state.pools[side]))
        found += [
            Counter(f"{side}.{kind}", f"{NAMES[side]} {many}", getattr(force, kind))
            for kind, (_, many) in PIECES.items()
        ]
    return found


def _side(state: CombatState, side: str) -> SideView:
    force = state.forces.get(side)
    lines = all_pieces(force)
    if force and force.ring:
        lines.append("own ring")
    lines += [f"{card.name} {card.amount:+}" for card in state.in_force() if card.side == side and card.amount]
    loss = state.losses.get(side)
    return SideView(
        player=side,
        title=NAMES[side],
        total=dice_words(state.pools[side]),
        lines=tuple(lines),
        faces=state.faces.get(side, ()),
        results=() if loss is None else (("lost", loss),),
    )


def _finished(state: CombatState) -> str:
    if state.step != "over":
        return ""
    return WORDS[state.outcome][0]
