"""Harnesses of what reads files of sound: chunks, tags, marks, content ids, and what writes metadata into them."""

import contextlib
import io
import struct
import zlib
from collections.abc import Iterator
from typing import Any

import mutagen
import mutagen.asf
import mutagen.id3
import mutagen.mp4

from engine.audio import bext
from engine.audio.chunks import chunks
from engine.audio.content import content_id_of, is_mpeg_without_index, payload_digest, payload_spans
from engine.audio.fields import Field
from engine.audio.markers import read_markers
from engine.audio.metadata import loops_by, metadata_of, own_keywords
from engine.audio.region_chunks import bext_of_part, channel_mask, ixml_of_part, region_texts
from engine.audio.stated_music import stated
from engine.audio.tags import id3_tags
from engine.base.errors import EngineError
from engine.base.types import FilePath, Measures
from engine.features.metadata_edits import id3, info_list, ixml
from engine.features.metadata_edits.edit import Edit
from engine.features.metadata_edits.envelope_writer import WriteOptions, prepare
from engine.store.sound_rows import metadata_from, metadata_json
from tests.fuzz.harness import Harness, file_of, opened, scratch
from tests.helpers.sounds import bext as bext_chunk
from tests.helpers.sounds import chunk, encode, noise, tone, wav_bytes, write

_EDIT = Edit.of(
    {
        Field.TITLE: "Tür knarrt",
        Field.DESCRIPTION: "A heavy wooden door " * 20,
        Field.KEYWORDS: "door, wood",
        Field.UCS_ID: "DOORWood",
        Field.COMMENT: "",
    }
)
_ENCODED = (("m4a", "aac", "fltp"), ("wma", "wmav2", "fltp"), ("wv", "wavpack", "s16p"), ("tta", "tta", "s16"))
"""Suffix, codec, kind of samples: as `encode` has them."""
_IXML = (
    '<?xml version="1.0" encoding="UTF-8"?>\n<BWFXML><IXML_VERSION>1.61</IXML_VERSION>\n<USER><CATID>RAIN</CATID>'
    "<NOTES a='>'>x</NOTES></USER><SPEED><TIMESTAMP_SAMPLE_RATE>48000</TIMESTAMP_SAMPLE_RATE>"
    "<TIMESTAMP_SAMPLES_SINCE_MIDNIGHT_HI>0</TIMESTAMP_SAMPLES_SINCE_MIDNIGHT_HI>"
    "<TIMESTAMP_SAMPLES_SINCE_MIDNIGHT_LO>12</TIMESTAMP_SAMPLES_SINCE_MIDNIGHT_LO></SPEED>"
    "<FILE_UID>ab</FILE_UID><STEINBERG><ATTR_LIST><ATTR><NAME>MediaType</NAME><VALUE>x</VALUE></ATTR></ATTR_LIST>"
    "</STEINBERG><!-- c --><![CDATA[<&]]></BWFXML>"
)
_CHUNKED = (
    "RIFF", "RF64", "BW64", "RIFX", "FORM", "WAVE", "AIFF", "AIFC", "caff", "fmt ", "data", "ds64", "bext", "iXML",
    "LIST", "INFO", "adtl", "labl", "ltxt", "note", "cue ", "smpl", "acid", "inst", "INST", "MARK", "COMM", "SSND",
    "CSET", "list", "NAME", "ANNO", "id3 ", "ID3 ", "JUNK", "info", "desc",
)  # fmt: skip
_TAGGED = ("ID3", "TIT2", "TXXX", "COMM", "APIC", "fLaC", "OggS", "OpusHead", "OpusTags", "\x03vorbis", "TAG",
           "APETAGEX", "ftyp", "moov", "udta", "meta", "ilst", "mdat", "data", "----", "Xing", "Info", "keys",
           "hdlr", "mdta", "LYRICSBEGIN", "LYRICS200")  # fmt: skip


def _read_metadata(data: bytes) -> None:
    path = FilePath.of(scratch() / "AMBForst_x_y_z 120bpm Am.wav")
    with opened(data) as file:
        found = metadata_of(file, path)
        own_keywords(found), loops_by(found)
        assert metadata_from(metadata_json(found)) == found, "what is kept of it is not what was read"
        stated(Measures(), found, path)


