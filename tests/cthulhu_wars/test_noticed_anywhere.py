"""Requirements that a Kill, an Elimination or an arrival meets: noticed wherever it can happen (section 3.7 and 7)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import pytest

from companion.games.cthulhu_wars.facts import CardTaken
from companion.games.cthulhu_wars.model.neutral_cards import CARDS
from companion.games.cthulhu_wars.model.roster import FACTIONS, card
from companion.games.cthulhu_wars.model.units import Loss
from companion.games.cthulhu_wars.rules.card_books import CARD_BOOKS
from companion.games.cthulhu_wars.rules.losses import lose_unit
from tests.cthulhu_wars.evening import Evening
from tests.cthulhu_wars.test_daemon_sultan import chaos, sultan
from tests.cthulhu_wars.test_faction_actions import with_books
from tests.cthulhu_wars.test_last_signs import run

KILL: Final = "a Kill or an Elimination"
ARRIVAL: Final = "an arrival"
SAID: Final = "an arrival or a loss that only the players see"
OTHER: Final = "neither"

REQUIREMENTS: Final = {
    "GC": {"kill_one": KILL, "kill_two": KILL, "awaken": ARRIVAL},
    "CC": {"capture": KILL, "awaken": ARRIVAL},
    "BG": {"four_areas": SAID, "six_areas": SAID, "eight_areas": SAID, "share_areas": SAID, "awaken": ARRIVAL},
    "YS": {"king": ARRIVAL, "hastur": ARRIVAL},
    "OW": {"two_enemy_gates": SAID, "lose_unit": KILL, "share_area": ARRIVAL, "awaken": ARRIVAL},
    "SL": {"awaken": ARRIVAL},
    "WW": {"awaken_rhan_tegoth": ARRIVAL, "awaken_ithaqua": ARRIVAL},
    "AN": {},
    "TT": {"great_old_one": KILL, "awaken": ARRIVAL},
    "BB": {
        "moon_empty": SAID,
        "start_areas": SAID,
        "lost_mars_or_saturn": KILL,
        "lost_uranus": KILL,
        "awaken_bastet": ARRIVAL,
    },
    "DS": {
        "three_larvae": ARRIVAL,
        "awaken_thesis": ARRIVAL,
        "awaken_antithesis": ARRIVAL,
        "awaken_synthesis": ARRIVAL,
    },
}
"""By what each requirement is met; those that are not here by neither."""
NEITHER: Final = {
    "GC": {"first_doom", "ocean_gates", "five_books"},
    "CC": {"pay_four", "pay_six", "three_gates", "four_gates"},
    "BG": {"two_cultists"},
    "YS": {"three_doom", "chevron", "dragon", "thorns"},
    "OW": {"eight_gates", "twelve_gates"},
    "SL": {"give_three", "give_one", "take_one", "six_dice", "ritual"},
    "WW": {"first_player", "other_pole", "six_books", "any_moment"},
    "AN": {"chevron", "dragon", "thorns", "no_glyph", "cheapest", "dearest"},
    "TT": {"others", "sign", "three_signs", "remove_gate"},
    "BB": {"pay_two"},
    "DS": {"abandoned_gate", "temptation"},
}
BOOKS: Final = {
    "byatis": KILL,
    "nyogtha": KILL,
    "ygolonac": KILL,
    "daoloth": KILL,
    "cthugha": KILL,
    "azathoth_free": ARRIVAL,
    "abhoth": ARRIVAL,
    "father_dagon": SAID,
    "mother_hydra": SAID,
    "tulzscha": OTHER,
    "yig": OTHER,
    "bokrug": OTHER,
    "ghatanothoa": OTHER,
    "glaaki": OTHER,
    "bloated_woman": OTHER,
    "atlach_nacha": OTHER,
    "chaugnar_faugn": OTHER,
    "eihort": ARRIVAL,
    "haunter_of_the_dark": OTHER,
    "hagarg_ryonis": OTHER,
    "nodens": OTHER,
    # Three in one battle, which the companion leads.
    "dire_cthulhu": KILL,
    "dire_azathoth": OTHER,
    "dire_yog_sothoth": SAID,
}
"""The same for the spellbooks of Loyalty Cards."""


@pytest.mark.parametrize("code", FACTIONS)
def test_each_requirement_is_in_the_table(code: str) -> None:
    """Whoever adds one says whether a loss or an arrival meets it, and tries that below."""
    assert {r.id for r in card(code).requirements} == set(REQUIREMENTS[code]) | NEITHER[code]


def test_each_book_of_a_card_is_in_the_table() -> None:
    assert set(CARD_BOOKS) == set(BOOKS)


@pytest.mark.parametrize("code", FACTIONS)
def test_what_a_loss_or_an_arrival_meets_is_seen_or_can_be_said(code: str) -> None:
    """The companion sees that it is met, or its player finds it among what can be said in its turn."""
    known = {r.id: r for r in card(code).requirements}
    said = {r.id for r in card(code).unseen_requirements}
    for name, by in REQUIREMENTS[code].items():
        assert (name in said) if by is SAID else known[name].met is not None


# -- where a loss happens ----------------------------------------------------------------------------------------------


def table(*factions: str, neutral: tuple[str, ...] = (), owner: str = "", level: str = "", **counters: int) -> Evening:
    """It is the first faction's turn; the owner has the cards with a piece each in play."""
    options = {"help": level} if level else {}
    game = Evening(*factions, neutral=list(neutral), options=options)
    for name in neutral if owner else ():
        game.state.record(CardTaken(owner, name, owner, 0, 0))
        counters.setdefault(f"{owner}_{name}", 1)
    game.correct(**counters)
    return game


