"""Page that switches the start with the machine on and off, like `companion install`."""

from __future__ import annotations

from companion.app.pages.long_task import TaskPage
from companion.installation import install
from companion.table.file_names import plain_path
from companion.table.words import _


class AutostartPage(TaskPage):
    """Shows whether the companion starts with the machine, and changes it."""

    def __init__(self) -> None:
        super().__init__(_("Start with the machine"))

    def opened(self) -> None:
        if install.is_installed(self.host.library.folder.parent):
            self.tell(
                [
                    _("The companion starts when this machine is switched on."),
                    _("Games and settings stay in {data}.").format(data=plain_path(self.host.library.folder.parent)),
                ]
            )
            self.set_action(_("Start it by hand from now on"), lambda: self._change(wanted=False))
        else:
            self.tell(
                [
                    _("The companion is started by hand."),
                    _(
                        "From now on it can start when this machine is switched on, come back if it ever stumbles, and "
                        "use screen, ports and pins."
                    ),
                ]
            )
            self.set_action(_("Let it start by itself"), lambda: self._change(wanted=True))

    def _change(self, *, wanted: bool) -> None:
        data = self.host.library.folder.parent
        self.begin(lambda: install.from_the_screen(data, wanted=wanted), self._ready)

    def _ready(self) -> None:
        self.tell([_("Done. It counts from the next time that this machine is switched on.")])
        self.set_action(_("Done"), self.host.back)
