"""Files made by several programs, and an independent reader of chunks."""

import shutil
import struct
import subprocess
from pathlib import Path

import pytest

from engine.audio.fields import Field
from engine.base.types import FilePath
from engine.features.metadata_edits.edit import Edit
from tests.helpers.sounds import chunk, tone, wav_bytes, write_tone

EDIT = Edit.of(
    {
        Field.TITLE: "Tür knarrt",
        Field.DESCRIPTION: "A heavy wooden door opens slowly and creaks",
        Field.KEYWORDS: "door, wood; creak",
        Field.UCS_ID: "DOORWood",
        Field.ARTIST: "Jane Doe",
        Field.ALBUM: "Old Houses",
        Field.COMMENT: "Recorded at night\nclose",
        Field.SCENE: "12A",
        Field.TAKE: "03",
        Field.TAPE: "18Y12M31",
        Field.ORIGINATOR: "Tonmeister 2",
    }
)
EXPECTED = {**EDIT.values, Field.KEYWORDS: "door, wood, creak"}


class Nobody:
    """A follower that follows nothing."""

    def changed(self, path: FilePath) -> None:
        pass

    def moved(self, path: FilePath, new_path: FilePath) -> None:
        pass

    def flush(self) -> None:
        pass


def run(program: str, *arguments: str | Path) -> str:
    """Runs a program that a test needs and returns what it printed; skips the test where it is not installed."""
    if shutil.which(program) is None:
        pytest.skip(f"{program} is not installed")
    done = subprocess.run([program, *map(str, arguments)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    return done.stdout + done.stderr


def by_sox(path: Path) -> Path:
    """A tone with a comment, written by SoX."""
    run("sox", "-n", "-r", "48000", "-b", "24", "--comment", "Comment=of SoX", path, "synth", "0.5", "sine", "440")
    return path


def by_ffmpeg(path: Path, *options: str) -> Path:
    """A tone with a title, written by FFmpeg."""
    made = ["-y", "-v", "error", "-f", "lavfi", "-i", "sine=frequency=330:duration=0.5:sample_rate=48000"]
    run("ffmpeg", *made, "-metadata", "title=of FFmpeg", *options, path)
    return path


def by_libsndfile(path: Path) -> Path:
    """A tone written by libsndfile."""
    return write_tone(path, 550.0, 0.5, rate=48_000)


def by_hand(path: Path) -> Path:
    """A WAV with chunks of odd sizes and unknown names on both sides of the sound, and bytes behind it all."""
    before = chunk(b"XyZ1", b"odd") + chunk(b"bext", b"\0" * 602) + chunk(b"umid", bytes(range(25)))
    info = b"INFO" + b"ICRD" + struct.pack("<I", 5) + b"2001\0\0" + b"Iodd" + struct.pack("<I", 3) + b"ab\0\0"
    cue = struct.pack("<I", 1) + struct.pack("<II4sIII", 1, 100, b"data", 0, 0, 100)
    after = chunk(b"cue ", cue) + chunk(b"LIST", info) + chunk(b"r64m", b"\1\2\3") + chunk(b"_PMX", b"<x/>\n\n\n")
    path.write_bytes(wav_bytes(tone(440.0, 0.1), before=before, after=after) + b"not a chunk")
    return path


def chunks_of(content: bytes) -> list[tuple[bytes, bytes]]:
    """Names and contents of a RIFF, RF64 or AIFF file, read by the specification alone."""
    order = ">" if content[:4] in (b"FORM", b"RIFX") else "<"
    found, at = [], 12
    while at + 8 <= len(content) and content[at : at + 4].isascii() and content[at] >= 32:
        name, size = struct.unpack_from(order + "4sI", content, at)
        if size == 0xFFFF_FFFF:
            (size,) = struct.unpack_from("<Q", content, 28)  # data size in ds64
        found.append((name, content[at + 8 : at + 8 + size]))
        at += 8 + size + (size & 1)
    return found


OURS = (b"bext", b"iXML", b"LIST", b"id3 ", b"ID3 ", b"JUNK", b"NAME", b"AUTH", b"ANNO", b"ds64")


def foreign(content: bytes) -> list[tuple[bytes, bytes]]:
    """The chunks that no edit touches, in their order, the sound among them."""
    return [pair for pair in chunks_of(content) if pair[0] not in OURS]


def box(name: bytes, content: bytes) -> bytes:
    """A box of an MP4 file."""
    return struct.pack(">I4s", 8 + len(content), name) + content


def boxes_of(content: bytes) -> list[tuple[bytes, bytes]]:
    """Names and contents of the boxes that `content` is made of."""
    found, at = [], 0
    while at < len(content):
        size, name = struct.unpack_from(">I4s", content, at)
        found.append((name, content[at + 8 : at + size]))
        at += size
    return found


def by_phone(path: Path, *, wide: bool = False, before_handler: bytes = b"") -> Path:
    """An M4A as phones write it: `moov` first, and in it, before the track, a `meta` without a version field.

    `wide` gives the places of the sound in 64 bits (`co64`); `before_handler` stands where no phone writes anything.
    """
    by_ffmpeg(path, "-movflags", "faststart")
    key = b"com.android.version"
    handler = box(b"hdlr", bytes(8) + b"mdta" + bytes(13))
    keys = box(b"keys", struct.pack(">III4s", 0, 1, 8 + len(key), b"mdta") + key)
    item = struct.pack(">II", 8 + 16 + 2, 1) + box(b"data", struct.pack(">II", 1, 0) + b"14")
    meta = box(b"meta", before_handler + handler + keys + box(b"ilst", item))
    content = path.read_bytes()
    grown = len(_moved_moov(content, meta, 0, wide)) - len(content)
    path.write_bytes(_moved_moov(content, meta, grown, wide))
    return path


def _moved_moov(content: bytes, meta: bytes, by: int, wide: bool) -> bytes:
    """The file with `meta` in its `moov`, and each place of the sound told `by` bytes later."""
    made = b""
    for name, inside in boxes_of(content):
        if name != b"moov":
            made += box(name, inside)
            continue
        head, *rest = boxes_of(inside)
        made += box(b"moov", box(*head) + meta + b"".join(_moved(part, there, by, wide) for part, there in rest))
    return made


def _moved(name: bytes, content: bytes, by: int, wide: bool) -> bytes:
    if name in (b"trak", b"mdia", b"minf", b"stbl"):
        return box(name, b"".join(_moved(part, inside, by, wide) for part, inside in boxes_of(content)))
    if name == b"stco":
        places = [place + by for place in struct.unpack(f">{(len(content) - 8) // 4}I", content[8:])]
        form = "Q" if wide else "I"
        return box(b"co64" if wide else name, content[:8] + struct.pack(f">{len(places)}{form}", *places))
    return box(name, content)
