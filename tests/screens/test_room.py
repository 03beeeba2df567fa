"""Who is let in, by what, and what a stranger's words do."""

from __future__ import annotations

import json
import stat
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any, cast

import pytest

from companion.games.cthulhu_wars.game import CTHULHU_WARS
from companion.screens import room as rooms
from companion.screens.permits import CODE, MOST, TOKEN, Permits, kept_for
from companion.screens.room import NOUNS, Room
from companion.table.autoplay import play
from companion.table.prompts import Roll
from companion.table.session import new_session

HOUSE = "192.168.1.5"


class Hall:
    """A room whose connections are lists of what they were told."""

    def __init__(self, folder: Path) -> None:
        self.session = new_session(CTHULHU_WARS, {"factions": ["GC", "CC"], "signs": "app", "direction": 1})
        self.permits = Permits(folder / "screens.json", "evening.game")
        self.time, self.falling, self.asked = 0.0, False, 0
        self.told: dict[int, list[tuple[str, dict[str, Any]]]] = {}
        self.room = Room(
            self.session, self.permits, self.send, lambda: "dark", lambda: self.falling, self.ask, lambda: self.time
        )
        self.session.told = self.room.changed

    def ask(self) -> None:
        self.asked += 1

    def send(self, to: Sequence[int], kind: str, data: bytes) -> None:
        for number in to:
            self.told.setdefault(number, []).append((kind, json.loads(data)))

    def say(self, number: int, address: str = HOUSE, **said: Any) -> list[str]:
        """Have a new connection say hello; return the kinds of what it was told."""
        self.room.come(number, address)
        self.room.take(number, json.dumps({"t": "hello", **said}))
        return self.kinds(number)

    def kinds(self, number: int) -> list[str]:
        return [said["t"] for __, said in self.told.get(number, [])]

    def why(self, number: int) -> str:
        """Why a connection was closed."""
        kind, said = self.told[number][-1]
        assert (kind, said["t"]) == ("bye", "bye")
        return str(said["why"])


@pytest.fixture
def hall(tmp_path: Path) -> Hall:
    return Hall(tmp_path)


def test_the_code_lets_in_and_gives_a_token(hall: Hall) -> None:
    assert hall.say(1, code=hall.permits.new_code()) == ["in", "snap"]
    token = hall.told[1][0][1]["token"]
    assert hall.say(2, token=token) == ["in", "snap"]
    assert hall.told[2][0][1]["token"] == "", "a token is told once"
    assert hall.room.guests == 2


def test_code_and_token_are_as_long_as_promised(hall: Hall) -> None:
    assert (CODE * 8, TOKEN * 8) == (72, 128)
    code, token = hall.permits.new_code(), hall.permits.let_in()
    assert (len(code), len(token)) == (12, 22)
    assert hall.permits.new_code() == code, "it stays for the evening"


def test_without_either_nothing_but_two_words(hall: Hall) -> None:
    assert hall.say(1) == ["wait"]
    (asking,) = hall.room.asking
    assert hall.told[1][0][1]["two"] == list(asking.words)
    assert asking.words[0] != asking.words[1]
    assert set(hall.told[1][0][1]) == {"t", "two", "words"}
    play(hall.session, Random(1), 3)
    assert hall.kinds(1) == ["wait"], "nothing of the game"
    assert hall.asked == 1


def test_the_table_lets_in_who_asks(hall: Hall) -> None:
    hall.say(1)
    hall.room.let_in(1)
    assert hall.kinds(1) == ["wait", "in", "snap"]
    assert hall.told[1][1][0] == "in"
    assert hall.room.asking == []
    hall.room.let_in(1)
    assert hall.room.guests == 1


def test_the_table_sends_away_who_asks(hall: Hall) -> None:
    hall.say(1)
    hall.room.refuse(1)
    assert hall.why(1) == "no"
    hall.room.let_in(1)
    assert hall.room.guests == 0


def test_who_is_gone_asks_no_more(hall: Hall) -> None:
    hall.say(1)
    hall.room.gone(1)
    assert hall.room.asking == []
    hall.room.let_in(1)
    assert hall.room.guests == 0


def test_one_open_request_an_address_and_eight_in_all(hall: Hall) -> None:
    assert hall.say(1) == ["wait"]
    hall.say(2)
    assert hall.why(2) == "full"
    for number in range(3, 10):
        assert hall.say(number, f"192.168.1.{number + 10}") == ["wait"]
    hall.say(99, "192.168.1.99")
    assert hall.why(99) == "full"
    assert len({asking.words for asking in hall.room.asking}) == rooms.MOST_ASKING


def test_granted_screens_have_places_of_their_own(hall: Hall) -> None:
    for number in range(8):
        hall.say(number, f"192.168.1.{number + 10}")
    assert hall.say(50, code=hall.permits.new_code()) == ["in", "snap"]


def test_five_wrong_codes_make_an_address_wait(hall: Hall) -> None:
    for number in range(rooms.WRONG):
        hall.say(number, code="wrong")
        assert hall.why(number) == "who"
    right = hall.permits.new_code()
    hall.say(10, code=right)
    assert hall.why(10) == "later"
    assert hall.say(11, "192.168.1.6", code=right) == ["in", "snap"], "another address is not meant"
    hall.time += rooms.PAUSE
    assert hall.say(12, code=right) == ["in", "snap"]


