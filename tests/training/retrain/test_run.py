"""Retrainings from the first line to the pack, on a small folder and a small library, and what happens on the way."""

import json
import signal
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from engine.base.training_events import TrainingEvent, Validation
from engine.models.pack import default_pack, load_pack, read_info
from tests.helpers.indexing import index
from tests.helpers.tiny_pack import make_tiny_pack
from tests.training.retrain.sounds import make_described_folder
from training.cli.commands.retrain import said_of
from training.cli.main import main
from training.data.corpora.folder import read_folder
from training.data.listing import write_listing
from training.retrain.heads import CHECKPOINT
from training.retrain.journal import Journal, StopSignal
from training.retrain.material import SoundsSource
from training.retrain.request import RetrainRequest
from training.retrain.run import run
from training.retrain.settings import RetrainConfig

QUICK = RetrainConfig(
    steps=4, looks=2, batch=16, lengths_s=(0.5,), blends=(0.5,), learning_rate=1e-3, warm_up_steps=1, least_held_out=6
)
"""Two steps at ten times the usual rate are enough to learn what the tones are called."""


@pytest.fixture(autouse=True)
def signals() -> Iterator[None]:
    """The command takes signals to end for a wish; this process goes on and is to be ended by them."""
    before = {number: signal.getsignal(number) for number in (signal.SIGTERM, signal.SIGINT)}
    yield
    for number, handler in before.items():
        signal.signal(number, handler)


