"""The words of the bridge. They are English; the program around it may `translate` them.

`_` is for words that stand alone, `n_` for two forms of which a number decides, `N_` marks constants.
"""

from __future__ import annotations

from collections.abc import Callable


def _as_it_is(text: str) -> str:
    return text


def _in_english(one: str, many: str, number: int) -> str:
    return one if number == 1 else many


_single: Callable[[str], str] = _as_it_is
_counted: Callable[[str, str, int], str] = _in_english


def translate(single: Callable[[str], str], counted: Callable[[str, str, int], str]) -> None:
    """Ask these functions for all words from now on; they may be called from any thread.

    Args:
        single: returns words in the language in use.
        counted: returns the form that goes with a number, from two forms in English.
    """
    global _single, _counted
    _single, _counted = single, counted


def _(text: str) -> str:
    """Return these words in the language in use."""
    return _single(text)


def n_(one: str, many: str, number: int) -> str:
    """Return the form that goes with a number."""
    return _counted(one, many, number)


def N_(text: str) -> str:  # noqa: N802 - the name that catalogue tools know
    """Mark words that are kept in English and asked for with `_` when they are said."""
    return text
