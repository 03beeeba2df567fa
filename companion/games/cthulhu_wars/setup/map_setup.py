"""Which board lies on the table: one of the printed ones, or one that people describe once and keep."""

from __future__ import annotations

from functools import partial
from itertools import count
from typing import Final

import msgspec
from msgspec import UNSET

from companion.games.cthulhu_wars.boards.hooks import BoardRules, SpecialAreas
from companion.games.cthulhu_wars.boards.registry import RULES
from companion.games.cthulhu_wars.facts import (
    BoardsChosen,
    DisputedBordersTold,
    OwnMapChosen,
    PlacesSet,
    RitualTrackTold,
)
from companion.games.cthulhu_wars.model.drawn_map import (
    GLYPHS,
    LEAST_AREAS,
    MOST_AREAS,
    OwnMap,
    file_name,
    is_track,
)
from companion.games.cthulhu_wars.model.maps import (
    COLOUR,
    DESCRIBED,
    LIBRARIES,
    LONGEST_NAME,
    MOST_PLAYERS,
    OWN,
    RITUAL_TRACKS,
    SUGGESTED_TRACKS,
    area_name,
    board,
    layouts,
)
from companion.games.cthulhu_wars.model.setup_form import ASK, EARTH
from companion.games.cthulhu_wars.model.state import CthulhuState
from companion.table.prompts import TABLE, Choose, Option, Write
from companion.table.script import Script, ask, pick_one, pick_some, yes
from companion.table.state import SavedItem
from companion.table.words import N_, _, and_list, n_

_SIGNS: Final = dict(
    zip(
        GLYPHS,
        (
            N_("Where is the chevron glyph?"),
            N_("Where is the dragon glyph?"),
            N_("Where is the thorns glyph?"),
        ),
        strict=True,
    )
)


def pick_map(state: CthulhuState, players: int) -> Script[str]:
    """Ask for the layout of the two half-boards, where there is a choice."""
    known = layouts(players, next(iter(state.boards), ""))
    options = tuple(Option(m, board(m).name) for m in known)
    title, drawn = _("Which map halves?"), known[0] not in LIBRARIES
    picked = yield from pick_one(
        state, lambda: Choose(key="setup/map", who=TABLE, title=title, options=options, maps=drawn)
    )
    return picked or known[0]


def choose_board(state: CthulhuState) -> Script[None]:
    """Ask which board with rules of its own is played on, if the set-up wants that, and whether with the option."""
    found, colour = state.given.other_board, state.given.colour
    if state.given.board == ASK and not found:
        found = (yield from pick_one(state, which_board)) or ""
        found = "" if found == EARTH else found
    if state.given.board == ASK and colour is UNSET and COLOUR in RULES:
        title, text = _(RULES[COLOUR].title), _(RULES[COLOUR].detail)
        colour = yield from yes(state, "setup/colour", TABLE, title, text=text, rule=COLOUR)
    boards = (*([found] if found else []), *([COLOUR] if colour is True else []))
    if boards:
        titles = and_list([_(RULES[name].title) for name in boards])
        state.record(BoardsChosen(boards, words=_("Board: {boards}").format(boards=titles)))


def which_board() -> Choose:
    """Return the question which board it is, with how sure we are of each."""
    options = [Option(EARTH, _("The earth"), detail=_("The map of the base game"))]
    options += [Option(name, _(r.title), detail=_(r.detail)) for name, r in RULES.items() if name != COLOUR]
    return Choose(key="setup/which_board", who=TABLE, title=_("Which board?"), options=tuple(options), rule="boards")


def described(state: CthulhuState) -> str:
    """Return the board that the table describes, or an empty string."""
    return next((name for name in state.boards if name in DESCRIBED), "")


