"""What is asked of both sides of a battle at the same moment: one page, filled in, confirmed once."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.table.words import ENGLISH, _, languages, use
from tests.app.sizes import sized
from tests.app.test_layout import faults

pytestmark = pytest.mark.window

PICTURES = os.environ.get("COMPANION_PICTURES", "")
SIZES = sized((800, 480), (720, 1280))
EVERY_SIZE = sized((800, 480), (720, 1280), (480, 800), (1024, 600), (1280, 720))
ARMIES = {
    "attacker": "GC",
    "defender": "CC",
    "area": "south_atlantic",
    "pieces": {"GC": {"deep_one": 2, "shoggoth": 1, "acolyte": 1}, "CC": {"nightgaunt": 1, "flying_polyp": 2}},
    "in_play": {"GC": {"deep_one": 2, "shoggoth": 1, "acolyte": 1}, "CC": {"nightgaunt": 1, "flying_polyp": 2}},
    "books": {"GC": [], "CC": []},
    "others": [],
}


@pytest.fixture
def face(window: Any, fingers: Any, resize: Any, tmp_path: Path) -> Iterator[Any]:  # noqa: ARG001
    from tests.instruments.outside.face import on_window

    with on_window(window, fingers, tmp_path, tower="off", dice="here") as made:
        yield made


def declared(face: Any) -> Any:
    """An evening in which Great Cthulhu has declared a battle against Crawling Chaos."""
    from companion.games.cthulhu_wars.game import CTHULHU_WARS

    face.begin(CTHULHU_WARS, {"factions": ["GC", "CC", "BG"], "signs": "app", "direction": 1})
    session = face.session
    while not session.prompts[0].prompt.key.startswith("action/"):
        session.answer(session.prompts[0].ticket, session.prompts[0].prompt.any_answer(Random(1)))
    session.correct({"GC.deep_one": 4, "GC.shoggoth": 2, "GC.cthulhu": 1, "CC.nightgaunt": 3, "CC.flying_polyp": 2})
    for value in ("battle/CC", "asia"):
        session.answer(session.prompts[0].ticket, [value])
    face.redraw()
    return session


def fought(face: Any, mine: Sequence[int] = (6, 6, 1, 1), theirs: Sequence[int] = (6, 1)) -> Any:
    """A Quick Battle whose dice have fallen: one Kill against Great Cthulhu, two against Crawling Chaos."""
    from companion.games.cthulhu_wars.game import CTHULHU_WARS

    face.begin(CTHULHU_WARS, {"quick_battle": ARMIES})
    session = face.session
    for item, faces in zip(session.prompts, (mine, theirs), strict=True):
        face.answer(item.ticket, list(faces))
    return session


@SIZES
def test_the_pieces_of_both_sides_stand_on_one_page(
    face: Any, fingers: Any, tmp_path: Path, size: tuple[int, int]
) -> None:
    session = declared(face)
    body = face.page.question.body
    assert [prompt.key for prompt in body.prompts] == ["battle/pieces/GC", "battle/pieces/CC"]
    fingers.picture(Path(PICTURES or tmp_path) / "who_is_here_{}x{}.png".format(*size))
    assert not faults(face.shell, "who is here")
    mine, theirs = body.bodies
    assert theirs.grid.tokens["acolyte.gate"].piece.taken == 1, "the Gate has its keeper"
    assert theirs.grid.tokens["flying_polyp"].piece.taken == 2, "Monsters are summoned at the only Gate"
    fingers.tap(theirs.grid.minus["flying_polyp"])
    fingers.tap(theirs.grid.minus["acolyte"])
    fingers.tap(theirs.grid.minus["acolyte"])
    fingers.tap(theirs.grid.tokens["acolyte"])
    assert theirs.grid.tokens["acolyte"].piece.taken == 4
    assert (face.verb.text, face.verb.disabled) == ("Pick 1 more", True), "nobody is believed to attack here"
    fingers.tap(mine.grid.tokens["shoggoth"])
    face.settle()
    assert (face.verb.text, face.verb.disabled) == ("These 10 fight", False)
    before = len(session.timeline.entries)
    fingers.tap(face.verb)
    answers = session.timeline.entries[before:]
    assert [entry.key for entry in answers] == ["battle/pieces/GC", "battle/pieces/CC"]
    assert answers[0].value == ["GC.shoggoth.1"]
    there = [*(f"CC.acolyte.{n}" for n in range(1, 6)), "CC.flying_polyp.1", *(f"CC.nightgaunt.{n}" for n in (1, 2, 3))]
    assert sorted(answers[1].value) == there


@SIZES
def test_the_kills_of_both_sides_are_filled_in_and_confirmed_once(
    face: Any, fingers: Any, tmp_path: Path, size: tuple[int, int]
) -> None:
    """Battle reference 2.4: the owner picks; what it likely gives up is filled in, and one tap changes it."""
    session = fought(face)
    body = face.page.question.body
    assert [prompt.key for prompt in body.prompts] == ["battle/kill/GC", "battle/kill/CC"]
    fingers.picture(Path(PICTURES or tmp_path) / "both_kills_{}x{}.png".format(*size))
    assert not faults(face.shell, "both kills")
    mine, theirs = body.bodies
    assert mine.taken["GC.acolyte.1"] == ("kill",)
    assert sum(bool(results) for results in theirs.taken.values()) == 2
    fingers.tap(mine.keys["GC.shoggoth.1"])
    assert (mine.taken["GC.shoggoth.1"], mine.taken["GC.acolyte.1"]) == (("kill",), ())
    assert len(session.timeline.entries) == 2, "both sides are confirmed together"
    face.settle()
    fingers.tap(face.verb)
    mine_given, theirs_given = session.timeline.entries[2:]
    assert (mine_given.key, mine_given.value) == ("battle/kill/GC", {"GC.shoggoth.1": ["kill"]})
    assert theirs_given.key == "battle/kill/CC"


@SIZES
def test_what_is_confirmed_at_once_is_taken_back_at_once(face: Any) -> None:
    """Both sides' dice, and both sides' results: one tap gives them, one takes them back, one brings them again."""
    session = fought(face)
    face.fingers.tap(face.verb)
    face.settle()
    given = [entry.value for entry in session.timeline.entries]
    assert len(given) == 4
    face.fingers.tap(face.left)
    face.settle()
    while face.page is not face.shell.pages[0]:
        face.back()
    assert len(session.timeline.entries) == 2
    assert [prompt.key for prompt in face.page.question.body.prompts] == ["battle/kill/GC", "battle/kill/CC"]
    face.fingers.tap(face.page.redo_key)
    face.settle()
    assert [entry.value for entry in session.timeline.entries] == given


@SIZES
def test_dice_of_both_sides_that_the_disk_refuses_are_none(
    face: Any, fingers: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, size: tuple[int, int]
) -> None:
    """The attacker's counted where the card had no room for the defender's, too; rolled once
    more, both do, and are kept as soon as there is room."""
    from companion.games.cthulhu_wars.game import CTHULHU_WARS
    from companion.table.game_file import look
    from companion.table.timeline import Timeline

    write, room = os.pwrite, 400

    def filling(file: int, text: bytes, at: int) -> int:
        nonlocal room
        if len(text) > room:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        room -= len(text)
        return write(file, text, at)

    face.begin(CTHULHU_WARS, {"quick_battle": ARMIES})
    session = face.session
    dice = [item.prompt.dice for item in session.prompts]
    face.correct("GC.dice", dice[0] + 1)
    with monkeypatch.context() as patch:
        patch.setattr(os, "pwrite", filling)
        fingers.tap(face.verb)
        face.settle()
        assert [entry.kind for entry in session.timeline.entries] == ["correct"]
        assert "it does not count" in face.message()
        assert [prompt.key for prompt in face.page.question.body.prompts] == ["battle/roll/GC", "battle/roll/CC"]
        fingers.picture(Path(PICTURES or tmp_path) / "dice_refused_{}x{}.png".format(*size))
        fingers.tap(face.verb)
        face.settle()
        rolled = [entry.value for entry in session.timeline.entries[1:]]
        assert [*map(len, rolled)] == [dice[0] + 1, dice[1]]
    path, made = face.shell.game.path, [*session.timeline.entries]
    face.undo(2)
    face.redo()
    face.home()
    assert Timeline.of(look(path).typed_records[1:]).entries == made


def test_the_next_question_to_both_sides_has_the_same_widgets(face: Any) -> None:
    """They are filled in anew, and give one answer each."""
    session = fought(face)
    kills = list(face.page.question.body.bodies)
    face.fingers.tap(kills[0].keys["GC.shoggoth.1"])
    face.settle()
    face.fingers.tap(face.verb)
    face.settle()
    face.fingers.tap(face.left)
    face.settle()
    while face.page is not face.shell.pages[0]:
        face.back()
    body = face.page.question.body
    assert body.bodies == kills
    assert [side.taken["GC.acolyte.1"] for side in body.bodies[:1]] == [("kill",)], "filled in anew"
    made = len(session.timeline.entries)
    face.fingers.tap(face.verb)
    face.settle()
    assert [entry.key for entry in session.timeline.entries[made:]] == ["battle/kill/GC", "battle/kill/CC"]


@pytest.mark.parametrize(
    ("foe", "size"),
    [("BG", (800, 480)), ("YS", (800, 480)), ("YS", (1280, 720)), ("YS", (480, 800)), ("YS", (720, 1280))],
    indirect=["size"],
)
def test_the_losses_of_two_large_armies_are_all_in_sight(
    face: Any, fingers: Any, tmp_path: Path, foe: str, size: tuple[int, int]
) -> None:
    """Five kinds a side with more than a dozen pieces and two rows of dice: nothing has to be scrolled, and each name
    stands whole within its side, also where it is said why the enemy picks;
    upright there is room for six, in two rows."""
    from companion.games.cthulhu_wars.game import CTHULHU_WARS
    from tests.app.test_big_battle import written

    armies = {
        "GC": {"cthulhu": 1, "starspawn": 2, "shoggoth": 2, "deep_one": 4, "acolyte": 4},
        "BG": {"fungi": 4, "dark_young": 3, "ghoul": 2, "acolyte": 4, "shub_niggurath": 1},
        "YS": {"hastur": 1, "king_in_yellow": 1, "byakhee": 3, "undead": 4, "acolyte": 3},
    }
    armies = {side: armies[side] for side in ("GC", foe)}
    given = {"attacker": "GC", "defender": foe, "area": "europe", "others": [], "books": {"GC": [], foe: []}}
    face.begin(CTHULHU_WARS, {"quick_battle": {**given, "pieces": armies, "in_play": armies}})
    session = face.session
    while session.prompts[0].prompt.kind != "roll":
        face.answer(session.prompts[0].ticket, [])
    for number, side in ((16, "GC"), (15, foe)):
        session.correct({f"{side}.dice": number})
    for item in session.prompts:
        face.answer(item.ticket, [6, 5, *[1] * (item.prompt.dice - 2)])
    face.settle()
    fingers.picture(Path(PICTURES or tmp_path) / "large_armies_{}_{}x{}.png".format(foe, *size))
    assert not faults(face.shell, "large armies")
    body = face.page.question.body
    assert [body.pager.overflow for body in body.bodies] == [False, False]
    assert [half.prompt.text != "" for half in body.bodies] == [foe == "YS", False]
    for part in body.parts:
        low = min(shape.rect[1] for _text, shape in written(part.body.grid))
        assert low >= part.body.grid.y - 1, "a name reaches out below"
        assert any("Kill" in text for text, _shape in written(part.head))


def test_a_page_with_just_too_little_room_for_both_sides_comes_to_rest(face: Any, resize: Any) -> None:
    """One side asked for more and for less room by turns, for ever: its minus keys lay on its tokens."""
    from companion.games.cthulhu_wars.game import CTHULHU_WARS

    resize(800, 480)
    pieces = {
        "BG": {"acolyte": 5, "ghoul": 2, "dark_young": 3, "fungi": 3},
        "WW": {"wendigo": 2, "ithaqua": 1, "gnoph_keh": 2, "acolyte": 1},
    }
    armies = ARMIES | {"attacker": "BG", "defender": "WW", "pieces": pieces, "in_play": pieces}
    face.begin(CTHULHU_WARS, {"quick_battle": armies | {"books": {"BG": [], "WW": []}}})
    session = face.session
    while session.prompts[0].prompt.kind != "assign":
        item = session.prompts[0]
        dice = getattr(item.prompt, "dice", 0)
        kills = 8 if item.prompt.who == "WW" else 2
        faces = [6] * kills + [1] * (dice - kills) if dice else item.prompt.any_answer(Random(1))
        session.answer(item.ticket, faces, source="hand")
    face.redraw()
    body = face.page.question.body
    assert len(body.bodies) == 2
    grids = [half.grid for half in body.bodies]

    def stands() -> list[Any]:
        return [(*widget.pos, *widget.size) for grid in grids for widget in grid.children]

    at_rest = stands()
    for _turn in range(12):
        face.fingers.frames(1)
        assert stands() == at_rest
    assert not faults(face.shell, "Kills of both")


@sized((480, 800), (720, 1280))
def test_pieces_that_fit_have_a_token_each_on_a_page_that_is_made_anew(face: Any) -> None:
    """Upright they were stacked when a battle was opened again at its Kills: how high their names are was told before
    the tokens had their width, and not once more."""
    from companion.games.cthulhu_wars.game import CTHULHU_WARS

    books: dict[str, list[str]] = {"TT": [], "CC": [], "BG": ["necrophagy"], "WW": ["cannibalism"]}
    mine, theirs = {"proto_shoggoth": 3, "acolyte": 4, "high_priest": 1}, {"flying_polyp": 3, "hunting_horror": 2}
    pieces = {"TT": mine, "CC": theirs}
    armies = ARMIES | {"attacker": "TT", "defender": "CC", "pieces": pieces, "in_play": pieces}
    face.begin(CTHULHU_WARS, {"quick_battle": armies | {"others": ["BG", "WW"], "books": books}})
    session = face.session
    while session.prompts[0].prompt.kind != "assign":
        item = session.prompts[0]
        dice = getattr(item.prompt, "dice", 0)
        kills = 4 if item.prompt.who == "CC" else 0
        faces = [6] * kills + [1] * (dice - kills) if dice else item.prompt.any_answer(Random(1))
        session.answer(item.ticket, faces, source="hand")
    with face.fresh() as page:
        grid = page.question.body.grid
        assert len(grid.tokens) == 8
        assert not grid.minus


def test_a_minus_in_a_row_that_just_fits_is_as_broad_as_a_finger(window: Any) -> None:  # noqa: ARG001
    """No gap is left beside it there (8.8 mm at 480x800)."""
    from companion.app.widgets.controls.tokens import TokenGrid, TokenPiece
    from layouts.theme import look

    look.fit(480, 800)
    grid = TokenGrid(lambda _: None, lambda _: None, lambda _: None)
    grid.show([TokenPiece(f"{n}", "monster", "Ghoul", "#c2304a", number=3) for n in range(4)])
    rows = []
    for width in range(300, 700, 4):
        grid.width = width
        grid.arrange()
        rows += [key.width for key in grid.minus.values()] if grid._rows and grid._rows.tight else []
    assert rows
    assert min(rows) >= look.finger - 0.01


def test_a_side_that_needs_little_gets_it_beside_one_that_needs_too_much() -> None:
    """Of two kinds of pieces nothing was in sight above twenty kinds of neutral ones."""
    from companion.app.table.prompts.two_sided import share_height

    assert share_height([100, 800], 300) == [100, 200]
    assert share_height([800, 100], 300) == [200, 100]
    assert share_height([800, 900], 300) == [150, 150]
    assert share_height([100, 50], 350) == [200, 150], "half of what is left"


def test_dice_rolled_at_once_are_taken_back_at_once(face: Any) -> None:
    """They stay as they fell."""
    from companion.games.cthulhu_wars.game import CTHULHU_WARS

    face.begin(CTHULHU_WARS, {"quick_battle": ARMIES})
    session = face.session
    face.fingers.tap(face.verb)
    face.settle()
    fallen = [entry.value for entry in session.timeline.entries]
    assert len(fallen) == 2
    face.fingers.tap(face.left, hold=1.3)
    face.settle()
    assert not session.timeline.entries
    assert [item.prompt.kept for item in session.prompts] == fallen


@SIZES
def test_pieces_and_spellbooks_of_a_quick_battle_are_said_on_one_page(
    face: Any, fingers: Any, tmp_path: Path, size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Spellbooks, and who looks on, have a key at the foot that tells how they stand; all is confirmed once."""
    from msgspec.structs import replace

    from companion.games.cthulhu_wars.game import CTHULHU_WARS
    from companion.games.cthulhu_wars.model.roster import FACTIONS

    # Without Sleeper's there is one spellbook that somebody else could have.
    monkeypatch.setitem(FACTIONS, "SL", replace(FACTIONS["SL"], onlooker=()))
    face.begin(CTHULHU_WARS, {"quick_battle": {"attacker": "BG", "defender": "WW", "area": "europe"}})
    session, table = face.session, face.page
    body = table.question.body
    fingers.picture(Path(PICTURES or tmp_path) / "quick_{}x{}.png".format(*size))
    assert not faults(face.shell, "one page")
    mine, _theirs, others = body.deferred
    assert [key.text.rpartition("  ")[2] for key in body.deferred] == ["Spellbooks? None"] * 2 + ["Others? Nobody"]
    fingers.tap(others)
    assert face.page is table, "Madness alone could be there: a tap says that it is"
    assert others.text.endswith("Others? 1")
    fingers.tap(mine)
    face.settle()
    assert not faults(face.shell, "spellbooks")
    fingers.tap(face.page._body.keys["frenzy"])
    face.settle()
    fingers.tap(face.verb)
    assert face.page is table
    assert mine.text.endswith("Spellbooks? 1")
    pieces = [part.body.grid.tokens for part in body.parts]
    fingers.tap(pieces[0]["acolyte"])
    fingers.tap(pieces[1]["wendigo"])
    face.settle()
    fingers.tap(face.verb)
    assert {entry.key: entry.value for entry in session.timeline.entries} == {
        "quick/pieces/BG": ["acolyte.1"],
        "quick/pieces/WW": ["wendigo.1"],
        "quick/books/BG": ["frenzy"],
        "quick/books/WW": [],
        "quick/others": ["CC.madness"],
    }
    assert session.state.seats == ["BG", "WW", "CC"]
    face.settle()
    fingers.tap(face.left)
    face.settle()
    assert not session.timeline.entries, "what is confirmed at once is taken back at once"