def by_curse(game: Evening, enemy: str, unit: str) -> None:
    """Opener of the Way Kills a piece by Dread Curse, outside a battle."""
    with_books(game, "OW", "dread_curse")
    game.correct(OW_abomination=1)
    game.play(("action/OW", "dread_curse"), ("dread_curse/area", "asia"), ("dread_curse/whom", [enemy]))
    game.play(("dread_curse/roll", [6]), (f"battle/pieces/{enemy}", [f"{enemy}.{unit}.1"]))


def in_battle(game: Evening, me: str, mine: str, enemy: str, theirs: str) -> None:
    """A piece of the enemy is Killed in a battle."""
    game.fight(me, "europe", enemy, [f"{me}.{mine}.1"], [f"{enemy}.{theirs}.1"])
    while game.key.startswith("battle/"):
        for item in list(game.session.prompts):
            key = item.prompt.key
            if key.startswith("battle/roll/"):
                number = item.prompt.dice  # type: ignore[attr-defined]
                faces = [6 if key.endswith(me) else 1] * number
                game.session.answer(item.ticket, faces, source="hand")
                break
        else:
            game.answer(True if game.key in ("battle/board", "battle/results") else [])


def eliminated(game: Evening, enemy: str, unit: str) -> None:
    """A piece is Eliminated outside a battle, and the turn goes on."""
    run(lose_unit(game.state, enemy, unit, Loss.ELIMINATED, "", game.state.active), {})
    game.act(game.state.active, "move/1")


def books(game: Evening, code: str) -> set[str]:
    """Books of cards that are earned."""
    return {mark.removeprefix("book_") for mark, n in game[code].marks.items() if mark.startswith("book_") and n}


def met(game: Evening, code: str) -> set[str]:
    game.take_first("book/")
    return set(game[code].met)


def daoloth_by_curse() -> bool:
    game = table("OW", "CC", "YS", neutral=("daoloth",), owner="YS", CC_nyarlathotep=1)
    by_curse(game, "CC", "nyarlathotep")
    return "daoloth" in books(game, "YS")


def daoloth_of_the_curser() -> bool:
    game = table("OW", "CC", "YS", neutral=("daoloth",), owner="OW", CC_nyarlathotep=1)
    by_curse(game, "CC", "nyarlathotep")
    return "daoloth" in books(game, "OW")


def daoloth_by_a_monster() -> bool:
    game = table("OW", "CC", "YS", neutral=("daoloth",), owner="YS", CC_nightgaunt=1)
    by_curse(game, "CC", "nightgaunt")
    return "daoloth" in books(game, "YS")


def daoloth_by_a_battle_of_others() -> bool:
    game = table("OW", "CC", "YS", neutral=("daoloth",), owner="YS", CC_nyarlathotep=1, OW_abomination=1)
    in_battle(game, "OW", "abomination", "CC", "nyarlathotep")
    return "daoloth" in books(game, "YS")


def daoloth_by_an_elimination() -> bool:
    game = table("GC", "CC", "BG", neutral=("daoloth",), owner="CC", BG_shub_niggurath=1)
    eliminated(game, "BG", "shub_niggurath")
    return "daoloth" in books(game, "CC")


def daoloth_who_came_afterwards() -> bool:
    """What was Killed before he was there does not count."""
    game = table("OW", "CC", "YS", neutral=("daoloth",), CC_nyarlathotep=1)
    by_curse(game, "CC", "nyarlathotep")
    game.state.record(CardTaken("YS", "daoloth", "YS", 0, 0))
    game.correct(YS_daoloth=1)
    game.until("action/CC")
    game.act("CC", "move/1")
    return "daoloth" in books(game, "YS")


