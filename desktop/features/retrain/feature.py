"""Connects *Retrain…* to the training process and to the library's pack.

Its neighbour desktop/features/retrain/environment.py manages the training environment.
"""

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from desktop.base import engine_words
from desktop.base.translation import translate
from desktop.controllers import ports
from desktop.controllers.feature import FeaturePart, WindowFeature
from desktop.features.retrain.environment import TrainingEnvironment
from desktop.features.retrain.preview import TrainingPreview
from desktop.features.retrain.process import ProcessState, TrainingProcess
from desktop.features.retrain.runs import Decision, RunFolder, TrainingRequest
from desktop.features.retrain.training_progress import Stage, TrainingProgress
from engine.base.errors import EngineError
from engine.base.lazy_import import later
from engine.base.library_facts import LibraryStats
from engine.base.training_events import Material, Record

if TYPE_CHECKING:
    from desktop.features.retrain import dialog as dialogs
    from desktop.features.retrain.material import MaterialChoice
    from engine.library import packs as installed_packs
    from engine.models import pack as packs
else:
    dialogs = later("desktop.features.retrain.dialog")
    installed_packs = later("engine.library.packs")
    packs = later("engine.models.pack")

_NO_LIFE = ProcessState(is_alive=True, is_stopping=False, is_resumable=False, last_words="")
"""State of a run until the thread has checked it."""


