"""Sorts a million names the way people read them, in arrays: ignoring case, and with numbers by value.

"take 2" comes before "Take 10", and "take 02" next to "take 2". Accented letters sort with their base letters.
"""

import unicodedata
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from engine.store.columns import BulkTexts, joined

_WIDTH = 24
"""Bytes compared at a time; only texts equal so far are compared further."""
_AT_ONCE = 100_000
_LOWER = np.arange(256, dtype=np.uint8)
_LOWER[ord("A") : ord("Z") + 1] += 32
_MOST_DIGITS = 40
"""Maximum digits that count, which keeps the marker byte of a long number below the letters."""


def ranks(texts: BulkTexts) -> NDArray[np.int64]:
    """int64 [N]: the rank of each text, from 0; equal texts share one."""
    plain = _plain(texts)
    starts = np.cumsum(plain.lengths) - plain.lengths
    result = np.zeros(len(plain.lengths), np.int64)
    rows = np.arange(len(plain.lengths))
    offset = 0
    while len(rows):
        keys = _stretch(plain, starts[rows] + offset, plain.lengths[rows] - offset)
        # Rows are already sorted by earlier bytes, so a stable sort within each group is one by (group, key).
        by_key = np.argsort(keys, kind="stable")
        order = by_key[np.argsort(result[rows[by_key]], kind="stable")] if offset else by_key
        rows, keys = rows[order], keys[order]
        groups = result[rows]
        is_new = np.ones(len(rows), np.bool_)
        is_new[1:] = (keys[1:] != keys[:-1]) | (groups[1:] != groups[:-1])
        firsts = np.flatnonzero(is_new)
        # A group takes the overall position of its first row as its number, which leaves its other positions free.
        place_in_group = np.arange(len(rows)) - _last_before(groups)
        result[rows] = groups + place_in_group[firsts][np.cumsum(is_new) - 1]
        counts = np.diff(np.append(firsts, len(rows)))
        is_tied = np.repeat(counts > 1, counts)
        rows = rows[is_tied]
        offset += _WIDTH
        is_longer = plain.lengths[rows] > offset
        rows = rows[_any_in_group(result[rows], is_longer)]
    return result


def keys(texts: BulkTexts) -> list[bytes]:
    """Sort keys: byte order of the keys is the order of `ranks`, and equal texts have equal keys."""
    plain = _plain(texts)
    letters, ends = plain.letters.tobytes(), np.cumsum(plain.lengths)
    starts = ends - plain.lengths
    return [letters[start:end].rstrip(b"\0") for start, end in zip(starts.tolist(), ends.tolist(), strict=True)]


def _plain(texts: BulkTexts) -> BulkTexts:
    return joined([_natural(_folded(part)) for part in _parts(texts)])


def _parts(texts: BulkTexts) -> Iterator[BulkTexts]:
    """Yields a hundred thousand texts at a time, which keeps the arrays small."""
    ends = np.append(0, np.cumsum(texts.lengths))
    for first in range(0, len(texts.lengths), _AT_ONCE):
        last = min(len(texts.lengths), first + _AT_ONCE)
        yield BulkTexts(texts.letters[ends[first] : ends[last]], texts.lengths[first:last])


def _last_before(groups: NDArray[np.int64]) -> NDArray[np.int64]:
    """int64 [N]: the start of each row's run of equal groups."""
    is_new = np.ones(len(groups), np.bool_)
    is_new[1:] = groups[1:] != groups[:-1]
    starts = np.flatnonzero(is_new)
    found: NDArray[np.int64] = starts[np.cumsum(is_new) - 1]
    return found


