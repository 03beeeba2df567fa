"""Dreamlands (reference 3.11): Citadels, the Bhole and the Zoogs."""

from __future__ import annotations

from typing import Final

from companion.games.cthulhu_wars.boards.asking import abandon, destroy_gate, put, special
from companion.games.cthulhu_wars.boards.hooks import BoardRules, SpecialAreas
from companion.games.cthulhu_wars.facts import BoardMarkSet
from companion.games.cthulhu_wars.model import names
from companion.games.cthulhu_wars.model.faction_parts import Action, nothing_in_the_way
from companion.games.cthulhu_wars.model.maps import DREAMLANDS
from companion.games.cthulhu_wars.model.state import CthulhuState
from companion.games.cthulhu_wars.rules.common_questions import MootError, pick_area, pick_only
from companion.table.prompts import Choose, Option
from companion.table.script import Script, yes
from companion.table.words import N_, _

SURFACE: Final = "surface_citadel"
UNDERWORLD: Final = "underworld_citadel"
VALE: Final = "vale"
BHOLE: Final = "bhole"
ZOOG: Final = "zoog"
ZOOGS: Final = 6
WON: Final = "citadels"


def begins(state: CthulhuState) -> Script[None]:
    """Ask where the Bhole begins."""
    if not state.follows:
        raise MootError
    area = yield from pick_area(state, "setup/bhole", state.first, _("Where is the Bhole?"), lambda: state.board.on_map)
    put(state, BHOLE, (area,), _("Bhole"), area)


def doom_ends(state: CthulhuState) -> Script[None]:
    """Let the Bhole destroy a Gate or move, then bring the Zoogs."""
    if not state.follows:
        raise MootError
    where = special(state, BHOLE)
    if not where:
        where = special(state, VALE)
    elif where[0] not in state.gates:
        title = _("The Bhole: which Citadel is rolled?")
        where = [(yield from pick_area(state, "dreamlands/to", state.first, title, lambda: special(state, UNDERWORLD)))]
    put(state, BHOLE, where, _("Bhole"), where[0])
    yield from destroy_gate(state, "dreamlands/keeper", where[0])
    there = special(state, ZOOG)
    for number in range(len(there) + 1, ZOOGS + 1):
        title = _("Zoog {number}: which Citadel is rolled?").format(number=number)
        area = yield from pick_area(
            state, f"dreamlands/zoog/{number}", state.first, title, lambda: special(state, SURFACE)
        )
        there.append(area)
        put(state, ZOOG, there, _("Zoog"), area)
    yield from kept_open(state)


def kept_open(state: CthulhuState) -> Script[None]:
    """Abandon every Gate with a Zoog: nobody can control it."""
    abandon(state, special(state, ZOOG))
    yield from ()


def fight_bhole(state: CthulhuState, me: str) -> Script[None]:
    """Fight the Bhole: dice and losses on the table, what becomes of it is asked."""

    def build() -> Choose:
        options = (
            Option("killed", _("A Kill: it is destroyed")),
            Option("vale", _("A Pain: it goes to the Vale of Pnath")),
            Option("stays", _("Neither: it stays")),
        )
        text = _("It rolls 6 dice. Your losses: tap the numbers that change.")
        return Choose(key="dreamlands/fight", who=me, title=_("What did you roll?"), text=text, options=options)

    said = yield from pick_only(state, build)
    if said == "killed":
        put(state, BHOLE, (), _("Bhole"))
    elif said == "vale":
        vale = special(state, VALE)
        put(state, BHOLE, vale, _("Bhole"), vale[0])


def fight_zoog(state: CthulhuState, me: str) -> Script[None]:
    """Fight Zoogs: each Kill or Pain removes one."""
    there = special(state, ZOOG)
    area = yield from pick_area(state, "dreamlands/zoogs", me, _("Where are the Zoogs?"), lambda: there)
    here = there.count(area)

    def build() -> Choose:
        options = tuple(Option(str(n), str(n)) for n in range(here + 1))
        text = _("A Kill removes one; a Pain removes one and Pains one of your units.")
        return Choose(key="dreamlands/removed", who=me, title=_("How many are removed?"), text=text, options=options)

    for __ in range(int((yield from pick_only(state, build)))):
        there.remove(area)
    put(state, ZOOG, there, _("Zoog"))


def claim(state: CthulhuState, me: str) -> Script[None]:
    """Take the players' word that all four Citadels of a board are held; a unit that is a Gate counts, too."""
    title = _("Four Citadels of one board?")
    text = _("{faction} wins at once. A unit that is a Gate counts for its Citadel.").format(faction=names.faction(me))
    if (yield from yes(state, f"dreamlands/won/{me}", me, title, text=text, rule="boards")):
        state.record(BoardMarkSet(f"{WON}/{me}", 1, words=text))


def wins(state: CthulhuState) -> list[str]:
    """Return who controls the Gates at all four Citadels of one board."""
    boards = [citadels for kind in (SURFACE, UNDERWORLD) if (citadels := special(state, kind))]
    return [
        code
        for code in state.seats
        if state.board_marks.get(f"{WON}/{code}")
        or any(all(state.gates.get(area) == code for area in citadels) for citadels in boards)
    ]


def no_bhole(state: CthulhuState, _me: str) -> str:
    """Return why nobody can fight the Bhole, or an empty string."""
    return "" if special(state, BHOLE) else _("It is not on the map.")


def no_zoog(state: CthulhuState, _me: str) -> str:
    """Return why nobody can fight Zoogs, or an empty string."""
    return "" if special(state, ZOOG) else _("None is on the map.")


RULES: Final = BoardRules(
    DREAMLANDS,
    N_("Dreamlands"),
    N_(
        "Surface and Underworld, joined by four tunnels, for retreats too. Whoever controls the Gates at all four "
        "Citadels of one of them wins at once. At the end of the Doom Phase the Bhole destroys the Gate of its area "
        "with its keeper, or else a die sends it to a Citadel, where it does the same; killed, it comes back in the "
        "Vale of Pnath. Then a die places each Zoog that is not on the map at a Citadel: no Gate with a Zoog can be "
        "controlled."
    ),
    N_("You describe it once: no source tells its neighbours"),
    special=(
        SpecialAreas(SURFACE, N_("The four Citadels of the Surface?"), least=4, most=4),
        SpecialAreas(UNDERWORLD, N_("The four Citadels of the Underworld?"), least=4, most=4),
        SpecialAreas(VALE, N_("Where is the Vale of Pnath?")),
    ),
    begins=begins,
    doom_ends=doom_ends,
    noticed=kept_open,
    closed=lambda state: special(state, ZOOG),
    actions=(
        Action("fight_bhole", N_("Fight the Bhole"), 1, no_bhole, fight_bhole, N_("Where your units are with it")),
        Action("fight_zoogs", N_("Fight Zoogs"), 1, no_zoog, fight_zoog, N_("Where your units are with them")),
    ),
    anytime=(Action("citadels", N_("Four Citadels"), 0, nothing_in_the_way, claim, N_("You win at once")),),
    wins=wins,
    signs=((SURFACE, N_("Citadel")), (UNDERWORLD, N_("Citadel")), (BHOLE, N_("Bhole")), (ZOOG, N_("Zoog"))),
)
