"""Play random evenings and battles, hold each use of an ability against its statement, and print how often each was
used: `python -m tests.cthulhu_wars.uses 300`. With `--keep` several runs go on with each other."""

from __future__ import annotations

import argparse
import json
import math
import time
from collections import Counter
from pathlib import Path
from random import Random

from tests.cthulhu_wars.uses import record
from tests.cthulhu_wars.uses.evenings import WentWrongError, again, battle, evening
from tests.cthulhu_wars.uses.every import every
from tests.cthulhu_wars.uses.tables import own_faction
from tests.cthulhu_wars.uses.tally import ENOUGH, Tally, Wanted

WRITTEN_EVERY = 25
"""Seeds after which the counts are written down."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("evenings", type=int, nargs="?", default=100, help="with those that are kept already")
    parser.add_argument("--battles", type=int, help="Quick Battles besides; four times as many if not given")
    parser.add_argument("--first", type=int, default=1, help="the first seed, if no counts are kept")
    parser.add_argument("--minutes", type=float, default=math.inf, help="stop after so long, and print what there is")
    parser.add_argument("--keep", type=Path, help="a file for the counts: a run goes on after those in it")
    parser.add_argument(
        "--add", type=Path, nargs="*", default=[], help="files of other counts, shown together with these"
    )
    parser.add_argument("--go-on", action="store_true", help="print what is wrong and go on with the next one")
    parser.add_argument("--again", type=Path, help="play a file of something that went wrong, and nothing else")
    given = parser.parse_args()
    with own_faction():
        if given.again:
            again(json.loads(given.again.read_text(encoding="utf-8")))
            return
        battles = 4 * given.evenings if given.battles is None else given.battles
        runs = record.read(given.keep)
        play(runs, given.evenings, battles, given.first, given.minutes, given.keep, go_on=given.go_on)
        show([*runs, *(run for file in given.add for run in record.read(file))])


def play(
    runs: list[record.Run], evenings: int, battles: int, first: int, minutes: float, keep: Path | None, *, go_on: bool
) -> None:
    """One more run, up to so many evenings and battles together with the others; it is added to `runs`."""
    tally, start = record.sum_of(runs), time.monotonic()
    before = {name: dict(counted) for name, counted in vars(tally).items()}
    lacking_evenings = evenings - sum(run.evenings for run in runs)
    lacking_battles = battles - sum(run.battles for run in runs)
    run = record.begun(runs, first)
    runs.append(run)

    def made(seed: int, *, fought: bool) -> None:
        try:
            (battle if fought else evening)(seed, tally, rarest(tally, seed, fought=fought))
        except WentWrongError as error:
            file = record.keep_wrong(keep, error.played["name"], error.played)
            run.wrong.append(f"{error} ({file}, at {run.commit})")
            print(run.wrong[-1], flush=True)
            if not go_on:
                raise

    each = max(1, math.ceil(lacking_battles / max(1, lacking_evenings)))
    while (
        run.evenings < lacking_evenings or run.battles < lacking_battles
    ) and time.monotonic() - start < 60 * minutes:
        if run.evenings < lacking_evenings:
            made(run.first + run.evenings, fought=False)
            run.evenings += 1
        for _ in range(min(each, lacking_battles - run.battles)):
            made(run.first_battle + run.battles, fought=True)
            run.battles += 1
        if max(run.evenings, run.battles // each) % WRITTEN_EVERY == 0:
            note(run, tally, before, start)
            record.write(keep, runs)
            print(f"{run.evenings} evenings and {run.battles} battles more, {run.seconds:.0f} s", flush=True)
    note(run, tally, before, start)
    record.write(keep, runs)


def note(run: record.Run, tally: Tally, before: dict[str, dict[str, int]], start: float) -> None:
    """What a run has counted so far, and how long it took."""
    run.counts, run.seconds = tally.since(before), round(time.monotonic() - start, 1)


def rarest(tally: Tally, seed: int, *, fought: bool = False) -> Wanted:
    """What an evening or battle should bring about: for two of three some of what is rare."""
    chance = Random(f"wanted {seed}")
    return tally.wanted(every(tally), chance, fought=fought) if chance.random() < 2 / 3 else Wanted()


def show(runs: list[record.Run]) -> None:
    """The tables, and what was used less than 20 times."""
    tally = record.sum_of(runs)
    for name in ("tables", "maps", "ends", "factions", "rulings", "things"):
        counted = sorted(getattr(tally, name).items(), key=lambda one: (len(one[0].split()[0]), one[0]))
        print(f"\n{name}: " + ", ".join(f"{key} {number}" for key, number in counted))
    print(f"\n{'ability':40} {'used':>7} {'battles':>8} {'undone':>7} {'reopened':>8}")
    names = every(tally)
    for name in names:
        counts = (tally.used[name], tally.in_battles[name], tally.undone[name], tally.reopened[name])
        print(f"{name:40} {counts[0]:7} {counts[1]:8} {counts[2]:7} {counts[3]:8}")
    uses, once_more = sum(tally.used.values()), sum(tally.reopened.values())
    print(f"\n{uses} uses of {len(tally.used)} abilities, {once_more} made again after an undo and a reopening")
    print("ten lowest:", ", ".join(f"{name} ({tally.times(name)})" for name in sorted(names, key=tally.times)[:10]))
    few = [f"{name} ({tally.times(name)})" for name in names if tally.times(name) < ENOUGH]
    print(f"under {ENOUGH}:", ", ".join(few) or "none")
    print("without a statement:", ", ".join(f"{name} ({n})" for name, n in sorted(tally.unstated.items())) or "none")
    for commit, rules in dict.fromkeys((run.commit, run.rules) for run in runs):
        part = [run for run in runs if run.commit == commit]
        made: Counter[str] = Counter()
        for run in part:
            made.update(evenings=run.evenings, battles=run.battles, seconds=int(run.seconds), wrong=len(run.wrong))
        print(f"at {commit}, rules version {rules}: " + ", ".join(f"{n} {what}" for what, n in made.items()))
    print(f"{sum(run.evenings for run in runs)} evenings, {sum(run.battles for run in runs)} Quick Battles")
    for wrong in (wrong for run in runs for wrong in run.wrong):
        print("went wrong:", wrong)


if __name__ == "__main__":
    main()
