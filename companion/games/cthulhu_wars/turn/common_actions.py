"""The Common Actions but Battle, and the Unlimited Actions on Gates (reference 3.4 and 3.5)."""

from __future__ import annotations

from typing import Final

from companion.games.cthulhu_wars.boards import registry as boards
from companion.games.cthulhu_wars.facts import Captured, GateSet, PowerGained, PowerSpent
from companion.games.cthulhu_wars.model import names, roster
from companion.games.cthulhu_wars.model.faction_parts import Awakening
from companion.games.cthulhu_wars.model.neutral_cards import (
    CARDS,
    HIGH_PRIEST,
    NO_CAPTORS,
    PRIESTS,
    TOKENS,
    UMR,
)
from companion.games.cthulhu_wars.model.state import ACOLYTE, GATES_IN_BOX, CthulhuState
from companion.games.cthulhu_wars.model.units import Rank, Unit
from companion.games.cthulhu_wars.neutral import unique_priests
from companion.games.cthulhu_wars.neutral.cards import registry
from companion.games.cthulhu_wars.neutral.cards.registry import arrive, no_place
from companion.games.cthulhu_wars.neutral.unique_abilities import uniques
from companion.games.cthulhu_wars.rules.common_questions import (
    captures,
    other_gates,
    pick_area,
    pick_only,
    taken_gates,
)
from companion.games.cthulhu_wars.rules.duel_losses import doom_for_losses
from companion.games.cthulhu_wars.rules.losses import cultists_to_lose, enemy_took_cultists, leave_gate, pick_cultist
from companion.games.cthulhu_wars.rules.mind_control import in_game
from companion.games.cthulhu_wars.rules.pool import (
    enter,
    gate_keepers,
    idle_keepers,
    in_pool,
    kinds,
    no_priest_left,
    pool,
    unit_cost,
)
from companion.games.cthulhu_wars.rules.surcharges import ask_surcharge, creditors, least_surcharge, pick_target
from companion.games.cthulhu_wars.rules.untracked import left_to_table
from companion.table.prompts import Choose, Option
from companion.table.script import Script
from companion.table.words import N_, _

ONLY_GREAT: Final = N_("Only a Great Old One can capture its Cultists now.")
GATE_COST = 3
GATE_COST_UMR = 2


def too_dear(state: CthulhuState, me: str, cost: int) -> str:
    """Return why so much cannot be paid, or an empty string."""
    power = state.factions[me].power
    return "" if power >= cost else _("It costs {cost}; you have {power} Power.").format(cost=cost, power=power)


def pay(state: CthulhuState, me: str, cost: int, why: str) -> None:
    """Pay for an Action, as far as a correction in the middle of it has left the Power."""
    state.record(PowerSpent(me, min(cost, state.factions[me].power), why))


# -- Recruit Cultist -----------------------------------------------------------------------------------------------


def recruit_refused(state: CthulhuState, me: str, unit: str = ACOLYTE) -> str:
    """Return why Recruit cannot be used, or an empty string."""
    words = _("No {unit} is in your Pool.")
    if unit in (HIGH_PRIEST, *PRIESTS) and no_priest_left(state, me):
        return words.format(unit=names.unit(me, HIGH_PRIEST))
    return "" if pool(state, me, unit) > 0 else words.format(unit=names.unit(me, unit))


def recruit_unique(state: CthulhuState, me: str) -> Script[None]:
    """Recruit a High Priest who is a Unique one from now on."""
    unit = yield from unique_priests.choose(state, me)
    if unit is not None:
        yield from recruit(state, me, unit)


def recruit(state: CthulhuState, me: str, unit: str = ACOLYTE) -> Script[None]:
    """Recruit one Cultist from the Pool, where there is an own unit, or anywhere without any."""
    cost = roster.card(me).unit(unit).cost
    yield from ask_surcharge(state, me, cost)
    pay(state, me, cost, _("Recruit Cultist"))
    enter(state, me, unit, 1, _("recruited"))


# -- Summon Monster ------------------------------------------------------------------------------------------------


def monsters(state: CthulhuState, me: str) -> list[Unit]:
    """Return the kinds of Monster and Terror in the pool; tokens are not summoned."""
    return [unit for unit in in_pool(state, me, Rank.MONSTER, Rank.TERROR) if unit.id not in TOKENS]


def summons_somewhere(state: CthulhuState, me: str) -> bool:
    """Return whether there is a place to summon at: an own Gate on the map, or what the faction's own rules name."""
    return bool(state.gates_of(me) or roster.card(me).summons_at(state, me))


