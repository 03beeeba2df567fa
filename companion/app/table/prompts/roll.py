"""Rolls: in the tower, by the app or typed in, for one side or several."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any, Final, cast

from kivy.uix.widget import Widget

from companion.app.table.battle.side_words import face_counts
from companion.app.table.prompts.roll_card import RollCard, drawn_dice, faces_text, legend, results_text
from companion.app.table.prompts.roll_head import RollHalf, RollSummary
from companion.app.table.prompts.shared.base import PromptContext, PromptWidget, set_children
from companion.app.table.prompts.shared.dice_entry import DicePage
from companion.app.table.prompts.shared.registry import WidgetPool, joint_widget_for, widget_for
from companion.app.widgets.base.marks import player_mark
from companion.app.widgets.base.widgets import WrapLabel
from companion.app.widgets.controls.dice import DiceRow
from companion.table.prompts import TABLE, Answer, Prompt, Roll, dice_words
from companion.table.session import LabelledAnswer, OpenPrompt
from companion.table.view import PlayerView, SideView
from companion.table.words import _, and_list
from layouts.theme import look

_FEW: Final = 12
"""Number of dice rolled already above which they are small."""
_SMALL: Final = 30
"""Size of those, in units."""
_MANY: Final = 30
"""Number above which only how many show each face is told."""


def fighting(items: Sequence[OpenPrompt], context: PromptContext) -> bool:
    """Return whether the sides of the battle fight by these rolls."""
    if any(cast(Roll, item.prompt).apart for item in items):
        return False
    return {item.prompt.who for item in items} <= {side.player for side in context.view.sides}


@widget_for(Roll)
class RollPrompt(PromptWidget):
    """One side rolls; in a battle the other half is beside it."""

    pooled = True

    def __init__(self, item: OpenPrompt, context: PromptContext) -> None:
        super().__init__(item, context)
        self._cards: dict[bool, RollCard] = {}
        self._others: dict[bool, IdleHalf] = {}

    def finished(self) -> None:
        self._begin()

    def _new_half(self, item: OpenPrompt, context: PromptContext, *, right: bool) -> RollCard:
        """Return a new left or right half for the player who rolls."""
        card = self._cards[right] = RollCard(item, context)
        card.bind(on_change=self._changed, on_given=lambda _, given: self._given(given))
        card.pager.bind(height=lambda *_: self._stand_level(right))
        card.bind(phase=lambda *_: self._stand_level(right))
        return card

    @property
    def wide(self) -> bool:
        return self.shows_halves or (bool(self.context.view.sides) and cast(Roll, self.prompt).apart)

    def _begin(self) -> None:
        """Show the half of the player who rolls and, in a battle, the other one."""
        item, context = self.item, self.context
        sides = context.view.sides if fighting([item], context) else ()
        places = [side.player for side in sides]
        right = len(places) == 2 and places.index(item.prompt.who) == 1
        known = self._cards.get(right)
        self.card = known or self._new_half(item, context, right=right)
        if known is not None:
            known.ask(item, context)
        self.shows_halves = bool(sides)
        wanted: list[Widget] = [self.card]
        for place, side in enumerate(sides):
            if side.player != item.prompt.who:
                other = self._others.get(not right)
                if other is None:
                    other = self._others[not right] = IdleHalf(side, context)
                    for widget in (other.rolled, other.total):
                        widget.bind(height=lambda *_, right=right: self._stand_level(right))
                other.show(side, context, legend(cast(Roll, item.prompt)))
                told = [(p, v) for p, v in context.answered if isinstance(p, Roll) and p.who == side.player]
                other.show_dice(*(told[0] if told else (None, ())))
                wanted.insert(place, other)
        set_children(self, wanted)
        self._stand_level(right)
        self._update_action()
        if reads_at_once(self.card):
            self.card.ask_tower()
        if context.entry.takes(item.prompt.key) and self.card.usual_way() == "type" and self.card.phase == "ways":
            self.card.open_typing()

    def act(self) -> None:
        card = self.card
        if card.phase == "fallen":
            card.accept_dice()
        elif card.phase == "tower":
            card.retry()
        elif card.phase == "ways" and (way := card.usual_way()):
            card.roll_by(way)

    def side_panels(self) -> Sequence[tuple[Widget, PlayerView]]:
        halves = [half for half in reversed(self.children) if isinstance(half, RollHalf)]
        return [(half, half.player) for half in halves] if self.shows_halves else ()

    def roll_dice(self) -> bool:
        if self.card.phase == "ways":
            self.card.roll_by(self.card.usual_way() or "here")
        else:
            self.act()
        return True

    def can_roll(self) -> bool:
        return bool(self.ready or self.card.phase == "ways")

    def can_roll_in_tower(self) -> bool:
        return self.card.phase == "ways" and not self.card.tower_refusal

    def tower_changed(self) -> None:
        self.card.tower_changed()

    def dice_dropped(self, faces: list[int]) -> None:
        self.card.offer_dice(faces)

    def on_detach(self) -> None:
        self.card.on_detach()

    def _given(self, given: LabelledAnswer) -> None:
        self.dispatch("on_answer", self.item.ticket, given)

    def _changed(self, card: RollCard) -> None:
        if card is self.card:
            self._update_action()

    def _stand_level(self, right: bool) -> None:
        """Put both numbers at one height while only keys are below the roll's number."""
        card, other = self._cards[right], self._others.get(not right)
        keyed = card.pager.height + card.spacing if card.phase == "ways" else 0.0
        taken = other.dice_high() if other is not None else 0.0
        card.foot = max(0.0, taken - keyed) if card.phase == "ways" else 0.0
        if other is not None:
            other.foot = max(0.0, keyed - taken)

    def _update_action(self) -> None:
        card = self.card
        dice = dice_words(card.prompt.dice)
        if card.phase == "fallen":
            self.set_action(_("Use the dice that fell"), True)
        elif card.phase == "tower":
            self.set_action(*tower_action([card]))
        else:
            said = {"type": _("Type in"), "here": _("Roll {dice} here"), "tower": _("Roll {dice} in the tower")}
            way = card.usual_way()
            self.set_action(said[way].format(dice=dice) if way else _("Roll here or type in"), way is not None)


