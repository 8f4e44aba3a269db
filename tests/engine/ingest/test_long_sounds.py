"""A long recording in a library: what is short and rare in it is found where it is."""

from pathlib import Path

import numpy as np
import pytest

from engine.base.types import FilePath
from engine.ingest.control import Control
from engine.ingest.pack_change import run_learning
from engine.ingest.spec import JobSpec
from engine.library.library import Library
from engine.library.queries import Question
from engine.store.catalogue import Catalogue
from tests.helpers.indexing import contents, index
from tests.helpers.sounds import write
from tests.helpers.tiny_pack import PLAN, RATE_HZ, make_tiny_pack, noise, tone

BEEP_S, BEEP_LENGTH_S = 93.4, 0.3


@pytest.fixture(scope="module")
def sounds(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two and a half minutes of noise with one short beep."""
    folder = tmp_path_factory.mktemp("sounds")
    wave = noise(150.0, level=0.05)
    start = round(BEEP_S * RATE_HZ)
    wave[start : start + round(BEEP_LENGTH_S * RATE_HZ)] += tone(4_000.0, BEEP_LENGTH_S, 0.4)
    write(folder / "night.wav", wave, RATE_HZ)
    return folder


@pytest.fixture(scope="module")
def library(sounds: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    home = tmp_path_factory.mktemp("home")
    index(home / "library", make_tiny_pack(home / "pack"), sounds)
    return home / "library"


def test_a_beep_of_a_long_night_is_the_moment(library: Path) -> None:
    with Library.open(library, read_only=True) as opened:
        ranking = opened.rank(Question("high beep", limit=1, sound_only=True))
        (hit,) = opened.hits(ranking, range(1))
    assert hit.moments[0].start_s == pytest.approx(BEEP_S, abs=0.1)
    assert hit.moments[0].end_s == pytest.approx(BEEP_S + BEEP_LENGTH_S, abs=0.2)


def test_its_windows_are_stored_in_order_of_time_with_their_own_vectors(library: Path) -> None:
    with Catalogue.open(library, read_only=True) as catalogue:
        rows = catalogue.segments.rows(catalogue.segments.living())
    lengths_s = rows.end_s - rows.start_s
    assert np.all(np.diff(rows.start_s) > 0)
    assert len(lengths_s) == 149 + 1  # a window of 2 s each second, and the beep's
    assert (lengths_s < PLAN.segment_s - 0.01).sum() == 1


def test_learning_a_pack_makes_the_same_windows(library: Path, sounds: Path, tmp_path: Path) -> None:
    other = make_tiny_pack(tmp_path / "other", dim=24)
    index(tmp_path / "afresh", other, sounds)
    index(tmp_path / "learnt", make_tiny_pack(tmp_path / "pack"), sounds)
    spec = JobSpec(tmp_path / "learnt", (), pack=other, device="cpu", workers=1, is_learning=True)
    run_learning(spec, Control(), lambda event: None)
    path = FilePath.of(sounds / "night.wav")
    learnt, afresh = contents(tmp_path / "learnt", other), contents(tmp_path / "afresh", other)
    assert learnt[path.raw].bounds == afresh[path.raw].bounds
    assert learnt[path.raw].vectors == afresh[path.raw].vectors
