"""The indexing queue: shows every folder and its place from the moment it is added.

Unfinished requests are stored in a file of the library, so that the next start resumes them after the window was closed
or killed.
"""

import json
import logging
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject

from desktop.base.settings_file import SettingsWriter
from desktop.base.translation import translate
from desktop.controllers import ports
from desktop.controllers.feature import FeaturePart, WindowFeature
from desktop.features.index_queue.dialog import QueueDialog
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


class IndexQueueFeature(QObject):
    """Connects the queue to the left column, the strip, its dialog and its file. GUI thread only."""

    def __init__(
        self,
        window: ports.MainWindow,
        commands: ports.Commands,
        search: ports.SearchThread,
        jobs: ports.Jobs,
        ingest: ports.IngestProcess,
        folders: ports.FoldersPanel,
        indexing_strip: ports.IndexingStrip,
    ) -> None:
        super().__init__()
        self._window = window
        self._jobs, self._search, self._ingest, self._folders = jobs, search, ingest, folders
        self._indexing_strip = indexing_strip
        self._writer = SettingsWriter(queue_file(search.folder), makes_folder=False)
        self._kept: tuple[JobOrder, ...] = ()
        """Content of the file."""
        self._is_asked = self._has_read = False
        self.dialog: QueueDialog | None = None
        ingest.queue_changed.connect(self._changed)
        ingest.second_pass_began.connect(self._show)
        indexing_strip.queue_wanted.connect(self.show_dialog)
        folders.queue_wanted.connect(self.show_dialog)
        folders.next_wanted.connect(self._bring_forward)
        folders.leave_wanted.connect(ingest.leave_out)
        folders.forget_wanted.connect(lambda folder: ingest.leave_out(folder.path))
        search.opened.connect(self._read)
        window.closing.connect(self._writer.flush)
        commands.add(
            "library.queue",
            translate("IndexQueueFeature", "Indexing queue…"),
            self.show_dialog,
            menu="Library",
            tip=translate("IndexQueueFeature", "Which folders are being added, in which order."),
        )

    def show_dialog(self) -> None:
        """Opens the list of running and waiting jobs."""
        if self.dialog is None:
            dialog = self.dialog = QueueDialog(self._window)
            dialog.move_wanted.connect(self._ingest.move)
            dialog.cancel_wanted.connect(self._cancel)
            dialog.cancel_all_wanted.connect(self._ingest.cancel)
        self._show()
        self.dialog.show()
        self.dialog.raise_()
        self.dialog.activateWindow()

    def _read(self) -> None:
        if self._is_asked:
            return
        self._is_asked = True
        library = self._search.folder
        self._jobs.run(lambda cancel: read_queue(library), self._go_on)

    def _go_on(self, orders: tuple[JobOrder, ...]) -> None:
        """Requests the last session's jobs again, beside those of this session."""
        self._has_read, self._kept = True, orders
        for order in orders:
            if order != self._ingest.order or not self._ingest.is_running:
                self._ingest.run(order)
        self._keep()

    def _cancel(self, order: JobOrder) -> None:
        if order in self._ingest.waiting:
            self._ingest.drop(order)
        elif self._ingest.is_running and order == self._ingest.order:
            self._ingest.skip()

    def _bring_forward(self, path: FilePath) -> None:
        for order in self._ingest.waiting:
            if path in order.folders:
                self._ingest.move(order, 0)

    def _changed(self) -> None:
        self._keep()
        self._show()

    def _keep(self) -> None:
        """Updates the file, but neither before it was read nor while the window closes."""
        if self._ingest.is_closed or not self._has_read:
            return
        orders = tuple(order for order in self._orders if not order.is_quiet)
        if orders != self._kept:
            self._kept = orders
            self._writer.write(record_of(orders))

    def _show(self) -> None:
        running = self._ingest.order if self._ingest.is_running else None
        waiting = self._ingest.waiting
        self._indexing_strip.show_waiting(len(waiting))
        self._folders.show_queue(
            () if running is None or self._ingest.is_on_second_pass else running.folders,
            tuple(path for order in waiting if not order.is_quiet for path in order.folders),
        )
        if self.dialog is not None:
            self.dialog.show_queue(running, waiting, is_on_second_pass=self._ingest.is_on_second_pass)

    @property
    def _orders(self) -> tuple[JobOrder, ...]:
        running = (self._ingest.order,) if self._ingest.is_running else ()
        return (*running, *self._ingest.waiting)


FEATURE = WindowFeature((FeaturePart(150, IndexQueueFeature),))
