"""The last page of *Retrain…*: before and after side by side, then *Use this model* or *Discard*.

If the training improved nothing, the page says so and offers no model.
"""

from collections.abc import Callable

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QPushButton, QWidget

from desktop.base import engine_words, messages
from desktop.base.theme import Theme
from desktop.base.translation import number, translate
from desktop.features.retrain import training_messages
from desktop.features.retrain.comparison_bars import Bars, Pair
from desktop.features.retrain.page import FaultLabel, Page, soft_label
from desktop.features.retrain.progress import Curves
from desktop.features.retrain.training_progress import TrainingProgress
from desktop.widgets.disclosure_button import DisclosureButton
from desktop.widgets.labels import text_label
from engine.base.training_events import PackMeasured


class ResultPage(Page):
    """Shows the result of a run. GUI thread only."""

    use_wanted = Signal()
    discard_wanted = Signal()
    again_wanted = Signal()
    """Go to another training."""

    def __init__(self, theme: Theme, close: Callable[[], object], parent: QWidget | None = None) -> None:
        super().__init__(close, parent)
        self.bars = Bars(theme, self)
        self.more = DisclosureButton(translate("ResultPage", "The measure that the verdict rests on"), self)
        self.figures = Bars(theme, self)
        self.legend = soft_label(self)
        self.more.toggled.connect(self._show_figures)
        self.curves = Curves(theme, self)
        self.fault = FaultLabel(self)
        self.state = soft_label(self)
        self.notes = soft_label(self)
        self.head = text_label(translate("ResultPage", "Before and after, on sounds held out"), self, "settingTitle")
        self.body.addWidget(self.head)
        self.body.addWidget(self.bars)
        self.body.addWidget(self.more, 0, Qt.AlignmentFlag.AlignLeft)
        self.body.addWidget(self.figures)
        self.body.addWidget(self.legend)
        self.body.addWidget(self.notes)
        self.body.addWidget(self.curves, 1)
        self.body.addWidget(self.fault)
        self.body.addWidget(self.state)
        self.discard_button = self.add_button(
            translate("ResultPage", "Discard…"), self.discard_wanted.emit, is_danger=True
        )
        self.use_button = self.add_button(translate("ResultPage", "Use this model"), self._use, is_first=True)
        another = translate("ResultPage", "Another training")
        self.again_button = self.add_button(another, self.again_wanted.emit, is_first=True)
        self.use_button.setToolTip(
            translate(
                "ResultPage",
                "The new model analyses the whole library in the background. Until that is done, searches "
                "use the present one.",
            )
        )

    @property
    def first(self) -> QPushButton:
        """The main button of the current offer."""
        return self.again_button if self.use_button.isHidden() else self.use_button

    def show_run(self, story: TrainingProgress) -> None:
        before, after = story.before, story.after
        is_start = story.result is not None and story.result.is_start
        for widget in (self.head, self.bars):
            widget.setVisible(not is_start)
        self.more.setVisible(not is_start and before is not None and after is not None)
        if story.result is not None and is_start:
            start = story.result.name if story.begun is None else story.begun.source
            self.title.setText(translate("ResultPage", "Nothing better was learnt"))
            self.about.setText(training_messages.nothing_learnt(start, before))
        elif before is None or after is None:
            self.title.setText(translate("ResultPage", "The new model is ready"))
            self.about.setText(translate("ResultPage", "It was not measured: no sounds were held out."))
            self.bars.show_pairs([])
        else:
            verdict = training_messages.verdict(before, after)
            self.title.setText(training_messages.verdict_title(verdict))
            self.about.setText(training_messages.verdict_text(verdict, before, after))
            self.bars.show_pairs(pairs(before, after))
            self.figures.show_pairs([_figure(before, after)])
            self.legend.setText(
                translate(
                    "ResultPage",
                    "mAP@10 says how far up the right sound comes among the first ten. The line shows the "
                    "range of 19 in 20 such trials.",
                )
            )
        notes = () if story.result is None else story.result.notes
        self.notes.setText("\n".join(map(engine_words.line, notes)))
        self.notes.setVisible(bool(notes))
        self._show_figures(self.more.isChecked())
        self.curves.show_story(story)
        self.fault.say("")
        self.say("")
        self._offer(is_open=not is_start)

    def show_taken(self, text: str) -> None:
        """Shows that the model was accepted, and what follows."""
        self.say(text)
        self._offer(is_open=False)

    def say(self, text: str) -> None:
        """Shows the progress of accepting the model."""
        self.state.setText(text)
        self.state.setVisible(bool(text))

    def show_fault(self, message: str, advice: str) -> None:
        """Shows why the model could not be accepted."""
        self.say("")
        self.fault.say(message, advice)
        self._offer(is_open=True)

    def _show_figures(self, is_open: bool) -> None:
        for widget in (self.figures, self.legend):
            widget.setVisible(is_open and not self.more.isHidden())

    def _offer(self, *, is_open: bool) -> None:
        """Offers the buttons for a run, undecided or not."""
        held = self.window().focusWidget()
        for button in (self.use_button, self.discard_button):
            button.setVisible(is_open)
            button.setEnabled(is_open)
        self.again_button.setVisible(not is_open)
        self.keep_focus(held)

    def _use(self) -> None:
        self.use_button.setEnabled(False)
        self.discard_button.setEnabled(False)
        self.use_wanted.emit()


def pairs(before: PackMeasured, after: PackMeasured) -> list[Pair]:
    """Measures that everybody sees."""
    return [
        _share(translate("ResultPage", "Right sound first"), before.recall1, after.recall1),
        _share(translate("ResultPage", "Right sound in the first ten"), before.recall10, after.recall10),
    ]


def _figure(before: PackMeasured, after: PackMeasured) -> Pair:
    """The measure that decides the verdict."""
    return Pair(
        translate("ResultPage", "How far up (mAP@10)"),
        before.map10,
        after.map10,
        _interval(before),
        _interval(after),
        (before.low, before.high),
        (after.low, after.high),
    )


def _share(title: str, before: float, after: float) -> Pair:
    return Pair(title, before, after, messages.percent(before), messages.percent(after))


def _interval(measured: PackMeasured) -> str:
    values = (measured.map10, measured.low, measured.high)
    return translate("ResultPage", "%1 (%2 to %3)", *(number(value, 3) for value in values))
