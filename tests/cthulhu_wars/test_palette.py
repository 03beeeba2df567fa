"""What is offered in a turn: places, prices, chips, and what earlier versions offered."""

from __future__ import annotations

import pytest

from companion.games.cthulhu_wars.facts import BookTaken, CardTaken, GateSet, PowerSpent
from companion.table.errors import BadAnswerError
from companion.table.prompts import Choose, Option
from tests.chance import picture
from tests.cthulhu_wars.evening import Evening

PLACES = ["move", "battle", "summon", "awaken", "create_gate", "recruit", "capture"]
"""The Common Actions, the same places for every faction."""


def options(game: Evening) -> dict[str, Option]:
    assert isinstance(game.prompt, Choose)
    return {option.id: option for option in game.prompt.options}


def tiles(game: Evening) -> tuple[list[str], list[str]]:
    """The tiles in their order: those with something possible, and those without."""
    found: dict[str, bool] = {}
    for option in options(game).values():
        tile = option.tile or option.id
        found[tile] = found.get(tile, False) or not option.refused
    return [t for t, able in found.items() if able], [t for t, able in found.items() if not able]


@pytest.mark.parametrize("code", ["GC", "CC", "BG", "YS"])
def test_everything_has_its_place_whether_it_is_possible_or_not(code: str) -> None:
    game = Evening(*sorted(["GC", "CC", "BG", "YS"], key=lambda other: other != code), first=code)
    order = [option.tile or option.id for option in options(game).values()]
    assert list(dict.fromkeys(tile for tile in order if tile in PLACES)) == PLACES
    assert order[-1] == "pass", "always the last"
    assert "recruit" in tiles(game)[1]
    game.correct(**{f"{code}_acolyte": 4, f"{code}_power": 1})
    assert "recruit" in tiles(game)[0]
    assert [option.tile or option.id for option in options(game).values()] == order


def test_after_the_action_all_stays_where_it_was_and_says_why() -> None:
    """Reference 3.4: one Action, and any Unlimited ones around it."""
    game = Evening("GC", "CC", "BG")
    game.state.record(GateSet("africa", None))
    before = list(options(game))
    game.play(("action/GC", "move/1"))
    assert game.key == "action/GC"
    after = options(game)
    assert [name for name in after if name != "finish"] == before
    assert [name for name, option in after.items() if not option.refused] == ["control", "abandon", "finish"]
    assert {after[name].refused for name in ("move/1", "battle/CC", "recruit", "pass")} == {"Your Action is done."}
    assert isinstance(game.prompt, Choose)
    assert game.prompt.onward == "finish", "it is the way on"


def test_the_kinds_of_an_action_stand_under_its_name() -> None:
    found = {option.tile: option.heading for option in options(Evening("BG", "CC", "YS")).values() if option.tile}
    names = {"move": "Move", "battle": "Battle", "summon": "Summon", "awaken": "Awaken", "spellbook": "Spellbook"}
    assert found == names
    words = options(Evening("GC", "CC", "BG"))
    said = [words[name].short or words[name].label for name in ("create_gate", "recruit", "capture", "control", "pass")]
    assert said == ["Create Gate", "Recruit", "Capture", "Control Gate", "Pass"]


def test_with_two_players_pass_is_refused() -> None:
    """Reference 3.8: nobody may drop to 0 Power as long as anything else can be done."""
    game = Evening("GC", "CC")
    able, unable = tiles(game)
    assert unable[-1] == "pass"
    assert "pass" not in able


def test_prices_are_said_apart_from_the_words_and_are_what_is_paid() -> None:
    """Reference 3.4: pay first. Every choice that can be made is made, and taken back."""
    for code in ("GC", "CC", "BG", "YS"):
        game = Evening(*sorted(["GC", "CC", "BG", "YS"], key=lambda other: other != code), first=code)
        game.correct(**{f"{code}_power": 15, f"{code}_acolyte": 5})
        for option in options(game).values():
            assert "(" not in option.label
            assert option.symbol
            if option.refused or option.cost is None:
                continue
            before = picture(game.session)
            facts = game.session.answer(game.session.prompts[0].ticket, [option.id])
            paid = sum(fact.power for fact in facts if isinstance(fact, PowerSpent) and fact.who == code)
            asked_first = option.tile == "battle" or option.id == "create_gate"
            assert paid == option.cost or (asked_first and not paid), option
            game.session.undo()
            assert picture(game.session)["view"] == before["view"]


def test_a_move_of_some_units_is_one_tap_and_leaves_all_gates_held() -> None:
    """Reference 3.4, Move: 1 Power per unit."""
    game = Evening("GC", "CC", "BG")
    assert [(o.short, o.cost) for o in options(game).values() if o.tile == "move"] == [
        ("1", 1),
        ("2", 2),
        ("3", 3),
        ("More", None),
    ]
    game.play(("action/GC", "move/2"))
    assert game["GC"].power == 6
    assert game.state.gates["south_pacific"] == "GC"
    assert game.key == "action/CC"
    assert "Great Cthulhu to act: Move 2 units" in game.session.history[-1].entry.label


def test_nobody_moves_more_than_can_be_paid_or_than_stand_on_no_gate() -> None:
    """Reference 3.4 and 3.5: a unit that leaves its Gate gives it up, so that one is asked for."""
    game = Evening("GC", "CC", "BG")
    game.correct(GC_power=2)
    assert game.refusal("move/2") == ""
    assert game.refusal("move/3") == "It costs 3; you have 2 Power."
    game.correct(GC_power=8, GC_acolyte=2)
    assert game.refusal("move/1") == ""
    assert game.refusal("move/2") == "Only 1 of your units holds no Gate."
    game.correct(GC_acolyte=1)
    assert game.refusal("move/1") == "Only 0 of your units hold no Gate."
    assert game.refusal("move") == ""
    with pytest.raises(BadAnswerError, match="hold no Gate"):
        game.answer("move/1")
    game.play(("action/GC", "move"))
    assert game.state.gates["south_pacific"] is None, "the only one there is"


