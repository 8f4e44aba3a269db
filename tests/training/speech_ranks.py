r"""Units and spoken words, learnt by as many processes as torchrun starts; what each ended with is left in a folder.

torchrun --rdzv-backend c10d --rdzv-endpoint 127.0.0.1:0 --local-addr 127.0.0.1 --nproc-per-node 2 \
    -m tests.training.speech_ranks FOLDER

Without dropout and jitter, which every process draws for itself.
"""

import sys
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import torch
from torch import Tensor

from tests.training.papers.units.small import small_config
from tests.training.papers.words.toys import small, toy
from training.papers.units.recordings import FrameRecording, hear, read_recordings
from training.papers.units.settings import UnitsConfig
from training.papers.units.tasks import learn_codes, learn_inverter
from training.papers.words.settings import WordsConfig, WordsObjectiveConfig
from training.papers.words.training import learn
from training.runs import distributed
from training.runs.steps import fabric_of

TRAIN, VAL = toy(["a", "b"], takes=2), toy(["v", "w"], takes=1, seed=7)


def words_config(kind: str = "multiview", **learn_with: object) -> WordsConfig:
    """Six epochs of two steps, at a rate so high that it falls and weights go back to the best."""
    asked = {"epochs": 6, "batch": 16, "learning_rate": 0.05, "patience": 1, "decay": 0.5, "gradient_norm": 1.0}
    config = small(**{**asked, **learn_with})
    views = (replace(view, dropout=0.0) for view in (config.model.acoustic, config.model.phonemes))
    model = replace(config.model, **dict(zip(("acoustic", "phonemes"), views, strict=True)))
    return replace(config, model=model, objective=WordsObjectiveConfig(kind=kind))  # type: ignore[arg-type]


def units_config(*, from_data: bool = True, scale: str = "sum", **learn_with: object) -> UnitsConfig:
    """Five steps of eight stretches of different lengths."""
    config = small_config(steps=5, dropout=0.0, jitter=0.0, smoothing=1e-2, start_from_data=from_data, scale=scale)
    run = replace(config.codes_run, look_every=5, gradient_norm=1.0, **learn_with)  # type: ignore[arg-type]
    return replace(config, codes_run=run, inverter_run=run)


def sounds_of(folder: Path, config: UnitsConfig) -> list[FrameRecording]:
    """Ann's and Bob's words, each cut off elsewhere."""
    heard = hear(read_recordings(config.parts.train, {"fsdd": folder}), config.features, print, trim=False)
    return [replace(each, features=each.features[: 20 + 3 * (row % 7)]) for row, each in enumerate(heard)]


def found(folder: Path, out: Path, devices: int) -> dict[str, Mapping[str, Tensor] | list[float]]:
    """Learns both; gives the weights that this process ended with, and its losses."""
    ended: dict[str, Mapping[str, Tensor] | list[float]] = {}
    for kind in ("multiview", "ntxent"):
        config = words_config(kind, devices=devices)
        fabric = fabric_of(config.learn.machine())
        kept = learn(TRAIN, VAL, config, out / kind, fabric=fabric)
        ended[kind], ended[f"{kind} losses"] = kept.weights, [look["loss"] for look in kept.history]
    for scale in ("sum", "mean"):
        units = units_config(scale=scale, devices=devices)
        fabric = fabric_of(units.codes_run.machine())
        sounds = sounds_of(folder, units)
        codes = learn_codes(sounds, units, out / f"codes-{scale}", fabric=fabric)
        ended[scale], ended[f"{scale} losses"] = codes.codes, [look["loss"] for look in codes.history]
    heard = hear(
        read_recordings(units.parts.target, {"fsdd": folder}), units.features, print, trim=False, keep_samples=True
    )
    inverter = learn_inverter(heard, codes, out / "inverter", fabric=fabric).inverter
    assert inverter is not None
    return {**ended, "inverter": inverter}


if __name__ == "__main__":
    torch.set_num_threads(1)
    place = Path(sys.argv[1])
    torch.save(found(place / "fsdd", place / "two", devices=2), place / f"{distributed.rank()}.pt")
    torch.distributed.destroy_process_group()
