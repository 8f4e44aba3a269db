"""P7 and P18: threads sharing one session, and each device against the CPU; also the cost of verifying a pack.

A device counts only when ONNX Runtime's own profile shows that it ran the nodes. A machine without one says so.
"""

import argparse
import os
import statistics
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np

from engine.base.errors import DeviceError
from engine.base.types import Waves
from engine.models.encoder import AudioEncoder
from engine.models.manifest import FILES
from engine.models.pack import MANIFEST, load_pack
from engine.models.providers import proven_device
from tests.benchmarks.calibration import calibrate
from tests.benchmarks.packs import bench_pack
from tests.benchmarks.report import line, ratio, read_options, turns

_WORK_S = 0.5


def main(argv: list[str]) -> None:
    parser = argparse.ArgumentParser(prog="bench_models")
    parser.add_argument("--pack", type=Path, help="instead of the starter pack")
    options = read_options(parser, argv)
    with tempfile.TemporaryDirectory(prefix="earshot-bench-") as home:
        folder: Path = options.pack or bench_pack(Path(home), is_quick=options.quick)
        info = load_pack(folder).info
        draw = np.random.default_rng(1)
        waves = (0.1 * draw.standard_normal((32, info.plan.rungs[-1]))).astype(np.float32)
        _loading(folder)
        _threads(folder, info.name, waves[:1], 0.02 if options.quick else _WORK_S)
        for device in ("cuda", "coreml", "directml"):
            _device(folder, info.name, device, waves)


def _loading(folder: Path) -> None:
    """Compares the whole verification with a bare read of the same bytes."""
    pack = load_pack(folder)
    files = [pack.place_of(name) for name in (MANIFEST, *FILES)]
    bare_s, load_s = turns(lambda: [path.read_bytes() for path in files], lambda: load_pack(folder))
    size_mb = sum(path.stat().st_size for path in files) / 1e6
    taken_ms = statistics.median(load_s) * 1000
    reached = f"{taken_ms:.0f} ms for {size_mb:.1f} MB ({ratio(load_s, bare_s):.1f} x reading)"
    line("a pack verified at start", "<= 100 ms", reached, taken_ms <= 100)


def _threads(folder: Path, name: str, waves: Waves, work_s: float) -> None:
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    encoder = AudioEncoder(load_pack(folder), "cpu")

    (once_s,) = turns(lambda: encoder.encode(waves))
    batches = max(1, round(work_s / min(once_s)))

    def work() -> None:
        for _ in range(batches):
            encoder.encode(waves)

    def together() -> None:
        with ThreadPoolExecutor(cores) as pool:
            for future in [pool.submit(work) for _ in range(cores)]:
                future.result()

    alone_s, together_s = turns(work, together)
    had = min(float(cores), calibrate().scaling * cores / 2)
    reached = ratio(alone_s, together_s) * cores / had
    line(
        f"P7 {cores} threads on one session, {name}",
        ">= 0.95",
        f"{reached:.2f} x {had:.2f} cores there were",
        reached >= 0.95,
    )


def _device(folder: Path, name: str, device: str, waves: Waves) -> None:
    try:
        proof = AudioEncoder(load_pack(folder), device, profile=True)
    except DeviceError as err:
        print(f"P18 {device} against cpu, {name}: not shown, {err}", flush=True)
        return
    reference = AudioEncoder(load_pack(folder), "cpu")
    cosine = float(np.sum(proof.encode(waves) * reference.encode(waves), axis=1).min())
    ran = proven_device(proof.session)
    encoder = AudioEncoder(load_pack(folder), device)
    cpu_s, device_s = turns(lambda: reference.encode(waves), lambda: encoder.encode(waves))
    speed = f"{len(waves) / statistics.median(device_s):.0f} clips/s, {ratio(cpu_s, device_s):.1f} x one CPU thread"
    passed = cosine >= 0.999 and ran == device
    line(f"P18 {device} against cpu, {name}", ">= 0.999", f"{cosine:.6f}, run by {ran}, {speed}", passed)


if __name__ == "__main__":
    import sys

    main(sys.argv[1:])
