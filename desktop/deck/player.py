"""The player: starts, changes and stops one sound at a time without clicks. Nothing here blocks the caller.

Its thread is desktop/deck/performer.py; each take decodes ahead in a thread of its own.
"""

import threading
import time
from collections.abc import Callable, Sequence
from typing import Unpack

from msgspec import Struct
from msgspec.structs import replace
from PySide6.QtCore import QObject, Signal

from desktop.deck.output import Output
from desktop.deck.performer import PlayerLoop
from desktop.deck.playback import Audition, AuditionChanges
from desktop.deck.player_requests import PlayerMailbox
from desktop.deck.preloader import Preloader
from engine.audio import decoder_pool
from engine.base.types import FilePath, SoundId


class StartLatency(Struct, frozen=True):
    """Latency of the last sound, all by time.monotonic."""

    asked_at: float
    decoded_at: float
    """Its first block was decoded; before `asked_at` if preloaded."""
    queued_at: float
    """That block was queued in the device."""


class Player(QObject):
    """Plays one sound at a time. Methods are for the GUI thread and return at once."""

    started = Signal(object, float)
    """Path, and position in seconds at which the sound becomes audible."""
    stopped = Signal(object, bool)
    """Path, and whether it played to its end."""
    heard = Signal(object)
    """SoundId or None: one second of it, or all of it, was heard."""
    failed = Signal(str, str)
    """What happened and what to do about it."""
    opened = Signal(object)
    """OutputFormat of the device now in use."""
    found = Signal(object)
    """OutputFormat of a lost device that is back."""
    devices_found = Signal(object)
    """tuple[str, ...]: names of available devices, the answer to `list_devices`."""

    def __init__(self, parent: QObject | None = None, *, output: Callable[[], Output] = Output) -> None:
        super().__init__(parent)
        self._orders = PlayerMailbox()
        self._heads = Preloader()
        self._guard = threading.Lock()
        self._playing: Audition | None = None
        self._asked_at = 0.0
        self.timing: StartLatency | None = None
        """Of the last sound that started."""
        self._performer = PlayerLoop(output(), self._orders, self._heads, _Audience(self))
        self._thread = threading.Thread(target=self._performer.run, name="player", daemon=True)
        self._thread.start()

    def play(
        self,
        path: FilePath,
        *,
        start_s: float | None = None,
        end_s: float | None = None,
        sound: SoundId | None = None,
    ) -> None:
        """Plays a sound without effects from `start_s` to `end_s` (else its end), replacing the current one."""
        self.perform(Audition(path, sound, start_s, end_s=end_s))

    def perform(self, audition: Audition) -> None:
        """Plays an audition; the current one fades out within 5 ms."""
        with self._guard:
            self._playing = audition
            self._asked_at = time.monotonic()
            self._orders.play(audition)

    def change(self, **changes: Unpack[AuditionChanges]) -> None:
        """Changes fields of the current `Audition` at its present position, with a crossfade of up to 10 ms."""
        with self._guard:
            if self._playing is not None:
                self._playing = replace(self._playing, **changes)
                self._orders.change(**changes)

    def stop(self) -> None:
        """Fades out within 5 ms; audio already queued is still heard."""
        with self._guard:
            if self._playing is not None:
                self._playing = None
                self._orders.stop()

    def preload(self, auditions: Sequence[Audition | FilePath]) -> None:
        """Decodes the beginnings of likely next sounds, likeliest first; replaces earlier requests.

        Does nothing until the output format is known: see `warm_up`.
        """
        form = self._performer.form
        if form is not None:
            wanted = [Audition(given) if isinstance(given, FilePath) else given for given in auditions]
            self._heads.want(wanted, form)

    def warm_up(self) -> None:
        """Loads PortAudio, starts a decoder process and looks for devices, so that the first key press does not wait.

        Drops preloaded heads: files may have changed while another program was in front.
        """
        self._heads.clear()
        self._orders.look()
        away = decoder_pool.in_use()
        if away is not None:
            away.warm_up()

    def set_volume(self, gain: float) -> None:
        """Sets the gain, 0 to 1, at once and without a click."""
        self._performer.volume = min(1.0, max(0.0, gain))

    def choose_device(self, name: str) -> None:
        """Moves playback to a device by name, empty for the system default."""
        self._orders.choose(name)

    def list_devices(self) -> None:
        self._orders.list_devices()

    @property
    def underruns(self) -> int:
        """How often the device ran out of sound while it played, since the start."""
        return self._performer.underruns

    @property
    def playing(self) -> Audition | None:
        """The current or pending audition, None if there is none."""
        return self._playing

    def position_s(self) -> float | None:
        """The playback position in seconds; None when nothing plays."""
        clock = self._performer.clock
        return None if clock is None or self._playing is None else clock.position_s()

    def levels(self, now: float) -> tuple[float, ...] | None:
        """Highest peak per channel heard since the last call; `now` by time.monotonic. None without new audio."""
        return self._performer.levels.take(now)

    def close(self) -> None:
        """Stops, closes the device and ends the threads."""
        self._orders.close()
        self._thread.join(timeout=5)
        self._heads.close()

    # -- called in the player's thread -------------------------------------------------------------------------------

    def _began(self, audition: Audition, start_s: float, decoded_at: float, queued_at: float) -> None:
        with self._guard:
            self.timing = StartLatency(self._asked_at, decoded_at, queued_at)
        self.started.emit(audition.path, start_s)

    def _ended(self, audition: Audition, reached_end: bool) -> None:
        with self._guard:
            if not self._orders.has_new_sound and not self._performer.is_busy:
                self._playing = None
        self.stopped.emit(audition.path, reached_end)


class _Audience:
    """Forwards the performer's events as signals."""

    def __init__(self, player: Player) -> None:
        self.began = player._began
        self.ended = player._ended
        self.went_wrong = player.failed.emit
        self.device_opened = player.opened.emit
        self.device_found = player.found.emit
        self.devices_listed = player.devices_found.emit
        self._heard = player.heard

    def was_heard(self, audition: Audition) -> None:
        if audition.sketch_of is None:  # hearing a sketch does not count as hearing the sound
            self._heard.emit(audition.sound)
