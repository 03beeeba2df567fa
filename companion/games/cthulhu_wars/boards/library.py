"""Library at Celaeno (reference 3.11): Silence tokens, Custodian and Librarian, four Tomes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from msgspec import Struct

from companion.games.cthulhu_wars.boards.hooks import BoardRules
from companion.games.cthulhu_wars.facts import (
    CaptiveFreed,
    CounterSet,
    DoomGained,
    GateSet,
    PlacesSet,
    PowerGained,
    SignDiscarded,
    UnitsMoved,
)
from companion.games.cthulhu_wars.model import names, roster
from companion.games.cthulhu_wars.model.faction_parts import Action, CustomCounter, nothing_in_the_way
from companion.games.cthulhu_wars.model.maps import LIBRARY, TOMES, area_name
from companion.games.cthulhu_wars.model.state import CthulhuState
from companion.games.cthulhu_wars.model.units import Rank
from companion.games.cthulhu_wars.rules.common_questions import (
    MootError,
    pick_area,
    pick_faction,
    pick_kind,
    pick_only,
    split,
    unit_options,
)
from companion.games.cthulhu_wars.rules.elder_signs import draw
from companion.games.cthulhu_wars.rules.losses import leave_gate
from companion.games.cthulhu_wars.rules.pool import enter, in_pool, kinds, pieces_on_map
from companion.table.prompts import TABLE, Choose, Count, Option
from companion.table.script import Script, ask, pick_one, pick_some, yes
from companion.table.state import Notice
from companion.table.words import N_, _, labelled, n_

SILENCE: Final = "silence"
"""The mark of whoever holds Silence tokens."""
CUSTODIAN: Final = "custodian"
LIBRARIAN: Final = "librarian"
OUBLIETTE: Final = "oubliette"
YR, LARVAE, BARRIER, GUARDIAN = TOMES
UP, DOWN = 1, 2
"""How a Tome lies beside the card: the value of its mark."""
AGONY: Final = 3
"""The highest number of the Agony die."""


def tome(area: str) -> str:
    """Return the mark of whoever has the Tome of an area."""
    return f"tome_{area}"


def tomes(state: CthulhuState, me: str) -> list[str]:
    """Return the Tomes that a faction has, by their areas."""
    marks = state.factions[me].marks
    return [area for area in TOMES if marks.get(tome(area))]


def holder(state: CthulhuState, area: str) -> str:
    """Return the faction that has the Tome of an area, or an empty string."""
    return next((code for code in state.seats if state.factions[code].marks.get(tome(area))), "")


def overdue(state: CthulhuState, me: str) -> list[str]:
    """Return the Tomes of a faction whose Gate it does not control any more."""
    return [area for area in tomes(state, me) if state.gates.get(area) != me]


def give(state: CthulhuState, me: str, area: str, value: int, words: str) -> None:
    """Give somebody a Tome, turn it, or take it away (0)."""
    said = words.format(faction=names.faction(me), tome=area_name(area))
    state.record(CounterSet(me, tome(area), value, said))


# -- Tomes ---------------------------------------------------------------------------------------------------------


def whose_tome(state: CthulhuState) -> Script[None]:
    """Give a Tome to whoever controls the Gate of its area; nobody says what becomes of one that another holds."""
    for area in TOMES:
        owner, held = state.gates.get(area), holder(state, area)
        asked = state.places.get(tome(area), [])
        if not owner or owner == held or [owner, held] == asked:
            continue
        if held:
            title = _("Does this Tome change hands?")
            text = _("{tome}: {faction} has it, overdue. No source says whether the new controller takes it at once.")
            told = text.format(tome=area_name(area), faction=names.faction(held))
            said = yield from yes(state, f"tome/{area}", TABLE, title, text=told, rule=LIBRARY)
            # It is asked once for each of them.
            state.record(PlacesSet(tome(area), (owner, held), words=""))
            if not said:
                continue
            give(state, held, area, 0, _("{faction} gives up the Tome {tome}"))
        give(state, owner, area, UP, _("{faction} gets the Tome {tome}"))


def unusable(area: str, refused: Callable[[CthulhuState, str], str]) -> Callable[[CthulhuState, str], str]:
    """Return a refusal while a faction has not this Tome face up, or for another reason."""

    def why(state: CthulhuState, me: str) -> str:
        lies = state.factions[me].marks.get(tome(area))
        if lies == UP:
            return refused(state, me)
        return _("It is face down.") if lies == DOWN else _("You do not have this Tome.")

    return why


def used(area: str, script: Callable[[CthulhuState, str], Script[None]]) -> Callable[[CthulhuState, str], Script[None]]:
    """Return the use of a Tome, which is turned face down by it."""

    def use(state: CthulhuState, me: str) -> Script[None]:
        give(state, me, area, DOWN, _("{faction} turns the Tome {tome} face down"))
        yield from script(state, me)

    return use


def somebody_leads(state: CthulhuState, me: str) -> str:
    """Return why Yr and the Nhhngr cannot be used, or an empty string."""
    mine = state.factions[me].doom
    ahead = any(state.factions[code].doom > mine for code in state.enemies(me))
    return "" if ahead else _("Nobody has more Doom than you.")


def monsters(state: CthulhuState, me: str) -> list[str]:
    """Return the kinds of Monster that can come for nothing."""
    return [unit.id for unit in in_pool(state, me, Rank.MONSTER)]


def yr(state: CthulhuState, me: str) -> Script[None]:
    """Yr and the Nhhngr: one Monster for nothing at a Gate of one's own, or 2 Power."""

    def build() -> Choose:
        gone = "" if state.gates_of(me) else _("You control no Gate.")
        gone = gone or ("" if monsters(state, me) else _("No Monster is in your Pool."))
        options = (
            Option("monster", _("A Monster at your Gate"), gone),
            Option("power", _("{number} Power").format(number=2)),
        )
        return Choose(key="yr", who=me, title=area_name(YR), options=options, rule=LIBRARY)

    if (yield from pick_only(state, build)) == "power":
        state.record(PowerGained(me, 2, area_name(YR)))
        return
    title = _("Which Monster?")
    unit = yield from pick_kind(state, "yr/unit", me, title, me, lambda: monsters(state, me))
    area = yield from pick_area(state, "yr/area", me, _("At which Gate?"), lambda: state.gates_of(me))
    enter(state, me, unit, 1, area_name(YR), area)


