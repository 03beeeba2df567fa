"""Every error a person at the table can meet, as one family.

    CompanionError
      BadAnswerError        the answer does not fit the question; nothing has changed
      StaleAnswerError      the answer belongs to an earlier question (late dice, double tap)
      BadCorrectionError    no such counter, or a number it cannot hold
      BadSetupError         the game cannot be set up like that
      NotNowError           the thing asked for is not possible at this moment
      DiceBarrierError      undo would go back past a roll; it must be asked for explicitly
      JournalError          the game file cannot be read or written
        DamagedJournalError a record in it is damaged; those before it can be saved
        ReplayMismatchError the file was made by rules that this version does not have

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
    """A record of the game file is damaged.

    Args:
        name: of the file.
        intact: how many records before the damage are whole.
    """

    code = "damaged"

    def __init__(self, name: str, intact: int) -> None:
        self.intact = intact
        super().__init__(
            _(
                "The game file {name} is damaged after step {intact}. It is unchanged; the steps up to there can "
                "be saved to a new file and played on from."
            ).format(name=name, intact=intact)
        )


class ReplayMismatchError(JournalError):
    """The stored answers do not fit the rules of this version."""

    code = "replay_mismatch"
