"""What holds for every test."""

from __future__ import annotations

import gc
import os
import tempfile
from collections.abc import Generator, Iterable, Iterator
from pathlib import Path
from random import Random
from typing import Final
from zlib import crc32

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

FOLDER: Final = Path(__file__).parent
LONGEST_ID: Final = 22
"""Letters of one value of a case, several of which may make its name."""

QUICK: Final = (
    *("bridge/", "cthulhu_wars/", "messina/", "mythos_encounters/", "table/"),
    *("app/test_home.py", "app/test_prompts.py", "app/test_table.py", "app/test_touch.py"),
    *("test_boundaries.py", "test_floors.py"),
)
"""Folders and files whose tests are marked as quick, by the way to them."""
LONG: Final = (
    *("cthulhu_wars/test_battle_invariants.py", "cthulhu_wars/test_corrections.py", "cthulhu_wars/test_help_levels.py"),
    *("cthulhu_wars/test_places.py", "cthulhu_wars/test_random_games.py", "cthulhu_wars/test_uses.py"),
)
"""Those among them that are not: whole evenings by chance."""
SIZES: Final = ("size", "shape")
"""Parameters that say how large the window of a test is."""

# How long an example takes says how busy the machine is, nothing else.
settings.register_profile("any machine", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("any machine")


@settings(derandomize=True, database=None, max_examples=1)
@given(st.none())
def _wake(nothing: None) -> None:
    """Hypothesis makes its dice with the first example, and asks the collector whether anything holds them: it would
    not see a holder that the collector leaves alone, and say so as an error of that test."""


def pytest_configure(config: pytest.Config) -> None:
    """Whoever tests may play here as well: their games, maps and settings are no part of it, and stay as they are."""
    place = tempfile.TemporaryDirectory()
    config.add_cleanup(place.cleanup)
    os.environ["XDG_DATA_HOME"] = place.name
    for name in [name for name in os.environ if name.startswith("COMPANION_") and name != "COMPANION_PICTURES"]:
        del os.environ[name]
    # Instruments look at what is at rest; tests of motions ask for them.
    os.environ["COMPANION_MOTION"] = "off"


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mark quick and slow tests before pytest picks those of a mark, and leave out what only root can do elsewhere."""
    # Whoever runs a file or a folder runs it at each size.
    if {(config.invocation_params.dir / argument).resolve() for argument in config.args} == {FOLDER.resolve()}:
        for further in at_further_sizes(items):
            further.add_marker("slow")
    for item in items:
        place = os.path.relpath(item.path, FOLDER)
        if place.startswith(QUICK) and not place.startswith(LONG) and item.get_closest_marker("slow") is None:
            item.add_marker("quick")
    if os.geteuid() != 0:
        for item in items:
            if item.get_closest_marker("root"):
                item.add_marker(pytest.mark.skip(reason="only root can do this"))


def at_further_sizes(items: Iterable[pytest.Item]) -> Iterator[pytest.Item]:
    """Return all cases but one of those that differ in the size of the window only: which one stays goes by its name,
    so that each size is that of many tests."""
    same: dict[str, list[pytest.Item]] = {}
    for item in items:
        values: dict[str, object] = getattr(getattr(item, "callspec", None), "params", {})
        if any(name in values for name in SIZES):
            others = {name: str(value) for name, value in sorted(values.items()) if name not in SIZES}
            same.setdefault(f"{item.nodeid.partition('[')[0]} {others}", []).append(item)
    for name, cases in same.items():
        stays = crc32(name.encode()) % len(cases)
        yield from (case for number, case in enumerate(cases) if number != stays)


def pytest_make_parametrize_id(val: object) -> str | None:
    """Shorten a value that is the name of a case; pytest numbers those that are the same then."""
    if isinstance(val, bytes):
        val = val.decode("ascii", errors="replace")
    return f"{val[: LONGEST_ID - 3]}..." if isinstance(val, str) and len(val) > LONGEST_ID else None


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """What is loaded for all tests stays, and the collector would look through it again and again: half of the
    processor time of the screen's tests. It looks at what the tests themselves make."""
    _wake()
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.set_threshold(10_000)
        gc.enable()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Spell out what is no text in what a test has logged or printed: workers cannot send it, and the run would end."""
    report = yield
    report.sections = [
        (name, text.encode("utf-8", errors="backslashreplace").decode("utf-8")) for name, text in report.sections
    ]
    return report


@pytest.fixture(autouse=True)
def _signs_by_the_test(request: pytest.FixtureRequest) -> Iterator[None]:
    """A set-up without a bag of Elder Signs has the system shuffle one: in a test its name does, so that a game that
    plays itself by a seed is the same game each time."""
    from companion.games.cthulhu_wars import game

    chance = Random(request.node.nodeid)
    # The test's own `monkeypatch` is made later than other fixtures, which look at what it leaves.
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(game, "SystemRandom", lambda: chance)
        yield


def pytest_runtest_setup() -> None:
    """Undo what a command of the companion's, run in this process, has made of the mode of new files."""
    os.umask(0o022)
