"""Remembers which sounds have uninformative names, which count neither for nor against a sound.

A name that describes something else counts against a sound. An uninformative one must not: otherwise users who never
name their recordings would find them last.
"""

import numpy as np
from numpy.typing import NDArray

from engine.base.types import Ids
from engine.store.catalogue import Catalogue
from engine.store.uninformative_names import EMPTY, TELLS, says_nothing
from engine.store.word_splitting import folder_name, folder_of

_UNREAD = 0


class NameClasses:
    """Caches which sounds have uninformative names. Search thread only."""

    def __init__(self, catalogue: Catalogue) -> None:
        self._catalogue = catalogue
        self._at: int | None = None
        self._known: NDArray[np.int8] = np.zeros(0, np.int8)
        """int8, by sound id: _UNREAD, TELLS or EMPTY."""

    def says_nothing(self, ids: Ids) -> NDArray[np.bool_]:
        """bool [N] for sounds in ascending order; False for a missing one."""
        self.read(ids)
        is_empty: NDArray[np.bool_] = self._known[ids] == EMPTY
        return is_empty

    def read(self, ids: Ids) -> None:
        """Reads the names of sounds, in ascending order, in advance: once for many queries."""
        self._catch_up()
        if len(ids) and ids[-1] >= len(self._known):
            self._known = np.concatenate([self._known, np.zeros(2 * int(ids[-1]) + 1 - len(self._known), np.int8)])
        unread = ids[self._known[ids] == _UNREAD]
        if len(unread):
            self._read(unread)

    def _catch_up(self) -> None:
        """Invalidates the entries of changed sounds; starts with what the library kept."""
        sequence = self._catalogue.database.sequence()
        if self._at is None:
            kept = self._catalogue.kept_names()
            if kept is not None and len(kept.sounds):
                self._known = np.zeros(int(kept.sounds[-1]) + 1, np.int8)
                self._known[kept.sounds] = kept.names
            self._at = sequence if kept is None else kept.sequence
        if sequence != self._at:
            changed = self._catalogue.sounds.changed_since(self._at)
            self._known[changed[changed < len(self._known)]] = _UNREAD
            self._at = sequence

    def _read(self, ids: Ids) -> None:
        texts = self._catalogue.sounds.name_texts(np.ascontiguousarray(ids))
        paths = self._catalogue.files.paths(ids)
        folders = {id: folder_name(folder_of(path)) for id, path in paths.items()}
        empty = [id for id, text in texts.items() if says_nothing(text, folders.get(id, ""))]
        self._known[ids] = TELLS
        self._known[np.array(empty, np.int64)] = EMPTY
