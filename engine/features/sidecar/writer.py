"""Writes a folder's sidecar from the library's data. Reads no sound and leaves the library unchanged."""

import logging
from collections.abc import Callable
from pathlib import Path

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from engine.audio.peaks import from_bytes
from engine.base import read_only_mode
from engine.base.atomic_files import put
from engine.base.cancellation import Cancel, check, never
from engine.base.errors import LibraryError, SidecarError
from engine.base.feature import parts
from engine.base.library_messages import LibraryAdvice, LibraryFault
from engine.base.messages import told
from engine.base.types import FilePath, Ids
from engine.features.sidecar.format import MOST_SOUNDS, NAME, packed
from engine.features.sidecar.messages import SidecarAdvice, SidecarFault
from engine.ingest.ready import PayloadAnalysis
from engine.ingest.sound_transcripts import SoundTranscripts, TranscriptExchange
from engine.store.catalogue import Catalogue
from engine.store.files import KnownPayload
from engine.store.vectors import VectorLog

_log = logging.getLogger(__name__)

_CHUNK = 500


class WrittenSidecar(Struct, frozen=True):
    """The written sidecar."""

    file: Path
    sounds: int
    left_out: int
    """Sounds below the folder whose vectors are damaged, or that the pack does not know yet."""
    size_bytes: int
    sounds_bytes: int
    """Total size of the sounds' files."""
    pack: str
    transcripts: int | None = None
    """Sounds whose transcripts are in it; None where they were not asked for."""


def write_sidecar(
    library: Path,
    folder: FilePath,
    *,
    file: Path | None = None,
    with_transcripts: bool = False,
    cancel: Cancel = never,
    progress: Callable[[float], None] = lambda share: None,
) -> WrittenSidecar:
    """Writes the analysis of the sounds below a folder; replaces an older sidecar.

    Args:
        file: the file to write, in an existing folder; None for the usual name in `folder`, where sidecars are found.
        with_transcripts: write what is said in the sounds too, with the user's corrections.

    Raises:
        WriteRefused: sounds are read-only, and get no file beside them.
        SidecarError: there are no such sounds, or too many; or no transcripts, though asked for.
        LibraryError: the library cannot be read, or the file cannot be written.
        StorageFull: there is no room for it.
        StopRequested: it was cancelled; nothing is left.
    """
    if file is None:
        read_only_mode.keep()
    place = folder.native / NAME if file is None else file
    with Catalogue.open(library, read_only=True) as catalogue:
        searched = catalogue.packs.searched()
        below = [one for one in catalogue.files.payloads() if _is_below(one.path, folder) and not one.is_away]
        spans = {sound: (first, count) for sound, first, count in catalogue.packs.segment_spans(None) if count}
        known = [one for one in below if int(one.id) in spans and len(one.payload_digest or b"") == 32]
        if searched is None or not known:
            raise SidecarError(
                told(SidecarFault.NOTHING_TO_WRITE, folder.text), advice=SidecarAdvice.INDEX_FOLDER_FIRST
            )
        if len(known) > MOST_SOUNDS:
            too_many = told(SidecarFault.TOO_MANY_SOUNDS, folder.text, len(known), MOST_SOUNDS)
            raise SidecarError(too_many, advice=SidecarAdvice.SIDECARS_BELOW)
        said = _transcripts(library, known) if with_transcripts else None
        vectors = SidecarVectors(catalogue, np.array([(one.id, *spans[int(one.id)]) for one in known], np.int64))
        found: list[PayloadAnalysis] = []
        sounds_bytes = 0
        for start in range(0, len(known), _CHUNK):
            check(cancel)
            progress(start / len(known))
            some = known[start : start + _CHUNK]
            found += gathered(catalogue, some, vectors)
            sounds_bytes += sum(sound.size_bytes for sound in catalogue.sounds.many([one.id for one in some]))
        if not found:
            raise LibraryError(told(LibraryFault.VECTOR_GONE), advice=LibraryAdvice.INDEX_SOUND_AGAIN)
    content = packed(searched[0], searched[1], vectors.dim, found, said)
    put(place, content)
    _log.info("sidecar of %d sounds, %d left out, %.1f MB", len(found), len(below) - len(found), len(content) / 1e6)
    progress(1.0)
    return WrittenSidecar(
        place,
        len(found),
        len(below) - len(found),
        len(content),
        sounds_bytes,
        searched[1],
        None if said is None else len(said.sounds),
    )


