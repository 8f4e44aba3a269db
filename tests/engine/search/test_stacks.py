"""Takes folded into one row."""

import math

import numpy as np
import pytest

from engine.base.types import FilePath, Vectors
from engine.search.stacks import family, fold


def at(*degrees: float) -> Vectors:
    return np.array([(math.cos(math.radians(d)), math.sin(math.radians(d))) for d in degrees], np.float32)


def paths(*names: str) -> list[FilePath]:
    return [FilePath(name.encode()) for name in names]


def shape(names: list[FilePath], vectors: Vectors) -> list[tuple[int, tuple[int, ...]]]:
    return [(stack.leader, stack.folded) for stack in fold(names, vectors)]


def test_takes_of_one_name_fold_under_the_best() -> None:
    # cos 25° = 0.91, above 0.85
    names = paths("/s/door_slam_03.wav", "/s/wind.wav", "/s/door_slam_01.wav")
    assert shape(names, at(0, 90, 25)) == [(0, (2,)), (1, ())]


def test_alike_sounds_with_unlike_names_stay_apart() -> None:
    assert shape(paths("/s/door.wav", "/s/gate.wav"), at(0, 25)) == [(0, ()), (1, ())]


def test_a_copy_folds_whatever_it_is_called() -> None:
    # cos 5° = 0.996, above 0.98
    assert shape(paths("/s/door.wav", "/backup/x.mp3"), at(0, 5)) == [(0, (1,))]


def test_takes_under_a_name_that_tells_something_may_be_less_alike_than_under_a_recorders_number() -> None:
    # cos 40° = 0.77: above 0.7, below 0.85
    assert shape(paths("/s/door_slam_01.wav", "/s/door_slam_02.wav"), at(0, 40)) == [(0, (1,))]
    assert shape(paths("/s/ZOOM0001.wav", "/s/ZOOM0002.wav"), at(0, 40)) == [(0, ()), (1, ())]
    assert shape(paths("/s/ZOOM0001.wav", "/s/ZOOM0002.wav"), at(0, 25)) == [(0, (1,))]


def test_one_name_with_unlike_sounds_stays_apart() -> None:
    # cos 60° = 0.5
    assert shape(paths("/s/take_1.wav", "/s/take_2.wav"), at(0, 60)) == [(0, ()), (1, ())]


def test_a_sound_without_a_vector_stacks_with_nothing() -> None:
    assert shape(paths("/s/a_1.wav", "/s/a_2.wav"), np.zeros((2, 2), np.float32)) == [(0, ()), (1, ())]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("door_slam_01.wav", "door_slam_12.flac"),
        ("Door Slam take 2.wav", "door slam take 3.wav"),
        ("kick-1.wav", "kick-2.wav"),
        ("hit (1).wav", "hit (2).wav"),
        ("hit.wav", "hit (2).wav"),
        ("creak_a.wav", "creak_b.wav"),
    ],
)
def test_takes_share_a_family(one: str, other: str) -> None:
    assert family(FilePath(f"/s/{one}".encode())) == family(FilePath(f"/s/{other}".encode()))


@pytest.mark.parametrize(("one", "other"), [("door_slam.wav", "door_creak.wav"), ("a/hit_1.wav", "b/hit_2.wav")])
def test_other_names_and_folders_are_other_families(one: str, other: str) -> None:
    assert family(FilePath(f"/s/{one}".encode())) != family(FilePath(f"/s/{other}".encode()))
