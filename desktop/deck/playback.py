"""One playback of one sound: its parameters, a thread that decodes ahead of the player, and the position."""

import logging
import threading
import time
from collections.abc import Iterator
from typing import TypedDict

import numpy as np
from msgspec import Struct

from desktop.base.translation import translate
from desktop.deck.buffer import Block, BlockBuffer
from desktop.deck.output import OutputFormat
from engine.audio.decode import AudioStream, open_audio
from engine.audio.effects import NO_EFFECTS, Effects
from engine.audio.playback import played_blocks
from engine.audio.route import Route, RouteReader
from engine.base.errors import EngineError, OutputError
from engine.base.io_timeout import TELL_S, NotAnswering, in_use
from engine.base.types import FilePath, SoundId

RELEASE_S = 0.005
_BLOCK_S = 0.02
"""Decoding step: short, because a key press waits for the first one."""
_AHEAD_S = 1.0
_HEAD_S = 0.15
"""Length of a head: longer than it takes to open most files."""
_log = logging.getLogger(__name__)


class AuditionChanges(TypedDict, total=False):
    """Fields of an `Audition` that can change while it plays."""

    first_s: float
    end_s: float | None
    is_looping: bool
    fade_s: float
    effects: Effects
    level_db: float


class Audition(Struct, frozen=True):
    """What to play: a sound or a stretch of it, and how."""

    path: FilePath
    sound: SoundId | None = None
    start_s: float | None = None
    """Start position; None for the start of the stretch (reversed: its end)."""
    first_s: float = 0.0
    """Start of the stretch that plays and loops."""
    end_s: float | None = None
    """End of the stretch; None for the end of the sound."""
    duration_s: float | None = None
    """Length from the catalogue, if known; headers may be wrong."""
    is_looping: bool = False
    fade_s: float = 0.0
    """Overlap of a loop's end with its beginning."""
    effects: Effects = NO_EFFECTS
    level_db: float = 0.0
    """Gain for listening only, such as a level match."""
    sketch_of: FilePath | None = None
    """The sound that `path` sketches; None for a sound itself."""

    def route(self, duration_s: float, sample_rate_hz: int) -> Route:
        """The route through the sound, in frames of the file."""
        return Route.of(
            self.duration_s or duration_s,
            sample_rate_hz,
            start_s=self.start_s,
            first_s=self.first_s,
            end_s=self.end_s,
            is_looping=self.is_looping,
            is_reversed=self.effects.is_reversed,
            fade_s=self.fade_s,
        )

    @property
    def is_from_the_top(self) -> bool:
        """Whether it begins with the file's first sample, whose attack must stay intact."""
        return not self.effects.is_reversed and not self.start_s and self.first_s == 0


class Head(Struct, frozen=True):
    """The beginning of an audition, decoded in advance."""

    blocks: tuple[Block, ...]
    frames: int
    is_complete: bool
    """Whether it is the whole audition."""
    route: Route
    sample_rate_hz: int
    """Of the file."""
    decoded_at: float
    """By time.monotonic."""


