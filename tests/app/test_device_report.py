"""The running app answers the doctor."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

import pytest

from companion.doctor.finding import Finding
from companion.doctor.running import ask
from tests.patience import PATIENCE

pytestmark = pytest.mark.window


def test_the_app_itself_answers_with_what_it_has(
    window: Any,
    fingers: Any,
    resize: Any,  # noqa: ARG001
    tmp_path: Path,
    until: Any,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Asked from another thread, as another process would; a fault of one check hides no other."""
    from kivy.uix.floatlayout import FloatLayout

    from companion.app.start import device_report
    from companion.app.start.application import PRELOAD_INTERVAL, CompanionApp

    def strange() -> Finding:
        raise ArithmeticError("strange")

    monkeypatch.setattr(device_report, "check_backlight", strange)
    app: Any = CompanionApp(tmp_path)
    app.root = FloatLayout()
    window.add_widget(app.root)
    app.open_data()
    fingers.skip(PRELOAD_INTERVAL + 0.1)
    heard: list[Any] = []
    thread = threading.Thread(target=lambda: heard.append(ask(tmp_path)))
    thread.start()
    until(lambda: heard)
    thread.join(PATIENCE)
    found = {finding.what: finding for finding in heard[0]}
    assert found["running"].state == "ok"
    assert f"x11, {window.system_size[0]} x {window.system_size[1]}" in found["window"].says
    assert {"tower", "pins", "sound", "touchscreen", "rights"} <= found.keys()
    assert "strange" in found["fault"].says
    app.on_stop()
    window.remove_widget(app.root)
    assert ask(tmp_path) is None
