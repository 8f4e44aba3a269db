"""AudioCaps v1: ten-second clips of YouTube videos, with one caption in train and five in val and test.

PART.csv has audiocap_id, youtube_id, start_time and caption, one caption a line: 49,838 in train. Lines for one stretch
of one video are one sound. Sounds lie in PART, audio/PART or audio, named YOUTUBEID_START or YOUTUBEID (with or without
AudioSet's leading Y), in any format the engine reads. Videos that could not be downloaded are left out.
"""

from collections.abc import Iterator
from pathlib import Path

from engine.base.training_messages import ExclusionReason
from training.data.corpora.reader import CorpusReader, CorpusReading, Ledger, need_folder, tidy
from training.data.corpora.tables import csv_rows
from training.data.corpus import Clip, CorpusError

PARTS = {"train": "train", "val": "val", "test": "test"}
LENGTH_S = 10.0
"""Length of every sound; avoids reading fifty thousand headers."""
LICENCE = "captions: MIT; sound: rights with whoever uploaded the video"
_COLUMNS = ("audiocap_id", "youtube_id", "start_time", "caption")
_SUFFIXES = (".flac", ".wav", ".mp3", ".m4a", ".ogg", ".opus", ".webm")


def read_audiocaps(folder: Path, part: str) -> CorpusReading:
    """Reads one part.

    Raises:
        CorpusError: unknown part, or no folder or list.
    """
    need_folder(folder, "audiocaps")
    if part not in PARTS:
        raise CorpusError(f"AudioCaps has no part {part!r}", advice=f"Its parts are {', '.join(PARTS)}.")
    ledger = Ledger()
    captions: dict[tuple[str, str], list[str]] = {}
    for line, row in csv_rows(_list(folder, part)):
        if any(column not in row for column in _COLUMNS) or not row["youtube_id"].strip():
            ledger.leave(ExclusionReason.BAD_ROW, row.get("youtube_id") or f"line {line}", f"{len(row)} columns")
        elif not row["start_time"].strip().isdecimal():
            ledger.leave(ExclusionReason.BAD_ROW, row["youtube_id"], f"it starts at {row['start_time']!r}")
        elif not (caption := tidy(row["caption"])):
            ledger.leave(ExclusionReason.NO_CAPTION, row["youtube_id"], f"caption {row['audiocap_id']}")
        else:
            captions.setdefault((row["youtube_id"].strip(), row["start_time"].strip()), []).append(caption)
    sounds = _sounds(folder, part)
    for (video, start), own in captions.items():
        path = next((sounds[name] for name in _names(video, start) if name in sounds), None)
        if path is None:
            ledger.leave(ExclusionReason.NO_FILE, f"{video}_{start}")
        else:
            ledger.clips.append(_clip(path, video, start, part, own))
    return ledger.reading()


def missing_audiocaps(folder: Path, part: str) -> list[str]:
    """Names the list and folder that a part lacks."""
    if part not in PARTS:
        return [f"AudioCaps has no part {part!r}: {', '.join(PARTS)}"]
    gone = (
        [] if _list(folder, part).is_file() else [f"{folder / part}.csv (the list of the project's GitHub repository)"]
    )
    if not _sounds(folder, part):
        gone.append(f"{folder / part} with the sounds, cut from the videos")
    return gone


def _clip(path: Path, video: str, start: str, part: str, captions: list[str]) -> Clip:
    id = f"audiocaps/{part}/{video}_{start}"
    return Clip(
        id=id,
        path=path.absolute(),
        source="audiocaps",
        original_path=f"{video}_{start}",
        licence=LICENCE,
        captions=tuple(captions),
        kind=id,
        category="",
        split=PARTS[part],
        duration_s=LENGTH_S,
        group=f"youtube/{video}",
    )


def _names(video: str, start: str) -> Iterator[str]:
    """Stems that a sound may have, the most specific first."""
    for prefix in ("", "Y"):
        yield f"{prefix}{video}_{start}"
        yield f"{prefix}{video}_{start}_{int(start) + round(LENGTH_S)}"
        yield f"{prefix}{video}_{int(start) * 1000}_{(int(start) + round(LENGTH_S)) * 1000}"
        yield f"{prefix}{video}_{int(start):.1f}_{int(start) + LENGTH_S:.1f}"
        yield f"{prefix}{video}_{int(start):.3f}_{int(start) + LENGTH_S:.3f}"
    yield from (video, f"Y{video}")


def _sounds(folder: Path, part: str) -> dict[str, Path]:
    """Audio files of a part by stem; those in the part's own folder win."""
    found: dict[str, Path] = {}
    for place in (folder / "audio", folder / "audio" / part, folder / part):
        if place.is_dir():
            found |= {path.stem: path for path in place.iterdir() if path.suffix.lower() in _SUFFIXES}
    return found


def _list(folder: Path, part: str) -> Path:
    places = (folder / f"{part}.csv", folder / "dataset" / f"{part}.csv", folder / "csv_files" / f"{part}.csv")
    return next((place for place in places if place.is_file()), places[0])


AUDIOCAPS = CorpusReader(
    "audiocaps",
    tuple(PARTS),
    read_audiocaps,
    missing_audiocaps,
    "AudioCaps v1: 10 s of YouTube videos, 1 or 5 captions",
)