def daoloth_where_pieces_are_counted() -> bool:
    """The Clerk's battles: the table says what was Killed."""
    units = {"CC_nyarlathotep": 1, "OW_abomination": 1}
    game = table("OW", "CC", "YS", neutral=("daoloth",), owner="YS", level="clerk", **units)
    game.play(("action/OW", "battle/CC"), ("battle/pieces/OW", ["OW.abomination.1"]))
    game.play(("battle/pieces/CC", ["CC.nyarlathotep.1"]), ("battle/roll/OW", [6, 1]), ("battle/results", True))
    game.play(("battle/lost/CC", {"nyarlathotep": 1}))
    return "daoloth" in books(game, "YS")


def tcho_tcho_by_curse() -> bool:
    game = table("OW", "CC", "TT", CC_nyarlathotep=1)
    by_curse(game, "CC", "nyarlathotep")
    return "great_old_one" in met(game, "TT")


def tcho_tcho_by_a_battle_of_others() -> bool:
    game = table("OW", "CC", "TT", CC_nyarlathotep=1, OW_abomination=1)
    in_battle(game, "OW", "abomination", "CC", "nyarlathotep")
    return "great_old_one" in met(game, "TT")


def cat_by_curse() -> bool:
    game = table("OW", "BB", "YS", BB_cat_from_mars=1)
    by_curse(game, "BB", "cat_from_mars")
    return "lost_mars_or_saturn" in met(game, "BB")


def cat_by_battle() -> bool:
    game = table("OW", "BB", "YS", BB_cat_from_mars=1, OW_abomination=1)
    in_battle(game, "OW", "abomination", "BB", "cat_from_mars")
    return "lost_mars_or_saturn" in met(game, "BB")


def cat_by_an_elimination() -> bool:
    game = table("GC", "BB", "CC", BB_cat_from_uranus=1)
    eliminated(game, "BB", "cat_from_uranus")
    return "lost_uranus" in met(game, "BB")


def opener_by_battle() -> bool:
    game = table("CC", "OW", "YS", CC_flying_polyp=1, OW_mutant=1)
    in_battle(game, "CC", "flying_polyp", "OW", "mutant")
    return "lose_unit" in met(game, "OW")


def opener_by_an_elimination() -> bool:
    game = table("GC", "OW", "CC", OW_mutant=1)
    eliminated(game, "OW", "mutant")
    return "lose_unit" in met(game, "OW")


def cthulhu_by_battle() -> bool:
    game = table("GC", "CC", "BG", GC_starspawn=1, CC_nightgaunt=1)
    in_battle(game, "GC", "starspawn", "CC", "nightgaunt")
    return "kill_one" in met(game, "GC")


def cthulhu_by_a_battle_of_others() -> bool:
    game = table("GC", "OW", "CC", OW_abomination=1, CC_nightgaunt=1)
    game.act("GC", "move/1")
    in_battle(game, "OW", "abomination", "CC", "nightgaunt")
    return "kill_one" in met(game, "GC")


def cthugha_by_battle() -> bool:
    game = table("OW", "CC", "YS", neutral=("cthugha",), owner="OW", CC_nyarlathotep=1, OW_abomination=1)
    in_battle(game, "OW", "abomination", "CC", "nyarlathotep")
    return "cthugha" in books(game, "OW")


def cthugha_by_a_battle_of_others() -> bool:
    game = table("OW", "CC", "YS", neutral=("cthugha",), owner="YS", CC_nyarlathotep=1, OW_abomination=1)
    in_battle(game, "OW", "abomination", "CC", "nyarlathotep")
    return "cthugha" in books(game, "YS")


def cthugha_by_curse() -> bool:
    game = table("OW", "CC", "YS", neutral=("cthugha",), owner="OW", CC_nyarlathotep=1)
    by_curse(game, "CC", "nyarlathotep")
    return "cthugha" in books(game, "OW")


def byatis_in_the_battle() -> bool:
    game = table("GC", "CC", "BG", neutral=("byatis",), owner="GC", CC_nightgaunt=1)
    in_battle(game, "GC", "byatis", "CC", "nightgaunt")
    return "byatis" in books(game, "GC")


def byatis_elsewhere() -> bool:
    game = table("GC", "CC", "BG", neutral=("byatis",), owner="GC", CC_nightgaunt=1, GC_starspawn=1)
    in_battle(game, "GC", "starspawn", "CC", "nightgaunt")
    return "byatis" in books(game, "GC")


def nyogtha_against_a_great_old_one() -> bool:
    game = table("GC", "CC", "BG", neutral=("nyogtha",), owner="GC", CC_nyarlathotep=1)
    in_battle(game, "GC", "nyogtha", "CC", "nyarlathotep")
    return "nyogtha" in books(game, "GC")


