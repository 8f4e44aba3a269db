"""The pass over a library that measures the quality of its sounds: one at a time, and only read.

Figures are stored every second, so the pass can be killed at any moment and the next one goes on. A sound that
cannot be read is recorded and left. Memory does not grow with the length of a sound or the number of sounds.
"""

import logging
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from msgspec import Struct

from engine.audio.decode import open_audio
from engine.audio.metadata import loops_by
from engine.base.cancellation import Cancel, check, never
from engine.base.errors import AudioError, NotAFile, SoundGone
from engine.base.file_messages import FileFault
from engine.base.logs import Name
from engine.base.messages import Message
from engine.base.quality import SoundQuality
from engine.base.types import FilePath, SoundId
from engine.features.quality.measurer import RULES, QualityMeasurer
from engine.store.catalogue import Catalogue
from engine.store.quality import UnmeasuredSound

_PAGE = 1_000
_STORE_WITHIN_S = 1.0
_MOST_WAITING = 64
_TELL_EVERY_S = 1.0
_log = logging.getLogger(__name__)


class QualityStep(Struct, frozen=True):
    """Progress of the pass."""

    done: int
    total: int
    flawed: int
    """Sounds of this pass with a flaw."""
    failed: int
    done_s: float
    """Seconds of sound read."""
    total_s: float


def unmeasured(library: Path) -> int:
    """Counts the sounds at hand without figures.

    Raises:
        LibraryError: the library cannot be read.
    """
    with Catalogue.open(library, read_only=True) as catalogue:
        return catalogue.quality.waiting(RULES)[0]


def measure_library(
    library: Path,
    progress: Callable[[QualityStep], None],
    *,
    failed: Callable[[FilePath, Message], None] = lambda path, why: None,
    retries: bool = False,
    cancel: Cancel = never,
) -> QualityStep:
    """Measures every sound at hand that has no figures by the present rules.

    Args:
        library: the library's folder.
        progress: told every second or so, and at the end.
        failed: told of each sound that cannot be read, and why.
        retries: reads sounds again that could not be read before.
        cancel: polled within sounds too; what was measured stays.

    Raises:
        LibraryError: the library cannot be read or written.
        StopRequested: it was cancelled.
    """
    with Catalogue.open(library, makes=False) as catalogue:
        return _Pass(catalogue, progress, failed, retries, cancel).run()


def quality_of(
    path: FilePath, *, is_loop: bool = False, between: Callable[[float], None] = lambda s: None
) -> SoundQuality:
    """Decodes a sound once and returns its figures.

    Args:
        path: the sound.
        is_loop: whether the file says that it is a loop.
        between: called after each block with the seconds read so far; may raise to end the reading.

    Raises:
        AudioError: the sound cannot be read.
    """
    with open_audio(path) as stream:
        info = stream.info
        measurer = QualityMeasurer(info.sample_rate_hz, info.channels, info.bit_depth)
        for block in stream.blocks():
            measurer.add(block)
            between(measurer.length_s)
    return measurer.finish(is_loop=is_loop)


class _Pass:
    """One pass over the sounds that wait."""

    def __init__(
        self,
        catalogue: Catalogue,
        progress: Callable[[QualityStep], None],
        failed: Callable[[FilePath, Message], None],
        retries: bool,
        cancel: Cancel,
    ) -> None:
        self._catalogue, self._progress, self._tell_failed = catalogue, progress, failed
        self._retries, self._cancel = retries, cancel
        self._total, self._total_s = catalogue.quality.waiting(RULES, retries=retries)
        self._done = self._flawed = self._failed = 0
        self._done_s = self._inside_s = 0.0
        self._found: dict[SoundId, SoundQuality | str] = {}
        self._stored_s = self._told_s = time.monotonic()

    def run(self) -> QualityStep:
        _log.info("measuring the quality of %d sounds", self._total)
        try:
            for sound in self._sounds():
                check(self._cancel)
                self._read(sound)
                if time.monotonic() - self._stored_s >= _STORE_WITHIN_S or len(self._found) >= _MOST_WAITING:
                    self._store()
        finally:
            self._store()
        self._progress(self._step())
        _log.info("measured %d sounds, %d with a flaw, %d not read", self._done, self._flawed, self._failed)
        return self._step()

    def _sounds(self) -> Iterator[UnmeasuredSound]:
        after = (-1.0, 0)
        while page := self._catalogue.quality.next_waiting(RULES, after, _PAGE, retries=self._retries):
            yield from page
            after = (page[-1].duration_s, page[-1].id)

    def _read(self, sound: UnmeasuredSound) -> None:
        try:
            is_loop = bool(loops_by(self._catalogue.sounds.one(sound.id).metadata))
            quality = quality_of(sound.path, is_loop=is_loop, between=self._between)
            self._found[sound.id] = quality
            self._flawed += bool(quality.flaws)
        except SoundGone:
            _log.debug("removed meanwhile: %s", Name(sound.path))
        except AudioError as err:
            self._failed += 1
            self._tell_failed(sound.path, err.what)
            if not isinstance(err, NotAFile):  # a file that is away now may be back at the next pass
                self._found[sound.id] = err.trouble.what.name
        except MemoryError:
            _log.warning("too little memory to measure %s", Name(sound.path))
            self._failed += 1
            self._found[sound.id] = FileFault.SHORT_OF_MEMORY.name
        self._done += 1
        self._done_s += sound.duration_s
        self._inside_s = 0.0
        self._tell()

    def _between(self, read_s: float) -> None:
        check(self._cancel)
        self._inside_s = read_s
        self._tell()

    def _store(self) -> None:
        self._stored_s = time.monotonic()
        if self._found:
            self._catalogue.quality.store(self._found, RULES)
            self._found.clear()

    def _tell(self) -> None:
        if time.monotonic() - self._told_s >= _TELL_EVERY_S:
            self._told_s = time.monotonic()
            self._progress(self._step())

    def _step(self) -> QualityStep:
        done_s = min(self._total_s, self._done_s + self._inside_s)
        return QualityStep(self._done, self._total, self._flawed, self._failed, done_s, self._total_s)
