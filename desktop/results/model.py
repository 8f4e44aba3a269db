"""Table model of a ranking: an array of ids, and hits only for rows recently on screen.

A million rows are one array. Contents are read elsewhere, page by page: `wanted` requests, `take` receives. A new
ranking changes the rows without resetting the view.
"""

import itertools
from collections import OrderedDict
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray
from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt, Signal

from desktop.base import messages
from desktop.results.cell_texts import spoken, tip
from desktop.results.cells import can_open, folder_from
from desktop.results.columns import ABOUT, CUSTOM, Column, cell_text, moment_text, title_data
from desktop.results.editing import EDITABLE
from desktop.results.layout import HitRequest, RowLayout, RowPosition
from desktop.results.why import PARTS, first_weak, part
from engine.audio.fields import AnyField, CustomField
from engine.base.types import Hit, Ids, SoundId
from engine.library.answers import Ranking, nothing

HIT_ROLE = int(Qt.ItemDataRole.UserRole) + 1
PAGE = 64
"""Rows read at a time."""
MOST_KEPT = 3_000
"""Maximum number of cached hits, most recently used."""
MOST_CARRIED = 4 * PAGE
"""Cached hits, a few screens full, that a refresh keeps showing until they are read again."""
Index = QModelIndex | QPersistentModelIndex
Places = NDArray[np.int64]
_NOWHERE = QModelIndex()
_FLAGS = Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsDragEnabled
_NOTHING = nothing("none")


