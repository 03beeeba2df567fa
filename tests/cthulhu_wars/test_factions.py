"""One faction is one file: everything about it comes in through the doors of `Faction`, and is named nowhere else."""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any, Final

import pytest
from msgspec.structs import replace

from companion.games.cthulhu_wars import factions
from companion.games.cthulhu_wars.battle.declare import nobody_attacks
from companion.games.cthulhu_wars.factions import FILES
from companion.games.cthulhu_wars.game import CTHULHU_WARS
from companion.games.cthulhu_wars.model.faction import Faction
from companion.games.cthulhu_wars.model.faction_parts import AreaBesideMap, UniqueAbility
from companion.games.cthulhu_wars.model.maps import AREAS, BOARDS, MOST_PLAYERS
from companion.games.cthulhu_wars.model.neutral_cards import CARDS, HIGH_PRIEST
from companion.games.cthulhu_wars.model.roster import FACTIONS, BadFactionError, enter
from companion.games.cthulhu_wars.model.state import ACOLYTE
from companion.games.cthulhu_wars.model.units import COMMON_ACTIONS, Rank, Window
from companion.games.cthulhu_wars.rules.duel_losses import worth
from companion.games.cthulhu_wars.rules.pool import enemy_great_old_ones, gates_on_map
from companion.table.autoplay import play as play_on
from companion.table.errors import BadCorrectionError, BadSetupError, CompanionError
from companion.table.prompts import Choose, Form, Place, Roll
from companion.table.session import Session, new_session
from tests.chance import back_and_forth
from tests.cthulhu_wars.battles import Skirmish
from tests.cthulhu_wars.evening import Evening
from tests.cthulhu_wars.home_made import BEARER, CODE, LAMPLIGHTERS, LORD, MOTH, OIL, crowd, entered, passed
from tests.cthulhu_wars.test_faction_actions import with_books
from tests.cthulhu_wars.test_random_games import check_invariants

ROOT: Final = Path(__file__).resolve().parents[2]
GAMES: Final = ROOT / "companion" / "games"
FACTION_FILES: Final = GAMES / "cthulhu_wars" / "factions"
BESIDE: Final = [
    FACTION_FILES,
    # Other games may have the same Great Old Ones, and the menu names a drawing for each way to play.
    *(path for path in GAMES.iterdir() if path.is_dir() and path.name != "cthulhu_wars"),
    GAMES / "menu.py",
]
READ: Final = sorted(
    path
    for part in ("companion", "layouts")
    for path in (ROOT / part).rglob("*")
    if path.suffix in {".py", ".kv", ".json", ".md"} and not any(map(path.is_relative_to, BESIDE))
)

# -- nothing of a faction outside its file -------------------------------------------------------------------------


def words_of(faction: Faction) -> set[str]:
    """What only its own file may say: its code, its units and books by id and by name; but not what every faction may
    have, nor the rules' words for ranks."""
    units = {word for u in faction.units if u.id not in (ACOLYTE, HIGH_PRIEST) for word in (u.id, u.name, u.plural)}
    books = {word for b in faction.books for word in (b.id, b.name) if word.upper() not in Rank.__members__}
    return {faction.code, faction.name, *units, *books}


def named(text: str, words: set[str]) -> set[str]:
    """Which of these words are in a text, also as parts of identifiers; the game's own title is none of them, nor is
    the name of an area, of a neutral piece or of another app."""
    neutral = [word for card in CARDS.values() for word in (card.id, card.unit.name, card.unit.plural)]
    others = ("Mtns of Madness", "BG Stats")
    # What is not in it in small letters is not in it at all, and that is seen ten times as fast.
    low = text.lower()
    for own in (CTHULHU_WARS.name, CTHULHU_WARS.title, *AREAS, *AREAS.values(), *others, *neutral):
        if own.lower() in low:
            text = re.sub(re.escape(own), "", text, flags=re.IGNORECASE)
            low = text.lower()
    return {
        word
        for word in words
        if word.lower() in low
        and re.search(rf"(?<![A-Za-z]){word}(?![A-Za-z])", text, 0 if word.isupper() else re.IGNORECASE)
    }


