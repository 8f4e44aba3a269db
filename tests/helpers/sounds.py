"""Makes sound files for tests: tones, noise, tagged and broken ones, and whole library folders. Deterministic."""

import struct
from collections.abc import Iterator, Mapping
from fractions import Fraction
from pathlib import Path

import av
import numpy as np
import soundfile
from numpy.typing import NDArray

from engine.audio.decode import open_audio
from engine.base.types import AudioInfo


def tone(hz: float, seconds: float, rate: int = 32_000, level: float = 0.5) -> NDArray[np.float32]:
    """Returns a sine, float32 [T]."""
    times = np.arange(round(seconds * rate)) / rate
    return np.asarray(level * np.sin(2 * np.pi * hz * times), dtype=np.float32)


def noise(seconds: float, rate: int = 32_000, level: float = 0.2, seed: int = 0) -> NDArray[np.float32]:
    """Returns white noise, float32 [T]."""
    samples = np.random.default_rng(seed).uniform(-level, level, round(seconds * rate))
    return np.asarray(samples, dtype=np.float32)


def write(path: Path, samples: NDArray[np.float32], rate: int = 32_000, subtype: str | None = None) -> Path:
    """Writes samples, [T] or [T, C], in the format of the suffix, in blocks."""
    path.parent.mkdir(parents=True, exist_ok=True)
    channels = 1 if samples.ndim == 1 else samples.shape[1]
    kind = {".aif": "AIFF", ".oga": "OGG", ".opus": "OGG"}.get(path.suffix.lower())
    if path.suffix.lower() == ".opus":
        subtype = "OPUS"
    with soundfile.SoundFile(path, "w", rate, channels, subtype=subtype, format=kind) as file:
        for start in range(0, len(samples), 16_384):
            file.write(samples[start : start + 16_384])
    return path


def write_tone(
    path: Path,
    hz: float = 440.0,
    seconds: float = 1.0,
    *,
    rate: int = 32_000,
    level: float = 0.5,
    channels: int = 1,
    subtype: str | None = None,
) -> Path:
    """Writes a sine, the same in every channel."""
    samples = tone(hz, seconds, rate, level)
    return write(path, samples if channels == 1 else np.repeat(samples[:, None], channels, axis=1), rate, subtype)


def write_noise(
    path: Path,
    seconds: float = 1.0,
    *,
    rate: int = 32_000,
    level: float = 0.2,
    channels: int = 1,
    seed: int = 0,
    subtype: str | None = None,
) -> Path:
    """Writes white noise, different in every channel."""
    columns = [noise(seconds, rate, level, seed + channel) for channel in range(channels)]
    return write(path, columns[0] if channels == 1 else np.stack(columns, axis=1), rate, subtype)


def encode(path: Path, wave: NDArray[np.float32], codec: str, rate: int, kind: str) -> Path:
    """Encodes a mono wave by an FFmpeg codec that takes samples of `kind` (fltp, s16, s16p)."""
    with av.open(str(path), "w") as container:
        stream = container.add_stream(codec, rate=rate, layout="mono")
        stream.bit_rate = 128_000
        step = stream.codec_context.frame_size or 1024
        for start in range(0, len(wave), 1024 if step == 0 else step):
            part = wave[start : start + step]
            values = part if kind == "fltp" else np.round(part * 32767).astype("<i2")
            frame = av.AudioFrame.from_ndarray(np.ascontiguousarray(values[None, :]), format=kind, layout="mono")
            frame.sample_rate, frame.pts, frame.time_base = rate, start, Fraction(1, rate)
            container.mux(stream.encode(frame))
        container.mux(stream.encode(None))
    return path


def all_of(path: Path, frames: int = 65536) -> tuple[NDArray[np.float32], AudioInfo]:
    """Returns every sample of a file, [T, C], and its properties after the end."""
    with open_audio(path) as stream:
        blocks = list(stream.blocks(frames))
        return np.concatenate(blocks), stream.info


