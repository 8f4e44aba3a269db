"""Which sounds have names that say nothing: ZOOM0001, REC_003, Track 12, a date. Such a name is no evidence at all.

A name that tells of something else speaks against a sound, and one that tells of nothing must not: whoever never named
their recordings would find them last.
"""

import os

import numpy as np
from numpy.typing import NDArray

from engine.store.catalogue import Catalogue
from engine.store.words import parts
from engine.types import Ids

_FEWEST_LETTERS = 3
"""Fewest letters of a word that tells something."""
_RECORDERS = (
    "zoom tascam sony olympus roland edirol marantz sennheiser rode nagra ambeo gopr gopro dsc dscn img mvi mov vid "
    "pxl rec recs recorded recorder recording recordings dcim sdcard card mic mics ste"
)
_PROGRAMS = (
    "untitled unnamed noname new copy temp tmp test final edit edited take takes trk track tracks audio clip clips "
    "region bounce bounced mixdown export exported render rendered stereo mono channel memo"
)
_FILES = "wav wave aif aiff flac mp3 ogg file files folder sound sounds sample samples sfx item"
_SAYS_NOTHING = frozenset(f"{_RECORDERS} {_PROGRAMS} {_FILES}".split())


def says_nothing(text: str, folder: str = "") -> bool:
    """Whether nothing but its folder tells of a sound.

    Args:
        text: of its name vector, see `engine.ingest.names.name_text`.
        folder: name of the folder, whose words do not count.
    """
    words = {word.lower() for word in parts(text) if len(word) >= _FEWEST_LETTERS and word.isalpha()}
    return words <= _SAYS_NOTHING or words <= _SAYS_NOTHING.union(word.lower() for word in parts(folder))


class Naming:
    """Remembers which sounds of a library have names that say nothing. Search thread only."""

    def __init__(self, catalogue: Catalogue) -> None:
        self._catalogue = catalogue
        self._at = -1
        self._ids: Ids = np.empty(0, np.int64)
        self._empty: NDArray[np.bool_] = np.empty(0, np.bool_)

    def says_nothing(self, ids: Ids) -> NDArray[np.bool_]:
        """Gives bool [N] for sounds, ascending; False for one that is gone."""
        self.read(ids)
        return self._empty[np.searchsorted(self._ids, ids)]

    def read(self, ids: Ids) -> None:
        """Reads the names of sounds, ascending, that are about to be asked about: once for many questions."""
        sequence = self._catalogue.database.sequence()
        if sequence != self._at:
            self._at, self._ids, self._empty = sequence, self._ids[:0], self._empty[:0]
        unread = np.setdiff1d(ids, self._ids, assume_unique=True)
        if len(unread):
            self._read(unread)

    def _read(self, ids: Ids) -> None:
        texts = self._catalogue.sounds.name_texts(np.ascontiguousarray(ids))
        paths = self._catalogue.files.paths(ids)
        empty = [id for id, text in texts.items() if says_nothing(text, _folder(paths.get(id, b"")))]
        known = np.concatenate([self._ids, ids])
        order = np.argsort(known)
        self._ids = known[order]
        self._empty = np.concatenate([self._empty, np.isin(ids, np.array(empty, np.int64))])[order]


def _folder(path: bytes) -> str:
    return os.fsdecode(path.rpartition(b"/")[0].rpartition(b"/")[2])
