"""A folder of sounds with a list of captions, manifests, and parting by recording."""

import csv
import json
import os
from dataclasses import replace
from pathlib import Path

import pytest

from engine.base.training_messages import ExclusionReason
from tests.helpers.sounds import write_tone
from tests.training.corpora import make_corpus
from tests.training.data.layouts import make_clotho, write_csv
from training.cli.main import main
from training.data.corpora.folder import read_folder
from training.data.corpora.licences import Policy
from training.data.corpora.registry import missing_of, places_of, read_parts
from training.data.corpora.splits import Shares, recording_of, split_by_recording
from training.data.corpora.tables import csv_rows
from training.data.corpus import Clip, CorpusError
from training.data.listing import read_listing, write_listing


def make_folder(folder: Path, names: list[str]) -> Path:
    for name in names:
        write_tone(folder / name, seconds=0.2)
    return folder


def test_captions_of_a_csv_and_its_columns_are_read(tmp_path: Path) -> None:
    make_folder(tmp_path, ["a.wav", "sub/b.flac"])
    head = ["file", "caption", "caption_2", "split", "licence", "keywords"]
    rows = [
        ["a.wav", "a dog barks", "barking", "train", "CC0", "dog; pet"],
        ["sub/b.flac", "rain falls", "", "evaluation", "CC BY 4.0", ""],
        ["a.wav", "one more of the dog"],
        ["gone.wav", "nothing", "", "train"],
        ["sub/b.flac"],
        ["", "no file"],
    ]
    write_csv(tmp_path / "captions.csv", head, rows)
    reading = read_folder(tmp_path)
    a, b = reading.clips
    assert (a.captions, a.split, a.keywords) == (
        ("a dog barks", "barking", "one more of the dog"),
        "train",
        ("dog", "pet"),
    )
    assert (b.captions, b.split, b.licence) == (("rain falls",), "test", "CC BY 4.0")
    assert {group.reason: group.count for group in reading.groups()} == {
        ExclusionReason.NO_FILE: 1,
        ExclusionReason.BAD_ROW: 1,
    }


def test_an_audiofolder_of_datasets_is_read_with_the_splits_of_its_folders(tmp_path: Path) -> None:
    # The layout of the datasets library: a list beside the sounds of each split, which it names from where it lies.
    make_folder(tmp_path, ["train/a.wav", "train/far/b.wav", "validation/c.wav", "data/test/d.wav"])
    write_csv(tmp_path / "train" / "metadata.csv", ["file_name", "text"], [["a.wav", "a dog"], ["far/b.wav", "rain"]])
    lines = [{"file_name": "c.wav", "caption": "a door", "text": "it creaks"}, {"caption": "of nothing"}]
    text = "\n".join(map(json.dumps, lines))
    (tmp_path / "validation" / "metadata.jsonl").write_text(text, encoding="utf-8")
    (tmp_path / "metadata.jsonl").write_text('{"file_name": "data/test/d.wav", "text": "a bell"}', encoding="utf-8")
    reading = read_folder(tmp_path)
    assert {clip.original_path: (clip.split, clip.captions) for clip in reading.clips} == {
        "train/a.wav": ("train", ("a dog",)),
        "train/far/b.wav": ("train", ("rain",)),
        "validation/c.wav": ("val", ("a door", "it creaks")),
        "data/test/d.wav": ("test", ("a bell",)),
    }
    assert [str(one) for one in reading.left_out] == ["validation/line 2"]
    assert missing_of(["folder"], {"folder": tmp_path}) == []


def test_a_list_of_captions_goes_before_the_metadata_of_an_audiofolder(tmp_path: Path) -> None:
    make_folder(tmp_path, ["train/a.wav"])
    write_csv(tmp_path / "captions.csv", ["file", "caption", "text"], [["train/a.wav", "a dog", "no caption of ours"]])
    write_csv(tmp_path / "metadata.csv", ["file_name", "text"], [["train/a.wav", "another"]])
    (clip,) = read_folder(tmp_path).clips
    assert clip.captions == ("a dog",)


def test_a_long_caption_is_read_and_others_keep_the_bound_of_a_cell(tmp_path: Path) -> None:
    make_folder(tmp_path, ["a.wav"])
    usual = csv.field_size_limit()
    write_csv(tmp_path / "captions.csv", ["file", "caption"], [["a.wav", "rain " * 40_000]])
    reading = read_folder(tmp_path)
    assert len(reading.clips) + sum(group.count for group in reading.groups()) == 1
    assert csv.field_size_limit() == usual == 131_072


