"""ZeroSpeech 2019's own ABX: its triplets, read from the challenge's task file, and its score.

The task is "phones, by context, across speakers": A and B are by one speaker, X by another, all between the same
neighbours. A task file is HDF5 as ABXpy 0.4 writes it: `bys` names the contexts, `triplets/by_index` each one's rows of
`triplets/data`, `feat_dbs` each one's items, `regressors` their phones and speakers. Scored as by the challenge's
evaluator (bootphon's zerospeech2020): warping over angles, divided by the path's length by default; means over
contexts, then over pairs of speakers, then over pairs of phones. Unlike libri-light's (`training.measures.abx`), every
triplet counts; nothing is drawn.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from training.measures.abx import ItemsError, PhoneItem
from training.measures.dtw import Frames, dtw_pairs

REGRESSORS = ("phone_1", "phone_2", "speaker_1", "speaker_2")
"""Columns of a task file: the phone of A and X, that of B; the speaker of A and B, that of X."""


@dataclass(frozen=True, slots=True)
class TaskItem:
    """A, B or X: the frames of a file with times from onset to offset, both included."""

    file: str
    """Without a suffix."""
    onset: float
    """In the evaluator's own times: frame i of N lies at i / N, so that 0 to 1 is the whole file."""
    offset: float


@dataclass(frozen=True, slots=True)
class TripletTask:
    """All triplets of a task."""

    items: tuple[TaskItem, ...]
    triplets: NDArray[np.int64]
    """[T, 3], rows of items: A, B, X."""
    cells: NDArray[np.int64]
    """[T], rows of keys."""
    keys: tuple[tuple[str, str, str, str, str], ...]
    """Phone of A and X, phone of B, speaker of A and B, speaker of X, context."""

    @property
    def files(self) -> frozenset[str]:
        return frozenset(item.file for item in self.items)


@dataclass(frozen=True, slots=True)
class TaskScore:
    """The score of features on a task."""

    error: float
    """Error rate within [0, 1]; chance is 0.5. The challenge prints it in per cent."""
    triplets: int
    phone_pairs: int


def read_task(path: Path) -> TripletTask:
    """Reads a task file of ABXpy; its `on`, `across` and `by` must be phones, speakers and contexts.

    Raises:
        ItemsError: the file is unreadable, or of another task.
    """
    import h5py  # only this file needs it

    try:
        with h5py.File(path, "r") as file:
            return _task(file)
    except (OSError, KeyError, ValueError, IndexError) as err:
        raise ItemsError(
            f"cannot read the triplets {path}: {err}",
            advice="Name the challenge's file, ABXTasks/byCtxt_acSpkr.abx, or a list of items (.item).",
        ) from err


def task_of(items: Sequence[PhoneItem]) -> TripletTask:
    """Returns every triplet of some items, as ABXpy builds a task; each item is a whole file, its times are ignored.

    Raises:
        ItemsError: there is no triplet.
    """
    groups: dict[tuple[str, str], dict[tuple[str, str], list[int]]] = defaultdict(lambda: defaultdict(list))
    for row, item in enumerate(items):
        groups[item.context][item.speaker, item.phone].append(row)
    triplets, cells, keys = list[NDArray[np.int64]](), list[NDArray[np.int64]](), list[tuple[str, str, str, str, str]]()
    for context, said in sorted(groups.items()):
        for (speaker, phone), own in sorted(said.items()):
            for (_, wrong), other in sorted((key, rows) for key, rows in said.items() if key[0] == speaker):
                for (who, same), probes in sorted(said.items()):
                    if wrong != phone and same == phone and who != speaker:
                        grid = np.stack(np.meshgrid(own, other, probes, indexing="ij"), axis=-1).reshape(-1, 3)
                        triplets.append(grid.astype(np.int64))
                        cells.append(np.full(len(grid), len(keys)))
                        keys.append((phone, wrong, speaker, who, "-".join(context)))
    if not keys:
        raise ItemsError("no two phones share a context and two speakers", advice="Give more items.")
    whole = tuple(TaskItem(item.file, 0.0, 1.0) for item in items)
    return TripletTask(whole, np.concatenate(triplets), np.concatenate(cells), tuple(keys))