def richer_enemy(state: CthulhuState, me: str) -> str:
    """Return why Larvae of the Outer Gods cannot be used, or an empty string."""
    mine = state.factions[me].power
    richer = any(state.can_act(code) and state.factions[code].power > mine for code in state.enemies(me))
    return "" if richer else _("No faction that can still act has more Power than you.")


def larvae(state: CthulhuState, me: str) -> Script[None]:
    """Larvae of the Outer Gods: an Elder Sign."""
    draw(state, me, area_name(LARVAE))
    yield from ()


def guardian(state: CthulhuState, me: str) -> Script[None]:
    """Guardian under the Lake: all units of a faction go from one area with an archway to another."""
    arches = state.board.archways
    whose = yield from pick_faction(
        state,
        "guardian/whose",
        me,
        _("Whose units go?"),
        lambda: [code for code in state.seats if pieces_on_map(state, code)],
    )
    origin = yield from pick_area(state, "guardian/from", me, _("From which archway?"), lambda: arches)
    to = yield from pick_area(
        state, "guardian/to", me, _("To which archway?"), lambda: [area for area in arches if area != origin]
    )
    words = _("{faction}: all units go from {origin} to {area}")
    said = words.format(faction=names.faction(whose), origin=area_name(origin), area=area_name(to))
    back = words.format(faction=names.faction(whose), origin=area_name(to), area=area_name(origin))
    state.record(PlacesSet(GUARDIAN, (to,), words=said, todo=said, undo=back))
    if state.gates.get(origin) == whose:
        state.record(GateSet(origin, None))


