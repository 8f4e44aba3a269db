"""The page without results: welcome at the first run, no matches, or waiting for the first sounds."""

from collections.abc import Callable, Sequence

from msgspec import Struct
from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QGridLayout, QLabel, QPushButton, QScrollArea, QVBoxLayout, QWidget

from desktop.base import resources
from desktop.base.messages import percent
from desktop.base.theme import Theme
from desktop.base.translation import translate
from desktop.widgets.boxes import STRETCH, hbox, vbox
from desktop.widgets.buttons import push_button
from desktop.widgets.labels import text_label
from desktop.widgets.restyle import restyle

_LEAST = QSize(420, 340)
_WIDE_PX, _EDGE_PX = 560, 24
_PROMISE_PX = 430
_MB_PER_THOUSAND = 5
"""Catalogue, vectors and one backup of the catalogue for a thousand one-shots: 1.6 + 1.4 + 1.6 MiB in docs/cost.md."""
_MOST_SECONDS = 90
"""A longer time is told in minutes."""


class SuggestedAction(Struct, frozen=True):
    """A way out of an empty answer or an error, as a button."""

    text: str
    take: Callable[[], object]


class EmptyPage(QWidget):
    """Says what to do. GUI thread only."""

    add_wanted = Signal()
    demo_wanted = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        zone = QFrame(self)
        zone.setObjectName("dropZone")
        zone.setMaximumSize(680, 520)
        self._theme = theme
        self._zone = zone
        self._is_making = False
        self._picture = QLabel(zone)
        self._picture.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        self.title = text_label("", zone, "emptyTitle", wraps=True)
        self.title.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        self.text = text_label("", zone, "emptyText", wraps=True)
        self.text.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        for label in (self.title, self.text):
            label.setTextFormat(Qt.TextFormat.PlainText)
        add = translate("EmptyPage", "Add folder…")
        self.button = QPushButton(resources.icon("folder-add", theme.on_accent), f"  {add}", zone)
        self.button.setObjectName("primary")
        self.button.setIconSize(QSize(20, 20))
        self.button.setAccessibleName(add)
        self.button.setToolTip(translate("EmptyPage", "Choose a folder of sounds (Ctrl+O)"))
        self.button.clicked.connect(self.add_wanted)
        self.demo_button = push_button(
            translate("EmptyPage", "Try it with demo sounds"),
            self.demo_wanted,
            zone,
            tip=translate("EmptyPage", "Creates 86 sounds in Earshot's own folder and analyses them."),
        )
        self.promises = QWidget(zone)
        self._promise("shield", translate("EmptyPage", "Private: no account, no upload, no network needed."))
        self._promise(
            "file",
            translate("EmptyPage", "Your files stay where they are. Earshot writes to them only when you ask it to."),
        )
        self._promise("search", translate("EmptyPage", "You can search as soon as the first sounds are analysed."))
        self.cost = self._promise("clock", _cost(None))
        inner = QVBoxLayout(zone)
        inner.setContentsMargins(28, 44, 28, 44)
        inner.setSpacing(14)
        inner.addStretch(1)
        inner.addWidget(self._picture)
        inner.addWidget(self.title)
        inner.addWidget(self.text)
        self.ways: tuple[SuggestedAction, ...] = ()
        self._ways = vbox(spacing=6)
        inner.addLayout(self._ways)
        inner.addSpacing(6)
        buttons = hbox(STRETCH, self.button, self.demo_button, STRETCH, spacing=12)
        inner.addLayout(buttons)
        inner.addSpacing(8)
        self.promises.setMaximumWidth(_PROMISE_PX + 30)
        promises = hbox(STRETCH, (self.promises, 1000), STRETCH)
        inner.addLayout(promises)
        inner.addStretch(1)
        held = QWidget()
        inside = vbox((zone, 1, Qt.AlignmentFlag(0)), parent=held, margins=(_EDGE_PX, 24, _EDGE_PX, 24))
        inside.setAlignment(zone, Qt.AlignmentFlag.AlignCenter)
        zone.setMinimumSize(_LEAST)
        scroll = QScrollArea(self)  # the zone may be larger than a small window
        scroll.setFrameShape(QFrame.Shape.NoFrame)
        scroll.setWidgetResizable(True)
        scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        scroll.setWidget(held)
        vbox(scroll, parent=self, margins=0)
        self.first_run()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._zone.setMinimumWidth(min(_WIDE_PX, max(_LEAST.width(), self.width() - 2 * _EDGE_PX)))

    def first_run(self) -> None:
        """Shows the welcome: the library has no sounds and nothing is being indexed."""
        if self._is_making:
            title = translate("EmptyPage", "Creating demo sounds…")
            self._say(title, translate("EmptyPage", "This takes a moment."), "earshot")
            return
        self._say(
            translate("EmptyPage", "Drop a folder of sounds here"),
            translate(
                "EmptyPage",
                "Earshot analyses every file once. Then you find any of them by description: “rusty gate "
                "creaking”, “short metallic hit”.",
            ),
            is_drop=True,
        )

    def listening(self) -> None:
        """Shows that the first sounds are being indexed."""
        self._say(
            translate("EmptyPage", "Analysing your sounds…"),
            translate("EmptyPage", "You can search as soon as the first ones are analysed."),
            "earshot",
        )

    def show_pace(self, sound_s: float) -> None:
        """Says how long analysing takes here, for `sound_s` seconds a short sound."""
        self.cost.setText(_cost(sound_s))

    def set_making(self, is_making: bool) -> None:
        """Shows whether demo sounds are being created."""
        self._is_making = is_making
        self.first_run()

    def opening(self) -> None:
        self._say(translate("EmptyPage", "Opening your library…"), "", "earshot")

    def updating(self, share: float) -> None:
        """Shows progress of a catalogue migration, 0 to 1."""
        text = translate(
            "EmptyPage",
            "This happens once after an update of Earshot. If you close the window, it starts again next time.",
        )
        self._say(translate("EmptyPage", "Bringing the library up to date… %1", percent(share)), text, "earshot")

    def nothing_found(self, note: str) -> None:
        """Shows that a query has no matches."""
        advice = translate("EmptyPage", "Try other words, or click a filter above to turn it off.")
        self._say(translate("EmptyPage", "Nothing found"), f"{note} {advice}".strip(), "search")

    def empty_place(self, collection: str | None, scope: str | None) -> None:
        """Explains how to fill an empty place searched without words or filters.

        Args:
            collection: name of a collection, None if it is not one.
            scope: a scope of `desktop.sidebar.library_list.PLACES`.
        """
        if collection is not None:
            title = translate("EmptyPage", "“%1” is empty", collection)
            text = translate(
                "EmptyPage",
                "Drag sounds onto it in the left column, or select sounds and press its number: 1 for the "
                "first collection, 2 for the second.",
            )
        elif scope == "fav:yes":
            title = translate("EmptyPage", "No favourites yet")
            text = translate("EmptyPage", "Select a sound and press F, or click the heart in its details.")
        elif scope == "heard:yes":
            title = translate("EmptyPage", "Nothing played yet")
            text = translate("EmptyPage", "Sounds you play are listed here, the latest first.")
        else:
            self.nothing_found("")
            return
        self._say(title, text, "search")

    def refused(self, message: str, advice: str) -> None:
        """Shows why a query cannot be answered."""
        self._say(translate("EmptyPage", "This search cannot be answered"), f"{message} {advice}".strip(), "search")

    def fault(self, message: str, advice: str) -> None:
        """Shows why the library cannot be used."""
        self._say(message, advice, "warning")

    def show_ways(self, ways: Sequence[SuggestedAction]) -> None:
        """Offers one button per suggested search; an empty list removes them."""
        self.ways = tuple(ways)
        while (item := self._ways.takeAt(0)) is not None:
            former = item.widget()
            if former is not None:
                former.hide()
                former.deleteLater()
        for way in ways:
            button = push_button(way.text.replace("&", "&&"), lambda _=False, way=way: way.take(), self._zone)
            button.setAccessibleName(way.text)
            self._ways.addWidget(button, 0, Qt.AlignmentFlag.AlignHCenter)

    def _say(self, title: str, text: str, picture: str = "drop", *, is_drop: bool = False) -> None:
        colour = {"search": self._theme.text_faint, "warning": self._theme.danger}.get(picture, self._theme.accent)
        self._picture.setPixmap(resources.pixmap(picture, colour, 56, self.devicePixelRatioF()))
        for part in (self.button, self.demo_button, self.promises):
            part.setVisible(is_drop)
        self._zone.setObjectName("dropZone" if is_drop else "")
        restyle(self._zone)
        self.title.setText(title)
        self.text.setText(text)
        self.text.setVisible(bool(text))

    def _promise(self, icon: str, text: str) -> QLabel:
        layout = self.promises.layout()
        if not isinstance(layout, QGridLayout):
            layout = QGridLayout(self.promises)
            layout.setContentsMargins(0, 0, 0, 0)
            layout.setHorizontalSpacing(10)
            layout.setColumnStretch(1, 1)
        row = layout.rowCount()
        sign, label = QLabel(self.promises), QLabel(text, self.promises)
        sign.setPixmap(resources.pixmap(icon, self._theme.text_faint, 18, self.devicePixelRatioF()))
        label.setObjectName("soft")
        label.setWordWrap(True)
        label.setMaximumWidth(_PROMISE_PX)
        layout.addWidget(sign, row, 0)
        layout.addWidget(label, row, 1)
        return label


def _cost(sound_s: float | None) -> str:
    """What a thousand short sounds cost in time, once it is measured, and disk."""
    if sound_s is None:
        return translate("EmptyPage", "1,000 short sounds need about %1 MB of disk.", _MB_PER_THOUSAND)
    seconds = max(1, round(1000 * sound_s))
    minutes = round(seconds / 60)
    time = (
        translate("EmptyPage", "%n second(s)", n=seconds)
        if seconds <= _MOST_SECONDS
        else translate("EmptyPage", "%n minute(s)", n=minutes)
    )
    return translate(
        "EmptyPage", "1,000 short sounds take about %1 on this computer, and %2 MB of its disk.", time, _MB_PER_THOUSAND
    )
