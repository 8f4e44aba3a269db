"""A menu of audio devices, for outputs and microphones."""

from collections.abc import Sequence

from PySide6.QtGui import QActionGroup
from PySide6.QtWidgets import QMenu

from desktop.base.translation import translate


def fill_device_menu(menu: QMenu, names: Sequence[str], chosen: str) -> None:
    """Offers devices by name; a chosen but absent one is shown disabled.

    The data of each action is the device's name, "" for the system default.
    """
    own = translate("DeckControls", "System default")
    group = new_group(menu)
    missing = [chosen] if chosen and chosen not in names else []
    for name in ["", *names, *missing]:
        text = name or own
        action = menu.addAction(translate("DeckControls", "%1 (not connected)", text) if name in missing else text)
        action.setCheckable(True)
        action.setChecked(name == chosen)
        action.setEnabled(name not in missing)
        action.setData(name)
        group.addAction(action)
        if not name and (names or missing):
            menu.addSeparator()


def new_group(menu: QMenu) -> QActionGroup:
    """Clears a menu and returns a new exclusive group for its next actions; deletes the old group."""
    menu.clear()
    for former in menu.findChildren(QActionGroup):
        former.deleteLater()
    return QActionGroup(menu)
