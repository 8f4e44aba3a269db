"""The dialog *Learn from my choices*: what there is to learn from, and how much it helps. Changes nothing itself."""

from collections.abc import Callable, Mapping, Sequence

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QDialog,
    QHeaderView,
    QLabel,
    QProgressBar,
    QPushButton,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from desktop.base import messages
from desktop.base.translation import number, translate
from desktop.widgets.boxes import STRETCH, hbox
from desktop.widgets.buttons import Buttons, mark_danger, push_button
from desktop.widgets.fit_to_screen import take_room
from desktop.widgets.labels import text_label
from engine.features.owner.owner import ChoiceKind, LearningSource, Lesson, NamedChoice, OwnerState, TeachingSource
from engine.features.owner.trial import OwnerTrial

_ROW_PX = 28
_TEACHING = int(Qt.ItemDataRole.UserRole) + 1
_CHOICE = _TEACHING + 1


def kind_words(kind: ChoiceKind, count: int) -> str:
    """Number of choices of a kind: "3 dragged out"."""
    match kind:
        case ChoiceKind.PICKED:
            return translate("Owner", "%n picked", n=count)
        case ChoiceKind.DRAGGED:
            return translate("Owner", "%n dragged out", n=count)
        case ChoiceKind.STARRED:
            return translate("Owner", "%n starred", n=count)
        case ChoiceKind.TAGGED:
            return translate("Owner", "%n tagged", n=count)
        case _:
            return translate("Owner", "%n renamed", n=count)


def source_words(one: LearningSource) -> str:
    """Origin of a text: "3 dragged out, 1 starred", "Tag", "Collection"."""
    if one.source is TeachingSource.TAG:
        return translate("Owner", "Tag")
    if one.source is TeachingSource.COLLECTION:
        return translate("Owner", "Collection")
    told = [kind_words(kind, count) for kind, count in one.kinds]
    if one.away:
        told.append(translate("Owner", "%n not here now", n=one.away))
    return ", ".join(told)


def state_words(one: LearningSource, lesson: Lesson | None) -> str:
    """Whether a text counts, in words."""
    if one.is_left_out:
        return translate("Owner", "Left out")
    if lesson is None:
        return translate("Owner", "Not learnt yet")
    if not lesson.is_used:
        return translate("Owner", "Sounds too varied")
    return translate("Owner", "Your own name") if lesson.is_word else translate("Owner", "Learnt")


def trial_words(trial: OwnerTrial) -> str:
    """How much better the owner's choices are found, in words."""
    if trial.change is None:
        return translate(
            "Owner",
            "Too few to say how much better your choices are found: %1 were looked for, of %2 texts.",
            number(trial.tried),
            number(trial.texts),
        )
    _, low, high = trial.change
    return translate(
        "Owner",
        "Of %1 choices, each left out and looked for, %2 stood among the first ten before and %3 now: with 95% "
        "certainty a change of %4 to %5 points.",
        number(trial.tried),
        messages.percent(trial.before),
        messages.percent(trial.after),
        _points(low),
        _points(high),
    )


def _points(value: float) -> str:
    """A change in percentage points, with its sign."""
    sign = "−" if value < 0 else "+"
    return f"{sign}{number(round(abs(value) * 100))}"


