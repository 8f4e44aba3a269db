"""A job whose readers have a process each does what one with threads does: real processes, real files, a real pack."""

import contextlib
import os
import queue
import shutil
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import psutil
import pytest
from msgspec.structs import replace

from engine.base.errors import PackError
from engine.base.events import Event, FileFailed, Finished, Paused, Progress
from engine.base.file_messages import FileProblem
from engine.features.speech.words_file import WordsFile
from engine.ingest import remote_readers
from engine.ingest.codec import MessageReader
from engine.ingest.control import Control
from engine.ingest.job import run_job
from engine.ingest.message_pipe import MessagePipe, PipeEnded
from engine.ingest.pack_change import run_learning
from engine.ingest.reader_messages import FileClosed, FileOpened, FileRequest, ReadProgress
from engine.ingest.reader_process import _FileRequester, _ProgressSender
from engine.ingest.remote_readers import is_worth, memory_of_each
from engine.models.speech_pack import speech_pack_for
from tests.helpers.indexing import contents, failed_names, index, spec_for
from tests.helpers.recorded import corpus_folder
from tests.helpers.sounds import bext, broken_files, chunk, make_library_folder, sparse_rf64, tone, wav_bytes
from tests.helpers.tiny_pack import make_tiny_pack

FSDD = (corpus_folder() or Path()) / "fsdd"
_WAIT_S = 60.0


def readers() -> list[psutil.Process]:
    """The processes that read for a job of this process."""
    found = []
    for each in psutil.Process().children():
        with contextlib.suppress(psutil.NoSuchProcess):  # a zombie too: it has ended
            if "engine.ingest.reader_process" in each.cmdline():
                found.append(each)
    return found


@pytest.fixture
def apart(monkeypatch: pytest.MonkeyPatch) -> None:
    """Readers have processes however little there is to read."""
    monkeypatch.setattr(remote_readers, "_WORTH_S", 0.0)


@pytest.fixture
def sounds(tmp_path: Path) -> Path:
    """Some sounds, of which some cannot be read."""
    make_library_folder(tmp_path / "sounds", 20)
    broken_files(tmp_path / "sounds" / "broken")
    return tmp_path / "sounds"


def run(library: Path, pack: Path, *folders: Path, control: Control | None = None) -> tuple[Finished, list[Event], int]:
    """Indexes in this process; gives its end, its events, and how many processes were seen to read for it."""
    events: list[Event] = []
    seen: set[int] = set()

    def see(event: Event) -> None:
        events.append(event)
        seen.update(each.pid for each in readers())

    return run_job(spec_for(library, pack, *folders), control or Control(), see), events, len(seen)


def test_processes_read_what_threads_read_to_the_last_bit(
    tmp_path: Path, sounds: Path, pack: Path, request: pytest.FixtureRequest
) -> None:
    by_threads, told, none = run(tmp_path / "threads", pack, sounds)
    request.getfixturevalue("apart")
    by_processes, told_apart, some = run(tmp_path / "processes", pack, sounds)
    assert (none, some) == (0, 4), "two that embed, two that hear speech"
    assert replace(by_processes, seconds=0.0) == replace(by_threads, seconds=0.0)
    assert by_threads.added >= 20
    assert failed_names(told_apart) == failed_names(told) != set()
    assert troubles_of(told_apart) == troubles_of(told)
    assert contents(tmp_path / "processes", pack) == contents(tmp_path / "threads", pack)
    assert not readers()


def troubles_of(events: list[Event]) -> dict[str, FileProblem]:
    """What is the matter with each file that failed."""
    return {each.path: each.trouble for each in events if isinstance(each, FileFailed)}


