"""A High Priest for every faction (reference 7, High Priest, and the notes of Tcho-Tcho and Bubastis in section 6)."""

from __future__ import annotations

import pytest

from companion.games.cthulhu_wars.game import CTHULHU_WARS
from companion.games.cthulhu_wars.model.units import Rank
from companion.games.cthulhu_wars.rules.pool import kinds
from companion.table.prompts import Choose
from tests.cthulhu_wars.evening import Evening

pytestmark = pytest.mark.usefixtures("evenings_again")

PRIESTS = "high_priests"
PRIEST = "high_priest"


def begun(*codes: str, **setup: object) -> Evening:
    return Evening(*codes, neutral=[PRIESTS], **setup)  # type: ignore[arg-type]


def test_each_faction_has_one_and_tcho_tcho_three() -> None:
    """1 per faction, cost 3, Combat 0; Tcho-Tcho own 3, Bubastis none."""
    game = begun("GC", "CC", "TT", "BB")
    found = {
        code: [(u.count, u.cost, u.combat, u.rank) for u in kinds(game.state, code) if u.id == PRIEST]
        for code in game.state.seats
    }
    one = [(1, 3, 0, Rank.CULTIST)]
    assert found == {"GC": one, "CC": one, "TT": [(3, 3, 0, Rank.CULTIST)], "BB": []}


def test_without_that_there_are_none() -> None:
    game = Evening("GC", "CC", "TT")
    assert [code for code in game.state.seats if any(u.id == PRIEST for u in kinds(game.state, code))] == ["TT"]


def test_tcho_tcho_begins_with_5_acolytes_and_a_high_priest() -> None:
    """In a High Priest game 5 Acolytes and 1 High Priest instead."""
    game = begun("GC", "CC", "TT")
    assert (game["TT"].in_play["acolyte"], game["TT"].in_play[PRIEST]) == (5, 1)
    assert game["GC"].in_play["acolyte"] == 6
    assert Evening("GC", "CC", "TT")["TT"].in_play["acolyte"] == 6


def test_it_is_recruited_like_an_acolyte_for_3() -> None:
    game = begun("GC", "CC", "YS")
    game.play(("action/GC", f"recruit/{PRIEST}"))
    assert (game["GC"].power, game["GC"].in_play[PRIEST]) == (5, 1)


def test_it_gives_1_power_in_gather_power() -> None:
    game = begun("GC", "CC", "YS")
    game.correct(GC_high_priest=1)
    game.pass_all()
    game.play(("gather_power", True))
    assert (game["GC"].power, game["CC"].power) == (9, 8)


def test_the_oath_gives_2_power_after_any_action() -> None:
    """Unspeakable Oath: at the end of any player's Action, or in the Gather Power or Doom Phase."""
    game = begun("GC", "CC", "YS")
    game.correct(GC_high_priest=1)
    game.act("GC", "move/1")
    options = {o.id: o.refused for o in game.session.interjections if o.id.startswith("unspeakable_oath/")}
    assert options == {
        "unspeakable_oath/GC": "",
        "unspeakable_oath/CC": "You have no High Priest on the map.",
        "unspeakable_oath/YS": "You have no High Priest on the map.",
    }
    game.session.interject("unspeakable_oath/GC")
    if game.key == "unspeakable_oath/gate":
        game.answer([])
    assert (game["GC"].power, game["GC"].in_play[PRIEST]) == (9, 0)


def test_power_of_the_oath_earns_a_book_before_it_is_spent() -> None:
    """Reference 3.7: automatic requirements are claimed when they are first true, here 12 Power of Crawling Chaos."""
    game = begun("GC", "CC", "YS")
    game.correct(CC_high_priest=1, CC_power=10)
    game.act("GC", "move/1")
    game.session.interject("unspeakable_oath/CC")
    game.play(("unspeakable_oath/gate", []), ("book/CC", "madness"))
    assert (game.key, game["CC"].power, game["CC"].met) == ("action/CC", 12, ["three_gates"])


def test_power_of_the_oath_earns_a_book_in_the_doom_phase() -> None:
    """The same before a Ritual is paid; what the table sets right earns nothing in between."""
    game = begun("CC", "GC", "YS", first="CC")
    game.correct(CC_high_priest=1)
    game.to_doom_phase()
    game.until("doom_phase/CC", first=True)
    game.correct(CC_power=10)
    game.session.interject("gate")
    game.play(("gate/area", "arctic_ocean"), ("gate/owner", "CC"))
    game.session.interject("gate")
    game.play(("gate/area", "antarctica"), ("gate/owner", "CC"))
    assert game.key == "doom_phase/CC"
    game.session.interject("unspeakable_oath/CC")
    game.play(("unspeakable_oath/gate", []), ("book/CC", "madness"))
    assert (game.key, game["CC"].met) == ("doom_phase/CC", ["three_gates"])


