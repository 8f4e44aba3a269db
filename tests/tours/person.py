"""The person at the keys: reads a line, hears its sounds one by one, picks the first that is right, rewords once.

What takes a person time takes it here, by the clock: reading, listening, each key, each letter. Which sound is right
is told by its kind (`tests/tours/sounds.py`): the person hears it, the window and the pack know nothing of it.
"""

import time
from collections.abc import Mapping
from dataclasses import dataclass

from tests.helpers.qt import DrivenWindow, wait_until
from tests.tours.sounds import SceneLine

READING_S = 1.5
"""For a line, before its first sound is asked for."""
LISTENING_S = 2.0
"""To each sound, from the moment it is heard."""
KEY_S = 0.3
LETTER_S = 0.2
"""Sixty words a minute."""
SPOTTING = "next(one for one in app.features if type(one).__name__ == 'SpottingFeature')"
_HITS = f"[hit.sound.path.name for hit in {SPOTTING}.page.candidates.hits]"
_AT = f"{SPOTTING}.list.at"
_PICKED = f"{SPOTTING}.list.rows[{SPOTTING}.list.at].pick is not None"
_ANSWERED = f"{SPOTTING}.list.rows[{SPOTTING}.list.at].cue.number in {SPOTTING}._answers"


@dataclass(frozen=True, slots=True)
class LineDone:
    """How one line went."""

    text: str
    seconds: float
    heard: int
    """Sounds that were listened to."""
    place: int
    """Of the one that was picked, from 1; 0 where none was right."""
    reworded: str
    """What it was looked for by at last, empty where its own words did."""
    name: str
    """The file that was picked, empty for none."""


class Person:
    """Works in a window with the keyboard alone."""

    def __init__(self, window: DrivenWindow, kinds: Mapping[str, str]) -> None:
        self._window = window
        self._kinds = kinds
        self.keys = 0
        """Pressed so far, letters among them."""

    def press(self, *keys: str) -> None:
        """Presses keys one after another, each in its time."""
        for key in keys:
            self._window.key(key)
            self.keys += 1
            time.sleep(KEY_S)

    def write(self, text: str) -> None:
        """Types."""
        self._window.hands.do("type", "--delay", round(LETTER_S * 1000), text)
        self.keys += len(text)

    def spot(self, number: int, line: SceneLine) -> LineDone:
        """Finds a sound for the line that the list is at, and picks it; goes on to the next with Tab."""
        began = time.monotonic()
        wait_until(lambda: self._window.look(_AT) == number, f"line {number + 1}")
        self._wait_for_sounds()
        time.sleep(READING_S)
        place, heard = self._listen(line)
        was_reworded = place == 0 and line.reworded != ""
        if was_reworded:
            self.press("F2")
            self.write(line.reworded)
            self.press("Return")
            self._wait_for_sounds()
            place, more = self._listen(line)
            heard += more
        name = ""
        if place:
            name = self._names()[place - 1]
            self.press("Return")
            wait_until(lambda: self._window.look(_PICKED), f"a sound for line {number + 1}")
        return LineDone(line.text, time.monotonic() - began, heard, place, line.reworded if was_reworded else "", name)

    def _names(self) -> list[str]:
        names: list[str] = self._window.look(_HITS)
        return names

    def _wait_for_sounds(self) -> None:
        wait_until(lambda: self._window.look(_ANSWERED), "the sounds of a line")
        wait_until(self._names, "sounds on the page")

    def _listen(self, line: SceneLine) -> tuple[int, int]:
        """Hears the sounds from the top: the place of the first that is right, 0 for none, and how many it heard."""
        for place, name in enumerate(self._names(), start=1):
            since = self._window.mark()
            self.press("space" if place == 1 else "Down")
            self._window.wait("started", since=since)
            time.sleep(LISTENING_S)
            if line.is_right(self._kinds[name]):
                return place, place
        return 0, len(self._names())
