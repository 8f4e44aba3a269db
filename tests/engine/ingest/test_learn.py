"""Embedding a library with another pack while the former one answers: what a caller sees of it, on real files."""

import os
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from engine.audio.segments import SegmentPlan
from engine.base.errors import LibraryBusy, PackError
from engine.base.events import (
    Event,
    FileFailed,
    FilesReading,
    Finished,
    IndexBuilt,
    ReembeddingFinished,
    ReembeddingProgress,
    Started,
)
from engine.base.types import FilePath
from engine.features.metadata_edits.catalogue_follower import CatalogueFollower
from engine.index.hnsw import is_available
from engine.index.settings import IndexSettings
from engine.ingest.control import Control
from engine.ingest.index_step import build_bases
from engine.ingest.installed_packs import take_out
from engine.ingest.job import run_job
from engine.ingest.pack_change import run_learning
from engine.ingest.pack_removal import forget_pack
from engine.ingest.spec import JobSpec
from engine.library.library import Library
from engine.models.pack import read_info
from engine.search.question import Question
from engine.store.catalogue import Catalogue
from engine.store.lock import WriterLock
from tests.helpers.indexing import contents, index
from tests.helpers.sounds import bext, chunk, make_library_folder, tone, wav_bytes, write_tone
from tests.helpers.tiny_pack import RATE_HZ, make_tiny_pack

SHORT = SegmentPlan(sample_rate_hz=RATE_HZ, segment_s=0.5, hop_s=0.25, ladder_s=(0.25, 0.5), padding="repeat")
"""Four times as many segments as the tiny pack makes."""


def nothing(event: Event) -> None:
    """Looks at no event."""


