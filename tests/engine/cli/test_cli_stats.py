"""`earshot stats --by-folder`."""

import json
from pathlib import Path

import pytest

from engine.cli.main import main
from engine.cli.shell import DONE
from tests.helpers.sounds import write_tone
from tests.helpers.tiny_library import TinyLibrary, earshot


def test_sounds_are_counted_by_folder(
    tmp_path: Path, tiny_library: TinyLibrary, capsys: pytest.CaptureFixture[str]
) -> None:
    sounds, library = tmp_path / "sounds", tmp_path / "library"
    for number, name in enumerate(("Doors/slam.wav", "Doors/Wood/knock.wav", "Wind/gust.wav", "loose.wav")):
        write_tone(sounds / name, hz=400 + 100 * number, seconds=0.5)
    earshot("index", "--json", "--library", library, "--pack", tiny_library.pack, sounds)
    assert main(["--library", str(library), "stats", "--by-folder", "--json"]) == DONE
    records = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    counted = [(Path(record["path"]).relative_to(tmp_path).as_posix(), record["sounds"]) for record in records]
    assert counted == [("sounds", 4), ("sounds/Doors", 2), ("sounds/Wind", 1)]
    assert main(["--library", str(library), "stats", "--by-folder"]) == DONE
    assert capsys.readouterr().out.splitlines()[1] == f"        2  {sounds / 'Doors'}"


def test_two_lists_at_once_are_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--library", str(tmp_path / "library"), "stats", "--by-folder", "--failed"])
    assert "--failed: not allowed with argument --by-folder" in capsys.readouterr().err