class ResultsModel(QAbstractTableModel):
    """Rows of a ranking, in its order or sorted by a column. GUI thread only."""

    wanted = Signal(object)
    loaded = Signal(int, int)
    """First and last table row whose hits arrived."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.ranking = _NOTHING
        self._order: Places | None = None
        self._row_of: NDArray[np.int32] | None = None
        self._layout = RowLayout()
        self._hits: OrderedDict[int, Hit] = OrderedDict()
        self._takes: dict[int, list[Hit]] = {}
        self._stale, self._asked, self._lost = set[int](), set[int](), dict[int, int]()
        self._show = 0
        self._roots: tuple[str, ...] = ()
        self._weak_from = 0
        """Row of the ranking where weak matches begin; 0 if all or none are weak."""
        self._custom: dict[Column, CustomField] = {}
        self._waiting_of: Callable[[SoundId], Mapping[AnyField, str]] = lambda sound: {}
        self.shows_scores = False
        """Whether tooltips include scores."""

    def show(
        self,
        ranking: Ranking,
        hits: tuple[Hit, ...] = (),
        order: Places | None = None,
        *,
        is_refresh: bool = False,
    ) -> None:
        """Shows a ranking, all rows closed.

        Args:
            ranking: the new ranking.
            hits: those already available.
            order: rows of the ranking in display order; None for its own order.
            is_refresh: it answers the same request: rows keep their contents until read again.
        """
        lately = self._lately() if is_refresh else {}
        self._resize(len(ranking))
        self._show += 1
        self.ranking, self._order, self._row_of = ranking, order, None
        self._weak_from = first_weak(ranking)
        self._hits.clear()
        self._takes.clear()
        self._asked.clear()
        for hit in hits:
            self._hits[hit.rank - 1] = hit
        self._stale = self._carry_over(lately)
        if len(ranking):
            self._tell_changed(0, len(ranking) - 1)

    def set_order(self, order: Places | None) -> None:
        """Reorders the rows; closes expanded rows and keeps cached hits."""
        self._resize(len(self.ranking))
        self._order, self._row_of = order, None
        self._asked.clear()
        if len(self.ranking):
            self._tell_changed(0, len(self.ranking) - 1)

    def take(self, wanted: HitRequest, hits: list[Hit]) -> None:
        """Receives the hits that `wanted` requested."""
        if wanted.show != self._show:
            return
        self._asked.discard(wanted.page)
        for hit in hits:
            self._hits[hit.rank - 1] = hit
            self._hits.move_to_end(hit.rank - 1)
        self._stale.difference_update(wanted.rows)
        self._lost.update(dict.fromkeys({*wanted.rows} - {hit.rank - 1 for hit in hits}, self._show))
        while len(self._hits) > MOST_KEPT:
            self._stale.discard(self._hits.popitem(last=False)[0])
        first = wanted.page * PAGE
        last = min(first + PAGE, len(self.ranking)) - 1
        self._tell_changed(self._layout.row(first), self._layout.row(last))
        self.loaded.emit(self._layout.row(first), self._layout.row(last))

    def give_up(self, wanted: HitRequest) -> None:
        """Cancels a request; the rows are requested again when on screen."""
        if wanted.show == self._show:
            self._asked.discard(wanted.page)

    def refresh(self, sounds: Ids | None = None) -> None:
        """Reads rows again, of these sounds or all; old contents stay until then."""
        if sounds is None:
            self._stale.update(self._hits)
        else:
            changed = set(sounds.tolist())
            self._stale.update(row for row, hit in self._hits.items() if hit.sound.id in changed)
        self._asked.clear()
        self._show += 1
        if len(self.ranking):
            self._tell_changed(0, len(self._layout) - 1)

    def hit(self, row: int) -> Hit | None:
        """The hit in a table row; None until read, which this requests."""
        spot = self._layout.spot(row)
        if spot.base >= len(self.ranking):
            return None  # a row just added for a coming ranking
        ranked = self._ranked(spot.base)
        hit = self._hits.get(ranked)
        is_lost = self._lost.get(ranked) == self._show  # no longer in the library: requesting it would loop
        if (hit is None and not is_lost) or ranked in self._stale:
            self._want(spot.base // PAGE)
        return hit if hit is None or spot.child < 0 else self._child(hit, ranked, spot.child)

    def spot(self, row: int) -> RowPosition:
        """Position of a table row in the ranking."""
        return self._layout.spot(row)

    def sound_at(self, row: int) -> SoundId:
        """The sound in a table row, known before it is read."""
        spot = self._layout.spot(row)
        ranked = self._ranked(spot.base)
        if spot.child >= 0:
            hit = self._hits.get(ranked)
            child = None if hit is None else self._child(hit, ranked, spot.child)
            if child is not None:
                return child.sound.id
        return SoundId(int(self.ranking.ids[ranked]))

    def sounds_at(self, first: int, last: int) -> Ids:
        """int64 [N], the sounds in a range of table rows."""
        if self._layout.is_flat:
            rows = slice(first, last + 1)
            return self.ranking.ids[rows if self._order is None else self._order[rows]]
        return np.array([self.sound_at(row) for row in range(first, last + 1)], np.int64)

    def ranked_rows(self, first: int, last: int) -> Places:
        """int64 [N], rows of the ranking for a range of table rows, without child rows."""
        if self._layout.is_flat:
            rows = np.arange(first, last + 1, dtype=np.int64)
        else:
            spots = (self._layout.spot(row) for row in range(first, last + 1))
            rows = np.array([spot.base for spot in spots if spot.child < 0], np.int64)
        return rows if self._order is None else self._order[rows]

    def unread(self, ranked: Places) -> Places:
        """The given rows of the ranking that are not cached."""
        known = np.fromiter(self._hits, np.int64, len(self._hits))
        return np.setdiff1d(ranked, known, assume_unique=True)

    def rows_of(self, sounds: Ids) -> Places:
        """int64 [N], ascending: table rows of these sounds, without those not shown."""
        if self._row_of is None:
            known = np.full(int(self.ranking.ids.max(initial=0)) + 1, -1, np.int32)
            ids = self.ranking.ids if self._order is None else self.ranking.ids[self._order]
            known[ids] = np.arange(len(ids), dtype=np.int32)
            self._row_of = known
        inside = sounds[sounds < len(self._row_of)]
        bases = np.sort(self._row_of[inside].astype(np.int64))
        bases = bases[bases >= 0]
        return bases if self._layout.is_flat else np.array([self._layout.row(int(base)) for base in bases], np.int64)

    def row_of(self, sound: SoundId) -> int | None:
        """A sound's table row, None if not shown."""
        rows = self.rows_of(np.array([sound], np.int64))
        return int(rows[0]) if len(rows) else None

    def has_under(self, row: int) -> bool:
        """Whether a row can be expanded: its sound has several moments or folded takes."""
        return self.spot(row).child < 0 and can_open(self.hit(row))

    def is_open(self, row: int) -> bool:
        spot = self._layout.spot(row)
        return spot.child < 0 and self._layout.under(spot.base) > 0

    def takes_of(self, row: int) -> range:
        """Rows of `ranking.takes` folded under a table row."""
        takes = self.ranking.takes
        return takes.of(self._ranked(self._layout.spot(row).base)) if takes is not None else range(0)

    def open(self, row: int, takes: list[Hit]) -> None:
        """Shows the moments of a row's sound, then its takes, under it."""
        hit, base = self.hit(row), self._layout.spot(row).base
        if hit is None or self.is_open(row) or self.spot(row).child >= 0:
            return
        under = (len(hit.moments) if len(hit.moments) > 1 else 0) + len(takes)
        if under:
            self._takes[self._ranked(base)] = takes
            self.beginInsertRows(_NOWHERE, row + 1, row + under)
            self._layout.open(base, under)
            self.endInsertRows()
            self._tell_changed(row, row)

    def close(self, row: int) -> None:
        base = self._layout.spot(row).base
        under = self._layout.under(base)
        if under and self._layout.spot(row).child < 0:
            self.beginRemoveRows(_NOWHERE, row + 1, row + under)
            self._layout.close(base)
            self.endRemoveRows()
            self._tell_changed(row, row)

    def set_roots(self, roots: tuple[str, ...]) -> None:
        """Sets the library's roots, from which folders are shown."""
        ordered = tuple(sorted((root.rstrip("/\\") for root in roots), key=len, reverse=True))
        if ordered != self._roots:
            self._roots = ordered
            if len(self.ranking):
                self._tell_changed(0, len(self._layout) - 1, Column.FOLDER, Column.FOLDER)

    @property
    def has_scores(self) -> bool:
        """False for a listing, and for a query with negative parts only."""
        return self.ranking.is_ranked

    @property
    def order(self) -> Places | None:
        """Rows of the ranking in display order; None for its own order."""
        return self._order

    def folder(self, hit: Hit) -> str:
        """A sound's folder, starting at its root: "Foley/Doors"."""
        return folder_from(hit.sound.path, self._roots)

    def text(self, hit: Hit, column: Column) -> str:
        if column is Column.MATCH:
            return messages.confidence(hit.confidence) if self.has_scores and hit.confidence else ""
        if column in PARTS:
            return part(hit, column, self.ranking)
        if self.is_waiting(hit, column):
            field = self.field(column)
            return "" if field is None else self.waiting(hit.sound.id)[field]
        if column is Column.FOLDER:
            return self.folder(hit)
        return cell_text(hit, column, self._custom.get(column))

    def set_custom_fields(self, fields: Mapping[Column, CustomField]) -> None:
        """Sets the user's field of each custom column."""
        self._custom = dict(fields)
        self.headerDataChanged.emit(Qt.Orientation.Horizontal, CUSTOM[0], CUSTOM[-1])
        if len(self.ranking):
            self._tell_changed(0, len(self._layout) - 1, CUSTOM[0], CUSTOM[-1])

    def field(self, column: Column) -> AnyField | None:
        """The writable file field a column shows; None for none."""
        return self._custom.get(column) or ABOUT[column].field

    def take_waiting(self, waiting_of: Callable[[SoundId], Mapping[AnyField, str]]) -> None:
        """Sets the source of pending edits to show; it returns those of a sound."""
        self._waiting_of = waiting_of

    def waiting(self, sound: SoundId) -> Mapping[AnyField, str]:
        """Edits of a sound not yet written to its file."""
        return self._waiting_of(sound)

    def is_waiting(self, hit: Hit, column: Column) -> bool:
        """Whether a cell shows an edit not yet written."""
        field = self.field(column)
        return field is not None and field in self.waiting(hit.sound.id)

    def begins_weak(self, row: int) -> bool:
        """Whether weak matches begin in this row, in the search's order."""
        if not self._weak_from or self._order is not None:
            return False
        return self._layout.spot(row) == RowPosition(self._weak_from)

    def rowCount(self, parent: Index = _NOWHERE) -> int:
        return 0 if parent.isValid() else len(self._layout)

    def columnCount(self, parent: Index = _NOWHERE) -> int:
        return 0 if parent.isValid() else len(Column)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Contents of a cell; None until read."""
        if not index.isValid() or role not in _ROLES:
            return None
        column = Column(index.column())
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter) if ABOUT[column].is_number else None
        hit = self.hit(index.row())
        if role == HIT_ROLE or hit is None:
            return hit
        row = index.row()
        said, is_whole = self.said(row, hit, column), not self.is_moment(row)
        if role == Qt.ItemDataRole.ToolTipRole:
            return tip(hit, column, self.ranking, has_numbers=self.shows_scores) if is_whole else None
        is_spoken = role == Qt.ItemDataRole.AccessibleTextRole and is_whole
        title = str(self.headerData(column, Qt.Orientation.Horizontal)) if is_spoken else ""
        return spoken(hit, column, title, said, has_scores=self.has_scores) if is_spoken else said

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if orientation != Qt.Orientation.Horizontal:
            return None
        custom = self._custom.get(Column(section))
        is_title = role == Qt.ItemDataRole.DisplayRole
        return custom.name if custom is not None and is_title else title_data(Column(section), role)

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Rows can be selected and dragged; some cells can be edited."""
        flags = _FLAGS | Qt.ItemFlag.ItemIsEditable if index.column() in EDITABLE else _FLAGS
        return flags if index.isValid() else Qt.ItemFlag.NoItemFlags

    def _ranked(self, base: int) -> int:
        return base if self._order is None else int(self._order[base])

    def _child(self, hit: Hit, ranked: int, child: int) -> Hit | None:
        """A moment of a hit as its own hit, or a folded take."""
        moments = len(hit.moments) if len(hit.moments) > 1 else 0
        if child < moments:
            return replace(hit, moments=(hit.moments[child],), stacked=())
        takes = self._takes.get(ranked, [])
        return takes[child - moments] if child - moments < len(takes) else None

    def said(self, row: int, hit: Hit, column: Column) -> str:
        """Text of a cell, including rows of moments."""
        return moment_text(hit, column) if self.is_moment(row) else self.text(hit, column)

    def is_moment(self, row: int) -> bool:
        """Whether a row is one moment of the sound above it."""
        return self._layout.spot(row).child >= 0 and not self._is_take(row)

    def _is_take(self, row: int) -> bool:
        spot = self._layout.spot(row)
        leader = self._hits.get(self._ranked(spot.base))
        return leader is not None and spot.child >= (len(leader.moments) if len(leader.moments) > 1 else 0)

    def _want(self, page: int) -> None:
        if page in self._asked:
            return
        self._asked.add(page)
        first = page * PAGE
        bases = np.arange(first, min(first + PAGE, len(self.ranking)), dtype=np.int64)
        rows = bases if self._order is None else self._order[bases]
        self.wanted.emit(HitRequest(self._show, page, self.ranking, tuple(rows.tolist())))

    def _lately(self) -> dict[SoundId, Hit]:
        """Recently used hits, by sound."""
        newest = itertools.islice(reversed(self._hits.values()), MOST_CARRIED)
        return {hit.sound.id: hit for hit in newest}

    def _carry_over(self, lately: dict[SoundId, Hit]) -> set[int]:
        """Carries hits over to a refreshed ranking; returns their rows, which need reading."""
        stale: set[int] = set()
        if lately:
            wanted = np.array(list(lately), np.int64)
            order, self._order = self._order, None
            for row in self.rows_of(wanted).tolist():
                if row not in self._hits:
                    self._hits[row] = replace(lately[SoundId(int(self.ranking.ids[row]))], rank=row + 1)
                    stale.add(row)
            self._order, self._row_of = order, None
        return stale

    def _resize(self, after: int) -> None:
        """Closes all rows and changes their number; remaining rows keep their contents for now."""
        for base in reversed(self._layout.opened):
            self.close(self._layout.row(base))
        before = len(self._layout)
        if after > before:
            self.beginInsertRows(_NOWHERE, before, after - 1)
            self._layout = RowLayout(after)
            self.endInsertRows()
        elif after < before:
            self.beginRemoveRows(_NOWHERE, after, before - 1)
            self._layout = RowLayout(after)
            self.endRemoveRows()

    def _tell_changed(self, first: int, last: int, left: int = 0, right: int = len(Column) - 1) -> None:
        self.dataChanged.emit(self.index(first, left), self.index(last, right))


_SAID = Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole, Qt.ItemDataRole.ToolTipRole
_ROLES = frozenset({HIT_ROLE, int(Qt.ItemDataRole.TextAlignmentRole), *map(int, _SAID)})
