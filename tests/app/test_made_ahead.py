"""The widgets of a battle are made while nobody waits, kept, and told of what is asked next."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import chain
from pathlib import Path
from random import Random
from typing import Any

import pytest

from firmware_bridge.simulator import SimulatedTower
from tests.app.sizes import sized
from tests.app.test_both_sides import declared, fought

pytestmark = pytest.mark.window


@pytest.fixture
def face(window: Any, fingers: Any, resize: Any, tmp_path: Path) -> Iterator[Any]:  # noqa: ARG001
    from tests.outside.face import on_window

    with on_window(window, fingers, tmp_path, tower="off", dice="here") as made:
        yield made


def wait(face: Any) -> None:
    """Let people look at a question for some seconds."""
    for _ in range(40):
        face.fingers.skip(0.1)


def fought_on(face: Any, last: Callable[[], None] = lambda: None) -> Any:
    """A Deep One and a Shoggoth fight two kinds of Monsters: a Kill against each side. `last` is called before the last
    dice fall."""
    session = face.session
    pieces = {"GC": ["GC.deep_one.1", "GC.shoggoth.1"], "CC": ["CC.nightgaunt.1", "CC.flying_polyp.1"]}
    for item in session.prompts:
        face.answer(item.ticket, pieces[item.prompt.who])
    for item in (rolls := session.prompts):
        if item is rolls[-1]:
            last()
        face.answer(item.ticket, [6] + [1] * (item.prompt.dice - 1))
    return session


def widgets(body: Any) -> set[int]:
    return {id(widget) for widget in body.walk()}


def test_a_battle_finds_its_widgets(face: Any) -> None:
    """Issue 10: a kind that may come next is loaded while idle; issue 11: touch to changed picture in a battle."""
    from companion.app.table.prompts.assign import AssignBody
    from companion.app.table.prompts.roll import BothRollBody
    from companion.app.table.prompts.tell import TellBody

    declared(face)
    wait(face)
    kept = face.page.question._kept
    cards, tokens = kept[0][BothRollBody]._made, [kept[place][AssignBody] for place in (1, 2)]
    assert len(cards) == 2
    assert len(tokens) == 2
    session = fought_on(face)
    body = face.page.question.body
    assert [prompt.kind for prompt in body.prompts] == ["assign", "assign"]
    assert body.bodies == tokens
    assert "beside" in vars(kept[0][TellBody].pager), "what is to be done on the board will hardly fit"
    session.undo(2, past_dice=True)
    face.redraw()
    assert face.page.question.body.cards == cards


def test_an_evening_finds_its_maps(face: Any) -> None:
    """Which areas there are is known only when the first questions have been answered, and people have looked at them:
    the first map was always made while somebody waited (fails on the parent)."""
    from companion.app.table.map_drawing import drawing_for
    from companion.app.table.polygons import triangles
    from companion.app.table.prompts.choose import ChooseOnMapBody
    from companion.app.table.prompts.muster import MusterBody
    from companion.app.table.prompts.place import PlaceBody
    from companion.app.table.prompts.tell import TellBody
    from companion.games.cthulhu_wars.game import CTHULHU_WARS

    triangles.cache_clear()
    face.begin(CTHULHU_WARS, {"factions": ["GC", "CC"]})
    page = face.page
    while not page._view.areas:
        wait(face)
        item = face.session.prompts[0]
        face.answer(item.ticket, item.prompt.any_answer(Random(1)))
    wait(face)
    kept = page.question._kept
    assert {ChooseOnMapBody, PlaceBody, TellBody} <= set(kept[0])
    assert all(MusterBody in kept[side] for side in (1, 2))
    assert all(len(kept[side][MusterBody].numbers.keys) == 7 for side in (1, 2)), "0 to 6 Cultists"
    assert all(kept[side][MusterBody].grid.minus for side in (1, 2))
    assert set(kept[0][PlaceBody].map.drawn.shapes) == {area.id for area in page._view.areas}
    labelled = [kind for kind in (ChooseOnMapBody, PlaceBody) if kept[0][kind].map.labels]
    assert not labelled, "a map that is drawn needs no keys with names, which it had before it had its room"
    assert kept[0][ChooseOnMapBody].map.drawn._laid is not None, "its names are written, and its areas cut"
    known = triangles.cache_info().misses
    drawing = drawing_for(page._view, *face.window.size)
    assert drawing is not None
    for outline in chain.from_iterable(area.shapes for area in drawing.areas.values()):
        triangles(outline)
    assert triangles.cache_info().misses == known, "it was cut into triangles ahead, too"


def test_the_first_question_of_a_turn_finds_its_tiles(face: Any) -> None:
    """The first answer of an evening was the slowest of all, for the palette and its chips were made with it (fails on
    the parent)."""
    from companion.app.table.prompts.choose import ChooseBody
    from companion.app.table.prompts.leaflet import LeafletBody
    from companion.app.table.prompts.palette import PaletteBody
    from companion.games.cthulhu_wars.game import CTHULHU_WARS

    face.begin(CTHULHU_WARS, {"factions": ["GC", "CC"]})
    page, chance = face.page, Random(1)
    wait(face)
    assert {ChooseBody, LeafletBody} <= set(page.question._kept[0])
    palette = page.question._kept[0][PaletteBody]
    chips = {id(chip) for chip in palette.grid.chips.values()}
    while page.question.body is not palette:
        item = face.session.prompts[0]
        face.answer(item.ticket, item.prompt.any_answer(chance))
    asked = {id(chip) for chip in palette.grid.chips.values()}
    assert asked <= chips, "none had to be made"


def test_the_ledger_finds_its_cards(face: Any) -> None:
    """Who plays is known when the first question has been answered: until then nobody has a card (fails on the
    parent)."""
    from companion.games.cthulhu_wars.game import CTHULHU_WARS

    face.begin(CTHULHU_WARS, {"factions": ["GC", "CC", "BG"]})
    ledger = face.page.ledger
    assert not ledger.cards
    wait(face)
    made = {id(thing) for card in ledger._spare for thing in (card, card.zone, *card.numerals)}
    item = face.session.prompts[0]
    face.answer(item.ticket, item.prompt.any_answer(Random(1)))
    assert len(ledger.cards) == 3
    assert {id(thing) for card in ledger.cards for thing in (card, card.zone, *card.numerals)} <= made
    assert not ledger._spare, "and none is kept for somebody who does not play"
    wait(face)
    assert not ledger._spare


def test_pages_that_are_opened_from_the_table_are_made_while_people_look(face: Any) -> None:
    """As long as one answer follows the other nobody waits for the log, too (fails on the parent)."""
    from companion.games.cthulhu_wars.game import CTHULHU_WARS

    face.begin(CTHULHU_WARS, {"factions": ["GC", "CC"]})
    made = face.page.__dict__
    for _ in range(6):
        item = face.session.prompts[0]
        face.answer(item.ticket, item.prompt.any_answer(Random(1)))
        for _ in range(3):
            face.fingers.skip(0.1)
    assert not {"_log", "_more"} & made.keys()
    wait(face)
    assert {"_log", "_more"} <= made.keys()


def test_nothing_is_made_for_a_game_that_was_put_away(face: Any) -> None:
    """It went on to make its battle, and the next game waited for that (fails on the parent)."""
    from companion.games.cthulhu_wars.game import CTHULHU_WARS

    face.begin(CTHULHU_WARS, {"factions": ["GC", "CC"]})
    question = face.page.question
    face.home()
    wait(face)
    assert not any(question._kept[side] for side in (1, 2))


def test_what_waits_below_another_page_is_made_after_it(face: Any) -> None:
    """The first page of the table that somebody opens must not end it."""
    from companion.app.table.prompts.muster import MusterBody
    from companion.games.cthulhu_wars.game import CTHULHU_WARS

    face.begin(CTHULHU_WARS, {"factions": ["GC", "CC"]})
    kept = face.page.question._kept
    face.page.open_log()
    wait(face)
    assert MusterBody not in kept[1]
    face.back()
    wait(face)
    assert MusterBody in kept[1]


def test_nothing_is_made_or_loaded_under_a_finger(face: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """What it wants when it is lifted would wait for that (fails on the parent)."""
    from kivy.base import EventLoop

    from companion.app.demo.fingertips import Finger
    from companion.app.start import application
    from companion.games.cthulhu_wars.game import CTHULHU_WARS

    face.begin(CTHULHU_WARS, {"factions": ["GC", "CC"]})
    made, asked = face.page.__dict__, list[str]()
    monkeypatch.setattr(application, "import_module", asked.append)
    ahead = iter(["a"])
    lying = face.fingers.down(*face.page.question.head.center)
    wait(face)
    assert not {"_log", "_more"} & made.keys()
    assert application.load_one(ahead)
    assert asked == []
    face.fingers.up(lying)
    # A mouse that only lies somewhere is in no way.
    hovering = Finger("mouse", "hover", (0.5, 0.5), is_touch=False)
    EventLoop.post_dispatch_input("begin", hovering)
    wait(face)
    EventLoop.post_dispatch_input("end", hovering)
    assert {"_log", "_more"} <= made.keys()
    assert application.load_one(ahead)
    assert asked == ["a"]
    assert not application.load_one(ahead)


@sized((800, 480), (720, 1280), (1280, 720))
def test_what_is_made_ahead_comes_to_rest(face: Any) -> None:
    """Before it has its place it is small: its keys to scroll came and went in every frame (fails on the parent)."""
    from companion.app.table.prompts.assign import AssignBody

    declared(face)
    wait(face)
    grids = [
        body.grid
        for kept in face.page.question._kept.values()
        for body in kept.values()
        if isinstance(body, AssignBody)
    ]
    assert grids
    for _ in range(5):
        face.fingers.frames(1)
        assert not any(grid._lay.is_triggered for grid in grids)


def test_what_is_in_front_is_left_alone(face: Any) -> None:
    """Pieces that were tapped stay so, whatever is made meanwhile."""
    fought(face)
    body = face.page.question.body
    face.fingers.tap(body.bodies[0].keys["GC.shoggoth.1"])
    taken = [dict(part.taken) for part in body.bodies]
    stood = widgets(body)
    wait(face)
    assert face.page.question.body is body
    assert [part.taken for part in body.bodies] == taken
    assert widgets(body) == stood


def test_dice_taken_back_are_asked_for_by_the_same_widgets(face: Any) -> None:
    fought(face, mine=(1, 1, 1, 1), theirs=(1, 1))
    face.undo(2)
    wait(face)
    body = face.page.question.body
    assert [card.phase for card in body.cards] == ["fallen", "fallen"], "they stand"
    stood = {*map(id, body.cards)}
    face.redo()
    face.redo()
    face.undo(2)
    assert {*map(id, face.page.question.body.cards)} == stood


def test_nothing_that_is_made_ahead_asks_the_tower(
    tower: SimulatedTower, plug: Callable[..., Any], until: Any, fingers: Any
) -> None:
    """With real dice it opens by itself for a roll that is asked; only for that."""
    from companion.app.table.prompts.roll import BothRollBody, RollBody
    from companion.games.cthulhu_wars.game import CTHULHU_WARS
    from companion.table.game import Mode

    shell = plug(str(tower.link), games=[CTHULHU_WARS], dice="tower", tower_mode="r")
    until(lambda: shell.station.tower.connected)
    shell.play(lambda: shell.library.start(CTHULHU_WARS, Mode("", "", "", {"factions": ["GC", "CC"]})))
    for _ in range(40):
        fingers.skip(0.1)
    assert {BothRollBody, RollBody} <= set(shell.page.question._kept[0])
    assert not shell.station.tower.rolls


def test_a_kind_of_which_there_are_more_can_be_taken_back(face: Any) -> None:
    """The tokens are those of the battle before, when there was only one of the kind (fails on the parent)."""
    from companion.app.look.tokens import Piece, TokenGrid

    less: list[str] = []
    grid = TokenGrid(lambda _: None, lambda _: None, less.append)
    grid.show([Piece("byakhee", "monster", "Byakhee", "#808080", number=1)])
    assert not grid.minus
    grid.show([Piece("byakhee", "monster", "Byakhee", "#808080", number=2, taken=1)])
    face.settle()
    grid.minus["byakhee"].dispatch("on_use")
    assert less == ["byakhee"]


def test_a_long_log_that_is_opened_again_is_as_it_was(face: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its keys to scroll went to see whether it would fit without them: each line was broken, and drawn, twice more."""
    from companion.app.look.keys import OptionKey
    from companion.games.cthulhu_wars.game import CTHULHU_WARS

    face.begin(CTHULHU_WARS, {"factions": ["GC", "CC", "BG"]})
    chance = Random(5)
    while len(face.session.timeline.entries) < 40:
        item = face.session.prompts[0]
        face.session.answer(item.ticket, item.prompt.any_answer(chance))
    face.redraw()
    for _opening in range(2):
        face.fingers.tap(face.page.log_key)
        wait(face)
        assert face.page.pager.overflow
        face.back()
        drawn: list[OptionKey] = []
        draw = OptionKey.draw
        monkeypatch.setattr(OptionKey, "draw", lambda key, drawn=drawn, draw=draw: (drawn.append(key), draw(key)))
    face.fingers.tap(face.page.log_key)
    wait(face)
    assert not drawn


