"""Sources that a run left out: how they are measured, and that the figures are means of folds."""

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from tests.helpers.tiny_pack import make_tiny_pack
from tests.training.corpora import make_corpus
from tests.training.data.test_further import make_further
from tests.training.test_listening import clip
from training.cli.main import main
from training.evaluation.source_folds import name_sounds, ten_kinds
from training.measures.bootstrap import QueryGroup, compare_means, interval_of_means


def test_a_mean_of_means_counts_a_small_library_as_much_as_a_large_one() -> None:
    large = QueryGroup(np.zeros(90), tuple(range(90)))
    small = QueryGroup(np.ones(10), tuple(range(10)))
    # Every resampling of either has the same mean, so the interval is one point: (0 + 1) / 2.
    found = interval_of_means([large, small])
    assert (found.value, found.low, found.high) == (0.5, 0.5, 0.5)
    change = compare_means([QueryGroup(np.full(9, 0.2), tuple(range(9))), QueryGroup(np.zeros(4), tuple(range(4)))])
    assert change.value == pytest.approx(0.1)
    assert change.is_clear


def test_a_sound_is_named_by_the_nearest_of_ten_phrases() -> None:
    names = list(ten_kinds())
    assert len(names) == 10
    clips = [clip("a", "thunder", "x"), clip("b", "thunder", "x"), clip("c", "dog_bark", "x"), clip("d", "piano", "x")]
    scores = np.zeros((10, 4), np.float32)
    scores[names.index("thunder"), 0] = 1.0
    scores[names.index("rain"), 1] = 1.0
    scores[names.index("a dog barking"), 2] = 1.0
    found = {one.name: one.right for one in name_sounds(clips, scores)}
    assert found == {"thunder": (True, False), "a dog barking": (True,)}


def test_no_source_decides_alone_how_a_kind_is_named() -> None:
    clips = [replace(clip(str(row), "thunder", "x"), source="one") for row in range(20)]
    (found,) = name_sounds(clips, np.zeros((10, 20), np.float32))
    assert len(found.right) == 6


def test_a_pack_is_measured_on_the_folds_beside_another(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data = [str(make_corpus(tmp_path / "one")), str(make_further(tmp_path / "two"))]
    data.append(str(make_further(tmp_path / "three", "oxygen", kind="rain")))
    pack = str(make_tiny_pack(tmp_path / "tiny"))
    words = ["evaluate-left-out", *(word for folder in data for word in ("--data", folder)), "--pack", pack]
    assert main([*words, "--against", pack, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert {fold: one["clips"] for fold, one in found["folds"].items()} == {"games": 20, "desk": 20}
    mean = (found["folds"]["games"]["value"] + found["folds"]["desk"]["value"]) / 2
    assert found["map10"]["value"] == pytest.approx(mean)
    assert found["named"]["rain"]["of"] == 1
    assert found["gain"]["value"] == 0.0
    assert main([*words, "--fold", "games"]) == 0
    assert "games: 20 clips, mAP@10" in capsys.readouterr().out
    assert main([*words, "--fold", "nowhere"]) == 1
    assert "There are wild, apps" in capsys.readouterr().err
