"""Voltage and heat in the banner, and the machine switched off from the screen."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from companion.app.hardware.power import PowerWatch
from tests.app.sizes import sized
from tests.test_doctor import FIRMWARE, lay

pytestmark = pytest.mark.window


def told(root: Path, flags: str) -> Path:
    return lay(root, {FIRMWARE: flags})


def test_what_becomes_worse_is_told_once(tmp_path: Path) -> None:
    watch = PowerWatch(told(tmp_path, "0"), "no-such-program")
    assert watch.news() == ""
    told(tmp_path, "50005")
    assert "voltage is too low" in watch.news()
    assert watch.news() == ""
    told(tmp_path, "50000")
    assert watch.news() == "", "it was so before; now it is not"
    told(tmp_path, "50001")
    assert "voltage is too low" in watch.news()
    told(tmp_path, "8")
    assert "too hot" in watch.news()


def test_the_banner_says_it(shell: Any, fingers: Any, tmp_path: Path) -> None:
    from companion.app.hardware.power import PAUSE

    shell.watch_power(PowerWatch(told(tmp_path, "0"), "no-such-program"))
    fingers.skip(PAUSE + 1)
    assert shell.banner.parent is None
    told(tmp_path, "50005")
    fingers.skip(PAUSE + 1)
    assert "The voltage is too low" in shell.banner.message


@sized((800, 480), (720, 1280))
def test_shutting_down(
    shell: Any,
    fingers: Any,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    size: tuple[int, int],
    until: Any,
) -> None:
    """The key, the page, and a system that refuses; what would switch it off is a program of the test's."""
    from companion.app.hardware import power

    calls = tmp_path / "calls"
    program = tmp_path / "systemctl"
    program.write_text(f"#!/bin/sh\necho off >> {calls}\necho 'Interactive authentication required.' >&2\nexit 1\n")
    program.chmod(0o755)
    monkeypatch.setattr(power, "OFF", (str(program),))
    shell.home()
    shell.open_settings()
    fingers.skip(0.4)
    shell.page.links["SHUTDOWN"].dispatch("on_use")
    fingers.skip(0.6)
    fingers.picture(tmp_path / f"off_{size[0]}.png")
    assert shell.page.heading == "Shut down"
    assert not calls.exists(), "not before it is confirmed"
    fingers.tap(shell.page.primary)
    until(lambda: shell.banner.message)
    assert calls.read_text() == "off\n"
    assert "The machine could not be shut down (Interactive authentication required.)" in shell.banner.message
    fingers.skip(0.6)
    assert not shell.page.primary.disabled
    fingers.picture(tmp_path / f"refused_{size[0]}.png")
