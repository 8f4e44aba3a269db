"""Joins, signs in to and leaves a shared library: the dialogs, and the work off the GUI thread."""

from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace
from PySide6.QtCore import QObject, QProcess, Signal
from PySide6.QtWidgets import QWidget

from desktop.base import engine_words
from desktop.base.translation import translate
from desktop.controllers import ports
from desktop.features.studio import studio_messages
from desktop.features.studio.join_dialog import JoinDialog
from desktop.features.studio.join_form import STANDARD_PORT, JoinField, JoinForm, address_of
from desktop.features.studio.sync import Sync
from desktop.widgets.buttons import AskDialog
from engine.base.errors import EngineError, StudioError
from engine.base.lazy_import import later
from engine.features.studio.messages import StudioFault
from engine.features.studio.records import JoinedLibrary, ServerAddress

if TYPE_CHECKING:
    from engine.features.studio import facade
else:
    facade = later("engine.features.studio.facade")

_PLACES: dict[StudioFault, JoinField] = {
    StudioFault.NOT_A_SERVER_ADDRESS: JoinField.ADDRESS,
    StudioFault.PASSWORD_IN_ADDRESS: JoinField.ADDRESS,
    StudioFault.SERVER_SILENT: JoinField.ADDRESS,
    StudioFault.CONNECTION_LOST: JoinField.ADDRESS,
    StudioFault.SERVER_BUSY: JoinField.ADDRESS,
    StudioFault.POSTGRES_OLD: JoinField.ADDRESS,
    StudioFault.NO_SUCH_DATABASE: JoinField.DATABASE,
    StudioFault.NO_SHARED_LIBRARY: JoinField.DATABASE,
    StudioFault.NO_PGVECTOR: JoinField.DATABASE,
    StudioFault.PGVECTOR_OLD: JoinField.DATABASE,
    StudioFault.SERVER_SCHEMA_NEWER: JoinField.DATABASE,
    StudioFault.SERVER_SCHEMA_OLDER: JoinField.DATABASE,
    StudioFault.ANOTHER_LIBRARY: JoinField.DATABASE,
    StudioFault.NO_ROLE: JoinField.USER,
    StudioFault.NO_RIGHTS: JoinField.USER,
    StudioFault.NAME_REFUSED: JoinField.USER,
    StudioFault.NO_PASSWORD: JoinField.PASSWORD,
    StudioFault.PASSWORD_WRONG: JoinField.PASSWORD,
    StudioFault.NO_TLS: JoinField.ENCRYPTION,
    StudioFault.CERTIFICATE_REFUSED: JoinField.CERTIFICATE,
    StudioFault.JOINED_ALREADY: JoinField.FOLDER,
}
"""The field for each fault; others belong to no field."""


class _JoinResult(Struct, frozen=True):
    joined: JoinedLibrary
    address: ServerAddress
    folder: Path | None


