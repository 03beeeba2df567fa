"""Tries faults with tests.

A fault in a function is put into a fork of a process that has collected all tests, so that nothing is imported again.
What runs while the game is imported, such as the numbers of units, is tried by forks that import it with the fault.
"""

from __future__ import annotations

import gc
import json
import os
import resource
import signal
import sys
import tempfile
import time
import traceback
from collections.abc import Callable, Iterable, Mapping, Sequence
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.util import spec_from_file_location
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any, Final

import pytest
from coverage import Coverage

from tests.instruments.mutants.places import all_codes

MEMORY: Final = 3 * 2**30
"""Bytes that the tests of a fault may take."""
KILLED: Final = "time or memory"
NOT_IMPORTED: Final = "import"
OPTIONS: Final = ("-q", "-s", "-o", "addopts=", "-m", "not slow", "-p", "no:cacheprovider")

Functions = Mapping[tuple[object, ...], Sequence[FunctionType]]


def forked(work: Callable[[], object], *, quiet: bool = True) -> Any:
    """Return what a fork returns, or that it was killed for its time or memory."""
    with tempfile.TemporaryFile("w+") as answer:
        if not (child := os.fork()):
            try:
                if quiet:
                    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
                resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
                json.dump(work(), answer)
                answer.flush()
                os._exit(0)
            except BaseException:  # noqa: BLE001 - the fork ends here, and its parent says so
                traceback.print_exc()
            finally:
                os._exit(1)
        status = os.waitpid(child, 0)[1]
        if os.WIFSIGNALED(status):
            return KILLED
        if status:
            raise RuntimeError("the tests could not be run")
        answer.seek(0)
        return json.load(answer)


def collected(tests: Iterable[str], use: Callable[[list[pytest.Item]], object]) -> object:
    """Collect tests, and return what a function makes of them instead of running them; or that this failed."""

    class Plugin:
        made: object = NOT_IMPORTED

        @pytest.hookimpl(tryfirst=True)
        def pytest_runtestloop(self, session: pytest.Session) -> bool:
            if not session.testsfailed:
                self.made = use(session.items)
            return True

    plugin = Plugin()
    pytest.main([*OPTIONS, *tests], [plugin])
    return plugin.made


def run(items: Sequence[pytest.Item], seconds: Mapping[str, float], began: Callable[[str], object] = str) -> str:
    """Run tests until one fails, and return that one; each has ten times as long as it usually takes."""
    for item, after in zip(items, [*items, None][1:], strict=True):
        began(item.nodeid)
        # Processor time of this process, so that a busy machine catches nothing.
        signal.setitimer(signal.ITIMER_VIRTUAL, 5 + 10 * seconds.get(item.nodeid, 100))
        item.config.hook.pytest_runtest_protocol(item=item, nextitem=after)
        if item.session.testsfailed:
            return item.nodeid
    return ""


def reach(items: Sequence[pytest.Item], files: Sequence[Path]) -> dict[str, Any]:
    """Run tests and return the time and the lines of each."""
    coverage = Coverage(data_file=None, include=[str(file) for file in files])
    # Some tests come to none of the files.
    coverage.set_option("run:disable_warnings", ["no-data-collected"])
    moments = [time.process_time()]

    def began(test: str) -> None:
        coverage.switch_context(test)
        moments.append(time.process_time())

    coverage.start()
    if wrong := run(items, {}, began):
        raise RuntimeError(f"{wrong} fails without a fault")
    coverage.stop()
    ends = [*moments[2:], time.process_time()]
    found: dict[str, Any] = {
        item.nodeid: {"seconds": round(end - start, 3), "lines": []}
        for item, start, end in zip(items, moments[1:], ends, strict=True)
    }
    for file in files:
        for line, tests in coverage.get_data().contexts_by_lineno(str(file.resolve())).items():
            for test in filter(None, tests):
                found[test]["lines"].append(f"{file.stem}:{line}")
    return found


def identity(code: CodeType) -> tuple[object, ...]:
    """Return what tells a function's code from all others, also when its file is compiled anew."""
    return code.co_filename, code.co_qualname, tuple(code.co_positions())


def functions() -> Functions:
    """Return all functions there are, by the identity of their code."""
    found: dict[tuple[object, ...], list[FunctionType]] = {}
    gc.unfreeze()
    for function in gc.get_objects():
        if type(function) is FunctionType:
            found.setdefault(identity(function.__code__), []).append(function)
    # Forks share what no collector touches.
    gc.freeze()
    return found


def with_code(
    items: Sequence[pytest.Item], seconds: Mapping[str, float], right: CodeType, wrong: CodeType, there: Functions
) -> str:
    """Give functions the code of their file with a fault, and return the test that fails, if any."""
    for before, after in zip(all_codes(right), all_codes(wrong), strict=True):
        if before != after:
            for function in there.get(identity(before), ()):
                function.__code__ = after
    return run(items, seconds)


class Importer(SourceFileLoader):
    """Imports one module from this code."""

    def __init__(self, file: Path, code: CodeType) -> None:
        super().__init__(".".join(file.with_suffix("").parts), str(file.resolve()))
        self.code = code

    def get_code(self, _name: str) -> CodeType:
        return self.code

    def find_spec(self, name: str, _path: object = None, _target: object = None) -> ModuleSpec | None:
        return spec_from_file_location(name, self.path, loader=self) if name == self.name else None


def with_import(file: Path, code: CodeType, tests: Sequence[str], seconds: Mapping[str, float]) -> object:
    """Import a file with a fault, and return the test that fails, if any, or that it cannot be imported."""
    sys.meta_path.insert(0, Importer(file, code))
    signal.setitimer(signal.ITIMER_VIRTUAL, 100)

    def use(items: list[pytest.Item]) -> str:
        by_id = {item.nodeid: item for item in items}
        return run([by_id[test] for test in tests if test in by_id], seconds)

    return collected(sorted({test.split("::")[0] for test in tests}), use)
