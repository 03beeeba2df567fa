"""The other end of the headless interface: the real command in a process of its own."""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter
from random import Random
from typing import Any

from companion.headless.interface import Headless

PROGRAM = "import sys; from companion.cli import main; sys.exit(main(['headless']))"


class Gone(Exception):  # noqa: N818 - nothing is wrong with it; it is what a kill looks like from here
    """The process has ended."""


class Client:
    """Talks to `companion headless`."""

    def __init__(self) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-c", PROGRAM], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
        )

    def __enter__(self) -> Client:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.communicate()

    def raw(self, line: bytes) -> dict[str, Any]:
        """Send a line as it is and return the reply. Raises `Gone`."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        try:
            self.process.stdin.write(line + b"\n")
            self.process.stdin.flush()
        except BrokenPipeError as error:
            raise Gone from error
        reply = self.process.stdout.readline()
        if not reply.endswith(b"\n"):
            raise Gone
        found: dict[str, Any] = json.loads(reply)
        return found

    def __call__(self, **command: Any) -> dict[str, Any]:
        """Send a command and return the reply. Raises `Gone`."""
        return self.raw(json.dumps(command).encode())


def say(headless: Headless, **command: Any) -> dict[str, Any]:
    """Send a line within this process and return the reply, which must not be a refusal."""
    reply = headless.reply(json.dumps(command).encode())
    assert reply["ok"], reply
    return reply


def legal_answer(prompt: dict[str, Any], rng: Random) -> Any:
    """Some answer that fits a prompt as it stands in a reply; works from the documented fields alone."""
    match prompt["kind"]:
        case "choose":
            able = [option["id"] for option in prompt["options"] if "refused" not in option]
            picked = rng.sample(able, rng.randint(prompt["least"], min(prompt["most"], len(able))))
            groups = Counter(o.get("group") or o["id"] for o in prompt["options"] if o["id"] in picked)
            wanted = prompt.get("any_of", {})
            lacks = picked and wanted and not any(groups[group] >= number for group, number in wanted.items())
            return able[: prompt["most"]] if lacks else picked
        case "count":
            return rng.randint(prompt["least"], prompt["most"])
        case "roll":
            return prompt.get("kept") or [rng.randint(1, prompt["sides"]) for _ in range(prompt["dice"])]
        case "assign":
            room = [p["id"] for p in prompt["pieces"] if "refused" not in p for _ in range(p["capacity"])]
            rng.shuffle(room)
            answer: dict[str, list[str]] = {}
            results = [result for result, number in prompt["results"].items() for _ in range(number)]
            for piece, result in zip(room, results, strict=False):
                answer.setdefault(piece, []).append(result)
            return answer
        case "place":
            return {
                piece["id"]: rng.choice([area["id"] for area in piece["areas"] if "refused" not in area])
                for piece in prompt["pieces"]
            }
        case "form":
            return {blank["id"]: rng.randint(blank["least"], blank["most"]) for blank in prompt["blanks"]}
        case "write":
            return "".join(rng.choice("Elder Sign") for _ in range(rng.randint(0, prompt["most"]))).strip()
    assert prompt["kind"] == "tell"
    return True
