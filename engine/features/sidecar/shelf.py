"""The sidecars beside a job's sounds: what they provide, and how far they are trusted.

A sidecar describes payloads, and applies to a file with exactly that payload. Whether its vectors are those of the pack
shows only by analysing the sound. So the first sounds of each are analysed anyway and compared, and later ones at
random; a sidecar that deviates is not trusted any further.
"""

import logging
import os
import secrets
import threading
from collections.abc import Iterable, Sequence
from pathlib import Path

import numpy as np
from msgspec import Struct, field
from numpy.typing import NDArray

from engine.base.errors import SidecarError
from engine.base.messages import Message, told
from engine.base.types import ContentId, FilePath, PackId, Vectors
from engine.features.sidecar.format import NAME, Sidecar, read_head, read_sidecar
from engine.features.sidecar.messages import SidecarNote
from engine.ingest.ready import PayloadAnalysis, ReadyVectors
from engine.store.catalogue import Catalogue

_log = logging.getLogger(__name__)

PROBATION = 3
"""Sounds of a sidecar that are analysed before it is trusted."""
ONE_IN = 64
"""One in this many later sounds is analysed anyway."""
LEAST_COSINE = 0.98
"""Of each window and the sidecar's vector: rounding on another device costs about 1e-3 at most."""
_SAME_S = 1e-3
"""Bounds that differ by less are the same."""


class _SidecarTrust(Struct):
    path: Path
    sidecar: Sidecar
    agreed: int = 0
    taken: int = 0
    is_refused: bool = False
    asked: set[bytes] = field(default_factory=set)
    """Payloads being analysed for comparison."""


class SidecarShelf(ReadyVectors):
    """The sidecars of one job. Any thread may ask; `notes` is for the job's thread."""

    def __init__(self, files: Iterable[Path] = (), pack_id: PackId | None = None) -> None:
        """Reads the sidecars of a pack; problems with others become notes."""
        self._lock = threading.Lock()
        self._by_digest: dict[bytes, _SidecarTrust] = {}
        self._contents: set[ContentId] = set()
        self._all: list[_SidecarTrust] = []
        self._unread: list[tuple[Path, Message]] = []
        for path in files:
            try:
                head = read_head(path)
                if head.pack_id != pack_id:
                    _log.info("a sidecar is of another pack, %s", head.pack_id)
                    self._unread.append((path, told(SidecarNote.SIDECAR_OTHER_PACK, head.pack)))
                    continue
                self._add(_SidecarTrust(path, read_sidecar(path)))
            except SidecarError as err:
                _log.warning("a sidecar cannot be read: %s", err)
                self._unread.append((path, told(SidecarNote.SIDECAR_UNREAD, err.what)))

    def _add(self, trusted: _SidecarTrust) -> None:
        self._all.append(trusted)
        _log.info("a sidecar with %d sounds is used", len(trusted.sidecar.sounds))
        for digest, sound in trusted.sidecar.sounds.items():
            self._by_digest.setdefault(digest, trusted)
            self._contents.add(sound.content_id)

    def knows(self, content_id: ContentId) -> bool:
        return content_id in self._contents

    def take(self, digest: bytes) -> PayloadAnalysis | None:
        with self._lock:
            trusted = self._by_digest.get(digest)
            if trusted is None or trusted.is_refused:
                return None
            waits = trusted.agreed < PROBATION
            if waits or secrets.randbelow(ONE_IN) == 0:
                trusted.asked.add(digest)
                return None
            trusted.taken += 1
            return trusted.sidecar.sounds[digest]

    def compare(self, digest: bytes, bounds: Sequence[tuple[float, float]], vectors: Vectors) -> None:
        with self._lock:
            trusted = self._by_digest.get(digest)
            if trusted is None or digest not in trusted.asked:
                return
            trusted.asked.discard(digest)
            if _agree(trusted.sidecar.sounds[digest], bounds, vectors):
                trusted.agreed += 1
            else:
                trusted.is_refused = True
                _log.warning("a sidecar differs from what was heard after %d sounds; not used further", trusted.taken)

    def notes(self) -> list[tuple[Path, Message]]:
        notes = list(self._unread)
        for trusted in self._all:
            if trusted.is_refused:
                notes.append((trusted.path, told(SidecarNote.SIDECAR_REFUSED, trusted.taken)))
            elif trusted.taken:
                notes.append((trusted.path, told(SidecarNote.SIDECAR_TAKEN, trusted.taken)))
        return notes

    def __bool__(self) -> bool:
        return bool(self._by_digest)


def sidecars_beside(files: Iterable[FilePath], roots: Iterable[FilePath]) -> list[Path]:
    """Finds the sidecars in the folders of some files, and above them up to the roots."""
    tops = {root.raw for root in roots}
    seen: set[bytes] = set()
    for file in files:
        folder = os.path.dirname(file.raw)
        while folder not in seen:
            seen.add(folder)
            above = os.path.dirname(folder)
            if folder in tops or above == folder:
                break
            folder = above
    found = (Path(os.fsdecode(folder)) / NAME for folder in sorted(seen))
    return [path for path in found if path.is_file()]


def shelf_beside(catalogue: Catalogue, files: Iterable[FilePath], pack_id: PackId) -> SidecarShelf:
    """Reads the sidecars of `sidecars_beside` in a library."""
    return SidecarShelf(sidecars_beside(files, (root.path for root in catalogue.roots.all())), pack_id)


def _agree(said: PayloadAnalysis, bounds: Sequence[tuple[float, float]], vectors: Vectors) -> bool:
    """Whether windows and vectors are those that were heard; an older Earshot's lack windows of events."""
    heard = np.asarray(bounds, dtype=np.float64)
    if len(said.bounds) < len(bounds):
        kept = _without_events(heard, np.asarray(said.bounds, dtype=np.float64))
        heard, vectors = heard[kept], vectors[kept]
    if said.vectors.shape != vectors.shape or not np.allclose(said.bounds, heard, rtol=0.0, atol=_SAME_S):
        return False
    cosines = np.einsum("sd,sd->s", said.vectors.astype(np.float32), vectors)
    return bool(np.all(cosines >= LEAST_COSINE))


def _without_events(heard: NDArray[np.float64], said: NDArray[np.float64]) -> NDArray[np.bool_]:
    """bool [N]: all windows but those that lie within one of `said`, float64 [M, 2], and are none of them."""
    before = np.searchsorted(said[:, 0], heard[:, 0] + _SAME_S, side="right") - 1
    is_said = np.isclose(said[np.maximum(before, 0)], heard, rtol=0.0, atol=_SAME_S).all(axis=1)
    ends_s = np.maximum.accumulate(said[:, 1])[np.maximum(before, 0)]
    return np.asarray(is_said | (before < 0) | (heard[:, 1] > ends_s + _SAME_S), dtype=np.bool_)
