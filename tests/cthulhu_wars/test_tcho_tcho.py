"""Tcho-Tcho: reference section 6, `TT`, and High Priests, section 7; its battle abilities: battle reference 3, 4, 4.5.

What is expected was worked out by hand from the reference.
"""

from __future__ import annotations

from typing import Any, Final

import pytest

from companion.games.cthulhu_wars.facts import BookTaken, GateSet, PiecesLeft, RemovedFromGame, StartAreaTold
from companion.games.cthulhu_wars.game import CTHULHU_WARS
from companion.games.cthulhu_wars.model.neutral_cards import CARDS
from companion.games.cthulhu_wars.model.roster import card
from companion.games.cthulhu_wars.model.units import Loss
from companion.games.cthulhu_wars.rules.pool import pool
from companion.table.errors import NotNowError
from companion.table.prompts import Choose, Form
from companion.table.session import new_session
from tests.cthulhu_wars.again import each_turn_again
from tests.cthulhu_wars.battles import Skirmish
from tests.cthulhu_wars.evening import Evening, units
from tests.cthulhu_wars.test_faction_actions import with_books

pytestmark = pytest.mark.usefixtures("battles_again")

HOME: Final = "south_pacific"
PRIEST: Final = "high_priest"


def begun(*others: str, **setup: Any) -> Evening:
    """A game of Tcho-Tcho, First Player, which starts in the South Pacific."""
    return Evening("TT", *others, starts={"TT": HOME}, **setup)


def refusal(game: Evening, key: str) -> str:
    """Why something that may be done at any moment cannot be done now."""
    return next(o.refused for o in game.session.interjections if o.id == key)


# -- numbers and set-up --------------------------------------------------------------------------------------------


def test_numbers() -> None:
    """The table of units; twelve books, of which those of one tribe are used; it settles before Windwalker (D51)."""
    tcho = card("TT")
    assert [(u.id, u.count, u.cost, u.combat) for u in tcho.units] == [
        ("acolyte", 6, 1, 0),
        ("high_priest", 3, 3, 0),
        ("proto_shoggoth", 6, 2, 1),
        ("ubbo_sathla", 1, 6, 0),
    ]
    tribes = [book.tribe for book in tcho.books]
    assert (tribes.count(""), len(tcho.books), {tribes.count(t) for t in set(tribes) - {""}}) == (3, 12, {3})
    assert tcho.settles < card("WW").settles < card("OW").settles


def test_it_starts_in_a_glyph_area_where_nobody_has() -> None:
    """Start: any area with a faction glyph in which nobody has started, before Windwalker, who gets the other pole."""
    session = new_session(CTHULHU_WARS, {"factions": ["CC", "TT", "WW"], "signs": "app", "first": "CC"})
    prompt = session.prompts[0].prompt
    assert prompt.key == "setup/start/TT"
    assert isinstance(prompt, Choose)
    assert sorted(o.id for o in prompt.options) == [
        *("africa", "antarctica", "arctic_ocean", "europe", "north_america", "south_pacific"),
    ]
    session.answer(session.prompts[0].ticket, "arctic_ocean")
    assert session.state.gates == {"asia": "CC", "arctic_ocean": "TT", "antarctica": "WW"}


@pytest.mark.parametrize(
    ("pieces", "growth", "dice"),
    [
        ({"acolyte": 1, "high_priest": 2, "proto_shoggoth": 3}, 0, 3),
        ({"ubbo_sathla": 1}, 4, 4),
        ({"ubbo_sathla": 1}, 0, 0),
    ],
)
def test_combat(pieces: dict[str, int], growth: int, dice: int) -> None:
    """Battle reference 3: Proto-Shoggoth 1, Ubbo-Sathla the Growth counter."""
    battle = Skirmish({"GC": {"deep_one": 1}, "TT": pieces})
    battle.session.correct({"TT.growth": growth})
    assert battle.dice("TT") == dice


def test_a_quick_battle_asks_for_the_growth() -> None:
    """Battle reference 3: the counter stands on the table, so it is asked for where Ubbo-Sathla fights."""
    given = {"attacker": "TT", "defender": "GC", "area": "europe", "books": {"TT": [], "GC": []}, "others": []}
    session = new_session(CTHULHU_WARS, {"quick_battle": given})
    session.answer(session.prompts[0].ticket, ["ubbo_sathla.1"])
    session.answer(session.prompts[0].ticket, ["deep_one.1"])
    form = session.prompts[0].prompt
    assert isinstance(form, Form)
    assert [(blank.id, blank.group, blank.label) for blank in form.blanks] == [("TT.growth", "Tcho-Tcho", "Growth")]
    session.answer(session.prompts[0].ticket, {"TT.growth": 4})
    (roll,) = [i.prompt.as_json()["dice"] for i in session.prompts if i.prompt.key == "battle/roll/TT"]
    assert roll == 4


# -- High Priests --------------------------------------------------------------------------------------------------


