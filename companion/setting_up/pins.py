"""The library for GPIO pins (lgpio) of the system, for the companion's own environment.

The package index has ready builds of it for some Pythons only; Raspberry Pi OS brings one for its own.
"""

from __future__ import annotations

import json
import subprocess
import tempfile
from pathlib import Path
from typing import Final

LOOK: Final = "import json, lgpio, _lgpio; print(json.dumps([lgpio.__file__, _lgpio.__file__]))"
PLACE: Final = "import sysconfig; print(sysconfig.get_path('platlib'))"


def works(python: Path) -> bool:
    """Return whether this Python has the whole library; an empty package of that name does not count."""
    return _look(python).returncode == 0


def _look(python: Path) -> subprocess.CompletedProcess[str]:
    # While it is imported the library makes a pipe in the folder where the program stands.
    with tempfile.TemporaryDirectory() as folder:
        return subprocess.run([python, "-c", LOOK], cwd=folder, capture_output=True, text=True, check=False)


def take_from_system(python: Path, system: Path = Path("/usr/bin/python3")) -> bool:
    """Let an environment use the system's library, and return whether it works there.

    Args:
        python: of the environment.
        system: the Python whose packages the system installs.
    """
    if not system.exists():
        return False
    found = _look(system)
    if found.returncode:
        return False
    place = Path(subprocess.run([python, "-c", PLACE], capture_output=True, text=True, check=True).stdout.strip())
    links = [place / Path(source).name for source in json.loads(found.stdout)]
    for link, source in zip(links, json.loads(found.stdout), strict=True):
        link.unlink(missing_ok=True)
        link.symlink_to(source)
    if works(python):
        return True
    # Built for another Python: half a library is worse than none.
    for link in links:
        link.unlink()
    return False
