"""Takes the checksum of a base while answers are already given from it.

For bases that are mapped: what is wrong in their vectors can put a sound into a wrong place for a while, no more. What
leads to other places, ids and cells, is checked before they are used.
"""

import threading
from pathlib import Path

from engine.error_wording.index import IndexFlaw
from engine.errors import IndexDamaged
from engine.index.base_files import Manifest, checksum, refused
from engine.wording import Said, told


class SumCheck:
    """A checksum that is being taken, in a thread of its own. One thread owns the object."""

    def __init__(self, path: Path, manifest: Manifest) -> None:
        """Nothing is read yet."""
        self._path, self._manifest = path, manifest
        self._is_stopped = threading.Event()
        self._why: Said | None = None
        self._thread = threading.Thread(target=self._run, name="checksum", daemon=True)

    def begin(self) -> None:
        """Starts reading, unless that was done before."""
        if self._thread.ident is None:
            self._thread.start()

    @property
    def is_done(self) -> bool:
        """Whether `result` is there at once."""
        return self._thread.ident is not None and not self._thread.is_alive()

    def result(self) -> IndexDamaged | None:
        """Waits for the end; gives why the base is not to be used, None where it is whole."""
        self.begin()
        self._thread.join()
        return None if self._why is None else refused(self._path, self._why)

    def stop(self) -> None:
        """Ends it soon; nothing is found then."""
        self._is_stopped.set()

    def _run(self) -> None:
        try:
            found = checksum(self._path, self._is_stopped.is_set)
        except OSError as err:
            self._why = told(IndexFlaw.FILE_UNREADABLE, str(err.strerror))
        else:
            if found != self._manifest.crc32 and not self._is_stopped.is_set():
                self._why = told(IndexFlaw.OTHER_CHECKSUM)
