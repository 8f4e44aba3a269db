"""Sessions: what is refused, what a cancel leaves, what can be undone, and how a file keeps its rights."""

import os
import stat
import zlib
from pathlib import Path

import pytest

from engine.audio.fields import Field, value_of
from engine.audio.metadata import read_metadata
from engine.base.errors import LibraryBusy, LibraryError, LibraryNewer, QueryError
from engine.base.types import FilePath
from engine.features.metadata_edits import journal
from engine.features.metadata_edits.edit import Edit, differences
from engine.features.metadata_edits.envelope_writer import WriteOptions
from engine.features.metadata_edits.journal import JournalWriter
from engine.features.metadata_edits.journal_lines import ExchangeStep, line
from engine.features.metadata_edits.recovery import recover
from engine.features.metadata_edits.sessions import describe, rename, undo
from tests.engine.features.metadata_edits.makers import Nobody
from tests.helpers.sounds import chunk, tone, wav_bytes, write_tone


def sounds(folder: Path, count: int) -> list[Path]:
    return [write_tone(folder / f"{number}.wav", 400.0 + number, 0.1) for number in range(count)]


def titled(files: list[Path], title: str) -> list[tuple[FilePath, Edit]]:
    return [(FilePath.of(file), Edit.of({Field.TITLE: title})) for file in files]


def test_what_is_said_already_is_not_written(tmp_path: Path) -> None:
    (file,) = sounds(tmp_path, 1)
    describe(tmp_path / "library", titled([file], "wind"), follower=Nobody())
    before = file.stat()
    report = describe(tmp_path / "library", titled([file], "wind"), follower=Nobody())
    assert (report.changed, report.unchanged, report.session) == (0, 1, 0)
    assert file.stat().st_mtime_ns == before.st_mtime_ns
    assert len(list(journal.sessions(tmp_path / "library"))) == 1  # nothing done leaves no trace


def test_where_a_system_cannot_copy_between_files_itself_the_sound_is_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, other = sounds(tmp_path / "one", 1)[0], sounds(tmp_path / "other", 1)[0]
    describe(tmp_path / "library", titled([one], "wind"), follower=Nobody())
    monkeypatch.delattr(os, "copy_file_range", raising=False)
    report = describe(tmp_path / "library", titled([other], "wind"), follower=Nobody())
    assert (report.changed, report.failures) == (1, ())
    assert other.read_bytes() == one.read_bytes()


def test_one_file_that_cannot_be_written_does_not_stop_the_others(tmp_path: Path) -> None:
    files = sounds(tmp_path, 3)
    files[1].chmod(0o444)
    files.append(tmp_path / "gone.wav")
    content = files[1].read_bytes()
    counted: list[int] = []
    report = describe(tmp_path / "library", titled(files, "wind"), follower=Nobody(), progress=counted.append)
    assert (report.changed, [failure.path.name for failure in report.failures]) == (2, ["1.wav", "gone.wav"])
    assert "write-protected" in report.failures[0].reason
    assert files[1].read_bytes() == content
    assert counted == [1, 2, 3, 4]


def test_a_cancel_leaves_what_was_done_and_it_can_be_undone(tmp_path: Path) -> None:
    files = sounds(tmp_path, 5)
    before = [file.read_bytes() for file in files]
    done: list[int] = []
    report = describe(
        tmp_path / "library",
        titled(files, "wind"),
        follower=Nobody(),
        progress=done.append,
        cancel=lambda: len(done) == 2,
    )
    assert (report.changed, report.is_cancelled) == (2, True)
    assert [read_metadata(file).title for file in files] == ["wind", "wind", "", "", ""]
    assert undo(tmp_path / "library", follower=Nobody()).changed == 2
    assert [file.read_bytes() for file in files] == before


