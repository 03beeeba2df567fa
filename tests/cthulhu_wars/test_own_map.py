"""Boards that people describe themselves: entered once, kept, checked, played on."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.games.cthulhu_wars.facts import BookTaken, RequirementMet
from companion.games.cthulhu_wars.game import CTHULHU_WARS
from companion.headless.interface import Headless
from companion.storage.user_files import put_by
from companion.table.errors import BadSetupError
from companion.table.game import allow_all
from companion.table.prompts import Choose
from companion.table.session import Session, new_session
from tests.chance import back_and_forth, step
from tests.cthulhu_wars.home_made import crowd
from tests.cthulhu_wars.test_random_games import check_invariants

MAP: dict[str, Any] = {
    "name": "Dreamlands",
    "areas": [
        {"name": "Ulthar", "touches": ["Kadath", "Cerenerian Sea"]},
        {"name": "Kadath", "glyph": "dragon"},
        {"name": "Cerenerian Sea", "ocean": True, "touches": ["Ilek-Vad"]},
        {"name": "Ilek-Vad", "glyph": "thorns"},
    ],
}
QUESTIONS: list[tuple[str, Any]] = [
    ("setup/own_map/name/1", "Dreamlands"),
    ("setup/own_map/area/1", ""),
    ("setup/own_map/area/2", "Ulthar"),
    ("setup/own_map/area/3", "Kadath"),
    ("setup/own_map/area/4", "ulthar"),
    ("setup/own_map/area/5", "Cerenerian Sea"),
    ("setup/own_map/area/6", "Ilek-Vad"),
    ("setup/own_map/area/7", ""),
    ("setup/own_map/oceans", ["Cerenerian Sea"]),
    ("setup/own_map/chevron", []),
    ("setup/own_map/dragon", ["Kadath"]),
    ("setup/own_map/thorns", ["Ilek-Vad"]),
    ("setup/own_map/touch/1", ["Kadath", "Cerenerian Sea"]),
    ("setup/own_map/touch/2", []),
    ("setup/own_map/touch/3", ["Ilek-Vad"]),
]
STARTS: list[tuple[str, Any]] = [("setup/start/GC", "Cerenerian Sea"), ("setup/start/CC", "Ilek-Vad")]


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    """Where the game finds what people have made."""
    assert CTHULHU_WARS.take_own(tmp_path / CTHULHU_WARS.name, allow_all) == []
    yield tmp_path / CTHULHU_WARS.name
    CTHULHU_WARS.folder = None


def evening(folder: Path, **setup: Any) -> Session[Any]:
    session = new_session(CTHULHU_WARS, {"map": "own", "factions": ["GC", "CC"], "signs": "app", **setup})
    session.keep = lambda keepsake: put_by(folder, keepsake)
    return session


def answer(session: Session[Any], steps: list[tuple[str, Any]]) -> None:
    for key, value in steps:
        assert session.prompts[0].prompt.key == key
        session.answer(session.prompts[0].ticket, value)


def test_a_map_is_described_once_and_kept_for_the_next_time(folder: Path) -> None:
    session = evening(folder)
    answer(session, QUESTIONS)
    near = {area.name: set(area.adjacent) for area in session.state.board.areas.values()}
    assert near == {
        "Ulthar": {"Kadath", "Cerenerian Sea"},
        "Kadath": {"Ulthar"},
        "Cerenerian Sea": {"Ulthar", "Ilek-Vad"},
        "Ilek-Vad": {"Cerenerian Sea"},
    }
    assert session.state.board.oceans() == ["Cerenerian Sea"]
    assert session.state.board.areas["Kadath"].glyph == "dragon"
    answer(session, STARTS)
    assert session.state.gates == {"Cerenerian Sea": "GC", "Ilek-Vad": "CC"}
    stored = json.loads((folder / "maps" / "dreamlands.json").read_text(encoding="utf-8"))
    assert stored["starts"] == {"GC": "Cerenerian Sea", "CC": "Ilek-Vad"}
    assert [area["name"] for area in stored["areas"]] == ["Ulthar", "Kadath", "Cerenerian Sea", "Ilek-Vad"]

    again = evening(folder)
    answer(again, [("setup/own_map", "maps/dreamlands.json")])
    assert again.state.board == session.state.board
    assert again.state.gates == session.state.gates, "the start areas are known, too"
    assert {area.name for area in again.view.areas} == set(near)


def test_what_a_table_may_do_wrong_while_it_describes_a_map(folder: Path) -> None:
    session = evening(folder)
    answer(session, QUESTIONS[:1])
    answer(session, [("setup/own_map/area/1", "")])
    assert session.prompts[0].prompt.text == "This game needs 2 areas."
    answer(session, [("setup/own_map/area/2", "Ulthar"), ("setup/own_map/area/3", "ULTHAR")])
    assert session.prompts[0].prompt.text == "There is already an area “ULTHAR”."
    session.undo(2)
    assert session.prompts[0].prompt.key == "setup/own_map/area/2"


def test_a_second_map_has_another_name(folder: Path) -> None:
    session = evening(folder)
    answer(session, QUESTIONS)
    again = evening(folder)
    answer(again, [("setup/own_map", "own"), ("setup/own_map/name/1", "dreamlands!")])
    assert again.prompts[0].prompt.text == "There is already a map with that name."
    answer(again, [("setup/own_map/name/2", "")])
    assert "Area 1" in again.prompts[0].prompt.title
    assert len(list((folder / "maps").iterdir())) == 1, "nothing is written over"


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"areas": MAP["areas"][:2]}, "“Ulthar” cannot touch “Cerenerian Sea”"),
        ({"areas": [{"name": "Ulthar"}]}, "A map has 2 to 40 areas."),
        ({"areas": [*MAP["areas"], {"name": "KADATH"}]}, "names the area “kadath” twice"),
        ({"areas": [*MAP["areas"], {"name": "Yath", "touches": ["Yath"]}]}, "“Yath” cannot touch “Yath”"),
        ({"areas": [*MAP["areas"], {"name": "Yath", "sea": True}]}, "unknown field `sea`"),
        ({"areas": [*MAP["areas"], {"name": "Yath", "glyph": "star"}]}, "star"),
        ({"areas": [*MAP["areas"], {"name": " Yath"}]}, "“ Yath” cannot be a name"),
        ({"name": ""}, "“” cannot be a name"),
        ({"name": "x" * 25}, "cannot be a name"),
        ({"starts": {"GC": "Atlantis"}}, "GC cannot start in “Atlantis”"),
        ({"tracks": {"8": [5, 0]}}, "The Ritual track for 8 cannot be used"),
        ({"tracks": {"4": [5, 6]}}, "The Ritual track for 4 cannot be used"),
        ({"areas": "all"}, "array"),
    ],
)
def test_a_malformed_map_is_refused_with_a_sentence(folder: Path, change: dict[str, Any], sentence: str) -> None:
    """From the folder it is left out and the sentence shown; in a set-up nothing is started."""
    path = folder / "maps" / "dreamlands.json"
    path.parent.mkdir(parents=True)
    path.write_text(json.dumps(MAP | change), encoding="utf-8")
    (said,) = CTHULHU_WARS.take_own(folder, allow_all)
    assert said.startswith("The map dreamlands.json is left out:")
    assert sentence in said
    assert sentence in evening(folder).prompts[0].prompt.text
    with pytest.raises(BadSetupError):
        CTHULHU_WARS.prepare({"map": MAP | change})


@pytest.mark.parametrize("text", [b"", b"{", b"\xff\xfe", b"[]", b'{"name": "x"}'])
def test_a_file_that_is_no_map_stops_nothing(folder: Path, text: bytes) -> None:
    (folder / "maps").mkdir(parents=True)
    (folder / "maps" / "x.json").write_bytes(text)
    (folder / "maps" / "dreamlands.json").write_text(json.dumps(MAP), encoding="utf-8")
    assert len(CTHULHU_WARS.take_own(folder, allow_all)) == 1
    answer(evening(folder), [("setup/own_map", "maps/dreamlands.json")])


def test_a_stored_game_needs_its_map_no_more(folder: Path) -> None:
    """The map is in the game's own file."""
    session = evening(folder)
    answer(session, [*QUESTIONS, *STARTS])
    replayed = Session(CTHULHU_WARS, session.setup, None, session.timeline)
    assert replayed.state.board == session.state.board


