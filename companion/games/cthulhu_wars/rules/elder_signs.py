"""Elder Signs: a bag of 36, drawn face down, revealed for Doom at any time (reference 3.6)."""

from __future__ import annotations

from companion.games.cthulhu_wars.facts import DoomGained, PowerGained, SignDrawn, SignRevealed
from companion.games.cthulhu_wars.model.neutral_cards import BOOKS, STARS
from companion.games.cthulhu_wars.model.state import CthulhuState, Phase
from companion.table.game import Secret
from companion.table.prompts import Choose, Count, Option
from companion.table.script import Script, ask, counted, pick_some
from companion.table.words import _, n_


def draw(state: CthulhuState, who: str, why: str, number: int = 1) -> None:
    """Take Elder Signs face down; when all 36 are handed out each further one is 1 Doom instead."""
    for __ in range(number):
        if state.bag:
            state.record(SignDrawn(who, why))
        else:
            state.record(DoomGained(who, 1, _("{why}; no Elder Sign is left").format(why=why)))


def promised(state: CthulhuState, number: int) -> str:
    """Return what a number of Elder Signs comes to now, in words.

    Those that are left are drawn, and each of the others is 1 Doom.
    """
    signs = min(number, len(state.bag))
    doom = number - signs
    words = [n_("{n} Elder Sign", "{n} Elder Signs", signs).format(n=signs)] if signs else []
    return ", ".join([*words, _("{number} Doom").format(number=doom)] if doom else words)


def held_signs(state: CthulhuState, who: str) -> tuple[Secret, ...]:
    """Return the Elder Signs of a faction with their values; those of physical chits are not known."""
    words, unknown = _("Elder Sign {number}: {doom} Doom"), _("Elder Sign {number}")
    held = state.factions[who].signs if who in state.factions else ()
    return tuple(
        Secret((words if value else unknown).format(number=n, doom=value), value, "elder-sign")
        for n, value in enumerate(held, 1)
    )


def reveal(state: CthulhuState, who: str) -> Script[None]:
    """Let the owner look at its Elder Signs and reveal any number; only the owner may see the values."""

    def build() -> Choose | None:
        if not state.factions[who].signs:
            return None
        options = tuple(Option(str(n), sign.label) for n, sign in enumerate(held_signs(state, who)))
        return Choose(
            key=f"reveal/{who}",
            who=who,
            title=_("Your Elder Signs"),
            text=_("Only you may see these. Reveal any of them, or none."),
            rule="elder_signs",
            effect=_("Each one revealed gives its value in Doom and leaves the game."),
            options=options,
            least=0,
            most=len(options),
            secret=True,
            decline=_("Reveal none"),
        )

    picked = yield from pick_some(state, build)
    for place, index in enumerate(sorted((int(p) for p in picked), reverse=True), start=1):
        yield from counted(reveal_one(state, who, index), place, len(picked))


def reveal_all(state: CthulhuState) -> Script[None]:
    """Reveal all Elder Signs of all players at the end of the game."""
    for who in state.seats:
        number = len(state.factions[who].signs)
        while left := len(state.factions[who].signs):
            yield from counted(reveal_one(state, who, left - 1), number - left + 1, number)


def reveal_one(state: CthulhuState, who: str, index: int) -> Script[None]:
    """Turn one Elder Sign up; the value of a physical chit is asked for."""

    def held() -> int | None:
        signs = state.factions[who].signs
        return signs[index] if index < len(signs) else None

    def build() -> Count | None:
        if held() != 0:
            return None
        title = _("Elder Sign: which value?")
        return Count(key=f"reveal/{who}/value", who=who, title=title, least=1, most=3)

    value = (yield from ask(state, build)) or held()
    if value:
        state.record(SignRevealed(who, index, value))
        if state.phase is Phase.DOOM and state.can_use(who, STARS):
            state.record(PowerGained(who, value, _(BOOKS[STARS].name)))
