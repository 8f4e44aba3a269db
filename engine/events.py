"""JSON-line events: what a long job prints, one object a line, and a parent process or a window reads."""

import dataclasses
import json
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, ClassVar, get_args

from engine.errors import AudioError, EarshotError, EngineError
from engine.note_wording import CODES
from engine.said_records import record_of, said_in
from engine.trouble import Trouble, trouble_in
from engine.wording import Said


class MapStage(StrEnum):
    """What is done of a map, in this order."""

    READING = "reading"
    LAYING_OUT = "laying out"
    PLACING = "placing"


class Preparation(StrEnum):
    """What a job makes at its end for a large library to answer fast."""

    SOUNDS = "sounds"
    """The base index of what sounds sound like."""
    NAMES = "names"
    """That of what their names mean."""
    ORDERS = "orders"
    """The orders of columns."""
    CATEGORIES = "categories"
    """Which category each sound without one is suggested by ear."""


@dataclass(frozen=True, slots=True)
class Started:
    """The job holds the library and begins to scan."""

    event: ClassVar[str] = "started"
    library: str
    folders: tuple[str, ...]
    pack: str
    device: str


@dataclass(frozen=True, slots=True)
class Scanned:
    """A running count of the walk, and its end when `done`."""

    event: ClassVar[str] = "scanned"
    files: int
    to_do: int
    done: bool


@dataclass(frozen=True, slots=True)
class Reading:
    """These files are being decoded now: should the process die, one of them is to blame."""

    event: ClassVar[str] = "reading"
    uris: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Progress:
    """Where the job stands; every batch named here is on disk."""

    event: ClassVar[str] = "progress"
    done: int
    total: int
    failed: int
    files_per_s: float
    audio_x_realtime: float
    eta_s: float | None
    sequence: int
    """The catalogue's sequence number: a window that catches up to it sees everything counted."""
    added: int = 0
    changed: int = 0
    moved: int = 0
    removed: int = 0
    embedded_segments: int = 0
    seconds: float = 0.0
    """With the five counts above: what `finished` would say now, for a parent whose child dies."""
    share: float = 0.0
    """Of the work, by bytes, what was read, 0 to 1; of files that are still being read too."""


@dataclass(frozen=True, slots=True)
class FileFailed:
    """One file that could not be indexed."""

    event: ClassVar[str] = "failed"
    path: str
    uri: str
    trouble: Trouble

    @property
    def reason(self) -> str:
        """In English, with the path in it."""
        return str(self.trouble.of(self.path))

    @property
    def advice(self) -> str:
        """In English."""
        return str(self.trouble.advice)


@dataclass(frozen=True, slots=True)
class FileNoted:
    """One file that was indexed although something was odd; or what else there is to note, of a folder or a pack."""

    event: ClassVar[str] = "noted"
    path: str
    said: Said

    @property
    def note(self) -> str:
        """In English."""
        return str(self.said)


@dataclass(frozen=True, slots=True)
class Silent:
    """Nothing has come of a file or a folder for a while: its drive may not answer. It is told again every ten seconds,
    until something comes or it is set aside."""

    event: ClassVar[str] = "silent"
    path: str
    uri: str
    silent_s: float


@dataclass(frozen=True, slots=True)
class Alive:
    """The process of a job lives, whatever it waits for; for its parent alone."""

    event: ClassVar[str] = "alive"


@dataclass(frozen=True, slots=True)
class GivenUp:
    """The process of a job ends because something does not answer, and may not be able to; for its parent alone."""

    event: ClassVar[str] = "given up"
    status: int
    """What its exit status would be."""


@dataclass(frozen=True, slots=True)
class Paused:
    """The job waits, or goes on again."""

    event: ClassVar[str] = "paused"
    is_paused: bool


@dataclass(frozen=True, slots=True)
class Preparing:
    """All is found already; for minutes in a library of a million, something is made that finds it faster."""

    event: ClassVar[str] = "preparing"
    what: Preparation


@dataclass(frozen=True, slots=True)
class IndexBuilt:
    """The base index stands, or why not (exact search answers)."""

    event: ClassVar[str] = "index"
    state: str
    segments: int
    seconds: float


@dataclass(frozen=True, slots=True)
class HeardSpeech:
    """How far listening for speech is, behind the embedding; only where there is a pack for it."""

    event: ClassVar[str] = "speech"
    done: int
    total: int
    spoken: int
    """Sounds of this run in which somebody speaks."""
    eta_s: float | None = None
    share: float = 0.0
    """Of the phase's work, 0 to 1: a long sound counts while it is heard."""


@dataclass(frozen=True, slots=True)
class Learning:
    """How far a re-embedding is; searches still use the pack they did."""

    event: ClassVar[str] = "learning"
    pack: str
    """Name of the pack that vectors are made of."""
    pack_id: str
    searched: str
    """Name of the pack that answers."""
    done: int
    """Sounds that the pack knows, those of earlier runs too."""
    total: int
    """Sounds of the library."""
    offline: int
    """Of those it does not know: sounds on drives that are away."""
    eta_s: float | None = None
    is_waiting: bool = False
    """All is done, and an indexing job has to end before the switch."""


