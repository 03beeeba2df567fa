"""Black Goat (red): reference section 6, `BG`."""

from __future__ import annotations

from typing import Final

from companion.games.cthulhu_wars.facts import CounterSet, UnitsMoved
from companion.games.cthulhu_wars.model import names
from companion.games.cthulhu_wars.model.battle_state import Battle, Status
from companion.games.cthulhu_wars.model.faction import ACOLYTES, Faction
from companion.games.cthulhu_wars.model.faction_parts import (
    Action,
    Awakening,
    BattleAbility,
    OffBoardInputs,
    Requirement,
    Spellbook,
    UniqueAbility,
    nothing_in_the_way,
)
from companion.games.cthulhu_wars.model.maps import LIBRARIES
from companion.games.cthulhu_wars.model.rulings import OTHER, PRINTED, ruling
from companion.games.cthulhu_wars.model.state import ACOLYTE, CthulhuState
from companion.games.cthulhu_wars.model.units import Loss, Rank, Unit, Window
from companion.games.cthulhu_wars.rules.common_questions import (
    leaves_area,
    lost_cultists,
    other_gates,
    pick_area,
    pick_faction,
    pick_kind,
    split,
)
from companion.games.cthulhu_wars.rules.elder_signs import draw
from companion.games.cthulhu_wars.rules.figures import come
from companion.games.cthulhu_wars.rules.losses import eliminate_acolyte, leave_gate
from companion.games.cthulhu_wars.rules.pool import (
    cultists,
    cultists_on_map,
    enter,
    keeper_units,
    kinds,
    like_cultists,
    needs,
    not_in_play,
    pieces_on_map,
    pool,
    too_few_units,
)
from companion.games.cthulhu_wars.rules.single_rolls import success_or_failure, tell_roll
from companion.games.cthulhu_wars.rules.surcharges import ask_surcharge, pick_target
from companion.table.prompts import TABLE, Count, Roll
from companion.table.rulings import Ruling
from companion.table.script import Script, ask, counted, yes
from companion.table.state import Notice
from companion.table.words import N_, NN_, _, n_

CODE: Final = N_("BG")
GHOUL: Final = "ghoul"
FUNGI: Final = "fungi"
DARK_YOUNG: Final = "dark_young"
SHUB: Final = "shub_niggurath"

UNITS: Final = (
    ACOLYTES,
    Unit(GHOUL, *NN_("Ghoul", "Ghouls"), Rank.MONSTER, 2, 1, 0),
    Unit(FUNGI, *NN_("Fungi from Yuggoth", "Fungi from Yuggoth"), Rank.MONSTER, 4, 2, 1, N_("Fungi")),
    Unit(DARK_YOUNG, *NN_("Dark Young", "Dark Young"), Rank.MONSTER, 3, 3, 2),
    Unit(SHUB, *NN_("Shub-Niggurath", "Shub-Niggurath"), Rank.GOO, 1, 8, 0, formula=N_("its own Gates and Cultists")),
)

BOOKS: Final = (
    Spellbook(
        "blood_sacrifice",
        N_("Blood Sacrifice"),
        N_("Doom Phase, with Shub-Niggurath: give up a Cultist for an Elder Sign."),
    ),
    Spellbook("frenzy", N_("Frenzy"), N_("Your Cultists have Combat 1.")),
    Spellbook(
        "ghroth", N_("Ghroth"), N_("2 Power: roll against the areas with Fungi; enemies lose that many Cultists.")
    ),
    Spellbook(
        "necrophagy",
        N_("Necrophagy"),
        N_("In any battle bring in Ghouls from elsewhere; each adds a Pain to both sides."),
    ),
    Spellbook("red_sign", N_("The Red Sign"), N_("Dark Young can build and hold Gates and give Power like Cultists.")),
    Spellbook("thousand_young", N_("The Thousand Young"), N_("With Shub-Niggurath in play your Monsters cost 1 less.")),
)


def keeps_gates(state: CthulhuState, me: str) -> tuple[str, ...]:
    """Return Dark Young as keepers of Gates with The Red Sign.

    Those that hold a Gate keep it when the spellbook cannot be used.
    """
    return (DARK_YOUNG,) if state.owns(me, "red_sign") else ()


def summon_cost(state: CthulhuState, me: str, unit: Unit) -> int:
    """Return the cost of a Monster: 1 less with The Thousand Young and Shub-Niggurath in play."""
    less = 1 if unit in UNITS and state.can_use(me, "thousand_young") and state.in_play(me, SHUB) else 0
    return max(0, unit.cost - less)


def awakening_refused(state: CthulhuState, me: str) -> str:
    """Return why step 1 is not met: a controlled Gate and at least 2 Cultists on the map."""
    if not state.gates_of(me):
        return _("You control no Gate.")
    return "" if cultists_on_map(state, me) >= 2 else _("You need 2 Cultists on the map.")


