"""Sleeper (orange): reference section 6, `SL`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from msgspec.structs import replace

from companion.games.cthulhu_wars.battle.declare import BATTLE_COST
from companion.games.cthulhu_wars.battle.guide import battle_at
from companion.games.cthulhu_wars.facts import ActionBegan, Captured, CounterSet, FutureKillsBecomePains, PowerGained
from companion.games.cthulhu_wars.model import names, roster
from companion.games.cthulhu_wars.model.battle_state import Battle
from companion.games.cthulhu_wars.model.faction import ACOLYTES, Faction
from companion.games.cthulhu_wars.model.faction_parts import (
    Action,
    Awakening,
    BattleAbility,
    CustomCounter,
    OffBoardInputs,
    Requirement,
    Spellbook,
    UniqueAbility,
    nothing_in_the_way,
)
from companion.games.cthulhu_wars.model.maps import LIBRARIES, area_name
from companion.games.cthulhu_wars.model.neutral_cards import TOKENS
from companion.games.cthulhu_wars.model.rulings import OTHER, PRINTED
from companion.games.cthulhu_wars.model.state import CthulhuState
from companion.games.cthulhu_wars.model.units import Rank, Unit, Window
from companion.games.cthulhu_wars.neutral.unique_abilities import uniques
from companion.games.cthulhu_wars.rules.common_questions import (
    captures,
    other_gates,
    pick_area,
    pick_faction,
    pick_kind,
    pick_only,
    taken_gates,
    unless_moot,
)
from companion.games.cthulhu_wars.rules.duel_losses import doom_for_losses
from companion.games.cthulhu_wars.rules.elder_signs import draw, promised
from companion.games.cthulhu_wars.rules.losses import leave_gate, settle_gates
from companion.games.cthulhu_wars.rules.pool import enter, in_pool, keeper_units, kinds, not_in_play, pieces_on_map
from companion.games.cthulhu_wars.rules.surcharges import ask_surcharge, pick_target, surcharge
from companion.games.cthulhu_wars.turn.action_phase import perform
from companion.games.cthulhu_wars.turn.common_actions import too_dear
from companion.games.cthulhu_wars.turn.common_choices import ActionChoice, former_choices
from companion.games.cthulhu_wars.turn.palette import gate_choices, palette
from companion.games.cthulhu_wars.turn.spellbooks import notice_requirements
from companion.table.prompts import Choose, Option
from companion.table.rulings import Ruling
from companion.table.script import Script, pick_one, yes
from companion.table.state import Fact, Notice, TemplatedFact
from companion.table.words import N_, NN_, _, labelled

CODE: Final = N_("SL")
WIZARD: Final = "wizard"
SERPENT_MAN: Final = "serpent_man"
SPAWN: Final = "formless_spawn"
TSATHOGGUA: Final = "tsathoggua"
SORCERY: Final = "ancient_sorcery"
SLUMBER: Final = "cursed_slumber"
NEXUS: Final = "energy_nexus"
ON_THE_BOARD: Final = "on_the_board"
DEMAND: Final = "demand_sacrifice"
GATE_ON_CARD: Final = "gate_on_card"

UNITS: Final = (
    ACOLYTES,
    Unit(WIZARD, *NN_("Wizard", "Wizards"), Rank.MONSTER, 2, 1, 0),
    Unit(SERPENT_MAN, *NN_("Serpent Man", "Serpent Men"), Rank.MONSTER, 3, 2, 1, N_("Serpent")),
    Unit(
        SPAWN,
        *NN_("Formless Spawn", "Formless Spawn"),
        Rank.MONSTER,
        4,
        3,
        0,
        N_("Formless"),
        formula=N_("one for each Formless Spawn and Tsathoggua on the map"),
    ),
    Unit(
        TSATHOGGUA,
        *NN_("Tsathoggua", "Tsathoggua"),
        Rank.GOO,
        1,
        8,
        0,
        formula=N_("the Power of the opponent, at least 2"),
    ),
)

BOOKS: Final = (
    Spellbook(
        SORCERY,
        N_("Ancient Sorcery"),
        N_("1 Power: put a Serpent Man on an enemy's card to use its unique ability too, until the Doom Phase ends."),
    ),
    Spellbook("burrow", N_("Burrow"), N_("A Move for which you spend 2 Power or more gives 1 back.")),
    Spellbook(
        "capture_monster",
        N_("Capture Monster"),
        N_("1 Power: capture a Monster in Tsathoggua's area, unless its own Great Old One is there."),
    ),
    Spellbook(
        SLUMBER,
        N_("Cursed Slumber"),
        N_(
            "1 Power: put one of your Gates and its unit on your card, out of reach; 1 Power brings them back anywhere."
        ),
    ),
    Spellbook(
        DEMAND,
        N_("Demand Sacrifice"),
        N_("In your battles while Tsathoggua is in play: the enemy gives you an Elder Sign, or its Kills are Pains."),
    ),
    Spellbook(
        NEXUS,
        N_("Energy Nexus"),
        N_("When a battle is declared where you have a Wizard, you may first take an Action that starts there."),
    ),
)


# -- facts ---------------------------------------------------------------------------------------------------------


class AbilityLearned(TemplatedFact, frozen=True):
    """A Serpent Man goes onto an enemy's faction card, and its unique ability is Sleeper's, too."""

    TEXT = N_("{faction}: the unique ability of {enemy}, too")
    ON_BOARD = N_("Put a Serpent Man on the faction card of {enemy}")
    PUT_BACK = N_("Put the Serpent Man on the faction card of {enemy} back on the map")

    who: str
    of: str

    def apply(self, state: CthulhuState) -> None:
        faction = state.factions[self.who]
        faction.in_play[SERPENT_MAN] -= 1
        faction.away[SERPENT_MAN] = faction.away.get(SERPENT_MAN, 0) + 1
        faction.borrowed.append(self.of)

    def gaps(self) -> dict[str, object]:
        return {"faction": names.faction(self.who), "enemy": names.faction(self.of)}


class SerpentMenReturned(TemplatedFact, frozen=True):
    """Serpent Men come back from faction cards to any areas."""

    TEXT = N_("From the faction cards of enemies to any area: {pieces}")
    ON_BOARD = N_("Put {pieces} from the cards of enemies into any area")
    PUT_BACK = N_("Put {pieces} back on the cards of enemies")

    who: str
    number: int

    def apply(self, state: CthulhuState) -> None:
        faction = state.factions[self.who]
        faction.away[SERPENT_MAN] -= self.number
        faction.in_play[SERPENT_MAN] += self.number

    def gaps(self) -> dict[str, object]:
        return {"pieces": names.pieces(self.who, SERPENT_MAN, self.number)}


class AbilitiesForgotten(Fact, frozen=True):
    """The unique abilities of others end."""

    who: str

    def apply(self, state: CthulhuState) -> None:
        state.factions[self.who].borrowed.clear()


class GateAsleep(TemplatedFact, frozen=True):
    """A Gate with the unit that controls it goes onto the faction card."""

    TEXT = N_("{faction}: the Gate in {area} sleeps on the faction card, with its {unit}")
    ON_BOARD = N_("{faction}: put the Gate of {area} and its {unit} on the faction card")
    PUT_BACK = N_("{faction}: put Gate and {unit} back into {area}")

    who: str
    area: str
    unit: str

    def apply(self, state: CthulhuState) -> None:
        faction = state.factions[self.who]
        del state.gates[self.area]
        faction.card[self.unit] = faction.card.get(self.unit, 0) + 1
        faction.marks[GATE_ON_CARD] = 1

    def gaps(self) -> dict[str, object]:
        unit = names.pieces(self.who, self.unit, 1)
        return {"faction": names.faction(self.who), "area": area_name(self.area), "unit": unit}


class GateAwoke(TemplatedFact, frozen=True):
    """The Gate on the faction card comes back into an area, with its unit if that is still there."""

    who: str
    area: str
    units: tuple[tuple[str, int], ...]

    def apply(self, state: CthulhuState) -> None:
        faction = state.factions[self.who]
        faction.card.clear()
        faction.marks[GATE_ON_CARD] = 0
        state.gates[self.area] = self.who if self.units else None

    def text(self) -> str:
        together = N_("{faction}: the Gate comes to {area} with {units}")
        return self.told(together if self.units else N_("{faction}: the Gate comes to {area}"))

    def on_board(self) -> str:
        together = N_("Put the Gate from the card of {faction} into {area} with {units}")
        return self.told(together if self.units else N_("Put the Gate from the card of {faction} into {area}"))

    def put_back(self) -> str:
        together = N_("Put the Gate in {area} and {units} back on the card of {faction}")
        return self.told(together if self.units else N_("Put the Gate in {area} back on the card of {faction}"))

    def gaps(self) -> dict[str, object]:
        units = ", ".join(names.pieces(self.who, unit, n) for unit, n in self.units)
        return {"faction": names.faction(self.who), "area": area_name(self.area), "units": units}


# -- Tsathoggua ----------------------------------------------------------------------------------------------------


def awakening_cost(state: CthulhuState, me: str) -> int:
    """Return 8, or what a borrowed ability makes of it after the first awakening."""
    again = [unique.price_again for unique in uniques(state, me) if unique.price_again]
    return min(again) if again and state.factions[me].marks.get("awakened") else 8


def awakening_refused(state: CthulhuState, me: str) -> str:
    """Return why step 1 is not met: a Formless Spawn on the map."""
    return "" if state.on_map(me, SPAWN) else _("No Formless Spawn is on the map.")


def awaken_tsathoggua(state: CthulhuState, me: str) -> Script[None]:
    """Place Tsathoggua with a Formless Spawn, which stays."""
    area = yield from pick_target(
        state,
        "awaken/area",
        me,
        _("Where does Tsathoggua appear?"),
        lambda: state.board.areas,
        text=_("An area with one of your Formless Spawn."),
    )
    enter(state, me, TSATHOGGUA, 1, _("awakens"), area)
    state.record(CounterSet(me, "awakened", 1))


def lethargy_refused(state: CthulhuState, me: str) -> str:
    """Return why Lethargy cannot be used, or an empty string."""
    return not_in_play(state, me, TSATHOGGUA) or (
        "" if any(map(state.can_act, state.enemies(me))) else _("No other faction can act.")
    )


def lethargy(state: CthulhuState, me: str) -> Script[None]:
    """Lethargy: do nothing; where Actions cost more with Tsathoggua there, this one does, too (D47)."""
    yield from ask_surcharge(state, me)
    state.record(Notice(me, _("{faction}: nothing is done").format(faction=names.faction(me))))


# -- Death from Below ----------------------------------------------------------------------------------------------


def cheapest(state: CthulhuState, me: str) -> list[str]:
    """Return the Monsters of the lowest cost in the Pool; with Abhoth also Filth."""
    there = in_pool(state, me, Rank.MONSTER)
    least = min((unit.cost for unit in there if unit.id not in TOKENS), default=0)
    return [unit.id for unit in there if unit.id in TOKENS or unit.cost == least]


def death_refused(state: CthulhuState, me: str) -> str:
    """Return why Death from Below cannot be used: it needs an own unit on the map (D60)."""
    if not cheapest(state, me):
        return _("No Monster is in your Pool.")
    return "" if pieces_on_map(state, me) else _("You have no unit on the map.")


def death_from_below(state: CthulhuState, me: str) -> Script[None]:
    """Death from Below: place a Monster of the lowest cost in the pool where you have a unit."""
    unit = yield from pick_kind(
        state, "death_from_below", me, _("Death from Below: which Monster?"), me, lambda: cheapest(state, me)
    )
    why, where = (
        _("placed by Death from Below, where there is a unit of its own"),
        _("in an area with one of its units"),
    )
    enter(state, me, unit, 1, why, where=where)


# -- Ancient Sorcery -----------------------------------------------------------------------------------------------


def unlearnt(state: CthulhuState, me: str) -> list[str]:
    """Return the enemies whose unique ability Sleeper has not used yet."""
    return [code for code in state.enemies(me) if code not in state.factions[me].borrowed]


def sorcery_refused(state: CthulhuState, me: str) -> str:
    """Return why Sorcery cannot be used, or an empty string."""
    if not state.on_map(me, SERPENT_MAN):
        return _("No Serpent Man is on the map.")
    return "" if unlearnt(state, me) else _("You have the unique abilities of all enemies.")


def ancient_sorcery(state: CthulhuState, me: str) -> Script[None]:
    """Ancient Sorcery: a Serpent Man on an enemy's card gives its unique ability until the next Doom Phase ends."""

    def build() -> Choose:
        options = tuple(
            Option(code, labelled(names.faction(code), _(card.ability_name)), detail=_(card.ability_text))
            for code in unlearnt(state, me)
            for card in [roster.card(code)]
        )
        return Choose(key=SORCERY, who=me, title=_("Ancient Sorcery: whose ability?"), options=options, rule=SORCERY)

    of = yield from pick_only(state, build)
    if state.on_map(me, SERPENT_MAN) > 0:
        state.record(AbilityLearned(me, of))


