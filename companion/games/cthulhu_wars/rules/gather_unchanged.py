"""What lies as it was when Power has been gathered, whoever has worked out the sums (reference 3.1)."""

from __future__ import annotations

from companion.games.cthulhu_wars.facts import BookFlipped, CaptivesReturned, DecayMoved
from companion.games.cthulhu_wars.model import roster
from companion.games.cthulhu_wars.model.state import CthulhuState


def put_back(state: CthulhuState) -> None:
    """Return captives, turn spellbooks up that do not stay down, and set the Decay marker back."""
    for code in state.seats:
        if state.factions[code].captives:
            state.record(CaptivesReturned(code))
        once = [book.id for book in roster.card(code).books if book.once]
        for book in [book for book in state.factions[code].flipped if book not in once]:
            state.record(BookFlipped(code, book, down=False))
    state.record(DecayMoved(0))
