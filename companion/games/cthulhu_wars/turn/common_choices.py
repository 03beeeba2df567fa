"""The Common Actions as people pick them: prices, drawings, and a choice for each kind of Monster or Great Old One."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from companion.games.cthulhu_wars.battle.declare import is_there, nobody_attacks
from companion.games.cthulhu_wars.battle.guide import battle
from companion.games.cthulhu_wars.model import names, roster
from companion.games.cthulhu_wars.model.faction_parts import Action, Requirement
from companion.games.cthulhu_wars.model.neutral_cards import HIGH_PRIEST, TOKENS
from companion.games.cthulhu_wars.model.state import ACOLYTE, CthulhuState
from companion.games.cthulhu_wars.model.units import COMMON_ACTIONS, Rank
from companion.games.cthulhu_wars.neutral import loyalty_cards, unique_priests
from companion.games.cthulhu_wars.neutral.cards.registry import reminders
from companion.games.cthulhu_wars.neutral.loyalty_cards import independents
from companion.games.cthulhu_wars.neutral.unique_abilities import unlimited as unlimited_for
from companion.games.cthulhu_wars.rules.pool import keeper_units, kinds, pieces_on_map
from companion.games.cthulhu_wars.turn import common_actions as common
from companion.games.cthulhu_wars.turn import moving
from companion.games.cthulhu_wars.turn.spellbooks import unlimited_battle
from companion.table.prompts import Option
from companion.table.script import Script
from companion.table.words import _

Steps = Callable[[CthulhuState, str], Script[None]]

MOVES: Final = (1, 2, 3)
"""Units that a Move can have without a further question."""

FORMER_ACTIONS: Final[dict[str, Steps]] = {
    "summon": common.summon_by_question,
    "awaken": common.awaken_by_question,
    "battle": battle,
}
"""Actions that earlier versions offered, by id: stored games have picked them."""


class ActionChoice(Struct, frozen=True):
    """One entry of the palette: what people see of it, and what it does.

    Args:
        unlimited: may be done besides the turn's one Action.
        counts: may be the turn's one Action.
        worth_asking: worth a question after the Action is done.
        again: a second, different Action follows.
        claim: a requirement that the player says is met; no Action at all.
    """

    option: Option
    script: Steps | None = None
    action: Action | None = None
    unlimited: bool = False
    counts: bool = True
    worth_asking: bool = False
    again: bool = False
    claim: Requirement | None = None

    @property
    def id(self) -> str:
        """By this it is answered."""
        return self.option.id

    @property
    def refused(self) -> str:
        """Why it may not be done now; empty if it may."""
        return self.option.refused


def common_choices(state: CthulhuState, me: str, actions: Iterable[str] = COMMON_ACTIONS) -> list[ActionChoice]:
    """Return the choices that every faction has for its Action.

    Args:
        actions: which of them, by id.
    """
    return [choice for action in actions for choice in CHOICES[action](state, me)]


def captures(state: CthulhuState, me: str) -> list[ActionChoice]:
    """Capture Cultist."""
    words = _("Where you have a Monster or Great Old One and the Cultist has no protector of that rank")
    option = Option(
        "capture",
        _("Capture Cultist"),
        common.capture_refused(state, me),
        reminded(state, me, "capture", words),
        symbol="capture",
        cost=1,
        short=_("Capture"),
    )
    return [_common(state, me, option, common.capture)]


def battles(state: CthulhuState, me: str) -> list[ActionChoice]:
    """Return a choice to battle each enemy; it may become an Unlimited Action."""
    enemies = state.enemies(me)
    there = [enemy for enemy in enemies if is_there(state, enemy)]
    words, refused, found = reminded(state, me, "battle"), battle_refused(state, me, there), []
    weak = {} if refused else nobody_attacks(state, me, there)
    for enemy in enemies:
        alone, name = len(enemies) == 1, names.faction(enemy)
        option = Option(
            f"battle/{enemy}",
            _("Battle") if alone else _("Battle against {faction}").format(faction=name),
            refused or (weak[enemy] if enemy in weak else _("It has no unit on the map.")),
            words,
            symbol="battle",
            cost=1,
            tile="battle",
            heading="" if alone else _("Battle"),
            short=_("Battle") if alone else name,
            sigil="" if alone else names.sigil(enemy),
        )
        found.append(_common(state, me, option, partial(battle, enemy=enemy)))
    return found


def unlimited_choices(state: CthulhuState, me: str) -> list[ActionChoice]:
    """Return the Common Actions that may be done besides the turn's one Action."""
    free = unlimited_for(state, me)
    if unlimited_battle(state, me):
        free = (*free, "battle")
    able = [action for action in COMMON_ACTIONS if action in free]
    return [choice for choice in common_choices(state, me, able) if choice.unlimited]


