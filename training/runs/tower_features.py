"""A frozen tower's output for sounds, computed once: features and probabilities of AudioSet's classes.

A head on such features trains in a minute of one core instead of hours end to end, so settings, seeds and left-out
sources can be compared and many teachers trained.
"""

import hashlib
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np
import torch
from msgspec.structs import asdict
from numpy.typing import NDArray
from torch import Tensor, nn

from engine.audio.segments import SegmentPlan
from engine.base.errors import EngineError
from training.base.progress import follow
from training.data.batches import MelClips
from training.data.features import cache_key, caption_vectors, save_whole
from training.measures.caption_queries import frame_windows
from training.runs.material import Classes, Report
from training.towers.dual_encoder import DualEncoder
from training.towers.mobilenet import MobileNetConfig
from training.towers.registry import AudioTowerConfig, TextTowerConfig

LONGEST_S = 10.0
"""Longest stretch of a sound, from its start: AudioSet's clip length, which the towers were trained on."""
SHORTEST_S = 1.0
"""Shorter sounds are repeated to this length."""
_MOST_CLASSES = 20
"""Classes kept for a sound: the rest, hundreds near zero, say nothing."""
_NAMES = Path(__file__).resolve().parent.parent / "towers" / "audioset_classes.txt"
_VERSION = 1


class ListeningError(EngineError):
    """A tower does not know AudioSet's classes."""


@dataclass(frozen=True, slots=True)
class TowerFeatures:
    """The tower's output for the train clips."""

    features: Tensor
    """float32 [W, E]: of whole clips, or of their windows, concatenated clip by clip."""
    chances: Tensor | None
    """float32 [N, C], probability of each of `class_names`; None if not computed."""
    starts: NDArray[np.int64] | None = None
    """int64 [N + 1]: first window of each clip, and the end; None for whole clips."""

    def of(self, rows: NDArray[np.int64], rng: np.random.Generator) -> Tensor:
        """Returns features of some clips, float32 [B, E], each of a random window."""
        if self.starts is None:
            return self.features[torch.from_numpy(rows)]
        return self.features[torch.from_numpy(rng.integers(self.starts[rows], self.starts[rows + 1]))]


@cache
def class_names() -> tuple[str, ...]:
    """Returns the 527 classes of AudioSet in the networks' order."""
    lines = _NAMES.read_text(encoding="utf-8").splitlines()
    return tuple(line for line in lines if not line.startswith("#"))


def classes_of(chances: Tensor, config: TextTowerConfig, cache_folder: Path) -> Classes:
    """Returns the class names as texts, and each sound's most likely ones as shares of their sum.

    Args:
        chances: float32 [N, C].
        config: settings of the tower that reads the names, in lower case like captions.
        cache_folder: folder for text vectors.
    """
    least = chances.topk(_MOST_CLASSES, dim=1).values[:, -1:]
    kept = torch.where(chances >= least, chances, 0.0)
    names = [name.lower() for name in class_names()]
    return Classes(caption_vectors(names, config, cache_folder), kept / kept.sum(dim=1, keepdim=True))


def classifier_of(config: AudioTowerConfig, state: dict[str, Tensor]) -> nn.Module:
    """Returns the layers from a MobileNet's last map, float32 [B, W], to class logits, [B, 527].

    Args:
        config: settings of the tower.

    Raises:
        ListeningError: the tower or the file has no such layers.
    """
    names = ("classifier.2.weight", "classifier.2.bias", "classifier.5.weight", "classifier.5.bias")
    if not isinstance(config, MobileNetConfig) or any(name not in state for name in names):
        raise ListeningError(
            f"{config.tower} does not say what it hears of AudioSet's classes",
            advice="Set objective.class_weight to 0, or take a MobileNet with its published weights.",
        )
    hidden, classes = (nn.Linear(state[name].shape[1], state[name].shape[0]) for name in names[::2])
    layers = nn.Sequential(hidden, nn.Hardswish(), classes)
    values = dict(zip(("0.weight", "0.bias", "2.weight", "2.bias"), (state[name] for name in names), strict=True))
    layers.load_state_dict(values)
    return layers.eval()


