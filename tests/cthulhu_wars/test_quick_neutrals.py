"""Quick Battles with Filth tokens, High Priests and Unique ones as pieces, and with Energy Nexus before them."""

from __future__ import annotations

import random
from typing import Any

import pytest

from companion.games.cthulhu_wars.game import CTHULHU_WARS
from companion.games.cthulhu_wars.model.neutral_cards import PRIESTS
from companion.games.cthulhu_wars.model.roster import FACTIONS
from companion.table.autoplay import play
from companion.table.errors import BadSetupError
from companion.table.prompts import Choose, Count, Form, Roll
from companion.table.session import Session, new_session, open_session
from tests.cthulhu_wars.battles import AREA, Skirmish
from tests.cthulhu_wars.test_quick_battle import answer, dice

WITH_PRIESTS = [code for code, card in FACTIONS.items() if card.cultists]


def at_home(attacker: str, defender: str, *, mine: list[str], theirs: list[str]) -> Session[Any]:
    """A Quick Battle with neutral pieces as the home page starts it, up to the pieces."""
    session = new_session(CTHULHU_WARS, {"quick_battle": {"neutral": "ask"}})
    answer(
        session,
        *(("quick/attacker", attacker), ("quick/defender", defender), ("quick/area", AREA)),
        *((f"quick/neutral/{attacker}", mine), (f"quick/neutral/{defender}", theirs)),
        *((f"quick/books/{attacker}", []), (f"quick/books/{defender}", []), ("quick/others", [])),
    )
    return session


def choice(session: Session[Any], key: str) -> Choose:
    prompt = next(item.prompt for item in session.prompts if item.prompt.key == key)
    assert isinstance(prompt, Choose)
    return prompt


def kinds(session: Session[Any], side: str) -> dict[str, int]:
    """How many of each kind can be picked as pieces."""
    groups = [option.group for option in choice(session, f"quick/pieces/{side}").options]
    return {group: groups.count(group) for group in groups}


# -- Filth -------------------------------------------------------------------------------------------------------------


def test_whoever_has_abhoths_card_may_fight_with_filth_alone() -> None:
    """Reference 7, Abhoth: a Filth token is a Monster with Combat 0; twelve are in the box (D72); none needs Abhoth."""
    session = at_home("CC", "GC", mine=[], theirs=["abhoth"])
    assert (kinds(session, "GC")["filth"], kinds(session, "GC")["abhoth"]) == (12, 1)
    assert "filth" not in kinds(session, "CC")
    answer(session, ("quick/pieces/CC", ["flying_polyp.1"]), ("quick/pieces/GC", ["filth.1", "filth.2"]))
    assert dice(session) == {"CC": 1}


def test_abhoth_has_at_least_a_die_for_each_token_in_his_battle() -> None:
    """Combat: own Filth tokens in play, wherever; how many lie elsewhere only the table knows."""
    session = at_home("GC", "CC", mine=["abhoth"], theirs=[])
    answer(session, ("quick/pieces/GC", ["abhoth.1", "filth.1", "filth.2"]), ("quick/pieces/CC", ["acolyte.1"]))
    (item,) = session.prompts
    assert isinstance(item.prompt, Count)
    assert (item.prompt.key, item.prompt.least) == ("battle/dice/GC/abhoth", 2)
    session.answer(item.ticket, 4)
    assert dice(session) == {"GC": 4}


@pytest.mark.parametrize(("in_play", "number"), [({}, 2), ({"in_play": {"GC": {"abhoth": 1, "filth": 5}}}, 5)])
def test_a_given_battle_with_filth_asks_for_no_dice(in_play: dict[str, Any], number: int) -> None:
    """Who gives the pieces of a side there gives what counts with them, too."""
    battle = Skirmish({"GC": {"abhoth": 1, "filth": 2}, "CC": {"acolyte": 1}}, **in_play)
    assert battle.dice("GC") == number


# -- High Priests ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("code", FACTIONS)
def test_who_has_cultists_has_a_high_priest_where_neutral_pieces_are(code: str) -> None:
    """Reference 7: one for each faction; Tcho-Tcho has three, Bubastis none."""
    other = "GC" if code != "GC" else "CC"
    session = at_home(other, code, mine=[], theirs=[])
    assert kinds(session, code).get("high_priest", 0) == {"TT": 3}.get(code, int(code in WITH_PRIESTS))
    unique = "keziah_mason"
    assert unique not in kinds(session, code), "nobody has chosen her"


