"""Fills a library of any size in bulk: real tables and vector log, invented names and numbers.

A million sounds take about a minute. Decodes nothing, so no file stands behind a row.
"""

from collections.abc import Iterator
from pathlib import Path

import numpy as np

from engine.audio.peaks import to_bytes
from engine.audio.ucs import categories
from engine.base.types import (
    AudioInfo,
    ContentId,
    FilePath,
    FileStamp,
    Ids,
    Measures,
    Peaks,
    RootId,
    SegmentId,
    SoundId,
    SoundMetadata,
    Vectors,
)
from engine.models.encoder import TextEncoder
from engine.models.pack import load_pack
from engine.store.catalogue import Catalogue
from engine.store.sound_rows import IndexedSound
from engine.store.vectors import Frame, VectorLog

ROOT = FilePath(b"/big")
_WORDS = (
    "heavy",
    "light",
    "wooden",
    "metal",
    "rusty",
    "wet",
    "dry",
    "distant",
    "close",
    "slow",
    "fast",
    "deep",
    "bright",
    "soft",
    "hard",
    "creaking",
    "slamming",
    "rolling",
    "door",
    "gate",
    "engine",
    "rain",
    "wind",
    "fire",
    "glass",
    "stone",
    "water",
    "bird",
    "dog",
    "crowd",
    "whoosh",
    "impact",
    "drone",
    "footstep",
    "paper",
    "cloth",
    "bell",
)
_BATCH = 20_000
_COLUMNS = 128
_FOLDERS = 20_000


def make_big_library(folder: Path, pack_folder: Path, count: int, *, seed: int = 0, is_lifelike: bool = False) -> None:
    """Stores `count` sounds of one window each, with vectors in 400 clusters.

    A lifelike library has 1.3 windows per sound (a tenth are recordings of four), rare words beside common ones in its
    names, and UCS categories as clusters: vectors lie where the pack puts the categories' names, but apart from all
    words, as those of sounds do (Liang et al. 2022, "Mind the gap"). So words have neighbours there.
    """
    pack = load_pack(pack_folder)
    info = pack.info
    draw = np.random.default_rng(seed)
    if is_lifelike:
        called = TextEncoder(pack).encode([f"{kind.category} {kind.subcategory}".lower() for kind in categories()])
        centres, name_centres = _apart(draw, called.joint), called.sentence
    else:
        centres, name_centres = _unit(draw, 400, info.dim), _unit(draw, 400, info.sentence_dim)
    counts = np.where(np.arange(count) % 10 == 9, 4, 1) if is_lifelike else np.ones(count, np.int64)
    logs = [
        VectorLog(folder / "vectors", info.pack_id, "segments", info.dim),
        VectorLog(folder / "vectors", info.pack_id, "names", info.sentence_dim),
    ]
    with Catalogue.open(folder) as catalogue:
        catalogue.database.connection.pragma("synchronous", "OFF")
        catalogue.packs.set_searched(info.pack_id, info.name)
        root = catalogue.roots.add(ROOT)
        first_sound, first_segment = catalogue.sounds.reserve_ids(count, int(counts.sum()))
        firsts = first_segment + np.cumsum(counts) - counts
        for start in range(0, count, _BATCH):
            stop = min(count, start + _BATCH)
            sounds = np.arange(first_sound + start, first_sound + stop, dtype=np.int64)
            folders = draw.integers(_FOLDERS, size=stop - start)
            cluster = folders % len(centres) if is_lifelike else draw.integers(400, size=stop - start)
            of_segment = np.repeat(cluster, counts[start:stop])
            segments = firsts[start] + np.arange(len(of_segment), dtype=np.int64)
            frames: list[Frame] = [
                logs[0].append(segments, _near(draw, centres[of_segment])),
                logs[1].append(sounds, _near(draw, name_centres[cluster])),
            ]
            words = _rare_words(draw, stop - start) if is_lifelike else None
            windows = (firsts[start:stop], counts[start:stop])
            rows = _sounds(draw, root, sounds, windows, folders, start, words)
            catalogue.sounds.store(list(rows), frames)
        catalogue.database.connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def _apart(draw: np.random.Generator, words: Vectors) -> Vectors:
    """Returns places of sounds that these words describe: on their side, and all shifted one way."""
    moved = 0.6 * words + 0.6 * _unit(draw, 1, words.shape[1]) + 0.5 * _unit(draw, *words.shape)
    return np.asarray(moved / np.linalg.norm(moved, axis=1, keepdims=True), np.float32)


