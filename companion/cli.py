"""The command `companion`: app, headless interface, demo, a tower to try out, a check of the machine, export."""

from __future__ import annotations

import argparse
import errno
import io
import json
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

from companion import __version__
from companion.table.errors import CompanionError
from companion.table.folder import is_shared

if TYPE_CHECKING:
    from companion.table.game import Allowed

_NO_ROOM: Final = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)


def main(arguments: list[str] | None = None) -> int:
    """Run one command and return its exit code."""
    _have_streams()
    chosen = parser().parse_args(arguments)
    try:
        if chosen.data is None:
            chosen.data = default_data()
        # Games, settings and logs are for the eyes of whoever plays here; in a shared folder, of its group.
        os.umask(0o007 if is_shared(chosen.data) else 0o077)
        code = _run(chosen)
        # At the end of the process nobody could say any more that there was no room for it.
        sys.stdout.flush()
    except CompanionError as error:
        sys.stderr.write(f"{error}\n")
        return 1
    except OSError as error:
        if error.errno not in (errno.EPIPE, *_NO_ROOM):
            raise
        # Whoever reads has heard enough, or there is no room; nothing can be said any more.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if error.errno in _NO_ROOM:
            from companion.storage.errors import why

            sys.stderr.write(f"Not all of it could be written: {why(error)}. What was played before is safe.\n")
        return 1
    except KeyboardInterrupt:
        sys.stderr.write("\nStopped.\n")
        return 130
    return code


def _have_streams() -> None:
    """Have something behind each standard stream that this process was started without, and write any name to it.

    Without a stream, the next file that is opened gets its number, and with it whatever a library complains of there:
    the copy of a game.
    """
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            # The lowest number that is free: its own.
            number = os.open(os.devnull, os.O_RDWR)
            os.set_inheritable(number, True)
            setattr(sys, name, os.fdopen(number, mode, encoding="utf-8"))
    for stream in (sys.stdout, sys.stderr):
        # A terminal may know fewer letters than the names of people, cards and files have.
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def parser() -> argparse.ArgumentParser:
    """Return what knows all commands and their options."""
    parser = argparse.ArgumentParser(prog="companion", description="A touchscreen companion for the game table.")
    # Said before the command or after it: there it must not take back what was said before.
    allow = argparse.ArgumentParser(add_help=False)
    for where in (parser, allow):
        where.add_argument(
            "--allow-own-factions",
            action="store_true",
            default=argparse.SUPPRESS if where is allow else False,
            help="run files of own factions that nobody has allowed on the screen; each is a program",
        )
    parser.add_argument("--version", action="version", version=__version__)
    parser.add_argument("--data", type=Path, help="where games and settings are kept")
    parser.add_argument(
        "--set", action="append", default=[], metavar="NAME=VALUE", help="a setting for this time; the file stays"
    )
    # Without its name it works out the usage first, for which it must learn how wide the terminal is.
    commands = parser.add_subparsers(dest="command", prog=parser.prog)
    app = commands.add_parser("app", help="the touchscreen (the default)")
    app.add_argument("--tower", default="", help="port of the dice tower, instead of the one in the settings")
    app.add_argument("--window", action="store_true", help="do not fill the screen this time")
    commands.add_parser("headless", parents=[allow], help="JSON lines on standard input and output")
    demo = commands.add_parser("demo", help="play a game by itself and save a picture of each screen")
    demo.add_argument("--out", type=Path, default=Path("demo-pictures"))
    tower = commands.add_parser("tower-sim", help="a simulated dice tower, to try the companion without one")
    tower.add_argument("link", nargs="?", default="", help="stable name for its port, such as /tmp/tower")
    tower.add_argument("--seed", default="", help="the same faces each time")
    doctor = commands.add_parser("doctor", help="say whether this machine is ready, and how to mend what is not")
    doctor.add_argument("--json", action="store_true", help="for programs")
    for name, what in (
        ("install", "start it by itself when this machine is switched on; shows first what it will do"),
        ("uninstall", "take that back; games stay"),
        ("update", "copy the games and fetch the newest version"),
        ("rollback", "go back to the version before the last update"),
    ):
        change = commands.add_parser(name, help=what)
        change.add_argument("--yes", action="store_true", help="do not ask")
        if name.endswith("install"):
            change.add_argument("--show", action="store_true", help="only show what would be done")
        if name == "install":
            change.add_argument(
                "--system",
                action="store_true",
                help="for a machine without a desktop: under /opt, with a user of its own, renewed from the screen",
            )
    flash = commands.add_parser("flash", help="put the firmware on the board of a dice tower, and greet the tower")
    flash.add_argument("port", nargs="?", default="", help="where the board is; without it, it is looked for")
    flash.add_argument("--hex", type=Path, metavar="FILE", help="another firmware")
    flash.add_argument("--yes", action="store_true", help="do not ask")
    commands.add_parser(
        "check", parents=[allow], help="look over what the games consist of, and say what rests on one source"
    )
    export = commands.add_parser(
        "export", parents=[allow], help="print the log of a game file, or write the game to one file"
    )
    export.add_argument("file", type=Path)
    export.add_argument("--json", action="store_true", help="as JSON lines")
    export.add_argument("--game", type=Path, metavar="NEW", help="write the game to this file, to be imported")
    export.add_argument("--report", type=Path, metavar="NEW", help="write how it went to this file, a page to read")
    taken = commands.add_parser("import", parents=[allow], help="import a game that was exported")
    taken.add_argument("file", type=Path)
    taken.add_argument("--partly", action="store_true", help="what is whole of a damaged one")
    # For the screen, which asks it for one game after the other.
    look = commands.add_parser("look")
    look.add_argument("--language", default="en")
    problem = commands.add_parser(
        "problem", parents=[allow], help="write a bug report: a game, the log, what the doctor says"
    )
    problem.add_argument("file", type=Path, nargs="?", help="the game that it is about")
    problem.add_argument("--out", type=Path, metavar="NEW", default=Path("companion-problem.zip"))
    problem.add_argument("--without-names", action="store_true", help="take out what people wrote")
    return parser


