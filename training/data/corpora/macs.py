"""MACS (Zenodo 5114771): several annotators' sentences and tags for sounds of TAU Urban Acoustic Scenes 2019.

MACS.yaml holds {files: [{filename, annotations: [{annotator_id, sentence, tags}]}]}. The ten-second sounds come with
the TAU development set, in audio or TAU-urban-acoustic-scenes-2019-development/audio. There are no published parts;
sounds are split by place, as named by the file (airport-barcelona-0-0-a.wav is place airport-barcelona-0).
"""

from pathlib import Path
from typing import Any

from engine.base.messages import said
from engine.base.training_messages import ExclusionReason, TrainingNote
from training.data.corpora.reader import (
    CorpusReader,
    CorpusReading,
    Ledger,
    add_if_readable,
    distinct,
    need_folder,
    tidy,
)
from training.data.corpora.splits import Shares, split_by_recording
from training.data.corpora.tables import yaml_of
from training.data.corpus import SPLITS, Clip, CorpusError

LICENCE = "non-commercial scientific use only (MACS; TAU Urban Acoustic Scenes 2019)"
_TAU = "TAU-urban-acoustic-scenes-2019-development"


def read_macs(folder: Path, part: str) -> CorpusReading:
    """Reads the whole corpus or one of the splits train, val and test.

    Raises:
        CorpusError: unknown part, no folder, or no readable list.
    """
    need_folder(folder, "macs")
    if part not in ("", "full", *SPLITS):
        raise CorpusError(f"MACS has no part {part!r}", advice=f"Its parts are full, {', '.join(SPLITS)}.")
    data = yaml_of(folder / "MACS.yaml")
    files = data.get("files") if isinstance(data, dict) else None
    if not isinstance(files, list):
        raise CorpusError(f"{folder / 'MACS.yaml'} holds no files", advice="Download it from Zenodo record 5114771.")
    ledger, audio = Ledger(), audio_folder(folder)
    for number, entry in enumerate(files):
        name = entry.get("filename") if isinstance(entry, dict) else None
        told = entry.get("annotations") if isinstance(entry, dict) else None
        if not isinstance(name, str) or not isinstance(told, list):
            ledger.leave(ExclusionReason.BAD_ROW, str(name or f"entry {number}"))
            continue
        notes = [note for note in told if isinstance(note, dict)]
        captions = distinct([tidy(note.get("sentence")) for note in notes])
        if captions:
            add_if_readable(ledger, _clip(audio / name, name, captions, notes))
        else:
            ledger.leave(ExclusionReason.NO_CAPTION, name)
    ledger.clips[:] = split_by_recording(ledger.clips, Shares(0.1, 0.1))
    if part in SPLITS:
        ledger.clips[:] = [clip for clip in ledger.clips if clip.split == part]
    if ledger.clips:
        ledger.notes.append(said(TrainingNote.SCIENTIFIC_USE, len(ledger.clips)))
    return ledger.reading()


def missing_macs(folder: Path, part: str) -> list[str]:
    """Names the list and folder that are missing."""
    gone = [] if (folder / "MACS.yaml").is_file() else [f"{folder / 'MACS.yaml'} (Zenodo 5114771)"]
    if not audio_folder(folder).is_dir():
        gone.append(f"{folder / 'audio'} with the sounds of TAU Urban Acoustic Scenes 2019 (Zenodo 2589280)")
    return gone


def audio_folder(folder: Path) -> Path:
    """Returns the folder with the sounds; audio if none exists."""
    places = (folder / "audio", folder / _TAU / "audio", folder / _TAU)
    return next((place for place in places if place.is_dir()), places[0])


def _clip(path: Path, name: str, captions: tuple[str, ...], notes: list[dict[str, Any]]) -> Clip:
    tags = [tag for note in notes if isinstance(note.get("tags"), list) for tag in note["tags"]]
    scene, place = (name.split("-")[0], "-".join(name.split("-")[:3]))
    return Clip(
        id=f"macs/{name}",
        path=path.absolute(),
        source="macs",
        original_path=name,
        licence=LICENCE,
        captions=captions,
        kind=f"macs/{name}",
        category=scene.replace("_", " "),
        split="train",
        duration_s=0.0,
        keywords=distinct([tidy(tag) for tag in tags]),
        group=f"tau/{place}",
    )


MACS = CorpusReader(
    "macs", ("full", *SPLITS), read_macs, missing_macs, "MACS: 10 s of city scenes, 2 to 5 captions each"
)
