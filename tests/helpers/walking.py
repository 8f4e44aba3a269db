"""The walk's side in the window's process: restores a page's state, and reports what a press changed.

For tests/helpers/walk.py, which presses.
"""
# ruff: noqa: N802 (Qt's names)

import json
import logging
import os
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np
from PySide6.QtCore import QEvent, QObject, QRect
from PySide6.QtGui import QGuiApplication, QImage, QPainter
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QWidget,
)
from shiboken6 import isValid

from desktop.app.app import EarshotApp
from desktop.features.map.view import MapView
from tests.helpers.controls import Control, bring, controls, front, name_of_window
from tests.helpers.walked_pages import PAGES, fill
from tests.helpers.widget_words import text_of

CALLED = "EARSHOT_TEST_CALLED"
"""Environment variable with the file in which stubs of other programs record their calls."""
_MARGIN_PX = 4
"""Around a control: its focus ring and hover look are no answer to a press."""
Facts = dict[str, Any]


class Complaints(logging.Handler):
    """Collects the window's log: uncaught exceptions and Qt's warnings."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.said: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        fault = record.exc_info[1] if record.exc_info else None
        self.said.append(f"{record.name}: {record.getMessage()}" + (f" {fault!r}" if fault is not None else ""))


class Walking(QObject):
    """Obeys the walk. GUI thread only."""

    def __init__(self, earshot: EarshotApp) -> None:
        super().__init__()
        self._earshot = earshot
        self._heard = Complaints()
        logging.getLogger().addHandler(self._heard)
        self._counts: dict[str, int] = {}
        self._before: Facts = {}
        self._picture = b""
        self._seen = b""
        self._changes = 0
        """Of the screen, as far as it was looked at."""
        self._masks: tuple[QRect, ...] = ()
        self._pressed: QWidget | None = None
        self._settings = earshot.settings.values
        app = QApplication.instance()
        assert isinstance(app, QApplication)
        app.setCursorFlashTime(0)
        app.installEventFilter(self)
        self._count("asked", earshot.window.search_bar.wanted)
        self._count("shown", earshot.finding.shown)
        self._count("started", earshot.player.started)
        self._count("failed", earshot.player.failed)
        for part in (earshot.window.status, earshot.window.message):
            self._count_calls(part)
        earshot.window.notices.say = earshot.window.status.say
        earshot.window.notices.warn = earshot.window.message.say

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Ignores tool tips, which appear late and are no answer."""
        return event.type() == QEvent.Type.ToolTip

    def obey(self, command: dict[str, Any]) -> Any:
        """Runs a step and returns its answer."""
        return getattr(self, f"_{command['step']}")(*command.get("with", ()))

    def _pages(self) -> list[str]:
        return list(PAGES)

    def _ready(self, page: str) -> None:
        """Starts to restore a page's state; takes a while, see `_calm`."""
        changed = {name: value for name, value in asdict(self._settings).items()}
        now = asdict(self._earshot.settings.values)
        kept = ("place", "sides", "deck", "query", "folded")
        self._earshot.settings.change(
            **{name: value for name, value in changed.items() if now[name] != value and name not in kept}
        )
        PAGES[page].begin(self._earshot)

    def _then(self, page: str) -> bool:
        """Runs the step for a window at rest; returns whether there is one."""
        then = PAGES[page].then
        if then is not None:
            then(self._earshot)
        return then is not None

    def _fill(self) -> None:
        fill(self._earshot)

    def _calm(self) -> str:
        """Returns what the screen is like: two equal answers in a row mean a window at rest."""
        seen = _picture(())
        if seen != self._seen:  # quicker than a digest of six million bytes
            self._seen = seen
            self._changes += 1
        return f"{name_of_window(front() or self._earshot.window)} {self._changes}"

    def _list(self) -> Facts:
        of = front() or self._earshot.window
        found = [
            {
                "name": name,
                "kind": control.kind,
                "is_enabled": control.is_enabled,
                "tip": control.tip,
            }
            for name, control in controls(of)
        ]
        return {"window": name_of_window(of), "is_main": of is self._earshot.window, "controls": found}

    def _aim(self, name: str) -> Facts | None:
        """Returns a control's place, scrolled into view; None if it is not visible."""
        control = self._control(name)
        if control is None:
            return None
        bring(control)
        control = self._control(name)
        assert control is not None
        under = QApplication.widgetAt(control.place)
        return {
            "place": [control.place.x(), control.place.y()],
            "is_met": control.is_met,
            "under": f"{type(under).__name__} {under.objectName()}" if under is not None else "nothing",
            "is_enabled": control.is_enabled,
            "is_chosen": control.is_chosen,
        }

    def _before_press(self, name: str) -> None:
        """Remembers the state; the pointer is over the control already."""
        control = self._control(name)
        assert control is not None, name
        self._pressed = control.owner
        focus = QApplication.focusWidget()
        rects = [_on_screen(control)] if control.kind != "row" else []  # a row answers by its highlight
        if focus is not None and not (control.kind == "row" and _kin(focus, control.owner)):
            rects.append(_screen_rect(focus))
        self._masks = tuple(rect.adjusted(-_MARGIN_PX, -_MARGIN_PX, _MARGIN_PX, _MARGIN_PX) for rect in rects)
        self._heard.said.clear()
        self._before = self._facts()
        self._picture = _picture(self._masks)

    def _after_press(self) -> Facts:
        """Returns the differences since `_before_press`."""
        now = self._facts()
        changed = [name for name, value in now.items() if value != self._before.get(name)]
        if not changed and (where := _difference(self._picture, _picture(self._masks))):
            changed = [f"picture {where}"]
        return {"changed": changed, "front": now["front"], "complaints": list(self._heard.said)}

    def _words(self) -> str:
        """Returns every visible text, one per line."""
        shown = [widget for widget in QApplication.allWidgets() if widget.isVisible() and not _is_tip(widget)]
        return "\n".join(words for widget in shown if (words := text_of(widget)))

    def _complaints(self) -> list[str]:
        """Returns log messages since the last call."""
        said = list(self._heard.said)
        self._heard.said.clear()
        return said

    def _hush(self) -> None:
        """Ends what still runs: playback and recording."""
        self._earshot.hearing.stop()

    def _photograph(self, file: str) -> bool:
        """Saves a screenshot, to investigate a finding."""
        return QGuiApplication.primaryScreen().grabWindow(0).save(file)

    def _front(self) -> str:
        return name_of_window(front() or self._earshot.window)

    def _is_main(self) -> bool:
        return front() is self._earshot.window

    def _control(self, name: str) -> Control | None:
        return dict(controls(front() or self._earshot.window)).get(name)

    def _facts(self) -> Facts:
        widgets = [widget for widget in QApplication.allWidgets() if widget.isVisible() and not _is_tip(widget)]
        focus = QApplication.focusWidget()
        pressed = self._pressed if self._pressed is not None and isValid(self._pressed) else None
        if focus is not None and pressed is not None and (focus is pressed or _kin(focus, pressed)):
            focus = None  # a press moves the focus to its control
        called = Path(os.environ.get(CALLED, "/nonexistent"))
        clipboard = QGuiApplication.clipboard().mimeData()
        window = self._earshot.window
        return {
            "front": name_of_window(front() or window),
            "windows": sorted(name_of_window(widget) for widget in widgets if widget.isWindow()),
            "words": sorted(_said(widget) for widget in widgets),
            "commands": [
                (command.id, command.action.isChecked(), command.action.text())
                for command in self._earshot.commands.all
            ],
            "settings": json.dumps(asdict(self._earshot.settings.values), default=str),
            "focus": _said(focus) if focus is not None else self._before.get("focus", ""),
            "clipboard": (sorted(clipboard.formats()), clipboard.text()) if clipboard is not None else None,
            "counts": dict(self._counts),
            "page": window.page,
            "map": [str(view.viewport) for view in window.findChildren(MapView) if view.isVisible()],
            "rows": [window.model.index(row, 1).data() for row in range(min(20, window.model.rowCount()))],
            "selected": [index.row() for index in window.results.selectionModel().selectedRows()],
            "called": called.stat().st_size if called.exists() else 0,
        }

    def _count(self, name: str, signal: Any) -> None:
        self._counts[name] = 0

        def count(*_: object) -> None:
            self._counts[name] += 1

        signal.connect(count)

    def _count_calls(self, part: Any) -> None:
        """Counts messages, since the same sentence may come twice."""
        say: Callable[..., None] = part.say
        self._counts.setdefault("said", 0)

        def said(*arguments: Any, **named: Any) -> None:
            self._counts["said"] += 1
            say(*arguments, **named)

        part.say = said


