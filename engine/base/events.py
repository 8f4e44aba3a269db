"""JSON-line events: a long job prints one object per line for its parent process or a window."""

import json
from collections.abc import Callable
from enum import StrEnum
from typing import Any, ClassVar, get_args

from msgspec import Struct

from engine.base.errors import AudioError, EarshotError, EngineError
from engine.base.file_messages import FileProblem, trouble_in
from engine.base.messages import Message, message_in, record_of


class MapStage(StrEnum):
    """The stages of making a map, in order."""

    READING = "reading"
    LAYING_OUT = "laying out"
    PLACING = "placing"


class Preparation(StrEnum):
    """What a job prepares at its end so that a large library answers fast."""

    SOUNDS = "sounds"
    """The base index of sound vectors."""
    NAMES = "names"
    """The base index of name vectors."""
    ORDERS = "orders"
    """The sort orders of columns."""
    CATEGORIES = "categories"
    """The category suggested by ear for each sound without one."""


class Started(Struct, frozen=True):
    """The job has locked the library and starts to scan."""

    event: ClassVar[str] = "started"
    library: str
    folders: tuple[str, ...]
    pack: str
    device: str


class Scanned(Struct, frozen=True):
    """A running count of the scan; final when `done`."""

    event: ClassVar[str] = "scanned"
    files: int
    to_do: int
    done: bool


class FilesReading(Struct, frozen=True):
    """Files being decoded now: if the process dies, one of them is to blame."""

    event: ClassVar[str] = "reading"
    uris: tuple[str, ...]


class Progress(Struct, frozen=True):
    """Progress of the job; every batch it counts is on disk."""

    event: ClassVar[str] = "progress"
    done: int
    total: int
    failed: int
    files_per_s: float
    audio_x_realtime: float
    eta_s: float | None
    sequence: int
    """The catalogue's sequence number: a window that has caught up with it sees everything counted."""
    added: int = 0
    changed: int = 0
    moved: int = 0
    removed: int = 0
    embedded_segments: int = 0
    seconds: float = 0.0
    """With the five counts above: what `finished` would say now, for a parent whose child dies."""
    share: float = 0.0
    """Share of the work by bytes, 0 to 1; includes files still being read."""


class FileFailed(Struct, frozen=True):
    """A file that could not be indexed."""

    event: ClassVar[str] = "failed"
    path: str
    uri: str
    trouble: FileProblem

    @property
    def reason(self) -> str:
        """In English, with the path."""
        return str(self.trouble.of(self.path))

    @property
    def advice(self) -> str:
        return str(self.trouble.advice)


class FileRemark(Struct, frozen=True):
    """A file that was indexed despite something odd; or a note on a folder or a pack."""

    event: ClassVar[str] = "noted"
    path: str
    said: Message

    @property
    def note(self) -> str:
        return str(self.said)


class FileSilent(Struct, frozen=True):
    """A file or folder has not answered for a while; its drive may be stuck.

    Repeated every ten seconds until something comes or it is skipped.
    """

    event: ClassVar[str] = "silent"
    path: str
    uri: str
    silent_s: float


class ProcessAlive(Struct, frozen=True):
    """A job's process lives, whatever it waits for; for its parent only."""

    event: ClassVar[str] = "alive"


class JobAbandoned(Struct, frozen=True):
    """A job's process ends because something does not answer, and may fail to end; for its parent only."""

    event: ClassVar[str] = "given up"
    status: int
    """Its exit status."""


class Paused(Struct, frozen=True):
    """The job pauses or resumes."""

    event: ClassVar[str] = "paused"
    is_paused: bool


class PreparationStarted(Struct, frozen=True):
    """Every sound can be found already; a faster index is being made, which takes minutes for a million sounds."""

    event: ClassVar[str] = "preparing"
    what: Preparation


class IndexBuilt(Struct, frozen=True):
    """The base index is built; or why it is not, and exact search answers."""

    event: ClassVar[str] = "index"
    state: str
    segments: int
    seconds: float


class SpeechProgress(Struct, frozen=True):
    """Progress of listening for speech, after embedding; only if a pack for it is installed."""

    event: ClassVar[str] = "speech"
    done: int
    total: int
    spoken: int
    """Sounds of this run with speech."""
    eta_s: float | None = None
    share: float = 0.0
    """Share of this phase, 0 to 1; counts long sounds while they are being heard."""


