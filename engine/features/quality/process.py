"""The process that measures for the window, and its parent's side: `python -m …process LIBRARY`.

It has the lowest priority, decodes in further processes, writes a JSON line a second, and ends with standard input.
"""

import json
import os
import queue
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import TextIO

from msgspec.structs import asdict

from engine.audio import decoder_pool
from engine.base.cancellation import Cancel, StopRequested, never
from engine.base.child_processes import child_environment, step_back
from engine.base.errors import EngineError
from engine.base.memory_limit import watch_memory
from engine.features.quality.messages import QualityAdvice, QualityFault
from engine.features.quality.quality_pass import QualityStep, measure_library

MEMORY_BYTES = 1 << 30
_LOOK_S = 0.2


def main(arguments: list[str], answers: TextIO) -> int:
    """Measures a library and writes its progress; 1 if the library cannot be read or written."""
    step_back()
    watch_memory(MEMORY_BYTES)
    threading.Thread(target=_end_with_parent, name="parent", daemon=True).start()

    def tell(record: dict[str, object]) -> None:
        answers.write(json.dumps(record) + "\n")
        answers.flush()

    with decoders():
        try:
            measure_library(Path(arguments[0]), lambda step: tell(asdict(step)))
        except EngineError as err:
            tell({"refused": str(err), "advice": err.advice})
            return 1
    return 0


class decoders:  # noqa: N801 - reads as a block
    """A block in which sounds are decoded in processes of their own, so that none ends this one."""

    def __enter__(self) -> None:
        self._pool = decoder_pool.DecoderPool()
        decoder_pool.use(self._pool)

    def __exit__(self, *_: object) -> None:
        decoder_pool.use(None)
        self._pool.close()


def measure_apart(library: Path, progress: Callable[[QualityStep], None], *, cancel: Cancel = never) -> QualityStep:
    """Runs the pass in a process of its own, and returns its last step.

    Raises:
        EngineError: the library cannot be read or written, or the process ended.
        StopRequested: it was cancelled; what was measured stays.
    """
    command = (sys.executable, "-P", "-m", "engine.features.quality.process", os.fspath(library))
    child = subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        encoding="utf-8",
        env=child_environment(),
    )
    lines: queue.SimpleQueue[str | None] = queue.SimpleQueue()
    reader = threading.Thread(target=_read, args=(child.stdout, lines), name="quality", daemon=True)
    reader.start()
    step = QualityStep(0, 0, 0, 0, 0.0, 0.0)
    try:
        while True:
            if cancel():
                raise StopRequested
            try:
                line = lines.get(timeout=_LOOK_S)
            except queue.Empty:
                continue
            if line is None:
                break
            record = json.loads(line)
            if "refused" in record:
                raise EngineError(str(record["refused"]), advice=str(record["advice"]))
            step = QualityStep(**record)
            progress(step)
        if child.wait() != 0:
            raise EngineError(QualityFault.PASS_ENDED, advice=QualityAdvice.MEASURE_AGAIN)
        return step
    finally:
        child.kill()
        child.wait()
        reader.join()
        for stream in (child.stdin, child.stdout):
            assert stream is not None
            stream.close()


def _read(stream: TextIO, lines: "queue.SimpleQueue[str | None]") -> None:
    for line in stream:
        lines.put(line)
    lines.put(None)


def _end_with_parent() -> None:
    sys.stdin.read()
    os._exit(0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:], sys.stdout))
