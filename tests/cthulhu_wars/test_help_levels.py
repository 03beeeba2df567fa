"""Levels of help: what each leaves to the table, and changing it in the middle of a game.

The levels themselves are ours; what they work out follows the same sections of the reference as for the Referee.
"""

from __future__ import annotations

from itertools import cycle, permutations
from random import Random
from typing import Any

import pytest

from companion.games.cthulhu_wars.facts import CardTaken, CounterSet, GateSet
from companion.games.cthulhu_wars.game import CTHULHU_WARS
from companion.games.cthulhu_wars.model.maps import COUNTED
from companion.games.cthulhu_wars.model.roster import FACTIONS
from companion.games.cthulhu_wars.model.state import CthulhuState, HelpLevel, Phase
from companion.games.cthulhu_wars.rules.card_books import has_book
from companion.games.cthulhu_wars.rules.pool import gate_keepers, gates
from companion.games.cthulhu_wars.rules.untracked import asks_for_places, left_to_table
from companion.table.autoplay import play
from companion.table.errors import BadSetupError
from companion.table.prompts import Answer, Choose, Form, Option, Prompt, Roll, Tell
from companion.table.script import ask
from companion.table.session import Session, new_session, open_session
from tests.chance import back_and_forth, picture
from tests.cthulhu_wars.evening import Evening, battle
from tests.cthulhu_wars.test_random_games import check_invariants
from tests.replica import Replica

LEVELS = tuple(HelpLevel)
ROUND = (
    *(HelpLevel.CLERK, HelpLevel.SCRIBE, HelpLevel.REFEREE),
    *(HelpLevel.SCRIBE, HelpLevel.CLERK, HelpLevel.REFEREE),
)
"""Beginning with the Referee, each level follows each other one."""


def sensible(prompt: Prompt, chance: Random) -> Answer:
    """What a table would answer: on a form of numbers a little more than stands there."""
    if isinstance(prompt, Form):
        return {b.id: max(b.least, min(b.most, b.suggested + chance.randint(0, 3))) for b in prompt.blanks}
    return prompt.any_answer(chance)


def one_step(session: Session[Any], chance: Random) -> None:
    """Answer one question, or do something that is possible at any moment."""
    able = [o.id for o in session.interjections if not (o.refused or o.setting)]
    if able and chance.random() < 0.04:
        session.interject(chance.choice(able))
        return
    item = chance.choice(session.prompts)
    session.answer(item.ticket, sensible(item.prompt, chance))


def begun(chance: Random, players: int, level: HelpLevel) -> Session[Any]:
    """A game of so many factions, with a level from the beginning."""
    while True:
        codes = chance.sample(list(FACTIONS), players)
        try:
            return new_session(CTHULHU_WARS, {"factions": codes, "options": {"help": level.value}})
        except BadSetupError:
            # Two of them may not play against each other alone.
            continue


def turn_to(session: Session[Any], level: HelpLevel, chance: Random) -> None:
    """Change the level by the way that people have, answering what it asks."""
    session.interject("help")
    session.answer(session.prompts[0].ticket, [level.value])
    while not session.interjections and not session.finished:
        item = session.prompts[0]
        assert item.prompt.key.startswith(("help/", "tokens/")), item.prompt.key
        session.answer(item.ticket, sensible(item.prompt, chance))
    assert session.state.level is level


def sound(session: Session[Any], replica: Replica) -> None:
    """The state follows from its facts, nothing is negative, and Gates are placed or counted as the level says."""
    state: CthulhuState = session.state
    replica.compare()
    check_invariants(state)
    session.view.as_json()
    # While a level is being changed, Gates are told before it holds.
    if state.phase not in (Phase.SETUP, Phase.OVER) and session.interjections:
        loose = state.loose_gates()
        assert not loose or all(area.startswith(COUNTED) for area in loose) is not state.follows


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_an_evening_at_each_level_comes_to_its_end(players: int, level: HelpLevel) -> None:
    """Scribe, Clerk and Referee, with 2 to 5 players; below the Referee nobody is asked for places."""
    chance = Random(f"{players} {level}")
    session = begun(chance, players, level)
    replica = Replica(session)
    for _n in range(4000):
        if session.finished:
            break
        state = session.state
        if state.phase is not Phase.SETUP and level is not HelpLevel.REFEREE:
            asked = [i.prompt for i in session.prompts if not i.prompt.key.startswith(("ruling", "neutral"))]
            assert not any(map(asks_for_places, asked)), asked
        one_step(session, chance)
        sound(session, replica)
    assert session.finished
    assert session.state.phase is Phase.OVER
    assert session.view.finished


