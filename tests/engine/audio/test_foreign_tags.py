"""Tags as other programs really write them: chunks without padding, small letters, code pages, several streams."""

import struct
from pathlib import Path

import pytest

from engine.audio.files import AUDIO_SUFFIXES
from engine.audio.markers import read_markers
from engine.audio.metadata import read_metadata
from engine.audio.slate import slate_of
from tests.engine.features.metadata_edits.makers import by_ffmpeg
from tests.helpers.sounds import chunk, tone, wav_bytes

ID3V1 = b"TAG" + b"Old title".ljust(30, b"\0") + b"Somebody".ljust(30, b"\0") + bytes(65)


def entry(name: bytes, raw: bytes) -> bytes:
    return name + struct.pack("<I", len(raw)) + raw + b"\0" * (len(raw) & 1)


def info(raw: bytes, name: bytes = b"LIST") -> bytes:
    return chunk(name, b"INFO" + entry(b"INAM", raw))


@pytest.mark.parametrize("size", range(33, 127))
def test_a_chunk_behind_an_odd_one_without_padding_is_read_whatever_its_size(tmp_path: Path, size: int) -> None:
    odd = b"junk" + struct.pack("<I", 3) + b"abc"
    title = b"x" * (size - 13) + b"\0"
    body = b"INFO" + b"INAM" + struct.pack("<I", len(title)) + title
    path = tmp_path / "a.wav"
    path.write_bytes(wav_bytes(tone(440.0, 0.1), after=odd + b"LIST" + struct.pack("<I", len(body)) + body))
    assert set(read_metadata(path).title) == {"x"}


def test_an_odd_chunk_with_padding_is_still_one(tmp_path: Path) -> None:
    path = tmp_path / "a.wav"
    path.write_bytes(wav_bytes(tone(440.0, 0.1), after=chunk(b"junk", b"abc") + info(b"Padded\0")))
    assert read_metadata(path).title == "Padded"


def test_markers_in_small_letters_have_their_labels(tmp_path: Path) -> None:
    cue = struct.pack("<I", 1) + struct.pack("<II4sIII", 1, 100, b"data", 0, 0, 100)
    label = chunk(b"list", b"adtl" + entry(b"labl", struct.pack("<I", 1) + b"take one\0"))
    path = tmp_path / "a.wav"
    path.write_bytes(wav_bytes(tone(440.0, 0.1), after=chunk(b"cue ", cue) + label))
    assert [marker.label for marker in read_markers(path)] == ["take one"]
    assert slate_of(read_metadata(path).fields).labels == ("take one",)


@pytest.mark.parametrize(("page", "text"), [(932, "ガラスの割れる音"), (1251, "Шаги по снегу"), (1252, "Tür")])
def test_texts_are_read_in_the_code_page_that_the_file_states(tmp_path: Path, page: int, text: str) -> None:
    stated = chunk(b"CSET", struct.pack("<HHHH", page, 0, 0, 0))
    path = tmp_path / "a.wav"
    path.write_bytes(wav_bytes(tone(440.0, 0.1), after=info(text.encode(f"cp{page}") + b"\0") + stated))
    assert read_metadata(path).title == text


@pytest.mark.parametrize("page", [0, 1, 10_000, 65_535])
def test_a_code_page_that_nobody_knows_is_as_none(tmp_path: Path, page: int) -> None:
    stated = chunk(b"CSET", struct.pack("<HHHH", page, 0, 0, 0))
    path = tmp_path / "a.wav"
    path.write_bytes(wav_bytes(tone(440.0, 0.1), after=stated + info("Tür".encode("latin-1"))))
    assert read_metadata(path).title == "Tür"


@pytest.mark.parametrize(
    ("header", "size"),
    [(0xFFE3_4000, 144), (0xFFFD_4000, 192), (0xFFFB_5000, 208)],
    ids=["MPEG 2.5 layer III", "MPEG 1 layer II", "MPEG 1 layer III"],
)
def test_an_old_tag_is_read_behind_frames_of_any_version(tmp_path: Path, header: int, size: int) -> None:
    frame = struct.pack(">I", header) + bytes(size - 4)
    path = tmp_path / "a.mp3"
    path.write_bytes(frame * 20 + ID3V1)
    metadata = read_metadata(path)
    assert (metadata.title, metadata.artist) == ("Old title", "Somebody")


