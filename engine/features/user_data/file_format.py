"""The format of user data, versions 1 and 2: JSON Lines, as docs/user-data.md describes it.

Reading is strict: whatever this version does not know makes a line damaged, so that nothing is ignored silently.
"""

import codecs
import json
from typing import Any

from msgspec import Struct

from engine.base.errors import KeepingError
from engine.base.text_forms import composed, folded
from engine.base.types import FAVOURITE, Colour, FilePath
from engine.features.user_data.records import RecordFault
from engine.library.user_data.base import LONGEST_NAME
from engine.library.user_data.marks import BEST, LONGEST_NOTE
from engine.library.user_data.searches import LONGEST_TEXT
from engine.library.user_data.thesaurus import tidy_entry
from engine.search.thesaurus import ThesaurusEntry

FORMAT = "earshot-user-data"
VERSION = 2
"""The newest readable one. A library without a thesaurus writes version 1, which every Earshot reads."""
WITHOUT_THESAURUS = 1
LONGEST_LINE = 4 * 1024 * 1024
"""Bytes. A usual line has about 200."""
_DIGEST_BYTES = 32
_MOST = 2**53
"""The largest integer that every JSON reader keeps."""
_LONGEST = 10_000
"""Letters of a place, and of a tag: early Earshots had no limit for tags."""


class LineRefused(Exception):
    """A line that cannot be imported."""

    def __init__(self, fault: RecordFault, field: str = "") -> None:
        super().__init__(fault, field)
        self.fault = fault
        self.field = field


class Header(Struct, frozen=True):
    """The first line: what the file is."""

    format: str
    version: int


class CollectionLine(Struct, frozen=True):
    """A collection; lines are in the user's order."""

    name: str


class SoundLine(Struct, frozen=True):
    """A sound and its user data."""

    payload: bytes | None
    """BLAKE2b of its whole payload, 32 bytes, the sound's only identity. None if unknown."""
    place: str
    """Its former path from its root's name on, with / between the parts: tells copies apart, and is for people."""
    is_waiting: bool = False
    """It was not in the library that wrote the file."""
    rating: int = 0
    colour: Colour | None = None
    is_favourite: bool = False
    tags: tuple[str, ...] = ()
    note: str = ""
    plays: int = 0
    last_played_s: float | None = None
    uses: int = 0
    last_used_s: float | None = None
    collections: tuple[tuple[str, int], ...] = ()
    """Its collections, and its place in each, from 1."""


class SavedLine(Struct, frozen=True):
    """A saved search; lines are in the user's order."""

    name: str
    text: str


class SearchLine(Struct, frozen=True):
    """A past search; the oldest comes first."""

    text: str
    asked_s: float
    times: int


class ThesaurusLine(Struct, frozen=True):
    """An entry of the user's thesaurus; from version 2 on."""

    entry: ThesaurusEntry


class End(Struct, frozen=True):
    """The last line; a file without it was cut off."""

    lines: int
    """Number of lines before it."""


Line = Header | CollectionLine | SoundLine | SavedLine | SearchLine | ThesaurusLine | End
_encode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


def to_text(line: Line) -> str:
    """Formats a line with its line break. Omits empty fields."""
    match line:
        case Header():
            record: dict[str, Any] = {"kind": "header", "format": line.format, "version": line.version}
        case CollectionLine():
            record = {"kind": "collection", "name": line.name}
        case SoundLine():
            record = {"kind": "sound", "payload": None if line.payload is None else line.payload.hex()}
            record |= {
                name: value
                for name, value in (
                    ("place", line.place),
                    ("waiting", line.is_waiting),
                    ("rating", line.rating),
                    ("colour", line.colour and str(line.colour)),
                    ("favourite", line.is_favourite),
                    ("tags", line.tags),
                    ("note", line.note),
                    ("plays", line.plays),
                    ("last_played_s", line.last_played_s),
                    ("uses", line.uses),
                    ("last_used_s", line.last_used_s),
                    ("collections", dict(line.collections)),
                )
                if value
            }
        case SavedLine():
            record = {"kind": "saved search", "name": line.name, "text": line.text}
        case SearchLine():
            record = {"kind": "search", "text": line.text, "asked_s": line.asked_s, "times": line.times}
        case ThesaurusLine():
            entry = line.entry
            record = {"kind": "thesaurus", "word": entry.word, "added": entry.added, "refused": entry.refused}
        case End():
            record = {"kind": "end", "lines": line.lines}
    return f"{_encode(record)}\n"