def summon_cost(state: CthulhuState, me: str, unit: Unit) -> int:
    """Return what a Monster costs now."""
    return unit_cost(state, me, unit)


def not_even_free(state: CthulhuState, me: str, unit: Unit) -> str:
    """Return why this kind of Monster could not be summoned, not for nothing either, or an empty string."""
    return no_gate_to_summon_at(state, me) or summoning_refused(state, me, unit)


def no_gate_to_summon_at(state: CthulhuState, me: str) -> str:
    """Return why no Monster at all could be summoned, or an empty string."""
    return "" if summons_somewhere(state, me) else _("You control no Gate.")


def summoning_refused(state: CthulhuState, me: str, unit: Unit) -> str:
    """Return why this kind could not be where another one could, or an empty string."""
    if not pool(state, me, unit.id):
        return _("None is in your Pool.")
    if unit.id in TOKENS or (unit.id in CARDS and not CARDS[unit.id].summoned):
        return _("It is never summoned.")
    return another_first(state, me, unit.id) or no_place(state, me, unit.id)


def another_first(state: CthulhuState, me: str, unit: str) -> str:
    """Return why another Monster must be summoned first, or an empty string."""
    for card in state.factions[me].loyalty:
        if CARDS[card].for_enemy and unit != card and pool(state, me, card):
            return _("Summon your remaining {units} first.").format(units=names.unit(me, card, 2))
    return ""


def summoning_areas(state: CthulhuState, me: str, unit: Unit) -> list[str] | None:
    """Return where a kind of Monster may be summoned; None where only the players see it."""
    unseen = not state.follows or unit.id in CARDS or roster.card(me).summons_at(state, me)
    return None if unseen else state.gates_of(me)


def summoning_too_dear(state: CthulhuState, me: str, unit: Unit) -> str:
    """Return why a Summon cannot be paid in the cheapest area that is known, or an empty string."""
    areas = summoning_areas(state, me, unit)
    more = least_surcharge(state, me, areas) if areas else 0
    return too_dear(state, me, summon_cost(state, me, unit) + more) if more else ""


def summon(state: CthulhuState, me: str, unit: Unit) -> Script[None]:
    """Summon one Monster from the Pool to an area with an own controlled Gate."""
    yield from ask_surcharge(state, me, summon_cost(state, me, unit), summoning_areas(state, me, unit))
    pay(state, me, summon_cost(state, me, unit), _("Summon Monster"))
    elsewhere = roster.card(me).summons_at(state, me)
    yield from summoned(state, me, unit.id, _("summoned") if elsewhere else _("summoned at a controlled Gate"))


def summoned(state: CthulhuState, me: str, unit: str, words: str) -> Script[None]:
    """Bring a Monster from the Pool, with all that comes of it; of some cards all come at once."""
    together = unit in CARDS and CARDS[unit].summoned_together
    yield from arrive(state, me, unit, pool(state, me, unit) if together else 1, words)
    yield from roster.card(me).summoned(state, me, unit)


def summon_by_question(state: CthulhuState, me: str) -> Script[None]:
    """Summon as earlier versions asked it; their games still open."""

    def build() -> Choose:
        options = []
        for unit in monsters(state, me):
            cost = summon_cost(state, me, unit)
            options.append(Option(unit.id, names.pieces(me, unit.id, 1), too_dear(state, me, cost), cost=cost))
        return Choose(key="summon", who=me, title=_("Summon which Monster?"), rule="summon", options=tuple(options))

    picked = yield from pick_only(state, build)
    yield from summon(state, me, roster.card(me).unit(picked))


# -- Awaken Great Old One ------------------------------------------------------------------------------------------


def nobody_to_awaken(state: CthulhuState, me: str, unit: str) -> str:
    """Return why this Great Old One is not in the pool, or an empty string."""
    if pool(state, me, unit):
        return ""
    return _("Already in play.") if state.in_play(me, unit) else _("None is in your Pool.")


def awakening_refused(state: CthulhuState, me: str, awakening: Awakening) -> str:
    """Return why this Great Old One cannot be awakened now, or an empty string."""
    if nobody := nobody_to_awaken(state, me, awakening.unit):
        return nobody
    # Where places are the table's business, so is what must be where.
    missing = awakening.refused(state, me) if state.follows else ""
    return missing or too_dear(state, me, least_cost(state, me, awakening) + surcharge_somewhere(state, me, awakening))


