"""The set-up as people meet it: real processes, in folders and for users that nobody planned for."""

from __future__ import annotations

import hashlib
import os
import pwd
import re
import select
import shlex
import shutil
import signal
import subprocess
import sys
import zipfile
from importlib.metadata import distribution
from pathlib import Path
from typing import Final

import pytest

from companion import __version__, bootstrap
from companion.setting_up import packages, pins
from companion.setting_up.attended import attend, cause
from companion.setting_up.screens import screen_elsewhere
from tests.nobody import open_to_all
from tests.patience import PATIENCE

ROOT: Final = bootstrap.ROOT
PARTS: Final = ("companion", "firmware_bridge", "layouts", "pyproject.toml", "README.md", "LICENSE")


def checkout(folder: Path) -> Path:
    """The project as somebody else would have it; its lock names only what builds it, so that no network is needed."""
    folder.mkdir(parents=True)
    for part in PARTS:
        source = ROOT / part
        if source.is_dir():
            shutil.copytree(source, folder / part, ignore=shutil.ignore_patterns("__pycache__", "build"))
        else:
            shutil.copy(source, folder / part)
    wheel = wheel_of("setuptools", folder.parent)
    digest = hashlib.sha256(wheel.read_bytes()).hexdigest()
    version = distribution("setuptools").version
    (folder / "companion" / "locks" / "run.txt").write_text(f"setuptools=={version} --hash=sha256:{digest}\n")
    return folder


def wheel_of(name: str, folder: Path) -> Path:
    """A package of this environment, packed again."""
    found = distribution(name)
    path = folder / f"{name}-{found.version}-py3-none-any.whl"
    with zipfile.ZipFile(path, "w") as archive:
        for file in found.files or ():
            if "__pycache__" not in file.parts and ".." not in file.parts:
                archive.write(file.locate(), str(file))
    return path


def environment(folder: Path, **more: str) -> dict[str, str]:
    """What a person at a terminal has; pip looks for packages only in a folder."""
    without = ("PYTHONPATH", "DISPLAY", "WAYLAND_DISPLAY", "SSH_CONNECTION", "SUDO_UID")
    ours = {name: value for name, value in os.environ.items() if name not in without}
    return {**ours, "PIP_NO_INDEX": "1", "PIP_FIND_LINKS": folder.as_uri(), "PIP_CONFIG_FILE": os.devnull, **more}


def bootstrap_in(folder: Path, *arguments: str, **more: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "companion.bootstrap", *arguments],
        cwd=folder,
        env=environment(folder.parent, **more),
        capture_output=True,
        text=True,
        check=False,
        stdin=subprocess.DEVNULL,
    )


def last(text: str) -> str:
    return text.rstrip().splitlines()[-1]


def programs(folder: Path, **scripts: str) -> str:
    """A path whose first programs are these."""
    folder.mkdir()
    for name, script in scripts.items():
        program = folder / name.replace("_", "-")
        program.write_text(f"#!/bin/sh\n{script}\n")
        program.chmod(0o755)
    return f"{folder}:{os.environ['PATH']}"


@pytest.mark.slow
def test_a_folder_with_a_space_and_letters_beyond_ascii(tmp_path: Path) -> None:
    """What pip is told for other projects stays out of it."""
    folder = checkout(tmp_path / "Spiele für uns" / "table companion ☂")
    (tmp_path / "other constraints.txt").write_text("setuptools==1\n")
    more = {"PIP_CONSTRAINT": str(tmp_path / "other constraints.txt"), "PIP_TARGET": str(tmp_path / "else where")}
    done = bootstrap_in(folder, "run", "--version", **more)
    assert (done.stdout, done.returncode) == (f"{__version__}\n", 0), done.stderr
    again = bootstrap_in(folder, "run", "--version", **more)
    assert (again.stdout, again.stderr) == (f"{__version__}\n", ""), "the second start does nothing but start"
    assert not (tmp_path / "else where").exists()

    (folder / ".venv" / "set-up-for").write_text("")
    mended = bootstrap_in(folder, "run", "--version")
    assert mended.stdout == f"{__version__}\n", "a set-up whose stamp was lost to a power cut"


