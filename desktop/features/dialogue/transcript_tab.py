"""The tab with the transcript of a sound: its lines with their times, to play, correct, drag out, copy and export."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QLocale, Qt, Signal
from PySide6.QtGui import QGuiApplication, QMouseEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHBoxLayout,
    QLabel,
    QListWidget,
    QListWidgetItem,
    QMenu,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from desktop.base import messages
from desktop.base.translation import translate
from desktop.widgets.line_delegate import LineDelegate
from engine.base.lazy_import import later
from engine.base.types import SpokenWord

if TYPE_CHECKING:
    from engine.features.dialogue import edits, export, transcripts
else:
    edits = later("engine.features.dialogue.edits")
    export = later("engine.features.dialogue.export")
    transcripts = later("engine.features.dialogue.transcripts")

_FORMATS = ("srt", "vtt", "txt", "csv")

_START = Qt.ItemDataRole.UserRole
_TEXT = Qt.ItemDataRole.UserRole + 1


class TranscriptLines(QListWidget):
    """The lines: a click plays, F2 corrects, several make a stretch, which can be dragged out. GUI thread only."""

    pressed_lines = Signal()
    """The mouse is down on selected lines, which may be dragged."""
    drag_wanted = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWordWrap(True)
        self.setAccessibleName(translate("TranscriptTab", "Transcript"))
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ContiguousSelection)
        self.setDragEnabled(True)
        self.setEditTriggers(QAbstractItemView.EditTrigger.EditKeyPressed)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        super().mousePressEvent(event)
        if event.button() == Qt.MouseButton.LeftButton and self.selectedItems():
            self.pressed_lines.emit()

    def startDrag(self, actions: Qt.DropAction) -> None:
        """Drags the stretch of the lines out as a file, which is made elsewhere."""
        self.drag_wanted.emit()


class TranscriptTab(QWidget):
    """Shows a transcript, or a message instead. GUI thread only."""

    place_wanted = Signal(float)
    """Play the sound from here, in seconds."""
    export_wanted = Signal(str)
    """One of the formats of `engine.features.dialogue.export`."""
    write_wanted = Signal()
    """Write the transcript into the file's metadata, after a preview."""
    setup_wanted = Signal()
    corrected = Signal(object)
    """An `engine.features.dialogue.edits.TranscriptEdit` of a line."""
    stretch_pressed = Signal(float, float)
    """Start and end of lines that may be dragged."""
    stretch_chosen = Signal(float, float)
    """Start and end of several lines that were selected."""
    drag_wanted = Signal(float, float)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.transcript: transcripts.Transcript = ()
        self.note = QLabel(self)
        self.note.setWordWrap(True)
        self.note.setTextFormat(Qt.TextFormat.PlainText)
        self.language = QLabel(self)
        self.language.setWordWrap(True)
        self.language.setTextFormat(Qt.TextFormat.PlainText)
        self._words: list[tuple[SpokenWord, ...]] = []
        self.lines = TranscriptLines(self)
        delegate = LineDelegate(
            _TEXT, translate("TranscriptTab", "What is said"), lambda: edits.MOST_LETTERS, self.lines
        )
        delegate.entered.connect(self._correct)
        self.lines.setItemDelegate(delegate)
        self.lines.itemClicked.connect(self._clicked)
        self.lines.pressed_lines.connect(lambda: self.stretch_pressed.emit(*self._stretch()))
        self.lines.drag_wanted.connect(lambda: self.drag_wanted.emit(*self._stretch()))
        self.lines.itemActivated.connect(lambda item: self.place_wanted.emit(item.data(_START)))
        self.correct_button = QPushButton(translate("TranscriptTab", "Correct"), self)
        self.correct_button.setToolTip(
            translate("TranscriptTab", "Changes what the line says (F2). It is kept, whatever is transcribed later.")
        )
        self.correct_button.clicked.connect(self.correct_line)
        self.copy_button = QPushButton(translate("TranscriptTab", "Copy"), self)
        self.copy_button.clicked.connect(self.copy)
        self.export_button = QPushButton(translate("TranscriptTab", "Export"), self)
        formats = QMenu(self.export_button)
        for form in _FORMATS:
            formats.addAction(form.upper(), lambda form=form: self.export_wanted.emit(form))
        formats.addSeparator()
        formats.addAction(translate("TranscriptTab", "Write into the file…"), self.write_wanted.emit)
        self.export_button.setMenu(formats)
        self.setup_button = QPushButton(translate("TranscriptTab", "Set up transcripts…"), self)
        self.setup_button.clicked.connect(self.setup_wanted)
        buttons = QHBoxLayout()
        for button in (self.correct_button, self.copy_button, self.export_button, self.setup_button):
            buttons.addWidget(button)
        buttons.addStretch(1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(12, 10, 12, 10)
        layout.addWidget(self.note)
        layout.addWidget(self.language)
        layout.addWidget(self.lines, 1)
        layout.addLayout(buttons)
        layout.addStretch(0)
        self.say("")

    def say(self, text: str, *, has_setup: bool = False) -> None:
        """Shows a message in the place of a transcript."""
        self.transcript = ()
        self.note.setText(text)
        self.note.show()
        for part in (self.language, self.lines, self.correct_button, self.copy_button, self.export_button):
            part.hide()
        self.setup_button.setVisible(has_setup)

    def show_transcript(self, transcript: "transcripts.Transcript", said: tuple[SpokenWord, ...]) -> None:
        """Shows a transcript that has words.

        Args:
            transcript: of one sound.
            said: words that answer the search; the line with the first of them is selected.
        """
        if transcript != self.transcript:  # a line that is being corrected stays open otherwise
            self._fill(transcript)
        for row, line in enumerate(self._words):
            if said and line[0].start_s <= said[0].start_s <= line[-1].end_s:
                self.lines.setCurrentRow(row)
        self.note.hide()
        self.setup_button.hide()
        for part in (self.lines, self.correct_button, self.copy_button, self.export_button):
            part.show()

    def show_language(self, language: "transcripts.SpokenLanguage | None") -> None:
        """Says as which language the sound was read, where the model decided that; None: nobody knows."""
        is_guess = language is not None and not language.asked and language.confidence < 1.0
        if language is not None and is_guess:
            name = QLocale.languageToString(QLocale(language.code).language())
            percent = round(100 * language.confidence)
            self.language.setText(translate("TranscriptTab", "Taken for %1, %2% sure.", name, percent))
            self.language.setToolTip(
                translate("TranscriptTab", "“earshot dialogue language FOLDER CODE” says what is spoken in a folder.")
            )
        self.language.setVisible(is_guess)

    def _fill(self, transcript: "transcripts.Transcript") -> None:
        self.transcript = transcript
        self.lines.clear()
        self._words = export.lines_of(transcript)
        for line in self._words:
            text = transcripts.text_of(line)
            item = QListWidgetItem(f"{messages.position(line[0].start_s)}  {text}")
            item.setFlags(item.flags() | Qt.ItemFlag.ItemIsEditable)
            item.setData(_START, line[0].start_s)
            item.setData(_TEXT, text)
            self.lines.addItem(item)

    def correct_line(self) -> None:
        """Opens the current line, or the first, for a correction."""
        item = self.lines.currentItem() or self.lines.item(0)
        self.lines.setCurrentItem(item)
        self.lines.setFocus(Qt.FocusReason.OtherFocusReason)
        self.lines.editItem(item)

    def _correct(self, row: int, text: str) -> None:
        edit = edits.correction(self._words[row], text)
        if edit is not None:
            self.corrected.emit(edit)

    def _clicked(self, item: QListWidgetItem) -> None:
        if len(self.lines.selectedItems()) > 1:
            self.stretch_chosen.emit(*self._stretch())
        else:
            self.place_wanted.emit(item.data(_START))

    def _stretch(self) -> tuple[float, float]:
        """From the first word of the selected lines to the last."""
        rows = [self.lines.row(item) for item in self.lines.selectedItems()]
        return self._words[min(rows)][0].start_s, self._words[max(rows)][-1].end_s

    def copy(self) -> None:
        """Copies the whole text."""
        QGuiApplication.clipboard().setText(
            "\n".join(transcripts.text_of(line) for line in export.lines_of(self.transcript))
        )
