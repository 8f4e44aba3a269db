"""The player's thread: executes orders, feeds the output block by block, and recovers lost devices.

A clock derives the playback position from what was written to the device and what it still holds; an audience receives
the events.
"""

import logging
import sys
import time
from typing import Protocol

from msgspec import Struct
from msgspec.structs import replace

from desktop.base import engine_words, messages
from desktop.base.translation import translate
from desktop.deck.levels import Levels
from desktop.deck.mixer import MixedBlock, MixedVoice, Mixer
from desktop.deck.output import Output, OutputFormat
from desktop.deck.playback import Audition, Playback
from desktop.deck.player_requests import PlayerMailbox, PlayerRequests
from desktop.deck.preloader import Preloader
from desktop.deck.thread_priority import raise_priority
from engine.base.errors import DecoderEnded, EngineError, FileGone, OutputError
from engine.base.types import FilePath, Whereabouts


class Clock(Struct, frozen=True):
    """Inputs of `position_s`."""

    take: Playback
    mixed: int
    written_at: float
    is_change: bool

    def position_s(self) -> float:
        form = self.take.form
        elapsed_s = min(time.monotonic() - self.written_at, form.latency_s)
        heard = self.mixed - (form.latency_s - elapsed_s) * form.sample_rate_hz
        return self.take.place_s(heard if self.is_change else max(0.0, heard))


class PlayerListener(Protocol):
    """Receiver of player events, called in the player's thread."""

    def began(self, audition: Audition, start_s: float, decoded_at: float, queued_at: float) -> None:
        """The first block is queued; decoding and queueing times by time.monotonic."""

    def ended(self, audition: Audition, reached_end: bool) -> None: ...

    def was_heard(self, audition: Audition) -> None:
        """One second of it was heard, or all of it."""

    def went_wrong(self, message: str, advice: str) -> None:
        """An error and what to do about it."""

    def device_opened(self, form: OutputFormat) -> None: ...

    def device_found(self, form: OutputFormat) -> None: ...

    def devices_listed(self, names: tuple[str, ...]) -> None: ...


BLOCK_S = 0.01
"""Mixing step while something changes."""
_STRIDE_S = 0.04
"""Largest mixing step otherwise, if the device has room for it."""
_AWAKE_S = 3.0
"""Silence is written this long before the device may sleep, so that the next key press starts at once."""
_LOOK_S = 2.0
"""Initial interval for looking for a lost device; it grows"""
_LOOK_MOST_S = 10.0
"""up to this."""
_RELAPSE_S = 2.0
"""A device lost again this soon after its return is dropped until the next look."""
_HEARD_S = 1.0
_FOLLOWS_BY_ITSELF = sys.platform.startswith("linux")
"""The sound server moves streams to a new default; elsewhere a stream stays on its device."""
_log = logging.getLogger(__name__)


