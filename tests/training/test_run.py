"""Any training's run: stopped and gone on with, looked at, ended in time, and told apart from another one."""

import csv
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest
import torch
from torch import Tensor, nn

from training.runs.records import CheckpointError, read_record, write_record
from training.runs.run import BEST, LAST, DivergedError, Run, Settings, descend, to_go_on_from
from training.runs.task import LookResult, RunProgress, RunTask, Say
from training.runs.tracking import Hooks, Tracker


@dataclass(frozen=True, slots=True)
class Line:
    """The checkpoint of a line through points."""

    step: int
    history: tuple[dict[str, float], ...]
    weights: dict[str, Tensor]
    state: Mapping[str, Any] | None


class LineTask(RunTask[Tensor, Line]):
    """A line through points, with dropout, whose nearness is looked at."""

    figures = ("near",)
    best_by = "near"

    def __init__(self, rate: float = 0.05, over_after: int = 1_000) -> None:
        torch.manual_seed(1)
        self.model = nn.Sequential(nn.Linear(3, 4), nn.Dropout(0.5), nn.Linear(4, 1))
        self._rate, self._over_after, self._looks = rate, over_after, 0
        self._adam = torch.optim.Adam(self.model.parameters())

    def rate(self, step: int, epoch: float, done: float) -> float:
        return self._rate

    def learn(self, batch: Tensor, rate: float, step: int) -> float:
        loss = (self.model(batch) - batch.sum(dim=1, keepdim=True)).square().mean()
        return descend(self._adam, self.model, loss, rate, 1.0)

    def look(self, say: Say) -> LookResult:
        self._looks += 1
        return LookResult({"near": -abs(self._looks - 2.0)}, is_over=self._looks >= self._over_after)

    def state(self) -> dict[str, Any]:
        return {"adam": self._adam.state_dict(), "looks": self._looks}

    def restore(self, kept: Line, state: Mapping[str, Any]) -> None:
        self.model.load_state_dict(kept.weights)
        self._adam.load_state_dict(state["adam"])
        self._looks = state["looks"]

    def kept(self, progress: RunProgress, state: Mapping[str, Any] | None) -> Line:
        weights = {name: value.detach().clone() for name, value in self.model.state_dict().items()}
        return Line(progress.step, progress.history, weights, state)

    def save(self, path: Path, kept: Line) -> None:
        record = {"step": kept.step, "history": list(kept.history), "weights": kept.weights, "state": kept.state}
        write_record(path, record, format=1, kind="line")

    def load(self, path: Path) -> Line:
        def built(record: dict[str, Any]) -> Line:
            return Line(record["step"], tuple(record["history"]), record["weights"], record["state"])

        return read_record(path, built, format=1, kind="line", what="line")


class Points:
    """Four batches an epoch."""

    steps_per_epoch = 4

    def steps(self, first: int, last: int) -> Iterator[Tensor]:
        for step in range(first, last):
            yield torch.randn(8, 3, generator=torch.Generator().manual_seed(step))


SETTINGS = Settings(seed=3, steps=10, advice="Go slower.")


def run(folder: Path, task: LineTask, settings: Settings = SETTINGS, stop_after: int = 1_000, **told: Any) -> Line:
    asked = iter(range(10_000))
    kept = to_go_on_from(folder, task.load, lambda found: "")
    return Run(task, Points(), settings, folder, Hooks(stop=lambda: next(asked) >= stop_after, **told), kept).go()


def test_a_run_that_was_stopped_ends_as_if_it_had_not_been_and_so_do_its_looks(tmp_path: Path) -> None:
    whole = run(tmp_path / "whole", LineTask())
    stopped = run(tmp_path / "parts", LineTask(), stop_after=7)
    parts = run(tmp_path / "parts", LineTask())
    assert (stopped.step, stopped.state is None, parts.step, parts.state is None) == (7, False, 10, True)
    assert all(torch.equal(value, parts.weights[name]) for name, value in whole.weights.items())
    rows = [[(one["step"], one["epoch"], one["loss"], one["near"]) for one in each.history] for each in (whole, parts)]
    assert rows[0] == rows[1]
    assert [row[:2] for row in rows[0]] == [(4.0, 1.0), (8.0, 2.0), (10.0, 2.5)]


