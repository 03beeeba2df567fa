"""The count of uses (`python -m tests.cthulhu_wars.uses`) on a few evenings and battles, and that it can fail."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from companion.games.cthulhu_wars.roster import FACTIONS
from tests.cthulhu_wars.uses import __main__ as command
from tests.cthulhu_wars.uses.evenings import Tally, battle, evening
from tests.cthulhu_wars.uses.statements import STATEMENTS, statement_for
from tests.cthulhu_wars.uses.watch import Use


def test_a_few_evenings_and_battles_do_what_the_statements_say() -> None:
    tally = Tally()
    evening(1, tally, command.rarest(tally), 200)
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
            evening(seed, Tally(), (), 80)

    with pytest.raises(AssertionError, match="create_gate: expected"):
        evenings()


def test_every_action_and_battle_ability_of_every_faction_has_a_statement() -> None:
    for code, card in FACTIONS.items():
        unique = card.unique
        actions = [*card.actions, *unique.actions, *unique.doom_phase, *card.doom_phase, *card.between_actions]
        abilities: list[Any] = [*actions, *card.anytime, *card.battle]
        for ability in abilities:
            assert statement_for(f"{code}.{ability.id}"), f"{code}.{ability.id}"
