"""Remembers which sounds have names that say nothing. Such a name is no evidence at all.

A name that tells of something else speaks against a sound, and one that tells of nothing must not: whoever never named
their recordings would find them last.
"""

import numpy as np
from numpy.typing import NDArray

from engine.store.catalogue import Catalogue
from engine.store.empty_names import EMPTY, TELLS, says_nothing
from engine.store.words import folder_name, folder_of
from engine.types import Ids

_UNREAD = 0


class Naming:
    """Remembers which sounds of a library have names that say nothing. Search thread only."""

    def __init__(self, catalogue: Catalogue) -> None:
        self._catalogue = catalogue
        self._at: int | None = None
        self._known: NDArray[np.int8] = np.zeros(0, np.int8)
        """int8, by sound id: _UNREAD, TELLS or EMPTY."""

    def says_nothing(self, ids: Ids) -> NDArray[np.bool_]:
        """Gives bool [N] for sounds, ascending; False for one that is gone."""
        self.read(ids)
        is_empty: NDArray[np.bool_] = self._known[ids] == EMPTY
        return is_empty

    def read(self, ids: Ids) -> None:
        """Reads the names of sounds, ascending, that are about to be asked about: once for many questions."""
        self._catch_up()
        if len(ids) and ids[-1] >= len(self._known):
            self._known = np.concatenate([self._known, np.zeros(2 * int(ids[-1]) + 1 - len(self._known), np.int8)])
        unread = ids[self._known[ids] == _UNREAD]
        if len(unread):
            self._read(unread)

    def _catch_up(self) -> None:
        """Forgets what was said of sounds that changed since; begins with what was kept of the library."""
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
