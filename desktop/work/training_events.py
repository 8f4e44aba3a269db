"""What a training writes into its folder, line by line, as values; and the story of a run that the lines add up to.

The lines are those of `earshot-train retrain`: one JSON object each, `event` says which. Unknown events and lines that
cannot be read are passed over, so that an older window can follow a newer training.
"""

import json
import logging
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from engine.training_wording import reason_in, said_in
from engine.wording import Said

_log = logging.getLogger(__name__)
Record = Mapping[str, Any]
"""One line of events.jsonl."""


@dataclass(frozen=True, slots=True)
class LeftOut:
    """Sounds that are not learnt from, for one reason."""

    reason: Said
    count: int
    examples: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Material:
    """What a training learns from, and what it leaves out."""

    train: int
    """Sounds to learn from."""
    val: int
    """Sounds that choose the best step."""
    held_out: int
    """Sounds kept away from both, to measure before and after on."""
    captions: int
    """Descriptions of all of them."""
    seconds: float
    """How long the sounds are together."""
    left_out: tuple[LeftOut, ...]
    notes: tuple[Said, ...] = ()
    """What else there is to say."""
    refused: "Failure | None" = None
    """Why nothing can be learnt from this; None when something can."""


@dataclass(frozen=True, slots=True)
class Begun:
    """How a training was started."""

    steps: int | None
    minutes: float | None
    device: str
    source: str
    """The name of the pack that it goes on from."""
    pack_id: str


@dataclass(frozen=True, slots=True)
class Step:
    """How far it is."""

    step: int
    steps: int | None
    loss: float
    minutes: float
    """Spent on training so far."""
    left_s: float | None


@dataclass(frozen=True, slots=True)
class Look:
    """How well it does on held-out sounds, on the way."""

    step: int
    map10: float
    recall1: float
    recall10: float
    is_best: bool


@dataclass(frozen=True, slots=True)
class Measured:
    """How well a pack finds held-out sounds by their descriptions, through the engine."""

    queries: int
    map10: float
    recall1: float
    recall5: float
    recall10: float
    low: float
    """The 95 % interval of `map10`."""
    high: float
    change: float | None = None
    """After less before, over the same queries, with its 95 % interval; only with what is measured after."""
    change_low: float | None = None
    change_high: float | None = None


@dataclass(frozen=True, slots=True)
class Result:
    """What came out."""

    pack: str
    """The folder of the new pack; empty where `is_start`."""
    pack_id: str
    name: str
    notes: tuple[Said, ...] = ()
    """What else there is to say of it."""
    is_start: bool = False
    """Nothing better than the start was learnt: there is no new pack; id and name are those of the pack in use."""


@dataclass(frozen=True, slots=True)
class Failure:
    """What went wrong, and what to do about it."""

    message: str
    advice: str


class Stage(StrEnum):
    """Where a run is, as far as its lines say."""

    PREPARING = "preparing"
    LEARNING = "learning"
    EXPORTING = "exporting"
    MEASURING = "measuring"
    STOPPED = "stopped"
    FINISHED = "finished"
    FAILED = "failed"

    @property
    def is_end(self) -> bool:
        """Whether nothing follows until it is resumed."""
        return self in (Stage.STOPPED, Stage.FINISHED, Stage.FAILED)


