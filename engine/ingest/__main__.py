"""The indexing process: `python -m engine.ingest`, started by engine.ingest.supervisor.

The first line of standard input is the job; later lines turn its switch. When the pipe ends, the parent is dead and the
job cancels itself. Standard output carries only event lines; whatever a decoder prints goes to standard error.
"""

import faulthandler
import os
import signal
import sys
import threading
import time
import traceback
from collections.abc import Callable
from typing import NoReturn

from engine.base import logs
from engine.base.errors import EngineError
from engine.base.events import Event, JobAbandoned, ProcessAlive, broke, to_line
from engine.base.memory_limit import indexing_bytes, watch_memory
from engine.base.private_files import keep_private
from engine.ingest.control import Control
from engine.ingest.readers import DecoderStalled, ReaderDied
from engine.ingest.spec import ALIVE_EVERY_S, FAULT_OF_OURS, STALLED, JobSpec

_SIGNAL = 128
"""Exit status for a reading process killed by a signal: this plus the signal, as in shells."""


def main() -> int:
    """Runs the job from standard input; returns the exit status."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches the parent, which cancels.
    faulthandler.enable()
    keep_private()
    logs.start()
    lines = os.dup(sys.stdout.fileno())
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    control = Control()
    lock = threading.Lock()

    def emit(event: Event) -> None:
        line = to_line(event).encode("utf-8", errors="replace") + b"\n"
        with lock:
            try:
                while line:
                    line = line[os.write(lines, line) :]
            except OSError:
                control.turn("cancel")  # Nobody reads any more.

    threading.Thread(target=_live, args=(emit,), name="alive", daemon=True).start()
    try:
        spec = JobSpec.from_line(_first_line())
        watch_memory(spec.memory_bytes or indexing_bytes())
        control.follow(0, cancel_at_end=True)
        # Slow imports: not before the switch is followed.
        if spec.is_learning:
            from engine.ingest.pack_change import run_learning as run
        else:
            from engine.ingest.job import run_job as run

        emit(run(spec, control, emit))
    except EngineError as err:
        emit(broke(err))
        return 1
    except ReaderDied as err:
        _leave(err.status if err.status >= 0 else _SIGNAL - err.status, emit)
    except DecoderStalled:
        _leave(STALLED, emit)  # A thread hangs in a decoder; an orderly end would wait for it.
    except Exception:
        traceback.print_exc()
        return FAULT_OF_OURS
    return 0


def _leave(status: int, emit: Callable[[Event], None]) -> NoReturn:
    """Exits at once. Tells the parent first, since the system may not end a process that hangs in a call."""
    emit(JobAbandoned(status))
    os._exit(status)


def _live(emit: Callable[[Event], None]) -> None:
    """Tells the parent periodically that this process is alive."""
    while True:
        time.sleep(ALIVE_EVERY_S)
        emit(ProcessAlive())


def _first_line() -> str:
    """Reads the first line of standard input and not a byte more: the rest belongs to the switch."""
    line = b""
    while not line.endswith(b"\n"):
        letter = os.read(0, 1)
        if not letter:
            raise SystemExit(FAULT_OF_OURS)
        line += letter
    return line.decode("ascii", errors="replace")


if __name__ == "__main__":
    sys.exit(main())