def test_the_rows_between_two_long_ones_leave_the_bound_alone(tmp_path: Path) -> None:
    write_csv(tmp_path / "a.csv", ["text"], [["x" * 200_000], ["y" * 200_000]])
    rows = csv_rows(tmp_path / "a.csv")
    assert len(next(rows)[1]["text"]) == 200_000
    with pytest.raises(csv.Error):
        list(csv.reader(["z" * 200_000]))
    assert len(next(rows)[1]["text"]) == 200_000


@pytest.mark.parametrize(
    "data",
    [
        [{"file": "a.wav", "captions": ["one", "two"]}, {"file_name": "b.wav", "caption": "three"}],
        {"a.wav": ["one", "two"], "b.wav": "three"},
        {"a.wav": {"caption": "one", "caption_2": "two"}, "b.wav": {"captions": ["three"]}},
    ],
)
def test_json_is_read_as_a_list_or_an_object(tmp_path: Path, data: object) -> None:
    make_folder(tmp_path, ["a.wav", "b.wav"])
    (tmp_path / "captions.json").write_text(json.dumps(data), encoding="utf-8")
    assert [clip.captions for clip in read_folder(tmp_path).clips] == [("one", "two"), ("three",)]


def test_a_bad_line_of_jsonl_is_left_out(tmp_path: Path) -> None:
    make_folder(tmp_path, ["a.wav"])
    (tmp_path / "captions.jsonl").write_text(
        '{"file": "a.wav", "caption": "one"}\n{half a line\n[1]\n', encoding="utf-8"
    )
    reading = read_folder(tmp_path)
    assert (len(reading.clips), [str(one) for one in reading.left_out]) == (1, ["line 2", "line 3"])


def test_a_licence_that_forbids_training_leaves_the_sound_out(tmp_path: Path) -> None:
    make_folder(tmp_path, ["a.wav", "b.wav", "c.wav"])
    rows = [["a.wav", "one", "CC BY-NC 4.0"], ["b.wav", "two", ""], ["c.wav", "three", "CC0"]]
    write_csv(tmp_path / "captions.csv", ["file", "caption", "licence"], rows)
    usual, strict = read_folder(tmp_path), read_folder(tmp_path, policy=Policy.STRICT)
    assert [clip.original_path for clip in usual.clips] == ["b.wav", "c.wav"]
    assert usual.left_out[0].detail == "CC BY-NC 4.0"
    assert tuple(map(str, usual.notes)) == ("1 sounds are used although no licence is stated",)
    assert [clip.original_path for clip in strict.clips] == ["c.wav"]


def test_a_caption_of_blanks_is_none(tmp_path: Path) -> None:
    make_folder(tmp_path, ["a.wav"])
    write_csv(tmp_path / "captions.csv", ["file", "caption"], [["a.wav", "  "]])
    assert read_folder(tmp_path).left_out[0].reason == ExclusionReason.NO_CAPTION


def test_a_folder_without_a_list_is_refused(tmp_path: Path) -> None:
    with pytest.raises(CorpusError, match=r"captions\.csv"):
        read_folder(tmp_path)


def clips(names: list[str]) -> list[Clip]:
    return [
        Clip(name, Path(name), "s", name, "", ("x",), name, "", "train", 1.0, group=recording_of(name))
        for name in names
    ]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Doors/creak_01.wav", "Doors/creak_02.wav"),
        ("Doors/Creak 1.wav", "doors/creak 12.flac"),
        ("a/Wind take 3.wav", "a/wind_TAKE-4.wav"),
        ("a/hit (2).wav", "a/hit.wav"),
        ("a/step-03b.wav", "a/step-11a.wav"),
    ],
)
def test_takes_of_one_recording_stay_together(one: str, other: str) -> None:
    assert recording_of(one) == recording_of(other)


def test_other_sounds_and_folders_are_other_recordings() -> None:
    assert (
        len({recording_of(name) for name in ("a/creak_1.wav", "b/creak_1.wav", "a/slam_1.wav", "a/01.wav", "a/02.wav")})
        == 5
    )


def test_a_recording_stays_where_it_is_when_others_come() -> None:
    names = [f"sound {letter}.wav" for letter in "abcdefghijklmnopqrstuvwxyz"]
    few = {clip.id: clip.split for clip in split_by_recording(clips(names[:13]), Shares())}
    many = {clip.id: clip.split for clip in split_by_recording(clips(names), Shares())}
    assert few == {name: many[name] for name in few}
    assert set(many.values()) == {"train", "val", "test"}