@pytest.mark.parametrize("size", [(800, 480), (1280, 720)], ids="{0[0]}x{0[1]}".format)
def test_any_number_is_a_tap_also_where_one_side_alone_is_left_to_say_it(face: Any, resize: Any, size: Any) -> None:
    """On wide screens the numbers were missing when such a game was opened again: they were given their place before
    the sentence above the tokens had its height."""
    from companion.games.cthulhu_wars.game import CTHULHU_WARS

    resize(*size)
    face.begin(CTHULHU_WARS, {"factions": ["GC", "CC", "YS"], "signs": "app", "direction": 1})
    session = face.session
    while not session.prompts[0].prompt.key.startswith("action/"):
        session.answer(session.prompts[0].ticket, session.prompts[0].prompt.any_answer(Random(1)))
    session.correct({"GC.shoggoth": 1})
    for value in (["battle/YS"], ["europe"]):
        session.answer(session.prompts[0].ticket, value)
    theirs = next(item for item in session.prompts if item.prompt.who == "YS")
    session.answer(theirs.ticket, theirs.prompt.any_answer(Random(1)))
    with face.fresh() as page:
        numbers = page.question.body.numbers
        assert numbers.get_root_window()
        assert len(numbers.keys) == 7


@pytest.mark.parametrize("size", [(800, 480), (480, 800), (1024, 600), (720, 1280)], ids="{0[0]}x{0[1]}".format)
def test_any_number_of_a_kind_is_a_tap(face: Any, fingers: Any, resize: Any, tmp_path: Path, size: Any) -> None:
    """Five and six kinds a side, all in sight with a row of numbers for each side, from S to XL. It is about
    the largest kind at first, then about the one that was tapped; the ring comes to it, too."""
    from companion.app.hardware.button_actions import keys_of
    from companion.games.cthulhu_wars.game import CTHULHU_WARS
    from tests.app.test_big_battle import written

    resize(*size)
    face.begin(CTHULHU_WARS, {"factions": ["GC", "CC", "YS"], "signs": "app", "direction": 1})
    session = face.session
    while not session.prompts[0].prompt.key.startswith("action/"):
        session.answer(session.prompts[0].ticket, session.prompts[0].prompt.any_answer(Random(1)))
    mine = {"GC.cthulhu": 1, "GC.starspawn": 2, "GC.shoggoth": 2, "GC.deep_one": 4}
    session.correct(mine | {"YS.hastur": 1, "YS.king_in_yellow": 1, "YS.byakhee": 4, "YS.undead": 6})
    for value in ("battle/YS", "europe"):
        session.answer(session.prompts[0].ticket, [value])
    face.redraw()
    for text in ("S", "XL", "M"):
        face.look(text=text)
        fingers.picture(Path(PICTURES or tmp_path) / "any_number_{}x{}_{}.png".format(*size, text))
        assert not faults(face.shell, f"who is here, {text}")
        bodies = face.page.question.body.bodies
        assert [len(body.grid.tokens) for body in bodies] == [5, 6]
        assert not any(body.pager.overflow for body in bodies), "nothing has to be scrolled"
        assert all(body.numbers.get_root_window() for body in bodies)
        for row in (body.numbers for body in bodies):
            names = [shape for said, shape in written(row) if said in ("Acolyte", "Undead")]
            named = [shape.rect[1] for shape in names if shape.spot is not None]
            assert all(low >= row.keys[0].top - 1 for low in named), "its name lies on its numbers"
            assert text == "XL" or named or size[0] == 480
    own, theirs = bodies
    assert [len(body.numbers.keys) for body in bodies] == [7, 7]
    assert_fit_for_fingers(face, size)
    fingers.tap(own.numbers.keys[4])
    fingers.tap(theirs.numbers.keys[0])
    assert (own.grid.tokens["acolyte"].piece.taken, theirs.grid.tokens["undead"].piece.taken) == (4, 0)
    fingers.tap(own.grid.tokens["deep_one"])
    assert (own.grid.tokens["deep_one"].piece.taken, len(own.numbers.keys)) == (1, 5), "one more, and about these now"
    assert [key.chosen for key in own.numbers.keys] == [False, True, False, False, False]
    fingers.tap(own.numbers.keys[4])
    fingers.tap(own.grid.tokens["shoggoth"])
    assert len(own.numbers.keys) == 5, "two are as quick by tapping them"
    assert {*own.numbers.keys, *theirs.numbers.keys} <= {*keys_of(face.page.focus_area())}
    face.settle()
    fingers.tap(face.verb)
    given = session.timeline.entries[-2].value
    assert sorted(name.rpartition(".")[0] for name in given) == [
        *["GC.acolyte"] * 4,
        *["GC.deep_one"] * 4,
        "GC.shoggoth",
    ]


