"""The file `earshot.sidecar`: vectors, bounds, measures and overviews of sounds, by payload.

Little endian: b"ESIDECAR", a uint32 with the format, 32 bytes of BLAKE2b over everything that follows, a uint32 with
the length of a JSON manifest, the manifest, and its sections, each compressed by zlib. It contains no names or paths.
Format 2 has what is said in the sounds too (`said_section`), corrected by the user; it is written only where asked for.
A sidecar may come from anybody: sizes are checked before unpacking, numbers before use. The digest detects damage, but
does not prove who wrote it.
"""

import hashlib
import json
import math
import re
import struct
import zlib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from engine.audio.channel_layout import is_layout
from engine.audio.peaks import from_bytes, to_bytes
from engine.base.errors import LibraryError, SidecarError
from engine.base.identifiers import pack_id_of
from engine.base.job_messages import FileNote
from engine.base.messages import message_in, record_of, told
from engine.base.types import AudioInfo, ContentId, Measures, PackId
from engine.features.sidecar.messages import SidecarAdvice, SidecarFault
from engine.features.sidecar.said_section import read_said, said_lines
from engine.ingest.ready import PayloadAnalysis
from engine.ingest.sound_transcripts import SoundTranscripts

NAME = "earshot.sidecar"
FORMAT = 2
"""The newest readable one. A sidecar without transcripts is of format 1."""
WITHOUT_TRANSCRIPTS = 1
MOST_SOUNDS = 50_000
LARGEST_BYTES = 1 << 30
"""Total size of the unpacked sections."""
_MAGIC = b"ESIDECAR"
_DIGEST_BYTES = 32
_HEAD = struct.Struct(f"<8sI{_DIGEST_BYTES}sI")
_LARGEST_MANIFEST = 1 << 16
_LARGEST_PEAKS = 1 << 16
_TOLERANCE = 4e-3
"""How far a vector's length in fp16 may deviate from 1."""
_WORD = re.compile(r"[\w +#./-]{0,40}")
_LONGEST_S = 1e7
_MOST_NOTES = 8
_SECTIONS = ("contents", "digests", "counts", "bounds", "vectors", "about", "peak_sizes", "peaks")
_SAID = "said"


class SidecarHead(Struct, frozen=True):
    """A sidecar's header."""

    pack_id: PackId
    """The pack of its vectors; equal ids give equal vectors."""
    pack: str
    dim: int
    sounds: int
    segments: int
    said_by: PackId | None = None
    """The dialogue pack that made its transcripts; None without."""
    said_rules: int = 0


class Sidecar(Struct, frozen=True, eq=False):
    """A sidecar, read and checked."""

    head: SidecarHead
    sounds: Mapping[bytes, PayloadAnalysis]
    """By payload digest. Omits invalid entries."""
    transcripts: SoundTranscripts | None = None


