"""A base for widgets that give their own parts their places."""

from __future__ import annotations

from typing import Any

from kivy.clock import Clock

__all__ = ["SelfArranged"]


class SelfArranged:
    """Base of a widget that places its parts in `arrange`, once before the next picture however often it is asked."""

    def __init__(self, *arguments: Any, **values: Any) -> None:
        self._lay = Clock.create_trigger(self.arrange, -1)
        super().__init__(*arguments, **values)

    def arrange(self, *_: Any) -> None:
        """Give all parts their places."""
        raise NotImplementedError

    def schedule_arrange(self) -> None:
        """Arrange before the next picture, as after a change of theme or text size."""
        self._lay()
