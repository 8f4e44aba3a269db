"""The page of a running, stopped or interrupted training: curves, progress, Stop and Resume."""

from collections.abc import Callable

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QGridLayout, QPlainTextEdit, QProgressBar, QWidget

from desktop.base import engine_words
from desktop.base.theme import Theme
from desktop.base.translation import translate
from desktop.features.retrain import training_messages
from desktop.features.retrain.curve import Curve
from desktop.features.retrain.page import FaultLabel, Page, soft_label
from desktop.features.retrain.process import ProcessState
from desktop.features.retrain.training_progress import Stage, TrainingProgress
from desktop.widgets.labels import text_label
from desktop.widgets.read_only import set_read_only
from engine.base.training_events import Validation

_WHOLE = 1000
"""Maximum of the progress bar."""


class Curves(QWidget):
    """Loss and validation side by side, each with its latest value in words. GUI thread only."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        steps = translate("Curves", "Steps")
        loss, found = translate("Curves", "Loss"), translate("Curves", "Right sound in the first ten")
        self.loss = Curve(theme, "accent", loss, steps, is_noisy=True, parent=self)
        self.val = Curve(theme, "wave_high", found, steps, is_share=True, parent=self)
        self.loss_text, self.val_text = soft_label(self), soft_label(self)
        best = translate("Curves", "The best state is the one that ranks the right sounds highest on average.")
        for widget in (self.val, self.val_text):
            widget.setToolTip(best)
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(20)
        grid.setVerticalSpacing(4)
        for column, (title, text, curve) in enumerate(
            ((loss, self.loss_text, self.loss), (found, self.val_text, self.val))
        ):
            grid.addWidget(text_label(title, self, "settingTitle"), 0, column)
            grid.addWidget(text, 1, column)
            grid.addWidget(curve, 2, column)
            grid.setColumnStretch(column, 1)
        grid.setRowStretch(2, 1)

    def show_story(self, story: TrainingProgress) -> None:
        steps = story.step.steps if story.step is not None else None
        self.loss.show_points([(point.step, point.loss) for point in story.steps], steps=steps)
        best = max(story.looks, key=_by_map10, default=None)
        self.val.show_points(
            [(look.step, look.recall10) for look in story.looks],
            best=None if best is None else (best.step, best.recall10),
            steps=steps,
        )
        waiting = translate("Curves", "no value yet")
        self.loss_text.setText(waiting if story.step is None else training_messages.loss_line(story.step))
        self.val_text.setText(waiting if best is None else training_messages.look_line(story.looks[-1], best))
        self.loss.setAccessibleDescription(self.loss_text.text())
        self.val.setAccessibleDescription(self.val_text.text())


class ProgressPage(Page):
    """Shows a run. GUI thread only."""

    stop_wanted = Signal()
    resume_wanted = Signal()
    discard_wanted = Signal()

    def __init__(self, theme: Theme, close: Callable[[], object], parent: QWidget | None = None) -> None:
        super().__init__(close, parent)
        self.bar = QProgressBar(self)
        self.bar.setTextVisible(False)
        self.bar.setAccessibleName(translate("ProgressPage", "Progress of the training"))
        self.detail = soft_label(self)
        self.curves = Curves(theme, self)
        self.material = soft_label(self)
        self.fault = FaultLabel(self)
        self.words = QPlainTextEdit(self)
        set_read_only(self.words, True)
        self.words.setAccessibleName(translate("ProgressPage", "Last lines of the training's log"))
        self.words.setObjectName("lastWords")
        self.words.setTabChangesFocus(True)
        self.words.setFixedHeight(96)
        self.note = text_label(
            translate(
                "ProgressPage",
                "You can close this window, and Earshot too: the training goes on, and you find it here again.",
            ),
            self,
            "soft",
            wraps=True,
        )
        self.note.setAlignment(Qt.AlignmentFlag.AlignLeft)
        for widget in (self.bar, self.detail, self.fault, self.words):
            self.body.addWidget(widget)
        self.body.addWidget(self.curves, 1)
        self.body.addWidget(self.material)
        self.body.addWidget(self.note)
        self.stop_button = self.add_button(translate("ProgressPage", "Stop"), self._stop)
        self.resume_button = self.add_button(translate("ProgressPage", "Resume"), self._resume, is_first=True)
        self.discard_button = self.add_button(
            translate("ProgressPage", "Discard…"), self.discard_wanted.emit, is_danger=True
        )

    def show_run(self, story: TrainingProgress, life: ProcessState) -> None:
        is_alive, stage = life.is_alive, story.stage
        self.title.setText(training_messages.stage(stage, is_alive=is_alive, is_stopping=life.is_stopping))
        self.about.setText("" if story.begun is None else training_messages.begun(story.begun))
        self.about.setVisible(story.begun is not None)
        share = training_messages.share(story.step, story.begun) if story.step is not None else None
        is_known = share is not None and stage in (Stage.LEARNING, Stage.STOPPED)
        self.bar.setRange(0, _WHOLE if is_known or not is_alive else 0)
        self.bar.setValue(round(_WHOLE * share) if share is not None else 0)
        self.detail.setText("" if story.step is None else training_messages.progress(story.step, story.begun))
        self.detail.setVisible(story.step is not None)
        self.curves.show_story(story)
        self.material.setText("" if story.material is None else training_messages.material(story.material))
        self._show_fault(story, life)
        self.note.setVisible(is_alive)
        held = self.window().focusWidget()
        self.stop_button.setVisible(is_alive)
        self.stop_button.setEnabled(not life.is_stopping)
        self.resume_button.setVisible(not is_alive)
        self.resume_button.setEnabled(life.is_resumable)
        self.discard_button.setVisible(not is_alive)
        self.keep_focus(held)

    def _show_fault(self, story: TrainingProgress, life: ProcessState) -> None:
        broke_off = not life.is_alive and not story.stage.is_end
        if story.failure is not None and story.stage is Stage.FAILED and not life.is_alive:
            self.fault.say(*engine_words.broke(story.failure))
        elif broke_off and life.is_resumable:
            self.fault.say(
                translate("ProgressPage", "The training ended before it was done."),
                translate(
                    "ProgressPage", "What was learnt up to the last checkpoint is kept: Resume goes on from there."
                ),
            )
        elif broke_off:
            self.fault.say(
                translate("ProgressPage", "The training ended before it had anything to keep."),
                translate("ProgressPage", "Its last words are below. Discard it and start again."),
            )
        else:
            self.fault.say("")
        self.words.setVisible(broke_off and bool(life.last_words))
        if self.words.toPlainText() != life.last_words:
            self.words.setPlainText(life.last_words)

    def _stop(self) -> None:
        self.stop_button.setEnabled(False)
        self.stop_wanted.emit()

    def _resume(self) -> None:
        self.resume_button.setEnabled(False)
        self.resume_wanted.emit()


def _by_map10(look: Validation) -> float:
    return look.map10
