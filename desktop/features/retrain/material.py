"""The first page of *Retrain…*: training data, what of it is used or excluded, and for how long to train."""

from collections.abc import Callable
from pathlib import Path

from msgspec import Struct
from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import (
    QButtonGroup,
    QDoubleSpinBox,
    QFileDialog,
    QGridLayout,
    QHeaderView,
    QLineEdit,
    QProgressBar,
    QRadioButton,
    QSizePolicy,
    QTreeWidget,
    QTreeWidgetItem,
    QWidget,
)

from desktop.base import engine_words
from desktop.base.timer import single_shot
from desktop.base.translation import number, translate
from desktop.features.retrain import training_messages
from desktop.features.retrain.page import FaultLabel, Page, soft_label
from desktop.features.retrain.runs import RunKind
from desktop.widgets.boxes import hbox, vbox
from desktop.widgets.buttons import push_button
from desktop.widgets.labels import text_label
from desktop.widgets.motion import show_busy
from engine.base.training_events import Material

USUAL_MINUTES = 5.0
"""With 100 to 300 sounds the best state came within one or two minutes (docs/decisions/0032); the best one is kept."""
_MOST_MINUTES = 24 * 60.0
_ROW_PX, _EXAMPLE_PX = 28, 24
_SETTLE_MS = 600
"""Pause after typing a path before it is checked."""


class MaterialChoice(Struct, frozen=True):
    """Training data and duration."""

    kind: RunKind
    path: str
    minutes: float
    """0 lets the training decide."""
    owner: str
    """The user's name, whose copyright excludes nothing."""


