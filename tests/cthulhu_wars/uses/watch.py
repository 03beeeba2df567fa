"""Watches a game from outside: cuts its facts into uses of abilities, and reckons what each of them has changed."""

from __future__ import annotations

import copy
import pickle
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Final

from companion.games.cthulhu_wars import facts as f
from companion.games.cthulhu_wars.model.battle_state import Battle
from companion.games.cthulhu_wars.model.state import CthulhuState
from companion.table.prompts import Prompt
from companion.table.session import Session
from companion.table.state import Fact, Notice, StepReached
from tests.cthulhu_wars.uses.printed import NEUTRAL_COUNTS, STOCK

Numbers = dict[str, int]

COUNTS: Final = {**STOCK, **NEUTRAL_COUNTS}

PLAIN: Final = ("power", "doom", "signs", "captives", "card", "away", "down", "tokens")
WHOLE: Final = ("ritual", "gates")
"""What is always compared of a faction and of the table, besides the pieces in play; anything else only where it is
named by a statement."""
OTHERS: Final = ("gates", "tokens", "mark", "books", "met", "down", "ritual", "abandoned")

ACTION_ENDS: Final = (
    f.ActionEnded,
    f.ActionBegan,
    f.BookTaken,
    f.RequirementMet,
    f.TurnBegan,
    f.PhaseBegan,
    f.BattleBegan,
    f.DoomOrderSet,
    f.GameEnded,
)
BEGINNINGS: Final = (f.ActionBegan, f.BookTaken, f.RequirementMet, f.TurnBegan)
"""Those that end no use whose first fact they are."""
BATTLE_ENDS: Final = (
    f.AbilityUsed,
    StepReached,
    f.WindowClosed,
    f.Rolled,
    f.UnitDiceTold,
    f.ResultsAssigned,
    f.BattleFought,
    f.AdjacentEnemiesTold,
    f.PieceRetreated,
)
ROOTS: Final = (
    "action/",
    "doom_phase/",
    "doom_abilities/",
    "energy_nexus/",
    "afterwards/",
    "oath/",
    "goes_on/",
    "gather_power",
    "mao/",
    "gates/",
)
"""Questions with which whatever was used before is over."""

NOTHING_LEFT: Final = "nothing left to choose"
COMES_BACK: Final = "comes back at a controlled Gate"
COMES: Final = ("comes with its Loyalty Card", "takes its place")
LOST: Final = ("a unit of {faction} Eliminated", "units of {faction} lost in battle")
SAID: Final = (NOTHING_LEFT, COMES_BACK, *COMES, *LOST)
"""Words of the game by which a fact is told from others of its kind."""


def numbers(state: CthulhuState) -> Numbers:
    """Everything of a game that can be counted, by `CODE.what`."""
    owners = list(state.gates.values())
    found = {"ritual": state.ritual, "gates": len(owners), "abandoned": owners.count(None)}
    for code, faction in state.factions.items():
        counted = (
            *(faction.power, faction.doom, len(faction.signs)),
            *(sum(sum(held.values()) for held in faction.captives.values()) if faction.captives else 0,),
            *(sum(faction.card.values()), sum(faction.away.values()), owners.count(code)),
            *(len(faction.tokens), len(faction.flipped), len(faction.books), len(faction.met)),
        )
        found.update(zip(_keys(code), counted, strict=True))
        for kind, several in (("mark", faction.marks), ("unit", faction.in_play), ("out", faction.away)):
            for name, number in several.items():
                found[_key(code, kind, name)] = number
        for kind, names in (("book", faction.books), ("borrowed", faction.borrowed)):
            for name in names:
                found[_key(code, kind, name)] = 1
        for name, number in faction.card.items():
            found[_key(code, "on_card", name)] = number
        for owner, held in faction.captives.items():
            for name, number in held.items():
                found[_key(code, f"held.{owner}", name)] = number
    if state.battle is not None:
        found.update(of_battle(state.battle))
    return found


def of_battle(battle: Battle) -> Counter[str]:
    """What of a battle can be counted: results, those of Ghouls too, and what makes dice more or less, by side; pieces
    by side and kind, and by side and what has become of them."""
    found = Counter({"dimmed": len(battle.dimmed)})
    called = sum(figure.status.value == "called" for figure in battle.figures)
    for side in battle.sides:
        found[f"{side}.kills"] = battle.kills.get(side, 0)
        found[f"{side}.pains"] = battle.pains.get(side, 0) + called - battle.exchanged.get(side, 0)
        found[f"{side}.added"] = battle.added.get(side, 0)
        found[f"{side}.cancelled"] = battle.cancelled.get(side, 0)
        found[f"{side}.less"] = battle.less.get(side, 0)
        found[f"{side}.softened"] = int(side in battle.softened)
    for figure in battle.figures:
        found[f"{figure.side}.{figure.status.value}"] += 1
        found[f"{figure.side}.grown"] += figure.bonus
        if figure.status.value == "present":
            found[f"{figure.side}.there.{figure.unit}"] += 1
    return found


