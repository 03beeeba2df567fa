"""What the picture matrix found in real games: each of these pages is looked over again."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.table.words import ENGLISH, languages, use

pytestmark = pytest.mark.window

AREAS = [f"Land {number}" for number in range(12)]
RING = [{"name": area, "touches": [AREAS[number - 1]]} for number, area in enumerate(AREAS)]
EIGHT = {
    "factions": ["GC", "CC", "BG", "OW", "SL", "WW", "AN", "YS"],
    "signs": "app",
    "map": {"name": "Ring", "areas": RING},
}
"""So many can play on a map of their own only."""


@pytest.fixture
def face(window: Any, fingers: Any, resize: Any, tmp_path: Path) -> Iterator[Any]:  # noqa: ARG001
    from tests.instruments.outside import stage
    from tests.instruments.outside.face import on_window

    stage.resize(window, fingers, (800, 480))
    with on_window(window, fingers, tmp_path, tower="off") as made:
        yield made
        # Tests after these have their sizes from here.
        made.look(text="M")
        stage.resize(window, fingers, (800, 480))
    use(ENGLISH)


def found(face: Any, *checks: str) -> list[Any]:
    from tests.instruments.outside.matrix import Inspector

    inspector = Inspector(face, None, checks)
    inspector.setting = (tuple(face.window.size), "dark", "M")
    return inspector.look("page")


def played_to(face: Any, who: str, kind: str = "") -> None:
    """Play eight factions at random until a question that needs the width is asked of one of them."""
    from companion.games.cthulhu_wars.game import CTHULHU_WARS
    from companion.table.autoplay import play

    face.begin(CTHULHU_WARS, EIGHT)
    chance = Random(3)
    for _ in range(900):
        play(face.session, chance, 1, interject=0)
        prompt = face.session.prompts[0].prompt
        if prompt.who == who and prompt.key.startswith(kind):
            face.redraw()
            # Beside the Actions stands a narrow ledger.
            if face.question.body.wide or kind:
                return
    pytest.fail("no such question came")


def test_whose_turn_it_is_among_eight_is_told_by_more_than_colour(face: Any) -> None:
    """Its frame was looked for where a finger may come down, not where the card is."""
    played_to(face, "YS", "action/")
    assert not found(face, "colour only")


def test_what_is_to_be_put_back_leaves_the_first_of_eight_free(face: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """A finger may come down above the first card, and did so on the line above it."""
    played_to(face, "GC")
    monkeypatch.setattr(type(face.page), "put_back", ["Put the captured Black Goat Cultist back on the map"])
    face.page.show_view(face.session.view)
    face.settle()
    from tests.instruments.outside.sight import box_of

    line = box_of(face.page.headline.put_back, face.window.height)
    assert line.width > 600
    assert not found(face, "overlap", "finger")


def armies(face: Any, own: int, theirs: int) -> None:
    """Begin a Quick Battle in which both sides have so many kinds of neutral pieces, up to who fights."""
    from companion.games.cthulhu_wars.game import CTHULHU_WARS

    face.begin(CTHULHU_WARS, {"quick_battle": {"neutral": "ask"}})
    session = face.session
    known = {"quick/attacker": ["GC"], "quick/defender": ["OW"], "quick/area": ["west_africa"]}
    while not any(item.prompt.key.startswith("quick/pieces") for item in session.prompts):
        item = session.prompts[0]
        number = own if item.prompt.key.endswith("GC") else theirs
        answer = known.get(item.prompt.key, [option.id for option in getattr(item.prompt, "options", ())][:number])
        session.answer(item.ticket, answer)
    face.redraw()


@pytest.mark.parametrize(
    ("size", "own", "theirs"),
    [
        ((800, 480), 28, 28),
        ((480, 800), 28, 28),
        ((720, 1280), 28, 28),
        ((1280, 720), 28, 28),
        ((800, 480), 40, 0),
        ((720, 1280), 40, 0),
    ],
)
def test_very_many_kinds_of_pieces_are_no_further_than_a_tap(
    face: Any, window: Any, fingers: Any, size: tuple[int, int], own: int, theirs: int
) -> None:
    """Where both sides have no room beside each other one is shown, and the other one is a key. The last
    ones were five flicks away, 11 in half of a page."""
    from tests.instruments.outside import stage

    stage.resize(window, fingers, size)
    armies(face, own, theirs)
    assert not found(face, "reach", "overlap", "text small")


def test_pieces_of_both_sides_are_picked_where_one_of_them_is_a_key(face: Any) -> None:
    from tests.instruments.outside.hand import SightedFinger

    armies(face, 28, 28)
    body = face.question.body
    assert body.folded
    prompts = [prompt for prompt in face.prompts() if prompt.key.startswith("quick/pieces")]
    some = ("acolyte", "starspawn", "mutant")
    last = {p.key: [option.id for option in p.options[::-1] if option.id.startswith(some)][::-2] for p in prompts}
    SightedFinger(face).answer(last)
    given = {entry.key: entry.value for entry in face.session.timeline.entries}
    for key, wanted in last.items():
        # Of what is alike one is as good as another.
        kinds = [sorted(name.rpartition(".")[0] for name in names) for names in (given[key], wanted)]
        assert kinds[0] == kinds[1]
    armies(face, 2, 1)
    assert not face.question.body.folded
    assert all(part.get_root_window() for part in face.question.body.parts)


@pytest.mark.parametrize("text", ["M", "XL"])
def test_areas_beside_a_battle_are_as_large_as_a_finger_upright(
    face: Any, window: Any, fingers: Any, text: str
) -> None:
    """The Moon was 8.4 mm wide, and below large words Australia 7.5 mm high."""
    from companion.games.cthulhu_wars.game import CTHULHU_WARS
    from companion.table.autoplay import play
    from tests.instruments.outside import stage

    face.begin(CTHULHU_WARS, {"factions": ["BB", "GC", "SL", "YS"], "first": "BB", "direction": 1, "signs": "app"})
    chance = Random(3)
    while not (face.session.view.sides and getattr(face.session.prompts[0].prompt, "on_map", False)):
        play(face.session, chance, 1, interject=0)
        assert not face.session.finished
    stage.resize(window, fingers, (720, 1280))
    face.look(text=text)
    face.redraw()
    assert not found(face, "finger")


@pytest.mark.parametrize("size", [(800, 480), (480, 800), (720, 1280)])
@pytest.mark.parametrize("text", ["M", "XL"])
@pytest.mark.parametrize("high", [100, 64])
def test_how_many_of_a_stack_are_killed_does_not_lie_under_the_skull(
    face: Any, window: Any, fingers: Any, size: tuple[int, int], text: str, high: int
) -> None:
    """Seen by eye: of "2/3" the last digit was hidden; the check was made for it."""
    from companion.app.widgets.controls.tokens import TokenGrid, TokenPiece
    from layouts.theme import look
    from tests.instruments.outside import stage
    from tests.instruments.outside.checks import Scene, judge
    from tests.instruments.outside.sight import look_at

    stage.resize(window, fingers, size)
    face.look(text=text)
    grid = TokenGrid(print, print, print)
    window.add_widget(grid)
    grid.pos, grid.size, grid.room = (9, 50), (420 * look.u, 10), high * look.u
    kills = (("Acolyte", "cultist", 3, 2, ("kill",)), ("Mi-Go", "monster", 19, 11, ("kill", "pain")))
    grid.show(
        [TokenPiece(name, sign, name, "#ee7700", stamps, number=n, taken=k) for name, sign, n, k, stamps in kills]
    )
    face.settle()
    try:
        seen = [thing for thing in look_at(window) if thing.widget in grid.tokens.values()]
        assert len(seen) == 2
        assert not judge(Scene("page", size, seen), ["text covered"])
    finally:
        window.remove_widget(grid)


def test_the_number_on_the_page_that_corrects_it_keeps_off_the_heading(face: Any, window: Any, fingers: Any) -> None:
    """Seen by eye at 480x800 with the largest words: it stood out of its room, up to the line above it."""
    from companion.app.widgets.base.widgets import FitLabel
    from tests.instruments.outside import stage

    stage.resize(window, fingers, (480, 800))
    face.look(text="XL")
    from companion.games.cthulhu_wars.game import CTHULHU_WARS
    from companion.table.autoplay import play

    face.begin(CTHULHU_WARS, {"factions": ["GC", "CC"]})
    chance = Random(1)
    while not face.session.view.players or not face.session.view.players[0].big:
        play(face.session, chance, 1, interject=0)
    face.redraw()
    face.page.open_counter(face.session.view.players[0].big[0], "")
    face.settle()
    page = face.page
    number = next(w for w in page.walk() if isinstance(w, FitLabel) and w.text == page.shown)
    assert number.parent.y <= number.y
    assert number.top <= number.parent.top


def test_no_word_of_a_key_is_broken_where_another_has_as_many_letters(face: Any, window: Any, fingers: Any) -> None:
    """Seen by eye in Spanish at 480x800 with the largest words: "Sectarios demente-s: 3"; neither did the check see it,
    which took the first of the longest words for the widest."""
    from companion.app.widgets.base.buttons import OptionKey
    from layouts.typeset import extent
    from tests.instruments.outside import stage

    stage.resize(window, fingers, (480, 800))
    face.look(text="XL")
    key = OptionKey(label="illiillii dementes:", mark="", size_hint=(None, None), width=300)
    window.add_widget(key)
    try:
        from layouts.theme import look

        room = extent("dementes:", "text", look.option)[0] - 4
        key.width += room - key._room()
        face.settle()
        assert extent("dementes:", "text", key._label_size())[0] <= key._room()
    finally:
        window.remove_widget(key)


@pytest.mark.parametrize("size", [(480, 800), (720, 1280), (800, 480)])
def test_numbers_side_by_side_are_equally_high_and_no_word_is_broken(
    face: Any, window: Any, fingers: Any, size: tuple[int, int]
) -> None:
    """Seen by eye in German at 480x800 with the largest words: “Schlangenme/nschen”, and steps up and down between the
    two columns."""
    from companion.games.cthulhu_wars.game import CTHULHU_WARS
    from companion.table.autoplay import play
    from layouts.typeset import extent, parted
    from tests.instruments.outside import stage

    stage.resize(window, fingers, size)
    face.look(text="XL", language="de")
    face.begin(CTHULHU_WARS, {"factions": ["SL", "CC"]})
    chance = Random(1)
    while not face.session.view.players or not face.session.view.players[0].big:
        play(face.session, chance, 1, interject=0)
    face.redraw()
    face.page.open_player(face.session.view.players[0])
    face.settle()
    face.fingers.frames(3)
    keys = [*face.page.keys.values()]
    assert len(keys) > 8
    beside: dict[int, set[int]] = {}
    for key in keys:
        beside.setdefault(round(key.center_y), set()).add(round(key.height))
        for word in parted(key.label):
            assert extent(word, "text", key._label_size())[0] <= key._room(), key.label
    assert {len(heights) for heights in beside.values()} == {1}
    tops = {round(key.top) for key in keys}
    assert len(tops) == len(beside), "one of two is higher than the other"


def test_numbers_have_as_many_columns_as_their_words_leave_whole(face: Any, window: Any) -> None:
    from companion.app.widgets.base.buttons import OptionKey
    from companion.app.widgets.base.widgets import OptionGrid

    grid = OptionGrid(columns=3, size_hint=(None, None), width=700)
    window.add_widget(grid)
    try:
        keys = [OptionKey(label=f"Wort {number}") for number in range(4)]
        grid.have(keys)
        face.settle()
        assert grid.cols == 3
        keys[1].label = "Großmeistererinnerungen: 3"
        face.settle()
        assert grid.cols == 2
        grid.width = 300
        face.settle()
        assert grid.cols == 1
    finally:
        window.remove_widget(grid)


@pytest.mark.usefixtures("window")
@pytest.mark.parametrize("language", languages())
def test_faces_of_a_symbol_stand_on_its_line(language: str) -> None:
    """Seen by eye in French at 800x480 with large words: “Blessure sur 4,” and a 5 below it."""
    from companion.app.table.prompts.roll_card import legend
    from companion.table.prompts import TABLE, Roll
    from layouts.typeset import parted

    use(language)
    try:
        prompt = Roll(key="", who=TABLE, title="", dice=2, symbols={"kill": (6,), "pain": (4, 5)})
        assert len(parted(legend(prompt))) == 2
    finally:
        use(ENGLISH)


def test_a_label_at_the_beginning_of_a_line_has_a_capital(face: Any) -> None:
    """Seen by eye in Polish: “Kości: 57”, “kultyści: 12”; their pieces were said a second time below that."""
    from companion.games.mythos_encounters.game import MYTHOS_ENCOUNTERS

    face.look(language="pl")
    forces = {"attacker": {"cultists": 2, "servitors": 1}, "defender": {"cultists": 1, "servitors": 1, "ring": False}}
    face.begin(MYTHOS_ENCOUNTERS, {"players": [{}, {}], "gate": "no", **forces})
    face.page.open_player(face.session.view.players[0])
    face.settle()
    assert [key.label for key in face.page.keys.values()][1:] == ["Kultyści: 2", "Słudzy: 1"]
    assert not face.session.view.players[0].details


def test_kinds_of_units_before_a_number_have_the_form_of_several(face: Any) -> None:
    """Seen by eye in Polish: “Cywilów: 10” beside “Robotnicy: 23”."""
    from companion.games.messina.game import MESSINA

    face.look(language="pl")
    units = {"red": {"civilian": 7, "fighter": 1}, "blue": {"civilian": 1}}
    face.begin(MESSINA, {"seats": [*units], "initiator": "red", "units": units})
    labels = [counter.label for player in face.session.view.players for counter in player.small]
    assert labels == ["Cywile", "Myśliwce", "Cywile"]
    assert not any(player.details for player in face.session.view.players)


@pytest.mark.parametrize("size", [(800, 480), (1024, 600), (1280, 720)])
@pytest.mark.parametrize("text", ["L", "XL"])
def test_two_columns_of_players_leave_a_finger_room_beside_the_numbers(
    face: Any, window: Any, fingers: Any, size: tuple[int, int], text: str
) -> None:
    """In larger type the numbers lay over the sigil, and what opens a player's page was 8.5 mm wide."""
    from companion.games.cthulhu_wars.game import CTHULHU_WARS
    from tests.instruments.outside import stage

    stage.resize(window, fingers, size)
    face.look(text=text)
    face.begin(CTHULHU_WARS, {"factions": ["GC", "CC", "BG", "OW", "SL", "WW"], "signs": "app"})
    chance = Random(2)
    while not face.item().prompt.key.startswith("action/"):
        face.answer(face.item().ticket, face.item().prompt.any_answer(chance))
    assert len(face.page.ledger.cards) == 6
    assert not found(face, "overlap", "finger")