def test_what_each_piece_is_is_seen_in_every_theme(face: Any) -> None:
    """In the light theme Hastur was pale yellow on pale yellow (1.8:1 before)."""
    from companion.games.cthulhu_wars.game import CTHULHU_WARS
    from layouts.palette import THEMES
    from tests.colour_sight import contrast

    def written(tint: Any) -> str:
        return "#" + "".join(f"{round(255 * channel):02x}" for channel in tint[:3])

    face.begin(CTHULHU_WARS, {"quick_battle": {"attacker": "YS", "defender": "WW", "area": "europe"}})
    for theme in THEMES:
        face.look(theme=theme)
        tokens = [token for part in face.page.question.body.parts for token in part.body.grid.tokens.values()]
        assert len(tokens) > 6
        for token in tokens:
            assert contrast(written(token._sign._tint), written(token._core._tint)) > 2.9, (theme, token.text)


def test_plain_battles_take_few_taps(face: Any) -> None:
    """At most 10 from *Battle* to what is to be moved, confirming taps counted, on a board with figures of its own;
    `python -m tests.instruments.outside.taps --seeds 14 --battles 6` counts more of them. With the first seed five
    Acolytes take a tap (11 in all before)."""
    from statistics import median

    from tests.instruments.outside.taps import battles

    costs = [cost for seed in (307, 0) for found in battles(face, seed, 6).costs.values() for cost in found]
    taken = [cost.taps + cost.flicks for cost in costs]
    assert len(taken) == 12
    assert max(taken) <= 10
    assert median(taken) <= 7


