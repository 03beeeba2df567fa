"""What people set once and expect to find again, kept as JSON beside the games."""

from __future__ import annotations

import json
import logging
import os
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path
from typing import Any, Final

CHOICES: Final[dict[str, tuple[str, ...]]] = {
    "theme": ("dark", "light", "contrast", "candle"),
    "text": ("S", "M", "L", "XL"),
    "dice": ("ask", "tower", "here", "type"),
    "odds": ("off", "on"),
    "turn": ("off", "180"),
    "screen": ("auto", "full", "window"),
    "tower": ("on", "off"),
    "tower_mode": ("g", "r"),
}
"""The values that each setting may take."""


@dataclass
class Settings:
    """The settings.

    Args:
        theme: colours of the screen.
        text: size of all text.
        dice: what the verb button offers for a roll: the tower, the app's dice, typing in, or whichever people tap.
        odds: whether the chances of a roll are shown where a game works them out.
        turn: whether prompts turn to face a player on the far side.
        screen: whether the window fills the display (`companion.app.display.takes_all`).
        far_side: ids of the players who sit there.
        tower: whether a dice tower is looked for.
        tower_port: where: `auto`, a device, `socket://host:port` or `rfc2217://host:port`.
        tower_mode: whether the tower makes the faces (`g`) or reads real dice (`r`).
        wiring: which pin does what (`firmware_bridge.wiring`); empty without buttons.
        open_game: file name of the game on the table, so that it comes back after a power cut.
    """

    theme: str = "dark"
    text: str = "M"
    dice: str = "ask"
    odds: str = "off"
    turn: str = "off"
    screen: str = "auto"
    far_side: list[str] = field(default_factory=list)
    tower: str = "on"
    tower_port: str = "auto"
    tower_mode: str = "g"
    wiring: dict[str, Any] = field(default_factory=dict)
    open_game: str = ""

    @classmethod
    def load(cls, path: Path) -> Settings:
        """Read the settings; what is missing or unreadable keeps its default, and is noted in the log file."""
        settings = cls()
        try:
            stored = json.loads(path.read_text(encoding="utf-8"))
        except FileNotFoundError:
            return settings
        except (OSError, ValueError):
            logging.getLogger(__name__).exception("settings in %s are unreadable; using defaults", path)
            return settings
        for item in fields(cls):
            value = stored.get(item.name) if isinstance(stored, dict) else None
            allowed = CHOICES.get(item.name)
            if type(value) is type(getattr(settings, item.name)) and (allowed is None or value in allowed):
                setattr(settings, item.name, value)
        return settings

    def save(self, path: Path) -> None:
        """Write the settings so that a power cut leaves either the old file or the new one."""
        path.parent.mkdir(parents=True, exist_ok=True)
        fresh = path.with_suffix(".new")
        with fresh.open("w", encoding="utf-8") as file:
            json.dump(asdict(self), file, indent=1)
            file.flush()
            os.fsync(file.fileno())
        fresh.replace(path)
