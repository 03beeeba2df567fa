"""Set-up (reference section 2): who plays what, who sits where, which board, who is First Player."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from itertools import chain, count
from typing import Any, Final

from msgspec import UNSET

from companion.games.cthulhu_wars.boards import registry as boards
from companion.games.cthulhu_wars.corrections.help_level import LEVELS
from companion.games.cthulhu_wars.facts import (
    ActionPhaseBegan,
    DirectionChosen,
    FactionStarted,
    FirstPlayerChosen,
    GatesCounted,
    NeutralsChosen,
    PeopleNamed,
    PiecesLeft,
)
from companion.games.cthulhu_wars.model import names, roster
from companion.games.cthulhu_wars.model.drawn_map import OwnMap
from companion.games.cthulhu_wars.model.maps import (
    BOARDS,
    COLOUR,
    IN_LIBRARY,
    LIBRARY,
    MOST_ON_OWN_MAP,
    OWN,
    area_name,
    board,
)
from companion.games.cthulhu_wars.model.neutral_cards import HIGH_PRIEST
from companion.games.cthulhu_wars.model.roster import FACTIONS
from companion.games.cthulhu_wars.model.rulings import COMMON, OF_SEVERAL, OTHER, PRINTED, THREE, ruling, rulings
from companion.games.cthulhu_wars.model.setup_form import (
    BORDERS,
    EIGHT,
    LETTERS,
    MOST_EACH,
    NEUTRAL,
    QUICK_BATTLE,
    SEVERAL,
    EveningSetup,
)
from companion.games.cthulhu_wars.model.state import ACOLYTE, CthulhuState, Phase
from companion.games.cthulhu_wars.model.symbols import symbol
from companion.games.cthulhu_wars.model.units import Loss
from companion.games.cthulhu_wars.rules import people
from companion.games.cthulhu_wars.rules.common_questions import pick_area, pick_faction
from companion.games.cthulhu_wars.rules.first_player import pick_direction, switch_to_player
from companion.games.cthulhu_wars.rules.lot import LOT, by_lot
from companion.games.cthulhu_wars.rules.pool import enter
from companion.games.cthulhu_wars.setup.map_setup import (
    choose_board,
    described,
    keep_starts,
    lay_own_map,
    lay_track,
    pick_map,
    see_borders,
)
from companion.games.cthulhu_wars.setup.ruling_choice import KEYS, ask_card_points, ask_points, choose_rulings
from companion.games.cthulhu_wars.setup.several_factions_each import pick_hands
from companion.table.names import fault_in, refusal
from companion.table.prompts import (
    SHUFFLE,
    TABLE,
    BoardLine,
    BoardPicture,
    Chair,
    Choose,
    LaidPieces,
    Option,
    Seats,
    Tell,
)
from companion.table.rulings import Rulings
from companion.table.script import Script, ask, pick_one, pick_some
from companion.table.setup import refuse
from companion.table.state import Notice
from companion.table.words import _, and_list, labelled, n_, opening

DRAFTS: Final = {2: ((0, 1), (1, 2), (0, 1)), 3: ((0, 3), (1, 3))}
"""Who picks how many factions where two players play two each (D2); for three each no order is established."""


def check(given: EveningSetup) -> None:
    """Refuse factions, rulings and disputed borders that there are not. Raises `BadSetupError`."""
    if any(code not in FACTIONS for code in given.codes):
        refuse(_("The factions are: {factions}.").format(factions=", ".join(FACTIONS)))
    if given.first is not UNSET and roster.card(given.first).goes_first is False:
        words = _("{faction}: never First Player in the first turn.")
        refuse(words.format(faction=names.faction(given.first)))
    if [len(hand) for hand in given.hands or ()] == [1, 1] and (refused := no_duel(given.codes)):
        refuse(refused)
    for named in given.names:
        if why := fault_in(named.name, LETTERS):
            refuse(refusal(named.name, why))
    if given.borders is not UNSET:
        known = {pair for layout in BOARDS for pair in board(layout).disputed_by_id}
        if not known.issuperset(given.borders):
            refuse(_(BORDERS))
    if given.rulings:
        Rulings({**rulings(), **LEVELS, **OF_SEVERAL}).check(given.rulings)


def check_hands(given: EveningSetup) -> None:
    """Refuse more factions for one person than are allowed.

    Stored games may have them. Raises `BadSetupError`.
    """
    if any(len(hand) > MOST_EACH for hand in given.hands):
        refuse(_("One person can play up to {most} factions.").format(most=MOST_EACH))


def again(state: CthulhuState) -> dict[str, Any]:
    """Return the set-up of another game of the same table."""
    given, battle = state.given, state.given_battle
    found: dict[str, Any] = {"options": dict(state.rulings)} if state.rulings else {}
    if battle is not None:
        sides: dict[str, Any] = dict(zip(("attacker", "defender"), state.seats, strict=False))
        if others := state.seats[2:]:
            sides["others"] = list(others)
        if battle.neutral:
            sides["neutral"] = battle.neutral
        return found | {QUICK_BATTLE: sides}
    in_use = state.neutral_in_use
    if neutral := [name for name in NEUTRAL if name in in_use] if state.players else list(given.neutral):
        found["neutral"] = neutral
    if given.own_map or described(state):
        found["map"] = OWN
    if of := described(state):
        found["board"] = of
    if COLOUR in state.boards:
        found["colour"] = True
    if state.laid and state.phase is not Phase.SETUP and (disputed := state.laid.disputed_by_id):
        found["borders"] = [name for name, pair in disputed.items() if state.laid.touch(*pair)]
    if state.players:
        several = any(len(hand) > 1 for hand in state.players)
        seats = {"players": [list(hand) for hand in state.players]} if several else {"factions": list(state.seats)}
        if state.names:
            found["names"] = [{"id": code, "name": state.names[code]} for code in state.seats if code in state.names]
        found |= seats | {"signs": "chits" if state.chits else "app"}
        if given.seating:
            found["seating"] = given.seating
        if not (given.own_map or described(state)):
            if state.own_track:
                found["track"] = list(state.own_track)
            found["map"] = state.map_id
            if picked := {code: state.factions[code].start for code in state.seats if _picks(state, code)}:
                found["starts"] = picked
    return found


def set_up(state: CthulhuState) -> Script[None]:
    """Ask for whatever the set-up does not say yet, then lay out the table."""
    each = yield from choose_rulings(state)
    yield from choose_board(state)
    players = state.given.hands or (yield from pick_players(state))
    for code in chain.from_iterable(players):
        # Its file is read with the game's, and not while somebody waits for the first answer.
        roster.card(code)
    number = sum(map(len, players))
    own = state.given.own_map or described(state)
    drawn = (yield from lay_own_map(state, number)) if own else None
    layout = OWN if drawn else state.given.layout or (yield from pick_map(state, number))
    if not drawn:
        yield from lay_track(state, number)
    signs = state.given.signs or (yield from pick_signs(state))
    state.record(people.begun(state, players, layout, signs))
    if each:
        yield from ask_points(state, state.seats)
    if state.several and len(state.players) > 2:
        yield from OF_SEVERAL.ask(state, KEYS)
    if state.board.disputed:
        yield from see_borders(state)
    if state.given.neutral:
        state.record(NeutralsChosen(tuple(dict.fromkeys(state.given.neutral))))
    exchange_priests(state)
    yield from settle(state, drawn.starts if drawn else (yield from usual_starts(state)))
    if drawn:
        keep_starts(state, drawn)
    yield from boards.begin(state)
    yield from first_turn(state)
    yield from ask(state, lambda: lay_out(state))
    if each:
        # The cards may be said while the board is laid out.
        yield from ask_card_points(state)
    if not state.follows:
        state.record(GatesCounted())
    state.record(ActionPhaseBegan(1))


def exchange_priests(state: CthulhuState) -> None:
    """Have High Priests instead of Acolytes where a faction begins with some, or Acolytes again without them."""
    for code in state.seats:
        area, begins = state.factions[code].start, roster.card(code).begins.priests
        more = (begins if state.priests else 0) - (state.in_play(code, HIGH_PRIEST) if begins else 0)
        leaves, comes = (ACOLYTE, HIGH_PRIEST) if more > 0 else (HIGH_PRIEST, ACOLYTE)
        if more:
            state.record(PiecesLeft(code, leaves, abs(more), Loss.EXCHANGED, area))
            enter(state, code, comes, abs(more), n_("takes its place", "take their places", abs(more)), area)


def no_duel(codes: Sequence[str]) -> str:
    """Return why two factions cannot play the two-player game, or an empty string."""
    one, other = codes
    if other not in roster.card(one).duel_without and one not in roster.card(other).duel_without:
        return ""
    words = _("{faction} and {other} do not play the two-player game.")
    return words.format(faction=names.faction(one), other=names.faction(other))


def pick_players(state: CthulhuState) -> Script[list[list[str]]]:
    """Ask who plays what; two players may play one, two or three factions each (D2), and more than two by a ruling."""
    called: list[str] = []
    if state.given.seating:
        seats, called = yield from take_seats(state)
    else:
        seats = yield from pick_seats(state)
    hands = [[code] for code in seats]
    if len(seats) == 2:
        each = yield from pick_number(state, seats)
        hands = (yield from draft(state, each, seats)) if each > 1 else hands
    elif ruling(state.rulings, SEVERAL) == OTHER:
        hands = yield from pick_hands(state, seats, called, most_factions(state))
    named = {code: name for hand, name in zip(hands, called, strict=False) for code in hand if name}
    if named:
        state.record(PeopleNamed(named))
    return hands


def most_factions(state: CthulhuState) -> int:
    """Return how many factions can play, by the map and by what the table has ruled."""
    if LIBRARY in state.boards:
        return max(IN_LIBRARY)
    if state.given.own_map or described(state) or ruling(state.rulings, EIGHT) != OTHER:
        return state.given.most
    return MOST_ON_OWN_MAP


def several_each(state: CthulhuState) -> str:
    """Return in words when it is asked how many factions each person plays."""
    if ruling(state.rulings, SEVERAL) == OTHER:
        return _("The next page asks how many factions each of you plays.")
    return _("With 2, the next page asks whether you play several each.")


def take_seats(state: CthulhuState) -> Script[tuple[list[str], list[str]]]:
    """Ask who sits where with which faction; return the factions clockwise, and what people are called."""
    chairs = tuple(
        Chair(f.code, _(f.name), _(f.ability_name), f.colour, f.glyph, names.sigil(f.code)) for f in FACTIONS.values()
    )

    def build(key: str, seated: list[dict[str, str]]) -> Seats:
        return Seats(
            key=key,
            who=TABLE,
            title=_("Who plays, and who sits where?"),
            text=_("Tap the seats clockwise round your table.") + " " + several_each(state),
            chairs=chairs,
            least=2,
            most=min(most_factions(state), len(chairs)),
            letters=LETTERS,
            shuffles=True,
            seated=tuple(seated),
            rule="setup",
        )

    picked = yield from ask(state, lambda: build("setup/seats", []))
    for number in count(2):
        if not isinstance(picked, dict):
            break
        picked = yield from shuffle(state, f"setup/seats/lot/{number - 1}", picked[SHUFFLE])
        picked = yield from ask(state, partial(build, f"setup/seats/{number}", picked))
    return [seat["id"] for seat in picked], [seat.get("name", "") for seat in picked]


def shuffle(state: CthulhuState, key: str, seats: list[dict[str, str]]) -> Script[list[dict[str, str]]]:
    """Have dice decide who of those that sit there plays which of their factions; people keep their places."""
    codes, __ = yield from by_lot(state, key, _("Who plays what?"), [seat["id"] for seat in seats], len(seats))
    dealt = [{**seat, "id": code} for seat, code in zip(seats, codes, strict=True)]
    words = _("{name}: {faction}")
    people = [seat.get("name") or _("Place {number}").format(number=n) for n, seat in enumerate(dealt, 1)]
    told = [words.format(name=who, faction=names.faction(seat["id"])) for who, seat in zip(people, dealt, strict=True)]
    state.record(Notice(TABLE, and_list(told)))
    return dealt


def pick_number(state: CthulhuState, seats: Sequence[str]) -> Script[int]:
    """Ask two players how many factions each of them plays, unless a ruling says so."""
    readings = {PRINTED: 1, OTHER: 2, THREE: 3}
    lacking = {
        reading: n_("There is only {n} faction.", "There are only {n} factions.", len(FACTIONS)).format(n=len(FACTIONS))
        for reading, each in readings.items()
        if 2 * each > len(FACTIONS)
    }
    if refused := no_duel(seats):
        lacking[PRINTED] = refused
    ruling = state.rulings.get("D2")
    if ruling is None or ruling in lacking:
        words = COMMON["D2"].readings
        options = tuple(
            Option(value, _(label), lacking.get(value, ""), on_which_map(state, 2 * readings[value]))
            for value, label in words.items()
        )
        ruling = yield from pick_one(
            state,
            lambda: Choose(key="setup/two", who=TABLE, title=_("Two players"), options=options, rule="two_players"),
        )
    return readings[ruling or PRINTED]


def on_which_map(state: CthulhuState, factions: int) -> str:
    """Return in words on which map so many factions of two players are going to play."""
    if isinstance(state.given.map, OwnMap):
        return _("On the map {map}").format(map=state.given.map.name)
    if state.boards and state.boards[0] != COLOUR:
        return _("On the map {map}").format(map=_(boards.RULES[state.boards[0]].title))
    if state.given.own_map:
        return _("On your own map")
    return _("On the map for {number} players").format(number=max(factions, 3))


def draft(state: CthulhuState, each: int, seats: Sequence[str]) -> Script[list[list[str]]]:
    """Let two players pick two factions each: one, two, then the last (D2).

    Args:
        each: how many factions a player has.
        seats: what they picked at their seats, which is filled in as their first choice.
    """
    hands: list[list[str]] = [[], []]
    for step, (player, number) in enumerate(DRAFTS[each]):
        left = [c for c in FACTIONS if c not in hands[0] + hands[1]]

        def build(player: int = player, number: int = number, step: int = step, left: list[str] = left) -> Choose:
            options = tuple(
                Option(c, names.faction(c), sigil=names.sigil(c), colour=roster.card(c).colour) for c in left
            )
            title = n_("Player {player}: pick {n} faction", "Player {player}: pick {n} factions", number)
            return Choose(
                key=f"setup/draft/{step + 1}",
                who=TABLE,
                title=title.format(player=player + 1, n=number),
                text=_("Use any method to say who is player 1."),
                options=options,
                least=number,
                most=number,
                suggested=(seats[player],) if seats[player] in left else (),
                rule="two_players",
            )

        hands[player] += yield from pick_some(state, build)
    return hands


def pick_seats(state: CthulhuState) -> Script[list[str]]:
    """Ask which factions play and in which order they sit, clockwise."""

    def build() -> Choose:
        options = tuple(Option(f.code, _(f.name), detail=_(f.ability_name)) for f in FACTIONS.values())
        return Choose(
            key="setup/factions",
            who=TABLE,
            title=_("Who plays?"),
            text=_("Pick 2 to {most} factions.").format(most=most_factions(state)) + " " + several_each(state),
            options=options,
            least=2,
            most=min(most_factions(state), len(options)),
        )

    chosen = yield from pick_some(state, build)
    left = [c for c in FACTIONS if c in chosen]
    seats = [left.pop(0)]
    while left:
        title = _("Next clockwise after {faction}?").format(faction=names.faction(seats[-1]))
        following = yield from pick_faction(state, f"setup/seat/{len(seats)}", TABLE, title, lambda: tuple(left))
        seats.append(following)
        left.remove(following)
    return seats


def pick_signs(state: CthulhuState) -> Script[str]:
    """Ask who keeps the Elder Signs."""
    options = (
        Option("app", _("The companion draws them"), detail=_("Only the owner sees values")),
        Option("chits", _("We use printed tokens"), detail=_("The companion counts them")),
    )
    picked = yield from pick_one(
        state,
        lambda: Choose(key="setup/signs", who=TABLE, title=_("Elder Signs"), options=options, rule="elder_signs"),
    )
    return picked or "app"


def _places(state: CthulhuState, code: str) -> tuple[str, ...]:
    """Return the areas in which a faction can start, whoever else is there."""
    card = roster.card(code)
    if card.place and not card.start:
        return (card.place.id,)
    if len(state.seats) == MOST_ON_OWN_MAP and state.map_id in card.start_of_eight:
        return card.start_of_eight[state.map_id]
    return card.start.get(state.map_id, state.board.on_map)


def _picks(state: CthulhuState, code: str) -> bool:
    """Return whether a faction has picked where it starts."""
    return bool(state.factions[code].start and roster.card(code).begins.pieces) and len(_places(state, code)) > 1


def usual_starts(state: CthulhuState) -> Script[dict[str, str]]:
    """Ask all at once whether they start where they did last time; return the areas of those who do."""
    usual = {c: a for c, a in state.given.starts.items() if c in state.seats and a in _places(state, c)}
    if not usual or len(set(usual.values())) < len(usual):
        return {}
    words = _("{faction}: start in {area}")
    lines = tuple(words.format(faction=names.faction(c), area=area_name(a)) for c, a in usual.items())

    def offered() -> Tell:
        return Tell(
            key="setup/starts",
            who=TABLE,
            title=_("Start areas as last time?"),
            lines=lines,
            verb=_("Same setup"),
            refusal=_("Adjust"),
            rule="setup",
        )

    return usual if (yield from ask(state, offered)) else {}


def settle(state: CthulhuState, known: Mapping[str, str]) -> Script[None]:
    """Ask where everybody starts.

    Factions with a printed area come first, then the others in their order, each in an area where nobody has started.
    If all areas of an own faction are taken, it may start anywhere else.

    Args:
        known: where factions have started before, on a map of the table's own; others may start anywhere on it.
    """
    for code in sorted(state.seats, key=lambda c: roster.card(c).settles):
        if not roster.card(code).begins.pieces:
            continue
        places = _places(state, code)
        if known.get(code, "") in {*state.board.on_map} - {*state.gates}:
            places = (known[code],)
        if {*places} <= {*state.gates}:
            places = state.board.on_map

        def free(places: tuple[str, ...] = places) -> list[str]:
            return [area for area in places if area not in state.gates]

        picks = len(places) > 1
        (area, *__) = free()
        if picks:
            title = _("{faction}: start where?").format(faction=names.faction(code))
            area = yield from pick_area(state, f"setup/start/{code}", code, title, free, rule="setup")
        state.record(FactionStarted(code, area, picks))


def first_turn(state: CthulhuState) -> Script[None]:
    """First Player on turn 1: the faction that always is, otherwise as the table likes (D33)."""
    faces: list[int] = []
    first = state.given.first or next((c for c in state.seats if roster.card(c).goes_first), "")
    able = [h for h in state.players if not any(roster.card(c).goes_first is False for c in h)] or state.players
    if not first:
        title = _("Who is First Player?")
        first = yield from switch_to_player(
            state,
            "setup/first",
            TABLE,
            title,
            lambda: able,
            text=_("Use any method you like."),
            lot=bool(state.given.seating),
        )
        if first == LOT:
            ((first, *__),), faces = yield from by_lot(state, "setup/first/lot", title, able, 1)
    who = people.player(state, state.hand(first))
    words = _("First Player: {player}").format(player=who)
    if faces:
        shown = " ".join(map(str, faces))
        words = _("First Player: {player}, by lot (rolled {faces})").format(player=who, faces=shown)
    elif roster.card(first).goes_first:
        words = _("First Player: {player}, as always in the first turn").format(player=who)
    state.record(FirstPlayerChosen(first, words=words))
    if state.given.direction:
        state.record(DirectionChosen(state.given.direction, given=True))
    else:
        yield from pick_direction(state, words)


def lay_out(state: CthulhuState) -> Tell:
    """Return what is put on the table, in lines and as a picture of the map."""
    lines = [labelled(names.faction(c), line) for c in state.seats for line in layout_lines(state, c)]
    rest = [BoardLine(opening(line), c) for c in state.seats for line in layout_lines(state, c, drawn=True)]
    marker = _("Ritual marker on {cost}")
    words = _("Ritual marker on {cost}; shuffle the Elder Signs face down") if state.chits else marker
    last = words.format(cost=state.ritual_cost)
    more = [_(line) for rules in boards.in_use(state) for line in rules.lays_out]
    pieces = [
        LaidPieces(state.factions[code].start, symbol(code, unit), number)
        for code in state.seats
        if roster.card(code).begins.pieces
        for unit, number in state.factions[code].in_play.items()
        if number
    ]
    return Tell(
        key="setup/board",
        who=TABLE,
        title=_("Set up the board"),
        lines=(*lines, *more, last),
        verb=_("Start"),
        rule="setup",
        wide=True,
        board=BoardPicture(
            tuple(pieces), (BoardLine(_("One Acolyte on each Gate")), *rest, *map(BoardLine, more), BoardLine(last))
        ),
    )


def layout_lines(state: CthulhuState, code: str, *, drawn: bool = False) -> list[str]:
    """Return what one faction puts on the table; without its pieces on the map if those are drawn."""
    card = roster.card(code)
    first = _("nothing on the map; Power {power}, Doom 0").format(power=card.begins.power)
    if card.begins.pieces:
        area = area_name(state.factions[code].start)
        there = state.factions[code].in_play
        pieces = and_list([names.pieces(code, unit, number) for unit, number in there.items() if number])
        words = _("Gate and {pieces} in {area}, one of them on the Gate; Power {power}, Doom 0")
        if state.fixed(state.factions[code].start):
            words = _("{pieces} ({area}); Power {power}, Doom 0")
        first = words.format(area=area, pieces=pieces, power=card.begins.power)
    told = [] if drawn and card.begins.pieces else [first]
    beside = (words for other, words in card.lays_out_with.items() if other in state.seats)
    return [*told, *map(_, (*card.lays_out, *beside))]
