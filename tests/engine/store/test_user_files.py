"""What only the user can make is copied beside every backup, and comes back where it is missing or damaged."""

import shutil
from pathlib import Path

import pytest

from engine.base.backup_files import Reason, backups_of
from engine.cli.main import main
from engine.features.backups.restore import restore
from engine.features.dialogue.edits import FILE_NAME, TranscriptEdit, edits_of, keep_edit
from engine.store.backup import make_backup
from engine.store.user_files import copies_of, user_files
from tests.helpers.tiny_library import TinyLibrary

DIGEST = bytes(16)
FIRST, SECOND = TranscriptEdit(0.0, 1.0, "open the door"), TranscriptEdit(1.0, 2.0, "and close it")


@pytest.fixture
def library(tiny_library: TinyLibrary, tmp_path: Path) -> Path:
    """A library with one correction of a transcript, backed up."""
    folder = Path(shutil.copytree(tiny_library.folder, tmp_path / "library"))
    keep_edit(folder, DIGEST, FIRST)
    make_backup(folder, Reason.ASKED)
    return folder


def turn_bytes(path: Path) -> None:
    """Damages every page but the first."""
    content = path.read_bytes()
    path.write_bytes(content[:4096] + bytes(byte ^ 0x5A for byte in content[4096:]))


def test_corrections_markers_and_the_journal_are_made_by_the_user() -> None:
    assert {FILE_NAME, "journal.db", "markers.db"} <= set(user_files())


def test_a_restore_brings_back_a_file_that_is_gone(library: Path) -> None:
    (library / FILE_NAME).unlink()
    restore(library, backups_of(library)[0].path)
    assert edits_of(library) == {DIGEST: [FIRST]}


def test_a_restore_never_takes_a_later_correction(library: Path) -> None:
    keep_edit(library, DIGEST, SECOND)
    restore(library, backups_of(library)[0].path)
    assert edits_of(library) == {DIGEST: [FIRST, SECOND]}


def test_a_damaged_file_is_repaired_from_the_newest_backup_and_kept(
    library: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    turn_bytes(library / FILE_NAME)
    damaged = (library / FILE_NAME).read_bytes()
    assert main(["verify", "--library", str(library)]) == 1
    assert "It can be restored from a backup." in capsys.readouterr().out
    assert main(["verify", "--library", str(library), "--repair"]) == 0
    assert edits_of(library) == {DIGEST: [FIRST]}
    assert (library / f"{FILE_NAME}.damaged").read_bytes() == damaged
    newest = backups_of(library)[0]
    assert newest.reason is Reason.MENDING
    assert copies_of(newest.path) == []  # a damaged file is no copy of anybody's work


def test_without_a_copy_the_damaged_file_is_kept_and_corrections_begin_anew(library: Path) -> None:
    shutil.rmtree(library / "backups")
    turn_bytes(library / FILE_NAME)
    assert main(["verify", "--library", str(library), "--repair"]) == 0
    assert edits_of(library) == {}
    keep_edit(library, DIGEST, SECOND)
    assert edits_of(library) == {DIGEST: [SECOND]}


def test_copies_go_with_their_backup(library: Path) -> None:
    for day in range(1, 12):
        make_backup(library, Reason.DAILY, now_s=day * 86_400.0)
    kept = backups_of(library)
    assert len(kept) < 12
    copies = {copy for backup in kept for copy in copies_of(backup.path)}
    assert copies == set((library / "backups").glob(f"*.{FILE_NAME}"))
    assert len(copies) == len(kept)


def test_copies_of_a_backup_that_was_stopped_go_with_the_next(library: Path) -> None:
    (stopped,) = (library / "backups").glob(f"*.{FILE_NAME}")
    backups_of(library)[0].path.unlink()
    made = make_backup(library, Reason.DAILY)
    assert not stopped.exists()
    assert copies_of(made.path) != []
    assert made.size_bytes == backups_of(library)[0].size_bytes > made.path.stat().st_size