class IdleHalf(RollHalf):
    """Half of a side that does not roll now.

    Args:
        side: of the battle.
        context: what the prompt widget may use.
    """

    def __init__(self, side: SideView, context: PromptContext) -> None:
        super().__init__(_at_rest(side, context, ""))
        self.head.bind(on_use=lambda _: self._correct())
        self.rolled, self.total = DiceRow(), WrapLabel(face="bold")
        # What dice come to is told when the last one lies.
        self.rolled.bind(landing=lambda _, landing: setattr(self.total, "opacity", 0 if landing else 1))

    def show(self, side: SideView, context: PromptContext, faces: str) -> None:
        """Show a side; `faces` says which faces show what."""
        self._side, self._prompt_context = side, context
        self.tell(_at_rest(side, context, faces))

    def show_dice(self, prompt: Roll | None, value: Answer) -> None:
        """Show the dice that were rolled for this side already, and what they come to; none without a prompt."""
        dice = drawn_dice(prompt, value) if prompt else ()
        counted = len(dice) > _MANY
        self.rolled.most = _SMALL * look.u if len(dice) > _FEW else 0
        self.rolled.show(() if counted else dice, faces_text(prompt, value) if prompt else "")
        lines = [face_counts(dice)] if counted else []
        self.total.text = "\n".join([*lines, results_text(prompt, value)]) if prompt else ""
        set_children(self, [self.head, *([self.rolled, self.total] if prompt else [])])

    def dice_high(self) -> float:
        """Return the height of the dice shown and what they come to, in pixels."""
        shown = [self.rolled, self.total] if self.rolled.parent is self else []
        return float(sum(widget.height + self.spacing for widget in shown))

    def _correct(self) -> None:
        self._prompt_context.correct(self._side.counter, self._prompt_context.player(self._side.player).name)


def _at_rest(side: SideView, context: PromptContext, faces: str) -> RollSummary:
    charted = context.settings.odds == "on"
    return RollSummary(context.player(side.player), side.number or 0, side.unit, side, faces, charted=charted)


@joint_widget_for(Roll)
def roll_all(items: Sequence[OpenPrompt], context: PromptContext, pool: WidgetPool) -> PromptWidget:
    """Return one widget for all rolls of the same moment."""
    body = pool[0].get(JointRollPrompt)
    if not isinstance(body, JointRollPrompt):
        body = pool[0][JointRollPrompt] = JointRollPrompt(items[0], context)
    body.ask(items, context)
    return body