def test_a_high_priest_is_recruited_like_an_acolyte_for_3() -> None:
    """Section 7: without a Gate; he gives 1 Power in Gather Power."""
    game = begun("CC", "BG")
    game.act("TT", "recruit/high_priest")
    assert (game["TT"].power, game["TT"].in_play[PRIEST], pool(game.state, "TT", PRIEST)) == (5, 1, 2)
    game.pass_all()
    game.answer(True)
    # 7 Cultists and a Gate.
    assert game["TT"].power == 9
    game = begun("CC", "BG")
    game.correct(TT_high_priest=3)
    assert game.option("recruit/high_priest").refused == "No High Priest is in your Pool."
    game.correct(TT_high_priest=0, TT_power=2)
    assert game.option("recruit/high_priest").refused == "It costs 3; you have 2 Power."


def test_unspeakable_oath_after_any_players_action() -> None:
    """After any Action a High Priest goes back to the pool for 2 Power, also in another player's turn."""
    game = begun("CC", "BG")
    game.correct(TT_high_priest=2)
    game.act("TT", "move", ("move", units(1)))
    game.session.interject("unspeakable_oath/TT")
    game.play(("unspeakable_oath/gate", []))
    assert (game["TT"].power, game["TT"].in_play[PRIEST]) == (7 + 2, 1)
    assert game.key == "action/CC"
    game.session.interject("unspeakable_oath/TT")
    game.play(("unspeakable_oath/gate", HOME))
    assert (game["TT"].power, game["TT"].in_play[PRIEST]) == (7 + 4, 0)
    assert game.state.gates[HOME] is None
    assert refusal(game, "unspeakable_oath/TT") == "You have no High Priest on the map."


def test_unspeakable_oath_in_gather_power_and_doom_phase() -> None:
    game = begun("CC", "BG")
    game.correct(TT_high_priest=2)
    game.pass_all()
    assert game.key == "gather_power"
    game.session.interject("unspeakable_oath/TT")
    game.play(("unspeakable_oath/gate", []), ("goes_on/TT", "no"))
    game.answer(True)
    # 2 of the Oath, 6 Acolytes and a priest, a Gate.
    assert game["TT"].power == 2 + 7 + 2
    game.play(("oath/TT", []))
    game.to_doom_phase()
    game.session.interject("unspeakable_oath/TT")
    game.play(("unspeakable_oath/gate", []))
    assert game["TT"].power == 11 + 2


def test_unspeakable_oath_not_within_an_action() -> None:
    game = begun("CC", "BG")
    game.correct(TT_high_priest=1)
    game.play(("action/TT", "move"))
    words = "Only after an Action, in Gather Power or the Doom Phase."
    assert refusal(game, "unspeakable_oath/TT") == words
    with pytest.raises(NotNowError):
        game.session.interject("unspeakable_oath/TT")


def test_the_owner_picks_which_kind_of_cultist_is_captured() -> None:
    """Section 7: what names Cultists works on a High Priest; the owner picks (3.4)."""
    game = begun("CC", "BG")
    game.correct(TT_high_priest=1, CC_nightgaunt=1)
    game.act("TT", "move", ("move", units(1)))
    game.play(("action/CC", "capture"), ("capture", "TT"))
    assert (game.key, game.prompt.who) == ("capture/which", "TT")
    game.play(("capture/which", PRIEST), ("capture/gate", []))
    game.take_first("book")
    assert game["CC"].captives == {"TT": {PRIEST: 1}}
    assert pool(game.state, "TT", PRIEST) == 2


def test_a_captured_priest_meets_crawling_chaos_requirement() -> None:
    """Crawling Chaos, requirement 5: an enemy Cultist."""
    game = begun("CC", "BG")
    game.correct(TT_high_priest=1, CC_nightgaunt=1)
    game.act("TT", "move", ("move", units(1)))
    game.play(("action/CC", "capture"), ("capture", "TT"), ("capture/which", PRIEST), ("capture/gate", []))
    assert game.key == "book/CC"


def test_ghroth_takes_cultists_of_either_kind() -> None:
    """Ghroth names Cultists; their owner picks which."""
    game = with_books(Evening("BG", "TT"), "BG", "ghroth")
    game.correct(BG_fungi=4, TT_high_priest=1)
    game.play(("action/BG", "ghroth"), ("ghroth/areas", 4), ("ghroth/roll", [2]))
    assert game.key == "ghroth/TT/0/kind"
    game.play(("ghroth/TT/0/kind", PRIEST), ("ghroth/TT/0/gate", []))
    assert game["TT"].in_play == {"acolyte": 6, PRIEST: 0}
    # Two players: its owner's enemy gains its cost.
    assert game["BG"].doom == 3


# -- Sycophancy ----------------------------------------------------------------------------------------------------


def at_the_ritual_of(other: str) -> Evening:
    """A Doom Phase in which another faction performs its Ritual: 1 Doom for a Gate twice."""
    game = begun(other, "BG")
    game.to_doom_phase()
    game.until(f"doom_phase/{other}")
    game.play((f"doom_phase/{other}", "ritual"))
    assert (game.key, game.prompt.who) == ("sycophancy/TT", other)
    return game


@pytest.mark.parametrize(("answer", "own", "its"), [("give", 1 + 1, 2), ("less", 1, 2 - 1)])
def test_sycophancy(answer: str, own: int, its: int) -> None:
    """Each time an enemy performs a Ritual it chooses: Tcho-Tcho gains 1 Doom, or it gains 1 less itself."""
    game = at_the_ritual_of("CC")
    game.play(("sycophancy/TT", answer))
    assert (game["TT"].doom, game["CC"].doom) == (own, its)


