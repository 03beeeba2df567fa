"""Dice: from the tower, rolled by the app or typed in, as people like, for one side or both."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any, cast

from kivy.uix.widget import Widget

from companion.app.table.prompts.roll_card import RollCard, legend
from companion.app.table.prompts.roll_head import RollHalf, Rolling
from companion.app.table.prompts.shared.base import Desk, PromptBody, stand
from companion.app.table.prompts.shared.registry import Kept, asks, asks_all
from companion.table.prompts import TABLE, Prompt, Roll, dice_words
from companion.table.session import Given, OpenPrompt
from companion.table.view import SideView
from companion.table.words import _, and_list


def fighting(items: Sequence[OpenPrompt], desk: Desk) -> bool:
    """Whether these are rolls of the two halves of a battle, or of one of them."""
    return {item.prompt.who for item in items} <= {side.player for side in desk.view.sides}


@asks(Roll)
class RollBody(PromptBody):
    """One side rolls; in a battle the other half stands beside it."""

    kept = True

    def __init__(self, item: OpenPrompt, desk: Desk) -> None:
        super().__init__(item, desk)
        self._cards: dict[bool, RollCard] = {}
        self._others: dict[bool, StillHalf] = {}

    def finished(self) -> None:
        self._begin()

    def _new_half(self, item: OpenPrompt, desk: Desk, *, right: bool) -> RollCard:
        """Make the left or the right half of whoever rolls."""
        card = self._cards[right] = RollCard(item, desk, right=right)
        card.bind(on_change=self._changed, on_given=lambda _, given: self._given(given))
        card.pager.bind(height=lambda *_: self._stand_level(right))
        card.bind(phase=lambda *_: self._stand_level(right))
        return card

    def _begin(self) -> None:
        """Have the half of whoever rolls and, in a battle, the other one."""
        item, desk = self.item, self.desk
        sides = desk.view.sides if fighting([item], desk) else ()
        places = [side.player for side in sides]
        right = len(places) == 2 and places.index(item.prompt.who) == 1
        known = self._cards.get(right)
        self.card = known or self._new_half(item, desk, right=right)
        if known is not None:
            known.ask(item, desk)
        self.halves = self.wide = bool(sides)
        wanted: list[Widget] = [self.card]
        for place, side in enumerate(sides):
            if side.player != item.prompt.who:
                other = self._others.get(not right)
                if other is None:
                    other = self._others[not right] = StillHalf(side, desk, not right)
                other.show(side, desk, legend(cast(Roll, item.prompt)))
                wanted.insert(place, other)
        stand(self, wanted)
        self._stand_level(right)
        self._say()
        if reads_at_once(self.card):
            self.card.ask_tower()

    def act(self) -> None:
        card = self.card
        if card.phase == "fallen":
            card.use_fallen()
        elif card.phase == "tower":
            card.decide()
        elif card.phase == "ways" and (way := card.preferred()):
            card.go(way)

    def roll_dice(self) -> bool:
        if self.card.phase == "ways":
            self.card.go(self.card.preferred() or ("here" if self.card.tower_refusal else "tower"))
        else:
            self.act()
        return True

    def rolls(self) -> bool:
        return bool(self.ready or self.card.phase == "ways")

    def awaits_tower(self) -> bool:
        return self.card.phase == "ways" and not self.card.tower_refusal

    def tower_changed(self) -> None:
        self.card.tower_changed()

    def dropped(self, faces: list[int]) -> None:
        self.card.offer(faces)

    def gone(self) -> None:
        self.card.gone()

    def _given(self, given: Given) -> None:
        self.dispatch("on_answer", self.item.ticket, given)

    def _changed(self, card: RollCard) -> None:
        if card is self.card:
            self._say()

    def _stand_level(self, right: bool) -> None:
        """Have both numbers at one height, as long as nothing but keys stands below the one that is rolled for."""
        card, other = self._cards[right], self._others.get(not right)
        if other is not None:
            other.foot = card.pager.height + card.spacing if card.phase == "ways" else 0

    def _say(self) -> None:
        card = self.card
        dice = dice_words(card.prompt.dice)
        if card.phase == "fallen":
            self.say(_("Use the dice that fell"), True)
        elif card.phase == "tower":
            self.say(*tower_verb([card]))
        else:
            ways = _("Tower, here or type in") if card.tower_shown else _("Roll here or type in")
            said = {"type": _("Type in"), "here": _("Roll {dice} here"), "tower": _("Roll {dice} in the tower")}
            way = card.preferred()
            self.say(said[way].format(dice=dice) if way else ways, way is not None)


class StillHalf(RollHalf):
    """The half of a side that does not roll now.

    Args:
        side: whose.
        desk: what may be used of the table.
        right: whether it is the right one.
    """

    def __init__(self, side: SideView, desk: Desk, right: bool) -> None:
        super().__init__(_at_rest(side, desk, ""), right)
        self.head.bind(on_use=lambda _: self._correct())

    def show(self, side: SideView, desk: Desk, faces: str) -> None:
        """Tell of a side, and which faces show what."""
        self._side, self._desk = side, desk
        self.tell(_at_rest(side, desk, faces))

    def _correct(self) -> None:
        self._desk.correct(self._side.counter, self._desk.player(self._side.player).name)


def _at_rest(side: SideView, desk: Desk, faces: str) -> Rolling:
    charted = desk.settings.odds == "on"
    return Rolling(desk.player(side.player), side.number or 0, side.unit, side, faces, charted=charted)


@asks_all(Roll)
def all_roll(items: Sequence[OpenPrompt], desk: Desk, kept: Kept) -> PromptBody:
    """Return the rolls of all who roll at the same moment."""
    body = kept[0].get(BothRollBody)
    if not isinstance(body, BothRollBody):
        body = kept[0][BothRollBody] = BothRollBody(items[0], desk)
    body.ask(items, desk)
    return body


class BothRollBody(PromptBody):
    """Several sides roll at the same moment, side by side, with one button for all of them.

    What the tower rolls for one side waits until it has rolled for all. A side that types its dice in is done; what is
    left is then asked alone, with all the ways to roll.
    """

    together = True
    kept = True

    def __init__(self, item: OpenPrompt, desk: Desk) -> None:
        super().__init__(item, desk)
        self.cards: list[RollCard] = []
        self._made: list[RollCard] = []
        self._built = False

    def _new_card(self, item: OpenPrompt, desk: Desk) -> None:
        """Make the half of one more who rolls."""
        card = RollCard(item, desk, both=True, right=len(self._made) % 2 == 1)
        card.bind(
            on_change=lambda *_: self._say(),
            on_given=lambda card, given: self.gather(card.item.ticket, given),
        )
        self._made.append(card)

    def ask(self, items: Sequence[OpenPrompt], desk: Desk) -> None:
        """Ask for these rolls."""
        self.renew(items[0], desk)
        self._built = False
        self.halves = fighting(items, desk)
        known = len(self._made)
        for item in items[known:]:
            self._new_card(item, desk)
        self.cards = self._made[: len(items)]
        for card, item in zip(self.cards[:known], items, strict=False):
            card.ask(item, desk)
        stand(self, self.cards)
        self.wide = True
        titles = list(dict.fromkeys(item.prompt.title for item in items))
        self.title = titles[0] if len(titles) == 1 else _("Both roll") if len(titles) == 2 else _("All roll")
        self.who = TABLE
        self._say()
        for card in self.cards:
            if reads_at_once(card):
                card.ask_tower()
        # Dice that fell earlier are shown; only what falls from now on may answer by itself.
        self._built = True

    @property
    def prompts(self) -> Sequence[Prompt]:
        return [card.prompt for card in self.cards]

    def act(self) -> None:
        if all(card.phase == "fallen" for card in self.cards):
            self._use_all()
            return
        if any(card.held or card.failed for card in self.cards):
            for card in self.cards:
                card.decide()
            return
        self.in_one_go([partial(self._go_on, card) for card in self.cards])

    def _go_on(self, card: RollCard) -> None:
        if card.phase == "ways":
            card.go(self._way(card))
        elif card.phase == "fallen" and card.prompt.kept is not None:
            # Dice from before an undo are settled; those of the tower wait for the other side's.
            card.use_fallen()

    def roll_dice(self) -> bool:
        if self.ready:
            self.act()
        return True

    def rolls(self) -> bool:
        return bool(self.ready)

    def awaits_tower(self) -> bool:
        return any(card.phase == "ways" and self._way(card) == "tower" for card in self.cards)

    def tower_changed(self) -> None:
        for card in self.cards:
            card.tower_changed()

    def dropped(self, faces: list[int]) -> None:
        any(card.offer(faces) for card in self.cards)

    def gone(self) -> None:
        for card in self.cards:
            card.gone()

    def _use_all(self) -> None:
        self.in_one_go([card.use_fallen for card in self.cards])

    def _verb(self, cards: list[RollCard]) -> str:
        """Say for whom of them dice are rolled, and where."""
        tower = all(self._way(card) == "tower" for card in cards)
        if len(cards) < len(self.cards):
            said = _("Roll for {names} in the tower") if tower else _("Roll for {names} here")
        elif len(cards) == 2:
            said = _("Roll both in the tower") if tower else _("Roll both here")
        else:
            said = _("Roll all {n} in the tower") if tower else _("Roll all {n} here")
        names = and_list([self.desk.player(card.prompt.who).short for card in cards])
        return said.format(names=names, n=len(cards))

    @staticmethod
    def _way(card: RollCard) -> Any:
        return "tower" if card.preferred() == "tower" else "here"

    def _say(self, *__: Any) -> None:
        cards = self.cards
        if self._built and all(card.made for card in cards) and self.desk.in_front():
            self._use_all()
            return
        open_cards = [card for card in cards if card.phase == "ways"]
        if all(card.phase == "fallen" for card in cards):
            self.say(_("Use the dice that fell"), True)
        elif any(card.failed or card.held for card in cards):
            self.say(*tower_verb(cards))
        elif open_cards:
            self.say(self._verb(open_cards), True)
        else:
            self.say(*tower_verb(cards))


def tower_verb(cards: list[RollCard]) -> tuple[str, bool]:
    """Return what the verb button does about rolls that the tower is at, and whether that is anything."""
    if any(card.held for card in cards):
        return _("Read again"), True
    return (_("Roll again"), True) if any(card.failed for card in cards) else (_("Waiting for the tower"), False)


def reads_at_once(card: RollCard) -> bool:
    """Whether the tower is to open for real dice without being told: people only have to drop them."""
    desk = card.desk
    return card.phase == "ways" and card.preferred() == "tower" and desk.settings.tower_mode == "r"
