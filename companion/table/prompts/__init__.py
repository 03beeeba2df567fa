"""The questions a script may ask: plain data that any face (screen, buttons, headless, test) can show.

A prompt knows how to check an answer. It never changes anything and knows no game. Ten kinds exist:

=========  ==========================================================  =====================================
kind       asks                                                        answer (JSON)
=========  ==========================================================  =====================================
choose     pick `least` to `most` of the options                       `["devour"]`, or `"devour"` for one
count      a number from `least` to `most`                             `3`
roll       `dice` dice with `sides` sides                              `[6, 4, 1]`, or `{"kill": 1}` if symbols
assign     spread results over pieces, each with a capacity            `{"acolyte.2": ["pain"]}`
place      put each piece into one of its areas                        `{"acolyte.2": "south_africa"}`
write      a few words of the players' own                             `"Elder Sign"`, or `""` for nothing
form       a number in each of several blanks                          `{"cultists": 3, "ring": 1}`
seats      who plays what, clockwise, and what they are called         `[{"id": "red", "name": "Ann"}]`
tell       something to do on the board or to know                     `true`
together   several of these at the same moment; answers count at once  each part is answered by its ticket
=========  ==========================================================  =====================================
"""

from __future__ import annotations

from msgspec import Struct

from companion.table.prompts.assign import Assign, Piece
from companion.table.prompts.choose import Choose, as_list
from companion.table.prompts.count import Count
from companion.table.prompts.form import Blank, Form
from companion.table.prompts.place import Place, Placing
from companion.table.prompts.prompt import TABLE, Answer, Chance, Option, Prompt, Sheet, SheetColumn, SheetRow
from companion.table.prompts.roll import Roll, dice_words
from companion.table.prompts.seats import SHUFFLE, Chair, Seats
from companion.table.prompts.tell import BoardLine, BoardPicture, Column, DiceRows, LaidPieces, Tell
from companion.table.prompts.write import Write

__all__ = [
    "SHUFFLE",
    "TABLE",
    "Answer",
    "Assign",
    "Blank",
    "BoardLine",
    "BoardPicture",
    "Chair",
    "Chance",
    "Choose",
    "Column",
    "Count",
    "DiceRows",
    "Form",
    "LaidPieces",
    "Option",
    "Piece",
    "Place",
    "Placing",
    "Prompt",
    "Roll",
    "Seats",
    "Sheet",
    "SheetColumn",
    "SheetRow",
    "Tell",
    "Together",
    "Write",
    "as_list",
    "dice_words",
]


class Together(Struct, frozen=True, gc=False):
    """Several questions at the same moment. They may be answered in any order; the answers count at once."""

    parts: tuple[Prompt, ...]
