"""`earshot-train filtered`: marks of first hits among 1, 10 and 100 sounds that pass, and whether they are right."""

import json
from pathlib import Path

import pytest

from tests.training.corpora import make_corpus
from training.cli.main import main
from training.evaluation.marks_behind_filter import MarksOfPart


def test_a_row_says_how_many_of_each_mark_are_right_and_how_many_right_ones_are_marked() -> None:
    # Right: 3 strong, 3 fair, 2 weak, so 6 of 8 are marked as good.
    part = MarksOfPart(10, {"strong": 4, "fair": 6, "weak": 10}, {"strong": 3, "fair": 3, "weak": 2})
    assert part.line() == "| 10 | 3 of 4 (75 %) | 3 of 6 (50 %) | 2 of 10 (20 %) | 75 % |"
    none = MarksOfPart(0, {"weak": 2}, {})
    assert none.line() == "| all | 0 of 0 | 0 of 0 | 0 of 2 (0 %) | none |"


def test_the_command_asks_every_caption_of_every_size(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["filtered", "--data", str(make_corpus(tmp_path)), "--json"]) == 0
    record = json.loads(capsys.readouterr().out)
    assert [part["sounds"] for part in record["parts_of_library"]] == [1, 10, 100, 0]
    assert [sum(part["said"].values()) for part in record["parts_of_library"]] == [record["queries"]] * 4
    assert record["parts_of_library"][0]["right"], "every second part of one sound has an answer"
