"""Near duplicates: versions of one recording come together, and what only sounds alike does not."""

from pathlib import Path

import numpy as np
import pytest

from engine.base.cancellation import StopRequested
from engine.base.errors import VectorsDamaged
from engine.features.duplicates import candidates
from engine.features.duplicates.candidates import candidate_pairs
from engine.features.duplicates.near import find_near
from engine.store.catalogue import Catalogue
from engine.store.mean_vectors import MeanVectors, mean_vectors
from engine.store.vectors import VectorLog
from tests.helpers.libraries import PACK, clustered_vectors, fill


def test_versions_of_one_recording_form_one_group_with_the_best_first(catalogue: Catalogue) -> None:
    found = find_near(catalogue).groups(catalogue, 0.9)
    names = [[sound.path.name for sound in catalogue.sounds.many(found.group(number))] for number in range(len(found))]
    knocks = next(group for group in names if "knock.wav" in group)
    assert set(knocks) == {
        "knock.wav", "knock copy.wav", "knock.aiff", "knock.flac", "knock.mp3", "knock soft.wav", "knock 32k.wav",
        "knock trimmed.wav",
    }  # fmt: skip
    # 24 bit before 16 bit; of the whole ones the copies and the AIFF differ in age and path alone
    assert set(knocks[:3]) == {"knock.wav", "knock copy.wav", "knock.aiff"}
    assert knocks[3] == "knock trimmed.wav"
    assert knocks[-1] == "knock.mp3"
    assert not any("another knock.wav" in group or "hum.wav" in group for group in names)


def test_a_higher_similarity_gives_smaller_groups_without_asking_again(catalogue: Catalogue) -> None:
    pairs = find_near(catalogue)
    loose, strict = pairs.groups(catalogue, 0.9), pairs.groups(catalogue, 0.99999)
    assert len(strict.ids) < len(loose.ids)
    assert strict.similarities.min() >= 0.99999


def test_progress_goes_up_to_one_and_cancel_stops(catalogue: Catalogue) -> None:
    told: list[float] = []
    find_near(catalogue, progress=told.append)
    assert told == sorted(told)
    assert told[-1] == pytest.approx(1.0)
    with pytest.raises(StopRequested):
        find_near(catalogue, cancel=lambda: len(told) > 0)


def test_cells_find_what_comparing_everything_finds(monkeypatch: pytest.MonkeyPatch) -> None:
    draw = np.random.default_rng(3)
    base = clustered_vectors(1200, 32, draw, clusters=40)
    again = base[:300] + 0.02 * draw.standard_normal((300, 32)).astype(np.float32)
    vectors = np.concatenate([base, again / np.linalg.norm(again, axis=1, keepdims=True)]).astype(np.float16)
    means = MeanVectors(vectors, np.arange(1500), None)
    durations_s = np.concatenate([durations := draw.uniform(0.5, 60.0, 1200), durations[:300] * 0.95])
    full = vectors.astype(np.float32)
    cosines = full @ full.T
    ratio = np.maximum(durations_s[:, None], durations_s) / np.minimum(durations_s[:, None], durations_s)
    expected = set(zip(*np.nonzero(np.triu((cosines >= 0.97) & (ratio <= 1.5), 1)), strict=True))
    exact = candidate_pairs(means, durations_s, 0.97, lambda share: None)
    assert set(zip(exact.first, exact.second, strict=True)) >= expected
    monkeypatch.setattr(candidates, "_WHOLE_CELL", 100)
    monkeypatch.setattr(candidates, "_CELL", 50)
    parted = candidate_pairs(means, durations_s, 0.97, lambda share: None)
    found = set(zip(parted.first, parted.second, strict=True))
    assert len(found & expected) >= 0.97 * len(expected)
    assert len(found) == len(parted.first)


def test_many_sounds_that_nothing_tells_apart_end_in_cells_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(candidates, "_WHOLE_CELL", 100)
    monkeypatch.setattr(candidates, "_CELL", 50)
    one = np.zeros((700, 8), dtype=np.float16)
    one[:, 0] = 1.0
    found = candidate_pairs(MeanVectors(one, np.arange(700), None), np.full(700, 2.0), 0.9, lambda share: None)
    assert 700 <= len(found.first) <= 700 * 2 * 32  # two cells, the nearest 32 in each
    assert set(found.first) | set(found.second) == set(range(700))


def test_means_go_to_a_file_where_they_are_many(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    vectors = clustered_vectors(240, 16, np.random.default_rng(1))
    with Catalogue.open(tmp_path) as catalogue:
        fill(catalogue, vectors, batch=20)
        log = VectorLog(tmp_path / "vectors", PACK, "segments", 16)
        spans, frames = catalogue.segments.spans(), catalogue.frames.of(PACK, "segments")
        small = mean_vectors(spans, log, frames, tmp_path, lambda share: None)
        monkeypatch.setattr("engine.store.mean_vectors._IN_MEMORY_BYTES", 0)
        large = mean_vectors(spans, log, frames, tmp_path, lambda share: None)
    expected = vectors.astype(np.float16).astype(np.float32).reshape(60, 4, 16).sum(axis=1)
    expected /= np.linalg.norm(expected, axis=1, keepdims=True)
    every = np.arange(60)
    assert np.abs(small.of(every) - expected).max() < 1e-3
    assert np.array_equal(large.of(every), small.of(every))
    assert large.rows.tolist() == every.tolist()
    large.close()


def test_damaged_vectors_are_told(tmp_path: Path) -> None:
    with Catalogue.open(tmp_path) as catalogue:
        fill(catalogue, clustered_vectors(40, 16, np.random.default_rng(1)))
        file = next((tmp_path / "vectors").rglob("*.vec"))
        raw = bytearray(file.read_bytes())
        raw[-3] ^= 0xFF
        file.write_bytes(raw)
        with pytest.raises(VectorsDamaged):
            find_near(catalogue)


def test_a_library_without_a_pack_has_none(tmp_path: Path) -> None:
    with Catalogue.open(tmp_path) as catalogue:
        assert len(find_near(catalogue).groups(catalogue)) == 0
