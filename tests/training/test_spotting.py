"""The script of forty lines: what it is, that clips answer it, and the command that measures it."""

import json
from pathlib import Path

import pytest

from tests.helpers.recorded import data_folders
from tests.helpers.tiny_pack import make_tiny_pack
from tests.training.corpora import make_corpus
from training.cli.main import main
from training.data.corpora.registry import places_of, read_parts
from training.evaluation.judged_queries import SCENE, answerable, read_judged


def test_the_script_has_forty_lines_and_all_can_be_answered_in_both_parts() -> None:
    lines = read_judged(SCENE)
    assert len({one.text for one in lines}) == 40
    data = [str(folder) for folder in data_folders()]
    if len(data) < 2:
        pytest.skip("needs the real corpus and its further folder: set EARSHOT_DATA to both")
    for part in ("earshot:val", "earshot:test"):
        assert answerable(lines, read_parts([part], places_of(data)).clips) == lines


def test_the_command_counts_lines_with_a_right_sound_among_five(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data, own = make_corpus(tmp_path / "data"), tmp_path / "own.toml"
    own.write_text(
        '[[queries]]\ntext = "shrill pipe"\nkinds = ["whi*", "hum", "beep", "horn", "hiss"]\n\n'
        '[[queries]]\ntext = "low hum"\nkinds = ["whale"]\n',
        encoding="utf-8",
    )
    words = ["spotting", "--data", str(data), "--list", str(own), "--workers", "1"]
    assert main([*words, "--pack", str(make_tiny_pack(tmp_path / "tiny")), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["measure"], found["clips"], found["five"]["value"]) == ("spotting", 10, 1.0)
    assert found["unanswerable"] == ["low hum"]
