"""Crawling Chaos (blue): reference section 6, `CC`."""

from __future__ import annotations

from typing import Final

from companion.games.cthulhu_wars.facts import (
    BookFlipped,
    CounterSet,
    PieceAbilityUsed,
    PieceResolved,
    PowerGained,
    RequirementMet,
)
from companion.games.cthulhu_wars.model import names, roster
from companion.games.cthulhu_wars.model.battle_state import Battle, Figure, Status
from companion.games.cthulhu_wars.model.faction import ACOLYTES, Faction
from companion.games.cthulhu_wars.model.faction_parts import (
    Action,
    Awakening,
    BattleAbility,
    CardDiscount,
    OffBoardInputs,
    Progress,
    Requirement,
    Spellbook,
    UniqueAbility,
    nothing,
    nothing_in_the_way,
)
from companion.games.cthulhu_wars.model.maps import LIBRARIES
from companion.games.cthulhu_wars.model.neutral_cards import (
    AZATHOTH,
    BLOATED_WOMAN,
    CARDS,
    DARK_DEMON,
    DEAREST,
    HAUNTER,
    SHADOW_PHARAOH,
)
from companion.games.cthulhu_wars.model.state import CthulhuState
from companion.games.cthulhu_wars.model.units import Loss, Rank, Unit, Window
from companion.games.cthulhu_wars.rules.common_questions import other_gates, split
from companion.games.cthulhu_wars.rules.elder_signs import draw, promised
from companion.games.cthulhu_wars.rules.figures import called, come, lose, pick_figure
from companion.games.cthulhu_wars.rules.pool import enter, not_in_play
from companion.games.cthulhu_wars.rules.single_rolls import tell_roll
from companion.games.cthulhu_wars.rules.surcharges import pick_target
from companion.table.prompts import TABLE, Choose, Count, Option, Roll
from companion.table.script import Script, ask, counted, pick_one, yes
from companion.table.state import Notice
from companion.table.words import N_, NN_, _, n_

CODE: Final = N_("CC")
NYARLATHOTEP: Final = "nyarlathotep"
NIGHTGAUNT: Final = "nightgaunt"
HORROR: Final = "hunting_horror"
HORRORS: Final = 2
PAID_FOUR: Final = "pay_four"
PAID_SIX: Final = "pay_six"
HARBINGER: Final = N_("For a Kill or Pain on an enemy Great Old One: Power for half its cost, or 2 Elder Signs.")

UNITS: Final = (
    ACOLYTES,
    Unit(NIGHTGAUNT, *NN_("Nightgaunt", "Nightgaunts"), Rank.MONSTER, 3, 1, 0),
    Unit("flying_polyp", *NN_("Flying Polyp", "Flying Polyps"), Rank.MONSTER, 3, 2, 1, N_("Polyp")),
    Unit(HORROR, *NN_("Hunting Horror", "Hunting Horrors"), Rank.MONSTER, HORRORS, 3, 2, N_("Horror")),
    Unit(
        NYARLATHOTEP,
        *NN_("Nyarlathotep", "Nyarlathotep"),
        Rank.GOO,
        1,
        10,
        0,
        formula=N_("its own spellbooks and those of the opponent"),
    ),
)

BOOKS: Final = (
    Spellbook(
        "abduct",
        N_("Abduct"),
        N_("Before a battle give up Nightgaunts; the enemy loses a Monster or Cultist for each."),
    ),
    Spellbook(
        "emissary",
        N_("Emissary of the Outer Gods"),
        N_("Without an enemy Great Old One a Kill only Pains Nyarlathotep."),
    ),
    Spellbook(
        "invisibility",
        N_("Invisibility"),
        N_("Before a battle each Flying Polyp keeps one Monster or Cultist out of it."),
    ),
    Spellbook(
        "madness",
        N_("Madness"),
        N_("In any battle you choose where Pained units retreat, and which side goes first."),
    ),
    Spellbook(
        "seek_and_destroy", N_("Seek and Destroy"), N_("Before a battle bring in Hunting Horrors from anywhere.")
    ),
    Spellbook(
        "thousand_forms",
        N_("The Thousand Forms"),
        N_("0 Power: roll a die; enemies lose that much Power between them, or you gain it."),
    ),
)


