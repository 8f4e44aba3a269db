"""`earshot search` and `earshot similar` with --variety, as a person types them."""

import json
from pathlib import Path

import pytest

from engine.cli.main import main
from engine.cli.shell import DONE
from tests.helpers.sounds import write_noise, write_tone
from tests.helpers.tiny_library import TinyLibrary, earshot


@pytest.fixture
def folder(tmp_path: Path, tiny_library: TinyLibrary) -> Path:
    """A library of four takes of one beep, and a noise."""
    sounds = tmp_path / "s"
    for take in (1, 2, 3, 4):
        write_tone(sounds / f"beep_{take}.wav", hz=4000 + take, seconds=1)
    write_noise(sounds / "storm.wav", 1.0)
    earshot("index", "--json", "--library", tmp_path / "library", "--pack", tiny_library.pack, sounds)
    return tmp_path / "library"


@pytest.mark.parametrize("how", [("--variety", "folded"), ("--variety", "0.25"), ("--stacks",), ("variety:folded",)])
@pytest.mark.shows("take-stacks")
def test_takes_are_folded_and_told(folder: Path, capsys: pytest.CaptureFixture[str], how: tuple[str, ...]) -> None:
    assert main(["--library", str(folder), "search", "beep", *how, "--json"]) == DONE
    hits = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [len(hit.get("stacked", ())) for hit in hits] == [3, 0]
    assert main(["--library", str(folder), "search", "beep", *how]) == DONE
    said = capsys.readouterr()
    assert "(+3 takes)" in said.out
    assert "3 takes folded" in said.err


@pytest.mark.shows("take-stacks")
def test_all_and_different_are_asked_of_a_file_too(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    beep = folder.parent / "s" / "beep_1.wav"
    for variety, count in (("all", 4), ("different", 2)):
        assert main(["--library", str(folder), "similar", str(beep), "--variety", variety, "--json"]) == DONE
        assert len(capsys.readouterr().out.splitlines()) == count


@pytest.mark.parametrize("value", ["much", "2", "-1", "nan", ""])
def test_another_value_is_refused_with_those_that_are_taken(
    folder: Path, capsys: pytest.CaptureFixture[str], value: str
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["--library", str(folder), "search", "beep", f"--variety={value}"])
    assert ended.value.code == 2
    assert "all, folded, different or a number from 0 to 1" in capsys.readouterr().err