class OwnerDialog(QDialog):
    """Choices and lessons of a library. GUI thread only."""

    learn_wanted = Signal()
    looked_into = Signal(str)
    """List the sounds chosen for these words; answered by `show_choices`."""
    forget_wanted = Signal(object, object)
    """Texts to forget, and ids of single choices."""
    again_wanted = Signal(object)
    """Excluded names to learn from again."""
    forget_all_wanted = Signal()
    export_wanted = Signal()
    import_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(translate("OwnerDialog", "Learn from my choices"))
        take_room(self, 780, 560)
        note = text_label(
            translate(
                "OwnerDialog",
                "What you drag out, star, tag, rename or pick for the words of a search teaches Earshot what you mean "
                "by them; five sounds under a tag or in a collection teach its name. All of it stays in this library.",
            ),
            self,
            "soft",
            wraps=True,
        )
        self.notes = QCheckBox(translate("OwnerDialog", "Remember my choices"), self)
        self.counts = QCheckBox(translate("OwnerDialog", "Use what was learnt in searches"), self)
        self.list = self._tree()
        self.summary = text_label("", self, "faint")
        self.forget_button = self._button(translate("OwnerDialog", "Forget"), self._forget)
        mark_danger(self.forget_button)
        self.again_button = self._button(translate("OwnerDialog", "Learn from it again"), self._again)
        self.trial = text_label("", self, wraps=True)
        self.progress = QProgressBar(self)
        self.progress.setTextVisible(False)
        self.progress.setAccessibleName(translate("OwnerDialog", "Looking for your choices"))
        self.fault = text_label("", self, "danger", wraps=True)
        self.buttons = Buttons(self.reject, self)
        self.forget_all_button = self.buttons.add(
            translate("OwnerDialog", "Forget everything…"), self.forget_all_wanted.emit, is_danger=True
        )
        self.buttons.add(translate("OwnerDialog", "Import…"), self.import_wanted.emit)
        self.export_button = self.buttons.add(translate("OwnerDialog", "Export…"), self.export_wanted.emit)
        self.learn_button = self.buttons.add_chief(translate("OwnerDialog", "Learn now"), self.learn_wanted.emit)
        self.buttons.settle()
        self._lay(note)
        self.list.currentItemChanged.connect(lambda item: self._update())
        self.list.itemSelectionChanged.connect(self._update)
        self.list.itemExpanded.connect(self._look_into)
        for widget in (self.trial, self.progress, self.fault):
            widget.hide()
        self._update()

    def show_state(self, state: OwnerState) -> None:
        """Lists all texts; keeps the selection and open rows."""
        open_texts = {item.data(0, _TEACHING).folded for item in self._tops() if item.isExpanded()}
        chosen = {self._told(item) for item in self.list.selectedItems()}
        lessons = {} if state.learnt is None else {one.text: one for one in state.learnt.lessons}
        self.list.clear()
        for one in state.teachings:
            item = self._row(one, lessons.get(one.folded))
            item.setSelected(self._told(item) in chosen)
            item.setExpanded(one.folded in open_texts and one.source is TeachingSource.CHOICES)
        self.summary.setText(_summary(state, lessons))
        self.export_button.setEnabled(state.learnt is not None or state.imported is not None)
        self.learn_button.setEnabled(any(not one.is_left_out for one in state.teachings))
        self.forget_all_button.setEnabled(bool(state.teachings) or self.export_button.isEnabled())
        self._update()

    def show_choices(self, text: str, choices: Sequence[NamedChoice]) -> None:
        """Lists the sounds chosen for a text below its row."""
        for top in self._tops():
            if top.data(0, _TEACHING).folded == text and top.data(0, _TEACHING).source is TeachingSource.CHOICES:
                top.takeChildren()
                for one in choices:
                    item = QTreeWidgetItem(
                        top, [one.name, "", ", ".join(kind_words(kind, 1) for kind in one.kinds), ""]
                    )
                    item.setToolTip(0, one.name)
                    item.setData(0, _CHOICE, one.ids)

    def show_trying(self, done: int, total: int) -> None:
        """Shows the progress of the trial."""
        self.trial.setText(
            translate("OwnerDialog", "Looking for %1 of your choices, each left out in turn…", number(total))
        )
        self.progress.setMaximum(max(1, total))
        self.progress.setValue(done)
        self.trial.show()
        self.progress.show()

    def show_trial(self, trial: OwnerTrial) -> None:
        self.trial.setText(trial_words(trial))
        self.trial.show()
        self.progress.hide()

    def show_fault(self, text: str) -> None:
        """Shows a fault; an empty text hides it."""
        self.fault.setText(text)
        self.fault.setVisible(bool(text))
        self.progress.setVisible(self.progress.isVisible() and not text)

    def _tree(self) -> QTreeWidget:
        tree = QTreeWidget(self)
        tree.setObjectName("failures")
        tree.setAccessibleName(translate("OwnerDialog", "What there is to learn from"))
        tree.setHeaderLabels(
            [
                translate("OwnerDialog", "Words"),
                translate("OwnerDialog", "Sounds"),
                translate("OwnerDialog", "How they were chosen"),
                translate("OwnerDialog", "State"),
            ]
        )
        tree.setSelectionMode(QTreeWidget.SelectionMode.ExtendedSelection)
        header = tree.header()
        header.setStretchLastSection(False)
        for column, mode in enumerate(
            (
                QHeaderView.ResizeMode.Stretch,
                QHeaderView.ResizeMode.ResizeToContents,
                QHeaderView.ResizeMode.Stretch,
                QHeaderView.ResizeMode.ResizeToContents,
            )
        ):
            header.setSectionResizeMode(column, mode)
        return tree

    def _lay(self, note: QLabel) -> None:
        switches = hbox(self.notes, self.counts, STRETCH, spacing=24)
        below = hbox((self.summary, 1), self.again_button, self.forget_button)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 16, 16, 14)
        layout.setSpacing(12)
        layout.addWidget(note)
        layout.addLayout(switches)
        layout.addWidget(self.list, 1)
        layout.addLayout(below)
        for widget in (self.trial, self.progress, self.fault, self.buttons):
            layout.addWidget(widget)

    def _row(self, one: LearningSource, lesson: Lesson | None) -> QTreeWidgetItem:
        columns = [one.text, number(len(one.sounds)), source_words(one), state_words(one, lesson)]
        item = QTreeWidgetItem(self.list, columns)
        item.setData(0, _TEACHING, one)
        item.setSizeHint(0, QSize(0, _ROW_PX))
        for column in (0, 2, 3):
            item.setToolTip(column, columns[column])
        if one.source is TeachingSource.CHOICES and one.sounds:
            item.setChildIndicatorPolicy(QTreeWidgetItem.ChildIndicatorPolicy.ShowIndicator)
        return item

    def _tops(self) -> list[QTreeWidgetItem]:
        tops = (self.list.topLevelItem(row) for row in range(self.list.topLevelItemCount()))
        return [top for top in tops if top is not None]

    def _told(self, item: QTreeWidgetItem) -> tuple[str, str]:
        one = item.data(0, _TEACHING)
        return (one.text, str(one.source)) if isinstance(one, LearningSource) else ("", "")

    def _look_into(self, item: QTreeWidgetItem) -> None:
        one = item.data(0, _TEACHING)
        if isinstance(one, LearningSource):
            self.looked_into.emit(one.folded)

    def _button(self, text: str, run: Callable[[], object]) -> QPushButton:
        button = push_button(text, run, self)
        button.setAutoDefault(False)
        return button

    def _chosen(self) -> tuple[list[LearningSource], list[int]]:
        """The selected texts, and the choices selected one by one."""
        items = self.list.selectedItems()
        texts = [one for item in items if isinstance(one := item.data(0, _TEACHING), LearningSource)]
        ids = [int(id) for item in items if (found := item.data(0, _CHOICE)) for id in found]
        return texts, ids

    def _update(self) -> None:
        texts, ids = self._chosen()
        left_out = [one for one in texts if one.is_left_out]
        self.forget_button.setEnabled(bool(ids) or len(left_out) < len(texts))
        self.again_button.setVisible(bool(left_out))

    def _forget(self) -> None:
        texts, ids = self._chosen()
        self.forget_wanted.emit([one.text for one in texts if not one.is_left_out], ids)

    def _again(self) -> None:
        self.again_wanted.emit([one.text for one in self._chosen()[0] if one.is_left_out])


def _summary(state: OwnerState, lessons: Mapping[str, Lesson]) -> str:
    if not state.teachings and state.imported is None:
        return translate("OwnerDialog", "There are no choices yet.")
    told = [translate("OwnerDialog", "%n text(s) to learn from", n=len(state.teachings))]
    used = sum(one.is_used for one in lessons.values())
    if used:
        told.append(translate("OwnerDialog", "%n learnt", n=used))
    if state.imported is not None:
        told.append(translate("OwnerDialog", "%n from a file", n=len(state.imported.lessons)))
    return " · ".join(told)
