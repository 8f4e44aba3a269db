"""A write-behind cache of spotting lists: the newest state of each counts, whichever thread writes or reads it.

A state leaves the cache only once it is whole on the disk and no newer one has come. So no older state overwrites it, a
failed write is retried, and reading returns the latest state.
"""

import threading
from pathlib import Path

from engine.base.errors import EngineError
from engine.features.spotting.spotting_list import SpottingList, SpottingStore


class SpottingListCache:
    """The lists of one library, including unwritten changes. Any thread."""

    def __init__(self, library: Path) -> None:
        self._store = SpottingStore(library)
        self._unwritten: dict[str, SpottingList] = {}
        self._reserved: set[str] = set()
        self._here = threading.Lock()
        """Guards memory: never held while waiting for a disk."""
        self._disk = threading.Lock()

    def put(self, kept: SpottingList) -> None:
        """Queues the newest state of a list for writing; returns at once."""
        with self._here:
            self._unwritten.pop(kept.key, None)  # moves the newest to the end
            self._unwritten[kept.key] = kept

    def new_key(self, title: str) -> str:
        """A key that no other list has, reserved for the lifetime of this object."""
        with self._disk:
            key = self._store.new_key(title, self._reserved)
            self._reserved.add(key)
            return key

    def write(self) -> None:
        """Writes pending states, list by list; failed ones stay pending.

        Raises:
            StorageFull, LibraryError: one cannot be written; the others are.
        """
        fault: EngineError | None = None
        with self._disk:
            with self._here:
                states = tuple(self._unwritten.values())
            for kept in states:
                try:
                    self._store.write(kept)
                except EngineError as err:
                    fault = fault or err
                    continue
                with self._here:
                    if self._unwritten.get(kept.key) is kept:
                        del self._unwritten[kept.key]
        if fault is not None:
            raise fault

    def read(self, key: str) -> SpottingList:
        """Returns the latest state of a list, written or not.

        Raises:
            CueError, LibraryNewer: as `SpottingStore.read`.
        """
        with self._here:
            kept = self._unwritten.get(key)
        return kept if kept is not None else self._store.read(key)

    def remove(self, key: str) -> None:
        """Deletes a list and its pending state.

        Raises:
            LibraryError: its file cannot be removed.
        """
        with self._disk:
            with self._here:
                self._unwritten.pop(key, None)
            self._store.remove(key)

    def newest(self) -> str | None:
        """The key of the last modified list; None without lists."""
        with self._here:
            unwritten = list(self._unwritten)
        return unwritten[-1] if unwritten else self._store.newest()

    def titles(self) -> dict[str, str]:
        """The titles of all readable lists by key, last modified first."""
        with self._here:
            unwritten = {key: kept.title for key, kept in reversed(self._unwritten.items())}
        return unwritten | {key: title for key, title in self._store.titles().items() if key not in unwritten}
