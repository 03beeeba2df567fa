"""Everything that is plugged in: starts what the settings name, and brings its events over into Kivy's thread."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kivy.clock import Clock
from kivy.event import EventDispatcher
from kivy.properties import ObjectProperty

from companion.app.hardware.tower_adapter import TowerAdapter
from companion.storage.settings import Settings
from companion.table.limits import LARGEST_FILE
from companion.table.ordinary_file import look_at
from companion.table.words import _
from firmware_bridge.buttons import ButtonEvent, Buttons, ButtonsState
from firmware_bridge.errors import BridgeError
from firmware_bridge.roll_record import RollRecord
from firmware_bridge.tower import Tower
from firmware_bridge.tower_events import Mode
from firmware_bridge.wiring import NO_WIRING, PLAYER, Wiring, wiring_from

if TYPE_CHECKING:
    from gpiozero.pins import Factory  # type: ignore[import-untyped, unused-ignore]

__all__ = ["DeviceHub"]

_log = logging.getLogger(__name__)


class DeviceHub(EventDispatcher):
    """The tower and the buttons of this table. Fires `on_button(event)` for a press, a move or a turn of the knob.

    Without `follow` nothing is opened: the app works the same, with other dice and by touch.

    Args:
        record_path: file for every roll of a tower; None keeps none.
        port: a tower's port that goes before the one in the settings.
        factory: gpiozero's pin factory (for tests); None takes the one of this machine.
        tower: builds the tower (for tests).
    """

    __events__ = ("on_button",)

    buttons_state = ObjectProperty(None)

    def __init__(
        self,
        record_path: Path | None = None,
        port: str = "",
        factory: Factory | None = None,
        tower: Callable[..., Tower] = Tower,
    ) -> None:
        super().__init__()
        self.tower = TowerAdapter()
        self.buttons_state = _no_buttons()
        self.wiring: Wiring = NO_WIRING
        self._port, self._factory, self._make_tower = port, factory, tower
        self._bridge: Tower | None = None
        self._where = ""
        self._mode = ""
        self._buttons: Buttons | None = None
        self._turn: tuple[str | None, str] = (None, "")
        self._lit: dict[str, bool] = {}
        self._lamps_failed = self._failure_logged = False
        self._drain = Clock.create_trigger(self._hear, -1)
        if record_path is not None:
            try:
                self.tower.record = RollRecord(record_path, partial(look_at, most=LARGEST_FILE))
            except Exception as error:  # noqa: BLE001 - rolls that are not kept must not keep anybody from playing
                _log.warning("%s", error, exc_info=not isinstance(error, BridgeError))
                self.tower.trouble = str(error)

    def follow(self, settings: Settings) -> None:
        """Open and close what the settings name.

        Raises:
            BridgeError: what of it cannot be used, and why; all else is followed all the same.
        """
        troubles = [*_trouble(lambda: self._follow_tower(settings), _("The tower"))]
        if self._buttons is None and settings.wiring:
            refused = [*_trouble(lambda: self._open_buttons(settings.wiring), _("The buttons"))]
            if refused:
                self.buttons_state = ButtonsState(False, refused[0])
            troubles += refused
        if troubles:
            raise BridgeError("\n".join(troubles))

    def _follow_tower(self, settings: Settings) -> None:
        where = (self._port or settings.tower_port) if settings.tower == "on" else ""
        mode: Mode = settings.tower_mode
        if where != self._where:
            self._where, self._mode = where, mode
            self._connect(where, mode)
        elif mode != self._mode:
            self._mode = mode
            self.tower.use_mode(mode)

    def let_go(self) -> None:
        """Let the tower and the pins go; `follow` opens them anew."""
        self._connect("", "g")
        self._where = ""
        if self._buttons is not None:
            self._buttons.close()
            self._buttons = None
        self.buttons_state = _no_buttons()

    def close(self) -> None:
        """Let the tower, the pins and the record go."""
        self.let_go()
        if self.tower.record is not None:
            self.tower.record.close()
            self.tower.record = None

    def show_turn(self, colour: str | None, player: str) -> None:
        """Show on the lamps who must act.

        Args:
            colour: `#rrggbb`, or None for dark.
            player: id; of the players' buttons only theirs is lit.
        """
        self._turn = colour, f"{PLAYER}{player}"
        self._lamps(lambda buttons: buttons.show_turn(*self._turn))

    def light(self, job: str, on: bool) -> None:
        """Light the lamp of a button while it can do something."""
        self._lit[job] = on
        self._lamps(lambda buttons: buttons.light(job, on))

    def screen_woken(self) -> None:
        """Try lamps again that have failed: somebody has come back to the table."""
        if self._lamps_failed:
            self._lamps_failed = False
            self._light_all()

    def on_button(self, event: ButtonEvent) -> None:
        """Something happened on the buttons; bind to this."""

    # ---- inside ----

    def _connect(self, where: str, mode: Mode) -> None:
        if self._bridge is not None:
            self._bridge.close(wait=False)
            self._bridge = None
        try:
            if where:
                # Called in the link's thread; a Clock trigger is the one thing of Kivy that may be used from there.
                bridge = self._make_tower(where, wake=lambda: self._drain())
                bridge.start()
                self._bridge = bridge
        except Exception:
            # The next change of the settings tries again.
            self._where = ""
            raise
        finally:
            self.tower.use(self._bridge, mode)

    def _open_buttons(self, table: dict[str, Any]) -> None:
        self.wiring = wiring_from(table)
        buttons = Buttons(self.wiring, self._factory, wake=lambda: self._drain())
        self.buttons_state = buttons.open()
        self._buttons, self._lamps_failed, self._failure_logged = buttons, False, False
        self._light_all()

    def _light_all(self) -> None:
        self._lamps(lambda buttons: buttons.show_turn(*self._turn))
        for job, on in self._lit.items():
            self.light(job, on)

    def _lamps(self, do: Callable[[Buttons], None]) -> None:
        """Do something with the lamps; once they have failed they stay as they are until the screen is woken."""
        if self._buttons is None or self._lamps_failed:
            return
        try:
            do(self._buttons)
        except Exception:  # noqa: BLE001 - each library for pins has errors of its own
            self._lamps_failed = True
            if not self._failure_logged:
                self._failure_logged = True
                _log.exception("the lamps cannot be used; they are tried again whenever the screen is woken")

    def _hear(self, _: float) -> None:
        if self._bridge is not None:
            for event in self._bridge.events():
                self.tower.hear(event)
        if self._buttons is not None:
            for press in self._buttons.events():
                self.dispatch("on_button", press)


def _trouble(do: Callable[[], None], what: str) -> Iterator[str]:
    """Do something with a piece of hardware, and yield what to say of it where that does not work.

    No piece of hardware, whatever it raises, keeps anybody from playing.

    Args:
        do: what.
        what: the piece, for people.
    """
    try:
        do()
    except BridgeError as error:
        _log.info("refused: %s", error)
        yield str(error)
    except Exception as error:  # noqa: BLE001 - errors of drivers and their libraries are no closed list
        _log.exception("a piece of hardware cannot be used")
        yield _("{what} cannot be used ({fault}). Everything else works without.").format(
            what=what, fault=f"{type(error).__name__}: {str(error)[:200]}"
        )


def _no_buttons() -> ButtonsState:
    return ButtonsState(False, _("No buttons: the wiring table in the settings is empty."))
