"""What of a step is heard: somebody else is up, dice fell, the marker of a track went on, the game is over."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from companion.table.session import Session
from companion.table.view import View

__all__ = ["SoundState"]


class SoundState(Struct, frozen=True):
    """A moment of a game, as far as one can hear what comes after it.

    Args:
        active: ids of those whose turn it is.
        tracks: where the marker of each track is.
        rolled: whether the last step was a roll.
        over: whether nothing is left to be asked.
    """

    active: tuple[str, ...]
    tracks: tuple[int, ...]
    rolled: bool
    over: bool

    @classmethod
    def of(cls, session: Session[Any], view: View) -> SoundState:
        """Return the moment at which a game is now."""
        active = tuple(player.id for player in view.players if player.active)
        rolled = any(entry.kind == "roll" for entry in session.timeline.entries[-1:])
        return cls(active, tuple(track.at for track in view.tracks), rolled, session.finished)

    def cue_to(self, later: SoundState) -> str:
        """Return the name of the one sound for the step from here to there; nothing if there is none."""
        if later.over and not self.over:
            return "end"
        if len(later.tracks) == len(self.tracks) and any(map(int.__gt__, later.tracks, self.tracks)):
            return "ritual"
        if later.rolled:
            return "dice"
        return "turn" if later.active and later.active != self.active else ""
