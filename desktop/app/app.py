"""The application: creates the window and its threads, connects them, and shuts them down in order."""

import logging
from contextlib import nullcontext
from functools import partial

from msgspec.structs import replace
from PySide6.QtCore import QObject, Qt, QTimer, Signal
from PySide6.QtWidgets import QApplication

from desktop.app.single_instance import Call
from desktop.base.settings_file import SettingsFile
from desktop.base.start_options import WindowStart
from desktop.base.theme import apply_theme, load_theme, resolved
from desktop.base.translation import translate
from desktop.controllers.actions import Actions
from desktop.controllers.appearance import Appearance
from desktop.controllers.drag_out.feature import DragOut
from desktop.controllers.edit_permission import EditPermission
from desktop.controllers.feature import FeatureHub, FeaturePart, ObjectRegistry, window_features
from desktop.controllers.hearing_commands import PlaybackCommands
from desktop.controllers.indexing import IndexingControl
from desktop.controllers.left_column import LeftColumn
from desktop.controllers.library_status.feature import LibraryStatus
from desktop.controllers.library_status.library_folder_check import LibraryFolderCheck
from desktop.controllers.library_status.reread import Reread
from desktop.controllers.limit_waits import Drives
from desktop.controllers.marks.cells import MarkCells
from desktop.controllers.marks.feature import MarksControl
from desktop.controllers.memory.garbage import GarbageCollection
from desktop.controllers.memory.release import MemoryRelease
from desktop.controllers.navigation import Navigation
from desktop.controllers.pack_switch.pack_switch import PackSwitch
from desktop.controllers.place_restoring import PlaceRestorer
from desktop.controllers.playback import PlaybackControl
from desktop.controllers.restart import Restart
from desktop.controllers.row_actions.examples import ExampleCommands
from desktop.controllers.row_actions.external_editor import ExternalEditor
from desktop.controllers.row_actions.menu import RowMenu
from desktop.controllers.row_actions.removal import SoundRemoval
from desktop.controllers.row_actions.row_loader import RowLoader
from desktop.controllers.row_actions.takes_in_turn import TakesInTurn
from desktop.controllers.search.feature import SearchHistoryControl
from desktop.controllers.search.hints import Hints
from desktop.controllers.search.places import PlacesControl
from desktop.controllers.search.sound import SearchBySound
from desktop.controllers.search.variety import VarietyControl
from desktop.controllers.search_control import SearchControl
from desktop.controllers.startup.startup import Startup
from desktop.controllers.watch.feature import Watch
from desktop.controllers.waveform_data.commands import WaveCommands
from desktop.controllers.waveform_data.feature import WaveformData
from desktop.deck.player import Player
from desktop.window.commands import Commands, menu_title
from desktop.window.cover.picture import desktop_is_dark
from desktop.window.main_window import MainWindow
from desktop.work.ingest_process import IngestProcess
from desktop.work.jobs import Jobs
from desktop.work.overviews import OverviewThread
from desktop.work.requests import Request, SearchAnswer
from desktop.work.search_thread import SearchThread
from engine.audio import decoder_pool
from engine.base import migration_progress, read_only_mode
from engine.base.migration_progress import UpdateListener

_SETTLE_MS = 300
"""Delay after the first answer, so that visible thumbnails are drawn before a screenshot."""
_log = logging.getLogger(__name__)


