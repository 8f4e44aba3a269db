"""The look: a palette of named colours, the style sheet filled with them, and the typeface.

A window has one Theme, whose colours may change while it is open. Painting picks up the new colours,
desktop/base/recolour.py redraws icons, and owners of cached pictures redraw them on `changed`.
"""

import dataclasses
import json
import re
from dataclasses import dataclass, fields
from typing import Any

from PySide6.QtCore import QDir, QObject, Qt, Signal, SignalInstance
from PySide6.QtGui import QColor, QFont, QFontDatabase, QGuiApplication, QPalette
from PySide6.QtWidgets import QApplication

from desktop.base import resources

_FAMILIES = ("Inter", "Segoe UI Variable Text", "Segoe UI", "SF Pro Text", "Noto Sans", "Cantarell", "Ubuntu", "Roboto")
"""Typefaces legible at small sizes, best first; the system's own if none is installed."""


_SHEETS = ("dialogs.qss", "earshot.qss")
"""In resources/themes; the last one takes precedence."""

SYSTEM = "system"
"""Follow the desktop's dark or light scheme."""


class Tint(str):
    """A colour, "#rrggbb", that knows its name in the theme, so that icons can be redrawn in it."""

    __slots__ = ("role",)
    role: str

    def __new__(cls, colour: str, role: str) -> "Tint":
        tint = super().__new__(cls, colour)
        tint.role = role
        return tint


class _ChangeNotifier(QObject):
    changed = Signal()


@dataclass(slots=True, eq=False)
class Theme:
    """Named colours, "#rrggbb". Every text colour has a contrast of at least 4.5:1 on `window` and `panel`.

    Colours change with the theme: read them when painting. GUI thread only.
    """

    name: str
    is_dark: bool
    window: str
    overlay: str
    """`window`, translucent: "#aarrggbb"."""
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
    """`wave` in a row for a dull sound; `wave_high` for a bright one."""
    wave_high: str
    danger: str
    mark_red: str
    """Colours a user may give a sound: `mark_` plus the name of an engine.base.types.Colour."""
    mark_orange: str
    mark_yellow: str
    mark_green: str
    mark_blue: str
    mark_purple: str
    mark_grey: str
    _told: _ChangeNotifier = dataclasses.field(default_factory=_ChangeNotifier, init=False, repr=False)

    @property
    def changed(self) -> SignalInstance:
        """Emitted after a theme change, once windows and icons have the new colours."""
        return self._told.changed

    def become(self, other: "Theme") -> None:
        """Copies another theme's name and colours; `desktop.base.recolour.switch_theme` does the rest."""
        for part in _parts():
            setattr(self, part, getattr(other, part))

    def colour(self, name: str) -> QColor:
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
    """Resolves a setting to a palette: `SYSTEM` follows the desktop, dark if it does not say."""
    if name != SYSTEM:
        return name
    hints = QGuiApplication.styleHints()
    hints.unsetColorScheme()
    return "light" if hints.colorScheme() == Qt.ColorScheme.Light else "dark"


def style_sheet(theme: Theme) -> str:
    """The style sheets, with every @name replaced by the theme's colour.

    Raises:
        AttributeError: a sheet names an unknown colour.
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


def mixed(one: QColor, other: QColor, share: float) -> QColor:
    """A colour between two: `one` at 0, `other` at 1."""

    def between(a: int, b: int) -> int:
        return round(a + (b - a) * share)

    return QColor(
        between(one.red(), other.red()), between(one.green(), other.green()), between(one.blue(), other.blue())
    )


def apply_theme(app: QApplication, theme: Theme) -> None:
    """Applies style, palette, typeface and style sheet to the whole application. GUI thread only."""
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
