"""`earshot-train mixed`: half of each kind lose their names, and the nameless are counted apart."""

import json
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from tests.training.corpora import make_corpus
from training.cli.main import main
from training.data.corpus import read_corpus
from training.evaluation.half_named import mixed_of, nameless_of
from training.measures.caption_queries import CaptionQuery


def test_half_of_each_kind_lose_their_names_and_the_seed_says_which(tmp_path: Path) -> None:
    clips = read_corpus(make_corpus(tmp_path))
    drawn = nameless_of(clips, 1)
    whole = Counter(clip.kind for clip in clips)
    lost = Counter(clip.kind for clip, is_lost in zip(clips, drawn, strict=True) if is_lost)
    assert all(abs(2 * lost[kind] - count) <= 1 for kind, count in whole.items())
    assert (nameless_of(clips, 1) == drawn).all()
    assert any((nameless_of(clips, seed) != drawn).any() for seed in range(2, 6))


def test_the_nameless_and_the_named_are_counted_apart() -> None:
    # Answers 0 and 1 are nameless, 2 is named. Fused has 2 and 0 among its hits, the sound 0 and 1, names 2 alone.
    queries = [CaptionQuery("bark", frozenset({0, 1, 2}), "dog")]
    ranked = {"fused": [[2, 3, 0]], "sound": [[0, 3, 1]], "names": [[2]]}
    found = mixed_of(queries, ranked, np.array([True, True, False, True]))
    assert (found.nameless, found.nameless_fused.value, found.nameless_sound.value) == (3, 0.5, 1.0)
    assert (found.named_fused.value, found.named_names.value) == (1.0, 1.0)
    # AP@10 of three: fused (1 + 2/3) / 3 = 0.5556, sound (1 + 2/3) / 3, names 1 / 3
    assert (found.fused.value, found.sound.value) == pytest.approx((5 / 9, 5 / 9))
    assert found.names.value == pytest.approx(1 / 3)
    assert not found.is_kept
    assert [line for line in found.lines() if line.endswith("!")] == [found.lines()[5]]


def test_the_command_asks_the_engine_for_named_and_nameless(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["mixed", "--data", str(make_corpus(tmp_path)), "--json"]) == 0
    record = json.loads(capsys.readouterr().out)
    assert (record["clips"], record["queries"]) == (10, 13)
    assert 0 < record["nameless"] < 10
    assert record["names"]["value"] > 0.0
