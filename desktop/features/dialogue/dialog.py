"""The dialog for transcripts: the model, how far the library is transcribed, and the pass."""

from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QDialog, QFileDialog, QLabel, QProgressBar, QPushButton, QWidget

from desktop.base.translation import number, translate
from desktop.features.dialogue.state import TranscriptState
from desktop.widgets.boxes import vbox
from desktop.widgets.buttons import Buttons
from engine.features.dialogue.listening import ListeningStep

_WIDTH_PX = 460


class TranscriptsDialog(QDialog):
    """Shows a state, and emits what is wanted. GUI thread only."""

    get_wanted = Signal(str)
    """The name of a model, or a folder."""
    recogniser_wanted = Signal()
    cancelled = Signal()
    """What is being fetched is not wanted any more."""
    remove_wanted = Signal()
    started = Signal()
    paused = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle(translate("TranscriptsDialog", "Transcripts"))
        self.setMinimumWidth(_WIDTH_PX)
        self._name = ""
        about = self._label(
            translate(
                "TranscriptsDialog",
                "Earshot writes down what is said in your sounds, on this computer. A search for "
                'said:"open the door" finds it, and the waveform shows the words.',
            )
        )
        self.pack = self._label("")
        self.state = self._label("")
        self.bar = QProgressBar(self)
        self.bar.setAccessibleName(translate("TranscriptsDialog", "Progress of the transcription"))
        self.bar.setTextVisible(False)
        self.buttons = Buttons(self.reject, self)
        self.folder = self.buttons.add(translate("TranscriptsDialog", "Choose a folder…"), self._choose)
        self.remove = self.buttons.add(translate("TranscriptsDialog", "Remove the model"), self.remove_wanted.emit)
        self.pause = self.buttons.add(translate("TranscriptsDialog", "Pause"), self.paused.emit)
        self.cancel = self.buttons.add(translate("TranscriptsDialog", "Cancel the download"), self.cancelled.emit)
        self.recogniser = self.buttons.add_chief("", self.recogniser_wanted.emit)
        self.download = self.buttons.add_chief("", lambda: self.get_wanted.emit(self._name))
        self.start = self.buttons.add_chief(translate("TranscriptsDialog", "Transcribe"), self.started.emit)
        for button in self._all_buttons():
            button.hide()
        vbox(about, self.pack, self.state, self.bar, self.buttons, parent=self, spacing=10)

    def _all_buttons(self) -> tuple[QPushButton, ...]:
        return self.folder, self.remove, self.pause, self.cancel, self.recogniser, self.download, self.start

    def show_state(self, state: TranscriptState, *, is_running: bool) -> None:
        self._name = state.offered
        self.download.setText(
            translate("TranscriptsDialog", "Download %1 (%2 MB)", state.offered, number(state.offered_bytes / 1e6, 0))
        )
        self.recogniser.setText(
            translate("TranscriptsDialog", "Download the recogniser (%1 MB)", number(state.recogniser_bytes / 1e6, 0))
        )
        has_pack, has_recogniser = bool(state.pack), state.is_installed
        self.pack.setText(_next_step(state))
        self.state.setText(
            translate("TranscriptsDialog", "%1 of %2 sounds transcribed, speech in %3.", *map(number, state.counts))
        )
        self.bar.setRange(0, max(1, state.counts[1]))
        self.bar.setValue(state.counts[0])
        for part in (self.state, self.bar):
            part.setVisible(state.counts[1] > 0)
        self.cancel.hide()
        self.recogniser.setVisible(not has_recogniser and state.recogniser_bytes > 0)
        for button in (self.download, self.folder):
            button.setVisible(has_recogniser and not has_pack)
        self.remove.setVisible(has_pack and not is_running)
        self.start.setVisible(has_pack and has_recogniser and not is_running)
        self.start.setEnabled(state.counts[0] < state.counts[1])
        self.pause.setVisible(is_running)
        self.buttons.settle()

    def show_fetching(self, name: str, done_bytes: int, size_bytes: int) -> None:
        """Shows how much of a file has arrived; nothing but its cancellation can be asked for meanwhile."""
        for button in self._all_buttons():
            button.setVisible(button is self.cancel)
        self.buttons.settle()
        for part in (self.state, self.bar):
            part.show()
        self.bar.setRange(0, max(1, size_bytes // 1000))
        self.bar.setValue(done_bytes // 1000)
        self.state.setText(
            translate(
                "TranscriptsDialog",
                "Getting %1: %2 of %3 MB",
                name,
                number(done_bytes / 1e6, 1),
                number(size_bytes / 1e6, 1),
            )
        )

    def show_step(self, step: ListeningStep, known: int) -> None:
        """Shows the progress of the pass, which began when `known` sounds were transcribed."""
        done, total = known + step.done, known + step.total
        self.bar.setRange(0, max(1, total))
        self.bar.setValue(done)
        self.state.setText(
            translate(
                "TranscriptsDialog", "Transcribing: %1 of %2 sounds, speech in %3 so far.", done, total, step.spoken
            )
        )

    def say(self, text: str) -> None:
        self.state.setText(text)
        self.state.show()

    def _choose(self) -> None:
        folder = QFileDialog.getExistingDirectory(self, translate("TranscriptsDialog", "Folder of a Whisper model"))
        if folder:
            self.get_wanted.emit(str(Path(folder)))

    def _label(self, text: str) -> QLabel:
        label = QLabel(text, self)
        label.setWordWrap(True)
        label.setTextFormat(Qt.TextFormat.PlainText)
        return label


def _next_step(state: TranscriptState) -> str:
    """Says what is there, or what to get next."""
    if not state.is_installed and not state.recogniser_bytes:
        return translate("TranscriptsDialog", "There is no speech recogniser for this system.")
    if not state.is_installed:
        return translate(
            "TranscriptsDialog",
            "The speech recogniser does not come with Earshot. Download it once; it is free software, and what it "
            "hears stays on this computer.",
        )
    if state.pack:
        return translate("TranscriptsDialog", "Model: %1", state.pack)
    return translate("TranscriptsDialog", "No model yet. Download one, or choose a folder with a Whisper model.")
