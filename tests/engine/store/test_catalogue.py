"""What the catalogue promises: nothing lost, nothing mixed up, everything found."""

from collections.abc import Iterator
from pathlib import Path

import apsw
import numpy as np
import pytest
from msgspec import structs

from engine.base.errors import LibraryBusy, LibraryError, LibraryHeld, SoundGone
from engine.base.file_messages import Damage, FileAdvice, FileFault, trouble
from engine.base.job_messages import FileNote, tenths
from engine.base.library_facts import FailedFile, RootState
from engine.base.messages import Message, told
from engine.base.types import FilePath, FileStamp, PackId, RootId, SoundId, SoundMetadata, Whereabouts
from engine.base.write_hold import hold
from engine.store.catalogue import Catalogue
from engine.store.connection import FILE_NAME
from engine.store.files import Move
from engine.store.lock import WriterLock
from engine.store.row_checks import add_row_digest
from engine.store.sound_rows import metadata_from
from engine.store.vectors import VectorLog
from tests.helpers.libraries import EMPTY, PACK, ROOT, a_sound, unit
from tests.helpers.user_tags import set_tags

CUT_OFF = trouble(FileFault.DAMAGED, FileAdvice.COPY_OR_SAVE, Message(Damage.TOO_SHORT))


@pytest.fixture
def catalogue(tmp_path: Path) -> Iterator[Catalogue]:
    with Catalogue.open(tmp_path / "library") as opened:
        opened.packs.set_searched(PACK, "test")
        yield opened


@pytest.fixture
def root(catalogue: Catalogue) -> RootId:
    return catalogue.roots.add(ROOT)


def stamp_at(name: bytes) -> FileStamp:
    return FileStamp(FilePath(ROOT.raw + b"/" + name), 77, 5)


NOTES = (
    told(FileNote.ENDS_EARLY, tenths(2.0), told(FileNote.HOURS, 12)),
    told(FileNote.DAMAGED_AFTER, tenths(1.25), Message(Damage.GARBLED)),
)


def test_notes_that_an_earlier_version_kept_as_sentences_are_read(catalogue: Catalogue, root: RootId) -> None:
    catalogue.sounds.store([a_sound(1, root=root)], [])
    with apsw.Connection(str(catalogue.folder / FILE_NAME)) as connection:
        add_row_digest(connection)
        connection.execute("UPDATE detail SET notes = ?", ('["ends 3.0 s early: the header says 9.0 s"]',))
    info = catalogue.sounds.one(SoundId(1)).info
    assert info is not None
    assert [str(note) for note in info.notes] == ["ends 3.0 s early: the header says 9.0 s"]


def test_a_sound_comes_back_as_it_was_stored(catalogue: Catalogue, root: RootId) -> None:
    metadata = SoundMetadata(description="A creak", keywords=("door", "wood"), fields={"bext.Originator": "me"})
    given = a_sound(1, root=root, metadata=metadata)
    given = structs.replace(given, info=structs.replace(given.info, notes=NOTES))
    catalogue.sounds.store([given], [])
    kept = catalogue.sounds.one(SoundId(1))
    assert (kept.path, kept.info, kept.measures, kept.metadata) == (
        given.stamp.path,
        given.info,
        given.measures,
        metadata,
    )
    assert (kept.segments, kept.whereabouts, kept.trouble) == (2, Whereabouts.HERE, None)


def test_names_that_are_not_utf8_are_kept_exactly(catalogue: Catalogue, root: RootId) -> None:
    path = FilePath(ROOT.raw + b"/caf\xe9 \xff\n\xe2\x80\xae.wav")
    given = structs.replace(a_sound(1, root=root), stamp=FileStamp(path, 1, 1))
    catalogue.sounds.store([given], [])
    assert catalogue.sounds.one(SoundId(1)).path.raw == path.raw
    assert catalogue.files.at(path) == 1