def test_sycophancy_of_a_ritual_without_doom() -> None:
    """D65: the choice stays; the ritualist does not fall below its old Doom."""
    game = begun("CC", "BG")
    game.to_doom_phase()
    game.until("doom_phase/CC")
    game.session.interject("gate")
    game.play(("gate/area", "asia"), ("gate/owner", "abandoned"))
    game.play(("doom_phase/CC", "ritual"), ("sycophancy/TT", "less"))
    assert (game["TT"].doom, game["CC"].doom) == (1, 1)


def test_sycophancy_not_for_its_own_ritual() -> None:
    game = begun("CC", "BG")
    game.to_doom_phase()
    game.play(("doom_phase/TT", "ritual"))
    assert game.key != "sycophancy/TT"
    assert game["TT"].doom == 2


def test_sycophancy_borrowed_brings_the_serpent_man_back_at_the_end() -> None:
    """Ancient Sorcery on Tcho-Tcho: he returns at the very end of the Doom Phase, with 1 Power then (D48)."""
    game = with_books(Evening("SL", "TT", "CC"), "SL", "ancient_sorcery")
    game.correct(SL_serpent_man=1)
    game.act("SL", "ancient_sorcery", ("ancient_sorcery", "TT"))
    game.to_doom_phase()
    game.until("doom_phase/SL")
    assert game["SL"].power == 8
    game.answer([])
    game.until("doom_phase/CC")
    game.play(("doom_phase/CC", "ritual"), ("sycophancy/SL", "give"), ("sycophancy/TT", "give"))
    assert (game["SL"].doom, game["TT"].doom) == (2, 2)
    while game.key.startswith(("doom_phase", "book")):
        game.answer([] if game.key.startswith("doom") else game.options()[0])
    assert (game["SL"].power, game["SL"].in_play["serpent_man"], game["SL"].borrowed) == (9, 1, [])


def test_sycophancy_twice_takes_no_more_than_the_ritual_gave() -> None:
    """D65: the ritualist cannot go below its old Doom, also if Ancient Sorcery has borrowed the ability.

    The Ritual gives 1 Doom for the one Gate: the first answer takes it, for the second nothing is left.
    """
    game = with_books(Evening("SL", "TT", "CC"), "SL", "ancient_sorcery")
    game.correct(SL_serpent_man=1)
    game.act("SL", "ancient_sorcery", ("ancient_sorcery", "TT"))
    game.to_doom_phase()
    game.until("doom_phase/CC")
    game.correct(CC_doom=5)
    game.play(("doom_phase/CC", "ritual"), ("sycophancy/SL", "less"), ("sycophancy/TT", "less"))
    assert game["CC"].doom == 5


# -- Ubbo-Sathla ---------------------------------------------------------------------------------------------------


def test_awaken_ubbo_sathla_in_the_action_phase() -> None:
    """A controlled Gate, a High Priest in play, 6 Power; a High Priest is Eliminated; at a Gate of its own."""
    game = begun("CC", "BG")
    assert game.option("awaken/ubbo_sathla").refused == "You have no High Priest on the map."
    game.correct(TT_high_priest=1, TT_power=5)
    assert game.option("awaken/ubbo_sathla").refused == "It costs 6; you have 5 Power."
    game.correct(TT_power=8)
    game.act("TT", "awaken/ubbo_sathla", ("awaken/gate", []), ("book/TT", "soulless"))
    assert (game["TT"].power, game["TT"].in_play) == (2, {"acolyte": 6, PRIEST: 0, "ubbo_sathla": 1})
    assert game["TT"].met == ["awaken"]


def test_awaken_ubbo_sathla_in_the_doom_phase_is_free() -> None:
    """0 in its Doom Phase slot; no Hell's Banquet in that phase."""
    game = begun("CC", "BG")
    game.to_doom_phase()
    assert game.option("awaken_in_doom").refused == "You have no High Priest on the map."
    game.correct(TT_high_priest=1)
    power = game["TT"].power
    game.play(("doom_phase/TT", "awaken_in_doom"), ("awaken/gate", []))
    assert (game["TT"].power, game["TT"].in_play["ubbo_sathla"]) == (power, 1)
    assert game["TT"].marks.get("growth", 0) == 0
    game.play(("book/TT", "soulless"))
    assert game.option("ritual").detail == "+1 Doom, +1 Elder Sign"


def test_the_book_of_a_doom_phase_awakening_is_earned_before_the_ritual() -> None:
    """Reference 3.7: an automatic requirement is claimed when it is first true; the High Priest of Hierophants is there
    when the Ritual is performed."""
    game = begun("CC", "BG")
    game.to_doom_phase()
    game.correct(TT_high_priest=1)
    game.play(("doom_phase/TT", "awaken_in_doom"), ("awaken/gate", []), ("book/TT", "hierophants"))
    assert game["TT"].in_play["high_priest"] == 1
    assert game.key == "doom_phase/TT"


def test_ubbo_sathla_needs_a_gate() -> None:
    game = begun("CC", "BG")
    game.correct(TT_high_priest=1)
    game.play(("action/TT", "abandon"))
    assert game.option("awaken/ubbo_sathla").refused == "You control no Gate."