def test_it_builds_and_controls_gates() -> None:
    """With every Acolyte on a Gate or gone, the priest still builds one."""
    game = begun("GC", "CC", "YS")
    game.correct(GC_acolyte=1)
    assert game.refusal("create_gate") == "All your Cultists are on Gates already."
    game.correct(GC_high_priest=1)
    game.play(("action/GC", "create_gate"), ("create_gate", "indian_ocean"))
    assert game.state.gates["indian_ocean"] == "GC"


def test_what_names_cultists_works_on_it_and_what_names_acolytes_does_not() -> None:
    """Capture names Cultists; Dreams names Acolytes."""
    game = begun("GC", "CC", "YS")
    game.correct(GC_deep_one=1, CC_high_priest=1)
    game.play(("action/GC", "capture"), ("capture", "CC"))
    asked = game.prompt
    assert isinstance(asked, Choose)
    assert (asked.who, {o.id for o in asked.options}) == ("CC", {"acolyte", PRIEST})
    game.play(("capture/which", PRIEST))
    game.decline("capture/")
    assert game["GC"].captives == {"CC": {PRIEST: 1}}


def test_frenzy_and_shub_niggurath_count_it() -> None:
    """Frenzy: every own Cultist has Combat 1; Shub-Niggurath: own Cultists in play."""
    game = begun("BG", "CC", "YS")
    game.correct(BG_high_priest=1, BG_shub_niggurath=1, BG_acolyte=3)
    game.play(("action/BG", "battle/CC"))
    game.until("battle/pieces", first=True)
    game.play(("battle/pieces/BG", ["BG.shub_niggurath.1"]))
    game.take_first("battle/pieces")
    prompt = next(item.prompt for item in game.session.prompts if item.prompt.key == "battle/roll/BG")
    assert prompt.as_json()["dice"] == 5, "1 Gate, 3 Acolytes, 1 High Priest"


def test_hierophants_bring_one_to_every_other_faction() -> None:
    """When it is taken in a High Priest game every other faction also places a High Priest at one of its Gates."""
    game = begun("GC", "CC", "TT", starts={"TT": "arctic_ocean"})
    game.session.interject("claim/TT")
    game.answer(game.options()[0])
    game.play(("book/TT", "hierophants"))
    assert [game[code].in_play.get(PRIEST, 0) for code in ("GC", "CC", "TT")] == [1, 1, 2]


def test_bubastis_gathers_1_more() -> None:
    """No High Priest: in a High Priest game +1 Power each Gather Power."""
    game = begun("GC", "BB", "YS", first="GC")
    game.pass_all()
    before = game["BB"].power
    game.play(("gather_power", True))
    other = Evening("GC", "BB", "YS", first="GC")
    other.pass_all()
    other.play(("gather_power", True))
    assert game["BB"].power - before == other["BB"].power + 1


def test_the_table_may_say_so_later() -> None:
    """More, Neutral pieces: asked with the others."""
    game = Evening("GC", "CC", "YS")
    game.session.interject("neutral")
    game.play(
        ("neutral/monsters", []),
        ("neutral/terrors", []),
        ("neutral/cultists", []),
        ("neutral/great", []),
        ("neutral/books", []),
    )
    game.play(("neutral/priests", [PRIESTS]))
    assert f"recruit/{PRIEST}" in game.options()
    game.session.undo(1)
    assert game.key == "neutral/priests"


def test_the_set_up_takes_it() -> None:
    assert CTHULHU_WARS.prepare({"factions": ["GC", "CC"], "neutral": [PRIESTS]})["neutral"] == [PRIESTS]


def test_a_gate_that_the_oath_leaves_alone_is_asked_about_at_once() -> None:
    """Reference 3.4: a Gate without a Cultist is abandoned at once, with the Oath, not with whatever is done next."""
    game = begun("GC", "CC", "YS", first="GC")
    game.correct(GC_high_priest=1, GC_acolyte=0)
    while game.key != "action/GC":
        game.answer(game.options()[0] if "gates/" in game.key else "pass")
    assert len(game.state.gates_of("GC")) == 1
    game.session.interject("unspeakable_oath/GC")
    game.play(("unspeakable_oath/gate", []))
    assert not game.state.gates_of("GC")
