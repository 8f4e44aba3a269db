"""Suggests UCS categories for sounds from stored vectors; embeds nothing again.

Two kinds of evidence: the sound's vector against the vectors of every category's words in their common space, and the
vector of its name, folder and metadata against the same words in the sentence space. A softmax over the categories
turns the weighted cosines into shares, and a curve fitted on real sounds turns a share into a confidence. Nothing here
writes.

Measured with the starter pack on the 1,192 test clips of the corpus that have undisputed categories (fitted on 723
others; tests/end_to_end/test_suggestion_quality.py): by sound and name the first suggestion was right for 38 %, one of
five for 68 %; by sound alone 17 % and 36 %; by chance 0.4 %.
"""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Protocol, Self

import numpy as np
from msgspec import Struct
from msgspec.structs import replace
from numpy.typing import NDArray

from engine.audio.ucs import UcsCategory
from engine.base.cancellation import Cancel, never
from engine.base.errors import VectorGone
from engine.base.types import Ids, SoundId, Vectors
from engine.models.category_vectors import category_vectors, listed, prompts
from engine.models.manifest import PackInfo
from engine.models.pack import load_pack_of
from engine.store.catalogue import Catalogue
from engine.store.word_splitting import parts

_SOUND_WEIGHT, _NAME_WEIGHT = 0.8, 1.6
"""Weights of the cosines, in units of the pack's slopes; the pair with the lowest loss on the validation clips."""
__all__ = ["SoundVectors", "Suggester", "Suggestion", "kept_vectors", "listed", "prompts"]
_HUB = 0.4
"""Share of a category's closeness to all others that is subtracted: otherwise a few broad ones lie near everything."""
_CURVES = {(True, True): (-0.23, 0.51), (True, False): (-1.37, 1.07), (False, True): (-1.25, 0.77)}
"""Midpoint and slope from a share's log odds to those of being right, by the available evidence (sound, name)."""


class Suggestion(Struct, frozen=True):
    """A category that a sound may belong to."""

    category: UcsCategory
    confidence: float
    """How often such suggestions were right: 0 to 1."""
    by_sound: float | None
    """Cosine of sound and category; None if the sound has no vector."""
    by_name: float | None
    """Cosine of name and category; None if the name has no vector."""
    words: tuple[str, ...]
    """Words of the name that occur in the category's name or synonyms."""


class SoundVectors(Struct, frozen=True):
    """Stored vectors of some sounds, one row each, in the given order."""

    ids: Ids
    sounds: NDArray[np.float32]
    """float32 [N, D]: the unit mean of a sound's segments; zeros if there are none."""
    names: NDArray[np.float32]
    """float32 [N, E]: the vector of its name; zeros if there is none."""
    texts: tuple[str, ...]
    """The sources of the name vectors."""

    @property
    def by_sound(self) -> "SoundVectors":
        """Without the evidence of names."""
        return replace(self, names=np.zeros_like(self.names), texts=("",) * len(self.ids))


class _Index(Protocol):
    def vectors_of(self, ids: Ids) -> Vectors: ...


def kept_vectors(
    catalogue: Catalogue, sounds: _Index, names: _Index, info: PackInfo, ids: Sequence[SoundId]
) -> SoundVectors:
    """Collects the vectors of some sounds. The library's thread only.

    Args:
        ids: sounds; one that is gone gives zeros.
    """
    wanted = np.asarray(ids, dtype=np.int64)
    heard = np.zeros((len(wanted), info.dim), dtype=np.float32)
    named = np.zeros((len(wanted), info.sentence_dim), dtype=np.float32)
    segments = catalogue.segments.of(wanted)
    owners = catalogue.segments.rows(segments).sound_id
    order = np.argsort(owners, kind="stable")
    starts = np.searchsorted(owners[order], wanted, side="left")
    ends = np.searchsorted(owners[order], wanted, side="right")
    for row, (start, end) in enumerate(zip(starts, ends, strict=True)):
        try:
            if end > start:
                heard[row] = _unit(sounds.vectors_of(segments[order[start:end]]).mean(axis=0))
            named[row] = names.vectors_of(wanted[row : row + 1])[0]
        except VectorGone:
            continue  # waits for the vectors of a new pack
    said = catalogue.sounds.name_texts(wanted)
    return SoundVectors(wanted, heard, named, tuple(said.get(int(id), "") for id in wanted))


