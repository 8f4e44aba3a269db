"""Going back to a backup: what it would cost is said first, what was there is kept, and nobody is disturbed."""

import contextlib
import os
import shutil
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from engine.base.backup_files import FOLDER, Reason, backups_of
from engine.base.cancellation import StopRequested
from engine.base.errors import LibraryBusy, LibraryDamaged, LibraryError
from engine.base.types import Colour, FilePath, SoundId
from engine.cli.main import main
from engine.features.backups.losses import LossKind, losses
from engine.features.backups.messages import BackupFault
from engine.features.backups.restore import RestoreStep, find, restore
from engine.features.verify.verify import verify
from engine.library.library import Library
from engine.library.user_data import UserData
from engine.search.question import Question
from engine.store.backup import is_whole, make_backup
from engine.store.catalogue import Catalogue
from engine.store.connection import FILE_NAME
from engine.store.migrations import SCHEMA_VERSION
from tests.helpers.indexing import index
from tests.helpers.sounds import write_tone
from tests.helpers.tiny_pack import make_tiny_pack
from tests.helpers.user_tags import set_favourite, set_tags

GOLDEN = Path(__file__).resolve().parents[3] / "golden"


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A pack, and the library of three sounds."""
    home = tmp_path_factory.mktemp("restore")
    make_tiny_pack(home / "pack")
    for number in range(3):
        write_tone(home / "sounds" / f"{number}.wav", 300.0 * (number + 1), 0.6)
    index(home / "library", home / "pack", home / "sounds")
    return home


@pytest.fixture
def library(home: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(home / "library", tmp_path / "library"))


def mark_all(library: Path) -> None:
    """One of everything that a user can give."""
    with Catalogue.open(library) as catalogue:
        keeping, ids = UserData(catalogue), catalogue.columns.living()[:1]
        keeping.set_rating(ids, 4)
        keeping.set_colour(ids, Colour.GREEN)
        keeping.add_tags(ids, ["mine"])
        keeping.set_note(SoundId(int(ids[0])), "a note")
        collection, _ = keeping.make_collection("Doors")
        keeping.add_to(collection.id, ids)
        set_favourite(catalogue, SoundId(int(ids[0])))


@pytest.mark.shows("entered-lost-file")
def test_what_would_be_lost_is_counted(library: Path, home: Path, tmp_path: Path) -> None:
    backup = make_backup(library, Reason.DAILY)
    mark_all(library)
    write_tone(tmp_path / "new" / "one.wav", 5000.0, 0.6)
    index(library, home / "pack", tmp_path / "new")
    found = losses(library, backup.path)
    assert found is not None
    assert dict(found.lost) == {
        LossKind.SOUNDS: 1,
        LossKind.FOLDERS: 1,
        LossKind.RATINGS: 1,
        LossKind.COLOURS: 1,
        LossKind.FAVOURITES: 1,
        LossKind.TAGS: 1,
        LossKind.NOTES: 1,
        LossKind.COLLECTIONS: 1,
        LossKind.COLLECTED: 1,
    }
    assert not found.regained


def test_what_would_come_back_is_counted_too(library: Path) -> None:
    mark_all(library)
    backup = make_backup(library, Reason.DAILY)
    with Catalogue.open(library) as catalogue:
        UserData(catalogue).set_rating(catalogue.columns.living()[:1], 2)
    found = losses(library, backup.path)
    assert found is not None
    assert (dict(found.lost), dict(found.regained)) == ({LossKind.RATINGS: 1}, {LossKind.RATINGS: 1})


def test_a_backup_of_an_earlier_version_can_be_compared_and_restored(tmp_path: Path) -> None:
    shutil.copy(GOLDEN / "catalogue-v1.sqlite", tmp_path / FILE_NAME)
    with Catalogue.open(tmp_path) as catalogue:
        set_tags(catalogue, SoundId(1), ["other"])
    backup = find(tmp_path, "")
    found = losses(tmp_path, backup.path)
    assert found is not None
    assert (found.lost[LossKind.TAGS], found.regained[LossKind.TAGS]) == (1, 1)
    restore(tmp_path, backup.path)
    with Catalogue.open(tmp_path) as catalogue:
        assert catalogue.marks.tags(SoundId(1)) == ("best",)
        assert catalogue.database.rows("PRAGMA user_version") == [(SCHEMA_VERSION,)]


def test_after_a_restore_all_is_searched_and_what_is_new_is_learnt_again(
    library: Path, home: Path, tmp_path: Path
) -> None:
    backup = make_backup(library, Reason.DAILY)
    write_tone(tmp_path / "new" / "one.wav", 5000.0, 0.6)
    index(library, home / "pack", tmp_path / "new")
    with Library.open(library, read_only=True) as opened:
        given_out = max(hit.sound.id for hit in opened.browse().hits)
    replaced = restore(library, backup.path)
    assert all(finding.is_well for finding in verify(library))
    assert replaced is not None
    assert (replaced.reason, is_whole(replaced.path)) == (Reason.REPLACED, True)
    with Library.open(library, read_only=True) as opened:
        assert len(opened.answer(Question("beep")).hits) == len(opened.browse().hits) == 3
    assert index(library, home / "pack", tmp_path / "new").added == 1
    with Library.open(library, read_only=True) as opened:
        newest = opened.browse().hits[0].sound
        assert newest.path == FilePath.of(tmp_path / "new" / "one.wav")
        assert newest.id > given_out  # a number never means two sounds
        assert len(opened.answer(Question("beep")).hits) == 4


def test_sounds_whose_vectors_are_gone_by_then_are_read_again(library: Path, home: Path) -> None:
    backup = make_backup(library, Reason.DAILY)
    shutil.rmtree(library / "vectors")
    restore(library, backup.path)
    assert index(library, home / "pack").changed == 3
    with Library.open(library, read_only=True) as opened:
        assert len(opened.answer(Question("beep")).hits) == 3


@pytest.mark.parametrize("damage", ["emptied", "missing", "rubbish"])
def test_a_catalogue_that_cannot_be_opened_is_replaced_and_kept(library: Path, damage: str) -> None:
    mark_all(library)
    backup = make_backup(library, Reason.DAILY)
    before = {"emptied": b"", "rubbish": b"no database" * 999}
    (library / FILE_NAME).unlink()
    if damage in before:
        (library / FILE_NAME).write_bytes(before[damage])
    assert losses(library, backup.path) is None
    replaced = restore(library, backup.path)
    with Catalogue.open(library) as catalogue:
        assert [name for name, _ in UserData(catalogue).tags()] == ["mine"]
        assert catalogue.sounds.counts().sounds == 3
    if damage in before:
        assert replaced is not None
        assert (replaced.reason, replaced.path.read_bytes()) == (Reason.DAMAGED, before[damage])


def test_another_program_that_has_the_library_open_is_not_disturbed(library: Path) -> None:
    backup = make_backup(library, Reason.DAILY)
    mark_all(library)
    program = "import sys; from engine.library.library import Library; from pathlib import Path\n"
    program += (
        "library = Library.open(Path(sys.argv[1]), read_only=True); library.roots(); print(1, flush=True); input()"
    )
    other = subprocess.Popen(
        [sys.executable, "-c", program, str(library)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert other.stdout is not None
    other.stdout.readline()
    with pytest.raises(LibraryBusy, match="open"):
        restore(library, backup.path)
    other.communicate("\n")
    with Catalogue.open(library, read_only=True) as catalogue:
        assert catalogue.marks.tags(SoundId(int(catalogue.columns.living()[0])))
    assert [kept.reason for kept in backups_of(library)] == [Reason.DAILY]
    restore(library, backup.path)


def test_a_damaged_backup_is_not_put_back(library: Path) -> None:
    backup = make_backup(library, Reason.DAILY)
    raw = bytearray(backup.path.read_bytes())
    raw[-4096:] = b"\xa5" * 4096
    backup.path.write_bytes(raw)
    with pytest.raises(LibraryDamaged):
        restore(library, backup.path)
    assert (library / FILE_NAME).exists()
    assert not list(library.glob("*.restoring"))


def test_a_database_that_is_no_library_is_not_put_back(library: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.sqlite"
    with contextlib.closing(sqlite3.connect(other)) as connection:
        connection.execute("CREATE TABLE song(name TEXT)")
    before = (library / FILE_NAME).read_bytes()
    with pytest.raises(LibraryError) as caught:
        restore(library, other)
    assert caught.value.what.what is BackupFault.HOLDS_NO_LIBRARY
    assert (library / FILE_NAME).read_bytes() == before


def test_a_restore_that_is_stopped_changes_nothing(library: Path) -> None:
    backup = make_backup(library, Reason.DAILY)
    before = (library / FILE_NAME).read_bytes()
    with pytest.raises(StopRequested):
        restore(library, backup.path, cancel=lambda: True)
    assert (library / FILE_NAME).read_bytes() == before


@pytest.mark.skipif(sys.platform == "win32", reason="kills by POSIX signals")
@pytest.mark.parametrize("step", [RestoreStep.SETTING_ASIDE, RestoreStep.PUTTING_BACK, RestoreStep.DONE])
def test_a_restore_killed_at_any_step_leaves_a_library(library: Path, step: RestoreStep) -> None:
    mark_all(library)
    backup = make_backup(library, Reason.DAILY)
    program = "import os, signal, sys; from pathlib import Path; from engine.features.backups.restore import restore\n"
    program += "def told(step):\n    if step == sys.argv[3]: os.kill(os.getpid(), signal.SIGKILL)\n"
    program += "restore(Path(sys.argv[1]), Path(sys.argv[2]), told=told)"
    subprocess.run([sys.executable, "-c", program, str(library), str(backup.path), step.value], check=False)
    with Catalogue.open(library) as catalogue:
        catalogue.database.integrity_check()
        assert catalogue.marks.tags(SoundId(int(catalogue.columns.living()[0]))) != ()


def test_the_shell_lists_shows_and_restores(library: Path, capsys: pytest.CaptureFixture[str]) -> None:
    where = ("--library", os.fspath(library))
    assert main(["backups", "make", *where]) == 0
    mark_all(library)
    assert main(["restore", *where]) == 0
    told = capsys.readouterr()
    assert "would be lost: 1 ratings, 1 colours" in told.out
    assert "--yes" in told.err
    assert main(["restore", "--yes", *where]) == 0
    assert main(["backups", *where]) == 0
    told = capsys.readouterr()
    assert "replaced by a backup" in told.out
    assert "2 backups" in told.err
    with Catalogue.open(library) as catalogue:
        assert not catalogue.marks.tags(SoundId(1))


def test_the_shell_says_which_backup_a_damaged_library_could_go_back_to(
    library: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    backup = make_backup(library, Reason.DAILY)
    (library / FILE_NAME).write_bytes(b"")
    assert main(["stats", "--library", os.fspath(library)]) == 1
    assert f"earshot restore {backup.name}" in capsys.readouterr().err


def test_a_backup_that_is_not_there_is_named(library: Path) -> None:
    with pytest.raises(LibraryError, match="there is no backup"):
        find(library, "")
    make_backup(library, Reason.ASKED)
    with pytest.raises(LibraryError, match="'x'"):
        find(library, "x")
    assert not [path for path in (library / FOLDER).iterdir() if path.suffix == ".part"]
