"""The count of uses (`python -m tests.cthulhu_wars.uses`) on a few evenings and battles, and that it can fail."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.games.cthulhu_wars.model.roster import FACTIONS
from tests.cthulhu_wars.uses import __main__ as command
from tests.cthulhu_wars.uses import record
from tests.cthulhu_wars.uses.evenings import WentWrongError, again, battle, evening
from tests.cthulhu_wars.uses.every import every
from tests.cthulhu_wars.uses.statements import STATEMENTS, statement_for
from tests.cthulhu_wars.uses.tables import own_faction
from tests.cthulhu_wars.uses.tally import Tally, Wanted, needed
from tests.cthulhu_wars.uses.watch import Use


def test_a_few_evenings_and_battles_do_what_the_statements_say() -> None:
    tally = Tally()
    evening(1, tally, command.rarest(tally, 1), 200)
    battle(1, tally)
    battle(2, tally)
    assert sum(tally.used.values()) > 40
    assert sum(tally.undone.values()) == sum(tally.reopened.values()) > 40


def test_a_use_with_another_effect_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def dearer(_use: Use) -> Mapping[str, int]:
        return {"me.power": -4}

    monkeypatch.setitem(STATEMENTS, "create_gate", dearer)

    def evenings() -> None:
        for seed in range(1, 20):
            evening(seed, Tally(), steps=80)

    with pytest.raises(WentWrongError, match="create_gate: expected") as found:
        evenings()
    played = found.value.played
    with pytest.raises(WentWrongError, match="create_gate: expected"):
        again(played)
    monkeypatch.undo()
    again(played)


def test_runs_go_on_with_each_other_and_add_up(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "counts.json"
    for number in (1, 3):
        command.play(record.read(file), number, 2, 1, 60, file, go_on=False)
    runs = record.read(file)
    seeds = [(run.first, run.evenings, run.first_battle, run.battles) for run in runs]
    assert seeds == [(1, 1, 1, 2), (2, 2, 3, 0)]
    assert all(run.commit and run.rules and not run.wrong for run in runs)
    tally = record.sum_of(runs)
    assert sum(tally.tables.values()) == 5
    assert tally.tables["Quick Battle"] == 2
    assert tally.used == Counter(runs[0].counts["used"]) + Counter(runs[1].counts["used"])
    command.show(runs)
    shown = capsys.readouterr().out
    assert f"{sum(tally.used.values())} uses of {len(tally.used)} abilities" in shown
    assert "3 evenings, 2 Quick Battles" in shown


def test_what_is_rare_is_wanted_with_all_that_it_needs() -> None:
    tally = Tally()
    for name in every(tally):
        for counted in (tally.used, tally.undone, tally.reopened):
            counted[name] = 20
    assert tally.wanted(every(tally), Random(1), fought=False) == Wanted()
    for name in ("SL.psychosis", "neutral.zygote", "TT.doomsday", "common.move"):
        tally.undone[name] = 19
    wanted = tally.wanted(every(tally), Random(1), fought=False)
    assert {"SL", "DS", "TT"} <= set(wanted.factions)
    assert "mother_hydra" in wanted.things
    tally.in_battles["TT.doomsday"] = 1
    assert tally.wanted(every(tally), Random(1), fought=True).names == ("TT.doomsday",)
    assert needed("neutral.summon/dhole") == ([], ["dhole"])


def test_a_faction_of_the_players_own_is_at_some_tables() -> None:
    with own_faction():
        tally = Tally()
        evening(3, tally, Wanted(("DC.hymn",), ("DC",)), 150)
        battle(3, tally, Wanted((), ("DC",)))
        assert tally.factions["DC"] == 1
        assert any(name.startswith("DC.") for name in tally.used)
    assert "DC" not in FACTIONS


def test_every_action_and_battle_ability_of_every_faction_has_a_statement() -> None:
    for code, card in FACTIONS.items():
        unique = card.unique
        actions = [*card.actions, *unique.actions, *unique.doom_phase, *card.doom_phase, *card.between_actions]
        abilities: list[Any] = [*actions, *card.anytime, *card.battle]
        for ability in abilities:
            assert statement_for(f"{code}.{ability.id}"), f"{code}.{ability.id}"
