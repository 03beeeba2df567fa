"""Quick Battles from the home page: everything that counts is asked for, and nothing else."""

from __future__ import annotations

import random
from typing import Any

import pytest
from msgspec.structs import replace

from companion.games.cthulhu_wars.facts import DoomGained
from companion.games.cthulhu_wars.game import CTHULHU_WARS
from companion.games.cthulhu_wars.model.roster import FACTIONS
from companion.table.autoplay import play
from companion.table.errors import BadAnswerError, BadSetupError
from companion.table.prompts import Blank, Choose, Form, Roll
from companion.table.session import Session, new_session
from tests.cthulhu_wars.battles import AREA, Skirmish


@pytest.mark.parametrize(
    "given",
    [
        {"attacker": "GC", "defender": "GC"},
        {"attacker": 5},
        {"area": "atlantis"},
        {"books": {"GC": ["frenzy"]}, "attacker": "GC"},
        {"pieces": {"GC": {"deep_one": 9}}, "attacker": "GC"},
        {"ritual": -1},
        {"nonsense": 1},
    ],
)
def test_an_impossible_quick_battle_is_refused(given: dict[str, Any]) -> None:
    """Design, section 5: bad input of any shape gets an error that says so."""
    with pytest.raises(BadSetupError):
        new_session(CTHULHU_WARS, {"quick_battle": given})


@pytest.mark.parametrize(
    "given",
    [
        {"area": ["europe"]},
        {"map": ["earth35"]},
        {"gates": {"europe": ["GC"]}},
        {
            "attacker": "GC",
            "defender": "CC",
            "pieces": {"GC": {"deep_one": 2}, "CC": {"acolyte": 1}},
            "in_play": {"GC": {"deep_one": 1}},
        },
    ],
)
def test_a_malformed_quick_battle_is_refused(given: dict[str, Any]) -> None:
    """Design, section 5: a list where a name belongs, or fewer pieces in play than in the battle, is refused too."""
    with pytest.raises(BadSetupError):
        new_session(CTHULHU_WARS, {"quick_battle": given})


def at_home() -> Session[Any]:
    """A Quick Battle as the home page starts it."""
    return new_session(CTHULHU_WARS, {"quick_battle": {}})


def answer(session: Session[Any], *steps: tuple[str, Any]) -> None:
    """Answer questions in order; each step names the key that must be asked."""
    for key, value in steps:
        tickets = {item.prompt.key: item.ticket for item in session.prompts}
        assert key in tickets, f"asked {list(tickets)}, expected {key}"
        session.answer(tickets[key], value)


def sides(attacker: str, defender: str, others: list[str], **books: list[str]) -> list[tuple[str, Any]]:
    """The answers up to the pieces."""
    return [
        ("quick/attacker", attacker),
        ("quick/defender", defender),
        ("quick/area", AREA),
        ("quick/others", others),
        *((f"quick/books/{side}", books.get(side, [])) for side in (attacker, defender)),
    ]


def counts(session: Session[Any]) -> dict[str, Blank]:
    """The numbers that are asked for besides the pieces."""
    (item,) = session.prompts
    assert item.prompt.key == "quick/counts"
    assert isinstance(item.prompt, Form)
    return {blank.id: blank for blank in item.prompt.blanks}


def dice(session: Session[Any]) -> dict[str, int]:
    """Dice that are asked for, by side."""
    return {i.prompt.who: i.prompt.dice for i in session.prompts if isinstance(i.prompt, Roll)}


def test_a_quick_battle_asks_for_whatever_is_missing() -> None:
    """Design, section 1: pick sides, pick pieces, resolve; nothing is asked that nobody there can use."""
    session = at_home()
    answer(
        session,
        *sides("GC", "CC", []),
        ("quick/pieces/GC", ["deep_one.1"]),
        ("quick/pieces/CC", ["acolyte.1"]),
        ("battle/roll/GC", [6]),
        ("battle/board", True),
    )
    assert session.finished


@pytest.mark.parametrize("cost", [5, 7, 10])
def test_hastur_rolls_the_cost_of_a_ritual(cost: int) -> None:
    """Battle reference 3: the cost is asked for where Hastur fights, and not where he does not."""
    session = at_home()
    answer(session, *sides("YS", "GC", []), ("quick/pieces/YS", ["hastur.1"]), ("quick/pieces/GC", ["deep_one.1"]))
    (asked,) = counts(session).values()
    assert (asked.id, asked.least, asked.most, asked.suggested) == ("ritual", 5, 10, 5)
    answer(session, ("quick/counts", {"ritual": cost}))
    assert dice(session) == {"YS": cost, "GC": 1}


