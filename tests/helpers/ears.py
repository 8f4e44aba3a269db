"""An output that keeps every block, for tests of the player that must hear every sample."""

import threading
import time

import numpy as np

from desktop.deck.buffer import Block
from desktop.deck.output import Output, OutputFormat
from engine.base.errors import OutputError

RATE_HZ = 48_000


class Ears(Output):
    """Accepts sound at once, or, with `is_slow`, waits until the test lets a block through."""

    def __init__(self) -> None:
        super().__init__()
        self.heard: list[Block] = []
        self.fails = False
        self.breaks = False
        self.is_slow = False
        self.turn = threading.Semaphore(0)
        self.opened = 0
        self.connected = {"", "headphones"}

    def open(self) -> OutputFormat:
        if self._format is not None:
            return self._format
        if self.fails:
            raise OutputError("no ears", advice="grow some")
        self.opened += 1
        is_there = self._device in self.connected
        name = (self._device if is_there else "") or "ears"
        self._format = OutputFormat(name, RATE_HZ, 2, 0.08, is_stand_in=not is_there)
        return self._format

    def expected(self) -> OutputFormat:
        return OutputFormat("ears", RATE_HZ, 2, 0.08)

    def devices(self) -> tuple[str, ...]:
        return tuple(sorted(self.connected - {""}))

    def room(self) -> int:
        """Always room for one block of 10 ms, and never for more."""
        return RATE_HZ // 100

    def write(self, block: Block) -> None:
        if self.breaks:
            self.breaks = False
            self.close()
            raise OutputError("the ears fell off", advice="put them back")
        if not block.any():
            time.sleep(len(block) / RATE_HZ)  # silence is paced like on a device
        elif self.is_slow:
            self.turn.acquire(timeout=60)
            time.sleep(len(block) / RATE_HZ / 8)  # faster than a device, but slow enough to keep up with
        self.heard.append(block)

    def rest(self) -> None:
        """Nothing to put to sleep."""

    def close(self) -> None:
        """Nothing to close."""
        self._format = None

    def everything(self) -> Block:
        """Returns all samples so far, float32 [T, 2]."""
        return np.concatenate(self.heard)

    def sound(self) -> Block:
        """The same without silence at both ends."""
        everything = self.everything()
        loud = np.flatnonzero(np.abs(everything).max(axis=1) > 0)
        return everything[loud[0] : loud[-1] + 1]
