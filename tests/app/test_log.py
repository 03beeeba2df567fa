"""Whatever ends a thread or the process, a log says it. No window is needed for it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

BEGIN = (
    "import sys, os, threading; from pathlib import Path; "
    "from companion.app.start.startup_error import set_up_logging\n"
)


def log_after(tmp_path: Path, program: str) -> str:
    source = f"{BEGIN}set_up_logging(Path(sys.argv[1]) / 'companion.log')\n{program}"
    subprocess.run([sys.executable, "-c", source, str(tmp_path)], check=False, capture_output=True)
    return "".join(path.read_text() for path in sorted(tmp_path.iterdir()))


def test_a_thread_that_ends_is_in_the_log(tmp_path: Path) -> None:
    said = log_after(tmp_path, "t = threading.Thread(target=lambda: 1 // 0, name='pins'); t.start(); t.join()")
    assert "a thread has ended: ‹pins›" in said
    assert "ZeroDivisionError" in said


def test_a_library_that_ends_the_process_is_in_the_log(tmp_path: Path) -> None:
    assert "Fatal Python error: Aborted" in log_after(tmp_path, "os.abort()")


def test_the_bridge_writes_into_it_too(tmp_path: Path) -> None:
    said = log_after(tmp_path, "import logging; logging.getLogger('firmware_bridge.link').error('the link')")
    assert "the link" in said