def down(state: CthulhuState, me: str) -> list[str]:
    """Return the Tomes of a faction that lie face down."""
    return [area for area in TOMES if state.factions[me].marks.get(tome(area)) == DOWN]


def cannot_turn(state: CthulhuState, me: str) -> str:
    """Return why no Tome can be turned up, or an empty string."""
    if not down(state, me):
        return _("None of your Tomes is face down.")
    return "" if to_give(state, me) else _("You have nothing to give for it.")


def turn_up(state: CthulhuState, me: str) -> Script[None]:
    """Turn a Tome up for a captured Cultist, an Elder Sign or a Silence token."""
    options = tuple(Option(area, area_name(area)) for area in down(state, me))
    area = yield from pick_only(
        state, lambda: Choose(key="tome/up", who=me, title=_("Which Tome?"), options=options, rule=LIBRARY)
    )
    yield from pay(state, "tome/pay", me, _("Turn a Tome up"))
    give(state, me, area, UP, _("{faction} turns the Tome {tome} up"))


def set_tomes(state: CthulhuState, me: str) -> Script[None]:
    """Set right which Tomes a faction has."""

    def build() -> Choose:
        options = tuple(Option(area, area_name(area)) for area in TOMES)
        return Choose(
            key="tome/held",
            who=TABLE,
            title=_("Which Tomes are yours?"),
            options=options,
            least=0,
            most=len(options),
            suggested=tuple(tomes(state, me)),
            rule=LIBRARY,
        )

    told = yield from pick_some(state, build)
    for area in TOMES:
        if (area in told) is (area in tomes(state, me)):
            continue
        for other in [code for code in state.seats if code != me and area in tomes(state, code)]:
            give(state, other, area, 0, _("{faction} gives up the Tome {tome}"))
        words = _("{faction} gets the Tome {tome}") if area in told else _("{faction} gives up the Tome {tome}")
        give(state, me, area, UP if area in told else 0, words)


# -- What is given -------------------------------------------------------------------------------------------------


def to_give(state: CthulhuState, me: str) -> list[Option]:
    """Return what a faction can give: a captured Cultist of anybody, an Elder Sign, a Silence token."""
    faction = state.factions[me]
    found = [
        Option(f"{owner}/{unit}", _("{faction} {pieces}").format(**_named(owner, unit)))
        for owner, held in faction.captives.items()
        for unit, number in held.items()
        if number and roster.card(owner).unit(unit).rank is Rank.CULTIST
    ]
    found += [Option("sign", _("Elder Sign"))] if faction.signs else []
    return [*found, *([Option(SILENCE, _("Silence token"))] if faction.marks.get(SILENCE) else [])]


def _named(owner: str, unit: str) -> dict[str, str]:
    return {"faction": names.faction(owner), "pieces": names.pieces(owner, unit, 1)}


def pay(state: CthulhuState, key: str, me: str, title: str, text: str = "") -> Script[None]:
    """Ask what a faction gives, and take it."""

    def build() -> Choose | None:
        options = tuple(to_give(state, me))
        return Choose(key=key, who=me, title=title, text=text, options=options, rule=LIBRARY) if options else None

    given = yield from pick_one(state, build)
    if given == "sign":
        state.record(SignDiscarded(me, len(state.factions[me].signs) - 1))
    elif given == SILENCE:
        spend_token(state, me)
    elif given:
        owner, __, unit = given.partition("/")
        state.record(CaptiveFreed(owner, unit, me))


