"""A fifth faction, made at home, with something in every door of `Faction`. Only tests know it.

`passed` names the doors that the game has gone through.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import Final, ParamSpec, TypeVar

from msgspec.structs import replace

from companion.games.cthulhu_wars.battle.roll import roll_misses_again
from companion.games.cthulhu_wars.facts import (
    BookFlipped,
    CombatRaised,
    CounterSet,
    DiceReduced,
    KillsAndPainsSwapped,
    KillsCancelled,
    PowerGained,
)
from companion.games.cthulhu_wars.model.battle_state import Battle, Figure
from companion.games.cthulhu_wars.model.faction import Faction
from companion.games.cthulhu_wars.model.faction_parts import (
    Action,
    AreaBesideMap,
    AreaMarker,
    Awakening,
    BattleAbility,
    CardDiscount,
    CustomCounter,
    OffBoardInputs,
    Requirement,
    RitualVariant,
    Spellbook,
    StartingForces,
    UniqueAbility,
)
from companion.games.cthulhu_wars.model.maps import BOARDS, board
from companion.games.cthulhu_wars.model.roster import FACTIONS
from companion.games.cthulhu_wars.model.roster import enter as enter_faction
from companion.games.cthulhu_wars.model.rulings import OTHER, PRINTED, ruling
from companion.games.cthulhu_wars.model.state import ACOLYTE, CthulhuState
from companion.games.cthulhu_wars.model.units import Loss, Rank, Unit, Window
from companion.games.cthulhu_wars.rules.common_questions import pick_area
from companion.games.cthulhu_wars.rules.figures import lose, pick_figure
from companion.games.cthulhu_wars.rules.pool import enter
from companion.games.cthulhu_wars.rules.surcharges import pick_target
from companion.table.rulings import Ruling
from companion.table.script import Script, yes
from companion.table.state import Fact, Notice

CODE: Final = "LL"
MOTH: Final = "moth"
BEARER: Final = "lamp_bearer"
LORD: Final = "lord_of_lamps"
OIL: Final = "oil"

Asked = ParamSpec("Asked")
Answered = TypeVar("Answered")
passed: set[str] = set()


def door(name: str) -> Callable[[Callable[Asked, Answered]], Callable[Asked, Answered]]:
    """Note that the game comes through a door."""

    def mark(inner: Callable[Asked, Answered]) -> Callable[Asked, Answered]:
        @wraps(inner)
        def outer(*args: Asked.args, **kwargs: Asked.kwargs) -> Answered:
            passed.add(name)
            return inner(*args, **kwargs)

        return outer

    return mark


@contextmanager
def entered() -> Iterator[Faction]:
    """The faction is in the game; afterwards it is not."""
    passed.clear()
    enter_faction(LAMPLIGHTERS)
    try:
        yield LAMPLIGHTERS
    finally:
        del FACTIONS[CODE]


@contextmanager
def crowd(number: int) -> Iterator[list[str]]:
    """So many factions are in the game, copies of this one among them: enough to sit down, not to play on."""
    seas = iter(board(BOARDS[0]).oceans())
    copies = [
        replace(
            LAMPLIGHTERS,
            code=f"L{n}",
            start=dict.fromkeys(BOARDS, (next(seas),)),
            start_of_eight={},
            place=None,
            goes_first=False,
            rulings={},
            help={},
        )
        for n in range(number - len(FACTIONS))
    ]
    for copy in copies:
        enter_faction(copy)
    try:
        yield list(FACTIONS)[:number]
    finally:
        for copy in copies:
            del FACTIONS[copy.code]


class Lit(Fact, frozen=True):
    """A fact of its own: a lamp stands in an area."""

    area: str

    def apply(self, state: CthulhuState) -> None:
        state.factions[CODE].tokens.append(self.area)

    def text(self) -> str:
        return f"A lamp in {self.area}"

    def on_board(self) -> str:
        return f"Place a lamp in {self.area}"


# -- the evening ---------------------------------------------------------------------------------------------------


def free(_state: CthulhuState, _me: str) -> int:
    return 0


def always(_state: CthulhuState, _me: str) -> str:
    return ""


@door("awakenings")
def awaken(state: CthulhuState, me: str) -> Script[None]:
    area = yield from pick_target(
        state, "awaken/lamps", me, "At which Gate?", lambda: state.gates_of(me) or state.board.areas
    )
    enter(state, me, LORD, 1, "awakens", area)


def unlit(state: CthulhuState) -> list[str]:
    return [area for area in state.board.areas if area not in state.factions[CODE].tokens]


@door("actions")
def light(state: CthulhuState, me: str) -> Script[None]:
    area = yield from pick_area(state, "light", me, "Light which area?", lambda: unlit(state))
    state.record(Lit(area))
    state.record(CounterSet(me, OIL, min(9, state.factions[me].marks.get(OIL, 0) + 1), "More oil"))


@door("requirement action")
def promise(state: CthulhuState, me: str) -> Script[None]:
    state.record(PowerGained(me, 1, "A promise"))
    yield from ()


@door("between_actions")
def afterglow(state: CthulhuState, me: str) -> Script[None]:
    state.record(CounterSet(me, OIL, max(0, state.factions[me].marks.get(OIL, 0) - 1), "Less oil"))
    yield from ()


@door("doom_phase")
def glow(state: CthulhuState, me: str) -> Script[None]:
    if (yield from yes(state, "glow", me, "Glow for 1 Power?")):
        state.record(PowerGained(me, 1, "Glow"))


@door("shares")
def shares(state: CthulhuState, me: str) -> Script[list[tuple[str, str, int]]]:
    yield from ()
    return [(enemy, "lamplight", 1) for enemy in state.enemies(me)]


@door("leaves_game")
def leaves_game(_state: CthulhuState, _me: str, unit: str) -> bool:
    return unit == MOTH


@door("may_not_attack")
def may_not_attack(_state: CthulhuState, battle: Battle, me: str) -> str:
    return "Lamp Bearers need a light." if {f.unit for f in battle.present(me)} <= {BEARER, ACOLYTE} else ""


@door("reminds")
def reminds(_state: CthulhuState, _me: str, action: str) -> str:
    return "Mind the moths" if action == "move" else ""


@door("summons_at")
def summons_at(state: CthulhuState, me: str) -> str:
    return "in lit areas" if state.factions[me].tokens else ""


@door("summoned")
def summoned(state: CthulhuState, me: str, unit: str) -> Script[None]:
    state.record(PowerGained(me, 1, f"A {unit} comes"))
    yield from ()


@door("unique actions")
def shine(state: CthulhuState, me: str) -> Script[None]:
    state.record(PowerGained(me, 1, "Shining"))
    yield from ()


@door("unique doom_phase")
def fade(state: CthulhuState, me: str) -> Script[None]:
    state.record(PowerGained(me, 1, "Fading"))
    yield from ()


@door("unique gather")
def wicks(state: CthulhuState, me: str) -> Script[list[tuple[str, int]]]:
    yield from ()
    return [("wicks", 1 if state.in_play(me, ACOLYTE) else 0)]


@door("unique awakened")
def dazzle(state: CthulhuState, me: str) -> Script[None]:
    state.record(PowerGained(me, 1, "Dazzling"))
    yield from ()


@door("unique others_ritual")
def shudder(state: CthulhuState, _me: str, by: str, doom: int) -> Script[int]:
    state.record(PowerGained(by, doom, "Shuddering"))
    yield from ()
    return doom


@door("doom_begins")
def doom_begins(state: CthulhuState, me: str) -> Script[None]:
    state.record(PowerGained(me, 1, "Dusk"))
    yield from ()


@door("doom_ends")
def doom_ends(state: CthulhuState, me: str) -> Script[None]:
    state.record(PowerGained(me, 1, "Dawn"))
    yield from ()


@door("interrupts")
def interrupts(state: CthulhuState, declared: Battle, me: str, inner: bool) -> Script[bool]:
    """Whoever is there may look at the light first, and go."""
    if inner or state.skirmish or not (yield from yes(state, f"dim/{declared.area}", me, "Dim the lights?")):
        return False
    state.record(PowerGained(me, 1, "Dimming"))
    return True


@door("ritual_signs")
def ritual_signs(_state: CthulhuState, _me: str) -> int:
    return 1


@door("after_ritual")
def after_ritual(state: CthulhuState, me: str, doom: int) -> Script[None]:
    state.record(PowerGained(me, doom, "Embers"))
    yield from ()


@door("gather")
def gather(state: CthulhuState, me: str) -> Script[list[tuple[str, int]]]:
    yield from ()
    return [("lamps", len(state.factions[me].tokens))]


@door("gathered")
def gathered(state: CthulhuState, me: str) -> Script[None]:
    state.record(PowerGained(me, 1, "The last drop"))
    yield from ()


@door("anytime")
def flare(state: CthulhuState, me: str) -> Script[None]:
    state.record(BookFlipped(me, "flare"))
    state.record(PowerGained(me, 2, "Flare"))
    yield from ()


@door("cultists_lost")
def mourn(state: CthulhuState, _by: str) -> Script[None]:
    state.record(PowerGained(CODE, 1, "Mourning"))
    yield from ()


@door("summon_cost")
def summon_cost(_state: CthulhuState, _me: str, unit: Unit) -> int:
    return max(0, unit.cost - 1)


@door("keeps_gates")
def keeps_gates(state: CthulhuState, me: str) -> tuple[str, ...]:
    return (BEARER,) if state.can_use(me, "halo") else ()


@door("more_gates")
def more_gates(state: CthulhuState, me: str) -> int:
    return int(state.can_use(me, "halo"))


@door("ritual_cost")
def ritual_cost(state: CthulhuState, _me: str) -> int:
    return max(0, state.ritual_cost - 1)


@door("guards_cultists")
def guards_cultists(state: CthulhuState, me: str) -> bool:
    return bool(state.in_play(me, LORD))


@door("toll")
def surcharge(state: CthulhuState, me: str, area: str) -> int:
    return 1 if area in state.factions[me].tokens else 0


@door("after_move")
def after_move(state: CthulhuState, me: str, spent: int) -> Script[None]:
    if spent and state.factions[me].marks.get(OIL) and (yield from yes(state, "flutter", me, "Do the Moths flutter?")):
        state.record(CounterSet(me, OIL, 0, "No oil"))


@door("enemy_moved")
def enemy_moved(state: CthulhuState, me: str, who: str, spent: int) -> Script[None]:
    state.record(Notice(me, f"{who} has moved for {spent}"))
    yield from ()


@door("rites")
def vigil(state: CthulhuState, me: str) -> Script[tuple[int, int]]:
    return (2, 0) if (yield from yes(state, "vigil", me, "Do all lamps burn?")) else (1, 1)


@door("requirement, also")
def singing(state: CthulhuState, me: str) -> Script[None]:
    state.record(PowerGained(me, 1, "A song"))
    yield from ()


@door("captive_worth")
def captive_worth(_state: CthulhuState, _me: str, _unit: str) -> int:
    return 2


@door("book_earned")
def book_earned(state: CthulhuState, me: str) -> Script[None]:
    state.record(Notice(me, "A book is read"))
    yield from ()


@door("more_abandoned")
def more_abandoned(state: CthulhuState, me: str) -> int:
    return int(not state.factions[me].tokens)


@door("requirements")
def has_oil(state: CthulhuState, me: str) -> bool:
    return state.factions[me].marks.get(OIL, 0) >= 2


# -- battle --------------------------------------------------------------------------------------------------------


@door("combat")
def combat(_state: CthulhuState, battle: Battle, side: str) -> dict[str, int]:
    return {MOTH: 2 * battle.kinds(side)[MOTH]}


@door("takes")
def takes(_state: CthulhuState, figure: Figure) -> int:
    return 2 if figure.unit == BEARER else 1


@door("survives")
def survives(_state: CthulhuState, _battle: Battle, figure: Figure) -> str:
    return "Everlight" if figure.unit == LORD else ""


@door("assigns_for")
def assigns_for(state: CthulhuState, battle: Battle, me: str, added: bool) -> bool:
    return battle.took_part(me, LORD) and (not added or ruling(state.rulings, "H1") != OTHER)


@door("before_roll")
def before_roll(state: CthulhuState, battle: Battle, me: str) -> Script[None]:
    for figure in battle.present(me, unit=LORD):
        state.record(CombatRaised(figure.id, 1))
    yield from ()


@door("after_roll")
def after_roll(state: CthulhuState, battle: Battle, me: str) -> Script[None]:
    if battle.took_part(me, LORD) and battle.kills[battle.foe(me)]:
        state.record(KillsCancelled(battle.foe(me), 1, words="The light takes a Kill off"))
    yield from ()


@door("instead")
def instead(state: CthulhuState, _battle: Battle, figure: Figure) -> Script[bool]:
    if figure.unit != BEARER or not state.factions[CODE].marks.get(OIL):
        return False
    state.record(CounterSet(CODE, OIL, 0, "Oil burns for a Lamp Bearer"))
    yield from ()
    return True


@door("after_battle")
def after_battle(state: CthulhuState, battle: Battle, me: str) -> Script[None]:
    if me not in battle.sides and (yield from yes(state, "ashes", me, "Do you want the ashes?")):
        state.record(PowerGained(me, 1, "Ashes"))


@door("unseen")
def unseen(_state: CthulhuState, battle: Battle, me: str) -> OffBoardInputs:
    return (
        OffBoardInputs(
            ritual=True, gates=True, in_play=(MOTH,), numbers=(f"{battle.foe(CODE)}.power",), great=True, tokens=True
        )
        if battle.present(me, unit=LORD)
        else OffBoardInputs()
    )


def burn(window: Window) -> BattleAbility:
    """One ability for each window; the last one also in battles of others."""

    @door(f"battle, {window.value}")
    def script(state: CthulhuState, battle: Battle, me: str) -> Script[None]:
        if me not in battle.sides:
            state.record(PowerGained(me, 1, "Looking on"))
            return
        foe = battle.foe(me)
        figure = yield from pick_figure(
            state, battle, f"battle/burn/{window.name.lower()}", foe, "Who burns?", foe, Rank.CULTIST
        )
        if figure is not None:
            yield from lose(state, battle, figure, Loss.ELIMINATED, me)

    return BattleAbility(
        f"burn_{window.name.lower()}",
        "Burn",
        window,
        lambda _s, _b, _me: True,
        script,
        book="halo" if window is Window.AFTER_BATTLE else "",
        third_party=window is Window.AFTER_BATTLE,
        late=window is Window.AFTER_BATTLE,
    )


@door(f"battle, {Window.TOTALS.value}")
def squint(state: CthulhuState, battle: Battle, me: str) -> Script[None]:
    state.record(DiceReduced(battle.foe(me), 1, words="They squint"))
    yield from ()


@door(f"battle, {Window.REROLL.value}")
def rekindle(state: CthulhuState, battle: Battle, me: str) -> Script[None]:
    yield from roll_misses_again(state, battle, "battle/rekindle", me, "Rekindle")


@door(f"battle, {Window.ROLLED.value}")
def flicker(state: CthulhuState, _battle: Battle, _me: str) -> Script[None]:
    state.record(KillsAndPainsSwapped(words="The lamps flicker"))
    yield from ()


@door("awakens_alone")
def awakens_alone(_state: CthulhuState, _me: str) -> bool:
    return True


BOOKS: Final = ("kindle", "halo", "afterglow", "glow", "shepherd", "flare")

LAMPLIGHTERS: Final = Faction(
    code=CODE,
    name="Lamplighters",
    colour="#eeeeee",
    glyph="LL",
    sound="deep",
    ability_name="Lamps",
    ability_text="They light areas.",
    units=(
        Unit(ACOLYTE, "Acolyte", "Acolytes", Rank.CULTIST, 6, 1, 0),
        Unit(MOTH, "Moth", "Moths", Rank.MONSTER, 4, 1, 0),
        Unit(BEARER, "Lamp Bearer", "Lamp Bearers", Rank.TERROR, 2, 2, 1),
        Unit(LORD, "Lord of Lamps", "Lord of Lamps", Rank.GOO, 1, 4, 3),
    ),
    books=tuple(Spellbook(book, book.title(), f"What {book} does.", once=book == "flare") for book in BOOKS),
    requirements=(
        Requirement("oil", "Have 2 oil", met=has_oil),
        Requirement("promise", "Promise, as an Action", "action"),
        Requirement("dusk", "A Doom Phase", "doom-phase", lambda s, _: s.phase == "doom", signs=1),
        Requirement("walk", "Walk through 4 areas", power_per_enemy=1),
        Requirement("sing", "Sing", "anytime", also=singing),
        Requirement("rest", "Own 5 spellbooks", met=lambda _s, _me: True, last=True),
    ),
    awakenings=(Awakening(LORD, lambda _s, _me: 4, always, awaken, lambda s, me: s.gates_of(me) or s.board.areas),),
    start=dict.fromkeys(BOARDS, ("australia", "antarctica")),
    start_of_eight={"earth66": ("antarctica",)},
    settles=1,
    begins=StartingForces(9),
    expansion=True,
    actions=(
        Action("light", "Light", lambda _s, _me: 1, lambda s, _me: "" if unlit(s) else "All is lit.", light),
        Action("kindle", "Kindle", free, lambda s, _me: "" if unlit(s) else "All is lit.", light, book="kindle"),
        Action("promise", "Promise", free, always, promise, requirement="promise"),
    ),
    summon_cost=summon_cost,
    shares=shares,
    leaves_game=leaves_game,
    may_not_attack=may_not_attack,
    reminds=reminds,
    summons_at=summons_at,
    summoned=summoned,
    gather=gather,
    gathered=gathered,
    cultists_lost=mourn,
    between_actions=(Action("afterglow", "Afterglow", free, always, afterglow, book="afterglow"),),
    anytime=(Action("flare", "Flare", free, always, flare, "2 Power.", book="flare"),),
    doom_phase=(Action("glow", "Glow", free, always, glow, book="glow"),),
    doom_begins=doom_begins,
    doom_ends=doom_ends,
    interrupts=interrupts,
    ritual_signs=ritual_signs,
    after_ritual=after_ritual,
    ritual_cost=ritual_cost,
    guards_cultists=guards_cultists,
    toll=surcharge,
    after_move=after_move,
    enemy_moved=enemy_moved,
    rites=(RitualVariant("vigil", "Vigil", always, vigil, "2 Doom, or 1 and an Elder Sign"),),
    place=AreaBesideMap("Lamp House", "Lamp House"),
    duel_without=("ZZ",),
    like_cultists=(MOTH,),
    borrows=True,
    goes_first=True,
    unique=UniqueAbility(
        flight=True,
        unlimited=("recruit",),
        actions=(Action("shine", "Shine", free, always, shine),),
        doom_phase=(Action("fade", "Fade", free, always, fade),),
        gather=wicks,
        awakened=dazzle,
        others_ritual=shudder,
        price_again=2,
    ),
    keeps_gates=keeps_gates,
    gate_units=(LORD,),
    more_gates=more_gates,
    more_abandoned=more_abandoned,
    captive_worth=captive_worth,
    book_earned=book_earned,
    worth={LORD: 9},
    battle=(
        *(burn(window) for window in Window if window not in (Window.TOTALS, Window.REROLL, Window.ROLLED)),
        BattleAbility("squint", "Squint", Window.TOTALS, lambda _s, _b, _me: True, squint, book="kindle"),
        BattleAbility("flicker", "Flicker", Window.ROLLED, lambda _s, _b, _me: True, flicker, book="kindle"),
        BattleAbility("rekindle", "Rekindle", Window.REROLL, lambda _s, b, me: b.misses[me] > 0, rekindle),
    ),
    combat=combat,
    takes=takes,
    survives=survives,
    assigns_for=assigns_for,
    assigns_by="Lordship",
    directs_retreats="shepherd",
    before_roll=before_roll,
    after_roll=after_roll,
    instead=instead,
    after_battle=after_battle,
    unseen=unseen,
    onlooker=("shepherd",),
    marks=(CustomCounter(OIL, "Oil", 9),),
    one_source=("Lamps burn in the rain.",),
    awakens_alone=awakens_alone,
    worth_mark=OIL,
    kin=(CardDiscount("gug", 1, 1),),
    token=AreaMarker("Lit"),
    silence_tokens=2,
    lays_out=("9 lamps ready",),
    lays_out_with={"GC": "a lamp beside the ocean"},
    rulings={"H1": Ruling("Added Pains", {PRINTED: "as the others", OTHER: "by their owner"})},
    help={"light": "Lamps give Power."},
)
