"""Corrections by hand: the board is the truth, yet no number can be set that no board shows (reference 2 and 3.5)."""

from __future__ import annotations

from random import Random

import pytest

from companion.games.cthulhu_wars.corrections.corrections import limits
from companion.games.cthulhu_wars.facts import BookTaken
from companion.games.cthulhu_wars.game import CTHULHU_WARS
from companion.games.cthulhu_wars.model import names
from companion.games.cthulhu_wars.model.state import CthulhuState
from companion.games.cthulhu_wars.rules.pool import pool
from companion.table.errors import BadCorrectionError
from companion.table.prompts import Choose
from companion.table.session import new_session
from tests.chance import step
from tests.cthulhu_wars.evening import Evening, units
from tests.cthulhu_wars.test_random_games import LONGEST, check_invariants, evening

ROUNDS = 40


def submerged() -> Evening:
    """Five Acolytes of Great Cthulhu lie on its faction card with Cthulhu; the sixth is on its Gate."""
    game = Evening("GC", "CC", "BG")
    game["GC"].met.append("kill_one")
    game.state.record(BookTaken("GC", "submerge", "kill_one"))
    game.correct(GC_cthulhu=1)
    game.play(
        ("action/GC", "submerge"),
        ("submerge/area", "south_pacific"),
        ("submerge/with", [f"acolyte.{n}" for n in range(1, 6)]),
        ("submerge/gate", []),
    )
    return game


def test_a_correction_leaves_what_is_submerged() -> None:
    """Submerge: pieces on the faction card are in play (reference 3.10), so fewer cannot be. The message says why."""
    game = submerged()
    assert limits(game.state, "GC.acolyte") == (6, 6), "five on the card, one on the Gate"
    with pytest.raises(BadCorrectionError):
        game.correct(GC_acolyte=1)
    with pytest.raises(BadCorrectionError, match="faction card"):
        game.correct(GC_cthulhu=0)
    assert game.state.on_map("GC", "acolyte") == 1
    game.act("CC", "move", ("move", units(1)))
    assert game.state.gates["south_pacific"] == "GC", "no Gate is lost by itself"


def test_a_correction_leaves_the_cultists_that_hold_gates() -> None:
    """Reference 3.5: a Gate without its Cultist is abandoned; that is set right first, and then the number."""
    game = Evening("GC", "CC", "BG")
    with pytest.raises(BadCorrectionError, match="Correct a Gate"):
        game.correct(GC_acolyte=0)
    game.session.interject("gate")
    game.play(("gate/area", "south_pacific"), ("gate/owner", "abandoned"))
    game.correct(GC_acolyte=0)
    assert game["GC"].in_play["acolyte"] == 0


def test_a_correction_leaves_the_captured_cultists() -> None:
    """Figure limit (reference 2): in play, pool and captured together are the stock."""
    game = Evening("GC", "CC", "BG")
    game.correct(GC_deep_one=1)
    game.act("GC", "capture", ("capture", "CC"), ("capture/gate", []))
    assert limits(game.state, "CC.acolyte") == (1, 5)
    assert limits(game.state, "GC.captives.CC") == (0, 1)


def test_power_is_paid_before_an_action_asks_anything() -> None:
    """Reference 3.4, pay first, then perform: a correction in the middle cannot make Power negative."""
    game = Evening("GC", "CC", "BG")
    game.play(("action/GC", "create_gate"))
    assert game["GC"].power == 5
    game.correct(GC_power=0)
    game.play(("create_gate", "indian_ocean"))
    assert game["GC"].power == 0


def test_a_piece_that_a_correction_brought_amid_an_action_comes_once() -> None:
    """Figure limit (reference 2): what is awakened is already there, says the table."""
    game = Evening("YS", "CC", "BG")
    game.play(("action/YS", "awaken/king_in_yellow"))
    game.correct(YS_king_in_yellow=1)
    game.play(("awaken/king", "south_america"))
    assert game["YS"].in_play["king_in_yellow"] == 1
    assert pool(game.state, "YS", "king_in_yellow") == 0


def test_what_a_correction_says_names_the_counters_as_the_ledger_does() -> None:
    """What stands in the log, on the undo button and in a refusal are people's words."""
    game = Evening("GC", "CC", "BG")
    game.correct(GC_power=9, GC_deep_one=2)
    assert game.session.history[-1].entry.label == (
        "Correction: Great Cthulhu, Power: 8 → 9; Great Cthulhu, Deep Ones: 0 → 2"
    )
    assert game.log()[-2:] == [
        "Great Cthulhu, Power: 9 (corrected by hand)",
        "Great Cthulhu, Deep Ones: 2 (corrected by hand)",
    ]
    with pytest.raises(BadCorrectionError, match=r"^Great Cthulhu, Acolytes can be 1 to 6, not 0"):
        game.correct(GC_acolyte=0)
    with pytest.raises(BadCorrectionError, match=r"^Ritual can be"):
        game.correct(ritual=99)
    with pytest.raises(BadCorrectionError, match=r"^Great Cthulhu, Power needs a whole number"):
        game.session.correct({"GC.power": True})


