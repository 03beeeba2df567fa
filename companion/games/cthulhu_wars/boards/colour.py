"""Colour Out of Space (reference 3.11): Gates with a colour, an option for any board.

No source tells what the columns of each colour say, nor the names of the colours but one: both are asked.
"""

from __future__ import annotations

from functools import partial
from typing import Final

from companion.games.cthulhu_wars.boards.asking import die
from companion.games.cthulhu_wars.boards.hooks import BoardRules
from companion.games.cthulhu_wars.facts import BoardMarkSet, CounterSet, DoomGained, PlacesSet, PowerGained
from companion.games.cthulhu_wars.model import names
from companion.games.cthulhu_wars.model.faction_parts import Action
from companion.games.cthulhu_wars.model.maps import COLOUR, area_name
from companion.games.cthulhu_wars.model.state import CthulhuState
from companion.games.cthulhu_wars.rules.common_questions import MootError, pick_area, pick_only
from companion.table.prompts import TABLE, Choose, Option
from companion.table.script import Script
from companion.table.state import Notice
from companion.table.words import N_, _, labelled

COLOURED: Final = "colour_gate"
"""Areas with a Colour Gate; the colour of each is a mark."""
COLOURS: Final = 10
"""Nine colours, and one that glows."""
NO_RITUAL: Final = "no_ritual"
SIGN: Final = "colour_sign"
SWAP, AGAIN = 1, 6
"""The numbers of the die that add a Colour Gate, and that take one away and roll once more."""

COLUMNS: Final = (
    ("power", N_("1 Power more")),
    ("less_power", N_("1 Power less")),
    ("doom", N_("1 Doom more")),
    ("less_doom", N_("1 Doom less")),
    ("sign", N_("A Ritual gives an Elder Sign more")),
    ("ritual", N_("No Ritual in this phase")),
    ("unit", N_("A unit is lost")),
    ("nothing", N_("Something else, or nothing")),
)
"""What a column may say for the controller."""


def coloured(state: CthulhuState) -> list[str]:
    """Return the areas with a Colour Gate that are still Gates."""
    return [area for area in state.places.get(COLOURED, []) if area in state.gates]


def colour_of(state: CthulhuState, area: str) -> int:
    """Return the number of the colour of a Gate."""
    return state.board_marks.get(f"colour/{area}", 0)


def paint(state: CthulhuState, key: str, who: str, area: str) -> Script[None]:
    """Ask which colour a Gate gets, and note it."""
    taken = {colour_of(state, other) for other in coloured(state)}

    def build() -> Choose:
        free = [n for n in range(1, COLOURS + 1) if n not in taken]
        glowing = _("The glowing one")
        options = tuple(
            Option(str(n), glowing if n == COLOURS else _("Colour {number}").format(number=n)) for n in free
        )
        text = _("Number your colours as you like, and keep to it.")
        return Choose(key=key, who=who, title=_("Which colour?"), text=text, options=options, rule=COLOUR)

    number = int((yield from pick_only(state, build)))
    words = _("Colour Gate {number} in {area}").format(number=number, area=area_name(area))
    state.record(BoardMarkSet(f"colour/{area}", number, words=words))
    state.record(PlacesSet(COLOURED, (*coloured(state), area), words="", todo=words))


def plain(state: CthulhuState, area: str) -> None:
    """Turn a Colour Gate into a normal one."""
    words = _("A normal Gate in {area}").format(area=area_name(area))
    state.record(PlacesSet(COLOURED, tuple(a for a in coloured(state) if a != area), words=words, todo=words))


def doom_begins(state: CthulhuState) -> Script[None]:
    """Roll the die at the start of each Doom Phase, and have it done what it says."""
    if not state.follows:
        raise MootError
    number = yield from die(state, "colour/die", _("The die of the Colour Out of Space."))
    if number == AGAIN:
        held = [area for area in coloured(state) if state.gates[area]]
        if held:
            least = min(state.factions[code].doom for code in state.seats)
            able = [a for a in held if state.factions[state.gates[a] or ""].doom == least] or held
            title = _("Which becomes a normal Gate?")
            plain(state, (yield from pick_area(state, "colour/plain", TABLE, title, lambda: able)))
        number = yield from die(state, "colour/again", _("The die of the Colour Out of Space."))
    if number == SWAP:
        yield from swap(state)
    elif number != AGAIN:
        yield from columns(state, number)


