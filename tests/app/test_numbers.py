"""Several numbers corrected as one entry, and the look at the board once a turn, by touches."""

from __future__ import annotations

from typing import Any

from companion.table.prompts import Form
from tests.app.sizes import sized
from tests.app.test_help_levels import SIZES, evening, tap

__all__ = ["evening"]


def kind(page: Any) -> str:
    """Which page it is; its class may be imported only once a window is there."""
    return type(page).__name__


def open_numbers(shell: Any, fingers: Any) -> Any:
    page = shell.page
    tap(fingers, page.more_key)
    tap(fingers, shell.page.tabs["right"])
    key = shell.page.several
    shell.page.pager.show(key)
    fingers.skip(0.4)
    tap(fingers, key)
    assert kind(shell.page) == "NumbersPage"
    return shell.page


@sized(*SIZES)
def test_many_taps_on_many_numbers_are_one_entry_and_one_undo(evening: Any, fingers: Any) -> None:
    """Accumulated changes as one entry: Power and Doom of several players."""
    table, session = evening.page, evening.page.session
    made = len(session.timeline.entries)
    page = open_numbers(evening, fingers)
    rows = page.form.rows
    for _n in range(3):
        tap(fingers, rows["GC.power"].more)
    tap(fingers, rows["CC.power"].fewer)
    tap(fingers, rows["CC.doom"].more)
    tap(fingers, rows["CC.doom"].more)
    tap(fingers, rows["CC.doom"].fewer)
    tap(fingers, page.primary)
    assert evening.page is table
    (entry,) = session.timeline.entries[made:]
    assert entry.value == {"GC.power": 11, "CC.power": 7, "CC.doom": 1}
    assert entry.label == "Correction: Great Cthulhu, Power: 8 → 11; Crawling Chaos, Power: 8 → 7; " + (
        "Crawling Chaos, Doom: 0 → 1"
    )
    tap(fingers, table.left_key)
    factions = session.state.factions
    assert [(factions[code].power, factions[code].doom) for code in ("GC", "CC")] == [(8, 0), (8, 0)]


def test_numbers_that_were_not_changed_make_no_entry(evening: Any, fingers: Any) -> None:
    """One more and one less again, or Cancel: nothing has happened."""
    table, session = evening.page, evening.page.session
    made = len(session.timeline.entries)
    page = open_numbers(evening, fingers)
    tap(fingers, page.form.rows["GC.doom"].more)
    tap(fingers, page.form.rows["GC.doom"].fewer)
    tap(fingers, page.primary)
    assert evening.page is table
    page = open_numbers(evening, fingers)
    tap(fingers, page.form.rows["GC.doom"].more)
    tap(fingers, page.left_key)
    assert len(session.timeline.entries) == made


def to_the_next_turn(shell: Any, fingers: Any) -> None:
    """Answer by the table page, as fingers do, until the turn of the game is another one."""
    page, session = shell.page, shell.page.session
    turn = session.state.turn
    while session.state.turn == turn and shell.page is page:
        item = session.prompts[0]
        able = [o.id for o in getattr(item.prompt, "options", ()) if not o.refused]
        value: Any = True
        if isinstance(item.prompt, Form):
            value = {}
        elif able:
            value = ["pass"] if "pass" in able else [] if item.prompt.optional else able[:1]
        page.question.body.answer(value)
        fingers.skip(0.4)


@sized(*SIZES)
def test_once_a_turn_the_numbers_that_win_are_asked_for_if_wanted(evening: Any, fingers: Any) -> None:
    """“Doom 1, 1, 1, 1: right?”: one tap for Yes, one for Change; nothing of it is in the journal."""
    from companion.app.table.sidebar.seat_sides import SIDES as OF_THE_TABLE

    table, session = evening.page, evening.page.session
    evening.settings.audit = "on"
    to_the_next_turn(evening, fingers)
    assert kind(evening.page) == "AuditPage"
    shown = [widget.text for widget in evening.page.pager.column.children[::-1]]
    assert shown[0] == "Doom 1, 1, 1, 1: right?"
    assert evening.page.primary.text not in OF_THE_TABLE.values(), "other languages have two words for “Right”"
    made = len(session.timeline.entries)
    tap(fingers, evening.page.primary)
    assert evening.page is table
    assert len(session.timeline.entries) == made
    to_the_next_turn(evening, fingers)
    tap(fingers, evening.page.change)
    page = evening.page
    assert kind(page) == "NumbersPage"
    tap(fingers, page.form.rows["GC.doom"].more)
    tap(fingers, page.primary)
    assert evening.page is table
    assert session.state.factions["GC"].doom == 3
    tap(fingers, table.left_key)
    tap(fingers, table.left_key)
    assert evening.page is table, "an undo into the turn before asks nothing"


def test_nobody_is_asked_who_has_not_asked_for_it(evening: Any, fingers: Any) -> None:
    """It is off as it comes: it costs a tap each turn."""
    table = evening.page
    assert evening.settings.audit == "off"
    to_the_next_turn(evening, fingers)
    assert evening.page is table