def barrier(state: CthulhuState, attacker: str, defender: str) -> Script[None]:
    """Barrier of Naach-Tith: whoever declares battle on its owner gives something; nothing if it has nothing."""
    if state.factions[defender].marks.get(tome(BARRIER)) != UP:
        return
    if not to_give(state, attacker):
        words = _("{tome}: {faction} has nothing to give")
        state.record(Notice(attacker, words.format(tome=area_name(BARRIER), faction=names.faction(attacker))))
    yield from pay(state, "barrier", attacker, _("What do you give?"), area_name(BARRIER))


# -- Silence -------------------------------------------------------------------------------------------------------


def with_token(state: CthulhuState, me: str) -> str:
    """Return the faction of the same player that holds a Silence token, or an empty string."""
    return next((code for code in state.hand(me) if state.factions[code].marks.get(SILENCE)), "")


def spend_token(state: CthulhuState, me: str) -> None:
    """Discard a Silence token of a player."""
    if code := with_token(state, me):
        words = _("{faction}: Silence token discarded").format(faction=names.faction(code))
        state.record(CounterSet(code, SILENCE, state.factions[code].marks[SILENCE] - 1, words))


def no_token(state: CthulhuState, me: str) -> str:
    """Return why nobody can be sent, or an empty string."""
    return "" if with_token(state, me) else _("You have no Silence token.")


def nobody_overdue(state: CthulhuState, me: str) -> str:
    """Return why the Librarian cannot be sent, or an empty string."""
    late = not state.follows or any(overdue(state, code) for code in state.enemies(me))
    return no_token(state, me) or ("" if late else _("No enemy has an overdue Tome."))


def sent(state: CthulhuState, me: str, who: str, name: str) -> Script[tuple[str, int]]:
    """Send the Custodian or the Librarian to an area; return it, and the Agony."""
    spend_token(state, me)
    title = _("{name}: to which area?").format(name=name)
    area = yield from pick_area(state, f"{who}/area", me, title, lambda: state.board.on_map, rule=LIBRARY)
    before = state.places.get(who, [])
    stayed = before == [area]

    def build() -> Count:
        text = _("It stays where it is: 1 is added.") if stayed else ""
        title = _("What does the Agony die show?")
        return Count(key=f"{who}/agony", who=me, title=title, text=text, least=1, most=AGONY, rule=LIBRARY)

    agony = int((yield from ask(state, build)) or 1) + stayed
    words, there = _("{name} in {area}, Agony {number}"), _("{name} to {area}")
    said = words.format(name=name, area=area_name(area), number=agony)
    todo = "" if stayed else there.format(name=name, area=area_name(area))
    undo = there.format(name=name, area=area_name(before[0])) if before and not stayed else ""
    state.record(PlacesSet(who, (area,), words=said, todo=todo, undo=undo))
    return area, agony


def custodian(state: CthulhuState, me: str) -> Script[None]:
    """Send the Custodian: so many units there go to The Oubliette, split by who has sent it."""
    area, agony = yield from sent(state, me, CUSTODIAN, _("Custodian"))
    room = {code: pieces_on_map(state, code) for code in state.player_order()}
    room = {code: number for code, number in room.items() if number}
    if area == OUBLIETTE or not room:
        return
    most = min(agony, sum(room.values()))
    title, text = _("How many units go to The Oubliette?"), _("As many as the Agony, if they are there.")
    number = yield from ask(
        state,
        lambda: Count(
            key="custodian/number", who=me, title=title, text=text, least=0, most=most, suggested=most, rule=LIBRARY
        ),
    )
    shares = yield from split(state, "custodian/split", me, _("Custodian"), int(number or 0), room)
    for code, lost in shares.items():
        yield from goes_below(state, f"custodian/{code}", code, area, lost)


