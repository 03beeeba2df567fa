"""What a question or a view may say beside its words: prices, tiles, drawings, reckonings."""

from __future__ import annotations

from companion.table.prompts import Choose, Option, Sheet, SheetColumn, SheetRow, Tell
from companion.table.view import Counter, Track, View


def test_an_option_says_its_price_and_nothing_that_it_has_not() -> None:
    assert Option("go", "Go").as_json() == {"id": "go", "label": "Go"}
    assert Option("free", "Free", cost=0).as_json() == {"id": "free", "label": "Free", "cost": 0}
    chip = Option("go/2", "Go with two", symbol="move", cost=2, tile="go", short="2")
    assert chip.as_json() == {
        "id": "go/2",
        "label": "Go with two",
        "symbol": "move",
        "cost": 2,
        "tile": "go",
        "short": "2",
    }


def test_the_log_says_the_whole_label_not_the_short_one() -> None:
    question = Choose(key="go", who="a", title="Go?", options=(Option("go/2", "Go with two", short="2"),))
    assert question.summary(["go/2"]) == "Go with two"


def test_a_reckoning_goes_with_any_question() -> None:
    sheet = Sheet(
        (SheetColumn("Gates", "gate"), SheetColumn("Sum")), (SheetRow("a", ("2", "5")), SheetRow("b", ("", "1")))
    )
    assert Tell(key="sum", who="table", title="Gather", sheet=sheet).as_json()["sheet"] == {
        "headings": ({"label": "Gates", "symbol": "gate"}, {"label": "Sum", "symbol": ""}),
        "rows": ({"player": "a", "cells": ("2", "5")}, {"player": "b", "cells": ("", "1")}),
    }
    assert "sheet" not in Tell(key="sum", who="table", title="Gather").as_json()


def test_a_view_says_its_tracks_and_pips_as_plain_data() -> None:
    said = View("A game", tracks=(Track("cost", "Cost", "ritual", ("5", "6", ":instant-death"), 1, "Death"),)).as_json()
    assert said["tracks"] == (
        {
            "key": "cost",
            "label": "Cost",
            "symbol": "ritual",
            "cells": ("5", "6", ":instant-death"),
            "at": 1,
            "end": "Death",
        },
    )
    pips = Counter("", "Books", 2, 6, "spellbook", pips=True)
    assert (pips.value, pips.most, pips.pips) == (2, 6, True)
