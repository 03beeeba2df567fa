"""Two players: one faction each (reference 3.8), and two factions each (the seed's variant, D2)."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.cthulhu_wars.facts import BookTaken, CardTaken
from companion.games.cthulhu_wars.game import CTHULHU_WARS
from companion.games.cthulhu_wars.model import roster
from companion.games.cthulhu_wars.rules.first_player import holders_of_the_most, leaders
from companion.games.cthulhu_wars.turn.victory import end_triggered, winners
from companion.table.errors import BadSetupError
from companion.table.prompts import Choose
from companion.table.session import Session, new_session
from tests.cthulhu_wars.evening import Evening, units
from tests.cthulhu_wars.home_made import crowd

MOVE = ("move", units(1))


def with_book(game: Evening, code: str, book: str, requirement: str) -> None:
    """Give a faction a spellbook."""
    game[code].met.append(requirement)
    game.state.record(BookTaken(code, book, requirement))


# -- one faction each: Decay ---------------------------------------------------------------------------------------


def test_decay_is_paid_before_any_turn_by_whoever_takes_it() -> None:
    """Reference 3.8: also by a player who has regained Power meanwhile."""
    game = Evening("GC", "CC")
    game.correct(GC_power=8, CC_power=0)
    game.act("GC", "move", MOVE)
    assert (game["GC"].power, game["CC"].power, game.state.decay) == (6, 0, 1)
    game.correct(CC_power=5)
    game.act("GC", "move", MOVE)
    assert game.key == "action/CC"
    assert (game["GC"].power, game["CC"].power, game.state.decay) == (5, 4, 1)
    game.act("CC", "move", MOVE)
    assert (game["GC"].power, game["CC"].power, game.state.decay) == (4, 3, 1)


def test_whoever_pays_the_last_power_for_decay_is_out() -> None:
    """Reference 3.8 with 3.4: at 0 Power a turn is skipped; the next turn that comes to it moves the marker up."""
    game = Evening("GC", "CC")
    game.correct(GC_power=8, CC_power=0)
    game.act("GC", "move", MOVE)
    game.correct(CC_power=1)
    game.act("GC", "move", MOVE)
    assert (game["CC"].power, game["GC"].power, game.state.decay) == (0, 4, 1), "CC pays 1 and is out; GC pays 1"
    game.act("GC", "move", MOVE)
    assert (game["GC"].power, game.state.decay) == (1, 2)


def test_a_first_player_without_power_moves_the_decay_marker_up_at_once() -> None:
    """Reference 3.8: whenever a player is out of Power when its turn comes; a ritual may have taken all of it."""
    game = Evening("GC", "CC")
    game.correct(GC_acolyte=6, GC_doom=0)
    game.to_doom_phase_of_two()
    first = game.state.first
    other = game.state.enemies(first)[0]
    game.correct(**{f"{first}_power": 0, f"{other}_power": 8})
    while game.key.startswith(("doom_phase", "book")):
        game.answer([] if game.key.startswith("doom_phase") else game.options()[0])
    assert game.key == f"action/{other}"
    assert (game[other].power, game.state.decay) == (7, 1)


# -- one faction each: Doom for what is lost -----------------------------------------------------------------------


def test_the_other_gains_doom_for_a_blood_sacrifice() -> None:
    """Reference 3.8: by its owner's own doing, too."""
    game = Evening("BG", "CC")
    with_book(game, "BG", "blood_sacrifice", "four_areas")
    game.correct(BG_shub_niggurath=1)
    game.to_doom_phase_of_two()
    game.until("doom_phase/BG")
    game.play(("doom_phase/BG", "blood_sacrifice"), ("blood_sacrifice/cultist/0/gate", []))
    assert (game["BG"].doom, game["CC"].doom) == (0, 1)


def test_the_other_gains_doom_for_absorbed_units() -> None:
    """Reference 3.8: Absorb Eliminates one's own units; a Deep One is 1 Doom for the other."""
    game = Evening("GC", "CC")
    with_book(game, "GC", "absorb", "kill_one")
    game.correct(GC_shoggoth=1, GC_deep_one=1)
    game.play(
        ("action/GC", "battle/CC"),
        ("battle/area", "asia"),
        ("battle/pieces/GC", ["GC.shoggoth.1", "GC.deep_one.1"]),
        ("battle/pieces/CC", ["CC.acolyte.1"]),
        ("battle/pre_battle/GC", ["absorb"]),
        ("battle/absorb", ["GC.deep_one.1"]),
    )
    game.decline("battle/pre_battle")
    game.play(("battle/roll/GC", [1] * 5), ("battle/board", True))
    assert (game["GC"].doom, game["CC"].doom) == (0, 1)