def test_sessions_are_undone_newest_first_and_only_once(tmp_path: Path) -> None:
    (file,) = sounds(tmp_path, 1)
    library = tmp_path / "library"
    for title in ("one", "two"):
        describe(library, titled([file], title), follower=Nobody())
    undo(library, follower=Nobody())
    assert read_metadata(file).title == "one"
    undo(library, follower=Nobody())
    assert read_metadata(file).title == ""
    with pytest.raises(LibraryError, match="no metadata change"):
        undo(library, follower=Nobody())


def test_an_undo_can_be_taken_back(tmp_path: Path) -> None:
    (file,) = sounds(tmp_path, 1)
    library = tmp_path / "library"
    describe(library, titled([file], "one"), follower=Nobody())
    described = file.read_bytes()
    undone = undo(library, follower=Nobody())
    undo(library, undone.session, follower=Nobody())
    assert file.read_bytes() == described


def test_an_undo_that_was_stopped_can_be_gone_on_with(tmp_path: Path) -> None:
    files, library = sounds(tmp_path, 3), tmp_path / "library"
    before = [file.read_bytes() for file in files]

    def undo_files(most: int) -> tuple[int, int, bool]:
        done: list[int] = []
        report = undo(library, follower=Nobody(), progress=done.append, cancel=lambda: len(done) == most)
        return report.changed, len(report.failures), report.is_cancelled

    describe(library, titled(files, "one"), follower=Nobody())
    renames = [(FilePath.of(file), FilePath.of(file.with_name(f"new {file.name}"))) for file in files]
    rename(library, renames, follower=Nobody())
    assert undo_files(1) == (1, 0, True)
    assert undo_files(9) == (2, 0, False)
    assert all(file.exists() for file in files)
    assert undo_files(2) == (2, 0, True)
    assert undo_files(9) == (1, 0, False)
    assert [file.read_bytes() for file in files] == before
    with pytest.raises(LibraryError, match="no metadata change"):
        undo(library, follower=Nobody())


def test_a_file_that_was_changed_since_is_left_alone(tmp_path: Path) -> None:
    files = sounds(tmp_path, 2)
    library = tmp_path / "library"
    describe(library, titled(files, "one"), follower=Nobody())
    described = files[0].read_bytes()
    (tmp_path / "another library").mkdir()
    describe(tmp_path / "another library", titled(files[:1], "two"), follower=Nobody())
    changed = files[0].read_bytes()
    assert changed != described
    report = undo(library, follower=Nobody())
    assert (report.changed, [failure.path.name for failure in report.failures]) == (1, ["0.wav"])
    assert "another program has changed" in report.failures[0].reason
    assert files[0].read_bytes() == changed


def test_only_one_session_is_written_at_a_time(tmp_path: Path) -> None:
    files = sounds(tmp_path, 1)
    writer = JournalWriter(tmp_path / "library", "describe")
    with pytest.raises(LibraryBusy):
        describe(tmp_path / "library", titled(files, "one"), follower=Nobody())
    writer.close()
    assert describe(tmp_path / "library", titled(files, "one"), follower=Nobody()).changed == 1


@pytest.mark.skipif(os.name == "nt", reason="needs modes and links")
def test_mode_attributes_and_links_stay(tmp_path: Path) -> None:
    file = write_tone(tmp_path / "real" / "a.wav", 440.0, 0.1)
    file.chmod(0o640)
    link = tmp_path / "link.wav"
    link.symlink_to(file)
    has_attributes = hasattr(os, "setxattr")
    if has_attributes:
        try:
            os.setxattr(file, "user.note", b"kept")
        except OSError:
            has_attributes = False
    describe(tmp_path / "library", titled([link], "wind"), follower=Nobody())
    assert link.is_symlink()
    assert read_metadata(file).title == "wind"
    assert stat.S_IMODE(file.stat().st_mode) == 0o640
    if has_attributes:
        assert os.getxattr(file, "user.note") == b"kept"


