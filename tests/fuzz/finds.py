"""Tells one find from another and keeps the smallest input of each: what was raised, and where in our code."""

import hashlib
import time
import traceback
from pathlib import Path

ROOT = Path(__file__).parents[2]
SLOW_S = 5.0
"""A parser that takes longer over some kilobytes hangs for a user's megabytes. Generous, for busy machines."""


class Slow(Exception):
    """It came to an end, and took too long."""


class Finds:
    """The finds of one harness, each an input and a text beside it that says what it raised."""

    def __init__(self, folder: Path, harness: str) -> None:
        self._folder = folder / harness
        self.known: dict[str, int] = {}
        """Size of the smallest input by the mark of a find."""

    def take(self, data: bytes, error: BaseException) -> bool:
        """Keeps an input; True where nothing like it was known."""
        mark = mark_of(error)
        if self.known.get(mark, len(data) + 1) <= len(data):
            return False
        is_new = mark not in self.known
        self.known[mark] = len(data)
        self._folder.mkdir(parents=True, exist_ok=True)
        stem = hashlib.sha1(mark.encode()).hexdigest()[:10]
        (self._folder / stem).write_bytes(data)
        said = "".join(traceback.format_exception(error))[-6000:]
        (self._folder / f"{stem}.txt").write_text(f"{mark}\n\n{said}", encoding="utf-8", errors="replace")
        return is_new


def mark_of(error: BaseException) -> str:
    """What was raised, and the last line of ours that it passed: the same for all inputs that show one fault."""
    frames = [
        frame
        for frame in traceback.extract_tb(error.__traceback__)
        if Path(frame.filename).is_relative_to(ROOT) and "tests" not in Path(frame.filename).parts
    ]
    last = frames[-1] if frames else None
    place = f"{Path(last.filename).relative_to(ROOT)}:{last.name}:{last.lineno}" if last is not None else "harness"
    return f"{type(error).__name__} at {place}"


def timed(read: "object", data: bytes) -> None:
    """Reads, and raises Slow where that took too long."""
    begun = time.perf_counter()
    read(data)  # type: ignore[operator]
    if time.perf_counter() - begun > SLOW_S:
        raise Slow(f"{len(data)} bytes took {time.perf_counter() - begun:.1f} s")
