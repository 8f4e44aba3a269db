"""`earshot search` with --like, --unlike and --weight, as a person types them."""

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from engine.cli.main import main
from engine.cli.shell import DONE, SOME_SKIPPED
from tests.helpers.sounds import write_tone
from tests.helpers.tiny_library import TinyLibrary


def asked(
    capsys: pytest.CaptureFixture[str], library: TinyLibrary, *words: str | Path, status: int = DONE
) -> list[dict[str, Any]]:
    assert main(["--library", str(library.folder), "search", *map(str, words), "--json"]) == status
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def a_sound(library: TinyLibrary, capsys: pytest.CaptureFixture[str]) -> Path:
    return Path(asked(capsys, library, "tone", "--limit", "1")[0]["path"])


@pytest.mark.shows("ask-with-everything")
def test_examples_and_weights_are_told_with_each_hit_in_their_order(
    tiny_library: TinyLibrary, capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sound = a_sound(tiny_library, capsys)
    write_tone(tmp_path / "else where.wav", seconds=4.0)
    monkeypatch.chdir(tmp_path)
    words = ("--weight", "2", "--like", "else where.wav@1.2-3.0", "--weight", "0.5", "--unlike", sound)
    hits = asked(capsys, tiny_library, "tone", *words)
    assert all(hit["path"] != str(sound) for hit in hits)  # an example itself is no answer
    like, unlike = hits[0]["why"]["examples"]
    assert (like["path"], like["start_s"], like["end_s"]) == (str(tmp_path / "else where.wav"), 1.2, 3.0)
    assert (like["weight"], unlike["weight"], unlike["path"], unlike["start_s"]) == (0.5, -1.0, str(sound), None)
    assert -1.0 <= like["cosine"] <= 1.0


def test_an_example_needs_no_words_and_holds_for_every_line_of_a_batch(
    tiny_library: TinyLibrary, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    sound = a_sound(tiny_library, capsys)
    copy = Path(shutil.copyfile(sound, tmp_path / "copy.wav"))
    assert asked(capsys, tiny_library, "--like", copy)[0]["path"] == str(sound)
    (tmp_path / "queries.txt").write_text("tone\nhum\n", encoding="utf-8")
    hits = asked(capsys, tiny_library, "--batch", tmp_path / "queries.txt", "--like", copy)
    assert {hit["query"] for hit in hits} == {"tone", "hum"}
    assert all(hit["why"]["examples"][0]["path"] == str(copy) for hit in hits)


def test_a_file_is_meant_whole_where_its_name_looks_like_a_stretch(
    tiny_library: TinyLibrary, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    odd = write_tone(tmp_path / "take.wav").rename(tmp_path / "take@1-2")
    (example,) = asked(capsys, tiny_library, "--like", odd)[0]["why"]["examples"]
    assert (example["path"], example["start_s"]) == (str(odd), None)


def test_terms_in_the_words_say_the_same(tiny_library: TinyLibrary, capsys: pytest.CaptureFixture[str]) -> None:
    sound = a_sound(tiny_library, capsys)
    hits = asked(capsys, tiny_library, "tone", f'like:"{sound}*2"')
    assert hits[0]["path"] == str(sound)
    assert hits[0]["why"]["examples"][0]["weight"] == 2.0


def test_a_typed_file_that_is_gone_is_left_out_and_a_named_one_refused(
    tiny_library: TinyLibrary, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    gone = tmp_path / "gone.wav"
    assert asked(capsys, tiny_library, "tone", f"like:{gone}", status=SOME_SKIPPED)
    assert main(["--library", str(tiny_library.folder), "search", "tone", "--like", str(gone)]) == 1
    assert "gone.wav" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["tone", "--like", "a.wav@3-1"], "a.wav@3-1"),
        (["tone", "--like", "a.wav", "--weight", "0"], "--weight 0"),
        (["tone", "--weight", "heavy"], "--weight heavy"),
        (["--weight", "2"], "--like FILE"),
    ],
)
def test_what_cannot_be_meant_is_refused(
    tiny_library: TinyLibrary, capsys: pytest.CaptureFixture[str], words: list[str], told: str
) -> None:
    assert main(["--library", str(tiny_library.folder), "search", *words]) == 2
    assert told in capsys.readouterr().err
