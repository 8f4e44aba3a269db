"""Cues of a list, and the lines skipped while reading it."""

import re
from enum import StrEnum
from pathlib import PurePath

from msgspec import Struct

from engine.base.cancellation import Cancel, check, never
from engine.base.clocks import FrameClock, NoSuchTime, is_timecode
from engine.base.messages import Message, Value, told
from engine.features.spotting.messages import CueFlaw

MOST_CUES = 2_000
_LONGEST_TEXT = 400
_OF_THE_GRAMMAR = re.compile(r'["“”„|:;()\[\]{}<>*_#~=/\\]+')
_MINUS = re.compile(r"(?<!\w)-+|-+(?!\w)")
_MARKED = re.compile(
    r"(?:\d{1,6}[.)]? )?[\[(]? ?(?:SFX|FX|F/X|SOUND|SOUNDS|SOUND EFFECT|GRAMS|FOLEY|ATMOS|AMB|AMBIENCE|BG|SPOT FX) ?"
    r"[:\-–—] ?",
    re.IGNORECASE,
)
"""Markers of a sound effect, in a text with single blanks."""
_SPOKEN = re.compile(r'(?:[^\W\d_][^:"“”„«»]{0,40}: ?)?["“„«]([^"“”„«»]+)["”“»]')
"""Speech in quotation marks, such as `ANNA: "Open the door!"`."""
_MARK_LETTERS = 60
"""No marker is longer."""


class CueForm(StrEnum):
    """The kind of list that cues came from."""

    SCRIPT = "script"
    TABLE = "table"
    EDL = "edl"
    SUBTITLES = "subtitles"


class Cue(Struct, frozen=True):
    """One entry of a list, for which a sound is wanted."""

    number: int
    """Position in the list, from 1."""
    name: str
    """Its label in the list, such as M12; empty without one."""
    text: str
    """Its words as in the list; in quotation marks if a character says them."""
    start_s: float | None = None
    """Start on the list's own clock, in seconds; None where the list does not say."""
    end_s: float | None = None
    line: int = 0
    is_coded: bool = False
    """Whether its times were timecode, whose meaning depends on the rate."""

    @property
    def query(self) -> str:
        """The words to search: without characters that a query would read as filters, quotes or minus terms."""
        return plain_words(self.text)

    @property
    def spoken(self) -> str:
        """What somebody says: a text that is all in quotation marks, behind a name or alone; empty for a sound."""
        found = _SPOKEN.fullmatch(self.text)
        return "" if found is None else found[1].strip()


class SkippedLine(Struct, frozen=True):
    """A line that became no cue, or lost its time."""

    line: int
    why: Message


class CueSheet(Struct, frozen=True):
    """A list of cues after reading."""

    title: str
    form: CueForm
    clock: FrameClock
    cues: tuple[Cue, ...]
    skipped: tuple[SkippedLine, ...] = ()


class CueCollector:
    """Collects cues while a list is read: numbers them, and notes skipped lines.

    Args:
        clock: of the list.
        cancel: polled at every line; when True, the call raises `StopRequested`.
    """

    def __init__(self, clock: FrameClock, cancel: Cancel = never) -> None:
        self.clock = clock
        self._cancel = cancel
        self.cues: list[Cue] = []
        self.skipped: list[SkippedLine] = []

    def add(self, line: int, text: str, *, name: str = "", start: str = "", end: str = "", length: str = "") -> None:
        """Adds a line; times are as the list writes them, empty for none."""
        start_s, end_s = self._time(line, start), self._time(line, end)
        lasts_s = self._time(line, length) if end_s is None else None
        if start_s is not None and lasts_s:
            end_s = start_s + lasts_s
        self.add_at(line, text, name=name, start_s=start_s, end_s=end_s, is_coded=is_timecode(start))

    def add_at(
        self,
        line: int,
        text: str,
        *,
        name: str = "",
        start_s: float | None = None,
        end_s: float | None = None,
        is_coded: bool = False,
    ) -> None:
        check(self._cancel)
        text = " ".join(text.split())[:_LONGEST_TEXT]
        if not plain_words(text):
            self.skip(line, CueFlaw.NO_WORDS)
        elif len(self.cues) >= MOST_CUES:
            self.skip(line, CueFlaw.TOO_MANY_CUES, MOST_CUES)
        else:
            if start_s is None or (end_s is not None and end_s <= start_s):
                end_s = None
            number, name = len(self.cues) + 1, " ".join(name.split())[:80]
            self.cues.append(Cue(number, name, text, start_s, end_s, line, is_coded and start_s is not None))

    def skip(self, line: int, why: CueFlaw, *values: Value | PurePath) -> None:
        check(self._cancel)
        self.skipped.append(SkippedLine(line, told(why, *values)))

    def sheet(self, title: str, form: CueForm) -> CueSheet:
        return CueSheet(title, form, self.clock, tuple(self.cues), tuple(self.skipped))

    def _time(self, line: int, text: str) -> float | None:
        if not text.strip():
            return None
        try:
            return self.clock.read(text)
        except NoSuchTime:
            self.skip(line, CueFlaw.NO_SUCH_TIME, text.strip(), self.clock.rate.value)
            return None


def is_marked(text: str) -> bool:
    """Whether a line is marked as a sound: "SFX: door"."""
    return _MARKED.match(" ".join(text[:_MARK_LETTERS].split())) is not None


def plain_words(text: str) -> str:
    """Reduces a text to a query of plain words; all-capitals become lower case."""
    text = _MARKED.sub("", " ".join(text.split()), count=1)
    text = " ".join(_MINUS.sub(" ", _OF_THE_GRAMMAR.sub(" ", text)).split())
    text = text.lower() if text.isupper() else text
    return text if any(letter.isalpha() for letter in text) else ""
