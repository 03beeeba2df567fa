"""Whoever may not import the companion's words is given them here, once: the rules of the layouts, and the bridge."""

from __future__ import annotations

from kivy.lang.parser import global_idmap

from companion.table.words import _, n_
from firmware_bridge import words


def install() -> None:
    """Make `_` and `n_` known."""
    global_idmap.update({"_": _, "n_": n_})
    words.translate(_, n_)