def serving_rituals(state: CthulhuState, me: str) -> int:
    """Return how many Serpent Men lend an ability that answers others' Rituals: they stay for all of them."""
    return sum(roster.card(code).unique.others_ritual is not None for code in state.factions[me].borrowed)


def serpents_return(state: CthulhuState, me: str) -> Script[None]:
    """Give 1 Power for each Serpent Man that comes back from Ritual service.

    They come back in Sleeper's place of the order, those that serve others' Rituals at the end (D48). A faction that
    has left the game gets none back.
    """
    come_back(state, me, len(state.factions[me].borrowed) - serving_rituals(state, me))
    yield from ()


def sorcery_ends(state: CthulhuState, me: str) -> Script[None]:
    """Bring the rest back at the end of the Doom Phase, and forget what was borrowed."""
    come_back(state, me, serving_rituals(state, me))
    if state.factions[me].borrowed:
        state.record(AbilitiesForgotten(me))
    yield from ()


def come_back(state: CthulhuState, me: str, number: int) -> None:
    """Bring Serpent Men back with 1 Power each."""
    number = min(number, state.factions[me].away.get(SERPENT_MAN, 0))
    if number > 0:
        state.record(SerpentMenReturned(me, number))
        state.record(PowerGained(me, number, names.book(me, SORCERY)))


