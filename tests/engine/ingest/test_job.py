"""What a job does to a library, as a caller sees it: run in this process, on real files, with a real pack."""

import os
import threading
from pathlib import Path

import numpy as np
import pytest
from msgspec.structs import replace

from engine.base.errors import LibraryBusy, NotAFile, PackError
from engine.base.events import Event, FileFailed, FileRemark, FilesReading, Progress, Scanned, Started
from engine.ingest.control import Control
from engine.ingest.job import run_job
from engine.ingest.spec import JobSpec
from engine.library.library import Library
from engine.search.question import Question
from engine.store.catalogue import Catalogue
from engine.store.lock import WriterLock
from tests.helpers.indexing import contents, id_of, index, spec_for
from tests.helpers.sounds import (
    bext,
    broken_files,
    chunk,
    make_library_folder,
    sparse_rf64,
    tone,
    wav_bytes,
    write_tone,
)
from tests.helpers.tiny_pack import make_tiny_pack
from tests.helpers.user_tags import set_tags


@pytest.fixture
def sounds(tmp_path: Path) -> Path:
    make_library_folder(tmp_path / "sounds", 8)
    return tmp_path / "sounds"


def test_every_sound_is_taken_in_with_its_vectors(tmp_path: Path, sounds: Path, pack: Path) -> None:
    finished = index(tmp_path / "library", pack, sounds)
    rows = contents(tmp_path / "library", pack)
    assert (finished.added, finished.failed, len(rows)) == (8, 0, 8)
    assert all(row.vectors and row.peaks and row.payload_digest for row in rows.values())


def test_a_second_run_reads_nothing(tmp_path: Path, sounds: Path, pack: Path) -> None:
    index(tmp_path / "library", pack, sounds)
    finished = index(tmp_path / "library", pack)
    assert (finished.unchanged, finished.embedded_segments) == (8, 0)


def test_vectors_do_not_depend_on_company_or_threads(tmp_path: Path, sounds: Path, pack: Path) -> None:
    index(tmp_path / "together", pack, sounds, workers=3)
    for sound in sorted(sounds.rglob("*.*")):
        index(tmp_path / "alone", pack, sound, workers=1)
    together, alone = (contents(tmp_path / name, pack) for name in ("together", "alone"))
    assert {path: row.vectors for path, row in together.items()} == {path: row.vectors for path, row in alone.items()}


