"""The page of the shared library: its state, and lists of conflicts, people and volumes."""

import time
from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QStackedWidget, QTabBar, QTreeWidget, QTreeWidgetItem, QVBoxLayout, QWidget

from desktop.base import messages
from desktop.base.theme import Theme
from desktop.base.timer import single_shot
from desktop.base.translation import translate
from desktop.features.studio import studio_messages
from desktop.features.studio.conflicts import ConflictsTab
from desktop.features.studio.volumes import VolumesTab
from desktop.widgets.boxes import STRETCH, hbox, vbox
from desktop.widgets.buttons import tipped_button
from desktop.widgets.centred import centred
from desktop.widgets.elided_label import ElidedLabel
from desktop.widgets.labels import text_label
from desktop.widgets.table import set_up_list
from engine.features.studio.records import Conflict, Person, Role, SharedLibraryStatus, SharedState, Volume

_TEXT_PX = 560
_LONG_MS = 600
"""Delay before a button changes: brief changes every ten seconds would distract."""
CONFLICTS, PEOPLE, VOLUMES = range(3)
"""Indices of the tabs."""


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


class SharedPage(QWidget):
    """Page of the shared library; feature.py handles its signals. GUI thread only."""

    open_wanted = Signal()
    sign_in_wanted = Signal()
    """Give the password again, or another address."""
    sync_wanted = Signal()
    leave_wanted = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.conflicts, self.people, self.volumes = ConflictsTab(self), PeopleTab(self), VolumesTab(theme, self)
        self.address = text_label("", self, "settingTitle", is_plain=True)
        self.role = ElidedLabel(Qt.TextElideMode.ElideRight, self)
        self.role.setObjectName("soft")
        self.standing = text_label("", self, wraps=True, is_plain=True)
        self.sign_in = tipped_button(
            self,
            translate("SharedPage", "Sign in…"),
            translate("SharedPage", "Give the name, the password or the address again"),
            self.sign_in_wanted.emit,
        )
        self.sync = tipped_button(
            self,
            translate("SharedPage", "Sync now"),
            translate("SharedPage", "Send pending changes and fetch others'."),
            self.sync_wanted.emit,
        )
        self.leave = tipped_button(
            self,
            translate("SharedPage", "Leave…"),
            translate("SharedPage", "Make this library yours alone again, with all that it holds"),
            self.leave_wanted.emit,
        )
        self.tabs = QTabBar(self)
        self.tabs.setDrawBase(False)
        self.tabs.setAccessibleName(translate("SharedPage", "Lists of the shared library"))
        for _ in range(3):
            self.tabs.addTab("")
        self.lists = QStackedWidget(self)
        for tab in (self.conflicts, self.people, self.volumes):
            self.lists.addWidget(tab)
        self.tabs.currentChanged.connect(self.lists.setCurrentIndex)
        self.title = text_label(translate("SharedPage", "This library is yours alone"), self, "emptyTitle")
        self.text = text_label(
            translate(
                "SharedPage",
                "In a shared library many people rate, tag and collect the same sounds, on a PostgreSQL server of "
                "your own. All of it stays on this machine too, and works without the server.",
            ),
            self,
            "emptyText",
        )
        self.open = tipped_button(
            self,
            translate("SharedPage", "Open shared library…"),
            translate("SharedPage", "Join this library to a shared one, or make a copy of that here"),
            self.open_wanted.emit,
        )
        self.open.setObjectName("primary")
        self._long = single_shot(self, _LONG_MS, lambda: self._show_syncing(True))
        self.pages = QStackedWidget(self)
        self._lay_out()
        self._show_counts((), (), ())

    def show_own(self) -> None:
        self.pages.setCurrentIndex(0)
        self.setFocusProxy(self.open)

    def show_shared(
        self,
        state: SharedState,
        conflicts: Sequence[Conflict],
        people: Sequence[Person],
        volumes: Sequence[Volume],
        *,
        is_on: bool,
        refusal: str,
    ) -> None:
        """Shows the state; selections in the lists stay.

        Args:
            state: state of the shared library.
            conflicts: newest first.
            people: who was present at the last sync.
            volumes: sorted by name.
            is_on: whether automatic sync is on.
            refusal: why this user cannot change anything; empty if possible.
        """
        now_s = time.time()
        self.address.setText(studio_messages.address(state.address))
        as_whom = translate("SharedPage", "as %1", state.address.user)
        self.role.setText(f"{as_whom} · {studio_messages.role(state.role)}")
        head = studio_messages.status(state, now_s, is_on=is_on)
        self.standing.setText(
            f"{head[:1].upper()}{head[1:]}. {studio_messages.explained(state, people, now_s, is_on=is_on)}"
        )
        self.sign_in.setVisible(state.standing is SharedLibraryStatus.REFUSED)
        self.conflicts.show_conflicts(conflicts, refusal)
        self.people.show_people(people)
        self.volumes.show_volumes(volumes, may_edit=state.may_edit, may_add=state.role is Role.ADMIN)
        self._show_counts(conflicts, people, volumes)
        self.pages.setCurrentIndex(1)
        self.setFocusProxy(self.lists)
        self.lists.setFocusProxy(self.lists.currentWidget())

    def set_syncing(self, is_syncing: bool) -> None:
        """Shows that a sync is running, if it takes long enough to wait for."""
        if is_syncing:
            self._long.start()
        else:
            self._long.stop()
            self._show_syncing(False)

    def _show_syncing(self, is_syncing: bool) -> None:
        self.sync.setText(translate("SharedPage", "Syncing…") if is_syncing else translate("SharedPage", "Sync now"))
        self.sync.setEnabled(not is_syncing)

    def turn_to(self, tab: int) -> None:
        self.tabs.setCurrentIndex(tab)

    def _show_counts(self, conflicts: Sequence[Conflict], people: Sequence[Person], volumes: Sequence[Volume]) -> None:
        unmapped = sum(volume.folder is None for volume in volumes)
        for tab, text, count in (
            (CONFLICTS, translate("SharedPage", "Conflicts"), len(conflicts)),
            (PEOPLE, translate("SharedPage", "Who is here"), len(people)),
            (VOLUMES, translate("SharedPage", "Volumes"), unmapped),
        ):
            self.tabs.setTabText(tab, f"{text} ({count})" if count else text)
        tip = translate("SharedPage", "%n volume(s) without a folder on this machine", n=unmapped) if unmapped else ""
        self.tabs.setTabToolTip(VOLUMES, tip)

    def _lay_out(self) -> None:
        quiet = QWidget(self)
        column = QVBoxLayout(quiet)
        column.setSpacing(12)
        column.addStretch(1)
        for label in (self.title, self.text):
            column.addLayout(centred(label, _TEXT_PX))
        column.addWidget(self.open, 0, Qt.AlignmentFlag.AlignHCenter)
        column.addStretch(1)
        shared = QWidget(self)
        top = hbox(
            self.address, (self.role, 1), self.sign_in, self.sync, self.leave, margins=(16, 10, 16, 0), spacing=8
        )
        self.standing.setContentsMargins(16, 4, 16, 2)
        tabs = hbox(self.tabs, STRETCH, margins=(4, 0, 16, 0))
        vbox(top, self.standing, tabs, (self.lists, 1), parent=shared, margins=0, spacing=0)
        self.pages.addWidget(quiet)
        self.pages.addWidget(shared)
        vbox(self.pages, parent=self, margins=0)
