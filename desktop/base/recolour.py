"""Switches the theme of an open window: palette, style sheet, and every icon drawn in a theme colour."""

from PySide6.QtGui import QAction, QIcon
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QComboBox,
    QLabel,
    QListWidget,
    QTabBar,
    QTreeWidget,
    QTreeWidgetItemIterator,
    QWidget,
)

from desktop.base import resources
from desktop.base.theme import Theme, apply_theme, load_theme


def switch_theme(app: QApplication, theme: Theme, name: str) -> None:
    """Turns `theme` into the palette called `name` and applies it everywhere. GUI thread only.

    Raises:
        ValueError: the palette lacks a colour.
    """
    if theme.name == name:
        return
    theme.become(load_theme(name))
    apply_theme(app, theme)
    for widget in app.allWidgets():
        _redraw(widget, theme)
    theme.changed.emit()
    for window in app.topLevelWidgets():
        window.update()


def _redraw(widget: QWidget, theme: Theme) -> None:
    for action in (*widget.actions(), *widget.findChildren(QAction)):
        if (icon := _icon(action.icon(), theme)) is not None:
            action.setIcon(icon)
    if (icon := _icon(widget.windowIcon(), theme)) is not None and widget.isWindow():
        widget.setWindowIcon(icon)
    if isinstance(widget, QAbstractButton):
        if (icon := _icon(widget.icon(), theme)) is not None:
            widget.setIcon(icon)
    elif isinstance(widget, QLabel):
        _redraw_label(widget, theme)
    elif isinstance(widget, QTabBar):
        for at in range(widget.count()):
            if (icon := _icon(widget.tabIcon(at), theme)) is not None:
                widget.setTabIcon(at, icon)
    elif isinstance(widget, QComboBox):
        for at in range(widget.count()):
            if (icon := _icon(widget.itemIcon(at), theme)) is not None:
                widget.setItemIcon(at, icon)
    elif isinstance(widget, QListWidget):
        for at in range(widget.count()):
            if (icon := _icon(widget.item(at).icon(), theme)) is not None:
                widget.item(at).setIcon(icon)
    elif isinstance(widget, QTreeWidget):
        _redraw_tree(widget, theme)


def _redraw_tree(tree: QTreeWidget, theme: Theme) -> None:
    walk = QTreeWidgetItemIterator(tree)
    while (item := walk.value()) is not None:
        for column in range(tree.columnCount()):
            if (icon := _icon(item.icon(column), theme)) is not None:
                item.setIcon(column, icon)
        walk += 1


def _redraw_label(label: QLabel, theme: Theme) -> None:
    picture = label.pixmap()
    how = None if picture.isNull() else resources.drawn(picture.cacheKey())
    if how is not None:
        label.setPixmap(resources.pixmap(how.name, getattr(theme, how.role), how.size_px, how.ratio))


def _icon(icon: QIcon, theme: Theme) -> QIcon | None:
    """The icon redrawn in the theme's present colour; None if it was not drawn in a theme colour."""
    how = None if icon.isNull() else resources.drawn(icon.cacheKey())
    return None if how is None else resources.icon(how.name, getattr(theme, how.role))