@pytest.mark.parametrize("players", [2, 4])
def test_the_level_can_be_changed_at_every_phase_boundary(players: int) -> None:
    """Changeable in mid-game, from each level to each other, and the game goes on soundly from there, stored or not."""
    chance = Random(players)
    session = begun(chance, players, HelpLevel.REFEREE)
    first = {"game": CTHULHU_WARS.name, "rules": CTHULHU_WARS.rules_version, "setup": session.setup}
    replica, phase, seen, changes = Replica(session), Phase.SETUP, set(), set()
    levels = cycle(ROUND)
    for _n in range(3000):
        if session.finished:
            break
        now = session.state.phase
        if now is not phase and now is not Phase.OVER and session.interjections:
            phase = now
            seen.add(now)
            before = picture(session)
            made = len(session.timeline.entries)
            former, level = session.state.level, next(levels)
            changes.add((former, level))
            turn_to(session, level, chance)
            sound(session, replica)
            after = picture(session)
            more = len(session.timeline.entries) - made
            session.undo(more, past_dice=True)
            assert picture(session) == before
            session.redo(more)
            assert picture(session) == after
            entries = [{"entry": entry.as_json()} for entry in session.timeline.entries]
            again = open_session([CTHULHU_WARS], [{"new": first}, *entries], None)
            assert picture(again) == after
        one_step(session, chance)
        sound(session, replica)
    assert session.finished
    assert {Phase.ACTION, Phase.GATHER, Phase.FIRST_PLAYER, Phase.DOOM} <= seen
    assert changes == set(permutations(LEVELS, 2))


@pytest.mark.parametrize("phase", [Phase.ACTION, Phase.GATHER, Phase.FIRST_PLAYER, Phase.DOOM])
@pytest.mark.parametrize("after", LEVELS)
@pytest.mark.parametrize("before", LEVELS)
def test_each_level_takes_over_from_each_other_as_a_phase_begins(
    before: HelpLevel, after: HelpLevel, phase: Phase
) -> None:
    """The first question of each phase is asked as the new level asks it, and the turn goes on to the next one."""
    chance = Random(11)
    game = Evening("GC", "CC", "BG", "YS", options={"help": before.value}, map="earth35")
    session, replica = game.session, Replica(game.session)
    while session.state.phase is not phase:
        prompt = session.prompts[0].prompt
        # A tie for the most Power, so that the First Player is asked for.
        value = ["pass"] if prompt.key.startswith("action/") else sensible(prompt, Random(1))
        session.answer(session.prompts[0].ticket, value if not isinstance(prompt, Form) else {})
        if session.state.phase is Phase.FIRST_PLAYER:
            session.correct({f"{code}.power": 8 for code in session.state.seats})
    if after is not before:
        turn_to(session, after, chance)
    sound(session, replica)
    key, by_hand = session.prompts[0].prompt.key, after is HelpLevel.SCRIBE
    if phase is Phase.ACTION:
        assert ("paid/1" in game.options()) is by_hand
    elif key != "first_player/direction" and not key.startswith("book/"):
        assert key.endswith("/by_hand") is by_hand
    turn = session.state.turn
    for _n in range(400):
        if session.finished or session.state.turn > turn:
            break
        one_step(session, chance)
        sound(session, replica)
    assert session.finished or session.state.turn > turn


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_the_level_can_be_changed_in_the_middle_of_anything(players: int) -> None:
    """Also in a battle, in an Action, between two answers of one question; undo goes over all of it."""
    chance = Random(98 + players)
    session = begun(chance, players, HelpLevel.REFEREE)
    replica = Replica(session)
    for n in range(900):
        if session.finished:
            break
        if session.interjections and chance.random() < 0.08:
            turn_to(session, chance.choice(LEVELS), chance) if chance.random() < 0.9 else session.interject("help")
        else:
            one_step(session, chance)
        sound(session, replica)
        if n % 60 == 59:
            back_and_forth(session, chance, 25)


# -- the Clerk -----------------------------------------------------------------------------------------------------


def clerk(*factions: str, **setup: Any) -> Evening:
    return Evening(*factions, options={"help": "clerk"}, **setup)


