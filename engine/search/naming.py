"""Which sounds have names that say nothing: ZOOM0001, REC_003, Track 12, a date. Such a name is no evidence at all.

A name that tells of something else speaks against a sound, and one that tells of nothing must not: whoever never named
their recordings would find them last.
"""

import functools
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
_UNREAD, _TELLS, _EMPTY = 0, 1, 2
_SAYS_NOTHING = frozenset(f"{_RECORDERS} {_PROGRAMS} {_FILES}".split())


def says_nothing(text: str, folder: str = "") -> bool:
    """Whether nothing but its folder tells of a sound.

    Args:
        text: of its name vector, see `engine.ingest.names.name_text`.
        folder: name of the folder, whose words do not count.
    """
    of_folder = _words_of(folder)
    for word in map(str.lower, parts(text)):
        tells = len(word) >= _FEWEST_LETTERS and word.isalpha()
        if tells and word not in _SAYS_NOTHING and word not in of_folder:
            return False
    return True


@functools.lru_cache(maxsize=4096)
def _words_of(folder: str) -> frozenset[str]:
    """The words of a folder's name: many sounds lie in one."""
    return frozenset(word.lower() for word in parts(folder))


class Naming:
    """Remembers which sounds of a library have names that say nothing. Search thread only."""

    def __init__(self, catalogue: Catalogue) -> None:
        self._catalogue = catalogue
        self._at = -1
        self._known: NDArray[np.int8] = np.zeros(0, np.int8)
        """int8, by sound id: _UNREAD, _TELLS or _EMPTY."""

    def says_nothing(self, ids: Ids) -> NDArray[np.bool_]:
        """Gives bool [N] for sounds, ascending; False for one that is gone."""
        self.read(ids)
        is_empty: NDArray[np.bool_] = self._known[ids] == _EMPTY
        return is_empty

    def read(self, ids: Ids) -> None:
        """Reads the names of sounds, ascending, that are about to be asked about: once for many questions."""
        sequence = self._catalogue.database.sequence()
        if sequence != self._at:
            self._at, self._known = sequence, self._known[:0]
        if len(ids) and ids[-1] >= len(self._known):
            self._known = np.concatenate([self._known, np.zeros(2 * int(ids[-1]) + 1 - len(self._known), np.int8)])
        unread = ids[self._known[ids] == _UNREAD]
        if len(unread):
            self._read(unread)

    def _read(self, ids: Ids) -> None:
        texts = self._catalogue.sounds.name_texts(np.ascontiguousarray(ids))
        paths = self._catalogue.files.paths(ids)
        folders = {id: _name(path.rpartition(b"/")[0]) for id, path in paths.items()}
        empty = [id for id, text in texts.items() if says_nothing(text, folders.get(id, ""))]
        self._known[ids] = _TELLS
        self._known[np.array(empty, np.int64)] = _EMPTY


@functools.lru_cache(maxsize=4096)
def _name(folder: bytes) -> str:
    """The last part of a folder's path."""
    return os.fsdecode(folder.rpartition(b"/")[2])