@pytest.mark.parametrize("others", [[], ["BG"], ["BG", "CC"]])
def test_hasturs_dice_do_not_depend_on_how_many_look_on(others: list[str]) -> None:
    """Reference 1.1: the marker's step 3 costs 7 on the track of the board that is used."""
    battle = Skirmish({"YS": {"hastur": 1}, "GC": {"deep_one": 1}}, others=others, ritual=3)
    assert battle.dice("YS") == 7


def test_shub_niggurath_counts_gates_and_pieces_in_play() -> None:
    """Battle reference 3: her Gates, Cultists in play and, with The Red Sign, Dark Young in play."""
    session = at_home()
    answer(
        session,
        *sides("BG", "GC", [], BG=["red_sign"]),
        ("quick/pieces/BG", ["shub_niggurath.1", "acolyte.1"]),
        ("quick/pieces/GC", ["deep_one.1"]),
    )
    assert {name: (blank.least, blank.most) for name, blank in counts(session).items()} == {
        "gates/BG": (0, 24),
        "in_play/BG/acolyte": (1, 6),
        "in_play/BG/dark_young": (0, 3),
    }, "those in the battle are counted"
    answer(session, ("quick/counts", {"gates/BG": 2, "in_play/BG/acolyte": 4, "in_play/BG/dark_young": 2}))
    assert dice(session) == {"BG": 2 + 4 + 2, "GC": 1}
    assert len(session.state.gates_of("BG")) == 2


def test_savagery_asks_for_power_only_with_a_cat_from_saturn() -> None:
    """Section 6, BB: each Cat from Saturn has more Combat for 1 Power; no other Cat has."""
    for cat, asked in (("cat_from_saturn", ["BB.power"]), ("cat_from_mars", [])):
        session = at_home()
        answer(session, *sides("BB", "GC", [], BB=["savagery"]))
        answer(session, ("quick/pieces/BB", [f"{cat}.1"]), ("quick/pieces/GC", ["deep_one.1"]))
        prompt = session.prompts[0].prompt
        assert [blank.id for blank in prompt.blanks] == asked if isinstance(prompt, Form) else not asked


def test_a_larva_asks_whether_its_avatar_is_in_play() -> None:
    """Battle reference 3: 2 dice with it; the others' Avatars count for Cosmic Ruler alone."""
    session = at_home()
    answer(
        session,
        *sides("GC", "DS", []),
        ("quick/pieces/GC", ["deep_one.1"]),
        ("quick/pieces/DS", ["larva_thesis.1"]),
    )
    assert list(counts(session)) == ["in_play/DS/avatar_thesis"]
    answer(session, ("quick/counts", {"in_play/DS/avatar_thesis": 1}))
    assert dice(session) == {"GC": 1, "DS": 2}


def test_without_shub_niggurath_nothing_off_the_board_counts() -> None:
    """Battle reference 3: it is she who counts Dark Young, not The Red Sign."""
    session = at_home()
    answer(
        session,
        *sides("BG", "GC", [], BG=["red_sign"]),
        ("quick/pieces/BG", ["fungi.1"]),
        ("quick/pieces/GC", ["deep_one.1"]),
    )
    assert dice(session) == {"BG": 1, "GC": 1}


def test_shub_niggurath_without_anything_that_counts_may_not_attack() -> None:
    """Battle reference 2.1: it shows when the last of it is said; then other pieces are picked."""
    session = at_home()
    answer(
        session,
        *sides("BG", "GC", []),
        ("quick/pieces/BG", ["shub_niggurath.1"]),
        ("quick/pieces/GC", ["deep_one.1"]),
        ("quick/counts", {}),
    )
    prompt = session.prompts[0].prompt
    assert (prompt.key, prompt.text) == ("quick/pieces/BG", "Their total Combat is 0, so they cannot attack.")
    answer(session, ("quick/pieces/BG", ["shub_niggurath.1", "fungi.1"]))
    assert dice(session) == {"BG": 1, "GC": 1}


