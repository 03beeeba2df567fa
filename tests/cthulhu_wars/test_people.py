"""People who change: no source tells of it, so each change is the table's word, and is undone like everything."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import settings
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule
from hypothesis.strategies import booleans, integers, sampled_from

from companion.games.cthulhu_wars.facts import BookTaken, CardTaken
from companion.games.cthulhu_wars.game import CTHULHU_WARS
from companion.games.cthulhu_wars.model.roster import card
from companion.games.cthulhu_wars.model.state import CthulhuState
from companion.games.cthulhu_wars.rules.pool import pool as in_pool
from companion.games.cthulhu_wars.turn.victory import winners
from companion.storage.bgstats_export import play
from companion.storage.html_report import report
from companion.storage.statistics import chronicle
from companion.storage.story import story
from companion.storage.totals import by_faction, by_group, by_person, evening_of
from companion.table.autoplay import play as autoplay
from companion.table.errors import BadAnswerError
from companion.table.people import KEY
from companion.table.prompts import Choose
from companion.table.session import Session, new_session, open_session
from tests.cthulhu_wars.evening import Evening
from tests.cthulhu_wars.test_random_games import check_invariants
from tests.instruments.outside.evenings import play_to_the_end
from tests.table.looks import Memory, picture

SEEDS = integers(0, 2**32)
NAMES = {"GC": "Ann", "CC": "Ben", "BG": "Cleo", "YS": "Dora"}


def table(**more: Any) -> Evening:
    names = [{"id": code, "name": name} for code, name in NAMES.items()]
    return Evening(*NAMES, names=names, **more)


def people(game: Evening, place: str, how: str, *more: tuple[str, Any]) -> None:
    """Say that a place at the table changes, and how."""
    game.session.interject(KEY)
    game.play((KEY, place), (f"{KEY}/how", how), *more)


def called(game: Evening) -> dict[str, str]:
    return {player.id: player.person for player in game.session.view.players}


def test_somebody_is_called_something_else_in_the_middle_of_a_battle() -> None:
    game = table()
    game.correct(GC_deep_one=1)
    game.play(("action/GC", "battle/CC"), ("battle/area", "south_pacific"))
    asked = [item.prompt.key for item in game.session.prompts]
    people(game, "CC", "name", (f"{KEY}/name", "Benedict"))
    assert called(game) == NAMES | {"CC": "Benedict"}
    assert [item.prompt.key for item in game.session.prompts] == asked, "the battle goes on where it was"
    said = [fact.text() for fact in game.state.facts if "Benedict" in fact.text()]
    assert said == ["Ben is called Benedict (Crawling Chaos)."]


def test_people_are_renamed_at_the_set_up_and_on_the_last_page() -> None:
    names = [{"id": code, "name": name} for code, name in NAMES.items()]
    session = new_session(CTHULHU_WARS, {"factions": [*NAMES], "names": names, "signs": "app"})
    session.answer(session.prompts[0].ticket, "earth35")
    game = Evening.__new__(Evening)
    game.session = session
    assert game.state.phase == "setup"
    people(game, "GC", "name", (f"{KEY}/name", "Anna"))
    assert called(game)["GC"] == "Anna"
    play_to_the_end(session, Random(5), [*NAMES])
    assert session.finished
    people(game, "BG", "name", (f"{KEY}/name", "Clea"))
    assert session.finished
    assert called(game)["BG"] == "Clea"
    found = evening_of(chronicle(session), "x", "cthulhu_wars", 1.0, 2.0)
    assert found is not None
    assert [one.name for one in found.players] == ["Anna", "Ben", "Clea", "Dora"]
    assert [one["name"] for one in CTHULHU_WARS.again(session.state)["names"]] == ["Anna", "Ben", "Clea", "Dora"]


@pytest.mark.parametrize("wrong", ["Maximilianus", "A\nB", " A", 3])
def test_a_name_that_is_none_is_refused_and_nothing_changes(wrong: Any) -> None:
    game = table()
    game.session.interject(KEY)
    game.play((KEY, "GC"), (f"{KEY}/how", "name"))
    before = picture(game.session)
    with pytest.raises(BadAnswerError):
        game.answer(wrong)
    assert picture(game.session) == before


def test_a_name_can_be_given_late_and_taken_away() -> None:
    game = Evening("GC", "CC")
    people(game, "GC", "name", (f"{KEY}/name", "Ann"))
    assert game.state.facts[-1].text() == "Great Cthulhu is played by Ann."
    people(game, "GC", "name", (f"{KEY}/name", ""))
    assert game.state.facts[-1].text() == "Ann (Great Cthulhu) has no name any more."
    assert called(game) == {"GC": "", "CC": ""}
    facts = len(game.state.facts)
    people(game, "CC", "name", (f"{KEY}/name", ""))
    assert len(game.state.facts) == facts, "the same name is no change"


def test_whoever_plays_several_factions_is_renamed_for_all_of_them() -> None:
    game = Evening(
        players=[["GC", "BG"], ["CC", "YS"]], names=[{"id": "GC", "name": "Ann"}, {"id": "BG", "name": "Ann"}]
    )
    people(game, "GC", "name", (f"{KEY}/name", "Anna"))
    assert called(game) == {"GC": "Anna", "BG": "Anna", "CC": "", "YS": ""}
    people(game, "GC", "other", (f"{KEY}/name", "Eve"))
    assert called(game) == {"GC": "Eve", "BG": "Eve", "CC": "", "YS": ""}
    assert [player.former for player in game.session.view.players] == [("Anna",), ("Anna",), (), ()]


def test_somebody_new_plays_on_and_both_are_told_of() -> None:
    game = table()
    power = game["CC"].power
    people(game, "CC", "other", (f"{KEY}/other", "new"), (f"{KEY}/name", "Eve"))
    assert game.state.facts[-1].text() == "Eve takes over Crawling Chaos from Ben."
    (chaos,) = (player for player in game.session.view.players if player.id == "CC")
    assert (chaos.person, chaos.former) == ("Eve", ("Ben",))
    assert chaos.handed_on == "Crawling Chaos: played by Ben and Eve, one after the other."
    assert (game["CC"].power, game.key) == (power, "action/GC"), "the game itself goes on as it was"


def test_somebody_who_plays_already_plays_both() -> None:
    game = table()
    people(game, "CC", "other", (f"{KEY}/other", "known/Ann"))
    assert called(game) == NAMES | {"CC": "Ann"}
    assert not game.state.several, "each is still reckoned by itself"


def over() -> Any:
    """An evening that is over, in which Eve played on for Ben after the first turn."""
    game = table()
    game.pass_all()
    while game.state.turn < 2:
        game.session.answer(game.session.prompts[0].ticket, game.prompt.any_answer(Random(1)))
    people(game, "CC", "other", (f"{KEY}/other", "new"), (f"{KEY}/name", "Eve"))
    play_to_the_end(game.session, Random(4), [*NAMES])
    return game.session


def test_story_result_and_report_know_who_played_on() -> None:
    session = over()
    told = [line for line in story(chronicle(session)) if line.kind == "people"]
    assert [line.words for line in told] == ["Turn 2: Eve takes over Crawling Chaos from Ben."]
    sent = play(session.view, "Cthulhu Wars", "x", 0.0)
    assert "Crawling Chaos: played by Ben and Eve, one after the other." in sent["comments"]
    assert {one["name"] for one in sent["players"]} == {"Ann", "Eve", "Cleo", "Dora"}
    assert "Crawling Chaos: played by Ben and Eve" in report(session)


def test_statistics_keep_the_game_and_the_dice_of_whoever_left() -> None:
    session = over()
    statistics = chronicle(session)
    found = evening_of(statistics, "x", "cthulhu_wars", 1.0, 2.0)
    assert found is not None
    assert [(one.name, one.left) for one in found.players] == [
        ("Ann", False),
        ("Eve", False),
        ("Cleo", False),
        ("Dora", False),
        ("Ben", True),
    ]
    fell = {one.name: (one.dice, one.fell) for one in found.players}
    symbol = statistics.luck[0].symbol
    moment = next(line.number for line in statistics.lines if line.entry.value == "Eve")
    for name, early in (("Ben", True), ("Eve", False)):
        rolls = [r for r in statistics.rolls if (r.player, r.symbol) == ("CC", symbol) and (r.number < moment) is early]
        assert fell[name] == (sum(roll.dice for roll in rolls), sum(roll.fell for roll in rolls))
    people = {total.name: (total.games, total.wins) for total in by_person([found])}
    assert people["Ben"] == (1, 0)
    assert {total.name: total.games for total in by_faction([found])}["Crawling Chaos"] == 1
    assert [total.name for total in by_group([found])] == ["Ann, Cleo, Dora, Eve"]


def test_each_change_is_undone_redone_and_read_again() -> None:
    memory, game = Memory(), table()
    game.session = new_session(CTHULHU_WARS, game.session.setup, memory)
    game.answer(game.options()[0])
    before = picture(game.session)
    people(game, "CC", "other", (f"{KEY}/other", "new"), (f"{KEY}/name", "Eve"))
    after = picture(game.session)
    game.session.undo(5)
    assert picture(game.session) == before
    game.session.redo(5)
    assert picture(game.session) == after
    assert picture(open_session([CTHULHU_WARS], memory.records, None)) == after


def left_alone(game: Evening, place: str, by: str = "GC", wins: str = "yes") -> None:
    people(game, place, "nobody", (f"{KEY}/by", by), (f"{KEY}/wins", wins))


def test_what_nobody_plays_passes_at_once_and_in_each_turn() -> None:
    game = table()
    left_alone(game, "GC", "CC")
    assert (game["GC"].power, game.key) == (0, "action/CC"), "it was its turn"
    left_alone(game, "YS", "all", "no")
    game.act("CC", "pass")
    game.act("BG", "pass")
    assert game["YS"].power == 0
    assert game.state.phase == "gather"
    said = [fact.text() for fact in game.state.facts]
    assert (
        "Nobody plays Great Cthulhu. It passes; Crawling Chaos makes the choices that the rules force. It can win."
    ) in said
    assert ("Nobody plays Yellow Sign. It passes; all make the choices that the rules force. It cannot win.") in said
    gathered = game["YS"].power
    game.to_doom_phase()
    assert game["YS"].power > gathered, "it gathers Power like everybody"
    asked = []
    while game.state.phase == "doom":
        asked.append(game.key)
        game.answer([] if game.prompt.optional else game.options()[0])
    assert [key for key in asked if key.startswith("doom_phase")] == ["doom_phase/CC", "doom_phase/BG"], "no Ritual"
    assert "book/GC" in asked, "which spellbook it takes is a choice that the rules force"


def test_forced_choices_of_what_nobody_plays_are_asked_of_whom_you_named() -> None:
    game = table()
    left_alone(game, "CC", "GC")
    (chaos,) = (player for player in game.session.view.players if player.id == "CC")
    assert (chaos.person, chaos.decided_by, chaos.former) == ("", "Ann", ("Ben",))
    people(game, "GC", "name", (f"{KEY}/name", "Anna"))
    (chaos,) = (player for player in game.session.view.players if player.id == "CC")
    assert chaos.decided_by == "Anna"
    left_alone(game, "GC", "BG")
    (chaos,) = (player for player in game.session.view.players if player.id == "CC")
    assert chaos.decided_by == "all together", "whoever decided has left, too"


@pytest.mark.parametrize(("wins", "won"), [("yes", [["CC"]]), ("no", [["GC"]])])
def test_whether_what_nobody_plays_can_win_is_asked(wins: str, won: list[list[str]]) -> None:
    game = table()
    left_alone(game, "CC", "GC", wins)
    for code, doom in (("GC", 20), ("CC", 25)):
        books = [book.id for book in card(code).books]
        for book in books:
            game.state.record(BookTaken(code, book, ""))
        game.state.factions[code].doom = doom
    assert winners(game.state) == won


def test_who_comes_later_takes_over_what_nobody_plays() -> None:
    game = table()
    left_alone(game, "CC", "GC", "no")
    people(game, "CC", "other", (f"{KEY}/other", "new"), (f"{KEY}/name", "Eve"))
    assert (game.state.unplayed, game.state.barred) == ({}, [])
    (chaos,) = (player for player in game.session.view.players if player.id == "CC")
    assert (chaos.person, chaos.former, chaos.decided_by) == ("Eve", ("Ben",), "")
    game.act("GC", "pass")
    assert game.key == "action/CC"


def test_somebody_must_play_on() -> None:
    game = Evening("GC", "CC")
    left_alone(game, "CC", "GC")
    for code, why in (("GC", "Somebody must play on."), ("CC", "Nobody plays it already.")):
        game.session.interject(KEY)
        game.play((KEY, code))
        assert game.refusal("nobody") == why
        game.answer([])


def leaves(game: Evening, place: str, *more: tuple[str, Any]) -> None:
    """Take somebody's faction out of the game: pieces off the map, Gates abandoned, as far as that is asked."""
    people(game, place, "out", *more)


