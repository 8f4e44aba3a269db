"""`earshot tag` and `earshot collections`, as called from a shell."""

import json
from pathlib import Path

import pytest

from engine.base.types import Colour
from engine.cli.commands.tag import COLOURS
from engine.cli.main import main
from engine.store.catalogue import Catalogue
from tests.helpers.libraries import ROOT, a_sound


@pytest.fixture
def library(tmp_path: Path) -> Path:
    """Three sounds: two doors and a wind."""
    with Catalogue.open(tmp_path / "library") as catalogue:
        root = catalogue.roots.add(ROOT)
        names = ("Doors/creak.wav", "Doors/slam.wav", "Winds/howl.wav")
        catalogue.sounds.store(
            [a_sound(n, root=root, first_segment=2 * n, name=name) for n, name in enumerate(names, 1)], []
        )
    return tmp_path / "library"


def run(capsys: pytest.CaptureFixture[str], library: Path, *words: str) -> tuple[int, list[dict[str, object]], str]:
    """Exit status, objects on standard output, text for people."""
    code = main([*words, "--json", "--library", str(library)])
    captured = capsys.readouterr()
    return code, [json.loads(line) for line in captured.out.splitlines()], captured.err


CREAK = (ROOT.raw + b"/Doors/creak.wav").decode()


def test_a_file_is_tagged_rated_and_marked(library: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["--add", "Old Wood", "--add", "door", "--rating", "4", "--colour", "red", "--favourite", "--note", "hum"]
    code, (marks,), _ = run(capsys, library, "tag", CREAK, *words)
    assert code == 0
    assert (marks["path"], marks["rating"], marks["colour"], marks["favourite"]) == (CREAK, 4, "red", True)
    assert (marks["tags"], marks["note"]) == (["door", "Old Wood"], "hum")
    words = ["--remove", "door", "--rating", "0", "--colour", "none", "--no-favourite", "--note", ""]
    _, (marks,), _ = run(capsys, library, "tag", CREAK, *words)
    assert (marks["rating"], marks["colour"], marks["favourite"]) == (0, None, False)
    assert (marks["tags"], marks["note"]) == (["Old Wood"], "")


def test_sounds_of_a_query_are_tagged_and_tags_are_listed(library: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, marks, told = run(capsys, library, "tag", "--query", "in:Doors", "--add", "door")
    assert (code, len(marks), "2 sounds changed" in told) == (0, 2, True)
    assert run(capsys, library, "tag")[1] == [{"tag": "door", "sounds": 2}]
    assert len(run(capsys, library, "tag", "--query", "tag:door")[1]) == 2
    assert main(["tag", "--library", str(library)]) == 0
    assert capsys.readouterr().out == "     2  door\n"


def test_a_search_finds_what_was_marked(library: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run(capsys, library, "tag", CREAK, "--rating", "5")
    assert [hit["path"] for hit in run(capsys, library, "search", "rating:>=4")[1]] == [CREAK]


def test_a_file_that_is_not_in_the_library_is_exit_status_3(library: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, marks, told = run(capsys, library, "tag", CREAK, "/elsewhere/other.wav", "--add", "x")
    assert (code, len(marks)) == (3, 1)
    assert "not in the library: /elsewhere/other.wav" in told


def test_the_command_line_knows_every_colour() -> None:
    assert tuple(map(str, Colour)) == COLOURS


def test_changes_without_sounds_are_usage(library: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, library, "tag", "--add", "x")[0] == 2
    assert run(capsys, library, "collections", "add", "Doors")[0] == 2


def test_collections_are_made_filled_shown_and_removed(library: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, library, "collections", "make", "Film 1")[0] == 0
    code, (filled,), told = run(capsys, library, "collections", "add", "film 1", CREAK, "--query", "in:Doors")
    assert (code, filled["name"], filled["sounds"], "2 added" in told) == (0, "Film 1", 2, True)
    run(capsys, library, "collections", "add", "New one", "--query", "dur:>1", "--limit", "1")
    listed = run(capsys, library, "collections")[1]
    assert [(one["name"], one["sounds"]) for one in listed] == [("Film 1", 2), ("New one", 1)]
    shown = run(capsys, library, "collections", "show", "FILM 1")[1]
    assert [one["id"] for one in shown] == [1, 2]
    assert main(["collections", "show", "Film 1", "--ids", "--library", str(library)]) == 0
    assert capsys.readouterr().out == "1\n2\n"
    assert run(capsys, library, "collections", "remove", "Film 1")[0] == 0
    assert "Film 1" not in [one["name"] for one in run(capsys, library, "collections", "list")[1]]


def test_a_collection_that_is_not_there_or_there_already_is_told(
    library: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, _, told = run(capsys, library, "collections", "show", "Nothing")
    assert (code, "there is no collection “Nothing”" in told, "earshot collections" in told) == (1, True, True)
    run(capsys, library, "collections", "make", "Doors")
    assert run(capsys, library, "collections", "make", "doors")[0] == 1
