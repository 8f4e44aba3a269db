"""Mel pictures of a user's sounds, made once for a run and kept beside it; a sound that cannot be read is left out."""

import hashlib
import json
import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.audio import decode
from engine.errors import AudioError
from training.data.batches import MelClips
from training.data.corpora.reading import UNREADABLE, LeftOut
from training.data.corpus import Clip
from training.data.features import log_power
from training.towers.frontend import FrontEndConfig, MelPower

_BLOCK = 32
Picture = NDArray[np.float16]
"""float16 [F, M], log of the mel power."""


def read_pictures(
    clips: Sequence[Clip], config: FrontEndConfig, most_s: float, cache: Path, check: Callable[[], None]
) -> tuple[dict[str, Picture], list[LeftOut]]:
    """Gives the picture of each clip by its id, and the clips that could not be read.

    Args:
        clips: what to picture.
        config: the front end.
        most_s: no more than this of a sound, from its start.
        cache: folder for one file of all of them; one that was made of other sounds is not read.
        check: called between blocks of sounds; what it raises ends the work.
    """
    key = _key(clips, config, most_s)
    path = cache / f"pictures-{key}.npz"
    if path.exists():
        with np.load(path) as kept:
            pictures = {clip.id: kept[str(row)] for row, clip in enumerate(clips) if str(row) in kept}
            errors = {int(row): text for row, text in json.loads(str(kept["errors"])).items()}
        return pictures, [LeftOut(UNREADABLE, clips[row].original_path, text) for row, text in errors.items()]
    front_end = MelPower(config)

    def picture(clip: Clip) -> Picture | str:
        try:
            end_s = clip.start_s + clip.duration_s if clip.start_s else None
            samples, _ = decode.read(clip.path, config.sample_rate_hz, start_s=clip.start_s, end_s=end_s, max_s=most_s)
        except (AudioError, OSError) as err:
            return str(err)
        return log_power(samples, front_end)

    found: list[Picture | str] = []
    with ThreadPoolExecutor(2) as workers:
        for start in range(0, len(clips), _BLOCK):
            check()
            found += workers.map(picture, clips[start : start + _BLOCK])
    good = {row: one for row, one in enumerate(found) if not isinstance(one, str)}
    bad = {row: one for row, one in enumerate(found) if isinstance(one, str)}
    cache.mkdir(parents=True, exist_ok=True)
    temporary = path.with_name(f".{path.name}.{os.getpid()}.npz")
    arrays: dict[str, Any] = {str(row): one for row, one in good.items()}
    np.savez(temporary, **arrays, errors=np.array(json.dumps(bad)))
    temporary.replace(path)
    pictures = {clips[row].id: one for row, one in good.items()}
    return pictures, [LeftOut(UNREADABLE, clips[row].original_path, text) for row, text in bad.items()]


def joined(pictures: Sequence[Picture]) -> MelClips:
    """Puts pictures one behind the other."""
    starts = np.concatenate([[0], np.cumsum([len(one) for one in pictures])]).astype(np.int64)
    return MelClips(np.concatenate(pictures), starts)


def _key(clips: Sequence[Clip], config: FrontEndConfig, most_s: float) -> str:
    parts = [asdict(config), most_s, [(clip.id, clip.start_s, clip.path.stat().st_mtime_ns) for clip in clips]]
    return hashlib.blake2b(json.dumps(parts).encode(), digest_size=8).hexdigest()
