"""Kinds that are cases of others: what a run's material knows of them."""

from pathlib import Path

import torch

from training.data.corpus import Clip
from training.runs.material import RunMaterial


def clip(kind: str, base: str = "") -> Clip:
    return Clip(kind, Path("none"), "", "", "CC0", (kind,), kind, "", "train", 1.0, base=base)


def bases(*clips: Clip) -> list[int]:
    return RunMaterial(clips, (), None, (), torch.zeros(0, 1)).bases().tolist()


def test_a_kind_is_its_own_base_unless_a_clip_names_one_that_is_there() -> None:
    # In the order of their names: bark, bark far, hoot far.
    assert bases(clip("bark far", "bark"), clip("hoot far", "hoot"), clip("bark")) == [0, 0, 2]


def test_one_clip_that_names_a_base_is_enough() -> None:
    for order in ((clip("gun_far"), clip("gun_far", "gun")), (clip("gun_far", "gun"), clip("gun_far"))):
        assert bases(clip("gun"), *order) == [0, 0]
