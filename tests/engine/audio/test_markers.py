"""Marks that other programs left, against bytes laid out by hand from the formats' documents."""

import struct
from pathlib import Path

import numpy as np
import pytest

from engine.audio.markers import Marker, MarkerKind, read_markers
from engine.audio.metadata import read_metadata
from engine.audio.slate import slate_of
from engine.base.errors import NotAFile
from tests.helpers import sounds

RATE = 32_000


def cue(*points: tuple[int, int]) -> bytes:
    """A cue chunk of (number, frame)."""
    body = b"".join(struct.pack("<II4sIII", number, frame, b"data", 0, 0, frame) for number, frame in points)
    return sounds.chunk(b"cue ", struct.pack("<I", len(points)) + body)


def adtl(*parts: bytes) -> bytes:
    return sounds.chunk(b"LIST", b"adtl" + b"".join(parts))


def label(number: int, text: str, name: bytes = b"labl") -> bytes:
    return sounds.chunk(name, struct.pack("<I", number) + text.encode() + b"\0")


def region(number: int, frames: int) -> bytes:
    return sounds.chunk(b"ltxt", struct.pack("<II4sHHHH", number, frames, b"rgn ", 0, 0, 0, 0))


def smpl(*loops: tuple[int, int]) -> bytes:
    body = b"".join(struct.pack("<IIIIII", number, 0, first, last, 0, 0) for number, (first, last) in enumerate(loops))
    return sounds.chunk(b"smpl", struct.pack("<9I", 0, 0, 31_250, 60, 0, 0, 0, len(loops), 0) + body)


def wav(tmp_path: Path, *extra: bytes) -> Path:
    path = tmp_path / "a.wav"
    path.write_bytes(sounds.wav_bytes(sounds.tone(440, 2.0, RATE), RATE, after=b"".join(extra)))
    return path


def test_cue_points_have_their_labels_and_regions_their_lengths(tmp_path: Path) -> None:
    texts = adtl(label(1, "slam"), label(2, "Rückkehr"), region(2, 16_000), label(3, "a note", b"note"))
    path = wav(tmp_path, cue((2, 32_000), (1, 8_000), (3, 48_000)), texts)
    assert read_markers(path) == (
        Marker(MarkerKind.CUE, 0.25, None, "slam"),
        Marker(MarkerKind.REGION, 1.0, 1.5, "Rückkehr"),
        Marker(MarkerKind.CUE, 1.5, None, "a note"),
    )


def test_a_sampler_loop_includes_its_last_frame(tmp_path: Path) -> None:
    assert read_markers(wav(tmp_path, smpl((16_000, 31_999)))) == (Marker(MarkerKind.LOOP, 0.5, 1.0),)


def test_a_mark_past_the_end_is_left_out_and_a_region_ends_with_the_sound(tmp_path: Path) -> None:
    path = wav(tmp_path, cue((1, 48_000), (2, 90_000)), adtl(region(1, 1 << 30)))
    assert read_markers(path) == (Marker(MarkerKind.REGION, 1.5, 2.0),)


def test_a_sound_without_marks_has_none(tmp_path: Path) -> None:
    assert read_markers(sounds.write_tone(tmp_path / "a.ogg")) == ()


@pytest.mark.parametrize("kept", [0, 4, 20, 27, 40])
def test_damaged_chunks_give_what_could_be_read(tmp_path: Path, kept: int) -> None:
    whole = cue((1, 8_000), (2, 16_000))[8:]
    marks = read_markers(wav(tmp_path, sounds.chunk(b"cue ", whole[:kept])))
    assert marks == ((Marker(MarkerKind.CUE, 0.25, None),) if kept >= 28 else ())


def test_aiff_marks_and_the_loop_between_two_of_them(tmp_path: Path) -> None:
    def mark(number: int, frame: int, text: bytes) -> bytes:
        name = bytes([len(text)]) + text
        return struct.pack(">hI", number, frame) + name + b"\0" * (len(name) % 2)

    marks = struct.pack(">h", 3) + mark(1, 8_000, b"start") + mark(2, 16_000, b"end") + mark(3, 24_000, b"hit")
    instrument = struct.pack(">bbbbbbhhhhhhh", 60, 0, 0, 127, 1, 127, 0, 1, 1, 2, 0, 0, 0)
    plain = sounds.write_tone(tmp_path / "a.aiff", seconds=2.0, rate=RATE, subtype="PCM_16").read_bytes()
    extra = b"".join(
        name + struct.pack(">I", len(content)) + content for name, content in ((b"MARK", marks), (b"INST", instrument))
    )
    whole = b"FORM" + struct.pack(">I", len(plain) - 8 + len(extra)) + plain[8:] + extra
    path = tmp_path / "b.aiff"
    path.write_bytes(whole)
    assert read_markers(path) == (
        Marker(MarkerKind.LOOP, 0.25, 0.5, "start"),
        Marker(MarkerKind.CUE, 0.75, None, "hit"),
    )
    assert slate_of(read_metadata(path).fields).labels == ("start", "end", "hit")


@pytest.mark.parametrize("tag", [b"", b"ID3\4\0\0\0\0\0\x0a" + bytes(10)], ids=["alone", "behind an ID3 tag"])
def test_the_tracks_of_a_flac_cue_sheet(tmp_path: Path, tag: bytes) -> None:
    def track(offset: int, number: int, *points: tuple[int, int]) -> bytes:
        body = b"".join(struct.pack(">QB3x", within, index) for within, index in points)
        return struct.pack(">QB12sB13xB", offset, number, b"", 0, len(points)) + body

    tracks = track(0, 1, (0, 1)) + track(16_000, 2, (0, 0), (4_000, 1)) + track(64_000, 255)
    sheet = bytes(128) + struct.pack(">Q", 0) + bytes(1 + 258) + b"\x03" + tracks
    plain = sounds.write_tone(tmp_path / "a.flac", seconds=2.0, rate=RATE).read_bytes()
    path = tmp_path / "b.flac"
    # STREAMINFO is the first block: 4 + 34 bytes after "fLaC". What follows it keeps its own "last" bit.
    path.write_bytes(tag + plain[:42] + b"\x05" + len(sheet).to_bytes(3, "big") + sheet + plain[42:])
    assert read_markers(path) == (Marker(MarkerKind.CUE, 0.0, None, "1"), Marker(MarkerKind.CUE, 0.625, None, "2"))


def test_marks_of_a_missing_file_are_an_error(tmp_path: Path) -> None:
    with pytest.raises(NotAFile):
        read_markers(tmp_path / "gone.wav")


def test_random_chunks_never_raise(tmp_path: Path) -> None:
    noise = np.random.default_rng(3)
    for number in range(40):
        chunk = sounds.chunk((b"cue ", b"smpl", b"LIST")[number % 3], b"adtl" + noise.bytes(200))
        read_markers(wav(tmp_path, cue((1, 8_000)), chunk))
