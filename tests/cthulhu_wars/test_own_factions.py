"""A faction in a file of the data folder: that of `docs/own_things.md` plays; a malformed one is refused, and stops
nothing."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest

from companion.games.cthulhu_wars.game import CTHULHU_WARS
from companion.games.cthulhu_wars.model.drawn_map import read
from companion.games.cthulhu_wars.model.roster import FACTIONS
from companion.storage.game_library import Library
from companion.table.errors import BadSetupError, ReplayMismatchError
from companion.table.game import Mode, allow_all
from companion.table.prompts import Choose
from companion.table.session import new_session
from tests.chance import back_and_forth, step
from tests.cthulhu_wars.test_random_games import check_invariants

PAGE = (Path(__file__).parents[2] / "docs" / "own_things.md").read_text(encoding="utf-8")
EXAMPLE = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)[0]
MAP = re.findall(r"```json\n(.*?)```", PAGE, re.DOTALL)[0]


@pytest.fixture
def take(tmp_path: Path) -> Iterator[Callable[..., list[str]]]:
    """Put files into the folder of factions and have the game take them."""

    def taken(**files: str) -> list[str]:
        folder = tmp_path / "factions"
        folder.mkdir(exist_ok=True)
        for name, text in files.items():
            (folder / f"{name}.py").write_text(text, encoding="utf-8")
        return CTHULHU_WARS.take_own(tmp_path, allow_all)

    before = dict(FACTIONS)
    yield taken
    CTHULHU_WARS.take_own(tmp_path / "nowhere", allow_all)
    CTHULHU_WARS.folder = None
    assert before == FACTIONS


def test_the_faction_of_the_page_plays_evenings_and_battles(take: Callable[..., list[str]]) -> None:
    assert take(choir=EXAMPLE) == []
    assert FACTIONS["DC"].name == "Deep Choir"
    used = set()
    for seed in range(6):
        chance = Random(seed)
        setup = {"factions": ["DC", *chance.sample(["GC", "CC", "BG", "YS"], 2)], "signs": "app"}
        battle = {"attacker": "DC", "defender": "GC", "pieces": {"DC": {"singer": 4}}, "books": {"DC": ["echo"]}}
        for given in (setup, {"quick_battle": battle}):
            session = new_session(CTHULHU_WARS, given)
            for n in range(250):
                if session.finished:
                    break
                step(session, chance)
                if given is setup:
                    check_invariants(session.state)
                if n % 60 == 0:
                    back_and_forth(session, chance, 8)
            used |= {line for line in ("Hymn", "Echo") if any(line in fact.text() for fact in session.state.facts)}
    assert "Echo" in used


@pytest.mark.parametrize(("start", "factions"), [("europe", ["YS", "DC"]), ("antarctica", ["DC", "TT", "WW"])])
def test_who_finds_all_its_start_areas_taken_starts_anywhere(
    take: Callable[..., list[str]], start: str, factions: list[str]
) -> None:
    """Nobody starts where somebody has started: then the table says where (the game ended in the middle of set-up)."""
    assert take(choir=EXAMPLE.replace("antarctica", start)) == []
    session = new_session(CTHULHU_WARS, {"factions": factions, "signs": "app", "map": "earth33"})
    last = f"setup/start/{factions[-1]}"
    while (prompt := session.prompts[0].prompt).key != "setup/board":
        value = prompt.any_answer(Random(1))
        if isinstance(prompt, Choose) and prompt.key.startswith("setup/start/"):
            there = [option.id for option in prompt.open_options()]
            value = ["arctic_ocean"] if "arctic_ocean" in there else there[:1]
            if prompt.key == last:
                assert set(there) == set(session.state.board.on_map) - set(session.state.gates)
        session.answer(session.prompts[0].ticket, value, source="hand")
    assert len(session.state.gates) == len(factions)


def test_taken_again_it_is_there_once(take: Callable[..., list[str]]) -> None:
    assert take(choir=EXAMPLE) == []
    before = CTHULHU_WARS.edition()
    assert take() == []
    assert list(FACTIONS).count("DC") == 1
    take(choir=EXAMPLE.replace("gain 2 Power", "gain 3 Power"))
    assert CTHULHU_WARS.edition() != before, "what was kept of games with it is not relied on"


@pytest.mark.parametrize(
    ("find", "instead", "said"),
    [
        ("UNITS = (", "UNITS = ((", "SyntaxError"),
        ("FACTION = Faction(", "OTHER = Faction(", "It has no FACTION"),
        ("    PowerGained,\n", "    PowerLost,\n", "line 3: ImportError"),
        ('    Unit("conductor", "Conductor", "Conductors", Rank.GOO, 1, 6, 4),\n', "", "unit conductor is not among"),
        ("Rank.MONSTER, 5, 1, 1", 'Rank.MONSTER, "5", 1, 1', "“units[1].count” cannot be '5'"),
        ("Rank.MONSTER, 5, 1, 1", "Rank.MONSTER, 0, 1, 1", "unit singer has an impossible number"),
        ("lambda state, me: 1, ", '"1", ', "“actions[0].cost” cannot be '1'"),
        ('"antarctica",)', '"antarctica")', "“start” cannot be"),
        ('"antarctica",)', '"atlantis",)', "it has no start area on the map"),
        ('colour="#7fb2a5"', 'colour="green"', "its colour green"),
        ('code="DC"', 'code="GC"', "there is a faction GC already"),
        ('Spellbook("silence"', 'Spellbook("discord"', "spellbook discord is there twice"),
        ('book="hymn"', 'book="him"', "spellbook him is not among its own"),
        ("    combat=chorus,\n", "    combat=5,\n", "“combat” cannot be 5"),
        ("    combat=chorus,\n", "    fight=chorus,\n", "fight"),
        ('Requirement("battle", "Win', 'Requirement("battle", kind="often", text="Win', "of no kind that there is"),
        ('"""The Deep', 'raise SystemError("tired")\n"""The Deep', "line 1: SystemError: tired"),
    ],
)
def test_a_malformed_faction_is_refused_with_the_reason(
    take: Callable[..., list[str]], find: str, instead: str, said: str
) -> None:
    assert find in EXAMPLE
    (sentence,) = take(choir=EXAMPLE.replace(find, instead))
    assert sentence.startswith("choir.py: ")
    assert said in sentence
    assert "ix it and start again" in sentence or "fix its file and start again" in sentence
    assert "DC" not in FACTIONS
    new_session(CTHULHU_WARS, {"factions": ["GC", "CC"]})


def test_what_an_action_costs_may_be_a_number(take: Callable[..., list[str]]) -> None:
    assert take(choir=EXAMPLE.replace("lambda state, me: 1, ", "1, ")) == []
    session = new_session(CTHULHU_WARS, {"factions": ["DC", "GC"]})
    assert FACTIONS["DC"].actions[0].price(session.state, "DC") == 1


def test_one_that_is_refused_stops_no_other(take: Callable[..., list[str]]) -> None:
    assert len(take(a="FACTION = 5", b=EXAMPLE, c="1 +")) == 2
    assert "DC" in FACTIONS


def test_a_game_whose_faction_is_gone_says_so_and_goes_on_when_it_is_back(
    take: Callable[..., list[str]], tmp_path: Path
) -> None:
    library = Library(tmp_path / "games", [CTHULHU_WARS])
    take(choir=EXAMPLE)
    begun = library.start(CTHULHU_WARS, Mode("", "", "", {"factions": ["DC", "GC"], "signs": "app"}))
    step(begun.session, Random(2))
    file, asked = begun.path, begun.session.prompts[0].prompt
    begun.close()
    (tmp_path / "factions" / "choir.py").unlink()
    take()
    with pytest.raises(BadSetupError, match="The factions are"):
        new_session(CTHULHU_WARS, {"factions": ["DC", "GC"]})
    with pytest.raises(ReplayMismatchError, match="the faction DC, which is not here"):
        library.open(file)
    assert [stored.path for stored in library.newest(3)] == [file]
    take(choir=EXAMPLE)
    again = library.open(file)
    assert again.session.prompts[0].prompt == asked
    again.close()


def test_the_map_of_the_page_is_one() -> None:
    assert len(read(MAP.encode()).board().areas) == 3


def test_the_command_takes_what_lies_in_the_data_folder(tmp_path: Path) -> None:
    folder = tmp_path / "own" / "cthulhu_wars" / "factions"
    folder.mkdir(parents=True)
    (folder / "choir.py").write_text(EXAMPLE, encoding="utf-8")
    (folder / "broken.py").write_text("FACTION =", encoding="utf-8")
    command = [sys.executable, "-m", "companion", "--data", str(tmp_path), "headless", "--allow-own-factions"]
    lines = json.dumps({"new": {"game": "cthulhu_wars", "factions": ["DC", "GC"]}}) + "\n"
    done = subprocess.run(command, input=lines, capture_output=True, text=True, check=True)
    assert json.loads(done.stdout)["ok"]
    assert "broken.py: line 1: SyntaxError" in done.stderr
