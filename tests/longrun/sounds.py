"""Writes any number of small, varied sound files, some hundreds a second: what a library of many years holds.

They differ in format, rate, channels, depth, length, names and what they say of themselves; some are copies, and some
are broken. The same seed writes the same sounds.
"""

import functools
import os
import struct
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import soundfile
from numpy.typing import NDArray

from tests.helpers.sounds import bext, broken_files, chunk, encode, tone, wav_bytes

BROKEN_SHARE, COPIED_SHARE = 0.02, 0.02
A_FOLDER = 250
"""Files a folder."""
_WORDS = """
    door rain wind metal glass wood dog crowd engine bell whoosh impact footstep water fire paper cloth kick snare
    drone birds thunder gate chain radio heavy soft distant close dry wet rusty bright deep short long slow fast small
    big Tür Regen été 雨 гром 𝄞 NAÏVE e\u0301clat
""".split()  # noqa: SIM905
_UCS = ("DOORWood", "RAINGen", "WINDGust", "METLImpt", "GLASBrk", "DOGBark", "CRWDAppl", "AMBForst")
_KINDS = (
    # suffix, format, subtype, weight
    (".wav", "WAV", "PCM_16", 20), (".wav", "WAV", "PCM_24", 20), (".WAV", "WAV", "FLOAT", 4),
    (".wav", "WAV", "PCM_U8", 2), (".wav", "WAV", "IMA_ADPCM", 1), (".wav", "WAVEX", "PCM_24", 3),
    (".flac", "FLAC", "PCM_16", 8), (".flac", "FLAC", "PCM_24", 6), (".ogg", "OGG", "VORBIS", 8),
    (".opus", "OGG", "OPUS", 3), (".mp3", "MP3", "MPEG_LAYER_III", 10), (".aif", "AIFF", "PCM_16", 4),
    (".aiff", "AIFF", "PCM_24", 3), (".caf", "CAF", "PCM_24", 1), (".w64", "W64", "PCM_24", 1),
    (".au", "AU", "PCM_16", 1),
)  # fmt: skip
_RATES_HZ = {"OPUS": (48_000, 24_000), "MPEG_LAYER_III": (44_100, 48_000, 32_000)}
_USUAL_RATES_HZ = (44_100, 48_000, 48_000, 96_000, 22_050, 8_000, 192_000)
_POOL_S = 30


def write_many(folder: Path, count: int, seed: int = 0) -> Iterator[Path]:
    """Writes files one after the other and gives the path of each."""
    draw = np.random.default_rng(seed)
    broken = [path.read_bytes() for path in broken_files(folder / "scratch")]
    for path in (folder / "scratch").iterdir():
        path.unlink()
    (folder / "scratch").rmdir()
    weights = np.array([kind[-1] for kind in _KINDS], float)
    kinds = draw.choice(len(_KINDS), size=count, p=weights / weights.sum())
    last = b""
    for number in range(count):
        place = folder / f"{_WORDS[number // A_FOLDER % len(_WORDS)]} {number // A_FOLDER:04d}"
        if number % A_FOLDER == 0:
            place.mkdir(parents=True, exist_ok=True)
        suffix, form, subtype, _ = _KINDS[kinds[number]]
        lot = draw.random()
        if lot < BROKEN_SHARE:
            content = broken[number % len(broken)]
        elif lot < BROKEN_SHARE + COPIED_SHARE and last:
            content = last
        elif lot < 0.10:
            suffix, content = ".wav", _described(draw)
        elif lot < 0.11:
            path = _path(place, number, ".m4a", draw)
            encode(path, _wave(draw, 44_100, 1)[:, 0], "aac", 44_100, "fltp")
            yield path
            continue
        else:
            path = _path(place, number, suffix, draw)
            _write(path, form, subtype, draw)
            if number % 50 == 0:
                last = path.read_bytes()
            yield path
            continue
        path = _path(place, number, suffix, draw)
        path.write_bytes(content)
        yield path


def _write(path: Path, form: str, subtype: str, draw: np.random.Generator) -> None:
    rates = _RATES_HZ.get(subtype, _USUAL_RATES_HZ)
    rate = int(rates[draw.integers(len(rates))])
    is_coded = subtype in ("OPUS", "MPEG_LAYER_III", "VORBIS", "IMA_ADPCM")
    channels = int(draw.choice((1, 2) if is_coded else (1, 1, 1, 2, 2, 2, 4, 6, 8)))
    with path.open("wb") as file:  # the library takes no name that is not UTF-8
        soundfile.write(file, _wave(draw, rate, channels), rate, subtype=subtype, format=form)


def _described(draw: np.random.Generator) -> bytes:
    """A broadcast WAV with a description, iXML, and a chunk that nobody knows."""
    words = " ".join(draw.choice(_WORDS, size=6))
    ixml = f"<BWFXML><PROJECT>{words}</PROJECT><NOTE>{words.upper()}</NOTE></BWFXML>".encode()
    cues = struct.pack("<I", 1) + struct.pack("<IIIIII", 1, 400, 0x61746164, 0, 0, 400)
    before = chunk(b"bext", bext(words)) + chunk(b"iXML", ixml)
    wave = _wave(draw, 32_000, 1)[:, 0]
    return wav_bytes(wave, 32_000, before=before, after=chunk(b"cue ", cues) + chunk(b"ODD ", b"\1\2\3"))


def _wave(draw: np.random.Generator, rate: int, channels: int) -> NDArray[np.float32]:
    """A tone in noise with an end, float32 [T, C]: 30 ms to 2 s, evenly on a scale of ratios; one in 300 is 20 s."""
    seconds = 20.0 if draw.random() < 1 / 300 else float(np.exp(draw.uniform(np.log(0.03), np.log(2.0))))
    if rate > 48_000 or channels > 2:
        seconds = min(seconds, 0.5)
    frames = max(64, round(seconds * rate))
    noise, hum = _pool()
    begin = int(draw.integers(0, len(noise) - frames))
    level = 10 ** draw.uniform(-2.5, -0.1)
    wave = draw.random() * noise[begin : begin + frames] + draw.random() * hum[:frames]
    wave *= np.linspace(1, draw.random(), frames, dtype=np.float32)
    wave *= np.float32(level / 2)
    return np.repeat(wave[:, None], channels, axis=1) * np.linspace(1, 0.5, channels, dtype=np.float32)


@functools.cache
def _pool() -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Noise and a hum that waves are cut from: making each anew would take most of the time."""
    count = _POOL_S * 48_000
    noise = np.random.default_rng(1).uniform(-1, 1, count).astype(np.float32)
    return noise, tone(110.0, _POOL_S, 48_000, 1.0) * tone(0.7, _POOL_S, 48_000, 1.0)


def _path(place: Path, number: int, suffix: str, draw: np.random.Generator) -> Path:
    """A name as somebody would give it: plain words, UCS, a recorder's, not UTF-8, or as long as names may be."""
    words = "_".join(draw.choice(_WORDS, size=3))
    match number % 10:
        case 0:
            name = f"ZOOM{number:06d}"
        case 1:
            name = f"{_UCS[number % len(_UCS)]}_{words} {number}_ANON_LIB"
        case 2 if number % 40 == 2:
            name = f"{number} " + "long name " * 9
        case 3 if number % 30 == 3:
            return Path(os.fsdecode(os.fsencode(place) + f"/caf\xe9 {number}{suffix}".encode("latin-1")))
        case _:
            name = f"{words} {number}"
    return place / (name + suffix)
