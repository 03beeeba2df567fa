"""Sounds: the right one is really played, at most one for a step, none when they are off; no device is no error."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import wave
from pathlib import Path
from typing import Any

import pytest

from companion.app.hardware.sounds import SOUNDS
from companion.games.cthulhu_wars.facts import PiecesEntered
from companion.installation import units
from layouts import build_sounds
from tests.patience import PATIENCE

pytestmark = pytest.mark.window

NAMES = ("turn", "dice", "ritual", "end", "awaken-deep")
"""Those that are played for a test; one of the awakenings stands for all."""

PROGRAM = """
import json, logging, sys
logging.basicConfig(level=logging.WARNING, stream=sys.stderr)
from pathlib import Path
from companion.app.start import environment
environment.prepare(Path(sys.argv[1]))
from kivy.core.window import Window
from companion.app.hardware.sounds import Sounds, device
found = device()
sounds = Sounds()
for name in sys.argv[2:]:
    before = len(sounds.played)
    sounds.play(name)
    while len(sounds.played) == before and not sounds.silent:
        sounds._closed.wait(0.02)
print(json.dumps({"played": sounds.played, "silent": sounds.silent, "device": found}))
sounds.close()
"""

ORDER = ("end", "lost", "awaken", "ritual", "books", "sign", "gate", "dice", "turn")
OLD_ONES = {"cthulhu", "nyarlathotep", "shub_niggurath", "hastur", "king_in_yellow"}


def frames(name: str) -> bytes:
    with wave.open(str(SOUNDS / f"{name}.wav"), "rb") as file:
        return file.readframes(file.getnframes())


def run(window: Any, folder: Path, driver: str, *names: str) -> tuple[dict[str, Any], bytes, str]:  # noqa: ARG001
    """Play in a process of its own; return what it told, what its device was given, and its log."""
    raw = folder / "raw"
    env = os.environ | {"SDL_AUDIODRIVER": driver, "SDL_DISKAUDIOFILE": str(raw), "SDL_DISKAUDIODELAY": "1"}
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, str(folder), *names],
        env=env,
        capture_output=True,
        text=True,
        check=True,
        timeout=PATIENCE,
    )
    told = json.loads(done.stdout.splitlines()[-1])
    return told, raw.read_bytes() if raw.exists() else b"", done.stderr


@pytest.mark.parametrize("name", NAMES)
def test_the_device_is_given_this_sound_and_no_other(window: Any, tmp_path: Path, name: str) -> None:
    """SDL's driver that writes to a file in place of a loudspeaker."""
    told, raw, _log = run(window, tmp_path, "disk", name)
    assert told["played"] == [name]
    assert raw.count(frames(name)) == 1, "whole, and once"
    assert not any(raw.strip(b"\0").find(frames(other)[2000:6000]) >= 0 for other in NAMES if other != name)


def test_where_there_is_no_device_the_log_says_so_once(window: Any, tmp_path: Path) -> None:
    told, raw, log = run(window, tmp_path, "no-such-driver", "turn", "dice")
    assert told == {"played": [], "silent": told["silent"], "device": ""}
    assert told["silent"]
    assert log.count("no sounds are heard") == 1
    assert raw == b""


@pytest.mark.parametrize(("card", "there"), [("null", True), ("default:CARD=nobody", False)])
def test_the_sound_card_is_the_one_that_the_unit_names(
    window: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, card: str, there: bool
) -> None:
    """By the variable that the unit has; ALSA's library is one of the packages of the set-up."""
    unit = units.on_the_bare_screen(tmp_path, tmp_path, "root", ["root"]).splitlines()
    (line,) = [line for line in unit if "AUDIODEV" in line]
    monkeypatch.setenv(line.split("=")[1], card)
    told, _raw, _log = run(window, tmp_path, "alsa", "turn")
    assert told["device"] == ("alsa" if there else "")
    assert told["played"] == (["turn"] if there else [])


def test_the_sounds_are_made_by_the_script_that_stands_here(tmp_path: Path) -> None:
    """Nobody else's recordings; small, and none is louder than half of what there is."""
    from array import array

    made = {path.stem: path for path in build_sounds.write(tmp_path)}
    assert set(made) == {path.stem for path in SOUNDS.glob("*.wav")}
    assert set(made) > set(NAMES)
    for name, path in made.items():
        with wave.open(str(path), "rb") as file:
            fresh = array("h", file.readframes(file.getnframes()))
        kept = array("h", frames(name))
        assert len(fresh) == len(kept)
        # Another machine's sine may differ in its last digit.
        assert max(abs(one - other) for one, other in zip(fresh, kept, strict=True)) <= 2
        assert 10_000 < max(map(abs, kept)) <= 16_384
        assert (SOUNDS / f"{name}.wav").stat().st_size < 80_000