def packed(
    pack_id: PackId,
    pack: str,
    dim: int,
    sounds: Sequence[PayloadAnalysis],
    transcripts: SoundTranscripts | None = None,
) -> bytes:
    """Builds the bytes of a sidecar.

    Raises:
        ValueError: more sounds than `MOST_SOUNDS`, more bytes than `LARGEST_BYTES`, or vectors of another size.
    """
    peaks = [to_bytes(sound.peaks) for sound in sounds]
    raw = {
        "contents": b"".join(sound.content_id for sound in sounds),
        "digests": b"".join(sound.payload_digest for sound in sounds),
        "counts": np.array([len(sound.bounds) for sound in sounds], "<i4").tobytes(),
        "bounds": np.array([bound for sound in sounds for bound in sound.bounds], "<f8").tobytes(),
        "vectors": np.concatenate([sound.vectors for sound in sounds]).astype("<f2").tobytes() if sounds else b"",
        "about": "\n".join(json.dumps(about_of(sound), ensure_ascii=True) for sound in sounds).encode(),
        "peak_sizes": np.array([len(one) for one in peaks], "<i4").tobytes(),
        "peaks": b"".join(peaks),
    }
    if transcripts is not None:
        raw[_SAID] = said_lines(sounds, transcripts.sounds)
    segments = sum(len(sound.bounds) for sound in sounds)
    if len(sounds) > MOST_SOUNDS or sum(map(len, raw.values())) > LARGEST_BYTES:
        raise ValueError(f"{len(sounds)} sounds are more than a sidecar holds")
    if len(raw["vectors"]) != 2 * dim * segments:
        raise ValueError(f"vectors are not of size {dim}")
    sections = {name: zlib.compress(raw[name], 6) for name in raw}
    manifest = {
        "pack_id": pack_id,
        "pack": pack,
        "dim": dim,
        "sounds": len(sounds),
        "segments": segments,
        "sections": [[name, len(sections[name]), len(raw[name])] for name in raw],
    }
    if transcripts is not None:
        manifest |= {"said_by": transcripts.pack_id, "said_rules": transcripts.rules}
    written = json.dumps(manifest, ensure_ascii=True).encode()
    body = struct.pack("<I", len(written)) + written + b"".join(sections.values())
    digest = hashlib.blake2b(body, digest_size=_DIGEST_BYTES).digest()
    version = WITHOUT_TRANSCRIPTS if transcripts is None else FORMAT
    return _MAGIC + struct.pack("<I", version) + digest + body


def read_sidecar(path: Path) -> Sidecar:
    """Reads a sidecar from any source.

    Raises:
        SidecarError: it is of another kind, damaged, too large, or from a later Earshot.
    """
    head, parts = _sections(path)
    try:
        sounds = _sounds(head, parts)
        return Sidecar(head, sounds, _transcripts(head, parts, sounds))
    except (ValueError, LookupError, TypeError, OverflowError, RecursionError) as err:
        raise _damaged(path, str(err)) from err


def read_head(path: Path) -> SidecarHead:
    """Reads a sidecar's header and checks its digest.

    Raises:
        SidecarError: as `read_sidecar`.
    """
    return _sections(path)[0]


def has_transcripts(path: Path) -> bool:
    """Returns whether a sidecar says that it has transcripts; its digest is not checked."""
    try:
        with path.open("rb") as file:
            magic, version, _, length = _HEAD.unpack(file.read(_HEAD.size))
            if magic != _MAGIC or version > FORMAT or length > _LARGEST_MANIFEST:
                return False
            return _head(json.loads(file.read(length))).said_by is not None
    except (OSError, struct.error, ValueError, LookupError, TypeError, OverflowError, RecursionError):
        return False


def _transcripts(
    head: SidecarHead, parts: Mapping[str, bytes], sounds: Mapping[bytes, PayloadAnalysis]
) -> SoundTranscripts | None:
    if head.said_by is None or _SAID not in parts:
        return None
    digests = [parts["digests"][32 * row :][:32] for row in range(head.sounds)]
    return SoundTranscripts(head.said_by, head.said_rules, read_said(parts[_SAID], digests, sounds))


def _sections(path: Path) -> tuple[SidecarHead, dict[str, bytes]]:
    try:
        with path.open("rb") as file:
            start = file.read(_HEAD.size)
            if len(start) < _HEAD.size or start[:8] != _MAGIC:
                raise SidecarError(told(SidecarFault.NO_SIDECAR, path), advice=SidecarAdvice.WRITE_SIDECAR_AGAIN)
            _, version, digest, length = _HEAD.unpack(start)
            if version > FORMAT:
                newer = told(SidecarFault.SIDECAR_NEWER, path, version)
                raise SidecarError(newer, advice=SidecarAdvice.WRITE_SIDECAR_AGAIN)
            if length > _LARGEST_MANIFEST:
                raise _damaged(path, "manifest")
            body = file.read(LARGEST_BYTES + 1)
    except OSError as err:
        raise _damaged(path, str(err)) from err
    if len(body) > LARGEST_BYTES:
        raise SidecarError(told(SidecarFault.SIDECAR_TOO_LARGE, path), advice=SidecarAdvice.WRITE_SIDECAR_AGAIN)
    if hashlib.blake2b(start[-4:] + body, digest_size=_DIGEST_BYTES).digest() != digest:
        raise _damaged(path, "checksum")
    try:
        manifest = json.loads(body[:length])
        return _head(manifest), _unpacked(manifest["sections"], body[length:])
    except (ValueError, LookupError, TypeError, OverflowError, RecursionError, zlib.error) as err:
        raise _damaged(path, str(err)) from err


