"""Looks over every picture of real games, by the checks of `checks`.

    .venv/bin/python -m tests.instruments.outside.pictures [--out FOLDER] [--minutes 60] [--seeds 1] [--language en]
    .venv/bin/python -m tests.instruments.outside.pictures --pages FOLDER/pages.json [--part 1/2]
    .venv/bin/python -m tests.instruments.outside.pictures --out FOLDER --go-on

First every step of random games (whole evenings, battles, set-ups with own rulings) at 800x480, dark, M; then each
kind of page that came up, in pairs of size, theme and text size. Prints how often each check found something on which
kind of page, with an example, and writes each place, framed, into the folder, and all of them into its `found.txt`. The
exit code is 1 if anything was found.

The games that came to each kind of page are kept in the folder's `pages.json`. With `--pages` none are played: those
pages are looked over in pairs again, all of them or a part. What has been looked at in pairs, and all that was found,
is kept in the folder's `looked.jsonl`; with `--go-on` a run that was ended, or had too few minutes, goes on there.

With `--language de --only "text cut"` it looks for words of a translation that have no room.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from pathlib import Path

from companion.table.words import languages
from tests.instruments.outside.stage import on_stage, resize


def main() -> int:
    """Run the whole matrix, or as much as the minutes allow."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, default=Path("pictures"), help="folder for the framed places")
    parser.add_argument("--minutes", type=float, default=60, help="of processor time, at most")
    parser.add_argument("--seeds", type=int, default=1, help="random games of each way to start one")
    parser.add_argument("--steps", type=int, default=1500, help="of each game at most")
    parser.add_argument("--language", default="en", choices=languages(), help="of all words")
    parser.add_argument("--pages", type=Path, help="pages.json of an earlier run, instead of playing")
    parser.add_argument(
        "--go-on", action="store_true", help="with what an earlier run in this folder has not looked at"
    )
    parser.add_argument("--part", default="1/1", help="of the pairs, such as 1/2 and 2/2 on two cores")
    parser.add_argument("--only", action="append", help="this check; all, if none is named")
    given = parser.parse_args()
    part, parts = map(int, given.part.split("/"))
    with on_stage() as (window, fingers, folder):
        # Kivy reads the command line unless the stage is set before it is imported.
        from tests.instruments.outside import evenings
        from tests.instruments.outside.checks import CHECKS
        from tests.instruments.outside.face import on_window
        from tests.instruments.outside.matrix import (
            AT_FIRST,
            Inspector,
            every_place,
            every_step,
            in_pairs,
            pairs,
            report,
        )

        if unknown := {*(given.only or ())} - {*CHECKS}:
            parser.error(f"there is no check {', '.join(unknown)}; there are {', '.join(CHECKS)}")
        given.out.mkdir(parents=True, exist_ok=True)
        resize(window, fingers, AT_FIRST[0])
        with on_window(window, fingers, folder, tower="off") as face:
            face.look(language=given.language)
            kept = given.out / "looked.jsonl"
            inspector = Inspector(face, given.out, given.only or CHECKS, kept)
            if given.go_on:
                inspector.go_on()
                played = given.out / "pages.json"
                given.pages = given.pages or (played if played.exists() else None)
            else:
                kept.unlink(missing_ok=True)
            began = time.process_time()
            if given.pages is None:
                half = began + 30 * given.minutes
                inspector.look("home")
                ways = list(evenings.games())
                known = every_step(inspector, ways, range(given.seeds), steps=given.steps, until=half)
                (given.out / "pages.json").write_text(json.dumps(known), encoding="utf-8")
            else:
                known = json.loads(given.pages.read_text(encoding="utf-8"))
            in_pairs(inspector, known, pairs()[part - 1 :: parts], until=began + 60 * given.minutes)
            sys.stdout.write(report(inspector) + "\n")
            (given.out / "found.txt").write_text(every_place(inspector), encoding="utf-8")
            sys.stdout.write(f"\n{time.process_time() - began:.0f} s of processor time\n")
    return 1 if inspector.found else 0


if __name__ == "__main__":
    raise SystemExit(main())
