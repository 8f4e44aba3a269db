"""Files of four programs are described and given back: foreign bytes stay, the sound stays, other programs read it."""

from collections.abc import Callable
from pathlib import Path

import pytest

from engine.audio.content import payload_digest
from engine.audio.fields import value_of
from engine.audio.metadata import read_metadata
from engine.base.types import FilePath
from engine.features.metadata_edits.sessions import describe, undo
from tests.engine.features.metadata_edits.makers import (
    EDIT,
    EXPECTED,
    Nobody,
    box,
    by_ffmpeg,
    by_hand,
    by_libsndfile,
    by_phone,
    by_sox,
    chunks_of,
    foreign,
    run,
)

CHUNKED: dict[str, Callable[[Path], Path]] = {
    "sox.wav": by_sox,
    "sox.aiff": by_sox,
    "ffmpeg.wav": lambda path: by_ffmpeg(path, "-write_bext", "1", "-metadata", "description=of FFmpeg"),
    "ffmpeg-rf64.wav": lambda path: by_ffmpeg(path, "-rf64", "always"),
    "libsndfile.wav": by_libsndfile,
    "libsndfile.aiff": by_libsndfile,
    "hand.wav": by_hand,
}


def behind_id3(path: Path) -> Path:
    """Puts an empty ID3 tag in front, as some taggers do with FLAC."""
    path.write_bytes(b"ID3\x03\0\0\0\0\0\x0a" + bytes(10) + path.read_bytes())
    return path


TAGGED: dict[str, Callable[[Path], Path]] = {
    "ffmpeg.flac": by_ffmpeg,
    "sox.flac": by_sox,
    "libsndfile.flac": by_libsndfile,
    "ffmpeg.ogg": lambda path: by_ffmpeg(path, "-c:a", "libvorbis"),
    "sox.ogg": by_sox,
    "ffmpeg.opus": lambda path: by_ffmpeg(path, "-c:a", "libopus"),
    "ffmpeg.mp3": by_ffmpeg,
    "libsndfile.mp3": by_libsndfile,
    "ffmpeg.m4a": by_ffmpeg,
    "fragmented.m4a": lambda path: by_ffmpeg(path, "-movflags", "frag_keyframe+empty_moov"),
    "faststart.m4a": lambda path: by_ffmpeg(path, "-movflags", "faststart"),
    "two-tracks.m4a": lambda path: by_ffmpeg(path, "-map", "0:a", "-map", "0:a", "-movflags", "faststart"),
    "phone.m4a": by_phone,
    "phone-co64.m4a": lambda path: by_phone(path, wide=True),
    "bare.mp3": lambda path: by_ffmpeg(path, "-write_xing", "0", "-id3v2_version", "0"),
    "ffmpeg.oga": lambda path: by_ffmpeg(path, "-c:a", "flac", "-f", "ogg"),
    "tag-in-front.flac": lambda path: behind_id3(by_ffmpeg(path)),
}
EVERY = {**CHUNKED, **TAGGED}


def write(tmp_path: Path, file: Path) -> None:
    report = describe(tmp_path / "library", [(FilePath.of(file), EDIT)], follower=Nobody())
    assert (report.changed, report.failures) == (1, ())


@pytest.mark.parametrize("name", EVERY)
def test_what_was_written_is_read_and_the_sound_is_the_same(tmp_path: Path, name: str) -> None:
    file = EVERY[name](tmp_path / name)
    before = payload_digest(file)
    write(tmp_path, file)
    metadata = read_metadata(file)
    assert {field: value_of(metadata, field) for field in EXPECTED} == EXPECTED
    assert (metadata.ucs_id, metadata.category) == ("DOORWood", "doors wood")
    assert payload_digest(file) == before
    assert [path.name for path in tmp_path.iterdir() if path.is_file()] == [name]  # no copy left behind


@pytest.mark.shows("metadata-read-written")
@pytest.mark.parametrize("name", EVERY)
def test_undo_gives_the_file_back_to_the_last_byte(tmp_path: Path, name: str) -> None:
    file = EVERY[name](tmp_path / name)
    before = file.read_bytes()
    write(tmp_path, file)
    assert file.read_bytes() != before
    assert undo(tmp_path / "library", follower=Nobody()).changed == 1
    assert file.read_bytes() == before