def _head(manifest: Any) -> SidecarHead:
    numbers = {name: manifest[name] for name in ("dim", "sounds", "segments")}
    if any(type(value) is not int or value < 0 for value in numbers.values()):
        raise ValueError("counts")
    if numbers["sounds"] > MOST_SOUNDS or not 0 < numbers["dim"] <= 8192:
        raise ValueError("counts")
    said_by, said_rules = None, 0
    if "said_by" in manifest:
        said_by, said_rules = pack_id_of(manifest["said_by"]), int(_number(manifest["said_rules"], 0, 1e6))
    return SidecarHead(
        pack_id_of(manifest["pack_id"]), _word(manifest["pack"]), **numbers, said_by=said_by, said_rules=said_rules
    )


def _unpacked(listed: Any, body: bytes) -> dict[str, bytes]:
    """The sections, each exactly as large as declared."""
    parts: dict[str, bytes] = {}
    at = left = 0
    left = LARGEST_BYTES
    for name, stored, size in listed:
        if type(stored) is not int or type(size) is not int or not 0 <= size <= left or not 0 <= stored <= len(body):
            raise ValueError(f"size of {name}")
        left -= size
        unpacking = zlib.decompressobj()
        part = unpacking.decompress(body[at : at + stored], size + 1)
        if len(part) != size or not unpacking.eof:
            raise ValueError(f"size of {name}")
        parts[str(name)] = part
        at += stored
    if at != len(body) or set(parts) - {_SAID} != set(_SECTIONS):
        raise ValueError("sections")
    return parts


def _sounds(head: SidecarHead, parts: Mapping[str, bytes]) -> dict[bytes, PayloadAnalysis]:
    counts, sizes = (np.frombuffer(parts[name], "<i4") for name in ("counts", "peak_sizes"))
    bounds = np.frombuffer(parts["bounds"], "<f8").reshape(head.segments, 2)
    vectors = np.frombuffer(parts["vectors"], "<f2").reshape(head.segments, head.dim).astype(np.float16)
    about = parts["about"].split(b"\n") if parts["about"] else []
    if {len(counts), len(sizes), len(about)} != {head.sounds} or np.any(counts < 1) or np.any(sizes < 0):
        raise ValueError("counts")
    if int(counts.sum(dtype=np.int64)) != head.segments or int(sizes.sum(dtype=np.int64)) != len(parts["peaks"]):
        raise ValueError("counts")
    if len(parts["contents"]) != 16 * head.sounds or len(parts["digests"]) != 32 * head.sounds:
        raise ValueError("digests")
    found: dict[bytes, PayloadAnalysis] = {}
    segment = peak = 0
    for row in range(head.sounds):
        first, segment = segment, segment + int(counts[row])
        begin, peak = peak, peak + int(sizes[row])
        ids = parts["contents"][16 * row :][:16], parts["digests"][32 * row :][:32]
        try:
            sound = checked_sound(
                *ids, json.loads(about[row]), parts["peaks"][begin:peak], bounds[first:segment], vectors[first:segment]
            )
        except (ValueError, LookupError, TypeError, OverflowError, RecursionError, LibraryError):
            continue
        found[sound.payload_digest] = sound
    return found


