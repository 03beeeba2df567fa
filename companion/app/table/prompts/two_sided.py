"""Prompts to two sides at once, on one page with one confirmation."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import chain, product
from typing import Any, Final

from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget
from msgspec.structs import replace

from companion.app.table.prompts.shared.base import Half, PromptContext, PromptWidget, set_children
from companion.app.table.prompts.shared.column import ColumnPrompt
from companion.app.table.prompts.shared.counted_selection import CountedSelectionPrompt
from companion.app.table.prompts.shared.deferred import DeferredPrompt
from companion.app.table.prompts.shared.registry import WidgetPool, make_widget
from companion.app.table.prompts.shared.selection import SelectionPrompt
from companion.app.widgets.base.buttons import Key
from companion.app.widgets.base.canvas_widget import CanvasWidget
from companion.app.widgets.base.marks import player_mark
from companion.app.widgets.base.self_arranged import SelfArranged
from companion.app.widgets.controls.chart import OddsChart
from companion.app.widgets.controls.number_row import NumberRow
from companion.app.widgets.controls.tokens import TokenGrid
from companion.app.widgets.rendering.sprites import RoundedRect, TextSprite
from companion.table.prompts import TABLE, Assign, Choose, Prompt
from companion.table.session import LabelledAnswer, OpenPrompt
from companion.table.view import PlayerView, SideView
from companion.table.words import _, labelled, n_
from layouts.colours import CLEAR, ink_on, mixed, tint_of
from layouts.theme import look
from layouts.typeset import extent, fitted

__all__ = ["TwoSidedPrompt", "make_two_sided"]

_FLAG: Final = 48
"""Size of a side's sigil, in units."""
_LOW_FLAG: Final = 32
"""Minimum size of the sigil, where the name needs the room."""
_SLIM: Final = 60
"""Minimum width of a header beside its pieces, in units."""
_NUMBERED: Final = 76
"""Minimum width of one with a number."""
_NARROW: Final = 38
"""Size of the sigil beside a number in such a header, in units."""
_BROAD: Final = 150
"""Maximum width of a header beside its pieces, with words or a chart, in units."""
_ROW: Final = 4
"""Kinds of pieces that fit in a row on an upright screen."""
_BEYOND: Final = 8
"""Width by which the numbers reach into the margins of the question, in units."""
_PAGES: Final = 2
"""Times its height from which on a side is shown alone, and the other is a key."""


def share_height(needed: Sequence[float], whole: float) -> list[float]:
    """Share out a height: what each needs and an equal part of the rest.

    Where that is too little, those that need most get less.
    """
    found, left, least = [0.0] * len(needed), whole, max(0.0, whole - sum(needed)) / len(needed)
    for rank, place in enumerate(sorted(range(len(needed)), key=lambda place: needed[place])):
        found[place] = min(needed[place] + least, left / (len(needed) - rank))
        left -= found[place]
    return found


def count_kinds(prompt: Prompt) -> int:
    """Return how many kinds of pieces take something, or are counted."""
    if isinstance(prompt, Choose):
        return len({option.group for option in prompt.options if option.group})
    pieces = prompt.pieces if isinstance(prompt, Assign) else ()
    return len({(piece.label, piece.symbol) for piece in pieces if not piece.refused})


