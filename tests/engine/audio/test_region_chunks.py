"""What a part of a sound takes along, byte by byte, and what it is called."""

import struct
from pathlib import Path

import pytest
import soundfile

from engine.audio.effects import Effects
from engine.audio.metadata import read_metadata
from engine.audio.region_chunks import bext_of_part, ixml_of_part
from engine.audio.region_names import region_name
from engine.audio.region_render import render_region
from engine.audio.wav_writer import WavForm, WavWriter
from engine.base.types import FilePath
from tests.helpers import sounds

_IXML = (
    '<?xml version="1.0" encoding="UTF-8"?>\n<BWFXML><PROJECT>Moor</PROJECT><FILE_UID>ABC123</FILE_UID>'
    "<SPEED><TIMESTAMP_SAMPLE_RATE>48000</TIMESTAMP_SAMPLE_RATE>"
    "<TIMESTAMP_SAMPLES_SINCE_MIDNIGHT_HI>0</TIMESTAMP_SAMPLES_SINCE_MIDNIGHT_HI>"
    "<TIMESTAMP_SAMPLES_SINCE_MIDNIGHT_LO>4294967290</TIMESTAMP_SAMPLES_SINCE_MIDNIGHT_LO></SPEED>"
    "<BEXT><BWF_ORIGINATOR_REFERENCE>REF0001</BWF_ORIGINATOR_REFERENCE><BWF_UMID>060A</BWF_UMID></BEXT>"
    "<USER><NOTE>Größe &amp; Tür</NOTE></USER></BWFXML>"
)


def chunk_of(path: Path, name: bytes) -> bytes:
    raw = path.read_bytes()
    at = raw.index(name)
    return raw[at + 8 : at + 8 + struct.unpack_from("<I", raw, at + 4)[0]]


@pytest.mark.shows("part-dragged-out")
def test_a_region_keeps_its_broadcast_chunk_but_no_name_of_its_own(tmp_path: Path) -> None:
    path = sounds.write_with_bext(tmp_path / "a.wav", "Heavy door", seconds=2.0, rate=32_000)
    out = render_region(path, tmp_path / "b.wav", 0.5, 1.0)
    assert out is not None
    before, after = chunk_of(path, b"bext"), chunk_of(out, b"bext")
    # The helper's TimeReference is 48,000; the region starts 0.5 s x 32,000 frames later.
    assert struct.unpack_from("<Q", after, 338)[0] == 64_000
    assert after[288:320] == bytes(32)
    assert (after[:288], after[320:338], after[346:]) == (before[:288], before[320:338], before[346:])
    assert read_metadata(out).description == "Heavy door"


def test_umid_and_loudness_of_the_whole_do_not_pass_to_a_part() -> None:
    content = bytearray(range(1, 251)) + bytearray(352)
    struct.pack_into("<QH", content, 338, 10, 2)
    content[348:412] = b"U" * 64
    content[412:422] = b"L" * 10
    part = bext_of_part(bytes(content), 5)
    assert part[348:412] == bytes(64)
    assert part[412:422] == b"\xff\x7f" * 5
    assert struct.unpack_from("<Q", part, 338)[0] == 15


def test_a_broadcast_chunk_cut_short_stays_as_it_is() -> None:
    assert bext_of_part(b"short", 100) == b"short"


def test_ixml_moves_its_time_and_drops_its_own_names_alone() -> None:
    part = ixml_of_part(_IXML.encode(), 48_000, 96_000).decode()
    # One half second at the 48,000 that the time stamp counts in: 4294967290 + 24000 = 2^32 + 23994.
    wanted = (
        _IXML.replace("_HI>0<", "_HI>1<")
        .replace("4294967290", "23994")
        .replace("ABC123", "")
        .replace("REF0001", "")
        .replace(">060A<", "><")
    )
    assert part == wanted


