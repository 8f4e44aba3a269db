"""Hears speech in one sound for several packs, and the reader that does so in a reading process."""

import logging
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path

import numpy as np
from msgspec import Struct

from engine.audio.decode import mono_blocks, open_audio
from engine.audio.resample import MonoResampler
from engine.base.cancellation import StopRequested
from engine.base.errors import AudioError, NotAFile, PackError
from engine.base.file_messages import FileFault
from engine.base.logs import Name
from engine.base.types import FilePath, Waves
from engine.features.speech.detector import SpeechFinder
from engine.features.speech.listener import Ear, Ears
from engine.features.speech.listeners import ears_of
from engine.features.speech.units_store import UnitString
from engine.features.speech.words_file import SpeechStretches
from engine.ingest.control import Control
from engine.ingest.reader_messages import ReaderContext
from engine.ingest.readers import OpenFiles, Reader

_BLOCK_S = 30.0
_LEAST_S = 1e-6
"""Assumed least length of a sound, so that its share is defined even if it is empty."""
_log = logging.getLogger(__name__)


class SpeechResult(Struct, frozen=True):
    """The results of one sound."""

    results: tuple[SpeechStretches | UnitString | None, ...]
    """One per pack, for its listener's `keep`; empty if it failed."""
    error: str = ""
    """Code of the failure, or empty."""
    is_lasting: bool = True


def are_of(kinds: Sequence[str], results: Sequence[SpeechStretches | UnitString | None]) -> bool:
    """Returns whether these are complete results of packs of these kinds."""
    return len(kinds) == len(results) and all(_is_of(*each) for each in zip(kinds, results, strict=True))


def _is_of(kind: str, result: SpeechStretches | UnitString | None) -> bool:
    if kind != "words":
        return result is None or (isinstance(result, UnitString) and result.codes.ndim == result.levels.ndim == 1)
    if not isinstance(result, SpeechStretches):
        return False
    rows = (result.starts_s, result.ends_s, result.chances, result.agreements)
    count, is_flat = len(result.vectors), all(each.ndim == 1 for each in rows)
    return is_flat and result.vectors.ndim == 2 and all(len(each) == count for each in rows)


class SpeechTask(Struct, frozen=True):
    """A sound, and the kinds of packs that do not know it."""

    path: FilePath
    kinds: tuple[str, ...]


class SpeechSetup(Struct, frozen=True):
    """Recipe for a reader that hears speech."""

    packs: Mapping[str, Path]
    memory_bytes: int

    def reader(self, place: ReaderContext) -> "SoundHearer":
        return SoundHearer({kind: ears_of(kind, pack) for kind, pack in self.packs.items()}, place)


class SoundHearer(Reader[SpeechTask, SpeechResult]):
    """Decodes a sound for all packs that do not know it."""

    def __init__(self, ears: Mapping[str, Ears], place: ReaderContext) -> None:
        super().__init__("speech-worker", place.control, place.reading, place.next_task, place.out)
        self._ears, self._came = ears, place.came

    def read(self, task: SpeechTask) -> None:
        """Hears one sound; there is no outcome if the job is cancelled meanwhile."""
        ears = [self._ears[kind] for kind in task.kinds]
        heard = hear_sound(task.path, ears, self.control, self.reading, partial(self._came, task))
        if heard is not None:
            self.out.put(heard)


def hear_sound(
    path: FilePath,
    ears: Sequence[Ears],
    control: Control,
    reading: OpenFiles,
    came: Callable[[float, float], None],
) -> SpeechResult | None:
    """Decodes one sound for all packs.

    Args:
        path: the sound.
        ears: one per pack.
        control: checked every half minute of sound.
        reading: gets a beat every half minute of sound.
        came: called as often with the share, according to the header, and seconds of sound.

    Returns:
        The results or the failure; None if the job was cancelled meanwhile.

    Raises:
        PackError: a pack failed.
    """
    try:
        return SpeechResult(_results(path, ears, control, reading, came))
    except StopRequested:
        return None
    except NotAFile as err:
        return SpeechResult((), err.trouble.what.name, is_lasting=False)
    except AudioError as err:
        _log.debug("speech not heard: %s", err)
        return SpeechResult((), err.trouble.what.name)
    except MemoryError:
        _log.warning("too little memory to hear speech in %s", Name(path))
        return SpeechResult((), FileFault.SHORT_OF_MEMORY.name, is_lasting=False)
    except PackError:
        raise
    except Exception:
        _log.exception("hearing speech in %s", Name(path))
        return SpeechResult((), FileFault.UNEXPECTED.name)


def _results(
    path: FilePath,
    ears: Sequence[Ears],
    control: Control,
    reading: OpenFiles,
    came: Callable[[float, float], None],
) -> tuple[SpeechStretches | UnitString | None, ...]:
    rate = max(each.sample_rate_hz for each in ears)
    finder = SpeechFinder()
    hearing = [each.ear(finder) for each in ears]
    slower = {
        place: MonoResampler(rate, each.sample_rate_hz)
        for place, each in enumerate(ears)
        if each.sample_rate_hz != rate
    }
    heard_s = 0.0
    with open_audio(path) as stream:
        for block in mono_blocks(stream, rate, _BLOCK_S):
            for place, ear in enumerate(hearing):
                _give(ear, slower[place].push(block[:, None]) if place in slower else block)
            reading.beat()
            heard_s += len(block) / rate
            came(heard_s / max(heard_s, stream.info.duration_s, _LEAST_S), heard_s)
            if not control.may_go_on():
                raise StopRequested
    for place, resampler in slower.items():
        _give(hearing[place], resampler.finish())
    return tuple(ear.end() for ear in hearing)


def _give(ear: Ear, samples: Waves) -> None:
    if len(samples):
        ear.take(np.ascontiguousarray(samples))
