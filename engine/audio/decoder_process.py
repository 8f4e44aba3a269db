"""The decoder process: `python -m engine.audio.decoder_process LIMIT_BYTES`, started by engine.audio.decoder_pool.

It opens one sound at a time, so that a crashing decoder cannot take its caller along. Each question is a line of JSON
on standard input; each answer is a line on standard output, samples behind it where there are any. It ends with
standard input, even while a decoder hangs.
"""

import errno
import faulthandler
import json
import os
import queue
import signal
import sys
import threading
from collections.abc import Callable
from io import FileIO
from typing import Any

import av.error
import numpy as np
import soundfile

from engine.audio.av_source import AvSource
from engine.audio.decode_errors import plainly
from engine.audio.files import open_regular
from engine.audio.metadata import fields_of
from engine.audio.soundfile_source import SoundFileSource
from engine.audio.source import Source, StreamBroken
from engine.base import logs
from engine.base.errors import AudioError
from engine.base.memory_limit import OUT_OF_MEMORY, limit_memory
from engine.base.types import FilePath

READY = {"ready": True}
_OPENERS: dict[str, Callable[[FileIO, str], Source]] = {"soundfile": SoundFileSource, "av": AvSource}
_PEAK_FRAMES = 1 << 20
_TOGETHER_BYTES = 1 << 16
"""Up to this size, samples are written together with their line: the reader wakes only once."""


class _OutOfMemory(Exception):
    """A decoder reported it in its own way."""


class _Decoder:
    """Holds the open sound and answers questions about it."""

    def __init__(self, answers: int) -> None:
        self._answers = answers
        self._source: Source | None = None
        self._file: FileIO | None = None

    def answer(self, question: dict[str, Any]) -> None:
        try:
            match question["do"]:
                case "open":
                    self._open(question)
                case "read":
                    self._read(question, {})
                case "seek":
                    assert self._source is not None
                    self._source.seek(question["frame"])
                    self._tell({})
                case "close":
                    self._close()  # without an answer: nobody waits for one
                case "fields":
                    with open_regular(FilePath(os.fsencode(question["path"]))) as file:
                        self._tell({"fields": fields_of(file)})
        except StreamBroken as err:
            self._tell({"broken": err.reason.name})
        except AudioError as err:
            self._tell({"refused": type(err).__name__, "name": err.name, "trouble": err.trouble.record()})

    def _open(self, question: dict[str, Any]) -> None:
        self._close()
        file = open_regular(FilePath(os.fsencode(question["path"])))
        try:
            self._source = source = _OPENERS[question["kind"]](file, question["name"])
        except (
            soundfile.LibsndfileError,
            av.error.FFmpegError,
            StreamBroken,
            OSError,
            ValueError,
            ArithmeticError,
        ) as err:
            if getattr(err, "errno", None) == errno.ENOMEM:
                raise _OutOfMemory from err
            reason = plainly(err)
        else:
            self._file = file
            said = {name: getattr(source, name) for name in ("format", "codec", "sample_rate_hz", "channels", "layout")}
            said |= {name: getattr(source, name) for name in ("declared_frames", "is_length_exact", "is_finite")}
            self._read(question, said)
            return
        finally:
            if self._file is None:
                file.close()
        self._tell({"reason": None if reason is None else reason.name})

    def _read(self, question: dict[str, Any], said: dict[str, Any]) -> None:
        """Reads samples and sends them with `said`; opening includes a first read, which spares a question."""
        source = self._source
        assert source is not None
        block = np.empty((min(int(question["frames"]), _PEAK_FRAMES), source.channels), dtype=question["type"])
        try:
            count = source.read(block)
        except StreamBroken as err:
            self._tell({**said, "count": 0, "bit_depth": source.bit_depth, "broken": err.reason.name})
            return
        samples = block[:count].data.cast("B") if count else b""  # an empty array cannot be cast
        self._tell({**said, "count": count, "bit_depth": source.bit_depth}, samples)

    def _close(self) -> None:
        source, file, self._source, self._file = self._source, self._file, None, None
        if source is not None:
            source.close()
        if file is not None:
            file.close()

    def _tell(self, answer: dict[str, Any], samples: bytes | memoryview = b"") -> None:
        tell(self._answers, answer, samples)


def tell(answers: int, answer: dict[str, Any], samples: bytes | memoryview = b"") -> None:
    """Writes an answer and its samples."""
    line = json.dumps(answer).encode("ascii") + b"\n"
    parts = (line + samples,) if len(samples) <= _TOGETHER_BYTES else (line, samples)
    for part in parts:
        left = memoryview(part)
        while left:
            left = left[os.write(answers, left) :]


def main(limit_bytes: int) -> int:
    """Answers until the caller ends; returns the exit status."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C ends the caller, and so this process
    faulthandler.enable()
    logs.start()
    answers = os.dup(sys.stdout.fileno())
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # keeps the decoders' own output out of the answers
    limit_memory(limit_bytes)
    questions: queue.SimpleQueue[bytes] = queue.SimpleQueue()
    threading.Thread(target=_listen, args=(questions,), name="questions", daemon=True).start()
    decoder = _Decoder(answers)
    try:
        tell(answers, READY)
        while True:
            decoder.answer(json.loads(questions.get()))
    except (MemoryError, _OutOfMemory):
        return OUT_OF_MEMORY
    except BrokenPipeError:
        return 0


def _listen(questions: "queue.SimpleQueue[bytes]") -> None:
    """Queues questions; exits the process when the caller is gone, even while a decoder works."""
    with os.fdopen(os.dup(0), "rb") as stream:
        for line in stream:
            questions.put(line)
    os._exit(0)


if __name__ == "__main__":
    status = main(int(sys.argv[1]))
    os._exit(status)  # an orderly exit would wait for decoder threads
