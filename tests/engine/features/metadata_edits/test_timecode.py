"""Timecode is written into bext and iXML at the rate that a file states, and asked for by a filter."""

import json
import shutil
import struct
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import apsw
import pytest
from msgspec.structs import replace

from engine.audio.fields import Field, value_of
from engine.audio.metadata import read_metadata
from engine.audio.slate import samples_at, timecode
from engine.base.errors import QueryError
from engine.base.file_messages import FileAdvice, FileFault, trouble
from engine.base.types import FilePath, FileStamp, SoundId, SoundMetadata
from engine.features.metadata_edits.edit import Edit
from engine.features.metadata_edits.sessions import describe, undo
from engine.search.query_parser import parse
from engine.store.catalogue import Catalogue
from engine.store.connection import FILE_NAME
from engine.store.row_checks import add_row_digest
from tests.engine.features.metadata_edits.makers import Nobody, by_ffmpeg, by_libsndfile, chunks_of
from tests.helpers.libraries import PACK, ROOT, a_sound
from tests.helpers.sounds import write_with_bext

GOLDEN = Path(__file__).resolve().parents[3] / "golden"
RATE = 32_000
"""Of the files that `write_with_bext` writes."""


def speed(rate: str, flag: str = "NDF", **more: str) -> str:
    texts = {"TIMECODE_RATE": rate, "TIMECODE_FLAG": flag, **more}
    inner = "".join(f"<{name}>{text}</{name}>" for name, text in texts.items())
    return f"<BWFXML><SPEED>{inner}</SPEED></BWFXML>"


def write(tmp_path: Path, file: Path, text: str) -> str:
    """Writes a timecode; gives why it was not written, empty where it was."""
    edit = Edit.of({Field.TIMECODE: text})
    report = describe(tmp_path / "library", [(FilePath.of(file), edit)], follower=Nobody())
    return str(report.failures[0].error) if report.failures else ""


def says(file: Path) -> str:
    return value_of(read_metadata(file), Field.TIMECODE)


def reference(file: Path) -> int:
    """Sample since midnight in bext, by EBU Tech 3285 alone."""
    content = dict(chunks_of(file.read_bytes()))[b"bext"]
    found: int = struct.unpack_from("<Q", content, 338)[0]
    return found