# -- Burrow and Capture Monster ------------------------------------------------------------------------------------


def burrow(state: CthulhuState, me: str, spent: int) -> Script[None]:
    """Burrow: 1 Power back for 2 or more. With two players, who may not pass, it may be unwanted (as D43)."""
    if spent < 2 or not state.can_use(me, "burrow"):
        return
    if not state.duel or (yield from yes(state, "burrow", me, _("Burrow: gain 1 Power?"))):
        state.record(PowerGained(me, 1, _("Burrow")))


def catchable(state: CthulhuState, code: str) -> list[str]:
    """Return the kinds of Monster of a faction on the map; Terrors are none."""
    return [u.id for u in kinds(state, code, Rank.MONSTER) if state.on_map(code, u.id) > 0]


def capture_refused(state: CthulhuState, me: str) -> str:
    """Return why Capture cannot be used, or an empty string."""
    if not state.on_map(me, TSATHOGGUA):
        return _("Tsathoggua is not in play.")
    return "" if any(catchable(state, code) for code in state.enemies(me)) else _("No enemy Monster is on the map.")


def capture_monster(state: CthulhuState, me: str) -> Script[None]:
    """Capture Monster: as a Great Old One captures a Cultist; the owner picks which of those there."""
    yield from ask_surcharge(state, me)
    owner = yield from pick_faction(
        state,
        "capture_monster",
        me,
        _("Capture whose Monster?"),
        lambda: [code for code in state.enemies(me) if catchable(state, code)],
        text=_("In Tsathoggua's area, and no Great Old One of its faction there."),
    )
    unit = yield from pick_kind(
        state,
        "capture_monster/which",
        owner,
        _("Which Monster there is captured?"),
        owner,
        lambda: catchable(state, owner),
    )
    state.record(Captured(owner, unit, me))
    if unit in keeper_units(state, owner):
        yield from leave_gate(state, "capture_monster/gate", owner, told=captures(me, owner, unit), unit=unit)
    doom_for_losses(state, owner, [unit])


