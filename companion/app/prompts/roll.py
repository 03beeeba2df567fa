"""Dice: rolled by the app or typed in, as people like, for one side or both."""

from __future__ import annotations

from typing import Any, cast

from kivy.properties import NumericProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.app.look import face, ink_on, look, symbol_mark, words
from companion.app.prompts.base import ColumnBody, Desk, PromptBody
from companion.app.screens.dice import DicePage
from companion.app.widgets import Badge, Text, load_layout
from companion.table.prompts import Roll
from companion.table.session import OpenPrompt


def dice_words(number: int) -> str:
    """Return the number of dice as people say it."""
    return "1 die" if number == 1 else f"{number} dice"


def legend(prompt: Roll) -> str:
    """Return which faces show which symbol, on one line per symbol."""
    lines = []
    for place, (symbol, faces) in enumerate(prompt.symbols.items()):
        shown = ", ".join(str(f) for f in faces)
        lines.append(f"{symbol_mark(symbol, place)} {words(symbol)} on {shown}")
    return "   ".join(lines)


def fallen(prompt: Roll) -> str:
    """Return the kept dice as they are drawn."""
    if isinstance(prompt.kept, dict):
        return prompt.summary(prompt.kept)
    return " ".join(face(f, prompt.sides) for f in prompt.kept or [])


class RollCard(BoxLayout):
    """One roll: how many dice, the kept ones, and the ways to roll."""

    number = NumericProperty(0)
    what = StringProperty("")
    symbols = StringProperty("")
    kept = StringProperty("")

    def __init__(self, item: OpenPrompt, body: PromptBody) -> None:
        prompt = cast(Roll, item.prompt)
        super().__init__(
            number=prompt.dice,
            what="die" if prompt.dice == 1 else "dice",
            symbols=legend(prompt),
            kept=fallen(prompt) if prompt.kept is not None else "",
        )
        self.item, self.roll, self.body = item, prompt, body
        self.remove_widget(self.ids.ways if prompt.kept is not None else self.ids.fallen)

    def here(self) -> None:
        """The app rolls."""
        faces = self.body.desk.dice.roll(self.roll.dice, self.roll.sides)
        self._give(faces, self.body.desk.dice.name)

    def use_kept(self) -> None:
        """Take the dice that fell before an undo."""
        self._give(self.roll.kept, "touch")

    def open_typing(self) -> None:
        """Type in what the table's own dice show."""
        self.body.desk.open_page(DicePage(self.roll, self._typed))

    def _typed(self, value: Any) -> None:
        self.body.desk.close_page()
        self._give(value, "hand")

    def _give(self, value: Any, source: str) -> None:
        self.body.dispatch("on_answer", self.item.ticket, value, source)


class RollBody(ColumnBody):
    """One side rolls."""

    def __init__(self, item: OpenPrompt, desk: Desk) -> None:
        super().__init__(item, desk)
        self.card = RollCard(item, self)
        self.pager.add(self.card)
        if self.card.kept:
            self.say("Use the dice that fell", True)
        elif desk.settings.dice == "type":
            self.say("Type in", True)
        elif desk.settings.dice == "here":
            self.say(f"Roll {dice_words(self.card.roll.dice)} here", True)
        else:
            self.say("Roll here or type in", False)

    def act(self) -> None:
        if self.card.kept:
            self.card.use_kept()
        elif self.desk.settings.dice == "type":
            self.card.open_typing()
        else:
            self.card.here()


class BothRollBody(PromptBody):
    """Several sides roll at the same moment, side by side, with one button for all of them.

    A side that types its dice in is done; what is left is then asked alone, with all the ways to roll.
    """

    title = StringProperty("")

    def __init__(self, items: tuple[OpenPrompt, ...], desk: Desk) -> None:
        super().__init__(items[0], desk)
        self.cards = [RollCard(item, self) for item in items]
        self.orientation = "vertical"
        legends = list(dict.fromkeys(card.symbols for card in self.cards))
        self.add_widget(Text(text=legends[0] if len(legends) == 1 else "", font_size=look.tiny, color=look.dim))
        row = BoxLayout(spacing=look.gap)
        self.add_widget(row)
        for card in self.cards:
            if len(legends) == 1:
                card.symbols = ""
            player = desk.player(card.item.prompt.who)
            card.ids.ways.remove_widget(card.ids.here)
            badge = Badge(text=player.glyph, colour=player.colour, colour_ink=ink_on(player.colour))
            badge.pos_hint = {"center_y": 0.5}
            card.ids.dice.add_widget(badge, index=2)
            card.ids.title.text = player.name
            row.add_widget(card)
        titles = list(dict.fromkeys(item.prompt.title for item in items))
        self.title = " / ".join(titles)
        self.say("Roll both here" if len(items) == 2 else f"Roll all {len(items)} here", True)

    def act(self) -> None:
        for card in self.cards:
            if card.kept:
                card.use_kept()
            else:
                card.here()


load_layout("roll")
