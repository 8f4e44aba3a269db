"""Stores the indexing queue in the library's folder, so that the next start resumes it.

It contains requests of the user only; a scan finds again what the watch found. A missing, damaged or newer file counts
as empty.
"""

import json
import logging
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from desktop.work.ingest_process import JobOrder
from engine.base.types import FilePath

_VERSION = 1
_NAME = "queue.json"
_LARGEST_BYTES = 4_000_000
_MOST_ORDERS = 1000
_log = logging.getLogger(__name__)


def queue_file(library: Path) -> Path:
    """Path of a library's queue file."""
    return library / _NAME


def record_of(orders: Iterable[JobOrder]) -> Mapping[str, Any]:
    """Content of the file, in order of the queue."""
    asked = [order for order in orders if not order.is_quiet]
    return {
        "version": _VERSION,
        "orders": [
            {
                "folders": [path.uri for path in order.folders],
                "only": [path.uri for path in order.only],
                "retry_failed": order.retry_failed,
                "rereads": order.rereads,
            }
            for order in asked
        ],
    }


def read_queue(library: Path) -> tuple[JobOrder, ...]:
    """Unfinished requests; the first one may have been started."""
    file = queue_file(library)
    try:
        with file.open("rb") as opened:
            record = json.loads(opened.read(_LARGEST_BYTES))
        if record["version"] != _VERSION:
            raise ValueError("written by a later Earshot")
        return tuple(
            JobOrder(
                tuple(FilePath.of_uri(uri) for uri in order["folders"]),
                only=tuple(FilePath.of_uri(uri) for uri in order["only"]),
                retry_failed=bool(order["retry_failed"]),
                rereads=bool(order.get("rereads", False)),
            )
            for order in record["orders"][:_MOST_ORDERS]
        )
    except FileNotFoundError:
        return ()
    except (OSError, ValueError, LookupError, TypeError, AttributeError, RecursionError) as err:
        _log.warning("the queue is not used, %s: %s", file, err)
        return ()
