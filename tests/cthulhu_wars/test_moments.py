"""What may be done at any moment, and whether there is a moment for it before and after each count: that of Gather
Power, the choice of the First Player, and the price of a Ritual (reference 3.1 to 3.4 and 7, High Priest).

The table holds everything that may be done at any moment, in Gather Power and in the Doom Phase; a new one fails here
until it has its row.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import pytest

from companion.games.cthulhu_wars.facts import BookCovered, BookTaken, CardTaken, CounterSet, GateSet
from companion.games.cthulhu_wars.model.faction_parts import nothing_due
from companion.games.cthulhu_wars.model.roster import FACTIONS
from companion.games.cthulhu_wars.neutral.cards.moonbeast import SEND_AWAY
from companion.games.cthulhu_wars.neutral.cards.registry import POWERS
from companion.games.cthulhu_wars.rules.high_priests import UNSPEAKABLE_OATH
from companion.games.cthulhu_wars.turn.power_moments import SIGNS
from companion.table.prompts import Tell
from tests.cthulhu_wars.evening import Evening, holding
from tests.cthulhu_wars.test_doom_abilities import on_to
from tests.cthulhu_wars.test_faction_actions import with_books


@dataclass(frozen=True)
class Row:
    """Something that may be done at any moment.

    Args:
        code: whose it is.
        make: a game in which it can be done from the first Action on.
        gives: whether it gives Power, so that the rules must wait for it where they would go on without a question.
        late: what is asked for it between the count of Gather Power and Determine First Player.
    """

    code: str
    make: Callable[[], Evening]
    gives: bool = False
    late: str = ""


def priest() -> Evening:
    game = Evening("CC", "GC", "YS", neutral=["high_priests"], first="CC", bag=[1] * 6)
    game.correct(CC_high_priest=1)
    return game


def dragon() -> Evening:
    return with_books(Evening("OW", "GC", "YS"), "OW", "dragon_ascending")


def stars() -> Evening:
    game = Evening("CC", "GC", "YS", neutral=["stars_are_right"], first="CC", bag=[1] * 6)
    game["CC"].met.append("pay_four")
    game.state.record(BookTaken("CC", "stars_are_right", "pay_four"))
    game.correct(CC_signs=2)
    return game


def doomsday() -> Evening:
    game = Evening("TT", "GC", "YS", neutral=["yig"])
    return with_books(game, "TT", "doomsday")


def moon() -> Evening:
    return with_books(Evening("BB", "GC", "YS"), "BB", "catnapping")


def covered() -> Evening:
    game = with_books(Evening("BG", "YS", "GC", neutral=["moonbeast"]), "BG", "red_sign")
    game.state.record(CardTaken("GC", "moonbeast", "GC", 0, 0))
    game.state.record(BookCovered("GC", "BG", "red_sign", 1))
    game.correct(BG_doom=3, BG_dark_young=2)
    return game


def with_book(card: str) -> Callable[[], Evening]:
    def make() -> Evening:
        game = holding(card)
        game.state.record(CounterSet("GC", f"book_{card}", 1))
        game.correct(GC_power=8)
        return game

    return make


AT_ANY_TIME = {
    "unspeakable_oath": Row("CC", priest, gives=True, late="oath/CC"),
    "dragon_ascending": Row("OW", dragon, gives=True, late="dragon_ascending"),
    "signs": Row("CC", stars, gives=True),
    "doomsday": Row("TT", doomsday),
    "on_the_moon": Row("BB", moon),
    "moonbeast_away": Row("BG", covered),
    "interdimensional": Row("GC", with_book("daoloth")),
    "mummify_at_once": Row("GC", with_book("ghatanothoa")),
    "hound": Row("GC", lambda: holding("hound_of_tindalos")),
}

GIVING = [name for name, row in AT_ANY_TIME.items() if row.gives]


def test_everything_that_may_be_done_at_any_moment_has_its_row() -> None:
    """And says whether it gives Power, as its Action does."""
    doors = [a for f in FACTIONS.values() for a in f.anytime]
    doors += [a for powers in POWERS.values() for a in powers.anytime]
    doors += [UNSPEAKABLE_OATH, SEND_AWAY, SIGNS]
    assert {a.id: a.gives is not nothing_due for a in doors} == {name: row.gives for name, row in AT_ANY_TIME.items()}


def able(game: Evening, name: str, code: str) -> bool:
    """Whether it can be done now."""
    return any(o.id == f"{name}/{code}" and not o.refused for o in game.session.interjections)


def to_count(game: Evening) -> Evening:
    """The sums of Gather Power wait to be acknowledged."""
    on_to(game, "gather_power")
    if "OW" in game.state.seats:
        game.correct(GC_power=9)
    return game


@pytest.mark.parametrize("name", AT_ANY_TIME)
def test_it_may_be_done_after_an_action_and_before_the_count(name: str) -> None:
    """Reference 3.1: all gather together; before that the sheet waits for everybody."""
    row = AT_ANY_TIME[name]
    game = row.make()
    on_to(game, "action/")
    game.correct(**{f"{c}_power": 3 if c == row.code else 4 for c in game.state.seats})
    assert able(game, name, row.code)
    assert able(to_count(game), name, row.code)


@pytest.mark.parametrize("name", [name for name in GIVING if AT_ANY_TIME[name].late])
def test_what_gives_power_is_asked_after_the_count_before_first_player(name: str) -> None:
    """Reference 3.1 and 3.2, D11 and 7 (High Priest): it may make its user First Player. Nobody else is asked."""
    row = AT_ANY_TIME[name]
    game = to_count(row.make())
    game.answer(True)
    on_to(game, row.late, "first_player/", "doom_phase/")
    assert game.key == row.late
    assert game.prompt.who == row.code
    assert game.state.phase == "gather"
    before = game[row.code].power
    game.answer(_first(game))
    on_to(game, "first_player/", "doom_phase/", "book/")
    assert game[row.code].power > before
    asked = [entry.key for entry in game.session.timeline.entries]
    assert not [key for key in asked if key.startswith("oath/") and key != "oath/CC"]


def in_place(name: str, power: int) -> Evening:
    """A faction that has its place in the order of Rituals next, with so much Power; the Ritual costs 5."""
    row = AT_ANY_TIME[name]
    game = row.make()
    on_to(game, "gather_power")
    game.correct(**{f"{c}_power": 60 if c == row.code else 40 for c in game.state.seats})
    game.answer(True)
    while not game.key.startswith("first_player/direction"):
        game.answer([] if game.key.startswith(("oath/", "dragon_ascending")) else _first(game))
    game.correct(**{f"{c}_power": power if c == row.code else 9 for c in game.state.seats})
    game.answer("1")
    on_to(game, "doom_phase/")
    return game


def _first(game: Evening) -> str:
    return game.options()[0]


@pytest.mark.parametrize("name", GIVING)
def test_what_gives_power_has_a_moment_before_a_ritual_that_is_too_dear(name: str) -> None:
    """Reference 3.3: the price must be paid, and Power that may be had at any moment may pay it. The First Player was
    passed over without a question, so that there was no moment for it."""
    row = AT_ANY_TIME[name]
    game = in_place(name, 3)
    assert game.key == f"doom_phase/{row.code}"
    assert game.refusal("ritual")
    game.answer(name)
    while game.key != f"doom_phase/{row.code}":
        game.answer(["0", "1"] if game.key.startswith("reveal/") else _first(game))
    assert not game.refusal("ritual")
    game.answer("ritual")
    assert "ritual" not in game.ids() or game.key != f"doom_phase/{row.code}"


@pytest.mark.parametrize(("name", "pieces"), [("unspeakable_oath", {"CC_high_priest": 1}), ("signs", {"CC_signs": 1})])
def test_nobody_is_asked_for_a_ritual_that_is_out_of_reach(name: str, pieces: dict[str, int]) -> None:
    """The same: with everything that could be had it is too dear. A sign may be worth 3, as far as others know."""
    game = in_place(name, 5)
    assert game.key == "doom_phase/CC"
    game.correct(CC_power=1, **pieces)
    assert game.key != "doom_phase/CC"


@pytest.mark.parametrize("name", [name for name in AT_ANY_TIME if name != "signs"])
def test_it_may_be_done_after_ones_ritual_while_others_have_their_place(name: str) -> None:
    """Reference 3.3 and 3.6: at any moment of the Doom Phase."""
    row = AT_ANY_TIME[name]
    game = in_place(name, 8)
    assert game.key == f"doom_phase/{row.code}"
    game.answer([])
    on_to(game, "doom_phase/")
    assert game.prompt.who != row.code
    game.correct(**{f"{row.code}_power": 1})
    assert able(game, name, row.code)


# -- Unspeakable Oath ----------------------------------------------------------------------------------------------


def test_the_priest_counts_with_the_others_and_then_goes_for_2_more() -> None:
    """Publisher's article on High Priests: counted for 1, then 2 more, before the First Player is determined; with
    equal Cultists and Gates that makes its player First Player: 9 for 8, then 11."""
    game = priest()
    on_to(game, "gather_power")
    game.correct(GC_power=2)
    game.answer(True)
    assert (game.key, game["CC"].power, game["GC"].power) == ("oath/CC", 9, 10)
    game.answer("unspeakable_oath")
    if game.key == "unspeakable_oath/gate":
        game.answer([])
    assert (game["CC"].power, game["CC"].in_play["high_priest"]) == (11, 0)
    assert (game.state.first, game.key) == ("CC", "first_player/direction")


def test_declined_he_stays_and_somebody_else_is_first() -> None:
    game = priest()
    on_to(game, "gather_power")
    game.correct(GC_power=2)
    game.play(("gather_power", True), ("oath/CC", []))
    assert (game["CC"].power, game["CC"].in_play["high_priest"], game.state.first) == (9, 1, "GC")


def test_tcho_tcho_may_let_each_of_three_go() -> None:
    """Tcho-Tcho own three; asked again while there is one."""
    game = Evening("TT", "GC", "YS")
    game.correct(TT_high_priest=3)
    on_to(game, "gather_power")
    game.answer(True)
    before = game["TT"].power
    for left in (2, 1, 0):
        game.play(("oath/TT", "unspeakable_oath"))
        if game.key == "unspeakable_oath/gate":
            game.answer([])
        assert game["TT"].in_play["high_priest"] == left
    assert game["TT"].power == before + 6
    assert not game.key.startswith("oath/")


def test_a_unique_high_priest_swears_no_oath() -> None:
    """Reference 7: a Unique High Priest has no Unspeakable Oath."""
    game = Evening("CC", "GC", "YS", neutral=["high_priests", "unique_priests"], first="CC")
    game.correct(CC_power=9)
    game.play(("action/CC", "recruit/unique"))
    on_to(game, "gather_power")
    game.answer(True)
    assert not game.key.startswith("oath/")


def test_power_after_the_last_action_lets_its_player_act_again() -> None:
    """Reference 3.4: the phase ends when nobody has Power; after any player's Action, the last one too, an Oath gives 2
    that may be acted with. The table is asked which it was."""
    game = priest()
    on_to(game, "gather_power")
    game.session.interject("unspeakable_oath/CC")
    if game.key == "unspeakable_oath/gate":
        game.answer([])
    game.play(("goes_on/CC", "yes"))
    assert (game.state.phase, game.key, game["CC"].power) == ("action", "action/CC", 2)
    assert "Crawling Chaos has Power again: the Action Phase goes on" in game.log()
    game.act("CC", "move/1")
    game.act("CC", "pass")
    assert (game.key, game.state.turn) == ("gather_power", 1)


def test_or_it_stays_for_gather_power() -> None:
    game = priest()
    on_to(game, "gather_power")
    game.session.interject("unspeakable_oath/CC")
    if game.key == "unspeakable_oath/gate":
        game.answer([])
    game.play(("goes_on/CC", "no"), ("gather_power", True))
    assert game["CC"].power == 2 + 8


def test_who_hibernates_does_not_act_when_the_phase_goes_on() -> None:
    """Windwalker (reference 6): no more Actions in this phase, whatever Power it has."""
    game = Evening("CC", "WW", "YS", neutral=["high_priests"], first="CC", starts={"WW": "arctic_ocean"})
    game.correct(CC_high_priest=1, CC_nyarlathotep=1)
    game.pass_others("WW")
    game.play(("action/WW", "hibernate"))
    on_to(game, "gather_power")
    game.session.interject("unspeakable_oath/CC")
    if game.key == "unspeakable_oath/gate":
        game.answer([])
    game.play(("goes_on/CC", "yes"), ("action/CC", "pass"))
    assert game.key == "gather_power"
    assert game["WW"].power > 0


# -- the count itself ----------------------------------------------------------------------------------------------


def total(game: Evening, code: str) -> str:
    """What the sheet says that a faction gathers."""
    prompt = game.prompt
    assert isinstance(prompt, Tell)
    assert prompt.sheet is not None
    return next(row.cells[-1] for row in prompt.sheet.rows if row.player == code)


def test_a_book_that_is_freed_before_the_count_counts() -> None:
    """Moonbeast and The Red Sign: 1 Power for each Dark Young, once it may be used; it was counted as it was before."""
    game = to_count(covered())
    before = int(total(game, "BG"))
    game.session.interject("moonbeast_away/BG")
    assert int(total(game, "BG")) == before + 2


def test_acolytes_that_are_laid_down_before_the_count_give_no_power() -> None:
    """Mummify at any moment (Execration of Mu): no Power in the next Gather Power."""
    game = to_count(with_book("ghatanothoa")())
    before = int(total(game, "CC"))
    game.session.interject("mummify_at_once/GC")
    while game.key != "gather_power":
        form = game.prompt.as_json()
        blanks = form.get("blanks")
        game.answer({b["id"]: 2 if "CC" in b["id"] else 0 for b in blanks} if blanks else 2)
    assert int(total(game, "CC")) < before


def test_an_ocean_gate_left_before_the_count_is_nobodys_for_yha_nthlei() -> None:
    """Y'ha Nthlei: 1 Power for each Gate in an ocean that an enemy controls."""
    game = with_books(Evening("GC", "CC", "YS"), "GC", "yha_nthlei")
    game.correct(GC_cthulhu=1)
    game.state.record(GateSet("indian_ocean", "CC", built=True))
    game.correct(GC_power=0, YS_power=0, CC_power=1)
    on_to(game, "action/CC")
    game.act("CC", "move/1")
    on_to(game, "gather_power")
    before = int(total(game, "GC"))
    game.session.interject("afterwards/CC/abandon")
    if game.key == "abandon":
        game.answer("indian_ocean")
    assert int(total(game, "GC")) == before - 1 + 1, "1 less by Y'ha Nthlei, and 1 for an abandoned Gate"