def test_a_faction_is_a_file_and_one_line() -> None:
    """Each file of the folder is named in one line, in the rulebook's order, and holds its faction as `FACTION`."""
    lines = (FACTION_FILES / "__init__.py").read_text(encoding="utf-8").splitlines()
    files = [path.stem for path in FACTION_FILES.glob("*.py") if path.stem != "__init__"]
    assert {file: sum(file in line for line in lines) for file in files} == dict.fromkeys(files, 1)
    assert sorted(FILES.values()) == sorted(files)
    named_there = [import_module(f"{factions.__name__}.{file}").FACTION for file in FILES.values()]
    assert [(faction.code, faction) for faction in named_there] == list(FACTIONS.items())


def test_no_faction_is_named_outside_its_file() -> None:
    words = set().union(*(words_of(faction) for faction in FACTIONS.values()))
    found = {path.relative_to(ROOT).as_posix(): named(path.read_text(encoding="utf-8"), words) for path in READ}
    assert {path: words for path, words in found.items() if words} == {}


def test_a_faction_named_in_passing_is_seen() -> None:
    words = set().union(*(words_of(faction) for faction in FACTIONS.values()))
    text = 'MADNESS = "CC"  # Starspawn\ndef stand_in(dark_young): "Cthulhu Wars", CthulhuState, ABCC'
    assert named(text, words) == {"madness", "Madness", "CC", "starspawn", "Starspawn", "dark_young"}
    assert named("the Great Cthulhu of cthulhu_wars", words) == {"Great Cthulhu", "cthulhu", "Cthulhu"}
    assert len(READ) > 100


# -- the roster checks who enters ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"books": LAMPLIGHTERS.books[:5], "anytime": ()}, "5 spellbooks, not 6"),
        ({"requirements": LAMPLIGHTERS.requirements[:5]}, "5 requirements, not 6"),
        (
            {"start": {**LAMPLIGHTERS.start, "earth35": ("atlantis",)}},
            "no start area on the map “West 3 players, east 5",
        ),
        ({"place": AreaBesideMap("europe", "Europe")}, "there is an area europe already"),
        ({"start": {}, "place": None}, "no start area on the map “West 5 players, east 3"),
        ({"directs_retreats": "madness"}, "spellbook madness is not among its own"),
        ({"awakenings": (replace(LAMPLIGHTERS.awakenings[0], unit="lord"),)}, "unit lord is not among its own"),
        ({"actions": (replace(LAMPLIGHTERS.actions[0], requirement="x"),)}, "requirement x is not among its own"),
        ({"unique": UniqueAbility(unlimited=("summoning",))}, "no Common Action summoning"),
        ({"help": {"feast": "Eat."}}, "Yellow Sign: the ruling or help topic feast is there already"),
        ({"rulings": {"D9": LAMPLIGHTERS.rulings["H1"]}}, "Black Goat: the ruling or help topic D9 is there already"),
        ({"marks": (replace(LAMPLIGHTERS.marks[0], id="power"),)}, "power is there twice"),
        ({"code": "GC"}, "there is a faction GC already"),
    ],
)
def test_a_faction_that_lacks_something_does_not_enter(change: dict[str, Any], words: str) -> None:
    before = dict(FACTIONS)
    with pytest.raises(BadFactionError) as caught:
        enter(replace(LAMPLIGHTERS, **change))
    assert isinstance(caught.value, CompanionError)
    assert words in str(caught.value)
    assert before == FACTIONS


def test_the_common_actions_are_those_of_the_palette() -> None:
    game = Evening("GC", "CC")
    assert isinstance(game.prompt, Choose)
    assert set(COMMON_ACTIONS) <= {o.tile or o.id for o in game.prompt.options}


# -- a fifth faction -----------------------------------------------------------------------------------------------


@pytest.fixture
def fifth() -> Iterator[Faction]:
    with entered() as faction:
        yield faction


