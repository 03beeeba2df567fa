"""Every error a person at the table can meet, as one family.

    CompanionError
      BadAnswerError        the answer does not fit the question; nothing has changed
      StaleAnswerError      the answer belongs to an earlier question (late dice, double tap)
      BadCorrectionError    no such counter, or a number it cannot hold
      BadSetupError         the game cannot be set up like that
      NotNowError           the thing asked for is not possible at this moment
      DiceBarrierError      undo would go back past a roll; it must be asked for explicitly
      JournalError          the game file cannot be read or written
        DamagedJournalError it is damaged, or its second copy tells otherwise; the whole beginning can be saved
        CannotSaveError     it can be read, but not written: the disk is full or read-only
        GameInUseError      another companion plays the game at this moment
        ReplayMismatchError the file was made by rules that this version does not have
          MissingContentError it is played with something of people's own that is not here

A message says what happened, what is safe, and what to do. `code` is the stable name of the error for the
headless interface; it never changes once published.
"""

from __future__ import annotations

from typing import ClassVar

from companion.table.words import _


class CompanionError(Exception):
    """Base class of everything that is shown to players instead of a traceback."""

    code: ClassVar[str] = "error"


class BadAnswerError(CompanionError, ValueError):
    """The answer does not fit the open question. Nothing has changed."""

    code = "bad_answer"


class StaleAnswerError(CompanionError):
    """The ticket names a question that is no longer open. Nothing has changed."""

    code = "stale_ticket"


class BadCorrectionError(CompanionError, ValueError):
    """The named counter does not exist or cannot hold the value. Nothing has changed."""

    code = "bad_correction"


class BadSetupError(CompanionError, ValueError):
    """The set-up asked for is impossible."""

    code = "bad_setup"


class NotNowError(CompanionError):
    """What was asked for cannot be done at this moment. Nothing has changed."""

    code = "not_now"


class DiceBarrierError(CompanionError):
    """Undo stops at dice unless it is told to go past them."""

    code = "dice_barrier"


class JournalError(CompanionError, OSError):
    """The game file cannot be read or written."""

    code = "journal"


class DamagedJournalError(JournalError):
    """The game file or its second copy is damaged, or they tell of different games.

    Args:
        name: of the file.
        intact: how many records in it, from the first one on, are whole.
        copied: how many are in its second copy.
        whole: whether nothing in the file itself is damaged.
    """

    code = "damaged"

    def __init__(self, name: str, intact: int, copied: int = 0, *, whole: bool = False) -> None:
        self.intact, self.copied, self.whole = intact, copied, whole
        if whole:
            message = _(
                "The game file {name} and its second copy differ: the file ends with step {intact}, "
                "the copy with step {copied}. Neither was changed. Save the one you want to a new "
                "file and play on from there."
            )
        elif copied > intact:
            message = _(
                "The game file {name} is damaged after step {intact}, but its second copy is intact "
                "up to step {copied}. Neither was changed. You can save the copy to a new file and "
                "play on from there."
            )
        else:
            message = _(
                "The game file {name} is damaged after step {intact}. It was not changed. You can "
                "save the steps up to there to a new file and play on."
            )
        super().__init__(message.format(name=name, intact=intact, copied=copied))


class GameInUseError(JournalError):
    """Another companion plays the game at this moment."""


class CannotSaveError(JournalError):
    """The game can be read, but nothing can be written to its file."""


class ReplayMismatchError(JournalError):
    """The stored answers do not fit the rules of this version."""

    code = "replay_mismatch"


class MissingContentError(ReplayMismatchError):
    """A game is played with something that people have made themselves, and its file is not here."""
