"""ABX and bitrate. ABX counts how often a stretch of speech is nearer to another phone than to its own.

A and X are of one phone, B of another, all between the same neighbours; d(A, X) > d(B, X) is an error and a tie is half
an error (Schatz et al. 2013). Groups, cuts and averages are those of libri-light's evaluation, so that figures are
comparable. Within: one speaker says all three. Across: another speaker says X.
"""

import itertools
import math
from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from engine.base.errors import EngineError
from training.base.progress import follow
from training.measures.dtw import Frames, dtw_pairs

MOST_IN_GROUP = 10
"""Items of one phone, context and speaker that are compared, drawn by a seed: libri-light's default."""
MOST_OTHERS = 5
"""Other speakers whose X are compared, drawn likewise."""
_COLUMNS = 7


class ItemsError(EngineError):
    """A list of items that is unreadable or makes no triple."""


@dataclass(frozen=True, slots=True)
class PhoneItem:
    """A stretch of speech that holds one phone (or word)."""

    file: str
    """Key of its features."""
    onset_s: float
    offset_s: float
    phone: str
    context: tuple[str, str]
    """The phones before and after."""
    speaker: str


@dataclass(frozen=True, slots=True)
class Abx:
    """Error rates within [0, 1]; chance is 0.5. None: there is no triple of that kind."""

    within: float | None
    across: float | None
    items: int
    """Items that have frames."""


@dataclass(frozen=True, slots=True)
class _Cell:
    """Triples of one context, speaker of A, speaker of X and pair of phones, as rows of items."""

    key: tuple[str, str, str]
    """Phone of A and X, phone of B, speaker of A and B."""
    probing: str
    """Speaker of X."""
    same: NDArray[np.int64]
    """A."""
    probes: NDArray[np.int64]
    """X; the same rows as A within a speaker."""
    other: NDArray[np.int64]
    """B."""

    @property
    def speakers(self) -> tuple[str, str]:
        return self.key[2], self.probing


def read_items(path: Path) -> list[PhoneItem]:
    """Reads an item file: a title line, then `#file onset offset #phone prev-phone next-phone speaker`.

    Raises:
        ItemsError: the file is unreadable, or a line has not these seven columns.
    """
    try:
        lines = path.read_text(encoding="utf-8").splitlines()[1:]
    except (OSError, UnicodeDecodeError) as err:
        raise ItemsError(f"cannot read the items {path}: {err}", advice="Name an .item file.") from err
    return [_item(line, f"{path}, line {number}") for number, line in enumerate(lines, start=2) if line.strip()]


def write_items(path: Path, items: Iterable[PhoneItem]) -> None:
    """Writes an item file, see `read_items`; times to the millisecond."""
    rows = ["#file onset offset #phone prev-phone next-phone speaker"]
    rows += [
        f"{item.file} {item.onset_s:.3f} {item.offset_s:.3f} {item.phone} {' '.join(item.context)} {item.speaker}"
        for item in items
    ]
    path.write_text("\n".join(rows) + "\n", encoding="utf-8")


def cut(frames: Frames, item: PhoneItem, frames_per_s: float) -> Frames:
    """Returns the frames whose middles lie in an item: from ceil(f onset - 1/2) to before floor(f offset - 1/2)."""
    first = max(0, math.ceil(frames_per_s * item.onset_s - 0.5))
    last = min(len(frames), math.floor(frames_per_s * item.offset_s - 0.5))
    return frames[first : max(first, last)]


def abx(
    items: Sequence[PhoneItem],
    features: Mapping[str, Frames],
    frames_per_s: float,
    *,
    seed: int = 0,
    most_in_group: int = MOST_IN_GROUP,
    most_others: int = MOST_OTHERS,
    about: frozenset[str] | None = None,
) -> Abx:
    """Measures features within and across speakers.

    Args:
        items: to compare; those without a frame are left out.
        features: [F, D] of every file.
        frames_per_s: of the features.
        seed: of the draws from large groups.
        most_in_group: see MOST_IN_GROUP.
        most_others: see MOST_OTHERS.
        about: counts only triples in which one of these speakers takes part; None: all.

    Raises:
        ItemsError: a file lacks features, or there is no triple of either kind.
    """
    missing = sorted({item.file for item in items} - features.keys())
    if missing:
        raise ItemsError(f"no features of {missing[0]}", advice="Give features of every file of the items.")
    pieces = [(item, cut(features[item.file], item, frames_per_s)) for item in items]
    pieces = [(item, piece) for item, piece in pieces if len(piece)]
    groups = _groups([item for item, _ in pieces], np.random.default_rng(seed), most_in_group)
    within = list(_within(groups))
    across = list(_across(groups, np.random.default_rng([seed, 1]), most_others))
    if about is not None:
        within, across = ([cell for cell in cells if about & set(cell.speakers)] for cells in (within, across))
    if not within and not across:
        raise ItemsError("no two phones share a context and a speaker", advice="Give more items.")
    distances = _Distances([piece for _, piece in pieces], [*within, *across])
    return Abx(_mean(within, distances), _mean(across, distances), len(pieces))


