"""The audio output: one long-lived PortAudio stream, opened when first needed, closed when the device goes away.

It is written to from one thread, blocking, so that no Python runs inside PortAudio's callback. sounddevice is imported
here and only when a sound is first played: without the PortAudio library the window still works.
"""

import logging
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.errors import OutputError

_LATENCY_S = 0.08
"""Sound queued in the device: enough for a busy machine, short enough that a key and its sound feel like one."""
_log = logging.getLogger(__name__)
INSTALL_ADVICE = (
    "Install PortAudio (Debian and Ubuntu: sudo apt install libportaudio2; Fedora: sudo dnf install portaudio), "
    "then press play again."
)
PLUG_ADVICE = "Plug in headphones or speakers, or start the sound server, then press play again."


@dataclass(frozen=True, slots=True)
class OutputFormat:
    """What the opened device takes."""

    device: str
    sample_rate_hz: int
    channels: int
    latency_s: float


def _portaudio() -> Any:
    try:
        import sounddevice
    except OSError as err:
        raise OutputError("The PortAudio library is missing, so nothing can be played.", advice=INSTALL_ADVICE) from err
    except ImportError as err:
        raise OutputError(
            "The sounddevice module is missing, so nothing can be played.",
            advice="Install Earshot's dependencies again, then press play again.",
        ) from err
    return sounddevice


class Output:
    """The default output device. Player thread only.

    `write` blocks until the device has room, which is what paces the player.
    """

    def __init__(self) -> None:
        self._stream: Any = None
        self._format: OutputFormat | None = None
        self._is_stale = False

    @property
    def format(self) -> OutputFormat | None:
        """What the device takes, None while it is closed."""
        return self._format

    def open(self) -> OutputFormat:
        """Opens the device if it is not open.

        Raises:
            OutputError: no PortAudio library, no device, or one that cannot be opened.
        """
        if self._format is not None:
            return self._format
        portaudio = _portaudio()
        try:
            if self._is_stale:  # PortAudio reads the list of devices once: start it again to see what was plugged in.
                portaudio._terminate()
                portaudio._initialize()
            self._is_stale = True
            device = portaudio.query_devices(kind="output")
            channels = min(2, int(device["max_output_channels"]))
            rate_hz = int(device["default_samplerate"])
            stream = portaudio.RawOutputStream(
                samplerate=rate_hz, channels=channels, dtype="float32", latency=_LATENCY_S, device=device["index"]
            )
            stream.start()
        except (portaudio.PortAudioError, ValueError) as err:
            raise OutputError(_no_output(err), advice=PLUG_ADVICE) from err
        self._stream = stream
        self._format = OutputFormat(str(device["name"]), rate_hz, channels, float(stream.latency))
        return self._format

    def write(self, block: NDArray[np.float32]) -> None:
        """Queues float32 [T, C] and waits until the device has taken it.

        Raises:
            OutputError: the device went away.
        """
        try:
            if self._stream.stopped:
                self._stream.start()
            self._stream.write(np.ascontiguousarray(block, np.float32).tobytes())
        except Exception as err:  # PortAudioError comes from a module that may be absent: see _portaudio
            if type(err).__name__ != "PortAudioError":
                raise
            self.close()
            raise OutputError(f"The sound output went away ({_reason(err)}).", advice=PLUG_ADVICE) from err

    def rest(self) -> None:
        """Lets the device sleep; the stream stays open and wakes with the next `write`."""
        if self._stream is not None and not self._stream.stopped:
            try:
                self._stream.stop()
            except Exception:
                _log.exception("the output could not be put to rest")
                self.close()

    def close(self) -> None:
        """Closes the device; the next `open` looks for devices again."""
        stream, self._stream, self._format = self._stream, None, None
        if stream is not None:
            try:
                stream.abort(ignore_errors=True)
                stream.close(ignore_errors=True)
            except Exception:
                _log.exception("the output could not be closed")


def _no_output(err: Exception) -> str:
    reason = _reason(err)
    if "device -1" in reason:  # how PortAudio says that there is no default device
        return "No sound output was found."
    return f"The sound output could not be opened ({reason})."


def _reason(err: Exception) -> str:
    return str(err.args[0] if err.args else err).strip() or type(err).__name__