def test_it_has_something_in_every_door() -> None:
    doors = Faction.__struct_fields__
    needed = doors[: len(doors) - len(Faction.__struct_defaults__)]
    bare = Faction(**{door: getattr(LAMPLIGHTERS, door) for door in needed})
    left_out = [door for door in needed if getattr(bare, door) in ((), "", {})]
    left_out += [door for door in doors[len(needed) :] if getattr(LAMPLIGHTERS, door) == getattr(bare, door)]
    unique = UniqueAbility.__struct_fields__
    left_out += [name for name in unique if getattr(LAMPLIGHTERS.unique, name) == getattr(UniqueAbility(), name)]
    assert left_out == []
    assert {ability.window for ability in LAMPLIGHTERS.battle} == set(Window)


def play(session: Session[Any], chance: Random, most: int) -> None:
    """Play on at random, with corrections, backwards and forwards."""
    for n in range(most):
        if session.finished:
            return
        counters = session.game.counters(session.state)
        if counters and chance.random() < 0.1:
            key = chance.choice(sorted(counters))
            try:
                session.correct({key: max(0, counters[key] + chance.randint(-1, 3))})
            except BadCorrectionError:
                assert session.game.counters(session.state) == counters
        play_on(session, chance, 1, interject=0.08)
        if session.state.map_id and session.state.phase != "quick_battle":
            check_invariants(session.state)
        if n % 20 == 0:
            back_and_forth(session, chance, 12)


def test_it_plays_evenings_and_battles_through_all_its_doors(fifth: Faction) -> None:
    """Nothing but its own file and the line that enters it."""
    scripts = {door for door in Faction.__struct_fields__ if callable(getattr(fifth, door))}
    actions = {
        *("unique actions", "unique doom_phase", "unique gather", "unique awakened", "unique others_ritual"),
        "actions",
        "requirement action",
        "between_actions",
        "anytime",
        "doom_phase",
        "awakenings",
        "requirements",
    }
    doors = scripts | actions | {f"battle, {window.value}" for window in Window}
    others = [code for code in FACTIONS if code != fifth.code]
    for seed in range(48):
        if seed >= 16 and doors <= passed:
            break
        chance = Random(seed)
        seats = [fifth.code, *chance.sample(others, chance.choice([1, 2, 3]))]
        chance.shuffle(seats)
        play(new_session(CTHULHU_WARS, {"factions": seats} if seed % 2 else {}), chance, 300)
        foe = chance.choice(others)
        sides = [fifth.code, foe] if seed % 2 else [foe, fifth.code]
        battle = {"attacker": sides[0], "defender": sides[1]}
        play(new_session(CTHULHU_WARS, {"quick_battle": {} if seed % 4 == 3 else battle}), chance, 120)
    assert doors <= passed


@pytest.mark.usefixtures("fifth")
def test_its_plain_doors_are_seen_at_the_table() -> None:
    session = new_session(CTHULHU_WARS, {"factions": ["BG", CODE], "signs": "app"})
    assert session.prompts[0].prompt.key == f"setup/start/{CODE}", "settles"
    session.answer(session.prompts[0].ticket, "antarctica")
    assert session.state.first == CODE, "goes_first"
    assert session.state.gates["antarctica"] == CODE, "start"
    assert "Lamplighters: 9 lamps ready" in session.prompts[0].prompt.as_json()["lines"]
    game = Evening(CODE, "BG")
    game.correct(LL_oil=3, BG_power=5)
    assert game[CODE].marks[OIL] == 3
    with pytest.raises(BadCorrectionError, match="0 to 9"):
        game.correct(LL_oil=10)
    (player,) = (p for p in game.session.view.players if p.id == CODE)
    assert [(c.value, c.most) for c in player.small if c.key == "LL.oil"] == [(3, 9)]
    assert game.option("recruit").refused, "all Acolytes are on the map"
    assert "two areas" in game.option("move").detail, "flight"
    game.play((f"action/{CODE}", "light"), ("light", "europe"))
    assert [area.marks for area in game.session.view.areas if area.id == "europe"] == [("Lit",)]
    assert CTHULHU_WARS.help("light") == "Lamps give Power."
    assert "Check your card: Lamps burn in the rain." in player.details
    assert worth(CODE, LORD) == 9
    assert worth(CODE, BEARER) == 2
    rulings = new_session(CTHULHU_WARS, {"rulings": "ask", "options": {"H1": "other"}})
    assert rulings.state.rulings == {"H1": "other"}
    with pytest.raises(BadSetupError):
        new_session(CTHULHU_WARS, {"options": {"H1": "both"}})


