"""The parent's end of a base build: starts, polls and ends the child process."""

import contextlib
import json
import os
import subprocess
import sys
from pathlib import Path

from msgspec import Struct

from engine.base.messages import Message, message_in, told
from engine.base.types import PackId
from engine.index.messages import IndexFlaw
from engine.index.settings import IndexSettings
from engine.store.vectors import VectorKind


class BuildResult(Struct, frozen=True):
    """The outcome of a build."""

    count: int
    """Vectors in the new base; 0 on failure."""
    seconds: float
    error: Message | None = None


class BaseBuild:
    """A running build. It outlives its owner unless `stop` is called; a later build sweeps up its leftovers."""

    def __init__(self, library: Path, pack_id: PackId, kind: VectorKind, settings: IndexSettings) -> None:
        command = [sys.executable, "-m", "engine.index.base_builder", os.fsdecode(library), pack_id, kind]
        threads = max(1, min(settings.threads, (os.cpu_count() or 1) - 1))  # one core stays free
        command += ["--threads", str(threads)]
        for name in ("cells_from_segments", "links", "ef_construction", "ef"):
            command += [f"--{name.replace('_', '-')}", str(getattr(settings, name))]
        self._child = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=_environment(threads),
        )
        if sys.platform != "win32":
            with contextlib.suppress(OSError):  # it may have ended already
                os.setpriority(os.PRIO_PROCESS, self._child.pid, 10)

    @property
    def process_id(self) -> int:
        return self._child.pid

    def result(self, timeout_s: float = 0.0) -> BuildResult | None:
        """How the build ended; None while it runs, after waiting `timeout_s`."""
        # communicate(timeout=0) gives up even on a child that has ended: poll first, then read its output.
        if timeout_s <= 0 and self._child.poll() is None:
            return None
        try:
            out, _ = self._child.communicate(timeout=timeout_s if timeout_s > 0 else None)
        except subprocess.TimeoutExpired:
            return None
        lines = out.decode(errors="replace").strip().splitlines()
        record = {}
        with contextlib.suppress(IndexError, ValueError):
            record = json.loads(lines[-1])
        if self._child.returncode == 0 and "count" in record:
            return BuildResult(record["count"], record["seconds"])
        if "said" in record:
            return BuildResult(0, 0.0, message_in(record["said"]))
        return BuildResult(0, 0.0, told(IndexFlaw.BUILD_ENDED, self._child.returncode))

    def stop(self) -> None:
        if self._child.poll() is None:
            self._child.kill()
        self._child.communicate()


def _environment(threads: int) -> dict[str, str]:
    """The child's environment: the parent's imports, wherever that was started, and a limit of threads."""
    root = str(Path(__file__).resolve().parents[2])
    inherited = os.environ.get("PYTHONPATH")
    most = dict.fromkeys(("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"), str(threads))
    return {**os.environ, **most, "PYTHONPATH": os.pathsep.join([root, inherited] if inherited else [root])}
