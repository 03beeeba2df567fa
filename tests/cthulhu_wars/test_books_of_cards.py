"""The own spellbooks of independent Great Old Ones are earned as soon as what the companion counts says so; where only
the players see it, they say it (reference 7)."""

from __future__ import annotations

import re

import pytest

from companion.games.cthulhu_wars.facts import CardTaken
from companion.games.cthulhu_wars.model.roster import FACTIONS
from companion.games.cthulhu_wars.neutral.cards.registry import POWERS
from companion.games.cthulhu_wars.rules.card_books import CARD_BOOKS
from companion.table.errors import BadCorrectionError
from tests.cthulhu_wars.battles import Skirmish
from tests.cthulhu_wars.evening import Evening, give


def holding(card: str, *others: str, **numbers: int) -> Evening:
    """Great Cthulhu's Action, with a card and its piece in play."""
    game = Evening("GC", *(others or ("CC", "BG")), neutral=[card, "yig"], first="GC")
    game.state.record(CardTaken("GC", card, "GC", 0, 0))
    game.correct(**{f"GC_{card}": 1}, GC_power=9, **numbers)
    game.take_first("book")
    return game


def earned(game: Evening, card: str) -> bool:
    """Whether it is, after an Action."""
    if game.key == "action/GC":
        game.play(("action/GC", "pass"))
    game.take_first("book")
    return bool(game["GC"].marks.get(f"book_{card}"))


def test_the_brood_with_8_monsters() -> None:
    """Earned: 4 kinds of Monster or 8 Monsters in play, Filth included. 4 Deep Ones and 3 Filth tokens are 7."""
    assert not earned(holding("abhoth", GC_deep_one=4, GC_filth=3), "abhoth")
    assert earned(holding("abhoth", GC_deep_one=4, GC_filth=4), "abhoth")


def test_the_brood_with_4_kinds() -> None:
    """Deep One, Shoggoth, Starspawn and Filth."""
    assert not earned(holding("abhoth", GC_deep_one=1, GC_shoggoth=1, GC_starspawn=1), "abhoth")
    assert earned(holding("abhoth", GC_deep_one=1, GC_shoggoth=1, GC_starspawn=1, GC_filth=1), "abhoth")


def test_the_brood_needs_abhoth() -> None:
    """His book lies on his card; without him there is nothing to earn it with."""
    game = holding("abhoth", GC_deep_one=4, GC_filth=4)
    game.correct(GC_abhoth=0)
    assert not earned(game, "abhoth")


def test_disaster_looms_with_six_books() -> None:
    """Earned: six faction spellbooks."""
    for number in (5, 6):
        game = holding("bloated_woman")
        give(game, "GC", *("absorb", "devolve", "dreams", "regenerate", "submerge", "yha_nthlei")[:number])
        assert earned(game, "bloated_woman") is (number == 6)


def test_nuclear_chaos_as_everybody_has_a_great_old_one() -> None:
    """Earned: every player has a Great Old One in play; the Ancients are left out."""
    assert not earned(holding("azathoth_free", CC_nyarlathotep=1), "azathoth_free")
    assert earned(holding("azathoth_free", CC_nyarlathotep=1, BG_shub_niggurath=1), "azathoth_free")
    assert earned(holding("azathoth_free", "AN", "CC", CC_nyarlathotep=1), "azathoth_free")


def test_interdimensional_as_a_great_old_one_is_killed() -> None:
    """Earned: any Great Old One is Killed anywhere; a Pain is not enough."""
    for face, killed in ((6, True), (4, False)):
        battle = Skirmish({"GC": {"daoloth": 1, "starspawn": 1}, "CC": {"yig": 1}})
        battle.play(("battle/pre_battle/GC", []))
        battle.roll(GC=[face, 1, 1], CC=[1, 1])
        if not killed:
            battle.play(("battle/near/GC", []))
            battle.play((next(iter(battle.open_keys)), {"CC.yig.1": "scandinavia"}))
        assert bool(battle.state.factions["GC"].marks.get("book_daoloth")) is killed


