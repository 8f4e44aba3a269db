"""Renders files for other programs early, in another thread, so that a drop finds real files.

A drag requests their final place with `hand`, polls `handed`, and reports with `settle` whether they were taken.
"""

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from desktop.base import engine_words
from desktop.controllers.drag_out.staging import HandedOutFile, RenderOrder, StagingFolder
from desktop.work.jobs import Job, Jobs
from engine.base.cancellation import Cancel
from engine.base.errors import EngineError
from engine.base.types import FilePath

_READY = 64
"""Limit of remembered ready files; older ones are looked up again."""


class RenderQueue(QObject):
    """Renders files and remembers which are ready. GUI thread only."""

    changed = Signal()
    """A file is ready, or failed."""
    failed = Signal(str, str)
    """Message and advice of a failed file."""

    def __init__(self, staging: StagingFolder, jobs: Jobs, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.staging = staging
        self._jobs = jobs
        self._ready: dict[RenderOrder, Path] = {}
        self._running: dict[RenderOrder, Job] = {}
        self._shares: dict[RenderOrder, float] = {}
        self._refused: set[RenderOrder] = set()
        self._wanted: dict[RenderOrder, Path] = {}
        self._placed: dict[RenderOrder, HandedOutFile] = {}

    def prepare(self, orders: Sequence[RenderOrder]) -> None:
        """Starts rendering what is neither ready nor running."""
        for order in orders:
            if not (order.is_source or order in self._ready or order in self._running or order in self._placed):
                self._refused.discard(order)
                self._begin(order)

    def files(self, orders: Sequence[RenderOrder]) -> tuple[FilePath, ...] | None:
        """Ready files in the order of `orders`, without failed ones; None while any is being rendered."""
        found = []
        for order in orders:
            if order.is_source:
                found.append(order.source)
            elif order in self._ready:
                found.append(FilePath.of(self._ready[order]))
            elif order not in self._refused:
                return None
        return tuple(found)

    def share(self, orders: Sequence[RenderOrder]) -> float:
        """Rendered fraction of these orders, 0 to 1."""
        wanted = [order for order in orders if not order.is_source]
        is_made = {*self._ready, *self._placed}
        done = [1.0 if order in is_made else self._shares.get(order, 0.0) for order in wanted]
        return sum(done) / len(done) if done else 1.0

    def drop(self, orders: Sequence[RenderOrder]) -> None:
        """Stops rendering orders that are no longer wanted, and removes files that nobody received."""
        for order in orders:
            job = self._running.pop(order, None)
            if job is not None:
                job.cancel()
            self._shares.pop(order, None)
            path = self._ready.pop(order, None)
            if path is not None:
                self._later(partial(self._discard, order, path))

    def hand(self, orders: Sequence[RenderOrder], folder: Path) -> None:
        """Moves these files into a folder as soon as they are rendered."""
        for order in orders:
            if not order.is_source:
                self._placed.pop(order, None)
                self._refused.discard(order)
                self._wanted[order] = folder
                if order in self._ready:
                    self._place(order)
                elif order not in self._running:
                    self._begin(order)

    def handed(self, orders: Sequence[RenderOrder]) -> tuple[FilePath, ...] | None:
        """Like `files`, but in their final place; None while any is not there."""
        found = []
        for order in orders:
            if order.is_source:
                found.append(order.source)
            elif order in self._placed:
                found.append(FilePath.of(self._placed[order].path))
            elif order not in self._refused:
                return None
        return tuple(found)

    def places(self, orders: Sequence[RenderOrder]) -> list[tuple[RenderOrder, Path]]:
        """Orders that have a file to hand out, with its place, before they are settled."""
        made = [(order, self._placed[order].path) for order in orders if order in self._placed]
        return [*((order, order.source.native) for order in orders if order.is_source), *made]

    def settle(self, orders: Sequence[RenderOrder], *, is_taken: bool) -> bool:
        """Keeps files that were taken and removes the others; returns whether any rendered file was taken."""
        placed = [self._placed.pop(order) for order in orders if order in self._placed]
        for order in orders:
            self._wanted.pop(order, None)
        for one in placed:
            end = self.staging.keep if is_taken else self.staging.take_back
            self._later(partial(end, one))
        return is_taken and bool(placed)

    def _discard(self, order: RenderOrder, path: Path) -> None:
        """Removes a file, in a job's thread, unless it is wanted again."""
        if order not in self._running and order not in self._ready:
            self.staging.discard(path)

    def _later(self, do: Callable[[], None]) -> None:
        self._jobs.run(lambda cancel: do())

    def _place(self, order: RenderOrder) -> None:
        folder = self._wanted[order]
        self._ready.pop(order, None)
        self._running[order] = self._jobs.run(
            lambda cancel: self.staging.place(order, folder, cancel),
            lambda placed: self._put(order, placed),
            failed=lambda err: self._fail(order, err),
            of=FilePath.of(folder),
        )

    def _put(self, order: RenderOrder, placed: HandedOutFile | None) -> None:
        self._running.pop(order, None)
        if placed is not None:
            if order in self._wanted:
                self._placed[order] = placed
            else:  # the drag was cancelled meanwhile
                self._later(partial(self.staging.take_back, placed))
        self.changed.emit()

    def _begin(self, order: RenderOrder) -> None:
        self._shares[order] = 0.0

        def work(cancel: Cancel) -> Path | None:
            return self.staging.make(order, cancel, lambda share: self._shares.__setitem__(order, share))

        self._running[order] = self._jobs.run(
            work, lambda path: self._made(order, path), failed=lambda err: self._fail(order, err), of=order.source
        )

    def _made(self, order: RenderOrder, path: Path | None) -> None:
        self._running.pop(order, None)
        self._shares.pop(order, None)
        if path is not None:
            self._ready[order] = path
            while len(self._ready) > _READY:
                self._ready.pop(next(iter(self._ready)))
            if order in self._wanted:
                self._place(order)
        self.changed.emit()

    def _fail(self, order: RenderOrder, err: EngineError) -> None:
        self._running.pop(order, None)
        self._shares.pop(order, None)
        self._wanted.pop(order, None)
        self._refused.add(order)
        self.failed.emit(*engine_words.error(err))
        self.changed.emit()