class EarshotApp(QObject):
    """One window over one library. GUI thread only; `close` (or closing the window) ends its threads."""

    _updating = Signal(float)
    """Progress of a catalogue migration, 0 to 1."""

    def __init__(self, app: QApplication, start: WindowStart, window: MainWindow | None = None) -> None:
        """Builds everything; `open` shows it.

        Args:
            app: Qt's application.
            start: what to open.
            window: an empty window, possibly on screen already; None creates one.
        """
        super().__init__()
        self.start = start
        self._is_closed = False
        self.exit_code = 0
        self.restart = Restart(self.quit)
        self.settings = settings = SettingsFile(start.settings_file, self)
        self._promise()
        settings.changed.connect(lambda name: self._promise() if name == "read_only" else None)
        was_dark = desktop_is_dark()
        theme = load_theme(resolved(settings.values.theme))
        apply_theme(app, theme)
        self.player = Player(self)
        self.search = SearchThread(start.library, pack=start.pack, may_create=start.may_create, parent=self)
        self.overviews = OverviewThread(self.search.reader, self)
        self.ingest = IngestProcess(start.library, pack=start.pack, parent=self)
        self.window = MainWindow() if window is None else window
        self.window.fill(theme, self.overviews.get, self.player.position_s)
        self.jobs = Jobs(self)
        self.jobs.failed.connect(lambda message, advice: self.window.message.say(message, advice, "job"))
        self._updating.connect(self._show_updating)
        migration_progress.use(UpdateListener(self._updating.emit, lambda: self._is_closed))
        self.drives = Drives(self.window.message, settings, self)
        self.commands = Commands(self.window, theme, settings, self)
        workers = (self.search, self.overviews, self.jobs, self.player, self.ingest)
        others = (app, start, theme, settings, self.commands, self.restart)
        made = ObjectRegistry(self.window, *self.window.ports, *workers, *others)
        added = (part for feature in window_features().values() for part in feature.parts)
        made.make((*_CORE, *added))
        self.features = tuple(made.made)
        self.finding, self.hearing, self.navigation = made[SearchControl], made[PlaybackControl], made[Navigation]
        self.gathering = made[IndexingControl]
        self.learning = made[PackSwitch]
        self.learning.switched.connect(self._switched)
        self.navigation.govern(self.commands)
        self.commands.build_menus(menu_title)
        if start.screenshot is None:  # screenshots always have the same size
            self.window.take_place(settings.values)
            self.window.left.connect(lambda: settings.change(**self.window.place()))
        self.starting = Startup(
            self.window,
            theme,
            self.finding,
            settings,
            start.library,
            start.settings_file,
            is_as_left=not start.query and start.screenshot is None,
            desktop_is_dark=was_dark,
            parent=self,
        )
        column, places = made[LeftColumn], made[PlacesControl]
        self.starting.seen.connect(lambda sight: column.show_first(sight.collections, sight.saved))
        self.starting.drawn.connect(column.count_first)
        self.starting.drawn.connect(places.count_soon)
        self.starting.drawn.connect(self._begin_work)
        self.window.closing.connect(self.close)
        if start.screenshot is not None:
            self.finding.shown.connect(self._shown)
            self.search.failed.connect(self._cannot_show)
            self.search.missing.connect(self._cannot_show)

    def open(self) -> None:
        """Shows the window without blocking; searching starts once its first rows are drawn."""
        self._take_words()
        self.window.show()
        self.starting.begin()
        if self.start.query:
            self.window.search_bar.set_text(self.start.query)
        if self.start.folders:  # not before the library's id is known: the job would take it for another one
            add = partial(self.gathering.add, self.start.folders)
            self.search.opened.connect(add, Qt.ConnectionType.SingleShotConnection)

    def _show_updating(self, share: float) -> None:
        """Shows the progress of migrating an older library, which has nothing to show until then."""
        self.window.uncover()
        if share < 1:
            self.window.empty.updating(share)
        else:
            self.window.empty.opening()

    def _promise(self) -> None:
        read_only_mode.give(self.start.is_read_only or self.settings.values.read_only)

    def _take_words(self) -> None:
        """Moves the text typed on the cover into the search field, so that typing continues there."""
        cover, bar = self.window.cover, self.window.search_bar
        if cover is None:
            return
        if cover.is_typed:  # typing replaces the restored query
            bar.set_text(cover.words)
            self.window.uncover()
        else:
            bar.show_request(Request(cover.words), is_asked=False)

    def _begin_work(self) -> None:
        if not self._is_closed:
            self.search.start()
            self.overviews.start()

    def take_call(self, call: Call) -> None:
        """Carries out the call of a second start and brings the window to the front."""
        self.window.come_forward(call.token)
        if call.query:
            self.window.search_bar.set_text(call.query)
        if call.folders:
            self.gathering.add(call.folders)

    def tell_surprise(self, text: str) -> None:
        """Reports an internal error that the window survived."""
        self.window.message.say(
            translate("EarshotApp", "Something went wrong: %1", text),
            translate("EarshotApp", "For details: Help, Show log."),
            "surprise",
        )

    def quit(self) -> None:
        """Closes, even if closing the window would only hide it."""
        self.window.leave()

    def close(self) -> None:
        """Ends the job, the player and the threads, and writes the settings."""
        if not self._is_closed:
            self._is_closed = True
            _log.info("closing")
            self._end_work()
        self.settings.flush()

    def _end_work(self) -> None:
        away = decoder_pool.in_use()
        with nullcontext() if away is None else away.hurried():
            self.starting.close()
            # The next window, and mending or restoring before it, need the library to themselves.
            self.ingest.close(is_awaited=self.restart.is_wanted)
            self.learning.close(is_awaited=self.restart.is_wanted)
            self.drives.hurry()
            self.jobs.close()
            self.player.close()
            self.search.close()
            self.overviews.close()
            self.drives.close()
            migration_progress.use(UpdateListener())

    def _switched(self, pack_id: str) -> None:
        """Drops the pack given at start, so that a new window uses the pack that replaced it."""
        self.start = replace(self.start, pack=None)

    def _shown(self, answered: SearchAnswer) -> None:
        is_wanted = answered.request.text == self.start.query.strip()
        if is_wanted and (not self.start.folders or not self.ingest.is_running):
            self.finding.shown.disconnect(self._shown)
            if len(answered.ranking):
                self.window.results.go_to(0)
            QTimer.singleShot(_SETTLE_MS, self._take_screenshot)

    def _take_screenshot(self) -> None:
        assert self.start.screenshot is not None
        self.start.screenshot.parent.mkdir(parents=True, exist_ok=True)
        if not self.window.grab().save(str(self.start.screenshot)):
            _log.error("the screenshot could not be written to %s", self.start.screenshot)
            self.exit_code = 1
        self.window.close()

    def _cannot_show(self, message: str, advice: str) -> None:
        _log.error("%s %s", message, advice)
        self.exit_code = 1
        self.window.close()


