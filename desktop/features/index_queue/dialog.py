"""Lists the running and the waiting indexing jobs, to reorder or cancel them."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QDialog, QTreeWidget, QTreeWidgetItem, QWidget

from desktop.base import messages
from desktop.base.translation import translate
from desktop.widgets.boxes import vbox
from desktop.widgets.buttons import Buttons
from desktop.widgets.fit_to_screen import take_room
from desktop.widgets.labels import text_label
from desktop.widgets.table import set_up_list
from desktop.work.ingest_process import JobOrder

_ORDER_ROLE = int(Qt.ItemDataRole.UserRole) + 1


class QueueDialog(QDialog):
    """The running job, and the waiting ones below. GUI thread only."""

    move_wanted = Signal(object, int)
    """A waiting JobOrder, and its new index among the waiting ones."""
    cancel_wanted = Signal(object)
    """A JobOrder, waiting or running."""
    cancel_all_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        title = translate("QueueDialog", "Indexing queue")
        self.setWindowTitle(title)
        take_room(self, 620, 380)
        self._running: JobOrder | None = None
        self.note = text_label("", self, "soft", wraps=True)
        self.list = QTreeWidget(self)
        titles = (translate("QueueDialog", "Folder"), translate("QueueDialog", "State"))
        set_up_list(self.list, title, titles, stretched=(0,))
        self.list.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        self.list.currentItemChanged.connect(lambda now, before: self._show_what_can_be_done())
        buttons = Buttons(self.reject, self)
        self.up_button = buttons.add(translate("QueueDialog", "Move up"), lambda: self._move(-1))
        self.down_button = buttons.add(translate("QueueDialog", "Move down"), lambda: self._move(1))
        self.cancel_button = buttons.add(translate("QueueDialog", "Cancel this one"), self._cancel)
        self.cancel_button.setToolTip(translate("QueueDialog", "Finished sounds are kept."))
        self.cancel_all_button = buttons.add(translate("QueueDialog", "Cancel all"), self.cancel_all_wanted.emit)
        vbox(self.note, (self.list, 1), buttons, parent=self, margins=(16, 16, 16, 14), spacing=12)

    def show_queue(self, running: JobOrder | None, waiting: tuple[JobOrder, ...], *, is_on_second_pass: bool) -> None:
        """Shows the running job, None for none, and the waiting ones; keeps the selection."""
        chosen, row = self._chosen, self._row
        self._running = running
        self.list.clear()
        if running is not None:
            state = (
                translate("QueueDialog", "searchable, analysing speech")
                if is_on_second_pass
                else translate("QueueDialog", "being added now")
            )
            self._add(running, state)
        for place, order in enumerate(waiting, 1):
            self._add(order, translate("QueueDialog", "waiting (%1)", place))
        orders = [*([] if running is None else [running]), *waiting]
        at = orders.index(chosen) if chosen in orders else min(max(row, 0), len(orders) - 1)
        item = self.list.topLevelItem(at)
        if item is not None:
            self.list.setCurrentItem(item)
        self.note.setText(
            translate(
                "QueueDialog",
                "Every folder is made searchable first, in this order. Speech is analysed after that.",
            )
            if orders
            else translate("QueueDialog", "Nothing is being added.")
        )
        self._show_what_can_be_done()

    @property
    def _chosen(self) -> JobOrder | None:
        item: QTreeWidgetItem | None = self.list.currentItem()
        order: JobOrder | None = None if item is None else item.data(0, _ORDER_ROLE)
        return order

    @property
    def _row(self) -> int:
        item = self.list.currentItem()
        return -1 if item is None else self.list.indexOfTopLevelItem(item)

    def _add(self, order: JobOrder, state: str) -> None:
        item = QTreeWidgetItem(self.list, [order_name(order), state])
        item.setData(0, _ORDER_ROLE, order)
        item.setToolTip(0, messages.plain("\n".join(path.text for path in order.folders or order.only)))

    def _show_what_can_be_done(self) -> None:
        first = 0 if self._running is None else 1
        row, last = self._row, self.list.topLevelItemCount() - 1
        self.up_button.setEnabled(row > first)
        self.down_button.setEnabled(first <= row < last)
        self.cancel_button.setEnabled(row >= 0)
        self.cancel_all_button.setEnabled(last >= 0)

    def _move(self, step: int) -> None:
        if (order := self._chosen) is not None:
            self.move_wanted.emit(order, self._row - (self._running is not None) + step)

    def _cancel(self) -> None:
        if (order := self._chosen) is not None:
            self.cancel_wanted.emit(order)


def order_name(order: JobOrder) -> str:
    """Short name of a job."""
    if order.retry_failed:
        return translate("QueueDialog", "Unreadable files, once more")
    paths = order.folders or order.only
    if not paths:
        return translate("QueueDialog", "Changes in all folders")
    names = ", ".join(path.name or path.text for path in paths[:3])
    return f"{names} …" if len(paths) > 3 else names
