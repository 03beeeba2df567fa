"""How many taps things take over random evenings, for a finger that may tap only what is in sight.

    .venv/bin/python -m tests.instruments.outside.taps [--seeds 3] [--steps 250]
    .venv/bin/python -m tests.instruments.outside.taps --seeds 14 --battles 6

Counted are all taps, confirming ones included, and flicks to what is out of sight; taps on places of the board are
counted apart. Prints worst and median against the targets, and what could not be tapped at all.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from random import Random
from statistics import median
from typing import TYPE_CHECKING, Any, Final

from companion.games.cthulhu_wars.battle.declare import may_attack
from companion.games.cthulhu_wars.model import roster
from companion.games.cthulhu_wars.model.battle_state import Battle
from tests.instruments.outside.figures import Figures
from tests.instruments.outside.stage import on_stage, resize

if TYPE_CHECKING:
    from tests.instruments.outside.face import Face
    from tests.instruments.outside.hand import Cost

TARGETS: Final = {
    "gather": 1,
    "ritual": 1,
    "common Action": 2,
    "Pass": 1,
    "undo": 1,
    "correction": 4,
    "claim a book": 2,
    "correct what the companion should have seen": 4,
    "plain battle": 10,
    "battle with abilities": 14,
    "Quick Battle to the first roll": 8,
}
COMMON: Final = ("recruit", "summon", "awaken", "create_gate", "move", "battle", "capture")
FOLLOWING: Final = ("summon", "awaken", "create_gate", "move", "battle/area", "capture")
"""Keys of the questions that complete a common Action."""


PLAIN: Final = tuple(
    f"battle/{name}" for name in ("area", "pieces", "roll", "kill", "pain", "near", "retreat", "nowhere", "board")
)
"""Keys of the questions of a battle without abilities."""


CORE: Final = ("GC", "CC", "BG", "YS")


class Robot:
    """Plays an evening; what the targets name by taps, all else by itself.

    Args:
        face: the app.
        chance: what it picks.
    """

    def __init__(self, face: Face, chance: Random) -> None:
        self.face, self.chance = face, chance
        self.costs: dict[str, list[Cost]] = defaultdict(list)
        self.unreached: Counter[str] = Counter()
        self.figures = Figures(face.session, chance)
        self.fight, self.fought = ("", ""), 0

    def step(self) -> None:
        """Do one thing."""
        session, chance = self.face.session, self.chance
        self.figures.follow()
        item = self.face.item()
        dice = chance.random()
        if dice < 0.06 and session.timeline.entries:
            self._counted("undo", self._undo)
        elif dice < 0.1:
            self._counted("correction", self._correct)
        elif dice < 0.16 and (claims := self.claims()):
            self.claim(claims)
        elif dice < 0.18 and (claims := [o.id for o in _able(session.interjections) if o.id.count("/") == 1]):
            self._counted("correct what the companion should have seen", lambda: self._claim(chance.choice(claims)))
        elif item.prompt.key.startswith("gather_power"):
            self._counted("gather", lambda: self._tap_answer(True))
        elif item.prompt.key.startswith("doom_phase/") and "ritual" in _open(item) and chance.random() < 0.7:
            self._counted("ritual", lambda: self._tap_answer(["ritual"]))
        elif item.prompt.key.startswith("action/") and (able := self.able(item)):
            kind = chance.choice([k for k in able if k != "pass"] * 6 + [k for k in able if k == "pass"])
            name = chance.choice(able[kind])
            if name == "pass":
                self._counted("Pass", lambda: self._tap_answer(["pass"]))
            elif kind == "battle" and chance.random() < 0.7:
                self._counted("plain battle", self._battle)
            else:
                self._counted(f"common Action: {kind}", lambda: self._action(name))
        else:
            self._by_itself()

    def battle(self) -> None:
        """Fight a battle by finger."""
        self.fought += 1
        self._counted("plain battle", self._battle)

    def claim(self, claims: Sequence[str]) -> None:
        """Claim one of these by finger."""
        self._counted("claim a book", lambda: self._claim(self.chance.choice(claims)))

    def warlike(self, prompt: Any) -> Any:
        """An answer of people who come together quickly."""
        if not prompt.key.startswith("action/"):
            return prompt.any_answer(self.chance)
        weights = {"move": 6, "summon": 5, "recruit": 1, "create_gate": 3, "awaken": 4, "finish": 2, "pass": 0.1}
        able = [name for name in _open_options(prompt) if name.partition("/")[0] in weights]
        if not able:
            return prompt.any_answer(self.chance)
        return self.chance.choices(able, [weights[name.partition("/")[0]] for name in able])[:1]

    def able(self, item: Any) -> dict[str, list[str]]:
        """Common Actions that are open, a battle only where two factions stand together."""
        able = _common(item)
        if not self.figures.fights(self.face.session.state.active):
            able.pop("battle", None)
        return able

    def _by_itself(self) -> None:
        from tests.instruments.outside.evenings import sensible

        self.face.answer(*sensible(self.face.session, self.chance))

    def _counted(self, name: str, act: Callable[[], None]) -> None:
        from tests.instruments.outside.hand import OutOfReachError, SightedFinger

        self.finger, self.kind = SightedFinger(self.face), ""
        table = self.face.page
        try:
            act()
        except OutOfReachError as error:
            self.unreached[f"{name}: {error}"] += 1
            while self.face.page is not table:
                self.face.back()
            self._by_itself()
        else:
            self.costs[self.kind or name].append(self.finger.cost)

    def _tap_answer(self, value: Any) -> None:
        self.finger.answer(value)

    def _action(self, name: str) -> None:
        self.finger.answer([name])
        while (item := self.face.item()) is not None and item.prompt.key.startswith(FOLLOWING):
            if item.prompt.key.startswith("capture/"):
                break
            self.finger.answer(self._plain(item.prompt), places=getattr(item.prompt, "on_map", False))

    def _battle(self) -> None:
        """A whole battle, from the Action to what is to be moved; the companion rolls, abilities are left alone."""
        face = self.face
        code = face.session.state.active
        self.fight = self.chance.choice(self.figures.fights(code))
        self.finger.answer([f"battle/{self.fight[1]}"])
        while (item := face.item()) is not None and (face.session.view.sides or item.prompt.key.startswith("battle/")):
            prompt = item.prompt
            if face.page.question.body.joint and prompt.kind != "roll":
                said = {p.key: self._in_battle(p) for p in face.page.question.body.prompts}
                self.finger.answer(said, places=getattr(prompt, "on_map", False))
            else:
                self.finger.answer(self._in_battle(prompt), places=getattr(prompt, "on_map", False))
            if prompt.key == "battle/board":
                return
            if not _plain(prompt):
                self.kind = "battle with abilities"

    def _in_battle(self, prompt: Any) -> Any:
        area, board = self.fight[0], self.figures
        name = prompt.key.rpartition("/")[2]
        match prompt.kind:
            case "roll":
                return None
            case "place":
                ways = [a.id for a in prompt.pieces[0].areas if not a.refused]
                first = self.chance.choice(ways)
                others = (first, first, first, self.chance.choice(ways))
                return {piece.id: self.chance.choice(others) for piece in prompt.pieces}
            case "assign":
                return given(prompt, self.chance)
        if prompt.key == "battle/area":
            return [area]
        if prompt.key.startswith("battle/pieces"):
            there = board.pieces(name, area, [option.id for option in prompt.open_options()])
            return there if there and not prompt.lacks(there) else prompt.any_answer(self.chance)
        if prompt.key.startswith("battle/near"):
            return [option.id for option in prompt.open_options() if board.there(name, option.id)]
        if prompt.kind == "choose" and prompt.optional:
            return []
        return prompt.any_answer(self.chance)

    def _plain(self, prompt: Any) -> Any:
        """An answer to a question that completes an Action; who moves is said by number."""
        if prompt.key == "move":
            free = [o.id for o in prompt.open_options() if o.group]
            return (
                free[: self.chance.randint(1, min(4, len(free), prompt.most))]
                if free
                else prompt.any_answer(self.chance)
            )
        return prompt.any_answer(self.chance)

    def _undo(self) -> None:
        face = self.face
        before = len(face.session.timeline.entries)
        self.finger.tap(face.left, hold=1.3 if getattr(face.left, "hold", 0) else 0.05)
        assert len(face.session.timeline.entries) < before

    def _correct(self) -> None:
        from tests.instruments.outside.hand import OutOfReachError

        face, known = self.face, self.face.session.game.counters(self.face.session.state)
        keys = sorted(key for key in known if key.endswith((".power", ".doom")))
        if not keys:
            raise OutOfReachError("there is no number to correct yet")
        key = self.chance.choice(keys)
        numeral = face.numeral(key)
        if numeral is None:
            raise OutOfReachError(f"{face.kind()}: the number {key.rpartition('.')[2]} is not on the page")
        self.finger.tap(numeral)
        value = (known[key] + self.chance.randint(1, 5)) % 12
        for widget in face.typed(value):
            self.finger.tap(widget)
        self.finger.tap(face.verb)

    def claims(self) -> list[str]:
        """What only the players can see to be met: among the Actions of one's turn, or at any moment."""
        session = self.face.session
        prompt: Any = session.prompts[0].prompt
        offered = prompt.options if prompt.key.startswith("action/") else ()
        return [o.id for o in (*_able(offered), *(o for o in _able(session.interjections) if o.id.count("/") == 2))]

    def _claim(self, name: str) -> None:
        face = self.face
        if name in [o.id for o in getattr(face.item().prompt, "options", ())]:
            self.finger.answer([name])
        elif (key := face.nearby(name)) is not None:
            self.finger.tap(key)
        else:
            self.finger.tap(face.more_key)
            self.finger.tap(face.anytime(name))
        while (item := face.item()) is not None and item.prompt.key.startswith(("claim/", "book/")):
            given = item.prompt.any_answer(self.chance)
            # Whoever claims wants a book.
            self.finger.answer(given or [item.prompt.options[0].id])


