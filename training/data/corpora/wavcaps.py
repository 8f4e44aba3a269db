"""WavCaps: 403,050 sounds of four collections, each with one caption by a language model. Academic use only.

json_files/SUBSET/*_final.json hold {num_captions_per_audio, data: [{id, caption, duration, …}]} (early ones the bare
list); sounds are audio/SUBSET/ID.flac, or SUBSET_flac as the archives unpack. FreeSound contains 89 % of Clotho and
AudioSet_SL part of AudioCaps, so some parts exclude them:

- all, or a subset's name: AudioSet_SL, BBC_Sound_Effects, FreeSound, SoundBible; FreeSound by fsd_final.json, which the
  code of 2023 reads;
- all_2s: all four; FreeSound by fsd_final_2s.json, without sounds shorter than two seconds;
- no_overlap: all_2s without FreeSound's overlap with Clotho, the training set of the papers of 2024 and the challenge
  of 2025, beside AudioCaps itself;
- freesound_no_clotho and audioset_no_audiocaps: one subset without its overlap with the other corpus.

Exclusion lists lie in the folder, in resources or in blacklist (also below json_files): the challenges' CSVs of
Freesound ids (sound_id), those of aac-datasets (index, id), and WavCaps' own JSON ({"AudioSet": [ids], "FreeSound":
[ids]}). Ids are compared as text: the public baseline of 2025 compares a text with a number and so excludes nothing. A
part with exclusions is refused without such a list.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from engine.base.messages import said
from engine.base.training_messages import ExclusionReason, TrainingNote
from training.data.corpora.reader import CorpusReader, CorpusReading, Ledger, distinct, need_folder, tidy
from training.data.corpora.tables import TableRow, csv_rows, json_of
from training.data.corpus import Clip, CorpusError

LISTS = {
    "AudioSet_SL": "as_final.json",
    "BBC_Sound_Effects": "bbc_final.json",
    "FreeSound": "fsd_final.json",
    "SoundBible": "sb_final.json",
}
LONGER = {"FreeSound": "fsd_final_2s.json"}
"""List for parts without sounds under two seconds. One list never replaces the other: that would silently add or remove
thousands of sounds."""
OF_LONGER = frozenset({"all_2s", "no_overlap"})
"""Parts that use those lists."""
FREESOUND_LISTS = (
    "dcase2024_task6_excluded_freesound_ids.csv",
    "dcase2025_task6_excluded_freesound_ids.csv",
    "blacklist_clotho.full.csv",
)
AUDIOSET_LISTS = ("blacklist_exclude_all_ac.json", "blacklist_exclude_test_ac.json", "blacklist_audiocaps.full.csv")
PARTS = {
    "all": tuple(LISTS),
    "all_2s": tuple(LISTS),
    **{name: (name,) for name in LISTS},
    "freesound_no_clotho": ("FreeSound",),
    "audioset_no_audiocaps": ("AudioSet_SL",),
    "no_overlap": tuple(LISTS),
}
WITHOUT: Mapping[str, tuple[tuple[str, tuple[str, ...]], ...]] = {
    "freesound_no_clotho": (("FreeSound", FREESOUND_LISTS),),
    "audioset_no_audiocaps": (("AudioSet_SL", AUDIOSET_LISTS),),
    "no_overlap": (("FreeSound", FREESOUND_LISTS),),
}
"""Part to the subsets with exclusions and the lists that may hold them: at least one must exist, and all that exist
count."""
BROKEN = frozenset({"Y06-g5jz-OGc", "Y3sSblRfEG2o", "YFli8wjBFV2M", "YVcu0pVF1npM", "YWudGD6ZHRoY", "YmW3S0u8bj58"})
LICENCE = "academic use only (WavCaps)"


def read_wavcaps(folder: Path, part: str) -> CorpusReading:
    """Reads one part; all of it is training material.

    Raises:
        CorpusError: unknown part, no folder or list, or no exclusion list for a part that needs one.
    """
    need_folder(folder, "wavcaps")
    gone = missing_wavcaps(folder, part, with_sounds=False)
    if gone:
        raise CorpusError(
            f"wavcaps:{part} cannot be read: {gone[0]} is missing", advice="Download it, or name its folder."
        )
    excluded = {subset: _excluded(folder, subset, names) for subset, names in WITHOUT.get(part, ())}
    ledger = Ledger()
    for subset in PARTS[part]:
        place = _list(folder, part, subset)
        data = json_of(place)
        rows = data.get("data") if isinstance(data, Mapping) else data
        if not isinstance(rows, list):
            raise CorpusError(f"{place} holds no list of sounds", advice="Download it again.")
        _read_subset(folder, subset, rows, excluded.get(subset, {}), ledger)
    if ledger.clips:
        ledger.notes.append(said(TrainingNote.ACADEMIC_USE, len(ledger.clips)))
    return ledger.reading()


def missing_wavcaps(folder: Path, part: str, *, with_sounds: bool = True) -> list[str]:
    """Lists the missing files of a part."""
    if part not in PARTS:
        return [f"WavCaps has no part {part!r}: {', '.join(PARTS)}"]
    gone = []
    for subset in PARTS[part]:
        place = _list(folder, part, subset)
        if not place.is_file():
            gone.append(f"{place}")
        if with_sounds and not _audio(folder, subset).is_dir():
            gone.append(f"{folder / 'audio' / subset} with the sounds as ID.flac")
    for _, names in WITHOUT.get(part, ()):
        if not any(_found(folder, name) for name in names):
            gone.append(f"{folder / names[0]} (ids to leave out)")
    return gone


def _read_subset(folder: Path, subset: str, rows: list[Any], excluded: Mapping[str, str], ledger: Ledger) -> None:
    audio = _audio(folder, subset)
    there = {path.stem for path in audio.iterdir()} if audio.is_dir() else set()
    for number, row in enumerate(rows):
        id = row.get("id") if isinstance(row, dict) else None
        if not isinstance(id, str | int) or not str(id).strip():
            ledger.leave(ExclusionReason.BAD_ROW, f"{subset} {number}", "it has no id")
            continue
        name = _plain(str(id))
        caption, duration_s = tidy(row.get("caption")), row.get("duration")
        if name in excluded:
            ledger.leave(ExclusionReason.EXCLUDED, f"{subset}/{name}", excluded[name])
        elif subset == "AudioSet_SL" and name in BROKEN:
            ledger.leave(ExclusionReason.UNREADABLE, f"{subset}/{name}", "it is broken as published")
        elif not caption:
            ledger.leave(ExclusionReason.NO_CAPTION, f"{subset}/{name}")
        elif name not in there:
            ledger.leave(ExclusionReason.NO_FILE, f"{subset}/{name}")
        elif not isinstance(duration_s, int | float) or duration_s <= 0:
            ledger.leave(ExclusionReason.BAD_ROW, f"{subset}/{name}", f"it lasts {duration_s!r} s")
        else:
            ledger.clips.append(_clip(audio / f"{name}.flac", subset, name, caption, float(duration_s), row))


def _clip(path: Path, subset: str, name: str, caption: str, duration_s: float, row: dict[str, Any]) -> Clip:
    tags = row.get("tags")
    id = f"wavcaps/{subset}/{name}"
    return Clip(
        id=id,
        path=path.absolute(),
        source=f"wavcaps/{subset}",
        original_path=f"{subset}/{name}",
        licence=LICENCE,
        captions=(caption,),
        kind=id,
        category=tidy(row.get("category")),
        split="train",
        duration_s=duration_s,
        keywords=distinct([tidy(tag) for tag in tags]) if isinstance(tags, list) else (),
        group=f"{'freesound' if subset == 'FreeSound' else subset}/{name}",
    )


def _excluded(folder: Path, subset: str, names: Sequence[str]) -> dict[str, str]:
    """Ids to exclude from a subset by all lists that exist, with the first list that names each."""
    found: dict[str, str] = {}
    for path in filter(None, (_found(folder, name) for name in names)):
        if path.suffix == ".csv":
            ids = [_id_in(row) for _, row in csv_rows(path)]
        else:
            lists = json_of(path)
            ids = lists.get(subset.removesuffix("_SL"), []) if isinstance(lists, dict) else lists
        found = {_plain(str(id)): path.name for id in ids} | found
    return found


def _id_in(row: TableRow) -> str:
    """Reads an id from the column sound_id or id, else from the first column."""
    return row.get("sound_id") or row.get("id") or next(iter(row.values()), "")


def _plain(id: str) -> str:
    """Strips the suffix: AudioSet's ids are written with .wav."""
    return id.strip().removesuffix(".wav").removesuffix(".flac")