_CORE = (
    FeaturePart(-70, EditPermission),
    FeaturePart(-60, SearchControl),
    FeaturePart(-50, PlaybackControl),
    FeaturePart(-40, Navigation),
    FeaturePart(-30, PlaceRestorer),
    FeaturePart(-20, IndexingControl),
    FeaturePart(-10, PackSwitch),
    FeaturePart(0, FeatureHub),
    FeaturePart(40, RowLoader),
    FeaturePart(50, ExternalEditor),
    FeaturePart(60, Actions),
    FeaturePart(90, GarbageCollection),
    FeaturePart(100, PlaybackCommands),
    FeaturePart(110, WaveformData),
    FeaturePart(120, WaveCommands),
    FeaturePart(130, DragOut),
    FeaturePart(140, Watch),
    FeaturePart(160, SearchHistoryControl),
    FeaturePart(165, MarksControl),
    FeaturePart(170, PlacesControl),
    FeaturePart(180, LeftColumn),
    FeaturePart(215, MarkCells),
    FeaturePart(225, SoundRemoval),
    FeaturePart(250, ExampleCommands),
    FeaturePart(270, VarietyControl),
    FeaturePart(280, TakesInTurn),
    FeaturePart(290, RowMenu),
    FeaturePart(310, SearchBySound),
    FeaturePart(330, Hints),
    FeaturePart(350, LibraryStatus),
    FeaturePart(360, Reread),
    FeaturePart(370, LibraryFolderCheck),
    FeaturePart(440, Appearance),
    FeaturePart(530, MemoryRelease),
)
"""The core of the window; features stand between."""