def test_a_faction_goes_out_of_the_game_with_all_that_it_has() -> None:
    game = table()
    track, gate = game.state.track, game["CC"].start
    leaves(game, "CC", (f"{KEY}/pieces", "off"), (f"{KEY}/gates", "stay"))
    assert [player.id for player in game.session.view.players] == ["GC", "BG", "YS"]
    assert [player.id for player in game.session.view.gone] == ["CC"]
    assert game.state.gates[gate] is None
    assert game.state.track == track, "Rituals cost what they cost for as many as have begun"
    assert game.state.enemies("GC") == ["BG", "YS"]
    assert not any(key.startswith("CC.") or key.endswith(".CC") for key in CTHULHU_WARS.counters(game.state))
    said = "Crawling Chaos is out of the game: its pieces come off the map; its Gates are abandoned."
    assert game.state.facts[-1].text() == said
    game.act("GC", "pass")
    assert game.key == "action/BG"
    game.to_doom_phase()
    assert game.session.view.changes == ["Crawling Chaos: played by Ben, then out of the game."]


def test_the_gates_of_a_faction_that_leaves_can_come_off_the_map() -> None:
    game = table()
    gate = game["CC"].start
    leaves(game, "CC", (f"{KEY}/pieces", "stay"), (f"{KEY}/gates", "off"))
    assert gate not in game.state.gates


