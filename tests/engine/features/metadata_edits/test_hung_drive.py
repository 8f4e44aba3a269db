"""Writing metadata while a drive hangs: a real one, which no signal ends."""

import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.audio.fields import Field
from engine.audio.metadata import read_metadata
from engine.base.cancellation import Cancel, never
from engine.base.errors import StorageFull
from engine.base.io_timeout import IoTimeout, NotAnswering, use
from engine.base.types import FilePath
from engine.features.metadata_edits import envelope_writer, journal
from engine.features.metadata_edits.edit import Edit
from engine.features.metadata_edits.recovery import recover
from engine.features.metadata_edits.report import Report
from engine.features.metadata_edits.sessions import describe, rename, undo
from engine.store.catalogue import Catalogue
from tests.engine.features.metadata_edits.makers import Nobody
from tests.helpers.hanging import hanging_drive
from tests.helpers.sounds import tone, wav_bytes, write_tone
from tests.helpers.tiny_library import REPOSITORY

DATA = wav_bytes(tone(300.0, 2.0))


@pytest.fixture(autouse=True)
def waits_a_second() -> Iterator[None]:
    use(IoTimeout(give_up_s=1.0))
    yield
    use(IoTimeout())


def title(library: Path, files: list[Path], text: str = "wind", cancel: Cancel = never) -> Report:
    changes = [(FilePath.of(file), Edit.of({Field.TITLE: text})) for file in files]
    return describe(library, changes, follower=Nobody(), cancel=cancel)


def titles(files: list[Path]) -> list[str]:
    return [read_metadata(FilePath.of(file)).title for file in files]


@pytest.mark.shows("hung-drive-writing")
@pytest.mark.parametrize("bytes_that_come", [0, 4096])
def test_a_file_that_does_not_answer_is_left_and_the_others_are_written(tmp_path: Path, bytes_that_come: int) -> None:
    files = [write_tone(tmp_path / f"{number}.wav", 300.0 + number, 0.2) for number in range(2)]
    with hanging_drive(tmp_path / "drive", {"hung.wav": DATA}, "hung.wav", hangs_from=bytes_that_come) as drive:
        report = title(tmp_path / "library", [files[0], drive.folder / "hung.wav", files[1]])
        assert report.changed == 2
        assert [(one.path.name, type(one.error)) for one in report.failures] == [("hung.wav", NotAnswering)]
        assert titles(files) == ["wind", "wind"]
        undone = undo(tmp_path / "library", follower=Nobody())
        assert (undone.changed, titles(files)) == (2, ["", ""])


@pytest.mark.shows("hung-drive-writing")
def test_who_cancels_waits_no_longer_for_a_drive_that_hangs(tmp_path: Path) -> None:
    use(IoTimeout(give_up_s=600.0))
    with hanging_drive(tmp_path / "drive", {"hung.wav": DATA}, "hung.wav") as drive:
        report = title(tmp_path / "library", [drive.folder / "hung.wav"], cancel=lambda: drive.is_waited_for)
        assert (report.changed, report.failures, report.is_cancelled) == (0, (), True)


class Held:
    """A copy of the program's own work that stands still until it is let go, as on a drive that hangs."""

    def __init__(self) -> None:
        self.is_reached, self.goes_on = threading.Event(), threading.Event()

    def stand(self) -> None:
        self.is_reached.set()
        self.goes_on.wait()


def test_a_copy_whose_drive_hangs_goes_when_it_answers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    held, seal = Held(), envelope_writer._check_and_seal
    threads: list[threading.Thread] = []

    def hang(*given: object) -> None:
        threads.append(threading.current_thread())
        held.stand()
        seal(*given)  # type: ignore[arg-type]

    file, library = write_tone(tmp_path / "a.wav", 300.0, 0.2), tmp_path / "library"
    before = file.read_bytes()
    monkeypatch.setattr(envelope_writer, "_check_and_seal", hang)
    report = title(library, [file])
    assert [type(one.error) for one in report.failures] == [NotAnswering]
    assert envelope_writer.copy_name(FilePath.of(file)).exists()
    assert journal.unfinished(library), "a program that ends now leaves word of the copy"

    monkeypatch.setattr(envelope_writer, "_check_and_seal", seal)
    assert title(library, [file]).changed == 0, "the first still stands there"
    held.goes_on.set()
    for thread in threads:
        thread.join(60)
    assert not envelope_writer.copy_name(FilePath.of(file)).exists()
    assert file.read_bytes() == before
    assert title(library, [file]).changed == 1
    recover(library)
    assert not journal.unfinished(library)


