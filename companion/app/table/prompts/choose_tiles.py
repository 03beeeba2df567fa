"""Pick one option by its tile, such as the Actions of a turn."""

from __future__ import annotations

from typing import cast

from kivy.uix.widget import Widget

from companion.app.table.prompts.shared.base import PromptContext
from companion.app.table.prompts.shared.column import ColumnPrompt
from companion.app.table.prompts.shared.tiling import tiles_of
from companion.app.widgets.base.self_arranged import SelfArranged
from companion.app.widgets.controls.tiles import TileGrid
from companion.app.widgets.pages.text_page import TextPage
from companion.table.prompts import Choose
from companion.table.session import OpenPrompt
from companion.table.words import _, labelled
from layouts.theme import look
from layouts.typeset import extent

__all__ = ["TileChoicePrompt"]


class TileChoicePrompt(SelfArranged, ColumnPrompt):
    """One tap answers; a tap on an impossible option shows why."""

    pooled = True
    silhouette = 0.26

    def __init__(self, item: OpenPrompt, context: PromptContext) -> None:
        super().__init__(item, context)
        self.grid = TileGrid(self.tap, self._refuse)
        self.grid.size_hint_y = None
        self.grid.bind(natural=self.grid.setter("height"))
        self.pager.add(self.grid)
        self.pager.bind(size=self._lay)
        self.pager.column.bind(height=self._lay)
        self._show_tiles()

    def rebind(self, item: OpenPrompt, context: PromptContext) -> None:
        super().rebind(item, context)
        self._show_tiles()

    @property
    def ask(self) -> Choose:
        """The prompt."""
        return cast(Choose, self.prompt)

    def _show_tiles(self) -> None:
        ask, player = self.ask, self.context.player(self.prompt.who)
        paid_in = player.big[0].symbol if player.big else ""
        # The way on is the primary button.
        options = tuple(option for option in ask.options if option.id != ask.onward)
        self.grid.show(tiles_of(options), paid_in)
        self._rest()

    def key_of(self, option: str) -> Widget | None:
        return self.grid.chips.get(option)

    def act(self) -> None:
        self.answer([self.ask.onward] if self.ask.onward else [])

    def tap(self, name: str) -> None:
        """Answer with an option."""
        self.answer([name])

    def _rest(self) -> None:
        ask = self.ask
        onward = next((option.label for option in ask.options if option.id == ask.onward), "")
        if onward:
            self.set_action(onward, True)
        elif ask.optional:
            self.set_action(ask.decline, True, declines=True)
        else:
            self.set_action(_("Tap one"), False)

    def _refuse(self, what: str, why: str) -> None:
        if "\n" in why:
            self.context.open_page(TextPage(what, why.split("\n")))
        else:
            self.refuse(labelled(what, why))

    def _shrink_texts(self) -> None:
        """Make the texts above the tiles small enough to leave a row of tiles visible."""
        said = [line for line in (self._text, self._effect) if line.text]
        if not self.is_alone or not said or not self.pager.height:
            return
        pager, gap = self.pager, self.pager.column.spacing
        room = pager.height - self.grid.row() - gap * len(said)
        width = round(pager.width - pager.MARGIN * look.u)

        def high(step: str) -> float:
            return sum(extent(line.text, "text", getattr(look, step), width)[1] for line in said)

        step = next((step for step in ("body", "small") if high(step) <= room), "least")
        for line in said:
            line.step = step

    def arrange(self, *__: object) -> None:
        self._shrink_texts()
        column = self.pager.column
        place = column.children.index(self.grid)
        rest, taken = (
            sum(widget.height + column.spacing for widget in some)
            for some in (column.children[:place], column.children[place + 1 :])
        )
        self.grid.give_room(self.pager.width, self.pager.height - taken, rest)
