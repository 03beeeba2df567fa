"""Every kind of question, answered by touch, and what the session got."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from companion.table.autoplay import play

pytestmark = pytest.mark.window


@pytest.fixture
def last(shell: Any) -> Any:
    """The newest entry in the session."""
    return lambda: shell.game.session.timeline.entries[-1]


def test_one_tap_chooses_one(start: Any, fingers: Any, last: Any) -> None:
    table = start("choose", "tell")
    assert table.primary.disabled
    fingers.tap(table.question.body.keys["hunt"])
    assert last().value == ["hunt"]
    assert last().source == "touch"
    assert table.question.title == "On the board"


def test_a_refused_option_says_why_and_does_nothing(start: Any, fingers: Any) -> None:
    table = start("choose")
    key = table.question.body.keys["feast"]
    assert key.refused == "Costs 5 food; you have 3."
    fingers.tap(key)
    assert not table.session.timeline.entries


def test_pieces_of_a_group_are_picked_by_number_in_one_tap(start: Any, fingers: Any, last: Any) -> None:
    table = start("several")
    body = table.question.body
    assert body.selection.picked == ["runner.1", "totem"], "what the companion believes is filled in"
    fingers.tap(body.chips["runner"][3])
    fingers.tap(body.keys["totem"])
    fingers.skip(0.4)
    fingers.tap(table.primary)
    assert sorted(last().value) == ["runner.1", "runner.2", "runner.3"]


def test_picking_nothing_has_its_own_words(start: Any, fingers: Any, last: Any) -> None:
    table = start("several")
    fingers.tap(table.question.body.chips["runner"][0])
    fingers.tap(table.question.body.keys["totem"])
    fingers.skip(0.4)
    assert table.primary.text == "Nobody goes"
    fingers.tap(table.primary)
    assert last().value == []


def test_areas_are_picked_on_the_map(start: Any, fingers: Any, last: Any) -> None:
    table = start("map")
    body = table.question.body
    fingers.tap(body.map.keys["far_island"])
    assert table.primary.text == "Far Island: Nobody of yours stands next to it."
    assert table.primary.disabled
    fingers.tap(body.map.keys["harbour"])
    fingers.tap(body.map.keys["old_mill"])
    fingers.tap(body.map.keys["harbour"])
    fingers.skip(0.4)
    fingers.tap(table.primary)
    assert last().value == ["old_mill"]


def test_one_area_is_one_tap(start: Any, fingers: Any, last: Any) -> None:
    table = start("one_area")
    fingers.tap(table.question.body.map.keys["the_crossroads"])
    assert last().value == ["the_crossroads"]


def test_a_count_by_stepper_and_by_numpad(start: Any, fingers: Any, shell: Any, last: Any) -> None:
    table = start("count")
    stepper = table.question.body.stepper
    plus, number, minus = stepper.more, stepper.number, stepper.fewer
    fingers.tap(plus)
    fingers.tap(minus)
    fingers.tap(plus)
    assert table.question.body.value == 5
    fingers.tap(number)
    pad = shell.page
    fingers.tap(pad.keys["1"])
    fingers.tap(pad.keys["3"])
    fingers.skip(0.4)
    assert pad.primary.disabled
    assert pad.primary.text == "At most 12"
    fingers.tap(pad.keys["⌫"])
    fingers.tap(pad.keys["2"])
    fingers.skip(0.4)
    fingers.tap(pad.primary)
    assert shell.page is table
    fingers.skip(0.4)
    fingers.tap(table.primary)
    assert last().value == 12


def test_the_app_rolls(start: Any, fingers: Any, last: Any) -> None:
    table = start("roll")
    assert (table.primary.text, table.primary.ready) == ("Roll 3 dice here", True), "the way on says what it does"
    assert table.question.body.card.here_key.parent is None, "once is enough"
    fingers.tap(table.primary)
    assert last().kind == "roll"
    assert last().source == "virtual"
    assert len(last().value) == 3


def test_faces_are_typed_in(start: Any, fingers: Any, shell: Any, last: Any) -> None:
    table = start("roll")
    fingers.tap(table.question.body.card.typing_key)
    page = shell.page
    for value in (6, 2, 1):
        fingers.tap(page.face_keys[value])
    fingers.tap(page.board.ids.rubout)
    fingers.skip(0.4)
    assert page.primary.disabled
    assert page.primary.text == "1 die missing"
    fingers.tap(page.face_keys[4])
    fingers.tap(page.face_keys[4])
    assert page.faces == [6, 2, 4], "never more dice than were rolled"
    fingers.skip(0.4)
    fingers.tap(page.primary)
    assert last().value == [6, 2, 4]
    assert last().source == "hand"


def typed_in(table: Any, fingers: Any, shell: Any) -> None:
    """Type in the dice of the page in front, all of them blank."""
    from companion.app.demo.touches import touches

    body = table.question.body
    card = body.cards[0] if body.joint else body.card
    dice = {} if card.prompt.symbols else [1] * card.prompt.dice
    for widget in touches(body, {card.prompt.key: dice} if body.joint else dice):
        fingers.tap(widget)
        fingers.skip(0.4)
    assert shell.page is table


def test_the_way_of_rolling_is_remembered(start: Any, fingers: Any, shell: Any, last: Any) -> None:
    """Also when the game is opened again; what the settings say comes first."""
    table = start("roll", "together")
    assert table.primary.text == "Roll 3 dice here"
    typed_in(table, fingers, shell)
    assert last().source == "hand"
    body = table.question.body
    assert body.joint
    assert table.primary.text == "Type in both"
    assert all(card.here_key.parent is card.typing_key.parent is not None for card in body.cards)
    # The keypad is a tap away; put away, nothing has changed.
    fingers.tap(table.primary)
    assert shell.page.prompt is body.cards[0].prompt
    shell.back()
    fingers.skip(0.4)
    assert table.question.body.joint
    for way, text in (("here", "Roll both here"), ("type", "Type in both"), ("ask", "Type in both")):
        shell.settings.dice = way
        table.refresh()
        assert table.primary.text == text
    path = shell.game.path
    shell.home()
    fingers.skip(0.4)
    shell.play(lambda: shell.library.open(path))
    fingers.skip(0.4)
    table = shell.page
    assert table.primary.text == "Type in both"
    typed_in(table, fingers, shell)
    body = table.question.body
    assert (table.primary.text, body.joint) == ("Type in", False)
    assert body.card.typing_key.parent is None, "once is enough"
    # Rolled here once, it is as before; undone, as it was before that.
    fingers.tap(body.card.here_key)
    fingers.skip(0.4)
    assert last().source == "virtual"
    while shell.game.session.prompts[0].prompt.kind != "roll":
        play(shell.game.session, Random(1), 1)
    table.refresh()
    fingers.skip(0.4)
    assert table.primary.text in ("Roll 3 dice here", "Roll both here")


@pytest.mark.parametrize("cancelled", [False, True])
def test_dice_of_both_sides_are_typed_in_in_one_go(start: Any, fingers: Any, shell: Any, cancelled: bool) -> None:
    """With the second keypad put away, the first dice have been given, and the others are asked for as ever."""
    table = start("roll", "together", "assign")
    typed_in(table, fingers, shell)
    fingers.tap(table.primary)
    fingers.skip(0.4)
    assert shell.page.prompt.key == "fight.red"
    fingers.tap(shell.page.primary)
    fingers.skip(0.4)
    assert shell.page.prompt.key == "fight.blue"
    fingers.tap(shell.page.left_key if cancelled else shell.page.primary)
    fingers.skip(0.4)
    assert shell.page is table
    keys = [entry.key for entry in shell.game.session.timeline.entries if entry.source == "hand"]
    assert keys[1:] == (["fight.red"] if cancelled else ["fight.red", "fight.blue"])
    if cancelled:
        assert table.question.body.card.prompt.key == "fight.blue"
        assert (table.primary.text, table.primary.ready) == ("Type in", True)


def test_both_sides_roll_with_one_tap(start: Any, fingers: Any, shell: Any) -> None:
    table = start("together", "assign")
    assert table.primary.text == "Roll both here"
    fingers.tap(table.primary)
    entries = shell.game.session.timeline.entries
    assert [(e.kind, e.source, len(e.value)) for e in entries] == [
        ("roll", "virtual", 6),
        ("roll", "virtual", 4),
    ]
    assert len(table.sides.halves) == 2
    assert table.headline.steps.text == "3/4  Assign"


@pytest.mark.parametrize("wanted", ["off", "on"])
def test_chances_are_shown_to_people_who_want_them(start: Any, shell: Any, wanted: str) -> None:
    shell.settings.odds = wanted
    card = start("together").question.body.cards[0]
    words = "Kill 67%, Pain 91%"
    assert card.odds == (words if wanted == "on" else "")
    lines = [child.text for child in start("roll").question.body.walk() if hasattr(child, "text")]
    assert any("A six 42 %." in line for line in lines) == (wanted == "on")


def test_one_side_types_symbols_and_the_other_rolls(start: Any, fingers: Any, shell: Any, last: Any) -> None:
    table = start("together", "assign")
    fingers.tap(table.question.body.cards[1].typing_key)
    page = shell.page
    for _ in range(5):
        fingers.tap(page.symbol_rows["pain"].ids.more)
    assert page.symbols == {"kill": 0, "pain": 4}, "no more symbols than dice"
    fingers.tap(page.symbol_rows["pain"].ids.less)
    fingers.tap(page.symbol_rows["kill"].ids.more)
    fingers.skip(0.4)
    fingers.tap(page.primary)
    assert last().value == {"kill": 1, "pain": 3}
    assert last().source == "hand"
    fingers.skip(0.4)
    assert table.question.who == "Red Foxes"
    assert table.primary.text == "Type in", "as the dice before"
    fingers.tap(table.question.body.card.here_key)
    assert last().source == "virtual"


def test_dice_that_fell_stay_after_an_undo(start: Any, fingers: Any, last: Any) -> None:
    table = start("roll", "tell")
    fingers.tap(table.primary)
    faces = last().value
    fingers.skip(0.4)
    fingers.tap(table.ids.left)
    assert last().value == faces, "a tap does not undo dice"
    fingers.tap(table.ids.left, hold=1.2)
    assert not table.session.timeline.entries
    fingers.skip(0.4)
    assert table.primary.text == "Use the dice that fell"
    fingers.tap(table.primary)
    assert last().value == faces
    fingers.skip(0.4)
    fingers.tap(table.ids.left, hold=1.2)
    fingers.skip(0.4)
    fingers.tap(table.question.body.card.retype_key)
    mended = [7 - face for face in faces]
    for face in mended:
        fingers.tap(table.host.page.face_keys[face])
    fingers.skip(0.4)
    fingers.tap(table.host.page.primary)
    assert last().value == mended
    assert last().original == faces, "what was first reported stays on record"


def test_a_key_that_fired_by_hold_swallows_its_release(start: Any, fingers: Any) -> None:
    table = start("tell", "roll")
    fingers.tap(table.primary)
    fingers.skip(0.4)
    fingers.tap(table.primary)
    fingers.skip(0.4)
    entries = len(table.session.timeline.entries)
    touch = fingers.down(*table.ids.left.center)
    fingers.wait(1.2)
    assert len(table.session.timeline.entries) == entries - 1, "it fires while the finger is down"
    assert not table.ids.left.hold, "now it would be a tap"
    other = fingers.down(*table.ids.left.center)
    fingers.up(touch)
    assert len(table.session.timeline.entries) == entries - 1
    fingers.up(other)
    assert len(table.session.timeline.entries) == entries - 2, "another finger is a tap of its own"


def test_a_key_that_comes_to_need_a_hold_ignores_the_tap_that_was_begun(start: Any, fingers: Any, last: Any) -> None:
    table = start("tell", "roll")
    fingers.tap(table.primary)
    fingers.skip(0.4)
    touch = fingers.down(*table.ids.left.center)
    fingers.tap(table.primary)
    assert last().kind == "roll"
    fingers.up(touch)
    fingers.skip(1.2)
    assert last().kind == "roll"


def test_a_hold_ends_when_the_key_comes_to_mean_something_else(start: Any, fingers: Any, last: Any) -> None:
    table = start("roll", "tell")
    fingers.tap(table.primary)
    fingers.skip(0.4)
    touch = fingers.down(*table.ids.left.center)
    fingers.wait(0.5)
    fingers.tap(table.primary)
    assert last().kind == "answer"
    fingers.wait(1.2)
    assert last().kind == "answer", "the hold was for the dice"
    fingers.up(touch)
    assert last().kind == "answer"


def test_results_are_assigned_by_cycling(start: Any, fingers: Any, last: Any) -> None:
    table = start("assign")
    body = table.question.body
    assert body.keys["guest"].refused
    fingers.tap(body.keys["guest"])
    assert table.primary.text == "Guest: Guests are safe."
    fingers.tap(body.keys["runner.1"])
    assert body.taken["runner.1"] == ("kill",)
    fingers.tap(body.keys["runner.2"])
    assert body.taken["runner.2"] == ("pain",), "the only Kill is taken"
    fingers.skip(0.4)
    assert table.primary.disabled
    assert table.primary.text == "1 Pain left"
    fingers.tap(body.keys["chief"])
    fingers.skip(0.4)
    fingers.tap(table.primary)
    assert last().value == {"runner.1": ["kill"], "runner.2": ["pain"], "chief": ["pain"]}


def test_pieces_are_placed_on_the_map(start: Any, fingers: Any, last: Any) -> None:
    table = start("place")
    body = table.question.body
    fingers.tap(body.map.keys["far_island"])
    assert "Nobody of yours" in table.primary.text
    fingers.tap(body.keys["chief.1"])
    fingers.tap(body.map.keys["old_mill"])
    fingers.tap(body.map.keys["harbour"])
    assert body.placed == {"runner.1": "harbour", "chief.1": "old_mill"}, "an area takes all who are left"
    fingers.skip(0.4)
    fingers.tap(table.primary)
    assert last().value == {"runner.1": "harbour", "chief.1": "old_mill"}


def test_all_who_go_to_one_area_are_placed_by_one_tap(start: Any, fingers: Any, last: Any) -> None:
    """A plain battle takes at most 10 taps; how to send one alone is said, and who goes is lit (before
    the first alone, and nothing changed when it was taken in hand)."""
    table = start("place")
    body = table.question.body
    assert "move one piece alone" in body.note
    assert {name: chip.chosen for name, chip in body.keys.items()} == {"runner.1": True, "chief.1": True}
    fingers.tap(body.keys["runner.1"])
    assert {name: chip.chosen for name, chip in body.keys.items()} == {"runner.1": True, "chief.1": False}
    table = start("place")
    fingers.tap(table.question.body.map.keys["harbour"])
    assert last().value == {"runner.1": "harbour", "chief.1": "harbour"}
    fingers.skip(0.4)
    fingers.tap(table.left_key)
    assert table.question.body.placed == {}, "whoever thinks better of it taps once"


def test_who_thinks_better_of_a_place_taps_once(start: Any, fingers: Any, last: Any) -> None:
    table = start("place")
    body = table.question.body
    fingers.tap(body.keys["runner.1"])
    fingers.tap(body.map.keys["harbour"])
    fingers.tap(body.map.keys["old_mill"])
    assert body.placed == {"runner.1": "harbour", "chief.1": "old_mill"}
    fingers.tap(body.map.keys["harbour"])
    assert body.placed == {"runner.1": "harbour", "chief.1": "harbour"}
    fingers.skip(0.4)
    fingers.tap(table.primary)
    assert last().value == {"runner.1": "harbour", "chief.1": "harbour"}


def test_a_result_is_given_to_another_piece_with_one_tap(start: Any) -> None:
    """With nothing left to give, whoever took the last of it gives it up."""
    from companion.app.table.prompts.assign import AssignPrompt
    from companion.table.prompts import Assign, Piece
    from companion.table.session import OpenPrompt

    table = start("assign")
    pieces = tuple(Piece(f"runner.{n}", "Runner") for n in range(1, 5))
    item = OpenPrompt(9, Assign(key="hit", who="red", title="Two hits", results={"hit": 2}, pieces=pieces))
    body = AssignPrompt(item, table.context)
    for piece in pieces[:2]:
        body.tap(piece)
    assert body.ready
    body.tap(pieces[3])
    assert {name for name, taken in body.taken.items() if taken} == {"runner.1", "runner.4"}
    body.tap(pieces[0])
    assert not body.ready


def assigned(start: Any, capacity: int, suggested: list[str]) -> Any:
    """Two results for three runners and a chief who can take so many; some are filled in."""
    from companion.app.table.prompts.assign import AssignPrompt
    from companion.table.prompts import Assign, Piece
    from companion.table.session import OpenPrompt

    table = start("assign")
    pieces = (
        *(Piece(f"runner.{n}", "Runner") for n in (1, 2, 3)),
        Piece("chief", "Chief", capacity=capacity),
    )
    filled = dict.fromkeys(suggested, ("hit",))
    prompt = Assign(key="hit", who="red", title="Hits", results={"hit": 2}, pieces=pieces, suggested=filled)
    body = AssignPrompt(OpenPrompt(9, prompt), table.context)
    assert body.ready
    return body


def taken(body: Any) -> dict[str, int]:
    return {name: len(results) for name, results in body.taken.items() if results}


def test_one_that_can_take_two_takes_both_with_two_taps(start: Any) -> None:
    """As a Starspawn with Regenerate: it took a tap for each that had been filled in elsewhere, too (5 in all)."""
    body = assigned(start, 2, ["runner.1", "runner.2"])
    body.tap(body._pieces["chief"])
    assert taken(body) == {"chief": 1, "runner.1": 1}
    body.tap(body._pieces["chief"])
    assert taken(body) == {"chief": 2}
    assert body.ready
    body.tap(body._pieces["chief"])
    assert not taken(body), "and after the last to nothing"


def test_what_people_have_given_stays_while_something_is_only_filled_in(start: Any) -> None:
    """Whoever named two pieces, one after the other, took the result from the first again for the second."""
    body = assigned(start, 1, ["runner.1", "runner.2"])
    body.tap(body._pieces["runner.3"])
    body.tap(body._pieces["chief"])
    assert taken(body) == {"runner.3": 1, "chief": 1}
    body.tap(body._pieces["runner.1"])
    assert taken(body) == {"runner.3": 1, "runner.1": 1}, "then it is the last one"


@pytest.mark.parametrize("wanted", [["chief", "chief"], ["runner.3", "chief"], ["runner.1", "chief"], ["runner.2"] * 1])
def test_a_finger_comes_to_every_assignment(start: Any, wanted: list[str]) -> None:
    from companion.app.demo.touches import touches

    body = assigned(start, 2, ["runner.1", "runner.2"])
    answer = {name: ["hit"] * wanted.count(name) for name in wanted}
    for taps, token in enumerate(touches(body, answer)):
        body._tapped(token.piece.id)
        assert taps < 5
    assert taken(body) == {name: len(results) for name, results in answer.items()}


def test_a_row_of_pieces_is_at_once_as_high_as_it_will_be(start: Any, resize: Any) -> None:
    """The map below it was drawn for the height of what stood there before, and then once more.
    What is asked stands beside smaller tokens rather than on a line of its own."""
    from companion.app.widgets.controls.piece_row import PieceRow
    from companion.app.widgets.controls.tokens import TokenPiece

    resize(800, 480)
    start("place")
    row = PieceRow(lambda _: None)
    row.width = 632
    few = [TokenPiece(f"one.{n}", "", "Deep One", "#3cb371") for n in range(2)]
    names = ("Starspawn", "Shoggoth", "Nightgaunt from the Gate")
    many = [TokenPiece(f"all.{n}", "", name, "#3cb371") for n, name in enumerate(names)]
    row.show(few, "Retreat: Great Cthulhu")
    one = row.height
    assert one > 0
    row.show(many, "Retreat: Great Cthulhu")
    assert row.height == one
    assert {chip.across for chip in row.chips.values()} == {28}
    assert {chip.y for chip in row.chips.values()} == {row.top - one}
    assert max(chip.right for chip in row.chips.values()) <= row.right + 1
    row.show([], "Retreat: Great Cthulhu")
    assert 0 < row.height < one


def test_pieces_are_placed_in_a_list(start: Any, fingers: Any, last: Any) -> None:
    table = start("shelf")
    fingers.tap(table.question.body.area_keys["low"])
    assert table.primary.disabled
    fingers.tap(table.question.body.area_keys["box"])
    assert last().value == {"cup": "box"}


def test_a_secret_stays_covered_until_its_player_has_the_screen(
    start: Any, fingers: Any, shell: Any, last: Any
) -> None:

    table = start("secret", "tell")
    shown = " ".join(w.text for w in shell.walk() if getattr(w, "text", ""))
    assert "Hand the screen to Sand Snakes." in shown
    assert "token" not in shown
    assert "Worth" not in shown
    fingers.tap(table.primary)
    fingers.skip(0.4)
    fingers.tap(table.question.body.keys["three"])
    assert last().value == ["three"]


def test_two_secrets_at_once_are_asked_one_after_the_other(start: Any, fingers: Any) -> None:
    table = start("both_pick", "tell")
    assert table.primary.text == "I am Red Foxes"
    tabs = list(reversed(table.question.ids.tabs.children))
    fingers.tap(tabs[1])
    fingers.skip(0.4)
    assert table.primary.text == "I am Moss Hares"
    fingers.tap(table.primary)
    fingers.skip(0.4)
    fingers.tap(table.question.body.keys["b"])
    fingers.skip(0.4)
    assert table.primary.text == "I am Red Foxes"
    fingers.tap(table.primary)
    fingers.skip(0.4)
    fingers.tap(table.question.body.keys["a"])
    assert [(e.who, e.value) for e in table.session.timeline.entries] == [("moss", ["b"]), ("red", ["a"])]


def test_a_list_of_things_to_do_is_acknowledged(start: Any, fingers: Any, last: Any) -> None:
    table = start("tell")
    assert table.primary.text == "All moved"
    fingers.tap(table.primary)
    assert last().value is True


def test_help_is_one_tap_away(start: Any, fingers: Any, shell: Any) -> None:
    table = start("choose")
    fingers.tap(table.question.help_key)
    assert "Nothing else may be done in between." in shell.page.pager.column.children[0].text


@pytest.mark.parametrize(("setting", "verb"), [("here", "Roll 3 dice here"), ("type", "Type in")])
def test_the_dice_setting_names_the_verb(start: Any, shell: Any, setting: str, verb: str) -> None:
    shell.settings.dice = setting
    assert start("roll").primary.text == verb


def test_words_are_written_on_the_screen(start: Any, fingers: Any, shell: Any, last: Any) -> None:
    table = start("write", "tell")
    assert table.primary.text == "No name"
    fingers.tap(table.question.body.line)
    keyboard = shell.page
    for letter in ("E", "L", "D"):
        fingers.tap(keyboard.keys[letter])
    fingers.tap(keyboard.board.ids.space)
    fingers.tap(keyboard.board.ids.space)
    fingers.tap(keyboard.keys["S"])
    fingers.tap(keyboard.keys["X"])
    fingers.tap(keyboard.board.ids.rubout)
    fingers.tap(keyboard.board.ids.swap)
    fingers.tap(keyboard.board.ids.swap)
    fingers.tap(keyboard.keys["7"])
    assert keyboard.words == "Eld S7"
    fingers.skip(0.4)
    fingers.tap(keyboard.primary)
    fingers.skip(0.4)
    assert table.primary.text == "Use “Eld S7”"
    fingers.tap(table.primary)
    assert last().value == "Eld S7"


@pytest.mark.parametrize("name", ["Jürgen Groß", "Łucja Żak", "Zoë Œuvrée", "Ángel Nuñez", "R'lyeh 7b"])
def test_names_of_all_languages_can_be_written(start: Any, fingers: Any, shell: Any, last: Any, name: str) -> None:
    """A letter that the alphabet lacks takes one tap more, and the alphabet is back after it; figures stay."""
    from companion.app.demo.touches import touches

    table = start("write", "tell")
    fingers.tap(table.question.body.line)
    for key in touches(shell.page, name):
        fingers.skip(0.4)
        fingers.tap(key)
    fingers.skip(0.4)
    fingers.tap(table.primary)
    assert last().value == name


def test_no_more_is_written_than_there_is_room_for(start: Any, fingers: Any, shell: Any) -> None:
    table = start("write")
    fingers.tap(table.question.body.line)
    for _ in range(25):
        shell.page.press("A")
    assert shell.page.words == "A" + "a" * 19
