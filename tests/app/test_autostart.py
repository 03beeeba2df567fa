"""The companion starts with the machine, or no more, from the screen; sudo is a program that only writes down."""

from __future__ import annotations

import os
import shlex
import sys
from pathlib import Path
from typing import Any

import pytest

from companion.installation import install, units
from companion.installation.install import InstallTarget
from tests.app.test_update_page import said


def test_it_starts_with_the_machine_and_no_more_from_the_screen(
    shell: Any, fingers: Any, until: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Install and uninstall from the screen, too; where sudo wants a password, the command is named."""
    here = InstallTarget("anna", tmp_path / "home", tmp_path / "home" / "data", Path(sys.executable), desktop=True)
    program, told = tmp_path / "bin" / "sudo", tmp_path / "told"
    program.parent.mkdir()
    program.write_text("#!/bin/sh\nexit 1\n")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{program.parent}:{os.environ['PATH']}")
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    monkeypatch.setattr(install, "RUNNING", tmp_path)
    monkeypatch.setattr(install, "SYSTEM_UNIT", tmp_path / "none")
    monkeypatch.setattr(install, "this_machine", lambda _: here)
    shell.home()
    shell.open_settings()
    fingers.skip(0.4)
    shell.page.links["AUTOSTART"].dispatch("on_use")
    page = shell.page

    def tap() -> None:
        fingers.skip(0.6)
        fingers.tap(page.primary)

    tap()
    until(lambda: f"Run there: {shlex.quote(str(here.python.with_name('companion')))} install" in shell.banner.message)
    assert not here.home.exists()

    program.write_text(f"#!/bin/sh\ncat > /dev/null\necho sudo $@ >> '{told}'\n")
    tap()
    until(lambda: page.primary.text == "Done")
    assert here.start.exists()
    assert f'--data "{here.data}" app' in here.user_unit.read_text()
    for what in ("sudo -n true", f"{install.RULES}", "usermod -aG"):
        assert what in told.read_text()
    tap()
    shell.page.links["AUTOSTART"].dispatch("on_use")
    page = shell.page
    assert "The companion starts when this machine is switched on." in said(shell)

    program.write_text("#!/bin/sh\nexit 1\n")
    tap()
    until(lambda: page.primary.text == "Done")
    assert not list(here.home.rglob(f"{units.NAME}*.*"))


def test_without_systemd_it_is_not_offered(shell: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(install, "RUNNING", tmp_path / "none")
    shell.home()
    shell.open_settings()
    assert not hasattr(shell.page, "autostart")