def test_a_quick_battle_takes_few_taps_to_its_first_roll(face: Any) -> None:
    """At most 8 from the home page, the tap on the map counted too, with a piece a side; where nothing else counts and
    nobody may do anything before the roll, 7. With the last two seeds Shub-Niggurath defends, who counts most: her
    Gates and her Cultists are asked for on one sheet; in the second of them two Undead attack, a tap more."""
    from tests.instruments.outside.taps import quick_battle

    *costs, undead = [quick_battle(face, Random(seed)) for seed in (*range(8), 11, 134)]
    taken = [cost.taps + cost.places + cost.flicks for cost in costs]
    assert max(taken) <= 8
    assert min(taken) == 7
    assert undead.taps + undead.flicks <= 8
    assert face.session.timeline.entries[-1].key == "quick/counts"


@SIZES
@pytest.mark.parametrize("wanted", ["on", "off"])
def test_the_chances_are_told_while_the_battle_is_declared(
    face: Any, fingers: Any, tmp_path: Path, size: tuple[int, int], wanted: str
) -> None:
    """How many dice the picked pieces bring stands beside them, and with *Show chances* what those may do; both follow
    every tap, before anything is confirmed."""
    face.shell.settings.odds = wanted
    declared(face)
    mine, theirs = face.page.question.body.parts
    assert [part.head._side.number for part in (mine, theirs)] == [0, 2]
    assert not mine.head._side.odds, "nobody is there to be hurt"
    fingers.tap(mine.body.grid.tokens["shoggoth"])
    fingers.tap(mine.body.grid.tokens["deep_one"])
    face.settle()
    fingers.picture(Path(PICTURES or tmp_path) / "chances_{}_{}x{}.png".format(wanted, *size))
    assert not faults(face.shell, "chances")
    side = mine.head._side
    assert (side.number, side.unit) == (3, "Combat")
    assert [round(odds.at_least[0], 3) for odds in side.odds] == ([0.421, 0.704] if wanted == "on" else [])


