"""What everybody may see of a game of Cthulhu Wars."""

from __future__ import annotations

from typing import Final

import msgspec

from companion.games.cthulhu_wars.boards import registry as boards
from companion.games.cthulhu_wars.model import names, roster
from companion.games.cthulhu_wars.model.battle_state import Stage
from companion.games.cthulhu_wars.model.maps import COUNTED, area_name
from companion.games.cthulhu_wars.model.neutral_cards import AZATHOTH_MARK, CARDS, PRIESTS
from companion.games.cthulhu_wars.model.state import BOOKS_TO_WIN, DOOM_TO_END, CthulhuState, FactionState, Phase
from companion.games.cthulhu_wars.model.symbols import largest
from companion.games.cthulhu_wars.neutral.loyalty_cards import CHECK, one_source
from companion.games.cthulhu_wars.rules.azathoth_marker import HIGHEST, shown, stands
from companion.games.cthulhu_wars.rules.people import decides, person
from companion.games.cthulhu_wars.rules.pool import chosen_priest, gates, kinds, pool, stock
from companion.games.cthulhu_wars.turn.spellbooks import how_far, progress
from companion.games.cthulhu_wars.turn.victory import closing_words, doom
from companion.games.cthulhu_wars.view.battle_view import notes, outcome, side, third_parties
from companion.table.view import AreaView, Counter, PlayerView, Track, View
from companion.table.words import N_, _, edition, labelled

STEPS: Final = (
    (Stage.PRE_BATTLE, N_("Before")),
    (Stage.ROLL, N_("Roll")),
    (Stage.KILLS, N_("Kills")),
    (Stage.PAINS, N_("Pains")),
    (Stage.RETREAT, N_("Retreat")),
    (Stage.CLEANUP, N_("Done")),
)


def view(state: CthulhuState) -> View:
    """Return ledger, map, and the battle in progress."""
    battle = state.battle
    # Nobody tells where a battle is, and what comes after its dice, if the table sees to that.
    placed = battle is not None and not battle.area.startswith(COUNTED)
    steps = [(name, label) for name, label in STEPS if battle and (placed or name is Stage.ROLL)]
    names_of_steps = [str(name) for name, __ in steps]
    step = names_of_steps.index(state.step) if state.step in names_of_steps else -1
    besides = third_parties(state, battle) if battle else ()
    decided = battle if battle and state.step == Stage.CLEANUP else state.fought
    return View(
        title=_("Quick Battle") if state.skirmish else _("Cthulhu Wars"),
        header=header(state),
        players=players(state),
        counters=table_counters(state),
        tracks=tracks(state),
        direction=direction(state),
        areas=areas(state),
        links=state.board.links if state.map_id else (),
        map=state.map_id,
        sides=tuple(side(state, battle, code) for code in battle.sides) if battle else (),
        place=area_name(battle.area) if battle and placed else "",
        notes=notes(besides),
        besides=besides,
        gone=tuple(out(state, code) for code in state.gone),
        outcome=outcome(state, decided) if decided else (),
        steps=tuple(_(label) for __, label in steps),
        step=step,
        finished=result(state),
    )


def result(state: CthulhuState) -> str:
    """Return the closing words; a Quick Battle has no winner of the game."""
    if state.phase is not Phase.OVER:
        return ""
    return _("The battle is over.") if state.winners is None else closing_words(state, state.winners)


def header(state: CthulhuState) -> tuple[str, ...]:
    """Read across the table: turn and phase."""
    if not evening(state):
        return names.moment(0, Phase.QUICK_BATTLE if state.skirmish else state.phase)
    return names.moment(state.turn, state.phase)


def evening(state: CthulhuState) -> bool:
    """Return whether the board is set up and a whole game is played on it."""
    return not state.skirmish and state.phase is not Phase.SETUP


