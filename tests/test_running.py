"""The doctor asks the companion that runs, through its socket, and judges nothing that the unit has other rights to."""

from __future__ import annotations

import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from companion.doctor import examination, running
from companion.doctor.examination import examine
from companion.doctor.finding import Finding
from companion.doctor.running import SOCKET, DoctorSocket, ask, not_judged
from tests.patience import PATIENCE

SOUND = Finding("sound", "note", "Nothing makes a sound in the unit.")


@contextmanager
def listening(data: Path, look: Callable[[], list[Finding]] = lambda: [SOUND]) -> Iterator[DoctorSocket]:
    data.mkdir(parents=True, exist_ok=True)
    ear = DoctorSocket(data, look)
    try:
        yield ear
    finally:
        ear.close()


def test_what_the_companion_says_is_told_and_nothing_is_tried(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def tried(*_: object) -> Iterator[Finding]:
        raise AssertionError("a window was opened beside the companion's")

    monkeypatch.setattr(examination, "_tried", tried)
    with listening(tmp_path):
        assert SOUND in list(examine(tmp_path))
        assert SOUND in list(examine(tmp_path, at_play=True)), "a bug report tells it, too"
    assert not (tmp_path / SOCKET).exists()


def test_where_none_runs_nobody_answers(tmp_path: Path) -> None:
    assert ask(tmp_path) is None
    assert ask(tmp_path / "not yet") is None


def test_one_that_was_killed_answers_no_longer_and_the_next_one_does(tmp_path: Path) -> None:
    code = (
        "import os, sys; from pathlib import Path; from companion.doctor.running import DoctorSocket; "
        "DoctorSocket(Path(sys.argv[1]), list); os._exit(9)"
    )
    subprocess.run([sys.executable, "-c", code, str(tmp_path)], check=False)
    assert (tmp_path / SOCKET).exists(), "as a kill leaves it"
    assert ask(tmp_path) is None
    with listening(tmp_path):
        assert ask(tmp_path) == [SOUND]


def test_a_second_companion_leaves_the_first_ones_door(tmp_path: Path) -> None:
    with listening(tmp_path):
        with listening(tmp_path, list):
            assert ask(tmp_path) == [SOUND]
        assert ask(tmp_path) == [SOUND]


def test_a_folder_with_a_long_name(tmp_path: Path) -> None:
    """A name in unix(7) has 107 bytes."""
    data = tmp_path / ("Spiele für uns " * 12) / "data"
    with listening(data):
        assert ask(data) == [SOUND]


def test_only_whoever_may_write_into_the_folder_may_ask(tmp_path: Path) -> None:
    tmp_path.chmod(0o750)
    with listening(tmp_path):
        assert (tmp_path / SOCKET).stat().st_mode & 0o777 == 0o640
    tmp_path.chmod(0o2770)
    with listening(tmp_path):
        assert (tmp_path / SOCKET).stat().st_mode & 0o777 == 0o660


@pytest.mark.parametrize("answer", [b"", b"[", b'[["what"]]', b"\xff" * 1000])
def test_an_answer_that_is_none_is_said(tmp_path: Path, answer: bytes) -> None:
    with socket.socket(socket.AF_UNIX) as door:
        door.bind(str(tmp_path / SOCKET))
        door.listen()

        def once() -> None:
            with door.accept()[0] as call:
                call.sendall(answer)

        thread = threading.Thread(target=once)
        thread.start()
        found = ask(tmp_path)
        thread.join(PATIENCE)
    assert found is not None
    assert found[0].state == "look"
    assert found[0].mend


def test_a_look_that_stumbles_leaves_the_ear_open(tmp_path: Path) -> None:
    looks = iter([ArithmeticError("once"), None])

    def look() -> list[Finding]:
        if (error := next(looks)) is not None:
            raise error
        return [SOUND]

    with listening(tmp_path, look):
        first = ask(tmp_path)
        assert first is not None
        assert first[0].state == "look"
        assert ask(tmp_path) == [SOUND]


def test_what_is_well_from_a_terminal_is_not_judged_for_a_units_rights(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """From a terminal the light could be set and sounds be heard; under the unit neither was so, and all was “ok”."""
    monkeypatch.setattr(examination, "check_window", lambda: iter(()))
    monkeypatch.setattr(examination, "check_backlight", lambda: Finding("backlight", "ok", "It can be set."))
    monkeypatch.setattr(examination, "UNIT", tmp_path / "unit")
    assert {f.what: f.state for f in examine(tmp_path)}["backlight"] == "ok"
    (tmp_path / "unit").touch()
    (found,) = [f for f in examine(tmp_path) if f.what == "backlight"]
    assert found == not_judged(Finding("backlight", "ok", "It can be set."))
    assert found.line().startswith("skip  Not judged: It can be set.")
    assert found.fine


def test_the_unit_is_the_one_that_is_installed() -> None:
    from companion.installation.install import SYSTEM_UNIT

    assert running.UNIT == SYSTEM_UNIT