def test_the_clerk_counts_a_new_gate_and_asks_no_place() -> None:
    """Reference 3.4, Create Gate: 3 Power; the Gate counts 2 Power and 1 Doom, wherever it is."""
    game = clerk("GC", "CC", "BG")
    game.play(("action/GC", "create_gate"))
    assert game.key == "action/CC"
    assert game["GC"].power == 5
    assert gates(game.state, "GC") == 2
    game.pass_all()
    assert isinstance(game.prompt, Tell)
    assert game.prompt.sheet is not None
    assert game.prompt.sheet.rows[0].cells == ("6", "4", "+10")


def test_the_clerk_does_the_sums_of_the_doom_phase() -> None:
    """Reference 3.3: 1 Doom per Gate; a Ritual costs what the marker says and gives 1 Doom per Gate."""
    game = clerk("GC", "CC", "BG")
    game.act("GC", "create_gate")
    game.to_doom_phase()
    assert game["GC"].doom == 2
    game.until("doom_phase/GC")
    game.answer(["ritual"])
    assert (game["GC"].doom, game["GC"].power) == (4, 5)


def test_the_clerk_abandons_a_gate_when_too_few_cultists_are_left() -> None:
    """Reference 3.5: a Gate without a Cultist is abandoned; which one it was is the table's business."""
    game = clerk("GC", "CC", "BG")
    game.act("GC", "create_gate")
    game.correct(GC_acolyte=1)
    game.act("CC", "recruit") if "recruit" in game.options() else game.act("CC", "move/1")
    assert gates(game.state, "GC") == 1
    assert len(game.state.abandoned_gates()) == 1


def test_the_clerk_adds_up_the_dice_and_asks_only_what_was_killed() -> None:
    """Battle reference 3 and 2: totals as for the Referee; no area, no abilities, no retreat."""
    game = clerk("GC", "CC", "BG")
    game.correct(GC_deep_one=2)
    game.play(("action/GC", "battle/CC"))
    assert game.prompt.text == "All units there take part."
    game.play(
        ("battle/pieces/GC", ["GC.deep_one.1", "GC.deep_one.2", "GC.acolyte.1"]),
        ("battle/pieces/CC", ["CC.acolyte.1", "CC.acolyte.2"]),
    )
    rolls = {item.prompt.who: item.prompt for item in game.session.prompts}
    assert isinstance(rolls["GC"], Roll)
    assert rolls["GC"].dice == 2
    game.play(("battle/roll/GC", [6, 6]))
    assert isinstance(game.prompt, Tell)
    assert "2 Kills" in game.prompt.lines[0]
    game.answer(True)
    game.play(("battle/lost/CC", {"acolyte": 1}))
    assert game["CC"].in_play["acolyte"] == 5
    assert game.state.battle is None
    assert game.key.startswith("action/")


def test_what_is_left_to_the_table_amid_a_battle_does_not_end_it() -> None:
    """An ability at any moment may ask for a place while others fight."""
    game = clerk("GC", "CC", "BG")
    game.correct(GC_deep_one=2)
    game.play(("action/GC", "battle/CC"))
    game.play(("battle/pieces/GC", ["GC.deep_one.1", "GC.deep_one.2"]), ("battle/pieces/CC", ["CC.acolyte.1"]))
    place = Choose(
        key="place", who="BG", title="Where?", options=(Option("asia", "Asia"),), on_map=True, automatic=False
    )
    asked = next(left_to_table(game.state, "Ability", "", ask(game.state, lambda: place)))
    assert isinstance(asked, Tell)
    assert asked.key == "on_the_board"
    assert game.state.battle is not None


def test_the_clerk_takes_a_counted_gate_for_the_book_of_yig() -> None:
    """Section 7, Yig: earned by an Action that removes a Gate. With two it was left to the table, and nobody could say
    that the book is earned."""
    game = clerk("GC", "CC", "BG", neutral=["yig"])
    game.correct(BG_gates=2)
    game.state.record(CardTaken("BG", "yig", "BG", 0, 0))
    game.correct(BG_yig=1)
    game.pass_others("BG")
    game.play(("action/BG", "gate_for_yig"))
    assert gates(game.state, "BG") == 1
    assert has_book(game.state, "BG", "yig")


