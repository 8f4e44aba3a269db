"""Reports while the library's folder is gone, and blocks changes until it is back.

The folder may be renamed, deleted, unmounted or replaced while the window is open. The engine then refuses to write;
this module says so before the user types anything.
"""

import logging

from PySide6.QtCore import QObject

from desktop.base.timer import single_shot
from desktop.base.translation import translate
from desktop.controllers import ports
from desktop.results.empty import SuggestedAction

_log = logging.getLogger(__name__)

_LOOK_MS = 2000
_KIND = "library presence"


class LibraryFolderCheck(QObject):
    """Checks every two seconds in a job. GUI thread only."""

    def __init__(
        self,
        settings: ports.SettingsFile,
        search: ports.SearchThread,
        jobs: ports.Jobs,
        ingest: ports.IngestProcess,
        pack_switch: ports.PackSwitch,
        permission: ports.EditPermission,
        start: ports.WindowStart,
        restart: ports.Restart,
        notices: ports.Notices,
    ) -> None:
        super().__init__()
        self._settings, self._search, self._jobs, self._ingest = settings, search, jobs, ingest
        self._pack_switch, self._permission, self._restart, self._notices = pack_switch, permission, restart, notices
        self._folder = str(start.library.absolute())
        self._refused = ""
        """The message on show; empty while the library is there."""
        self._before = ""
        """The former refusal; empty if changes were allowed."""
        self._rest = single_shot(self, _LOOK_MS, self._look)
        known = settings.values.libraries.get(self._folder, "")
        self._mean(known or ("" if start.may_create else "none"))
        search.opened.connect(self._opened)
        search.missing.connect(self._missing)

    def _opened(self) -> None:
        id, settings = self._search.library_id, self._settings
        self._mean(id)
        if settings.values.libraries.get(self._folder) != id:
            settings.change(libraries={**settings.values.libraries, self._folder: id})
        self._rest.start()

    def _mean(self, id: str) -> None:
        """Binds jobs to this library, so that they neither touch another one nor create one."""
        self._ingest.library_id = self._pack_switch.process.library_id = id

    def _missing(self, message: str, advice: str) -> None:
        way = SuggestedAction(translate("LibraryFolderCheck", "Make a new library"), self._restart.create_library)
        self._refuse(message, translate("LibraryFolderCheck", "Put it back and start Earshot again."), way)

    def _look(self) -> None:
        self._jobs.run(lambda cancel: self._search.is_here(), self._seen)

    def _seen(self, is_here: bool) -> None:
        if not is_here:
            self._refuse(
                translate("LibraryFolderCheck", "The library is no longer in %1.", self._folder),
                translate(
                    "LibraryFolderCheck",
                    "Its folder was renamed, deleted or replaced, or its drive is away. Nothing is saved until it is "
                    "back: put it back, or close Earshot and open it where it is now.",
                ),
            )
        elif self._refused:
            _log.info("the library is back")
            self._refused = ""
            self._notices.take_back(_KIND)
            self._permission.refuse(self._before)
        self._rest.start()

    def _refuse(self, what: str, advice: str, way: SuggestedAction | None = None) -> None:
        if self._refused != what:
            self._refused, self._before = what, self._permission.why
            _log.warning("the library is not where it was opened")
            self._notices.warn(what, advice, _KIND, way)
            self._permission.refuse(what)
