"""Looking something up in the middle of a game."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

pytestmark = pytest.mark.window


@pytest.fixture
def table(window: Any, fingers: Any, resize: Any, tmp_path: Path) -> Any:  # noqa: ARG001
    from companion.games.cthulhu_wars.game import CTHULHU_WARS
    from companion.table.autoplay import play
    from companion.table.game import Mode
    from tests.app.conftest import on_the_window

    with on_the_window(window, fingers, tmp_path, (CTHULHU_WARS,)) as shell:
        mode = Mode("evening", "", "", {"factions": ["GC", "CC", "BG", "YS"]})
        shell.play(lambda: shell.library.start(CTHULHU_WARS, mode))
        play(shell.page.session, Random(1), 20)
        shell.page.refresh()
        fingers.skip(0.4)
        yield shell.page


def said(page: Any) -> list[str]:
    return [text.text for text in page.pager.column.children[::-1]]


def test_a_rule_is_looked_up_in_two_taps(table: Any, fingers: Any) -> None:
    taps = fingers.touches
    fingers.tap(table.extras.children[0])
    fingers.skip(0.4)
    fingers.tap(table.host.page.tabs["screen"])
    fingers.frames(2)
    fingers.tap(table.host.page.quick.keys["book-open"])
    fingers.skip(0.4)
    assert fingers.touches - taps == 3
    page = table.host.page
    assert page.heading in {"Rules", *(player.name for player in table.session.view.players)}
    fingers.tap(page.keys[0])
    assert (
        "Assign Pains to units without a result; those units retreat. Pains that cannot be assigned are lost."
        in said(page)
    )


def test_back_to_the_game_goes_to_the_game_and_back_to_the_page_before(table: Any, fingers: Any) -> None:
    host = table.host
    for leave, page in (("primary", "TablePage"), ("left_key", "MorePage")):
        fingers.tap(table.more_key)
        fingers.skip(0.4)
        fingers.tap(host.page.tabs["screen"])
        fingers.frames(2)
        fingers.tap(host.page.quick.keys["book-open"])
        fingers.skip(0.4)
        assert host.page.primary.text == "Back to the game"
        fingers.tap(getattr(host.page, leave))
        fingers.skip(0.4)
        assert type(host.page).__name__ == page


@pytest.mark.parametrize("size", [(800, 480), (720, 1280), (1280, 720)])
def test_one_key_leads_back_where_two_would_do_the_same(
    table: Any, fingers: Any, resize: Any, size: tuple[int, int]
) -> None:
    """*Back* and *Back to the game* stood side by side, and nobody saw a difference."""
    host = table.host
    resize(*size)
    question = table.question
    for open_page in (
        table.open_log,
        table.open_more,
        table.open_rules,
        lambda: table.open_player(table.session.view.players[0]),
        lambda: table.open_help(question.title, question.prompt_rule),
    ):
        open_page()
        fingers.skip(0.4)
        page = host.page
        assert page is not table
        assert page.primary.text == "Back to the game"
        assert page.left_key.get_root_window() is None
        assert page.primary.x > 0.45 * page.width, "the place of the other key stays empty"
        assert all(key.x > 0.2 * page.width for key in page.extras.children)
        fingers.tap(page.primary)
        assert host.page is table
        open_page()
        # The buttons of the table still go back by one page.
        host.page.go_left()
        assert host.page is table
    table.open_more()
    table.open_rules()
    fingers.skip(0.4)
    assert host.page.left_key.get_root_window() is not None


def test_more_has_three_tabs_and_a_row_for_each_faction(table: Any, fingers: Any) -> None:
    assert table.session.prompts[0].prompt.key.startswith("action/")
    fingers.tap(table.more_key)
    fingers.skip(0.4)
    more = table.host.page
    assert [tab.text for tab in more.tabs.values()] == ["It happened", "Put it right", "This screen"]
    assert more.tabs["happened"].chosen
    assert len(more.pager.column.children) == len(table.session.view.players)
    assert "claim/BG" in more.keys
    assert more.tab_of("claim/BG") is more.tabs["happened"]
    for name in ("ruling", "gate", "first"):
        assert more.tab_of(name) is more.tabs["right"]
    # The same words as below the ledger.
    near = {name: chip.way.text for name, chip in table.near.chips.items()}
    assert near
    assert near.items() <= {name: key.label for name, key in more.keys.items()}.items()
    for name, tab in more.tabs.items():
        fingers.tap(tab)
        fingers.frames(2)
        assert [one.chosen for one in more.tabs.values()] == [other == name for other in more.tabs]
    assert more.quick.get_root_window() is not None
    assert more.pager.get_root_window() is None
    fingers.tap(more.primary)
    fingers.skip(0.4)
    fingers.tap(table.more_key)
    fingers.skip(0.4)
    assert more.tabs["happened"].chosen, "it always opens at the same one"


def test_no_row_of_what_happened_moves_when_others_change(table: Any, fingers: Any) -> None:
    from companion.table.autoplay import play

    places = set()
    for seed in range(4):
        play(table.session, Random(seed), 5, interject=0)
        table.refresh()
        fingers.tap(table.more_key)
        fingers.skip(0.4)
        more = table.host.page
        if more.tabs["happened"].chosen:
            rows = more.pager.column.children[::-1]
            places.add(tuple((round(row.y), round(row.height)) for row in rows))
        fingers.tap(more.primary)
        fingers.skip(0.4)
    assert len(places) == 1


def test_the_card_of_a_faction_is_a_tap_from_its_numbers(table: Any, fingers: Any) -> None:
    player = table.session.view.players[1]
    table.open_player(player)
    fingers.skip(0.4)
    fingers.tap(table.host.page.extras.children[0])
    fingers.skip(0.4)
    assert table.host.page.heading == player.name
    assert "Spellbooks" in said(table.host.page)


def test_what_is_named_on_a_page_is_one_tap_away(table: Any, fingers: Any) -> None:
    """Its pieces, spellbooks and rules, behind `?`; not those that are not named."""
    from companion.table.autoplay import play

    chance = Random(2)
    kinds: set[str] = set()
    while len(kinds) < 2:
        play(table.session, chance, 1)
        options = getattr(table.session.prompts[0].prompt, "options", ())
        kinds = {option.label.removeprefix("Summon ") for option in options if option.label.startswith("Summon ")}
    table.refresh()
    fingers.skip(0.4)
    head = table.question.head
    fingers.tap(head.help if head.parent is not None else table.headline.help_sign)
    fingers.skip(0.4)
    texts = said(table.host.page)
    assert kinds <= set(texts)
    assert "Necrophagy" not in texts
    assert len(texts) == len(set(texts))


@pytest.mark.parametrize("asked", ["Dreams", "⟦Dreams⟧"])
def test_a_book_is_found_by_its_letter_in_both_languages(table: Any, fingers: Any, asked: str) -> None:
    from tests.marked import marked

    with marked(whole=True):
        table.open_rules()
        fingers.skip(0.4)
        page = table.host.page
        fingers.tap(page.search)
        fingers.skip(0.4)
        fingers.tap(page.letters["D"])
        fingers.skip(0.4)
        key = next(key for key in page.found if key.label == asked)
        assert "Great Cthulhu" in key.detail
        page.pager.show(key)
        fingers.frames(2)
        fingers.tap(key)
        fingers.skip(0.4)
        assert page.heading == "⟦⟦Great Cthulhu⟧ (Great Cthulhu)⟧"
        texts = page.pager.column.children[::-1]
        head = next(number for number, text in enumerate(texts) if text.text == "⟦⟦Dreams⟧ (Dreams)⟧")
        low, high = page.pager.scroll.y, page.pager.scroll.top
        for text in texts[head : head + 2]:
            _x, y = text.to_window(*text.pos)
            assert low - 1 <= y <= y + text.height <= high + 1


def test_the_log_of_one_player(table: Any, fingers: Any) -> None:
    from companion.table.autoplay import play

    play(table.session, Random(2), 60 - len(table.session.timeline.entries))
    table.refresh()
    table.open_log()
    fingers.skip(0.4)
    log, page = table.host.page, table
    whose = {number: page.session.timeline.entries[number - 1].who for number in range(1, 61)}
    player = next(iter(page.session.view.players)).id
    fingers.tap(log.filters[player])
    theirs = [number for number in range(60, 0, -1) if whose[number] == player]
    assert list(log.keys) == theirs[: len(log.keys)]
    assert len(log.keys) >= min(8, len(theirs))
    assert {key.whose for key in log.keys.values()} == {page.session.view.players[0].colour}
    fingers.tap(log.filters[""])
    assert next(iter(log.keys)) == 60
    assert len({whose[number] for number in log.keys}) > 1


def test_the_log_is_grouped_by_turn_and_phase(table: Any, fingers: Any) -> None:
    from companion.app.hardware.button_actions import FocusRing
    from companion.app.widgets.base.buttons import OptionKey
    from companion.table.autoplay import play

    chance = Random(4)
    while table.session.view.header[-1] != "Doom Phase":
        play(table.session, chance, 1)
    play(table.session, chance, 2)
    table.refresh()
    table.open_log()
    fingers.skip(0.4)
    log = table.host.page

    def groups() -> dict[str, list[int]]:
        """The numbers of the lines under each heading, from the top."""
        found: dict[str, list[int]] = {}
        for thing in reversed(log.pager.column.children):
            if isinstance(thing, OptionKey):
                if thing.name:
                    found[next(reversed(found))].append(int(thing.name))
            else:
                found[thing.text] = []
        return found

    seen = groups()
    assert list(seen)[:2] == ["Turn 1   Doom Phase", "Turn 1   First Player"]
    assert list(seen)[-1] == "Turn 1   Action Phase"
    assert [number for numbers in seen.values() for number in numbers] == list(log.keys)
    player = table.session.view.players[1].id
    fingers.tap(log.filters[player])
    theirs = groups()
    assert all(theirs.values()), "no heading stands over nothing"
    whose = [table.session.timeline.entries[n - 1].who for numbers in theirs.values() for n in numbers]
    assert set(whose) == {player}
    fingers.tap(log.filters[""])
    assert groups() == seen
    first = next(iter(log.keys))
    focus = FocusRing()
    for _ in range(len(log.filters) + 1):
        focus.step(log, 1)
    assert log.keys[first].focused, "the knob goes from line to line"


def test_a_game_without_parts_has_a_log_without_headings(start: Any, fingers: Any) -> None:
    from companion.app.widgets.base.buttons import OptionKey
    from companion.table.autoplay import play

    page = start()
    play(page.session, Random(1), 5)
    page.refresh()
    page.open_log()
    fingers.skip(0.4)
    assert all(isinstance(thing, OptionKey) for thing in page.host.page.pager.column.children)
