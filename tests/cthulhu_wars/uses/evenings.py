"""Evenings and battles that play themselves and like what has rarely been used: by what they are begun with and by
the weight of each choice. Nothing is forced: every answer is one that a table could give."""

from __future__ import annotations

import copy
import math
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any, Final

from companion.games.cthulhu_wars import facts as f
from companion.games.cthulhu_wars.game import CTHULHU_WARS
from companion.games.cthulhu_wars.neutral import BOOKS, CARDS, HIGH_PRIESTS
from companion.games.cthulhu_wars.roster import FACTIONS
from companion.games.cthulhu_wars.rulings import rulings
from companion.games.cthulhu_wars.setup import no_duel
from companion.table.errors import BadSetupError
from companion.table.prompts import Answer, Choose, Prompt
from companion.table.session import Session, new_session, open_session
from tests.cthulhu_wars.test_random_games import check_invariants
from tests.cthulhu_wars.uses.passives import harvest, passives
from tests.cthulhu_wars.uses.printed import INDEPENDENT_COSTS, NEUTRAL_COSTS
from tests.cthulhu_wars.uses.statements import WrongError, statement_for
from tests.cthulhu_wars.uses.watch import Use, Watch, apart, numbers

COMMON: Final = (
    *("recruit", "create_gate", "move", "capture", "battle", "control", "abandon", "pass", "finish", "ritual", "claim"),
    *("card_book", "ruling", "signs", "loyalty", "rather", "afterwards", "no_second"),
)
NEUTRAL: Final = (
    *("shriveling", "recriminations", "undimensioned", "vampirism", "vicious", "bloodthirst", "cosmic_unity"),
    *("filth", "mummify", "spinnerets", "tsunami", "agony_sting", "god_of_forgetfulness", "nightmare_web", "zygote"),
    *("ceremony_of_annihilation", "nuclear_chaos", "messenger_of_yig", "walk_between_worlds", "moonbeast_away"),
    *("planetary_destruction", "nodens", "snakebite", "fire_vampires", "orifices", "dust_to_dust", "prime_cause"),
)
STRETCH: Final = 150
"""Entries that are made once more in a game that is opened again."""
LONGEST: Final = 600
ENOUGH: Final = 20

DULL: Final = {"pass": 0.05, "finish": 1.0, "move": 0.3, "abandon": 0.1, "control": 1.0, "no_second": 0.3}
SIZES: Final = ((2, 12), ("2x2", 8), ("2x3", 5), (3, 24), (4, 26), (5, 14), (6, 7), (7, 2), (8, 2))


class Tally:
    """How often each ability was used; how often once more after an undo, and in a game that was opened again."""

    def __init__(self) -> None:
        self.used: Counter[str] = Counter()
        self.undone: Counter[str] = Counter()
        self.reopened: Counter[str] = Counter()
        self.in_battles: Counter[str] = Counter()
        self.tables: Counter[str] = Counter()
        self.unstated: Counter[str] = Counter()

    def take(self, counts: Mapping[str, Mapping[str, int]]) -> None:
        """Add the counts of another run."""
        for name, numbers_of_it in counts.items():
            getattr(self, name).update(numbers_of_it)

    def rare(self, name: str) -> float:
        """The weight of a choice: the more the rarer it has been so far."""
        return 6.0 / (1.0 + math.sqrt(self.used[name]))


def called(name: str) -> str:
    """What everybody may do alike is counted together."""
    code, _, rest = name.partition(".")
    root, _, unit = rest.partition("/")
    if rest == "unspeakable_oath" and code != "TT":
        return f"neutral.{rest}"
    if unit in NEUTRAL_COSTS or unit in INDEPENDENT_COSTS or rest in NEUTRAL:
        return f"neutral.{rest}"
    if root in COMMON:
        return f"common.{rest if root != 'rather' else root}"
    return name


def own_map(areas: int, chance: Random) -> dict[str, Any]:
    """A board of a table's own: a ring of areas with a few ways across."""
    named = [f"Area {n + 1}" for n in range(areas)]
    glyphs = ["chevron", "dragon", "thorns"]
    return {
        "name": "Ring",
        "areas": [
            {
                "name": name,
                "touches": [named[(n + 1) % areas], chance.choice([x for x in named if x != name])],
                "ocean": n % 4 == 0,
                **({"glyph": chance.choice(glyphs)} if n % 3 == 1 else {}),
            }
            for n, name in enumerate(named)
        ],
        "tracks": {"7": [5, 6, 6, 7, 7, 8, 8, 9, 10], "8": [5, 6, 6, 7, 7, 8, 9, 10]},
    }


