"""Presses everything on a page of the real window with the real mouse, and collects faults.

A press fails when the log complains (an exception, a warning of Qt), when nothing at all changes, when something covers
or clips the control, and when neither Esc nor a button of its own closes what opened.
"""

import os
import re
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from tests.helpers.qt import DrivenWindow

_LOOKS = 10
_PATIENCE_S = 6.0
"""For an answer to a press; only a press without one waits this long."""
_SHORT_PATIENCE_S = 0.5
"""For a press that may stay silent: complaints come at once."""
_CALM_S = 8.0
_MOST_DEEP = 4
_MOST_ALIKE = 3
"""Choices of one group, such as the keys of a scale, that are pressed: `Key: C`, `Key: D` and so on are one kind."""
_MOST_PRESSED_TO_LEAVE = 4
_QTS_OWN = ("QFileDialog", "QPrintDialog", "QColorDialog", "QFontDialog")
"""Elsewhere these are the system's: the walk only opens and closes them."""
_LEAVES = ("button Close", "button Cancel", "button OK", "button Done")
_PICTURES = "EARSHOT_WALK_PICTURES"
"""Environment variable with a folder for a picture of every finding."""
_LOUD = "EARSHOT_WALK_LOUD"
"""Environment variable that prints every press with its changes."""
WHOLE = "EARSHOT_WALK_WHOLE"
"""Environment variable that presses every control on every page, and every menu from each.

Otherwise a control that several pages share (search field, left column, deck) is pressed on the first of them, once
with a selection and once without, and menus are walked from the results alone.
"""
_NAMELESS = re.compile(r"button Q[A-Z]\w+( #\d+)?$")
Facts = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Finding:
    page: str
    path: tuple[str, ...]
    """The presses before it, and the press itself."""
    what: str

    def __str__(self) -> str:
        return f"{self.page}: {' > '.join(self.path)}: {self.what}"


@dataclass(frozen=True, slots=True)
class Allowed:
    """Something that may not be pressed, or may stay silent, and why."""

    pattern: str
    """A regular expression over `page: path`."""
    why: str
    is_pressed: bool = True
    """False: never press it. True: press it; it may stay silent."""


