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
            self.set_action(_("Start by hand from now on"), lambda: self._change(wanted=False))
        else:
            self.tell(
                [
                    _("You start the companion by hand."),
                    _(
                        "The companion can start when this machine is switched on, restart after a fault, "
                        "and use the screen, ports and pins."
                    ),
                ]
            )
            self.set_action(_("Start automatically"), lambda: self._change(wanted=True))

    def _change(self, *, wanted: bool) -> None:
        data = self.host.library.folder.parent
        self.begin(lambda: install.from_the_screen(data, wanted=wanted), self._ready)

    def _ready(self) -> None:
        self.tell([_("Done. This takes effect the next time the machine is switched on.")])
        self.set_action(_("Done"), self.host.back)
