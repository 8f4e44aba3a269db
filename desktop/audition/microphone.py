"""The microphone through PortAudio: opened for one recording, read in blocks, closed. The only module that hears."""

from contextlib import ExitStack
from typing import Any

import numpy as np
from numpy.typing import NDArray

from desktop.audition import portaudio
from desktop.translation import translate
from engine.errors import OutputError

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
        try:
            self._sounddevice: Any = portaudio.load()
        except OutputError as err:
            raise NoMicrophone(
                translate("Recorder", "The PortAudio library is missing, so nothing can be recorded."), err.advice
            ) from err
        with ExitStack() as held:
            held.enter_context(portaudio.borrowed())
            self._open()
            self._held = held.pop_all()

    def _open(self) -> None:
        library = self._sounddevice
        try:
            device = library.query_devices(kind="input")
            self.name = str(device["name"])
            self.sample_rate_hz = int(device["default_samplerate"])
            self._channels = max(1, min(2, int(device["max_input_channels"])))
            self._stream = library.RawInputStream(
                samplerate=self.sample_rate_hz, channels=self._channels, dtype="float32", device=device["index"]
            )
            self._stream.start()
        except (library.PortAudioError, ValueError) as err:
            reason = portaudio.reason_of(err)
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
        except self._sounddevice.PortAudioError as err:
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
        self._held.close()
