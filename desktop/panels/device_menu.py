"""The devices that can be chosen, as a menu: of outputs and of microphones alike."""

from collections.abc import Sequence

from PySide6.QtGui import QActionGroup
from PySide6.QtWidgets import QMenu

from desktop.translation import translate


def fill_device_menu(menu: QMenu, names: Sequence[str], chosen: str) -> None:
    """Offers devices by name; one that was chosen and is not there is shown and cannot be chosen.

    Each action has the name as its data, the system's own "".
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
    """Empties a menu, and gives a group for one choice among what is put into it next; the former one goes."""
    menu.clear()
    for former in menu.findChildren(QActionGroup):
        former.deleteLater()
    return QActionGroup(menu)
