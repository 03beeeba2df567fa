"""What our games say of themselves before any of their rules are loaded: their titles, and the ways to start them."""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from companion.table.game import Mode
from companion.table.words import N_


class Menu(Struct, frozen=True):
    """A game's title, marked with `N_`, the ways to start it (see `Game`), and whether it can be learnt here."""

    title: str
    modes: tuple[Mode, ...]
    teaches: bool = False


TAKEN: Final[dict[str, str]] = {"seating": "table"}
"""Asks people to take their seats."""

SHEET: Final = {"forms": True}
"""Asks for the pieces of a battle on one sheet."""

CTHULHU_WARS: Final = Menu(
    N_("Cthulhu Wars"),
    (
        Mode(
            "evening", N_("New game"), N_("2 to 6 players, the whole evening"), TAKEN, "great-old-one", "unit-cthulhu"
        ),
        Mode(
            "battle",
            N_("Quick Battle"),
            N_("A single battle on its own"),
            {"quick_battle": {}},
            "battle",
            "unit-byakhee",
        ),
        Mode(
            "neutral_battle",
            N_("Quick Battle, neutral pieces"),
            N_("The same, with neutral units"),
            {"quick_battle": {"neutral": "ask"}},
        ),
        Mode(
            "rulings",
            N_("New game, own rulings"),
            N_("A set of rulings, or one by one"),
            TAKEN | {"rulings": "choose"},
        ),
        Mode(
            "own_map",
            N_("New game, own map"),
            N_("A board you describe once, 2 to 8 players"),
            TAKEN | {"map": "own"},
        ),
        Mode(
            "board",
            N_("New game, another board"),
            N_("The Library at Celaeno, and others"),
            TAKEN | {"board": "ask"},
        ),
    ),
    teaches=True,
)
MYTHOS_ENCOUNTERS: Final = Menu(
    N_("Mythos Encounters"),
    (
        Mode("combat", N_("Quick Battle"), N_("One turn's combats"), SHEET, "monster", "unit-nyarlathotep"),
        Mode(
            "rulings",
            N_("Quick Battle, own rulings"),
            N_("First choose your rulings on open points"),
            {**SHEET, "rulings": "ask"},
        ),
    ),
)
MESSINA: Final = Menu(
    N_("Messina"),
    (
        Mode("battle", N_("Quick Battle"), N_("The battles of a Round"), SHEET, "infantry"),
        Mode(
            "rulings",
            N_("Quick Battle, own rulings"),
            N_("First choose your rulings on open points"),
            {**SHEET, "rulings": "ask"},
        ),
    ),
)