def _plain(prompt: Any) -> bool:
    """Whether a question is one of a battle without abilities."""
    return "/".join(prompt.key.split("/")[:2]) in PLAIN


def _able(options: Iterable[Any]) -> list[Any]:
    """The options that claim a spellbook, and can be picked."""
    return [o for o in options if o.id.startswith("claim/") and not o.refused]


def _common(item: Any) -> dict[str, list[str]]:
    """The Common Actions that can be picked, and Pass, each with its ways."""
    found: dict[str, list[str]] = {}
    for name in _open(item):
        if (kind := name.partition("/")[0]) in (*COMMON, "pass"):
            found.setdefault(kind, []).append(name)
    return found


def given(prompt: Any, chance: Random) -> Any:
    """Results as players give them: mostly to those that cost least, now and then to anybody."""
    answer = prompt.any_answer(chance)
    if chance.random() < 0.25:
        return answer
    cost = {p.id: roster.card(p.id.split(".")[0]).unit(p.id.split(".")[1]).cost for p in prompt.pieces}
    able = sorted((p for p in prompt.pieces if not p.refused), key=lambda p: cost[p.id])
    if len(prompt.results) != 1 or any(p.capacity > 1 for p in able):
        return answer
    (result,) = prompt.results
    return {p.id: [result] for p in able[: prompt.required]}


