"""A training apart from the window: started, followed, stopped, resumed, found again."""

import json
import os
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from desktop.features.retrain import process_identity
from desktop.features.retrain.runs import Decision, TrainingRequest, run_in
from desktop.features.retrain.training_progress import Stage
from tests.desktop.features.retrain.conftest import Follower
from tests.helpers.scripted_training import change_script, let_go, make_packages

PYTHON = Path(sys.executable)
Follow = Callable[..., Follower]

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="ends processes as POSIX does")


def test_a_training_is_followed_from_its_material_to_its_pack(
    follow: Follow, asked: TrainingRequest, tmp_path: Path
) -> None:
    one = follow()
    one.process.begin(asked, PYTHON, make_packages(tmp_path / "packages"))
    one.until_over()
    story = one.story
    assert story.stage is Stage.FINISHED
    assert story.material is not None and (story.material.used.train, story.material.used.val) == (40, 10)
    assert [step.step for step in story.steps] == list(range(1, 11))
    assert [look.step for look in story.looks] == [5, 10]
    assert story.before is not None and story.after is not None
    assert (story.before.map10, story.after.map10, story.after.change_low) == (0.31, 0.52, 0.1)
    assert one.run is not None and one.run.folder.parent == tmp_path / "data" / "training"
    told = json.loads((one.run.folder / "run.json").read_text())["argv"]
    assert told == ["retrain", "--library", asked.path, "--run", str(one.run.folder), "--minutes", "2"]


def test_it_outlives_the_window_and_the_next_one_follows_it(
    follow: Follow, asked: TrainingRequest, tmp_path: Path
) -> None:
    packages = make_packages(tmp_path / "packages", holds_at=6)
    first = follow()
    first.process.begin(asked, PYTHON, packages)
    first.until(lambda: len(first.story.steps) == 6)
    first.process.close()
    first.run = None
    second = follow()
    second.process.look()
    second.until(lambda: len(second.story.steps) == 6)
    assert second.life is not None and second.life.is_alive
    let_go(packages)
    second.until(lambda: second.story.stage is Stage.FINISHED)
    second.until_over()


def test_stop_saves_and_resume_goes_on_from_there(follow: Follow, asked: TrainingRequest, tmp_path: Path) -> None:
    packages = make_packages(tmp_path / "packages", holds_at=6)
    one = follow()
    one.process.begin(asked, PYTHON, packages)
    one.until(lambda: len(one.story.steps) == 6)
    one.process.stop()
    one.until_over()
    assert one.story.stage is Stage.STOPPED
    assert one.life is not None and one.life.is_resumable
    change_script(packages, holds_at=0)
    one.process.resume(PYTHON, packages)
    one.until(lambda: one.story.stage is Stage.FINISHED)
    assert [step.step for step in one.story.steps] == list(range(1, 11))
    one.until_over()


def test_one_that_does_not_stop_is_ended_with_its_children(
    follow: Follow, asked: TrainingRequest, tmp_path: Path
) -> None:
    one = follow(grace_s=0.3)
    one.process.begin(asked, PYTHON, make_packages(tmp_path / "packages", holds_at=6, ignores_stop=True))
    one.until(lambda: len(one.story.steps) == 6)
    one.process.stop()
    one.until_over()
    assert one.story.stage is Stage.LEARNING
    assert one.life is not None and one.life.is_resumable  # from the checkpoint at step 5


def test_one_that_dies_leaves_its_last_words(follow: Follow, asked: TrainingRequest, tmp_path: Path) -> None:
    one = follow()
    one.process.begin(asked, PYTHON, make_packages(tmp_path / "packages", dies_at=3))
    one.until_over()
    assert one.story.stage is Stage.LEARNING
    assert one.life is not None and not one.life.is_resumable
    assert one.life.last_words.endswith("MemoryError: a training by a script")


def test_one_that_cannot_be_started_leaves_nothing(follow: Follow, asked: TrainingRequest, tmp_path: Path) -> None:
    one = follow()
    one.process.begin(asked, tmp_path / "no-python", tmp_path)
    one.until(lambda: one.faults)
    assert "no-python" in one.faults[0][0]
    assert list((tmp_path / "data" / "training").iterdir()) == []


def test_a_discarded_run_is_gone_and_a_used_one_keeps_its_story(
    follow: Follow, asked: TrainingRequest, tmp_path: Path
) -> None:
    one = follow()
    packages = make_packages(tmp_path / "packages", pack=tmp_path / "library")
    discarded = decided(one, asked, packages, one.process.discard)
    assert not discarded.exists()
    used = decided(one, asked, packages, one.process.put_away)
    kept = run_in(used)
    assert kept is not None and kept.fate is Decision.USED
    assert sorted(path.name for path in used.iterdir()) == ["events.jsonl", "log.txt", "run.json", "window.json"]


def decided(one: Follower, asked: TrainingRequest, packages: Path, decide: Callable[[], None]) -> Path:
    """Runs a training, decides about it, and gives its folder."""
    one.process.begin(asked, PYTHON, packages)
    one.until(lambda: one.story.stage is Stage.FINISHED)
    one.until_over()
    assert one.run is not None
    folder, found = one.run.folder, one.found
    decide()
    one.until(lambda: one.found > found)
    assert one.run is None  # nothing is left to decide
    return folder


def test_a_process_of_the_same_number_is_another_one() -> None:
    word = process_identity.began(os.getpid())
    assert process_identity.is_alive(os.getpid(), word)
    assert not process_identity.is_alive(os.getpid(), f"{word}0")
    assert not process_identity.is_alive(os.getpid(), "")
