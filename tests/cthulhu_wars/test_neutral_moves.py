"""Neutral pieces that Move otherwise or not at all, and what Actions of cards cost in the Ice Age (reference 6 and 7):
what of it can be counted."""

from __future__ import annotations

import pytest

from companion.games.cthulhu_wars.facts import BookTaken, CardTaken
from companion.games.cthulhu_wars.model.neutral_cards import STILL
from companion.table.prompts import Choose
from tests.cthulhu_wars.battles import Skirmish
from tests.cthulhu_wars.evening import Evening, holding

# -- Byatis, Filth, the Hound of Tindalos: no Move of their own --------------------------------------------------------


@pytest.mark.parametrize("piece", ["byatis", "hound_of_tindalos"])
def test_it_takes_no_move(piece: str) -> None:
    """Toad of Berkeley: cannot Move. Cronophage: takes no Move of its own. Of an Acolyte on a Gate, another one and it,
    one can Move without giving up a Gate."""
    game = holding(piece, GC_acolyte=2)
    assert game.refusal("move/1") == ""
    assert game.refusal("move/2") == "Only 1 of your units can move without leaving a Gate."


def test_filth_never_moves_nor_captures() -> None:
    """Filth: a Monster that never Moves or acts."""
    game = holding("abhoth", GC_acolyte=1)
    game.correct(GC_abhoth=0, GC_filth=1)
    assert game.refusal("move/1") == "Only 0 of your units can move without leaving a Gate."
    assert game.refusal("capture") == "You have no Monster or Great Old One in play."


def test_who_cannot_be_moved_is_not_howled_away() -> None:
    """Windwalker, rulings: Howl works on Great Old Ones and Terrors, not on units that cannot be moved."""
    battle = Skirmish({"WW": {"wendigo": 1}, "GC": {"byatis": 1, "deep_one": 1}}, books={"WW": ["howl"]})
    battle.play(("battle/pre_battle/WW", "howl"))
    # Of the two only the Deep One can go, so nobody is asked who it is.
    assert "battle/howl" not in battle.open_keys
    alone = Skirmish({"WW": {"wendigo": 1}, "GC": {"byatis": 1}}, books={"WW": ["howl"]})
    assert "battle/pre_battle/WW" not in alone.open_keys


WITH_HOWL = {
    "byatis": (False, False),
    "filth": (True, False),
    # Enemy abilities may move it (reference 7, Eihort).
    "brood": (True, True),
    "hound_of_tindalos": (True, True),
    "deep_one": (True, True),
    "cthulhu": (True, True),
    "dhole": (True, True),
}
"""Who may be sent away by Howl: by the printed rule, and where D66 is read otherwise."""


def test_every_piece_that_takes_no_move_has_its_row() -> None:
    """A piece that never moves is added without a word about Howl."""
    assert set(STILL) <= set(WITH_HOWL)


@pytest.mark.parametrize("other", [False, True])
@pytest.mark.parametrize("piece", WITH_HOWL)
def test_whom_howl_sends_away_if_it_is_alone(piece: str, other: bool) -> None:
    """Howl moves any unit, Great Old Ones and Terrors, too; D66: a lone Filth token may be sent away (FAQ: “any Unit”),
    only Byatis may not; or nothing that never moves. The last one gone ends the battle (battle reference 4.5)."""
    options = {"D66": "other"} if other else {}
    battle = Skirmish({"WW": {"wendigo": 1}, "GC": {piece: 1}}, books={"WW": ["howl"]}, options=options)
    assert ("battle/pre_battle/WW" in battle.open_keys) is WITH_HOWL[piece][other]
    if WITH_HOWL[piece][other]:
        battle.play(("battle/pre_battle/WW", "howl"), ("battle/howl/area", "north_atlantic"))
        assert battle.state.battle is None or battle.battle.over()
        assert not [key for key in battle.open_keys if key.startswith("battle/roll")]
        assert battle.in_play("GC") == {piece: 1}, "it is unharmed"