def _found(folder: Path, name: str) -> Path | None:
    places = ("", "resources", "blacklist", "json_files/blacklist", "json_files")
    return next((folder / place / name for place in places if (folder / place / name).is_file()), None)


def _list(folder: Path, part: str, subset: str) -> Path:
    name = LONGER.get(subset, LISTS[subset]) if part in OF_LONGER else LISTS[subset]
    places = [folder / top / subset / name for top in ("json_files", ".")]
    return next((place for place in places if place.is_file()), places[0])


_ARCHIVED = "mnt/fast/nobackup/scratch4weeks/xm00178/WavCaps/data/waveforms"
"""Folders that the published archives unpack into."""


def _audio(folder: Path, subset: str) -> Path:
    """The folder of a subset's sounds, with or without suffix; audio/SUBSET if none exists."""
    tops = ("audio", "Audio", "audios", "waveforms", ".", _ARCHIVED, f"Zip_files/{subset}/{_ARCHIVED}")
    places = [folder / top / name for top in tops for name in (subset, f"{subset}_flac")]
    return next((place for place in places if place.is_dir()), places[0])


WAVCAPS = CorpusReader(
    "wavcaps",
    tuple(PARTS),
    read_wavcaps,
    missing_wavcaps,
    "WavCaps: 403,050 sounds with written captions, academic use",
)