def _any_in_group(groups: NDArray[np.int64], holds: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """bool [N]: whether any row of the same group has it."""
    kept: NDArray[np.bool_] = np.isin(groups, np.unique(groups[holds]))
    return kept


def _stretch(texts: BulkTexts, starts: NDArray[np.int64], lengths: NDArray[np.int64]) -> NDArray[np.bytes_]:
    """S [N]: `_WIDTH` bytes of each text from its start, padded with zeros."""
    found = np.zeros((len(starts), _WIDTH), np.uint8)
    steps = np.arange(_WIDTH)
    letters = np.append(texts.letters, np.zeros(_WIDTH, np.uint8))
    for first in range(0, len(starts), _AT_ONCE):
        own = slice(first, first + _AT_ONCE)
        at = np.minimum(starts[own], len(texts.letters))[:, None] + steps
        found[own] = np.where(steps < lengths[own, None], letters[at], 0)
    return found.view(f"S{_WIDTH}").reshape(-1)


def _folded(texts: BulkTexts) -> BulkTexts:
    """Converts to lower case without accents: by a table for ASCII texts, else by Unicode."""
    letters = _LOWER[texts.letters]
    if not len(letters) or letters.max() < 128:
        return BulkTexts(letters, texts.lengths)
    ends = np.cumsum(texts.lengths)
    owner = np.searchsorted(ends, np.flatnonzero(letters >= 128), side="right")
    lengths = texts.lengths.copy()
    parts: list[NDArray[np.uint8]] = []
    done = 0
    for row in np.unique(owner).tolist():
        start = int(ends[row] - texts.lengths[row])
        text = texts.letters[start : int(ends[row])].tobytes().decode("utf-8", errors="replace")
        plain = "".join(c for c in unicodedata.normalize("NFKD", text.casefold()) if not unicodedata.combining(c))
        folded = np.frombuffer(plain.encode("utf-8", errors="replace"), np.uint8)
        parts += [letters[done:start], folded]
        lengths[row] = len(folded)
        done = int(ends[row])
    return BulkTexts(np.concatenate([*parts, letters[done:]]), lengths)


def _natural(texts: BulkTexts) -> BulkTexts:
    """Puts a byte with the digit count before every number, and removes leading zeros."""
    letters, ends = texts.letters, np.cumsum(texts.lengths)
    is_digit = (letters >= 48) & (letters <= 57)
    if not is_digit.any():
        return texts
    # A number begins at a digit after a non-digit or at the start of a text, and ends likewise.
    begins = np.ones(len(letters) + 1, np.bool_)
    begins[1:-1] = ~is_digit[:-1]
    begins[(ends - texts.lengths)[texts.lengths > 0]] = True
    heads = np.flatnonzero(is_digit & begins[:-1])
    stops = np.flatnonzero(is_digit & (begins[1:] | ~np.append(is_digit[1:], False))) + 1
    firsts = heads.copy()  # the first significant digit
    while True:
        is_zero = (letters[firsts] == 48) & (firsts + 1 < stops)
        if not is_zero.any():
            break
        firsts += is_zero
    kept = np.ones(len(letters), np.bool_)
    left_out = firsts - heads
    kept[np.repeat(heads, left_out) + _within(left_out)] = False
    # The byte goes to the number's start, shifted back by removed zeros and forward by inserted bytes.
    marks_at = heads - (np.cumsum(left_out) - left_out) + np.arange(len(heads))
    result = np.empty(len(letters) - int(left_out.sum()) + len(heads), np.uint8)
    is_letter = np.ones(len(result), np.bool_)
    is_letter[marks_at] = False
    result[marks_at] = 48 + np.minimum(stops - firsts, _MOST_DIGITS)
    result[is_letter] = letters[kept]
    before = np.append(0, np.cumsum(1 - left_out))  # bytes added before each number
    upto = before[np.searchsorted(heads, ends)]
    return BulkTexts(result, texts.lengths + np.diff(upto, prepend=0))


def _within(counts: NDArray[np.int64]) -> NDArray[np.int64]:
    """0, 1, 2, … for each count, concatenated: [2, 3] gives 0 1 0 1 2."""
    found: NDArray[np.int64] = np.arange(counts.sum()) - np.repeat(np.cumsum(counts) - counts, counts)
    return found
