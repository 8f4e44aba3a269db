"""Catalogues of every version open; those of a later Earshot are left alone."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import apsw
import pytest

from engine.base.errors import LibraryDamaged, LibraryError, LibraryNewer, StorageFull
from engine.base.file_messages import Damage, FileAdvice, FileFault, as_stored, trouble
from engine.base.library_facts import FailedFile
from engine.base.messages import Message
from engine.base.types import Colour, FilePath, FileStamp, Marks, PackId, SoundId
from engine.features.verify.catalogue import check_catalogue
from engine.library.user_data import UserData
from engine.search.query_parser import parse
from engine.store.catalogue import Catalogue
from engine.store.choices import ChoiceKind, ChosenSound
from engine.store.connection import FILE_NAME, connect, sqlite_errors
from engine.store.filters import FOLDERS, FORMATS, LENGTH, AllOf, AnyOf, Between, Filters
from engine.store.migrations import SCHEMA_VERSION
from engine.store.schema import APPLICATION_ID, version_of
from tests.helpers.libraries import ROOT, a_sound

GOLDEN = Path(__file__).resolve().parents[2] / "golden"


def test_there_is_a_golden_catalogue_of_every_version() -> None:
    assert {path.name for path in GOLDEN.glob("catalogue-v*.sqlite")} == {
        f"catalogue-v{version}.sqlite" for version in range(1, SCHEMA_VERSION + 1)
    }


@pytest.mark.parametrize("version", range(1, SCHEMA_VERSION + 1))
def test_a_catalogue_of_any_version_opens_with_all_that_was_in_it(tmp_path: Path, version: int) -> None:
    shutil.copy(GOLDEN / f"catalogue-v{version}.sqlite", tmp_path / FILE_NAME)
    with Catalogue.open(tmp_path) as catalogue:
        assert version_of(catalogue.database.connection) == SCHEMA_VERSION
        catalogue.database.integrity_check()
        counts = catalogue.sounds.counts()
        assert (counts.sounds, counts.segments, counts.failed) == (3, 7, 1)
        assert catalogue.packs.searched() == ("golden-pack", "golden")
        assert [root.path for root in catalogue.roots.all()] == [FilePath(b"/sounds/Foley")]
        door = catalogue.sounds.one(SoundId(1))
        assert door.path.raw == b"/sounds/Foley/Doors/DOORWood_Creak\xff03.wav"
        assert (door.metadata.description, door.metadata.fields["bext.Originator"]) == ("A heavy door", "Recorder")
        assert (catalogue.marks.tags(SoundId(1)), catalogue.texts.matching("wood creak").tolist()) == (("best",), [1])
        assert catalogue.passing.ids(Filters.of([Between(LENGTH, 100)])).tolist() == [2]
        assert catalogue.segments.rows(catalogue.segments.of([SoundId(2)])).end_s.tolist() == [2.0, 3.0, 4.0]
        assert catalogue.frames.of(catalogue.packs.searched()[0], "segments")[0].count == 7  # type: ignore[index]


def test_what_the_user_kept_in_version_2_is_there(tmp_path: Path) -> None:
    shutil.copy(GOLDEN / "catalogue-v2.sqlite", tmp_path / FILE_NAME)
    with Catalogue.open(tmp_path, read_only=True) as catalogue:
        keeping = UserData(catalogue)
        door, second, third = catalogue.sounds.many([SoundId(1), SoundId(2), SoundId(3)])
        assert door.marks == Marks(4, Colour.GREEN, tags=("best",), note="Too much hum")
        assert second.marks == Marks(
            is_favourite=True, plays=1, uses=1, last_played_s=1_700_000_000.0, last_used_s=1_700_000_100.0
        )
        assert (third.measures.tempo_bpm, third.measures.tempo_confidence) == (120.5, 0.75)
        assert (third.measures.key, third.measures.key_confidence) == ("F# minor", 0.5)
        assert [collection.name for collection in keeping.collections()] == ["Ambiences"]
        assert catalogue.marks.collection_order("AMBIENCES").tolist() == [2, 1]
        assert [(saved.name, saved.text) for saved in keeping.saved()] == [("Short doors", "door dur:<2")]
        assert keeping.history() == ["door creak"]
        assert not catalogue.roots.all()[0].is_watched


def test_what_another_pack_made_in_version_3_is_there(tmp_path: Path) -> None:
    shutil.copy(GOLDEN / "catalogue-v3.sqlite", tmp_path / FILE_NAME)
    with Catalogue.open(tmp_path) as catalogue:
        assert catalogue.packs.next() == ("golden-next", "next")
        assert catalogue.packs.known() == [("golden-pack", "golden", 3), ("golden-next", "next", 2)]
        at_hand, missing, offline = catalogue.learning.to_hear(PackId("golden-next"))
        assert ([sound.id for sound in at_hand], len(missing), len(offline)) == ([3], 0, 0)
        assert catalogue.learning.names_to_learn(PackId("golden-next"), 10) == [
            (1, "a sound")
        ]  # it was heard under another
        assert catalogue.frames.of(PackId("golden-next"), "segments")[0].count == 3


@pytest.mark.parametrize("version", range(1, 6))
def test_why_a_file_failed_in_an_earlier_version_is_said_as_it_was_stored(tmp_path: Path, version: int) -> None:
    shutil.copy(GOLDEN / f"catalogue-v{version}.sqlite", tmp_path / FILE_NAME)
    with Catalogue.open(tmp_path) as catalogue:
        (broken,) = catalogue.files.failed(10)
        assert broken == FailedFile(FilePath(b"/sounds/Foley/broken.wav"), as_stored("it is cut off", "Copy it again."))
        assert (broken.reason, str(broken.trouble.advice)) == ("it is cut off", "Copy it again.")


def test_why_a_file_failed_in_version_6_is_there_as_a_value(tmp_path: Path) -> None:
    shutil.copy(GOLDEN / "catalogue-v6.sqlite", tmp_path / FILE_NAME)
    with Catalogue.open(tmp_path, read_only=True) as catalogue:
        (broken,) = catalogue.files.failed(10)
        assert broken.trouble == trouble(FileFault.DAMAGED, FileAdvice.COPY_OR_SAVE, Message(Damage.TOO_SHORT))
        assert broken.reason == "the file is damaged: it ends too early"


def test_what_was_chosen_in_version_7_is_there(tmp_path: Path) -> None:
    shutil.copy(GOLDEN / "catalogue-v7.sqlite", tmp_path / FILE_NAME)
    with Catalogue.open(tmp_path, read_only=True) as catalogue:
        (choice,) = catalogue.choices.all()
        assert (choice.text, choice.kind, choice.chosen_s) == ("door creak", ChoiceKind.DRAGGED, 1_700_000_200.0)
        assert choice.chosen == ChosenSound(SoundId(1), 0.5, 1.5)
        assert catalogue.choices.not_learnt() == {"ambiences"}


def test_what_was_shared_in_version_8_is_there(tmp_path: Path) -> None:
    shutil.copy(GOLDEN / "catalogue-v8.sqlite", tmp_path / FILE_NAME)
    with Catalogue.open(tmp_path, read_only=True) as catalogue:
        rows = catalogue.database.rows
        assert rows("SELECT field, json, base FROM shared_edit") == [("note", '"Too bright"', 41)]
        assert rows("SELECT field, json, sequence, who FROM shared_field") == [("rating", "4", 41, "bob")]
        assert rows("SELECT own FROM shared_list") == [(1,)]
        assert rows("SELECT kept_json, lost_json, lost_who FROM shared_conflict") == [("4", "2", "ann")]
        assert rows("SELECT * FROM shared_volume") == [("Effects", b"/mnt/effects", 1200)]


def test_what_the_system_noted_of_a_file_in_version_9_is_there(tmp_path: Path) -> None:
    shutil.copy(GOLDEN / "catalogue-v9.sqlite", tmp_path / FILE_NAME)
    with Catalogue.open(tmp_path, read_only=True) as catalogue:
        seen = {file.id: file.stamp.changed_ns for file in catalogue.files.stamps(catalogue.roots.all()[0].id)}
        assert seen[SoundId(1)] == 1_700_000_300_000_000_001
        assert {changed_ns for id, changed_ns in seen.items() if id != 1} == {0}


def test_what_files_say_in_version_10_is_asked_for(tmp_path: Path) -> None:
    shutil.copy(GOLDEN / "catalogue-v10.sqlite", tmp_path / FILE_NAME)
    with Catalogue.open(tmp_path, read_only=True) as catalogue:
        asked = parse("scene:12a take:3 track:anna designer:doe", synonyms=lambda word: ()).filters
        assert catalogue.passing.ids(asked).tolist() == [3]
        assert catalogue.texts.matching("lav anna").tolist() == [3]


@pytest.mark.parametrize("version", [1, 4, 9])
def test_what_files_said_in_an_earlier_version_is_asked_for_without_reading_them(tmp_path: Path, version: int) -> None:
    shutil.copy(GOLDEN / f"catalogue-v{version}.sqlite", tmp_path / FILE_NAME)
    with Catalogue.open(tmp_path) as catalogue:
        asked = parse("originator:recorder keyword:door", synonyms=lambda word: ()).filters
        assert catalogue.passing.ids(asked).tolist() == [1]
        assert catalogue.texts.matching("recorder").tolist() == [1]
        assert catalogue.sounds.one(SoundId(1)).metadata.artist == ""  # a machine is no designer
        assert [found.fault for found in check_catalogue(catalogue)] == [None] * len(list(check_catalogue(catalogue)))


def test_true_peak_and_layout_of_version_14_are_there_and_asked_for(tmp_path: Path) -> None:
    shutil.copy(GOLDEN / "catalogue-v14.sqlite", tmp_path / FILE_NAME)
    with Catalogue.open(tmp_path, read_only=True) as catalogue:
        third = catalogue.sounds.one(SoundId(3))
        assert third.info is not None
        assert (third.measures.true_peak_dbtp, third.info.layout) == (-0.25, "FL FR FC LFE BL BR")
        assert catalogue.passing.ids(parse("tp:>-1", synonyms=lambda word: ()).filters).tolist() == [3]


@pytest.mark.parametrize("version", [1, 4, 13])
def test_a_library_from_before_true_peak_keeps_its_checksums_and_knows_none(tmp_path: Path, version: int) -> None:
    shutil.copy(GOLDEN / f"catalogue-v{version}.sqlite", tmp_path / FILE_NAME)
    with Catalogue.open(tmp_path) as catalogue:
        assert catalogue.sounds.one(SoundId(1)).measures.true_peak_dbtp is None
        assert catalogue.passing.ids(parse("tp:>-100", synonyms=lambda word: ()).filters).tolist() == []
        assert [found.fault for found in check_catalogue(catalogue)] == [None] * len(list(check_catalogue(catalogue)))


def test_an_old_failure_that_fails_again_is_told_as_a_value(tmp_path: Path) -> None:
    shutil.copy(GOLDEN / "catalogue-v5.sqlite", tmp_path / FILE_NAME)
    with Catalogue.open(tmp_path) as catalogue:
        path = FilePath(b"/sounds/Foley/broken.wav")
        empty = trouble(FileFault.EMPTY, FileAdvice.COPY_OR_EXPORT)
        catalogue.files.note_failed(FileStamp(path, 0, 9), empty, root=catalogue.roots.all()[0].id)
        assert catalogue.files.failed(10) == [FailedFile(path, empty)]
        assert catalogue.database.rows("SELECT error, advice FROM sound WHERE error != ''") == [("EMPTY", "")]


def test_a_library_of_an_earlier_earshot_is_brought_up_even_to_be_read(tmp_path: Path) -> None:
    shutil.copy(GOLDEN / "catalogue-v1.sqlite", tmp_path / FILE_NAME)
    with Catalogue.open(tmp_path, read_only=True) as catalogue:
        assert catalogue.sounds.one(SoundId(1)).marks.tags == ("best",)
        assert catalogue.passing.ids(Filters.of([AllOf(FOLDERS, ("doors",)), AnyOf(FORMATS, ("wav",))])).tolist() == [1]
        assert catalogue.folders.all() == [(FilePath(b"/sounds/Foley"), 2), (FilePath(b"/sounds/Foley/Doors"), 1)]


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="needs a folder that cannot be written")
def test_a_library_of_an_earlier_earshot_that_cannot_be_written_says_what_to_do(tmp_path: Path) -> None:
    shutil.copy(GOLDEN / "catalogue-v1.sqlite", tmp_path / FILE_NAME)
    tmp_path.chmod(0o500)
    with pytest.raises(LibraryError, match="earlier Earshot") as caught:
        Catalogue.open(tmp_path, read_only=True)
    tmp_path.chmod(0o700)
    assert "Copy the folder" in caught.value.advice


def test_a_newer_library_is_refused_politely_and_left_alone(tmp_path: Path) -> None:
    with Catalogue.open(tmp_path) as catalogue:
        catalogue.database.connection.pragma("user_version", SCHEMA_VERSION + 1)
    before = (tmp_path / FILE_NAME).read_bytes()
    for read_only in (True, False):
        with pytest.raises(LibraryNewer, match=f"format {SCHEMA_VERSION + 1}") as caught:
            Catalogue.open(tmp_path, read_only=read_only)
        assert "newer Earshot" in caught.value.advice
    assert (tmp_path / FILE_NAME).read_bytes() == before


def test_a_newer_library_keeps_its_log_too(tmp_path: Path) -> None:
    with Catalogue.open(tmp_path / "open") as catalogue:
        catalogue.database.connection.pragma("wal_checkpoint", "TRUNCATE")
        catalogue.database.connection.execute("UPDATE meta SET value = value + 1 WHERE key = 'sequence'")
        shutil.copytree(tmp_path / "open", tmp_path / "killed")
    path = tmp_path / "killed" / FILE_NAME
    raw = bytearray(path.read_bytes())
    raw[60:64] = (SCHEMA_VERSION + 1).to_bytes(4, "big")
    path.write_bytes(raw)
    for read_only in (True, False):
        with pytest.raises(LibraryNewer):
            Catalogue.open(tmp_path / "killed", read_only=read_only)
    assert path.read_bytes() == raw
    assert path.with_name(f"{FILE_NAME}-wal").stat().st_size


def test_a_database_of_another_program_is_left_alone(tmp_path: Path) -> None:
    with apsw.Connection(str(tmp_path / FILE_NAME)) as other:
        other.execute("CREATE TABLE theirs(x); PRAGMA user_version = 1")
    with pytest.raises(LibraryError, match="another program"):
        Catalogue.open(tmp_path)


def test_a_file_that_is_no_database_is_told(tmp_path: Path) -> None:
    (tmp_path / FILE_NAME).write_bytes(b"not a database at all" * 100)
    with pytest.raises(LibraryError, match="damaged"):
        Catalogue.open(tmp_path)


def test_a_damaged_page_is_found_by_the_check(tmp_path: Path) -> None:
    with Catalogue.open(tmp_path) as catalogue:
        root = catalogue.roots.add(ROOT)
        catalogue.sounds.store([a_sound(number, root=root, first_segment=2 * number) for number in range(1, 400)], [])
    raw = bytearray((tmp_path / FILE_NAME).read_bytes())
    raw[-3 * 4096 : -2 * 4096] = b"\x5a" * 4096
    (tmp_path / FILE_NAME).write_bytes(raw)
    with pytest.raises(LibraryError, match="damaged"), Catalogue.open(tmp_path) as catalogue:
        catalogue.database.integrity_check()


def test_wal_and_foreign_keys_are_on(tmp_path: Path) -> None:
    connection = connect(tmp_path, read_only=False, makes=True)
    assert connection.pragma("journal_mode") == "wal"
    assert connection.pragma("foreign_keys") == 1
    assert connection.pragma("application_id") == APPLICATION_ID
    connection.close()


def test_sqlites_full_disk_is_our_full_disk(tmp_path: Path) -> None:
    with Catalogue.open(tmp_path) as catalogue:
        root = catalogue.roots.add(ROOT)
        catalogue.database.connection.pragma("max_page_count", 60)
        with pytest.raises(StorageFull) as caught:
            catalogue.sounds.store([a_sound(n, root=root, first_segment=2 * n) for n in range(1, 3_000)], [])
        assert "everything done so far is kept" in caught.value.advice
        assert catalogue.sounds.counts().sounds == 0


@pytest.mark.skipif(os.name == "nt", reason="needs SQLite's unix-dotfile VFS")
def test_a_disk_where_wal_cannot_work_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # SQLite's own way for network disks, which has no shared memory and so no WAL.
    original = apsw.Connection
    monkeypatch.setattr(
        "engine.store.connection.apsw.Connection",
        lambda path, flags: original(path, flags=flags, vfs="unix-dotfile"),
    )
    with pytest.raises(LibraryError, match="cannot hold a catalogue") as caught:
        Catalogue.open(tmp_path)
    assert "local disk" in caught.value.advice


def test_two_processes_that_make_a_library_at_once_both_succeed(tmp_path: Path) -> None:
    code = (
        "import sys; from pathlib import Path; from engine.store.catalogue import Catalogue;"
        "Catalogue.open(Path(sys.argv[1])).close()"
    )
    command = [sys.executable, "-c", code, str(tmp_path)]
    children = [subprocess.Popen(command, cwd=GOLDEN.parents[1]) for _ in range(3)]
    assert [child.wait(60) for child in children] == [0, 0, 0]


def test_our_own_faults_are_not_hidden(tmp_path: Path) -> None:
    with pytest.raises(apsw.SQLError), sqlite_errors(tmp_path):
        apsw.Connection(":memory:").execute("SELECT nonsense FROM nowhere")


@pytest.mark.parametrize("what", ["empty", "missing"])
def test_a_catalogue_that_lost_all_beside_vectors_is_not_taken_for_a_new_library(tmp_path: Path, what: str) -> None:
    vectors = tmp_path / "vectors" / "pack" / "segments-000001.vec"
    vectors.parent.mkdir(parents=True)
    vectors.write_bytes(b"vectors of a thousand sounds")
    catalogue = tmp_path / FILE_NAME
    if what == "empty":
        catalogue.touch()
    for read_only in (False, True):
        with pytest.raises(LibraryDamaged, match=f"is {what}; the vectors"):
            connect(tmp_path, read_only=read_only)
    assert catalogue.exists() == (what == "empty")
    assert vectors.read_bytes() == b"vectors of a thousand sounds"


def test_an_empty_file_in_an_empty_folder_is_a_new_library(tmp_path: Path) -> None:
    (tmp_path / FILE_NAME).touch()
    connect(tmp_path, read_only=False).close()
    assert (tmp_path / FILE_NAME).stat().st_size > 0
