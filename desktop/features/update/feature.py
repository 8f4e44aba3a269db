"""Help, *Look for a newer version…*: asks the one address that was set when the package was built, and only then.

A build without an address, such as every checkout, has no such command.
"""

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QWidget

from desktop.base import engine_words
from desktop.base.translation import translate
from desktop.controllers import ports
from desktop.controllers.feature import FeaturePart, WindowFeature
from desktop.work.jobs import Job
from engine.base.build_record import BuildRecord, build
from engine.base.cancellation import Cancel
from engine.base.errors import EngineError
from engine.base.installation import version
from engine.base.lazy_import import later

if TYPE_CHECKING:
    from desktop.features.update import dialog
    from engine.features.update.notice import VersionNotice
else:
    dialog = later("desktop.features.update.dialog")

_KIND = "update"


class UpdateNotice(QObject):
    """Asks when told to, and shows what is new. GUI thread only."""

    def __init__(self, window: QWidget, commands: ports.Commands, jobs: ports.Jobs, notices: ports.Notices) -> None:
        super().__init__()
        self._window, self._jobs, self._notices = window, jobs, notices
        self._build = build()
        self._asking: Job | None = None
        self.dialog: dialog.UpdateDialog | None = None
        if self._build.notice_address:
            commands.add(
                "help.update",
                translate("UpdateNotice", "Look for a newer version…"),
                self.ask,
                menu="Help",
                group=3,
                tip=translate("UpdateNotice", "Asks %1, now and never by itself", self._build.notice_address),
            )

    def ask(self) -> None:
        """Asks, unless an answer is awaited."""
        if self._asking is None:
            self._notices.take_back(_KIND)
            self._notices.say(
                translate("UpdateNotice", "Asking %1 for the newest version…", self._build.notice_address)
            )
            asked = self._build
            self._asking = self._jobs.run(lambda cancel: _ask(asked, cancel), self._answered, failed=self._failed)

    def _answered(self, notice: "VersionNotice") -> None:
        self._asking = None
        if self.dialog is not None:
            self.dialog.reject()
        shown = self.dialog = dialog.UpdateDialog(notice, version(), self._window)
        shown.page_wanted.connect(lambda address: QDesktopServices.openUrl(QUrl(address)))
        shown.finished.connect(self._closed)
        shown.show()

    def _failed(self, err: EngineError) -> None:
        self._asking = None
        self._notices.warn(*engine_words.error(err), _KIND)

    def _closed(self) -> None:
        if self.dialog is not None:
            self.dialog.deleteLater()
            self.dialog = None


def _ask(build: BuildRecord, cancel: Cancel) -> "VersionNotice":
    from engine.features.update.notice import ask  # loads an HTTP client

    return ask(build, cancel)


FEATURE = WindowFeature((FeaturePart(463, UpdateNotice),))