def chunk(name: bytes, content: bytes) -> bytes:
    """Returns a RIFF chunk, padded to an even size."""
    return name + struct.pack("<I", len(content)) + content + b"\0" * (len(content) & 1)


def bext(description: str, originator: str = "Earshot tests") -> bytes:
    """Returns the content of a broadcast extension chunk: EBU Tech 3285 version 1, 602 bytes."""
    fields = [
        description.encode()[:256].ljust(256, b"\0"), originator.encode()[:32].ljust(32, b"\0"),
        b"REF0001".ljust(32, b"\0"), b"2026-11-21", b"10:20:30", struct.pack("<QH", 48_000, 1),
    ]  # fmt: skip
    return b"".join(fields).ljust(602, b"\0")


def sparse_rf64(path: Path, seconds: float, rate: int, parts: Mapping[float, NDArray[np.float32]]) -> Path:
    """Writes a sparse RF64 of any length: 32-bit float, silent except for `parts`, [T, C] by start in s."""
    channels = next(iter(parts.values())).shape[1]
    frames, frame_bytes = round(seconds * rate), channels * 4
    data_bytes = frames * frame_bytes
    fmt = chunk(b"fmt ", struct.pack("<HHIIHH", 3, channels, rate, rate * frame_bytes, frame_bytes, 32))
    ds64 = chunk(b"ds64", struct.pack("<QQQI", 4 + 36 + len(fmt) + 8 + data_bytes, data_bytes, frames, 0))
    head = b"RF64" + b"\xff" * 4 + b"WAVE" + ds64 + fmt + b"data" + b"\xff" * 4
    with path.open("wb") as file:
        file.write(head)
        for start_s, samples in parts.items():
            file.seek(len(head) + round(start_s * rate) * frame_bytes)
            file.write(samples.astype("<f4").tobytes())
        file.truncate(len(head) + data_bytes)
    return path


def wav_bytes(samples: NDArray[np.float32], rate: int = 32_000, *, before: bytes = b"", after: bytes = b"") -> bytes:
    """Returns a 16-bit mono WAV, with chunks before and after its data chunk."""
    pcm = np.round(samples * 32_767).astype("<i2").tobytes()
    fmt = chunk(b"fmt ", struct.pack("<HHIIHH", 1, 1, rate, rate * 2, 2, 16))
    body = b"WAVE" + fmt + before + chunk(b"data", pcm) + after
    return b"RIFF" + struct.pack("<I", len(body)) + body


def write_with_bext(
    path: Path,
    description: str = "Heavy wooden door slams shut",
    *,
    hz: float = 440.0,
    seconds: float = 1.0,
    rate: int = 32_000,
    ixml: str | None = None,
) -> Path:
    """Writes a broadcast WAV with a description, and with iXML text if given."""
    path.parent.mkdir(parents=True, exist_ok=True)
    extra = b"" if ixml is None else chunk(b"iXML", ixml.encode())
    path.write_bytes(wav_bytes(tone(hz, seconds, rate), rate, before=chunk(b"bext", bext(description)), after=extra))
    return path