# -- Cursed Slumber ------------------------------------------------------------------------------------------------


def asleep(state: CthulhuState, me: str) -> bool:
    """Return whether a Gate, or what came with it, lies on the card."""
    return bool(state.factions[me].marks.get(GATE_ON_CARD) or state.factions[me].card)


def gates_asleep(state: CthulhuState, me: str) -> int:
    """Return the number of Gates on the card whose unit is there."""
    return int(bool(state.factions[me].marks.get(GATE_ON_CARD) and state.factions[me].card))


def abandoned_asleep(state: CthulhuState, me: str) -> int:
    """Return the number of Gates on the card whose unit has been given up."""
    return int(bool(state.factions[me].marks.get(GATE_ON_CARD) and not state.factions[me].card))


def slumber_refused(state: CthulhuState, me: str) -> str:
    """Return why Slumber cannot be used, or an empty string."""
    if asleep(state, me):
        return _("A Gate is already on your card.")
    return "" if state.gates_of(me) else _("You control no Gate.")


def cursed_slumber(state: CthulhuState, me: str) -> Script[None]:
    """Cursed Slumber: a controlled Gate and its unit go onto the faction card."""
    area = yield from pick_area(
        state,
        "cursed_slumber/gate",
        me,
        _("Which Gate falls asleep?"),
        lambda: state.gates_of(me),
        rule=SLUMBER,
        refused=other_gates,
    )
    unit = yield from pick_kind(
        state,
        "cursed_slumber/unit",
        me,
        _("Which unit controls it?"),
        me,
        lambda: [unit for unit in keeper_units(state, me) if area in state.gates and state.on_map(me, unit) > 0],
    )
    state.record(GateAsleep(me, area, unit))


