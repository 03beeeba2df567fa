"""Builds the real firmware and runs it in the emulator, for tests."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import threading
import time
from pathlib import Path

import pytest

import firmware_bridge
from tests.patience import PATIENCE

HERE = Path(__file__).resolve().parent
FIRMWARE = Path(firmware_bridge.__file__).resolve().parent / "firmware"
BEAM, BUTTON, GATE, LIGHT = "D2", "D3", "D9", "D10"


def require(*tools: str) -> None:
    """Skip the test without these programs; on a build server that is a failure."""
    missing = [tool for tool in tools if shutil.which(tool) is None]
    if missing:
        sentence = f"not installed: {', '.join(missing)} (apt install gcc-avr avr-libc libsimavr-dev libelf-dev)"
        if os.environ.get("CI"):
            pytest.fail(sentence)
        pytest.skip(sentence)


def build(folder: Path) -> tuple[Path, Path]:
    """Compile firmware and emulator into this folder.

    Returns:
        The emulator and the firmware's image.
    """
    require("avr-gcc", "make", "gcc", "pkg-config")
    subprocess.run(["make", "-s", "-C", str(FIRMWARE), f"OUT={folder}"], check=True, stdout=subprocess.DEVNULL)
    flags = subprocess.run(["pkg-config", "--cflags", "simavr"], check=True, capture_output=True, text=True)
    emulator = folder / "tower_emulator"
    source = str(HERE / "tower_emulator.c")
    libraries = ["-lsimavr", "-lelf", "-lutil"]
    subprocess.run(["gcc", "-O2", *flags.stdout.split(), "-o", str(emulator), source, *libraries], check=True)
    return emulator, folder / "tower.elf"


class Board:
    """An ATmega328P with our firmware on a pseudo-terminal at `port`; its EEPROM is kept in `folder`."""

    def __init__(self, built: tuple[Path, Path], folder: Path, warp: float = 1.0) -> None:
        emulator, image = built
        self.port = str(folder / "tower")
        self._process = subprocess.Popen(
            [str(emulator), self.port, str(folder / "eeprom"), str(warp), str(image)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            bufsize=1,
        )
        self.said: list[str] = []
        self._more = threading.Condition()
        self._listener = threading.Thread(target=self._listen, daemon=True)
        self._listener.start()
        self.wait("PTY")

    def _listen(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            with self._more:
                self.said.append(line.strip())
                self._more.notify_all()

    def wait(self, pattern: str, after: int = 0, timeout: float = PATIENCE) -> str:
        """The first line since `after` that begins with this pattern."""
        end = time.monotonic() + timeout
        with self._more:
            while True:
                for line in self.said[after:]:
                    if re.match(pattern, line):
                        return line
                assert self._more.wait(max(0.0, end - time.monotonic())), f"no {pattern!r} in {self.said[-8:]}"

    def do(self, command: str) -> list[int]:
        """Give a command of the emulator (see its source).

        Returns:
            Bytes to the board and to the host so far.
        """
        after = len(self.said)
        assert self._process.stdin is not None
        self._process.stdin.write(command + "\n")
        self._process.stdin.flush()
        return [int(word) for word in self.wait("OK", after).split()[1:]]

    def lay(self, bays: str) -> None:
        """Put dice into the bays, left to right: `1`..`6`, `?` leaning, `-` none."""
        for bay, what in enumerate(bays.ljust(5, "-"), start=1):
            counts = {"-": 0.0, "?": 2.5 * 143}.get(what) if what in "-?" else int(what) * 143.0
            assert counts is not None
            self.do(f"adc {bay} {counts / 1023 * 5000 + 3}")

    def drop(self, bays: str) -> None:
        """Dice fall through the beam and lie in the bays.

        They lie there first: the board looks into the bays once the beam was broken, and this test may be kept waiting.
        """
        self.lay(bays)
        self.do(f"press {BEAM} 60")

    def gate_opens(self, after: int) -> None:
        """Wait until the gate is open for the next drop."""
        self.wait(f"PIN {GATE} 1", after)

    def close(self) -> None:
        """Cut the power; the EEPROM is kept."""
        if self._process.poll() is None:
            assert self._process.stdin is not None
            self._process.stdin.write("quit\n")
            self._process.stdin.flush()
        assert self._process.wait(PATIENCE) == 0
        self._listener.join(PATIENCE)
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.close()
        self._process.stdout.close()
        assert not [line for line in self.said if line.startswith("CRASH")]

    def __enter__(self) -> Board:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
