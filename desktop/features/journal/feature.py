"""Connects the page of exported files to the journal: lists, plays, shows, exports again and credits."""

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFileDialog

from desktop.base import engine_words
from desktop.base.translation import translate
from desktop.controllers import ports
from desktop.controllers.drag_out.feature import DragOut
from desktop.controllers.feature import FeatureHub, FeaturePart, WindowFeature
from desktop.features.journal.dialog import RepeatChoice, RepeatDialog
from desktop.features.journal.page import MOST, JournalPage
from desktop.results.file_manager import reveal
from desktop.work.cancellable_work import LongTask, Tell
from desktop.work.jobs import Job
from engine.base.cancellation import Cancel
from engine.base.errors import EngineError
from engine.base.lazy_import import later
from engine.base.messages import Message
from engine.base.types import FilePath, Sound
from engine.features.journal.export_journal import JournalEntry
from engine.library.answers import listed_hit
from engine.transfer.credits import CreditsFormat, credits_text
from engine.transfer.profile import Profile
from engine.transfer.profile_store import ProfileStore

if TYPE_CHECKING:
    from engine.features.journal import exports
    from engine.transfer import transfer as transferring
else:
    exports = later("engine.features.journal.exports")
    transferring = later("engine.transfer.transfer")

PAGE = "journal"


