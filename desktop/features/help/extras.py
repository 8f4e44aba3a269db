"""Extra parts of the preferences: buttons to other dialogs, and where Earshot keeps its files."""

from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFormLayout, QWidget

from desktop.base.translation import translate
from desktop.widgets.boxes import hbox, vbox
from desktop.widgets.buttons import push_button
from desktop.widgets.labels import text_label

Act = tuple[str, Callable[[], object]]
"""Label and action of a button."""


def buttons(acts: Sequence[Act], parent: QWidget | None = None) -> QWidget:
    """Builds a row of buttons."""
    row = QWidget(parent)
    layout = hbox(parent=row, margins=0)
    for text, run in acts:
        button = push_button(text, lambda _=False, run=run: run(), row)
        layout.addWidget(button)
    layout.addStretch(1)
    return row


class Privacy(QWidget):
    """Says what Earshot stores, and where. GUI thread only."""

    def __init__(
        self, library: Path, settings: Path, log: Path | None, training: Path, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        text = text_label(
            translate(
                "Privacy",
                "Earshot uses no network: no account, no update check, no statistics. The packages that training needs "
                "are fetched if you ask for it in Retrain…, and nothing is sent. Your sounds, what you search for and "
                "what you keep stay on this machine, in these places:",
            ),
            self,
            "soft",
            wraps=True,
        )
        places = QFormLayout()
        places.setHorizontalSpacing(16)
        named = {
            translate("Privacy", "Library"): str(library),
            translate("Privacy", "Settings"): str(settings),
            translate("Privacy", "Trainings"): str(training),
            translate("Privacy", "Log"): str(log) if log is not None else translate("Privacy", "none"),
        }
        for name, place in named.items():
            value = text_label(place, self, wraps=True, is_plain=True)
            value.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            places.addRow(name, value)
        vbox(text, places, parent=self, margins=0, spacing=10)