@dataclass(slots=True)
class Walk:
    window: DrivenWindow
    page: str
    allowed: Sequence[Allowed] = ()
    only: Callable[[str], bool] = lambda name: True
    """Selects the page's own controls to press; everything that opens from them is pressed."""
    known: set[str] = field(default_factory=set)
    """Dialogs and menus walked before: opened and closed, no more."""
    seen: set[str] | None = None
    """Controls of earlier pages, to skip; None to press every page completely."""
    findings: list[Finding] = field(default_factory=list)
    pressed: int = 0
    _open: list[str] = field(default_factory=list)
    """Open windows and menus, the page itself first."""
    _rest: list[int] = field(default_factory=list)
    """Where the pointer goes after a press on a menu entry."""

    def go(self) -> list[Finding]:
        self._do("fill")
        self._layer(())
        return self.findings

    def _do(self, step: str, *given: object) -> Any:
        reply = self.window.ask({"do": "walk", "step": step, "with": given})
        assert "fault" not in reply, f"{step} {given}: {reply['fault']}"
        return reply["value"]

    def _calm(self) -> None:
        """Waits until the window looks the same twice."""
        end = time.monotonic() + _CALM_S
        last = ""
        while time.monotonic() < end:
            now = self._do("calm")
            if now == last:
                return
            last = now
            time.sleep(0.04)

    def _restore(self, path: tuple[str, ...]) -> bool:
        """Restores the page's state and presses along a path; False when the path is gone."""
        self._do("ready", self.page)
        self._calm()
        if self._do("then", self.page):
            self._calm()
        return all(map(self._open_by, path))

    def _open_by(self, name: str) -> bool:
        """Presses what opens a menu or dialog, and waits for it; False if it does not come."""
        aimed, before = self._do("aim", name), self._do("front")
        if aimed is None:
            return False
        self._press(name, aimed["place"])
        end = time.monotonic() + _PATIENCE_S
        while self._do("front") == before:
            if time.monotonic() > end:
                return False
            time.sleep(0.03)
        self._calm()
        return True

    def _press(self, name: str, place: list[int]) -> None:
        button = 3 if name.startswith("menu-of ") else 1
        self.window.hands.do("mousemove", *place, "click", button)

    def _layer(self, path: tuple[str, ...]) -> None:
        """Presses every control of the front window, reached by a path of presses."""
        if not path:
            self._restore(path)
        listed = self._do("list")
        title = listed["window"]
        self._open.append(title)
        alike: dict[str, int] = {}
        for control in listed["controls"]:
            name = control["name"]
            kind = name.split(":")[0]
            alike[kind] = alike.get(kind, 0) + 1
            if kind != name and control["kind"] == "button" and alike[kind] > _MOST_ALIKE:
                continue
            where = f"{self.page}: {' > '.join((*path, name))}"
            rule = next((rule for rule in self.allowed if re.search(rule.pattern, where)), None)
            if not control["is_enabled"] or (rule is not None and not rule.is_pressed):
                continue
            if not path and (not self.only(name) or name in (self.seen or ())):
                continue
            if not path and self.seen is not None:
                self.seen.add(name)
            if not name.split(" ", 1)[1].split(" #")[0].strip() or _NAMELESS.match(name):
                self._found((*path, name), "has no name for a screen reader, no text and no tip")
            self._one(path, name, title, may_be_silent=rule is not None)
        self._open.pop()

    def _one(self, path: tuple[str, ...], name: str, title: str, *, may_be_silent: bool) -> None:
        """Presses one control and judges the result."""
        here = (*path, name)
        menus = self._menus_open()
        if menus:
            is_there = self._aim_through_menus(path, len(path) - menus)
        else:
            is_there = bool(path) and self._do("front") == title and self._do("aim", name) is not None
            is_there = is_there or self._restore(path)
        aimed = self._do("aim", name) if is_there else None
        for _ in range(0 if menus else _LOOKS):  # what is still loading appears in its place later
            if aimed is None or aimed["is_met"]:
                break
            self._calm()
            aimed = self._do("aim", name)
        if aimed is None or not aimed["is_enabled"]:
            return  # an earlier press removed it
        if not aimed["is_met"]:
            self._found(here, f"cannot be met by the pointer: {aimed['under']} is there")
            return
        if not menus:
            self.window.hands.do("mousemove", *aimed["place"])
            self._calm()
            aimed = self._do("aim", name)  # late content may have moved it
            if aimed is None:  # it disappeared by itself, like the row of an ended job
                return
            self._do("before_press", name)
        self._press(name, aimed["place"])
        self.pressed += 1
        if menus:  # what lies under the menu would show that the pointer is over it
            self.window.hands.do("mousemove", *self._rest)
        after = self._answered(_SHORT_PATIENCE_S if may_be_silent or aimed["is_chosen"] else _PATIENCE_S)
        if os.environ.get(_LOUD):
            print(f"{time.monotonic():8.1f}", " > ".join(here), "|", after["changed"], flush=True)
        for complaint in after["complaints"]:
            self._found(here, complaint)
        if not after["changed"] and not may_be_silent and not aimed["is_chosen"]:
            self._found(here, "does nothing and says nothing")
        self._do("hush")
        self._calm()
        opened = self._do("front")
        if opened != title and opened not in self._open:
            self._enter(here, opened)

    def _menus_open(self) -> int:
        """Counts the menus in front, one out of another."""
        count = 0
        for title in reversed(self._open):
            if not title.startswith("menu "):
                break
            count += 1
        return count

    def _aim_through_menus(self, path: tuple[str, ...], length: int) -> bool:
        """Remembers the state before the menus open, then opens them: closing them is no answer to a press."""
        if not self._restore(path[:length]):
            return False
        aimed = self._do("aim", path[length])
        if aimed is None:
            return False
        self._rest = aimed["place"]
        self.window.hands.do("mousemove", *self._rest)
        self._calm()
        self._do("before_press", path[length])
        return all(map(self._open_by, path[length:]))

    def _answered(self, patience_s: float) -> Facts:
        end = time.monotonic() + patience_s
        while True:
            after: Facts = self._do("after_press")
            is_picture_alone = len(after["changed"]) == 1 and after["changed"][0].startswith("picture")
            if is_picture_alone:  # a closing menu is no answer
                self._calm()
                after = self._do("after_press")
            if after["changed"] or time.monotonic() > end:
                return after
            time.sleep(0.05)

    def _enter(self, path: tuple[str, ...], opened: str) -> None:
        """Walks what has opened, unless it is known, and leaves it."""
        if opened not in self.known and len(path) < _MOST_DEEP and not opened.startswith(_QTS_OWN):
            self.known.add(opened)
            self._layer(path)
            if self._do("front") != opened and not self._restore(path):
                aimed = self._do("aim", path[-1])
                if aimed is not None and aimed["is_enabled"]:  # otherwise a press in it removed it
                    self._found(path, "does not open a second time")
                return
        self._leave(path, opened)

    def _leave(self, path: tuple[str, ...], opened: str) -> None:
        """Leaves the front window by Esc, or by its own button."""
        for _ in range(_MOST_PRESSED_TO_LEAVE):
            if self._do("is_main") or self._do("front") != opened:
                return
            self.window.key("Escape")
            self._calm()
        names = [control["name"] for control in self._do("list")["controls"]]
        for name in _LEAVES:
            if name in names:
                self._press(name, self._do("aim", name)["place"])
                self._calm()
                break
        if self._do("front") == opened:
            self._found(path, f"{opened} cannot be left by Esc or by a button of its own")

    def _found(self, path: tuple[str, ...], what: str) -> None:
        self.findings.append(Finding(self.page, path, what))
        if _PICTURES in os.environ:
            name = re.sub(r"\W+", "-", f"{self.page} {' '.join(path)}")[-120:]
            self._do("photograph", f"{os.environ[_PICTURES]}/{name}.png")