@cache
def _keys(code: str) -> tuple[str, ...]:
    whats = ("power", "doom", "signs", "captives", "card", "away", "gates", "tokens", "down", "books", "met")
    return tuple(f"{code}.{what}" for what in whats)


@cache
def _key(code: str, kind: str, name: str) -> str:
    return f"{code}.{kind}.{name}"


def difference(before: Mapping[str, int], after: Mapping[str, int]) -> Numbers:
    """What is more or less than before; what is as before is left out."""
    if before is after:
        return {}
    keys = before.keys() | after.keys()
    found = {key: after.get(key, 0) - before.get(key, 0) for key in keys}
    return {key: number for key, number in found.items() if number}


@dataclass
class Use:
    """One use of an ability.

    Args:
        entry: how many entries the game had before the one that it began with.
        first: how many facts there were before it.
        before: what was counted then; `gates` and `down` (spellbooks lying face down) likewise.
        change: what has changed by it; what others' abilities have added to it is left out.
        answers: what was answered meanwhile, by key.
        phase: in which it began.
    """

    name: str
    who: str
    entry: int
    first: int
    before: Numbers
    gates: dict[str, str | None]
    state: CthulhuState
    root: str = ""
    prompt: Prompt | None = None
    in_battle: bool = False
    change: Numbers = field(default_factory=dict)
    answers: dict[str, Any] = field(default_factory=dict)
    facts: list[Fact] = field(default_factory=list)
    phase: str = ""

    def number(self, what: str) -> int:
        """What was counted of its user before."""
        return self.before.get(f"{self.who}.{what}", 0)

    def has(self, book: str, code: str = "") -> bool:
        """Whether its user, or somebody else, had a spellbook then that no Moonbeast lay on."""
        code = code or self.who
        return bool(self.before.get(f"{code}.book.{book}")) and not self.before.get(f"{code}.mark.covered_{book}")

    def borrows(self, code: str, of: str) -> bool:
        """Whether a faction had the unique ability of another one then, or is that one."""
        return code == of or bool(self.before.get(f"{code}.borrowed.{of}"))

    def pieces(self, code: str, unit: str) -> int:
        """Pieces of a kind that were in play."""
        return self.before.get(f"{code}.unit.{unit}", 0)

    def held(self, code: str, unit: str) -> int:
        """Pieces of a kind that lay on others' cards: as captives, or on that of The Bloated Woman."""
        return sum(
            self.before.get(f"{holder}.held.{code}.{unit}", 0) + self.before.get(f"{holder}.mark.fan/{code}/{unit}", 0)
            for holder in self.state.factions
        )

    def pool(self, code: str, unit: str) -> int:
        """Pieces of a kind that lay in the pool: all that there are, less those in play, on any card and out of the
        game."""
        aside = self.before.get(f"{code}.mark.aside_{unit}", 0)
        out = self.before.get(f"{code}.out.{unit}", 0)
        number = 6 if unit == "filth" and self.state.rulings.get("D72") == "other" else COUNTS.get(unit, 1)
        return number - self.pieces(code, unit) - self.held(code, unit) - aside - out

    def answer(self, key: str, default: Any = None) -> Any:
        """What was answered to a question; of a list of one thing the thing."""
        value = self.answers.get(key, default)
        return value[0] if isinstance(value, list) and len(value) == 1 else value


def before(facts: Sequence[Fact], n: int) -> int:
    """The number of the fact before number `n`. A notice, such as what a die showed, changes nothing and is passed
    over; if there is no other one, -1."""
    return next((i for i in range(n - 1, -1, -1) if not isinstance(facts[i], Notice)), -1)


def after(facts: Sequence[Fact], n: int) -> int:
    """The number of the fact after number `n`, likewise; if there is none yet, how many facts there are."""
    return next((i for i in range(n + 1, len(facts)) if not isinstance(facts[i], Notice)), len(facts))


def _goes_at_the_end(fact: f.PieceLost) -> bool:
    """What Crawford Tillinghast brought, and a Hound where no Gate is, goes as the battle ends."""
    return fact.unit == "hound_of_tindalos" or (".crawford." in fact.figure and fact.by == fact.who)


def _reaction(fact: Fact, following: Fact | None, duel: bool) -> bool:
    """Whether a fact belongs to another ability than the one that is being used."""
    if isinstance(fact, f.PowerGained) and fact.why in ("Passion", "Burrow", "Catnapping"):
        return True
    if isinstance(fact, f.PowerGained | f.DoomGained) and fact.why == "Mindless Destruction":
        return True
    if isinstance(fact, f.PowerSpent) and "Brown Jenkin" in fact.text():
        return "Summon" not in fact.text()
    if isinstance(fact, f.PiecesEntered) and fact.unit == "brown_jenkin":
        return fact.why == COMES_BACK
    if isinstance(fact, f.PiecesEntered) and fact.unit == "worm_of_ghroth":
        return not fact.why.startswith(COMES)
    if isinstance(fact, f.PieceLost) and str(fact.how) == "Eliminated" and _goes_at_the_end(fact):
        return True
    if isinstance(following, f.AbilityUsedUp) and following.ability == "toll":
        return True
    return duel and isinstance(fact, f.DoomGained) and fact.why.endswith(tuple(x.partition("}")[2] for x in LOST))


