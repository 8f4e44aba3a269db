"""The sidecars beside the sounds of a job: what is taken from them, and how far they are trusted.

A sidecar says something of a payload, and holds for a file with that very payload, to the last byte. That its vectors
are what the pack would give cannot be seen without listening. So the first sounds of each are listened to all the same
and compared, and later ones now and then, at random; one that says otherwise is not believed any further.
"""

import os
import secrets
import threading
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from engine.errors import SidecarError
from engine.note_wording import JobNote
from engine.sidecar.format import NAME, Sidecar, SidecarSound, read_head, read_sidecar
from engine.types import ContentId, FilePath, PackId, Vectors
from engine.wording import Said, told

FETCHED = "fetched"
"""The folder of a library with sidecars that came from the server of a shared library."""
PROBATION = 3
"""Sounds of a sidecar that are listened to before it is believed."""
ONE_IN = 64
"""Later sounds that are listened to all the same."""
LEAST_COSINE = 0.98
"""Of each window with what the sidecar says of it: another device rounds otherwise, which is some 1e-3 at most."""


@dataclass(slots=True)
class _Trusted:
    path: Path
    sidecar: Sidecar
    agreed: int = 0
    taken: int = 0
    is_refused: bool = False
    asked: set[bytes] = field(default_factory=set)
    """Payloads that are being listened to, to compare."""


class SidecarShelf:
    """The sidecars of one job. Any thread may ask; `notes` is for the thread of the job."""

    def __init__(self, files: Iterable[Path] = (), pack_id: PackId | None = None) -> None:
        """Reads those that were made with a pack; what is wrong with others becomes a note."""
        self._lock = threading.Lock()
        self._by_digest: dict[bytes, _Trusted] = {}
        self._contents: set[ContentId] = set()
        self._all: list[_Trusted] = []
        self._unread: list[tuple[Path, Said]] = []
        for path in files:
            try:
                head = read_head(path)
                if head.pack_id != pack_id:
                    self._unread.append((path, told(JobNote.SIDECAR_OTHER_PACK, head.pack)))
                    continue
                self._add(_Trusted(path, read_sidecar(path)))
            except SidecarError as err:
                self._unread.append((path, told(JobNote.SIDECAR_UNREAD, err.what)))

    def _add(self, trusted: _Trusted) -> None:
        self._all.append(trusted)
        for digest, sound in trusted.sidecar.sounds.items():
            self._by_digest.setdefault(digest, trusted)
            self._contents.add(sound.content_id)

    def knows(self, content_id: ContentId) -> bool:
        """Whether it may know a payload: worth reading the file for its digest."""
        return content_id in self._contents

    def take(self, digest: bytes) -> SidecarSound | None:
        """What is said of a payload; None where nothing is, or where it is to be listened to, and then `compare`d."""
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
        """Takes what came of listening to a payload that `take` held back; others are passed over."""
        with self._lock:
            trusted = self._by_digest.get(digest)
            if trusted is None or digest not in trusted.asked:
                return
            trusted.asked.discard(digest)
            if _agree(trusted.sidecar.sounds[digest], bounds, vectors):
                trusted.agreed += 1
            else:
                trusted.is_refused = True

    def notes(self) -> list[tuple[Path, Said]]:
        """What there is to say of each sidecar, once a job is done."""
        notes = list(self._unread)
        for trusted in self._all:
            if trusted.is_refused:
                notes.append((trusted.path, told(JobNote.SIDECAR_REFUSED, trusted.taken)))
            elif trusted.taken:
                notes.append((trusted.path, told(JobNote.SIDECAR_TAKEN, trusted.taken)))
        return notes

    def __bool__(self) -> bool:
        """Whether there is any that can be used."""
        return bool(self._by_digest)


def sidecars_beside(files: Iterable[FilePath], roots: Iterable[FilePath]) -> list[Path]:
    """The sidecars in the folders of some files, and above those up to the roots."""
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


def fetched_sidecars(library: Path) -> list[Path]:
    """The sidecars that came from the server of a shared library."""
    return sorted((library / FETCHED).glob("*.sidecar"))


def _agree(said: SidecarSound, bounds: Sequence[tuple[float, float]], vectors: Vectors) -> bool:
    if len(said.bounds) != len(bounds) or said.vectors.shape != vectors.shape:
        return False
    if not np.allclose(said.bounds, bounds, rtol=0.0, atol=1e-3):
        return False
    cosines = np.einsum("sd,sd->s", said.vectors.astype(np.float32), vectors)
    return bool(np.all(cosines >= LEAST_COSINE))