@pytest.fixture(scope="module")
def other(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A second pack, with vectors of another size that cuts sounds otherwise."""
    return make_tiny_pack(tmp_path_factory.mktemp("packs") / "other", dim=24, plan=SHORT)


@pytest.fixture
def sounds(tmp_path: Path) -> Path:
    make_library_folder(tmp_path / "sounds", 8)
    return tmp_path / "sounds"


@pytest.fixture
def library(tmp_path: Path, sounds: Path, pack: Path) -> Path:
    """Eight sounds, indexed with the tiny pack."""
    index(tmp_path / "library", pack, sounds)
    return tmp_path / "library"


def learn(
    library: Path,
    pack: Path | None,
    emit: Callable[[Event], None] = nothing,
    *,
    without_offline: bool = False,
    control: Control | None = None,
) -> Finished:
    spec = JobSpec(library, (), pack=pack, device="cpu", workers=2, is_learning=True, without_offline=without_offline)
    return run_learning(spec, control or Control(), emit)


def once(when: Callable[[Event], bool], do: Callable[[], object]) -> Callable[[Event], None]:
    """Does something at the first event that is the right one."""
    done: list[object] = []

    def emit(event: Event) -> None:
        if not done and when(event):
            done.append(True)
            do()

    return emit


def is_half_way(event: Event) -> bool:
    return isinstance(event, ReembeddingProgress) and event.done > 0


def is_read_and_not_stored(event: Event) -> bool:
    return isinstance(event, FilesReading) and not event.uris


def ranked(library: Library, words: str) -> list[tuple[int, float]]:
    ranking = library.rank(Question(words, sound_only=True))
    assert ranking.scored is not None
    return list(zip(ranking.ids.tolist(), ranking.scored.scores.tolist(), strict=True))


def test_a_library_that_learnt_a_pack_holds_what_one_indexed_with_it_does(
    library: Path, sounds: Path, other: Path, tmp_path: Path
) -> None:
    finished = learn(library, other)
    index(tmp_path / "fresh", other, sounds)
    assert (finished.changed, finished.failed, finished.cancelled) == (8, 0, False)
    assert contents(library, other) == contents(tmp_path / "fresh", other)


def test_searches_use_the_old_pack_until_the_switch_and_the_new_one_after(
    library: Path, sounds: Path, pack: Path, other: Path, tmp_path: Path
) -> None:
    index(tmp_path / "fresh", other, sounds)
    with Library.open(library, read_only=True) as searching, Library.open(tmp_path / "fresh") as fresh:
        before = ranked(searching, "low hum")
        during: list[list[tuple[int, float]]] = []

        def look(event: Event) -> None:
            if isinstance(event, ReembeddingProgress):
                during.append(ranked(searching, "low hum"))

        learn(library, other, look)
        assert len(during) >= 2
        assert all(answer == before for answer in during)
        after = ranked(searching, "low hum")
        assert after != before
        assert [score for _, score in after] == [score for _, score in ranked(fresh, "low hum")]
        assert searching.stats().pack_id == read_info(other).pack_id


def test_a_search_that_runs_during_the_switch_is_answered_by_one_pack(library: Path, other: Path) -> None:
    with Library.open(library, read_only=True) as searching:
        before = ranked(searching, "low hum -beep")
        switched: list[Finished] = []

        def switch_in_the_middle() -> bool:
            if not switched:
                switched.append(learn(library, other))
            return False

        during = searching.rank(Question("low hum -beep", sound_only=True), cancel=switch_in_the_middle)
        assert during.scored is not None
        assert list(zip(during.ids.tolist(), during.scored.scores.tolist(), strict=True)) == before
        assert searching.strip(during, during.ids[0]).starts_s.tolist() == [0.0]  # as the old pack cuts a second
        assert ranked(searching, "low hum -beep") != before


def test_a_cancelled_job_keeps_what_it_heard_and_the_next_one_goes_on(
    library: Path, sounds: Path, pack: Path, other: Path, tmp_path: Path
) -> None:
    make_library_folder(sounds / "more", 92, seconds=0.3)
    index(library, pack)
    control, seen = Control(), set[str]()

    def cancel_at_the_thirtieth(event: Event) -> None:
        seen.update(event.uris if isinstance(event, FilesReading) else ())
        if len(seen) == 30:
            control.turn("cancel")

    stopped = learn(library, other, cancel_at_the_thirtieth, control=control)
    assert stopped.cancelled
    assert 0 < stopped.changed < 100
    with Library.open(library) as searching:
        stats = searching.stats()
    assert (stats.pack_id, stats.next_pack_name) == (read_info(pack).pack_id, "tiny 24")
    assert stats.next_pack_sounds == stopped.changed
    finished = learn(library, None)  # no name: the one that was begun
    assert stopped.changed + finished.changed == 100
    index(tmp_path / "fresh", other, sounds)
    assert contents(library, other) == contents(tmp_path / "fresh", other)


@pytest.mark.parametrize("when", [is_half_way, is_read_and_not_stored])
def test_what_comes_changes_and_goes_meanwhile_is_caught_up_with(
    library: Path, sounds: Path, pack: Path, other: Path, tmp_path: Path, when: Callable[[Event], bool]
) -> None:
    for number in range(4):
        write_tone(sounds / "later" / f"{number}.wav", hz=300 + 50 * number, seconds=0.8)
    index(library, pack)

    def change() -> None:
        write_tone(sounds / "new.wav", hz=500, seconds=1.2)
        write_tone(sounds / "later" / "0.wav", hz=2000, seconds=0.7)  # another sound in the same file
        (sounds / "later" / "1.wav").unlink()
        (sounds / "later" / "2.wav").rename(sounds / "later" / "puppy barks.wav")
        index(library, pack)
        with Catalogue.open(library) as catalogue:
            catalogue.sounds.remove(catalogue.files.missing())

    finished = learn(library, other, once(when, change))
    assert finished.failed == 0
    index(tmp_path / "fresh", other, sounds)
    assert contents(library, other) == contents(tmp_path / "fresh", other)


def test_going_back_reads_nothing(library: Path, pack: Path, other: Path) -> None:
    before = contents(library, pack)
    learn(library, other)
    events: list[Event] = []
    finished = learn(library, pack, events.append)
    assert (finished.changed, finished.embedded_segments) == (0, 0)
    assert not any(isinstance(event, Started) for event in events)
    assert contents(library, pack) == before


def test_what_was_taken_in_by_one_pack_is_learnt_by_the_other_before_it_is_searched_again(
    library: Path, sounds: Path, pack: Path, other: Path, tmp_path: Path
) -> None:
    (sounds / "gate.wav").write_bytes(wav_bytes(tone(250, 1.0)))
    index(library, pack)
    learn(library, other)
    write_tone(sounds / "new.wav", hz=500)
    (sounds / "gate.wav").write_bytes(wav_bytes(tone(250, 1.0), before=chunk(b"bext", bext("a puppy barks"))))
    index(library, other)
    finished = learn(library, pack)
    assert finished.changed == 1  # the new one; of the other only the name
    index(tmp_path / "fresh", pack, sounds)
    assert contents(library, pack) == contents(tmp_path / "fresh", pack)


def test_drives_that_are_away_keep_the_old_pack_until_one_is_told_otherwise(
    library: Path, sounds: Path, pack: Path, other: Path, tmp_path: Path
) -> None:
    make_library_folder(tmp_path / "drive", 3)
    write_tone(tmp_path / "drive" / "gate.wav", hz=500)
    index(library, pack, tmp_path / "drive")
    (tmp_path / "drive").rename(tmp_path / "unplugged")
    index(library, pack)
    events: list[Event] = []
    learn(library, other, events.append)
    assert [event for event in events if isinstance(event, ReembeddingFinished)] == [
        ReembeddingFinished("tiny 24", read_info(other).pack_id, is_searched=False, offline=4, by_name=0)
    ]
    with Library.open(library) as searching:
        assert searching.stats().pack_id == read_info(pack).pack_id
    learn(library, other, events.append, without_offline=True)
    assert events[-1] == ReembeddingFinished(
        "tiny 24", read_info(other).pack_id, is_searched=True, offline=4, by_name=4
    )
    with Library.open(library) as searching:
        (first, *_) = searching.answer(Question("door")).hits  # "gate" means the same to the pack's sentences
        assert (first.sound.path.name, first.moments) == ("gate.wav", ())
    (tmp_path / "unplugged").rename(tmp_path / "drive")
    index(library, other)
    index(tmp_path / "fresh", other, sounds, tmp_path / "drive")
    assert contents(library, other) == contents(tmp_path / "fresh", other)


def test_an_indexing_job_is_waited_for_and_what_it_took_in_is_learnt_too(
    library: Path, sounds: Path, pack: Path, other: Path, tmp_path: Path
) -> None:
    """The job holds the library until the other one has said that it waits."""
    lock, job = WriterLock(library), Control()
    lock.acquire()
    waited: list[bool] = []

    def let_go(event: Event) -> None:
        if isinstance(event, ReembeddingProgress) and event.is_waiting and not waited:
            waited.append(True)
            lock.release()
            write_tone(sounds / "new.wav", hz=500)
            index(library, pack)

    finished = learn(library, other, let_go, control=job)
    index(tmp_path / "fresh", other, sounds)
    assert (waited, finished.changed) == ([True], 9)
    assert contents(library, other) == contents(tmp_path / "fresh", other)


def test_a_drive_that_leaves_while_it_is_heard_keeps_the_old_pack(library: Path, sounds: Path, other: Path) -> None:
    events: list[Event] = []
    sounds.rename(sounds.with_name("unplugged"))
    learn(library, other, events.append)
    assert [(event.is_searched, event.offline) for event in events if isinstance(event, ReembeddingFinished)] == [
        (False, 8)
    ]


def test_a_file_that_went_bad_is_said_and_stops_nothing(library: Path, sounds: Path, other: Path) -> None:
    (victim, *_) = sorted(sounds.rglob("*.wav"))
    status = victim.stat()
    victim.write_bytes(b"\0" * status.st_size)
    os.utime(victim, ns=(status.st_atime_ns, status.st_mtime_ns))
    events: list[Event] = []
    finished = learn(library, other, events.append)
    assert finished.failed == 1
    assert [event.path for event in events if isinstance(event, FileFailed)] == [str(victim)]
    with Library.open(library) as searching:
        stats = searching.stats()
    assert (stats.pack_name, stats.sounds, stats.failed) == ("tiny 24", 7, 1)


def test_a_missing_file_is_no_obstacle_and_is_heard_when_it_is_back(
    library: Path, sounds: Path, pack: Path, other: Path, tmp_path: Path
) -> None:
    (victim, *_) = sorted(sounds.rglob("*.wav"))
    victim.rename(tmp_path / "away.wav")
    index(library, pack)
    events: list[Event] = []
    learn(library, other, events.append)
    assert [(event.is_searched, event.by_name) for event in events if isinstance(event, ReembeddingFinished)] == [
        (True, 1)
    ]
    (tmp_path / "away.wav").rename(victim)
    index(library, other)
    index(tmp_path / "fresh", other, sounds)
    assert contents(library, other) == contents(tmp_path / "fresh", other)


@pytest.mark.skipif(not is_available(), reason="hnswlib is not installed")
def test_the_index_of_the_new_pack_stands_before_the_switch(
    library: Path, other: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    small = IndexSettings(base_from_segments=5)
    monkeypatch.setattr("engine.ingest.pack_change.build_bases", partial(build_bases, settings=small))
    events: list[Event] = []
    learn(library, other, events.append)
    kinds = [type(event) for event in events if isinstance(event, IndexBuilt | ReembeddingFinished)]
    assert kinds == [IndexBuilt, IndexBuilt, ReembeddingFinished]
    with Library.open(library, read_only=True) as searching:
        assert searching.stats().index_tier == "hnsw"


def test_a_name_written_in_the_window_reaches_the_pack_that_is_searched_now(
    library: Path, sounds: Path, pack: Path, other: Path
) -> None:
    target = sounds / "Tones" / "DOORWood_Creak_03.wav"
    write_tone(target, hz=300)
    index(library, pack)
    with CatalogueFollower(
        library, pack=pack
    ) as upkeep:  # opened with the pack that is searched no more after the switch
        upkeep.changed(FilePath.of(target))
        upkeep.flush()
        learn(library, other)
        target.rename(target.with_name("puppy.wav"))
        upkeep.moved(FilePath.of(target), FilePath.of(target.with_name("puppy.wav")))
        upkeep.flush()
    with Library.open(library, read_only=True) as searching:
        assert searching.answer(Question("dog")).hits[0].sound.path.name == "puppy.wav"


def test_the_librarys_own_pack_ends_what_was_begun(library: Path, pack: Path, other: Path) -> None:
    control = Control()
    learn(library, other, once(is_half_way, lambda: control.turn("cancel")), control=control)
    finished = learn(library, pack)
    with Library.open(library) as searching:
        assert searching.stats().next_pack_id == ""
    assert finished.changed == 0
    with pytest.raises(PackError, match="no change of packs"):
        learn(library, None)


def test_nothing_else_changes_the_pack_meanwhile(library: Path, pack: Path, other: Path, tmp_path: Path) -> None:
    third = make_tiny_pack(tmp_path / "third", dim=20)
    refused: list[str] = []

    def interfere() -> None:
        for job in (
            lambda: index(library, third),
            lambda: learn(library, third),
            lambda: forget_pack(library, read_info(other).pack_id),
        ):
            with pytest.raises(LibraryBusy) as caught:
                job()
            refused.append(str(caught.value))

    learn(library, other, once(is_half_way, interfere))
    assert len(refused) == 3
    with Library.open(library) as searching:
        assert searching.stats().pack_name == "tiny 24"


def test_a_pack_that_is_being_learnt_cannot_be_removed(library: Path, pack: Path, other: Path) -> None:
    control = Control()
    learn(library, other, once(is_half_way, lambda: control.turn("cancel")), control=control)
    with pytest.raises(PackError, match="changing to this pack"):
        take_out(library / "packs" / read_info(other).pack_id, library, read_info(pack).pack_id)


def test_forgetting_a_pack_frees_its_vectors_and_leaves_the_searched_one_whole(
    library: Path, sounds: Path, pack: Path, other: Path, tmp_path: Path
) -> None:
    learn(library, other)
    with Library.open(library) as searching:
        before = ranked(searching, "low hum")
        freed = forget_pack(library, read_info(pack).pack_id)
        assert (freed.sounds, freed.size_bytes > 1000) == (8, True)
        assert not (library / "vectors" / read_info(pack).pack_id).exists()
        assert ranked(searching, "low hum") == before
    index(tmp_path / "fresh", other, sounds)
    assert contents(library, other) == contents(tmp_path / "fresh", other)
    with pytest.raises(PackError, match="library uses this pack"):
        forget_pack(library, read_info(other).pack_id)
    assert learn(library, pack).changed == 8


def test_an_index_job_that_changes_the_pack_at_once_keeps_what_the_former_made(
    library: Path, sounds: Path, pack: Path, other: Path
) -> None:
    before = contents(library, pack)
    run_job(JobSpec(library, (), pack=other, device="cpu", workers=2), Control(), nothing)
    assert learn(library, pack).embedded_segments == 0
    assert contents(library, pack) == before