def awakening_refused(state: CthulhuState, me: str) -> str:
    """Return why step 1 is not met: a controlled Gate."""
    return "" if state.gates_of(me) else _("You control no Gate.")


def awaken_nyarlathotep(state: CthulhuState, me: str) -> Script[None]:
    """Place Nyarlathotep at a controlled Gate."""
    area = yield from pick_target(
        state, "awaken/area", me, _("Nyarlathotep: at which Gate?"), lambda: state.gates_of(me), refused=other_gates
    )
    enter(state, me, NYARLATHOTEP, 1, _("awakens"), area)
    state.record(CounterSet(me, "awakened", 1))


def thousand_forms_refused(state: CthulhuState, me: str) -> str:
    """Return why Thousand Forms cannot be used, or an empty string."""
    if "thousand_forms" in state.factions[me].flipped:
        return _("It is face down until the next Gather Power.")
    return not_in_play(state, me, NYARLATHOTEP)


def thousand_forms(state: CthulhuState, me: str) -> Script[None]:
    """Take the rolled Power from all enemies together, or gain it (The Thousand Forms).

    In a two-player game the number is halved, rounded up (reference 3.8).
    """
    faces = yield from ask(
        state,
        lambda: Roll(key="thousand_forms/roll", who=me, title=_("The Thousand Forms"), dice=1, rule="thousand_forms"),
    )
    number = sum(faces)
    if state.duel:
        number = (number + 1) // 2
    tell_roll(state, me, _("The Thousand Forms"), faces, _("{number} Power").format(number=number))
    state.record(BookFlipped(me, "thousand_forms"))
    power = {c: state.factions[c].power for c in state.enemies(me)}
    enough = sum(power.values()) >= number
    if not enough or not (yield from agreed(state, list(power), number)):
        state.record(PowerGained(me, number, _("The Thousand Forms")))
        return
    shares = yield from split(state, "thousand_forms/share", TABLE, _("Power lost"), number, power)
    for code, share in shares.items():
        if share:
            state.record(PowerGained(code, -min(share, state.factions[code].power), _("The Thousand Forms")))


def agreed(state: CthulhuState, enemies: list[str], number: int) -> Script[bool]:
    """Return whether the enemies give up the Power of The Thousand Forms; one alone has nobody to share it with."""
    key = "thousand_forms/agree"
    if len(enemies) == 1:
        title = _("{faction}: give up {power} Power?").format(faction=names.faction(enemies[0]), power=number)
        return (yield from yes(state, key, enemies[0], title))
    text = _("The enemies must give up {power} Power between them. Do they agree on a split within a minute?")
    return (yield from yes(state, key, TABLE, _("Do the enemies agree?"), text=text.format(power=number)))


def both_refused(state: CthulhuState, me: str) -> str:
    """Return why Both cannot be used, or an empty string."""
    met = state.factions[me].met
    return _("One of them is already met.") if PAID_FOUR in met or PAID_SIX in met else ""


def meet_both(state: CthulhuState, me: str) -> Script[None]:
    """Both paid requirements in one Action for 10 Power."""
    state.record(RequirementMet(me, PAID_FOUR))
    state.record(RequirementMet(me, PAID_SIX))
    yield from ()


# -- battle --------------------------------------------------------------------------------------------------------


def combat(state: CthulhuState, battle: Battle, side: str) -> dict[str, int]:
    """Nyarlathotep: own spellbooks plus those of the battle opponent."""
    books = len(state.factions[side].books) + len(state.factions[battle.foe(side)].books)
    return {NYARLATHOTEP: books}


def abductors(battle: Battle, me: str) -> int:
    """Return how many Nightgaunts find a victim: no ability is used for a part of its effect (D38)."""
    victims = battle.present(battle.foe(me), Rank.CULTIST, Rank.MONSTER)
    return min(len(battle.present(me, unit=NIGHTGAUNT)), len(victims))


