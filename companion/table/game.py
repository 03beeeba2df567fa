"""What a game must offer to be played on this engine. See `docs/engine.md` for a walk through a new game."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Protocol, TypeVar, runtime_checkable

from msgspec import Struct

from companion.table.prompts import Option, Prompt
from companion.table.script import Script
from companion.table.state import Fact, TableState
from companion.table.view import GreatMoment, SideView, View

S = TypeVar("S", bound=TableState)


class Mode(Struct, frozen=True):
    """A way to start a game: a button of its own. `setup` is what that button passes on.

    `symbol` names a drawing that screens with pictures show (`layouts/symbols`). A game's first way and those with a
    symbol are offered first, the others behind them. `drawing` names what is drawn large across its pages, if that is
    not its symbol.
    """

    id: str
    title: str
    text: str
    setup: Mapping[str, Any]
    symbol: str = ""
    drawing: str = ""


def mode_title(game: Game[Any], setup: Mapping[str, Any]) -> str:
    """Return the title of the mode that a set-up belongs to, if it is offered first under a name of its own, or ""."""
    named = (mode for mode in game.modes[1:] if mode.symbol and mode.setup)
    return next((mode.title for mode in named if _within(mode.setup, setup)), "")


def _within(part: Mapping[str, Any], whole: Mapping[str, Any]) -> bool:
    """Return whether all values of one set-up are in another, which may have more."""
    return all(
        _within(value, whole[name])
        if isinstance(value, Mapping) and isinstance(whole.get(name), Mapping)
        else name in whole and whole[name] == value
        for name, value in part.items()
    )


class Game(Protocol[S]):
    """One game. It keeps no state of its own: everything is in the state object that it makes."""

    name: str
    title: str
    rules_version: int
    modes: tuple[Mode, ...]

    def prepare(self, setup: Mapping[str, Any]) -> dict[str, Any]:
        """Check a set-up and add to it all that chance decides beforehand (a shuffled bag), as plain JSON.

        Called once, for a new game; the result is the first line of the journal.
        Raises `BadSetupError`.
        """
        ...

    def begin(self, setup: Mapping[str, Any]) -> S:
        """Return the state at the very start of a prepared set-up."""
        ...

    def script(self, state: S) -> Script[None]:
        """Run the game from `state` to its end. Must be able to start from any safe point it has marked."""
        ...

    def view(self, state: S) -> View:
        """Return what everybody may see."""
        ...

    def counters(self, state: S) -> dict[str, int]:
        """Every number that may be corrected by hand, by key."""
        ...

    def correct(self, state: S, key: str, value: int) -> None:
        """Set a counter by recording a fact. Raises `BadCorrectionError`."""
        ...

    def interjections(self, state: S) -> tuple[Option, ...]:
        """Return what players may do at any time, whatever question is open."""
        ...

    def interjection(self, state: S, key: str) -> Script[None]:
        """Return the script of an interjection."""
        ...

    def help(self, topic: str) -> str:
        """Return a short help text for a prompt's `rule`, or an empty string."""
        ...


@runtime_checkable
class SupportsRematch(Protocol):
    """A game that can be started again with the seats, names and rulings of one that was played."""

    def again(self, state: Any) -> dict[str, Any]:
        """Return the set-up of a new game with the seats, names and rulings of this one; chance decides anew."""
        ...


@runtime_checkable
class SupportsPreview(Protocol):
    """A game that can tell what would come of answers that are still being picked."""

    def foresee(
        self, state: Any, prompts: Sequence[Prompt], picked: Mapping[str, Sequence[str]]
    ) -> tuple[SideView, ...]:
        """Return the sides of a battle with what is picked so far.

        `picked` has the keys of the open questions; if they are about something else there are no sides.
        """
        ...


@runtime_checkable
class SupportsGreatMoments(Protocol):
    """A game that says which of its steps a table remembers."""

    def great_moment(self, state: Any, facts: Sequence[Fact]) -> GreatMoment | None:
        """Return the greatest moment among the facts of a step that has just been made, or None."""
        ...


class Secret(Struct, frozen=True, gc=False):
    """Something that one player may see and nobody else.

    Args:
        label: what it is, with its value.
        value: its number.
        symbol: name of a drawing.
    """

    label: str
    value: int = 0
    symbol: str = ""


@runtime_checkable
class SupportsSecrets(Protocol):
    """A game in which a player may see something of the state that is hidden from the others."""

    def own(self, state: Any, player: str) -> tuple[Secret, ...]:
        """Return what only this player may see; looking at it is no step of the game."""
        ...


class Content(Struct, frozen=True):
    """What a game consists of, and what its own check has found.

    Args:
        counted: what there is, and how many.
        wrong: what does not hold together, a sentence each.
        one_source: what rests on one source only, for people to compare with what they own.
    """

    counted: tuple[tuple[str, int], ...]
    wrong: tuple[str, ...]
    one_source: tuple[str, ...]


@runtime_checkable
class SupportsContentCheck(Protocol):
    """A game that can check what it consists of."""

    def content(self) -> Content:
        """Check everything, and return what was found."""
        ...


Allowed = Callable[[bytes], bool]
"""Returns whether a program of people's own may be run, given the content of its file."""


def allow_all(_program: bytes) -> bool:
    """Let any program run: somebody has said so, or made it just now."""
    return True


@runtime_checkable
class SupportsUserContent(Protocol):
    """A game that also plays with what people have made themselves. It keeps that in `SavedItem` facts."""

    def take_own(self, folder: Path, allowed: Allowed) -> list[str]:
        """Play with what lies in a folder from now on; it need not be there.

        Args:
            folder: where it lies.
            allowed: which programs in it may be run.

        Returns:
            A sentence for each thing that cannot be used: which, and why.
        """
        ...

    def programs(self, folder: Path) -> list[Path]:
        """Return the files in a folder that would be run."""
        ...

    def edition(self) -> str:
        """Return a name for the rules that were taken: another one whenever they have changed."""
        ...