def test_sounds_come_in_the_order_asked_for(catalogue: Catalogue, root: RootId) -> None:
    catalogue.sounds.store([a_sound(number, root=root, first_segment=2 * number) for number in range(1, 6)], [])
    assert [sound.id for sound in catalogue.sounds.many([SoundId(4), SoundId(1), SoundId(3)])] == [4, 1, 3]
    with pytest.raises(SoundGone):
        catalogue.sounds.many([SoundId(4), SoundId(99)])


def test_ids_are_never_given_out_twice(tmp_path: Path) -> None:
    with Catalogue.open(tmp_path) as first:
        assert first.sounds.reserve_ids(3, 10) == (1, 1)
    with Catalogue.open(tmp_path) as second:
        assert second.sounds.reserve_ids(1, 1) == (4, 11)


def test_reopened_library_knows_everything(tmp_path: Path) -> None:
    with Catalogue.open(tmp_path) as first:
        first.sounds.store([a_sound(1, root=first.roots.add(ROOT))], [])
    with Catalogue.open(tmp_path, read_only=True) as second:
        assert second.sounds.counts().sounds == 1
        assert [root.path for root in second.roots.all()] == [ROOT]
        second.database.integrity_check()


def test_a_batch_that_fails_stores_nothing(catalogue: Catalogue, root: RootId) -> None:
    before = catalogue.database.sequence()
    with pytest.raises(apsw.ConstraintError):
        catalogue.sounds.store([a_sound(1, root=root, name="same.wav"), a_sound(2, root=root, name="same.wav")], [])
    assert (catalogue.sounds.counts().sounds, catalogue.database.sequence()) == (0, before)


def test_an_id_of_another_path_is_not_overwritten(catalogue: Catalogue, root: RootId) -> None:
    catalogue.sounds.store([a_sound(1, root=root, name="first.wav")], [])
    with pytest.raises(ValueError, match="reserve_ids"):
        catalogue.sounds.store([a_sound(1, root=root, name="second.wav")], [])


def test_segments_know_their_sound_and_time(catalogue: Catalogue, root: RootId) -> None:
    catalogue.sounds.store(
        [a_sound(1, root=root, first_segment=10), a_sound(2, root=root, first_segment=12, segments=3)], []
    )
    rows = catalogue.segments.rows(np.array([14, 10, 999]))
    assert rows.sound_id.tolist() == [2, 1, 0]
    assert (rows.start_s[:2].tolist(), rows.end_s[:2].tolist()) == ([2.0, 0.0], [4.0, 2.0])
    assert catalogue.segments.of([SoundId(2)]).tolist() == [12, 13, 14]


def test_segment_rows_follow_later_changes(catalogue: Catalogue, root: RootId) -> None:
    catalogue.sounds.store([a_sound(1, root=root, first_segment=1)], [])
    assert catalogue.segments.living().tolist() == [1, 2]
    catalogue.sounds.store([a_sound(2, root=root, first_segment=3)], [])
    catalogue.sounds.remove([SoundId(1)])
    assert catalogue.segments.living().tolist() == [3, 4]


def test_a_changed_file_keeps_its_id_and_tags_and_loses_its_old_segments(catalogue: Catalogue, root: RootId) -> None:
    catalogue.sounds.store([a_sound(1, root=root, first_segment=1)], [])
    set_tags(catalogue, SoundId(1), ["Best"])
    before = catalogue.database.sequence()
    catalogue.sounds.store([a_sound(1, root=root, first_segment=50, segments=1, duration_s=9.0)], [])
    assert catalogue.marks.tags(SoundId(1)) == ("Best",)
    assert catalogue.sounds.one(SoundId(1)).info.duration_s == 9.0  # type: ignore[union-attr]
    changes = catalogue.frames.changes_since(before, PACK)
    assert (changes.removed_segments.tolist(), changes.removed_sounds.tolist()) == ([1, 2], [])
    assert catalogue.segments.living().tolist() == [50]


