"""What a GPU does for Earshot, in one go within ten minutes: is it used, which way is best, are vectors equal?

    python -m tests.benchmarks gpu [-- --device auto|cuda|coreml|directml|cpu --batches 1,2,4,… --files 64]

Lists the devices, and proves by ONNX Runtime's own profile that the chosen one ran. Compares, turn by turn, bound
arrays and fixed sizes with the product's plain run, batches of 1 to 256, half precision with float32, and the packs and
PaSST in ONNX Runtime with hear21passt in PyTorch on the same device. Then all cores decode and feed it, compared with
decoding alone. Every vector is compared with the CPU's.

Without a GPU it says so and measures nothing; `--device cpu` rehearses everything on the CPU, whose figures say nothing
about a GPU.
"""

import argparse
import os
import statistics
import tempfile
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

import numpy as np
import onnxruntime as ort

from engine.audio.segments import Segment, cut
from engine.base.errors import EngineError
from engine.base.types import Vectors, Waves
from engine.models.encoder import CANONICAL_COSINE, AudioEncoder
from engine.models.pack import Pack, installed_packs, load_pack
from engine.models.providers import open_session
from tests.benchmarks.bench_indexing import make_sounds
from tests.benchmarks.device_graphs import PASST_RATE_HZ, Passt, fixed, halved, passt_pair
from tests.benchmarks.device_runs import Bound, as_cuda_graph, largest_batches, plain, ran_by, worst_cosine
from tests.benchmarks.feeding import decode_all, feed, index_all
from tests.benchmarks.packs import bench_pack
from tests.benchmarks.report import line, ratio, read_options, turns

GPUS = ("cuda", "coreml", "directml")
BATCHES = "1,2,4,8,16,32,64,128,256"
_MOST_BATCH_S = 10.0
"""A batch that takes longer is the last one tried."""
_CLIP_S = 10.0
"""PaSST's window."""


