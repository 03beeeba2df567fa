"""The games that can be played here. Adding one means adding its folder and its line."""

from __future__ import annotations

from typing import Any

from companion.games.cthulhu_wars.game import CTHULHU_WARS
from companion.games.messina.game import MESSINA
from companion.games.mythos_encounters.game import MYTHOS_ENCOUNTERS
from companion.table.game import Game

GAMES: tuple[Game[Any], ...] = (CTHULHU_WARS, MYTHOS_ENCOUNTERS, MESSINA)
