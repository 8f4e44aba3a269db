"""The first run: how long analysing takes here, and demo sounds, created in Earshot's own folder and indexed."""

import logging
from pathlib import Path

from PySide6.QtCore import QObject

from desktop.base import engine_words
from desktop.base.translation import translate
from desktop.controllers import ports
from engine.base.cancellation import Cancel
from engine.base.errors import EngineError, StorageFull
from engine.base.library_facts import LibraryStats
from engine.base.types import FilePath

FOLDER = "Demo sounds"
_log = logging.getLogger(__name__)


class Welcome(QObject):
    """Connects the welcome page with the demo sounds. GUI thread only."""

    def __init__(
        self,
        window: ports.MainWindow,
        commands: ports.Commands,
        jobs: ports.Jobs,
        indexing: ports.IndexingControl,
        start: ports.WindowStart,
        notices: ports.Notices,
        empty_page: ports.EmptyPage,
        search: ports.SearchThread,
    ) -> None:
        super().__init__()
        self._window, self._jobs, self._indexing, self._notices = window, jobs, indexing, notices
        self._empty_page = empty_page
        self._is_making = self._is_measured = False
        search.counted.connect(self._measure)
        self.folder = start.library.parent / FOLDER
        empty_page.demo_wanted.connect(self.make_demo)
        commands.add(
            "library.demo",
            translate("Welcome", "Add demo sounds"),
            self.make_demo,
            menu="Library",
            group=9,
            tip=translate("Welcome", "Makes 86 sounds on this machine to try Earshot with."),
        )

    def _measure(self, stats: LibraryStats, folders: object) -> None:
        """Measures once what the welcome says, if the welcome is on show; a fault leaves it unsaid."""
        if stats.sounds or self._is_measured or self._window.page != "empty":
            return
        self._is_measured = True
        self._jobs.run(_seconds_per_sound, self._empty_page.show_pace, failed=lambda err: _log.warning("%s", err))

    def make_demo(self) -> None:
        """Creates the sounds and adds their folder to the library."""
        if self._is_making:
            self._say_making()
            return
        self._set_making(True)
        folder = self.folder
        self._jobs.run(lambda cancel: _make(folder, cancel), self._made, failed=self._failed)

    def _made(self, folder: Path) -> None:
        self._set_making(False)
        self._indexing.add((FilePath.of(folder),))

    def _failed(self, err: EngineError) -> None:
        self._set_making(False)
        self._notices.warn(*engine_words.error(err), "demo")

    def _set_making(self, is_making: bool) -> None:
        self._is_making = is_making
        if self._window.page == "empty":
            self._empty_page.set_making(is_making)
        elif is_making:
            self._say_making()

    def _say_making(self) -> None:
        self._notices.say(translate("Welcome", "Creating demo sounds"))


def _seconds_per_sound(cancel: Cancel) -> float:
    from engine.models.pack import default_pack, load_pack  # deferred: they load ONNX Runtime
    from engine.models.speed import seconds_per_sound

    return seconds_per_sound(load_pack(default_pack()), cancel)


def _make(folder: Path, cancel: Cancel) -> Path:
    from resources.demo.library import make_demo  # deferred: only needed here

    try:
        make_demo(folder, cancel)
    except OSError as err:
        raise StorageFull(
            translate("Welcome", "The demo sounds cannot be written to %1: %2", str(folder), err.strerror or str(err)),
            advice=translate("Welcome", "Free some space, or add a folder of your own."),
        ) from err
    return folder
