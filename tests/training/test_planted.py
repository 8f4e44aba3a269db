"""`earshot-train planted`: clips lie in long files where they are said to, and the engine is asked for them."""

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from tests.helpers.tiny_pack import make_tiny_pack
from tests.training.test_background import make_rooms
from training.cli.main import main
from training.data.corpus import CorpusError, read_corpus
from training.evaluation.planted_events import PlantedFigures, long_files
from training.measures.bootstrap import Interval


def test_a_clip_is_in_one_file_and_a_kind_once_in_each(tmp_path: Path) -> None:
    clips = [replace(clip, kind=f"kind {row // 2}") for row, clip in enumerate(read_corpus(make_rooms(tmp_path, 4)))]
    files = long_files(clips, files=2, quarters=3, events=3, seed=5)
    assert all(len(one.beds) == 3 and len({own.clip.kind for own in one.planted}) == 3 for one in files)
    assert len({own.clip.id for one in files for own in one.planted}) == 6
    assert all(900.0 * own.stretch < own.start_s < 900.0 * (own.stretch + 1) for one in files for own in one.planted)


def test_more_kinds_than_there_are_cannot_be_planted(tmp_path: Path) -> None:
    with pytest.raises(CorpusError, match="8 kinds of short clips"):
        long_files(read_corpus(make_rooms(tmp_path)), files=1, quarters=1, events=9, seed=5)


def test_the_command_says_how_many_are_found(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data, pack = make_rooms(tmp_path / "data"), make_tiny_pack(tmp_path / "pack")
    length = ["--files", "1", "--quarters", "1", "--events", "2"]
    assert main(["planted", "--data", str(data), "--pack", str(pack), *length, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    # 899 windows of two seconds, one a second, and one of each clip at least.
    assert found["hours"] == 0.25 and 901 <= found["windows"] <= 1.5 * 899
    assert {found[name]["value"] for name in ("right", "among_five", "as_files")} <= {0.0, 0.5, 1.0}


def test_too_few_are_marked() -> None:
    half = Interval(*np.array([0.5, 0.4, 0.6]).tolist())
    lines = PlantedFigures(4, 3.0, half, half, half, 6_000).lines()
    assert [line.endswith("!") for line in lines] == [False, True, False, False]