def swap(state: CthulhuState) -> Script[None]:
    """Let the first player in order without a Colour Gate swap a normal one."""
    for code in state.player_order():
        own = state.gates_of(code)
        able = [area for area in own if area not in coloured(state) and area in state.board.on_map]
        if able and not set(own) & set(coloured(state)) and len(coloured(state)) < COLOURS:
            title = _("Which Gate gets a colour?")
            area = yield from pick_area(state, "colour/swap", code, title, partial(list, able))
            yield from paint(state, "colour/which", code, area)
            return


def columns(state: CthulhuState, number: int) -> Script[None]:
    """Have each colour do what its column says for its controller; what that is, is asked once."""
    for area in coloured(state):
        owner, key = state.gates[area], f"column/{colour_of(state, area)}/{number}"
        if owner is None:
            continue
        if not state.board_marks.get(key):

            def build(area: str = area, owner: str = owner) -> Choose:
                options = tuple(Option(name, _(words)) for name, words in COLUMNS)
                text = _("{area}, {faction}, die {number}: read the column of that colour.")
                said = text.format(area=area_name(area), faction=names.faction(owner), number=number)
                return Choose(
                    key="colour/column",
                    who=TABLE,
                    title=_("What does it say?"),
                    text=said,
                    options=options,
                    rule=COLOUR,
                )

            said = yield from pick_only(state, build)
            place = [name for name, __ in COLUMNS].index(said) + 1
            state.record(BoardMarkSet(key, place, words=""))
        apply(state, owner, COLUMNS[state.board_marks[key] - 1][0])


def apply(state: CthulhuState, me: str, column: str) -> None:
    """Do what a column says."""
    faction, why = state.factions[me], _("Colour Out of Space")
    if column in ("power", "less_power"):
        state.record(PowerGained(me, 1 if column == "power" else -min(1, faction.power), why))
    elif column in ("doom", "less_doom"):
        state.record(DoomGained(me, 1 if column == "doom" else -min(1, faction.doom), why))
    elif column == "ritual":
        words = _("{faction}: no Ritual in this phase").format(faction=names.faction(me))
        state.record(CounterSet(me, NO_RITUAL, state.doom_phases, words))
    elif column != "nothing":
        said = labelled(names.faction(me), _(dict(COLUMNS)[column]))
        state.record(CounterSet(me, SIGN, state.doom_phases, said) if column == "sign" else Notice(me, said))


def no_ritual(state: CthulhuState, me: str) -> str:
    """Return why a faction can perform no Ritual in this phase, or an empty string."""
    said = state.factions[me].marks.get(NO_RITUAL) == state.doom_phases
    return _("Not in this phase: Colour Out of Space.") if said else ""


def ritual_signs(state: CthulhuState, me: str) -> int:
    """Return how many Elder Signs more a Ritual gives a faction in this phase."""
    return int(state.factions[me].marks.get(SIGN) == state.doom_phases)


def none_normal(state: CthulhuState, me: str) -> str:
    """Return why no Gate of a faction can be given or lose a colour, or an empty string."""
    return "" if state.follows and set(state.gates_of(me)) & set(state.board.on_map) else _("You control no Gate.")


def say(state: CthulhuState, me: str) -> Script[None]:
    """Say that a Gate was built with a colour, or has lost it."""
    title = _("Which Gate?")
    own = [area for area in state.gates_of(me) if area in state.board.on_map]
    area = yield from pick_area(state, "colour/say", me, title, lambda: own)
    if area in coloured(state):
        plain(state, area)
    elif len(coloured(state)) < COLOURS:
        yield from paint(state, "colour/built", me, area)


RULES: Final = BoardRules(
    COLOUR,
    N_("Colour Out of Space"),
    N_(
        "Nine coloured Gates and one that glows. A die at the start of each Doom Phase: 1, the first player without a "
        "Colour Gate swaps a normal one; 2 to 5, each colour does what its column says for its controller; 6, the "
        "lowest Doom turns one into a normal Gate, then once more a die. Turquoise swaps two or becomes normal, the "
        "glowing one copies any other: do that on the board. Create Gate may place a coloured one, the glowing one "
        "only beside another of your own: say so with Colour Gate under More."
    ),
    N_("Coloured Gates and a die each Doom Phase; what their columns say is asked"),
    doom_begins=doom_begins,
    no_ritual=no_ritual,
    ritual_signs=ritual_signs,
    anytime=(
        Action("colour_gate", N_("Colour Gate"), 0, none_normal, say, N_("It was built so, or loses its colour")),
    ),
    signs=((COLOURED, N_("Colour")),),
)
