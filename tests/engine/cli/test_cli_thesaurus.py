"""`earshot thesaurus`, as called from a shell."""

from pathlib import Path

import pytest

from engine.store.catalogue import Catalogue
from tests.engine.cli.test_cli_keeping import run


@pytest.fixture
def library(tmp_path: Path) -> Path:
    Catalogue.open(tmp_path / "library").close()
    return tmp_path / "library"


def test_words_are_added_forbidden_and_removed(library: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, (said,), _ = run(capsys, library, "thesaurus", "add", "Drum", "kick", "snare drum")
    assert (code, said) == (0, {"word": "Drum", "searched": ["kick", "snare drum", "snare", "tom"]})
    _, (said,), _ = run(capsys, library, "thesaurus", "forbid", "drum", "tom")
    assert said["searched"] == ["kick", "snare drum", "snare"]
    _, entries, _ = run(capsys, library, "thesaurus")
    assert entries == [{"word": "drum", "added": ["kick", "snare drum"], "refused": ["tom"]}]
    run(capsys, library, "thesaurus", "remove", "drum")
    assert run(capsys, library, "thesaurus", "list")[1] == []
    assert run(capsys, library, "thesaurus", "list", "drums")[1] == [{"word": "drums", "searched": ["snare", "tom"]}]


def test_an_entry_that_is_not_there_is_said(library: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, _, told = run(capsys, library, "thesaurus", "remove", "drum")
    assert code == 1
    assert "no entry for “drum”" in told


def test_a_text_file_goes_in_and_out(library: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "mine.txt"
    file.write_text("# mine\nbassdrum: bd, kick drum, -percussion\nno entry\nsea: ocean\n")
    code, _, told = run(capsys, library, "thesaurus", "import", str(file))
    assert code == 3
    assert "2 entries taken in" in told
    assert "line 3 is no entry" in told
    out = tmp_path / "out.txt"
    assert run(capsys, library, "thesaurus", "export", str(out))[0] == 0
    assert out.read_text() == "bassdrum: bd, kick drum, -percussion\nsea: ocean\n"
