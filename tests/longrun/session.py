"""Eight hours at the desk as fast as the window answers: searching, hearing, arrowing, marking, dialogs, pages, tabs.

A busy designer asks some ten times a minute and hears four rows of each answer: 5,000 searches and 20,000 steps in a
day. Every key and click is a real one, in a real window that plays into a sound server; each waits for what it does.
"""

import argparse
import contextlib
import itertools
import random
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.helpers.pulse import PulseServer
from tests.helpers.qt import DrivenWindow, XServer, wait_until
from tests.helpers.tiny_library import earshot
from tests.longrun.sampling import WARM_UP, Watch, read_samples, table
from tests.longrun.sounds import write_many

LIMITS = {"uss_kib": 500.0, "handles": 0.1, "threads": 0.1}
"""Most growth per 1,000 actions: half a KiB an action (13 MiB in a day), and no handle or thread at all."""
STEPS = 4
"""Rows that are heard of each answer."""
_FIRST = "heavy soft distant close dry wet rusty bright deep short long slow fast small big".split()  # noqa: SIM905
_SECOND = "door rain wind metal glass wood dog crowd engine bell whoosh footstep water fire drone".split()  # noqa: SIM905
_LAST = ("", " dur:<1", " ch:2", " -dog", " ext:wav", "|bell", " sr:>=48k")
_DIALOGS = ("preferences", "keyboard shortcuts", "about earshot", "model packs", "user guide", "add folder")
_PAGES = ("map of the library", "duplicates", "missing files")
_FRONT = "getattr(__import__('PySide6.QtWidgets').QtWidgets.QApplication.activeWindow(), 'windowTitle', str)()"
_OBJECTS = (
    "[len(__import__('gc').get_objects()), len(__import__('PySide6.QtWidgets').QtWidgets.QApplication.allWidgets())]"
)


class QuickHands:
    """One xdotool that is told a line at a time: a process a key would take most of the day."""

    def __init__(self, display: str) -> None:
        self._tool = subprocess.Popen(["xdotool", "-"], stdin=subprocess.PIPE, text=True, env={"DISPLAY": display})

    def do(self, line: str) -> None:
        """Obeys one line of xdotool's commands."""
        assert self._tool.stdin is not None
        self._tool.stdin.write(line + "\n")
        self._tool.stdin.flush()

    def close(self) -> None:
        """Lets it end."""
        assert self._tool.stdin is not None
        self._tool.stdin.close()
        self._tool.wait(timeout=60)