def test_a_package_that_is_installed_has_nothing_to_set_up(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "companion", tmp_path / "companion", ignore=shutil.ignore_patterns("__pycache__"))
    done = bootstrap_in(tmp_path, "run")
    assert (done.stdout, done.returncode) == ("", 1)
    assert done.stderr == "This companion is installed already, as a package of Python. Start it with: companion\n"


def test_no_network_is_the_network(tmp_path: Path) -> None:
    """pip really asks, and nobody answers at that port."""
    folder = checkout(tmp_path / "here" / "project")
    more = {"PIP_NO_INDEX": "", "PIP_FIND_LINKS": "", "PIP_INDEX_URL": "https://127.0.0.1:9/simple", "PIP_RETRIES": "1"}
    done = bootstrap_in(folder, "run", **more)
    assert done.returncode == 1
    assert "Traceback" not in done.stderr
    assert last(done.stderr).startswith("The network cannot be reached from here.")
    assert "ERROR" not in done.stderr, "nothing drowns the sentence"


@pytest.mark.slow
def test_a_lack_of_builds_is_not_blamed_on_the_network(tmp_path: Path) -> None:
    folder = checkout(tmp_path / "here" / "project")
    for wheel in folder.parent.glob("*.whl"):
        wheel.unlink()
    done = bootstrap_in(folder, "run")
    assert last(done.stderr).startswith("There is no ready build of setuptools==")


@pytest.mark.slow
def test_what_pip_had_not_written_to_the_end_is_installed_anew(tmp_path: Path) -> None:
    """Stopped between two files of a package it left one that it refused to renew, at each further start (seen once
    after a Ctrl-C)."""
    folder = checkout(tmp_path / "here" / "project")
    assert bootstrap_in(folder, "run", "--version").stdout == f"{__version__}\n"
    records = [
        record
        for name in ("table_companion", "setuptools")
        for record in (folder / ".venv").rglob(f"{name}-*.dist-info/RECORD")
    ]
    assert len(records) == 2
    for left in (*records, folder / bootstrap.STAMP.relative_to(ROOT)):
        left.unlink()
    assert bootstrap_in(folder, "run", "--version").stdout == f"{__version__}\n"


@pytest.mark.parametrize("seconds", [1.5, *(pytest.param(s, marks=pytest.mark.slow) for s in (0.3, 4.0))])
def test_ctrl_c_is_one_sentence_and_the_next_start_goes_on(tmp_path: Path, seconds: float) -> None:
    folder = checkout(tmp_path / "here" / "project")
    # Whoever starts the tests in the background lets them ignore Ctrl-C.
    process = subprocess.Popen(
        ["env", "--default-signal=INT", sys.executable, "-m", "companion.bootstrap", "run", "--version"],
        cwd=folder,
        env=environment(folder.parent),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    assert process.stderr is not None
    # From its first word on it is at work; where it is hit then is the chance of the machine, and any place will do.
    assert select.select([process.stderr], [], [], PATIENCE)[0]
    try:
        process.wait(seconds)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGINT)
    out, told = process.communicate(timeout=PATIENCE)
    if process.returncode:
        assert "Traceback" not in told
        assert last(told) == (
            "Stopped. Games and settings are untouched. Run the same command again; it goes on where it stopped."
        )
        assert process.returncode == 130
    else:
        assert out == f"{__version__}\n"
    assert bootstrap_in(folder, "run", "--version").stdout == f"{__version__}\n"


