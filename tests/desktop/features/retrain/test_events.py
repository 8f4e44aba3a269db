"""The story that the lines of a training add up to."""

from pathlib import Path

import pytest

from desktop.features.retrain import training_messages
from desktop.features.retrain.runs import Tail
from desktop.features.retrain.training_messages import Verdict
from desktop.features.retrain.training_progress import Stage, TrainingProgress
from engine.base.training_events import PackMeasured
from engine.base.training_messages import reason_in
from tests.helpers.scripted_training import AFTER, BEFORE, MATERIAL


def step(number: int, loss: float = 1.0) -> dict[str, object]:
    return {"event": "step", "step": number, "steps": 100, "loss": loss, "minutes": 0.1 * number, "left_s": 9.0}


def look(number: int, value: float) -> dict[str, object]:
    return {
        "event": "looked",
        "step": number,
        "val_map10": value,
        "val_recall1": 0.1,
        "val_recall10": 0.4,
        "best": True,
    }


def test_what_is_left_out_is_told_with_reasons_and_examples() -> None:
    story = TrainingProgress()
    story.take(MATERIAL)
    assert story.material is not None
    assert [(part.reason, part.count) for part in story.material.left_out] == [
        (reason_in("NO_CAPTION"), 12),
        (reason_in("TERMS"), 1),
    ]
    assert story.material.left_out[0].examples == ("take 3.wav", "take 4.wav")
    assert training_messages.left_out(story.material) == "13 left out:"


def test_a_resumed_training_says_steps_anew_and_none_stands_twice() -> None:
    story = TrainingProgress()
    for record in (step(1), step(2), look(2, 0.3), step(3), step(4), look(4, 0.4)):
        story.take(record)
    story.take({"event": "stopped", "step": 4})
    assert story.stage is Stage.STOPPED
    for record in ({"event": "begun", "steps": 100, "minutes": None, "device": "cpu"}, step(3, 0.5), look(4, 0.5)):
        story.take(record)
    assert story.stage is Stage.LEARNING
    assert [(point.step, point.loss) for point in story.steps] == [(1, 1.0), (2, 1.0), (3, 0.5)]
    assert [(found.step, found.map10) for found in story.looks] == [(2, 0.3), (4, 0.5)]


def test_lines_of_a_later_earshot_are_passed_over(caplog: pytest.LogCaptureFixture) -> None:
    story = TrainingProgress()
    assert not story.take({"event": "sung", "song": 1})
    assert not story.take({"event": "step", "step": "three"})
    assert story.take(step(1))
    assert "cannot be read" in caplog.text


def test_a_failure_is_told_with_its_advice_until_it_goes_on() -> None:
    story = TrainingProgress()
    story.take({"event": "failed", "message": "no sound could be read", "advice": "Look at the folder."})
    assert story.stage is Stage.FAILED
    assert story.failure is not None and story.failure.advice == "Look at the folder."
    story.take({"event": "begun", "steps": None, "minutes": 5, "device": "cpu"})
    assert (story.stage, story.failure) == (Stage.LEARNING, None)


def test_a_line_that_is_written_just_now_waits_until_it_is_whole(tmp_path: Path) -> None:
    file = tmp_path / "events.jsonl"
    tail = Tail(file)
    assert tail.read() == []
    file.write_bytes(b'{"event": "begun"}\n{"event": "st')
    assert [record["event"] for record in tail.read()] == ["begun"]
    with file.open("ab") as more:
        more.write(b'epped"}\nno json\n{"event": "exporting"}\n')
    assert [record["event"] for record in tail.read()] == ["stepped", "exporting"]
    assert tail.read() == []


def measured(record: dict[str, object], **changes: float | None) -> PackMeasured:
    story = TrainingProgress()
    story.take(record | changes | {"which": "after"})
    assert story.after is not None
    return story.after


@pytest.mark.parametrize(
    ("change", "verdict"),
    [((0.02, 0.2), Verdict.BETTER), ((-0.05, 0.2), Verdict.SAME), ((-0.3, -0.1), Verdict.WORSE)],
)
def test_better_is_what_the_interval_of_the_change_says(change: tuple[float, float], verdict: Verdict) -> None:
    after = measured(AFTER, change_low=change[0], change_high=change[1])
    assert training_messages.verdict(measured(BEFORE), after) is verdict


@pytest.mark.parametrize(
    ("after", "verdict"),
    [((0.5, 0.44, 0.6), Verdict.BETTER), ((0.5, 0.3, 0.7), Verdict.SAME), ((0.1, 0.05, 0.2), Verdict.WORSE)],
)
def test_without_it_each_must_lie_outside_the_others_interval(
    after: tuple[float, float, float], verdict: Verdict
) -> None:
    map10, low, high = after  # before: 0.31 within 0.2 to 0.42
    new = measured(AFTER, map10=map10, low=low, high=high, change=None, change_low=None, change_high=None)
    assert training_messages.verdict(measured(BEFORE), new) is verdict


def test_the_verdict_is_said_in_plain_words() -> None:
    before, after = measured(BEFORE), measured(AFTER)
    text = training_messages.verdict_text(Verdict.BETTER, before, after)
    assert "20 descriptions" in text and "55%" in text and "75%" in text
    assert training_messages.verdict_title(Verdict.SAME) == "No clear difference"
