"""The file of the settings: JSON with a version, which `settings_writer` writes in a thread of its own."""

import json
import logging
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import platformdirs
from PySide6.QtCore import QObject, Signal

from desktop.settings import WindowSettings
from desktop.settings_writer import SettingsWriter

_VERSION = 1
_FORMERLY = {("density", "comfortable"): "standard"}
"""Values of former versions, and what is meant by them now. Every setting was written, chosen or not."""
_log = logging.getLogger(__name__)


def default_file() -> Path:
    """Where the platform keeps settings."""
    return Path(platformdirs.user_config_dir("earshot", appauthor=False)) / "window.json"


class SettingsFile(QObject):
    """Holds the settings and keeps their file up to date. GUI thread only."""

    changed = Signal(str)
    """The name of a setting that has another value now."""

    def __init__(self, path: Path, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._writer = SettingsWriter(path)
        self.values = read_settings(path)

    def change(self, **changes: Any) -> None:
        """Changes settings by name and has the file written soon; the log says where that fails. They hold at once."""
        before = self.values
        self.values = replace(self.values, **changes)
        for name in changes:
            if getattr(before, name) != getattr(self.values, name):
                self.changed.emit(name)
        self._writer.write({"version": _VERSION, **asdict(self.values)})

    def flush(self) -> None:
        """Returns once the file holds what was changed. For the end of the window, and for readers of the file."""
        self._writer.flush()


def read_settings(path: Path) -> WindowSettings:
    """Reads a settings file.

    One that is missing, damaged or newer gives the defaults; a wrong entry gets its default and does not affect the
    others. The log says so.
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
    settings = WindowSettings()
    for name, value in record.items():
        try:
            settings = replace(settings, **{name: _today(name, value)})
        except (ValueError, TypeError) as err:
            _log.warning("a setting in %s not used: %s", path, err)
    return settings


def _today(name: str, value: Any) -> Any:
    """A value as a former version wrote it, in the words of this one."""
    return _FORMERLY.get((name, value), value) if isinstance(value, str) else value