class SideHeader(CanvasWidget):
    """Header of a side: player, what is asked, number of dice and odds.

    Args:
        player: of the side.
    """

    def __init__(self, player: PlayerView) -> None:
        super().__init__()
        self._hidden = False
        self.ask(player, "")
        self._flag = RoundedRect(self.canvas)
        self._sigil, self._number, self._unit, self._words = (TextSprite(self.canvas) for _ in range(4))
        self._chart = OddsChart(self.canvas)

    def ask(self, player: PlayerView, words: str) -> None:
        """Show another player and text."""
        self._player, self._said, self._side = player, words, SideView(player.id, player.name)
        self.text = labelled(player.name, words)
        self.later()

    def hide_words(self, hidden: bool) -> None:
        """Hide what is asked, such as how many results dice have; its place stays."""
        if hidden != self._hidden:
            self._hidden = hidden
            self.later()

    def show(self, side: SideView) -> None:
        """Show number and odds of a side."""
        if side != self._side:
            self._side = side
            self.later()

    @staticmethod
    def least() -> float:
        """Return the minimum height in pixels."""
        return float(_FLAG * look.u)

    def natural(self, width: float) -> float:
        """Return the preferred height at this width, in pixels."""
        chart = 6 * look.u + OddsChart.height(len(self._side.odds), width) if self._side.odds else 0.0
        return self.least() + chart

    def across(self) -> float:
        """Return the width beside the pieces, in pixels.

        Without a number, the words are below the sigil, one on each line; else what it counts.
        """
        if self._side.odds or (self._said and self._side.number is not None):
            return float(_BROAD * look.u)
        if self._side.number is not None:
            wide = max(_NUMBERED * look.u, extent(self._side.unit, "bold", look.least)[0])
            return float(min(_BROAD * look.u, wide))
        words = [extent(word, "bold", look.least)[0] for word in (self._said or self._player.name).split()]
        return float(min(_BROAD * look.u, max(_SLIM * look.u, max(words, default=0) + 4 * look.u)))

    def draw(self) -> None:
        u, side, (x, y), (w, h) = look.u, self._side, self.pos, self.size
        number, unit = ("", "") if side.number is None else (str(side.number), side.unit)
        said = self._said or ("" if number else self._player.name)
        slim = w < 2 * _FLAG * u
        flag = _NARROW * u if slim and number else self._flag_above(said) if slim else _FLAG * u
        top, colour, below = y + h, self._player.colour, h - flag - 6 * u
        self._flag.put(x, top - flag, flag, flag, tint_of(colour), 10 * u)
        mark = player_mark(self._player)
        self._sigil.put(mark, "text", 0.78 * flag, ink_on(colour), x + flag / 2, top - flag / 2, "middle")
        left = self._draw_number(number, unit, flag, slim)
        charted = OddsChart.height(len(side.odds), w) if side.odds else 0.0
        below -= charted
        self._draw_words("" if slim and (number or below < 1.2 * look.least) else said, left, top, flag, below)
        below += charted
        if side.odds and below >= charted:
            self._chart.put(side.odds, x, top - flag - 6 * u - charted, w, charted)
        else:
            self._chart.hide()

    def _draw_number(self, number: str, unit: str, flag: float, slim: bool) -> float:
        """Draw the number and what it counts beside the sigil; return where they end, in pixels."""
        u, x, top = look.u, self.x, self.top
        left, middle, size = x + flag + (4 if slim else 10) * u, top - flag / 2, 0.8 * flag
        wide = extent(unit, "bold", look.small)[0] + 6 * u + extent(number, "strong", size)[0] if number else 0.0
        if slim:
            # What it counts stands below both.
            self._unit.put(unit, "bold", look.least, look.ink, x, top - flag - 0.6 * look.least)
        elif left + wide > self.right:
            self._unit.put(unit, "bold", look.least, look.ink, left, top - 0.24 * flag)
            middle, size = top - 0.74 * flag, 0.55 * flag
        else:
            self._unit.put(unit, "bold", look.small, look.ink, left, middle)
            left += self._unit.width + bool(unit) * 6 * u
        self._number.put(number, "strong", size, look.ink, left, middle)
        return float(left + self._number.width + bool(number) * 6 * u)

    def _flag_above(self, said: str) -> float:
        """Return the height of the sigil above words: low enough to leave room for them."""
        words = extent(said, "bold", look.least, self.width)[1] if said else 0
        return float(min(_FLAG * look.u, max(_LOW_FLAG * look.u, self.height - 6 * look.u - words)))

    def _draw_words(self, said: str, left: float, top: float, flag: float, below: float) -> None:
        """Draw what is asked: below the sigil, or beside it where there is no room."""
        x, w = self.x, self.width
        beside = below < 1.2 * look.least
        room, high = (x + w - left, flag) if beside else (w, below)
        size, wrap = fitted(said, "bold", look.body, look.least, room, high)
        ink = CLEAR if self._hidden else look.ink
        if beside:
            self._words.put(said, "bold", size, ink, left, top - flag / 2, wrap=wrap)
            return
        tall = extent(said, "bold", size, round(wrap))[1] if said else 0
        self._words.put(said, "bold", size, ink, x, top - flag - 6 * look.u - tall / 2, wrap=wrap)