@SIZES
def test_both_halves_stay_in_sight_beside_the_map_of_a_retreat(
    face: Any, fingers: Any, tmp_path: Path, size: tuple[int, int]
) -> None:
    from tests.instruments.outside.sight import look_at

    session = fought(face, mine=(4, 4, 1, 1), theirs=(4, 1))
    while not session.prompts[0].prompt.key.startswith("battle/retreat"):
        prompt = session.prompts[0].prompt
        if prompt.key.startswith("battle/near") and len(session.prompts) == 2:
            face.settle()
            assert_asked_in_few_lines_in_every_language(face.page.question.body)
        if prompt.kind == "assign":
            face.answer(session.prompts[0].ticket, {name: list(results) for name, results in prompt.suggested.items()})
        else:
            face.answer(session.prompts[0].ticket, [])
    fingers.picture(Path(PICTURES or tmp_path) / "retreat_{}x{}.png".format(*size))
    assert not faults(face.shell, "retreat")
    assert_fit_for_fingers(face, size)
    halves = [s for s in look_at(face.window) if type(s.widget).__name__ == "BattleHalf"]
    assert len(halves) == 2
    assert all(half.sight is not None and half.sight.area > 0.99 * half.box.area for half in halves)
    assert face.page.question.body.map.width > 0.7 * size[0] - 1


@EVERY_SIZE
def test_where_the_only_enemy_stands_nearby_is_asked_plainly(
    face: Any, fingers: Any, tmp_path: Path, size: tuple[int, int]
) -> None:
    """“In none of them” did not say of what."""
    session = fought(face, mine=(4, 1, 1, 1), theirs=(1, 1))
    while not session.prompts[0].prompt.key.startswith("battle/near"):
        item = session.prompts[0]
        face.answer(item.ticket, {name: list(results) for name, results in item.prompt.suggested.items()})
    face.settle()
    assert_whole_in_every_language(face.page.question.head, session)
    assert face.page.question.body.title == "Units of Great Cthulhu nearby?"
    assert face.page.question.body.note == "Tap where they are; the other side cannot retreat there."
    assert face.verb.text == "Nowhere near"
    fingers.tap(face.page.question.body.map.keys[session.prompts[0].prompt.options[0].id])
    assert face.verb.text == "In 1 area"
    fingers.picture(Path(PICTURES or tmp_path) / "one_nearby_{}x{}.png".format(*size))
    assert not faults(face.shell, "one nearby")


def assert_the_whole_answer_is_said(face: Any, fingers: Any) -> None:
    """It was taken for the retreat itself, and the primary button and undo said the answer of one side only."""
    from companion.app.widgets.base.marks import player_mark

    body = face.page.question.body
    mine, theirs = (player_mark(body.context.player(who)) for who in ("GC", "CC"))
    for who, tab in (("GC", "Great Cthulhu"), ("CC", "Crawling Chaos")):
        chip = body.row.chips[f"battle/near/{who}"]
        fingers.tap(chip)
        other = "Crawling Chaos" if who == "GC" else "Great Cthulhu"
        assert body.asked.text == f"Tap where {tab} is; {other} cannot retreat there."
        assert face.verb.text == f"{mine}\N{NO-BREAK SPACE}2 areas   {theirs}\N{NO-BREAK SPACE}1 area"
    taken = [area for area, key in body.map.keys.items() if key.chosen]
    for area in taken:
        fingers.tap(body.map.keys[area])
    assert face.verb.text == f"{mine}\N{NO-BREAK SPACE}2 areas   {theirs}\N{NO-BREAK SPACE}nowhere"
    assert body.row.chips["battle/near/CC"].piece.detail == "nowhere"
    for area in taken:
        fingers.tap(body.map.keys[area])