def header_from(raw: bytes) -> Header | None:
    """Parses the first line, of any version; None for a file of another kind."""
    try:
        record = _record(raw.removeprefix(codecs.BOM_UTF8))  # some editors add one
    except LineRefused:
        return None
    format, version = record.get("format"), record.get("version")
    return Header(format, version) if format == FORMAT and type(version) is int else None


def from_bytes(raw: bytes) -> Line:
    """Parses one line after the first.

    Raises:
        LineRefused: it cannot be imported.
    """
    return _Fields(_record(raw)).line()


def _record(raw: bytes) -> dict[str, Any]:
    if len(raw) > LONGEST_LINE:
        raise LineRefused(RecordFault.TOO_LONG)
    try:
        record = json.loads(raw.decode("utf-8"))
    except (ValueError, RecursionError) as err:
        raise LineRefused(RecordFault.NOT_JSON) from err
    if not isinstance(record, dict):
        raise LineRefused(RecordFault.NOT_JSON)
    return record


class _Fields:
    """The fields of one line, each taken once; remaining ones are unknown."""

    def __init__(self, record: dict[str, Any]) -> None:
        self._record = record

    def line(self) -> Line:
        match self._take("kind", None):
            case "collection":
                line: Line = CollectionLine(self._name("name"))
            case "sound":
                line = self._sound()
            case "saved search":
                line = SavedLine(self._name("name"), self._text("text", most=LONGEST_TEXT))
            case "search":
                text = " ".join(self._text("text", most=LONGEST_TEXT).split())
                if not text:
                    raise LineRefused(RecordFault.WRONG_VALUE, "text")
                line = SearchLine(text, self._seconds("asked_s") or 0.0, self._whole("times", least=1))
            case "thesaurus":
                line = self._entry()
            case "end":
                line = End(self._whole("lines"))
            case _:
                raise LineRefused(RecordFault.NOT_KNOWN, "kind")
        if self._record:
            raise LineRefused(RecordFault.NOT_KNOWN, str(next(iter(self._record)))[:LONGEST_NAME])
        return line

    def _sound(self) -> SoundLine:
        return SoundLine(
            payload=self._payload(),
            place=composed(self._text("place", "", most=_LONGEST)),
            is_waiting=self._flag("waiting"),
            rating=self._whole("rating", 0, most=BEST),
            colour=self._colour(),
            is_favourite=self._flag("favourite"),
            tags=self._tags(),
            note=self._text("note", "", most=LONGEST_NOTE).strip(),
            plays=self._whole("plays", 0),
            last_played_s=self._seconds("last_played_s"),
            uses=self._whole("uses", 0),
            last_used_s=self._seconds("last_used_s"),
            collections=self._collections(),
        )

    def _entry(self) -> ThesaurusLine:
        word = self._name("word")
        lists = [self._take(name, []) for name in ("added", "refused")]
        for name, value in zip(("added", "refused"), lists, strict=True):
            if not isinstance(value, list):
                raise LineRefused(RecordFault.WRONG_VALUE, name)
        added, refused = (tuple(_checked_name(one, "added") for one in value) for value in lists)
        try:
            return ThesaurusLine(tidy_entry(ThesaurusEntry(word, added, refused)))
        except KeepingError as err:
            raise LineRefused(RecordFault.WRONG_VALUE, "word") from err

    def _take(self, name: str, missing: Any) -> Any:
        return self._record.pop(name, missing)

    def _text(self, name: str, missing: str | None = None, *, most: int) -> str:
        return _checked_text(self._take(name, missing), name, most)

    def _name(self, name: str) -> str:
        return _checked_name(self._take(name, None), name)

    def _whole(self, name: str, missing: int | None = None, *, least: int = 0, most: int = _MOST) -> int:
        value = self._take(name, missing)
        if type(value) is not int or not least <= value <= most:
            raise LineRefused(RecordFault.WRONG_VALUE, name)
        return value

    def _seconds(self, name: str) -> float | None:
        value = self._take(name, None)
        if value is None:
            return None
        if type(value) not in (int, float) or not abs(value) <= _MOST:
            raise LineRefused(RecordFault.WRONG_VALUE, name)
        return float(value) or None

    def _flag(self, name: str) -> bool:
        value = self._take(name, False)
        if type(value) is not bool:
            raise LineRefused(RecordFault.WRONG_VALUE, name)
        return value

    def _payload(self) -> bytes | None:
        value = self._take("payload", "")
        if value is None:
            return None
        try:
            payload = bytes.fromhex(value)
        except (TypeError, ValueError) as err:
            raise LineRefused(RecordFault.WRONG_VALUE, "payload") from err
        if len(payload) != _DIGEST_BYTES:
            raise LineRefused(RecordFault.WRONG_VALUE, "payload")
        return payload

    def _colour(self) -> Colour | None:
        value = self._take("colour", None)
        try:
            return None if value is None else Colour(value)
        except ValueError as err:
            raise LineRefused(RecordFault.WRONG_VALUE, "colour") from err

    def _tags(self) -> tuple[str, ...]:
        value = self._take("tags", [])
        if not isinstance(value, list):
            raise LineRefused(RecordFault.WRONG_VALUE, "tags")
        tidy = {folded(name): name for name in (_checked_name(one, "tags", _LONGEST) for one in reversed(value))}
        if FAVOURITE in tidy:
            raise LineRefused(RecordFault.WRONG_VALUE, "tags")
        return tuple(reversed(tidy.values()))

    def _collections(self) -> tuple[tuple[str, int], ...]:
        value = self._take("collections", {})
        if not isinstance(value, dict):
            raise LineRefused(RecordFault.WRONG_VALUE, "collections")
        places: list[tuple[str, int]] = []
        for name, place in value.items():
            if type(place) is not int or not 0 <= place <= _MOST:
                raise LineRefused(RecordFault.WRONG_VALUE, "collections")
            places.append((_checked_name(name, "collections"), place))
        return tuple(places)


def _checked_text(value: Any, field: str, most: int) -> str:
    """A text that SQLite can store: JSON may contain lone surrogates."""
    if not isinstance(value, str) or len(value) > most:
        raise LineRefused(RecordFault.WRONG_VALUE, field)
    try:
        value.encode()
    except UnicodeEncodeError as err:
        raise LineRefused(RecordFault.WRONG_VALUE, field) from err
    return value


def _checked_name(value: Any, field: str, most: int = LONGEST_NAME) -> str:
    """A non-empty name, trimmed and on one line."""
    name = composed(" ".join(_checked_text(value, field, most).split()))
    if not name:
        raise LineRefused(RecordFault.WRONG_VALUE, field)
    return name


def place_of(path: bytes, root: bytes) -> str:
    """Returns a sound's path from its root's name on, with / between the parts; outside the root just its name.

    It tells copies of one payload apart and is for people. Only the payload identifies the sound.
    """
    above = root.rstrip(b"/\\") if path.startswith(root) else path
    start = _last_separator(above) + 1
    return composed(FilePath(path[start:]).text.replace("\\", "/"))


def _last_separator(path: bytes) -> int:
    return max(path.rfind(b"/"), path.rfind(b"\\"))
