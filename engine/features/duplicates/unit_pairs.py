"""Finds pairs of sounds that share a phrase or pattern, by their unit strings.

Vectors propose pairs of similar length, and so miss a copy cut to a third or inside a longer file. Here pairs that
share rare runs of three different units are proposed, and confirmed by aligning the shorter with the longer one, which
must contain most of it. Outlines decide whether they are one recording.
"""

import contextlib
from collections.abc import Callable
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from engine.base.types import Ids
from engine.features.duplicates.candidates import Pairs
from engine.features.speech.alignment import Likeness, Pattern, align, likeness_of
from engine.features.speech.patterns import MOST_UNITS
from engine.features.speech.units_model import UnitsModel
from engine.features.speech.units_store import UnitsFile, UnitStrings
from engine.models.speech_pack import read_speech_info, speech_pack_for

LEAST_SHARE = 0.6
"""Least share of the shorter string that the longer one contains."""
_LEAST_UNITS = 10
_MOST_OF_ONE = 40
"""A run in more sounds than this is not distinctive."""
_LEAST_RUNS = 2
_MOST_PAIRS = 50_000
_MOST_WIDTH = 2_000
"""Units examined of the longer string: eighty seconds."""


def unit_pairs(library: Path, sounds: Ids, step: Callable[[float], None]) -> Pairs:
    """Returns pairs of places in `sounds` with matching strings, the matching share as similarity; none without units.

    Args:
        sounds: int64 [N], the sounds to pair.
        step: receives the share done; may raise to end the search.

    Raises:
        PackError: the units pack is damaged.
    """
    store = UnitsFile.at(library)
    folder = speech_pack_for("units", library)
    if store is None:
        return _NONE
    with contextlib.closing(store):
        if folder is None or read_speech_info(folder).pack_id != store.pack_id():
            return _NONE
        strings = store.all()
    book = UnitsModel.load(folder).canonical
    place_of = {int(id): place for place, id in enumerate(sounds.tolist())}
    known = np.array([place_of.get(id, -1) for id in strings.ids.tolist()], np.int64)
    first, second = _proposed(strings, known >= 0)
    return _confirmed(strings, known, first, second, likeness_of(book["codebook"], book["shares"]), step)


_NONE = Pairs(np.empty(0, np.int64), np.empty(0, np.int64), np.empty(0, np.float32))


def _proposed(strings: UnitStrings, may: NDArray[np.bool_]) -> tuple[Ids, Ids]:
    """Places of strings that share runs, those with the most runs first."""
    if not len(strings):
        return _NONE.first, _NONE.second
    sound = np.repeat(np.arange(len(strings)), np.diff(strings.bounds))
    # Count a repeated unit once, so that slower speech has the same runs.
    is_new = np.concatenate([[True], (strings.codes[1:] != strings.codes[:-1]) | (sound[1:] != sound[:-1])])
    is_new &= may[sound]
    codes, owner = strings.codes[is_new].astype(np.int64), sound[is_new]
    if len(codes) < 3:
        return _NONE.first, _NONE.second
    keys = (codes[:-2] << 16) | (codes[1:-1] << 8) | codes[2:]
    inside = owner[:-2] == owner[2:]
    run, who = np.unique(np.stack([keys[inside], owner[:-2][inside]], axis=1), axis=0).T
    _, starts, counts = np.unique(run, return_index=True, return_counts=True)
    pairs: list[NDArray[np.int64]] = []
    for size in range(2, _MOST_OF_ONE + 1):
        begin = starts[counts == size]
        if len(begin):
            members = who[begin[:, None] + np.arange(size)[None]]
            left, right = np.triu_indices(size, 1)
            pairs.append((members[:, left] * len(strings) + members[:, right]).reshape(-1))
    if not pairs:
        return _NONE.first, _NONE.second
    pair, shared = np.unique(np.concatenate(pairs), return_counts=True)
    kept = np.flatnonzero(shared >= _LEAST_RUNS)
    kept = kept[np.argsort(-shared[kept], kind="stable")][:_MOST_PAIRS]
    return pair[kept] // len(strings), pair[kept] % len(strings)


def _confirmed(
    strings: UnitStrings, known: Ids, first: Ids, second: Ids, likeness: Likeness, step: Callable[[float], None]
) -> Pairs:
    kept: list[tuple[int, int, float]] = []
    beyond = len(likeness) - 1
    for number, (one, other) in enumerate(zip(first.tolist(), second.tolist(), strict=True)):
        if number % 100 == 0:
            step(number / max(1, len(first)))
        short, long = sorted((strings.of(one), strings.of(other)), key=lambda part: part.stop - part.start)
        codes, levels = strings.codes[short][:MOST_UNITS], strings.levels[short][:MOST_UNITS]
        if len(codes) < _LEAST_UNITS:
            continue
        stretch = np.append(strings.codes[long][:_MOST_WIDTH].astype(np.int16), np.int16(beyond))[None]
        share = float(align(Pattern.of(codes, levels), stretch, likeness).shares[0])
        if share >= LEAST_SHARE:
            places = sorted((int(known[one]), int(known[other])))
            kept.append((places[0], places[1], min(1.0, share)))
    step(1.0)
    if not kept:
        return _NONE
    rows = np.array(kept, np.float64)
    return Pairs(rows[:, 0].astype(np.int64), rows[:, 1].astype(np.int64), rows[:, 2].astype(np.float32))
