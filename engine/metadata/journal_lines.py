"""The lines of the journal: one JSON object each, with a checksum, and files as they were and as they will be."""

import base64
import json
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TextIO

from engine.metadata.envelope import Envelope
from engine.types import FilePath


@dataclass(frozen=True, slots=True)
class Exchange:
    """One file whose envelope was exchanged."""

    path: FilePath
    before: Envelope
    after: Envelope
    copy: str = ""
    """Name of the copy that was to take its place; empty where it was written over."""


@dataclass(frozen=True, slots=True)
class Renaming:
    """One file that got another name."""

    path: FilePath
    new_path: FilePath


JournalStep = Exchange | Renaming

UNREADABLE = (ValueError, LookupError, TypeError, AttributeError, OverflowError, RecursionError, zlib.error)
"""What reading a record raises if no Earshot wrote it."""


def line(record: dict[str, Any]) -> str:
    """A record as a line, with its end."""
    text = json.dumps(record, separators=(",", ":"))
    return f"{zlib.crc32(text.encode()):08x} {text}\n"


def sound_lines(file: TextIO, with_steps: bool) -> Iterator[dict[str, Any]]:
    """The records of a session up to the first damaged line; without steps those that begin one are left out.

    Raises:
        UNREADABLE: a line that is whole holds what no Earshot wrote.
    """
    for line in file:
        check, _, text = line.rstrip("\n").partition(" ")
        if not line.endswith("\n") or check != f"{zlib.crc32(text.encode('utf-8', 'replace')):08x}":
            return
        if not with_steps and text.startswith('{"begin"'):
            continue
        record = json.loads(text)
        if not isinstance(record, dict):
            raise ValueError(f"no record: {text[:40]!r}")
        yield record


def sound_bytes(path: Path) -> int:
    """How many bytes of a session are whole lines, readable or not."""
    whole = 0
    for line in path.read_bytes().splitlines(keepends=True):
        check, _, text = line.rstrip(b"\n").partition(b" ")
        if not line.endswith(b"\n") or check != b"%08x" % zlib.crc32(text):
            break
        whole += len(line)
    return whole


def packed(step: JournalStep) -> dict[str, Any]:
    """A step as JSON can hold it."""
    if isinstance(step, Renaming):
        return {"path": text_of(step.path.raw), "new_path": text_of(step.new_path.raw)}
    return {
        "path": text_of(step.path.raw),
        "before": _packed_envelope(step.before),
        "after": _packed_envelope(step.after),
        "copy": step.copy,
    }


def unpacked(kept: dict[str, Any]) -> JournalStep:
    """Reads what `packed` gave."""
    path = path_of(kept["path"])
    if "new_path" in kept:
        return Renaming(path, path_of(kept["new_path"]))
    return Exchange(path, _unpacked_envelope(kept["before"]), _unpacked_envelope(kept["after"]), str(kept["copy"]))


def path_of(text: str) -> FilePath:
    """The file that a record names."""
    raw = bytes_of(text)
    if not raw or b"\0" in raw:
        raise ValueError(f"no file has the name {raw!r}")
    return FilePath(raw)


def _packed_envelope(envelope: Envelope) -> dict[str, Any]:
    return {
        "parts": [text_of(zlib.compress(part, 6)) for part in envelope.parts],
        "spans": envelope.spans,
        "probe": text_of(envelope.probe),
        "ogg": envelope.is_ogg,
    }


def _unpacked_envelope(kept: dict[str, Any]) -> Envelope:
    parts = tuple(zlib.decompress(bytes_of(part)) for part in kept["parts"])
    spans = tuple((int(offset), int(size)) for offset, size in kept["spans"])
    return Envelope(parts, spans, bytes_of(kept["probe"]), bool(kept["ogg"]))


def text_of(raw: bytes) -> str:
    """Bytes as text."""
    return base64.b64encode(raw).decode()


def bytes_of(text: str) -> bytes:
    """Reads what `text_of` gave."""
    return base64.b64decode(text)
