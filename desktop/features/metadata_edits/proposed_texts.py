"""Texts of another feature, such as transcripts: the user chooses a field, sees every difference, then writes.

The feature emits `FeatureHub.texts_proposed`; neither knows the other.
"""

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QComboBox, QFormLayout, QWidget

from desktop.base import engine_words
from desktop.base.translation import Phrase, phrase, translate
from desktop.controllers import ports
from desktop.controllers.feature import FeatureHub
from desktop.features.metadata_edits.editor import MOST_AT_ONCE, MetadataEditor
from desktop.features.metadata_edits.field_names import FIELD_NAMES
from desktop.features.metadata_edits.jobs import FileMetadata, plan_texts
from desktop.features.metadata_edits.preview import PreviewDialog
from desktop.work.jobs import Job
from engine.audio.field_text import TextPlacement
from engine.audio.fields import AnyField, CustomField, Field
from engine.base.types import SoundId

_FIELDS = (Field.DESCRIPTION, Field.COMMENT)
_PLACEMENTS: dict[TextPlacement, Phrase] = {
    TextPlacement.EMPTY: phrase("ProposedTexts", "Leave it as it is"),
    TextPlacement.APPEND: phrase("ProposedTexts", "Append to it"),
    TextPlacement.REPLACE: phrase("ProposedTexts", "Replace it"),
}


class ProposedTextForm(QWidget):
    """The field that texts go into, and what becomes of a text that is there. GUI thread only."""

    changed = Signal()

    def __init__(self, custom: Sequence[CustomField], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        names: dict[AnyField, str] = {field: str(FIELD_NAMES[field]) for field in _FIELDS}
        names |= {field: field.name for field in custom}
        self._by_value: dict[str, AnyField] = {field.value: field for field in names}
        self.field, self.placement = QComboBox(self), QComboBox(self)
        for field, name in names.items():
            self.field.addItem(name, field.value)
        for placement, words in _PLACEMENTS.items():
            self.placement.addItem(str(words), placement)
        layout = QFormLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.FieldsStayAtSizeHint)
        for name, box in (
            (translate("ProposedTexts", "Field"), self.field),
            (translate("ProposedTexts", "Text that is there"), self.placement),
        ):
            box.setAccessibleName(name)
            box.currentIndexChanged.connect(lambda _: self.changed.emit())
            layout.addRow(name, box)
        self.setFocusProxy(self.field)

    @property
    def chosen(self) -> tuple[AnyField, TextPlacement]:
        return self._by_value[self.field.currentData()], TextPlacement(self.placement.currentData())


class ProposedTexts(QObject):
    """Opens the preview for texts that a feature proposes. GUI thread only."""

    def __init__(
        self,
        window: QWidget,
        jobs: ports.Jobs,
        notices: ports.Notices,
        describing: MetadataEditor,
        hub: FeatureHub,
    ) -> None:
        super().__init__()
        self._window, self._jobs, self._notices, self._describing = window, jobs, notices, describing
        hub.texts_proposed.connect(self.open)

    def open(self, texts: Mapping[SoundId, str]) -> None:
        """Reads the files and opens the dialog."""
        if len(texts) > MOST_AT_ONCE:
            self._notices.say(translate("BatchEdit", "Select at most %1 sounds to edit them.", MOST_AT_ONCE))
            return
        self._describing.read_files(
            list(texts), lambda files: ProposedTextSession(self._window, self._jobs, self._describing, files, texts)
        )


class ProposedTextSession(QObject):
    """One dialog: the choice of a field, and the differences that it makes."""

    def __init__(
        self,
        window: QWidget,
        jobs: ports.Jobs,
        describing: MetadataEditor,
        files: Sequence[FileMetadata],
        texts: Mapping[SoundId, str],
    ) -> None:
        form = ProposedTextForm(describing.custom)
        dialog = PreviewDialog([], window, head=form)
        super().__init__(dialog)
        self.form, self.dialog = form, dialog
        self._jobs, self._files, self._texts = jobs, files, texts
        self._planning: Job | None = None
        dialog.setWindowTitle(translate("BatchSession", "Change metadata of %n file(s)", n=len(files)))
        dialog.confirmed.connect(describing.write_some)
        dialog.finished.connect(self._stop)
        form.changed.connect(self._plan)
        self._plan()
        dialog.open()

    def _stop(self, *_: object) -> None:
        if self._planning is not None:
            self._planning.cancel()

    def _plan(self) -> None:
        self._stop()
        self.dialog.show_planned([])
        field, placement = self.form.chosen
        self._planning = self._jobs.run(
            lambda cancel: plan_texts(self._files, self._texts, field, placement, cancel),
            self.dialog.show_planned,
            failed=lambda err: self.dialog.say_problem(engine_words.in_full(err)),
        )
