"""`earshot embed`: embeds on many machines: plans, runs, commits, estimates."""

from __future__ import annotations

import argparse
import contextlib
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from engine.cli.shell import DONE, SOME_SKIPPED
from engine.cli.shell.options import DEVICES, add_actions, count, library_folder, make_library
from engine.cli.shell.output import NAMED, bar, counted, duration_text, json_line, printable, say, size_text
from engine.features.bulk.option_types import counts, megabytes, place, share, volume, whole

if TYPE_CHECKING:
    from engine.base.file_messages import FileProblem
    from engine.base.types import FilePath
    from engine.features.bulk.plan import ShardPlan
    from engine.features.bulk.results import Results
    from engine.features.bulk.results_reader import CommitReport
    from engine.features.bulk.runner import Engine, Outcome, RunReport
    from engine.models.pack import Pack

DESCRIPTION = """\
Embed a large library on many machines, or in portions on this one: a plan cuts folders into shards, runs of it make
results anywhere, as often as needed, and a commit adds the results to a library without analysing anything again.
Needs the packages of `sh installer/start.sh setup-cluster`, planning apart."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds its actions."""
    action = add_actions(parser, is_required=True)
    plan = action("plan", "cut folders into shards")
    plan.add_argument("roots", nargs="+", type=Path, metavar="ROOT", help="a folder, or a file")
    plan.add_argument("--out", type=Path, required=True, metavar="PLAN", help="folder for the plan")
    plan.add_argument("--files", type=count, default=2000, metavar="N", help="most files in a shard (%(default)s)")
    plan.add_argument(
        "--minutes", type=count, default=60, metavar="N", help="most sound in a shard of several files (%(default)s)"
    )
    plan.add_argument("--workers", type=count, default=0, metavar="N", help="files looked at together (default: cores)")
    run = action("run", "embed the shards of a plan that are not done yet")
    run.add_argument("--engine", choices=("local", "ray"), default="local", help="what runs it (default: %(default)s)")
    run.add_argument(
        "--address", default="", metavar="HOST:PORT", help="a Ray cluster (default: one of its own on this machine)"
    )
    run.add_argument("--workers", type=count, default=0, metavar="N", help="shards under way (default: one a core)")
    run.add_argument("--device", choices=DEVICES, default="auto", help="what computes (default: %(default)s)")
    run.add_argument(
        "--encoders",
        type=whole,
        metavar="N",
        help="with Ray: processes that encode for all workers (default: by GPUs)",
    )
    run.add_argument(
        "--gpu-share", type=share, default=0.5, metavar="S", help="with Ray: of a GPU for each encoder (%(default)s)"
    )
    run.add_argument("--retry-failed", action="store_true", help="try files again that failed before")
    commit = action("commit", "add results to the library, or to a shared one, without analysing again")
    estimate = action("estimate", "estimate the time for more files on more machines, from the shards of a run")
    for one in (run, commit, estimate):
        one.add_argument("plan", type=Path, metavar="PLAN", help="folder of the plan")
        meant = "folder for the results" if one is run else "folder of the results"
        one.add_argument("--out" if one is run else "--results", type=Path, required=True, metavar="DIR", help=meant)
    for one in (run, commit):
        one.add_argument("--pack", type=Path, metavar="P", help="model pack (default: the library's own, else starter)")
        one.add_argument(
            "--at",
            type=place,
            action="append",
            default=[],
            metavar="OLD=NEW",
            help="a planned folder is called NEW on the machines that work; may be given several times",
        )
    commit.add_argument(
        "--server",
        nargs="?",
        const="",
        metavar="ADDRESS",
        help="take them into a shared library (default: the one that the library is joined to), not into this one",
    )
    commit.add_argument(
        "--volume",
        type=volume,
        action="append",
        default=[],
        metavar="NAME=FOLDER",
        help="with --server: a volume is FOLDER in the plan; may be given several times",
    )
    estimate.add_argument("--files", type=count, default=1_000_000, metavar="N", help="files (default: %(default)s)")
    estimate.add_argument("--nodes", type=counts, default=(1, 8, 64), metavar="N,N", help="machines (default: 1,8,64)")
    estimate.add_argument("--workers", type=count, default=0, metavar="N", help="on each machine (default: its cores)")
    estimate.add_argument(
        "--storage", type=megabytes, default=float("inf"), metavar="MB", help="MB a second of the shared storage"
    )
    estimate.add_argument(
        "--start", type=float, default=30.0, metavar="S", help="seconds until workers are ready (default: %(default)s)"
    )


