"""The player: one thread that writes to the output, one short-lived thread a sound that decodes ahead of it.

A new sound fades the old one out within 5 ms and starts as soon as its first 40 ms are decoded. Nothing here blocks
the caller.
"""

import logging
import queue
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QObject, Signal

from desktop.audition.output import Output, OutputFormat
from engine.audio.decode import open_audio
from engine.audio.playback import playable_blocks
from engine.errors import EngineError, OutputError
from engine.types import FilePath, SoundId

_FADE_S = 0.005
_ATTACK_S = 0.001
"""Fade-in at the very start of a file, so that the attack of a one-shot is heard as it is."""
_AHEAD_BLOCKS = 25
"""Decoded blocks kept ahead: about one second."""
_READY_BLOCKS = 3
"""Blocks decoded before the first is written, so that a busy machine does not run dry at once; most take 1 ms each."""
_READY_WITHIN_S = 0.06
"""A slow file starts with what it has after this long."""
_AWAKE_S = 3.0
"""How long silence is written before the device may sleep: the next key press in this time starts without a wake-up."""
_log = logging.getLogger(__name__)
Block = NDArray[np.float32]


@dataclass(eq=False, slots=True)
class Take:
    """One playing of one sound."""

    path: FilePath
    sound: SoundId | None
    start_s: float
    end_s: float | None
    cancelled: threading.Event = field(default_factory=threading.Event)
    blocks: "queue.Queue[Block | None]" = field(default_factory=lambda: queue.Queue(_AHEAD_BLOCKS))
    is_decoded: threading.Event = field(default_factory=threading.Event)
    error: EngineError | None = None

    def put(self, block: Block | None) -> bool:
        """Hands a block to the player; False when the take was cancelled meanwhile."""
        while not self.cancelled.is_set():
            try:
                self.blocks.put(block, timeout=0.1)
                return True
            except queue.Full:
                continue
        return False


def faded(blocks: Iterator[Block], rate_hz: int, *, attack_s: float, release_s: float = _FADE_S) -> Iterator[Block]:
    """Yields the float32 [T, C] blocks, one block late, with a linear fade-in at the start and one out at the end."""
    held: Block | None = None
    attack, risen = max(1, round(attack_s * rate_hz)), 0
    for block in blocks:
        if risen < attack:
            count = min(len(block), attack - risen)
            block = block.copy()
            block[:count] *= np.arange(risen, risen + count, dtype=np.float32)[:, None] / attack
            risen += count
        if held is not None:
            yield held
        held = block
    if held is not None:
        count = min(len(held), max(1, round(release_s * rate_hz)))
        held = held.copy()
        held[-count:] *= np.linspace(1, 0, count, dtype=np.float32)[:, None]
        yield held


