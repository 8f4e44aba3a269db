"""The dialog that opens a shared library: its address, the user's account, and which library joins it.

Each error is shown below its field. The dialog passes the password on and does not store it.
"""

from pathlib import Path

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtWidgets import (
    QButtonGroup,
    QCheckBox,
    QComboBox,
    QDialog,
    QFileDialog,
    QFormLayout,
    QLabel,
    QLineEdit,
    QRadioButton,
    QWidget,
)

from desktop.base.translation import Phrase, phrase, translate
from desktop.features.studio.join_form import JoinField, JoinForm
from desktop.widgets.boxes import hbox, vbox
from desktop.widgets.buttons import Buttons, push_button
from desktop.widgets.disclosure_button import DisclosureButton
from desktop.widgets.fit_to_screen import take_room
from desktop.widgets.labels import text_label
from desktop.widgets.steady_scroll import FittingScroll
from engine.features.studio.records import Encryption

_FIELD_PX = 420
_WIDE_PX = 560
_ENCRYPTIONS: tuple[tuple[Encryption | None, Phrase], ...] = (
    (None, phrase("JoinDialog", "Encrypted, unless the server is this machine")),
    (Encryption.VERIFY_FULL, phrase("JoinDialog", "Encrypted, with the server's certificate checked")),
    (Encryption.VERIFY_CA, phrase("JoinDialog", "Encrypted, with the certificate's authority checked")),
    (Encryption.REQUIRE, phrase("JoinDialog", "Always encrypted")),
    (Encryption.PREFER, phrase("JoinDialog", "Encrypted where the server can")),
    (Encryption.DISABLE, phrase("JoinDialog", "Not encrypted")),
)


class WrappedLabel(QLabel):
    """Plain text at a fixed width; Qt ignores an aligned label's height. GUI thread only."""

    def __init__(self, text: str, width_px: int, parent: QWidget | None = None) -> None:
        super().__init__("", parent)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setWordWrap(True)
        self.setFixedWidth(width_px)
        self.setText(text)

    def setText(self, text: str) -> None:
        super().setText(text)
        self._fit()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self._fit()

    def event(self, event: QEvent) -> bool:
        """Fits the height once the style sheet's font is known."""
        done = super().event(event)
        if event.type() == QEvent.Type.Polish:
            self._fit()
        return done

    def _fit(self) -> None:
        self.setFixedHeight(max(0, self.heightForWidth(self.width())))


