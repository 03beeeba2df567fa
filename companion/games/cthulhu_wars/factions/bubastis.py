"""Bubastis (gold): reference section 6, `BB`."""

from __future__ import annotations

from typing import Final

from companion.games.cthulhu_wars.facts import (
    CombatRaised,
    CounterSet,
    DoomGained,
    GateSet,
    KillsAdded,
    KillsAndPainsSwapped,
    KillsCancelled,
    PieceResolved,
    PowerGained,
    PowerSpent,
)
from companion.games.cthulhu_wars.model import names
from companion.games.cthulhu_wars.model.battle_state import Battle, Status
from companion.games.cthulhu_wars.model.faction import Faction
from companion.games.cthulhu_wars.model.faction_parts import (
    Action,
    AreaBesideMap,
    Awakening,
    BattleAbility,
    OffBoardInputs,
    Requirement,
    RitualVariant,
    Spellbook,
    nothing_in_the_way,
)
from companion.games.cthulhu_wars.model.maps import area_name
from companion.games.cthulhu_wars.model.rulings import OTHER, PRINTED, ruling
from companion.games.cthulhu_wars.model.state import ACOLYTE, CthulhuState
from companion.games.cthulhu_wars.model.units import Loss, Rank, Unit, Window
from companion.games.cthulhu_wars.rules.common_questions import (
    lost_unit,
    pick_kind,
)
from companion.games.cthulhu_wars.rules.elder_signs import promised
from companion.games.cthulhu_wars.rules.losses import cultists_to_lose, leave_gate, lose_unit
from companion.games.cthulhu_wars.rules.pool import enter, gates, keeper_units, kinds, too_few_units, unit_gates
from companion.games.cthulhu_wars.rules.surcharges import pick_target
from companion.table.prompts import Choose, Option
from companion.table.rulings import Ruling
from companion.table.script import Script, pick_one, pick_some
from companion.table.state import Notice, TemplatedFact
from companion.table.words import N_, NN_, _, and_list, n_

CODE: Final = N_("BB")
MARS: Final = "cat_from_mars"
SATURN: Final = "cat_from_saturn"
URANUS: Final = "cat_from_uranus"
BASTET: Final = "bastet"
CATS: Final = (ACOLYTE, MARS, SATURN, URANUS)
MOON: Final = "the_moon"
ON_THE_MOON: Final = "on_the_moon."
"""Mark of an enemy that has units there, with its code."""

SAVAGERY: Final = 4
ATTENTION: Final = 4
SIGNS: Final = {"gate": 1, "great": 2}
"""Elder Signs of Requires Attention for what is in Bastet's area."""

# Abilities that name Acolytes mean Earth Cats, too (Lunacy): they go by that id, and are Monsters.
UNITS: Final = (
    Unit(ACOLYTE, *NN_("Earth Cat", "Earth Cats"), Rank.MONSTER, 6, 1, 0, symbol="unit-earth-cat"),
    Unit(MARS, *NN_("Cat from Mars", "Cats from Mars"), Rank.MONSTER, 2, 2, 1, N_("Mars")),
    Unit(SATURN, *NN_("Cat from Saturn", "Cats from Saturn"), Rank.MONSTER, 2, 3, 2, N_("Saturn")),
    Unit(URANUS, *NN_("Cat from Uranus", "Cats from Uranus"), Rank.MONSTER, 2, 4, 3, N_("Uranus")),
    Unit(BASTET, *NN_("Bastet", "Bastet"), Rank.GOO, 1, 6, 0, formula=N_("no dice: +1 Kill for you, −1 against you")),
)

