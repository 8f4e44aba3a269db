"""Ways to run a graph on a device, for bench_gpu: plain, with arrays bound on the device, as a CUDA graph.

Sessions are the product's own (`open_session`) with its options; this module uses their private parts to bind arrays
and to read whole profiles.
"""

import json
import statistics
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from unittest.mock import patch

import numpy as np
import onnxruntime as ort

from engine.base.errors import EngineError
from engine.base.types import Vectors, Waves
from engine.models import providers
from engine.models.providers import GraphSession, open_session

_MEMORIES = {"cuda": "cuda", "directml": "dml"}
"""Where arrays are bound; otherwise in the computer's main memory."""


@dataclass(frozen=True, slots=True)
class Ran:
    nodes: dict[str, int]
    """By device."""
    on_cpu: dict[str, int]
    """Operators that ran on the CPU, most frequent first."""


def ran_by(session: GraphSession) -> Ran:
    """Reads the profile of a profiled session, and ends it."""
    written = Path(session._native.end_profiling())
    events = json.loads(written.read_text(encoding="utf-8"))
    written.unlink()
    written.parent.rmdir()
    nodes: Counter[str] = Counter()
    on_cpu: Counter[str] = Counter()
    for event in events:
        told = event.get("args", {})
        if provider := told.get("provider"):
            nodes[providers._NAMES.get(provider, provider)] += 1
            on_cpu.update([told["op_name"]] if provider == "CPUExecutionProvider" else [])
    return Ran(dict(nodes), dict(on_cpu.most_common()))


class Bound:
    """A session whose waves and vectors stay on the device; copies waves in and vectors out."""

    def __init__(self, session: GraphSession, waves: Waves, dim: int) -> None:
        self._native = session._native
        memory = _MEMORIES.get(session.device_that_ran, "cpu")
        self._waves = ort.OrtValue.ortvalue_from_numpy(waves, memory, 0)
        self._vectors = ort.OrtValue.ortvalue_from_shape_and_type((len(waves), dim), np.float32, memory, 0)
        self._binding = self._native.io_binding()
        self._binding.bind_ortvalue_input(session.inputs[0].name, self._waves)
        self._binding.bind_ortvalue_output(session.outputs[0].name, self._vectors)

    def run(self, waves: Waves) -> Vectors:
        """Returns float32 [B, D] of waves of the initial shape."""
        self._waves.update_inplace(waves)
        self._native.run_with_iobinding(self._binding)
        return np.asarray(self._vectors.numpy())


def as_cuda_graph(graph: bytes, waves: Waves, dim: int, threads: int) -> Callable[[Waves], Vectors]:
    """Runs a graph of fixed sizes, bound, as kernels that CUDA recorded once and replays."""
    with patch.dict(providers._OPTIONS["cuda"], enable_cuda_graph="1"):
        return Bound(open_session(graph, "cuda", threads), waves, dim).run


def plain(graph: bytes, device: str, threads: int) -> Callable[[Waves], Vectors]:
    """Runs waves, float32 [B, T], in one call like the product."""
    session = open_session(graph, device, threads)
    name = session.inputs[0].name
    return lambda waves: np.asarray(session.run({name: waves})[0])


def largest_batches(
    hear: Callable[[Waves], Vectors], wave: Waves, batches: list[int], most_s: float
) -> tuple[dict[int, float], str]:
    """Times one wave repeated in growing batches, until a batch is too slow.

    Args:
        wave: float32 [1, T].
        most_s: longest batch before the last one.

    Returns:
        median seconds of three calls, by rows; and why it ended early, or "".
    """
    taken: dict[int, float] = {}
    for rows in batches:
        waves = np.repeat(wave, rows, axis=0)
        try:
            hear(waves)
        except (EngineError, MemoryError) as err:
            return taken, f"{rows}: {str(err)[:120]}"
        taken[rows] = statistics.median(_timed(hear, waves) for _ in range(3))
        if taken[rows] > most_s and rows != batches[-1]:
            return taken, f"a batch of {rows} took {taken[rows]:.1f} s"
    return taken, ""


def _timed(hear: Callable[[Waves], Vectors], waves: Waves) -> float:
    start = time.perf_counter()
    hear(waves)
    return time.perf_counter() - start


def worst_cosine(vectors: Vectors, expected: Vectors) -> float:
    """Returns the least cosine of a row with the expected one; both of about unit length."""
    lengths = np.linalg.norm(vectors, axis=1) * np.linalg.norm(expected, axis=1)
    return float((np.sum(vectors * expected, axis=1, dtype=np.float64) / lengths).min())