@pytest.mark.parametrize("unique", PRIESTS)
@pytest.mark.parametrize("code", ["GC", "TT"])
def test_a_unique_high_priest_is_one_of_the_high_priests(code: str, unique: str) -> None:
    """Reference 7: each there is once, counts as one of the High Priests, and a faction has at most one of them."""
    session = new_session(CTHULHU_WARS, {"quick_battle": {"neutral": "ask"}})
    answer(session, ("quick/attacker", "CC"), ("quick/defender", code), ("quick/area", AREA))
    answer(session, ("quick/neutral/CC", [unique]))
    assert unique not in [option.id for option in choice(session, f"quick/neutral/{code}").options], "there is one"
    mine = next(name for name in PRIESTS if name != unique)
    others = [name for name in PRIESTS if name != unique]
    answer(session, (f"quick/neutral/{code}", others[:2]))
    asked = choice(session, f"quick/neutral/{code}")
    assert asked.text == "One of your High Priests may be a Unique one."
    answer(session, (f"quick/neutral/{code}", [mine]), (f"quick/books/{code}", []), ("quick/books/CC", []))
    answer(session, ("quick/others", []))
    number = {"TT": 3}.get(code, 1)
    assert (kinds(session, code)[mine], kinds(session, code).get("high_priest", 0)) == (1, number - 1)
    answer(session, ("quick/pieces/CC", [f"{unique}.1", "flying_polyp.1"]), (f"quick/pieces/{code}", [f"{mine}.1"]))
    assert session.state.factions[code].in_play[mine] == 1
    play(session, random.Random(1), 200)
    assert session.finished


def test_bubastis_has_no_unique_high_priest() -> None:
    """Reference 7: Bubastis has no High Priests."""
    session = new_session(CTHULHU_WARS, {"quick_battle": {"neutral": "ask", "attacker": "BB", "defender": "GC"}})
    answer(session, ("quick/area", AREA))
    assert not {o.id for o in choice(session, "quick/neutral/BB").options} & {*PRIESTS}


@pytest.mark.parametrize(
    "pieces",
    [
        {"BB": {"cat_from_mars": 1, "high_priest": 1}, "GC": {"deep_one": 1}},
        {"CC": {"flying_polyp": 1, "high_priest": 2}, "GC": {"deep_one": 1}},
        {"CC": {"flying_polyp": 1, "high_priest": 1, "pitpipo": 1}, "GC": {"deep_one": 1}},
        {"CC": {"flying_polyp": 1, "keziah_mason": 1, "pitpipo": 1}, "GC": {"deep_one": 1}},
        {"CC": {"flying_polyp": 1, "pitpipo": 1}, "GC": {"deep_one": 1, "pitpipo": 1}},
        {"CC": {"flying_polyp": 1, "filth": 13}, "GC": {"deep_one": 1}},
    ],
)
def test_more_high_priests_or_filth_than_there_are_are_refused(pieces: dict[str, dict[str, int]]) -> None:
    """Design, section 5: with a sentence, and nothing was started."""
    with pytest.raises(BadSetupError):
        Skirmish(pieces)


def test_a_given_battle_with_high_priests_is_fought() -> None:
    """A High Priest and a Unique one are pieces with Combat 0; results are assigned to them."""
    battle = Skirmish({"GC": {"deep_one": 2}, "TT": {"high_priest": 2, "keziah_mason": 1}})
    battle.roll(GC=[6, 1])
    battle.play(("battle/kill/TT", {"TT.high_priest.1": ["kill"]}), ("battle/board", True))
    assert battle.in_play("TT") == {"high_priest": 1, "keziah_mason": 1}


def test_keziah_mason_works_in_a_given_battle() -> None:
    """Reference 7: when she is assigned a Kill there are 2 Kills more against the enemy."""
    battle = Skirmish({"GC": {"deep_one": 3}, "CC": {"keziah_mason": 1}})
    battle.roll(GC=[6, 1, 1])
    while battle.session.prompts and battle.session.prompts[0].prompt.key != "battle/board":
        play(battle.session, random.Random(0), 1)
    assert battle.in_play("GC") == {"deep_one": 1}