def awaken_shub_niggurath(state: CthulhuState, me: str) -> Script[None]:
    """Remove 2 of your Cultists and place Shub-Niggurath at a controlled Gate."""
    area = yield from pick_target(
        state, "awaken/area", me, _("Shub-Niggurath: at which Gate?"), lambda: state.gates_of(me), refused=other_gates
    )
    yield from give_up_cultists(state, "awaken", me, 2, _("Shub-Niggurath"), how=Loss.REMOVED)
    enter(state, me, SHUB, 1, _("awakens"), area)
    state.record(CounterSet(me, "awakened", 1))


def give_up_cultists(
    state: CthulhuState, key: str, me: str, number: int, why: str, how: Loss = Loss.ELIMINATED
) -> Script[None]:
    """Give up own Cultists, one by one, saying which of them held a Gate."""
    told = lost_cultists(why, number)
    for n in range(number):
        given = eliminate_acolyte(state, f"{key}/cultist/{n}", me, me, how=how, any_kind=True, told=told)
        yield from counted(given, n + 1, number)


def avatar(state: CthulhuState, me: str) -> Script[None]:
    """Avatar: Shub-Niggurath swaps places with a Monster or Cultist; its faction picks which one."""

    def movable(code: str) -> list[str]:
        return [u.id for u in kinds(state, code, Rank.CULTIST, Rank.MONSTER) if state.on_map(code, u.id)]

    area = yield from pick_target(state, "avatar/area", me, _("Avatar: to which area?"), lambda: state.board.areas)
    faction = yield from pick_faction(
        state, "avatar/faction", me, _("Swap with whose piece?"), lambda: [c for c in state.seats if movable(c)]
    )
    unit = yield from pick_kind(
        state,
        "avatar/unit",
        faction,
        _("Which of your pieces swaps?"),
        faction,
        lambda: movable(faction),
    )
    # The unit that is left in Shub-Niggurath's old place ends the Action there.
    yield from ask_surcharge(state, me)
    if unit in keeper_units(state, faction):
        yield from leave_gate(state, "avatar/gate", faction, area, told=leaves_area(faction, unit), unit=unit)
    state.record(UnitsMoved(me, SHUB, 1, area, _("swaps by Avatar")))
    state.record(
        Notice(
            faction,
            _("{faction}: its {unit} takes Shub-Niggurath's old place").format(
                faction=names.faction(faction), unit=names.unit(faction, unit)
            ),
        )
    )


def ghroth(state: CthulhuState, me: str) -> Script[None]:
    """Ghroth: roll a die against the number of areas with Fungi.

    Not more: the enemies together Eliminate that many Cultists. More: you must place an Acolyte from any pool.
    In a two-player game the die is halved, rounded up (reference 3.8).
    """

    def areas_with_fungi() -> Count | None:
        fungi = state.in_play(me, FUNGI)
        if not fungi:
            return None
        return Count(key="ghroth/areas", who=me, title=_("In how many areas are your Fungi?"), least=1, most=fungi)

    areas = (yield from ask(state, areas_with_fungi)) or 0
    faces = yield from ask(state, lambda: Roll(key="ghroth/roll", who=me, title=_("Ghroth"), dice=1, rule="ghroth"))
    number = sum(faces)
    if state.duel:
        number = (number + 1) // 2
    if number > areas:
        tell_roll(state, me, _("Ghroth"), faces, success_or_failure(success=False))
        yield from ghroth_failed(state, me)
        return
    room = {c: sum(state.on_map(c, unit) for unit in like_cultists(state, c)) for c in state.enemies(me)}
    total = min(number, sum(room.values()))
    lost = n_("the enemies lose {n} Cultist", "the enemies lose {n} Cultists", total).format(n=total)
    tell_roll(state, me, _("Ghroth"), faces, lost)
    # Submerged Cultists are not affected, but their owner may offer them (D42).
    offered = {c: sum(state.in_play(c, unit) for unit in like_cultists(state, c)) for c in state.enemies(me)}
    text = n_(
        "The enemies lose {n} Cultist between them. Do they agree on a split within a minute?",
        "The enemies lose {n} Cultists between them. Do they agree on a split within a minute?",
        total,
    ).format(n=total)
    # One alone that can only lose what is on the map has nothing to agree on.
    alone = room == offered and sum(map(bool, room.values())) == 1
    agreed = (
        alone
        or total == sum(offered.values())
        or (yield from yes(state, "ghroth/agree", TABLE, _("Do the enemies agree?"), text=text))
    )
    room = offered if agreed else room
    shares = yield from split(state, "ghroth/share", TABLE if agreed else me, _("Cultists lost"), total, room)
    for code, share in shares.items():
        for n in range(share):
            told = lost_cultists(_("Ghroth"), share)
            given = eliminate_acolyte(state, f"ghroth/{code}/{n}", code, me, anywhere=True, any_kind=True, told=told)
            yield from counted(given, n + 1, share)


