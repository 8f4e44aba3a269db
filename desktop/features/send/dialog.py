"""Dialog of *Send to…*: the project, the place, handles and names. It stays open until everything is sent."""

from msgspec import Struct
from PySide6.QtCore import Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QDoubleSpinBox,
    QFormLayout,
    QLineEdit,
    QProgressBar,
    QWidget,
)

from desktop.base.settings import WindowSettings
from desktop.base.translation import translate
from desktop.widgets.boxes import hbox, vbox
from desktop.widgets.buttons import Buttons
from desktop.widgets.folder_field import FolderField
from desktop.widgets.labels import text_label
from desktop.widgets.profile_box import ChoiceBox
from engine.base.clocks import FrameClock, Rate
from engine.features.send.project_sending import ProjectTarget, SendOrder
from engine.transfer.profile import LONGEST_HANDLES_S

_STEP_S = 0.05
_OF_PROFILE_S = -_STEP_S
"""Value of the handles field for those of the profile."""
_COMMAND = 'audacity "{file}"'
"""An example."""


class SendChoice(Struct, frozen=True):
    """What to send, and where to."""

    order: SendOrder
    name: str
    """Of each clip; empty for its file's."""
    handles_s: float | None
    """None for those of the transfer profile."""
    is_whole: bool
    """Whole sounds, and not only their moments."""


