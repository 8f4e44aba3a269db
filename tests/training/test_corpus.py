"""Reading a corpus, and the manifest that names where it came from."""

import gzip
import json
from dataclasses import asdict
from pathlib import Path

import pytest

from tests.helpers.recorded import data_folders
from tests.training.corpora import make_corpus
from training.cli.main import main
from training.data.corpus import CorpusError, only, read_corpus
from training.data.manifest import PATH, read_manifest, source_facts, write_manifest


def test_a_corpus_is_read_in_its_order(tmp_path: Path) -> None:
    clips = read_corpus(make_corpus(tmp_path))
    assert len(clips) == 30
    assert [clip.split for clip in clips[::10]] == ["train", "val", "test"]
    assert clips[0].captions == ("a low electric hum", "low hum of a machine", "deep droning tone")
    assert len(only(clips, "val")) == 10


def test_the_command_says_what_a_corpus_holds(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["corpus", "--data", str(make_corpus(tmp_path))]) == 0
    assert "train: 10 clips, 0.00 h, 5 kinds, 13 captions" in capsys.readouterr().out


def test_no_corpus_says_how_to_get_one(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["corpus", "--data", str(tmp_path)]) == 1
    assert "earshot-train corpus fetch" in capsys.readouterr().err


def test_a_missing_sound_is_named(tmp_path: Path) -> None:
    folder = make_corpus(tmp_path)
    (folder / "audio/made/val-beep-1.wav").unlink()
    with pytest.raises(CorpusError, match="val-beep-1"):
        read_corpus(folder)


def test_an_unknown_split_is_refused(tmp_path: Path) -> None:
    folder = make_corpus(tmp_path)
    meta = folder / "meta.jsonl"
    meta.write_text(meta.read_text(encoding="utf-8").replace('"val"', '"dev"'), encoding="utf-8")
    with pytest.raises(CorpusError, match="'dev'"):
        read_corpus(folder)


def test_the_manifest_names_a_licence_and_a_commit_for_every_clip() -> None:
    entries = list(read_manifest())
    assert [sum(entry.folder == number for entry in entries) for number in (1, 2)] == [9935, 3333]
    assert len(source_facts()) == 156
    assert all(entry.licence and len(entry.commit) >= 7 and entry.repository.count("/") == 2 for entry in entries)
    assert len({entry.id for entry in entries}) == len(entries)


def test_the_manifest_is_that_of_the_corpus(tmp_path: Path) -> None:
    data = data_folders()
    if len(data) < 2:
        pytest.skip("needs the real corpus and its further folder: set EARSHOT_DATA to both")
    again = tmp_path / "manifest.jsonl.gz"
    write_manifest(data, again)
    assert list(read_manifest(again)) == list(read_manifest(PATH))


def test_a_manifest_needs_the_corpus_with_its_sources(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["corpus", "manifest", "--data", str(make_corpus(tmp_path))]) == 1
    assert "SOURCES.md" in capsys.readouterr().err


def test_a_list_that_is_no_text_is_refused(tmp_path: Path) -> None:
    (tmp_path / "meta.jsonl").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(CorpusError, match="not UTF-8"):
        read_corpus(tmp_path)


@pytest.mark.parametrize("name", ["../../outside", "/etc/x", "..", "a/b", ""])
def test_a_manifest_cannot_name_a_file_outside_the_corpus(name: str, tmp_path: Path) -> None:
    record = asdict(next(read_manifest())) | {"id": name}
    path = tmp_path / "manifest.jsonl.gz"
    path.write_bytes(gzip.compress(json.dumps(record).encode()))
    with pytest.raises(CorpusError, match="no plain file name"):
        list(read_manifest(path))


def test_a_damaged_manifest_is_refused(tmp_path: Path) -> None:
    damaged = tmp_path / "manifest.jsonl.gz"
    damaged.write_bytes(PATH.read_bytes()[:5000])
    with pytest.raises(CorpusError, match="cannot be read"):
        list(read_manifest(damaged))