def end_refused(state: CthulhuState, me: str) -> str:
    """Return why End cannot be used, or an empty string."""
    return "" if asleep(state, me) else _("No Gate lies on your card.")


def end_slumber(state: CthulhuState, me: str) -> Script[None]:
    """Cursed Slumber, second half: Gate and unit come to any area without a Gate."""
    area = yield from pick_target(
        state,
        "end_slumber/area",
        me,
        _("Where does the Gate come back?"),
        lambda: [a for a in state.board.areas if a not in state.gates],
        refused=taken_gates,
    )
    state.record(GateAwoke(me, area, tuple(state.factions[me].card.items())))


# -- Energy Nexus --------------------------------------------------------------------------------------------------


def has_nexus(state: CthulhuState, declared: Battle, me: str) -> bool:
    """Return whether there may be a Wizard in the area; where Sleeper is no side only the players see it."""
    if not state.can_use(me, NEXUS):
        return False
    if me in declared.sides:
        return any(f.side == me and f.unit == WIZARD for f in declared.figures)
    # What somebody has who looks on at a Quick Battle is known only if it has any pieces at all.
    return state.on_map(me, WIZARD) > 0 or (state.skirmish and not state.factions[me].in_play)


def nexus_on_the_board(state: CthulhuState, declared: Battle, me: str) -> Script[bool]:
    """Ask whether an Action comes before a Quick Battle; without a game around it the table takes it on the board."""
    if not has_nexus(state, declared, me):
        return False
    text = _(
        "With a Wizard of yours in {area}. Take the Action on the board; then say who is here. A Battle as that Action "
        "is a Quick Battle of its own, fought first."
    )

    def build() -> Choose:
        return Choose(
            key=f"{NEXUS}/{me}",
            who=me,
            title=_("Energy Nexus: an Action first?"),
            text=text.format(area=area_name(declared.area)),
            rule=NEXUS,
            options=(Option(ON_THE_BOARD, _("An Action on the board")),),
            least=0,
            decline=_("No Action"),
        )

    if (yield from pick_one(state, build)) is None:
        return False
    state.record(Notice(me, _("Energy Nexus: an Action on the board")))
    return True


