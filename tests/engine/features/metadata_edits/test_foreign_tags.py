"""Edits of files that hold tags of several kinds, several streams, or texts in another code page."""

import struct
from pathlib import Path

import mutagen.mp4
import pytest

from engine.audio.fields import Field
from engine.audio.metadata import read_metadata
from engine.base.types import FilePath
from engine.features.metadata_edits.edit import Edit
from engine.features.metadata_edits.sessions import describe, undo
from tests.engine.features.metadata_edits.makers import Nobody, box, boxes_of, by_ffmpeg, chunks_of, run
from tests.helpers.sounds import chunk, tone, wav_bytes

ID3V1 = b"TAG" + b"Old".ljust(30, b"\0") + b"Somebody".ljust(30, b"\0") + bytes(30) + b"1999" + bytes(31)


def write(tmp_path: Path, file: Path, title: str = "Door", **more: str) -> None:
    edit = Edit.of({Field.TITLE: title} | {Field[name]: text for name, text in more.items()})
    report = describe(tmp_path / "library", [(FilePath.of(file), edit)], follower=Nobody())
    assert (report.changed, report.failures) == (1, ())
    assert read_metadata(file).title == title


def restore(tmp_path: Path, file: Path, before: bytes) -> None:
    report = undo(tmp_path / "library", follower=Nobody())
    assert (report.changed, report.failures) == (1, ())
    assert file.read_bytes() == before