def can_abduct(_state: CthulhuState, battle: Battle, me: str) -> bool:
    """Return whether the ability to abduct can be used."""
    return abductors(battle, me) > 0


def abduct(state: CthulhuState, battle: Battle, me: str) -> Script[None]:
    """Abduct: any number of Nightgaunts are Eliminated; for each the enemy Eliminates a Monster or Cultist."""
    foe = battle.foe(me)

    def build() -> Count | None:
        able = abductors(battle, me)
        if able < 1:
            return None
        return Count(key="battle/abduct", who=me, title=_("Abduct: how many Nightgaunts?"), least=1, most=able)

    number = yield from ask(state, build)
    if number is None:
        return
    for figure in battle.present(me, unit=NIGHTGAUNT)[:number]:
        yield from lose(state, battle, figure, Loss.SACRIFICED, me)
    for n in range(number):
        title = _("Abduct: which do you lose?")
        picked = pick_figure(state, battle, f"battle/abducted/{n}", foe, title, foe, Rank.CULTIST, Rank.MONSTER)
        victim = yield from counted(picked, n + 1, number)
        if victim is not None:
            yield from lose(state, battle, victim, Loss.ELIMINATED, me)


def ready_polyps(battle: Battle, me: str) -> list[Figure]:
    """Return the Flying Polyps present that have not hidden anyone yet."""
    return [f for f in battle.present(me, unit="flying_polyp") if f.id not in battle.paid]


def can_hide(_state: CthulhuState, battle: Battle, me: str) -> bool:
    """Return whether the ability to hide can be used."""
    return bool(ready_polyps(battle, me))


def hide(state: CthulhuState, battle: Battle, me: str) -> Script[None]:
    """Invisibility: each Flying Polyp exempts one Monster or Cultist of either side, maybe itself."""
    polyp = ready_polyps(battle, me)[0]
    state.record(PieceAbilityUsed(polyp.id))

    def build() -> Choose:
        options = tuple(
            Option(f.id, _("{faction}: {unit}").format(faction=names.faction(side), unit=called(f)))
            for side in battle.sides
            for f in battle.present(side, Rank.CULTIST, Rank.MONSTER)
        )
        return Choose(key="battle/invisibility", who=me, title=_("Invisibility: who is kept out?"), options=options)

    picked = yield from pick_one(state, build)
    if picked is None:
        return
    figure = battle.figure(picked)
    state.record(PieceResolved((picked,), Status.EXEMPT))
    said = _("{faction}: {unit} takes no part").format(faction=names.faction(figure.side), unit=called(figure))
    state.record(Notice(me, said))


def horrors_elsewhere(state: CthulhuState, battle: Battle, me: str) -> int:
    """Return how many Hunting Horrors in play are not in the battle area."""
    here = sum(f.side == me and f.unit == HORROR and f.status is not Status.GONE for f in battle.figures)
    return state.in_play(me, HORROR) - here


def can_seek(state: CthulhuState, battle: Battle, me: str) -> bool:
    """Return whether the ability to seek can be used."""
    return horrors_elsewhere(state, battle, me) > 0


def seek_and_destroy(state: CthulhuState, battle: Battle, me: str) -> Script[None]:
    """Seek and Destroy: Hunting Horrors from anywhere join the battle."""
    yield from come(
        state,
        battle,
        "battle/seek_and_destroy",
        me,
        HORROR,
        _("How many Hunting Horrors join?"),
        lambda: horrors_elsewhere(state, battle, me),
        lambda number: n_("flies", "fly", number),
    )


def unseen(state: CthulhuState, battle: Battle, me: str) -> OffBoardInputs:
    """Return what counts off the board: Hunting Horrors that may come by Seek and Destroy."""
    return OffBoardInputs(in_play=(HORROR,) if me in battle.sides and state.can_use(me, "seek_and_destroy") else ())