def test_ctrl_c_before_it_has_begun_is_one_sentence_too(tmp_path: Path) -> None:
    """From a slow card, what the program is made of takes a second to be read: a traceback."""
    folder = checkout(tmp_path / "here" / "project")
    (folder / "hashlib.py").write_text("import os, signal\nos.kill(os.getpid(), signal.SIGINT)\n")
    done = subprocess.run(
        ["env", "--default-signal=INT", sys.executable, "-m", "companion.bootstrap", "run"],
        cwd=folder,
        env=environment(folder.parent),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stderr.startswith("\nStopped. Games and settings are untouched.")
    assert "Traceback" not in done.stderr
    assert done.returncode == 130


def test_another_python_is_named_with_the_whole_command(tmp_path: Path) -> None:
    """The offered command lacked its verb, and blamed Kivy for a Python that is too old."""
    code = (
        "import sys; sys.version_info = (3, 10, 2, 'final', 0); sys.version = '3.10.2 (main)'; "
        "from companion.bootstrap import main; sys.exit(main(['test']))"
    )
    path = programs(tmp_path / "bin", **{"python3.12": "exit 0", "python3.13": "exit 1"})
    ours = {**environment(tmp_path), "PATH": path}
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, env=ours, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "This is Python 3.10.2, and the companion needs 3.11 or a newer one." in done.stderr
    assert done.stderr.endswith("Use another one of this machine: python3.12 -m companion.bootstrap test\n")


def test_sudo_before_the_command_is_refused_before_root_owns_anything(tmp_path: Path) -> None:
    """What Python had compiled until then stayed as root's: compiled again at each start, and not to be removed."""
    folder = checkout(tmp_path / "here" / "project")
    before = set(folder.rglob("*"))
    code = (
        "import os, sys; os.geteuid = lambda: 0; "
        "from companion.bootstrap import main; sys.exit(main(['run', '--version']))"
    )
    ours = environment(folder.parent, SUDO_UID="1000", PYTHONDONTWRITEBYTECODE="")
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=folder, env=ours, capture_output=True, text=True, check=False
    )
    assert done.returncode == 1
    assert done.stderr.startswith("This was started with sudo")
    # Where others than root run the tests, what was compiled is their own and stays.
    assert [path for path in set(folder.rglob("*")) - before if path.stat().st_uid == 0] == []


@pytest.mark.root
def test_root_first_and_a_user_later(tmp_path: Path) -> None:
    """What root made is named, with the one command that mends it."""
    theirs = [sys.executable, "/usr/bin/python3"]
    python = next(
        (p for p in theirs if Path(p).exists() and as_nobody(p, "-c", "import sys; 1/(sys.version_info>(3,11))")), ""
    )
    if not python:
        pytest.skip("no Python of this machine may be used by another user")
    folder = checkout(tmp_path / "here" / "project")
    open_to_all(folder)
    (folder / ".venv").mkdir()
    first = as_nobody_output(python, folder)
    assert f"{folder / '.venv'} belongs to root" in first
    command = re.search(r"sudo (chown -R \S+ '.*')", first)
    assert command is not None
    subprocess.run(["sh", "-c", command[1]], check=True)
    assert (folder / ".venv").stat().st_uid == pwd.getpwnam("nobody").pw_uid
    assert "belongs to root" not in as_nobody_output(python, folder)


def as_nobody(*command: str) -> bool:
    try:
        return not subprocess.run(
            command, user="nobody", group="nogroup", capture_output=True, check=False, cwd="/"
        ).returncode
    except PermissionError:
        return False


def as_nobody_output(python: str, folder: Path) -> str:
    code = "from companion import bootstrap; bootstrap.check_place('run')"
    done = subprocess.run(
        [python, "-c", code],
        cwd=folder,
        env=environment(folder.parent),
        user="nobody",
        group="nogroup",
        capture_output=True,
        text=True,
        check=False,
    )
    return done.stderr