@EVERY_SIZE
def test_where_both_sides_stand_nearby_is_one_page(
    face: Any, fingers: Any, tmp_path: Path, size: tuple[int, int]
) -> None:
    """Two maps with a confirmation each were two touches where nothing has to be said."""
    from layouts.theme import look

    session = fought(face, mine=(4, 4, 1, 1), theirs=(4, 1))
    while not session.prompts[0].prompt.key.startswith("battle/near"):
        item = session.prompts[0]
        face.answer(item.ticket, {name: list(results) for name, results in item.prompt.suggested.items()})
    face.settle()
    body = face.page.question.body
    assert [prompt.key for prompt in body.prompts] == ["battle/near/GC", "battle/near/CC"]
    assert face.verb.text == "Nowhere near"
    areas = [option.id for option in body.prompts[0].options]
    wanted = {"battle/near/CC": areas[:1], "battle/near/GC": areas[1:3]}
    assert_asked_in_few_lines_in_every_language(body)
    for widget in face.targets(wanted):
        fingers.tap(widget)
    face.settle()
    fingers.picture(Path(PICTURES or tmp_path) / "nearby_{}x{}.png".format(*size))
    assert not faults(face.shell, "nearby")
    assert_fit_for_fingers(face, size)
    left, __, wide, __ = body.row._asked._words.rect
    first = next(iter(body.row.chips.values()))
    assert left + wide <= first.x - 5 * look.u or first.top <= body.row._asked.y + 1, (
        "the question ran up to the first chip"
    )
    assert {key: chip.chosen for key, chip in body.row.chips.items()} == {key: key.endswith("CC") for key in wanted}
    asking = face.page
    fingers.tap(face.page.headline.help_sign)
    assert face.page is not asking
    assert body.note in [getattr(widget, "text", "") for widget in face.page.walk()], "what to tap is said there"
    face.back()
    assert face.page is asking
    chosen = [area for area, key in body.map.keys.items() if key.chosen]
    assert (sorted(chosen), body.map.drawn._barred) == (areas[:1], dict.fromkeys(areas[1:3], "GC"))
    assert_the_whole_answer_is_said(face, fingers)
    face.settle()
    fingers.tap(face.verb)
    assert face.page.left == ("Undo" if look.portrait else "Undo: Enemy units nearby?")
    assert session.state.running_battle.near == {"CC": areas[:1], "GC": areas[1:3]}
    assert session.prompts[0].prompt.key == "battle/retreat/GC"


def test_each_neutral_piece_is_a_page_key_away(face: Any, window: Any, fingers: Any) -> None:
    """The last of 56 were 4.7 flicks away at 800x480: two columns of them had too many pages for a key each."""
    from companion.games.cthulhu_wars.game import CTHULHU_WARS
    from tests.instruments.outside import matrix, stage

    stage.resize(window, fingers, (800, 480))
    face.begin(CTHULHU_WARS, {"quick_battle": {"neutral": "ask", "attacker": "SL", "defender": "YS", "area": "europe"}})
    item = face.session.prompts[0]
    while not item.prompt.key.startswith("quick/neutral"):
        face.answer(item.ticket, item.prompt.any_answer(Random(1)))
        item = face.session.prompts[0]
    assert len(item.prompt.options) > 50
    assert not matrix.Inspector(face, None, ["reach", "text cut", "finger", "overlap"]).look("neutral pieces")


def assert_fit_for_fingers(face: Any, size: tuple[int, int]) -> None:
    """Below head and pieces a map was so low that Scandinavia was 7 to 8 mm high, and its ocean took touches of the
    pieces where letters are large."""
    from tests.instruments.outside.checks import Scene, finger, overlap
    from tests.instruments.outside.sight import look_at

    for text in ("M", "XL"):
        face.look(text=text)
        face.settle()
        scene = Scene("map", size, look_at(face.window))
        assert not [*finger(scene), *overlap(scene)], text
    face.look(text="M")


@EVERY_SIZE
def test_pieces_stay_in_their_half_until_the_battle_is_over(
    face: Any, fingers: Any, tmp_path: Path, size: tuple[int, int]
) -> None:
    """Beside the map of a retreat one piece was gone before it had been placed."""
    from companion.games.cthulhu_wars.game import CTHULHU_WARS
    from layouts.glyphs import SYMBOLS

    pieces = {"BG": {"dark_young": 1, "fungi": 1, "ghoul": 1, "acolyte": 2}, "GC": {"starspawn": 1, "shoggoth": 1}}
    given = {"attacker": "GC", "defender": "BG", "area": "west_africa", "others": []}
    face.begin(CTHULHU_WARS, {"quick_battle": {**given, "pieces": pieces, "in_play": pieces, "books": {}}})
    session, units = face.session, {SYMBOLS[f"unit-{name}"] for name in ("dark-young", "fungi", "ghoul")}
    units.add(SYMBOLS["cultist"])
    while not session.prompts[0].prompt.key.startswith("battle/board"):
        prompt = session.prompts[0].prompt
        if prompt.key.startswith("battle/retreat"):
            face.settle()
            shown = face.page.sides.halves[1]._tokens._words
            numbers = [word.said[0] for word in shown if word.spot is not None]
            places = [place for place, text in enumerate(numbers) if text in units]
            assert sum(int(numbers[place + 1]) for place in places) == 5
            fingers.picture(Path(PICTURES or tmp_path) / "stay_{}_{}x{}.png".format(prompt.key.split("/")[-1], *size))
        if prompt.kind == "assign":
            value: Any = {name: list(results) for name, results in prompt.suggested.items()}
        elif prompt.kind == "roll":
            value = [6, 4, 4, 1, 1, 1, 1][: prompt.dice]
        else:
            value = prompt.any_answer(Random(1)) if getattr(prompt, "least", 1) else []
        face.answer(session.prompts[0].ticket, value)


def assert_whole_in_every_language(head: Any, session: Any) -> None:
    """What a question says besides has room in its head (it ended in dots before in all languages)."""
    from layouts.theme import look
    from layouts.typeset import extent

    room, lines, said = head.help.x - head.x - 58 * look.u, 2 if look.portrait else 1, set()
    try:
        for language in languages():
            use(language)
            text = _(session.prompts[0].prompt.text)
            said.add(text)
            assert extent(text, "text", look.least, round(room))[1] < (lines + 0.5) * 1.3 * look.least, text
    finally:
        use(ENGLISH)
    assert len(said) == len(languages())