@pytest.mark.parametrize(("reading", "doom"), [("printed", 2), ("other", 1)])
def test_d76_two_ghouls_lost_at_once(reading: str, doom: int) -> None:
    """D76: a Ghoul costs 1 or 0, so half a point; each is rounded up (RB, example 2), or their sum."""
    assert lost_in_battle("BG", {"ghoul": 2}, reading) == doom


@pytest.mark.parametrize(("reading", "doom"), [("printed", 1 + 2 + 3), ("other", 5)])
def test_d76_a_ghoul_a_fungi_and_a_dark_young_lost_at_once(reading: str, doom: int) -> None:
    """D76: they cost 1, 2, 3, or 1 less each with Thousand Young: 0.5, 1.5 and 2.5."""
    assert lost_in_battle("BG", {"ghoul": 1, "fungi": 1, "dark_young": 1}, reading) == doom


def lost_in_battle(code: str, pieces: dict[str, int], reading: str) -> int:
    """The Doom of Great Cthulhu, who Kills all these pieces in one battle."""
    game = Evening("GC", code, options={"D76": reading})
    game.correct(GC_cthulhu=1, **{f"{code}_{unit}": number for unit, number in pieces.items()})
    theirs = [f"{code}.{unit}.{n + 1}" for unit, number in pieces.items() for n in range(number)]
    game.fight("GC", "asia", code, ["GC.cthulhu.1"], theirs)
    game.decline("battle/pre_battle")
    while game.key.startswith("battle/roll"):
        face = 6 if game.key.endswith("GC") else 1
        game.answer([face] * game.prompt.dice)  # type: ignore[attr-defined]
    game.until("battle/board")
    game.answer(True)
    return game["GC"].doom


def test_a_lost_nodens_is_6_doom_for_the_other() -> None:
    """Reference 3.8 and 7: as much as he costs, which is 6 (D73)."""
    game = Evening("GC", "YS", neutral=["nodens"])
    game.state.record(CardTaken("GC", "nodens", "GC", 0, 0))
    game.correct(GC_nodens=1, YS_hastur=1, YS_power=9)
    game.act("GC", "move", MOVE)
    game.fight("YS", "south_pacific", "GC", ["YS.hastur.1"], ["GC.nodens.1"])
    before = game["YS"].doom
    game.until("battle/roll")
    game.answer([6, *[1] * (game.prompt.dice - 1)])  # type: ignore[attr-defined]
    game.until("battle/board")
    game.answer(True)
    assert (game["GC"].in_play["nodens"], game["YS"].doom - before) == (0, 6)


def test_the_other_gains_doom_for_abducting_nightgaunts() -> None:
    """Reference 3.8: each Nightgaunt given up is 1 Doom for the other, each victim 1 for Crawling Chaos."""
    game = Evening("CC", "GC", first="CC")
    with_book(game, "CC", "abduct", "pay_four")
    game.correct(CC_nightgaunt=1, CC_hunting_horror=1)
    game.play(
        ("action/CC", "battle/GC"),
        ("battle/area", "asia"),
        ("battle/pieces/CC", ["CC.nightgaunt.1", "CC.hunting_horror.1"]),
        ("battle/pieces/GC", ["GC.acolyte.1"]),
        ("battle/pre_battle/CC", ["abduct"]),
        ("battle/board", True),
    )
    assert (game["CC"].doom, game["GC"].doom) == (1, 1)


@pytest.mark.parametrize(("ruling", "doom"), [("printed", 0), ("other", 2)])
def test_d39_removed_cultists_give_no_doom_unless_the_table_says_so(ruling: str, doom: int) -> None:
    """D39: Shub-Niggurath's awakening Removes two Cultists; the card does not say Eliminate."""
    game = Evening("BG", "CC", options={"D39": ruling})
    game.act(
        "BG",
        "awaken/shub_niggurath",
        ("awaken/cultist/0/gate", []),
        ("awaken/cultist/1/gate", []),
        ("book/BG", "frenzy"),
    )
    assert (game["BG"].doom, game["CC"].doom) == (0, doom)


# -- two factions each ---------------------------------------------------------------------------------------------

PAIRS: dict[str, Any] = {"players": [["GC", "YS"], ["CC", "BG"]], "map": "earth35"}