def ghroth_failed(state: CthulhuState, me: str) -> Script[None]:
    """Place one Acolyte of any faction anywhere, if any pool holds one."""
    owners = [c for c in state.seats if pool(state, c, ACOLYTE)]
    if not owners:
        return
    owner = yield from pick_faction(state, "ghroth/whose", me, _("Ghroth failed: whose Acolyte?"), lambda: owners)
    area = yield from pick_area(state, "ghroth/where", me, _("Where does it go?"), lambda: state.board.areas)
    enter(state, owner, ACOLYTE, 1, _("placed by Ghroth"), area)


def two_cultists_refused(state: CthulhuState, me: str) -> str:
    """Return why Two Cultists cannot be used, or an empty string."""
    return "" if cultists_on_map(state, me) >= 2 else _("You need 2 Cultists on the map.")


def two_cultists(state: CthulhuState, me: str) -> Script[None]:
    """Eliminate 2 of your Cultists for a spellbook."""
    yield from give_up_cultists(state, "two_cultists", me, 2, _("for a spellbook"))


def blood_sacrifice_refused(state: CthulhuState, me: str) -> str:
    """Return why Blood Sacrifice cannot be used, or an empty string."""
    return not_in_play(state, me, SHUB) or ("" if cultists_on_map(state, me) else _("You have no Cultist on the map."))


def blood_sacrifice(state: CthulhuState, me: str) -> Script[None]:
    """Blood Sacrifice: once per Doom Phase a Cultist for an Elder Sign."""
    yield from give_up_cultists(state, "blood_sacrifice", me, 1, _("Blood Sacrifice"))
    draw(state, me, _("Blood Sacrifice"))


def red_sign_power(state: CthulhuState, me: str) -> Script[list[tuple[str, int]]]:
    """Return 1 Power for each Dark Young in play (The Red Sign)."""
    yield from ()
    number = state.in_play(me, DARK_YOUNG) if state.can_use(me, "red_sign") else 0
    return [(_("Dark Young, The Red Sign"), number)] if number else []


# -- battle --------------------------------------------------------------------------------------------------------


def combat(state: CthulhuState, battle: Battle, side: str) -> dict[str, int]:
    """Frenzy gives Cultists Combat 1; Shub-Niggurath counts Gates, Cultists and, with The Red Sign, Dark Young."""
    shub = len(state.gates_of(side)) + cultists(state, side)
    if state.can_use(side, "red_sign"):
        shub += state.in_play(side, DARK_YOUNG)
    found = {SHUB: shub}
    if state.can_use(side, "frenzy"):
        found |= {unit.id: battle.kinds(side)[unit.id] for unit in kinds(state, side, Rank.CULTIST)}
    return found


def unseen(state: CthulhuState, battle: Battle, me: str) -> OffBoardInputs:
    """Return what counts off the board: Gates and pieces in play, and Ghouls for Necrophagy."""
    counted = bool(battle.present(me, unit=SHUB))
    kinds = [ACOLYTE] * counted + [DARK_YOUNG] * (counted and state.can_use(me, "red_sign"))
    return OffBoardInputs(gates=counted, in_play=(*kinds, *[GHOUL] * state.can_use(me, "necrophagy")))


def idle_ghouls(state: CthulhuState, battle: Battle, me: str) -> int:
    """Return how many Ghouls on the map took no part; one that was hidden counts (D9)."""
    busy = {Status.PRESENT, Status.RETREATED, Status.CALLED}
    if ruling(state.rulings, "D9") == OTHER:
        busy.add(Status.EXEMPT)
    here = sum(f.side == me and f.unit == GHOUL and f.status in busy for f in battle.figures)
    return state.in_play(me, GHOUL) - here


def can_call_ghouls(state: CthulhuState, battle: Battle, me: str) -> bool:
    """Return whether the ability to call ghouls can be used."""
    return idle_ghouls(state, battle, me) > 0


def can_still_call_ghouls(state: CthulhuState, battle: Battle, me: str) -> bool:
    """Return whether Ghouls can come after the Pains: only if any are newly assigned (D36)."""
    return ruling(state.rulings, "D36") != OTHER and bool(battle.struck) and can_call_ghouls(state, battle, me)


def necrophagy(state: CthulhuState, battle: Battle, me: str) -> Script[None]:
    """Necrophagy: idle Ghouls come to any battle; each is a Pain against each side, which they do not take."""
    yield from come(
        state,
        battle,
        "battle/necrophagy",
        me,
        GHOUL,
        _("Necrophagy: how many Ghouls join?"),
        lambda: idle_ghouls(state, battle, me),
        lambda number: n_("comes by Necrophagy", "come by Necrophagy", number),
        text=_("Each adds a Pain against both sides."),
        called=True,
    )