def events(folder: Path) -> list[dict[str, Any]]:
    """The lines of a run."""
    lines = (folder / "events.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


def names(folder: Path) -> list[str]:
    """The lines' events, of steps only the first in a row."""
    found = [line["event"] for line in events(folder)]
    return [name for before, name in zip(["", *found], found, strict=False) if (before, name) != ("step", "step")]


@pytest.fixture(scope="module")
def sounds(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_described_folder(tmp_path_factory.mktemp("sounds"), recordings=4)


@pytest.fixture(scope="module")
def done(sounds: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run that was stopped after its first look and resumed to its end."""
    folder = tmp_path_factory.mktemp("run")
    asked = RetrainRequest(SoundsSource("folder", sounds), folder)
    journal = _StoppingJournal(folder)
    assert run(asked, QUICK, journal, StopSignal(folder))
    assert names(folder)[-1] == "stopped" and (folder / CHECKPOINT).exists()
    assert run(asked, QUICK, Journal(folder), StopSignal(folder), is_resumed=True)
    return folder


class _StoppingJournal(Journal):
    """Asks to stop, as the window does, once the model has been looked at for the second time."""

    def tell(self, event: TrainingEvent) -> None:
        super().tell(event)
        if isinstance(event, Validation) and event.step:
            (self.folder / "stop").touch()


def test_a_run_tells_its_story_from_the_material_to_the_pack(done: Path) -> None:
    assert names(done) == [
        "material", "measured", "begun", "looked", "step", "looked", "stopped",
        "material", "measured", "begun", "step", "looked", "exporting", "measured", "finished",
    ]  # fmt: skip
    assert json.loads((done / "run.json").read_text())["state"] == "finished"


def test_a_resumed_run_goes_on_where_it_stopped(done: Path) -> None:
    stopped = next(line for line in events(done) if line["event"] == "stopped")
    steps = [line["step"] for line in events(done) if line["event"] == "looked"]
    assert stopped["step"] == 2
    assert steps == [0, 2, 4]


def test_the_lines_hold_what_the_window_reads(done: Path) -> None:
    lines = {line["event"]: line for line in events(done)}
    assert lines["begun"]["from"] == read_info(default_pack()).name
    assert lines["begun"]["pack_id"] == read_info(default_pack()).pack_id
    assert {"step", "steps", "loss", "minutes", "left_s"} <= lines["step"].keys()
    assert {"step", "val_map10", "val_recall1", "val_recall10", "best"} <= lines["looked"].keys()
    measured = {line["which"]: line for line in events(done) if line["event"] == "measured"}
    assert {"queries", "map10", "recall1", "recall5", "recall10", "low", "high"} <= measured["before"].keys()
    assert {"change", "change_low", "change_high"} <= measured["after"].keys()
    assert measured["before"]["queries"] == measured["after"]["queries"]


def test_the_result_is_a_pack_that_says_what_it_learnt(done: Path) -> None:
    finished = events(done)[-1]
    pack = load_pack(Path(finished["pack"]))
    assert (pack.info.pack_id, pack.info.name) == (finished["pack_id"], finished["name"])
    assert pack.info.pack_id != read_info(default_pack()).pack_id
    assert "sounds of a folder of sounds" in pack.info.training_data
    card = (done / "pack" / "MODEL_CARD.md").read_text(encoding="utf-8")
    assert "kept away" in card and "| before |" in card and "| after |" in card
    assert "zorbel a_01" not in card


def test_what_only_the_user_calls_so_is_found_better_than_before(done: Path) -> None:
    measured = {line["which"]: line for line in events(done) if line["event"] == "measured"}
    assert measured["after"]["change"] > 0 and measured["after"]["map10"] > 0.8


def test_where_no_step_betters_the_start_there_is_no_new_pack_and_that_is_said(sounds: Path, tmp_path: Path) -> None:
    clips = read_folder(sounds).clips  # one sound alone to judge by: every start finds it first, and no step sooner
    parts = ["val", "test", "test", *["train"] * (len(clips) - 3)]
    write_listing([replace(clip, split=part) for clip, part in zip(clips, parts, strict=True)], tmp_path / "list.jsonl")
    folder, start = tmp_path / "run", read_info(default_pack())
    journal = Journal(folder)
    asked = RetrainRequest(SoundsSource("manifest", tmp_path / "list.jsonl"), folder)
    assert run(asked, replace(QUICK, steps=1, looks=1), journal, StopSignal(folder))
    kept = {"pack": None, "pack_id": start.pack_id, "name": start.name, "kept_start": True}
    assert events(folder)[-1] == {"event": "finished", **kept, "notes": []}
    assert names(folder) == ["material", "measured", "begun", "looked", "step", "looked", "finished"]
    assert not (folder / "pack").exists()
    assert f"{start.name} stays" in said_of(journal.last, folder)


def test_few_sounds_leave_the_curves_as_they_were_and_that_is_said(done: Path) -> None:
    info = read_info(done / "pack")
    assert info.calibration == read_info(default_pack()).calibration
    assert any(note["what"] == "TOO_FEW_TO_FIT" for note in events(done)[-1]["notes"])


@pytest.fixture(scope="module")
def library(sounds: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("library")
    index(folder / "library", make_tiny_pack(folder / "pack"), sounds)
    return folder / "library"


def test_a_look_at_a_library_tells_the_material_and_nothing_else(library: Path, tmp_path: Path) -> None:
    assert main(["retrain", "--library", str(library), "--run", str(tmp_path), "--look"]) == 0
    (line,) = events(tmp_path)
    assert (line["event"], line["refused"]) == ("material", None)
    assert line["used"]["train"] > 10
    assert [path.name for path in tmp_path.iterdir()] == ["events.jsonl"]


def test_too_little_is_told_by_a_look_and_refused_by_a_run(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    few = make_described_folder(tmp_path / "few", recordings=1)
    assert main(["retrain", "--folder", str(few), "--run", str(tmp_path / "run"), "--look"]) == 0
    assert "at least 20 are needed" in events(tmp_path / "run")[-1]["refused"]["message"]
    assert main(["retrain", "--folder", str(few), "--run", str(tmp_path / "run"), "--json"]) == 1
    last = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert last["event"] == "failed" and "Describe more sounds" in last["advice"]
    assert json.loads((tmp_path / "run" / "run.json").read_text())["state"] == "failed"


def test_a_stop_before_the_first_step_ends_the_run(sounds: Path, tmp_path: Path) -> None:
    (tmp_path / "stop").touch()
    assert run(RetrainRequest(SoundsSource("folder", sounds), tmp_path), QUICK, Journal(tmp_path), StopSignal(tmp_path))
    assert names(tmp_path) == ["material", "stopped"]
    assert not (tmp_path / CHECKPOINT).exists()


def test_a_pack_that_is_not_there_is_told_as_a_failure(sounds: Path, tmp_path: Path) -> None:
    asked = RetrainRequest(SoundsSource("folder", sounds), tmp_path / "run", tmp_path / "no pack")
    assert not run(asked, QUICK, Journal(tmp_path / "run"), StopSignal(tmp_path / "run"))
    last = events(tmp_path / "run")[-1]
    assert last["event"] == "failed" and last["advice"]


def test_a_sound_that_cannot_be_read_is_left_out_and_the_material_told_again(tmp_path: Path) -> None:
    sounds = make_described_folder(tmp_path / "sounds", recordings=4)
    write_listing(read_folder(sounds).clips, tmp_path / "list.jsonl")
    (sounds / "zorbel a_01.wav").write_bytes(b"no sound at all")
    journal, wish = _StoppedAtSecondMaterial(tmp_path / "run"), StopSignal(tmp_path / "run")
    assert run(
        RetrainRequest(SoundsSource("manifest", tmp_path / "list.jsonl"), tmp_path / "run"), QUICK, journal, wish
    )
    first, second, last = events(tmp_path / "run")
    assert second["used"]["train"] + second["used"]["val"] + second["used"]["held_out"] == 34
    assert {group["reason"] for group in second["left_out"]} >= {"UNREADABLE"}
    assert (first["event"], last["event"]) == ("material", "stopped")


class _StoppedAtSecondMaterial(Journal):
    """Asks to stop once the material has been told again."""

    def tell(self, event: str, **facts: object) -> None:
        super().tell(event, **facts)
        if names(self.folder).count("material") == 2:
            (self.folder / "stop").touch()


def test_resuming_what_never_began_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["retrain", "--run", str(tmp_path), "--resume"]) == 1
    assert "no training to resume" in capsys.readouterr().err


def test_what_to_learn_from_has_to_be_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["retrain", "--run", str(tmp_path)]) == 1
    assert "--library DIR" in capsys.readouterr().err


def test_a_resumed_run_may_be_given_more_time(tmp_path: Path) -> None:
    config = replace(QUICK, minutes=2.0)
    journal = Journal(tmp_path)
    journal.begin(RetrainRequest(SoundsSource("folder", tmp_path), tmp_path).record(config))
    assert json.loads((tmp_path / "run.json").read_text())["asked"]["minutes"] == 2.0