@pytest.mark.parametrize("content", [b"", bytes(10), bytes(200)], ids=["empty", "ten zeros", "zeros"])
def test_an_id3_chunk_that_holds_nothing_hinders_no_write(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "a.wav"
    file.write_bytes(before := wav_bytes(tone(440.0, 0.1), after=chunk(b"id3 ", content)))
    write(tmp_path, file)
    assert b"TIT2" in dict(chunks_of(file.read_bytes()))[b"id3 "]
    restore(tmp_path, file, before)


def id3v2(title: str) -> bytes:
    frame = b"TIT2" + struct.pack(">IH", 1 + len(title), 0) + b"\0" + title.encode()
    return b"ID3\x03\0\0" + bytes([0, 0, 0, len(frame)]) + frame


def test_the_tag_in_front_of_flac_says_the_new_title_too(tmp_path: Path) -> None:
    file = by_ffmpeg(tmp_path / "a.flac")
    file.write_bytes(before := id3v2("of old") + file.read_bytes())
    write(tmp_path, file, "Heavy door")
    content = file.read_bytes()
    assert content.startswith(b"ID3") and b"of old" not in content
    assert "Heavy door".encode("utf-16-le") in content[: content.index(b"fLaC")]
    restore(tmp_path, file, before)


@pytest.mark.parametrize("lead", [b"", id3v2("of old")], ids=["alone", "with ID3v2"])
def test_the_old_tag_behind_flac_says_the_new_title_too(tmp_path: Path, lead: bytes) -> None:
    file = by_ffmpeg(tmp_path / "a.flac")
    file.write_bytes(before := lead + file.read_bytes() + ID3V1)
    write(tmp_path, file, "Schwere Tür", COMMENT="of iron")
    tag = file.read_bytes()[-128:]
    assert tag[:33] == b"TAG" + "Schwere Tür".encode("latin-1").ljust(30, b"\0")
    assert (tag[33:41], tag[93:97]) == (b"Somebody", b"1999")
    restore(tmp_path, file, before)


def test_an_ape_tag_behind_flac_says_the_new_title_too(tmp_path: Path) -> None:
    item = struct.pack("<II", 6, 0) + b"Title\0of old"
    footer = b"APETAGEX" + struct.pack("<IIII", 2000, len(item) + 32, 1, 0) + bytes(8)
    file = by_ffmpeg(tmp_path / "a.flac")
    file.write_bytes(before := file.read_bytes() + item + footer + ID3V1)
    write(tmp_path, file, "Heavy door")
    content = file.read_bytes()
    assert b"Title\0Heavy door" in content and b"of old" not in content
    assert content[-128:].startswith(b"TAGHeavy door\0")
    restore(tmp_path, file, before)


def test_a_comment_of_ffmpeg_in_an_mp3_is_read_and_changed(tmp_path: Path) -> None:
    file = by_ffmpeg(tmp_path / "a.mp3", "-metadata", "comment=of FFmpeg")
    before = file.read_bytes()
    assert read_metadata(file).comment == "of FFmpeg"
    write(tmp_path, file, "Door", COMMENT="of iron")
    assert read_metadata(file).comment == "of iron" and "of FFmpeg".encode("utf-16-le") not in file.read_bytes()
    restore(tmp_path, file, before)


def test_an_ape_tag_and_an_old_tag_beside_id3_say_the_new_title_too(tmp_path: Path) -> None:
    item = struct.pack("<II", 6, 0) + b"Title\0of old" + struct.pack("<II", 2, 0) + b"Mood\0ok"
    footer = b"APETAGEX" + struct.pack("<IIII", 2000, len(item) + 32, 2, 0) + bytes(8)
    file = by_ffmpeg(tmp_path / "a.mp3")
    file.write_bytes(before := file.read_bytes() + item + footer + ID3V1)
    write(tmp_path, file, "Heavy door")
    content = file.read_bytes()
    assert content[-128:-98] == b"TAG" + b"Heavy door".ljust(27, b"\0") and content[-35:-31] == b"1999"
    ape = content[content.rindex(b"APETAGEX") - len(item) - 64 : -128]
    assert b"Title\0Heavy door" in ape and b"Mood\0ok" in ape and b"of old" not in content
    restore(tmp_path, file, before)


LYRICS = b"LYRICSBEGININD0000211LYR00200" + b"la " * 66 + b"la" + b"000229LYRICS200"
APE = struct.pack("<II", 6, 0) + b"Title\0of old" + b"APETAGEX" + struct.pack("<IIII", 2000, 52, 1, 0) + bytes(8)


@pytest.mark.parametrize("tail", [APE + LYRICS + ID3V1, APE + LYRICS], ids=["before ID3v1", "at the end"])
def test_lyrics_behind_an_ape_tag_refuse_an_edit_and_say_so(tmp_path: Path, tail: bytes) -> None:
    file = by_ffmpeg(tmp_path / "a.mp3")
    file.write_bytes(before := file.read_bytes() + tail)  # mutagen would drop the lyrics, or leave the old title
    edit = Edit.of({Field.TITLE: "Heavy door"})
    report = describe(tmp_path / "library", [(FilePath.of(file), edit)], follower=Nobody())
    assert file.read_bytes() == before
    assert [str(failure.error).partition(" between")[0] for failure in report.failures] == [
        "a.mp3 has lyrics (Lyrics3)"
    ]


@pytest.mark.parametrize("tail", [LYRICS + ID3V1, LYRICS + APE + ID3V1], ids=["alone", "before an APE tag"])
def test_lyrics_that_stand_elsewhere_stay(tmp_path: Path, tail: bytes) -> None:
    file = by_ffmpeg(tmp_path / "a.mp3")
    file.write_bytes(before := file.read_bytes() + tail)
    write(tmp_path, file, "Heavy door")
    content = file.read_bytes()
    assert LYRICS in content and b"of old" not in content and content[-128:].startswith(b"TAGHeavy door\0")
    restore(tmp_path, file, before)


def test_a_sound_of_layer_ii_is_written(tmp_path: Path) -> None:
    file = by_ffmpeg(tmp_path / "a.mp2")
    before = file.read_bytes()
    write(tmp_path, file)
    restore(tmp_path, file, before)


def two_streams(folder: Path, *, is_beside: bool) -> Path:
    first = by_ffmpeg(folder / "first.ogg", "-c:a", "libvorbis", "-serial_offset", "1")
    second = by_ffmpeg(folder / "second.ogg", "-c:a", "libvorbis", "-serial_offset", "7")
    file = folder / "a.ogg"
    if is_beside:
        both = ("-i", first, "-i", second, "-map", "0:a", "-map", "1:a", "-c", "copy", "-page_duration", "50000")
        run("ffmpeg", "-y", "-v", "error", *both, file)
    else:
        file.write_bytes(first.read_bytes() + second.read_bytes())
    return file


@pytest.mark.parametrize("is_beside", [False, True], ids=["one after the other", "side by side"])
def test_an_ogg_of_several_streams_is_given_back_to_the_last_byte(tmp_path: Path, is_beside: bool) -> None:
    file = two_streams(tmp_path, is_beside=is_beside)
    before = file.read_bytes()
    write(tmp_path, file, "Door", DESCRIPTION="long enough for more pages " * 600)
    restore(tmp_path, file, before)


def info_of(file: Path) -> bytes:
    return next(content for name, content in chunks_of(file.read_bytes()) if name == b"LIST")


@pytest.mark.parametrize(
    ("page", "title", "raw"),
    [
        (None, "Tür", b"T\xfcr\0"),
        (None, "ガラス", "ガラス\0".encode()),
        (None, "\u00c3\u00a4", "\u00c3\u00a4\0".encode()),
        (932, "ガラス", "ガラス\0".encode("cp932")),
        (1251, "Шаги", "Шаги\0".encode("cp1251")),
        (1251, "ガラス", "ガラス\0".encode()),
    ],
)
def test_info_is_written_as_its_readers_take_it(tmp_path: Path, page: int | None, title: str, raw: bytes) -> None:
    stated = b"" if page is None else chunk(b"CSET", struct.pack("<HHHH", page, 0, 0, 0))
    file = tmp_path / "a.wav"
    file.write_bytes(before := wav_bytes(tone(440.0, 0.1), after=stated))
    write(tmp_path, file, title)
    assert b"INAM" + struct.pack("<I", len(raw)) + raw in info_of(file)
    assert f"<FXNAME>{title}</FXNAME>" in file.read_bytes().decode("utf-8", errors="replace")
    restore(tmp_path, file, before)


def test_a_list_that_another_program_wrote_in_utf_8_stays_in_it(tmp_path: Path) -> None:
    artist = "Jürgen\0".encode()
    there = chunk(b"LIST", b"INFO" + b"IART" + struct.pack("<I", len(artist)) + artist)
    file = tmp_path / "a.wav"
    file.write_bytes(wav_bytes(tone(440.0, 0.1), after=there))
    write(tmp_path, file, "Tür")
    assert "Tür\0".encode() in info_of(file)
    assert read_metadata(file).artist == "Jürgen"


def test_a_list_in_small_letters_says_the_new_title(tmp_path: Path) -> None:
    there = chunk(b"list", b"info" + b"INAM" + struct.pack("<I", 4) + b"Old\0")
    file = tmp_path / "a.wav"
    file.write_bytes(wav_bytes(tone(440.0, 0.1), after=there))
    write(tmp_path, file, "New")
    assert [name.upper() for name, _ in chunks_of(file.read_bytes())].count(b"LIST") == 1


def by_quicktime(path: Path, *, has_keys: bool) -> Path:
    """An M4A with a title and an artist in a `meta` of QuickTime's form, in `udta` or, under keys, in `moov`."""

    def item(name: bytes, text: bytes) -> bytes:
        return box(name, box(b"data", struct.pack(">II", 1, 0) + text))

    by_ffmpeg(path)
    handler = box(b"hdlr", bytes(8) + (b"mdta" if has_keys else b"mdir") + bytes(13))
    titles = [b"com.apple.quicktime.title", b"com.apple.quicktime.artist"]
    listed = struct.pack(">II", 0, 2) + b"".join(box(b"mdta", title) for title in titles)
    names = [struct.pack(">I", 1), struct.pack(">I", 2)] if has_keys else [b"\xa9nam", b"\xa9ART"]
    items = box(b"ilst", item(names[0], b"of old") + item(names[1], b"Jane"))
    meta = box(b"meta", handler + (box(b"keys", listed) if has_keys else b"") + items)
    made = b""
    for name, inside in boxes_of(path.read_bytes()):
        if name == b"moov":
            inside = b"".join(box(*part) for part in boxes_of(inside) if part[0] != b"udta")
            inside += meta if has_keys else box(b"udta", meta)
        made += box(name, inside)  # the sound stands before `moov`: its places stay
    path.write_bytes(made)
    return path


@pytest.mark.parametrize("has_keys", [False, True], ids=["udta", "keys"])
def test_other_programs_find_the_new_title_beside_a_meta_of_quicktime(tmp_path: Path, has_keys: bool) -> None:
    file = by_quicktime(tmp_path / "a.m4a", has_keys=has_keys)
    before = file.read_bytes()
    assert (read_metadata(file).title, read_metadata(file).artist) == ("of old", "Jane")
    write(tmp_path, file, "Heavy door")
    assert read_metadata(file).artist == "Jane"
    told = run("ffprobe", "-v", "error", "-show_entries", "format_tags", "-of", "compact", file)
    assert "title=Heavy door" in told and "artist=Jane" in told and "of old" not in told
    tagged = mutagen.mp4.MP4(file)
    assert (tagged["\xa9nam"], tagged["\xa9ART"]) == (["Heavy door"], ["Jane"])
    restore(tmp_path, file, before)