def score(task: TripletTask, features: Mapping[str, Frames], *, by_length: bool = True) -> TaskScore:
    """Scores features on a task.

    Args:
        task: all its files need features.
        features: [F, D] of every file; D is at least 2, since the evaluator skips lines of one number.
        by_length: whether to divide a warping's cost by its path's length, the challenge's default.

    Raises:
        ItemsError: a file has no features, or an item no frame.
    """
    missing = sorted(task.files - features.keys())
    if missing:
        told = f"{len(missing)} files have no features, first {missing[0]}"
        raise ItemsError(told, advice="Give features of every file of the test part.")
    pieces = [_cut(features[item.file], item) for item in task.items]
    a, b, x = task.triplets.T
    count = len(pieces)
    right, wrong = a * count + x, b * count + x
    known = np.unique(np.concatenate([right, wrong]))
    apart = dtw_pairs(pieces, pieces, np.stack([known // count, known % count], axis=1), by_length=by_length)
    near, far = apart[np.searchsorted(known, right)], apart[np.searchsorted(known, wrong)]
    errors = (near > far) + 0.5 * (near == far)
    totals = np.bincount(task.cells, errors, len(task.keys))
    counts = np.bincount(task.cells, minlength=len(task.keys))
    by_phones: dict[tuple[str, str], dict[tuple[str, str], list[float]]] = defaultdict(lambda: defaultdict(list))
    for cell in np.flatnonzero(counts):
        one, two, speaker, who, _ = task.keys[cell]
        by_phones[one, two][speaker, who].append(totals[cell] / counts[cell])
    means = [np.mean([np.mean(contexts) for contexts in speakers.values()]) for speakers in by_phones.values()]
    return TaskScore(float(np.mean(means)), len(task.triplets), len(by_phones))


def _cut(frames: Frames, item: TaskItem) -> Frames:
    if frames.ndim != 2 or frames.shape[1] < 2:
        raise ItemsError(
            f"{item.file} has one number a line, which the challenge's evaluator passes over",
            advice="Write a vector for each unit, as a one and zeros.",
        )
    times = np.arange(len(frames)) / len(frames)
    found = frames[(times >= item.onset) & (times <= item.offset)]
    if not len(found):
        raise ItemsError(f"{item.file} has no frame between {item.onset} and {item.offset}", advice="Encode it again.")
    return found


def _task(file: Any) -> TripletTask:
    """Returns the triplets of an open file, rows of each context's items renumbered over all."""
    items, keys = list[TaskItem](), list[tuple[str, str, str, str, str]]()
    triplets, cells = list[NDArray[np.int64]](), list[NDArray[np.int64]]()
    spans = np.asarray(file["triplets/by_index"], dtype=np.int64)
    for by, (first, last) in zip(_texts(file["bys"]), spans, strict=True):
        rows = np.asarray(file["triplets/data"][first:last], dtype=np.int64)
        triplets.append(rows + len(items))
        own = _items(file[f"feat_dbs/{by}/table"][:])
        if len(rows) and not 0 <= rows.min() <= rows.max() < len(own):
            raise ValueError(f"triplets of {by} name items that are not there")
        items += own
        different, which = _said(file[f"regressors/{by}"])
        if len(which) != len(rows):
            raise ValueError(f"{by} has {len(rows)} triplets and says of {len(which)} who speaks")
        cells.append(which + len(keys))
        keys += [(one, two, speaker, who, by) for one, two, speaker, who in different]
    if not keys:
        raise ValueError("it has no triplets")
    return TripletTask(tuple(items), np.concatenate(triplets), np.concatenate(cells), tuple(keys))


def _items(table: NDArray[Any]) -> list[TaskItem]:
    """Returns the items of a pandas table: one block of onset and offset, and one of file names."""
    by_index = table[np.argsort(table["index"], kind="stable")]
    blocks = [by_index[name].reshape(len(by_index), -1) for name in table.dtype.names or () if name != "index"]
    texts = [block for block in blocks if block.dtype.kind in "SO"]
    numbers = np.concatenate([block for block in blocks if block.dtype.kind in "iuf"], axis=1)
    if len(texts) != 1 or texts[0].shape[1] != 1 or numbers.shape[1] != 2:
        raise ValueError("its items are not a file with onset and offset each")
    names = [bytes(name).decode("utf-8") for name in texts[0][:, 0]]
    return [TaskItem(name, float(on), float(off)) for name, (on, off) in zip(names, numbers, strict=True)]


def _said(group: Any) -> tuple[list[list[str]], NDArray[np.int64]]:
    """Returns the distinct phones and speakers of a context's triplets, and the index of each triplet's own, [T]."""
    names = _texts(group["indexed_datasets"])
    absent = [name for name in REGRESSORS if name not in names]
    if absent:
        raise ValueError(f"it says no {absent[0]}: it is of another task")
    columns = [names.index(name) for name in REGRESSORS]
    rows = np.asarray(group["indexed_data"], dtype=np.int64)[:, columns]
    different, which = np.unique(rows, axis=0, return_inverse=True)
    levels = [_texts(group[f"indexes/{name}"]) for name in REGRESSORS]
    told = [[level[row] for level, row in zip(levels, each, strict=True)] for each in different.tolist()]
    return told, which.reshape(-1).astype(np.int64)


def _texts(dataset: Any) -> list[str]:
    return [each.decode("utf-8") if isinstance(each, bytes) else str(each) for each in np.asarray(dataset).reshape(-1)]
