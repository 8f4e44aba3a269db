"""Which sounds the tour's library gets, and which of them are right."""

import json
from pathlib import Path

from tests.tours import sounds


def test_the_scene_has_twenty_lines_that_can_be_answered_and_reworded() -> None:
    lines = sounds.read_scene()
    assert len(lines) == 20
    assert all(line.kinds and line.reworded and line.reworded != line.text for line in lines)


def test_a_pattern_stands_for_all_kinds_that_it_begins() -> None:
    line = sounds.SceneLine("a baby cries", ("cry_*", "baby"))
    assert line.is_right("cry_hungry") and line.is_right("baby")
    assert not line.is_right("cry") and not line.is_right("babyish")


def test_what_was_learnt_from_fills_up_only_with_kinds_that_no_line_asks_for(tmp_path: Path) -> None:
    told = [
        {"file": "a.wav", "kind": "bell", "split": "test"},
        {"file": "b.wav", "kind": "gate", "split": "val"},
        {"file": "c.wav", "kind": "gate", "split": "train"},
        {"file": "d.wav", "kind": "rain", "split": "train"},
    ]
    (tmp_path / "meta.jsonl").write_text("".join(f"{json.dumps(one)}\n" for one in told), encoding="utf-8")
    lines = [sounds.SceneLine("the gate", ("gate",))]
    chosen = sounds.chosen([tmp_path, tmp_path / "without"], lines)
    assert sorted(file.name for file, _ in chosen) == ["a.wav", "b.wav", "d.wav"]
    assert sounds.chosen([tmp_path], lines) == chosen
