"""Paints rows: thumbnail with moments, name and description, match in three bars, a line above weak matches.

Only visible cells are painted. Overviews come from the overview thread; a missing one leaves a faint line. An unread
row is a faint bar, so that nothing jumps when it arrives.
"""

import math
from collections import OrderedDict
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QEvent, QModelIndex, QPersistentModelIndex, QRect, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QFont, QHelpEvent, QImage, QPainter, QPixmap
from PySide6.QtWidgets import (
    QAbstractItemView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QToolTip,
    QWidget,
)

from desktop.base import messages
from desktop.base.theme import Theme, mixed
from desktop.deck.drawing import lane_coverage, marked, of_peaks, pixel_columns
from desktop.results.cells import can_open, technical
from desktop.results.columns import ABOUT, Column
from desktop.results.editing import EDITABLE, CellEdit, fill, make_editor, text_of, typed
from desktop.results.ink import PaintCache
from desktop.results.model import ResultsModel
from desktop.results.name_cell import NameRow, beside_judging, paint_judging, paint_name
from engine.base.types import AudioInfo, Confidence, Hit, Ids, Peaks, SoundId

_PAD_PX = 10
_EDITOR_LEAST_PX = 150
_THUMBNAILS = 1024
_WEAK_OPACITY = 0.55
"""Opacity of the waveform in a weak row."""
_COLUMNS = tuple(Column)


_DULL_HZ, _BRIGHT_HZ = 150.0, 8000.0
"""Limits of the tint, as spectral centroids: a rumble and a hiss."""
ThumbnailSpan = tuple[float, float]


def tint(brightness_hz: float | None, theme: Theme) -> QColor:
    """Colour of a waveform: `wave_low` for a dull sound, `wave`, `wave_high` for a bright one."""
    middle = theme.colour("wave")
    if brightness_hz is None or brightness_hz <= 0:
        return middle
    share = math.log2(brightness_hz / _DULL_HZ) / math.log2(_BRIGHT_HZ / _DULL_HZ)
    away = 2 * min(1.0, max(0.0, share)) - 1
    end = theme.colour("wave_high" if away > 0 else "wave_low")
    return mixed(middle, end, abs(away))


