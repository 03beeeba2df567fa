"""Yuggoth (reference 3.11): Brain Cylinders, Slime Molds, the Green Pyramid and the Watcher."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

from companion.games.cthulhu_wars.boards.asking import pick_places, special
from companion.games.cthulhu_wars.boards.hooks import BoardRules, SpecialAreas
from companion.games.cthulhu_wars.facts import BoardMarkSet, CounterSet
from companion.games.cthulhu_wars.model import names
from companion.games.cthulhu_wars.model.faction_parts import Action, CustomCounter
from companion.games.cthulhu_wars.model.maps import YUGGOTH
from companion.games.cthulhu_wars.model.state import CthulhuState
from companion.games.cthulhu_wars.rules.common_questions import MootError
from companion.games.cthulhu_wars.rules.pool import cultists_on_map
from companion.table.prompts import TABLE, Count
from companion.table.script import Script, ask, yes
from companion.table.words import N_, _

LABORATORY: Final = "laboratory"
OVERLOOK: Final = "overlook"
GREEN: Final = "green_pyramid"
CYLINDERS: Final = "cylinders"
MOST_CYLINDERS: Final = 4
SLIME: Final = "slime"
WATCHER: Final = "watcher"
"""The counter of its strength; 0 while it sleeps."""
WOKEN: Final = "watcher_woken"
STRENGTH: Final = 12


def holds(kind: str, why: str) -> Callable[[CthulhuState, str], str]:
    """Return a refusal for whoever does not control the Gate of an area."""

    def refused(state: CthulhuState, me: str) -> str:
        there = not state.follows or any(state.gates.get(area) == me for area in special(state, kind))
        return "" if there else _(why)

    return refused


def no_surgery(state: CthulhuState, me: str) -> str:
    """Return why there can be no Surgery, or an empty string."""
    if state.factions[me].marks.get(CYLINDERS, 0) >= MOST_CYLINDERS:
        return _("You have all your Brain Cylinders.")
    return holds(LABORATORY, NO_LABORATORY)(state, me)


NO_LABORATORY: Final = N_("You do not control the Gate of the Laboratory.")
NO_OVERLOOK: Final = N_("You do not control the Gate of the Overlook.")


def surgery(state: CthulhuState, me: str) -> Script[None]:
    """Turn up to four own Cultists into Brain Cylinders, which stay Cultists."""
    have = state.factions[me].marks.get(CYLINDERS, 0)
    most = min(MOST_CYLINDERS - have, cultists_on_map(state, me))
    title, text = _("How many Brain Cylinders?"), _("They are Cultists without Combat, moved only with another unit.")
    number = yield from ask(
        state, lambda: Count(key="yuggoth/surgery", who=me, title=title, text=text, least=0, most=most, suggested=most)
    )
    words = _("{faction}: {number} Brain Cylinders").format(faction=names.faction(me), number=have + int(number or 0))
    state.record(CounterSet(me, CYLINDERS, have + int(number or 0), words))


def slime_cost(state: CthulhuState, _me: str) -> int:
    """Return what a Slime Mold costs: nothing for the first in play."""
    return 1 if state.board_marks.get(SLIME) else 0


def call_slime(state: CthulhuState, _me: str) -> Script[None]:
    """Bring a Slime Mold into a Slime Sea; whoever holds the Overlook owns all of them."""
    number = state.board_marks.get(SLIME, 0) + 1
    state.record(BoardMarkSet(SLIME, number, words=_("Slime Molds in play: {number}").format(number=number)))
    yield from ()


def strength(state: CthulhuState, value: int) -> None:
    """Set the Watcher's strength; at 0 it sleeps."""
    words = _("The Watcher: strength {number}").format(number=value) if value > 0 else _("The Watcher sleeps")
    state.record(BoardMarkSet(WATCHER, max(0, value), words=words))


def doom_begins(state: CthulhuState) -> Script[None]:
    """Let the Watcher lose a die of strength before each Doom Phase that it is awake in."""
    if awake := state.board_marks.get(WATCHER, 0):
        strength(state, awake - 1)
    yield from ()


