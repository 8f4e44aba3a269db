"""`earshot-train moments`: sounds are joined, none of a kind twice; the first moment is held against where they are."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from tests.training.corpora import make_corpus
from training.cli.main import main
from training.data.corpus import Clip, CorpusError, read_corpus
from training.evaluation.moment_search import JOINED, MomentFigures, is_right, joined_of
from training.measures.bootstrap import Difference, Interval


def long_clips(folder: Path, kinds: int, each: int) -> list[Clip]:
    first = read_corpus(make_corpus(folder))[0]
    return [
        replace(first, id=f"{kind}-{take}", kind=f"kind {kind}", captions=(f"caption {kind}",), duration_s=3.0)
        for kind in range(kinds)
        for take in range(each)
    ]


def test_a_file_has_no_kind_twice_and_no_clip_is_in_two(tmp_path: Path) -> None:
    files = joined_of(long_clips(tmp_path, 10, 3), 1)
    assert len(files) == 3
    assert all(len({clip.kind for clip in joined}) == JOINED for joined in files)
    assert len({clip.id for joined in files for clip in joined}) == 3 * JOINED


def test_short_clips_are_not_joined(tmp_path: Path) -> None:
    with pytest.raises(CorpusError, match="fewer than 8 kinds"):
        joined_of([replace(clip, duration_s=1.0) for clip in long_clips(tmp_path, 10, 1)], 1)


def test_half_of_the_moment_or_half_of_the_sound_is_right() -> None:
    assert is_right((0.0, 5.0), (2.0, 9.0))  # 3 of 5 seconds of the moment
    assert is_right((0.0, 5.0), (4.0, 6.0))  # 1 of 2 seconds of the sound
    assert not is_right((0.0, 5.0), (4.5, 6.0))
    assert not is_right((0.0, 5.0), (7.0, 9.0))


def test_the_command_says_when_there_is_too_little_to_join(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["moments", "--data", str(make_corpus(tmp_path))]) == 1
    assert "fewer than 8 kinds" in capsys.readouterr().err


def test_the_record_is_for_machines() -> None:
    worse = Difference(-0.2, -0.3, -0.1, 0.001)
    found = MomentFigures(2, 40, Interval(0.75, 0.6, 0.9), 0.15, Interval(0.8, 0.7, 0.9), worse)
    assert json.loads(json.dumps(found.record()))["is_kept"] is False
    assert [line.endswith("!") for line in found.lines()] == [False, True, True]
