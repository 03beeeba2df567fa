"""Every Action of a turn stands on one page, however many there are."""

from __future__ import annotations

import gettext
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.table import words

pytestmark = pytest.mark.window


@pytest.fixture
def face(window: Any, fingers: Any, tmp_path: Path) -> Iterator[Any]:
    from companion.games.cthulhu_wars.game import CTHULHU_WARS
    from tests.instruments.outside import stage
    from tests.instruments.outside.face import on_window

    stage.resize(window, fingers, (800, 480))
    with on_window(window, fingers, tmp_path, tower="off") as made:
        made.begin(CTHULHU_WARS, {"factions": ["GC", "CC", "BG", "YS"]})
        chance = Random(2)
        while not made.session.prompts[0].prompt.key.startswith("action/"):
            item = made.session.prompts[0]
            made.session.answer(item.ticket, item.prompt.any_answer(chance), source="virtual")
        made.redraw()
        yield made


def ask(face: Any, able: int, refused: int, text: str = "") -> Any:
    """Ask the table page for one of so many Actions with long names; return the widget that asks."""
    from msgspec.structs import replace

    from companion.table.prompts import Choose, Option

    item = face.session.prompts[0]
    options = [Option(f"able{n}", f"Some Action {n}", symbol="move", cost=n) for n in range(able)]
    options += [Option(f"not{n}", f"Never {n}", symbol="gate", refused=f"Reason {n}.") for n in range(refused)]
    prompt = Choose(key="pick/GC", who="GC", title="Great Cthulhu to act", text=text, options=tuple(options))
    page = face.page
    page.question.show((replace(item, prompt=prompt),), page.context)
    page._arrange(False)
    face.settle()
    return page.question.body


def all_in_sight(face: Any, body: Any, ids: list[str]) -> None:
    from tests.instruments.outside.sight import look_at

    seen = {thing.widget: thing for thing in look_at(face.window)}
    for name in ids:
        thing = seen[body.grid.chips[name]]
        assert thing.sight is not None, name
        assert thing.sight.area > 0.99 * thing.box.area, name
        assert thing.box.height > 36, name
    assert not body.pager.overflow


def test_without_any_room_it_comes_to_rest(face: Any) -> None:
    """As where a game has ended before its last question was ever seen: keys to scroll came for the height of the
    Actions, took all the width, and went with that height, twenty times in every frame."""
    body = ask(face, 8, 0)
    body.parent.remove_widget(body)
    body.size_hint, body.size = (None, None), (26, 0)
    face.fingers.frames(3)
    swings: list[bool] = []
    body.pager.bind(overflow=lambda _, overflow: swings.append(overflow))
    face.fingers.frames(3)
    assert not swings


def test_what_is_said_before_them_leaves_the_tiles_in_sight(face: Any, window: Any) -> None:
    """Seen by eye in Polish at 1024x600 with the largest words: who was to be eliminated stood below a fold, and all
    that was to be seen was why."""
    from layouts.theme import look

    face.look(text="XL")
    why = "Every way is blocked. One pained unit is Eliminated; the others stay and count as not pained, as they were."
    body = ask(face, 2, 0, why)
    body.parent.remove_widget(body)
    body.size_hint = None, None
    window.add_widget(body)
    try:
        for high, step in ((400, "body"), (2.6 * look.least + look.gap + body.grid.row(), "least"), (400, "body")):
            body.size = 660 * look.u, high
            face.settle()
            assert body._text.step == step
            assert not body.pager.overflow
    finally:
        window.remove_widget(body)
        face.look(text="M")


def test_what_is_not_possible_keeps_its_place_and_says_why(face: Any) -> None:
    body = ask(face, 8, 4)
    all_in_sight(face, body, [*(f"able{n}" for n in range(8)), *(f"not{n}" for n in range(4))])
    face.fingers.tap(body.grid.chips["not3"])
    assert face.verb.text == "Never 3: Reason 3."


