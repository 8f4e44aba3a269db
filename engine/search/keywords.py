"""Finds the sounds that contain a query's words, and each one's share of the words.

A word is found in any of its regular inflections (creak, creaks, creaking), because the full-text index does not stem.
A word found only by a synonym counts half.
"""

from collections.abc import Callable, Iterator, Sequence

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from engine.base.types import Ids
from engine.search.query import Expansion
from engine.search.score_rule import SYNONYM_WEIGHT

Lookup = Callable[[str], Ids]
"""Returns the ids of the sounds with a word in name, folder or metadata, ascending."""


class KeywordsFound(Struct, frozen=True):
    """The sounds with at least one of the words."""

    words: tuple[str, ...]
    ids: Ids
    """int64 [N], ascending."""
    weights: NDArray[np.float32]
    """float32 [N, W]: 1 for the word itself, SYNONYM_WEIGHT for only a synonym, else 0."""

    def shares(self, ids: Ids) -> NDArray[np.float64]:
        """float64 [M] in 0..1: each sound's share of the words; 0 for a sound with none."""
        return np.asarray(self._rows(ids).mean(axis=1), np.float64) if self.words else np.zeros(len(ids))

    def holding(self, ids: Ids) -> NDArray[np.bool_]:
        """bool [M, W]: which words each sound has, itself or by a synonym."""
        held: NDArray[np.bool_] = self._rows(ids) > 0
        return held

    def best(self, most: int, allowed: Ids | None) -> tuple[Ids, Ids]:
        """The sounds with the largest shares, and those tied for the last places.

        Args:
            allowed: ids that may answer, ascending; None for all.

        Returns:
            at most `most` ids that are certain, ascending; and, if more sounds tie than places are left, the ids of all
                that
            tie, ascending.
        """
        # Halves and wholes add up exactly in any order, and a product is ten times as fast as a sum over rows.
        ids, shares = self.ids, self.weights @ np.ones(len(self.words), np.float32)
        if allowed is not None:
            passing = np.isin(ids, allowed, assume_unique=True)
            ids, shares = ids[passing], shares[passing]
        if len(ids) <= most:
            return ids, ids[:0]
        # Shares are few discrete steps; counting them takes a tenth of the time of a partition.
        steps = np.rint(shares / SYNONYM_WEIGHT).astype(np.int64)
        reached = np.bincount(steps)[::-1].cumsum()
        last = (len(reached) - 1 - int(np.searchsorted(reached, most))) * SYNONYM_WEIGHT
        return ids[shares > last], ids[shares == last]

    def _rows(self, ids: Ids) -> NDArray[np.float32]:
        rows = np.zeros((len(ids), len(self.words)), np.float32)
        if len(self.ids):
            at = np.minimum(np.searchsorted(self.ids, ids), len(self.ids) - 1)
            known = self.ids[at] == ids
            rows[known] = self.weights[at[known]]
        return rows


def find(
    words: Sequence[str], widenings: Sequence[Expansion], lookup: Lookup, originals: Sequence[Expansion] = ()
) -> KeywordsFound:
    """Looks up every word with its inflections, synonyms and untranslated originals."""
    synonyms = {widening.word: widening.synonyms for widening in widenings}
    typed = {original.word: original.synonyms for original in originals}
    exact = [[lookup(form) for form in (*inflections(word), *typed.get(word, ()))] for word in words]
    near = [[lookup(form) for other in synonyms.get(word, ()) for form in inflections(other)] for word in words]
    held = [part for parts in (*exact, *near) for part in parts if len(part)]
    if not held:
        return KeywordsFound(tuple(words), np.empty(0, np.int64), np.zeros((0, len(words)), np.float32))
    # A mask and a table by id: for common words, searching for positions takes ten times as long.
    is_held = np.zeros(1 + max(int(part[-1]) for part in held), np.bool_)
    for part in held:
        is_held[part] = True
    ids = np.flatnonzero(is_held)
    row_of = np.empty(len(is_held), np.int32)
    row_of[ids] = np.arange(len(ids), dtype=np.int32)
    weights = np.zeros((len(ids), len(words)), np.float32)
    for parts, weight in ((near, SYNONYM_WEIGHT), (exact, 1.0)):
        for column, of_word in enumerate(parts):
            for part in of_word:
                weights[row_of[part], column] = weight
    return KeywordsFound(tuple(words), ids, weights)


def inflections(word: str) -> tuple[str, ...]:
    """The word and its regular English forms in -s, -ed and -ing, whichever form is given.

    Nonexistent forms do no harm, because no name has them.
    """
    if len(word) < 3 or not word.isalpha():
        return (word,)
    root = stem(word)
    # "breathing" lost an e, "creaking" did not; the stem does not tell.
    with_e = (f"{root}e", f"{root}es") if word.endswith(("ing", "ed")) and root != word else ()
    return tuple(dict.fromkeys([word, *_forms(root), *with_e]))


def _forms(root: str) -> Iterator[str]:
    yield root
    if root.endswith("e") and not root.endswith("ee"):
        yield from (f"{root}s", f"{root}d", f"{root[:-1]}ing")
        return
    doubled = root + root[-1] if root[-1] in "bdgmnpt" and root[-2] in "aeiou" else root
    yield from (f"{doubled}ed", f"{doubled}ing")
    if root.endswith("y") and root[-2] not in "aeiou":
        yield from (f"{root[:-1]}ies", f"{root[:-1]}ied")
    elif root.endswith(("s", "x", "ch", "sh")):
        yield f"{root}es"
    else:
        yield f"{root}s"
    if doubled != root:
        yield from (f"{root}ed", f"{root}ing")


def stem(word: str) -> str:
    """The word without -s, -ed or -ing: rough, but enough to match forms of one word."""
    if word.endswith(("ies", "ied")) and len(word) > 4:
        return f"{word[:-3]}y"
    for ending in ("ing", "ed"):
        root = word.removesuffix(ending)
        if root != word and len(root) >= 3 and any(letter in "aeiouy" for letter in root):
            return root[:-1] if root[-1] == root[-2] and root[-1] in "bdgmnpt" else root
    if word.endswith(("sses", "xes", "ches", "shes")):
        return word[:-2]
    return word[:-1] if word.endswith("s") and len(word) > 3 and not word.endswith(("ss", "us", "is")) else word


def union(parts: Sequence[Ids]) -> Ids:
    """Ids in any of the parts, each ascending; sorting merged runs is faster than hashing."""
    held = [part for part in parts if len(part)]
    if len(held) < 2:
        return held[0] if held else np.empty(0, np.int64)
    merged = np.sort(np.concatenate(held), kind="stable")
    union: Ids = merged[np.append(True, np.diff(merged) > 0)]
    return union