def checked_sound(
    content: bytes,
    digest: bytes,
    about: Any,
    peaks: bytes,
    bounds: NDArray[np.float64],
    vectors: NDArray[np.float16],
) -> PayloadAnalysis:
    """Validates one sound from any source.

    Raises:
        ValueError, LookupError, TypeError: some of it is invalid.
        LibraryError: its overview is damaged.
    """
    info, measures = _info(about["info"]), _measures(about["measures"])
    full = vectors.astype(np.float32)
    if not np.all(np.abs(np.einsum("sd,sd->s", full, full) - 1.0) <= 2 * _TOLERANCE):  # NaN compares false
        raise ValueError("vectors")
    starts_s, ends_s = bounds.T
    latest_s = info.duration_s + 1.0
    if not (np.all(starts_s >= 0) and np.all(ends_s > starts_s) and np.all(ends_s <= latest_s)):
        raise ValueError("bounds")
    if np.any(np.diff(starts_s) <= 0) or len(peaks) > _LARGEST_PEAKS:
        raise ValueError("bounds")
    overview = from_bytes(peaks)
    if not abs(overview.duration_s - info.duration_s) <= max(1.0, 0.01 * info.duration_s):
        raise ValueError("overview")
    spans = tuple((float(start_s), float(end_s)) for start_s, end_s in bounds)
    return PayloadAnalysis(ContentId(content), digest, info, measures, overview, spans, vectors)


def about_of(sound: PayloadAnalysis) -> dict[str, Any]:
    """Returns a sound's format and measures as JSON; `checked_sound` reads it."""
    info, measures = sound.info, sound.measures
    return {
        "info": {
            "format": info.format,
            "codec": info.codec,
            "rate": info.sample_rate_hz,
            "channels": info.channels,
            "bits": info.bit_depth,
            "layout": info.layout,
            "seconds": info.duration_s,
            "notes": [record_of(note) for note in info.notes],
        },
        "measures": {
            "loudness": measures.loudness_lufs,
            "peak": measures.peak_dbfs,
            "silence": measures.silence_ratio,
            "brightness": measures.brightness_hz,
            "loop": measures.is_loop,
            "tempo": measures.tempo_bpm,
            "tempo_sure": measures.tempo_confidence,
            "key": measures.key,
            "key_sure": measures.key_confidence,
            "true_peak": measures.true_peak_dbtp,
        },
    }


def _info(record: Any) -> AudioInfo:
    bits = record["bits"]
    rate, channels = _number(record["rate"], 1, 1e8), _number(record["channels"], 1, 1024)
    notes = [message_in(note) for note in record["notes"][:_MOST_NOTES] if note["what"] in FileNote.__members__]
    return AudioInfo(
        _word(record["format"]),
        _word(record["codec"]),
        int(rate),
        int(channels),
        None if bits is None else int(_number(bits, 1, 64)),
        _number(record["seconds"], 1e-9, _LONGEST_S),
        tuple(notes),
        _layout(record, int(channels)),
    )


def _layout(record: Any, channels: int) -> str:
    """The channel layout; earlier files have none."""
    said = record.get("layout", "")
    if said == "":
        return ""
    if not isinstance(said, str) or not is_layout(said, channels):
        raise ValueError("layout")
    return said


def _measures(record: Any) -> Measures:
    def number(name: str, low: float, high: float) -> float | None:
        return None if record[name] is None else _number(record[name], low, high)

    loop, key = record["loop"], record["key"]
    if loop not in (None, True, False):
        raise ValueError("loop")
    return Measures(
        number("loudness", -200, 100),
        number("peak", -1000, 100),
        number("silence", 0, 1),
        number("brightness", 0, 1e6),
        loop,
        number("tempo", 1, 1000),
        number("tempo_sure", 0, 1),
        None if key is None else _word(key),
        number("key_sure", 0, 1),
        number("true_peak", -1000, 100) if "true_peak" in record else None,
    )


def _number(value: Any, low: float, high: float) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        raise ValueError("number")
    if not low <= value <= high:
        raise ValueError("number")
    return float(value)


def _word(value: Any) -> str:
    if not isinstance(value, str) or _WORD.fullmatch(value) is None:
        raise ValueError("word")
    return value


def _damaged(path: Path, detail: str) -> SidecarError:
    return SidecarError(told(SidecarFault.SIDECAR_DAMAGED, path, detail), advice=SidecarAdvice.WRITE_SIDECAR_AGAIN)
