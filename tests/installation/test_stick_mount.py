"""What mounts a USB stick on a machine without a desktop: the program itself, on files that stand for sticks.

Real mounts need root and a place in which nobody else sees them; where that is missing they are skipped, by name.
"""

from __future__ import annotations

import os
import pwd
import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from companion.installation import install, stick
from companion.installation.install import InstallTarget, to_install, to_uninstall
from companion.installation.units import NAME
from tests.installation.judges import NEEDS_SYSTEMD_ANALYZE, NEEDS_UDEVADM, assert_understood
from tests.patience import PATIENCE

ID = "1A2B-3C4D"
NOBODY = pwd.getpwnam("nobody")

UDEVADM = """\
#!/bin/sh
case $* in
*=ID_FS_TYPE*) echo "$KIND" ;;
*=ID_FS_UUID*) echo "$ID" ;;
esac
"""
"""What udev knows of a stick; here it is told."""

ROOM = """\
set -eu
mount -t tmpfs none /media
mount -t tmpfs none /run
mount --bind "$FSTAB" /etc/fstab
"""
"""A place in which nobody else sees what is mounted."""


def lacks(*programs: str) -> str:
    """What a real mount needs and is not here; nothing if all is."""
    if os.geteuid() != 0:
        return "this needs root"
    if missing := [name for name in ("unshare", "losetup", "findmnt", *programs) if shutil.which(name) is None]:
        return f"{', '.join(missing)} is not installed"
    if subprocess.run(["unshare", "-m", "true"], capture_output=True, check=False).returncode:
        return "nothing can be mounted here"
    return "" if Path("/dev/loop-control").exists() else "there are no loop devices here"


Runs = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture
def runs(tmp_path: Path) -> Runs:
    """Runs lines of a shell in that place; `$stick` is the program."""
    tools = tmp_path / "tools"
    tools.mkdir()
    (tools / "udevadm").write_text(UDEVADM)
    (tools / "udevadm").chmod(0o755)
    (tmp_path / "stick").write_text(stick.PROGRAM)
    (tmp_path / "fstab").touch()

    def run(lines: str, **environment: str) -> subprocess.CompletedProcess[str]:
        ours = {
            "PATH": f"{tools}:/usr/sbin:/usr/bin:/sbin:/bin",
            "FSTAB": str(tmp_path / "fstab"),
            "stick": f"sh {tmp_path / 'stick'}",
            "ID": ID,
            **environment,
        }
        command = ["unshare", "-m", "sh", "-c", ROOM + lines]
        return subprocess.run(command, env=ours, capture_output=True, text=True, timeout=PATIENCE, check=False)

    return run


@pytest.fixture
def loop(tmp_path: Path) -> Iterator[Callable[..., str]]:
    """Makes a file system in a file; returns the name of a device that shows it."""
    devices: list[str] = []

    def made(*make: str) -> str:
        image = tmp_path / f"image-{len(devices)}"
        with image.open("wb") as file:
            file.truncate(16 * 2**20)
        subprocess.run([*make, str(image)], check=True, capture_output=True)
        done = subprocess.run(["losetup", "-f", "--show", image], check=True, capture_output=True, text=True)
        devices.append(done.stdout.strip())
        return Path(devices[-1]).name

    yield made
    for device in devices:
        subprocess.run(["losetup", "-d", device], check=True)


BLANK = ("true",)
EXT4 = ("mkfs.ext4", "-q")
NTFS = ("mkfs.ntfs", "-F", "-Q", "-q")


@pytest.mark.parametrize(
    ("kind", "written_at_once"), [("vfat", "flush"), ("exfat", "sync"), ("ntfs", "sync"), ("ext4", "sync")]
)
@pytest.mark.root
@pytest.mark.skipif(bool(lacks()), reason=lacks())
def test_each_kind_is_the_players_and_written_at_once(
    kind: str, written_at_once: str, runs: Runs, loop: Callable[..., str], tmp_path: Path
) -> None:
    """What would be mounted, with what options: no kernel of a test knows all four."""
    for name in ("mount", "chown", "umount", "rmdir"):
        (tmp_path / "tools" / name).write_text(f'#!/bin/sh\necho {name} "$@"\n')
    lines = f'cd /; chmod +x {tmp_path}/tools/*; $stick mount "$DEVICE" nobody'
    done = runs(lines, KIND=kind, DEVICE=loop(*BLANK))
    assert done.returncode == 0, done.stderr
    line, *then = [line.split() for line in done.stdout.splitlines() if line.startswith("mount")]
    options = line[line.index("-o") + 1].split(",")
    assert (then[-1] if then else line)[-1] == f"{stick.PLACE}/{ID}"
    assert written_at_once in options
    assert {"nosuid", "nodev", "noexec"} <= set(options)
    if kind == "ext4":
        assert f"chown --recursive --no-dereference nobody: {line[-1]}/{NAME}" in done.stdout
    else:
        assert {f"uid={NOBODY.pw_uid}", f"gid={NOBODY.pw_gid}"} <= set(options)


