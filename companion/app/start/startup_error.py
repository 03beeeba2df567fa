"""Reports errors at the start: in the log, in the terminal, and as a text for the screen."""

from __future__ import annotations

import faulthandler
import logging
import os
import sys
import threading
import traceback
from io import TextIOWrapper
from logging.handlers import RotatingFileHandler
from pathlib import Path
from typing import Final

from companion.storage.marked_log import MarkingFormatter
from companion.table.errors import CompanionError
from companion.table.file_names import plain_path
from companion.table.folder import file_rights
from companion.table.ordinary_file import ANY_SIZE, open_ordinary
from companion.table.words import _

_log = logging.getLogger(__name__)

_ADD: Final = os.O_WRONLY | os.O_APPEND | os.O_CREAT


def report_start_error(error: Exception) -> str:
    """Log an error that prevents the start; return it as a text for people."""
    _log.critical("the companion cannot start", exc_info=error)
    if isinstance(error, CompanionError):
        words = str(error)
    else:
        words = _("There is a fault in the companion ({fault}).").format(
            fault=f"{type(error).__name__}: {str(error)[:200]}"
        )
        write_to_terminal("".join(traceback.format_exception(error)))
    write_to_terminal(_("The companion cannot start. {why}").format(why=words) + "\n")
    return words


def write_to_terminal(words: str) -> None:
    """Write to the terminal; Kivy takes `sys.stderr` for its own log, which is switched off."""
    if sys.__stderr__ is not None:
        sys.__stderr__.write(words)
        sys.__stderr__.flush()


def set_up_logging(path: Path) -> None:
    """Write the log to a file, or to the terminal if the file cannot be written.

    It also has what ends a thread. What ends the process from outside of Python is in `crash.log` beside it.
    """
    handler: logging.Handler
    crash = path.with_name("crash.log")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handler = _LogFile(path, maxBytes=1_000_000, backupCount=2, encoding="utf-8", errors="backslashreplace")
    except OSError as error:
        _no_log(path, error)
        handler = logging.StreamHandler(sys.__stderr__)
    try:
        # It stays open: after a crash nothing can be opened any more.
        faulthandler.enable(open_ordinary(crash, _ADD, ANY_SIZE, file_rights(path.parent)))
    except OSError as error:
        _no_log(crash, error)
    handler.setFormatter(MarkingFormatter("%(asctime)s %(levelname)s [%(name)s] %(message)s"))
    for name in ("companion", "firmware_bridge"):
        logging.getLogger(name).addHandler(handler)
        logging.getLogger(name).setLevel(logging.INFO)
    threading.excepthook = _thread_ended


class _LogFile(RotatingFileHandler):
    """A log that begins anew beside the old one when it is long; what lies in its place may be no file."""

    def _open(self) -> TextIOWrapper:
        path = Path(self.baseFilename)
        descriptor = open_ordinary(path, _ADD, ANY_SIZE, file_rights(path.parent))
        return os.fdopen(descriptor, "a", encoding=self.encoding, errors=self.errors)


def _no_log(path: Path, error: OSError) -> None:
    write_to_terminal(
        _("There is no log file: {path} cannot be written ({why}).").format(path=plain_path(path), why=error.strerror)
        + "\n"
    )


def _thread_ended(how: threading.ExceptHookArgs) -> None:
    if how.exc_value is not None and not isinstance(how.exc_value, SystemExit):
        _log.error("a thread has ended: %s", how.thread.name if how.thread else "", exc_info=how.exc_value)
