"""`earshot-train synthesise`: a corpus that the readers take, the same every time."""

import json
from pathlib import Path

import pytest
import soundfile

from training.cli.main import main
from training.data.corpora.registry import read_parts
from training.data.corpus import CorpusError, read_corpus
from training.data.synthesis import registry
from training.data.synthesis.writing import SynthesisOrder, write_synthesis

QUICK = ("--only", "beeps", "--only", "noise-bursts", "--only", "morse")


def test_the_corpus_is_read_back_and_split_by_group(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "made"
    assert main(["synthesise", "--out", str(folder), "--count", "45", "--seed", "4", *QUICK]) == 0
    capsys.readouterr()
    assert main(["corpus", "--data", f"synthesis={folder}", "--strict"]) == 0
    assert "earshot-synthesis: 45" in capsys.readouterr().out
    clips = read_corpus(folder)
    assert {clip.licence for clip in clips} == {"CC0-1.0"} and {clip.split for clip in clips} == {
        "train",
        "val",
        "test",
    }
    assert len({(clip.group, clip.split) for clip in clips}) == len({clip.group for clip in clips}) == 6
    info = soundfile.info(clips[0].path)
    assert info.duration == pytest.approx(clips[0].duration_s, abs=0.001) and info.channels == 1
    assert len(read_parts(["synthesis"], {"synthesis": folder}).clips) == 45


def test_the_same_seed_gives_the_same_bytes_whatever_else_is_made(tmp_path: Path) -> None:
    write_synthesis(tmp_path / "a", SynthesisOrder(("beeps", "morse"), 6, 9, 0.5))
    write_synthesis(tmp_path / "b", SynthesisOrder(("morse",), 3, 9, 0.5))
    write_synthesis(tmp_path / "c", SynthesisOrder(("morse",), 3, 10, 0.5))
    first, again, other = (sorted((tmp_path / name / "audio/morse").iterdir()) for name in "abc")
    assert [path.read_bytes() for path in first] == [path.read_bytes() for path in again]
    assert [path.read_bytes() for path in first] != [path.read_bytes() for path in other]


def test_edited_sounds_say_so(tmp_path: Path) -> None:
    write_synthesis(tmp_path / "made", SynthesisOrder(("beeps",), 6, 1, 1.0))
    records = [json.loads(line) for line in (tmp_path / "made/meta.jsonl").read_text(encoding="utf-8").splitlines()]
    edits = {record["labels"][-1] for record in records}
    assert len(edits) > 2 and all(record["kind"].endswith(record["labels"][-1]) for record in records)


def test_without_espeak_the_rest_is_made_and_it_is_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", "")
    few = {name: registry.GENERATORS[name] for name in ("beeps", "speech")}
    monkeypatch.setattr(registry, "GENERATORS", few)
    assert main(["synthesise", "--out", str(tmp_path / "made"), "--count", "2"]) == 3
    assert "left out speech" in capsys.readouterr().err
    assert len(read_corpus(tmp_path / "made")) == 2


def test_a_folder_with_something_in_it_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "mine.txt").write_text("mine", encoding="utf-8")
    assert main(["synthesise", "--out", str(tmp_path), "--count", "2", *QUICK]) == 1
    assert "is not an empty folder" in capsys.readouterr().err


def test_an_unknown_generator_is_refused_with_those_there_are(tmp_path: Path) -> None:
    with pytest.raises(CorpusError, match="no generator trumpet") as caught:
        SynthesisOrder(("trumpet",), 1, 1)
    assert "siren" in caught.value.advice


def test_a_generator_takes_part_as_often_as_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["synthesise", "--out", str(tmp_path / "made"), "--count", "8", *QUICK]
    assert main([*words, "--times", "beeps=3", "--times", "morse=0"]) == 0
    names = [clip.id.rsplit("-", 1)[0].removeprefix("synth-1-") for clip in read_corpus(tmp_path / "made")]
    assert sorted(names) == ["beeps"] * 6 + ["noise-bursts"] * 2
    assert main(["synthesise", "--out", str(tmp_path / "other"), "--count", "8", "--times", "trumpet=2"]) == 1
    assert "no generator trumpet" in capsys.readouterr().err


@pytest.mark.parametrize(
    "wrong",
    [
        ("--count", "0"),
        ("--count", "2", "--times", "beeps"),
        ("--count", "3", "--edited", "2"),
        ("--count", "3", "--seed", "-1"),
    ],
    ids=str,
)
def test_bad_numbers_are_usage_errors(tmp_path: Path, wrong: tuple[str, ...]) -> None:
    with pytest.raises(SystemExit, match="2"):
        main(["synthesise", "--out", str(tmp_path / "made"), *wrong])
