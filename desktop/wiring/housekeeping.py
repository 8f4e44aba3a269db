"""Housekeeping in the window: duplicates, missing files, and what leaves the library as lists and copies."""

from PySide6.QtCore import QObject

from desktop.wiring.duplicates import DuplicatesWork
from desktop.wiring.exporting import ExportWiring
from desktop.wiring.missing import MissingWork
from desktop.wiring.parts import WindowParts


class HousekeepingWiring(QObject):
    """Makes its three parts. GUI thread only."""

    def __init__(self, parts: WindowParts) -> None:
        super().__init__(parts.window)
        self.exporting = ExportWiring(parts)
        self.duplicates = DuplicatesWork(parts)
        self.missing = MissingWork(parts)
