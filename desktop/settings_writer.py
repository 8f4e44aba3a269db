"""Writes the settings file off the GUI thread: a slow or sleeping disk stops no slider."""

import json
import logging
import os
import threading
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from engine.private import make_private, private_opener
from engine.unfinished import partial_in

_log = logging.getLogger(__name__)


class SettingsWriter:
    """Writes the newest record to one file, through a temporary file; a superseded record is never written.

    Its thread lives while there is something to write. The interpreter waits for it before it ends, so that nothing is
    lost where nobody calls `flush`.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._lock = threading.Lock()
        self._waiting: Mapping[str, Any] | None = None
        self._thread: threading.Thread | None = None

    def write(self, record: Mapping[str, Any]) -> None:
        """Has a record written soon; it is not changed from now on. Any thread."""
        with self._lock:
            self._waiting = record
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="settings", daemon=False)
                self._thread.start()

    def flush(self) -> None:
        """Returns once all that was to be written is written, or has failed. Any thread."""
        with self._lock:
            thread = self._thread
        if thread is not None:
            thread.join()

    def _run(self) -> None:
        while True:
            with self._lock:
                record, self._waiting = self._waiting, None
                if record is None:
                    self._thread = None
                    return
            try:
                self._write(json.dumps(record, indent=2))
            except OSError:
                _log.exception("the settings could not be written to %s", self._path)

    def _write(self, text: str) -> None:
        make_private(self._path.parent)
        temporary = partial_in(self._path.parent)  # two windows may share a file
        try:
            with open(temporary, "w", encoding="utf-8", opener=private_opener) as file:
                file.write(text)
                file.flush()
                os.fsync(file.fileno())  # a rename may outrun what it renames when the power goes
            temporary.replace(self._path)
        finally:
            temporary.unlink(missing_ok=True)
