"""README's first command on a bare Debian, as somebody who has never seen the project.

    sudo .venv/bin/python -m tests.instruments.machines.fresh_roots trixie
    sudo .venv/bin/python -m tests.instruments.machines.fresh_roots bookworm arm64
    sudo .venv/bin/python -m tests.instruments.machines.fresh_roots trixie --tests all

Makes a root with nothing but Debian, Python, git and sudo in `/var/tmp/table-companion` (debootstrap), a user there who
may use sudo, and a folder with a space and letters beyond ASCII. Then, as that user: set-up, second start, doctor,
and in a foreign architecture (emulated by qemu-user-static, which is slow) the tests of engine, games, headless and
wire; if asked, README's second command: style, types and every test. Needs root, a network, Debian's debootstrap and,
for arm64, qemu-user-static; nothing of this machine is changed but that folder.
"""

from __future__ import annotations

import argparse
import os
import platform
import re
import shlex
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Final

from companion import bootstrap
from companion.setting_up.attended import say

ROOT: Final = bootstrap.ROOT
MACHINES: Final = {"amd64": "x86_64", "arm64": "aarch64"}
PLACE: Final = Path("/var/tmp/table-companion")
"""For roots: within the project whoever packs it would walk through them, and on through what is mounted there."""

MIRROR: Final = "http://deb.debian.org/debian"
PACKAGES: Final = "ca-certificates,git,python3,sudo"
"""What README asks for, and what Debian's own images have."""
LISTS: Final = "var/lib/apt/lists"
WHERE: Final = "/home/anna/Spiele für uns/table companion"

SWITCH_ON: Final = (
    "Where no service does it: mount -t binfmt_misc none /proc/sys/fs/binfmt_misc; "
    "sed 's/F$/CF/' /usr/lib/binfmt.d/qemu-aarch64.conf > /proc/sys/fs/binfmt_misc/register"
)

PROCESSOR: Final = {"QEMU_CPU": "cortex-a72"}
"""A Pi 4's, for the emulator. The best it has would sign each return address, as Debian 13 asks for where it can be
had: fifteen times as slow."""

ENGINE: Final = (
    "tests/table",
    "tests/headless",
    "tests/messina",
    "tests/mythos_encounters",
    "tests/bridge/test_wire.py",
    "tests/bridge/test_dice.py",
    "tests/bridge/test_link.py",
)
"""What is tested in a foreign architecture; windows are too slow there."""


def main(arguments: list[str]) -> int:
    """Return 0 if all of it worked."""
    parser = argparse.ArgumentParser(prog="fresh_roots", description=__doc__)
    parser.add_argument("suite", choices=["bookworm", "trixie"])
    parser.add_argument("architecture", nargs="?", choices=list(MACHINES), default="amd64")
    parser.add_argument("--tests", choices=["engine", "all"], help="all is what README's second command does")
    parser.add_argument("--again", action="store_true", help="go on in the root that an earlier run has left there")
    chosen = parser.parse_args(arguments)
    foreign = platform.machine() != MACHINES[chosen.architecture]
    if os.geteuid() != 0 or shutil.which("debootstrap") is None:
        say("This needs root and Debian's debootstrap.")
        return 2
    emulator = shutil.which(f"qemu-{MACHINES[chosen.architecture]}-static")
    entry = Path(f"/proc/sys/fs/binfmt_misc/qemu-{MACHINES[chosen.architecture]}")
    if foreign and (emulator is None or not entry.exists()):
        say(f"This needs Debian's qemu-user-static, with binfmt_misc switched on. {SWITCH_ON}")
        return 2
    if foreign and not re.search("^flags:.*C", entry.read_text(encoding="utf-8"), re.MULTILINE):
        say(f"The emulator takes nobody's rights over, so sudo would fail in there: it needs the flag C. {SWITCH_ON}")
        return 2
    root = PLACE / f"{chosen.suite}-{chosen.architecture}"
    os.environ.update(PROCESSOR)
    if chosen.again:
        unmount(root)
    else:
        timed("debootstrap", make, root, chosen.suite, chosen.architecture, foreign=foreign)
    with mounted(root):
        if not (root / WHERE.lstrip("/")).exists():
            furnish(root)
        steps = {
            "set-up": "python3 -m companion.bootstrap run --version",
            "second start": "python3 -m companion.bootstrap run --version",
            "the command itself": ".venv/bin/companion --version",
            # Here is no display, so it has something to say against this machine.
            "doctor": '.venv/bin/companion doctor --json | grep -q \'"what": "window", "state": "look"\'',
            "size": "du -sh .venv",
        }
        if chosen.tests == "all":
            steps["README's second command"] = "python3 -m companion.bootstrap test"
        elif foreign or chosen.tests:
            steps["test tools"] = ".venv/bin/python -m pip install -q --require-hashes -r companion/locks/test.txt"
            steps["tests"] = f".venv/bin/python -m pytest -q -p no:cacheprovider {' '.join(ENGINE)}"
        codes = {name: timed(name, in_root, root, command) for name, command in steps.items()}
    failed = [name for name, code in codes.items() if code]
    say(f"Failed: {', '.join(failed)}" if failed else "All of it worked.")
    return 1 if failed else 0