def listen(
    model: DualEncoder,
    pictures: MelClips,
    frame_rate_hz: float,
    cache_folder: Path,
    report: Report,
    classifier: nn.Module | None = None,
    plan: SegmentPlan | None = None,
) -> TowerFeatures:
    """Computes the tower's output for sounds, cached.

    Args:
        model: its tower is used in eval mode and stays in it.
        cache_folder: folder for listened-*.npy.
        report: told before computing.
        classifier: see `classifier_of`; its input is the first of the tower's features.
        plan: process the pack's windows one by one; None for whole sounds.
    """
    model.eval()
    windows = [] if plan is None else [asdict(plan)]
    key = cache_key([_VERSION, _digest(model.audio), _digest(classifier), _trace(pictures), *windows])
    path = cache_folder / f"listened-{key}.npy"
    count = len(pictures.starts) - 1
    cuts = [[] if plan is None else frame_windows(pictures.length(row), plan, frame_rate_hz) for row in range(count)]
    if not path.exists():
        report(f"listens to {count} clips")
        rows = [
            _heard(model, classifier, power)
            for row, cut in enumerate(follow(cuts, "listening to sounds"))
            for power in (
                [_whole(pictures, row, frame_rate_hz)]
                if plan is None
                else [pictures.window(row, start, length, plan.padding) for start, length in cut]
            )
        ]
        save_whole(path, np.stack(rows).astype(np.float16))
    found = torch.from_numpy(np.load(path)).float()
    width = model.audio.width
    starts = None if plan is None else np.concatenate([[0], np.cumsum([len(cut) for cut in cuts])]).astype(np.int64)
    chances = found[:, width:].sigmoid() if classifier is not None else None
    return TowerFeatures(found[:, :width], chances if chances is None else _by_clip(chances, starts), starts)


def _by_clip(chances: Tensor, starts: NDArray[np.int64] | None) -> Tensor:
    """The mean over each clip's windows."""
    if starts is None:
        return chances
    sums = np.add.reduceat(chances.numpy().astype(np.float64), starts[:-1], axis=0)
    return torch.from_numpy(sums / np.diff(starts)[:, None]).float()


def _whole(pictures: MelClips, row: int, frame_rate_hz: float) -> NDArray[np.float32]:
    """The sound's first seconds, repeated if short, float32 [F, M]."""
    least, most = round(SHORTEST_S * frame_rate_hz), round(LONGEST_S * frame_rate_hz)
    length = min(pictures.length(row), most)
    return pictures.steps(row, np.arange(max(length, least)) % length, "repeat")


def _heard(model: DualEncoder, classifier: nn.Module | None, power: NDArray[np.float32]) -> NDArray[np.float32]:
    with torch.inference_mode():
        pictured = torch.from_numpy(power)[None].to(next(model.parameters()).device)
        features = model.audio.features(pictured).mean(dim=1)
        if classifier is not None:
            width = next(classifier.parameters()).shape[1]
            features = torch.cat([features, classifier(features[:, :width])], dim=1)
    return np.asarray(features[0].cpu().numpy())


def _digest(module: nn.Module | None) -> str:
    found = hashlib.blake2b(digest_size=8)
    for name, value in [] if module is None else sorted(module.state_dict().items()):
        found.update(name.encode())
        found.update(value.detach().cpu().contiguous().numpy().tobytes())
    return found.hexdigest()


def _trace(pictures: MelClips) -> str:
    """Identifies pictures by their starts and a sample of frames."""
    found = hashlib.blake2b(pictures.starts.tobytes(), digest_size=8)
    found.update(np.ascontiguousarray(pictures.frames[:: max(1, len(pictures.frames) // 5000)]).tobytes())
    return found.hexdigest()
