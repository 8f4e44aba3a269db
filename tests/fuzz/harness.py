"""What a harness is: one parser of ours, fed with bytes. Only errors that its docstring names may come out of it."""

import os
import tempfile
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache
from io import FileIO
from pathlib import Path

from engine.audio.files import open_regular
from engine.base.types import FilePath

CORPUS = Path(__file__).parent / "corpus"
"""A folder a harness, with what broke it once."""


@dataclass(frozen=True, slots=True)
class Harness:
    """One parser."""

    name: str
    read: Callable[[bytes], None]
    """Hands bytes to the parser; what it raises is a find."""
    seeds: Callable[[], Iterable[bytes]]
    """Good bytes to begin with."""
    words: tuple[str, ...] = ()
    """What the format is spelt with: a mutation may put them in."""
    longest_bytes: int = 4096

    @property
    def corpus(self) -> Path:
        """Where its finds are kept."""
        return CORPUS / self.name


def letters(data: bytes) -> str:
    """Text of any bytes, lone surrogates among them, as a shell or a damaged file may hand them over."""
    try:
        return data.decode("utf-8", errors="surrogatepass")
    except UnicodeDecodeError:
        return data.decode("utf-8", errors="surrogateescape")


def file_of(data: bytes, name: str = "sound") -> FilePath:
    """A file with these bytes; the next call of this process writes it anew."""
    path = scratch() / name
    path.write_bytes(data)
    return FilePath.of(path)


def opened(data: bytes) -> FileIO:
    """As `file_of`, open for reading. Empty bytes are a byte here: an empty file is refused before any parser."""
    return open_regular(file_of(data or b"\0"))


@cache
def scratch() -> Path:
    """A folder of this process, in memory where the system has such a place."""
    memory = Path("/dev/shm")
    folder = tempfile.TemporaryDirectory(prefix="earshot-fuzz-", dir=memory if os.access(memory, os.W_OK) else None)
    _kept.append(folder)
    return Path(folder.name)


_kept: list[tempfile.TemporaryDirectory[str]] = []
"""Until the process ends, when they are removed."""
