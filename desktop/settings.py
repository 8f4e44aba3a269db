"""What the window remembers between runs: a small JSON file with a version, written through a temporary file."""

import json
import logging
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields, replace
from pathlib import Path
from typing import Any

import platformdirs
from PySide6.QtCore import QObject, Signal

_VERSION = 1
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Shown:
    """How the preferences show a setting; the texts are translated there."""

    section: str
    title: str
    explanation: str
    choices: tuple[tuple[Any, str], ...] = ()
    """Values and what they are called; empty where any value within the limits may be set."""
    low: float | None = None
    high: float | None = None
    step: float = 1.0
    unit: str = ""


def shown(section: str, title: str, explanation: str, **how: Any) -> Mapping[str, Any]:
    """Gives the metadata of a field that the preferences show; `how` are further fields of `Shown`."""
    return {"shown": Shown(section, title, explanation, **how)}


@dataclass(frozen=True, slots=True)
class WindowSettings:
    """Choices of the user. A field without `shown` is what the window remembers by itself."""

    autoplay: bool = field(
        default=True,
        metadata=shown("Audition", "Autoplay", "The arrow keys play the sound they reach."),
    )
    """The arrow keys play the sound they reach."""
    theme: str = field(
        default="dark",
        metadata=shown(
            "Appearance", "Theme", "The colours of the window.", choices=(("dark", "Dark"), ("light", "Light"))
        ),
    )
    """Name of a palette in resources/themes."""

    keys: Mapping[str, Sequence[str]] = field(default_factory=dict)
    """Keys that the user chose, by the id of their command; commands that are not here have their own."""
    inspector: bool = False
    """Whether the right column is open."""
    folded: Sequence[str] = ()
    """Sections of the left column that are folded away."""
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
        if not isinstance(self.keys, Mapping) or not all(isinstance(keys, list | tuple) for keys in self.keys.values()):
            raise ValueError("keys must name lists of keys by command")
        if self.theme not in ("dark", "light"):
            raise ValueError(f"theme must be dark or light, not {self.theme!r}")


def default_file() -> Path:
    """Where the platform keeps settings."""
    return Path(platformdirs.user_config_dir("earshot", appauthor=False)) / "window.json"


class SettingsFile(QObject):
    """Holds the settings and keeps their file up to date. GUI thread only."""

    changed = Signal(str)
    """The name of a setting that has another value now."""

    def __init__(self, path: Path, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._path = path
        self.values = _read(path)

    def change(self, **changes: Any) -> None:
        """Changes settings by name and writes the file; when that fails, the log says so and they hold until exit."""
        before = self.values
        self.values = replace(self.values, **changes)
        for name in changes:
            if getattr(before, name) != getattr(self.values, name):
                self.changed.emit(name)
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