def two_each(**setup: Any) -> Evening:
    """Great Cthulhu with Yellow Sign against Crawling Chaos with Black Goat."""
    return Evening(**PAIRS, **setup)


def choosing(session: Session[Any]) -> Choose:
    prompt = session.prompts[0].prompt
    assert isinstance(prompt, Choose)
    return prompt


def answer(session: Session[Any], key: str, value: Any) -> None:
    assert session.prompts[0].prompt.key == key
    session.answer(session.prompts[0].ticket, value, source="hand")


def test_factions_are_picked_one_two_one() -> None:
    """D2: the first player picks one, the second two, the first the last; the 4-player map and Ritual track."""
    session = new_session(CTHULHU_WARS, {})
    answer(session, "setup/factions", ["GC", "CC"])
    answer(session, "setup/two", "other")
    assert choosing(session).title == "Player 1: pick 1 faction"
    answer(session, "setup/draft/1", "CC")
    assert (choosing(session).least, choosing(session).most) == (2, 2)
    assert [o.id for o in choosing(session).options] == [code for code in roster.FACTIONS if code != "CC"]
    answer(session, "setup/draft/2", ["BG", "GC"])
    if session.prompts[0].prompt.key == "setup/draft/3":
        answer(session, "setup/draft/3", "YS")
    assert [o.id for o in choosing(session).options] == ["earth35", "earth53"]
    answer(session, "setup/map", "earth35")
    answer(session, "setup/signs", "app")
    state = session.state
    assert state.players == [["CC", "YS"], ["BG", "GC"]]
    assert state.track == (5, 6, 7, 7, 8, 8, 9, 10)
    assert not state.duel


def test_what_was_picked_at_the_seats_is_the_first_choice() -> None:
    """It was asked for once more, from a bare list; any other order is one tap more."""
    session = new_session(CTHULHU_WARS, {"seating": "table"})
    answer(session, "setup/seats", [{"id": "YS"}, {"id": "BG"}])
    answer(session, "setup/two", "other")
    assert choosing(session).suggested == ("YS",)
    assert all(option.sigil and option.colour for option in choosing(session).options)
    answer(session, "setup/draft/1", "YS")
    assert choosing(session).suggested == ("BG",)
    answer(session, "setup/draft/2", ["BG", "CC"])
    assert choosing(session).suggested == ()
    answer(session, "setup/draft/3", "GC")
    assert session.prompts[0].prompt.key == "setup/map"


@pytest.mark.parametrize(
    ("setup", "said"),
    [
        ({}, ["On the map for 3 players", "On the map for 4 players", "On the map for 6 players"]),
        ({"map": "own"}, ["On your own map"] * 3),
    ],
)
def test_how_many_factions_each_names_the_map_in_play(setup: dict[str, Any], said: list[str]) -> None:
    """It named the 4-player map on a map that people had described."""
    session = new_session(CTHULHU_WARS, setup)
    answer(session, "setup/factions", ["GC", "CC"])
    assert [option.detail for option in choosing(session).options] == said
    assert not any("map" in option.label for option in choosing(session).options)


def test_three_factions_each_on_the_6_player_map() -> None:
    """Reference 3.8 (S4): with the 6-8 player map three factions each, and the 6-player Ritual track; nobody says in
    which order they are picked."""
    with crowd(6) as codes:
        session = new_session(CTHULHU_WARS, {})
        answer(session, "setup/factions", codes[:2])
        answer(session, "setup/two", "three")
        answer(session, "setup/draft/1", codes[:3])
        if session.prompts[0].prompt.key == "setup/draft/2":
            answer(session, "setup/draft/2", codes[3:])
        answer(session, "setup/signs", "app")
        answer(session, "setup/borders", [])
        assert session.state.players == [codes[:3], codes[3:]]
        assert session.state.map_id == "earth66"
        assert session.state.track == (5, 6, 6, 7, 7, 7, 8, 8, 8, 9, 9, 10)
        assert not session.state.duel


def test_three_each_is_not_asked_where_there_are_not_six_factions(monkeypatch: pytest.MonkeyPatch) -> None:
    """Reference 3.8 (S4): six or more factions."""
    for code in reversed(list(roster.FACTIONS)[4:]):  # given back in the opposite order, which is the rulebook's
        monkeypatch.delitem(roster.FACTIONS, code)
    session = new_session(CTHULHU_WARS, {"options": {"D2": "three"}})
    answer(session, "setup/factions", ["GC", "CC"])
    assert [o.id for o in choosing(session).open_options()] == ["printed", "other"]