def test_where_there_is_no_room_for_them_yet_are_no_keys_to_scroll(face: Any) -> None:
    """They stood beside what both sides are to roll, made ahead, and went when it had its place: all of it was laid
    out, and drawn, once more. Fails on the parent."""
    from companion.app.table.prompts.roll import BothRollBody

    declared(face)
    wait(face)
    made = face.question._kept[0][BothRollBody]._made
    pagers = [widget for card in made for widget in card.walk() if hasattr(widget, "overflow")]
    assert len(pagers) == 2
    assert not any(pager.overflow for pager in pagers)


def test_the_next_picture_need_not_follow_what_is_made_ahead(face: Any) -> None:
    """Its drawings stand nowhere, so none of the pictures meanwhile did: the one after a touch had a hundred of them to
    follow, for three milliseconds (fails on the parent)."""
    from companion.app.look import drawing
    from companion.games.cthulhu_wars.game import CTHULHU_WARS

    face.begin(CTHULHU_WARS, {"factions": ["GC", "CC"]})
    drawing.follow()
    wait(face)
    assert len(drawing._changed) < 5


def test_what_is_there_takes_no_step_again(face: Any) -> None:
    """A question after which nothing is left to make wakes nobody: letters that are known, a strip that is filled."""
    from companion.app.table.prompts.registry import ahead
    from companion.games.cthulhu_wars.game import CTHULHU_WARS

    face.begin(CTHULHU_WARS, {"factions": ["GC", "CC"]})
    page, chance = face.page, Random(1)
    for _ in range(3):
        wait(face)
        item = face.session.prompts[0]
        face.answer(item.ticket, item.prompt.any_answer(chance))
    wait(face)
    assert page.top_bar.strip.zones
    assert list(chain(ahead(page.desk, page.question._kept), page._pages_ahead())) == []


