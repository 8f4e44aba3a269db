"""Speed of packs against PaSST: audio graphs beside hear21passt's network and mel front end in PyTorch.

One core each, from a wave at 32 kHz to vectors with the mel front end, for clips of 10 s and 0.5 s. A pack embeds the
10 s like the engine: cut into its overlapping windows. PaSST has random weights, which take as long as trained ones.
Graphs of training recipes, with random weights too, can run beside the packs. Turn by turn in one process; ratios are
of medians. Counts CPU time, which neighbours do not lengthen, since everything runs on one thread.
"""

import argparse
import contextlib
import io
import statistics
import time
import warnings
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from msgspec.structs import replace

from engine.audio.segments import cut
from engine.base.types import Waves
from engine.models.encoder import AudioEncoder
from engine.models.pack import Pack, installed_packs, load_pack
from tests.benchmarks.report import line, read_options

LENGTHS_S = (10.0, 0.5)
RATE_HZ = 32_000
TARGETS = {"starter": 100, "starter-tiny": 250}
"""Least ratio to PaSST, for each pack that comes with Earshot."""
_PASST = "PaSST by hear21passt"
_TURN_S = 0.1
"""Duration of a fast candidate's turn by repetition; PaSST takes about as long for its shortest clip."""


@dataclass(frozen=True, slots=True)
class Speed:
    """One candidate on one length of clip."""

    median_s: float
    least_s: float
    times_passt: float
    """Clips per clip of PaSST in the same time."""
    times_real: float
    """Seconds of sound per second of one core."""


def main(argv: list[str]) -> None:
    parser = argparse.ArgumentParser(prog="bench_passt")
    parser.add_argument("--pack", type=Path, action="append", help="instead of the packs that come with Earshot")
    parser.add_argument("--config", type=Path, action="append", default=[], help="a training recipe, as a random graph")
    parser.add_argument("--rounds", type=int, default=3)
    options = read_options(parser, argv, rounds=1)
    ears = {path.name: hearing(load_pack(path)) for path in options.pack or _packs(options.quick)}
    for path in options.config:
        from training.runs.config import load_config

        ears[path.stem] = hearing(untrained(load_config(path)))
    for seconds in LENGTHS_S[-1:] if options.quick else LENGTHS_S:
        found = speeds(ears, seconds, options.rounds)
        for name, speed in found.items():
            target = TARGETS.get(name, 0)
            reached = (
                f"{speed.times_passt:.0f} x PaSST, {speed.times_real:.0f} x real time, {speed.median_s * 1e3:.2f} ms"
            )
            wanted = f">= {target} x" if target else "-"
            line(f"{name}, clip of {seconds:g} s", wanted, reached, speed.times_passt >= target)


def _packs(is_quick: bool) -> Sequence[Path]:
    """Returns those that come with Earshot; only the first in a quick run."""
    return installed_packs(None)[: 1 if is_quick else None]


def speeds(ears: Mapping[str, Callable[[Waves], object]], seconds: float, rounds: int) -> dict[str, Speed]:
    """Times all candidates and PaSST, turn by turn, on one clip of this length; PaSST comes first."""
    clip = (0.1 * np.random.default_rng(1).standard_normal(round(seconds * RATE_HZ))).astype(np.float32)
    jobs = {_PASST: passt(), **ears}
    taken: dict[str, list[float]] = {name: [] for name in jobs}
    for job in jobs.values():
        job(clip[: RATE_HZ // 2])
    for _ in range(rounds):
        for name, job in jobs.items():
            taken[name].append(_turn(partial(job, clip)))
    middle = {name: statistics.median(spent) for name, spent in taken.items()}
    return {
        name: Speed(middle[name], min(taken[name]), middle[_PASST] / middle[name], seconds / middle[name])
        for name in jobs
    }


def hearing(pack: Pack) -> Callable[[Waves], object]:
    """Embeds clips like the engine during indexing: cut into windows, one thread."""
    encoder, plan = AudioEncoder(pack, "cpu"), pack.info.plan
    if plan.sample_rate_hz != RATE_HZ:
        raise ValueError(f"{pack.folder} hears {plan.sample_rate_hz} Hz; clips here have PaSST's {RATE_HZ} Hz")
    return lambda clip: encoder.encode_segments(cut(clip, plan))


def untrained(config: Any) -> Pack:
    """Returns an in-memory pack with a recipe's audio graph and random weights, made by the export."""
    from training.export.dual_encoder_system import trained_system
    from training.export.graphs import export_waves
    from training.towers.dual_encoder import DualEncoder

    system = trained_system(DualEncoder(config.model), config)
    audio = export_waves(system.audio, system.plan.rungs[0])
    first = load_pack(installed_packs(None)[0])
    plan = system.plan
    info = replace(
        first.info, dim=system.dim, sample_rate_hz=plan.sample_rate_hz, segment_s=plan.segment_s, hop_s=plan.hop_s,
        ladder_s=plan.ladder_s, padding=plan.padding,
    )  # fmt: skip
    return Pack(info, first.folder, {"audio.onnx": audio})


def passt() -> Callable[[Waves], object]:
    """Returns hear21passt's own path from a wave to its embedding, on one thread."""
    model = passt_model()
    import torch
    from hear21passt.base import get_scene_embeddings

    torch.set_num_threads(1)

    def hear(clip: Waves) -> object:
        with contextlib.redirect_stdout(io.StringIO()), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return get_scene_embeddings(torch.from_numpy(clip)[None], model)

    return hear


def passt_model() -> Any:
    """Returns hear21passt's default network (PaSST-S, overlapping patches) with its mel front end; random weights."""
    with contextlib.redirect_stdout(io.StringIO()), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from hear21passt.models.passt import get_model
        from hear21passt.models.preprocess import AugmentMelSTFT
        from hear21passt.wrapper import PasstBasicWrapper

        network = get_model(arch="passt_s_swa_p16_128_ap476", pretrained=False)
        # The settings of hear21passt.base.get_basic_model, which itself always downloads.
        mel = AugmentMelSTFT(
            n_mels=128, sr=RATE_HZ, win_length=800, hopsize=320, n_fft=1024, freqm=48, timem=192, htk=False, fmin=0.0,
            fmax=None, norm=1, fmin_aug_range=10, fmax_aug_range=2000,
        )  # fmt: skip
        return PasstBasicWrapper(mel=mel, net=network, mode="embed_only").eval()


def _turn(job: Callable[[], object]) -> float:
    """Returns the median CPU seconds of a turn's calls."""
    spent: list[float] = []
    while not spent or sum(spent) < _TURN_S:
        start = time.process_time()
        job()
        spent.append(time.process_time() - start)
    return statistics.median(spent)


if __name__ == "__main__":
    import sys

    main(sys.argv[1:])
