"""Goes through real games and other settings, and keeps what the checks find."""

from __future__ import annotations

import itertools
import json
import time
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from math import inf
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from kivy.properties import BooleanProperty, ColorProperty, OptionProperty

from companion.table.game import Game
from tests.instruments.outside.checks import CHECKS, PIXELS, Finding, Scene, judge
from tests.instruments.outside.sight import PX_PER_MM, Box, Seen, look_at
from tests.instruments.outside.stage import grab, resize

if TYPE_CHECKING:
    from tests.instruments.outside.face import Face

SIZES: Final = tuple(PX_PER_MM)
THEMES: Final = ("dark", "light", "contrast", "candle")
TEXTS: Final = ("S", "M", "L", "XL")
AT_FIRST: Final = ((800, 480), "dark", "M")
LONGEST: Final = 1500
"""Steps of one game."""

Pair: TypeAlias = tuple[tuple[int, int], str, str]
Way: TypeAlias = tuple[str, Game[Any], dict[str, Any]]
"""Name, game and set-up."""


def pairs() -> list[Pair]:
    """Settings in which each two of size, theme and text size come together at least once."""
    left = {
        pair
        for size, theme, text in itertools.product(SIZES, THEMES, TEXTS)
        for pair in itertools.combinations((size, theme, text), 2)
    }
    found = []
    while left:
        best = max(
            itertools.product(SIZES, THEMES, TEXTS), key=lambda way: len(left & set(itertools.combinations(way, 2)))
        )
        left -= set(itertools.combinations(best, 2))
        found.append(best)
    return sorted(found, key=lambda way: (SIZES.index(way[0]), THEMES.index(way[1])))


def look_of(thing: Seen) -> tuple[object, ...]:
    """What a widget looks like, as its public properties tell it: its words, size, colours and states."""
    widget = thing.widget
    kind = type(widget)
    if kind not in _TELLING:
        told = (BooleanProperty, ColorProperty, OptionProperty)
        _TELLING[kind] = tuple(name for name, p in widget.properties().items() if isinstance(p, told))
    states = tuple(str(getattr(widget, name)) for name in _TELLING[kind])
    return thing.text, kind.__name__, round(thing.box.width), round(thing.box.height), states


_TELLING: Final[dict[type, tuple[str, ...]]] = {}


class Inspector:
    """Looks pages over and keeps what it finds, each fault once for each kind of page and setting.

    Args:
        face: the app.
        out: folder for the pictures; None writes none.
        checks: by name.
        kept: file that follows what has been looked over in pairs and what was found, for a run that goes on.
    """

    def __init__(
        self, face: Face, out: Path | None, checks: Collection[str] = CHECKS, kept: Path | None = None
    ) -> None:
        self.face, self._out, self._checks, self._kept = face, out, checks, kept
        self.found: dict[tuple[str, ...], Finding] = {}
        self.often: Counter[tuple[str, str]] = Counter()
        self.kinds: Counter[str] = Counter()
        self.pictures = 0
        self.lost: dict[str, str] = {}
        self._looked: set[object] = set()
        self._done: set[tuple[str, str]] = set()
        self.setting: Pair = AT_FIRST

    @property
    def _where(self) -> str:
        size, theme, text = self.setting
        return f"{size[0]}x{size[1]}_{theme}_{text}"

    def go_on(self) -> None:
        """Take what an earlier run has kept."""
        lines = self._kept.read_text(encoding="utf-8").splitlines() if self._kept and self._kept.exists() else []
        for record in map(json.loads, lines):
            if "done" in record:
                kind, where = record["done"]
                self._done.add((kind, where))
                self.kinds[kind] += 1
                self.pictures += 1
            else:
                finding = Finding(**record["found"] | {"size": tuple(record["found"]["size"]), "box": Box(0, 0, 0, 0)})
                self.found[finding.kind, finding.check, record["where"], finding.text] = finding
                self.often[finding.kind, finding.check] += 1

    def is_done(self, kind: str) -> bool:
        """Whether a kind of page has been looked over in this setting."""
        return (kind, self._where) in self._done

    def done(self, kind: str) -> None:
        """Remember that it has been."""
        self._done.add((kind, self._where))
        self._write({"done": [kind, self._where]})

    def _write(self, record: dict[str, object]) -> None:
        if self._kept is not None:
            with self._kept.open("a", encoding="utf-8") as file:
                file.write(json.dumps(record) + "\n")

    def look(self, kind: str) -> list[Finding]:
        """Look the page in front over; pixels only where something stands that has not been looked at yet."""
        scene = Scene(kind, self.setting[0], look_at(self.face.window), dict(self._targets()))
        self.kinds[kind] += 1
        self.pictures += 1
        looks = {look_of(s) for s in scene.seen if s.sight}
        fresh = {(self.setting, *look) for look in looks} - self._looked
        if fresh and PIXELS.intersection(self._checks):
            self._looked |= fresh
            scene.pixels = grab(self.face)
        findings = judge(scene, self._checks)
        self._keep(scene, findings)
        return findings

    def _targets(self) -> Iterator[tuple[str, Any]]:
        """What there is to tap first for each thing that can be chosen now."""
        from companion.table.prompts import Choose

        if not hasattr(self.face.page, "session") or self.face.item() is None or self.face.covered():
            return
        prompts = self.face.prompts()
        for prompt in prompts:
            if not isinstance(prompt, Choose):
                continue
            options = prompt.open_options()
            # Of what is alike one is as good as another, and may be picked already.
            picked = {option.group or option.id for option in options if option.id in prompt.suggested}
            for option in options:
                if option.id == prompt.onward:
                    yield option.label, self.face.verb
                elif (option.group or option.id) not in picked:
                    answer: Any = [option.id] if len(prompts) == 1 else {prompt.key: [option.id]}
                    yield option.label, next(iter(self.face.targets(answer)), None)

    def _keep(self, scene: Scene, findings: list[Finding]) -> None:
        fresh: dict[str, list[Finding]] = defaultdict(list)
        where = self._where
        for finding in findings:
            self.often[finding.kind, finding.check] += 1
            name = (finding.kind, finding.check, where, finding.text)
            if name not in self.found:
                self.found[name] = finding
                fresh[finding.check].append(finding)
                told = {name: value for name, value in vars(finding).items() if name != "box"}
                self._write({"where": where, "found": told})
        if not fresh or self._out is None:
            return
        pixels = scene.pixels or grab(self.face)
        for check, places in fresh.items():
            file = f"{check}_{scene.kind}_{where}_{len(self.found):04}.png".replace(" ", "-")
            pixels.framed([f.box.rounded() for f in places]).save(self._out / file)


