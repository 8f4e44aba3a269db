"""Batches of one length: who gets which vector, and with how many rows the encoder is called."""

import numpy as np
import pytest

from engine.base.types import Vectors, Waves
from engine.ingest.batches import RungBatcher, rows_of

RATE_HZ = 1000


class Encoder:
    """Answers with each wave's first sample, and remembers the shapes it saw."""

    def __init__(self) -> None:
        self.shapes: list[tuple[int, ...]] = []

    def __call__(self, waves: Waves) -> Vectors:
        self.shapes.append(waves.shape)
        return waves[:, :1].copy()


def wave(value: float, samples: int) -> Waves:
    return np.full(samples, value, dtype=np.float32)


@pytest.mark.parametrize(("rung_s", "rows"), [(0.5, 8), (1.0, 4), (2.0, 2), (5.0, 1), (10.0, 1)])
def test_a_cpu_batch_holds_about_four_seconds(rung_s: float, rows: int) -> None:
    assert rows_of(round(rung_s * 32000), 32000, "cpu") == rows


def test_a_gpu_batch_holds_thirty_two_windows() -> None:
    assert rows_of(320000, 32000, "cuda") == 32


def test_every_sound_gets_its_own_vector_whatever_its_company() -> None:
    encoder = Encoder()
    batcher = RungBatcher(encoder, RATE_HZ, "cpu")
    got: dict[float, float] = {}

    def keep(name: float, vector: Vectors) -> None:
        got[name] = float(vector[0])

    for value, samples in ((1.0, 500), (2.0, 2000), (3.0, 500), (4.0, 2000), (5.0, 10000)):
        batcher.add(wave(value, samples), lambda vector, value=value: keep(value, vector))
    batcher.flush()
    assert got == {1.0: 1.0, 2.0: 2.0, 3.0: 3.0, 4.0: 4.0, 5.0: 5.0}


def test_a_batch_of_a_length_always_has_the_same_rows() -> None:
    encoder = Encoder()
    batcher = RungBatcher(encoder, RATE_HZ, "cpu")
    for _ in range(9):
        batcher.add(wave(1.0, 500), lambda vector: None)
    batcher.flush()
    assert encoder.shapes == [(8, 500), (8, 500)]


def test_a_young_batch_is_left_to_fill_up() -> None:
    encoder = Encoder()
    batcher = RungBatcher(encoder, RATE_HZ, "cpu")
    batcher.add(wave(1.0, 500), lambda vector: None)
    batcher.flush(older_than_s=60.0)
    assert encoder.shapes == []


def test_digital_silence_of_a_length_is_encoded_once_and_all_of_it_has_that_vector() -> None:
    encoder = Encoder()
    batcher = RungBatcher(encoder, RATE_HZ, "cpu")
    got: list[float] = []

    def keep(vector: Vectors) -> None:
        got.append(float(vector[0]))

    for value in (0.0, 1.0, *[0.0] * 10, 2.0):
        batcher.add(wave(value, 2000), keep)
    batcher.flush()
    assert got == [0.0, 1.0, *[0.0] * 10, 2.0]
    assert len(encoder.shapes) == 2


def test_silence_of_another_length_is_encoded_for_itself() -> None:
    encoder = Encoder()
    batcher = RungBatcher(encoder, RATE_HZ, "cpu")
    got: list[float] = []
    for samples in (4000, 5000, 4000, 5000):
        batcher.add(wave(0.0, samples), lambda vector: got.append(float(vector[0])))
    batcher.flush()
    assert (got, [shape[1] for shape in encoder.shapes]) == ([0.0] * 4, [4000, 5000])
