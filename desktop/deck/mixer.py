"""Joins takes without clicks: the current voice, the next one, the fades between them, and the volume.

It knows neither threads nor devices: the performer requests block after block.
"""

import numpy as np
from msgspec import Struct

from desktop.deck.buffer import Block
from desktop.deck.playback import Playback

_FADE_S = 0.005
"""Fade between sounds, and when starting in the middle of one."""
_ATTACK_S = 0.001
"""Fade-in at the start of a file, short enough to keep the attack of a one-shot."""
_PATCH_S = 0.001
"""Fades around a gap left by slow decoding."""


class MixedVoice(Struct, eq=False):
    """A take and how much of it has been mixed."""

    take: Playback
    is_change: bool = False
    """Whether it continues the previous take with changed parameters."""
    mixed: int = 0
    """Frames mixed, or skipped to catch up with the previous take."""
    frames_to_skip: float = 0.0
    was_dry: bool = False
    is_counted: bool = False
    """Whether the sound was reported as heard."""


class MixedBlock(Struct, frozen=True):
    """One block, and the voices that began or ended in it."""

    samples: Block
    began: MixedVoice | None = None
    ended: MixedVoice | None = None
    """Played to its end or faded out."""
    reached_end: bool = False


class Mixer:
    """Mixes for one output format. Player thread only."""

    def __init__(self, sample_rate_hz: int, channels: int) -> None:
        self._rate_hz = sample_rate_hz
        self._channels = channels
        self._gain = 1.0
        self.current: MixedVoice | None = None
        self.coming: MixedVoice | None = None
        self._is_stopping = False

    @property
    def is_idle(self) -> bool:
        """Whether there is nothing to play."""
        return self.current is None and self.coming is None

    @property
    def is_steady(self) -> bool:
        """Whether one voice plays and none starts or stops."""
        return self.current is not None and self.coming is None and not self._is_stopping

    def begin(self, voice: MixedVoice) -> None:
        """Starts a voice as soon as possible: a change crossfades with the current voice, another sound replaces it."""
        if self.coming is not None:
            self.coming.take.cancel()
        if self.current is None:
            voice.is_change = False
        self.coming, self._is_stopping = voice, False

    def stop(self) -> None:
        """Fades out the current voice and drops the next."""
        if self.coming is not None:
            self.coming.take.cancel()
        self.coming, self._is_stopping = None, True

    def drop(self) -> None:
        """Ends everything without a fade, because the device is gone."""
        for voice in (self.current, self.coming):
            if voice is not None:
                voice.take.cancel()
        self.current = self.coming = None

    def waits_for(self, frames: int) -> Playback | None:
        """The take with too little data for a block of this size, None if the block can be mixed."""
        if self.coming is not None and not self.coming.is_change and not self._is_ready(self.coming, frames):
            return self.coming.take
        if self.current is not None and not self.current.take.buffer.has(frames):
            return self.current.take
        return None

    def block(self, frames: int, volume: float) -> MixedBlock:
        """Mixes the next block, float32 [frames, C]; silence if nothing plays."""
        old, new = self.current, self.coming
        if old is None:
            self._gain = volume  # changed during silence: no ramp
        before = 0 if old is None else old.mixed
        if new is not None and self._is_ready(new, frames):
            mixed = self._handed_over(old, new, frames)
        elif old is not None and (self._is_stopping or (new is not None and not new.is_change)):
            mixed = MixedBlock(self._faded_out(old, frames, _FADE_S), ended=old)
            self._finish(old)
        elif old is not None:
            mixed = self._carried_on(old, frames)
        else:
            mixed = MixedBlock(np.zeros((frames, self._channels), np.float32))
        if new is not None and new.is_change and self.coming is new and old is not None:
            new.frames_to_skip += self._step_of(old, new) * (old.mixed - before)
        return MixedBlock(self._at_volume(mixed.samples, volume), mixed.began, mixed.ended, mixed.reached_end)

    def _is_ready(self, voice: MixedVoice, frames: int) -> bool:
        return voice.take.buffer.has(frames + round(voice.frames_to_skip))

    def _step_of(self, old: MixedVoice, new: MixedVoice) -> float:
        """Frames of the new voice that correspond to one of the old; 0 if they play in opposite directions."""
        before, after = old.take.audition.effects, new.take.audition.effects
        return before.speed / after.speed if before.is_reversed == after.is_reversed else 0.0

    def _handed_over(self, old: MixedVoice | None, new: MixedVoice, frames: int) -> MixedBlock:
        self.current, self.coming, self._is_stopping = new, None, False
        skipped = new.take.buffer.pull(round(new.frames_to_skip))
        new.mixed = len(skipped)
        samples = self._pulled(new, frames)
        if old is None or not new.is_change:
            attack_s = _ATTACK_S if new.take.audition.is_from_the_top else _FADE_S
            _rise(samples, round(attack_s * self._rate_hz))
            if old is not None:
                samples = samples + self._faded_out(old, frames, _FADE_S)
        else:
            _rise(samples, frames)
            samples = samples + self._faded_out(old, frames, frames / self._rate_hz)
        if old is not None:
            old.take.cancel()
        ended = old if old is not None and not new.is_change else None
        if new.is_change and old is not None:
            new.is_counted = old.is_counted
        return MixedBlock(samples, began=new, ended=ended)

    def _carried_on(self, voice: MixedVoice, frames: int) -> MixedBlock:
        samples = self._pulled(voice, frames)
        if voice.take.buffer.is_over and (self.coming is None or not self.coming.is_change):
            self._finish(voice)
            return MixedBlock(samples, ended=voice, reached_end=True)
        return MixedBlock(samples)

    def _finish(self, voice: MixedVoice) -> None:
        voice.take.cancel()
        self.current, self._is_stopping = None, False

    def _pulled(self, voice: MixedVoice, frames: int) -> Block:
        """The next frames of a voice; gaps become silence, joined without a click."""
        pulled = voice.take.buffer.pull(frames)
        voice.mixed += len(pulled)
        samples = np.zeros((frames, self._channels), np.float32)
        samples[: len(pulled)] = pulled
        patch = round(_PATCH_S * self._rate_hz)
        if voice.was_dry:
            _rise(samples[: len(pulled)], patch)
        voice.was_dry = len(pulled) < frames and not voice.take.buffer.is_over
        if voice.was_dry:
            _fall(samples[: len(pulled)], patch)
        return samples

    def _faded_out(self, voice: MixedVoice, frames: int, seconds: float) -> Block:
        """The end of a voice: a linear fade, then silence."""
        count = min(frames, round(seconds * self._rate_hz))
        samples = self._pulled(voice, frames)
        samples[:count] *= np.linspace(1, 0, count, endpoint=False, dtype=np.float32)[:, None]
        samples[count:] = 0
        return samples

    def _at_volume(self, samples: Block, volume: float) -> Block:
        if volume == self._gain == 1.0:
            return samples
        gains = np.linspace(self._gain, volume, len(samples), dtype=np.float32)
        self._gain = volume
        return np.asarray(samples * gains[:, None], np.float32)


def _rise(samples: Block, count: int) -> None:
    count = min(count, len(samples))
    samples[:count] *= np.linspace(0, 1, count, endpoint=False, dtype=np.float32)[:, None]


def _fall(samples: Block, count: int) -> None:
    count = min(count, len(samples))
    if count:
        samples[-count:] *= np.linspace(1, 0, count, dtype=np.float32)[:, None]
