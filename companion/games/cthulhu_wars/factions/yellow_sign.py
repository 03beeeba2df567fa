"""Yellow Sign (yellow): reference section 6, `YS`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from companion.games.cthulhu_wars.facts import (
    AbilityUsedUp,
    CounterSet,
    DoomGained,
    PowerGained,
    UnitsMoved,
)
from companion.games.cthulhu_wars.model import names
from companion.games.cthulhu_wars.model.battle_state import Battle
from companion.games.cthulhu_wars.model.faction import ACOLYTES, Faction
from companion.games.cthulhu_wars.model.faction_parts import (
    Action,
    AreaMarker,
    Awakening,
    CardDiscount,
    OffBoardInputs,
    Requirement,
    Spellbook,
    UniqueAbility,
    nothing_in_the_way,
)
from companion.games.cthulhu_wars.model.maps import BOARDS, LIBRARIES, area_name
from companion.games.cthulhu_wars.model.neutral_cards import RISEN_ONE
from companion.games.cthulhu_wars.model.rulings import OTHER, PRINTED, ruling
from companion.games.cthulhu_wars.model.state import ACOLYTE, CthulhuState
from companion.games.cthulhu_wars.model.units import Rank, Unit
from companion.games.cthulhu_wars.rules.common_questions import (
    lost_cultists,
    other_gates,
    pick_areas,
    pick_faction,
    pick_kind,
    taken_gates,
    with_token,
)
from companion.games.cthulhu_wars.rules.elder_signs import draw
from companion.games.cthulhu_wars.rules.losses import eliminate_acolyte
from companion.games.cthulhu_wars.rules.mind_control import controlled
from companion.games.cthulhu_wars.rules.pool import enter, in_pool, needs, not_in_play, pool
from companion.games.cthulhu_wars.rules.single_rolls import success_or_failure, tell_roll
from companion.games.cthulhu_wars.rules.surcharges import pick_target
from companion.table.prompts import Count, Roll
from companion.table.rulings import Ruling
from companion.table.script import Script, ask, yes
from companion.table.state import TemplatedFact
from companion.table.words import N_, NN_, _, n_

CODE: Final = N_("YS")
UNDEAD: Final = "undead"
BYAKHEE: Final = "byakhee"
KING: Final = "king_in_yellow"
HASTUR: Final = "hastur"
PASSION: Final = "passion"
TOKENS: Final = 12

UNITS: Final = (
    ACOLYTES,
    Unit(UNDEAD, *NN_("Undead", "Undead"), Rank.MONSTER, 6, 1, 0, formula=N_("as a group one less than their number")),
    Unit(
        BYAKHEE, *NN_("Byakhee", "Byakhee"), Rank.MONSTER, 4, 2, 0, formula=N_("as a group one more than their number")
    ),
    Unit(KING, *NN_("King in Yellow", "King in Yellow"), Rank.GOO, 1, 4, 0, N_("King")),
    Unit(HASTUR, *NN_("Hastur", "Hastur"), Rank.GOO, 1, 10, 0, formula=N_("the present cost of a Ritual")),
)

BOOKS: Final = (
    Spellbook(
        "not_to_be_named",
        N_("He Who is Not to be Named"),
        N_("1 Power: Hastur goes to any area with a Cultist; then a second Action."),
    ),
    Spellbook("passion", N_("Passion"), N_("When an enemy removes your Cultists you gain 1 Power, once per Action.")),
    Spellbook("shriek", N_("Shriek of the Byakhee"), N_("1 Power: gather any of your Byakhee in one area.")),
    Spellbook(
        "screaming_dead",
        N_("The Screaming Dead"),
        N_("1 Power: the King and Undead move one area; then a second Action."),
    ),
    Spellbook(
        "third_eye", N_("The Third Eye"), N_("With Hastur in play Desecrate costs 1 and success gives an Elder Sign.")
    ),
    Spellbook(
        "zingaya", N_("Zingaya"), N_("1 Power: where you have Undead an enemy Acolyte becomes one of your Undead.")
    ),
)


class Desecrated(TemplatedFact, frozen=True):
    """A Desecration token is placed, or any marker once the tokens have run out (D41)."""

    TEXT = N_("{area} is desecrated")
    PUT_BACK = N_("Remove the Desecration token from {area}")

    who: str
    area: str
    spare: bool = False

    def apply(self, state: CthulhuState) -> None:
        state.factions[self.who].tokens.append(self.area)

    def on_board(self) -> str:
        spare = N_("Place any marker as a Desecration token in {area}")
        return self.told(spare if self.spare else N_("Place a Desecration token in {area}"))

    def gaps(self) -> dict[str, object]:
        return {"area": area_name(self.area)}


def desecrated(state: CthulhuState) -> list[str]:
    """Return the areas that hold a Desecration token."""
    return state.factions[CODE].tokens


# -- awakenings ----------------------------------------------------------------------------------------------------


def king_refused(state: CthulhuState, me: str) -> str:
    """Return why step 1 is not met: a unit in an area with no Gate, as far as is known."""
    if not gateless(state, me):
        return _("Every area has a Gate.")
    return "" if any(state.factions[me].in_play.values()) else _("You have no unit on the map.")


def gateless(state: CthulhuState, _me: str) -> list[str]:
    """Return the areas without a Gate."""
    return [area for area in state.board.areas if area not in state.gates]


def awaken_king(state: CthulhuState, me: str) -> Script[None]:
    """Place the King in an area without a Gate where you have a unit."""
    area = yield from pick_target(
        state,
        "awaken/king",
        me,
        _("Where does the King appear?"),
        lambda: gateless(state, me),
        text=_("An area with one of your units and no Gate."),
        refused=taken_gates,
    )
    enter(state, me, KING, 1, _("awakens"), area)
    state.record(CounterSet(me, "king_awakened", 1))


def hastur_refused(state: CthulhuState, me: str) -> str:
    """Return why step 1 is not met: the King in an area with a Gate that you control."""
    return not_in_play(state, me, KING) or ("" if state.gates_of(me) else _("You control no Gate."))


def awaken_hastur(state: CthulhuState, me: str) -> Script[None]:
    """Place Hastur where the King stands, at a Gate you control."""
    area = yield from pick_target(
        state,
        "awaken/hastur",
        me,
        _("Which of your Gates is the King at?"),
        lambda: state.gates_of(me),
        refused=other_gates,
    )
    enter(state, me, HASTUR, 1, _("awakens"), area)
    state.record(CounterSet(me, "hastur_awakened", 1))


# -- Actions -------------------------------------------------------------------------------------------------------


def third_eye(state: CthulhuState, me: str) -> bool:
    """Return whether The Third Eye is active: owned, and Hastur in play."""
    return state.can_use(me, "third_eye") and bool(state.in_play(me, HASTUR))


def desecrate_refused(state: CthulhuState, me: str) -> str:
    """Return why Desecrate cannot be used, or an empty string."""
    return not_in_play(state, me, KING) or (
        "" if set(state.board.areas) - set(desecrated(state)) else _("Every area is desecrated.")
    )


def desecrate(state: CthulhuState, me: str) -> Script[None]:
    """Desecrate: a die not above your units there places a token; either way a cheap piece is placed."""
    area = yield from pick_target(
        state,
        "desecrate/area",
        me,
        _("Where is the King in Yellow?"),
        lambda: [a for a in state.board.areas if a not in desecrated(state)],
        text=_("The area must not already have a Desecration token."),
        refused=with_token,
    )
    units = yield from ask(
        state,
        lambda: Count(
            key="desecrate/units",
            who=me,
            title=_("Your units in {area}?").format(area=area_name(area)),
            text=_("Count the King too."),
            least=1,
            most=max(1, sum(state.factions[me].in_play.values())),
        ),
    )
    faces = yield from ask(
        state,
        lambda: Roll(
            key="desecrate/roll",
            who=me,
            title=_("Desecrate: {number} or less").format(number=units),
            dice=1,
            rule="desecrate",
        ),
    )
    failed = _("{area} is not desecrated").format(area=area_name(area))
    tell_roll(state, me, _("Desecrate"), faces, failed if sum(faces) > units else success_or_failure(success=True))
    if sum(faces) <= units:
        if area not in desecrated(state):
            state.record(Desecrated(me, area, spare=len(desecrated(state)) >= TOKENS))
        if third_eye(state, me):
            draw(state, me, _("The Third Eye"))
    cheap = [u.id for u in in_pool(state, me, Rank.CULTIST, Rank.MONSTER) if u.cost <= 2]
    if cheap:
        unit = yield from pick_kind(state, "desecrate/place", me, _("Which piece is placed there?"), me, lambda: cheap)
        enter(state, me, unit, 1, _("placed by Desecrate"), area)


def not_to_be_named(state: CthulhuState, me: str) -> Script[None]:
    """He Who is Not to be Named: Hastur goes to any area with a Cultist."""
    area = yield from pick_target(
        state,
        "not_to_be_named/area",
        me,
        _("Where does Hastur go?"),
        lambda: state.board.areas,
        text=_("Any area that holds a Cultist of any faction."),
    )
    state.record(UnitsMoved(me, HASTUR, 1, area, _("moves")))


def screaming_dead(state: CthulhuState, me: str) -> Script[None]:
    """Move the King one area, with any Undead from his area (The Screaming Dead)."""
    area = yield from pick_target(
        state,
        "screaming_dead/area",
        me,
        _("Where does the King go?"),
        lambda: state.board.areas,
        text=_("An area next to his."),
    )
    undead = yield from ask(
        state,
        lambda: Count(
            key="screaming_dead/undead",
            who=me,
            title=_("How many Undead go along?"),
            least=0,
            most=state.in_play(me, UNDEAD),
        ),
    )
    state.record(UnitsMoved(me, KING, 1, area, _("moves")))
    if undead:
        state.record(UnitsMoved(me, UNDEAD, undead, area, n_("moves along", "move along", undead)))


def shriek(state: CthulhuState, me: str) -> Script[None]:
    """Shriek of the Byakhee: any of your Byakhee go to one area."""
    area = yield from pick_target(state, "shriek/area", me, _("Where do the Byakhee go?"), lambda: state.board.areas)
    number = yield from ask(
        state,
        lambda: Count(
            key="shriek/number",
            who=me,
            title=_("How many Byakhee?"),
            least=1,
            most=max(1, state.in_play(me, BYAKHEE)),
        ),
    )
    state.record(UnitsMoved(me, BYAKHEE, number, area, n_("flies", "fly", number)))


def zingaya_refused(state: CthulhuState, me: str) -> str:
    """Return why Zingaya cannot be used, or an empty string."""
    if not state.in_play(me, UNDEAD):
        return _("No Undead are on the map.")
    if not pool(state, me, UNDEAD):
        return _("No Undead are in your Pool.")
    return "" if any(state.on_map(c, ACOLYTE) for c in state.enemies(me)) else _("No enemy Acolyte is on the map.")


def zingaya(state: CthulhuState, me: str) -> Script[None]:
    """Zingaya: an enemy Acolyte in an area with your Undead is Eliminated and an Undead placed."""
    area = yield from pick_target(
        state,
        "zingaya/area",
        me,
        _("Zingaya: in which area?"),
        lambda: state.board.areas,
        text=_("You have Undead there, and an enemy has an Acolyte."),
    )
    enemy = yield from pick_faction(
        state,
        "zingaya/enemy",
        me,
        _("Whose Acolyte?"),
        lambda: [c for c in state.enemies(me) if state.on_map(c, ACOLYTE)],
    )
    yield from eliminate_acolyte(state, "zingaya", enemy, me, area, replaced=True, told=lost_cultists(_("Zingaya")))
    enter(state, me, UNDEAD, 1, _("placed by Zingaya"), area)


def three_doom(state: CthulhuState, me: str) -> Script[None]:
    """Give another player of your choice 3 Doom."""
    enemy = yield from pick_faction(state, "three_doom/enemy", me, _("Who gains 3 Doom?"), lambda: state.of_others(me))
    state.record(DoomGained(enemy, 3, _("given by {faction}").format(faction=names.faction(me))))


# -- battle --------------------------------------------------------------------------------------------------------


def combat(state: CthulhuState, battle: Battle, side: str) -> dict[str, int]:
    """Undead count as a group minus 1, Byakhee as a group plus 1; Hastur is worth the present ritual cost."""
    kinds = battle.kinds(side)
    return {UNDEAD: max(0, kinds[UNDEAD] - 1), BYAKHEE: kinds[BYAKHEE] + 1, HASTUR: state.ritual_cost}


def vengeance(state: CthulhuState, battle: Battle, me: str, added: bool) -> bool:
    """Vengeance: Hastur was in the battle; Pains that Ghouls add are spread like the others (D37)."""
    if controlled(battle, me):
        return False
    return battle.took_part(me, HASTUR) and (not added or ruling(state.rulings, "D37") != OTHER)


def unseen(_state: CthulhuState, battle: Battle, me: str) -> OffBoardInputs:
    """Return what counts off the board: the cost of a Ritual, for Hastur."""
    return OffBoardInputs(ritual=bool(battle.present(me, unit=HASTUR)))


# -- ongoing -------------------------------------------------------------------------------------------------------


def passion(state: CthulhuState, _by: str) -> Script[None]:
    """Passion: 1 Power when an enemy removes Cultists, at most once per Action (D12: by an enemy only).

    It is optional, like every ability (D43).
    """
    if not state.can_use(CODE, PASSION) or (CODE, PASSION) in state.used_up:
        return
    state.record(AbilityUsedUp(CODE, PASSION))
    if (yield from yes(state, "passion", CODE, _("Passion: gain 1 Power?"))):
        state.record(PowerGained(CODE, 1, _("Passion")))


def feast(state: CthulhuState, me: str) -> Script[list[tuple[str, int]]]:
    """Feast: +1 Power per area with a Desecration token and one of your units."""
    areas = yield from pick_areas(
        state,
        "feast",
        me,
        _("Feast: where do you have units?"),
        lambda: desecrated(state),
        _("Nowhere"),
        text=_("Desecrated areas with at least one of your units."),
        rule="feast",
        suggested=desecrated(state),
    )
    return [(_("Feast"), len(areas))] if areas else []


def desecrated_glyph(glyph: str) -> Callable[[CthulhuState, str], bool]:
    """Return whether an area with this glyph holds a Desecration token."""
    return lambda state, _me: any(state.board.areas[a].glyph == glyph for a in desecrated(state))


REQUIREMENTS: Final = (
    Requirement("three_doom", N_("Another player gains 3 Doom, as an Action"), "action"),
    Requirement(
        "king", N_("Awaken the King in Yellow"), met=lambda s, me: bool(s.factions[me].marks.get("king_awakened"))
    ),
    Requirement("chevron", N_("Desecrate an area with the chevron glyph"), met=desecrated_glyph("chevron")),
    Requirement("dragon", N_("Desecrate an area with the dragon glyph"), met=desecrated_glyph("dragon")),
    Requirement("thorns", N_("Desecrate an area with the thorns glyph"), met=desecrated_glyph("thorns")),
    Requirement(
        "hastur",
        N_("Awaken Hastur"),
        met=lambda s, me: bool(s.factions[me].marks.get("hastur_awakened")),
        signs=1,
    ),
)

FACTION: Final = Faction(
    code=CODE,
    name=N_("Yellow Sign"),
    colour="#eec319",
    glyph="YS",
    sound="pale",
    ability_name=N_("Feast"),
    ability_text=N_("Gather Power: +1 per area with a Desecration token and one of your units."),
    units=UNITS,
    books=BOOKS,
    requirements=REQUIREMENTS,
    kin=(CardDiscount(RISEN_ONE, 0, 7),),
    awakenings=(
        Awakening(KING, 4, king_refused, awaken_king, gateless),
        Awakening(HASTUR, 10, hastur_refused, awaken_hastur, CthulhuState.gates_of),
    ),
    actions=(
        Action(
            "desecrate",
            N_("Desecrate"),
            lambda s, me: 1 if third_eye(s, me) else 2,
            desecrate_refused,
            desecrate,
            N_("Roll against your units there to place a Desecration token."),
            symbol="desecration",
            great=True,
        ),
        Action(
            "not_to_be_named",
            N_("He Who is Not to be Named"),
            1,
            needs(HASTUR),
            not_to_be_named,
            book="not_to_be_named",
            again=True,
            short=N_("Not to be Named"),
        ),
        Action(
            "screaming_dead",
            N_("The Screaming Dead"),
            1,
            needs(KING),
            screaming_dead,
            book="screaming_dead",
            again=True,
            short=N_("Screaming Dead"),
        ),
        Action(
            "shriek",
            N_("Shriek of the Byakhee"),
            1,
            lambda s, me: "" if s.in_play(me, BYAKHEE) else _("No Byakhee are in play."),
            shriek,
            book="shriek",
            short=N_("Shriek"),
        ),
        Action("zingaya", N_("Zingaya"), 1, zingaya_refused, zingaya, book="zingaya"),
        Action(
            "three_doom",
            N_("Give 3 Doom for a spellbook"),
            0,
            nothing_in_the_way,
            three_doom,
            requirement="three_doom",
            short=N_("Give 3 Doom"),
        ),
    ),
    unique=UniqueAbility(gather=feast),
    combat=combat,
    unseen=unseen,
    assigns_for=vengeance,
    assigns_by=N_("Vengeance"),
    start={**dict.fromkeys(BOARDS, ("europe",)), **dict.fromkeys(LIBRARIES, ("floating_tower",))},
    token=AreaMarker(N_("Desecrated")),
    lays_out=(N_("12 Desecration tokens ready"),),
    rulings={
        "D37": Ruling(
            N_("Pains that Ghouls add against Hastur's enemy"),
            {PRINTED: N_("are assigned by Yellow Sign like the others"), OTHER: N_("are assigned by their owner")},
        ),
    },
    help={
        "desecrate": N_(
            "The die must not exceed the number of your units there. Succeed or fail, place a piece costing 2 or less."
        ),
        "feast": N_("Each area with a Desecration token and at least one of your units gives 1 Power."),
    },
    cultists_lost=passion,
)
