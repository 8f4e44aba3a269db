"""Runs the shared library: its item in the status bar, its page, and updates after changes by others."""

import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, QTimer
from PySide6.QtWidgets import QFileDialog, QToolButton

from desktop.base import engine_words, messages
from desktop.base.filter_terms import terms_of
from desktop.base.translation import translate
from desktop.controllers import ports
from desktop.controllers.feature import FeaturePart, WindowFeature
from desktop.controllers.marks.feature import MarksControl
from desktop.controllers.marks.undo import ExternalChange
from desktop.controllers.search.feature import SearchHistoryControl
from desktop.features.studio import studio_messages
from desktop.features.studio.analysis_transfer import AnalysisTransfer
from desktop.features.studio.join import JoinCommands
from desktop.features.studio.page import CONFLICTS, VOLUMES, SharedPage
from desktop.features.studio.sync import Sync
from desktop.widgets.restyle import restyle
from desktop.window.status import StatusBar
from engine.base.errors import EngineError, LibraryHeld
from engine.base.lazy_import import later
from engine.base.library_facts import LibraryStats
from engine.base.types import FilePath, SoundId
from engine.features.studio.records import (
    Conflict,
    ConflictChoice,
    Origin,
    Person,
    Settlement,
    SharedLibraryStatus,
    SharedState,
    SyncReport,
    Volume,
)

if TYPE_CHECKING:
    from engine.features.studio import facade
else:
    facade = later("engine.features.studio.facade")

PAGE = "shared"
_KEPT = frozenset({"collection", "colour", "fav", "rating", "tag"})
"""Filters on shared fields."""
_AGAIN_MS = 60_000
"""Longest age of relative times on show."""


_LOUD = (
    SharedLibraryStatus.REFUSED,
    SharedLibraryStatus.FAILED,
    SharedLibraryStatus.CONFLICTS,
    SharedLibraryStatus.ASIDE,
)


class SharedItem(QToolButton):
    """Hidden while the library is not shared. GUI thread only."""

    def __init__(self, bar: StatusBar) -> None:
        super().__init__(bar)
        self.setObjectName("statusButton")
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setAccessibleName(translate("SharedItem", "Shared library"))
        self.hide()
        bar.add_fact(self)

    def show_state(self, state: SharedState | None, people: Sequence[Person], *, is_on: bool) -> None:
        """Shows the state; highlighted only if somebody has to act."""
        if state is None:
            self.hide()
            return
        now_s = time.time()
        text = studio_messages.status(state, now_s, is_on=is_on)
        is_loud = state.standing in _LOUD or studio_messages.lacks_packages(state)
        if self.property("quiet") is not (not is_loud):
            self.setProperty("quiet", not is_loud)
            restyle(self)
        tip = "\n".join(
            (studio_messages.address(state.address), studio_messages.explained(state, people, now_s, is_on=is_on))
        )
        self.setText(text)
        self.setAccessibleName(translate("SharedItem", "Shared library: %1", text))
        self.setAccessibleDescription(tip)
        self.setToolTip(messages.plain(tip))
        self.show()