def make(root: Path, suite: str, architecture: str, *, foreign: bool) -> int:
    """Make a root; a foreign one finishes itself, by the emulator."""
    bare(root, suite, PACKAGES, f"--arch={architecture}", *(["--foreign"] if foreign else []))
    if foreign:
        shorten(root)
        second = ["chroot", str(root), "/debootstrap/debootstrap", "--second-stage"]
        subprocess.run(second, check=True, stdout=subprocess.DEVNULL)
        for listed in (root / LISTS).glob("*_*"):
            # It would take the short one for the whole.
            listed.unlink()
    return 0


def bare(root: Path, suite: str, packages: str, *options: str) -> None:
    """Have debootstrap make a root; what is there goes.

    Args:
        root: the folder.
        suite: name of the Debian.
        packages: what it has besides the least, with commas.
        options: for debootstrap.

    Raises:
        subprocess.CalledProcessError: it could not.
    """
    unmount(root)
    shutil.rmtree(root, ignore_errors=True)
    root.mkdir(parents=True)
    command = ["debootstrap", "--variant=minbase", f"--include={packages}", *options, suite, str(root), MIRROR]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)


def lay(root: Path, files: Mapping[str, str]) -> None:
    """Write files, by their paths, into a root."""
    for name, content in files.items():
        place = root / name.lstrip("/")
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(content, encoding="utf-8")


def shorten(root: Path) -> None:
    """Leave only what is being installed in a root's list of packages: the emulator reads it again and again.

    Of 68,000 packages that are 96.
    """
    fetched = (root / "debootstrap/debpaths").read_text(encoding="utf-8").splitlines()
    wanted = {f"Package: {line.split()[0]}" for line in fetched}
    for listed in (root / LISTS).glob("*_Packages"):
        entries = listed.read_text(encoding="utf-8").split("\n\n")
        kept = [entry for entry in entries if entry.split("\n", 1)[0] in wanted]
        listed.write_text("\n\n".join([*kept, ""]), encoding="utf-8")


def unmount(root: Path) -> None:
    """Take away what a killed run has left: whoever removes the root must not remove this machine's devices."""
    places = [line.split()[1] for line in Path("/proc/mounts").read_text(encoding="utf-8").splitlines()]
    for place in sorted((place for place in places if place.startswith(f"{root}/")), reverse=True):
        subprocess.run(["umount", place], check=True)


@contextmanager
def mounted(root: Path) -> Iterator[None]:
    """Lends a root the kernel's folders."""
    with ExitStack() as stack:
        for name, options in (
            ("proc", ["-t", "proc", "proc"]),
            # Else what is laid over it would lie over this machine's own, too.
            ("dev", ["--bind", "--make-private", "/dev"]),
            ("dev/pts", ["--bind", "/dev/pts"]),
            ("dev/shm", ["-t", "tmpfs", "tmpfs"]),
        ):
            place = root / name
            if place.is_symlink():
                place.unlink()
            place.mkdir(exist_ok=True)
            subprocess.run(["mount", *options, str(place)], check=True)
            stack.callback(subprocess.run, ["umount", str(place)], check=True)
        yield


def furnish(root: Path) -> None:
    """A network, a user with sudo, and the project as git has it."""
    for name in ("resolv.conf", "hosts", "ssl/certs/ca-certificates.crt"):
        (root / "etc" / name).unlink(missing_ok=True)
        shutil.copy(Path("/etc") / name, root / "etc" / name)
    subprocess.run(["chroot", str(root), "useradd", "-m", "-s", "/bin/bash", "anna"], check=True)
    kept = "".join(f'Defaults env_keep += "{name}"\n' for name in PROCESSOR)
    (root / "etc/sudoers.d/anna").write_text(f"{kept}anna ALL=(ALL) NOPASSWD: ALL\n")
    place = root / WHERE.lstrip("/")
    place.mkdir(parents=True)
    packed = subprocess.run(["git", "archive", "HEAD"], cwd=ROOT, check=True, capture_output=True).stdout
    subprocess.run(["tar", "-x", "-C", str(place)], input=packed, check=True)
    subprocess.run(["chroot", str(root), "chown", "-R", "anna:anna", "/home/anna"], check=True)


def in_root(root: Path, command: str) -> int:
    """Run something as that user, in the project's folder."""
    ours = ["HOME=/home/anna", "USER=anna", "PATH=/usr/local/bin:/usr/bin:/bin", "LANG=C.UTF-8", "TERM=dumb"]
    ours += [f"{name}={value}" for name, value in PROCESSOR.items()]
    line = f"cd {shlex.quote(WHERE)} && {command}"
    chroot = ["chroot", "--userspec=anna:anna", str(root), "/usr/bin/env", "-i", *ours, "bash", "-c", line]
    return subprocess.run(chroot, check=False).returncode


def timed(name: str, do: object, *arguments: object, **options: object) -> int:
    """Do something and say how long it took."""
    assert callable(do)
    say(f"== {name}")
    began = time.monotonic()
    code = int(do(*arguments, **options))
    say(f"   {name}: {time.monotonic() - began:.1f} s{', failed' if code else ''}")
    return code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