def test_its_unlimited_action_leaves_the_one_action_open(fifth: Faction) -> None:
    game = Evening(fifth.code, "BG", "YS")
    game.correct(LL_acolyte=5)
    game.play((f"action/{CODE}", "recruit"))
    assert "light" in game.options()
    assert "finish" in game.options()


def test_its_book_directs_the_retreats_of_others(fifth: Faction) -> None:
    battle = Skirmish({"YS": {"undead": 2}, "BG": {"ghoul": 1}}, others=[fifth.code], books={CODE: ["shepherd"]})
    battle.roll(YS=[5]).play(("battle/near/YS", []))
    prompt = battle.prompt("battle/shepherd")
    assert (prompt.who, prompt.title) == (CODE, "Shepherd: choose where they go?")


def test_a_book_that_works_once_stays_face_down(fifth: Faction) -> None:
    """Section 6, "Books that flip": used at any moment, in another player's turn; Gather Power does not turn it up."""
    game = with_books(Evening(fifth.code, "BG", "YS"), CODE, "flare")
    game.act(CODE, "move", ("move", ["unit.1"]))
    assert game.key == "action/BG"
    power = game[CODE].power
    game.session.interject(f"flare/{CODE}")
    assert (game.key, game[CODE].power, game[CODE].flipped) == ("action/BG", power + 2, ["flare"])
    game.session.undo()
    assert (game[CODE].power, game[CODE].flipped) == (power, [])
    game.session.redo()
    game.to_doom_phase()
    assert game[CODE].flipped == ["flare"]
    assert f"flare/{CODE}" not in [o.id for o in game.session.interjections]


@pytest.mark.usefixtures("fifth")
def test_rulings_of_an_expansion_are_asked_for_only_where_it_plays() -> None:
    for seats, asked in (([CODE, "BG"], "setup/ruling/H1"), (["BG", "YS"], "setup/first")):
        session = new_session(CTHULHU_WARS, {"rulings": "ask", "factions": seats, "signs": "app"})
        while session.prompts[0].prompt.key.startswith("setup/ruling/D"):
            session.answer(session.prompts[0].ticket, "printed")
        assert session.prompts[0].prompt.key == asked


@pytest.mark.usefixtures("fifth")
def test_a_requirement_is_met_when_its_owner_says_so_and_brings_its_effect() -> None:
    game = Evening(CODE, "BG")
    power = game[CODE].power
    game.claim(CODE, "sing", "glow")
    assert game[CODE].power == power + 1
    assert (game[CODE].books, game[CODE].met) == (["glow"], ["sing"])


def test_no_more_play_than_there_are_maps_for(fifth: Faction) -> None:
    with crowd(MOST_PLAYERS + 1) as codes:
        with pytest.raises(BadSetupError, match=f"2 to {MOST_PLAYERS} factions can play"):
            new_session(CTHULHU_WARS, {"factions": codes})
        prompt = new_session(CTHULHU_WARS, {}).prompts[0].prompt
    assert isinstance(prompt, Choose)
    assert fifth.code in [o.id for o in prompt.options]
    assert prompt.most == MOST_PLAYERS
    assert set(fifth.start) == set(BOARDS)
    assert CTHULHU_WARS.modes[0].text.startswith(f"2 to {MOST_PLAYERS} players")