class StudioFeature(QObject):
    """Connects page, status bar, dialogs and lists to the sync. GUI thread only."""

    def __init__(
        self,
        window: ports.MainWindow,
        theme: ports.Theme,
        settings: ports.SettingsFile,
        commands: ports.Commands,
        search: ports.SearchThread,
        navigation: ports.Navigation,
        permission: ports.EditPermission,
        start: ports.WindowStart,
        status: ports.StatusBar,
        notices: ports.Notices,
        search_bar: ports.SearchBar,
        keeping: MarksControl,
        searching: SearchHistoryControl,
        jobs: ports.Jobs,
        indexing: ports.IndexingControl,
    ) -> None:
        super().__init__()
        self._commands, self._search, self._navigation, self._permission = commands, search, navigation, permission
        self._notices, self._search_bar, self._keeping, self._searching = notices, search_bar, keeping, searching
        self._library = start.library
        self._asks_for_folders = False
        """Show the volumes once known: the library was just joined, or is empty."""
        self._was_counted = False
        self.syncing = Sync(self._library, settings, self)
        self.joining = JoinCommands(window, settings, start, notices, self.syncing)
        self.page = page = SharedPage(theme, window)
        self.carrying = AnalysisTransfer(window, jobs, indexing, start, self.syncing, page.volumes)
        self.item = SharedItem(status)
        self.item.clicked.connect(self._open_page)
        self._add_commands()
        window.page_changed.connect(self._page_changed)
        search.opened.connect(self.syncing.begin)
        search.counted.connect(lambda stats, folders: self._counted(stats))
        window.closing.connect(self.syncing.close)
        keeping.changed.connect(self.syncing.edited)
        searching.saved_changed.connect(self.syncing.edited)
        keeping.sound_shown.connect(self._show_origins)
        self.syncing.changed.connect(self._show)
        self.syncing.taken.connect(self._take_in)
        self.syncing.running_changed.connect(page.set_syncing)
        self.syncing.failed.connect(self._failed)
        self.joining.joined.connect(self._joined)
        self.joining.left.connect(self.syncing.begin)
        page.open_wanted.connect(self.joining.open)
        page.sign_in_wanted.connect(self.joining.sign_in)
        page.sync_wanted.connect(self.syncing.sync)
        page.leave_wanted.connect(self.joining.ask_to_leave)
        page.conflicts.settle_wanted.connect(self._settle)
        page.volumes.folder_wanted.connect(self._choose_folder)
        keeping.collections.private_wanted.connect(self._set_private)
        page.volumes.forget_wanted.connect(lambda volume: self.map_volume(volume, None))
        self._clock = QTimer(self)
        self._clock.setInterval(_AGAIN_MS)
        self._clock.timeout.connect(self._show)
        page.show_own()

    def _add_commands(self) -> None:
        add = self._commands.add
        add(
            "shared.open",
            translate("StudioFeature", "Open shared library…"),
            self.joining.open,
            menu="File",
            group=3,
            tip=translate("StudioFeature", "A library that many people rate, tag and collect in, on a server of yours"),
        )
        action = add(
            "shared.page",
            translate("StudioFeature", "Shared library"),
            partial(self._navigation.open_page, PAGE),
            menu="Library",
            group=6,
            is_checkable=True,
            tip=translate("StudioFeature", "Status, conflicts, people and volumes"),
        )
        self._navigation.add_page(PAGE, self.page, translate("StudioFeature", "Shared library"), action)
        add(
            "shared.sync",
            translate("StudioFeature", "Sync the shared library now"),
            self._sync_now,
            menu="Library",
            group=6,
        )
        add(
            "shared.leave",
            translate("StudioFeature", "Leave the shared library…"),
            self.joining.ask_to_leave,
            menu="Library",
            group=6,
        )

    def map_volume(self, volume: Volume, folder: FilePath | None) -> None:
        """Sets a volume's folder on this machine and indexes it; None removes the mapping."""

        def mapped(_: None) -> None:
            self.syncing.look()
            if folder is not None:
                self.carrying.fetch(folder)

        self.syncing.ask(
            lambda library: facade.map_volume(library, volume.name, folder),
            mapped,
            failed=lambda err: self.page.volumes.say(engine_words.in_full(err)),
        )

    # -- state -----------------------------------------------------------------------------------------------------

    def _open_page(self) -> None:
        self._navigation.open_page(PAGE)
        if self.syncing.known.conflicts:
            self.page.turn_to(CONFLICTS)

    def _page_changed(self, page: str) -> None:
        """Rechecks on opening: another program, such as `earshot server join`, may have joined the library."""
        if page == PAGE and self.syncing.known.state is None:
            self.syncing.begin()

    def _sync_now(self) -> None:
        if self.syncing.known.state is None:
            self._say_own()
            return
        self._notices.say(translate("StudioFeature", "Syncing the shared library…"))
        self.syncing.sync()

    def _say_own(self) -> None:
        self._notices.say(
            translate("StudioFeature", "This library is yours alone: File, Open shared library… joins it to others.")
        )

    def _show(self) -> None:
        syncing, state = self.syncing, self.syncing.known.state
        refusal = ""
        if state is None:
            self._clock.stop()
            self.page.show_own()
        else:
            self._clock.start()
            if not state.may_edit:
                where = studio_messages.address(state.address)
                refusal = translate(
                    "StudioFeature", "You may only read %1. Its administrator can make you an editor.", where
                )
            self.page.show_shared(
                state,
                syncing.known.conflicts,
                syncing.known.people,
                syncing.known.volumes,
                is_on=syncing.is_on,
                refusal=refusal,
            )
        self._permission.refuse(refusal)
        self._keeping.marks.show_shared(state is not None)
        self._keeping.collections.show_private(None if state is None else syncing.known.private)
        self.item.show_state(state, syncing.known.people, is_on=syncing.is_on)
        self._ask_for_folders()

    def _ask_for_folders(self) -> None:
        """Shows volumes without a folder on this machine, if due; once."""
        if self._asks_for_folders and any(volume.folder is None for volume in self.syncing.known.volumes):
            self._asks_for_folders = False
            self._navigation.open_page(PAGE)
            self.page.turn_to(VOLUMES)

    def _counted(self, stats: LibraryStats) -> None:
        """A library that starts empty, such as a new copy, asks for the folders of its volumes."""
        if not self._was_counted:
            self._was_counted = True
            self._asks_for_folders = self._asks_for_folders or not stats.sounds
            self._ask_for_folders()

    def _joined(self) -> None:
        self._asks_for_folders = True
        self.syncing.look(self.syncing.sync)

    def _take_in(self, report: SyncReport) -> None:
        """Shows changes by others in rows, marks and lists; view, selection and playback stay."""
        self._refresh()
        if report.refused:
            self._notices.warn(
                translate("StudioFeature", "The server rejected %n edit(s); they are undone here.", n=report.refused),
                translate("StudioFeature", "Ask an administrator of the shared library for the role you need."),
                "shared",
            )

    def _refresh(self) -> None:
        """Rereads rows and lists, and repeats a query that depends on shared fields."""
        self._keeping.read_again()
        self._searching.read_saved()
        if any(term.key in _KEPT for term in terms_of(self._search_bar.query)):
            self._search.catch_up()

    def _failed(self, err: EngineError) -> None:
        if isinstance(err, LibraryHeld):  # `Backups` reports that, and offers what to do
            return
        self._notices.warn(*engine_words.error(err), "shared")

    def _show_origins(self, sound: SoundId | None) -> None:
        """Shows who set the marks of the one selected sound."""
        if sound is None or self.syncing.known.state is None:
            self._keeping.marks.show_origins("", "")
            return

        def came(found: tuple[Origin, ...]) -> None:
            self._keeping.marks.show_origins(*studio_messages.told(found), of=sound)

        self.syncing.ask(lambda library: facade.origins(library, sound), came)

    # -- conflicts and volumes -------------------------------------------------------------------------------------

    def _settle(self, conflicts: tuple[Conflict, ...], choice: ConflictChoice) -> None:
        ids = [conflict.id for conflict in conflicts]

        def settled(done: Settlement) -> None:
            self._settled(conflicts, choice)
            what = translate("StudioFeature", "Conflict")
            self._keeping.note(ExternalChange(what, partial(self._unsettle, done)))

        self._change(lambda library: facade.settle(library, ids, choice), settled)

    def _settled(self, conflicts: tuple[Conflict, ...], choice: ConflictChoice) -> None:
        if choice is ConflictChoice.KEEP:
            said = translate("StudioFeature", "%n conflict(s) settled. Ctrl+Z undoes it.", n=len(conflicts))
        else:
            said = translate("StudioFeature", "%n value(s) restored. Ctrl+Z undoes it.", n=len(conflicts))
        self._notices.say(said)

    def _unsettle(self, done: Settlement) -> None:
        def taken_back(_: None) -> None:
            self._notices.say(translate("StudioFeature", "The conflict is open again."))

        self._change(lambda library: facade.unsettle(library, done), taken_back)

    def _change(self, work: Callable[[Path], object], then: Callable[..., object]) -> None:
        """Changes conflicts and the fields they are about."""

        def done(value: object) -> None:
            then(value)
            self._refresh()
            self.syncing.look(self.syncing.edited)

        self.syncing.ask(work, done)

    def _set_private(self, collection: int, is_private: bool) -> None:
        """Makes a collection private or public again; the error for another user's collection is shown."""

        def done(_: None) -> None:
            self.syncing.look(self.syncing.edited)

        def failed(err: EngineError) -> None:
            self._failed(err)
            self._keeping.read_again()

        self.syncing.ask(lambda library: facade.set_private(library, collection, is_private), done, failed=failed)

    def _choose_folder(self, volume: Volume) -> None:
        title = translate("StudioFeature", "Where is “%1” on this machine?", volume.name)
        start = volume.folder.text if volume.folder is not None else ""
        chosen = QFileDialog.getExistingDirectory(self.page, title, start)
        if chosen:
            self.map_volume(volume, FilePath.of(chosen))


FEATURE = WindowFeature((FeaturePart(400, StudioFeature),))
