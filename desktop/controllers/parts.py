"""Dependencies passed to the window's features."""

from dataclasses import dataclass

from PySide6.QtWidgets import QApplication

from desktop.base.settings_file import SettingsFile
from desktop.base.start_options import WindowStart
from desktop.base.theme import Theme
from desktop.controllers.edit_permission import EditPermission
from desktop.controllers.indexing import IndexingControl
from desktop.controllers.navigation import Navigation
from desktop.controllers.pack_switch.pack_switch import PackSwitch
from desktop.controllers.place_restoring import PlaceRestorer
from desktop.controllers.playback import PlaybackControl
from desktop.controllers.restart import Restart
from desktop.controllers.search_control import SearchControl
from desktop.deck.player import Player
from desktop.window.commands import Commands
from desktop.window.main_window import MainWindow
from desktop.work.ingest_process import IngestProcess
from desktop.work.jobs import Jobs
from desktop.work.overviews import OverviewThread
from desktop.work.search_thread import SearchThread


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
    finding: SearchControl
    hearing: PlaybackControl
    gathering: IndexingControl
    learning: PackSwitch
    navigation: Navigation
    coming_back: PlaceRestorer
    refusal: EditPermission
    start: WindowStart
    restart: Restart