def see_borders(state: CthulhuState) -> Script[None]:
    """Ask which areas touch on the board where sources differ, unless the set-up says so."""
    pairs = state.board.disputed_by_id
    if state.given.borders is not UNSET:
        state.record(DisputedBordersTold(tuple(pairs[key] for key in pairs if key in state.given.borders)))
        return

    def build() -> Choose:
        words = _("{one} and {other}")
        options = tuple(
            Option(key, words.format(one=area_name(one), other=area_name(other))) for key, (one, other) in pairs.items()
        )
        return Choose(
            key="setup/borders",
            who=TABLE,
            title=_("Which of these areas touch?"),
            text=_("Our sources differ on these; the marked ones follow the majority."),
            options=options,
            least=0,
            most=len(options),
            suggested=tuple(key for key, pair in pairs.items() if state.board.touch(*pair)),
        )

    seen = yield from pick_some(state, build)
    state.record(DisputedBordersTold(tuple(pairs[key] for key in pairs if key in seen)))


def lay_own_map(state: CthulhuState, players: int) -> Script[OwnMap]:
    """Lay a map of the table's own: one that is given, one that was described before, or a new one."""
    given, of = state.given.map, described(state)
    drawn = given if isinstance(given, OwnMap) else (yield from _one_before(state, players))
    known = drawn
    if drawn is None:
        drawn = yield from _describe(state, players)
    track = drawn.tracks.get(str(players), [])
    if players not in RITUAL_TRACKS and not track:
        track = yield from _type_track(state, players)
        drawn = msgspec.structs.replace(drawn, tracks={**drawn.tracks, str(players): track})
    if of:
        drawn = yield from _see_special_areas(state, drawn, RULES[of])
    laid = drawn.board()
    state.record(OwnMapChosen(laid.title, tuple(laid.areas.values())))
    if track:
        state.record(RitualTrackTold(tuple(track)))
    for special in RULES[of].special if of else ():
        state.record(PlacesSet(special.kind, tuple(drawn.places.get(special.kind, ())), words=""))
    if drawn != known:
        keep(state, drawn)
    return drawn


def _see_special_areas(state: CthulhuState, drawn: OwnMap, rules: BoardRules) -> Script[OwnMap]:
    """Ask for the areas of a described board with something of their own that the description does not tell."""
    places = dict(drawn.places)
    names = [area.name for area in drawn.areas]
    for special in rules.special:
        if special.kind in places:
            continue

        def build(special: SpecialAreas = special) -> Choose:
            most = min(len(names), special.most or len(names))
            return Choose(
                key=f"setup/own_map/{special.kind}",
                who=TABLE,
                title=_(special.title),
                text=_(special.text) if special.text else "",
                options=tuple(Option(area, area) for area in names),
                least=min(special.least, most),
                most=most,
                rule="boards",
            )

        places[special.kind] = yield from pick_some(state, build)
    return msgspec.structs.replace(drawn, kind=rules.board, places=places)


def lay_track(state: CthulhuState, players: int) -> Script[None]:
    """Lay the track for more factions than there is a printed map for: the one that is given, or ask for it.

    Games that were begun before it was asked for have that of the largest map.
    """
    if players > MOST_PLAYERS:
        track = state.given.track
        costs = RITUAL_TRACKS[MOST_PLAYERS] if track is UNSET else track
        state.record(RitualTrackTold(tuple((yield from _type_track(state, players)) if costs == ASK else costs)))


def keep(state: CthulhuState, drawn: OwnMap) -> None:
    """Keep a map for the next time."""
    words = _("The map “{map}” is saved for next time").format(map=drawn.name)
    state.record(SavedItem(file_name(drawn.name), msgspec.to_builtins(drawn), words=words))


def keep_starts(state: CthulhuState, drawn: OwnMap) -> None:
    """Keep where factions have started, if that is new."""
    begun = [(code, state.factions[code].start) for code in state.seats]
    starts = {
        **drawn.starts,
        **{code: area for code, area in begun if area in state.board.on_map},
    }
    if starts != drawn.starts:
        keep(state, msgspec.structs.replace(drawn, starts=starts))


def _one_before(state: CthulhuState, players: int) -> Script[OwnMap | None]:
    maps = {file_name(m.name): m for m in state.given.maps if m.kind == described(state)}
    small = {key: _("Not all factions have a place on it.") for key, m in maps.items() if len(m.areas) < players}
    if not maps and not state.given.left_out:
        return None

    def build() -> Choose:
        options = (
            *(Option(key, m.name, small.get(key, "")) for key, m in maps.items()),
            Option(OWN, _("Another map"), detail=_("Describe it now")),
        )
        text = "\n".join(state.given.left_out)
        return Choose(
            key="setup/own_map", who=TABLE, title=_("Which map?"), text=text, options=options, automatic=False
        )

    return maps.get((yield from pick_one(state, build)) or OWN)


