"""Texts and keys for stored games: when they were played and what is damaged."""

from __future__ import annotations

import time

from companion.app.widgets.base.buttons import OptionKey
from companion.storage.background_jobs import BackgroundJobs
from companion.storage.game_library import StoredGame
from companion.storage.wall_clock import MONTHS
from companion.table.game_file import Half
from companion.table.words import _, n_

__all__ = ["bring_back_key", "damage_text", "dated_title", "key_name"]


def dated_title(item: StoredGame) -> str:
    """Return what a game is called with the day and time at which it was last played."""
    if not item.when:
        return item.called
    try:
        when = time.localtime(item.when)
    except (OverflowError, ValueError, OSError):
        # A file's date may be outside every calendar.
        return item.called
    return _("{game}, {day} {month} {year}, {time}").format(
        game=item.called,
        day=f"{when.tm_mday:02}",
        month=_(MONTHS[when.tm_mon - 1]),
        year=when.tm_year,
        time=f"{when.tm_hour:02}:{when.tm_min:02}",
    )


def damage_text(item: StoredGame, half: Half, steps: int) -> str:
    """Return what can be saved of a damaged game, or of one of two copies that differ."""
    # The first step is the start of the game.
    steps -= 1
    if len(item.halves) == 1:
        said = _("Damaged. Tap to continue from the intact steps ({n}); the file is not changed.")
    elif half == "file":
        said = n_(
            "The two copies differ. Tap to continue from the game file ({n} step); both are kept.",
            "The two copies differ. Tap to continue from the game file ({n} steps); both are kept.",
            steps,
        )
    else:
        said = n_(
            "The two copies differ. Tap to continue from the second copy ({n} step); both are kept.",
            "The two copies differ. Tap to continue from the second copy ({n} steps); both are kept.",
            steps,
        )
    return said.format(n=steps)


def key_name(item: StoredGame, half: Half) -> str:
    """Return the name of a game's key; the shorter of two copies has a name of its own."""
    return f"{item.path.name} ({half})" if len(item.halves) == 2 and half == item.halves[1][0] else item.path.name


def bring_back_key(lost: int, jobs: BackgroundJobs) -> OptionKey:
    """Return the key that restores the games that only the USB stick has."""
    words = n_("Restore {n} game from the USB stick", "Restore {n} games from the USB stick", lost)
    return OptionKey(
        label=words.format(n=lost), detail=_("Missing here, or further along on the stick."), use=jobs.bring_back
    )