class ReembeddingProgress(Struct, frozen=True):
    """Progress of a re-embedding; searches still use the former pack."""

    event: ClassVar[str] = "learning"
    pack: str
    """Name of the new pack."""
    pack_id: str
    searched: str
    """Name of the pack that answers."""
    done: int
    """Sounds the new pack knows, including earlier runs."""
    total: int
    offline: int
    """Sounds it does not know because their drive is away."""
    eta_s: float | None = None
    is_waiting: bool = False
    """All is done; the switch waits for an indexing job to end."""


class ReembeddingFinished(Struct, frozen=True):
    """A re-embedding ended."""

    event: ClassVar[str] = "learnt"
    pack: str
    pack_id: str
    is_searched: bool
    """Whether the library uses the new pack now; if not, offline sounds prevent it."""
    offline: int
    """Sounds it does not know because their drive is away."""
    by_name: int
    """Sounds now found by name only: those, and files that are missing or unreadable."""


class DownloadProgress(Struct, frozen=True):
    """Progress of a pack's download."""

    event: ClassVar[str] = "downloading"
    address: str
    """Its source after all redirects."""
    done_bytes: int
    total_bytes: int | None
    """None until the server states it; in the last event both are equal."""


class Finished(Struct, frozen=True):
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


class JobAborted(Struct, frozen=True):
    """The job ended with an EngineError; what was acknowledged is kept."""

    event: ClassVar[str] = "error"
    message: str
    advice: str
    kind: str = ""
    """Name of its class in engine.base.errors."""
    name: str = ""
    """The unreadable file that ended the job."""
    trouble: FileProblem | None = None
    said: Message | None = None
    """`message` as a value, unless it concerns a file; None in a line of an earlier version."""
    said_advice: Message | None = None
    """`advice` as a value, likewise."""


class MapProgress(Struct, frozen=True):
    """Progress of making the map."""

    event: ClassVar[str] = "placing"
    stage: MapStage
    share: float
    """Share of the stage, 0 to 1."""


class MapFinished(Struct, frozen=True):
    """The map was made and saved."""

    event: ClassVar[str] = "placed"
    sounds: int


Event = (
    Started
    | Scanned
    | FilesReading
    | Progress
    | FileFailed
    | FileRemark
    | FileSilent
    | ProcessAlive
    | JobAbandoned
    | Paused
    | PreparationStarted
    | IndexBuilt
    | SpeechProgress
    | ReembeddingProgress
    | ReembeddingFinished
    | DownloadProgress
    | Finished
    | JobAborted
    | MapProgress
    | MapFinished
)
_KINDS: dict[str, Callable[..., Event]] = {kind.event: kind for kind in get_args(Event)}


def broke(err: EngineError) -> JobAborted:
    """Returns the last line of a job that ended with an EngineError."""
    if isinstance(err, AudioError):
        return JobAborted(str(err), err.advice, type(err).__name__, err.name, err.trouble)
    return JobAborted(str(err), err.advice, type(err).__name__, said=err.what, said_advice=err.to_do)


def to_line(event: Event) -> str:
    """Writes one JSON object without a line break. A failed file has its English sentences beside the values."""
    record = {name: getattr(event, name) for name in event.__struct_fields__}
    if isinstance(event, FileRemark):
        record = {"path": event.path, "note": event.note, "said": record_of(event.said)}
    if isinstance(event, FileFailed):
        record |= {"reason": event.reason, "advice": event.advice}
    if isinstance(event, FileFailed | JobAborted) and event.trouble is not None:
        record["trouble"] = event.trouble.record()
    if isinstance(event, JobAborted):
        record |= {key: record_of(told) for key in ("said", "said_advice") if (told := record[key]) is not None}
    return json.dumps({"event": event.event, **record}, ensure_ascii=False)


def from_line(line: str) -> Event:
    """Reads a line of `to_line`.

    Raises:
        EarshotError: the line is no event of ours.
    """
    try:
        record: dict[str, Any] = json.loads(line)
        kind = _KINDS[record.pop("event")]
        if kind is FileFailed:  # its sentences follow from its trouble
            return FileFailed(record["path"], record["uri"], trouble_in(record["trouble"]))
        if kind is FileRemark:
            return FileRemark(record["path"], message_in(record.get("said", record["note"])))
        return kind(**{key: _READ.get(key, _value)(value) for key, value in record.items()})
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as err:
        raise EarshotError(f"not an event line: {line[:200]!r}") from err


def _value(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


def _trouble(record: Any) -> FileProblem | None:
    return None if record is None else trouble_in(record)


def _said(record: Any) -> Message | None:
    return None if record is None else message_in(record)


_READ: dict[str, Callable[[Any], Any]] = {
    "trouble": _trouble,
    "stage": MapStage,
    "what": Preparation,
    "said": _said,
    "said_advice": _said,
}