def goes_below(state: CthulhuState, key: str, code: str, area: str, number: int) -> Script[None]:
    """Let a faction pick so many of its units in an area, which go to The Oubliette."""
    if not number or area == OUBLIETTE:
        return

    def build() -> Choose:
        options = tuple(unit_options(state, code, kinds(state, code)))
        most = min(number, len(options))
        title = n_("Which unit goes to The Oubliette?", "Which {n} units go to The Oubliette?", most)
        return Choose(
            key=key,
            who=code,
            title=title.format(n=most),
            text=_("From {area}.").format(area=area_name(area)),
            options=options,
            least=most,
            most=most,
            rule=LIBRARY,
        )

    picked = yield from pick_some(state, build)
    for unit in kinds(state, code):
        moved = sum(name.startswith(f"{unit.id}.") for name in picked)
        if moved:
            state.record(UnitsMoved(code, unit.id, moved, OUBLIETTE, n_("goes", "go", moved), area))
    if state.gates.get(area) == code:
        yield from leave_gate(state, f"{key}/gate", code, area)


def librarian(state: CthulhuState, me: str) -> Script[None]:
    """Send the Librarian: an enemy there with an overdue Tome pays its Agony by units, Doom or returned Tomes."""
    area, agony = yield from sent(state, me, LIBRARIAN, _("Librarian"))

    def late() -> list[str]:
        return [code for code in state.enemies(me) if overdue(state, code)]

    enemy = yield from pick_faction(state, "librarian/whom", me, _("Who is there with an overdue Tome?"), late)
    left = agony
    while left:

        def build(left: int = left) -> Choose:
            doom = "" if state.factions[enemy].doom else _("You have no Doom.")
            options = [
                Option("unit", _("A unit there goes to The Oubliette")),
                Option("doom", _("{number} Doom").format(number=1), doom),
                *(Option(t, _("Return the Tome {tome}").format(tome=area_name(t))) for t in overdue(state, enemy)),
            ]
            title = n_("Librarian: {n} Agony to pay", "Librarian: {n} Agony to pay", left).format(n=left)
            return Choose(
                key=f"librarian/{left}",
                who=enemy,
                title=title,
                text=_("Each of these pays 1. No source says more of a returned Tome: if it pays all, say so below."),
                options=(*options, Option("done", _("Paid"))),
                rule=LIBRARY,
            )

        way = yield from pick_only(state, build)
        left -= 1
        if way == "done":
            break
        if way == "unit":
            yield from goes_below(state, f"librarian/unit/{left}", enemy, area, 1)
        elif way == "doom":
            state.record(DoomGained(enemy, -1, _("Librarian")))
        else:
            give(state, enemy, way, 0, _("{faction} returns the Tome {tome}"))


def guarded(state: CthulhuState) -> list[str]:
    """Return the areas in which Custodian and Librarian are: no abandoned Gate there may be taken."""
    return [*state.places.get(CUSTODIAN, []), *state.places.get(LIBRARIAN, [])]


# -- Phases --------------------------------------------------------------------------------------------------------


def doom_begins(state: CthulhuState) -> Script[None]:
    """Build Gates in the Tome areas in the first Doom Phase, hand out Silence tokens and turn Tomes up."""
    for hand in state.players:
        code = max(hand, key=lambda code: roster.card(code).silence_tokens)
        most = roster.card(code).silence_tokens
        words = n_("{faction}: Silence token", "{faction}: {n} Silence tokens", most)
        state.record(CounterSet(code, SILENCE, most, words.format(faction=names.faction(code), n=most)))
    for code in state.seats:
        for area in down(state, code):
            give(state, code, area, UP, _("{faction} turns the Tome {tome} up"))
    if state.doom_phases == 1:
        if not state.follows:
            # Where they stand only the table knows.
            raise MootError
        for area in TOMES:
            if area not in state.gates:
                state.record(GateSet(area, None, built=True))
    yield from whose_tome(state)


def gather_begins(state: CthulhuState) -> Script[None]:
    """Have everybody discard what is left of the Silence tokens."""
    for code in state.seats:
        if state.factions[code].marks.get(SILENCE):
            words = _("{faction}: Silence token discarded").format(faction=names.faction(code))
            state.record(CounterSet(code, SILENCE, 0, words))
    yield from ()