def test_without_rights_to_install_the_command_for_somebody_who_has_them(tmp_path: Path) -> None:
    """A system that lacks a package, and a user whom sudo turns away."""
    path = programs(
        tmp_path / "bin",
        sudo="echo 'Sorry, user may not run sudo' >&2; exit 1",
        dpkg_query="printf 'installed\\tlibgl1\\t\\n'",
        apt_get=f"touch {tmp_path}/changed",
    )
    code = (
        "import os, sys; os.geteuid = lambda: 1000; "
        "from companion.setting_up.packages import install, SetUpError\n"
        "try: install(('libgl1', 'libmtdev1'))\n"
        "except SetUpError as error: print(error)"
    )
    ours = {**environment(tmp_path), "PATH": path}
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, env=ours, capture_output=True, text=True, check=False)
    assert done.stdout == (
        "sudo did not let this user install packages, so nothing was changed. Somebody who may runs: "
        "sudo apt-get install libmtdev1; then run this command again as you are.\n"
    )
    assert not (tmp_path / "changed").exists()


def test_an_installation_that_was_broken_off_is_brought_to_its_end_first(tmp_path: Path) -> None:
    """Ctrl-C after 15 s on a fresh Debian 12 left dpkg in the middle, and every later start failed.

    The package has this name in Debian 12 and 13; others got another one between them.
    """
    calls = tmp_path / "calls"
    path = programs(
        tmp_path / "bin",
        sudo='exec "$@"',
        dpkg_query="printf 'installed\\tlibgl1\\t\\n'",
        dpkg=f"echo dpkg $@ >> {calls}",
        apt_get=f"echo apt-get $@ >> {calls}",
    )
    code = (
        "import os; os.geteuid = lambda: 1000; from companion.setting_up.packages import install; install(('libegl1',))"
    )
    ours = {**environment(tmp_path), "PATH": path}
    subprocess.run([sys.executable, "-c", code], cwd=ROOT, env=ours, capture_output=True, check=True)
    first, *_, installed = calls.read_text().splitlines()
    assert first == "dpkg --configure -a"
    assert installed.endswith("install -y --no-install-recommends libegl1")


@pytest.mark.parametrize(
    ("line", "means"),
    [
        ("E: Failed to fetch http://x/y.deb  Temporary failure resolving 'deb.debian.org'", "The network cannot"),
        ("E: Could not get lock /var/lib/dpkg/lock-frontend. It is held by process 1 (apt)", "Another program is"),
        ("E: You don't have enough free space in /var/cache/apt/archives/.", "The disk is full"),
        ("ERROR: Could not install packages due to an OSError: [Errno 28] No space left on device", "The disk is full"),
        ("ERROR: THESE PACKAGES DO NOT MATCH THE HASHES FROM THE REQUIREMENTS FILE", "What came over the network"),
        ("[SSL: CERTIFICATE_VERIFY_FAILED] certificate is not yet valid", "The other side cannot be trusted. Mostly"),
        ("E: Unable to locate package libmtdev1", "This system does not know all"),
        ("ERROR: No matching distribution found for kivy==2.3.1", "There is no ready build of kivy==2.3.1"),
        ("OSError: [Errno 30] Read-only file system: '/x'", "The disk is read-only"),
    ],
)
def test_what_apt_get_and_pip_mean(line: str, means: str) -> None:
    assert cause(["Reading package lists...", line], "else").startswith(means)


def test_what_nobody_foresaw_is_shown_before_the_sentence() -> None:
    assert cause(["fine", "E: The moon is full", "more"], "It did not work.") == "E: The moon is full\nIt did not work."


def test_a_silent_command_is_spoken_for(capfd: pytest.CaptureFixture[str]) -> None:
    """No ten seconds without a word: with a pause of nothing, each step is a line, and silence is told, too."""
    code = "import sys, time; print('one', flush=True); sys.stdin.read(); time.sleep(0.3); print('half', end='')"
    done = attend([sys.executable, "-c", code], lambda line: f"at {line}" if line else None, pause=0.01)
    assert done == (0, ["one", "half"])
    told = capfd.readouterr().err.splitlines()
    assert len(told) >= 3
    assert told[-1].endswith("s  at one")