LOSSES: Final[dict[Callable[[], bool], bool]] = {
    daoloth_by_curse: True,
    daoloth_of_the_curser: True,
    daoloth_by_a_monster: False,
    daoloth_by_a_battle_of_others: True,
    daoloth_by_an_elimination: False,
    daoloth_who_came_afterwards: False,
    daoloth_where_pieces_are_counted: True,
    tcho_tcho_by_curse: False,
    tcho_tcho_by_a_battle_of_others: True,
    cat_by_curse: True,
    cat_by_battle: True,
    cat_by_an_elimination: True,
    opener_by_battle: True,
    opener_by_an_elimination: False,
    cthulhu_by_battle: True,
    cthulhu_by_a_battle_of_others: False,
    cthugha_by_battle: True,
    cthugha_by_a_battle_of_others: False,
    cthugha_by_curse: False,
    byatis_in_the_battle: True,
    byatis_elsewhere: False,
    nyogtha_against_a_great_old_one: True,
}
"""Where something is lost, and whether that meets the requirement: Daoloth's wants any Great Old One Killed anywhere,
by Dread Curse too; those that say "in a battle" do not count that one; a Cat may be lost anywhere."""


@pytest.mark.holds("cthugha.battle_ends")
@pytest.mark.parametrize("loss", LOSSES)
def test_a_loss_is_noticed_wherever_it_happens(loss: Callable[[], bool]) -> None:
    """Section 6 and 7: what each requirement says of Kills and Eliminations."""
    assert loss() is LOSSES[loss]


# -- where something arrives -------------------------------------------------------------------------------------------


def great_ones_everywhere() -> tuple[Evening, str]:
    """Azathoth's owner, and everybody but Black Goat has a Great Old One."""
    game = table("BG", "CC", "YS", neutral=("azathoth_free",), owner="CC", YS_king_in_yellow=1, BG_power=12)
    return game, "CC"


def azathoth_as_the_last_one_awakens() -> bool:
    game, me = great_ones_everywhere()
    assert "azathoth_free" not in books(game, me)
    game.play(("action/BG", "awaken/shub_niggurath"))
    game.until("book/", "action/CC")
    met(game, "BG")
    return "azathoth_free" in books(game, me)


def azathoth_as_the_table_says_so() -> bool:
    game, me = great_ones_everywhere()
    game.correct(BG_shub_niggurath=1)
    game.act("BG", "move/1")
    return "azathoth_free" in books(game, me)


def abhoth_by_a_summon() -> bool:
    game = table("GC", "CC", "BG", neutral=("abhoth",), owner="GC", GC_deep_one=1, GC_shoggoth=1, GC_filth=1)
    game.act("GC", "summon/starspawn")
    return "abhoth" in books(game, "GC")


def abhoth_by_desecration() -> bool:
    game = table("YS", "CC", "BG", neutral=("abhoth",), owner="YS", YS_undead=5, YS_byakhee=2, YS_king_in_yellow=1)
    with_books(game, "YS", "shriek")
    game.play(("action/YS", "desecrate"), ("desecrate/area", "south_america"), ("desecrate/units", 1))
    game.play(("desecrate/roll", [6]), ("desecrate/place", "filth"))
    return "abhoth" in books(game, "YS")


def three_larvae_by_a_summon() -> bool:
    game = sultan("GC", "CC")
    chaos(game, "europe")
    game.correct(DS_larva_thesis=1, DS_larva_synthesis=1, DS_power=8)
    game.play(("action/DS", "summon/larva_antithesis"))
    return "three_larvae" in met(game, "DS")


ARRIVALS: Final[tuple[Callable[[], bool], ...]] = (
    azathoth_as_the_last_one_awakens,
    azathoth_as_the_table_says_so,
    abhoth_by_a_summon,
    abhoth_by_desecration,
    three_larvae_by_a_summon,
)


@pytest.mark.parametrize("arrival", ARRIVALS)
def test_an_arrival_is_noticed_however_it_came(arrival: Callable[[], bool]) -> None:
    """Section 6 and 7: what is in play counts, whoever has brought it."""
    assert arrival()


def test_great_old_ones_that_meet_outside_a_battle_can_be_said_in_the_turn() -> None:
    """Opener, requirement 5: in any player's turn; the companion sees it in a battle only."""
    game = table("OW", "CC", "YS", OW_yog_sothoth=1, CC_nyarlathotep=1)
    game.take_first("book/")
    game.play(("action/OW", "claim/share_area"))
    assert "share_area" in met(game, "OW")


def test_a_card_whose_book_a_loss_or_arrival_earns_has_a_piece_for_it() -> None:
    """All of them are independent Great Old Ones."""
    assert all(CARDS[name].independent for name, by in BOOKS.items() if by is not OTHER)
