"""Abilities and own spellbooks of independent Great Old Ones that were left to the table once (reference 7)."""

from __future__ import annotations

import pytest

from companion.games.cthulhu_wars.facts import CardTaken, PieceFanned, PowerSpent
from companion.games.cthulhu_wars.neutral.cards import bloated_woman
from companion.games.cthulhu_wars.rules.pool import gates, pool
from companion.table.prompts import Choose
from tests.cthulhu_wars.evening import Evening, onwards

pytestmark = pytest.mark.usefixtures("evenings_again")


def awakened(card: str, *more: tuple[str, str | int]) -> Evening:
    """Great Cthulhu has awakened it in its first turn; its next turn begins with 9 Power for all."""
    game = Evening("GC", "CC", "BG", neutral=[card], first="GC")
    game.correct(GC_cthulhu=1, GC_power=12)
    game.play(("action/GC", f"awaken/{card}"), *more)
    while game.key != "action/GC" or "finish" in game.options():
        if game.key == "action/GC":
            game.answer("finish")
        else:
            game.answer("move/1" if "move/1" in game.options() and "finish" not in game.options() else "finish")
    game.correct(GC_power=9, CC_power=9, BG_power=9)
    return game


def earned(game: Evening, card: str) -> Evening:
    """The players say that the card's own spellbook is earned."""
    game.session.interject("card_book/GC")
    if game.key == "card_book":
        game.play(("card_book", card))
    return game


# -- Abhoth ------------------------------------------------------------------------------------------------------------


def test_filth_comes_to_any_area_and_is_abhoths_combat() -> None:
    """Filth, Action, 1 Power: a token in any area, a Monster with Combat 0; Abhoth's Combat is their number."""
    game = awakened("abhoth")
    game.play(("action/GC", "filth"), ("filth/area", "europe"))
    assert (game["GC"].power, game["GC"].in_play["filth"]) == (8, 1)
    game.correct(GC_filth=3, GC_power=5)
    onwards(game, "action/CC")
    game.correct(CC_flying_polyp=1)
    game.fight("CC", "europe", "GC", ["CC.flying_polyp.1"], ["GC.abhoth.1", "GC.filth.1"])
    game.until("battle/roll")
    assert [item.prompt.dice for item in game.session.prompts if item.prompt.key == "battle/roll/GC"] == [3]  # type: ignore[attr-defined]


def test_filth_ends_with_the_tokens_and_needs_abhoth() -> None:
    """12 tokens in the box (D72); they stay on the map without him; nobody summons them."""
    game = awakened("abhoth")
    game.correct(GC_filth=12)
    assert game.refusal("filth") == "All Filth tokens are on the map."
    assert "summon/filth" not in game.ids()
    game.correct(GC_filth=2, GC_abhoth=0)
    game.act("GC", "move/1")
    assert (game["GC"].in_play["filth"], game["GC"].loyalty) == (2, [])
    assert "GC.filth" in game.session.game.counters(game.state)


def test_the_brood_takes_doom_for_gates_with_filth() -> None:
    """The Brood: Gates in areas with Filth do not count in the Doom Phase, except your own."""
    game = earned(awakened("abhoth"), "abhoth")
    game.play(("action/GC", "filth"), ("filth/area", "asia"))
    onwards(game, "brood/GC")
    assert "south_pacific" not in game.options(), "one's own"
    assert isinstance(game.prompt, Choose)
    assert game.prompt.suggested == ("asia",)
    doom = {code: game[code].doom for code in ("GC", "CC", "BG")}
    game.play(("brood/GC", ["asia"]))
    assert {code: game[code].doom - doom[code] for code in doom} == {"GC": 1, "CC": 0, "BG": 1}


def test_the_brood_does_not_offer_a_gate_that_is_gone_meanwhile() -> None:
    """“Correct a Gate”, said while it is asked (it was offered still, and picking it ended in a fault)."""
    game = earned(awakened("abhoth"), "abhoth")
    game.play(("action/GC", "filth"), ("filth/area", "asia"))
    onwards(game, "brood/GC")
    assert "asia" in game.options()
    game.session.interject("gate")
    game.play(("gate/area", "asia"), ("gate/owner", "none"))
    assert "asia" not in game.options()


def test_without_filth_the_brood_asks_nothing() -> None:
    game = earned(awakened("abhoth"), "abhoth")
    onwards(game, "gather_power")
    game.play(("gather_power", True))
    while game.state.phase != "doom":
        assert not game.key.startswith("brood")
        game.answer(game.options()[0])
    assert not game.key.startswith("brood")