class MaterialPage(Page):
    """Selects the training data. GUI thread only."""

    look_wanted = Signal(object)
    """A MaterialChoice to preview."""
    start_wanted = Signal(object)
    """A MaterialChoice to train on."""

    def __init__(self, close: Callable[[], object], parent: QWidget | None = None) -> None:
        super().__init__(close, parent)
        self._library = ""
        self.title.setText(translate("MaterialPage", "Teach the model your sounds"))
        self.about.setText(
            translate(
                "MaterialPage",
                "A copy of the model in use learns what your sounds are called. Your files are only read, and you "
                "decide at the end whether the new model is used.",
            )
        )
        self.kinds = {
            RunKind.LIBRARY: QRadioButton(translate("MaterialPage", "This library"), self),
            RunKind.FOLDER: QRadioButton(translate("MaterialPage", "A folder of sounds with descriptions"), self),
            RunKind.MANIFEST: QRadioButton(translate("MaterialPage", "A list of sounds with descriptions"), self),
        }
        self._tips = {
            RunKind.LIBRARY: translate(
                "MaterialPage", "Descriptions, metadata, tags, UCS names and collections serve as descriptions."
            ),
            RunKind.FOLDER: translate(
                "MaterialPage", "The folder holds sounds and a CSV or JSONL file that describes them."
            ),
            RunKind.MANIFEST: translate(
                "MaterialPage", "A JSONL file that names a sound and its descriptions in each line."
            ),
        }
        self.tip = soft_label(self)
        self.path = QLineEdit(self)
        self.path.setAccessibleName(translate("MaterialPage", "Path"))
        self.browse_button = push_button(translate("MaterialPage", "Browse…"), self._browse, self)
        self._place = QWidget(self)
        self.used = text_label("", self, wraps=True, is_plain=True)
        self.busy = QProgressBar(self)
        show_busy(self.busy)
        self.busy.setTextVisible(False)
        self.busy.setAccessibleName(translate("MaterialPage", "Progress of the check"))
        self.left_out = soft_label(self)
        self.list = self._make_list()
        self.notes = soft_label(self)
        self.owner = QLineEdit(self)
        self.owner.setPlaceholderText(translate("MaterialPage", "Your name or company"))
        self.owner.setToolTip(
            translate("MaterialPage", "Sounds with this name in their copyright are yours, so they are used too.")
        )
        self.fault = FaultLabel(self)
        self.minutes = Minutes(self)
        self._settle = single_shot(self, _SETTLE_MS, self._ask)
        self._lay_out()
        self.start_button = self.add_button(translate("MaterialPage", "Start training"), self._start, is_first=True)
        self.kinds[RunKind.LIBRARY].setChecked(True)
        self._group.buttonToggled.connect(self._chosen)
        self.path.textChanged.connect(self._typed)
        self.owner.textChanged.connect(self._typed)
        self._chosen(None, True)

    @property
    def kind(self) -> RunKind:
        return next(kind for kind, button in self.kinds.items() if button.isChecked())

    @property
    def first(self) -> QWidget:
        """The control that gets the focus."""
        return self.kinds[self.kind]

    @property
    def source(self) -> str:
        """Path of the selected source; empty for none."""
        return self._library if self.kind is RunKind.LIBRARY else self.path.text().strip()

    @property
    def choice(self) -> MaterialChoice:
        return MaterialChoice(self.kind, self.source, self.minutes.value(), self.owner.text().strip())

    def show_library(self, folder: Path) -> None:
        """Sets the library of the choice *This library*."""
        self._library = str(folder)

    def look(self) -> None:
        """Requests a new preview."""
        self._settle.stop()
        self._ask()

    def show_material(self, what: Material) -> None:
        self.busy.hide()
        self.used.setText(training_messages.material(what))
        self.used.setVisible(what.refused is None or what.used.train > 0)
        self.notes.setText("\n".join(map(engine_words.line, what.notes)))
        self.notes.setVisible(bool(what.notes))
        if what.refused is not None:
            self.fault.say(*engine_words.broke(what.refused))
        self.left_out.setText(training_messages.left_out(what))
        self.left_out.show()
        self.list.clear()
        for part in what.left_out:
            item = QTreeWidgetItem(self.list, [engine_words.line(part.reason), number(part.count)])
            item.setTextAlignment(1, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
            item.setToolTip(0, item.text(0))
            item.setSizeHint(0, QSize(0, _ROW_PX))
            for example in part.examples:
                inner = QTreeWidgetItem(item, [example])
                inner.setToolTip(0, example)
                inner.setSizeHint(0, QSize(0, _EXAMPLE_PX))
        self.list.setVisible(bool(what.left_out))
        self.start_button.setEnabled(what.refused is None)

    def show_fault(self, message: str, advice: str) -> None:
        """Shows why there is no preview, or why no training started."""
        self.busy.hide()
        self.fault.say(message, advice)

    def _lay_out(self) -> None:
        self._group = QButtonGroup(self)
        choices = vbox(spacing=4)
        for button in self.kinds.values():
            self._group.addButton(button)
            choices.addWidget(button)
        hbox((self.path, 1), self.browse_button, parent=self._place, margins=0)
        self.body.addWidget(text_label(translate("MaterialPage", "Learn from"), self, "settingTitle"))
        self.body.addLayout(choices)
        for widget in (self.tip, self._place):
            self.body.addWidget(widget)
        self.body.addWidget(text_label(translate("MaterialPage", "What is used"), self, "settingTitle"))
        for widget in (self.busy, self.used, self.left_out):
            self.body.addWidget(widget)
        self.body.addWidget(self.list, 1)
        self.body.addWidget(self.notes)
        self.body.addWidget(self.fault)
        self.body.addLayout(self._rows())
        self.body.addStretch(0)

    def _rows(self) -> QGridLayout:
        """Lays out the other settings, one per row."""
        rows = QGridLayout()
        rows.setHorizontalSpacing(12)
        rows.setVerticalSpacing(8)
        hint = soft_label(self)
        hint.setText(
            translate(
                "MaterialPage",
                "Training runs in the background, even after you close Earshot. You can stop it at any time.",
            )
        )
        named = (
            (translate("MaterialPage", "Your own sounds"), self.owner),
            (translate("MaterialPage", "Train for"), self.minutes),
        )
        for row, (text, control) in enumerate(named):
            label = text_label(text, self, "settingTitle")
            label.setBuddy(control)
            control.setAccessibleName(text)
            rows.addWidget(label, row, 0)
            rows.addWidget(control, row, 1, 1, 2 if control is self.owner else 1)
        rows.addWidget(hint, 1, 2)
        rows.setColumnStretch(2, 1)
        self.owner.setMaximumWidth(360)
        return rows

    def _make_list(self) -> QTreeWidget:
        tree = QTreeWidget(self)
        tree.setObjectName("failures")
        tree.setAccessibleName(translate("MaterialPage", "What is left out"))
        tree.setHeaderLabels([translate("MaterialPage", "Reason"), translate("MaterialPage", "Sounds")])
        tree.setMinimumHeight(104)
        tree.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Ignored)  # takes the remaining height
        tree.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        tree.header().setStretchLastSection(False)
        tree.header().setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        tree.header().setSectionResizeMode(1, QHeaderView.ResizeMode.ResizeToContents)
        return tree

    def _chosen(self, button: object, is_on: bool) -> None:
        if not is_on:
            return
        self.tip.setText(self._tips[self.kind])
        self._place.setVisible(self.kind is not RunKind.LIBRARY)
        if self.kind is not RunKind.LIBRARY:
            self.path.clear()
            is_folder = self.kind is RunKind.FOLDER
            self.path.setPlaceholderText(
                translate("MaterialPage", "Folder") if is_folder else translate("MaterialPage", "File")
            )
        self.look()

    def _typed(self) -> None:
        self._forget()
        self._settle.start()

    def _forget(self) -> None:
        """Clears the preview of a former choice."""
        self.start_button.setEnabled(False)
        self.fault.say("")
        for widget in (self.list, self.left_out, self.busy, self.notes):
            widget.hide()
        self.used.show()
        self.used.setText("" if self.source else translate("MaterialPage", "Nothing chosen yet."))

    def _ask(self) -> None:
        self._forget()
        if self.source:
            self.used.setText(translate("MaterialPage", "Checking the sounds and their descriptions…"))
            self.busy.show()
            self.look_wanted.emit(self.choice)

    def _browse(self) -> None:
        start = self.path.text().strip() or str(Path.home())
        if self.kind is RunKind.FOLDER:
            chosen = QFileDialog.getExistingDirectory(self, translate("MaterialPage", "Folder of sounds"), start)
        else:
            title, kinds = translate("MaterialPage", "List of sounds"), translate("MaterialPage", "Lists (*.jsonl)")
            chosen, _ = QFileDialog.getOpenFileName(self, title, start, kinds)
        if chosen:
            self.path.setText(chosen)
            self.look()

    def _start(self) -> None:
        self.start_button.setEnabled(False)
        self.start_wanted.emit(self.choice)


class Minutes(QDoubleSpinBox):
    """Input for minutes: integer steps, tenths if typed; 0 lets the training decide."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setDecimals(1)
        self.setRange(0.0, _MOST_MINUTES)
        self.setSpecialValueText(translate("Minutes", "automatic"))
        self.setSingleStep(5)
        self.setValue(USUAL_MINUTES)
        self.setToolTip(translate("Minutes", "Automatic: a few hundred steps, which take minutes for a small library."))
        self.setSuffix(translate("Minutes", " min"))

    def textFromValue(self, value: float) -> str:
        """Omits a zero tenth."""
        return number(value, 0 if value == round(value) else 1)
