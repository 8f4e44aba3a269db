"""The microphone through PortAudio: opened for one recording, read in blocks, closed. Nothing else captures audio."""

import logging
from contextlib import ExitStack
from typing import Any

import numpy as np
from numpy.typing import NDArray

from desktop.base.translation import translate
from desktop.deck import hold_device_list
from engine.base.errors import OutputError

BLOCK_S = 0.04
_log = logging.getLogger(__name__)


class NoMicrophone(Exception):
    """There is no microphone, or it was disconnected; `advice` says what to do."""

    def __init__(self, message: str, advice: str) -> None:
        super().__init__(message)
        self.advice = advice


class Microphone:
    """One input device. Recorder thread only.

    Attributes:
        name: the device's name.
        is_stand_in: whether it is the system default in place of the chosen one.
    """

    def __init__(self, wanted: str = "") -> None:
        """Opens a device by name; the system default for an empty name or an unavailable device.

        Raises:
            NoMicrophone: no PortAudio library, no input device, or one that cannot be opened.
        """
        try:
            self._sounddevice: Any = hold_device_list.load()
        except OutputError as err:
            raise NoMicrophone(
                translate("Recorder", "The PortAudio library is missing, so nothing can be recorded."), err.advice
            ) from err
        self.is_stand_in = False
        with ExitStack() as held:
            held.enter_context(hold_device_list.borrowed())
            try:
                self._open(wanted)
            except NoMicrophone as err:
                if not wanted:
                    raise
                _log.warning("%s; the system's own microphone stands in", err)
                self._open("")
                self.is_stand_in = True
            self._held = held.pop_all()

    def _open(self, wanted: str) -> None:
        library = self._sounddevice
        try:
            device = hold_device_list.input_named(wanted)
        except OutputError as err:
            raise NoMicrophone(str(err), err.advice) from err
        try:
            self.name, self.sample_rate_hz, self._channels = device.name, device.sample_rate_hz, device.channels
            self._stream = library.RawInputStream(
                samplerate=self.sample_rate_hz, channels=self._channels, dtype="float32", device=device.index
            )
            self._stream.start()
        except (library.PortAudioError, ValueError) as err:
            raise NoMicrophone(
                translate("Recorder", "The microphone could not be opened (%1).", hold_device_list.reason_of(err)),
                translate("Recorder", "Allow Earshot to use it in your system's privacy settings, then record again."),
            ) from err

    def read(self) -> NDArray[np.float32]:
        """Waits for the next block: float32 [T], mono, the mean of the device's channels.

        Raises:
            NoMicrophone: it was disconnected.
        """
        try:
            data, _ = self._stream.read(round(BLOCK_S * self.sample_rate_hz))
        except self._sounddevice.PortAudioError as err:
            raise NoMicrophone(
                translate("Recorder", "The microphone was disconnected."),
                translate("Recorder", "Connect it again, then record again."),
            ) from err
        block = np.frombuffer(bytes(data), np.float32).reshape(-1, self._channels)
        return np.asarray(np.nan_to_num(block.mean(axis=1)), np.float32)

    def close(self) -> None:
        self._stream.abort(ignore_errors=True)
        self._stream.close(ignore_errors=True)
        self._held.close()


def microphones() -> tuple[str, ...]:
    """Names of available microphones; empty without PortAudio."""
    try:
        return hold_device_list.input_names()
    except OutputError:
        return ()
