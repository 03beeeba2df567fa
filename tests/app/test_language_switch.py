"""Another language in the middle of a game: by touch, and nothing on any page stays as it was."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, Final

import pytest
from babel.messages.catalog import Catalog

from companion.games import OURS
from companion.table import words
from companion.table.autoplay import play
from tests.app.conftest import on_the_window
from tests.instruments import catalogues
from tests.marked import GAP

BEFORE, AFTER = "⟦", "⟪"
"""Stand before the words of the one and of the other made-up language."""

CODES: Final = {"de": BEFORE, "fr": AFTER}


@pytest.fixture(scope="module")
def made_up(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Catalogues of every word in the code, each behind the sign of its language."""
    folder = tmp_path_factory.mktemp("languages")
    for code, sign in CODES.items():
        made = Catalog(locale=code)
        for message in catalogues.collect():
            if message.id:
                said = [GAP.sub(rf"\1{sign}", sign + form) for form in catalogues.forms(message.id)]
                made.add(message.id, said[0] if isinstance(message.id, str) else tuple(said))
        path = folder / code / "LC_MESSAGES" / "companion.mo"
        path.parent.mkdir(parents=True)
        path.write_bytes(catalogues.compiled(made))
    return folder


@pytest.fixture
def two_languages(made_up: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """They are the languages there are."""
    monkeypatch.setattr(words, "FOLDER", made_up)
    yield
    words.use(words.ENGLISH)


@pytest.fixture
def ours(window: Any, fingers: Any, resize: Any, two_languages: None, tmp_path: Path) -> Iterator[Any]:  # noqa: ARG001
    with on_the_window(window, fingers, tmp_path, OURS) as made:
        made.settings.language = "de"
        made.apply_settings()
        made.home()
        yield made


def stored(session: Any) -> list[str]:
    """What may stay: the labels of the answers, or their parts; and a language has its own name in all of them."""
    labels = {entry.label for entry in session.timeline.entries}
    parts = {part for label in labels for part in (label, label.partition(": ")[0], label.rpartition(": ")[2])}
    return sorted({*parts, *map(words.name_of, CODES)}, key=len, reverse=True)


def left_over(shell: Any, stays: list[str]) -> list[str]:
    """Texts on the screen in the language before."""
    found = []
    for widget in shell.walk():
        text = getattr(widget, "text", "")
        for said in stays:
            text = text.replace(said, "")
        if BEFORE in text:
            found.append(text)
    return found


def spoken(shell: Any) -> str:
    return "".join(getattr(widget, "text", "") for widget in shell.walk())


@pytest.mark.parametrize("place", range(len(OURS)), ids=[game.name for game in OURS])
def test_nothing_but_stored_labels_stays_in_the_language_before(ours: Any, fingers: Any, place: int) -> None:
    """`companion.table.words` says what is stored: the labels of answers that were given before."""
    from companion.app.demo.touches import touches

    game = ours.library.games[place]
    ours.play(lambda: ours.library.start(game, game.modes[0]))
    table = ours.page
    play(table.session, Random(2), 40)
    table.opened()
    fingers.skip(1.2)
    facts, asked = len(table.session.state.facts), [item.prompt.key for item in table.session.prompts]
    stays = stored(table.session)
    assert left_over(ours, stays)
    fingers.tap(table.more_key)
    fingers.skip(0.4)
    fingers.tap(ours.page.tabs["screen"])
    fingers.frames(2)
    fingers.tap(ours.page.quick.keys["settings"])
    fingers.skip(0.4)
    for key in touches(ours.page, ("language", "fr")):
        fingers.tap(key)
        fingers.skip(0.4)
    assert left_over(ours, stays) == []
    fingers.tap(ours.page.primary)
    fingers.skip(1.2)

    table = ours.page
    assert [item.prompt.key for item in table.session.prompts] == asked
    assert len(table.session.state.facts) == facts
    assert not [fact.text() for fact in table.session.state.facts if BEFORE in fact.text()]
    assert AFTER in spoken(ours)
    assert left_over(ours, stays) == []
    for opener in pages(table):
        opener()
        fingers.skip(0.4)
        assert left_over(ours, stays) == [], type(ours.page).__name__
        ours.back()
    ours.home()
    assert left_over(ours, stays) == []


def pages(table: Any) -> Iterator[Callable[[], None]]:
    """What opens each page from the table."""
    view, question = table.session.view, table.question
    yield table.open_log
    yield table.open_more
    yield table.open_rules
    yield partial(table.open_help, question.title, question.prompt_rule)
    for player in view.players[:1]:
        yield partial(table.open_player, player)
        yield from (partial(table.open_counter, counter, player.name) for counter in player.big[:1])
    yield from (partial(table.open_side, side) for side in view.sides[:1])


def test_an_answer_after_the_change_is_in_the_language_after(ours: Any, fingers: Any) -> None:
    """The undo key names it."""
    game = ours.library.games[0]
    ours.play(lambda: ours.library.start(game, game.modes[0]))
    play(ours.page.session, Random(2), 12)
    ours.page.opened()
    ours.settings.language = "fr"
    ours.apply_settings()
    ours.back()
    play(ours.page.session, Random(4), 1)
    ours.page.opened()
    fingers.skip(1.2)
    label = ours.page.session.timeline.entries[-1].label
    assert AFTER in label
    assert BEFORE not in label
    assert BEFORE not in ours.page.left