class Player(QObject):
    """Plays one sound at a time. All methods may be called from the GUI thread and return at once."""

    started = Signal(object, float)
    """The path and the place in seconds where the sound begins to be heard."""
    stopped = Signal(object, bool)
    """The path; True when it played to its end."""
    failed = Signal(str, str)
    """What happened and what to do about it."""
    opened = Signal(object)
    """OutputFormat of the device now in use."""

    def __init__(self, parent: QObject | None = None, *, output: Callable[[], Output] = Output) -> None:
        super().__init__(parent)
        self._make_output = output
        self._wake = threading.Condition()
        self._wanted: Take | None = None
        self._has_command = False
        self._is_closing = False
        self._playing: Take | None = None
        self._clock: tuple[float, float, float] | None = None
        self._thread = threading.Thread(target=self._run, name="player", daemon=True)
        self._thread.start()

    def play(
        self, path: FilePath, *, start_s: float = 0.0, end_s: float | None = None, sound: SoundId | None = None
    ) -> None:
        """Plays a sound from `start_s` (to `end_s`, else to its end) in place of what plays now."""
        self._command(Take(path, sound, max(0.0, start_s), end_s))

    def stop(self) -> None:
        """Stops within 5 ms of what the device still holds."""
        self._command(None)

    @property
    def playing(self) -> Take | None:
        """What is wanted or heard now, None when nothing is."""
        return self._wanted if self._has_command else self._playing

    def position_s(self) -> float | None:
        """The place being heard now, in seconds from the start of the sound; None when nothing plays."""
        take, clock = self._playing, self._clock
        if take is None or clock is None:
            return None
        at_s, written_at, latency_s = clock
        return max(take.start_s, at_s - latency_s + (time.monotonic() - written_at))

    def close(self) -> None:
        """Stops, closes the device and ends the thread."""
        with self._wake:
            self._is_closing = True
            if self._wanted is not None:
                self._wanted.cancelled.set()
            self._wake.notify()
        self._thread.join(timeout=5)

    def _command(self, take: Take | None) -> None:
        with self._wake:
            if self._has_command and self._wanted is not None:
                self._wanted.cancelled.set()  # never begun: a newer key press came first
            self._wanted, self._has_command = take, True
            self._wake.notify()

    # -- player thread from here on -----------------------------------------------------------------------------

    def _run(self) -> None:
        output = self._make_output()
        awake_until = 0.0
        while True:
            with self._wake:
                while not self._has_command and not self._is_closing:
                    if output.format is None or time.monotonic() >= awake_until:
                        output.rest()
                        self._wake.wait()
                    else:
                        break
                if self._is_closing:
                    break
                take, had_command = self._wanted, self._has_command
                self._has_command, self._wanted = False, None
                self._playing, self._clock = take, None
            try:
                if take is not None:
                    self._perform(output, take)
                    awake_until = time.monotonic() + _AWAKE_S
                elif not had_command and output.format is not None:
                    output.write(_silence(output.format, 0.005))
            except OutputError as err:
                self._end(take, reached_end=False)
                self.failed.emit(str(err), err.advice)
            except Exception:
                _log.exception("the player failed")
                output.close()
                self._end(take, reached_end=False)
                self.failed.emit("The player failed.", "Press play again; if it fails again, please send us the log.")
        output.close()

    def _perform(self, output: Output, take: Take) -> None:
        """Plays one take until its end or the next command."""
        was_closed = output.format is None
        form = output.open()
        if was_closed:
            self.opened.emit(form)
        threading.Thread(target=_decode, args=(take, form), name="audition-decode", daemon=True).start()
        self._await_ready(take, output, form)
        written = 0
        while (block := self._next_block(take, output, form)) is not None:
            if self._interrupted():
                output.write(_fade_out(block, form.sample_rate_hz))
                break
            if written == 0:
                self._clock = (take.start_s, time.monotonic(), form.latency_s)
                self.started.emit(take.path, take.start_s)
            output.write(block)
            written += len(block)
            self._clock = (take.start_s + written / form.sample_rate_hz, time.monotonic(), form.latency_s)
        take.cancelled.set()
        if take.error is not None:
            self.failed.emit(str(take.error), take.error.advice)
        self._end(take, reached_end=block is None and take.error is None and not self._interrupted())

    def _await_ready(self, take: Take, output: Output, form: OutputFormat) -> None:
        """Waits for the first few blocks; the device is given silence meanwhile."""
        until = time.monotonic() + _READY_WITHIN_S
        while take.blocks.qsize() < _READY_BLOCKS and not take.is_decoded.is_set() and time.monotonic() < until:
            if self._interrupted():
                return
            output.write(_silence(form, 0.005))

    def _next_block(self, take: Take, output: Output, form: OutputFormat) -> Block | None:
        """The next decoded block, with silence written while there is none; None at the end or when told to stop."""
        while True:
            try:
                return take.blocks.get(timeout=form.latency_s / 2 + 0.005)
            except queue.Empty:
                if self._interrupted():
                    return None
                output.write(_silence(form, 0.01))

    def _interrupted(self) -> bool:
        return self._has_command or self._is_closing

    def _end(self, take: Take | None, *, reached_end: bool) -> None:
        if take is not None:
            take.cancelled.set()
        self._playing = None
        if take is not None:
            self.stopped.emit(take.path, reached_end)


def _silence(form: OutputFormat, seconds: float) -> Block:
    return np.zeros((round(seconds * form.sample_rate_hz), form.channels), np.float32)


def _fade_out(block: Block, rate_hz: int) -> Block:
    tail = block[: round(_FADE_S * rate_hz)].copy()
    tail *= np.linspace(1, 0, len(tail), dtype=np.float32)[:, None]
    return tail


def _limited(blocks: Iterator[Block], frames: int | None) -> Iterator[Block]:
    for block in blocks:
        if frames is None:
            yield block
            continue
        if frames <= 0:
            return
        yield block[:frames]
        frames -= len(block)


def _decode(take: Take, form: OutputFormat) -> None:
    """Decodes a take into its queue. Runs in a thread of its own."""
    try:
        with open_audio(take.path) as stream:
            blocks = playable_blocks(
                stream, sample_rate_hz=form.sample_rate_hz, channels=form.channels, start_s=take.start_s
            )
            frames = None if take.end_s is None else round((take.end_s - take.start_s) * form.sample_rate_hz)
            attack_s = _ATTACK_S if take.start_s == 0 else _FADE_S
            for block in faded(_limited(blocks, frames), form.sample_rate_hz, attack_s=attack_s):
                if not take.put(block):
                    return
    except EngineError as err:
        take.error = err
    except Exception:
        _log.exception("decoding for audition failed")
        take.error = OutputError(f"{take.path.name} could not be played.", advice="Try another sound.")
    take.is_decoded.set()
    take.put(None)
