"""Page of the modes that have no tile on the home page."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import groupby
from typing import Any

from companion.app.widgets.base.buttons import OptionKey
from companion.app.widgets.base.widgets import WrapLabel
from companion.app.widgets.controls.scroll_list import ScrollList
from companion.app.widgets.pages.page import Page
from companion.table.game import Game, Mode
from companion.table.words import _


class MoreModesPage(Page):
    """The modes by game, each with a sentence.

    Args:
        ways: the games and modes.
        start: starts a game in a mode.
        lessons: keys of the tutorials.
    """

    def __init__(
        self,
        ways: Sequence[tuple[Game[Any], Mode]],
        start: Callable[[Game[Any], Mode], None],
        lessons: Sequence[OptionKey] = (),
    ) -> None:
        super().__init__(_("All modes"))
        self.keys: dict[str, OptionKey] = {}
        pager = ScrollList()
        self.content.add_widget(pager)
        for key in lessons:
            self.keys[key.name] = key
            pager.add(key)
        for game, of_game in groupby(ways, key=lambda way: way[0]):
            pager.add(WrapLabel(text=_(game.title), face="bold"))
            for __, mode in of_game:
                key = OptionKey(label=_(mode.title), detail=_(mode.text))
                key.bind(on_use=lambda _, game=game, mode=mode: start(game, mode))
                self.keys[f"{game.name}.{mode.id}"] = key
                pager.add(key)
        self.primary.set_action(_("Pick one"), False)
