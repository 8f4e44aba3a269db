"""The tab with the transcript of a sound: its lines with their times, to play, copy and export."""

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import (
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
from engine.base.lazy_import import later
from engine.base.types import SpokenWord

if TYPE_CHECKING:
    from engine.features.dialogue import export, transcripts
else:
    export = later("engine.features.dialogue.export")
    transcripts = later("engine.features.dialogue.transcripts")

_FORMATS = ("srt", "vtt", "txt", "csv")

_START = Qt.ItemDataRole.UserRole


class TranscriptTab(QWidget):
    """Shows a transcript, or a message instead. GUI thread only."""

    place_wanted = Signal(float)
    """Play the sound from here, in seconds."""
    export_wanted = Signal(str)
    """One of the formats of `engine.features.dialogue.export`."""
    setup_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.transcript: transcripts.Transcript = ()
        self.note = QLabel(self)
        self.note.setWordWrap(True)
        self.note.setTextFormat(Qt.TextFormat.PlainText)
        self.lines = QListWidget(self)
        self.lines.setWordWrap(True)
        self.lines.setAccessibleName(translate("TranscriptTab", "Transcript"))
        self.lines.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.lines.itemClicked.connect(lambda item: self.place_wanted.emit(item.data(_START)))
        self.lines.itemActivated.connect(lambda item: self.place_wanted.emit(item.data(_START)))
        self.copy_button = QPushButton(translate("TranscriptTab", "Copy"), self)
        self.copy_button.clicked.connect(self.copy)
        self.export_button = QPushButton(translate("TranscriptTab", "Export"), self)
        formats = QMenu(self.export_button)
        for form in _FORMATS:
            formats.addAction(form.upper(), lambda form=form: self.export_wanted.emit(form))
        self.export_button.setMenu(formats)
        self.setup_button = QPushButton(translate("TranscriptTab", "Set up transcripts…"), self)
        self.setup_button.clicked.connect(self.setup_wanted)
        buttons = QHBoxLayout()
        for button in (self.copy_button, self.export_button, self.setup_button):
            buttons.addWidget(button)
        buttons.addStretch(1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(12, 10, 12, 10)
        layout.addWidget(self.note)
        layout.addWidget(self.lines, 1)
        layout.addLayout(buttons)
        layout.addStretch(0)
        self.say("")

    def say(self, text: str, *, has_setup: bool = False) -> None:
        """Shows a message in the place of a transcript."""
        self.transcript = ()
        self.note.setText(text)
        self.note.show()
        for part in (self.lines, self.copy_button, self.export_button):
            part.hide()
        self.setup_button.setVisible(has_setup)

    def show_transcript(self, transcript: "transcripts.Transcript", said: tuple[SpokenWord, ...]) -> None:
        """Shows a transcript that has words.

        Args:
            transcript: of one sound.
            said: words that answer the search; the line with the first of them is selected.
        """
        self.transcript = transcript
        self.lines.clear()
        for line in export.lines_of(transcript):
            item = QListWidgetItem(f"{messages.position(line[0].start_s)}  {transcripts.text_of(line)}")
            item.setData(_START, line[0].start_s)
            self.lines.addItem(item)
            if said and line[0].start_s <= said[0].start_s <= line[-1].end_s:
                self.lines.setCurrentItem(item)
        self.note.hide()
        self.setup_button.hide()
        for part in (self.lines, self.copy_button, self.export_button):
            part.show()

    def copy(self) -> None:
        """Copies the whole text."""
        QGuiApplication.clipboard().setText(
            "\n".join(transcripts.text_of(line) for line in export.lines_of(self.transcript))
        )