class Watch:
    """Follows one session. `done` are the uses that are over since somebody looked; `told` the facts with which a table
    pays what it says for a Ritual.

    Args:
        session: the game.
    """

    def __init__(self, session: Session[Any]) -> None:
        self.session = session
        # What looks at each new fact, by its number, while everything stands as it was right behind it.
        self.each: Callable[[Watch, int], None] = lambda _watch, _n: None
        self.state: CthulhuState = copy.deepcopy(session.game.begin(session.setup))
        self.at: list[Numbers] = [numbers(self.state)]
        self.gates: list[dict[str, str | None]] = [dict(self.state.gates)]
        self.facts: list[Fact] = []
        self.entry_of: list[int] = []
        self.open: list[Use] = []
        self.done: list[Use] = []
        self.told: set[int] = set()
        self._read(len(session.timeline.entries))

    # -- what the player of the game tells ------------------------------------------------------------------------

    def before(self, prompt: Prompt | None, key: str, value: Any) -> None:
        """An entry is about to be made."""
        if prompt is None or key.startswith(ROOTS):
            self.close()
        if key.startswith("ritual/told/"):
            self.told.add(len(self.facts))
        picked = value[0] if isinstance(value, list) and len(value) == 1 else value
        root, _, who = key.partition("/")
        if prompt is None:
            who, stroke, thing = who.partition("/")
            self._begin(f"{who}.{root}{stroke}{thing}", who, root, None)
        elif root in ("action", "doom_phase", "doom_abilities", "energy_nexus", "oath") and isinstance(picked, str):
            # A thing picked in its own place; nothing (declined) is a list.
            self._begin(f"{who}.{picked}", who, root, prompt)
        for use in self.open:
            use.answers[key] = value

    def after(self) -> None:
        """The entry has been made."""
        self._read(len(self.session.timeline.entries) - 1)

    def drop(self) -> None:
        """Nobody goes on with what has been begun."""
        self.open.clear()

    def close(self) -> None:
        """Whatever is going on is over."""
        for use in list(self.open):
            self._end(use, len(self.facts))

    # -- reading --------------------------------------------------------------------------------------------------

    def _begin(self, name: str, who: str, root: str, prompt: Prompt | None, *, in_battle: bool = False) -> None:
        entry = len(self.session.timeline.entries)
        now = len(self.facts)
        begun = Use(name, who, entry, now, self.at[now], self.gates[now], self.state, root, prompt, in_battle)
        begun.phase = self.state.phase
        self.open.append(begun)

    def _read(self, entry: int) -> None:
        fresh = self.session.state.facts[len(self.facts) :]
        for fact in fresh:
            here = len(self.facts)
            for use in list(self.open):
                ends = BATTLE_ENDS if use.in_battle else ACTION_ENDS
                begun = before(self.facts, here) >= use.first
                if isinstance(fact, ends) and (use.in_battle or begun or not isinstance(fact, BEGINNINGS)):
                    self._end(use, here)
            self.state.record(pickle.loads(pickle.dumps(fact)))
            self.facts.append(fact)
            self.entry_of.append(entry)
            silent = type(fact).apply in (Fact.apply, StepReached.apply)
            self.at.append(self.at[-1] if silent else numbers(self.state))
            self.gates.append(self.gates[-1] if silent else dict(self.state.gates))
            self.each(self, here)
            if isinstance(fact, f.AbilityUsed):
                self._begin(f"{fact.who}.{fact.ability}", fact.who, "battle", None, in_battle=True)
                self.open[-1].entry = entry
        assert self.at[-1] == numbers(self.session.state), "the facts do not make the state"

    def _end(self, use: Use, last: int) -> None:
        self.open.remove(use)
        use.facts = self.facts[use.first : last]
        if any(isinstance(fact, Notice) and NOTHING_LEFT in fact.text() for fact in use.facts):
            return
        duel = self.state.duel
        for n in range(use.first, last):
            following = after(self.facts, n)
            if not _reaction(self.facts[n], self.facts[following] if following < len(self.facts) else None, duel):
                for key, number in difference(self.at[n], self.at[n + 1]).items():
                    use.change[key] = use.change.get(key, 0) + number
        use.change = {key: number for key, number in use.change.items() if number}
        self.done.append(use)


def apart(use: Use, expected: Mapping[str, int]) -> str:
    """How what a use has changed differs from what it should have; empty if it does not."""
    named = {key.replace("me.", f"{use.who}.", 1) if key.startswith("me.") else key: n for key, n in expected.items()}
    compared = {
        key for key in use.change if key in named or ".unit." in key or key.partition(".")[2] in PLAIN or key in WHOLE
    }
    seen = {key: use.change[key] for key in compared}
    wanted = {key: n for key, n in named.items() if n}
    return "" if seen == wanted else f"{use.name}: expected {wanted}, but {seen} after {use.answers}"
