"""P1: the indexing job against the sum of its stages, with one worker and one per core; and the cost of each stage.

The job is compared with two sums. *All stages* is everything that indexing does to a file, each step alone
(`indexing_stages.py`), its CPU time divided by the workers: the job's surplus is queues, threads, events and waiting.
*Bare stages* is what a vector needs: decode, resample, cut and encode in as many threads. They run turn by turn with
the job, in the same process, so that a busy neighbour slows all alike; CPU time is unaffected. Uses the starter pack if
available.
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
from engine.base.events import Event, Finished, Progress, SpeechProgress
from engine.base.types import FilePath, Waves
from engine.features.sidecar.writer import write_sidecar
from engine.ingest.batches import rows_of
from engine.ingest.control import Control
from engine.ingest.job import run_job
from engine.ingest.spec import JobSpec
from engine.models.encoder import AudioEncoder
from engine.models.pack import load_pack
from tests.benchmarks.indexing_stages import Stages, table, time_stages
from tests.benchmarks.packs import bench_pack
from tests.benchmarks.report import line, ratio, read_options, turns

_RATE_HZ = 48_000
_PIECE_S = 10.0
_ETA_ENDS_S = 5.0
"""Ignores estimates in the last seconds of a job."""


def make_sounds(folder: Path, files: int, seconds: float) -> list[Path]:
    """Makes tones in noise, stereo, 24 bit: WAV and FLAC in turn.

    Files longer than ten seconds repeat them; only two such files are made, the others are links to them.
    """
    folder.mkdir(exist_ok=True)
    piece_s = min(seconds, _PIECE_S)
    draw = np.random.default_rng(5)
    paths = []
    times = np.arange(round(piece_s * _RATE_HZ)) / _RATE_HZ
    for number in range(files):
        tone = 0.2 * np.sin(2 * np.pi * draw.uniform(60, 8000) * times)
        samples = tone[:, None] + 0.05 * draw.standard_normal((len(times), 2))
        path = folder / f"take {number:06d}.{('wav', 'flac')[number % 2]}"
        if number > 1 and seconds > piece_s:
            path.hardlink_to(paths[number - 2])
        else:
            with soundfile.SoundFile(path, "w", _RATE_HZ, 2, subtype="PCM_24") as file:
                for _ in range(round(seconds / piece_s)):
                    file.write(samples)
        paths.append(path)
    return paths


def _spent_s() -> float:
    """Returns CPU seconds of this process and of its ended children."""
    return sum(os.times()[:4])


def _bare(paths: list[Path], encoder: AudioEncoder, pack_folder: Path, workers: int) -> None:
    """Runs the bare stages in as many threads."""
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
) -> list[tuple[float, Event]]:
    """Runs a whole job into a temporary library; returns its events, each with the seconds from its start."""
    events: list[tuple[float, Event]] = []
    started_s = time.perf_counter()
    with tempfile.TemporaryDirectory(prefix="earshot-bench-", dir=folder.parent) as library:
        spec = JobSpec(
            Path(library),
            (FilePath.of(folder),),
            pack=pack_folder,
            device="cpu",
            workers=workers,
            without_speech=is_embedding_alone,
            without_sidecars=without_sidecars,
            makes_library=True,
        )
        finished: Finished = run_job(
            spec, Control(), lambda event: events.append((time.perf_counter() - started_s, event))
        )
    assert finished.added == files and not finished.failed, finished
    return events


def main(argv: list[str]) -> None:
    """Prints P1 with one worker and one per core, one-shots and hours, the accuracy of estimates, and a sidecar's
    savings.
    """
    parser = argparse.ArgumentParser(prog="bench_indexing")
    parser.add_argument("--sounds", type=int, default=48)
    parser.add_argument("--seconds", type=float, default=10.0)
    parser.add_argument("--shots", type=int, default=1000, help="one-shots of 0.3 s")
    parser.add_argument("--hours", type=int, default=0, help="files of one hour; some 1.7 GB on the disk")
    parser.add_argument("--hour-s", type=float, default=3600.0, help="how long each of these is")
    parser.add_argument("--eta-from-s", type=float, default=60.0, help="when the time left is first held to the truth")
    parser.add_argument("--stages-of", type=int, help="so many of the many are enough to time the stages on; else all")
    parser.add_argument("--pack", type=Path, help="instead of the starter pack")
    options = read_options(parser, argv, sounds=4, seconds=0.5, shots=4, hours=1, hour_s=12.0)
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    with tempfile.TemporaryDirectory(prefix="earshot-bench-") as home:
        folder = Path(home) / "sounds"
        paths = make_sounds(folder, options.sounds, options.seconds)
        pack_folder = options.pack or bench_pack(Path(home), is_quick=options.quick)
        for workers in dict.fromkeys((1, cores)):
            _against_stages(folder, paths, pack_folder, workers, rounds=1 if options.quick else 3)
        for what, files, seconds in (("one-shots", options.shots, 0.3), ("long files", options.hours, options.hour_s)):
            if files:
                many = make_sounds(Path(home) / what, files, seconds)
                _many(many, what, pack_folder, cores, options.stages_of, options.eta_from_s)
        _with_sidecar(folder, pack_folder, cores, len(paths), rounds=1 if options.quick else 3)


def _against_stages(folder: Path, paths: list[Path], pack_folder: Path, workers: int, *, rounds: int) -> None:
    """Compares the job with both sums of stages, turn by turn, and prints the table of stages."""
    found: list[Stages] = []
    worked_s: list[float] = []

    def bare() -> None:
        _bare(paths, AudioEncoder(load_pack(pack_folder), "cpu", batch_size=32), pack_folder, workers)

    def staged() -> None:
        found.append(time_stages(paths, folder, pack_folder, folder.parent))

    def job() -> None:
        before_s = _spent_s()
        _index(folder, pack_folder, workers, len(paths))
        worked_s.append(_spent_s() - before_s)

    bare_s, _, job_s = turns(bare, staged, job, rounds=rounds)
    bounds_s = [stages.bound_s(workers) for stages in found[1:]]
    middle = sorted(found[1:], key=lambda stages: stages.sum_s)[len(found[1:]) // 2]
    table(middle, statistics.median(worked_s[1:]))
    of_bare, of_all = ratio(bare_s, job_s), ratio(bounds_s, job_s)
    of_work = ratio([stages.sum_s for stages in found[1:]], worked_s[1:])
    speed = f"{middle.audio_s / statistics.median(job_s):.0f} x real time"
    files = f"{len(paths) / statistics.median(job_s):.0f} files a second"
    name = load_pack(pack_folder).info.name
    told = f"{of_all:.2f} x all its stages ({speed}, {files})"
    line(f"P1 indexing, all stages, {workers} worker(s)", ">= 0.90", told, of_all >= 0.9)
    line(f"P1 its processor time, {workers} worker(s)", ">= 0.90", f"{of_work:.2f} x all its stages", of_work >= 0.9)
    line(f"P1 indexing, {name}, {workers} worker(s)", ">= 0.90", f"{of_bare:.2f} x its bare stages", of_bare >= 0.9)


def _many(paths: list[Path], what: str, pack_folder: Path, workers: int, stages_of: int | None, from_s: float) -> None:
    """Runs one job over many files of one length, or over long ones, once; and rates its estimates of time.

    Args:
        paths: the files, alone in their folder.
        what: their name in the output.
        stages_of: number of files to time the stages on, as all cost the same; None for all.
        from_s: seconds of a phase before its estimates count.
    """
    folder, files = paths[0].parent, len(paths)
    some = paths[:stages_of]
    stages = time_stages(some, folder, pack_folder, folder.parent).of_more(files / len(some))
    before_s, worked_from_s = time.perf_counter(), _spent_s()
    events = _index(folder, pack_folder, workers, files)
    job_s, worked_s = time.perf_counter() - before_s, _spent_s() - worked_from_s
    table(stages, worked_s)
    reached, of_work = stages.bound_s(workers) / job_s, stages.sum_s / worked_s
    told = f"{reached:.2f} x all its stages"
    told += f" ({files / job_s:.1f} files a second, {stages.audio_s / job_s:.0f} x real time)"
    line(f"{files:,} {what} of {stages.audio_s / files:g} s, {workers} worker(s)", ">= 0.90", told, reached >= 0.9)
    told = f"{of_work:.2f} x all its stages"
    line(f"{what}, its processor time, {workers} worker(s)", ">= 0.90", told, of_work >= 0.9)
    for phase, kind in (("embedding", Progress), ("speech", SpeechProgress)):
        name = f"time left in {phase} of {what}"
        errors = _eta_errors([(at_s, event) for at_s, event in events if isinstance(event, kind)], from_s)
        if errors:
            told = f"off by {statistics.median(errors):.0%}, at worst {max(errors):.0%}"
            line(name, "<= 20 %", told, max(errors) <= 0.2)
        else:
            print(f"{name}: not shown, it took no longer than {from_s:g} s")


def _eta_errors(told: list[tuple[float, Progress | SpeechProgress]], from_s: float) -> list[float]:
    """Returns the error of each estimate in a phase as a share of the true rest, from so many seconds on."""
    if not told:
        return []
    first_s, last_s = told[0][0], told[-1][0]
    return [
        abs(event.eta_s - (last_s - at_s)) / (last_s - at_s)
        for at_s, event in told
        if at_s - first_s >= from_s and last_s - at_s >= _ETA_ENDS_S and event.eta_s is not None
    ]


def _with_sidecar(folder: Path, pack_folder: Path, workers: int, files: int, *, rounds: int) -> None:
    """Compares a job with a sidecar beside the sounds to one that embeds all; both without speech, which a sidecar
    does not contain.
    """
    with tempfile.TemporaryDirectory(prefix="earshot-bench-", dir=folder.parent) as library:
        spec = JobSpec(
            Path(library), (FilePath.of(folder),), pack=pack_folder, device="cpu", workers=workers, makes_library=True
        )
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