def tracks(state: CthulhuState) -> tuple[Track, ...]:
    """Return the Ritual track: what each Ritual costs, then Instant Death."""
    if not evening(state):
        return ()
    cells = (*map(str, state.track), ":instant-death")
    return (Track("ritual", _("Ritual"), "ritual", cells, state.ritual, _("Instant Death")),)


def direction(state: CthulhuState) -> str:
    """Return which way play goes round the table; with two players there is but one."""
    if not evening(state) or len(state.players) == 2:
        return ""
    return "clockwise" if state.direction == 1 else "counterclockwise"


def table_counters(state: CthulhuState) -> tuple[Counter, ...]:
    """Return the numbers that belong to nobody."""
    if not evening(state):
        return ()
    found = [
        Counter("ritual", names.counter("ritual"), state.ritual, len(state.track), "ritual"),
        Counter("turn", names.counter("turn"), state.turn),
    ]
    if state.duel:
        found.append(Counter("decay", names.counter("decay"), state.decay))
    if not state.follows:
        found.append(Counter("abandoned", names.counter("abandoned"), len(state.abandoned_gates())))
    return tuple(found)


_PACK: Final = msgspec.json.Encoder().encode

_COLUMNS: Final[dict[str, tuple[tuple[object, ...], PlayerView]]] = {}
"""The last column of each faction, behind all that it was made of."""
_DETAILS: Final[dict[str, tuple[tuple[object, ...], tuple[str, ...]]]] = {}
"""The lines behind them, likewise."""
_MAPS: Final[list[tuple[tuple[object, ...], tuple[AreaView, ...]]]] = []
"""The last map, likewise."""


def players(state: CthulhuState) -> tuple[PlayerView, ...]:
    """Everybody's column. An answer changes that of one or two: one that would be as it was last is that one."""
    pieces = [(faction.marks, faction.captives) for faction in state.factions.values()]
    people = state.names, state.former, state.unplayed, state.barred
    of_all = _PACK((edition(), state.rulings, state.neutral, state.players, people, state.winners, pieces))
    active, several, over = state.active, state.several, state.phase is Phase.OVER
    resting = [code for code in state.seats if _rests(state, code)]
    found = []
    for code in state.seats:
        held = state.gates_of(code), gates(state, code), state.counts_gates, code == active, code in resting
        made_of = (
            of_all,
            roster.card(code),
            _PACK((state.factions[code], held)),
            _is_first(state, code),
            _is_done(state, code),
            over,
            doom(state, state.hand(code)) if several else 0,
            progress(state, code),
        )
        known = _COLUMNS.get(code)
        if known is None or known[0] != made_of:
            known = _COLUMNS[code] = made_of, player(state, code, _lines(state, code, of_all))
        found.append(known[1])
    return tuple(found)


def _rests(state: CthulhuState, code: str) -> bool:
    """Return whether a faction takes no more Actions in the phase that is going on."""
    return state.phase is Phase.ACTION and code in state.resting


def _lines(state: CthulhuState, code: str, of_all: bytes) -> tuple[str, ...]:
    """Return the lines behind a column, without numbers that change with each step."""
    faction = state.factions[code]
    pieces = faction.in_play, faction.card, faction.away, faction.captives, faction.marks, faction.loyalty
    books = faction.books, faction.flipped, faction.met, faction.borrowed
    far = progress(state, code)
    made_of = of_all, roster.card(code), _PACK((pieces, books, state.gates_of(code), _rests(state, code))), far
    known = _DETAILS.get(code)
    if known is None or known[0] != made_of:
        known = _DETAILS[code] = made_of, details(state, code)
    return known[1]


def _is_first(state: CthulhuState, code: str) -> bool:
    return code == state.first or (bool(state.first) and state.first in state.hand(code))


def _is_done(state: CthulhuState, code: str) -> bool:
    return state.phase is Phase.ACTION and not state.can_act(code)


