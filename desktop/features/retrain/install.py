"""The page of *Retrain…* for a missing training environment: its size, and two ways to get it."""

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFileDialog, QLineEdit, QProgressBar, QVBoxLayout, QWidget

from desktop.base.translation import number, translate
from desktop.features.retrain.interpreters import DISK_BYTES, DOWNLOAD_BYTES, ProbeResult
from desktop.features.retrain.page import FaultLabel, Page, soft_label
from desktop.features.retrain.setup import SetupProgress
from desktop.widgets.boxes import STRETCH, hbox, vbox
from desktop.widgets.buttons import push_button
from desktop.widgets.labels import text_label
from desktop.widgets.motion import show_busy

_WHOLE = 1000
_MOST_NAMED = 4
"""Limit of missing modules named in a sentence."""


class InstallPage(Page):
    """Offers to create an environment or to use an existing one. GUI thread only."""

    make_wanted = Signal()
    cancel_wanted = Signal()
    take_wanted = Signal(object)
    """Path of an interpreter to try."""

    def __init__(self, close: Callable[[], object], parent: QWidget | None = None) -> None:
        super().__init__(close, parent)
        self.title.setText(translate("InstallPage", "Training is not installed"))
        self.about.setText(
            translate(
                "InstallPage",
                "You do not need this for searching. To train, Earshot needs PyTorch and its dependencies, "
                "in a separate environment that does not affect the rest of your system.",
            )
        )
        self.sizes = soft_label(self)
        self.bar = QProgressBar(self)
        self.bar.setTextVisible(False)
        self.bar.setAccessibleName(translate("InstallPage", "Progress of the download"))
        self.line = soft_label(self)
        self.make_button = push_button(translate("InstallPage", "Download and install"), self.make_wanted.emit, self)
        self.make_button.setObjectName("primary")
        self.cancel_button = push_button(translate("InstallPage", "Cancel"), self.cancel_wanted.emit, self)
        self.cancel_button.setToolTip(translate("InstallPage", "The download so far is kept for next time."))
        self.fault = FaultLabel(self)
        self.path = QLineEdit(self)
        self.path.setAccessibleName(translate("InstallPage", "Program of the environment"))
        self.path.setPlaceholderText(translate("InstallPage", "Its python, or the folder of the environment"))
        self.path.returnPressed.connect(self._take)
        self.browse_button = push_button(translate("InstallPage", "Browse…"), self._browse, self)
        self.take_button = push_button(translate("InstallPage", "Test it"), self._take, self)
        self.verdict = text_label("", self, wraps=True)
        self._lay_out()
        self.show_making(None, is_begun=False)

    def show_place(self, folder: Path) -> None:
        """Shows the download and disk sizes, and the target folder."""
        self.sizes.setText(
            translate(
                "InstallPage",
                "Downloads at most %1 GB and takes up %2 GB in %3. Nothing is sent, and every package is "
                "compared with the checksum that came with Earshot.",
                number(DOWNLOAD_BYTES / 1e9, 1),
                number(DISK_BYTES / 1e9, 1),
                str(folder),
            )
        )

    def show_making(self, making: SetupProgress | None, *, is_running: bool = False, is_begun: bool = False) -> None:
        """Shows the progress of a setup.

        Args:
            making: its progress; None before the first report.
            is_running: whether it is running.
            is_begun: whether a partial environment exists that it would resume.
        """
        self.bar.setVisible(is_running)
        self.line.setVisible(is_running)
        self.cancel_button.setVisible(is_running)
        self.make_button.setEnabled(not is_running)
        go_on, make = translate("InstallPage", "Continue"), translate("InstallPage", "Download and install")
        self.make_button.setText(go_on if is_begun and not is_running else make)
        for widget in (self.path, self.browse_button, self.take_button):
            widget.setEnabled(not is_running)
        if is_running:
            self.fault.say("")
            share = 0.0 if making is None else making.done_bytes / making.total_bytes
            if share > 0.0:
                self.bar.setRange(0, _WHOLE)
                self.bar.setValue(round(_WHOLE * share))
            else:
                show_busy(self.bar)
            self.line.setText(translate("InstallPage", "Starting…") if making is None else making.line)

    def show_fault(self, message: str, advice: str) -> None:
        self.fault.say(message, advice)

    def show_refused(self, verdict: ProbeResult | None) -> None:
        """Shows why an interpreter cannot train; None while it is being tested."""
        self.take_button.setEnabled(verdict is not None)
        self.verdict.setObjectName("danger" if verdict is not None else "soft")
        self.verdict.style().polish(self.verdict)
        self.verdict.setText(translate("InstallPage", "Testing it…") if verdict is None else refusal(verdict))

    def _lay_out(self) -> None:
        making = hbox(self.make_button, self.cancel_button, STRETCH)
        place = hbox((self.path, 1), self.browse_button, self.take_button)
        own = QVBoxLayout()
        own.setSpacing(8)
        own.addWidget(text_label(translate("InstallPage", "Create an environment for it"), self, "settingTitle"))
        own.addWidget(self.sizes)
        own.addLayout(making)
        own.addWidget(self.bar)
        own.addWidget(self.line)
        own.addWidget(self.fault)
        hint = soft_label(self)
        hint.setText(
            translate("InstallPage", "An environment with PyTorch, transformers and what Earshot itself needs.")
        )
        other = vbox(
            text_label(translate("InstallPage", "Or use an existing one"), self, "settingTitle"),
            hint,
            place,
            self.verdict,
            spacing=8,
        )
        self.body.addLayout(own)
        self.body.addSpacing(12)
        self.body.addLayout(other)
        self.body.addStretch(1)

    def _browse(self) -> None:
        title = translate("InstallPage", "Program of the environment")
        chosen, _ = QFileDialog.getOpenFileName(self, title, self.path.text().strip() or str(Path.home()))
        if chosen:
            self.path.setText(chosen)
            self._take()

    def _take(self) -> None:
        text = self.path.text().strip()
        if text:
            self.take_wanted.emit(Path(text).expanduser())


def refusal(verdict: ProbeResult) -> str:
    """Why an interpreter cannot train, in a sentence or two."""
    if verdict.fault:
        return translate("InstallPage", "%1 cannot train: %2.", str(verdict.python), verdict.fault)
    named = ", ".join(f"{name} ({why})" for name, why in verdict.missing[:_MOST_NAMED])
    more = len(verdict.missing) - _MOST_NAMED
    if more > 0:
        named += " " + translate("InstallPage", "and %n more", n=more)
    return translate("InstallPage", "%1 cannot train. Missing: %2.", str(verdict.python), named)
