"""Retrieval on mel pictures cuts where the engine cuts, and asks what the definition asks."""

from pathlib import Path

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.audio.segments import SegmentPlan, cut
from training.data.corpus import Clip
from training.measures.caption_queries import best_scores, frame_windows, queries_of

PLAN = SegmentPlan(100, 5.0, 2.5, (0.5, 1.0, 2.0, 5.0), "repeat")


def clip(name: str, kind: str, *captions: str) -> Clip:
    return Clip(name, Path(f"/{name}.wav"), "s", name, "CC0", captions, kind, "c", "test", 1.0)


@given(length=st.integers(1, 2000))
@settings(deadline=None)
def test_windows_are_those_of_the_engine(length: int) -> None:
    segments = cut(np.zeros(length, dtype=np.float32), PLAN)
    expected = [(round(segment.start_s * 100), len(segment.wave)) for segment in segments]
    assert frame_windows(length, PLAN, 100.0) == expected


def test_a_caption_of_two_kinds_is_answered_by_both() -> None:
    clips = [clip("a", "dog", "bark"), clip("b", "dog", "woof"), clip("c", "seal", "bark"), clip("d", "cat", "meow")]
    found = {query.text: query.relevant for query in queries_of(clips)}
    assert found == {"bark": {0, 1, 2}, "woof": {0, 1}, "meow": {3}}


def test_the_best_window_of_a_clip_counts() -> None:
    texts = np.array([[1.0, 0.0]], dtype=np.float32)
    vectors = np.array([[0.6, 0.8], [1.0, 0.0], [0.0, 1.0]], dtype=np.float32)
    best = best_scores(texts, vectors, np.array([0, 0, 1]), 2)
    assert best.tolist() == [[1.0, 0.0]]
