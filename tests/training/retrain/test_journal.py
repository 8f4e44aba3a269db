"""The files a retraining speaks through."""

import io
import json
import signal
from pathlib import Path

import pytest

from engine.base import training_events
from engine.base.training_events import PackExport
from training.retrain.journal import Journal, RetrainError, RetrainStopped, StopSignal, asked_before


def test_every_line_is_an_object_and_stands_in_both_places(tmp_path: Path) -> None:
    out = io.StringIO()
    journal = Journal(tmp_path / "run", out)
    journal.tell(PackExport())
    journal.tell(training_events.TrainingStopped(3))
    lines = (tmp_path / "run" / "events.jsonl").read_text(encoding="utf-8")
    assert lines == out.getvalue()
    assert [json.loads(line) for line in lines.splitlines()] == [
        {"event": "exporting"},
        {"event": "stopped", "step": 3},
    ]


def test_what_was_asked_is_read_back(tmp_path: Path) -> None:
    journal = Journal(tmp_path)
    journal.begin({"library": "/a", "minutes": 3.0})
    journal.stands("stopped")
    assert asked_before(tmp_path) == {"library": "/a", "minutes": 3.0}
    assert json.loads((tmp_path / "run.json").read_text())["state"] == "stopped"


def test_a_run_that_never_was_cannot_be_resumed(tmp_path: Path) -> None:
    with pytest.raises(RetrainError, match="no training to resume"):
        asked_before(tmp_path)


def test_the_file_stop_is_a_wish_until_it_is_forgotten(tmp_path: Path) -> None:
    wish = StopSignal(tmp_path)
    wish.check()
    (tmp_path / "stop").touch()
    with pytest.raises(RetrainStopped):
        wish.check()
    wish.forget()
    wish.check()


def test_a_signal_to_end_is_a_wish(tmp_path: Path) -> None:
    before = signal.getsignal(signal.SIGTERM), signal.getsignal(signal.SIGINT)
    try:
        wish = StopSignal(tmp_path)
        wish.heed_signals()
        signal.raise_signal(signal.SIGTERM)
        assert wish.is_asked()
    finally:
        signal.signal(signal.SIGTERM, before[0])
        signal.signal(signal.SIGINT, before[1])
