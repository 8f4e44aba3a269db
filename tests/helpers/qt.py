"""A real Earshot window in a process of its own under a real X server, driven by xdotool like a person.

The window's process (tests/helpers/driven.py) prints a JSON line for every event and answers where its parts are; this
module waits only for such lines, never for time.
"""

import itertools
import json
import os
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Self

from tests.helpers.input_marks import INPUT_MARK
from tests.helpers.tiny_library import REPOSITORY

_PROGRAMS = ("Xvfb", "openbox", "xdotool", "xprop")
_LOOKS = 5
"""Tries for a window by its title: each searches all windows, one of which may close meanwhile."""
_PATIENCE_S = 60.0
_START_PATIENCE_S = 180.0
"""For the start of a whole window: on a busy machine the imports alone take a minute."""
_IS_AT_REST = "not window._deck_height._later.isActive()"
"""The deck opens a moment after a mouse press, and what lies above it moves."""
_HAS_WAVE = f"window.deck.is_filled and window.deck.waveform.isVisible() and {_IS_AT_REST}"
_FRONT = "__import__('PySide6.QtWidgets').QtWidgets.QApplication.activeWindow()"
Line = dict[str, Any]


def missing_x_programs() -> list[str]:
    return [program for program in _PROGRAMS if shutil.which(program) is None]


class Servers:
    """Programs that run beside a test until it ends; the last started ends first."""

    def __init__(self) -> None:
        self._processes: list[subprocess.Popen[bytes]] = []

    def __exit__(self, *_: object) -> None:
        for process in reversed(self._processes):
            process.terminate()
            process.wait(timeout=60)

    def _start(self, arguments: list[str], **options: Any) -> None:
        quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        self._processes.append(subprocess.Popen(arguments, **quiet, **options))


class XServer(Servers):
    """Xvfb with openbox, or without any window manager; `display` is its DISPLAY."""

    def __init__(self, size: str = "1680x900x24", *, is_managed: bool = True) -> None:
        super().__init__()
        self._size, self._is_managed = size, is_managed
        self.display = ""

    def __enter__(self) -> Self:
        reading, writing = os.pipe()
        arguments = ["Xvfb", "-displayfd", str(writing), "-screen", "0", self._size, "-nolisten", "tcp"]
        # A server resets when its last client leaves and drops clients that connect at that moment: openbox, when the
        # first xprop left before it had connected.
        arguments.append("-noreset")
        self._start(arguments, pass_fds=(writing,))
        os.close(writing)
        with os.fdopen(reading, "rb") as stream:
            number = stream.readline().strip().decode()
        assert number, "Xvfb did not start"
        self.display = f":{number}"
        if not self._is_managed:
            return self
        environment = {**os.environ, "DISPLAY": self.display}
        self._start(["openbox"], env=environment)
        try:
            wait_until(lambda: self._has_window_manager(environment), "openbox to manage the screen")
        except AssertionError:
            self.__exit__()
            raise
        return self

    def _has_window_manager(self, environment: dict[str, str]) -> bool:
        asked = ["xprop", "-root", "_NET_SUPPORTING_WM_CHECK"]
        return b"window id" in subprocess.run(asked, env=environment, capture_output=True, check=False).stdout


def wait_until(is_so: Callable[[], object], what: str, patience_s: float = _PATIENCE_S) -> None:
    """Waits for a condition without a signal; raises if it stays false."""
    end = time.monotonic() + patience_s
    while not is_so():
        if time.monotonic() > end:
            raise AssertionError(f"waited {patience_s:.0f} s for {what}")
        time.sleep(0.02)


