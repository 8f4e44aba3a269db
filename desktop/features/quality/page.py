"""The page of what may have to be mended: flaws, their sounds, and how far the measuring is."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QAbstractItemView, QLabel, QProgressBar, QSplitter, QStackedWidget, QTableView, QWidget

from desktop.base.theme import Theme
from desktop.base.translation import number, translate
from desktop.features.quality.tables import FlawedSoundsModel, FlawsModel
from desktop.widgets.boxes import STRETCH, hbox, vbox
from desktop.widgets.buttons import tipped_button
from desktop.widgets.centred import centred
from desktop.widgets.labels import text_label
from desktop.widgets.motion import show_busy
from desktop.widgets.table import TableModel, set_up_table
from engine.base.quality import Flaw
from engine.features.quality.quality_pass import QualityStep
from engine.features.quality.report import MOST, FlawedSound, QualityReport

_TEXT_PX = 520
_LEFT_PX = 250
_ROW_PX = 32


class QualityPage(QWidget):
    """Page of flaws; feature.py handles its signals. GUI thread only."""

    flaw_chosen = Signal(object)
    """The Flaw whose sounds are to be listed."""
    results_wanted = Signal(object)
    """The Flaw whose sounds are wanted in the list of results."""
    measure_wanted = Signal()
    pause_wanted = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.flaws = FlawsModel(self)
        self.sounds = FlawedSoundsModel(theme, self)
        self.left = _table(self.flaws, translate("QualityPage", "Flaws"), 70, self)
        self.left.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.right = _table(self.sounds, translate("QualityPage", "Sounds with this flaw"), 130, self)
        self.right.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        self.left.selectionModel().selectionChanged.connect(self._choose)
        self.left.doubleClicked.connect(self._show_results)
        self.right.doubleClicked.connect(self._show_results)
        self.summary = text_label("", self, "soft", wraps=True)
        self.hint = text_label("", self, "soft", wraps=True)
        self.bar = QProgressBar(self)
        self.bar.setTextVisible(False)
        self.bar.setFixedWidth(240)
        self.bar.setAccessibleName(translate("QualityPage", "Progress of the measuring"))
        self.results = tipped_button(
            self,
            translate("QualityPage", "Show in results"),
            translate("QualityPage", "Lists the sounds with this flaw in the results, to hear and sort them"),
            self._show_results,
        )
        self.measure = tipped_button(
            self,
            translate("QualityPage", "Measure"),
            translate("QualityPage", "Reads every sound that was not measured yet. No file is changed."),
            self.measure_wanted.emit,
        )
        self.pause = tipped_button(
            self,
            translate("QualityPage", "Pause"),
            translate("QualityPage", "Stops measuring for now. What was measured is kept."),
            self.pause_wanted.emit,
        )
        self.title, self.text = QLabel("", self), QLabel("", self)
        self.pages = QStackedWidget(self)
        self._report: QualityReport | None = None
        self._is_measuring = False
        self._lay_out()
        self.set_measuring(False)

    @property
    def flaw(self) -> Flaw | None:
        """The selected kind."""
        rows = self.left.selectionModel().selectedRows()
        return self.flaws.counts[rows[0].row()][0] if rows and rows[0].row() < len(self.flaws.counts) else None

    def show_report(self, report: QualityReport) -> None:
        """Lists flaws; keeps the selection where possible."""
        chosen = self.flaw
        self._report = report
        if report.counts != self.flaws.counts:
            self.flaws.show(report.counts)
            if report.counts:
                kinds = [flaw for flaw, _ in report.counts]
                self.left.selectRow(kinds.index(chosen) if chosen in kinds else 0)
        self.pages.setCurrentIndex(1 if report.counts else 0)
        self._show_summary()

    def show_sounds(self, flaw: Flaw, sounds: tuple[FlawedSound, ...]) -> None:
        if flaw is not self.flaw:
            return
        self.sounds.show(flaw, sounds)
        self.hint.setText(
            translate("QualityPage", "The first %1 are listed. “Show in results” has all.", number(MOST))
            if len(sounds) == MOST
            else ""
        )
        self.hint.setVisible(bool(self.hint.text()))

    def set_measuring(self, is_measuring: bool) -> None:
        self._is_measuring = is_measuring
        self.bar.setVisible(is_measuring)
        show_busy(self.bar)
        self._show_summary()

    def show_step(self, step: QualityStep) -> None:
        """Shows how far the pass is."""
        self.bar.setRange(0, 1_000)
        self.bar.setValue(round(1_000 * step.done_s / max(1e-9, step.total_s)))
        self.summary.setText(
            translate("QualityPage", "Measuring: %1 of %2 sounds.", number(step.done), number(step.total))
        )

    def _show_summary(self) -> None:
        report = self._report
        waiting = 0 if report is None else report.waiting
        self.measure.setVisible(not self._is_measuring)
        self.measure.setEnabled(waiting > 0)
        self.pause.setVisible(self._is_measuring)
        self.results.setEnabled(self.flaw is not None)
        if report is None:
            return
        parts = [
            translate("QualityPage", "%n sound(s) measured", n=report.measured),
            translate("QualityPage", "%n with a flaw", n=report.flawed),
        ]
        if report.failed:
            parts.append(translate("QualityPage", "%n could not be read", n=report.failed))
        if waiting:
            parts.append(translate("QualityPage", "%n to do", n=waiting))
        self.summary.setText(" · ".join(parts))
        if not report.measured:
            self.title.setText(translate("QualityPage", "Nothing was measured yet"))
            self.text.setText(
                translate(
                    "QualityPage",
                    "Earshot looks for clipping, clicks, silence and the like when nothing else happens, or now: "
                    "Measure. It only reads your files.",
                )
            )
        else:
            self.title.setText(translate("QualityPage", "Nothing to mend"))
            self.text.setText(translate("QualityPage", "No flaw was found in the sounds that were measured."))

    def _choose(self) -> None:
        flaw = self.flaw
        self.results.setEnabled(flaw is not None)
        if flaw is not None:
            self.sounds.show(flaw, ())
            self.flaw_chosen.emit(flaw)

    def _show_results(self) -> None:
        if (flaw := self.flaw) is not None:
            self.results_wanted.emit(flaw)

    def _lay_out(self) -> None:
        quiet = QWidget(self)
        self.title.setObjectName("emptyTitle")
        self.text.setObjectName("emptyText")
        self.text.setWordWrap(True)
        self.text.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        vbox(STRETCH, centred(self.title, _TEXT_PX), centred(self.text, _TEXT_PX), STRETCH, parent=quiet)
        sides = QSplitter(Qt.Orientation.Horizontal, self)
        sides.setChildrenCollapsible(False)
        detail = QWidget(sides)
        vbox((self.right, 1), self.hint, parent=detail, margins=0)
        sides.addWidget(self.left)
        sides.addWidget(detail)
        sides.setSizes([_LEFT_PX, 3 * _LEFT_PX])
        sides.setStretchFactor(1, 1)
        self.pages.addWidget(quiet)
        self.pages.addWidget(sides)
        top = hbox((self.summary, 1), self.bar, margins=(16, 8, 16, 8), spacing=8)
        bottom = hbox(STRETCH, self.results, self.pause, self.measure, margins=(16, 8, 16, 8), spacing=6)
        vbox(top, (self.pages, 1), bottom, parent=self, margins=0, spacing=0)


def _table(model: TableModel, name: str, width_px: int, parent: QWidget) -> QTableView:
    table = QTableView(parent)
    set_up_table(table, model, name, row_px=_ROW_PX, stretched=0, widths_px={1: width_px})
    return table
