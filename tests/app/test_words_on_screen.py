"""Every word on the screen comes from a catalogue; the language is a setting."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest
from babel.messages.catalog import Catalog

from companion.games import OURS
from companion.table import words
from companion.table.autoplay import play
from firmware_bridge.errors import WiringError
from firmware_bridge.wiring import wiring_from
from tests.app.conftest import on_the_window
from tests.instruments import catalogues
from tests.marked import WORD, marked, unmarked


@pytest.fixture
def ours(window: Any, fingers: Any, resize: Any, tmp_path: Path) -> Iterator[Any]:  # noqa: ARG001
    """The app with the games that people play."""
    with on_the_window(window, fingers, tmp_path, OURS) as made:
        yield made
    words.use(words.ENGLISH)


def shown(shell: Any) -> Iterator[str]:
    """All texts of the widgets that are on the screen."""
    for widget in shell.walk():
        yield getattr(widget, "text", "")


def outside(shell: Any) -> list[str]:
    """Those with words that no catalogue was asked for and that no player wrote; their words may be shortened."""
    entries = shell.game.session.timeline.entries if shell.game else []
    typed = {entry.value for entry in entries if isinstance(entry.value, str)}
    # What a folder is called nobody translates, and each language is called by its own name.
    named = {words.name_of(language) for language in words.languages()}
    written = sorted({*typed, *named, str(shell.jobs.imports)}, key=len, reverse=True)
    return sorted({text for text in map(unmarked, shown(shell)) if not_written(text, written)})


def not_written(text: str, written: list[str]) -> bool:
    """Whether there are words left without those that players wrote, or what a language puts between two of them."""
    for said in written:
        text = text.replace(said, "")
    return bool(WORD.search(text) or ": " in text) and not any(said.startswith(text.strip(" ,;…")) for said in written)


def test_pages_around_a_game(ours: Any, fingers: Any) -> None:
    from companion.app.pages.all_games import AllGamesPage
    from companion.app.pages.startup_error import StartupErrorPage
    from companion.app.pages.unexpected_error import UnexpectedErrorPage

    with marked():
        ours.hub.let_go()
        ours.home()
        assert outside(ours) == []
        ours.open_settings()
        assert outside(ours) == []
        fingers.frames(2)
        fingers.tap(ours.page.links["HARDWARE"])
        for name, key in ours.page.keys.items():
            fingers.tap(key)
            assert outside(ours) == [], name
        game = ours.library.games[0]
        ours.play(lambda: ours.library.start(game, game.modes[0]))
        play(ours.page.session, Random(2), 4)
        ours.home()
        assert len(ours.page.stored) == 1
        assert outside(ours) == []
        ours.open(AllGamesPage())
        fingers.skip(0.4)
        assert outside(ours) == []
        fingers.tap(next(iter(ours.page.keys.values())))
        fingers.tap(ours.page.remove)
        fingers.skip(0.4)
        assert outside(ours) == []
        ours.open(UnexpectedErrorPage(None))
        assert outside(ours) == []
        ours.open(StartupErrorPage("", ours.back, ours.back))
        assert outside(ours) == []


@pytest.mark.parametrize("place", range(len(OURS)), ids=[game.name for game in OURS])
def test_a_game_by_touch(ours: Any, fingers: Any, place: int) -> None:
    """Each question, and the pages that can be opened from the table, in the made-up language."""
    from companion.app.demo.autopilot import Autopilot, screen_kind

    with marked():
        game = ours.library.games[place]
        ours.settings.odds = "on"
        ours.play(lambda: ours.library.start(game, game.modes[-1]))
        fingers.skip(0.4)
        table, pilot, seen = ours.page, Autopilot(fingers, Random(3)), set()
        for _step in range(25):
            if table.session.finished:
                break
            kind, body = screen_kind(table), table.question.body
            assert outside(ours) == [], kind
            if kind == "count" and kind not in seen:
                look(ours, body.open_numpad)
            if kind == "write" and kind not in seen:
                look(ours, body.open_keyboard)
            if kind == "roll" and kind not in seen:
                look(ours, body.card.open_typing)
            if body.helpful and kind not in seen:
                look(ours, partial(table.open_help, table.question.title, table.question.prompt_rule))
            seen.add(kind)
            pilot.step(table)
        look(ours, table.open_log)
        look(ours, lambda: table.open_log() or ours.page._preview(table.session.history[0]), pages=2)
        look(ours, table.open_more)
        look(ours, table.open_rules)
        look(ours, lambda: table.open_rules() or ours.page.show_names("C"))
        view = table.session.view
        if view.players:
            look(ours, lambda: table.open_player(view.players[0]))
        for counter in view.players[0].big[:1] if view.players else ():
            look(ours, partial(table.open_counter, counter, view.players[0].name))
        if view.sides:
            look(ours, lambda: table.open_side(view.sides[0]))
        table.undo()
        fingers.skip(0.4)
        assert outside(ours) == []


def look(shell: Any, open_it: Any, pages: int = 1) -> None:
    open_it()
    assert outside(shell) == [], type(shell.page).__name__
    for _page in range(pages):
        shell.back()


@pytest.mark.usefixtures("ours")
def test_the_bridge_speaks_the_language_of_the_app() -> None:
    with marked(), pytest.raises(WiringError) as refused:
        wiring_from({"knob": [1, 99]})
    # What stands in people's own table stays as they wrote it.
    assert unmarked(str(refused.value)) == "knob[1, 99]"


def test_without_another_language_there_is_nothing_to_choose(
    ours: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(words, "FOLDER", tmp_path / "languages")
    ours.open_settings()
    assert "theme" in ours.page.rows
    assert "language" not in ours.page.rows


@pytest.fixture
def trial(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Catalog:
    """A catalogue of a few words in a folder of its own."""
    catalogue = Catalog(locale="de")
    for english, german in {"English": "Deutsch", "Done": "Fertig", "Theme": "Farben", "Settings": "Wahl"}.items():
        catalogue.add(english, german)
    monkeypatch.setattr(words, "FOLDER", tmp_path / "languages")
    write(catalogue)
    return catalogue


def write(catalogue: Catalog) -> None:
    path = words.FOLDER / "de" / "LC_MESSAGES" / "companion.mo"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(catalogues.compiled(catalogue))


def test_a_language_is_chosen_and_taken_at_once(trial: Catalog, ours: Any, fingers: Any, tmp_path: Path) -> None:
    """Pages are drawn anew, an open game's question too, though no answer has been given yet."""
    from companion.app.start.application import make_shell
    from companion.storage.settings import Settings
    from firmware_bridge.dice import VirtualDice

    game = ours.library.games[0]
    ours.play(lambda: ours.library.start(game, game.modes[0]))
    english = ours.page.question.title
    trial.add(english, "Eine Frage")
    write(trial)
    ours.open_settings()
    fingers.frames(2)
    assert ours.page.values["language"] == {"en": "English", "de": "Deutsch"}
    assert ours.page.rows["language"].value == "English"
    fingers.tap(ours.page.rows["language"])
    assert (ours.page.heading, ours.page.primary.text) == ("Wahl", "Fertig")
    assert ours.page.rows["language"].value == "Deutsch"
    assert ours.page.rows["theme"].label == "Farben"
    ours.back()
    assert ours.page.question.title == "Eine Frage"
    assert not ours.banner.message
    assert Settings.load(tmp_path / "settings.toml").language == "de"
    words.use(words.ENGLISH)
    again: Any = make_shell(tmp_path, OURS, VirtualDice())
    again.home()
    assert again.page.left == "Wahl"
    ours.open_settings()
    fingers.frames(2)
    fingers.tap(ours.page.rows["language"])
    ours.back()
    assert ours.page.question.title == english


