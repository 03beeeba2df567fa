"""A table of five at the started app: one leaves and somebody takes over, one is out of the game, all by touch."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

from companion.games.cthulhu_wars.game import CTHULHU_WARS
from companion.table.journal import SqliteJournal
from companion.table.session import new_session, open_session
from tests.x11 import glass
from tests.x11.hand import BEFORE, Hand
from tests.x11.product import Product
from tests.x11.screen import Screen

NAMES = {"GC": "Ann", "CC": "Ben", "BG": "Cleo", "YS": "Dora", "WW": "Emil"}
MORE = "\ue049"
"""The sign on the key."""


def five(data: Path) -> Path:
    """Lay the table for five and return the game's file."""
    (data / "games").mkdir(parents=True)
    path = data / "games" / "five.game"
    journal = SqliteJournal(path)
    names = [{"id": code, "name": name} for code, name in NAMES.items()]
    session = new_session(CTHULHU_WARS, {"factions": [*NAMES], "names": names, "signs": "app"}, journal)
    while session.state.phase == "setup":
        (item,) = session.prompts
        prompt = item.prompt.as_json()
        session.answer(item.ticket, True if prompt["kind"] == "tell" else [prompt["options"][0]["id"]])
    journal.close()
    settings = {"open_game": path.name, "tower": "off", "dim": "never"}
    (data / "settings.json").write_text(json.dumps(settings), encoding="utf-8")
    return path


def people(hand: Hand, *keys: str) -> None:
    """Open the page of further actions, tap the key for people there, and answer by these keys."""
    made = hand.seen["entries"]
    hand.ready(made)
    hand.tap(MORE)
    hand.page("MorePage")
    hand.tap("Put it right")
    for place, key in enumerate(("People", *keys), 1):
        hand.tap(key)
        hand.ready(made + place)


def test_one_of_five_is_followed_by_another_and_one_is_out(
    screen: Callable[[int, int], Screen], tmp_path: Path
) -> None:
    path, told = five(tmp_path / "data"), tmp_path / "glass.json"
    with (
        screen(800, 480) as display,
        Product(display, tmp_path / "data", before=BEFORE, **{glass.NOTES: str(told)}) as product,
    ):
        hand = Hand(display, product, path, told)
        hand.page("TablePage")
        people(hand, "Ben", "Somebody else plays on", "Somebody new")
        hand.tap("…")
        hand.page("KeyboardPage")
        for key in ("F", "A", "Y", "OK"):
            hand.tap(key)
        hand.page("TablePage")
        made = hand.seen["entries"]
        hand.tap("Use")
        hand.ready(made + 1)
        people(hand, "Dora", "Out of the game", "Its pieces come", "Its Gates are")
        records = product.records(path)
    session = open_session([CTHULHU_WARS], records, None)
    assert [player.person for player in session.view.players] == ["Ann", "Fay", "Cleo", "Emil"]
    assert session.view.changes == [
        "Crawling Chaos: played by Ben and Fay, one after the other.",
        "Yellow Sign: played by Dora, then out of the game.",
    ]
    assert [item.prompt.key for item in session.prompts] == ["action/GC"]
