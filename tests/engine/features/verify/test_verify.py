"""Verifying a library: what it says of each part, and what mending makes of it."""

import os
import shutil
from pathlib import Path

import apsw
import pytest

from engine.base.backup_files import Reason, backups_of
from engine.base.errors import LibraryBusy, LibraryDamaged
from engine.base.findings import Fault, Finding, LibraryPart, Repair
from engine.base.types import PackId, SoundId
from engine.base.write_hold import is_held
from engine.cli.main import main
from engine.features.doctor.doctor import examine
from engine.features.speech import heard_check
from engine.features.speech.words_file import WordsFile
from engine.features.verify.verify import mend, verify
from engine.library.library import Library
from engine.library.user_data import UserData
from engine.search.question import Question
from engine.search.sorting import keep_file_orders
from engine.store.backup import make_backup
from engine.store.catalogue import Catalogue
from engine.store.column_cache import columns_file
from engine.store.connection import FILE_NAME
from engine.store.order_cache import orders_file
from tests.helpers.indexing import contents, index
from tests.helpers.sounds import write_tone
from tests.helpers.tiny_library import TinyLibrary


@pytest.fixture
def library(tiny_library: TinyLibrary, tmp_path: Path) -> Path:
    """Six sounds, each with a rating and a note."""
    folder = Path(shutil.copytree(tiny_library.folder, tmp_path / "library"))
    with Catalogue.open(folder) as catalogue:
        keeping = UserData(catalogue)
        for number, id in enumerate(catalogue.columns.living().tolist()):
            keeping.set_rating([id], 1 + number % 5)
            keeping.set_note(SoundId(id), f"a note on take {number}")
    return folder


def faults(found: list[Finding]) -> list[tuple[str, Fault | None, int]]:
    return [(finding.part, finding.fault, finding.count) for finding in found if finding.fault is not None]


def scribble(library: Path, old: bytes, new: bytes) -> None:
    """Writes other bytes of the same length over every place of some in the catalogue's file."""
    assert len(old) == len(new)
    path = library / FILE_NAME
    raw = path.read_bytes()
    assert old in raw
    path.write_bytes(raw.replace(old, new))


def past_the_checks(library: Path, sql: str) -> None:
    """Changes rows without their checksums, as a disk does."""
    with apsw.Connection(str(library / FILE_NAME)) as connection:
        connection.create_scalar_function("row_digest", lambda *values: 0, flags=apsw.SQLITE_INNOCUOUS)
        connection.execute(sql)


def notes(library: Path) -> list[str]:
    with Catalogue.open(library, read_only=True) as catalogue:
        return [sound.marks.note for sound in catalogue.sounds.many(catalogue.columns.living())]


def test_a_note_that_reads_otherwise_is_noticed_and_taken_from_the_backup(library: Path) -> None:
    make_backup(library, Reason.DAILY)
    with Catalogue.open(library) as catalogue:  # one is newer than the backup, and stays
        UserData(catalogue).set_note(SoundId(2), "newer")
    before = notes(library)
    scribble(library, b"a note on take 3", b"a lie on a take!")
    assert faults(list(verify(library))) == [(LibraryPart.ROWS, Fault.OTHER_VALUES, 1)]
    (mended,) = [finding for finding in mend(library) if finding.fault is not None]
    assert (mended.is_mended, mended.accepted, mended.where[0]) == (True, 0, "mark")
    assert notes(library) == before
    assert faults(list(verify(library))) == []


def test_a_job_writes_nothing_into_a_catalogue_that_fails_its_check(library: Path, tiny_library: TinyLibrary) -> None:
    scribble(library, b"a note on take 3", b"a lie on a take!")
    before = notes(library)
    with pytest.raises(LibraryDamaged, match="a copy of it was saved"):
        index(library, tiny_library.pack)
    assert [backup.reason for backup in backups_of(library)] == [Reason.DAMAGED]
    assert notes(library) == before
    list(mend(library))
    assert index(library, tiny_library.pack).unchanged == 6


def test_what_no_backup_has_is_taken_as_it_is_and_told(library: Path, capsys: pytest.CaptureFixture[str]) -> None:
    scribble(library, b"a note on take 3", b"a lie on a take!")
    where = ("--library", os.fspath(library))
    assert main(["verify", *where]) == 1
    assert "--repair" in capsys.readouterr().err
    assert main(["verify", "--repair", *where]) == 0
    assert "1 could not be restored and were kept" in capsys.readouterr().out
    assert main(["verify", *where]) == 0
    assert backups_of(library)[0].reason is Reason.DAMAGED  # as it was before it was mended


def test_a_sound_whose_facts_turned_is_read_again_and_keeps_its_marks(library: Path, tiny_library: TinyLibrary) -> None:
    before = contents(library, tiny_library.pack)
    past_the_checks(library, "UPDATE detail SET bounds = zeroblob(length(bounds)) WHERE sound_id = 2")
    (finding,) = [finding for finding in verify(library) if finding.fault is not None]
    assert (finding.part, finding.where[0], finding.mend) == (LibraryPart.ROWS, "detail", Repair.FROM_BACKUP)
    assert finding.where[1].endswith(".wav")
    list(mend(library))
    assert index(library, tiny_library.pack).changed == 1
    assert contents(library, tiny_library.pack) == before
    assert faults(list(verify(library))) == []