def test_a_filth_token_is_picked_among_others_for_howl() -> None:
    """D66: the owner picks among all of its units, the token included; read otherwise there is one left to go."""
    sides = {"WW": {"wendigo": 1}, "GC": {"filth": 1, "deep_one": 1}}
    battle = Skirmish(sides, books={"WW": ["howl"]}).play(("battle/pre_battle/WW", "howl"))
    asked = battle.prompt("battle/howl")
    assert isinstance(asked, Choose)
    assert [option.id for option in asked.options] == ["GC.filth.1", "GC.deep_one.1"]
    other = Skirmish(sides, books={"WW": ["howl"]}, options={"D66": "other"})
    assert "battle/howl" not in other.play(("battle/pre_battle/WW", "howl")).open_keys


# -- Shantak -----------------------------------------------------------------------------------------------------------


def test_a_shantak_may_take_a_cultist_off_a_gate_along() -> None:
    """Horror Steed: it may take one own Cultist of its area along free; off a Gate, that is abandoned."""
    game = holding("shantak")
    game.play(("action/GC", "move/1"), ("shantak/GC", ["south_pacific"]))
    assert (game["GC"].power, game.state.gates["south_pacific"]) == (8, None)


def test_a_shantak_need_not_take_anybody_along() -> None:
    """It may."""
    game = holding("shantak")
    game.play(("action/GC", "move/1"), ("shantak/GC", []))
    assert (game["GC"].power, game.state.gates["south_pacific"]) == (8, "GC")


def test_without_a_shantak_or_a_gate_nobody_is_asked() -> None:
    """There is nothing to tell."""
    game = holding("shantak")
    game.correct(GC_shantak=0)
    game.play(("action/GC", "move/1"))
    assert game.key != "shantak/GC"
    game = holding("shantak")
    game.play(("action/GC", "abandon"), ("action/GC", "move/1"))
    assert game.key != "shantak/GC"


# -- Insects from Shaggai ----------------------------------------------------------------------------------------------


def test_acolytes_with_an_insect_are_moved_by_its_player() -> None:
    """Mind Parasite: only the Insects' player Moves Acolytes of others there that are on no Gate; 15 in all are so."""
    game = holding("insect_from_shaggai", GC_acolyte=1)
    assert game.refusal("move/3") == ""


def test_insects_bring_nobody_to_move_where_all_acolytes_are_on_gates() -> None:
    """Those on a Gate are not theirs."""
    game = holding("insect_from_shaggai", GC_acolyte=1, CC_acolyte=1, BG_acolyte=1)
    assert game.refusal("move/1") == ""
    assert game.refusal("move/2") == "Only 1 of your units holds no Gate."


# -- Undimensioned -----------------------------------------------------------------------------------------------------


def undimensioned() -> Evening:
    game = Evening("GC", "CC", "BG", neutral=["undimensioned"], first="GC")
    game.state.record(BookTaken("GC", "undimensioned", ""))
    game.correct(GC_power=9)
    game.play(("action/GC", "undimensioned"))
    return game


def test_undimensioned_asks_which_gates_were_left() -> None:
    """Rearrange your units among the areas where you have units; a Gate that is left is abandoned (reference 3.5)."""
    game = undimensioned()
    game.play(("undimensioned", ["south_pacific"]))
    assert (game["GC"].power, game.state.gates["south_pacific"]) == (7, None)


def test_undimensioned_may_leave_none() -> None:
    """Declined, nothing but the Power is gone."""
    game = undimensioned()
    game.play(("undimensioned", []))
    assert (game["GC"].power, game.state.gates["south_pacific"]) == (7, "GC")


# -- Ice Age -----------------------------------------------------------------------------------------------------------


def frozen(card: str, area: str, *, book: str = "") -> Evening:
    """Great Cthulhu with a card, and the Ice Age token in an area."""
    game = Evening("GC", "WW", "BG", neutral=[card, "undimensioned"], first="GC", starts={"WW": "antarctica"})
    game.state.record(CardTaken("GC", card, "GC", 0, 0))
    game.state.factions["WW"].tokens = [area]
    game.correct(**{f"GC_{card}": 1, "GC_power": 9})
    if book:
        game.session.interject("card_book/GC")
        game.answer(card)
    return game