@pytest.mark.parametrize("where", [0, 1])
def test_pitpipo_is_asked_for_where_he_is_not_in_the_battle(where: int) -> None:
    """Reference 7: a Kill may be assigned to him although he was not in it; whether he is on the map is asked."""
    session = at_home("GC", "CC", mine=[], theirs=["pitpipo"])
    answer(session, ("quick/pieces/GC", ["deep_one.1"]), ("quick/pieces/CC", ["acolyte.1"]))
    (item,) = session.prompts
    assert isinstance(item.prompt, Form)
    assert [(b.id, b.least, b.most) for b in item.prompt.blanks] == [("in_play/CC/pitpipo", 0, 1)]
    answer(session, ("quick/counts", {"in_play/CC/pitpipo": where}), ("battle/roll/GC", [6]))
    keys = [item.prompt.key for item in session.prompts]
    assert any("pitpipo" in str(i.prompt.as_json()) for i in session.prompts) is bool(where), keys


# -- Energy Nexus ------------------------------------------------------------------------------------------------------


def asked_others(side: str = "BG") -> Session[Any]:
    """Sleeper looks on with Energy Nexus."""
    session = new_session(CTHULHU_WARS, {"quick_battle": {}})
    answer(
        session,
        *(("quick/attacker", "GC"), ("quick/defender", side), ("quick/area", AREA)),
        *((f"quick/books/{code}", []) for code in ("GC", side)),
        ("quick/others", ["SL.energy_nexus"]),
        ("quick/pieces/GC", ["deep_one.1", "deep_one.2"]),
        (f"quick/pieces/{side}", ["ghoul.1", "acolyte.1"]),
    )
    return session


def test_sleeper_looks_on_with_energy_nexus() -> None:
    """Battle reference 2, state 2: Sleeper may be no side; one Action in the area first, before any ability. Without a
    game around it the table takes it on the board, and says who is there now."""
    session = asked_others()
    prompt = choice(session, "energy_nexus/SL")
    assert (prompt.who, prompt.title, prompt.decline) == ("SL", "Energy Nexus: an Action first?", "No Action")
    answer(session, ("energy_nexus/SL", "on_the_board"))
    assert choice(session, "quick/pieces_now/GC").suggested == ("deep_one.1", "deep_one.2")
    answer(session, ("quick/pieces_now/GC", ["deep_one.1"]), ("quick/pieces_now/BG", ["ghoul.1", "fungi.1"]))
    assert dice(session) == {"GC": 1, "BG": 1}
    assert [f.id for f in session.state.battle.figures] == ["GC.deep_one.1", "BG.ghoul.1", "BG.fungi.1"]


def test_energy_nexus_is_declined_in_a_quick_battle() -> None:
    """It is optional; then the battle is as it was."""
    session = asked_others()
    answer(session, ("energy_nexus/SL", []))
    assert dice(session) == {"GC": 2}


def test_energy_nexus_that_leaves_a_side_empty_ends_the_quick_battle() -> None:
    """State 2: if afterwards one side has no units the battle is over without any ability."""
    session = asked_others()
    answer(session, ("energy_nexus/SL", "on_the_board"), ("quick/pieces_now/GC", ["deep_one.1"]))
    answer(session, ("quick/pieces_now/BG", []))
    assert session.prompts[0].prompt.key == "battle/board" or session.finished
    assert not [item for item in session.prompts if isinstance(item.prompt, Roll)]


@pytest.mark.parametrize(("left", "owner"), [(["acolyte.1"], "CC"), (["nightgaunt.1"], None)])
def test_a_gate_whose_keeper_is_gone_by_energy_nexus_is_abandoned(left: list[str], owner: str | None) -> None:
    """Reference 3.5: a Gate without its Cultist is abandoned."""
    battle = Skirmish(
        {"GC": {"deep_one": 1}, "CC": {"acolyte": 1, "nightgaunt": 1}},
        others=["SL"],
        books={"SL": ["energy_nexus"]},
        gates={AREA: "CC"},
    )
    battle.play(("energy_nexus/SL", "on_the_board"), ("quick/pieces_now/GC", ["deep_one.1"]))
    battle.play(("quick/pieces_now/CC", left))
    assert battle.state.gates[AREA] == owner