def _read_id3(data: bytes) -> None:
    id3_tags(data)
    with contextlib.suppress(EngineError):
        id3.with_frames(data, {"TIT2": "Tür", "TXXX:CATID": "RAIN", "COMM": ""})


def _read_ixml(data: bytes) -> None:
    with opened(b"RIFF" + struct.pack("<I", len(data) + 12) + b"WAVE" + chunk(b"iXML", data)) as file:
        metadata_of(file, FilePath.of(scratch() / "a.wav"))
    ixml_of_part(data, 48_000 * 3600, 48_000)
    try:
        written = ixml.with_texts(data, {("USER", "CATID"): "DOORWood", ("USER", "NOTES"): "", ("BEXT", "X"): "a<b"})
    except EngineError:
        return
    if written is not None:
        ixml.with_texts(written, {("USER", "CATID"): "RAIN"})


def _read_small_chunks(data: bytes) -> None:
    bext.with_texts(data, dict.fromkeys(bext.BextField, "Ein Tor ⚙" * 60)), bext_of_part(data, 1 << 40)
    for order in "<>":
        info_list.with_texts(data, {b"INAM": "x", b"ICMT": ""}, order)


def _read_markers(data: bytes) -> None:
    with contextlib.suppress(EngineError):
        read_markers(file_of(data or b"\0"))


def _read_content(data: bytes) -> None:
    with opened(data) as file:
        content_id_of(file), is_mpeg_without_index(file), channel_mask(file)
        spans = payload_spans(file).spans
        assert all(offset >= 0 and size >= 0 for offset, size in spans), spans
        list(chunks(file))
        region_texts(file, FilePath.of(scratch() / "a.wav"), 48_000, 44_100)
    payload_digest(scratch() / "sound")


def _describe(data: bytes) -> None:
    path = file_of(data or b"\0")
    before = payload_digest(path)
    try:
        prepared = prepare(path, _EDIT, WriteOptions())
    except EngineError:
        assert path.native.read_bytes() == (data or b"\0"), "a refused file is not as it was"
        return
    prepared.commit(WriteOptions())
    assert payload_digest(path) == before, "the sound is another one"


def wave_seeds() -> Iterator[bytes]:
    """WAV, RF64, RIFX, AIFF, CAF and W64 with every chunk that is read."""
    texts = b"INFO" + chunk(b"INAM", b"Door\0") + chunk(b"ICMT", b"x\0") + chunk(b"IKEY", b"a; b\0")
    labels = b"adtl" + chunk(b"labl", b"\1\0\0\0here\0") + chunk(b"ltxt", struct.pack("<II", 1, 400) + bytes(12))
    cue = struct.pack("<I", 1) + struct.pack("<II4sIII", 1, 100, b"data", 0, 0, 100)
    loop = bytes(28) + struct.pack("<II", 1, 0) + struct.pack("<6I", 0, 0, 10, 90, 0, 0)
    before = chunk(b"bext", bext_chunk("Heavy door")) + chunk(b"JUNK", bytes(28)) + chunk(b"LIST", texts)
    after = chunk(b"iXML", _IXML.encode()) + chunk(b"cue ", cue) + chunk(b"LIST", labels) + chunk(b"smpl", loop)
    after += chunk(b"acid", struct.pack("<IHHfIHHf", 0, 60, 0, 0, 4, 4, 4, 120.0)) + chunk(b"id3 ", _id3())
    whole = wav_bytes(tone(440, 0.004), before=before, after=after)
    yield whole
    stated = chunk(b"CSET", struct.pack("<HHHH", 932, 0, 0, 0)) + b"junk\3\0\0\0abc" + chunk(b"list", labels)
    yield wav_bytes(tone(440, 0.004), before=stated + chunk(b"cue ", cue) + chunk(b"id3 ", b""))
    ds64 = chunk(b"ds64", struct.pack("<QQQI", len(whole), 256, 128, 0))
    yield b"RF64\xff\xff\xff\xffWAVE" + ds64 + whole[12:]
    comm = struct.pack(">hIh", 1, 64, 16) + bytes.fromhex("400eac44000000000000")
    mark = struct.pack(">H", 2) + struct.pack(">hIB", 1, 5, 1) + b"a" + struct.pack(">hIB", 2, 50, 3) + b"end"
    inst = bytes(8) + struct.pack(">hhh", 1, 1, 2) + bytes(6)
    parts = [(b"COMM", comm), (b"SSND", bytes(136)), (b"MARK", mark), (b"INST", inst), (b"NAME", b"Door"),
             (b"ANNO", b"note"), (b"ID3 ", _id3())]  # fmt: skip
    body = b"AIFF" + b"".join(name + struct.pack(">I", len(part)) + part + bytes(len(part) & 1) for name, part in parts)
    yield b"FORM" + struct.pack(">I", len(body)) + body
    for suffix in ("caf", "w64", "au"):
        yield _written(suffix)


