"""Cuts a program short at one of its calls that rename, link, remove, make or sync, as a power cut would."""

from __future__ import annotations

import os
import traceback
from collections.abc import Callable
from typing import Any, Final

CALLS: Final = ("rename", "replace", "symlink", "link", "unlink", "remove", "rmdir", "mkdir", "fsync", "sync", "fchmod")
"""Of the module `os`: all that changes which names there are, or what of them lasts."""

CUT: Final = 77
DONE: Final = 0


def cut_at(number: int, work: Callable[[], object], *, after: bool = False) -> bool:
    """Run something in a process of its own that ends, without a word, at one of its calls.

    Args:
        number: which call, counted from 1.
        work: what is run.
        after: end it once the call is done, and not before.

    Returns:
        Whether it was cut; it came to its end otherwise.
    """
    child = os.fork()
    if child == 0:
        code = 1
        try:
            _count(number, after)
            work()
            code = DONE
        except Exception:  # noqa: BLE001 - whatever it is, this process must not become a second pytest
            traceback.print_exc()
        finally:
            os._exit(code)
    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    assert code in (CUT, DONE), "it fails by itself: see above"
    return code == CUT


def _count(number: int, after: bool) -> None:
    made = 0

    def counted(call: Callable[..., Any]) -> Callable[..., Any]:
        def stand_in(*arguments: Any, **options: Any) -> Any:
            nonlocal made
            made += 1
            if made == number and not after:
                os._exit(CUT)
            mine = made
            try:
                return call(*arguments, **options)
            finally:
                # Also when it refuses: a file that is removed is often not there.
                if mine == number:
                    os._exit(CUT)

        return stand_in

    for name in CALLS:
        setattr(os, name, counted(getattr(os, name)))
