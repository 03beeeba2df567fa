"""The game on other screens: one key, two words, off until it is switched on, and nothing of it while it is off."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from companion.screens import FILE
from companion.table.session import LabelledAnswer
from tests.app.sizes import sized
from tests.app.test_layout import faults

pytestmark = pytest.mark.window
PATIENCE = 30.0


@pytest.fixture
def face(window: Any, fingers: Any, resize: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    from companion.app.hardware.television import Television
    from companion.games.cthulhu_wars.game import CTHULHU_WARS
    from tests.instruments.outside.face import on_window

    monkeypatch.setattr(Television, "host", "127.0.0.1")
    monkeypatch.setattr(Television, "first_port", 0)
    resize(800, 480)
    with on_window(window, fingers, tmp_path, tower="off", dice="here") as made:
        made.begin(CTHULHU_WARS, {"factions": ["GC", "CC", "BG"], "signs": "app", "direction": 1})
        yield made


@pytest.fixture
def come(fingers: Any) -> Callable[[Callable[[], Any]], None]:
    """Draw frames until something holds."""

    def wait(condition: Callable[[], Any]) -> None:
        end = time.monotonic() + PATIENCE
        while not condition():
            assert time.monotonic() < end, "it never came to that"
            fingers.frames(1)

    return wait


@contextmanager
def looking_on(television: Any, **said: Any) -> Iterator[ClientConnection]:
    """A screen that says hello."""
    where = Origin(f"http://{television.address}")
    with connect(f"ws://{television.address}/ws", origin=where, compression=None) as guest:
        guest.send(json.dumps({"t": "hello", **said}))
        yield guest


def told(guest: ClientConnection, come: Any, kind: str) -> dict[str, Any]:
    """Draw frames until a screen is told something of a kind."""
    found: dict[str, Any] = {}

    def there() -> bool:
        try:
            found.update(json.loads(guest.recv(timeout=0.005)))
        except TimeoutError:
            return False
        return bool(found["t"] == kind)

    come(there)
    return found


def opened(face: Any, fingers: Any) -> Any:
    """The page, by its key under *More*."""
    face.page.open_more()
    fingers.skip(0.4)
    fingers.tap(face.shell.page.tabs["screen"])
    fingers.frames(2)
    fingers.tap(face.shell.page.quick.keys["qr-code"])
    fingers.skip(0.4)
    return face.shell.page


def switched_on(face: Any, fingers: Any, come: Any) -> Any:
    page = opened(face, fingers)
    fingers.tap(page.primary)
    come(lambda: face.shell.television.address)
    fingers.skip(0.4)
    return page


@sized((800, 480), (720, 1280), (1280, 720))
def test_a_television_asks_and_is_let_in(
    face: Any, fingers: Any, come: Any, resize: Any, size: tuple[int, int]
) -> None:
    resize(*size)
    page = switched_on(face, fingers, come)
    television = face.shell.television
    assert not faults(face.shell, "its page")
    assert page.code.content.startswith(f"http://{television.address}/#")
    with looking_on(television) as guest:
        words = told(guest, come, "wait")["two"]
        (asking,) = television.asking
        assert " · ".join(words) in page.keys[asking.number].label
        fingers.skip(0.4)
        assert not faults(face.shell, "somebody asks")
        fingers.tap(page.keys[asking.number])
        picture = told(guest, come, "snap")["seen"]
        assert [player["id"] for player in picture["players"]] == ["GC", "CC", "BG"]
        come(lambda: television.guests == 1)
        face.shell.pages[0].correct(face.session.view.players[0].big[0], 5)
        assert told(guest, come, "snap")["seen"]["players"][0]["big"][0]["value"] == 5


def test_a_key_that_has_just_moved_lets_nobody_in(face: Any, fingers: Any, come: Any) -> None:
    page = switched_on(face, fingers, come)
    with looking_on(face.shell.television) as guest:
        told(guest, come, "wait")
        come(lambda: page.keys)
        fingers.tap(next(iter(page.keys.values())))
        assert face.shell.television.guests == 0
        fingers.skip(0.4)
        fingers.tap(next(iter(page.keys.values())))
        assert face.shell.television.guests == 1


def test_who_asks_opens_no_page(face: Any, fingers: Any, come: Any) -> None:
    switched_on(face, fingers, come)
    table = face.shell.pages[0]
    table.come_to_front()
    with looking_on(face.shell.television) as guest:
        told(guest, come, "wait")
        assert face.shell.page is table


def test_it_is_off_when_it_is_switched_off_or_the_game_put_away(face: Any, fingers: Any, come: Any) -> None:
    page = switched_on(face, fingers, come)
    kept = face.shell.library.folder.parent / FILE
    process = face.shell.television._link.process
    assert kept.exists()
    fingers.tap(page.off_key)
    assert not face.shell.television.on
    assert not kept.exists()
    assert process.wait(PATIENCE) is not None
    fingers.skip(0.4)
    fingers.tap(page.primary)
    come(lambda: face.shell.television.address)
    process = face.shell.television._link.process
    face.shell.home()
    assert not face.shell.television.on
    assert not kept.exists()
    assert process.wait(PATIENCE) is not None


def test_the_same_game_is_shown_again_after_a_restart(face: Any, fingers: Any, come: Any) -> None:
    face.session.correct({"GC.doom": 3})
    switched_on(face, fingers, come)
    television, path = face.shell.television, face.shell.game.path
    with looking_on(television, code=television.link.partition("#")[2]) as guest:
        token = told(guest, come, "in")["token"]
    # As at the end of the app: the game stays the one that is open, and the next start has a new shell.
    television.close()
    assert not television.on
    face.shell._television = None
    face.shell.game.close()
    face.shell.open_stored(path)
    television = face.shell.television
    come(lambda: television.address)
    with looking_on(television, token=token) as guest:
        told(guest, come, "snap")


def test_another_game_is_not_shown(face: Any, fingers: Any, come: Any) -> None:
    from companion.games.cthulhu_wars.game import CTHULHU_WARS

    switched_on(face, fingers, come)
    television = face.shell.television
    code = television.link
    face.begin(CTHULHU_WARS, {"factions": ["GC", "CC"], "signs": "app", "direction": 1})
    assert not television.on
    television.switch_on(face.shell.game)
    come(lambda: television.address)
    assert television.link.partition("#")[2] != code.partition("#")[2]


def test_dice_are_shown_before_what_comes_of_them(
    face: Any, fingers: Any, come: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What they come to is told when they lie on the companion's own screen."""
    from companion.app.widgets.rendering.motion import motion
    from companion.games.cthulhu_wars.game import CTHULHU_WARS
    from tests.app.test_both_sides import ARMIES

    monkeypatch.setattr(motion, "still", False)
    monkeypatch.setattr(motion, "level", "full")
    face.begin(CTHULHU_WARS, {"quick_battle": ARMIES})
    face.shell.television.switch_on(face.shell.game)
    come(lambda: face.shell.television.address)
    with looking_on(face.shell.television, code=face.shell.television.link.partition("#")[2]) as guest:
        told(guest, come, "snap")
        fingers.skip(1)
        answers = [(item.ticket, LabelledAnswer([6] * item.prompt.dice)) for item in face.session.prompts]
        face.page.answer_all(answers)
        assert face.page.hides_dice
        falls = told(guest, come, "snap")["seen"]
        assert falls["falling"]
        assert not any(side["results"] for side in falls["sides"])
        lies = told(guest, come, "snap")["seen"]
        assert not lies["falling"]
        assert all(side["results"] for side in lies["sides"])