def test_hells_banquet() -> None:
    """Once Ubbo-Sathla has been awakened: in every later Doom Phase, in play or not, a die is added to the Growth."""
    game = begun("CC", "BG")
    game.correct(TT_high_priest=1)
    game.act("TT", "awaken/ubbo_sathla", ("awaken/gate", []), ("book/TT", "soulless"))
    game.correct(TT_ubbo_sathla=0)
    game.pass_all()
    while game.key != "hells_banquet/roll":
        game.answer(True if game.key == "gather_power" else game.options()[0])
    game.play(("hells_banquet/roll", [4]))
    assert "Tcho-Tcho: Hell's Banquet: rolled 4, +4 Growth" in game.log()
    assert game["TT"].marks["growth"] == 4
    assert game.key == "doom_phase/TT"


# -- books ---------------------------------------------------------------------------------------------------------


def test_the_tribe_is_secret_until_one_of_its_books_is_shown() -> None:
    """6 of the books are used: the three common ones and those of one tribe."""
    game = begun("CC", "BG")
    game.correct(TT_signs=1)
    game.act("TT", "move", ("move", units(1)))
    assert len(game.ids()) == 12
    game.play(("book/TT", "martyrdom"))
    game.correct(TT_signs=3)
    game.act("CC", "move", ("move", units(1)))
    assert game.ids() == ["hierophants", "soulless", "terror", "idolatry", "tablets"]


def test_hierophants() -> None:
    """Whenever a spellbook is earned, this one too, a High Priest is placed; none in the pool: Growth +1."""
    game = begun("CC", "BG")
    game.correct(TT_signs=1)
    game.act("TT", "move", ("move", units(1)))
    game.play(("book/TT", "hierophants"))
    assert game["TT"].in_play[PRIEST] == 1
    others = [game[code].in_play.get(PRIEST, 0) for code in ("CC", "BG")]
    assert others == [0, 0], "they have one where the table plays with High Priests only"
    game.correct(TT_high_priest=3, TT_signs=3)
    game.act("CC", "move", ("move", units(1)))
    game.play(("book/TT", "terror"))
    assert (game["TT"].in_play[PRIEST], game["TT"].marks["growth"]) == (3, 1)


def test_without_hierophants_a_book_brings_nobody() -> None:
    game = begun("CC", "BG")
    game.correct(TT_signs=1)
    game.act("TT", "move", ("move", units(1)))
    game.play(("book/TT", "terror"))
    assert PRIEST not in game["TT"].in_play


@pytest.mark.parametrize(("books", "power"), [(["soulless"], 8), ([], 9)])
def test_soulless(books: list[str], power: int) -> None:
    """A captured Cultist gives its captor no Power."""
    game = with_books(begun("CC", "BG"), "TT", *books)
    game.state.record(BookTaken("CC", "madness", ""))
    game["CC"].met.append("capture")
    game.correct(CC_nightgaunt=1)
    game.act("TT", "move", ("move", units(1)))
    game.act("CC", "capture", ("capture", "TT"), ("capture/gate", []))
    game.pass_all()
    game.answer(True)
    # 6 Cultists and a Gate of Crawling Chaos.
    assert game["CC"].power == power


def test_idolatry() -> None:
    """1 Power: units in adjacent areas go to an area with a glyph; the Gates they leave are abandoned (D53)."""
    game = with_books(begun("CC", "BG"), "TT", "idolatry")
    game.play(("action/TT", "idolatry"))
    assert set(game.ids()) == {
        "africa",
        "antarctica",
        "arctic_ocean",
        "asia",
        "europe",
        "north_america",
        "south_pacific",
    }
    game.play(("idolatry/area", "antarctica"), ("idolatry/gates", [HOME]))
    assert (game["TT"].power, game.state.gates[HOME]) == (7, None)
    assert "idolatry" not in begun("CC", "BG").ids(), "without the book"


@pytest.mark.parametrize(("reading", "most"), [("printed", 2), ("other", 1)])
def test_tablets_of_the_gods(reading: str, most: int) -> None:
    """When it performs a Ritual: 1 Elder Sign for each Gate with a High Priest (D52: any, or only its own), then all
    its High Priests are Eliminated."""
    game = with_books(begun("CC", "BG", options={"D52": reading}), "TT", "tablets")
    game.correct(TT_high_priest=2)
    game.to_doom_phase()
    game.play(("doom_phase/TT", "ritual"))
    assert game.prompt.key == "tablets/gates"
    assert game.prompt.as_json()["most"] == most
    game.play(("tablets/gates", 1), ("tablets/left", []))
    while game.key.startswith("book"):
        game.answer(game.options()[-1])
    assert (len(game["TT"].signs), game["TT"].in_play[PRIEST]) == (1, 0)