AS_NOBODY = "setpriv --reuid=nobody --regid=nogroup --clear-groups"
USED = f"""\
$stick mount "$DEVICE" nobody
findmnt --noheadings --output FSTYPE,OPTIONS {stick.PLACE}/$ID
{AS_NOBODY} mkdir -p {stick.PLACE}/$ID/{NAME}
{AS_NOBODY} sh -c "echo ours > {stick.PLACE}/$ID/{NAME}/evening"
cat {stick.PLACE}/$ID/{NAME}/evening
# A file is open there when it is pulled out.
exec 3< {stick.PLACE}/$ID/{NAME}/evening
$stick unmount "$DEVICE"
findmnt --noheadings --source "/dev/$DEVICE" || echo gone
ls {stick.PLACE}
"""


@pytest.mark.root
@pytest.mark.skipif(bool(lacks("mkfs.ext4")), reason=lacks("mkfs.ext4"))
def test_a_stick_comes_to_its_place_when_it_can_be_written(runs: Runs, loop: Callable[..., str]) -> None:
    """The companion copies the moment it is there: in a guest it was refused, for the folder was still root's."""
    seen = f"stat -c %U {stick.PLACE}/*/{NAME}"
    watched = f"(until {seen} 2> /dev/null; do :; done) & $stick mount $DEVICE nobody; wait"
    done = runs(watched, KIND="ext4", DEVICE=loop(*EXT4))
    assert done.stdout == "nobody\n", done.stderr


@pytest.mark.root
@pytest.mark.skipif(bool(lacks("mkfs.ext4")), reason=lacks("mkfs.ext4"))
def test_what_is_pulled_out_while_it_is_made_ready_leaves_nothing(runs: Runs, loop: Callable[..., str]) -> None:
    device = loop(*EXT4)
    lines = f"mkdir {stick.ASIDE}-$DEVICE; mount /dev/$DEVICE {stick.ASIDE}-$DEVICE; $stick unmount $DEVICE; ls /run"
    done = runs(lines, KIND="ext4", DEVICE=device)
    assert "stick" not in done.stdout, done.stderr


@pytest.mark.root
@pytest.mark.parametrize(("kind", "make"), [("ext4", EXT4), ("ntfs", NTFS)])
def test_a_stick_is_mounted_written_to_by_the_player_and_pulled_out(
    kind: str, make: tuple[str, ...], runs: Runs, loop: Callable[..., str]
) -> None:
    if missing := lacks(make[0], *(["mount.ntfs-3g"] if kind == "ntfs" else [])):
        pytest.skip(missing)
    done = runs(USED, KIND=kind, DEVICE=loop(*make))
    assert done.returncode == 0, done.stderr
    kind_and_options, *rest = done.stdout.splitlines()
    assert kind_and_options.split()[0] in ("ext4", "fuseblk")
    assert "nosuid" in kind_and_options
    assert rest == ["ours", "gone"]


@pytest.mark.root
@pytest.mark.skipif(bool(lacks("mkfs.ext4")), reason=lacks("mkfs.ext4"))
@pytest.mark.parametrize("entry", ["/dev/{device}", "UUID={uuid}", "LABEL=GAMES"])
def test_what_stands_in_fstab_is_left_alone(entry: str, runs: Runs, loop: Callable[..., str], tmp_path: Path) -> None:
    uuid = "6f3b2c1a-0000-4000-8000-00000000abcd"
    device = loop(*EXT4, "-L", "GAMES", "-U", uuid)
    (tmp_path / "fstab").write_text(f"{entry.format(device=device, uuid=uuid)} /srv ext4 noauto 0 0\n")
    done = runs(
        '$stick mount "$DEVICE" nobody; findmnt --source "/dev/$DEVICE" || echo not mounted', KIND="ext4", DEVICE=device
    )
    assert "stands in /etc/fstab: left alone" in done.stdout, done.stderr
    assert done.stdout.endswith("not mounted\n")


@pytest.mark.root
@pytest.mark.skipif(bool(lacks("mkfs.ext4")), reason=lacks("mkfs.ext4"))
def test_what_somebody_has_mounted_is_left_alone(runs: Runs, loop: Callable[..., str]) -> None:
    lines = 'mkdir /media/own; mount "/dev/$DEVICE" /media/own; $stick mount "$DEVICE" nobody; ls /media'
    done = runs(lines, KIND="ext4", DEVICE=loop(*EXT4))
    assert "is mounted already: left alone" in done.stdout, done.stderr
    assert done.stdout.splitlines()[-1] == "own"


