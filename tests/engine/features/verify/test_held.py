"""A library that is known to be damaged: it is searched, nothing is written into it, and what ends that."""

import shutil
from pathlib import Path

import pytest

from engine.base.backup_files import Reason, backups_of
from engine.base.errors import LibraryHeld
from engine.base.write_hold import is_held
from engine.cli.main import main
from engine.features.backups.restore import restore
from engine.library.user_data import UserData
from engine.store.backup import make_backup
from engine.store.catalogue import Catalogue
from engine.store.connection import FILE_NAME
from tests.helpers.tiny_library import TinyLibrary

NOTE, OTHER = b"a note that was written", b"a note that was wrItten"


@pytest.fixture
def library(tiny_library: TinyLibrary, tmp_path: Path) -> Path:
    """Six sounds, the first with a note of which a bit has turned since; a backup is from before."""
    folder = Path(shutil.copytree(tiny_library.folder, tmp_path / "library"))
    with Catalogue.open(folder) as catalogue:
        UserData(catalogue).set_note([catalogue.columns.living()[0]], NOTE.decode())
    make_backup(folder, Reason.ASKED)
    path = folder / FILE_NAME
    raw = path.read_bytes()
    assert raw.count(NOTE) == 1
    path.write_bytes(raw.replace(NOTE, OTHER))
    return folder


def rate(library: Path, rating: str = "4") -> int:
    return main(["tag", "--library", str(library), "--rating", rating, "--query", "noise"])


def ratings(library: Path) -> list[int]:
    with Catalogue.open(library, read_only=True) as catalogue:
        return [sound.marks.rating for sound in catalogue.sounds.many(catalogue.columns.living())]


@pytest.mark.shows("entered-lost-file")
def test_once_a_check_has_failed_nothing_is_written_and_it_is_said_each_time(
    library: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert not make_backup(library, Reason.DAILY).is_whole
    before = (library / FILE_NAME).read_bytes()
    for _ in range(2):
        assert rate(library) == 1
        said = capsys.readouterr().err
        assert "is damaged, and nothing was written" in said
        assert "earshot verify --repair" in said
    assert (library / FILE_NAME).read_bytes() == before
    assert main(["search", "noise", "--library", str(library)]) == 0


def test_indexing_ends_before_it_writes_also_when_todays_backup_is_there(
    library: Path, tiny_library: TinyLibrary, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["verify", "--library", str(library)]) == 1
    assert is_held(library)
    before = ratings(library)
    assert main(["index", "--library", str(library), "--pack", str(tiny_library.pack)]) == 1
    assert "damaged" in capsys.readouterr().err
    assert (ratings(library), is_held(library)) == (before, True)


def test_mending_lets_it_be_written_again(library: Path) -> None:
    make_backup(library, Reason.DAILY)
    assert main(["verify", "--repair", "--library", str(library)]) == 0
    assert not is_held(library)
    assert rate(library) == 0
    assert ratings(library) == [4] * 6


def test_what_mending_cannot_mend_stays_unwritten_until_a_backup_is_put_back(library: Path) -> None:
    path = library / FILE_NAME
    raw = bytearray(path.read_bytes())
    raw[-8192:-4096] = b"\xa5" * 4096
    path.write_bytes(raw)
    assert main(["verify", "--mend", "--library", str(library)]) == 1
    assert is_held(library)
    (whole,) = [backup for backup in backups_of(library) if backup.reason is Reason.ASKED]
    restore(library, whole.path)
    assert not is_held(library)
    assert rate(library) == 0


def test_a_catalogue_that_somebody_put_right_by_hand_is_written_again_after_a_check(library: Path) -> None:
    make_backup(library, Reason.DAILY)
    (whole,) = [backup for backup in backups_of(library) if backup.is_whole]
    shutil.copy(whole.path, library / FILE_NAME)
    assert rate(library) == 1
    assert main(["verify", "--library", str(library)]) == 0
    assert rate(library) == 0


def test_a_connection_that_was_open_before_is_held_too(library: Path) -> None:
    with Catalogue.open(library) as catalogue:
        keeping, ids = UserData(catalogue), catalogue.columns.living()
        keeping.set_rating(ids, 2)
        make_backup(library, Reason.DAILY)
        with pytest.raises(LibraryHeld):
            keeping.set_rating(ids, 3)
    assert ratings(library) == [2] * 6
