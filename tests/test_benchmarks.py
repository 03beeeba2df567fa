"""The benchmark command judges as it says; what times are is for a quiet machine, counts are held here."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest

from companion.bootstrap import ROOT
from tests.instruments.benchmarks import __main__ as command
from tests.instruments.benchmarks.figure import Figure, measure
from tests.instruments.benchmarks.picture import calls_and_draws
from tests.instruments.benchmarks.touch_to_picture import WORST, Table, spread

MOST_CALLS: Final = 9_600
"""Calls of functions from an answer to its picture: a few percent more than there are."""
MOST_DRAWS: Final = 21
"""Draws of widgets for that."""

FLAT = Figure("flat", "us", "a floor", 2.0, lambda: iter([(1.0, 1.5), (2.0, 3.2), (1.0, 1.4)]))
STEEP = Figure("steep", "us", "a floor", 2.0, lambda: iter([(1.0, 2.5)]))


@pytest.fixture(autouse=True)
def quiet(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command, "busy", lambda: 0.0)
    monkeypatch.setattr(command, "figures", lambda: [FLAT, STEEP])


def test_a_figure_is_the_median_of_pairs_with_its_spread() -> None:
    found = measure(FLAT)
    assert (found.floor, found.value, found.ratio, found.low, found.high) == (1.0, 1.5, 1.5, 1.4, 1.6)


def test_a_lost_touch_counts_as_the_worst_and_ratios_lie_in_their_spread() -> None:
    table = Table()
    # The ratio of the medians is 1.0, below each of the ratios but one.
    for own, floor in ((10.0, 5.0), (12.0, 12.0), (30.0, 10.0), (WORST, 20.0), (12.0, 12.0)):
        table.add("a touch", own, floor)
    assert str(table).splitlines()[1].endswith("12.0     12.0   2.00       -   1.00-3.00 (5, 1 lost)")
    assert spread([4.0]) == (4.0, 4.0, 4.0)
    assert spread([1.0, 2.0]) == (1.25, 1.5, 1.75)


def test_it_judges_by_the_targets(capsys: pytest.CaptureFixture[str]) -> None:
    assert command.main(["flat"]) == 0
    assert command.main([]) == 1
    said = capsys.readouterr().out.splitlines()
    assert [line.rpartition(": ")[2] for line in said] == ["good", "good", "MISSED"]


def test_it_compares_with_an_earlier_run(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = tmp_path / "then.json"
    assert command.main(["flat", "--keep", str(kept)]) == 0
    assert command.main(["flat", "--against", str(kept)]) == 0
    slower = Figure("flat", "us", "a floor", 2.0, lambda: iter([(1.0, 1.9), (1.0, 1.95)]))
    monkeypatch.setattr(command, "figures", lambda: [slower])
    assert command.main(["flat", "--against", str(kept)]) == 1
    assert "then 1.50 WORSE: MISSED" in capsys.readouterr().out


def test_a_busy_machine_is_no_judge(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command, "busy", lambda: 0.5)
    assert command.main([]) == 2
    assert "Nothing is judged" in capsys.readouterr().out
    assert command.main(["flat", "--anyway"]) == 2
    assert "not judged" in capsys.readouterr().out


def test_every_figure_there_is_can_be_asked_for_by_its_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    names = [figure.name for figure in command.figures()]
    assert len(set(names)) == len(names) > 12


@pytest.mark.window
def test_an_answer_and_its_picture_take_no_more_work_than_they_did() -> None:
    """Also where the machine is busy: what is counted does not depend on time."""
    calls, draws = calls_and_draws(ROOT)
    assert draws <= MOST_DRAWS, "a widget is drawn again in the same picture, or though nobody sees it"
    assert calls <= MOST_CALLS
