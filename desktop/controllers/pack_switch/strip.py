"""The learning strip: progress of a new model, the one in use, and what prevents the switch."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from desktop.base import messages
from desktop.base.theme import Theme
from desktop.base.translation import translate
from desktop.widgets.buttons import push_button
from desktop.widgets.job_strip import JobStrip
from engine.base.events import Event, Paused, PreparationStarted, ReembeddingProgress


class LearningStrip(JobStrip):
    """Shows a model being learnt; hidden otherwise. GUI thread only."""

    switch_wanted = Signal()
    """Switch without the unavailable sounds."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        hints = {
            "bar": translate("LearningStrip", "How much of the library the new model has analysed"),
            "pause": translate("LearningStrip", "Pause analysis"),
            "resume": translate("LearningStrip", "Resume analysis"),
            "cancel": translate("LearningStrip", "Keep using the present model (the analysis so far is kept)"),
        }
        super().__init__(theme, translate("LearningStrip", "Analysis with the new model"), hints, parent)
        self.switch_button = push_button(
            translate("LearningStrip", "Switch now"),
            lambda: self.switch_wanted.emit(),
            self,
            tip=translate("LearningStrip", "Until their drives are back, these sounds are found by name alone."),
        )
        layout = self.layout()
        assert layout is not None
        layout.addWidget(self.switch_button)
        self.switch_button.hide()

    def begin(self) -> None:
        self.start(translate("LearningStrip", "Analysing with the new model…"))
        self.pause_button.show()
        self.switch_button.hide()
        self.show()

    def take(self, event: Event) -> None:
        if isinstance(event, Paused):
            self.set_paused(event.is_paused)
        elif isinstance(event, PreparationStarted):
            self.show_busy(messages.preparing(event.what), can_pause=False)
        elif isinstance(event, ReembeddingProgress):
            title = translate(
                "LearningStrip", "Analysing with %1: %2 of %n sound(s)", event.pack, event.done, n=event.total
            )
            details = [translate("LearningStrip", "searches still use %1", event.searched)]
            if event.is_waiting:
                details.append(translate("LearningStrip", "waiting for indexing to end"))
            else:
                details.append(messages.remaining(event.eta_s))
            self.show_progress(event.done, event.total, title, details)

    def show_waiting(self, name: str, searched: str, offline: int) -> None:
        """Shows that only sounds on disconnected drives prevent the switch."""
        self.set_paused(False)
        self.pause_button.hide()
        self.cancel_button.setEnabled(True)
        self.switch_button.show()
        title = translate(
            "LearningStrip", "%1 has analysed all but %n sound(s) on drives that are not connected", name, n=offline
        )
        self.bar.setRange(0, 1)
        self.bar.setValue(1)
        self.title.setText(title)
        self.detail.setText(translate("LearningStrip", "searches still use %1", searched))
        self.show()
