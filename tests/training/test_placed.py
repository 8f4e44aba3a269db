"""`earshot-train bounds`: clips lie where they are said to, at the levels asked for, and the engine is asked."""

import json
from pathlib import Path

import numpy as np
import pytest

from tests.helpers.tiny_pack import make_tiny_pack
from tests.training.corpora import make_corpus
from tests.training.test_background import make_rooms
from training.cli.main import main
from training.data.corpus import CorpusError, read_corpus
from training.evaluation.ambiences import RATE
from training.evaluation.moment_bounds import LEVELS_DB, placed_of


def test_a_clip_is_at_one_time_at_all_levels(tmp_path: Path) -> None:
    placed = placed_of(read_corpus(make_rooms(tmp_path)), 4, 7)
    assert len(placed) == 4 * len(LEVELS_DB) and len({one.clip.id for one in placed}) == 4
    for start in range(0, len(placed), len(LEVELS_DB)):
        own = placed[start : start + len(LEVELS_DB)]
        assert tuple(one.level_db for one in own) == LEVELS_DB
        assert len({one.span for one in own}) == len({one.clip.id for one in own}) == 1
    # The tones last .3 s; nothing else is heard in silence.
    first = placed[0]
    assert first.span[1] - first.span[0] == pytest.approx(0.3, abs=0.011)
    inside = np.zeros(len(first.samples), np.bool_)
    inside[round(first.span[0] * RATE) : round(first.span[1] * RATE)] = True
    assert np.abs(first.samples[inside]).max() > 0.1 and np.abs(first.samples[~inside]).max() < 1e-3


def test_an_ambience_is_as_far_below_the_clip_as_was_asked_for(tmp_path: Path) -> None:
    silent, *mixed = placed_of(read_corpus(make_rooms(tmp_path)), 1, 7)
    bounds = slice(round(silent.span[0] * RATE), round(silent.span[1] * RATE))
    clip = float(np.square(silent.samples[bounds], dtype=np.float64).mean())
    beds = [float(np.square(np.delete(one.samples, bounds), dtype=np.float64).mean()) for one in mixed]
    # No tone of .3 comes near the level at which a mixture is made softer.
    assert [10.0 * np.log10(clip / bed) for bed in beds] == pytest.approx([20.0, 10.0, 0.0], abs=0.3)


def test_without_an_ambience_nothing_is_placed(tmp_path: Path) -> None:
    with pytest.raises(CorpusError, match="ambience"):
        placed_of(read_corpus(make_corpus(tmp_path)), 2, 7)


def test_the_command_says_how_near_the_bounds_are(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data, pack = make_rooms(tmp_path / "data"), make_tiny_pack(tmp_path / "pack")
    assert main(["bounds", "--data", str(data), "--pack", str(pack), "--clips", "3", "--json"]) == 0
    levels = json.loads(capsys.readouterr().out)["levels"]
    # Three clips by each of three seeds.
    assert [one["level_db"] for one in levels] == list(LEVELS_DB) and {one["clips"] for one in levels} == {9}
    assert levels[0]["kept"] is None and all(0.0 <= one["kept"] <= 1.0 for one in levels[1:])
    assert main(["bounds", "--data", str(data), "--pack", str(pack), "--clips", "3", "--seed", "7"]) == 0
    assert "in silence: 3 clips" in capsys.readouterr().out