class Ear:
    """Stands where the loudspeaker is."""

    def __init__(self) -> None:
        self.heard: list[str] = []

    def play(self, name: str) -> None:
        self.heard.append(name)


def evening(ours: Any, fingers: Any, steps: int) -> tuple[list[list[str]], list[set[str]]]:
    """Play an evening to its end on the page; return what was heard at each step, and what happened in it."""
    from random import Random

    from companion.games import GAMES
    from companion.table.game import Mode
    from companion.table.session import LabelledAnswer
    from tests.instruments.outside.evenings import sensible

    ours.sounds = Ear()
    risen: set[str] = set()
    mode = Mode("test", "", "", {"factions": ["GC", "CC", "BG", "YS"], "signs": "app"})
    ours.play(lambda: ours.library.start(GAMES[0], mode))
    page, chance = ours.page, Random(3)
    heard: list[list[str]] = []
    happened: list[set[str]] = []
    while not page.session.finished and len(heard) < steps:
        session, state = page.session, page.session.state
        if len(heard) % 40 == 39:
            known = session.game.counters(state)
            session.correct({key: min(29, known[key] + 4) for key in known if key.endswith(".doom")})
            page.refresh()
        ticket, value = sensible(session, chance)
        ritual, active, entries = session.state.ritual, session.state.active, len(session.timeline.entries)
        ours.sounds.heard = []
        page.answer(ticket, LabelledAnswer(value, "virtual"))
        while ours.page is not page:
            ours.back()
        state = page.session.state
        new = [fact for line in session.lines(entries, len(session.timeline.entries)) for fact in line.facts]
        facts = {type(fact).__name__: fact for fact in new}
        entered = [fact for fact in new if isinstance(fact, PiecesEntered)]
        old_ones = {fact.unit for fact in entered} & OLD_ONES - risen
        risen |= old_ones
        # What is still to be turned over is not given away.
        hidden = any(faction.turned for faction in state.factions.values())
        truth = {
            "end": session.finished and bool(state.winners or hidden),
            "lost": session.finished and not state.winners and not hidden,
            "awaken": bool(old_ones),
            "ritual": state.ritual > ritual,
            "books": "BookTaken" in facts and len(state.factions[facts["BookTaken"].who].books) == 6,
            "sign": "SignRevealed" in facts and not session.finished,
            "gate": "GateSet" in facts,
            "dice": session.timeline.entries[entries].kind == "roll",
            "turn": state.active not in ("", active),
        }
        heard.append(ours.sounds.heard)
        happened.append({name for name, so in truth.items() if so})
    fingers.frames(1)
    return heard, happened


def test_each_is_heard_when_it_happens_and_one_at_most(ours: Any, fingers: Any) -> None:
    ours.settings.sound = "on"
    heard, happened = evening(ours, fingers, 900)
    for said, truth in zip(heard, happened, strict=True):
        wanted = [name for name in ORDER if name in truth]
        assert [name.partition("-")[0] for name in said] == wanted[:1]
    kinds = {name.partition("-")[0] for said in heard for name in said}
    assert kinds >= {"ritual", "dice", "turn", "gate"}
    assert kinds & {"end", "lost"}


def test_nothing_is_heard_unless_people_want_it(ours: Any, fingers: Any) -> None:
    assert ours.settings.sound == "off"
    heard, happened = evening(ours, fingers, 60)
    assert any(happened)
    assert not any(heard)


def test_one_tap_mutes_and_an_undo_is_not_heard(ours: Any, fingers: Any) -> None:
    evening(ours, fingers, 30)
    page = ours.page
    fingers.tap(page.extras.children[0])
    fingers.skip(0.4)
    fingers.tap(ours.page.tabs["screen"])
    fingers.frames(2)
    key = ours.page.quick.keys["speaker"]
    fingers.tap(key)
    assert ours.settings.sound == "on"
    assert key.chosen
    assert ours.sounds.heard == ["turn"], "so that people know how loud it is"
    fingers.tap(key)
    assert ours.settings.sound == "off"
    fingers.tap(key)
    ours.back()
    ours.sounds.heard = []
    for _ in range(10):
        page.undo()
        while ours.page is not page:
            ours.back()
    assert ours.sounds.heard == []
