"""The caller's end of one decoder process: questions, answers, and how it ended.

The other end is engine.audio.decoder_process; engine.audio.decoder_pool manages the pool.
"""

import contextlib
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from typing import Any

from engine.audio.source import Samples
from engine.base.child_processes import child_environment
from engine.base.errors import DecoderExit
from engine.base.memory_limit import OUT_OF_MEMORY

if sys.platform == "linux":
    import fcntl

Into = Samples | Callable[[dict[str, Any]], Samples] | None
"""Where the samples of an answer go, [T, C], or a function that allocates room once the answer states their number."""
_ANSWER_BYTES = 64 << 20
_PIPE_BYTES = 1 << 20
_END_S = 1.0
"""Grace period for a process that was told to end."""


class DecoderClient:
    """One decoder process. One thread at a time asks; any thread may kill it."""

    def __init__(self, limit_bytes: int) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-P", "-m", "engine.audio.decoder_process", str(limit_bytes)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=child_environment(),
            start_new_session=os.name == "posix",
        )
        _widen(self._process.stdout)
        self._asked_s: float | None = None
        self._is_hung = self._is_lost = False
        self._killed_s: float | None = None
        self.is_held = False
        """A kill did not end it at once: the drive it read from hung, and the file is not to blame."""
        self.is_ready = False
        """It has reported that it runs."""

    @property
    def pid(self) -> int:
        return self._process.pid

    @property
    def is_well(self) -> bool:
        return not self._is_lost and self._process.poll() is None

    def waits_s(self) -> float:
        """How long the current question has waited for an answer; 0 without one."""
        asked_s = self._asked_s
        return 0.0 if asked_s is None else time.monotonic() - asked_s

    def ask(self, question: dict[str, Any], into: Into) -> dict[str, Any] | None:
        """Returns the answer; None when the process is gone or answers nonsense."""
        self._asked_s = time.monotonic()
        try:
            if not self.is_ready:
                self.is_ready = bool(self._line())
                self._asked_s = time.monotonic()
            self.tell(question)
            answer = self._line()
            if into is not None and answer.get("count"):
                out = into(answer) if callable(into) else into
                self._fill(out[: answer["count"]].reshape(-1).data.cast("B"))
            return answer
        except (OSError, EOFError, ValueError, LookupError, TypeError, OverflowError, RecursionError):
            self._is_lost = True
            return None
        finally:
            self._asked_s = None

    def tell(self, question: dict[str, Any]) -> None:
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(json.dumps(question).encode("ascii") + b"\n")
            self._process.stdin.flush()
        except OSError:
            self._is_lost = True

    def _line(self) -> dict[str, Any]:
        assert self._process.stdout is not None
        line = self._process.stdout.readline(_ANSWER_BYTES)
        if not line.endswith(b"\n"):
            raise EOFError
        answer = json.loads(line)
        if not isinstance(answer, dict):
            raise ValueError(f"no answer: {line[:40]!r}")
        return answer

    def _fill(self, out: memoryview) -> None:
        stream: Any = self._process.stdout
        while out:
            count = stream.readinto(out)
            if not count:
                raise EOFError
            out = out[count:]

    def how_ended(self) -> DecoderExit:
        """Returns how a process that did not answer ended; it is gone afterwards."""
        try:
            status: int | None = self._process.wait(_END_S)
        except subprocess.TimeoutExpired:
            self.kill()
            status = None
        if self._is_hung:
            self.is_held = self._killed_s is not None and time.monotonic() - self._killed_s > _END_S
            return DecoderExit.HUNG
        return DecoderExit.MEMORY if status == OUT_OF_MEMORY else DecoderExit.CRASHED

    def hang_up(self) -> None:
        self._is_hung = True
        self._killed_s = self._killed_s or time.monotonic()
        self.kill()

    def kill(self) -> None:
        with contextlib.suppress(OSError):
            self._process.kill()

    def end(self) -> None:
        """Ends the process: closing its pipes makes it exit; a lost one is killed at once."""
        if self._is_lost:
            self.kill()
        for stream in (self._process.stdin, self._process.stdout):
            if stream is not None:
                with contextlib.suppress(OSError):
                    stream.close()
        try:
            self._process.wait(_END_S)
        except subprocess.TimeoutExpired:
            self.kill()
            with contextlib.suppress(subprocess.TimeoutExpired):  # a hung drive keeps it alive
                self._process.wait(_END_S)


def _widen(pipe: Any) -> None:
    """Lets large answers through in few turns, where the system can: 64 KiB a turn is a third slower."""
    if sys.platform == "linux":
        with contextlib.suppress(OSError):  # the system limits it per user
            fcntl.fcntl(pipe, fcntl.F_SETPIPE_SZ, _PIPE_BYTES)
