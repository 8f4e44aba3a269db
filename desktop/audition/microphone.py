"""The microphone through PortAudio: opened for one recording, read in blocks, closed. The only module that hears."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from desktop.audition.output import INSTALL_ADVICE
from desktop.translation import translate

BLOCK_S = 0.04


class NoMicrophone(Exception):
    """There is no microphone, or it went away; `advice` says what to do."""

    def __init__(self, message: str, advice: str) -> None:
        super().__init__(message)
        self.advice = advice


class Microphone:
    """The default input device. Recorder thread only."""

    def __init__(self) -> None:
        """Opens it.

        Raises:
            NoMicrophone: no PortAudio library, no input device, or one that cannot be opened.
        """
        self._portaudio = portaudio = _portaudio()
        try:
            device = portaudio.query_devices(kind="input")
            self.name = str(device["name"])
            self.sample_rate_hz = int(device["default_samplerate"])
            self._channels = max(1, min(2, int(device["max_input_channels"])))
            self._stream = portaudio.RawInputStream(
                samplerate=self.sample_rate_hz, channels=self._channels, dtype="float32", device=device["index"]
            )
            self._stream.start()
        except (portaudio.PortAudioError, ValueError) as err:
            reason = str(err.args[0] if err.args else err).strip()
            if "device -1" in reason or "No input device" in reason:  # how PortAudio says that there is no default
                raise NoMicrophone(
                    translate("Recorder", "No microphone was found."),
                    translate("Recorder", "Connect one, choose it in your system's sound settings, then start again."),
                ) from err
            raise NoMicrophone(
                translate("Recorder", "The microphone could not be opened (%1).", reason),
                translate("Recorder", "Allow Earshot to use it in your system's privacy settings, then record again."),
            ) from err

    def read(self) -> NDArray[np.float32]:
        """Waits for the next block: float32 [T], mono, the mean of the device's channels.

        Raises:
            NoMicrophone: it went away.
        """
        try:
            data, _ = self._stream.read(round(BLOCK_S * self.sample_rate_hz))
        except self._portaudio.PortAudioError as err:
            raise NoMicrophone(
                translate("Recorder", "The microphone went away."),
                translate("Recorder", "Connect it again, then record again."),
            ) from err
        block = np.frombuffer(bytes(data), np.float32).reshape(-1, self._channels)
        return np.asarray(np.nan_to_num(block.mean(axis=1)), np.float32)

    def close(self) -> None:
        """Lets the device go."""
        self._stream.abort(ignore_errors=True)
        self._stream.close(ignore_errors=True)


def _portaudio() -> Any:
    try:
        import sounddevice
    except OSError as err:
        raise NoMicrophone(
            translate("Recorder", "The PortAudio library is missing, so nothing can be recorded."), INSTALL_ADVICE
        ) from err
    except ImportError as err:
        raise NoMicrophone(
            translate("Recorder", "The sounddevice module is missing, so nothing can be recorded."),
            translate("Recorder", "Install Earshot's dependencies again, then record again."),
        ) from err
    return sounddevice
