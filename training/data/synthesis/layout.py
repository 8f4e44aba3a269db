"""Writes Earshot's own corpus layout: audio files first, meta.jsonl last."""

import json
import os
from collections.abc import Mapping, Sequence
from pathlib import Path

import soundfile

from engine.base.types import Waves
from training.data.corpus import CorpusError

Record = Mapping[str, object]
"""One line of meta.jsonl."""
LIST = "meta.jsonl"


def need_empty(folder: Path) -> None:
    """Checks that a folder is empty or does not exist.

    Raises:
        CorpusError: it is neither.
    """
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise CorpusError(f"{folder} is not an empty folder", advice="Name a new one with --out.")


def write_sound(folder: Path, path: Path, samples: Waves, sample_rate_hz: int) -> float:
    """Writes one sound as 16-bit FLAC.

    Args:
        path: path of the file in it.
        samples: float32 [T], within [-1, 1].

    Returns:
        the length in seconds, rounded to milliseconds.

    Raises:
        OSError: writing fails.
    """
    (folder / path).parent.mkdir(parents=True, exist_ok=True)
    soundfile.write(folder / path, samples, sample_rate_hz, subtype="PCM_16", format="FLAC")
    return round(len(samples) / sample_rate_hz, 3)


def write_list(folder: Path, records: Sequence[Record]) -> None:
    """Writes the list atomically: a folder with a list is complete.

    Raises:
        OSError: writing fails.
    """
    folder.mkdir(parents=True, exist_ok=True)
    unfinished = folder / f".{LIST}.{os.getpid()}"
    unfinished.write_text(
        "".join(json.dumps(record, ensure_ascii=False) + "\n" for record in records), encoding="utf-8"
    )
    unfinished.replace(folder / LIST)
