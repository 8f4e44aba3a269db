"""What waits to be indexed, as a file in the library's folder keeps it: a window that is killed goes on where it was.

Only what somebody asked for is kept; what the watch found is found again by looking. A file that is missing, damaged
or newer counts as none.
"""

import json
import logging
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from desktop.work.ingest_process import JobOrder
from engine.types import FilePath

_VERSION = 1
_NAME = "queue.json"
_LARGEST_BYTES = 4_000_000
_MOST_ORDERS = 1000
_log = logging.getLogger(__name__)


def queue_file(library: Path) -> Path:
    """Where the queue of a library is kept."""
    return library / _NAME


def record_of(orders: Iterable[JobOrder]) -> Mapping[str, Any]:
    """What the file holds, in the order of the queue."""
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
    """What was asked of the library and not finished; the first may have begun."""
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
