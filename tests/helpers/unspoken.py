"""Finds controls that a screen reader cannot describe, by what Qt reports to one."""

from PySide6.QtGui import QAccessible, QAccessibleInterface
from PySide6.QtWidgets import QAbstractScrollArea, QTabWidget, QWidget

_NO_ROLE = (QAccessible.Role.NoRole, QAccessible.Role.Client, QAccessible.Role.Pane, QAccessible.Role.Grouping)
"""Roles of mere containers, or of nothing."""
_MANY = 2_000


def unspoken(top: QWidget) -> list[str]:
    """Returns a line for each visible control below a widget that takes the keyboard without a name or a role."""
    found, waiting = [], [QAccessible.queryAccessibleInterface(top)]
    for _ in range(_MANY):
        if not waiting:
            break
        interface = waiting.pop()
        if interface is None or not interface.isValid():
            continue
        found += _faults(interface)
        is_list = interface.role() in (QAccessible.Role.Table, QAccessible.Role.List, QAccessible.Role.Tree)
        waiting += [] if is_list else [interface.child(at) for at in range(interface.childCount())]
    return found


def _faults(interface: QAccessibleInterface) -> list[str]:
    state, role = interface.state(), interface.role()
    if not state.focusable or state.invisible or role is QAccessible.Role.ScrollBar:
        return []
    name = interface.text(QAccessible.Text.Name)
    held = interface.object()
    where = f"{role.name} {name!r} {type(held).__name__} in {type(held.parent()).__name__ if held else None}"
    found = [] if name.strip() else [f"no name: {where}"]
    if role in _NO_ROLE and not interface.childCount() and not isinstance(held, QAbstractScrollArea | QTabWidget):
        found.append(f"no role: {where}")
    return found