def test_hunting_horrors_elsewhere_may_come() -> None:
    """Seek and Destroy: how many are in play is asked of who owns it."""
    session = at_home()
    answer(
        session,
        *sides("GC", "CC", [], CC=["seek_and_destroy"]),
        ("quick/pieces/GC", ["deep_one.1"]),
        ("quick/pieces/CC", ["acolyte.1"]),
        ("quick/counts", {"in_play/CC/hunting_horror": 2}),
        ("battle/pre_battle/CC", "seek_and_destroy"),
        ("battle/seek_and_destroy", 2),
    )
    assert dice(session) == {"GC": 1, "CC": 4}


def test_third_parties_are_named_and_asked_for_what_they_may_do() -> None:
    """Battle reference 2.3: Necrophagy and Madness serve in battles of others."""
    session = at_home()
    answer(
        session,
        *sides("GC", "YS", ["BG.necrophagy", "CC.madness"]),
        ("quick/pieces/GC", ["deep_one.1", "deep_one.2"]),
        ("quick/pieces/YS", ["byakhee.1", "byakhee.2"]),
        ("quick/counts", {"in_play/BG/ghoul": 2}),
        ("battle/roll/GC", [4, 1]),
        ("battle/roll/YS", [4, 1, 1]),
        ("battle/kills_assigned/BG", "necrophagy"),
        ("battle/necrophagy", 2),
        ("battle/near/YS", []),
        ("battle/near/GC", []),
        ("battle/madness", "GC"),
    )
    for side in ("GC", "YS"):
        prompt = session.prompts[0].prompt
        assert (prompt.key, prompt.who) == (f"battle/retreat/{side}", "CC")
        play(session, random.Random(1), 1)
    assert session.prompts[0].prompt.key == "battle/board"
    assert [f.side for f in session.state.battle.figures if f.status == "called"] == ["BG", "BG"]


def test_nobody_else_is_asked_about_who_has_nothing_to_use(monkeypatch: pytest.MonkeyPatch) -> None:
    """Asked is who has a book for battles of others and is in none; without such a faction nothing is."""
    sides = ("GC", "CC")
    able = [f"{f.code}.{b.id}" for f in FACTIONS.values() if f.code not in sides for b in f.books if b.id in f.onlooker]
    session = at_home()
    answer(session, ("quick/attacker", "GC"), ("quick/defender", "CC"), ("quick/area", AREA))
    prompt = next(item.prompt for item in session.prompts if item.prompt.key == "quick/others")
    assert isinstance(prompt, Choose)
    assert [o.id for o in prompt.options] == able
    for code, faction in FACTIONS.items():
        if code not in sides:
            monkeypatch.setitem(FACTIONS, code, replace(faction, onlooker=()))
    session = at_home()
    answer(session, ("quick/attacker", "GC"), ("quick/defender", "CC"), ("quick/area", AREA))
    assert "quick/others" not in [item.prompt.key for item in session.prompts]


def test_the_harbinger_takes_elder_signs_in_a_quick_battle() -> None:
    """Section 4.1: 2 Elder Signs are 2 Elder Signs, not 2 Doom; they come from the printed ones."""
    battle = Skirmish({"CC": {"nyarlathotep": 1}, "YS": {"hastur": 1}}, books={"CC": ["madness"]})
    battle.roll(CC=[6], YS=[1, 1, 1, 1, 1])
    battle.play(("battle/kills_assigned/CC", "harbinger_kill"), ("battle/harbinger", "signs"))
    assert (battle.state.factions["CC"].signs, battle.state.factions["CC"].doom) == ([0, 0], 0)


@pytest.mark.parametrize(("attacker", "pieces"), [("YS", ["undead.1", "acolyte.1"]), ("YS", ["king_in_yellow.1"])])
def test_an_attacker_with_combat_0_is_refused(attacker: str, pieces: list[str]) -> None:
    """Battle reference 2.1: with the reason, and nothing has changed."""
    session = at_home()
    answer(session, *sides(attacker, "GC", []))
    item = session.prompts[0]
    assert isinstance(item.prompt, Choose)
    assert item.prompt.lacks(pieces) == "Cannot attack with Combat 0"
    with pytest.raises(BadAnswerError, match="Cannot attack with Combat 0"):
        session.answer(item.ticket, pieces)