def _picture(masks: tuple[QRect, ...]) -> bytes:
    """Returns the screen without the masks."""
    image = QGuiApplication.primaryScreen().grabWindow(0).toImage().convertToFormat(QImage.Format.Format_RGB32)
    painter = QPainter(image)
    for mask in masks:
        painter.fillRect(mask, 0)
    painter.end()
    return bytes(image.constBits())


def _difference(before: bytes, now: bytes) -> str:
    """Returns where two screenshots differ, as x,y width x height; empty when they are equal."""
    if before == now:
        return ""
    width = QGuiApplication.primaryScreen().size().width()
    rows, columns = np.nonzero(
        np.frombuffer(before, np.uint32).reshape(-1, width) != np.frombuffer(now, np.uint32).reshape(-1, width)
    )
    left, top = columns.min(), rows.min()
    return f"{left},{top} {columns.max() - left + 1}x{rows.max() - top + 1}"


def _said(widget: QWidget) -> str:
    """Describes a widget's content, place and size."""
    size = f"{widget.x()},{widget.y()} {widget.width()}x{widget.height()}"
    states = f"{widget.isChecked()} {widget.isEnabled()}" if isinstance(widget, QAbstractButton) else ""
    return f"{type(widget).__name__} {widget.objectName()} {size} {text_of(widget)} {states}"


def _is_tip(widget: QWidget) -> bool:
    return type(widget).__name__ == "QTipLabel" or widget.metaObject().className() == "QTipLabel"


def _kin(one: QWidget, other: QWidget) -> bool:
    return one.isAncestorOf(other) or other.isAncestorOf(one)


def _screen_rect(widget: QWidget) -> QRect:
    return QRect(widget.mapToGlobal(widget.rect().topLeft()), widget.size())


def _on_screen(control: Control) -> QRect:
    return QRect(control.owner.mapToGlobal(control.area.topLeft()), control.area.size())