def test_a_report_and_a_backup_hold_no_permit(face: Any, fingers: Any, come: Any) -> None:
    from companion.doctor.examination import machine
    from companion.storage.html_report import report

    switched_on(face, fingers, come)
    kept = face.shell.library.folder.parent / FILE
    code = face.shell.television.link.partition("#")[2]
    digest = json.loads(kept.read_text())["code"]
    said = "".join(machine(face.shell.library.folder.parent).values()) + report(face.session)
    face.shell.home()
    for stored in face.shell.library.folder.iterdir():
        said += stored.read_bytes().decode(errors="replace")
    assert code not in said
    assert digest not in said
    assert kept.parent != face.shell.library.folder, "copies are made of the games' folder"


OFF = """
import sys
from pathlib import Path
from companion.app.start import environment
environment.prepare(Path(sys.argv[1]))
from companion.app.start.application import make_shell
from companion.games import GAMES
from firmware_bridge.dice import VirtualDice
from companion.table.game import Mode
import threading
shell = make_shell(Path(sys.argv[1]), GAMES, VirtualDice())
setup = {"factions": ["GC", "CC"], "signs": "app", "direction": 1}
shell.play(lambda: shell.library.start(shell.library.games[0], Mode("t", "T", "", setup)))
shell.pages[0].open_more()
parts = ("websockets", "companion.screens.", "companion.app.hardware.television", "companion.app.pages.television")
threads = [one.name for one in threading.enumerate() if one.name == "screens"]
print([name for name in sys.modules if name.startswith(parts)], threads)
shell.close()
"""


def test_nothing_of_it_is_there_while_it_is_off(tmp_path: Path) -> None:
    """No library is loaded, no thread begun and no port opened by a game on the table with *More* open."""
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", OFF, str(tmp_path)], capture_output=True, text=True, check=False
    )
    assert done.stdout.strip().splitlines()[-1:] == ["[] []"], done.stderr[-2000:]
