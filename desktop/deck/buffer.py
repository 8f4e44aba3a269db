"""A bounded buffer of audio between the decoding and the playing thread."""

import threading
import time
from collections import deque

import numpy as np
from numpy.typing import NDArray

Block = NDArray[np.float32]


class BlockBuffer:
    """FIFO of float32 [T, C] blocks. One thread puts, one pulls, any may close.

    Args:
        limit_frames: `put` waits while it holds more than this.
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
        """Arrival of the first block, by time.monotonic."""
        self._heard_s = time.monotonic()

    def put(self, block: Block) -> bool:
        """Adds a block once there is room; False if closed meanwhile."""
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
        """Marks the end of the stream."""
        with self._changed:
            self._is_complete = True
            self._changed.notify_all()

    def close(self) -> None:
        """Stops the producer: a waiting `put` returns."""
        with self._changed:
            self._is_closed = True
            self._changed.notify_all()

    def has(self, frames: int) -> bool:
        """Whether it holds this many frames, or all that remain."""
        with self._changed:
            return self._frames >= frames or self._is_complete

    def wait(self, frames: int, timeout_s: float) -> bool:
        """Waits until `has` holds; False on timeout."""
        with self._changed:
            return self._changed.wait_for(lambda: self._frames >= frames or self._is_complete, timeout_s)

    @property
    def is_over(self) -> bool:
        """Whether everything was pulled and the stream has ended."""
        with self._changed:
            return self._is_complete and not self._frames

    @property
    def dry_s(self) -> float:
        """Seconds it has been empty before the end of the stream; else 0."""
        with self._changed:
            return 0.0 if self._frames or self._is_complete else time.monotonic() - self._heard_s

    def pull(self, frames: int) -> Block:
        """Removes up to `frames` frames without waiting."""
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
