"""One roll: the number of dice, the ways to roll, the tower's progress, the dice rolled."""

from __future__ import annotations

from typing import Any, Final, Literal, cast

from kivy.properties import BooleanProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.app.hardware.tower_adapter import TowerRoll
from companion.app.hardware.tower_panel import TowerPanel
from companion.app.table.prompts.roll_head import RollHalf, RollSummary
from companion.app.table.prompts.shared.base import PromptContext, set_children
from companion.app.table.prompts.shared.dice_entry import DicePage
from companion.app.widgets.base.buttons import Key
from companion.app.widgets.base.kv_child import KvChild, load_layout
from companion.app.widgets.base.marks import Die, dice_row, symbol_mark, words
from companion.app.widgets.base.self_arranged import SelfArranged
from companion.app.widgets.controls.dice import DiceRow
from companion.app.widgets.controls.scroll_list import ScrollList
from companion.app.widgets.rendering.motion import motion
from companion.table.prompts import Answer, Roll
from companion.table.session import LabelledAnswer, OpenPrompt
from companion.table.words import N_, _, n_
from layouts.theme import look

__all__ = ["RollCard", "RollWay", "drawn_dice", "faces_text", "legend", "results_text"]

RollWay = Literal["tower", "here", "type"]
"""A way to roll: in the tower, in the app, or typed in."""

_UNDONE: Final = N_("These dice were rolled before the undo, so they stand.")
_READ: Final = N_("Did the tower read them right?")
_MADE: Final = N_("The tower rolled these dice.")
_LYING: Final = N_("These dice lie in the tower.")


def legend(prompt: Roll) -> str:
    """Return which faces show which symbol, without line breaks within a symbol's faces."""
    lines = []
    for place, (symbol, faces) in enumerate(prompt.symbols.items()):
        shown = ", ".join(str(f) for f in faces)
        marked = f"{symbol_mark(symbol, place)} {words(symbol)}"
        lines.append(_("{symbol} on {faces}").format(symbol=marked, faces=shown).replace(" ", "\u00a0"))
    return "   ".join(lines)


def summarise_roll(item: OpenPrompt, context: PromptContext) -> RollSummary:
    """Return what is shown of a roll."""
    prompt = cast(Roll, item.prompt)
    side = next((side for side in context.view.sides if side.player == prompt.who), None)
    charted = side is not None and context.settings.odds == "on"
    return RollSummary(
        context.player(prompt.who),
        prompt.dice,
        n_("die", "dice", prompt.dice),
        side,
        legend(prompt),
        "" if charted and side is not None and side.odds else context.odds(prompt),
        charted,
    )


def faces_text(prompt: Roll, value: Any) -> str:
    """Return dice as a text of symbols."""
    if isinstance(value, dict):
        return prompt.summary(value)
    return dice_row(value or [], prompt.sides)


def drawn_dice(prompt: Roll, value: Any) -> tuple[Die, ...]:
    """Return dice with their symbols; they have no faces where only symbols are known."""
    if isinstance(value, dict):
        found = [Die(0, symbol) for symbol, number in value.items() for _n in range(number)]
        return (*found, *[Die(0)] * (prompt.dice - len(found)))
    marks = [next((s for s, faces in prompt.symbols.items() if face in faces), "") for face in value or []]
    return tuple(Die(face, mark) for face, mark in zip(value or [], marks, strict=True))


def results_text(prompt: Roll, value: Any) -> str:
    """Return what dice come to: the number of each symbol, or else the sum of their faces."""
    if not prompt.symbols:
        return str(sum(value))
    if isinstance(value, dict):
        counted = value
    else:
        counted = {symbol: sum(face in faces for face in value) for symbol, faces in prompt.symbols.items()}
    return ", ".join(f"{counted.get(symbol, 0)} {words(symbol, counted.get(symbol, 0))}" for symbol in prompt.symbols)


class RollKeys(BoxLayout):
    """The keys of a roll: the ways to roll, or the dice rolled."""

    stage = KvChild(BoxLayout)
    ways = KvChild(BoxLayout)
    fallen = KvChild(BoxLayout)
    tower_key = KvChild(Key, "tower")
    here_key = KvChild(Key, "here")
    typing_key = KvChild(Key, "typing")
    retype_key = KvChild(Key, "retype")
    dice = KvChild(DiceRow)
    card = ObjectProperty(None)


