"""Clotho v2.1 (Zenodo 4783391): three parts, five captions a sound, and a table of licences and keywords.

clotho_captions_PART.csv has file_name and caption_1 … caption_5; clotho_metadata_PART.csv is ISO-8859-1. The lists lie
in the folder itself or in clotho_csv_files, the sounds in PART, clotho_audio_PART or clotho_audio_files/PART.
"""

import html
import unicodedata
from pathlib import Path

from engine.base.messages import said
from engine.base.training_messages import ExclusionReason, TrainingNote
from training.data.corpora.licences import judge, said_of
from training.data.corpora.reader import (
    CorpusReader,
    CorpusReading,
    Ledger,
    add_if_readable,
    distinct,
    need_folder,
    tidy,
)
from training.data.corpora.tables import TableRow, csv_rows
from training.data.corpus import Clip, CorpusError

PARTS = {"development": "train", "validation": "val", "evaluation": "test"}
_METADATA_ENCODING = "ISO-8859-1"
_CAPTIONS = tuple(f"caption_{number}" for number in range(1, 6))


def read_clotho(folder: Path, part: str) -> CorpusReading:
    """Reads one part.

    Raises:
        CorpusError: unknown part, or no folder or captions.
    """
    need_folder(folder, "clotho")
    ledger = Ledger()
    facts = _metadata(folder, part, ledger)
    audio = audio_folder(folder, part)
    names = _names_in(audio)
    for line, row in csv_rows(_list(folder, f"clotho_captions_{part}.csv")):
        name = row.get("file_name", "").strip()
        # Identical captions by two people both count, as in the papers' items and queries.
        captions = tuple(caption for column in _CAPTIONS if (caption := tidy(row.get(column))))
        if not name or any(column not in row for column in _CAPTIONS):
            ledger.leave(ExclusionReason.BAD_ROW, name or f"line {line}", f"{len(row)} columns")
        elif not captions:
            ledger.leave(ExclusionReason.NO_CAPTION, name)
        else:
            known = facts.get(plain_name(name), {})
            add_if_readable(ledger, _clip(audio / names.get(plain_name(name), name), name, part, captions, known))
    ledger.notes += said_of([judge(clip.licence) for clip in ledger.clips])
    return ledger.reading()


def missing_clotho(folder: Path, part: str) -> list[str]:
    """Names the lists and folders that a part lacks."""
    if part not in PARTS:
        return [f"Clotho has no part {part!r}: {', '.join(PARTS)}"]
    lists = [f"clotho_captions_{part}.csv", f"clotho_metadata_{part}.csv"]
    gone = [f"{folder / name}" for name in lists if not _list(folder, name).is_file()]
    if not audio_folder(folder, part).is_dir():
        gone.append(f"{folder / part} with the sounds (clotho_audio_{part}.7z of Zenodo 4783391)")
    return gone


def audio_folder(folder: Path, part: str) -> Path:
    """Returns the folder with a part's sounds; PART if none exists."""
    places = (
        part,
        f"clotho_audio_{part}",
        f"clotho_audio_{part}/{part}",
        f"clotho_audio_files/{part}",
        f"audio/{part}",
    )
    found = [folder / place for place in places if (folder / place).is_dir()]
    # clotho_audio_development may contain a folder development that has the sounds.
    return max(found, key=lambda place: (any(place.glob("*.wav")), -len(place.parts)), default=folder / part)


def _clip(path: Path, name: str, part: str, captions: tuple[str, ...], facts: TableRow) -> Clip:
    id = f"clotho/{part}/{name}"
    return Clip(
        id=id,
        path=path.absolute(),
        source="clotho",
        original_path=name,
        licence=facts.get("license", "").strip(),
        captions=captions,
        kind=id,
        category="",
        split=PARTS[part],
        duration_s=0.0,
        keywords=distinct([tidy(word) for word in facts.get("keywords", "").split(";")]),
        group=f"freesound/{facts.get('sound_id', '').strip() or name}",
    )


def _metadata(folder: Path, part: str, ledger: Ledger) -> dict[str, TableRow]:
    """Metadata rows by file name; without the table, sounds have no keywords and no licence."""
    if part not in PARTS:
        raise CorpusError(f"Clotho has no part {part!r}", advice=f"Its parts are {', '.join(PARTS)}.")
    path = _list(folder, f"clotho_metadata_{part}.csv")
    try:
        return {plain_name(row.get("file_name", "")): row for _, row in csv_rows(path, encoding=_METADATA_ENCODING)}
    except CorpusError as err:
        ledger.notes.append(said(TrainingNote.NO_KEYWORDS, str(err)))
        return {}


def _list(folder: Path, name: str) -> Path:
    places = (folder / name, folder / "clotho_csv_files" / name, folder / "csv" / name)
    return next((place for place in places if place.is_file()), places[0])


def _names_in(folder: Path) -> dict[str, str]:
    return {plain_name(path.name): path.name for path in folder.iterdir()} if folder.is_dir() else {}


def plain_name(name: str) -> str:
    """Normalises a file name for comparison.

    Archives encode accented letters in two ways, and some lists write an apostrophe as &#39;.
    """
    return unicodedata.normalize("NFC", html.unescape(name).strip())


CLOTHO = CorpusReader(
    "clotho", tuple(PARTS), read_clotho, missing_clotho, "Clotho v2.1: 5 captions a sound of 15 to 30 s, Freesound"
)