def harbinger_targets(battle: Battle, me: str) -> list[Figure]:
    """Return the enemy Great Old Ones for which The Harbinger can be paid.

    Each has a new Kill or Pain; several pieces of one Great Old One count once.
    """
    foe = battle.foe(me)
    paid = {f.unit for f in battle.figures if f.side == foe and f.id in battle.paid}
    great = [f for f in battle.figures if f.side == foe and f.rank is Rank.GOO and f.unit not in paid]
    return [f for f in great if f.id in battle.struck]


def can_harbinger(_state: CthulhuState, battle: Battle, me: str) -> bool:
    """Return whether the ability to harbinger can be used."""
    return battle.took_part(me, NYARLATHOTEP) and bool(harbinger_targets(battle, me))


def independent_cost(state: CthulhuState, me: str, target: Figure) -> Script[int]:
    """Return what an independent Great Old One costs, and ask where no source tells."""
    card = CARDS[target.unit]
    if card.cost_known or card.id == AZATHOTH:
        return card.unit.cost

    def build() -> Count:
        title = _("What does {unit} cost?").format(unit=names.unit(target.owner, target.unit))
        return Count(key="battle/harbinger/cost", who=me, title=title, text=_(card.text), least=0, most=DEAREST)

    return int((yield from ask(state, build)) or 0)