@pytest.mark.parametrize(
    ("options", "most"), [({}, 2), ({"D44": "other"}, 1), ({"D52": "other"}, 1), ({"D44": "other", "D52": "other"}, 1)]
)
def test_tablets_of_the_gods_at_yog_sothoth(options: dict[str, str], most: int) -> None:
    """The Key and the Gate: Yog-Sothoth is a Gate for every purpose but The Beyond One (D44), so a High Priest may be
    at two Gates in his area; he is none that Tcho-Tcho controls (D52)."""
    game = with_books(begun("OW", "CC", options=options), "TT", "tablets")
    game.correct(TT_high_priest=1, OW_yog_sothoth=1)
    game.to_doom_phase()
    game.until("doom_phase/TT")
    game.play(("doom_phase/TT", "ritual"))
    assert (game.key, game.prompt.as_json()["most"]) == ("tablets/gates", most)
    assert ("Yog-Sothoth counts, too." in game.prompt.text) is (most == 2)


def test_tablets_of_the_gods_without_a_priest() -> None:
    game = with_books(begun("CC", "BG"), "TT", "tablets")
    game.to_doom_phase()
    game.play(("doom_phase/TT", "ritual"))
    assert game["TT"].signs == []


def test_dark_rituals() -> None:
    """0 Power, flips: each enemy with a High Priest in its start area pays Tcho-Tcho 2 Power or 2 Doom; immune is one
    with neither (D56)."""
    game = with_books(begun("CC", "BG"), "TT", "dark_rituals")
    assert game.option("dark_rituals").refused == "You have no High Priest on the map."
    game.correct(TT_high_priest=2, BG_doom=5)
    game.play(("action/TT", "dark_rituals"), ("dark_rituals/enemies", ["CC", "BG"]), ("dark_rituals/BG", "doom"))
    assert (game["CC"].power, game["CC"].doom, game["BG"].power, game["BG"].doom) == (6, 0, 8, 3)
    assert (game["TT"].power, game["TT"].doom) == (10, 2)
    game.pass_others("TT")
    assert game.option("dark_rituals").refused == "It is face down until the Doom Phase."


def test_dark_rituals_where_two_have_started() -> None:
    """Daemon Sultan, start: its first Cultist's area counts as both, if it is another faction's start area: one High
    Priest there makes both pay."""
    game = with_books(begun("DS", "CC"), "TT", "dark_rituals")
    game.state.record(StartAreaTold("DS", game["CC"].start))
    game.correct(TT_high_priest=1)
    game.play(("action/TT", "dark_rituals"), ("dark_rituals/enemies", ["DS", "CC"]))
    assert (game["DS"].power, game["CC"].power, game["TT"].power) == (4 - 2, 8 - 2, 8 + 4)


def test_dark_rituals_immune() -> None:
    """D56: an enemy that has neither 2 Power nor 2 Doom."""
    game = with_books(begun("CC", "BG"), "TT", "dark_rituals")
    game.correct(TT_high_priest=1, CC_power=1, CC_doom=1)
    game.act("TT", "dark_rituals", ("dark_rituals/enemies", ["CC"]))
    assert (game["CC"].power, game["CC"].doom, game["TT"].flipped) == (1, 1, ["dark_rituals"])


def test_surprise() -> None:
    """2 Power: an enemy Eliminates an Acolyte, its choice, and a Proto-Shoggoth takes its place."""
    game = with_books(begun("CC", "BG"), "TT", "surprise")
    game.act("TT", "surprise", ("surprise/enemy", "CC"), ("surprise/area", "asia"), ("surprise/gate", "asia"))
    assert (game["TT"].power, game["TT"].in_play["proto_shoggoth"], game["CC"].in_play["acolyte"]) == (6, 1, 5)
    assert game.state.gates["asia"] is None


def test_surprise_refused() -> None:
    game = with_books(begun("CC", "BG"), "TT", "surprise")
    game.correct(TT_proto_shoggoth=6)
    assert game.option("surprise").refused == "No Proto-Shoggoth is in your Pool."
    assert "surprise" not in begun("CC", "BG").ids()


def test_inerrant() -> None:
    """When it performs a Ritual: 1 Elder Sign for each enemy-controlled Gate with a Great Old One of its own, besides
    the normal one for Ubbo-Sathla."""
    game = with_books(begun("CC", "BG"), "TT", "inerrant")
    game["TT"].met.append("sign")
    game.state.record(BookTaken("TT", "terror", "sign"))
    game.correct(TT_ubbo_sathla=1)
    game.to_doom_phase()
    game.play(("doom_phase/TT", "ritual"))
    assert (game.key, game.prompt.as_json()["most"]) == ("inerrant", 1)
    game.play(("inerrant", 1))
    assert len(game["TT"].signs) == 2
    game = with_books(begun("CC", "BG"), "TT", "inerrant")
    game.to_doom_phase()
    game.play(("doom_phase/TT", "ritual"))
    assert game["TT"].signs == [], "no Great Old One, nothing asked"


def test_inerrant_at_yog_sothoth() -> None:
    """The Key and the Gate: he counts as an enemy-controlled Gate, also if there is no other one."""
    game = with_books(begun("OW", "CC"), "TT", "inerrant")
    game["TT"].met.append("sign")
    game.state.record(BookTaken("TT", "terror", "sign"))
    game.state.record(GateSet(game["OW"].start, None))
    game.state.record(GateSet(game["CC"].start, None))
    game.correct(TT_ubbo_sathla=1, OW_yog_sothoth=1)
    game.to_doom_phase()
    game.until("doom_phase/TT")
    game.play(("doom_phase/TT", "ritual"))
    assert (game.key, game.prompt.as_json()["most"]) == ("inerrant", 1)
    assert "Yog-Sothoth counts, too." in game.prompt.text
    game.play(("inerrant", 1))
    assert len(game["TT"].signs) == 2