def thumbnail(
    peaks: Peaks,
    width_px: int,
    height_px: int,
    ratio: float,
    spans_s: tuple[ThumbnailSpan, ...],
    colour: QColor,
    accent: QColor,
) -> QPixmap:
    """Draws an overview with the stretches `spans_s` in the accent colour. GUI thread only."""
    width, height = max(1, round(width_px * ratio)), max(1, round(height_px * ratio))
    lows, highs = pixel_columns(of_peaks(peaks), 0.0, max(peaks.duration_s, 1e-9), width)
    coverage = lane_coverage(lows[0], highs[0], height)
    colours = np.repeat(_bgra(colour)[None], width, axis=0)
    for start_s, end_s in spans_s:
        first, last = (round(at_s / max(peaks.duration_s, 1e-9) * width) for at_s in (start_s, end_s))
        colours[max(0, first) : max(first + 1, last)] = _bgra(accent)
    # Premultiplied by coverage, as the format requires: (height, width, 4) bytes.
    pixels = np.ascontiguousarray(coverage[..., None].astype(np.uint16) * colours[None] // 255, np.uint8)
    image = QImage(pixels.data, width, height, 4 * width, QImage.Format.Format_ARGB32_Premultiplied)
    picture = QPixmap.fromImage(image.copy())  # copy: a pixmap may share the image's memory, which is numpy's
    picture.setDevicePixelRatio(ratio)
    return picture


def _bgra(colour: QColor) -> NDArray[np.uint16]:
    return np.array([colour.blue(), colour.green(), colour.red(), 255], np.uint16)


class ResultsDelegate(QStyledItemDelegate):
    """Paints the cells of the results table, and manages cell editors. GUI thread only."""

    edited = Signal(object)
    """CellEdit: a cell's text was changed."""

    def __init__(self, theme: Theme, overview: Callable[[SoundId], Peaks | None], parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self._overview = overview
        self._thumbnails: OrderedDict[tuple[object, ...], QPixmap] = OrderedDict()
        self._ink = PaintCache(theme)
        self.meant: Callable[[], Ids] = lambda: np.empty(0, np.int64)
        """Returns the sounds that an editor opened now applies to."""
        self._editing: tuple[QPersistentModelIndex, str, Ids] | None = None
        self.hovered_row = -1
        self.playing: SoundId | None = None
        self.has_thumbnails = True
        """Whether to draw waveforms, and read them."""
        theme.changed.connect(self.forget)

    @property
    def ground(self) -> QColor:
        return self._ink.colour("window")

    def forget(self) -> None:
        """Clears the paint caches after a change of library or colours."""
        self._thumbnails.clear()
        self._ink.forget()

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        model = index.model()
        assert isinstance(model, ResultsModel)
        row, column = index.row(), _COLUMNS[index.column()]
        hit = model.hit(row)
        rect: QRect = option.rect
        state: QStyle.StateFlag = option.state
        font: QFont = option.font
        is_selected = bool(state & QStyle.StateFlag.State_Selected)
        colour = self._ink.colour
        if is_selected:
            painter.fillRect(rect, colour("accent_soft"))
        elif row == self.hovered_row:
            painter.fillRect(rect, colour("raised"))
        painter.setPen(colour("line" if not is_selected else "accent_soft"))
        painter.drawLine(rect.bottomLeft(), rect.bottomRight())
        begins_weak = model.begins_weak(row)
        if begins_weak:
            painter.fillRect(QRect(rect.left(), rect.top(), rect.width(), 2), colour("line_strong"))
        inner = rect.adjusted(_PAD_PX, 0, -_PAD_PX, 0)
        if column is Column.WAVEFORM and is_selected:
            painter.fillRect(QRect(rect.left(), rect.top(), 3, rect.height()), colour("accent"))
        if hit is None:
            self._paint_unread(painter, inner, column)
            return
        if self._editing is not None and self._editing[0] == index:
            return  # covered by its editor
        if state & QStyle.StateFlag.State_HasFocus and column in EDITABLE:
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(colour("accent_text"))
            painter.drawRect(rect.adjusted(0, 0, -1, -2))
        is_weak = model.has_scores and hit.confidence is Confidence.WEAK
        text = model.said(row, hit, column)
        if column is Column.WAVEFORM:
            painter.setOpacity(_WEAK_OPACITY if is_weak and not is_selected else 1.0)
            high = max(3, rect.height() // 8)
            self._paint_thumbnail(painter, inner.adjusted(2, high, 0, -high - 1), hit)
            painter.setOpacity(1.0)
        elif column is Column.NAME:
            is_child = model.spot(row).child >= 0
            take = 0 if is_child or model.is_open(row) else _take_heard(hit, self.playing)
            name = NameRow(
                said=text,
                is_child=is_child,
                can_open=not is_child and can_open(hit),
                is_open=model.is_open(row),
                is_playing=bool(take) or (hit.sound.id == self.playing and not is_child),
                take=take,
                is_selected=is_selected,
                is_weak=is_weak,
                begins_weak=begins_weak,
                shows_stars=_is_hidden(option, Column.RATING),
            )
            is_judged = row == self.hovered_row and model.has_scores
            room = beside_judging(inner, rect) if is_judged else inner
            paint_name(self._ink, painter, room, hit, name, font)
            if is_judged:
                paint_judging(self._ink, painter, rect)
        elif not text and model.field(column) is None:
            return
        elif column is Column.MATCH and hit.confidence is not None:
            self._paint_match(painter, inner, hit.confidence)
        elif column is Column.RATING:
            self._paint_stars(painter, inner, hit.sound.marks.rating, font)
        elif column is Column.COLOUR and hit.sound.marks.colour is not None:
            self._ink.dot(painter, QRectF(inner.left(), inner.center().y() - 4, 8, 8), f"mark_{hit.sound.marks.colour}")
            self._ink.text(painter, inner.adjusted(15, 0, 0, 0), text, "text_soft", font)
        elif column is Column.TECHNICAL and hit.sound.info is not None:
            self._paint_technical(painter, inner, hit.sound.info, font, is_weak=is_weak)
        else:
            is_waiting = model.is_waiting(hit, column)
            self._ink.text(
                painter,
                inner,
                text,
                "accent_text" if is_waiting else "text_soft" if ABOUT[column].is_soft or is_weak else "text",
                font,
                "waiting" if is_waiting else "plain",
                right=ABOUT[column].is_number,
                cuts_left=column is Column.FOLDER,
            )

    def createEditor(
        self, parent: QWidget, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> QWidget:
        """Creates a cell's editor and fixes the sounds it applies to."""
        column = _COLUMNS[index.column()]
        self._editing = (QPersistentModelIndex(index), "", self.meant())
        title = str(index.model().headerData(column, Qt.Orientation.Horizontal))
        return make_editor(column, title, self._theme, parent)

    def destroyEditor(self, editor: QWidget, index: QModelIndex | QPersistentModelIndex) -> None:
        self._editing = None
        super().destroyEditor(editor, index)

    def setEditorData(self, editor: QWidget, index: QModelIndex | QPersistentModelIndex) -> None:
        """Fills the editor once: typed text survives when the row is read again."""
        model = index.model()
        assert isinstance(model, ResultsModel)
        hit = model.hit(index.row())
        if hit is None or self._editing is None or editor.property("filled"):
            return
        column = _COLUMNS[index.column()]
        field = model.field(column)
        before = None if field is None else model.waiting(hit.sound.id).get(field)
        before = text_of(hit, column, field) if before is None else before
        self._editing = (self._editing[0], before, self._editing[2])
        editor.setProperty("filled", True)
        fill(editor, before)

    def setModelData(self, editor: QWidget, model: object, index: QModelIndex | QPersistentModelIndex) -> None:
        """Emits `edited` if the text has changed."""
        if self._editing is None or not editor.property("filled"):
            return
        _, before, ids = self._editing
        text = typed(editor)
        if text != before:
            self._editing = (self._editing[0], text, ids)
            self.edited.emit(CellEdit(_COLUMNS[index.column()], text, before, ids))

    def updateEditorGeometry(
        self, editor: QWidget, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """Covers the cell; wider if the cell is too narrow to type in."""
        place = QRect(option.rect)
        viewport = editor.parentWidget()
        room_px = place.width() if viewport is None else viewport.width()
        width_px = max(place.width(), min(_EDITOR_LEAST_PX, room_px))
        place.setWidth(width_px)
        place.moveLeft(min(place.left(), max(0, room_px - width_px)))
        editor.setGeometry(place)

    def helpEvent(
        self,
        event: QHelpEvent,
        view: QAbstractItemView,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> bool:
        """Shows a cell's tooltip, or its full text if it is elided."""
        model = index.model()
        if event.type() != QEvent.Type.ToolTip or not isinstance(model, ResultsModel):
            return super().helpEvent(event, view, option, index)
        text = index.data(Qt.ItemDataRole.ToolTipRole)
        if not text:
            said = str(index.data() or "")
            room_px = option.rect.width() - 2 * _PAD_PX
            text = messages.plain(said) if view.fontMetrics().horizontalAdvance(said) > room_px else ""
        QToolTip.showText(event.globalPos(), text, view)
        return True

    def _paint_unread(self, painter: QPainter, rect: QRect, column: Column) -> None:
        if column is Column.NAME:
            bar = QRectF(rect.left(), rect.center().y() - 4, min(180, rect.width() * 0.5), 8)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(self._ink.colour("line"))
            painter.drawRoundedRect(bar, 4, 4)

    def _paint_match(self, painter: QPainter, rect: QRect, confidence: Confidence) -> None:
        filled = messages.CONFIDENCE_BARS[confidence]
        painter.setPen(Qt.PenStyle.NoPen)
        base = rect.center().y() + 7
        for bar in range(3):
            height = 5 + 4 * bar
            colour = "line_strong" if bar >= filled else "accent" if filled > 1 else "text_faint"
            painter.setBrush(self._ink.colour(colour))
            painter.drawRect(QRectF(rect.left() + 6 * bar, base - height, 4, height))

    def _paint_stars(self, painter: QPainter, rect: QRect, rating: int, font: QFont) -> None:
        self._ink.text(painter, rect, "★" * rating, "accent_text", font)
        lit = self._ink.width("★" * rating, font)
        self._ink.text(painter, rect.adjusted(lit, 0, 0, 0), "☆" * (5 - rating), "text_faint", font)

    def _paint_technical(self, painter: QPainter, rect: QRect, info: AudioInfo, font: QFont, *, is_weak: bool) -> None:
        """Paints three small columns aligned across rows."""
        rate, channels, kind = technical(info)
        ink = self._ink
        rate_px, channels_px = ink.width("44.1k", font), ink.width("2ch", font)
        ink.text(
            painter,
            QRect(rect.left(), rect.top(), max(rate_px, ink.width(rate, font)), rect.height()),
            rate,
            "text_soft" if is_weak else "text",
            font,
            right=True,
        )
        left = rect.left() + max(rate_px, ink.width(rate, font)) + 7
        ink.text(
            painter,
            QRect(left, rect.top(), max(channels_px, ink.width(channels, font)), rect.height()),
            channels,
            "text_soft",
            font,
        )
        left += max(channels_px, ink.width(channels, font)) + 7
        ink.text(
            painter, QRect(left, rect.top(), rect.right() + _PAD_PX - 2 - left, rect.height()), kind, "text_faint", font
        )

    def _paint_thumbnail(self, painter: QPainter, rect: QRect, hit: Hit) -> None:
        peaks = self._overview(hit.sound.id) if self.has_thumbnails else None
        if peaks is None or rect.width() < 2 or rect.height() < 2:
            painter.setPen(self._ink.colour("line_strong"))
            painter.drawLine(rect.left(), rect.center().y(), rect.right(), rect.center().y())
            return
        ratio = painter.device().devicePixelRatio()
        spans = tuple((moment.start_s, moment.end_s) for moment in marked(hit.moments, peaks.duration_s))
        key = (hit.sound.id, rect.width(), rect.height(), ratio, spans)
        picture = self._thumbnails.get(key)
        if picture is None:
            colour = tint(hit.sound.measures.brightness_hz, self._theme)
            picture = thumbnail(peaks, rect.width(), rect.height(), ratio, spans, colour, self._ink.colour("accent"))
            self._thumbnails[key] = picture
            while len(self._thumbnails) > _THUMBNAILS:
                self._thumbnails.popitem(last=False)
        else:
            self._thumbnails.move_to_end(key)
        painter.drawPixmap(rect.topLeft(), picture)


def _is_hidden(option: QStyleOptionViewItem, column: Column) -> bool:
    view = option.widget
    return not isinstance(view, QTableView) or view.isColumnHidden(column)


def _take_heard(hit: Hit, playing: SoundId | None) -> int:
    """Which of a row's takes is playing, from 1; 0 for none or a row without takes."""
    takes = (hit.sound.id, *hit.stacked)
    return takes.index(playing) + 1 if playing in takes and hit.stacked else 0