def test_one_faction_each_is_the_printed_variant() -> None:
    """D2, default: asked of two players only."""
    session = new_session(CTHULHU_WARS, {})
    answer(session, "setup/factions", ["GC", "CC"])
    answer(session, "setup/two", "printed")
    answer(session, "setup/signs", "app")
    assert session.state.duel
    assert session.state.map_id == "earth33"


@pytest.mark.parametrize("ruling", ["printed", "other"])
def test_a_ruling_on_d2_is_not_asked_again(ruling: str) -> None:
    """Reference 8: D2 is a table setting."""
    session = new_session(CTHULHU_WARS, {"options": {"D2": ruling}})
    answer(session, "setup/factions", ["GC", "CC"])
    assert session.prompts[0].prompt.key == ("setup/draft/1" if ruling == "other" else "setup/signs")


@pytest.mark.parametrize(
    "players",
    [
        5,
        [],
        [["GC", "YS"]],
        [["GC"], ["CC", "BG"]],
        [["GC", "YS"], ["CC", "GC"]],
        [["GC", 7], ["CC", "BG"]],
        [["GC"], []],
        [[["GC"]], [["CC"]]],
        ["GC", "CC"],
    ],
)
def test_malformed_players_are_refused(players: Any) -> None:
    """Design, section 5: whatever is wrong with it, the message is ours."""
    with pytest.raises(BadSetupError):
        new_session(CTHULHU_WARS, {"players": players})
    with pytest.raises(BadSetupError):
        new_session(CTHULHU_WARS, {"players": [["GC"], ["CC"]], "factions": ["GC", "CC"]})


def test_both_factions_of_a_player_act_in_a_turn() -> None:
    """D2: one Common or unique Action with each, then it is the other player's turn."""
    game = two_each()
    for code in ("GC", "YS", "CC", "BG", "GC"):
        assert game.key == f"action/{code}"
        game.act(code, "move", MOVE)
    assert game.key == "action/YS"


def test_the_two_act_in_either_order() -> None:
    """D2: any order; changing it costs a tap, and an Action begun is not taken back by it."""
    game = two_each()
    assert "rather/YS" in game.options()
    game.play(("action/GC", "rather/YS"), ("action/YS", "move"), MOVE)
    assert game.key == "action/GC"
    assert "rather/YS" not in game.options()
    game.act("GC", "move", MOVE)
    assert game.key == "action/CC"
    game.play(("action/CC", "rather/BG"), ("action/BG", "summon/ghoul"))
    assert not [o for o in game.options() if o.startswith("rather")], "Black Goat has begun its turn"


def test_a_faction_without_power_is_left_out_of_its_players_turn() -> None:
    """Reference 3.4: at 0 Power it is skipped, whoever plays it; no Decay with two factions each."""
    game = two_each()
    game.correct(YS_power=0, CC_power=0, BG_power=0)
    game.act("GC", "move", MOVE)
    assert game.key == "action/GC"
    assert game.state.decay == 0
    assert game["GC"].power == 7
    game.correct(YS_power=3)
    game.act("GC", "move", MOVE)
    assert game.key == "action/YS"


def test_an_area_hosts_one_battle_in_a_turn_of_both_factions() -> None:
    """Reference 2 (D4): one per area and turn of the player, and the turn is one for both factions."""
    game = two_each()
    game.correct(GC_deep_one=1, YS_byakhee=1, CC_nightgaunt=2)
    game.fight("GC", "south_asia", "CC", ["GC.deep_one.1"], ["CC.nightgaunt.1"])
    game.play(("battle/roll/GC", [1]), ("battle/board", True), ("action/YS", "battle/CC"))
    assert game.refusal("south_asia") == "There was already a battle here this turn."


def test_factions_of_one_player_may_battle_each_other() -> None:
    """D2: they do not cooperate."""
    game = two_each()
    game.correct(GC_deep_one=1)
    assert "battle/YS" in game.options()


def test_another_player_is_somebody_else() -> None:
    """D2 and Yellow Sign's requirement 1: "another player gains 3 Doom"; one's own other faction is no other player."""
    game = two_each()
    game.play(("action/GC", "rather/YS"))
    game.play(("action/YS", "three_doom"))
    assert sorted(game.options()) == ["BG", "CC"]