def test_the_library_for_pins_comes_from_the_system(tmp_path: Path) -> None:
    """With a Python that the package index has no build of lgpio for."""
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(tmp_path / "venv")], check=True)
    python = tmp_path / "venv" / "bin" / "python"
    system = tmp_path / "dist-packages"
    system.mkdir()
    (system / "lgpio.py").write_text("import _lgpio\ndef gpiochip_open(number): return _lgpio.NUMBER\n")
    (system / "_lgpio.py").write_text("NUMBER = 7\n")
    own = tmp_path / "python3"
    own.write_text(f'#!/bin/sh\nTHEIRS=1 PYTHONPATH={system} exec {shlex.quote(sys.executable)} "$@"\n')
    own.chmod(0o755)
    assert not pins.works(python)
    assert not pins.take_from_system(python, tmp_path / "no python")
    assert pins.take_from_system(python, own)
    use = "import lgpio; print(lgpio.gpiochip_open(0))"
    assert subprocess.run([python, "-c", use], capture_output=True, text=True, check=True).stdout == "7\n"

    (system / "_lgpio.py").write_text("import os\nassert 'THEIRS' in os.environ, 'built for another Python'\n")
    assert not pins.take_from_system(python, own)
    assert list(tmp_path.glob("venv/lib/*/site-packages/*lgpio*")) == [], "half a library is worse than none"


def test_the_library_for_pins_is_found_wherever_one_stands(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """While it is imported it makes a pipe where the program stands: from `/` it was told to be missing."""
    (tmp_path / "lgpio.py").write_text("import os; os.mkfifo('.lgd-nfy0')")
    (tmp_path / "_lgpio.py").write_text("")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    monkeypatch.chdir("/proc")
    assert pins.works(Path(sys.executable))


def test_the_empty_package_of_that_name_does_not_count(tmp_path: Path) -> None:
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(tmp_path / "venv")], check=True)
    (place,) = tmp_path.glob("venv/lib/*/site-packages")
    (place / "lgpio.py").write_text("")
    assert not pins.works(tmp_path / "venv" / "bin" / "python")


def test_over_ssh_the_desktop_of_the_machine_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It played a demo for minutes instead."""
    monkeypatch.setattr("companion.setting_up.screens.SOCKETS", tmp_path)
    assert screen_elsewhere({"SSH_CONNECTION": "10.0.0.2 1 10.0.0.3 22"}) == ""
    (tmp_path / "X0").touch()
    (tmp_path / "X0-lock").touch()
    assert screen_elsewhere({"SSH_CONNECTION": "10.0.0.2 1 10.0.0.3 22"}) == ":0"
    assert screen_elsewhere({"SSH_CONNECTION": "10.0.0.2 1 10.0.0.3 22", "DISPLAY": "localhost:10"}) == ""
    assert screen_elsewhere({"WAYLAND_DISPLAY": "wayland-0"}) == ":0"
    assert screen_elsewhere({}) == "", "an X server that is left over from tests is not a desktop to wait for"


def test_too_little_memory_is_said_before_pip_begins(tmp_path: Path) -> None:
    """A Zero 2 W or a busy Pi of 1 GB ended in “Killed”, with no word about why."""
    told = tmp_path / "meminfo"
    told.write_text("MemTotal: 450000 kB\nMemAvailable:  200000 kB\nSwapTotal: 100000 kB\nSwapFree: 51200 kB\n")
    assert "Only 245 MB of memory are free" in packages.too_little_memory(told)
    told.write_text("MemAvailable:  900000 kB\nSwapFree: 0 kB\n")
    assert packages.too_little_memory(told) == ""
    assert packages.too_little_memory(tmp_path / "nothing") == ""
