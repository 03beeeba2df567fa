"""Simulates a tower on a pseudo-terminal, with faults on request.

    python -m firmware_bridge.simulator /tmp/tower

Point the companion at the path that it prints. Type `help` for the faults it knows. It speaks PROTOCOL.md with the same
states as the real firmware; in mode `r` it plays the people too, and drops the dice after a moment.
"""

from __future__ import annotations

import argparse
import os
import pty
import random
import select
import sys
import threading
import time
import tty
from collections.abc import Callable, Mapping
from pathlib import Path

from firmware_bridge.simulated_board import BAYS, MAX_DICE, SimulatedBoard
from firmware_bridge.wire import Decoder, Event, Frame, Reply, Request, Telemetry, encode

__all__ = ["SimulatedTower", "main"]

_RESEND = 0.25
_PAUSE = 20
"""Milliseconds from one step of the simulation to the next."""


class SimulatedTower:
    """A tower on a pseudo-terminal.

    Args:
        link: where to put a stable name for the terminal; without it, see `port`.
        seed: for the same faces each time; without it, the system's entropy.
        people_drop: in mode `r`, dice fall by themselves this many seconds after the gate opens; None: only by `drop`.
    """

    def __init__(self, link: Path | None = None, seed: int | None = None, people_drop: float | None = 1.0) -> None:
        self.link = link
        self._dice: random.Random = random.SystemRandom() if seed is None else random.Random(seed)
        self.board = SimulatedBoard(self._dice, people_drop)
        self._uid = os.urandom(4).hex().upper()
        self._lock = threading.RLock()
        self._stopping = threading.Event()
        self._wake_in, self._wake_out = os.pipe()
        self._thread = threading.Thread(target=self._run, name="simulated-tower", daemon=True)
        self._master = self._slave = -1
        self._decoder = Decoder()
        self._boot = 0
        self._counter = 0
        self._unacknowledged: dict[str, tuple[Event, float]] = {}
        self._heartbeat_due = 0.0
        self._hung = False
        self._lose = 0.0
        self._damage_next = False
        self.light = 0
        self.port = ""
        self.plug()

    # ---- use ----

    def start(self) -> None:
        """Start to answer."""
        self._thread.start()

    def close(self) -> None:
        """Close the terminal and end the thread."""
        self._stopping.set()
        os.write(self._wake_out, b".")
        if self._thread.ident is not None:
            self._thread.join(3)
        self.unplug()
        os.close(self._wake_in)
        os.close(self._wake_out)

    def __enter__(self) -> SimulatedTower:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # ---- trouble on request ----

    def plug(self) -> None:
        """Put the cable in; the tower boots."""
        with self._lock:
            if self._master >= 0:
                return
            self._master, self._slave = pty.openpty()
            tty.setraw(self._slave)
            os.set_blocking(self._master, False)
            self.port = os.ttyname(self._slave)
            if self.link is not None:
                self.link.unlink(missing_ok=True)
                self.link.symlink_to(self.port)
            self.reset("P")

    def unplug(self) -> None:
        """Pull the cable out."""
        with self._lock:
            if self._master < 0:
                return
            os.close(self._master)
            os.close(self._slave)
            self._master = self._slave = -1
            if self.link is not None:
                self.link.unlink(missing_ok=True)

    def reset(self, why: str = "E") -> None:
        """Start anew, as after a press of the board's reset button; results are kept."""
        with self._lock:
            self._boot += 1
            self._counter = 0
            self._unacknowledged.clear()
            self._decoder = Decoder()
            self.board.reset()
            self._event("BOOT", {"boot": str(self._boot), "why": why})
        self._wake()

    def hang(self, on: bool = True) -> None:
        """Answer nothing any more, or go on."""
        with self._lock:
            self._hung = on
        self._wake()

    def lose(self, per_thousand: float) -> None:
        """Lose `per_thousand` of a thousand bytes at random, both ways."""
        with self._lock:
            self._lose = per_thousand / 1000

    def noise(self, count: int = 200) -> None:
        """Send garbage, as a boot loader does."""
        with self._lock:
            self._put(os.urandom(count))

    def damage_next_line(self) -> None:
        """Change one byte of the next line."""
        with self._lock:
            self._damage_next = True

    def press(self, change: str = "down") -> None:
        """Press the tower's button: `down`, `hold` or `up`."""
        with self._lock:
            self._event("BTN", {"k": "1", "e": change})

    def drop(self, bays: str) -> None:
        """Drop dice that come to lie like this: `1`..`6`, `?` leaning, `-` none; one sign per bay."""
        with self._lock:
            self.board.drop(bays)
        self._wake()

    def spoil_next_drop(self, outcome: str) -> None:
        """Spoil the next drop that people make: `cocked`, `few`, `many`, `jam` or `timeout`."""
        with self._lock:
            self.board.spoil = outcome

    # ---- the thread ----

    def _wake(self) -> None:
        os.write(self._wake_out, b".")

    def _run(self) -> None:
        while not self._stopping.is_set():
            # One that is pulled out from now on is no error for `poll`, as it is for `select`.
            waiting = select.poll()
            with self._lock:
                for file in (self._wake_in, self._master):
                    if file >= 0:
                        waiting.register(file, select.POLLIN)
            ready = [file for file, _ in waiting.poll(_PAUSE)]
            with self._lock:
                if self._wake_in in ready:
                    os.read(self._wake_in, 4096)
                if self._master in ready:
                    self._read()
                if not self._hung and self._master >= 0:
                    self._work(time.monotonic())

    def _read(self) -> None:
        try:
            data = os.read(self._master, 4096)
        except BlockingIOError:
            return
        if self._hung:
            return
        bad = self._decoder.bad
        for frame in self._decoder.feed(self._thin(data)):
            if isinstance(frame, Request):
                self._answer(frame)
        if self._decoder.bad > bad:
            self._send(Telemetry("NAK"))

    def _work(self, now: float) -> None:
        for verb, args in self.board.work(now):
            self._event(verb, args)
        for number, (event, sent) in list(self._unacknowledged.items()):
            if now - sent >= _RESEND:
                self._unacknowledged[number] = (event, now)
                self._send(event)
        if self.board.heartbeat and now >= self._heartbeat_due:
            self._heartbeat_due = now + self.board.heartbeat
            self._send(Telemetry("HB", {"up": _up(now), "st": self.board.stage}))

    def _thin(self, data: bytes) -> bytes:
        if not self._lose:
            return data
        return bytes(byte for byte in data if self._dice.random() >= self._lose)

    def _send(self, frame: Frame) -> None:
        line = encode(frame)
        if self._damage_next:
            self._damage_next = False
            line = line[:3] + bytes([line[3] ^ 1]) + line[4:]
        self._put(self._thin(line))

    def _put(self, data: bytes) -> None:
        if self._master < 0 or self._hung:
            return
        try:
            os.write(self._master, data)
        except BlockingIOError:
            return  # nobody reads: lost, as on a cable

    def _event(self, verb: str, args: Mapping[str, str]) -> None:
        self._counter = (self._counter + 1) & 0xFF
        event = Event(f"{self._boot & 0xFF:02X}{self._counter:02X}", verb, args)
        if verb in ("PEND", "HELD", "RES"):  # only the newest word on a roll counts
            stale = [n for n, (old, _) in self._unacknowledged.items() if old.verb in ("PEND", "HELD")]
            for number in stale:
                del self._unacknowledged[number]
        self._unacknowledged[event.number] = (event, time.monotonic())
        self._send(event)

    # ---- requests ----

    def _answer(self, request: Request) -> None:
        if request.verb == "ACK":
            self._unacknowledged.pop(request.args.get("ev", ""), None)
            return
        verb, args = self._reply_to(request.verb, request.args)
        self._send(Reply(request.tag, verb, args))

    def _reply_to(self, verb: str, args: Mapping[str, str]) -> tuple[str, Mapping[str, str]]:
        match verb:
            case "HELLO":
                about = {"fw": "1.0.0", "hw": "simulator", "uid": self._uid, "boot": str(self._boot)}
                size = {"bays": str(BAYS), "max": str(MAX_DICE), "mode": self.board.mode}
                return "TOWER", {"proto": "1", **about, **size, "caps": "gen,read,button,light,journal"}
            case "PING":
                return "PONG", {"up": _up(time.monotonic()), "st": self.board.stage}
            case "STAT":
                good, bad = str(self._decoder.good), str(self._decoder.bad)
                none = dict.fromkeys(("bad", "over", "evlost"), "0")
                return "STAT", {"rx": good, "crc": bad, **none, "entropy": "ok", "rolls": str(self.board.rolls)}
            case "LIGHT":
                if args.get("k") != "1":
                    return "ERR", {"code": "arg", "k": "k"}
                if args.get("v") not in ("0", "1", "2"):
                    return "ERR", {"code": "arg", "k": "v"}
                self.light = int(args["v"])
                return "OK", {}
            case _:
                return self.board.reply(verb, args, time.monotonic())


