"""Every visible control in the window's process: its name, its place, and whether a pointer there would reach it.

Nothing is listed by hand: buttons, tabs, column titles, rows of the left column and menu entries are found in the tree
of widgets, so that the walk (tests/helpers/walk.py) meets new controls by itself.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractScrollArea,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QHeaderView,
    QLineEdit,
    QListWidget,
    QMenu,
    QMenuBar,
    QPlainTextEdit,
    QScrollArea,
    QScrollBar,
    QSlider,
    QSplitterHandle,
    QStyle,
    QStyleOptionSpinBox,
    QTabBar,
    QTableView,
    QTabWidget,
    QTextEdit,
    QTreeWidget,
    QWidget,
)

_NOT_PRESSED = (
    QAbstractScrollArea,
    QAbstractSpinBox,
    QLineEdit,
    QMenuBar,
    QPlainTextEdit,
    QScrollBar,
    QSlider,
    QSplitterHandle,
    QTabBar,
    QTabWidget,
    QTextEdit,
)
"""Widgets that take the keyboard and are no buttons: a press there means to type, to scroll or to drag."""
_MOST_ROWS = 8
"""Rows of one list that are pressed: the others are of the same kind."""


@dataclass(frozen=True, slots=True)
class Control:
    kind: str
    """button, tab, entry, title, row, menu-of (a row's context menu), choice, slider, spin or part."""
    label: str
    owner: QWidget
    """The widget that receives the press."""
    area: QRect
    """In the owner's coordinates."""
    is_enabled: bool = True
    tip: str = ""
    is_chosen: bool = False
    """The chosen one of several: pressing it again need not change anything."""

    @property
    def place(self) -> QPoint:
        """Its middle on the screen."""
        return self.owner.mapToGlobal(self.area.center())

    @property
    def is_met(self) -> bool:
        """Whether a pointer at its middle is over it, and nothing covers or clips it."""
        under = QApplication.widgetAt(self.place)
        return under is not None and (under is self.owner or self.owner.isAncestorOf(under))


def front() -> QWidget | None:
    """Returns what would take a press now: the open menu, the modal dialog, or the active window."""
    popup = QApplication.activePopupWidget()
    return popup or QApplication.activeModalWidget() or QApplication.activeWindow()


def name_of_window(widget: QWidget) -> str:
    """Names a menu, dialog or window in findings; the same every time it opens."""
    kind = type(widget).__name__
    if isinstance(widget, QMenu):
        entries = [plain(action.text()).split(":")[0] for action in widget.actions() if not action.isSeparator()]
        return f"menu {plain(widget.title()) or ', '.join(entries[:2])}"
    said = widget.windowTitle() if widget.isWindow() else ""
    return f"{kind} {said or widget.accessibleName()}".strip()


def controls(of: QWidget) -> list[tuple[str, Control]]:
    """Returns every visible control of a window or menu, enabled or not, by a stable name."""
    found = list(_entries(of)) if isinstance(of, QMenu) else list(_of_window(of))
    if not isinstance(of, QMenu):
        found.sort(key=lambda control: (control.place.y(), control.place.x()))
    named: list[tuple[str, Control]] = []
    met: dict[str, int] = {}
    for control in found:
        plain_name = f"{control.kind} {control.label}"
        met[plain_name] = met.get(plain_name, 0) + 1
        named.append((plain_name if met[plain_name] == 1 else f"{plain_name} #{met[plain_name]}", control))
    return named


def whole_rows(view: QTableView) -> int:
    """Counts the rows of a table that are visible from edge to edge."""
    model, port = view.model(), view.viewport().rect()
    if model is None or not view.isVisible():
        return 0
    tops = ((view.rowViewportPosition(row), view.rowHeight(row)) for row in range(model.rowCount()))
    return sum(top >= 0 and height > 0 and top + height <= port.height() for top, height in tops)


def bring(control: Control) -> None:
    """Scrolls until a control is visible, like the wheel."""
    above = control.owner.parentWidget()
    while above is not None:
        if isinstance(above, QScrollArea):
            above.ensureWidgetVisible(control.owner)
        above = above.parentWidget()


def plain(text: str) -> str:
    """Strips a label of the marks of menu letters."""
    return text.replace("&&", "\0").replace("&", "").replace("\0", "&").strip()


def _of_window(window: QWidget) -> Iterator[Control]:
    for widget in [window, *window.findChildren(QWidget)]:
        if not widget.isVisible() or (widget.window() is not window and widget is not window):
            continue
        if isinstance(widget, QAbstractButton):
            if not _is_inner(widget):
                yield _button(widget)
        elif isinstance(widget, QComboBox):
            rect = widget.rect()
            if widget.isEditable():  # its arrow: the rest is a field
                rect.setLeft(rect.right() - rect.height())
            yield Control("choice", _label(widget), widget, rect, widget.isEnabled(), widget.toolTip())
        elif isinstance(widget, QTabBar):
            for at in filter(widget.isTabVisible, range(widget.count())):
                label, is_enabled = plain(widget.tabText(at)), widget.isTabEnabled(at)
                is_chosen = widget.currentIndex() == at
                yield Control("tab", label, widget, widget.tabRect(at), is_enabled, "", is_chosen)
        elif isinstance(widget, QMenuBar):
            for action in widget.actions():
                yield _entry(widget, action, widget.actionGeometry(action))
        elif isinstance(widget, QHeaderView):
            yield from _titles(widget)
        elif isinstance(widget, QAbstractItemView):
            yield from _rows(widget)
        elif isinstance(widget, QSlider):
            yield Control("slider", _label(widget), widget, _groove(widget), widget.isEnabled(), widget.toolTip())
        elif isinstance(widget, QAbstractSpinBox):
            if widget.buttonSymbols() is not QAbstractSpinBox.ButtonSymbols.NoButtons:
                yield Control("spin", _label(widget), widget, _arrow(widget), widget.isEnabled(), widget.toolTip())
        elif _is_part(widget):
            yield Control("part", _label(widget), widget, widget.rect(), widget.isEnabled(), widget.toolTip())


def _button(button: QAbstractButton) -> Control:
    group = button.group()
    is_one_of = button.autoExclusive() or (group is not None and group.exclusive())
    is_chosen = is_one_of and button.isChecked()
    return Control("button", _label(button), button, _hot(button), button.isEnabled(), button.toolTip(), is_chosen)


def _hot(button: QAbstractButton) -> QRect:
    """Returns the part of a button that takes presses: of a wide check box, the box and its words."""
    hint = button.sizeHint()
    if button.isCheckable() and hint.width() < button.width() // 2 and not button.styleSheet():
        wide = QRect(0, 0, hint.width(), button.height())
        if button.hitButton(wide.center()) and not button.hitButton(QPoint(button.width() - 2, button.height() // 2)):
            return wide
    return button.rect()


def _groove(slider: QSlider) -> QRect:
    """Returns a place beside the handle, where a press moves it."""
    span = max(1, slider.maximum() - slider.minimum())
    is_right = (slider.value() - slider.minimum()) / span > 0.5
    is_right ^= slider.invertedAppearance()
    if slider.orientation() is Qt.Orientation.Vertical:
        return QRect(slider.width() // 2, slider.height() * (3 if is_right else 1) // 4, 1, 1)
    return QRect(slider.width() * (1 if is_right else 3) // 4, slider.height() // 2, 1, 1)


def _arrow(spin: QAbstractSpinBox) -> QRect:
    """Returns the arrow up, or down at the end of the range."""
    option = QStyleOptionSpinBox()
    spin.initStyleOption(option)
    can_go_up = bool(spin.stepEnabled() & QAbstractSpinBox.StepEnabledFlag.StepUpEnabled)
    which = QStyle.SubControl.SC_SpinBoxUp if can_go_up else QStyle.SubControl.SC_SpinBoxDown
    return spin.style().subControlRect(QStyle.ComplexControl.CC_SpinBox, option, which, spin)


def _entries(menu: QMenu) -> Iterator[Control]:
    for action in menu.actions():
        if action.isVisible() and not action.isSeparator():
            yield _entry(menu, action, menu.actionGeometry(action))


def _entry(owner: QWidget, action: QAction, area: QRect) -> Control:
    group = action.actionGroup()
    is_chosen = action.isChecked() and group is not None and group.isExclusive()
    label = plain(action.text()).split(":")[0]
    return Control("entry", label, owner, area, action.isEnabled(), action.toolTip(), is_chosen)


def _titles(header: QHeaderView) -> Iterator[Control]:
    if header.orientation() is not Qt.Orientation.Horizontal:
        return
    has_menu = header.contextMenuPolicy() is not Qt.ContextMenuPolicy.DefaultContextMenu
    for at in range(header.count()):
        area = QRect(header.sectionViewportPosition(at), 0, header.sectionSize(at), header.height())
        if header.isSectionHidden(at) or not header.viewport().rect().contains(area.center()):
            continue
        title = str(header.model().headerData(at, Qt.Orientation.Horizontal) or f"column {at}")
        if header.sectionsClickable():
            yield Control("title", title, header.viewport(), area)
        if has_menu:
            has_menu = False  # the same for every column
            yield Control("menu-of", "the columns", header.viewport(), area)


def _rows(view: QAbstractItemView) -> Iterator[Control]:
    """Yields rows that are places and choices; of a table of sounds only the first."""
    model, port = view.model(), view.viewport()
    if model is None:
        return
    is_list = isinstance(view, QListWidget | QTreeWidget)
    has_menu = view.contextMenuPolicy() is Qt.ContextMenuPolicy.CustomContextMenu
    for row in range(min(model.rowCount(), _MOST_ROWS if is_list else 1)):
        column = 0 if is_list else min(1, model.columnCount() - 1)
        index = model.index(row, column)
        area = view.visualRect(index)
        if not port.rect().contains(area.center()) or area.isEmpty():
            continue
        said = str(index.data(Qt.ItemDataRole.DisplayRole) or "")
        label = f"{view.accessibleName() or type(view).__name__}: {said}" if is_list else type(view).__name__
        is_enabled = view.isEnabled() and bool(index.flags() & Qt.ItemFlag.ItemIsEnabled)
        if bool(index.flags() & Qt.ItemFlag.ItemIsSelectable):
            chosen = view.selectionModel().isSelected(index)
            yield Control("row", label, port, area, is_enabled, "", chosen)
        if has_menu:
            yield Control("menu-of", label, port, area, is_enabled)


def _is_inner(button: QAbstractButton) -> bool:
    """Tells whether it is part of a larger control, such as the arrows of a tab bar or of a number field."""
    return isinstance(button.parentWidget(), QTabBar | QComboBox | QMenuBar) or (
        button.objectName().startswith("qt_") and not isinstance(button.parentWidget(), QLineEdit)
    )


def _is_part(widget: QWidget) -> bool:
    """Tells whether it is our own kind of control: reachable by Tab, and not Qt's."""
    is_ours = not type(widget).__module__.startswith("PySide6")
    reached = bool(widget.focusPolicy() & Qt.FocusPolicy.TabFocus)
    return is_ours and reached and not isinstance(widget, _NOT_PRESSED) and not widget.isWindow()


def _label(widget: QWidget) -> str:
    said = widget.accessibleName()
    if not said and isinstance(widget, QAbstractButton):
        said = plain(widget.text())
    first = said or widget.toolTip().split("\n")[0] or widget.objectName() or type(widget).__name__
    return first.strip()
