"""Mutated sounds of every suffix we know a writer for, read by child processes that may die; a death is a find.

docs/decisions/0070-decoders-are-mutated-in-children.md
"""

import contextlib
import shutil
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from queue import Empty, Queue
from threading import Thread
from typing import IO

from tests.fuzz.sound_seeds import write_seeds

_SILENT_S = 90.0
"""A child that has said nothing for that long hangs: it speaks every second between two inputs."""
_CHILD_S = 300.0
"""A child's life: what libraries lose of memory is given back."""


@dataclass(slots=True)
class Decoded:
    """What came of it."""

    executions: int = 0
    seconds: float = 0.0
    finds: int = 0
    deaths: int = 0


def fuzz_decoders(seconds: float, folder: Path) -> Decoded:
    """Mutates and reads for some seconds; finds lie in `folder`/finds/decode, deaths beside them by their status.

    Raises:
        RuntimeError: the program that writes the sounds is not installed.
    """
    write_seeds(folder / "seeds")
    told = Decoded()
    begun = time.monotonic()
    number = time.time_ns() // 1_000_000
    while (left_s := seconds - (time.monotonic() - begun)) > 1:
        number += 1
        status, count, finds = _child(folder, number, min(left_s, _CHILD_S))
        told.executions += count
        told.finds = max(told.finds, finds)
        if status != 0:
            told.deaths += 1
            _keep(folder, status)
    told.seconds = time.monotonic() - begun
    return told


def _child(folder: Path, number: int, seconds: float) -> tuple[int, int, int]:
    """Its exit status (-9 where it hung and was ended), and what it counted."""
    arguments = [str(folder / "seeds"), str(folder), str(number), str(seconds)]
    command = [sys.executable, "-m", "tests.fuzz.decoding_child", *arguments]
    with (folder / "decode.log").open("ab") as log:
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log)
        assert process.stdout is not None
        lines: Queue[bytes] = Queue()
        Thread(target=_pass_on, args=(process.stdout, lines), daemon=True).start()
        count = finds = 0
        while True:
            try:
                line = lines.get(timeout=_SILENT_S)
            except Empty:
                process.kill()
                return process.wait(), count, finds
            if not line:
                return process.wait(), count, finds
            with contextlib.suppress(ValueError):  # cut off by its death
                count, finds = map(int, line.split())


def _pass_on(pipe: IO[bytes], lines: "Queue[bytes]") -> None:
    for line in pipe:
        lines.put(line)
    lines.put(b"")


def _keep(folder: Path, status: int) -> None:
    """Keeps what the child was reading when it died."""
    place = folder / "finds" / "decode"
    place.mkdir(parents=True, exist_ok=True)
    for path in folder.glob("reading.*"):
        shutil.move(path, place / f"died{status}-{time.time_ns()}{path.suffix}")