@pytest.mark.skipif(os.name == "nt", reason="needs links")
def test_a_file_of_two_names_stays_one_file(tmp_path: Path) -> None:
    file = write_tone(tmp_path / "a.wav", 440.0, 0.1)
    second = tmp_path / "b.wav"
    os.link(file, second)
    describe(tmp_path / "library", titled([file], "wind"), follower=Nobody())
    assert file.samefile(second)
    assert read_metadata(second).title == "wind"


def test_the_time_of_change_can_be_kept(tmp_path: Path) -> None:
    (file,) = sounds(tmp_path, 1)
    os.utime(file, ns=(1_600_000_000_000_000_000, 1_600_000_000_000_000_000))
    describe(tmp_path / "library", titled([file], "a"), follower=Nobody(), options=WriteOptions(keep_time=True))
    assert file.stat().st_mtime_ns == 1_600_000_000_000_000_000
    describe(tmp_path / "library", titled([file], "b"), follower=Nobody())
    assert file.stat().st_mtime_ns != 1_600_000_000_000_000_000


def test_a_journal_of_a_later_earshot_is_refused(tmp_path: Path) -> None:
    files = sounds(tmp_path, 1)
    report = describe(tmp_path, titled(files, "one"), follower=Nobody())
    path = tmp_path / "journal" / f"{report.session:08d}.jsonl"
    text = '{"version":99,"kind":"describe","started_s":0,"undoes":0}'
    path.write_text(f"{zlib.crc32(text.encode()):08x} {text}\n", encoding="utf-8")
    with pytest.raises(LibraryNewer):
        undo(tmp_path, report.session, follower=Nobody())


def test_the_journal_of_version_1_is_still_read(tmp_path: Path) -> None:
    golden = Path(__file__).parents[3] / "golden" / "journal-1.jsonl"
    folder = tmp_path / "journal"
    folder.mkdir()
    (folder / "00000001.jsonl").write_bytes(golden.read_bytes())
    record = journal.read(tmp_path, 1)
    assert (record.session.kind, record.session.done, record.session.is_finished) == ("describe", 1, True)
    step = record.steps[0]
    assert isinstance(step, ExchangeStep)
    assert step.path == FilePath(b"/sounds/a.wav")
    assert step.before.parts[0].startswith(b"RIFF")
    assert (step.before.payload_bytes, len(step.before.probe)) == (40, 16)


def test_differences_are_what_would_change(tmp_path: Path) -> None:
    file = tmp_path / "a.wav"
    info = b"INFOINAM\x04\0\0\0abc\0IGNR\x06\0\0\0Foley\0"
    file.write_bytes(wav_bytes(tone(440.0, 0.1), after=chunk(b"LIST", info)))
    metadata = read_metadata(file)
    found = differences(metadata, Edit.of({Field.TITLE: "abc", Field.KEYWORDS: "wind;  rain , wind"}))
    assert [(one.field, one.old, one.new) for one in found] == [(Field.KEYWORDS, "", "wind, rain")]
    assert value_of(metadata, Field.KEYWORDS) == ""  # a genre is found by searching, and is no keyword to edit
    assert metadata.keywords == ("Foley",)


def test_a_cat_id_that_ucs_does_not_have_is_refused() -> None:
    with pytest.raises(QueryError, match="not a UCS CatID"):
        Edit.of({Field.UCS_ID: "DOORBanana"})
    assert Edit.of({Field.UCS_ID: "doorwood"}).values == {Field.UCS_ID: "DOORWood"}


def test_a_session_with_a_line_nobody_wrote_is_ended_once(tmp_path: Path) -> None:
    folder = tmp_path / "journal"
    folder.mkdir()
    head = line({"version": 1, "kind": "describe", "started_s": 1.0, "undoes": 0})
    path = folder / "00000001.jsonl"
    path.write_text(head + line({"begin": {"no": "path"}}) + line({"end": True}), encoding="utf-8")
    recover(tmp_path)
    ended = path.read_bytes()
    recover(tmp_path)
    assert path.read_bytes() == ended and journal.unfinished(tmp_path) == []