class JoinCommands(QObject):
    """Joins, signs in and leaves. GUI thread only."""

    joined = Signal()
    """This library was joined, or signed in again."""
    left = Signal()
    """This library is no longer shared."""

    def __init__(
        self,
        window: QWidget,
        settings: ports.SettingsFile,
        start: ports.WindowStart,
        notices: ports.Notices,
        syncing: Sync,
    ) -> None:
        super().__init__()
        self._window, self._settings, self._start, self._notices = window, settings, start, notices
        self._syncing = syncing
        self._library = start.library
        self.dialog: JoinDialog | None = None
        self.question: AskDialog | None = None

    def open(self) -> None:
        """Opens the dialog with the entries of the last time."""
        values = self._settings.values
        self._show(
            JoinForm(values.shared_address, values.shared_database, values.shared_user, "", True, None, "", None),
            is_signing_in=False,
        )

    def sign_in(self) -> None:
        """Asks for account and address of the joined library again."""
        state = self._syncing.known.state
        if state is None:
            self.open()
            return
        of = state.address
        address = of.host if of.port == STANDARD_PORT else f"{of.host}:{of.port}"
        self._show(
            JoinForm(address, of.database, of.user, "", True, of.encryption, of.root_certificate, None),
            is_signing_in=True,
        )

    def ask_to_leave(self) -> None:
        state = self._syncing.known.state
        if state is None:
            self._notices.say(translate("JoinCommands", "This library is not shared."))
            return
        more = translate("JoinCommands", "Everything in it stays here, and nobody else loses anything.")
        if state.waiting:
            more += " " + translate("JoinCommands", "%n unsent change(s) will not reach the others.", n=state.waiting)
        question = self.question = AskDialog(
            self._window,
            translate("JoinCommands", "Leave the shared library"),
            translate("JoinCommands", "Leave %1?", studio_messages.address(state.address)),
            more,
            translate("JoinCommands", "Leave"),
            is_danger=True,
        )
        question.ask(self._leave)

    def _show(self, typed: JoinForm, *, is_signing_in: bool) -> None:
        copies = self._start.data / "shared"
        dialog = self.dialog = JoinDialog(
            copies / (typed.database or "studio"), self._window, is_signing_in=is_signing_in
        )
        dialog.wanted.connect(lambda wanted: self._join(dialog, wanted))
        dialog.finished.connect(lambda: self._closed(dialog))
        dialog.fill(typed)
        dialog.open()
        try:
            facade.check_installed()
        except StudioError as err:
            self._say(dialog, err)

    def _closed(self, dialog: JoinDialog) -> None:
        self.dialog = None
        dialog.deleteLater()

    def _join(self, dialog: JoinDialog, typed: JoinForm) -> None:
        address = address_of(typed)
        if address is None:
            dialog.show_fault(
                JoinField.ADDRESS,
                translate(
                    "JoinCommands", "Write the name of the server, and a port after a colon if it has one of its own."
                ),
            )
            return
        dialog.show_working(translate("JoinCommands", "Asking %1…", address.host))
        copy = typed.folder
        if copy is not None and copy.resolve() == self._library.resolve():
            copy = None

        def work(library: Path) -> _JoinResult:
            joined = facade.join(
                copy or library,
                address,
                password=typed.password or None,
                keep_password=typed.keeps_password,
                makes=copy is not None,
            )
            return _JoinResult(joined, address, copy)

        self._syncing.ask_server(
            work, lambda done: self._came(dialog, typed, done), failed=lambda err: self._say(dialog, err)
        )

    def _came(self, dialog: JoinDialog, typed: JoinForm, done: _JoinResult) -> None:
        self._settings.change(shared_address=typed.address, shared_database=typed.database, shared_user=typed.user)
        where = studio_messages.address(done.address)
        if self.dialog is dialog:
            dialog.accept()
        said = translate("JoinCommands", "Joined %1.", where)
        if typed.keeps_password and typed.password and not done.joined.is_password_kept:
            said += " " + translate(
                "JoinCommands", "This system has no keyring; the password is asked for again at the next start."
            )
        if done.folder is not None:
            self._open_window(done.folder)
        else:
            if done.joined.seeded:
                told = translate(
                    "JoinCommands",
                    "%n entry(ies) of this library will be shared too.",
                    n=done.joined.seeded,
                )
                said += f" {told}"
            self._syncing.password = None if done.joined.is_password_kept else typed.password or None
            self.joined.emit()
        self._notices.say(said)

    def _say(self, dialog: JoinDialog, err: EngineError) -> None:
        """Shows an error below the field it belongs to."""
        if self.dialog is not dialog:
            return
        what = err.what.what
        place = _PLACES.get(what, JoinField.WHOLE) if isinstance(what, StudioFault) else JoinField.WHOLE
        told = engine_words.in_full(err)
        begins_with_name = err.what.what.text.startswith("%1")
        dialog.show_fault(place, told if begins_with_name else told[:1].upper() + told[1:])

    def _leave(self) -> None:
        def left(_: None) -> None:
            self._syncing.password = None
            self._notices.say(translate("JoinCommands", "This library is yours alone again."))
            self.left.emit()

        self._syncing.ask(facade.leave, left)

    def _open_window(self, folder: Path) -> None:
        program, arguments = replace(self._start, library=folder, pack=None, may_create=False).again()
        QProcess.startDetached(program, arguments)
