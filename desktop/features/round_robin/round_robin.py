"""Copies takes of the current sound for a sampler, at one level and under numbered names."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct
from PySide6.QtCore import QObject
from PySide6.QtWidgets import (
    QCheckBox,
    QDialog,
    QFormLayout,
    QLineEdit,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from desktop.base import engine_words
from desktop.base.translation import number, translate
from desktop.controllers import ports
from desktop.controllers.feature import FeatureHub
from desktop.widgets.buttons import Buttons
from desktop.widgets.folder_field import FolderField
from desktop.widgets.labels import text_label
from desktop.widgets.working_progress import WorkingProgress
from desktop.work.cancellable_work import LongTask, Tell
from engine.base.cancellation import Cancel
from engine.base.errors import EngineError
from engine.base.lazy_import import later
from engine.features.round_robin.round_robin import (
    MOST,
    NAME_PATTERN,
    TOKENS,
    RobinTake,
    find_candidates,
    matched,
    pieces_of,
)
from engine.transfer.collect import SkippedSound

if TYPE_CHECKING:
    from engine.transfer import transfer as transferring
else:
    transferring = later("engine.transfer.transfer")

_USUAL = 4
_MEASURING = 0.5
"""Share of the progress for reading and measuring; copying is the rest."""


class RobinChoice(Struct, frozen=True):
    """Settings of a round robin."""

    folder: Path
    count: int
    is_takes_only: bool
    is_level: bool
    pattern: str


class _RobinResult(Struct, frozen=True):
    """Result of a copy."""

    copied: "transferring.TransferSummary"
    wanted: int
    unread: tuple[SkippedSound, ...]


class RoundRobinDialog(QDialog):
    """Accepted when copying should start. GUI thread only.

    Args:
        found: the sound, its takes and similar sounds.
        folder: target of the last copies; empty for none.
    """

    def __init__(self, found: Sequence[RobinTake], folder: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._takes = sum(one.is_take for one in found)
        self._like = len(found) - self._takes
        self.setWindowTitle(translate("RoundRobinDialog", "Round robin"))
        self.count = QSpinBox(self)
        self.count.setAccessibleName(translate("RoundRobinDialog", "How many"))
        self.takes_only = QCheckBox(translate("RoundRobinDialog", "Only takes, not sounds that resemble them"), self)
        self.level = QCheckBox(translate("RoundRobinDialog", "All as loud as the first"), self)
        self.level.setChecked(True)
        self.about = text_label("", self, "soft", wraps=True)
        self.folder = FolderField(translate("RoundRobinDialog", "Folder"), folder, self)
        self.pattern = QLineEdit(NAME_PATTERN, self)
        self.pattern.setAccessibleName(translate("RoundRobinDialog", "Names"))
        self.pattern.setToolTip(" ".join(f"{{{token}}}" for token in TOKENS))
        self.buttons = Buttons(self.reject, self, chief=translate("RoundRobinDialog", "Copy"))
        self.agree = self.buttons.first
        self.agree.setAccessibleName(self.windowTitle())
        self.buttons.accepted.connect(self.accept)
        rows = QFormLayout()
        rows.addRow(translate("RoundRobinDialog", "How many"), self.count)
        rows.addRow(translate("RoundRobinDialog", "To"), self.folder.row)
        rows.addRow(translate("RoundRobinDialog", "Names"), self.pattern)
        column = QVBoxLayout(self)
        column.setContentsMargins(20, 18, 20, 16)
        column.setSpacing(10)
        column.addLayout(rows)
        for widget in (self.takes_only, self.level, self.about, self.buttons):
            column.addWidget(widget)
        self.setMinimumWidth(540)
        self.takes_only.toggled.connect(self._update)
        self.folder.textChanged.connect(self._update)
        self._update()
        self.count.setValue(min(_USUAL, self.count.maximum()))

    @property
    def choice(self) -> RobinChoice:
        return RobinChoice(
            self.folder.path,
            self.count.value(),
            self.takes_only.isChecked(),
            self.level.isChecked(),
            self.pattern.text().strip() or NAME_PATTERN,
        )

    def _update(self) -> None:
        there = self._takes if self.takes_only.isChecked() else self._takes + self._like
        self.count.setRange(2, max(2, min(MOST, there)))
        told = [translate("RoundRobinDialog", "%n take(s) in the library.", n=self._takes)]
        if self._like and not self.takes_only.isChecked():
            told.append(translate("RoundRobinDialog", "%n more much like it.", n=self._like))
        self.about.setText(" ".join(told))
        self.takes_only.setEnabled(self._takes > 1)
        self.agree.setEnabled(not self.folder.is_empty and there > 1)


class RoundRobins(QObject):
    """Asks for the settings of a round robin and copies its sounds. GUI thread only."""

    def __init__(
        self,
        window: QWidget,
        settings: ports.SettingsFile,
        commands: ports.Commands,
        search: ports.SearchThread,
        jobs: ports.Jobs,
        notices: ports.Notices,
        results: ports.ResultsView,
        hub: FeatureHub,
    ) -> None:
        super().__init__()
        self._window, self._settings, self._search = window, settings, search
        self._notices, self._results, self._hub = notices, results, hub
        self.dialog: RoundRobinDialog | None = None
        self.working = LongTask(jobs, self)
        self._progress = WorkingProgress(self.working, window)
        commands.add(
            "export.round_robin",
            translate("RoundRobins", "Round robin…"),
            self.ask,
            menu="File",
            group=4,
            tip=translate(
                "RoundRobins", "Takes of the sound, alike and not the same, copied at one level for a sampler"
            ),
        )
        commands.in_row_menu("export.round_robin", 8)

    def ask(self) -> None:
        """Finds takes of the current sound, then opens the dialog."""
        hit = self._results.current_hit()
        if self.working.is_running:
            self._notices.say(translate("RoundRobins", "Wait until the last one is copied."))
        elif hit is None:
            self._notices.say(translate("RoundRobins", "Select a sound first."))
        else:
            chosen = hit.sound.id
            self._search.ask(lambda library: find_candidates(library, chosen), self._show, failed=self._failed)

    def _show(self, found: list[RobinTake]) -> None:
        if len(found) < 2:
            self._notices.say(translate("RoundRobins", "No other take of it, and nothing much like it, is here."))
            return
        folder = self._settings.values.project_folder
        dialog = self.dialog = RoundRobinDialog(found, folder, self._window)
        dialog.accepted.connect(lambda: self.copy(found, dialog.choice))
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def copy(self, found: Sequence[RobinTake], choice: RobinChoice) -> None:
        """Measures and copies the takes."""
        self._settings.change(project_folder=str(choice.folder))
        some = [one for one in found if one.is_take or not choice.is_takes_only]
        profile, library = self._hub.transfer_profile, self._search.folder

        def work(cancel: Cancel, tell: Tell) -> _RobinResult:
            robin = matched(
                some,
                choice.count,
                is_level=choice.is_level,
                cancel=cancel,
                progress=lambda done, total: tell(_MEASURING * done / max(1, total)),
            )
            copied = transferring.transfer(
                pieces_of(robin, choice.pattern),
                choice.folder,
                profile,
                library=library,
                cancel=cancel,
                progress=lambda share: tell(_MEASURING + (1.0 - _MEASURING) * share),
            )
            return _RobinResult(copied, choice.count, robin.skipped)

        self._progress.begin(translate("RoundRobins", "Copying a round robin…"))
        self.working.run(
            work, lambda made: self._copied(made, choice.folder), failed=self._failed, cancelled=self._progress.end
        )

    def _copied(self, made: _RobinResult, folder: Path) -> None:
        self._progress.end()
        count = len({file.source for file in made.copied.files})
        said = [translate("RoundRobins", "%n take(s) copied to %1.", folder, n=count)]
        if made.copied.is_cancelled:
            said.append(translate("RoundRobins", "Stopped before the end."))
        elif count < made.wanted:
            said.append(translate("RoundRobins", "%1 were wanted; there are no more that differ.", number(made.wanted)))
        self._notices.say(" ".join(said))
        missed = [engine_words.of_file(one.trouble, one.path.text) for one in made.unread]
        missed += [engine_words.error(one.error)[0] for one in made.copied.skipped]
        if missed:
            self._notices.warn(
                translate("RoundRobins", "%n file(s) could not be read.", n=len(missed)),
                missed[0],
                "export",
            )

    def _failed(self, err: EngineError) -> None:
        self._progress.end()
        self._notices.warn(*engine_words.error(err), "export")