@pytest.mark.parametrize("told", [{}, {"power": {"BG": 3}}])
def test_a_quick_battle_asks_for_the_numbers_that_count(fifth: Faction, told: dict[str, Any]) -> None:
    given = {"attacker": fifth.code, "defender": "BG", "area": "europe", "books": {fifth.code: [], "BG": []}}
    given |= {"great": {fifth.code: 0}, "tokens": {fifth.code: []}}
    session = new_session(CTHULHU_WARS, {"quick_battle": {**given, "ritual": 0, "gates": {}, "others": [], **told}})
    session.answer(session.prompts[0].ticket, [f"{LORD}.1"])
    session.answer(session.prompts[0].ticket, ["acolyte.1"])
    prompt = session.prompts[0].prompt
    assert isinstance(prompt, Form)
    asked = {blank.id: (blank.group, blank.label) for blank in prompt.blanks}
    assert ("BG.power" in asked) is not bool(told)
    assert told or asked["BG.power"] == ("Black Goat", "Power")
    session.answer(session.prompts[0].ticket, {} if told else {"BG.power": 3})
    assert told or "Black Goat, Power: 3" in [fact.text() for fact in session.state.facts]
    assert not session.prompts[0].prompt.key.startswith("quick/")
    assert session.state.factions["BG"].power == 3


def test_a_quick_battle_asks_for_the_great_old_ones_that_count(fifth: Faction) -> None:
    """Where a faction's rules look at them; those of a side that are there are known."""
    given = {"attacker": fifth.code, "defender": "BG", "area": "europe", "books": {fifth.code: [], "BG": []}}
    more = {"ritual": 0, "gates": {}, "others": [], "power": {"BG": 8}}
    session = new_session(CTHULHU_WARS, {"quick_battle": {**given, **more}})
    session.answer(session.prompts[0].ticket, [f"{LORD}.1"])
    session.answer(session.prompts[0].ticket, ["acolyte.1"])
    assert session.prompts[0].prompt.key == f"quick/tokens/{CODE}"
    session.answer(session.prompts[0].ticket, ["europe"])
    assert session.state.factions[CODE].tokens == ["europe"]
    assert session.prompts[0].prompt.key == "quick/counts"
    session.answer(session.prompts[0].ticket, {f"great/{CODE}": 2})
    assert "The enemies of Lamplighters have 2 Great Old Ones in play" in [f.text() for f in session.state.facts]
    assert enemy_great_old_ones(session.state, CODE) == 2


def test_its_terror_is_summoned_and_captures_like_a_monster(fifth: Faction) -> None:
    """Section 6, "Notes that span factions"."""
    game = Evening(fifth.code, "BG", "YS")
    assert game.option("capture").refused
    game.play((f"action/{CODE}", f"summon/{BEARER}"))
    assert game[CODE].power == 9 - 1 + 1, "summoned gives 1"
    game.pass_others(CODE)
    assert not game.option("capture").refused
    assert game.option(f"summon/{BEARER}").detail == "Where you control a Gate"
    game.play((f"action/{CODE}", "light"), ("light", "europe"))
    game.pass_others(CODE)
    assert game.option(f"summon/{BEARER}").detail == "in lit areas"


def test_its_misses_are_rolled_again(fifth: Faction) -> None:
    """Battle reference 4.2: all own misses together, before any result is assigned; a roll of its own."""
    battle = Skirmish({"YS": {"undead": 5}, fifth.code: {MOTH: 2}})
    battle.play((f"battle/pre_battle/{CODE}", [])).roll(YS=[1, 1, 1, 1], LL=[6, 1, 4, 2])
    assert (battle.battle.kills[CODE], battle.battle.pains[CODE], battle.battle.misses[CODE]) == (1, 1, 2)
    battle.play((f"battle/reroll/{CODE}", "rekindle"))
    prompt = battle.prompt("battle/rekindle")
    assert isinstance(prompt, Roll)
    assert prompt.dice == 2
    battle.play(("battle/rekindle", [6, 3]))
    field = battle.battle
    assert (field.kills[CODE], field.pains[CODE], field.misses[CODE], field.faces[CODE]) == (2, 1, 1, [6, 4, 6, 3])
    battle.session.undo(1, past_dice=True)
    battle.play(("battle/rekindle", [6, 3]))
    assert (battle.battle.kills[CODE], battle.battle.faces[CODE]) == (2, [6, 4, 6, 3])


