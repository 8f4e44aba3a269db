"""Mel pictures and sentence vectors of a corpus, computed once and cached in a folder.

The engine's decoder and the exported front end compute them, so training sees what the product will see. The cache is
keyed by its inputs; stale entries are computed anew.
"""

import hashlib
import json
import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict
from pathlib import Path
from typing import Any, TypeAlias, cast

import numpy as np
import torch
from numpy.typing import NDArray

from engine.audio import decode
from engine.base.errors import AudioError
from training.base.progress import follow, working
from training.data.batches import MelClips
from training.data.corpus import Clip
from training.towers.dual_encoder import frozen_text, without_checkpoint
from training.towers.encoders import AudioTower, TextTower
from training.towers.registry import AudioTowerConfig, TextTowerConfig

LONGEST_S = 600.0
"""Longest stretch of one sound: the decoder's default limit."""
_LEAST_POWER = 1e-10
_VERSION = 2


def mel_clips(
    clips: Sequence[Clip],
    config: AudioTowerConfig,
    cache: Path,
    report: Callable[[str], None],
    *,
    most_s: float = LONGEST_S,
) -> MelClips:
    """Returns the mel pictures of the clips in order, decoding those that are not cached.

    Clips pictured for another list of clips are reused: teaching finds what training left. A clip that cannot be
    decoded has no frames; see `readable`.

    Args:
        config: the audio tower. Only its front end in eval mode matters, so towers with the same front end share a
            cache.
        cache: folder for mel-*.npy; created if missing.
        report: called every hundred clips, and for each that cannot be decoded.
        most_s: longest stretch of a sound, from its start.
    """
    tower = without_checkpoint(config).build().eval()
    files = [(clip.id, *_stamp(clip.path), clip.start_s, min(clip.duration_s, most_s)) for clip in clips]
    trace = [_VERSION, _trace(tower)]
    key = cache_key([*trace, files])
    frames_path, starts_path = cache / f"mel-{key}.npy", cache / f"mel-{key}-starts.npy"
    if not starts_path.exists():
        known = _pictured_before(cache, cache_key(trace))

        def picture(clip: Clip, file: _File) -> NDArray[np.float16]:
            if file in known:
                pictures, row = known[file]
                return pictures.frames[pictures.starts[row] : pictures.starts[row + 1]]
            try:
                rate_hz, end_s = tower.sample_rate_hz, _end_s(clip)
                samples, _ = decode.read(clip.path, rate_hz, start_s=clip.start_s, end_s=end_s, max_s=most_s)
            except AudioError as err:
                report(f"left out {clip.path}: {err}")
                return np.zeros((0, tower.mels), dtype=np.float16)
            return log_power(samples, tower)

        pictures: list[NDArray[np.float16]] = []
        with ThreadPoolExecutor(2) as workers:
            for result in follow(workers.map(picture, clips, files), "picturing sounds", len(clips)):
                pictures.append(result)
                if len(pictures) % 100 == 0:
                    report(f"pictured {len(pictures)} of {len(clips)} clips")
        starts = np.concatenate([[0], np.cumsum([len(result) for result in pictures])]).astype(np.int64)
        save_whole(frames_path, np.concatenate([np.zeros((0, tower.mels), dtype=np.float16), *pictures]))
        told = json.dumps({"trace": cache_key(trace), "files": files})
        frames_path.with_suffix(".json").write_text(told, encoding="utf-8")
        save_whole(starts_path, starts)
    return MelClips(np.load(frames_path, mmap_mode="r"), np.load(starts_path))


def readable(clips: Sequence[Clip], pictures: MelClips) -> tuple[list[Clip], MelClips]:
    """Keeps only the clips that could be decoded, with their pictures."""
    kept = [row for row in range(len(clips)) if pictures.length(row)]
    starts = np.concatenate([pictures.starts[:-1][kept], pictures.starts[-1:]])
    return [clips[row] for row in kept], MelClips(pictures.frames, starts)


