"""README's first command where all is set up already, to the first picture: against the companion's own command.
Processor time, so that it is the programs' own."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import tempfile
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage
from typing import Final

from companion import bootstrap
from companion.app.demo.virtual_display import display
from tests.instruments.benchmarks.figure import Figure, Pairs, as_installed
from tests.patience import PATIENCE

ROUNDS: Final = 5
STAMPED: Final = (
    "from companion import bootstrap as b; "
    "b.STAMP.write_text(b.fingerprint() + '\\nrun\\n'); b.compile_sources(b.ROOT); print(b.ROOT)"
)


def set_up(folder: Path) -> Path:
    """A copy of the project as the set-up leaves it, with this environment; return its Python."""
    for part in bootstrap.SOURCES:
        shutil.copytree(bootstrap.ROOT / part, folder / part, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(bootstrap.ROOT / "pyproject.toml", folder)
    (folder / ".venv").mkdir()
    for own in Path(sys.prefix).iterdir():
        if own.name != bootstrap.STAMP.name:
            (folder / ".venv" / own.name).symlink_to(own)
    python = Path(sys.base_prefix) / "bin" / f"python3.{sys.version_info.minor}"
    subprocess.run([python, "-c", STAMPED], cwd=folder, check=True, env=as_installed(), stdout=subprocess.DEVNULL)
    return python


def first_picture(folder: Path, *command: str) -> float:
    """Milliseconds of all that it starts, until the app tells that its first picture stands."""
    place = folder / "notify"
    place.unlink(missing_ok=True)
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as ear:
        ear.bind(str(place))
        ear.settimeout(PATIENCE)
        ours = {**as_installed(), "NOTIFY_SOCKET": str(place), "PYTHONPATH": str(folder)}
        ours.update(XDG_DATA_HOME=str(folder / "data"))
        before = getrusage(RUSAGE_CHILDREN)
        app = subprocess.Popen(command, cwd=folder, env=ours, stdin=subprocess.DEVNULL)
        try:
            assert ear.recv(100) == b"READY=1"
        finally:
            app.kill()
            app.wait(PATIENCE)
    after = getrusage(RUSAGE_CHILDREN)
    return 1000 * (after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime)


def pairs() -> Pairs:
    """The app's own command and README's, in turns."""
    with display(), tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        python = set_up(folder)
        own = str(folder / ".venv" / "bin" / "companion")
        readme = (str(python), "-m", "companion.bootstrap", "run")
        # The first start makes what later ones find.
        first_picture(folder, own, "app")
        assert os.environ["DISPLAY"], "without one it would play the demo"
        for _ in range(ROUNDS):
            yield first_picture(folder, own, "app"), first_picture(folder, *readme)


FIGURES: Final = (Figure("second start by README's command", "ms", "the app's own command", 1.5, pairs),)
