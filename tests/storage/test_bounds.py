"""What one game may hold: a stranger's file that is whole may still ask for more than a small computer has."""

from __future__ import annotations

import json
import zipfile
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any, Final

import pytest

from companion.games import GAMES
from companion.storage import bug_bundle
from companion.storage.anonymise import Replacer
from companion.storage.background_jobs import BackgroundJobs
from companion.storage.bug_bundle import problem, renamed
from companion.storage.game_archive import SUFFIX, pack
from companion.storage.game_library import Library, bodies_of, read
from companion.storage.html_report import report
from companion.table.autoplay import play
from companion.table.errors import CompanionError, NotNowError
from companion.table.game_file import build
from companion.table.journal_mirror import lines_of
from companion.table.limits import (
    HIGHEST,
    LONGEST_TEXT,
    LONGEST_WORDS,
    MOST_ANSWERED,
    MOST_PLAYED_AGAIN,
    MOST_RECORDS,
    count,
)
from companion.table.prompts import Write
from companion.table.runner import Runner
from companion.table.session import Session, new_session
from companion.table.sqlite_file import body_of
from tests.instruments.benchmarks.long_game import go_on
from tests.patience import PATIENCE
from tests.table.looks import Memory

GAME: Final = GAMES[0]
SEATS: Final = {"factions": ["GC", "CC", "YS"]}
HONEST: Final = 10_000
"""Answers; the longest evening has a fifth of them."""

Records = list[dict[str, Any]]


def played(steps: int) -> tuple[Records, Session[Any]]:
    memory = Memory()
    session = new_session(GAME, SEATS, memory)
    play(session, Random(3), steps, interject=0)
    return memory.records, session


def entry(**more: Any) -> dict[str, Any]:
    return {"entry": {"kind": "correct", "key": "correct", "value": {"GC.power": 1}, "source": "hand", **more}}


def carried(change: Callable[[Any], object]) -> Callable[[Records], Records]:
    """Today's rules take over from a state that a stranger has made up."""

    def make(_: Records) -> Records:
        for steps in range(40, 12, -1):
            records, session = played(steps)
            if session.state.phase == "action" and session.state.factions:
                break
        state = json.loads(session.state.packed())
        change(state)
        entries = sum("entry" in record for record in records)
        return [*records, {"carried": {"entries": entries, "rules": GAME.rules_version, "state": state}}]

    return make


def begun(setup: dict[str, Any]) -> Callable[[Records], Records]:
    """The first record of a stranger's."""
    return lambda _: [{"new": {"game": GAME.name, "rules": GAME.rules_version, "setup": setup}}]


def followed(*more: dict[str, Any]) -> Callable[[Records], Records]:
    return lambda records: [*records, *more]


def of_all(state: Any, name: str, value: Any) -> None:
    for faction in state["factions"].values():
        faction[name] = value


def made_up(areas: list[str]) -> dict[str, Any]:
    """A board that nobody has laid out."""
    each: dict[str, Any] = {"ocean": False, "glyph": None, "x": 0.5, "y": 0.5, "adjacent": []}
    return {"id": "own", "title": "M", "areas": {name: {"id": name, **each} for name in areas}}


RING: Final = [{"name": f"A{n}", "touches": [f"A{(n + 1) % 6}"]} for n in range(6)]