def test_what_was_kept_of_rows_as_they_were_goes(library: Path) -> None:
    columns = columns_file(library, PackId("0" * 32))
    with Catalogue.open(library) as catalogue:
        keep_file_orders(catalogue)
    columns.parent.mkdir(parents=True)
    columns.write_bytes(b"of another time")
    past_the_checks(library, "UPDATE detail SET bounds = zeroblob(length(bounds)) WHERE sound_id = 2")
    assert orders_file(library).exists()
    list(mend(library))
    assert not orders_file(library).exists()
    assert not columns.exists()


def test_an_index_of_words_that_lost_some_is_made_anew(library: Path) -> None:
    with Catalogue.open(library) as catalogue:
        catalogue.database.connection.execute("DELETE FROM sound_text WHERE rowid = 2")
    assert [finding.part for finding in verify(library) if finding.fault] == [LibraryPart.WORDS_INDEX]
    list(mend(library))
    with Catalogue.open(library, read_only=True) as catalogue:
        assert 2 in catalogue.texts.matching("take").tolist()
    assert faults(list(verify(library))) == []


def test_damaged_vectors_are_forgotten_and_read_again(library: Path, tiny_library: TinyLibrary) -> None:
    before = contents(library, tiny_library.pack)
    (path,) = (library / "vectors").rglob("segments-*.vec")
    os.truncate(path, path.stat().st_size - 5)
    assert [(part, fault) for part, fault, _ in faults(list(verify(library)))] == [
        (LibraryPart.VECTORS, Fault.DAMAGED_BLOCKS)
    ]
    assert all(finding.is_well for finding in mend(library))
    assert index(library, tiny_library.pack).changed == 6
    assert contents(library, tiny_library.pack) == before


@pytest.mark.parametrize("name", ["words.db", "units.db"])
def test_a_damaged_file_of_what_was_heard_is_said_by_doctor_too_and_dropped(library: Path, name: str) -> None:
    (library / name).write_bytes(b"no database at all" * 1000)
    assert [(part, fault) for part, fault, _ in faults(list(verify(library)))] == [(name, Fault.UNREADABLE)]
    (check,) = [check for check in examine(library) if check.name == name]
    assert (check.status, "earshot verify --repair" in check.advice) == ("fail", True)
    assert all(finding.is_well for finding in mend(library))
    assert not (library / name).exists()


def test_sounds_that_left_are_taken_out_of_what_was_heard(library: Path) -> None:
    with apsw.Connection(str(library / "words.db")) as connection:
        connection.execute("INSERT INTO heard VALUES (999, x'00', '')")
    assert faults(list(verify(library))) == [("words.db", Fault.STRANGERS, 1)]
    assert all(finding.is_well for finding in mend(library))
    assert faults(list(verify(library))) == []


def test_files_that_changed_or_went_are_told_and_are_no_damage(library: Path, tmp_path: Path) -> None:
    write_tone(tmp_path / "own" / "one.wav", 900.0, 0.5)
    with Catalogue.open(library) as catalogue:
        catalogue.database.connection.execute("UPDATE sound SET size_bytes = 1 WHERE id = 1")
    (finding,) = [finding for finding in verify(library) if finding.fault is not None]
    assert (finding.part, finding.fault, finding.count, finding.is_well) == (LibraryPart.FILES, Fault.CHANGED, 1, True)


def test_a_catalogue_that_hangs_together_no_more_can_only_be_restored(library: Path) -> None:
    path = library / FILE_NAME
    raw = bytearray(path.read_bytes())
    raw[8192:20480] = b"\xa5" * 12288
    path.write_bytes(raw)
    for found in (list(verify(library)), list(mend(library))):
        assert found[-1].mend is Repair.RESTORE
        assert not found[-1].is_well


def test_a_library_that_is_well_is_left_alone(library: Path) -> None:
    before = {path: path.read_bytes() for path in library.rglob("*") if path.is_file() and "-" not in path.suffix}
    assert all(finding.fault is None for finding in mend(library))
    assert {path: path.read_bytes() for path in before} == before
    assert backups_of(library) == []
    with Library.open(library, read_only=True) as opened:
        assert len(opened.answer(Question("noise")).hits) == 6


def test_what_another_program_keeps_locked_is_not_taken_for_damaged(
    library: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(heard_check, "_BUSY_TIMEOUT_MS", 50)
    WordsFile.for_pack(library, PackId("0" * 32)).close()
    with apsw.Connection(str(library / "words.db")) as holder:
        holder.pragma("locking_mode", "exclusive")
        holder.execute("UPDATE meta SET value = value")
        for ask in (verify, mend):
            with pytest.raises(LibraryBusy):
                list(ask(library))
    holder.close()
    assert not is_held(library)
    assert faults(list(mend(library))) == []
    assert (library / "words.db").is_file()
