"""Shares the sessions of towers that several packs have in common: packs of one family have one text tower."""

import threading
import weakref
from collections.abc import Callable

from engine.models.providers import GraphSession, open_session

_OPEN: weakref.WeakValueDictionary[tuple[str, str, int], GraphSession] = weakref.WeakValueDictionary()
_LOCK = threading.Lock()


def open_once(sha256: str, take: Callable[[], bytes], device: str, threads: int) -> GraphSession:
    """Returns the session of a graph: one still in use, else a new one.

    Args:
        sha256: of the graph, verified by the caller.
        take: returns the graph; called in any case, because it also releases bytes that are no longer needed.
        device: see `open_session`.
        threads: see `open_session`.

    Raises:
        DeviceError: the named device cannot be used.
        PackError: ONNX Runtime rejects the graph.
    """
    with _LOCK:
        graph = take()
        found = _OPEN.get((sha256, device, threads))
        if found is None:
            found = open_session(graph, device, threads)
            _OPEN[sha256, device, threads] = found
        return found