def _item(line: str, where: str) -> PhoneItem:
    parts = line.split()
    try:
        if len(parts) != _COLUMNS:
            raise ValueError(f"{len(parts)} columns instead of {_COLUMNS}")
        return PhoneItem(parts[0], float(parts[1]), float(parts[2]), parts[3], (parts[4], parts[5]), parts[6])
    except ValueError as err:
        raise ItemsError(
            f"{where}: {err}", advice="Write: file onset offset phone prev-phone next-phone speaker."
        ) from err


_Groups = dict[tuple[str, str], dict[str, dict[str, NDArray[np.int64]]]]
"""Context to speaker to phone to rows."""


def _groups(items: Sequence[PhoneItem], rng: np.random.Generator, most: int) -> _Groups:
    rows: dict[tuple[str, str], dict[str, dict[str, list[int]]]] = defaultdict(lambda: defaultdict(dict))
    for row, item in enumerate(items):
        rows[item.context][item.speaker].setdefault(item.phone, []).append(row)
    return {
        context: {
            speaker: {phone: _drawn(rows[context][speaker][phone], rng, most) for phone in sorted(phones)}
            for speaker, phones in sorted(speakers.items())
        }
        for context, speakers in sorted(rows.items())
    }


def _drawn(rows: list[int], rng: np.random.Generator, most: int) -> NDArray[np.int64]:
    found = np.array(rows, dtype=np.int64)
    return found if len(found) <= most else np.sort(rng.choice(found, most, replace=False))


def _within(groups: _Groups) -> Iterable[_Cell]:
    for speakers in groups.values():
        for speaker, phones in speakers.items():
            for one, two in itertools.permutations(phones, 2):
                if len(phones[one]) > 1:
                    yield _Cell((one, two, speaker), speaker, phones[one], phones[one], phones[two])


def _across(groups: _Groups, rng: np.random.Generator, most: int) -> Iterable[_Cell]:
    for speakers in groups.values():
        for speaker, phones in speakers.items():
            for one, two in itertools.permutations(phones, 2):
                others = [name for name in speakers if name != speaker and one in speakers[name]]
                if len(others) > most:
                    others = [others[place] for place in np.sort(rng.choice(len(others), most, replace=False))]
                for name in others:
                    yield _Cell((one, two, speaker), name, phones[one], speakers[name][one], phones[two])


class _Distances:
    """Distances of all pairs in some cells, each computed once."""

    def __init__(self, pieces: Sequence[Frames], cells: Sequence[_Cell]) -> None:
        self._count = len(pieces)
        asked = [self._keys(side, cell.probes).ravel() for cell in cells for side in (cell.same, cell.other)]
        self._known = np.unique(np.concatenate(asked))
        pairs = np.stack([self._known // self._count, self._known % self._count], axis=1)
        self._values = dtw_pairs(pieces, pieces, pairs)

    def between(self, side: NDArray[np.int64], probes: NDArray[np.int64]) -> NDArray[np.float32]:
        """Returns float32 [A, X]."""
        return self._values[np.searchsorted(self._known, self._keys(side, probes))]

    def _keys(self, side: NDArray[np.int64], probes: NDArray[np.int64]) -> NDArray[np.int64]:
        one, two = np.meshgrid(side, probes, indexing="ij")
        keys: NDArray[np.int64] = np.minimum(one, two) * self._count + np.maximum(one, two)
        return keys


def _mean(cells: Sequence[_Cell], distances: _Distances) -> float | None:
    """Averages errors over contexts (and speakers of X), then over speakers, then over pairs of phones."""
    found: dict[tuple[str, str], dict[str, list[float]]] = defaultdict(lambda: defaultdict(list))
    for cell in follow(cells, "comparing phones"):
        one, two, speaker = cell.key
        found[one, two][speaker].append(_errors(cell, distances))
    if not found:
        return None
    return float(np.mean([np.mean([np.mean(values) for values in by.values()]) for by in found.values()]))


def _errors(cell: _Cell, distances: _Distances) -> float:
    same = distances.between(cell.same, cell.probes)[:, None]
    other = distances.between(cell.other, cell.probes)[None]
    wrong = (same > other) + 0.5 * (same == other)
    counted = (cell.same[:, None] != cell.probes[None])[:, None] & np.ones(wrong.shape, dtype=bool)
    return float(wrong[counted].mean())


@dataclass(frozen=True, slots=True)
class Bitrate:
    """Information rate of a code over some sounds."""

    bits_per_s: float
    entropy_bits: float
    """Of one symbol."""
    symbols: int
    """N, all emitted."""
    used: int
    """Different ones among them."""


def bitrate(sounds: Iterable[Sequence[Hashable]], seconds: float) -> Bitrate:
    """Returns the bitrate of coded sounds.

    Args:
        sounds: the symbols of each.
        seconds: D, of all sounds together.

    Raises:
        ValueError: no symbols, or no time.
    """
    counts = Counter(symbol for sound in sounds for symbol in sound)
    number = sum(counts.values())
    if not number or seconds <= 0.0:
        raise ValueError(f"a bitrate needs symbols and time, found {number} symbols in {seconds} s")
    shares = np.array(sorted(counts.values()), dtype=np.float64) / number
    entropy = float(-(shares * np.log2(shares)).sum())
    return Bitrate(number * entropy / seconds, entropy, number, len(counts))