def _describe(state: CthulhuState, players: int) -> Script[OwnMap]:
    """Name, areas, oceans, glyphs, neighbours."""
    taken = [file_name(drawn.name) for drawn in state.given.maps]
    numbered = (_("My map {number}").format(number=n) for n in range(1, len(taken) + 2))
    unnamed = next(name for name in numbered if file_name(name) not in taken)
    name, text = "", ""
    for n in count(1):
        title = _("What is the map called?")
        name = (yield from _write(state, f"setup/own_map/name/{n}", title, text, decline=unnamed)) or unnamed
        if file_name(name) not in taken:
            break
        text = _("There is already a map with that name.")
    names = yield from _name_areas(state, max(players, LEAST_AREAS))
    oceans = yield from _which(state, "setup/own_map/oceans", _("Which areas are oceans?"), names)
    signs: dict[str, str] = {}
    for sign, title in _SIGNS.items():
        left = [area for area in names if area not in signs]
        signs |= dict.fromkeys((yield from _which(state, f"setup/own_map/{sign}", _(title), left)), sign)
    touches: dict[str, list[str]] = {}
    for n, area in enumerate(names[:-1], 1):
        before = [other for other, near in touches.items() if area in near]
        text = _("Already entered: {areas}").format(areas=", ".join(before)) if before else ""
        title = _("Which of these touch {area}?").format(area=area)
        touches[area] = yield from _which(state, f"setup/own_map/touch/{n}", title, names[n:], text)
    return msgspec.convert(
        {
            "name": name,
            "areas": [
                {"name": a, "ocean": a in oceans, "glyph": signs.get(a), "touches": touches.get(a, [])} for a in names
            ],
        },
        OwnMap,
    )


def _name_areas(state: CthulhuState, least: int) -> Script[list[str]]:
    names: list[str] = []
    wrong = ""
    for n in count(1):
        title = _("Area {number}: what is it called?").format(number=len(names) + 1)
        text = wrong or (_("So far: {areas}").format(areas=", ".join(names)) if names else "")
        said = yield from _write(state, f"setup/own_map/area/{n}", title, text, decline=_("No more areas"))
        wrong = ""
        if not said and len(names) >= least:
            break
        if not said:
            wrong = n_("This game needs {n} area.", "This game needs {n} areas.", least).format(n=least)
        elif said.casefold() in map(str.casefold, names):
            wrong = _("There is already an area “{name}”.").format(name=said)
        else:
            names.append(said)
            if len(names) == MOST_AREAS:
                break
    return names


def _type_track(state: CthulhuState, players: int) -> Script[list[int]]:
    like = max(RITUAL_TRACKS)
    for n in count(1):
        said = yield from _write(
            state,
            f"setup/track/{n}",
            _("Ritual costs for {number} players?").format(number=players),
            _("In order, without Instant Death. What stands there is from one source: compare it with your track."),
            decline=_("Same as {number}").format(number=like),
            most=80,
            suggested=" ".join(map(str, SUGGESTED_TRACKS.get(players, ()))),
        )
        costs = [int(word) if word.isascii() and word.isdigit() else 0 for word in said.replace(",", " ").split()]
        if not said or is_track(costs):
            return costs or list(RITUAL_TRACKS[like])
    raise AssertionError


def _write(
    state: CthulhuState,
    key: str,
    title: str,
    text: str,
    *,
    decline: str,
    most: int = LONGEST_NAME,
    suggested: str = "",
) -> Script[str]:
    build = partial(Write, key=key, who=TABLE, title=title, text=text, most=most, decline=decline, suggested=suggested)
    answer = yield from ask(state, build)
    return str(answer or "")


def _which(state: CthulhuState, key: str, title: str, areas: list[str], text: str = "") -> Script[list[str]]:
    options = tuple(Option(area, area) for area in areas)
    build = partial(Choose, key=key, who=TABLE, title=title, text=text, options=options, least=0, most=len(options))
    return (yield from pick_some(state, build)) if areas else []