@pytest.mark.parametrize(
    ("attacker", "pieces", "able"),
    [
        ("BG", ["acolyte.1", "ghoul.1"], ["fungi.1"]),
        ("CC", ["nyarlathotep.1", "nightgaunt.1"], ["flying_polyp.1"]),
    ],
)
def test_pieces_that_only_a_spellbook_could_arm_are_picked_anew_without_it(
    attacker: str, pieces: list[str], able: list[str]
) -> None:
    """Battle reference 2.1: pieces and spellbooks are said at the same moment; the first tell nothing without these."""
    session = at_home()
    answer(
        session, *sides(attacker, "GC", []), (f"quick/pieces/{attacker}", pieces), ("quick/pieces/GC", ["deep_one.1"])
    )
    (item,) = session.prompts
    prompt = item.prompt
    assert isinstance(prompt, Choose)
    assert (prompt.key, prompt.text) == (f"quick/pieces/{attacker}", "Their total Combat is 0, so they cannot attack.")
    assert prompt.lacks(pieces) == "Cannot attack with Combat 0"
    session.answer(item.ticket, able)
    assert dice(session)[attacker] > 0


def test_frenzy_and_spellbooks_give_combat_that_was_none() -> None:
    """Frenzy: Cultists have 1. Nyarlathotep counts the books of both."""
    session = at_home()
    answer(session, *sides("BG", "GC", [], BG=["frenzy"]), ("quick/pieces/BG", ["acolyte.1"]))
    session = at_home()
    answer(session, *sides("CC", "GC", [], GC=["dreams"]), ("quick/pieces/CC", ["nyarlathotep.1"]))
    assert session.prompts[0].prompt.key == "quick/pieces/GC"


def test_a_defender_may_have_combat_0() -> None:
    """Battle reference 2.1: it can still be attacked."""
    session = at_home()
    answer(session, *sides("GC", "CC", []), ("quick/pieces/GC", ["deep_one.1"]), ("quick/pieces/CC", ["nightgaunt.1"]))
    assert dice(session) == {"GC": 1}


def test_a_given_attack_with_combat_0_is_refused_at_the_start() -> None:
    """Design, section 5: a set-up that cannot be fought is refused, with the reason."""
    with pytest.raises(BadSetupError, match="Yellow Sign have Combat 0"):
        Skirmish({"YS": {"undead": 1}, "GC": {"deep_one": 1}})
    with pytest.raises(BadSetupError, match="Combat 0"):
        Skirmish({"BG": {"shub_niggurath": 1}, "GC": {"deep_one": 1}})
    assert Skirmish({"BG": {"shub_niggurath": 1}, "GC": {"deep_one": 1}}, gates={"arabia": "BG"}).dice("BG") == 1


def test_given_pieces_without_combat_are_picked_anew_where_books_are_asked() -> None:
    """Whether Nyarlathotep has Combat depends on the spellbooks, which are not given here."""
    given = {
        "attacker": "CC",
        "defender": "GC",
        "area": AREA,
        "pieces": {"CC": {"nyarlathotep": 1}, "GC": {"deep_one": 1}},
    }
    session = new_session(CTHULHU_WARS, {"quick_battle": given})
    answer(session, ("quick/books/CC", []), ("quick/books/GC", []))
    assert session.prompts[0].prompt.key == "quick/pieces/CC"


@pytest.mark.parametrize("attacker", FACTIONS)
@pytest.mark.parametrize("defender", FACTIONS)
def test_every_faction_against_every_other_at_random(attacker: str, defender: str) -> None:
    """Whatever is picked, the battle comes to its end, and there is no error and no question without an answer."""
    if attacker == defender:
        return
    expansion = FACTIONS[attacker].expansion or FACTIONS[defender].expansion
    for seed in range(3 if expansion else 12):
        session, chance = at_home(), random.Random(seed)
        answer(session, ("quick/attacker", attacker), ("quick/defender", defender))
        play(session, chance, 400)
        assert session.finished
        assert session.state.seats[:2] == [attacker, defender]


@pytest.mark.parametrize("seed", range(6))
def test_a_quick_battle_gives_no_doom(seed: int) -> None:
    """Reference 3.8 is about a game of two players; a Quick Battle, even one whose sides are asked for, is none."""
    session = new_session(CTHULHU_WARS, {"quick_battle": {}})
    play(session, random.Random(seed), 300)
    assert session.finished
    assert session.view.header == ("Quick Battle",)
    assert not any(isinstance(fact, DoomGained) for fact in session.state.facts)
