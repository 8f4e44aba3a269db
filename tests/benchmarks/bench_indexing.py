"""P1: the indexing job against the sum of its stages, at one worker and at one a core; and what each stage costs.

Two sums stand beside the job. *All stages* is whatever indexing does to a file, each thing alone
(`indexing_stages.py`), its processor time shared out to the workers: what the job loses beyond it goes to queues,
threads, events and waiting. *Bare stages* is what a vector needs and nothing else: decode, resample, cut and encode in
as many threads. They run turn by turn with the job, in the same process, so a busy neighbour slows all; of the
processor's own time he takes nothing. The starter pack is used where there is one.
"""

import argparse
import os
import statistics
import tempfile
import time
from collections import deque
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import soundfile

from engine.audio.decode import mono_blocks, open_audio
from engine.audio.segments import Segmenter
from engine.events import Event, Finished
from engine.ingest.batches import rows_of
from engine.ingest.control import Control
from engine.ingest.job import run_job
from engine.ingest.spec import JobSpec
from engine.models.encoder import AudioEncoder
from engine.models.pack import load_pack
from engine.sidecar.making import write_sidecar
from engine.types import FilePath, Waves
from tests.benchmarks.indexing_stages import Stages, table, time_stages
from tests.benchmarks.packs import bench_pack
from tests.benchmarks.report import line, ratio, read_options, turns

_RATE_HZ = 48_000


def make_sounds(folder: Path, files: int, seconds: float) -> list[Path]:
    """Tones in noise, stereo, 24 bit: WAV and FLAC in turn."""
    draw = np.random.default_rng(5)
    paths = []
    times = np.arange(round(seconds * _RATE_HZ)) / _RATE_HZ
    for number in range(files):
        tone = 0.2 * np.sin(2 * np.pi * draw.uniform(60, 8000) * times)
        samples = tone[:, None] + 0.05 * draw.standard_normal((len(times), 2))
        path = folder / f"take {number:03d}.{('wav', 'flac')[number % 2]}"
        soundfile.write(path, samples, _RATE_HZ, subtype="PCM_24")
        paths.append(path)
    return paths


def _bare(paths: list[Path], encoder: AudioEncoder, pack_folder: Path, workers: int) -> None:
    """The stages and nothing else, in as many threads."""
    plan = load_pack(pack_folder).info.plan
    waiting = deque(paths)

    def work() -> None:
        batches: dict[int, list[Waves]] = {}
        while waiting:
            try:
                path = waiting.popleft()
            except IndexError:
                break
            segmenter = Segmenter(plan)
            with open_audio(path) as stream:
                segments = [
                    part for block in mono_blocks(stream, plan.sample_rate_hz) for part in segmenter.push(block)
                ]
            for segment in [*segments, *segmenter.finish()]:
                batch = batches.setdefault(len(segment.wave), [])
                batch.append(segment.wave)
                if len(batch) == rows_of(len(segment.wave), plan.sample_rate_hz, "cpu"):
                    encoder.encode(np.stack(batch))
                    batch.clear()
        for batch in batches.values():
            if batch:
                encoder.encode(np.stack(batch))

    with ThreadPoolExecutor(workers) as pool:
        for future in [pool.submit(work) for _ in range(workers)]:
            future.result()


def _index(
    folder: Path,
    pack_folder: Path,
    workers: int,
    files: int,
    *,
    is_embedding_alone: bool = False,
    without_sidecars: bool = False,
) -> None:
    """A whole job into a library that is thrown away."""
    events: list[Event] = []
    with tempfile.TemporaryDirectory(prefix="earshot-bench-", dir=folder.parent) as library:
        spec = JobSpec(
            Path(library),
            (FilePath.of(folder),),
            pack=pack_folder,
            device="cpu",
            workers=workers,
            without_speech=is_embedding_alone,
            without_sidecars=without_sidecars,
        )
        finished: Finished = run_job(spec, Control(), events.append)
    assert finished.added == files and not finished.failed, finished