class PlayerLoop:
    """The player's loop: `run` returns on a close order."""

    def __init__(self, output: Output, orders: PlayerMailbox, heads: Preloader, audience: PlayerListener) -> None:
        self._output = output
        self._orders = orders
        self._heads = heads
        self._audience = audience
        self._mixer: Mixer | None = None
        self._awake_until = 0.0
        self._is_lost = False
        self._look_s = _LOOK_S
        self._lost_at = 0.0
        self.volume = 1.0
        """Gain, 0 to 1; set from the GUI at any time."""
        self.levels = Levels()
        """Peaks for the window's meter."""
        self.clock: Clock | None = None
        self.form: OutputFormat | None = None
        """The device's actual or likely format; kept while it sleeps."""

    def run(self) -> None:
        """Executes orders until one closes it."""
        raise_priority()
        while True:
            try:
                orders = self._orders.take(self._patience_s())
                if orders.is_close:
                    break
                self._obey(orders)
                if self._mixer is not None and self._is_awake:
                    self._feed(self._mixer)
                elif orders == PlayerRequests() and (self._is_lost or self._is_standing_in):
                    self._look()
                else:
                    self._output.rest()
            except OutputError as err:
                self._recover(err)
            except Exception:
                _log.exception("the player failed")
                self._give_up(
                    OutputError(
                        translate("Player", "The player failed."),
                        advice=translate("Player", "Press play again; if it fails again, please send us the log."),
                    )
                )
        if self._mixer is not None:
            self._mixer.drop()
        self._output.close()

    @property
    def underruns(self) -> int:
        """How often the device ran out of sound while it played."""
        return self._output.underruns

    @property
    def is_busy(self) -> bool:
        """Whether something plays or is about to. Player thread only."""
        return self._mixer is not None and not self._mixer.is_idle

    @property
    def _is_standing_in(self) -> bool:
        form = self._output.format
        return form is not None and form.is_stand_in

    @property
    def _is_awake(self) -> bool:
        """Whether there is anything to write, even silence."""
        return self._mixer is not None and (not self._mixer.is_idle or time.monotonic() < self._awake_until)

    def _patience_s(self) -> float | None:
        """How long to wait for orders: until the device has room for a block, or the next look for a lost one."""
        form = self._output.format
        if form is not None and self._is_awake:
            missing = round(BLOCK_S * form.sample_rate_hz) - self._output.room()
            return max(0.001, missing / form.sample_rate_hz) if missing > 0 else 0.0
        return self._look_s if self._is_lost or self._is_standing_in else None

    def _obey(self, orders: PlayerRequests) -> None:
        if orders.device is not None:
            self._move_to(orders.device)
        is_open_and_idle = self._output.format is not None and not self.is_busy
        if is_open_and_idle and (orders.is_list or (orders.is_look and not _FOLLOWS_BY_ITSELF)):
            self._look()
        if orders.is_list:
            self._audience.devices_listed(self._output.devices())
        if self.form is None and (orders.is_look or orders.is_list):
            self.form = self._output.expected()
        if orders.audition is not None:
            self._begin(orders.audition)
        elif orders.is_stop and self._mixer is not None:
            self._mixer.stop()
        if orders.changes:
            self._change(orders.changes)

    def _begin(self, audition: Audition) -> None:
        try:
            mixer, form = self._open()
        except OutputError as err:
            self._give_up(err, audition)
            return
        take = Playback(audition, form, self._heads.get(audition, form))
        take.start()
        mixer.begin(MixedVoice(take))

    def _open(self) -> tuple[Mixer, OutputFormat]:
        was_closed = self._output.format is None
        form = self._output.open()
        if was_closed or self._mixer is None:
            self._mixer = Mixer(form.sample_rate_hz, form.channels)
            self.form = form
            self._audience.device_opened(form)
            if self._is_lost:
                self._is_lost = False
                self._audience.device_found(form)
        return self._mixer, form

    def _change(self, changes: dict[str, object]) -> None:
        mixer = self._mixer
        if mixer is None or mixer.is_idle:
            return
        current, coming = mixer.current, mixer.coming
        if coming is not None and (current is None or not coming.is_change):
            voice = MixedVoice(Playback(replace(coming.take.audition, **changes), coming.take.form))
        else:
            assert current is not None
            wanted = (coming or current).take.audition
            audition = replace(wanted, **changes)
            audition = replace(audition, start_s=current.take.place_s(current.mixed))
            voice = MixedVoice(Playback(audition, current.take.form), is_change=True)
        voice.take.start()
        mixer.begin(voice)

    def _feed(self, mixer: Mixer) -> None:
        form = self._output.format
        if form is None:
            self._mixer = None
            return
        frames, room = round(BLOCK_S * form.sample_rate_hz), self._output.room()
        if room < frames:
            return
        if mixer.is_steady:  # on a busy machine few large steps keep up where many small ones do not
            frames = min(room, round(_STRIDE_S * form.sample_rate_hz))
        slow = mixer.waits_for(frames)
        if slow is not None and not self._orders.has_new_sound:
            # The device still holds audio meanwhile; if nothing plays, it gets silence.
            slow.buffer.wait(frames, form.latency_s / 4 if mixer.current is not None else BLOCK_S / 2)
        for voice in (mixer.current, mixer.coming):
            if voice is not None:
                voice.take.mind_drive()
        self._drop_broken(mixer)
        mixed = mixer.block(frames, self.volume)
        self.levels.add(mixed.samples, time.monotonic() + form.latency_s)
        self._output.write(mixed.samples)
        self._tell(mixer, mixed, form)

    def _tell(self, mixer: Mixer, mixed: MixedBlock, form: OutputFormat) -> None:
        now = time.monotonic()
        voice = mixer.current
        if voice is not None:
            self.clock = Clock(voice.take, voice.mixed, now, voice.is_change)
            if not voice.is_counted and voice.mixed >= _HEARD_S * form.sample_rate_hz:
                self._count(voice)
        if not mixer.is_idle:
            self._awake_until = now + _AWAKE_S
        if mixed.ended is not None:
            take = mixed.ended.take
            if mixed.reached_end and take.is_all(mixed.ended.mixed) and not mixed.ended.is_counted:
                self._count(mixed.ended)
            if take.error is not None:
                self._audience.went_wrong(*_said(take.error, take.audition.path))
            if mixer.current is None:
                self.clock = None
            self._audience.ended(take.audition, mixed.reached_end and take.error is None)
        if mixed.began is not None and not mixed.began.is_change:
            take = mixed.began.take
            self._audience.began(take.audition, take.place_s(0), take.buffer.filled_at or now, now)

    def _count(self, voice: MixedVoice) -> None:
        voice.is_counted = True
        self._audience.was_heard(voice.take.audition)

    def _drop_broken(self, mixer: Mixer) -> None:
        """Reports an unreadable sound, which never begins."""
        coming = mixer.coming
        if coming is None or coming.take.error is None or not coming.take.buffer.is_over:
            return
        mixer.coming = None
        if not coming.is_change:
            mixer.stop()
        self._audience.went_wrong(*_said(coming.take.error, coming.take.audition.path))
        self._audience.ended(coming.take.audition, False)

    # -- devices that come and go ----------------------------------------------------------------------------------

    def _where(self) -> Audition | None:
        """What plays or is about to, from its present position."""
        mixer = self._mixer
        if mixer is None:
            return None
        if mixer.coming is not None and not mixer.coming.is_change:
            return mixer.coming.take.audition
        if mixer.current is None:
            return None
        wanted = (mixer.coming or mixer.current).take.audition
        form = mixer.current.take.form
        heard = max(0.0, mixer.current.mixed - form.latency_s * form.sample_rate_hz)
        return replace(wanted, start_s=mixer.current.take.place_s(heard))

    def _move_to(self, device: str) -> None:
        """Continues on another device from the same position."""
        audition = self._where()
        if self._mixer is not None:
            self._mixer.drop()
        self._mixer, self._is_lost = None, False
        was_open = self._output.format is not None
        self._output.choose(device)
        self.form = self._output.expected() if self.form is not None else None
        if audition is not None:
            self._begin(audition)
        elif was_open:
            self._open()

    def _recover(self, err: OutputError) -> None:
        """Handles a lost device: continues on another, or reports it and keeps looking."""
        _log.warning("%s", err)
        audition = self._where()
        if self._mixer is not None:
            self._mixer.drop()
        self._mixer, self.clock = None, None
        now, before = time.monotonic(), self._lost_at
        self._lost_at = now
        if audition is None or now - before < _RELAPSE_S:
            self._give_up(err, audition)
            return
        try:
            _, form = self._open()
        except OutputError:
            self._give_up(err, audition)
            return
        self._audience.went_wrong(
            str(err), translate("Player", "Sound plays on %1 now. Earshot switches back automatically.", form.device)
        )
        self._begin(audition)

    def _give_up(self, err: OutputError, audition: Audition | None = None) -> None:
        audition = audition or self._where()
        if self._mixer is not None:
            self._mixer.drop()
        self._output.close()
        self._mixer, self.clock = None, None
        self._is_lost, self._look_s = True, _LOOK_S
        self._audience.went_wrong(*engine_words.error(err))
        if audition is not None:
            self._audience.ended(audition, False)

    def _look(self) -> None:
        """Looks for devices while nothing plays: the chosen one, or the system's present default."""
        was_standing_in, self._look_s = self._is_standing_in, min(_LOOK_MOST_S, self._look_s * 1.5)
        self._output.close()
        self._mixer = None
        try:
            _, form = self._open()
        except OutputError as err:
            _log.info("no output yet: %s", err)
            self._is_lost = True
            return
        self._output.rest()
        if was_standing_in and not form.is_stand_in:
            self._look_s = _LOOK_S
            self._audience.device_found(form)


def _said(err: EngineError, path: FilePath) -> tuple[str, str]:
    """What happened and what to do; a missing file gets the wording of a missing row."""
    if isinstance(err, FileGone):
        return messages.away(Whereabouts.MISSING, path.name)
    if isinstance(err, DecoderEnded):
        return messages.decoder_ended(err.how, path.name)
    return engine_words.error(err)