def assert_asked_in_few_lines_in_every_language(body: Any) -> None:
    """What is asked above a map takes a line of its room, or two on an upright screen."""
    from layouts.theme import look
    from layouts.typeset import extent

    lines, said = 2 if look.portrait else 1, set()
    try:
        for language in languages():
            use(language)
            text = _("Tap where {enemy} is; {faction} cannot retreat there.")
            said.add(text)
            text = text.format(enemy="Great Cthulhu", faction="Crawling Chaos")
            assert extent(text, "text", look.least, round(body.asked.width))[1] < (lines + 0.5) * 1.3 * look.least, text
    finally:
        use(ENGLISH)
    assert len(said) == len(languages())


def test_two_short_options_below_the_halves_stand_beside_each_other(face: Any) -> None:
    """One below the other the second was cut in half, with a bar for it."""
    from companion.games.cthulhu_wars.game import CTHULHU_WARS

    pieces = {"GC": {"leng_spider": 1, "deep_one": 2}, "CC": {"flying_polyp": 2}}
    face.begin(CTHULHU_WARS, {"quick_battle": {**ARMIES, "pieces": pieces, "in_play": pieces}})
    session = face.session
    while not session.prompts[0].prompt.key.startswith("battle/after_roll"):
        (item, *_) = session.prompts
        face.answer(item.ticket, [4] * item.prompt.dice if item.prompt.kind == "roll" else [])
    face.answer(session.prompts[0].ticket, ["bloodthirst"])
    face.settle()
    assert session.prompts[0].prompt.key == "battle/leng_spider"
    one, other = face.page.question.body.keys.values()
    assert one.y == other.y
    assert not face.page.question.body.pager.overflow


def test_names_of_sides_and_pieces_stand_whole_where_there_is_little_room(face: Any) -> None:
    """“Abominatio-n” was broken in the middle, and the last word of “Opener of the Way” was cut off."""
    from companion.games.cthulhu_wars.game import CTHULHU_WARS
    from layouts.typeset import extent, parted

    face.begin(CTHULHU_WARS, {"quick_battle": {"attacker": "YS", "defender": "OW", "area": "europe"}})
    for part in face.page.question.body.parts:
        head, grid = part.head, part.body.grid
        __, low, __, high = head._words.rect
        assert head.y - 1 <= low, head.text
        assert low + high <= head.top + 1, head.text
        for words in filter(lambda words: words.said, grid._labels):
            text, voice, size, wrap, __ = words.said
            assert all(not wrap or extent(word, voice, size)[0] <= wrap for word in parted(text)), text


@pytest.mark.parametrize("room", [122, 160, 260])
def test_a_name_of_three_lines_stands_whole_in_half_of_a_battle(window: Any, fingers: Any, room: int) -> None:
    """“Combat” of “Cat from Saturn, +4 Combat” lay below the half, where nobody could scroll to."""
    from companion.app.widgets.controls.tokens import TokenGrid, TokenPiece

    grid = TokenGrid(print, print)
    names = ("Cat from Saturn, +4 Combat", "Cat from Uranus", "Wamp", "Cat from Saturn, +4 Combat", "Cat from Uranus")
    grid.show([TokenPiece(str(n), "monster", name, "#a06c10") for n, name in enumerate(names)])
    grid.room, grid.width = room, 588
    grid.bind(natural=grid.setter("height"))
    window.add_widget(grid)
    fingers.frames(3)
    window.remove_widget(grid)
    assert grid.natural <= room
    for token in grid.tokens.values():
        low, high = token._label.rect[1], token._label.rect[3]
        assert high > 20
        assert low >= grid.y - 2, token.text


@pytest.mark.parametrize("number", [9, 30])
def test_how_many_dice_stands_within_its_half(face: Any, number: int) -> None:
    """However large the number could be: on an upright screen the pencil of 30 dice was out of the window."""
    from companion.app.table.prompts.roll_head import RollHead, RollSummary
    from companion.table.view import PlayerView, SideView
    from tests.instruments.outside.stage import grab

    head = RollHead()
    head.size_hint, head.pos, head.size = (None, None), (100, 40), (200, 400)
    gus = PlayerView("GC", "Gus", "GC", "#2e8b57", "", sigil="great-cthulhu")
    head.show(RollSummary(gus, number, "dice", SideView("GC", "Gus", key="GC.dice")))
    face.window.add_widget(head)
    try:
        face.home()
        face.shell.opacity = 0
        face.fingers.frames(2)
        pixels = grab(face)
    finally:
        face.window.remove_widget(head)
    assert len(pixels.count(100, 120, 300, 440)) > 1, "nothing is drawn"
    for beside in ((302, 40, 400, 440), (0, 40, 98, 440)):
        assert len(pixels.count(*beside)) == 1


@EVERY_SIZE
def test_how_many_dice_stand_at_one_height(face: Any, resize: Any, size: tuple[int, int]) -> None:
    """Also where one side's dice have fallen and the other's are rolled alone: up to 50 units apart before."""
    from companion.app.table.prompts.roll import RollPrompt
    from companion.games.cthulhu_wars.game import CTHULHU_WARS

    resize(*size)
    face.look(dice="ask")
    for place in range(2):
        face.begin(CTHULHU_WARS, {"quick_battle": ARMIES})
        face.answer(face.session.prompts[place].ticket, face.session.prompts[place].prompt.any_answer(Random(1)))
        face.settle()
        body = face.question.body
        assert isinstance(body, RollPrompt)
        one, other = (half.head._number.rect for half in body.children)
        assert one[1:2] + one[3:] == other[1:2] + other[3:]


def test_upright_where_a_battle_is_fought_stands_whole_beside_help(face: Any, resize: Any) -> None:
    """“Indian Ocean” took three lines beside the turn, two of them cut."""
    from companion.games.cthulhu_wars.game import CTHULHU_WARS
    from layouts.typeset import extent

    resize(720, 1280)
    face.begin(CTHULHU_WARS, {"factions": ["GC", "CC", "BG"], "signs": "app", "direction": 1})
    session = face.session
    while not session.prompts[0].prompt.key.startswith("action/"):
        session.answer(session.prompts[0].ticket, session.prompts[0].prompt.any_answer(Random(1)))
    session.correct({"GC.deep_one": 4, "GC.shoggoth": 2, "CC.nightgaunt": 3, "CC.flying_polyp": 2})
    for value in ("battle/CC", "indian_ocean"):
        session.answer(session.prompts[0].ticket, [value])
    while session.prompts[0].prompt.kind != "assign":
        (item, *_) = session.prompts
        if item.prompt.kind == "roll":
            given: Any = [6] * item.prompt.dice
        elif item.prompt.key.startswith("battle/pieces"):
            given = [option.id for option in item.prompt.options]
        else:
            given = []
        session.answer(item.ticket, given)
    face.redraw()
    page = face.page
    assert page.header.children[0].text == "Help"
    heading = page.ids.heading
    assert heading.text.endswith("Indian Ocean")
    assert extent(heading.text, "bold", heading.font_size, heading.width)[1] <= heading.height


