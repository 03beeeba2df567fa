"""Few taps: what may well be done now has a key on the table, all books are in sight, a number answers."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

pytestmark = pytest.mark.window


@pytest.fixture
def face(face: Any) -> Any:
    """In front of an Action."""
    from companion.games.cthulhu_wars.game import CTHULHU_WARS

    face.begin(CTHULHU_WARS, {"factions": ["BG", "CC", "YS"]})
    chance = Random(2)
    while not face.item().prompt.key.startswith("action/"):
        face.answer(face.item().ticket, face.item().prompt.any_answer(chance))
    return face


def others_turn(face: Any) -> None:
    """Bring it about that Black Goat has acted."""
    while face.item().prompt.key != "action/BG":
        face.answer(face.item().ticket, ["pass"])
    face.answer(face.item().ticket, ["move/1"])
    if face.item().prompt.key == "action/BG":
        face.answer(face.item().ticket, ["finish"])


def test_a_claim_after_ones_turn_is_two_taps(face: Any) -> None:
    """What is met by an Action is seen when it is over, and the next player is asked already."""
    from tests.instruments.outside.hand import SightedFinger

    others_turn(face)
    assert face.item().prompt.key != "action/BG"
    finger = SightedFinger(face)
    finger.tap(face.nearby("claim/BG/four_areas"))
    assert face.item().prompt.key == "book/BG"
    finger.answer(["frenzy"])
    assert (finger.cost.taps, finger.cost.flicks) == (2, 0)
    assert face.session.state.factions["BG"].books == ["frenzy"]
    assert face.nearby("claim/BG/four_areas") is None, "it is met"
    assert face.nearby("claim/BG/six_areas") is not None, "and now the next can be"


@pytest.mark.parametrize(("size", "text"), [((800, 480), "M"), ((480, 800), "M"), ((1280, 720), "XL")])
def test_a_claim_while_a_map_is_asked_about_is_two_taps(face: Any, size: tuple[int, int], text: str) -> None:
    """Also where a question wants the whole width, and the ledger is not in sight (three before)."""
    from companion.app.hardware.button_actions import extra_focus
    from tests.instruments.outside import stage
    from tests.instruments.outside.hand import SightedFinger
    from tests.instruments.outside.matrix import Inspector

    others_turn(face)
    stage.resize(face.window, face.fingers, size)
    face.look(text=text)
    session = face.session
    session.correct({f"{session.state.active}.power": 8})
    face.answer(face.item().ticket, ["create_gate"])
    assert face.kind() == "cthulhu_wars choose map"
    key = face.nearby("claim/BG/four_areas")
    assert extra_focus(face.page).count(key) == 1, "the knob comes by once"
    inspector = Inspector(face, None, ("finger", "reach", "overlap", "text cut"))
    inspector.setting = size, "dark", text
    assert not [f"{f.text}: {f.what}" for f in inspector.look("page")]
    finger = SightedFinger(face)
    finger.tap(key)
    finger.answer(["frenzy"])
    assert (finger.cost.taps, finger.cost.flicks) == (2, 0)
    assert session.state.factions["BG"].books == ["frenzy"]
    assert face.nearby("claim/BG/four_areas") is None, "it is met"
    assert face.kind() == "cthulhu_wars choose map", "and the question stands again"


def test_books_of_random_evenings_are_claimed_in_at_most_three_taps(face: Any) -> None:
    """The key, and the book; where several claims share a key, the claim between them."""
    from tests.instruments.outside.taps import claims

    robots = [claims(face, seed, 4) for seed in (0, 2)]
    assert not any(robot.unreached for robot in robots)
    taken = [cost.taps + cost.flicks for robot in robots for cost in robot.costs["claim a book"]]
    assert len(taken) > 5
    assert max(taken) <= 3


def test_in_its_own_turn_a_faction_has_them_beside_its_actions(face: Any) -> None:
    others_turn(face)
    while face.item().prompt.key != "action/BG":
        face.answer(face.item().ticket, ["pass"])
    assert face.nearby("claim/BG/four_areas") is None
    assert "claim/BG/four_areas" not in [o.id for o in face.session.interjections]
    assert "claim/four_areas" in [option.id for option in face.page.question.body.around]
    assert face.nearby("claim/four_areas") or face.nearby("around"), "beside the question, or behind a key there"


def test_the_knob_reaches_them(face: Any) -> None:
    from companion.app.hardware.button_actions import extra_focus

    others_turn(face)
    assert face.nearby("claim/BG/four_areas") in extra_focus(face.page)


def test_an_undo_takes_a_claim_back_and_offers_it_again(face: Any) -> None:
    others_turn(face)
    face.interject("claim/BG/four_areas")
    face.undo(1)
    assert face.nearby("claim/BG/four_areas") is not None


@pytest.mark.parametrize("size", [(800, 480), (480, 800), (720, 1280), (1024, 600)])
@pytest.mark.parametrize("text", ["M", "XL"])
def test_all_spellbooks_say_the_whole_of_what_they_do(face: Any, size: tuple[int, int], text: str) -> None:
    """Books as a grid, whose texts were cut: each is in sight whole, at most a key for its page away."""
    from tests.instruments.outside import stage
    from tests.instruments.outside.sight import look_at

    stage.resize(face.window, face.fingers, size)
    face.look(text=text)
    others_turn(face)
    face.interject("claim/BG/four_areas")
    face.settle()
    body = face.page.question.body
    assert len(body.keys) == 6
    said = {option.id: option.detail for option in body.prompt.options}
    for name, key in body.keys.items():
        assert key.detail == said[name]
        assert key.texture_size[1] <= key.height
    pages = body.pager.stops or ([body.pager.beside.down_key] if body.pager.overflow else [])
    assert len(pages) <= (1 if text == "M" else 3)
    whole = set()
    for turn in [None, *(page if not body.pager.stops else page[0] for page in pages)]:
        if turn is not None and not turn.disabled:
            face.fingers.tap(turn)
            face.settle()
        seen = {thing.widget: thing for thing in look_at(face.window)}
        for name, key in body.keys.items():
            sight = seen[key].sight if key in seen else None
            if sight is not None and sight.area > 0.99 * seen[key].box.area:
                whole.add(name)
    assert whole == set(body.keys)


def test_a_number_answers_where_it_is_all_there_is_to_say(face: Any) -> None:
    """Move, by number: two taps. Units on Gates are picked before it."""
    from tests.instruments.outside.hand import SightedFinger

    while face.item().prompt.key != "action/BG":
        face.answer(face.item().ticket, ["pass"])
    finger = SightedFinger(face)
    finger.answer(["move"])
    body = face.page.question.body
    gate = next(o.id for o in face.item().prompt.options if not o.group)
    before = face.session.state.factions["BG"].power
    assert not [chip.text for chip in body.chips["unit"] if chip.chosen], "nothing is lit where a tap answers"
    assert [row.label for row in body._rows] == ["Unit not on a Gate"]
    assert (face.page.primary.text, face.page.primary.disabled) == ("Tap a number", True)
    finger.tap(body.keys[gate])
    assert (face.page.primary.text, face.page.primary.disabled) == ("Tap a number", True)
    finger.tap(body.chips["unit"][2])
    assert face.session.timeline.entries[-1].label == "Move 3 units"
    assert face.session.state.factions["BG"].power == before - 3
    assert finger.cost.taps == 3


def test_many_numbers_leave_room_for_the_units_on_gates(face: Any) -> None:
    """Beside the ledger they took two rows, and of what is picked before them half a line was seen."""
    from tests.instruments.outside.matrix import Inspector

    while face.item().prompt.key != "action/BG":
        face.answer(face.item().ticket, ["pass"])
    face.session.correct({"BG.power": 9, "BG.ghoul": 2, "BG.dark_young": 2})
    face.redraw()
    face.answer(face.item().ticket, ["move"])
    body = face.page.question.body
    assert len(body.chips["unit"]) == 10
    assert len({chip.y for chip in body.chips["unit"]}) == 1, "in one row"
    checks = "finger", "reach", "overlap", "text cut"
    assert not [f"{f.text}: {f.what}" for f in Inspector(face, None, checks).look("page")]


def test_very_many_numbers_leave_room_for_what_is_said_before_them(face: Any) -> None:
    """Beside the ledger they took three rows, and left a line four pixels high, with a key to turn its pages."""
    from companion.games.cthulhu_wars.game import CTHULHU_WARS
    from tests.instruments.outside.matrix import Inspector

    # Below the Referee nobody says which unit is on a Gate.
    face.begin(CTHULHU_WARS, {"factions": ["BG", "CC", "YS"], "options": {"help": "clerk"}})
    chance = Random(2)
    while face.item().prompt.key != "action/BG":
        face.answer(face.item().ticket, face.item().prompt.any_answer(chance))
    face.session.correct({"BG.power": 13, "BG.ghoul": 2, "BG.fungi": 4, "BG.dark_young": 3})
    face.redraw()
    face.answer(face.item().ticket, ["move"])
    body = face.page.question.body
    assert not body.keys
    assert len(body.chips["unit"]) == 14
    checks = "finger", "reach", "overlap", "text cut"
    assert not [f"{f.text}: {f.what}" for f in Inspector(face, None, checks).look("page")]


@pytest.mark.parametrize("text", ["M", "XL"])
@pytest.mark.parametrize("ghouls", [0, 2])
def test_many_units_on_gates_stand_beside_each_other(face: Any, text: str, ghouls: int) -> None:
    """Below each other beside the ledger the last of five Gates was 2.7 flicks away. In the largest type each has the
    whole width: a key in two columns was higher than what is seen of the list."""
    from tests.instruments.outside.matrix import Inspector

    while face.item().prompt.key != "action/BG":
        face.answer(face.item().ticket, ["pass"])
    while len(face.session.state.held_gates("BG")) < 5:
        face.session.interject("gate")
        place = next(item for item in face.session.prompts if item.prompt.key.startswith("gate/"))
        free = next(o.id for o in place.prompt.options if o.id not in face.session.state.gates)
        face.session.answer(place.ticket, [free])
        owner = next(item for item in face.session.prompts if item.prompt.key == "gate/owner")
        face.session.answer(owner.ticket, ["BG"])
    face.session.correct({"BG.power": 9, "BG.ghoul": ghouls})
    face.look(text=text)
    face.redraw()
    face.answer(face.item().ticket, ["move"])
    body = face.page.question.body
    assert len(body.keys) >= 5
    assert max(key.height for key in body.keys.values()) <= body.pager.scroll.height
    checks = "finger", "reach", "overlap", "text cut"
    assert not [f"{f.text}: {f.what}" for f in Inspector(face, None, checks).look("page")]
    face.look(text="M")


def test_a_number_that_is_no_answer_is_none(start: Any, fingers: Any) -> None:
    """Too many or too few: the primary button says so, and nothing is answered."""
    table = start("several")
    fingers.tap(table.question.body.chips["runner"][0])
    assert not table.session.timeline.entries, "there is more to say than one number"