class Bench:
    """One device, and the measurements on it."""

    def __init__(self, device: str, rounds: int) -> None:
        self.device = device
        self.rounds = rounds
        self.cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
        self.threads = self.cores if device == "cpu" else 1

    def encoder(self, folder: Path, *, profile: bool = False) -> AudioEncoder:
        """Opens the pack's tower like the product; on the CPU with all cores."""
        return AudioEncoder(load_pack(folder), self.device, self.threads, profile=profile)

    def proof(self, folder: Path) -> None:
        """Reports which device ran the nodes of a pack's tower, from the profile, and what it left to the CPU."""
        pack = load_pack(folder)
        encoder = self.encoder(folder, profile=True)
        encoder.encode(_noise(1, pack.info.plan.rungs[-1]))
        ran = ran_by(encoder.session)
        ours = ran.nodes.get(self.device, 0)
        left = ", ".join(f"{kind} {count}" for kind, count in ran.on_cpu.items()) if self.device != "cpu" else ""
        reached = f"{ours} of {sum(ran.nodes.values())} nodes{f'; left to the CPU: {left}' if left else ''}"
        line(f"{pack.info.name} run by {self.device}", "most nodes", reached, ours > sum(ran.nodes.values()) / 2)

    def ways(self, folder: Path) -> None:
        """Compares bound arrays, fixed sizes and CUDA graphs with the plain run; half precision with float32."""
        pack = load_pack(folder)
        graph, dim = pack.take("audio.onnx"), pack.info.dim
        encoder = self.encoder(folder)
        rows = encoder.rows_at_once(pack.info.plan.rungs[-1])
        waves = _noise(rows, pack.info.plan.rungs[-1])
        still, (half, share) = fixed(graph, *waves.shape), halved(graph)
        jobs: dict[str, Callable[[Waves], Vectors]] = {"plain": plain(graph, self.device, self.threads)}
        ways: dict[str, Callable[[], Callable[[Waves], Vectors]]] = {
            "bound arrays": lambda: Bound(open_session(graph, self.device, self.threads), waves, dim).run,
            "fixed sizes": lambda: plain(still, self.device, self.threads),
            "fixed sizes, bound arrays": lambda: Bound(open_session(still, self.device, self.threads), waves, dim).run,
            "half precision": lambda: plain(half, self.device, self.threads),
        }
        if self.device == "cuda":
            ways["fixed sizes, a CUDA graph"] = lambda: as_cuda_graph(still, waves, dim, self.threads)
        for name, make in ways.items():
            try:
                way = make()
                way(waves)
            except Exception as err:  # ONNX Runtime's errors share no base class
                print(f"# {pack.info.name}, {name}: refused, {str(err).splitlines()[0][:200]}", flush=True)
            else:
                jobs[name] = way
        calls = [partial(job, waves) for job in jobs.values()]
        taken = dict(zip(jobs, turns(*calls, rounds=self.rounds), strict=True))
        expected = encoder_on_cpu(folder).encode(waves)
        for name, seconds in taken.items():
            cosine = worst_cosine(jobs[name](waves), expected)
            faster, speed = ratio(taken["plain"], seconds), _times_real(waves, pack, seconds)
            made = f" ({share})" if name == "half precision" else ""
            reached = f"{faster:.2f} x plain{made}, {speed:.0f} x real time, cosine {cosine:.6f}"
            line(f"{pack.info.name}, {rows} windows: {name}", ">= .999 cos", reached, cosine >= CANONICAL_COSINE)

    def batches(self, folder: Path, sizes: list[int]) -> None:
        pack = load_pack(folder)
        hear = plain(pack.take("audio.onnx"), self.device, self.threads)
        wave = _noise(1, pack.info.plan.rungs[-1])
        ours = self.encoder(folder).rows_at_once(wave.shape[1])
        sizes = sorted({*sizes, ours})
        taken, ended = largest_batches(hear, wave, sizes, _MOST_BATCH_S)
        speeds = {rows: rows / seconds for rows, seconds in taken.items()}
        best = max(speeds, key=lambda rows: speeds[rows])
        told = " ".join(f"{rows}:{speed / speeds[sizes[0]]:.2f}" for rows, speed in speeds.items())
        line(f"{pack.info.name}, a window's speed by batch", "-", f"{told} x batch {sizes[0]}", True)
        if ended:
            print(f"# larger batches: not measured, {ended}", flush=True)
        share = speeds.get(ours, 0.0) / speeds[best]
        line(f"{pack.info.name}, the product's batch of {ours}", ">= 0.90", f"{share:.2f} x best, {best}", share >= 0.9)

    def beside_passt(self, packs: Sequence[Path], *, is_quick: bool) -> None:
        """Compares packs and PaSST in ONNX Runtime with hear21passt in PyTorch, on clips of 10 s and one device."""
        pair = "--quick leaves it out" if is_quick else passt_pair(self.device, self.threads)
        if isinstance(pair, str):
            for name in ("PaSST in PyTorch", "PaSST", "a pack"):
                print(f"{name}, 1 clips: not shown, {pair}", flush=True)
            print(f"PaSST, cosine of {self.device} to cpu: not shown, {pair}", flush=True)
            print(f"PaSST, cosine to PyTorch's: not shown, {pair}", flush=True)
            return
        clips = _noise(2 if self.device == "cpu" else 32, round(_CLIP_S * PASST_RATE_HZ))
        in_runtime = plain(pair.graph, self.device, self.threads)
        jobs: dict[str, Callable[[], object]] = {
            "PaSST in PyTorch": lambda: pair.in_torch(clips),
            "PaSST": lambda: in_runtime(clips),
        }
        for folder in packs:
            jobs[folder.name] = _hearing(self.encoder(folder), load_pack(folder), clips)
        taken = dict(zip(jobs, turns(*jobs.values(), rounds=self.rounds), strict=True))
        for name, seconds in taken.items():
            faster = ratio(taken["PaSST in PyTorch"], seconds)
            speed = len(clips) * _CLIP_S / statistics.median(seconds)
            reached = f"{faster:.2f} x PaSST in PyTorch, {speed:.0f} x real time"
            line(f"{name}, {len(clips)} clips", ">= 1.0 x", reached, faster >= 1.0)
        self._passt_cosines(pair, clips)

    def _passt_cosines(self, pair: Passt, clips: Waves) -> None:
        expected = plain(pair.graph, "cpu", self.cores)(clips[:2])
        cosine = worst_cosine(plain(pair.graph, self.device, self.threads)(clips[:2]), expected)
        line(f"PaSST, cosine of {self.device} to cpu", ">= 0.999", f"{cosine:.6f}", cosine >= CANONICAL_COSINE)
        cosine = worst_cosine(pair.in_torch(clips[:2]), expected)
        line("PaSST, cosine to PyTorch's", ">= 0.999", f"{cosine:.6f}", cosine >= CANONICAL_COSINE)

    def fed(self, folder: Path, sounds: Path, paths: list[Path], seconds: float) -> None:
        """Measures decoding on all cores: alone, with the device behind it, and as the product's whole job."""
        pack = load_pack(folder)
        encoder, plan = self.encoder(folder), pack.info.plan
        decoded_s, fed_s, job_s = turns(
            lambda: decode_all(paths, plan, self.cores, lambda segment: None),
            lambda: feed(paths, plan, self.cores, encoder),
            lambda: index_all(sounds, folder, self.cores, self.device),
            rounds=min(self.rounds, 3),
        )
        for name, taken in (("fed by all cores", fed_s), ("the whole indexing job", job_s)):
            share, speed = ratio(decoded_s, taken), seconds * len(paths) / statistics.median(taken)
            reached = f"{share:.2f} x decoding alone, {speed:.0f} x real time"
            line(f"{pack.info.name}, {name}", ">= 0.90", reached, share >= 0.9)

    def cosines(self, folder: Path, paths: list[Path]) -> None:
        """Compares every vector of the sounds with the CPU's float32."""
        pack = load_pack(folder)
        segments: list[Segment] = []
        decode_all(paths, pack.info.plan, 1, segments.append)
        found = self.encoder(folder).encode_segments(segments)
        cosine = worst_cosine(found, encoder_on_cpu(folder).encode_segments(segments))
        name = f"{pack.info.name}, least cosine of {self.device} to cpu"
        line(name, ">= 0.999", f"{cosine:.6f} of {len(segments)} vectors", cosine >= CANONICAL_COSINE)


