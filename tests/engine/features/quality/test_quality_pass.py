"""The pass over a library: it goes on where it was ended, tells of bad files and leaves them, and follows changes."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

from engine.base.cancellation import StopRequested
from engine.base.quality import Flaw
from engine.features.quality.process import measure_apart
from engine.features.quality.quality_pass import QualityStep, measure_library, unmeasured
from engine.library.library import Library
from engine.search.question import Question
from engine.store.catalogue import Catalogue
from tests.helpers.indexing import index
from tests.helpers.sounds import noise, tone, write
from tests.helpers.tiny_library import REPOSITORY, earshot
from tests.helpers.tiny_pack import make_tiny_pack

RATE = 16_000


def make_library(folder: Path) -> Path:
    """Indexes five sounds: one in order, four with a flaw each."""
    ramp = np.minimum(1.0, np.arange(RATE) / 1_600).astype(np.float32)
    well = noise(1.0, RATE) * ramp * ramp[::-1]
    sounds = {
        "well.wav": well,
        "driven.wav": np.clip(well * 8, -1.0, 1.0),
        "offset.wav": well + np.float32(0.02),
        "late.wav": np.concatenate([np.zeros(2 * RATE, np.float32), well]),
        "swapped.wav": np.stack([well, -well], axis=1),
    }
    for name, samples in sounds.items():
        write(folder / "sounds" / name, samples, RATE)
    index(folder / "library", make_tiny_pack(folder / "pack"), folder / "sounds")
    return folder / "library"


def found(library: Path, query: str) -> set[str]:
    with Library.open(library, read_only=True) as opened:
        ranking = opened.rank(Question(query))
        return {hit.sound.path.name for hit in opened.hits(ranking, range(len(ranking.ids)))}


def measure(library: Path) -> QualityStep:
    return measure_library(library, lambda step: None)


@pytest.mark.shows("quality")
def test_flaws_are_searched_by_filters(tmp_path: Path) -> None:
    library = make_library(tmp_path)
    assert found(library, "flaw:no") == set()  # nothing was measured
    assert (measure(library).done, measure(library).total) == (5, 0)
    assert found(library, "clipped:") == found(library, "clipped:>2") == {"driven.wav"}
    assert found(library, "dc:") == found(library, "dc:1.5..2.5%") == {"offset.wav"}
    assert found(library, "head:") == found(library, "silent:head") == found(library, "head:>1.5") == {"late.wav"}
    assert found(library, "phase:") == found(library, "phase:-1..-0.9") == {"swapped.wav"}
    assert found(library, "flaw:no") == {"well.wav"}
    assert found(library, "mono:no") == {"swapped.wav"}  # the others have one channel


def test_a_bad_file_is_told_and_left(tmp_path: Path) -> None:
    library = make_library(tmp_path)
    (tmp_path / "sounds" / "offset.wav").write_bytes(b"RIFF, and no more")
    told: list[str] = []
    end = measure_library(library, lambda step: None, failed=lambda path, why: told.append(path.name))
    assert (end.done, end.failed, told) == (5, 1, ["offset.wav"])
    assert unmeasured(library) == 0
    again = measure_library(library, lambda step: None, retries=True)
    assert (again.total, again.failed) == (1, 1)


def test_a_file_that_is_away_is_measured_when_it_is_back(tmp_path: Path) -> None:
    library, away = make_library(tmp_path), tmp_path / "sounds" / "offset.wav"
    away.rename(tmp_path / "offset.wav")
    assert measure(library).failed == 1
    (tmp_path / "offset.wav").rename(away)
    assert (measure(library).done, found(library, "dc:")) == (1, {"offset.wav"})


def test_a_sound_is_measured_again_when_its_audio_changes(tmp_path: Path) -> None:
    library = make_library(tmp_path)
    measure(library)
    write(tmp_path / "sounds" / "offset.wav", tone(100, 1.0, RATE), RATE)
    os.utime(tmp_path / "sounds" / "offset.wav", (1, 1))
    index(library, tmp_path / "pack", tmp_path / "sounds")
    assert found(library, "dc:") == set()
    assert measure(library).done == 1
    assert "offset.wav" in found(library, "flaw:no")


def test_a_cancelled_pass_keeps_what_it_measured(tmp_path: Path) -> None:
    library = make_library(tmp_path)
    looks = iter([False, False, False, False, True])
    with pytest.raises(StopRequested):
        measure_library(library, lambda step: None, cancel=lambda: next(looks))
    left = unmeasured(library)
    assert 0 < left < 5
    assert measure(library).done == left


def test_a_killed_pass_is_continued(tmp_path: Path) -> None:
    library = make_library(tmp_path)
    for number in range(100):
        write(tmp_path / "sounds" / f"more {number}.wav", noise(0.5, RATE, seed=number), RATE)
    index(library, tmp_path / "pack", tmp_path / "sounds")
    command = (sys.executable, "-P", "-m", "engine.features.quality.process", str(library))
    environment = os.environ | {"PYTHONPATH": str(REPOSITORY)}
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment) as child:
        assert child.stdout is not None
        while json.loads(child.stdout.readline())["done"] == 0:
            continue
        while unmeasured(library) == 105 and child.poll() is None:
            time.sleep(0.05)
        child.send_signal(signal.SIGKILL)
    left = unmeasured(library)
    assert left < 105
    assert measure(library).done == left
    with Catalogue.open(library) as catalogue:
        catalogue.database.integrity_check()
        assert catalogue.quality.totals()[0] == 105


def test_a_process_of_its_own_measures_for_the_window(tmp_path: Path) -> None:
    library = make_library(tmp_path)
    steps: list[QualityStep] = []
    end = measure_apart(library, steps.append)
    assert (end.done, end.failed, steps[-1]) == (5, 0, end)
    with Catalogue.open(library, read_only=True) as catalogue:
        assert catalogue.quality.counts()[Flaw.PHASE] == 1


@pytest.mark.shows("quality")
def test_the_shell_measures_and_lists(tmp_path: Path) -> None:
    library = make_library(tmp_path)
    (*_, last) = earshot("quality", "measure", "--json", "--library", library)
    assert (last["done"], last["failed"]) == (5, 0)
    listed = earshot("quality", "list", "--json", "--library", library)
    assert {Path(each["path"]).name: each["flaws"] for each in listed} == {
        "driven.wav": ["clipped"],
        "offset.wav": ["dc"],
        "late.wav": ["silent_head"],
        "swapped.wav": ["phase"],
    }
    (only,) = earshot("quality", "list", "dc", "--json", "--library", library)
    assert only["dc"] == pytest.approx(0.02, abs=1e-3)
