"""The lines of a training, as one side writes them and the other reads them."""

import json

import pytest

from engine.base.errors import EarshotError, EngineError, LibraryBusy
from engine.base.library_messages import LibraryAdvice, LibraryFault
from engine.base.messages import said, told
from engine.base.training_events import (
    Exclusion,
    Failure,
    Material,
    PackExport,
    PackMeasured,
    Result,
    Step,
    TrainingEvent,
    TrainingSet,
    TrainingStarted,
    TrainingStopped,
    Validation,
    event_in,
    record_in,
    to_record,
)
from engine.base.training_messages import ExclusionReason, RetrainAdvice, RetrainFault, TrainingNote
from tests.helpers.scripted_training import AFTER, BEFORE, MATERIAL

EVENTS: tuple[TrainingEvent, ...] = (
    Material(
        TrainingSet(40, 10, 75, 312.5, 12),
        (Exclusion(said(ExclusionReason.NO_CAPTION), 12, ("take 3.wav",)),),
        (said(TrainingNote.KEPT_ALTHOUGH, 5, said(ExclusionReason.NO_LICENCE)),),
        Failure("only 3 sounds", "Describe more."),
    ),
    TrainingStarted(None, 5.0, "cpu", "32", "starter", "p"),
    Step(3, 0.5, 100, 0.1, None),
    Validation(4, 0.4, 0.2, 0.6, 0.5, True),
    TrainingStopped(4),
    PackExport(),
    PackMeasured("before", 20, 0.31, 0.2, 0.4, 0.55, 0.2, 0.42),
    PackMeasured("after", 20, 0.52, 0.4, 0.6, 0.75, 0.43, 0.63, 0.21, 0.1, 0.31),
    Result("/run/pack", "q", "mine", False, (said(TrainingNote.NOT_FITTED, "flat", "starter"),)),
    Result(None, "p", "starter", True),
    Failure("no sound could be read", "Look at the folder."),
    Failure.of(LibraryBusy(told(LibraryFault.LIBRARY_WRITTEN, "/l"), advice=LibraryAdvice.WAIT_OR_STOP)),
    Failure.of(EngineError(told(RetrainFault.TOO_FEW_SOUNDS, 3, 54), advice=RetrainAdvice.DESCRIBE_MORE)),
)


@pytest.mark.parametrize("event", EVENTS, ids=lambda event: type(event).__name__)
def test_what_a_training_writes_is_read_as_the_same(event: TrainingEvent) -> None:
    record = record_in(json.dumps(to_record(event)).encode())
    assert record is not None
    assert event_in(record) == event


@pytest.mark.parametrize("record", [MATERIAL, BEFORE, AFTER])
def test_lines_of_trainings_that_were_are_written_as_they_were(record: dict[str, object]) -> None:
    event = event_in(record)
    assert event is not None
    assert to_record(event) == record


def test_a_line_of_a_later_training_is_read_as_far_as_it_is_known() -> None:
    assert event_in({"event": "stopped", "step": 4, "mood": "calm"}) == TrainingStopped(4)
    assert event_in({"event": "sung", "song": 1}) is None


@pytest.mark.parametrize(
    "record",
    [
        {"event": "step", "step": "three", "loss": 1.0},
        {"event": "step", "step": 3},
        {"event": "material", "used": None, "left_out": []},
        {"event": "material", "used": {"train": 1}, "left_out": []},
        {"event": "measured", "which": "after", "queries": 1e999},
    ],
)
def test_a_line_that_does_not_say_what_it_should_is_refused(record: dict[str, object]) -> None:
    with pytest.raises(EarshotError):
        event_in(record)
