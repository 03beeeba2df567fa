"""What happens by the rules of a board of its own: which one it is, its pieces, its counters."""

from __future__ import annotations

from companion.games.cthulhu_wars.model.maps import area_name
from companion.games.cthulhu_wars.model.state import CthulhuState
from companion.table.state import TemplatedFact, TextFact
from companion.table.words import N_


class BoardsChosen(TextFact, frozen=True):
    """The table plays on a board with rules of its own, or with an option."""

    boards: tuple[str, ...]

    def apply(self, state: CthulhuState) -> None:
        state.boards = list(self.boards)


class PlacesSet(TextFact, frozen=True):
    """The pieces of a board of one kind lie in these areas from now on.

    Args:
        kind: what lies there.
        todo: what is to be done on the board, in words, and `undo` the opposite.
    """

    kind: str
    areas: tuple[str, ...]
    todo: str = ""
    undo: str = ""

    def apply(self, state: CthulhuState) -> None:
        state.places[self.kind] = list(self.areas)

    def on_board(self) -> str:
        return self.todo

    def put_back(self) -> str:
        return self.undo


class BoardMarkSet(TextFact, frozen=True):
    """A counter of a board changes."""

    mark: str
    value: int

    def apply(self, state: CthulhuState) -> None:
        state.board_marks[self.mark] = self.value


class AreaEradicated(TemplatedFact, frozen=True):
    """An area is gone from the board: nothing may enter it any more."""

    TEXT = N_("{area} is Eradicated")
    ON_BOARD = N_("Put Eradication into {area}, and take everything off it")
    PUT_BACK = N_("Take Eradication off {area}, and put everything back")

    area: str

    def apply(self, state: CthulhuState) -> None:
        state.laid = state.board.without_area(self.area)

    def gaps(self) -> dict[str, object]:
        return {"area": area_name(self.area)}