# -- Daoloth -----------------------------------------------------------------------------------------------------------


def test_interdimensional_places_a_gate_where_he_comes() -> None:
    """When he enters an area without a Gate a Gate is placed there."""
    game = awakened("daoloth")
    assert "interdimensional/GC" not in [o.id for o in game.session.interjections]
    earned(game, "daoloth")
    game.session.interject("interdimensional/GC")
    assert "asia" not in game.options(), "there is one"
    game.play(("interdimensional", "europe"))
    assert game.state.gates["europe"] is None
    game.correct(GC_daoloth=0)
    assert "interdimensional/GC" not in [o.id for o in game.session.interjections]


# -- Ghatanothoa -------------------------------------------------------------------------------------------------------


def test_mummify_takes_power_from_gather_power() -> None:
    """Mummify, Action, 1 Power: enemy Acolytes in his area give no Power in the next Gather Power, then stand up."""
    game = awakened("ghatanothoa")
    game.play(("action/GC", "mummify"), ("mummify/laid", {"CC": 2}))
    assert game["GC"].power == 8
    onwards(game, "gather_power")
    # 6 Acolytes and a Gate 8, two of them lie.
    before = game["CC"].power
    assert any("Mummify -2" in line for line in game.prompt.as_json()["lines"])
    game.play(("gather_power", True))
    assert game["CC"].power == before + 6
    assert "Crawling Chaos: the Acolytes laid down stand up in the Doom Phase" in game.log()
    assert not game["CC"].marks["laid_down"]


def test_mummify_needs_ghatanothoa_and_acolytes() -> None:
    game = awakened("ghatanothoa")
    game.correct(GC_ghatanothoa=0)
    assert "mummify" not in [name for name in game.ids() if not game.refusal(name)]


def test_execration_of_mu_is_paid_for_and_makes_mummify_no_action() -> None:
    """Earned by paying 4 as an Action; then Mummify happens at once."""
    game = awakened("ghatanothoa")
    game.correct(GC_power=3)
    assert game.refusal("execration_of_mu") == "It costs 4; you have 3 Power."
    game.correct(GC_power=9)
    game.play(("action/GC", "execration_of_mu"))
    assert (game["GC"].power, game["GC"].marks["book_ghatanothoa"]) == (5, 1)
    game.session.interject("mummify_at_once/GC")
    game.play(("mummify/laid", {"BG": 1}))
    assert (game["GC"].power, game["BG"].marks["laid_down"]) == (5, 1)
    onwards(game, "action/GC")
    game.correct(GC_power=9)
    assert game.refusal("mummify") == "No longer an Action: it happens at once."


# -- Tulzscha ----------------------------------------------------------------------------------------------------------


def test_the_ceremony_gains_the_price_of_a_ritual() -> None:
    """Instead of paying for a Ritual gain its price and move the marker; no other gain."""
    game = awakened("tulzscha")
    game.play(("action/GC", "ceremony_of_annihilation"))
    onwards(game, "doom_phase/GC")
    game.correct(GC_power=3, GC_doom=4)
    signs, cost = len(game["GC"].signs), game.state.ritual_cost
    game.play(("doom_phase/GC", "ceremony"))
    assert (game["GC"].power, game["GC"].doom, len(game["GC"].signs)) == (3 + cost, 4, signs)
    assert game.state.ritual == 1
    assert game.key != "doom_phase/GC" or "ritual" not in game.ids(), "it was instead of a Ritual"


def test_no_ceremony_without_its_book() -> None:
    game = awakened("tulzscha")
    onwards(game, "doom_phase/GC")
    assert game.refusal("ceremony") == "Its spellbook is not earned."


def test_no_ceremony_after_a_ritual() -> None:
    game = awakened("tulzscha")
    game.play(("action/GC", "ceremony_of_annihilation"))
    onwards(game, "doom_phase/GC")
    game.correct(GC_power=12)
    game.play(("doom_phase/GC", "ritual"))
    assert game.key != "doom_phase/GC" or "ceremony" not in game.ids()


# -- Bokrug ------------------------------------------------------------------------------------------------------------