@pytest.mark.shows("metadata-read-written")
@pytest.mark.parametrize("name", CHUNKED)
def test_foreign_chunks_stay_as_they_were_in_their_order(tmp_path: Path, name: str) -> None:
    file = CHUNKED[name](tmp_path / name)
    before = file.read_bytes()
    write(tmp_path, file)
    after = file.read_bytes()
    assert foreign(after) == foreign(before)
    if name == "hand.wav":
        assert after.endswith(b"not a chunk")
        info = next(content for chunk_name, content in chunks_of(after) if chunk_name == b"LIST")
        assert info.startswith(b"INFOICRD\x05\0\0\x002001\0\0Iodd\x03\0\0\0ab\0\0")


@pytest.mark.parametrize("name", EVERY)
def test_other_programs_read_it_and_hear_the_same(tmp_path: Path, name: str) -> None:
    file = EVERY[name](tmp_path / name)
    heard = run("ffmpeg", "-v", "error", "-i", file, "-f", "md5", "-")
    write(tmp_path, file)
    assert run("ffmpeg", "-v", "error", "-i", file, "-f", "md5", "-") == heard
    tags = run("ffprobe", "-v", "error", "-show_entries", "format_tags:stream_tags", "-of", "compact", file)
    # INFO is written in Latin-1, which FFmpeg takes for broken UTF-8.
    assert ("T\ufffdr knarrt" if file.suffix == ".wav" else "Tür knarrt") in tags and "Old Houses" in tags
    if file.suffix in (".wav", ".aiff", ".flac", ".ogg") and name != "tag-in-front.flac":
        assert "Length (seconds):      0.5" in run("sox", file, "-n", "stat") or name == "hand.wav"


def test_a_tag_that_would_silence_the_sound_is_refused_and_the_file_is_as_it_was(tmp_path: Path) -> None:
    # mutagen loses the track behind this box, and its places then lead beside the sound; all coded bytes are there.
    file = by_phone(tmp_path / "odd.m4a", before_handler=box(b"free", bytes(8)))
    before = file.read_bytes()
    report = describe(tmp_path / "library", [(FilePath.of(file), EDIT)], follower=Nobody())
    assert (report.changed, len(report.failures)) == (0, 1)
    assert "would have changed the audio" in str(report.failures[0])
    assert file.read_bytes() == before
    assert [path.name for path in tmp_path.iterdir() if path.is_file()] == ["odd.m4a"]


def test_sox_reads_the_comments_of_a_flac(tmp_path: Path) -> None:
    file = by_sox(tmp_path / "sox.flac")
    write(tmp_path, file)
    told = run("sox", "--info", "-a", file)
    assert "TITLE=Tür knarrt" in told
    assert "CATID=DOORWood" in told


def test_the_fields_stand_where_other_library_programs_look(tmp_path: Path) -> None:
    file = by_libsndfile(tmp_path / "a.wav")
    write(tmp_path, file)
    found = dict(chunks_of(file.read_bytes()))
    xml = found[b"iXML"].decode()
    assert "<CATID>DOORWood</CATID>" in xml
    assert "<CATEGORYFULL>DOORS-WOOD</CATEGORYFULL>" in xml
    assert "<catId>DOORWood</catId>" in xml
    assert "<FXNAME>Tür knarrt</FXNAME>" in xml
    assert "<KEYWORDS>door, wood, creak</KEYWORDS>" in xml
    assert found[b"bext"][:43] == b"A heavy wooden door opens slowly and creaks"
    assert b"IKEY\x12\0\0\0door; wood; creak\0" in found[b"LIST"]
    assert b"INAM" in found[b"LIST"] and b"ISBJ" in found[b"LIST"] and b"ICMT" in found[b"LIST"]


@pytest.mark.parametrize("place", [0.3, 0.6, 0.95])
def test_an_ogg_file_with_a_damaged_page_is_left_alone(tmp_path: Path, place: float) -> None:
    file = by_ffmpeg(tmp_path / "a.opus")
    raw = bytearray(file.read_bytes())
    raw[int(len(raw) * place)] ^= 0xFF  # numbering its page anew would hide this, and not be taken back
    file.write_bytes(raw)
    report = describe(tmp_path / "library", [(FilePath.of(file), EDIT)], follower=Nobody())
    assert (report.changed, len(report.failures)) == (0, 1)
    assert file.read_bytes() == raw
    assert [path.name for path in tmp_path.iterdir() if path.is_file()] == ["a.opus"]