def log_power(samples: NDArray[np.float32], tower: AudioTower) -> NDArray[np.float16]:
    """Returns the log mel powers of a whole sound, float16 [F, M]; silence fills the last frame."""
    filled = np.pad(samples, (0, -len(samples) % tower.hop))
    with torch.inference_mode():
        power = tower.power(torch.from_numpy(filled)[None])[0].numpy()
    return np.asarray(np.log(power + _LEAST_POWER), dtype=np.float16)


def caption_vectors(texts: Sequence[str], config: TextTowerConfig, cache: Path) -> torch.Tensor:
    """Returns a frozen text encoder's vectors, float32 [N, E], cached."""
    path = cache / f"sentences-{cache_key([_VERSION, asdict(cast(Any, config)), list(texts)])}.npy"
    if not path.exists():
        save_whole(path, text_vectors(frozen_text(config), texts).numpy())
    return torch.from_numpy(np.load(path))


def text_vectors(encoder: TextTower, texts: Sequence[str], batch: int = 128) -> torch.Tensor:
    """Computes the vector of each text, float32 [N, E] on the CPU; batches texts of similar length to save padding."""
    order = sorted(range(len(texts)), key=lambda row: len(texts[row]))
    vectors = torch.zeros(len(texts), encoder.width)
    device = next(encoder.parameters()).device
    encoder.eval()
    with torch.inference_mode(), working("reading texts", len(order)) as work:
        for start in range(0, len(order), batch):
            rows = order[start : start + batch]
            ids, mask = encoder.tokens([texts[row] for row in rows])
            vectors[rows] = encoder(ids.to(device), mask.to(device)).float().cpu()
            work.step(len(rows))
    return vectors


_File: TypeAlias = tuple[str, int, int, float, float]
"""Inputs of a clip's picture: id, file size and modification time, start and length of the stretch."""


def _pictured_before(cache: Path, trace: str) -> dict[_File, tuple[MelClips, int]]:
    """Finds cached pictures of other lists with the same front end, as (pictures, row); skips damaged files.

    Clips that could not be decoded then are not included, so they are tried again.
    """
    known: dict[_File, tuple[MelClips, int]] = {}
    for path in sorted(cache.glob("mel-*.json")):
        try:
            told = json.loads(path.read_text(encoding="utf-8"))
            if told["trace"] != trace:
                continue
            starts = np.load(path.with_name(f"{path.stem}-starts.npy"))
            pictures = MelClips(np.load(path.with_suffix(".npy"), mmap_mode="r"), starts)
            files: list[_File] = [
                (str(id), size, time, start, length) for id, size, time, start, length in told["files"]
            ]
            if len(files) + 1 != len(starts) or starts[-1] != len(pictures.frames):
                continue
        except (OSError, EOFError, ValueError, KeyError, TypeError, IndexError):
            continue
        known |= {file: (pictures, row) for row, file in enumerate(files) if pictures.length(row)}
    return known


def _stamp(path: Path) -> tuple[int, int]:
    """Size and modification time: a recreated sound may keep its length."""
    status = path.stat()
    return status.st_size, status.st_mtime_ns


def _end_s(clip: Clip) -> float | None:
    """End of a stretch in a longer file; None reads a whole file to its end."""
    return clip.start_s + clip.duration_s if clip.start_s > 0.0 else None


def _trace(tower: AudioTower) -> list[object]:
    """Identifies a front end by its rates and its output for a sweep, to one decimal."""
    seconds = np.arange(tower.sample_rate_hz // 2) / tower.sample_rate_hz
    sweep = (0.3 * np.sin(2 * np.pi * (50.0 + 6000.0 * seconds) * seconds)).astype(np.float32)
    traced = log_power(sweep, tower)[:: max(1, len(sweep) // tower.hop // 4)]
    return [tower.sample_rate_hz, tower.hop, tower.mels, [f"{value:.1f}" for value in traced.ravel()]]


def cache_key(parts: object) -> str:
    """Hashes the inputs of a cache file for its name."""
    return hashlib.blake2b(json.dumps(parts).encode(), digest_size=8).hexdigest()


def save_whole(path: Path, array: NDArray[np.generic]) -> None:
    """Writes through a temporary file, so an interrupted run leaves no partial cache."""
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.with_name(f".{path.name}.{os.getpid()}.npy")
    np.save(temporary, array)
    temporary.replace(path)
