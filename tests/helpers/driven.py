"""Runs the real application and prints its events, one JSON line each, for tests/helpers/qt.py."""
# ruff: noqa: N802 (Qt's names)

import importlib
import json
import os
import sys
from pathlib import Path
from typing import Any

from PySide6.QtCore import QEvent, QObject, QPoint, QSocketNotifier, Qt, QThread
from PySide6.QtWidgets import QAbstractButton, QApplication, QListWidget, QTreeWidget, QWidget

from desktop.__main__ import leave
from desktop.app import start
from desktop.app.app import EarshotApp
from desktop.controllers.search.sound import SearchBySound
from desktop.controllers.watch.feature import Watch
from desktop.results.columns import Column
from desktop.work.requests import Reference, SearchAnswer
from engine.base import build_record
from engine.base.types import FilePath
from tests.helpers.controls import whole_rows
from tests.helpers.input_marks import InputMarks
from tests.helpers.notices import BUILD_VARIABLE
from tests.helpers.walking import Walking


def tell(kind: str, **facts: Any) -> None:
    print(json.dumps({"kind": kind, **facts}), flush=True)


class Teller(QObject):
    def __init__(self, earshot: EarshotApp) -> None:
        super().__init__()
        self._earshot = earshot
        window = earshot.window
        earshot.finding.shown.connect(self._shown)
        earshot.player.started.connect(self._started)
        earshot.player.stopped.connect(lambda path, at_end: tell("stopped", path=path.text, reached_end=at_end))
        earshot.player.failed.connect(lambda message, advice: tell("failed", message=message, advice=advice))
        earshot.ingest.happened.connect(lambda event: tell("event", event=event.event))
        earshot.ingest.running_changed.connect(lambda is_running: tell("indexing", is_running=is_running))
        earshot.search.counted.connect(
            lambda stats, roots: tell(
                "counted",
                sounds=stats.sounds,
                offline=stats.offline,
                missing=stats.missing,
                roots=[root.path.text for root in roots],
            )
        )
        (watched,) = (feature for feature in earshot.features if isinstance(feature, Watch))
        watched.watching.listening.connect(lambda roots: tell("watching", roots=[root.text for root in roots]))
        (by_sound,) = (feature for feature in earshot.features if isinstance(feature, SearchBySound))
        by_sound.recorder.began.connect(lambda: tell("recording"))
        by_sound.recorder.heard.connect(lambda peak, seconds: tell("level", peak=peak, seconds=seconds))
        window.left.connect(lambda: tell("left"))
        window.dropped.connect(lambda paths: tell("dropped", paths=[path.text for path in paths]))
        self._walker: Walking | None = None
        self._marks = InputMarks(window, lambda: tell("settled"))
        window.installEventFilter(self)
        if window.isActiveWindow():  # it became active while still a picture
            tell("active")
        self._notifier = QSocketNotifier(sys.stdin.fileno(), QSocketNotifier.Type.Read, self)
        self._notifier.activated.connect(self._obey)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.WindowActivate:
            tell("active")
        return False

    def _shown(self, answered: SearchAnswer) -> None:
        tell(
            "shown",
            text=answered.request.text,
            filters=answered.request.filters,
            stretch=_stretch(answered.request.reference),
            reference=answered.request.reference.path.name if answered.request.reference else None,
            names=[hit.sound.path.name for hit in answered.hits[:50]],
            chips=[chip.text for chip in answered.ranking.chips],
            moments=[[hit.moments[0].start_s if hit.moments else None] for hit in answered.hits[:50]],
        )

    def _started(self, path: FilePath, start_s: float) -> None:
        tell("started", path=path.text, start_s=start_s)

    def _obey(self) -> None:
        line = sys.stdin.readline()
        if not line:
            self._notifier.setEnabled(False)
            return
        command = json.loads(line)
        window = self._earshot.window
        match command["do"]:
            case "close":
                window.close()
            case "where":
                tell("reply", place=self._where(command["part"], command["row"], command["column"]))
            case "marked":
                tell("reply", window=self._marks.window_id)
            case "has":
                tell("reply", has=self._has(command["part"]))
            case "state":
                hit = window.results.current_hit()
                tell(
                    "reply",
                    message=window.message.label.text() if window.message.isVisible() else "",
                    current=hit.sound.path.name if hit else None,
                    selected=[hit.sound.path.name for hit in window.results.selected_hits()],
                    focus=type(QApplication.focusWidget()).__name__,
                    status=window.status.answer.text(),
                    device=window.status.device.text(),
                    rows=window.model.rowCount(),
                    names=[
                        str(window.model.index(row, Column.NAME).data())
                        for row in range(min(20, window.model.rowCount()))
                    ],
                    has_scores=window.model.has_scores,
                    page=type(window.pages.currentWidget()).__name__,
                    playhead=window.deck.waveform.scene.playhead_s,
                    selection=window.deck.waveform.selection,
                    deck=window.deck.name.text(),
                    overlay=window.overlay.isVisible(),
                    strip=window.strip.isVisible(),
                    clipboard=QApplication.clipboard().mimeData().formats(),
                    chips=window.search_bar.chip_row.texts,
                    is_target=bool(window.search_bar.field.property("target")),
                    rest=window.search_bar.field.rest,
                    words=window.search_bar.field.text(),
                    can_go_back=window.search_bar.back_button.isEnabled(),
                    ways=[way.text for way in window.empty.ways],
                    audition=self._audition(),
                )
            case "forget":
                for folder in window.folders.folders:
                    window.folders.forget_wanted.emit(folder)
                tell("reply")
            case "walk" | "look":
                is_walk = command["do"] == "walk"
                try:
                    value = self._walking().obey(command) if is_walk else _look(command["at"], self._earshot)
                    tell("reply", value=value)
                except Exception as err:  # the reply names it, where the test can see it
                    tell("reply", value=None, fault=repr(err))
            case "grab":
                tell("reply", saved=window.grab().save(command["file"]))

    def _walking(self) -> Walking:
        if self._walker is None:
            self._walker = Walking(self._earshot)
        return self._walker

    def _audition(self) -> dict[str, Any]:
        """Returns the state of the deck's controls and the playing position."""
        controls = self._earshot.window.deck.controls
        return {
            "pitch": controls.pitch.value,
            "gain_db": controls.gain.value,
            "is_reversed": controls.reverse.isChecked(),
            "loop": controls.loop.isChecked(),
            "autoplay": controls.autoplay.isChecked(),
            "level": controls.level.isChecked(),
            "muted": controls.mute.isChecked(),
            "volume": controls.volume.value(),
            "place": self._earshot.player.position_s(),
            "is_sketch": self._earshot.window.deck.sketch_badge.isVisible(),
        }

    def _has(self, part: str) -> bool:
        try:
            self._where(part, 0, 0)
        except AssertionError:
            return False
        return True

    def _where(self, part: str, row: int, column: int) -> list[int]:
        window = self._earshot.window
        if part == "row":
            index = window.model.index(row, column)
            centre = window.results.visualRect(index).center()
            place = window.results.viewport().mapToGlobal(centre)
        elif part == "wave":  # `row` in thousandths of its width; column 0 is its upper edge, with the grips
            wave = window.deck.waveform
            place = wave.mapToGlobal(QPoint(wave.width() * row // 1000, wave.height() // 2 if column else 7))
        elif part == "title":
            header = window.results.columns
            at = header.sectionViewportPosition(column) + header.sectionSize(column) // 2
            place = header.viewport().mapToGlobal(QPoint(at, header.height() // 2))
        elif part.startswith("named "):
            place = _named(part.removeprefix("named "))
        elif part.startswith("item "):
            place = _item(part.removeprefix("item "))
        else:
            parts: dict[str, QWidget] = {
                "window": window,
                "search": window.search_bar.field,
                "waveform": window.deck.waveform,
                "play": window.deck.play_button,
                "pause": window.strip.pause_button,
                "cancel": window.strip.cancel_button,
            }
            widget = window.search_bar.chip_row.buttons[row] if part == "chip" else parts[part]
            place = widget.mapToGlobal(widget.rect().center())
        return [place.x(), place.y()]


def _look(at: str, earshot: EarshotApp) -> Any:
    """Evaluates an expression on the application `app` or its `window`; the result must fit into JSON."""
    features = {type(feature).__name__: feature for feature in earshot.features}
    return eval(at, {"app": earshot, "window": earshot.window, "features": features, "whole_rows": whole_rows})


def _stretch(reference: Reference | None) -> list[float | None] | None:
    return [reference.start_s, reference.end_s] if reference is not None else None


def _named(name: str) -> QPoint:
    """Returns the middle of the visible control that a screen reader calls `name`."""
    visible = [widget for widget in QApplication.allWidgets() if widget.isVisible()]
    found = [
        widget
        for widget in visible
        if (widget.accessibleName() or (widget.text() if isinstance(widget, QAbstractButton) else "")) == name
    ]
    assert found, f"nothing on show is named {name!r}"
    return found[0].mapToGlobal(found[0].rect().center())


def _item(text: str) -> QPoint:
    """Returns the middle of the visible row that says `text`, in any list or tree."""
    for widget in QApplication.allWidgets():
        if isinstance(widget, QListWidget | QTreeWidget) and widget.isVisible():
            wanted = Qt.MatchFlag.MatchExactly | Qt.MatchFlag.MatchRecursive
            for index in widget.model().match(widget.model().index(0, 0), Qt.ItemDataRole.DisplayRole, text, 1, wanted):
                return widget.viewport().mapToGlobal(widget.visualRect(index).center())
    raise AssertionError(f"no row says {text!r}")


class HeldLoading(QThread):
    """Loads the window's contents once a line {"do": "load"} arrives on stdin: time enough for slow hands."""

    def run(self) -> None:
        line = b""
        while not line.endswith(b"\n"):
            line += os.read(sys.stdin.fileno(), 1)
        assert json.loads(line) == {"do": "load"}, line
        importlib.import_module("desktop.app.app")


def main() -> int:
    """Runs the window until it closes; with `--hold` first, it stays a picture until the command to load."""
    given = sys.argv[1:]
    if given[:1] == ["--hold"]:
        given = given[1:]
        start._Loading = HeldLoading  # type: ignore[misc,assignment]
    if file := os.environ.get(BUILD_VARIABLE):
        build_record.BUILD_FILE = Path(file)
    tellers: list[Teller] = []

    def made(earshot: EarshotApp) -> None:
        earshot.window.move(0, 0)
        tellers.append(Teller(earshot))
        tell("made")

    return start.main(given, made, lambda window: tell("pictured"))


if __name__ == "__main__":
    sys.path.insert(0, str(Path.cwd()))
    leave(main())