def test_a_correction_counts_whatever_the_file_is_called(folder: Path) -> None:
    """“It is the file maps/NAME.json, and can be corrected there”: what is kept of its starts lies in a file named
    after the map, and that counted ever after, whatever people wrote into their own."""
    mine, kept = folder / "maps" / "Dreamlands of ours.json", folder / "maps" / "dreamlands.json"
    mine.parent.mkdir(parents=True)
    mine.write_text(json.dumps(MAP), encoding="utf-8")
    answer(evening(folder), [("setup/own_map", "maps/dreamlands.json"), *STARTS])
    assert kept.is_file()
    corrected = {**MAP, "areas": [*MAP["areas"], {"name": "Leng", "touches": ["Kadath"]}]}
    mine.write_text(json.dumps(corrected), encoding="utf-8")
    os.utime(kept, ns=(0, 0))
    again = evening(folder)
    answer(again, [("setup/own_map", "maps/dreamlands.json")])
    assert "Leng" in again.state.board.areas
    answer(again, STARTS)
    assert "Leng" in kept.read_text(encoding="utf-8")


def test_areas_may_be_numbered(folder: Path) -> None:
    """“#1” is a name like any other (each such area was called “an area”, and below the Referee one of them was taken
    for a Gate that is only counted: Yog-Sothoth awakened there without a Spawn, which ended in a fault)."""
    areas = [{"name": f"#{n}", "touches": [f"#{n + 1}"] if n < 4 else []} for n in range(1, 5)]
    session = evening(folder, map={"name": "#", "areas": areas}, options={"help": "clerk"}, first="GC")
    answer(session, [("setup/start/GC", "#1"), ("setup/start/CC", "#3")])
    assert [area.name for area in session.view.areas] == ["#1", "#2", "#3", "#4"]
    assert "Great Cthulhu: start in #1" in [fact.text() for fact in session.state.facts]
    while session.state.turn == 0:
        session.answer(session.prompts[0].ticket, session.prompts[0].prompt.any_answer(Random(1)))
    assert not set(session.state.gates) & set(session.state.board.areas), "they are counted"


