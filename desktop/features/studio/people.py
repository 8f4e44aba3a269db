"""Who has the shared library open."""

import time
from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QTreeWidget, QTreeWidgetItem, QWidget

from desktop.base import messages
from desktop.base.translation import translate
from desktop.features.studio import studio_messages
from desktop.widgets.boxes import vbox
from desktop.widgets.labels import text_label
from desktop.widgets.table import set_up_list
from engine.features.studio.records import Person

_ROW_PX = 32


class PeopleTab(QWidget):
    """Lists people. GUI thread only."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._shown: tuple[Person, ...] = ()
        self.list = QTreeWidget(self)
        titles = (
            translate("PeopleTab", "Name"),
            translate("PeopleTab", "Machine"),
            translate("PeopleTab", "Here since"),
            translate("PeopleTab", "Last seen"),
        )
        set_up_list(self.list, translate("PeopleTab", "Who is here"), titles, stretched=range(4), style="changes")
        self.list.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        hint = text_label(
            translate("PeopleTab", "As of the last sync. Everybody may work at the same time; nobody is locked out."),
            self,
            "soft",
            wraps=True,
        )
        hint.setContentsMargins(16, 8, 16, 8)
        vbox((self.list, 1), hint, parent=self, margins=0, spacing=0)
        self.setFocusProxy(self.list)

    def show_people(self, people: Sequence[Person]) -> None:
        """Lists people; keeps the current one."""
        if tuple(people) == self._shown:
            return
        current = self.list.currentItem()
        chosen = self._shown[self.list.indexOfTopLevelItem(current)] if current is not None else None
        self._shown, now_s = tuple(people), time.time()
        self.list.clear()
        for one in people:
            name = translate("PeopleTab", "%1 (this window)", one.who) if one.is_me else one.who
            since, seen = studio_messages.when(one.since_s, now_s), studio_messages.when(one.seen_s, now_s)
            item = QTreeWidgetItem(self.list, [name, one.machine, since, seen])
            item.setSizeHint(0, QSize(0, _ROW_PX))
            item.setToolTip(1, messages.plain(one.machine))
            if chosen is not None and (one.who, one.machine, one.is_me) == (chosen.who, chosen.machine, chosen.is_me):
                self.list.setCurrentItem(item)