def _open(item: Any) -> list[str]:
    return _open_options(item.prompt)


def _open_options(prompt: Any) -> list[str]:
    return [option.id for option in prompt.open_options()]


def evening(face: Face, seed: int, steps: int) -> Robot:
    """Play one evening of four."""
    from companion.games.cthulhu_wars.game import CTHULHU_WARS

    face.begin(CTHULHU_WARS, {"factions": ["GC", "CC", "BG", "YS"]})
    robot = Robot(face, Random(seed))
    for _ in range(steps):
        if face.session.finished:
            break
        robot.step()
    return robot


def battles(face: Face, seed: int, number: int) -> Robot:
    """Play an evening, as far as it goes, until so many battles were fought by finger; all else goes by itself."""
    from companion.games.cthulhu_wars.game import CTHULHU_WARS

    face.begin(CTHULHU_WARS, {"factions": ["GC", "CC", "BG", "YS"]})
    robot = Robot(face, Random(seed))
    session = face.session
    while not session.finished and robot.fought < number:
        robot.figures.follow()
        item = session.prompts[0]
        fights = item.prompt.key.startswith("action/") and "battle" in robot.able(item)
        if fights and not session.state.battled:
            face.redraw()
            robot.battle()
        else:
            session.answer(item.ticket, robot.warlike(item.prompt), source="hand")
    return robot