class RollCard(SelfArranged, RollHalf):
    """One roll. Fires `on_change` after changes, and `on_given(given)` when it is decided.

    `phase` is `ways` (not rolled yet), `tower` (the tower is rolling) or `fallen` (dice have been rolled and people say
    whether they count).

    Args:
        item: the open prompt.
        context: what the prompt widget may use.
        both: whether it is beside another roll, with one primary button for all.
    """

    __events__ = ("on_change", "on_given")

    odds = StringProperty("")
    shown = StringProperty("")
    said = StringProperty("")
    phase = StringProperty("ways")
    both = BooleanProperty(False)
    tower_shown = BooleanProperty(False)
    tower_refusal = StringProperty("")

    def __init__(self, item: OpenPrompt, context: PromptContext, both: bool = False) -> None:
        super().__init__(summarise_roll(item, context))
        self.head.bind(on_use=lambda _: self._correct())
        self.item, self.prompt, self.context = item, cast(Roll, item.prompt), context
        self.both = both
        self.keys = keys = RollKeys(card=self)
        self.tower_key, self.here_key, self.typing_key = keys.tower_key, keys.here_key, keys.typing_key
        self.retype_key = keys.retype_key
        self.pager = ScrollList()
        self.pager.add(keys)
        self.add_widget(self.pager)
        keys.bind(height=self._lay)
        self.bind(size=self._lay)
        self.typing_page: DicePage | None = None
        self._keys: dict[RollWay, Key] = {"tower": self.tower_key, "here": self.here_key, "type": self.typing_key}
        self._begin()

    def ask(self, item: OpenPrompt, context: PromptContext) -> None:
        """Ask another roll."""
        self.tell(summarise_roll(item, context))
        self.item, self.prompt, self.context = item, cast(Roll, item.prompt), context
        for key in (*self._keys.values(), self.retype_key, self.head):
            key.focused = False
        self.pager.turn_to_top()
        self._begin()

    def _begin(self) -> None:
        """Show the state of the roll: not rolled, in the tower, or dice that were rolled."""
        prompt, context = self.prompt, self.context
        self.odds = context.odds(prompt)
        self._roll: TowerRoll | None = None
        self._panel: TowerPanel | None = None
        self._fallen: tuple[Any, str, str] | None = None
        self.phase = "ways"
        self.tower_changed()
        if prompt.kept is not None:
            self._show_fallen(prompt.kept, "touch", "", _UNDONE)
        elif (known := context.tower.rolls.get(context.roll_base(prompt))) is not None:
            self._watch(known)
        else:
            self._turn_to("ways")

    def _correct(self) -> None:
        rolling = self.head.rolling
        if rolling is not None and rolling.side is not None:
            self.context.correct(rolling.side.counter, rolling.player.name)

    # Actions

    def preferred_way(self) -> RollWay | None:
        """Return the way to roll that the settings name, if it is available."""
        match self.context.settings.dice:
            case "tower":
                return None if self.tower_refusal else "tower"
            case "here":
                return "here"
            case "type":
                return "type"
        return None

    def usual_way(self) -> RollWay | None:
        """Return the way to roll of the primary button: that of the settings, or the tower, or the one used last.

        There is none while the settings want a tower that is not there.
        """
        if self.tower_refusal and self.context.settings.dice == "tower":
            return None
        if way := self.preferred_way():
            return way
        if not self.tower_refusal:
            return "tower"
        return "type" if self.context.typed else "here"

    def roll_by(self, way: RollWay) -> None:
        """Roll in this way."""
        if way == "type":
            self.open_typing()
        elif way == "here":
            self.roll_here()
        else:
            self.ask_tower()

    def roll_here(self) -> None:
        """Roll in the app."""
        dice = self.context.dice
        self._give(LabelledAnswer(dice.roll(self.prompt.dice, self.prompt.sides), dice.name, note=self._instead()))

    def ask_tower(self) -> None:
        """Roll in the tower."""
        self._watch(self.context.tower.roll(self.context.roll_base(self.prompt), self.prompt.dice))

    def open_typing(self) -> None:
        """Open the page to type in real dice."""
        self.typing_page = DicePage(self.prompt, self._typed, self.context.entry)
        self.context.open_page(self.typing_page)

    def accept_dice(self) -> None:
        """Answer with the dice that were rolled."""
        if self._fallen is not None:
            value, source, note = self._fallen
            self._give(LabelledAnswer(value, source, note=note))

    def offer_dice(self, faces: list[int]) -> bool:
        """Show dice dropped into the tower unasked, if they fit; people must confirm them."""
        if self.phase != "ways" or self.prompt.sides != 6 or len(faces) != self.prompt.dice:
            return False
        self._show_fallen(faces, "tower", _("dropped into the tower too early"), _LYING)
        return True

    @property
    def failed(self) -> bool:
        """True if the tower's roll ended without all faces."""
        return self._roll is not None and self._roll.failed

    @property
    def made(self) -> bool:
        """True if the tower made the dice, so that nobody can have misread them."""
        return self.phase == "fallen" and self._roll is not None and not self._roll.read

    @property
    def held(self) -> bool:
        """True if the tower waits for a decision about real dice."""
        return self._roll is not None and self._roll.held and self.context.tower.connected

    def retry(self) -> None:
        """Do what is most often right: read held dice again, or repeat a failed roll."""
        if self._roll is not None and self.held:
            self.context.tower.reread(self._roll)
        elif self._roll is not None and self.failed:
            self.context.tower.again(self._roll)

    def tower_changed(self) -> None:
        """Update after the tower was connected or disconnected."""
        tower = self.context.tower
        self.tower_refusal = tower.refusal(self.prompt.dice, self.prompt.sides)
        self.tower_shown = tower.connected or self.context.settings.dice == "tower"
        self._fill_ways()
        self.dispatch("on_change")

    def on_detach(self) -> None:
        """Release the tower's roll."""
        if self._panel is not None:
            self._panel.release()
        if self._roll is not None:
            for name in ("failed", "held", "message"):
                self._roll.unbind(**{name: self._tower_word})
            self._roll.unbind(faces=self._tower_result)

    def on_change(self) -> None:
        """Handle a change; bind to this."""

    def on_given(self, given: LabelledAnswer) -> None:
        """Handle the decided roll; bind to this."""

    # Internals

    def arrange(self, *__: object) -> None:
        """Give the keys the height they need, and the rest to the head."""
        room = self.height - 20 * look.u - self.spacing - self.head.least()
        self.pager.size_hint_y, self.pager.height = None, max(0.0, min(self.keys.height, room))

    def _turn_to(self, phase: str) -> None:
        self.phase = phase
        self._fill_ways()
        # Hold both in variables before either leaves the widget tree.
        ways, fallen, stage = self.keys.ways, self.keys.fallen, self.keys.stage
        panel = [self._panel] if phase == "tower" and self._panel is not None else []
        set_children(stage, [*panel, fallen if phase == "fallen" else ways])
        self.dispatch("on_change")

    def _fill_ways(self) -> None:
        """Show the ways to roll that are available, but for that of the primary button."""
        asked, usual = self.phase == "tower", self.usual_way()
        gone = {
            "tower": asked or not self.tower_shown,
            "here": not asked and (usual == "here" or (self.both and usual != "type")),
            "type": not asked and usual == "type" and not self.both,
        }
        set_children(self.keys.ways, [key for way, key in self._keys.items() if not gone.get(way)])

    def _show_fallen(self, value: Answer, source: str, note: str, said: str) -> None:
        self._fallen = (value, source, note)
        self.shown, self.said = faces_text(self.prompt, value), _(said)
        self.keys.dice.show(drawn_dice(self.prompt, value), self.shown)
        self._turn_to("fallen")

    def _watch(self, roll: TowerRoll) -> None:
        self._roll = roll
        roll.bind(faces=self._tower_result, failed=self._tower_word, held=self._tower_word, message=self._tower_word)
        if roll.faces is not None:
            self._show_fallen(roll.faces, "tower", roll.note, _READ if roll.read else _MADE)
            return
        self._panel = TowerPanel(self.context.tower, roll)
        self._turn_to("tower")

    def _tower_word(self, *__: Any) -> None:
        self.dispatch("on_change")

    def _tower_result(self, roll: TowerRoll, faces: list[int] | None) -> None:
        if faces is None:
            return
        with motion.step(calm=False):
            self._show_fallen(faces, "tower", roll.note, _READ if roll.read else _MADE)
            # Real dice may be misread; and nothing may change while another page is in front.
            if not roll.read and not self.both and self.context.in_front():
                # Still within the step, or the next page would show the dice at rest.
                self.accept_dice()

    def _typed(self, value: Any) -> None:
        self.context.close_page()
        if self._fallen is None:
            self._give(LabelledAnswer(value, "hand", note=self._instead()))
            return
        before, source, note = self._fallen
        if value == before:
            self._give(LabelledAnswer(value, source, note=note))
        else:
            self._give(LabelledAnswer(value, "hand", before, note))

    def _instead(self) -> str:
        return _("instead of {note}").format(note=self._roll.note) if self._roll is not None else ""

    def _give(self, given: LabelledAnswer) -> None:
        self.dispatch("on_given", given)


load_layout("roll")
