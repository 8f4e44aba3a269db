"""Records a sound to search by: one short-lived thread that reads the microphone and reports its level.

It neither trims nor writes the recording: engine.audio.takes does.
"""

import logging
import threading
from collections.abc import Callable
from typing import Protocol

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray
from PySide6.QtCore import QObject, Signal

from desktop.base.translation import translate
from desktop.deck.microphone import Microphone, NoMicrophone, microphones

LONGEST_S = 20.0
"""Maximum length of a recording."""
_log = logging.getLogger(__name__)


class MicrophoneTake(Struct, frozen=True):
    """A recording as the microphone delivered it."""

    samples: NDArray[np.float32]
    """float32 [T], mono, within [-1, 1]."""
    sample_rate_hz: int


class MicrophoneLike(Protocol):
    """The part of `Microphone` that a recorder needs."""

    name: str
    sample_rate_hz: int
    is_stand_in: bool
    """Whether it replaces the requested one."""

    def read(self) -> NDArray[np.float32]:
        """Waits for the next block: float32 [T]."""

    def close(self) -> None: ...


class Recorder(QObject):
    """Makes one recording at a time. Methods are for the GUI thread and return at once."""

    began = Signal()
    """The microphone is open."""
    opened = Signal(str, str)
    """Name of the microphone in use, and of the requested one if this stands in for it, else ""."""
    listed = Signal(object)
    """tuple[str, ...]: names of available microphones."""
    heard = Signal(float, float)
    """Peak of the last block, 0 to 1, and the seconds recorded so far."""
    recorded = Signal(object)
    """MicrophoneTake, after `finish` or at the maximum length."""
    cancelled = Signal()
    failed = Signal(str, str)
    """What happened and what to do about it; nothing is kept."""

    def __init__(
        self, parent: QObject | None = None, *, microphone: Callable[[str], MicrophoneLike] = Microphone
    ) -> None:
        super().__init__(parent)
        self._open = microphone
        self._end = threading.Event()
        self._is_cancelled = False
        self._device = ""
        self._thread: threading.Thread | None = None

    @property
    def is_recording(self) -> bool:
        """True from `start` until a signal ends it."""
        return self._thread is not None and self._thread.is_alive()

    def start(self, device: str = "") -> None:
        """Starts recording from a microphone by name, empty for the system default; does nothing while recording."""
        if self.is_recording:
            return
        self._device = device
        self._end = threading.Event()
        self._is_cancelled = False
        self._thread = threading.Thread(target=self._run, args=(self._end,), name="recorder", daemon=True)
        self._thread.start()

    def change(self, device: str) -> None:
        """Restarts the recording with another microphone, dropping what was recorded."""
        self._device = device

    def finish(self) -> None:
        """Ends and keeps the recording."""
        self._end.set()

    def cancel(self) -> None:
        """Ends and drops the recording."""
        self._is_cancelled = True
        self._end.set()

    def close(self) -> None:
        """Drops a running recording and waits for the thread."""
        self.cancel()
        if self._thread is not None:
            self._thread.join(timeout=5)

    # -- recorder thread from here on -----------------------------------------------------------------------------

    def _run(self, end: threading.Event) -> None:
        try:
            recording = None
            while recording is None:
                device = self._device
                microphone = self._open(device)
                try:
                    self.opened.emit(microphone.name, device if microphone.is_stand_in else "")
                    self.listed.emit(microphones())
                    recording = self._listen(microphone, end, device)
                finally:
                    microphone.close()
        except NoMicrophone as err:
            self.failed.emit(str(err), err.advice)
        except Exception:
            _log.exception("recording failed")
            self.failed.emit(
                translate("Recorder", "Recording failed."),
                translate("Recorder", "Record again; if it fails again, please send us the log."),
            )
        else:
            if self._is_cancelled:
                self.cancelled.emit()
            else:
                self.recorded.emit(recording)

    def _listen(self, microphone: MicrophoneLike, end: threading.Event, device: str) -> MicrophoneTake | None:
        """The recording; None if another microphone was requested meanwhile."""
        self.began.emit()
        rate_hz, longest = microphone.sample_rate_hz, round(LONGEST_S * microphone.sample_rate_hz)
        blocks: list[NDArray[np.float32]] = []
        frames = 0
        while not end.is_set() and frames < longest:
            if self._device != device:
                return None
            block = microphone.read()
            blocks.append(block)
            frames += len(block)
            self.heard.emit(float(np.abs(block).max(initial=0.0)), frames / rate_hz)
        samples = np.concatenate(blocks) if blocks else np.zeros(0, np.float32)
        return MicrophoneTake(np.clip(samples[:longest], -1.0, 1.0), rate_hz)