def test_energy_nexus_where_a_unique_high_priest_was_given() -> None:
    """Who is there now is asked of her, too; she is the only High Priest of her faction."""
    battle = Skirmish(
        {"GC": {"deep_one": 1}, "CC": {"keziah_mason": 1}}, others=["SL"], books={"SL": ["energy_nexus"]}
    ).play(("energy_nexus/SL", "on_the_board"))
    asked = battle.prompt("quick/pieces_now/CC")
    assert isinstance(asked, Choose)
    assert asked.suggested == ("keziah_mason.1",)
    assert not [option.id for option in asked.options if option.group == "high_priest"]


@pytest.mark.parametrize(
    ("wizards", "books", "asked"),
    [(1, ["energy_nexus"], True), (0, ["energy_nexus"], False), (1, [], False)],
)
def test_sleepers_own_quick_battle_needs_the_book_and_a_wizard(wizards: int, books: list[str], asked: bool) -> None:
    """Energy Nexus: with a Wizard in the area; Sleeper may be attacker or defender as well."""
    mine = {"wizard": wizards, "serpent_man": 1}
    for pieces in ({"SL": mine, "GC": {"deep_one": 1}}, {"GC": {"deep_one": 1}, "SL": mine}):
        battle = Skirmish(pieces, books={"SL": books})
        assert ("energy_nexus/SL" in battle.open_keys) is asked


@pytest.mark.parametrize(("wizards", "asked"), [(1, True), (0, False)])
def test_an_onlooker_without_a_wizard_in_play_is_not_asked(wizards: int, asked: bool) -> None:
    """Where the set-up says what Sleeper has in play."""
    battle = Skirmish(
        {"GC": {"deep_one": 1}, "CC": {"acolyte": 1}},
        others=["SL"],
        books={"SL": ["energy_nexus"]},
        in_play={"SL": {"wizard": wizards, "acolyte": 1}},
    )
    assert ("energy_nexus/SL" in battle.open_keys) is asked


def test_a_formless_spawn_that_comes_by_energy_nexus_is_counted() -> None:
    """What counts with the pieces that have come is asked for then."""
    session = new_session(CTHULHU_WARS, {"quick_battle": {}})
    answer(
        session,
        *(("quick/attacker", "GC"), ("quick/defender", "SL"), ("quick/area", AREA)),
        *(("quick/books/GC", []), ("quick/books/SL", ["energy_nexus"]), ("quick/others", [])),
        *(("quick/pieces/GC", ["deep_one.1"]), ("quick/pieces/SL", ["wizard.1"])),
        ("energy_nexus/SL", "on_the_board"),
        ("quick/pieces_now/GC", ["deep_one.1"]),
        ("quick/pieces_now/SL", ["wizard.1", "formless_spawn.1"]),
    )
    assert session.prompts[0].prompt.key == "quick/counts"
    play(session, random.Random(3), 200)
    assert session.finished


@pytest.mark.parametrize("seed", range(25))
def test_neutral_battles_at_random_end_and_open_again(seed: int) -> None:
    """Whatever is picked, the battle ends; its journal leads to the same state."""
    session, chance = new_session(CTHULHU_WARS, {"quick_battle": {"neutral": "ask"}}), random.Random(seed)
    codes = chance.sample(["SL", *FACTIONS], 2) if seed % 2 else chance.sample(sorted({*FACTIONS} - {"SL"}), 2)
    if codes[0] != codes[1]:
        answer(session, ("quick/attacker", codes[0]), ("quick/defender", codes[1]))
    play(session, chance, 400)
    assert session.finished
    first = {"game": CTHULHU_WARS.name, "rules": CTHULHU_WARS.rules_version, "setup": session.setup}
    records: list[dict[str, Any]] = [{"new": first}, *({"entry": e.as_json()} for e in session.timeline.entries)]
    again = open_session([CTHULHU_WARS], records, None)
    assert again.state.packed() == session.state.packed()


def test_a_piece_of_a_kind_that_there_is_not_is_named_with_the_page_of_ids() -> None:
    """Design, section 5: the refusal says what is wrong, and where to look."""
    with pytest.raises(BadSetupError, match=r"Great Cthulhu has no pieces “deep_thing”. .*docs/ids.md"):
        Skirmish({"CC": {"flying_polyp": 1}, "GC": {"deep_thing": 1}})
    with pytest.raises(BadSetupError, match="counted by kind, up to its stock"):
        Skirmish({"CC": {"flying_polyp": 4}, "GC": {"deep_one": 1}})
