"""Accumulates the events of a training (`engine.base.training_events`)."""

import logging
from dataclasses import replace
from enum import StrEnum

from msgspec import Struct, field

from engine.base.errors import EarshotError
from engine.base.training_events import (
    Failure,
    Material,
    PackExport,
    PackMeasured,
    Record,
    Result,
    Step,
    TrainingEvent,
    TrainingStarted,
    TrainingStopped,
    Validation,
    event_in,
)

_log = logging.getLogger(__name__)


class Stage(StrEnum):
    """Stage of a run, by its events."""

    PREPARING = "preparing"
    LEARNING = "learning"
    EXPORTING = "exporting"
    MEASURING = "measuring"
    STOPPED = "stopped"
    FINISHED = "finished"
    FAILED = "failed"

    @property
    def is_end(self) -> bool:
        """Whether nothing follows without a resume."""
        return self in (Stage.STOPPED, Stage.FINISHED, Stage.FAILED)


class TrainingProgress(Struct):
    """Summary of the events so far, grown by `take`. Readers use the same thread."""

    stage: Stage = Stage.PREPARING
    material: Material | None = None
    begun: TrainingStarted | None = None
    steps: list[Step] = field(default_factory=list)
    looks: list[Validation] = field(default_factory=list)
    before: PackMeasured | None = None
    after: PackMeasured | None = None
    result: Result | None = None
    failure: Failure | None = None

    def take(self, record: Record) -> bool:
        """Processes a line; returns False if it is irrelevant to the window."""
        try:
            event = event_in(record)
        except EarshotError as err:
            _log.warning("%s", err)
            return False
        if event is not None:
            self._take(event)
        return event is not None

    @property
    def step(self) -> Step | None:
        return self.steps[-1] if self.steps else None

    def _take(self, event: TrainingEvent) -> None:
        match event:
            case Material():
                self.material = event
            case TrainingStarted():
                self.begun = event
                self.stage, self.failure = Stage.LEARNING, None
            case Step():
                self._forget_after(event.step)
                self.steps.append(event)
                self.stage = Stage.LEARNING
            case Validation():
                self.looks = [earlier for earlier in self.looks if earlier.step < event.step]
                self.looks.append(event)
            case TrainingStopped():
                self.stage = Stage.STOPPED
            case PackExport():
                self.stage = Stage.EXPORTING
            case PackMeasured(which="before"):
                self.before = event
                self._measures()
            case PackMeasured():
                self.after = event
                self._measures()
            case Result():
                self.result = _told(event, self.begun)
                self.stage = Stage.FINISHED
            case Failure():
                self.failure = event
                self.stage = Stage.FAILED

    def _measures(self) -> None:
        self.stage = self.stage if self.stage.is_end else Stage.MEASURING

    def _forget_after(self, step: int) -> None:
        """Drops what follows a step: a resumed training returns to its checkpoint and repeats it."""
        while self.steps and self.steps[-1].step >= step:
            self.steps.pop()
        if self.looks and self.looks[-1].step > step:
            self.looks = [look for look in self.looks if look.step <= step]


def _told(result: Result, begun: TrainingStarted | None) -> Result:
    """The result; infers a missing `is_start` by comparing pack ids."""
    if result.is_start is not None:
        return result
    is_start = begun is not None and begun.pack_id == result.pack_id
    return replace(result, is_start=is_start, pack=None if is_start else result.pack)