def nobody_to_share_with(state: CthulhuState, me: str) -> str:
    """Return why areas cannot be shared with every enemy faction, or an empty string."""
    absent = next((code for code in state.enemies(me) if not pieces_on_map(state, code)), "")
    if absent:
        return _("{faction} has no unit in play.").format(faction=names.faction(absent))
    return too_few_units(state, me, 1)


REQUIREMENTS: Final = (
    Requirement(
        "four_areas",
        N_("Units in 4 areas"),
        short=N_("4 areas"),
        claim=N_("units in 4 areas"),
        refused=lambda s, me: too_few_units(s, me, 4),
    ),
    Requirement(
        "six_areas",
        N_("Units in 6 areas"),
        short=N_("6 areas"),
        claim=N_("units in 6 areas"),
        after="four_areas",
        refused=lambda s, me: too_few_units(s, me, 6),
    ),
    Requirement(
        "eight_areas",
        N_("Units in 8 areas"),
        short=N_("8 areas"),
        claim=N_("units in 8 areas"),
        after="six_areas",
        refused=lambda s, me: too_few_units(s, me, 8),
    ),
    Requirement(
        "share_areas",
        N_("Share areas with every enemy faction"),
        power_per_enemy=1,
        short=N_("shared"),
        claim=N_("shared areas"),
        refused=nobody_to_share_with,
    ),
    Requirement("two_cultists", N_("Eliminate 2 of your Cultists as an Action"), "action"),
    Requirement("awaken", N_("Awaken Shub-Niggurath"), met=lambda s, me: bool(s.factions[me].marks.get("awakened"))),
)

FACTION: Final = Faction(
    code=CODE,
    name=N_("Black Goat"),
    colour="#b8374f",
    glyph="BG",
    sound="horned",
    ability_name=N_("Fertility Cult"),
    ability_text=N_("Summoning Monsters is an Unlimited Action for you."),
    units=UNITS,
    books=BOOKS,
    requirements=REQUIREMENTS,
    awakenings=(Awakening(SHUB, 8, awakening_refused, awaken_shub_niggurath, CthulhuState.gates_of, cultists=2),),
    actions=(
        Action(
            "avatar",
            N_("Avatar"),
            1,
            needs(SHUB),
            avatar,
            N_("Shub-Niggurath swaps places with a Monster or Cultist."),
            great=True,
        ),
        Action("ghroth", N_("Ghroth"), 2, nothing_in_the_way, ghroth, book="ghroth"),
        Action(
            "two_cultists",
            N_("Eliminate 2 Cultists for a spellbook"),
            0,
            two_cultists_refused,
            two_cultists,
            requirement="two_cultists",
            short=N_("2 Cultists"),
        ),
    ),
    summon_cost=summon_cost,
    gather=red_sign_power,
    doom_phase=(
        Action(
            "blood_sacrifice",
            N_("Blood Sacrifice"),
            0,
            blood_sacrifice_refused,
            blood_sacrifice,
            book="blood_sacrifice",
        ),
    ),
    combat=combat,
    worth={GHOUL: 0.5, FUNGI: 1.5, DARK_YOUNG: 2.5},
    unseen=unseen,
    onlooker=("necrophagy",),
    start={
        "earth33": ("africa",),
        "earth35": ("west_africa",),
        "earth53": ("africa",),
        "earth55": ("west_africa",),
        "earth66": ("west_africa",),
        **dict.fromkeys(LIBRARIES, ("fountain",)),
    },
    unique=UniqueAbility(unlimited=("summon",)),
    keeps_gates=keeps_gates,
    rulings={
        "D9": Ruling(
            N_("A Ghoul hidden by Invisibility"),
            {PRINTED: N_("may be called by Necrophagy"), OTHER: N_("may not be called")},
        ),
        "D36": Ruling(
            N_("Ghouls may be called by Necrophagy"),
            {PRINTED: N_("after the Kills or after the rolled Pains are assigned"), OTHER: N_("only after the Kills")},
        ),
    },
    help={
        "ghroth": N_(
            "If the die does not exceed the number of areas with your Fungi, enemies lose that many Cultists."
        ),
    },
    battle=(
        BattleAbility(
            "necrophagy",
            N_("Necrophagy"),
            Window.KILLS_ASSIGNED,
            can_call_ghouls,
            necrophagy,
            book="necrophagy",
            third_party=True,
            repeat=True,
        ),
        BattleAbility(
            "necrophagy_pains",
            N_("Necrophagy"),
            Window.PAINS_ASSIGNED,
            can_still_call_ghouls,
            necrophagy,
            book="necrophagy",
            third_party=True,
            repeat=True,
        ),
    ),
)