BOOKS: Final = (
    Spellbook(
        "ailurophobia",
        N_("Ailurophobia"),
        N_("Doom Phase: 1 Doom for each kind of Cat that shares an area, not the Moon, with an enemy unit."),
    ),
    Spellbook("catabolism", N_("Catabolism"), N_("Your Monsters may also be recruited where you have an Earth Cat.")),
    Spellbook(
        "catnapping",
        N_("Catnapping"),
        N_("Enemies in Bastet's area go to the Moon; you gain the Power that their units pay to move off it."),
    ),
    Spellbook(
        "predator",
        N_("Predator"),
        N_("After a battle with a Cat from Uranus the enemy Eliminates another unit of a type that it lost."),
    ),
    Spellbook("savagery", N_("Savagery"), N_("Before the dice, 1 Power: each Cat from Saturn gets +4 Combat.")),
    Spellbook(
        "zagazig",
        N_("Zagazig"),
        N_("With a Cat from Mars, after the roll: all rolled Kills become Pains and all Pains Kills, for both sides."),
    ),
)


class UnitsToMoon(TemplatedFact, frozen=True):
    """All units of an enemy go from an area to the Moon."""

    TEXT = N_("All units of {faction} go from {area} to the Moon")
    ON_BOARD = N_("Move all units of {faction} from {area} to the Moon")
    PUT_BACK = N_("Move the units of {faction} back from the Moon to {area}")

    who: str
    origin: str

    def gaps(self) -> dict[str, object]:
        return {"faction": names.faction(self.who), "area": area_name(self.origin)}


# -- Cats ----------------------------------------------------------------------------------------------------------


def cats_on_map(state: CthulhuState, me: str) -> list[str]:
    """Return the kinds of Cat on the map, the Moon included; Bastet is none."""
    return [unit for unit in CATS if state.on_map(me, unit) > 0]


def cat_power(state: CthulhuState, me: str) -> Script[list[tuple[str, int]]]:
    """Cat Power: 1 for each Cat in play."""
    yield from ()
    return [(_("Cat Power"), sum(state.in_play(me, unit) for unit in CATS))]


def summons_at(state: CthulhuState, me: str) -> str:
    """Catabolism: say where it may summon, which is also where an Earth Cat is."""
    if not state.can_use(me, "catabolism") or state.on_map(me, ACOLYTE) <= 0:
        return ""
    return _("At your Gate, or Monsters where an Earth Cat is")


def reminds(_state: CthulhuState, _me: str, action: str) -> str:
    """Return the reminder beside a Common Action."""
    return _("The Moon is next to every area") if action == "move" else ""


def ailurophobia_refused(state: CthulhuState, me: str) -> str:
    """Return why Ailurophobia cannot be used, or an empty string."""
    return "" if cats_on_map(state, me) else _("You have no Cat on the map.")


def ailurophobia(state: CthulhuState, me: str) -> Script[None]:
    """Ailurophobia: where Cats stand, and with whom, the players see; on the Moon they count by a ruling (D80)."""
    not_on_moon = _("In any area but the Moon; 1 Doom for each kind.")
    moon_too = _("In any area, the Moon too; 1 Doom for each kind.")

    def build() -> Choose:
        options = tuple(Option(unit, names.unit(me, unit, 2)) for unit in cats_on_map(state, me))
        return Choose(
            key="ailurophobia",
            who=me,
            title=_("Which Cats meet an enemy unit?"),
            text=moon_too if ruling(state.rulings, "D80") == OTHER else not_on_moon,
            options=options,
            least=0,
            most=len(options),
            decline=_("None of them"),
        )

    met = yield from pick_some(state, build)
    if met:
        state.record(DoomGained(me, len(met), names.book(me, "ailurophobia")))


# -- Bastet --------------------------------------------------------------------------------------------------------


def no_bastet(state: CthulhuState, me: str) -> str:
    """Return why nothing can be done that needs her on the map, or an empty string."""
    return "" if state.on_map(me, BASTET) > 0 else _("Bastet is not on the map.")


def awakening_refused(state: CthulhuState, me: str) -> str:
    """Return why step 1 is not met: a Cat of each kind."""
    return "" if all(state.in_play(me, unit) for unit in CATS) else _("You need a Cat of each kind in play.")