def default_data() -> Path:
    """Return the folder for games and settings, where the system keeps such things. Raises `CompanionError`."""
    base = os.environ.get("XDG_DATA_HOME") or str(_home() / ".local" / "share")
    return Path(base) / "table-companion"


def _home() -> Path:
    try:
        return Path.home()
    except RuntimeError as error:
        raise CompanionError(
            "This machine knows no home folder of this user. Name a folder for the games: companion --data FOLDER"
        ) from error


def _run(chosen: argparse.Namespace) -> int:
    if chosen.command == "headless":
        from companion.headless.interface import run
        from companion.storage.user_files import FOLDER

        return run(sys.stdin.buffer, sys.stdout.buffer, chosen.data / FOLDER, _allowed(chosen))
    if chosen.command == "doctor":
        from companion.doctor.examination import report

        return report(chosen.data, as_json=chosen.json)
    if chosen.command in ("install", "uninstall"):
        from companion.installation import install, system

        if chosen.command == "install" and chosen.system:
            return system.install_system(chosen.data, yes=chosen.yes, only_show=chosen.show)
        if chosen.command == "uninstall" and system.is_installed():
            return system.uninstall_system(yes=chosen.yes, only_show=chosen.show)
        change = install.install if chosen.command == "install" else install.uninstall
        return change(chosen.data, yes=chosen.yes, only_show=chosen.show)
    if chosen.command in ("update", "rollback"):
        from companion.installation import renew

        renewal = renew.update if chosen.command == "update" else renew.rollback
        return renewal(chosen.data, yes=chosen.yes)
    if chosen.command == "flash":
        from companion.installation.flash import flash

        return flash(chosen.port, chosen.hex, yes=chosen.yes)
    if chosen.command == "check":
        _take_own(chosen)
        return _check()
    if chosen.command == "tower-sim":
        from firmware_bridge.simulator import main as simulate

        return simulate([*filter(None, [chosen.link]), *(["--seed", chosen.seed] if chosen.seed else [])])
    if chosen.command == "export":
        _take_own(chosen)
        return _export(chosen)
    if chosen.command == "import":
        _take_own(chosen)
        return _import(chosen.data, chosen.file, partly=chosen.partly)
    if chosen.command == "look":
        from companion.games import GAMES
        from companion.storage.inspector import serve
        from companion.table import words

        words.use(chosen.language)
        _take_own(chosen)
        return serve(GAMES, sys.stdin.buffer, sys.stdout.buffer)
    if chosen.command == "problem":
        _take_own(chosen)
        return _problem(chosen)
    if chosen.command == "demo":
        from companion.app.demo.main import main as demo

        return demo(chosen.out)
    _finish_update()
    from companion.app.start.main import main as app
    from companion.storage.settings import override

    override(chosen.set, os.environ)
    if chosen.command is None:
        return app(chosen.data)
    return app(chosen.data, window=chosen.window, tower_port=chosen.tower)


