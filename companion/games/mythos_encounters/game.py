"""Mythos Encounters as the engine sees it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from companion.games import menu
from companion.games.mythos_encounters.facts import PIECES, PiecesCorrected, PoolCorrected
from companion.games.mythos_encounters.flow import play
from companion.games.mythos_encounters.model.forces import VALUES
from companion.games.mythos_encounters.model.setup_form import NAME, CombatSetup
from companion.games.mythos_encounters.model.state import CombatState
from companion.games.mythos_encounters.setup.players import places, ways
from companion.games.mythos_encounters.view.help import TITLES, TOPICS
from companion.games.mythos_encounters.view.view import view
from companion.table import people
from companion.table.errors import BadCorrectionError, NotNowError
from companion.table.game import Mode
from companion.table.lookup import Chapter, rules_chapter
from companion.table.prompts import Option
from companion.table.script import Script
from companion.table.view import View
from companion.table.words import _

MOST: Final = 99


class MythosEncounters:
    """The combats, without the game around them."""

    name: str = "mythos_encounters"
    title: str = menu.MYTHOS_ENCOUNTERS.title
    rules_version: int = 5
    modes: tuple[Mode, ...] = menu.MYTHOS_ENCOUNTERS.modes

    def prepare(self, setup: Mapping[str, Any]) -> dict[str, Any]:
        """Check the set-up; nothing here is left to chance beforehand."""
        CombatSetup.read(setup)
        return dict(setup)

    def begin(self, setup: Mapping[str, Any]) -> CombatState:
        """Return the state before the first question."""
        return CombatState(CombatSetup.read(setup))

    def again(self, state: CombatState) -> dict[str, Any]:
        """Return a set-up with the same people and rulings."""
        found: dict[str, Any] = {"options": dict(state.rulings)} if state.rulings else {}
        if other := {key: value for key, value in state.values.items() if value != VALUES[key]}:
            found["values"] = other
        if state.setup.forms:
            found["forms"] = True
        if state.people:
            found["players"] = [{"name": person.name, "god": person.god} for person in state.people.values()]
        return found

    def script(self, state: CombatState) -> Script[None]:
        """Combat after combat."""
        return play(state)

    def view(self, state: CombatState) -> View:
        """Return what everybody may see."""
        return view(state)

    def counters(self, state: CombatState) -> dict[str, int]:
        """Pools and pieces of both sides."""
        found = {}
        for side, force in state.forces.items():
            found[f"{side}.dice"] = state.pools[side]
            found |= {f"{side}.{kind}": getattr(force, kind) for kind in PIECES}
        return found

    def correct(self, state: CombatState, key: str, value: int) -> None:
        """Set one of them. Raises `BadCorrectionError`."""
        if not 0 <= value <= MOST:
            raise BadCorrectionError(
                _("{key} can be 0 to {most}, not {value}. Nothing has changed.").format(key=key, most=MOST, value=value)
            )
        side, __, name = key.partition(".")
        state.record(PoolCorrected(side, value) if name == "dice" else PiecesCorrected(side, name, value))

    def interjections(self, state: CombatState) -> tuple[Option, ...]:
        """Cards have their own windows; but people may change at any moment."""
        return (people.option(),) if state.people else ()

    def interjection(self, state: CombatState, key: str) -> Script[None]:
        """Say who is called something else, or plays on. Raises `NotNowError`."""
        if key != people.KEY:
            raise NotNowError(_("“{key}” cannot be done right now. Nothing has changed.").format(key=key[:60]))
        return people.change_people(state, lambda: places(state), NAME, lambda place: ways(state, place))

    def help(self, topic: str) -> str:
        """Help for a step."""
        return _(TOPICS.get(topic, ""))

    def chapters(self, state: CombatState) -> tuple[Chapter, ...]:  # noqa: ARG002
        """Return the rules of a battle as chapters."""
        return (rules_chapter(TITLES, TOPICS),)


MYTHOS_ENCOUNTERS: Final = MythosEncounters()