def player(state: CthulhuState, code: str, lines: tuple[str, ...]) -> PlayerView:
    """One faction's column. What it looks at besides the faction's own numbers, `players` must look at, too.

    Args:
        lines: those behind a tap.
    """
    card, faction, units = roster.card(code), state.factions[code], kinds(state, code)
    in_play = (
        Counter(f"{code}.{u.id}", names.label_of(u), faction.in_play.get(u.id, 0), stock(state, code, u.id))
        for u in units
    )
    return PlayerView(
        id=code,
        name=names.faction(code),
        short=_(code),
        colour=card.colour,
        glyph=card.glyph,
        sigil=names.sigil(code),
        silhouette=largest(code),
        big=(
            Counter(f"{code}.power", _(names.COUNTERS["power"]), faction.power, symbol="power"),
            Counter(f"{code}.doom", _(names.COUNTERS["doom"]), faction.doom, DOOM_TO_END, "doom"),
        ),
        small=(
            Counter("", _("Spellbooks"), len(faction.books), BOOKS_TO_WIN, "spellbook", pips=True),
            Counter(f"{code}.gates" if state.counts_gates else "", _("Gates"), gates(state, code), symbol="gate"),
            Counter(f"{code}.signs", _(names.COUNTERS["signs"]), len(faction.signs), symbol="elder-sign"),
            *captives(state, code),
            *together(state, code),
            *in_play,
            *(
                Counter(f"{code}.{m.id}", _(m.label), faction.marks.get(m.id, 0), m.most)
                for m in (*card.marks, *boards.marks(state))
            ),
            *(
                Counter(f"{code}.{AZATHOTH_MARK}", _(names.AZATHOTH), stands(state, code), HIGHEST)
                for __ in range(shown(state, code))
            ),
        ),
        details=lines,
        active=code == state.active,
        first=_is_first(state, code),
        done=_is_done(state, code),
        person=person(state, state.hand(code)) if state.phase is Phase.OVER else state.names.get(code, ""),
        former=tuple(state.former.get(code, ())),
        decided_by=decides(state, code),
        won=any(code in hand for hand in state.winners or ()),
        turned=tuple(
            Counter("", _(names.COUNTERS["signs"]), value, symbol="elder-sign")
            for value in faction.turned
            if state.phase is Phase.OVER
        ),
    )


def out(state: CthulhuState, code: str) -> PlayerView:
    """Return a faction that is out of the game, without numbers."""
    card, former = roster.card(code), tuple(state.former.get(code, ()))
    return PlayerView(
        code, names.faction(code), _(code), card.colour, card.glyph, sigil=names.sigil(code), former=former
    )


def captives(state: CthulhuState, code: str) -> tuple[Counter, ...]:
    """Return the captured units on the faction card; each owner's are corrected separately."""
    held = sum(sum(kinds.values()) for kinds in state.factions[code].captives.values())
    return (Counter("", _("captives"), held, symbol="captive"),) if held else ()


def together(state: CthulhuState, code: str) -> tuple[Counter, ...]:
    """Return whose faction it is and all Doom of that person, where people play several."""
    if not state.several:
        return ()
    hand = state.hand(code)
    return (
        Counter("", _("Player"), state.players.index(hand) + 1, symbol="people"),
        Counter("", _("all Doom"), doom(state, hand), symbol="doom"),
    )