def _rare_words(draw: np.random.Generator, count: int) -> list[str]:
    """Draws one word of UCS each, the n-th as often as 1 / n (Zipf)."""
    known = sorted({word.lower() for kind in categories() for word in kind.synonyms if word.isalpha()})
    return [known[place % len(known)] for place in draw.zipf(1.2, count)]


def _sounds(
    draw: np.random.Generator,
    root: RootId,
    sounds: Ids,
    windows: tuple[Ids, Ids],
    folders: Ids,
    start: int,
    rare: list[str] | None,
) -> Iterator[IndexedSound]:
    """Yields rows of sounds; `windows` are the first segment of each, and its number of segments."""
    count = len(sounds)
    known = categories()
    words = draw.integers(len(_WORDS), size=(count, 3))
    seconds = np.exp(draw.uniform(np.log(0.2), np.log(180.0), count))
    loudness = draw.uniform(-40.0, -8.0, count)
    brightness = np.exp(draw.uniform(np.log(120.0), np.log(9000.0), count))
    tempi = draw.uniform(60.0, 180.0, count)
    peaks = [to_bytes(_peaks(draw)) for _ in range(32)]
    for row in range(count):
        number = start + row
        kind = known[folders[row] % len(known)]
        name = " ".join(_WORDS[word] for word in words[row])
        name += f" {rare[row]}" if rare is not None else ""
        window_s = float(seconds[row]) / int(windows[1][row])
        folder = f"{ROOT.text}/Vendor {folders[row] % 40:02d}/{kind.category.title()}/Set {folders[row]:05d}"
        is_musical = number % 20 == 0
        yield IndexedSound(
            id=SoundId(int(sounds[row])),
            first_segment=SegmentId(int(windows[0][row])),
            stamp=FileStamp(
                FilePath.of(
                    f"{folder}/{kind.cat_id}_{name} {number % 12 + 1}_V{folders[row] % 40:02d}_{number:07d}.wav"
                ),
                100_000 + number,
                1_600_000_000_000_000_000 + int(draw.integers(10**8)) * 10**9,
            ),
            content_id=ContentId(number.to_bytes(16, "big")),
            root=root,
            info=AudioInfo(
                ("WAV", "WAV", "FLAC", "AIFF")[number % 4],
                "PCM_24",
                (44_100, 48_000, 96_000)[number % 3],
                1 + number % 2,
                (16, 24)[number % 2],
                float(seconds[row]),
            ),
            measures=Measures(
                float(loudness[row]),
                -1.0,
                0.1,
                float(brightness[row]),
                False,
                tempo_bpm=float(tempi[row]) if is_musical else None,
                tempo_confidence=0.9 if is_musical else None,
                key="A minor" if is_musical else None,
                key_confidence=0.8 if is_musical else None,
            ),
            metadata=SoundMetadata(
                description=f"{name}, take {number % 12 + 1}",
                ucs_id=kind.cat_id,
                category=f"{kind.category} {kind.subcategory}".lower(),
            ),
            peaks=peaks[number % 32],
            segments=tuple((window_s * at, window_s * (at + 1)) for at in range(int(windows[1][row]))),
            name_text=name,
        )


def _peaks(draw: np.random.Generator) -> Peaks:
    fade = np.exp(-np.linspace(0.0, draw.uniform(0.5, 5.0), _COLUMNS))
    high = np.clip(127 * fade * draw.uniform(0.4, 1.0, _COLUMNS), 0, 127).astype(np.int8)
    return Peaks(np.stack([-high, high], axis=1), 3.0)


def _near(draw: np.random.Generator, centres: Vectors) -> Vectors:
    noise = draw.standard_normal(centres.shape, dtype=np.float32) * np.float32(0.7 / np.sqrt(centres.shape[1]))
    vectors = centres + noise
    return np.asarray(vectors / np.linalg.norm(vectors, axis=1, keepdims=True), np.float32)


def _unit(draw: np.random.Generator, count: int, dim: int) -> Vectors:
    raw = draw.standard_normal((count, dim), dtype=np.float32)
    return np.asarray(raw / np.linalg.norm(raw, axis=1, keepdims=True), np.float32)
