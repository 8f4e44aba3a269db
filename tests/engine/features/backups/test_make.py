"""Backups of a catalogue: what they hold, when they are made, which are kept, and what they may never do."""

import shutil
from datetime import UTC, datetime
from pathlib import Path

import apsw
import numpy as np
import pytest

from engine.base.backup_files import FOLDER, Backup, Reason, backups_of, is_daily_due, superseded
from engine.base.cancellation import StopRequested
from engine.base.errors import LibraryBusy, LibraryDamaged, LibraryError, StorageFull
from engine.base.types import SoundId
from engine.ingest.backup_schedule import make_daily
from engine.store.backup import BackupStep, is_whole, make_backup
from engine.store.catalogue import Catalogue
from engine.store.connection import FILE_NAME
from engine.store.lock import FileLock
from tests.helpers.libraries import fill, unit
from tests.helpers.small_disk import small_disk
from tests.helpers.user_tags import set_tags

GOLDEN = Path(__file__).resolve().parents[3] / "golden"
NOON = datetime(2026, 11, 22, 12, tzinfo=UTC).timestamp()
DAY = 86_400.0


def fill_some(catalogue: Catalogue, sounds: int) -> None:
    fill(catalogue, unit(np.random.default_rng(1).standard_normal((4 * sounds, 4)).astype(np.float32)))


@pytest.fixture
def library(tmp_path: Path) -> Path:
    """Three sounds, one with a tag."""
    folder = tmp_path / "library"
    with Catalogue.open(folder) as catalogue:
        fill_some(catalogue, 3)
        set_tags(catalogue, SoundId(1), ["mine"])
    return folder


def tags_in(backup: Path) -> list[str]:
    with apsw.Connection(str(backup), flags=apsw.SQLITE_OPEN_READONLY) as connection:
        return [row[0] for row in connection.execute("SELECT name FROM tag")]


def test_a_backup_holds_what_was_kept_while_the_library_goes_on(library: Path) -> None:
    with Catalogue.open(library) as catalogue:  # open, with its log beside it
        set_tags(catalogue, SoundId(2), ["later"])
        backup = make_backup(library, Reason.ASKED)
        set_tags(catalogue, SoundId(3), ["too late"])
    assert sorted(tags_in(backup.path)) == ["later", "mine"]
    assert (backup.is_whole, [path.name for path in (library / FOLDER).glob("cat*")]) == (True, [backup.name])


def test_what_is_written_while_it_is_copied_is_not_in_it_and_not_lost(library: Path) -> None:
    with Catalogue.open(library) as catalogue:

        def write(step: BackupStep) -> None:
            if step is BackupStep.CHECKING:
                set_tags(catalogue, SoundId(2), ["meanwhile"])

        backup = make_backup(library, Reason.ASKED, told=write)
        assert catalogue.marks.tags(SoundId(2)) == ("meanwhile",)
    assert tags_in(backup.path) == ["mine"]


def test_nobody_else_may_read_a_backup(library: Path) -> None:
    backup = make_backup(library, Reason.ASKED)
    assert (backup.path.parent.stat().st_mode & 0o777, backup.path.stat().st_mode & 0o777) == (0o700, 0o600)


def test_a_backup_is_made_before_a_migration(tmp_path: Path) -> None:
    shutil.copy(GOLDEN / "catalogue-v1.sqlite", tmp_path / FILE_NAME)
    Catalogue.open(tmp_path).close()
    (backup,) = backups_of(tmp_path)
    with apsw.Connection(str(backup.path), flags=apsw.SQLITE_OPEN_READONLY) as connection:
        assert (backup.reason, connection.pragma("user_version")) == (Reason.MIGRATION, 1)


def test_one_a_day_is_made_and_a_clock_that_was_wrong_does_not_put_it_off(library: Path) -> None:
    assert make_daily(library, now_s=NOON + 400 * DAY) is not None  # the clock is a year ahead
    assert make_daily(library, now_s=NOON) is not None
    assert make_daily(library, now_s=NOON + 3600) is None
    assert not is_daily_due(library, NOON + 3600)
    assert make_daily(library, now_s=NOON + DAY) is not None


def test_a_backup_that_is_stopped_leaves_nothing(library: Path) -> None:
    with pytest.raises(StopRequested):
        make_backup(library, Reason.ASKED, cancel=lambda: True)
    assert [path.name for path in (library / FOLDER).iterdir()] == ["backup.lock"]


def test_what_a_killed_process_left_half_done_is_no_backup_and_is_swept(library: Path) -> None:
    (library / FOLDER).mkdir()
    (library / FOLDER / "99.part").write_bytes(b"half")
    assert backups_of(library) == []
    make_backup(library, Reason.ASKED)
    assert not list((library / FOLDER).glob("*.part"))


def test_two_at_once_do_not_meet(library: Path) -> None:
    with FileLock(library / FOLDER / "backup.lock"):
        with pytest.raises(LibraryBusy):
            make_backup(library, Reason.ASKED, wait_s=0.0)
        assert make_daily(library) is None