def reminded(state: CthulhuState, me: str, action: str, words: str = "") -> str:
    """Return the detail of a Common Action with the faction's and its cards' reminders."""
    own, cards = roster.card(me).reminds(state, me, action), reminders(state, me, action)
    return ". ".join(filter(None, (words, own, *cards))) if own or cards else words


def gates(state: CthulhuState, me: str) -> list[ActionChoice]:
    """Create Gate, for whoever has a unit that can hold one."""
    if not keeper_units(state, me):
        return []
    option = Option(
        "create_gate",
        _("Create Gate"),
        common.create_gate_refused(state, me),
        _("Where you have a Cultist and there is no Gate"),
        symbol="build-gate",
        cost=common.gate_cost(state, me),
    )
    return [_common(state, me, option, common.create_gate)]


def recruits(state: CthulhuState, me: str) -> list[ActionChoice]:
    """Recruit Cultist, and a choice for each kind of Cultist besides Acolytes."""
    where = _("Where you have a unit")
    if not pieces_on_map(state, me):
        where = _("Anywhere: you have no unit on the map")
    found = []
    if roster.card(me).unit(ACOLYTE).rank is Rank.CULTIST:
        option = Option(
            "recruit",
            _("Recruit Cultist"),
            common.recruit_refused(state, me),
            where,
            symbol="recruit",
            cost=1,
            short=_("Recruit"),
        )
        found.append(_common(state, me, option, common.recruit))
    return [*found, *other_cultists(state, me, where)]


def other_cultists(state: CthulhuState, me: str, where: str) -> list[ActionChoice]:
    """Return a choice to recruit each kind of Cultist besides Acolytes."""
    found = []
    for unit in kinds(state, me, Rank.CULTIST):
        if unit.id != ACOLYTE and unit.id not in TOKENS:
            name = names.unit(me, unit.id)
            option = Option(
                f"recruit/{unit.id}",
                _("Recruit {unit}").format(unit=name),
                common.recruit_refused(state, me, unit.id),
                where,
                symbol="recruit",
                cost=unit.cost,
            )
            found.append(_common(state, me, option, partial(common.recruit, unit=unit.id)))
    if unique_priests.may_choose(state, me):
        name = _("Unique High Priest")
        option = Option(
            "recruit/unique",
            _("Recruit {unit}").format(unit=name),
            common.recruit_refused(state, me, HIGH_PRIEST),
            where,
            symbol="recruit",
            cost=roster.card(me).unit(HIGH_PRIEST).cost,
        )
        found.append(_common(state, me, option, common.recruit_unique))
    return found


def moves(state: CthulhuState, me: str) -> list[ActionChoice]:
    """Return the Moves of a fixed number of units; a larger number, or units on Gates, are asked for."""
    found, detail = [], reminded(state, me, "move", moving.reach(state, me))
    free, tied = moving.off_gates(state, me), moving.move_refused(state, me)
    for number in MOVES:
        option = Option(
            f"move/{number}",
            moving.movement(number),
            tied or moving.too_few_to_move(state, me, number, free),
            detail,
            symbol="move",
            cost=number,
            tile="move",
            heading=_("Move"),
            short=str(number),
        )
        found.append(_common(state, me, option, partial(moving.move, number=number)))
    more = Option(
        "move",
        _("Move more, or leave a Gate"),
        tied or common.too_dear(state, me, 1),
        detail,
        symbol="move",
        tile="move",
        heading=_("Move"),
        short=_("More"),
    )
    return [*found, _common(state, me, more, moving.move_by_question)]