def given_away() -> Evening:
    """Great Cthulhu gives Bokrug's card to Crawling Chaos, which gets his book with it."""
    game = awakened("bokrug")
    game.session.interject("card_book/GC")
    game.play(("card_book", "bokrug")) if game.key == "card_book" else None
    game.play(("card_book/to", "CC"))
    return game


def test_bokrugs_card_is_given_to_a_player_who_gets_the_book() -> None:
    """Earned: give the card to a player of your choice, who gets the book."""
    game = given_away()
    assert (game["GC"].loyalty, game["CC"].loyalty) == ([], ["bokrug"])
    assert (game["GC"].in_play["bokrug"], game["CC"].in_play["bokrug"]) == (0, 1)
    assert (game["CC"].marks.get("book_bokrug"), game["GC"].marks.get("book_bokrug")) == (1, None)


def test_doom_comes_to_sarnath_for_a_unit() -> None:
    """At the end of the phase choose an enemy, which picks a Monster or Cultist of yours to Eliminate."""
    game = given_away()
    onwards(game, "sarnath/CC")
    before = game["CC"].in_play["acolyte"]
    game.play(("sarnath/CC", "unit"), ("sarnath/CC/enemy", "BG"))
    while game.key.startswith("sarnath/"):
        game.play((game.key, [] if game.key.endswith("gate") else game.options()[0]))
    assert game["CC"].in_play["acolyte"] == before - 1


def test_doom_comes_to_sarnath_for_an_elder_sign_or_is_left_out() -> None:
    """Or one of your Elder Signs to discard; whether it must be no source tells, so the table may leave it out."""
    game = given_away()
    onwards(game, "sarnath/CC")
    assert game.refusal("sign") == "You have no Elder Sign."
    game.correct(CC_signs=2)
    doom = game["CC"].doom
    game.play(("sarnath/CC", "sign"))
    assert (len(game["CC"].signs), game["CC"].doom) == (1, doom)
    game = given_away()
    onwards(game, "sarnath/CC")
    game.play(("sarnath/CC", []))
    assert game["CC"].in_play["acolyte"] == 6


# -- The Bloated Woman -------------------------------------------------------------------------------------------------


def test_disaster_looms_gives_signs_for_gates() -> None:
    """Your Gates give 1 Elder Sign instead of 2 Power in Gather Power."""
    game = earned(awakened("bloated_woman"), "bloated_woman")
    onwards(game, "gather_power")
    signs, held = len(game["GC"].signs), gates(game.state, "GC")
    assert any("Disaster Looms -2" in line for line in game.prompt.as_json()["lines"])
    game.play(("gather_power", True))
    assert (held, len(game["GC"].signs)) == (1, signs + 1)
    assert game["GC"].power == 6, "6 Acolytes, nothing for the Gate; half of 8 is less"


def test_crawling_chaos_awakens_her_for_3_without_a_great_old_one() -> None:
    """Crawling Chaos awakens her for 3 at a Gate it controls, the others gain 1 Elder Sign each."""
    game = Evening("CC", "GC", "BG", neutral=["bloated_woman"], first="CC")
    game.correct(CC_power=2)
    assert game.refusal("awaken/bloated_woman") == "It costs 3 Power."
    game.correct(CC_power=8)
    game.play(("action/CC", "awaken/bloated_woman"))
    assert (game["CC"].power, game["CC"].in_play["bloated_woman"]) == (5, 1)
    assert [len(game[code].signs) for code in ("CC", "GC", "BG")] == [0, 1, 1]


def test_what_lies_on_the_fan_is_bought_back_from_her_player() -> None:
    """Who takes it from there pays you."""
    game = awakened("bloated_woman")
    game.correct(CC_nightgaunt=1)
    game.fight("GC", "asia", "CC", ["GC.cthulhu.1", "GC.bloated_woman.1"], ["CC.nightgaunt.1"])
    game.until("battle/roll")
    game.play(("battle/roll/GC", [6, *[1] * 6]))
    game.until("battle/after_battle/GC")
    game.play(("battle/after_battle/GC", "velvet_fan"))
    onwards(game, "action/CC")
    assert pool(game.state, "CC", "nightgaunt") == 2
    game.correct(CC_power=5, GC_power=4)
    game.play(("action/CC", "from_fan/nightgaunt"))
    assert (game["CC"].power, game["GC"].power, game["CC"].in_play["nightgaunt"]) == (4, 5, 1)
    assert game.state.fan("GC") == {}


