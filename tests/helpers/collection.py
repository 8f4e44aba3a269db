"""Collecting tests in several processes: each compiles a share of the files, and reads what the others compiled.

pytest compiles files of tests itself, as it rewrites their assertions: in a fresh clone 20 s of each process.
"""

import contextlib
import importlib
from pathlib import Path

import pytest


def import_share(session: pytest.Session) -> None:
    """Imports every n-th file of tests of the folders that are collected next, as one of n processes.

    What fails is collected as ever, and told there.
    """
    worker = getattr(session.config, "workerinput", None)
    if worker is None:
        return
    number, processes = int(worker["workerid"].removeprefix("gw")), int(worker["workercount"])
    root = session.config.rootpath
    places = [session.config.invocation_params.dir / argument for argument in session.config.args]
    files = [file for place in places if place.is_dir() for file in sorted(place.rglob("test_*.py"))]
    for file in files[number % processes :: processes]:
        with contextlib.suppress(Exception, pytest.skip.Exception):
            importlib.import_module(module_name(file, root))


def module_name(file: Path, root: Path) -> str:
    """Returns the name by which pytest imports a file of a package whose topmost folder lies in the root."""
    return ".".join(file.relative_to(root).with_suffix("").parts)
