"""Evenings and battles that play themselves and like what has rarely been used: by what they are begun with and by
the weight of each choice. Nothing is forced: every answer is one that a table could give."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, Final

from companion.games.cthulhu_wars import facts as f
from companion.games.cthulhu_wars.corrections.corrections import limits
from companion.games.cthulhu_wars.game import CTHULHU_WARS
from companion.games.cthulhu_wars.model.state import CthulhuState
from companion.table.prompts import Answer, Prompt
from companion.table.session import Session, new_session, open_session
from tests.cthulhu_wars.test_random_games import check_pieces, check_table
from tests.cthulhu_wars.uses.passives import harvest, passives
from tests.cthulhu_wars.uses.printed import INDEPENDENT_COSTS
from tests.cthulhu_wars.uses.statements import WrongError, statement_for
from tests.cthulhu_wars.uses.tables import count_table, some_battle, some_setup
from tests.cthulhu_wars.uses.tally import ENOUGH, Tally, Wanted
from tests.cthulhu_wars.uses.taste import Taste, called
from tests.cthulhu_wars.uses.watch import Use, Watch, after, apart, numbers

STRETCH: Final = 400
"""Entries that are made once more in a game that is opened again."""
LONGEST: Final = 1200
NOTHING: Final = Wanted()
STEPS_OF_BATTLE: Final = 200
AGAIN: Final = 0.002
"""How often what has been made again often enough is made again all the same."""


class WentWrongError(AssertionError):
    """An evening or battle in which something is not as it must be.

    Args:
        played: what it was begun with and all that was done in it, so that it can be played again.
    """

    def __init__(self, words: str, played: Mapping[str, Any]) -> None:
        super().__init__(words)
        self.played = played


class Player:
    """Plays one session and has every use checked.

    Args:
        wanted: what is preferred.
        rich: whether everybody's Power is set by hand as an Action Phase begins, so that dear things happen.
    """

    def __init__(
        self, session: Session[Any], chance: Random, tally: Tally, wanted: Wanted, *, rich: bool, name: str
    ) -> None:
        self.session, self.chance, self.tally, self.rich, self.name = session, chance, tally, rich, name
        self.wanted = wanted
        self.taste = Taste(session, chance, tally, wanted)
        self.due: list[tuple[int, str]] = []
        self.pending: list[tuple[int, str]] = []
        self.watch = Watch(session)
        self.watch.each = self._passives
        self.seen = len(self.watch.facts)
        self.stock: Any = None
        self.last: dict[str, Any] | None = None
        self.turn = 0

    def play(self, steps: int) -> None:
        """Make so many entries at most. Raises `WentWrongError`."""
        try:
            for _ in range(steps):
                if self.session.finished:
                    break
                self._step()
                self._look()
            self._over()
        except Exception as error:
            raise WentWrongError(f"{self.name}: {type(error).__name__}: {error}", self._played()) from error

    def follow(self, entries: Sequence[Mapping[str, Any]]) -> None:
        """Make entries that have been made before. Raises `WentWrongError`."""
        try:
            for entry in entries:
                keys = {item.prompt.key: item.prompt for item in self.session.prompts}
                if entry["kind"] in ("answer", "roll"):
                    self.watch.before(keys[entry["key"]], entry["key"], entry.get("value"))
                else:
                    self.watch.close()
                    if entry["kind"] == "interject":
                        self.watch.before(None, entry["key"], None)
                _make(self.session, entry)
                self.watch.after()
                self._look()
            if self.session.interjections:
                # What somebody stepped in with may be the last thing that was done: it is over, and judged.
                self.watch.close()
            self._over()
        except Exception as error:
            raise WentWrongError(f"{self.name}: {type(error).__name__}: {error}", self._played()) from error

    def _look(self) -> None:
        """Hold what has just come about against the invariants and the statements."""
        if not self.session.state.skirmish:
            check_table(self.session.state)
            if (there := stock(self.session.state)) != self.stock:
                check_pieces(self.session.state)
                self.stock = there
        self._judge()
        if self.pending and len(self.session.timeline.entries) - self.pending[0][0] > STRETCH:
            self._reopen()

    def _over(self) -> None:
        self.watch.drop()
        self._judge()
        self._reopen()

    def _played(self) -> dict[str, Any]:
        entries = [one.as_json() for one in self.session.timeline.entries]
        if self.last and (not entries or any(entries[-1][key] != self.last[key] for key in ("kind", "key"))):
            entries.append(self.last)
        return {"name": self.name, "setup": self.session.setup, "entries": entries}

    # -- one entry ------------------------------------------------------------------------------------------------

    def _step(self) -> None:
        state, session = self.session.state, self.session
        keys = [item.prompt.key for item in session.prompts]
        at_root = keys[0].startswith(("action/", "doom_phase/", "doom_abilities/"))
        if at_root and self.rich and state.phase == "action" and state.turn != self.turn:
            self.turn = state.turn
            self._correct({f"{code}.power": self.chance.randint(8, 18) for code in state.seats} | self._put_back())
            return
        if at_root and self.chance.random() < (0.2 if self.wanted.names else 0.08) and self._interject():
            return
        item = self.chance.choice(session.prompts)
        self._answer(item.ticket, item.prompt, self.taste.answer(item.prompt))

    def _put_back(self) -> dict[str, int]:
        """One piece of each kind that is wanted lies in its pool again, as if it had been lost."""
        state = self.session.state
        return {
            f"{code}.{thing}": state.in_play(code, thing) - 1
            for code, faction in state.factions.items()
            for thing in faction.loyalty
            if thing in self.wanted.things
            and state.in_play(code, thing) > max(limits(state, f"{code}.{thing}")[0], thing in INDEPENDENT_COSTS)
        }

    def _correct(self, numbers_to_be: Mapping[str, int]) -> None:
        self.watch.close()
        self.last = None
        self.session.correct(numbers_to_be)
        self.watch.after()

    def _answer(self, ticket: int, prompt: Prompt, value: Answer) -> None:
        self.watch.before(prompt, prompt.key, value)
        self.last = {"kind": "answer", "key": prompt.key, "value": value}
        self.session.answer(ticket, value, source="virtual")
        self.watch.after()

    def _interject(self) -> bool:
        able = [o.id for o in self.session.interjections if not (o.refused or o.setting)]
        able = [name for name in able if name.partition("/")[0] not in ("first", "active", "gate", "neutral", "tokens")]
        if not able:
            return False
        key = self.chance.choices(able, [self.taste.of_interest(name) for name in able])[0]
        self.watch.close()
        self.last = {"kind": "interject", "key": key, "value": None}
        self.watch.before(None, key, None)
        self.session.interject(key, source="virtual")
        self.watch.after()
        while not self.session.interjections and not self.session.finished:
            item = self.chance.choice(self.session.prompts)
            self._answer(item.ticket, item.prompt, self.taste.answer(item.prompt))
        self.watch.close()
        return True

    # -- what came of it ------------------------------------------------------------------------------------------

    def _judge(self) -> None:
        uses, self.watch.done = self.watch.done, []
        for use in uses:
            self._check(use)
        last = len(self.watch.facts)
        for n in range(self.seen, last):
            # All that people gather follows it.
            if isinstance(self.watch.facts[n], f.ActionsOver) and isinstance(
                self.watch.facts[after(self.watch.facts, n)], f.PowerGained
            ):
                for name, wrong in harvest(self.watch, n):
                    self._passive(n, name, wrong)
        self.seen = last
        self.due += [(use.entry, use.name) for use in uses]
        if not self.watch.open and not self.session.finished:
            for entry, name in self.due:
                self._again(entry, name)
            self.due.clear()

    def _check(self, use: Use) -> None:
        statement = statement_for(use.name)
        if statement is None:
            self.tally.unstated[called(use.name)] += 1
        else:
            try:
                wrong = apart(use, statement(use))
            except (WrongError, ArithmeticError, LookupError, StopIteration, TypeError, ValueError) as error:
                wrong = f"{use.name}: {error!r}"
            if wrong:
                raise AssertionError(f"{self.name}: {wrong}; {[fact.text() for fact in use.facts]}")
        use.name = called(use.name)
        self.tally.used[use.name] += 1
        self.tally.in_battles[use.name] += self.session.state.skirmish

    def _passives(self, watch: Watch, n: int) -> None:
        for name, wrong in passives(watch, n):
            self._passive(n, name, wrong)

    def _passive(self, n: int, name: str, wrong: str) -> None:
        if wrong:
            raise AssertionError(f"{self.name}: {name}: {wrong}; {[x.text() for x in self.watch.facts[n - 3 : n + 2]]}")
        self.tally.used[name] += 1
        self.tally.in_battles[name] += self.session.state.skirmish
        self.due.append((self.watch.entry_of[n], name))

    def _again(self, entry: int, name: str) -> None:
        if self.tally.undone[name] < ENOUGH or self.chance.random() < AGAIN:
            self._once_more(entry, name)

    def _once_more(self, entry: int, name: str) -> None:
        """Take a use back and make it again; it is due to be made in a game that is opened from what is stored, too."""
        session, entries = self.session, list(self.session.timeline.entries)
        facts, end = list(session.state.facts), numbers(session.state)
        if len(entries) - entry > 40:
            return
        session.undo(len(entries) - entry, past_dice=True)
        for one in entries[entry:]:
            _make(session, one.as_json())
        assert session.state.facts == facts, f"{self.name}: {name} after an undo"
        assert numbers(session.state) == end, f"{self.name}: {name} after an undo"
        self.tally.undone[name] += 1
        self.pending.append((entry, name))

    def _reopen(self) -> None:
        """Open the game as it was stored before the first of the uses that are due, and make them all there."""
        if not self.pending:
            return
        session, entries = self.session, list(self.session.timeline.entries)
        start = min(entry for entry, _ in self.pending)
        records = [
            {"new": {"game": CTHULHU_WARS.name, "rules": CTHULHU_WARS.rules_version, "setup": session.setup}},
            *({"entry": one.as_json()} for one in entries[:start]),
        ]
        opened = open_session([CTHULHU_WARS], records, None)
        for one in entries[start:]:
            _make(opened, one.as_json())
        assert opened.state.facts == session.state.facts, f"{self.name} after reopening"
        assert numbers(opened.state) == numbers(session.state), f"{self.name} after reopening"
        self.tally.reopened.update(name for _, name in self.pending)
        self.pending.clear()


def _make(session: Session[Any], entry: Mapping[str, Any]) -> None:
    """Do once more what was done."""
    if entry["kind"] == "interject":
        session.interject(entry["key"], source="virtual")
    elif entry["kind"] == "correct":
        session.correct(entry["value"])
    else:
        ticket = next(item.ticket for item in session.prompts if item.prompt.key == entry["key"])
        session.answer(ticket, entry.get("value"), source="virtual")


def stock(state: CthulhuState) -> Any:
    """All on which it depends how many pieces are where; each time new."""
    return state.priests, [
        (
            *(dict(faction.in_play), dict(faction.card), dict(faction.away), dict(faction.marks), [*faction.loyalty]),
            {owner: dict(held) for owner, held in faction.captives.items()},
        )
        for faction in state.factions.values()
    ]


def evening(seed: int, tally: Tally, wanted: Wanted = NOTHING, steps: int = LONGEST) -> Session[Any]:
    """One whole evening, or so many entries of it; return it. Raises `WentWrongError`."""
    chance = Random(seed)
    size, setup = some_setup(chance, wanted)
    name, session = f"evening {seed}", new_session(CTHULHU_WARS, setup)
    while in_setup(session):
        prompt = session.prompts[0].prompt
        last = {"kind": "answer", "key": prompt.key, "value": prompt.any_answer(chance)}
        try:
            _make(session, last)
        except Exception as error:
            entries = [*(one.as_json() for one in session.timeline.entries), last]
            raise WentWrongError(f"{name}: {error!r}", {"name": name, "setup": setup, "entries": entries}) from error
    count_table(tally, size, session)
    player = Player(session, chance, tally, wanted, rich=chance.random() < (0.6 if wanted.names else 0.3), name=name)
    player.play(steps)
    tally.ends["to its end" if session.finished else f"cut after {steps}"] += 1
    return session


def in_setup(session: Session[Any]) -> bool:
    """Whether the board is still being laid out."""
    return session.prompts[0].prompt.key.startswith(("setup/", "first_player/")) and not session.state.turn


def battle(seed: int, tally: Tally, wanted: Wanted = NOTHING) -> Session[Any]:
    """One Quick Battle of two random factions with two looking on; return it. Raises `WentWrongError`."""
    chance = Random(seed)
    session = some_battle(chance, wanted)
    tally.tables["Quick Battle"] += 1
    Player(session, chance, tally, wanted, rich=False, name=f"battle {seed}").play(STEPS_OF_BATTLE)
    return session


def again(played: Mapping[str, Any]) -> None:
    """Play what went wrong once more, entry by entry. Raises `WentWrongError` if it does so again."""
    session = new_session(CTHULHU_WARS, played["setup"])
    entries = list(played["entries"])
    while entries and not session.state.skirmish and in_setup(session):
        _make(session, entries.pop(0))
    Player(session, Random(0), Tally(), NOTHING, rich=False, name=played["name"]).follow(entries)
