"""What stands in the papers is so: each command runs or is understood, each file and link is there."""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from companion import bootstrap
from companion.cli import parser
from companion.games.cthulhu_wars.model.roster import FACTIONS
from companion.games.messina.model import names
from companion.games.mythos_encounters.model.forces import SEATS
from companion.installation.units import RULES
from companion.storage.settings import Settings, mistakes
from companion.table import words
from firmware_bridge.wiring import wiring_from
from tests.instruments import catalogues
from tests.instruments.pages import diagrams
from tests.instruments.pages import facts as facts_page
from tests.instruments.pages import ids as ids_page
from tests.instruments.pages import settings as settings_page

ROOT: Final = bootstrap.ROOT
PAPERS: Final = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md")), ROOT / "firmware_bridge/firmware/README.md"]
OTHERS: Final = frozenset({"pip", "pytest"})
"""Programs of others, within the environment."""

STAND_INS: Final = {
    "FILE": "f.game",
    "FOLDER": "f",
    "NEW.zip": "n.zip",
    "NEW.html": "n.html",
    "NEW.game-copy": "n.game-copy",
    "HOST:PORT": "host:1",
}


def commands(path: Path) -> Iterator[str]:
    """Every command of ours in a paper, in blocks of code or between ticks."""
    text = path.read_text(encoding="utf-8")
    blocks = re.findall(r"^```(?:sh)?\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    lines = [line.strip() for block in blocks for line in block.splitlines()]
    lines += [line.strip() for line in re.findall(r"^    (\S.*)$", text, re.MULTILINE)]
    lines += re.findall(r"`([^`\n]+)`", text)
    for line in lines:
        ours = re.match(r"(\.venv/bin/companion|python3 -m companion\.bootstrap|\.venv/bin/python -m)( |$)", line)
        bare = re.match(r"companion ([a-z-]+)", line)
        if ours or (bare and bare[1] in COMMANDS):
            yield line.split("  #")[0].rstrip()


COMMANDS: Final = frozenset(
    name for action in parser()._actions if isinstance(action.choices, dict) for name in action.choices
)

ALL: Final = sorted({line for path in PAPERS for line in commands(path)})


def understood(line: str) -> bool:
    """Return whether a command of a paper would be accepted, and names files that there are."""
    for name, stand_in in STAND_INS.items():
        line = line.replace(name, stand_in)
    words = shlex.split(line)
    if words[0].endswith("companion"):
        try:
            parser().parse_args(words[1:])
        except SystemExit:
            return False
        return True
    if words[:2] == [".venv/bin/python", "-m"]:
        place = ROOT / words[2].replace(".", "/")
        return words[2] in OTHERS or place.with_suffix(".py").exists() or (place / "__main__.py").exists()
    named = [word for word in words[4:] if word.startswith("tests")]
    return words[3] in ("run", "test") and all((ROOT / word).exists() for word in named)


def test_every_command_is_one_that_is_understood() -> None:
    assert [line for line in ALL if not understood(line)] == []


@pytest.mark.parametrize(
    "line",
    [
        ".venv/bin/companion doctor --nonsense",
        ".venv/bin/companion nonsense",
        ".venv/bin/python -m tests.nonsense",
        "python3 -m companion.bootstrap nonsense",
        "python3 -m companion.bootstrap test tests/nonsense.py",
    ],
)
def test_a_command_that_there_is_not_is_seen(line: str) -> None:
    assert not understood(line)


def test_commands_are_found() -> None:
    """The gathering sees what is there: blocks, lines that are set in, words between ticks."""
    some = {"python3 -m companion.bootstrap run", ".venv/bin/companion install", ".venv/bin/companion doctor"}
    assert some <= set(ALL)
    assert len(ALL) > 40


SAFE: Final = {
    ("--version",): "",
    ("check",): "Everything holds together",
    ("problem", "--out", "problem.zip"): "The bug report is problem.zip",
    ("headless",): "",
    ("tower-sim", "tower"): "The tower is on tower",
}
"""Commands of the papers that harm nothing, and what they say."""


@pytest.mark.parametrize("words", SAFE, ids=" ".join)
def test_what_harms_nothing_is_run(words: tuple[str, ...], tmp_path: Path) -> None:
    command = [sys.executable, "-m", "companion", "--data", str(tmp_path / "data"), *words]
    done = subprocess.run(
        command,
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        input="",
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert SAFE[words] in done.stdout


def test_the_doctor_answers_with_all_that_the_papers_promise(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "companion", "--data", str(tmp_path / "data"), "doctor", "--json"]
    bare = {name: value for name, value in os.environ.items() if name not in ("DISPLAY", "WAYLAND_DISPLAY")}
    told = json.loads(subprocess.run(command, env=bare, capture_output=True, text=True, check=False).stdout)
    whats = {found["what"] for found in told["findings"]}
    assert {
        "window",
        "touchscreen",
        "tower",
        "pins",
        "rights",
        "settings",
        "data",
        "clock",
        "power",
        "versions",
    } <= whats


def test_every_link_leads_somewhere() -> None:
    dead = []
    for path in PAPERS:
        text = re.sub(r"^```.*?^```", "", path.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
        links = [link.split("#")[0] for link in re.findall(r"\]\(([^)\s]+)\)", text) if "://" not in link]
        dead += [f"{path.name} -> {link}" for link in links if link and not (path.parent / link).exists()]
    assert dead == []


PLAYERS: Final = (
    "README",
    *(f"docs/{name}" for name in ("players", "table_card", "install", "own_things", "buttons", "tower")),
)
NOT_OURS: Final = frozenset({"Raspberry Pi Imager", "Raspberry Pi OS (64-bit)", "Lite", "next"})
"""In italics, but no words of the companion's own: another program's, and a button on the table."""
PUT_TOGETHER: Final = frozenset({"Drop 7 dice", "Sueños (Dreams)"})
"""Quoted, with a number or a name in it."""


def on_the_screen() -> set[str]:
    """All that the companion can say, with a sign for whatever is put in."""
    catalogue = catalogues.load(words.FOLDER / "de" / "LC_MESSAGES" / f"{words.DOMAIN}.po")
    each = [
        form for message in catalogue for form in (message.id if isinstance(message.id, list | tuple) else [message.id])
    ]
    return {re.sub(r"\{\w+\}", "…", form) for form in each}


@pytest.mark.parametrize("name", PLAYERS)
def test_what_is_in_italics_or_quoted_is_on_the_screen(name: str) -> None:
    """People look for it there: no page had a key “own map”, and none said “hand it to …”."""
    known = on_the_screen()
    # The headings of these two say at length what the pages hold.
    keys = known | {form.partition(":")[0] for form in known if form.startswith(("Log:", "More:"))}
    text = re.sub(r"^```.*?^```", "", (ROOT / f"{name}.md").read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
    named = {" ".join(said.split()) for said in re.findall(r"(?<![\w*])\*([^*]+)\*(?!\*)", text)}
    troubles = "".join(re.findall(r'^\| (".*?) \|', text, re.MULTILINE))
    quoted = {*re.findall(r"“(.+?)”", text), *re.findall(r'"(.+?)"', troubles)}

    def said_somewhere(said: str) -> bool:
        pieces = [piece.strip().lower() for piece in said.split("…")]
        return any(all(piece in form.lower() for piece in pieces) for form in known)

    assert {said for said in named - keys - NOT_OURS if "…" not in said or not said_somewhere(said)} == set()
    assert {said for said in quoted - PUT_TOGETHER if not said_somewhere(said)} == set()


def test_the_wiring_of_the_papers_pasted_as_it_stands_is_a_valid_file(tmp_path: Path) -> None:
    """The fragment of the README was none."""
    text = (ROOT / "docs" / "buttons.md").read_text(encoding="utf-8")
    (block,) = re.findall(r"^```toml\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    (tmp_path / "settings.toml").write_text(block)
    assert mistakes(tmp_path / "settings.toml") == ""
    wiring = wiring_from(Settings.load(tmp_path / "settings.toml").wiring)
    assert wiring.buttons == {"roll": 17, "next": 27, "undo": 22, "player:GC": 5, "player:CC": 6}
    assert set(tomllib.loads(block)["wiring"]) == {"buttons", "lights", "colour", "knob", "debounce_ms", "hold_s"}


def test_every_player_can_be_given_a_button_by_what_the_page_says() -> None:
    """Bubastis had none."""
    text = (ROOT / "docs" / "buttons.md").read_text(encoding="utf-8")
    (listed,) = re.findall(r"^After `player:` stands (.*?)\n\n", text, re.MULTILINE | re.DOTALL)
    assert re.findall(r"`(\w+)`", listed) == [*FACTIONS, *SEATS, *names.FACTIONS]


def test_the_page_of_the_settings_is_todays() -> None:
    assert settings_page.PAGE.read_text(encoding="utf-8") == settings_page.page(), (
        "python -m tests.instruments.pages.settings"
    )


@pytest.mark.parametrize("name", diagrams.PICTURES)
def test_the_diagrams_are_todays(name: str) -> None:
    drawn = diagrams.PICTURES[name]()
    assert (diagrams.FOLDER / name).read_text(encoding="utf-8") == drawn, "python -m tests.instruments.pages.diagrams"


def test_the_page_of_facts_is_written_from_them() -> None:
    assert facts_page.PAGE.read_text(encoding="utf-8") == facts_page.page(), "python -m tests.instruments.pages.facts"


def test_the_page_of_ids_is_written_from_factions_cards_and_maps() -> None:
    assert ids_page.PAGE.read_text(encoding="utf-8") == ids_page.page(), "python -m tests.instruments.pages.ids"


def test_the_diagram_of_the_tower_has_the_pins_of_its_firmware() -> None:
    drawn = {pin for pin, _, _ in diagrams.TOWER}
    assert diagrams.pins_of_the_firmware() - {"D0", "D1", "D13"} == drawn - {"5V", "GND"}


def test_the_header_has_each_pin_once() -> None:
    pins = [name for pair in diagrams.HEADER for name in pair]
    assert len(pins) == 40
    assert sorted(int(name) for name in pins if name.isdigit()) == list(range(28))
    assert pins.count("GND") == 8


def test_the_voltages_are_those_that_the_firmware_reads() -> None:
    """Counts of 1024 for 5 V, from the firmware's source."""
    source = (ROOT / "firmware_bridge/firmware/tower.c").read_text(encoding="utf-8")
    found = re.search(r"Face f lies at f \* (\d+) counts, within (\d+); below (\d+)", source)
    assert found is not None
    step, width, least = (int(number) for number in found.groups())
    page = (ROOT / "docs" / "tower.md").read_text(encoding="utf-8")
    for face in range(1, 7):
        row = re.search(rf"^\| {face} \| ([\d.]+) V \| ([\d.]+) and ([\d.]+) V \|$", page, re.MULTILINE)
        assert row is not None
        middle, low, high = (float(number) * 1024 / 5 for number in row.groups())
        assert abs(middle - face * step) < 2
        # Whoever keeps to the page is within what is read.
        assert face * step - width <= low <= face * step - width + 3
        assert face * step + width - 3 <= high <= face * step + width
    empty = re.search(r"nothing \| 0 V \| 0 and ([\d.]+) V", page)
    assert empty is not None
    assert float(empty[1]) * 1024 / 5 < least


def test_the_name_of_the_tower_is_the_rules() -> None:
    assert 'SYMLINK+="table-companion-tower"' in RULES
    assert "/dev/table-companion-tower" in (ROOT / "docs" / "tower.md").read_text(encoding="utf-8")
