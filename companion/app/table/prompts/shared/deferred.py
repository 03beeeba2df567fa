"""Optional prompts that mostly keep their default: a key, and a page behind it."""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

from companion.app.table.prompts.shared.base import PromptContext, PromptWidget
from companion.app.table.prompts.shared.registry import make_widget
from companion.app.table.prompts.shared.selection import Selection
from companion.app.widgets.base.buttons import Key
from companion.app.widgets.base.marks import player_mark
from companion.app.widgets.pages.page import Page
from companion.table.prompts import Choose, Prompt
from companion.table.session import OpenPrompt
from layouts.theme import look
from layouts.typeset import extent

__all__ = ["DeferredPrompt", "is_deferrable"]


def is_deferrable(prompt: Prompt) -> bool:
    """Return whether a prompt may keep its default, so that it need not be in front."""
    if not isinstance(prompt, Choose) or prompt.secret or prompt.on_map or not prompt.optional:
        return False
    return prompt.most > 1 or len(prompt.options) == 1


class DeferredPromptPage(Page):
    """Page of a deferred prompt; its answer is given with the others.

    Args:
        body: the prompt's widget.
        close: closes the page.
    """

    def __init__(self, body: PromptWidget, close: Callable[[], None]) -> None:
        super().__init__(body.title)
        self._body, self._close = body, close
        self.content.add_widget(body)
        body.bind(action_label=self._update_action, ready=self._update_action)
        self._update_action()

    def act(self) -> None:
        self._close()

    def _update_action(self, *_: object) -> None:
        self.primary.set_action(self._body.action_label, self._body.ready, declines=self._body.declines)


class DeferredPrompt(Key):
    """Key of an optional prompt. With only one option, a tap toggles it.

    Args:
        item: the open prompt.
        context: what the prompt widget may use.
    """

    def __init__(self, item: OpenPrompt, context: PromptContext) -> None:
        super().__init__(size_hint_y=1, use=self._open)
        self.body, self._prompt_context = make_widget(item, context), context
        self._prompt = cast(Choose, item.prompt)
        self._mark = player_mark(context.player(item.prompt.who))
        self.page: DeferredPromptPage | None = None
        self.body.bind(action_label=self.show)
        self.show()

    @property
    def selection(self) -> Selection:
        """The selection of the prompt."""
        selection: Selection = self.body.selection
        return selection

    def height_at(self, width: float) -> float:
        """Return the height that its text needs at this width, in pixels."""
        height_at = extent(self.text, "text", look.least, width - 8 * look.u)[1]
        # Two lines fit a key as high as a finger, except for rounding.
        return float(look.finger if height_at < look.finger + look.u else height_at)

    def _open(self) -> None:
        if self.selection.single:
            self.selection.toggle(self._prompt.options[0].id)
            self.show()
            return
        if self.page is None:
            self.page = DeferredPromptPage(self.body, lambda: self._prompt_context.close_page())
        self._prompt_context.open_page(self.page)

    def show(self, *_: object) -> None:
        """Show what is picked."""
        picked = self.selection.picked
        said = str(len(picked)) if picked else self._prompt.decline
        self.text = f"{self._mark}  {self._prompt.brief or self._prompt.title} {said}"
        self.chosen = bool(picked)
