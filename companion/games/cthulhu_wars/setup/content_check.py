"""The content check: whether all factions and maps hold together, and what of them rests on one source."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from msgspec.structs import replace

from companion.games.cthulhu_wars.boards.registry import RULES
from companion.games.cthulhu_wars.model import names
from companion.games.cthulhu_wars.model.faction import Faction
from companion.games.cthulhu_wars.model.faction_parts import Action
from companion.games.cthulhu_wars.model.maps import (
    AREAS,
    BOARDS,
    BY_PLAYERS,
    ONE_SOURCE_TRACKS,
    RITUAL_TRACKS,
    Board,
    board,
)
from companion.games.cthulhu_wars.model.maps import LAYOUTS as TITLES
from companion.games.cthulhu_wars.model.neutral_cards import BOOKS, CARDS
from companion.games.cthulhu_wars.model.roster import FACTIONS, faults
from companion.games.cthulhu_wars.model.rulings import rulings
from companion.games.cthulhu_wars.model.setup_form import LAYOUTS
from companion.games.cthulhu_wars.model.state import ACOLYTE, INSTANT_DEATH_COST
from companion.games.cthulhu_wars.model.units import Rank
from companion.games.cthulhu_wars.neutral.cards import registry
from companion.games.cthulhu_wars.neutral.neutral_books import BATTLE_ABILITIES
from companion.table.game import Content
from companion.table.words import _

ACOLYTES = 6
"""Each faction's, reference 1."""


def content() -> Content:
    """Look at everything."""
    wrong = [f"{_(faction.name)}: {words}" for faction in FACTIONS.values() for words in wrong_with(faction)]
    wrong += [f"{board(layout).name}: {words}" for layout in LAYOUTS for words in wrong_with_map(board(layout))]
    wrong += [*wrong_with_tracks(), *wrong_with_neutrals()]
    sure = [f"{_(faction.name)}: {_(words)}" for faction in FACTIONS.values() for words in faction.one_source]
    for layout in BOARDS:
        laid = board(layout)
        pairs = (f"{laid.areas[one].name} – {laid.areas[other].name}" for one, other in laid.disputed)
        sure += [_("{map}: sources differ on {border}").format(map=laid.name, border=pair) for pair in pairs]
    for players in ONE_SOURCE_TRACKS:
        costs = " ".join(map(str, RITUAL_TRACKS[players]))
        sure.append(_("The Ritual track for {number} players: {costs}").format(number=players, costs=costs))
    sure += [f"{_(rules.title)}: {_(rules.detail)}" for rules in RULES.values()]
    for card in CARDS.values():
        if card.one_source:
            sure.append(_("Neutral, {name}: {text}").format(name=names.unit_of(card.unit), text=_(card.text)))
    for book in BOOKS.values():
        if book.one_source:
            sure.append(_("Neutral, {name}: {text}").format(name=_(book.name), text=_(book.text)))
    counted = (
        (_("factions"), len(FACTIONS)),
        (_("units"), sum(len(f.units) for f in FACTIONS.values())),
        (_("spellbooks"), sum(len(f.books) for f in FACTIONS.values())),
        (_("requirements"), sum(len(f.requirements) for f in FACTIONS.values())),
        (_("Actions and other abilities"), sum(len(list(actions_of(f))) for f in FACTIONS.values())),
        (_("battle abilities"), sum(len(f.battle) for f in FACTIONS.values())),
        (_("Loyalty Cards"), len(CARDS)),
        (_("neutral spellbooks"), len(BOOKS)),
        (_("rulings"), len(rulings())),
        (_("maps"), len(BOARDS)),
    )
    return Content(counted, tuple(wrong), tuple(sure))


def actions_of(faction: Faction) -> Iterator[Action]:
    """Yield all that a faction may do besides battles."""
    yield from faction.unique.actions
    yield from faction.unique.doom_phase
    yield from (*faction.actions, *faction.between_actions, *faction.anytime, *faction.doom_phase)