def main(argv: list[str]) -> None:
    """Prints P1 at one worker and at one a core, and what a sidecar saves."""
    parser = argparse.ArgumentParser(prog="bench_indexing")
    parser.add_argument("--sounds", type=int, default=48)
    parser.add_argument("--seconds", type=float, default=10.0)
    parser.add_argument("--pack", type=Path, help="instead of the starter pack")
    options = read_options(parser, argv, sounds=4, seconds=0.5)
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    with tempfile.TemporaryDirectory(prefix="earshot-bench-") as home:
        folder = Path(home) / "sounds"
        folder.mkdir()
        paths = make_sounds(folder, options.sounds, options.seconds)
        pack_folder = options.pack or bench_pack(Path(home), is_quick=options.quick)
        for workers in dict.fromkeys((1, cores)):
            _against_stages(folder, paths, pack_folder, workers, rounds=1 if options.quick else 3)
        _with_sidecar(folder, pack_folder, cores, len(paths), rounds=1 if options.quick else 3)


def _against_stages(folder: Path, paths: list[Path], pack_folder: Path, workers: int, *, rounds: int) -> None:
    """The job beside both sums of stages, turn by turn, and the table of what each stage costs."""
    found: list[Stages] = []
    worked_s: list[float] = []

    def bare() -> None:
        _bare(paths, AudioEncoder(load_pack(pack_folder), "cpu", batch_size=32), pack_folder, workers)

    def staged() -> None:
        found.append(time_stages(paths, folder, pack_folder, folder.parent))

    def job() -> None:
        before_s = time.process_time()
        _index(folder, pack_folder, workers, len(paths))
        worked_s.append(time.process_time() - before_s)

    bare_s, _, job_s = turns(bare, staged, job, rounds=rounds)
    sums_s = [stages.sum_s for stages in found]
    middle = sorted(found[1:], key=lambda stages: stages.sum_s)[len(found[1:]) // 2]
    table(middle, statistics.median(worked_s[1:]))
    of_bare, of_all = ratio(bare_s, job_s), ratio([sum_s / workers for sum_s in sums_s[1:]], job_s)
    of_work = ratio(sums_s[1:], worked_s[1:])
    speed = f"{middle.audio_s / statistics.median(job_s):.0f} x real time"
    files = f"{len(paths) / statistics.median(job_s):.0f} files a second"
    name = load_pack(pack_folder).info.name
    told = f"{of_all:.2f} x all its stages ({speed}, {files})"
    line(f"P1 indexing, all stages, {workers} worker(s)", ">= 0.90", told, of_all >= 0.9)
    line(f"P1 its processor time, {workers} worker(s)", ">= 0.90", f"{of_work:.2f} x all its stages", of_work >= 0.9)
    line(f"P1 indexing, {name}, {workers} worker(s)", ">= 0.90", f"{of_bare:.2f} x its bare stages", of_bare >= 0.9)


def _with_sidecar(folder: Path, pack_folder: Path, workers: int, files: int, *, rounds: int) -> None:
    """The same job with a sidecar beside the sounds, against the job that listens to all; both without speech, which a
    sidecar does not hold."""
    with tempfile.TemporaryDirectory(prefix="earshot-bench-", dir=folder.parent) as library:
        spec = JobSpec(Path(library), (FilePath.of(folder),), pack=pack_folder, device="cpu", workers=workers)
        run_job(spec, Control(), lambda event: None)
        made = write_sidecar(Path(library), FilePath.of(folder))

    def listening() -> None:
        _index(folder, pack_folder, workers, files, is_embedding_alone=True, without_sidecars=True)

    def taking() -> None:
        _index(folder, pack_folder, workers, files, is_embedding_alone=True)

    heard_s, taken_s = turns(listening, taking, rounds=rounds)
    share = made.size_bytes / made.sounds_bytes
    faster = ratio(heard_s, taken_s)
    told = f"{faster:.1f} x as fast as without ({files / statistics.median(taken_s):.0f} files a second)"
    line("indexing with a sidecar", ">= 5 x", f"{told}; its size is {share:.2%} of the sounds", faster >= 5)


if __name__ == "__main__":
    import sys

    main(sys.argv[1:])
