"""Nothing of a result is on the screen before its moment is over, picture by picture by the product's own clock."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random
from typing import Any, Final

import pytest

from tests.app.test_both_sides import ARMIES
from tests.app.test_motion import evening

pytestmark = pytest.mark.window

RESULT: Final = re.compile(r"\d+ (Kill|Pain)s?\b|suffers|no losses|Battle over|Assign")
"""Words that tell what dice have come to."""


@pytest.fixture
def moves(face: Any) -> Iterator[Any]:  # noqa: ARG001 - its settings come first
    from companion.app.widgets.rendering.motion import motion

    motion.still, motion.level = False, "full"
    yield motion
    motion.restart(still=True)


def drawn(face: Any) -> list[str]:
    """All texts that are on the window's canvas, but for those of invisible widgets."""
    from kivy.graphics.instructions import InstructionGroup

    from companion.app.widgets.rendering.sprites import Batch, TextSprite

    found: list[str] = []

    def look_at(group: InstructionGroup) -> None:
        for part in group.children:
            if isinstance(part, Batch):
                texts = [one for one in part.parts if isinstance(one, TextSprite) and one.spot is not None]
                found.extend(str(one.said[0]) for one in texts if one.said)
            elif isinstance(part, InstructionGroup) and getattr(part, "opacity", True):
                look_at(part)

    look_at(face.window.canvas)
    return found


def results(face: Any) -> list[str]:
    return [text for text in drawn(face) if RESULT.search(text)]


def rolls(session: Any, mine: tuple[int, ...], theirs: tuple[int, ...]) -> list[tuple[int, Any]]:
    """An answer to each of the two rolls that are open: these faces, and 1 for all other dice."""
    from companion.table.session import LabelledAnswer

    given = []
    for item, faces in zip(session.prompts, (mine, theirs), strict=True):
        dice = item.prompt.dice
        given.append((item.ticket, LabelledAnswer([*faces, *[1] * dice][:dice], "virtual")))
    return given


def battle(face: Any) -> Any:
    from companion.games.cthulhu_wars.game import CTHULHU_WARS

    face.begin(CTHULHU_WARS, {"quick_battle": ARMIES})
    face.fingers.skip(1.0)
    return face.session


def landing(face: Any) -> bool:
    """Whether dice fall anywhere on the page."""
    rows = [widget for widget in face.page.walk() if type(widget).__name__ == "DiceRow"]
    return bool(face.page.sides.thrown or any(row.landing for row in rows))


def watch(face: Any) -> int:
    """Look at each picture until all dice lie; return their number."""
    pictures = 0
    while landing(face):
        assert results(face) == [], f"picture {pictures}"
        face.fingers.frames(1)
        pictures += 1
    face.fingers.frames(2)
    return pictures


@pytest.mark.parametrize(
    ("mine", "theirs", "told"),
    [
        ((6, 5, 1, 6), (6, 4), "suffers 2 Kills"),
        ((6, 1), (1, 1), "Crawling Chaos suffers 1 Kill"),
        ((1, 1), (6, 1), "Great Cthulhu suffers 1 Kill"),
        ((5, 4), (1, 1), "Crawling Chaos suffers 2 Pains"),
        ((1, 1), (1, 1), "no losses"),
    ],
    ids=["both", "attack", "defence", "pain", "nothing"],
)
def test_what_both_sides_rolled_is_told_when_the_last_die_lies(
    face: Any, moves: Any, mine: tuple[int, ...], theirs: tuple[int, ...], told: str
) -> None:
    session = battle(face)
    both = face.page.headline.steps, face.page.board.steps
    before = both[0]._now
    face.page.answer_all(rolls(session, mine, theirs))
    face.fingers.frames(1)
    assert moves.running
    assert [steps._now for steps in both] == [before, before], "the stage of the battle waits, too"
    assert watch(face) > 20
    assert any(told in text for text in results(face)), results(face)
    assert min(steps._now for steps in both) > before


def test_the_dice_of_one_side_tell_nothing_before_the_last_one_lies(face: Any, moves: Any) -> None:
    session = battle(face)
    first, second = rolls(session, (6, 5, 1, 6), (6, 4))
    face.page.answer_all([first])
    face.fingers.frames(1)
    assert moves.running
    assert watch(face) > 20
    assert "2 Kills, 1 Pain" in results(face)
    face.fingers.skip(1.0)
    face.page.answer_all([(session.prompts[0].ticket, second[1])])
    face.fingers.frames(1)
    pictures = 0
    while landing(face):
        assert not [text for text in results(face) if "suffers" in text or "Assign" in text], f"picture {pictures}"
        face.fingers.frames(1)
        pictures += 1
    assert pictures > 20