def some_setup(chance: Random, wanted: Sequence[str]) -> tuple[str, dict[str, Any]]:
    """Random factions, a table size, neutral things, rulings and a map; what it is called in the table of sizes."""
    size = chance.choices([s for s, _ in SIZES], [w for _, w in SIZES])[0]
    number = {"2x2": 4, "2x3": 6}.get(str(size)) or int(size)
    codes = list(FACTIONS)
    first = [code for code in wanted if code in codes][:1]
    rest = [code for code in codes if code not in first]
    chance.shuffle(rest)
    factions = [*first, *rest][: min(number, len(codes))]
    chance.shuffle(factions)
    if size == 2 and no_duel(factions):
        return some_setup(chance, wanted)
    setup: dict[str, Any] = {"factions": factions}
    if isinstance(size, str):
        half = len(factions) // 2
        setup = {"players": [factions[:half], factions[half:]]}
    if number > 6 or (number < 6 and not isinstance(size, str) and chance.random() < 0.06):
        setup["map"] = own_map(max(number + 3, 10), chance)
    setup["signs"] = "app" if chance.random() < 0.85 else "chits"
    if chance.random() < 0.6:
        things = [*CARDS, *BOOKS]
        setup["neutral"] = chance.sample(things, chance.randint(6, len(things)))
        if chance.random() < 0.4:
            setup["neutral"].append(HIGH_PRIESTS)
    every = {key: point for key, point in rulings(factions).items() if key != "D2"}
    setup["options"] = {
        key: chance.choice(list(point.readings)) for key, point in every.items() if chance.random() < 0.4
    }
    return str(size), setup


class Player:
    """Plays one session and has every use checked.

    Args:
        rich: whether everybody's Power is set by hand as an Action Phase begins, so that dear things happen.
    """

    def __init__(self, session: Session[Any], chance: Random, tally: Tally, *, rich: bool, name: str) -> None:
        self.session, self.chance, self.tally, self.rich, self.name = session, chance, tally, rich, name
        self.watch = Watch(session)
        self.seen = len(self.watch.facts)
        self.turn = 0
        self.due: list[tuple[int, str]] = []
        self.pending: list[tuple[int, str]] = []

    def play(self, steps: int, check: Callable[[Any], None]) -> None:
        for _ in range(steps):
            if self.session.finished:
                break
            self._step()
            check(self.session.state)
            self._judge()
            if self.pending and len(self.session.timeline.entries) - self.pending[0][0] > STRETCH:
                self._reopen()
        self.watch.drop()
        self._judge()
        self._reopen()

    # -- one entry ------------------------------------------------------------------------------------------------

    def _step(self) -> None:
        state, session = self.session.state, self.session
        keys = [item.prompt.key for item in session.prompts]
        at_root = keys[0].startswith(("action/", "doom_phase/"))
        if at_root and self.rich and state.phase == "action" and state.turn != self.turn:
            self.turn = state.turn
            self.watch.close()
            session.correct({f"{code}.power": self.chance.randint(8, 18) for code in state.seats})
            self.watch.after()
            return
        if at_root and self.chance.random() < 0.08 and self._interject():
            return
        item = self.chance.choice(session.prompts)
        self._answer(item.ticket, item.prompt, self._value(item.prompt))

    def _answer(self, ticket: int, prompt: Prompt, value: Answer) -> None:
        self.watch.before(prompt, prompt.key, value)
        self.session.answer(ticket, value, source="virtual")
        self.watch.after()

    def _interject(self) -> bool:
        able = [o.id for o in self.session.interjections if not (o.refused or o.setting)]
        able = [name for name in able if name.partition("/")[0] not in ("first", "active", "gate", "neutral", "tokens")]
        if not able:
            return False
        weights = [self.tally.rare(f"{o.partition('/')[2]}.{o.partition('/')[0]}") for o in able]
        key = self.chance.choices(able, weights)[0]
        self.watch.close()
        self.watch.before(None, key, None)
        self.session.interject(key, source="virtual")
        self.watch.after()
        while not self.session.interjections and not self.session.finished:
            item = self.chance.choice(self.session.prompts)
            self._answer(item.ticket, item.prompt, self._value(item.prompt))
        self.watch.close()
        return True

    def _value(self, prompt: Prompt) -> Answer:
        if not isinstance(prompt, Choose):
            return prompt.any_answer(self.chance)
        root, _, who = prompt.key.partition("/")
        if prompt.most == 1:
            able = [o.id for o in prompt.open_options()]
            if root in ("action", "doom_phase", "energy_nexus"):
                weights = [self._weight(who, name) for name in able]
                if prompt.least == 0 and (not able or self.chance.random() < 0.1):
                    return []
                return [self.chance.choices(able, weights)[0]]
            if root == "book":
                return [self.chance.choices(able, [self.tally.rare(f"{who}.{name}") for name in able])[0]]
            if root == "battle" and prompt.least == 0 and able and self.chance.random() < 0.8:
                return [self.chance.choice(able)]
            if root == "loyalty" and able:
                weights = [self.tally.rare(f"neutral.summon/{name}") for name in able]
                return [self.chance.choices(able, weights)[0]]
        return prompt.any_answer(self.chance)

    def _weight(self, who: str, name: str) -> float:
        root = name.partition("/")[0]
        if root == "claim":
            return 2.0
        if root in DULL:
            return DULL[root]
        weight = self.tally.rare(called(f"{who}.{name}"))
        return weight * {"awaken": 5.0, "battle": 3.0, "create_gate": 2.0, "ritual": 0.5}.get(root, 1.0)

    # -- what came of it ------------------------------------------------------------------------------------------

    def _judge(self) -> None:
        uses, self.watch.done = self.watch.done, []
        for use in uses:
            self._check(use)
        last = len(self.watch.facts)
        if self.seen < last:
            self._passives(last)
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

    def _passives(self, last: int) -> None:
        watch = self.watch
        for n in range(self.seen, last):
            for name, wrong in passives(watch, n):
                self._passive(n, name, wrong)
            if isinstance(watch.facts[n], f.ActionsOver) and isinstance(watch.facts[n + 1], f.PowerGained):
                for name, wrong in harvest(watch, n):
                    self._passive(n, name, wrong)
        self.seen = last

    def _passive(self, n: int, name: str, wrong: str) -> None:
        if wrong:
            raise AssertionError(f"{self.name}: {name}: {wrong}; {[x.text() for x in self.watch.facts[n - 3 : n + 2]]}")
        self.tally.used[name] += 1
        self.tally.in_battles[name] += self.session.state.skirmish
        self.due.append((self.watch.entry_of[n], name))

    def _again(self, entry: int, name: str) -> None:
        if self.tally.undone[name] < ENOUGH or self.chance.random() < 0.005:
            self._once_more(entry, name)

    def _once_more(self, entry: int, name: str) -> None:
        """Take a use back and make it again; it is due to be made in a game that is opened from what is stored, too."""
        session, entries = self.session, list(self.session.timeline.entries)
        facts, end = list(session.state.facts), numbers(session.state)
        if len(entries) - entry > 40:
            return
        session.undo(len(entries) - entry, past_dice=True)
        self._make(session, entries[entry:])
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
        self._make(opened, entries[start:])
        assert opened.state.facts == session.state.facts, f"{self.name} after reopening"
        assert numbers(opened.state) == numbers(session.state), f"{self.name} after reopening"
        self.tally.reopened.update(name for _, name in self.pending)
        self.pending.clear()

    def _make(self, session: Session[Any], entries: Sequence[Any]) -> None:
        for one in entries:
            if one.kind == "interject":
                session.interject(one.key, source="virtual")
            elif one.kind == "correct":
                session.correct(one.value)
            else:
                ticket = next(item.ticket for item in session.prompts if item.prompt.key == one.key)
                session.answer(ticket, one.value, source="virtual")


