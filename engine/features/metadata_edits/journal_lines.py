"""The journal's lines, JSON objects with checksums, and the steps they record."""

import base64
import json
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, TextIO

from msgspec import Struct

from engine.base.types import FilePath
from engine.features.metadata_edits.envelope import Envelope


class ExchangeStep(Struct, frozen=True):
    """Replacement of one file's envelope."""

    path: FilePath
    before: Envelope
    after: Envelope
    copy: str = ""
    """Name of the copy that was to replace the file; empty if it was patched in place."""


class RenameStep(Struct, frozen=True):
    """Change of one file's name."""

    path: FilePath
    new_path: FilePath


JournalStep = ExchangeStep | RenameStep

UNREADABLE = (ValueError, LookupError, TypeError, AttributeError, OverflowError, RecursionError, zlib.error)
"""Errors from reading a record that Earshot did not write."""


def line(record: dict[str, Any]) -> str:
    """Formats a record as a line, including its end."""
    text = json.dumps(record, separators=(",", ":"))
    return f"{zlib.crc32(text.encode()):08x} {text}\n"


def sound_lines(file: TextIO, with_steps: bool) -> Iterator[dict[str, Any]]:
    """Yields the records of a session up to the first damaged line; `with_steps` includes those that begin a step.

    Raises:
        UNREADABLE: an intact line holds something Earshot did not write.
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
    """Returns how many bytes of a session are intact lines, readable or not."""
    whole = 0
    for line in path.read_bytes().splitlines(keepends=True):
        check, _, text = line.rstrip(b"\n").partition(b" ")
        if not line.endswith(b"\n") or check != b"%08x" % zlib.crc32(text):
            break
        whole += len(line)
    return whole


def packed(step: JournalStep) -> dict[str, Any]:
    """Converts a step to JSON values."""
    if isinstance(step, RenameStep):
        return {"path": text_of(step.path.raw), "new_path": text_of(step.new_path.raw)}
    return {
        "path": text_of(step.path.raw),
        "before": _packed_envelope(step.before),
        "after": _packed_envelope(step.after),
        "copy": step.copy,
    }


def unpacked(kept: dict[str, Any]) -> JournalStep:
    """Reads the output of `packed`."""
    path = path_of(kept["path"])
    if "new_path" in kept:
        return RenameStep(path, path_of(kept["new_path"]))
    return ExchangeStep(path, _unpacked_envelope(kept["before"]), _unpacked_envelope(kept["after"]), str(kept["copy"]))


def path_of(text: str) -> FilePath:
    """Returns the path in a record."""
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
    """Encodes bytes as base64 text."""
    return base64.b64encode(raw).decode()


def bytes_of(text: str) -> bytes:
    """Decodes the output of `text_of`."""
    return base64.b64decode(text)