def energy_nexus(state: CthulhuState, declared: Battle, me: str, inner: bool) -> Script[bool]:
    """Run Energy Nexus before a battle.

    One Action that starts in its area may be done, also a Battle, but not a third one in a row; Gates may be controlled
    and abandoned besides.
    """
    if state.skirmish:
        return (yield from nexus_on_the_board(state, declared, me))
    acted = done = False

    def choices() -> list[ActionChoice]:
        actions = [] if acted else nexus_actions(state, declared.area, me, battles=not inner)
        return [*actions, *gate_choices(state, me)]

    def build() -> Choose | None:
        found = choices()
        if not any(not c.refused and (c.worth_asking or c.counts) for c in found):
            return None
        return Choose(
            key=f"{NEXUS}/{me}",
            who=me,
            title=_("Energy Nexus: an Action first?"),
            text=_("With a Wizard of yours in {area}; only what starts there.").format(area=area_name(declared.area)),
            rule=NEXUS,
            options=tuple(c.option for c in found),
            former=("battle",),
            least=0,
            decline=_("Done") if acted else _("No Action"),
        )

    while has_nexus(state, declared, me) or acted:
        picked = yield from pick_one(state, build)
        if picked is None:
            break
        choice = next(c for c in [*choices(), *former_choices(state, me)] if c.id == picked)
        state.record(ActionBegan())
        action, __, enemy = picked.partition("/")
        fights = action == "battle"
        script = battle_at(state, me, declared.area, enemy) if fights else perform(state, me, choice)
        finished = yield from unless_moot(state, me, script)
        acted, done = acted or (choice.counts and finished), True
        yield from settle_gates(state)
        yield from notice_requirements(state)
    if done:
        state.record(ActionBegan())
    return done


def nexus_actions(state: CthulhuState, area: str, me: str, *, battles: bool) -> list[ActionChoice]:
    """Return the Actions that may start in an area, with reasons against the others.

    Where Gates are only counted the players see who has one there.
    """
    own = state.gates.get(area) == me or not state.follows
    mine = "" if own else _("You control no Gate in {area}.").format(area=area_name(area))
    taken = _("There is a Gate in {area}.").format(area=area_name(area)) if area in state.gates else ""
    here = {
        "summon": mine,
        SLUMBER: mine,
        "create_gate": taken,
        "battle": too_dear(state, me, BATTLE_COST + surcharge(state, me, area)),
    }
    return [
        replace(
            choice,
            option=replace(choice.option, refused=here.get(choice.option.tile or choice.id, "") or choice.refused),
        )
        for choice in palette(state, me, [], acted=False)
        if choice.counts and choice.id != "pass" and (battles or choice.option.tile != "battle")
    ]


# -- battle --------------------------------------------------------------------------------------------------------


def combat(state: CthulhuState, battle: Battle, side: str) -> dict[str, int]:
    """Each Formless Spawn counts those on the map, and Tsathoggua; he counts the opponent's Power, at least 2."""
    each = state.on_map(side, SPAWN) + state.on_map(side, TSATHOGGUA)
    return {
        SPAWN: battle.kinds(side)[SPAWN] * each,
        TSATHOGGUA: max(2, state.factions[battle.foe(side)].power),
    }


def unseen(state: CthulhuState, battle: Battle, me: str) -> OffBoardInputs:
    """Return what counts off the board: Formless Spawn, Tsathoggua and the opponent's Power."""
    if me not in battle.sides:
        return OffBoardInputs()
    spawn = bool(battle.present(me, unit=SPAWN))
    sleeping = spawn or state.can_use(me, DEMAND)
    power = (f"{battle.foe(me)}.power",) if battle.present(me, unit=TSATHOGGUA) else ()
    return OffBoardInputs(in_play=(*[SPAWN] * spawn, *[TSATHOGGUA] * sleeping), numbers=power)


