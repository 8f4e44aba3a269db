"""The look: a palette of named colours, the style sheet filled with them, and the typeface.

There is one Theme in a window, and it can become another while the window is open: what is painted from it has the new
colours the next time, desktop/recolour.py draws icons anew, and whoever keeps pictures in the theme's colours makes
them again when `changed` is emitted.
"""

import dataclasses
import json
import re
from dataclasses import dataclass, fields
from typing import Any

from PySide6.QtCore import QDir, QObject, Qt, Signal, SignalInstance
from PySide6.QtGui import QColor, QFont, QFontDatabase, QGuiApplication, QPalette
from PySide6.QtWidgets import QApplication

from desktop import resources

_FAMILIES = ("Inter", "Segoe UI Variable Text", "Segoe UI", "SF Pro Text", "Noto Sans", "Cantarell", "Ubuntu", "Roboto")
"""Typefaces that read well small, best first; the system's own where none is there."""


_SHEETS = ("dialogs.qss", "earshot.qss")
"""In resources/themes; what the window itself says comes last and wins."""

SYSTEM = "system"
"""Dark or light as the desktop is."""


class Tint(str):
    """A colour, "#rrggbb", that knows its name in the theme, so that what it coloured can be coloured anew."""

    __slots__ = ("role",)
    role: str

    def __new__(cls, colour: str, role: str) -> "Tint":
        """A colour of this name."""
        tint = super().__new__(cls, colour)
        tint.role = role
        return tint


class _Told(QObject):
    changed = Signal()


@dataclass(slots=True, eq=False)
class Theme:
    """Named colours, "#rrggbb". Every text colour reads at 4.5 to 1 or better on `window` and `panel`.

    The colours change when it becomes another theme: read them when you paint. GUI thread only.
    """

    name: str
    is_dark: bool
    window: str
    overlay: str
    """`window`, seen through: "#aarrggbb"."""
    panel: str
    raised: str
    hover: str
    field: str
    line: str
    line_strong: str
    text: str
    text_soft: str
    text_faint: str
    accent: str
    accent_text: str
    accent_soft: str
    on_accent: str
    wave: str
    wave_soft: str
    wave_low: str
    """What `wave` becomes in a row for a dull sound; `wave_high` for a bright one."""
    wave_high: str
    danger: str
    mark_red: str
    """The colours the user may give a sound: `mark_` and the name of engine.types.Colour."""
    mark_orange: str
    mark_yellow: str
    mark_green: str
    mark_blue: str
    mark_purple: str
    mark_grey: str
    _told: _Told = dataclasses.field(default_factory=_Told, init=False, repr=False)

    @property
    def changed(self) -> SignalInstance:
        """Emitted after it became another theme, once windows and icons have the new colours."""
        return self._told.changed

    def become(self, other: "Theme") -> None:
        """Takes over the name and the colours of another theme; `desktop.recolour.switch_theme` does all of it."""
        for part in _parts():
            setattr(self, part, getattr(other, part))

    def colour(self, name: str) -> QColor:
        """The colour called `name`."""
        return QColor(getattr(self, name))


def load_theme(name: str = "dark") -> Theme:
    """Reads a palette of resources/themes.

    Raises:
        ValueError: a colour is missing or unknown.
    """
    record = json.loads(resources.theme_text(f"{name}.json"))
    known = set(_parts())
    if set(record) != known:
        raise ValueError(f"theme {name}: missing {known - set(record)}, unknown {set(record) - known}")
    colours: dict[str, Any] = {key: Tint(value, key) for key, value in record.items() if isinstance(value, str)}
    return Theme(**{**record, **colours})


def resolved(name: str) -> str:
    """The palette that a setting means: for `SYSTEM` the one that goes with the desktop, dark where it does not say."""
    if name != SYSTEM:
        return name
    hints = QGuiApplication.styleHints()
    hints.unsetColorScheme()
    return "light" if hints.colorScheme() == Qt.ColorScheme.Light else "dark"


def style_sheet(theme: Theme) -> str:
    """Returns the style sheets, every @name in them replaced by the theme's colour.

    Raises:
        AttributeError: a sheet names a colour that no theme has.
    """
    sheet = "\n".join(resources.theme_text(name) for name in _SHEETS)
    return re.sub(r"@([a-z_]+)", lambda match: str(getattr(theme, match[1])), sheet)


def _parts() -> list[str]:
    return [part.name for part in fields(Theme) if part.init]


def _palette(theme: Theme) -> QPalette:
    palette = QPalette()
    roles = {
        QPalette.ColorRole.Window: theme.window,
        QPalette.ColorRole.WindowText: theme.text,
        QPalette.ColorRole.Base: theme.field,
        QPalette.ColorRole.AlternateBase: theme.panel,
        QPalette.ColorRole.Text: theme.text,
        QPalette.ColorRole.PlaceholderText: theme.text_faint,
        QPalette.ColorRole.Button: theme.raised,
        QPalette.ColorRole.ButtonText: theme.text,
        QPalette.ColorRole.Highlight: theme.accent,
        QPalette.ColorRole.HighlightedText: theme.on_accent,
        QPalette.ColorRole.Link: theme.accent,
        QPalette.ColorRole.ToolTipBase: theme.raised,
        QPalette.ColorRole.ToolTipText: theme.text,
    }
    for role, colour in roles.items():
        palette.setColor(role, QColor(colour))
    faint = QColor(theme.text_faint)
    for role in (QPalette.ColorRole.Text, QPalette.ColorRole.ButtonText, QPalette.ColorRole.WindowText):
        palette.setColor(QPalette.ColorGroup.Disabled, role, faint)
    return palette


def apply_theme(app: QApplication, theme: Theme) -> None:
    """Gives the whole application the theme: style, palette, typeface and style sheet. GUI thread only."""
    if not app.style() or app.style().name() != "fusion":
        app.setStyle("Fusion")
    QDir.setSearchPaths("theme", [str(resources.theme_folder())])
    app.setPalette(_palette(theme))
    there = set(QFontDatabase.families())
    font = QFont(app.font())
    chosen = [family for family in _FAMILIES if family in there]
    if chosen:
        font.setFamilies([*chosen, *font.families()])
    font.setPixelSize(13)
    app.setFont(font)
    app.setStyleSheet(style_sheet(theme))