def least_cost(state: CthulhuState, me: str, awakening: Awakening) -> int:
    """Return what a Great Old One costs now if everything is given up that makes it cheaper; below 0 it is gained."""
    return awakening.price(state, me) - registry.cheaper(state, me, awakening.cultists, awakening.priests)


def surcharge_somewhere(state: CthulhuState, me: str, awakening: Awakening) -> int:
    """Return the Power that an awakening costs more at least, wherever it may be."""
    return least_surcharge(state, me, awakening.areas(state, me)) if awakening.areas and creditors(state, me) else 0


def awaken(state: CthulhuState, me: str, awakening: Awakening) -> Script[None]:
    """Awaken one Great Old One; all its steps are one Action."""
    if awakening.areas is None:
        yield from ask_surcharge(state, me, max(0, least_cost(state, me, awakening)))
    why = _("Awaken {unit}").format(unit=names.unit(me, awakening.unit))
    cost = yield from registry.offer_cheaper(
        state,
        me,
        awakening.price(state, me),
        awakening.cultists,
        awakening.priests,
        more=surcharge_somewhere(state, me, awakening),
    )
    if cost < 0:
        state.record(PowerGained(me, -cost, why))
    else:
        pay(state, me, cost, why)
    before = state.in_play(me, awakening.unit)
    yield from left_to_table(state, why, "", awakening.script(state, me))
    if not state.follows and state.in_play(me, awakening.unit) == before:
        enter(state, me, awakening.unit, 1, _("awakens"))
    for unique in uniques(state, me):
        yield from left_to_table(state, why, "", unique.awakened(state, me))
    if state.in_play(me, awakening.unit) > before:
        yield from registry.great_awakened(state, me, awakening.unit)


def awaken_by_question(state: CthulhuState, me: str) -> Script[None]:
    """Awaken as earlier versions asked it; their games still open."""

    def build() -> Choose:
        options = tuple(
            Option(a.unit, names.unit(me, a.unit), awakening_refused(state, me, a), cost=a.price(state, me))
            for a in roster.card(me).awakenings
        )
        return Choose(key="awaken", who=me, title=_("Awaken whom?"), rule="awaken", options=options)

    picked = yield from pick_only(state, build)
    yield from awaken(state, me, next(a for a in roster.card(me).awakenings if a.unit == picked))


# -- Create Gate ---------------------------------------------------------------------------------------------------


def no_idle_keeper(state: CthulhuState, me: str) -> str:
    """Return why no piece of a faction can come onto a Gate, or an empty string."""
    if idle_keepers(state, me) > 0:
        return ""
    there = gate_keepers(state, me) > 0
    return _("All your Cultists are on Gates already.") if there else _("You have no Cultist on the map.")


def create_gate_refused(state: CthulhuState, me: str) -> str:
    """Return why Create Gate cannot be used, or an empty string."""
    if len(state.loose_gates()) >= min(GATES_IN_BOX, len(state.board.on_map)):
        return _("No Gates are left to build.")
    return no_idle_keeper(state, me)


def gate_cost(state: CthulhuState, me: str) -> int:
    """Return what a Gate costs a faction."""
    return GATE_COST_UMR if state.can_use(me, UMR) else GATE_COST


def create_gate(state: CthulhuState, me: str) -> Script[None]:
    """Build a Gate where an own Cultist is and no Gate; the Cultist controls it at once."""
    state.record(PowerSpent(me, gate_cost(state, me), _("Create Gate")))
    if not state.follows:
        state.record(GateSet(state.unknown_area(), me, built=True))
        return
    area = yield from pick_target(
        state,
        "create_gate",
        me,
        _("Where is the new Gate?"),
        lambda: [a for a in state.board.areas if a not in state.gates],
        text=_("One of your Cultists is there, and takes control."),
        rule="gates",
        refused=taken_gates,
    )
    state.record(GateSet(area, me, built=True))


# -- Capture Cultist -----------------------------------------------------------------------------------------------


def capture_refused(state: CthulhuState, me: str) -> str:
    """Return why Capture cannot be used, or an empty string."""
    faction, captors = state.factions[me], kinds(state, me, Rank.MONSTER, Rank.TERROR, Rank.GOO)
    if not any(faction.in_play.get(u.id) and state.on_map(me, u.id) for u in captors if u.id not in NO_CAPTORS):
        return _("You have no Monster or Great Old One in play.")
    guarded = False
    for code in state.enemies(me):
        if cultists_to_lose(state, code):
            guarded = True
            if not roster.card(code).guards_cultists(state, code) or in_game(state, code):
                return ""
    if not guarded:
        return _("No enemy Cultist is on the map.")
    return "" if has_great_captor(state, me) else _(ONLY_GREAT)


