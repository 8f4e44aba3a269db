"""Finds unreadable text in a visible window: cut by its own widget, by its container, or under another widget.

Text scrolled out of a scroll area counts as readable, and so does text elided with a tool tip.
"""

from collections.abc import Iterator
from itertools import combinations

from PySide6.QtCore import QPoint, QRect, QSize
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractScrollArea,
    QCheckBox,
    QComboBox,
    QLabel,
    QLineEdit,
    QPushButton,
    QRadioButton,
    QSlider,
    QStackedWidget,
    QStyle,
    QStyleOptionComboBox,
    QTabBar,
    QToolButton,
    QWidget,
)

from desktop.widgets.elided_label import ElidedLabel
from desktop.window.details import TitleLabel
from tests.helpers.controls import plain

_SPARE_PX = 1
"""A size hint is a whole number of pixels, letters are not."""
_LEAVES = (QLabel, QAbstractButton, QComboBox, QLineEdit, QSlider)


def cut_texts(window: QWidget) -> list[str]:
    """Returns a line per unreadable text: the kind of fault, the widget, the text."""
    leaves = [widget for widget in window.findChildren(QWidget) if _is_leaf(widget, window)]
    found = [f"{fault}: {_name(leaf)}" for leaf in leaves if (fault := _cut(leaf))]
    found += [f"out of {type(outer).__name__}: {_name(leaf)}" for leaf in leaves if (outer := _outer(leaf, window))]
    found += [f"over each other: {_name(one)} and {_name(other)}" for one, other in _overlaps(leaves, window)]
    found += [f"tab cut: {text}" for text in _cut_tabs(window)]
    return found


def _is_leaf(widget: QWidget, window: QWidget) -> bool:
    if not isinstance(widget, _LEAVES) or not widget.isVisible() or widget.window() is not window:
        return False
    if isinstance(widget.parentWidget(), QComboBox | QTabBar) or widget.objectName().startswith("qt_"):
        return False
    return not isinstance(widget, QLabel | QAbstractButton) or bool(_text(widget)) or not widget.size().isEmpty()


def _text(widget: QWidget) -> str:
    if isinstance(widget, QComboBox):
        return widget.currentText()
    return plain(widget.text()) if isinstance(widget, QLabel | QAbstractButton) else ""


def _cut(leaf: QWidget) -> str:
    text = _text(leaf)
    if not text or _is_cut_on_purpose(leaf, text):
        return ""
    if isinstance(leaf, QComboBox):
        option = QStyleOptionComboBox()
        leaf.initStyleOption(option)
        field = leaf.style().subControlRect(
            QStyle.ComplexControl.CC_ComboBox, option, QStyle.SubControl.SC_ComboBoxEditField, leaf
        )
        needed_px = leaf.fontMetrics().horizontalAdvance(text)
        return _told(QSize(needed_px, 0), QSize(field.width(), 0))
    if isinstance(leaf, QLabel) and leaf.wordWrap():
        longest = max(leaf.fontMetrics().horizontalAdvance(word) for word in text.split()) if "<" not in text else 0
        return _told(QSize(longest, leaf.heightForWidth(leaf.width())), leaf.size())
    return _told(leaf.sizeHint(), leaf.size()) if _has_words(leaf) else ""


def _has_words(leaf: QWidget) -> bool:
    if isinstance(leaf, QToolButton):
        return leaf.toolButtonStyle().name != "ToolButtonIconOnly" or leaf.icon().isNull()
    return isinstance(leaf, QLabel | QPushButton | QCheckBox | QRadioButton)


def _is_cut_on_purpose(leaf: QWidget, text: str) -> bool:
    if isinstance(leaf, TitleLabel):
        return "…" not in "".join(leaf.lines()) or bool(leaf.toolTip())
    if isinstance(leaf, ElidedLabel):
        wide = leaf.fontMetrics().horizontalAdvance(text) <= leaf.width() + _SPARE_PX
        return wide or (bool(leaf.toolTip()) and leaf.width() >= leaf.fontMetrics().horizontalAdvance("mmm"))
    return False


def _told(needed: QSize, given: QSize) -> str:
    if needed.width() > given.width() + _SPARE_PX:
        return f"cut, {needed.width()} px wide in {given.width()}"
    if needed.height() > given.height() + _SPARE_PX + 1:
        return f"cut, {needed.height()} px high in {given.height()}"
    return ""


def _outer(leaf: QWidget, window: QWidget) -> QWidget | None:
    """Returns the ancestor that clips a widget, if any."""
    area, inner = leaf.rect(), leaf
    while inner is not window:
        outer = inner.parentWidget()
        if outer is None or isinstance(outer.parentWidget(), QAbstractScrollArea):
            return None  # it scrolls
        area = QRect(inner.mapTo(outer, area.topLeft()), area.size())
        if not outer.rect().adjusted(-1, -1, 1, 1).contains(area) and not isinstance(outer, QStackedWidget):
            return outer
        inner = outer
    return None


def _overlaps(leaves: list[QWidget], window: QWidget) -> Iterator[tuple[QWidget, QWidget]]:
    seen = {leaf: area for leaf in leaves if not (area := _seen(leaf, window)).isEmpty()}
    for one, other in combinations(seen, 2):
        shared = seen[one] & seen[other]
        if shared.width() > 1 and shared.height() > 1 and not one.isAncestorOf(other) and not other.isAncestorOf(one):
            yield one, other


def _seen(leaf: QWidget, window: QWidget) -> QRect:
    """Returns the part of a widget visible through scroll areas, in the window's coordinates."""
    area = QRect(leaf.mapTo(window, QPoint()), leaf.size())
    outer = leaf.parentWidget()
    while outer is not None and outer is not window:
        if isinstance(outer.parentWidget(), QAbstractScrollArea):
            area &= QRect(outer.mapTo(window, QPoint()), outer.size())
        outer = outer.parentWidget()
    return area


def _cut_tabs(window: QWidget) -> Iterator[str]:
    for bar in window.findChildren(QTabBar):
        if bar.isVisible() and bar.window() is window:
            for at in range(bar.count()):
                needed_px = bar.fontMetrics().horizontalAdvance(bar.tabText(at))
                if needed_px > bar.tabRect(at).width() and not bar.tabToolTip(at):
                    yield bar.tabText(at)


def _name(widget: QWidget) -> str:
    said = _text(widget) or widget.accessibleName() or widget.toolTip() or widget.objectName()
    holder = widget.parentWidget()
    return f"{type(widget).__name__} {said[:60]!r} in {type(holder).__name__}"