@pytest.mark.parametrize("in_play", [0, 1, 2])
def test_her_player_is_paid_what_the_piece_cost_on_her_card(in_play: int) -> None:
    """A Gnoph-Keh costs 1 less for each that is not in the pool: the two prices are one."""
    game = Evening("GC", "WW", "BG", neutral=["bloated_woman"], first="GC")
    state = game.state
    state.record(CardTaken("GC", "bloated_woman", "GC", 0, 0))
    game.correct(WW_gnoph_keh=in_play, WW_power=9, GC_power=0)
    state.record(PieceFanned("WW", "gnoph_keh", "GC"))
    price = bloated_woman.cost(state, "WW", "gnoph_keh")
    for _ in bloated_woman.take_back(state, "WW", "GC", "gnoph_keh"):
        raise AssertionError("nothing is asked")
    assert state.factions["GC"].power == price


def test_crawling_chaos_takes_the_shadow_pharaoh_for_power_alone() -> None:
    """Crawling Chaos pays only the 2 Power, and every other faction gains 1 Elder Sign."""
    game = Evening("CC", "GC", "BG", neutral=["shadow_pharaoh"], first="CC")
    onwards(game, "doom_phase/CC")
    game.correct(CC_power=5, CC_doom=0)
    game.play(("doom_phase/CC", "loyalty"), ("loyalty", "shadow_pharaoh"))
    assert (game["CC"].power, game["CC"].doom) == (3, 0)
    signs = [line for line in game.log() if line.endswith("draws an Elder Sign (Shadow Pharaoh)")]
    assert sorted(line.partition(" draws")[0] for line in signs) == ["Black Goat", "Great Cthulhu"]


# -- Gla'aki -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("there", "signs", "power"), [(1, 2, 8), (0, 0, 10)])
def test_green_decay_gives_signs_for_captured_cultists(there: int, signs: int, power: int) -> None:
    """Captured Cultists give Elder Signs instead of Power: 6 Acolytes, a Gate, two captives."""
    game = awakened("glaaki")
    game.correct(CC_acolyte=4)
    game.session.correct({"GC.captives.CC": 2})
    earned(game, "glaaki")
    game.session.correct({"GC.glaaki": there})
    onwards(game, "gather_power")
    before = len(game["GC"].signs)
    game.play(("gather_power", True))
    assert (len(game["GC"].signs) - before, game["GC"].power) == (signs, power)


def test_glaaki_costs_4_and_gives_no_elder_sign() -> None:
    """Reference 7, Gla'aki: 4; D75: nothing is told of a sign."""
    game = awakened("glaaki")
    assert len(game["GC"].signs) == 1, "that of Immortal"
    paid = [fact.power for fact in game.state.facts if isinstance(fact, PowerSpent) and "Gla'aki" in fact.why]
    assert paid == [4]


def test_d75_by_the_other_reading_glaaki_brings_an_elder_sign() -> None:
    """D75: 1 as he awakens, here besides that of Immortal."""
    game = Evening("GC", "CC", "BG", neutral=["glaaki"], first="GC", options={"D75": "other"})
    game.correct(GC_cthulhu=1, GC_power=12)
    game.act("GC", "awaken/glaaki")
    assert (len(game["GC"].signs), game["GC"].power) == (2, 8)


def test_glaaki_fights_with_the_acolytes_of_the_pool() -> None:
    """Reference 7, Gla'aki: Combat is the number of Acolytes in the Pool; a captured one is not there."""
    game = awakened("glaaki")
    game.correct(GC_acolyte=2)
    game.session.correct({"CC.captives.GC": 1})
    game.fight("GC", "south_pacific", "CC", ["GC.glaaki.1"], ["CC.acolyte.1"])
    assert (game.key, game.prompt.dice) == ("battle/roll/GC", 3)  # type: ignore[attr-defined]


def test_tomb_herd_counts_the_pool_before_captives_come_home() -> None:
    """Reference 7, Tomb-Herd: 1 Power each in Gather Power. 3 Acolytes, a Gate, 2 in the Pool; the captured one comes
    home afterwards."""
    game = awakened("glaaki")
    game.correct(GC_acolyte=3)
    game.session.correct({"CC.captives.GC": 1})
    onwards(game, "gather_power")
    game.play(("gather_power", True))
    assert (game["GC"].power, pool(game.state, "GC", "acolyte")) == (3 + 2 + 2, 3)