def test_a_touch_that_ends_the_dice_is_none_on_a_page_that_nobody_has_seen(face: Any, moves: Any) -> None:
    session = battle(face)
    face.page.answer_all(rolls(session, (1, 1), (1, 1)))
    face.fingers.wait(0.4)
    body, made = face.page.question.body, len(session.timeline.entries)
    assert moves.running
    assert body.opacity == 0
    face.fingers.tap(face.page.primary)
    assert not moves.running
    assert body.opacity == 1
    assert len(session.timeline.entries) == made, "the touch ended the dice, and nothing else"
    face.fingers.wait(0.5)
    face.fingers.tap(face.page.primary)
    assert len(session.timeline.entries) > made, "the next one counts"


def left_edge(face: Any, tmp: Any) -> tuple[tuple[int, ...], ...]:
    """The colours of the picture near its left edge: at the right the silhouette rises."""
    from kivy.core.image import Image

    picture = Image(str(face.fingers.picture(tmp / "picture.png")), keep_data=True, nocache=True)
    at = [(6, y) for y in (6, picture.height // 2, picture.height - 7)]
    return tuple(tuple(round(255 * part) for part in picture.read_pixel(*place)[:3]) for place in at)


def awaken(face: Any) -> None:
    """Have Great Cthulhu awakened by hand, as the palette does it."""
    session = evening(face)
    power = next(p for p in session.view.players if p.id == "GC").big[0]
    face.page.correct(power, 20)
    face.fingers.skip(1.0)
    act(face, "awaken")


def act(face: Any, key: str) -> None:
    """Take an Action and answer what it asks until it is done."""
    from companion.table.session import LabelledAnswer

    session = face.session
    option = next(o for o in session.prompts[0].prompt.options if o.id.startswith(key) and not o.refused)
    given: Any = [option.id]
    for _ in range(8):
        face.fingers.skip(1.0)
        face.page.answer(session.prompts[0].ticket, LabelledAnswer(given, "touch"))
        if face.page.host.moment_card.parent is not None:
            return
        given = session.prompts[0].prompt.any_answer(Random(0))
    raise AssertionError("there was no moment")


def ritual(face: Any) -> None:
    """Have the first Ritual performed."""
    from companion.table.session import LabelledAnswer

    session = evening(face)
    for player in session.view.players:
        face.page.correct(player.big[0], 9)
    rng = Random(2)
    for _ in range(200):
        face.fingers.skip(1.0)
        item = session.prompts[0]
        given = item.prompt.any_answer(rng)
        if item.prompt.key.startswith("action/"):
            given = ["pass"]
        elif "ritual" in item.prompt.key:
            given = ["yes"] if any(o.id == "yes" for o in getattr(item.prompt, "options", ())) else given
        face.page.answer(item.ticket, LabelledAnswer(given, "touch"))
        if face.page.host.moment_card.title == "Ritual of Annihilation":
            return
        if face.page.host.moment_card.parent is not None:
            face.fingers.skip(2.0)
    raise AssertionError("nobody performed a Ritual")


@pytest.mark.parametrize("happen", [awaken, ritual], ids=["awakening", "ritual"])
def test_the_next_page_is_not_seen_before_its_curtain(face: Any, moves: Any, tmp_path: Any, happen: Any) -> None:
    happen(face)
    card = face.page.host.moment_card
    assert card.parent is not None
    seen = set()
    for _ in range(3):
        face.fingers.frames(2)
        seen.add(left_edge(face, tmp_path))
    assert moves.running
    face.fingers.wait(0.4)
    seen.add(left_edge(face, tmp_path))
    assert len(seen) == 1, "the curtain covers all from the first picture on"
    face.fingers.wait(2.0)
    assert card.parent is None
    assert left_edge(face, tmp_path) not in seen


def test_setting_up_a_quick_battle_has_no_curtain_for_what_is_there(face: Any, moves: Any) -> None:  # noqa: ARG001
    from companion.games.cthulhu_wars.game import CTHULHU_WARS
    from companion.table.session import LabelledAnswer

    face.begin(CTHULHU_WARS, {"quick_battle": {}})
    session, rng, seen = face.session, Random(3), []
    for _ in range(40):
        if not session.prompts or session.prompts[0].prompt.key.startswith("battle/"):
            break
        item = session.prompts[0]
        given = item.prompt.any_answer(rng)
        if isinstance(given, dict):
            given = {name: max(given[name], 1) for name in given}
        face.fingers.skip(1.0)
        face.page.answer(item.ticket, LabelledAnswer(given, "touch"))
        seen.append(face.page.host.moment_card.title)
    assert seen
    assert not any(seen)


def test_a_small_ledger_does_not_count_again_what_was_counted(face: Any, moves: Any) -> None:
    session = evening(face)
    strip, page = face.page.top_bar.strip, face.page
    players = session.view.players
    with moves.step():
        page.top_bar.show(players, strip=True, race=False)
    page.top_bar.show(players, strip=False, race=True)
    page.correct(players[0].big[0], 3)
    face.fingers.skip(1.0)
    with moves.step():
        page.top_bar.show(session.view.players, strip=True, race=False)
    assert strip._counts[0][0].text == "3", "it was out of sight, and shows what is true at once"
