"""Speed of packs beside a CLAP of the published size and PaSST, in one run.

The CLAP is transformers' with the configuration of clap-htsat-unfused, 28 million numbers in its audio tower, exported
like the published ones, as float32 and as int8 by ONNX Runtime's dynamic quantisation, and taken in as by `earshot pack
get`: with Earshot's front end. Its weights are random, which take as long. It hears ten seconds whatever a clip's
length. Everything else is as in `bench_passt`.
"""

import argparse
import tempfile
from collections.abc import Callable
from pathlib import Path

import numpy as np
from msgspec.structs import replace

from engine.audio.segments import cut
from engine.base.types import Waves
from engine.features.published_packs.making import graphs_of
from engine.models.encoder import AudioEncoder
from engine.models.pack import Pack, installed_packs, load_pack
from tests.benchmarks.bench_passt import LENGTHS_S, RATE_HZ, hearing, speeds
from tests.benchmarks.report import line, read_options

TIMES_CLAP = 10
"""Least ratio of a pack to the faster CLAP."""
_CLAPS = ("CLAP, float32", "CLAP, int8")


def main(argv: list[str]) -> None:
    parser = argparse.ArgumentParser(prog="bench_rivals")
    parser.add_argument("--rounds", type=int, default=3)
    options = read_options(parser, argv, rounds=1)
    packs = installed_packs(None)
    own = {path.name: hearing(load_pack(path)) for path in packs}
    with tempfile.TemporaryDirectory(prefix="earshot-clap-") as work:
        claps = dict(zip(_CLAPS, claps_of(Path(work), load_pack(packs[0]), is_small=options.quick), strict=True))
    for seconds in LENGTHS_S[-1:] if options.quick else LENGTHS_S:
        found = speeds({**claps, **own}, seconds, options.rounds)
        fastest = min(found[name].median_s for name in _CLAPS)
        for name, speed in found.items():
            times = fastest / speed.median_s
            reached = f"{times:.1f} x CLAP, {speed.times_passt:.1f} x PaSST, {speed.median_s * 1e3:.2f} ms"
            wanted = f">= {TIMES_CLAP} x CLAP" if name in own else "-"
            line(f"{name}, clip of {seconds:g} s", wanted, reached, name not in own or times >= TIMES_CLAP)


def claps_of(folder: Path, other: Pack, *, is_small: bool) -> list[Callable[[Waves], object]]:
    """Returns both exports as callables that take clips at 32 kHz and hear as many seconds at their own rate.

    Args:
        folder: for the exports; not needed afterwards.
        other: any pack; an in-memory one is made from it.
        is_small: a network of two layers, to show that it runs.
    """
    from onnxruntime.quantization import QuantType, quantize_dynamic
    from transformers.utils import logging

    from tests.training.export.published import FILES, make_export

    logging.set_verbosity_error()
    logging.disable_progress_bar()
    make_export(folder / "export", folder / "checkpoint", is_full=not is_small)
    places = {role: folder / "export" / name for role, name in FILES.items()}
    whole = folder / "whole.onnx"
    places["audio"].rename(whole)
    quantize_dynamic(whole, places["audio"], op_types_to_quantize=["MatMul"], weight_type=QuantType.QUInt8)
    return [_hearing(places | {"audio": audio}, other) for audio in (whole, places["audio"])]


def _hearing(places: dict[str, Path], other: Pack) -> Callable[[Waves], object]:
    graphs = graphs_of(places)
    plan = graphs.plan
    info = replace(
        other.info, dim=graphs.dim, sample_rate_hz=plan.sample_rate_hz, segment_s=plan.segment_s, hop_s=plan.hop_s,
        ladder_s=plan.ladder_s, padding=plan.padding,
    )  # fmt: skip
    encoder = AudioEncoder(Pack(info, other.folder, dict(graphs.files)), "cpu")

    def hear(clip: Waves) -> object:
        wave = np.resize(clip, round(len(clip) / RATE_HZ * plan.sample_rate_hz))
        return encoder.encode_segments(cut(wave, plan))

    return hear


if __name__ == "__main__":
    import sys

    main(sys.argv[1:])
