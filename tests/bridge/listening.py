"""Waiting for what a tower tells."""

from __future__ import annotations

import time
from typing import TypeVar

from firmware_bridge.link import Timing
from firmware_bridge.tower import Tower
from firmware_bridge.tower_events import Connected, RollFinished, TowerEvent
from tests.patience import PATIENCE

QUICK = Timing(hello=0.05, resend=0.12, resend_most=0.4, poll=0.2, silence=6.0, reconnect=0.05, reconnect_most=0.2)

EventT = TypeVar("EventT")


def expect(tower: Tower, kind: type[EventT], **fields: object) -> EventT:
    """The next event of this kind with these fields; others are passed over."""
    end = time.monotonic() + PATIENCE
    passed: list[TowerEvent] = []
    while (left := end - time.monotonic()) > 0:
        event = tower.next_event(left)
        if event is None:
            break
        if isinstance(event, kind) and all(getattr(event, name) == value for name, value in fields.items()):
            return event
        passed.append(event)
    raise AssertionError(f"no {kind.__name__} {fields} but {passed[-8:]}")


def up(tower: Tower) -> Connected:
    """Wait until the tower answers."""
    return expect(tower, Connected)


def throw(tower: Tower, dice: int, roll_id: str | None = None) -> RollFinished:
    """Roll and wait for the faces."""
    return expect(tower, RollFinished, roll_id=tower.roll(dice, roll_id))
