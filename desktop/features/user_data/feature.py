"""Exports user data to a file, and imports one after a preview."""

from pathlib import Path

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QFileDialog

from desktop.base import engine_words
from desktop.base.translation import translate
from desktop.controllers.feature import FeaturePart, WindowFeature
from desktop.controllers.keeping.feature import KeepingWiring
from desktop.controllers.parts import WindowParts
from desktop.features.user_data.dialog import ImportDialog
from desktop.widgets.working_progress import WorkingProgress
from desktop.work.working import Working
from engine.base.errors import EngineError
from engine.features.user_data import jobs
from engine.features.user_data.records import Exported, Merged, Prefer
from engine.features.user_data.take_in import preview, take_in

_SUFFIX = ".jsonl"


class Travelling(QObject):
    """Export and import of user data. GUI thread only."""

    def __init__(self, parts: WindowParts, keeping: KeepingWiring) -> None:
        super().__init__(parts.window)
        self._parts = parts
        self._window = parts.window
        self._keeping = keeping
        self._dialog: ImportDialog | None = None
        self.working = Working(parts.jobs, self)
        self._progress = WorkingProgress(self.working, parts.window)
        parts.commands.add(
            "library.export_data",
            translate("Travelling", "Export my ratings, tags and collections…"),
            self.ask_where_to,
            menu="Library",
            group=8,
            tip=translate("Travelling", "One file with all that you entered, for another machine or to keep"),
        )
        parts.commands.add(
            "library.import_data",
            translate("Travelling", "Import ratings, tags and collections…"),
            self.ask_which,
            menu="Library",
            group=8,
            tip=translate("Travelling", "Shows what such a file would change, before it does"),
        )

    # -- export ----------------------------------------------------------------------------------------------------

    def ask_where_to(self) -> None:
        """Asks for a file and writes it."""
        if not self._is_idle():
            return
        name = translate("Travelling", "My ratings, tags and collections")
        chosen, _ = QFileDialog.getSaveFileName(
            self._window,
            translate("Travelling", "Export my ratings, tags and collections"),
            str(self._folder / f"{name}{_SUFFIX}"),
            self._kinds,
        )
        if chosen:
            path = Path(chosen)
            self.export(path if path.suffix else path.with_suffix(_SUFFIX))

    def export(self, path: Path) -> None:
        library = self._parts.start.library
        self._progress.begin(translate("Travelling", "Writing %1…", path.name))
        self.working.run(
            lambda cancel, tell: jobs.export_user_data(library, path, cancel=cancel, progress=tell),
            lambda done: self._exported(done, path),
            failed=self._failed,
            cancelled=self._progress.end,
        )

    def _exported(self, done: Exported, path: Path) -> None:
        self._progress.end()
        said = translate("Travelling", "What you gave %n sound(s) is in %1.", path, n=done.sounds)
        self._window.status.say(said)
        if lost := done.unknown + len(done.too_long):
            first = (*done.unknown_names, *done.too_long)[0]
            self._window.message.say(
                translate("Travelling", "%n sound(s) cannot be found again elsewhere. The first: %1", first, n=lost),
                translate("Travelling", "Library, Try unreadable files again; then export again."),
                "travelling",
            )

    # -- import ----------------------------------------------------------------------------------------------------

    def ask_which(self) -> None:
        """Asks for a file and previews its import."""
        if not self._is_idle():
            return
        title = translate("Travelling", "Import ratings, tags and collections")
        chosen, _ = QFileDialog.getOpenFileName(self._window, title, str(self._folder), self._kinds)
        if chosen:
            self.look(Path(chosen))

    def look(self, path: Path) -> None:
        """Previews the import of a file."""
        library = self._parts.start.library
        self._progress.begin(translate("Travelling", "Reading %1…", path.name))
        self.working.run(
            lambda cancel, tell: preview(library, path, cancel=cancel, progress=tell),
            lambda seen: self._ask(path, seen),
            failed=self._failed,
            cancelled=self._progress.end,
        )

    def _ask(self, path: Path, seen: Merged) -> None:
        self._progress.end()
        dialog = self._dialog = ImportDialog(path.name, seen, self._window)
        dialog.accepted.connect(lambda: self.take_in(path, dialog.prefer))
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def take_in(self, path: Path, prefer: Prefer) -> None:
        library = self._parts.start.library
        self._progress.begin(translate("Travelling", "Taking in %1…", path.name))
        self.working.run(
            lambda cancel, tell: take_in(library, path, prefer=prefer, cancel=cancel, progress=tell),
            self._taken_in,
            failed=self._failed,
            cancelled=self._progress.end,
        )

    def _taken_in(self, done: Merged) -> None:
        self._progress.end()
        said = translate("Travelling", "Ratings, tags and collections of %n sound(s) imported.", n=done.found)
        if done.waiting:
            said += " " + translate("Travelling", "%n more wait(s) to be indexed.", n=done.waiting)
        self._window.status.say(said)
        if done.undo is not None:
            take_back = self._keeping.undoing.taking_back_all()
            self._keeping.imported(done.undo)
            self._keeping.tell(said, take_back)

    # -- shared by both --------------------------------------------------------------------------------------------

    @property
    def _folder(self) -> Path:
        return Path(self._parts.settings.values.project_folder or Path.home())

    @property
    def _kinds(self) -> str:
        return translate("Travelling", "Ratings, tags and collections (*.jsonl)")

    def _is_idle(self) -> bool:
        if self.working.is_running:
            self._window.status.say(translate("Travelling", "Wait until the export or import is done."))
            return False
        return True

    def _failed(self, err: EngineError) -> None:
        self._progress.end()
        self._window.message.say(*engine_words.error(err), "travelling")


FEATURE = WindowFeature((FeaturePart(230, lambda parts, made: Travelling(parts, made[KeepingWiring])),))
