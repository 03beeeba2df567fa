"""The words of people: catalogues, plural forms, and whether every word passes through one of them."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any, Final

import pytest
from babel.messages.catalog import Catalog

from companion.games import OURS
from companion.table import words
from companion.table.autoplay import play
from companion.table.game import Game, Mode
from companion.table.prompts import Write
from companion.table.session import new_session
from companion.table.words import N_, _, n_
from tests import catalogues
from tests.marked import left_in_english, marked, unmarked

SPOKEN: Final = ("messina", "mythos_encounters")
"""Games of which every word passes through a catalogue."""


def test_without_a_catalogue_the_words_are_those_in_the_code() -> None:
    assert _("Take a spellbook") == N_("Take a spellbook") == "Take a spellbook"
    assert [n_("{n} die", "{n} dice", n).format(n=n) for n in (1, 2)] == ["1 die", "2 dice"]
    assert _("") == ""


def test_a_language_that_there_is_not_is_english() -> None:
    words.use("nowhere")
    assert _("Done") == "Done"


@pytest.fixture
def polish(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """A catalogue of two messages, compiled as `make words` does it."""
    catalogue = Catalog(locale="pl")
    catalogue.add("Done", "Gotowe")
    catalogue.add(("{n} die", "{n} dice"), ("{n} kość", "{n} kości", "{n} kostek"))
    path = tmp_path / "pl" / "LC_MESSAGES" / "companion.mo"
    path.parent.mkdir(parents=True)
    path.write_bytes(catalogues.compiled(catalogue))
    monkeypatch.setattr(words, "FOLDER", tmp_path)
    yield
    words.use(words.ENGLISH)


@pytest.mark.usefixtures("polish")
def test_a_catalogue_gives_words_and_all_plural_forms() -> None:
    assert words.languages() == ["en", "pl"]
    words.use("pl")
    assert _("Done") == "Gotowe"
    assert _("Undo") == "Undo"
    said = [n_("{n} die", "{n} dice", n).format(n=n) for n in (1, 2, 5, 22)]
    assert said == ["1 kość", "2 kości", "5 kostek", "22 kości"]


def test_words_of_python_and_of_layouts_are_collected(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(catalogues, "ROOT", tmp_path)
    for part in catalogues.PARTS:
        (tmp_path / part).mkdir()
    (tmp_path / "companion" / "x.py").write_text('a = _("One"), N_("Two"), n_("{n} a", "{n} b", 3), NN_("c", "d")\n')
    (tmp_path / "layouts" / "x.kv").write_text('<Key>:\n    text: _("Three") if self.on else _("Four")\n')
    found = {message.id for message in catalogues.collect() if message.id}
    assert found == {"One", "Two", ("{n} a", "{n} b"), ("c", "d"), "Three", "Four"}


def test_a_word_outside_the_brackets_is_seen() -> None:
    assert unmarked("⟦Great Cthulhu⟧ +3") == ""
    assert unmarked("⟦{who} pays⟧: Devour") == ": Devour"
    assert unmarked("⟦⟦Ann⟧ pays 3⟧") == ""


@pytest.mark.parametrize(
    ("game", "mode"),
    [(game, mode) for game in OURS if game.name in SPOKEN for mode in game.modes],
    ids=lambda part: getattr(part, "name", getattr(part, "id", "")),
)
def test_every_word_of_a_game_comes_from_a_catalogue(game: Game[Any], mode: Mode) -> None:
    """Random games in a made-up language whose words stand in brackets."""
    for seed in range(6):
        with marked():
            chance, seen = Random(seed), 0
            session = new_session(game, mode.setup)
            while not session.finished and len(session.timeline.entries) < 250:
                item = session.prompts[0]
                if isinstance(item.prompt, Write):
                    # No words of the players' own, which no catalogue could know.
                    session.answer(item.ticket, chance.choice(["", "1926"]))
                else:
                    play(session, chance, 1, interject=0.1)
                assert left_in_english(session, seen) == set()
                seen = len(session.state.facts)