def test_the_clerk_takes_the_price_of_an_own_action_and_leaves_its_places() -> None:
    """Reference 4, Great Cthulhu's Dreams: 2 Power; whose Cultist where is done on the board."""
    game = clerk("GC", "CC", "BG")
    game["GC"].books.append("dreams")
    game["GC"].met.append("first_doom")
    game.correct(GC_power=7)
    game.play(("action/GC", "dreams"))
    game.until("on_the_board", first=True)
    assert game["GC"].power == 5
    game.answer(True)
    assert game.key == "action/CC"


def test_the_clerk_refuses_a_spellbook_that_lies_face_down() -> None:
    """Reference 4, Daemon Sultan: a used book lies face down, which no look at the board is needed for. It was offered
    again, turned down twice, and one Consummation left it face down."""
    game = clerk("DS", "CC", "BG")
    game["DS"].books += ["undirected_energy", "consummation"]
    game.correct(DS_power=9, DS_avatar_thesis=1)
    game.pass_others("DS")
    game.act("DS", "undirected_energy", ("undirected_energy", 1))
    game.pass_others("DS")
    assert game.refusal("undirected_energy") == "It is face down."
    game.play(("action/DS", "consummation"))
    game.pass_others("DS")
    assert game.refusal("undirected_energy") == ""


def test_the_clerk_refuses_what_is_done_or_lies_face_down_with_a_card() -> None:
    """Section 7, Azathoth and Tulzscha: Nuclear Chaos once before the next Gather Power, and 2 Power for the enemies
    once, for a book that one has then. Both were offered again and again."""
    game = Evening("GC", "CC", "BG", neutral=["azathoth_free", "tulzscha"], options={"help": "clerk"})
    for card in ("azathoth_free", "tulzscha"):
        game.state.record(CardTaken("GC", card, "GC", 0, 0))
    game.state.record(CounterSet("GC", "book_azathoth_free", 1))
    game.correct(GC_azathoth_free=1, GC_tulzscha=1, GC_power=9)
    assert (game.refusal("nuclear_chaos"), game.refusal("ceremony_of_annihilation")) == ("", "")
    game.state.record(CounterSet("GC", "book_azathoth_free", 2))
    game.state.record(CounterSet("GC", "book_tulzscha", 1))
    game.correct(GC_power=8)
    assert game.refusal("nuclear_chaos") == "It is face down until the next Gather Power."
    assert game.refusal("ceremony_of_annihilation") == "Already done."


def test_the_clerk_gives_a_book_when_people_say_that_a_requirement_is_met() -> None:
    """Reference 3.7: below the Referee nobody notices it for them; the claim stands among the Actions."""
    game = clerk("BG", "CC", "GC")
    game.pass_others("BG")
    claims = [option for option in game.options() if option.startswith("claim/")]
    assert claims
    game.answer(claims[0])
    game.answer(game.options()[0])
    assert len(game["BG"].books) == 1


def test_gates_that_are_only_counted_are_corrected_by_their_number() -> None:
    """The board is right: the number on the ledger is a counter, between none and as many as there are to hold them."""
    game = clerk("GC", "CC", "BG")
    gate = next(c for c in game.session.view.players[0].small if c.symbol == "gate")
    assert gate.key == "GC.gates"
    game.session.correct({"GC.gates": 4, "abandoned": 2})
    assert gates(game.state, "GC") == 4
    assert len(game.state.abandoned_gates()) == 2
    game.session.correct({"GC.gates": 0})
    assert gates(game.state, "GC") == 0
    assert gate_keepers(game.state, "GC") == 6


# -- the Scribe ----------------------------------------------------------------------------------------------------


def scribe(*factions: str) -> Evening:
    return Evening(*factions, options={"help": "scribe"})


def test_the_scribe_asks_what_an_action_has_cost_and_nothing_else() -> None:
    """Actions are acted or passed, and paid for by hand."""
    game = scribe("GC", "CC", "BG")
    assert [o for o in game.options() if "/" not in o] == ["paid", "dice", "pass"]
    game.answer("paid/2")
    assert game["GC"].power == 6
    assert game.key == "action/CC"
    game.play(("action/CC", "paid"), ("paid", 8))
    assert game["CC"].power == 0
    assert game.key == "action/BG"


