"""The first run: demo sounds, created in Earshot's own folder and indexed like others."""

from pathlib import Path

from PySide6.QtCore import QObject

from desktop.base import engine_words
from desktop.base.translation import translate
from desktop.controllers.parts import WindowParts
from engine.base.cancellation import Cancel
from engine.base.errors import EngineError, StorageFull
from engine.base.types import FilePath

FOLDER = "Demo sounds"


class Welcome(QObject):
    """Connects the welcome page with the demo sounds. GUI thread only."""

    def __init__(self, parts: WindowParts) -> None:
        super().__init__(parts.window)
        self._parts = parts
        self._is_making = False
        self.folder = parts.start.library.parent / FOLDER
        parts.window.empty.demo_wanted.connect(self.make_demo)
        parts.commands.add(
            "library.demo",
            translate("Welcome", "Add demo sounds"),
            self.make_demo,
            menu="Library",
            group=9,
            tip=translate("Welcome", "Makes 86 sounds on this machine to try Earshot with."),
        )

    def make_demo(self) -> None:
        """Creates the sounds and adds their folder to the library."""
        if self._is_making:
            self._say_making()
            return
        self._set_making(True)
        folder = self.folder
        self._parts.jobs.run(lambda cancel: _make(folder, cancel), self._made, failed=self._failed)

    def _made(self, folder: Path) -> None:
        self._set_making(False)
        self._parts.gathering.add((FilePath.of(folder),))

    def _failed(self, err: EngineError) -> None:
        self._set_making(False)
        self._parts.window.message.say(*engine_words.error(err), "demo")

    def _set_making(self, is_making: bool) -> None:
        self._is_making = is_making
        if self._parts.window.page == "empty":
            self._parts.window.empty.set_making(is_making)
        elif is_making:
            self._say_making()

    def _say_making(self) -> None:
        self._parts.window.status.say(translate("Welcome", "Creating demo sounds"))


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