@pytest.mark.holds("byatis.battle_ends")
def test_god_of_forgetfulness_as_byatis_survives_a_kill_of_his_side() -> None:
    """Earned: survives a battle in which an enemy unit is Killed."""
    for gc, cc, won in (([6, 1, 1, 1], [1], True), ([1, 1, 1, 1], [1], False), ([6, 1, 1, 1], [6], False)):
        battle = Skirmish({"GC": {"byatis": 1}, "CC": {"flying_polyp": 1}})
        battle.roll(GC=gc, CC=cc)
        assert bool(battle.state.factions["GC"].marks.get("book_byatis")) is won


@pytest.mark.holds("nyogtha.battle_ends")
def test_nightmare_web_as_all_nyogthas_survive_a_great_old_one() -> None:
    """Earned: survives a battle against an enemy Great Old One; all of its units in the battle do."""
    for enemy, cc, won in (("yig", [1, 1], True), ("yig", [6, 1], False), ("hunting_horror", [1, 1], False)):
        battle = Skirmish({"GC": {"nyogtha": 2}, "CC": {enemy: 1}})
        battle.roll(GC=[1] * 8, CC=cc)
        assert bool(battle.state.factions["GC"].marks.get("book_nyogtha")) is won


TIMES: dict[str, tuple[str, int]] = {
    "byatis": ("action", 1),
    "nyogtha": ("action", 2),
    "tulzscha": ("doom phase", 0),
    "ygolonac": ("doom phase", 0),
    "yig": ("doom phase", 0),
    "azathoth_free": ("action", 0),
    "father_dagon": ("doom phase", 0),
    "mother_hydra": ("action", 1),
    "abhoth": ("ongoing", 0),
    "daoloth": ("ongoing", 0),
    "cthugha": ("post-battle", 0),
    "glaaki": ("gather power", 0),
    "bokrug": ("doom phase", 0),
    "ghatanothoa": ("ongoing", 0),
    "bloated_woman": ("gather power", 0),
    "atlach_nacha": ("action", 0),
    "chaugnar_faugn": ("ongoing", 0),
    "eihort": ("doom phase", 0),
    "haunter_of_the_dark": ("pre-battle", 0),
    "hagarg_ryonis": ("action", 0),
    "nodens": ("action", 2),
    "dire_cthulhu": ("post-battle", 0),
    "dire_azathoth": ("at once", 0),
    "dire_yog_sothoth": ("ongoing", 0),
}
"""Reference 7: when the spellbook of each card is used, and what it costs if that is an Action."""
EARNED_BY_ACTION = {
    "tulzscha": ("ceremony_of_annihilation", 0),
    "yig": ("gate_for_yig", 0),
    "chaugnar_faugn": ("curse_of_chaugnar", 0),
    "haunter_of_the_dark": ("trapezohedron_book", 1),
    "dire_azathoth": ("blind_idiot_god", 20),
    "ghatanothoa": ("execration_of_mu", 4),
}
"""Reference 7: those that are earned by an Action, with its cost; that of Ghatanothoa in another way, too."""


def test_every_spellbook_of_a_card_that_is_an_action_is_one() -> None:
    """Reference 7: "action" of a card's book, or as what earns it, is an Action of its player, in a turn, and no event
    that comes by itself or is claimed at any moment. A new book fails here without its row."""
    assert {*TIMES} == {*CARD_BOOKS}
    with_actions = {card for card, powers in POWERS.items() if powers.book_actions}
    assert with_actions == {card for card, (when, _) in TIMES.items() if when == "action"}
    state = holding("yig").state
    for card, (when, cost) in TIMES.items():
        if when == "action":
            (action,) = POWERS[card].book_actions
            assert (action.name, action.price(state, "GC")) == (CARD_BOOKS[card].name, cost), card
    for card, (name, cost) in EARNED_BY_ACTION.items():
        own = (*POWERS[card].actions, *POWERS[card].actions_in_play)
        assert [a.price(state, "GC") for a in own if a.id == name] == [cost], card
    assert {card for card, book in CARD_BOOKS.items() if re.search(r"\bAction\b(?! Phase)", book.earned)} == {
        *EARNED_BY_ACTION
    }
    assert {card for card in EARNED_BY_ACTION if CARD_BOOKS[card].said} == {"ghatanothoa"}


