"""Dependencies passed to the window's features."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtWidgets import QApplication

from desktop.audition.player import Player
from desktop.commands import Commands
from desktop.learning.learning import LearningWiring
from desktop.main_window import MainWindow
from desktop.opening import WindowStart
from desktop.settings_file import SettingsFile
from desktop.theme import Theme
from desktop.wiring.coming_back import ComingBack
from desktop.wiring.finding import FindingWiring
from desktop.wiring.gathering import Gathering
from desktop.wiring.hearing import HearingWiring
from desktop.wiring.navigation import Navigation
from desktop.wiring.refusal import Refusal
from desktop.work.background import SearchThread
from desktop.work.ingest_process import IngestProcess
from desktop.work.jobs import Jobs
from desktop.work.overviews import OverviewThread


@dataclass(frozen=True, slots=True)
class WindowParts:
    """The window's parts and workers. Features keep what they need; GUI thread only."""

    app: QApplication
    window: MainWindow
    theme: Theme
    settings: SettingsFile
    commands: Commands
    search: SearchThread
    overviews: OverviewThread
    jobs: Jobs
    player: Player
    ingest: IngestProcess
    finding: FindingWiring
    hearing: HearingWiring
    gathering: Gathering
    learning: LearningWiring
    navigation: Navigation
    coming_back: ComingBack
    refusal: Refusal
    start: WindowStart
    start_again: Callable[[], None]
    """Closes and restarts the window."""
    create_library: Callable[[], None]
    """Restarts the window with a new library where there is none."""
    restore: Callable[[Path], None]
    """Restarts the window with a backup in place of the catalogue."""
    mend: Callable[[], None]
    """Restarts the window after mending the library."""
