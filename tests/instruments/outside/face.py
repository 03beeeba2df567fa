"""The app on the window, and the only names of its pages that the instruments use."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any, Final

from companion.app.start.application import make_shell
from companion.games import GAMES
from companion.table.game import Game, Mode
from companion.table.journal import SqliteJournal
from companion.table.session import LabelledAnswer, Session
from companion.table.view import Counter
from firmware_bridge.dice import VirtualDice

SETTLED: Final = 1.1
"""Seconds after which a new question takes touches, and a number that has changed no longer glows."""


class NotOpenedError(Exception):
    """A game does not open; the app says why."""


@contextmanager
def on_window(
    window: Any,
    fingers: Any,
    folder: Path,
    games: Sequence[Game[Any]] = GAMES,
    hub: Any = None,
    **settings: Any,
) -> Iterator[Face]:
    """The app on the window, at its home page, for as long as the block lasts.

    Args:
        window: Kivy's.
        fingers: the finger, whose clock the app follows.
        folder: for games and settings.
        games: that can be played.
        hub: what is plugged in; None leaves it closed.
        settings: that differ from the defaults.
    """
    shell = make_shell(folder, games, VirtualDice(Random(5).randrange), hub)
    # Nobody touches the screen while an instrument lets hours pass.
    shell.settings.dim = "never"
    shell.rest.follow(shell.settings)
    for name, value in settings.items():
        setattr(shell.settings, name, value)
    window.add_widget(shell)
    face = Face(window, fingers, shell, folder)
    try:
        face.home()
        shell.follow_hardware()
        yield face
    finally:
        shell.put_away()
        shell.hub.close()
        window.remove_widget(shell)


class Face:
    """The app's root widget.

    Args:
        window: Kivy's.
        fingers: the finger, whose clock the app follows; None where it runs by itself.
        shell: the root widget.
        folder: with its games and settings.
    """

    def __init__(self, window: Any, fingers: Any, shell: Any, folder: Path) -> None:
        self.window, self.fingers, self.shell, self._folder = window, fingers, shell, folder
        self._files = 0

    # -- games ------------------------------------------------------------------------------------------------

    @property
    def session(self) -> Session[Any]:
        """The game on the table."""
        session: Session[Any] = self.shell.game.session
        return session

    @property
    def page(self) -> Any:
        """The page in front."""
        return self.shell.page

    def home(self) -> None:
        """Put the game away."""
        self.shell.home()
        self.settle()

    def begin(self, game: Game[Any], setup: Mapping[str, Any]) -> None:
        """Put a new game on the table."""
        self.shell.play(lambda: self.shell.library.start(game, Mode("begun", "", "", dict(setup))))
        self._begun()

    def open(self, records: Iterable[Mapping[str, Any]]) -> None:
        """Put a game with these records on the table."""
        self.shell.put_away()
        games = self._folder / "games"
        shutil.rmtree(games, ignore_errors=True)
        games.mkdir(parents=True)
        self._files += 1
        path = games / f"opened{self._files}.game"
        journal = SqliteJournal(path)
        for record in records:
            journal.append(record)
        journal.close()
        self.shell.play(lambda: self.shell.library.open(path))
        self._begun()

    def _begun(self) -> None:
        if self.shell.game is None:
            raise NotOpenedError(self.message())
        self.settle()

    # -- the table --------------------------------------------------------------------------------------------

    def redraw(self) -> None:
        """Show what an answer that was given behind the face's back has changed."""
        self.page.opened()
        self.settle()

    def settle(self) -> None:
        """Let the page come to rest: laid out, and no longer deaf to touches."""
        if self.fingers is None:
            return
        self.fingers.frames(2)
        self.fingers.skip(SETTLED)
        self.fingers.frames(1)

    def answer(self, ticket: int, value: Any) -> None:
        """Answer an open question as its widget would."""
        self._act(lambda: self.page.answer(ticket, LabelledAnswer(value, "virtual")))

    def undo(self, count: int) -> None:
        """Take back the last answers; what is to be put back on the board is read and put away."""
        self._act(lambda: self.page.undo(count))

    def redo(self) -> None:
        """Take the last undo back."""
        self._act(lambda: self.page.redo())

    def correct(self, key: str, value: int) -> None:
        """Set a counter by hand."""
        self._act(lambda: self.page.correct(Counter(key, "", 0), value))

    def interject(self, key: str) -> None:
        """Start something that may be done at any moment."""
        self._act(lambda: self.page.interject(key))

    def _act(self, action: Callable[[], None]) -> None:
        table = self.page
        action()
        self.settle()
        while self.page is not table:
            self.back()
        self.shell.show_message("")

    def targets(self, answer: Any) -> Iterator[Any]:
        """The widgets that a finger taps to answer the question in front like this, one after the other.

        Before each of them the taps on those before have to be done; it ends at the primary button, or where
        the question is answered.
        """
        from companion.app.demo.touches import touches

        body = self.page.question.body
        if body is not None:
            yield from touches(body, answer)

    def item(self) -> Any:
        """The open question that is in front, with its ticket; None if there is none."""
        body = self.page.question.body
        return None if body is None else body.item

    def prompts(self) -> Sequence[Any]:
        """The questions that are asked in front, together where there are several."""
        body = self.page.question.body
        return () if body is None else body.prompts

    def covered(self) -> bool:
        """Whether the screen waits for a player to take it, before it shows their secret."""
        return type(self.page.question.body).__name__ == "HandOverPrompt"

    @property
    def question(self) -> Any:
        """The widget whose rectangle is the question's."""
        return self.page.question

    @property
    def verb(self) -> Any:
        """The button that goes on."""
        return self.page.primary

    @property
    def left(self) -> Any:
        """The key at the lower left: Undo, or Back."""
        return self.page.left_key

    @property
    def log_key(self) -> Any:
        """What opens the log."""
        return self.page.extras.children[1]

    @property
    def more_key(self) -> Any:
        """What opens everything else that can be done."""
        return self.page.extras.children[0]  # Before both there is the key for redo.

    def numeral(self, key: str) -> Any:
        """What shows this counter and is tapped to correct it; None if it is not there."""
        shown = (n for card in self.page.ledger.cards for n in card.numerals)
        return next((n for n in shown if n.counter.key == key), None)

    def typed(self, value: int) -> Iterator[Any]:
        """What is tapped to type a number on the page in front, but for the primary button."""
        from companion.app.demo.touches import touches

        verb = self.verb
        yield from (widget for widget in touches(self.page, value) if widget is not verb)

    def anytime(self, key: str) -> Any:
        """What starts this interjection on the page that `more_key` opens, whose tab is turned to."""
        page = self.page
        for name, tab in page.tabs.items():
            if tab is page.tab_of(key) and not tab.chosen:
                page.turn_to(name)
                self.fingers.frames(2)
        return page.keys[key]

    def nearby(self, key: str) -> Any:
        """What starts this interjection on the table itself; None if it is not there."""
        near = self.page.near
        return near.chips.get(key) if near.get_root_window() else None

    def message(self) -> str:
        """What the app says is wrong."""
        return str(self.shell.banner.message)

    def ring(self) -> Any:
        """The widget with the ring of knob and buttons, or None."""
        return next((w for w in self.shell.walk() if getattr(w, "focused", False)), None)

    def kind(self) -> str:
        """A name for the kind of page in front."""
        name = type(self.page).__name__.removesuffix("Page").lower()
        if name != "table":
            return name
        game = self.session.game.name
        item = self.item()
        if item is None:
            return f"{game} finished"
        if self.covered():
            return f"{game} hand over"
        words = [game, item.prompt.kind]
        if self.page.question.body.joint:
            words.append("together")
        if getattr(item.prompt, "on_map", False):
            words.append("map")
        if self.session.view.sides:
            words.append("battle")
        if not self.session.view.players:
            words.append("set-up")
        if item.prompt.key.startswith("action/"):
            words.append("palette")
        return " ".join(words)

    def side_pages(self) -> dict[str, Callable[[], None]]:
        """The pages that can be opened from the table as it stands, and what opens each."""
        table, session = self.page, self.session
        found: dict[str, Callable[[], None]] = {
            "log": table.open_log,
            "more": table.open_more,
            "settings": self.shell.open_settings,
        }
        players = session.view.players
        if players:
            found["player"] = lambda: table.open_player(players[0])
            counters = [c for c in players[0].big if c.key]
            if counters:
                found["numpad"] = lambda: table.open_counter(counters[0], players[0].name)
        item = self.item()
        if item is not None and item.prompt.rule:
            found["help"] = lambda: table.open_help(item.prompt.title, item.prompt.rule)
        return found

    def back(self) -> None:
        """Close the page in front."""
        self.shell.back()
        self.settle()

    @contextmanager
    def fresh(self) -> Iterator[Any]:
        """A page made anew for the same game, on the window in place of the one that is kept, for as long as the
        block lasts."""
        shell, kept = self.shell, self.page
        made = type(kept)(shell.game, shell.dice, shell.hub)
        made.host = shell
        shell.remove_widget(kept)
        shell.pages[-1] = made
        shell.add_widget(made)
        made.opened()
        self.settle()
        try:
            yield made
        finally:
            shell.remove_widget(made)
            shell.pages[-1] = kept
            shell.add_widget(kept)
            self.settle()

    # -- the look ---------------------------------------------------------------------------------------------

    def look(self, **settings: str) -> None:
        """Change settings: `theme`, `text`."""
        for name, value in settings.items():
            setattr(self.shell.settings, name, value)
        self.shell.apply_settings()
        self.settle()

    def paint(self) -> None:
        """Paint the window into the buffer that is about to be shown."""
        self.window.canvas.ask_update()
        self.window.dispatch("on_draw")