def test_how_many_of_how_many_keeps_to_its_token(face: Any, window: Any, fingers: Any) -> None:
    """In the largest type “5/5” was wider than its token, and lay under the minus of the next one."""
    from companion.app.widgets.controls.tokens import TokenGrid, TokenPiece
    from tests.instruments.outside import stage

    stage.resize(window, fingers, (720, 1280))
    face.look(text="XL")
    grid = TokenGrid(lambda _: None, lambda _: None, lambda _: None)
    grid.size = (652, 240)
    kinds = ("Acolyte", "Ghoul", "Dark Young", "Fungi from Yuggoth")
    grid.show([TokenPiece(kind, "", kind, "#c04060", stamps=("kill",), number=5, taken=5) for kind in kinds])
    fingers.frames(3)
    for token in grid.tokens.values():
        left, _, wide, _ = token._count[1].rect
        assert token.x <= left
        assert left + wide <= token.right


@pytest.mark.parametrize("size", [(800, 480), (720, 1280), (1280, 720)])
@pytest.mark.usefixtures("face")
def test_a_stamp_on_a_small_token_leaves_its_number_free(window: Any, fingers: Any, size: tuple[int, int]) -> None:
    """Below the halves of a battle tokens are small: the Pain lay over “2/3”."""
    from companion.app.widgets.controls.tokens import Token, TokenPiece
    from layouts.theme import look
    from tests.app.test_big_battle import ink
    from tests.instruments.outside import stage

    stage.resize(window, fingers, size)
    for disc in (42, 46, 52, 62):
        token = Token(print, print)
        token.stand(0, 0, 99 * look.u, 110 * look.u, disc=disc * look.u)
        token.show(TokenPiece("a", "cultist", "Earth Cat", "#806000", ("pain",), number=3, taken=2))
        token.draw()
        (edge, _back, _sign), number = token._stamps[0], ink(token._count[1])
        left, low, wide, high = edge.rect
        across = min(left + wide, number[2]) - max(left, number[0])
        # Of a round edge the corners are free.
        assert across <= 0 or low + high - 1.5 * look.u <= number[1], disc


@pytest.mark.usefixtures("face")
def test_the_longest_word_of_tokens_that_scroll_has_its_room(window: Any, fingers: Any) -> None:
    """*Dimensional* reached into the names beside it."""
    from companion.app.widgets.controls.tokens import TokenGrid, TokenPiece
    from layouts.theme import look
    from layouts.typeset import widest

    names = ("Ghast", "Gug", "Shantak", "Star Vampire", "Gnorri", "Moonbeast", "Leng Spider", "Dimensional Shambler")
    grid = TokenGrid(print, print)
    window.add_widget(grid)
    try:
        for width in (596, 574):
            grid.size, grid.room = (width, 10), 300
            kinds = [f"{name}{end}" for end in ("", "s", "x") for name in names]
            grid.show([TokenPiece(name, "monster", name, "#6b7a8f") for name in kinds])
            fingers.frames(3)
            assert all(
                widest(token.piece.label, "text", look.least) <= token.width for token in grid.tokens.values()
            ), width
    finally:
        window.remove_widget(grid)
