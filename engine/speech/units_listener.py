"""Listens for what units are kept of: sounds that are speech-like, and sounds that repeat themselves.

The rule: a quarter of a second or more that is likelier speech than not (`engine.speech.detector`), or a period
(`engine.speech.repetition`). Of a sound longer than two minutes the first two are looked at and kept.
"""

from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path

import numpy as np

from engine.audio.resample import resample
from engine.models.speech_pack import read_speech_info
from engine.speech.detector import RATE_HZ as DETECTOR_RATE_HZ
from engine.speech.detector import speech_regions
from engine.speech.repetition import repetition
from engine.speech.units_model import UnitsModel
from engine.speech.units_store import Reason, UnitsStore, UnitString
from engine.types import SoundId, Waves

LONGEST_S = 120.0
LEAST_SPEECH_S = 0.25
_LIKELY = 0.5
_SHORTEST_S = 0.1
"""Fewer units than three say nothing."""


def why_kept(samples: Waves, sample_rate_hz: int) -> Reason | None:
    """Says why units of a sound are kept, or None when they are not; see the module.

    Args:
        samples: float32 [T], mono.
        sample_rate_hz: its rate, 8 kHz at least.
    """
    if len(samples) < _SHORTEST_S * sample_rate_hz:
        return None
    for_detector = resample(samples, sample_rate_hz, DETECTOR_RATE_HZ)
    spoken_s = sum(region.end_s - region.start_s for region in speech_regions(for_detector, _LIKELY))
    if spoken_s >= LEAST_SPEECH_S:
        return Reason.SPEECH
    return Reason.REPETITION if repetition(samples, sample_rate_hz).is_repetitive else None


class UnitsListener:
    """Hears units with one pack for one library; see `engine.speech.listener.SpeechListener`."""

    def __init__(self, pack: Path, library: Path) -> None:
        """Opens units.db; the pack is opened when the first sound is worth it.

        Raises:
            PackError: the pack says nothing of itself that can be read.
            LibraryError: units.db cannot be written.
        """
        info = read_speech_info(pack)
        self.kind = info.kind
        self.sample_rate_hz = info.sample_rate_hz
        self._pack = pack
        self._store = UnitsStore.to_write(library, info.pack_id)

    def known(self) -> Mapping[SoundId, bytes]:
        """See SpeechListener."""
        return self._store.file.known()

    def forget(self, ids: Sequence[SoundId]) -> None:
        """See SpeechListener."""
        self._store.file.forget(ids)

    def ear(self) -> "_Ear":
        """See SpeechListener."""
        return _Ear(self)

    def keep(self, id: SoundId, digest: bytes, heard: UnitString | None) -> bool:
        """See SpeechListener."""
        self._store.keep(id, digest, heard)
        return heard is not None and heard.reason is Reason.SPEECH

    def failed(self, id: SoundId, digest: bytes, reason: str) -> None:
        """See SpeechListener."""
        self._store.fail(id, digest, reason)

    def close(self) -> None:
        """See SpeechListener."""
        self._store.close()

    @cached_property
    def model(self) -> UnitsModel:
        """The pack, opened.

        Raises:
            PackError: it is damaged.
        """
        return UnitsModel.load(self._pack)


class _Ear:
    """Keeps the first minutes of a sound, and looks at them when it ends."""

    def __init__(self, listener: UnitsListener) -> None:
        self._listener = listener
        self._blocks: list[Waves] = []
        self._lacking = round(LONGEST_S * listener.sample_rate_hz)

    def take(self, samples: Waves) -> None:
        """See Ear."""
        if self._lacking > 0:
            self._blocks.append(samples[: self._lacking])
            self._lacking -= len(samples)

    def end(self) -> UnitString | None:
        """See Ear."""
        if not self._blocks:
            return None
        samples = np.concatenate(self._blocks)
        reason = why_kept(samples, self._listener.sample_rate_hz)
        if reason is None:
            return None
        codes, levels = self._listener.model.hear(samples)
        return UnitString(codes, levels, reason)
