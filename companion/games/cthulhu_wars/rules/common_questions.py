"""Questions that many rules share: an area, a faction, a split between enemies."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from companion.games.cthulhu_wars.model import names, roster
from companion.games.cthulhu_wars.model.maps import COUNTED, area_name
from companion.games.cthulhu_wars.model.state import ACOLYTE, CthulhuState
from companion.games.cthulhu_wars.model.symbols import symbol
from companion.games.cthulhu_wars.model.units import Rank, Unit
from companion.games.cthulhu_wars.rules.pool import gate_keepers
from companion.table.prompts import Choose, Count, Option
from companion.table.script import Script, ask, pick_one, pick_some
from companion.table.state import Notice
from companion.table.words import _, labelled, n_


class MootError(Exception):
    """Nothing is left to choose, because the table has corrected a number in the middle of an Action."""


def pick_only(state: CthulhuState, build: Callable[[], Choose]) -> Script[str]:
    """Ask for one option that must be picked. Raises `MootError` if a correction has left none."""

    def possible() -> Choose | None:
        prompt = build()
        return prompt if prompt.open_options() else None

    picked = yield from pick_one(state, possible)
    if picked is None:
        raise MootError
    return picked


def unless_moot(state: CthulhuState, who: str, steps: Script[None]) -> Script[bool]:
    """Run `steps` and return whether they came to their end; the log says if a correction left nothing to choose."""
    try:
        yield from steps
    except MootError:
        say_moot(state, who)
        return False
    return True


def say_moot(state: CthulhuState, who: str) -> None:
    """Log that a correction left nothing to choose."""
    state.record(Notice(who, _("{faction}: nothing left to choose; this ends here").format(faction=names.faction(who))))


def other_gates(state: CthulhuState, legal: Iterable[str]) -> list[Option]:
    """Return the Gates that cannot be picked, each with who controls it."""
    kept, able = _("Controlled by {faction}."), set(legal)
    return [
        Option(area, area_name(area), kept.format(faction=names.faction(owner)), refused_by=owner)
        if owner
        else Option(area, area_name(area), _("Nobody controls this Gate."))
        for area, owner in state.gates.items()
        if area not in able and area in state.board.areas
    ]


def taken_gates(state: CthulhuState, legal: Iterable[str]) -> list[Option]:
    """Return the areas with a Gate, where no other one can be built."""
    able, there = set(legal), _("There is already a Gate.")
    return [
        Option(area, area_name(area), there, refused_by=owner or "")
        for area, owner in state.gates.items()
        if area not in able and area in state.board.areas
    ]


def with_token(state: CthulhuState, legal: Iterable[str]) -> list[Option]:
    """Return the areas that cannot be picked because of a token there."""
    able, there = set(legal), _("There is already a token.")
    return [Option(area, area_name(area), there) for area in state.board.areas if area not in able]


def plain(area: str) -> Option:
    """Return an area as an option that can be picked."""
    return Option(area, area_name(area))


def nothing_refused(_state: CthulhuState, _legal: Iterable[str]) -> list[Option]:
    """Return no refused areas."""
    return []


def pick_area(
    state: CthulhuState,
    key: str,
    who: str,
    title: str,
    areas: Callable[[], Iterable[str]],
    *,
    text: str = "",
    rule: str = "",
    refused: Callable[[CthulhuState, Iterable[str]], list[Option]] = nothing_refused,
    option: Callable[[str], Option] = plain,
) -> Script[str]:
    """Ask `who` for one of `areas` on the map.

    Each is an option of its own; refused ones have the reason. Of Gates that are only counted one is as good as
    another.
    """
    if not state.follows:
        for area in areas():
            if area.startswith(COUNTED):
                return area

    def build() -> Choose:
        legal = set(areas())
        able = (option(area) for area in state.board.areas if area in legal)
        options = (*able, *refused(state, legal))
        return Choose(key=key, who=who, title=title, text=text, rule=rule, options=options, on_map=True)

    return (yield from pick_only(state, build))


def pick_areas(
    state: CthulhuState,
    key: str,
    who: str,
    title: str,
    areas: Callable[[], Iterable[str]],
    decline: str,
    *,
    text: str = "",
    rule: str = "",
    most: int | None = None,
    suggested: Iterable[str] = (),
) -> Script[list[str]]:
    """Ask `who` for any of the areas that are legal, perhaps none; there is nothing to ask if none is."""

    def build() -> Choose:
        options = tuple(Option(area, area_name(area)) for area in areas())
        legal = [option.id for option in options]
        return Choose(
            key=key,
            who=who,
            title=title,
            text=text,
            rule=rule,
            options=options,
            least=0,
            most=len(options) if most is None else min(most, len(options)),
            suggested=tuple(area for area in suggested if area in legal),
            on_map=True,
            decline=decline,
        )

    return (yield from pick_some(state, build))


def pick_faction(
    state: CthulhuState, key: str, who: str, title: str, codes: Callable[[], Iterable[str]], *, text: str = ""
) -> Script[str]:
    """Ask `who` for one of the factions."""

    def build() -> Choose:
        options = tuple(
            Option(c, names.faction(c), sigil=names.sigil(c), colour=roster.card(c).colour) for c in codes()
        )
        return Choose(key=key, who=who, title=title, text=text, options=options)

    return (yield from pick_only(state, build))


def pick_kind(
    state: CthulhuState, key: str, who: str, title: str, owner: str, units: Callable[[], Iterable[str]]
) -> Script[str]:
    """Ask `who` for one kind of `owner`'s pieces."""

    def build() -> Choose:
        options = tuple(Option(u, names.pieces(owner, u, 1)) for u in units())
        return Choose(key=key, who=who, title=title, options=options)

    return (yield from pick_only(state, build))


