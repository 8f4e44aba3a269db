"""Messages of the engine as values, and their English.

A `Message` crosses every border unchanged and is worded once, at the edge: here in English for the shell; in the
window's language by desktop/base/engine_words.py, which translates the same sentences.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum, StrEnum, unique
from functools import reduce
from pathlib import PurePath

MOST_SHOWN = 200
"""Characters shown of a name or of typed words inside a sentence."""

_PLACE = re.compile(r"%([1-9])")


class Unit(StrEnum):
    """The unit of an amount."""

    NONE = ""
    SECONDS = "s"
    MINUTES = "min"
    HERTZ = "Hz"
    KILOHERTZ = "kHz"
    LUFS = "LUFS"
    DBFS = "dBFS"
    DBTP = "dBTP"
    BPM = "BPM"
    BITS = "bit"
    BYTES = "bytes"
    KILOBYTES = "kB"
    MEGABYTES = "MB"
    GIGABYTES = "GB"


@dataclass(frozen=True, slots=True)
class Amount:
    """A number with its unit."""

    value: float
    unit: Unit = Unit.NONE
    digits: int = 6
    """Significant digits; trailing zeros are omitted."""
    places: int | None = None
    """Decimal places, zeros included; overrides `digits`."""
    is_grouped: bool = False
    """Whether English groups thousands; only with `places`."""

    @property
    def number(self) -> str:
        """The number in English: 0.5, -20; with places 0.50, grouped 1,200."""
        if self.places is not None:
            grouping = "," if self.is_grouped else ""
            return f"{self.value:{grouping}.{self.places}f}"
        return f"{self.value:.{self.digits}g}"


class MessageCode(Enum):
    """A set of messages; each value is its English text with %1 to %9 for values.

    Two that read alike in English have a comment each, for translators.
    """

    def __init__(self, text: str, comment: str = "") -> None:
        self.text = text
        self.comment = comment


@unique
class QueryMessage(MessageCode):
    """Messages about a query and its answer."""

    OR = "%1 or %2"
    AND = "%1 and %2"
    AT = "%1"
    BETWEEN = "%1 to %2"
    # Filters.
    SHORTER = "shorter than %1"
    LONGER = "longer than %1"
    ANY_LENGTH = "any length"
    UP_TO = "up to %1"
    FROM = "from %1"
    OR_MORE = "%1 or more"
    ANY_RATE = "any rate"
    ANY_DEPTH = "any depth"
    MONO = "mono"
    STEREO = "stereo"
    CHANNELS = "%1 channels"
    CHANNELS_BETWEEN = "%1 to %2 channels"
    CHANNELS_UP_TO = "up to %1 channels"
    CHANNELS_FROM = "from %1 channels"
    ANY_CHANNELS = "any channels"
    QUIETER = "quieter than %1"
    LOUDER = "louder than %1"
    ANY_LEVEL = "at any level"
    PEAKS = "peaks %1"
    PEAKS_UNDER = "peaks under %1"
    PEAKS_OVER = "peaks over %1"
    PEAKS_BETWEEN = "peaks %1 to %2"
    PEAKS_ANY = "peaks at any level"
    SILENT_UNDER = "less than %1 % silent"
    SILENT_OVER = "more than %1 % silent"
    SILENT_BETWEEN = "%1 to %2 % silent"
    SILENT_ANY = "any share of silence"
    DARKER = "darker than %1"
    BRIGHTER = "brighter than %1"
    BRIGHT_BETWEEN = "%1 to %2 bright"
    ANY_BRIGHTNESS = "any brightness"
    SLOWER = "slower than %1"
    FASTER = "faster than %1"
    ANY_TEMPO = "any tempo"
    SMALLER = "smaller than %1"
    LARGER = "larger than %1"
    ANY_SIZE = "any size"
    NOT_RATED = "not rated"
    RATED = "rated"
    RATED_AT = "rated %1"
    RATED_FROM = "rated %1 or more"
    RATED_UP_TO = "rated %1 or less"
    RATED_UP_TO_OR_NOT = "rated %1 or less, or not rated"
    RATED_BETWEEN = "rated %1 to %2"
    MAJOR = "in a major key"
    MINOR = "in a minor key"
    KEYS = ("in %1", "musical keys")
    MARKED = "marked %1"
    COLOURED = "with a colour"
    NOT_COLOURED = "without a colour"
    NOTE_SAYS = "note says “%1”"
    SCENE = "scene %1"
    TAKE = "take %1"
    TAPE = "tape %1"
    TRACK = "track “%1”"
    ORIGINATOR = "originator “%1”"
    DESIGNER = "designer “%1”"
    LIBRARY = "library “%1”"
    KEYWORD = "keyword %1"
    CUSTOM_FIELD = ("%1 “%2”", "a field that the user made, and its text")
    HAS_CUSTOM_FIELD = "with something in the field %1"
    TIMECODE = "timecode %1"
    TIMECODE_BETWEEN = "timecode %1 to %2"
    TIMECODE_FROM = "timecode from %1"
    TIMECODE_AFTER = "timecode after %1"
    TIMECODE_UNTIL = "timecode until %1"
    TIMECODE_BEFORE = "timecode before %1"
    NOTED = "with a note"
    NOT_NOTED = "without a note"
    CATEGORY = "category %1"
    LISTED_BY_EAR = ("%1, by ear", "a category")
    CATEGORY_BY_EAR = "category by ear: %1"
    CHANGED = "changed %1"
    ADDED = "added %1"
    TODAY = "today"
    YESTERDAY = "yesterday"
    LAST_DAYS = "in the last %1 days"
    IN_DATE = ("in %1", "a month, a year or a day")
    BEFORE = "before %1"
    UNTIL = "until %1"
    AFTER = "after %1"
    SINCE = "since %1"
    IN_FOLDER = ("in %1", "a folder")
    TAGGED = "tagged %1"
    IN_COLLECTION = "in collection %1"
    FAVOURITES = "favourites"
    NO_FAVOURITES = "no favourites"
    OFFLINE = "offline"
    NOT_OFFLINE = "not offline"
    MISSING = "missing"
    NOT_MISSING = "not missing"
    LOOPS = "loops"
    ONE_SHOTS = "one-shots"
    HEARD = "played before"
    NOT_HEARD = "never played"
    USED = "used before"
    NOT_USED = "never used"
    WITH_TAGS = "with tags"
    WITHOUT_TAGS = "without tags"
    SPOKEN = "says “%1”"
    TRANSCRIBED = "transcript: “%1”"
    SPEECHLESS = "without speech"
    LIKE = "like %1"
    LIKE_STRETCH = "like %1, %2 to %3"
    UNLIKE = "unlike %1"
    UNLIKE_STRETCH = "unlike %1, %2 to %3"
    LEARNT = "learnt from your choices for “%1” (%2)"
    RED = "red"
    ORANGE = "orange"
    YELLOW = "yellow"
    GREEN = "green"
    BLUE = "blue"
    PURPLE = "purple"
    GREY = "grey"
    BYTES = "bytes"
    TRANSLATED = ("%1 → %2", "a word of another language, and what it says in English")
    # Remarks on an answer.
    EMPTY = "The library has no sounds yet."
    NOTHING_PASSES = "No sound matches the filters."
    NOTHING_QUOTED = "No sound has the quoted words in its name, folder or metadata."
    NOTHING_GOOD = "No good match. Showing the closest."
    NOT_CALIBRATED = (
        "Results are in order, but none is called strong, fair or weak: this model's scores are not calibrated."
    )
    NO_UNITS = "No sound has been analysed for patterns yet. Index the folders again."
    NOTHING_AGAIN = "This pattern occurs nowhere else."
    NOTHING_SURE = "No clear match for this pattern. Showing the closest."
    NO_SPEECH = "No sound has been analysed for spoken words yet. Index the folders again."
    OTHER_SPEECH = "These sounds were analysed with another pack for spoken words. Index the folders again."
    NOBODY_SPEAKS = "No speech was found in these sounds."
    ONLY_WEAK = "No clear match for those words. Showing the closest."
    UNHEARD = "%1 of %2 sounds have not been analysed for spoken words yet."
    NO_TRANSCRIPTS = "No sound has a transcript yet. Get a dialogue pack to transcribe the library."
    NOT_TRANSCRIBED = "No transcript has these words."
    UNTRANSCRIBED = "%1 of %2 sounds have no transcript yet."
    TOO_LONG = "The query was too long: only the first %1 were used."
    LETTERS = "%1 letters"
    LETTERS_DESCRIBED = "%1 letters of a description"
    WORDS = "%1 words"
    ALTERNATIVES = "%1 alternatives"
    QUOTED_PHRASES = "%1 quoted phrases"
    MINUS_TERMS = "%1 excluded terms"
    SPOKEN_PHRASES = "%1 spoken phrases"
    FILTERS = "%1 filters"
    EXAMPLES = "%1 example sounds"


@dataclass(frozen=True, slots=True)
class Message:
    """A message and its values."""

    what: MessageCode
    values: "tuple[Value, ...]" = ()

    def __str__(self) -> str:
        """In English, for the shell; a place without a value stays."""
        return _PLACE.sub(lambda place: _filled(place, self.values), self.what.text)


Value = str | int | Amount | Message
"""Fills a place: text as typed or named, a count, an amount, or another message."""


def said(what: MessageCode, *values: Value) -> Message:
    """Builds a message; shortens long text values to `MOST_SHOWN`."""
    return Message(what, tuple(shortened(value) if isinstance(value, str) else value for value in values))


def told(what: MessageCode, *values: "Value | PurePath") -> Message:
    """Builds a message with whole values; paths become text."""
    return Message(what, tuple(str(value) if isinstance(value, PurePath) else value for value in values))


def joined(joint: MessageCode, values: "Sequence[Value]") -> Value:
    """Joins values: "red or blue".

    Args:
        joint: OR or AND.
        values: at least one.
    """
    return reduce(lambda left, right: said(joint, left, right), values)


def shortened(text: str) -> str:
    """Cuts a text to `MOST_SHOWN`."""
    return text if len(text) <= MOST_SHOWN else text[: MOST_SHOWN - 1] + "…"


def _filled(place: re.Match[str], values: "tuple[Value, ...]") -> str:
    at = int(place[1]) - 1
    return _english(values[at]) if at < len(values) else place[0]


def _english(value: Value) -> str:
    if isinstance(value, Amount):
        return f"{value.number} {value.unit}".rstrip()
    return str(value)