def claims(face: Face, seed: int, number: int) -> Robot:
    """Play an evening, as far as it goes, until so many books were claimed by finger, at any moment at which one can
    be; all else goes by itself."""
    from companion.games.cthulhu_wars.game import CTHULHU_WARS
    from tests.instruments.outside.evenings import sensible

    face.begin(CTHULHU_WARS, {"factions": ["GC", "CC", "BG", "YS"]})
    robot = Robot(face, Random(seed))
    session = face.session
    while not session.finished and len(robot.costs["claim a book"]) < number:
        if (able := robot.claims()) and robot.chance.random() < 0.5:
            face.redraw()
            robot.claim(able)
        else:
            session.answer(*sensible(session, robot.chance), source="hand")
    return robot


def quick_battle(face: Face, chance: Random) -> Cost:
    """What a Quick Battle takes from the home page to the first roll: two random sides without spellbooks, each with
    one kind of pieces, of which the attacker's can attack; nobody looks on, and numbers that count besides are those
    that are filled in. Each further piece, spellbook or number is a tap or two more."""
    from tests.instruments.outside.hand import SightedFinger

    face.home()
    finger = SightedFinger(face)
    finger.tap(face.page.keys["cthulhu_wars.battle"])
    while (item := face.item()) is not None and item.prompt.kind != "roll":
        prompts = face.page.question.body.prompts
        said = {prompt.key: _quick(face, prompt, chance) for prompt in prompts}
        value = said if face.page.question.body.joint else said[item.prompt.key]
        finger.answer(value, places=getattr(item.prompt, "on_map", False))
    return finger.cost


def _quick(face: Face, prompt: Any, chance: Random) -> Any:
    if prompt.kind == "form":
        return {}
    if prompt.kind != "choose":
        return prompt.any_answer(chance)
    able = prompt.open_options()
    if prompt.optional:
        return []
    if prompt.key.startswith("quick/pieces"):
        known = _armed(face.session.state, prompt)
        kind = chance.choice(sorted(known or {o.group for o in able}))
        return [o.id for o in able if o.group == kind][: max(1, known.get(kind, 1))]
    core = [o.id for o in able if o.id in CORE]
    return [chance.choice(core or [o.id for o in able])]


def _armed(state: Any, prompt: Any) -> dict[str, int]:
    """How many of each kind of the attacker's have Combat, whatever spellbooks would add; none for a defender."""
    if not prompt.any_of:
        return {}
    attacker, defender = state.seats[:2]
    stock = Counter(option.group for option in prompt.options)
    return may_attack(state, Battle("", attacker, defender), attacker, stock)


def report(robots: list[Robot]) -> str:
    """Worst and median of each thing against its target, and what could not be tapped."""
    costs: dict[str, list[Cost]] = defaultdict(list)
    for robot in robots:
        for name, found in robot.costs.items():
            if found:
                costs[name] += found
    lines = [f"{'':44}{'target':>7}{'worst':>7}{'median':>8}{'times':>7}   of it flicks; places apart (worst)"]
    for name in sorted(costs, key=lambda n: (list(TARGETS).index(n.partition(":")[0]), n)):
        taps = [cost.taps + cost.flicks for cost in costs[name]]
        target = TARGETS[name.partition(":")[0]]
        more = f"{max(c.flicks for c in costs[name])}; {max(c.places for c in costs[name])}"
        lines.append(f"{name:44}{target:>7}{max(taps):>7}{median(taps):>8.1f}{len(taps):>7}   {more}")
    lines += [f"never came: {name}" for name in TARGETS if not any(n.startswith(name) for n in costs)]
    missed = sum((robot.unreached for robot in robots), Counter[str]())
    lines += [f"not to be tapped, {often} times: {what}" for what, often in missed.most_common(15)]
    return "\n".join(lines)


def main() -> int:
    """Play and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seeds", type=int, default=3, help="evenings")
    parser.add_argument("--battles", type=int, default=0, help="rather so many battles of each, and Quick Battles")
    parser.add_argument("--steps", type=int, default=250, help="of each evening, at most")
    given = parser.parse_args()
    with on_stage() as (window, fingers, folder):
        from tests.instruments.outside.face import on_window

        resize(window, fingers, (800, 480))
        with on_window(window, fingers, folder, tower="off", dice="here") as face:
            if given.battles:
                robots = [battles(face, seed, given.battles) for seed in range(given.seeds)]
                quick = [quick_battle(face, Random(seed)) for seed in range(given.seeds * given.battles)]
                for cost in quick:
                    robots[0].costs["Quick Battle to the first roll"].append(cost)
            else:
                robots = [evening(face, seed, given.steps) for seed in range(given.seeds)]
            sys.stdout.write(report(robots) + "\n")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