def details(state: CthulhuState, code: str) -> tuple[str, ...]:
    """Return the lines behind a tap: pieces, Gates, books, requirements; `_lines` must look at the same."""
    card, faction, units = roster.card(code), state.factions[code], kinds(state, code)
    lines = []
    if state.several:
        hand = state.hand(code)
        number = state.players.index(hand) + 1
        lines.append(_("Player {number}: {factions}").format(number=number, factions=names.hand(hand)))
    if code in state.unplayed:
        lines.append(_("Nobody plays it; forced choices: {who}").format(who=decides(state, code)))
    if code in state.barred:
        lines.append(_("It cannot win."))
    lines.append(labelled(_(card.ability_name), _(card.ability_text)))
    words = _("{unit}: {number} in play, {pool} in Pool")
    lines += [
        words.format(unit=names.unit_of(u), number=faction.in_play.get(u.id, 0), pool=pool(state, code, u.id))
        for u in units
    ]
    if state.follows:
        where = [area_name(a) for a in state.gates_of(code)]
        where += [names.unit(code, unit) for unit in card.gate_units for __ in range(state.on_map(code, unit))]
        lines.append(_("Gates: {areas}").format(areas=", ".join(where)) if where else _("Gates: none"))
    held = [
        _("{pieces} of {faction}").format(pieces=names.pieces(c, unit, n), faction=names.faction(c))
        for c, kinds in faction.captives.items()
        for unit, n in kinds.items()
        if n
    ]
    if held:
        lines.append(_("Captured: {pieces}").format(pieces=", ".join(held)))
    if _rests(state, code):
        lines.append(_("No more Actions this phase"))
    lines += [
        _("{ability}, borrowed from {faction}").format(ability=_(roster.card(c).ability_name), faction=names.faction(c))
        for c in faction.borrowed
    ]
    up, down = _("Spellbook {book}"), _("Spellbook {book} (face down)")
    under = _("Spellbook {book} (a Moonbeast lies on it)")
    for b in faction.books:
        words = under if state.covers(code, b) else down if b in faction.flipped else up
        lines.append(words.format(book=names.book(code, b)))
    far = dict(progress(state, code))
    for r in card.requirements:
        numbers = how_far(far.get(r.id, ()))
        said = _("{requirement} ({numbers})").format(requirement=_(r.text), numbers=numbers) if numbers else _(r.text)
        lines.append(f"{'✓' if r.id in faction.met else '–'} {said}")
    if unique := chosen_priest(state, code):
        lines.append(labelled(names.unit(code, unique), f"{_(PRIESTS[unique].text)} {_(CHECK)}"))
    for name in faction.loyalty:
        words = labelled(names.unit(code, name), _(CARDS[name].text))
        lines.append(" ".join(filter(None, (words, one_source(name)))))
    lines += [_("Check your card: {rule}").format(rule=_(rule)) for rule in card.one_source]
    return (*lines, *boards.details(state, code))


def areas(state: CthulhuState) -> tuple[AreaView, ...]:
    """Return the map with its Gates and tokens; an unchanged area is the same object."""
    if not state.map_id:
        return ()
    factions = [(code, state.factions[code]) for code in state.seats]
    marked = [(code, faction) for code, faction in factions if faction.tokens or faction.own_gates]
    battle = state.battle.area if state.battle else ""
    tokens = [(code, faction.tokens, faction.own_gates) for code, faction in marked]
    made_of = edition(), state.board, _PACK((state.gates, tokens, state.boards, state.places)), battle
    if not _MAPS or _MAPS[0][0] != made_of:
        _MAPS[:] = [(made_of, _areas(state, marked, battle))]
    return _MAPS[0][1]


def _areas(state: CthulhuState, marked: list[tuple[str, FactionState]], battle: str) -> tuple[AreaView, ...]:
    found = []
    for area in state.board.areas.values():
        marks, signs = boards.words(state, area.id), []
        if not marked and area.id not in state.gates and area.id != battle:
            found.append(AreaView(area.id, area.name, area.x, area.y, area.ocean, tuple(marks), beside=area.beside))
            continue
        if area.id in state.gates:
            signs.append(("gate" if state.gates[area.id] else "gate-abandoned", state.gates[area.id] or ""))
            owner = state.gates[area.id]
            marks.append(_("Gate {faction}").format(faction=_(owner)) if owner else _("Gate"))
        for code, faction in marked:
            if area.id in faction.tokens or area.id in faction.own_gates:
                marks.append(names.token(code))
        if battle == area.id:
            marks.append(_("Battle"))
            signs.append(("battle", ""))
        signs += [("location", code) for code, faction in marked if area.id in faction.tokens]
        found.append(
            AreaView(area.id, area.name, area.x, area.y, area.ocean, tuple(marks), tuple(signs), beside=area.beside)
        )
    return tuple(found)
