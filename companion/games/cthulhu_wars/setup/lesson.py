"""What is shown to people who have not played with the companion before: a turn of the game, then a battle."""

from __future__ import annotations

from companion.games.cthulhu_wars.model.maps import BY_PLAYERS, board
from companion.games.cthulhu_wars.model.roster import FACTIONS
from companion.games.cthulhu_wars.model.setup_form import BATTLE_MAP, QUICK_BATTLE
from companion.games.cthulhu_wars.model.state import ACOLYTE
from companion.games.cthulhu_wars.model.units import Rank
from companion.table.lesson import Hint, Lesson
from companion.table.words import _


def lessons() -> tuple[Lesson, ...]:
    """Return both parts. Whoever learns plays the first faction of the rulebook against the three after it."""
    codes = list(FACTIONS)[:4]
    return _a_turn(codes), _a_battle(codes[0], codes[1])


def _a_turn(codes: list[str]) -> Lesson:
    setup = {"factions": codes, "signs": "app", "map": BY_PLAYERS[4][0], "first": codes[0], "direction": 1}
    hints = (
        Hint(_("Each of you has a row: Power, then Doom. The filled row has the turn."), "ledger", key="action/"),
        Hint(_("Take an Action: tap 1 to move one unit."), done="answer", key="action/", option="move/1"),
        Hint(_("Changed your mind? Tap Undo."), "undo", "undo"),
        Hint(_("Now tap Pass. The others will pass too."), key="action/", option="pass", until="gather_power"),
        Hint(
            _("Gather Power: compare the sums with the board and tap the bright button."),
            "verb",
            key="gather_power",
            until="doom_phase/",
        ),
        Hint(
            _("Doom Phase: a Ritual turns Power into Doom. Perform one or skip it."), done="answer", key="doom_phase/"
        ),
        Hint(_("Open the log: it shows every step and can go back to any line."), "log", "log"),
        Hint(_("Open More, then Rules, to look anything up."), "more", "rules"),
        Hint(_("That was one turn. Now for a battle."), ""),
    )
    plays = {"action/": (["pass"], ["finish"])}
    return Lesson(setup, hints, codes[0], ("setup/", "first_player/"), plays)


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