def test_a_job_of_one_long_sound_says_how_far_it_has_come_in_it(
    tmp_path: Path, pack: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("engine.ingest.tally._TELL_EVERY_S", 0.0)
    write_tone(tmp_path / "sounds" / "long.wav", 300.0, seconds=600.0)
    told: list[Event] = []
    run_job(spec_for(tmp_path / "library", pack, tmp_path / "sounds", workers=1), Control(), told.append)
    shares = [event.share for event in told if isinstance(event, Progress) and event.done == 0]
    assert any(0.0 < share < 1.0 for share in shares), shares
    assert shares == sorted(shares)


def test_a_long_sound_has_a_vector_for_every_stretch(tmp_path: Path, pack: Path) -> None:
    """The tiny pack's windows are 1 s with a hop of its plan: low in the first half, high in the second."""
    samples = np.concatenate([tone(100, 6, 16_000), tone(4000, 6, 16_000)])
    (tmp_path / "sounds").mkdir()
    (tmp_path / "sounds" / "two.wav").write_bytes(wav_bytes(samples, 16_000))
    index(tmp_path / "library", pack, tmp_path / "sounds")
    (row,) = contents(tmp_path / "library", pack).values()
    assert row.bounds[0][0] == 0.0
    assert row.bounds[-1][1] == pytest.approx(12.0, abs=0.01)
    first, last = (np.frombuffer(row.vectors[place], dtype=np.float16).astype(np.float32) for place in (0, -1))
    assert float(first @ last) < 0.5


def test_a_changed_file_is_read_again_and_keeps_its_tags(tmp_path: Path, pack: Path) -> None:
    sound = write_tone(tmp_path / "sounds" / "a.wav", 100)
    library = tmp_path / "library"
    index(library, pack, tmp_path / "sounds")
    before = contents(library, pack)[os.fsencode(sound)]
    id = id_of(library, sound)
    assert id is not None
    with Catalogue.open(library) as catalogue:
        set_tags(catalogue, id, ["mine"])
    write_tone(sound, 4000, 2.0)
    finished = index(library, pack)
    after = contents(library, pack)[os.fsencode(sound)]
    with Catalogue.open(library, read_only=True) as catalogue:
        assert catalogue.marks.tags(id) == ("mine",)
    assert (finished.changed, finished.added, id_of(library, sound)) == (1, 0, id)
    assert before.vectors != after.vectors


def test_writing_metadata_embeds_no_sound_again(tmp_path: Path, pack: Path) -> None:
    sound = tmp_path / "sounds" / "a.wav"
    sound.parent.mkdir()
    sound.write_bytes(wav_bytes(tone(440, 1)))
    index(tmp_path / "library", pack, tmp_path / "sounds")
    before = contents(tmp_path / "library", pack)[os.fsencode(sound)]
    sound.write_bytes(wav_bytes(tone(440, 1), after=chunk(b"bext", bext("a puppy barks"))))
    finished = index(tmp_path / "library", pack)
    after = contents(tmp_path / "library", pack)[os.fsencode(sound)]
    assert (finished.changed, finished.embedded_segments) == (1, 0)
    assert after.sound.metadata.description == "a puppy barks"
    assert after.vectors == before.vectors
    assert after.name_vector != before.name_vector


def test_a_touched_file_embeds_nothing(tmp_path: Path, pack: Path) -> None:
    sound = write_tone(tmp_path / "sounds" / "a.wav", 440)
    index(tmp_path / "library", pack, tmp_path / "sounds")
    os.utime(sound, (1, 1))
    assert index(tmp_path / "library", pack).embedded_segments == 0
    assert index(tmp_path / "library", pack).unchanged == 1


def test_a_change_between_the_probes_of_the_content_id_is_noticed(tmp_path: Path, pack: Path) -> None:
    """64 KiB at start, middle and end look the same; the whole payload does not."""
    sound = tmp_path / "sounds" / "a.wav"
    sound.parent.mkdir()
    samples = tone(440, 20)
    sound.write_bytes(wav_bytes(samples))
    index(tmp_path / "library", pack, tmp_path / "sounds")
    samples[len(samples) // 4 : len(samples) // 4 + 1000] = 0
    sound.write_bytes(wav_bytes(samples))
    os.utime(sound, (1, 1))
    assert index(tmp_path / "library", pack).embedded_segments > 0


def test_broken_files_are_counted_named_and_skipped_next_time(tmp_path: Path, sounds: Path, pack: Path) -> None:
    broken = broken_files(sounds / "broken")
    events: list[Event] = []
    first = run_job(spec_for(tmp_path / "library", pack, sounds), Control(), events.append)
    named = {Path(event.path) for event in events if isinstance(event, FileFailed)}
    again: list[Event] = []
    second = run_job(spec_for(tmp_path / "library", pack), Control(), again.append)
    assert (first.added, first.failed, named) == (8, 20, set(broken))
    assert (second.failed, second.unchanged) == (20, 8)
    assert not any(event.uris for event in again if isinstance(event, FilesReading))


def test_a_mended_file_is_taken_in_and_an_unmended_one_only_when_asked(tmp_path: Path, pack: Path) -> None:
    mended, broken = tmp_path / "sounds" / "a.wav", tmp_path / "sounds" / "b.wav"
    mended.parent.mkdir()
    mended.write_bytes(b"not yet")
    broken.write_bytes(b"never")
    index(tmp_path / "library", pack, tmp_path / "sounds")
    write_tone(mended, 440)
    plain = index(tmp_path / "library", pack)
    asked = index(tmp_path / "library", pack, retry_failed=True)
    assert (plain.changed, plain.failed) == (1, 1)
    assert (asked.failed, asked.unchanged) == (1, 1)


def test_a_pipe_and_a_link_circle_do_not_hang_the_job(tmp_path: Path, sounds: Path, pack: Path) -> None:
    os.mkfifo(sounds / "pipe.wav")
    (sounds / "circle").symlink_to(sounds)
    finished = index(tmp_path / "library", pack, sounds)
    assert (finished.added, finished.failed) == (8, 1)


def test_a_folder_inside_a_root_adds_no_root_and_no_second_row(tmp_path: Path, sounds: Path, pack: Path) -> None:
    index(tmp_path / "library", pack, sounds)
    finished = index(tmp_path / "library", pack, sounds / "Tones")
    with Catalogue.open(tmp_path / "library", read_only=True) as catalogue:
        assert len(catalogue.roots.all()) == 1
    assert (finished.added, finished.removed) == (0, 0)
    assert len(contents(tmp_path / "library", pack)) == 8


def test_a_folder_around_a_root_adds_no_second_row(tmp_path: Path, sounds: Path, pack: Path) -> None:
    index(tmp_path / "library", pack, sounds / "Tones")
    index(tmp_path / "library", pack, sounds)
    finished = index(tmp_path / "library", pack)
    assert len(contents(tmp_path / "library", pack)) == 8
    assert (finished.added, finished.removed, finished.unchanged) == (0, 0, 8)


def test_another_pack_embeds_everything_anew(tmp_path: Path, sounds: Path, pack: Path) -> None:
    other = make_tiny_pack(tmp_path / "other", dim=24)
    index(tmp_path / "library", pack, sounds)
    finished = index(tmp_path / "library", other)
    rows = contents(tmp_path / "library", other)
    assert (finished.changed, finished.unchanged) == (8, 0)
    assert {len(row.vectors[0]) for row in rows.values()} == {48}  # 24 numbers of two bytes


def test_the_library_finds_its_pack_again_after_the_folder_has_gone(tmp_path: Path, sounds: Path) -> None:
    mine = make_tiny_pack(tmp_path / "mine")
    index(tmp_path / "library", mine, sounds)
    mine.rename(tmp_path / "moved away")
    finished = run_job(JobSpec(tmp_path / "library", ()), Control(), lambda event: None)
    assert finished.unchanged == 8


def test_a_folder_that_is_not_there_is_refused_with_its_name(tmp_path: Path, pack: Path) -> None:
    with pytest.raises(NotAFile, match="nowhere"):
        index(tmp_path / "library", pack, tmp_path / "nowhere")


def test_a_damaged_pack_is_refused_before_anything_is_read(tmp_path: Path, sounds: Path) -> None:
    damaged = make_tiny_pack(tmp_path / "damaged")
    (damaged / "audio.onnx").write_bytes(b"x")
    with pytest.raises(PackError):
        index(tmp_path / "library", damaged, sounds)


def test_a_second_writer_is_told_that_the_library_is_busy(tmp_path: Path, sounds: Path, pack: Path) -> None:
    (tmp_path / "library").mkdir()
    with WriterLock(tmp_path / "library"), pytest.raises(LibraryBusy):
        index(tmp_path / "library", pack, sounds)


def test_the_job_of_a_window_waits_for_one_that_the_last_window_left(tmp_path: Path, sounds: Path, pack: Path) -> None:
    library = tmp_path / "library"
    index(library, pack, sounds)
    with Library.open(library, read_only=True) as opened:
        spec = replace(spec_for(library, pack, sounds), library_id=opened.id)
    left = WriterLock(library)
    left.acquire()
    goes = threading.Timer(2.0, left.release)  # longer than a job of the shell waits
    goes.start()
    try:
        assert run_job(spec, Control(), lambda event: None).unchanged > 0
    finally:
        goes.join()


def test_events_come_in_order_and_the_last_progress_counts_everything(tmp_path: Path, sounds: Path, pack: Path) -> None:
    events: list[Event] = []
    run_job(spec_for(tmp_path / "library", pack, sounds), Control(), events.append)
    assert isinstance(events[0], Started)
    scanned = [event for event in events if isinstance(event, Scanned)]
    progress = [event for event in events if isinstance(event, Progress)]
    assert (scanned[-1].files, scanned[-1].to_do, scanned[-1].done) == (8, 8, True)
    assert (progress[-1].done, progress[-1].total, progress[-1].added) == (8, 8, 8)
    with Catalogue.open(tmp_path / "library", read_only=True) as catalogue:
        assert progress[-1].sequence == catalogue.database.sequence()


def test_a_file_with_odd_samples_is_taken_in_with_a_note(tmp_path: Path, pack: Path) -> None:
    good = wav_bytes(tone(440, 2))
    (tmp_path / "sounds").mkdir()
    (tmp_path / "sounds" / "cut.wav").write_bytes(good[: len(good) // 2])
    events: list[Event] = []
    finished = run_job(spec_for(tmp_path / "library", pack, tmp_path / "sounds"), Control(), events.append)
    assert finished.added == 1
    assert any(isinstance(event, FileRemark) for event in events)


def test_a_cancelled_job_keeps_what_it_committed_and_goes_on_later(tmp_path: Path, sounds: Path, pack: Path) -> None:
    control = Control()

    def cancel_at_the_third(event: Event) -> None:
        if isinstance(event, FilesReading) and len(seen) < 3:
            seen.append(event)
            if len(seen) == 3:
                control.turn("cancel")

    seen: list[Event] = []
    stopped = run_job(spec_for(tmp_path / "library", pack, sounds, workers=1), control, cancel_at_the_third)
    finished = index(tmp_path / "library", pack)
    assert stopped.cancelled
    assert stopped.added < 8
    assert stopped.added + finished.added == 8


def test_a_file_changed_once_while_it_is_read_is_read_again(tmp_path: Path, pack: Path) -> None:
    sound = write_tone(tmp_path / "sounds" / "a.wav", 100, 2)
    changes: list[Event] = []

    def change_it_once(event: Event) -> None:
        if isinstance(event, FilesReading) and event.uris and not changes:
            changes.append(event)
            write_tone(sound, 4000, 3)

    finished = run_job(spec_for(tmp_path / "library", pack, tmp_path / "sounds"), Control(), change_it_once)
    (row,) = contents(tmp_path / "library", pack).values()
    assert (finished.added, row.sound.size_bytes) == (1, sound.stat().st_size)
    assert index(tmp_path / "library", pack).unchanged == 1


def test_a_file_that_is_still_being_written_is_left_for_the_next_job(tmp_path: Path, pack: Path) -> None:
    sound = write_tone(tmp_path / "sounds" / "recorder.wav", 100, 30)
    is_over = threading.Event()

    def record() -> None:
        with sound.open("ab") as file:
            while not is_over.wait(0.001):
                file.write(b"\0" * 64)
                file.flush()

    recorder = threading.Thread(target=record)
    recorder.start()
    try:
        during = index(tmp_path / "library", pack, tmp_path / "sounds")
    finally:
        is_over.set()
        recorder.join()
    after = index(tmp_path / "library", pack)
    assert (during.added, during.failed) == (0, 1)
    assert (after.added, after.failed) == (1, 0)


def test_a_file_that_vanishes_before_it_is_read_is_not_kept_as_failed(tmp_path: Path, pack: Path) -> None:
    sound = write_tone(tmp_path / "sounds" / "a.wav", 100, 2)
    write_tone(tmp_path / "sounds" / "b.wav", 100, 2)

    def take_it_away(event: Event) -> None:
        if isinstance(event, Progress) and sound.exists():
            sound.unlink()

    finished = run_job(spec_for(tmp_path / "library", pack, tmp_path / "sounds"), Control(), take_it_away)
    assert (finished.added, finished.failed) == (1, 1)
    assert index(tmp_path / "library", pack).failed == 0


def test_what_is_committed_can_be_searched_before_the_job_ends(tmp_path: Path, sounds: Path, pack: Path) -> None:
    best: list[str] = []

    def search(event: Event) -> None:
        if isinstance(event, Progress) and event.done:
            with Library.open(tmp_path / "library", read_only=True) as library:
                best.append(library.answer(Question("low hum", limit=1)).hits[0].sound.path.name)

    run_job(spec_for(tmp_path / "library", pack, sounds), Control(), search)
    assert best
    assert best[-1].startswith("low_hum")


def test_a_cancel_while_moved_files_are_compared_forgets_none(tmp_path: Path, sounds: Path, pack: Path) -> None:
    index(tmp_path / "library", pack, sounds)
    before = contents(tmp_path / "library", pack)
    sounds.rename(tmp_path / "elsewhere")
    sounds.mkdir()
    (tmp_path / "elsewhere").rename(sounds / "elsewhere")
    control = Control()

    def cancel_at_once(event: Event) -> None:
        if isinstance(event, Started):
            control.turn("cancel")

    finished = run_job(spec_for(tmp_path / "library", pack), control, cancel_at_once)
    assert (finished.cancelled, finished.removed) == (True, 0)
    assert contents(tmp_path / "library", pack) == before
    assert index(tmp_path / "library", pack).moved == 8


def test_silence_between_sounds_has_the_vector_that_it_has_alone(tmp_path: Path, pack: Path) -> None:
    """A file with a hole of a minute; the tiny pack's windows are short."""
    loud = tone(440, 2, 16_000)[:, None]
    (tmp_path / "one").mkdir(), (tmp_path / "two").mkdir()
    sparse_rf64(tmp_path / "one" / "hole.wav", 64.0, 16_000, {0.0: loud, 62.0: loud})
    sparse_rf64(tmp_path / "two" / "silent.wav", 64.0, 16_000, {0.0: np.zeros((1, 1), np.float32)})
    index(tmp_path / "library", pack, tmp_path / "one", tmp_path / "two")
    index(tmp_path / "other", pack, tmp_path / "two")
    (hole,) = (row for path, row in contents(tmp_path / "library", pack).items() if path.endswith(b"hole.wav"))
    (silent,) = contents(tmp_path / "other", pack).values()
    middle = len(hole.vectors) // 2
    assert hole.vectors[middle] == silent.vectors[middle]
    assert hole.vectors[0] != hole.vectors[middle]
    assert len(set(silent.vectors)) <= 2  # the last window may be of another length
