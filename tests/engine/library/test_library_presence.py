"""A library is made where somebody means to make one, and one that goes away is never made anew: by real processes."""

import json
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from engine.base.errors import LibraryBusy, LibraryGone
from engine.base.types import FilePath
from engine.cli.main import main
from engine.store.catalogue import Catalogue
from engine.store.lock import WriterLock
from tests.helpers.indexing import contents, index
from tests.helpers.sounds import write_tone
from tests.helpers.tiny_library import REPOSITORY, TinyLibrary
from tests.helpers.user_tags import set_tags

_SOUNDS = 6


def shell(*arguments: str | Path) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, "-m", "engine.cli.main", *map(str, arguments)]
    return subprocess.run(command, cwd=REPOSITORY, capture_output=True, text=True, timeout=120, check=False)


@pytest.fixture
def sounds(tmp_path: Path) -> Path:
    for number in range(_SOUNDS):
        write_tone(tmp_path / "sounds" / f"{number}.wav", 200.0 * (number + 1), seconds=2.0)
    return tmp_path / "sounds"


@pytest.mark.shows("library-asked-for")
@pytest.mark.parametrize(
    "words",
    [
        ["tag", "--query", "door", "--add", "x"],
        ["index"],
        ["index", "--only", "/sounds/a.wav"],
        ["search", "door"],
        ["stats"],
        ["thesaurus", "add", "door", "gate"],
        ["collections", "add", "Doors", "--query", "door"],
        ["describe", "SOUND", "--set", "title=x"],
        ["undo"],
        ["pack", "install", "PACK"],
        ["pack", "use", "PACK"],
        ["import-data", "SOUND"],
        ["verify"],
        ["backups", "make"],
        ["missing"],
        ["duplicates"],
        ["owner", "forget"],
        ["sidecar", "write", "/sounds"],
        ["background", "SOUND@0-1"],
    ],
    ids=lambda words: " ".join(words),
)
def test_no_command_makes_a_library_at_a_misspelt_path(
    tmp_path: Path, words: list[str], sounds: Path, tiny_library: TinyLibrary, capsys: pytest.CaptureFixture[str]
) -> None:
    missing = tmp_path / "librray"
    named = {"SOUND": str(sounds / "0.wav"), "PACK": str(tiny_library.pack), "SOUND@0-1": f"{sounds / '0.wav'}@0-1"}
    given = [named.get(word, word) for word in words]
    try:
        status = main([given[0], *given[1:], "--library", str(missing)])
    except SystemExit as end:  # pragma: no cover - a wrong command line shows nothing
        raise AssertionError(f"{given} is no command line") from end
    said = capsys.readouterr().err
    assert status == 1, said
    assert "library" in said and str(missing) in said
    assert not missing.exists()


@pytest.mark.shows("library-asked-for")
def test_index_makes_a_library_and_says_so_once(tmp_path: Path, sounds: Path, tiny_library: TinyLibrary) -> None:
    library = tmp_path / "new"
    first = shell("index", "--library", library, "--pack", tiny_library.pack, "--device", "cpu", sounds)
    assert first.returncode == 0, first.stderr
    assert f"there was no library in {library}; a new one was made there" in first.stderr
    second = shell("index", "--library", library, "--pack", tiny_library.pack, "--device", "cpu", sounds)
    assert (second.returncode, "was made" in second.stderr) == (0, False)


def test_any_command_makes_one_when_it_is_told_to(tmp_path: Path) -> None:
    library = tmp_path / "new"
    done = shell("thesaurus", "add", "door", "gate", "--create", "--library", library)
    assert done.returncode == 0, done.stderr
    assert "a new one was made there" in done.stderr
    assert "gate" in shell("thesaurus", "list", "--library", library).stdout


def renamed(library: Path) -> None:
    library.rename(library.with_name("elsewhere"))


def deleted(library: Path) -> None:
    shutil.rmtree(library)


def replaced(library: Path) -> None:
    renamed(library)
    Catalogue.open(library).close()


