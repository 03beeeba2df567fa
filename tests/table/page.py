"""The sample game of `docs/engine.md`, taken from the page."""

from __future__ import annotations

import re
import sys
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any, Final

PAGE: Final = (Path(__file__).parents[2] / "docs" / "engine.md").read_text(encoding="utf-8")
GAME, PLAY = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)


@cache
def sample() -> Any:
    """The game's code as a module that can be imported: copies of its state look their classes up by name."""
    module = ModuleType("page_of_the_engine")
    sys.modules[module.__name__] = module
    exec(compile(GAME, "docs/engine.md", "exec"), module.__dict__)
    return module