def wrong_with(faction: Faction) -> Iterator[str]:
    """Yield what is wrong with a faction.

    Some of it keeps the faction out of the game, the rest would show only at the table.
    """
    others = {code: other for code, other in FACTIONS.items() if other is not faction}
    # Its own code, rulings and help are taken by itself.
    yield from faults(replace(faction, code=f"{faction.code}_"[-4:], rulings={}, help={}))
    for other in others.values():
        for key in sorted({*faction.rulings, *faction.help} & {*other.rulings, *other.help}):
            yield _("{faction}, too: the ruling or help topic {name}").format(faction=_(other.name), name=key)
        if other.colour == faction.colour:
            yield _("it has the colour of {faction}").format(faction=_(other.name))
    acolyte = faction.unit(ACOLYTE)
    rank = Rank.MONSTER if ACOLYTE in faction.like_cultists else Rank.CULTIST
    if (acolyte.rank, acolyte.count, acolyte.cost) != (rank, ACOLYTES, 1):
        yield _("its Acolytes are not 6 of cost 1")
    awakened = {awakening.unit for awakening in faction.awakenings}
    for unit in faction.units:
        if (unit.rank is Rank.GOO) is not (unit.id in awakened):
            yield _("{unit} is a Great Old One without an awakening, or has one without being any").format(
                unit=_(unit.name)
            )
    yield from wrong_with_abilities(faction)
    yield from unreachable(faction)


def wrong_with_abilities(faction: Faction) -> Iterator[str]:
    """Yield abilities with more than one moment, and texts that are empty."""
    for ids in ([action.id for action in actions_of(faction)], [ability.id for ability in faction.battle]):
        for name, number in Counter(ids).items():
            if number > 1:
                yield _("{ability} has {number} moments, not one").format(ability=name, number=number)
    words = [(r.id, r.text) for r in faction.requirements]
    words += [(b.id, text) for b in faction.books for text in (b.name, b.text)]
    yield from (_("{name} says nothing").format(name=name) for name, text in words if not text)


def unreachable(faction: Faction) -> Iterator[str]:
    """Yield requirements that nobody could ever meet."""
    by_action = {action.requirement for action in actions_of(faction)}
    by_action |= {action.id for action in actions_of(faction)}
    for requirement in faction.requirements:
        seen = requirement.met is not None
        reached = {
            "automatic": True,  # Seen by the companion, or claimed by the players.
            "anytime": True,
            "action": requirement.id in by_action or seen,
            "doom-phase": seen or requirement.id in by_action,
        }[requirement.kind]
        if not reached:
            yield _("nothing meets the requirement “{requirement}”").format(requirement=_(requirement.text))
    if sum(requirement.last for requirement in faction.requirements) > 1:
        yield _("only one requirement can be the last one")


def wrong_with_map(laid: Board) -> Iterator[str]:
    """Yield borders that differ by side, and parts of a map that cannot be reached."""
    near = {area.id: set(area.adjacent) for area in laid.areas.values()}
    for one, others in near.items():
        for other in sorted(others):
            if other not in near:
                yield _("{area} touches {other}, which is not on it").format(area=one, other=other)
            elif one not in near[other] or one == other:
                yield _("{area} touches {other}, but not the other way round").format(area=one, other=other)
    reached, todo = set(), [next(iter(near))]
    while todo:
        area = todo.pop()
        if area not in reached:
            reached.add(area)
            todo += [other for other in near[area] if other in near]
    if reached != set(near):
        yield _("not all areas can be reached")
    for faction in FACTIONS.values():
        for area in faction.start.get(laid.id, ()):
            if area not in near:
                yield _("{faction}: start in {area}, which is not on it").format(faction=_(faction.name), area=area)
    for area, name in ((a.id, a.name) for a in laid.areas.values()):
        if area not in AREAS or not name:
            yield _("{area} has no name").format(area=area)


def wrong_with_tracks() -> list[str]:
    """Return numbers of factions without a map or a whole Ritual track."""
    found = []
    for players, layouts in BY_PLAYERS.items():
        track = RITUAL_TRACKS.get(players, ())
        if list(track) != sorted(track) or track[-1:] != (INSTANT_DEATH_COST,) or not set(layouts) <= set(TITLES):
            found.append(_("{number} players have no whole Ritual track, or no map").format(number=players))
    return found


def wrong_with_neutrals() -> Iterator[str]:
    """Yield neutral ids that are taken, impossible numbers, and abilities with several moments."""
    for faction in FACTIONS.values():
        taken = {*(unit.id for unit in faction.units), *(book.id for book in faction.books)}
        for name in sorted(taken & {*CARDS, *BOOKS}):
            yield _("{faction}: {name}, which is neutral").format(faction=_(faction.name), name=name)
    for card in CARDS.values():
        if not (0 <= card.placed <= card.unit.count and card.unit.cost >= 0 and card.text):
            yield _("The Loyalty Card {name} has an impossible number").format(name=card.id)
    for name, number in Counter(ability.id for ability in (*BATTLE_ABILITIES, *registry.ABILITIES)).items():
        if number > 1:
            yield _("{ability} has {number} moments, not one").format(ability=name, number=number)
