"""The player: one sound at a time, started, changed and stopped without a click. Nothing here blocks the caller.

Its thread is desktop/audition/performer.py; each sound is decoded ahead by a take's own thread.
"""

import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from PySide6.QtCore import QObject, Signal

from desktop.audition.heads import Heads
from desktop.audition.orders import OrderBook
from desktop.audition.output import Output
from desktop.audition.performer import Performer
from desktop.audition.take import Audition
from engine.audio import decoders
from engine.types import FilePath, SoundId


@dataclass(frozen=True, slots=True)
class Timing:
    """How quickly the last sound began, all by time.monotonic."""

    asked_at: float
    decoded_at: float
    """Its first block was decoded; before `asked_at` for a sound that was preloaded."""
    queued_at: float
    """That block was in the device."""


class Player(QObject):
    """Plays one sound at a time. Methods belong to the GUI thread and return at once."""

    started = Signal(object, float)
    """The path and the place in seconds where the sound begins to be heard."""
    stopped = Signal(object, bool)
    """The path; True when it played to its end."""
    heard = Signal(object)
    """SoundId (or None) of a sound of which a second, or all of it, was heard."""
    failed = Signal(str, str)
    """What happened and what to do about it."""
    opened = Signal(object)
    """OutputFormat of the device now in use."""
    found = Signal(object)
    """OutputFormat: a device that was lost is there again."""
    devices_found = Signal(object)
    """Names of the devices that can be chosen, tuple of str: the answer to `list_devices`."""

    def __init__(self, parent: QObject | None = None, *, output: Callable[[], Output] = Output) -> None:
        super().__init__(parent)
        self._orders = OrderBook()
        self._heads = Heads()
        self._guard = threading.Lock()
        self._playing: Audition | None = None
        self._asked_at = 0.0
        self.timing: Timing | None = None
        """Of the sound that began last."""
        self._performer = Performer(output(), self._orders, self._heads, _Audience(self))
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
        """Plays a sound as it is from `start_s` (to `end_s`, else to its end) in place of what plays now."""
        self.perform(Audition(path, sound, start_s, end_s=end_s))

    def perform(self, audition: Audition) -> None:
        """Plays an audition in place of what plays now; what plays fades out within 5 ms."""
        with self._guard:
            self._playing = audition
            self._asked_at = time.monotonic()
            self._orders.play(audition)

    def change(self, **changes: object) -> None:
        """Changes what plays, given as fields of `Audition`, from the place it has come to, crossfaded within 10 ms."""
        with self._guard:
            if self._playing is not None:
                self._playing = replace(self._playing, **changes)  # type: ignore[arg-type]
                self._orders.change(**changes)

    def stop(self) -> None:
        """Fades out within 5 ms; what the device still holds is heard."""
        with self._guard:
            if self._playing is not None:
                self._playing = None
                self._orders.stop()

    def preload(self, auditions: Sequence[Audition | FilePath]) -> None:
        """Decodes the first moments of what may be played next, the likeliest first; what was wanted before is dropped.

        Nothing is decoded before it is known what the output takes: `warm_up` finds out.
        """
        form = self._performer.form
        if form is not None:
            wanted = [Audition(given) if isinstance(given, FilePath) else given for given in auditions]
            self._heads.want(wanted, form)

    def warm_up(self) -> None:
        """Loads PortAudio and has a decoder process started, so that the first key press need not wait for them; looks
        for other devices while it rests.

        What was preloaded is forgotten: files may have changed while another program was in front.
        """
        self._heads.clear()
        self._orders.look()
        away = decoders.in_use()
        if away is not None:
            away.warm_up()

    def set_volume(self, gain: float) -> None:
        """Sets the volume, 0 to 1, at once and without a click."""
        self._performer.volume = min(1.0, max(0.0, gain))

    def choose_device(self, name: str) -> None:
        """Plays through a device by name, empty for the system's own; what plays goes on there."""
        self._orders.choose(name)

    def list_devices(self) -> None:
        """Asks for `devices_found`."""
        self._orders.list_devices()

    @property
    def playing(self) -> Audition | None:
        """What is wanted or heard now, None when nothing is."""
        return self._playing

    def position_s(self) -> float | None:
        """The place being heard now, in seconds from the start of the sound; None when nothing plays."""
        clock = self._performer.clock
        return None if clock is None or self._playing is None else clock.position_s()

    def levels(self, now: float) -> tuple[float, ...] | None:
        """The highest peak of each channel that was heard since it was asked last, by time.monotonic; None for none."""
        return self._performer.levels.take(now)

    def close(self) -> None:
        """Stops, closes the device and ends the threads."""
        self._orders.close()
        self._thread.join(timeout=5)
        self._heads.close()

    # -- called in the player's thread -------------------------------------------------------------------------------

    def _began(self, audition: Audition, start_s: float, decoded_at: float, queued_at: float) -> None:
        with self._guard:
            self.timing = Timing(self._asked_at, decoded_at, queued_at)
        self.started.emit(audition.path, start_s)

    def _ended(self, audition: Audition, reached_end: bool) -> None:
        with self._guard:
            if not self._orders.has_new_sound and not self._performer.is_busy:
                self._playing = None
        self.stopped.emit(audition.path, reached_end)


class _Audience:
    """Passes on what the performer tells, as signals."""

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