def main(argv: list[str]) -> None:
    parser = argparse.ArgumentParser(prog="bench_gpu")
    parser.add_argument("--device", choices=("auto", "cpu", *GPUS), default="auto")
    parser.add_argument("--batches", default=BATCHES, help="rows, parted by commas")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--files", type=int, help="64 where the processor rehearses, else 128")
    parser.add_argument("--seconds", type=float, default=20.0, help="of each file")
    options = read_options(parser, argv, device="cpu", batches="1,2", rounds=1, files=4, seconds=0.5)
    began = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="earshot-bench-") as home:
        sounds = Path(home) / "sounds"
        sounds.mkdir()
        packs = [bench_pack(Path(home), is_quick=True)] if options.quick else list(installed_packs(None))
        device = chosen(options.device, packs[0])
        if device is None:
            return
        bench = Bench(device, options.rounds)
        paths = make_sounds(sounds, options.files or (64 if device == "cpu" else 128), options.seconds)
        for folder in packs:
            bench.proof(folder)
            bench.cosines(folder, paths)
            bench.ways(folder)
        bench.batches(packs[0], [int(rows) for rows in options.batches.split(",")])
        bench.beside_passt(packs, is_quick=options.quick)
        for folder in packs:
            bench.fed(folder, sounds, paths, options.seconds)
    minutes = (time.monotonic() - began) / 60
    line("gpu: all of this", "<= 10 min", f"{minutes:.1f} min", minutes <= 10)


def chosen(asked: str, pack: Path) -> str | None:
    """Reports the availability of each device; returns the one to measure, or None."""
    print(f"# ONNX Runtime {ort.__version__}: {', '.join(ort.get_available_providers())}", flush=True)
    why: dict[str, str] = {}
    for device in GPUS:
        try:
            AudioEncoder(load_pack(pack), device)
            why[device] = ""
        except EngineError as err:
            why[device] = str(err)
        print(f"# {device}: {why[device] or 'is there'}", flush=True)
    if asked == "cpu":
        print("# rehearsed on the processor: these figures say nothing of a GPU", flush=True)
        return asked
    found = [device for device in why if not why[device] and asked in ("auto", device)]
    if not found:
        print(f"gpu: not measured, there is no {'GPU' if asked == 'auto' else asked} that can be used here", flush=True)
        return None
    print(f"# measured on {found[0]}", flush=True)
    return found[0]


def encoder_on_cpu(folder: Path) -> AudioEncoder:
    """Opens the reference: float32 on the CPU."""
    return AudioEncoder(load_pack(folder), "cpu", os.cpu_count() or 1)


def _noise(rows: int, samples: int) -> Waves:
    draw = np.random.default_rng(1)
    return np.asarray(0.1 * draw.standard_normal((rows, samples)), np.float32)


def _times_real(waves: Waves, pack: Pack, seconds: Sequence[float]) -> float:
    return waves.size / pack.info.sample_rate_hz / statistics.median(seconds)


def _hearing(encoder: AudioEncoder, pack: Pack, clips: Waves) -> Callable[[], object]:
    """Embeds clips at PaSST's rate like the engine: cut into windows."""
    if pack.info.sample_rate_hz != PASST_RATE_HZ:
        raise ValueError(f"{pack.folder} hears {pack.info.sample_rate_hz} Hz; clips here have {PASST_RATE_HZ} Hz")
    return lambda: encoder.encode_segments([part for clip in clips for part in cut(clip, pack.info.plan)])


if __name__ == "__main__":
    import sys

    main(sys.argv[1:])
