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
    """What a newcomer stumbles over, in a sentence."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """One step, once it is done."""

    name: str
    picture: str
    wrong: str
    """Empty when all was well."""


@dataclass(slots=True)
class Newcomer:
    """The hands and eyes of a new user, at one window."""

    window: DrivenWindow
    sounds: Sounds
    folder: Path
    outcomes: list[Outcome] = field(default_factory=list)
    kept: dict[str, Any] = field(default_factory=dict)
    """What a step leaves for a later one."""
    _picture: str = ""

    def step(self, name: str, do: Callable[["Newcomer"], None]) -> None:
        """Does one step, takes its picture, and goes on whatever came of it."""
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
        """Takes the step's picture now, where the moment that tells most is not its end."""
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

    # What a person does

    def press(self, pattern: str, *, button: int = 1, patience_s: float = 20.0) -> None:
        """Presses the control whose name (tests/helpers/controls.py) has this pattern, once it is on show."""
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
        """Types words over those in the search field; the names of what is found."""
        self.window.key("ctrl+f", "ctrl+a", "BackSpace")
        self.window.type(words)
        see_to(lambda: self._last_shown()["text"] == words, f"nothing is shown for {words!r}")
        names: list[str] = self._last_shown()["names"]
        return names

    def _last_shown(self) -> dict[str, Any]:
        self.window.ask({"do": "state"})  # what was on its way is here before the reply is
        return self.window.seen("shown")[-1]

    def key(self, *keys: str) -> None:
        """Presses keys."""
        self.window.key(*keys)

    def fill_the_screen(self) -> None:
        """Makes the window as large as the screen, as the button in its title does."""
        self.window.hands.do("search", "--onlyvisible", "--name", "^Earshot$", "windowsize", "--sync", "100%", "97%")
        self.settle()

    # What a person sees

    def settle(self) -> None:
        """Waits until the window looks the same twice."""
        end, last = time.monotonic() + _SETTLE_S, ""
        while (now := self.walk("calm")) != last and time.monotonic() < end:
            last = now
            time.sleep(0.1)

    def walk(self, step: str, *given: object) -> Any:
        """A question of tests/helpers/walking.py."""
        reply = self.window.ask({"do": "walk", "step": step, "with": given})
        assert "fault" not in reply, reply["fault"]
        return reply["value"]

    def look(self, at: str) -> Any:
        """What an expression gives in the window's process."""
        return self.window.look(at)

    def state(self) -> dict[str, Any]:
        """The state that tests/helpers/driven.py tells."""
        return self.window.ask({"do": "state"})

    def words(self) -> str:
        """Every text on show, a line each."""
        return str(self.walk("words"))


def see_to(is_so: Callable[[], object], what: str, patience_s: float = 15.0) -> None:
    """Waits for what a user expects; says what is wrong when it does not come."""
    try:
        wait_until(is_so, what, patience_s)
    except AssertionError:
        raise Stumbled(what) from None
