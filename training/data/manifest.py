"""The list of training clips in the repository: facts only, no sound.

manifest.jsonl.gz holds one JSON object a clip: its public repository, commit and path, the stretch taken, its
description and its licence. `fetch` rebuilds the corpus from it.
"""

import gzip
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from typing import Any

from training.data.corpus import CorpusError

PATH = Path(__file__).with_name("manifest.jsonl.gz")

_PLAIN_NAME = re.compile(r"\w[\w.-]*")
_ROW = re.compile(r"^\| (\w+) \| (\S+) \| ([0-9a-f]{7,40}) \| (.+?) \| (.+?) \|")


@dataclass(frozen=True, slots=True)
class Entry:
    """Origin and description of one clip."""

    id: str
    source: str
    repository: str
    """host/owner/name."""
    commit: str
    """Abbreviated."""
    original_path: str
    start_s: float
    duration_s: float
    captions: tuple[str, ...]
    labels: tuple[str, ...]
    category: str
    kind: str
    group: str
    """Recordings that a split never separates."""
    split: str
    licence: str
    sha1: str
    """Identifies the clip; as the corpus records it, of its first decoding, not of the fetched file."""
    folder: int = 1
    """1: in the corpus; 2: in the folder that adds to it."""

    def __post_init__(self) -> None:
        """Rejects names that are no file names or lead out of the folder."""
        for name in (self.source, self.id):
            if not _PLAIN_NAME.fullmatch(name):
                raise ValueError(f"{name!r} is no plain file name")


@dataclass(frozen=True, slots=True)
class SourceFacts:
    """Origin of a collection."""

    repository: str
    commit: str
    licence: str


def read_manifest(path: Path = PATH) -> Iterator[Entry]:
    """Yields the entries in order.

    Raises:
        CorpusError: no such list, or an invalid line.
    """
    try:
        with gzip.open(path, "rt", encoding="utf-8") as lines:
            for line in lines:
                record = json.loads(line)
                record["captions"], record["labels"] = tuple(record["captions"]), tuple(record["labels"])
                yield Entry(**record)
    except (OSError, EOFError, ValueError, TypeError, KeyError) as err:
        raise CorpusError(
            f"the manifest {path} cannot be read: {err}", advice="Check out the repository again."
        ) from err


def write_manifest(folders: Sequence[Path], path: Path = PATH) -> int:
    """Writes the list from meta.jsonl and the table in SOURCES.md of each folder; returns the number of clips.

    The same folders give the same bytes.

    Raises:
        CorpusError: a file is missing, a line is invalid, or the table lacks a source.
    """
    entries = [entry for number, folder in enumerate(folders, start=1) for entry in _entries(folder, number)]
    rows = [json.dumps(asdict(entry), ensure_ascii=False, separators=(",", ":")) for entry in entries]
    path.write_bytes(gzip.compress(("\n".join(rows) + "\n").encode(), compresslevel=9, mtime=0))
    return len(rows)


@cache
def source_facts() -> Mapping[str, SourceFacts]:
    """Returns the facts of each collection of the manifest by name."""
    return {entry.source: SourceFacts(entry.repository, entry.commit, entry.licence) for entry in read_manifest()}


def _entries(data: Path, number: int) -> list[Entry]:
    try:
        places = _table((data / "SOURCES.md").read_text(encoding="utf-8"))
        lines = (data / "meta.jsonl").read_text(encoding="utf-8").splitlines()
        return [_entry(json.loads(line), places, number) for line in lines]
    except (OSError, ValueError, KeyError, TypeError) as err:
        raise CorpusError(
            f"no manifest can be made of {data}: {type(err).__name__}: {err}",
            advice="It needs SOURCES.md and a whole meta.jsonl.",
        ) from err


def _entry(record: Mapping[str, Any], places: Mapping[str, SourceFacts], number: int) -> Entry:
    place = places.get(record["source"])
    if place is None:
        raise CorpusError(f"SOURCES.md does not name {record['source']}", advice="Add the source to its table.")
    return Entry(
        id=record["id"],
        source=record["source"],
        repository=place.repository,
        commit=place.commit,
        original_path=record["original_path"],
        start_s=float(record.get("start_s", 0.0)),
        duration_s=float(record["duration_s"]),
        captions=tuple(record["captions"]),
        labels=tuple(record["labels"]),
        category=record["category"],
        kind=record["kind"],
        group=record["group"],
        split=record["split"],
        licence=record["licence"],
        sha1=record["content_sha1"],
        folder=number,
    )


def _table(text: str) -> dict[str, SourceFacts]:
    found = (_ROW.match(line) for line in text.splitlines())
    return {row[1]: SourceFacts(row[2], row[3], row[4]) for row in found if row}