class Suggester:
    """Suggests categories with one pack. Any thread, one at a time."""

    def __init__(self, info: PackInfo, joint: Vectors, sentence: Vectors) -> None:
        """Use `open`.

        Args:
            joint: float32 [C, D], one row per category of `listed`.
            sentence: float32 [C, E], likewise.
        """
        self._joint, self._sentence = joint, sentence
        self._fitted = info.calibration.fitted
        self._sound_weight = _SOUND_WEIGHT * info.calibration.sound_slope
        self._name_weight = _NAME_WEIGHT * info.calibration.meaning_slope
        self._categories = listed()
        self._words = [
            frozenset(_stems(f"{one.category} {one.subcategory}", *one.synonyms)) for one in self._categories
        ]

    @classmethod
    def open(
        cls,
        library: Path,
        *,
        named_pack: Path | None = None,
        progress: Callable[[int, int], None] = lambda done, of: None,
        cancel: Cancel = never,
    ) -> Self | None:
        """Opens the library's pack; the categories' vectors are computed once and kept with the library.

        Args:
            named_pack: folder of an explicitly chosen pack.
            progress: receives finished and total categories the first time.
            cancel: polled between categories; if True the result is None, and the next call continues there.

        Raises:
            PackError: the library's pack is missing or damaged.
            LibraryError: the library cannot be read.
        """
        with Catalogue.open(library, read_only=True) as catalogue:
            kept = catalogue.packs.searched()
        pack = load_pack_of(library, kept, named_pack)
        vectors = category_vectors(pack, library, progress, cancel)
        return None if vectors is None else cls(pack.info, *vectors)

    @property
    def can_tell(self) -> bool:
        """Whether the pack has a fitted curve; without one nothing is suggested."""
        return self._fitted.sound or self._fitted.name

    def suggest(self, kept: SoundVectors, limit: int = 5) -> list[tuple[Suggestion, ...]]:
        """Returns suggestions for every sound, best first; none for one without vectors.

        Vectors of another size belong to a former pack and give no suggestions. A vector whose curve the pack did not
        fit is ignored.
        """
        kept = self._believed(kept)
        if kept.sounds.shape[1] != self._joint.shape[1] or kept.names.shape[1] != self._sentence.shape[1]:
            return [()] * len(kept.ids)
        answers: list[tuple[Suggestion, ...]] = []
        for start in range(0, len(kept.ids), 512):
            rows = slice(start, start + 512)
            answers += self._block(kept.sounds[rows], kept.names[rows], kept.texts[rows], limit)
        return answers

    def sure(self, kept: SoundVectors, least: float) -> dict[int, str]:
        """Returns the CatID of each sound's best suggestion, empty below the confidence `least`.

        Omits sounds without vectors, or with those of another pack.
        """
        kept = self._believed(kept)
        if kept.sounds.shape[1] != self._joint.shape[1] or kept.names.shape[1] != self._sentence.shape[1]:
            return {}
        shares = self._shares(kept.sounds, kept.names, kept.sounds @ self._joint.T, kept.names @ self._sentence.T)
        best = shares.argmax(axis=1)
        found: dict[int, str] = {}
        for row, at in enumerate(best.tolist()):
            witnesses = (bool(kept.sounds[row].any()), bool(kept.names[row].any()))
            if witnesses in _CURVES:
                is_sure = _confidence(float(shares[row, at]), witnesses) >= least
                found[int(kept.ids[row])] = self._categories[at].cat_id if is_sure else ""
        return found

    def _believed(self, kept: SoundVectors) -> SoundVectors:
        """Drops the evidence whose curve was not fitted."""
        if not self._fitted.sound:
            kept = replace(kept, sounds=np.zeros_like(kept.sounds))
        return kept if self._fitted.name else replace(kept, names=np.zeros_like(kept.names))

    def _shares(
        self, sounds: Vectors, names: Vectors, by_sound: NDArray[np.float32], by_name: NDArray[np.float32]
    ) -> NDArray[np.float64]:
        """Returns float64 [N, C]: each category's share of each sound, by both kinds of evidence; rows sum to 1."""
        logits = self._sound_weight * (by_sound - _hub(self._joint) * sounds.any(axis=1, keepdims=True))
        logits += self._name_weight * (by_name - _hub(self._sentence) * names.any(axis=1, keepdims=True))
        logits -= logits.max(axis=1, keepdims=True)
        shares: NDArray[np.float64] = np.exp(logits, dtype=np.float64)
        shares /= shares.sum(axis=1, keepdims=True)
        return shares

    def _block(self, sounds: Vectors, names: Vectors, texts: Sequence[str], limit: int) -> list[tuple[Suggestion, ...]]:
        by_sound, by_name = sounds @ self._joint.T, names @ self._sentence.T
        shares = self._shares(sounds, names, by_sound, by_name)
        answers: list[tuple[Suggestion, ...]] = []
        for row in range(len(sounds)):
            witnesses = (bool(sounds[row].any()), bool(names[row].any()))
            if witnesses not in _CURVES:
                answers.append(())
                continue
            said = set(_stems(texts[row]))
            best = np.argsort(-shares[row], kind="stable")[:limit]
            answers.append(
                tuple(
                    Suggestion(
                        self._categories[at],
                        _confidence(float(shares[row, at]), witnesses),
                        float(by_sound[row, at]) if witnesses[0] else None,
                        float(by_name[row, at]) if witnesses[1] else None,
                        tuple(sorted(said & self._words[at])),
                    )
                    for at in best
                )
            )
        return answers


def _confidence(share: float, witnesses: tuple[bool, bool]) -> float:
    midpoint, slope = _CURVES[witnesses]
    share = min(max(share, 1e-6), 1 - 1e-6)
    odds = float(np.log(share / (1 - share)))
    return float(1 / (1 + np.exp(-slope * (odds - midpoint))))


def _hub(vectors: Vectors) -> NDArray[np.float32]:
    centre: NDArray[np.float32] = _HUB * (vectors @ _unit(vectors.mean(axis=0)))
    return centre


def _unit(vector: NDArray[np.float32]) -> NDArray[np.float32]:
    unit: NDArray[np.float32] = vector / max(float(np.linalg.norm(vector)), 1e-12)
    return unit


def _stems(*texts: str) -> list[str]:
    words = [word.lower() for text in texts for word in parts(text)]
    return [word[:-1] if len(word) > 3 and word.endswith("s") else word for word in words if len(word) > 2]
