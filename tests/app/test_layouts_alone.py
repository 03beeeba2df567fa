"""A layout finds the classes that its rules use though nothing is loaded but the module it belongs to: pages are loaded
one by one, in whatever order they are opened."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Final

ALONE: Final = r"""
import os, re, sys
from importlib import import_module
from pathlib import Path
from companion.app.start import environment
environment.prepare(Path(sys.argv[1]))
import kivy.uix.label
from kivy.factory import Factory
from layouts import FOLDER

root, seen = Path(environment.__file__).parents[3], 0
for path in sorted((root / "companion" / "app").rglob("*.py")):
    for name in re.findall(r'^load_layout\("(\w+)"', path.read_text(encoding="utf-8"), flags=re.M):
        seen += 1
        child = os.fork()
        if child == 0:
            import_module(".".join(path.relative_to(root).with_suffix("").parts))
            rules = (FOLDER / f"{name}.kv").read_text(encoding="utf-8")
            for kind in sorted(set(re.findall(r"^ +([A-Z]\w*):", rules, flags=re.M))):
                try:
                    Factory.get(kind)
                except Exception as error:
                    print(f"{path.name}: {name}.kv: {error}", flush=True)
            os._exit(0)
        os.waitpid(child, 0)
assert seen > 10
"""


def test_a_layout_needs_only_its_module(tmp_path: Path) -> None:
    command = [sys.executable, "-c", ALONE, str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.stdout, done.returncode) == ("", 0), done.stderr
