"""Submissions of units to ZeroSpeech 2019, and the challenge's figures of them.

The layout is that of the challenge of 2020, whose "2019" part takes the same data (bootphon's zerospeech2020 checks and
scores it): `2019/metadata.yaml`, and `2019/LANGUAGE/test/NAME.txt` for every file of the test part, a vector per line,
numbers separated by one blank, no times. Contains only units; the resynthesised sentences for the challenge's listeners
go beside them as `NAME.wav`, see `earshot-train units respeak --out`.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import yaml  # type: ignore[import-untyped]
from numpy.typing import NDArray

from training.base.recipe import RECIPES
from training.measures.abx import Bitrate, ItemsError, bitrate, read_items
from training.measures.dtw import Frames
from training.measures.triplets import TaskScore, TripletTask, read_task, score, task_of

EDITION = "2019"
TEST = "test"
ENGLISH = "english"
LISTS = {ENGLISH: "zerospeech2019-english.txt"}
"""Languages whose bitrate list comes with Earshot: files of the test part, with their seconds, that the bitrate
covers. From share/2019/english/bitrate_filelist.txt of bootphon's zerospeech2020.
"""
DISTANCE = "dtw_cosine"
"""Distance of units: what `abx distance` of metadata.yaml calls warping over angles."""
Listed = tuple[tuple[str, float], ...]
"""Names without a suffix, and seconds."""


class SubmissionError(ItemsError):
    """An unreadable or incomplete submission."""


@dataclass(frozen=True, slots=True)
class ChallengeFigures:
    """The challenge's figures of a submission."""

    abx: TaskScore
    bits: Bitrate
    seconds: float
    """Of all files in the list."""

    def record(self) -> dict[str, float | int]:
        """For JSON; the error in per cent, as the challenge prints it."""
        return {
            "abx": 100.0 * self.abx.error,
            "bitrate": self.bits.bits_per_s,
            "triplets": self.abx.triplets,
            "phone_pairs": self.abx.phone_pairs,
            "symbols": self.bits.symbols,
            "different": self.bits.used,
            "seconds": self.seconds,
        }


def units_folder(submission: Path, language: str) -> Path:
    """Returns the folder of a submission's units of a language."""
    return submission / EDITION / language / TEST


def write_submission(
    submission: Path, language: str, units: Iterable[tuple[str, Frames]], description: str
) -> list[str]:
    """Writes the units of a language, and metadata.yaml if missing; returns the written names.

    Args:
        submission: the folder, made when missing; files of the same names are replaced.
        language: english or surprise.
        units: names without a suffix, and [F, D] each.
        description: of the system, for metadata.yaml.

    Raises:
        SubmissionError: units without a line, or of one number per line, which the challenge refuses or ignores.
    """
    folder = units_folder(submission, language)
    folder.mkdir(parents=True, exist_ok=True)
    names = []
    for name, frames in units:
        if frames.ndim != 2 or not len(frames) or frames.shape[1] < 2:
            raise SubmissionError(
                f"units of {name} are of shape {frames.shape}", advice="Give at least a line of two numbers."
            )
        # The shortest text that reads back as the same float32, so that equal vectors are equal lines.
        lines = [" ".join(np.format_float_positional(value, trim="0") for value in row) for row in frames]
        (folder / f"{name}.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")
        names.append(name)
    metadata = submission / EDITION / "metadata.yaml"
    if not metadata.exists():
        said = {
            "abx distance": DISTANCE,
            "system description": description,
            "using parallel train": False,
            "using external data": False,
        }
        metadata.write_text(yaml.safe_dump(said, sort_keys=False), encoding="utf-8")
    return names


def read_units(path: Path) -> NDArray[np.float64]:
    """Reads the units of one file, float64 [F, D]; skips blank lines.

    Raises:
        SubmissionError: missing, empty, no numbers, or lines of different widths.
    """
    try:
        lines = [line for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]
        rows = [[float(part) for part in line.split()] for line in lines]
    except (OSError, ValueError) as err:
        raise SubmissionError(f"cannot read the units {path}: {err}", advice="Write numbers, a vector a line.") from err
    if not rows or len({len(row) for row in rows}) != 1:
        told = "has no line" if not rows else "has lines of unlike width"
        raise SubmissionError(f"{path} {told}", advice="Write a vector for each unit, all of one width.")
    return np.array(rows)


def read_listed(path: Path | None, language: str = ENGLISH) -> Listed:
    """Reads a bitrate list, `NAME.txt SECONDS` per line; without a path, Earshot's own for the language.

    Raises:
        SubmissionError: it is unreadable, or none comes for the language.
    """
    if path is None and language not in LISTS:
        raise SubmissionError(
            f"no bitrate list of {language} comes with Earshot",
            advice=f"Name the challenge's own: --list share/2019/{language}/bitrate_filelist.txt.",
        )
    try:
        place = RECIPES / "units" / LISTS[language] if path is None else path
        lines = [line.split() for line in place.read_text(encoding="utf-8").splitlines() if line.strip()]
        found = tuple((Path(name).stem, float(seconds)) for name, seconds in lines)
    except (OSError, ValueError) as err:
        raise SubmissionError(f"cannot read the list {path}: {err}", advice="Write NAME.txt SECONDS a line.") from err
    if not found:
        raise SubmissionError(f"the list {path} is empty", advice="Write NAME.txt SECONDS a line.")
    return found


def read_triplets(path: Path) -> TripletTask:
    """Reads the challenge's task file, or makes all triplets of a list of items if the name ends in .item.

    Raises:
        ItemsError: it is unreadable.
    """
    return task_of(read_items(path)) if path.suffix == ".item" else read_task(path)


def figures(
    units: Mapping[str, Frames], task: TripletTask, listed: Listed, *, by_length: bool = True
) -> ChallengeFigures:
    """Returns ABX and bitrate of units as the challenge computes them.

    Args:
        units: by name, of every file of task and list.
        task: the triplets.
        listed: files of the bitrate. Unlike the challenge, which ignores missing files, all are required: otherwise the
            figure would cover other sentences than the published ones.
        by_length: see `training.measures.triplets.score`.

    Raises:
        SubmissionError: a file of the list has no units.
        ItemsError: one of the task has none.
    """
    missing = [name for name, _ in listed if name not in units]
    if missing:
        raise SubmissionError(
            f"{len(missing)} of the {len(listed)} files that the bitrate is of have no units, first {missing[0]}",
            advice="Hand in the whole test part.",
        )
    seconds = sum(length for _, length in listed)
    symbols = [[tuple(row) for row in units[name].tolist()] for name, _ in listed]
    return ChallengeFigures(score(task, units, by_length=by_length), bitrate(symbols, seconds), seconds)


def read_submission(submission: Path, language: str, names: Iterable[str]) -> dict[str, Frames]:
    """Reads the units of some files.

    Raises:
        SubmissionError: the folder or one of the files is missing or damaged.
    """
    folder = units_folder(submission, language)
    if not folder.is_dir():
        raise SubmissionError(f"{submission} has no {folder.relative_to(submission)}", advice="Name the whole folder.")
    wanted = sorted(set(names))
    missing = [name for name in wanted if not (folder / f"{name}.txt").is_file()]
    if missing:
        raise SubmissionError(
            f"{len(missing)} of {len(wanted)} files are missing in {folder}, first {missing[0]}.txt",
            advice="Hand in the whole test part.",
        )
    return {name: read_units(folder / f"{name}.txt") for name in wanted}
