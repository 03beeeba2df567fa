"""Every kind of question of Mythos Encounters and Messina at 800x480: no answer lies below a fold."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from random import Random
from typing import Any, Final

import pytest

from companion.games.messina.game import MESSINA
from companion.games.mythos_encounters.game import MYTHOS_ENCOUNTERS
from companion.table.game import Game
from companion.table.prompts import Choose, Form, Prompt, Roll
from companion.table.session import Session, new_session
from companion.table.words import ENGLISH, use
from tests.app.test_scripted_game_by_touch import PICTURES

pytestmark = pytest.mark.window

EVENINGS: Final = 40
"""Random evenings of each game that are searched for its fullest pages."""
ANSWERS: Final = 110
"""Answers in each of them."""

PLAYERS: Final = [
    {"name": "Geoffrey", "god": "Nyarlathotep"},
    {"name": "Daniel", "god": "Great Cthulhu"},
    {"name": "Sam"},
    {"name": "Maximilian", "god": "Shub-Niggurath"},
    {"god": "Tsathoggua"},
]
SEATS: Final = ["red", "blue", "green", "gold", "grey"]

UNSEEN: Final = {
    MYTHOS_ENCOUNTERS.name: {"*/attacker/*", "*/defender/*"},
    MESSINA.name: {"*/units/*/*"},
}
"""Questions that are asked only without the sheets that every way to begin has."""


class Records(list[Mapping[str, Any]]):
    """A journal in memory."""

    def append(self, *records: Mapping[str, Any]) -> None:
        self.extend(records)


def kind_of(prompt: Prompt) -> str:
    """Return what a question is about, whoever it is asked of and however often it has been asked."""
    names = r"\d+|first|second|third|fourth|fifth|attacker|defender|red|blue|green|gold|grey"
    return re.sub(rf"(?<![a-z])({names})(?![a-z])", "*", prompt.key)


def fullness(session: Session[Any], prompt: Prompt) -> dict[str, int]:
    """Return by which measures a page is full."""
    options = getattr(prompt, "options", ())
    groups = len({option.group or option.id for option in options})
    letters = len(prompt.text) + sum(len(option.label) + len(option.detail or option.refused) for option in options)
    return {
        "options": 1000 * groups + letters,
        "halves": 100 * sum(len(side.tokens) for side in session.view.sides) + letters,
    }


def setup_of(game: Game[Any], chance: Random) -> dict[str, Any]:
    """Return a set-up as the ways to begin have it, now and then with everybody at the table."""
    setup: dict[str, Any] = dict(chance.choice(game.modes).setup)
    if chance.random() < 0.6:
        number = chance.randint(2, 5)
        setup |= {"players": PLAYERS[:number]} if game is MYTHOS_ENCOUNTERS else {"seating": SEATS[:number]}
    return setup


def an_answer(prompt: Prompt, chance: Random) -> Any:
    """Return a random answer; cards are played less often, so that an evening goes on."""
    if isinstance(prompt, Roll):
        return [chance.choice((1, 1, 4, 5, 6)) for _ in range(prompt.dice)]
    if isinstance(prompt, Choose) and prompt.rule == "cards" and prompt.optional and chance.random() < 0.6:
        return []
    if isinstance(prompt, Form):
        return {blank.id: chance.choice((0, 0, 0, 1, 1, 2, 4)) for blank in prompt.blanks if not blank.whether}
    if isinstance(prompt, Choose) and prompt.key.endswith(("/next", "/trigger")):
        return [chance.choice([option.id for option in prompt.open_options() if option.id not in ("done", "no")])]
    return prompt.any_answer(chance)


def fullest(game: Game[Any]) -> dict[str, list[list[Mapping[str, Any]]]]:
    """Return by kind of question the records up to its fullest pages."""
    found: dict[str, dict[str, tuple[int, list[Mapping[str, Any]]]]] = {}
    for seed in range(EVENINGS):
        chance, records = Random(seed), Records()
        session = new_session(game, setup_of(game, chance), records)
        for _ in range(ANSWERS):
            if session.finished:
                break
            able = [option.id for option in session.interjections if not option.refused]
            if able and chance.random() < 0.03:
                session.interject(chance.choice(able))
            asked = session.prompts[0].prompt
            best = found.setdefault(kind_of(asked), {})
            for measure, full in fullness(session, asked).items():
                if full > best.get(measure, (-1, []))[0]:
                    best[measure] = full, list(records)
            item = chance.choice(session.prompts)
            session.answer(item.ticket, an_answer(item.prompt, chance))
    return {kind: [stored for __, stored in {id(b): b for b in best.values()}.values()] for kind, best in found.items()}


def below_the_fold(face: Any) -> Iterator[str]:
    """Yield what a finger could tap to answer, of which not all is in sight."""
    from tests.instruments.outside.sight import look_at, words_of

    body = face.page.question.body
    seen = look_at(face.window)
    for thing in seen:
        inside = id(body) in thing.parents and thing.viewport is not None and thing.touchable
        if inside and (thing.sight is None or thing.sight.area < 0.97 * thing.box.area):
            yield words_of(seen, thing)


@pytest.mark.parametrize("game", [MYTHOS_ENCOUNTERS], ids=lambda game: game.name)
def test_no_answer_lies_below_a_fold(face: Any, tmp_path: Path, game: Any) -> None:
    """The fullest pages that random evenings have of each question, at the size of the smallest display."""
    use(ENGLISH)
    wrong, folder = [], Path(PICTURES or tmp_path) / f"fold_{game.name}"
    folder.mkdir(parents=True, exist_ok=True)
    pages = fullest(game)
    for kind, stored in pages.items():
        for number, records in enumerate(stored):
            face.open(records)
            if face.covered():
                face.fingers.tap(face.verb)
                face.settle()
            if lower := [*below_the_fold(face)]:
                wrong.append(f"{kind}: {', '.join(lower)}")
                face.fingers.picture(folder / f"{kind.replace('/', '_').replace('*', '')}_{number}.png")
    assert len(pages) > 40, sorted(pages)
    assert not wrong, "\n".join(wrong)