CHEAP: Final = ["father_dagon", "byatis", "daoloth"]


def test_doomsday_when_it_is_taken() -> None:
    """Once: a free independent Great Old One of cost 2 or 4 with its card at a Gate, free; at once when the book is
    taken (D54)."""
    game = begun("CC", "BG", neutral=CHEAP)
    game.correct(TT_signs=1)
    game.act("TT", "move/1")
    game.play(("book/TT", "doomsday"), ("doomsday/now", "yes"))
    costs = {name: CARDS[name].unit.cost for name in CHEAP}
    assert game.ids() == [name for name in CHEAP if costs[name] in (2, 4)]
    game.play(("doomsday/who", "father_dagon"))
    assert (game["TT"].in_play["father_dagon"], game["TT"].loyalty, game["TT"].power) == (1, ["father_dagon"], 7)
    assert "doomsday/TT" not in [o.id for o in game.session.interjections], "once"


def test_doomsday_later_and_as_an_action() -> None:
    """D54: later at any moment where it was declined; or by the other reading an Action."""
    game = begun("CC", "BG", neutral=CHEAP)
    game.correct(TT_signs=1)
    game.act("TT", "move/1")
    game.play(("book/TT", "doomsday"), ("doomsday/now", "no"))
    game.session.interject("doomsday/TT")
    game.play(("doomsday/who", "father_dagon"))
    assert game["TT"].flipped == ["doomsday"]
    game = with_books(begun("CC", "BG", neutral=CHEAP, options={"D54": "other"}), "TT", "doomsday")
    assert refusal(game, "doomsday/TT") == "It is an Action at this table."
    game.act("TT", "doomsday_action", ("doomsday/who", "father_dagon"))
    assert game["TT"].in_play["father_dagon"] == 1


def test_doomsday_refused() -> None:
    """No Gate controlled, or no such Great Old One free."""
    game = with_books(begun("CC", "BG"), "TT", "doomsday")
    assert refusal(game, "doomsday/TT") == "No independent Great Old One costing 2 or 4 is available."
    game = with_books(begun("CC", "BG", neutral=CHEAP), "TT", "doomsday")
    game.play(("action/TT", "abandon"))
    assert refusal(game, "doomsday/TT") == "You control no Gate."


@pytest.mark.parametrize(("books", "dice"), [(["otherworld"], 3 + 1 + 2), ([], 3 + 2)])
def test_otherworld_alliances(books: list[str], dice: int) -> None:
    """Each neutral Monster and Terror has 1 Combat more; independent Great Old Ones and own Monsters have not."""
    battle = Skirmish({"GC": {"deep_one": 1}, "TT": {"gug": 1, "father_dagon": 1}}, books={"TT": books})
    assert battle.dice("TT") == dice


# -- battle --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("answer", "own", "its"), [("more", 4, 3), ("less", 2, 1), ([], 2, 3)])
def test_terror(answer: Any, own: int, its: int) -> None:
    """One mode for all Proto-Shoggoths when totals are fixed: 1 more for each, or 1 less for the enemy; or neither."""
    battle = Skirmish({"TT": {"proto_shoggoth": 2}, "GC": {"starspawn": 1}}, books={"TT": ["terror"]})
    battle.play(("battle/totals/TT", [] if answer == [] else "terror"))
    if answer != []:
        battle.play(("battle/terror", answer))
    assert (battle.dice("TT"), battle.dice("GC")) == (own, its)


def test_terror_not_below_0() -> None:
    """4.5: the enemy's total is not below 0."""
    battle = Skirmish({"TT": {"proto_shoggoth": 3}, "GC": {"deep_one": 1}}, books={"TT": ["terror"]})
    battle.play(("battle/totals/TT", "terror"), ("battle/terror", "less"))
    assert (battle.dice("TT"), battle.dice("GC")) == (3, 0)


@pytest.mark.parametrize(("pieces", "books"), [({"proto_shoggoth": 1}, []), ({"acolyte": 1}, ["terror"])])
def test_terror_needs_the_book_and_a_proto_shoggoth(pieces: dict[str, int], books: list[str]) -> None:
    battle = Skirmish({"GC": {"starspawn": 1}, "TT": pieces}, books={"TT": books})
    assert "battle/roll/GC" in battle.open_keys


def martyred(*answers: Any) -> Skirmish:
    """Great Cthulhu has Killed a High Priest and a Proto-Shoggoth."""
    battle = Skirmish(
        {"GC": {"starspawn": 1}, "TT": {"high_priest": 1, "proto_shoggoth": 2}}, books={"TT": ["martyrdom"]}
    )
    battle.roll(GC=[6, 6, 1], TT=[1, 1])
    battle.play(("battle/kill/TT", {"TT.high_priest.1": ["kill"], "TT.proto_shoggoth.1": ["kill"]}))
    return battle.play(("battle/kills_assigned/TT", *answers))