@pytest.mark.usefixtures("apart")
def test_what_only_changed_its_tags_is_not_heard_again(tmp_path: Path, pack: Path) -> None:
    folder, samples = tmp_path / "sounds", tone(440, 1.0)
    folder.mkdir()
    for name in "ab":
        (folder / f"{name}.wav").write_bytes(wav_bytes(samples, before=chunk(b"bext", bext("a first text"))))
    run(tmp_path / "library", pack, folder)
    (folder / "a.wav").write_bytes(wav_bytes(samples, before=chunk(b"bext", bext("another text"))))
    os.utime(folder / "a.wav", (1, 1))
    finished, _, _ = run(tmp_path / "library", pack)
    assert (finished.changed, finished.embedded_segments) == (1, 0)
    index(tmp_path / "anew", pack, folder)
    assert contents(tmp_path / "library", pack) == contents(tmp_path / "anew", pack)


@pytest.mark.usefixtures("apart")
def test_another_pack_is_learnt_by_processes_too(tmp_path: Path, sounds: Path, pack: Path) -> None:
    other = make_tiny_pack(tmp_path / "other", dim=24)
    index(tmp_path / "library", pack, sounds)
    seen: set[int] = set()
    spec = replace(spec_for(tmp_path / "library", other), is_learning=True)
    run_learning(spec, Control(), lambda event: seen.update(each.pid for each in readers()))
    index(tmp_path / "anew", other, sounds)
    assert len(seen) == 2
    assert contents(tmp_path / "library", other) == contents(tmp_path / "anew", other)


def until(is_so: Callable[[], bool]) -> None:
    """Waits for a state that stays."""
    end_s = time.monotonic() + _WAIT_S
    while not is_so():
        assert time.monotonic() < end_s
        time.sleep(0.02)


def long_sounds(folder: Path) -> Path:
    """Three sounds of ten hours, of which nobody waits for the end."""
    folder.mkdir()
    for number in range(3):
        sparse_rf64(folder / f"{number}.wav", 36_000.0, 16_000, {0.0: tone(440, 1.0, 16_000)[:, None]})
    return folder


def test_a_long_file_tells_how_far_it_is_pauses_and_is_given_up(tmp_path: Path, pack: Path) -> None:
    control, shares, turned = Control(), [], []

    def see(event: Event) -> None:
        if isinstance(event, Progress) and event.done == 0 and 0.0 < event.share < 1.0:
            shares.append(event.share)
            if len(shares) == 2:
                control.turn("pause")
        if isinstance(event, Paused):
            turned.append((event.is_paused, len(readers())))
            if event.is_paused:
                _check_that_they_rest(readers())
                control.turn("resume")
        if len(turned) == 2 and len(shares) >= 3:
            control.turn("cancel")

    spec = spec_for(tmp_path / "library", pack, long_sounds(tmp_path / "sounds"))
    finished = run_job(spec, control, see)
    assert finished.cancelled and finished.added == 0
    assert [is_paused for is_paused, _ in turned] == [True, False]
    assert turned[0][1] == 2
    assert shares == sorted(shares)
    assert not readers()


def _check_that_they_rest(processes: list[psutil.Process]) -> None:
    """That each comes to spend no time, as one that waits does."""

    def spent_s() -> float:
        return sum(sum(each.cpu_times()[:2]) for each in processes)

    before_s = [spent_s()]

    def rests() -> bool:
        time.sleep(0.5)
        before_s.append(spent_s())
        return before_s[-1] - before_s[-2] < 0.05

    until(rests)


@pytest.mark.usefixtures("apart")
def test_a_pack_that_a_process_cannot_open_ends_the_job_as_it_would_a_thread(
    tmp_path: Path, sounds: Path, pack: Path
) -> None:
    copy = shutil.copytree(pack, tmp_path / "pack")
    gone: list[Event] = []

    def see(event: Event) -> None:
        if isinstance(event, Progress) and not gone:
            gone.append(event)
            shutil.rmtree(copy)

    spec = spec_for(tmp_path / "library", copy, sounds)
    with pytest.raises(PackError):
        run_job(spec, Control(), see)
    assert not readers()