def test_moved_file_keeps_its_tags_and_is_found_by_its_new_name(catalogue: Catalogue, root: RootId) -> None:
    catalogue.sounds.store([a_sound(1, root=root, name="old name.wav")], [])
    set_tags(catalogue, SoundId(1), ["rain"])
    catalogue.files.mark_gone([SoundId(1)])
    catalogue.files.relink(SoundId(1), stamp_at(b"sub/BrandNew.wav"))
    assert catalogue.marks.tags(SoundId(1)) == ("rain",)
    assert catalogue.texts.matching("brand new").tolist() == [1]
    assert catalogue.texts.matching("old").tolist() == []
    assert not catalogue.sounds.one(SoundId(1)).is_away


def test_sounds_may_move_to_places_that_others_leave(catalogue: Catalogue, root: RootId) -> None:
    catalogue.sounds.store(
        [a_sound(1, root=root, name="a.wav"), a_sound(2, root=root, name="b.wav", first_segment=3)], []
    )
    before = catalogue.database.sequence()
    catalogue.files.relink_all([Move(SoundId(1), stamp_at(b"b.wav")), Move(SoundId(2), stamp_at(b"a.wav"))])
    assert (catalogue.files.at(stamp_at(b"b.wav").path), catalogue.files.at(stamp_at(b"a.wav").path)) == (1, 2)
    assert catalogue.database.sequence() == before + 1


def test_a_row_at_the_new_place_gives_way_and_leaves_its_tags(catalogue: Catalogue, root: RootId) -> None:
    lost = a_sound(1, root=root, name="old.wav", payload_digest=b"D" * 32)
    there = a_sound(2, root=root, name="new.wav", first_segment=3, payload_digest=b"D" * 32)
    catalogue.sounds.store([lost, there], [])
    set_tags(catalogue, SoundId(1), ["mine"])
    set_tags(catalogue, SoundId(2), ["yours"])
    catalogue.files.relink_all([Move(SoundId(1), stamp_at(b"new.wav"))])
    assert catalogue.sounds.counts().sounds == 1
    assert catalogue.marks.tags(SoundId(1)) == ("mine", "yours")


def test_a_removed_sound_that_comes_back_has_its_tags(catalogue: Catalogue, root: RootId) -> None:
    catalogue.sounds.store([a_sound(1, root=root, payload_digest=b"D" * 32)], [])
    set_tags(catalogue, SoundId(1), ["kept"])
    catalogue.sounds.remove([SoundId(1)])
    catalogue.sounds.store([a_sound(2, root=root, first_segment=9, payload_digest=b"D" * 32)], [])
    assert catalogue.marks.tags(SoundId(2)) == ("kept",)


def test_new_metadata_is_found_and_embeds_nothing(catalogue: Catalogue, root: RootId) -> None:
    catalogue.sounds.store([a_sound(1, root=root)], [])
    segments = catalogue.segments.living()
    catalogue.files.retag(SoundId(1), stamp_at(b"sound 000001.wav"), SoundMetadata(description="Thunder"), "thunder")
    assert catalogue.texts.matching("thunder").tolist() == [1]
    assert np.array_equal(catalogue.segments.living(), segments)
    assert catalogue.sounds.one(SoundId(1)).metadata.description == "Thunder"


def test_why_a_file_failed_goes_with_its_row(catalogue: Catalogue, root: RootId) -> None:
    id = catalogue.files.note_failed(stamp_at(b"broken.wav"), CUT_OFF, root=root)
    catalogue.files.note_failed(stamp_at(b"broken.wav"), EMPTY, root=root)
    assert catalogue.sounds.one(id).trouble == EMPTY
    catalogue.sounds.remove([id])
    assert catalogue.database.rows("SELECT * FROM trouble") == []
    catalogue.database.integrity_check()


