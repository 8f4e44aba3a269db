"""Markers in AIFF (MARK, INST) and MP3 (CHAP, CTOC): written and read back, by others too; what others said stays."""

import importlib
import struct
from pathlib import Path
from typing import Any

import mutagen.id3
import numpy as np
import pytest
import soundfile
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.audio.markers import Marker, MarkerKind, read_markers
from engine.base.errors import WriteRefused
from engine.base.types import FilePath
from engine.features.markers.marker_change import MarkerChange
from engine.features.markers.marker_store import in_order
from engine.features.markers.sound_markers import place
from engine.features.metadata_edits.envelope_writer import WriteOptions, prepare_change
from tests.helpers.sounds import write_tone

RATE, FRAMES = 32_000, 16_000
Frames: Any = mutagen.id3
_LABELS = st.text(st.characters(codec="utf-8", exclude_categories=["Cc", "Cs"]), max_size=40).map(
    lambda text: " ".join(text.split())
)
_PLACES = st.builds(lambda first, label: place(first / RATE, label), st.integers(0, FRAMES - 1), _LABELS)
_LOOPS = st.builds(
    lambda first, length: Marker(MarkerKind.LOOP, first / RATE, (first + length) / RATE),
    st.integers(0, FRAMES // 2),
    st.integers(2, FRAMES // 2),
)
_MARKERS = st.tuples(st.lists(_PLACES, max_size=6), st.lists(_LOOPS, max_size=2)).map(
    lambda both: in_order((*both[0], *both[1]))
)


def put(path: Path, *markers: Marker) -> None:
    prepare_change(FilePath.of(path), MarkerChange(in_order(markers)), WriteOptions()).commit(WriteOptions())


@pytest.fixture
def aiff(tmp_path: Path) -> Path:
    return write_tone(tmp_path / "a.aiff", seconds=FRAMES / RATE)


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(first=_MARKERS, second=_MARKERS)
def test_what_is_written_into_an_aiff_is_read_back_frame_by_frame(
    aiff: Path, first: tuple[Marker, ...], second: tuple[Marker, ...]
) -> None:
    plain, (sound, _) = aiff.read_bytes(), soundfile.read(aiff, dtype="int16")
    for markers in (first, second):
        put(aiff, *markers)
        assert in_order(read_markers(aiff)) == markers
        assert np.array_equal(soundfile.read(aiff, dtype="int16")[0], sound)
    put(aiff)
    assert aiff.read_bytes() == plain, "without markers nothing is left of them"


def test_libsndfile_reads_marks_of_an_aiff(aiff: Path) -> None:
    put(aiff, place(100 / RATE, "slam"), place(0.25, "Tür"))
    sndfile: Any = importlib.import_module("soundfile")
    with soundfile.SoundFile(aiff) as file:
        cues = sndfile._ffi.new("char[]", 4 + 100 * 280)  # SF_CUES of sndfile.h; 0x10CE: SFC_GET_CUE
        assert sndfile._snd.sf_command(file._file, 0x10CE, cues, 4 + 100 * 280) == 1
        raw = bytes(sndfile._ffi.buffer(cues))
    count = struct.unpack_from("<I", raw)[0]
    starts = [4 + 280 * n for n in range(count)]
    found = [(struct.unpack_from("<20xI", raw, at)[0], raw[at + 24 :].split(b"\0")[0]) for at in starts]
    assert found == [(100, b"slam"), (8_000, "Tür".encode())]


def test_numbers_and_instruments_of_other_programs_stay(aiff: Path) -> None:
    marks = [(7, 100, b"caf\x8e"), (9, 800, b"slam"), (3, 2_000, b"beg"), (4, 3_000, b"end")]
    mark = struct.pack(">H", 4) + b"".join(
        struct.pack(">hIB", number, at, len(name)) + name + bytes(1 - len(name) % 2) for number, at, name in marks
    )
    inst = struct.pack(">6bh6h", 62, 5, 1, 100, 2, 99, -3, 2, 3, 4, 0, 0, 0)
    raw = aiff.read_bytes()
    own = b"MARK" + struct.pack(">I", len(mark)) + mark + b"INST" + struct.pack(">I", 20) + inst
    aiff.write_bytes(b"FORM" + struct.pack(">I", len(raw) - 8 + len(own)) + raw[8:] + own)
    there = read_markers(aiff)
    loop = Marker(MarkerKind.LOOP, 2_000 / RATE, 3_000 / RATE, "beg")
    assert loop in there
    put(aiff, *(one for one in there if one.label != "slam"), place(900 / RATE, "slam"), place(0.25, "new"))
    after = aiff.read_bytes()
    assert inst in after, "the loop keeps its way of playing"
    assert b"caf\x8e" in after, "a name that stays keeps its bytes"
    found = after[after.index(b"MARK") + 10 :]
    assert struct.unpack_from(">hI", found) == (7, 100)
    assert struct.unpack_from(">hI", found, 12) == (9, 900)
    assert loop in read_markers(aiff)


@pytest.mark.parametrize("own", [b"\0", struct.pack(">H", 2) + 2 * struct.pack(">hIBB", 1, 5, 0, 0), b"\0\1\0\1"])
def test_damaged_marks_are_left_alone(aiff: Path, own: bytes) -> None:
    raw = aiff.read_bytes()
    chunk = b"MARK" + struct.pack(">I", len(own)) + own + bytes(len(own) % 2)
    aiff.write_bytes(b"FORM" + struct.pack(">I", len(raw) - 8 + len(chunk)) + raw[8:] + chunk)
    former = aiff.read_bytes()
    with pytest.raises(WriteRefused):
        put(aiff, place(0.1))
    assert aiff.read_bytes() == former


def test_chapters_of_an_mp3_keep_other_frames_and_go_without_a_trace(tmp_path: Path) -> None:
    path = write_tone(tmp_path / "a.mp3")
    tag = Frames.ID3()
    tag.add(Frames.TIT2(encoding=3, text=["Gate"]))
    tag.save(path)
    sound, _ = soundfile.read(path)
    put(path, place(0.25, "Tür"), place(0.5))
    assert read_markers(path) == (place(0.25, "Tür"), place(0.5))
    written = Frames.ID3(path)
    assert min((one.start_time, one.end_time) for one in written.getall("CHAP")) == (250, 500)
    assert written.getall("CTOC")[0].child_element_ids == ["chp0", "chp1"]
    assert written["TIT2"].text == ["Gate"]
    assert np.array_equal(soundfile.read(path)[0], sound)
    put(path)
    assert read_markers(path) == () and list(Frames.ID3(path)) == ["TIT2"]


def test_a_chapter_keeps_its_link_when_it_is_renamed_and_several_lists_are_refused(tmp_path: Path) -> None:
    path = write_tone(tmp_path / "a.mp3")
    tag = Frames.ID3()
    within = [Frames.TIT2(encoding=3, text=["old"]), Frames.WOAS(url="https://example.org")]
    tag.add(Frames.CHAP(element_id="x", start_time=250, end_time=300, start_offset=7, end_offset=9, sub_frames=within))
    tag.save(path)
    put(path, place(0.25, "new"))
    (found,) = Frames.ID3(path).getall("CHAP")
    assert found.sub_frames["WOAS"].url == "https://example.org" and found.sub_frames["TIT2"].text == ["new"]
    tag = Frames.ID3(path)
    tag.add(Frames.CTOC(element_id="other", flags=0, child_element_ids=["chp0"], sub_frames=[]))
    tag.save(path)
    former = path.read_bytes()
    with pytest.raises(WriteRefused):
        put(path, place(0.5))
    assert path.read_bytes() == former