def test_a_number_that_changes_is_drawn_once(face: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """It was drawn where its card had it before, and once more when the card had given it its place; so was the strip,
    which stood nowhere (fails on the parent)."""
    from companion.app.table.bars import Strip
    from companion.app.table.ledger import Numeral
    from companion.games.cthulhu_wars.game import CTHULHU_WARS

    face.begin(CTHULHU_WARS, {"factions": ["GC", "CC", "BG", "YS"]})
    drawn: list[object] = []

    def noted(draw: Callable[[Any], None]) -> Callable[[Any], None]:
        def noting(widget: Any) -> None:
            drawn.append(widget)
            draw(widget)

        return noting

    for kind in (Numeral, Strip):
        monkeypatch.setattr(kind, "draw", noted(kind.draw))
    ledger, chance = face.page.ledger, Random(1)
    while not ledger.cards:
        item = face.session.prompts[0]
        face.answer(item.ticket, item.prompt.any_answer(chance))
    face.fingers.frames(2)
    numbers = [numeral for card in ledger.cards for numeral in card.numerals]
    assert len(numbers) == 8
    assert sorted(map(id, drawn)) == sorted(map(id, numbers))
    drawn.clear()
    counters = face.session.game.counters(face.session.state)
    key = next(numeral.counter.key for numeral in numbers)
    face.session.correct({key: counters[key] + 1})
    face.redraw()
    face.fingers.frames(2)
    assert drawn.count(numbers[0]) == 2, "it glows, and then no more"
    assert not any(isinstance(widget, Strip) for widget in drawn)


def test_tokens_that_are_made_ahead_stand_beside_each_other(face: Any) -> None:
    """A widget is 100 pixels wide by itself: all was measured anew when people had picked where they fight (fails on
    the parent)."""
    from companion.app.table.prompts.muster import MusterBody
    from companion.games.cthulhu_wars.game import CTHULHU_WARS

    face.begin(CTHULHU_WARS, {"factions": ["GC", "CC"]})
    wait(face)
    for side in (1, 2):
        assert face.page.question._kept[side][MusterBody].grid._rows.row >= 3