def tagged_seeds() -> Iterator[bytes]:
    """Short FLAC, Ogg, Opus, MP3, M4A, WMA, WavPack and TTA, with tags."""
    for suffix in ("flac", "ogg", "opus", "mp3"):
        yield _written(suffix)
    yield from (_encoded(*how) for how in _ENCODED)
    yield _id3() + _written("mp3")
    yield _id3() + _written("flac")
    box = b"\0\0\0\x18ftypM4A \0\0\0\0M4A isom" + b"\0\0\0\x10mdat" + bytes(8)
    name = b"\0\0\0\x24\xa9nam\0\0\0\x1cdata\0\0\0\1\0\0\0\0a title text"
    lists = struct.pack(">I", len(name) + 8) + b"ilst" + name
    meta = struct.pack(">I", len(lists) + 12) + b"meta\0\0\0\0" + lists
    udta = struct.pack(">I", len(meta) + 8) + b"udta" + meta
    yield box + struct.pack(">I", len(udta) + 8) + b"moov" + udta
    item = struct.pack("<II", 4, 0) + b"Title\0Door"
    ape = item + struct.pack("<8sIIII8x", b"APETAGEX", 2000, 32 + len(item), 1, 0)
    yield _written("mp3") + ape + b"TAG" + b"A title".ljust(30, b"\0") + bytes(95)
    yield _id3() + _written("flac") + b"TAG" + b"A title".ljust(30, b"\0") + bytes(95)
    yield _written("ogg") + _written("ogg")
    handler = struct.pack(">I", 33) + b"hdlr" + bytes(8) + b"mdta" + bytes(13)
    keys = struct.pack(">I4sIII", 49, b"keys", 0, 1, 33) + b"mdtacom.apple.quicktime.title"
    memo = struct.pack(">IIIIII", 28, 1, 20, 0x64617461, 1, 0) + b"Memo"
    inside = handler + keys + struct.pack(">I", 8 + len(memo)) + b"ilst" + memo
    yield box + struct.pack(">I4sI", 16 + len(inside), b"moov", 8 + len(inside)) + b"meta" + inside
    asf = bytes.fromhex("3026b2758e66cf11a6d900aa0062ce6c") + struct.pack("<QIBB", 30, 0, 1, 2)
    yield asf + bytes.fromhex("3626b2758e66cf11a6d900aa0062ce6c") + struct.pack("<Q", 64) + bytes(40)


def _id3() -> bytes:
    def frame(name: bytes, content: bytes) -> bytes:
        return name + struct.pack(">IH", len(content), 0) + content

    frames = frame(b"TIT2", b"\0Door") + frame(b"COMM", b"\0eng\0text") + frame(b"TXXX", b"\0CATID\0RAIN")
    return b"ID3\3\0\0\0\0" + bytes([len(frames) >> 7, len(frames) & 0x7F]) + frames


def _written(suffix: str) -> bytes:
    path = scratch() / f"seed.{suffix}"
    rate = 48_000 if suffix == "opus" else 32_000
    try:
        return write(path, noise(0.02, rate), rate).read_bytes()
    finally:
        path.unlink(missing_ok=True)


