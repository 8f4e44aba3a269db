"""The events of a training, one a line, as values: the trainer writes them, a watcher reads them.

A line is one JSON object whose `event` says which. Its other keys are the fields of the class, under `as` where a field
says so. A reader passes over what it does not know, so that an older window can follow a newer training; a
field with a default may be missing, as in runs of earlier versions.
"""

import json
from collections.abc import Callable, Mapping
from dataclasses import MISSING, dataclass, field, fields, is_dataclass
from types import UnionType
from typing import Any, ClassVar, cast, get_args, get_origin

from engine.errors import EarshotError, EngineError
from engine.said_records import record_of
from engine.training_wording import reason_in, said_in
from engine.wording import Said

Record = Mapping[str, Any]
"""One line, as JSON has it."""


def _reason(record: object) -> Said:
    return reason_in(str(record))


def _code(reason: Said) -> str:
    return reason.what.name


_IF_ANY = {"if_any": True}
"""Of a field that is not written where it is None."""


@dataclass(frozen=True, slots=True)
class LeftOut:
    """Sounds that are not learnt from, for one reason."""

    reason: Said = field(metadata={"read": _reason, "write": _code})
    count: int
    examples: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Failure:
    """What went wrong, and what to do about it."""

    event: ClassVar[str] = "failed"
    message: str
    """In English."""
    advice: str = ""
    said: Said | None = field(default=None, metadata=_IF_ANY)
    """The message as a value; None in runs of earlier versions."""
    said_advice: Said | None = field(default=None, metadata=_IF_ANY)

    @classmethod
    def of(cls, err: EngineError) -> "Failure":
        """What an error says."""
        return cls(str(err), err.advice, err.what, err.to_do)


@dataclass(frozen=True, slots=True)
class Used:
    """What is learnt from."""

    train: int
    """Sounds to learn from."""
    val: int
    """Sounds that choose the best step."""
    captions: int
    """Descriptions of all of them."""
    seconds: float
    """How long the sounds are together."""
    held_out: int = 0
    """Sounds kept away from both, to measure before and after on."""


@dataclass(frozen=True, slots=True)
class Material:
    """What a training learns from, and what it leaves out."""

    event: ClassVar[str] = "material"
    used: Used
    left_out: tuple[LeftOut, ...]
    notes: tuple[Said, ...] = ()
    """What else there is to say."""
    refused: Failure | None = None
    """Why nothing can be learnt from this; None when something can."""


@dataclass(frozen=True, slots=True)
class Begun:
    """How a training was started."""

    event: ClassVar[str] = "begun"
    steps: int | None = None
    minutes: float | None = None
    device: str = ""
    precision: str = ""
    source: str = field(default="", metadata={"as": "from"})
    """The name of the pack that it goes on from."""
    pack_id: str = ""


@dataclass(frozen=True, slots=True)
class Step:
    """How far it is."""

    event: ClassVar[str] = "step"
    step: int
    loss: float
    steps: int | None = None
    minutes: float = 0.0
    """Spent on training so far."""
    left_s: float | None = None


@dataclass(frozen=True, slots=True)
class Look:
    """How well it does on held-out sounds, on the way."""

    event: ClassVar[str] = "looked"
    step: int
    map10: float = field(metadata={"as": "val_map10"})
    recall1: float = field(metadata={"as": "val_recall1"})
    recall10: float = field(metadata={"as": "val_recall10"})
    recall5: float | None = field(default=None, metadata={"as": "val_recall5"})
    is_best: bool = field(default=False, metadata={"as": "best"})


@dataclass(frozen=True, slots=True)
class Stopped:
    """It was asked to stop; what it goes on from is saved."""

    event: ClassVar[str] = "stopped"
    step: int = 0


@dataclass(frozen=True, slots=True)
class Exporting:
    """The pack is being made."""

    event: ClassVar[str] = "exporting"


@dataclass(frozen=True, slots=True)
class Measured:
    """How well a pack finds held-out sounds by their descriptions, through the engine."""

    event: ClassVar[str] = "measured"
    which: str
    """before or after."""
    queries: int
    map10: float
    recall1: float
    recall5: float
    recall10: float
    low: float
    """The 95 % interval of `map10`."""
    high: float
    change: float | None = field(default=None, metadata=_IF_ANY)
    """After less before, over the same queries, with its 95 % interval; only with what is measured after."""
    change_low: float | None = field(default=None, metadata=_IF_ANY)
    change_high: float | None = field(default=None, metadata=_IF_ANY)


@dataclass(frozen=True, slots=True)
class Result:
    """What came out."""

    event: ClassVar[str] = "finished"
    pack: str | None
    """The folder of the new pack; None where `is_start`."""
    pack_id: str
    name: str
    is_start: bool | None = field(default=None, metadata={"as": "kept_start"})
    """Nothing better than the start was learnt: there is no new pack; id and name are those of the pack in use. None:
    a training of an earlier Earshot, which does not say and made that pack once more."""
    notes: tuple[Said, ...] = ()
    """What else there is to say of it."""


TrainingEvent = Material | Begun | Step | Look | Stopped | Exporting | Measured | Result | Failure
_KINDS: dict[str, type[TrainingEvent]] = {kind.event: kind for kind in get_args(TrainingEvent)}


def to_record(event: TrainingEvent) -> dict[str, object]:
    """An event as its line has it; a figure that is not known has no key where it may be missing."""
    return {"event": event.event, **_plain_fields(event)}


def event_in(record: Record) -> TrainingEvent | None:
    """The event of a line; None for one that is not known here.

    Raises:
        EarshotError: the line does not say what it should.
    """
    kind = _KINDS.get(str(record.get("event")))
    try:
        return None if kind is None else cast(TrainingEvent, _read(kind, record))
    except (LookupError, TypeError, ValueError, AttributeError, OverflowError) as err:
        raise EarshotError(f"a line of a training that cannot be read: {err!r}: {record}") from err


def record_in(line: bytes) -> Record | None:
    """One line of events.jsonl; None for one that is no JSON object with an event."""
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
    if isinstance(value, Said):
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
    """What makes a value of a field's type of what JSON has for it."""
    if isinstance(kind, UnionType):
        (own,) = (part for part in get_args(kind) if part is not type(None))
        return lambda value: None if value is None else _reader(own)(value)
    if get_origin(kind) is tuple:
        return lambda value: tuple(map(_reader(get_args(kind)[0]), value))
    if kind is Said:
        return said_in
    if isinstance(kind, type) and is_dataclass(kind):
        return lambda value: _read(kind, value)
    converts: Callable[[Any], Any] = kind
    return converts