def unit_options(
    state: CthulhuState, code: str, units: Iterable[Unit], *, prefix: str = "", holds_gate: bool = False
) -> list[Option]:
    """Return an option for each piece of some kinds on the map.

    Args:
        prefix: what ids begin with.
        holds_gate: whether the faction controls the Gate there; then an Acolyte on it is told apart.
    """
    options = []
    for unit in units:
        name = names.unit(code, unit.id)
        for n in range(state.on_map(code, unit.id)):
            gate = holds_gate and unit.id == ACOLYTE and n == 0
            label = _("{unit} on the Gate").format(unit=name) if gate else name
            name_of_one, group = f"{prefix}{unit.id}.{n + 1}", unit.id + ".gate" * gate
            options.append(Option(name_of_one, label, group=group, symbol=symbol(code, unit.id)))
    return options


def split(
    state: CthulhuState,
    key: str,
    who: str,
    title: str,
    total: int,
    room: Mapping[str, int],
) -> Script[dict[str, int]]:
    """Ask how `total` is shared out among factions, each up to its `room`; the last one gets the rest."""
    left, shares = total, dict.fromkeys(room, 0)
    codes = list(room)
    for n, code in enumerate(codes):
        rest = sum(room[c] for c in codes[n + 1 :])
        least, most = max(0, left - rest), min(left, room[code])

        def build(code: str = code, least: int = least, most: int = most, left: int = left) -> Count:
            text = _("{left} of {total} still to share out.").format(left=left, total=total)
            name = names.faction(code)
            return Count(key=f"{key}/{code}", who=who, title=labelled(title, name), text=text, least=least, most=most)

        share = yield from ask(state, build)
        shares[code] = share
        left -= share
    return shares


def lost_cultists(why: str, number: int = 1) -> str:
    """Say that the player who is asked loses Cultists, and by what."""
    return n_("You lose {n} Cultist ({why}).", "You lose {n} Cultists ({why}).", number).format(n=number, why=why)


def lost_unit(owner: str, unit: str) -> str:
    """Say which unit the player who is asked loses."""
    return _("You lose this unit: {unit}.").format(unit=names.unit(owner, unit))


def captures(captor: str, owner: str, unit: str) -> str:
    """Say which unit of the player who is asked is captured, and by whom."""
    words = _("{faction} captures this unit: {unit}.")
    return words.format(faction=names.faction(captor), unit=names.unit(owner, unit))


def leaves_area(owner: str, unit: str) -> str:
    """Say which unit of the player who is asked leaves its area."""
    return _("This unit leaves its area: {unit}.").format(unit=names.unit(owner, unit))


def gate_left(
    state: CthulhuState,
    key: str,
    owner: str,
    *,
    told: str = "",
    unit: str = ACOLYTE,
    areas: Iterable[str] | None = None,
) -> Script[str | None]:
    """Ask the owner from which of its Gates the Cultist just lost was taken, if from any.

    The owner picks which Cultist is affected (reference 3.10), so the owner is asked. Where Gates are only counted,
    one is abandoned if too few Cultists are left.

    Args:
        told: what has happened, in a short sentence.
        unit: the kind that was taken.
    """
    cultist = roster.card(owner).unit(unit).rank is Rank.CULTIST

    def build() -> Choose | None:
        if not state.follows:
            return None
        gates = [area for area in state.held_gates(owner) if areas is None or area in areas]
        if not gates:
            return None
        options = (*(Option(a, area_name(a)) for a in gates), *other_gates(state, gates))
        return Choose(
            key=key,
            who=owner,
            title=_("Was that Cultist on a Gate?") if cultist else _("Was that unit on a Gate?"),
            text=told,
            effect=_("If it was, that Gate is abandoned."),
            rule="gates",
            options=options,
            least=0 if gate_keepers(state, owner) >= len(state.held_gates(owner)) else 1,
            on_map=True,
            decline=_("Not on a Gate"),
        )

    left = yield from pick_one(state, build)
    if state.follows:
        return left
    counted = state.held_gates(owner)
    return counted[0] if gate_keepers(state, owner) < len(counted) else None
