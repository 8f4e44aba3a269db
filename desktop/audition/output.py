"""The audio output: one long-lived PortAudio stream, opened when first needed, closed when the device goes away.

It is written to from one thread, never from PortAudio's callback, in which no Python may run. Where the device that
was chosen is not there, the system's own stands in.
"""

import logging
import threading
import time
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from desktop.audition import portaudio
from desktop.translation import translate
from engine.errors import OutputError

_LATENCY_S = 0.08
"""Sound queued in the device: enough for a busy machine, short enough that a key and its sound feel like one."""
_STALL_S = 5.0
"""A device that takes nothing for this long is lost. Some drivers never say so; a sound server may take 2 s to
begin."""
_CLOSE_S = 2.0
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class OutputFormat:
    """What the opened device takes."""

    device: str
    sample_rate_hz: int
    channels: int
    latency_s: float
    is_stand_in: bool = False
    """True when this is the system's own output in place of the one that was chosen."""


class Output:
    """One output device. Player thread only.

    `room` says how much the device takes now, which is what paces the player.
    """

    def __init__(self) -> None:
        self._stream: Any = None
        self._format: OutputFormat | None = None
        self._device = ""
        self._was_open = False
        self._is_resting = False
        self._took_at = 0.0
        """When there was room last, by time.monotonic."""

    @property
    def format(self) -> OutputFormat | None:
        """What the device takes, None while it is closed."""
        return self._format

    def choose(self, device: str) -> None:
        """Takes another device by name, empty for the system's own; `open` opens it."""
        self.close()
        self._device = device

    def expected(self) -> OutputFormat | None:
        """What the device will most likely take, without opening it; None when there is none."""
        try:
            device = portaudio.output_named(self._device)
        except OutputError:
            return None
        return OutputFormat(device.name, device.sample_rate_hz, device.channels, _LATENCY_S)

    def devices(self) -> tuple[str, ...]:
        """Names of the devices that can be chosen; looked for anew while nothing is open.

        Raises:
            OutputError: there is no PortAudio.
        """
        if self._format is None:
            portaudio.restart()
        return portaudio.output_names()

    def open(self) -> OutputFormat:
        """Opens the device if it is not open; the system's own where the chosen one cannot be.

        Raises:
            OutputError: no PortAudio library, no device, or one that cannot be opened.
        """
        if self._format is not None:
            return self._format
        if self._was_open:  # what is there may have changed since
            portaudio.restart()
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
        """How many frames `write` takes without waiting.

        Raises:
            OutputError: the device went away, or takes nothing any more.
        """
        try:
            if self._is_resting:
                self._stream.start()
                self._is_resting = False
            room = int(self._stream.write_available)
        except Exception as err:
            raise self._lost(err) from err
        now = time.monotonic()
        if room > 0:
            self._took_at = now
        elif now - self._took_at > _STALL_S:
            # Not left to PortAudio: its wait has no end where a device is pulled out without a word.
            raise self._lost(TimeoutError(translate("Output", "it takes no sound")))
        return room

    def write(self, block: NDArray[np.float32]) -> None:
        """Queues float32 [T, C]; waits where there is no `room`.

        Raises:
            OutputError: the device went away.
        """
        try:
            self._stream.write(np.ascontiguousarray(block, np.float32).tobytes())
        except Exception as err:
            raise self._lost(err) from err

    def _lost(self, err: Exception) -> Exception:
        """Closes the device and says that it is gone; gives back an error that is our own fault."""
        if type(err).__name__ not in ("PortAudioError", "TimeoutError"):  # the first's module may be absent: see load
            return err
        name = self._format.device if self._format else ""
        self.close()
        return OutputError(
            translate("Output", "The sound output %1 was disconnected (%2).", name, portaudio.reason_of(err)),
            advice=portaudio.plug_advice(),
        )

    def rest(self) -> None:
        """Lets the device sleep; the stream stays open and wakes with the next `write`."""
        if self._stream is not None and not self._is_resting:
            try:
                self._stream.stop()
                self._is_resting = True
            except Exception:
                _log.exception("the output could not be put to rest")
                self.close()

    def close(self) -> None:
        """Closes the device; the next `open` looks for devices again."""
        stream, self._stream, self._format = self._stream, None, None
        self._is_resting = False
        if stream is not None:  # a device that is gone may hold its driver: it is given some time, no more
            closing = threading.Thread(target=_close, args=(stream,), name="output-close", daemon=True)
            closing.start()
            closing.join(_CLOSE_S)

    def _opened(self, name: str, *, is_stand_in: bool = False) -> OutputFormat:
        library = portaudio.load()
        device = portaudio.output_named(name)
        try:
            stream = library.RawOutputStream(
                samplerate=device.sample_rate_hz,
                channels=device.channels,
                dtype="float32",
                latency=_LATENCY_S,
                device=device.index,
            )
            stream.start()
        except (library.PortAudioError, ValueError) as err:
            raise OutputError(
                translate("Output", "The sound output could not be opened (%1).", portaudio.reason_of(err)),
                advice=portaudio.plug_advice(),
            ) from err
        self._stream, self._took_at = stream, time.monotonic()
        return OutputFormat(device.name, device.sample_rate_hz, device.channels, float(stream.latency), is_stand_in)


def _close(stream: Any) -> None:
    try:
        with portaudio.borrowed():  # PortAudio must not be ended while its driver holds on to a stream
            stream.abort(ignore_errors=True)
            stream.close(ignore_errors=True)
    except Exception:
        _log.exception("the output could not be closed")