class JointRollPrompt(PromptWidget):
    """Several sides roll at once, side by side, with one button for all of them.

    A roll of the tower for one side waits for those of the others. A side whose dice are typed in is done; the rest is
    then asked alone, with all ways to roll.
    """

    wide = True
    joint = True
    pooled = True

    def __init__(self, item: OpenPrompt, context: PromptContext) -> None:
        super().__init__(item, context)
        self.cards: list[RollCard] = []
        self._made: list[RollCard] = []
        self._built = False
        self._typing: DicePage | None = None

    def _new_card(self, item: OpenPrompt, context: PromptContext) -> None:
        """Make another half."""
        card = RollCard(item, context, both=True)
        card.bind(
            on_change=lambda *_: self._update_action(),
            on_given=lambda card, given: self._collect(card, given),
        )
        self._made.append(card)

    def ask(self, items: Sequence[OpenPrompt], context: PromptContext) -> None:
        """Ask these rolls."""
        self.rebind(items[0], context)
        self._built, self._typing = False, None
        self.shows_halves = fighting(items, context)
        known = len(self._made)
        for item in items[known:]:
            self._new_card(item, context)
        self.cards = self._made[: len(items)]
        for card, item in zip(self.cards[:known], items, strict=False):
            card.ask(item, context)
        set_children(self, self.cards)
        titles = list(dict.fromkeys(item.prompt.title for item in items))
        self.title = titles[0] if len(titles) == 1 else _("Both roll") if len(titles) == 2 else _("All roll")
        self.who = TABLE
        self._update_action()
        for card in self.cards:
            if reads_at_once(card):
                card.ask_tower()
        # Earlier dice are only shown; from now on rolls may answer by themselves.
        self._built = True
        if context.entry.takes(items[0].prompt.key) and self._to_type() is not None:
            self.act()

    @property
    def prompts(self) -> Sequence[Prompt]:
        return [card.prompt for card in self.cards]

    def side_panels(self) -> Sequence[tuple[Widget, PlayerView]]:
        return [(card, card.player) for card in self.cards]

    def act(self) -> None:
        if all(card.phase == "fallen" for card in self.cards):
            self._use_all()
            return
        if any(card.held or card.failed for card in self.cards):
            for card in self.cards:
                card.retry()
            return
        if (typing := self._to_type()) is not None:
            typing.open_typing()
            self._typing = typing.typing_page
            return
        self.answer_together([partial(self._go_on, card) for card in self.cards])

    def _collect(self, card: RollCard, given: LabelledAnswer) -> None:
        """Collect the dice of one side; if they were typed in for all of them, those of the next side follow."""
        if self._typing is not None and card.typing_page is self._typing:
            others = (other.prompt.key for other in self.cards if other is not card and other.phase == "ways")
            self.context.entry.following = frozenset(others)
        self.collect_answer(card.item.ticket, given)

    def _go_on(self, card: RollCard) -> None:
        if card.phase == "ways":
            card.roll_by(self._way(card))
        elif card.phase == "fallen" and card.prompt.kept is not None:
            # Dice from before an undo count; those of the tower wait for the other sides'.
            card.accept_dice()

    def roll_dice(self) -> bool:
        if self.ready:
            self.act()
        return True

    def can_roll(self) -> bool:
        return bool(self.ready)

    def can_roll_in_tower(self) -> bool:
        return any(card.phase == "ways" and self._way(card) == "tower" for card in self.cards)

    def tower_changed(self) -> None:
        for card in self.cards:
            card.tower_changed()

    def dice_dropped(self, faces: list[int]) -> None:
        any(card.offer_dice(faces) for card in self.cards)

    def on_detach(self) -> None:
        for card in self.cards:
            card.on_detach()

    def _use_all(self) -> None:
        self.answer_together([card.accept_dice for card in self.cards])

    def _to_type(self) -> RollCard | None:
        """Return the half whose dice the primary button has typed in, if that is the usual way."""
        card = next((card for card in self.cards if card.phase == "ways"), None)
        return card if card is not None and card.usual_way() == "type" else None

    def _verb(self, cards: list[RollCard]) -> str:
        """Return the primary button's label: for whom dice are rolled, and where."""
        tower = all(self._way(card) == "tower" for card in cards)
        if len(cards) < len(self.cards):
            said = _("Roll for {names} in the tower") if tower else _("Roll for {names} here")
        elif len(cards) == 2:
            said = _("Roll both in the tower") if tower else _("Roll both here")
        else:
            said = _("Roll all {n} in the tower") if tower else _("Roll all {n} here")
        players = [self.context.player(card.prompt.who) for card in cards]
        # Several names are too much for one key, as is a long one on an upright screen; everybody knows a sigil.
        named = len(players) == 1 and not look.portrait
        names = players[0].name if named else and_list([player_mark(player) for player in players])
        return said.format(names=names, n=len(cards))

    @staticmethod
    def _way(card: RollCard) -> Any:
        return "tower" if card.preferred_way() == "tower" else "here"

    def _update_action(self, *__: Any) -> None:
        cards = self.cards
        if self._built and all(card.made for card in cards) and self.context.in_front():
            self._use_all()
            return
        open_cards = [card for card in cards if card.phase == "ways"]
        if all(card.phase == "fallen" for card in cards):
            self.set_action(_("Use the dice that fell"), True)
        elif any(card.failed or card.held for card in cards):
            self.set_action(*tower_action(cards))
        elif self._to_type() is not None:
            number = len(open_cards)
            self.set_action(_("Type in both") if number == 2 else _("Type in all {n}").format(n=number), True)
        elif open_cards:
            self.set_action(self._verb(open_cards), True)
        else:
            self.set_action(*tower_action(cards))


def tower_action(cards: list[RollCard]) -> tuple[str, bool]:
    """Return the primary button's label while the tower is rolling, and whether it is ready."""
    if any(card.held for card in cards):
        return _("Read again"), True
    return (_("Roll again"), True) if any(card.failed for card in cards) else (_("Waiting for the tower"), False)


def reads_at_once(card: RollCard) -> bool:
    """Return whether the tower opens for real dice by itself, so that people only drop them."""
    context = card.context
    return card.phase == "ways" and card.preferred_way() == "tower" and context.settings.tower_mode == "r"
