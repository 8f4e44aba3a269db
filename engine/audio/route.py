"""The route of playback through a sound: its start, its ends, looping, direction.

Sample-exact, in frames of the file, so that the playback position follows from the frames played.
"""

from collections.abc import Generator, Iterator

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from engine.audio.decode import MAX_DURATION_S, AudioStream
from engine.audio.effects import Block, ordered_blocks

_HELD_SAMPLES = 1 << 22
"""A loop of up to this many samples (all channels counted: 16 MiB) is decoded once and then played from memory."""
_NO_END = 1 << 60


class Route(Struct, frozen=True):
    """A route through a sound, in frames of the file."""

    first: int
    """The lowest frame of the stretch."""
    end: int
    """One past the highest."""
    start: int
    """Where playback begins: the first frame heard; when reversed, one past it."""
    is_looping: bool = False
    is_reversed: bool = False
    fade: int = 0
    """Frames by which the end of a loop overlaps its beginning; 0 for a plain join."""
    is_whole: bool = False
    """The stretch ends with the sound, wherever decoding finds that."""

    @classmethod
    def of(
        cls,
        duration_s: float,
        sample_rate_hz: int,
        *,
        start_s: float | None = None,
        first_s: float = 0.0,
        end_s: float | None = None,
        is_looping: bool = False,
        is_reversed: bool = False,
        fade_s: float = 0.0,
    ) -> "Route":
        """Makes a route from times, clamped to the sound and the stretch.

        Args:
            duration_s: of the sound, as far as known.
            sample_rate_hz: of the sound.
            start_s: where playback begins; None for the start of the stretch, or its end when reversed.
            first_s: start of the stretch.
            end_s: its end; None for the end of the sound.
            is_looping: restart at the end of the stretch.
            is_reversed: play backwards.
            fade_s: see `fade`; at most half the stretch.
        """
        frames = max(1, round(min(duration_s, MAX_DURATION_S) * sample_rate_hz))
        first = min(max(0, round(first_s * sample_rate_hz)), frames - 1)
        end = frames if end_s is None else min(max(first + 1, round(end_s * sample_rate_hz)), frames)
        begin, last = (end, first) if is_reversed else (first, end)
        start = begin if start_s is None else min(max(first, round(start_s * sample_rate_hz)), end)
        if is_looping and start == last:
            start = begin
        fade = min(round(fade_s * sample_rate_hz), (end - first) // 2) if is_looping else 0
        return cls(first, end, start, is_looping, is_reversed, fade, is_whole=end_s is None)

    def place(self, gone: float) -> float:
        """Returns the frame that is heard after `gone` frames of the file.

        A few frames below zero give places before the start, where the previous playback was.
        """
        if self.is_reversed:
            return self.end - self._ahead(gone, self.end - self.start)
        return self.first + self._ahead(gone, self.start - self.first)

    def _ahead(self, gone: float, begun: int) -> float:
        """Frames past the entry of the stretch, in the direction of playback."""
        length = self.end - self.first
        if not self.is_looping:
            return min(max(0.0, begun + gone), length)
        until = length - self.fade - begun
        if gone < until:
            return max(0.0, begun + gone)
        return float((gone - until) % (length - self.fade))


class RouteReader:
    """Reads a sound along a route, float32 [T, C] at the file's rate. One thread owns it.

    Attributes:
        info: of the sound, by its header.
        route: the route; its `end` is corrected when the sound ends elsewhere than its header says.
    """

    def __init__(self, stream: AudioStream, route: Route, frames: int) -> None:
        """Args: `frames` is the maximum block size, except for reversed sounds."""
        self._stream = stream
        self._frames = frames
        self.route = route
        self.info = stream.info

    def blocks(self) -> Iterator[Block]:
        """Yields to the end of the route, for ever when it loops.

        Raises:
            AudioError: the sound cannot be read there.
        """
        if not self.route.is_looping:
            yield from self._pass(self.route.start)
            return
        tail = np.zeros((0, self._stream.info.channels), np.float32)
        for blocks in self._rounds():
            tail = yield from _overlapped(blocks, tail, self.route.fade)

    def _rounds(self) -> Iterator[Iterator[Block]]:
        yield self._pass(self.route.start)
        held: list[Block] = []
        while self.route.end > self.route.first:  # otherwise nothing was read, and a round would never end
            length = self.route.end - self.route.first
            if held:
                yield iter(held)
            elif length * self._stream.info.channels <= _HELD_SAMPLES:
                yield self._kept(held)
            else:
                yield self._pass(self._entry)

    @property
    def _entry(self) -> int:
        return self.route.end if self.route.is_reversed else self.route.first

    def _kept(self, held: list[Block]) -> Iterator[Block]:
        blocks = []
        for block in self._pass(self._entry):
            blocks.append(block)
            yield block
        held.extend(blocks)

    def _pass(self, start: int) -> Iterator[Block]:
        """Plays from `start` to the end of the stretch; corrects the route's end where the sound ends elsewhere."""
        route, count = self.route, 0
        end = _NO_END if route.is_whole else route.end
        first, end = (route.first, start) if route.is_reversed else (start, end)
        for block in ordered_blocks(self._stream, first, end, is_reversed=route.is_reversed, frames=self._frames):
            count += len(block)
            yield block
        if count == 0 and start == self._entry:
            self.route = replace(route, end=route.first)
        elif not route.is_reversed and count > 0:
            self.route = replace(route, end=start + count)


def _overlapped(blocks: Iterator[Block], tail: Block, fade: int) -> Generator[Block, None, Block]:
    """Yields a round with the previous tail mixed into its head; returns its own tail, held back."""
    if fade == 0:
        yield from blocks
        return tail
    waiting, mixed = tail[:0], 0
    rise = (np.arange(len(tail), dtype=np.float32) / max(1, len(tail)))[:, None]
    for block in blocks:
        count = min(len(block), len(tail) - mixed)
        if count > 0:
            block = block.copy()
            part = slice(mixed, mixed + count)
            block[:count] = block[:count] * rise[part] + tail[part] * (1 - rise[part])
            mixed += count
        waiting = np.concatenate([waiting, block])
        if len(waiting) > fade:
            yield waiting[:-fade]
            waiting = waiting[-fade:]
    return waiting