def _finish_update() -> None:
    """Become the newer version, if one was set up for this folder; it is put in its place when nothing of it runs."""
    if (Path(__file__).resolve().parent.parent / ".git" / "companion" / "update.json").exists():
        from companion.installation.place import finish_update

        if finish_update():
            os.execv(sys.executable, sys.orig_argv)


def _take_own(chosen: argparse.Namespace) -> None:
    from companion.games import take_own
    from companion.storage.user_files import FOLDER

    sys.stderr.writelines(f"{sentence}\n" for sentence in take_own(chosen.data / FOLDER, _allowed(chosen)))


def _allowed(chosen: argparse.Namespace) -> Allowed:
    from companion.storage.program_approval import AllowedPrograms
    from companion.table.game import allow_all

    return allow_all if chosen.allow_own_factions else AllowedPrograms(chosen.data).allows


def _check() -> int:
    from companion.games import GAMES
    from companion.table.game import SupportsContentCheck

    wrong = 0
    for game in GAMES:
        if not isinstance(game, SupportsContentCheck):
            continue
        found = game.content()
        wrong += len(found.wrong)
        sys.stdout.write(f"{game.title}: {', '.join(f'{number} {what}' for what, number in found.counted)}.\n")
        sys.stdout.writelines(f"wrong   {sentence}\n" for sentence in found.wrong)
        sys.stdout.writelines(f"check   {sentence}\n" for sentence in found.one_source)
        if not found.wrong:
            sys.stdout.write("Everything holds together. “check” marks what rests on one source.\n")
    return 1 if wrong else 0


def _export(chosen: argparse.Namespace) -> int:
    from companion.games import GAMES
    from companion.storage.game_archive import pack, write_new
    from companion.storage.game_library import bodies_of, read
    from companion.storage.html_report import report

    if chosen.game is not None:
        pack(bodies_of(chosen.file), chosen.game)
    if chosen.report is not None:
        write_new(chosen.report, report(read(chosen.file, GAMES)).encode())
    if chosen.game is not None or chosen.report is not None:
        return 0
    for line in read(chosen.file, GAMES).history:
        if chosen.json:
            sys.stdout.write(json.dumps(line.as_json(), ensure_ascii=False) + "\n")
            continue
        sys.stdout.write(f"{line.number}. {line.entry.label}\n")
        sys.stdout.writelines(f"   {text}\n" for fact in line.facts if (text := fact.text()))
    return 0


def _import(data: Path, file: Path, *, partly: bool) -> int:
    from companion.games import GAMES
    from companion.storage.game_library import Library

    library = Library(data / "games", GAMES)
    fresh = library.take_in(file, partly=partly)
    sys.stdout.write(f"Imported: {fresh.name}. {library.standing(fresh)}\n")
    return 0


def _problem(chosen: argparse.Namespace) -> int:
    from companion.doctor.examination import machine
    from companion.games import GAMES
    from companion.storage.bug_bundle import problem
    from companion.table.file_names import plain_path

    nameless = chosen.data if chosen.without_names else None
    problem(chosen.out, chosen.file, GAMES, machine(chosen.data), nameless=nameless)
    sys.stdout.write(f"The bug report is {plain_path(chosen.out)}.\n")
    return 0
