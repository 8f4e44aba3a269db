"""A folder of sounds with captions.csv, .jsonl or .json, or an "audiofolder" of Hugging Face's `datasets`.

Columns or keys: `file` (or Clotho's `file_name`), then `caption`, `caption_2` … or, in JSON, `captions` as a list; and
optionally `split`, `licence`, `keywords` (separated by ";" in CSV), `group`. captions.json is a list of such objects,
or maps a file to its caption or captions. Rows of one file add up. Without splits the sounds are split by recording:
takes that differ in a number stay together. Sounds whose stated licence forbids training are left out.

Without such a list the reader looks for an audiofolder: metadata.csv or metadata.jsonl in any folder below, naming the
sounds beside it by `file_name`. There `text` is a caption too, and folders called train, validation, test or similar
name the split. It reads no metadata.parquet.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from engine.base.training_messages import ExclusionReason
from training.data.corpora.licences import LicenceVerdict, Policy, is_kept, judge, said_of
from training.data.corpora.reader import (
    CorpusReader,
    CorpusReading,
    Ledger,
    add_if_readable,
    distinct,
    need_folder,
    tidy,
)
from training.data.corpora.splits import Shares, recording_of, split_by_recording
from training.data.corpora.tables import csv_rows, json_lines, json_of
from training.data.corpus import SPLITS, Clip, CorpusError

LISTS = ("captions.csv", "captions.jsonl", "captions.json")
METADATA = ("metadata.csv", "metadata.jsonl")
"""Lists of an audiofolder."""
SPLIT_NAMES = {
    "train": "train", "training": "train", "development": "train", "dev": "train",
    "val": "val", "valid": "val", "validation": "val",
    "test": "test", "eval": "test", "evaluation": "test",
}  # fmt: skip
_CAPTION, _TEXT = re.compile(r"captions?(?:_\d+)?"), re.compile(r"(?:captions?|text)(?:_\d+)?")
_FILE = ("file", "file_name", "filename", "path")


@dataclass(slots=True)
class _Entry:
    captions: list[str] = field(default_factory=list)
    keywords: list[str] = field(default_factory=list)
    split: str = ""
    licence: str = ""
    group: str = ""


def read_folder(
    folder: Path, part: str = "", *, policy: Policy = Policy.LEAVE_OUT, shares: Shares | None = None
) -> CorpusReading:
    """Reads the whole folder or one of the splits train, val and test.

    Args:
        folder: holds one of LISTS and the sounds it names.
        part: a split; empty for all.
        policy: how licences are treated.
        shares: held-out shares when the list names no splits.

    Raises:
        CorpusError: no such folder, or no list.
    """
    need_folder(folder, "folder")
    lists = _lists(folder)
    is_audiofolder = lists[0].name in METADATA
    if part not in ("", *SPLITS):
        raise CorpusError(f"a folder has no part {part!r}", advice=f"Its parts are {', '.join(SPLITS)}.")
    ledger, verdicts = Ledger(), list[LicenceVerdict]()
    entries = dict[str, _Entry]()
    for path in lists:
        within = path.parent.relative_to(folder)
        _add_entries(entries, path, within, _TEXT if is_audiofolder else _CAPTION, ledger)
    for name, entry in entries.items():
        verdict = judge(entry.licence)
        if is_audiofolder and not entry.split:
            entry.split = next((part for part in Path(name).parts[:-1] if part.lower() in SPLIT_NAMES), "")
        split = SPLIT_NAMES.get(entry.split.lower())
        captions = distinct([tidy(caption) for caption in entry.captions])
        if not captions:
            ledger.leave(ExclusionReason.NO_CAPTION, name)
        elif entry.split and split is None:
            ledger.leave(ExclusionReason.BAD_ROW, name, f"its split is {entry.split!r}")
        elif not is_kept(verdict, policy):
            ledger.leave(verdict.reason, name, verdict.stated)
        else:
            before = len(ledger.clips)
            add_if_readable(ledger, _clip(folder, name, entry, captions, split or ""))
            verdicts += [verdict] * (len(ledger.clips) - before)
    if not any(clip.split for clip in ledger.clips):
        ledger.clips[:] = split_by_recording(ledger.clips, shares or Shares())
    ledger.clips[:] = [clip if clip.split else replace(clip, split="train") for clip in ledger.clips]
    ledger.notes += said_of(verdicts)
    if part:
        ledger.clips[:] = [clip for clip in ledger.clips if clip.split == part]
    return ledger.reading()


def missing_folder(folder: Path, part: str) -> list[str]:
    """Names the lists to add if there is none."""
    return [] if _lists(folder)[0].is_file() else [f"one of {', '.join((*LISTS, *METADATA))} in {folder}"]


def _add_entries(
    entries: dict[str, _Entry], path: Path, within: Path, captions: re.Pattern[str], ledger: Ledger
) -> None:
    """Merges the rows of a list by file; leaves out malformed rows."""
    for place, row in _rows(path):
        name = next((row[key] for key in _FILE if isinstance(row.get(key), str)), "").strip() if row else ""
        if row is None or not name:
            ledger.leave(ExclusionReason.BAD_ROW, (within / place).as_posix())
            continue
        entry = entries.setdefault((within / name).as_posix(), _Entry())
        for key, value in row.items():
            if captions.fullmatch(key):
                entry.captions += value if isinstance(value, list) else [value]
        entry.keywords += _words(row.get("keywords"))
        entry.split = entry.split or tidy(row.get("split"))
        entry.licence = entry.licence or tidy(row.get("licence") or row.get("license"))
        entry.group = entry.group or tidy(row.get("group"))


def _rows(path: Path) -> Iterator[tuple[str, Mapping[str, Any] | None]]:
    """Yields (place for people, row) of the list; None for a malformed row."""
    if path.suffix == ".csv":
        for line, cells in csv_rows(path):
            yield f"line {line}", cells
    elif path.suffix == ".jsonl":
        for line, value in json_lines(path):
            yield f"line {line}", value if isinstance(value, dict) else None
    else:
        yield from _objects(json_of(path))


def _objects(data: Any) -> Iterator[tuple[str, Mapping[str, Any] | None]]:
    if isinstance(data, dict):
        for name, value in data.items():
            row = value if isinstance(value, dict) else {"captions": value}
            yield name, {**row, "file": name}
    elif isinstance(data, list):
        for number, value in enumerate(data, start=1):
            yield f"entry {number}", value if isinstance(value, dict) else None
    else:
        raise CorpusError("captions.json holds neither a list nor an object", advice="See docs/training.md, A folder.")


def _words(value: Any) -> Sequence[str]:
    parts = value.split(";") if isinstance(value, str) else value if isinstance(value, list) else []
    return [word for word in map(tidy, parts) if word]


def _clip(folder: Path, name: str, entry: _Entry, captions: tuple[str, ...], split: str) -> Clip:
    return Clip(
        id=f"folder/{name}",
        path=(folder / name).absolute(),
        source=folder.name,
        original_path=name,
        licence=entry.licence,
        captions=captions,
        # Sounds with the same first caption answer the same query.
        kind=captions[0].casefold(),
        category="",
        split=split,
        duration_s=0.0,
        keywords=distinct(entry.keywords),
        group=entry.group or recording_of(name),
    )


def _lists(folder: Path) -> list[Path]:
    """The list of captions; or an audiofolder's lists, sorted; or the path of the missing list."""
    own = next((folder / name for name in LISTS if (folder / name).is_file()), None)
    if own is not None:
        return [own]
    return sorted(path for name in METADATA for path in folder.rglob(name)) or [folder / LISTS[0]]


FOLDER = CorpusReader(
    "folder",
    SPLITS,
    read_folder,
    missing_folder,
    "a folder of sounds with captions.csv, .jsonl or .json, or an audiofolder with metadata.csv or .jsonl",
)
