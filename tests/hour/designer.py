"""A designer at the real window, who counts every key and click, and times and photographs every station."""

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.helpers.qt import DrivenWindow, Hands, Talking
from tests.hour.sounds import HourSounds
from tests.screens.newcomer_user import Newcomer, Stumbled, see_to

_PARTNER_PX = 260
_HIT = "dict(name=hit.sound.path.name, score=round(hit.score, 4), mark=hit.confidence and hit.confidence.value)"


class CountingHands(Hands):
    def __init__(self, display: str) -> None:
        super().__init__(display)
        self.keys = self.clicks = 0

    def do(self, *arguments: str | int) -> str:
        """Runs xdotool; a typed letter counts as a key, a mouse press as a click, a drag as one click."""
        words = [str(word) for word in arguments]
        if words[0] == "key":
            self.keys += len(words) - 1
        elif words[0] == "type":
            self.keys += len(words[-1])
        self.clicks += words.count("mousedown")
        if "click" in words:
            self.clicks += int(words[words.index("--repeat") + 1]) if "--repeat" in words else 1
        return super().do(*arguments)


@dataclass(frozen=True, slots=True)
class Seen:
    name: str
    done: str
    wrong: str
    """Empty if all was well."""
    keys: int
    clicks: int
    seconds: float
    """Of the script: it types without pauses, and waits until the window has settled."""
    pictures: tuple[str, ...]
    told: str


@dataclass(slots=True)
class Hour:
    """State that lasts over the windows of the hour."""

    folder: Path
    home: Path
    display: str
    stations: list[Seen] = field(default_factory=list)
    kept: dict[str, Any] = field(default_factory=dict)
    """Left by a station for a later one."""


class Designer(Newcomer):
    """The newcomer's hands and eyes, now experienced."""

    def __init__(self, window: DrivenWindow, sounds: HourSounds, hour: Hour) -> None:
        self.hands = window.hands = CountingHands(hour.display)
        self.hour = hour
        self.hour_sounds = sounds
        self._pictures: list[str] = []
        self._told: list[str] = []
        super().__init__(window, sounds, hour.folder)  # type: ignore[arg-type]

    def station(self, name: str, do: Callable[["Designer"], None]) -> None:
        """Runs one station, and goes on whatever comes of it."""
        self._pictures, self._told = [], []
        wrong = ""
        if self.window.process.poll() is not None:
            wrong = f"the window is gone, with status {self.window.process.returncode}"
        else:
            self._come_back()
            self.window.hands.activate("Earshot")
            self.hands.keys = self.hands.clicks = 0
        began = time.monotonic()
        try:
            if not wrong:
                do(self)
        except (Stumbled, AssertionError) as err:
            wrong = " ".join(str(err).split())[:400] or type(err).__name__
        seconds = time.monotonic() - began
        keys, clicks = self.hands.keys, self.hands.clicks
        if self.window.process.poll() is None:
            if not self._pictures or wrong:
                self.picture("wrong" if wrong else "end")
            complaints = self.walk("complaints")
            wrong = wrong or ("" if not complaints else f"the log says: {'; '.join(complaints)}"[:400])
        done = " ".join((do.__doc__ or "").split())
        told = "; ".join(self._told)
        self.hour.stations.append(Seen(name, done, wrong, keys, clicks, seconds, tuple(self._pictures), told))
        print(f"{'WRONG' if wrong else 'ok   '} {name} ({keys} keys, {clicks} clicks, {seconds:.1f} s) {wrong or told}")

    def picture(self, what: str) -> None:
        number = len(self.hour.stations) + 1
        name = f"{number:02d}-{what}.png"
        self.settle()
        self.walk("photograph", str(self.folder / name))
        self._pictures.append(name)

    def tell(self, what: str) -> None:
        self._told.append(what)

    def choose(self, words: str) -> None:
        """Runs a command through the palette."""
        self.key("ctrl+k")
        see_to(lambda: self.window.ask({"do": "has", "part": "named Matches"})["has"], "the palette does not open")
        self.window.type(words)
        self.key("Return")

    def rename(self, category: str) -> None:
        """Names the selected sound by a UCS category."""
        self.key("F2")
        see_to(lambda: self.window.ask({"do": "has", "part": "named CatID"})["has"], "F2 does not open the names")
        self.hands.click(self.window.where("named CatID"))
        self.key("ctrl+a")
        self.window.type(category)
        self.key("Return")
        self.settle()
        self.press(r"^button Rename 1 file")

    def hits(self, count: int = 20) -> list[dict[str, Any]]:
        """Returns name, score and mark of the first rows."""
        found = f"[{_HIT} for row in range(min({count}, window.model.rowCount())) if (hit := window.model.hit(row))]"
        see_to(lambda: self.look("window.model.rowCount() == 0 or window.model.hit(0) is not None"), "no rows come")
        hits: list[dict[str, Any]] = self.look(found)
        return hits

    def go_to_rows(self) -> None:
        """Moves from the field to the first row."""
        self.key("ctrl+f", "Down")
        see_to(lambda: self.state()["current"], "Down does not lead to a row")

    @contextmanager
    def other_program(self, *files: Path) -> Iterator[Talking]:
        """Opens another program's window, in front at the right."""
        environment = {"DISPLAY": self.hour.display, "QT_QPA_PLATFORM": "xcb"}
        with Talking("tests.helpers.drag_partner", files, environment) as other:
            other.wait("ready")
            self.hands.do("search", "--sync", "--onlyvisible", "--name", "^Partner$", "windowraise")
            yield other
        self.hands.activate("Earshot")

    def take_room(self) -> None:
        """Moves the window to its usual place, left of the other program's."""
        self.hands.do("search", "--onlyvisible", "--name", "^Earshot$", "windowsize", "--sync", 1320, 880)
        self.settle()

    def partner_place(self) -> tuple[int, int]:
        """Returns a place over the other program's window."""
        room = self.look("window.screen().geometry().width()")
        return min(1340 + _PARTNER_PX // 2, int(room) - 20), 120 + _PARTNER_PX // 2

    def drag_out(self, start: Sequence[int]) -> list[str]:
        """Drags from a place to the other program; returns the addresses it received."""
        with self.other_program() as other:
            self.hands.drag(
                start,
                self.partner_place(),
                is_over=lambda: other.seen("entered"),
                what="the other program to notice the drag",
            )
            uris: list[str] = other.wait("dropped")["uris"]
        return uris
