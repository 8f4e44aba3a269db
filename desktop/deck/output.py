"""The audio output: one long-lived PortAudio stream, opened when first needed, closed when the device goes away.

One thread writes to it, never PortAudio's callback, in which no Python may run. If the chosen device is missing, the
system default stands in.
"""

import logging
import sys
import threading
import time
from typing import Any

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from desktop.base.translation import translate
from desktop.deck import hold_device_list
from engine.base.errors import OutputError

_LATENCY_S = 0.08
"""Audio queued in the device: enough for a busy machine, short enough for key presses to feel immediate."""
_MOST_LATENCY_S = 0.32
_ONCE_S = 0.1
_AGAIN_S = 60.0
"""A device that runs out of sound twice within this time gets twice as much queued."""
_STALL_S = 5.0
"""A device that accepts nothing for this long is lost. Some drivers never report it; a sound server may take 2 s
to start."""
_CLOSE_S = 2.0
_log = logging.getLogger(__name__)


class OutputFormat(Struct, frozen=True):
    """What the opened device accepts."""

    device: str
    sample_rate_hz: int
    channels: int
    latency_s: float
    is_stand_in: bool = False
    """Whether this is the system default in place of the chosen device."""


class Output:
    """One output device. Player thread only.

    `room` paces the player: it says how much the device accepts now.
    """

    def __init__(self) -> None:
        self._stream: Any = None
        self._format: OutputFormat | None = None
        self._device = ""
        self._was_open = False
        self._is_resting = False
        self._took_at = 0.0
        """Last time there was room, by time.monotonic."""
        self.underruns = 0
        """How often the device ran out of sound while it played."""
        self._whole = 0
        """Frames that the open device takes when it holds none."""
        self._ran_out_at = float("-inf")
        self._has_sound = False
        """Whether the last block was more than silence."""
        self._latency_s = _LATENCY_S
        self._is_outgrown = False
        """Whether more is to be queued than the open stream does."""

    @property
    def format(self) -> OutputFormat | None:
        """The open device's format, None while closed."""
        return self._format

    def choose(self, device: str) -> None:
        """Selects another device by name, empty for the system default; `open` opens it."""
        self.close()
        self._device = device

    def expected(self) -> OutputFormat | None:
        """The device's likely format, without opening it; None if there is no device."""
        try:
            device = hold_device_list.output_named(self._device)
        except OutputError:
            return None
        return OutputFormat(device.name, device.sample_rate_hz, device.channels, self._latency_s)

    def devices(self) -> tuple[str, ...]:
        """Names of available devices; refreshed while nothing is open.

        Raises:
            OutputError: there is no PortAudio.
        """
        if self._format is None:
            hold_device_list.restart()
        return hold_device_list.output_names()

    def open(self) -> OutputFormat:
        """Opens the device if it is closed; the system default if the chosen one fails.

        Raises:
            OutputError: no PortAudio library, no device, or one that cannot be opened.
        """
        if self._format is not None:
            return self._format
        if self._was_open:  # devices may have changed since
            hold_device_list.restart()
        self._was_open = True
        try:
            self._format = self._opened(self._device)
        except OutputError as err:
            if not self._device:
                raise
            _log.warning("%s; the system's own output stands in", err)
            self._format = self._opened("", is_stand_in=True)
        return self._format

    def room(self) -> int:
        """How many frames `write` accepts without blocking.

        Raises:
            OutputError: the device is gone, or no longer accepts audio.
        """
        try:
            if self._is_resting:
                self._stream.start()
                self._is_resting = False
            room = int(self._stream.write_available)
        except Exception as err:
            raise self._lost(err) from err
        now = time.monotonic()
        if room >= self._whole:  # PortAudio loses some of what ALSA says, and says some of it late
            self._note_underrun(now)
        if room > 0:
            self._took_at = now
        elif now - self._took_at > _STALL_S:
            # PortAudio itself would wait for ever if a device vanishes silently.
            raise self._lost(TimeoutError(translate("Output", "it takes no sound")))
        return room

    def write(self, block: NDArray[np.float32]) -> None:
        """Queues float32 [T, C]; blocks without `room`.

        Raises:
            OutputError: the device is gone.
        """
        try:
            has_run_out = self._stream.write(np.ascontiguousarray(block, np.float32).tobytes())
        except Exception as err:
            raise self._lost(err) from err
        if has_run_out:
            self._note_underrun(time.monotonic())
        self._has_sound = bool(block.any())

    def _note_underrun(self, now: float) -> None:
        """Counts it once, and only if a sound was cut."""
        if not self._has_sound or now - self._ran_out_at < _ONCE_S:
            return
        self._has_sound = False
        self.underruns += 1
        is_again = now - self._ran_out_at < _AGAIN_S
        self._ran_out_at = now
        if is_again and not self._is_outgrown and self._latency_s < _MOST_LATENCY_S:
            self._latency_s, self._is_outgrown = 2 * self._latency_s, True
        _log.info("the output ran out of sound: %d so far, %.2f s queued next", self.underruns, self._latency_s)

    def _lost(self, err: Exception) -> Exception:
        """Closes the device and returns an OutputError; returns an internal error unchanged."""
        if type(err).__name__ not in (
            "PortAudioError",
            "TimeoutError",
        ):  # PortAudioError's module may be absent: see load
            return err
        name = self._format.device if self._format else ""
        self.close()
        return OutputError(
            translate("Output", "The sound output %1 was disconnected (%2).", name, hold_device_list.reason_of(err)),
            advice=hold_device_list.plug_advice(),
        )

    def rest(self) -> None:
        """Lets the device sleep; the stream stays open and wakes in `room`, unless more is to be queued from now on."""
        if self._is_outgrown:
            self.close()
            self._was_open = False  # the devices are the same: no need to read their list again
        if self._stream is not None and not self._is_resting:
            try:
                self._stream.stop()
                self._is_resting = True
            except Exception:
                _log.exception("the output could not be put to rest")
                self.close()

    def close(self) -> None:
        """Closes the device; the next `open` refreshes the device list."""
        stream, self._stream, self._format = self._stream, None, None
        self._is_resting = self._is_outgrown = self._has_sound = False
        if stream is not None:  # a vanished device may block its driver: limit the wait
            closing = threading.Thread(target=_close, args=(stream,), name="output-close", daemon=True)
            closing.start()
            closing.join(_CLOSE_S)

    def _opened(self, name: str, *, is_stand_in: bool = False) -> OutputFormat:
        library = hold_device_list.load()
        device = hold_device_list.output_named(name)
        try:
            stream = library.RawOutputStream(
                samplerate=device.sample_rate_hz,
                channels=device.channels,
                dtype="float32",
                latency=self._latency_s,
                device=device.index,
            )
            stream.start()
            whole = room_when_empty(int(stream.write_available), float(stream.latency), device.sample_rate_hz)
        except (library.PortAudioError, ValueError) as err:
            raise OutputError(
                translate("Output", "The sound output could not be opened (%1).", hold_device_list.reason_of(err)),
                advice=hold_device_list.plug_advice(),
            ) from err
        self._stream, self._took_at, self._whole = stream, time.monotonic(), whole
        return OutputFormat(device.name, device.sample_rate_hz, device.channels, float(stream.latency), is_stand_in)


def room_when_empty(room: int, latency_s: float, sample_rate_hz: int) -> int:
    """Returns how many frames a device takes that has run out, by what it takes when it was just opened.

    A device that begins filled with silence takes less than its latency then; what it takes later says nothing.

    Args:
        room: frames that it takes just after opening.
        latency_s: of the device.
        sample_rate_hz: of the device.
    """
    return room if room >= latency_s * sample_rate_hz else sys.maxsize


def _close(stream: Any) -> None:
    try:
        with hold_device_list.borrowed():  # PortAudio must not be terminated while its driver holds a stream
            stream.abort(ignore_errors=True)
            stream.close(ignore_errors=True)
    except Exception:
        _log.exception("the output could not be closed")
