"""Spotting lists between the window and the disk: the newest state of each counts, whichever thread writes or reads it.

A state leaves the shelf only once it is whole on the disk and no newer one has come, so nothing older lands after it, a
write that failed is tried again, and a list that is read again is the one that was left.
"""

import threading
from pathlib import Path

from engine.errors import EngineError
from engine.spotting.lists import SpottingList, SpottingStore


class SpottingShelf:
    """The lists of one library with what is not written of them yet. Any thread.

    Args:
        library: whose lists they are.
    """

    def __init__(self, library: Path) -> None:
        self._store = SpottingStore(library)
        self._unwritten: dict[str, SpottingList] = {}
        self._reserved: set[str] = set()
        self._here = threading.Lock()
        """Of what is in memory: never held while a disk is waited for."""
        self._disk = threading.Lock()

    def put(self, kept: SpottingList) -> None:
        """Takes the newest state of a list, to be written; returns at once."""
        with self._here:
            self._unwritten.pop(kept.key, None)  # the newest is the last
            self._unwritten[kept.key] = kept

    def new_key(self, title: str) -> str:
        """A name for a list that no other has, and that none will be given while this shelf is there."""
        with self._disk:
            key = self._store.new_key(title, self._reserved)
            self._reserved.add(key)
            return key

    def write(self) -> None:
        """Writes what is not written, list by list; what fails stays to be written.

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
        """Gives a list as it was left, written or not.

        Raises:
            CueError, LibraryNewer: as `SpottingStore.read`.
        """
        with self._here:
            kept = self._unwritten.get(key)
        return kept if kept is not None else self._store.read(key)

    def remove(self, key: str) -> None:
        """Forgets a list, and what is not written of it.

        Raises:
            LibraryError: its file cannot be removed.
        """
        with self._disk:
            with self._here:
                self._unwritten.pop(key, None)
            self._store.remove(key)

    def newest(self) -> str | None:
        """The key of the list that was worked on last; None where there is none."""
        with self._here:
            unwritten = list(self._unwritten)
        return unwritten[-1] if unwritten else self._store.newest()

    def titles(self) -> dict[str, str]:
        """The title of each list that can be read, by key; the one worked on last comes first."""
        with self._here:
            unwritten = {key: kept.title for key, kept in reversed(self._unwritten.items())}
        return unwritten | {key: title for key, title in self._store.titles().items() if key not in unwritten}
