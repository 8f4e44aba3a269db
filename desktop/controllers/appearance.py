"""Applies settings for colours, rows and pictures at once."""

from PySide6.QtCore import QObject
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication

from desktop.base.desktop_preferences import wants_less_motion
from desktop.base.recolour import switch_theme
from desktop.base.theme import SYSTEM, resolved
from desktop.controllers import ports
from desktop.results.density import Density
from desktop.widgets.motion import set_still


class Appearance(QObject):
    """Connects settings with the window's look. GUI thread only."""

    def __init__(
        self,
        window: ports.MainWindow,
        app: QApplication,
        theme: ports.Theme,
        settings: ports.SettingsFile,
        ingest: ports.IngestProcess,
        results: ports.ResultsView,
    ) -> None:
        super().__init__()
        self._window, self._app, self._theme, self._settings, self._ingest = window, app, theme, settings, ingest
        self._results = results
        self._does = {
            "theme": self._set_theme,
            "density": self._set_density,
            "motion": self._set_motion,
            "thumbnails": self._set_thumbnails,
            "device": self._set_device,
            "memory_gib": self._set_memory,
            "give_up_s": self._set_patience,
            "show_scores": self._set_scores,
        }
        settings.changed.connect(lambda name: self._does.get(name, _nothing)())
        QGuiApplication.styleHints().colorSchemeChanged.connect(lambda: self._follow_system())
        for does in self._does.values():
            does()

    def _set_theme(self) -> None:
        switch_theme(self._app, self._theme, resolved(self._settings.values.theme))

    def _follow_system(self) -> None:
        if self._settings.values.theme == SYSTEM:
            self._set_theme()

    def _set_density(self) -> None:
        self._results.set_density(Density(self._settings.values.density))

    def _set_motion(self) -> None:
        wish = self._settings.values.motion
        set_still(self._app, wish == "reduced" or (wish == SYSTEM and wants_less_motion()))

    def _set_thumbnails(self) -> None:
        self._window.delegate.has_thumbnails = self._settings.values.thumbnails
        self._results.viewport().update()

    def _set_scores(self) -> None:
        self._results.rows.shows_scores = self._settings.values.show_scores

    def _set_device(self) -> None:
        self._ingest.device = self._settings.values.device

    def _set_memory(self) -> None:
        self._ingest.memory_gib = self._settings.values.memory_gib

    def _set_patience(self) -> None:
        self._ingest.give_up_s = self._settings.values.give_up_s


def _nothing() -> None:
    """Handler of settings that do not change the look."""
