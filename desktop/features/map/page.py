"""The page of the map: legend, progress and buttons."""

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QColor, QIcon, QPainter, QPixmap
from PySide6.QtWidgets import (
    QComboBox,
    QHBoxLayout,
    QListWidget,
    QListWidgetItem,
    QProgressBar,
    QStackedWidget,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from desktop.base import resources
from desktop.base.theme import Theme
from desktop.base.translation import number, translate
from desktop.features.map.point_image import group_colours
from desktop.features.map.view import MapView
from desktop.widgets.boxes import hbox, vbox
from desktop.widgets.buttons import push_button
from desktop.widgets.centred import centred
from desktop.widgets.elided_label import ElidedLabel
from desktop.widgets.labels import text_label
from desktop.work.jobs import Jobs
from engine.base.events import MapProgress, MapStage
from engine.features.map.groups import Grouping, Groups

_CODE_ROLE = int(Qt.ItemDataRole.UserRole) + 1
_LEGEND_PX = 190
_TEXT_PX = 520


class MapPage(QWidget):
    """Map, legend and buttons. GUI thread only."""

    make_wanted = Signal()
    """Compute or update the map."""
    anew_wanted = Signal()
    stop_wanted = Signal()
    grouping_changed = Signal(object)
    """Grouping."""
    groups_chosen = Signal(object)
    """Codes of the groups to highlight: frozenset of int; empty for no highlight."""

    def __init__(self, theme: Theme, jobs: Jobs, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._missing = 0
        self._is_making = False
        self.view = MapView(theme, jobs, self)
        self.grouping = QComboBox(self)
        self.grouping.setAccessibleName(translate("MapPage", "Colours show"))
        self.grouping.addItem(translate("MapPage", "Colour by folder"), Grouping.FOLDER)
        self.grouping.addItem(translate("MapPage", "Colour by UCS category"), Grouping.CATEGORY)
        self.grouping.currentIndexChanged.connect(lambda: self.grouping_changed.emit(self.chosen_grouping))
        self.lasso = self._button("lasso", translate("MapPage", "Lasso: drag around sounds to list them (Shift+drag)"))
        self.lasso.setCheckable(True)
        self.lasso.toggled.connect(self._set_lasso)
        self.nearer = self._button("zoom-in", translate("MapPage", "Zoom in (+)"))
        self.nearer.clicked.connect(lambda: self.view.zoom(1.5))
        self.farther = self._button("zoom-out", translate("MapPage", "Zoom out (−)"))
        self.farther.clicked.connect(lambda: self.view.zoom(1 / 1.5))
        self.whole = self._button("fit", translate("MapPage", "Show everything (Home)"))
        self.whole.clicked.connect(self.view.fit)
        self.update_button = push_button(
            translate("MapPage", "Update"),
            self.make_wanted,
            self,
            tip=translate("MapPage", "Adds the sounds that came since the map was made"),
        )
        self.anew = push_button(
            translate("MapPage", "Redraw the map"),
            self.anew_wanted,
            self,
            tip=translate("MapPage", "Makes the whole map again; every sound may move"),
        )
        self.counts = ElidedLabel(Qt.TextElideMode.ElideRight, self)
        self.counts.setObjectName("soft")
        self.news = ElidedLabel(Qt.TextElideMode.ElideRight, self)
        self.news.setObjectName("soft")
        self.news.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self.legend = QListWidget(self)
        self.legend.setObjectName("roots")
        self.legend.setAccessibleName(translate("MapPage", "Groups on the map"))
        self.legend.setFixedWidth(_LEGEND_PX)
        self.legend.setIconSize(QSize(12, 12))
        self.legend.setSelectionMode(QListWidget.SelectionMode.MultiSelection)
        self.legend.itemSelectionChanged.connect(self._chosen)
        self.hint = text_label(
            translate(
                "MapPage",
                "Similar sounds are close together. Click to play, hold Alt to play what you point at, "
                "Shift+drag to list, double-click to find similar sounds.",
            ),
            self,
            "faint",
            wraps=True,
        )
        self._pages = QStackedWidget(self)
        self._pages.addWidget(self._empty_page())
        self._pages.addWidget(self._map_page())
        vbox(self._pages, parent=self, margins=0)

    @property
    def chosen_grouping(self) -> Grouping:
        return Grouping(self.grouping.currentData())

    def show_map(self, groups: Groups, missing: int, lit: int | None = None) -> None:
        """Shows the map with a legend.

        Args:
            groups: groups of the sounds on the map.
            missing: number of sounds that are not on the map.
            lit: number of sounds on the map that match the query; None without a query.
        """
        self._pages.setCurrentIndex(1)
        self._missing = missing
        self._tell_news()
        self._show_legend(groups)
        self.show_lit(len(groups.codes), missing, lit)

    def show_lit(self, on_map: int, missing: int, lit: int | None) -> None:
        """Shows how many sounds are on the map, or how many of them match the query."""
        if lit is not None:
            said = translate("MapPage", "%1 of %2 sounds match the search", lit, on_map)
        elif missing:
            said = translate("MapPage", "%1 of %2 sounds", on_map, on_map + missing)
        else:
            said = translate("MapPage", "%n sound(s)", n=on_map)
        self.counts.setText(said)
        self.counts.setToolTip(said)

    def show_none(self, has_sounds: bool) -> None:
        self._pages.setCurrentIndex(0)
        self._make.setEnabled(has_sounds)

    def show_progress(self, made: MapProgress) -> None:
        words = {
            MapStage.READING: translate("MapPage", "Reading what is known of the sounds…"),
            MapStage.LAYING_OUT: translate("MapPage", "Arranging the sounds…"),
            MapStage.PLACING: translate("MapPage", "Placing the others beside them…"),
        }
        self._stage.setText(words[made.stage])
        self.news.setToolTip(words[made.stage])
        for bar in (self._bar, self._small_bar):
            bar.setValue(round(made.share * 100))

    def set_making(self, is_making: bool) -> None:
        """Shows whether a map is being computed."""
        self._make.setVisible(not is_making)
        for widget in (self._stage, self._bar, self._stop, self._small_bar, self._small_stop):
            widget.setVisible(is_making)
        self.anew.setVisible(not is_making)
        self._is_making = is_making
        self._tell_news()

    def _tell_news(self) -> None:
        """Shows beside the map that a new one is being computed, or how many sounds this one lacks."""
        if self._is_making:
            said = translate("MapPage", "New map:")
        else:
            said = translate("MapPage", "%n sound(s) not on the map yet", n=self._missing) if self._missing else ""
        self.news.setText(said)
        self.news.setToolTip(said)
        self.news.setVisible(bool(said))
        self.update_button.setVisible(self._missing > 0 and not self._is_making)

    def _empty_page(self) -> QWidget:
        page = QWidget(self)
        title = text_label(translate("MapPage", "See the whole library at once"), page, "emptyTitle")
        text = text_label(
            translate(
                "MapPage",
                "The map puts every sound near what sounds like it. Making it takes a few minutes for a large library; "
                "you can go on working meanwhile.",
            ),
            page,
            "emptyText",
        )
        self._make = push_button(translate("MapPage", "Make the map"), self.make_wanted, page)
        self._make.setObjectName("primary")
        self._stage = text_label("", page, "soft")
        self._bar = QProgressBar(page)
        self._bar.setTextVisible(False)
        self._bar.setFixedWidth(320)
        self._bar.setAccessibleName(translate("MapPage", "How much of the map is made"))
        self._stop = push_button(translate("MapPage", "Stop"), self.stop_wanted, page)
        layout = QVBoxLayout(page)
        layout.setSpacing(14)
        layout.addStretch(1)
        for label in (title, text):
            layout.addLayout(centred(label, _TEXT_PX))
        for widget in (self._make, self._stage, self._bar, self._stop):
            layout.addWidget(widget, 0, Qt.AlignmentFlag.AlignHCenter)
        layout.addStretch(1)
        for widget in (self._stage, self._bar, self._stop):
            widget.hide()
        return page

    def _map_page(self) -> QWidget:
        page = QWidget(self)
        self._small_bar = QProgressBar(page)
        self._small_bar.setTextVisible(False)
        self._small_bar.setFixedWidth(72)
        self._small_bar.setAccessibleName(translate("MapPage", "How much of the map is made"))
        self._small_stop = push_button(translate("MapPage", "Stop"), self.stop_wanted, page)
        self._small_bar.hide()
        self._small_stop.hide()
        tools = QHBoxLayout()
        tools.setContentsMargins(16, 6, 16, 6)
        tools.setSpacing(6)
        for widget in (self.grouping, self.lasso, self.nearer, self.farther, self.whole):
            tools.addWidget(widget)
        tools.addSpacing(8)
        tools.addWidget(self.counts, 9)  # its sentence fits beside the other
        tools.addWidget(self.news, 5)
        for shown in (self._small_bar, self._small_stop, self.update_button, self.anew):
            tools.addWidget(shown)
        side = vbox((self.legend, 1), self.hint, margins=(8, 0, 8, 8))
        middle = hbox((self.view, 1), side, spacing=0)
        self.hint.setFixedWidth(_LEGEND_PX)
        vbox(tools, (middle, 1), parent=page, margins=0, spacing=0)
        return page

    def _show_legend(self, groups: Groups) -> None:
        self.legend.clear()
        colours = group_colours(len(groups.names), self._theme)
        counts = {code: int((groups.codes == code).sum()) for code in range(len(colours))}
        for code, colour in enumerate(colours):
            item = QListWidgetItem(_dot(colour), f"{groups.names[code]}  {number(counts[code])}")
            item.setData(_CODE_ROLE, code)
            self.legend.addItem(item)
        others = len(groups.codes) - sum(counts.values())
        if others:
            item = QListWidgetItem(
                _dot(self._theme.text_faint), f"{translate('MapPage', 'All others')}  {number(others)}"
            )
            item.setData(_CODE_ROLE, -1)
            self.legend.addItem(item)

    def _chosen(self) -> None:
        self.groups_chosen.emit(frozenset(item.data(_CODE_ROLE) for item in self.legend.selectedItems()))

    def _set_lasso(self, is_on: bool) -> None:
        self.view.is_lassoing = is_on

    def _button(self, icon: str, tip: str) -> QToolButton:
        button = QToolButton(self)
        button.setIcon(resources.icon(icon, self._theme.text))
        button.setIconSize(QSize(18, 18))
        button.setToolTip(tip)
        button.setAccessibleName(tip)
        return button


def _dot(colour: str) -> QIcon:
    picture = QPixmap(24, 24)
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(colour))
    painter.drawEllipse(3, 3, 18, 18)
    painter.end()
    return QIcon(picture)