def test_ixml_in_utf_16_is_changed_too() -> None:
    raw = "\ufeff".encode("utf-16-le") + _IXML.encode("utf-16-le")
    assert "ABC123" not in ixml_of_part(raw, 0, 48_000).decode("utf-16")


def test_every_text_of_a_wav_goes_along_and_its_marks_stay_behind(tmp_path: Path) -> None:
    info = sounds.chunk(b"LIST", b"INFO" + sounds.chunk(b"INAM", b"A title\0"))
    labels = sounds.chunk(b"LIST", b"adtl" + sounds.chunk(b"labl", b"\1\0\0\0x\0"))
    cue = sounds.chunk(b"cue ", struct.pack("<IIIIIII", 1, 1, 0, 0, 0, 0, 8000))
    ixml = sounds.chunk(b"iXML", _IXML.encode())
    path = tmp_path / "a.wav"
    path.write_bytes(sounds.wav_bytes(sounds.tone(440, 1.0), before=cue, after=labels + info + ixml))
    out = render_region(path, tmp_path / "b.wav", 0.25, 0.5)
    assert out is not None
    kept = read_metadata(out)
    assert (kept.title, kept.fields["ixml.PROJECT"], kept.fields["ixml.USER.NOTE"]) == (
        "A title",
        "Moor",
        "Größe & Tür",
    )
    assert b"adtl" not in out.read_bytes() and b"cue " not in out.read_bytes()
    assert soundfile.info(out).frames == 8_000


def test_a_flac_passes_on_its_title(tmp_path: Path) -> None:
    path = tmp_path / "a.flac"
    with soundfile.SoundFile(path, "w", 32_000, 1) as file:
        file.title, file.artist = "Gate", "Someone"
        file.write(sounds.tone(440, 1.0))
    out = render_region(path, tmp_path / "b.wav", 0.25, 0.5)
    assert out is not None
    assert (read_metadata(out).title, read_metadata(out).artist) == ("Gate", "Someone")


def test_more_than_4_gib_becomes_rf64(tmp_path: Path) -> None:
    form = WavForm(48_000, 2, 24)
    path = tmp_path / "a.wav"
    frames = 0x1_0000_0000 // 6 + 1000
    with path.open("wb") as file:
        writer = WavWriter(file, form)
        writer.begin(frames)
        file.seek(frames * 6 - 6, 1)  # a hole instead of four gigabytes of silence
        file.write(bytes(6))
        writer.frames = frames
        writer.finish()
    info = soundfile.info(path)
    assert (info.format, info.frames, info.channels) == ("RF64", frames, 2)


@pytest.mark.parametrize(
    ("name", "times", "effects", "wanted"),
    [
        ("Gate Creak.wav", (3.25, 7.1), Effects(), "Gate Creak 0m03.250-0m07.100.wav"),
        ("Gate Creak.flac", (3.25, 7.1), Effects(3.0, 0.0, True), "Gate Creak 0m03.250-0m07.100_rev_+3st.wav"),
        ("a.wav", (None, None), Effects(-1.5, -6.0, False, (0, 1)), "a_-1.5st_-6dB_ch1-2.wav"),
        ("Night.wav", (3_600.0, 7_325.5), Effects(), "Night 1h00m00.000-2h02m05.500.wav"),
        ("a:b?.wav", (0.0, 1.0), Effects(), "a_b_ 0m00.000-0m01.000.wav"),
        (".wav", (None, None), Effects(), "wav.wav"),
    ],
)
def test_a_part_is_named_after_its_source_its_time_and_what_was_done(
    name: str, times: tuple[float | None, float | None], effects: Effects, wanted: str
) -> None:
    assert region_name(FilePath(b"/sounds/" + name.encode()), *times, effects) == wanted


def test_a_name_that_is_very_long_or_no_text_is_still_a_name() -> None:
    name = region_name(FilePath(b"/s/" + b"\xc3\xa4" * 120 + b"\xff.wav"), 0.0, 1.0)
    assert len(name.encode()) <= 255 and "�" not in name