def test_a_damaged_catalogue_is_copied_and_never_called_whole(library: Path) -> None:
    whole = make_backup(library, Reason.ASKED)
    raw = bytearray((library / FILE_NAME).read_bytes())
    raw[-4096:] = b"\xa5" * 4096
    (library / FILE_NAME).write_bytes(raw)
    copy = make_backup(library, Reason.DAILY)
    assert (copy.reason, copy.is_whole, is_whole(copy.path)) == (Reason.DAMAGED, False, False)
    assert whole.path.exists()


def test_a_catalogue_that_is_no_database_names_the_newest_whole_backup(library: Path) -> None:
    backup = make_backup(library, Reason.DAILY)
    (library / FILE_NAME).write_bytes(b"not a database at all" * 1000)
    assert not make_backup(library, Reason.MENDING).is_whole
    with pytest.raises(LibraryDamaged) as caught:
        Catalogue.open(library)
    assert (caught.value.backup, caught.value.made_s) == (backup.path, backup.made_s)
    assert f"earshot restore {backup.name}" in caught.value.advice


@pytest.mark.parametrize("emptied", [True, False])
def test_an_emptied_or_vanished_catalogue_is_not_taken_for_a_new_library(library: Path, emptied: bool) -> None:
    backup = make_backup(library, Reason.DAILY)
    (library / "vectors" / "pack").mkdir(parents=True)
    (library / "vectors" / "pack" / "names-000001.vec").write_bytes(b"x" * 100)
    (library / FILE_NAME).unlink()
    if emptied:
        (library / FILE_NAME).touch()
    with pytest.raises(LibraryDamaged) as caught:
        Catalogue.open(library)
    assert caught.value.backup == backup.path


def test_a_full_disk_makes_no_backup_and_hinders_nobody(tmp_path: Path) -> None:
    with small_disk(tmp_path / "disk", 8) as disk:
        with Catalogue.open(disk / "library") as catalogue:
            fill_some(catalogue, 3)
            with pytest.raises(StorageFull):
                make_backup(disk / "library", Reason.DAILY)
            set_tags(catalogue, SoundId(1), ["mine"])
        assert backups_of(disk / "library") == []
        shutil.copy(GOLDEN / "catalogue-v1.sqlite", disk / FILE_NAME)
        with Catalogue.open(disk) as catalogue:  # migrated all the same: that is one transaction
            assert catalogue.marks.tags(SoundId(1)) == ("best",)


def test_a_disk_that_fills_while_it_is_copied_leaves_no_half_backup(tmp_path: Path) -> None:
    with small_disk(tmp_path / "disk", 40) as disk:
        with Catalogue.open(disk / "library") as catalogue:
            fill_some(catalogue, 2000)

        def fill_up(step: BackupStep) -> None:
            if step is BackupStep.COPYING:
                (disk / "full").write_bytes(b"x" * (shutil.disk_usage(disk).free - 100_000))

        with pytest.raises(StorageFull):
            make_backup(disk / "library", Reason.DAILY, told=fill_up)
        assert [path.name for path in (disk / "library" / FOLDER).iterdir()] == ["backup.lock"]
        with Catalogue.open(disk / "library") as catalogue:
            catalogue.database.integrity_check()


def test_a_folder_without_a_library_has_nothing_to_copy(tmp_path: Path) -> None:
    with pytest.raises(LibraryError):
        make_backup(tmp_path, Reason.ASKED)
    assert make_daily(tmp_path) is None


def _made(day: float, reason: Reason = Reason.DAILY) -> Backup:
    return Backup(Path(f"{reason}-{day}"), NOON + day * DAY, reason, 1)


def test_three_days_and_three_weeks_are_kept_and_two_of_any_other_kind() -> None:
    """2026-11-22 is a Sunday, the last day of its week; -7, -14 and -21 are the last days of those before."""
    days = [_made(-day) for day in (*range(40), 0.1)]
    kept = set(days) - set(superseded(days))
    assert sorted(round((backup.made_s - NOON) / DAY) for backup in kept) == [-21, -14, -7, -2, -1, 0]
    others = [_made(-day, Reason.MIGRATION) for day in range(5)]
    assert superseded([*days, *others])[-3:] != []
    assert {backup.made_s for backup in others} - {backup.made_s for backup in superseded(others)} == {
        NOON,
        NOON - DAY,
    }
    assert superseded([_made(-day, Reason.ASKED) for day in range(9)]) == []


def test_making_one_deletes_those_it_supersedes(library: Path) -> None:
    for day in range(6):
        make_backup(library, Reason.MIGRATION, now_s=NOON + day * DAY)
    assert [backup.made_s for backup in backups_of(library)] == [NOON + 5 * DAY, NOON + 4 * DAY]


def test_one_made_by_a_clock_that_was_put_back_stays(library: Path) -> None:
    for day in (9, 8, 7):
        backup = make_backup(library, Reason.MIGRATION, now_s=NOON + day * DAY)
        assert backup.path.exists()


def test_of_two_made_in_one_second_for_different_reasons_the_later_is_the_newer(library: Path) -> None:
    made = [
        make_backup(library, reason, now_s=NOON + 0.5)
        for reason in (Reason.DAMAGED, Reason.DAILY, Reason.ASKED, Reason.ASKED)
    ]
    assert backups_of(library) == made[::-1]