class SendDialog(QDialog):
    """Emits `send_wanted`; its owner calls `refuse` or `accept`. GUI thread only.

    Args:
        count: number of selected sounds.
        name: suggested name.
        profile: title of the transfer profile in use.
        has_moments: whether there are moments, so that whole sounds are a choice.
        kept: the choices of the last time.
    """

    send_wanted = Signal()
    stop_wanted = Signal()

    def __init__(
        self,
        count: int,
        name: str,
        profile: str,
        kept: WindowSettings,
        *,
        has_moments: bool,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(translate("SendDialog", "Send to"))
        self._is_working = False
        self.target = ChoiceBox(_targets(), self)
        self.target.setAccessibleName(translate("SendDialog", "Project"))
        self.target.choose(next((one for one in ProjectTarget if one == kept.send_target), ProjectTarget.OTIO), "")
        self.folder = FolderField(translate("SendDialog", "Project folder"), kept.project_folder, self)
        self.session = FolderField(translate("SendDialog", "Folder of the session"), kept.send_session, self)
        self.session.setPlaceholderText(translate("SendDialog", "Holds the session's .ardour file"))
        self.command = QLineEdit(kept.send_command, self)
        self.command.setAccessibleName(translate("SendDialog", "Command"))
        self.command.setPlaceholderText(_COMMAND)
        self.command.setToolTip(
            translate(
                "SendDialog", "{file} stands for each file, {name} and {start_s} for its name and place in seconds"
            )
        )
        self.at_end = QCheckBox(translate("SendDialog", "At the end of Earshot's tracks"), self)
        self.at_end.setChecked(kept.send_at_end)
        self.at = QLineEdit(kept.send_at, self)
        self.at.setAccessibleName(translate("SendDialog", "Place"))
        self.at.setToolTip(translate("SendDialog", "Timecode (10:00:00:00), a clock time (1:02.5) or seconds"))
        self.rate = QComboBox(self)
        self.rate.setAccessibleName(translate("SendDialog", "Frames per second"))
        for rate in Rate:
            self.rate.addItem(translate("SendDialog", "%1 fps", rate.value), rate.value)
        self.rate.setCurrentIndex(max(0, self.rate.findData(kept.send_rate)))
        self.handles = QDoubleSpinBox(self)
        self.handles.setRange(_OF_PROFILE_S, LONGEST_HANDLES_S)
        self.handles.setSingleStep(_STEP_S)
        self.handles.setSuffix(translate("SendDialog", " s"))
        self.handles.setSpecialValueText(translate("SendDialog", "As in the profile"))
        self.handles.setValue(_OF_PROFILE_S if kept.send_handles_ms < 0 else kept.send_handles_ms / 1000)
        self.handles.setAccessibleName(translate("SendDialog", "Handles"))
        self.name = QLineEdit(name, self)
        self.name.setAccessibleName(translate("SendDialog", "Name"))
        self.name.setPlaceholderText(translate("SendDialog", "As the file"))
        self.whole = QCheckBox(translate("SendDialog", "Whole sounds, and not only their moments"), self)
        self.whole.setVisible(has_moments)
        self.profile = text_label(profile, self, is_plain=True)
        self.profile.setToolTip(translate("SendDialog", "Choose another in the deck, or with its key."))
        self.count = text_label(translate("SendDialog", "%n sound(s)", n=count), self)
        self.note = text_label("", self, "soft", wraps=True)
        self.fault = text_label("", self, "danger", wraps=True)
        self.fault.hide()
        self.bar = QProgressBar(self)
        self.bar.setTextVisible(False)
        self.bar.setRange(0, 100)
        self.bar.setAccessibleName(translate("SendDialog", "Progress of sending"))
        self.bar.hide()
        self.buttons = Buttons(self.reject, self, chief=translate("SendDialog", "Send"))
        self.agree = self.buttons.first
        self.agree.setAccessibleName(translate("SendDialog", "Send to the project"))
        self.buttons.accepted.connect(self._send)
        self._fields: tuple[QWidget, ...] = (
            *(self.target, self.folder, self.folder.browse, self.session, self.session.browse, self.command),
            *(self.at_end, self.at, self.rate, self.name, self.handles, self.whole),
        )
        self.form = QFormLayout()
        self._lay_out()
        for field in (self.folder, self.session, self.command, self.at):
            field.textChanged.connect(self._update)
        self.target.currentIndexChanged.connect(self._update)
        self.at_end.toggled.connect(self._update)
        self._update()

    @property
    def choice(self) -> SendChoice:
        target = self.target.value
        is_session = target is ProjectTarget.ARDOUR
        order = SendOrder(
            target,
            (self.session if is_session else self.folder).path,
            self.at.text().strip(),
            is_session and self.at_end.isChecked(),
            FrameClock(Rate(self.rate.currentData())),
            self.command.text().strip(),
            self.name.text().strip(),
        )
        handles_s = round(self.handles.value(), 3)
        is_whole = not self.whole.isHidden() and self.whole.isChecked()
        return SendChoice(order, self.name.text().strip(), None if handles_s < 0.0 else handles_s, is_whole)

    def set_working(self, is_working: bool) -> None:
        """Shows whether sounds are being sent; everything but the button that stops is disabled then."""
        self._is_working = is_working
        self.bar.setVisible(is_working)
        self.bar.setValue(0)
        for field in self._fields:
            field.setEnabled(not is_working)
        self._update()

    def show_progress(self, share: float) -> None:
        self.bar.setValue(round(100 * share))

    def refuse(self, text: str) -> None:
        """Says why nothing was sent; the choices stay."""
        self.fault.setText(text)
        self.fault.show()

    def reject(self) -> None:
        """Stops sending first, and closes when pressed again."""
        if self._is_working:
            self.stop_wanted.emit()
        else:
            super().reject()

    def _send(self) -> None:
        self.fault.hide()
        self.send_wanted.emit()

    def _update(self) -> None:
        target = self.target.value
        is_session, is_command = target is ProjectTarget.ARDOUR, target is ProjectTarget.COMMAND
        rows = self.form
        rows.setRowVisible(self.folder.row, not is_session)
        rows.setRowVisible(self.session.row, is_session)
        rows.setRowVisible(self.command, is_command)
        rows.setRowVisible(self.at_end, is_session)
        is_typed = not (is_session and self.at_end.isChecked())
        for field in (self.at, self.rate):
            field.setEnabled(is_typed and not self._is_working)
        self.note.setText(_notes()[target])
        is_full = not (self.session if is_session else self.folder).is_empty
        is_full = is_full and bool(self.at.text().strip() or not is_typed)
        is_full = is_full and (not is_command or bool(self.command.text().strip()))
        self.agree.setEnabled(is_full and not self._is_working)

    def _lay_out(self) -> None:
        place = hbox((self.at, 1), self.rate, spacing=8)
        form = self.form
        form.addRow(translate("SendDialog", "Send"), self.count)
        form.addRow(translate("SendDialog", "To"), self.target)
        form.addRow(translate("SendDialog", "Folder"), self.folder.row)
        form.addRow(translate("SendDialog", "Session"), self.session.row)
        form.addRow(translate("SendDialog", "Command"), self.command)
        form.addRow("", self.at_end)
        form.addRow(translate("SendDialog", "Place"), place)
        form.addRow(translate("SendDialog", "Name"), self.name)
        form.addRow(translate("SendDialog", "Handles"), self.handles)
        form.addRow(translate("SendDialog", "Transfer profile"), self.profile)
        vbox(
            form,
            self.whole,
            self.note,
            self.fault,
            self.bar,
            self.buttons,
            parent=self,
            margins=(20, 18, 20, 16),
            spacing=10,
        )
        self.setMinimumWidth(560)


def _targets() -> dict[ProjectTarget, str]:
    return {
        ProjectTarget.OTIO: translate("SendDialog", "Timeline (OpenTimelineIO)"),
        ProjectTarget.AAF: translate("SendDialog", "AAF (Pro Tools, Nuendo, Media Composer)"),
        ProjectTarget.FCPXML: translate("SendDialog", "FCPXML (Final Cut Pro, DaVinci Resolve)"),
        ProjectTarget.EDL: translate("SendDialog", "EDL (CMX 3600)"),
        ProjectTarget.RPP: translate("SendDialog", "REAPER project"),
        ProjectTarget.ARDOUR: translate("SendDialog", "Ardour session"),
        ProjectTarget.COMMAND: translate("SendDialog", "Program"),
    }


def _notes() -> dict[ProjectTarget, str]:
    new = translate("SendDialog", "A new file is written beside the clips; nothing is overwritten.")
    frames = translate("SendDialog", "It counts in frames: a clip without a handle moves to the nearest one.")
    return {
        ProjectTarget.OTIO: new,
        ProjectTarget.AAF: translate("SendDialog", "It refers to the clips beside it, which must be WAV files."),
        ProjectTarget.FCPXML: frames,
        ProjectTarget.EDL: frames,
        ProjectTarget.RPP: new,
        ProjectTarget.ARDOUR: translate(
            "SendDialog", "Close the session in Ardour first. The session file as it was stays beside it."
        ),
        ProjectTarget.COMMAND: translate("SendDialog", "The clips stay in the folder. No shell reads the command."),
    }