def test_a_number_of_the_table_below_zero_is_refused_in_words() -> None:
    """The number pad has a minus for every counter, also for those that belong to no faction."""
    game = Evening("GC", "CC", options={"help": "scribe"})
    for counter in ("ritual", "turn", "decay", "abandoned"):
        with pytest.raises(BadCorrectionError, match=r"not -1\. Nothing has changed"):
            game.session.correct({counter: -1})


def test_before_the_map_is_known_no_gate_is_counted() -> None:
    """Below the Referee abandoned Gates are a number, but not yet while people take their seats."""
    session = new_session(CTHULHU_WARS, {"options": {"help": "scribe"}})
    with pytest.raises(BadCorrectionError, match="abandoned"):
        session.correct({"abandoned": 1})


def test_while_the_board_is_laid_out_no_gate_is_counted() -> None:
    """They are in areas until all is laid out. One that was counted before had none, not even once the Referee followed
    them: it was asked for on the map as “an area”."""
    session = new_session(CTHULHU_WARS, {"factions": ["YS", "CC"], "signs": "app", "options": {"help": "clerk"}})
    while session.prompts[0].prompt.key != "setup/board":
        session.answer(session.prompts[0].ticket, session.prompts[0].prompt.any_answer(Random(1)))
    assert not [key for key in session.game.counters(session.state) if key.endswith((".gates", "abandoned"))]
    assert "YS.gates" not in session.view.labels()
    session.answer(session.prompts[0].ticket, True)
    assert session.game.counters(session.state)["YS.gates"] == 1
    assert "YS.gates" in session.view.labels()
    session.correct({"YS.gates": 2})


def test_every_counter_has_a_name_as_the_ledger_has_it() -> None:
    """One list of words for both."""
    game = Evening("GC", "YS", "BG")
    labels = game.session.view.labels()
    for key in game.session.game.counters(game.state):
        if "captives" not in key and key in labels:
            assert names.counter(key) == labels[key]
    assert names.counter("GC.captives.YS") == "Great Cthulhu, captured Cultists of Yellow Sign"


def test_an_action_that_a_correction_leaves_nothing_to_choose_ends() -> None:
    """No question without an answer: the Action ends, and the log says so."""
    game = Evening("BG", "CC", "YS")
    game.once(("action/BG", "summon"))
    assert game.key == "summon"
    game.correct(BG_power=0)
    assert game.key == "action/CC"
    assert "Black Goat: nothing left to choose; this ends here" in game.log()


def test_after_an_action_that_came_to_nothing_another_may_be_taken() -> None:
    """Reference 3.4: exactly one Action in a turn; one that a correction has made impossible was none."""
    game = Evening("CC", "BG", "YS")
    game.correct(CC_nightgaunt=1)
    game.once(("action/CC", "summon"))
    assert game.key == "summon"
    game.correct(CC_nightgaunt=3, CC_flying_polyp=3, CC_hunting_horror=2)
    assert game.key == "action/CC"
    assert game["CC"].power == 8


def check(state: CthulhuState) -> None:
    """What must hold whatever people have set: the invariants of the evening, and pieces on the card are in play."""
    check_invariants(state)
    for code, faction in state.factions.items():
        assert all(0 <= number <= state.in_play(code, unit) for unit, number in faction.card.items())


def corrected_evening(seed: int, steps: int = 400) -> tuple[int, bool]:
    """Play an evening with a correction now and then, also in the middle of an Action or a battle.

    Returns:
        How many there were, and whether the game came to its end.
    """
    session, chance = evening(seed)
    corrected = 0
    for _ in range(steps):
        if session.finished:
            break
        gates, asked = dict(session.state.gates), [item.prompt.key for item in session.prompts]
        if chance.random() < 0.15:
            # The turn's number and the ritual marker end the game too soon.
            if keys := [k for k in session.game.counters(session.state) if k not in ("turn", "ritual")]:
                least, most = limits(session.state, key := chance.choice(keys))
                corrected += bool(session.correct({key: chance.randint(least, min(most, max(least, 20)))}))
            # A Gate changes with it only where it settles the open question, and the game goes on.
            assert session.state.gates == gates or [item.prompt.key for item in session.prompts] != asked
        else:
            step(session, chance)
        check(session.state)
    return corrected, session.finished


@pytest.mark.parametrize("seed", range(ROUNDS))
def test_corrections_at_random_moments_of_an_evening(seed: int) -> None:
    """Any number, at any moment, also in mid-Action and mid-battle: no error, and the invariants hold."""
    assert corrected_evening(seed)[0] > 3


@pytest.mark.slow
def test_a_thousand_evenings_with_corrections() -> None:
    """A thousand evenings, each to its end."""
    assert all(corrected_evening(seed, LONGEST)[1] for seed in range(10_000, 11_000))


