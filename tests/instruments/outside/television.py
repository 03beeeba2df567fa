"""The television's page in a real Chromium: pictures of real games, and how large what is written there is.

    .venv/bin/python -m tests.instruments.outside.television --out FOLDER

It wants Chromium (`apt-get install chromium`), serves on loopback alone, and fails where the page complains, a text is
too small to be read from the sofa, or something reaches out of the screen.
"""

from __future__ import annotations

import argparse
import threading
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, Final

from companion.games.cthulhu_wars.game import CTHULHU_WARS
from companion.games.messina.game import MESSINA
from companion.games.mythos_encounters.game import MYTHOS_ENCOUNTERS
from companion.table.autoplay import play
from companion.table.session import Session, new_session
from companion.table.words import languages, use
from tests.instruments.outside.browser import Browser, Tab
from tests.screens.table import Table, served

SIZES: Final = ((1920, 1080), (390, 844), (360, 640), (1280, 720), (960, 540))
CODES: Final = ("GC", "CC", "BG", "YS", "SL", "WW", "OW", "AN")
PEOPLE: Final = ("Ann", "Bartholomä", "Cem", "Dora")
BIG: Final = {"map": "earth66", "options": {"eight": "other"}}
LEAST: Final = 36 / 1080
"""Height of a text as a share of the screen's."""

SMALL = """
[...document.querySelectorAll('#page *')].filter(e => [...e.childNodes].some(n => n.nodeType === 3 && n.data.trim()))
  .filter(e => !e.closest('svg'))
  .map(e => [e.className + ' ' + e.textContent.slice(0, 20), parseFloat(getComputedStyle(e).fontSize) / innerHeight])
  .filter(f => f[1] < LEAST - 0.0005).map(f => f.join(': '))
"""
OUTSIDE = """
[...document.querySelectorAll('#page *')].filter(e => e.getClientRects().length && !e.closest('svg'))
  .map(e => [e, e.getBoundingClientRect()])
  .filter(([e, r]) => r.right > WIDE + 1 || (innerWidth > 900 && r.bottom > innerHeight + 1))
  .map(([e, r]) => e.tagName + '.' + e.className + ' ' + e.textContent.slice(0, 30))
"""


def games() -> Iterator[tuple[str, Session[Any]]]:
    """Return moments of real games, each with a name."""
    for name, factions, steps in (("two", 2, 80), ("four", 4, 150), ("eight", 8, 180)):
        codes = CODES[:factions]
        people = [{"id": code, "name": who} for code, who in zip(codes, PEOPLE, strict=False)]
        setup = {"factions": [*codes], "names": people if factions == 4 else [], "signs": "app", "direction": 1}
        session = new_session(CTHULHU_WARS, setup | (BIG if factions > 6 else {}))
        play(session, Random(3), steps)
        yield name, session
    fight: Mapping[str, Mapping[str, int]] = {
        "GC": {"shoggoth": 2, "deep_one": 4, "acolyte": 4, "cthulhu": 1},
        "CC": {"flying_polyp": 2, "nightgaunt": 3, "acolyte": 4},
    }
    battle = {
        "quick_battle": {
            "attacker": "GC", "defender": "CC", "area": "south_pacific", "pieces": fight, "in_play": fight,
            "books": {"GC": [], "CC": []}, "gates": {}, "others": [], "ritual": 0,
        }
    }  # fmt: skip
    session = new_session(CTHULHU_WARS, battle)
    yield "battle_before", session
    session = new_session(CTHULHU_WARS, battle)
    rng = Random(2)
    while session.prompts[0].prompt.kind != "assign":
        session.answer(session.prompts[0].ticket, session.prompts[0].prompt.any_answer(rng))
    yield "battle_dice", session
    for game in (MESSINA, MYTHOS_ENCOUNTERS):
        session = new_session(game, {})
        play(session, Random(5), 25)
        yield game.name, session
    session = new_session(CTHULHU_WARS, {"factions": ["GC", "CC", "BG"], "signs": "app", "direction": 1})
    play(session, Random(8), 5000)
    yield "end", session


def shown(browser: Browser, name: str, session: Session[Any], folder: Path, out: Path) -> list[str]:
    """Take pictures of a moment; return what is wrong with them."""
    wrong = []
    with served(session, folder) as table:
        stop = threading.Event()
        thread = threading.Thread(target=_serve, args=(table, stop), daemon=True)
        thread.start()
        tab = browser.open(f"http://{table.address}/#{table.permits.new_code()}", SIZES[0])
        tab.wait("document.querySelector('.head') && document.fonts.status === 'loaded'")
        tab.wait("!document.querySelector('svg.map') || document.querySelector('svg.map').childNodes.length")
        for size in SIZES:
            tab.resize(size)
            tab.wait("document.fonts.status === 'loaded'")
            tab.picture(out / f"{name}_{size[0]}x{size[1]}.png", whole=size[0] < 900)
            wrong += [f"{name} {size}: {one}" for one in _wrong(tab, size)]
        if "#" in tab.run("location.href"):
            wrong.append(f"{name}: the code stays in the address")
        tab("Page.navigate", url="about:blank")
        stop.set()
        thread.join()
    return wrong


def asked(browser: Browser, session: Session[Any], folder: Path, out: Path) -> list[str]:
    """Take pictures of a screen that asks, and let it in; return what is wrong."""
    with served(session, folder) as table:
        tab = browser.open(f"http://{table.address}/", SIZES[0])
        table.until(lambda: table.room.asking)
        (one,) = table.room.asking
        tab.wait("document.querySelector('.words')")
        tab.wait("document.fonts.status === 'loaded'")
        tab.picture(out / "asks.png")
        said = tab.run("document.querySelector('.words').textContent")
        table.room.let_in(one.number)
        tab.wait("document.querySelector('.head')")
        tab("Page.navigate", url="about:blank")
        return [] if said == " · ".join(one.words) else [f"the words are {said} and {one.words}"]


def _serve(table: Table, stop: threading.Event) -> None:
    table.until(stop.is_set)


def _wrong(tab: Tab, size: tuple[int, int]) -> list[str]:
    found: list[str] = tab.run(OUTSIDE.replace("WIDE", str(size[0])))
    if size[0] > 900:
        found += tab.run(SMALL.replace("LEAST", str(LEAST)))
    return found


def main(look: Callable[[str], None] = print) -> int:
    """Take all pictures; return whether something is wrong."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--language", choices=languages(), default="en")
    chosen = parser.parse_args()
    use(chosen.language)
    chosen.out.mkdir(parents=True, exist_ok=True)
    wrong: list[str] = []
    with Browser() as browser:
        for name, session in games():
            with TemporaryDirectory() as folder:
                wrong += shown(browser, name, session, Path(folder), chosen.out)
        with TemporaryDirectory() as folder:
            wrong += asked(browser, new_session(MYTHOS_ENCOUNTERS, {}), Path(folder), chosen.out)
        wrong += browser.faults()
    for one in wrong:
        look(one)
    look(f"{len(wrong)} things are wrong; pictures in {chosen.out}")
    return bool(wrong)


if __name__ == "__main__":
    raise SystemExit(main())
