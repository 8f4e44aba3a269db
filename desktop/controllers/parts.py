"""Dependencies passed to the window's features."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtWidgets import QApplication

from desktop.base.opening import WindowStart
from desktop.base.settings_file import SettingsFile
from desktop.base.theme import Theme
from desktop.controllers.coming_back import ComingBack
from desktop.controllers.finding import FindingWiring
from desktop.controllers.gathering import Gathering
from desktop.controllers.hearing import HearingWiring
from desktop.controllers.learning.learning import LearningWiring
from desktop.controllers.navigation import Navigation
from desktop.controllers.refusal import Refusal
from desktop.deck.player import Player
from desktop.window.commands import Commands
from desktop.window.main_window import MainWindow
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
