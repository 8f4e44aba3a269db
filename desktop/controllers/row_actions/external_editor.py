"""Opens the selected sounds in an external editor; asks for a program if none is set."""

import subprocess
import sys
import threading
from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QFileDialog, QWidget

from desktop.base.translation import translate
from desktop.controllers import ports
from desktop.widgets.buttons import AskDialog
from engine.base.errors import EngineError
from engine.base.types import FilePath


class LaunchError(EngineError):
    """The program did not start."""


def command_of(program: str, paths: Sequence[FilePath], platform: str = sys.platform) -> list[str | bytes]:
    """Command that opens files with a program; on macOS `open` starts application bundles."""
    files: list[str | bytes] = [str(path.native) if platform == "win32" else path.raw for path in paths]
    if platform == "darwin" and program.rstrip("/").endswith(".app"):
        return ["open", "-a", program, *files]
    return [program, *files]


def launch(program: str, paths: Sequence[FilePath]) -> None:
    """Starts a program with these files; it outlives Earshot. Not for the GUI thread.

    Raises:
        LaunchError: the program is missing or must not be executed.
    """
    try:
        quiet = subprocess.DEVNULL
        command = command_of(program, paths)
        started = subprocess.Popen(command, stdin=quiet, stdout=quiet, stderr=quiet, start_new_session=True)
    except OSError as err:
        raise LaunchError(f"{program}: {err.strerror}", advice="") from err
    threading.Thread(target=started.wait, daemon=True).start()  # reaps the process when it ends


MOST_OPENED = 50
"""Limit of files opened at once."""


class ExternalEditor(QObject):
    """Opens sounds in the external editor. GUI thread only."""

    def __init__(
        self,
        window: QWidget,
        settings: ports.SettingsFile,
        commands: ports.Commands,
        jobs: ports.Jobs,
        notices: ports.Notices,
        results: ports.ResultsView,
    ) -> None:
        super().__init__()
        self._window, self._settings, self._jobs, self._notices = window, settings, jobs, notices
        self._results = results
        self._question: AskDialog | None = None
        commands.add(
            "sound.open_in_editor",
            translate("ExternalEditor", "Open in editor"),
            self.open_selected,
            needs="sound",
            keys=["Ctrl+E"],
            menu="Sound",
            group=8,
            tip=translate("ExternalEditor", "Opens the selected sounds in the audio editor of the preferences"),
        )
        commands.in_row_menu("sound.open_in_editor", 8)
        commands.add(
            "sound.choose_editor",
            translate("ExternalEditor", "Choose the audio editor…"),
            self._choose,
            tip=translate("ExternalEditor", "The program in which Open in editor opens sounds"),
        )

    def open_selected(self) -> None:
        """Opens the selected sounds; asks for a program first if none is set."""
        hits = self._results.selected_hits()
        there = [hit.sound.path for hit in hits if not hit.sound.is_away]
        if not hits:
            return
        if not there:
            self._notices.say(
                translate("ExternalEditor", "%n file(s) cannot be opened because they are missing.", n=len(hits))
            )
            return
        if len(there) > MOST_OPENED:
            say = translate("ExternalEditor", "Select at most %1 sounds to open them together.", MOST_OPENED)
            self._notices.say(say)
            return
        program = self._settings.values.editor.strip()
        if not program:
            self._ask()
            return
        name = Path(program).stem
        said = translate("ExternalEditor", "%n file(s) opened in %1.", name, n=len(there))
        self._jobs.run(
            lambda cancel: launch(program, there),
            lambda _: self._notices.say(said),
            failed=lambda err: self._failed(name),
        )

    def _ask(self) -> None:
        question = self._question = AskDialog(
            self._window,
            translate("ExternalEditor", "Open in editor"),
            translate("ExternalEditor", "Which program do you edit sounds with?"),
            translate("ExternalEditor", "You can change it later in Preferences, Drag out."),
            translate("ExternalEditor", "Choose…"),
            is_danger=False,
        )
        question.ask(self._choose_and_open)

    def _choose_and_open(self) -> None:
        if self._choose():
            self.open_selected()

    def _choose(self) -> bool:
        before = self._settings.values.editor
        title = translate("ExternalEditor", "Choose the audio editor")
        chosen, _ = QFileDialog.getOpenFileName(self._window, title, str(Path(before).parent) if before else "")
        if chosen:
            self._settings.change(editor=chosen)
        return bool(chosen)

    def _failed(self, name: str) -> None:
        what = translate("ExternalEditor", "%1 could not be started.", name)
        advice = translate("ExternalEditor", "Choose another program in Preferences, Drag out.")
        self._notices.warn(what, advice, "editor")
