"""The model behind `earshot embed estimate` against real clusters: `python -m tests.benchmarks.cluster_nodes N`.

Runs a cluster of N nodes of one processor each on this machine; more nodes than cores share them, so that only up to
that number results mean much. Takes a minute or two, and is no part of the suite.
"""

import os
import sys
import tempfile
from pathlib import Path

from msgspec.structs import replace

from engine.base.child_processes import use_one_blas_thread
from engine.base.types import FilePath
from engine.features.bulk.estimate import Machines, estimate, measured
from engine.features.bulk.local_engine import LocalEngine
from engine.features.bulk.plan import ShardPlan
from engine.features.bulk.planner import make_plan
from engine.features.bulk.ray_engine import RayEngine, RayOptions
from engine.ingest.loop import cores
from engine.models.pack import Pack, load_pack
from tests.benchmarks.bench_cluster import KeptEngine, results_of, run_anew
from tests.benchmarks.bench_indexing import make_sounds
from tests.benchmarks.calibration import calibrate
from tests.benchmarks.packs import bench_pack
from tests.benchmarks.report import line
from tests.helpers.ray_cluster import ray_cluster

_FILES, _LENGTH_S = 96, 5.0


def main(nodes: int) -> None:
    print(f"# {calibrate()}", flush=True)
    with tempfile.TemporaryDirectory(prefix="bench-") as place:
        home = Path(place)
        pack = load_pack(bench_pack(home))
        (home / "sounds").mkdir()
        make_sounds(home / "sounds", _FILES, _LENGTH_S)
        plan = make_plan([FilePath.of(home / "sounds")], home / "plan", threads=cores(), most_files=_FILES // 16)
        _nodes(home, plan, pack, nodes)


def _nodes(home: Path, plan: ShardPlan, pack: Pack, nodes: int) -> None:
    """Reports how well the model predicts a run on so many nodes of one processor.

    It gets the shard times of the local engine with as many threads as nodes run at once here, so that both share
    memory and cores alike; nodes beyond the cores take turns.
    """
    together = min(nodes, cores())
    with LocalEngine(pack, "cpu", together) as local:
        run_anew(home, plan, pack, KeptEngine(local))
        run_anew(home, plan, pack, KeptEngine(local))
    costs = [replace(cost, seconds=cost.seconds * nodes / together) for cost in measured(plan, results_of(home, pack))]
    foretold_s = estimate(costs, Machines(nodes, 1)).seconds
    with tempfile.TemporaryDirectory(prefix="ray-") as temporary, ray_cluster(nodes, Path(temporary)) as cluster:
        os.environ.update(cluster.environment)
        with RayEngine(pack, RayOptions(cluster.address, device="cpu")) as ray:
            while ray.free < nodes:
                ray.wait()
            run_anew(home, plan, pack, KeptEngine(ray))
            took_s = run_anew(home, plan, pack, KeptEngine(ray)).seconds
    reached = foretold_s / took_s
    kind = f"{nodes} nodes of one processor" if nodes > 1 else "1 node of one processor"
    words = f"{reached:.2f} x ({foretold_s:.1f} s for {took_s:.1f} s)"
    line(f"estimate against a run, {kind}", "0.8 to 1.25 x", words, 0.8 <= reached <= 1.25)


if __name__ == "__main__":
    use_one_blas_thread(os.environ)
    main(int(sys.argv[1]))