def test_the_scribe_rolls_as_many_dice_as_said_and_tells_kills_and_pains() -> None:
    """Battle reference 1: a 6 is a Kill, 4 and 5 are Pains; the turn's Action is still to come."""
    game = scribe("GC", "CC", "BG")
    game.play(("action/GC", "dice"), ("dice/enemy", "CC"), ("dice/number", {"GC": 3, "CC": 1}))
    game.play(("dice/roll/GC", [6, 4, 1]), ("dice/roll/CC", [2]))
    assert isinstance(game.prompt, Tell)
    assert game.prompt.lines == ("Great Cthulhu: 1 Kill, 1 Pain", "Crawling Chaos: 0 Kills, 0 Pains")
    game.answer(True)
    assert game.key == "action/GC"


def test_the_scribe_writes_power_and_doom_and_the_table_says_who_wins() -> None:
    """The phases go by in their order (reference 3); every number is what people write."""
    game = scribe("GC", "CC", "BG")
    game.pass_all()
    assert game.key == "gather_power/by_hand"
    game.answer({"GC.power": 9, "CC.power": 5})
    assert [game[c].power for c in ("GC", "CC", "BG")] == [9, 5, 0]
    game.play(("first_player/by_hand", ["CC"]), ("first_player/direction", ["-1"]))
    game.play(("doom_phase/by_hand", {"BG.doom": 30}))
    assert game.state.phase is Phase.END
    while game.key.startswith("last_claim/"):
        game.answer(["no"])
    game.play(("end/by_hand", ["BG"]))
    game.answer(True)
    assert game.state.winners == [["BG"]]


# -- from one to another -------------------------------------------------------------------------------------------


def test_the_referee_asks_for_places_again_with_what_it_knew_filled_in() -> None:
    """From the Clerk back: where each faction's Gates are, then the abandoned ones."""
    game = Evening("GC", "CC", "BG")
    start = {code: game[code].start for code in ("GC", "CC", "BG")}
    game.session.interject("help")
    game.answer(["clerk"])
    assert game.state.rulings["help"] == "clerk"
    game.act("GC", "create_gate")
    game.session.interject("help")
    game.answer(["referee"])
    assert game.state.rulings["help"] == "clerk", "it holds once what it needs is known"
    assert isinstance(game.prompt, Choose)
    assert game.prompt.suggested == (start["GC"],)
    other = next(a for a in game.state.board.on_map if a not in start.values())
    game.play(("help/gates/GC", [start["GC"], other]), ("help/gates/CC", [start["CC"]]))
    game.play(("help/gates/BG", [start["BG"]]), ("help/gates/", []))
    assert game.state.level is HelpLevel.REFEREE
    assert game.state.gates == {start["GC"]: "GC", other: "GC", start["CC"]: "CC", start["BG"]: "BG"}
    assert game.key == "action/CC"


def test_from_the_scribe_up_what_lies_on_the_board_is_asked_first() -> None:
    """Nobody has told the Scribe what was recruited: a form for each faction, as it was believed."""
    game = scribe("GC", "CC", "BG")
    game.session.interject("help")
    game.answer(["clerk"])
    game.play(("help/pieces/GC", {"GC.deep_one": 2, "GC.gates": 3}), ("help/pieces/CC", {}), ("help/pieces/BG", {}))
    assert game["GC"].in_play["deep_one"] == 2
    assert gates(game.state, "GC") == 3


def test_a_switch_is_one_line_of_the_log_and_undo_takes_it_back() -> None:
    """A level is a setting of the table: in the journal, with a log entry."""
    game = Evening("GC", "CC", "BG")
    before = picture(game.session)
    game.session.interject("help")
    game.answer(["scribe"])
    assert "How much help: Scribe." in game.log()
    assert "paid/1" in game.options()
    game.session.undo(2)
    assert picture(game.session) == before


def test_a_battle_that_the_referee_guides_is_left_when_the_level_falls() -> None:
    """The next question of places ends it: the table does the rest, and the turn goes on."""
    game = Evening("GC", "CC", "BG", starts={"CC": "south_pacific"})
    battle(game)
    game.session.interject("help")
    game.answer(["clerk"])
    game.play(("battle/roll/GC", [6, 5]))
    while game.key != "on_the_board":
        game.answer(game.options()[:1] if isinstance(game.prompt, Choose) else True)
    assert game.state.battle is None
    game.answer(True)
    assert game.state.step == ""


def test_the_set_up_knows_the_levels_and_another_game_keeps_the_same() -> None:
    """`options` in the set-up; as last time."""
    with pytest.raises(BadSetupError):
        new_session(CTHULHU_WARS, {"factions": ["GC", "CC"], "options": {"help": "butler"}})
    game = clerk("GC", "CC", "BG")
    assert CTHULHU_WARS.again(game.state)["options"] == {"help": "clerk"}