class RetrainFeature(QObject):
    """Retraining in the window. GUI thread only."""

    def __init__(
        self,
        window: ports.MainWindow,
        theme: ports.Theme,
        settings: ports.SettingsFile,
        commands: ports.Commands,
        search: ports.SearchThread,
        jobs: ports.Jobs,
        pack_switch: ports.PackSwitch,
        start: ports.WindowStart,
        notices: ports.Notices,
        environment: TrainingEnvironment,
    ) -> None:
        super().__init__()
        self._window, self._theme, self._settings, self._jobs = window, theme, settings, jobs
        self._pack_switch, self._start, self._notices = pack_switch, start, notices
        self._library = start.library
        self._pack_id, self._pack = "", start.pack
        self._used_id = ""
        """Id of the pack that the library uses."""
        self._run: RunFolder | None = None
        self._life = _NO_LIFE
        self._is_taken = False
        self.story = TrainingProgress()
        """Events of the current run."""
        self.dialog: dialogs.RetrainDialog | None = None
        self.environment = environment
        self.process = TrainingProcess(start.data, parent=self)
        self.look = TrainingPreview(self)
        self.process.found.connect(self._found)
        self.process.told.connect(self._told)
        self.process.lived.connect(self._lived)
        self.process.failed.connect(self._could_not)
        self.look.found.connect(self._looked)
        self.look.failed.connect(self._could_not_look)
        self.environment.found.connect(self._can_train)
        self.environment.missing.connect(lambda: self._turn_to(dialogs.RetrainPage.INSTALL))
        search.counted.connect(self._counted)
        pack_switch.switched.connect(self._find_pack)
        window.closing.connect(self._close)
        if start.screenshot is None:
            search.opened.connect(self.process.look)  # reports the end of a running training
        commands.add(
            "library.retrain",
            translate("RetrainFeature", "Retrain…"),
            self.open,
            menu="Library",
            group=8,
            tip=translate("RetrainFeature", "Teaches a copy of the model in use what your sounds are called."),
        )

    def open(self) -> None:
        """Shows a running or undecided training; otherwise the choice of training data."""
        if self.dialog is None:
            self.dialog = self._make_dialog()
        if not self.dialog.isVisible():
            self._is_taken = False
            self.dialog.show_page(dialogs.RetrainPage.SEARCH)
            self.process.look()
        self.dialog.show()
        self.dialog.raise_()
        self.dialog.activateWindow()

    def _make_dialog(self) -> "dialogs.RetrainDialog":
        dialog = dialogs.RetrainDialog(self._theme, self._window)
        dialog.material.show_library(self._library)
        dialog.material.owner.setText(self._settings.values.training_owner)
        dialog.material.look_wanted.connect(self._look)
        dialog.material.start_wanted.connect(self._begin)
        dialog.progress.stop_wanted.connect(self.process.stop)
        dialog.progress.resume_wanted.connect(self._resume)
        dialog.progress.discard_wanted.connect(self._discard)
        dialog.outcome.discard_wanted.connect(self._discard)
        dialog.outcome.use_wanted.connect(self._use)
        dialog.outcome.again_wanted.connect(self._again)
        self.environment.join(dialog.install)
        return dialog

    def _found(self, run: RunFolder | None) -> None:
        self._run, self._life, self.story = run, _NO_LIFE, TrainingProgress()
        if self._is_taken:  # its outcome stays on show
            return
        if run is None:
            self._choose()

    def _choose(self) -> None:
        """Opens the choice of training data once an interpreter can train."""
        if self.dialog is not None and self.dialog.isVisible():
            self._turn_to(dialogs.RetrainPage.SEARCH)
            self.environment.find()

    def _can_train(self) -> None:
        if self._run is None and self.dialog is not None and not self._is_taken:
            self._turn_to(dialogs.RetrainPage.MATERIAL)
            self.dialog.material.look()

    def _told(self, lines: list[Record]) -> None:
        for line in lines:
            self.story.take(line)
        self._show()

    def _lived(self, life: ProcessState) -> None:
        was_alive, self._life = self._life.is_alive, life
        self._show()
        if was_alive and not life.is_alive and self.story.stage is not Stage.PREPARING:
            self._tell_end()

    def _show(self) -> None:
        dialog = self.dialog
        if dialog is None or self._run is None or self._is_taken:
            return
        if self.story.stage is Stage.FINISHED:
            dialog.outcome.show_run(self.story)
            self._turn_to(dialogs.RetrainPage.RESULT)
        else:
            dialog.progress.show_run(self.story, self._life)
            self._turn_to(dialogs.RetrainPage.PROGRESS)

    def _tell_end(self) -> None:
        """Reports the end of an unwatched training in the main window."""
        if self.dialog is not None and self.dialog.isVisible():
            return
        if self.story.stage is Stage.FINISHED:
            self._notices.say(
                translate("RetrainFeature", "The training is done: Library, Retrain… shows what came of it.")
            )
        elif self.story.stage is not Stage.STOPPED:
            failure = self.story.failure
            self._notices.warn(
                translate("RetrainFeature", "The training ended before it was done.")
                if failure is None
                else engine_words.broke(failure)[0],
                translate("RetrainFeature", "Library, Retrain… says more."),
                "training",
            )

    def _look(self, choice: "MaterialChoice") -> None:
        if (trainer := self.environment.trainer) is not None:
            self.look.ask(self._asked(choice), trainer, self.environment.packages)

    def _begin(self, choice: "MaterialChoice") -> None:
        self.look.close()
        self._settings.change(training_owner=choice.owner)
        if (trainer := self.environment.trainer) is not None:
            self.process.begin(self._asked(choice), trainer, self.environment.packages)

    def _resume(self) -> None:
        self.environment.find(then=self._resume_with)

    def _resume_with(self, trainer: Path) -> None:
        self.process.resume(trainer, self.environment.packages)

    def _asked(self, choice: "MaterialChoice") -> TrainingRequest:
        pack = "" if self._pack is None else str(self._pack)
        return TrainingRequest(choice.kind, choice.path, choice.minutes, str(self._library), pack, choice.owner)

    def _looked(self, material: Material) -> None:
        if self.dialog is not None:
            self.dialog.material.show_material(material)

    def _could_not_look(self, message: str, advice: str) -> None:
        if self.dialog is not None:
            self.dialog.material.show_fault(message, advice)

    def _could_not(self, message: str, advice: str) -> None:
        if self.dialog is not None and self._run is None:
            self.dialog.material.show_fault(message, advice)
            self.dialog.material.start_button.setEnabled(True)
        else:
            self._notices.warn(message, advice, "training")

    def _discard(self) -> None:
        if self.dialog is not None and self.dialog.confirm_discard():
            self.process.discard()

    def _use(self) -> None:
        result, library = self.story.result, self._library
        if result is None or result.pack is None or self.dialog is None:
            return
        pack, used = Path(result.pack), self._used_id
        self.dialog.outcome.say(translate("RetrainFeature", "Taking it into the library…"))
        self._jobs.run(lambda cancel: _taken_in(pack, library, used), self._taken_in, failed=self._not_taken)

    def _taken_in(self, pack: Path | None) -> None:
        if pack is None:  # no switch would follow
            text = translate("RetrainFeature", "Your library already uses this model. Nothing was changed.")
        else:
            self._pack_switch.use_pack(pack)
            text = translate(
                "RetrainFeature",
                "The new model is analysing your library in the background. Until it is done, searches use "
                "the previous one. You can switch back in Model packs.",
            )
        self._is_taken = True
        if self.dialog is not None:
            self.dialog.outcome.show_taken(text)
        self.process.put_away()

    def _not_taken(self, err: EngineError) -> None:
        if self.dialog is not None:
            self.dialog.outcome.show_fault(*engine_words.error(err))

    def _again(self) -> None:
        if self._is_taken:
            self._is_taken = False
            self.process.look()
        else:  # there was nothing to use
            self.process.put_away(Decision.SEEN)

    def _turn_to(self, page: "dialogs.RetrainPage") -> None:
        if self.dialog is not None:
            self.dialog.show_page(page)

    def _counted(self, stats: LibraryStats, folders: object) -> None:
        """Finds the pack in use, from which training starts."""
        self._used_id = stats.pack_id
        if stats.pack_id != self._pack_id and self._start.pack is None:
            self._find_pack(stats.pack_id)

    def _find_pack(self, pack_id: str) -> None:
        self._pack_id, self._used_id, library = pack_id, pack_id, self._library
        self._jobs.run(lambda cancel: _folder_of(library, pack_id), self._take_pack)

    def _take_pack(self, pack: Path | None) -> None:
        self._pack = pack

    def _close(self) -> None:
        self.look.close()
        self.environment.close()
        self.process.close()


def _taken_in(pack: Path, library: Path, used: str) -> Path | None:
    """Copies a pack into the library and returns its folder; None if it is already in use.

    Raises:
        PackError: the pack is damaged.
        StorageFull: no space left for the copy.
    """
    return None if packs.read_info(pack).pack_id == used else installed_packs.take_in(pack, library)


def _folder_of(library: Path, pack_id: str) -> Path | None:
    """Folder of a pack; None if it is not installed."""
    there = (
        pack.folder for pack in installed_packs.shelf(library) if pack.info is not None and pack.info.pack_id == pack_id
    )
    return next(there, None)


FEATURE = WindowFeature((FeaturePart(415, TrainingEnvironment), FeaturePart(420, RetrainFeature)))