@pytest.mark.parametrize("size", [(800, 480), (720, 1280), (1280, 720)])
def test_keys_stay_where_they_are_whatever_is_possible(face: Any, size: tuple[int, int]) -> None:
    """Also after the turn's Action; Pass is at the lower right, and the way on is the primary button."""
    from tests.instruments.outside import stage

    stage.resize(face.window, face.fingers, size)
    face.redraw()

    def places() -> dict[str, tuple[float, float]]:
        return {name: button.center for name, button in face.page.question.body.grid.buttons.items()}

    try:
        session, before = face.session, places()
        who = session.prompts[0].prompt.key
        grid = face.page.question.body.grid
        passing = grid.chips["pass"]
        assert passing.center_y == min(chip.center_y for chip in grid.chips.values())
        lowest = [button for button in grid.buttons.values() if button.y == passing.y]
        assert passing.right == max(button.right for button in lowest)
        state = session.state
        gate = next(area for area in state.board.on_map if area not in state.gates)
        face.interject("gate")
        face.answer(session.prompts[0].ticket, [gate])
        face.answer(session.prompts[0].ticket, ["abandoned"])
        assert face.page.question.body.grid.chips["control"].refused == ""
        assert places() == before
        face.answer(session.prompts[0].ticket, ["move/1"])
        assert session.prompts[0].prompt.key == who
        assert places() == before, "all of them"
        assert face.verb.text == "End turn"
        assert face.verb.ready
        assert face.verb.strong
        face.fingers.tap(face.verb)
        assert session.prompts[0].prompt.key != who
    finally:
        stage.resize(face.window, face.fingers, (800, 480))


def test_hollow_keys_say_why_and_what_is_behind_others_can_be_picked(face: Any) -> None:
    """Dreams has its key from turn 1 and says which book it needs; with the largest words it stands behind *Own*."""
    from companion.games.cthulhu_wars.facts import BookTaken

    body = face.page.question.body
    dreams = body.grid.buttons["dreams"]
    assert dreams.width > 40
    face.fingers.tap(dreams)
    assert face.verb.text == "Dreams: You do not have this spellbook."
    face.look(text="XL")
    face.redraw()
    try:
        face.session.state.factions["GC"].met.append("any")
        face.session.state.record(BookTaken("GC", "dreams", "any"))
        face.session.correct({"GC.acolyte": 5})
        face.redraw()
        body, own = face.page.question.body, face.page.question.body.grid.buttons["behind/own"]
        assert own.able == 1
        face.fingers.tap(own)
        assert face.verb.text == "Back"
        face.settle()
        face.fingers.tap(face.verb)
        assert body.grid.parent is body
        face.fingers.tap(own)
        assert body.page.keys["submerge"].refused == "You do not have this spellbook."
        assert body.page.keys["dreams"].refused == ""
        face.fingers.tap(body.page.keys["dreams"])
        assert not face.session.prompts[0].prompt.key.startswith("action/")
    finally:
        face.look(text="M")


def test_undo_says_whole_words_or_less_of_them(face: Any) -> None:
    chance = Random(8)
    for _ in range(60):
        item = chance.choice(face.session.prompts)
        face.session.answer(item.ticket, item.prompt.any_answer(chance), source="virtual")
        face.page.opened()
        assert "…" not in face.page.left
        assert face.page.left.startswith(("Undo", "Hold to undo the dice"))


@pytest.mark.parametrize("size", [(800, 480), (720, 1280), (1280, 720)])
def test_undo_of_a_correction_says_whose_number_or_at_least_which(face: Any, size: tuple[int, int]) -> None:
    """It said "Undo: 8 → 6"."""
    from tests.instruments.outside import stage

    stage.resize(face.window, face.fingers, size)
    face.session.correct({"GC.power": 6})
    face.redraw()
    whole = "Correction: Great Cthulhu, Power: 8 → 6"
    # The key is narrow on an upright screen.
    least = "" if size[1] > size[0] else "Power: 8 → 6"
    assert face.page.left.partition("Undo: ")[2] in {whole, "Great Cthulhu, Power: 8 → 6", "Power: 8 → 6", least}
    face.session.correct({"GC.power": 5, "BG.doom": 4})
    face.redraw()
    assert "→" not in face.page.left or "Great Cthulhu, Power: 6 → 5" in face.page.left


class Dashed(gettext.NullTranslations):
    """A language that puts a dash between what was asked and what was answered."""

    def gettext(self, message: str) -> str:
        return "{question} – {answer}" if message == "{question}: {answer}" else message


def test_undo_says_less_in_languages_with_another_sign_before_the_answer(face: Any) -> None:
    """Spanish titles have a colon of their own."""
    words.speak(Dashed())
    try:
        chance, shorter = Random(8), 0
        for _ in range(60):
            item = chance.choice(face.session.prompts)
            face.session.answer(item.ticket, item.prompt.any_answer(chance), source="virtual")
            face.page.opened()
            label, said = face.session.timeline.entries[-1].label, face.page.left.partition(": ")[2]
            question, answer = words.halves(label)
            assert said in {"", label, question, answer, *words.briefly(label), *words.briefly(label, bare=True)}
            shorter += said == answer != label
        assert shorter
    finally:
        words.use(words.ENGLISH)


