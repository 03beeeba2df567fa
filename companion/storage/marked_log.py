"""Formats the log so that a bug report can tell what a line was given from the words of the program."""

from __future__ import annotations

import logging
import re
from typing import Final

__all__ = ["CLOSES", "OPENS", "MarkingFormatter"]

OPENS: Final = "‹"
"""Stands before each argument of a line of the log."""
CLOSES: Final = "›"
"""Stands after it."""


class MarkingFormatter(logging.Formatter):
    """Formats a line of the log so that whatever it was given can be told from the words of the program."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line; see `logging.Formatter`."""
        marked = logging.makeLogRecord(vars(record))
        if isinstance(record.args, tuple):
            marked.args = tuple(map(_marked, record.args))
        return super().format(marked)


def _marked(given: object) -> object:
    if isinstance(given, int | float):
        return given
    kind = f"{type(given).__name__} " if isinstance(given, BaseException) else ""
    text = re.sub(rf"[{OPENS}{CLOSES}\r\n]", " ", str(given))
    return f"{kind}{OPENS}{text}{CLOSES}"