def can_demand(state: CthulhuState, _battle: Battle, me: str) -> bool:
    """Return whether Tsathoggua is in play; he need not be in the battle (D15)."""
    return bool(state.in_play(me, TSATHOGGUA))


def demand_sacrifice(state: CthulhuState, battle: Battle, me: str) -> Script[None]:
    """Demand Sacrifice: the enemy picks an Elder Sign for Sleeper now, or its Kills in this battle count as Pains."""
    foe = battle.foe(me)
    options = (
        Option("sign", labelled(names.faction(me), promised(state, 1))),
        Option("pains", _("My Kills count as Pains")),
    )
    picked = yield from pick_one(
        state,
        lambda: Choose(
            key="battle/demand_sacrifice", who=foe, title=_("Demand Sacrifice: what do you give?"), options=options
        ),
    )
    if picked == "sign":
        draw(state, me, _("Demand Sacrifice"))
    else:
        words = _("The Kills of {faction} will count as Pains (Demand Sacrifice)")
        state.record(FutureKillsBecomePains(foe, "D45", words=words.format(faction=names.faction(foe))))


def count_dice(state: CthulhuState, battle: Battle, me: str) -> Script[None]:
    """Note six or more dice in one battle."""
    if battle.dice.get(me, 0) >= 6 and not state.factions[me].marks.get("six_dice"):
        state.record(CounterSet(me, "six_dice", 1))
    yield from ()


# -- requirements --------------------------------------------------------------------------------------------------


def give_three(state: CthulhuState, me: str) -> Script[None]:
    """Give one other player of your choice 3 Power."""
    other = yield from pick_faction(state, "give_three", me, _("Who gains 3 Power?"), lambda: state.of_others(me))
    state.record(PowerGained(other, 3, given_by(me)))


def give_one(state: CthulhuState, me: str) -> Script[None]:
    """Give every other player 1 Power."""
    for hand in others(state, me):
        title = _("Which of yours gains 1 Power?")
        code = yield from pick_faction(state, f"give_one/{hand[0]}", hand[0], title, lambda hand=hand: hand)  # type: ignore[misc]
        state.record(PowerGained(code, 1, given_by(me)))


def take_one(state: CthulhuState, me: str) -> Script[None]:
    """Take 1 Power from every other player that has any."""
    for hand in others(state, me):

        def able(hand: list[str] = hand) -> list[str]:
            return [code for code in hand if state.factions[code].power > 0]

        if able():
            title = _("Which of yours loses 1 Power?")
            code = yield from pick_faction(state, f"take_one/{hand[0]}", hand[0], title, able)
            state.record(PowerGained(code, -1, _("taken by {faction}").format(faction=names.faction(me))))


def others(state: CthulhuState, me: str) -> list[list[str]]:
    """Return the factions of each other player, in player order."""
    return [hand for hand in state.hands_from(me) if me not in hand]


def given_by(me: str) -> str:
    """Return the words for an ability that a faction has given."""
    return _("given by {faction}").format(faction=names.faction(me))


def marked(mark: str) -> Callable[[CthulhuState, str], bool]:
    """Return whether something has happened."""
    return lambda state, me: bool(state.factions[me].marks.get(mark))


REQUIREMENTS: Final = (
    Requirement("give_three", N_("Spend 3 Power: another player gains 3, as an Action"), "action"),
    Requirement("give_one", N_("Spend 3 Power: all other players gain 1, as an Action"), "action"),
    Requirement("take_one", N_("Spend 3 Power: all other players lose 1, as an Action"), "action"),
    Requirement("six_dice", N_("Roll 6 or more dice in one battle"), met=marked("six_dice")),
    Requirement("ritual", N_("Perform a Ritual of Annihilation"), met=lambda s, me: s.factions[me].rituals > 0),
    Requirement("awaken", N_("Awaken Tsathoggua"), met=marked("awakened")),
)


def three(requirement: str, name: str, short: str, script: Callable[[CthulhuState, str], Script[None]]) -> Action:
    """Return one of the requirement Actions for 3 Power."""
    return Action(requirement, name, 3, nothing_in_the_way, script, requirement=requirement, short=short)