@sized((480, 800), (800, 480))
def test_what_may_be_said_besides_is_whole_in_german(face: Any) -> None:
    """Seen at 480x800: “Zauberbücher? Keine” needs a third line below the sigil, and was cut off."""
    from companion.games.cthulhu_wars.game import CTHULHU_WARS

    face.look(language="de")
    try:
        given = {"attacker": "BG", "defender": "WW", "area": "europe"}
        face.begin(CTHULHU_WARS, {"quick_battle": given})
        face.settle()
        deferred = face.page.question.body.deferred
        assert len(deferred) == 3
        for key in deferred:
            assert key.texture_size[1] <= key.height + 1, key.text
    finally:
        face.look(language="en")
        use(ENGLISH)


@SIZES
def test_the_name_of_a_side_is_whole_where_it_has_room(face: Any, resize: Any, size: tuple[int, int]) -> None:
    """Nine letters were counted, whatever their width: “Verteidi…” in a half with room for more (before)."""
    from companion.games.mythos_encounters.game import MYTHOS_ENCOUNTERS

    resize(*size)
    try:
        face.look(language="de", text="XL")
        pieces = {"cultists": 2, "servitors": 1, "monsters": 0, "insane": 0}
        setup = {"others": 1, "attacker": pieces, "defender": {**pieces, "ring": False}}
        face.begin(MYTHOS_ENCOUNTERS, setup)
        halves = face.page.sides.halves
        assert [half._name.said[0] for half in halves] == ["Angreifer", "Verteidiger"]
        assert all(half.x <= half._name.rect[0] and sum(half._name.rect[::2]) <= half.right for half in halves)
    finally:
        use(ENGLISH)


@EVERY_SIZE
def test_what_stood_one_below_another_stands_side_by_side_within_the_page(
    face: Any, resize: Any, size: tuple[int, int]
) -> None:
    """Once the pieces are said, the spellbooks of both sides are lists beside each other: two empty halves, of 25,893
    and 32,770 pixels of height, before."""
    from companion.games.cthulhu_wars.game import CTHULHU_WARS

    resize(*size)
    face.begin(CTHULHU_WARS, {"quick_battle": {"attacker": "GC", "defender": "DS", "area": "europe"}})
    face.settle()
    assert face.question.body._band
    for item in list(face.session.prompts):
        if not item.prompt.key.startswith("quick/books"):
            face.answer(item.ticket, item.prompt.any_answer(Random(1)))
    face.settle()
    body = face.question.body
    assert [item.prompt.key for item in body.items] == ["quick/books/GC", "quick/books/DS"]
    for part in body.parts:
        assert body.y - 1 <= part.y
        assert part.top <= body.top + 1
    one, other = body.parts
    assert abs(one.height - other.height) <= 1


@SIZES
def test_a_token_says_how_many_were_picked_and_nothing_before(face: Any, size: tuple[int, int]) -> None:  # noqa: ARG001
    """The number of the pool stood there, as if all of it took part."""
    declared(face)
    tokens = [token for part in face.page.question.body.parts for token in part.body.grid.tokens.values()]
    bare = [token for token in tokens if token.piece.number > 1 and not token.piece.taken]
    assert bare
    assert all(word.spot is None for _back, word in (token._count for token in bare))
    token = face.page.question.body.parts[0].body.grid.tokens["deep_one"]
    for said in ("×1", "×2"):
        face.fingers.tap(token)
        face.settle()
        assert token._count[1].said[0] == said


@SIZES
def test_a_single_kill_is_chosen_by_a_tap_and_given_by_the_button(face: Any, size: tuple[int, int]) -> None:  # noqa: ARG001
    """It was given by the tap, and several of them by the button."""
    session = fought(face, mine=(1, 1, 1, 1), theirs=(6, 1))
    body = face.page.question.body
    assert [prompt.key for prompt in body.prompts] == ["battle/kill/GC"]
    assert not face.verb.disabled, "what is filled in is confirmed as it is"
    face.fingers.tap(body.keys["GC.shoggoth.1"])
    face.settle()
    assert len(session.timeline.entries) == 2
    face.fingers.tap(face.verb)
    assert session.timeline.entries[2].value == {"GC.shoggoth.1": ["kill"]}


@SIZES
def test_typed_dice_are_seen_in_their_half_and_typed_so_again(face: Any, size: tuple[int, int]) -> None:  # noqa: ARG001
    """What one side had typed in was seen nowhere until both had rolled; *Enter faces* was tapped each time."""
    from companion.app.table.prompts.roll import IdleHalf
    from companion.games.cthulhu_wars.game import CTHULHU_WARS

    face.begin(CTHULHU_WARS, {"quick_battle": ARMIES})
    mine = face.page.question.body.cards[0]
    face.fingers.tap(mine.typing_key)
    face.settle()
    face.fingers.tap(face.page.swap_key)
    for value in (6, 5, 1, 1):
        face.settle()
        face.fingers.tap(face.page.face_keys[value])
    face.settle()
    face.fingers.tap(face.page.primary)
    face.settle()
    half = next(half for half in face.page.question.body.children if isinstance(half, IdleHalf))
    assert [die.face for die in half.rolled.dice] == [6, 5, 1, 1]
    assert half.rolled.height > 0
    assert half.rolled.y >= half.y
    assert half.total.text == "1 Kill, 1 Pain"
    assert not faults(face.shell, "typed dice")
    face.fingers.tap(face.page.question.body.card.typing_key)
    face.settle()
    assert face.page.face_keys, "faces again"
