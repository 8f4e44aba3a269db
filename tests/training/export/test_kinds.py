"""Kinds of a pack: which captions, where they lie, and that they come along only where they help."""

from pathlib import Path

import numpy as np
import pytest

from training.data.corpus import Clip
from training.export.kinds import MOST_CAPTIONS, ProbeVectors, captions_of, chosen, kinds_of
from training.measures.caption_queries import CaptionQuery

DRAW = np.random.default_rng(5)
KINDS = 60


def _clip(kind: str, *captions: str) -> Clip:
    return Clip(kind, Path(kind), "s", kind, "CC0", captions, kind, "c", "train", 1.0)


def _unit(rows: np.ndarray) -> np.ndarray:
    return (rows / np.linalg.norm(rows, axis=1, keepdims=True)).astype(np.float32)


def _heard(is_read_well: bool) -> ProbeVectors:
    """A sound and two queries of each kind; meanings agree, and the joint vectors only where the model reads well."""
    sounds, meanings = _unit(DRAW.normal(size=(KINDS, 32))), _unit(DRAW.normal(size=(KINDS, 32)))
    twice = np.repeat(np.arange(KINDS), 2)
    joint = sounds[twice] if is_read_well else _unit(0.4 * sounds[twice] + 0.4 * DRAW.normal(size=(2 * KINDS, 32)))
    queries = [CaptionQuery(str(row), frozenset({int(kind)}), str(kind)) for row, kind in enumerate(twice)]
    return ProbeVectors(queries, joint, meanings[twice], sounds, np.arange(KINDS), KINDS)


def test_captions_are_told_by_kind_and_not_too_many() -> None:
    many = [f"bark {number:02d}" for number in range(MOST_CAPTIONS + 9)]
    found = captions_of([_clip("dog", *many), _clip("cat", "purr"), _clip("cat", "meow", "purr"), _clip("mute")])
    assert found[0] == ("meow", "purr")
    assert (len(found), len(found[1]), found[1][0], found[1][-1]) == (2, MOST_CAPTIONS, many[0], many[-1])


def test_a_kind_lies_amid_its_captions() -> None:
    plane = np.eye(2, dtype=np.float32)
    kinds = kinds_of([2, 1], plane[[0, 1, 1]], plane[[0, 0, 1]])
    assert kinds.starts.tolist() == [0, 2]
    assert kinds.joint == pytest.approx(np.array([[np.sqrt(0.5), np.sqrt(0.5)], [0.0, 1.0]]))


def test_a_model_that_reads_badly_is_given_kinds() -> None:
    heard = _heard(is_read_well=False)
    kinds, said = chosen(kinds_of([1] * KINDS, heard.vectors, heard.sentence[::2]), heard)
    assert kinds is not None
    assert (heard.scores(kinds).argmax(axis=1) == np.repeat(np.arange(KINDS), 2)).mean() > 0.9
    assert "known kinds" in said


def test_a_model_that_reads_well_is_left_alone() -> None:
    heard = _heard(is_read_well=True)
    kinds, said = chosen(kinds_of([1] * KINDS, heard.vectors, heard.sentence[::2]), heard)
    assert kinds is None
    assert "left out" in said