FACTION: Final = Faction(
    code=CODE,
    name=N_("Sleeper"),
    colour="#ef7708",
    glyph="SL",
    sound="slow",
    ability_name=N_("Death from Below"),
    ability_text=N_("Doom Phase: place the cheapest Monster of your Pool where you have a unit."),
    units=UNITS,
    books=BOOKS,
    requirements=REQUIREMENTS,
    awakenings=(
        Awakening(TSATHOGGUA, awakening_cost, awakening_refused, awaken_tsathoggua, lambda s, _c: s.board.areas),
    ),
    start={
        "earth33": ("north_america",),
        "earth35": ("north_america",),
        "earth53": ("north_america_west",),
        "earth55": ("north_america_west",),
        "earth66": ("north_america_west",),
        **dict.fromkeys(LIBRARIES, ("chamber_of_sngac",)),
    },
    expansion=True,
    unique=UniqueAbility(
        doom_phase=(
            Action(
                "death_from_below",
                N_("Death from Below"),
                0,
                death_refused,
                death_from_below,
                N_("The cheapest Monster of your Pool, to an area with one of your units."),
            ),
        ),
    ),
    borrows=True,
    actions=(
        Action(
            "lethargy",
            N_("Lethargy"),
            0,
            lethargy_refused,
            lethargy,
            N_("Do nothing, with Tsathoggua in play."),
            great=True,
        ),
        Action(SORCERY, N_("Ancient Sorcery"), 1, sorcery_refused, ancient_sorcery, book=SORCERY),
        Action("capture_monster", N_("Capture Monster"), 1, capture_refused, capture_monster, book="capture_monster"),
        Action(SLUMBER, N_("Cursed Slumber"), 1, slumber_refused, cursed_slumber, book=SLUMBER, short=N_("Slumber")),
        Action(
            "end_slumber",
            N_("End of Cursed Slumber"),
            1,
            end_refused,
            end_slumber,
            N_("Gate and unit come back to any area without a Gate."),
            book=SLUMBER,
            short=N_("End Slumber"),
            ends=True,
        ),
        three("give_three", N_("Another player gains 3, for a spellbook"), N_("Give 3"), give_three),
        three("give_one", N_("All others gain 1, for a spellbook"), N_("All +1"), give_one),
        three("take_one", N_("All others lose 1, for a spellbook"), N_("All −1"), take_one),
    ),
    doom_begins=serpents_return,
    doom_ends=sorcery_ends,
    after_move=burrow,
    more_gates=gates_asleep,
    more_abandoned=abandoned_asleep,
    interrupts=energy_nexus,
    onlooker=(NEXUS,),
    combat=combat,
    unseen=unseen,
    after_battle=count_dice,
    battle=(
        BattleAbility(DEMAND, N_("Demand Sacrifice"), Window.PRE_BATTLE, can_demand, demand_sacrifice, book=DEMAND),
    ),
    marks=(
        CustomCounter(GATE_ON_CARD, N_("Gate on the card"), 1),
        CustomCounter("awakened", N_("Tsathoggua awakened"), 1),
    ),
    rulings={
        "D45": Ruling(
            N_("Demand Sacrifice: Kills that count as Pains"),
            {PRINTED: N_("all Kill results of the enemy, added ones too"), OTHER: N_("only those of its dice")},
        ),
    },
    help={
        SORCERY: N_(
            "Meanwhile the Serpent Man is neither in play nor in the Pool. He returns in your "
            "Doom Phase turn, with 1 Power. Text that names a Great Old One applies to "
            "Tsathoggua. The enemy loses nothing."
        ),
        SLUMBER: N_("The Gate still gives Power and Doom, and nobody can touch it. At most one Gate sleeps."),
        NEXUS: N_(
            "Any player's battle, in any player's turn: move out of the area, recruit, summon, "
            "awaken, capture or build there, or take an Action that needs no area. It may be a "
            "battle, which is fought first. Then the declared battle goes on with the units "
            "still there; if one side has none left, it is over."
        ),
    },
)
