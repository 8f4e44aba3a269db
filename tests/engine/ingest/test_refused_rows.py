"""A file whose metadata are absurd costs that file at most: the job goes on, in little memory."""

import os
import struct
import subprocess
import sys
import zlib
from io import FileIO
from pathlib import Path

import pytest
from msgspec.structs import replace

from engine.audio import analysis
from engine.audio.metadata import metadata_of, read_metadata
from engine.audio.tags import id3_tags
from engine.base.errors import WriteRefused
from engine.base.events import Event
from engine.base.types import FilePath, SegmentId, SoundId, SoundMetadata
from engine.features.metadata_edits.id3 import with_frames
from engine.ingest import writer
from engine.ingest.control import Control
from engine.ingest.job import run_job
from engine.ingest.worker import EmbeddedSound
from engine.store.sound_rows import IndexedSound
from tests.helpers.indexing import contents, failed_names, spec_for
from tests.helpers.sounds import chunk, tone, wav_bytes, write_tone

REPOSITORY = Path(__file__).resolve().parents[3]


def _long_names(path: Path) -> Path:
    """1.3 MB of iXML: two elements of 320,000 letters within each other, around 2,000 leaves."""
    outer, inner = "A" * 320_000, "B" * 320_000
    leaves = "".join(f"<L{number}>{number}</L{number}>" for number in range(2000))
    text = f"<BWFXML><USER><{outer}><{inner}>{leaves}</{inner}></{outer}></USER><NOTE>Oak door</NOTE></BWFXML>"
    path.write_bytes(wav_bytes(tone(440.0, 0.3), after=chunk(b"iXML", text.encode())))
    return path


def _bomb(frames: int = 40, inflated: int = 64 << 20) -> bytes:
    """An ID3v2.3 tag whose compressed frames hold `frames` x `inflated` bytes; two megabytes as they lie there."""
    packed = zlib.compress(b"\x00" + b"a" * inflated, 9)
    body = b""
    for number in range(frames):
        content = struct.pack(">I", inflated + 1) + packed
        name = b"TXXX" if number else b"TIT2"
        body += name + struct.pack(">IBB", len(content), 0, 0x80) + content
    size = len(body)
    return b"ID3\x03\x00\x00" + bytes((size >> shift) & 0x7F for shift in (21, 14, 7, 0)) + body


def test_ixml_with_endless_names_keeps_its_other_fields(tmp_path: Path) -> None:
    found = read_metadata(_long_names(tmp_path / "a.wav"))
    assert found.description == "Oak door"
    assert sum(len(name) + len(text) for name, text in found.fields.items()) < 1000


def test_fields_beyond_the_bound_are_left_out_and_the_first_stay(tmp_path: Path) -> None:
    leaves = "".join(f"<L{number}>{'x' * 15_000}</L{number}>" for number in range(200))
    text = f"<BWFXML><NOTE>Oak door</NOTE><USER>{leaves}</USER></BWFXML>"
    path = tmp_path / "a.wav"
    path.write_bytes(wav_bytes(tone(440.0, 0.3), after=chunk(b"iXML", text.encode())))
    found = read_metadata(path)
    assert found.description == "Oak door"
    assert sum(len(name) + len(value) for name, value in found.fields.items()) <= 1_000_000


