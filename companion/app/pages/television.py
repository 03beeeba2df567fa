"""Page that shows the game on a television or a phone: its address, and who asks to be let in."""

from __future__ import annotations

from functools import partial

from kivy.uix.boxlayout import BoxLayout

from companion.app.table.pages.result_code import QrCode, modules_of
from companion.app.widgets.base.buttons import OptionKey
from companion.app.widgets.base.widgets import WrapLabel
from companion.app.widgets.controls.scroll_list import ScrollList
from companion.app.widgets.pages.page import InputGuard, Page
from companion.table.words import _, n_
from layouts.theme import look


class TelevisionPage(Page):
    """Switches it on and off, and lets screens in."""

    def __init__(self) -> None:
        super().__init__(_("Television"))
        self.board = BoxLayout(spacing=2 * look.gap)
        self.pager = ScrollList()
        self.content.add_widget(self.board)
        self.off_key = self.add_extra(_("Switch off"), lambda: self.host.television.switch_off())
        self.keys: dict[int, OptionKey] = {}
        self.code: QrCode | None = None
        self._asked: list[int] = []
        self._settled = True
        self._input_guard = InputGuard(self._settle)

    def opened(self) -> None:
        self.host.television.unbind(revision=self._show)
        self.host.television.bind(revision=self._show)
        self._show()

    def act(self) -> None:
        television, game = self.host.television, self.host.game
        if television.on or game is None:
            self.host.back()
        else:
            self.host.attempt(lambda: television.switch_on(game))

    def _show(self, *_args: object) -> None:
        if self.host.page is not self:
            return
        television = self.host.television
        self.off_key.disabled = not television.on
        self.board.orientation = "vertical" if look.portrait else "horizontal"
        self.board.clear_widgets()
        if (asked := [asking.number for asking in television.asking]) != self._asked:
            # Whoever is about to let one screen in must not let another one in that takes its place.
            self._asked, self._settled = asked, False
            self._input_guard.begin()
        self.keys = {}
        if television.on and television.address:
            self._show_code(television.link)
        self.pager.have([*self._asking(), *self._words()])
        self.board.add_widget(self.pager)
        if television.on:
            self.primary.set_action(_("Done"), True)
        else:
            self.primary.set_action(_("Switch on"), True)

    def _show_code(self, link: str) -> None:
        if self.code is None or self.code.content != link:
            rows = modules_of(link)
            assert rows is not None, "an address is short"
            self.code = QrCode(link, rows, "")
        self.code.size_hint = (1, 0.75) if look.portrait else (0.72, 1)
        self.board.add_widget(self.code)

    def _asking(self) -> list[OptionKey]:
        television = self.host.television
        for asking in television.asking:
            key = OptionKey(
                label=_("Let in: {words}").format(words=" · ".join(asking.words)),
                detail=_("The other screen shows the same two words. It has the address {address}.").format(
                    address=asking.address
                ),
                use=partial(self._let_in, asking.number),
            )
            self.keys[asking.number] = key
        return [*self.keys.values()]

    def _let_in(self, number: int) -> None:
        if self._settled:
            self.host.television.let_in(number)

    def _settle(self) -> None:
        self._settled = True

    def _words(self) -> list[WrapLabel]:
        television = self.host.television
        address = television.address
        return [WrapLabel(text=said, step="large" if said == address else "body") for said in self._said(address)]

    def _said(self, address: str) -> list[str]:
        television = self.host.television
        if not television.on:
            return [
                _(
                    "Shows the game in large on a television, or on phones, with their browser: whose turn it is, the "
                    "numbers, the dice, battles and the map. Nothing secret is shown, and nobody can change anything "
                    "there."
                ),
                _(
                    "It works within your own network only, and nothing leaves it. Whoever is in that network could "
                    "listen in. It is off when the game is put away."
                ),
            ]
        if not address:
            return [_("There is no network that this machine is in. As soon as there is one, the address stands here.")]
        guests = television.guests
        return [
            _("Type this address into the browser of the television:"),
            address,
            _("It then asks, and stands here to be let in. A phone scans the code instead."),
            n_("{n} screen looks on.", "{n} screens look on.", guests).format(n=guests),
            _("If it does not appear: the same Wi-Fi and not the one for guests, no mobile data, and no VPN."),
        ]
