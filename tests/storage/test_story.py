"""The story of an evening: each line against what the exported journal says to a script of its own."""

from __future__ import annotations

import re
from collections import Counter
from fractions import Fraction
from math import comb
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from companion.games import GAMES
from companion.storage.game_archive import pack
from companion.storage.game_library import bodies_of
from companion.storage.html_report import report
from companion.storage.statistics import chronicle
from companion.storage.story import MOST, StoryLine, story
from companion.table.journal import SqliteJournal
from companion.table.session import Session, new_session
from tests.instruments.outside.evenings import play_to_the_end, sensible
from tests.table.told_apart import entries, replies_of

CODES = ("GC", "CC", "BG", "YS")
NAMES = {"GC": "Ann", "BG": "Bo"}


def evening(path: Path, seed: int) -> Session[Any]:
    """A whole evening in a file; now and then Doom is corrected, so that it comes to an end."""
    journal = SqliteJournal(path)
    names = [{"id": code, "name": name} for code, name in NAMES.items()]
    session = new_session(GAMES[0], {"factions": list(CODES), "signs": "app", "names": names}, journal)
    play_to_the_end(session, Random(seed), CODES)
    journal.close()
    return session


class Told:
    """What the replies of the headless command say of a game, worked out here once more.

    Args:
        exported: the game.
        folder: for the command.
    """

    def __init__(self, exported: Path, folder: Path) -> None:
        self.replies, self.entries = replies_of(exported, folder), entries(exported)
        self.end = self.replies[-1]["state"]

    def doom(self, number: int) -> dict[str, int]:
        """The Doom of each faction after an entry."""
        players = self.replies[number]["state"]["players"]
        return {player["id"]: player["big"][-1]["value"] for player in players if player["big"]}

    def turn(self, number: int) -> str:
        """The turn after an entry."""
        return str(self.replies[number]["state"]["header"][0])

    def battles(self) -> list[tuple[str, Counter[str]]]:
        """The area of each battle, and the pieces that each side has lost, by the facts."""
        found: list[tuple[str, Counter[str]]] = []
        open_: Counter[str] | None = None
        for fact in (fact for reply in self.replies for fact in reply["facts"]):
            if fact["fact"] == "BattleBegan":
                open_ = Counter()
                found.append((fact["area"], open_))
            elif fact["fact"] == "PieceLost" and open_ is not None:
                open_[fact["who"]] += fact.get("number", 1)
            elif fact["fact"] == "BattleEnded":
                open_ = None
        return found

    def called(self, code: str) -> str:
        """What a player is called."""
        player = next(player for player in self.end["players"] if player["id"] == code)
        return NAMES.get(code, str(player["name"]))


def check_lead(line: StoryLine, told: Told) -> None:
    holders: list[tuple[str, str]] = []
    for number in range(len(told.replies)):
        doom = told.doom(number)
        ahead = [code for code, value in doom.items() if value == max(doom.values())]
        if len(ahead) == 1 and (not holders or holders[-1][0] != ahead[0]):
            holders.append((ahead[0], told.turn(number)))
    code, turn = holders[-1]
    assert line.players == (code,)
    assert told.called(code) in line.words
    assert turn in line.words
    changes = len(holders) - 1
    assert line.numbers == ((changes,) if changes else ())
    assert changes < 2 or f" {changes} times" in line.words


def check_battle(line: StoryLine, told: Told) -> None:
    fought = told.battles()
    assert line.numbers == (max(sum(lost.values()) for __, lost in fought),)
    assert str(line.numbers[0]) in line.words
    assert any(
        sum(lost.values()) == line.numbers[0] and {code for code, n in lost.items() if n} <= set(line.players)
        for __, lost in fought
    )