def test_games_that_play_themselves_leave_the_level_alone() -> None:
    """It is a setting, no part of the game."""
    session = new_session(CTHULHU_WARS, {"factions": ["GC", "CC", "BG"]})
    play(session, Random(3), 300, interject=0.3)
    assert session.state.level is HelpLevel.REFEREE


# -- refusing what was worked out ----------------------------------------------------------------------------------


def test_the_sum_of_gather_power_is_refused_by_one_answer_and_rewritten() -> None:
    """Every worked-out value can be refused in one tap (reference 3.1)."""
    game = Evening("GC", "CC", "BG")
    game.pass_all()
    assert isinstance(game.prompt, Tell)
    assert game.prompt.refusal
    game.answer(False)
    assert isinstance(game.prompt, Form)
    assert {blank.id: blank.suggested for blank in game.prompt.blanks} == {"GC": 8, "CC": 8, "BG": 8}
    game.answer({"CC": 11})
    assert [game[c].power for c in ("GC", "CC", "BG")] == [8, 11, 8]
    assert "set by hand" in "".join(game.log())


def test_what_a_ritual_costs_and_gives_is_refused_by_one_answer() -> None:
    """Reference 3.3 works it out; the table's word counts, and the marker moves all the same."""
    game = Evening("GC", "CC", "BG")
    game.to_doom_phase()
    game.until("doom_phase/", first=True)
    me = game.state.active
    step, doom, signs = game.state.ritual, game[me].doom, list(game[me].signs)
    game.answer(["ritual/otherwise"])
    game.answer({"cost": 3, "doom": 4, "signs": 0})
    assert game[me].power == 5
    assert game[me].doom == doom + 4
    assert game[me].signs == signs
    assert game.state.ritual == step + 1


def test_the_dice_of_a_battle_are_refused_while_nobody_has_rolled() -> None:
    """Battle reference 3 adds them up; the number on the half is a counter until the dice fall."""
    game = Evening("GC", "CC", "BG")
    game.correct(GC_deep_one=2)
    game.fight("GC", game["GC"].start, "CC", ["GC.deep_one.1", "GC.deep_one.2"], ["CC.acolyte.1"])
    side = game.session.view.sides[0]
    assert (side.number, side.key) == (2, "GC.dice")
    game.session.correct({"GC.dice": 5})
    assert game.session.view.sides[0].number == 5
    assert isinstance(game.prompt, Roll)
    assert game.prompt.dice == 5
    assert game.session.timeline.entries[-1].label == "Correction: Great Cthulhu, dice: 2 → 5"
    game.play(("battle/roll/GC", [6, 1, 1, 1, 1]))
    assert not game.session.view.sides[0].key


def test_doom_that_was_gained_is_refused_by_a_tap_on_it() -> None:
    """Reference 3.3: Doom for Gates; the number on the ledger is a counter like every other."""
    game = Evening("GC", "CC", "BG")
    game.to_doom_phase()
    assert game["CC"].doom == 1
    game.correct(CC_doom=3)
    assert game["CC"].doom == 3


def test_a_chaos_gate_is_not_taken_for_abandoned_where_gates_are_counted() -> None:
    """Reference 6, DS, and D26: with the Clerk nobody says where Gates are, nor which is abandoned."""
    game = Evening("CC", "BG", "DS")
    game.state.record(GateSet("europe", "DS", built=True))
    game["DS"].own_gates.append("europe")
    game["DS"].start = "australia"
    game.correct(DS_acolyte=2)
    game.session.interject("help")
    game.play(("help", "clerk"))
    game.to_doom_phase()
    game.until("action/")
    assert game["DS"].own_gates == ["europe"]
    assert not [line for line in game.log() if "becomes a normal Gate" in line]


def test_the_gate_of_a_start_area_that_is_removed_is_counted_no_more() -> None:
    """Reference 6, TT, requirement 4: the Gate leaves the map, also with the Clerk (it went on giving 2 Power)."""
    game = clerk("TT", "CC", "BG")
    game.play(("action/TT", "remove_gate"), ("book/TT", "soulless"))
    assert (game.state.gates_of("TT"), len(game.state.gates), game["TT"].in_play["acolyte"]) == ([], 2, 6)