# -- tokens and marks ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("code", "areas"),
    [("YS", ["asia", "europe"]), ("AN", ["europe", "asia", "antarctica"]), ("WW", ["asia"])],
)
def test_tokens_are_set_right_by_hand(code: str, areas: list[str]) -> None:
    """Desecration tokens, Cathedrals, Ice Age: what lies on the board is true; it can be taken back."""
    game = Evening(code, "BG", "GC", first="GC")
    game.session.interject("tokens")
    assert isinstance(game.prompt, Choose)
    assert game.prompt.suggested == ()
    game.play((f"tokens/{code}", areas))
    assert sorted(game[code].tokens) == sorted(areas)
    assert [a.id for a in game.session.view.areas if names.token(code) in a.marks] == [
        a for a in game.state.board.areas if a in areas
    ]
    game.session.interject("tokens")
    assert isinstance(game.prompt, Choose)
    assert set(game.prompt.suggested) == set(areas)
    game.play((f"tokens/{code}", []))
    assert game[code].tokens == []
    game.session.undo(2)
    assert sorted(game[code].tokens) == sorted(areas)
    assert any("corrected by hand" in line for line in game.log())


def test_a_token_set_by_hand_counts_at_once() -> None:
    """A Cathedral that the companion had missed meets its requirement; only four lie there at most."""
    game = Evening("AN", "BG", "YS", first="AN", starts={"AN": "australia"})
    game.session.interject("tokens")
    game.play(("tokens", "AN"))
    assert isinstance(game.prompt, Choose)
    assert game.prompt.most == 4
    game.play(("tokens/AN", ["europe"]))
    game.act("AN", "move", ("move", units(1)), ("book/AN", "festival"))
    assert game["AN"].met == ["thorns"]


def test_chaos_gates_are_gates_that_nobody_else_controls() -> None:
    """Daemon Sultan: which of the Gates are Chaos Gates; at most three, and none that another faction holds."""
    game = Evening("DS", "BG", "GC")
    game.session.interject("gate")
    game.play(("gate/area", "asia"), ("gate/owner", "abandoned"))
    game.session.interject("tokens")
    assert game.options() == ["asia"]
    game.play(("tokens/DS", ["asia"]))
    assert game["DS"].own_gates == ["asia"]
    assert game.state.reserved_for("asia") == "DS"
    game.session.interject("tokens")
    game.play(("tokens/DS", []))
    assert (game["DS"].own_gates, game.state.gates["asia"]) == ([], None)


def test_gates_that_are_in_areas_are_no_number_while_tokens_are_told() -> None:
    """The Referee is told where Gates are, then tokens: Gates counted meanwhile were in no area, and offered in it."""
    game = Evening("DS", "BG", "GC", options={"help": "clerk"})
    game.session.interject("help")
    game.play(("help", "referee"))
    while not game.key.startswith("tokens"):
        game.answer(game.options()[:1])
    assert not any(key.endswith(".gates") for key in game.session.game.counters(game.state))
    assert set(game.state.gates) <= set(game.state.board.areas)
    game.session.undo(1)
    game.session.redo(1)


def test_who_lays_no_tokens_is_not_asked() -> None:
    game = Evening("GC", "CC", "BG")
    assert "tokens" not in [o.id for o in game.session.interjections]


@pytest.mark.parametrize(
    ("code", "mark", "most"),
    [
        ("GC", "awakened", 99),
        ("SL", "awakened", 1),
        ("WW", "rhan_tegoth_awakened", 1),
        ("DS", "thesis_awakened", 1),
        ("DS", "antithesis_awakened", 1),
        ("DS", "azathoth", 60),
        ("TT", "awakened", 1),
        ("TT", "growth", 99),
    ],
)
def test_marks_on_which_later_rules_rest_can_be_set(code: str, mark: str, most: int) -> None:
    """A Great Old One awakened before is cheaper, lets others come, or goes on working: the table may know better."""
    game = Evening("BG", code, "CC", first=code if code == "GC" else "BG")
    assert limits(game.state, f"{code}.{mark}") == (0, most)
    game.correct(**{f"{code}_{mark}": 1})
    assert game[code].marks[mark] == 1
    (player,) = (p for p in game.session.view.players if p.id == code)
    assert [c.value for c in player.small if c.key == f"{code}.{mark}"] == [1]


def test_cthulhu_is_cheaper_once_the_table_says_that_he_was_awakened() -> None:
    """Immortal: 4 instead of 10."""
    game = Evening("GC", "CC", "BG")
    game.correct(GC_awakened=1)
    if game.key == "book/GC":
        game.play(("book/GC", "devolve"))
    assert isinstance(game.prompt, Choose)
    assert next(o.cost for o in game.prompt.options if o.id == "awaken/cthulhu") == 4


def test_a_corrected_ritual_track_is_told_by_its_costs() -> None:
    """What a Ritual costs is printed on the track (reference 1.1); its spaces have no numbers of their own.

    The log and the undo key said “Ritual step: 0 → 5” beside a track that begins with 5.
    """
    game = Evening("GC", "CC", "BG")
    (fact,) = game.session.correct({"ritual": 5})
    assert fact.text() == "Ritual: 10 (corrected by hand)"
    assert game.session.timeline.entries[-1].label == "Correction: Ritual: 5 → 10"
    fact, *_end = game.session.correct({"ritual": 6})
    assert fact.text() == "Ritual: Instant Death (corrected by hand)"
    assert game.session.timeline.entries[-1].label == "Correction: Ritual: 10 → Instant Death"
