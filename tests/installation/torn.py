"""Updates cut short everywhere: at each call, at random moments of a real set-up, and on a disk that is ever less full.

    .venv/bin/python -m tests.installation.torn calls
    sudo .venv/bin/python -m tests.installation.torn full
    .venv/bin/python -m tests.installation.torn moments --times 50

Whatever happens, the version that is current afterwards is complete, the old or the new one, the games are as they
were, and the next update comes to its end. `calls` and `full` use projects whose set-up is a program of some lines;
`full` needs root, for it mounts disks of its own. `moments` sets up this project itself, pip included, and kills all
of it at a random moment: the network, and some minutes for each ten. `--seed` repeats a run.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Final

from companion import bootstrap
from companion.installation import renew, room, updater
from companion.installation.source import FILE
from companion.installation.steps import InstallationError
from companion.installation.updater import Updater
from companion.installation.versions import Versions
from companion.setting_up.attended import say
from tests.installation.cuts import cut_at
from tests.installation.project import Project, git
from tests.installation.small_disk import disk
from tests.installation.test_updater import lay_table

GAMES: Final = bootstrap.ROOT / "tests" / "fixtures" / "version_0_2" / "games"
STEP: Final = 4096
"""Bytes by which the disks differ: what a file system gives at once."""


def main(arguments: list[str]) -> int:
    """Return 0 if nothing was ever half."""
    parser = argparse.ArgumentParser(prog="tests.installation.torn", description=__doc__)
    parser.add_argument("what", choices=["calls", "full", "moments"])
    parser.add_argument("--times", type=int, default=50)
    parser.add_argument("--seed", type=int, default=random.randrange(2**32))
    chosen = parser.parse_args(arguments)
    # What pip and the trials need for a moment is written there, too.
    with tempfile.TemporaryDirectory(prefix="torn-", dir="/var/tmp") as folder:
        if chosen.what == "calls":
            calls(Path(folder))
        elif chosen.what == "full":
            if os.geteuid() != 0:
                say("This needs root, for it mounts disks of its own.")
                return 2
            full(Path(folder))
        else:
            say(f"== seed {chosen.seed}")
            moments(Path(folder), chosen.times, random.Random(chosen.seed))
    say("Nothing was ever half.")
    return 0


def calls(folder: Path) -> None:
    """Cut an update before and after each call that renames, links, removes, makes or syncs."""
    for after in (False, True):
        found: Counter[str] = Counter()
        for number in range(1, 1000):
            place = folder / f"{number}-{after}"
            table = lay_table(place)
            table.project.publish("two")
            table.updater.look()
            cut = cut_at(number, table.updater.take, after=after)
            found[table.runs()] += 1
            table.update()
            assert table.runs() == "two"
            shutil.rmtree(place)
            if not cut:
                break
        say(f"   {'after' if after else 'before'} each of {number - 1} calls: {dict(found)}")


def full(folder: Path) -> None:
    """Update on ever larger disks, from one that has no room at all to one on which it comes to its end."""
    # The check for room would find all but the last of them.
    setattr(room, "free", lambda _: 2**40)  # noqa: B010 - the checker of types knows no such module
    setattr(renew, "refuse_root", lambda: None)  # noqa: B010
    for what, lay, update in (("versions", _lay_versions, _update_versions), ("clone", _lay_clone, _update_clone)):
        refused, last = 0, ""
        while True:
            project, place, runs = lay(folder / f"{what}-{refused}")
            used = _used(place)
            with disk(place, used + refused * STEP):
                try:
                    update(project, place)
                except InstallationError as error:
                    last = str(error)
                assert runs() in ("one", "two")
                if runs() == "two":
                    break
            shutil.rmtree(folder / f"{what}-{refused}")
            refused += 1
        say(f"   {what}: refused on {refused} disks, the last time with: {last[:150]}")


def _used(place: Path) -> int:
    """Return the size of a disk on which a folder leaves no room."""
    files = (path.lstat() for path in place.rglob("*") if path.is_file() and not path.is_symlink())
    return sum(-(-file.st_size // STEP) * STEP for file in files)


Laid = tuple[Project, Path, Callable[[], str]]


def _lay_versions(folder: Path) -> Laid:
    table = lay_table(folder)
    table.project.publish("two")
    table.updater.look()
    # Games and program share one disk.
    table.project.data = table.project.data.rename(table.place / "data")
    return table.project, table.place, table.runs


def _update_versions(project: Project, place: Path) -> None:
    Updater(place, project.data, lambda _: None).take()


def _lay_clone(folder: Path) -> Laid:
    project = Project(folder)
    bootstrap.ROOT = project.here  # type: ignore[misc]
    subprocess.run([sys.executable, "-m", "companion.bootstrap"], cwd=project.here, capture_output=True, check=True)
    project.publish("two")
    renew.news()

    def runs() -> str:
        script = project.here / ".git" / "companion" / "finish.py"
        if script.exists():
            subprocess.run([sys.executable, str(script)], capture_output=True, check=False)
        assert git(project.here, "--no-optional-locks", "status", "--porcelain", "--untracked-files=no") == ""
        version = git(project.here, "log", "-1", "--format=%s").removeprefix("version ")
        assert project.set_up == version
        done = subprocess.run([project.here / ".venv/bin/python"], capture_output=True, check=True)
        assert done.stdout == b"{}\n"
        return version

    return project, project.here, runs


def _update_clone(project: Project, _: Path) -> None:
    renew.take(project.data, lambda _: None)


def moments(folder: Path, times: int, chance: random.Random) -> None:
    """Kill an update of this project itself at random moments."""
    place, data, origin, work = (folder / name for name in ("program", "data", "origin.git", "work"))
    subprocess.run(["git", "clone", "-q", "--bare", str(bootstrap.ROOT), str(origin)], check=True)
    git(origin, "update-ref", "refs/heads/main", "HEAD")
    git(origin, "symbolic-ref", "HEAD", "refs/heads/main")
    git(folder, "clone", "-q", str(origin), str(work))
    path = place / "versions" / "0001-first"
    path.parent.mkdir(parents=True)
    shutil.copytree(GAMES, data / "games")
    shutil.copytree(work, path, ignore=shutil.ignore_patterns(".git"))
    (place / FILE).write_text(json.dumps({"kind": "git", "address": str(origin), "branch": "main"}))
    updater.first(place, data, path, git(work, "rev-parse", "HEAD"), "the first")
    (work / "README.md").write_text("newer\n")
    git(work, "commit", "-qam", "A newer version")
    git(work, "push", "-q")
    games = _contents(data)
    updater_ = Updater(place, data, lambda _: None)
    updater_.look()
    began = time.monotonic()
    assert _take(place, data).wait() == 0
    lasts = time.monotonic() - began
    say(f"   an update takes {lasts:.0f} s")
    found: Counter[str] = Counter()
    for number in range(times):
        _go_back(place)
        process = _take(place, data)
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(chance.random() * lasts * 1.2)
        _kill(process)
        current = Versions(place).current()
        assert current is not None
        assert _contents(data) == games
        # The trial opens every game, too; those that are damaged are so in both.
        updater.try_out(current, current, data)
        found[current.says.split(" (")[0]] += 1
        say(f"   {number + 1:3d} of {times}: {dict(found)}")
    updater_.take()
    current = Versions(place).current()
    assert current is not None
    assert current.says.startswith("A newer version")


def _take(place: Path, data: Path) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "companion.installation.updater", "take"]
    places = ["--place", str(place), "--data", str(data)]
    ours = os.environ | {"PYTHONPATH": str(bootstrap.ROOT)}
    return subprocess.Popen([*command, *places], env=ours, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def _kill(process: subprocess.Popen[bytes]) -> None:
    """Kill a process and all that it has started, in sessions of their own, too: nothing may tidy up."""
    with contextlib.suppress(ProcessLookupError):
        os.kill(process.pid, signal.SIGSTOP)
    for pid in [*_children(process.pid), process.pid]:
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
    process.wait()


def _children(pid: int) -> list[int]:
    with contextlib.suppress(OSError):
        text = Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="ascii")
        direct = [int(number) for number in text.split()]
        return [*direct, *(later for child in direct for later in _children(child))]
    return []


def _go_back(place: Path) -> None:
    """Have the first version be current again, and nothing of a newer one be left."""
    versions = Versions(place)
    current = versions.current()
    if current is not None and (earlier := versions.earlier()) is not None:
        versions.switch(earlier, trial=False)
        versions.remove(current.path)


def _contents(data: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted((data / "games").iterdir())}


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
