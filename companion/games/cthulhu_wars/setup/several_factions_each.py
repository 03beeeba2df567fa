"""More than two people who play several factions each, where the table has ruled that they may."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import count

from companion.games.cthulhu_wars.model import names, roster
from companion.games.cthulhu_wars.model.roster import FACTIONS
from companion.games.cthulhu_wars.model.setup_form import MOST_EACH
from companion.games.cthulhu_wars.model.state import CthulhuState
from companion.table.prompts import TABLE, Blank, Choose, Form, Option
from companion.table.script import Script, ask, pick_some
from companion.table.words import _, n_


def pick_hands(state: CthulhuState, seats: Sequence[str], called: Sequence[str], most: int) -> Script[list[list[str]]]:
    """Ask how many factions each person plays, and which besides the one of their seat.

    The rules that hold for each of them say nothing of the order in which people pick: the table sees to that.

    Args:
        seats: the first faction of each person, clockwise.
        called: the names of the people, as far as they have said them.
        most: factions that can play together.
    """
    people = [name or names.faction(code) for code, name in zip(seats, called or [""] * len(seats), strict=True)]
    numbers = yield from _pick_numbers(state, seats, people, min(most, len(FACTIONS)))
    hands = [[code] for code in seats]
    for hand, person, number in zip(hands, people, numbers, strict=True):
        if number > 1:
            taken = [code for other in hands for code in other]
            left = [code for code in FACTIONS if code not in taken]
            hand += yield from pick_some(state, partial(_more, hand[0], person, number - 1, left))
    return hands


def _pick_numbers(state: CthulhuState, seats: Sequence[str], people: Sequence[str], most: int) -> Script[list[int]]:
    each = min(MOST_EACH, 1 + most - len(seats))
    if each == 1:
        return [1] * len(seats)
    suggested = min(2, most // len(seats))
    rule = _("1 to {each} factions for each person, at most {most} together; the Doom of a person is added up.").format(
        each=MOST_EACH, most=most
    )

    def sheet(key: str, text: str) -> Form:
        blanks = tuple(
            Blank(code, person, least=1, most=each, suggested=suggested)
            for code, person in zip(seats, people, strict=True)
        )
        title = _("How many factions does each of you play?")
        return Form(key=key, who=TABLE, title=title, text=text, blanks=blanks, rule="two_players")

    text = rule
    for n in count(1):
        build = partial(sheet, f"setup/hands/{n}", text)
        told = build().filled((yield from ask(state, build)))
        if sum(told.values()) <= most:
            return [told[code] for code in seats]
        too_many = n_("{n} faction is too many.", "{n} factions are too many.", sum(told.values()))
        text = f"{too_many.format(n=sum(told.values()))} {rule}"
    raise AssertionError


def _more(first: str, person: str, number: int, left: Sequence[str]) -> Choose:
    options = tuple(
        Option(code, names.faction(code), sigil=names.sigil(code), colour=roster.card(code).colour) for code in left
    )
    title = n_("{person}: pick {n} more faction", "{person}: pick {n} more factions", number)
    return Choose(
        key=f"setup/more/{first}",
        who=TABLE,
        title=title.format(person=person, n=number),
        text=_("Pick in whatever order you like."),
        options=options,
        least=number,
        most=number,
        rule="two_players",
    )
