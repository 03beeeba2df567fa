"""The count of uses (`python -m tests.cthulhu_wars.uses`) on a few evenings and battles, and that it can fail."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from collections.abc import Mapping
from functools import partial
from inspect import getsource
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.games.cthulhu_wars.model.faction_parts import Action, BattleAbility
from companion.games.cthulhu_wars.model.roster import FACTIONS
from companion.games.cthulhu_wars.neutral.cards.hooks import CardHooks
from companion.games.cthulhu_wars.neutral.cards.registry import POWERS
from companion.table.state import Fact, Notice, TableState
from companion.table.words import DOMAIN, FOLDER
from tests.cthulhu_wars.uses import __main__ as command
from tests.cthulhu_wars.uses import passives, record
from tests.cthulhu_wars.uses.evenings import WentWrongError, again, battle, evening
from tests.cthulhu_wars.uses.every import HELD_BY, NOT_COUNTED, OTHERS, TABLES, every
from tests.cthulhu_wars.uses.statements import STATEMENTS, statement_for
from tests.cthulhu_wars.uses.tables import own_faction
from tests.cthulhu_wars.uses.tally import Tally, Wanted, needed
from tests.cthulhu_wars.uses.watch import SAID, Use
from tests.instruments.catalogues import forms, load


@pytest.mark.parametrize("seed", range(2, 8))
def test_random_evenings_do_what_the_statements_say(seed: int) -> None:
    tally = Tally()
    with own_faction():
        evening(seed, tally, steps=300)
        for number in range(4 * seed, 4 * seed + 4):
            battle(number, tally)
    assert sum(tally.used.values()) > 40
    assert sum(tally.undone.values()) == sum(tally.reopened.values()) > 40


def test_a_notice_before_each_fact_changes_no_judgement(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is only said, such as what a die showed, may stand between any two facts."""
    record = TableState.record

    def noticed(state: TableState, fact: Fact) -> None:
        record(state, Notice("", "A die."))
        record(state, fact)

    monkeypatch.setattr(TableState, "record", noticed)
    sought = {"common.gather_power", "TT.hells_banquet", "SL.sorcery_ends", "WW.ice_age_surcharge"}
    tally, wanted = Tally(), Wanted(("SL.ancient_sorcery", "WW.ice_age", "TT.awaken/ubbo_sathla"), ("SL", "TT", "WW"))
    for seed in range(1, 20):
        evening(seed, tally, wanted, steps=300)
        if sought <= {*tally.used}:
            return
    pytest.fail(f"{sought - {*tally.used}} in none of these evenings")


def test_words_by_which_facts_are_told_apart_are_in_the_game() -> None:
    """Words that are reworded would leave a reaction in the use of another ability, or a use without its end."""
    catalogue = load(FOLDER / "de" / "LC_MESSAGES" / f"{DOMAIN}.po")
    said = [words for message in catalogue for words in forms(message.id)]
    assert [words for words in SAID if not any(words in message for message in said)] == []


def test_the_same_seed_is_the_same_evening_in_another_process() -> None:
    """Nothing that is left to the system: no shuffled bag of Elder Signs, no order of a set."""
    program = "from tests.cthulhu_wars.test_uses import played; print(played(5))"
    other = "1" if os.environ.get("PYTHONHASHSEED") != "1" else "2"
    printed = subprocess.run(
        [sys.executable, "-c", program],
        env=os.environ | {"PYTHONHASHSEED": other},
        cwd=Path(__file__).parents[2],
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    assert printed == f"{played(5)}\n" == f"{played(5)}\n"


def played(seed: int) -> list[list[str]]:
    """All facts of an evening and of a battle."""
    sessions = evening(seed, Tally(), steps=80), battle(seed, Tally())
    return [list(map(repr, session.state.facts)) for session in sessions]


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


def test_runs_go_on_with_each_other_and_add_up(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(command, "evening", partial(evening, steps=60))
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


def test_every_ability_of_every_card_has_a_statement_and_is_looked_for() -> None:
    for card, hooks in POWERS.items():
        for ability in abilities_of(hooks):
            assert statement_for(f"neutral.{ability}"), f"{card}: {ability} has no statement in `uses/`"
            assert f"neutral.{ability}" in OTHERS, f"{card}: {ability} is not in `NEUTRAL` of `uses/taste.py`"


def test_a_card_that_works_by_itself_is_held_or_says_why_it_is_not() -> None:
    by_itself = {card for card, hooks in POWERS.items() if not abilities_of(hooks)}
    assert by_itself == {*HELD_BY, *NOT_COUNTED}, "every.py"
    assert not {*HELD_BY} & {*NOT_COUNTED}
    told = "".join(getsource(table) for table in (passives, *TABLES))
    for card, name in HELD_BY.items():
        assert statement_for(f"neutral.{name}") or f'"{name}"' in told, f"{card}: {name}"


def abilities_of(hooks: CardHooks) -> list[str]:
    """The ids of all Actions and battle abilities that a card has, whatever hook they are in."""
    tuples = (value for name in hooks.__struct_fields__ if isinstance(value := getattr(hooks, name), tuple))
    return [one.id for several in tuples for one in several if isinstance(one, Action | BattleAbility)]
