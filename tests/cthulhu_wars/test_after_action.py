"""Between two Actions: reference 3.4, Unlimited Actions and "after any player's Action" abilities; D27, D28 and D32."""

from __future__ import annotations

from random import Random

import pytest
from msgspec.structs import replace

from companion.games.cthulhu_wars.game import CTHULHU_WARS
from companion.games.cthulhu_wars.model.roster import FACTIONS
from companion.games.cthulhu_wars.turn.after_action import abilities
from companion.table.errors import NotNowError
from companion.table.session import open_session
from tests.cthulhu_wars.evening import Evening, onwards, units
from tests.cthulhu_wars.test_faction_actions import with_books

ABANDON = "afterwards/GC/abandon"
CONTROL = "afterwards/GC/control"


def offers(game: Evening) -> dict[str, str]:
    """What can be done at any moment, with the reasons against it."""
    return {o.id: o.refused for o in game.session.interjections}


# -- Gates after the Action ----------------------------------------------------------------------------------------


def test_a_gate_can_be_abandoned_after_the_action() -> None:
    """Reference 3.4: a turn is any Unlimited Actions, one Action, any Unlimited Actions. Nobody who does not want it
    is asked: there are keys on the next player's question until the next Action."""
    game = Evening("GC", "CC", "BG")
    game.play(("action/GC", "move"), ("move", units(1)))
    assert game.key == "action/CC"
    game.session.interject(ABANDON)
    assert game.state.gates["south_pacific"] is None
    assert game.key == "action/CC"
    game.play(("action/CC", "move"), ("move", units(1)))
    assert not [name for name in offers(game) if name.startswith("afterwards/GC")]


def test_the_keys_are_named_after_the_actions_and_need_no_own_page() -> None:
    """Reference 3.4: Abandon Gate and Control Gate, each under the sigil of who has acted."""
    game = Evening("GC", "CC", "BG")
    game.play(("action/GC", "move"), ("move", units(1)))
    keys = {o.id: o for o in game.session.interjections if o.id.startswith("afterwards/")}
    assert [(o.label, o.short, o.near) for o in keys.values()] == [
        ("Great Cthulhu: Abandon Gate", "Abandon Gate", True),
        ("Great Cthulhu: Control Gate", "Control Gate", True),
    ]
    assert {(o.tile, o.symbol) for o in keys.values()} == {("GC", "great-cthulhu")}
    assert [o.refused for o in keys.values()] == ["", "There is no abandoned Gate."]


def test_they_may_be_taken_any_number_of_times() -> None:
    """Reference 3.4: any number of Unlimited Actions until the next player acts; the Gate that was left can be taken
    again at once."""
    game = Evening("GC", "CC", "BG")
    game.play(("action/GC", "move"), ("move", units(1)))
    for owner in (None, "GC", None, "GC"):
        game.session.interject(CONTROL if owner else ABANDON)
        assert game.state.gates["south_pacific"] == owner
        assert game.key == "action/CC"


def test_the_log_says_that_it_was_an_action() -> None:
    """Reference 3.4: an Unlimited Action, which was a part of the turn before."""
    game = Evening("GC", "CC", "BG")
    game.play(("action/GC", "move"), ("move", units(1)))
    game.session.interject(ABANDON)
    line = game.session.history[-1]
    assert line.entry.label == "Great Cthulhu: Abandon Gate"
    assert [fact.text() for fact in line.facts if fact.text()][-2:] == [
        "Gate in South Pacific is abandoned",
        "Great Cthulhu: Abandon Gate (Unlimited Action, after its Action)",
    ]
    game.session.undo()
    assert game.state.gates["south_pacific"] == "GC"


def test_games_in_which_one_question_asked_for_both_go_on() -> None:
    """Journals of earlier versions hold `afterwards/GC`, and answers to a question of that name."""
    game = Evening("GC", "CC", "BG")
    game.play(("action/GC", "move"), ("move", units(1)))
    first = {"game": "cthulhu_wars", "rules": CTHULHU_WARS.rules_version, "setup": game.session.setup}
    entries = [entry.as_json() for entry in game.session.timeline.entries]
    entries += [{"kind": "interject", "key": "afterwards/GC"}]
    entries += [{"kind": "answer", "key": "afterwards/GC", "value": value} for value in (["abandon"], [])]
    game.session = open_session([CTHULHU_WARS], [{"new": first}, *({"entry": entry} for entry in entries)], None)
    assert game.state.gates["south_pacific"] is None
    assert game.key == "action/CC"


@pytest.mark.parametrize(("option", "refused"), [("printed", ""), ("other", "You have no Power left.")])
def test_d28_also_when_the_action_took_the_last_power(option: str, refused: str) -> None:
    """D28: allowed while it is still one's turn (default), or forbidden at 0 Power."""
    game = Evening("GC", "CC", "BG", options={"D28": option})
    game.correct(GC_power=1)
    game.play(("action/GC", "move"), ("move", units(1)))
    assert offers(game)[ABANDON] == refused
    if refused:
        with pytest.raises(NotNowError):
            game.session.interject(ABANDON)


def test_a_gate_can_be_abandoned_after_the_last_action_of_the_phase() -> None:
    """D28: the last Power of all; Gather Power waits for its sheet to be acknowledged, and counts anew."""
    game = Evening("GC", "CC", "BG")
    game.correct(GC_power=1, CC_power=0, BG_power=0)
    game.play(("action/GC", "move"), ("move", units(1)))
    assert game.key == "gather_power"
    game.session.interject(ABANDON)
    game.play(("gather_power", True))
    assert {c: game[c].power for c in ("GC", "CC", "BG")} == {"GC": 7, "CC": 9, "BG": 9}
    assert ABANDON not in offers(game)


