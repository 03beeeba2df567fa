"""Every trouble with the dice or the hardware that a person at the table can meet, as one family.

    BridgeError
      BadFacesError         the typed-in faces are not readable as that many dice
      PortMissingError      no such port, or no tower plugged in
      PortPermissionError   the port is there but this user may not open it
      PortBusyError         another program has the port open
      LinkLostError         the line went away or the tower fell silent
      TowerRefusedError     the tower answered, and said no
      WiringError           the wiring table names a pin or a job that cannot be
      PinError              a pin of the wiring table cannot be taken: something else holds it
      RecordError           the record of a tower's rolls cannot be read or written

A message says what happened, what is safe, and what to do. `code` is the stable name of the error.
"""

from __future__ import annotations

from typing import ClassVar


class BridgeError(Exception):
    """Base class of everything that is shown to players instead of a traceback."""

    code: ClassVar[str] = "bridge"


class BadFacesError(BridgeError, ValueError):
    """The text typed in does not name the faces of that many dice."""

    code = "bad_faces"


class PortMissingError(BridgeError):
    """There is no such port: nothing is plugged in, or the name is wrong."""

    code = "port_missing"


class PortPermissionError(BridgeError):
    """The port exists and this user is not allowed to open it."""

    code = "port_permission"


class PortBusyError(BridgeError):
    """Another program holds the port."""

    code = "port_busy"


class LinkLostError(BridgeError):
    """The tower was there and is gone: cable out, power out, or hung."""

    code = "link_lost"


class TowerRefusedError(BridgeError):
    """The tower understood the request and will not do it. `reason` is the tower's own word for why."""

    code = "tower_refused"

    def __init__(self, message: str, reason: str = "") -> None:
        super().__init__(message)
        self.reason = reason


class WiringError(BridgeError, ValueError):
    """The wiring table names a pin or a job that cannot be."""

    code = "wiring"


class PinError(BridgeError):
    """A pin cannot be taken; mostly a bus or another program holds it."""

    code = "pin"


class RecordError(BridgeError):
    """The record of a tower's rolls cannot be read or written; rolling itself goes on."""

    code = "record"
