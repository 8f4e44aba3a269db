"""Computes the map in a child process at low priority, and reports progress as signals."""

from pathlib import Path

from PySide6.QtCore import QObject, Signal

from desktop.base.translation import translate
from desktop.work.event_process import EventProcess
from engine.base.events import Event, MapFinished, MapProgress

_NICENESS = 10


class MapProcess(EventProcess):
    """Runs `python -m engine.features.map`. GUI thread only; nothing blocks."""

    progressed = Signal(object)
    """Progress: a Placing."""
    finished = Signal()
    """The map is complete and stored."""

    def __init__(self, library: Path, *, pack: Path | None = None, parent: QObject | None = None) -> None:
        super().__init__(library, parent)
        self._pack = pack
        self.happened.connect(self._note)

    def make(self, *, anew: bool = False) -> None:
        """Starts the computation unless it is running."""
        if not self.is_running:
            options = ["--anew"] if anew else []
            options += ["--pack", str(self._pack)] if self._pack is not None else []
            arguments = ["--follow", *options, "--", str(self.library)]
            self.start_module("engine.features.map", arguments, niceness=_NICENESS)

    def stop(self) -> None:
        """Cancels the computation; the former map stays."""
        if self._process is not None:
            self._has_ended = True
            self._process.closeWriteChannel()

    def stopped(self, why: str) -> tuple[str, str]:
        return (
            translate("MapProcess", "The map could not be made."),
            translate("MapProcess", "Try again. If it happens again, please send us the log."),
        )

    def _note(self, event: Event) -> None:
        if isinstance(event, MapProgress):
            self.progressed.emit(event)
        elif isinstance(event, MapFinished):
            self.finished.emit()