@pytest.mark.shows("timecode")
@pytest.mark.parametrize(
    ("rate", "flag", "text", "samples"),
    [
        ("25/1", "NDF", "10:00:00:12", 36_000 * RATE + 12 * RATE // 25),
        ("24/1", "NDF", "23:59:59:23", 86_399 * RATE + 23 * RATE // 24 + 1),  # 30,666.7 of a second: the next sample
        # A frame of 30000/1001 lasts 1,067.73 samples; 108,000 frames are an hour of timecode and 3.6 s more.
        ("30000/1001", "NDF", "01:00:00:00", round(108_000 * 1001 / 30_000 * RATE)),
        # Drop-frame leaves out 2 numbers in each minute but every tenth: 108 an hour.
        ("30000/1001", "DF", "01:00:00;00", round((108_000 - 108) * 1001 / 30_000 * RATE)),
        ("30000/1001", "DF", "00:01:00;02", round(1_800 * 1001 / 30_000 * RATE)),
    ],
)
def test_a_timecode_is_written_read_again_and_undone(
    tmp_path: Path, rate: str, flag: str, text: str, samples: int
) -> None:
    file = write_with_bext(tmp_path / "a.wav", ixml=speed(rate, flag))
    before = file.read_bytes()
    assert write(tmp_path, file, text) == ""
    assert (says(file), reference(file)) == (text, samples)
    fields = read_metadata(file).fields
    low, high = (int(fields[f"ixml.SPEED.TIMESTAMP_SAMPLES_SINCE_MIDNIGHT_{half}"]) for half in ("LO", "HI"))
    assert (high << 32) + low == samples
    undo(tmp_path / "library", follower=Nobody())
    assert file.read_bytes() == before


@pytest.mark.parametrize("rate", ["24/1", "25/1", "30000/1001", "24000/1001", "60/1"])
def test_every_frame_of_a_minute_is_read_as_it_was_written(rate: str) -> None:
    fields = {"ixml.SPEED.TIMECODE_RATE": rate, "ixml.SPEED.TIMECODE_FLAG": "NDF"}
    frames = -(-int(rate.split("/")[0]) // int(rate.split("/")[1]))
    texts = [f"07:59:{second:02d}:{frame:02d}" for second in range(60) for frame in range(frames)]
    read = [timecode({**fields, "bext.TimeReference": str(samples_at(text, fields, 48_000))}, 48_000) for text in texts]
    assert read == texts


def test_a_file_without_a_rate_takes_seconds_and_no_frames(tmp_path: Path) -> None:
    file = by_libsndfile(tmp_path / "a.wav")
    before = file.read_bytes()
    assert "states no frame rate" in write(tmp_path, file, "10:00:00:00")
    assert file.read_bytes() == before
    assert write(tmp_path, file, "10:00:00.5") == ""
    assert (says(file), reference(file)) == ("10:00:00.500", 36_000 * 48_000 + 24_000)
    assert write(tmp_path, file, "") == ""
    assert (says(file), reference(file)) == ("", 0)


def test_a_timecode_beside_a_rate_can_be_taken_out_and_be_midnight(tmp_path: Path) -> None:
    file = write_with_bext(tmp_path / "a.wav", ixml=speed("25/1", "NDF"))
    assert write(tmp_path, file, "00:00:00:00") == "" and says(file) == "00:00:00:00"
    assert write(tmp_path, file, "10:00:00:00") == "" and says(file) == "10:00:00:00"
    assert write(tmp_path, file, "") == ""
    assert (says(file), reference(file)) == ("", 0)


def test_drop_frame_is_not_taken_for_a_rate_that_has_none(tmp_path: Path) -> None:
    file = write_with_bext(tmp_path / "a.wav", ixml=speed("25/1", "NDF"))
    assert "at the frame rate that a.wav states" in write(tmp_path, file, "10:00:00;10")


@pytest.mark.parametrize(("flag", "text"), [("NDF", "10:00:00:30"), ("DF", "10:01:00:00"), ("DF", "10:01:00:01")])
def test_a_frame_that_there_is_not_is_refused(tmp_path: Path, flag: str, text: str) -> None:
    file = write_with_bext(tmp_path / "a.wav", ixml=speed("30000/1001", flag))
    assert "at the frame rate that a.wav states" in write(tmp_path, file, text)


@pytest.mark.parametrize("name", ["a.flac", "a.mp3", "a.aiff"])
def test_a_kind_that_has_no_timecode_says_so(tmp_path: Path, name: str) -> None:
    file = by_ffmpeg(tmp_path / name)
    before = file.read_bytes()
    assert "has no timecode" in write(tmp_path, file, "10:00:00:00")
    assert file.read_bytes() == before


@pytest.mark.parametrize("text", ["10", "10:00", "24:00:00:00", "10:60:00:00", "10:00:60:00", "ten", "10:00:00:00:00"])
def test_what_is_no_timecode_is_refused_when_it_is_typed(text: str) -> None:
    with pytest.raises(QueryError, match="is no timecode"):
        Edit.of({Field.TIMECODE: text})


def began(text: str) -> SoundMetadata:
    fields = {"ixml.SPEED.TIMECODE_RATE": "25/1"}
    return SoundMetadata(fields={**fields, "bext.TimeReference": str(samples_at(text, fields, 48_000))})


@pytest.fixture
def catalogue(tmp_path: Path) -> Iterator[Catalogue]:
    """Recordings that begin at 09:59:59:24, 10:00:00:00, 10:02:15:12 and 10:05:00:00, and one that says nothing."""
    told = [*map(began, ("09:59:59:24", "10:00:00:00", "10:02:15:12", "10:05:00:00")), SoundMetadata()]
    with Catalogue.open(tmp_path) as opened:
        opened.packs.set_searched(PACK, "test")
        root = opened.roots.add(ROOT)
        opened.sounds.reserve_ids(5, 10)
        sounds = [a_sound(n, root=root, first_segment=2 * n - 1, metadata=m) for n, m in enumerate(told, 1)]
        opened.sounds.store([replace(one, info=replace(one.info, sample_rate_hz=48_000)) for one in sounds], [])
        yield opened


def found(catalogue: Catalogue, text: str) -> list[int]:
    ids: list[int] = catalogue.passing.ids(parse(text, synonyms=lambda word: ()).filters).tolist()
    return ids


@pytest.mark.shows("timecode")
@pytest.mark.parametrize(
    ("text", "ids"),
    [
        ("tc:10:00:00:00-10:05:00:00", [2, 3, 4]),
        ("tc:10:00:00:00..10:04:59:24", [2, 3]),
        ("timecode:10:02", [3]),
        ("tc:10", [2, 3, 4]),
        ("tc:10:00:00:00..", [2, 3, 4]),
        ("tc:..10:00:00:00", [1, 2]),
        ("tc:09-10:02:15:12", [1, 2, 3]),
        ("tc:<10", [1]),
        ("tc:<=10:00:00:00", [1, 2]),
        ("tc:>10:00:00:00", [3, 4]),
        ("tc:>=10:00:00;00", [2, 3, 4]),
        ("tc:>=10 tc:<10:05", [2, 3]),
        ("tc:11", []),
        ("tc:10:00:00.500", [2]),
        ("tc:>=10:00:00:100", [3, 4]),
    ],
)
def test_recordings_are_found_by_when_they_begin(catalogue: Catalogue, text: str, ids: list[int]) -> None:
    assert found(catalogue, text) == ids


def test_a_chip_says_it_and_what_is_no_timecode_is_left_out() -> None:
    chips = parse("tc:10:00-10:05 tc:<9:30 tc:25 tc:10:05-10:00 tc:", synonyms=lambda word: ()).chips
    assert [str(chip.words) for chip in chips if chip.words] == ["timecode 10:00 to 10:05", "timecode before 09:30"]
    assert len([chip for chip in chips if chip.why]) == 3


def test_a_sound_that_could_not_be_read_again_begins_at_no_time(catalogue: Catalogue) -> None:
    sound = catalogue.sounds.one(SoundId(3))
    catalogue.files.note_failed(
        FileStamp(sound.path, 0, 2), trouble(FileFault.EMPTY, FileAdvice.COPY_OR_EXPORT), root=sound.root
    )
    assert catalogue.database.rows("SELECT count(*) FROM recording_start WHERE sound_id = 3") == [(0,)]


def test_a_new_timecode_is_found_and_a_library_of_before_too(catalogue: Catalogue, tmp_path: Path) -> None:
    catalogue.files.retag(SoundId(1), FileStamp(catalogue.sounds.one(SoundId(1)).path, 1, 1), began("11:00:00:00"), "x")
    assert (found(catalogue, "tc:11"), found(catalogue, "tc:<10")) == ([1], [])
    old = tmp_path / "old"
    old.mkdir()
    shutil.copy(GOLDEN / "catalogue-v13.sqlite", old / FILE_NAME)
    with closing(apsw.Connection(str(old / FILE_NAME))) as made:
        add_row_digest(made)
        record = json.dumps({"fields": {"bext.TimeReference": str(36_000 * 48_000)}})
        made.execute("UPDATE detail SET metadata = ? WHERE sound_id = 2", (record,))
        made.execute("UPDATE sound SET sample_rate_hz = 48000 WHERE id = 2")
    with Catalogue.open(old) as opened:
        assert found(opened, "tc:10:00:00") == [2]
