"""Files that other programs changed and whose size and date are what they were: found by what the system noted."""

import os
from pathlib import Path

import pytest

from engine.base.events import Finished
from engine.base.types import FilePath
from engine.ingest.control import Control
from engine.ingest.job import run_job
from engine.ingest.spec import JobSpec
from engine.store.catalogue import Catalogue
from tests.helpers.indexing import contents, index
from tests.helpers.sounds import bext, chunk, tone, wav_bytes

HAS_CHANGE_TIMES = pytest.mark.skipif(os.name == "nt", reason="Windows notes no time of change that Python is told")


@pytest.fixture
def sound(tmp_path: Path) -> Path:
    path = tmp_path / "sounds" / "a.wav"
    path.parent.mkdir()
    path.write_bytes(described("a puppy barks"))
    return path


def described(text: str, hertz: int = 440) -> bytes:
    return wav_bytes(tone(hertz, 1), after=chunk(b"bext", bext(text)))


def write_with_kept_date(path: Path, content: bytes) -> None:
    """In place, as a tagger does that keeps the date."""
    before = path.stat()
    assert len(content) == before.st_size
    path.write_bytes(content)
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))


def reread(library: Path, pack: Path, *only: Path) -> Finished:
    spec = JobSpec(library, (), only=tuple(map(FilePath.of, only)), pack=pack, device="cpu", workers=2, rereads=True)
    return run_job(spec, Control(), lambda event: None)


def forget_change_times(library: Path) -> None:
    """As where the system has none, or an earlier version noted none."""
    with Catalogue.open(library) as catalogue, catalogue.database.change():
        catalogue.database.run("DELETE FROM file_change")


@HAS_CHANGE_TIMES
@pytest.mark.shows("kept-dates")
def test_a_retag_that_keeps_size_and_date_is_seen(tmp_path: Path, pack: Path, sound: Path) -> None:
    index(tmp_path / "library", pack, sound.parent)
    before = contents(tmp_path / "library", pack)[os.fsencode(sound)]
    write_with_kept_date(sound, described("a kitten purr"))
    finished = index(tmp_path / "library", pack)
    after = contents(tmp_path / "library", pack)[os.fsencode(sound)]
    assert (finished.changed, finished.unchanged, finished.embedded_segments) == (1, 0, 0)
    assert after.sound.metadata.description == "a kitten purr"
    assert (after.vectors, after.name_vector == before.name_vector) == (before.vectors, False)
    assert index(tmp_path / "library", pack).unchanged == 1


@HAS_CHANGE_TIMES
def test_another_file_of_the_same_size_and_date_in_its_place_is_seen(tmp_path: Path, pack: Path, sound: Path) -> None:
    index(tmp_path / "library", pack, sound.parent)
    other = tmp_path / "other.wav"
    other.write_bytes(described("a puppy barks", hertz=4000))
    os.utime(other, ns=(sound.stat().st_atime_ns, sound.stat().st_mtime_ns))
    other.replace(sound)
    finished = index(tmp_path / "library", pack)
    assert (finished.changed, finished.unchanged) == (1, 0)
    assert finished.embedded_segments > 0


@HAS_CHANGE_TIMES
@pytest.mark.parametrize("what", ["rights", "link"])
def test_a_file_whose_rights_or_links_changed_is_unchanged(tmp_path: Path, pack: Path, sound: Path, what: str) -> None:
    library = tmp_path / "library"
    index(library, pack, sound.parent)
    before = contents(library, pack)
    if what == "rights":
        sound.chmod(0o600)
    else:
        os.link(sound, tmp_path / "elsewhere.wav")
    first = index(library, pack)
    assert (first.changed, first.unchanged, first.embedded_segments) == (0, 1, 0)
    assert contents(library, pack) == before


@HAS_CHANGE_TIMES
def test_a_touched_file_is_looked_into_once(tmp_path: Path, pack: Path, sound: Path) -> None:
    library = tmp_path / "library"
    index(library, pack, sound.parent)
    sound.chmod(0o600)
    index(library, pack)
    with Catalogue.open(library, read_only=True) as catalogue:
        (root,) = catalogue.roots.all()
        (kept,) = catalogue.files.stamps(root.id)
    assert kept.stamp.changed_ns == sound.stat().st_ctime_ns


@HAS_CHANGE_TIMES
@pytest.mark.skipif(os.name != "nt" and os.geteuid() == 0, reason="root may read every file")
def test_a_file_that_may_be_read_now_is_taken_in(tmp_path: Path, pack: Path, sound: Path) -> None:
    sound.chmod(0)
    assert index(tmp_path / "library", pack, sound.parent).failed == 1
    sound.chmod(0o600)
    assert index(tmp_path / "library", pack).changed == 1


@pytest.mark.shows("kept-dates")
def test_a_retag_that_no_time_tells_of_is_seen_when_asked_for(tmp_path: Path, pack: Path, sound: Path) -> None:
    library = tmp_path / "library"
    index(library, pack, sound.parent)
    write_with_kept_date(sound, described("a kitten purr"))
    forget_change_times(library)
    assert index(library, pack).unchanged == 1
    finished = reread(library, pack, sound)
    assert (finished.changed, finished.embedded_segments) == (1, 0)
    assert contents(library, pack)[os.fsencode(sound)].sound.metadata.description == "a kitten purr"


def test_reading_again_what_did_not_change_changes_nothing(tmp_path: Path, pack: Path, sound: Path) -> None:
    library = tmp_path / "library"
    index(library, pack, sound.parent)
    before = contents(library, pack)
    finished = reread(library, pack)
    assert (finished.changed, finished.unchanged, finished.embedded_segments) == (0, 1, 0)
    assert contents(library, pack) == before


@pytest.mark.shows("true-peak")
def test_reading_again_measures_the_true_peak_of_what_was_indexed_before_there_was_one(
    tmp_path: Path, pack: Path, sound: Path
) -> None:
    library = tmp_path / "library"
    index(library, pack, sound.parent)
    before = contents(library, pack)[os.fsencode(sound)].sound
    assert before.measures.true_peak_dbtp is not None
    with Catalogue.open(library) as catalogue, catalogue.database.change():
        catalogue.database.run("UPDATE sound SET true_peak_dbtp = NULL")
    assert index(library, pack).unchanged == 1
    assert contents(library, pack)[os.fsencode(sound)].sound.measures.true_peak_dbtp is None
    assert reread(library, pack, sound).changed == 1
    after = contents(library, pack)[os.fsencode(sound)].sound
    assert (after.id, after.measures) == (before.id, before.measures)
    assert reread(library, pack, sound).changed == 0


@HAS_CHANGE_TIMES
def test_a_library_of_before_is_not_read_again_and_notices_the_next_retag(
    tmp_path: Path, pack: Path, sound: Path
) -> None:
    library = tmp_path / "library"
    index(library, pack, sound.parent)
    forget_change_times(library)
    assert index(library, pack).unchanged == 1
    write_with_kept_date(sound, described("a kitten purr"))
    assert index(library, pack).changed == 1
