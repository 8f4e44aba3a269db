"""What a person does in a window or dialog."""

from typing import TypeVar

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QPushButton
from pytestqt.qtbot import QtBot

from engine.features.user_data.records import (
    Count,
    DamagedLine,
    DataDifference,
    ImportResult,
    Prefer,
    RecordFault,
    RecordKind,
)

T = TypeVar("T", bound=QDialog)


def click(button: QPushButton) -> None:
    assert button.isEnabled()
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)


def on_show(qtbot: QtBot, kind: type[T]) -> T:
    """Waits for a dialog of the window."""
    found: list[T] = []

    def is_there() -> bool:
        found[:] = [
            widget for widget in QApplication.topLevelWidgets() if isinstance(widget, kind) and widget.isVisible()
        ]
        return bool(found)

    qtbot.waitUntil(is_there)
    return found[0]


def seen(**other: object) -> ImportResult:
    """What a look at a file of user data may find."""
    found: dict[str, object] = {
        "sounds": 1204,
        "found": 1160,
        "waiting": 43,
        "unknown": 1,
        "counts": tuple(
            Count(kind, *numbers)
            for kind, numbers in zip(
                RecordKind,
                ((310, 2), (12, 1), (44,), (1530,), (9, 1), (220,), (3,), (96,), (4, 1), (12,), (7,)),
                strict=True,
            )
        ),
        "prefer": Prefer.HERE,
        "forgotten": 0,
        "notes_left_out": 0,
        "damaged": 1,
        "is_cut_off": False,
        "differences": (
            DataDifference(RecordKind.RATINGS, "Foley/Doors/DOORWood_Creak 03.wav", "3", "5"),
            DataDifference(RecordKind.RATINGS, "Foley/Doors/DOORWood_Slam.wav", "1", "2"),
            DataDifference(RecordKind.COLOURS, "Foley/wind.wav", "red", "blue"),
            DataDifference(
                RecordKind.NOTES, "Foley/wind.wav", "Too much hum", "Hums <b>below</b> 100 Hz,\nuse with care"
            ),
            DataDifference(RecordKind.SAVED, "Long winds", "wind dur:>10", "wind dur:>20"),
        ),
        "waiting_names": (*(f"Rain/roof {number}.wav" for number in range(42)), ""),
        "unknown_names": ("Foley/broken.wav",),
        "damaged_lines": (DamagedLine(17, RecordFault.WRONG_VALUE, "rating"),),
    }
    return ImportResult(**{**found, **other})  # type: ignore[arg-type]
