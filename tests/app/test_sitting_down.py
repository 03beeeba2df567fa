"""Taking seats and filling in sheets, by touches at each size, and what becomes of names."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.games import GAMES
from companion.storage.game_library import Library
from companion.storage.known_names import known_names
from companion.table.autoplay import play
from companion.table.errors import BadAnswerError
from companion.table.game import Mode
from companion.table.journal_mirror import ENDS
from companion.table.prompts import Blank, Chair, Form, Seats
from companion.table.session import Session, new_session
from tests.app.sizes import sized
from tests.table.looks import Memory

pytestmark = pytest.mark.window

SIZES = [(800, 480), (720, 1280), (1280, 720)]
SEATED = [{"id": "GC", "name": "Ann"}, {"id": "YS"}, {"id": "CC", "name": "Bo"}]


def tapped(ours: Any, fingers: Any, answer: Any) -> int:
    """Answer the question in front by touches alone; return how many it took."""
    from companion.app.demo.touches import touches

    table, before = ours.page, fingers.touches
    for widget in touches(table.question.body, answer):
        fingers.tap(widget)
        fingers.skip(0.4)
    fingers.tap(table.primary)
    fingers.skip(0.4)
    taps: int = fingers.touches - before
    return taps


def from_the_tile(ours: Any, fingers: Any, name: str) -> Session[Any]:
    fingers.skip(0.4)
    fingers.tap(ours.page.keys[name])
    fingers.skip(0.4)
    session: Session[Any] = ours.game.session
    return session


@sized(*SIZES)
def test_people_take_their_seats_round_the_table(ours: Any, fingers: Any, tmp_path: Path) -> None:
    """Two taps for a seat without a name: the place and the faction; and one for all of them."""
    session = from_the_tile(ours, fingers, "cthulhu_wars.evening")
    assert session.prompts[0].prompt.key == "setup/seats"
    body = ours.page.question.body
    # No two places lie over each other, and all are on the page.
    places = body.table.places
    for place in places:
        assert body.x <= place.x <= place.right <= body.right + 1
        assert body.y <= place.y <= place.top <= body.top + 1
        assert not any(other.collide_widget(place) for other in places if other is not place)
    assert not ours.page.primary.ready
    taps = tapped(ours, fingers, SEATED)
    letters = sum(len(seat.get("name", "")) for seat in SEATED)
    assert taps == 2 * len(SEATED) + letters + 2 * 2 + 1, "a name takes its letters, opening and closing the keyboard"
    assert session.timeline.entries[-1].value == SEATED
    fingers.picture(tmp_path / "seats.png")
    while session.prompts[0].prompt.key.startswith("setup") and not session.view.players:
        play(session, Random(1), 1)
    found = {player.id: player.person for player in session.view.players}
    assert found == {"GC": "Ann", "YS": "", "CC": "Bo"}
    assert list(found) == ["GC", "YS", "CC"], "clockwise as they sit"
    # They sit down again as they are, with one tap.
    ours.home()
    fingers.skip(0.4)
    fingers.tap(ours.page.again_key)
    again = ours.game.session
    while not again.view.players:
        play(again, Random(1), 1)
    assert {player.id: player.person for player in again.view.players} == found


def test_a_seat_can_be_changed_and_left_empty(ours: Any, fingers: Any) -> None:
    from companion.app.demo.touches import touches

    session = from_the_tile(ours, fingers, "cthulhu_wars.evening")
    body = ours.page.question.body
    for widget in touches(body, SEATED):
        fingers.tap(widget)
        fingers.skip(0.4)
    # What is played elsewhere cannot be picked here, and a tap changes nothing.
    fingers.tap(body.table.places[3])
    fingers.skip(0.4)
    page = ours.page
    assert page.keys["GC"].refused == "Taken by Ann"
    fingers.tap(page.keys["GC"])
    fingers.skip(0.4)
    assert page.chair is None
    assert not page.primary.ready, "the bright button is no way to leave a place empty"
    fingers.tap(page.left_key)
    fingers.skip(0.4)
    fingers.tap(body.table.places[0])
    fingers.skip(0.4)
    assert ours.page.keys["GC"].chosen
    assert ours.page.primary.text == "Done"
    fingers.tap(ours.page.leave_key)
    fingers.skip(0.4)
    fingers.tap(ours.page.primary)
    fingers.skip(0.4)
    assert session.timeline.entries[-1].value == SEATED[1:]


@sized(*SIZES)
def test_a_name_from_an_earlier_game_takes_one_tap(ours: Any, fingers: Any) -> None:
    """Of the games played last; one that sits at another place already cannot be picked again."""
    for names in (["Ann", "Bo"], ["Ann", "Konstantin", "Zoë"]):
        given = [{"id": code, "name": name} for code, name in zip(("GC", "CC", "BG"), names, strict=False)]
        setup = {"factions": ["GC", "CC", "BG"], "names": given}
        ours.play(lambda setup=setup: ours.library.start(GAMES[0], Mode("test", "", "", setup)))
        play(ours.game.session, Random(4), 3)
        ours.home()
    session = from_the_tile(ours, fingers, "cthulhu_wars.evening")
    body = ours.page.question.body
    fingers.tap(body.table.places[0])
    fingers.skip(0.4)
    assert set(ours.page.name_keys) == {"Ann", "Bo", "Konstantin", "Zoë"}
    fingers.tap(ours.page.name_keys["Konstantin"])
    fingers.skip(0.4)
    assert ours.page.name_keys["Konstantin"].chosen
    fingers.tap(ours.page.keys["GC"])
    fingers.skip(0.4)
    assert ours.page.question.body is body
    # The faction first, and who plays it afterwards.
    fingers.tap(body.table.places[1])
    fingers.skip(0.4)
    fingers.tap(ours.page.keys["YS"])
    fingers.skip(0.4)
    fingers.tap(body.table.places[1])
    fingers.skip(0.4)
    page = ours.page
    fingers.tap(page.name_keys["Konstantin"])
    fingers.skip(0.4)
    assert ours.page is page
    fingers.tap(page.name_keys["Ann"])
    fingers.skip(0.4)
    fingers.tap(ours.page.primary)
    fingers.skip(0.4)
    seated = [{"id": "GC", "name": "Konstantin"}, {"id": "YS", "name": "Ann"}]
    assert session.timeline.entries[-1].value == seated
    # The game that is played now is the last one.
    assert known_names(ours.library, 3) == ["Konstantin", "Ann", "Zoë"]


TEN = ("Christina", "Wolfgang", "Jo", "Ulrike", "Bartholom.", "Ann", "Bo", "Konstantin", "Zoë", "Maximilian")


@sized(*SIZES)
@pytest.mark.parametrize("tongue", ["en", "de"])
def test_ten_known_people_have_room_on_the_page_of_a_seat(ours: Any, fingers: Any, tongue: str) -> None:
    """All of them and all factions, each as high as a finger, and no words reach out of a key."""
    from layouts.theme import look

    codes = ["GC", "CC", "BG", "YS", "OW"]
    for names in (TEN[:5], TEN[5:]):
        given = [{"id": code, "name": name} for code, name in zip(codes, names, strict=True)]
        ours.play(
            lambda given=given: ours.library.start(GAMES[0], Mode("", "", "", {"factions": codes, "names": given}))
        )
        play(ours.game.session, Random(4), 3)
        ours.home()
    ours.settings.language = tongue
    ours.apply_settings()
    ours.home()
    from_the_tile(ours, fingers, "cthulhu_wars.evening")
    body = ours.page.question.body
    for place, name in enumerate(("Christina", "Maximilian", "Bartholom.")):
        fingers.tap(body.table.places[place])
        fingers.skip(0.4)
        page = ours.page
        assert set(page.name_keys) == set(TEN)
        assert not page.pager.overflow
        for key in (*page.name_keys.values(), *page.keys.values()):
            assert key.height >= look.finger - 1
        fingers.tap(page.name_keys[name])
        fingers.skip(0.4)
        for key in page.keys.values():
            assert key._label.height <= key.height, key.refused
        assert page.name_keys[name].chosen
        assert page.name_key.text not in TEN, "its own key is bright"
        fingers.tap(page.keys[codes[place]])
        fingers.skip(0.4)
    assert [name for __, name in body.taken[:3]] == ["Christina", "Maximilian", "Bartholom."]


@sized(*SIZES)
def test_factions_are_shuffled_by_dice(ours: Any, fingers: Any) -> None:
    """People keep their places; undone, the seats are as they were, and the dice stay as they fell."""
    from companion.app.demo.touches import touches

    session = from_the_tile(ours, fingers, "cthulhu_wars.evening")
    table, body = ours.page, ours.page.question.body
    assert body.table.shuffle_key.disabled
    for widget in touches(body, SEATED):
        fingers.tap(widget)
        fingers.skip(0.4)
    # An empty place between them stays empty.
    fingers.tap(body.table.places[1])
    fingers.skip(0.4)
    fingers.tap(ours.page.leave_key)
    fingers.skip(0.4)
    fingers.tap(body.table.shuffle_key)
    fingers.skip(0.4)
    roll = session.prompts[0].prompt
    assert roll.kind == "roll"
    # Even throws leave both where they are, odd ones change them.
    session.answer(session.prompts[0].ticket, [2])
    table.refresh()
    fingers.skip(0.4)
    body = table.question.body
    shown = [(place.chair and place.chair.id, place.name) for place in body.table.places[:3]]
    assert shown == [("CC", "Ann"), (None, ""), ("GC", "Bo")]
    session.undo(past_dice=True)
    kept: Any = session.prompts[0].prompt
    assert kept.kept == [2]
    session.undo()
    table.refresh()
    fingers.skip(0.4)
    body = table.question.body
    shown = [(place.chair and place.chair.id, place.name) for place in body.table.places[:3]]
    assert shown == [("GC", "Ann"), (None, ""), ("CC", "Bo")]


@sized(*SIZES)
def test_map_halves_are_picked_by_their_picture(ours: Any, fingers: Any) -> None:
    session = from_the_tile(ours, fingers, "cthulhu_wars.evening")
    session.answer(session.prompts[0].ticket, [{"id": code} for code in ("GC", "CC", "BG", "YS")])
    ours.page.refresh()
    fingers.skip(0.4)
    assert session.prompts[0].prompt.key == "setup/map"
    pictures = ours.page.question.body.keys
    assert set(pictures) == {"earth35", "earth53"}
    one, other = pictures.values()
    assert not one.collide_widget(other)
    for picture in pictures.values():
        assert len(picture._map.children) > 20, "all areas are drawn"
    fingers.tap(pictures["earth53"])
    fingers.skip(0.4)
    assert session.timeline.entries[-1].value == ["earth53"]


@sized(*SIZES)
@pytest.mark.parametrize("text", ["M", "XL"])
@pytest.mark.parametrize("codes", [["GC", "CC", "BG", "YS"], ["TT", "WW", "SL", "AN"]])
@pytest.mark.parametrize("tongue", ["en", "de"])
def test_start_areas_and_pieces_are_on_the_map(
    ours: Any, fingers: Any, text: str, codes: list[str], tongue: str
) -> None:
    """However long the lines are that the map does not say; those stand beside it, in pages if need be."""
    from companion.app.widgets.base.marks import player_mark
    from layouts.theme import look
    from layouts.typeset import widest

    setup: dict[str, Any] = {"factions": codes, "signs": "app", "map": "earth35", "direction": 1, "first": codes[0]}
    setup["starts"] = {"WW": "arctic_ocean", "SL": "north_america", "AN": "australia"}
    look.choose("dark", text)
    ours.settings.language = tongue
    ours.apply_settings()
    ours.play(lambda: ours.library.start(GAMES[0], Mode("test", "", "", setup)))
    fingers.skip(0.4)
    while ours.game.session.prompts[0].prompt.key != "setup/board":
        play(ours.game.session, Random(3), 1)
    ours.page.refresh()
    fingers.skip(0.4)
    told: Any = ours.game.session.prompts[0].prompt
    body = ours.page.question.body
    shown = body.pager.column.children[::-1]
    assert [bullet.text for bullet in shown] == [line.text for line in told.board.lines]
    players = {player.id: player_mark(player) for player in ours.game.session.view.players}
    assert [bullet._mark for bullet in shown] == [players.get(line.who, "") for line in told.board.lines]
    for bullet in shown:
        # The page keys are below, so that no word is broken.
        assert widest(bullet.text, "text", bullet.font_size) <= bullet.width - bullet.INDENT * look.u
    shapes = body.map.keys
    assert shapes is body.map.drawn.shapes, "it is drawn, and no list of areas"
    drawn = body.map.drawn
    signs = {name: drawn._signs(shape.area) for name, shape in shapes.items()}
    assert [name for name, found in signs.items() if found] == sorted(
        (state.start for state in ours.game.session.state.factions.values()), key=[*shapes].index
    )
    assert all(("cultist", "", "", "") in found for found in signs.values() if found)
    if body.pager.overflow:
        scroll, (last, *__) = body.pager.scroll, body.pager.beside.children
        assert last.height >= look.finger - 1
        assert look.portrait or last.top <= scroll.y + 1
        fingers.tap(last)
        fingers.skip(0.4)
        assert shown[-1].to_window(*shown[-1].pos)[1] >= scroll.to_window(*scroll.pos)[1] - 1
    fingers.tap(ours.page.primary)
    fingers.skip(0.4)
    assert ours.page.question.body is not body


def test_a_damaged_game_tells_no_names(tmp_path: Path) -> None:
    """Neither does one that is not what the companion writes; the others still do."""
    library = Library(tmp_path / "games", GAMES)
    setup = {"factions": ["GC", "CC"], "names": [{"id": "GC", "name": "Ann"}]}
    for _n in range(3):
        game = library.start(GAMES[0], Mode("test", "", "", setup))
        play(game.session, Random(1), 2)
        game.close()
    one, other, __ = sorted(path for path in library.folder.iterdir() if path.name.endswith(ENDS))
    one.write_bytes(b"x" * 100_000)
    other.unlink()
    other.mkdir()
    assert known_names(library, 12) == ["Ann"]


@sized(*SIZES)
@pytest.mark.parametrize(("name", "number"), [("mythos_encounters.combat", 1), ("messina.battle", 2)])
def test_a_battle_is_set_up_on_a_sheet(ours: Any, fingers: Any, name: str, number: int, tmp_path: Path) -> None:
    """Instead of a stepper for each kind of each side."""
    session = from_the_tile(ours, fingers, name)
    chance = Random(4)
    while session.prompts[0].prompt.kind != "form":
        item = session.prompts[0]
        keys = [entry.key for entry in session.timeline.entries]
        assert not [key for key in keys if key.startswith("1/attacker/") and key != "1/attacker"]
        session.answer(item.ticket, item.prompt.any_answer(chance))
    ours.page.refresh()
    fingers.skip(0.4)
    sheet: Any = session.prompts[0].prompt
    answer = {blank.id: 1 if blank.whether else place % 7 for place, blank in enumerate(sheet.blanks)}
    for blank in sheet.blanks:
        other, least = blank.needs
        if other in answer and answer[other] < least:
            # It means nothing with fewer of the other, and is not asked.
            answer[blank.id] = blank.suggested
    fingers.picture(tmp_path / "sheet.png")
    tapped(ours, fingers, answer)
    assert next(e for e in session.timeline.entries if e.key == sheet.key).value == answer
    if number == 1:
        forces = session.state.forces
        assert forces["attacker"].cultists == answer["attacker.cultists"]
        assert forces["defender"].insane == answer["defender.insane"]
        asked = {entry.key for entry in session.timeline.entries}
        assert not {"1/attacker/cultists", "1/defender/ring", "1/attacker/insane_each"} & asked
    else:
        faction = sheet.who
        units = [unit for unit in session.state.units if unit.faction == faction]
        assert len(units) == sum(answer.values())
        assert sum(unit.support for unit in units) == sum(v for k, v in answer.items() if k.startswith("support."))
        assert sum(unit.routed for unit in units) == sum(v for k, v in answer.items() if k.startswith("routed."))


@pytest.mark.parametrize("number", [1, 2])
def test_whole_games_are_played_with_sheets(number: int) -> None:
    """Every combat of a turn, every battle of a Round; opened again they stand where they were."""
    for seed in range(3):
        session = new_session(GAMES[number], GAMES[number].modes[0].setup)
        play(session, Random(seed), 120)
        session.undo(min(20, len(session.timeline.entries)), past_dice=True)
        session.view.as_json()


def test_games_without_names_ask_as_before() -> None:
    """Set-ups of earlier versions, and of whoever gives nothing."""
    assert new_session(GAMES[0], {}).prompts[0].prompt.key == "setup/factions"
    for number, key in ((1, "1/attacker/cultists"), (2, "1/units/")):
        session = new_session(GAMES[number], {})
        chance = Random(3)
        for _ in range(60):
            if session.prompts[0].prompt.key.startswith(key):
                break
            play(session, chance, 1)
        assert session.prompts[0].prompt.kind in ("count", "choose")
        assert session.prompts[0].prompt.key.startswith(key)


def test_a_report_without_names_has_none_of_the_seats() -> None:
    """It plays the same with others; fails without a look into the answers."""
    from companion.storage.bug_bundle import renamed
    from companion.table.session import open_session
    from companion.table.sqlite_file import body_of, said_by

    kept = Memory()
    session = new_session(GAMES[0], GAMES[0].modes[0].setup, kept)
    seats = [{"id": "GC", "name": "Annabel"}, {"id": "CC", "name": "Zoltan"}, {"id": "BG"}]
    session.answer(session.prompts[0].ticket, seats)
    play(session, Random(1), 12)
    changed, taken = renamed([body_of(record) for record in kept.records], GAMES)
    assert {"Annabel", "Zoltan"} <= taken
    assert not [body for body in changed if b"Annabel" in body or b"Zoltan" in body]
    records = [said for body in changed if (said := said_by(body)) is not None]
    again = open_session(GAMES, records, None)
    assert {player.person for player in again.view.players} == {"Name 1", "Name 2", ""}
    # Given in the set-up they are names, too.
    kept.records.clear()
    names = [{"id": "GC", "name": "Annabel"}]
    new_session(GAMES[0], {"factions": ["GC", "CC", "BG"], "names": names}, kept)
    changed, __ = renamed([body_of(record) for record in kept.records], GAMES)
    assert not [body for body in changed if b"Annabel" in body]


@pytest.mark.parametrize(
    "answer",
    [
        {},
        [],
        [{"id": "a"}],
        [{"id": "a"}, {"id": "a"}],
        [{"id": "a"}, {"id": "x"}],
        [{"id": "a"}, {"id": ["b"]}],
        [{"id": "a"}, {"name": "Ann"}],
        [{"id": "a"}, {"id": "b", "name": 3}],
        [{"id": "a"}, {"id": "b", "name": "far too long a name"}],
        [{"id": "a"}, {"id": "b", "name": " Ann"}],
        [{"id": "a"}, {"id": "b", "name": None}],
        [{"id": "a"}, {"id": "b", "more": 1}],
        [{"id": "a"}, {"id": "b"}, {"id": "c"}],
        "a",
        [1, 2],
    ],
)
def test_seats_that_cannot_be_are_refused(answer: Any) -> None:
    chairs = tuple(Chair(name, name.upper()) for name in "abc")
    seats = Seats(key="k", who="table", title="?", chairs=chairs, least=2, most=2)
    seats.check([{"id": "a", "name": "Ann"}, {"id": "b"}])
    with pytest.raises(BadAnswerError):
        seats.check(answer)


@pytest.mark.parametrize(
    "answer", [[], "a", {"x": 1}, {"a": 4}, {"a": -1}, {"a": True}, {"a": "1"}, {"a": None}, {"b": 2}]
)
def test_numbers_that_cannot_be_are_refused(answer: Any) -> None:
    form = Form(
        key="k", who="table", title="?", blanks=(Blank("a", "A", most=3), Blank("b", "B", most=1, whether=True))
    )
    form.check({})
    form.check({"a": 3, "b": 1})
    assert form.filled({"a": 2}) == {"a": 2, "b": 0}
    with pytest.raises(BadAnswerError):
        form.check(answer)


@sized(*SIZES)
def test_all_that_may_be_played_stands_on_one_page(ours: Any, fingers: Any) -> None:
    from_the_tile(ours, fingers, "cthulhu_wars.evening")
    body = ours.page.question.body
    fingers.tap(body.table.places[0])
    fingers.skip(0.6)
    assert len(body.page.keys) > 10
    assert not body.page.pager.overflow
    assert all(key.height >= 9 * 5.2 for key in body.page.keys.values())


def test_the_table_says_how_a_seat_is_changed(window: Any, fingers: Any, tmp_path: Path) -> None:
    """Who had sat down without a name found no way to give one."""
    from tests.instruments.outside.face import on_window

    with on_window(window, fingers, tmp_path, tower="off") as face:
        face.begin(GAMES[0], dict(GAMES[0].modes[0].setup))
        table = face.page.question.body.table
        assert "taken seat" not in table.text
        for place in range(3):
            face.page.question.body._sit(place, face.page.question.body.seats.chairs[place], "")
            assert "Tap a taken seat to name who sits there" in table.text
