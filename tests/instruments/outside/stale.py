"""Whether the table that is kept on the screen is what a table made anew for the same game would be.

    .venv/bin/python -m tests.instruments.outside.stale [--steps 150] [--seeds 1] [--every 10]

Plays every way to start a game at random, undoes, corrects, looks into other pages, changes theme, text size and window
size on the way; after each step the table is compared with a fresh one, widget by widget: class, place, words, colours,
and every so often pixel by pixel. Prints what differs.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from random import Random
from typing import TYPE_CHECKING, Any

from tests.instruments.outside.stage import grab, on_stage, resize

if TYPE_CHECKING:
    from companion.table.game import Game
    from tests.instruments.outside.face import Face

DISTURBED = 0.15
"""How often something else than the game changes the screen: another page, another look."""


def shown(face: Face) -> Counter[str]:
    """All that can be seen of the page in front, widget by widget."""
    from tests.instruments.outside.sight import look_at

    found: Counter[str] = Counter()
    for thing in look_at(face.window):
        if thing.sight is None:
            continue
        widget = thing.widget
        colour = tuple(round(c, 2) for c in getattr(widget, "color", ()))
        size = f"{getattr(widget, 'font_size', 0):.1f}"
        dead = " disabled" if widget.disabled else ""
        place = ",".join(
            str(round(edge)) for edge in (thing.box.left, thing.box.top, thing.box.right, thing.box.bottom)
        )
        words = f" {thing.text!r} {size} {colour}" if thing.text else ""
        found[f"{type(widget).__name__} {place}{words}{dead} {widget.opacity:.2f}"] += 1
    return found


def differences(face: Face, pixels: bool) -> list[str]:
    """What of the kept table differs from a fresh one; also by pixels, if wanted."""
    kept, picture = shown(face), grab(face) if pixels else None
    with face.fresh():
        fresh, other = shown(face), grab(face) if pixels else None
    for message in [what for what in kept - fresh if "Taken back" in what]:
        # Said once, where a fresh table says what was before; no state of the game.
        place = message.partition(" '")[0]
        kept = Counter({what: n for what, n in kept.items() if not what.startswith(place)})
        fresh = Counter({what: n for what, n in fresh.items() if not what.startswith(place)})
        picture = other = None
    found = [f"kept only: {what}" for what in kept - fresh] + [f"fresh only: {what}" for what in fresh - kept]
    if picture is not None and other is not None and picture.data != other.data and not found:
        found.append(f"pixels differ in {picture.differs(other)}")
    return found


def disturb(face: Face, chance: Random, looks: bool) -> str:
    """Change the screen without the game: open a page and close it; choose another look, another window."""
    from tests.instruments.outside.matrix import SIZES, TEXTS, THEMES

    dice = chance.random() if looks else 0.0
    if dice < 0.6:
        name, opener = chance.choice(sorted(face.side_pages().items()))
        opener()
        face.settle()
        face.back()
        return name
    if dice < 0.85:
        look = {"theme": chance.choice(THEMES), "text": chance.choice(TEXTS)}
        face.look(**look)
        face.redraw()
        return f"look {look}"
    size = chance.choice(SIZES)
    resize(face.window, face.fingers, size)
    face.settle()
    return f"size {size}"


def follow(
    face: Face, way: tuple[str, Game[Any], dict[str, Any]], seed: int, steps: int, every: int, *, looks: bool
) -> list[str]:
    """Play one game; return what began to differ after which step.

    Args:
        face: the app.
        way: name, game and set-up.
        seed: of chance.
        steps: at most.
        every: so many steps to a comparison of pixels.
        looks: whether theme, text size and window size change on the way.
    """
    from tests.instruments.outside import evenings

    name, game, setup = way
    chance = Random(f"{name} {seed}")
    found: list[str] = []
    standing: set[str] = set()
    face.begin(game, setup)
    for number in range(steps):
        if face.session.finished:
            break
        done = disturb(face, chance, looks) if chance.random() < DISTURBED else evenings.step(face, chance)
        wrong = differences(face, pixels=number % every == 0)
        # What stays wrong is told once.
        fresh = [what for what in wrong if what not in standing]
        standing = {*wrong}
        found += [f"{name} {seed}, step {number}, {face.kind()} after {done}: {what}" for what in fresh]
    return found


def main() -> int:
    """Follow every way to start a game."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--steps", type=int, default=150, help="of each game")
    parser.add_argument("--seeds", type=int, default=1)
    parser.add_argument("--every", type=int, default=10, help="so many steps to a comparison of pixels")
    parser.add_argument("--same-look", action="store_true", help="leave theme, text size and window size alone")
    given = parser.parse_args()
    found: list[str] = []
    with on_stage() as (window, fingers, folder):
        from tests.instruments.outside import evenings
        from tests.instruments.outside.face import on_window

        resize(window, fingers, (800, 480))
        with on_window(window, fingers, folder, tower="off") as face:
            for seed in range(given.seeds):
                for way in evenings.games():
                    wrong = follow(face, way, seed, given.steps, given.every, looks=not given.same_look)
                    sys.stdout.write(f"{way[0]} {seed}: {len(wrong)} differences\n")
                    found += wrong
    sys.stdout.writelines(f"{line}\n" for line in found[:60])
    return 1 if found else 0


if __name__ == "__main__":
    raise SystemExit(main())
