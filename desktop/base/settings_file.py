"""The settings file: versioned JSON.

A thread that lives while there is something to write writes it: a slow or sleeping disk does not block the GUI.
"""

import json
import logging
import os
import threading
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import platformdirs
from PySide6.QtCore import QObject, Signal

from desktop.base.settings import WindowSettings
from engine.base.private_files import make_private, private_opener

_VERSION = 1
_FORMERLY = {("density", "comfortable"): "standard"}
"""Values of earlier versions and their present equivalents; a file has every setting, even defaults."""
_log = logging.getLogger(__name__)


def default_file() -> Path:
    """The platform's settings file."""
    return Path(platformdirs.user_config_dir("earshot", appauthor=False)) / "window.json"


class SettingsFile(QObject):
    """Holds the settings and keeps their file up to date. GUI thread only."""

    changed = Signal(str)
    """Name of a setting whose value changed."""

    def __init__(self, path: Path, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._writer = SettingsWriter(path)
        self.values = read_settings(path)

    def change(self, **changes: Any) -> None:
        """Changes settings at once and writes the file soon; a failure to write goes to the log."""
        before = self.values
        self.values = replace(self.values, **changes)
        for name in changes:
            if getattr(before, name) != getattr(self.values, name):
                self.changed.emit(name)
        self._writer.write({"version": _VERSION, **asdict(self.values)})

    def flush(self) -> None:
        """Blocks until the file holds every change. For closing the window, and for readers of the file."""
        self._writer.flush()


def read_settings(path: Path) -> WindowSettings:
    """Reads a settings file.

    A missing, damaged or newer file gives the defaults; an invalid entry gives only its own default. The log says so.
    """
    try:
        record = json.loads(path.read_text(encoding="utf-8"))
        if record.pop("version") != _VERSION:
            raise ValueError("written by a later Earshot")
    except FileNotFoundError:
        return WindowSettings()
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError) as err:
        _log.warning("settings in %s not used: %s", path, err)
        return WindowSettings()
    values = {name: _today(name, value) for name, value in record.items()}
    settings = WindowSettings()
    with suppress(ValueError, TypeError):  # one check of all instead of one for each entry: the start waits for it
        return replace(settings, **values)
    for name, value in values.items():
        try:
            settings = replace(settings, **{name: value})
        except (ValueError, TypeError) as err:
            _log.warning("a setting in %s not used: %s", path, err)
    return settings


def _today(name: str, value: Any) -> Any:
    """Translates a value of an earlier version."""
    return _FORMERLY.get((name, value), value) if isinstance(value, str) else value


_log = logging.getLogger(__name__)


class SettingsWriter:
    """Writes the newest record to a file through a temporary one; superseded records are skipped.

    Its thread lives while there is something to write. The interpreter waits for it at exit, so nothing is lost without
    `flush`.
    """

    def __init__(self, path: Path, *, makes_folder: bool = True) -> None:
        """Args: `makes_folder` says whether to create the file's folder if it is missing."""
        self._path = path
        self._makes_folder = makes_folder
        self._lock = threading.Lock()
        self._waiting: Mapping[str, Any] | None = None
        self._thread: threading.Thread | None = None

    def write(self, record: Mapping[str, Any]) -> None:
        """Writes a record soon; do not change it afterwards. Any thread."""
        with self._lock:
            self._waiting = record
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="settings", daemon=False)
                self._thread.start()

    def flush(self) -> None:
        """Blocks until pending records are written or have failed. Any thread."""
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
        from engine.base.partial_files import partial_in  # not needed for reading, which every start does

        if self._makes_folder:
            make_private(self._path.parent)
        temporary = partial_in(self._path.parent)  # two windows may share a file
        try:
            with open(temporary, "w", encoding="utf-8", opener=private_opener) as file:
                file.write(text)
                file.flush()
                os.fsync(file.fileno())  # after a power cut a rename may survive without its contents
            temporary.replace(self._path)
        finally:
            temporary.unlink(missing_ok=True)
