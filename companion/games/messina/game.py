"""Messina as the engine sees it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from msgspec import UNSET

from companion.games import menu
from companion.games.messina.battle import card_text
from companion.games.messina.battle.strengths import MOST_OTHER
from companion.games.messina.facts import StrengthCorrected
from companion.games.messina.flow import play
from companion.games.messina.model.setup_form import NAME, RoundSetup
from companion.games.messina.model.state import MessinaState
from companion.games.messina.model.units import STRENGTH
from companion.games.messina.setup.setup import places
from companion.games.messina.view.help import TITLES, TOPICS
from companion.games.messina.view.view import view
from companion.table import people
from companion.table.errors import BadCorrectionError, NotNowError
from companion.table.game import Mode
from companion.table.lookup import Chapter, rules_chapter
from companion.table.prompts import Option
from companion.table.script import Script
from companion.table.view import View
from companion.table.words import _


class Messina:
    """The battles of a Round, without the game around them."""

    name: str = "messina"
    title: str = menu.MESSINA.title
    rules_version: int = 4
    modes: tuple[Mode, ...] = menu.MESSINA.modes

    def prepare(self, setup: Mapping[str, Any]) -> dict[str, Any]:
        """Check the set-up; nothing here is left to chance beforehand."""
        RoundSetup.read(setup)
        return dict(setup)

    def begin(self, setup: Mapping[str, Any]) -> MessinaState:
        """Return the state before the first question."""
        return MessinaState(RoundSetup.read(setup))

    def again(self, state: MessinaState) -> dict[str, Any]:
        """Return a set-up with the same seats, rulings and strengths."""
        found: dict[str, Any] = {"options": dict(state.rulings)} if state.rulings else {}
        if state.setup.values is not UNSET or state.values != STRENGTH:
            found["values"] = dict(state.values)
        if state.setup.forms:
            found["forms"] = True
        if state.seating:
            found["seating"] = list(state.seating)
        if state.names:
            found["names"] = dict(state.names)
        return found

    def script(self, state: MessinaState) -> Script[None]:
        """Play the battles of a Round."""
        return play(state)

    def view(self, state: MessinaState) -> View:
        """Return what everybody may see."""
        return view(state)

    def counters(self, state: MessinaState) -> dict[str, int]:
        """Strength besides Units, which card texts can change at any moment."""
        return {f"{faction}.other": state.other[faction] for faction in state.seats}

    def correct(self, state: MessinaState, key: str, value: int) -> None:
        """Set one of them. Raises `BadCorrectionError`."""
        if not 0 <= value <= MOST_OTHER:
            raise BadCorrectionError(
                _("{key} can be 0 to {most}, not {value}. Nothing has changed.").format(
                    key=key, most=MOST_OTHER, value=value
                )
            )
        state.record(StrengthCorrected(key.removesuffix(".other"), value))

    def interjections(self, state: MessinaState) -> tuple[Option, ...]:
        """Every card has its step, but a card's text can change Units at any moment, and people may change."""
        return (card_text.option(state), people.option(refused="" if places(state) else _("Nobody is seated yet.")))

    def interjection(self, state: MessinaState, key: str) -> Script[None]:
        """Carry out a card's text, or say who plays on. Raises `NotNowError`."""
        if key == people.KEY:
            return people.change_people(state, lambda: places(state), NAME)
        if key != card_text.KEY:
            raise NotNowError(_("“{key}” cannot be done right now. Nothing has changed.").format(key=key[:60]))
        return card_text.carry_out(state)

    def help(self, topic: str) -> str:
        """Help for a step."""
        return _(TOPICS.get(topic, ""))

    def chapters(self, state: MessinaState) -> tuple[Chapter, ...]:  # noqa: ARG002
        """Return the rules of a battle as chapters."""
        return (rules_chapter(TITLES, TOPICS),)


MESSINA: Final = Messina()