def harbinger(state: CthulhuState, battle: Battle, me: str) -> Script[None]:
    """Pay half the awakening cost in Power, or 2 Elder Signs (The Harbinger).

    Once per Great Old One.
    """
    target = harbinger_targets(battle, me)[0]
    state.record(PieceAbilityUsed(target.id))
    card = roster.card(target.side)
    costs = [a.price(state, target.side) for a in card.awakenings if a.unit == target.unit]
    cost = costs[0] if costs else (yield from independent_cost(state, me, target))
    options = (Option("power", _("{power} Power").format(power=cost // 2)), Option("signs", promised(state, 2)))

    def build() -> Choose | None:
        if target.id not in battle.struck:
            return None
        return Choose(
            key="battle/harbinger",
            who=me,
            title=_("The Harbinger: {unit}").format(unit=names.unit(target.owner, target.unit)),
            options=options,
        )

    picked = yield from pick_one(state, build)
    if picked == "power":
        state.record(PowerGained(me, cost // 2, _("The Harbinger")))
    elif picked == "signs":
        draw(state, me, _("The Harbinger"), 2)


def survives(state: CthulhuState, battle: Battle, figure: Figure) -> str:
    """Emissary of the Outer Gods: Nyarlathotep, and no enemy Great Old One in the battle."""
    if figure.unit != NYARLATHOTEP or not state.can_use(figure.side, "emissary"):
        return ""
    foe = battle.foe(figure.side)
    great = any(f.side == foe and f.rank is Rank.GOO and f.id in battle.veterans for f in battle.figures)
    return "" if great else _("Emissary")


def captured_cultists(state: CthulhuState, me: str) -> int:
    """Return the number of captured Cultists; other captives do not count."""
    held = ((owner, *one) for owner, kinds in state.factions[me].captives.items() for one in kinds.items())
    return sum(n for owner, unit, n in held if roster.card(owner).unit(unit).rank is Rank.CULTIST)


def gates_or_power(state: CthulhuState, me: str, gates: int, power: int) -> tuple[Progress, ...]:
    """Return how far a requirement is that needs so many Gates, or so much Power."""
    held = Progress(N_("Gates"), len(state.gates_of(me)), gates)
    return held, Progress(N_("Power"), state.factions[me].power, power)


REQUIREMENTS: Final = (
    Requirement(PAID_FOUR, N_("Pay 4 Power as an Action"), "action"),
    Requirement(PAID_SIX, N_("Pay 6 Power as an Action"), "action"),
    Requirement(
        "three_gates",
        N_("Control 3 Gates or have 12 Power"),
        met=lambda s, me: len(s.gates_of(me)) >= 3 or s.factions[me].power >= 12,
        progress=lambda s, me: gates_or_power(s, me, 3, 12),
    ),
    Requirement(
        "four_gates",
        N_("Control 4 Gates or have 15 Power"),
        met=lambda s, me: len(s.gates_of(me)) >= 4 or s.factions[me].power >= 15,
        progress=lambda s, me: gates_or_power(s, me, 4, 15),
    ),
    Requirement(
        "capture",
        N_("Capture an enemy Cultist"),
        met=lambda s, me: captured_cultists(s, me) > 0,
    ),
    Requirement("awaken", N_("Awaken Nyarlathotep"), met=lambda s, me: bool(s.factions[me].marks.get("awakened"))),
)

FACTION: Final = Faction(
    code=CODE,
    name=N_("Crawling Chaos"),
    colour="#4a8df0",
    glyph="CC",
    sound="crooked",
    ability_name=N_("Flight"),
    ability_text=N_("All units, Cultists too, may move two areas and pass over enemies."),
    unique=UniqueAbility(flight=True),
    units=UNITS,
    books=BOOKS,
    requirements=REQUIREMENTS,
    awakenings=(Awakening(NYARLATHOTEP, 10, awakening_refused, awaken_nyarlathotep, CthulhuState.gates_of),),
    actions=(
        Action(
            "thousand_forms",
            N_("The Thousand Forms"),
            0,
            thousand_forms_refused,
            thousand_forms,
            book="thousand_forms",
            short=N_("Thousand Forms"),
        ),
        Action(
            "pay_four",
            N_("Pay 4 for a spellbook"),
            4,
            nothing_in_the_way,
            nothing,
            requirement=PAID_FOUR,
            short=N_("1 book"),
        ),
        Action(
            "pay_six",
            N_("Pay 6 for a spellbook"),
            6,
            nothing_in_the_way,
            nothing,
            requirement=PAID_SIX,
            short=N_("1 book"),
        ),
        Action(
            "pay_ten",
            N_("Pay 10 for two spellbooks"),
            10,
            both_refused,
            meet_both,
            symbol="spellbook",
            short=N_("2 books"),
        ),
    ),
    combat=combat,
    unseen=unseen,
    survives=survives,
    directs_retreats="madness",
    onlooker=("madness",),
    kin=(
        CardDiscount(SHADOW_PHARAOH, 0, 2),
        CardDiscount(BLOATED_WOMAN, 0, 3),
        CardDiscount(HAUNTER, 0, 5),
        CardDiscount(DARK_DEMON, 0, 0),
    ),
    start={
        "earth33": ("asia",),
        "earth35": ("south_asia",),
        "earth53": ("asia",),
        "earth55": ("south_asia",),
        "earth66": ("south_asia",),
        **dict.fromkeys(LIBRARIES, ("blue_hall",)),
    },
    help={
        "thousand_forms": N_(
            "The other factions must give up that much Power between them within a minute; otherwise you gain it."
        ),
    },
    battle=(
        BattleAbility("abduct", N_("Abduct"), Window.PRE_BATTLE, can_abduct, abduct, book="abduct", repeat=True),
        BattleAbility(
            "invisibility", N_("Invisibility"), Window.PRE_BATTLE, can_hide, hide, book="invisibility", repeat=True
        ),
        BattleAbility(
            "seek_and_destroy",
            N_("Seek and Destroy"),
            Window.PRE_BATTLE,
            can_seek,
            seek_and_destroy,
            book="seek_and_destroy",
            repeat=True,
        ),
        BattleAbility(
            "harbinger_kill",
            N_("The Harbinger"),
            Window.KILLS_ASSIGNED,
            can_harbinger,
            harbinger,
            HARBINGER,
            repeat=True,
            great=True,
        ),
        BattleAbility(
            "harbinger_pain",
            N_("The Harbinger"),
            Window.PAINS_ASSIGNED,
            can_harbinger,
            harbinger,
            HARBINGER,
            repeat=True,
            great=True,
        ),
    ),
)