class TomeText(Struct, frozen=True):
    """What is said of a Tome."""

    area: str
    text: str


SAID: Final = (
    TomeText(YR, N_("If somebody has more Doom: a Monster for nothing at your Gate, or 2 Power")),
    TomeText(LARVAE, N_("If a faction that can act has more Power: an Elder Sign")),
    TomeText(
        BARRIER,
        N_("Whoever declares battle on you gives a captured Cultist, an Elder Sign or a Silence token"),
    ),
    TomeText(GUARDIAN, N_("All units of a faction go from one archway to another")),
)


def details(state: CthulhuState, me: str) -> list[str]:
    """Return the Tomes of a faction: how they lie, and whether they are overdue."""
    late, lines = overdue(state, me) if state.follows else [], []
    for said in SAID:
        if lies := state.factions[me].marks.get(tome(said.area)):
            how = [*([_("face down")] if lies == DOWN else []), *([_("overdue")] if said.area in late else [])]
            name = _("Tome {tome}").format(tome=area_name(said.area))
            lines.append(labelled(f"{name} ({', '.join(how)})" if how else name, _(said.text)))
    return lines


def _tome_action(
    area: str,
    name: str,
    text: str,
    refused: Callable[[CthulhuState, str], str],
    script: Callable[[CthulhuState, str], Script[None]],
) -> Action:
    return Action(tome(area), name, 1, unusable(area, refused), used(area, script), text, known=True)


RULES: Final = BoardRules(
    LIBRARY,
    N_("Library at Celaeno"),
    N_(
        "Two floors; stairs join them, for retreats too. Areas with an archway are next to each other for moving, not "
        "for retreats. Whoever controls the Gate of a Tome area has its Tome. At the start of the Doom Phase each "
        "player gets a Silence token, which sends the Custodian or the Librarian (an Action for 0 Power) and is "
        "discarded in Gather Power. Neither can be fought, and no abandoned Gate where they are can be taken. A Tome "
        "turned face down comes up again in the Doom Phase, or for a captured Cultist, an Elder Sign or a Silence "
        "token at any time."
    ),
    N_("3 to 5 players. Its neighbours are from one program, seven of them checked: look at your board"),
    lays_out=(N_("Custodian, Librarian, Silence tokens and four Tomes beside the board"),),
    doom_begins=doom_begins,
    gather_begins=gather_begins,
    noticed=whose_tome,
    actions=(
        Action(
            CUSTODIAN,
            N_("Custodian"),
            0,
            no_token,
            custodian,
            N_("To any area; as many units there as the Agony go to The Oubliette"),
            known=True,
        ),
        Action(
            LIBRARIAN,
            N_("Librarian"),
            0,
            nobody_overdue,
            librarian,
            N_("To an enemy with an overdue Tome, who pays the Agony"),
            known=True,
        ),
        _tome_action(YR, N_("Yr and the Nhhngr"), SAID[0].text, somebody_leads, yr),
        _tome_action(LARVAE, N_("Larvae of the Outer Gods"), SAID[1].text, richer_enemy, larvae),
        _tome_action(GUARDIAN, N_("Guardian under the Lake"), SAID[3].text, nothing_in_the_way, guardian),
    ),
    anytime=(
        Action("tome_up", N_("Turn a Tome up"), 0, cannot_turn, turn_up, N_("For a Cultist, an Elder Sign or a token")),
        Action("tomes", N_("Correct Tomes"), 0, nothing_in_the_way, set_tomes, N_("Say which you have")),
    ),
    attacked=barrier,
    closed=guarded,
    marks=(CustomCounter(SILENCE, names.OF_BOARDS[SILENCE], 2),),
    details=details,
    signs=((CUSTODIAN, N_("Custodian")), (LIBRARIAN, N_("Librarian"))),
)
