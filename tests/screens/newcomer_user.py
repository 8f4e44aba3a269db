"""The hands and eyes of a new user at the real window. For newcomer.py."""

import re
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.helpers.qt import DrivenWindow, wait_until
from tests.screens.newcomer_sounds import Sounds

_SETTLE_S = 6.0


class Stumbled(Exception):
    """A newcomer's problem, in a sentence."""


@dataclass(frozen=True, slots=True)
class Outcome:
    name: str
    picture: str
    wrong: str
    """Empty if all was well."""


@dataclass(slots=True)
class Newcomer:
    """The hands and eyes of a new user, at one window."""

    window: DrivenWindow
    sounds: Sounds
    folder: Path
    outcomes: list[Outcome] = field(default_factory=list)
    kept: dict[str, Any] = field(default_factory=dict)
    """Left by a step for a later one."""
    _picture: str = ""

    def step(self, name: str, do: Callable[["Newcomer"], None]) -> None:
        """Runs one step, takes its picture, and goes on whatever comes of it."""
        if self.window.process.poll() is not None:
            self._note(name, "", f"the window is gone, with status {self.window.process.returncode}")
            return
        wrong = ""
        self._picture = f"{len(self.outcomes) + 1:02d}-{re.sub(r'[^a-z0-9]+', '-', name.lower()).strip('-')}.png"
        (self.folder / self._picture).unlink(missing_ok=True)
        try:
            self._come_back()
            do(self)
        except (Stumbled, AssertionError) as err:
            wrong = " ".join(str(err).split())[:300] or type(err).__name__
        try:
            if wrong or not (self.folder / self._picture).exists():
                self.photograph()
            complaints = self.walk("complaints")
            if complaints and not wrong:
                wrong = f"the log says: {'; '.join(complaints)}"[:300]
        except AssertionError as err:
            wrong = wrong or f"no picture: {err}"[:300]
        self._note(name, self._picture, wrong)

    def photograph(self) -> None:
        """Takes the step's picture now, if its end is not the most telling moment."""
        self.settle()
        self.walk("photograph", str(self.folder / self._picture))

    def _come_back(self) -> None:
        """Closes what the step before may have left open."""
        for _ in range(4):
            if self.walk("is_main"):
                return
            self.window.key("Escape")
            self.settle()
        self.window.hands.activate("Earshot")

    def _note(self, name: str, picture: str, wrong: str) -> None:
        self.outcomes.append(Outcome(name, picture, wrong))
        print(f"{'ok   ' if not wrong else 'WRONG'} {name}{': ' if wrong else ''}{wrong}", flush=True)

    # Actions

    def press(self, pattern: str, *, button: int = 1, patience_s: float = 20.0) -> None:
        """Presses the control whose name (tests/helpers/controls.py) matches this pattern, once it is visible."""
        names: list[str] = []

        def is_there() -> bool:
            names[:] = [one["name"] for one in self.walk("list")["controls"] if re.search(pattern, one["name"])]
            return bool(names)

        wait_until(is_there, f"a control like {pattern!r}", patience_s)
        aimed = self.walk("aim", names[0])
        if aimed is None or not aimed["is_met"]:
            raise Stumbled(f"{names[0]} cannot be met by the pointer: {(aimed or {}).get('under')} is there")
        self.window.hands.do("mousemove", *aimed["place"], "click", button)

    def menu(self, *entries: str) -> None:
        """Presses through the menu bar."""
        for entry in entries:
            self.settle()
            self.press(f"^entry {entry}")

    def ask(self, words: str) -> list[str]:
        """Replaces the words in the search field; returns the names of the answers."""
        self.window.key("ctrl+f", "ctrl+a", "BackSpace")
        self.window.type(words)
        see_to(lambda: self._last_shown()["text"] == words, f"nothing is shown for {words!r}")
        names: list[str] = self._last_shown()["names"]
        return names

    def _last_shown(self) -> dict[str, Any]:
        self.window.ask({"do": "state"})  # earlier events arrive before the reply
        return self.window.seen("shown")[-1]

    def key(self, *keys: str) -> None:
        self.window.key(*keys)

    def fill_the_screen(self) -> None:
        """Maximises the window by the button in its title."""
        self.window.hands.do("search", "--onlyvisible", "--name", "^Earshot$", "windowsize", "--sync", "100%", "97%")
        self.settle()

    # Observations

    def settle(self) -> None:
        """Waits until the window looks the same twice."""
        end, last = time.monotonic() + _SETTLE_S, ""
        while (now := self.walk("calm")) != last and time.monotonic() < end:
            last = now
            time.sleep(0.1)

    def walk(self, step: str, *given: object) -> Any:
        """Runs a step of tests/helpers/walking.py."""
        reply = self.window.ask({"do": "walk", "step": step, "with": given})
        assert "fault" not in reply, reply["fault"]
        return reply["value"]

    def look(self, at: str) -> Any:
        """Evaluates an expression in the window's process."""
        return self.window.look(at)

    def state(self) -> dict[str, Any]:
        """Returns the state from tests/helpers/driven.py."""
        return self.window.ask({"do": "state"})

    def words(self) -> str:
        return str(self.walk("words"))


def see_to(is_so: Callable[[], object], what: str, patience_s: float = 15.0) -> None:
    """Waits for what a user expects; raises with a sentence if it does not come."""
    try:
        wait_until(is_so, what, patience_s)
    except AssertionError:
        raise Stumbled(what) from None
