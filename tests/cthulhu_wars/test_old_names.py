"""What people have made for version 0.2 goes on: a faction's file, and a game of another package."""

from __future__ import annotations

import logging
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from random import Random
from types import ModuleType

import pytest

from companion.games.cthulhu_wars import api
from companion.games.cthulhu_wars.game import CTHULHU_WARS
from companion.games.cthulhu_wars.model.roster import FACTIONS
from companion.table.autoplay import play
from companion.table.game import allow_all
from companion.table.session import new_session

OWN = Path(__file__).parents[1] / "fixtures" / "version_0_2" / "own"


@pytest.fixture
def choir(tmp_path: Path) -> Iterator[str]:
    (tmp_path / "factions").mkdir()
    content = (OWN / "deep_choir.py.txt").read_text(encoding="utf-8")
    (tmp_path / "factions" / "deep_choir.py").write_text(content, encoding="utf-8")
    assert CTHULHU_WARS.take_own(tmp_path, allow_all) == []
    yield "DC"
    CTHULHU_WARS.take_own(tmp_path / "none", allow_all)


def test_a_faction_of_version_0_2_plays(choir: str) -> None:
    session = new_session(CTHULHU_WARS, {"factions": ["GC", choir], "signs": "app"})
    assert play(session, Random(2), 300) > 100
    assert any("Singer" in text for line in session.history for fact in line.facts if (text := fact.text()))


def test_the_log_says_which_name_to_use(choir: str, caplog: pytest.LogCaptureFixture) -> None:
    assert choir in FACTIONS
    with caplog.at_level(logging.WARNING):
        pool = import_module("companion.games.cthulhu_wars.pool")
        assert pool.gates is api.gates
    assert "use companion.games.cthulhu_wars.api.gates" in caplog.text


def test_a_fact_of_version_0_2_is_found_under_its_old_name(choir: str) -> None:
    from companion.games.cthulhu_wars import facts

    assert choir in FACTIONS
    assert vars(facts)["Marked"] is facts.CounterSet


def test_a_name_that_never_was_is_not_found(choir: str) -> None:
    assert choir in FACTIONS
    pool = import_module("companion.games.cthulhu_wars.pool")
    assert not hasattr(pool, "nonsense")
    with pytest.raises(ModuleNotFoundError):
        import_module("companion.games.cthulhu_wars.nonsense")


def test_a_game_package_of_version_0_2_plays() -> None:
    module = ModuleType("pearls_of_0_2")
    sys.modules[module.__name__] = module
    exec(compile((OWN / "pearls.py.txt").read_text(encoding="utf-8"), "pearls.py", "exec"), module.__dict__)
    session = new_session(module.PEARL_DIVERS, {"rounds": 3})
    assert play(session, Random(2), 200) > 10
