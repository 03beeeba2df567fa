"""Games are loaded when they are played, and not before: a start waits for none that nobody wants."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

WATCHED: Final = """
import sys
from pathlib import Path
from companion.games import GAMES, OURS, take_own
def loaded():
    parts = [name.split(".") for name in sys.modules if name.startswith("companion.games.")]
    return sorted({part[2] for part in parts} - {"menu"})
"""


def said(program: str) -> str:
    """What a program that can tell the loaded games prints."""
    done = subprocess.run([sys.executable, "-c", WATCHED + program], capture_output=True, text=True, check=True)
    return done.stdout.strip()


def test_only_the_game_that_is_played_is_loaded() -> None:
    assert said("print(loaded(), [g.name for g in OURS])") == "[] ['cthulhu_wars', 'mythos_encounters', 'messina']"
    menus = "print(loaded(), [g.title for g in OURS], sum(bool(m.text) for g in OURS for m in g.modes), loaded())"
    assert said(menus) == "[] ['Cthulhu Wars', 'Mythos Encounters', 'Messina'] 10 []"
    found = said("game = next(g for g in GAMES if g.name == 'messina'); game.begin(game.prepare({})); print(loaded())")
    assert found == "['messina']"


def test_only_the_factions_that_play_are_loaded() -> None:
    """An evening of two of them, with a view, and with the help of each question; the menu of all is there."""
    evening = """
from random import Random
from companion.table.session import new_session
from companion.games.cthulhu_wars.model.roster import FACTIONS
game = next(game for game in GAMES if game.name == "cthulhu_wars")
session, chance = new_session(game, {"factions": ["WW", "TT"]}), Random(1)
for _ in range(200):
    item = chance.choice(session.prompts)
    session.view, item.prompt.rule and session.game.help(item.prompt.rule)
    session.answer(item.ticket, item.prompt.any_answer(chance), source="virtual")
files = sorted(name.rpartition(".")[2] for name in sys.modules if ".cthulhu_wars.factions." in name)
print(files, sorted(FACTIONS.loaded), len(FACTIONS))
"""
    assert said(evening) == "['tcho_tcho', 'windwalker'] ['TT', 'WW'] 11"


def test_factions_are_loaded_with_their_game_and_not_with_its_first_answer() -> None:
    """Who answered the first question of an evening waited for the files of all who play."""
    begun = """
from companion.table.session import new_session
from companion.games.cthulhu_wars.model.roster import FACTIONS
session = new_session(next(game for game in GAMES if game.name == "cthulhu_wars"), {"factions": ["WW", "TT"]})
print(len(session.timeline.entries), sorted(FACTIONS.loaded))
"""
    assert said(begun) == "0 ['TT', 'WW']"


def test_what_people_have_made_is_taken_before_the_first_game(tmp_path: Path) -> None:
    """Where there is a folder of theirs at once, for what cannot be used is told; else when the game is loaded."""
    nothing = f"take_own(Path({str(tmp_path)!r}), bool); print(loaded(), OURS[0].folder, loaded())"
    assert said(nothing) == f"[] {tmp_path}/cthulhu_wars ['cthulhu_wars']"
    (tmp_path / "cthulhu_wars").mkdir()
    assert said(nothing) == f"['cthulhu_wars'] {tmp_path}/cthulhu_wars ['cthulhu_wars']"


def test_guesses_at_a_misspelt_setting_are_loaded_with_the_first() -> None:
    assert said("import companion.storage.settings; print('difflib' in sys.modules)") == "False"


@pytest.mark.parametrize(("number", "loaded"), [(3000, False), (6000, True)])
def test_openssl_is_loaded_for_a_very_long_game_only(tmp_path: Path, number: int, loaded: bool) -> None:
    """Its hashes are those of Python's own, twice as quick, and it takes as long to load as a long evening to hash.
    A byte of its second copy that is another one is noticed by either, and it is written anew from the file."""
    from companion.table.game_file import build, look
    from companion.table.journal_mirror import beside

    path = tmp_path / "long.game"
    build(path, [b'{"undo":%d}' % n for n in range(number)])
    opened = f"""
from companion.table.game_file import look
found = look(Path({str(path)!r}))
print(len(found.bodies), found.copied is not None, "hashlib" in sys.modules)
"""
    assert said(opened) == f"{number} True {loaded}"
    copy = beside(path)
    whole = copy.read_bytes()
    at = whole.index(b'{"undo":%d}' % (number // 2)) + len(b'{"undo":')
    copy.write_bytes(whole[:at] + (b"8" if whole[at : at + 1] != b"8" else b"9") + whole[at + 1 :])
    assert look(path).copied is None
    copy.write_bytes(whole)
    assert look(path).copied == len(whole)


def test_pages_that_a_table_opens_are_not_loaded_with_it() -> None:
    """They are made while people look, or when somebody opens them."""
    pages = ("table.log", "table.more", "table.numbers", "table.ending")
    table = f"""
from companion.app.start import environment
from companion.app.demo.virtual_display import display
import tempfile
with display(), tempfile.TemporaryDirectory() as home:
    environment.prepare(Path(home))
    import companion.app.pages.shell, companion.app.table.page, companion.app.table.prompts.choose
    print([name for name in {pages!r} if "companion.app." + name in sys.modules])
"""
    assert said(table).splitlines()[-1] == "[]"
