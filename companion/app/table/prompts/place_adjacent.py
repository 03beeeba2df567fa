"""Areas of several factions on one map: a chip for each faction, and one confirmation."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from itertools import chain
from typing import cast

from companion.app.table.map.area_map import AreaMap
from companion.app.table.prompts.shared.base import Half, PromptContext, PromptWidget, take_half
from companion.app.table.prompts.shared.registry import WidgetPool
from companion.app.table.prompts.shared.selection import Selection
from companion.app.widgets.base.marks import player_mark
from companion.app.widgets.base.widgets import WrapLabel
from companion.app.widgets.controls.piece_row import PieceRow
from companion.app.widgets.controls.tokens import TokenPiece
from companion.table.prompts import TABLE, Answer, Choose
from companion.table.session import LabelledAnswer, OpenPrompt
from companion.table.words import _, n_
from layouts.theme import look

__all__ = ["AdjacentAreasPrompt", "make_adjacent_areas"]


def make_adjacent_areas(items: Sequence[OpenPrompt], context: PromptContext, pool: WidgetPool) -> PromptWidget:
    """Return a widget that asks all of these; each is about areas of the player asked."""
    body = pool[0].get(AdjacentAreasPrompt)
    if not isinstance(body, AdjacentAreasPrompt):
        body = pool[0][AdjacentAreasPrompt] = AdjacentAreasPrompt(items[0], context)
    body.ask(items, context)
    return body


class AdjacentAreasPrompt(PromptWidget):
    """Chips of factions above, what the one in hand asks, and a map below.

    A tap on an area picks it for the faction in hand, or drops it; areas of other factions show their disc.
    """

    wide = True
    silhouette = 0.0
    joint = True
    pooled = True

    def __init__(self, item: OpenPrompt, context: PromptContext) -> None:
        super().__init__(item, context)
        self.orientation = "vertical"
        self.row = PieceRow(self._take)
        self.asked = WrapLabel(step="least")
        self.map = AreaMap(context.view, {})
        self._bind_map()

    def ask(self, items: Sequence[OpenPrompt], context: PromptContext) -> None:
        """Ask these prompts."""
        self.rebind(items[0], context)
        self.spacing = look.gap if look.portrait else 0
        self.items, self.who = items, TABLE
        # Beside a battle the map needs the header's height.
        self.shows_title = bool(context.view.sides)
        self.title = items[0].prompt.brief or items[0].prompt.title
        self.selection = {item.prompt.key: Selection(cast(Choose, item.prompt)) for item in items}
        if not self.map.rebind(context.view, {}):
            self.map = AreaMap(context.view, {})
            self._bind_map()
        self._take(items[0].prompt.key)

    @property
    def prompts(self) -> Sequence[Choose]:
        return [cast(Choose, item.prompt) for item in self.items]

    def halves(self) -> dict[int, Half]:
        return {item.first: (item.prompt, self.selection[item.prompt.key].half) for item in self.items}

    def take_halves(self, halves: Mapping[int, Half]) -> list[str]:
        dropped = [take_half(item, halves, partial(self._pick_again, item.prompt.key)) for item in self.items]
        self._show()
        return [*chain(*dropped)]

    def _pick_again(self, key: str, half: Answer) -> None:
        self.selection[key].picked = [*half]

    def act(self) -> None:
        answers = [(item, list(self.selection[item.prompt.key].picked)) for item in self.items]
        self.dispatch("on_answers", [(item.ticket, LabelledAnswer(picked)) for item, picked in answers])

    def _bind_map(self) -> None:
        self.map.bind(on_refusal=lambda _, why: self.refuse(why), on_area=lambda _, name: self._tap(name))
        self.clear_widgets()
        self.add_widget(self.row)
        self.add_widget(self.asked)
        self.add_widget(self.map)

    def _take(self, key: str) -> None:
        """Take a faction in hand."""
        self.in_hand = key
        prompt = self.selection[key].prompt
        self.asked.text = prompt.text
        # A header shows it once, and not again when another faction is taken in hand.
        self.note = prompt.text if self.shows_title else ""
        self.map.ask({option.id: option for option in prompt.options})
        self._show()

    def _tap(self, area: str) -> None:
        self.selection[self.in_hand].toggle(area)
        self._show()

    def _show(self) -> None:
        chips = [self._chip(prompt) for prompt in self.prompts]
        self.row.show(chips, self.title if self.shows_title else "")
        picked = self.selection[self.in_hand].picked
        others = ((p.who, self.selection[p.key].picked) for p in self.prompts if p.key != self.in_hand)
        self.map.mark(picked, {area: who for who, areas in others for area in areas})
        numbers = [len(self.selection[prompt.key].picked) for prompt in self.prompts]
        words = [n_("{n} area", "{n} areas", n).format(n=n) if n else _("nowhere") for n in numbers]
        marks = [player_mark(self.context.player(prompt.who)) for prompt in self.prompts]
        # Names of two factions have no room on an upright screen; those stand above with these marks.
        said = [f"{mark}\N{NO-BREAK SPACE}{word}" for mark, word in zip(marks, words, strict=True)]
        self.set_action("   ".join(said) if any(numbers) else self.prompts[0].decline, True, declines=not any(numbers))

    def _chip(self, prompt: Choose) -> TokenPiece:
        player, picked = self.context.player(prompt.who), self.selection[prompt.key].picked
        said = ", ".join(option.label for option in prompt.options if option.id in picked) or _("nowhere")
        return TokenPiece(
            prompt.key, player.sigil, player.name, player.colour, chosen=prompt.key == self.in_hand, detail=said
        )
