"""Pick a turn's Action: every key that the game can bring stands at its place from the first turn on."""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

from kivy.uix.widget import Widget

from companion.app.table.prompts.shared.base import PromptContext, PromptWidget
from companion.app.table.sidebar.recent import AROUND
from companion.app.widgets.base.marks import said
from companion.app.widgets.controls.palette_form import GroupKey
from companion.app.widgets.controls.palette_grid import CellWords, PaletteGrid, PalettePage, offered_of
from companion.app.widgets.pages.text_page import TextPage
from companion.table.palette import PaletteKey
from companion.table.prompts import Choose, Option
from companion.table.session import OpenPrompt
from companion.table.words import _, labelled
from layouts.theme import look

__all__ = ["PalettePrompt"]


class PalettePrompt(PromptWidget):
    """One tap answers; a tap on a hollow key says why. Behind some keys is a page of more."""

    pooled = True
    steady = True

    def __init__(self, item: OpenPrompt, context: PromptContext) -> None:
        super().__init__(item, context)
        self.grid = PaletteGrid(self.tap, self._refuse)
        self.page = PalettePage(self.tap, self._refuse)
        self._behind = ""
        self._show_keys()
        look.tell(self._follow_form)

    def rebind(self, item: OpenPrompt, context: PromptContext) -> None:
        if item.prompt.key != self.prompt.key:
            self._behind = ""
        super().rebind(item, context)
        self._show_keys()

    @property
    def ask(self) -> Choose:
        """The prompt."""
        return cast(Choose, self.prompt)

    @property
    def bare(self) -> bool:
        """True if the way on says who acts, and no line of the question is needed."""
        form = self.context.form
        return form is not None and form.step.narrow and not look.portrait

    @property
    def around(self) -> tuple[Option, ...]:
        """What is offered besides the keys: it stands beside the question."""
        known = self.keyed | {self.ask.onward}
        return tuple(option for option in self.ask.options if option.id not in known)

    @property
    def keyed(self) -> frozenset[str]:
        return frozenset(option for key in self._all_keys() for option in key.ids)

    def pick_around(self, name: str) -> bool:
        if name == AROUND:
            self._open(AROUND)
            return True
        if all(option.id != name for option in self.around):
            return False
        self.answer([name])
        return True

    @property
    def offered(self) -> dict[str, Option]:
        """All that is offered now, by id; what may be done at any moment may have a key here, too."""
        options = {option.id: option for option in self.context.interjections}
        return options | {option.id: option for option in self.ask.options}

    def _follow_form(self) -> None:
        """Take the form of another size; the page has chosen it by then or does so at once."""
        if self.parent is not None:
            self._show_keys()

    def show_form(self, context: PromptContext) -> None:
        """Take another form of the same question."""
        self.context = context
        self._show_keys()

    def _all_keys(self) -> list[PaletteKey]:
        form = self.context.form
        assert form is not None
        placed = [placed.key for row in form.layouts[self.prompt.key].rows for placed in row.keys]
        return [one for key in placed for one in (key.keys if isinstance(key, GroupKey) else (key,))]

    def _show_keys(self) -> None:
        form, player = self.context.form, self.context.player(self.prompt.who)
        assert form is not None
        self.grid.show(form, self.prompt.key, self.offered, player.big[0].symbol if player.big else "")
        if self._behind not in (*self.grid.buttons, *((AROUND,) if self.around else ())):
            self._behind = ""
        if self._behind:
            self._show_behind()
        shown: Widget = self.page if self._behind else self.grid
        if self.children != [shown]:
            self.clear_widgets()
            self.add_widget(shown)
        self._rest()

    def _show_behind(self, *, anew: bool = False) -> None:
        """Show the page behind a key: what stands there has its place, and says why it cannot be done."""
        offered = self.offered
        found: list[tuple[str, PaletteKey | None, Option | None]] = []
        if self._behind == AROUND:
            found += [(said(option), None, option) for option in self.around]
        else:
            placed = self.grid.buttons[self._behind].placed
            assert placed is not None
            assert isinstance(placed.key, GroupKey)
            found += [(key.text, key, offered_of(key, offered)) for key in placed.key.keys]
        told = []
        for text, key, option in found:
            cost = option.cost if option is not None else key.cost if key is not None else None
            price = "" if cost is None else str(cost)
            if option is not None:
                told.append(CellWords(text, option.detail, price, option.id, option.refused))
            elif key is not None:
                told.append(CellWords(text, "", price, key.id, key.missing or _("Not now.")))
        self.page.show(told, self._paid_in, anew=anew)

    @property
    def _paid_in(self) -> str:
        player = self.context.player(self.prompt.who)
        return player.big[0].symbol if player.big else ""

    def key_of(self, option: str) -> Widget | None:
        if self._behind and option in self.page.keys:
            return self.page.keys[option]
        return self.grid.chips.get(option)

    def ways_to(self, option: str) -> Iterator[Widget]:
        """Yield what is tapped to pick an option, one after the other."""
        if self._behind:
            # A page that was left open.
            self._open("")
        if option in self.grid.chips:
            yield self.grid.chips[option]
        else:
            near = self.context.key_beside(option) or self.context.key_beside(AROUND)
            assert near is not None
            yield near
        if self._behind and self.page.find(option):
            yield self.page.keys[option]

    def act(self) -> None:
        if self._behind:
            self._open("")
        else:
            self.answer([self.ask.onward] if self.ask.onward else [])

    def tap(self, name: str) -> None:
        """Answer with an option, or open the page behind a key."""
        if name in self.grid.buttons and name not in self.offered:
            self._open(name)
        elif any(option.id == name for option in self.ask.options):
            self.answer([name])
        else:
            self.context.interject(name)

    def _open(self, behind: str) -> None:
        """Open the page behind a key; with an empty name all keys again."""
        self._behind = behind
        self._show_keys()
        if behind:
            self._show_behind(anew=True)

    def _rest(self) -> None:
        ask = self.ask
        onward = next((option.label for option in ask.options if option.id == ask.onward), "")
        if self._behind:
            self.set_action(_("Back"), True)
        elif onward:
            self.set_action(onward, True)
        elif ask.optional:
            self.set_action(ask.decline, True, declines=True)
        elif self.bare:
            player = self.context.player(ask.who)
            self.set_action(_("{who}: tap one").format(who=player.asked or player.name), False)
        else:
            self.set_action(_("Tap one"), False)

    def _refuse(self, what: str, why: str) -> None:
        if "\n" in why:
            self.context.open_page(TextPage(what, why.split("\n")))
        else:
            self.refuse(labelled(what, why))
