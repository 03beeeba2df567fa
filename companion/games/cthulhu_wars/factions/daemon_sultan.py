"""Daemon Sultan (slate): reference section 6, `DS`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from companion.games.cthulhu_wars.facts import (
    BookFlipped,
    CombatRaised,
    CounterSet,
    DoomGained,
    GateSet,
    PieceLost,
    PiecesLeft,
    PowerGained,
    PowerSpent,
    ResultIgnored,
    StartAreaTold,
)
from companion.games.cthulhu_wars.model import names
from companion.games.cthulhu_wars.model.battle_state import KILL, Battle, Figure
from companion.games.cthulhu_wars.model.faction import ACOLYTES, Faction
from companion.games.cthulhu_wars.model.faction_parts import (
    Action,
    AreaMarker,
    Awakening,
    BattleAbility,
    CustomCounter,
    OffBoardInputs,
    Progress,
    Requirement,
    Spellbook,
    StartingForces,
    UniqueAbility,
    nothing_in_the_way,
)
from companion.games.cthulhu_wars.model.maps import area_name
from companion.games.cthulhu_wars.model.rulings import OTHER, PRINTED, ruling
from companion.games.cthulhu_wars.model.state import ACOLYTE, CthulhuState, Phase
from companion.games.cthulhu_wars.model.units import Loss, Rank, Unit, Window
from companion.games.cthulhu_wars.rules.azathoth_marker import HIGHEST as HIGHEST_SPACE
from companion.games.cthulhu_wars.rules.common_questions import (
    other_gates,
    pick_area,
    pick_faction,
    pick_kind,
    split,
    taken_gates,
)
from companion.games.cthulhu_wars.rules.duel_losses import doom_for_losses
from companion.games.cthulhu_wars.rules.elder_signs import draw
from companion.games.cthulhu_wars.rules.figures import called, off_gate, pick_figure
from companion.games.cthulhu_wars.rules.mind_control import controlled, held_down_elsewhere
from companion.games.cthulhu_wars.rules.people import ended
from companion.games.cthulhu_wars.rules.pool import enter, idle_keepers, in_pool, keeper_units, kinds, needs, pool
from companion.games.cthulhu_wars.rules.single_rolls import tell_roll
from companion.games.cthulhu_wars.rules.surcharges import ask_surcharge, pick_target
from companion.games.cthulhu_wars.turn.common_actions import recruit_refused
from companion.table.prompts import TABLE, Choose, Count, Option, Roll, dice_words
from companion.table.rulings import Ruling
from companion.table.script import Script, ask, counted, pick_one, yes
from companion.table.state import TemplatedFact
from companion.table.words import N_, NN_, _

CODE: Final = N_("DS")
THESIS: Final = "avatar_thesis"
ANTITHESIS: Final = "avatar_antithesis"
SYNTHESIS: Final = "avatar_synthesis"
LARVAE: Final = {THESIS: "larva_thesis", ANTITHESIS: "larva_antithesis", SYNTHESIS: "larva_synthesis"}
"""The Larva that each Avatar takes the place of."""
AZATHOTH: Final = "azathoth"
HIGHEST: Final = 8
CHAOS_GATES: Final = 3

UNITS: Final = (
    ACOLYTES,
    Unit(
        LARVAE[THESIS],
        *NN_("Larva Thesis", "Larvae Thesis"),
        Rank.MONSTER,
        2,
        1,
        0,
        formula=N_("2 while its Avatar is in play"),
    ),
    Unit(
        LARVAE[ANTITHESIS],
        *NN_("Larva Antithesis", "Larvae Antithesis"),
        Rank.MONSTER,
        2,
        1,
        0,
        formula=N_("2 while its Avatar is in play"),
    ),
    Unit(
        LARVAE[SYNTHESIS],
        *NN_("Larva Synthesis", "Larvae Synthesis"),
        Rank.MONSTER,
        2,
        1,
        0,
        formula=N_("2 while its Avatar is in play"),
    ),
    Unit(THESIS, *NN_("Avatar Thesis", "Avatar Thesis"), Rank.GOO, 1, 4, 0, formula=N_("the marker")),
    Unit(
        ANTITHESIS, *NN_("Avatar Antithesis", "Avatar Antithesis"), Rank.GOO, 1, 4, 0, formula=N_("8 minus the marker")
    ),
    Unit(
        SYNTHESIS, *NN_("Avatar Synthesis", "Avatar Synthesis"), Rank.GOO, 1, HIGHEST, 0, formula=N_("the Azathoth die")
    ),
)

BOOKS: Final = (
    Spellbook(
        "animate_matter",
        N_("Animate Matter"),
        N_("1 Power: move one of your Chaos Gates and its Cultist to an adjacent area."),
    ),
    Spellbook("chaos_gate", N_("Chaos Gate"), N_("1 Power: place a Chaos Gate in any area without a Gate.")),
    Spellbook("consummation", N_("Consummation"), N_("1 Power: turn another of your spellbooks face up again.")),
    Spellbook(
        "fiendish_growth",
        N_("Fiendish Growth"),
        N_("1 Power: with Avatar Antithesis, place a piece from your Pool for each faction in its area."),
    ),
    Spellbook(
        "traitors",
        N_("Traitors!"),
        N_(
            "1 Power: one of your Chaos Gates becomes another player's Gate; gain an Elder Sign "
            "if you then have nothing there."
        ),
    ),
    Spellbook(
        "undirected_energy",
        N_("Undirected Energy"),
        N_("1 Power: with Avatar Thesis, gain 1 Power for each faction in its area."),
    ),
)


class ChaosPlaced(TemplatedFact, frozen=True):
    """A Chaos Gate comes to the map; nobody controls it yet."""

    TEXT = N_("A Chaos Gate in {area}")
    ON_BOARD = N_("Place a Chaos Gate in {area}")
    PUT_BACK = N_("Remove the Chaos Gate from {area}")

    who: str
    area: str

    def apply(self, state: CthulhuState) -> None:
        state.gates[self.area] = None
        state.factions[self.who].own_gates.append(self.area)

    def gaps(self) -> dict[str, object]:
        return {"area": area_name(self.area)}


class ChaosMoved(TemplatedFact, frozen=True):
    """A Chaos Gate goes to another area with the Cultist on it; a Gate there is replaced, its unit stays."""

    TEXT = N_("The Chaos Gate goes from {origin} to {area}")
    ON_BOARD = N_("Move the Chaos Gate and its Cultist from {origin} to {area}; a Gate there leaves the map")
    PUT_BACK = N_("Move the Chaos Gate and its Cultist back from {area} to {origin}; put back a Gate there")

    who: str
    origin: str
    to: str

    def apply(self, state: CthulhuState) -> None:
        if self.to in state.gates:
            state.gate_leaves(self.to)
        state.gate_leaves(self.origin, self.to)

    def gaps(self) -> dict[str, object]:
        return {"origin": area_name(self.origin), "area": area_name(self.to)}


class ChaosTamed(TemplatedFact, frozen=True):
    """A Chaos Gate becomes a normal one."""

    TEXT = N_("The Chaos Gate in {area} becomes a normal Gate")
    ON_BOARD = N_("Replace the Chaos Gate in {area} with a Gate")
    PUT_BACK = N_("Replace the Gate in {area} with a Chaos Gate")

    who: str
    area: str

    def apply(self, state: CthulhuState) -> None:
        state.factions[self.who].own_gates.remove(self.area)

    def gaps(self) -> dict[str, object]:
        return {"area": area_name(self.area)}


def marker(state: CthulhuState, me: str) -> int:
    """Return where the Azathoth marker stands."""
    return state.factions[me].marks.get(AZATHOTH, 0)


def above_marker(state: CthulhuState, me: str) -> int:
    """Return 8 less where the marker stands; it may stand higher, as the independent Azathoth leaves it."""
    return max(0, HIGHEST - marker(state, me))


def awakened(avatar: str) -> Callable[[CthulhuState, str], bool]:
    """Return a function that tells whether an Avatar has been awakened."""
    name = avatar.removeprefix("avatar_")
    return lambda state, me: bool(state.factions[me].marks.get(f"{name}_awakened"))


def held(state: CthulhuState, me: str) -> list[str]:
    """Return the areas of the Chaos Gates that it controls."""
    return [area for area in state.factions[me].own_gates if state.gates.get(area) == me]


# -- Psychosis and Chaos Gates -------------------------------------------------------------------------------------


def psychosis_refused(state: CthulhuState, me: str) -> str:
    """Return why Psychosis cannot be used, or an empty string."""
    return "" if pool(state, me, ACOLYTE) > 0 else _("You have no Acolyte in your Pool.")


def psychosis(state: CthulhuState, me: str) -> Script[None]:
    """Psychosis: an Acolyte from the pool goes to an area in which no faction has a unit."""
    area = yield from pick_target(
        state,
        "psychosis",
        me,
        _("Psychosis: in which area?"),
        lambda: [a for a in state.board.areas if state.gates.get(a) is None],
        text=_("An area in which no faction has a unit."),
        rule="psychosis",
        refused=other_gates,
    )
    enter(state, me, ACOLYTE, 1, _("placed by Psychosis"), area)
    if not state.factions[me].start:
        state.record(StartAreaTold(me, area))


def face_up(book: str, refused: Callable[[CthulhuState, str], str]) -> Callable[[CthulhuState, str], str]:
    """Refuse while the book is face down, and otherwise for its own reason."""
    return lambda state, me: _("It is face down.") if book in state.factions[me].flipped else refused(state, me)


def chaos_gate_refused(state: CthulhuState, me: str) -> str:
    """Return why Chaos Gate cannot be used, or an empty string."""
    if len(state.factions[me].own_gates) >= CHAOS_GATES:
        return _("All three Chaos Gates are on the map.")
    if ruling(state.rulings, "D58") == OTHER and idle_keepers(state, me) <= 0:
        return _("You have no Cultist without a Gate on the map.")
    return "" if set(state.board.areas) - set(state.gates) else _("Every area has a Gate.")


def chaos_gate(state: CthulhuState, me: str) -> Script[None]:
    """Chaos Gate: in any area without a Gate (D58: where a Cultist of one's own is)."""
    state.record(BookFlipped(me, "chaos_gate"))
    there = _("One of your Cultists is there.") if ruling(state.rulings, "D58") == OTHER else ""
    area = yield from pick_target(
        state,
        "chaos_gate/area",
        me,
        _("Chaos Gate: in which area?"),
        lambda: [a for a in state.board.areas if a not in state.gates],
        text=there,
        rule="chaos_gates",
        refused=taken_gates,
    )
    state.record(ChaosPlaced(me, area))


def tame_the_abandoned(state: CthulhuState, me: str) -> Script[None]:
    """Make abandoned Chaos Gates normal Gates in the Doom Phase (D26).

    Where Gates are only counted the players see which one is a Chaos Gate.
    """
    yield from ()
    for area in list(state.factions[me].own_gates):
        if area in state.abandoned_gates():
            state.record(ChaosTamed(me, area))


def needs_chaos_gate(state: CthulhuState, me: str) -> str:
    """Return that no Chaos Gate is controlled, or an empty string."""
    return "" if held(state, me) else _("You control no Chaos Gate.")


def animate_matter(state: CthulhuState, me: str) -> Script[None]:
    """Animate Matter: to a neighbouring area that is no start area of another player (D59)."""
    state.record(BookFlipped(me, "animate_matter"))
    origin = yield from pick_area(
        state, "animate_matter/from", me, _("Which Chaos Gate moves?"), lambda: held(state, me)
    )

    def near() -> list[str]:
        starts = [state.factions[code].start for code in state.enemies(me)]
        barred = [*starts, *state.factions[me].own_gates]
        return [area for area in state.board.areas[origin].adjacent if origin in held(state, me) and area not in barred]

    to = yield from pick_target(state, "animate_matter/to", me, _("Where does it go?"), near)
    state.record(ChaosMoved(me, origin, to))


def recruits(state: CthulhuState, me: str) -> dict[str, list[str]]:
    """Return other players' factions with the kinds of Cultist in their Pools that can control a Gate."""
    found = {
        code: [
            u.id
            for u in kinds(state, code, Rank.CULTIST)
            if u.id in keeper_units(state, code) and not recruit_refused(state, code, u.id)
        ]
        for code in state.of_others(me)
    }
    return {code: units for code, units in found.items() if units}


def traitors_refused(state: CthulhuState, me: str) -> str:
    """Return why Traitors cannot be used, or an empty string."""
    if not recruits(state, me):
        return _("Nobody else has a Cultist in its Pool.") if held(state, me) else needs_chaos_gate(state, me)
    return needs_chaos_gate(state, me)


def traitors(state: CthulhuState, me: str) -> Script[None]:
    """Traitors!: a Chaos Gate becomes a normal one that another's Cultist controls instead of one's own."""
    state.record(BookFlipped(me, "traitors"))
    area = yield from pick_target(state, "traitors/area", me, _("Which Chaos Gate changes?"), lambda: held(state, me))
    other = yield from pick_faction(
        state,
        "traitors/whose",
        me,
        _("Whose Cultist takes it?"),
        lambda: recruits(state, me) if area in held(state, me) else (),
    )
    kind = yield from pick_kind(
        state,
        "traitors/kind",
        me,
        _("Which kind of Cultist?"),
        other,
        lambda: recruits(state, me).get(other, ()) if area in held(state, me) else (),
    )
    state.record(ChaosTamed(me, area))

    def keepers() -> list[str]:
        return [unit for unit in keeper_units(state, me) if state.on_map(me, unit) > 0]

    if keepers():
        title = _("Which unit controls it?")
        mine = yield from pick_kind(state, "traitors/keeper", me, title, me, keepers)
        state.record(PiecesLeft(me, mine, 1, Loss.EXCHANGED, area, me))
    enter(state, other, kind, 1, _("takes its place"), area)
    state.record(GateSet(area, other))
    if (yield from yes(state, "traitors/alone", me, _("Are all your units gone from there?"))):
        draw(state, me, _("Traitors!"))


# -- the other books -----------------------------------------------------------------------------------------------


def face_down(state: CthulhuState, me: str) -> list[str]:
    """Return the books that Consummation can turn up."""
    return [book for book in state.factions[me].flipped if book != "consummation"]


def consummation_refused(state: CthulhuState, me: str) -> str:
    """Return why Consummation cannot be used, or an empty string."""
    return "" if face_down(state, me) else _("No other spellbook of yours is face down.")


def consummation(state: CthulhuState, me: str) -> Script[None]:
    """Consummation: another book of one's own can be used again."""
    state.record(BookFlipped(me, "consummation"))

    def build() -> Choose:
        options = tuple(Option(book, names.book(me, book)) for book in face_down(state, me))
        return Choose(key="consummation", who=me, title=_("Which spellbook turns face up?"), options=options)

    book = yield from pick_one(state, build)
    if book is not None:
        state.record(BookFlipped(me, book, down=False))


def factions_there(state: CthulhuState, key: str, me: str, avatar: str) -> Script[int]:
    """Ask how many factions have units in an Avatar's area, one's own counted."""
    number: int = yield from ask(
        state,
        lambda: Count(
            key=key,
            who=me,
            title=_("How many factions are there?"),
            text=_("In the area of {unit}, yours included.").format(unit=names.unit(me, avatar)),
            least=1,
            most=len(state.seats),
        ),
    )
    return number


def fiendish_growth(state: CthulhuState, me: str) -> Script[None]:
    """Fiendish Growth: a Monster or Acolyte from the pool for each faction in Avatar Antithesis' area."""
    state.record(BookFlipped(me, "fiendish_growth"))
    yield from ask_surcharge(state, me)
    number = yield from factions_there(state, "fiendish_growth/factions", me, ANTITHESIS)

    def growing() -> list[str]:
        acolyte = [ACOLYTE] if pool(state, me, ACOLYTE) > 0 else []
        return [*acolyte, *(u.id for u in in_pool(state, me, Rank.MONSTER))]

    for n in range(number):
        if growing():
            title = _("Which piece is placed there?")
            picked = pick_kind(state, f"fiendish_growth/{n}", me, title, me, growing)
            unit = yield from counted(picked, n + 1, number)
            enter(state, me, unit, 1, _("grows beside Avatar Antithesis"))


def undirected_energy(state: CthulhuState, me: str) -> Script[None]:
    """Undirected Energy: 1 Power for each faction in Avatar Thesis' area."""
    state.record(BookFlipped(me, "undirected_energy"))
    number = yield from factions_there(state, "undirected_energy", me, THESIS)
    state.record(PowerGained(me, number, _("Undirected Energy")))


def book_action(
    book: str, refused: Callable[[CthulhuState, str], str], script: Callable[[CthulhuState, str], Script[None]]
) -> Action:
    """Return an Action of a spellbook that costs 1 Power and turns it face down."""
    name = next(b.name for b in BOOKS if b.id == book)
    return Action(book, name, 1, face_up(book, refused), script, book=book)


# -- awakenings ----------------------------------------------------------------------------------------------------


def larva_missing(state: CthulhuState, me: str, avatar: str) -> str:
    """Return that the Larva of an Avatar is missing, or an empty string."""
    if state.on_map(me, LARVAE[avatar]) > 0:
        return ""
    return _("No {unit} is on the map.").format(unit=names.unit(me, LARVAE[avatar]))


def hatch(state: CthulhuState, me: str, avatar: str) -> None:
    """Replace a Larva by its Avatar."""
    if state.on_map(me, LARVAE[avatar]) > 0:
        state.record(PiecesLeft(me, LARVAE[avatar], 1, Loss.EXCHANGED, by=me))
    enter(state, me, avatar, 1, _("awakens"))
    state.record(CounterSet(me, f"{avatar.removeprefix('avatar_')}_awakened", 1))


def gift(state: CthulhuState, me: str, all_of_them: str, one_of_them: str) -> Script[str]:
    """Ask who gains what an awakening gives: `all` enemies, or one of them more."""

    def build() -> Choose:
        ones = (Option(c, one_of_them.format(faction=names.faction(c))) for c in state.of_others(me))
        return Choose(key="awaken/gift", who=me, title=_("Who gains?"), options=(Option("all", all_of_them), *ones))

    return (yield from pick_one(state, build)) or "all"


def thesis_cost(state: CthulhuState, me: str) -> int:
    """Return the cost of Thesis.

    It is chosen at the awakening; while Thesis is in play it is the value of the marker.
    """
    return marker(state, me) if state.in_play(me, THESIS) else 0


def awaken_thesis(state: CthulhuState, me: str) -> Script[None]:
    """Choose 0 to 8, set the marker there and pay that; then enemies gain Power."""
    number = yield from ask(
        state,
        lambda: Count(
            key="awaken/thesis",
            who=me,
            title=_("Avatar Thesis: at what cost?"),
            text=_("The Azathoth marker moves there, and you pay that much."),
            rule="azathoth",
            least=0,
            most=min(HIGHEST, state.factions[me].power),
        ),
    )
    words = _("The Azathoth marker stands on {number}").format(number=number)
    state.record(CounterSet(me, AZATHOTH, number, words))
    state.record(PowerSpent(me, min(number, state.factions[me].power), _("Avatar Thesis")))
    hatch(state, me, THESIS)
    who = yield from gift(state, me, _("Every enemy gains 1 Power"), _("{faction}: +2 Power"))
    for code in state.of_others(me) if who == "all" else [who]:
        state.record(PowerGained(code, 1 if who == "all" else 2, _("Avatar Thesis awakens")))


def antithesis_refused(state: CthulhuState, me: str) -> str:
    """Return why Antithesis cannot be used, or an empty string."""
    if not awakened(THESIS)(state, me):
        return _("Avatar Thesis has not been awakened yet.")
    return larva_missing(state, me, ANTITHESIS)


def awaken_antithesis(state: CthulhuState, me: str) -> Script[None]:
    """Replace its Larva; then enemies gain Doom, or one of them an Elder Sign."""
    hatch(state, me, ANTITHESIS)
    one = _("{faction}: +1 Elder Sign") if state.bag else _("{faction}: +1 Doom")
    who = yield from gift(state, me, _("Every enemy gains 1 Doom"), one)
    why = _("Avatar Antithesis awakens")
    if who != "all":
        draw(state, who, why)
        return
    for code in state.of_others(me):
        state.record(DoomGained(code, 1, why))


def synthesis_refused(state: CthulhuState, me: str) -> str:
    """Return why Synthesis cannot be used, or an empty string."""
    if not awakened(THESIS)(state, me) or not awakened(ANTITHESIS)(state, me):
        return _("The other two Avatars have not been awakened yet.")
    return larva_missing(state, me, SYNTHESIS)


def awaken_synthesis(state: CthulhuState, me: str) -> Script[None]:
    """Replace the Larva by Synthesis and roll the Azathoth die.

    The die is 1d6 + 2, and half of it, rounded up, with 2 or 3 players. The enemies agree how to lose that much Power
    and Doom, or Daemon Sultan wins at once.

    What happens if they do not have so much is not established: the table says whether it is lost.
    """
    hatch(state, me, SYNTHESIS)
    faces = yield from ask(
        state,
        lambda: Roll(
            key="awaken/azathoth", who=me, title=_("The Azathoth die"), text=_("Plus 2."), rule="azathoth", dice=1
        ),
    )
    number = sum(faces) + 2
    if len(state.seats) <= 3:
        number = (number + 1) // 2
    tell_roll(state, me, _("The Azathoth die"), faces, _("{number} Power and Doom").format(number=number))
    enemies = state.of_others(me)
    power = {c: state.factions[c].power for c in enemies}
    doom = {c: state.factions[c].doom for c in enemies}
    have = sum(power.values()) + sum(doom.values())
    text = _(
        "Within 2 minutes they must give up {number} Power and Doom in total, of {have}; "
        "otherwise {faction} wins at once."
    )
    text = text.format(number=number, have=have, faction=names.faction(me))
    if not (yield from yes(state, "awaken/agree", TABLE, _("Do the enemies agree?"), text=text)):
        state.record(ended(state, [state.hand(me)]))
        return
    number = min(number, have)
    least, most = max(0, number - sum(doom.values())), min(number, sum(power.values()))
    part = yield from ask(
        state,
        lambda: Count(key="awaken/power", who=TABLE, title=_("How much of it is Power?"), least=least, most=most),
    )
    why = _("Avatar Synthesis awakens")
    lost = yield from split(state, "awaken/power", TABLE, _("Power lost"), part, power)
    for code, share in lost.items():
        if share:
            state.record(PowerGained(code, -min(share, state.factions[code].power), why))
    lost = yield from split(state, "awaken/doom", TABLE, _("Doom lost"), number - part, doom)
    for code, share in lost.items():
        if share:
            state.record(DoomGained(code, -min(share, state.factions[code].doom), why))


# -- requirements --------------------------------------------------------------------------------------------------


def temptation(state: CthulhuState, me: str) -> Script[None]:
    """Each other player chooses to gain 1 Power or 1 Doom; one gains everything that they gain."""
    for hand in state.players:
        if me in hand:
            continue
        options = tuple(
            option
            for code in hand
            for option in (
                Option(f"{code}.power", _("1 Power for {faction}").format(faction=names.faction(code))),
                Option(f"{code}.doom", _("1 Doom for {faction}").format(faction=names.faction(code))),
            )
        )

        def build(hand: list[str] = hand, options: tuple[Option, ...] = options) -> Choose:
            return Choose(
                key=f"temptation/{hand[0]}",
                who=hand[0],
                title=_("What do you gain?"),
                rule="temptation",
                options=options,
            )

        code, what = ((yield from pick_one(state, build)) or options[0].id).split(".")
        why = _("chosen for {faction}").format(faction=names.faction(me))
        for who in (code, me):
            state.record(PowerGained(who, 1, why) if what == "power" else DoomGained(who, 1, why))


def abandoned_in_gather_power(state: CthulhuState, _me: str) -> bool:
    """Return whether a Gate stands abandoned in Gather Power."""
    return state.phase is Phase.GATHER and bool(state.abandoned_gates())


# -- battle --------------------------------------------------------------------------------------------------------


def combat(state: CthulhuState, battle: Battle, side: str) -> dict[str, int]:
    """Return the dice of Avatars and Larvae.

    Thesis has the marker's value, Antithesis 8 less it, a Larva 2 while its Avatar is in play, and Synthesis the
    Azathoth die, which counts as 1 at least before it is rolled.
    """
    there = battle.kinds(side)
    larvae = {larva: 2 * there[larva] * bool(state.in_play(side, avatar)) for avatar, larva in LARVAE.items()}
    unrolled = sum(not f.bonus for f in battle.present(side, unit=SYNTHESIS))
    return {THESIS: marker(state, side), ANTITHESIS: above_marker(state, side), SYNTHESIS: unrolled, **larvae}


def azathoth_die(state: CthulhuState, battle: Battle, me: str) -> Script[None]:
    """Avatar Synthesis: the Azathoth die as the totals are fixed, then as many dice."""
    for figure in [f for f in battle.present(me, unit=SYNTHESIS) if f.id not in battle.dimmed]:
        faces = yield from ask(
            state,
            lambda: Roll(
                key="battle/azathoth",
                who=me,
                title=_("The Azathoth die"),
                text=_("Plus 2."),
                rule="azathoth",
                dice=1,
            ),
        )
        tell_roll(state, me, _("The Azathoth die"), faces, dice_words(sum(faces) + 2))
        state.record(CombatRaised(figure.id, sum(faces) + 2))


def unseen(_state: CthulhuState, battle: Battle, me: str) -> OffBoardInputs:
    """Return what a Quick Battle must know: the marker, and the Avatars in play."""
    avatars = [avatar for avatar in LARVAE if battle.present(me, unit=avatar)]
    grown = [avatar for avatar, larva in LARVAE.items() if battle.present(me, unit=larva) or avatars]
    marked = {THESIS, ANTITHESIS} & set(avatars)
    return OffBoardInputs(in_play=tuple(grown), numbers=(f"{me}.{AZATHOTH}",) if marked else ())


def doomed(battle: Battle, me: str) -> list[Figure]:
    """Return the Avatars in the battle that have a Kill."""
    return [f for avatar in LARVAE for f in battle.present(me, unit=avatar) if KILL in f.hits and not f.spared]


def substitutes(state: CthulhuState, battle: Battle, me: str, saved: str = "") -> list[str]:
    """Return the Avatars on the map that may be lost for another one, without any that is being Killed."""
    if not state.in_play(me, SYNTHESIS) or (battle.present(me, unit=SYNTHESIS) and controlled(battle, me)):
        return []
    out = {saved, *(f.unit for f in doomed(battle, me))}
    return [avatar for avatar in LARVAE if state.on_map(me, avatar) > 0 and avatar not in out]


def give_up(state: CthulhuState, battle: Battle, me: str, avatar: str) -> None:
    """Eliminate an Avatar, in the battle or elsewhere."""
    foe = battle.foe(me)
    here = battle.present(me, unit=avatar)
    if here:
        off_gate(state, battle, here[0])
        state.record(PieceLost(me, avatar, 1, Loss.ELIMINATED, battle.area_of(here[0]), foe, figure=here[0].id))
    else:
        state.record(PiecesLeft(me, avatar, 1, Loss.ELIMINATED, by=foe))
        doom_for_losses(state, me, [avatar])


def can_rule(state: CthulhuState, battle: Battle, me: str) -> bool:
    """Return whether the ability to rule can be used."""
    return bool(doomed(battle, me)) and bool(substitutes(state, battle, me))


def cosmic_ruler(state: CthulhuState, battle: Battle, me: str) -> Script[None]:
    """Cosmic Ruler: an Avatar that a Kill is on stays, another one is Eliminated."""
    if (yield from held_down_elsewhere(state, battle, me, SYNTHESIS)):
        return
    saved = doomed(battle, me)[0]
    if len(doomed(battle, me)) > 1:
        picked = yield from pick_figure(
            state, battle, "battle/cosmic_ruler/saved", me, _("Cosmic Ruler: who is saved?"), me, Rank.GOO
        )
        saved = picked if picked in doomed(battle, me) else saved
    avatar = yield from pick_kind(
        state,
        "battle/cosmic_ruler",
        me,
        _("Cosmic Ruler: who goes instead?"),
        me,
        lambda: substitutes(state, battle, me, saved.unit),
    )
    words = _("{unit} is not Killed (Cosmic Ruler)").format(unit=called(saved))
    state.record(ResultIgnored(saved.id, words=words))
    give_up(state, battle, me, avatar)


def instead(state: CthulhuState, battle: Battle, figure: Figure) -> Script[bool]:
    """Cosmic Ruler for an Elimination in a battle."""
    me = figure.side
    if figure.unit not in LARVAE:
        return False

    def build() -> Choose:
        options = tuple(Option(a, names.unit(me, a)) for a in substitutes(state, battle, me, figure.unit))
        return Choose(
            key="battle/cosmic_ruler/instead",
            who=me,
            title=_("Cosmic Ruler: who goes instead?"),
            text=_("{unit} is to be Eliminated.").format(unit=called(figure)),
            rule="cosmic_ruler",
            options=options,
            least=0,
            decline=_("Nobody"),
        )

    avatar = yield from pick_one(state, build)
    if avatar is None or (yield from held_down_elsewhere(state, battle, me, SYNTHESIS)):
        return False
    give_up(state, battle, me, avatar)
    return True


REQUIREMENTS: Final = (
    Requirement(
        "three_larvae",
        N_("A Larva of each of the three kinds in play"),
        met=lambda s, me: all(s.in_play(me, larva) > 0 for larva in LARVAE.values()),
        progress=lambda s, me: (Progress(N_("kinds"), sum(s.in_play(me, x) > 0 for x in LARVAE.values()), 3),),
    ),
    Requirement("abandoned_gate", N_("An abandoned Gate is on the map in Gather Power"), met=abandoned_in_gather_power),
    Requirement(
        "temptation",
        N_("In a Doom Phase each other player takes 1 Power or 1 Doom, and you take the total"),
        "doom-phase",
        met=lambda _s, _me: False,
    ),
    Requirement("awaken_thesis", N_("Awaken Avatar Thesis"), met=awakened(THESIS)),
    Requirement("awaken_antithesis", N_("Awaken Avatar Antithesis"), met=awakened(ANTITHESIS)),
    Requirement("awaken_synthesis", N_("Awaken Avatar Synthesis"), met=awakened(SYNTHESIS)),
)

START: Final[Mapping[str, tuple[str, ...]]] = {}

FACTION: Final = Faction(
    code=CODE,
    name=N_("Daemon Sultan"),
    colour="#5a6470",
    glyph="DS",
    sound="flutes",
    ability_name=N_("Psychosis"),
    ability_text=N_(
        "As an Action, place an Acolyte where no faction has a unit. Your spellbooks turn face up in the Doom Phase."
    ),
    units=UNITS,
    books=BOOKS,
    requirements=REQUIREMENTS,
    awakenings=(
        Awakening(THESIS, thesis_cost, lambda s, me: larva_missing(s, me, THESIS), awaken_thesis),
        Awakening(ANTITHESIS, above_marker, antithesis_refused, awaken_antithesis),
        Awakening(SYNTHESIS, HIGHEST, synthesis_refused, awaken_synthesis),
    ),
    begins=StartingForces(4, {}),
    start=START,
    expansion=True,
    worth_mark=AZATHOTH,
    unique=UniqueAbility(
        actions=(
            Action(
                "psychosis",
                N_("Psychosis"),
                0,
                psychosis_refused,
                psychosis,
                N_("An Acolyte where no faction has a unit"),
            ),
        )
    ),
    actions=(
        book_action("animate_matter", needs_chaos_gate, animate_matter),
        book_action("chaos_gate", chaos_gate_refused, chaos_gate),
        book_action("consummation", consummation_refused, consummation),
        book_action("fiendish_growth", needs(ANTITHESIS), fiendish_growth),
        book_action("traitors", traitors_refused, traitors),
        book_action("undirected_energy", needs(THESIS), undirected_energy),
    ),
    doom_phase=(
        Action(
            "temptation",
            N_("Tempt the others for a spellbook"),
            0,
            nothing_in_the_way,
            temptation,
            requirement="temptation",
            short=N_("Tempt"),
            symbol="spellbook",
        ),
    ),
    doom_begins=tame_the_abandoned,
    battle=(
        BattleAbility(
            "cosmic_ruler",
            N_("Cosmic Ruler"),
            Window.KILLS_ASSIGNED,
            can_rule,
            cosmic_ruler,
            N_("Another Avatar is Eliminated instead of one assigned a Kill."),
            repeat=True,
        ),
    ),
    combat=combat,
    before_roll=azathoth_die,
    instead=instead,
    unseen=unseen,
    marks=(
        CustomCounter(AZATHOTH, N_("Azathoth"), HIGHEST_SPACE),
        CustomCounter("thesis_awakened", N_("Avatar Thesis awakened"), 1),
        CustomCounter("antithesis_awakened", N_("Avatar Antithesis awakened"), 1),
    ),
    token=AreaMarker(N_("Chaos Gate"), CHAOS_GATES, gates=True),
    lays_out=(N_("3 Chaos Gates and the Azathoth marker ready"),),
    one_source=(
        N_("An abandoned Chaos Gate becomes a normal Gate in the Doom Phase."),
        N_("Psychosis and Chaos Gate also cost 1 more into an area where Actions cost more."),
        N_("The rules do not say whether Cosmic Ruler works outside a battle; if it does, correct the pieces by hand."),
    ),
    help={
        "psychosis": N_("Gates do not matter, only units. The area of your very first Cultist is your start area."),
        "chaos_gates": N_(
            "A Gate in every respect, but only your Cultists can control it. If abandoned, it "
            "becomes a normal Gate on your turn in the Doom Phase. There are three."
        ),
        "azathoth": N_(
            "Avatar Thesis fights with as many dice as the marker shows, Avatar Antithesis with "
            "8 minus that. Avatar Synthesis rolls one die first and fights with that many dice "
            "plus 2. Whoever awakens the independent Azathoth moves the same marker."
        ),
        "temptation": N_("Each other player gains 1 Power or 1 Doom, their choice; you gain the total of both."),
        "cosmic_ruler": N_(
            "While Avatar Synthesis is in play, another Avatar may be Eliminated instead, "
            "wherever it is, unless it is already being Killed."
        ),
    },
    rulings={
        "D58": Ruling(
            N_("Chaos Gate, the spellbook"),
            {PRINTED: N_("in any area without a Gate"), OTHER: N_("only where one of your Cultists is")},
        ),
    },
)
