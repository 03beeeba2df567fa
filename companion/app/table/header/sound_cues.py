"""Chooses the sound cue of a change: next turn, dice, a track's marker, the end."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from companion.table.session import Session
from companion.table.view import View

__all__ = ["SoundState"]


class SoundState(Struct, frozen=True):
    """What of a game's state decides about sounds.

    Args:
        active: ids of the players whose turn it is.
        tracks: position of the marker of each track.
        rolled: whether the last step was a roll.
        over: whether the game has ended.
    """

    active: tuple[str, ...]
    tracks: tuple[int, ...]
    rolled: bool
    over: bool

    @classmethod
    def of(cls, session: Session[Any], view: View) -> SoundState:
        """Return the state of a game now."""
        active = tuple(player.id for player in view.players if player.active)
        rolled = any(entry.kind == "roll" for entry in session.timeline.entries[-1:])
        return cls(active, tuple(track.at for track in view.tracks), rolled, session.finished)

    def cue_to(self, later: SoundState) -> str:
        """Return the name of the sound for the change to a later state; empty for none."""
        if later.over and not self.over:
            return "end"
        if len(later.tracks) == len(self.tracks) and any(map(int.__gt__, later.tracks, self.tracks)):
            return "ritual"
        if later.rolled:
            return "dice"
        return "turn" if later.active and later.active != self.active else ""