def every_step(
    inspector: Inspector, ways: Iterable[Way], seeds: Iterable[int], *, steps: int = LONGEST, until: float = inf
) -> dict[str, list[Any]]:
    """Look every step of random games over, at 800x480, dark, M.

    Args:
        inspector: who looks.
        ways: to start a game.
        seeds: of chance; each way is begun with each.
        steps: of a game, at most.
        until: as much processor time as this process may have used.

    Returns:
        For each kind of page the records of a game that came to it.
    """
    from tests.instruments.outside import evenings

    face = inspector.face
    known: dict[str, list[Any]] = {}
    for seed, (name, game, setup) in itertools.product(seeds, ways):
        chance = Random(f"{name} {seed}")
        face.begin(game, setup)
        for _ in range(steps):
            if time.process_time() > until:
                return known
            kind = face.kind()
            inspector.look(kind)
            if kind not in known:
                known[kind] = records(face)
            if face.session.finished:
                break
            evenings.step(face, chance)
        side_pages(inspector, known)
    return known


def records(face: Face) -> list[Any]:
    """What a file of the game on the table holds, as far as it stands."""
    session = face.session
    first = {"new": {"game": session.game.name, "rules": session.game.rules_version, "setup": session.setup}}
    return [first, *({"entry": entry.as_json()} for entry in session.timeline.entries)]


def side_pages(inspector: Inspector, known: dict[str, list[Any]] | None = None) -> None:
    """Look over the pages that open from the table."""
    face = inspector.face
    game = face.session.game.name
    for name, opener in face.side_pages().items():
        opener()
        face.settle()
        kind = f"{game} {name}"
        inspector.look(kind)
        if known is not None and kind not in known:
            known[kind] = records(face)
        face.back()


def in_pairs(inspector: Inspector, known: Mapping[str, list[Any]], ways: Iterable[Pair], *, until: float = inf) -> None:
    """Look one picture of each kind of page over in other settings, but for those that an earlier run has looked at."""
    from tests.instruments.outside.face import NotOpenedError

    face = inspector.face
    for way in ways:
        size, theme, text = inspector.setting = way
        resize(face.window, face.fingers, size)
        face.look(theme=theme, text=text)
        face.home()
        if not inspector.is_done("home"):
            inspector.look("home")
            inspector.done("home")
        for kind, stored in known.items():
            if time.process_time() > until:
                return
            if inspector.is_done(kind):
                continue
            try:
                face.open(stored)
            except NotOpenedError as error:
                # The rules are others than when it was played.
                inspector.lost[kind] = str(error)
                continue
            name = kind.rpartition(" ")[2]
            opener = face.side_pages().get(name)
            if opener is not None:
                opener()
                face.settle()
            inspector.look(kind)
            inspector.done(kind)
            if opener is not None:
                face.back()


def report(inspector: Inspector) -> str:
    """Say what was found: for each check how often on which kind of page, with an example."""
    lines = [f"{inspector.pictures} pictures of {len(inspector.kinds)} kinds of pages"]
    lines += [f"not looked at in pairs, {kind}: {why}" for kind, why in inspector.lost.items()]
    for check in CHECKS:
        found = [f for f in inspector.found.values() if f.check == check]
        often = sum(n for (_, c), n in inspector.often.items() if c == check)
        lines.append(f"\n{check}: {len(found)} places, seen {often} times")
        by_kind: dict[str, list[Finding]] = defaultdict(list)
        for finding in found:
            by_kind[finding.kind].append(finding)
        for kind, places in sorted(by_kind.items(), key=lambda pair: -len(pair[1])):
            first = places[0]
            where = f"{first.size[0]}x{first.size[1]}"
            lines.append(f"  {len(places):4} {kind}: {first.text!r} {first.what} ({where})")
    return "\n".join(lines)


def every_place(inspector: Inspector) -> str:
    """Each place where something was found on a line, by check and kind of page."""
    found = sorted(inspector.found.items(), key=lambda pair: pair[0])
    return "".join(f"{f.check} | {f.kind} | {where} | {f.text!r} {f.what}\n" for (_, _, where, _), f in found)


__all__ = [
    "AT_FIRST",
    "Inspector",
    "every_place",
    "every_step",
    "in_pairs",
    "pairs",
    "report",
]
