"""Embedding in shards on one host: workers of Ray against the local engine's threads, and those against indexing.

Both engines start once and run the same plan turn by turn, each into its own folder. Ray's start is reported
separately: a run pays it once, whatever the plan.
"""

import argparse
import shutil
import statistics
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType

from engine.base.types import FilePath
from engine.features.bulk.local_engine import LocalEngine
from engine.features.bulk.plan import ShardPlan
from engine.features.bulk.planner import make_plan
from engine.features.bulk.ray_engine import RayEngine, RayOptions
from engine.features.bulk.results import Results, ResultsHead, begin_results
from engine.features.bulk.runner import Engine, Outcome, RunReport, run_plan
from engine.features.bulk.shard_worker import ShardJob
from engine.ingest.control import Control
from engine.ingest.job import run_job
from engine.ingest.loop import cores
from engine.ingest.spec import JobSpec
from engine.models.pack import Pack, load_pack
from tests.benchmarks.bench_indexing import make_sounds
from tests.benchmarks.packs import bench_pack
from tests.benchmarks.report import line, ratio, read_options, turns


class KeptEngine:
    """An engine that stays open between runs."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def __enter__(self) -> "KeptEngine":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Stays open."""

    @property
    def free(self) -> int:
        return self._engine.free

    @property
    def busy(self) -> int:
        return self._engine.busy

    def give(self, job: ShardJob) -> None:
        self._engine.give(job)

    def wait(self) -> Sequence[Outcome]:
        return self._engine.wait()


def main(argv: list[str]) -> None:
    parser = argparse.ArgumentParser(prog="tests.benchmarks cluster")
    parser.add_argument("--files", type=int, default=256)
    parser.add_argument("--seconds", type=float, default=5.0, help="length of each")
    parser.add_argument("--rounds", type=int, default=3)
    options = read_options(parser, argv, files=6, seconds=0.5, rounds=1)
    with tempfile.TemporaryDirectory(prefix="bench-") as place:
        home = Path(place)
        folder = bench_pack(home, is_quick=options.quick)
        pack = load_pack(folder)
        (home / "sounds").mkdir()
        make_sounds(home / "sounds", options.files, options.seconds)
        most = max(1, options.files // 16)
        plan = make_plan([FilePath.of(home / "sounds")], home / "plan", threads=cores(), most_files=most)
        _engines(home, plan, pack, folder, options.rounds)


def _engines(home: Path, plan: ShardPlan, pack: Pack, folder: Path, rounds: int) -> None:
    started_s = time.monotonic()
    with RayEngine(pack, RayOptions(device="cpu")) as ray:
        start_s = time.monotonic() - started_s
        with LocalEngine(pack, "cpu", cores()) as local:
            taken = turns(
                lambda: run_anew(home, plan, pack, KeptEngine(local)),
                lambda: run_anew(home, plan, pack, KeptEngine(ray)),
                lambda: _index(home, folder),
                rounds=rounds,
            )
    here, there, indexing = taken
    times = f"{statistics.median(there):.1f} s, {statistics.median(here):.1f} s here"
    reached = ratio(here, there)
    line(f"Ray against the local engine, {cores()} cores", ">= 0.90 x", f"{reached:.2f} x ({times})", reached >= 0.9)
    listened = ratio(indexing, here)
    line("the local engine against indexing", ">= 0.80 x", f"{listened:.2f} x", listened >= 0.8)
    line("start of Ray on this machine, apart", "<= 60 s", f"{start_s:.1f} s", start_s <= 60)


def run_anew(home: Path, plan: ShardPlan, pack: Pack, engine: Engine) -> RunReport:
    shutil.rmtree(home / "results", ignore_errors=True)
    return run_plan(plan, results_of(home, pack), engine)


def results_of(home: Path, pack: Pack) -> Results:
    info = pack.info
    return begin_results(home / "results", ResultsHead(info.pack_id, info.name, info.dim, info.sentence_dim))


def _index(home: Path, pack: Path) -> None:
    shutil.rmtree(home / "library", ignore_errors=True)
    spec = JobSpec(
        home / "library",
        (FilePath.of(home / "sounds"),),
        pack=pack,
        device="cpu",
        without_speech=True,
        makes_library=True,
    )
    run_job(spec, Control(), lambda event: None)
