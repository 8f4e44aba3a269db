"""The header of the results: choose, move and resize columns, click to sort."""

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QHeaderView, QMenu, QWidget

from desktop.base.translation import phrase, translate
from desktop.results.columns import (
    ABOUT,
    CUSTOM,
    JOINING,
    NAME_LEAST_PX,
    OF_SLATE,
    YIELDING,
    Column,
    ColumnPlace,
    default_places,
)
from engine.library.answers import SortKey

_HIGH_PX = 24
_TITLE_EDGE_PX = 26
"""Room around a title: margins and sort arrow."""
_AMPLE_PX = 720
"""Waveform, name and description wider than this leave room for further columns."""
_WAVEFORM_SHARE, _WAVEFORM_MOST_PX = 0.4, 420
"""Thumbnails get this share of the spare width, up to a limit; the name gets the rest."""


_TOGETHER = (
    (phrase("ResultsHeader", "Format in parts"), (Column.FORMAT, Column.RATE, Column.DEPTH, Column.CHANNELS)),
    (phrase("ResultsHeader", "What the recorder noted"), OF_SLATE),
    (
        phrase("ResultsHeader", "Parts of the score"),
        tuple(column for column in Column if column.name.startswith("LIKE_")),
    ),
)
"""Columns in submenus, as one menu would be taller than a screen."""


