"""Programs of people's own: run only where somebody has allowed them, and none of them costs the start."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

from companion.games import own_programs, take_own
from companion.headless import try_program
from companion.storage import program_approval as asking
from companion.storage.program_approval import FILE, AllowedPrograms, BadProgramError, ProgramApproval, ends_by_itself
from companion.table.game import allow_all
from tests.cthulhu_wars.test_own_factions import EXAMPLE

ROOT: Final = Path(__file__).parents[2]
HARMFUL: Final = {
    "never ends": "while True: pass",
    "ends the process": "import os; os._exit(0)",
    "kills the process": "import os, signal; os.kill(os.getpid(), signal.SIGKILL)",
    "takes all memory": "import os\ntry:\n    x = bytearray(1 << 40)\nexcept MemoryError:\n    os.abort()",
}
RAISING: Final = {
    name: f"raise {name}('no')"
    for name in ("ValueError", "SystemExit", "KeyboardInterrupt", "GeneratorExit", "BaseException")
}


def put(data: Path, **files: str) -> Path:
    """Put files of factions into a data folder; return the folder of people's own things."""
    folder = data / "own" / "cthulhu_wars" / "factions"
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in files.items():
        (folder / f"{name}.py").write_text(text, encoding="utf-8")
    return data / "own"


def run(data: Path, *arguments: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "companion", "--data", str(data), *arguments]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    return subprocess.run(command, input=stdin, capture_output=True, text=True, check=False, env=environment)


@pytest.mark.parametrize("name", RAISING)
def test_whatever_a_file_raises_everything_else_plays_on(tmp_path: Path, name: str) -> None:
    """An error that is no `Exception` stopped the start."""
    own = put(tmp_path, bad=f"raise {name}('no')", choir=EXAMPLE)
    try:
        (said,) = take_own(own, allow_all)
        assert said.startswith(f"bad.py: line 1: {name}: no")
        done = run(tmp_path, "--allow-own-factions", "check")
        assert done.returncode == 0
        assert "Everything holds together" in done.stdout
    finally:
        take_own(tmp_path / "nowhere", allow_all)


def test_a_command_runs_nothing_that_was_not_allowed(tmp_path: Path) -> None:
    """Commands never ask: they leave it out, say so, and take a word that allows it."""
    mark = tmp_path / "it-ran"
    put(tmp_path, choir=f"open({str(mark)!r}, 'w').close()\n{EXAMPLE}")
    new = json.dumps({"new": {"game": "cthulhu_wars", "factions": ["DC", "GC"], "file": str(tmp_path / "dc.game")}})
    for arguments, stdin in (
        (["check"], ""),
        (["headless"], new + "\n"),
        (["problem", "--out", str(tmp_path / "p.zip")], ""),
    ):
        done = run(tmp_path, *arguments, stdin=stdin)
        assert "choir.py: nobody has allowed this program" in done.stderr, arguments
        assert "Traceback" not in done.stderr
        assert not mark.exists(), arguments
    for arguments in (["headless", "--allow-own-factions"], ["--allow-own-factions", "headless"]):
        done = run(tmp_path, *arguments, stdin=new.replace("dc.game", f"{arguments[0]}.game") + "\n")
        assert json.loads(done.stdout)["ok"], done
        assert mark.exists()
    assert not (tmp_path / FILE).exists(), "a command allows it for one time"


def test_a_game_that_needs_one_opens_with_a_sentence(tmp_path: Path) -> None:
    put(tmp_path, choir=EXAMPLE)
    file = str(tmp_path / "dc.game")
    new = json.dumps({"new": {"game": "cthulhu_wars", "factions": ["DC", "GC"], "signs": "app", "file": file}})
    done = run(tmp_path, "--allow-own-factions", "headless", stdin=new + "\n" + '{"answer": [], "ticket": 1}\n')
    assert json.loads(done.stdout.splitlines()[0])["ok"]
    (reply,) = map(json.loads, run(tmp_path, "headless", stdin=json.dumps({"open": file}) + "\n").stdout.splitlines())
    assert not reply["ok"]
    assert "the faction DC, which is not here" in reply["error"]["message"]


@pytest.mark.parametrize("name", HARMFUL)
def test_one_that_never_ends_or_ends_the_process_is_found_out(tmp_path: Path, name: str) -> None:
    own = put(tmp_path, bad=HARMFUL[name])
    assert not ends_by_itself(own, HARMFUL[name].encode(), seconds=5)


def test_what_is_allowed_is_known_by_its_content(tmp_path: Path) -> None:
    """Asked once for each content, and again when the file is changed; what hangs is not allowed."""
    own = put(tmp_path, choir=EXAMPLE)
    path = own / "cthulhu_wars" / "factions" / "choir.py"

    def programs() -> ProgramApproval:
        permissions = AllowedPrograms(tmp_path)
        return ProgramApproval(own, permissions, lambda: own_programs(own), lambda: take_own(own, permissions.allows))

    try:
        assert programs().waiting() == [path]
        (said,) = programs().take()
        assert said.startswith("choir.py: nobody has allowed")
        programs().allow(path)
        assert programs().waiting() == []
        assert programs().take() == []
        path.write_text(EXAMPLE.replace("gain 2 Power", "gain 3 Power"))
        assert programs().waiting() == [path]
        path.write_text(HARMFUL["ends the process"])
        with pytest.raises(BadProgramError, match=r"choir\.py does not come to an end"):
            programs().allow(path)
        assert programs().waiting() == [path]
        (tmp_path / FILE).write_bytes(b"\xff" * 10)
        assert programs().waiting() == [path]
    finally:
        take_own(tmp_path / "nowhere", allow_all)
    assert try_program.FINISHED == asking.FINISHED


def test_a_file_that_is_too_large_is_not_read(tmp_path: Path) -> None:
    own = put(tmp_path, big="#" * 1_000_001)
    (own / "cthulhu_wars" / "maps").mkdir()
    (own / "cthulhu_wars" / "maps" / "big.json").write_text(" " * 1_000_001)
    try:
        said = take_own(own, allow_all)
    finally:
        take_own(tmp_path / "nowhere", allow_all)
    assert [line.partition(" too large")[1] != "" for line in said] == [True, True]