def awaken_bastet(state: CthulhuState, me: str) -> Script[None]:
    """Place her in any area without enemy units."""
    area = yield from pick_target(
        state,
        "awaken/area",
        me,
        _("Where does Bastet appear?"),
        lambda: state.board.areas,
        text=_("Any area without enemy units."),
    )
    enter(state, me, BASTET, 1, _("awakens"), area)


def attention_refused(state: CthulhuState, me: str) -> str:
    """Return why Attention cannot be used, or an empty string."""
    missing = no_bastet(state, me)
    if not missing and not any(cultists_to_lose(state, code) for code in state.enemies(me)):
        return _("No enemy Cultist is on the map.")
    return missing


def requires_attention(state: CthulhuState, me: str) -> Script[tuple[int, int]]:
    """Give 4 Doom and an Elder Sign for each thing in Bastet's area (Requires Attention).

    A unit that is a Gate counts as both.
    """

    def build() -> Choose:
        enemies = state.enemies(me)
        gate = any(gates(state, code) for code in enemies)
        great = any(state.in_play(code, u.id) for code in enemies for u in kinds(state, code, Rank.GOO))
        both = [names.unit(code, unit) for code, unit in unit_gates(state) if code != me]
        text = _("{unit} is both.").format(unit=and_list(both)) if both else ""
        signs = {one: promised(state, n) for one, n in SIGNS.items()}
        no_gate = "" if gate else _("No enemy controls a Gate.")
        no_great = "" if great else _("No enemy Great Old One is in play.")
        options = (
            Option("gate", _("A Gate that an enemy controls"), no_gate, signs["gate"]),
            Option("great", _("An enemy Great Old One"), no_great, signs["great"]),
        )
        return Choose(
            key="requires_attention",
            who=me,
            title=_("What is in Bastet's area?"),
            text=text,
            rule="requires_attention",
            options=options,
            least=0,
            most=len([o for o in options if not o.refused]),
            decline=_("Neither"),
        )

    there = yield from pick_some(state, build)
    return ATTENTION, sum(SIGNS[one] for one in there)


# -- Catnapping ----------------------------------------------------------------------------------------------------


def catnapping(state: CthulhuState, me: str) -> Script[None]:
    """Catnapping: all units of any enemies in Bastet's area go to the Moon (D57)."""
    area = yield from pick_target(
        state,
        "catnapping/area",
        me,
        _("Catnapping: where is Bastet?"),
        lambda: [a for a in state.board.areas if a != MOON],
    )

    def build() -> Choose:
        enemies = state.enemies(me)
        owner = state.gates.get(area)
        return Choose(
            key="catnapping/whom",
            who=me,
            title=_("Which enemies there go to the Moon?"),
            text=_("All their units in {area}.").format(area=area_name(area)),
            options=tuple(Option(code, names.faction(code)) for code in enemies),
            most=len(enemies),
            suggested=(owner,) if owner in enemies else (),
        )

    for code in (yield from pick_some(state, build)):
        state.record(UnitsToMoon(code, area))
        state.record(CounterSet(me, f"{ON_THE_MOON}{code}", 1))
        if area in state.held_gates(code):
            state.record(GateSet(area, None))


def sleepers(state: CthulhuState, me: str) -> list[str]:
    """Return the enemies that have units on the Moon, as far as is known."""
    return [code for code in state.enemies(me) if state.factions[me].marks.get(f"{ON_THE_MOON}{code}")]


