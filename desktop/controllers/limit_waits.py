"""Unresponsive drives: named in the message bar after ten seconds, given up after a minute by default.

All file access in this process waits through `engine.base.io_timeout.in_use`; a setting changes the time.
"""

from PySide6.QtCore import QObject, Signal

from desktop.base.settings_file import SettingsFile
from desktop.base.translation import translate
from desktop.window.notices import MessageBar
from engine.audio import decoder_pool
from engine.audio.decoder_pool import ANSWER_S
from engine.base.io_timeout import TELL_S, IoTimeout, use
from engine.base.types import FilePath

_KIND = "drive"


class Drives(QObject):
    """Names unresponsive drives. GUI thread only."""

    _silent = Signal(object)
    _answered = Signal(object)

    def __init__(self, message: MessageBar, settings: SettingsFile, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._message = message
        self._settings = settings
        self._is_leaving = False
        self._waited_for: list[FilePath] = []
        self._silent.connect(self._say)
        self._answered.connect(self._take_back)
        settings.changed.connect(lambda name: self._set_time() if name == "give_up_s" else None)
        self._set_time()

    def hurry(self) -> None:
        """Limits waits to two seconds while the window closes."""
        self._is_leaving = True

    def close(self) -> None:
        """Restores the process's default patience."""
        use(IoTimeout())

    def _set_time(self) -> None:
        give_up_s = float(self._settings.values.give_up_s)
        use(
            IoTimeout(
                lambda path, silent_s: self._silent.emit(path),
                give_up_s,
                self._answered.emit,
                lambda: self._is_leaving,
            )
        )
        away = decoder_pool.in_use()
        if away is not None:  # outlast the drive, so that the file is not blamed
            away.wait_for(max(ANSWER_S, give_up_s + TELL_S))

    def _say(self, path: FilePath) -> None:
        if path not in self._waited_for:
            self._waited_for.append(path)
            self._show()

    def _take_back(self, path: FilePath) -> None:
        if path in self._waited_for:
            self._waited_for.remove(path)
            self._show()

    def _show(self) -> None:
        if not self._waited_for:
            self._message.take_back(_KIND)
            return
        advice = translate(
            "Drives",
            "Earshot goes on without it after %n second(s). Preferences, “Wait for a drive”, sets the time.",
            n=self._settings.values.give_up_s,
        )
        self._message.say(translate("Drives", "%1 does not answer.", self._waited_for[-1].text), advice, _KIND)
