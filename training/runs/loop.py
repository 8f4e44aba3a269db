"""The training loop: batches in, an averaged model out, with a look at the val split now and then."""

import copy
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from training.config import Config, RunConfig
from training.data.batches import Batch, MelClips, Sampler
from training.data.corpus import Clip, only
from training.data.features import caption_vectors, mel_clips
from training.evaluation.listening import listen
from training.objectives.ntxent import kind_targets, mixture_weights, nt_xent
from training.runs.checkpoint import Checkpoint, commit_of_code, save_checkpoint
from training.runs.schedule import learning_rate
from training.towers.dual_encoder import DualEncoder

Report = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Material:
    """What a run learns from and is watched on."""

    train: MelClips
    kinds: NDArray[np.int64]
    """int64 [clips of train], rows of `captions_of_kind`."""
    captions_of_kind: tuple[NDArray[np.int64], ...]
    """For each kind the captions of its train clips, as rows of `sentences`."""
    val: MelClips
    val_clips: tuple[Clip, ...]
    texts: tuple[str, ...]
    sentences: Tensor
    """float32 [texts, E]."""


def gather(clips: Sequence[Clip], config: Config, cache: Path, report: Report) -> Material:
    """Makes or loads pictures and sentence vectors of the train and val splits."""
    train, val = only(list(clips), "train"), only(list(clips), "val")
    texts = sorted({caption for clip in (*train, *val) for caption in clip.captions})
    rows = {text: row for row, text in enumerate(texts)}
    names = sorted({clip.kind for clip in train})
    captions: dict[str, set[int]] = {name: set() for name in names}
    for clip in train:
        captions[clip.kind].update(rows[caption] for caption in clip.captions)
    number = {name: kind for kind, name in enumerate(names)}
    return Material(
        train=mel_clips(train, config.model.front_end, cache, report),
        kinds=np.asarray([number[clip.kind] for clip in train], dtype=np.int64),
        captions_of_kind=tuple(np.asarray(sorted(captions[name]), dtype=np.int64) for name in names),
        val=mel_clips(val, config.model.front_end, cache, report),
        val_clips=tuple(val),
        texts=tuple(texts),
        sentences=caption_vectors(texts, config.model.text, cache),
    )


def train(material: Material, config: Config, checkpoint_path: Path, report: Report) -> Checkpoint:
    """Trains to the end and writes a checkpoint at every look at the val split; the last one is returned.

    The weights kept are the running average; they are the last, not the best on val, so that the figure on val stays
    fair.
    """
    run = config.run
    torch.set_num_threads(1)
    torch.manual_seed(run.seed)
    frame_rate_hz = config.model.front_end.sample_rate_hz / config.model.front_end.hop
    rng = np.random.default_rng(run.seed)
    sampler = Sampler(
        material.train, material.kinds, material.captions_of_kind, frame_rate_hz, config.batch, config.augment, rng
    )
    model = DualEncoder(config.model).to(memory_format=torch.channels_last)
    average = copy.deepcopy(model)
    replicas = _replicas(model, run.threads)
    optimiser = _optimiser(model, run)
    targets = kind_targets(_meanings(material), run.softness)
    sentences = dict(zip(material.texts, material.sentences, strict=True))
    commit, history, losses = commit_of_code(), list[dict[str, float]](), list[float]()
    begun, step = time.monotonic(), 0

    def snapshot() -> Checkpoint:
        minutes = (time.monotonic() - begun) / 60
        weights = {name: value.clone() for name, value in average.state_dict().items()}
        return Checkpoint(config, commit, step, minutes, tuple(history), weights)

    def look() -> Checkpoint:
        found = listen(average, material.val_clips, material.val, sentences, config.plan, frame_rate_hz)
        loss = float(np.mean(losses[-run.validate_every :]))
        history.append({"step": float(step), "loss": loss, "val_map10": found})
        kept = snapshot()
        save_checkpoint(checkpoint_path, kept)
        share = min(1.0, _share_done(step, time.monotonic() - begun, run))
        report(f"{kept.minutes:.1f} min, step {step}, {share:.0%}: loss {loss:.3f}, val mAP@10 {found:.4f}")
        return kept

    def draw() -> list[Batch]:
        return [sampler.draw() for _ in replicas]

    with ThreadPoolExecutor(1) as ahead, ThreadPoolExecutor(run.threads) as workers:
        coming = ahead.submit(draw)
        while (done := _share_done(step, time.monotonic() - begun, run)) < 1.0:
            shards, coming = coming.result(), ahead.submit(draw)
            for group in optimiser.param_groups:
                group["lr"] = learning_rate(run.learning_rate, step, run.warm_up_steps, done)
            losses.append(_learn(replicas, shards, workers, material.sentences, targets, optimiser, run))
            step += 1
            _follow(average, model, min(run.average_decay, step / (step + 10)))
            if step % run.validate_every == 0:
                last = look()
    if step % run.validate_every:
        last = look()
    report(f"trained; the last checkpoint is {checkpoint_path}")
    return last


