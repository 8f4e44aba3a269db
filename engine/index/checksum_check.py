"""Verifies the checksum of a base while it already answers.

For mapped bases: damaged vectors can at most misplace a sound for a while. Ids and cells, which lead to other places,
are checked before use.
"""

import threading
from pathlib import Path

from engine.base.errors import IndexDamaged
from engine.base.messages import Message, told
from engine.index.base_files import Manifest, checksum, refused
from engine.index.messages import IndexFlaw


class ChecksumCheck:
    """A checksum running in a thread of its own. One thread owns the object."""

    def __init__(self, path: Path, manifest: Manifest) -> None:
        self._path, self._manifest = path, manifest
        self._is_stopped = threading.Event()
        self._why: Message | None = None
        self._thread = threading.Thread(target=self._run, name="checksum", daemon=True)

    def begin(self) -> None:
        """Starts reading; later calls do nothing."""
        if self._thread.ident is None:
            self._thread.start()

    @property
    def is_done(self) -> bool:
        """Whether `result` returns at once."""
        return self._thread.ident is not None and not self._thread.is_alive()

    def result(self) -> IndexDamaged | None:
        """Waits for the end; returns why the base cannot be used, None if it is intact."""
        self.begin()
        self._thread.join()
        return None if self._why is None else refused(self._path, self._why)

    def stop(self) -> None:
        """Ends the check soon, without a finding."""
        self._is_stopped.set()

    def _run(self) -> None:
        try:
            found = checksum(self._path, self._is_stopped.is_set)
        except OSError as err:
            self._why = told(IndexFlaw.FILE_UNREADABLE, str(err.strerror))
        else:
            if found != self._manifest.crc32 and not self._is_stopped.is_set():
                self._why = told(IndexFlaw.OTHER_CHECKSUM)