def test_martyrdom() -> None:
    """A High Priest is Killed: all Kills on other units become Pains; his own stays."""
    battle = martyred("martyrdom")
    battle.play(("battle/near/GC", []), ("battle/retreat/TT", {"TT.proto_shoggoth.1": "scandinavia"}))
    assert battle.in_play("TT") == {"proto_shoggoth": 2}


def test_martyrdom_with_two_players() -> None:
    """3.8: the priest gives his cost of 3, the Proto-Shoggoth that avoided death half of 2."""
    game = with_books(Evening("CC", "TT", starts={"TT": HOME}), "TT", "martyrdom")
    game.correct(CC_hunting_horror=1, TT_high_priest=1, TT_proto_shoggoth=1)
    game.play(
        ("action/CC", "battle/TT"),
        ("battle/area", "africa"),
        ("battle/pieces/CC", ["CC.hunting_horror.1"]),
        ("battle/pieces/TT", ["TT.high_priest.1", "TT.proto_shoggoth.1"]),
        ("battle/roll/CC", [6, 6]),
        ("battle/roll/TT", [1]),
        ("battle/kills_assigned/TT", "martyrdom"),
        ("battle/near/CC", []),
        ("battle/retreat/TT", {"TT.proto_shoggoth.1": "indian_ocean"}),
        ("battle/board", True),
    )
    assert (game["CC"].doom, game["TT"].doom) == (3 + 1, 0)
    assert game["TT"].in_play == {"acolyte": 6, PRIEST: 0, "proto_shoggoth": 1}


def test_martyrdom_declined() -> None:
    battle = martyred([])
    assert battle.in_play("TT") == {"proto_shoggoth": 1}


def test_martyrdom_and_regenerate() -> None:
    """4.5: only Kills on its own units become Pains."""
    battle = Skirmish(
        {"GC": {"deep_one": 2}, "TT": {"high_priest": 1, "proto_shoggoth": 1}}, books={"TT": ["martyrdom"]}
    )
    battle.roll(GC=[6, 6], TT=[6])
    battle.play(("battle/kills_assigned/TT", "martyrdom"))
    assert battle.battle.kills == {"GC": 2, "TT": 1}
    assert battle.in_play("GC") == {"deep_one": 1}


@pytest.mark.parametrize(("answer", "signs", "left"), [("fulmination", 2, 0), ([], 0, 1)])
def test_fulmination(answer: Any, signs: int, left: int) -> None:
    """Ubbo-Sathla Killed: out of the game for 1 Elder Sign per unit Killed in the battle, both sides (D55)."""
    battle = Skirmish({"GC": {"deep_one": 2}, "TT": {"ubbo_sathla": 1}}, books={"TT": ["fulmination"]})
    battle.session.correct({"TT.growth": 1})
    battle.roll(GC=[6, 1], TT=[6]).play(("battle/after_battle/TT", answer))
    assert len(battle.state.factions["TT"].signs) == signs
    assert pool(battle.state, "TT", "ubbo_sathla") == left


def test_ubbo_sathla_that_has_left_the_game_is_not_said_to_be_in_play() -> None:
    """Fulmination removes it from the game for good: it is awakened no more, and the reason says why."""
    game = begun("CC", "BG")
    game.correct(TT_high_priest=1, TT_ubbo_sathla=1)
    assert game.refusal("awaken/ubbo_sathla") == "Already in play."
    game.correct(TT_ubbo_sathla=0)
    game.state.record(RemovedFromGame("TT", "ubbo_sathla"))
    game.correct(TT_doom=1)
    assert game.refusal("awaken/ubbo_sathla") == "None is in your Pool."
    game.to_doom_phase()
    assert game.refusal("awaken_in_doom") == "None is in your Pool."


def test_fulmination_needs_ubbo_sathla_in_the_pool() -> None:
    """One that Dust to Dust has taken out of the game cannot be taken out once more."""
    battle = Skirmish({"GC": {"quachil_uttaus": 1}, "TT": {"ubbo_sathla": 1}}, books={"TT": ["fulmination"]})
    battle.session.correct({"TT.growth": 1})
    battle.roll(GC=[6], TT=[1]).play(("battle/after_battle/GC", "dust_to_dust"), ("battle/dust_to_dust", "ubbo_sathla"))
    assert battle.state.factions["TT"].away == {"ubbo_sathla": 1}
    assert "battle/after_battle/TT" not in battle.open_keys
    assert not battle.state.factions["TT"].signs


def test_fulmination_counts_no_eliminations() -> None:
    """RB, D55: Eliminations do not count, and an Ubbo-Sathla that is Eliminated gives nothing."""
    battle = Skirmish({"GC": {"cthulhu": 1}, "TT": {"ubbo_sathla": 1, "acolyte": 1}}, books={"TT": ["fulmination"]})
    battle.play(("battle/pre_battle/GC", "devour"))
    battle.roll(GC=[6, 1, 1, 1, 1, 1]).play(("battle/after_battle/TT", "fulmination"))
    assert len(battle.state.factions["TT"].signs) == 1


# -- requirements --------------------------------------------------------------------------------------------------


def test_another_players_ritual() -> None:
    """Requirement 1, first half."""
    game = at_the_ritual_of("CC")
    game.play(("sycophancy/TT", "less"))
    game.until("book/TT")
    game.play(("book/TT", "terror"))
    assert game["TT"].met == ["others"]


