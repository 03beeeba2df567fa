"""The worked cases of the battle reference, section 7, by touch and by knob and buttons alone.

They are the very cases that run without a screen (`tests/cthulhu_wars/test_battle_cases.py`; those of expansions stand
with their factions): each answer is given on the window, what is refused says why there, and the end equals the one
without a screen.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

import pytest

from companion.table.errors import BadAnswerError
from companion.table.session import new_session
from tests.cthulhu_wars import (
    battles,
    evening,
    test_battle_cases,
    test_opener_of_the_way,
    test_sleeper,
    test_windwalker_battles,
)
from tests.replica import plain

pytestmark = pytest.mark.window

CASES: Final[dict[str, Callable[[], None]]] = {
    **{name: case for name, case in sorted(vars(test_battle_cases).items()) if name.startswith("test_case_")},
    "test_case_9_no_cannibalism_without_a_kill": test_windwalker_battles.test_cannibalism_needs_a_kill,
    "test_case_12_promotions": test_opener_of_the_way.test_case_12_two_acolytes_become_mutants,
    "test_case_13_demand_sacrifice": test_sleeper.test_demand_sacrifice_kills_as_pains,
    "test_case_15_formless_spawn": lambda: test_sleeper.test_combat(
        {"formless_spawn": 2}, {"formless_spawn": 3, "tsathoggua": 1}, 8, 8
    ),
}
ALWAYS = ("test_case_3_", "test_case_6_", "test_case_11_")
"""Those that are played on buttons each time; the others in the long searches."""


@pytest.fixture
def face(window: Any, fingers: Any, resize: Any, tmp_path: Path, factory: Any) -> Iterator[Any]:
    from tests.instruments.outside.knob import wired

    resize(800, 480)
    with wired(window, fingers, tmp_path, factory) as made:
        yield made


class Player:
    """Answers on the window.

    Args:
        face: the app.
        use: uses a widget: a finger taps it, or the ring goes to it and *next* is pressed.
        turn: turns the knob, which sets numbers; None for a finger. The ring passes over what is refused.
    """

    def __init__(self, face: Any, use: Callable[[Any], None], turn: Callable[[int], None] | None = None) -> None:
        self.face, self.use, self.turn = face, use, turn
        self.refused: list[str] = []
        self._filled: dict[str, Any] = {}

    def begin(self, game: Any, setup: Any) -> Any:
        self.face.begin(game, setup)
        return self.face.session

    def play(self, *steps: tuple[str, Any]) -> None:
        for key, value in steps:
            self.face.redraw()
            asked = {item.prompt.key: item for item in self.face.session.prompts}
            assert key in asked, f"asked {list(asked)}, expected {key}"
            self.answer(asked[key], value)

    def answer(self, item: Any, value: Any) -> None:
        """Use what has to be used. Raises `BadAnswerError` after the window has said the same."""
        face, body = self.face, self.face.page.question.body
        try:
            item.prompt.check(value)
        except BadAnswerError as error:
            self.refuse(item.prompt, value, str(error))
            raise
        before = len(face.session.timeline.entries)
        together = body.joint
        if self.turn is not None and item.prompt.kind == "count":
            face.settle()
            self.turn(value - (item.prompt.least if item.prompt.suggested is None else item.prompt.suggested))
            self.use(face.verb)
            return
        for widget in face.targets({item.prompt.key: value} if together else value):
            self.use(widget)
            if len(face.session.timeline.entries) != before:
                break
        else:
            if together and item.prompt.kind != "roll":
                # One key is for both sides; the case may say what the other one does only later.
                self._filled[item.prompt.key] = value
                if {prompt.key for prompt in body.prompts} - {*self._filled}:
                    face.answer(item.ticket, value)
                    self._filled.clear()
                    return
            self.use(face.verb)
        given = face.session.timeline.entries[before]
        assert item.prompt.summary(given.value) == item.prompt.summary(value)

    def refuse(self, prompt: Any, value: Any, error: str) -> None:
        """Try what cannot be: the window says why."""
        if self.turn is not None:
            return
        face, before = self.face, len(self.face.session.timeline.entries)
        for widget in face.targets({prompt.key: value} if face.page.question.body.joint else value):
            self.use(widget)
        said = " ".join((face.verb.text, face.message()))
        assert len(face.session.timeline.entries) == before
        assert any(words in said for words in error.replace(": ", ". ").split(". ") if len(words) > 12), (said, error)
        self.refused.append(said)


def play_case(name: str, player: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    """Play a case; then the same answers without a screen come to the same end."""

    def play_skirmish(self: Any, *steps: tuple[str, Any]) -> Any:
        player.play(*steps)
        return self

    monkeypatch.setattr(battles, "new_session", player.begin)
    monkeypatch.setattr(evening, "new_session", player.begin)
    monkeypatch.setattr(battles.Skirmish, "play", play_skirmish)
    monkeypatch.setattr(evening.Evening, "play", lambda _self, *steps: player.play(*steps))
    CASES[name]()
    session = player.face.session
    alone = new_session(session.game, session.setup)
    for entry in session.timeline.entries:
        if entry.kind == "correct":
            alone.correct(entry.value)
        else:
            ticket = next(item.ticket for item in alone.prompts if item.prompt.key == entry.key)
            alone.answer(ticket, entry.value)
    assert plain(alone.state) == plain(session.state)


@pytest.mark.parametrize("name", CASES)
def test_by_touch(face: Any, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    from tests.instruments.outside.hand import SightedFinger

    finger = SightedFinger(face)
    play_case(name, Player(face, finger.tap), monkeypatch)


@pytest.mark.parametrize(
    "name", [n if n.startswith(ALWAYS) else pytest.param(n, marks=pytest.mark.slow) for n in CASES]
)
def test_by_knob_and_buttons(face: Any, fingers: Any, factory: Any, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    from tests.instruments.outside.hand import Pins

    pins = Pins(face, factory)

    def use(widget: Any) -> None:
        face.settle()
        pins.ring_on(None if widget is face.verb else widget)
        pins.press("next")

    play_case(name, Player(face, use, pins.turn), monkeypatch)
    assert fingers.touches == 0