REFUSED: Final[dict[str, Callable[[Records], Records]]] = {
    "ten million units": carried(lambda state: of_all(state, "in_play", {"acolyte": 10_000_000})),
    "more units than the stock": carried(lambda state: of_all(state, "in_play", {"acolyte": 7})),
    "more captives than the stock": carried(lambda state: of_all(state, "captives", {"GC": {"acolyte": 50}})),
    "less than nothing": carried(lambda state: of_all(state, "power", -1)),
    "a power of billions": carried(lambda state: of_all(state, "power", 10**12)),
    "a mark beyond all numbers": carried(lambda state: of_all(state, "marks", {"has_demon": 10**300})),
    "a hundred thousand Elder Signs": carried(lambda state: of_all(state, "signs", [1] * 100_000)),
    "a made-up name with a line break": carried(lambda state: state.update(names={"GC": "Ann\nBob"})),
    "a made-up name of 41 letters": carried(lambda state: state.update(names={"GC": "W" * 41})),
    "a made-up map of 2,000 areas": carried(lambda state: state.update(laid=made_up([f"A{n}" for n in range(2000)]))),
    "a made-up area with a bell": carried(lambda state: state.update(laid=made_up(["A\a"]))),
    "a name of a hundred thousand letters": carried(lambda state: state.update(names={"GC": "W" * 100_000})),
    "a Quick Battle of ten million pieces": begun(
        {"quick_battle": {"attacker": "GC", "defender": "CC", "pieces": {"GC": {"acolyte": 10_000_000}}}}
    ),
    "factions that there are not": begun({"factions": ["GC", "GC", "GC"]}),
    "a thousand maps": begun({"maps": [{"name": f"M{n}", "areas": RING} for n in range(1000)]}),
    "a sentence of 900,000 letters": begun({"left_out": ["W" * 900_000]}),
    "a name that is too long": begun(SEATS | {"names": [{"id": "GC", "name": "W" * 11}]}),
    "a key of 900,000 letters": followed(entry(key="W" * 900_000)),
    "somebody of 900,000 letters": followed(entry(who="W" * 900_000)),
    "a source of 900,000 letters": followed(entry(source="W" * 900_000)),
    "dice of 900,000 letters": followed(entry(original="W" * 900_000)),
    "dice beyond all numbers": followed(entry(original=[10**500])),
    "a hundred thousand dice": followed(entry(original=[6] * 100_000)),
    "an answer of a hundred thousand words": followed(entry(kind="answer", value=["a"] * 100_000)),
    "corrections of a hundred thousand counters": followed(entry(value={f"GC.{n}": n for n in range(50_000)})),
    "half a Power": followed(entry(value={"GC.power": 0.5})),
    "a Power that is no number": followed(entry(value={"GC.power": True})),
    "a correction of nobody": followed(entry(value={"nobody.power": 1})),
    "a correction of nothing": followed(entry(value="GC.power")),
    "a faction with a name of a thousand letters": begun({"factions": ["W" * 1000, "GC"]}),
    "an undo of billions": followed({"undo": 10**10}),
    "an undo beyond all numbers": followed({"undo": 10**400}),
    "rules beyond all numbers": followed({"carried": {"entries": 1, "rules": 10**4000, "state": {}}}),
    "more records than any evening": followed(*[entry()] * MOST_RECORDS),
}


@pytest.fixture(scope="module")
def records() -> Records:
    return played(8)[0]


@pytest.mark.parametrize("kind", REFUSED)
def test_what_is_beyond_all_bounds_is_refused_in_a_sentence(
    tmp_path: Path, library: Library, records: Records, kind: str
) -> None:
    content = lines_of(json.dumps(record).encode() for record in REFUSED[kind](records))
    file = tmp_path / f"x{SUFFIX}"
    file.write_bytes(content)
    with pytest.raises(CompanionError) as refused:
        library.take_in(file)
    assert len(str(refused.value)) < 1000
    assert file.read_bytes() == content
    # What comes back from a stick is not played; whoever opens it is told.
    try:
        fresh = library.take_in(file, partly=True, play=False)
    except CompanionError:
        return
    if kind != "more records than any evening":
        with pytest.raises(CompanionError):
            library.open(fresh)


@pytest.mark.parametrize("steps", [0, 5, 40])
def test_states_that_were_played_may_be_carried_over(tmp_path: Path, library: Library, steps: int) -> None:
    """What is made up above is refused for what was changed, and for nothing else."""
    pack([*map(body_of, carried(lambda state: state)([]))], tmp_path / f"x{SUFFIX}")
    opened = library.open(library.take_in(tmp_path / f"x{SUFFIX}"))
    play(opened.session, Random(steps), steps)
    opened.close()


def test_names_of_an_earlier_version_are_shortened_for_showing(tmp_path: Path, library: Library) -> None:
    long = "W" * 40
    change = carried(lambda state: state.update(names={"GC": long}, laid=made_up([long, "B"])))
    pack([*map(body_of, change([]))], tmp_path / f"x{SUFFIX}")
    view = read(library.take_in(tmp_path / f"x{SUFFIX}"), GAMES).view
    assert [player.person for player in view.players if player.person] == ["W" * 9 + "…"]
    assert "W" * 23 + "…" in [area.name for area in view.areas]
    assert "W" * 25 not in report(read(library.newest(1)[0].path, GAMES))