def test_another_player_with_15_doom() -> None:
    """Requirement 1, second half."""
    game = begun("CC", "BG")
    game.correct(BG_doom=15, TT_doom=20)
    game.act("TT", "move", ("move", units(1)), ("book/TT", "terror"))
    assert game["TT"].met == ["others"]


def test_elder_signs() -> None:
    """Requirements 2 and 3: earn one; own three."""
    game = begun("CC", "BG")
    game.correct(TT_signs=3)
    game.act("TT", "move", ("move", units(1)), ("book/TT", "terror"), ("book/TT", "soulless"))
    assert game["TT"].met == ["sign", "three_signs"]


def test_remove_the_gate_of_the_start_area() -> None:
    """Requirement 4, an Action: the Gate leaves the map, the Cultist stays."""
    game = begun("CC", "BG")
    game.act("TT", "remove_gate", ("book/TT", "terror"))
    assert (HOME in game.state.gates, game["TT"].in_play, game["TT"].power) == (False, {"acolyte": 6}, 8)
    game = begun("CC", "BG")
    game.play(("action/TT", "abandon"))
    assert game.option("remove_gate").refused == "You do not control the Gate in South Pacific."


@pytest.mark.holds("TT.after_battle")
def test_a_great_old_one_is_killed() -> None:
    """Requirement 5: anybody's, in a battle, also one of others."""
    game = Evening("CC", "TT", "BG")
    game.correct(CC_hunting_horror=1, BG_shub_niggurath=1)
    game.fight("CC", "africa", "BG", ["CC.hunting_horror.1"], ["BG.shub_niggurath.1"])
    game.play(("battle/roll/CC", [6, 1]), ("battle/roll/BG", [1] * 7), ("battle/board", True), ("book/TT", "terror"))
    assert game["TT"].met == ["great_old_one"]


def test_a_great_old_one_that_is_eliminated_is_not_killed() -> None:
    game = begun("CC", "BG")
    game.correct(BG_shub_niggurath=1)
    game.state.record(PiecesLeft("BG", "shub_niggurath", 1, Loss.ELIMINATED))
    game.act("TT", "move", ("move", units(1)))
    assert game.key == "action/CC"


# -- each ability taken back and opened again -----------------------------------------------------------------------

PRIESTS: Final = {"TT_high_priest": 2}
OPENED_AGAIN: Final[dict[str, tuple[str, dict[str, int], list[tuple[str, Any]]]]] = {
    "recruit": ("", {}, [("action/TT", "recruit/high_priest")]),
    "awaken": ("", PRIESTS, [("action/TT", "awaken/ubbo_sathla"), ("awaken/gate", HOME), ("book/TT", "hierophants")]),
    "idolatry": (
        "idolatry",
        {},
        [("action/TT", "idolatry"), ("idolatry/area", "antarctica"), ("idolatry/gates", [HOME])],
    ),
    "dark_rituals": (
        "dark_rituals",
        {**PRIESTS, "CC_doom": 2},
        [("action/TT", "dark_rituals"), ("dark_rituals/enemies", ["CC"]), ("dark_rituals/CC", "power")],
    ),
    "surprise": (
        "surprise",
        {},
        [
            ("action/TT", "surprise"),
            ("surprise/enemy", "CC"),
            ("surprise/area", "asia"),
            ("surprise/gate", []),
        ],
    ),
    "remove_gate": ("", {}, [("action/TT", "remove_gate"), ("book/TT", "terror")]),
}


@pytest.mark.parametrize("name", OPENED_AGAIN)
def test_each_action_taken_back_and_opened_again(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """Undo, redo and opening the game anew change nothing, after each step of each ability."""
    each_turn_again(monkeypatch)
    book, numbers, steps = OPENED_AGAIN[name]
    game = begun("CC", "BG")
    if book:
        game.claim("TT", "great_old_one", book)
    if numbers:
        game.correct(**numbers)
    game.play(*steps)


def test_the_doom_phase_taken_back_and_opened_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same for Hell's Banquet, Tablets of the Gods, Sycophancy, and an Oath between them."""
    each_turn_again(monkeypatch)
    game = begun("CC", "BG")
    game.claim("TT", "great_old_one", "tablets")
    game.correct(TT_high_priest=3)
    game.play(("action/TT", "awaken/ubbo_sathla"), ("awaken/gate", []), ("book/TT", "terror"))
    game.session.interject("unspeakable_oath/TT")
    game.play(("unspeakable_oath/gate", []))
    game.pass_all()
    while game.key != "hells_banquet/roll":
        game.answer([] if game.key == "oath/TT" else True if game.key == "gather_power" else game.options()[0])
    game.play(("hells_banquet/roll", [4]), ("doom_phase/TT", "ritual"), ("tablets/gates", 1), ("tablets/left", []))
    while game.key.startswith("book"):
        game.play((game.key, game.options()[0]))
    while game.key != "doom_phase/CC":
        game.play((game.key, []))
    game.play(("doom_phase/CC", "ritual"), ("sycophancy/TT", "give"))
    # Gate, its Ritual, Sycophancy; the Great Old One's Elder Sign and one of the Tablets.
    assert (game["TT"].doom, len(game["TT"].signs), game["TT"].marks["growth"]) == (3, 2, 4)