def _encoded(suffix: str, codec: str, kind: str) -> bytes:
    """A file that FFmpeg's library writes, tagged by mutagen where it can."""
    path = encode(scratch() / f"seed.{suffix}", noise(0.02, 44_100), codec, 44_100, kind)
    tagged: Any = mutagen.File(path)
    if isinstance(tagged, mutagen.asf.ASF):
        tagged.tags.update({"Title": "Door", "WM/Genre": ["a", "b"], "WM/TrackNumber": 7, "WM/IsVBR": True})
        tagged.save()
    elif isinstance(tagged, mutagen.mp4.MP4):
        free = mutagen.mp4.MP4FreeForm(b"RAIN")
        tagged.tags.update(
            {"\xa9nam": ["Door"], "trkn": [(1, 2)], "tmpo": [120], "----:com.apple.iTunes:CATID": [free]}
        )
        tagged.save()
    content = path.read_bytes()
    path.unlink()
    return content


def _id3_seeds() -> Iterator[bytes]:
    """A tag of every kind of frame that mutagen knows, in versions 2.3 and 2.4; compressed and unsynchronised ones."""
    yield _id3()
    given: dict[str, Any] = {
        "encoding": 1,
        "text": ["Door"],
        "desc": "CATID",
        "lang": "eng",
        "data": b"x" * 9,
        "url": "u",
    }
    for frame in mutagen.id3.Frames.values():
        known = {spec.name for spec in frame._framespec}
        tag: Any = mutagen.id3.ID3()
        tag.add(frame(**{name: value for name, value in given.items() if name in known}))
        for version in (3, 4):
            buffer = io.BytesIO()
            with contextlib.suppress(Exception):  # some frames have no default that can be written
                tag.save(buffer, v2_version=version)
                yield buffer.getvalue()[:400]
    text = zlib.compress(b"\0Door")
    for flags, size in ((0x09, b"\0\0\0\5"), (0x0B, b"\0\0\0\5"), (0x02, b"")):
        body = b"TIT2" + struct.pack(">IBB", len(text) + len(size), 0, flags) + size + text
        yield b"ID3\4\0\x80\0\0\0" + bytes([len(body)]) + body
    yield b"ID3\2\0\0\0\0\0\x0aTT2\0\0\4\0abc"


def _chunk_seeds() -> Iterator[bytes]:
    yield bext_chunk("Heavy door") + bytes(200)
    yield b"INFO" + chunk(b"INAM", b"Door\0") + chunk(b"ICMT", b"x\0")


def _ixml_seeds() -> Iterator[bytes]:
    yield _IXML.encode()
    yield b"\xef\xbb\xbf" + _IXML.encode() + b"\0\0"
    yield b"\xff\xfe" + _IXML.encode("utf-16-le")
    yield _IXML.replace("UTF-8", "ISO-8859-1").encode("latin-1")
    yield b"<BWFXML><USER/></BWFXML>"


def _all_seeds() -> Iterator[bytes]:
    yield from wave_seeds()
    yield from tagged_seeds()


HARNESSES = (
    Harness("metadata", _read_metadata, wave_seeds, _CHUNKED, 6000),
    Harness("tags", _read_metadata, tagged_seeds, _TAGGED, 6000),
    Harness("id3", _read_id3, _id3_seeds, _TAGGED[:5], 512),
    Harness(
        "ixml", _read_ixml, _ixml_seeds,
        ("<USER>", "</USER>", "<CATID>", "</CATID>", "<USER/>", "<!--", "<![CDATA[", "encoding=", "UTF-16", "hex",
         "BWFXML", "FILE_UID", "TIMESTAMP_SAMPLE_RATE", "TIMESTAMP_SAMPLES_SINCE_MIDNIGHT_LO", "<ATTR>", "<NAME>"),
    ),
    Harness("small-chunks", _read_small_chunks, _chunk_seeds, ("INFO", "INAM", "ICMT")),
    Harness("markers", _read_markers, wave_seeds, _CHUNKED, 6000),
    Harness("content", _read_content, _all_seeds, (*_CHUNKED, *_TAGGED), 6000),
    Harness("describe", _describe, _all_seeds, (*_CHUNKED, *_TAGGED), 6000),
)  # fmt: skip