class Stacking:
    """Mixin for prompt widgets that may stack equal pieces, to leave room for the other side."""

    def stack(self, stacked: bool) -> None:
        """Show one token for all equal pieces, or one for each."""
        raise NotImplementedError

    def crowded(self, width: float, room: float) -> bool:
        """Return whether not all pieces would be visible in this room with a token each."""
        raise NotImplementedError

    def lowest(self, width: float, *, stacked: bool) -> float:
        """Return the minimum height of the tokens at this width, in pixels."""
        raise NotImplementedError


class SidePanel(BoxLayout):
    """The prompt of one side with its header, beside the pieces or above a list.

    Args:
        player: of the side; call `ask` before it is shown.
    """

    def __init__(self, player: PlayerView) -> None:
        super().__init__()
        self.head = SideHeader(player)
        self.player = player
        self._band = self._crowded = False
        self.bind(width=self._draw)
        look.tell(self._draw)

    def ask(self, player: PlayerView, words: str, body: PromptWidget, *, band: bool, crowded: bool) -> None:
        """Show the prompt of a side.

        Args:
            player: of the side.
            words: what is asked.
            body: the prompt's widget.
            band: whether it takes the whole width.
            crowded: whether it has so many pieces that the header is beside them on an upright screen, too.
        """
        self.head.ask(player, words)
        self.player, self._band, self._crowded = player, band, crowded
        # One above the other it was a height in pixels, which must not become a share.
        self.size_hint_y = 1.0
        set_children(self, [self.head, body])
        self.body = body
        self._draw()

    def set_band(self, *, band: bool) -> None:
        """Set whether it takes the whole width."""
        if band != self._band:
            self._band = band
            self._draw()

    @property
    def head_beside(self) -> bool:
        """True if the header is beside the pieces; on an upright screen only if they are many."""
        return self._band and (self._crowded or not look.portrait)

    def body_width(self, width: float) -> float:
        """Return the width of the prompt's widget in a panel of this width, in pixels."""
        beside = self.head.across() + 8 * look.u if self.head_beside else 0.0
        return float(width - 16 * look.u - beside)

    def needed(self, width: float, grid: TokenGrid, *, stacked: bool) -> float:
        """Return the height for all tokens at this width, in pixels; whatever the height now is."""
        wide, body = self.body_width(width), self.body
        tall = body.lowest(wide, stacked=stacked) if isinstance(body, Stacking) else grid.lowest(wide)
        if body.prompt.text:
            tall += 1.1 * extent(body.prompt.text, "text", look.least, round(wide))[1] + 6 * look.u
        tall = max(tall, SideHeader.least()) if self.head_beside else tall + self._head_above(width)
        return float(tall + look.u)

    def crowded(self, width: float, height: float, grid: TokenGrid) -> bool:
        """Return whether equal pieces must be stacked in a panel of this size."""
        wide, body = self.body_width(width), self.body
        if not (isinstance(body, Stacking) and isinstance(body, ColumnPrompt)):
            return False
        above = 0.0 if self.head_beside else self._head_above(width)
        return bool(body.crowded(wide, height - look.u - above - body.pager.all_but(grid, wide)))

    def _head_above(self, width: float) -> float:
        """Return the height of a header above the pieces, in pixels."""
        return float(self.head.natural(width - 16 * look.u) + 8 * look.u)

    def show(self, side: SideView) -> None:
        """Show number and odds of the side."""
        self.head.show(side)
        self._draw()

    def _draw(self, *_: Any) -> None:
        self.padding, self.spacing = (8 * look.u, 0.5 * look.u), 8 * look.u
        beside = self.head_beside
        self.orientation = "horizontal" if beside else "vertical"
        self.head.size_hint = (None, 1) if beside else (1, None)
        self.head.size = self.head.across(), self.head.natural(self.width - 16 * look.u)


