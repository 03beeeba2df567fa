"""Asks whether a user's own program may run."""

from __future__ import annotations

from pathlib import Path

from companion.app.pages.long_task import TaskPage
from companion.storage.program_approval import ProgramApproval
from companion.table.file_names import plain, plain_path
from companion.table.words import _


class ApproveProgramPage(TaskPage):
    """Asks about one program file after the other.

    Going back leaves out the remaining files; they are asked about at the next start.

    Args:
        own: the users' own programs.
    """

    NEEDS = ("programs",)

    def __init__(self, own: ProgramApproval) -> None:
        super().__init__(_("A faction of your own"))
        self._own = own
        self._waiting = own.waiting()
        self.leave_out_key = self.add_extra(_("Leave it out"), self._next)

    def opened(self) -> None:
        path = self._waiting[0]
        self.tell(
            [
                _("{file} is a program, in {folder}.").format(file=plain(path), folder=plain_path(path.parent)),
                _(
                    "It can do whatever this user can do on this machine: read, change and delete files, and use the "
                    "network. Run it only if you trust whoever wrote it."
                ),
                _(
                    "If you run it, you are not asked again unless the file changes. "
                    "If you leave it out, you are asked at the next start."
                ),
            ]
        )
        self.set_action(_("Run it"), lambda: self._allow(path))

    def _allow(self, path: Path) -> None:
        self.leave_out_key.disabled = True
        self.begin(lambda: self._own.allow(path), self._next)

    def _failed(self, why: str) -> None:
        self._next()
        self.host.show_message(why)

    def _next(self) -> None:
        self.leave_out_key.disabled = False
        del self._waiting[:1]
        if self._waiting:
            self.opened()
        else:
            self.go_left()

    def go_left(self) -> None:
        if not self._busy:
            if left_out := self._own.take():
                self.host.show_message("\n".join(left_out))
            self.host.refresh_previews()
        super().go_left()
