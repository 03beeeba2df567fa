"""Works out from an exported game how its numbers went and what its dice were worth, with nothing of ours but the
headless command: for comparing with what the companion says of itself.

    .venv/bin/python -m tests.table.told_apart FILE.game-copy
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from collections import Counter
from fractions import Fraction
from pathlib import Path
from typing import Any


def records(exported: Path) -> list[dict[str, Any]]:
    """The records of a file, without the hashes before them."""
    return [json.loads(line.split(" ", 1)[1]) for line in exported.read_text().splitlines() if line[65:].strip()]


def entries(exported: Path) -> list[dict[str, Any]]:
    """What counts: what was undone does not."""
    kept: list[dict[str, Any]] = []
    undone: list[dict[str, Any]] = []
    for record in records(exported)[1:]:
        if "entry" in record:
            kept.append(record["entry"])
            undone.clear()
        undone.extend(kept.pop() for _ in range(record.get("undo", 0)))
        kept.extend(undone.pop() for _ in range(record.get("redo", 0)))
    return kept


def numbers_of(exported: Path, folder: Path) -> list[dict[str, int]]:
    """All big numbers of all players at the beginning and after each entry, by what corrects them."""
    players = [reply["state"]["players"] for reply in replies_of(exported, folder)]
    return [{counter["key"]: counter["value"] for player in now for counter in player["big"]} for now in players]


def replies_of(exported: Path, folder: Path) -> list[dict[str, Any]]:
    """What the headless command says at the beginning and after each entry: state, facts and questions."""
    new = records(exported)[0]["new"]
    command = [sys.executable, "-m", "companion", "--data", str(folder / "apart"), "headless"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:

        def told(line: dict[str, Any]) -> dict[str, Any]:
            assert process.stdin is not None
            assert process.stdout is not None
            process.stdin.write(json.dumps(line) + "\n")
            process.stdin.flush()
            reply: dict[str, Any] = json.loads(process.stdout.readline())
            assert reply["ok"], reply
            return reply

        replies = [told({"new": {"game": new["game"], **new["setup"]}})]
        for entry in entries(exported):
            replies.append(told(_command(entry, replies[-1])))
        told({"quit": True})
    return replies


def _command(entry: dict[str, Any], before: dict[str, Any]) -> dict[str, Any]:
    match entry["kind"]:
        case "correct":
            return {"correct": entry["value"]}
        case "interject":
            return {"interject": entry["key"]}
    ticket = next(prompt["ticket"] for prompt in before["prompts"] if prompt["key"] == entry["key"])
    return {"answer": entry["value"], "ticket": ticket, "source": "hand"}


def luck_of(exported: Path) -> dict[tuple[str, str], tuple[int, int, int, float, int]]:
    """For each faction and result: dice, how many showed it, the 2.5 % quantile, the mean, the 97.5 % quantile."""
    dice: Counter[str] = Counter()
    fell: Counter[tuple[str, str]] = Counter()
    for entry in entries(exported):
        # A die that is thrown outside a battle is worth no Kill and no Pain.
        if entry["kind"] == "roll" and entry["key"].startswith("battle/roll"):
            faces = entry["value"]
            assert isinstance(faces, list)
            dice[entry["who"]] += len(faces)
            # The rulebook's die: 6 is a Kill, 4 and 5 are a Pain.
            fell[entry["who"], "kill"] += sum(face == 6 for face in faces)
            fell[entry["who"], "pain"] += sum(face in (4, 5) for face in faces)
    found = {}
    for (who, symbol), number in fell.items():
        share = Fraction(1 if symbol == "kill" else 2, 6)
        low, high = quantile(dice[who], share, Fraction(25, 1000)), quantile(dice[who], share, Fraction(975, 1000))
        found[who, symbol] = (dice[who], number, low, float(dice[who] * share), high)
    return found


def quantile(dice: int, share: Fraction, wanted: Fraction) -> int:
    """The smallest number of hits that so many of 1 are not above: exact, by the binomial formula."""
    so_far, ways = Fraction(0), 1
    for hits in range(dice + 1):
        so_far += ways * share**hits * (1 - share) ** (dice - hits)
        if so_far >= wanted:
            return hits
        ways = ways * (dice - hits) // (hits + 1)
    return dice


def main() -> None:
    """Print both."""
    exported = Path(sys.argv[1])
    with tempfile.TemporaryDirectory() as folder:
        for number, now in enumerate(numbers_of(exported, Path(folder))):
            sys.stdout.write(f"{number}: {now}\n")
    for key, one in luck_of(exported).items():
        sys.stdout.write(f"{key}: {one}\n")


if __name__ == "__main__":
    main()
