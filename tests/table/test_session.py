"""The engine, rule by rule, on a small game (DESIGN: tickets, corrections, interjections, safe points, undo, dice)."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from companion.table.autoplay import play
from companion.table.errors import (
    BadAnswerError,
    BadCorrectionError,
    DiceBarrierError,
    JournalError,
    NotNowError,
    ReplayMismatchError,
    StaleAnswerError,
)
from companion.table.prompts import Count, Prompt, Roll
from companion.table.record import Entry
from companion.table.runner import Runner
from companion.table.script import Script, ask, safe_point
from companion.table.session import LabelledAnswer, new_session, open_session
from companion.table.state import Notice
from tests.table.looks import Memory, give, keys, picture, start
from tests.table.sample_game import CARAVANS, CaravanGame, Caravans


def test_a_ticket_is_good_for_one_question_only() -> None:
    session = start()
    give(session, [6, 6], [1, 1])
    ticket = session.prompts[0].ticket
    give(session, {"camel.1": ["gold"]})
    before = picture(session)
    with pytest.raises(StaleAnswerError):
        session.answer(ticket, {"camel.1": ["gold"]})
    assert picture(session) == before


def test_a_double_tap_is_refused() -> None:
    session = start()
    first, second = session.prompts
    session.answer(first.ticket, [1, 2])
    with pytest.raises(StaleAnswerError):
        session.answer(first.ticket, [1, 2])
    assert [item.ticket for item in session.prompts] == [second.ticket]


def test_questions_asked_together_are_answered_in_any_order_and_count() -> None:
    one, other = start(), start()
    give(one, [6, 5], [1, 1])
    _, blue = other.prompts
    assert other.answer(blue.ticket, [1, 1]) == []
    assert other.state.gold == {"red": 3, "blue": 3}
    assert [fact.text() for fact in give(other, [6, 5])] == ["red: +2 gold"]
    assert picture(one)["state"] == picture(other)["state"]
    assert keys(one) == keys(other) == ["1/losses"]


@pytest.mark.parametrize("faces", [[1], [1, 2, 3], [0, 1], [7, 1], ["1", 2], [1.0, 2], [True, 1], 3, None, {"x": 1}])
def test_dice_that_cannot_be_are_refused(faces: object) -> None:
    session = start()
    before = picture(session)
    with pytest.raises(BadAnswerError):
        give(session, faces)
    assert picture(session) == before


def test_an_option_that_is_greyed_says_why() -> None:
    session = start()
    give(session, [6, 6], [1, 1], {"camel.1": ["gold"]})
    session.correct({"red.gold": 0})
    with pytest.raises(BadAnswerError, match="no gold"):
        give(session, ["feast"])


def test_an_earlier_versions_option_is_not_offered_and_its_games_open() -> None:
    """Nobody can pick it, no chance does; what was answered after it still fits."""
    memory = Memory()
    session = new_session(CARAVANS, {}, memory)
    give(session, [6, 6], [1, 1], {"camel.1": ["gold"]})
    action = session.prompts[0].prompt
    with pytest.raises(BadAnswerError, match="explore"):
        give(session, ["explore"])
    assert all("explore" not in action.any_answer(Random(seed)) for seed in range(50))
    assert "explore" not in str(action.as_json())
    give(session, ["scout"])
    asked = keys(session)
    stored = [*memory.records[:-1], {"entry": {**memory.records[-1]["entry"], "value": ["explore"]}}]
    opened = open_session([CARAVANS], stored, None)
    assert keys(opened) == asked
    opened.undo()
    opened.redo()
    assert keys(opened) == asked


def test_a_correction_in_the_middle_of_a_question_builds_it_anew() -> None:
    session = start()
    give(session, [6, 6], [1, 1], {"camel.1": ["gold"]}, [])
    old = session.prompts[0]
    assert isinstance(old.prompt, Count)
    assert old.prompt.most == 2
    session.correct({"blue.gold": 9})
    new = session.prompts[0]
    assert isinstance(new.prompt, Count)
    assert (new.prompt.key, new.prompt.most) == (old.prompt.key, 9)
    with pytest.raises(StaleAnswerError):
        session.answer(old.ticket, 1)
    give(session, 9)
    assert session.state.gold["blue"] == 0


def test_a_part_given_before_a_correction_survives_undo_and_reopening() -> None:
    """A safe point set by the correction would forget the part: its state does not hold it."""
    memory = Memory()
    session = new_session(CARAVANS, {"rounds": 3}, memory)
    give(session, [6, 6])
    session.correct({"blue.gold": 5})
    before = picture(session)
    give(session, [1, 1])
    session.undo(past_dice=True)
    assert keys(session) == ["1/race/blue"]
    assert picture(session)["state"] == before["state"]
    assert keys(open_session([CARAVANS], memory.records, None)) == ["1/race/blue"]


def test_a_correction_keeps_the_part_already_given_if_it_still_fits() -> None:
    session = start()
    give(session, [6, 6])
    session.correct({"blue.gold": 5})
    assert keys(session) == ["1/race/blue"]
    session.correct({"red.water": 1})
    assert keys(session) == ["1/race/red", "1/race/blue"]


def test_a_correction_that_leaves_one_answer_lets_the_game_go_on() -> None:
    session = start()
    give(session, [6, 6], [1, 1], {"camel.1": ["gold"]}, [])
    assert keys(session) == ["1/bid"]
    session.correct({"blue.gold": 0})
    assert keys(session) == ["1/end"]


def test_a_wrong_correction_changes_nothing() -> None:
    session = start()
    before = picture(session)
    for wrong in ({"green.gold": 1}, {"red.gold": 100}, {"red.gold": True}, {"red.water": 1, "red.gold": -1}):
        with pytest.raises(BadCorrectionError):
            session.correct(wrong)
        assert picture(session) == before


def test_a_correction_to_the_same_number_is_no_entry() -> None:
    session = start()
    assert session.correct({"red.gold": 3}) == []
    assert session.history == []


def test_a_forced_answer_gives_itself_with_a_notice() -> None:
    session = start()
    give(session, [6, 6], [1, 1])
    session.correct({"blue.gold": 0})
    assert keys(session) == ["1/action"]
    notices = [fact for fact in session.state.facts if isinstance(fact, Notice)]
    assert [(fact.who, fact.message) for fact in notices] == [("blue", "Losses: first camel: water (only option)")]


def test_a_forced_part_of_questions_asked_together_leaves_one_notice() -> None:
    session = start()
    session.correct({"red.water": 0})
    session.correct({"red.gold": 7})
    assert keys(session) == ["1/race/blue"]
    give(session, [3, 3])
    notices = [fact.text() for fact in session.state.facts if isinstance(fact, Notice)]
    assert notices == ["Race: no dice to roll", "Losses: first camel: gold (only option)"]


def test_nothing_to_ask_is_no_question() -> None:
    session = start()
    session.correct({"blue.gold": 0, "blue.water": 1})
    give(session, [6, 6], [1])
    session.correct({"blue.gold": 0})
    assert "1/losses" not in keys(session)


def test_an_interjection_runs_on_top_and_the_question_comes_back() -> None:
    session = start()
    give(session, [6, 6])
    session.interject("rest")
    assert keys(session) == ["rest/4"]
    assert session.interjections == ()
    with pytest.raises(NotNowError):
        session.interject("rest")
    give(session, ["blue"])
    assert keys(session) == ["1/race/blue"]
    assert session.state.water == {"red": 2, "blue": 3}


def test_an_interjection_that_asks_nothing_is_one_entry() -> None:
    session = start()
    assert [fact.text() for fact in session.interject("find")] == ["red: +1 gold"]
    assert [line.entry.kind for line in session.history] == ["interject"]


def test_a_greyed_interjection_says_why() -> None:
    session = start()
    session.correct({"red.gold": 5})
    with pytest.raises(NotNowError, match="enough"):
        session.interject("find")


def test_a_correction_during_an_interjection_reaches_its_question() -> None:
    session = start()
    session.interject("rest")
    session.correct({"red.water": 9})
    assert keys(session) == ["rest/11"]
    give(session, ["red"])
    assert session.state.water["red"] == 10


def test_undo_stops_at_dice_and_dice_are_never_rolled_again() -> None:
    session = start()
    give(session, [6, 5], source="tower")
    with pytest.raises(DiceBarrierError):
        session.undo()
    assert len(session.history) == 1
    session.undo(past_dice=True)
    prompt = session.prompts[0].prompt
    assert isinstance(prompt, Roll)
    assert prompt.kept == [6, 5]
    with pytest.raises(BadAnswerError, match="already been rolled"):
        give(session, [6, 6], source="virtual")
    give(session, [6, 5], source="virtual")
    assert keys(session) == ["1/race/blue"]


def test_kept_dice_can_still_be_put_right_by_hand() -> None:
    session = start()
    give(session, [6, 5], source="tower")
    session.undo(past_dice=True)
    session.answer(session.prompts[0].ticket, [6, 4], source="hand", original=[6, 5])
    entry = session.history[0].entry
    assert (entry.value, entry.original, entry.source) == ([6, 4], [6, 5], "hand")


def test_dice_are_kept_for_their_own_roll_in_whatever_order_it_comes() -> None:
    session = start()
    give(session, [6, 5], [2, 1], {"camel.1": ["gold"]}, [], 0, True)
    assert keys(session) == ["2/race/red", "2/race/blue"]
    session.undo(6, past_dice=True)
    assert [getattr(item.prompt, "kept", None) for item in session.prompts] == [[6, 5], [2, 1]]
    red, blue = session.prompts
    session.answer(blue.ticket, [2, 1])
    assert [getattr(item.prompt, "kept", None) for item in session.prompts] == [[6, 5]]
    session.answer(red.ticket, [6, 5])
    assert [e.value for e in session.timeline.entries if e.kind == "roll"] == [[2, 1], [6, 5]]


def test_a_note_is_kept_with_its_answer() -> None:
    session = start()
    session.answer(session.prompts[0].ticket, [6, 5], source="tower", note="thrown twice")
    assert session.history[0].as_json()["note"] == "thrown twice"


def test_kept_dice_are_dropped_where_the_roll_takes_another_number_now() -> None:
    session = start()
    give(session, [6, 5])
    session.undo(past_dice=True)
    session.correct({"red.water": 1})
    assert getattr(session.prompts[0].prompt, "kept", ...) is None
    give(session, [3], source="virtual")
    assert keys(session) == ["1/race/blue"]


def test_undo_says_what_to_put_back_newest_first() -> None:
    session = start()
    give(session, [6, 5], [2, 1], {"camel.1": ["gold"]}, [], 1)
    undone = session.undo(3)
    assert [entry.label for entry in undone.entries] == ["Bid: 1", "Action: None", "Losses: first camel: gold"]
    assert undone.board == ("take -1 gold from blue", "take -1 gold from blue")


def test_undo_and_redo_have_limits() -> None:
    session = start()
    with pytest.raises(NotNowError):
        session.undo()
    with pytest.raises(NotNowError):
        session.redo()
    session.correct({"red.gold": 1})
    for count in (0, -1, 2):
        with pytest.raises(NotNowError):
            session.undo(count)
    session.undo()
    session.correct({"red.gold": 2})
    with pytest.raises(NotNowError):
        session.redo()


@pytest.mark.parametrize("seed", range(20))
def test_undo_then_redo_is_the_identical_game(seed: int) -> None:
    session, rng = start(4), Random(seed)
    while play(session, rng, 1, interject=0.2):
        if rng.random() < 0.15:
            session.correct({"blue.gold": rng.randint(0, 9)})
        before = picture(session)
        count = rng.randint(1, len(session.history))
        session.undo(count, past_dice=True)
        session.redo(count)
        assert picture(session) == before
    assert session.finished


@pytest.mark.parametrize("seed", range(10))
def test_save_and_resume_asks_the_identical_question_at_every_step(seed: int) -> None:
    memory, rng = Memory(), Random(seed)
    session = new_session(CARAVANS, {"rounds": 3}, memory)
    while play(session, rng, 1, interject=0.15):
        if rng.random() < 0.2:
            session.undo(rng.randint(1, min(3, len(session.history))), past_dice=True)
        if rng.random() < 0.1 and session.timeline.undone:
            session.redo()
        if rng.random() < 0.1:
            session.correct({"red.water": rng.randint(0, 4)})
        assert picture(open_session([CARAVANS], memory.records, None)) == picture(session)


def test_a_game_goes_on_from_a_safe_point_as_from_the_start() -> None:
    """A fresh script over the state at a safe point asks what the running one asks."""
    session, rng = start(6), Random(5)
    reached = 0
    while play(session, rng, 1):
        if keys(session) == [f"{session.state.round}/race/red", f"{session.state.round}/race/blue"]:
            reached += 1
            script = CARAVANS.script(session.state)
            assert not hasattr(next(script), "kind")
            asked = next(script)
            assert getattr(asked, "parts", None) == tuple(item.prompt for item in session.prompts)
    assert reached >= 4


def test_a_script_that_fails_is_rolled_back() -> None:
    memory = Memory()
    session = new_session(CARAVANS, {"rounds": 2, "broken": True}, memory)
    give(session, [6, 5], [2, 1], {"camel.1": ["gold"]})
    before, written = picture(session), list(memory.records)
    with pytest.raises(ArithmeticError):
        give(session, ["crash"])
    assert picture(session) == before
    assert memory.records == written
    give(session, ["scout"])
    assert keys(session) == ["1/scout"]


def test_a_step_that_cannot_be_saved_is_not_taken() -> None:
    memory = Memory()
    session = new_session(CARAVANS, {"rounds": 2}, memory)
    give(session, [1, 2], [6, 5], {"camel.1": ["gold"]}, [])
    session.undo()
    before = picture(session)
    memory.full = True
    steps = (
        lambda: give(session, []),
        lambda: session.correct({"red.gold": 9}),
        lambda: session.interject("find"),
        session.undo,
        session.redo,
    )
    for take in steps:
        with pytest.raises(JournalError):
            take()
        assert picture(session) == before
    memory.full = False
    with pytest.raises(NotNowError):
        session.redo(2)
    session.redo()
    assert keys(session) == ["1/bid"]
    assert picture(open_session([CARAVANS], memory.records, None)) == picture(session)


def test_the_ticket_of_a_step_that_could_not_be_saved_stays_good() -> None:
    memory = Memory()
    session = new_session(CARAVANS, {}, memory)
    tickets = [item.ticket for item in session.prompts]
    memory.full = True
    with pytest.raises(JournalError):
        session.answer(tickets[1], [1, 1])
    assert [item.ticket for item in session.prompts] == tickets
    memory.full = False
    session.answer(tickets[1], [1, 1])
    assert [item.ticket for item in session.prompts] == tickets[:1]


def test_answers_given_in_one_go_count_together_or_not_at_all() -> None:
    """The first one counted where the second was refused, by the disk or because it did not fit."""
    memory = Memory()
    session = new_session(CARAVANS, {}, memory)
    red, blue = (item.ticket for item in session.prompts)
    before, written = picture(session), [*memory.records]
    with pytest.raises(BadAnswerError):
        session.answer_all({red: LabelledAnswer([6, 5]), blue: LabelledAnswer([7, 1])})
    with pytest.raises(StaleAnswerError):
        session.answer_all({red: LabelledAnswer([6, 5]), blue + 1: LabelledAnswer([1, 1])})
    memory.full = True
    with pytest.raises(JournalError):
        session.answer_all({red: LabelledAnswer([6, 5]), blue: LabelledAnswer([1, 1])})
    assert (picture(session), memory.records) == (before, written)
    assert [item.ticket for item in session.prompts] == [red, blue]
    memory.full = False
    facts = session.answer_all({red: LabelledAnswer([6, 5]), blue: LabelledAnswer([1, 1], "tower", [1, 2], "drop 2")})
    assert [fact.text() for fact in facts] == ["red: +2 gold"]
    first, second = session.timeline.entries
    assert (first.joined, second.joined, session.timeline.last_step) == (False, True, 2)
    assert (second.source, second.original, second.note) == ("tower", [1, 2], "drop 2")
    assert len(memory.records) == len(written) + 2
    assert picture(open_session([CARAVANS], memory.records, None)) == picture(session)


def test_a_game_of_other_rules_says_so() -> None:
    memory = Memory()
    new_session(CARAVANS, {}, memory)
    newer = [{"new": memory.records[0]["new"] | {"rules": 2}}]
    with pytest.raises(ReplayMismatchError, match="rules version 2; this is version 1"):
        open_session([CARAVANS], newer, None)
    with pytest.raises(ReplayMismatchError, match="no game called"):
        open_session([], memory.records, None)
    with pytest.raises(ReplayMismatchError, match="does not contain a game"):
        open_session([CARAVANS], [], None)


@pytest.mark.parametrize(
    "entry",
    [
        {"kind": "answer", "key": "9/bid", "value": 1},
        {"kind": "roll", "key": "1/race/red", "value": [9, 9]},
        {"kind": "correct", "key": "correct", "value": {"red.gold": 1000}},
    ],
)
def test_answers_that_do_not_fit_the_rules_say_so(entry: dict[str, object]) -> None:
    memory = Memory()
    new_session(CARAVANS, {}, memory)
    with pytest.raises(ReplayMismatchError, match="differ"):
        open_session([CARAVANS], [*memory.records, {"entry": entry}], None)


def test_undo_runs_no_more_of_a_long_game_again_than_of_a_short_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """From the last safe point on, where no more is known; the log before it stays as it is."""
    monkeypatch.setattr("companion.table.runner._BACK", 0)
    session = start(9999)
    fed = 0
    feed = Runner.feed

    def counted(runner: Runner[Any], entry: Entry, accepted: Prompt | None = None) -> None:
        nonlocal fed
        fed += 1
        feed(runner, entry, accepted)

    most = {}
    for length in (100, 2000):
        play(session, Random(1), length - len(session.timeline.entries))
        seen = session.history
        monkeypatch.setattr(Runner, "feed", counted)
        numbers = []
        for undone in range(1, 22):
            fed = 0
            session.undo(past_dice=True)
            numbers.append(fed)
            assert all(new is old for new, old in zip(session.history, seen[: length - undone - fed], strict=False))
            assert len(session.history) == length - undone
        monkeypatch.setattr(Runner, "feed", feed)
        most[length] = max(numbers)
    assert 0 < most[2000] <= 2 * most[100] < 60


class Forgetful(CaravanGame):
    """A game whose safe point is none: after it only the running script knows how far it is."""

    def script(self, state: Caravans) -> Script[None]:
        first = yield from ask(state, lambda: Count(key="first", who="table", title="First", least=0, most=3))
        yield from safe_point()
        for number in range(3):
            key = f"{number}/{first}"
            yield from ask(state, lambda key=key: Count(key=key, who="table", title="Next", least=0, most=3))  # type: ignore[misc]


def test_an_undo_and_a_redo_run_no_script_and_the_next_answer_few(monkeypatch: pytest.MonkeyPatch) -> None:
    session = start(9999)
    play(session, Random(1), 500)
    before, fed, feed = picture(session), list[Entry](), Runner.feed

    def counted(runner: Runner[Any], entry: Entry, accepted: Prompt | None = None) -> None:
        fed.append(entry)
        feed(runner, entry, accepted)

    monkeypatch.setattr(Runner, "feed", counted)
    for _ in range(40):
        session.undo(past_dice=True)
    session.redo(25)
    for _ in range(15):
        session.redo()
    assert fed == []
    assert picture(session) == before
    session.undo(3, past_dice=True)
    play(session, Random(2), 1)
    assert 0 < len(fed) < 30


def test_an_undo_needs_no_safe_point() -> None:
    """One that is none is found out with the next answer, and the game is played from its beginning."""
    memory = Memory()
    session = new_session(Forgetful(), {}, memory)
    give(session, 2, 1, 1)
    asked = keys(session)
    session.undo()
    assert keys(session) != asked
    give(session, 1)
    assert keys(session) == asked
    give(session, 0)
    assert open_session([Forgetful()], memory.records, None).finished


def test_an_undo_that_is_refused_has_changed_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither the file nor the game: it goes on as if nothing had been asked. So far back nothing but the safe points
    is known."""
    monkeypatch.setattr("companion.table.runner._BACK", 0)
    memory = Memory()
    session = new_session(Forgetful(), {}, memory)
    give(session, 2, 1, 1)
    before, written, ticket = picture(session), list(memory.records), session.prompts[0].ticket
    with pytest.raises(BadAnswerError):
        session.undo()
    assert memory.records == written
    assert picture(session) == before
    session.answer(ticket, 0)
    assert session.finished
    assert open_session([Forgetful()], memory.records, None).finished


