"""A manifest: clips as one JSONL file, to be read again, edited and trained from.

One JSON object a line with the fields of `Clip`. `file` is the exact path: as text where possible (relative to the
manifest's folder), else as a percent-encoded file: address, because file names are bytes.
"""

import json
import os
from collections.abc import Sequence
from dataclasses import fields
from pathlib import Path
from typing import Any

from engine.base.training_messages import ExclusionReason
from engine.base.types import FilePath
from training.data.corpora.reader import CorpusReader, CorpusReading, Ledger
from training.data.corpora.tables import json_lines
from training.data.corpus import SPLITS, Clip, CorpusError

_TEXTS = ("id", "source", "original_path", "licence", "kind", "category", "split", "group", "base", "sha1")
_LISTS = ("captions", "keywords")
_NUMBERS = ("duration_s", "start_s")
_REQUIRED = ("id", "file", "captions", "duration_s", "split")
_HEAD = {"format": "earshot clips", "version": 1}


def write_listing(clips: Sequence[Clip], path: Path) -> None:
    """Writes clips as a manifest atomically."""
    lines = [json.dumps(_HEAD), *(json.dumps(_record(clip), ensure_ascii=False) for clip in clips)]
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.with_name(f".{path.name}.{os.getpid()}")
    temporary.write_text("\n".join(lines) + "\n", encoding="utf-8")
    temporary.replace(path)


def read_listing(path: Path, part: str = "") -> CorpusReading:
    """Reads a manifest or one split of it; leaves out invalid lines and missing files.

    Raises:
        CorpusError: no such file, or one of a later version.
    """
    ledger = Ledger()
    for line, record in json_lines(path):
        if isinstance(record, dict) and "format" in record:
            if record.get("version") != _HEAD["version"]:
                raise CorpusError(
                    f"{path} is a manifest of version {record.get('version')}", advice="Use the Earshot that wrote it."
                )
            continue
        clip = _clip(record, path.parent)
        if clip is None:
            ledger.leave(ExclusionReason.BAD_ROW, f"line {line}")
        elif part and clip.split != part:
            continue
        elif not clip.path.is_file():
            ledger.leave(ExclusionReason.NO_FILE, clip.original_path or clip.id)
        else:
            ledger.clips.append(clip)
    return ledger.reading()


def missing_listing(path: Path, part: str) -> list[str]:
    """Names the manifest if it is missing."""
    return [] if path.is_file() else [f"{path}"]


def _record(clip: Clip) -> dict[str, object]:
    record: dict[str, object] = {"file": _file(clip.path)}
    for field in fields(clip):
        if field.name != "path":
            value = getattr(clip, field.name)
            record[field.name] = list(value) if isinstance(value, tuple) else value
    return {key: _as_text(value) if isinstance(value, str) else value for key, value in record.items()}


def _file(path: Path) -> str:
    """The path as text if it survives a round trip, else as a file: address."""
    text = str(path)
    return text if _as_text(text) == text and not text.startswith("file:") else FilePath.of(path).uri


def _as_text(text: str) -> str:
    """Replaces bytes that UTF-8 cannot hold by U+FFFD."""
    return text.encode("utf-8", "surrogateescape").decode("utf-8", "replace")


def _clip(record: Any, folder: Path) -> Clip | None:
    if not isinstance(record, dict) or any(name not in record for name in _REQUIRED):
        return None
    texts = {name: record.get(name, "") for name in (*_TEXTS, "file")}
    lists = {name: record.get(name, []) for name in _LISTS}
    numbers = {name: record.get(name, 0.0) for name in _NUMBERS}
    if (
        not all(isinstance(value, str) for value in texts.values())
        or not all(isinstance(value, list) and all(isinstance(one, str) for one in value) for value in lists.values())
        or not all(isinstance(value, int | float) and value >= 0 for value in numbers.values())
        or texts["split"] not in SPLITS
        or not texts["file"]
    ):
        return None
    file = texts.pop("file")
    path = FilePath.of_uri(file).native if file.startswith("file:") else folder / file
    kind = texts.pop("kind") or texts["id"]
    return Clip(
        path=path.absolute(),
        kind=kind,
        captions=tuple(lists["captions"]),
        keywords=tuple(lists["keywords"]),
        duration_s=float(numbers["duration_s"]),
        start_s=float(numbers["start_s"]),
        **texts,
    )


LISTING = CorpusReader(
    "manifest", SPLITS, read_listing, missing_listing, "a manifest, as earshot-train corpus --out writes it"
)