@pytest.mark.parametrize(
    ("card", "action", "question", "area", "book"),
    [
        ("abhoth", "filth", "filth/area", "europe", ""),
        ("atlach_nacha", "spinnerets", "spinnerets/area", "europe", ""),
        ("father_dagon", "tsunami", "tsunami", "europe", ""),
        ("mother_hydra", "agony_sting", "agony_sting", "indian_ocean", ""),
        ("byatis", "god_of_forgetfulness", "god_of_forgetfulness", "europe", "book"),
    ],
)
def test_its_action_costs_1_more_in_the_ice_age(card: str, action: str, question: str, area: str, book: str) -> None:
    """Ice Age: an enemy Action that ends in that area or does something to it costs 1 Power more. 9 - 1 - 1; elsewhere
    9 - 1."""
    game = frozen(card, area, book=book)
    game.play(("action/GC", action), (question, area))
    assert game["GC"].power == 7
    game = frozen(card, area, book=book)
    assert isinstance(game.prompt, Choose)
    game.play(("action/GC", action))
    game.answer(next(o for o in game.options() if o != area))
    assert game["GC"].power == 8


@pytest.mark.parametrize(
    ("card", "action", "cost"),
    [("nyogtha", "nightmare_web", 2), ("mother_hydra", "zygote", 1), ("ghatanothoa", "mummify", 1)],
)
def test_where_the_companion_does_not_see_the_area_it_asks(card: str, action: str, cost: int) -> None:
    """The same for Nightmare Web, The Zygote and Mummify, of which only the players see where they end."""
    for answer, more in ((["europe"], 1), ([], 0)):
        game = frozen(card, "europe", book="" if card == "ghatanothoa" else "book")
        game.correct(GC_acolyte=3)
        game.play(("action/GC", action), ("toll/GC", answer))
        assert game["GC"].power == 9 - cost - more


def test_undimensioned_into_the_ice_age_costs_1_more() -> None:
    """It ends there, if a unit comes to the area."""
    for answer, power in ((["europe"], 5), ([], 6)):
        game = frozen("abhoth", "europe")
        game.state.record(BookTaken("GC", "undimensioned", ""))
        game.correct(GC_power=8)
        game.play(("action/GC", "undimensioned"), ("toll/GC", answer), ("undimensioned", []))
        assert game["GC"].power == power


# -- Gla'aki, Chaugnar Faugn -------------------------------------------------------------------------------------------


def test_miri_nigri_adds_3_dice_where_its_player_controls_the_gate() -> None:
    """Chaugnar Faugn: +3 combat dice in an area with a Gate you control, wherever he is himself; a lone Cultist on a
    Gate may then declare battle."""
    game = holding("chaugnar_faugn")
    game.correct(CC_nightgaunt=1)
    game.fight("GC", "south_pacific", "CC", ["GC.acolyte.1"], ["CC.nightgaunt.1"])
    assert game.key == "battle/roll/GC"
    assert game.prompt.dice == 3  # type: ignore[attr-defined]


def test_miri_nigri_adds_nothing_elsewhere() -> None:
    """Where the Gate is another's or none is."""
    game = holding("chaugnar_faugn", GC_deep_one=1)
    game.correct(CC_nightgaunt=1)
    game.fight("GC", "europe", "CC", ["GC.deep_one.1"], ["CC.nightgaunt.1"])
    assert game.key == "battle/roll/GC"
    assert game.prompt.dice == 1  # type: ignore[attr-defined]


def test_with_miri_nigri_alone_nobody_attacks_where_one_controls_no_gate() -> None:
    """A lone Cultist on a Gate may declare battle; elsewhere Acolytes have Combat 0, and the Action is none. He himself
    is beside the map here, as by a correction."""
    game = Evening("CC", "GC", "BG", neutral=["chaugnar_faugn"], first="CC")
    game.state.factions["GC"].in_play["chaugnar_faugn"] = 1
    game.correct(CC_nightgaunt=1)
    game.pass_others("GC")
    game.play(("action/GC", "battle/CC"), ("battle/area", "europe"))
    assert (game.key, game["GC"].power) == ("action/GC", 8)


def test_a_card_that_is_taken_out_of_the_game_is_not_awakened() -> None:
    """The table says which cards there are, also in the middle of an awakening: nothing is paid, and nobody comes."""
    game = Evening("CC", "BG", "YS", neutral=["azathoth_free"], first="CC")
    game.correct(CC_nyarlathotep=1, CC_power=9)
    game.take_first("book")
    game.play(("action/CC", "awaken/azathoth_free"))
    game.session.interject("neutral")
    game.decline("neutral/")
    game.play(("azathoth/price", [6]))
    assert (game["CC"].power, game["CC"].in_play.get("azathoth_free", 0), game.key) == (9, 0, "action/CC")