def test_whose_turn_it_is_and_who_is_first_when_they_leave() -> None:
    game = table()
    assert (game.state.active, game.state.first) == ("GC", "GC")
    leaves(game, "GC", (f"{KEY}/pieces", "off"), (f"{KEY}/gates", "off"), (f"{KEY}/first", "YS"))
    assert (game.key, game.state.first) == ("action/CC", "YS")
    assert game.state.player_order() == ["YS", "CC", "BG"]


@pytest.mark.parametrize(("fate", "pool", "away"), [("owners", 2, 0), ("off", 0, 2)])
def test_captives_of_a_faction_that_leaves_go_where_the_table_says(fate: str, pool: int, away: int) -> None:
    game = table()
    game.correct(GC_acolyte=4)
    game.session.correct({"CC.captives.GC": 2})
    leaves(game, "CC", (f"{KEY}/pieces", "off"), (f"{KEY}/gates", "stay"), (f"{KEY}/held", fate))
    assert (in_pool(game.state, "GC", "acolyte"), game["GC"].away.get("acolyte", 0)) == (pool, away)


@pytest.mark.parametrize(("fate", "gained"), [("worth", 2), ("off", 0)])
def test_captors_of_a_faction_that_leaves_gain_power_or_nothing(fate: str, gained: int) -> None:
    game = table()
    game.correct(CC_acolyte=4)
    game.session.correct({"GC.captives.CC": 2})
    before = game["GC"].power
    leaves(game, "CC", (f"{KEY}/pieces", "off"), (f"{KEY}/gates", "stay"), (f"{KEY}/captured", fate))
    assert (game["GC"].power - before, game["GC"].captives) == (gained, {})


