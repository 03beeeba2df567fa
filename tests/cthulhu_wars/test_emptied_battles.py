"""A correction that takes a side's last piece out of a battle: the battle waits for the answer to that, and goes on
where it was if it is corrected back."""

from __future__ import annotations

import random
from typing import Any

import pytest

from companion.games.cthulhu_wars.game import CTHULHU_WARS
from companion.games.cthulhu_wars.model.battle_state import Battle, Stage
from companion.games.cthulhu_wars.model.roster import FACTIONS
from companion.games.cthulhu_wars.model.state import CthulhuState
from companion.table.errors import BadCorrectionError
from companion.table.prompts import Tell
from companion.table.session import Session, new_session, open_session
from tests.cthulhu_wars.battles import Skirmish
from tests.cthulhu_wars.evening import Evening


def fight_to(stage: Stage) -> Skirmish:
    """Great Cthulhu with Devour against Crawling Chaos with Madness: the first question of a stage is open."""
    battle = Skirmish(
        {"GC": {"cthulhu": 1, "deep_one": 2}, "CC": {"nightgaunt": 2, "flying_polyp": 2}}, books={"CC": ["madness"]}
    )
    plays: dict[Stage, list[tuple[str, Any]]] = {
        Stage.PRE_BATTLE: [],
        Stage.ROLL: [("battle/pre_battle/GC", []), ("battle/roll/CC", [6, 4])],
        Stage.KILLS: [("battle/roll/GC", [6, 4, 1, 1, 1, 1, 1, 1]), ("battle/kill/GC", {"GC.deep_one.1": ["kill"]})],
        Stage.PAINS: [
            ("battle/kill/CC", {"CC.nightgaunt.1": ["kill"]}),
            ("battle/pain/CC", {"CC.nightgaunt.2": ["pain"]}),
        ],
        Stage.RETREAT: [("battle/pain/GC", {"GC.deep_one.2": ["pain"]}), ("battle/near/GC", [])],
        Stage.CLEANUP: [
            ("battle/near/CC", []),
            ("battle/madness", "GC"),
            ("battle/retreat/GC", {"GC.deep_one.2": "arabia"}),
            ("battle/retreat/CC", {"CC.nightgaunt.2": "north_asia"}),
        ],
    }
    for one in Stage:
        for step in plays[one]:
            if step[0] in battle.open_keys:
                battle.play(step)
        if one is stage:
            return battle
    raise AssertionError(stage)


def questions(session: Session[Any]) -> list[Any]:
    """All that is open, as a face sees it, without the tickets."""
    return [item.prompt.as_json() for item in session.prompts]


def here(state: CthulhuState, side: str) -> dict[str, int]:
    """The kinds of piece of a side's own that are in the battle in any way, with how many are in play."""
    battle = state.running_battle
    there = {f.unit for f in battle.figures if f.owner == side and f.side == side and f.status != "gone"}
    return {f"{side}.{unit}": state.in_play(side, unit) for unit in there}


def pieces(battle: Battle) -> list[Any]:
    """Each piece as it stands, and who was there and struck."""
    figures = [(f.id, f.status, f.on_gate, tuple(f.hits), f.area, f.bonus) for f in battle.figures]
    return [figures, sorted(battle.veterans), sorted(battle.struck)]


STAGES = [stage for stage in Stage if stage is not Stage.CLEANUP]


@pytest.mark.parametrize("side", ["GC", "CC"])
@pytest.mark.parametrize("stage", STAGES)
def test_corrected_back_a_battle_goes_on_where_it_was(stage: Stage, side: str) -> None:
    """Design, section 5: what people say wins, and a slip costs nothing. At each stage, with what one side has already
    rolled or assigned."""
    battle = fight_to(stage)
    assert battle.state.step == stage
    before, there = questions(battle.session), here(battle.state, side)
    stood = pieces(battle.battle)
    battle.session.correct(dict.fromkeys(there, 0))
    (asked,) = battle.session.prompts
    assert isinstance(asked.prompt, Tell)
    assert (asked.prompt.key, asked.prompt.who) == (f"battle/nobody_left/{side}", "table")
    battle.session.correct(there)
    assert questions(battle.session) == before
    assert pieces(battle.battle) == stood
    assert "back in the battle" in battle.log()


@pytest.mark.parametrize("side", ["GC", "CC"])
@pytest.mark.parametrize("stage", STAGES)
def test_answered_it_is_over_for_that_side(stage: Stage, side: str) -> None:
    """Battle reference 2.2, 2.5: before the dice the battle is over, after them the rest is done without that side; it
    is asked once, and undo takes the answer back."""
    battle = fight_to(stage)
    there = here(battle.state, side)
    battle.session.correct(dict.fromkeys(there, 0))
    (asked,) = battle.open_keys
    battle.play((asked, True))
    assert not [key for key in battle.open_keys if key.startswith("battle/nobody_left")]
    assert f"battle/roll/{side}" not in battle.open_keys
    name = {"GC": "Great Cthulhu", "CC": "Crawling Chaos"}[side]
    assert f"{name} has no unit left in the battle" in battle.log()
    if stage is Stage.PRE_BATTLE:
        assert list(battle.open_keys) == ["battle/board"]
    battle.session.undo()
    assert list(battle.open_keys) == [asked]
    battle.session.redo()
    for __ in range(20):
        if battle.session.finished:
            break
        item = battle.session.prompts[0]
        battle.session.answer(item.ticket, item.prompt.any_answer(random.Random(1)))
    assert battle.session.finished


