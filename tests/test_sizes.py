"""Which sizes of the window a whole run of the tests takes."""

from __future__ import annotations

from collections import Counter
from types import SimpleNamespace
from typing import Any

import pytest

from tests.conftest import at_further_sizes

SIZES = ((800, 480), (720, 1280), (1280, 720))


def case(test: str, **values: object) -> Any:
    name = "-".join(map(str, values.values()))
    return SimpleNamespace(nodeid=f"{test}[{name}]", callspec=SimpleNamespace(params=values))


def test_a_case_stays_at_one_size_and_each_size_is_that_of_many() -> None:
    cases = [case(f"test_{n}", text=text, size=size) for n in range(60) for text in ("M", "XL") for size in SIZES]
    further = [*at_further_sizes(cases)]
    left = [one for one in cases if one not in further]
    assert Counter((one.nodeid.partition("[")[0], one.callspec.params["text"]) for one in left) == Counter(
        {(f"test_{n}", text): 1 for n in range(60) for text in ("M", "XL")}
    )
    assert min(Counter(one.callspec.params["size"] for one in left)[size] for size in SIZES) >= 25
    assert [one.nodeid for one in at_further_sizes(cases)] == [one.nodeid for one in further]


@pytest.mark.parametrize("cases", [[case("test", size=(800, 480))], [case("test", number=1), case("test", number=2)]])
def test_what_has_one_size_or_none_stays(cases: list[Any]) -> None:
    assert not [*at_further_sizes(cases)]
