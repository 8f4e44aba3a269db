"""Mel pictures and sentence vectors of a corpus, computed once and kept in a cache folder.

Audio is read by the engine's decoder and pictured by the front end that is exported, so that training sees what the
product will see. The cache is keyed by what it was made from; a stale one is made anew.
"""

import hashlib
import json
import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray

from engine.audio import decode
from training.data.batches import MelClips
from training.data.corpus import Clip
from training.towers.frontend import FrontEndConfig, MelPower
from training.towers.text import TextTowerConfig, load_minilm, load_tokenizer, minilm_folder, sentence_vectors

_LEAST_POWER = 1e-10
_VERSION = 1


def mel_clips(clips: Sequence[Clip], config: FrontEndConfig, cache: Path, report: Callable[[str], None]) -> MelClips:
    """Gives the mel pictures of the clips, in their order, from the cache or by decoding them all.

    Args:
        clips: what to picture.
        config: the front end.
        cache: folder for mel-*.npy; made when missing.
        report: told every thousand clips.
    """
    key = _key([_VERSION, asdict(config), [(clip.id, clip.path.stat().st_size) for clip in clips]])
    frames_path, starts_path = cache / f"mel-{key}.npy", cache / f"mel-{key}-starts.npy"
    if not starts_path.exists():
        front_end = MelPower(config)

        def picture(clip: Clip) -> NDArray[np.float16]:
            samples, _ = decode.read(clip.path, config.sample_rate_hz)
            return log_power(samples, front_end)

        pictures: list[NDArray[np.float16]] = []
        with ThreadPoolExecutor(2) as workers:
            for result in workers.map(picture, clips):
                pictures.append(result)
                if len(pictures) % 1000 == 0:
                    report(f"pictured {len(pictures)} of {len(clips)} clips")
        starts = np.concatenate([[0], np.cumsum([len(result) for result in pictures])]).astype(np.int64)
        _save(frames_path, np.concatenate(pictures))
        _save(starts_path, starts)
    return MelClips(np.load(frames_path), np.load(starts_path))


def log_power(samples: NDArray[np.float32], front_end: MelPower) -> NDArray[np.float16]:
    """Gives the log mel powers of a whole sound, float16 [F, M]; the last frame is filled up with silence."""
    hop = front_end.config.hop
    filled = np.pad(samples, (0, -len(samples) % hop))
    with torch.inference_mode():
        power = front_end(torch.from_numpy(filled)[None])[0].numpy()
    return np.asarray(np.log(power + _LEAST_POWER), dtype=np.float16)


def caption_vectors(texts: Sequence[str], config: TextTowerConfig, cache: Path) -> torch.Tensor:
    """Gives MiniLM's sentence vector of each text, float32 [N, E], from the cache or computed."""
    path = cache / f"sentences-{_key([_VERSION, config.max_tokens, list(texts)])}.npy"
    if not path.exists():
        folder = minilm_folder()
        encoder, tokenizer = load_minilm(folder), load_tokenizer(folder, config.max_tokens)
        _save(path, sentence_vectors(encoder, tokenizer, texts).numpy())
    return torch.from_numpy(np.load(path))


def _key(parts: object) -> str:
    return hashlib.blake2b(json.dumps(parts).encode(), digest_size=8).hexdigest()


def _save(path: Path, array: NDArray[np.generic]) -> None:
    """Writes through a temporary file, so that a broken run leaves no half cache."""
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.with_name(f".{path.name}.{os.getpid()}.npy")
    np.save(temporary, array)
    temporary.replace(path)