@pytest.mark.parametrize("record", ["no JSON", "[]", '{"what": "MELTED"}', "[" * 100_000])
def test_a_failure_whose_record_is_damaged_is_listed_all_the_same(
    catalogue: Catalogue, root: RootId, record: str
) -> None:
    id = catalogue.files.note_failed(stamp_at(b"broken.wav"), CUT_OFF, root=root)
    catalogue.database.connection.execute("UPDATE trouble SET record = ? WHERE sound_id = ?", (record, id))
    assert [file.reason for file in catalogue.files.failed(10)] == ["the file could not be read"]


def test_failed_file_says_why_and_is_never_an_answer(catalogue: Catalogue, root: RootId) -> None:
    id = catalogue.files.note_failed(stamp_at(b"broken.wav"), CUT_OFF, root=root)
    assert catalogue.sounds.one(id).trouble == CUT_OFF
    assert catalogue.files.failed(10) == [FailedFile(stamp_at(b"broken.wav").path, CUT_OFF)]
    assert [(known.id, known.is_failed) for known in catalogue.files.stamps(root)] == [(id, True)]
    assert catalogue.sounds.counts().failed == 1


def test_a_failed_file_that_is_mended_is_an_ordinary_sound(catalogue: Catalogue, root: RootId) -> None:
    id = catalogue.files.note_failed(stamp_at(b"sound 000001.wav"), CUT_OFF, root=root)
    catalogue.sounds.store([a_sound(id, root=root)], [])
    assert catalogue.sounds.one(id).trouble is None
    assert catalogue.database.rows("SELECT * FROM trouble") == []
    assert (catalogue.sounds.counts().sounds, catalogue.sounds.counts().failed) == (1, 0)


def test_a_sound_that_breaks_later_is_forgotten_by_indexes(catalogue: Catalogue, root: RootId) -> None:
    catalogue.sounds.store([a_sound(1, root=root, first_segment=5)], [])
    before = catalogue.database.sequence()
    catalogue.files.note_failed(stamp_at(b"sound 000001.wav"), CUT_OFF, root=root)
    changes = catalogue.frames.changes_since(before, PACK)
    assert (changes.removed_segments.tolist(), changes.removed_sounds.tolist()) == ([5, 6], [1])
    assert catalogue.texts.matching("sound").tolist() == []


def test_a_missing_drive_keeps_its_rows(catalogue: Catalogue, root: RootId) -> None:
    catalogue.sounds.store([a_sound(1, root=root)], [])
    catalogue.roots.set_offline(root, True)
    assert catalogue.sounds.one(SoundId(1)).whereabouts is Whereabouts.OFFLINE
    assert (catalogue.sounds.counts().offline, catalogue.sounds.counts().missing) == (1, 0)
    catalogue.roots.set_offline(root, True, is_missing=True)  # its drive is there: it was moved or deleted
    assert catalogue.sounds.one(SoundId(1)).whereabouts is Whereabouts.MISSING
    assert (catalogue.sounds.counts().offline, catalogue.sounds.counts().missing) == (0, 1)
    catalogue.roots.set_offline(root, False)
    assert not catalogue.sounds.one(SoundId(1)).is_away


def test_removing_a_root_forgets_its_sounds(catalogue: Catalogue, root: RootId) -> None:
    catalogue.sounds.store([a_sound(1, root=root)], [])
    catalogue.roots.remove(root)
    assert (catalogue.sounds.counts().sounds, catalogue.roots.all(), catalogue.texts.matching("sound").tolist()) == (
        0,
        [],
        [],
    )
    catalogue.database.integrity_check()


def test_catching_up_gives_new_vectors_once(catalogue: Catalogue, root: RootId) -> None:
    log = VectorLog(catalogue.folder / "vectors", PACK, "segments", 4)
    frame = log.append(np.array([1, 2]), unit(np.ones((2, 4), dtype=np.float32)))
    before = catalogue.database.sequence()
    reached = catalogue.sounds.store([a_sound(1, root=root)], [frame])
    assert catalogue.frames.changes_since(before, PACK).frames == (frame,)
    assert catalogue.frames.changes_since(reached, PACK).frames == ()