@dataclass(slots=True)
class Story:
    """What the lines so far say. It grows by `take`; whoever reads it is in the same thread."""

    stage: Stage = Stage.PREPARING
    material: Material | None = None
    begun: Begun | None = None
    steps: list[Step] = field(default_factory=list)
    looks: list[Look] = field(default_factory=list)
    before: Measured | None = None
    after: Measured | None = None
    result: Result | None = None
    failure: Failure | None = None

    def take(self, record: Record) -> bool:
        """Takes one line; False for one that says nothing to this window."""
        try:
            return self._take(record)
        except (LookupError, TypeError, ValueError, AttributeError, OverflowError) as err:
            _log.warning("a line of a training that cannot be read: %s: %s", err, record)
            return False

    @property
    def step(self) -> Step | None:
        """The newest step."""
        return self.steps[-1] if self.steps else None

    def _take(self, record: Record) -> bool:
        match record["event"]:
            case "material":
                self.material = material_of(record)
            case "begun":
                self.begun = _begun(record)
                self.stage, self.failure = Stage.LEARNING, None
            case "step":
                step = _step(record)
                self._forget_after(step.step)
                self.steps.append(step)
                self.stage = Stage.LEARNING
            case "looked":
                look = _look(record)
                self.looks = [earlier for earlier in self.looks if earlier.step < look.step]
                self.looks.append(look)
            case "stopped":
                self.stage = Stage.STOPPED
            case "exporting":
                self.stage = Stage.EXPORTING
            case "measured":
                if record["which"] == "before":
                    self.before = _measured(record)
                else:
                    self.after = _measured(record)
                self.stage = self.stage if self.stage.is_end else Stage.MEASURING
            case "finished":
                self.result = _result(record, self.begun)
                self.stage = Stage.FINISHED
            case "failed":
                self.failure = _failure(record)
                self.stage = Stage.FAILED
            case _:
                return False
        return True

    def _forget_after(self, step: int) -> None:
        """A resumed training goes back to its checkpoint: what it had said after that is said anew."""
        while self.steps and self.steps[-1].step >= step:
            self.steps.pop()
        if self.looks and self.looks[-1].step > step:
            self.looks = [look for look in self.looks if look.step <= step]


def record_of(line: bytes) -> Record | None:
    """One line of events.jsonl; None for one that is no JSON object with an event."""
    try:
        record = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return record if isinstance(record, dict) and isinstance(record.get("event"), str) else None


def material_of(record: Record) -> Material:
    """The material that a line tells of.

    Raises:
        KeyError, TypeError, ValueError: the line does not say what it should.
    """
    used = record["used"]
    return Material(
        int(used["train"]),
        int(used["val"]),
        int(used.get("held_out", 0)),
        int(used["captions"]),
        float(used["seconds"]),
        tuple(
            LeftOut(reason_in(str(part["reason"])), int(part["count"]), tuple(map(str, part.get("examples", ()))))
            for part in record["left_out"]
        ),
        tuple(map(said_in, record.get("notes", ()))),
        None if (refused := record.get("refused")) is None else _failure(refused),
    )


def _failure(record: Record) -> Failure:
    return Failure(str(record["message"]), str(record.get("advice", "")))


def _result(record: Record, begun: Begun | None) -> Result:
    notes, pack_id = tuple(map(said_in, record.get("notes", ()))), str(record["pack_id"])
    # A training of an earlier Earshot does not say that it is the start: it made that pack once more.
    is_start = bool(record.get("kept_start", begun is not None and begun.pack_id == pack_id))
    return Result("" if is_start else str(record["pack"]), pack_id, str(record["name"]), notes, is_start)


def _begun(record: Record) -> Begun:
    steps, minutes = record.get("steps"), record.get("minutes")
    return Begun(
        None if steps is None else int(steps),
        None if minutes is None else float(minutes),
        str(record.get("device", "")),
        str(record.get("from", "")),
        str(record.get("pack_id", "")),
    )


def _step(record: Record) -> Step:
    steps, left_s = record.get("steps"), record.get("left_s")
    return Step(
        int(record["step"]),
        None if steps is None else int(steps),
        float(record["loss"]),
        float(record.get("minutes", 0.0)),
        None if left_s is None else float(left_s),
    )


def _look(record: Record) -> Look:
    return Look(
        int(record["step"]),
        float(record["val_map10"]),
        float(record["val_recall1"]),
        float(record["val_recall10"]),
        bool(record.get("best", False)),
    )


def _measured(record: Record) -> Measured:
    def maybe(name: str) -> float | None:
        value = record.get(name)
        return None if value is None else float(value)

    return Measured(
        int(record["queries"]),
        float(record["map10"]),
        float(record["recall1"]),
        float(record["recall5"]),
        float(record["recall10"]),
        float(record["low"]),
        float(record["high"]),
        maybe("change"),
        maybe("change_low"),
        maybe("change_high"),
    )
