"""Public sets of labelled sounds as published: ESC-50, UrbanSound8K and the evaluation part of FSD50K.

`earshot-train benchmark` measures on them. They are not training corpora and have no captions.
"""

import csv
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from training.data.corpora.tables import csv_rows
from training.data.corpus import CorpusError


@dataclass(frozen=True, slots=True)
class LabelledSound:
    """One sound of a set."""

    path: Path
    labels: frozenset[int]
    """Indices into the set's classes."""
    fold: str
    """The published fold; empty if there are none."""
    recording: str
    """Id of its Freesound recording: sounds of one recording are not independent."""


@dataclass(frozen=True, slots=True)
class LabelledSet:
    """A labelled set, as far as its files exist."""

    classes: tuple[str, ...]
    """In words: "crying baby"."""
    sounds: tuple[LabelledSound, ...]
    absent: tuple[str, ...] = ()
    """Listed sounds without a file."""


def read_esc50(folder: Path) -> LabelledSet:
    """Reads meta/esc50.csv (filename, fold, target, category, src_file) and audio/ in the folder or its ESC-50-master.

    Raises:
        CorpusError: no list, or one without these columns.
    """
    root = _inside(folder, "ESC-50-master", "ESC-50")
    rows = list(_rows(root / "meta" / "esc50.csv", ("filename", "fold", "target", "category", "src_file")))
    classes = _numbered((row["target"], row["category"]) for row in rows)
    return _set(
        classes,
        [
            LabelledSound(
                root / "audio" / row["filename"], frozenset({int(row["target"])}), row["fold"], row["src_file"]
            )
            for row in rows
        ],
    )


def read_urbansound8k(folder: Path) -> LabelledSet:
    """Reads metadata/UrbanSound8K.csv (slice_file_name, fsID, fold, classID, class) and audio/foldN/.

    Raises:
        CorpusError: no list, or one without these columns.
    """
    root = _inside(folder, "UrbanSound8K")
    path = root / "metadata" / "UrbanSound8K.csv"
    rows = list(_rows(path, ("slice_file_name", "fsID", "fold", "classID", "class")))
    classes = _numbered((row["classID"], row["class"]) for row in rows)
    return _set(
        classes,
        [
            LabelledSound(
                root / "audio" / f"fold{row['fold']}" / row["slice_file_name"],
                frozenset({int(row["classID"])}),
                row["fold"],
                row["fsID"],
            )
            for row in rows
        ],
    )


def read_fsd50k(folder: Path) -> LabelledSet:
    """Reads FSD50K.ground_truth/vocabulary.csv (number, label, mid; no header), its eval.csv and FSD50K.eval_audio/.

    eval.csv already propagates labels to their ancestors.

    Raises:
        CorpusError: no list, or a label that is not in the vocabulary.
    """
    root = _inside(folder, "FSD50K")
    truth = root / "FSD50K.ground_truth"
    try:
        with (truth / "vocabulary.csv").open(encoding="utf-8", newline="") as file:
            labels = [row[1] for row in csv.reader(file) if len(row) >= 3]
    except OSError as err:
        raise CorpusError(f"{truth / 'vocabulary.csv'}: {err.strerror}", advice="See what the set holds.") from err
    number = {label: row for row, label in enumerate(labels)}
    sounds = []
    for row in _rows(truth / "eval.csv", ("fname", "labels", "mids")):
        own = row["labels"].split(",")
        if unknown := [label for label in own if label not in number]:
            raise CorpusError(
                f"{truth / 'eval.csv'}: {unknown[0]!r} is not in vocabulary.csv", advice="Both come with FSD50K."
            )
        path = root / "FSD50K.eval_audio" / f"{row['fname']}.wav"
        sounds.append(LabelledSound(path, frozenset(number[label] for label in own), "", row["fname"]))
    return _set([_in_words(label) for label in labels], sounds)


def _inside(folder: Path, *names: str) -> Path:
    """The folder that the archive unpacked to, if it lies inside `folder`."""
    return next((folder / name for name in names if (folder / name).is_dir()), folder)


def _rows(path: Path, columns: tuple[str, ...]) -> Iterator[dict[str, str]]:
    for line, row in csv_rows(path):
        if lacking := [column for column in columns if not row.get(column, "").strip()]:
            raise CorpusError(
                f"{path}, line {line}: no {', '.join(lacking)}", advice="Take the list as it is published."
            )
        yield {column: row[column].strip() for column in columns}


def _numbered(pairs: Iterator[tuple[str, str]]) -> list[str]:
    """The classes in words, by number.

    Raises:
        CorpusError: the numbers are invalid or do not run from 0 without gaps.
    """
    named = {int(number) if number.isdecimal() else -1: name for number, name in pairs}
    if sorted(named) != list(range(len(named))):
        raise CorpusError(f"classes are numbered {sorted(named)}", advice="Take the list as it is published.")
    return [_in_words(named[number]) for number in range(len(named))]


def _in_words(label: str) -> str:
    return label.replace("_", " ").lower()


def _set(classes: list[str], sounds: list[LabelledSound]) -> LabelledSet:
    absent = tuple(sound.path.name for sound in sounds if not sound.path.is_file())
    there = tuple(sound for sound in sounds if sound.path.is_file())
    if not there:
        raise CorpusError("none of the listed sounds is there", advice="Unpack the sounds beside the list.")
    return LabelledSet(tuple(classes), there, absent)