def test_neutral_cards_of_a_faction_that_leaves_can_be_had_again() -> None:
    game = table(neutral=["gug", "shriveling"])
    game.state.record(CardTaken("CC", "gug", "CC", 0, 0))
    game.state.record(BookTaken("CC", "shriveling", ""))
    leaves(game, "CC", (f"{KEY}/pieces", "off"), (f"{KEY}/gates", "stay"))
    assert {"gug", "shriveling"} <= {*game.state.neutral}


def test_three_become_two_without_the_rules_for_two() -> None:
    game = Evening("GC", "CC", "BG")
    leaves(game, "BG", (f"{KEY}/pieces", "off"), (f"{KEY}/gates", "stay"))
    assert not game.state.duel
    game.session.interject(KEY)
    game.play((KEY, "CC"))
    assert game.refusal("out") == "Two must play on."
    game.answer([])
    assert "pass" in game.options(), "in the two-player game nobody may drop to 0 Power"


def test_a_faction_goes_out_only_between_actions() -> None:
    game = table()
    game.correct(GC_deep_one=1)
    game.play(("action/GC", "battle/CC"), ("battle/area", "south_pacific"))
    game.session.interject(KEY)
    game.play((KEY, "BG"))
    assert game.refusal("out") == "Only between Actions."


def test_result_and_statistics_know_who_was_there_before_the_end() -> None:
    game = table()
    leaves(game, "CC", (f"{KEY}/pieces", "off"), (f"{KEY}/gates", "stay"))
    play_to_the_end(game.session, Random(4), [*NAMES])
    statistics = chronicle(game.session)
    found = evening_of(statistics, "x", "cthulhu_wars", 1.0, 2.0)
    assert found is not None
    assert [(one.name, one.seat, one.left) for one in found.players][-1] == ("Ben", "CC", True)
    assert "Crawling Chaos: played by Ben, then out of the game." in play(game.session.view, "x", "x", 0.0)["comments"]
    assert "Crawling Chaos: played by Ben, then out of the game." in report(game.session)
    assert [line.kind for line in story(statistics)].count("people") == 1