def enemy_moved(state: CthulhuState, me: str, who: str, spent: int) -> Script[None]:
    """Catnapping: the Power that an enemy's units have paid to leave the Moon."""
    if who not in sleepers(state, me) or not state.can_use(me, "catnapping"):
        return
    words = names.book(me, "catnapping")

    def build() -> Choose:
        amounts = (Option(str(n), n_("{n} Power", "{n} Power", n).format(n=n)) for n in range(1, spent + 1))
        return Choose(
            key=f"left/{me}/{who}",
            who=who,
            title=_("Paid to leave the Moon?"),
            text=_("It goes to {faction} ({book}).").format(faction=names.faction(me), book=words),
            options=(*amounts, Option("none", _("I have no units left there"))),
            least=0,
            decline=_("None of them left it"),
        )

    picked = yield from pick_one(state, build)
    if picked == "none":
        state.record(CounterSet(me, f"{ON_THE_MOON}{who}", 0))
    elif picked is not None:
        state.record(PowerGained(me, int(picked), words))


def say_who_is_there(state: CthulhuState, me: str) -> Script[None]:
    """Ask whose units are on the Moon; some come there by other ways than Catnapping."""

    def build() -> Choose:
        enemies = state.enemies(me)
        return Choose(
            key="on_the_moon",
            who=me,
            title=_("Who has units on the Moon?"),
            text=_("When they move you are asked what they paid to leave it."),
            options=tuple(Option(code, names.faction(code)) for code in enemies),
            least=0,
            most=len(enemies),
            suggested=tuple(sleepers(state, me)),
            decline=_("Nobody"),
        )

    there = yield from pick_some(state, build)
    for code in state.enemies(me):
        if (code in there) is not (code in sleepers(state, me)):
            state.record(CounterSet(me, f"{ON_THE_MOON}{code}", int(code in there)))


# -- battle --------------------------------------------------------------------------------------------------------


def can_be_savage(state: CthulhuState, battle: Battle, me: str) -> bool:
    """Return whether the ability to be savage can be used."""
    return bool(battle.present(me, unit=SATURN)) and state.factions[me].power > 0


def savagery(state: CthulhuState, battle: Battle, me: str) -> Script[None]:
    """Savagery: 1 Power, and each Cat from Saturn has 4 Combat more."""
    yield from ()
    state.record(PowerSpent(me, 1, names.book(me, "savagery")))
    for cat in battle.present(me, unit=SATURN):
        state.record(CombatRaised(cat.id, SAVAGERY))


def can_swap(_state: CthulhuState, battle: Battle, me: str) -> bool:
    """Return whether the ability to swap can be used."""
    shown = any(battle.kills[side] or battle.pains[side] for side in battle.sides)
    return battle.took_part(me, MARS) and shown


def zagazig(state: CthulhuState, _battle: Battle, me: str) -> Script[None]:
    """Zagazig: what the dice show is turned round, for both sides."""
    yield from ()
    words = _("{book}: rolled Kills are Pains, and Pains are Kills")
    state.record(KillsAndPainsSwapped(words=words.format(book=names.book(me, "zagazig"))))


def fixed_results(state: CthulhuState, battle: Battle, me: str) -> Script[None]:
    """Bastet: 1 Kill more, and 1 less of those that the enemy's dice show."""
    yield from ()
    if not battle.took_part(me, BASTET):
        return
    foe, bastet = battle.foe(me), names.unit(me, BASTET)
    state.record(KillsAdded(me, 1, words=_("{unit} adds a Kill").format(unit=bastet)))
    if battle.kills[foe] > battle.added.get(foe, 0):
        words = _("{unit} takes a Kill off those of {faction}")
        state.record(KillsCancelled(foe, 1, words=words.format(unit=bastet, faction=names.faction(foe))))


def prey(battle: Battle, me: str) -> list[str]:
    """Return the types of unit that the enemy has lost in the battle."""
    foe = battle.foe(me)
    return list(dict.fromkeys(unit for owner, unit, how in battle.lost if owner == foe and how.a_loss))


def can_prey(_state: CthulhuState, battle: Battle, me: str) -> bool:
    """Return whether the ability to prey can be used."""
    return battle.took_part(me, URANUS) and bool(prey(battle, me))


