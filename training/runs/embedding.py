"""Embeds whole splits, clips and captions, through the feed that the model was trained with."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray

from engine.base.errors import AudioError
from training.base.progress import follow, working
from training.data.batches import MelClips
from training.data.corpus import Clip
from training.data.features import mel_clips, readable, text_vectors
from training.measures.caption_queries import frame_windows
from training.runs.config import Config
from training.runs.material import Report
from training.runs.waves import filled, read_crop
from training.towers.dual_encoder import DualEncoder, frozen_text

Floats = NDArray[np.float32]
_BATCH_FRAMES = 16_000
_BATCH_SECONDS = 160.0


def embed_clips(
    model: DualEncoder, clips: Sequence[Clip], config: Config, cache: Path, report: Report
) -> tuple[list[Clip], Floats]:
    """Returns the readable clips and an unnormalised joint vector of each, float32 [clips, D].

    Pictures: the mean over the windows of the pack's plan. Waves: the sound from its start, up to `batch.crop_s`. The
    second paper crops at random here too; starting at the beginning keeps the result deterministic.
    """
    device = next(model.parameters()).device
    with torch.inference_mode():
        if config.batch.feed == "pictures":
            kept, pictures = readable(clips, mel_clips(clips, config.model.audio, cache, report))
            vectors, owners = windows_of(model, pictures, config)
            counts = np.bincount(owners, minlength=len(kept))
            sums = np.zeros((len(kept), vectors.shape[1]), dtype=np.float32)
            np.add.at(sums, owners, vectors)
            return kept, np.asarray(sums / counts[:, None], dtype=np.float32)
        return _embed_waves(model, clips, config, report, device)


def windows_of(model: DualEncoder, pictures: MelClips, config: Config) -> tuple[Floats, NDArray[np.int64]]:
    """Returns an unnormalised vector of every window in the pack's plan, float32 [N, D], and its clip, int64 [N]."""
    device = next(model.parameters()).device
    lengths: dict[int, list[tuple[int, int]]] = {}
    for clip in range(len(pictures.starts) - 1):
        for start, length in frame_windows(pictures.length(clip), config.plan, config.frame_rate_hz):
            lengths.setdefault(length, []).append((clip, start))
    vectors: list[Floats] = []
    owners: list[int] = []
    count = sum(len(windows) for windows in lengths.values())
    with torch.inference_mode(), working("embedding windows", count) as work:
        for length, windows in lengths.items():
            size = max(1, _BATCH_FRAMES // length)
            for first in range(0, len(windows), size):
                part = windows[first : first + size]
                power = np.stack([pictures.window(clip, start, length, config.batch.padding) for clip, start in part])
                vectors.append(model.embed_power(torch.from_numpy(power).to(device)).float().cpu().numpy())
                owners += [clip for clip, _ in part]
                work.step(len(part))
    return np.concatenate(vectors), np.asarray(owners, dtype=np.int64)


def embed_captions(model: DualEncoder, texts: Sequence[str]) -> Floats:
    """Returns an unnormalised joint vector of each text, float32 [texts, D]; leaves the model in eval mode."""
    device = next(model.parameters()).device
    encoder = model.text if model.text is not None else frozen_text(model.config.text)
    model.eval()
    vectors = text_vectors(encoder, texts)
    with torch.inference_mode():
        thousands = follow(torch.split(vectors, 1024), "embedding captions, thousands")
        parts = [model.embed_text(part.to(device)).float().cpu() for part in thousands]
    return np.asarray(torch.cat(parts).numpy())


def _embed_waves(
    model: DualEncoder, clips: Sequence[Clip], config: Config, report: Report, device: torch.device
) -> tuple[list[Clip], Floats]:
    """Batches sounds of similar length, limited in total seconds."""
    order = sorted(range(len(clips)), key=lambda row: clips[row].duration_s)
    found: dict[int, Floats] = {}
    held: list[tuple[int, Floats]] = []

    def flush() -> None:
        if not held:
            return
        segment_s, rate_hz = model.audio.segment_s, config.sample_rate_hz
        sound, share = filled([wave for _, wave in held], config.batch.crop_s, config.batch.fill, segment_s, rate_hz)
        vectors = model.embed_waves(sound.to(device), share.to(device)).float().cpu().numpy()
        found.update({row: vectors[place] for place, (row, _) in enumerate(held)})
        held.clear()

    for row in follow(order, "embedding sounds"):
        try:
            held.append((row, read_crop(clips[row], config.batch.crop_s, config.sample_rate_hz)))
        except AudioError as err:
            report(f"left out {clips[row].path}: {err}")
            continue
        if sum(len(wave) for _, wave in held) >= _BATCH_SECONDS * config.sample_rate_hz:
            flush()
    flush()
    rows = sorted(found)
    return [clips[row] for row in rows], np.stack([found[row] for row in rows]).astype(np.float32)
