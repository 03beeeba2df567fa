"""What is shown to people who have not played with the companion before: a turn of the game, then a battle."""

from __future__ import annotations

from typing import Final

from companion.games.cthulhu_wars.model import names, roster
from companion.games.cthulhu_wars.model.maps import BY_PLAYERS, RITUAL_TRACKS, board
from companion.games.cthulhu_wars.model.roster import FACTIONS
from companion.games.cthulhu_wars.model.setup_form import BATTLE_MAP, QUICK_BATTLE
from companion.games.cthulhu_wars.model.state import ACOLYTE
from companion.games.cthulhu_wars.model.units import Rank, Unit
from companion.table.lesson import Hint, Lesson, Turn
from companion.table.words import _

MOVE: Final = 1
"""Power for one unit that moves; a test holds these against the rules."""
GATE: Final = 3
"""Power for a Gate that is built."""
EACH_GATE: Final = 2
"""Power for each Gate in Gather Power."""


def lessons() -> tuple[Lesson, ...]:
    """Return both parts. Whoever learns plays the first faction of the rulebook against the three after it."""
    codes = list(FACTIONS)[:4]
    return _a_turn(codes), _a_battle(codes[0], codes[1])


def _a_turn(codes: list[str]) -> Lesson:
    me, *others = codes
    layout = BY_PLAYERS[len(codes)][0]
    setup = {"factions": codes, "signs": "app", "map": layout, "first": me, "direction": 1}
    begins, monster = roster.card(me).begins, _monsters(me)[1]
    left = begins.power - MOVE - GATE - monster.cost
    gathered = 2 * EACH_GATE + sum(begins.pieces.values())
    hints = (
        Hint(
            _("Each of you has a row: Power, then Doom. You start with {power} Power.").format(power=begins.power),
            "ledger",
            key="action/",
        ),
        Hint(
            _("You want a second Gate. Tap 1 to move an Acolyte next door, for {cost} Power.").format(cost=MOVE),
            done="answer",
            key="action/",
            option="move/1",
        ),
        Hint(_("Changed your mind? Tap Undo."), "undo", "undo"),
        Hint(_("Now do it after all: tap 1 again."), done="answer", key="action/", option="move/1"),
        Hint(
            _("Now build a Gate where an Acolyte is, for {cost} Power.").format(cost=GATE),
            done="answer",
            key="action/",
            option="create_gate",
        ),
        Hint(
            _("Your Gates bring Monsters. Summon a {unit} for {cost} Power.").format(
                unit=names.unit_of(monster), cost=monster.cost
            ),
            done="answer",
            key="action/",
            option=f"summon/{monster.id}",
        ),
        Hint(
            _("Now tap Pass. You lose the {n} Power you have left, and the others play on.").format(n=left),
            key="action/",
            option="pass",
            until="gather_power",
        ),
        Hint(
            _(
                "Gather Power: {each} for each Gate and 1 for each Cultist, {sum} for you. Tap the bright button."
            ).format(each=EACH_GATE, sum=gathered),
            "verb",
            key="gather_power",
            until="doom_phase/",
        ),
        Hint(
            _("Doom Phase: 1 Doom for each Gate. A Ritual doubles it for {cost} Power. Perform it or skip it.").format(
                cost=RITUAL_TRACKS[len(codes)][0]
            ),
            done="answer",
            key="doom_phase/",
        ),
        Hint(_("Open the log: it shows every step and can go back to any line."), "log", "log"),
        Hint(_("Open More, then Rules, to look anything up."), "more", "rules"),
        Hint(_("That was one turn. Now for a battle."), ""),
    )
    plays = {"action/": (["finish"], None, ["pass"])}
    turns = {code: _turns(code, layout) for code in others}
    return Lesson(setup, hints, me, ("setup/", "first_player/"), plays, turns, {c: names.faction(c) for c in others})


def _turns(code: str, layout: str) -> tuple[Turn, ...]:
    """Return the Actions of another player: a second Gate next door, then Monsters, until the Power is spent."""
    card = roster.card(code)
    left = card.begins.power - MOVE - GATE
    summoned = []
    while left > 0:
        # The one that costs most of those that can be had.
        unit = next(unit for unit in reversed(_monsters(code)) if unit.cost <= left)
        left -= unit.cost
        words = _("{unit} ({cost})").format(unit=names.unit_of(unit), cost=unit.cost)
        summoned.append(Turn(words, {"action/": [[f"summon/{unit.id}"]]}))
    next_door = board(layout).areas[card.start[layout][0]].adjacent
    return (
        Turn(_("move an Acolyte ({cost} Power)").format(cost=MOVE), {"action/": [["move/1"]]}),
        Turn(
            _("build a Gate ({cost} Power)").format(cost=GATE),
            {"action/": [["create_gate"]], "create_gate": [[area] for area in next_door]},
        ),
        *summoned,
    )


def _monsters(code: str) -> list[Unit]:
    """Return the Monsters of a faction, the cheapest first."""
    return sorted((unit for unit in roster.card(code).units if unit.rank is Rank.MONSTER), key=lambda unit: unit.cost)


def _a_battle(attacker: str, defender: str) -> Lesson:
    pieces = {
        code: {[unit.id for unit in FACTIONS[code].units if unit.rank is Rank.MONSTER][-1]: 1, ACOLYTE: 2}
        for code in (attacker, defender)
    }
    given = {
        "attacker": attacker,
        "defender": defender,
        "others": [],
        "area": next(iter(board(BATTLE_MAP).areas)),
        "pieces": pieces,
        "books": {code: [] for code in (attacker, defender)},
        "gates": {},
    }
    hints = (
        Hint(_("Both sides roll. Tap the bright button to roll here."), "verb", "answer", key="battle/roll"),
        Hint(
            _("Each side answers in its own colour; the unit you tap takes the result."),
            key="battle/",
            until="battle/board",
        ),
        Hint(_("The last page says what leaves the board. Do that, then go on."), "verb", "answer", key="battle/board"),
        Hint(_("That is all. If a number differs from the board, tap it: the board is right."), ""),
    )
    return Lesson({QUICK_BATTLE: given}, hints)
