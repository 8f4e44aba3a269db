"""A session bus with the accessibility bus on it, and a screen reader's eyes and ears there: AT-SPI, as Orca uses it.

Reads only what a blind user would be told: neither the picture nor the window's own objects.
"""

import os
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Self

from tests.helpers.qt import Line, Servers, Talking

_SYSTEM_PYTHON = "/usr/bin/python3"
_LAUNCHERS = ("/usr/libexec/at-spi-bus-launcher", "/usr/lib/at-spi2-core/at-spi-bus-launcher")


def missing_screen_reader_parts() -> list[str]:
    """Lists the missing parts for a real client of the accessibility bus."""
    missing = [] if shutil.which("dbus-daemon") else ["dbus-daemon"]
    if _launcher() is None:
        missing.append("at-spi-bus-launcher (at-spi2-core)")
    code = "import gi; gi.require_version('Atspi', '2.0'); from gi.repository import Atspi"
    bindings = [_SYSTEM_PYTHON, "-c", code]
    if not Path(_SYSTEM_PYTHON).exists() or subprocess.run(bindings, capture_output=True, check=False).returncode:
        missing.append("the system's Python with gi and Atspi (gir1.2-atspi-2.0, python3-gi)")
    return missing


def _launcher() -> str | None:
    return next((path for path in _LAUNCHERS if Path(path).exists()), None)


class AccessibilityBus(Servers):
    """A private session bus with the accessibility bus; `env` puts a program on both."""

    def __init__(self, display: str) -> None:
        super().__init__()
        self.env = {"DISPLAY": display, "QT_LINUX_ACCESSIBILITY_ALWAYS_ON": "1", "NO_AT_BRIDGE": "0"}

    def __enter__(self) -> Self:
        reading, writing = os.pipe()
        arguments = ["dbus-daemon", "--session", "--nofork", f"--print-address={writing}"]
        self._start(arguments, pass_fds=(writing,))
        os.close(writing)
        with os.fdopen(reading, "rb") as stream:
            self.env["DBUS_SESSION_BUS_ADDRESS"] = stream.readline().strip().decode()
        launcher = _launcher()
        assert launcher is not None
        self._start([launcher, "--launch-immediately"], env={**os.environ, **self.env})
        return self


class ScreenReader(Talking):
    """Hears focus changes and announcements, and reads what is visible."""

    def __init__(self, bus: AccessibilityBus) -> None:
        super().__init__("tests.helpers.atspi_client", [], bus.env, python=_SYSTEM_PYTHON)
        self.wait("ready")

    def objects(self, application: str = "Earshot") -> list[Line]:
        """Returns everything visible in an application: name, role, states, value and place."""
        found: list[Line] = self.ask({"do": "tree", "name": application})["objects"]
        return found

    def hear(self, words: str, since: int) -> str:
        """Waits for an announcement with these words, and returns its whole text."""
        text: str = self.wait("announced", lambda line: words in line["text"], since=since)["text"]
        return text

    def focus(self, is_it: Callable[[Line], object], since: int) -> Line:
        """Waits until an object has the focus."""
        return self.wait("focus", is_it, since=since)