def areas_of_a_stranger(number: int) -> Records:
    """A game that does not open, with that many names in it."""
    areas = [{"name": f"Area {n}", "touches": [f"Area {(n + 1) % number}"]} for n in range(number)]
    return begun({"factions": ["GC", "CC"], "map": {"name": "M", "areas": areas}})([])


def parts_of_a_report(tmp_path: Path, records: Records) -> dict[str, bytes]:
    (tmp_path / "games").mkdir()
    game = tmp_path / "games" / "x.game"
    build(game, [*map(body_of, records)])
    problem(tmp_path / "problem.zip", game, GAMES, {}, nameless=tmp_path)
    with zipfile.ZipFile(tmp_path / "problem.zip") as packed:
        return {name: packed.read(name) for name in packed.namelist()}


@pytest.mark.parametrize("number", [500, 2000])
def test_names_are_looked_for_once_a_word_however_many_there_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    """A map of 2,000 areas took more than a minute: every text was compared with every name."""
    records, looked = areas_of_a_stranger(number), Counter[str]()

    class Others(dict[str, str]):
        def get(self, key: str, default: Any = None) -> Any:
            looked["up"] += 1
            return super().get(key, default)

    begin = Replacer.__init__

    def begun_with(self: Replacer, others: Any) -> None:
        begin(self, others)
        self._others = Others(self._others)

    monkeypatch.setattr(Replacer, "__init__", begun_with)
    parts = parts_of_a_report(tmp_path, records)
    assert b"Area 7" not in parts["game.game-copy"]
    assert b"Name 7" in parts["game.game-copy"]
    assert looked["up"] < 20 * number


def test_a_game_with_too_much_to_look_for_stays_out_and_that_is_said(tmp_path: Path) -> None:
    """Names of a thousand lengths in a game of half a million bytes."""
    (record,) = areas_of_a_stranger(3)
    record["new"]["setup"]["map"]["areas"] = [{"name": "W" * n} for n in range(1, 1000)]
    parts = parts_of_a_report(tmp_path, [record])
    assert b"more than can be taken out" in parts["report.txt"]
    assert b"WWW" not in b"".join(parts.values())


