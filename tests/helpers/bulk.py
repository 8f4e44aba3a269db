"""Plans, runs and commits for tests of bulk embedding, with the real engines."""

from importlib.util import find_spec
from pathlib import Path

import pytest

from engine.base.types import FilePath
from engine.features.bulk.library_commit import CommitOptions, commit
from engine.features.bulk.local_engine import LocalEngine
from engine.features.bulk.plan import ShardPlan
from engine.features.bulk.planner import make_plan
from engine.features.bulk.results import Results, ResultsHead, begin_results
from engine.features.bulk.results_reader import CommitReport
from engine.features.bulk.runner import RunOptions, RunReport, run_plan
from engine.models.pack import load_pack
from engine.store.catalogue import Catalogue
from tests.helpers.sounds import write_noise, write_tone

NEEDS_PARQUET = pytest.mark.skipif(
    find_spec("pyarrow") is None, reason="no packages for results here: sh installer/start.sh setup-cluster"
)
NEEDS_RAY = pytest.mark.skipif(find_spec("ray") is None, reason="no Ray here: sh installer/start.sh setup-cluster")


def write_takes(folder: Path, count: int, *, seconds: float = 0.6) -> Path:
    """Writes sounds of several lengths in several folders: one of several windows, two with one payload, one broken."""
    for number in range(count):
        place = folder / f"part {number % 3}" / f"take {number}.wav"
        write_tone(place, hz=110.0 + 31.0 * number, seconds=seconds * (1 + number % 3))
    write_noise(folder / "long.wav", seconds=12.5)
    (folder / "copy of 0.wav").write_bytes((folder / "part 0" / "take 0.wav").read_bytes())
    (folder / "broken.wav").write_bytes(b"RIFF\x00\x10\x00\x00WAVEfmt and no more")
    return folder


def plan_of(folder: Path, out: Path, *, most_files: int = 5, most_s: float = 30.0) -> ShardPlan:
    return make_plan([FilePath.of(folder)], out, threads=2, most_files=most_files, most_s=most_s)


def results_in(folder: Path, pack: Path) -> Results:
    info = load_pack(pack).info
    return begin_results(folder, ResultsHead(info.pack_id, info.name, info.dim, info.sentence_dim))


def run_here(plan: ShardPlan, out: Path, pack: Path, *, workers: int = 2, retry_failed: bool = False) -> RunReport:
    engine = LocalEngine(load_pack(pack), "cpu", workers)
    return run_plan(plan, results_in(out, pack), engine, RunOptions(retry_failed=retry_failed))


def commit_here(plan: ShardPlan, results: Path, library: Path, pack: Path) -> CommitReport:
    """Commits results into a library, made if missing."""
    Catalogue.open(library, makes=True).close()
    return commit(plan, results_in(results, pack), library, CommitOptions(pack))