def test_wrong_codes_are_remembered_of_few_addresses(hall: Hall) -> None:
    for number in range(1000):
        hall.say(number, f"10.0.{number // 250}.{number % 250}", code="wrong")
    assert len(hall.room._wrong) <= 64


@pytest.mark.parametrize(
    "said",
    [
        "",
        "null",
        "[]",
        '"hello"',
        "{}",
        '{"t":"answer","ticket":1,"value":["x"]}',
        '{"t":"undo"}',
        '{"t":"hello","code":7}',
        '{"t":"hello","code":"' + "x" * 65 + '"}',
        '{"t":"hello","have":{"rev":"1"}}',
        '{"t":"hello","have":{"rev":1e999}}',
        "[" * 1000,
        '{"t":"hello","code":"\\ud800"}',
        "\x00",
    ],
)
def test_whatever_a_stranger_says_changes_nothing(hall: Hall, said: str) -> None:
    before = hall.session.view, len(hall.session.timeline.entries)
    hall.room.come(1, HOUSE)
    hall.room.take(1, said)
    assert hall.why(1) == "bad"
    assert (hall.session.view, len(hall.session.timeline.entries)) == before


def test_who_is_in_may_say_nothing_more(hall: Hall) -> None:
    hall.say(1, code=hall.permits.new_code())
    hall.room.take(1, '{"t":"undo"}')
    assert hall.why(1) == "bad"
    assert hall.room.guests == 0


def test_what_comes_of_dice_is_told_when_they_lie(tmp_path: Path) -> None:
    hall = Hall(tmp_path)
    pieces = {"GC": {"shoggoth": 2}, "CC": {"flying_polyp": 2}}
    battle = {"attacker": "GC", "defender": "CC", "area": "south_pacific", "pieces": pieces, "in_play": pieces}
    setup = {"quick_battle": battle | {"books": {"GC": [], "CC": []}, "gates": {}, "others": [], "ritual": 0}}
    hall.session = new_session(CTHULHU_WARS, setup)
    hall.room = Room(hall.session, hall.permits, hall.send, lambda: "dark", lambda: hall.falling)
    hall.session.told = hall.room.changed
    hall.say(1, code=hall.permits.new_code())
    hall.falling = True
    for item in hall.session.prompts:
        hall.session.answer(item.ticket, [6] * cast(Roll, item.prompt).dice)
    falls = hall.told[1][-1][1]["seen"]
    assert falls["falling"]
    assert all(set(side["faces"]) == {6} for side in falls["sides"])
    assert not any(side["results"] or side["marks"] for side in falls["sides"])
    assert falls["asked"] == hall.told[1][1][1]["seen"]["asked"]
    hall.falling = False
    hall.room.changed()
    lies = hall.told[1][-1][1]["seen"]
    assert not lies["falling"]
    assert all(side["results"] for side in lies["sides"])
    assert lies["asked"] != falls["asked"]


def test_only_digests_are_kept_in_a_file_for_its_owner(tmp_path: Path) -> None:
    path = tmp_path / "screens.json"
    permits = Permits(path, "evening.game")
    code, token = permits.new_code(), permits.let_in()
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert code not in path.read_text()
    assert token not in path.read_text()
    assert [*tmp_path.iterdir()] == [path]


def test_permits_outlive_a_restart_of_the_same_game_only(tmp_path: Path) -> None:
    path = tmp_path / "screens.json"
    before = Permits(path, "evening.game")
    code, token = before.new_code(), before.let_in()
    assert kept_for(path) == "evening.game"
    again = Permits(path, "evening.game")
    assert again.is_code(code)
    assert again.is_token(token)
    other = Permits(path, "another.game")
    assert not other.is_code(code)
    assert not other.is_token(token)
    assert not other.is_code("")
    again.forget()
    assert not path.exists()
    assert not again.is_token(token)
    assert kept_for(path) == ""


def test_a_new_token_takes_the_place_of_the_first(tmp_path: Path) -> None:
    permits = Permits(tmp_path / "screens.json", "evening.game")
    tokens = [permits.let_in() for _number in range(MOST + 1)]
    assert [permits.is_token(token) for token in tokens] == [False, *[True] * MOST]


@pytest.mark.parametrize("content", [b"", b"{}", b"nonsense", b'{"game":1,"code":"","tokens":[]}', b"x" * 10_000])
def test_whatever_lies_in_its_place_is_no_permit(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "screens.json"
    path.write_bytes(content)
    assert kept_for(path) == ""
    assert Permits(path, "evening.game").new_code()


def test_the_words_differ() -> None:
    assert len(set(NOUNS)) == len(NOUNS) == 16


def test_a_disk_that_takes_nothing_ends_no_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    hall = Hall(tmp_path)
    hall.say(1)

    def refuse(*_arguments: object, **_named: object) -> int:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("companion.screens.permits.os.open", refuse)
    monkeypatch.setattr(Path, "unlink", refuse)
    hall.room.let_in(1)
    token = hall.told[1][1][1]["token"]
    assert hall.permits.is_token(token)
    hall.permits.forget()
    assert not hall.permits.is_token(token)
