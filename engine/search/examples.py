"""Examples in a query: sounds, or stretches of them, that results should or should not resemble.

Written as terms of a query, they are kept wherever queries are: saved searches, history, tabs, user data.

    like:FILE        like:FILE@1.2-3.0        like:FILE*0.5        like:"FILE@1.2-3.0*2"        unlike:FILE

FILE is an absolute path or a file: URI; @ begins a stretch in seconds, * a weight, 1 by default. `words:2` sets the
weight of the describing words relative to the examples.
"""

import math
import re
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from engine.base.chips import Chip, ChipKind, UnreadReason
from engine.base.messages import Amount, Message, Unit, said
from engine.base.query_messages import QueryMessage
from engine.base.types import FilePath, SoundId
from engine.search.tokens import clean
from engine.search.value_parsers import InvalidValue

LIKE, UNLIKE, WORDS = "like", "unlike", "words"
"""Keys of the terms."""
LEAST_WEIGHT, MOST_WEIGHT = 0.05, 10.0
_ENDS = re.compile(
    r"(?:@(?P<start>\d{1,9}(?:\.\d{1,9})?)-(?P<end>\d{1,9}(?:\.\d{1,9})?))?(?:\*(?P<weight>\d{0,9}\.?\d{1,9}))?\Z"
)
"""The stretch and the weight after a file."""


class Example(Struct, frozen=True):
    """A sound, or a stretch of one, in a query."""

    sound: FilePath | SoundId
    """A file, in the library or not, or a sound of the library."""
    start_s: float | None = None
    """Start of the stretch; None for the sound's."""
    end_s: float | None = None
    weight: float = 1.0
    """Its weight; a negative one lowers similar sounds."""
    with_itself: bool = True
    """False excludes this file from the answer."""

    def __post_init__(self) -> None:
        """Checks the weight.

        Raises:
            ValueError: its absolute value is not finite or outside `LEAST_WEIGHT` to `MOST_WEIGHT`.
        """
        if not LEAST_WEIGHT <= abs(self.weight) <= MOST_WEIGHT:
            raise ValueError(f"the weight of an example is {self.weight}, expected {LEAST_WEIGHT} to {MOST_WEIGHT}")


def read_example(key: str, value: str) -> Example:
    """Parses the value of `like:` or `unlike:`.

    Raises:
        InvalidValue: the path is not absolute, or the stretch or weight is invalid.
    """
    value = value.strip()
    found = _ENDS.search(value, 1)
    if not value or found is None:
        raise InvalidValue
    file, sign = value[: found.start()], -1.0 if key == UNLIKE else 1.0
    start_s, end_s = (None if found[part] is None else float(found[part]) for part in ("start", "end"))
    is_stretch = start_s is None or end_s is None or start_s < end_s
    if not (file.startswith("file://") or Path(file).is_absolute()) or not is_stretch or "\0" in file:
        raise InvalidValue
    path = FilePath.of_uri(file) if file.startswith("file://") else FilePath.of(file)
    return Example(path, start_s, end_s, sign * read_weight(found["weight"] or "1"))


def read_weight(value: str) -> float:
    """Parses a weight.

    Raises:
        InvalidValue: it is not a number from `LEAST_WEIGHT` to `MOST_WEIGHT`.
    """
    try:
        weight = float(value)
    except ValueError:
        raise InvalidValue from None
    if not (math.isfinite(weight) and LEAST_WEIGHT <= weight <= MOST_WEIGHT):
        raise InvalidValue
    return weight


def term_value(path: FilePath, start_s: float | None = None, end_s: float | None = None, weight: float = 1.0) -> str:
    """Writes an example as a value of `like:` or `unlike:`; omits a weight of 1.

    Args:
        path: the file; written as a file: URI if its plain text would not parse back.
        start_s: of the stretch, seconds; None for the whole sound.
        end_s: of the stretch, seconds.
        weight: above 0.
    """
    text = path.text
    is_kept = FilePath.of(text) == path and " ".join(clean(text).split()) == text
    is_plain = is_kept and not re.search(r'[“”„«»"]|(?:@|(?<![\d.*-])[\d.-]*\*)[\d.*-]+$', text)
    stretch = "" if start_s is None or end_s is None else f"@{start_s:.3f}-{end_s:.3f}"
    return f"{text if is_plain else path.uri}{stretch}{weight_text(weight)}"


def weight_text(weight: float) -> str:
    """A weight as written in a term: *0.5, nothing for 1."""
    return "" if abs(weight) == 1.0 else f"*{abs(weight):.4g}"


def chip_of(example: Example) -> Chip:
    """The chip of a typed example; the weight is not part of its identity.

    Raises:
        ValueError: its sound is not a file.
    """
    path = example.sound
    if not isinstance(path, FilePath):
        raise ValueError("an example that was typed is a file")
    is_like = example.weight > 0
    kind, key = (ChipKind.LIKE, LIKE) if is_like else (ChipKind.UNLIKE, UNLIKE)
    value = term_value(path, example.start_s, example.end_s)
    return Chip(kind, key, value, words=_told(path.name, example), weight=abs(example.weight))


def unheard(chip: Chip) -> Chip:
    """The chip of an example with an unreadable file: an unread part that was left out."""
    return replace(chip, kind=ChipKind.UNREAD, words=None, weight=None, why=UnreadReason.NO_SOUND, is_left_out=True)


def _told(name: str, example: Example) -> Message:
    if example.start_s is None or example.end_s is None:
        return said(QueryMessage.LIKE if example.weight > 0 else QueryMessage.UNLIKE, name)
    stretch = (Amount(example.start_s, Unit.SECONDS, places=1), Amount(example.end_s, Unit.SECONDS, places=1))
    return said(QueryMessage.LIKE_STRETCH if example.weight > 0 else QueryMessage.UNLIKE_STRETCH, name, *stretch)
