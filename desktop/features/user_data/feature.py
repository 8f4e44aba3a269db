"""Exports user data to a file, and imports one after a preview."""

from pathlib import Path

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QFileDialog, QWidget

from desktop.base import engine_words
from desktop.base.translation import translate
from desktop.controllers import ports
from desktop.controllers.feature import FeaturePart, WindowFeature
from desktop.controllers.marks.feature import MarksControl
from desktop.features.user_data.dialog import ImportDialog
from desktop.widgets.working_progress import WorkingProgress
from desktop.work.cancellable_work import LongTask
from engine.base.errors import EngineError
from engine.features.user_data import jobs
from engine.features.user_data.import_file import preview, take_in
from engine.features.user_data.records import ExportResult, ImportResult, Prefer

_SUFFIX = ".jsonl"


class UserDataFeature(QObject):
    """Export and import of user data. GUI thread only."""

    def __init__(
        self,
        window: QWidget,
        settings: ports.SettingsFile,
        commands: ports.Commands,
        jobs: ports.Jobs,
        start: ports.WindowStart,
        notices: ports.Notices,
        keeping: MarksControl,
    ) -> None:
        super().__init__()
        self._window, self._settings, self._start, self._notices = window, settings, start, notices
        self._keeping = keeping
        self._dialog: ImportDialog | None = None
        self.working = LongTask(jobs, self)
        self._progress = WorkingProgress(self.working, window)
        commands.add(
            "library.export_data",
            translate("UserDataFeature", "Export my ratings, tags and collections…"),
            self.ask_where_to,
            menu="Library",
            group=8,
            tip=translate(
                "UserDataFeature", "One file with your ratings, tags, notes, collections and searches, to take along"
            ),
        )
        commands.add(
            "library.import_data",
            translate("UserDataFeature", "Import ratings, tags and collections…"),
            self.ask_which,
            menu="Library",
            group=8,
            tip=translate("UserDataFeature", "Shows what such a file would change, before it does"),
        )

    # -- export ----------------------------------------------------------------------------------------------------

    def ask_where_to(self) -> None:
        """Asks for a file and writes it."""
        if not self._is_idle():
            return
        name = translate("UserDataFeature", "My ratings, tags and collections")
        chosen, _ = QFileDialog.getSaveFileName(
            self._window,
            translate("UserDataFeature", "Export my ratings, tags and collections"),
            str(self._folder / f"{name}{_SUFFIX}"),
            self._kinds,
        )
        if chosen:
            path = Path(chosen)
            self.export(path if path.suffix else path.with_suffix(_SUFFIX))

    def export(self, path: Path) -> None:
        library = self._start.library
        self._progress.begin(translate("UserDataFeature", "Writing %1…", path.name))
        self.working.run(
            lambda cancel, tell: jobs.export_user_data(library, path, cancel=cancel, progress=tell),
            lambda done: self._exported(done, path),
            failed=self._failed,
            cancelled=self._progress.end,
        )

    def _exported(self, done: ExportResult, path: Path) -> None:
        self._progress.end()
        said = translate("UserDataFeature", "What you gave %n sound(s) is in %1.", path, n=done.sounds)
        self._notices.say(said)
        if lost := done.unknown + len(done.too_long):
            first = (*done.unknown_names, *done.too_long)[0]
            self._notices.warn(
                translate(
                    "UserDataFeature", "%n sound(s) cannot be found again elsewhere. The first: %1", first, n=lost
                ),
                translate("UserDataFeature", "Library, Try unreadable files again; then export again."),
                "travelling",
            )

    # -- import ----------------------------------------------------------------------------------------------------

    def ask_which(self) -> None:
        """Asks for a file and previews its import."""
        if not self._is_idle():
            return
        title = translate("UserDataFeature", "Import ratings, tags and collections")
        chosen, _ = QFileDialog.getOpenFileName(self._window, title, str(self._folder), self._kinds)
        if chosen:
            self.look(Path(chosen))

    def look(self, path: Path) -> None:
        """Previews the import of a file."""
        library = self._start.library
        self._progress.begin(translate("UserDataFeature", "Reading %1…", path.name))
        self.working.run(
            lambda cancel, tell: preview(library, path, cancel=cancel, progress=tell),
            lambda seen: self._ask(path, seen),
            failed=self._failed,
            cancelled=self._progress.end,
        )

    def _ask(self, path: Path, seen: ImportResult) -> None:
        self._progress.end()
        dialog = self._dialog = ImportDialog(path.name, seen, self._window)
        dialog.accepted.connect(lambda: self.take_in(path, dialog.prefer))
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def take_in(self, path: Path, prefer: Prefer) -> None:
        library = self._start.library
        self._progress.begin(translate("UserDataFeature", "Taking in %1…", path.name))
        self.working.run(
            lambda cancel, tell: take_in(library, path, prefer=prefer, cancel=cancel, progress=tell),
            self._taken_in,
            failed=self._failed,
            cancelled=self._progress.end,
        )

    def _taken_in(self, done: ImportResult) -> None:
        self._progress.end()
        said = translate("UserDataFeature", "Ratings, tags and collections of %n sound(s) imported.", n=done.found)
        if done.waiting:
            said += " " + translate("UserDataFeature", "%n more wait(s) to be indexed.", n=done.waiting)
        self._notices.say(said)
        if done.undo is not None:
            take_back = self._keeping.undoing.taking_back_all()
            self._keeping.imported(done.undo)
            self._keeping.tell(said, take_back)

    # -- shared by both --------------------------------------------------------------------------------------------

    @property
    def _folder(self) -> Path:
        return Path(self._settings.values.project_folder or Path.home())

    @property
    def _kinds(self) -> str:
        return translate("UserDataFeature", "Ratings, tags and collections (*.jsonl)")

    def _is_idle(self) -> bool:
        if self.working.is_running:
            self._notices.say(translate("UserDataFeature", "Wait until the export or import is done."))
            return False
        return True

    def _failed(self, err: EngineError) -> None:
        self._progress.end()
        self._notices.warn(*engine_words.error(err), "travelling")


FEATURE = WindowFeature((FeaturePart(230, UserDataFeature),))