def check_roll(line: StoryLine, told: Told) -> None:
    best = Fraction(1)
    for entry in told.entries:
        if entry["kind"] == "roll" and entry["key"].startswith("battle/roll"):
            for share, faces in ((Fraction(1, 6), (6,)), (Fraction(1, 3), (4, 5))):
                fell, dice = sum(face in faces for face in entry["value"]), len(entry["value"])
                ways = (comb(dice, n) * share**n * (1 - share) ** (dice - n) for n in range(fell, dice + 1))
                if fell:
                    best = min(best, sum(ways, Fraction(0)))
    assert line.numbers[2] == round(1 / best)
    number, of, once = line.numbers
    assert re.search(rf"\b{number} with {of} ", line.words)
    assert re.search(rf"\b{once} rolls", line.words)


def check_short(line: StoryLine, told: Told) -> None:
    doom, (code,) = told.doom(-1), line.players
    players = {player["id"]: player for player in told.end["players"]}
    assert not players[code]["won"]
    others = [other for other in players if not players[other]["won"]]
    assert doom[code] == max(doom[other] for other in others), "the best of those who have not won"
    books = next(counter["value"] for counter in players[code]["small"] if counter["pips"])
    won = [other for other in players if players[other]["won"]]
    behind = max(doom[other] for other in won) - doom[code] if won else 0
    wanted = ((behind,) if behind > 0 else ()) + ((books, 6) if books < 6 else ())
    assert line.numbers == wanted
    assert told.called(code) in line.words


def check_turn(line: StoryLine, told: Told) -> None:
    gained: dict[tuple[str, str], int] = {}
    for number in range(1, len(told.replies)):
        before, after = told.doom(number - 1), told.doom(number)
        for code, value in after.items():
            key = code, told.turn(number)
            gained[key] = gained.get(key, 0) + value - before.get(code, 0)
    assert line.numbers == (max(gained.values()),)
    assert any(
        n == line.numbers[0] and code == line.players[0] and turn in line.words for (code, turn), n in gained.items()
    )


def check_losses(line: StoryLine, told: Told) -> None:
    lost: Counter[str] = Counter()
    for __, losses in told.battles():
        lost += losses
    assert line.numbers == (max(lost.values()),)
    assert lost[line.players[0]] == line.numbers[0]
    assert told.called(line.players[0]) in line.words


CHECKS = {
    "lead": check_lead,
    "battle": check_battle,
    "roll": check_roll,
    "short": check_short,
    "turn": check_turn,
    "losses": check_losses,
}


@pytest.mark.parametrize("seed", [3, 5, 8])
def test_each_line_is_what_the_journal_says(seed: int, tmp_path: Path) -> None:
    path = tmp_path / "evening.game"
    session = evening(path, seed)
    exported = tmp_path / "evening.game-copy-out"
    pack(bodies_of(path), exported)
    lines, told = story(chronicle(session)), Told(exported, tmp_path)
    assert 4 <= len(lines) <= MOST
    assert len({line.kind for line in lines}) == len(lines)
    for line in lines:
        CHECKS[line.kind](line, told)
    page = report(session)
    assert all(line.words in page for line in lines)


def test_a_game_that_goes_on_has_no_story_yet() -> None:
    session = new_session(GAMES[0], {"factions": list(CODES), "signs": "app"})
    chance = Random(3)
    for _ in range(60):
        session.answer(*sensible(session, chance))
    assert story(chronicle(session)) == []


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_every_game_that_is_over_can_be_told(game: Any) -> None:
    """Those without turns, Doom or battles have fewer lines, or none."""
    from companion.table.autoplay import play

    session = new_session(game, {})
    play(session, Random(4), 600)
    lines = story(chronicle(session))
    assert len(lines) <= MOST
    assert all(line.words and "{" not in line.words for line in lines)


def test_a_curve_of_a_name_that_nobody_has_at_the_end_tells_nothing(tmp_path: Path) -> None:
    """In Mythos Encounters names change with the parts; the last page ended with a fault."""
    found = chronicle(evening(tmp_path / "evening.game", 3))
    renamed = {
        label: [replace(curve, player=f"{curve.player}, once") for curve in curves]
        for label, curves in found.curves.items()
    }
    assert [line.kind for line in story(found)].count("lead") == 1
    assert all(line.kind != "lead" for line in story(replace(found, curves=renamed)))