def test_vectors_of_another_pack_are_told(catalogue: Catalogue, root: RootId) -> None:
    catalogue.sounds.store([a_sound(1, root=root)], [])
    catalogue.packs.set_searched(type(PACK)("second"), "newer")
    assert catalogue.packs.stale_sounds().tolist() == [1]
    assert catalogue.packs.searched() == ("second", "newer")


@pytest.mark.parametrize(
    ("is_offline", "is_missing", "state"),
    [(False, False, RootState.PRESENT), (True, False, RootState.OFFLINE), (True, True, RootState.MISSING)],
)
def test_a_root_is_present_offline_or_missing(
    catalogue: Catalogue, root: RootId, is_offline: bool, is_missing: bool, state: RootState
) -> None:
    catalogue.roots.set_offline(root, is_offline, is_missing=is_missing)
    assert [each.state for each in catalogue.roots.all()] == [state]


@pytest.mark.parametrize("before", [b"\1" * 16, b"\3" * 16])
def test_a_sound_of_another_payload_forgets_what_every_pack_made_of_it(
    catalogue: Catalogue, root: RootId, before: bytes
) -> None:
    catalogue.sounds.reserve_ids(1, 6)
    catalogue.sounds.store([a_sound(1, root=root, payload_digest=before)], [])
    catalogue.packs.set_searched(PackId("second"), "newer")
    catalogue.sounds.store([a_sound(1, root=root, first_segment=3, payload_digest=before)], [])
    catalogue.sounds.store([a_sound(1, root=root, first_segment=5, payload_digest=b"\2" * 16)], [])
    assert catalogue.sounds.payload_digest(SoundId(1)) == b"\2" * 16
    catalogue.packs.set_searched(PACK, "test")
    assert catalogue.segments.of(np.array([1])).tolist() == []
    assert catalogue.packs.stale_sounds().tolist() == [1]


def test_a_waveform_comes_back_and_an_unknown_sound_has_none(catalogue: Catalogue, root: RootId) -> None:
    catalogue.sounds.store([structs.replace(a_sound(1, root=root), peaks=b"peaks")], [])
    assert (catalogue.sounds.peaks_bytes(SoundId(1)), catalogue.sounds.peaks_bytes(SoundId(2))) == (b"peaks", b"")
    assert catalogue.sounds.peaks(SoundId(2)) is None


def test_a_library_that_is_held_is_written_only_by_what_mends_it(catalogue: Catalogue, root: RootId) -> None:
    hold(catalogue.folder)
    with pytest.raises(LibraryHeld):
        catalogue.sounds.store([a_sound(1, root=root)], [])
    assert catalogue.columns.living().tolist() == []
    catalogue.database.is_mending = True
    catalogue.sounds.store([a_sound(1, root=root)], [])
    assert catalogue.columns.living().tolist() == [1]


@pytest.mark.parametrize("stored", ["[" * 100_000, "not json", "[]", '{"unknown": 1}', '{"keywords": 3}'])
def test_metadata_that_a_bad_disk_changed_reads_as_none(stored: str) -> None:
    assert metadata_from(stored) == SoundMetadata()


def test_only_one_writer_holds_a_library(tmp_path: Path) -> None:
    with WriterLock(tmp_path), pytest.raises(LibraryBusy), WriterLock(tmp_path):
        pass
    with WriterLock(tmp_path):
        pass


def test_a_missing_library_is_not_made_by_looking(tmp_path: Path) -> None:
    with pytest.raises(LibraryError, match="no library"):
        Catalogue.open(tmp_path / "nowhere", read_only=True)
    assert not (tmp_path / "nowhere").exists()


def test_the_window_can_read_while_a_job_writes(catalogue: Catalogue, root: RootId) -> None:
    with Catalogue.open(catalogue.folder, read_only=True) as window:
        catalogue.sounds.store([a_sound(1, root=root)], [])
        assert window.sounds.counts().sounds == 1
        assert window.segments.living().tolist() == [1, 2]
