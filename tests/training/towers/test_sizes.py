"""The table of towers: every count is the published one."""

import pytest

from training.cli import main
from training.towers.sizes import audio_sizes


def test_every_tower_has_as_many_numbers_as_are_published(capsys: pytest.CaptureFixture[str]) -> None:
    assert main.main(["towers"]) == 0
    told = capsys.readouterr().out
    assert "DIFFERS" not in told
    # Facts 1.1 and 2: one of each family; the others are compared in the table itself.
    assert "50,714,398" in told and "81,837,071" in told and "68,427,303" in told and "354,310,144" in told
    assert told.count(" equal ") == 19


def test_a_run_keeps_no_classifier() -> None:
    kept = {size.tower: size.kept for size in audio_sizes()}
    # PaSST-N without its classifiers, facts 1.1; CNN10's 5,219,279 less 512 x 527 + 527 of its AudioSet layer.
    assert kept["passt-n"] == 85_310_208
    assert kept["cnn10"] == 5_219_279 - 270_351
