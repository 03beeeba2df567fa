"""What `docs/complaints.md` promises and no other test looked at."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.bootstrap import ROOT
from companion.games import GAMES
from companion.table.game import Mode
from companion.table.prompts import TABLE
from tests.instruments.outside.evenings import sensible

pytestmark = pytest.mark.window

SETUP: dict[str, Any] = {
    "factions": ["GC", "CC", "BG", "YS"],
    "names": [{"id": "GC", "name": "Anna"}],
    "first": "GC",
    "direction": 1,
    "signs": "app",
    "map": "earth35",
}


@pytest.fixture
def ours(window: Any, fingers: Any, resize: Any, tmp_path: Path) -> Iterator[Any]:  # noqa: ARG001
    from tests.app.conftest import on_the_window

    with on_the_window(window, fingers, tmp_path, GAMES) as made:
        made.play(lambda: made.library.start(GAMES[0], Mode("test", "", "", SETUP)))
        yield made


def test_no_page_has_a_slider() -> None:
    """Complaint 7: numbers are tapped; Kivy's slider is in none of our sources."""
    sources = [*(ROOT / "companion").rglob("*.py"), *(ROOT / "layouts").rglob("*.kv")]
    assert len(sources) > 200
    assert not [path for path in sources if re.search(r"\bSlider\b|uix\.slider", path.read_text(encoding="utf-8"))]


def test_who_has_passed_keeps_colour_and_sigil(ours: Any, fingers: Any, tmp_path: Path) -> None:
    """Complaint 9: nobody's colour is greyed. The field with the sigil is the same before
    and after, pixel by pixel."""
    from tests.instruments.outside.stage import grab

    class Face:
        window = ours.get_root_window()

        @staticmethod
        def paint() -> None:
            fingers.picture(tmp_path / "p.png")

    session, table = ours.game.session, ours.page
    while not session.prompts[0].prompt.key.startswith("action/"):
        session.answer(session.prompts[0].ticket, session.prompts[0].prompt.any_answer(Random(1)))

    def flag() -> tuple[set[bytes], bytes]:
        table.refresh()
        fingers.skip(1.2)
        fingers.frames(3)
        card = next(card for card in table.ledger.cards if card.player.id == "CC")
        x, y = card.to_window(*card.pos)
        pixels = grab(Face)
        framed, left, top = pixels.framed([]), round(x), 480 - round(y) - round(card.height)
        sigil = framed.part(left + 8, top + 22, 40, 26)
        return sigil.colours(), framed.part(left + 2, top + round(card.height) - 14, 4, 4).data

    def to(who: str, last: str) -> None:
        """Everybody moves, up to this faction, which does that."""
        while True:
            item = session.prompts[0]
            key = item.prompt.key
            mine = key == f"action/{who}"
            able = [option.id for option in getattr(item.prompt, "options", ()) if not option.refused]
            move = [last] if mine else ["move/1"]
            wanted = move if key.startswith("action/") and move[0] in able else item.prompt.any_answer(Random(1))
            session.answer(item.ticket, ["finish"] if key.startswith("action/") and "finish" in able else wanted)
            if mine and wanted == [last]:
                return

    to("CC", "move/1")
    to("BG", "move/1")
    colours, before = flag()
    assert len(colours) > 8, "colour and sigil"
    to("CC", "pass")
    to("BG", "move/1")
    player = next(player for player in session.view.players if player.id == "CC")
    assert player.done
    assert not player.active
    colours, after = flag()
    assert len(colours) > 8, "the sigil makes room for the tick, and stays"
    assert after == before


def test_turn_phase_and_who_is_asked_stand_on_every_page(ours: Any, fingers: Any) -> None:
    """Complaint 23, over an evening: the header has turn and phase, or the steps of a battle; the head of the question,
    or its half of the page, is in the colour of who is asked."""
    session, table, chance, looked = ours.game.session, ours.page, Random(6), 0
    for number in range(240):
        if session.finished:
            break
        session.answer(*sensible(session, chance))
        if session.finished or number % 6:
            continue
        table.refresh()
        fingers.skip(0.4)
        looked += 1
        view, asked = session.view, session.prompts[0].prompt
        if view.sides:
            assert table.headline.steps.get_root_window() or table.board.steps.get_root_window()
        else:
            said = f"{table.moment} {table.heading}"
            assert all(part in said for part in view.header), (said, view.header)
        colours = {player.id: player.colour for player in view.players}
        if table.question.body.who != TABLE:
            assert table.question.colour == colours[table.question.body.who], asked.key
    assert looked > 30


def test_a_battle_keeps_the_screen_lit_between_its_rolls(ours: Any, fingers: Any) -> None:
    """Complaint 18: people look at the board for long while they give Kills; on the home page it goes dark."""
    ours.settings.dim = "1"
    ours.apply_settings()
    battle = {
        "attacker": "GC",
        "defender": "CC",
        "pieces": {"GC": {"deep_one": 2, "acolyte": 1}, "CC": {"flying_polyp": 2, "acolyte": 1}},
        "books": {"GC": [], "CC": []},
    }
    ours.play(lambda: ours.library.start(GAMES[0], Mode("battle", "", "", {"quick_battle": battle})))
    session = ours.game.session
    while (item := session.prompts[0]).prompt.kind != "assign":
        rolled = item.prompt.kind == "roll"
        fallen = [6, *[1] * (item.prompt.dice - 1)] if rolled else item.prompt.any_answer(Random(1))
        session.answer(item.ticket, fallen)
    ours.page.refresh()
    for _ in range(20):
        fingers.skip(60)
        assert ours.rest.veil == 0
    ours.home()
    for _ in range(4):
        fingers.skip(60)
    assert ours.rest.veil == 1