def test_dice_told_by_symbols_are_rolled_again(fifth: Faction) -> None:
    """Where only results are told the dice that miss are known by their number."""
    battle = Skirmish({"YS": {"undead": 5}, fifth.code: {MOTH: 2}})
    battle.play((f"battle/pre_battle/{CODE}", []), ("battle/roll/YS", {}), (f"battle/roll/{CODE}", {"kill": 1}))
    battle.play((f"battle/reroll/{CODE}", "rekindle"), ("battle/rekindle", [6, 3, 3]))
    field = battle.battle
    assert (field.kills[CODE], field.pains[CODE], field.misses[CODE], field.faces[CODE]) == (2, 0, 2, [])


def test_its_pieces_fight(fifth: Faction) -> None:
    game = Evening(fifth.code, "BG")
    game.correct(**{f"{CODE}_{MOTH}": 2})
    assert nobody_attacks(game.state, CODE, ["BG"]) == {"BG": ""}
    game.correct(**{f"{CODE}_{MOTH}": 0, f"{CODE}_{BEARER}": 2})
    assert nobody_attacks(game.state, CODE, ["BG"]) == {"BG": "Lamp Bearers need a light."}
    assert game.option("battle/BG").refused == "Lamp Bearers need a light."


HOUSE = "Lamp House"


@pytest.mark.usefixtures("fifth")
def test_its_area_beside_the_map_is_next_to_all_and_its_gate_is_part_of_it() -> None:
    """A Gate more without a unit on it, that nobody leaves, takes or moves; it is none of those on the map."""
    game = Evening(CODE, "OW", "BG", starts={CODE: "australia", "OW": "europe"})
    board = game.state.board
    assert set(board.areas[HOUSE].adjacent) == set(board.on_map)
    assert all(board.touch(area, HOUSE) for area in board.on_map)
    assert HOUSE not in board.on_map
    assert game.state.gates_of(CODE) == [HOUSE, "australia"]
    assert game.state.held_gates(CODE) == ["australia"]
    assert sorted(game.state.loose_gates()) == ["africa", "australia", "europe"]
    assert gates_on_map(game.state) == 3
    assert game.state.ways(CODE, "asia") == board.areas["asia"].adjacent
    assert game.state.ways("BG", "asia") == tuple(a for a in board.areas["asia"].adjacent if a != HOUSE)
    (area,) = (a for a in game.session.view.areas if a.id == HOUSE)
    assert (area.name, area.beside, area.marks) == (HOUSE, True, ("Gate LL",))
    assert all(HOUSE not in pair for pair in game.session.view.links)
    game.session.interject("gate")
    assert HOUSE not in game.options()
    game.session.undo()
    assert "abandon" in game.options()
    game.play((f"action/{CODE}", "abandon"))
    assert game.state.gates == {HOUSE: CODE, "australia": None, "europe": "OW", "africa": "BG"}


@pytest.mark.usefixtures("fifth")
def test_it_retreats_beside_the_map_and_others_only_from_there() -> None:
    """Battle reference 2.5 and 4.5, retreats to and from an area beside the map."""
    battle = Skirmish({"BG": {"fungi": 2}, CODE: {MOTH: 2}})
    battle.play((f"battle/pre_battle/{CODE}", [])).roll(BG=[4, 1], LL=[4, 1, 1, 1])
    battle.play((f"battle/reroll/{CODE}", []), (f"battle/after_roll/{CODE}", []), (f"battle/topped_up/{CODE}", []))
    battle.play((f"battle/more_kills/{CODE}", []))
    battle.play((f"battle/kills_assigned/{CODE}", []), (f"battle/before_pains/{CODE}", []))
    battle.play((f"battle/pains_assigned/{CODE}", []))
    battle.play((f"battle/near/{CODE}", []))
    near = battle.prompt("battle/near/BG")
    assert isinstance(near, Choose)
    assert HOUSE in [o.id for o in near.options]
    battle.play(("battle/near/BG", []))
    fled = battle.prompt("battle/retreat/BG")
    assert isinstance(fled, Place)
    assert HOUSE not in [o.id for o in fled.pieces[0].areas]
    battle.play(("battle/retreat/BG", {fled.pieces[0].id: "scandinavia"}))
    home = battle.prompt(f"battle/retreat/{CODE}")
    assert isinstance(home, Place)
    assert HOUSE in [o.id for o in home.pieces[0].areas if not o.refused]