def summons(state: CthulhuState, me: str) -> list[ActionChoice]:
    """Return a choice to summon each kind of Monster."""
    found = []
    where = roster.card(me).summons_at(state, me) or _("Where you control a Gate")
    no_gate = common.no_gate_to_summon_at(state, me)
    for unit in kinds(state, me, Rank.MONSTER, Rank.TERROR):
        if unit.id in TOKENS:
            continue
        name = names.unit_of(unit)
        option = Option(
            f"summon/{unit.id}",
            _("Summon {unit}").format(unit=name),
            no_gate or common.summoning_refused(state, me, unit) or common.summoning_too_dear(state, me, unit),
            where,
            symbol="summon",
            cost=common.summon_cost(state, me, unit),
            tile="summon",
            heading=_("Summon"),
            short=_(unit.short) if unit.short else name,
        )
        found.append(_common(state, me, option, partial(common.summon, unit=unit)))
    return found


def awakenings(state: CthulhuState, me: str) -> list[ActionChoice]:
    """Return a choice to awaken each Great Old One."""
    found = []
    for awakening in roster.card(me).awakenings:
        name = names.unit(me, awakening.unit)
        option = Option(
            f"awaken/{awakening.unit}",
            _("Awaken {unit}").format(unit=name),
            common.awakening_refused(state, me, awakening),
            symbol="awaken",
            cost=max(0, common.least_cost(state, me, awakening)),
            tile="awaken",
            heading=_("Awaken"),
            short=names.unit_in_short(me, awakening.unit),
        )
        found.append(_common(state, me, option, partial(common.awaken, awakening=awakening)))
    for card in independents(state, me):
        name = names.unit_of(card.unit)
        option = Option(
            f"awaken/{card.id}",
            _("Awaken {unit}").format(unit=name),
            loyalty_cards.awakening_refused(state, me, card),
            " ".join(filter(None, (_(card.text), loyalty_cards.one_source(card.id)))),
            symbol="awaken",
            cost=loyalty_cards.awakening_cost(state, me, card),
            tile="awaken",
            heading=_("Awaken"),
            short=name,
        )
        found.append(_common(state, me, option, partial(loyalty_cards.awaken_independent, card=card)))
    return found


CHOICES: Final[Mapping[str, Callable[[CthulhuState, str], list[ActionChoice]]]] = {
    "move": moves,
    "battle": battles,
    "summon": summons,
    "awaken": awakenings,
    "create_gate": gates,
    "recruit": recruits,
    "capture": captures,
}
"""The Common Actions as they are offered, by id."""


def former_choices(state: CthulhuState, me: str) -> list[ActionChoice]:
    """Return choices that are no longer offered, but that stored games have picked."""
    return [_common(state, me, Option(name, name), script) for name, script in FORMER_ACTIONS.items()]


def battle_refused(state: CthulhuState, me: str, there: Sequence[str]) -> str:
    """Return why no battle can be fought, or an empty string.

    It needs an own unit and an enemy one; the players see whether they meet.

    Args:
        there: the enemies that have a unit on the map.
    """
    if not pieces_on_map(state, me):
        return _("You have no unit on the map.")
    return "" if there else _("No enemy unit is on the map.")


def _common(state: CthulhuState, me: str, option: Option, script: Steps) -> ActionChoice:
    kind = option.tile or option.id
    free = kind in unlimited_for(state, me) or (kind == "battle" and unlimited_battle(state, me))
    if not option.refused and (refused := common.too_dear(state, me, option.cost or 0)):
        option = replace(option, refused=refused)
    return ActionChoice(option, script, unlimited=free, worth_asking=free)