def run(options: argparse.Namespace) -> int:
    """Runs one action; 3 if some files were left out."""
    return {"plan": _plan, "run": _run, "commit": _commit, "estimate": _estimate}[options.action](options)


def _plan(options: argparse.Namespace) -> int:
    from engine.base.types import FilePath
    from engine.features.bulk.planner import make_plan
    from engine.ingest.loop import cores

    plan = make_plan(
        [FilePath.of(root) for root in options.roots],
        options.out.absolute(),
        threads=options.workers or cores(),
        most_files=options.files,
        most_s=options.minutes * 60.0,
    )
    size_bytes = sum(head.size_bytes for head in plan.shards)
    if options.json:
        counts = {"shards": len(plan.shards), "files": plan.files, "unread": plan.unread}
        sizes = {"sound_s": round(plan.sound_s, 3), "bytes": size_bytes}
        json_line({"plan": str(plan.folder), "checksum": plan.checksum, **counts, **sizes})
    else:
        files, shards = counted(plan.files, "file", "files"), counted(len(plan.shards), "shard", "shards")
        lasts = duration_text(plan.sound_s)
        print(f"{printable(str(plan.folder))}: {files} in {shards}, {lasts} of sound, {size_text(size_bytes)}")
    unread = [(one.path, one.trouble) for one in plan.all_unread()]
    _name("could not be looked at", unread)
    return SOME_SKIPPED if unread else DONE


def _run(options: argparse.Namespace) -> int:
    from engine.features.bulk.plan import read_plan
    from engine.features.bulk.results import ResultsHead, begin_results, check_parquet
    from engine.features.bulk.runner import RunOptions, WorkerLost, run_plan

    check_parquet()
    plan = read_plan(options.plan.absolute())
    pack = _pack(options)
    info = pack.info
    head = ResultsHead(info.pack_id, info.name, info.dim, info.sentence_dim)
    results = begin_results(options.out.absolute(), head)

    def tell(report: RunReport, outcome: Outcome) -> None:
        if isinstance(outcome, WorkerLost):
            say(f"shard {outcome.shard[:12]} lost its worker ({outcome.why})")
        elif options.json:
            made = outcome.manifest
            record = {"shard": made.shard, "files": made.files, "heard": made.heard, "failed": made.failed}
            json_line({"event": "shard", **record, "passing": made.passing, "seconds": made.seconds}, out)
        else:
            show((report.shards + report.kept) / max(1, len(plan.shards)))

    show, out = bar("embedding"), sys.stdout
    how = RunOptions(tuple(options.at), options.retry_failed)
    with contextlib.redirect_stdout(sys.stderr):  # Ray prints there when a machine is lost
        said = run_plan(plan, results, _engine(options, pack), how, tell=tell)
    if options.json:
        counts = {"shards": said.shards, "kept": said.kept, "damaged": said.damaged, "lost": said.lost}
        files = {"heard": said.heard, "failed": len(said.failed), "passing": len(said.passing)}
        sizes = {"segments": said.segments, "sound_s": round(said.sound_s, 3)}
        times = {"start_s": round(said.start_s, 3), "seconds": round(said.seconds, 3)}
        aside = [one.shard for one in said.set_aside]
        json_line({"event": "finished", **counts, **files, "set_aside": aside, **sizes, **times})
    else:
        shards = counted(said.shards, "shard", "shards")
        took = duration_text(said.seconds)
        print(f"{shards} embedded in {took}, {said.kept} kept; {counted(said.heard, 'sound', 'sounds')} heard in all")
    _name("cannot be read", said.failed)
    _name("could not be read now", said.passing)
    for lost in said.set_aside:
        say(f"shard {lost.shard} is set aside: it lost too many workers ({lost.why})")
    return DONE if said.is_whole else SOME_SKIPPED


