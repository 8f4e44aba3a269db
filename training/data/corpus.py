"""Captioned training clips: a folder with meta.jsonl and the audio files that it names."""

import json
from dataclasses import dataclass
from pathlib import Path

from engine.base.errors import EngineError

SPLITS = ("train", "val", "test")
_ADVICE = "Name the folder with --data, or rebuild it: earshot-train corpus fetch --data DIR"


class CorpusError(EngineError):
    """A corpus folder is missing, or its list cannot be read."""


@dataclass(frozen=True, slots=True)
class Clip:
    """One captioned clip."""

    id: str
    path: Path
    source: str
    """Name of its collection, a row of the sources."""
    original_path: str
    """Its path in that collection; the name often describes the sound."""
    licence: str
    captions: tuple[str, ...]
    kind: str
    """Clips of one kind answer the same query."""
    category: str
    split: str
    duration_s: float
    keywords: tuple[str, ...] = ()
    """Single words from its collection."""
    start_s: float = 0.0
    """Start in its file; it ends `duration_s` later."""
    group: str = ""
    """Recordings that a split never separates; empty for one that stands alone."""
    base: str = ""
    """The kind whose captions apply to it too, such as "dog_bark" for a distant bark; empty for none."""
    sha1: str = ""
    """SHA-1 of its samples as first decoded, in hex; empty if unknown."""


def read_corpus(folder: Path) -> list[Clip]:
    """Reads the list of a corpus in order and checks that every file exists.

    Args:
        folder: holds meta.jsonl, one JSON object a line, and the files it names.

    Raises:
        CorpusError: no list, an invalid line, an unknown split, or a missing file.
    """
    clips = read_clips(folder)
    missing = [clip.path for clip in clips if not clip.path.is_file()]
    if missing:
        raise CorpusError(f"{len(missing)} of {len(clips)} clips are not there, first {missing[0]}", advice=_ADVICE)
    return clips


def read_clips(folder: Path) -> list[Clip]:
    """Reads the list of a corpus in order without checking for files.

    Raises:
        CorpusError: no list, an invalid line, or an unknown split.
    """
    path = folder / "meta.jsonl"
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except OSError as err:
        raise CorpusError(f"no corpus at {folder}: {err.strerror}", advice=_ADVICE) from err
    except UnicodeDecodeError as err:
        raise CorpusError(f"{path} is not UTF-8: {err}", advice=_ADVICE) from err
    return [_clip(line, number, folder) for number, line in enumerate(lines, start=1)]


def only(clips: list[Clip], split: str) -> list[Clip]:
    """Returns the clips of one split."""
    return [clip for clip in clips if clip.split == split]


def check_splits(clips: list[Clip], *splits: str) -> None:
    """Checks that a corpus has clips of these splits.

    Raises:
        CorpusError: a split has no clip, as can happen after `corpus fetch --limit`.
    """
    empty = [split for split in splits if not only(clips, split)]
    if empty:
        raise CorpusError(
            f"the corpus has no clips of {', '.join(empty)}", advice="Fetch the whole of it: earshot-train corpus fetch"
        )


def _clip(line: str, number: int, folder: Path) -> Clip:
    try:
        record = json.loads(line)
        clip = Clip(
            id=record["id"],
            path=(folder / record["file"]).absolute(),
            source=record["source"],
            original_path=record["original_path"],
            licence=record["licence"],
            captions=tuple(record["captions"]),
            kind=record["kind"],
            category=record["category"],
            split=record["split"],
            duration_s=float(record["duration_s"]),
            keywords=tuple(record.get("labels", ())),
            group=record.get("group", ""),
            base=record.get("base", ""),
            sha1=record.get("content_sha1", ""),
        )
    except (ValueError, KeyError, TypeError) as err:
        raise CorpusError(f"line {number} of meta.jsonl is no clip: {err!r}", advice="Fetch the corpus again.") from err
    if clip.split not in SPLITS or not clip.captions:
        raise CorpusError(
            f"line {number} of meta.jsonl: split {clip.split!r}, {len(clip.captions)} captions",
            advice=f"A clip has one of the splits {', '.join(SPLITS)} and at least one caption.",
        )
    return clip