def test_power_per_enemy_player_counts_people() -> None:
    """D2 and Black Goat's requirement 4: 1 Power per enemy player; there is one, with two factions."""
    game = two_each()
    before = game["BG"].power
    game.session.interject("claim/BG")
    game.play(("claim/BG", "share_areas"), ("book/BG", "frenzy"))
    assert game["BG"].power == before + 1


def test_one_enemy_alone_has_nothing_to_split() -> None:
    """The Thousand Forms with two players (reference 3.8): the one who gives is asked, not how it is shared out."""
    game = Evening("CC", "BG")
    game["CC"].met.append("awaken")
    game.state.record(BookTaken("CC", "thousand_forms", "awaken"))
    game.correct(CC_nyarlathotep=1)
    game.play(("action/CC", "thousand_forms"), ("thousand_forms/roll", [5]))
    assert game.prompt.title == "Black Goat: give up 3 Power?"
    game.play(("thousand_forms/agree", "yes"))
    assert game["BG"].power == 5


def test_no_doom_for_losses_and_doom_for_gates_with_two_factions_each() -> None:
    """D2: the rules of the normal game, not those of reference 3.8."""
    game = two_each()
    assert "pass" in game.options()
    game.to_doom_phase_of_two()
    assert [game[c].doom for c in ("GC", "YS", "CC", "BG")] == [1, 1, 1, 1]


def test_own_factions_take_their_rituals_in_either_order() -> None:
    """Reference 3.3: in player order; the order within a player is free."""
    game = two_each()
    game.correct(GC_acolyte=6)
    game.to_doom_phase_of_two()
    first, second = game.state.hand(game.state.first)
    game.correct(**{f"{first}_power": 9, f"{second}_power": 9})
    game.play((f"doom_phase/{first}", f"rather/{second}"), (f"doom_phase/{second}", "ritual"))
    assert game.state.ritual == 1
    assert game.key == f"doom_phase/{first}"
    assert not [o for o in game.options() if o.startswith("rather")]


def test_doom_of_both_factions_is_added_and_either_with_six_books_will_do() -> None:
    """D2: the end comes as always, by one marker at 30; then the sums are compared."""
    game = two_each()
    game.correct(GC_doom=16, YS_doom=14, CC_doom=5, BG_doom=24)
    assert not end_triggered(game.state)
    for code in ("YS", "CC"):
        game[code].books.extend(book.id for book in roster.card(code).books)
    assert winners(game.state) == [["GC", "YS"]]
    game["YS"].books.pop()
    assert winners(game.state) == [["CC", "BG"]]
    game.correct(BG_doom=30)
    game.act("GC", "move", MOVE)
    assert game.key == "action/YS", "the turn is over when both factions have acted"
    game.act("YS", "move", MOVE)
    assert game.key == "end"
    assert game.prompt.title == "Victory: Crawling Chaos with Black Goat."
    assert "Great Cthulhu with Yellow Sign: 16 + 14 = 30 Doom, 0 and 5 spellbooks" in game.prompt.as_json()["lines"]


@pytest.mark.parametrize(
    ("powers", "asked"),
    [
        ({"GC": 9, "YS": 5, "CC": 8, "BG": 5}, ""),
        ({"GC": 9, "YS": 1, "CC": 8, "BG": 5}, "table"),
        ({"GC": 9, "YS": 4, "CC": 9, "BG": 4}, "GC"),
    ],
)
def test_first_player_with_two_factions_is_asked_where_rules_are_silent(powers: dict[str, int], asked: str) -> None:
    """D2 and reference 3.2: the most Power of a player may be the sum or one faction's; then the table says."""
    game = two_each()
    for code, power in powers.items():
        game[code].power = power
    state = game.state
    agreed = leaders(state) == holders_of_the_most(state)
    assert agreed is (asked != "table")
    assert len(leaders(state)) == (2 if asked == "GC" else 1)


def test_each_card_says_whose_faction_it_is_and_all_their_doom() -> None:
    """Seats know their player."""
    game = two_each()
    game.correct(GC_doom=3, YS_doom=4)
    players = {p.id: p for p in game.session.view.players}
    told = {c.label: c.value for c in players["YS"].small}
    assert (told["Player"], told["all Doom"]) == (1, 7)
    assert [players[c].first for c in ("GC", "YS", "CC", "BG")] == [True, True, False, False]
    assert players["BG"].details[0] == "Player 2: Crawling Chaos with Black Goat"
    assert "Player" not in {c.label for p in Evening("GC", "CC").session.view.players for c in p.small}