def test_a_language_that_there_is_no_more_is_english(trial: Catalog, ours: Any) -> None:  # noqa: ARG001
    ours.settings.language = "pl"
    ours.apply_settings()
    assert ours.page.heading == "Settings"


def test_a_line_never_breaks_before_a_mark_that_belongs_to_a_word() -> None:
    from layouts.typeset import extent, parted, stands

    asked = "Qui attaque\u202f?"
    assert parted(f" {asked}\n100\xa0%") == ["Qui", "attaque\u202f?", "100\xa0%"]
    word = extent("attaque\u202f?", "text", 20)[0]
    assert stands(asked, "text", 20, word + 1, 100)
    assert not stands(asked, "text", 20, word - 1, 100)


def test_a_heading_without_room_for_half_a_word_is_left_out(ours: Any) -> None:  # noqa: ARG001
    """Seen at 480x800 in German: “Aktions-” between the moment and two keys, cut off at both ends."""
    from companion.app.widgets.pages.page import Page
    from layouts.theme import look
    from layouts.typeset import extent

    words.use("de")
    try:
        phase = words._("Action Phase")
        whole, half = (extent(part, "bold", look.least)[0] for part in (phase, "Aktions-"))
        assert Page.heading_lines(phase, whole) == "Aktionsphase"
        assert Page.heading_lines(phase, half) == "Aktions-\nphase"
        assert Page.heading_lines(phase, half - 1) == ""
    finally:
        words.use(words.ENGLISH)


@pytest.mark.parametrize("language", words.languages())
def test_log_and_more_are_headed_by_the_names_that_sentences_give_them(ours: Any, language: str) -> None:
    """Their keys have a sign each and no word: “under More” led nowhere."""
    ours.settings.language = language
    ours.apply_settings()
    ours.home()
    game = ours.library.games[0]
    ours.play(lambda: ours.library.start(game, game.modes[0]))
    for opened, sentence in (
        (ours.page.open_log, "Open the log: it shows every step and can go back to any line."),
        (ours.page.open_more, "Open More, then Rules, to look anything up."),
    ):
        opened()
        name, colon, __ = ours.page.heading.partition(":")
        assert colon
        assert name.strip().lower() in words._(sentence).lower()
        ours.back()