def _broken(folder: Path) -> Iterator[tuple[str, bytes]]:
    """Yields twenty files that give no single sample."""
    good = wav_bytes(tone(440.0, 0.2))
    flac = write_tone(folder / "scratch.flac", 440.0, 0.5).read_bytes()
    ogg = write_tone(folder / "scratch.ogg", 440.0, 0.5).read_bytes()
    mp3 = write_tone(folder / "scratch.mp3", 440.0, 0.5).read_bytes()
    aiff = write_tone(folder / "scratch.aiff", 440.0, 0.2).read_bytes()
    for name in ("scratch.flac", "scratch.ogg", "scratch.mp3", "scratch.aiff"):
        (folder / name).unlink()
    junk = np.random.default_rng(7).integers(0, 256, 4000, dtype=np.uint8).tobytes()
    yield "empty.wav", b""
    yield "one_byte.wav", b"R"
    yield "text_named.wav", b"This is a shopping list: eggs, milk, bread.\n" * 20
    yield "html_named.mp3", b"<!doctype html><title>404</title><p>Not found</p>\n" * 20
    yield "riff_only.wav", good[:12]
    yield "riff_without_data.wav", good[: good.index(b"data")]
    yield "riff_without_fmt.wav", b"RIFF" + struct.pack("<I", 20) + b"WAVE" + chunk(b"data", b"\1\2" * 4)
    yield "no_frames.wav", wav_bytes(np.zeros(0, dtype=np.float32))
    yield "no_channels.wav", good[:22] + b"\0\0" + good[24:]
    yield "too_many_channels.wav", good[:22] + b"\xff\xff" + good[24:]
    yield "no_rate.wav", good[:24] + b"\0\0\0\0" + good[28:]
    yield "unknown_codec.wav", good[:20] + b"\x77\x77" + good[22:]
    yield "header_only.flac", flac[:42]
    yield "cut_in_header.flac", flac[:20]
    yield "zeros_for_frames.flac", flac[:42] + bytes(2000)
    yield "cut_in_headers.ogg", ogg[:200]
    yield "cut_before_frames.mp3", b"ID3\x04\0\0\0\0\x0f\x00" + bytes(100) + mp3[:20]
    yield "cut_in_header.aiff", aiff[:30]
    yield "noise_bytes.m4a", junk
    yield "cut_in_header.m4a", b"\0\0\0\x20ftypM4A \0\0\0\0M4A mp42isom\0\0\0\0\0\0\x10\0moov" + junk[:200]


def broken_files(folder: Path) -> list[Path]:
    """Writes twenty broken files of every kind into a folder; each is a regular file that must fail, by name."""
    folder.mkdir(parents=True, exist_ok=True)
    paths = []
    for name, content in _broken(folder):
        path = folder / name
        path.write_bytes(content)
        paths.append(path)
    return paths


def make_library_folder(folder: Path, count: int = 12, *, seconds: float = 0.6) -> list[Path]:
    """Writes `count` good sounds into subfolders, with distinct names, pitches and formats; some carry descriptions."""
    kinds = ("wav", "flac", "ogg", "aiff")
    words = ("low hum", "high beep", "noise burst", "soft tone")
    paths = []
    for index in range(count):
        word = words[index % len(words)]
        place = folder / ("Tones", "Noises", "Beds")[index % 3] / f"{word.replace(' ', '_')}_{index:03d}"
        hz = {"low hum": 80.0, "high beep": 4000.0, "soft tone": 600.0}.get(word, 0.0) * (1 + index / 100)
        if index % 5 == 4:
            paths.append(
                write_with_bext(place.with_suffix(".wav"), f"{word} number {index}", hz=hz or 300, seconds=seconds)
            )
        elif hz:
            paths.append(write_tone(place.with_suffix("." + kinds[index % 4]), hz, seconds))
        else:
            paths.append(write_noise(place.with_suffix("." + kinds[index % 4]), seconds, seed=index))
    return paths


def memory_bomb(path: Path, size_bytes: int) -> Path:
    """A Matroska sound with an attachment of `size_bytes` zeros, which FFmpeg takes into memory several times over.

    The file is sparse: it takes no room on the disk.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    plain = encode(path, tone(440, 1.0, 48_000), "libopus", 48_000, "s16").read_bytes()
    cluster = plain.index(bytes.fromhex("1f43b675"))

    def element(kind: str, size: int) -> bytes:
        return bytes.fromhex(kind) + (size | 1 << 56).to_bytes(8, "big")

    told = element("466e", 5) + b"a.bin" + element("4660", 1) + b"a" + element("46ae", 1) + b"\1"
    data = element("465c", size_bytes)
    inner = element("61a7", len(told) + len(data) + size_bytes) + told + data
    with path.open("wb") as file:
        file.write(plain[:cluster] + element("1941a469", len(inner) + size_bytes) + inner)
        file.seek(size_bytes, 1)
        file.write(plain[cluster:])
    return path
