"""How the game ends and who has won (reference 3.6)."""

from __future__ import annotations

from companion.games.cthulhu_wars import names
from companion.games.cthulhu_wars.elder_signs import reveal_all
from companion.games.cthulhu_wars.facts import Ended
from companion.games.cthulhu_wars.state import BOOKS_TO_WIN, DOOM_TO_END, CthulhuState
from companion.table.prompts import TABLE, Tell
from companion.table.script import Script, ask, safe_point


def end_triggered(state: CthulhuState) -> bool:
    """30 Doom for anybody, or Instant Death."""
    return state.instant_death or any(f.doom >= DOOM_TO_END for f in state.factions.values())


def winners(state: CthulhuState) -> list[str]:
    """Most Doom among those with six spellbooks; equal share the victory; nobody with six: everybody loses."""
    able = [c for c in state.seats if len(state.factions[c].books) >= BOOKS_TO_WIN]
    most = max((state.factions[c].doom for c in able), default=0)
    return [c for c in able if state.factions[c].doom == most]


def closing_words(won: list[str]) -> str:
    """The result in a sentence."""
    if not won:
        return "Nobody has six spellbooks: everybody loses."
    who = " and ".join(names.faction(c) for c in won)
    return f"{who} {'wins' if len(won) == 1 else 'share the victory'}."


def end_game(state: CthulhuState) -> Script[None]:
    """All reveal all Elder Signs; then the winner is named."""
    yield from safe_point()
    yield from reveal_all(state)
    yield from ask(
        state,
        lambda: Tell(
            key="end",
            who=TABLE,
            title=closing_words(winners(state)),
            lines=tuple(
                f"{names.faction(c)}: {state.factions[c].doom} Doom, {len(state.factions[c].books)} spellbooks"
                for c in sorted(state.seats, key=lambda c: -state.factions[c].doom)
            ),
            verb="End the game",
            rule="victory",
        ),
    )
    state.record(Ended(tuple(winners(state))))