def test_so_many_as_are_asked_for_are_held_out() -> None:
    parted = split_by_recording(clips([f"s {letter}.wav" for letter in "abcdefghijkl"]), Shares(0.0, 0.0, least=3))
    assert sorted(clip.split for clip in parted) == ["test"] * 3 + ["train"] * 6 + ["val"] * 3


def test_a_manifest_gives_back_what_was_written(tmp_path: Path) -> None:
    make_corpus(tmp_path / "own")
    places = {"earshot": tmp_path / "own", "clotho": make_clotho(tmp_path / "clotho")}
    written = read_parts(["earshot:train", "clotho:evaluation"], places).clips
    write_listing(written, tmp_path / "all.jsonl")
    assert read_listing(tmp_path / "all.jsonl").clips == written
    assert len(read_listing(tmp_path / "all.jsonl", "test").clips) == 2


@pytest.mark.skipif(os.name == "nt", reason="names are not bytes there")
def test_a_manifest_keeps_a_name_that_is_no_text(tmp_path: Path) -> None:
    odd = Path(os.fsdecode(os.fsencode(tmp_path) + b"/b\xe4d.wav"))
    write_tone(tmp_path / "good.wav", seconds=0.1).rename(odd)
    (clip,) = clips(["x.wav"])
    write_listing([replace(clip, path=odd)], tmp_path / "list.jsonl")
    assert read_listing(tmp_path / "list.jsonl").clips[0].path == odd


def test_a_manifest_written_by_hand_may_say_little(tmp_path: Path) -> None:
    make_folder(tmp_path, ["a.wav"])
    good = {"id": "1", "file": "a.wav", "captions": ["x"], "duration_s": 0.2, "split": "train"}
    lines = [good, good | {"split": "dev"}, good | {"file": "gone.wav"}, "text", good | {"captions": "x"}]
    (tmp_path / "m.jsonl").write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")
    reading = read_listing(tmp_path / "m.jsonl")
    assert (len(reading.clips), reading.clips[0].kind) == (1, "1")
    assert {group.reason: group.count for group in reading.groups()} == {
        ExclusionReason.BAD_ROW: 3,
        ExclusionReason.NO_FILE: 1,
    }


def test_a_manifest_of_a_later_version_is_refused(tmp_path: Path) -> None:
    (tmp_path / "m.jsonl").write_text('{"format": "earshot clips", "version": 2}\n', encoding="utf-8")
    with pytest.raises(CorpusError, match="version 2"):
        read_listing(tmp_path / "m.jsonl")


def test_places_are_named_or_ours() -> None:
    assert places_of(["clotho=/a/b", "/our/data"]) == {"clotho": Path("/a/b"), "earshot": Path("/our/data")}
    with pytest.raises(CorpusError, match="cloto"):
        places_of(["cloto=/a"])


def test_parts_become_the_split_that_is_asked_for(tmp_path: Path) -> None:
    places = {"clotho": make_clotho(tmp_path)}
    assert {clip.split for clip in read_parts(["clotho:evaluation"], places, split="train").clips} == {"train"}
    assert missing_of(["clotho:evaluation", "macs"], places) == ["macs: where it lies is not said (--data macs=DIR)"]
    with pytest.raises(CorpusError, match="no part 'dev'"):
        read_parts(["clotho:dev"], places)


def test_the_command_shows_any_corpus_and_lists_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder, out = make_clotho(tmp_path / "clotho"), tmp_path / "list.jsonl"
    arguments = ["corpus", "--data", f"clotho={folder}", "--part", "clotho:evaluation", "--out", str(out)]
    assert main(arguments) == 3
    said = capsys.readouterr().out
    assert "test: 2 clips, 0.00 h, 2 kinds, 10 captions" in said
    assert "left out: 1 because the audio file does not exist: gone.wav" in said
    assert "note: clotho: 1 sounds are used although its licence forbids commercial use (NC)" in said
    assert main(["corpus", "--data", f"manifest={out}"]) == 0


def test_a_strict_command_keeps_only_what_is_open(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = make_clotho(tmp_path)
    assert main(["corpus", "--data", f"clotho={folder}", "--part", "clotho:evaluation", "--strict"]) == 3
    assert "test: 1 clips" in capsys.readouterr().out


def test_wavcaps_is_not_read_without_saying_which_part(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["corpus", "--data", f"wavcaps={tmp_path}"]) == 1
    assert "wavcaps:no_overlap" in capsys.readouterr().err
