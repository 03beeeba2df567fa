"""The options picked so far, and the base class of widgets that pick options."""

from __future__ import annotations

from typing import cast

from companion.app.table.prompts.shared.base import PromptWidget
from companion.app.widgets.base.buttons import OptionKey
from companion.table.prompts import Answer, Choose
from companion.table.words import _, n_

__all__ = ["Selection", "SelectionPrompt"]


class Selection:
    """The picked options of a prompt, and the primary button's label for them."""

    def __init__(self, prompt: Choose) -> None:
        self.prompt = prompt
        possible = {o.id for o in prompt.open_options()}
        self.picked: list[str] = [s for s in prompt.suggested if s in possible][: prompt.most]
        self._filled_in = [*self.picked]

    @property
    def single(self) -> bool:
        """True if one tap answers."""
        return self.prompt.most == 1

    @property
    def declines(self) -> bool:
        """True if to confirm now is to leave out what is offered."""
        return not self.picked and self.prompt.least == 0

    @property
    def half(self) -> list[str] | None:
        """What people have picked, or None while it is as it was filled in."""
        return None if self.single or self.picked == self._filled_in else [*self.picked]

    def toggle(self, name: str) -> None:
        """Pick an option, or drop it if it is picked."""
        if name in self.picked:
            self.picked.remove(name)
        else:
            self.picked.append(name)

    def words(self) -> tuple[str, bool]:
        """Return the primary button's label, and whether it is ready."""
        prompt, number = self.prompt, len(self.picked)
        if number == 0 and prompt.least == 0:
            return prompt.decline, True
        if number < prompt.least:
            missing = prompt.least - number
            return (
                _("Tap one") if self.single else n_("Pick {n} more", "Pick {n} more", missing).format(n=missing)
            ), False
        if number > prompt.most:
            over = number - prompt.most
            return n_("{n} too many", "{n} too many", over).format(n=over), False
        if lacking := prompt.lacks(self.picked):
            return lacking, False
        if any(prompt.taken):
            return n_(*prompt.taken, number).format(n=number), True
        if number == 1:
            label = next(o.label for o in prompt.options if o.id == self.picked[0])
            return _("Pick {label}").format(label=label), True
        return n_("Pick these {n}", "Pick these {n}", number).format(n=number), True


class SelectionPrompt(PromptWidget):
    """Base class of widgets that pick options. With one to pick, a tap answers."""

    def _begin(self) -> None:
        self.selection = Selection(cast(Choose, self.prompt))

    @property
    def half(self) -> Answer | None:
        return self.selection.half

    def show_half(self, half: Answer) -> None:
        self.selection.picked = list(half)
        self._show()

    def act(self) -> None:
        self.answer(list(self.selection.picked))

    def tap(self, name: str) -> None:
        """Pick or drop an option; answer if one is to be picked."""
        if self.selection.single:
            self.answer([name])
        else:
            self.selection.toggle(name)
            self._show()

    def _show(self) -> None:
        """Show the selection."""
        self.set_action(*self.selection.words(), declines=self.selection.declines)

    def _new_key(self) -> OptionKey:
        key = OptionKey()
        key.bind(on_use=lambda key: self.tap(key.name))
        return key
