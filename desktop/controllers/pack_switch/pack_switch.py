"""Learns another pack: the background job, its strip, and the switch once the pack has embedded every sound.

Searches use the old pack until the engine has switched. A job that was not cancelled continues at the next start.
"""

import logging
from pathlib import Path

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtWidgets import QWidget

from desktop.base import messages
from desktop.base.theme import Theme
from desktop.base.translation import translate
from desktop.widgets.buttons import push_button
from desktop.widgets.job_strip import JobStrip
from desktop.window.main_window import MainWindow
from desktop.window.notices import Notices
from desktop.work.event_process import EventProcess
from desktop.work.ingest_process import IngestProcess
from desktop.work.search_thread import SearchThread
from engine.base import events
from engine.base.errors import LibraryBusy
from engine.base.events import Event, Paused, PreparationStarted, ReembeddingProgress
from engine.base.library_facts import LibraryStats

_log = logging.getLogger(__name__)

_NICENESS = 10
"""Lower than indexing: new files in a folder are more urgent than the new pack."""


class LearningStrip(JobStrip):
    """Shows a model being learnt; hidden otherwise. GUI thread only."""

    switch_wanted = Signal()
    """Switch without the unavailable sounds."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        hints = {
            "bar": translate("LearningStrip", "How much of the library the new model has analysed"),
            "pause": translate("LearningStrip", "Pause analysis"),
            "resume": translate("LearningStrip", "Resume analysis"),
            "cancel": translate("LearningStrip", "Keep using the present model (the analysis so far is kept)"),
        }
        super().__init__(theme, translate("LearningStrip", "Analysis with the new model"), hints, parent)
        self.switch_button = push_button(
            translate("LearningStrip", "Switch now"),
            lambda: self.switch_wanted.emit(),
            self,
            tip=translate("LearningStrip", "Until their drives are back, these sounds are found by name alone."),
        )
        layout = self.layout()
        assert layout is not None
        layout.addWidget(self.switch_button)
        self.switch_button.hide()

    def begin(self) -> None:
        self.start(translate("LearningStrip", "Analysing with the new model…"))
        self.pause_button.show()
        self.switch_button.hide()
        self.show()

    def take(self, event: Event) -> None:
        if isinstance(event, Paused):
            self.set_paused(event.is_paused)
        elif isinstance(event, PreparationStarted):
            self.show_busy(messages.preparing(event.what), can_pause=False)
        elif isinstance(event, ReembeddingProgress):
            title = translate(
                "LearningStrip", "Analysing with %1: %2 of %n sound(s)", event.pack, event.done, n=event.total
            )
            details = [translate("LearningStrip", "searches still use %1", event.searched)]
            if event.is_waiting:
                details.append(translate("LearningStrip", "waiting for indexing to end"))
            else:
                details.append(messages.remaining(event.eta_s))
            self.show_progress(event.done, event.total, title, details)

    def show_waiting(self, name: str, searched: str, offline: int) -> None:
        """Shows that only sounds on disconnected drives prevent the switch."""
        self.set_paused(False)
        self.pause_button.hide()
        self.cancel_button.setEnabled(True)
        self.switch_button.show()
        title = translate(
            "LearningStrip", "%1 has analysed all but %n sound(s) on drives that are not connected", name, n=offline
        )
        self.bar.setRange(0, 1)
        self.bar.setValue(1)
        self.title.setText(title)
        self.detail.setText(translate("LearningStrip", "searches still use %1", searched))
        self.show()


class PackSwitchProcess(EventProcess):
    """Runs `earshot pack use` for the window. GUI thread only; does not block."""

    def run(self, pack: Path | None, *, without_offline: bool = False) -> None:
        """Learns a pack, None to continue the last one; does nothing while one is being learnt.

        Args:
            pack: its folder.
            without_offline: switch despite sounds on disconnected drives.
        """
        if self.is_running or self.is_closed:
            return
        options = ["--without-offline"] if without_offline else []
        self.launch(["pack use", *options, *([] if pack is None else ["--", str(pack)])], niceness=_NICENESS)

    def cancel(self) -> None:
        """Ends the job after its current files."""
        self.tell("cancel")

    def stopped(self, why: str) -> tuple[str, str]:
        return (
            translate("PackSwitchProcess", "The analysis with the new model stopped: %1", why),
            translate("PackSwitchProcess", "The analysis so far is kept and continues at the next start."),
        )


_KIND = "learning"
_AFTER_START_MS = 3000
"""A continued job starts once the window has settled."""


class PackSwitch(QObject):
    """Runs one learning job at a time. GUI thread only."""

    progressed = Signal(object)
    """An engine.base.events.ReembeddingProgress."""
    switched = Signal(str)
    """Id of the pack that searches use from now on."""
    failed = Signal(str, str)
    """Learning failed: message and advice. The results so far are kept."""
    changed = Signal()
    """`is_running` or `target` has changed."""

    def __init__(
        self, window: MainWindow, theme: Theme, search: SearchThread, ingest: IngestProcess, notices: Notices
    ) -> None:
        super().__init__()
        self._notices, self._window, self._search, self._ingest = notices, window, search, ingest
        self.process = PackSwitchProcess(search.folder, self)
        self.strip = LearningStrip(theme, window)
        self.target = ""
        """Id of the pack being learnt, or waiting for drives; empty for none."""
        self._last: events.ReembeddingProgress | None = None
        self._end: events.ReembeddingFinished | None = None
        self._next: Path | None = None
        self._is_cancelled = False
        self._searched: str | None = None
        """Id of the pack in use, None before the library is known."""
        window.add_above_status(self.strip)
        self.strip.pause_wanted.connect(self.process.pause)
        self.strip.resume_wanted.connect(self.process.resume)
        self.strip.cancel_wanted.connect(self.cancel)
        self.strip.switch_wanted.connect(lambda: self._start(None, without_offline=True))
        self.process.happened.connect(self._happened)
        self.process.failed.connect(self._failed)
        self.process.running_changed.connect(self._running)
        search.counted.connect(self._counted)
        ingest.happened.connect(self._indexed)

    @property
    def is_running(self) -> bool:
        return self.process.is_running

    def use_pack(self, folder: Path) -> None:
        """Learns a pack while the present one answers, and switches once it covers every sound.

        Cancels the learning of another pack. Ends with `switched` or `failed`.

        Args:
            folder: the pack's folder; copied into the library if it is not there yet.
        """
        self._notices.take_back(_KIND)
        if self.process.is_running:
            self._next = folder
            self.process.cancel()
        else:
            self._start(folder)

    def cancel(self) -> None:
        """Keeps the present pack; the results so far are kept for another attempt."""
        self._next, self._is_cancelled = None, True
        if self.process.is_running:
            self.process.cancel()
        else:
            self._give_up()

    def close(self, *, is_awaited: bool = False) -> None:
        """Ends the job; it continues at the next start."""
        self._next = None
        self.process.close(is_awaited=is_awaited)

    def _start(self, folder: Path | None, *, without_offline: bool = False) -> None:
        self._is_cancelled, self._last, self._end = False, None, None
        _log.info(
            "analysis with another model begins; goes on: %s, without offline sounds: %s",
            folder is None,
            without_offline,
        )
        self.process.device, self.process.memory_gib = self._ingest.device, self._ingest.memory_gib
        self.process.give_up_s = self._ingest.give_up_s
        self.process.run(folder, without_offline=without_offline)

    def _running(self, is_running: bool) -> None:
        if is_running:
            self.strip.begin()
        elif self._next is not None:
            following, self._next = self._next, None
            self._start(following)
            return
        elif self._is_cancelled:
            self._give_up()
        elif self._end is not None and self._last is not None and not self._end.is_searched:
            self.strip.show_waiting(self._end.pack, self._last.searched, self._end.offline)
        else:
            self.strip.hide()
        self.changed.emit()

    def _give_up(self) -> None:
        _log.info("the analysis with another model is given up")
        self.target = ""
        self.strip.hide()
        name = self._last.searched if self._last is not None else ""
        self._notices.say(
            translate("ReembeddingProgress", "Searches still use %1. The analysis so far is kept.", name)
            if name
            else translate("ReembeddingProgress", "Stopped. The analysis so far is kept.")
        )
        self._search.ask(lambda library: library.end_learning(), lambda _: self._search.catch_up())
        self.changed.emit()

    def _happened(self, event: events.Event) -> None:
        self.strip.take(event)
        if isinstance(event, events.ReembeddingProgress):
            is_new, self.target, self._last = self.target != event.pack_id, event.pack_id, event
            self.progressed.emit(event)
            if is_new:
                self.changed.emit()
        elif isinstance(event, events.ReembeddingFinished):
            self._end = event
            if event.is_searched:
                self._take_in(event)

    def _take_in(self, event: events.ReembeddingFinished) -> None:
        """Uses the new pack after the engine switched; the selection stays."""
        _log.info("searches use pack %s now", event.pack_id)
        self.target = ""
        self._use(event.pack_id)
        self._search.ask(lambda library: library.use_own_pack(), lambda _: self._search.catch_up())
        self._notices.say(translate("ReembeddingProgress", "Searches use %1 now.", event.pack))
        if event.by_name:
            self._notices.warn(
                translate("ReembeddingProgress", "%n sound(s) are found by name alone now.", n=event.by_name),
                translate("ReembeddingProgress", "Earshot analyses them when their drives or files are back."),
                _KIND,
            )

    def _use(self, pack_id: str) -> None:
        """Makes this the pack for everything, whatever was named at start."""
        self._searched = pack_id
        self._ingest.use_own_pack()
        self.switched.emit(pack_id)

    def _failed(self, message: str, advice: str) -> None:
        if self._next is not None or (self.process.fault == LibraryBusy.__name__ and self._last is None):
            _log.info("another window analyses with a new model")
            return  # another window is learning; the status bar shows its progress
        self._notices.warn(message, advice, _KIND)
        self.failed.emit(message, advice)

    def _counted(self, stats: LibraryStats, folders: object) -> None:
        """Continues an unfinished job at start, and one that waits for drives once they are back."""
        if self._searched is None:
            self.target = stats.next_pack_id
            if self.target:
                QTimer.singleShot(_AFTER_START_MS, self, self._go_on)
        elif stats.pack_id and self._searched not in ("", stats.pack_id):  # another process switched
            self._use(stats.pack_id)
        elif self._end is not None and not self._end.is_searched and stats.offline + stats.missing < self._end.offline:
            self._go_on()
        self._searched = stats.pack_id

    def _indexed(self, event: events.Event) -> None:
        """Learns newly indexed sounds too while waiting for drives."""
        is_waiting = self._end is not None and not self._end.is_searched
        if is_waiting and isinstance(event, events.Finished) and (event.added or event.changed):
            self._go_on()

    def _go_on(self) -> None:
        if self.target and not self.process.is_running:
            self._start(None)
