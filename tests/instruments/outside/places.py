"""Plays each faction from its first turn to six spellbooks, and sees that no key ever leaves its place.

    .venv/bin/python -m tests.instruments.outside.places [CODE ...]

At 800x480, and the first and the last faction at 720x1280 and 1280x720, too, with a neutral Monster and an independent
Great Old One in the box: whatever is claimed, awakened or bought, each key that was there once stands there again, as
do ledger, race and the price of the Ritual.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from random import Random
from typing import TYPE_CHECKING, Any, Final

from companion.games.cthulhu_wars.game import CTHULHU_WARS
from companion.games.cthulhu_wars.model.roster import FACTIONS, card
from tests.instruments.outside.stage import on_stage, resize

if TYPE_CHECKING:
    from tests.instruments.outside.face import Face

SIZES: Final = ((800, 480), (720, 1280), (1280, 720))
BOX: Final = ("ghast", "father_dagon", "high_priests")
LOOKS: Final = 14
"""Turns of the faction that are looked at; after every other one it claims a spellbook."""
STEPS: Final = 1500


def table(code: str) -> list[str]:
    """Return a faction with three others that go with it."""
    others = [
        other for other in ("GC", "CC", "BG", "YS", "DS") if other != code and other not in card(code).duel_without
    ]
    return [code, *others[:3]]


def places(face: Face) -> dict[str, tuple[float, ...]]:
    """Return where everything stands that may not move: by its name left, low, width and height."""
    page = face.page
    found: dict[str, Any] = {f"key {name}": button for name, button in page.question.body.grid.buttons.items()}
    found |= {f"row of {row.player.id}": row for row in page.ledger.cards}
    found |= {"race": page.top_bar.race, "price": page.headline.tracks[0]}
    return {
        name: (round(widget.x), round(widget.y), *(() if name in ("race", "price") else map(round, widget.size)))
        for name, widget in found.items()
        if widget.get_root_window() is not None
    }


def play(face: Face, code: str, seed: int = 1) -> Iterator[str]:
    """Play a faction to six spellbooks; yield what has moved."""
    chance, first, looked = Random(seed), dict[str, tuple[float, ...]](), 0
    face.begin(CTHULHU_WARS, {"factions": table(code), "neutral": list(BOX), "signs": "app", "direction": 1})
    session = face.session
    for _step in range(STEPS):
        if session.finished:
            yield f"{code}: the game is over before it has six spellbooks"
            return
        item = session.prompts[0]
        if item.prompt.key == f"action/{code}":
            # Power for what comes, and no end of the game.
            numbers = {f"{other}.doom": 0 for other in session.state.seats}
            session.correct(numbers | {f"{code}.power": chance.randint(1, 20)})
            face.redraw()
            now = places(face)
            first = first or now
            for name in sorted(first.keys() | now.keys()):
                if first.get(name) != now.get(name):
                    yield f"{code}, look {looked}: {name} stood at {first.get(name)} and stands at {now.get(name)}"
            looked += 1
            books = len(session.state.factions[code].books)
            if looked >= LOOKS and books >= 6:
                return
            if looked % 2 and f"claim/{code}" in [option.id for option in session.interjections]:
                session.interject(f"claim/{code}")
                answer(session, chance, code)
                continue
        answer(session, chance, code)
    yield f"{code}: {looked} turns in {STEPS} answers, and no sixth spellbook"


def answer(session: Any, chance: Random, code: str) -> None:
    """Answer a question at random; claims are not declined, and the faction that is watched does not pass."""
    item = session.prompts[0]
    value = item.prompt.any_answer(chance)
    for _again in range(20):
        if not (item.prompt.key == f"action/{code}" and value == ["pass"]) and value != [] and value is not False:
            break
        value = item.prompt.any_answer(chance)
    session.answer(item.ticket, value, source="virtual")


def main(given: Sequence[str] | None = None) -> int:
    """Play all, or those that are named, and print what has moved."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("codes", nargs="*", default=list(FACTIONS))
    codes, wrong = parser.parse_args(given).codes, 0
    with on_stage() as (window, fingers, folder):
        from tests.instruments.outside.face import on_window

        for code in codes:
            for size in SIZES if code in (codes[0], codes[-1]) else SIZES[:1]:
                resize(window, fingers, size)
                with on_window(window, fingers, folder / f"{code}{size[0]}", tower="off") as face:
                    found = list(play(face, code))
                print(f"{code} at {size[0]}x{size[1]}: {len(found)} moved", flush=True)
                print("".join(f"    {line}\n" for line in found[:20]), end="", flush=True)
                wrong += len(found)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