def test_an_enemy_who_cannot_be_attacked_is_named(face: Any) -> None:
    """Its chip shows a sigil alone: who taps it, and whoever reads the screen without looking at it, gets its name."""
    from msgspec.structs import replace

    from companion.table.prompts import Choose, Option
    from layouts.glyphs import SYMBOLS

    enemies = {"CC": "", "BG": "None of theirs is near.", "YS": ""}
    options = [
        Option(f"battle/{code}", f"Name of {code}", why, symbol="battle", tile="battle", sigil="yellow-sign", cost=1)
        for code, why in enemies.items()
    ]
    options += [Option(f"able{n}", f"Some Action with many words {n}", symbol="move", cost=n) for n in range(3)]
    page, item = face.page, face.session.prompts[0]
    prompt = Choose(key="pick/GC", who="GC", title="Great Cthulhu to act", options=tuple(options))
    page.question.show((replace(item, prompt=prompt),), page.context)
    face.settle()
    chip = page.question.body.grid.chips["battle/BG"]
    assert chip.way.text == SYMBOLS["yellow-sign"]
    assert chip.text == "Name of BG 1"
    face.fingers.tap(chip)
    assert face.verb.text == "Name of BG: None of theirs is near."


def test_a_reason_names_the_group_of_its_key(face: Any) -> None:
    """ "Black Goat: All your units together have Combat 0." was read as if Black Goat's units were meant."""
    from msgspec.structs import replace

    from companion.table.prompts import Choose, Option

    why = "Your units have Combat 0."
    options = [
        Option(
            f"battle/{code}",
            f"Battle against {name}",
            why,
            symbol="battle",
            tile="battle",
            short=name,
            heading="Battle",
        )
        for code, name in (("BG", "Black Goat"), ("CC", "Crawling Chaos"))
    ]
    options.append(Option("pass", "Pass", "You must act.", symbol="pass"))
    page, item = face.page, face.session.prompts[0]
    prompt = Choose(key="pick/GC", who="GC", title="Great Cthulhu to act", options=tuple(options))
    page.question.show((replace(item, prompt=prompt),), page.context)
    face.settle()
    face.fingers.tap(page.question.body.grid.chips["battle/BG"])
    assert face.verb.text == f"Battle Black Goat: {why}"
    face.fingers.tap(page.question.body.grid.chips["pass"])
    assert face.verb.text == "Pass: You must act."


def test_a_chip_with_a_sigil_tells_how_wide_it_is_drawn(face: Any) -> None:
    """Its price is as large as other prices, and was told as large as the sigil."""
    from companion.app.widgets.controls.tile_rows import Way
    from companion.app.widgets.controls.tiles import OptionButton
    from layouts.glyphs import SYMBOLS

    chip = OptionButton(lambda _: None, lambda _what, _why: None)
    chip.size_hint, chip.size, chip.pos = (None, None), (90, 56), (100, 100)
    face.window.add_widget(chip)
    try:
        chip.show(Way("a", SYMBOLS["power"], 1, sigil=SYMBOLS["power"]), "power", 20)
        face.fingers.frames(3)
        left, right = chip._words.rect[0], chip._bolt.rect[0] + chip._bolt.rect[2]
        assert abs(chip.texture_size[0] - (right - left)) <= 3
    finally:
        face.window.remove_widget(chip)


def test_a_reason_without_room_on_the_button_is_told_above(face: Any) -> None:
    """On an upright screen it ran over the frame and off the screen."""
    from msgspec.structs import replace

    from companion.table.prompts import Choose, Option
    from tests.instruments.outside import stage

    stage.resize(face.window, face.fingers, (720, 1280))
    try:
        why = "You have no Monster or Great Old One in an area with an enemy Cultist that nobody protects there."
        options = (Option("move", "Move", symbol="move"), Option("capture", "Capture Cultist", refused=why))
        prompt = Choose(key="pick/GC", who="GC", title="Great Cthulhu to act", options=options)
        face.page.question.show((replace(face.session.prompts[0], prompt=prompt),), face.page.context)
        face.page._arrange(False)
        face.settle()
        face.fingers.tap(face.page.question.body.grid.chips["capture"])
        assert face.message().endswith(why)
        assert face.verb.text == "Tap one"
    finally:
        face.shell.show_message("")
        stage.resize(face.window, face.fingers, (800, 480))