class Table(RuleBasedStateMachine):
    """An evening of four or five at which names, leavings and take-overs come at random moments."""

    def __init__(self) -> None:
        super().__init__()
        self.memory = Memory()
        codes = [*NAMES, "WW"]
        self.session: Session[CthulhuState] = new_session(
            CTHULHU_WARS, {"factions": codes, "signs": "app"}, self.memory
        )
        while self.session.state.phase == "setup":
            autoplay(self.session, Random(1), 1, interject=0.0)

    @rule(seed=SEEDS, steps=integers(1, 25))
    def play(self, seed: int, steps: int) -> None:
        autoplay(self.session, Random(seed), steps, interject=0.02)

    @rule(seed=SEEDS, how=sampled_from(["name", "other", "nobody", "out"]))
    def somebody_changes(self, seed: int, how: str) -> None:
        chance = Random(seed)
        if not any(option.id == KEY for option in self.session.interjections):
            return
        self.session.interject(KEY)
        while self.session.prompts and self.session.prompts[0].prompt.key.startswith(KEY):
            (item,) = self.session.prompts
            prompt = item.prompt
            offered = {option.id for option in prompt.open_options()} if isinstance(prompt, Choose) else set()
            answer = [how] if how in offered else prompt.any_answer(chance)
            self.session.answer(item.ticket, answer)

    @precondition(lambda self: self.session.timeline.entries)
    @rule(count=integers(1, 15), again=booleans())
    def undo(self, count: int, again: bool) -> None:
        count = min(count, len(self.session.timeline.entries))
        before = picture(self.session)
        self.session.undo(count, past_dice=True)
        if again:
            self.session.redo(count)
            assert picture(self.session) == before

    @rule()
    def the_plug_is_pulled(self) -> None:
        before = picture(self.session)
        self.session = open_session([CTHULHU_WARS], self.memory.records, self.memory)
        assert picture(self.session) == before

    @invariant()
    def pieces_and_numbers_add_up(self) -> None:
        check_invariants(self.session.state)
        self.session.view.as_json()
        for key, value in CTHULHU_WARS.counters(self.session.state).items():
            assert value >= 0, key

    @invariant()
    def facts_alone_make_the_state(self) -> None:
        again = CTHULHU_WARS.begin(self.session.setup)
        for fact in self.session.state.facts:
            again.record(fact)
        assert again.packed() == self.session.state.packed()


TestTable = Table.TestCase
TestTable.settings = settings(max_examples=12, stateful_step_count=14)


TestLongTable = pytest.mark.slow(
    type("TestLongTable", (Table.TestCase,), {"settings": settings(max_examples=400, stateful_step_count=30)})
)