@pytest.mark.root
@pytest.mark.skipif(bool(lacks("mkfs.ext4")), reason=lacks("mkfs.ext4"))
def test_a_copy_of_a_stick_gets_a_place_of_its_own(runs: Runs, loop: Callable[..., str]) -> None:
    one, other = loop(*EXT4), loop(*EXT4)
    done = runs(f"$stick mount {one} nobody; $stick mount {other} nobody; ls {stick.PLACE}", KIND="ext4")
    assert done.stdout.split() == [ID, f"{ID}-{other}"], done.stderr


@pytest.mark.root
@pytest.mark.skipif(bool(lacks("mkfs.ext4")), reason=lacks("mkfs.ext4"))
@pytest.mark.parametrize("name", ["../../etc", "", "a b", "$(reboot)"])
def test_a_stick_with_a_hostile_id_is_known_by_its_device(name: str, runs: Runs, loop: Callable[..., str]) -> None:
    device = loop(*EXT4)
    done = runs(f'$stick mount "$DEVICE" nobody; ls {stick.PLACE}', KIND="ext4", DEVICE=device, ID=name)
    assert done.stdout.split() == [device], done.stderr


@pytest.mark.root
@pytest.mark.skipif(bool(lacks("mkfs.ext4")), reason=lacks("mkfs.ext4"))
def test_a_link_on_a_stick_gives_nobody_anything(runs: Runs, loop: Callable[..., str], tmp_path: Path) -> None:
    """As the companion's folder, to a file of root's."""
    (tmp_path / "roots").mkdir()
    device = loop(*EXT4)
    lines = f"""\
mkdir /media/x; mount /dev/{device} /media/x; ln -s {tmp_path}/roots /media/x/{NAME}; umount /media/x
$stick mount {device} nobody
stat -c %U {tmp_path}/roots
"""
    assert runs(lines, KIND="ext4").stdout.split() == ["root"]


@pytest.mark.root
@pytest.mark.skipif(bool(lacks()), reason=lacks())
def test_what_cannot_be_mounted_leaves_nothing(runs: Runs, loop: Callable[..., str]) -> None:
    done = runs(f'$stick mount "$DEVICE" nobody || echo failed; ls {stick.PLACE}', KIND="ext4", DEVICE=loop(*BLANK))
    assert done.stdout.split() == ["failed"], done.stderr
    swap = runs('$stick mount "$DEVICE" nobody', KIND="swap", DEVICE=loop(*BLANK))
    assert "left alone" in swap.stdout


def test_sticks_are_mounted_only_where_nothing_else_does_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a desktop (“lite does not have automount”, raspberrypi/documentation#1949)."""

    def installed(*, desktop: bool) -> list[str]:
        here = InstallTarget("anna", tmp_path, tmp_path / "data", tmp_path / "python", desktop)
        return [step.command[-1] for step in to_install(here)]

    ours = [str(stick.RULE_FILE), str(stick.UNIT_FILE), str(stick.PROGRAM_FILE)]
    assert set(ours) <= set(installed(desktop=False))
    assert not set(ours) & set(installed(desktop=True))
    monkeypatch.setattr(stick, "RULE_FILE", tmp_path / "rule")
    monkeypatch.setattr(install, "RULES", tmp_path / "rule")
    (tmp_path / "rule").touch()
    taken = [
        step.command[-1] for step in to_uninstall(InstallTarget("anna", tmp_path, tmp_path, tmp_path, desktop=False))
    ]
    assert {str(tmp_path / "rule"), ours[1], str(stick.PROGRAM_FILE.parent)} <= set(taken)


@NEEDS_SYSTEMD_ANALYZE
def test_the_unit_is_one_that_systemd_understands(tmp_path: Path) -> None:
    unit = tmp_path / "stick@sda1.service"
    unit.write_text(stick.unit("anna"))
    done = subprocess.run(["systemd-analyze", "verify", str(unit)], capture_output=True, text=True, check=False)
    assert [line for line in done.stderr.splitlines() if "stick@" in line and "dev-sda1" not in line] == []
    unit.write_text(stick.unit("anna").replace("RemainAfterExit=yes", "RemainAfterExit=perhaps"))
    done = subprocess.run(["systemd-analyze", "verify", str(unit)], capture_output=True, text=True, check=False)
    assert "perhaps" in done.stderr, "the judge sees a fault when there is one"


@NEEDS_UDEVADM
def test_the_rule_is_one_that_udev_understands(tmp_path: Path) -> None:
    assert_understood(tmp_path / "71-stick.rules", stick.RULE)
