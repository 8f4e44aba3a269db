"""Corpora of one folder with meta.jsonl and audio: the starter's, synthesised and edited sounds.

`corpus.read_corpus` is strict, because that corpus is fetched whole; these readers report missing files and go on.
"""

from pathlib import Path

from engine.base.training_messages import ExclusionReason
from training.data.corpora.reader import CorpusReader, CorpusReading, Ledger
from training.data.corpus import SPLITS, CorpusError, read_clips


def read_earshot(folder: Path, part: str = "") -> CorpusReading:
    """Reads the whole corpus or one split.

    Raises:
        CorpusError: unknown part, no list, or an unreadable list.
    """
    if part not in ("", *SPLITS):
        raise CorpusError(f"the corpus has no part {part!r}", advice=f"Its parts are {', '.join(SPLITS)}.")
    ledger = Ledger()
    for clip in read_clips(folder):
        if part and clip.split != part:
            continue
        if clip.path.is_file():
            ledger.clips.append(clip)
        else:
            ledger.leave(ExclusionReason.NO_FILE, clip.original_path)
    return ledger.reading()


def missing_earshot(folder: Path, part: str) -> list[str]:
    """Names the list if it is missing."""
    return [] if (folder / "meta.jsonl").is_file() else [f"{folder / 'meta.jsonl'} (earshot-train corpus fetch)"]


def missing_synthesis(folder: Path, part: str) -> list[str]:
    """Names the list if it is missing."""
    return [] if (folder / "meta.jsonl").is_file() else [f"{folder / 'meta.jsonl'} (earshot-train synthesise)"]


SYNTHESIS = CorpusReader(
    "synthesis", SPLITS, read_earshot, missing_synthesis, "sounds made by formula: earshot-train synthesise"
)


def missing_edits(folder: Path, part: str) -> list[str]:
    """Names the list if it is missing."""
    return [] if (folder / "meta.jsonl").is_file() else [f"{folder / 'meta.jsonl'} (earshot-train edit)"]


EDITS = CorpusReader(
    "edits", SPLITS, read_earshot, missing_edits, "clips of train that were changed: earshot-train edit"
)
