"""The dice tower as the rest of the program sees it: ask for a roll, read what happened from a queue.

    with Tower() as tower:
        roll_id = tower.roll(7)
        while not isinstance(event := tower.next_event(timeout=60), RollFinished):
            ...

Every method returns at once. Nothing of the caller ever runs in the link's thread, except `wake`, which may only
signal. A roll asked for while no tower is there is thrown when one comes, unless it is forgotten first.
"""

from __future__ import annotations

import os
import queue
import time
from collections.abc import Callable

from firmware_bridge.errors import BridgeError, LinkLostError
from firmware_bridge.event_queue import EventQueue
from firmware_bridge.link import AUTO, Link, Port, Timing, discover, open_port
from firmware_bridge.protocol_client import ProtocolClient
from firmware_bridge.tower_events import Mode, TowerEvent, TowerInfo
from firmware_bridge.wire import Frame
from firmware_bridge.words import _

__all__ = ["Tower"]

_MOST_WAITING = 10_000
"""The most events that wait to be taken; a whole evening of rolls has fewer."""

LIGHTS = {"off": 0, "on": 1, "blink": 2}


class Tower(EventQueue[TowerEvent]):
    """One dice tower on one line.

    Args:
        where: `auto`, a device path, `socket://host:port` or `rfc2217://host:port`.
        timing: the times of the link.
        wake: called in the link's thread after each event; it may only signal another thread.
        opener: opens a port (for tests).
        finder: returns the ports that `auto` tries (for tests).
    """

    name = "tower"

    def __init__(
        self,
        where: str = AUTO,
        timing: Timing | None = None,
        wake: Callable[[], None] | None = None,
        opener: Callable[[str], Port] = open_port,
        finder: Callable[[], list[str]] = discover,
    ) -> None:
        super().__init__(wake)
        timing = timing or Timing()
        self._wishes: queue.SimpleQueue[Callable[[float], None]] = queue.SimpleQueue()
        self._client = ProtocolClient(self._send, self._emit, timing)
        self._link = Link(where, self, timing, opener, finder)

    # ---- for the caller's thread ----

    def start(self) -> None:
        """Start to look for the tower."""
        self._link.start()

    def close(self, *, wait: bool = True) -> None:
        """Close the port and end the thread.

        Args:
            wait: see `link.Link.stop`; a screen does not.
        """
        self._link.stop(wait=wait)

    def __enter__(self) -> Tower:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def info(self) -> TowerInfo | None:
        """The tower that answers now, or None."""
        return self._client.info

    def roll(self, dice: int, roll_id: str | None = None) -> str:
        """Ask for a roll.

        Args:
            dice: how many six-sided dice, 1 or more.
            roll_id: to take up a roll asked for earlier, also by an earlier run of the program.

        Returns:
            The roll's id. The tower throws it once, however often it is asked.
        """
        if dice < 1:
            raise ValueError(f"cannot ask a tower for {dice} dice")
        name = roll_id or os.urandom(5).hex()
        self._wish(lambda _: self._client.rolls.open(name, dice))
        return name

    def reread(self, roll_id: str) -> None:
        """Read the dice of a held drop again, after someone set them straight."""
        self._wish(lambda _: self._client.rolls.decide(roll_id, "READ"))

    def again(self, roll_id: str) -> None:
        """Throw a held drop again."""
        self._wish(lambda _: self._client.rolls.decide(roll_id, "AGAIN"))

    def end(self, roll_id: str) -> None:
        """Finish a roll as it is; faces that could not be read come as None."""
        self._wish(lambda _: self._client.rolls.decide(roll_id, "END"))

    def forget(self, roll_id: str) -> None:
        """Stop waiting for a roll whose faces come from elsewhere.

        Nothing more is told of it.
        """
        self._wish(lambda _: self._client.rolls.forget(roll_id, self.info is not None))

    def use_mode(self, mode: Mode) -> None:
        """Let the tower make the faces (`g`) or read real dice (`r`); kept across resets."""
        self._wish(lambda now: self._client.set("mode", "MODE", {"m": mode}, now))

    def light(self, state: str, key: int = 1) -> None:
        """Set the light of the tower's button.

        Args:
            state: `off`, `on` or `blink`.
            key: which button.
        """
        args = {"k": str(key), "v": str(LIGHTS[state])}
        self._wish(lambda now: self._client.set(f"light {key}", "LIGHT", args, now))

    def tumble(self, milliseconds: int) -> None:
        """Set the pause before the tower makes faces, 0..5000 ms."""
        args = {"tumble": str(milliseconds)}
        self._wish(lambda now: self._client.set("tumble", "SET", args, now))

    def patience(self, seconds: int) -> None:
        """Set how long the tower waits for dice before it reports that none came, 1..65535 s."""
        args = {"wait": str(seconds)}
        self._wish(lambda now: self._client.set("wait", "SET", args, now))

    def ask_status(self) -> None:
        """Ask for the tower's counters; they come as `TowerStatus`."""
        self._wish(self._client.ask_status)

    def show_lines(self, on: bool) -> None:
        """Also tell every line on the wire, as `LineSeen`."""
        self._wish(lambda _: setattr(self._client, "show_lines", on))

    def _wish(self, wish: Callable[[float], None]) -> None:
        self._wishes.put(wish)
        self._link.wake()

    # ---- link.Protocol, in the link's thread ----

    def _send(self, frame: Frame) -> None:
        self._link.send(frame)

    def connected(self, where: str, now: float) -> None:
        """Note that the port is open."""
        self._client.connected(where, now)

    def received(self, frame: Frame, now: float) -> None:
        """Take a line.

        Raises `LinkLostError` if they come faster than anybody takes them.
        """
        if self._events.qsize() > _MOST_WAITING:
            raise LinkLostError(
                _(
                    "The tower keeps sending data without a pause. Play on with other dice. Unplug it "
                    "and plug it back in."
                )
            )
        self._client.received(frame, now)

    def damaged(self, lines: int) -> None:
        """Note that lines with a wrong checksum have come in."""
        self._client.damaged(lines)

    def lost(self, error: BridgeError, retry_in: float) -> None:
        """Note that the port is gone."""
        self._grant()
        self._client.lost(error, retry_in)

    def tick(self, now: float) -> float:
        """Do what the caller asked for and what is due."""
        self._grant()
        return self._client.tick(now)

    def _grant(self) -> None:
        while not self._wishes.empty():
            self._wishes.get_nowait()(time.monotonic())