def test_a_game_that_is_undone_all_night_is_followed_so_far_only(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each undo played it anew."""
    records, __ = played(8)
    built: list[object] = []
    rebuild = Runner.rebuild

    def counted(runner: Any, *given: Any) -> None:
        built.append(runner)
        rebuild(runner, *given)

    monkeypatch.setattr(Runner, "rebuild", counted)
    renamed([*map(body_of, [*records, *[{"undo": 1}, {"redo": 1}] * 5000])], GAMES)
    assert len(built) <= MOST_PLAYED_AGAIN + 1


def test_what_opens_can_be_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, records: Records) -> None:
    """Whatever is wrong with its page, the game itself is in the report, and what is missing is said."""

    def stumbling(_: object) -> str:
        raise ZeroDivisionError

    monkeypatch.setattr(bug_bundle, "report", stumbling)
    parts = parts_of_a_report(tmp_path, records)
    assert "game.game-copy" in parts
    assert b"A fault in the companion" in parts["report.txt"]


@pytest.mark.parametrize("name", ["label", "note"])
def test_words_for_the_log_are_cut_off(tmp_path: Path, library: Library, records: Records, name: str) -> None:
    """Nothing reads them again; so a game that has them still opens."""
    pack([*map(body_of, [*records, entry(**{name: "W" * 900_000})])], tmp_path / f"x{SUFFIX}")
    fresh = library.take_in(tmp_path / f"x{SUFFIX}")
    (item,) = library.newest(1)
    line = read(fresh, GAMES).history[-1]
    assert max(len(item.last), len(getattr(line.entry, name))) == LONGEST_WORDS
    assert getattr(line.entry, name).endswith("W…")
    assert len(report(read(fresh, GAMES))) < 200_000


def test_a_step_with_many_words_is_kept_with_those_that_have_room() -> None:
    memory = Memory()
    session = new_session(GAME, SEATS, memory)
    session.answer(session.prompts[0].ticket, session.prompts[0].prompt.any_answer(Random(1)), note="so " * 500)
    assert len(memory.records[-1]["entry"]["note"]) == LONGEST_WORDS


@pytest.mark.parametrize("value", [None, True, [HIGHEST, -HIGHEST, 0.5, "W" * LONGEST_TEXT, {"a": [None]}]])
def test_what_is_within_all_bounds_is_taken(value: Any) -> None:
    count(value, MOST_ANSWERED)


@pytest.mark.parametrize(
    ("value", "said"),
    [
        ([1] * MOST_ANSWERED, "values"),
        ([[[]] * 50] * 50, "values"),
        ({"a": {"b": HIGHEST + 1}}, "beyond"),
        (10**5000, "beyond"),
        (float("inf"), "beyond"),
        ([{"W" * (LONGEST_TEXT + 1): 1}], "letters"),
    ],
    ids=lambda value: value if isinstance(value, str) else type(value).__name__,
)
def test_plain_json_is_counted(value: Any, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        count(value, MOST_ANSWERED)


def test_a_fault_by_a_strangers_entry_is_said_and_the_game_goes_on(tmp_path: Path, library: Library) -> None:
    """A card text is carried out before anybody sits there: no rule leads to that, and a line of the game trips."""
    messina = next(game for game in GAMES if game.name == "messina")
    memory = Memory()
    new_session(messina, {}, memory)
    memory.records.append({"entry": {"kind": "interject", "key": "card_text", "label": "x"}})
    pack([*map(body_of, memory.records)], tmp_path / f"x{SUFFIX}")
    opened = library.open(library.take_in(tmp_path / f"x{SUFFIX}"))
    (asked,) = opened.session.prompts
    with pytest.raises(NotNowError, match="Nothing has changed"):
        opened.session.answer(asked.ticket, ["joins"])
    assert opened.session.prompts == (asked,)
    opened.session.undo()
    play(opened.session, Random(1), 3)
    opened.close()


def test_what_was_written_is_found_in_one_go(monkeypatch: pytest.MonkeyPatch) -> None:
    """A report without names played a game anew for each text in it."""
    memory = Memory()
    session = new_session(GAME, {"map": "own"}, memory)
    rng = Random(1)
    while not any("entry" in record and record["entry"].get("value") == "Area 9" for record in memory.records):
        (asked,) = session.prompts[:1]
        if isinstance(asked.prompt, Write):
            session.answer(asked.ticket, f"Area {len(memory.records)}" if len(memory.records) < 60 else "Area 9")
        else:
            session.answer(asked.ticket, asked.prompt.any_answer(rng))
    fed: list[object] = []
    feed = Runner.feed

    def counted(runner: Any, entry: Any, accepted: Any = None) -> None:
        fed.append(entry)
        feed(runner, entry, accepted)

    monkeypatch.setattr(Runner, "feed", counted)
    changed, hidden = renamed([*map(body_of, memory.records)], GAMES)
    assert "Area 9" in hidden
    assert len(changed) == len(memory.records)
    assert len(fed) < 2 * len(memory.records)


def test_an_evening_of_10000_answers_opens_is_taken_in_and_comes_back(tmp_path: Path) -> None:
    memory = Memory()
    session = new_session(GAME, {"factions": ["GC", "CC", "BG", "YS"], "signs": "app"}, memory)
    go_on(session, Random(1), HONEST)
    bodies = [*map(body_of, memory.records)]
    carry = tmp_path / f"long{SUFFIX}"
    pack(bodies, carry)
    library = Library(tmp_path / "data" / "games", GAMES)
    opened = library.open(library.take_in(carry))
    assert [item.prompt for item in opened.session.prompts] == [item.prompt for item in session.prompts]
    play(opened.session, Random(2), 3)
    opened.close()
    stick = tmp_path / "stick"
    stick.mkdir()
    jobs = BackgroundJobs(library, str(stick), lambda: None)
    jobs.copy()
    assert jobs.finish(PATIENCE)
    jobs.close()
    fresh = Library(tmp_path / "card" / "games", GAMES)
    jobs = BackgroundJobs(fresh, str(stick), lambda: None)
    jobs.bring_back()
    assert jobs.finish(PATIENCE)
    jobs.close()
    assert jobs.news() == ["1 game came back from the stick."]
    (item,) = fresh.newest(1)
    assert not item.trouble
    assert bodies_of(item.path) == bodies_of(opened.path)
    assert len(bodies_of(item.path)) > HONEST