class Talking:
    """A child process that prints JSON lines with a `kind`, and reads JSON commands on stdin."""

    def __init__(
        self,
        module: str,
        arguments: Sequence[str | Path],
        environment: dict[str, str],
        under: Sequence[str] = (),
        python: str = sys.executable,
    ) -> None:
        """`under` is a command that runs the process, such as a tracer."""
        self._lines: list[Line] = []
        self._has_news = threading.Condition()
        self._is_over = False
        self.process = subprocess.Popen(
            [*under, python, "-m", module, *map(str, arguments)],
            cwd=REPOSITORY,
            env={**os.environ, **environment},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self.process.poll() is None:
            self.say({"do": "close"})
            try:
                self.process.wait(timeout=60)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
        self._reader.join(timeout=60)
        for stream in (self.process.stdin, self.process.stdout):
            if stream is not None:
                stream.close()

    def say(self, command: Line) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(json.dumps(command) + "\n")
        self.process.stdin.flush()

    def seen(self, kind: str) -> list[Line]:
        with self._has_news:
            return [line for line in self._lines if line["kind"] == kind]

    def mark(self) -> int:
        """Returns a place in the lines, to wait from there for later ones."""
        with self._has_news:
            return len(self._lines)

    def since(self, mark: int) -> list[Line]:
        with self._has_news:
            return self._lines[mark:]

    def wait(
        self,
        kind: str,
        is_it: Callable[[Line], object] = lambda line: True,
        *,
        since: int = 0,
        patience_s: float = _PATIENCE_S,
    ) -> Line:
        """Returns the first line of a kind, from `since` on, for which `is_it` holds; waits for it."""
        end = time.monotonic() + patience_s
        with self._has_news:
            while True:
                # Read before the lines: a line may arrive at the moment of the timeout.
                is_last_look = self._is_over or time.monotonic() >= end
                for line in self._lines[since:]:
                    if line["kind"] == kind and is_it(line):
                        return line
                if is_last_look:
                    last = "\n".join(map(str, self._lines[max(since, len(self._lines) - 12) :]))
                    before = self._lines[since - 1] if since else "nothing"
                    raise AssertionError(f"no {kind!r} line came after\n{before}\nbut only\n{last}")
                self._has_news.wait(max(0.0, end - time.monotonic()))

    def ask(self, command: Line) -> Line:
        since = self.mark()
        self.say(command)
        return self.wait("reply", since=since)

    def _read(self) -> None:
        assert self.process.stdout is not None
        for text in self.process.stdout:
            if text.startswith("{"):
                with self._has_news:
                    self._lines.append(json.loads(text))
                    self._has_news.notify_all()
        with self._has_news:
            self._is_over = True
            self._has_news.notify_all()


class Hands:
    def __init__(self, display: str) -> None:
        self._environment = {**os.environ, "DISPLAY": display}
        self.has_moved = False
        """Whether anything was done since a test last set it to False."""

    def do(self, *arguments: str | int) -> str:
        """Runs xdotool; repeats a search that met a window as it closed, such as a menu."""
        self.has_moved = True
        command = ["xdotool", *map(str, arguments)]
        for looks_left in reversed(range(_LOOKS if arguments[0] == "search" else 1)):
            done = subprocess.run(
                command, env=self._environment, capture_output=True, text=True, timeout=120, check=False
            )
            if "BadWindow" not in done.stderr or not looks_left:
                break
        assert done.returncode == 0, f"{command}: {done.stderr}"
        return done.stdout

    def mark(self, window_id: int, mark: str) -> None:
        """Changes a property of a window, which learns of it after all earlier input."""
        command = ["xprop", "-id", str(window_id), "-f", mark, "8s", "-set", mark, "here"]
        subprocess.run(command, env=self._environment, capture_output=True, timeout=120, check=True)

    def activate(self, title: str) -> None:
        """Brings the window with this title, an expression of xdotool's, to the front."""
        self.do("search", "--sync", "--onlyvisible", "--name", f"^{title}$", "windowactivate", "--sync")

    def click(self, place: Sequence[int], count: int = 1) -> None:
        self.do("mousemove", place[0] + 1, place[1])  # --sync waits seconds for a move of no distance
        self.do("mousemove", "--sync", place[0], place[1], "click", "--repeat", count, "--delay", 60, 1)

    def drag(self, start: Sequence[int], end: Sequence[int], *, is_over: Callable[[], object], what: str) -> None:
        """Drags in small steps; lets go once `is_over` says the target has noticed."""
        self.do("mousemove", start[0] + 3, start[1] + 3)  # --sync waits seconds for a move of no distance
        self.do("mousemove", "--sync", start[0], start[1], "mousedown", 1)
        for step in range(1, 21):
            x = start[0] + (end[0] - start[0]) * step // 20
            y = start[1] + (end[1] - start[1]) * step // 20
            self.do("mousemove", "--sync", x, y)
        nudges = itertools.count()

        def nudged() -> object:
            number = next(nudges)
            self.do("mousemove", end[0] + number % 3, end[1] + number % 2)
            return is_over()

        try:
            wait_until(nudged, what)
        finally:
            self.do("mouseup", 1)


class DrivenWindow(Talking):
    """The real Earshot window on a display, over a library."""

    def __init__(
        self,
        display: str,
        library: Path,
        settings: Path,
        *arguments: str | Path,
        env: dict[str, str] | None = None,
        under: Sequence[str] = (),
        is_held: bool = False,
    ) -> None:
        """With `is_held` it stays the picture of the last session until {"do": "load"}."""
        environment = {"DISPLAY": display, "QT_QPA_PLATFORM": "xcb", **(env or {})}
        given = ["--create", "--library", library, "--settings", settings]
        given += ["--log", settings.parent / "log", *arguments]
        given = ["--hold", *given] if is_held else given
        super().__init__("tests.helpers.driven", given, environment, under)
        self.hands = Hands(display)
        self._window_id = 0

    def open(self) -> Self:
        """Waits for the first answer and gives the window the keyboard."""
        self.wait("shown", patience_s=_START_PATIENCE_S)
        self.hands.activate("Earshot")
        self.wait("active")
        return self

    def type(self, text: str) -> None:
        self.hands.do("type", "--delay", 15, text)

    def key(self, *keys: str) -> None:
        """Presses keys, such as Down or ctrl+f."""
        self.hands.do("key", *keys)

    def ask(self, command: Line) -> Line:
        """Sends a command once the window has handled all earlier keys and clicks, and returns the reply."""
        if self.hands.has_moved:
            self.hands.has_moved = False
            self._settle()
        return super().ask(command)

    def _settle(self) -> None:
        # Keys come through the X server and commands through a pipe: without this, a command overtakes a key.
        self._window_id = self._window_id or super().ask({"do": "marked"})["window"]
        since = self.mark()
        self.hands.mark(self._window_id, INPUT_MARK)
        self.wait("settled", since=since)

    def look(self, at: str) -> Any:
        """Evaluates an expression in the window's process (see tests/helpers/driven.py); it changes nothing."""
        reply = self.ask({"do": "look", "at": at})
        assert "fault" not in reply, f"{at}: {reply['fault']}"
        return reply["value"]

    def wait_for_dialog(self) -> None:
        """Waits for a dialog that has the keyboard: one that is on show alone does not get the keys yet."""
        wait_until(lambda: self.look(f"{_FRONT} is not None and {_FRONT} is not window"), "a dialog in front")

    def where(self, part: str, row: int = 0, column: int = 1) -> list[int]:
        """Returns the middle of a part of the window on the screen, once the deck has its final height.

        Waits for a control or an item sought by its words, since a panel's contents appear a moment after the panel,
        and until its place is the same twice.
        """
        is_wave = part in ("wave", "waveform")
        wait_until(lambda: self.look(_HAS_WAVE if is_wave else _IS_AT_REST), "the deck to open")
        asked: Line = {"part": part, "row": row, "column": column}
        if part.startswith(("named ", "item ")):
            wait_until(lambda: self.ask({"do": "has", **asked})["has"], f"{part!r} to be on show")
        places: list[list[int]] = [[]]

        def stays() -> bool:
            places.append(self.ask({"do": "where", **asked})["place"])
            return places[-1] == places[-2]

        wait_until(stays, f"{part!r} to stay where it is")
        return places[-1]