def _commit(options: argparse.Namespace) -> int:
    from engine.features.bulk.plan import read_plan
    from engine.features.bulk.results import open_results

    plan, results = read_plan(options.plan.absolute()), open_results(options.results.absolute())
    into = _into_library if options.server is None else _into_server
    done = into(options, plan, results)
    if options.json:
        counts = {"added": done.added, "changed": done.changed, "unchanged": done.unchanged, "failed": done.failed}
        left = {"skipped": len(done.skipped), "damaged": len(done.damaged), "waiting": done.waiting}
        json_line({**counts, **left, "segments": done.segments, "seconds": round(done.seconds, 3)})
    else:
        print(f"{counted(done.added, 'sound', 'sounds')} added, {done.changed} changed, {done.unchanged} there already")
    _name("were not taken in", done.skipped)
    for shard, why in done.damaged[:NAMED]:
        say(f"shard {shard}: {printable(str(why))}")
    if done.failed:
        known = "" if options.server is not None else "; the library knows them as such"
        say(f"{counted(done.failed, 'file', 'files')} cannot be read{known}")
    if done.waiting:
        say(f"{counted(done.waiting, 'file is', 'files are')} not embedded yet: run the plan again")
    return DONE if done.is_whole else SOME_SKIPPED


def _into_library(options: argparse.Namespace, plan: ShardPlan, results: Results) -> CommitReport:
    from engine.features.bulk.library_commit import CommitOptions, commit
    from engine.ingest.pack_install import pack_folder

    library = library_folder(options).absolute()
    make_library(library)
    pack = None if options.pack is None else pack_folder(options.pack, library)
    return commit(plan, results, library, CommitOptions(pack, tuple(options.at)), tell=bar("taking in"))


def _into_server(options: argparse.Namespace, plan: ShardPlan, results: Results) -> CommitReport:
    from engine.features.bulk.server_commit import commit_to_server
    from engine.features.studio.addresses import read_address
    from engine.features.studio.server_options import joined_address, with_password

    address = read_address(options.server) if options.server else joined_address(library_folder(options))

    def work(password: str | None) -> CommitReport:
        return commit_to_server(plan, results, address, options.volume, password=password, tell=bar("sending"))

    return with_password(address, work)


def _estimate(options: argparse.Namespace) -> int:
    from engine.base.errors import BulkError
    from engine.base.messages import told
    from engine.features.bulk.estimate import Machines, drawn, estimate, measured
    from engine.features.bulk.messages import BulkAdvice, BulkFault
    from engine.features.bulk.plan import read_plan
    from engine.features.bulk.results import open_results
    from engine.ingest.loop import cores

    plan, results = read_plan(options.plan.absolute()), open_results(options.results.absolute())
    costs = measured(plan, results)
    if not any(cost.files for cost in costs):
        raise BulkError(told(BulkFault.NO_RESULTS, options.results), advice=BulkAdvice.RUN_FIRST)
    shards = drawn(costs, options.files, seed=1)
    for nodes in options.nodes:
        machines = Machines(nodes, options.workers or cores(), options.start, options.storage)
        found = estimate(shards, machines)
        record = {"nodes": nodes, "workers": machines.workers, "files": found.files, "shards": found.shards}
        if options.json:
            times = {"seconds": round(found.seconds, 1), "work_s": round(found.work_s, 1)}
            json_line({**record, **times, "read_s": round(found.read_s, 1)})
        else:
            machine = counted(nodes, "machine", "machines")
            print(f"{machine} of {machines.workers}: {duration_text(found.seconds)} for {found.files} files")
    return DONE


def _pack(options: argparse.Namespace) -> Pack:
    """The pack to embed with: the named one, the library's own, or the starter pack."""
    from engine.ingest.pack_install import choose_pack, pack_folder
    from engine.models.pack import default_pack, load_pack
    from engine.store.catalogue import Catalogue
    from engine.store.connection import FILE_NAME

    library = library_folder(options).absolute()
    if options.pack is not None:
        return load_pack(pack_folder(options.pack, library))
    if (library / FILE_NAME).is_file():
        with Catalogue.open(library, read_only=True) as catalogue:
            return choose_pack(catalogue, None)
    return load_pack(default_pack())


def _engine(options: argparse.Namespace, pack: Pack) -> Engine:
    from engine.ingest.loop import cores

    if options.engine == "ray":
        from engine.features.bulk.ray_engine import RayEngine, RayOptions

        where = RayOptions(options.address, options.workers, options.device, options.encoders, options.gpu_share)
        return RayEngine(pack, where)
    from engine.features.bulk.local_engine import LocalEngine

    return LocalEngine(pack, options.device, options.workers or cores())


def _name(what: str, files: Sequence[tuple[FilePath, FileProblem]]) -> None:
    if files:
        say(f"{counted(len(files), 'file', 'files')} {what}:")
    for path, why in files[:NAMED]:
        say(f"  {printable(str(why.of(path.text)))}")
    if len(files) > NAMED:
        say(f"  and {len(files) - NAMED} more")