def predator(state: CthulhuState, battle: Battle, me: str) -> Script[None]:
    """Predator: another unit of a type that the enemy has lost is Eliminated, anywhere; the enemy picks it."""
    foe = battle.foe(me)
    unit = yield from pick_kind(
        state, "battle/predator", me, _("Predator: another of which type?"), foe, lambda: prey(battle, me)
    )
    if state.on_map(foe, unit) <= 0:
        words = _("{faction}: no other {unit} (Predator)")
        state.record(Notice(foe, words.format(faction=names.faction(foe), unit=names.unit(foe, unit))))
        return
    yield from lose_unit(state, foe, unit, Loss.ELIMINATED, "", me)
    if gone := battle.beyond(foe, unit, state.on_map(foe, unit)):
        state.record(PieceResolved(gone, Status.GONE))
    if unit in keeper_units(state, foe):
        yield from leave_gate(state, "battle/predator/gate", foe, told=lost_unit(foe, unit), unit=unit)


def unseen(state: CthulhuState, battle: Battle, me: str) -> OffBoardInputs:
    """Return what counts off the board: the Power that Savagery costs."""
    needed = state.can_use(me, "savagery") and battle.present(me, unit=SATURN)
    return OffBoardInputs(numbers=(f"{me}.power",) if needed else ())


# -- requirements --------------------------------------------------------------------------------------------------


def pay_two(_state: CthulhuState, _me: str) -> Script[None]:
    """Do nothing: the price is all."""
    yield from ()


def start_areas(state: CthulhuState, me: str) -> Script[None]:
    """Give 1 Power for each enemy faction, the reward of the requirement."""
    yield from ()
    state.record(PowerGained(me, len(state.of_others(me)), _("A Cat in every start area")))


def too_few_cats(state: CthulhuState, me: str) -> str:
    """Return why there cannot be a Cat in every start area of an enemy, or an empty string."""
    starts = {state.factions[code].start for code in state.enemies(me)} - {""}
    return too_few_units(state, me, len(starts))


def lost(state: CthulhuState, me: str, *units: str) -> bool:
    """Return whether one of these Cats has been lost."""
    return any(state.factions[me].lost.get(unit) for unit in units)


REQUIREMENTS: Final = (
    Requirement("pay_two", N_("Pay 2 Power as an Action"), "action"),
    Requirement(
        "moon_empty", N_("No Earth Cat is on the Moon"), short=N_("Moon empty"), claim=N_("nobody on the Moon")
    ),
    Requirement(
        "start_areas",
        N_("A Cat is in the start area of every enemy faction"),
        also=start_areas,
        short=N_("start areas"),
        claim=N_("Cats in all start areas"),
        refused=too_few_cats,
    ),
    Requirement(
        "lost_mars_or_saturn",
        N_("A Cat from Mars or Saturn is Killed or Eliminated"),
        met=lambda s, me: lost(s, me, MARS, SATURN),
    ),
    Requirement("lost_uranus", N_("A Cat from Uranus is Killed or Eliminated"), met=lambda s, me: lost(s, me, URANUS)),
    Requirement("awaken_bastet", N_("Awaken Bastet"), met=lambda s, me: s.in_play(me, BASTET) > 0),
)

