"""What a finger taps to answer a prompt: the robot's knowledge of every prompt widget.

`touches` yields one widget after the other, without the primary button, which the caller taps at the end. If a tap
answers at once, the caller stops there. Some widgets only appear after the tap before. A new kind of prompt
registers its widget with `@touches.register`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import singledispatch
from typing import Any, Final

from kivy.uix.widget import Widget

from companion.app.pages.settings import SettingsPage, ValuePage
from companion.app.table.prompts.assign import AssignPrompt
from companion.app.table.prompts.choose import ChoosePrompt, MapChoicePrompt
from companion.app.table.prompts.choose_counts import PieceCountsPrompt
from companion.app.table.prompts.choose_long import LongChoicePrompt
from companion.app.table.prompts.choose_maps import MapPicturesPrompt
from companion.app.table.prompts.choose_palette import PalettePrompt
from companion.app.table.prompts.choose_tiles import TileChoicePrompt
from companion.app.table.prompts.count import CountPrompt
from companion.app.table.prompts.form import FormPrompt
from companion.app.table.prompts.place import PlacePrompt
from companion.app.table.prompts.place_adjacent import AdjacentAreasPrompt
from companion.app.table.prompts.roll import JointRollPrompt, RollPrompt
from companion.app.table.prompts.roll_card import RollCard
from companion.app.table.prompts.seats import SeatsPrompt
from companion.app.table.prompts.shared.base import PromptWidget
from companion.app.table.prompts.shared.deferred import DeferredPrompt
from companion.app.table.prompts.shared.dice_entry import DicePage
from companion.app.table.prompts.tell import TellPrompt
from companion.app.table.prompts.two_sided import TwoSidedPrompt
from companion.app.table.prompts.write import WritePrompt
from companion.app.widgets.controls.rows import StepRow
from companion.app.widgets.pages.keyboard import KEY_SETS, KeyboardPage
from companion.app.widgets.pages.numpad import NumpadPage
from companion.app.widgets.pages.page import Page
from companion.table.prompts import as_list

_FAR: Final = 5
"""Taps from which on a number is typed in."""


def _page_of(widget: Widget) -> Page:
    """Return the page that a widget is on."""
    while not isinstance(widget, Page):
        widget = widget.parent
    return widget


@singledispatch
def touches(shown: Widget, answer: Any) -> Iterator[Widget]:
    """Yield the widgets to tap for an answer, before the primary button.

    Args:
        shown: the prompt widget or page; that of a page is included.
        answer: a legal one; for dice, None lets the app roll; for several prompts a dict of answers by key; for the
            settings a pair of name and value.
    """
    raise TypeError(f"nobody has said how {type(shown).__name__} is answered {answer!r}")


@touches.register
def _(shown: PromptWidget, answer: Any) -> Iterator[Widget]:  # noqa: ARG001 - only the primary button
    yield from ()


@touches.register
def _(shown: NumpadPage, answer: int) -> Iterator[Widget]:
    yield from (shown.keys[text] for text in f"{'±' * (answer < 0)}{abs(answer)}")
    yield shown.primary


@touches.register
def _(shown: KeyboardPage, answer: str) -> Iterator[Widget]:
    # As close as this keyboard's capitals and spaces allow.
    yield from [shown.board.rubout_key] * len(shown.words)
    for letter in answer:
        # Some letters have no capital.
        key = letter.upper() if len(letter.upper()) == 1 else letter
        for _set in KEY_SETS:
            if key != " " and key not in shown.keys:
                yield shown.board.swap_key
        yield shown.board.space_key if key == " " else shown.keys[key]
    yield shown.primary


@touches.register
def _(shown: DicePage, answer: Any) -> Iterator[Widget]:
    if shown.swap_key is not None and shown.by_symbol != isinstance(answer, dict):
        yield shown.swap_key
    if isinstance(answer, dict):
        for symbol, number in answer.items():
            yield from [shown.symbol_rows[symbol].more] * number
    else:
        for face in answer:
            yield shown.face_keys[face]
    yield shown.primary


@touches.register
def _(shown: SettingsPage, answer: tuple[str, str]) -> Iterator[Widget]:
    # The setting and its new value.
    name, value = answer
    row, values, now = shown.rows[name], list(shown.values[name]), getattr(shown.host.settings, name)
    if isinstance(row, StepRow):
        by = values.index(value) - values.index(now)
        yield from [row.more if by > 0 else row.less] * abs(by)
    elif now != value:
        yield row
        if len(values) > 2:
            selection = shown.host.page
            assert isinstance(selection, ValuePage)
            yield selection.keys[value]


@touches.register
def _(shown: FormPrompt, answer: Any) -> Iterator[Widget]:
    if shown.form.declines(answer):
        yield shown.leave
        return
    for name, wanted in shown.form.filled(answer or {}).items():
        row = shown.rows[name]
        if not shown.asks(row.blank):
            continue
        if row.blank.whether:
            yield from [row.whether] * (wanted != row.value)
        elif row.compact or abs(wanted - row.value) < _FAR:
            yield from [row.more if wanted > row.value else row.fewer] * abs(wanted - row.value)
        else:
            yield row.number
            yield from touches(shown.numpad, wanted)


@touches.register
def _(shown: TwoSidedPrompt, answer: Any) -> Iterator[Widget]:
    given = answer or {}
    for place, body in enumerate(shown.bodies):
        for widget in touches(body, given[body.prompt.key]) if body.prompt.key in given else ():
            if shown.folded and place != shown.unfolded:
                yield shown.folds[place]
            yield widget
    for one in shown.deferred:
        if one.body.prompt.key in given:
            yield from touches(one, given[one.body.prompt.key])


@touches.register
def _(shown: DeferredPrompt, answer: Any) -> Iterator[Widget]:
    if set(as_list(answer)) == set(shown.selection.picked):
        return
    yield shown
    if shown.page is not None and shown.page.parent is not None:
        yield from touches(shown.body, answer)
        yield shown.page.primary


@touches.register
def _(shown: PlacePrompt, answer: Any) -> Iterator[Widget]:
    wanted: dict[str, str] = answer or {}
    # The most frequent area comes last: it takes all pieces that are left.
    for area, _n in reversed(Counter(wanted.values()).most_common()):
        for name in [name for name, where in wanted.items() if where == area]:
            if shown.placed.get(name) == area:
                continue
            apart = len({where for other, where in wanted.items() if shown.placed.get(other) != where}) > 1
            while (apart or name in shown.placed) and not (shown.single_piece and shown.piece.id == name):
                yield shown.keys[name]
            # Each piece has area keys of its own.
            yield (shown.area_keys if shown.map is None else shown.map.keys)[area]


@touches.register
def _(shown: ChoosePrompt, answer: Any) -> Iterator[Widget]:
    wanted, selection = as_list(answer), shown.selection
    if selection.single:
        yield from (shown.key_of(name) for name in wanted)
        return
    gone = [name for name in shown.keys if name in selection.picked and name not in wanted]
    more = [name for name in shown.keys if name in wanted and name not in selection.picked]
    numbers = {group: sum(o.id in wanted for o in members) for group, members in shown.groups.items()}
    yield from (shown.keys[name] for name in gone)
    if not shown.numbered:
        yield from (chips[numbers[group]] for group, chips in shown.chips.items() if not chips[numbers[group]].chosen)
    changes = {group: numbers[group] - row.number for group, row in shown.counts.items()}
    # Groups may share a maximum: those that shrink come first.
    for group, change in sorted(changes.items(), key=lambda pair: pair[1] > 0):
        row = shown.counts[group]
        if abs(change) < _FAR:
            yield from [row.plus if change > 0 else row.minus] * abs(change)
        else:
            yield row.typed
            assert shown.numpad is not None
            yield from touches(shown.numpad, numbers[group])
    yield from (shown.keys[name] for name in more)
    if shown.numbered:
        yield from (chips[numbers[group]] for group, chips in shown.chips.items())


@touches.register
def _(shown: MapChoicePrompt, answer: Any) -> Iterator[Widget]:
    picked = [] if shown.selection.single else shown.selection.picked
    for name in sorted({*as_list(answer)} ^ {*picked}):
        yield shown.map.keys[name]


@touches.register
def _(shown: MapPicturesPrompt, answer: Any) -> Iterator[Widget]:
    yield from (shown.keys[name] for name in as_list(answer))


@touches.register
def _(shown: LongChoicePrompt, answer: Any) -> Iterator[Widget]:
    wanted = as_list(answer)
    picked = [] if shown.selection.single else shown.selection.picked
    yield from (shown.keys[name] for name in shown.keys if (name in wanted) != (name in picked))


@touches.register
def _(shown: TileChoicePrompt, answer: Any) -> Iterator[Widget]:
    for name in as_list(answer):
        if name != shown.ask.onward:
            yield shown.grid.chips[name]


@touches.register
def _(shown: PalettePrompt, answer: Any) -> Iterator[Widget]:
    for name in as_list(answer):
        if name != shown.ask.onward:
            yield from shown.ways_to(name)


@touches.register
def _(shown: PieceCountsPrompt, answer: Any) -> Iterator[Widget]:
    wanted = as_list(answer)
    # A tap on another kind puts it in focus.
    for group in sorted(shown.groups, key=lambda group: group != shown.about):
        number = sum(option.id in wanted for option in shown.groups[group])
        while (change := number - shown.number_of(group)) != 0:
            if abs(change) > 1 and group == shown.about and shown.numbers.parent is not None:
                yield shown.numbers.keys[number]
            elif change < 0 and len(shown.able(group)) > 1:
                yield shown.grid.minus[group]
            else:
                yield shown.grid.tokens[group]


@touches.register
def _(shown: AssignPrompt, answer: Any) -> Iterator[Widget]:
    wanted = {name: tuple(sorted(results)) for name, results in (answer or {}).items()}
    for names in shown.stacks.values():
        # Pieces of a stack are interchangeable.
        given = sorted((wanted.pop(name, ()) for name in names), reverse=True)
        wanted |= dict(zip(sorted(names, key=lambda name: not shown.taken[name]), given, strict=True))
    while wrong := [p.id for p in shown.ask.pieces if tuple(sorted(shown.taken[p.id])) != wanted[p.id]]:
        poor = next((name for name in wrong if wanted[name]), "")
        rich = next((name for name in wrong if not wanted[name]), "")
        # If no result is left, a tap takes one from another piece.
        giver = shown.giver(poor)
        short = poor and len(shown.taken[poor]) < len(wanted[poor])
        moves = short and giver and len(shown.ask.results) == 1 and len(shown.taken[giver]) > len(wanted[giver])
        if poor and (not rich or moves or sum(shown.unassigned().values())):
            yield shown.keys[poor]
        else:
            stack = next(names for names in shown.stacks.values() if rich in names)
            yield shown.grid.minus[stack[0]] if len(stack) > 1 else shown.grid.tokens[stack[0]]


@touches.register
def _(shown: CountPrompt, answer: Any) -> Iterator[Widget]:
    way = int(answer or 0) - int(shown.value)
    if abs(way) < _FAR:
        yield from [shown.stepper.more if way > 0 else shown.stepper.fewer] * abs(way)
    else:
        yield shown.stepper.number
        yield from touches(shown.numpad, int(answer or 0))


@touches.register
def _(shown: TellPrompt, answer: Any) -> Iterator[Widget]:
    if answer is False:
        yield shown.refusal


@touches.register
def _(shown: RollCard, answer: Any) -> Iterator[Widget]:
    key = shown.retype_key if shown.phase == "fallen" else shown.typing_key
    yield key if key.get_root_window() is not None else _page_of(shown).primary
    assert shown.typing_page is not None
    yield from touches(shown.typing_page, answer)


@touches.register
def _(shown: RollPrompt, answer: Any) -> Iterator[Widget]:
    if answer is not None:
        yield from touches(shown.card, answer)
    elif shown.card.phase == "ways" and shown.card.here_key.parent is not None:
        yield shown.card.here_key


@touches.register
def _(shown: JointRollPrompt, answer: Any) -> Iterator[Widget]:
    dice = answer or {}
    for card in shown.cards:
        if card.prompt.key in dice:
            yield from touches(card, dice[card.prompt.key])
        elif answer is None and card.phase == "ways" and card.here_key.parent is not None:
            yield card.here_key


@touches.register
def _(shown: SeatsPrompt, answer: Any) -> Iterator[Widget]:
    for place, seat in enumerate(answer or []):
        yield shown.table.places[place]
        name = seat.get("name", "")
        if name in shown.page.name_keys:
            yield shown.page.name_keys[name]
        elif name:
            yield shown.page.name_key
            yield from touches(shown.page.keyboard, name)
        yield shown.page.keys[seat["id"]]


@touches.register
def _(shown: AdjacentAreasPrompt, answer: Any) -> Iterator[Widget]:
    given = answer or {}
    keys = [key for key in shown.selection if key in given]
    # The faction in hand needs no tap.
    for key in sorted(keys, key=lambda key: key != shown.in_hand):
        for area in sorted({*as_list(given[key])} ^ {*shown.selection[key].picked}):
            if key != shown.in_hand:
                yield shown.row.chips[key]
            yield shown.map.keys[area]


@touches.register
def _(shown: WritePrompt, answer: Any) -> Iterator[Widget]:
    if answer:
        yield shown.line
        yield from touches(shown.keyboard, str(answer))
