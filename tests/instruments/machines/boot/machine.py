"""An emulated machine: its screen, a finger on it, and a shell within."""

from __future__ import annotations

import json
import socket
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import Any, Final

from tests.x11.screen import Picture

WIDTH: Final = 800
HEIGHT: Final = 480
PATIENCE: Final = 900.0
"""Seconds to wait for what never comes: every instruction is emulated here."""


def read_ppm(said: bytes) -> Picture:
    """Return the picture that a file of the kind P6 holds."""
    kind, size, _, pixels = said.split(b"\n", 3)
    assert kind == b"P6"
    width, height = map(int, size.split())
    data = bytearray(4 * width * height)
    data[0::4], data[1::4], data[2::4] = pixels[2::3], pixels[1::3], pixels[0::3]
    return Picture(width, height, bytes(data))


class Machine:
    """Runs a disk for as long as the block lasts.

    Args:
        disk: with the root file system.
        kernel: what is started, and the first file system that it loads.
        folder: for sockets, the kernel's log and pictures.
    """

    def __init__(self, disk: Path, kernel: tuple[Path, Path], folder: Path) -> None:
        self._disk, self._kernel, self.folder = disk, kernel, folder

    def __enter__(self) -> Machine:
        monitor, shell = self.folder / "monitor", self.folder / "shell"
        for place in (monitor, shell):
            place.unlink(missing_ok=True)
        self._process = subprocess.Popen(self.command(), stdin=subprocess.DEVNULL)
        self._monitor, self._shell = self._line(monitor), self._line(shell)
        self._asked = 0
        self._answer()
        self.order("qmp_capabilities")
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if error is not None and self._process.poll() is None:
            self.picture().save(self.folder / "last.png")
        self._process.terminate()
        self._process.wait(60)

    def command(self) -> list[str]:
        """Return what starts the emulator."""
        image, first = self._kernel
        return [
            "qemu-system-x86_64",
            # A processor without AVX: as emulated, Mesa draws nothing but the background with it.
            *("-machine", "pc", "-accel", "tcg,thread=multi", "-cpu", "Nehalem", "-smp", "2", "-m", "2048"),
            *("-display", "none", "-vga", "none", "-nic", "none", "-no-reboot"),
            *("-kernel", str(image), "-initrd", str(first)),
            *("-append", "root=/dev/vda rw console=tty0 console=ttyS0"),
            *("-drive", f"file={self._disk},format=raw,if=virtio,cache=unsafe"),
            *("-device", f"virtio-gpu-pci,xres={WIDTH},yres={HEIGHT}"),
            *("-device", "qemu-xhci,id=usb"),
            *("-device", "virtio-rng-pci", "-serial", f"file:{self.folder / 'kernel.log'}"),
            *("-chardev", f"socket,id=shell,path={self.folder / 'shell'},server=on,wait=off"),
            *("-device", "virtio-serial-pci", "-device", "virtserialport,chardev=shell,name=outside"),
            *("-qmp", f"unix:{self.folder / 'monitor'},server=on,wait=off"),
        ]

    def _line(self, place: Path) -> Any:
        end = time.monotonic() + 60
        while not place.exists():
            if self._process.poll() is not None or time.monotonic() > end:
                raise RuntimeError("The emulator does not start; its words stand above.")
            time.sleep(0.1)
        line = socket.socket(socket.AF_UNIX)
        line.settimeout(PATIENCE)
        line.connect(str(place))
        return line.makefile("rw", encoding="utf-8", errors="replace")

    # ---- from outside ----

    def _answer(self) -> dict[str, Any]:
        while True:
            said: dict[str, Any] = json.loads(self._monitor.readline())
            if "event" not in said:
                return said

    def order(self, command: str, **arguments: object) -> None:
        """Tell the emulator something (QMP). Raises `RuntimeError` if it does not do it."""
        self._monitor.write(json.dumps({"execute": command, "arguments": arguments}) + "\n")
        self._monitor.flush()
        if "error" in (said := self._answer()):
            raise RuntimeError(f"{command}: {said['error']}")

    def plug_in_serial(self, port: Path) -> None:
        """Plug in a board with an FTDI chip, behind which is a serial port of this machine."""
        self.order("chardev-add", id="port", backend={"type": "serial", "data": {"device": str(port)}})
        self.order("device_add", driver="usb-serial", id="board", chardev="port")

    def plug_in_stick(self, image: Path) -> None:
        """Plug in a USB stick that is a file of this machine."""
        self.order("blockdev-add", **{"node-name": "image", "driver": "file", "filename": str(image)})
        self.order("device_add", driver="usb-storage", id="stick", drive="image", removable=True)

    def pull_out_stick(self) -> None:
        """Pull it out, whatever is being done with it."""
        self.order("device_del", id="stick")
        end = time.monotonic() + PATIENCE
        while True:
            try:
                self.order("blockdev-del", **{"node-name": "image"})
            except RuntimeError:
                # It is in use until the machine has seen that it is gone.
                if time.monotonic() > end:
                    raise
                time.sleep(0.2)
            else:
                return

    def picture(self) -> Picture:
        """Return what the machine's screen shows."""
        place = self.folder / "screen.ppm"
        self.order("screendump", filename=str(place))
        return read_ppm(place.read_bytes())

    # ---- from within ----

    def ask(self, command: str) -> str:
        """Run a command as root within the machine, and return what it says."""
        self._asked += 1
        mark = f"-- answer {self._asked}:"
        self._shell.write(f"{{ {command}\n}} 2>&1 < /dev/null; echo; echo '{mark}'\n")
        self._shell.flush()
        lines: list[str] = []
        while not (line := self._shell.readline()).startswith(mark):
            if not line:
                raise RuntimeError("The shell within the machine is gone.")
            lines.append(line.rstrip("\r\n"))
        return "\n".join(lines).strip()

    def until(self, condition: Callable[[], object], what: str) -> None:
        """Look again and again until something has come about. Raises `TimeoutError` if it does not."""
        end = time.monotonic() + PATIENCE
        while not condition():
            if time.monotonic() > end:
                raise TimeoutError(f"It never came about: {what}.")
            time.sleep(1)
