"""The events of a training as values, one per line: the trainer writes them, a watcher reads them.

A line is one JSON object; its `event` is the kind, its other keys are the fields of the class (or a field's `as`). A
reader ignores unknown keys and events, so that an older window can follow a newer training; fields with a default may
be missing, as in runs of earlier versions.
"""

import json
from collections.abc import Callable, Mapping
from dataclasses import MISSING, dataclass, field, fields, is_dataclass
from types import UnionType
from typing import Any, ClassVar, cast, get_args, get_origin

from engine.base.errors import EarshotError, EngineError
from engine.base.messages import Message, message_in, record_of
from engine.base.training_messages import ExclusionReason, reason_in

Record = Mapping[str, Any]
"""One line, decoded."""


def _reason(record: object) -> Message:
    return reason_in(str(record))


def _code(reason: Message) -> str:
    return reason.what.name


_IF_ANY = {"if_any": True}
"""Marks a field that is omitted when None."""


@dataclass(frozen=True, slots=True)
class Exclusion:
    """Sounds excluded from training for one reason."""

    reason: Message = field(metadata={"read": _reason, "write": _code})
    count: int
    examples: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Failure:
    """What went wrong, and what to do."""

    event: ClassVar[str] = "failed"
    message: str
    """In English."""
    advice: str = ""
    said: Message | None = field(default=None, metadata=_IF_ANY)
    """The message as a value; None in runs of earlier versions."""
    said_advice: Message | None = field(default=None, metadata=_IF_ANY)

    @classmethod
    def of(cls, err: EngineError) -> "Failure":
        return cls(str(err), err.advice, err.what, err.to_do)


@dataclass(frozen=True, slots=True)
class TrainingSet:
    """What is learnt from."""

    train: int
    val: int
    """Sounds that choose the best step."""
    captions: int
    seconds: float
    held_out: int = 0
    """Sounds kept from both, to measure before and after."""


@dataclass(frozen=True, slots=True)
class Material:
    """What a training learns from, and what it excludes."""

    event: ClassVar[str] = "material"
    used: TrainingSet
    left_out: tuple[Exclusion, ...]
    notes: tuple[Message, ...] = ()
    refused: Failure | None = None
    """Why nothing can be learnt; None if something can."""


@dataclass(frozen=True, slots=True)
class TrainingStarted:
    """How a training was started."""

    event: ClassVar[str] = "begun"
    steps: int | None = None
    minutes: float | None = None
    device: str = ""
    precision: str = ""
    source: str = field(default="", metadata={"as": "from"})
    """Name of the pack it continues from."""
    pack_id: str = ""


@dataclass(frozen=True, slots=True)
class Step:
    """Progress."""

    event: ClassVar[str] = "step"
    step: int
    loss: float
    steps: int | None = None
    minutes: float = 0.0
    """Training time so far."""
    left_s: float | None = None


@dataclass(frozen=True, slots=True)
class Validation:
    """Quality on held-out sounds during training."""

    event: ClassVar[str] = "looked"
    step: int
    map10: float = field(metadata={"as": "val_map10"})
    recall1: float = field(metadata={"as": "val_recall1"})
    recall10: float = field(metadata={"as": "val_recall10"})
    recall5: float | None = field(default=None, metadata={"as": "val_recall5"})
    is_best: bool = field(default=False, metadata={"as": "best"})


@dataclass(frozen=True, slots=True)
class TrainingStopped:
    """Stopped on request; its state is saved."""

    event: ClassVar[str] = "stopped"
    step: int = 0


@dataclass(frozen=True, slots=True)
class PackExport:
    """The pack is being made."""

    event: ClassVar[str] = "exporting"


@dataclass(frozen=True, slots=True)
class PackMeasured:
    """How well a pack finds held-out sounds by their descriptions, through the engine."""

    event: ClassVar[str] = "measured"
    which: str
    """"before" or "after"."""
    queries: int
    map10: float
    recall1: float
    recall5: float
    recall10: float
    low: float
    """The 95 % interval of `map10`."""
    high: float
    change: float | None = field(default=None, metadata=_IF_ANY)
    """After minus before over the same queries, with its 95 % interval; only for "after"."""
    change_low: float | None = field(default=None, metadata=_IF_ANY)
    change_high: float | None = field(default=None, metadata=_IF_ANY)


@dataclass(frozen=True, slots=True)
class Result:
    """The result."""

    event: ClassVar[str] = "finished"
    pack: str | None
    """Folder of the new pack; None if `is_start`."""
    pack_id: str
    name: str
    is_start: bool | None = field(default=None, metadata={"as": "kept_start"})
    """Nothing better than the start was learnt: there is no new pack, and id and name are those of the pack in use.
    None for a training of an earlier Earshot, which does not tell and exported that pack again.
    """
    notes: tuple[Message, ...] = ()


TrainingEvent = (
    Material | TrainingStarted | Step | Validation | TrainingStopped | PackExport | PackMeasured | Result | Failure
)
_KINDS: dict[str, type[TrainingEvent]] = {kind.event: kind for kind in get_args(TrainingEvent)}


def to_record(event: TrainingEvent) -> dict[str, object]:
    """Converts an event to its line's object; omits unknown figures that may be missing."""
    return {"event": event.event, **_plain_fields(event)}


def event_in(record: Record) -> TrainingEvent | None:
    """Returns a line's event, or None if it is unknown here.

    Raises:
        EarshotError: the line's fields are invalid.
    """
    kind = _KINDS.get(str(record.get("event")))
    try:
        return None if kind is None else cast(TrainingEvent, _read(kind, record))
    except (LookupError, TypeError, ValueError, AttributeError, OverflowError) as err:
        raise EarshotError(f"a line of a training that cannot be read: {err!r}: {record}") from err


def record_in(line: bytes) -> Record | None:
    """Parses one line of events.jsonl; None unless it is a JSON object with an event."""
    try:
        record = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return record if isinstance(record, dict) and isinstance(record.get("event"), str) else None


def _plain_fields(value: Any) -> dict[str, object]:
    found: dict[str, object] = {}
    for one in fields(value):
        own = getattr(value, one.name)
        if own is None and one.metadata.get("if_any"):
            continue
        write = one.metadata.get("write", _plain)
        found[one.metadata.get("as", one.name)] = write(own)
    return found


def _plain(value: Any) -> object:
    if isinstance(value, Message):
        return record_of(value)
    if isinstance(value, tuple):
        return [_plain(part) for part in value]
    return _plain_fields(value) if is_dataclass(value) else value


def _read(kind: type[Any], record: Record) -> Any:
    found = {}
    for one in fields(kind):
        key = one.metadata.get("as", one.name)
        if key in record or (one.default is MISSING and one.default_factory is MISSING):
            found[one.name] = one.metadata.get("read", _reader(one.type))(record[key])
    return kind(**found)


def _reader(kind: Any) -> Callable[[Any], Any]:
    """Converts a decoded JSON value to a field's type."""
    if isinstance(kind, UnionType):
        (own,) = (part for part in get_args(kind) if part is not type(None))
        return lambda value: None if value is None else _reader(own)(value)
    if get_origin(kind) is tuple:
        return lambda value: tuple(map(_reader(get_args(kind)[0]), value))
    if kind is Message:
        return lambda value: message_in(value, ExclusionReason)  # three of its codes are also names of others
    if isinstance(kind, type) and is_dataclass(kind):
        return lambda value: _read(kind, value)
    converts: Callable[[Any], Any] = kind
    return converts
