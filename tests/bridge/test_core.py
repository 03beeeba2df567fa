"""The firmware's portable core, built for this computer: sanitizers under fuzz, and the fairness of its faces."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from firmware_bridge.fairness import fairness
from firmware_bridge.tower import Tower

from .emulator.board import FIRMWARE, Board, require
from .listening import QUICK, throw, up

PORTABLE = ("line.c", "entropy.c", "journal.c", "events.c", "tower.c", "requests.c", "firmware.c")
SANITIZERS = ("-fsanitize=address,undefined", "-fno-sanitize-recover=all")


@pytest.fixture(scope="module")
def core(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The core with the fuzzer, under sanitizers."""
    require("gcc")
    program = tmp_path_factory.mktemp("core") / "fuzz"
    sources = [str(FIRMWARE / name) for name in PORTABLE] + [str(Path(__file__).parent / "native" / "fuzz.c")]
    warnings = ["-Wall", "-Wextra", "-Werror", "-Wno-format-nonliteral", "-Wno-format-extra-args"]
    flags = ["-O1", "-g", "-std=gnu99", *warnings, *SANITIZERS, f"-I{FIRMWARE}"]
    subprocess.run(["gcc", *flags, "-o", str(program), *sources], check=True)
    return program


def run(program: Path, *arguments: str) -> str:
    result = subprocess.run([str(program), *arguments], capture_output=True, text=True)
    assert result.returncode == 0, result.stderr[-3000:]
    return result.stdout


def fuzz(program: Path, seed: int, size: int) -> None:
    words = run(program, str(seed), str(size)).split()
    figures = dict(zip(words[::2], map(int, words[1::2]), strict=True))
    assert figures["bytes"] >= size
    # The fuzz must get past the checksum, or it tests nothing.
    assert figures["rolls"] > size / 50_000
    assert figures["replies"] > size / 200


@pytest.mark.parametrize("seed", [1, 2])
def test_fuzz_under_sanitizers(core: Path, seed: int) -> None:
    fuzz(core, seed, 5_000_000)


def test_60000_faces_of_the_generator_built_here(core: Path) -> None:
    faces = [int(face) for face in run(core, "faces", "60000")]
    heap = fairness(faces)
    assert heap.total == 60_000
    assert heap.chance > 1e-4  # the noise is seeded: always the same faces, so this never fails by chance
    assert heap.correlation is not None
    assert abs(heap.correlation) < 4 / 60_000**0.5


def faces_of_the_board(board: Board, count: int) -> list[int]:
    faces: list[int] = []
    board.do("warp 0")
    with Tower(board.port, QUICK) as tower:
        up(tower)
        tower.tumble(0)
        while len(faces) < count:
            faces += [face for face in throw(tower, 48).faces if face is not None]
    return faces


def test_faces_of_the_real_firmware(board: Board) -> None:
    heap = fairness(faces_of_the_board(board, 4_000))
    assert heap.chance > 1e-6
    assert heap.correlation is not None
    assert abs(heap.correlation) < 5 / heap.total**0.5


@pytest.mark.slow
def test_60000_faces_of_the_real_firmware(board: Board) -> None:
    heap = fairness(faces_of_the_board(board, 60_000))
    print(
        f"\n{heap.total} faces {heap.counts}: chi-square {heap.chi_square:.2f} with {heap.degrees} degrees of freedom "
        f"(fair dice: {heap.range_low:.2f} to {heap.range_high:.2f}), chance {heap.chance:.3f}, "
        f"serial correlation {heap.correlation:+.4f} (fair dice: within {2 / heap.total**0.5:.4f})"
    )
    assert heap.chance > 1e-6
    assert heap.correlation is not None
    assert abs(heap.correlation) < 5 / heap.total**0.5