def make_two_sided(
    items: Sequence[OpenPrompt],
    context: PromptContext,
    whose: Sequence[str],
    pool: WidgetPool,
    deferred: Sequence[OpenPrompt] = (),
) -> TwoSidedPrompt:
    """Return a widget with a panel for each of these prompts.

    Args:
        items: the open prompts.
        context: what the prompt widgets may use.
        whose: the side of each of them.
        pool: pooled widgets.
        deferred: optional prompts that are confirmed with them; they are keys in the footer.
    """
    body = pool[0].get(TwoSidedPrompt)
    if not isinstance(body, TwoSidedPrompt):
        body = pool[0][TwoSidedPrompt] = TwoSidedPrompt(items[0], context)
    body.ask(items, context, whose, pool, deferred)
    return body


class TwoSidedPrompt(SelfArranged, PromptWidget):
    """A panel for each side: one above the other for tokens, else side by side."""

    joint = True
    pooled = True

    def __init__(self, item: OpenPrompt, context: PromptContext) -> None:
        super().__init__(item, context)
        self.orientation = "vertical"
        self._halves = BoxLayout()
        self._foot = BoxLayout(size_hint_y=None)
        self._numbers = BoxLayout(size_hint=(None, None), pos_hint={"center_x": 0.5})
        self.bodies: list[PromptWidget] = []
        self.parts: list[SidePanel] = []
        self.deferred: list[DeferredPrompt] = []
        self._spare: list[SidePanel] = []
        self.folds: list[Key] = []
        self.unfolded = 0
        self.folded = False
        self._grids: list[TokenGrid] = []
        self.bind(size=self._lay)

    @property
    def wide(self) -> bool:
        return not self.context.view.sides

    def ask(
        self,
        items: Sequence[OpenPrompt],
        context: PromptContext,
        whose: Sequence[str],
        pool: WidgetPool,
        deferred: Sequence[OpenPrompt],
    ) -> None:
        """Ask these prompts; for the arguments see `make_two_sided`."""
        self.rebind(items[0], context)
        self.items, self.who = (*items, *deferred), TABLE
        prompts = [item.prompt for item in items]
        # Show common texts once.
        texts, briefs = {prompt.text for prompt in prompts}, {prompt.brief for prompt in prompts}
        self.note = texts.pop() if len(texts) == 1 else ""
        self.title = next(iter(briefs)) if len(briefs) == 1 else _("Both sides")
        self.shows_title = not self.wide
        self.bodies = []
        for place, item in enumerate(items, 1):
            body = make_widget(replace(item, prompt=self._without_shared_text(item.prompt)), context, pool[place])
            body.use_half_page()
            body.bind(action_label=self._update_action, ready=self._update_action, on_answer=self._hand_on)
            self.bodies.append(body)
        self._grids = [grid for body in self.bodies if isinstance(grid := getattr(body, "grid", None), TokenGrid)]
        self._band = len(self._grids) == len(items)
        self.deferred = [DeferredPrompt(item, context) for item in deferred]
        # Before the children are added, so that they are laid out only once.
        self._set_gaps()
        self._turn_halves()
        said = ["" if len(briefs) == 1 and self.wide else prompt.brief or prompt.title for prompt in prompts]
        self._make_panels([context.player(side) for side in whose], said)
        self._make_folds([context.player(side) for side in whose])
        for one in self.deferred:
            one.body.bind(on_answer=lambda _, ticket, given: self.collect_answer(ticket, given))
        set_children(self._foot, self.deferred)
        set_children(self, [self._halves, *([self._foot] if self.deferred else [])])
        for grid in self._grids:
            grid.bind(natural=self._lay)
        self._lay()
        self._update_action()

    def _make_panels(self, players: Sequence[PlayerView], said: Sequence[str]) -> None:
        """Make a panel for each prompt, reusing those from before."""
        made = [*self.parts, *self._spare]
        crowded = max(count_kinds(body.prompt) for body in self.bodies) > _ROW
        self.parts, self._spare = made[: len(players)], made[len(players) :]
        self.parts += [SidePanel(player) for player in players[len(self.parts) :]]
        for part, player, words, body in zip(self.parts, players, said, self.bodies, strict=True):
            part.ask(player, words, body, band=self._band, crowded=crowded)
        self.folded = False
        set_children(self._halves, self.parts)

    def _make_folds(self, players: Sequence[PlayerView]) -> None:
        """Make a key for each side, for when only one of them fits."""
        self.unfolded = 0
        while len(self.folds) < len(players):
            self.folds.append(self._new_fold())
        for key, player in zip(self.folds, players, strict=False):
            key.sign, key.tint = player_mark(player), mixed(look.surface, tint_of(player.colour), 0.35)

    def _new_fold(self) -> Key:
        place = len(self.folds)
        # Without a width it is not drawn; mostly both sides fit.
        return Key(step="body", face="bold", width=0, use=lambda: self._unfold(place))

    def _unfold(self, place: int) -> None:
        """Show this side alone."""
        self.unfolded = place
        self._lay()

    @property
    def prompts(self) -> Sequence[Prompt]:
        return [item.prompt for item in self.items]

    def halves(self) -> dict[int, Half]:
        return {first: half for body in self._all() for first, half in body.halves().items()}

    def take_halves(self, halves: Mapping[int, Half]) -> list[str]:
        dropped = [*chain(*(body.take_halves(halves) for body in self._all()))]
        for one in self.deferred:
            one.show()
        self._update_action()
        return dropped

    def side_panels(self) -> Sequence[tuple[Widget, PlayerView]]:
        return [(part, part.player) for part in self.parts if part.parent is not None]

    def act(self) -> None:
        self.answer_together([body.act for body in self._all()])

    def on_detach(self) -> None:
        for grid in self._grids:
            grid.unbind(natural=self._lay)
        for body in self._all():
            body.on_detach()
        for body in self.bodies:
            body.unbind(action_label=self._update_action, ready=self._update_action, on_answer=self._hand_on)

    def hide_results(self, hidden: bool) -> None:
        for part in self.parts:
            part.head.hide_words(hidden)
        for body in self.bodies:
            body.hide_results(hidden)

    def _hand_on(self, _body: PromptWidget, ticket: int, given: LabelledAnswer) -> None:
        self.collect_answer(ticket, given)

    def _all(self) -> list[PromptWidget]:
        """Return all prompt widgets, those in the footer last."""
        return [*self.bodies, *(one.body for one in self.deferred)]

    def _without_shared_text(self, prompt: Prompt) -> Prompt:
        """Return the prompt without what the header shows and what half a page has no room for."""
        if isinstance(prompt, Choose) and not any(option.symbol for option in prompt.options):
            prompt = replace(prompt, options=tuple(replace(option, detail="") for option in prompt.options))
        return replace(prompt, text="") if self.note else prompt

    def arrange(self, *__: Any) -> None:
        """Give each side the height that its pieces need, and an equal part of the rest."""
        self._set_gaps()
        self._turn_halves()
        share = self.width / max(1, len(self.deferred)) - self._foot.spacing
        self._foot.height = max((one.height_at(share) for one in self.deferred), default=0.0)
        if self.height < 2 or not self._grids:
            return
        if not self._band:
            self._fold(any(self._too_many(grid) for grid in self._grids))
            return
        whole = self.height - (self._foot.height + self.spacing if self.deferred else 0.0)
        needed = self._stack(whole - self.spacing)
        self._fold(any(need > _PAGES * high for need, high in zip(needed, share_height(needed, whole), strict=True)))
        if self.folded:
            return
        whole -= self._show_numbers(whole - self.spacing - sum(needed))
        for part, high in zip(self.parts, share_height(needed, whole - self.spacing), strict=True):
            part.size_hint_y = high

    def _stack(self, whole: float) -> list[float]:
        """Stack equal pieces on as few sides as possible; return the height of each side."""
        width, sides = self.width, [*zip(self.parts, self._grids, strict=True)]
        for stacked in sorted(product((False, True), repeat=len(sides)), key=sum):
            needed = [part.needed(width, grid, stacked=one) for (part, grid), one in zip(sides, stacked, strict=True)]
            highs = share_height(needed, whole)
            ways = zip(sides, highs, stacked, strict=True)
            if not any(part.crowded(width, high, grid) for (part, grid), high, one in ways if not one):
                break
        for body, one in zip(self.bodies, stacked, strict=True):
            if isinstance(body, Stacking):
                body.stack(one)
        return needed

    def _too_many(self, grid: TokenGrid) -> bool:
        """Return whether tokens beside a list need more than half of the page."""
        half = self.width if look.portrait else self.width / 2
        high = self.height / 2 if look.portrait else self.height
        return bool(grid.lowest(half - 16 * look.u) > _PAGES * (high - SideHeader.least()))

    def _fold(self, folded: bool) -> None:
        """Show one side with a key for the other one, or both."""
        self.folded = folded
        self._turn_halves()
        for part in self.parts:
            part.set_band(band=self._band or folded)
        if not folded:
            set_children(self._halves, self.parts)
            return
        self._show_numbers(0.0)
        for key in self.folds:
            key.size_hint_y, key.height = None, look.finger
        self.parts[self.unfolded].size_hint_y = 1
        ways = zip(self.parts, self.folds, strict=False)
        set_children(self._halves, [part if n == self.unfolded else key for n, (part, key) in enumerate(ways)])

    def _set_gaps(self) -> None:
        """Set the gaps between all parts."""
        self.spacing = 2 * look.u if self.deferred or self._band else look.gap
        self._halves.spacing = self._foot.spacing = self.spacing

    def _turn_halves(self) -> None:
        """Set whether the halves are one above the other, or side by side."""
        upright = self._band or self.folded or look.portrait
        self._halves.orientation = "vertical" if upright else "horizontal"

    def _show_numbers(self, spare: float) -> float:
        """Show the numbers of both sides below the tokens, if `spare` pixels suffice.

        Returns:
            The height that they take, in pixels.
        """
        counted = [body for body in self.bodies if isinstance(body, CountedSelectionPrompt) and body.shares_numbers]
        named = spare >= NumberRow.tall(named=True) + self.spacing
        tall, between = NumberRow.tall(named=named), 3 * look.u
        # Seven keys a side need a little of the margins, too.
        wide = self.width + _BEYOND * look.u
        room = (wide - between) / 2
        able = spare >= tall + self.spacing and all(body.numbers_fit(room) for body in counted)
        shown = able and any(body.counts for body in counted)
        set_children(self._numbers, [body.numbers for body in counted] if shown else [])
        set_children(
            self, [self._halves, *([self._numbers] if shown else []), *([self._foot] if self.deferred else [])]
        )
        self._numbers.size, self._numbers.spacing = (wide, tall), between
        for body in counted:
            body.numbers.height = tall
            body.update_numbers()
        return tall + self.spacing if shown else 0.0

    def _foresee(self) -> None:
        """Show beside the pieces the dice and odds of the present selection."""
        picked = {body.prompt.key: body.selection.picked for body in self.bodies if isinstance(body, SelectionPrompt)}
        charted = self.context.settings.odds == "on"
        for part, side in zip(self.parts, self.context.foresee(picked) if picked else (), strict=False):
            part.show(side if charted else replace(side, odds=()))

    def _update_action(self, *__: Any) -> None:
        waiting = next((body for body in self.bodies if not body.ready), None)
        self._foresee()
        for key, part, body in zip(self.folds, self.parts, self.bodies, strict=False):
            key.text = labelled(part.head.text, "" if body.ready else body.action_label)
        if waiting is not None:
            self.set_action(waiting.action_label, False)
        else:
            self.set_action(self._said_together(), True)

    def _said_together(self) -> str:
        """Return what both answers mean together."""
        taken = {body.prompt.taken for body in self.bodies if isinstance(body.prompt, Choose)}
        picked = [len(body.selection.picked) for body in self.bodies if isinstance(body, SelectionPrompt)]
        if len(taken) == 1 and any(*taken) and len(picked) == len(self.bodies):
            return n_(*taken.pop(), sum(picked)).format(n=sum(picked))
        said = {body.action_label for body in self.bodies}
        return said.pop() if len(said) == 1 else _("Confirm both")