def _transcripts(library: Path, known: list[KnownPayload]) -> SoundTranscripts:
    exchange: TranscriptExchange | None = next(parts(lambda feature: feature.transcript_exchange), None)
    said = None if exchange is None else exchange.given(library, known)
    if said is None or not said.sounds:
        raise SidecarError(SidecarFault.NO_TRANSCRIPTS_TO_WRITE, advice=SidecarAdvice.WITHOUT_TRANSCRIPTS)
    return said


class SidecarVectors:
    """The vectors of some sounds, read once from the log."""

    def __init__(self, catalogue: Catalogue, spans: NDArray[np.int64]) -> None:
        """Args: `spans` is int64 [N, 3]: sound, first segment and count."""
        searched = catalogue.packs.searched()
        assert searched is not None  # the caller checked
        log = VectorLog.existing(catalogue.folder / "vectors", searched[0], "segments")
        if log is None:
            raise LibraryError(told(LibraryFault.VECTOR_GONE), advice=LibraryAdvice.INDEX_SOUND_AGAIN)
        self.dim = log.dim
        order = np.argsort(spans[:, 1], kind="stable")
        self._rows = {int(sound): (int(first), int(count)) for sound, first, count in spans}
        self.segments: Ids = np.concatenate([np.arange(first, first + count) for _, first, count in spans[order]])
        self._kept = np.zeros((len(self.segments), self.dim), np.float16)
        self._is_there = np.zeros(len(self.segments), bool)
        for ids, halves in log.read_all(catalogue.frames.of(searched[0], "segments"), lost=[]):
            at = np.minimum(np.searchsorted(self.segments, ids), len(self.segments) - 1)
            ours = self.segments[at] == ids
            self._kept[at[ours]] = halves[ours]
            self._is_there[at[ours]] = True

    def of(self, sound: int) -> tuple[Ids, NDArray[np.float16]] | None:
        """Returns a sound's segments and vectors; None if one of them is lost."""
        first, count = self._rows[sound]
        at = int(np.searchsorted(self.segments, first))
        rows = slice(at, at + count)
        return (self.segments[rows], self._kept[rows]) if self._is_there[rows].all() else None


def gathered(catalogue: Catalogue, some: list[KnownPayload], vectors: SidecarVectors) -> list[PayloadAnalysis]:
    """Collects the library's data on sounds; omits those with lost parts."""
    ids = [one.id for one in some]
    peaks = catalogue.sounds.peaks_of(np.array(ids, np.int64))
    found = []
    for one, sound in zip(some, catalogue.sounds.many(ids), strict=True):
        stored = vectors.of(int(one.id))
        if stored is None or sound.info is None or not peaks.get(int(one.id)):
            continue
        rows = catalogue.segments.rows(stored[0])
        bounds = tuple(zip(rows.start_s.tolist(), rows.end_s.tolist(), strict=True))
        try:
            overview = from_bytes(peaks[int(one.id)])
        except LibraryError:  # damaged: whoever adds the folder analyses this one
            continue
        found.append(
            PayloadAnalysis(
                one.content_id, one.payload_digest or b"", sound.info, sound.measures, overview, bounds, stored[1]
            )
        )
    return found


def _is_below(path: FilePath, folder: FilePath) -> bool:
    return path.raw.startswith(folder.raw.rstrip(b"/\\") + (b"\\" if b"\\" in folder.raw else b"/"))