_READ_IN_LITTLE = """
import resource, sys
from pathlib import Path
from tests.helpers.memory import peak_kib
resource.setrlimit(resource.RLIMIT_DATA, (700 << 20, 700 << 20))
from engine.audio import analysis
from engine.audio.metadata import metadata_of, read_metadata
print(len(read_metadata(Path(sys.argv[1])).fields))
print(peak_kib() // 1024)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="the limit on a process's data is Linux's")
@pytest.mark.parametrize("kind", ["mp3", "wav", "ixml"])
def test_what_unfolds_without_end_is_read_in_little_memory(tmp_path: Path, kind: str) -> None:
    path = tmp_path / f"a.{'wav' if kind == 'ixml' else kind}"
    if kind == "ixml":
        _long_names(path)
    elif kind == "wav":
        path.write_bytes(wav_bytes(tone(440.0, 0.3), after=chunk(b"id3 ", _bomb())))
    else:
        path.write_bytes(_bomb() + bytes(4096))
    command = [sys.executable, "-c", _READ_IN_LITTLE, str(path)]
    done = subprocess.run(command, cwd=REPOSITORY, capture_output=True, text=True, check=True)
    _, most_mib = map(int, done.stdout.split())
    assert most_mib < 500


def test_a_compressed_frame_of_ordinary_size_is_read() -> None:
    assert id3_tags(_bomb(frames=1, inflated=1000)) == {"id3.TIT2": "a" * 1000}


def test_a_tag_that_unfolds_without_end_is_never_written_over() -> None:
    with pytest.raises(WriteRefused, match="64 MiB"):
        with_frames(_bomb(frames=4), {"TIT2": "Oak door"})


def test_a_row_that_cannot_be_stored_fails_alone(tmp_path: Path, pack: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for number in range(4):
        write_tone(tmp_path / "sounds" / f"{number}.wav", hz=300.0 + number, seconds=0.4)

    def with_half_a_letter(file: FileIO, path: FilePath) -> SoundMetadata:
        found = metadata_of(file, path)
        return replace(found, description="\ud83d") if path.name == "2.wav" else found  # UTF-8 has no half of a pair

    monkeypatch.setattr(analysis, "metadata_of", with_half_a_letter)
    events: list[Event] = []
    finished = run_job(spec_for(tmp_path / "library", pack, tmp_path / "sounds"), Control(), events.append)
    assert (finished.added, finished.failed) == (3, 1)
    assert failed_names(events) == {"2.wav"}
    kept = {os.fsdecode(path).rsplit("/", 1)[-1] for path in contents(tmp_path / "library", pack)}
    assert kept == {"0.wav", "1.wav", "3.wav"}


@pytest.mark.parametrize("seconds", [15_000_000_000, -15_000_000_000])  # 2445 and 1494; ext4 bends the second to 1901
def test_a_file_of_another_age_is_indexed_like_any_and_found_unchanged_again(
    tmp_path: Path, pack: Path, seconds: int
) -> None:
    for number in range(4):
        write_tone(tmp_path / "sounds" / f"{number}.wav", hz=300.0 + number, seconds=0.4)
    os.utime(tmp_path / "sounds" / "2.wav", (seconds, seconds))
    first = run_job(spec_for(tmp_path / "library", pack, tmp_path / "sounds"), Control(), lambda event: None)
    assert (first.added, first.failed) == (4, 0)
    again = run_job(spec_for(tmp_path / "library", pack, tmp_path / "sounds"), Control(), lambda event: None)
    assert (again.added, again.changed, again.failed) == (0, 0, 0)


@pytest.mark.parametrize("number", [2**63, -(2**63) - 1, 2**70])
def test_a_number_that_no_row_holds_fails_its_file_alone(
    tmp_path: Path, pack: Path, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    for name in range(4):
        write_tone(tmp_path / "sounds" / f"{name}.wav", hz=300.0 + name, seconds=0.4)
    whole = writer._row

    def with_absurd_channels(ready: EmbeddedSound, id: SoundId, first: SegmentId) -> IndexedSound:
        row = whole(ready, id, first)
        is_odd = row.stamp.path.name == "2.wav" and row.info is not None
        return replace(row, info=replace(row.info, channels=number)) if is_odd else row

    monkeypatch.setattr(writer, "_row", with_absurd_channels)
    events: list[Event] = []
    finished = run_job(spec_for(tmp_path / "library", pack, tmp_path / "sounds"), Control(), events.append)
    assert (finished.added, finished.failed) == (3, 1)
    assert failed_names(events) == {"2.wav"}
