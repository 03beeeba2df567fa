"""Unique High Priests (reference 7, one source): choosing one, and what each can do."""

from __future__ import annotations

from typing import Final

from companion.games.cthulhu_wars.facts import (
    CounterSet,
    GateGone,
    GateSet,
    PiecesLeft,
)
from companion.games.cthulhu_wars.model import names
from companion.games.cthulhu_wars.model.faction_parts import Action, costs
from companion.games.cthulhu_wars.model.maps import area_name
from companion.games.cthulhu_wars.model.neutral_cards import (
    ASENATH,
    CARDS,
    CURWEN,
    HERBERT,
    LAVINIA,
    PRIESTS,
    UNIQUE_PRIESTS,
)
from companion.games.cthulhu_wars.model.state import ACOLYTE, PRIEST, CthulhuState
from companion.games.cthulhu_wars.model.units import Loss, Rank
from companion.games.cthulhu_wars.neutral.cards.hooks import CardHooks, while_on_map
from companion.games.cthulhu_wars.rules.common_questions import (
    MootError,
    gate_left,
    other_gates,
    pick_area,
    taken_gates,
)
from companion.games.cthulhu_wars.rules.losses import lose_unit
from companion.games.cthulhu_wars.rules.pool import (
    chosen_priest,
    cultists_on_map,
    enter,
    has_priest,
    in_pool,
    keeper_units,
    kinds,
    pool,
    priests_on_map,
    unit_cost,
)
from companion.table.prompts import Choose, Count, Option
from companion.table.script import Script, ask, pick_one, yes
from companion.table.words import _

DEAREST: Final = 3
"""What a unit that Asenath Waite brings may cost, and all that Crawford Tillinghast brings together."""
MOST_ACOLYTES: Final = 3
LESS: Final = 3
"""What a Great Old One costs less by Lavinia Whateley."""


# -- choosing one --------------------------------------------------------------------------------------------------


def free_priests(state: CthulhuState) -> list[str]:
    """Those that nobody has chosen."""
    taken = {chosen_priest(state, code) for code in state.seats}
    return [name for name in PRIESTS if name not in taken]


def may_choose(state: CthulhuState, me: str) -> bool:
    """Whether a faction's next High Priest may be a Unique one that it has still to choose."""
    return UNIQUE_PRIESTS in state.neutral and has_priest(state, me) and not chosen_priest(state, me)


def choose(state: CthulhuState, me: str) -> Script[str | None]:
    """Ask for a Unique High Priest; the first choice holds for the game.

    No other faction may have that one.
    """

    def build() -> Choose:
        check = _("Check your card.")
        options = tuple(
            Option(name, names.unit_of(PRIESTS[name].unit), detail=f"{_(PRIESTS[name].text)} {check}")
            for name in free_priests(state)
        )
        title, text = _("Which Unique High Priest?"), _("It is your only one for the whole game.")
        return Choose(
            key="unique_priest",
            who=me,
            title=title,
            text=text,
            rule=UNIQUE_PRIESTS,
            options=options,
            automatic=False,
        )

    name = yield from pick_one(state, build)
    if name is not None:
        words = _("{faction}: {unit} is the Unique High Priest").format(
            faction=names.faction(me), unit=names.unit_of(PRIESTS[name].unit)
        )
        state.record(CounterSet(me, f"{PRIEST}{name}", 1, words))
    return name


def give_up(state: CthulhuState, me: str, priest: str) -> Script[bool]:
    """He is Eliminated for what he does; whether he was still there."""
    if not state.on_map(me, priest):
        # The table has taken him off by a correction meanwhile.
        return False
    gate = yield from gate_left(state, f"{priest}/gate", me)
    yield from lose_unit(state, me, priest, Loss.ELIMINATED, gate or "", me, on_gate=gate is not None)
    return True


# -- after any player's Action -------------------------------------------------------------------------------------


def enemies_lesser(state: CthulhuState, me: str) -> list[tuple[str, str]]:
    """Monsters and Cultists of enemies on the map, by owner and kind."""
    return [
        (code, unit.id)
        for code in state.enemies(me)
        for unit in kinds(state, code, Rank.MONSTER, Rank.CULTIST)
        if state.on_map(code, unit.id) > 0
    ]


def cheap(state: CthulhuState, me: str) -> list[str]:
    """Kinds of unit of one's own pool that cost 3 or less; what is never summoned has no cost."""
    able = (unit for unit in in_pool(state, me) if unit.id not in CARDS or CARDS[unit.id].summoned)
    # She awakens nobody, so of Great Old Ones the printed cost counts.
    costs_now = ((u.id, u.cost if u.rank is Rank.GOO else unit_cost(state, me, u)) for u in able)
    return [unit for unit, cost in costs_now if cost <= DEAREST and unit != ASENATH]


def nobody_to_replace(state: CthulhuState, me: str) -> str:
    """Return that no unit for 3 Power or less is in the Pool, or an empty string."""
    if not enemies_lesser(state, me):
        return _("No enemy Monster or Cultist is on the map.")
    return "" if cheap(state, me) else _("No unit for 3 Power or less is in your pool.")


