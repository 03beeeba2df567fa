"""A real Chromium, driven by its own protocol; it reaches nothing but this machine."""

from __future__ import annotations

import base64
import itertools
import json
import subprocess
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path
from typing import Any, Final

from websockets.sync.client import connect

QUIET: Final = (
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--remote-debugging-port=0",
    "--no-first-run",
    "--disable-extensions",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-default-apps",
    "--no-pings",
    "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1",
)


class Browser:
    """Chromium without a window; install it with `apt-get install chromium`."""

    def __enter__(self) -> Browser:
        self._stack = ExitStack()
        self._folder = tempfile.TemporaryDirectory(prefix="companion-chromium-", ignore_cleanup_errors=True)
        command = ["chromium", *QUIET, f"--user-data-dir={self._folder.name}", "about:blank"]
        self._process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        assert self._process.stderr is not None
        for line in self._process.stderr:
            if line.startswith(b"DevTools listening on "):
                address = line.split()[-1].decode()
                self._socket = self._stack.enter_context(connect(address, max_size=None, compression=None))
                break
        self._numbers = itertools.count(1)
        self.events: list[dict[str, Any]] = []
        return self

    def __exit__(self, *_why: object) -> None:
        self._stack.close()
        self._process.terminate()
        self._process.wait(10)
        self._folder.cleanup()

    def call(self, method: str, session: str = "", **values: Any) -> dict[str, Any]:
        """Call a method of the protocol and return its result."""
        number = next(self._numbers)
        message = {"id": number, "method": method, "params": values} | ({"sessionId": session} if session else {})
        self._socket.send(json.dumps(message))
        while True:
            said = json.loads(self._socket.recv(timeout=60))
            if said.get("id") == number:
                if "error" in said:
                    raise RuntimeError(f"{method}: {said['error']}")
                result: dict[str, Any] = said["result"]
                return result
            self.events.append(said)

    def open(self, address: str, size: tuple[int, int]) -> Tab:
        """Open a page in a window of its own, with a storage of its own."""
        context = self.call("Target.createBrowserContext")["browserContextId"]
        target = self.call("Target.createTarget", url="about:blank", browserContextId=context)["targetId"]
        tab = Tab(self, self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"])
        for part in ("Page", "Network", "Runtime", "Log"):
            tab(f"{part}.enable")
        tab.resize(size)
        tab("Page.navigate", url=address)
        return tab

    def faults(self) -> list[str]:
        """Return what scripts and pages have complained of."""
        return [
            str(event["params"])
            for event in self.events
            if event["method"] in ("Runtime.exceptionThrown", "Log.entryAdded")
        ]


class Tab:
    """A page in the browser."""

    def __init__(self, browser: Browser, session: str) -> None:
        self._browser, self._session = browser, session

    def __call__(self, method: str, **values: Any) -> dict[str, Any]:
        return self._browser.call(method, self._session, **values)

    def resize(self, size: tuple[int, int]) -> None:
        """Give the window another size."""
        wide, high = size
        small = wide < 900
        self("Emulation.setDeviceMetricsOverride", width=wide, height=high, deviceScaleFactor=1 + small, mobile=small)

    def run(self, script: str) -> Any:
        """Run a script in the page and return its value."""
        found = self("Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in found:
            raise RuntimeError(str(found["exceptionDetails"]))
        return found["result"].get("value")

    def wait(self, script: str, seconds: float = 20.0) -> None:
        """Wait until a script returns something true."""
        until = time.monotonic() + seconds
        while not self.run(f"new Promise(r => requestAnimationFrame(() => r(!!({script}))))"):
            if time.monotonic() > until:
                raise TimeoutError(f"{script}: {self.run('document.body.innerText')}")

    def picture(self, path: Path, *, whole: bool = False) -> None:
        """Save a picture of the page."""
        data = self("Page.captureScreenshot", format="png", captureBeyondViewport=whole)["data"]
        path.write_bytes(base64.b64decode(data))