ACTIONS_OF_FACTIONS = {
    **dict.fromkeys(("submerge", "ice_age", "catnapping"), 1),
    **dict.fromkeys(("dreams", "ghroth", "dread_curse", "surprise"), 2),
    **dict.fromkeys(("thousand_forms", "dark_rituals"), 0),
    **dict.fromkeys(("not_to_be_named", "shriek", "screaming_dead", "zingaya"), 1),
    **dict.fromkeys(("ancient_sorcery", "capture_monster", "cursed_slumber"), 1),
    **dict.fromkeys(("animate_matter", "chaos_gate", "consummation", "fiendish_growth", "traitors"), 1),
    **dict.fromkeys(("undirected_energy", "idolatry"), 1),
}
"""Reference 6: the spellbooks of the factions that are Actions, with their cost."""
NO_ACTIONS_OF_FACTIONS = (
    *("absorb", "devolve", "regenerate", "yha_nthlei"),
    *("abduct", "emissary", "invisibility", "madness", "seek_and_destroy"),
    *("blood_sacrifice", "frenzy", "necrophagy", "red_sign", "thousand_young"),
    *("passion", "third_eye"),
    *("channel_power", "dragon_ascending", "dragon_descending", "million_favored_ones", "they_break_through"),
    *("burrow", "demand_sacrifice", "energy_nexus"),
    *("arctic_wind", "berserkergang", "cannibalism", "herald", "howl"),
    *("brainless", "consecration", "extinction", "festival", "unholy_ground", "worship_services"),
    *("ailurophobia", "catabolism", "predator", "savagery", "zagazig"),
    *("hierophants", "soulless", "terror", "tablets", "martyrdom", "fulmination", "inerrant", "otherworld"),
    "doomsday",
)
"""Reference 6: all others; Doomsday is an Action by another reading alone (D54)."""


def test_every_spellbook_of_a_faction_that_is_an_action_is_one() -> None:
    """Reference 6: a spellbook with the time "action" is one of the faction's Actions, and no other is. A new one fails
    here without its row."""
    books = {book.id: code for code in FACTIONS for book in FACTIONS[code].books}
    assert {*books} == {*ACTIONS_OF_FACTIONS, *NO_ACTIONS_OF_FACTIONS}
    for code in {*books.values()}:
        state = Evening(*[other for other in ("CC", "YS", "BG") if other != code][:2], code).state
        own = [(a.book, a.price(state, code)) for a in FACTIONS[code].actions if a.book and a.id != "doomsday_action"]
        # Several Actions may belong to one spellbook, such as what ends it.
        assert {book for book, _ in own} == {book for book in ACTIONS_OF_FACTIONS if books[book] == code}, code
        assert all((book, ACTIONS_OF_FACTIONS[book]) in own for book, _ in own), code


def test_d72_changed_in_the_middle_of_a_game_leaves_tokens_in_play() -> None:
    """D72: who has more than six keeps them, and places no other one."""
    game = Evening("GC", "CC", "BG", neutral=["abhoth"], first="GC")
    game.state.record(CardTaken("GC", "abhoth", "GC", 0, 0))
    game.correct(GC_abhoth=1, GC_filth=8)
    game.session.interject("ruling")
    game.play(("ruling", "D72"), ("ruling/D72", "other"))
    assert (game.refusal("filth"), game["GC"].in_play["filth"]) == ("All Filth tokens are on the map.", 8)