def test_a_redo_that_cannot_be_saved_keeps_the_tickets() -> None:
    memory = Memory()
    session = new_session(CARAVANS, {}, memory)
    give(session, [6, 5], [2, 1])
    session.undo(2, past_dice=True)
    tickets = [item.ticket for item in session.prompts]
    memory.full = True
    with pytest.raises(JournalError):
        session.redo(2)
    assert [item.ticket for item in session.prompts] == tickets
    memory.full = False
    assert len(session.redo(2)) > 0


def test_a_field_of_a_later_version_changes_nothing() -> None:
    memory = Memory()
    session = new_session(CARAVANS, {}, memory)
    give(session, [6, 5])
    memory.records[1]["entry"]["weather"] = {"rain": True}
    memory.records[0]["new"]["weather"] = "rain"
    assert picture(open_session([CARAVANS], memory.records, None)) == picture(session)


@pytest.mark.parametrize(
    "record",
    [
        {},
        {"weather": "rain"},
        {"entry": None},
        {"entry": []},
        {"entry": {}},
        {"entry": {"kind": 3, "key": "1/race/red"}},
        {"entry": {"kind": "answer", "key": ["1/race/red"], "value": 1}},
        {"entry": {"kind": "correct", "key": "correct", "value": [1]}},
        {"entry": {"kind": "correct", "key": "correct", "value": {"moon.gold": 1}}},
        {"entry": {"kind": "correct", "key": "correct", "value": {"red.gold": "much"}}},
        {"undo": 1},
        {"undo": 0},
        {"undo": "all"},
        {"undo": 10**30},
        {"redo": 1},
        {"redo": -1},
    ],
)
def test_content_of_no_game_says_so(record: dict[str, object]) -> None:
    """A file whose records are whole but are not ours."""
    memory = Memory()
    new_session(CARAVANS, {}, memory)
    with pytest.raises(ReplayMismatchError, match="unchanged"):
        open_session([CARAVANS], [*memory.records, record], None)


@pytest.mark.parametrize(
    "first",
    [
        {},
        {"new": None},
        {"new": []},
        {"new": {"game": ["caravans"], "rules": 1, "setup": {}}},
        {"new": {"game": "caravans", "rules": "1", "setup": {}}},
        {"new": {"game": "caravans", "rules": 1, "setup": []}},
        {"new": {"game": "caravans", "rules": 1, "setup": {}}},
        {"new": {"game": "caravans", "rules": 1, "setup": {"rounds": "many"}}},
        {"new": {"game": "x" * 5000, "rules": 1, "setup": {}}},
    ],
)
def test_a_beginning_of_no_game_says_so(first: dict[str, object]) -> None:
    with pytest.raises(ReplayMismatchError, match="unchanged") as found:
        open_session([CARAVANS], [first], None)
    assert len(str(found.value)) < 500
