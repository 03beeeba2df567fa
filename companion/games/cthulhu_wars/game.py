"""Cthulhu Wars as the engine sees it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from random import SystemRandom
from typing import Any, Final

import msgspec

from companion.games import menu
from companion.games.cthulhu_wars.battle.preview import foresee
from companion.games.cthulhu_wars.corrections import corrections
from companion.games.cthulhu_wars.model import roster
from companion.games.cthulhu_wars.model.maps import DESCRIBED, OWN
from companion.games.cthulhu_wars.model.setup_form import (
    ASK,
    BAG,
    EACH,
    EACH_IN_OLD_GAMES,
    EIGHT,
    EveningSetup,
    QuickBattleSetup,
    read,
)
from companion.games.cthulhu_wars.model.state import CthulhuState
from companion.games.cthulhu_wars.quick_battle.setup import check as check_quick_battle
from companion.games.cthulhu_wars.rules.elder_signs import held_signs
from companion.games.cthulhu_wars.setup.content_check import content
from companion.games.cthulhu_wars.setup.lesson import lessons
from companion.games.cthulhu_wars.setup.setup import again, check, check_hands
from companion.games.cthulhu_wars.setup.user_content import edition, faction_files, maps, take_factions
from companion.games.cthulhu_wars.turn import anytime
from companion.games.cthulhu_wars.turn.flow import evening
from companion.games.cthulhu_wars.turn.palette_keys import palettes
from companion.games.cthulhu_wars.view.great_moments import great_moment
from companion.games.cthulhu_wars.view.help import topic as help_topic
from companion.games.cthulhu_wars.view.reference_pages import chapters
from companion.games.cthulhu_wars.view.reminders import reminders
from companion.games.cthulhu_wars.view.view import view
from companion.table.game import Allowed, Content, Mode, Secret
from companion.table.lesson import Lesson
from companion.table.lookup import Chapter, Reminder
from companion.table.palette import Palette
from companion.table.prompts import Option, Prompt
from companion.table.script import Script
from companion.table.state import Fact
from companion.table.view import GreatMoment, SideView, View


class CthulhuWars:
    """The whole evening, or one battle without a game around it (`{"quick_battle": {...}}`)."""

    name: str = "cthulhu_wars"
    title: str = menu.CTHULHU_WARS.title
    rules_version: int = 13
    folder: Path | None = None
    modes: tuple[Mode, ...] = menu.CTHULHU_WARS.modes

    def take_own(self, folder: Path, allowed: Allowed) -> list[str]:
        """Play with the factions and maps of a folder; return what is wrong with those that cannot be used."""
        self.folder = folder
        return [*take_factions(folder / "factions", allowed), *maps(folder / "maps")[1]]

    def programs(self, folder: Path) -> list[Path]:
        """Return the files of factions in a folder: each is a program."""
        return faction_files(folder / "factions")

    def content(self) -> Content:
        """Look over all factions and maps, those of people's own too."""
        return content()

    def edition(self) -> str:
        """Return a word that changes whenever the factions of the folder have changed."""
        return edition(self.folder / "factions") if self.folder else ""

    def _own_maps(self, setup: Mapping[str, Any]) -> dict[str, Any]:
        described = setup.get("map") == OWN or setup.get("board") in (ASK, *DESCRIBED)
        if self.folder is None or not described:
            return {}
        found, left_out = maps(self.folder / "maps")
        return {"maps": msgspec.to_builtins(found), "left_out": left_out}

    def prepare(self, setup: Mapping[str, Any]) -> dict[str, Any]:
        """Check the set-up and shuffle the Elder Signs with the system's entropy."""
        setup = {**self._own_maps(setup), **setup}
        if setup.get("rulings") == EACH_IN_OLD_GAMES:
            setup["rulings"] = EACH
        given, battle = self._checked(setup)
        check_hands(given)
        if battle is not None:
            return dict(setup)
        bag = list(BAG)
        SystemRandom().shuffle(bag)
        asked = {"track": ASK} if setup.get("rulings") or given.allows(EIGHT) else {}
        return {"bag": bag, **asked, **setup}

    def begin(self, setup: Mapping[str, Any]) -> CthulhuState:
        """Return the state before the first question. Raises like `prepare`: a stranger may have written the set-up."""
        given, battle = read(setup)
        # One of somebody's own that is not here says so.
        for code in (*given.codes, *(battle.sides if battle else ())):
            roster.card(code)
        return CthulhuState(*self._checked(setup))

    @staticmethod
    def _checked(setup: Mapping[str, Any]) -> tuple[EveningSetup, QuickBattleSetup | None]:
        given, battle = read(setup)
        check(given)
        if battle is not None:
            check_quick_battle(given, battle)
        return given, battle

    def lessons(self) -> tuple[Lesson, ...]:
        """Return the lessons: a turn of the game, and a battle."""
        return lessons()

    def again(self, state: CthulhuState) -> dict[str, Any]:
        """Return the set-up of another game of the same table.

        Seats, map, Elder Signs and rulings stay; in a Quick Battle the sides do.
        """
        return again(state)

    def script(self, state: CthulhuState) -> Script[None]:
        """Play from the state's phase to the end."""
        return evening(state)

    def view(self, state: CthulhuState) -> View:
        """Return what everybody may see."""
        return view(state)

    def foresee(
        self, state: CthulhuState, prompts: Sequence[Prompt], picked: Mapping[str, Sequence[str]]
    ) -> tuple[SideView, ...]:
        """Return the sides of a battle that is being declared."""
        return foresee(state, prompts, picked)

    def great_moment(self, state: CthulhuState, facts: Sequence[Fact]) -> GreatMoment | None:
        """Return the greatest moment among the facts of a step."""
        return great_moment(state, facts)

    def counters(self, state: CthulhuState) -> dict[str, int]:
        """Return every number that may be corrected."""
        return corrections.counters(state)

    def correct(self, state: CthulhuState, key: str, value: int) -> None:
        """Set one of them. Raises `BadCorrectionError`."""
        corrections.correct(state, key, value)

    def palettes(self, state: CthulhuState) -> tuple[Palette, ...]:
        """Return the keys that each faction's Actions can ever have."""
        return palettes(state)

    def interjections(self, state: CthulhuState) -> tuple[Option, ...]:
        """Return what may be done at any time."""
        return anytime.interjections(state)

    def interjection(self, state: CthulhuState, key: str) -> Script[None]:
        """Run one of them."""
        return anytime.interjection(state, key)

    def own(self, state: CthulhuState, player: str) -> tuple[Secret, ...]:
        """Return the Elder Signs of a faction, which lie face down."""
        return held_signs(state, player)

    def help(self, topic: str) -> str:
        """Return the help for a step."""
        return help_topic(topic)

    def reminders(self, state: CthulhuState, prompt: Prompt) -> tuple[Reminder, ...]:
        """Return what tables often get wrong at a question."""
        return reminders(state, prompt)

    def chapters(self, state: CthulhuState) -> tuple[Chapter, ...]:
        """Return the rules, the factions and the neutral cards, to be read."""
        return chapters(state)


CTHULHU_WARS: Final = CthulhuWars()
