"""Jobs of `earshot index` and `earshot pack use`: runs them under their supervisor and shows their events."""

import signal
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from engine.base.errors import EngineError
from engine.base.events import (
    Event,
    FileFailed,
    FileRemark,
    FileSilent,
    Finished,
    IndexBuilt,
    Paused,
    Preparation,
    PreparationStarted,
    Progress,
    ReembeddingFinished,
    ReembeddingProgress,
    Scanned,
    SpeechProgress,
    Started,
    broke,
    to_line,
)
from engine.base.file_messages import IT
from engine.cli.shell import DONE, SOME_SKIPPED
from engine.cli.shell.output import duration_text, printable, say
from engine.ingest.control import Control
from engine.ingest.spec import JobSpec
from engine.ingest.supervisor import supervise

_LINE_EVERY_S = 5.0
_NAMED = 20
"""Skipped files, and notes, with a line each; the others are summed up."""
_REASONS = 5
_PREPARING = {
    Preparation.SOUNDS: "preparing searches of a large library: what sounds sound like",
    Preparation.NAMES: "preparing searches of a large library: what names mean",
    Preparation.CATEGORIES: "suggesting categories by ear",
    Preparation.ORDERS: "putting columns in order, for sorting",
}


def run_shown(spec: JobSpec, control: Control, show: Callable[[Event], None], *, as_json: bool) -> int:
    """Runs a job until it or a signal ends it; returns the exit status.

    Raises:
        EngineError: the job ended with it; with `as_json` the last line reported it.
    """

    def told(event: Event) -> None:
        try:
            show(event)
        except BrokenPipeError:
            control.turn("cancel")  # Nobody reads any more: let the job finish its current files.

    with cancelled_by_signals(control) as signals:
        try:
            finished = supervise(spec, control, told)
        except EngineError as err:
            if as_json:
                print_line(broke(err))
            raise
    if signals:
        return 128 + signals[0]  # As shells report a program ended by a signal.
    return SOME_SKIPPED if finished.failed else DONE


class Ticker:
    """Shows a job's events to people on standard error: one changing line on a terminal, some lines elsewhere."""

    def __init__(self, is_terminal: bool) -> None:
        self._is_terminal = is_terminal
        self._last_s = 0.0
        self._is_open = False
        self._skipped = Counter[str]()
        """Files without a line, by reason."""
        self._named = self._noted = 0

    def __call__(self, event: Event) -> None:
        text = _text_of(event)
        if text is None or self._is_one_of_many(event):
            return
        if isinstance(event, Finished):
            self._sum_up()
        passing = (isinstance(event, Scanned) and not event.done) or (
            isinstance(event, Progress | ReembeddingProgress | SpeechProgress) and event.done < event.total
        )
        now_s = time.monotonic()
        if passing and self._is_terminal:
            print(f"\r\x1b[K{text}", end="", file=sys.stderr, flush=True)
            self._is_open = True
        elif not passing or now_s - self._last_s >= _LINE_EVERY_S:
            say(("\r\x1b[K" if self._is_open else "") + text)
            self._is_open = False
            self._last_s = now_s

    def _is_one_of_many(self, event: Event) -> bool:
        """Counts a skipped or noted file; returns whether enough of its kind had a line."""
        if isinstance(event, FileFailed):
            self._named += 1
            if self._named > _NAMED:
                self._skipped[str(event.trouble.of(IT))] += 1
                return True
        elif isinstance(event, FileRemark):
            self._noted += 1
            return self._noted > _NAMED
        return False

    def _sum_up(self) -> None:
        if self._skipped:
            told = [f"{count} because {printable(reason)}" for reason, count in self._skipped.most_common(_REASONS)]
            told += ["the rest for other reasons"] if len(self._skipped) > _REASONS else []
            say(f"skipped {self._skipped.total()} more: {'; '.join(told)}. `earshot stats --failed` lists all")
        if self._noted > _NAMED:
            say(f"{self._noted - _NAMED} more notes like these; --json tells all of them")


def _text_of(event: Event) -> str | None:
    match event:
        case Started():
            return f"library {printable(event.library)}, pack {event.pack}, on {event.device}"
        case Scanned(files=files, to_do=to_do, done=done):
            return (
                f"{files} sounds found, {to_do} to read" if done else f"looking: {files} sounds so far, {to_do} to read"
            )
        case Progress() if event.total:
            left = "" if event.eta_s is None or event.done == event.total else f", {duration_text(event.eta_s)} left"
            rate = f"{event.files_per_s:.1f} files/s, {event.audio_x_realtime:.0f} x real time"
            return f"{event.done} of {event.total} read ({rate}{left})"
        case FileFailed():
            return f"skipped: {printable(event.reason)}. {event.advice}"
        case FileRemark():
            return f"note on {printable(event.path)}: {printable(event.note)}"
        case FileSilent(path=path, silent_s=silent_s):
            return f"{printable(path)} does not answer: nothing for {silent_s:.0f} s"
        case Paused(is_paused=is_paused):
            return "paused" if is_paused else "going on"
        case PreparationStarted(what=what):
            return _PREPARING[what]
        case IndexBuilt():
            return f"index: {event.state}, {event.segments} segments in {duration_text(event.seconds)}"
        case SpeechProgress():
            left = "" if event.eta_s is None or event.done == event.total else f", {duration_text(event.eta_s)} left"
            return f"listened to {event.done} of {event.total} for speech, heard some in {event.spoken}{left}"
        case ReembeddingProgress() | ReembeddingFinished():
            return _learning_text(event)
        case Finished():
            return _end_text(event)
        case _:
            return None


def _learning_text(event: ReembeddingProgress | ReembeddingFinished) -> str:
    if isinstance(event, ReembeddingProgress):
        how = f"learning {event.pack}: {event.done} of {event.total}, searches still use {event.searched or 'none'}"
        if event.is_waiting:
            return f"{how}; waiting for an indexing job to end"
        left = "" if event.eta_s is None or event.done == event.total else f", {duration_text(event.eta_s)} left"
        return printable(f"{how}{left}")
    if not event.is_searched:
        return printable(f"{event.pack} knows all that is at hand; {event.offline} sounds are on drives that are away")
    known = f"; {event.by_name} sounds are found by name alone until they can be read" if event.by_name else ""
    return printable(f"searches use {event.pack} now{known}")


def _end_text(end: Finished) -> str:
    counts = [f"{end.added} added", f"{end.changed} changed", f"{end.moved} moved", f"{end.removed} missing"]
    counts += [f"{end.unchanged} unchanged"]
    if end.failed:
        counts.append(f"{end.failed} could not be read (--retry-failed tries them again)")
    how = "cancelled; the same command goes on from here" if end.cancelled else "done"
    return f"{how}: {', '.join(counts)}, in {duration_text(end.seconds)}"


def print_line(event: Event) -> None:
    """Prints an event for a program."""
    print(to_line(event), flush=True)


@contextmanager
def cancelled_by_signals(control: Control) -> Iterator[list[int]]:
    """Makes the first Ctrl-C or SIGTERM cancel the job, and lists it; a second one ends the process as usual."""
    came: list[int] = []

    def cancel(number: int, frame: object) -> None:
        came.append(number)
        restore()
        say("cancelling; once more to stop at once")
        control.turn("cancel")

    def restore() -> None:
        for number, handler in before.items():
            signal.signal(number, handler)

    before = {number: signal.signal(number, cancel) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield came
    finally:
        restore()
