"""Mel pictures in their cache: made once, and anew when a sound has changed."""

import os
from pathlib import Path

import numpy as np
import pytest

from tests.helpers.sounds import write_tone
from tests.training.corpora import make_corpus
from training.data.corpus import Clip, only, read_corpus
from training.data.features import mel_clips
from training.towers.compact import CompactConfig


@pytest.fixture
def clips(tmp_path: Path) -> list[Clip]:
    return only(read_corpus(make_corpus(tmp_path / "data")), "val")


def test_pictures_that_are_there_are_not_made_again(clips: list[Clip], tmp_path: Path) -> None:
    first = mel_clips(clips, CompactConfig(), tmp_path / "cache", print)
    made = {path.name: path.stat().st_mtime_ns for path in (tmp_path / "cache").iterdir()}
    again = mel_clips(clips, CompactConfig(), tmp_path / "cache", print)
    assert np.array_equal(first.frames, again.frames)
    assert {path.name: path.stat().st_mtime_ns for path in (tmp_path / "cache").iterdir()} == made


def test_a_sound_that_changed_without_its_size_is_pictured_anew(clips: list[Clip], tmp_path: Path) -> None:
    before = mel_clips(clips, CompactConfig(), tmp_path / "cache", print)
    path, status = clips[0].path, clips[0].path.stat()
    write_tone(path, 3_000.0, clips[0].duration_s)
    os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns + 1_000_000_000))
    assert path.stat().st_size == status.st_size
    after = mel_clips(clips, CompactConfig(), tmp_path / "cache", print)
    assert not np.array_equal(before.window(0, 0, 20, "zeros"), after.window(0, 0, 20, "silence"))
    assert np.array_equal(before.window(1, 0, 20, "zeros"), after.window(1, 0, 20, "silence"))


def test_what_another_list_of_clips_was_pictured_for_is_not_pictured_again(clips: list[Clip], tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    before = mel_clips(clips[:2], CompactConfig(), cache, print)
    path, status = clips[0].path, clips[0].path.stat()
    write_tone(path, 3_000.0, clips[0].duration_s)
    os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns))  # so that only a picture made anew would tell
    after = mel_clips([clips[2], clips[0]], CompactConfig(), cache, print)
    length = before.length(0)
    assert after.length(1) == length
    assert np.array_equal(before.window(0, 0, length, "zeros"), after.window(1, 0, length, "zeros"))
    (cache / "mel-damaged.json").write_text("[", encoding="utf-8")
    for path in cache.glob("mel-*.json"):
        path.write_text('{"trace": 3}', encoding="utf-8")
    anew = mel_clips([clips[0]], CompactConfig(), cache, print)
    assert not np.array_equal(before.window(0, 0, length, "zeros"), anew.window(0, 0, length, "zeros"))