def has_great_captor(state: CthulhuState, me: str) -> bool:
    """Return whether a faction can capture whoever is guarded: with a Great Old One, or by some cards."""
    able = [u.id for u in kinds(state, me, Rank.GOO)]
    able += [card for card in state.factions[me].loyalty if CARDS[card].captures_guarded]
    return any(state.on_map(me, unit) > 0 for unit in able)


def capture_options(state: CthulhuState, me: str) -> list[Option]:
    """Return the enemies with a Cultist on the map, with the reason where none can be captured."""
    great, only = has_great_captor(state, me), _(ONLY_GREAT)
    unless = _("Only a Great Old One can capture its Cultists now, unless an Elder Thing is with theirs.")
    enemies = state.enemies(me)
    guarded = {c for c in enemies if roster.card(c).guards_cultists(state, c)}
    gone = _("They have no Cultist on the map.")
    return [
        Option(
            c,
            names.faction(c),
            only if c in guarded and not great and not in_game(state, c) else "",
            "" if c not in guarded else unless if in_game(state, c) else only,
        )
        if cultists_to_lose(state, c)
        else Option(c, names.faction(c), gone)
        for c in enemies
    ]


def capture(state: CthulhuState, me: str) -> Script[None]:
    """Capture a Cultist in an area with an own Monster or Great Old One.

    No protector of the same or a higher rank may be there.
    """
    yield from ask_surcharge(state, me, 1)
    pay(state, me, 1, _("Capture Cultist"))
    yield from take_captive(state, me)
    if not capture_refused(state, me) and (yield from registry.also_captures(state, me)):
        yield from take_captive(state, me)


def take_captive(state: CthulhuState, me: str) -> Script[None]:
    """Ask whose Cultist is captured, and which."""
    text = _("Its own Monsters protect a Cultist from Monsters; its own Great Old One protects it from everybody.")
    enemy = yield from pick_only(
        state,
        lambda: Choose(
            key="capture",
            who=me,
            title=_("Capture whose Cultist?"),
            text=text,
            options=tuple(capture_options(state, me)),
        ),
    )
    unit = yield from pick_cultist(state, "capture/which", enemy)
    state.record(Captured(enemy, unit, me))
    yield from leave_gate(state, "capture/gate", enemy, told=captures(me, enemy, unit), unit=unit)
    yield from enemy_took_cultists(state, enemy, me)
    doom_for_losses(state, enemy, [unit])
    yield from registry.captured(state, me, enemy, unit)


# -- Unlimited Actions on Gates ------------------------------------------------------------------------------------


def open_gates(state: CthulhuState, me: str) -> list[str]:
    """Return the areas of the abandoned Gates that a faction may take."""
    abandoned = state.abandoned_gates()
    if not abandoned:
        return []
    kept = {area for code, faction in state.factions.items() if code != me for area in faction.own_gates}
    kept.update(boards.closed(state))
    return [area for area in abandoned if area not in kept]


def control_refused(state: CthulhuState, me: str) -> str:
    """Return why Control cannot be used, or an empty string."""
    if not open_gates(state, me):
        return _("There is no abandoned Gate.")
    return no_idle_keeper(state, me)


def control_gate(state: CthulhuState, me: str) -> Script[None]:
    """Put a Cultist on an abandoned Gate in its area."""
    area = yield from pick_area(
        state,
        "control",
        me,
        _("Take control of which Gate?"),
        lambda: open_gates(state, me),
        text=_("One of your Cultists is there."),
        rule="gates",
        refused=other_gates,
    )
    state.record(GateSet(area, me))


def abandon_refused(state: CthulhuState, me: str) -> str:
    """Return why Abandon cannot be used, or an empty string."""
    return "" if state.held_gates(me) else _("You control no Gate.")


def abandon_gate(state: CthulhuState, me: str) -> Script[None]:
    """Take a Cultist off a Gate."""
    area = yield from pick_area(
        state, "abandon", me, _("Abandon which Gate?"), lambda: state.held_gates(me), rule="gates", refused=other_gates
    )
    state.record(GateSet(area, None))