@dataclass(frozen=True, slots=True)
class Learnt:
    """A re-embedding is at its end."""

    event: ClassVar[str] = "learnt"
    pack: str
    pack_id: str
    is_searched: bool
    """The library is searched with this pack now; else sounds that are offline are in the way."""
    offline: int
    """Sounds on drives that are away, which this pack does not know."""
    by_name: int
    """Sounds that are found by name alone now: those, and files that are missing or could not be read."""


@dataclass(frozen=True, slots=True)
class Downloading:
    """How far the download of a pack is."""

    event: ClassVar[str] = "downloading"
    address: str
    """Where it comes from, behind all redirects."""
    done_bytes: int
    total_bytes: int | None
    """None while the server does not say; the last event of a download has both equal."""


@dataclass(frozen=True, slots=True)
class Finished:
    """The last line of a job."""

    event: ClassVar[str] = "finished"
    added: int
    changed: int
    moved: int
    removed: int
    failed: int
    unchanged: int
    embedded_segments: int
    seconds: float
    cancelled: bool


@dataclass(frozen=True, slots=True)
class Broke:
    """The job ended by the world's fault; what was acknowledged is kept."""

    event: ClassVar[str] = "error"
    message: str
    advice: str
    kind: str = ""
    """The error's class in engine.errors."""
    name: str = ""
    """The file that could not be read, where that ended the job."""
    trouble: Trouble | None = None
    """What is the matter with it."""
    said: Said | None = None
    """`message` as a value, where it is no file's; None in a line of an earlier version."""
    said_advice: Said | None = None
    """`advice` as a value, likewise."""


@dataclass(frozen=True, slots=True)
class Placing:
    """How far the making of the map is."""

    event: ClassVar[str] = "placing"
    stage: MapStage
    share: float
    """Of the stage, 0 to 1."""


@dataclass(frozen=True, slots=True)
class Placed:
    """The map was made and is kept."""

    event: ClassVar[str] = "placed"
    sounds: int


Event = (
    Started
    | Scanned
    | Reading
    | Progress
    | FileFailed
    | FileNoted
    | Silent
    | Alive
    | GivenUp
    | Paused
    | Preparing
    | IndexBuilt
    | HeardSpeech
    | Learning
    | Learnt
    | Downloading
    | Finished
    | Broke
    | Placing
    | Placed
)
_KINDS: dict[str, Callable[..., Event]] = {kind.event: kind for kind in get_args(Event)}


def broke(err: EngineError) -> Broke:
    """The last line of a job that ended by the world's fault."""
    if isinstance(err, AudioError):
        return Broke(str(err), err.advice, type(err).__name__, err.name, err.trouble)
    return Broke(str(err), err.advice, type(err).__name__, said=err.what, said_advice=err.to_do)


def to_line(event: Event) -> str:
    """One JSON object without a line break. Of a file that failed it has the English sentences beside the values."""
    record = {field.name: getattr(event, field.name) for field in dataclasses.fields(event)}
    if isinstance(event, FileNoted):
        record = {"path": event.path, "note": event.note, "said": record_of(event.said)}
    if isinstance(event, FileFailed):
        record |= {"reason": event.reason, "advice": event.advice}
    if isinstance(event, FileFailed | Broke) and event.trouble is not None:
        record["trouble"] = event.trouble.record()
    if isinstance(event, Broke):
        record |= {key: record_of(told) for key in ("said", "said_advice") if (told := record[key]) is not None}
    return json.dumps({"event": event.event, **record}, ensure_ascii=False)


def from_line(line: str) -> Event:
    """Reads what `to_line` wrote.

    Raises:
        EarshotError: the line is no event of ours.
    """
    try:
        record: dict[str, Any] = json.loads(line)
        kind = _KINDS[record.pop("event")]
        if kind is FileFailed:  # its sentences are made of its trouble
            return FileFailed(record["path"], record["uri"], trouble_in(record["trouble"]))
        if kind is FileNoted:
            return FileNoted(record["path"], said_in(record.get("said", record["note"]), CODES))
        return kind(**{key: _READ.get(key, _value)(value) for key, value in record.items()})
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as err:
        raise EarshotError(f"not an event line: {line[:200]!r}") from err


def _value(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


def _trouble(record: Any) -> Trouble | None:
    return None if record is None else trouble_in(record)


def _said(record: Any) -> Said | None:
    return None if record is None else said_in(record, CODES)


_READ: dict[str, Callable[[Any], Any]] = {
    "trouble": _trouble,
    "stage": MapStage,
    "what": Preparation,
    "said": _said,
    "said_advice": _said,
}