def test_green_decay_is_earned_by_the_first_to_reach_0_power() -> None:
    """Reference 7, Green Decay: earned as the first to reach 0 Power in the Action Phase."""
    game = awakened("glaaki")
    game.play(("action/GC", "pass"))
    assert game["GC"].marks["book_glaaki"] == 1


def test_green_decay_is_not_earned_by_the_second_who_reaches_0_power() -> None:
    """Reference 7, Green Decay: somebody else was the first; a captive gives its Power, and no Elder Sign."""
    game = awakened("glaaki")
    game.correct(CC_acolyte=4)
    game.session.correct({"GC.captives.CC": 1})
    game.play(("action/GC", "move/1"))
    while game.key.startswith("action/"):
        game.answer("finish" if "finish" in game.options() else "move/1" if game.key == "action/GC" else "pass")
        game.correct(GC_power=max(1, game["GC"].power)) if game["CC"].power else None
    assert not game["GC"].marks.get("book_glaaki")
    before = len(game["GC"].signs)
    onwards(game, "gather_power")
    game.play(("gather_power", True))
    assert (len(game["GC"].signs), game["GC"].power) == (before, 6 + 2 + 1)


# -- Atlach-Nacha ------------------------------------------------------------------------------------------------------


def spun(*areas: str) -> Evening:
    """Web tokens in these areas, each an Action, and Great Cthulhu's turn again."""
    game = awakened("atlach_nacha")
    game.correct(GC_power=30)
    for n, area in enumerate(areas):
        game.play(("action/GC", "spinnerets"))
        assert (area in game.options()) is True
        game.play(("spinnerets/area", area))
        assert game["GC"].power == 29 - n
        while game.key != "action/GC" or "finish" in game.options():
            game.answer("finish" if "finish" in game.options() else "move/1")
        game.correct(GC_power=29 - n, CC_power=9, BG_power=9)
    return game


WEBBED = ("asia", "europe", "indian_ocean", "africa", "south_america")


def test_cosmic_web_is_an_action_after_the_sixth_web_token() -> None:
    """Reference 7, Atlach-Nacha, and D77: Spinnerets, 1 Power, a Web token in her area if there is none; 6 in 6 areas
    earn Cosmic Web, an Action of cost 0, so everybody has a turn between; by it she wins."""
    game = spun(*WEBBED)
    assert "cosmic_web" not in game.ids(), "not earned"
    game.play(("action/GC", "spinnerets"))
    assert "asia" not in game.options(), "there is one"
    game.play(("spinnerets/area", "south_pacific"))
    assert (game.session.finished, game["GC"].marks["book_atlach_nacha"]) == (False, 1)
    assert game.key != "action/GC" or game.refusal("cosmic_web") == "Your Action is done."
    acted = []
    while game.key != "action/GC" or "finish" in game.options():
        acted.append(game.key)
        game.answer("finish" if "finish" in game.options() else "move/1")
    assert {"action/CC", "action/BG"} <= {*acted}
    power = game["GC"].power
    game.play(("action/GC", "cosmic_web"))
    assert game["GC"].power == power
    game.play(("cosmic_web", True))
    assert game.session.finished
    assert game.state.winners == [["GC"]]


def test_cosmic_web_is_lost_with_her_and_earned_again_by_those_webs() -> None:
    """Reference 7: killed, her book must be earned again; Webs stay, and count for the next owner."""
    game = spun(*WEBBED, "south_pacific")
    game.correct(GC_atlach_nacha=0)
    game.act("GC", "move/1")
    assert ("atlach_nacha" in game.state.neutral, game["GC"].marks["book_atlach_nacha"]) == (True, 0)
    while game.key != "action/GC":
        game.answer("finish" if "finish" in game.options() else "move/1")
    game.correct(GC_power=9)
    game.play(("action/GC", "awaken/atlach_nacha"))
    assert game["GC"].marks["book_atlach_nacha"] == 1


def test_nobody_claims_cosmic_web() -> None:
    """The companion counts the tokens."""
    game = awakened("atlach_nacha")
    assert "card_book/GC" not in [o.id for o in game.session.interjections]