def page(packets: list[bytes], serial: int, number: int, flags: int, granule: int = 0) -> bytes:
    """A page of Ogg: RFC 3533 §6; its checksum is left out, which readers of comments do not look at."""
    sizes = b"".join(bytes([255] * (len(packet) // 255) + [len(packet) % 255]) for packet in packets)
    head = struct.pack("<4sBBqIIIB", b"OggS", 0, flags, granule, serial, number, 0, len(sizes))
    return head + sizes + b"".join(packets)


def stream(serial: int, title: str, *, begins: bytes = b"\x01vorbis", lead: bytes = b"\x03vorbis") -> list[bytes]:
    text = f"TITLE={title}".encode()
    comment = lead + struct.pack("<II", 0, 1) + struct.pack("<I", len(text)) + text
    return [
        page([begins + bytes(23)], serial, 0, 2),
        page([comment], serial, 1, 0),
        page([bytes(300)], serial, 2, 4, granule=100),
    ]


def test_an_ogg_of_several_streams_tells_the_titles_of_all(tmp_path: Path) -> None:
    first, beside = stream(1, "Rain"), stream(2, "Wind", begins=b"OpusHead", lead=b"OpusTags")
    silent = page([b"fishead\0" + bytes(56)], 9, 0, 2)
    later = stream(3, "Thunder")
    path = tmp_path / "a.ogg"
    path.write_bytes(b"".join([silent, first[0], beside[0], first[1], beside[1], first[2], beside[2], *later]))
    metadata = read_metadata(path)
    assert metadata.title == "Rain"
    assert slate_of(metadata.fields).labels == ("Wind", "Thunder")


def test_the_comment_of_a_picture_in_front_of_the_sound_takes_no_title_from_it(tmp_path: Path) -> None:
    picture, sound = stream(1, "of pictures", begins=b"\x80theora", lead=b"\x81theora"), stream(2, "Rain")
    path = tmp_path / "a.ogg"
    path.write_bytes(b"".join([picture[0], sound[0], picture[1], sound[1], picture[2], sound[2]]))
    metadata = read_metadata(path)
    assert (metadata.title, slate_of(metadata.fields).labels) == ("Rain", ("of pictures",))


def quicktime(kind: bytes, *content: bytes) -> bytes:
    inside = b"".join(content)
    return struct.pack(">I4s", 8 + len(inside), kind) + inside


def data(text: str) -> bytes:
    return quicktime(b"data", struct.pack(">II", 1, 0), text.encode())


@pytest.mark.parametrize("is_in_udta", [False, True])
def test_a_meta_of_quicktime_is_read(tmp_path: Path, is_in_udta: bool) -> None:
    handler = quicktime(b"hdlr", bytes(8) + b"mdta" + bytes(13))
    names = [b"com.apple.quicktime.title", b"com.android.version"]
    keys = quicktime(b"keys", struct.pack(">II", 0, 2), *(quicktime(b"mdta", name) for name in names))
    texts = [quicktime(struct.pack(">I", 1), data("Memo")), quicktime(struct.pack(">I", 2), data("14"))]
    meta = quicktime(b"meta", handler, keys, quicktime(b"ilst", *texts, quicktime(b"\xa9ART", data("Jane"))))
    path = tmp_path / "a.m4a"
    inside = quicktime(b"udta", meta) if is_in_udta else meta
    path.write_bytes(quicktime(b"ftyp", b"M4A \0\0\0\0") + quicktime(b"moov", inside))
    metadata = read_metadata(path)
    assert (metadata.title, metadata.artist) == ("Memo", "Jane")
    assert metadata.fields["mp4.com.android.version"] == "14"


def test_what_ffmpeg_decodes_is_taken_for_a_sound() -> None:
    assert {".mpc", ".spx"} <= AUDIO_SUFFIXES


def test_an_ape_tag_beside_an_old_one_is_read(tmp_path: Path) -> None:
    frame = struct.pack(">I", 0xFFFB_5000) + bytes(204)
    text = b"A much longer title than thirty letters\0and another"
    item = struct.pack("<II", len(text), 0) + b"Title\0" + text
    footer = b"APETAGEX" + struct.pack("<IIII", 2000, len(item) + 32, 1, 0) + bytes(8)
    path = tmp_path / "a.mp3"
    path.write_bytes(frame * 20 + item + footer + ID3V1)
    assert read_metadata(path).fields["ape.Title"] == "A much longer title than thirty letters; and another"


def test_the_picture_of_an_ape_tag_is_no_text(tmp_path: Path) -> None:
    frame = struct.pack(">I", 0xFFFB_5000) + bytes(204)
    cover = b"cover.jpg\0\xff\xd8\xff" + bytes(range(256)) * 20
    item = struct.pack("<II", len(cover), 2) + b"Cover Art (Front)\0" + cover
    footer = b"APETAGEX" + struct.pack("<IIII", 2000, len(item) + 32, 1, 0) + bytes(8)
    path = tmp_path / "a.mp3"
    path.write_bytes(frame * 20 + item + footer)
    assert not [name for name in read_metadata(path).fields if name.startswith("ape.")]


def test_an_id3_tag_in_front_of_flac_is_read_where_the_comments_say_nothing(tmp_path: Path) -> None:
    frames = b"".join(
        name + struct.pack(">IH", len(text) + 1, 0) + b"\0" + text
        for name, text in ((b"TIT2", b"Old"), (b"TPE1", b"Jane"))
    )
    path = by_ffmpeg(tmp_path / "a.flac")
    path.write_bytes(b"ID3\3\0\0\0\0\0" + bytes([len(frames)]) + frames + path.read_bytes())
    metadata = read_metadata(path)
    assert (metadata.title, metadata.artist) == ("of FFmpeg", "Jane")
    assert "id3.TIT2" not in metadata.fields


def annotated(text: bytes) -> bytes:
    """An AU of 16 bits: NeXT's and Sun's header of 24 bytes, a text, then the sound."""
    text = text.ljust((len(text) // 8 + 1) * 8, b"\0")
    return struct.pack(">4s5I", b".snd", 24 + len(text), 2000, 3, 8000, 1) + text + bytes(2000)


@pytest.mark.parametrize(
    ("text", "title", "artist", "description"),
    [
        (b"A heavy door, from inside", "", "", "A heavy door, from inside"),
        (b"title=Heavy door\nartist=Jane", "Heavy door", "Jane", ""),
        ("Tür = door".encode(), "", "", "Tür = door"),
        (b"", "", "", ""),
    ],
)
def test_the_annotation_of_an_au_is_read(
    tmp_path: Path, text: bytes, title: str, artist: str, description: str
) -> None:
    path = tmp_path / "a.au"
    path.write_bytes(annotated(text))
    metadata = read_metadata(path)
    assert (metadata.title, metadata.artist, metadata.description) == (title, artist, description)


@pytest.mark.parametrize("begins", [0, 23, 24, 1 << 31, 0xFFFF_FFFF])
def test_an_au_whose_sound_begins_nowhere_has_no_annotation_of_sound(tmp_path: Path, begins: int) -> None:
    path = tmp_path / "a.au"
    path.write_bytes(b".snd" + struct.pack(">5I", begins, 2000, 3, 8000, 1))
    assert read_metadata(path).fields == {}


@pytest.mark.parametrize("name", ["a.mka", "a.webm", "a.avi", "a.flv"])
def test_texts_of_what_only_ffmpeg_knows_are_read(tmp_path: Path, name: str) -> None:
    coded = ("-c:a", "libopus") if name == "a.webm" else ("-ar", "44100")
    path = by_ffmpeg(tmp_path / name, "-metadata", "artist=Jane", "-metadata", "comment=of iron", *coded)
    metadata = read_metadata(path)
    assert (metadata.title, metadata.artist, metadata.comment) == ("of FFmpeg", "Jane", "of iron")
    assert not any("encoder" in name for name in metadata.fields)


def test_the_comment_of_an_old_tag_is_one_where_there_is_no_other(tmp_path: Path) -> None:
    path = tmp_path / "a.mp3"
    path.write_bytes(struct.pack(">I", 0xFFFB_5000) + bytes(204))
    path.write_bytes(path.read_bytes() * 20 + ID3V1[:97] + b"of iron".ljust(30, b"\0") + b"\0")
    assert read_metadata(path).comment == "of iron"