def doom_ends(state: CthulhuState) -> Script[None]:
    """Ask whether the die has woken the Watcher."""
    if state.board_marks.get(WATCHER):
        return
    title, text = _("Does the Watcher wake?"), _("If the die shows the number of a pyramid with a controlled Gate.")
    if (yield from yes(state, "yuggoth/wakes", TABLE, title, text=text, rule="boards")):
        strength(state, STRENGTH)


def first_twelve(state: CthulhuState) -> Script[None]:
    """Wake the Watcher when somebody first has 12 Doom."""
    reached = any(faction.doom >= STRENGTH for faction in state.factions.values())
    if reached and not state.board_marks.get(WOKEN):
        state.record(BoardMarkSet(WOKEN, 1, words=""))
        if not state.board_marks.get(WATCHER):
            strength(state, STRENGTH)
    yield from ()


def actions_begin(state: CthulhuState) -> Script[None]:
    """Let each player in order move the Watcher, which fights everybody there."""
    for hand in state.hands_from(state.first):
        awake = state.board_marks.get(WATCHER, 0)
        if not awake:
            return
        if not state.follows:
            raise MootError
        title = _("Where does the Watcher go?")
        key = f"yuggoth/watcher/{hand[0]}"
        yield from pick_places(state, key, hand[0], title, partial(list, state.board.on_map), 1, 1)

        def build(code: str = hand[0], awake: int = awake) -> Count:
            text = _("It rolls {number} dice against each faction there. Your losses: tap the numbers that change.")
            return Count(
                key=f"yuggoth/kills/{code}",
                who=TABLE,
                title=_("How many Kills against it?"),
                text=text.format(number=awake),
                least=0,
                most=awake,
            )

        strength(state, awake - int((yield from ask(state, build)) or 0))


def green(state: CthulhuState, me: str) -> list[tuple[str, int]]:
    """Return 1 Power more for the Gate of the Green Pyramid, which gives 3."""
    held = state.follows and any(state.gates.get(area) == me for area in special(state, GREEN))
    return [(_("Green Pyramid"), 1)] if held else []


RULES: Final = BoardRules(
    YUGGOTH,
    N_("Yuggoth"),
    N_(
        "The Gate of the Laboratory allows Surgery, that of the Overlook Slime Molds: Monsters of Combat 2 in a Slime "
        "Sea, all of whoever holds the Overlook. The Gate of the Green Pyramid gives 3 Power. The Watcher wakes by a "
        "die at the end of the Doom Phase, or when somebody first has 12 Doom; awake it loses 1 strength before each "
        "Doom Phase. At the start of the Action Phase each player moves it next to it to an area with units, and it "
        "fights every faction there with as many dice as its strength. Kills lower that, Pains do nothing; at 0 it "
        "sleeps, at 12 again. Opener does not start at Laboratory, Overlook or Pyramid. Areas that end in Sea are "
        "oceans, Slime Sea Overlook is land."
    ),
    N_("You describe it once: no source tells its neighbours"),
    special=(
        SpecialAreas(LABORATORY, N_("Where is the Laboratory?")),
        SpecialAreas(OVERLOOK, N_("Where is the Slime Sea Overlook?")),
        SpecialAreas(GREEN, N_("Where is the Green Pyramid?")),
    ),
    doom_begins=doom_begins,
    doom_ends=doom_ends,
    noticed=first_twelve,
    actions_begin=actions_begin,
    gathers=green,
    actions=(
        Action("surgery", N_("Surgery"), 1, no_surgery, surgery, N_("Up to four Cultists become Brain Cylinders")),
        Action(
            "slime_mold",
            N_("Call Slime Mold"),
            slime_cost,
            holds(OVERLOOK, NO_OVERLOOK),
            call_slime,
            N_("Into a Slime Sea; 0 Power for the first in play"),
        ),
    ),
    marks=(CustomCounter(CYLINDERS, names.OF_BOARDS[CYLINDERS], MOST_CYLINDERS),),
    signs=((LABORATORY, N_("Laboratory")), (OVERLOOK, N_("Overlook")), (GREEN, N_("Green Pyramid"))),
)