def _up(now: float) -> str:
    """Return the milliseconds that a board has been on, as it tells them."""
    return str(int(now * 1000) % 10**9)


_COMMANDS: dict[str, tuple[str, Callable[[SimulatedTower, str], object]]] = {
    "unplug": ("pull the cable", lambda tower, _: tower.unplug()),
    "plug": ("put it in again", lambda tower, _: tower.plug()),
    "reset": ("restart the board", lambda tower, _: tower.reset()),
    "hang": ("fall silent", lambda tower, _: tower.hang()),
    "go": ("wake up again", lambda tower, _: tower.hang(False)),
    "noise": ("send garbage", lambda tower, _: tower.noise()),
    "damage": ("change a byte of the next line", lambda tower, _: tower.damage_next_line()),
    "lose": ("lose N bytes of a thousand", lambda tower, word: tower.lose(float(word))),
    "drop": ("let dice fall into the bays, such as 35?-1", lambda tower, word: tower.drop(word)),
    "spoil": ("next drop: cocked, few, many, jam, timeout", lambda tower, word: tower.spoil_next_drop(word)),
    "press": ("the button: down, hold or up", lambda tower, word: tower.press(word or "down")),
}


def _obey(tower: SimulatedTower, line: str) -> str:
    word, _, rest = line.strip().partition(" ")
    if word not in _COMMANDS:
        return "\n".join([f"{name:8}{text}" for name, (text, _) in _COMMANDS.items()] + ["quit"])
    try:
        _COMMANDS[word][1](tower, rest.strip())
    except ValueError as error:
        return f"not possible: {error}"
    return "done"


def main(arguments: list[str] | None = None) -> int:
    """Run a simulated tower until its input ends.

    Args:
        arguments: of the command line.

    Returns:
        The exit status.
    """
    parser = argparse.ArgumentParser(prog="tower-sim", description="A simulated dice tower on a pseudo-terminal.")
    parser.add_argument("link", nargs="?", type=Path, help="stable name for the terminal")
    parser.add_argument("--seed", type=int, help="the same faces each time")
    options = parser.parse_args(arguments)
    with SimulatedTower(options.link, options.seed) as tower:
        print(
            f"The tower is on {options.link or tower.port}. Type help for the trouble it can make.",
            flush=True,
        )
        for line in sys.stdin:
            if line.strip() == "quit":
                break
            if line.strip():
                print(_obey(tower, line), flush=True)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