class Playback:
    """One playback. `start` decodes in its own thread, which ends with the sound or with `cancel`."""

    def __init__(self, audition: Audition, form: OutputFormat, head: Head | None = None) -> None:
        self.audition = audition
        self.form = form
        self.buffer = BlockBuffer(round(_AHEAD_S * form.sample_rate_hz), form.channels)
        self.error: EngineError | None = None
        self._told_s = 0.0
        self._head = head
        self._where: tuple[Route, int] | None = None if head is None else (head.route, head.sample_rate_hz)

    def start(self) -> None:
        """Starts decoding; the blocks of its head can play at once."""
        head = self._head
        if head is not None:
            self.buffer.filled_at = head.decoded_at
            for block in head.blocks:
                self.buffer.put(block)
            if head.is_complete:
                self.buffer.complete()
                return
        threading.Thread(target=self._decode, name="audition-decode", daemon=True).start()

    def cancel(self) -> None:
        self.buffer.close()

    def mind_drive(self) -> None:
        """Reports a stalled drive, and finally gives it up. Call it regularly."""
        if self.error is not None:
            return
        patience, path, silent_s = in_use(), self.audition.path, self.buffer.dry_s
        if silent_s < TELL_S and self._told_s:
            patience.answered(path)
            self._told_s = 0.0
        if silent_s >= self._told_s + TELL_S:
            self._told_s = silent_s
            patience.tell(path, silent_s)
        if silent_s > patience.give_up_s:
            self.error = NotAnswering(path, silent_s)
            self.buffer.complete()
            patience.answered(path)

    def place_s(self, heard_frames: float) -> float:
        """Position in the sound, in seconds, after this many output frames.

        Negative frames are before its start.
        """
        if self._where is None:
            return self.audition.start_s or 0.0
        route, rate_hz = self._where
        gone = heard_frames / self.form.sample_rate_hz * self.audition.effects.speed * rate_hz
        return route.place(gone) / rate_hz

    def is_all(self, heard_frames: int) -> bool:
        """Whether this many output frames are at least 90 % of the sound."""
        if self._where is None:
            return False
        route, rate_hz = self._where
        gone_s = heard_frames / self.form.sample_rate_hz * self.audition.effects.speed
        return gone_s >= 0.9 * (self.audition.duration_s or route.end / rate_hz)

    # -- decoding thread from here on ------------------------------------------------------------------------------

    def _decode(self) -> None:
        try:
            with open_audio(self.audition.path, is_urgent=True) as stream:
                reader = self._reader(stream)
                skipped = 0 if self._head is None else self._head.frames
                for block in released(_after(skipped, _blocks(reader, self.audition, self.form)), self.form):
                    self._where = (reader.route, reader.info.sample_rate_hz)
                    if not self.buffer.put(block):
                        return
        except EngineError as err:
            self.error = self.error or err
        except Exception:
            _log.exception("decoding for audition failed")
            self.error = OutputError(
                translate("Player", "%1 could not be played.", self.audition.path.name),
                advice=translate("Player", "Try another sound."),
            )
        self.buffer.complete()

    def _reader(self, stream: AudioStream) -> RouteReader:
        reader = _reader(stream, self.audition)
        self._where = (reader.route, reader.info.sample_rate_hz)
        return reader


def decode_head(audition: Audition, form: OutputFormat) -> Head:
    """Decodes the beginning of an audition exactly as a take does.

    Raises:
        AudioError: it cannot be read.
    """
    kept: list[Block] = []
    decoded_at = 0.0
    frames, wanted, is_complete = 0, round(_HEAD_S * form.sample_rate_hz), True
    with open_audio(audition.path) as stream:
        reader = _reader(stream, audition)
        route = reader.route
        for block in _blocks(reader, audition, form):
            if frames >= wanted:
                is_complete = False
                break
            kept.append(block)
            decoded_at = decoded_at or time.monotonic()
            frames += len(block)
    if is_complete:
        kept, route = list(released(iter(kept), form)), reader.route
    return Head(tuple(kept), frames, is_complete, route, reader.info.sample_rate_hz, decoded_at)


def released(blocks: Iterator[Block], form: OutputFormat) -> Iterator[Block]:
    """Yields float32 [T, C] blocks, one block late, the last with a linear fade-out over 5 ms."""
    held: Block | None = None
    for block in blocks:
        if held is not None:
            yield held
        held = block
    if held is not None:
        count = min(len(held), max(1, round(RELEASE_S * form.sample_rate_hz)))
        held = held.copy()
        held[-count:] *= np.linspace(1, 0, count, dtype=np.float32)[:, None]
        yield held


def _reader(stream: AudioStream, audition: Audition) -> RouteReader:
    info = stream.info
    route = audition.route(info.duration_s, info.sample_rate_hz)
    return RouteReader(stream, route, max(64, round(_BLOCK_S * info.sample_rate_hz)))


def _blocks(reader: RouteReader, audition: Audition, form: OutputFormat) -> Iterator[Block]:
    return played_blocks(
        reader,
        channels=form.channels,
        sample_rate_hz=form.sample_rate_hz,
        effects=audition.effects,
        level_db=audition.level_db,
    )


def _after(frames: int, blocks: Iterator[Block]) -> Iterator[Block]:
    """Skips frames already played from the head."""
    for block in blocks:
        if frames >= len(block):
            frames -= len(block)
            continue
        yield block[frames:]
        frames = 0