def test_dice_of_one_side_stand_while_it_is_asked() -> None:
    """One side has rolled as the other one is corrected away and back: its dice are not rolled again. If nobody is left
    they count, too."""
    battle = fight_to(Stage.ROLL)
    there = here(battle.state, "GC")
    battle.session.correct(dict.fromkeys(there, 0))
    battle.session.correct({"CC.power": 5})
    assert list(battle.open_keys) == ["battle/nobody_left/GC"]
    battle.play(("battle/nobody_left/GC", True))
    assert battle.battle.faces["CC"] == [6, 4]


def test_once_all_is_done_nobody_is_asked() -> None:
    """What is left of a battle is the board; a number that is set then is none of the battle's."""
    battle = fight_to(Stage.CLEANUP)
    assert list(battle.open_keys) == ["battle/board"]
    battle.session.correct(dict.fromkeys(here(battle.state, "CC"), 0))
    assert list(battle.open_keys) == ["battle/board"]


def test_each_side_is_asked_of_by_itself() -> None:
    """Both corrected away at once; one comes back."""
    battle = fight_to(Stage.KILLS)
    mine, theirs = here(battle.state, "GC"), here(battle.state, "CC")
    before = questions(battle.session)
    battle.session.correct(dict.fromkeys([*mine, *theirs], 0))
    assert list(battle.open_keys) == ["battle/nobody_left/GC"]
    battle.session.correct(mine)
    assert list(battle.open_keys) == ["battle/nobody_left/CC"]
    battle.session.correct(theirs)
    assert questions(battle.session) == before


def test_in_parts_corrected_back() -> None:
    """With one piece back the battle goes on; the others come back later, as they were."""
    battle = fight_to(Stage.PAINS)
    battle.session.correct({"CC.nightgaunt": 0, "CC.flying_polyp": 0})
    battle.session.correct({"CC.flying_polyp": 1})
    assert "battle/nobody_left/CC" not in battle.open_keys
    assert len(battle.battle.present("CC")) == 1
    battle.session.correct({"CC.nightgaunt": 2})
    assert battle.battle.figure("CC.nightgaunt.1").hits == ["kill"]


def test_an_evening_goes_on_where_it_was() -> None:
    """The same where the battle is a part of a game, whose file opens at the question."""
    game = Evening("GC", "CC", "BG", first="GC")
    game.correct(GC_deep_one=2, CC_nightgaunt=1, CC_flying_polyp=1)
    area = game["GC"].start
    game.fight("GC", area, "CC", ["GC.deep_one.1", "GC.deep_one.2"], ["CC.nightgaunt.1", "CC.flying_polyp.1"])
    game.play(("battle/roll/GC", [6, 1]))
    before = questions(game.session)
    game.correct(GC_deep_one=0)
    assert game.key == "battle/nobody_left/GC"
    first = {"game": CTHULHU_WARS.name, "rules": CTHULHU_WARS.rules_version, "setup": game.session.setup}
    records: list[dict[str, Any]] = [{"new": first}, *({"entry": e.as_json()} for e in game.session.timeline.entries)]
    game.session = open_session([CTHULHU_WARS], records, None)
    assert game.key == "battle/nobody_left/GC"
    game.correct(GC_deep_one=2)
    assert questions(game.session) == before
    game.play(("battle/roll/CC", [1]))
    assert game.state.running_battle.faces["GC"] == [6, 1]


def test_with_less_help_it_is_the_same() -> None:
    """As a Clerk the companion adds up the dice; a slip ends nothing there either."""
    sides = {"GC": {"deep_one": 2}, "CC": {"flying_polyp": 1}}
    battle = Skirmish(sides, options={"help": "clerk"})
    before = questions(battle.session)
    battle.session.correct({"GC.deep_one": 0})
    assert list(battle.open_keys) == ["battle/nobody_left/GC"]
    battle.session.correct({"GC.deep_one": 2})
    assert questions(battle.session) == before


@pytest.mark.parametrize("seed", range(16))
def test_at_every_question_of_random_battles(seed: int) -> None:
    """Whatever is open, abilities' own questions too: corrected away and back leaves all as it was."""
    chance = random.Random(seed)
    attacker, defender = chance.sample(sorted(FACTIONS), 2)
    session = new_session(CTHULHU_WARS, {"quick_battle": {"attacker": attacker, "defender": defender}})
    tried = 0
    while not session.finished:
        state = session.state
        if state.battle is not None and state.step != Stage.CLEANUP:
            for side in (attacker, defender):
                limits = here(session.state, side)
                if not limits:
                    continue
                before, stood = questions(session), pieces(session.state.running_battle)
                try:
                    session.correct(dict.fromkeys(limits, 0))
                except BadCorrectionError:
                    # Pieces on a card or a Gate cannot be corrected away.
                    continue
                asked = {item.prompt.key for item in session.prompts}
                if asked == {f"battle/nobody_left/{side}"}:
                    tried += 1
                session.correct(limits)
                if asked == {f"battle/nobody_left/{side}"}:
                    assert questions(session) == before
                    assert pieces(session.state.running_battle) == stood
                else:
                    session.undo(2, past_dice=True)
        item = session.prompts[0]
        session.answer(item.ticket, item.prompt.any_answer(chance))
    assert tried or not any(type(fact).__name__ == "Rolled" for fact in session.state.facts)