def test_a_run_that_had_ended_is_given_again_without_a_step(tmp_path: Path) -> None:
    first, said = run(tmp_path, LineTask()), list[str]()
    again = run(tmp_path, LineTask(), report=said.append)
    assert again.history == first.history
    assert said == [f"trained; the checkpoints are in {tmp_path}"]


def test_the_best_look_is_kept_beside_the_last(tmp_path: Path) -> None:
    task = LineTask()
    assert run(tmp_path, task, replace(SETTINGS, keep="best")).step == 8
    assert (task.load(tmp_path / BEST).step, task.load(tmp_path / LAST).step) == (8, 10)
    assert task.load(tmp_path / BEST).state is None


def test_a_task_that_has_nothing_more_to_learn_ends_the_run(tmp_path: Path) -> None:
    assert run(tmp_path, LineTask(over_after=2)).step == 8
    assert run(tmp_path, LineTask(over_after=2)).step == 8, "nor does it go on"


def test_a_run_looks_first_where_it_is_asked_to_and_only_once(tmp_path: Path) -> None:
    told: list[Mapping[str, object]] = []
    first = replace(SETTINGS, look_first=True, look_every=5)
    run(tmp_path, LineTask(), first, stop_after=0)
    ended = run(tmp_path, LineTask(), first, event=told.append)
    assert [look["step"] for look in ended.history] == [0.0, 5.0, 10.0]
    assert [event["event"] for event in told if event["event"] != "step"] == ["begun", "looked", "looked"]


def test_the_table_has_the_columns_of_the_task(tmp_path: Path) -> None:
    run(tmp_path, LineTask())
    with (tmp_path / "metrics.csv").open(newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert list(rows[0]) == ["step", "epoch", "minutes", "learning_rate", "loss", "near"]
    assert [row["step"] for row in rows if row["near"]] == ["4", "8", "10"]


def test_a_run_of_minutes_ends_in_time(tmp_path: Path) -> None:
    found = run(tmp_path, LineTask(), replace(SETTINGS, steps=None, minutes=0.002))
    assert found.step > 0
    assert run(tmp_path, LineTask(), replace(SETTINGS, steps=None, minutes=0.002)).step == found.step


def test_a_run_that_diverges_says_what_may_help_and_keeps_the_look_before(tmp_path: Path) -> None:
    task = LineTask(rate=1e30)
    with pytest.raises(DivergedError, match="the run has diverged") as ended:
        run(tmp_path, task, replace(SETTINGS, look_first=True))
    assert ended.value.advice == "Go slower."
    assert task.load(tmp_path / LAST).step == 0


def test_losses_that_are_no_numbers_are_borne_as_long_as_a_run_is_patient(tmp_path: Path) -> None:
    assert run(tmp_path, LineTask(rate=1e30), replace(SETTINGS, patience=100)).step == 10


@pytest.mark.parametrize(
    ("state", "why"), [(None, "holds no state"), ({"seconds": 1.0, "learner": {}}, "an earlier version of Earshot")]
)
def test_what_cannot_be_gone_on_with_is_refused(tmp_path: Path, state: dict[str, Any] | None, why: str) -> None:
    task = LineTask()
    task.save(tmp_path / LAST, replace(task.kept(RunProgress("", 3, 0.1, ()), None), state=state))
    with pytest.raises(CheckpointError, match=why):
        run(tmp_path, task)


def test_a_run_of_another_recipe_is_refused(tmp_path: Path) -> None:
    task = LineTask()
    run(tmp_path, task)
    with pytest.raises(CheckpointError, match=r"last\.pt was made by another recipe"):
        to_go_on_from(tmp_path, task.load, lambda found: "another recipe")


def test_of_many_steps_at_once_few_are_told(tmp_path: Path) -> None:
    told: list[Mapping[str, object]] = []
    columns = ("step", "epoch", "minutes", "learning_rate", "loss")
    tracker = Tracker(tmp_path, Hooks(event=told.append), 0, 1000, is_first=True, columns=columns)
    for step in range(1, 1001):
        tracker.stepped(step, dict.fromkeys(columns[1:], 0.5), step / 1000, 1000)
    tracker.close()
    steps = [event["step"] for event in told if event["event"] == "step"]
    assert steps[0] == 1 and len(steps) < 100
