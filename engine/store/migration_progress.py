"""Reports the progress of a migration and stops it on request.

SQLite reports no progress; it is estimated from the steps and from calls of functions that process each row.
"""

import time
from collections.abc import Callable, Sequence
from typing import Any

import apsw

from engine.base.cancellation import StopRequested
from engine.base.migration_progress import in_use

_EVERY_S = 0.2
_LOOK_STEPS = 100_000
"""Instructions of SQLite's virtual machine between two checks for a stop: some milliseconds."""
_WEIGHTS = {"file_fields": 10, "indexed_texts": 10, "clock_of": 10, "without_originator": 10, "is_respelt": 1}
"""Cost of a call relative to a row changed by SQL alone."""


class CatalogueUpdate:
    """One migration in progress.

    Args:
        steps: SQL of each missing version.
    """

    def __init__(self, connection: apsw.Connection, steps: Sequence[str]) -> None:
        self._connection = connection
        self._updating = in_use()
        ((sounds,),) = connection.execute("SELECT count(*) FROM sound")
        assert isinstance(sounds, int)
        rows = sounds + 1
        self._sizes = [
            rows * (1 + sum(weight * step.count(f"{name}(") for name, weight in _WEIGHTS.items())) for step in steps
        ]
        self._all = sum(self._sizes)
        self._before = self._calls = 0
        self._step = -1
        self._told_s = 0.0

    def begin_step(self) -> None:
        self._before += self._sizes[self._step] if self._step >= 0 else 0
        self._step, self._calls = self._step + 1, 0
        self._updating.tell(self._share())

    def counted(self, name: str, function: Callable[..., Any]) -> Callable[..., Any]:
        """Wraps a function to count its calls if it processes rows."""
        weight = _WEIGHTS.get(name)
        if weight is None:
            return function

        def call(*given: Any) -> Any:
            self._calls += weight
            return function(*given)

        return call

    def run(self, work: Callable[[], None]) -> None:
        """Runs the work, reports its progress, and stops it on request.

        Raises:
            StopRequested: it was stopped; the transaction is still open.
        """
        self._connection.set_progress_handler(self._look, _LOOK_STEPS)
        try:
            work()
        except apsw.InterruptError as err:
            raise StopRequested from err
        finally:
            self._connection.set_progress_handler(None)

    def end(self) -> None:
        self._updating.tell(1.0)

    def _look(self) -> bool:
        if time.monotonic() - self._told_s > _EVERY_S:
            self._told_s = time.monotonic()
            self._updating.tell(self._share())
        return self._updating.cancel()

    def _share(self) -> float:
        return min(0.99, (self._before + min(self._calls, self._sizes[self._step])) / self._all)
