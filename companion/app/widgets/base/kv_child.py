"""Classes and their .kv rules: where the rules are found, and the widgets in them by name and with their type."""

from __future__ import annotations

from typing import Any, Generic, TypeVar, overload

from kivy.factory import Factory
from kivy.lang import Builder
from kivy.lang.parser import global_idmap

from companion.table.words import _, n_
from firmware_bridge import words
from layouts import FOLDER

__all__ = ["KvChild", "load_layout"]

W = TypeVar("W")

# The rules of the layouts, and the bridge, may not import the companion's words.
global_idmap.update({"_": _, "n_": n_})
words.translate(_, n_)


def load_layout(name: str, *others: type) -> None:
    """Load `layouts/<name>.kv`, once.

    Args:
        name: of the file.
        others: classes that its rules put into widgets, and that their module would not need otherwise.
    """
    for kind in others:
        Factory.register(kind.__name__, cls=kind)
    path = str(FOLDER / f"{name}.kv")
    if path not in Builder.files:
        Builder.load_file(path)


class KvChild(Generic[W]):
    """A widget that the .kv rule of a class puts into it.

        class Page(BoxLayout):
            extras = KvChild(BoxLayout)
            left_key = KvChild(Key, "left")

    It is looked for when it is first asked for, and kept from then on, also while it is out of the tree.

    Args:
        kind: its class.
        id: as in the rule; by default the name of the attribute.
    """

    def __init__(self, kind: type[W], id: str = "") -> None:  # noqa: A002 - it is called so in the rule
        self.kind, self.id = kind, id
        self._name = id

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name
        self.id = self.id or name

    @overload
    def __get__(self, widget: None, owner: type) -> KvChild[W]: ...

    @overload
    def __get__(self, widget: Any, owner: type) -> W: ...

    def __get__(self, widget: Any, owner: type) -> W | KvChild[W]:
        if widget is None:
            return self
        # A rule knows its widgets by weak references only.
        found = widget.ids[self.id].__self__ if self.id in widget.ids else None
        if not isinstance(found, self.kind):
            raise TypeError(f"the rule <{owner.__name__}> has no {self.kind.__name__} with the id {self.id}")
        widget.__dict__[self._name] = found
        return found