class JoinDialog(QDialog):
    """Asks for a shared library. GUI thread only.

    Args:
        copies: proposed folder for a copy.
        parent: the window.
        is_signing_in: asks only for account and address of an already joined library.
    """

    wanted = Signal(object)
    """Typed: join; answer with `accept` or `show_fault`."""

    def __init__(self, copies: Path, parent: QWidget | None = None, *, is_signing_in: bool = False) -> None:
        super().__init__(parent)
        self._copies = copies
        self.setWindowTitle(
            translate("JoinDialog", "Sign in to the shared library")
            if is_signing_in
            else translate("JoinDialog", "Open a shared library")
        )
        self._parts = FittingScroll(self)
        self._parts.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._faults: dict[JoinField, WrappedLabel] = {}
        self._rows = QFormLayout()
        self._hidden: list[QWidget] = []
        """Rows that "Encryption" reveals."""
        self.address = self._field(translate("JoinDialog", "Address"), "nas.local")
        self.address.setToolTip(
            translate("JoinDialog", "Name or address of the server, such as nas.local or 192.168.1.20:5433")
        )
        self.database = self._field(translate("JoinDialog", "Database"), "studio")
        self.user = self._field(translate("JoinDialog", "Your name there"), "anna")
        self.password = self._field(translate("JoinDialog", "Password"), "")
        self.password.setEchoMode(QLineEdit.EchoMode.Password)
        self.keeps = QCheckBox(translate("JoinDialog", "Keep the password in this system's keyring"), self)
        self.keeps.setChecked(True)
        about = translate("JoinDialog", "How the connection is encrypted, and whose certificate is trusted")
        self.more = DisclosureButton(about, self)
        self.more.setText(translate("JoinDialog", "Encryption"))
        self.more.toggled.connect(self._show_more)
        self.encryption = QComboBox(self)
        for value, words in _ENCRYPTIONS:
            self.encryption.addItem(str(words), value)
        self.encryption.setAccessibleName(translate("JoinDialog", "Encryption of the connection"))
        self.certificate = self._field(translate("JoinDialog", "Certificate"), "")
        self.certificate.setPlaceholderText(translate("JoinDialog", "the system's own"))
        self.certificate.setToolTip(
            translate(
                "JoinDialog", "The file of the authority that signed the server's certificate, where it is your own"
            )
        )
        self.here = QRadioButton(translate("JoinDialog", "Join the library that is open"), self)
        self.here.setToolTip(
            translate("JoinDialog", "Its sounds are matched by their audio, regardless of folder and name")
        )
        self.copy = QRadioButton(translate("JoinDialog", "Create a new library for it"), self)
        self.copy.setToolTip(translate("JoinDialog", "The library that is open stays yours alone"))
        self.which = QButtonGroup(self)
        for choice in (self.here, self.copy):
            self.which.addButton(choice)
        self.here.setChecked(True)
        self.explained = WrappedLabel("", _WIDE_PX, self)
        self.explained.setObjectName("soft")
        self.folder = self._field(translate("JoinDialog", "Folder of the new library"), "")
        self.folder.setText(str(copies))
        self.browse = push_button(translate("JoinDialog", "Choose…"), self._choose, self)
        self.browse.setAccessibleName(translate("JoinDialog", "Choose the folder of the new library"))
        self.state = text_label("", self, "soft", wraps=True)
        self.state.hide()
        chief = translate("JoinDialog", "Sign in") if is_signing_in else translate("JoinDialog", "Join")
        self.buttons = Buttons(self.reject, self, chief=chief)
        self.join = self.buttons.first
        self.buttons.accepted.connect(self._join)
        self._lay_out(is_signing_in)
        for choice in (self.here, self.copy):
            choice.toggled.connect(lambda on: self._show_which())
        self._show_which()
        self._show_more(False)

    def fill(self, typed: JoinForm) -> None:
        """Fills in former entries and focuses the first missing one."""
        self.address.setText(typed.address)
        self.database.setText(typed.database)
        self.user.setText(typed.user)
        self.encryption.setCurrentIndex([value for value, _ in _ENCRYPTIONS].index(typed.encryption))
        self.certificate.setText(typed.root_certificate)
        self.more.setChecked(typed.encryption is not None or bool(typed.root_certificate))
        fields = (self.address, self.database, self.user, self.password)
        next((field for field in fields if not field.text()), self.password).setFocus()

    @property
    def typed(self) -> JoinForm:
        return JoinForm(
            self.address.text().strip(),
            self.database.text().strip(),
            self.user.text().strip(),
            self.password.text(),
            self.keeps.isChecked(),
            self.encryption.currentData(),
            self.certificate.text().strip(),
            Path(self.folder.text().strip()) if self.copy.isChecked() and not self.copy.isHidden() else None,
        )

    def show_working(self, what: str) -> None:
        """Shows what is running; empty for nothing."""
        self.state.setText(what)
        self.state.setVisible(bool(what))
        self.join.setEnabled(not what)

    def show_fault(self, place: JoinField, what: str) -> None:
        """Shows an error below its field and focuses the field."""
        self.show_working("")
        for label in self._faults.values():
            label.hide()
        if place in (JoinField.ENCRYPTION, JoinField.CERTIFICATE):
            self.more.setChecked(True)
        label = self._faults[place]
        label.setText(what)
        label.show()
        self._fit()
        self._parts.ensureWidgetVisible(label)
        field = self._of(place)
        if field is not None:
            field.setFocus()
            if isinstance(field, QLineEdit):
                field.selectAll()

    @property
    def fault(self) -> tuple[JoinField, str] | None:
        """The error on show, and its place."""
        shown = ((place, label.text()) for place, label in self._faults.items() if not label.isHidden())
        return next(shown, None)

    def _of(self, place: JoinField) -> QWidget | None:
        return {
            JoinField.ADDRESS: self.address,
            JoinField.DATABASE: self.database,
            JoinField.USER: self.user,
            JoinField.PASSWORD: self.password,
            JoinField.ENCRYPTION: self.encryption,
            JoinField.CERTIFICATE: self.certificate,
            JoinField.FOLDER: self.folder,
        }.get(place)

    def _join(self) -> None:
        for place, field, what in (
            (JoinField.ADDRESS, self.address, translate("JoinDialog", "Type the name or address of the server.")),
            (JoinField.DATABASE, self.database, translate("JoinDialog", "Type the name of the database.")),
            (JoinField.USER, self.user, translate("JoinDialog", "Type your name on the server.")),
        ):
            if not field.text().strip():
                self.show_fault(place, what)
                return
        if self.copy.isChecked() and not self.folder.text().strip():
            self.show_fault(JoinField.FOLDER, translate("JoinDialog", "Choose a folder for the new library."))
            return
        for label in self._faults.values():
            label.hide()
        self.wanted.emit(self.typed)

    def _choose(self) -> None:
        title = translate("JoinDialog", "Folder of the new library")
        chosen = QFileDialog.getExistingDirectory(self, title, str(self._copies.parent))
        if chosen:
            self.folder.setText(chosen)

    def _show_which(self) -> None:
        is_copy = self.copy.isChecked()
        self.folder.setVisible(is_copy)
        self.browse.setVisible(is_copy)
        self.explained.setText(
            translate(
                "JoinDialog",
                "All shared ratings, tags and collections go into a new library, which opens in another "
                "window. The open library stays yours alone.",
            )
            if is_copy
            else translate(
                "JoinDialog",
                "Ratings, tags, notes, collections and saved searches of this library go to the server too. Where both "
                "differ, the server's hold, and yours are listed for you to decide.",
            )
        )
        self._fit()

    def _show_more(self, is_open: bool) -> None:
        for cell in self._hidden:
            self._rows.setRowVisible(cell, is_open)
        self._fit()

    def _fit(self) -> None:
        """Resizes the dialog to its content, as far as the screen allows; the rest scrolls."""
        self._parts.column.activate()
        self._parts.updateGeometry()
        layout = self.layout()
        assert layout is not None
        layout.activate()
        take_room(self, layout.sizeHint().width(), layout.sizeHint().height())

    def _field(self, name: str, example: str) -> QLineEdit:
        field = QLineEdit(self)
        field.setAccessibleName(name)
        field.setPlaceholderText(example)
        field.setMinimumWidth(_FIELD_PX)
        return field

    def _fault(self, place: JoinField) -> QLabel:
        label = self._faults[place] = WrappedLabel("", _FIELD_PX, self)
        label.setObjectName("danger")
        label.hide()
        return label

    def _cell(self, place: JoinField, *parts: QWidget) -> QWidget:
        """A field with space for its error below."""
        cell = QWidget(self)
        line = hbox(*parts, spacing=6)
        vbox(line, self._fault(place), parent=cell, margins=0, spacing=3)
        return cell

    def _lay_out(self, is_signing_in: bool) -> None:
        rows = self._rows
        rows.setVerticalSpacing(8)
        rows.setHorizontalSpacing(14)
        rows.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        rows.addRow(self.address.accessibleName(), self._cell(JoinField.ADDRESS, self.address))
        rows.addRow(self.database.accessibleName(), self._cell(JoinField.DATABASE, self.database))
        rows.addRow(self.user.accessibleName(), self._cell(JoinField.USER, self.user))
        rows.addRow(self.password.accessibleName(), self._cell(JoinField.PASSWORD, self.password))
        rows.addRow("", self.keeps)
        rows.addRow("", self.more)
        for name, cell in (
            (translate("JoinDialog", "Connection"), self._cell(JoinField.ENCRYPTION, self.encryption)),
            (self.certificate.accessibleName(), self._cell(JoinField.CERTIFICATE, self.certificate)),
        ):
            rows.addRow(name, cell)
            self._hidden.append(cell)
        column = self._parts.column
        column.setSpacing(12)
        column.addLayout(rows)
        self._which_folder = self._cell(JoinField.FOLDER, self.folder, self.browse)
        choice = vbox(self.here, self.copy, self._which_folder, self.explained, spacing=6)
        part = QWidget(self)
        part.setLayout(choice)
        choice.setContentsMargins(0, 0, 0, 0)
        part.setVisible(not is_signing_in)
        column.addWidget(part)
        column.addWidget(self._fault(JoinField.WHOLE))
        column.addStretch(1)
        vbox((self._parts, 1), self.state, self.buttons, parent=self, margins=(20, 18, 20, 16), spacing=12)
