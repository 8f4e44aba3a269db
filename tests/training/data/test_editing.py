"""Edited clips as a corpus: which kinds, which edits, and that the same order gives the same bytes."""

import json
import re
from collections import Counter
from pathlib import Path

import pytest

from tests.helpers.sounds import write_noise
from training.cli.main import main
from training.data.corpora.registry import read_parts
from training.data.corpus import Clip, CorpusError, read_corpus
from training.data.edits import EDITS, contradicts
from training.data.synthesis.editing import EditOrder, edit_of, planned, write_edits

CAPTIONS = {
    "rain": "heavy rain in a short recording",
    "dog": "a dog barks",
    "far gun": "a gun, far away",
    "owl": "hoot",
}


def corpus(folder: Path, clips: int = 4) -> Path:
    """So many clips of each of four kinds in train and one in test; of the owl three."""
    records = []
    for kind, caption in CAPTIONS.items():
        for take in range(3 if kind == "owl" else clips + 1):
            path = folder / f"{kind}-{take}.wav"
            write_noise(path, 0.4, level=0.3, seed=take)
            records.append(
                {"id": f"{kind}-{take}", "file": path.name, "source": "field", "original_path": f"{kind}/{take}.wav",
                 "licence": "CC BY 4.0 (Ann)", "duration_s": 0.4, "labels": [kind], "category": kind[0],
                 "captions": [caption], "kind": kind, "group": kind, "split": "test" if take == clips else "train"}
            )  # fmt: skip
    folder.mkdir(exist_ok=True)
    (folder / "meta.jsonl").write_text("".join(json.dumps(record) + "\n" for record in records), encoding="utf-8")
    return folder


@pytest.fixture
def clips(tmp_path: Path) -> list[Clip]:
    """The small corpus."""
    (tmp_path / "data").mkdir()
    return read_corpus(corpus(tmp_path / "data"))


def test_kinds_with_clips_enough_get_edits_that_fit_them(clips: list[Clip]) -> None:
    jobs = planned(clips, EditOrder(count=24, seed=1, edits_each=2))
    assert {job.clip.kind for job in jobs} == {"rain", "dog", "far gun"}  # of the owl there are three clips
    assert {job.clip.split for job in jobs} == {"train"}
    assert Counter(job.kind for job in jobs).most_common()[-1][1] == 4 and len({job.kind for job in jobs}) == 6
    assert not [job for job in jobs if contradicts(job.name, job.clip.captions[0])]
    assert {job.clip.captions for job in jobs if job.clip.kind == "rain"} == {("heavy rain",)}


def test_the_number_of_kinds_is_bounded_and_edits_are_dealt_out_evenly(clips: list[Clip]) -> None:
    jobs = planned(clips, EditOrder(count=100, seed=1, kinds=5, edits_each=12))
    assert len({job.kind for job in jobs}) == 5
    shares = Counter(name for _, name in {(job.kind, job.name) for job in planned(clips, EditOrder(9, 1))})
    assert max(shares.values()) == 1


def test_a_clip_is_taken_thrice_at_most_each_time_otherwise(clips: list[Clip]) -> None:
    jobs = planned(clips, EditOrder(count=10_000, seed=1, edits_each=1))
    assert Counter((job.clip.id, job.name) for job in jobs).most_common(1)[0][1] == 3
    assert len({(job.clip.id, job.name, job.take) for job in jobs}) == len(jobs)


def test_what_there_is_of_a_far_sound_is_joined(clips: list[Clip]) -> None:
    far = Clip("f", clips[0].path, "field", "", "CC0", ("far rain",), "rain_far", "r", "train", 0.4)
    kinds = {job.kind for job in planned([*clips, far], EditOrder(24, 1, edits_each=12)) if job.name == "distant"}
    assert "rain_far" in kinds and "dog distant" in kinds


def test_the_command_writes_a_corpus_that_is_read_back(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "data").mkdir()
    data, out = corpus(tmp_path / "data"), tmp_path / "edits"
    assert main(["edit", "--data", str(data), "--out", str(out), "--count", "24"]) == 0
    found = read_parts(["edits"], {"edits": out})
    assert not found.left_out and 12 <= len(found.clips) <= 24  # steady noise reversed would not be heard
    for clip in found.clips:
        assert clip.source == "field (edited)" and clip.licence == "CC BY 4.0 (Ann)" and clip.split == "train"
        assert edit_of(clip) in EDITS and clip.kind in (f"{clip.group} {edit_of(clip)}", f"{clip.group}_far")
        assert clip.base == clip.group
        assert re.search("rain|dog|gun", clip.captions[0]) and "recording" not in clip.captions[0].replace(
            "recording of", ""
        )
    assert f"{len(found.clips)} edited sounds" in capsys.readouterr().err
    assert main(["edit", "--data", str(data), "--out", str(out), "--count", "24"]) == 1
    assert "is not an empty folder" in capsys.readouterr().err


def test_the_same_order_gives_the_same_bytes(tmp_path: Path, clips: list[Clip]) -> None:
    for name, seed in (("a", 1), ("b", 1), ("c", 2)):
        write_edits(tmp_path / name, clips, EditOrder(8, seed, kinds=2))
    files = [sorted((tmp_path / name).rglob("*.*")) for name in "abc"]
    first, again, other = ([path.read_bytes() for path in paths] for paths in files)
    assert first == again and first != other


def test_a_clip_that_cannot_be_read_is_left_out_and_named(tmp_path: Path, clips: list[Clip]) -> None:
    dog = next(clip for clip in clips if clip.kind == "dog" and clip.split == "train")
    dog.path.write_bytes(b"no sound")
    made, left_out = write_edits(tmp_path / "out", clips, EditOrder(24, 1))
    assert made and {one.item for one in left_out} == {dog.original_path}


def test_orders_of_nothing_and_corpora_of_nothing_are_refused(clips: list[Clip]) -> None:
    with pytest.raises(CorpusError, match="edits of 0 kinds"):
        EditOrder(3, 1, kinds=0)
    with pytest.raises(CorpusError, match="no kind of train has 4 clips"):
        planned(clips[:2], EditOrder(3, 1))