def test_who_passes_has_no_turn_left() -> None:
    """Reference 3.4: Control and Abandon Gate may not be the only thing done in a turn."""
    game = Evening("GC", "CC", "BG")
    game.answer("pass")
    assert not [name for name in offers(game) if name.startswith("afterwards/")]


@pytest.mark.parametrize("power", [3, 8])
def test_black_goat_summons_abandons_and_controls_by_a_dark_young_at_once(power: int) -> None:
    """Fertility Cult with The Red Sign, the printed example: Summon, Abandon Gate, Control Gate by the Dark Young, so
    that the Cultist is free; with the last Power, too (D28)."""
    game = with_books(Evening("BG", "CC", "YS"), "BG", "red_sign")
    game.correct(BG_power=power)
    game.play(("action/BG", "summon/dark_young"))
    if power == 3:
        assert game.key == "action/CC"
        game.session.interject("afterwards/BG/abandon")
        game.session.interject("afterwards/BG/control")
    else:
        game.play(("action/BG", "abandon"), ("action/BG", "control"), ("action/BG", "finish"))
    assert game.state.gates["africa"] == "BG"
    assert game.key == "action/CC"


# -- abilities after any player's Action ---------------------------------------------------------------------------


def test_devolve_is_announced_when_it_can_be_used() -> None:
    """Devolve (reference section 6): after any player's Action, said to everybody while a Deep One is in the pool."""
    game = with_books(Evening("GC", "CC", "BG"), "GC", "devolve")
    game.act("GC", "move", ("move", units(1)))
    devolve = next(o for o in game.session.interjections if o.id == "devolve/GC")
    assert (devolve.near, devolve.refused) == (True, "")
    game.correct(GC_deep_one=4)
    assert offers(game)["devolve/GC"] == "No Deep One is in your Pool."


def test_devolve_is_possible_after_the_last_action_of_the_phase() -> None:
    """Reference 3.4: after any player's Action, the last one too; not once Power is gathered."""
    game = with_books(Evening("GC", "CC", "BG"), "GC", "devolve")
    game.pass_all()
    assert game.key == "gather_power"
    assert game.prompt.text == "Available now under More: Devolve (Great Cthulhu)."
    game.session.interject("devolve/GC")
    game.play(("devolve/number", 1), ("devolve/gates", []), ("gather_power", True))
    assert offers(game)["devolve/GC"] == "Only between Actions."


def test_a_gate_that_devolve_leaves_alone_is_asked_about_at_once() -> None:
    """Reference 3.4: a Gate without a Cultist is abandoned at once. "None of them held a Gate" cannot be where no other
    Cultist is left; it was asked only after whatever somebody did next."""
    game = with_books(Evening("GC", "CC", "BG"), "GC", "devolve")
    game.correct(GC_acolyte=1)
    while game.key != "action/GC":
        game.answer(game.prompt.any_answer(Random(1)))
    gates = len(game.state.gates_of("GC"))
    assert gates == 1
    game.session.interject("devolve/GC")
    game.play(("devolve/gates", []))
    assert not game.state.gates_of("GC")
    assert game.key == "action/GC"


def test_d27_the_player_who_has_acted_comes_first_then_turn_order(monkeypatch: pytest.MonkeyPatch) -> None:
    """D27: disputes between abilities after an Action; Yellow Sign and Black Goat get one for this test."""
    (devolve,) = FACTIONS["GC"].between_actions
    for code, book in (("YS", "shriek"), ("BG", "frenzy")):
        ability = replace(devolve, book=book, refused=lambda _s, _c: "")
        monkeypatch.setitem(FACTIONS, code, replace(FACTIONS[code], between_actions=(ability,)))
    game = with_books(Evening("GC", "BG", "YS"), "GC", "devolve")
    game = with_books(with_books(game, "BG", "frenzy"), "YS", "shriek")
    assert [code for code, _ in abilities(game.state)] == ["GC", "BG", "YS"]
    game.act("GC", "move", ("move", units(1)))
    game.act("BG", "move", ("move", units(1)))
    assert game.key == "action/YS"
    assert [code for code, _ in abilities(game.state)] == ["BG", "GC", "YS"]


# -- the Doom Phase ------------------------------------------------------------------------------------------------


def test_d32_doom_phase_requirements_come_in_their_owners_order() -> None:
    """D32: around one's own ritual slot; the first Doom Phase gives Great Cthulhu its spellbook there."""
    game = Evening("GC", "CC", "BG")
    game.pass_all()
    game.correct(GC_acolyte=2)
    game.play(("gather_power", True), ("first_player/tie", "CC"), ("first_player/direction", "1"))
    assert game.key == "doom_phase/CC"
    assert game["GC"].met == []
    onwards(game, "book/GC")
    assert game["GC"].met[-1] == "first_doom"
    assert game.state.active == "GC"


def test_one_requirement_gives_one_book_whoever_asks_for_it() -> None:
    """Reference 3.7: while a claimed book is chosen, another player sees to a Gate; the book is given once."""
    game = Evening("GC", "BG", "YS")
    game.act("GC", "move", ("move", units(1)))
    game.play(("action/BG", "claim/four_areas"))
    assert game.key == "book/BG"
    game.session.interject(ABANDON)
    while game.key != "action/BG":
        game.answer("frenzy" if game.key == "book/BG" else [])
    assert (game["BG"].met, game["BG"].books) == (["four_areas"], ["frenzy"])