@pytest.mark.parametrize(("reading", "number"), [("printed", 12), ("other", 6)])
def test_d72_how_many_filth_tokens_there_are(reading: str, number: int) -> None:
    """D72: 12, or 6 by one page of the rulebook."""
    game = Evening("GC", "CC", "BG", neutral=["abhoth"], first="GC", options={"D72": reading})
    game.state.record(CardTaken("GC", "abhoth", "GC", 0, 0))
    game.correct(GC_abhoth=1, GC_filth=number - 1)
    assert game.refusal("filth") == ""
    game.correct(GC_filth=number)
    assert game.refusal("filth") == "All Filth tokens are on the map."
    with pytest.raises(BadCorrectionError):
        game.correct(GC_filth=number + 1)


def test_who_begins_the_phase_without_power_does_not_reach_0_in_it() -> None:
    """Reference 7, Green Decay: Crawling Chaos has none as the Action Phase begins, so Great Cthulhu is the first."""
    game = Evening("GC", "CC", "BG", neutral=["glaaki"], first="GC")
    game.state.record(CardTaken("GC", "glaaki", "GC", 0, 0))
    game.correct(GC_glaaki=1)
    game.play(("action/GC", "move/1"))
    while game.key != "action/GC":
        game.answer("finish" if "finish" in game.options() else "pass")
    game.to_doom_phase()
    game.correct(CC_power=0, GC_power=9)
    while game.key != "action/GC":
        game.take_first("book/", "first_player/")
        if game.key != "action/GC":
            game.answer("pass" if game.key.startswith("action/") else [])
    assert not game["GC"].marks.get("book_glaaki")
    game.play(("action/GC", "move/1"))
    while game.key != "action/GC" or "finish" in game.options():
        game.answer("finish" if "finish" in game.options() else "move/1")
    game.play(("action/GC", "pass"))
    assert game["GC"].marks["book_glaaki"] == 1


def hibernates(game: Evening) -> None:
    """Windwalker does, and the others move until Great Cthulhu's turn comes again."""
    while game.key != "action/GC" or "WW" not in game.state.resting:
        if game.key == "action/WW":
            game.answer("hibernate")
        else:
            game.answer("finish" if "finish" in game.options() else "move/1")


def test_who_hibernates_did_not_reach_0_before_glaakis_player() -> None:
    """Reference 7, Green Decay: Hibernate does not count, for Power is kept."""
    game = Evening("GC", "WW", "BG", neutral=["glaaki"], first="GC")
    game.state.record(CardTaken("GC", "glaaki", "GC", 0, 0))
    game.correct(GC_glaaki=1, GC_power=5)
    hibernates(game)
    assert not game["GC"].marks.get("book_glaaki")
    game.play(("action/GC", "pass"))
    assert game["GC"].marks["book_glaaki"] == 1


@pytest.mark.parametrize(("reading", "offered"), [("printed", False), ("other", True)])
@pytest.mark.parametrize(("power", "rests"), [(0, False), (5, True)])
def test_d70_no_fire_vampires_against_who_has_no_power_or_hibernates(
    power: int, rests: bool, reading: str, offered: bool
) -> None:
    """D70: neither Fire Vampires nor Firestorm against a player with 0 Power or a hibernating Windwalker."""
    game = Evening("GC", "WW", "BG", neutral=["cthugha"], first="GC", options={"D70": reading})
    game.state.record(CardTaken("GC", "cthugha", "GC", 0, 0))
    game.correct(GC_cthugha=1, GC_deep_one=1, GC_power=9, WW_wendigo=1)
    if rests:
        hibernates(game)
    game.correct(WW_power=power)
    game.fight("GC", "asia", "WW", ["GC.cthugha.1", "GC.deep_one.1"], ["WW.wendigo.1"])
    game.until("battle/roll")
    game.play(("battle/roll/GC", [6]), ("battle/roll/WW", [1]))
    assert (game.key == "battle/kills_assigned/GC") is offered
