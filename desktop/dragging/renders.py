"""Files made ready for other programs: begun early, in another thread, so that a drop finds a real file."""

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from desktop import engine_words
from desktop.dragging.staging import StagedFile, Staging
from desktop.work.jobs import Job, Jobs
from engine.errors import EngineError
from engine.stopping import Cancel
from engine.types import FilePath

_READY = 64
"""Files that are remembered as ready; older ones are looked up in the staging folder again."""


class Renders(QObject):
    """Makes files and remembers which are ready. GUI thread only."""

    changed = Signal()
    """A file is ready, or cannot be made."""
    failed = Signal(str, str)
    """Message and advice of a file that cannot be made."""

    def __init__(self, staging: Staging, jobs: Jobs, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.staging = staging
        self._jobs = jobs
        self._ready: dict[StagedFile, Path] = {}
        self._running: dict[StagedFile, Job] = {}
        self._shares: dict[StagedFile, float] = {}
        self._refused: set[StagedFile] = set()

    def prepare(self, orders: Sequence[StagedFile]) -> None:
        """Begins what is neither ready nor begun."""
        for order in orders:
            if not order.is_source and order not in self._ready and order not in self._running:
                self._refused.discard(order)
                self._begin(order)

    def files(self, orders: Sequence[StagedFile]) -> tuple[FilePath, ...] | None:
        """The files in the order asked for, without those that cannot be made; None while any is still being made."""
        found = []
        for order in orders:
            if order.is_source:
                found.append(order.source)
            elif order in self._ready:
                found.append(FilePath.of(self._ready[order]))
            elif order not in self._refused:
                return None
        return tuple(found)

    def share(self, orders: Sequence[StagedFile]) -> float:
        """How much of them is done, 0 to 1."""
        wanted = [order for order in orders if not order.is_source]
        done = [1.0 if order in self._ready else self._shares.get(order, 0.0) for order in wanted]
        return sum(done) / len(done) if done else 1.0

    def drop(self, orders: Sequence[StagedFile]) -> None:
        """Stops making these, and removes what nobody was given: something else is wanted now."""
        for order in orders:
            job = self._running.pop(order, None)
            if job is not None:
                job.cancel()
            self._shares.pop(order, None)
            path = self._ready.pop(order, None)
            if path is not None:
                self._later(partial(self._discard, order), path)

    def hand_out(self, orders: Sequence[StagedFile]) -> None:
        """Notes that another program has these."""
        for order in orders:
            path = self._ready.get(order)
            if path is not None:
                self.staging.hand_out(path)
                self._later(self.staging.start_grace, path)

    def _discard(self, order: StagedFile, path: Path) -> None:
        """Removes a file, in a thread of the jobs, unless it was wanted again meanwhile."""
        if order not in self._running and order not in self._ready:
            self.staging.discard(path)

    def _later(self, do: Callable[[Path], None], path: Path) -> None:
        self._jobs.run(lambda cancel: do(path))

    def _begin(self, order: StagedFile) -> None:
        self._shares[order] = 0.0

        def work(cancel: Cancel) -> Path | None:
            return self.staging.make(order, cancel, lambda share: self._shares.__setitem__(order, share))

        self._running[order] = self._jobs.run(
            work, lambda path: self._made(order, path), failed=lambda err: self._fail(order, err)
        )

    def _made(self, order: StagedFile, path: Path | None) -> None:
        self._running.pop(order, None)
        self._shares.pop(order, None)
        if path is not None:
            self._ready[order] = path
            while len(self._ready) > _READY:
                self._ready.pop(next(iter(self._ready)))
        self.changed.emit()

    def _fail(self, order: StagedFile, err: EngineError) -> None:
        self._running.pop(order, None)
        self._shares.pop(order, None)
        self._refused.add(order)
        self.failed.emit(*engine_words.error(err))
        self.changed.emit()
