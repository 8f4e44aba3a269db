"""Relevance judgements of DCASE 2025 task 6: queries on Clotho's evaluation part, each with several right sounds.

metadata_eval.csv (in the folder or its resources) has 1,037 rows of query and audio_filenames, a Python list literal.
All 1,045 sounds of Clotho evaluation are ranked. A clip carries every query it answers, so
`evaluation.listening.queries_of` returns exactly the judged sets; a clip that answers none has no caption and is only
ranked.
"""

import ast
from dataclasses import replace
from pathlib import Path

from engine.base.training_messages import ExclusionReason
from training.data.corpora.clotho import audio_folder, missing_clotho, plain_name, read_clotho
from training.data.corpora.reader import CorpusReader, CorpusReading, LeftOutItem, tidy
from training.data.corpora.tables import csv_rows
from training.data.corpus import CorpusError

PARTS = ("evaluation",)
_LIST = "metadata_eval.csv"
_LONGEST = 2**20


def read_dcase2025(folder: Path, part: str) -> CorpusReading:
    """Reads the queries on Clotho's evaluation part, in the same folder or its subfolder clotho.

    Raises:
        CorpusError: unknown part, no folder or list, or no Clotho beside it.
    """
    if part not in ("", *PARTS):
        raise CorpusError(f"dcase2025 has no part {part!r}", advice=f"Its part is {PARTS[0]}.")
    reading = read_clotho(_clotho(folder), "evaluation")
    there = {plain_name(clip.original_path) for clip in reading.clips}
    queries: dict[str, list[str]] = {name: [] for name in there}
    left_out = list(reading.left_out)
    for line, row in csv_rows(_list(folder)):
        query, names = tidy(row.get("query")), names_of(row.get("audio_filenames", ""))
        if names is None:
            left_out.append(
                LeftOutItem(ExclusionReason.BAD_ROW, query or f"line {line}", "audio_filenames is no list of names")
            )
        elif not query or not names:
            left_out.append(LeftOutItem(ExclusionReason.NO_CAPTION, query or f"line {line}", f"{len(names)} sounds"))
        else:
            left_out += [
                LeftOutItem(ExclusionReason.NO_FILE, name, f"query {query!r}") for name in names if name not in there
            ]
            for name in names:
                if name in there and query not in queries[name]:
                    queries[name].append(query)
    clips = [
        replace(clip, source="dcase2025", captions=tuple(queries[plain_name(clip.original_path)]))
        for clip in reading.clips
    ]
    return CorpusReading(tuple(clips), tuple(left_out), reading.notes)


def missing_dcase2025(folder: Path, part: str) -> list[str]:
    """Names the files that are missing."""
    gone = [] if _list(folder).is_file() else [f"{_list(folder)} (the challenge's relevance file)"]
    return gone + missing_clotho(_clotho(folder), "evaluation")


def names_of(text: str) -> list[str] | None:
    """Parses a list literal of names without running code; None for anything else."""
    try:
        found = ast.literal_eval(text.strip()) if len(text) < _LONGEST else None
    except (ValueError, SyntaxError, MemoryError, RecursionError):
        return None
    if not isinstance(found, list) or not all(isinstance(name, str) for name in found):
        return None
    return [plain_name(name) for name in found]


def _list(folder: Path) -> Path:
    places = (folder / _LIST, folder / "resources" / _LIST)
    return next((place for place in places if place.is_file()), places[0])


def _clotho(folder: Path) -> Path:
    inside = folder / "clotho"
    return inside if inside.is_dir() and not audio_folder(folder, "evaluation").is_dir() else folder


DCASE2025 = CorpusReader(
    "dcase2025",
    PARTS,
    read_dcase2025,
    missing_dcase2025,
    "DCASE 2025 task 6: queries on Clotho evaluation, many relevant",
)