FACTION: Final = Faction(
    code=CODE,
    name=N_("Bubastis"),
    colour="#99690e",
    glyph="BB",
    sound="bells",
    ability_name=N_("Lunacy"),
    ability_text=N_("What affects Cultists may treat Earth Cats as Acolytes. They are Monsters and hold no Gates."),
    units=UNITS,
    books=BOOKS,
    requirements=REQUIREMENTS,
    awakenings=(Awakening(BASTET, 6, awakening_refused, awaken_bastet, lambda s, _c: s.board.areas),),
    start={},
    place=AreaBesideMap(MOON, N_("Moon")),
    silence_tokens=2,
    duel_without=("CC",),
    like_cultists=(ACOLYTE,),
    expansion=True,
    actions=(
        Action(
            "catnapping",
            N_("Catnapping"),
            1,
            no_bastet,
            catnapping,
            N_("Enemies in Bastet's area go to the Moon"),
            book="catnapping",
        ),
        Action(
            "pay_two",
            N_("Pay 2 Power for a spellbook"),
            2,
            nothing_in_the_way,
            pay_two,
            requirement="pay_two",
            short=N_("Pay"),
        ),
    ),
    summons_at=summons_at,
    gather=cat_power,
    reminds=reminds,
    anytime=(
        Action(
            "on_the_moon",
            N_("who is on the Moon"),
            0,
            nothing_in_the_way,
            say_who_is_there,
            N_("For Catnapping: whose units may leave it"),
            book="catnapping",
        ),
    ),
    doom_phase=(
        Action(
            "ailurophobia",
            N_("Ailurophobia"),
            0,
            ailurophobia_refused,
            ailurophobia,
            N_("1 Doom for each kind of Cat with an enemy unit"),
            book="ailurophobia",
        ),
    ),
    # Elder Gods never give the Elder Sign that a Great Old One gives in a Ritual.
    ritual_signs=lambda state, me: -state.in_play(me, BASTET),
    rites=(
        RitualVariant(
            "requires_attention",
            N_("Requires Attention"),
            attention_refused,
            requires_attention,
            N_("With an enemy Cultist in Bastet's area: 4 Doom, Elder Signs for what is there"),
            N_("Attention"),
            great=True,
        ),
    ),
    enemy_moved=enemy_moved,
    battle=(
        BattleAbility("savagery", N_("Savagery"), Window.PRE_BATTLE, can_be_savage, savagery, book="savagery"),
        BattleAbility("zagazig", N_("Zagazig"), Window.ROLLED, can_swap, zagazig, book="zagazig"),
        BattleAbility("predator", N_("Predator"), Window.AFTER_BATTLE, can_prey, predator, book="predator"),
    ),
    # An Elder God rolls no dice.
    combat=lambda _s, _b, _c: {BASTET: 0},
    after_roll=fixed_results,
    unseen=unseen,
    lays_out=(N_("the Moon tile beside the map"),),
    one_source=(
        N_("Bastet does not count as a Cat for Cat Power, Ailurophobia and the start areas."),
        N_("Zagazig needs a Cat from Mars in the battle."),
        N_("Catnapping takes the units of the enemies that you choose; another source says all but Bastet's."),
        N_("Requires Attention counts as a Ritual for abilities that react to other players' Rituals."),
    ),
    rulings={
        "D80": Ruling(
            N_("Ailurophobia for a Cat on the Moon with an enemy unit"),
            {PRINTED: N_("gives nothing"), OTHER: N_("gives 1 Doom like any other area")},
        ),
    },
    help={
        "moon": N_(
            "A land area adjacent to every area. Your units can move and retreat there and back. "
            "Others can leave by moving or retreating, but get there only by Catnapping or by "
            "something that is not a Move. Its Gate is always yours. The rules do not say "
            "whether it counts as a Gate on the map, so the companion does not count it; claim a "
            "spellbook by hand if your table does."
        ),
        "lunacy": N_(
            "Earth Cats are Monsters, but effects on Cultists or Acolytes may apply to them. "
            "They are not captured as Cultists, and neither build nor hold Gates."
        ),
        "requires_attention": N_(
            "Instead of your normal Ritual, at the same cost: 4 Doom, nothing for the Moon, and "
            "1 Elder Sign if an enemy controls a Gate in Bastet's area, or 2 if an enemy Great "
            "Old One is there. A normal Ritual gives 1 Doom and no Elder Sign."
        ),
        "bastet": N_(
            "An Elder God counts as a Great Old One, but rolls no dice. In a battle she adds 1 Kill to yours and takes "
            "1 Kill off those that the enemy rolled."
        ),
        "predator": N_(
            "Predator is not a Kill. The enemy chooses which of its units of that type is lost, "
            "here or elsewhere. A captured Cat counts like an Eliminated one."
        ),
    },
)