def test_a_copy_that_a_program_left_on_a_hung_drive_goes_with_the_next_start(tmp_path: Path) -> None:
    file, library = write_tone(tmp_path / "a.wav", 300.0, 0.2), tmp_path / "library"
    log = journal.JournalWriter(library, "describe")
    log.leave_copy(FilePath.of(file))
    log.close()
    copy = envelope_writer.copy_name(FilePath.of(file))
    copy.write_bytes(b"half")
    recover(library)
    assert not copy.exists()
    assert not journal.unfinished(library)


@pytest.mark.parametrize("is_done_later", [True, False])
def test_a_swap_whose_drive_hangs_ends_the_session_and_is_put_right(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, is_done_later: bool
) -> None:
    held, commit = Held(), envelope_writer.PreparedChange.commit

    def hang(self: envelope_writer.PreparedChange, options: envelope_writer.WriteOptions) -> None:
        held.stand()
        if not is_done_later:
            raise StorageFull("no", advice="none")
        commit(self, options)

    files, library = [write_tone(tmp_path / f"{number}.wav", 300.0, 0.2) for number in range(2)], tmp_path / "library"
    monkeypatch.setattr(envelope_writer.PreparedChange, "commit", hang)
    before = set(threading.enumerate())
    with pytest.raises(NotAnswering):
        title(library, files)
    monkeypatch.setattr(envelope_writer.PreparedChange, "commit", commit)
    (left,) = set(threading.enumerate()) - before
    held.goes_on.set()
    left.join(60)
    recover(library)
    assert titles(files) == ["wind" if is_done_later else "", ""]
    assert not list(tmp_path.glob(".earshot-*"))
    if is_done_later:
        assert undo(library, follower=Nobody()).changed == 1


def test_who_closes_waits_until_a_file_has_its_new_form(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    use(IoTimeout(is_leaving=lambda: True))
    commit = envelope_writer.PreparedChange.commit

    def slow(self: envelope_writer.PreparedChange, options: envelope_writer.WriteOptions) -> None:
        threading.Event().wait(3.0)  # longer than who leaves waits for what only reads
        commit(self, options)

    file = write_tone(tmp_path / "a.wav", 300.0, 0.2)
    monkeypatch.setattr(envelope_writer.PreparedChange, "commit", slow)
    assert title(tmp_path / "library", [file]).changed == 1
    assert titles([file]) == ["wind"]


def test_a_new_name_whose_drive_hangs_ends_the_session(tmp_path: Path) -> None:
    with hanging_drive(tmp_path / "drive", {"a.wav": DATA}, unseen=("b.wav",)) as drive:
        pair = (FilePath.of(drive.folder / "a.wav"), FilePath.of(drive.folder / "b.wav"))
        with pytest.raises(NotAnswering):
            rename(tmp_path / "library", [pair], follower=Nobody())
        drive.let_go()


@pytest.mark.shows("hung-drive-writing")
@pytest.mark.parametrize("words", [("--set", "title=wind"), ("--dry-run", "--set", "title=wind"), ()])
def test_the_shell_names_it_after_ten_seconds_and_goes_on(tmp_path: Path, words: tuple[str, ...]) -> None:
    file = write_tone(tmp_path / "a.wav", 300.0, 0.2)
    library = tmp_path / "library"
    Catalogue.open(library, makes=True).close()
    command = [sys.executable, "-m", "engine.cli.main", "describe", "--library", str(library), "--give-up-after", "11"]
    with hanging_drive(tmp_path / "drive", {"hung.wav": DATA}, "hung.wav") as drive:
        process = subprocess.Popen(
            [*command, *words, str(drive.folder / "hung.wav"), str(file)],
            cwd=REPOSITORY,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        assert process.stdout is not None
        first, second = process.stdout.readline(), process.stdout.readline()
        assert "hung.wav does not answer: nothing for 1" in first
        assert "hung.wav does not answer: nothing came of it for 1" in second
        drive.let_go()
        rest, _ = process.communicate(timeout=120)
        assert process.returncode == 3, rest
    assert titles([file]) == ["wind" if len(words) == 2 else ""]