def test_a_monster_is_summoned_in_one_tap_and_says_why_it_cannot_be() -> None:
    """Reference 3.4, Summon Monster; the price is the present one (The Thousand Young)."""
    game = Evening("BG", "CC", "YS")
    game.correct(BG_ghoul=2, BG_power=2)
    kinds = {o.short: (o.cost, o.refused) for o in options(game).values() if o.tile == "summon"}
    assert kinds == {
        "Ghoul": (1, "None is in your Pool."),
        "Fungi": (2, ""),
        "Dark Young": (3, "It costs 3; you have 2 Power."),
    }
    game["BG"].met.append("awaken")
    game.state.record(BookTaken("BG", "thousand_young", "awaken"))
    game.correct(BG_shub_niggurath=1)
    assert options(game)["summon/dark_young"].cost == 2
    game.play(("action/BG", "summon/dark_young"))
    assert game["BG"].in_play["dark_young"] == 1


@pytest.mark.parametrize(
    ("once", "now"),
    [
        ([("action/GC", ["summon"]), ("summon", ["shoggoth"])], "summon/shoggoth"),
        ([("action/GC", ["awaken"])], "awaken/cthulhu"),
        ([("action/GC", ["move"]), ("move", ["unit.1", "unit.2"])], "move/2"),
    ],
)
def test_games_in_which_earlier_versions_asked_twice_open_and_are_the_same(
    once: list[tuple[str, list[str]]], now: str
) -> None:
    """Reference 3.4. The old question is asked no more, but a stored answer to it means what it meant."""
    games = [Evening("GC", "CC", "BG"), Evening("GC", "CC", "BG")]
    for game in games:
        game.state.bag.sort()
        game.correct(GC_power=12)
    games[0].once(*once)
    games[1].once(("action/GC", [now]))
    first, second = (picture(game.session) for game in games)
    assert first["view"] == second["view"]
    assert first["prompts"] == second["prompts"]
    with pytest.raises(BadAnswerError, match="not among the options"):
        Evening("GC", "CC", "BG").answer("summon")


def test_an_unlimited_summon_of_an_earlier_version_leaves_the_action_open() -> None:
    """Fertility Cult, D5; passing is over once anything has been done."""
    game = Evening("BG", "CC", "YS")
    game.once(("action/BG", ["summon"]), ("summon", ["ghoul"]))
    assert game.key == "action/BG"
    assert "finish" in options(game)
    assert options(game)["pass"].refused


def test_a_requirement_that_only_players_see_is_claimed_in_two_taps() -> None:
    """Reference 3.7: the board is the truth. It is no Action."""
    game = Evening("BG", "CC", "YS")
    claims = [o for o in options(game).values() if o.tile == "spellbook"]
    assert [o.short for o in claims] == [
        "2 Cultists",
        "Claim: units in 4 areas",
        "Claim: shared areas",
    ], "6 areas only after 4, 8 after 6"
    game.play(("action/BG", "claim/share_areas"), ("book/BG", "frenzy"))
    assert (game["BG"].books, game["BG"].met, game["BG"].power) == (["frenzy"], ["share_areas"], 10)
    assert game.key == "action/BG"
    assert "claim/share_areas" not in options(game)
    game.play(("action/BG", "claim/four_areas"), ("book/BG", "ghroth"))
    assert {"claim/six_areas"} == {name for name in options(game) if name.startswith("claim/")}
    assert "pass" in options(game), "nothing has been done yet"
    game.act("BG", "move/1")
    assert game.key == "action/CC"


def test_what_the_companion_sees_is_never_claimed() -> None:
    """Its spellbooks are offered by themselves."""
    game = Evening("CC", "BG", "YS")
    assert not [name for name in options(game) if name.startswith("claim/")]
    game.state.record(GateSet("europe", "CC", built=True))
    game.state.record(GateSet("africa", "CC"))
    game.play(("action/CC", "move/1"))
    assert game.key == "book/CC"
    game.answer("madness")
    assert game["CC"].met == ["three_gates"]


def test_requirement_actions_stand_in_one_tile_with_their_prices() -> None:
    """Crawling Chaos pays 4, 6, or 10 for both (reference section 6)."""
    game = Evening("CC", "BG", "YS")
    game.correct(CC_power=9)
    found = [(o.short, o.cost, bool(o.refused)) for o in options(game).values() if o.tile == "spellbook"]
    assert found == [("1 book", 4, False), ("1 book", 6, False), ("2 books", 10, True)]


@pytest.mark.parametrize("level", ["referee", "clerk"])
@pytest.mark.parametrize("cost", [0, 3])
def test_an_action_of_a_card_that_is_left_to_the_table_is_another_action(level: str, cost: int) -> None:
    """What Proteus lends Nodens is left to people: with Referee and Clerk, too, a key says that the turn's
    Action was another one, and what it cost."""
    game = Evening("GC", "CC", "BG", neutral=["nodens"], first="GC")
    assert "other" not in game.ids()
    game.state.record(CardTaken("GC", "nodens", "GC", 0, 0))
    game.correct(GC_nodens=1, GC_power=7)
    if level == "clerk":
        game.session.interject("help")
        game.play(("help", "clerk"))
        game.until("action/")
    game.play(("action/GC", "other"), ("other/cost", cost))
    assert game["GC"].power == 7 - cost
    assert game.key == "action/CC" or game.refusal("other") == "Your Action is done."
    assert any("Another Action" in line for line in game.log())