def _share_done(step: int, seconds: float, run: RunConfig) -> float:
    return step / run.steps if run.minutes is None else seconds / (60.0 * run.minutes)


def _learn(
    replicas: Sequence[DualEncoder],
    shards: Sequence[Batch],
    workers: ThreadPoolExecutor,
    sentences: Tensor,
    targets: Tensor,
    optimiser: torch.optim.Optimizer,
    run: RunConfig,
) -> float:
    """One step: each replica learns its shard on a thread of its own, the gradients are averaged; gives the loss."""

    def backward(replica: DualEncoder, shard: Batch) -> float:
        torch.set_num_threads(1)
        replica.train()
        replica.zero_grad()
        with torch.autocast("cpu", dtype=torch.bfloat16, enabled=run.reduced_precision):
            audio = replica.hear(shard.power)
        text = replica.read(sentences[shard.texts])
        weights = mixture_weights(targets, shard.kinds, shard.second, shard.share)
        loss = nt_xent(audio, text, weights, replica.temperature())
        loss.backward()  # type: ignore[no-untyped-call]
        return float(loss.item())

    losses = list(workers.map(backward, replicas, shards))
    for value, *others in zip(*(replica.parameters() for replica in replicas), strict=True):
        if value.grad is not None:
            for other in others:
                value.grad += other.grad
            value.grad /= len(replicas)
    nn.utils.clip_grad_norm_(replicas[0].parameters(), run.gradient_norm)
    optimiser.step()
    return sum(losses) / len(losses)


def _replicas(model: DualEncoder, count: int) -> list[DualEncoder]:
    """The model and copies that share its weights, each with gradients and batch statistics of its own.

    The statistics that are kept are those of the first. Threads that each run whole layers wait for each other once a
    step; threads inside one layer do so a thousand times, which on a busy machine costs most of the time (measured: 190
    clips for a second of CPU against 30 to 48).
    """
    copies = [copy.deepcopy(model) for _ in range(count - 1)]
    for replica in copies:
        for mine, shared in zip(replica.parameters(), model.parameters(), strict=True):
            mine.data = shared.data
    return [model, *copies]


def _optimiser(model: nn.Module, run: RunConfig) -> torch.optim.Optimizer:
    """AdamW, whose decay spares biases, norms and the temperature."""
    matrices = [value for value in model.parameters() if value.ndim > 1]
    rest = [value for value in model.parameters() if value.ndim <= 1]
    groups = [{"params": matrices, "weight_decay": run.weight_decay}, {"params": rest, "weight_decay": 0.0}]
    return torch.optim.AdamW(groups, lr=run.learning_rate)


def _follow(average: nn.Module, model: nn.Module, decay: float) -> None:
    """Moves the running average towards the model; counters are copied."""
    with torch.no_grad():
        for kept, new in zip(average.state_dict().values(), model.state_dict().values(), strict=True):
            if kept.dtype.is_floating_point:
                kept.lerp_(new, 1.0 - decay)
            else:
                kept.copy_(new)


def _meanings(material: Material) -> Tensor:
    """The mean sentence vector of each kind's captions, unit length."""
    means = [material.sentences[torch.from_numpy(rows)].mean(dim=0) for rows in material.captions_of_kind]
    return nn.functional.normalize(torch.stack(means), dim=1)