@pytest.mark.skipif(not FSDD.is_dir(), reason="EARSHOT_DATA names no folder with fsdd, recordings of spoken digits")
@pytest.mark.skipif(speech_pack_for("words", None) is None, reason="no words pack comes with this Earshot")
def test_processes_hear_the_words_that_threads_hear(tmp_path: Path, pack: Path, request: pytest.FixtureRequest) -> None:
    folder = tmp_path / "sounds"
    folder.mkdir()
    for name in ("7_george_0", "2_lucas_1", "6_george_2", "9_lucas_3", "0_jackson_4"):
        shutil.copy(FSDD / f"{name}.flac", folder)
    broken_files(folder)
    run(tmp_path / "threads", pack, folder)
    request.getfixturevalue("apart")
    _, _, seen = run(tmp_path / "processes", pack, folder)
    assert seen == 4, "two that embed, two that hear speech"
    heard = [words_of(tmp_path / name) for name in ("threads", "processes")]
    assert heard[0] == heard[1]
    assert len(heard[0]) >= 5


def words_of(library: Path) -> list[tuple[object, ...]]:
    """All that words.db says, by the digests of what was heard: the numbers of sounds go by who was read first."""
    file = WordsFile.at(library)
    assert file is not None
    columns = "digest, error, speech_s, count, bounds, vectors, chances, agreements"
    rows = file.rows(f"SELECT {columns} FROM heard LEFT JOIN spoken USING (sound_id) ORDER BY digest")
    file.close()
    return rows


def test_a_word_after_the_end_is_not_written_into_what_has_the_number_of_the_pipe_now(tmp_path: Path) -> None:
    incoming, outgoing = os.pipe()
    pipe = MessagePipe.of_reader(incoming, outgoing)
    pipe.send(FileRequest())
    assert os.read(incoming, 1)
    pipe.end()
    other = os.open(tmp_path / "catalogue", os.O_CREAT | os.O_WRONLY)
    os.dup2(other, outgoing)  # closed, and given to another file
    with pytest.raises(PipeEnded):
        pipe.send(FileRequest())
    for each in (other, outgoing, incoming):
        os.close(each)
    assert (tmp_path / "catalogue").read_bytes() == b""


@pytest.fixture
def ends() -> Iterator[tuple[MessagePipe, MessagePipe]]:
    """Both ends of what a job and a process that reads for it say to each other."""
    (job_in, process_out), (process_in, job_out) = os.pipe(), os.pipe()
    messages = MessageReader(FileRequest, FileOpened, ReadProgress, FileClosed)
    yield MessagePipe.of_job(job_in, job_out, messages), MessagePipe.of_reader(process_in, process_out)
    for each in (job_in, job_out, process_in, process_out):
        os.close(each)


def test_the_next_file_is_asked_for_once_and_not_before_the_last_window_of_one(
    ends: tuple[MessagePipe, MessagePipe],
) -> None:
    """A file that was handed over waits for its reader, and another one may be free by then."""
    job, process = ends
    tasks: queue.SimpleQueue[str | None] = queue.SimpleQueue()
    asking = _FileRequester(process, tasks, _ProgressSender(process))
    tasks.put("one")
    assert asking.next() == "one"
    assert [job.receive(), job.receive()] == [FileRequest(), FileOpened()]
    asking.came("one", 0.5, 5.0)
    assert job.receive() == ReadProgress(0.5, 5.0), "and nothing is asked"
    asking.came("one", 1.0, 10.0)
    asking.came("one", 1.0, 11.0)  # longer than it said
    assert job.receive() == FileRequest()
    tasks.put("two")
    assert asking.next() == "two"
    assert job.receive() == FileOpened(), "it was asked for before"
    tasks.put(None)
    assert asking.next() is None
    process.send(FileClosed())
    assert [job.receive(), job.receive()] == [FileRequest(), FileClosed()]


def test_processes_are_for_much_work_on_the_processor() -> None:
    assert is_worth(3600.0, 2, "cpu")
    assert not is_worth(60.0, 2, "cpu")
    assert not is_worth(3600.0, 1, "cpu")
    assert not is_worth(3600.0, 2, "cuda")


def test_each_process_may_hold_its_share_of_the_memory() -> None:
    gib = 1 << 30
    assert memory_of_each(8 * gib, 2) == 4 * gib
    assert memory_of_each(8 * gib, 16) == gib
    assert memory_of_each(gib // 2, 4) == gib // 2