class JournalFeature(QObject):
    """The export journal of the window's library. GUI thread only."""

    def __init__(
        self,
        window: ports.MainWindow,
        theme: ports.Theme,
        settings: ports.SettingsFile,
        commands: ports.Commands,
        search: ports.SearchThread,
        jobs: ports.Jobs,
        playback: ports.PlaybackControl,
        navigation: ports.Navigation,
        notices: ports.Notices,
        start: ports.WindowStart,
        hub: FeatureHub,
        drag: DragOut,
    ) -> None:
        super().__init__()
        self._window, self._settings, self._search, self._jobs = window, settings, search, jobs
        self._playback, self._navigation, self._notices, self._hub = playback, navigation, notices, hub
        self._library = search.folder
        self._profiles = ProfileStore(start.settings_file.with_name("profiles"))
        self._read: Job | None = None
        self.dialog: RepeatDialog | None = None
        self.working = LongTask(jobs, self)
        self.page = page = JournalPage(theme, window)
        action = commands.add(
            "library.journal",
            translate("JournalFeature", "Exported files"),
            partial(navigation.open_page, PAGE),
            keys=["Ctrl+Shift+J"],
            menu="File",
            group=4,
            is_checkable=True,
            tip=translate("JournalFeature", "Lists what left the library as files, to export it again or credit it"),
        )
        navigation.add_page(PAGE, page, translate("JournalFeature", "Exported files"), action)
        window.page_changed.connect(self._opened)
        drag.logged.connect(self._look)
        self.working.running_changed.connect(page.set_working)
        self.working.progressed.connect(page.show_progress)
        page.stop_wanted.connect(self.working.stop)
        page.search_wanted.connect(self._look)
        page.table.play_wanted.connect(self._play_or_stop)
        page.reveal_wanted.connect(self._reveal)
        page.repeat_wanted.connect(self._ask_to_repeat)
        page.copy_wanted.connect(self._copy_credits)
        page.save_wanted.connect(self._choose_credits)

    def _opened(self, page: str) -> None:
        if page == PAGE:
            self.page.table.setFocus()
            self._look()

    def _look(self) -> None:
        """Reads the journal while the page is shown; only the last answer counts."""
        if self._window.page != PAGE:
            return
        if self._read is not None:
            self._read.cancel()
        library, words = self._library, self.page.words
        self._read = self._jobs.run(
            lambda cancel: exports.exported(library, text=words, limit=MOST), self.page.show_entries, failed=self._tell
        )

    # -- playing and showing ---------------------------------------------------------------------------------------

    def _play_or_stop(self, entry: JournalEntry) -> None:
        if not self._playback.stop():
            library = self._library
            self._jobs.run(
                lambda cancel: exports.sound_of(library, entry), partial(self._play, entry), failed=self._tell
            )

    def _play(self, entry: JournalEntry, sound: Sound | None) -> None:
        if sound is None:
            self._notices.say(translate("JournalFeature", "%1 is no longer in the library.", entry.record.source.name))
        else:
            self._navigation.play(PAGE, listed_hit(sound, 1), entry.record.start_s or 0.0)

    def _reveal(self, entries: list[JournalEntry]) -> None:
        def there(cancel: Cancel) -> list[FilePath]:
            return [FilePath.of(file) for file in dict.fromkeys(e.record.file for e in entries) if file.exists()]

        self._jobs.run(there, partial(self._revealed, entries))

    def _revealed(self, entries: list[JournalEntry], there: list[FilePath]) -> None:
        if there:
            reveal(there, self)
        else:
            self._notices.say(
                translate("JournalFeature", "%1 is no longer where it was written.", entries[0].record.file)
            )

    # -- exporting again -------------------------------------------------------------------------------------------

    def _ask_to_repeat(self, entries: list[JournalEntry]) -> None:
        self._jobs.run(lambda cancel: self._profiles.all(), partial(self._show_dialog, entries), failed=self._tell)

    def _show_dialog(self, entries: list[JournalEntry], profiles: list[Profile]) -> None:
        folder = self._settings.values.project_folder
        chosen = self._hub.transfer_profile
        dialog = self.dialog = RepeatDialog(len(entries), profiles, chosen, folder, self._window)
        dialog.accepted.connect(lambda: self.repeat(entries, dialog.choice))
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def repeat(self, entries: list[JournalEntry], choice: RepeatChoice) -> None:
        """Exports entries again, in a job."""
        library = self._library
        self._settings.change(project_folder=str(choice.folder))

        def work(cancel: Cancel, tell: Tell) -> "tuple[transferring.TransferSummary | None, list[Message]]":
            pieces, refused = exports.pieces_again(library, entries)
            if not pieces:
                return None, refused
            done = transferring.transfer(
                pieces, choice.folder, choice.profile, library=library, cancel=cancel, progress=tell
            )
            return done, refused

        self.working.run(work, partial(self._repeated, choice.folder), failed=self._failed, cancelled=self._look)

    def _repeated(self, folder: Path, result: "tuple[transferring.TransferSummary | None, list[Message]]") -> None:
        done, refused = result
        if done is not None:
            said = [translate("JournalFeature", "%n file(s) exported to %1.", folder, n=len(done.files))]
            if done.left:
                said.append(translate("JournalFeature", "%n there already.", n=len(done.left)))
            if done.is_cancelled:
                said.append(translate("JournalFeature", "Stopped before the end."))
            self._notices.say(" ".join(said))
        problems = [*refused, *(failed.what for failed in (done.skipped if done is not None else ()))]
        if problems:
            self._notices.warn(
                translate("JournalFeature", "%n file(s) could not be exported again.", n=len(problems)),
                translate("JournalFeature", "The first: %1", engine_words.sentence(problems[0])),
                PAGE,
            )
        self._look()

    def _failed(self, err: EngineError) -> None:
        """Complete files stay, and are in the journal."""
        self._tell(err)
        self._look()

    # -- credits ---------------------------------------------------------------------------------------------------

    def _copy_credits(self, entries: list[JournalEntry]) -> None:
        credits = exports.credits_of(entries)
        QGuiApplication.clipboard().setText(credits_text(credits, CreditsFormat.TEXT))
        self._notices.say(translate("JournalFeature", "Credits of %n file(s) copied.", n=len(credits)))

    def _choose_credits(self, entries: list[JournalEntry]) -> None:
        text, table = translate("JournalFeature", "Text (*.txt)"), translate("JournalFeature", "Table (*.csv)")
        start = str(Path(self._settings.values.project_folder or Path.home()) / CreditsFormat.TEXT.file_name)
        title = translate("JournalFeature", "Save credits")
        chosen, kind = QFileDialog.getSaveFileName(self._window, title, start, f"{text};;{table}")
        if chosen:
            path = Path(chosen)
            suffix = ".csv" if kind == table else ".txt"
            self.save_credits(entries, path if path.suffix else path.with_suffix(suffix))

    def save_credits(self, entries: list[JournalEntry], path: Path) -> None:
        """Writes credits: a table for .csv, else a text."""
        form = CreditsFormat.CSV if path.suffix.lower() == ".csv" else CreditsFormat.TEXT
        self._jobs.run(
            lambda cancel: exports.save_credits(entries, path, form),
            lambda _: self._notices.say(translate("JournalFeature", "Credits saved as %1.", path)),
            failed=self._tell,
        )

    def _tell(self, err: EngineError) -> None:
        self._notices.warn(*engine_words.error(err), PAGE)


FEATURE = WindowFeature((FeaturePart(480, JournalFeature),))