def evening(seed: int, tally: Tally, wanted: Sequence[str] = (), steps: int = LONGEST) -> None:
    """One whole evening, or so many entries of it."""
    chance = Random(seed)
    size, setup = some_setup(chance, wanted)
    session = new_session(CTHULHU_WARS, setup)
    while session.prompts[0].prompt.key.startswith(("setup/", "first_player/")):
        session.answer(session.prompts[0].ticket, session.prompts[0].prompt.any_answer(chance), source="virtual")
    tally.tables[size] += 1
    player = Player(session, chance, tally, rich=chance.random() < 0.6, name=f"evening {seed} {list(wanted)}")
    player.play(steps, check_invariants)


def with_neutrals(session: Session[Any], chance: Random) -> Session[Any]:
    """The same battle with neutral pieces on either side, if it can be declared with them."""
    setup = copy.deepcopy(session.setup)
    quick = setup["quick_battle"]
    cards = chance.sample(list(CARDS.values()), 6)
    for card, side in zip(cards, (quick["attacker"], quick["defender"]) * 3, strict=True):
        number = chance.randint(1, card.unit.count)
        quick["pieces"][side][card.id] = number
        quick["in_play"].setdefault(side, {})[card.id] = number
    try:
        return new_session(CTHULHU_WARS, setup)
    except BadSetupError:
        return session


def battle(seed: int, tally: Tally, wanted: Sequence[str] = ()) -> None:
    """One Quick Battle of two random factions with two looking on."""
    from tests.cthulhu_wars.test_battle_invariants import random_battle

    chance = Random(seed)
    codes = [*[code for code in wanted if code in FACTIONS][:1]]
    rest = [code for code in FACTIONS if code not in codes]
    chance.shuffle(rest)
    codes = [*codes, *rest][:4]
    chance.shuffle(codes)
    session = with_neutrals(random_battle(chance, codes).session, chance)
    tally.tables["battle"] += 1
    Player(session, chance, tally, rich=False, name=f"battle {seed} {list(wanted)}").play(200, lambda _state: None)