# -- Cthugha -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("me", "own", "great", "after"),
    [
        ("BG", "shub_niggurath", "shub_niggurath", 5),
        ("BG", "shub_niggurath", "byatis", 1),
        ("CC", "nyarlathotep", "nyarlathotep", 7),
    ],
)
def test_cthugha_costs_6_less_what_the_other_costs(me: str, own: str, great: str, after: int) -> None:
    """6 minus the awakening cost of the Great Old One that he replaces; negative: gain it. Byatis costs 4, so 2 of 3
    Power are paid; Shub-Niggurath 8, so 2 are gained; Nyarlathotep 10, so 4."""
    game = Evening(me, "GC", "YS", neutral=["cthugha", "byatis"], first=me)
    game.correct(**{f"{me}_{own}": 1, f"{me}_power": 12})
    game.act(me, "awaken/byatis")
    back_to(game, me)
    game.correct(**{f"{me}_power": 3})
    game.play((f"action/{me}", "awaken/cthugha"), ("cthugha/replaced", great))
    assert (game[me].power, game[me].in_play["cthugha"], game[me].in_play[great]) == (after, 1, 0)


def back_to(game: Evening, me: str) -> None:
    while game.key != f"action/{me}":
        game.answer("finish" if "finish" in game.options() else "move/1")


def test_cthugha_does_not_come_for_nothing() -> None:
    """A correction while it is asked whom he replaces leaves nobody (he came, free)."""
    game = cthugha_instead()
    game.correct(GC_cthulhu=0, GC_dire_yog_sothoth=0)
    assert game["GC"].in_play.get("cthugha", 0) == 0
    assert any("nothing left to choose" in line for line in game.log()[-3:])


def test_cthugha_replaces_nobody_who_is_gone() -> None:
    """Corrected while it is asked what that one costs (there was one less than none of it)."""
    game = cthugha_instead()
    game.play(("cthugha/replaced", "dire_yog_sothoth"))
    game.correct(GC_dire_yog_sothoth=0)
    game.play(("cthugha/worth", 6))
    assert (game["GC"].in_play.get("cthugha", 0), game["GC"].in_play["dire_yog_sothoth"]) == (0, 0)


def cthugha_instead() -> Evening:
    """Great Cthulhu awakens Cthugha, and has two whom he can replace; what one of them costs no source tells."""
    game = Evening("GC", "CC", "BG", neutral=["cthugha", "dire_yog_sothoth"], first="GC")
    game.correct(GC_cthulhu=1, GC_power=12, GC_starspawn=1)
    game.act("GC", "awaken/dire_yog_sothoth")
    back_to(game, "GC")
    game.correct(GC_power=12)
    game.play(("action/GC", "awaken/cthugha"))
    assert game.key == "cthugha/replaced"
    return game


def test_cthugha_needs_a_great_old_one_that_makes_him_cheap_enough() -> None:
    game = Evening("GC", "CC", "BG", neutral=["cthugha", "ygolonac"], first="GC")
    assert game.refusal("awaken/cthugha") == "You have no Great Old One in play."
    game.correct(GC_cthulhu=1, GC_power=12)
    game.act("GC", "awaken/ygolonac")
    back_to(game, "GC")
    game.correct(GC_cthulhu=0, GC_power=3)
    assert game.refusal("awaken/cthugha") == "It costs 4 Power."


def test_daemon_sultan_counts_the_marker_for_cthugha() -> None:
    """Daemon Sultan: the position of the Azathoth marker is used."""
    game = Evening("DS", "GC", "BG", neutral=["cthugha"], first="DS")
    onwards(game, "action/DS") if game.key != "action/DS" else None
    game.correct(DS_acolyte=1, DS_avatar_thesis=1, DS_azathoth=4, DS_power=9)
    game.session.interject("gate")
    game.play(("gate/area", "europe"), ("gate/owner", "DS"))
    game.play(("action/DS", "awaken/cthugha"))
    assert game["DS"].power == 9 - 2


def test_firestorm_gives_a_sign_for_each_unit_spared() -> None:
    """Each unit spared also gives 1 Elder Sign."""
    game = earned(awakened("cthugha"), "cthugha")
    game.correct(GC_deep_one=2, CC_flying_polyp=2)
    game.fight("GC", "asia", "CC", ["GC.cthugha.1", "GC.deep_one.1"], ["CC.flying_polyp.1"])
    game.until("battle/roll")
    game.play(("battle/roll/GC", [6]), ("battle/roll/CC", [1]))
    signs = len(game["GC"].signs)
    power = game["GC"].power
    game.play(("battle/kills_assigned/GC", "fire_vampires"))
    assert (len(game["GC"].signs), game["GC"].power) == (signs + 1, power + 1)