def asenath(state: CthulhuState, me: str) -> Script[None]:
    """Any enemy Monster or Cultist is replaced by a unit of one's own that costs 3 or less; then she is Eliminated."""

    def whom() -> Choose | None:
        words = _("{unit} of {faction}")
        options = tuple(
            Option(f"{code}/{unit}", words.format(unit=names.unit(code, unit), faction=names.faction(code)))
            for code, unit in enemies_lesser(state, me)
        )
        title = _("Who is replaced?")
        return Choose(key="asenath_waite/whom", who=me, title=title, options=options) if options else None

    def by() -> Choose | None:
        options = tuple(Option(unit, names.unit(me, unit)) for unit in cheap(state, me))
        title = _("By which unit?")
        return Choose(key="asenath_waite/by", who=me, title=title, options=options) if options else None

    picked = yield from pick_one(state, whom)
    mine = yield from pick_one(state, by)
    if picked is None or mine is None:
        return
    code, __, unit = picked.partition("/")
    if (code, unit) not in enemies_lesser(state, me):
        raise MootError
    state.record(PiecesLeft(code, unit, 1, Loss.EXCHANGED, by=me))
    if unit in keeper_units(state, code):
        gate = yield from gate_left(state, "asenath_waite/gate_of_theirs", code)
        if gate is not None:
            state.record(GateSet(gate, None))
    enter(state, me, mine, 1, _("placed"))
    yield from give_up(state, me, ASENATH)


def herbert(state: CthulhuState, me: str) -> Script[None]:
    """He is Eliminated, and up to 3 Acolytes come to his area."""

    def build() -> Count | None:
        most = min(MOST_ACOLYTES, pool(state, me, ACOLYTE))
        title = _("{units}: how many come?").format(units=names.unit(me, ACOLYTE, 2))
        return Count(key="herbert_west", who=me, title=title, least=1, most=most, suggested=most) if most > 0 else None

    number = yield from ask(state, build)
    if (yield from give_up(state, me, HERBERT)):
        enter(state, me, ACOLYTE, int(number or 0), _("placed in his area"))


def no_acolyte(state: CthulhuState, me: str) -> str:
    """Return that no Acolyte is in the Pool, or an empty string."""
    return "" if pool(state, me, ACOLYTE) > 0 else _("No Acolyte is in your pool.")


def curwen(state: CthulhuState, me: str) -> Script[None]:
    """Eliminate him, and remove an own Gate or build one.

    The controller of a removed Gate stays; a new one is built in an area with an own unit.
    """

    def build() -> Choose:
        gone = "" if state.held_gates(me) else _("You control no Gate.")
        options = (Option("remove", _("Remove a Gate of yours"), gone), Option("place", _("Place a new Gate")))
        return Choose(key="joseph_curwen", who=me, title=names.unit(me, CURWEN), options=options)

    def which() -> Choose | None:
        held = state.held_gates(me)
        options = (*(Option(area, area_name(area)) for area in held), *other_gates(state, held))
        title = _("Which Gate is removed?")
        return Choose(key="joseph_curwen/gate", who=me, title=title, options=options, on_map=True) if held else None

    picked = yield from pick_one(state, build)
    if picked == "remove":
        area = yield from pick_one(state, which)
        if area is not None and (yield from give_up(state, me, CURWEN)):
            state.record(GateGone(area, removed=True))
        return
    title, text = _("Where is the new Gate?"), _("Any area where you have a unit.")
    where = yield from pick_area(
        state,
        "joseph_curwen/area",
        me,
        title,
        lambda: [a for a in state.board.areas if a not in state.gates],
        text=text,
        refused=taken_gates,
    )
    if (yield from give_up(state, me, CURWEN)):
        state.record(GateSet(where, None, built=True))


# -- awakening -----------------------------------------------------------------------------------------------------


def less(state: CthulhuState, me: str, cultists: int = 0, priests: int = 0) -> int:
    """Return what Lavinia Whateley can take off a Great Old One's cost now.

    `cultists` or `priests` must be given up besides.
    """
    if chosen_priest(state, me) != LAVINIA or state.on_map(me, LAVINIA) <= 0:
        return 0
    return LESS if cultists_on_map(state, me) > cultists and priests_on_map(state, me) > priests else 0


def offer_lavinia(
    state: CthulhuState, me: str, cost: int, cultists: int = 0, priests: int = 0, more: int = 0
) -> Script[int]:
    """Offer to Eliminate Lavinia Whateley for 3 Power less.

    She is Eliminated without a question if there is not enough Power without her. Return what is then to be paid, below
    0 if it is gained.

    Args:
        cultists: how many Cultists must go for the awakening.
        priests: how many High Priests must.
        more: what is still to be paid besides, because of the area.
    """
    if not less(state, me, cultists, priests):
        return cost
    title = _("Eliminate Lavinia Whateley?")
    text = (
        _("The Great Old One then costs {cost} Power.").format(cost=cost - LESS)
        if cost >= LESS
        else _("You then gain {power} Power.").format(power=LESS - cost)
    )
    enough = state.factions[me].power >= cost + more
    if enough and not (yield from yes(state, "lavinia_whateley", me, title, text=text)):
        return cost
    return cost - LESS if (yield from give_up(state, me, LAVINIA)) else cost


POWERS: Final = (
    CardHooks(
        ASENATH,
        between_actions=(
            Action(
                "asenath_waite",
                PRIESTS[ASENATH].unit.name,
                costs(0),
                while_on_map(ASENATH, nobody_to_replace),
                asenath,
                PRIESTS[ASENATH].text,
            ),
        ),
    ),
    CardHooks(
        HERBERT,
        between_actions=(
            Action(
                "herbert_west",
                PRIESTS[HERBERT].unit.name,
                costs(0),
                while_on_map(HERBERT, no_acolyte),
                herbert,
                PRIESTS[HERBERT].text,
            ),
        ),
    ),
    CardHooks(
        CURWEN,
        between_actions=(
            Action(
                "joseph_curwen",
                PRIESTS[CURWEN].unit.name,
                costs(0),
                while_on_map(CURWEN),
                curwen,
                PRIESTS[CURWEN].text,
            ),
        ),
    ),
    CardHooks(LAVINIA),
)