@pytest.mark.usefixtures("fifth")
def test_others_flee_from_beside_the_map_to_anywhere() -> None:
    battle = Skirmish({"BG": {"fungi": 1}, CODE: {BEARER: 1}}, area=HOUSE)
    battle.play((f"battle/pre_battle/{CODE}", [])).roll(BG=[1], LL=[4])
    battle.play((f"battle/after_roll/{CODE}", []), (f"battle/topped_up/{CODE}", []))
    battle.play((f"battle/more_kills/{CODE}", []))
    battle.play((f"battle/kills_assigned/{CODE}", []), (f"battle/before_pains/{CODE}", []))
    battle.play((f"battle/pains_assigned/{CODE}", []), (f"battle/near/{CODE}", []))
    fled = battle.prompt("battle/retreat/BG")
    assert isinstance(fled, Place)
    assert {o.id for o in fled.pieces[0].areas} == set(battle.state.board.on_map)


def test_there_is_no_area_beside_the_map_without_its_faction() -> None:
    with entered(), pytest.raises(BadSetupError, match="no such area"):
        Skirmish({"BG": {"fungi": 1}, "GC": {"deep_one": 1}}, area=HOUSE)


@pytest.mark.usefixtures("fifth")
def test_its_ritual_has_another_form_for_the_same_price() -> None:
    """One Ritual in a Doom Phase, whichever; the marker moves, and what it gives is asked."""
    game = Evening(CODE, "BG", "YS")
    game.to_doom_phase()
    game.play((f"book/{CODE}", "glow"))
    doom, power = game[CODE].doom, game[CODE].power
    assert "ritual" in game.options()
    game.play((f"doom_phase/{CODE}", "vigil"), ("vigil", "yes"))
    assert (game[CODE].doom, game.state.ritual, game[CODE].rituals) == (doom + 2, 1, 1)
    assert game[CODE].power == power - 4 + 2, "its Rituals cost 1 less, and Embers give the Doom in Power"
    assert not {"ritual", "vigil"} & set(game.options())


@pytest.mark.usefixtures("fifth")
def test_it_hears_of_the_moves_of_others() -> None:
    game = Evening("BG", CODE, "YS", first="BG")
    game.act(game.state.active, "move/2")
    assert ("BG has moved for 2" in game.log()) is (game.state.last_active == "BG")
    game.pass_others("BG")
    game.act("BG", "move/2")
    assert "BG has moved for 2" in game.log()


@pytest.mark.usefixtures("fifth")
def test_what_the_dice_show_can_be_turned_round() -> None:
    battle = Skirmish({"YS": {"undead": 4}, CODE: {MOTH: 1}}, books={CODE: ["kindle"]})
    battle.play((f"battle/pre_battle/{CODE}", []), (f"battle/totals/{CODE}", []))
    battle.roll(YS=[6, 6, 4], LL=[5, 1]).play((f"battle/reroll/{CODE}", []))
    battle.play((f"battle/rolled/{CODE}", "flicker"))
    field = battle.battle
    assert (field.kills, field.pains) == ({"YS": 1, CODE: 1}, {"YS": 2, CODE: 0})
    assert field.misses == {"YS": 0, CODE: 1}


def test_afterwards_it_is_gone() -> None:
    assert CODE not in FACTIONS