@pytest.mark.parametrize("number", [7, 8])
def test_seven_and_eight_play_on_an_own_map_with_a_track_that_is_typed_in(folder: Path, number: int) -> None:
    """Reference 1.1: a single source has their tracks; what stands there can be changed."""
    areas = [{"name": f"Place {n}"} for n in range(number)]
    with crowd(number) as codes:
        with pytest.raises(BadSetupError, match="2 to 6 factions"):
            new_session(CTHULHU_WARS, {"factions": codes})
        session = evening(folder, factions=codes, map={"name": "Big", "areas": areas})
        answer(session, [("setup/track/1", "5 six"), ("setup/track/2", "5, 6 6 10")])
        assert session.state.track == (5, 6, 6, 10)
        again = evening(folder, factions=codes)
        answer(again, [("setup/own_map", "maps/big.json")])
        assert again.state.track == (5, 6, 6, 10), "typed in once"
        other = evening(folder, factions=codes, map={"name": "Big", "areas": areas})
        answer(other, [("setup/track/1", "")])
        assert other.state.track == (5, 6, 6, 7, 7, 7, 8, 8, 8, 9, 9, 10)


def test_idolatry_may_go_anywhere_on_an_own_map(folder: Path) -> None:
    """Reference 6, TT, and D53: also to the glyph of a faction that does not play, which only the players see there."""
    session = evening(folder, map=MAP, factions=["TT", "CC"], first="TT")
    answer(session, [("setup/start/CC", "Ilek-Vad"), ("setup/start/TT", "Ulthar"), ("setup/board", True)])
    session.state.record(RequirementMet("TT", "great_old_one"))
    session.state.record(BookTaken("TT", "idolatry", "great_old_one"))
    session.correct({"TT.doom": 1})
    answer(session, [("action/TT", "idolatry")])
    prompt = session.prompts[0].prompt
    assert isinstance(prompt, Choose)
    assert [o.id for o in prompt.open_options()] == [area["name"] for area in MAP["areas"]]


def test_a_map_too_small_for_all_is_refused(folder: Path) -> None:
    with pytest.raises(BadSetupError, match="2 to 4 factions can play"), crowd(5) as codes:
        new_session(CTHULHU_WARS, {"factions": codes, "map": MAP})
    session = evening(folder)
    answer(session, QUESTIONS)
    with crowd(5) as codes:
        prompt = evening(folder, factions=codes).prompts[0].prompt
        assert "Not all factions have a place" in prompt.as_json()["options"][0]["refused"]


def test_headless_describes_and_keeps_a_map_too(tmp_path: Path) -> None:
    headless = Headless([CTHULHU_WARS], own=tmp_path)
    reply = headless.reply(
        json.dumps({"new": {"game": "cthulhu_wars", "map": "own", "factions": ["GC", "CC"], "signs": "app"}}).encode()
    )
    for _key, value in QUESTIONS:
        reply = headless.reply(json.dumps({"answer": value, "ticket": reply["prompt"]["ticket"]}).encode())
        assert reply["ok"], reply
    assert (tmp_path / "cthulhu_wars" / "maps" / "dreamlands.json").is_file()


def test_evenings_on_own_maps_keep_the_invariants(folder: Path) -> None:
    for seed in range(4):
        chance = Random(seed)
        session = evening(folder, **({"map": MAP} if seed % 2 else {}))
        for n in range(150):
            if session.finished:
                break
            step(session, chance)
            if session.state.map_id:
                check_invariants(session.state)
            if n % 40 == 0:
                back_and_forth(session, chance, 6)
