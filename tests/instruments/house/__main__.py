"""Measures a checkout: how its modules hang together, what of it is unchecked, how it is written. Only numbers.

    python -m tests.instruments.house [CHECKOUT]

Prints the numbers of this checkout or of another one, so that a before and an after can be laid side by side. Imports
inside functions count like any other; those for the type checker alone are told apart.
"""

from __future__ import annotations

import ast
import json
import subprocess
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from tests.instruments.house.checkout import APP, PARTS, STOREYED, House, look, python_files
from tests.instruments.house.graph import circles, floors, longest_chain
from tests.instruments.house.kivy_names import private_names
from tests.instruments.house.sources import class_names, code_lines

DOCSTRINGS: Final = "D1,D205,D400,D401"
"""Rules of ruff that docstrings of the product keep to: a summary in the imperative, wherever something is public."""

MAGIC: Final = "D105,D107"
"""Rules that want docstrings of magic methods."""


def of_imports(house: House) -> Iterator[str]:
    """Tell how the modules hang together, in lines to read."""
    yield f"modules {len(house.imports)}, imports {sum(map(len, house.imports.values()))}, in functions {house.inside}"
    for what, graph in (("circles", house.imports), ("circles with imports for the type checker", house.known)):
        rings = circles(graph)
        yield f"{what}: {len(rings)}, modules in them {sum(map(len, rings))}"
        yield from (f"  {len(ring):2} {', '.join(ring)}" for ring in rings)
    dotted = APP.replace("/", ".") + "."
    within = {m: frozenset(o for o in found if o.startswith(dotted)) for m, found in house.imports.items()}
    for what, graph in (
        ("", house.imports),
        (f" within {APP}", {m: o for m, o in within.items() if m.startswith(dotted)}),
    ):
        chain = longest_chain(graph)
        yield f"longest chain{what} {len(chain)}: {' > '.join(chain)}"
    yield f"{APP}: packages {len(house.app_packages)}, itself among them; loose files {len(house.app_loose)}"
    kind = "Any" if house.host_is_any else "typed"
    yield f"{APP}: what surrounds a page (which is {kind}) asked {house.host_uses} times, .ids {house.id_looks} times"
    yield f".kv: lines {house.kv_lines}, literal sizes {house.sizes}"
    yield f"lines of Python: {house.lines.total() - house.lines['tests']} without tests"
    yield from (f"  {number:6} {name}" for name, number in sorted(house.lines.items()))


def of_floors(house: House) -> Iterator[str]:
    """Tell how the rooms of some folders, their folders and loose files, stand upon each other."""
    for folder in STOREYED:
        found = floors(house.known, folder)
        if found.rooms:
            yield (
                f"{folder}: rooms {found.rooms}, arrows {found.arrows}, floors {len(found.chain)}, "
                f"arrows back up {len(found.up)}"
            )
            yield f"  {' > '.join(found.chain)}"
            yield from (f"  back up: {room} > {other}" for room, other in found.up)


def of_code(root: Path) -> Iterator[str]:
    """Tell how the product is written, and how much of it and of the tests is code."""
    product = {file: ast.parse(text) for file, text in python_files(root, *PARTS).items()}
    private = private_names({file: tree for file, tree in product.items() if file.startswith((f"{APP}/", "layouts/"))})
    yield f"private names of Kivy: {len(private)}"
    yield from (f"  {name}: {', '.join(files)}" for name, files in private.items())
    places: dict[str, list[str]] = defaultdict(list)
    for file, tree in product.items():
        for name in class_names(tree):
            places[name].append(file)
    twice = {name: files for name, files in sorted(places.items()) if len(files) > 1}
    yield f"class names that stand twice: {len(twice)}"
    yield from (f"  {name}: {', '.join(files)}" for name, files in twice.items())
    against = docstrings_against_the_rule(root)
    yield f"docstrings against the rule: {against.total()}"
    yield from (f"  {number:6} {rule}" for rule, number in sorted(against.items()))
    for what, files in (("product", python_files(root, *PARTS)), ("tests", python_files(root, "tests"))):
        code = sum(code_lines(text, ast.parse(text)) for text in files.values())
        every = sum(len(text.splitlines()) for text in files.values())
        yield f"lines of {what} without docstrings, comments and blanks: {code} of {every}"


def docstrings_against_the_rule(root: Path) -> Counter[str]:
    """Count what ruff says of the product's docstrings, by rule."""
    command = [sys.executable, "-m", "ruff", "check", "--isolated", "--no-cache", "--exit-zero", "--quiet"]
    command += [
        "--select",
        DOCSTRINGS,
        "--ignore",
        MAGIC,
        "--output-format",
        "json",
        *(str(root / part) for part in PARTS),
    ]
    told = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    return Counter(found["code"] for found in json.loads(told))


def main() -> None:
    """Print all numbers of the checkout that the command line names."""
    root = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).resolve().parents[3]
    house = look(root)
    for lines in (of_imports(house), of_floors(house), of_code(root)):
        print("\n".join(lines))


if __name__ == "__main__":
    main()
