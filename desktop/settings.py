"""What the window remembers between runs: a small JSON file with a version, written through a temporary file."""

import json
import logging
from dataclasses import asdict, dataclass, fields, replace
from pathlib import Path
from typing import Any

import platformdirs

_VERSION = 1
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class WindowSettings:
    """Choices of the user."""

    autoplay: bool = True
    """The arrow keys play the sound they reach."""
    theme: str = "dark"
    """Name of a palette in resources/themes."""

    place: str = ""
    """Where the window was and how large, as Qt writes it, in base64; empty: its own size."""
    sides: str = ""
    """How wide the folders were, likewise."""
    deck: str = ""
    """How high the deck was, likewise."""

    def __post_init__(self) -> None:
        """Refuses values that no window can have."""
        if not isinstance(self.autoplay, bool):
            raise ValueError(f"autoplay must be true or false, not {self.autoplay!r}")
        if not all(isinstance(kept, str) for kept in (self.place, self.sides, self.deck)):
            raise ValueError("place, sides and deck must be text")
        if self.theme not in ("dark", "light"):
            raise ValueError(f"theme must be dark or light, not {self.theme!r}")


def default_file() -> Path:
    """Where the platform keeps settings."""
    return Path(platformdirs.user_config_dir("earshot", appauthor=False)) / "window.json"


class SettingsFile:
    """Holds the settings and keeps their file up to date. GUI thread only."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self.values = _read(path)

    def change(self, **changes: Any) -> None:
        """Changes settings by name and writes the file; when that fails, the log says so and they hold until exit."""
        self.values = replace(self.values, **changes)
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            temporary = self._path.with_suffix(".tmp")
            temporary.write_text(json.dumps({"version": _VERSION, **asdict(self.values)}, indent=2), encoding="utf-8")
            temporary.replace(self._path)
        except OSError:
            _log.exception("the settings could not be written to %s", self._path)


def _read(path: Path) -> WindowSettings:
    """Reads a settings file; one that is missing, damaged or newer gives the defaults, and is said in the log."""
    try:
        record = json.loads(path.read_text(encoding="utf-8"))
        if record.pop("version") != _VERSION:
            raise ValueError("written by a later Earshot")
        unknown = set(record) - {part.name for part in fields(WindowSettings)}
        if unknown:
            raise ValueError(f"unknown keys {sorted(unknown)}")
        return WindowSettings(**record)
    except FileNotFoundError:
        return WindowSettings()
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as err:
        _log.warning("settings in %s not used: %s", path, err)
        return WindowSettings()