class ResultsHeader(QHeaderView):
    """Shows the chosen columns; the name takes the remaining width. GUI thread only."""

    arranged = Signal()
    """The user chose, moved or resized columns."""
    sort_wanted = Signal(object, bool)
    """SortKey, or None for the ranking's order; and whether to sort in descending order."""

    fields_wanted = Signal()
    """The user wants to add or remove custom fields."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self._custom: dict[Column, str] = {}
        """Names of the user's fields by column."""
        self._chosen: tuple[ColumnPlace, ...] = ()
        self._has_scores = True
        self._joined: tuple[Column, ...] = ()
        """Columns added because the window is wide."""
        self._names_repeat = False
        self._is_laying = False
        self._room_px = 0
        self._sorted: tuple[SortKey, bool] | None = None
        self.setHighlightSections(False)
        self.setSectionsClickable(True)
        self.setSectionsMovable(True)
        self.setFirstSectionMovable(True)
        self.setMinimumSectionSize(40)
        self.setFixedHeight(_HIGH_PX)
        self.setAccessibleName(translate("ResultsHeader", "Columns"))
        self.setToolTip(translate("ResultsHeader", "Click to sort, drag to move, right click to choose columns"))
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.customContextMenuRequested.connect(self._menu)
        self.sectionClicked.connect(self._clicked)
        self.sectionMoved.connect(self._changed)
        self.sectionResized.connect(self._changed)

    def set_places(self, places: Sequence[ColumnPlace]) -> None:
        """Shows these columns, left to right; none means the default ones, which depend on the width."""
        self._chosen = tuple(places)
        self._is_laying = True
        shown = self._chosen or self._usual()
        for visual, place in enumerate(shown):
            self.moveSection(self.visualIndex(place.column), visual)
            if place.column is not Column.NAME:
                self.resizeSection(place.column, place.width_px)
        self._is_laying = False
        self.fit(self._room_px)

    @property
    def chosen(self) -> tuple[ColumnPlace, ...]:
        """The user's selection; empty for the default."""
        return self._chosen

    def set_custom_fields(self, names: Mapping[Column, str]) -> None:
        """Sets the columns of user-defined fields with their names; the other ones stay hidden."""
        self._custom = dict(names)
        self.fit(self._room_px)

    def set_has_scores(self, has_scores: bool) -> None:
        """Hides the match column for listings without scores."""
        if has_scores != self._has_scores:
            self._has_scores = has_scores
            self.fit(self._room_px)

    def note_names(self, names: Sequence[str]) -> None:
        """Shows folders from now on if these names repeat."""
        if not self._names_repeat and len(set(names)) < len(names):
            self._names_repeat = True
            self.fit(self._room_px)

    def fit(self, room_px: int) -> None:
        """Lays out the columns for a width; the name takes what is left."""
        self._room_px = room_px
        self._is_laying = True
        shown = {place.column for place in self._chosen or default_places()}
        shown.difference_update(column for column in CUSTOM if column not in self._custom)
        if not self._has_scores:
            shown.discard(Column.MATCH)
        if not self._chosen:
            self.resizeSection(Column.WAVEFORM, ABOUT[Column.WAVEFORM].width_px)
            if self._names_repeat:
                shown.add(Column.FOLDER)
            for column in (*YIELDING, Column.FOLDER):
                if room_px - self._others_px(shown) >= NAME_LEAST_PX:
                    break
                shown.discard(column)
            self._joined = (Column.FOLDER,) if Column.FOLDER in shown else ()
            for column in JOINING:
                if column in shown:
                    continue
                others_px = self._others_px(shown | {column}) - ABOUT[Column.WAVEFORM].width_px
                if room_px - others_px < _AMPLE_PX:
                    break
                shown.add(column)
                self._joined += (column,)
            self._widen_waveform(room_px - self._others_px(shown) - NAME_LEAST_PX)
        for column in Column:
            is_new = column in self._joined and self.isSectionHidden(column)
            self.setSectionHidden(column, column not in shown)
            if is_new:
                self.resizeSection(column, self._width_px(column))
        self.resizeSection(Column.NAME, max(NAME_LEAST_PX, room_px - self._others_px(shown)))
        self._is_laying = False

    def show_sort(self, key: SortKey | None, descending: bool) -> None:
        """Shows the sort arrow; None for the ranking's order, which has none."""
        self._sorted = None if key is None else (key, descending)
        column = next((column for column, about in ABOUT.items() if about.sort is key), None) if key else None
        order = Qt.SortOrder.DescendingOrder if descending else Qt.SortOrder.AscendingOrder
        self.setSortIndicatorShown(column is not None)
        self.setSortIndicator(-1 if column is None else int(column), order)

    def menu(self) -> QMenu:
        """Menu of all columns, visible ones checked."""
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        inner = {column: QMenu(str(title), menu) for title, columns in _TOGETHER for column in columns[:1]}
        of = {column: inner[columns[0]] for _, columns in _TOGETHER for column in columns}
        shown = {place.column for place in self._chosen or self._usual()}
        own = QMenu(translate("ResultsHeader", "Custom fields"), menu)
        for column in ABOUT:
            if column in inner:
                menu.addMenu(inner[column])
            if column in CUSTOM and column not in self._custom:
                continue
            held = own if column in CUSTOM else of.get(column, menu)
            action = QAction(self._title(column), held)
            action.setCheckable(True)
            action.setChecked(column in shown)
            action.setEnabled(column is not Column.NAME)
            action.toggled.connect(lambda is_on, column=column: self._choose(column, is_on))
            held.addAction(action)
        menu.addMenu(own)
        if self._custom:
            own.addSeparator()
        own.addAction(translate("ResultsHeader", "Edit custom fields…"), self.fields_wanted.emit)
        menu.addSeparator()
        menu.addAction(translate("ResultsHeader", "Usual columns"), self._reset)
        by_match = menu.addAction(translate("ResultsHeader", "Order of the search"))
        by_match.setEnabled(self._sorted is not None)
        by_match.triggered.connect(lambda: self.sort_wanted.emit(None, False))
        return menu

    def _menu(self, at: QPoint) -> None:
        self.menu().popup(self.mapToGlobal(at))

    def _choose(self, column: Column, is_shown: bool) -> None:
        places = list(self._chosen or self._now(self._usual()))
        if is_shown:
            places.append(ColumnPlace(column, self._width_px(column)))
        else:
            places = [place for place in places if place.column is not column]
        self.set_places(places)
        self.arranged.emit()

    def _reset(self) -> None:
        self.set_places(())
        self.arranged.emit()

    def _clicked(self, section: int) -> None:
        """Cycles through both orders and the ranking's; on Match, always the ranking's."""
        about = ABOUT[Column(section)]
        before = self._sorted
        self.show_sort(*(before or (None, False)))  # undo Qt's own change: the arrow follows the rows
        if about.sort is None:
            return
        if about.sort is SortKey.SCORE:
            self.sort_wanted.emit(None, False)
        elif before is None or before[0] is not about.sort:
            self.sort_wanted.emit(about.sort, about.falls_first)
        elif before[1] is about.falls_first:
            self.sort_wanted.emit(about.sort, not about.falls_first)
        else:
            self.sort_wanted.emit(None, False)

    def _changed(self) -> None:
        if self._is_laying:
            return
        self._chosen = self._now(self._chosen or self._usual())
        self.fit(self._room_px)
        self.arranged.emit()

    def _now(self, places: Sequence[ColumnPlace]) -> tuple[ColumnPlace, ...]:
        """These columns in their present order and width; hidden ones keep their width."""
        ordered = sorted(places, key=lambda place: self.visualIndex(place.column))
        return tuple(ColumnPlace(place.column, self.sectionSize(place.column) or place.width_px) for place in ordered)

    def _usual(self) -> tuple[ColumnPlace, ...]:
        """The default columns, wide enough for their titles in any language."""
        columns = {place.column for place in default_places()}.union(self._joined)
        return tuple(ColumnPlace(column, self._width_px(column)) for column in ABOUT if column in columns)

    def _title(self, column: Column) -> str:
        return self._custom.get(column) or str(ABOUT[column].title)

    def _width_px(self, column: Column) -> int:
        about = ABOUT[column]
        least = self.fontMetrics().horizontalAdvance(self._title(column)) + _TITLE_EDGE_PX
        return max(about.width_px, least)

    def _widen_waveform(self, spare_px: int) -> None:
        """Enlarges thumbnails if there is room."""
        wide = ABOUT[Column.WAVEFORM].width_px + round(_WAVEFORM_SHARE * max(0, spare_px))
        self.resizeSection(Column.WAVEFORM, min(wide, _WAVEFORM_MOST_PX))

    def _others_px(self, shown: set[Column]) -> int:
        widths = {place.column: place.width_px for place in self._chosen or self._usual()}
        sizes = (
            self.sectionSize(column) or widths.get(column) or self._width_px(column) for column in shown - {Column.NAME}
        )
        return sum(sizes)