class Day:
    """The actions of a day, counted."""

    def __init__(self, window: DrivenWindow, hands: QuickHands, seed: int) -> None:
        self.window, self.hands = window, hands
        self.done = 0
        self.counts = {
            "searches": 0,
            "steps": 0,
            "alike": 0,
            "marks": 0,
            "dialogs": 0,
            "pages": 0,
            "sorts": 0,
            "tabs": 0,
        }
        self._draw = random.Random(seed)
        self._asked = ""

    def rounds(self, searches: int) -> Iterator[int]:
        """Goes through the day a search at a time, and gives the number of each."""
        for words in _DIALOGS:  # what is made at its first use is made in the morning
            self._dialog(words)
        for words in _PAGES:
            self._page(words)
        for number in range(searches):
            self._search()
            for _ in range(STEPS):
                self._step()
            if number % 10 == 4:
                self._alike()
            if number % 10 == 9:
                self._mark(number)
            if number % 40 == 20:
                self._dialog(_DIALOGS[number // 40 % len(_DIALOGS)])
            if number % 100 == 50:
                self._page(_PAGES[number // 100 % len(_PAGES)])
            if number % 50 == 30:
                self._sort()
            if number % 50 == 45:
                self._tab()
            yield number

    def _did(self, what: str) -> None:
        self.counts[what] += 1
        self.done += 1

    def _search(self) -> None:
        words = self._asked
        while words == self._asked:  # the same again would show nothing new
            words = f"{self._draw.choice(_FIRST)} {self._draw.choice(_SECOND)}{self._draw.choice(_LAST)}"
        self._asked = words
        since = self.window.mark()
        self.hands.do("key ctrl+f")
        self.hands.do("key ctrl+a")
        self.hands.do(f"type --delay 4 '{words}'")
        self.window.wait("shown", lambda line: line["text"] == words, since=since, patience_s=180)
        self._did("searches")

    def _step(self) -> None:
        since = self.window.mark()
        self.hands.do("key Down")
        end = time.monotonic() + 60
        while not any(line["kind"] in ("started", "failed") for line in self.window.since(since)):
            if time.monotonic() > end:  # the last row: there is no further one
                break
            time.sleep(0.004)
        self._did("steps")

    def _alike(self) -> None:
        since = self.window.mark()
        self.hands.do("key w")
        self.window.wait("shown", lambda line: line["reference"], since=since, patience_s=180)
        since = self.window.mark()
        for _ in range(3):  # the first may only stop what plays
            self.hands.do("key Escape")
            with contextlib.suppress(AssertionError):
                self.window.wait("shown", lambda line: not line["reference"], since=since, patience_s=10)
                break
        self._did("alike")

    def _mark(self, number: int) -> None:
        self.hands.do(f"key {number // 10 % 5 + 1}")
        self._did("marks")

    def _dialog(self, words: str) -> None:
        self._choose(words)
        self._until(lambda: self.window.look(_FRONT) not in ("", "Earshot"), words)
        title = self.window.look(_FRONT)
        self.hands.do("key Escape")
        self._until(lambda: self.window.look(_FRONT) != title, f"the end of {words}")
        self.window.hands.activate("Earshot")
        self._did("dialogs")

    def _page(self, words: str) -> None:
        before = self._page_name()  # no page follows itself
        self._choose(words)
        self._until(lambda: self._page_name() != before, words)
        self._did("pages")

    def _page_name(self) -> str:
        return str(self.window.look("type(window.pages.currentWidget()).__name__"))

    def _sort(self) -> None:
        place = self.window.where("title", column=1)
        self.hands.do(f"mousemove {place[0]} {place[1]} click 1")
        self._did("sorts")

    def _tab(self) -> None:
        self.hands.do("key ctrl+t")
        self.hands.do("key ctrl+w")
        self._did("tabs")

    def _choose(self, words: str) -> None:
        self.hands.do("key ctrl+k")
        self._until(lambda: self.window.ask({"do": "has", "part": "named Matches"})["has"], "the palette")
        self.hands.do(f"type --delay 4 '{words}'")
        self.hands.do("key Return")

    @staticmethod
    def _until(is_so: Callable[[], object], what: str) -> None:
        wait_until(is_so, what, 180)


def main(argv: list[str]) -> int:
    """Makes a library where there is none, lives the day in a window over it and prints the table."""
    parser = argparse.ArgumentParser(prog="python -m tests.longrun session")
    parser.add_argument("folder", type=Path, help="for sounds, library and samples")
    parser.add_argument("--searches", type=int, default=5_000)
    parser.add_argument("--minutes", type=float, default=120.0, help="the most that it may take")
    parser.add_argument("--files", type=int, default=2_000)
    parser.add_argument("--every", type=float, default=3.0, help="seconds between two samples")
    parser.add_argument("--warm-up", type=float, default=WARM_UP, help="share of the run in which caches fill")
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args(argv)
    library, samples = make_library(options.folder, options.files), options.folder / "session.jsonl"
    samples.unlink(missing_ok=True)
    began = time.monotonic()
    with at_the_desk(library, options.folder) as (window, hands):
        day = Day(window, hands, options.seed)
        with Watch(window.process.pid, lambda: ("session", day.done), samples, options.every):
            for number in itertools.takewhile(
                lambda _: time.monotonic() - began < options.minutes * 60, day.rounds(options.searches)
            ):
                if number % 100 == 0:
                    held = window.look(_OBJECTS)
                    print(
                        f"{time.monotonic() - began:.0f} s, {day.done} actions, objects and widgets {held}", flush=True
                    )
    print(f"{day.done:,} actions in {time.monotonic() - began:.0f} s: {day.counts}")
    print("\n".join(table(read_samples(samples), LIMITS, "actions", options.warm_up)))
    return 0


def make_library(folder: Path, files: int) -> Path:
    """The library in a folder, made from generated sounds where there is none."""
    library, sounds = folder / "library", folder / "sounds"
    if not sounds.exists():
        for _ in write_many(sounds, files):
            pass
    if not library.exists():
        earshot("index", "--json", "--library", library, "--device", "cpu", sounds, check=False)  # 3: some are broken
    return library


@contextmanager
def at_the_desk(library: Path, folder: Path) -> Iterator[tuple[DrivenWindow, QuickHands]]:
    """A window on a screen and with a sound server of its own."""
    settings = folder / "settings" / "window.json"
    with XServer() as server, PulseServer() as pulse:
        window = DrivenWindow(server.display, library, settings, "--data-folder", folder / "data", env=pulse.env)
        hands = QuickHands(server.display)
        try:
            with window:
                window.open()
                yield window, hands
        finally:
            hands.close()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
