"""P1: the indexing job against its own stages, bare: decode, resample, cut and encode in as many threads, nothing else.

What the job does beyond that (peaks, loudness, metadata, names, content ids, SQLite) is its overhead. The reference
runs turn by turn with the job, in the same process, so a busy neighbour slows both. The starter pack is used where
there is one.
"""

import argparse
import os
import statistics
import tempfile
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
        pack = load_pack(pack_folder)
        for workers in dict.fromkeys((1, cores)):

            def bare(workers: int = workers) -> None:
                _bare(paths, AudioEncoder(load_pack(pack_folder), "cpu", batch_size=32), pack_folder, workers)

            def job(workers: int = workers) -> None:
                _index(folder, pack_folder, workers, len(paths))

            bare_s, job_s = turns(bare, job, rounds=1 if options.quick else 3)
            reached = ratio(bare_s, job_s)
            speed = len(paths) * options.seconds / statistics.median(job_s)
            name = f"P1 indexing, {pack.info.name}, {workers} worker(s)"
            line(name, ">= 0.90", f"{reached:.2f} x its stages ({speed:.0f} x real time)", reached >= 0.9)
        _with_sidecar(folder, pack_folder, cores, len(paths), rounds=1 if options.quick else 3)


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
