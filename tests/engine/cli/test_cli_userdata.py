"""`earshot export-data` and `earshot import-data`, as called from a shell."""

import json
from pathlib import Path

import pytest

from engine.base.types import Colour, SoundId
from engine.cli.main import main
from tests.engine.features.user_data.conftest import Open, make

ONE, TWO = SoundId(1), SoundId(2)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "mine.jsonl"


@pytest.fixture
def library(tmp_path: Path) -> Path:
    """Two sounds: the first rated, the second coloured and in a collection."""
    folder = make(tmp_path / "library", "ab")
    with Open(folder) as opened:
        opened.keeping.set_rating([ONE], 4)
        opened.keeping.set_colour([TWO], Colour.RED)
        opened.keeping.make_collection("Doors", [TWO])
    return folder


def run(capsys: pytest.CaptureFixture[str], library: Path, *words: str | Path) -> tuple[int, dict[str, object]]:
    code = main([*map(str, words), "--json", "--library", str(library)])
    return code, json.loads(capsys.readouterr().out or "{}")


def test_what_was_entered_goes_out_and_in(
    library: Path, file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, written = run(capsys, library, "export-data", file)
    assert (code, written["sounds"], written["collections"], written["file"]) == (0, 2, 1, str(file))
    other = make(tmp_path / "other", "a")
    code, seen = run(capsys, other, "import-data", file, "--dry-run")
    assert (code, seen["dry_run"], seen["changed"], seen["found"], seen["waiting"]) == (0, True, True, 1, 1)
    with Open(other) as opened:
        assert opened.marks(1)[0] == 0
    code, done = run(capsys, other, "import-data", file)
    assert (code, done["new"]) == (0, seen["new"])
    assert done["waiting_names"] == ["Foley/2 b.wav"]
    with Open(other) as opened:
        assert opened.marks(1)[0] == 4
    assert run(capsys, other, "import-data", file)[1]["changed"] is False


def test_an_import_is_taken_back_once(
    library: Path, file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run(capsys, library, "export-data", file)
    other = make(tmp_path / "other", "a")
    run(capsys, other, "import-data", file)
    assert run(capsys, other, "import-data", "--undo") == (0, {"undone": True, "kept": 0})
    with Open(other) as opened:
        assert (opened.marks(1)[0], opened.keeping.collections()) == (0, [])
    assert main(["import-data", "--undo", "--library", str(other)]) == 1
    assert "no import to take back" in capsys.readouterr().err


def test_the_file_s_ratings_count_where_it_is_preferred(
    library: Path, file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run(capsys, library, "export-data", file)
    with Open(library) as opened:
        opened.keeping.set_rating([ONE], 1)
    kept = run(capsys, library, "import-data", file)[1]
    assert (kept["changed"], kept["different"]) == (False, {"ratings": 1})
    run(capsys, library, "import-data", file, "--prefer", "file")
    with Open(library) as opened:
        assert opened.marks(1)[0] == 4


def test_a_damaged_line_is_told_by_its_number(library: Path, file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run(capsys, library, "export-data", file)
    lines = file.read_text(encoding="utf-8").splitlines(keepends=True)
    file.write_text("".join([*lines[:2], "{broken\n", *lines[3:]]), encoding="utf-8")
    code, done = run(capsys, library, "import-data", file)
    assert (code, done["damaged_lines"]) == (3, [{"line": 3, "fault": "not JSON", "field": ""}])
    assert main(["import-data", str(file), "--library", str(library)]) == 3
    assert "line 3 left out: it is not JSON" in capsys.readouterr().err


def test_people_read_what_would_change(
    library: Path, file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["export-data", str(file), "--library", str(library)]) == 0
    assert "2 sounds, 1 collection, 0 saved searches" in capsys.readouterr().err
    other = make(tmp_path / "other", "ab")
    with Open(other) as opened:
        opened.keeping.set_rating([ONE], 2)
    assert main(["import-data", str(file), "--dry-run", "--library", str(other)]) == 0
    told = capsys.readouterr().err
    assert "would add: 1 colour" in told
    assert "different here: 1 rating; that of the library stays\n  Foley/1 a.wav: 2 here, 4 in the file" in told


def test_a_file_that_is_none_and_a_library_that_is_not_there_are_said(
    library: Path, file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file.write_text("rating,5\n")
    assert main(["import-data", str(file), "--library", str(library)]) == 1
    assert "is not an Earshot export of ratings, tags and collections" in capsys.readouterr().err
    assert main(["export-data", str(file), "--library", str(tmp_path / "none")]) == 1
    assert main(["import-data", str(file), "--dry-run", "--library", str(tmp_path / "none")]) == 1
    assert file.read_text() == "rating,5\n"
    with pytest.raises(SystemExit, match="2"):
        main(["import-data", "--library", str(library)])
