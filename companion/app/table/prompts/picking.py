"""Which options of a question are picked so far, and what can be done with them."""

from __future__ import annotations

from typing import Final, cast

from companion.app.look.keys import OptionKey
from companion.app.look.number_row import NumberRow
from companion.app.table.prompts.base import Desk, PromptBody
from companion.table.prompts import Choose, Option
from companion.table.session import OpenPrompt
from companion.table.words import _, n_
from layouts.theme import look

__all__ = ["Counts", "Picking", "Picks"]

_MANY: Final = 3
"""From so many pieces of a kind on, a number is quicker."""


class Picking:
    """Which options are picked, and what the verb button says about it."""

    def __init__(self, prompt: Choose) -> None:
        self.prompt = prompt
        possible = {o.id for o in prompt.open_options()}
        self.picked: list[str] = [s for s in prompt.suggested if s in possible][: prompt.most]

    @property
    def single(self) -> bool:
        """Whether one tap answers."""
        return self.prompt.most == 1

    @property
    def declines(self) -> bool:
        """Whether to go on now is to leave out what is offered."""
        return not self.picked and self.prompt.least == 0

    def toggle(self, name: str) -> None:
        if name in self.picked:
            self.picked.remove(name)
        else:
            self.picked.append(name)

    def words(self) -> tuple[str, bool]:
        """Return the verb and whether it can be used."""
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
        if number == 1:
            label = next(o.label for o in prompt.options if o.id == self.picked[0])
            return _("Take {label}").format(label=label), True
        return n_("Take these {n}", "Take these {n}", number).format(n=number), True


class Picks(PromptBody):
    """A question of which options are picked. With one to pick, a tap on it is the answer."""

    def _begin(self) -> None:
        self.picking = Picking(cast(Choose, self.prompt))

    def act(self) -> None:
        self.answer(list(self.picking.picked))

    def tap(self, name: str) -> None:
        """An option was tapped."""
        if self.picking.single:
            self.answer([name])
        else:
            self.picking.toggle(name)
            self._show()

    def _show(self) -> None:
        """Show what is picked."""
        self.say(*self.picking.words(), declines=self.picking.declines)

    def _new_key(self) -> OptionKey:
        key = OptionKey()
        key.bind(on_use=lambda key: self.tap(key.name))
        return key


class Counts(Picks):
    """Options of which several are alike, so that their number is what is said.

    `numbers` has a key for each number of the kind that was tapped last; at first of that of which there may be most.
    """

    def __init__(self, item: OpenPrompt, desk: Desk) -> None:
        self._groups: dict[str, list[Option]] = {}
        self._about = ""
        self.numbers = NumberRow(lambda number: self._take(self._about, number))
        super().__init__(item, desk)

    @property
    def counts(self) -> bool:
        """Whether there is a kind that is quicker said by number."""
        return bool(self._about)

    @property
    def numbers_apart(self) -> bool:
        """Whether the numbers stand elsewhere: two rows of tokens across the page leave no room below each."""
        return not self.alone and not look.portrait

    def numbers_fit(self, width: float) -> bool:
        """Whether the numbers of each kind have room across so many pixels."""
        return NumberRow.fits(max(len(self._able(group)) for group in self._groups), width)

    def more(self, group: str) -> None:
        """One more of a kind; of which there is one, it goes again."""
        able, number = self._able(group), self._number(group)
        self._mean(group)
        self._take(group, 0 if number == len(able) == 1 else min(number + 1, len(able)))

    def less(self, group: str) -> None:
        """One less of a kind."""
        self._mean(group)
        self._take(group, max(0, self._number(group) - 1))

    def tell_numbers(self) -> None:
        """Show which kind the numbers are about, and how many of it are picked."""
        about = self._about
        label = self._groups[about][0].label if about else ""
        colour = self.desk.player(self.prompt.who).colour
        self.numbers.show(label, colour, len(self._able(about)) if about else 0, self._number(about) if about else 0)

    def _begin(self) -> None:
        super()._begin()
        self._groups = {}
        for option in self.picking.prompt.options:
            self._groups.setdefault(option.group, []).append(option)
        counted = [group for group in self._groups if len(self._able(group)) >= _MANY]
        self._about = max(counted, key=lambda group: len(self._able(group)), default="")

    def _able(self, group: str) -> list[str]:
        return [option.id for option in self._groups[group] if not option.refused]

    def _number(self, group: str) -> int:
        return sum(option.id in self.picking.picked for option in self._groups[group])

    def _mean(self, group: str) -> None:
        """Have the numbers be about a kind."""
        if len(self._able(group)) >= _MANY:
            self._about = group

    def _take(self, group: str, number: int) -> None:
        able = self._able(group)
        others = [name for name in self.picking.picked if name not in able]
        self.picking.picked = others + able[:number]
        self._show()
