"""A bounded buffer of sound between the thread that decodes and the thread that plays."""

import threading
import time
from collections import deque

import numpy as np
from numpy.typing import NDArray

Block = NDArray[np.float32]


class BlockBuffer:
    """Keeps float32 [T, C] blocks in order. One thread puts, one pulls, any may close.

    Args:
        limit_frames: `put` waits while there is more than this.
        channels: of every block.
    """

    def __init__(self, limit_frames: int, channels: int) -> None:
        self._limit = limit_frames
        self._channels = channels
        self._blocks: deque[Block] = deque()
        self._frames = 0
        self._changed = threading.Condition()
        self._is_complete = False
        self._is_closed = False
        self.filled_at: float | None = None
        """When the first block came, by time.monotonic."""
        self._heard_s = time.monotonic()

    def put(self, block: Block) -> bool:
        """Adds a block, once there is room; False when the buffer was closed meanwhile."""
        with self._changed:
            self._changed.wait_for(lambda: self._frames <= self._limit or self._is_closed)
            if self._is_closed:
                return False
            self._blocks.append(block)
            self._frames += len(block)
            self._heard_s = time.monotonic()
            if self.filled_at is None:
                self.filled_at = time.monotonic()
            self._changed.notify_all()
            return True

    def complete(self) -> None:
        """Nothing more comes."""
        with self._changed:
            self._is_complete = True
            self._changed.notify_all()

    def close(self) -> None:
        """Nothing more is wanted; `put` gives up."""
        with self._changed:
            self._is_closed = True
            self._changed.notify_all()

    def has(self, frames: int) -> bool:
        """True when this many frames are there, or all that will ever come."""
        with self._changed:
            return self._frames >= frames or self._is_complete

    def wait(self, frames: int, timeout_s: float) -> bool:
        """Waits until `has` holds; False when it took too long."""
        with self._changed:
            return self._changed.wait_for(lambda: self._frames >= frames or self._is_complete, timeout_s)

    @property
    def is_over(self) -> bool:
        """True when everything was pulled and nothing more comes."""
        with self._changed:
            return self._is_complete and not self._frames

    @property
    def dry_s(self) -> float:
        """For how long there has been nothing to pull, though something is still to come; 0 while there is."""
        with self._changed:
            return 0.0 if self._frames or self._is_complete else time.monotonic() - self._heard_s

    def pull(self, frames: int) -> Block:
        """Takes up to `frames` frames out, fewer where there are no more; does not wait."""
        parts: list[Block] = []
        with self._changed:
            while frames > 0 and self._blocks:
                block = self._blocks.popleft()
                if len(block) > frames:
                    self._blocks.appendleft(block[frames:])
                    block = block[:frames]
                parts.append(block)
                frames -= len(block)
                self._frames -= len(block)
            if parts and not self._frames:
                self._heard_s = time.monotonic()
            self._changed.notify_all()
        return np.concatenate(parts) if parts else np.zeros((0, self._channels), np.float32)