class Job:
    """`earshot index` with its pipes."""

    def __init__(self, library: Path, pack: Path, *arguments: str | Path) -> None:
        command = [sys.executable, "-m", "engine.cli.main", "index", "--json", "--library", library, "--pack", pack]
        self.process = subprocess.Popen(
            list(map(str, [*command, "--device", "cpu", *arguments])),
            cwd=REPOSITORY,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def tell(self, word: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(f"{word}\n")
        self.process.stdin.flush()

    def until(self, name: str) -> dict[str, Any]:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            event: dict[str, Any] = json.loads(line)
            if event["event"] == name:
                return event
        raise AssertionError(f"it ended without {name}: {self.process.communicate()}")

    def end(self) -> tuple[int, str, str]:
        out, err = self.process.communicate(timeout=120)
        return self.process.returncode, out, err


@pytest.mark.shows("library-asked-for")
@pytest.mark.parametrize("goes", [renamed, deleted, replaced])
def test_a_job_whose_library_goes_away_stops_and_makes_none(
    tmp_path: Path, sounds: Path, tiny_library: TinyLibrary, goes: Callable[[Path], None]
) -> None:
    library = tmp_path / "library"
    Catalogue.open(library).close()
    job = Job(library, tiny_library.pack, sounds)
    job.tell("pause")
    job.until("paused")
    goes(library)
    job.tell("resume")
    status, out, err = job.end()
    assert status == 1, (out, err)
    assert json.loads(out.splitlines()[-1])["kind"] == "LibraryGone"
    assert str(library) in err
    if goes is replaced:
        with Catalogue.open(library, read_only=True) as other:
            assert other.sounds.is_empty() and not other.roots.all()
        assert sorted(path.name for path in library.iterdir() if path.is_dir()) == []
    else:
        assert not library.exists()


def test_a_moved_library_goes_on_where_it_is_now(tmp_path: Path, sounds: Path, tiny_library: TinyLibrary) -> None:
    library, elsewhere = tmp_path / "library", tmp_path / "elsewhere"
    index(library, tiny_library.pack, sounds)
    with Catalogue.open(library) as catalogue:
        id = catalogue.id
        renamed(library)
        with pytest.raises(LibraryGone, match="no longer in"):
            set_tags(catalogue, next(iter(catalogue.sounds.newest(1))).id, ["lost"])
        elsewhere.rename(library)
        set_tags(catalogue, next(iter(catalogue.sounds.newest(1))).id, ["kept"])
    renamed(library)
    done = index(elsewhere, tiny_library.pack)
    with Catalogue.open(elsewhere, read_only=True) as catalogue:
        assert (catalogue.id, done.unchanged, len(contents(elsewhere, tiny_library.pack))) == (id, _SOUNDS, _SOUNDS)
        assert catalogue.marks.tags(catalogue.sounds.newest(1)[0].id) == ("kept",)


def test_the_lock_of_a_library_moves_with_it(tmp_path: Path, sounds: Path, tiny_library: TinyLibrary) -> None:
    library = tmp_path / "library"
    Catalogue.open(library).close()
    with WriterLock(library):
        renamed(library)
        with pytest.raises(LibraryBusy):
            index(tmp_path / "elsewhere", tiny_library.pack, sounds)


def test_a_job_for_another_library_than_the_one_there_does_nothing(
    tmp_path: Path, sounds: Path, tiny_library: TinyLibrary
) -> None:
    library = tmp_path / "library"
    Catalogue.open(library).close()
    with Catalogue.open(library, read_only=True) as catalogue:
        id = catalogue.id
    replaced(library)
    status, out, err = Job(library, tiny_library.pack, "--library-id", id, sounds).end()
    assert (status, json.loads(out.splitlines()[-1])["kind"]) == (1, "LibraryGone"), err
    with Catalogue.open(library, read_only=True) as catalogue:
        assert catalogue.files.at(FilePath.of(sounds / "0.wav")) is None
    shutil.rmtree(library)
    status, out, err = Job(library, tiny_library.pack, "--library-id", id, sounds).end()
    assert (status, library.exists()) == (1, False), err
